//! Chomp: take a square and everything above and to the right of it; the corner is poisoned.

use crate::analysis::{Numbers, Theorem};
use crate::error::{Error, quoted};
use crate::explain::{Claim, Step};
use crate::game::{Ability, Board, Entry, Game, Known};
use crate::grid::{Square, staircase_scene};
use crate::heap::Heaps;
use crate::natural::Natural;
use crate::rules::{Found, Moves, Random, Rules};
use crate::scene::Scene;
use crate::value::{Nimber, Outcome, Play};
use bouton_core::order::InOrder;

/// A position is the lengths of the rows from the bottom, never growing:
///
/// ```text
/// row 2   □ □
/// row 1   ☠ □ □ □      "4 2"
/// ```
struct Chomp;

static HOOK: Theorem = Theorem {
    name: "chomp-hook",
    play: Play::Normal,
    statement: "A row and a column that meet in the poisoned corner are two Nim heaps",
    source: "Gale 1974, A curious Nim-type game",
};

static TWO_ROWS: Theorem = Theorem {
    name: "chomp-two-rows",
    play: Play::Normal,
    statement: "With two rows, or two columns, the mover loses exactly when the first is longer than the second by exactly \
                one",
    source: "Gale 1974, A curious Nim-type game",
};

static RECTANGLE: Theorem = Theorem {
    name: "chomp-rectangle",
    play: Play::Normal,
    statement: "A rectangle of more than one square is won by the mover (by strategy stealing); \
                a square board by taking 2,2, which leaves a symmetric hook",
    source: "Gale 1974, A curious Nim-type game",
};

/// The shapes about which something is proved.
enum Proved {
    /// One row and one column: their lengths without the corner.
    Hook(u64, u64),
    /// Two rows, or two columns if `turned`.
    TwoRows { lower: u64, upper: u64, turned: bool },
    /// All rows equally long.
    Rectangle { square: bool },
}

/// Rectangles of more rows are written as rows x columns.
const TALL: usize = 100;

fn word(heaps: &Heaps, row: usize) -> u64 {
    heaps.word(row).unwrap_or(u64::MAX)
}

fn rows(heaps: &Heaps) -> usize {
    (0..heaps.len()).take_while(|row| word(heaps, *row) > 0).count()
}

impl Chomp {
    fn known_shape(heaps: &Heaps) -> Option<Proved> {
        let count = rows(heaps);
        let (first, second) = (word(heaps, 0), if count > 1 { word(heaps, 1) } else { 0 });
        if second <= 1 {
            return Some(Proved::Hook(first - 1, count as u64 - 1));
        }
        if count == 2 {
            return Some(Proved::TwoRows { lower: first, upper: second, turned: false });
        }
        if first == 2 {
            let upper = (0..count).take_while(|row| word(heaps, *row) == 2).count() as u64;
            return Some(Proved::TwoRows { lower: count as u64, upper, turned: true });
        }
        let rectangle = word(heaps, count - 1) == first;
        rectangle.then_some(Proved::Rectangle { square: first == count as u64 })
    }
}

impl Rules for Chomp {
    type Position = Heaps;
    type Move = Square;

    fn moves(&self, heaps: &Heaps, out: &mut Moves<'_, Square>) {
        for row in 0..rows(heaps) {
            for column in 1..=word(heaps, row) {
                if row > 0 || column > 1 {
                    out.push(Square { row: row as u64 + 1, column });
                }
                if out.full() {
                    return;
                }
            }
        }
    }

    fn play(&self, heaps: &Heaps, square: &Square) -> Heaps {
        let rest = Natural::from(square.column - 1);
        let cut = |(row, length): (usize, Natural)| {
            if row as u64 + 1 >= square.row { length.min(rest.clone()) } else { length }
        };
        heaps.iter().enumerate().map(cut).collect()
    }

    fn read(&self, text: &str) -> Result<Heaps, Error> {
        const MOST_ROWS: u64 = 1_000_000;
        let Some((rows, columns)) = text.split_once('x') else { return text.parse() };
        let number = |text: &str| -> Result<u64, Error> {
            text.trim().parse::<Natural>()?.to_u64().filter(|number| *number > 0).ok_or_else(|| {
                Error::input(format!(
                    "{} is no side of a board: write rows x columns, such as 3x4",
                    quoted(text)
                ))
            })
        };
        let (rows, columns) = (number(rows)?, number(columns)?);
        if rows > MOST_ROWS {
            return Err(Error::input(format!(
                "a board has at most {MOST_ROWS} rows: turn it round, if it is long"
            )));
        }
        Ok(Heaps::from(&vec![columns; rows as usize][..]))
    }

    /// Tall rectangles in short, so that an address stays an address.
    fn write(&self, heaps: &Heaps) -> String {
        let (count, first) = (heaps.len(), heaps.get(0));
        if count > TALL && heaps.get(count - 1) == first {
            return format!("{count}x{first}");
        }
        heaps.to_string()
    }

    fn check(&self, heaps: &Heaps) -> Result<(), Error> {
        if heaps.iter().any(|length| length.bits() > 63) {
            return Err(Error::input("a row of chomp holds fewer than 2^63 squares"));
        }
        if heaps.is_empty() || word(heaps, 0) == 0 {
            return Err(Error::input(
                "the bottom row of chomp is empty, but the poisoned corner is never taken: write 1 at least",
            ));
        }
        let growing = (1..heaps.len()).find(|row| heaps.get(*row) > heaps.get(row - 1));
        match growing {
            None => Ok(()),
            Some(row) => Err(Error::input(format!(
                "row {} ({}) is longer than row {row} ({}) below it: rows are given from the bottom and never grow, such as 4 4 2",
                row + 1,
                heaps.get(row),
                heaps.get(row - 1)
            ))),
        }
    }

    /// Without empty rows, and the smaller of the shape and its mirror image at the diagonal.
    fn simplify(&self, heaps: Heaps) -> Heaps {
        let count = rows(&heaps);
        let lengths: Vec<u64> = (0..count).map(|row| word(&heaps, row)).collect();
        let first = lengths.first().copied().unwrap_or(0);
        if first > 256 {
            return Heaps::from(&lengths[..]);
        }
        let mirrored: Vec<u64> = (1..=first)
            .map(|column| lengths.partition_point(|length| *length >= column) as u64)
            .collect();
        Heaps::from(&lengths.min(mirrored)[..])
    }

    fn value(&self, heaps: &Heaps) -> Option<Nimber> {
        match Self::known_shape(heaps)? {
            Proved::Hook(row, column) => Some(Nimber::from(row ^ column)),
            _ => None,
        }
    }

    fn outcome(&self, heaps: &Heaps, play: Play) -> Option<Outcome> {
        if play == Play::Misere {
            return None;
        }
        Some(Outcome::from_mover_wins(match Self::known_shape(heaps)? {
            Proved::Hook(row, column) => row != column,
            Proved::TwoRows { lower, upper, .. } => lower != upper + 1,
            Proved::Rectangle { .. } => true,
        }))
    }

    fn moves_to(&self, heaps: &Heaps, target: &Nimber, limit: usize) -> Option<Found<Square>> {
        let Proved::Hook(row, column) = Self::known_shape(heaps)? else { return None };
        let Some(target) = target.0.to_u64() else { return Some(Found::none()) };
        let mut moves = Vec::new();
        if target ^ column < row {
            moves.push(Square { row: 1, column: (target ^ column) + 2 });
        }
        if target ^ row < column {
            moves.push(Square { row: (target ^ row) + 2, column: 1 });
        }
        Some(Found::first(moves, limit))
    }

    fn winning(&self, heaps: &Heaps, play: Play, limit: usize) -> Option<Found<Square>> {
        if play == Play::Misere {
            return None;
        }
        match Self::known_shape(heaps)? {
            Proved::Hook(..) => self.moves_to(heaps, &Nimber::ZERO, limit),
            Proved::TwoRows { lower, upper, turned } => {
                let square = if lower > upper + 1 {
                    Some(Square { row: 1, column: upper + 2 })
                } else {
                    (lower == upper).then_some(Square { row: 2, column: lower })
                };
                let turn = |square: Square| match turned {
                    true => Square { row: square.column, column: square.row },
                    false => square,
                };
                Some(Found::first(square.map(turn).into_iter().collect(), limit))
            }
            // Whether this is the only winning move is not known in general.
            Proved::Rectangle { square: true } => Some(Found {
                moves: vec![Square { row: 2, column: 2 }].into_iter().take(limit).collect(),
                count: None,
                complete: false,
            }),
            Proved::Rectangle { square: false } => None,
        }
    }

    fn find_move(&self, heaps: &Heaps, text: &str) -> Option<Result<Square, Error>> {
        Some(text.parse::<Square>().and_then(|square| {
            let inside = square.row <= rows(heaps) as u64
                && square.column <= word(heaps, square.row as usize - 1);
            match (inside, square.row == 1 && square.column == 1) {
                (true, false) => Ok(square),
                (_, true) => Err(Error::input("the square 1,1 is poisoned and cannot be taken")),
                (false, _) => Err(Error::input(format!("the square {square} is not on the board"))),
            }
        }))
    }

    fn theorem(&self, heaps: &Heaps, play: Play) -> Option<&'static Theorem> {
        if play == Play::Misere {
            return None;
        }
        Some(match Self::known_shape(heaps)? {
            Proved::Hook(..) => &HOOK,
            Proved::TwoRows { .. } => &TWO_ROWS,
            Proved::Rectangle { .. } => &RECTANGLE,
        })
    }

    fn goal(&self) -> Option<String> {
        Some("the corner is poisoned: whoever is left with it alone loses".to_string())
    }

    fn explain(&self, heaps: &Heaps, play: Play) -> Option<Vec<Step>> {
        if play == Play::Misere {
            return None;
        }
        let shape = Self::known_shape(heaps)?;
        let claim = || {
            let outcome = match shape {
                Proved::Hook(up, along) if up == along => Outcome::Previous,
                Proved::Hook(..) | Proved::Rectangle { .. } => Outcome::Next,
                Proved::TwoRows { .. } => self.outcome(heaps, play)?,
            };
            Some(Claim::Outcome { position: self.write(heaps), outcome })
        };
        let text = match shape {
            Proved::Hook(up, along) if up == along => {
                "One row and one column of the same length, besides the poisoned corner. Mirror: whatever is bitten off \
                 one arm, the reply bites off the other, until the corner alone is left."
            }
            Proved::Hook(0, _) | Proved::Hook(_, 0) => {
                "One line of squares: bite off all but the poisoned corner, and the other side is left with it."
            }
            Proved::Hook(..) => {
                "One row and one column besides the poisoned corner. Bite off the longer arm so that both are equally long; \
                 from then on mirror every bite on the other arm."
            }
            Proved::TwoRows { turned: true, .. } => {
                "With two columns leave one square fewer in the shorter column than in the longer one. Every move from \
                 there changes that, and it can always be restored: from equal columns by biting the last square of the \
                 right one, and otherwise by biting the longer column down to one more than the other."
            }
            Proved::TwoRows { .. } => {
                "With two rows leave one square fewer in the shorter row than in the longer one. Every move from there \
                 changes that, and it can always be restored: from equal rows by biting the last square of the upper row, \
                 and otherwise by biting the longer row down to one more than the other."
            }
            Proved::Rectangle { square: true } => {
                "Take the square diagonally next to the poisoned corner, and all beyond it: one row and one column of \
                 the same length are left. From then on mirror every bite on the other arm."
            }
            Proved::Rectangle { square: false } => {
                "You can steal the winning strategy. Suppose that biting off only the far corner lost: then the other side \
                 had a reply that wins, and since every bite takes the far corner along, you could have made that very bite \
                 at once. So some first bite wins. This does not tell which one; the move above was found by looking \
                 through the positions."
            }
        };
        Some(vec![Step::new("idea", text).claiming(claim)])
    }

    fn describe(&self, _heaps: &Heaps, square: &Square) -> String {
        format!(
            "take the square in row {}, column {}, and all above and to the right",
            square.row, square.column
        )
    }

    fn numbers(&self, _heaps: &Heaps, square: &Square) -> Numbers {
        Numbers { squares: vec![[square.row, square.column]], ..Numbers::default() }
    }

    fn scene(&self, heaps: &Heaps) -> Scene {
        staircase_scene(heaps)
    }

    fn random(&self, size: u64, random: &mut Random) -> Option<Heaps> {
        let side = (size / 2).clamp(1, 7);
        let mut lengths: Vec<u64> =
            (0..random.between(1, side)).map(|_| random.between(1, side)).collect();
        lengths.put_in_order_by(|a, b| b.cmp(a));
        Some(Heaps::from(&lengths[..]))
    }
}

pub static ENTRY: Entry = Entry {
    name: "chomp",
    aliases: &[],
    title: "Chomp",
    rules: "A board of squares, rows from the bottom, none longer than the one below it; 3x4 is three rows of four. \
            A move names a square and takes it with all squares above it and to its right. The bottom left square is \
            poisoned and cannot be taken, so who is left with it alone cannot move.",
    board: Board::Grid,
    can: &[Ability::Misere],
    parameters: &[],
    examples: &[
        "chomp: 3x4",
        "chomp: 4 4 2",
        "chomp: 5x5",
        "misere chomp: 3x3",
        "chomp: 2x10",
        "chomp: 1000x1000",
    ],
    example_move: ("3x4", "2,3"),
    known: &[
        Known { address: "chomp: 1", outcome: "P", value: Some(0), source: "Gale 1974" },
        Known { address: "chomp: 3x4", outcome: "N", value: None, source: "Gale 1974" },
        Known { address: "chomp: 4 3", outcome: "P", value: Some(0), source: "Gale 1974" },
        Known { address: "chomp: 3 1 1", outcome: "P", value: Some(0), source: "Gale 1974" },
        Known {
            address: "chomp: 5 2 2",
            outcome: "N",
            value: None,
            source: "computed; 4 2 2 is lost",
        },
    ],
    theorems: &[&HOOK, &TWO_ROWS, &RECTANGLE],
    presets: &[],
    open: |parameters| Game::open(Chomp, parameters),
};
