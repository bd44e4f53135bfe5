//! A picture as data: shapes with names and roles, some of which can be picked to make a move.

mod factors;
mod rows;

use rustc_hash::FxHashMap;
use serde::Serialize;

use crate::heap::Heaps;
pub(crate) use factors::Divided;
pub(crate) use rows::Rows;

/// A drawing in its own units; y grows downwards. Renderers need to know nothing about games.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Scene {
    /// Width in units.
    pub width: f64,
    /// Height in units.
    pub height: f64,
    /// What is drawn, back to front.
    pub shapes: Vec<Shape>,
    /// Where something was left out of the picture, a sentence that says so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub capped: Option<String>,
}

/// One thing in a scene.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Shape {
    /// A name that is unique in the scene: `pile-2-stone-3`.
    pub id: String,
    /// What a reader or a screen reader is told: "Pile 2, stone 3 of 5".
    pub label: String,
    /// What is written on it, if anything: "5", "H", "a".
    #[serde(skip_serializing_if = "String::is_empty")]
    pub caption: String,
    /// What it is, so that a style can be chosen.
    pub role: Role,
    /// Where it is.
    pub form: Form,
    /// What picking it means: a move, or one of the picks that together make a move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pick: Option<String>,
    /// Where something like it can be picked and this cannot, a sentence that says why.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub why: String,
    /// The shapes that picking it takes away, by their ids, where the position afterwards does not show it: what is
    /// left of a row has other places there.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub takes: Vec<String>,
    /// What stands for it in a picture of letters, where the game writes its positions so.
    #[serde(skip)]
    pub letter: Option<char>,
}

impl Shape {
    /// A shape that cannot be picked and bears no caption.
    pub fn new(id: impl Into<String>, label: impl Into<String>, role: Role, form: Form) -> Shape {
        let (id, label) = (id.into(), label.into());
        let (caption, why, takes) = (String::new(), String::new(), Vec::new());
        Shape { id, label, caption, role, form, pick: None, why, takes, letter: None }
    }

    /// In a picture of letters it is this one.
    pub fn with_letter(mut self, letter: char) -> Shape {
        self.letter = Some(letter);
        self
    }

    /// Writes something on it.
    pub fn with_caption(mut self, caption: impl Into<String>) -> Shape {
        self.caption = caption.into();
        self
    }

    /// Picking it means this.
    pub fn with_pick(mut self, pick: Option<String>) -> Shape {
        self.pick = pick;
        self
    }

    /// It cannot be picked, for this reason.
    pub fn with_why(mut self, why: impl Into<String>) -> Shape {
        self.why = why.into();
        self
    }
}

/// What a shape stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// A stone or token.
    Stone,
    /// A dark piece, where there are light ones.
    Dark,
    /// A light piece, where there are dark ones.
    Light,
    /// A queen of chess.
    Queen,
    /// A pin of a row.
    Pin,
    /// A pawn on its file.
    Pawn,
    /// A cell that is free.
    Cell,
    /// The place between two things, where a row is cut.
    Gap,
    /// A handle by which neighbours are taken together.
    Link,
    /// The goal of a track.
    Goal,
    /// A square of a board.
    Square,
    /// A square that nobody may take.
    Poison,
    /// The place where a pile stands.
    Ground,
    /// The name or the size of a row.
    Row,
    /// A coin that shows heads.
    Heads,
    /// A coin that shows tails.
    Tails,
    /// A node of a graph, or an element of an order.
    Node,
    /// An arrow, or a line between things.
    Arc,
    /// A card with a number or a sign on it.
    Card,
    /// Something that is gone, or a place that is free.
    Gone,
    /// Words.
    Text,
}

/// The geometry of a shape.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Form {
    /// A circle around (x, y).
    Circle {
        /// Centre, from the left.
        x: f64,
        /// Centre, from the top.
        y: f64,
        /// Radius.
        radius: f64,
    },
    /// A rectangle with its upper left corner at (x, y).
    Rectangle {
        /// Left edge.
        x: f64,
        /// Upper edge.
        y: f64,
        /// Width.
        width: f64,
        /// Height.
        height: f64,
    },
    /// A line from (x, y) to (to_x, to_y), with a head at its end if it is an arrow.
    Line {
        /// Start, from the left.
        x: f64,
        /// Start, from the top.
        y: f64,
        /// End, from the left.
        to_x: f64,
        /// End, from the top.
        to_y: f64,
        /// Whether it has a head.
        arrow: bool,
    },
    /// Only the caption, centred at (x, y).
    Text {
        /// Centre, from the left.
        x: f64,
        /// Base line, from the top.
        y: f64,
    },
}

impl Form {
    /// Moves the form to the right and down.
    pub fn shift(&mut self, right: f64, down: f64) {
        let (x, y) = match self {
            Form::Circle { x, y, .. } | Form::Rectangle { x, y, .. } | Form::Text { x, y } => {
                (x, y)
            }
            Form::Line { x, y, to_x, to_y, .. } => {
                *to_x += right;
                *to_y += down;
                (x, y)
            }
        };
        *x += right;
        *y += down;
    }
}

/// What may follow some picks.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Completion {
    /// Picks that may be added.
    pub next: Vec<String>,
    /// The move that the picks so far make, if they make one.
    #[serde(rename = "move")]
    pub whole: Option<String>,
}

/// A card of a scene: see [`Scene::add_cards`].
pub struct Card {
    /// See [`Shape::id`].
    pub id: String,
    /// See [`Shape::label`].
    pub label: String,
    /// See [`Shape::caption`].
    pub caption: String,
    /// See [`Shape::role`].
    pub role: Role,
    /// See [`Shape::pick`].
    pub pick: Option<String>,
}

/// Stones drawn in one pile at most, and piles drawn at most.
const MOST_STONES: u64 = 64;
const MOST_PILES: usize = 40;
/// Stones at either end of a larger pile.
const ENDS: u64 = 30;
/// Stones that stand on each other; the next ones stand beside them.
const TALLEST: u64 = 10;

/// Where a stone of a pile stands: so far to the right, and so far up.
fn stacked(stone: u64) -> (f64, f64) {
    (((stone - 1) / TALLEST) as f64, ((stone - 1) % TALLEST) as f64)
}

/// How far to the right and down of its middle a point of a circle of radius 1 is, so far round it from the top.
/// Exact to a hundred-thousandth, in a tenth of the code that exact sines take: pages fetch it.
pub(crate) fn around(part: f64) -> (f64, f64) {
    let sine = |part: f64| {
        let part = part - part.floor();
        let (half, sign) = if part > 0.5 { (part - 0.5, -1.0) } else { (part, 1.0) };
        let angle = half.min(0.5 - half) * std::f64::consts::TAU;
        let square = angle * angle;
        let tail = 1.0 - square / 42.0 * (1.0 - square / 72.0);
        sign * angle * (1.0 - square / 6.0 * (1.0 - square / 20.0 * tail))
    };
    (sine(part), -sine(part + 0.25))
}

/// Some words with commas and "or" between them.
fn either(words: &[String]) -> String {
    match words {
        [] => String::new(),
        [word] => word.clone(),
        [first @ .., last] => format!("{} or {last}", first.join(", ")),
    }
}

/// Why a stone of a pile cannot be picked: what may be taken from the pile instead.
fn why_not(size: u64, number: usize, pickable: &dyn Fn(u64) -> bool) -> String {
    if size > MOST_STONES {
        return "Taking down to this stone is no move.".to_string();
    }
    let taken: Vec<u64> = (1..=size).filter(|taken| pickable(size - taken)).collect();
    match taken[..] {
        [] => format!("Nothing may be taken from pile {number} now."),
        [first, .., last] if last - first + 1 == taken.len() as u64 && taken.len() > 2 => {
            format!("Only {first} to {last} may be taken from pile {number}.")
        }
        _ => {
            let words: Vec<String> = taken.iter().map(u64::to_string).collect();
            format!("Only {} may be taken from pile {number}.", either(&words))
        }
    }
}

/// Whether a shape is what a name stands for: itself, or one of a group, whose ids begin with its name.
pub fn stands_for(name: &str, id: &str) -> bool {
    id.strip_prefix(name).is_some_and(|rest| rest.is_empty() || rest.starts_with('-'))
}

impl Scene {
    /// The ids of the shapes that a move concerns: things that are not there after it or play another role then; where
    /// there are none, what is picked to make it; and otherwise what bears other words after it.
    pub fn changed(&self, mv: &str, after: &Scene) -> Vec<String> {
        let after: FxHashMap<&str, &Shape> =
            after.shapes.iter().map(|shape| (shape.id.as_str(), shape)).collect();
        let differs = |shape: &Shape, same: fn(&Shape, &Shape) -> bool| {
            !after.get(shape.id.as_str()).is_some_and(|other| same(shape, other))
        };
        // Cards come and go with the moves that they offer.
        let is_thing =
            |shape: &Shape| !matches!(shape.role, Role::Card | Role::Ground | Role::Text);
        let picks: Vec<&str> = mv.split(", ").collect();
        let tests: [&dyn Fn(&Shape) -> bool; 3] = [
            &|shape| is_thing(shape) && differs(shape, |one, other| one.role == other.role),
            &|shape| shape.pick.as_deref().is_some_and(|pick| picks.contains(&pick)),
            &|shape| differs(shape, |one, other| one.caption == other.caption),
        ];
        let mut chosen = tests.iter().map(|test| {
            let shapes = self.shapes.iter().filter(|shape| test(shape));
            shapes.map(|shape| shape.id.clone()).collect::<Vec<String>>()
        });
        chosen.find(|ids| !ids.is_empty()).unwrap_or_default()
    }

    /// The position as words, for a game that draws nothing.
    pub fn text(text: &str) -> Scene {
        let width = text.chars().count() as f64;
        let form = Form::Text { x: width / 2.0, y: 1.0 };
        let shape = Shape::new("position", text, Role::Text, form).with_caption(text);
        Scene { width, height: 2.0, shapes: vec![shape], capped: None }
    }

    /// Adds a row of cards below what is there; long captions make wide cards. Cards that do not
    /// fit go to further rows.
    pub fn add_cards(&mut self, cards: Vec<Card>) {
        const WIDEST: f64 = 12.0;
        let (mut x, mut y) = (0.0, self.height);
        for card in cards {
            let width = 0.6 + 0.5 * card.caption.chars().count().clamp(1, 24) as f64;
            if x > 0.0 && x + width > WIDEST {
                (x, y) = (0.0, y + 1.4);
            }
            let form = Form::Rectangle { x: x + 0.1, y: y + 0.1, width, height: 1.2 };
            x += width + 0.2;
            self.width = self.width.max(x);
            self.height = y + 1.4;
            self.shapes.push(
                Shape::new(card.id, card.label, card.role, form)
                    .with_caption(card.caption)
                    .with_pick(card.pick),
            );
        }
    }

    /// Piles of stones side by side, the ground below; what is above ten stones stands in further columns.
    ///
    /// Where a move leaves a pile smaller, picking the lowest stone taken means that move: picking
    /// stone 2 of pile 1 is `1 -> 1`. `pickable` says which sizes a pile may be given.
    pub fn piles(heaps: &Heaps, pickable: &dyn Fn(usize, u64) -> bool) -> Scene {
        let shown = heaps.len().min(MOST_PILES);
        let stones = |pile| heaps.word(pile).map_or(2 * ENDS, |size| size.min(MOST_STONES));
        let tallest = (0..shown).map(stones).max().unwrap_or(0).clamp(1, TALLEST);
        let height = tallest as f64 + 1.5;
        let mut scene = Scene { height, ..Scene::default() };
        for pile in 0..shown {
            let (size, number) = (heaps.get(pile), pile + 1);
            // Of a large pile both ends: what can be left, and what can be taken.
            let drawn: Vec<u64> = match heaps.word(pile) {
                Some(size) if size > MOST_STONES => {
                    (1..=ENDS).chain(size - ENDS + 1..=size).collect()
                }
                _ => (1..=stones(pile)).collect(),
            };
            let parted = drawn.last().is_some_and(|last| *last > MOST_STONES);
            let columns = (drawn.len() as u64).div_ceil(TALLEST).max(1) as f64 + f64::from(parted);
            let x = scene.width + 0.75;
            scene.width += columns + 0.5;
            let form = Form::Text { x: x + (columns - 1.0) / 2.0, y: height - 0.25 };
            let label = format!("Pile {number}: {size}");
            let digits = size.to_string();
            let caption = if digits.len() > 6 { format!("{}...", &digits[..3]) } else { digits };
            scene.shapes.push(
                Shape::new(format!("pile-{number}"), label, Role::Ground, form)
                    .with_caption(caption),
            );
            if parted {
                let form = Form::Text { x: x + (columns - 1.0) / 2.0, y: height - 1.5 };
                let label = format!("Pile {number}, stones that are not drawn");
                let more = Shape::new(format!("pile-{number}-more"), label, Role::Text, form);
                scene.shapes.push(more.with_caption("..."));
            }
            let why = why_not(size.to_u64().unwrap_or(u64::MAX), number, &|to| pickable(pile, to));
            for (place, stone) in (1..).zip(drawn) {
                let (right, up) = stacked(place);
                let right = right + f64::from(stone > place);
                let form = Form::Circle { x: x + right, y: height - 1.5 - up, radius: 0.45 };
                let label = format!("Pile {number}, stone {stone} of {size}");
                let id = format!("pile-{number}-stone-{stone}");
                let shape = Shape::new(id, label, Role::Stone, form);
                scene.shapes.push(match pickable(pile, stone - 1) {
                    true => shape.with_pick(Some(format!("{number} -> {}", stone - 1))),
                    false => shape.with_why(&why),
                });
            }
        }
        let hidden = heaps.len() - shown;
        let tall = (0..shown).any(|pile| heaps.word(pile).is_none_or(|size| size > MOST_STONES));
        let more = if hidden == 1 {
            "1 more pile is".to_string()
        } else {
            format!("{hidden} more piles are")
        };
        scene.capped = match (hidden, tall) {
            (0, false) => None,
            (0, true) => {
                Some(format!("Of more than {MOST_STONES} stones in a pile only some are drawn."))
            }
            (_, false) => Some(format!("{more} not drawn.")),
            (_, true) => Some(format!(
                "{more} not drawn, and of more than {MOST_STONES} stones in a pile only some."
            )),
        };
        scene
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_move_changes_is_what_goes() {
        let scene = |text: &str| Scene::piles(&text.parse().unwrap(), &|_, _| true);
        let changed = scene("3 4 5").changed("1 -> 1", &scene("1 4 5"));
        assert_eq!(changed, ["pile-1-stone-2", "pile-1-stone-3"]);
        assert!(stands_for("pile-1", "pile-1-stone-2") && !stands_for("pile-1", "pile-10"));
    }

    #[test]
    fn points_of_a_circle_are_on_it() {
        for step in -50..150 {
            let part = f64::from(step) / 100.0;
            let (right, down) = around(part);
            let (sine, cosine) = (part * std::f64::consts::TAU).sin_cos();
            assert!((right - sine).abs() < 1e-5 && (down + cosine).abs() < 1e-5, "{part}");
        }
    }

    #[test]
    fn huge_positions_are_capped_and_say_so() {
        let heaps: Heaps = "3 10^30".parse().unwrap();
        let scene = Scene::piles(&heaps, &|_, _| true);
        assert_eq!(scene.shapes.len(), 2 + 3 + 60);
        assert!(scene.capped.unwrap().contains("64 stones"));
        let large = Scene::piles(&Heaps::one(1000), &|_, size| size == 996);
        let picked = large.shapes.iter().find(|shape| shape.pick.is_some()).unwrap();
        assert_eq!(picked.label, "Pile 1, stone 997 of 1000");
        let many: Heaps = vec![1u64; 1000].as_slice().into();
        assert!(Scene::piles(&many, &|_, _| true).capped.unwrap().starts_with("960 more piles"));
    }
}
