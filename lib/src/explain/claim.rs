//! What an explanation asserts, as data: a sentence about a position is a claim, and claims can be checked.

use serde::Serialize;

use crate::heap::Heaps;
use crate::natural::Natural;
use crate::value::{Nimber, Outcome};

/// One thing that a step asserts. Positions and moves are texts of the game that is explained.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "claim", rename_all = "lowercase")]
#[non_exhaustive]
pub enum Claim {
    /// In normal play the position has this value.
    Value {
        /// The position.
        position: String,
        /// Its value.
        value: Nimber,
    },
    /// Who wins, in the play of the explanation.
    Outcome {
        /// The position.
        position: String,
        /// Who wins.
        outcome: Outcome,
    },
    /// In the play of the explanation one position can stand for another in sums of positions of the game.
    Alike {
        /// The position.
        position: String,
        /// What can stand for it.
        other: String,
    },
    /// One position is an option of another.
    Option {
        /// The position.
        position: String,
        /// What a move makes of it.
        to: String,
    },
    /// A move and what becomes of the outcome.
    Move {
        /// The position.
        position: String,
        /// A move of it.
        #[serde(rename = "move")]
        mv: String,
        /// The outcome of what it leaves.
        outcome: Outcome,
    },
    /// A move that loses, and what is replied to it.
    Reply {
        /// The position.
        position: String,
        /// A move of it.
        #[serde(rename = "move")]
        mv: String,
        /// A move of what that leaves, after which the position is lost for whoever moves next.
        reply: String,
    },
    /// What a move leaves.
    Leaves {
        /// The position.
        position: String,
        /// A move of it.
        #[serde(rename = "move")]
        mv: String,
        /// The position after it.
        to: String,
    },
    /// The piles of a position, one by one, have these values in normal play.
    Worth {
        /// The position.
        position: String,
        /// The values of its piles.
        numbers: Vec<Nimber>,
    },
    /// The piles of a position, one by one, have these sizes.
    Sizes {
        /// The position.
        position: String,
        /// The sizes of its piles.
        numbers: Vec<Nimber>,
    },
    /// The options of a position have these values and no others, and this is the least number missing.
    Mex {
        /// The position.
        position: String,
        /// The values of its options, ascending, each once.
        numbers: Vec<Nimber>,
        /// The least number that is not among them.
        value: Nimber,
    },
    /// From some heap on the values of single heaps repeat, each time larger by the same number.
    Period {
        /// The first heap of the repetition.
        preperiod: u64,
        /// After how many heaps it repeats.
        period: u64,
        /// By how much it is then larger.
        saltus: u64,
    },
    /// No theorem of the game says who wins here: it was searched.
    Searched {
        /// The position.
        position: String,
    },
    /// In a game of more than two players, which seats can be sure not to lose.
    Seats {
        /// The position.
        position: String,
        /// For each seat, beginning with the one to move, whether it can be sure.
        seats: Vec<bool>,
    },
    /// What is said of one part of a sum, counted from 1.
    Part {
        /// Which part.
        part: usize,
        /// What is said of it, in texts of that part's game.
        of: Box<Claim>,
    },
    /// The reply restores symmetry: after it what is left comes in equal pairs.
    Mirror {
        /// The position.
        position: String,
        /// A move of it.
        #[serde(rename = "move")]
        mv: String,
        /// The reply to it.
        reply: String,
    },
    /// Among some numbers every one above 0 comes an even number of times.
    Pairs {
        /// The numbers.
        numbers: Vec<Nimber>,
    },
    /// The xor of some numbers, column by column.
    Column {
        /// The numbers.
        numbers: Vec<Nimber>,
        /// Their xor.
        sum: Nimber,
    },
    /// How many of some numbers have a 1 in a binary column.
    Ones {
        /// The numbers.
        numbers: Vec<Nimber>,
        /// What the column is worth, a power of 2.
        column: Natural,
        /// What the count is taken modulo: 2 for odd and even.
        modulus: u64,
        /// The count, modulo that.
        count: u64,
    },
    /// The highest binary column whose count of 1s is not 0 modulo something.
    Highest {
        /// The numbers.
        numbers: Vec<Nimber>,
        /// What the counts are taken modulo.
        modulus: u64,
        /// What the column is worth.
        column: Natural,
    },
    /// How many of some numbers lie between two others.
    Count {
        /// The numbers.
        numbers: Vec<Nimber>,
        /// The least that counts.
        least: Nimber,
        /// The largest that counts, if there is one.
        most: Option<Nimber>,
        /// How many there are.
        count: u64,
    },
    /// A lost pair of Wythoff's game, in the play of the explanation.
    Pair {
        /// The smaller number of the pair.
        small: Natural,
        /// The larger one.
        large: Natural,
    },
    /// A division with its rest.
    Division {
        /// What is divided.
        number: Natural,
        /// By what.
        divisor: Natural,
        /// How often it goes.
        quotient: Natural,
        /// What is left over.
        rest: Natural,
    },
    /// The prime factors of a number.
    Factors {
        /// The number.
        number: Natural,
        /// Its primes with their powers.
        factors: Vec<(Natural, u32)>,
    },
}

impl Claim {
    /// That these numbers have this xor.
    pub fn sum(numbers: &[Nimber], sum: &Nimber) -> Claim {
        Claim::Column { numbers: numbers.to_vec(), sum: sum.clone() }
    }

    /// That these numbers, seen in binary, have so many 1s in each of the lowest columns, modulo something.
    pub(crate) fn columns(numbers: &[Nimber], modulus: u64) -> impl Iterator<Item = Claim> + '_ {
        let width = numbers.iter().map(|number| number.0.bits()).max().unwrap_or(0);
        (0..width).map(move |bit| Claim::Ones {
            numbers: numbers.to_vec(),
            column: Natural::ZERO.with_bit(bit),
            modulus,
            count: numbers.iter().filter(|number| number.0.bit(bit)).count() as u64 % modulus,
        })
    }

    /// That so many of these numbers are at least `least`, and at most `most` if that is given.
    pub(crate) fn count(numbers: &[Nimber], least: u64, most: Option<u64>, count: usize) -> Claim {
        let (numbers, least, most) = (numbers.to_vec(), least.into(), most.map(Nimber::from));
        Claim::Count { numbers, least, most, count: count as u64 }
    }

    /// That a number is so many times another, and a rest.
    pub(crate) fn division(number: &Natural, divisor: &Natural) -> Claim {
        let (quotient, rest) = match divisor.to_u64().filter(|divisor| *divisor > 0) {
            Some(word) => (number.divided_by(word), Natural::from(number.modulo(word))),
            None => (Natural::ZERO, number.clone()),
        };
        Claim::Division { number: number.clone(), divisor: divisor.clone(), quotient, rest }
    }

    /// That a position has these piles; with them as numbers.
    pub(crate) fn sizes(heaps: &Heaps) -> (Claim, Vec<Nimber>) {
        let numbers: Vec<Nimber> = heaps.iter().map(Nimber).collect();
        (Claim::Sizes { position: heaps.to_string(), numbers: numbers.clone() }, numbers)
    }

    /// That a pile alone has this value.
    pub(crate) fn pile(size: &Natural, value: &Nimber) -> Claim {
        Claim::Value { position: size.to_string(), value: value.clone() }
    }
}
