//! A picture as data: shapes with names and roles, some of which can be picked to make a move.

use serde::Serialize;

use crate::heap::Heaps;

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
}

impl Shape {
    /// A shape that cannot be picked and bears no caption.
    pub fn new(id: impl Into<String>, label: impl Into<String>, role: Role, form: Form) -> Shape {
        let (id, label) = (id.into(), label.into());
        Shape { id, label, caption: String::new(), role, form, pick: None }
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
}

/// What a shape stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// A stone, pin or token.
    Stone,
    /// A square of a board.
    Square,
    /// A square that nobody may take.
    Poison,
    /// The place where a pile stands.
    Ground,
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

impl Scene {
    /// The position as words, for a game that draws nothing.
    pub fn text(text: &str) -> Scene {
        let width = text.chars().count() as f64;
        let form = Form::Text { x: width / 2.0, y: 1.0 };
        let shape = Shape::new("position", text, Role::Text, form).with_caption(text);
        Scene { width, height: 2.0, shapes: vec![shape], capped: None }
    }

    /// Adds a row of cards below what is there; long captions make wide cards. Cards that do not
    /// fit go to further rows.
    pub fn add_cards(&mut self, cards: impl IntoIterator<Item = Card>) {
        const WIDEST: f64 = 16.0;
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

    /// Piles of stones side by side, the ground below.
    ///
    /// Where a move leaves a pile smaller, picking the lowest stone taken means that move: picking
    /// stone 2 of pile 1 is `1 -> 1`. `pickable` says which sizes a pile may be given.
    pub fn piles(heaps: &Heaps, pickable: &dyn Fn(usize, u64) -> bool) -> Scene {
        let shown = heaps.len().min(MOST_PILES);
        let stones = |pile| heaps.word(pile).map_or(MOST_STONES, |size| size.min(MOST_STONES));
        let tallest = (0..shown).map(stones).max().unwrap_or(0).max(1);
        let height = tallest as f64 + 1.5;
        let mut scene = Scene { width: shown as f64 * 1.5, height, ..Scene::default() };
        for pile in 0..shown {
            let (size, number) = (heaps.get(pile), pile + 1);
            let x = pile as f64 * 1.5 + 0.75;
            let form = Form::Text { x, y: height - 0.25 };
            let label = format!("Pile {number}: {size}");
            let digits = size.to_string();
            let caption = if digits.len() > 6 { format!("{}...", &digits[..3]) } else { digits };
            scene.shapes.push(
                Shape::new(format!("pile-{number}"), label, Role::Ground, form)
                    .with_caption(caption),
            );
            for stone in 1..=stones(pile) {
                let y = height - 0.5 - stone as f64;
                let pick = pickable(pile, stone - 1).then(|| format!("{number} -> {}", stone - 1));
                scene.shapes.push(
                    Shape::new(
                        format!("pile-{number}-stone-{stone}"),
                        format!("Pile {number}, stone {stone} of {size}"),
                        Role::Stone,
                        Form::Circle { x, y, radius: 0.45 },
                    )
                    .with_pick(pick),
                );
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
            (0, true) => Some(format!("Only the lowest {MOST_STONES} stones of a pile are drawn.")),
            (_, false) => Some(format!("{more} not drawn.")),
            (_, true) => Some(format!(
                "{more} not drawn, and of a pile only the lowest {MOST_STONES} stones."
            )),
        };
        scene
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn huge_positions_are_capped_and_say_so() {
        let heaps: Heaps = "3 10^30".parse().unwrap();
        let scene = Scene::piles(&heaps, &|_, _| true);
        assert_eq!(scene.shapes.len(), 2 + 3 + 64);
        assert!(scene.capped.unwrap().contains("64 stones"));
        let many: Heaps = vec![1u64; 1000].as_slice().into();
        assert!(Scene::piles(&many, &|_, _| true).capped.unwrap().starts_with("960 more piles"));
    }
}
