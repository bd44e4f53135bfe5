//! Divisor Nim: replace a number by one of its proper divisors. It is Nim with the numbers of prime factors.

use crate::analysis::Theorem;
use crate::game::{Ability, Board, Entry, Game, Known};
use crate::heap::{HeapGame, HeapRules, Heaps, Options};
use crate::natural::Natural;
use crate::rules::Found;
use crate::value::{Nimber, Play};
use bouton_core::factor;

struct DivisorNim;

static FACTORS: Theorem = Theorem {
    name: "divisor-nim",
    play: Play::Normal,
    statement: "A number is worth as much as it has prime factors, each counted as often as it divides",
    source: "checked by bouton verify; a proper divisor has fewer prime factors, and every smaller number of them occurs",
};
static MISERE: Theorem = Theorem {
    name: "divisor-nim-misere",
    play: Play::Misere,
    statement: "The numbers of prime factors are heaps of misère Nim: while one of them is 2 or more, the same side wins as in \
                normal play; otherwise the mover loses exactly when the number of primes is odd",
    source: "checked by bouton verify; the game of a number is that of a Nim heap, option by option",
};

/// More divisors than any number of 64 bits has.
const MOST_DIVISORS: usize = 1 << 18;

fn count(size: &Natural) -> Option<u64> {
    if size.is_zero() {
        return Some(0);
    }
    Some(factor::factors(size).ok()?.iter().map(|(_, power)| u64::from(*power)).sum())
}

/// The number of prime factors of a divisor, by the primes of what it divides.
fn count_in(mut divisor: u128, factors: &[(u128, u32)]) -> u64 {
    let mut count = 0;
    for (prime, _) in factors {
        while divisor.is_multiple_of(*prime) {
            (divisor, count) = (divisor / prime, count + 1);
        }
    }
    count
}

impl HeapRules for DivisorNim {
    fn options(&self, size: u64, out: &mut Options<'_>) {
        let factors = factor::factors(&Natural::from(size)).unwrap_or_default();
        for divisor in factor::divisors(&factors, MOST_DIVISORS).unwrap_or_default() {
            if (divisor as u64) < size {
                out.push(&[divisor as u64]);
            }
            if out.full() {
                return;
            }
        }
    }

    fn value(&self, size: &Natural) -> Option<Nimber> {
        count(size).map(Nimber::from)
    }

    fn options_to(&self, size: &Natural, target: &Nimber, limit: usize) -> Option<Found<Heaps>> {
        if size.is_zero() {
            return Some(Found::none());
        }
        let factors = factor::factors(size).ok()?;
        let own: u64 = factors.iter().map(|(_, power)| u64::from(*power)).sum();
        let Some(target) = target.0.to_u64().filter(|target| *target < own) else {
            return Some(Found::none());
        };
        let mut divisors = factor::divisors(&factors, MOST_DIVISORS)?;
        divisors.retain(|divisor| count_in(*divisor, &factors) == target);
        let heaps =
            divisors.into_iter().map(|divisor| [Natural::from(divisor)].into_iter().collect());
        Some(Found::first(heaps.collect(), limit))
    }

    fn allows(&self, size: &Natural, left: &Heaps) -> Option<bool> {
        let rest = left.get(0);
        let divides = || factor::divides(&rest, size);
        Some(left.len() == 1 && rest < *size && !rest.is_zero() && divides())
    }

    fn theorem(&self, play: Play) -> Option<&'static Theorem> {
        Some(if play == Play::Normal { &FACTORS } else { &MISERE })
    }

    fn tame(&self) -> bool {
        true
    }

    fn told(&self, size: &Natural) -> Option<String> {
        let factors = factor::factors(size).ok().filter(|_| !size.is_zero())?;
        let powers = factors.iter().map(|(prime, power)| match power {
            1 => prime.to_string(),
            _ => format!("{prime}^{power}"),
        });
        let product: Vec<String> = powers.collect();
        let product = if product.is_empty() { "1".to_string() } else { product.join(" * ") };
        let equals =
            if product == size.to_string() { String::new() } else { format!(" = {product}") };
        let many = match count(size)? {
            0 => "no prime factors".to_string(),
            1 => "one prime factor".to_string(),
            many => format!("{many} prime factors"),
        };
        Some(format!("{size}{equals} has {many}, and is worth as much as that: {}.", count(size)?))
    }

    fn describe(&self, _pile: usize, size: &Natural, left: &Heaps) -> Option<String> {
        Some(format!("replace {size} by its divisor {}", left.get(0)))
    }
}

pub static ENTRY: Entry = Entry {
    name: "divisor-nim",
    aliases: &[],
    title: "Divisor Nim",
    rules: "Numbers. A move replaces one number by a divisor of it that is less than it; 1 has none, and 0 is out of play. \
            (Subtracting a divisor is another game, divisor-subtract.)",
    board: Board::Numbers,
    can: &[Ability::Piles, Ability::Table, Ability::Sequence, Ability::Misere],
    parameters: &[],
    examples: &[
        "divisor-nim: 12 10",
        "divisor-nim: 360",
        "misere divisor-nim: 12 6 7",
        "divisor-nim: 720 64 963761198400",
        "divisor-nim: 10^30 64",
    ],
    example_move: ("12 10", "1 -> 4"),
    known: &[Known {
        address: "divisor-nim: 12",
        outcome: "N",
        value: Some(3),
        source: "OEIS A001222: 12 has three prime factors",
    }],
    theorems: &[&FACTORS, &MISERE],
    presets: &[],
    open: |parameters| {
        let rule = "Replace one of the numbers by a divisor of it that is less than it";
        Ok(Game::open(HeapGame::boxed(DivisorNim), parameters)?.ruled(rule))
    },
};
