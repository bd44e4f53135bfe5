//! Pictures of own games: what the file's `scene` says, or the position as text; with a card for each move that
//! cannot be picked otherwise.

use bouton_script::Seen;

use super::moves::Step;
use super::{Own, Place};
use crate::error::Error;
use crate::scene::{Card, Form, Role, Scene, Shape};

/// Cards for moves at most.
const MOST_CARDS: usize = 60;
/// Shapes that rules draw at most.
pub const MOST_SHAPES: usize = 2_000;

/// A thing that rules draw.
pub struct Thing {
    /// One of [`KINDS`].
    pub kind: &'static str,
    /// Its row, counted downwards.
    pub row: i64,
    /// Its column.
    pub column: i64,
    /// What is written on it.
    pub text: String,
    /// The move that picking it makes.
    pub pick: Option<String>,
}

/// The things of one row that is written as letters.
pub fn row(letters: &str, row: usize) -> impl Iterator<Item = Thing> {
    letters.chars().enumerate().map(move |(column, letter)| {
        let (kind, text) = match letter {
            '.' => ("cell", String::new()),
            '#' => ("gone", String::new()),
            letter => ("stone", letter.to_string()),
        };
        Thing { kind, row: row as i64, column: column as i64, text, pick: None }
    })
}

impl Own {
    /// What the file's `scene` draws, if it has one. A move that is none here is refused.
    pub(super) fn things(&self, position: &Place) -> Option<Result<Vec<Thing>, Error>> {
        let scene = self.scene?;
        Some(
            self.steps(position).and_then(|steps| {
                self.ask(scene, "scene", position, |value| things(value, &steps))
            }),
        )
    }

    pub(super) fn picture(&self, position: &Place) -> Scene {
        let steps = self.steps(position).unwrap_or_default();
        let (mut scene, wrong) = match self.things(position) {
            None => (Scene::text(&self.write_position(position)), None),
            Some(Ok(things)) => (drawn(&things), None),
            // A picture that fails is no reason to refuse an answer.
            Some(Err(error)) => {
                let said = error.to_string();
                (
                    Scene::text(&self.write_position(position)),
                    said.lines().next().map(str::to_string),
                )
            }
        };
        scene.capped = wrong;
        let picked = |step: &&Step| {
            let text = step.to_string();
            !scene.shapes.iter().any(|shape| shape.pick.as_deref() == Some(&text[..]))
        };
        let left: Vec<&Step> = steps.iter().filter(picked).collect();
        if left.len() > MOST_CARDS {
            scene.capped = Some(format!("Only {MOST_CARDS} of {} moves have cards.", left.len()));
        }
        let cards = left.iter().take(MOST_CARDS).enumerate().map(|(index, step)| Card {
            id: format!("move-{index}"),
            label: match &step.name {
                Some(name) => format!("Move: {name}"),
                None => format!("Move to {step}"),
            },
            caption: step.to_string(),
            role: Role::Card,
            pick: Some(step.to_string()),
        });
        let cards: Vec<Card> = cards.collect();
        scene.add_cards(cards);
        scene
    }
}

/// What a file's `scene` returns: rows of letters, or things with their places.
fn things(value: Seen<'_>, steps: &[Step]) -> Result<Vec<Thing>, String> {
    let Some(items) = value.items() else {
        return Err(format!(
            "scene returns a list of rows or of things: here is {}",
            value.shown()
        ));
    };
    let mut things = Vec::new();
    for (row, item) in items.enumerate() {
        if let Some(text) = item.text() {
            things.extend(self::row(text, row));
        } else {
            things.push(thing(item, steps)?);
        }
        if things.len() > MOST_SHAPES {
            return Err(too_many());
        }
    }
    Ok(things)
}

/// What is said of more things than can be drawn.
pub fn too_many() -> String {
    format!("scene draws more than {MOST_SHAPES} things")
}

/// What things can be: a square, what lies on it, words, and a square that is taken.
pub const KINDS: &[&str] = &["cell", "stone", "pin", "text", "gone"];
/// What a thing can say of itself.
pub const KEYS: &[&str] = &["kind", "row", "column", "text", "move"];

fn thing(item: Seen<'_>, steps: &[Step]) -> Result<Thing, String> {
    let Some(keys) = item.keys() else {
        return Err(format!(
            "a thing of a scene is a dict, such as {{\"kind\": \"cell\", \"row\": 0, \"column\": 1}}: here is {}",
            item.shown()
        ));
    };
    if let Some(odd) = keys.iter().find(|key| !KEYS.contains(key)) {
        return Err(format!("a thing of a scene has no {odd}: it has {}", KEYS.join(", ")));
    }
    let kind = item.get("kind").and_then(Seen::text).unwrap_or("cell");
    let Some(kind) = KINDS.iter().find(|known| **known == kind) else {
        return Err(format!("there is no kind {kind}: kinds are {}", KINDS.join(", ")));
    };
    let number = |name: &str| match item.get(name) {
        None => Ok(0),
        Some(value) => {
            value.integer().filter(|number| (-1000..=1000).contains(number)).ok_or_else(|| {
                format!("{name} is a number from -1000 to 1000: here is {}", value.shown())
            })
        }
    };
    let text = item
        .get("text")
        .map_or(String::new(), |text| text.text().map_or_else(|| text.shown(), str::to_string));
    let pick = match item.get("move") {
        Some(named) if !named.is_none() => {
            let name = named.text().map_or_else(|| named.shown(), str::to_string);
            let datum = named.datum().ok();
            let meant =
                |step: &&Step| step.to_string() == name || datum.as_ref() == Some(&step.to.0);
            match steps.iter().find(meant) {
                Some(step) => Some(step.to_string()),
                None => return Err(format!("scene offers the move {name}, which is none here")),
            }
        }
        _ => None,
    };
    Ok(Thing { kind, row: number("row")?, column: number("column")?, text, pick })
}

/// Their picture.
pub fn drawn(things: &[Thing]) -> Scene {
    let least = |of: fn(&Thing) -> i64| things.iter().map(of).min().unwrap_or(0);
    let most = |of: fn(&Thing) -> i64| things.iter().map(of).max().unwrap_or(0);
    let (top, left) = (least(|thing| thing.row), least(|thing| thing.column));
    let (width, height) =
        (most(|thing| thing.column) - left + 1, most(|thing| thing.row) - top + 1);
    let mut scene = Scene { width: width as f64, height: height as f64, ..Scene::default() };
    for (index, thing) in things.iter().enumerate() {
        let (x, y) = ((thing.column - left) as f64, (thing.row - top) as f64);
        let square = Form::Rectangle { x, y, width: 1.0, height: 1.0 };
        let circle = Form::Circle { x: x + 0.5, y: y + 0.5, radius: 0.4 };
        let (role, form, name) = match thing.kind {
            "stone" => (Role::Stone, circle, "Stone"),
            "pin" => (Role::Pin, circle, "Pin"),
            "gone" => (Role::Gone, square, "Taken square"),
            "text" => (Role::Text, Form::Text { x: x + 0.5, y: y + 0.5 }, "Text"),
            _ => (Role::Square, square, "Square"),
        };
        let mut label =
            format!("{name} in row {}, column {}", thing.row - top + 1, thing.column - left + 1);
        if !thing.text.is_empty() {
            label += &format!(": {}", thing.text);
        }
        let shape = Shape::new(format!("thing-{index}"), label, role, form);
        let shape =
            if thing.text.is_empty() { shape } else { shape.with_caption(thing.text.clone()) };
        scene.shapes.push(shape.with_pick(thing.pick.clone()));
    }
    scene
}
