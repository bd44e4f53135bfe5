//! Subtraction games: take a number from a given set.

use crate::address::Parameters;
use crate::analysis::Theorem;
use crate::error::Error;
use crate::formula::{ClosedForm, Formula, Operation};
use crate::game::{Ability, Board, Entry, Game, Known, Parameter, Preset};
use crate::heap::Heaps;
use crate::heap::{HeapGame, HeapRules, Options, Shape};
use crate::natural::Natural;
use crate::rules::Found;
use crate::sequence::TakeSet;
use crate::value::{Nimber, Play};

struct Subtraction {
    set: TakeSet,
}

static RANGE: Theorem = Theorem {
    name: "subtraction-range",
    play: Play::Normal,
    statement: "If 1, 2, ..., k may be taken, the value of a heap of n is n mod (k+1)",
    source: "Winning Ways, chapter 4",
};

// Why: Ferguson's pairing says that g(n) = 1 iff g(n - s) = 0, where s is the least number that may be
// taken. If g(n - s) = 0 and some option n - t had value 1, then g(n - t - s) = 0 would be an option
// of n - s, which has value 0; and if g(n) = 1 but g(n - s) > 0, then n - s has an option n - s - t of
// value 0, so g(n - t) = 1 for an option of n. Finiteness of the set is not used. Hence a heap of
// value 0 that can still be moved in has an option of value 1, which is all that the proof of misère
// Nim needs besides the mex rule.
static TAME: Theorem = Theorem {
    name: "subtraction-misere",
    play: Play::Misere,
    statement: "Misère play of subtraction games follows the rule of misère Nim, with the Grundy values as heaps",
    source: "Ferguson 1974, On sums of graph games with last player losing",
};

impl Subtraction {
    fn open(parameters: &Parameters) -> Result<Game, Error> {
        let list = match parameters.get("set", None) {
            Some(words) => words.trim_matches(['{', '}']).split(',').map(str::trim).collect(),
            None => parameters.list(),
        };
        let set = TakeSet::read(&list)?;
        let numbers =
            list.iter().all(|word| word.starts_with(|letter: char| letter.is_ascii_digit()));
        let rule = match (&list[..], numbers) {
            (["1"], true) => "Take 1 stone from one heap".to_string(),
            ([one], true) => format!("Take {one} stones from one heap"),
            ([most @ .., last], true) => {
                format!("Take {} or {last} stones from one heap", most.join(", "))
            }
            ([first, rest @ ..], false) if first.starts_with("all-but") => {
                let but = first.trim_start_matches("all-but").trim();
                let but: Vec<&str> = std::iter::once(but).chain(rest.iter().copied()).collect();
                let but = but.join(", ");
                format!("Take stones from one heap, any number but {but}")
            }
            _ => format!(
                "Take stones from one heap, as many as one of these says: {}",
                list.join(", ")
            ),
        };
        Ok(Game::open(HeapGame::boxed(Subtraction { set }), parameters)?.ruled(rule))
    }
}

impl HeapRules for Subtraction {
    fn options(&self, size: u64, out: &mut Options<'_>) {
        self.set.for_each_up_to(size, |take| {
            out.push(&[size - take]);
            !out.full()
        });
    }

    fn shape(&self) -> Shape<'_> {
        Shape::Take(&self.set)
    }

    fn value(&self, size: &Natural) -> Option<Nimber> {
        let modulus = self.set.initial_range()?.checked_add(1)?;
        Some(Nimber::from(size.modulo(modulus)))
    }

    fn options_to(&self, size: &Natural, target: &Nimber, limit: usize) -> Option<Found<Heaps>> {
        let modulus = self.set.initial_range()?.checked_add(1)?;
        let Some(target) = target.0.to_u64().filter(|target| *target < modulus) else {
            return Some(Found::none());
        };
        // The number to take is fixed modulo k+1, and between 1 and k.
        let (value, target) = (u128::from(size.modulo(modulus)), u128::from(target));
        let take = (value + u128::from(modulus) - target) % u128::from(modulus);
        let rest = size.minus(&Natural::from(take)).filter(|_| take > 0);
        Some(Found::first(
            rest.into_iter().map(|rest| [rest].into_iter().collect()).collect(),
            limit,
        ))
    }

    fn allows(&self, size: &Natural, left: &Heaps) -> Option<bool> {
        let taken = size.minus(&left.get(0)).filter(|_| left.len() == 1);
        Some(taken.is_some_and(|taken| self.set.contains(&taken)))
    }

    fn theorem(&self, play: Play) -> Option<&'static Theorem> {
        match play {
            Play::Normal => self.set.initial_range().map(|_| &RANGE),
            Play::Misere => Some(&TAME),
        }
    }

    fn closed_form(&self) -> Option<ClosedForm> {
        let modulus = self.set.initial_range()?.checked_add(1)?;
        let (text, formula) =
            (format!("n mod {modulus}"), Formula::N.with(Operation::Modulo, modulus));
        Some(ClosedForm { heaps: 1, is_value: true, text, formula, theorem: &RANGE })
    }

    fn told(&self, size: &Natural) -> Option<String> {
        let modulus = self.set.initial_range()?.checked_add(1)?;
        let rest = size.modulo(modulus);
        Some(format!(
            "{size} = {} * {modulus} + {rest}: it is worth {rest}.",
            size.divided_by(modulus)
        ))
    }

    fn alone(&self, size: &Natural, play: Play) -> Option<String> {
        let most = self.set.initial_range()?;
        let modulus = most.checked_add(1)?;
        let (leave, so, last) = match play {
            Play::Normal => ("a multiple", 0, "you take the last"),
            Play::Misere => {
                ("one more than a multiple", 1 % modulus, "the other side must take the last")
            }
        };
        let rest = size.modulo(modulus);
        let over = (u128::from(rest) + u128::from(modulus - so)) % u128::from(modulus);
        let here = format!("{size} = {} * {modulus} + {rest}", size.divided_by(modulus));
        let here = match over {
            0 => format!("{here}: it has been left to you."),
            _ => format!("{here}: take {over}."),
        };
        Some(format!(
            "Leave {leave} of {modulus}: whatever the other side takes then, at most {most}, take what makes {modulus} \
             together with it, and in the end {last}. {here}"
        ))
    }

    fn tame(&self) -> bool {
        true
    }
}

pub static ENTRY: Entry = Entry {
    name: "subtraction",
    aliases: &["takeaway"],
    title: "Subtraction games",
    rules: "Heaps of stones. A move takes s stones from one heap, where s belongs to the given set.",
    board: Board::Heaps,
    can: &[Ability::Piles, Ability::Table, Ability::Sequence, Ability::Misere],
    parameters: &[Parameter {
        key: "set",
        required: true,
        list: true,
        help: "the numbers that may be taken: 1,3,4 or 1-3 or all-but 2,5 or squares, primes, fibonacci, factorials, powers-of-2",
    }],
    examples: &[
        "subtraction(1,3,4): 10",
        "subtraction(1-3): 21",
        "subtraction(2,5-7): 12 9",
        "subtraction(all-but 2,5): 9 6",
        "subtraction(squares): 50",
        "subtraction(primes): 20 11",
        "subtraction(fibonacci): 25",
        "subtraction(factorials): 26",
        "subtraction(powers-of-2): 18 7",
        "misere subtraction(2,3): 8 5",
        "subtraction(1,3,4): 1000000000000000000",
    ],
    example_move: ("10 4", "1 -> 7"),
    known: &[
        Known {
            address: "subtraction(1,3,4): 7",
            outcome: "P",
            value: Some(0),
            source: "Winning Ways, chapter 4",
        },
        Known { address: "subtraction(1-3): 21", outcome: "N", value: Some(1), source: "Thai 21" },
        Known {
            address: "subtraction(1-3): 5",
            outcome: "N",
            value: Some(1),
            source: "docs/disagreements.md, 2",
        },
    ],
    theorems: &[&RANGE, &TAME],
    presets: &[
        Preset {
            name: "thai-21",
            address: "subtraction(1-3): 21",
            note: "21 flags, take one to three (Survivor: Thailand, 2002)",
        },
        Preset {
            name: "dr-nim",
            address: "subtraction(1-3): 12",
            note: "the plastic computer of 1966: twelve marbles, one to three at a time",
        },
        Preset {
            name: "leetcode-292",
            address: "subtraction(1-3): 4",
            note: "LeetCode 292, Nim Game",
        },
        Preset {
            name: "cses-1098",
            address: "subtraction(1-3): 4 1 3 7",
            note: "CSES 1098, Nim Game II",
        },
        Preset {
            name: "subtract-a-square",
            address: "subtraction(squares): 50",
            note: "Epstein's game without the option to add",
        },
    ],
    open: Subtraction::open,
};
