//! Divide a number: replace n by n/d for an allowed d.

use crate::address::Parameters;
use crate::analysis::Theorem;
use crate::boxed;
use crate::error::{Error, quoted};
use crate::explain::{Claim, Step, parts};
use crate::game::{Ability, Board, Entry, Game, Known, Parameter};
use crate::heap::Heaps;
use crate::heap::{Balance, HeapMove};
use crate::natural::Natural;
use crate::rules::{Moves, Random, Rules};
use crate::scene::{Divided, Scene};
use crate::value::{Nimber, Outcome, Play};
use bouton_core::factor;
use bouton_core::order::InOrder;

/// By what a number may be divided, beside the rule that no rest is left.
enum Divide {
    PrimePowers,
    SquarefreePowers,
    /// By the divisors, above 1, of a number with these prime factors.
    Of(Vec<(u128, u32)>),
    By(Vec<u128>),
}

static PRIME_POWERS: Theorem = Theorem {
    name: "divide-prime-powers",
    play: Play::Normal,
    statement: "Dividing by prime powers is Nim with the exponents as heaps: the value is their xor",
    source: "Bouton 1901, on the exponents of the prime factors",
};
static PRIME_POWERS_MISERE: Theorem = Theorem {
    name: "divide-prime-powers-misere",
    play: Play::Misere,
    statement: "Dividing by prime powers is Nim with the exponents as heaps, in misère play too",
    source: "Bouton 1901, on the exponents of the prime factors",
};

/// Primes that together are still listed in all their choices.
const MOST_PRIMES: usize = 18;
/// More divisors than this are too many to list.
const MOST_DIVISORS: usize = 1 << 20;

/// Divisors that are looked at for a picture.
const MOST_DRAWN: usize = 200;

/// Prime powers that are written out in an explanation.
const MOST_EXPLAINED: usize = 20;

/// The first primes; no number below 2^100 has more than 26 different ones.
const PRIMES: [u128; 26] = [
    2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71, 73, 79, 83, 89, 97,
    101,
];

impl Divide {
    fn open(parameters: &Parameters) -> Result<Game, Error> {
        let list = match parameters.get("by", None) {
            Some(by) => by.trim_matches(['{', '}']).split(',').map(str::trim).collect(),
            None => parameters.list(),
        };
        let rules = match (&list[..], parameters.get("of", None)) {
            (["prime-powers"], None) => Divide::PrimePowers,
            (["squarefree-powers"], None) => Divide::SquarefreePowers,
            ([], Some(number)) => Divide::Of(factor::factors(&number.parse()?)?),
            ([], None) => {
                return Err(Error::input(
                    "divide needs what to divide by: write divide(prime-powers), divide(squarefree-powers), \
                     divide(of=12) or a list such as divide(2,3,4,12)",
                ));
            }
            (list, None) => Divide::By(read_divisors(list)?),
            (_, Some(_)) => {
                return Err(Error::input(
                    "divide takes either a list or of=, not both: write divide(of=12)",
                ));
            }
        };
        let by = match (&rules, parameters.get("of", None)) {
            (Divide::PrimePowers, _) => "a prime power above 1".to_string(),
            (Divide::SquarefreePowers, _) => "a power, above 1, of a squarefree number".to_string(),
            (_, Some(of)) => format!("a divisor of {of} above 1"),
            (_, None) => format!("one of {}", list.join(", ")),
        };
        let rule = format!("Divide one of the numbers by {by} that leaves no remainder");
        Ok(boxed::open(rules, parameters)?.ruled(rule))
    }

    /// The allowed divisors of a number; nothing if they are too many.
    fn divisors(&self, number: &Natural) -> Option<Vec<u128>> {
        let word = factor::to_u128(number)?;
        if let Divide::By(list) = self {
            return Some(list.iter().copied().filter(|divisor| word % divisor == 0).collect());
        }
        if let Divide::Of(factors) = self {
            let common: Vec<(u128, u32)> = factors
                .iter()
                .map(|(prime, power)| (*prime, exponent(word, *prime).min(*power)))
                .collect();
            let mut divisors = factor::divisors(&common, MOST_DIVISORS)?;
            divisors.retain(|divisor| *divisor > 1);
            return Some(divisors);
        }
        let factors = factor::factors(number).ok()?;
        if let Divide::PrimePowers = self {
            let powers = factors
                .iter()
                .flat_map(|(prime, most)| (1..=*most).map(move |power| prime.pow(power)));
            return Some(powers.collect());
        }
        if factors.len() > MOST_PRIMES {
            return None;
        }
        let mut divisors = Vec::new();
        for set in 1u32..1 << factors.len() {
            let chosen = || factors.iter().enumerate().filter(|(index, _)| set >> index & 1 == 1);
            let base: u128 = chosen().map(|(_, (prime, _))| *prime).product();
            let most = chosen().map(|(_, (_, power))| *power).min().unwrap_or(0);
            divisors.extend((1..=most).map(|power| base.pow(power)));
        }
        Some(divisors)
    }

    /// The numbers with their factors, and the powers of the primes as piles of Nim, if they are few.
    fn piles(&self, numbers: &Heaps) -> Option<(String, Vec<parts::Pile>)> {
        let Divide::PrimePowers = self else { return None };
        let (mut told, mut piles) = (Vec::new(), Vec::new());
        for number in numbers.iter().filter(|number| *number != Natural::from(1u64)) {
            let factors = factor::factors(&number).ok()?;
            told.push(format!("{number} = {}", factor::written(&factors)));
            piles.extend(factors.iter().map(|(prime, power)| {
                (labelled(*prime, &number), Natural::from(u64::from(*power)))
            }));
        }
        (piles.len() <= MOST_EXPLAINED).then(|| (told.join("; "), piles))
    }

    /// The two primes and their powers of one number that is divided by squarefree powers.
    fn pair(&self, numbers: &Heaps) -> Option<[(u128, u32); 2]> {
        let Divide::SquarefreePowers = self else { return None };
        let factors = factor::factors(&numbers.get(0)).ok().filter(|_| numbers.len() == 1)?;
        factors.try_into().ok()
    }

    /// The values of all numbers that can come, where they are few.
    fn upwards(&self, numbers: &Heaps) -> Option<(parts::Values, Step)> {
        let starts: Vec<String> = numbers.iter().map(|number| number.to_string()).collect();
        let options = |text: &str| -> Vec<String> {
            let number: Natural = text.parse().unwrap_or_default();
            let word = factor::to_u128(&number).unwrap_or(1);
            let divisors = self.divisors(&number).unwrap_or_default();
            divisors.iter().map(|divisor| (word / divisor).to_string()).collect()
        };
        parts::upwards(&starts, &options)
    }

    /// Nim's balance of the exponents of all numbers, if prime powers are divided by.
    fn balance(&self, numbers: &Heaps, play: Play) -> Option<Balance> {
        let Divide::PrimePowers = self else { return None };
        let mut balance = Balance::of(std::iter::empty(), play)?;
        for number in numbers.iter() {
            for (_, power) in factor::factors(&number).ok()? {
                balance.add(&Nimber::from(u64::from(power)));
            }
        }
        Some(balance)
    }
}

/// What the pile of a prime is called.
fn labelled(prime: u128, number: &Natural) -> String {
    format!("{prime} in {number}")
}

fn exponent(mut number: u128, prime: u128) -> u32 {
    let mut count = 0;
    while number % prime == 0 {
        number /= prime;
        count += 1;
    }
    count
}

fn read_divisors(list: &[&str]) -> Result<Vec<u128>, Error> {
    let mut divisors = Vec::new();
    for word in list {
        let number = word.parse::<Natural>()?;
        let divisor = factor::to_u128(&number).filter(|divisor| *divisor > 1).ok_or_else(|| {
            Error::input(format!(
                "{} cannot be a divisor: write numbers from 2 to 2^100, such as divide(2,3,4,12)",
                quoted(word)
            ))
        })?;
        divisors.push(divisor);
    }
    divisors.put_in_order();
    divisors.dedup();
    Ok(divisors)
}

impl Rules for Divide {
    type Position = Heaps;
    type Move = HeapMove;

    fn moves(&self, numbers: &Heaps, out: &mut Moves<'_, HeapMove>) {
        for (place, number) in numbers.iter().enumerate() {
            let (Some(word), Some(divisors)) = (factor::to_u128(&number), self.divisors(&number))
            else {
                return out.too_many();
            };
            for divisor in divisors {
                let rest = Natural::from(word / divisor);
                out.push(HeapMove::one(place, [rest].into_iter().collect()));
                if out.full() {
                    return;
                }
            }
        }
    }

    fn play(&self, numbers: &Heaps, mv: &HeapMove) -> Heaps {
        mv.play(numbers)
    }

    fn check(&self, numbers: &Heaps) -> Result<(), Error> {
        match numbers.iter().find(|number| factor::to_u128(number).is_none()) {
            Some(number) => Err(Error::input(format!(
                "{} cannot be divided here: write numbers from 1 to 2^100",
                quoted(&number.to_string())
            ))),
            None => Ok(()),
        }
    }

    fn simplify(&self, numbers: Heaps) -> Heaps {
        let by_exponents = matches!(self, Divide::PrimePowers | Divide::SquarefreePowers);
        let simple = |number: Natural| {
            let Some(factors) = factor::factors(&number).ok().filter(|_| by_exponents) else {
                return number;
            };
            // Only the exponents matter: the largest go to the least primes.
            let mut powers: Vec<u32> = factors.iter().map(|(_, power)| *power).collect();
            powers.put_in_order_by(|a, b| b.cmp(a));
            Natural::from(
                powers.iter().zip(PRIMES).map(|(power, prime)| prime.pow(*power)).product::<u128>(),
            )
        };
        let simple: Heaps = numbers.iter().map(simple).collect();
        simple.sorted(|number| *number != Natural::from(1u64))
    }

    fn split(&self, numbers: &Heaps) -> Option<Vec<Heaps>> {
        (numbers.len() > 1)
            .then(|| numbers.iter().map(|number| [number].into_iter().collect()).collect())
    }

    fn value(&self, numbers: &Heaps) -> Option<Nimber> {
        self.balance(numbers, Play::Normal).map(|balance| balance.sum)
    }

    fn outcome(&self, numbers: &Heaps, play: Play) -> Option<Outcome> {
        self.balance(numbers, play).map(|balance| balance.outcome())
    }

    fn theorem(&self, _numbers: &Heaps, play: Play) -> Option<&'static Theorem> {
        let Divide::PrimePowers = self else { return None };
        Some(match play {
            Play::Normal => &PRIME_POWERS,
            Play::Misere => &PRIME_POWERS_MISERE,
        })
    }

    fn describe(&self, numbers: &Heaps, mv: &HeapMove) -> String {
        let Some((place, rest)) = mv.single() else { return mv.to_string() };
        match (factor::to_u128(&numbers.get(place)), factor::to_u128(&rest.get(0))) {
            (Some(number), Some(rest)) if rest > 0 => {
                format!("divide {number} by {}", number / rest)
            }
            _ => mv.to_string(),
        }
    }

    fn scene(&self, numbers: &Heaps) -> Scene {
        let word = |place: usize| factor::to_u128(&numbers.get(place)).unwrap_or(1);
        let allowed = |place: usize| self.divisors(&numbers.get(place)).unwrap_or_default();
        let to =
            |place: usize, divisor: u128| format!("{} -> {}", place + 1, word(place) / divisor);
        let power =
            |place: usize, power: u128| allowed(place).contains(&power).then(|| to(place, power));
        let others = |place: usize| {
            let prime_power = |divisor: &u128| {
                factor::factors(&Natural::from(*divisor)).is_ok_and(|factors| factors.len() == 1)
            };
            let others =
                allowed(place).into_iter().take(MOST_DRAWN).filter(|divisor| !prime_power(divisor));
            let card = |divisor: u128| {
                let (number, left) = (word(place), word(place) / divisor);
                let label = format!("Divide {number} by {divisor}, leaving {left}");
                (format!(": {divisor}"), label, to(place, divisor))
            };
            others.map(card).collect()
        };
        let why = "Dividing by all of this is not allowed here.";
        Scene::factors(numbers, &Divided { power: &power, why, others: &others })
    }

    fn explain(&self, numbers: &Heaps, play: Play) -> Option<Vec<Step>> {
        if let Some((told, piles)) = self.piles(numbers) {
            let why = format!(
                "{told}. Each prime of a number is a pile, as large as its exponent, and dividing by a power of one prime \
                 takes stones from one pile."
            );
            let mut steps = parts::nim(&why, &piles, play);
            let claims = || {
                let factors = |number| Some(factored(&number, &factor::factors(&number).ok()?));
                numbers.iter().filter_map(factors)
            };
            if let Some(first) = steps.first_mut() {
                *first = std::mem::take(first).claiming(claims);
            }
            return Some(steps);
        }
        if play == Play::Misere {
            return None;
        }
        if let Some(pair @ [(_, a), (_, b)]) = self.pair(numbers) {
            return Some(vec![Step::new(
                "idea",
                format!(
                    "{} = {}. A move lowers the powers of some primes, all by the same number. With \
                     two primes that is Wythoff's game with heaps of {a} and {b}: stones are taken from one heap, or as \
                     many from both. Its lost pairs are (0, 0), (1, 2), (3, 5), (4, 7), (6, 10), ...: the first number is \
                     the least that no pair before has, and the two differ by one more each time.",
                    numbers.get(0),
                    factor::written(&pair)
                ),
            )
            .claiming(|| [factored(&numbers.get(0), &pair)])
            .claiming(|| {
                let pairs = [(0u64, 0u64), (1, 2), (3, 5), (4, 7), (6, 10)];
                pairs.map(|(small, large)| Claim::Pair { small: small.into(), large: large.into() })
            })]);
        }
        let (values, step) = self.upwards(numbers)?;
        let labels: Vec<String> = numbers.iter().map(|number| number.to_string()).collect();
        let worth: Vec<u64> = labels.iter().map(|number| values.of(number)).collect();
        let idea = "Each number is a game of its own, worth a number: numbers add by xor, and all is lost exactly when the \
                    result is 0.";
        let mut steps = vec![Step::new("idea", idea), step];
        steps.extend(parts::columns(&labels, &worth));
        Some(steps)
    }

    fn because(&self, numbers: &Heaps, mv: &HeapMove, play: Play) -> Option<Step> {
        let (place, rest) = mv.single()?;
        let (number, rest) = (numbers.get(place), rest.get(0));
        let so = self.describe(numbers, mv);
        if let Some((_, piles)) = self.piles(numbers) {
            let (before, after) = (factor::factors(&number).ok()?, factor::factors(&rest).ok()?);
            let power = |prime: u128| {
                after.iter().find(|(other, _)| *other == prime).map_or(0, |(_, power)| *power)
            };
            let (prime, _) = before.iter().find(|(prime, most)| power(*prime) < *most)?;
            let pile = piles.iter().position(|(label, _)| *label == labelled(*prime, &number))?;
            return parts::nim_move(
                &piles,
                play,
                pile,
                &Natural::from(u64::from(power(*prime))),
                &so,
            );
        }
        if let Some(pair) = self.pair(numbers) {
            let word = factor::to_u128(&rest)?;
            let [a, b] = pair.map(|(prime, _)| exponent(word, prime));
            let text = format!("So {so}: that leaves the powers {a} and {b}, one of these pairs.");
            return Some(Step::new("pick", text));
        }
        let (values, _) = self.upwards(numbers).filter(|_| play == Play::Normal)?;
        let sum = numbers.iter().fold(0, |sum, number| sum ^ values.of(&number.to_string()));
        let (number, rest) = (number.to_string(), rest.to_string());
        let left = format!("{so}: {rest} is worth").replacen('d', "D", 1);
        Some(parts::becomes(&number, values.of(&number), sum, &left, &[values.of(&rest)]))
    }

    fn random(&self, size: u64, random: &mut Random) -> Option<Heaps> {
        let count = random.between(1, 2);
        let numbers: Vec<u64> = (0..count).map(|_| random.between(1, size * 30)).collect();
        Some(Heaps::from(&numbers[..]))
    }
}

/// That a number has these prime factors.
fn factored(number: &Natural, factors: &[(u128, u32)]) -> Claim {
    let factors = factors.iter().map(|(prime, power)| (Natural::from(*prime), *power)).collect();
    Claim::Factors { number: number.clone(), factors }
}

pub static ENTRY: Entry = Entry {
    name: "divide",
    aliases: &[],
    title: "Divide a number",
    rules: "Numbers. A move replaces one number n by n/d, where d divides n and is allowed: any prime power above 1 \
            (prime-powers), any power of a squarefree number above 1 (squarefree-powers), any divisor above 1 of a \
            fixed number (of=12), or a number of a given list.",
    board: Board::Numbers,
    can: &[Ability::Piles, Ability::Misere],
    parameters: &[
        Parameter {
            key: "by",
            required: false,
            list: true,
            help: "prime-powers, squarefree-powers, or the allowed divisors: 2,3,4,12",
        },
        Parameter {
            key: "of",
            required: false,
            list: false,
            help: "a number whose divisors are allowed",
        },
    ],
    examples: &[
        "divide(prime-powers): 360",
        "divide(prime-powers): 1000000000000000000000000000000",
        "divide(squarefree-powers): 360 12",
        "divide(squarefree-powers): 223092870",
        "divide(of=12): 720 36",
        "divide(2,3,4,12): 720",
        "misere divide(prime-powers): 360 30",
        "misere divide(squarefree-powers): 72",
    ],
    example_move: ("360", "1 -> 45"),
    known: &[
        Known {
            address: "divide(prime-powers): 360",
            outcome: "P",
            value: Some(0),
            source: "exponents 3, 2, 1",
        },
        Known {
            address: "divide(squarefree-powers): 6",
            outcome: "N",
            value: Some(2),
            source: "exponents 1, 1: Wythoff's game",
        },
    ],
    theorems: &[&PRIME_POWERS, &PRIME_POWERS_MISERE],
    presets: &[],
    open: Divide::open,
};

#[cfg(test)]
mod tests {
    use crate::{Ask, address};

    #[test]
    fn squarefree_powers_are_wythoffs_game_on_the_exponents() {
        let value = |text: String| {
            let opened = address::open(&text).unwrap();
            opened.solve(&Ask::default()).unwrap().value
        };
        for (a, b, c) in [(1u32, 2u32, 0u32), (3, 5, 0), (2, 2, 3), (4, 1, 2), (3, 3, 3), (1, 1, 4)]
        {
            let number = 7u64.pow(a) * 2u64.pow(b) * 11u64.pow(c);
            let exponents = value(format!("wythoff-some: {a} {b} {c}"));
            assert_eq!(value(format!("divide(squarefree-powers): {number}")), exponents);
        }
    }
}
