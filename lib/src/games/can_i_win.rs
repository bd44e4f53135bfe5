//! Can I win: choose numbers, each once, until they make a total.

use crate::address::Parameters;
use crate::analysis::Numbers;
use crate::boxed;
use crate::elements::{Elements, Named};
use crate::error::Error;
use crate::explain::{Claim, Step};
use crate::game::{Ability, Board, Entry, Game, Known, Parameter, Preset};
use crate::natural::Natural;
use crate::rules::{Moves, Random, Rules};
use crate::scene::{Card, Role, Scene};
use crate::value::{Outcome, Play};

struct CanIWin {
    /// The names of the numbers 1, 2, ...
    names: Vec<String>,
    to: u64,
}

/// Numbers that can be chosen at most.
const MOST: u64 = 64;

impl CanIWin {
    fn open(parameters: &Parameters) -> Result<Game, Error> {
        let number = |key: &str, place| {
            let given = parameters.get(key, Some(place)).map(str::parse::<Natural>).transpose();
            given.map(|number| number.and_then(|number| number.to_u64()))
        };
        let most = number("max", 0)?.filter(|most| (1..=MOST).contains(most)).ok_or_else(|| {
            Error::input(format!(
                "max is the largest number that can be chosen: write one from 1 to {MOST}, such as can-i-win(10,11): all"
            ))
        })?;
        let all = most * (most + 1) / 2;
        let to = number("to", 1)?.filter(|to| (1..=all).contains(to)).ok_or_else(|| {
            Error::input(format!(
                "to is the total to be reached: write a number from 1 to {all}, which all numbers from 1 to {most} make \
                 together, such as can-i-win(10,11): all"
            ))
        })?;
        let names = (1..=most).map(|number| number.to_string()).collect();
        let rule = format!(
            "Choose a number that nobody has chosen and add it to the total, until that is {to} or more"
        );
        Ok(boxed::open(CanIWin { names, to }, parameters)?.ruled(rule))
    }

    /// The total of what was chosen.
    fn total(&self, left: &Elements) -> u64 {
        let all = self.names.len() as u64;
        all * (all + 1) / 2 - left.iter().map(|element| element as u64 + 1).sum::<u64>()
    }

    fn missing(&self, left: &Elements) -> u64 {
        self.to.saturating_sub(self.total(left))
    }

    fn is_over(&self, left: &Elements) -> bool {
        self.missing(left) == 0
    }
}

impl Rules for CanIWin {
    type Position = Elements;
    type Move = Named;

    fn moves(&self, left: &Elements, out: &mut Moves<'_, Named>) {
        if !self.is_over(left) {
            for element in left.iter() {
                out.push(Named { element, name: self.names[element].clone() });
            }
        }
    }

    fn play(&self, left: &Elements, mv: &Named) -> Elements {
        let mut left = left.clone();
        left.remove(mv.element);
        left
    }

    fn read(&self, text: &str) -> Result<Elements, Error> {
        let number = |name: &str| {
            let number = name.parse::<usize>().ok()?;
            number.checked_sub(1).filter(|element| *element < self.names.len())
        };
        Elements::read(text, "numbers", &self.names, number)
    }

    fn write(&self, left: &Elements) -> String {
        left.write(&self.names)
    }

    fn explain(&self, left: &Elements, play: Play) -> Option<Vec<Step>> {
        let missing = self.missing(left);
        let number =
            left.iter().map(|element| element as u64 + 1).find(|number| *number >= missing)?;
        if missing == 0 || play == Play::Misere {
            return None;
        }
        let idea = format!(
            "The total is {}, and {missing} is missing: choosing {number} reaches {} at once.",
            self.total(left),
            self.to
        );
        let claim = || [Claim::Outcome { position: self.write(left), outcome: Outcome::Next }];
        Some(vec![Step::new("idea", idea).claiming(claim)])
    }

    fn describe(&self, left: &Elements, mv: &Named) -> String {
        format!("choose {}, which makes {}", mv.name, self.total(left) + mv.element as u64 + 1)
    }

    fn goal(&self) -> Option<String> {
        Some(format!("whoever reaches {} or more wins", self.to))
    }

    fn numbers(&self, _left: &Elements, mv: &Named) -> Numbers {
        Numbers { number: mv.name.parse().ok(), ..Numbers::default() }
    }

    fn scene(&self, left: &Elements) -> Scene {
        let mut scene = Scene::text(&format!("total {} of {}", self.total(left), self.to));
        let over = self.is_over(left);
        let cards = self.names.iter().enumerate().map(|(element, name)| {
            let there = left.has(element);
            Card {
                id: format!("number-{name}"),
                label: if there {
                    format!("Number {name}")
                } else {
                    format!("Number {name}, chosen")
                },
                caption: name.clone(),
                role: if there { Role::Card } else { Role::Gone },
                pick: (there && !over).then(|| name.clone()),
            }
        });
        scene.add_cards(cards.collect());
        scene
    }

    fn random(&self, _size: u64, random: &mut Random) -> Option<Elements> {
        let mut left = Elements::all(self.names.len());
        for element in 0..self.names.len() {
            if random.chance(0.3) {
                left.remove(element);
            }
        }
        Some(left)
    }
}

pub static ENTRY: Entry = Entry {
    name: "can-i-win",
    aliases: &[],
    title: "Can I win",
    rules: "The numbers from 1 to max, and a total that is 0 at the start. A move chooses one of the numbers that nobody has \
            chosen yet and adds it to the total. Once the total is `to` or more, there is no move. The position lists the \
            numbers that are left; all means all of them, none means none.",
    board: Board::Numbers,
    can: &[Ability::Misere],
    parameters: &[
        Parameter {
            key: "max",
            required: true,
            list: false,
            help: "the largest number that can be chosen",
        },
        Parameter { key: "to", required: true, list: false, help: "the total that ends the game" },
    ],
    examples: &[
        "can-i-win(10,11): all",
        "can-i-win(10,40): all",
        "can-i-win(12,50): all",
        "can-i-win(8,20): 1 2 5 6 7 8",
        "misere can-i-win(9,25): all",
    ],
    example_move: ("1 2 3 4 5 6 7 8 9 10", "10"),
    known: &[
        Known {
            address: "can-i-win(10,11): all",
            outcome: "P",
            value: Some(0),
            source: "LeetCode 464, Can I Win, example 1",
        },
        Known {
            address: "can-i-win(10,1): all",
            outcome: "N",
            value: Some(1),
            source: "LeetCode 464, Can I Win, example 3",
        },
    ],
    theorems: &[],
    presets: &[Preset {
        name: "leetcode-464",
        address: "can-i-win(10,11): 1 2 3 4 5 6 7 8 9 10",
        note: "LeetCode 464, Can I Win",
    }],
    open: CanIWin::open,
};
