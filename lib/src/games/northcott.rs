//! Northcott's game: in each row two pieces that face each other, one of each player. It is Nim with the gaps.

use std::fmt;
use std::str::FromStr;

use crate::address::Parameters;
use crate::analysis::{Numbers, Theorem};
use crate::error::{Error, quoted};
use crate::explain::{Step, parts};
use crate::game::{Ability, Board as On, Entry, Game, Known, Parameter};
use crate::natural::Natural;
use crate::rules::{Found, Moves, Position, Random, Rules};
use crate::scene::{Form, Role, Scene, Shape};
use crate::value::{Outcome, Play};

struct Northcott {
    /// Squares of a row, numbered from 1.
    width: u64,
}

/// The squares of the two pieces of each row, and whether the player with the right pieces is to move.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Board {
    rows: Box<[(u64, u64)]>,
    right: bool,
}

/// The mover's piece of a row, counted from 0, goes to a square.
#[derive(Clone)]
struct Slide {
    row: usize,
    to: u64,
}

impl fmt::Display for Slide {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} -> {}", self.row + 1, self.to)
    }
}

static GAPS: Theorem = Theorem {
    name: "northcott",
    play: Play::Normal,
    statement: "The mover loses exactly when the xor of the numbers of free squares between the two pieces of each row is 0",
    source: "Winning Ways, Northcott's game; by Nim with the gaps, as a step back is followed",
};

const MOST_WIDTH: u64 = 1_000_000_000_000;
const MOST_DRAWN: usize = 20;
const WIDEST_DRAWN: u64 = 40;

impl Position for Board {
    fn weight(&self) -> usize {
        size_of::<Board>() + 16 * self.rows.len()
    }
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rows = self.rows.iter().map(|(left, right)| format!("{left}-{right}"));
        f.write_str(&rows.collect::<Vec<String>>().join(" "))?;
        if self.right { f.write_str(" | right") } else { Ok(()) }
    }
}

impl FromStr for Board {
    type Err = Error;
    fn from_str(text: &str) -> Result<Board, Error> {
        let wrong = |word: &str| {
            Error::input(format!(
                "{} is not a row: write the squares of the left and the right piece of each row, such as 2-6 1-8, and | right \
                 behind them if the right pieces are to move",
                quoted(word)
            ))
        };
        let (rows, mover) =
            text.split_once('|').map_or((text, "left"), |(rows, side)| (rows, side.trim()));
        let right = match mover {
            "left" => false,
            "right" => true,
            other => return Err(wrong(other)),
        };
        let row = |word: &str| {
            let (left, right) = word.split_once('-')?;
            Some((left.parse::<u64>().ok()?, right.parse::<u64>().ok()?))
        };
        let words = rows.split([' ', ',']).filter(|word| !word.is_empty());
        let rows = words.map(|word| row(word).ok_or_else(|| wrong(word)));
        Ok(Board { rows: rows.collect::<Result<_, Error>>()?, right })
    }
}

impl Board {
    fn gap((left, right): &(u64, u64)) -> u64 {
        (right - left).saturating_sub(1)
    }

    fn sum(&self) -> u64 {
        self.rows.iter().fold(0, |sum, row| sum ^ Board::gap(row))
    }

    fn piles(&self) -> Option<Vec<parts::Pile>> {
        const MOST_TOLD: usize = 20;
        let pile =
            |(row, own): (usize, _)| (format!("gap of row {row}"), Natural::from(Board::gap(own)));
        (self.rows.len() <= MOST_TOLD).then(|| (1..).zip(&self.rows[..]).map(pile).collect())
    }

    /// The square of the mover's piece.
    fn own(&self, row: usize) -> u64 {
        let (left, right) = self.rows[row];
        if self.right { right } else { left }
    }
}

impl Northcott {
    fn open(parameters: &Parameters) -> Result<Game, Error> {
        let width = parameters.get("width", Some(0)).map(str::parse::<Natural>).transpose()?;
        let width = width.map_or(Some(8), |width| width.to_u64());
        let width = width.filter(|width| (2..=MOST_WIDTH).contains(width)).ok_or_else(|| {
            Error::input(format!(
                "width is how many squares a row has: write a number from 2 to {MOST_WIDTH}, such as northcott(8): 2-6 1-8"
            ))
        })?;
        let rule = "Move your piece of one row any number of squares forwards or back, not over the other piece; the left pieces \
                    are one player's and the right pieces the other's";
        Ok(Game::open(Northcott { width }, parameters)?.ruled(rule))
    }

    /// The squares to which the mover's piece can go.
    fn range(&self, board: &Board, row: usize) -> std::ops::RangeInclusive<u64> {
        let (left, right) = board.rows[row];
        if board.right { left + 1..=self.width } else { 1..=right - 1 }
    }

    /// The square that gives a gap this size.
    fn with_gap(board: &Board, row: usize, gap: u64) -> Option<u64> {
        let (left, right) = board.rows[row];
        match board.right {
            true => left.checked_add(gap + 1),
            false => right.checked_sub(gap + 1),
        }
    }
}

impl Rules for Northcott {
    type Position = Board;
    type Move = Slide;

    fn moves(&self, board: &Board, out: &mut Moves<'_, Slide>) {
        for row in 0..board.rows.len() {
            let own = board.own(row);
            for to in self.range(board, row).filter(|to| *to != own) {
                out.push(Slide { row, to });
                if out.full() {
                    return;
                }
            }
        }
    }

    fn play(&self, board: &Board, mv: &Slide) -> Board {
        let mut rows = board.rows.clone();
        let row = &mut rows[mv.row];
        if board.right {
            row.1 = mv.to
        } else {
            row.0 = mv.to
        }
        Board { rows, right: !board.right }
    }

    fn check(&self, board: &Board) -> Result<(), Error> {
        if board.rows.is_empty() {
            return Err(Error::input("there are no rows: write such as northcott: 2-6 1-8"));
        }
        match board
            .rows
            .iter()
            .find(|(left, right)| *left < 1 || left >= right || *right > self.width)
        {
            Some((left, right)) => Err(Error::input(format!(
                "{left}-{right} is not a row: the left piece stands before the right one, both on squares from 1 to {}",
                self.width
            ))),
            None => Ok(()),
        }
    }

    fn simplify(&self, board: Board) -> Board {
        // Rows in order, and seen from the mover's side.
        let turn = |(left, right): &(u64, u64)| (self.width + 1 - right, self.width + 1 - left);
        let mut rows: Box<[(u64, u64)]> =
            if board.right { board.rows.iter().map(turn).collect() } else { board.rows };
        rows.sort_unstable();
        Board { rows, right: false }
    }

    fn outcome(&self, board: &Board, play: Play) -> Option<Outcome> {
        (play == Play::Normal).then(|| Outcome::from_mover_wins(board.sum() != 0))
    }

    fn winning(&self, board: &Board, play: Play, limit: usize) -> Option<Found<Slide>> {
        if play == Play::Misere {
            return None;
        }
        let sum = board.sum();
        let fits = |row: usize| {
            let to = Northcott::with_gap(board, row, Board::gap(&board.rows[row]) ^ sum)?;
            (sum != 0 && self.range(board, row).contains(&to)).then_some(Slide { row, to })
        };
        // Steps forward first: they bring the end nearer.
        let mut moves: Vec<Slide> = (0..board.rows.len()).filter_map(fits).collect();
        moves.sort_by_key(|mv| {
            let gap = Board::gap(&board.rows[mv.row]);
            gap ^ sum > gap
        });
        Some(Found::first(moves, limit))
    }

    fn find_move(&self, board: &Board, text: &str) -> Option<Result<Slide, Error>> {
        let (row, to) = text.split_once("->")?;
        let (row, to) = (row.trim().parse::<usize>().ok()?, to.trim().parse::<u64>().ok()?);
        let row = row.checked_sub(1).filter(|row| *row < board.rows.len())?;
        let legal = self.range(board, row).contains(&to) && to != board.own(row);
        legal.then_some(Ok(Slide { row, to }))
    }

    fn theorem(&self, _board: &Board, play: Play) -> Option<&'static Theorem> {
        (play == Play::Normal).then_some(&GAPS)
    }

    fn explain(&self, board: &Board, play: Play) -> Option<Vec<Step>> {
        let piles = board.piles().filter(|_| play == Play::Normal)?;
        let why = "Count the free squares between the two pieces of each row. These gaps are piles: by a step forwards you make \
                   one as small as you like. A step back makes it larger, and gains nothing: the other side follows by as \
                   many squares, the gap is as it was, and there is less room behind you; so nobody can step back for ever.";
        Some(parts::nim(why, &piles, play))
    }

    fn because(&self, board: &Board, mv: &Slide, play: Play) -> Option<Step> {
        let piles = board.piles().filter(|_| play == Play::Normal)?;
        let to = &piles.get(mv.row)?.1 ^ &Natural::from(board.sum());
        parts::regrown(&piles, mv.row, &to, &self.describe(board, mv))
    }

    fn describe(&self, board: &Board, mv: &Slide) -> String {
        let side = if board.right { "right" } else { "left" };
        format!(
            "move the {side} piece of row {} from {} to {}",
            mv.row + 1,
            board.own(mv.row),
            mv.to
        )
    }

    fn numbers(&self, board: &Board, mv: &Slide) -> Numbers {
        let row = mv.row as u64 + 1;
        Numbers { squares: vec![[row, board.own(mv.row)], [row, mv.to]], ..Numbers::default() }
    }

    fn scene(&self, board: &Board) -> Scene {
        let (rows, wide) = (board.rows.len().min(MOST_DRAWN), self.width.min(WIDEST_DRAWN));
        let mut scene =
            Scene { width: wide as f64 * 1.1 + 1.2, height: rows as f64 * 1.2, ..Scene::default() };
        for row in 0..rows {
            let y = row as f64 * 1.2;
            let (left, right) = board.rows[row];
            let form = Form::Text { x: 0.5, y: y + 0.75 };
            let number = row + 1;
            let name =
                Shape::new(format!("row-{number}"), format!("Row {number}"), Role::Row, form);
            scene.shapes.push(name.with_caption(number.to_string()));
            let range = self.range(board, row);
            for square in 1..=wide {
                let x = 1.1 + (square - 1) as f64 * 1.1;
                let form = Form::Rectangle { x, y, width: 1.05, height: 1.05 };
                let label = format!("Row {number}, square {square}");
                let id = format!("row-{number}-square-{square}");
                let shape = Shape::new(id, label, Role::Square, form);
                let piece = [left, right].contains(&square);
                scene.shapes.push(match range.contains(&square) && !piece {
                    true => shape.with_pick(Some(Slide { row, to: square }.to_string())),
                    false if piece => shape,
                    false => shape.with_why("The other piece is in the way."),
                });
                if piece {
                    let (side, caption) =
                        if square == left { ("Left", "L") } else { ("Right", "R") };
                    let form = Form::Circle { x: x + 0.52, y: y + 0.52, radius: 0.42 };
                    let label = format!("{side} piece of row {number} on square {square}");
                    let id = format!("row-{number}-{}", caption.to_lowercase());
                    let role = if square == left { Role::Heads } else { Role::Tails };
                    scene.shapes.push(Shape::new(id, label, role, form).with_caption(caption));
                }
            }
        }
        let text = if board.right { "right to move" } else { "left to move" };
        let form = Form::Text { x: scene.width / 2.0, y: scene.height + 0.8 };
        scene.shapes.push(Shape::new("mover", text, Role::Text, form).with_caption(text));
        scene.height += 1.2;
        let cut = rows < board.rows.len() || wide < self.width;
        scene.capped = cut.then(|| "Not all rows and squares are drawn.".to_string());
        scene
    }

    fn random(&self, _size: u64, random: &mut Random) -> Option<Board> {
        let row = |random: &mut Random| {
            let left = random.between(1, self.width.min(8) - 1);
            (left, random.between(left + 1, self.width.min(8)))
        };
        let rows = (0..random.between(1, 2)).map(|_| row(random)).collect();
        Some(Board { rows, right: random.chance(0.5) })
    }
}

pub static ENTRY: Entry = Entry {
    name: "northcott",
    aliases: &["northcotts-game"],
    title: "Northcott's game",
    rules: "Rows of `width` squares, 8 if nothing is said, numbered from 1. In each row stand two pieces; the left ones are one \
            player's and the right ones the other's. A move takes one's own piece in one row any number of squares \
            forwards or back, not over the other piece and not onto it. The position has the squares of both pieces of each \
            row, 2-6 1-8; | right behind them says that the right pieces are to move, which changes with every move on this board.",
    board: On::Strip,
    can: &[Ability::Misere],
    parameters: &[Parameter {
        key: "width",
        required: false,
        list: false,
        help: "how many squares a row has; 8 if left out",
    }],
    examples: &[
        "northcott: 2-6 1-8",
        "northcott(5): 1-5 2-4",
        "northcott(6): 2-4 3-6 | right",
        "northcott: 3-6 2-5",
        "misere northcott(5): 1-4 2-5",
        "northcott(1000000): 7-900000 500-501 1-1000000",
    ],
    example_move: ("2-6 1-8", "2 -> 4"),
    known: &[Known {
        address: "northcott: 3-6 2-5",
        outcome: "P",
        value: None,
        source: "by hand: gaps 2 and 2",
    }],
    theorems: &[&GAPS],
    presets: &[],
    open: Northcott::open,
};
