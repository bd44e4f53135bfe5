//! Toppling Dominoes, as both players may topple every domino: it and all on one side of it fall. It is Nim.

use std::str::FromStr;

use crate::analysis::{Numbers, Theorem};
use crate::boxed;
use crate::elements::Named;
use crate::error::{Error, quoted};
use crate::explain::{Step, parts};
use crate::game::{Ability, Board, Entry, Known};
use crate::heap::{Balance, Heaps, random_heaps};
use crate::natural::Natural;
use crate::rules::{Found, Moves, Random, Rules};
use crate::scene::{Form, Role, Scene, Shape};
use crate::value::{Nimber, Outcome, Play};

struct TopplingDominoes;

static NORMAL: Theorem = Theorem {
    name: "toppling-dominoes",
    play: Play::Normal,
    statement: "A row of n dominoes is a Nim heap of n: the value is the xor of the lengths of the rows",
    source: "checked by bouton verify; from n every smaller number of dominoes can be left, and nothing else",
};

static MISERE: Theorem = Theorem {
    name: "toppling-dominoes-misere",
    play: Play::Misere,
    statement: "While some row has two dominoes or more, the same side wins as in normal play; otherwise the mover loses \
                exactly when the number of rows of one is odd",
    source: "Bouton 1901, Nim, a game with a complete mathematical theory",
};

/// A domino of a row, both counted from 1, and the side to which it falls.
#[derive(Clone, PartialEq)]
struct Topple {
    row: usize,
    domino: Natural,
    to_left: bool,
}

impl Topple {
    fn side(&self) -> &'static str {
        if self.to_left { "left" } else { "right" }
    }

    fn named(&self) -> Named {
        let name = format!("{},{} {}", self.row, self.domino, self.side());
        Named { element: 0, name }
    }

    /// How many dominoes are left of a row of so many.
    fn leaves(&self, length: &Natural) -> Option<Natural> {
        let one = Natural::from(1u64);
        let is_there = *length >= self.domino && !self.domino.is_zero();
        let rest = if self.to_left { length.minus(&self.domino) } else { self.domino.minus(&one) };
        rest.filter(|_| is_there)
    }

    /// The two ways to leave `rest` of a row of `length`.
    fn leaving(row: usize, length: &Natural, rest: &Natural) -> Option<[Topple; 2]> {
        let one = Natural::from(1u64);
        let domino = length.minus(rest).filter(|fallen| !fallen.is_zero())?;
        let left = Topple { row, domino, to_left: true };
        Some([left, Topple { row, domino: rest + &one, to_left: false }])
    }
}

impl FromStr for Topple {
    type Err = Error;
    /// `1,3 left`, `3 left`, `3L`: the first row needs no number.
    fn from_str(text: &str) -> Result<Topple, Error> {
        let wrong = || {
            Error::input(format!(
                "{} is no move: write the row, the domino and the side to which it falls, such as 1,3 left",
                quoted(text)
            ))
        };
        let at = text.find(|letter: char| letter.is_ascii_alphabetic()).ok_or_else(wrong)?;
        let (numbers, side) = text.split_at(at);
        let to_left = match side.trim().to_ascii_lowercase().as_str() {
            "left" | "l" => true,
            "right" | "r" => false,
            _ => return Err(wrong()),
        };
        let words = numbers.split([',', ' ']).filter(|word| !word.is_empty());
        let numbers: Vec<Natural> =
            words.map(|word| word.parse().map_err(|_| wrong())).collect::<Result<_, Error>>()?;
        let (row, domino) = match &numbers[..] {
            [domino] => (1, domino),
            [row, domino] => (row.to_u64().unwrap_or(0) as usize, domino),
            _ => return Err(wrong()),
        };
        Ok(Topple { row, domino: domino.clone(), to_left })
    }
}

impl TopplingDominoes {
    fn balance(rows: &Heaps, play: Play) -> Option<Balance> {
        Balance::of(rows.iter().map(|length| Some(Nimber(length))), play)
    }

    /// The moves after which a row has the length that the balance wants.
    fn balanced(rows: &Heaps, play: Play, goal: &Nimber, limit: usize) -> Option<Found<Named>> {
        let balance = TopplingDominoes::balance(rows, play)?;
        let moves = (1..).zip(rows.iter()).filter_map(|(row, length)| {
            let Nimber(rest) = balance.target(&Nimber(length.clone()), goal);
            if rest >= length { None } else { Topple::leaving(row, &length, &rest) }
        });
        Some(Found::first(moves.flatten().map(|mv| mv.named()).collect(), limit))
    }

    fn after(rows: &Heaps, mv: &Named) -> Option<Heaps> {
        let mv: Topple = mv.name.parse().ok()?;
        let row = mv.row.checked_sub(1).filter(|row| *row < rows.len())?;
        Some(rows.with(row, &mv.leaves(&rows.get(row))?))
    }
}

impl Rules for TopplingDominoes {
    type Position = Heaps;
    type Move = Named;

    fn moves(&self, rows: &Heaps, out: &mut Moves<'_, Named>) {
        for row in 0..rows.len() {
            let Some(length) = rows.word(row) else { return out.too_many() };
            for domino in 1..=length {
                for to_left in [true, false] {
                    out.push(Topple { row: row + 1, domino: domino.into(), to_left }.named());
                }
                if out.full() {
                    return;
                }
            }
        }
    }

    fn play(&self, rows: &Heaps, mv: &Named) -> Heaps {
        TopplingDominoes::after(rows, mv).unwrap_or_else(|| rows.clone())
    }

    /// Rows by their lengths, or domino by domino in the letters of other programs: colours mean nothing here.
    fn read(&self, text: &str) -> Result<Heaps, Error> {
        let between = |letter: char| letter.is_whitespace() || ",/|".contains(letter);
        let row = |word: &str| -> Result<Natural, Error> {
            if word.chars().all(|letter| "xXoO#lLrReEbBwWgG".contains(letter)) {
                return Ok(Natural::from(word.len() as u64));
            }
            word.parse().map_err(|_| {
                Error::input(format!(
                    "{} is no row of dominoes: write how many stand in it, such as 5, or each of them as x or o, such as \
                     xoxxo",
                    quoted(word)
                ))
            })
        };
        text.split(between).filter(|word| !word.is_empty()).map(row).collect()
    }

    fn simplify(&self, rows: Heaps) -> Heaps {
        rows.sorted(|length| !length.is_zero())
    }

    fn split(&self, rows: &Heaps) -> Option<Vec<Heaps>> {
        (rows.len() > 1).then(|| rows.iter().map(|length| [length].into_iter().collect()).collect())
    }

    fn value(&self, rows: &Heaps) -> Option<Nimber> {
        TopplingDominoes::balance(rows, Play::Normal).map(|balance| balance.sum)
    }

    fn outcome(&self, rows: &Heaps, play: Play) -> Option<Outcome> {
        TopplingDominoes::balance(rows, play).map(|balance| balance.outcome())
    }

    fn moves_to(&self, rows: &Heaps, target: &Nimber, limit: usize) -> Option<Found<Named>> {
        TopplingDominoes::balanced(rows, Play::Normal, target, limit)
    }

    fn winning(&self, rows: &Heaps, play: Play, limit: usize) -> Option<Found<Named>> {
        TopplingDominoes::balanced(rows, play, &Nimber::ZERO, limit)
    }

    fn find_move(&self, rows: &Heaps, text: &str) -> Option<Result<Named, Error>> {
        let mv = match text.parse::<Topple>() {
            Ok(mv) => mv.named(),
            Err(error) => return Some(Err(error)),
        };
        Some(match TopplingDominoes::after(rows, &mv) {
            Some(_) => Ok(mv),
            None => Err(Error::input(format!("no domino stands where {} says", quoted(text)))),
        })
    }

    fn theorem(&self, _rows: &Heaps, play: Play) -> Option<&'static Theorem> {
        Some(if play == Play::Normal { &NORMAL } else { &MISERE })
    }

    fn explain(&self, rows: &Heaps, play: Play) -> Option<Vec<Step>> {
        let piles = parts::piles("row", rows)?;
        let why = "Of a row any smaller number of dominoes can be left, by toppling one so that all on one side of it fall with \
                   it: its length is a pile.";
        Some(parts::nim(why, &piles, play))
    }

    fn because(&self, rows: &Heaps, mv: &Named, play: Play) -> Option<Step> {
        let row = mv.name.parse::<Topple>().ok()?.row.checked_sub(1)?;
        let to = TopplingDominoes::after(rows, mv)?.get(row);
        parts::nim_move(&parts::piles("row", rows)?, play, row, &to, &self.describe(rows, mv))
    }

    fn describe(&self, _rows: &Heaps, mv: &Named) -> String {
        match mv.name.parse::<Topple>() {
            Ok(topple) => {
                format!(
                    "topple domino {} of row {} to the {}",
                    topple.domino,
                    topple.row,
                    topple.side()
                )
            }
            Err(_) => mv.name.clone(),
        }
    }

    fn numbers(&self, _rows: &Heaps, mv: &Named) -> Numbers {
        let topple = mv.name.parse::<Topple>().ok();
        let square = topple.and_then(|topple| Some([topple.row as u64, topple.domino.to_u64()?]));
        Numbers { squares: square.into_iter().collect(), ..Numbers::default() }
    }

    fn last_move(&self) -> Option<&'static str> {
        Some("topples the last domino")
    }

    fn scene(&self, rows: &Heaps) -> Scene {
        const MOST_ROWS: usize = 12;
        const MOST_DOMINOES: u64 = 40;
        let shown = rows.len().min(MOST_ROWS);
        let mut scene = Scene { width: 3.0, height: shown.max(1) as f64 * 1.9, ..Scene::default() };
        for row in 0..shown {
            let y = row as f64 * 1.9;
            let number = row + 1;
            let form = Form::Text { x: 0.4, y: y + 1.1 };
            let label = format!("Row {number}: {}", rows.get(row));
            let name = Shape::new(format!("row-{number}"), label, Role::Row, form);
            scene.shapes.push(name.with_caption(number.to_string()));
            let length = rows.word(row).unwrap_or(u64::MAX).min(MOST_DOMINOES);
            scene.width = scene.width.max(1.1 + 1.3 * length as f64);
            let (x, width) = (1.0, (1.3 * length as f64).max(0.5));
            let form = Form::Rectangle { x, y: y + 1.55, width, height: 0.12 };
            let ground = format!("ground-{number}");
            scene.shapes.push(Shape::new(ground, "The ground", Role::Ground, form));
            for domino in 1..=length {
                // A domino has two halves: it falls to the side of the one that is picked.
                for (to_left, caption) in [(true, "\u{2190}"), (false, "\u{2192}")] {
                    let x = 1.1 + 1.3 * (domino - 1) as f64 + if to_left { 0.0 } else { 0.55 };
                    let form = Form::Rectangle { x, y: y + 0.05, width: 0.55, height: 1.5 };
                    let mv = Topple { row: number, domino: domino.into(), to_left };
                    let label = format!(
                        "Row {number}, domino {domino} of {}, to the {}",
                        rows.get(row),
                        mv.side()
                    );
                    let id = format!("row-{number}-domino-{domino}-{}", mv.side());
                    let shape = Shape::new(id, label, Role::Card, form);
                    let pick = mv.named().name;
                    scene.shapes.push(shape.with_caption(caption).with_pick(Some(pick)));
                }
            }
        }
        let cut =
            rows.len() > shown || rows.iter().any(|length| length > Natural::from(MOST_DOMINOES));
        scene.capped = cut.then(|| "Not all rows and dominoes are drawn.".to_string());
        scene
    }

    fn random(&self, size: u64, random: &mut Random) -> Option<Heaps> {
        Some(random_heaps(size, random))
    }
}

pub static ENTRY: Entry = Entry {
    name: "toppling-dominoes",
    aliases: &["impartial-toppling-dominoes"],
    title: "Toppling Dominoes",
    rules: "Rows of dominoes that stand on their ends; the position is how many stand in each row. A move topples one domino to \
            the left or to the right, and with it fall all that stand on that side of it in its row. A move is written as \
            the row, the domino, counted from the left, and the side. (Where each player has dominoes of one colour it is \
            another game; here both players topple all, and a row may also be written with a letter for each: xoxxo.)",
    board: Board::Strip,
    can: &[Ability::Piles, Ability::Table, Ability::Misere],
    parameters: &[],
    examples: &[
        "toppling-dominoes: 3 4 5",
        "toppling-dominoes: xoxxo oo",
        "misere toppling-dominoes: 1 1 6",
        "toppling-dominoes: 10^30 7 1",
    ],
    example_move: ("3 4 5", "1,2 left"),
    known: &[Known {
        address: "toppling-dominoes: 5",
        outcome: "N",
        value: Some(5),
        source: "by hand: 0 to 4 dominoes can be left",
    }],
    theorems: &[&NORMAL, &MISERE],
    presets: &[],
    open: |parameters| {
        let rule = "Topple one domino to the left or to the right; all on that side of it in its row fall with it";
        Ok(boxed::open(TopplingDominoes, parameters)?.ruled(rule))
    },
};
