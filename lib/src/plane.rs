//! Coins on the points of a quarter plane: what games on it share, their positions and their picture.

use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;

use crate::error::{Error, quoted};
use crate::rules::Position;
use crate::scene::{Form, Role, Scene, Shape};

/// The place of a coin, `3,5`, both counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Place(pub u32, pub u32);

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.0, self.1)
    }
}

/// The coins that show heads; all others of the quarter plane show tails.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Heads(pub BTreeSet<Place>);

impl Position for Heads {
    fn weight(&self) -> usize {
        size_of::<Heads>() + 16 * self.0.len()
    }
}

impl fmt::Display for Heads {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let places: Vec<String> = self.0.iter().map(Place::to_string).collect();
        f.write_str(if places.is_empty() { "none".to_string() } else { places.join(" ") }.as_str())
    }
}

impl FromStr for Heads {
    type Err = Error;
    fn from_str(text: &str) -> Result<Heads, Error> {
        if text == "none" {
            return Ok(Heads(BTreeSet::new()));
        }
        let mut places = BTreeSet::new();
        for word in text.split_whitespace() {
            let read = |text: &str| text.parse::<u32>().ok();
            let place = word.split_once(',').and_then(|(x, y)| Some(Place(read(x)?, read(y)?)));
            let place = place.ok_or_else(|| {
                Error::input(format!(
                    "{} is not the place of a coin: write the coins that show heads, such as 3,5 2,7, or none",
                    quoted(word)
                ))
            })?;
            if !places.insert(place) {
                return Err(Error::input(format!("coin {place} is named twice: once is enough")));
            }
        }
        Ok(Heads(places))
    }
}

impl Heads {
    /// The same with these coins turned.
    pub fn turned(&self, coins: impl IntoIterator<Item = Place>) -> Heads {
        let mut after = self.0.clone();
        for coin in coins {
            if !after.remove(&coin) {
                after.insert(coin);
            }
        }
        Heads(after)
    }
}

/// A picture of the coins nearest the corner; `picked` says which can be picked for a move.
pub(crate) fn scene(heads: &Heads, picked: impl Fn(Place) -> bool) -> Scene {
    const MOST: u32 = 14;
    let across = heads.0.iter().map(|place| place.0.saturating_add(1)).max().unwrap_or(1).min(MOST);
    let up = heads.0.iter().map(|place| place.1.saturating_add(1)).max().unwrap_or(1).min(MOST);
    let mut scene = Scene {
        width: f64::from(across) * 1.2 + 0.8,
        height: f64::from(up) * 1.2 + 0.8,
        ..Scene::default()
    };
    // The corner 0,0 stands at the lower left, places along the axes.
    for x in 0..across {
        for y in 0..up {
            let place = Place(x, y);
            let (role, side, letter) = match heads.0.contains(&place) {
                true => (Role::Heads, "heads", "H"),
                false => (Role::Tails, "tails", "T"),
            };
            let form = Form::Circle {
                x: f64::from(x) * 1.2 + 1.4,
                y: f64::from(up - y) * 1.2 - 0.6,
                radius: 0.5,
            };
            let pick = picked(place).then(|| place.to_string());
            scene.shapes.push(
                Shape::new(format!("coin-{x}-{y}"), format!("Coin {place}: {side}"), role, form)
                    .with_caption(letter)
                    .with_pick(pick),
            );
        }
    }
    let numbers = (0..across)
        .map(|x| ("x", x, Form::Text { x: f64::from(x) * 1.2 + 1.4, y: scene.height - 0.2 }))
        .chain((0..up).map(|y| ("y", y, Form::Text { x: 0.4, y: f64::from(up - y) * 1.2 - 0.4 })));
    let numbers: Vec<Shape> = numbers
        .map(|(axis, place, form)| {
            Shape::new(format!("{axis}-{place}"), format!("Place {place}"), Role::Text, form)
                .with_caption(place.to_string())
        })
        .collect();
    scene.shapes.extend(numbers);
    let hidden = heads.0.iter().any(|place| place.0 >= MOST || place.1 >= MOST);
    scene.capped =
        hidden.then(|| format!("Only the {MOST} by {MOST} coins nearest the corner are drawn."));
    scene
}
