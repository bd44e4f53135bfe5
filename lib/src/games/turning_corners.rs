//! Turning Corners: turn the four corners of a rectangle of coins on a grid.

use std::fmt;

use crate::analysis::{Numbers, Theorem};
use crate::error::{Error, quoted};
use crate::explain::{Claim, Step, parts};
use crate::game::{Ability, Board, Entry, Game, Known};
use crate::nimber;
use crate::plane::{self, Heads, Place};
use crate::rules::{Moves, Random, Rules};
use crate::scene::Scene;
use crate::value::{Nimber, Play};

struct TurningCorners;

/// What a head here is worth.
fn value(place: Place) -> u64 {
    nimber::product(place.0.into(), place.1.into())
}

/// Heads that are told one by one, and the largest place in a table of their numbers.
const MOST_TOLD: usize = 20;
const MOST_PLACE: u32 = 15;

/// The outer corner, which goes from heads to tails, and the inner one: `3,5, 1,2`.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Rectangle(Place, Place);

impl fmt::Display for Rectangle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, {}", self.0, self.1)
    }
}

static PRODUCT: Theorem = Theorem {
    name: "turning-corners",
    play: Play::Normal,
    statement: "The value is the xor over all heads of the product of the coin's two places, multiplied as nimbers",
    source: "Winning Ways, chapter 14: the Tartan theorem",
};

impl Rules for TurningCorners {
    type Position = Heads;
    type Move = Rectangle;

    fn moves(&self, heads: &Heads, out: &mut Moves<'_, Rectangle>) {
        for outer in &heads.0 {
            for x in 0..outer.0 {
                for y in 0..outer.1 {
                    out.push(Rectangle(*outer, Place(x, y)));
                    if out.full() {
                        return;
                    }
                }
            }
        }
    }

    fn play(&self, heads: &Heads, mv: &Rectangle) -> Heads {
        let Rectangle(outer, inner) = *mv;
        heads.turned([outer, inner, Place(outer.0, inner.1), Place(inner.0, outer.1)])
    }

    fn value(&self, heads: &Heads) -> Option<Nimber> {
        let products = heads.0.iter().map(|place| value(*place));
        Some(Nimber::from(products.fold(0, |sum, product| sum ^ product)))
    }

    fn find_move(&self, heads: &Heads, text: &str) -> Option<Result<Rectangle, Error>> {
        let place = |text: &str| -> Option<Place> {
            let Heads(places) = text.trim().parse::<Heads>().ok()?;
            places.first().copied().filter(|_| places.len() == 1)
        };
        let corners = text.split_once(", ").and_then(|(a, b)| Some((place(a)?, place(b)?)));
        Some(match corners {
            // The two corners may be named in either order.
            Some((a, b)) => {
                let (outer, inner) = if a > b { (a, b) } else { (b, a) };
                match inner.0 < outer.0 && inner.1 < outer.1 && heads.0.contains(&outer) {
                    true => Ok(Rectangle(outer, inner)),
                    false => {
                        Err(Error::input(format!("{} is not allowed by the rules", quoted(text))))
                    }
                }
            }
            None => Err(Error::input(format!(
                "{} is not a move: write the outer corner and the inner one, such as 3,5, 1,2",
                quoted(text)
            ))),
        })
    }

    fn theorem(&self, _heads: &Heads, play: Play) -> Option<&'static Theorem> {
        (play == Play::Normal).then_some(&PRODUCT)
    }

    fn explain(&self, heads: &Heads, play: Play) -> Option<Vec<Step>> {
        let across = heads.0.iter().map(|place| place.0).max().filter(|_| play == Play::Normal)?;
        let up = heads.0.iter().map(|place| place.1).max()?;
        if heads.0.len() > MOST_TOLD {
            return None;
        }
        let mut steps = vec![Step::new(
            "idea",
            "Every head is a game of its own, because two heads at one place are worth nothing together. To turn a \
             rectangle is to put three heads, its other corners, in the place of the head x,y: a,y and x,b and a,b with \
             a < x and b < y. So its number is the least that is no xor of three such numbers. On the edges it is 0; the \
             rest can be filled in from the corner. All is lost exactly when the xor of all heads is 0.",
        )];
        if across.max(up) <= MOST_PLACE {
            let cells = |x: u32| (0..=up).map(move |y| value(Place(x, y)).to_string());
            let head = ["x\\y".to_string()].into_iter().chain((0..=up).map(|y| y.to_string()));
            let rows = (0..=across).map(|x| [x.to_string()].into_iter().chain(cells(x)).collect());
            let table = [head.collect()].into_iter().chain(rows).collect();
            let claims = || {
                let places = (0..=across).flat_map(|x| (0..=up).map(move |y| Place(x, y)));
                places.map(|place| Claim::Value {
                    position: place.to_string(),
                    value: Nimber::from(value(place)),
                })
            };
            let text = "The numbers here (products of nimbers):";
            steps.push(Step::new("values", text).with_table(table).claiming(claims));
        }
        let labels: Vec<String> = heads.0.iter().map(|place| format!("coin {place}")).collect();
        let values: Vec<u64> = heads.0.iter().map(|place| value(*place)).collect();
        steps.extend(parts::columns(&labels, &values));
        Some(steps)
    }

    fn because(&self, heads: &Heads, mv: &Rectangle, _play: Play) -> Option<Step> {
        let Rectangle(outer, inner) = *mv;
        let sum = self.value(heads)?.0.to_u64()?;
        let others = [Place(inner.0, outer.1), Place(outer.0, inner.1), inner];
        let left = format!(
            "The other corners, {}, are worth",
            parts::list(&others.map(|place| place.to_string()))
        );
        let worth = others.map(value);
        Some(parts::becomes(&format!("Coin {outer}"), value(outer), sum, &left, &worth))
    }

    fn describe(&self, _heads: &Heads, mv: &Rectangle) -> String {
        format!("turn the corners of the rectangle from {} to {}", mv.1, mv.0)
    }

    fn numbers(&self, _heads: &Heads, mv: &Rectangle) -> Numbers {
        let squares = [&mv.0, &mv.1].map(|place| [place.0.into(), place.1.into()]).to_vec();
        Numbers { squares, ..Numbers::default() }
    }

    fn scene(&self, heads: &Heads) -> Scene {
        plane::scene(heads, |place| {
            let outer = |outer: &Place| {
                *outer == place && place.0 > 0 && place.1 > 0
                    || place.0 < outer.0 && place.1 < outer.1
            };
            heads.0.iter().any(outer)
        })
    }

    fn random(&self, size: u64, random: &mut Random) -> Option<Heads> {
        let most = (size as u32 / 4).clamp(2, 3);
        let place = |random: &mut Random| random.between(0, u64::from(most)) as u32;
        let count = random.between(1, 3);
        Some(Heads((0..count).map(|_| Place(place(random), place(random))).collect()))
    }
}

pub static ENTRY: Entry = Entry {
    name: "turning-corners",
    aliases: &[],
    title: "Turning Corners",
    rules: "Coins on the points of a grid, named by two places counted from 0; the position lists those that show \
            heads. A move turns the four corners of a rectangle with sides along the grid, the corner with the two \
            larger places from heads to tails: 3,5, 1,2 turns 3,5 and 1,2 and 3,2 and 1,5.",
    board: Board::Grid,
    can: &[Ability::Misere],
    parameters: &[],
    examples: &[
        "turning-corners: 3,2 2,3",
        "turning-corners: 3,3",
        "turning-corners: 3,5 2,7",
        "turning-corners: 2,0 0,5 1,1",
        "misere turning-corners: 2,3 1,1",
    ],
    example_move: ("3,2 2,3", "3,2, 1,1"),
    known: &[
        Known {
            address: "turning-corners: 3,5",
            outcome: "N",
            value: Some(15),
            source: "the nim-product of 3 and 5",
        },
        Known {
            address: "turning-corners: 2,2",
            outcome: "N",
            value: Some(3),
            source: "OEIS A051775",
        },
    ],
    theorems: &[&PRODUCT],
    presets: &[],
    open: |parameters| Game::open_light(TurningCorners, parameters),
};
