//! A list of numbers: choose a prime power and divide every number that it divides.

use std::collections::BTreeMap;

use crate::error::{Error, quoted};
use crate::explain::{Step, parts};
use crate::game::{Ability, Board, Entry, Game, Known, Preset};
use crate::heap::Heaps;
use crate::natural::Natural;
use crate::rules::{Moves, Random, Rules, list_moves};
use crate::scene::{Divided, Scene};
use crate::value::Play;
use bouton_core::factor;

struct PrimePowerList;

/// Every prime that divides a number of the list, with the exponents that occur.
fn exponents(numbers: &Heaps) -> Vec<(u128, Vec<u32>)> {
    let mut found: BTreeMap<u128, Vec<u32>> = BTreeMap::new();
    for number in numbers.iter() {
        for (prime, power) in factor::factors(&number).unwrap_or_default() {
            found.entry(prime).or_default().push(power);
        }
    }
    let mut primes: Vec<(u128, Vec<u32>)> = found.into_iter().collect();
    for (_, powers) in &mut primes {
        powers.sort_unstable();
        powers.dedup();
    }
    primes
}

impl PrimePowerList {
    /// The powers of each prime that occur, as lists.
    fn by_prime(&self, numbers: &Heaps) -> Vec<String> {
        let list = |(prime, powers): &(u128, Vec<u32>)| {
            let powers: Vec<String> =
                powers.iter().map(|power| prime.pow(*power).to_string()).collect();
            powers.join(" ")
        };
        exponents(numbers).iter().map(list).collect()
    }

    /// The list of one prime after a move: without 1s, each power once.
    fn divided(&self, list: &str, divisor: &Natural) -> String {
        let numbers = list.parse::<Heaps>().unwrap_or_else(|_| Heaps::one(1));
        self.by_prime(&self.play(&numbers, divisor)).pop().unwrap_or_else(|| "1".to_string())
    }

    /// What the moves make of the list of one prime.
    fn lead_to(&self, list: &str) -> Vec<String> {
        let numbers = list.parse::<Heaps>().unwrap_or_else(|_| Heaps::one(1));
        let (moves, _) = list_moves(self, &numbers, 100);
        moves.iter().map(|divisor| self.divided(list, divisor)).collect()
    }
}

impl Rules for PrimePowerList {
    type Position = Heaps;
    /// The prime power by which is divided.
    type Move = Natural;

    fn moves(&self, numbers: &Heaps, out: &mut Moves<'_, Natural>) {
        for (prime, powers) in exponents(numbers) {
            for power in 1..=powers.last().copied().unwrap_or(0) {
                out.push(Natural::from(prime.pow(power)));
                if out.full() {
                    return;
                }
            }
        }
    }

    fn play(&self, numbers: &Heaps, divisor: &Natural) -> Heaps {
        let divisor = factor::to_u128(divisor).unwrap_or(1);
        let divided = |number: Natural| match factor::to_u128(&number) {
            Some(word) if word % divisor == 0 => Natural::from(word / divisor),
            _ => number,
        };
        numbers.iter().map(divided).collect()
    }

    fn check(&self, numbers: &Heaps) -> Result<(), Error> {
        match numbers.iter().find(|number| factor::to_u128(number).is_none()) {
            Some(number) => Err(Error::input(format!(
                "{} cannot be factored: write numbers from 1 to 2^100",
                quoted(&number.to_string())
            ))),
            None => Ok(()),
        }
    }

    fn simplify(&self, numbers: Heaps) -> Heaps {
        let primes = exponents(&numbers);
        let one = Natural::from(1u64);
        let mut simple: Vec<Natural> = match &primes[..] {
            // One prime: only the set of exponents matters.
            [(_, powers)] => powers.iter().map(|power| Natural::from(1u128 << power)).collect(),
            _ => numbers.sorted(|number| *number != one).iter().collect(),
        };
        simple.dedup();
        if simple.is_empty() {
            simple.push(one);
        }
        simple.into_iter().collect()
    }

    fn split(&self, numbers: &Heaps) -> Option<Vec<Heaps>> {
        // A move touches one prime alone, so each prime is a game of its own.
        let primes = exponents(numbers);
        let part = |(prime, powers): &(u128, Vec<u32>)| {
            powers.iter().map(|power| Natural::from(prime.pow(*power))).collect()
        };
        (primes.len() > 1).then(|| primes.iter().map(part).collect())
    }

    fn describe(&self, numbers: &Heaps, divisor: &Natural) -> String {
        let divided = numbers.iter().filter(|number| factor::divides(divisor, number));
        let divided: Vec<String> = divided.map(|number| number.to_string()).collect();
        match divided.len() {
            1..=4 => format!("divide {} by {divisor}", parts::list(&divided)),
            count => format!("divide {count} numbers by {divisor}"),
        }
    }

    fn explain(&self, numbers: &Heaps, play: Play) -> Option<Vec<Step>> {
        let starts = self.by_prime(numbers);
        let (values, step) =
            parts::upwards(&starts, &|list| self.lead_to(list)).filter(|_| play == Play::Normal)?;
        let idea = "A move divides by a power of one prime, so each prime is a game of its own, with the powers of it that \
                    occur; equal ones stay equal and count once. Each is worth a number: numbers add by xor, and all is \
                    lost exactly when the result is 0.";
        let labels: Vec<String> = starts.iter().map(|list| list.replace(' ', ", ")).collect();
        let worth: Vec<u64> = starts.iter().map(|list| values.of(list)).collect();
        let mut steps = vec![Step::new("idea", idea), step];
        steps.extend(parts::columns(&labels, &worth));
        Some(steps)
    }

    fn because(&self, numbers: &Heaps, divisor: &Natural, _play: Play) -> Option<Step> {
        let starts = self.by_prime(numbers);
        let (values, _) = parts::upwards(&starts, &|list| self.lead_to(list))?;
        let sum = starts.iter().fold(0, |sum, list| sum ^ values.of(list));
        let mut touched = starts.iter().map(|list| (list, self.divided(list, divisor)));
        let (list, after) = touched.find(|(list, after)| *list != after)?;
        let left = format!("Divided by {divisor} it becomes {after}, worth");
        let part = format!("The part {list}");
        Some(parts::becomes(&part, values.of(list), sum, &left, &[values.of(&after)]))
    }

    fn scene(&self, numbers: &Heaps) -> Scene {
        let power = |_, power: u128| Some(power.to_string());
        Scene::factors(numbers, &Divided { power: &power, why: "", others: &|_| Vec::new() })
    }

    fn random(&self, size: u64, random: &mut Random) -> Option<Heaps> {
        let count = random.between(1, 4);
        let numbers: Vec<u64> = (0..count).map(|_| random.between(1, size * 20)).collect();
        Some(Heaps::from(&numbers[..]))
    }
}

pub static ENTRY: Entry = Entry {
    name: "prime-power-list",
    aliases: &[],
    title: "A list and its prime powers",
    rules: "A list of numbers. A move chooses a prime power above 1 that divides at least one of them, and divides \
            every number that it divides.",
    board: Board::Numbers,
    can: &[Ability::Piles, Ability::Misere],
    parameters: &[],
    examples: &[
        "prime-power-list: 12 18 5",
        "prime-power-list: 1 1 17 289",
        "prime-power-list: 1024 64 16 2",
        "misere prime-power-list: 12 18 4",
        "prime-power-list: 1000000007 999999937 1000000000",
    ],
    example_move: ("12 18 5", "2"),
    known: &[
        Known {
            address: "prime-power-list: 1 1 17 289",
            outcome: "P",
            value: Some(0),
            source: "Codeforces 850C",
        },
        Known {
            address: "prime-power-list: 1 1 17 17",
            outcome: "N",
            value: Some(1),
            source: "Codeforces 850C",
        },
        Known {
            address: "prime-power-list: 1 1 1 1",
            outcome: "P",
            value: Some(0),
            source: "Codeforces 850C",
        },
    ],
    theorems: &[],
    presets: &[Preset {
        name: "codeforces-850c",
        address: "prime-power-list: 1 1 17 289",
        note: "Codeforces 850C, Arpa and a game with Mojtaba, its third example",
    }],
    open: |parameters| Game::open_light(PrimePowerList, parameters),
};
