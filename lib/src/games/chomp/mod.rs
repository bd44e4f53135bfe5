//! Chomp: take a square and everything above and to the right of it; the corner is poisoned.

mod solid;

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

use solid::{Bite, Solid};

/// A position is the lengths of the rows from the bottom, never growing:
///
/// ```text
/// row 2   □ □
/// row 1   ☠ □ □ □      "4 2"
/// ```
///
/// Other shapes are heaps that begin with 0: see [`Solid`].
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

static ARMS: Theorem = Theorem {
    name: "chomp-arms",
    play: Play::Normal,
    statement: "Rows of cubes along the edges that meet in the poisoned corner are Nim heaps",
    source: "by hand, as a row and a column are: no bite out of one touches another",
};

static FARTHEST: Theorem = Theorem {
    name: "chomp-farthest",
    play: Play::Normal,
    statement: "A shape with a cube or square that is taken with every other one, such as a box, is won by the mover (by \
                strategy stealing)",
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

const NO_CORNER: &str =
    "the bottom row of chomp is empty, but the poisoned corner is never taken: write 1 at least";

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
        if Solid::of(heaps).is_some() {
            return None;
        }
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

impl Chomp {
    /// Why a shape that is no staircase is won or lost, where that is known without a search.
    fn tell(&self, heaps: &Heaps, solid: &Solid) -> Option<Vec<Step>> {
        let value = self.value(heaps);
        let text = match (&value, solid.farthest()) {
            (Some(_), _) => {
                "Nothing but rows of cubes that meet in the poisoned corner: a bite out of one leaves the others alone, and \
                 leaves any smaller length. So they are Nim piles, of their lengths without the corner, and the shape is lost \
                 exactly when the xor of these is 0."
                    .to_string()
            }
            (None, Some(far)) => format!(
                "You can steal the winning strategy. {far} is taken along with every other bite. Suppose that taking it alone \
                 lost: then the other side had a reply that wins, and you could have made that very bite at once, since it \
                 takes {far} along. So some first bite wins; this does not tell which."
            ),
            (None, None) => return None,
        };
        let claim = || match value {
            Some(value) => Some(Claim::Value { position: self.write(heaps), value }),
            None => Some(Claim::Outcome { position: self.write(heaps), outcome: Outcome::Next }),
        };
        Some(vec![Step::new("idea", text).claiming(claim)])
    }
}

impl Rules for Chomp {
    type Position = Heaps;
    type Move = Bite;

    fn moves(&self, heaps: &Heaps, out: &mut Moves<'_, Bite>) {
        if let Some(solid) = Solid::of(heaps) {
            return solid.bites().for_each(|bite| out.push(bite));
        }
        for row in 0..rows(heaps) {
            for column in 1..=word(heaps, row) {
                if row > 0 || column > 1 {
                    out.push(Bite::square(row as u64 + 1, column));
                }
                if out.full() {
                    return;
                }
            }
        }
    }

    fn play(&self, heaps: &Heaps, square: &Bite) -> Heaps {
        if let Some(solid) = Solid::of(heaps) {
            return solid.without(*square).heaps();
        }
        let rest = Natural::from(square.column - 1);
        let cut = |(row, length): (usize, Natural)| {
            if row as u64 + 1 >= square.row { length.min(rest.clone()) } else { length }
        };
        heaps.iter().enumerate().map(cut).collect()
    }

    fn read(&self, text: &str) -> Result<Heaps, Error> {
        const MOST_ROWS: u64 = 1_000_000;
        if let Some(solid) = Solid::read(text) {
            return Ok(solid?.heaps());
        }
        let Some((rows, columns)) = text.split_once('x') else {
            let lengths: Heaps = text.parse()?;
            return match lengths.word(0) {
                Some(0) => Err(Error::input(NO_CORNER)),
                _ => Ok(lengths),
            };
        };
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
        if let Some(solid) = Solid::of(heaps) {
            return solid.to_string();
        }
        let (count, first) = (heaps.len(), heaps.get(0));
        if count > TALL && heaps.get(count - 1) == first {
            return format!("{count}x{first}");
        }
        heaps.to_string()
    }

    fn check(&self, heaps: &Heaps) -> Result<(), Error> {
        if Solid::of(heaps).is_some() {
            return Ok(());
        }
        if heaps.iter().any(|length| length.bits() > 63) {
            return Err(Error::input("a row of chomp holds fewer than 2^63 squares"));
        }
        if heaps.is_empty() || word(heaps, 0) == 0 {
            return Err(Error::input(NO_CORNER));
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
        let heaps = Solid::of(&heaps).map_or(heaps, |solid| solid.simplified().heaps());
        if Solid::of(&heaps).is_some() {
            return heaps;
        }
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
        if let Some(solid) = Solid::of(heaps) {
            let [up, along, above] = solid.arms()?;
            return Some(Nimber::from(up ^ along ^ above));
        }
        match Self::known_shape(heaps)? {
            Proved::Hook(row, column) => Some(Nimber::from(row ^ column)),
            _ => None,
        }
    }

    fn outcome(&self, heaps: &Heaps, play: Play) -> Option<Outcome> {
        if play == Play::Misere {
            return None;
        }
        if let Some(solid) = Solid::of(heaps) {
            return solid.farthest().map(|_| Outcome::Next);
        }
        Some(Outcome::from_mover_wins(match Self::known_shape(heaps)? {
            Proved::Hook(row, column) => row != column,
            Proved::TwoRows { lower, upper, .. } => lower != upper + 1,
            Proved::Rectangle { .. } => true,
        }))
    }

    fn moves_to(&self, heaps: &Heaps, target: &Nimber, limit: usize) -> Option<Found<Bite>> {
        let Proved::Hook(row, column) = Self::known_shape(heaps)? else { return None };
        let Some(target) = target.0.to_u64() else { return Some(Found::none()) };
        let mut moves = Vec::new();
        if target ^ column < row {
            moves.push(Bite::square(1, (target ^ column) + 2));
        }
        if target ^ row < column {
            moves.push(Bite::square((target ^ row) + 2, 1));
        }
        Some(Found::first(moves, limit))
    }

    fn winning(&self, heaps: &Heaps, play: Play, limit: usize) -> Option<Found<Bite>> {
        if play == Play::Misere {
            return None;
        }
        match Self::known_shape(heaps)? {
            Proved::Hook(..) => self.moves_to(heaps, &Nimber::ZERO, limit),
            Proved::TwoRows { lower, upper, turned } => {
                let square = if lower > upper + 1 {
                    Some(Bite::square(1, upper + 2))
                } else {
                    (lower == upper).then_some(Bite::square(2, lower))
                };
                let turn = |square: Bite| match turned {
                    true => Bite::square(square.column, square.row),
                    false => square,
                };
                Some(Found::first(square.map(turn).into_iter().collect(), limit))
            }
            // Whether this is the only winning move is not known in general.
            Proved::Rectangle { square: true } => Some(Found {
                moves: vec![Bite::square(2, 2)].into_iter().take(limit).collect(),
                count: None,
                complete: false,
            }),
            Proved::Rectangle { square: false } => None,
        }
    }

    fn find_move(&self, heaps: &Heaps, text: &str) -> Option<Result<Bite, Error>> {
        if let Some(solid) = Solid::of(heaps) {
            return Some(solid.find(text));
        }
        Some(text.parse::<Square>().and_then(|square| {
            let inside = square.row <= rows(heaps) as u64
                && square.column <= word(heaps, square.row as usize - 1);
            match (inside, square.row == 1 && square.column == 1) {
                (true, false) => Ok(Bite::square(square.row, square.column)),
                (_, true) => Err(Error::input("the square 1,1 is poisoned and cannot be taken")),
                (false, _) => Err(Error::input(format!("the square {square} is not on the board"))),
            }
        }))
    }

    fn theorem(&self, heaps: &Heaps, play: Play) -> Option<&'static Theorem> {
        if play == Play::Misere {
            return None;
        }
        if let Some(solid) = Solid::of(heaps) {
            let far = solid.farthest().map(|_| &FARTHEST);
            return solid.arms().map(|_| &ARMS).or(far);
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
        if let Some(solid) = Solid::of(heaps) {
            return self.tell(heaps, &solid);
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

    fn describe(&self, _heaps: &Heaps, bite: &Bite) -> String {
        let Bite { row, column, layer } = bite;
        match layer {
            0 => format!(
                "take the square in row {row}, column {column}, and all above and to the right"
            ),
            _ => format!(
                "take the cube {row},{column},{layer} and all at least as far in every direction"
            ),
        }
    }

    fn numbers(&self, _heaps: &Heaps, bite: &Bite) -> Numbers {
        Numbers { squares: vec![[bite.row, bite.column]], ..Numbers::default() }
    }

    fn scene(&self, heaps: &Heaps) -> Scene {
        match Solid::of(heaps) {
            Some(solid) => solid.scene(),
            None => staircase_scene(heaps),
        }
    }

    fn random(&self, size: u64, random: &mut Random) -> Option<Heaps> {
        if random.chance(0.4) {
            return Some(Solid::random(random).heaps());
        }
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
            poisoned and cannot be taken, so who is left with it alone cannot move. Any other shape is drawn, rows from \
            the top with a / between them, . for a square and # for a hole; if there is no bottom left square nothing is \
            poisoned. In three dimensions 2x3x4 is a box of two rows, three columns and four layers of cubes, and 10/21 \
            says how high each column of cubes is; a move names a cube by row, column and layer, and takes all that are \
            nowhere nearer to the corner.",
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
        "chomp: .../.#./...",
        "chomp: 2x2x3",
        "chomp: 10/32",
        "misere chomp: ##../..../.#..",
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
        Known {
            address: "chomp: 100/411",
            outcome: "P",
            value: Some(0),
            source: "by hand: three arms of 1, 2 and 3",
        },
    ],
    theorems: &[&HOOK, &TWO_ROWS, &RECTANGLE, &ARMS, &FARTHEST],
    presets: &[],
    open: |parameters| Game::open(Chomp, parameters),
};
