//! Circular Nim: objects in a circle; take some that stand side by side.

use std::f64::consts::TAU;
use std::fmt;
use std::sync::Mutex;

use crate::address::Parameters;
use crate::analysis::{Change as Becomes, Numbers, Theorem};
use crate::ask::{Ask, Meter};
use crate::error::Error;
use crate::explain::{Claim, Step};
use crate::game::{Ability, Board, Entry, Game, Known, Parameter, Preset};
use crate::heap::Heaps;
use crate::heap::beside::Beside;
use crate::natural::Natural;
use crate::rules::{Moves, Random, Rules};
use crate::scene::{Form, Role, Scene, Shape};
use crate::sequence::{Code, Sequence};
use crate::value::{Nimber, Play};

/// The values of rows, and whether more of them would take long work.
#[derive(Default)]
struct Rows {
    sequence: Sequence,
    exhausted: bool,
}

struct CircularNim {
    most: u64,
    /// A row alone is the octal game 0.77...7 with `most` digits; its values as far as they were
    /// asked for.
    rows: Option<(Code, Mutex<Rows>)>,
}

/// What becomes of the circle, `circle -> 7`, or of a row, `2 -> 1 3`.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Change {
    Circle(u64),
    Row(usize, Heaps),
}

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Change::Circle(left) => write!(f, "circle -> {left}"),
            Change::Row(row, left) => write!(f, "{} -> {left}", row + 1),
        }
    }
}

static CIRCLE: Theorem = Theorem {
    name: "circular-nim",
    play: Play::Normal,
    statement: "A circle alone has the value of its size if all of it can be taken at once; otherwise 0 if two or more \
                may be taken at once, by symmetry, and its parity if only one may be",
    source: "Winning Ways, chapter 4 (symmetry); checked by bouton verify",
};

static ROWS: Theorem = Theorem {
    name: "circular-nim-rows",
    play: Play::Normal,
    statement: "A row is a heap of the octal game 0.77...7 with as many digits as objects may be taken, and values add \
                by xor",
    source: "Guy and Smith 1956, The G-values of various games",
};

/// First moves that are told with their replies.
const MOST_OPENINGS: u64 = 6;
/// Longer codes than this are left to search.
const MOST_DIGITS: usize = 64;
/// Options looked at, at most, for the values of rows: a fraction of a second.
const MOST_STEPS: u64 = 30_000_000;

impl CircularNim {
    fn open(parameters: &Parameters) -> Result<Game, Error> {
        let most = parameters.get("most", Some(0)).unwrap_or_default().parse::<Natural>()?;
        let most = most.to_u64().filter(|most| *most > 0).ok_or_else(|| {
            Error::input("most is how many may be taken: write a number from 1 up, such as most=3")
        })?;
        Game::open(CircularNim::new(most)?, parameters)
    }

    fn new(most: u64) -> Result<CircularNim, Error> {
        let digits = usize::try_from(most).ok().filter(|digits| *digits <= MOST_DIGITS);
        let code = digits.map(|digits| format!("0.{}", "7".repeat(digits)).parse::<Code>());
        Ok(CircularNim { most, rows: code.transpose()?.map(|code| (code, Mutex::default())) })
    }

    /// The value of a row by the sequence of its code, if that takes no long work.
    fn row_value(&self, row: &Natural) -> Option<Nimber> {
        let (code, sequence) = self.rows.as_ref()?;
        let mut rows = sequence.lock().ok()?;
        if rows.exhausted {
            return rows.sequence.known(row);
        }
        let ask = Ask { steps: MOST_STEPS, ..Ask::default() };
        let value = rows.sequence.value(code, row, &mut Meter::new(&ask)).ok();
        rows.exhausted = value.is_none();
        value
    }

    fn circle_value(&self, size: u64) -> u64 {
        match self.most {
            _ if size <= self.most => size,
            1 => size % 2,
            _ => 0,
        }
    }
}

impl Rules for CircularNim {
    type Position = Beside;
    type Move = Change;

    fn moves(&self, ring: &Beside, out: &mut Moves<'_, Change>) {
        for take in 1..=self.most.min(ring.number) {
            out.push(Change::Circle(ring.number - take));
            if out.full() {
                return;
            }
        }
        for row in 0..ring.heaps.len() {
            let Some(size) = ring.heaps.word(row) else { return out.too_many() };
            for take in 1..=self.most.min(size) {
                let rest = size - take;
                for before in 0..=rest / 2 {
                    let left = match before {
                        0 => Heaps::one(rest),
                        before => Heaps::from(&[before, rest - before][..]),
                    };
                    out.push(Change::Row(row, left));
                    if out.full() {
                        return;
                    }
                }
            }
        }
    }

    fn play(&self, ring: &Beside, mv: &Change) -> Beside {
        match mv {
            Change::Circle(left) => {
                let row = (*left > 0).then(|| Natural::from(*left));
                Beside { number: 0, heaps: ring.heaps.iter().chain(row).collect() }
            }
            Change::Row(row, left) => {
                Beside { number: ring.number, heaps: ring.heaps.replaced(*row, left) }
            }
        }
    }

    fn simplify(&self, ring: Beside) -> Beside {
        Beside { number: ring.number, heaps: ring.heaps.sorted(|size| !size.is_zero()) }
    }

    fn split(&self, ring: &Beside) -> Option<Vec<Beside>> {
        let rows =
            ring.heaps.iter().map(|row| Beside { number: 0, heaps: [row].into_iter().collect() });
        let circle = Beside { number: ring.number, heaps: Heaps::from(&[][..]) };
        let circle = (ring.number > 0).then_some(circle);
        let parts: Vec<Beside> = circle.into_iter().chain(rows).collect();
        (parts.len() > 1).then_some(parts)
    }

    fn value(&self, ring: &Beside) -> Option<Nimber> {
        let mut value = Nimber::from(self.circle_value(ring.number));
        for row in ring.heaps.iter() {
            value = &value + &self.row_value(&row)?;
        }
        Some(value)
    }

    fn theorem(&self, ring: &Beside, play: Play) -> Option<&'static Theorem> {
        self.value(ring).filter(|_| play == Play::Normal)?;
        Some(if ring.heaps.is_empty() { &CIRCLE } else { &ROWS })
    }

    fn describe(&self, ring: &Beside, mv: &Change) -> String {
        let taken = |size: u64, left: &Heaps| {
            size - left.iter().filter_map(|heap| heap.to_u64()).sum::<u64>().min(size)
        };
        match mv {
            Change::Circle(0) => "take the whole circle".to_string(),
            Change::Circle(left) => {
                format!("take {} side by side from the circle", ring.number - left)
            }
            Change::Row(row, left) => {
                let taken = taken(ring.heaps.word(*row).unwrap_or(0), left);
                match left.len() {
                    1 => format!("take {taken} from an end of row {}", row + 1),
                    _ => format!(
                        "take {taken} from row {}, leaving {} and {}",
                        row + 1,
                        left.get(0),
                        left.get(1)
                    ),
                }
            }
        }
    }

    fn numbers(&self, ring: &Beside, mv: &Change) -> Numbers {
        let becomes = match mv {
            Change::Circle(left) => Becomes::new(None, ring.number.into(), [(*left).into()]),
            Change::Row(row, left) => {
                Becomes::new(Some(row + 1), ring.heaps.get(*row), left.iter())
            }
        };
        becomes.into()
    }

    fn scene(&self, ring: &Beside) -> Scene {
        const MOST: u64 = 60;
        let shown = ring.number.min(MOST);
        let radius = if shown < 2 { 0.5 } else { (shown as f64 * 1.1 / TAU).max(0.8) };
        let side = if ring.number == 0 { 0.0 } else { 2.0 * radius + 1.2 };
        let rows: Vec<u64> = (0..ring.heaps.len().min(20))
            .map(|row| ring.heaps.word(row).unwrap_or(MOST).min(MOST))
            .collect();
        let widest = rows.iter().copied().max().unwrap_or(0) as f64 * 1.1 + 0.5;
        let mut scene = Scene {
            width: side.max(widest).max(1.0),
            height: (side + rows.len() as f64 * 1.3).max(1.0),
            ..Scene::default()
        };
        let middle = scene.width / 2.0;
        for place in 0..shown {
            let angle = place as f64 / shown as f64 * TAU;
            let form = Form::Circle {
                x: middle + radius * angle.sin(),
                y: side / 2.0 - radius * angle.cos(),
                radius: 0.45,
            };
            let (id, number) = (format!("circle-{}", place + 1), place + 1);
            let mut label = format!("Circle, object {number} of {}", ring.number);
            // All places of a circle are alike: picking the first j objects stands for taking j.
            let pick = (place < self.most).then(|| format!("circle -> {}", ring.number - number));
            if pick.is_some() {
                label += &format!(": take {number} side by side");
            }
            scene.shapes.push(Shape::new(id, label, Role::Stone, form).with_pick(pick));
        }
        for (row, size) in rows.iter().enumerate() {
            for place in 0..*size {
                let form = Form::Circle {
                    x: place as f64 * 1.1 + 0.6,
                    y: side + row as f64 * 1.3 + 0.65,
                    radius: 0.45,
                };
                let (id, label) = (
                    format!("row-{}-{}", row + 1, place + 1),
                    format!("Row {}, object {} of {size}", row + 1, place + 1),
                );
                let pick = (place < self.most && ring.heaps.word(row) == Some(*size))
                    .then(|| format!("{} -> {}", row + 1, size - place - 1));
                scene.shapes.push(Shape::new(id, label, Role::Stone, form).with_pick(pick));
            }
        }
        let hidden = ring.number > MOST
            || ring.heaps.len() > 20
            || ring.heaps.iter().any(|size| size > Natural::from(MOST));
        scene.capped = hidden.then(|| {
            format!("Only {MOST} objects of the circle and of each row, and 20 rows, are drawn.")
        });
        scene
    }

    fn explain(&self, position: &Beside, play: Play) -> Option<Vec<Step>> {
        let (size, most) = (position.number, self.most);
        // Rows that are there change the numbers of those that come.
        if play == Play::Misere || !position.heaps.is_empty() || size == 0 {
            return None;
        }
        if size <= most {
            let text = "All of the circle can be taken at once, and then no move is left.";
            return Some(vec![Step::new("idea", text)]);
        }
        if most < 2 {
            return None;
        }
        let last = if most < size - 1 { "" } else { ", if any is left" };
        let mut steps = vec![Step::new(
            "idea",
            format!(
                "The first move opens the circle: one row is left. The reply takes one or two from the middle of that row, \
                 so that two equal rows are left{last}. From then on it mirrors: whatever is done to one row, the same is \
                 done to the other, and whoever opened the circle runs out of moves first."
            ),
        )];
        for taken in 1..=most.min(MOST_OPENINGS) {
            let row = size - taken;
            let middle = 2 - row % 2;
            let half = (row - middle) / 2;
            let left = match half {
                0 => "nothing is left".to_string(),
                _ => format!("{half} and {half} are left"),
            };
            let reply = match half {
                0 => "1 -> 0".to_string(),
                _ => format!("1 -> {half} {half}"),
            };
            let claim = || {
                [Claim::Reply {
                    position: position.to_string(),
                    mv: Change::Circle(row).to_string(),
                    reply: reply.clone(),
                }]
            };
            let text = format!(
                "take {taken}: then a row of {row}, and the reply takes {middle} from its middle: {left}."
            );
            steps.push(Step::new("reply", text).claiming(claim));
        }
        if most > MOST_OPENINGS {
            steps.push(Step::new("reply", "and so on for larger moves."));
        }
        Some(steps)
    }

    fn random(&self, size: u64, random: &mut Random) -> Option<Beside> {
        let circle = if random.chance(0.7) { random.between(0, size) } else { 0 };
        let rows: Vec<u64> =
            (0..random.between(0, 3 - 1)).map(|_| random.between(0, size / 2)).collect();
        Some(Beside { number: circle, heaps: Heaps::from(&rows[..]) })
    }
}

pub static ENTRY: Entry = Entry {
    name: "circular-nim",
    aliases: &[],
    title: "Circular Nim",
    rules: "A circle of objects, and rows that appear when it is opened. A move takes 1 to `most` objects that stand \
            side by side in the circle or in one row; a gap ends the neighbourhood. The position is the circle, then \
            after a bar the rows: 10 | 4 2.",
    board: Board::Heaps,
    can: &[Ability::Misere],
    parameters: &[Parameter {
        key: "most",
        required: true,
        list: false,
        help: "how many neighbours may be taken at once",
    }],
    examples: &[
        "circular-nim(most=3): 10",
        "circular-nim(most=3): 10 | 4 2",
        "circular-nim(most=3): 3",
        "circular-nim(most=2): 0 | 7 5",
        "circular-nim(most=1): 9 | 3",
        "misere circular-nim(most=2): 8",
        "circular-nim(most=3): 10^18",
    ],
    example_move: ("10 | 4 2", "circle -> 7"),
    known: &[
        Known {
            address: "circular-nim(most=3): 10",
            outcome: "P",
            value: Some(0),
            source: "by symmetry: answer opposite",
        },
        Known {
            address: "circular-nim(most=3): 3",
            outcome: "N",
            value: Some(3),
            source: "take all",
        },
    ],
    theorems: &[&CIRCLE, &ROWS],
    presets: &[Preset {
        name: "circle-of-ten",
        address: "circular-nim(most=3): 10",
        note: "ten objects in a circle, take up to three neighbours",
    }],
    open: CircularNim::open,
};
