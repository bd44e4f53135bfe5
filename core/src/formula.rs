//! Formulas as data: closed forms that can be worked out, told, and written in other languages.

use std::fmt::{self, Display, Formatter};

use crate::theorem::Theorem;

/// An expression in the sizes of one or two heaps. Truth is 1, falsehood 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Formula {
    /// A number.
    Number(u64),
    /// The size of a heap: 0 for the first, 1 for the second.
    Heap(usize),
    /// Two formulas combined.
    Binary(Operation, Box<[Formula; 2]>),
    /// A function of one formula.
    Apply(Function, Box<Formula>),
    /// If the first holds, the second, and otherwise the third.
    Choose(Box<[Formula; 3]>),
    /// The number at this place of a list, from 0.
    Listed(Vec<u64>, Box<Formula>),
}

/// How two numbers are combined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operation {
    /// The sum.
    Plus,
    /// The first less the second, which is not larger.
    Minus,
    /// The product.
    Times,
    /// The quotient, rounded down.
    Over,
    /// The remainder.
    Modulo,
    /// The nim-sum.
    Xor,
    /// The smaller.
    Minimum,
    /// The larger.
    Maximum,
    /// The larger less the smaller.
    Difference,
    /// Whether they are equal.
    Equal,
    /// Whether the first is smaller.
    Less,
    /// Whether both hold.
    Both,
}

/// What is asked of one number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Function {
    /// How many 1s it has in binary.
    Ones,
    /// How many digits it has in binary.
    Digits,
    /// How often 2 divides it; of 0, none.
    Twos,
    /// The largest power of 2 that divides it; of 0, none.
    LowestBit,
    /// Whether it is a square.
    IsSquare,
    /// Whether it is triangular: 0, 1, 3, 6, 10, ...
    IsTriangular,
    /// Whether it is one of 1, 2, 3, 5, 8, ...
    IsFibonacci,
    /// Whether it is one of 1, b, b^2, ...
    IsPower(u64),
    /// floor(k * (2 - t + sqrt(t^2 + 4)) / 2): for t = 1 the golden ratio, for t = 2 the root of 2.
    Beatty(u64),
}

/// A closed form of a game, with the theorem that it states.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClosedForm {
    /// The number of heaps that the formula speaks of.
    pub heaps: usize,
    /// Whether the formula gives the value; otherwise it says whether the position is lost for the one to move.
    pub is_value: bool,
    /// What it is, in words that follow "the value of a heap of n is" or "lost are exactly the positions".
    pub text: String,
    /// The formula.
    pub formula: Formula,
    /// Who proved it.
    pub theorem: &'static Theorem,
}

impl Formula {
    /// The size of the only or of the first heap.
    pub const N: Formula = Formula::Heap(0);
    /// The size of the second heap.
    pub const M: Formula = Formula::Heap(1);

    /// Two formulas combined.
    pub fn binary(operation: Operation, a: Formula, b: Formula) -> Formula {
        Formula::Binary(operation, Box::new([a, b]))
    }

    /// A formula combined with a number.
    pub fn with(self, operation: Operation, number: u64) -> Formula {
        Formula::binary(operation, self, Formula::Number(number))
    }

    /// A function of this.
    pub fn apply(self, function: Function) -> Formula {
        Formula::Apply(function, Box::new(self))
    }

    /// If this holds, one formula, and otherwise another.
    pub fn choose(self, then: Formula, otherwise: Formula) -> Formula {
        Formula::Choose(Box::new([self, then, otherwise]))
    }

    /// What it gives for these sizes; nothing where a number on the way does not fit into 64 bits.
    pub fn at(&self, heaps: &[u64]) -> Option<u64> {
        match self {
            Formula::Number(number) => Some(*number),
            Formula::Heap(heap) => heaps.get(*heap).copied(),
            Formula::Binary(operation, parts) => {
                let [a, b] = &**parts;
                operation.of(a.at(heaps)?, b.at(heaps)?)
            }
            Formula::Apply(function, of) => function.of(of.at(heaps)?),
            Formula::Choose(parts) => {
                let [holds, then, otherwise] = &**parts;
                if holds.at(heaps)? > 0 { then.at(heaps) } else { otherwise.at(heaps) }
            }
            Formula::Listed(list, place) => {
                list.get(usize::try_from(place.at(heaps)?).ok()?).copied()
            }
        }
    }

    /// The numbers of a list, and after it those of another for ever in turn, each time larger by the saltus.
    pub fn repeating(before: Vec<u64>, round: Vec<u64>, saltus: u64) -> Formula {
        let (start, period) = (before.len() as u64, round.len() as u64);
        let beyond = || match start {
            0 => Formula::N,
            _ => Formula::N.with(Operation::Minus, start),
        };
        let first = match round[..] {
            [only] => Formula::Number(only),
            _ => Formula::Listed(round, Box::new(beyond().with(Operation::Modulo, period))),
        };
        let rounds = if period == 1 { beyond() } else { beyond().with(Operation::Over, period) };
        let growth = if saltus == 1 { rounds } else { rounds.with(Operation::Times, saltus) };
        let later = match (saltus, &first) {
            (0, _) => first,
            (_, Formula::Number(0)) => growth,
            _ => Formula::binary(Operation::Plus, growth, first),
        };
        if start == 0 {
            return later;
        }
        let earlier = match before.iter().all(|number| *number == before[0]) {
            true => Formula::Number(before[0]),
            false => Formula::Listed(before, Box::new(Formula::N)),
        };
        Formula::N.with(Operation::Less, start).choose(earlier, later)
    }

    /// The same formula of the second heap, for one that speaks of the first alone.
    pub fn of_second(&self) -> Formula {
        match self {
            Formula::Heap(_) => Formula::M,
            Formula::Number(number) => Formula::Number(*number),
            Formula::Binary(operation, parts) => {
                let [a, b] = &**parts;
                Formula::binary(*operation, a.of_second(), b.of_second())
            }
            Formula::Apply(function, of) => of.of_second().apply(*function),
            Formula::Choose(parts) => {
                let [holds, then, otherwise] = &**parts;
                holds.of_second().choose(then.of_second(), otherwise.of_second())
            }
            Formula::Listed(list, place) => {
                Formula::Listed(list.clone(), Box::new(place.of_second()))
            }
        }
    }

    /// How a formula of one heap comes back, where its form shows that it does.
    pub fn recurrence(&self) -> Option<Recurrence> {
        let steady = |period, preperiod| Some(Recurrence { period, preperiod, saltus: 0 });
        match self {
            Formula::Number(_) => steady(1, 0),
            Formula::Heap(0) => Some(Recurrence { period: 1, preperiod: 0, saltus: 1 }),
            Formula::Heap(_) | Formula::Apply(..) => None,
            Formula::Listed(_, place) => place.recurrence().filter(|of| of.saltus == 0),
            Formula::Choose(parts) => {
                let [holds, _, otherwise] = &**parts;
                let Formula::Binary(Operation::Less | Operation::Equal, sides) = holds else {
                    return None;
                };
                let [Formula::Heap(0), Formula::Number(number)] = **sides else { return None };
                let later = otherwise.recurrence()?;
                // Sizes below the number are earlier, or the number itself.
                let less = matches!(holds, Formula::Binary(Operation::Less, _));
                let start = if less { number } else { number.checked_add(1)? };
                Some(Recurrence { preperiod: later.preperiod.max(start), ..later })
            }
            Formula::Binary(operation, parts) => {
                let [first, second] = &**parts;
                // Twos are none exactly for odd numbers, and for 0 as it is counted here.
                if (*operation, second) == (Operation::Equal, &Formula::Number(0))
                    && *first == Formula::N.apply(Function::Twos)
                {
                    return steady(2, 1);
                }
                let (a, b) = (first.recurrence()?, second.recurrence()?);
                a.combined(*operation, b, second)
            }
        }
    }

    /// Every function that occurs, once.
    pub fn functions(&self) -> Vec<Function> {
        let mut found = Vec::new();
        self.collect(&mut found);
        found
    }

    fn collect(&self, found: &mut Vec<Function>) {
        match self {
            Formula::Number(_) | Formula::Heap(_) => {}
            Formula::Binary(_, parts) => parts.iter().for_each(|part| part.collect(found)),
            Formula::Choose(parts) => parts.iter().for_each(|part| part.collect(found)),
            Formula::Listed(_, place) => place.collect(found),
            Formula::Apply(function, of) => {
                of.collect(found);
                if !found.contains(function) {
                    found.push(*function);
                }
            }
        }
    }
}

/// f(n + period) = f(n) + saltus for all n from `preperiod` on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Recurrence {
    /// After how many sizes it comes back.
    pub period: u64,
    /// From which size on.
    pub preperiod: u64,
    /// By how much it grows each time.
    pub saltus: u64,
}

impl Recurrence {
    /// The same, seen only every so many rounds.
    fn times(self, rounds: u64) -> Option<Recurrence> {
        let period = self.period.checked_mul(rounds)?;
        Some(Recurrence { period, saltus: self.saltus.checked_mul(rounds)?, ..self })
    }

    /// Two that come back together.
    pub fn together(self, other: Recurrence) -> Option<(Recurrence, Recurrence)> {
        let shared = divisor(self.period, other.period);
        let (a, b) = (self.times(other.period / shared)?, other.times(self.period / shared)?);
        let preperiod = a.preperiod.max(b.preperiod);
        Some((Recurrence { preperiod, ..a }, Recurrence { preperiod, ..b }))
    }

    fn combined(
        self,
        operation: Operation,
        other: Recurrence,
        second: &Formula,
    ) -> Option<Recurrence> {
        let number = match second {
            Formula::Number(number) => Some(*number),
            _ => None,
        };
        let (a, b) = self.together(other)?;
        let saltus = match (operation, number) {
            (Operation::Plus, _) => a.saltus.checked_add(b.saltus)?,
            (Operation::Minus, _) => a.saltus.checked_sub(b.saltus)?,
            (Operation::Times, Some(number)) => a.saltus.checked_mul(number)?,
            (Operation::Over | Operation::Modulo, Some(number)) if number > 0 => {
                let a = a.times(number / divisor(number, a.saltus))?;
                let saltus = if operation == Operation::Over { a.saltus / number } else { 0 };
                return Some(Recurrence { saltus, ..a });
            }
            // What grows passes any number.
            (Operation::Equal | Operation::Less, Some(number)) if a.saltus > 0 => {
                let rounds = (number / a.saltus).checked_add(1)?;
                let preperiod = a.preperiod.checked_add(a.period.checked_mul(rounds)?)?;
                return Some(Recurrence { period: 1, preperiod, saltus: 0 });
            }
            _ if a.saltus == 0 && b.saltus == 0 => 0,
            _ => return None,
        };
        Some(Recurrence { saltus, ..a })
    }
}

/// The greatest common divisor; of 0 and a number, that number.
fn divisor(mut a: u64, mut b: u64) -> u64 {
    while b > 0 {
        (a, b) = (b, a % b);
    }
    a.max(1)
}

impl Operation {
    fn of(self, a: u64, b: u64) -> Option<u64> {
        match self {
            Operation::Plus => a.checked_add(b),
            Operation::Minus => a.checked_sub(b),
            Operation::Times => a.checked_mul(b),
            Operation::Over => a.checked_div(b),
            Operation::Modulo => a.checked_rem(b),
            Operation::Xor => Some(a ^ b),
            Operation::Minimum => Some(a.min(b)),
            Operation::Maximum => Some(a.max(b)),
            Operation::Difference => Some(a.abs_diff(b)),
            Operation::Equal => Some(u64::from(a == b)),
            Operation::Less => Some(u64::from(a < b)),
            Operation::Both => Some(u64::from(a > 0 && b > 0)),
        }
    }
}

impl Function {
    fn of(self, number: u64) -> Option<u64> {
        Some(match self {
            Function::Ones => u64::from(number.count_ones()),
            Function::Digits => u64::from(u64::BITS - number.leading_zeros()),
            Function::Twos => {
                u64::from(number.checked_ilog2().map_or(0, |_| number.trailing_zeros()))
            }
            Function::LowestBit => number & number.wrapping_neg(),
            Function::IsSquare => u64::from(number.isqrt().pow(2) == number),
            Function::IsTriangular => {
                let eight = u128::from(number) * 8 + 1;
                u64::from(eight.isqrt().pow(2) == eight)
            }
            Function::IsFibonacci => {
                let (mut a, mut b) = (1u64, 2u64);
                while a < number {
                    (a, b) = (b, a.saturating_add(b));
                }
                u64::from(a == number)
            }
            Function::IsPower(base) => {
                let mut rest = number;
                while base > 1 && rest > 1 && rest.is_multiple_of(base) {
                    rest /= base;
                }
                u64::from(rest == 1)
            }
            Function::Beatty(t) => beatty(number, t)?,
        })
    }
}

/// floor((k(2 - t) + sqrt(k^2 (t^2 + 4))) / 2) by whole numbers: the root is never whole for k > 0, and what is added
/// to it is, so that it may be rounded down first.
fn beatty(k: u64, t: u64) -> Option<u64> {
    let (k, t) = (u128::from(k), u128::from(t));
    let root = k.checked_mul(k)?.checked_mul(t.checked_mul(t)?.checked_add(4)?)?.isqrt();
    // k t < root, so this does not fall below 0.
    let twice = (root + 2 * k).checked_sub(k.checked_mul(t)?)?;
    u64::try_from(twice / 2).ok()
}

impl Display for Formula {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Formula::Number(number) => write!(f, "{number}"),
            Formula::Heap(0) => f.write_str("n"),
            Formula::Heap(_) => f.write_str("m"),
            Formula::Choose(parts) => {
                let [holds, then, otherwise] = &**parts;
                write!(f, "({then} if {holds} else {otherwise})")
            }
            Formula::Listed(list, place) => {
                let list: Vec<String> = list.iter().map(u64::to_string).collect();
                write!(f, "[{}][{place}]", list.join(", "))
            }
            Formula::Apply(function, of) => match function {
                Function::Ones => write!(f, "ones({of})"),
                Function::Digits => write!(f, "digits({of})"),
                Function::Twos => write!(f, "twos({of})"),
                Function::LowestBit => write!(f, "lowest-bit({of})"),
                Function::IsSquare => write!(f, "is-square({of})"),
                Function::IsTriangular => write!(f, "is-triangular({of})"),
                Function::IsFibonacci => write!(f, "is-fibonacci({of})"),
                Function::IsPower(base) => write!(f, "is-power-of-{base}({of})"),
                Function::Beatty(1) => write!(f, "floor({of} * (1 + sqrt(5)) / 2)"),
                Function::Beatty(2) => write!(f, "floor({of} * sqrt(2))"),
                Function::Beatty(t) => {
                    write!(f, "floor({of} * (2 - {t} + sqrt({})) / 2)", u128::from(*t).pow(2) + 4)
                }
            },
            Formula::Binary(operation, parts) => {
                let [a, b] = &**parts;
                match operation {
                    Operation::Plus => write!(f, "({a} + {b})"),
                    Operation::Minus => write!(f, "({a} - {b})"),
                    Operation::Times => write!(f, "({a} * {b})"),
                    Operation::Over => write!(f, "floor({a} / {b})"),
                    Operation::Modulo => write!(f, "({a} mod {b})"),
                    Operation::Xor => write!(f, "({a} xor {b})"),
                    Operation::Minimum => write!(f, "min({a}, {b})"),
                    Operation::Maximum => write!(f, "max({a}, {b})"),
                    Operation::Difference => write!(f, "|{a} - {b}|"),
                    Operation::Equal => write!(f, "({a} = {b})"),
                    Operation::Less => write!(f, "({a} < {b})"),
                    Operation::Both => write!(f, "({a} and {b})"),
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_are_what_they_say() {
        let holds = |function: Function, to: u64| -> Vec<u64> {
            (0..to).filter(|n| function.of(*n) == Some(1)).collect()
        };
        assert_eq!(holds(Function::IsTriangular, 30), [0, 1, 3, 6, 10, 15, 21, 28]);
        assert_eq!(holds(Function::IsFibonacci, 40), [1, 2, 3, 5, 8, 13, 21, 34]);
        assert_eq!(holds(Function::IsPower(3), 100), [1, 3, 9, 27, 81]);
        assert_eq!(holds(Function::IsSquare, 20), [0, 1, 4, 9, 16]);
        let lower: Vec<u64> = (0..9).filter_map(|k| beatty(k, 1)).collect();
        assert_eq!(lower, [0, 1, 3, 4, 6, 8, 9, 11, 12]);
        let root: Vec<u64> = (0..9).filter_map(|k| beatty(k, 2)).collect();
        assert_eq!(root, [0, 1, 2, 4, 5, 7, 8, 9, 11]);
    }

    #[test]
    fn no_size_makes_it_panic() {
        for function in [
            Function::Ones,
            Function::Digits,
            Function::Twos,
            Function::LowestBit,
            Function::IsSquare,
            Function::IsTriangular,
            Function::IsFibonacci,
            Function::IsPower(2),
            Function::IsPower(0),
            Function::Beatty(1),
            Function::Beatty(u64::MAX),
        ] {
            for number in [0, 1, u64::MAX / 2, u64::MAX - 1, u64::MAX] {
                let _ = Formula::Number(number).apply(function).at(&[]);
            }
        }
        assert_eq!(Formula::N.with(Operation::Modulo, 0).at(&[3]), None);
        assert_eq!(Formula::M.at(&[3]), None);
    }

    #[test]
    fn what_comes_back_is_known_from_the_form() {
        let n = || Formula::N;
        let formulas = [
            (n(), (1, 0, 1)),
            (n().with(Operation::Modulo, 6), (6, 0, 0)),
            (n().with(Operation::Over, 3).with(Operation::Modulo, 4), (12, 0, 0)),
            (n().with(Operation::Times, 4).with(Operation::Over, 6), (3, 0, 2)),
            (n().with(Operation::Times, 4).with(Operation::Modulo, 6), (3, 0, 0)),
            (Formula::repeating(vec![0], vec![1, 2, 4, 3], 4), (4, 1, 4)),
            (Formula::repeating(vec![3, 1], vec![7], 0), (1, 2, 0)),
            (Formula::repeating(vec![], vec![0, 0, 1], 0), (3, 0, 0)),
            (n().with(Operation::Over, 2).with(Operation::Equal, 5), (1, 12, 0)),
            (n().apply(Function::Twos).with(Operation::Equal, 0), (2, 1, 0)),
        ];
        for (formula, (period, preperiod, saltus)) in formulas {
            let found = formula.recurrence().unwrap();
            assert_eq!(found, Recurrence { period, preperiod, saltus }, "{formula}");
            for size in preperiod..preperiod + 100 {
                let (now, later) = (formula.at(&[size]), formula.at(&[size + period]));
                assert_eq!(later, now.map(|now| now + saltus), "{formula} at {size}");
            }
        }
        assert_eq!(n().apply(Function::Ones).recurrence(), None);
    }

    #[test]
    fn formulas_are_written_as_people_write_them() {
        let formula = Formula::binary(Operation::Difference, Formula::N, Formula::M)
            .with(Operation::Modulo, 3)
            .with(Operation::Equal, 1);
        assert_eq!(formula.to_string(), "((|n - m| mod 3) = 1)");
        assert_eq!(formula.at(&[5, 1]), Some(1));
    }
}
