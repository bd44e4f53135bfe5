//! The product of two coin games: what one turns in a row and the other in a column, on a quarter plane of coins.

use std::collections::BTreeSet;
use std::fmt;

use crate::address::{self, Parameters};
use crate::analysis::{Numbers, Theorem};
use crate::error::{Error, quoted};
use crate::explain::{Claim, Step, parts};
use crate::game::{Ability, Board, Entry, Game, Known, Parameter};
use crate::nimber;
use crate::plane::{self, Heads, Place};
use crate::rules::{Moves, Random, Rules};
use crate::scene::Scene;
use crate::strip::CoinRules;
use crate::value::{Nimber, Play};

/// The games across and up.
struct Product {
    across: Game,
    up: Game,
}

/// The outer coin, which goes from heads to tails, and what is turned with it in its row and in its column; so is whatever
/// lies in a row and in a column of these: `3,5, 1,5, 3,2` turns 1,2 too.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Cross {
    outer: Place,
    across: Vec<u32>,
    up: Vec<u32>,
}

static TARTAN: Theorem = Theorem {
    name: "product",
    play: Play::Normal,
    statement: "The value is the xor over all heads of the values that a head at its two places has in the two games, \
                multiplied as nimbers",
    source: "Winning Ways, chapter 14: the Tartan theorem",
};

/// Heads that are told one by one, and the largest place in a table of their numbers.
const MOST_TOLD: usize = 20;
const MOST_PLACE: u32 = 15;

/// Moves looked at for what can be picked.
const MOST_PICKED: usize = 10_000;

impl Cross {
    /// What tells the move: the outer coin, then its row, then its column.
    fn named(&self) -> impl Iterator<Item = Place> + '_ {
        let across = self.across.iter().map(|x| Place(*x, self.outer.1));
        let up = self.up.iter().map(|y| Place(self.outer.0, *y));
        [self.outer].into_iter().chain(across).chain(up)
    }

    /// Every coin that is turned.
    fn turned(&self) -> impl Iterator<Item = Place> + '_ {
        let columns = [self.outer.0].into_iter().chain(self.across.iter().copied());
        let rows = || [self.outer.1].into_iter().chain(self.up.iter().copied());
        columns.flat_map(move |x| rows().map(move |y| Place(x, y)))
    }
}

impl fmt::Display for Cross {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let places: Vec<String> = self.named().map(|place| place.to_string()).collect();
        f.write_str(&places.join(", "))
    }
}

fn places(coins: &[usize]) -> Vec<u32> {
    coins.iter().map(|coin| *coin as u32).collect()
}

impl Product {
    fn open(parameters: &Parameters) -> Result<Game, Error> {
        let side = |key, place| {
            let text = parameters.get(key, Some(place)).unwrap_or_default();
            let game = address::open_named(text)?;
            match game.rules().coins() {
                Some(_) => Ok(game),
                None => Err(Error::input(format!(
                    "{} is no game on a row of coins: write one that is, such as product(ruler,turning-turtles)",
                    game.name()
                ))),
            }
        };
        let (across, up) = (side("across", 0)?, side("up", 1)?);
        let parameters = parameters.listing(vec![across.name().to_string(), up.name().to_string()]);
        Game::open_light(Product { across, up }, &parameters)
    }

    /// The rules of the two, which `open` has looked for.
    fn sides(&self) -> Option<(&dyn CoinRules, &dyn CoinRules)> {
        self.across.rules().coins().zip(self.up.rules().coins())
    }

    /// What a head here is worth.
    fn worth(&self, place: Place) -> Option<u64> {
        let (across, up) = self.sides()?;
        let values = (across.coin_value(place.0 as usize)?, up.coin_value(place.1 as usize)?);
        Some(nimber::product(values.0, values.1))
    }

    fn allows(&self, heads: &Heads, mv: &Cross) -> bool {
        let Some((across, up)) = self.sides() else { return false };
        let wide = |places: &[u32]| places.iter().map(|place| *place as usize).collect::<Vec<_>>();
        heads.0.contains(&mv.outer)
            && across.allows(mv.outer.0 as usize, &wide(&mv.across))
            && up.allows(mv.outer.1 as usize, &wide(&mv.up))
    }

    /// The places that take part in naming a move.
    fn picked(&self, heads: &Heads) -> BTreeSet<Place> {
        let (mut picked, mut looked) = (BTreeSet::new(), 0);
        let mut take = |mv: Cross| {
            picked.extend(mv.named());
            looked += 1;
            looked < MOST_PICKED
        };
        self.moves(heads, &mut Moves::new(&mut take));
        picked
    }
}

impl Rules for Product {
    type Position = Heads;
    type Move = Cross;

    fn moves(&self, heads: &Heads, out: &mut Moves<'_, Cross>) {
        let Some((across, up)) = self.sides() else { return };
        for outer in &heads.0 {
            across.turns(outer.0 as usize, &mut |row| {
                up.turns(outer.1 as usize, &mut |column| {
                    out.push(Cross { outer: *outer, across: places(row), up: places(column) });
                    !out.full()
                });
                !out.full()
            });
            if out.full() {
                return;
            }
        }
    }

    fn play(&self, heads: &Heads, mv: &Cross) -> Heads {
        heads.turned(mv.turned())
    }

    fn value(&self, heads: &Heads) -> Option<Nimber> {
        let values = heads.0.iter().map(|place| self.worth(*place));
        let sum = values.into_iter().try_fold(0, |sum, value| Some(sum ^ value?));
        sum.map(Nimber::from)
    }

    fn find_move(&self, heads: &Heads, text: &str) -> Option<Result<Cross, Error>> {
        let words: Vec<&str> = text.split(", ").map(str::trim).collect();
        let read = words.join(" ").parse::<Heads>().ok().filter(|_| text != "none");
        let Some(named) = read.map(|heads| heads.0) else {
            return Some(Err(Error::input(format!(
                "{} is not a move: write the outer coin, then those turned in its row and in its column, such as 3,5, 1,5, 3,2",
                quoted(text)
            ))));
        };
        let outer = Place(
            named.iter().map(|place| place.0).max().unwrap_or(0),
            named.iter().map(|place| place.1).max().unwrap_or(0),
        );
        let inside = |place: &&Place| (place.0 == outer.0) != (place.1 == outer.1);
        let others: Vec<Place> = named.iter().filter(inside).copied().rev().collect();
        let across = others.iter().filter(|place| place.1 == outer.1).map(|place| place.0);
        let up = others.iter().filter(|place| place.0 == outer.0).map(|place| place.1);
        let mv = Cross { outer, across: across.collect(), up: up.collect() };
        let whole = named.contains(&outer) && others.len() + 1 == named.len();
        Some(match whole && self.allows(heads, &mv) {
            true => Ok(mv),
            false => Err(Error::input(format!("{} is not allowed by the rules", quoted(text)))),
        })
    }

    fn theorem(&self, heads: &Heads, play: Play) -> Option<&'static Theorem> {
        self.value(heads).filter(|_| play == Play::Normal).map(|_| &TARTAN)
    }

    fn explain(&self, heads: &Heads, play: Play) -> Option<Vec<Step>> {
        let across = heads.0.iter().map(|place| place.0).max().filter(|_| play == Play::Normal)?;
        let up = heads.0.iter().map(|place| place.1).max()?;
        let values: Vec<u64> =
            heads.0.iter().map(|place| self.worth(*place)).collect::<Option<_>>()?;
        if heads.0.len() > MOST_TOLD {
            return None;
        }
        let mut steps = vec![Step::new(
            "idea",
            format!(
                "Every head is a game of its own, because two heads at one place are worth nothing together. A head at x,y is \
                 worth what {} gives a head at x times what {} gives one at y, multiplied as nimbers. All is lost exactly when \
                 the xor of all heads is 0.",
                self.across.name(),
                self.up.name()
            ),
        )];
        let places = || (0..=across).flat_map(move |x| (0..=up).map(move |y| Place(x, y)));
        let all: Option<Vec<u64>> = match across.max(up) <= MOST_PLACE {
            true => places().map(|place| self.worth(place)).collect(),
            false => None,
        };
        if let Some(all) = all {
            let head = ["x\\y".to_string()].into_iter().chain((0..=up).map(|y| y.to_string()));
            let rows = all.chunks(up as usize + 1).enumerate().map(|(x, row)| {
                [x.to_string()].into_iter().chain(row.iter().map(u64::to_string)).collect()
            });
            let table = [head.collect()].into_iter().chain(rows).collect();
            let claims = || {
                places().zip(&all).map(|(place, value)| Claim::Value {
                    position: place.to_string(),
                    value: Nimber::from(*value),
                })
            };
            let text = "The numbers here (products of nimbers):";
            steps.push(Step::new("values", text).with_table(table).claiming(claims));
        }
        let labels: Vec<String> = heads.0.iter().map(|place| format!("coin {place}")).collect();
        steps.extend(parts::columns(&labels, &values));
        Some(steps)
    }

    fn because(&self, heads: &Heads, mv: &Cross, _play: Play) -> Option<Step> {
        let sum = self.value(heads)?.0.to_u64()?;
        let others: Vec<Place> = mv.turned().skip(1).collect();
        let names: Vec<String> = others.iter().map(|place| place.to_string()).collect();
        let left = match others.is_empty() {
            true => "Turned alone it is replaced by".to_string(),
            false => format!("What is turned with it, {}, is worth", parts::list(&names)),
        };
        let worth: Vec<u64> =
            others.iter().map(|place| self.worth(*place)).collect::<Option<_>>()?;
        let value = self.worth(mv.outer)?;
        Some(parts::becomes(&format!("Coin {}", mv.outer), value, sum, &left, &worth))
    }

    fn describe(&self, _heads: &Heads, mv: &Cross) -> String {
        let others: Vec<String> = mv.turned().skip(1).map(|place| place.to_string()).collect();
        match others.is_empty() {
            true => format!("turn coin {} to tails", mv.outer),
            false => format!("turn coin {} to tails, and {} over", mv.outer, parts::list(&others)),
        }
    }

    fn numbers(&self, _heads: &Heads, mv: &Cross) -> Numbers {
        let squares = mv.turned().map(|place| [place.0.into(), place.1.into()]).collect();
        Numbers { squares, ..Numbers::default() }
    }

    fn scene(&self, heads: &Heads) -> Scene {
        let picked = self.picked(heads);
        plane::scene(heads, |place| picked.contains(&place))
    }

    fn random(&self, size: u64, random: &mut Random) -> Option<Heads> {
        let most = (size / 4).clamp(1, 2);
        let count = random.between(1, 3);
        let mut place = || random.between(0, most) as u32;
        Some(Heads((0..count).map(|_| Place(place(), place())).collect()))
    }
}

pub static ENTRY: Entry = Entry {
    name: "product",
    aliases: &["tartan"],
    title: "Product of two coin games",
    rules: "Coins on the points of a grid, named by two places counted from 0; the position lists those that show heads. The \
            parameters are two games on a row of coins. If one may turn the places X and the other the places Y, a move turns \
            all coins x,y with x in X and y in Y, the one with the two largest places from heads to tails. It is named by that \
            coin and those turned in its row and in its column: 3,5, 1,5, 3,2 turns 3,5 and 1,5 and 3,2 and 1,2.",
    board: Board::Grid,
    can: &[Ability::Misere],
    parameters: &[
        Parameter {
            key: "across",
            required: true,
            list: false,
            help: "the game for the first places, such as ruler or turn(3)",
        },
        Parameter {
            key: "up",
            required: true,
            list: false,
            help: "the game for the second places",
        },
    ],
    examples: &[
        "product(ruler,turning-turtles): 2,2 1,1",
        "product(ruler,turning-turtles): 3,5 2,7",
        "product(twins,twins): 3,3",
        "product(mock-turtles,ruler): 1,2 2,1",
        "product(turn(4),coins(symmetric)): 1,2",
        "product(turning-turtles,twins): 12,9 7,30",
        "misere product(ruler,twins): 2,2 1,1",
    ],
    example_move: ("3,2 2,3", "3,2, 2,2, 3,1"),
    known: &[Known {
        address: "product(twins,twins): 3,5",
        outcome: "N",
        value: Some(15),
        source: "Turning Corners: the nim-product of 3 and 5",
    }],
    theorems: &[&TARTAN],
    presets: &[],
    open: Product::open,
};
