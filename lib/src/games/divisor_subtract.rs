//! Subtract a divisor: replace n by n - d, where d divides n.

use crate::address::Parameters;
use crate::analysis::Theorem;
use crate::error::{Error, quoted};
use crate::formula::{ClosedForm, Formula, Function, Operation};
use crate::game::{Ability, Board, Entry, Game, Known, Parameter, Preset};
use crate::heap::Heaps;
use crate::heap::{HeapGame, HeapRules, Options};
use crate::natural::Natural;
use crate::rules::Found;
use crate::value::{Nimber, Outcome, Play};
use bouton_core::factor;

struct DivisorSubtract {
    /// Whether the number itself may be subtracted too.
    any: bool,
}

static PROPER: Theorem = Theorem {
    name: "divisor-subtract",
    play: Play::Normal,
    statement: "If proper divisors are subtracted, the value of n is the exponent of 2 in n",
    source: "checked by bouton verify; n - d has another exponent of 2 than n, and each smaller one occurs",
};
static ANY: Theorem = Theorem {
    name: "divisor-subtract-any",
    play: Play::Normal,
    statement: "If any divisor is subtracted, the value of n is one more than the exponent of 2 in n",
    source: "OEIS A001511",
};
static ALONE: Theorem = Theorem {
    name: "divisor-subtract-misere",
    play: Play::Misere,
    statement: "A single number with proper divisors is lost in misère play exactly when it is 2, or odd and at least 5",
    source: "checked by bouton verify",
};

/// More divisors than any number of 64 bits has.
const MOST_DIVISORS: usize = 1 << 18;

impl DivisorSubtract {
    fn open(parameters: &Parameters) -> Result<Game, Error> {
        let any = match parameters.get("which", Some(0)) {
            None | Some("proper") => false,
            Some("any") => true,
            Some(other) => {
                return Err(Error::input(format!(
                    "{} is not a kind of divisor: write divisor-subtract(any), or nothing for proper divisors",
                    quoted(other)
                )));
            }
        };
        let less = if any { "" } else { " that is less than it" };
        let rule = format!("Subtract from one of the numbers a divisor of it{less}");
        Ok(Game::open(HeapGame::boxed(DivisorSubtract { any }), parameters)?.ruled(rule))
    }
}

impl HeapRules for DivisorSubtract {
    fn options(&self, size: u64, out: &mut Options<'_>) {
        if size == 0 {
            return;
        }
        let factors = factor::factors(&Natural::from(size)).unwrap_or_default();
        for divisor in factor::divisors(&factors, MOST_DIVISORS).unwrap_or_default() {
            let rest = size - divisor as u64;
            if rest > 0 || self.any {
                out.push(&[rest]);
            }
            if out.full() {
                return;
            }
        }
    }

    fn value(&self, size: &Natural) -> Option<Nimber> {
        if size.is_zero() {
            return Some(Nimber::ZERO);
        }
        let zeros = (0..).find(|bit| size.bit(*bit)).unwrap_or(0);
        Some(Nimber::from(zeros + u64::from(self.any)))
    }

    fn options_to(&self, size: &Natural, target: &Nimber, limit: usize) -> Option<Found<Heaps>> {
        let mut moves = Vec::new();
        self.options(
            size.to_u64()?,
            &mut Options::new(&mut |option| {
                if self.value(&Natural::from(option[0])).as_ref() == Some(target) {
                    moves.push(Heaps::one(option[0]));
                }
                true
            }),
        );
        Some(Found::first(moves, limit))
    }

    fn allows(&self, size: &Natural, left: &Heaps) -> Option<bool> {
        let rest = left.get(0);
        let divisor = size.minus(&rest).filter(|divisor| left.len() == 1 && !divisor.is_zero());
        let proper = self.any || !rest.is_zero();
        Some(proper && divisor.is_some_and(|divisor| factor::divides(&divisor, size)))
    }

    fn closed_form(&self) -> Option<ClosedForm> {
        let twos = Formula::N.apply(Function::Twos);
        let (text, formula, theorem) = match self.any {
            false => ("the number of factors of 2 in n", twos, &PROPER),
            true => (
                "one more than the number of factors of 2 in n, and 0 if n is 0",
                Formula::binary(Operation::Less, Formula::Number(0), Formula::N)
                    .choose(twos.with(Operation::Plus, 1), Formula::Number(0)),
                &ANY,
            ),
        };
        Some(ClosedForm { heaps: 1, is_value: true, text: text.to_string(), formula, theorem })
    }

    fn divides(&self) -> bool {
        true
    }

    fn theorem(&self, play: Play) -> Option<&'static Theorem> {
        match play {
            Play::Normal if self.any => Some(&ANY),
            Play::Normal => Some(&PROPER),
            Play::Misere => (!self.any).then_some(&ALONE),
        }
    }

    fn told(&self, size: &Natural) -> Option<String> {
        let value = self.value(size)?;
        let power = (0..).find(|bit| size.bit(*bit))?;
        let odd = Natural::from(size.to_big() >> power);
        let more = if self.any { " and one more" } else { "" };
        Some(format!(
            "{size} = 2^{power} * {odd}: it is worth the exponent of 2{more}, {}.",
            value.0
        ))
    }

    fn alone(&self, size: &Natural, play: Play) -> Option<String> {
        if self.any {
            return (play == Play::Normal).then(|| {
                "A number is a divisor of itself: subtract it, and nothing is left.".to_string()
            });
        }
        let parity = if size.bit(0) { "odd" } else { "even" };
        let end = match play {
            Play::Normal => {
                "Nothing can be subtracted from 1: whoever always leaves odd numbers leaves it at last."
            }
            Play::Misere => {
                "Only the end differs, because 1, from which nothing can be subtracted, wins: 2 is lost and 3 is won. So \
                 leave 2, or an odd number of at least 5."
            }
        };
        Some(format!(
            "An odd number has odd divisors alone, so that every move makes it even; from an even number 1 can be \
             subtracted, and it is odd. {end} {size} is {parity}."
        ))
    }

    fn describe(&self, _pile: usize, size: &Natural, left: &Heaps) -> Option<String> {
        Some(format!("subtract {} from {size}", size.minus(&left.get(0))?))
    }

    fn misere_alone(&self, size: &Natural) -> Option<Outcome> {
        let lost = match size.to_u64() {
            Some(0..=4) => *size == Natural::from(2u64),
            _ => size.bit(0),
        };
        (!self.any).then(|| Outcome::from_mover_wins(!lost))
    }
}

pub static ENTRY: Entry = Entry {
    name: "divisor-subtract",
    aliases: &["divisor-game"],
    title: "Subtract a divisor",
    rules: "Numbers. A move replaces one number n by n - d, where d is a divisor of n: a proper one, less than n; or, \
            with the parameter any, n itself as well.",
    board: Board::Numbers,
    can: &[Ability::Piles, Ability::Table, Ability::Sequence, Ability::Misere],
    parameters: &[Parameter {
        key: "which",
        required: false,
        list: false,
        help: "any to allow n itself; proper if left out",
    }],
    examples: &[
        "divisor-subtract: 12 10",
        "divisor-subtract: 1024",
        "divisor-subtract: 963761198400",
        "divisor-subtract(any): 12 7",
        "misere divisor-subtract: 30",
        "misere divisor-subtract: 6 6 4",
        "misere divisor-subtract(any): 10 6",
    ],
    example_move: ("12 10", "1 -> 8"),
    known: &[
        Known {
            address: "divisor-subtract: 3",
            outcome: "P",
            value: Some(0),
            source: "LeetCode 1025: the first player wins exactly when n is even",
        },
        Known {
            address: "divisor-subtract(any): 12",
            outcome: "N",
            value: Some(3),
            source: "OEIS A001511",
        },
    ],
    theorems: &[&PROPER, &ANY, &ALONE],
    presets: &[Preset {
        name: "leetcode-1025",
        address: "divisor-subtract: 1000",
        note: "LeetCode 1025, Divisor Game, with its largest number",
    }],
    open: DivisorSubtract::open,
};
