//! Coins on a strip of squares that move to the left: what such games share.

use std::fmt;

use crate::analysis::Numbers;
use crate::error::{Error, quoted};
use crate::heap::Heaps;
use crate::natural::Natural;
use crate::rules::Moves;
use crate::scene::{Form, Role, Scene, Shape};

/// A coin moves from one square to another: `9, 3`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Slide {
    pub from: Natural,
    pub to: Natural,
}

impl fmt::Display for Slide {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, {}", self.from, self.to)
    }
}

/// Squares drawn at most.
const MOST_DRAWN: u64 = 40;

/// Which squares a coin may go to, for games that say of each whether it may.
pub(crate) type Allowed<'a> = &'a dyn Fn(&Natural, &Natural) -> bool;

impl Slide {
    /// The squares from which coins may move, each once; those that are far out come last, so that a list which ends
    /// early has the moves of coins that can be seen.
    fn squares(coins: &Heaps) -> Vec<Natural> {
        let mut squares: Vec<Natural> = Vec::new();
        for square in coins.iter().filter(|square| !square.is_zero()) {
            if !squares.contains(&square) {
                squares.push(square);
            }
        }
        squares.sort_by_key(|square| *square >= Natural::from(MOST_DRAWN));
        squares
    }

    /// Every move of a coin to the left that is allowed.
    pub fn list(coins: &Heaps, allowed: Allowed<'_>, out: &mut Moves<'_, Slide>) {
        for from in Slide::squares(coins) {
            let Some(most) = from.to_u64() else { return out.too_many() };
            for to in (0..most).map(Natural::from) {
                if allowed(&from, &to) {
                    out.push(Slide { from: from.clone(), to });
                    if out.full() {
                        return;
                    }
                }
            }
        }
    }

    /// The coins after the move.
    pub fn play(&self, coins: &Heaps) -> Heaps {
        match coins.iter().position(|square| square == self.from) {
            Some(coin) => coins.with(coin, &self.to),
            None => coins.clone(),
        }
    }

    /// Reads the two squares, in either order, since coins move to the left.
    pub fn read(coins: &Heaps, text: &str, allowed: Allowed<'_>) -> Result<Slide, Error> {
        let words = text.split([',', ' ']).filter(|word| !word.is_empty());
        let numbers: Result<Vec<Natural>, Error> = words.map(str::parse).collect();
        let (from, to) = match numbers.ok().as_deref() {
            Some([a, b]) => (a.max(b).clone(), a.min(b).clone()),
            _ => {
                return Err(Error::input(format!(
                    "{} is not a move: write the square of a coin and the one to which it goes, such as 9, 3",
                    quoted(text)
                )));
            }
        };
        match from > to && coins.iter().any(|square| square == from) && allowed(&from, &to) {
            true => Ok(Slide { from, to }),
            false => {
                Err(Error::input(format!("{} is not allowed by the rules", Slide { from, to })))
            }
        }
    }

    /// The move in words.
    pub fn describe(&self) -> String {
        format!("move the coin on square {} to {}", self.from, self.to)
    }

    /// The squares as numbers.
    pub fn numbers(&self) -> Numbers {
        let squares = [&self.from, &self.to].map(Natural::to_u64);
        Numbers { coins: squares.into_iter().flatten().collect(), ..Numbers::default() }
    }

    /// The strip with its coins; `named` has what stands on a coin and what it is called, by its place in the list.
    pub fn scene(
        coins: &Heaps,
        allowed: Allowed<'_>,
        named: &dyn Fn(usize) -> [&'static str; 2],
    ) -> Scene {
        let last = coins.iter().max().unwrap_or_default();
        let shown = last.to_u64().map_or(MOST_DRAWN, |last| last.min(MOST_DRAWN - 1) + 1);
        let high = |square: &Natural| coins.iter().filter(|coin| coin == square).count();
        let tallest = (0..shown).map(|square| high(&square.into())).max().unwrap_or(1).clamp(1, 6);
        let ground = tallest as f64 * 1.1;
        let mut scene =
            Scene { width: shown as f64 * 1.2, height: ground + 1.7, ..Scene::default() };
        // Picks are the squares of a coin and of its goal, and both must be drawn.
        let mut from = Slide::squares(coins);
        from.retain(|square| *square < Natural::from(shown));
        for number in 0..shown {
            let (square, x) = (Natural::from(number), number as f64 * 1.2);
            let reached = from.iter().any(|coin| *coin > square && allowed(coin, &square));
            let form = Form::Rectangle { x: x + 0.05, y: ground, width: 1.1, height: 0.5 };
            let shape = Shape::new(
                format!("square-{number}"),
                format!("Square {number}"),
                Role::Gone,
                form,
            );
            scene.shapes.push(match reached {
                true => shape.with_pick(Some(number.to_string())),
                false => {
                    shape.with_why(format!("No coin that is drawn can go to square {number}."))
                }
            });
            let form = Form::Text { x: x + 0.6, y: ground + 1.3 };
            scene.shapes.push(
                Shape::new(format!("place-{number}"), format!("Place {number}"), Role::Text, form)
                    .with_caption(number.to_string()),
            );
            let goes = (0..number).any(|to| allowed(&square, &to.into()));
            let here = (0..coins.len()).filter(|coin| coins.get(*coin) == square);
            for (level, coin) in here.take(6).enumerate() {
                let y = ground - 0.55 - level as f64 * 1.1;
                let [caption, name] = named(coin);
                let shape = Shape::new(
                    format!("coin-{}", coin + 1),
                    format!("{name} {} on square {number}", coin + 1),
                    Role::Stone,
                    Form::Circle { x: x + 0.6, y, radius: 0.5 },
                )
                .with_caption(caption);
                scene.shapes.push(match goes {
                    true => shape.with_pick(Some(number.to_string())),
                    false => shape.with_why("This coin cannot move."),
                });
            }
        }
        let hidden = last >= Natural::from(shown);
        let stacked = tallest == 6;
        scene.capped = (hidden || stacked)
            .then(|| format!("Only squares 0 to {} and some of the coins are drawn.", shown - 1));
        scene
    }
}
