//! The chalkboard: erase a number; whoever makes the xor of the rest 0 loses.

use std::fmt;
use std::str::FromStr;

use crate::analysis::Theorem;
use crate::error::{Error, quoted};
use crate::explain::{Claim, Step, parts};
use crate::game::{Ability, Board, Entry, Game, Known, Preset};
use crate::heap::Heaps;
use crate::natural::Natural;
use crate::rules::{Moves, Position, Random, Rules};
use crate::scene::{Card, Role, Scene};
use crate::value::{Nimber, Outcome, Play};

struct Chalkboard;

/// The numbers on the board, or the end of the game after somebody claimed it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Chalked {
    Numbers(Heaps),
    Claimed,
}

/// Erase the number at a place, counted from 0, or claim the game.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Chalk {
    Erase(usize),
    Claim,
}

impl fmt::Display for Chalk {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Chalk::Erase(place) => write!(f, "erase {}", place + 1),
            Chalk::Claim => f.write_str("claim"),
        }
    }
}

impl Position for Chalked {
    fn weight(&self) -> usize {
        match self {
            Chalked::Numbers(numbers) => numbers.weight() + 8,
            Chalked::Claimed => size_of::<Self>(),
        }
    }
}

impl fmt::Display for Chalked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Chalked::Numbers(numbers) if numbers.is_empty() => f.write_str("empty"),
            Chalked::Numbers(numbers) => numbers.fmt(f),
            Chalked::Claimed => f.write_str("claimed"),
        }
    }
}

impl FromStr for Chalked {
    type Err = Error;
    fn from_str(text: &str) -> Result<Chalked, Error> {
        Ok(match text {
            "claimed" => Chalked::Claimed,
            "empty" => Chalked::Numbers(Heaps::from(&[][..])),
            numbers => Chalked::Numbers(numbers.parse()?),
        })
    }
}

fn xor(numbers: &Heaps) -> Nimber {
    numbers.iter().map(Nimber).sum()
}

/// Numbers that are told one by one at most.
const MOST_TOLD: usize = 20;

static PARITY: Theorem = Theorem {
    name: "chalkboard",
    play: Play::Normal,
    statement: "The mover wins exactly when the xor of the numbers is 0 or their count is even",
    source: "LeetCode 810, Chalkboard XOR Game",
};

impl Rules for Chalkboard {
    type Position = Chalked;
    type Move = Chalk;

    fn moves(&self, board: &Chalked, out: &mut Moves<'_, Chalk>) {
        let Chalked::Numbers(numbers) = board else { return };
        if xor(numbers).is_zero() {
            return out.push(Chalk::Claim);
        }
        for place in 0..numbers.len() {
            out.push(Chalk::Erase(place));
            if out.full() {
                return;
            }
        }
    }

    fn play(&self, board: &Chalked, mv: &Chalk) -> Chalked {
        match (board, mv) {
            (Chalked::Numbers(numbers), Chalk::Erase(place)) => {
                let rest = numbers.iter().enumerate().filter(|(other, _)| other != place);
                Chalked::Numbers(rest.map(|(_, number)| number).collect())
            }
            _ => Chalked::Claimed,
        }
    }

    fn allows(&self, play: Play) -> Result<(), Error> {
        match play {
            Play::Normal => Ok(()),
            Play::Misere => Err(Error::Unsupported(
                "chalkboard has no misère form: its own rule already says who loses".to_string(),
            )),
        }
    }

    fn simplify(&self, board: Chalked) -> Chalked {
        match board {
            Chalked::Numbers(numbers) => Chalked::Numbers(numbers.sorted(|_| true)),
            claimed => claimed,
        }
    }

    fn outcome(&self, board: &Chalked, play: Play) -> Option<Outcome> {
        let wins = match board {
            Chalked::Numbers(numbers) => xor(numbers).is_zero() || numbers.len() % 2 == 0,
            Chalked::Claimed => false,
        };
        (play == Play::Normal).then(|| Outcome::from_mover_wins(wins))
    }

    fn theorem(&self, _board: &Chalked, play: Play) -> Option<&'static Theorem> {
        (play == Play::Normal).then_some(&PARITY)
    }

    fn goal(&self) -> Option<String> {
        Some("whoever begins a turn with xor 0 wins".to_string())
    }

    fn explain(&self, board: &Chalked, _play: Play) -> Option<Vec<Step>> {
        let Chalked::Numbers(numbers) = board else { return None };
        let sum = xor(numbers);
        let list: Vec<String> = numbers.iter().take(MOST_TOLD).map(|n| n.to_string()).collect();
        if sum.is_zero() {
            let text = "It is your turn, and the xor of the numbers is 0: that wins at once.";
            return Some(vec![Step::new("idea", text)]);
        }
        if numbers.len() > MOST_TOLD {
            return None;
        }
        let text = "With an even count and another xor than 0 you are safe. To erase a number leaves the xor of the rest, \
                    which is 0 only if that number is equal to the xor of all. If all numbers were so, they would be \
                    equal, and an even number of equal numbers has xor 0. So erase one that is not equal to the xor: the \
                    other side finds an odd count and no 0, and whatever it erases, you find 0 or are safe again.";
        let here = format!(
            "The count is {}, and the xor of {} is {}",
            numbers.len(),
            parts::list(&list),
            sum.0
        );
        let here = match numbers.len() % 2 {
            0 => format!("{here}: erase any number but a {}.", sum.0),
            _ => format!(
                "{here}: the count is odd, and whatever you erase, it is the other side that is safe."
            ),
        };
        let values: Vec<Nimber> = numbers.iter().map(Nimber).collect();
        let claim = || [Claim::sum(&values, &sum)];
        Some(vec![Step::new("idea", text), Step::new("here", here).claiming(claim)])
    }

    fn find_move(&self, board: &Chalked, text: &str) -> Option<Result<Chalk, Error>> {
        let Chalked::Numbers(numbers) = board else { return None };
        let zero = xor(numbers).is_zero();
        if text == "claim" && zero {
            return Some(Ok(Chalk::Claim));
        }
        let place = text.strip_prefix("erase").and_then(|place| place.trim().parse::<usize>().ok());
        Some(match place.filter(|place| !zero && (1..=numbers.len()).contains(place)) {
            Some(place) => Ok(Chalk::Erase(place - 1)),
            None => Err(Error::input(format!("{} is not a move here", quoted(text)))),
        })
    }

    fn describe(&self, board: &Chalked, mv: &Chalk) -> String {
        match (board, mv) {
            (Chalked::Numbers(numbers), Chalk::Erase(place)) => {
                format!("erase the {} at place {}", numbers.get(*place), place + 1)
            }
            _ => "claim the game: the xor is 0".to_string(),
        }
    }

    fn scene(&self, board: &Chalked) -> Scene {
        const MOST: usize = 60;
        let mut scene = Scene::default();
        let Chalked::Numbers(numbers) = board else { return Scene::text("The game was claimed") };
        let zero = xor(numbers).is_zero();
        let card = |(place, number): (usize, Natural)| Card {
            id: format!("number-{}", place + 1),
            label: format!("Number {}: {number}", place + 1),
            caption: number.to_string(),
            role: Role::Card,
            pick: (!zero).then(|| format!("erase {}", place + 1)),
        };
        scene.add_cards(numbers.iter().enumerate().take(MOST).map(card).collect());
        let sum = Card {
            id: "claim".to_string(),
            label: format!("The xor is {}", xor(numbers).0),
            caption: if zero {
                "xor 0: claim".to_string()
            } else {
                format!("xor {}", xor(numbers).0)
            },
            role: if zero { Role::Stone } else { Role::Gone },
            pick: zero.then(|| "claim".to_string()),
        };
        scene.add_cards(vec![sum]);
        let hidden = numbers.len().saturating_sub(MOST);
        scene.capped = (hidden > 0).then(|| format!("{hidden} more numbers are not drawn."));
        scene
    }

    fn random(&self, size: u64, random: &mut Random) -> Option<Chalked> {
        let count = random.between(1, size.min(9));
        let number = |random: &mut Random| Natural::from(random.between(0, size));
        Some(Chalked::Numbers((0..count).map(|_| number(random)).collect()))
    }
}

pub static ENTRY: Entry = Entry {
    name: "chalkboard",
    aliases: &[],
    title: "The chalkboard",
    rules: "Numbers on a board. Whoever begins a turn with xor 0 has won and claims the game, which ends it; otherwise \
            a move erases one number. So whoever makes the xor of the rest 0 loses.",
    board: Board::Numbers,
    can: &[Ability::Piles, Ability::Table],
    parameters: &[],
    examples: &[
        "chalkboard: 1 1 2",
        "chalkboard: 3 5 6 7",
        "chalkboard: 1 2 3",
        "chalkboard: 7 1 4 4 2 9 8 3",
    ],
    example_move: ("1 1 2", "erase 3"),
    known: &[
        Known {
            address: "chalkboard: 1 1 2",
            outcome: "P",
            value: Some(0),
            source: "LeetCode 810",
        },
        Known { address: "chalkboard: 0 1", outcome: "N", value: None, source: "LeetCode 810" },
        Known { address: "chalkboard: 1 2 3", outcome: "N", value: None, source: "LeetCode 810" },
    ],
    theorems: &[&PARITY],
    presets: &[Preset {
        name: "leetcode-810",
        address: "chalkboard: 1 1 2",
        note: "LeetCode 810, Chalkboard XOR Game, its first example",
    }],
    open: |parameters| Game::open_light(Chalkboard, parameters),
};
