//! Circular Nim: objects in a circle; take some that stand side by side.

use std::f64::consts::TAU;
use std::fmt;
use std::sync::Mutex;

use crate::address::Parameters;
use crate::analysis::{Change as Becomes, Numbers, Theorem};
use crate::ask::{Ask, Meter};
use crate::error::Error;
use crate::explain::{Claim, Step, parts};
use crate::game::{Ability, Board, Entry, Game, Known, Parameter, Preset};
use crate::heap::Heaps;
use crate::heap::beside::Beside;
use crate::natural::Natural;
use crate::rules::{Moves, Random, Rules};
use crate::scene::{Card, Form, Role, Rows, Scene, Shape, around};
use crate::sequence::{Code, Sequence};
use crate::value::{Nimber, Outcome, Play};

/// The values of rows, and whether more of them would take long work.
#[derive(Default)]
struct RowValues {
    sequence: Sequence,
    exhausted: bool,
}

struct CircularNim {
    most: u64,
    /// A row alone is the octal game 0.77...7 with `most` digits; its values as far as they were
    /// asked for.
    rows: Option<(Code, Mutex<RowValues>)>,
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
    statement: "Each row has a value, as a heap of the octal game 0.77...7 with as many digits as objects may be taken, \
                and values add by xor",
    source: "Guy and Smith 1956, The G-values of various games",
};

/// Rows that are told one by one at most.
const MOST_ROWS: usize = 20;
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
        let rule = match most {
            1 => "Take one object of the circle or of a row".to_string(),
            _ => format!(
                "Take up to {most} objects that stand side by side in the circle or in one row; a gap ends the \
                 neighbourhood"
            ),
        };
        Ok(Game::open(CircularNim::new(most)?, parameters)?.ruled(rule))
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

    /// The objects of a circle, and outside them handles for neighbours that are taken together.
    fn draw_circle(
        &self,
        scene: &mut Scene,
        size: u64,
        shown: u64,
        levels: usize,
        at: &dyn Fn(f64, usize) -> (f64, f64),
    ) {
        let named = |place: u64| format!("circle-{}", place % shown + 1);
        // Of a whole circle all are taken wherever one begins.
        for taken in (1..=self.most.min(size)).take(levels + 1) {
            for first in 0..if taken == size { 1 } else { shown } {
                let (number, last) = (first + 1, (first + taken - 1) % shown + 1);
                let (x, y) = at(first as f64 + (taken as f64 - 1.0) / 2.0, taken as usize - 1);
                let pick = Some(format!("circle -> {}", size - taken));
                let mut shape = if taken == 1 {
                    let form = Form::Circle { x, y, radius: 0.45 };
                    let label = format!("Circle, object {number} of {size}");
                    Shape::new(named(first), label, Role::Stone, form)
                } else {
                    let form =
                        Form::Rectangle { x: x - 0.45, y: y - 0.45, width: 0.9, height: 0.9 };
                    let label = format!("Circle, objects {number} to {last}");
                    let id = format!("circle-{number}-run-{taken}");
                    Shape::new(id, label, Role::Link, form).with_caption(taken.to_string())
                };
                shape.takes = (first..first + taken).map(named).collect();
                scene.shapes.push(shape.with_pick(pick));
            }
        }
        let more = (1..=self.most.min(size)).skip(levels + 1).take(40);
        let card = |taken: u64| Card {
            id: format!("circle-take-{taken}"),
            label: format!("Take {taken} side by side from the circle"),
            caption: taken.to_string(),
            role: Role::Card,
            pick: Some(format!("circle -> {}", size - taken)),
        };
        scene.add_cards(more.map(card).collect());
    }

    /// The story where there are rows: what each is worth.
    fn rows_told(&self, ring: &Beside) -> Option<Vec<Step>> {
        let rows = ring.heaps.sorted(|size| !size.is_zero());
        // What is left of a circle is a row, too.
        let left = ring.number.saturating_sub(1);
        let largest = rows.iter().max()?.to_u64().unwrap_or(u64::MAX).max(left);
        if rows.len() > MOST_ROWS {
            return None;
        }
        let most = self.most;
        let taken = match most {
            1 => "one".to_string(),
            _ => format!("up to {most} side by side"),
        };
        let circle = match (ring.number, self.circle_value(ring.number)) {
            (0, _) => String::new(),
            (size, 0) if most > 1 => format!(
                " The circle of {size} is worth 0: whatever is taken of it, one row is left, and whoever takes one or two \
                 from the middle of that can mirror."
            ),
            (size, value) => format!(" The circle of {size} is worth {value}."),
        };
        let text = format!(
            "Each row is a game of its own: a move takes {taken} and leaves what stands left and right. Give each length \
             a number: the least that no move leaves, where two rows that are left add by xor. \
             All is lost exactly when the xor of all numbers is 0.{circle}"
        );
        let mut values: Vec<u64> = Vec::new();
        for size in (0..=largest).take(parts::MOST_IN_ROW) {
            values.push(self.row_value(&Natural::from(size))?.0.to_u64()?);
        }
        let claims = || {
            let value = |(row, value): (usize, &u64)| Claim::Value {
                position: format!("0 | {row}"),
                value: Nimber::from(*value),
            };
            values.iter().enumerate().skip(1).map(value)
        };
        let table = parts::row("row", &values, &[]);
        let mut steps = vec![Step::new("idea", text).with_table(table).claiming(claims)];
        let (mut labels, mut numbers) = (Vec::new(), Vec::new());
        if ring.number > 0 {
            labels.push("circle".to_string());
            numbers.push(self.circle_value(ring.number));
        }
        for (row, size) in ring.heaps.iter().enumerate().filter(|(_, size)| !size.is_zero()) {
            labels.push(format!("row {}, {size}", row + 1));
            numbers.push(self.row_value(&size)?.0.to_u64()?);
        }
        steps.extend(parts::columns(&labels, &numbers));
        Some(steps)
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
                // Equal halves first: whoever leaves them can mirror.
                for before in (0..=rest / 2).rev() {
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
            Change::Circle(left) => format!("take {} from the circle", ring.number - left),
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

    fn last_move(&self) -> Option<&'static str> {
        Some("takes the last object")
    }

    fn find_move(&self, ring: &Beside, text: &str) -> Option<Result<Change, Error>> {
        // A row that stands in a circle keeps its sides: the larger rest may be named first.
        let (row, left) = text.split_once("->")?;
        let row = row.trim().parse::<usize>().ok()?.checked_sub(1)?;
        let left = left.parse::<Heaps>().ok().filter(|left| left.len() == 2)?;
        let size = (row < ring.heaps.len()).then(|| ring.heaps.word(row))??;
        let (before, after) = (left.word(0)?, left.word(1)?);
        let taken = size.checked_sub(before.checked_add(after)?)?;
        let legal = (1..=self.most).contains(&taken) && before.min(after) > 0;
        legal.then_some(Ok(Change::Row(row, left)))
    }

    fn scene(&self, ring: &Beside) -> Scene {
        const MOST: u64 = 60;
        let options = |size: u64, each: &mut dyn FnMut(&[u64]) -> bool| {
            for take in 1..=self.most.min(size) {
                if !(0..=(size - take) / 2).all(|before| each(&[before, size - take - before])) {
                    return;
                }
            }
        };
        let allows = |size: u64, left: &[u64]| {
            let rest = left.iter().sum::<u64>();
            rest < size && size - rest <= self.most
        };
        let rows = Rows::taking(self.most, &options, &allows);
        let count =
            ring.heaps.iter().map(|row| row.to_u64().unwrap_or(MOST).min(MOST + 1)).sum::<u64>();
        let closed = ring.number > 0;
        if !closed && (count == 0 || count > MOST) {
            return rows.scene(&ring.heaps);
        }
        // What is left of a circle stays on it, with gaps as wide as moves are on the average.
        let gap = (1.0 + self.most.min(5) as f64) / 2.0;
        let shown = ring.number.min(MOST);
        let full = ring.heaps.iter().filter(|row| !row.is_zero()).count() as f64;
        let places = if closed { shown as f64 } else { count as f64 + gap * full };
        let radius = if places < 2.0 { 0.5 } else { (places * 1.1 / TAU).max(0.8) };
        let outside = radius + 0.95 * rows.levels() as f64;
        let side = 2.0 * outside + 1.2;
        let mut scene = Scene { width: side, height: side, ..Scene::default() };
        let at = |place: f64, level: usize| {
            let ((right, down), far) = (around(place / places), radius + 0.95 * level as f64);
            (side / 2.0 + far * right, side / 2.0 + far * down)
        };
        let middle = Form::Text { x: side / 2.0, y: side / 2.0 + 0.2 };
        if !closed {
            let mut from = gap;
            let mut cards = Vec::new();
            for row in 0..ring.heaps.len() {
                let size = ring.heaps.word(row).unwrap_or(0);
                let place = |centre: f64, level: usize| at(from + centre, level);
                cards.extend(rows.draw(&mut scene, row, size, &place));
                from += if size == 0 { 0.0 } else { size as f64 + gap };
            }
            let sizes = ring.heaps.to_string();
            let label = format!("Rows that are left of a circle: {sizes}");
            scene.shapes.push(Shape::new("rows", label, Role::Row, middle).with_caption(sizes));
            scene.add_cards(cards);
            return scene;
        }
        self.draw_circle(&mut scene, ring.number, shown, rows.levels(), &at);
        let label = format!("A circle of {}", ring.number);
        scene.shapes.push(
            Shape::new("circle", label, Role::Row, middle).with_caption(ring.number.to_string()),
        );
        // Rows that were there before stand below.
        if !ring.heaps.is_empty() {
            let below = rows.scene(&ring.heaps);
            for mut shape in below.shapes {
                shape.form.shift(0.0, side);
                scene.shapes.push(shape);
            }
            scene.width = scene.width.max(below.width);
            scene.height += below.height;
            scene.capped = below.capped;
        }
        if ring.number > MOST {
            scene.capped = Some(format!("Only {MOST} objects of the circle are drawn."));
        }
        scene
    }

    fn explain(&self, position: &Beside, play: Play) -> Option<Vec<Step>> {
        let (size, most) = (position.number, self.most);
        if play == Play::Misere {
            return None;
        }
        if !position.heaps.is_empty() {
            return self.rows_told(position);
        }
        if size == 0 {
            return None;
        }
        if size <= most {
            let text = "All of the circle can be taken at once, and then no move is left.";
            let all = || {
                let (position, mv) = (position.to_string(), Change::Circle(0).to_string());
                [Claim::Move { position, mv, outcome: Outcome::Previous }]
            };
            return Some(vec![Step::new("idea", text).claiming(all)]);
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
                let (position, mv) = (position.to_string(), Change::Circle(row).to_string());
                [
                    Claim::Reply {
                        position: position.clone(),
                        mv: mv.clone(),
                        reply: reply.clone(),
                    },
                    Claim::Mirror { position, mv, reply: reply.clone() },
                ]
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

    fn because(&self, ring: &Beside, mv: &Change, _play: Play) -> Option<Step> {
        let word = |size: Natural| self.row_value(&size)?.0.to_u64();
        let (part, value, left) = match mv {
            Change::Row(row, left) => {
                (format!("Row {}", row + 1), word(ring.heaps.get(*row))?, left.clone())
            }
            Change::Circle(left) => {
                ("The circle".to_string(), self.circle_value(ring.number), Heaps::one(*left))
            }
        };
        let sum = self.value(ring)?.0.to_u64()?;
        let worth: Vec<u64> = left.iter().map(word).collect::<Option<_>>()?;
        let sizes: Vec<String> = left.iter().map(|size| size.to_string()).collect();
        let what = match left.len() == 2 && left.get(0) == left.get(1) {
            true => "Two equal rows are left, so that you can mirror:".to_string(),
            false => format!("What is left of it, {}, is worth", parts::list(&sizes)),
        };
        Some(parts::becomes(&part, value, sum, &what, &worth))
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
