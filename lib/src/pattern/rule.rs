//! What a rule is: a kind with a name, a formula that predicts, and words; and when what was seen supports one.

use serde::Serialize;

use crate::formula::{Formula, Operation};

/// A rule that was thought of for some numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rule {
    /// The name of its kind.
    pub kind: Kind,
    /// What it says, in words that follow "the value is" or "lost are exactly the positions".
    pub text: String,
    /// What it predicts.
    pub formula: Formula,
    /// How many numbers were chosen so that it fits: shorter rules are better, and need less to be believed.
    pub cost: usize,
}

/// The kinds of rules, each with a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// What a theorem of the game says.
    ClosedForm,
    /// Always the same.
    Constant,
    /// The size itself, or a number more or less.
    Size,
    /// The remainder of a division.
    Remainder,
    /// The quotient of a division.
    Quotient,
    /// The nim-sum with something.
    Xor,
    /// The number of 1s in binary.
    Ones,
    /// How often 2 divides.
    FactorsOfTwo,
    /// The length in binary.
    BinaryDigits,
    /// Only finitely many.
    Finite,
    /// Remainders after a division.
    Residues,
    /// Values that repeat after a period.
    Period,
    /// Values that grow evenly from period to period.
    ArithmeticPeriod,
    /// Powers of a number.
    Powers,
    /// Squares.
    Squares,
    /// 1, 2, 3, 5, 8, 13, ...
    Fibonacci,
    /// 1, 3, 6, 10, 15, ...
    Triangular,
    /// Multiples of the golden ratio, rounded.
    GoldenRatio,
    /// Multiples of the square root of 2, rounded, and their relatives.
    SquareRoot,
    /// The smaller of two heaps.
    Minimum,
    /// The larger of two heaps.
    Maximum,
    /// The difference of two heaps.
    Difference,
    /// The sum of two heaps.
    Sum,
    /// The product of two heaps.
    Product,
    /// What single heaps are worth.
    ValuesOfHeaps,
}

impl Rule {
    /// A rule of a kind.
    pub fn new(kind: Kind, text: impl Into<String>, formula: Formula, cost: usize) -> Rule {
        Rule { kind, text: text.into(), formula, cost }
    }
}

/// What was seen: numbers at positions, in ascending order of the positions.
pub struct Seen {
    /// The sizes of each position: one or two.
    pub sizes: Vec<Vec<u64>>,
    /// The value of each, or 1 for a lost position and 0 for others.
    pub results: Vec<u64>,
    /// Whether the results say what is lost.
    pub lost: bool,
}

impl Seen {
    /// The first position where a rule is wrong, as its place.
    pub fn exception(&self, formula: &Formula) -> Option<usize> {
        let wrong = |(sizes, result): (&Vec<u64>, &u64)| formula.at(sizes) != Some(*result);
        self.sizes.iter().zip(&self.results).position(wrong)
    }

    /// Whether so many positions are enough to believe a rule of such a cost: each chosen number must have held three
    /// times over, and what is lost must have been foreseen several times.
    pub fn supports(&self, rule: &Rule) -> bool {
        let tried = self.results.len();
        let repeats = matches!(rule.kind, Kind::Period | Kind::Residues | Kind::Remainder);
        // Of repetitions fewer are thought of, and each of their numbers counts already.
        let fewest = if repeats { FEWEST / 2 } else { FEWEST };
        if tried < fewest + 3 * rule.cost {
            return false;
        }
        // Rules that speak of no later position are borne out by all those that are not lost.
        if !self.lost || matches!(rule.kind, Kind::Finite | Kind::Constant | Kind::ClosedForm) {
            return true;
        }
        let foreseen = |results: &[u64]| results.iter().filter(|lost| **lost == 1).count();
        match rule.kind {
            // The first round was chosen.
            Kind::Period | Kind::Residues => foreseen(&self.results[rule.cost..]) >= 3,
            _ => {
                let lost = foreseen(&self.results);
                lost >= FEWEST_LOST + rule.cost && lost < tried
            }
        }
    }
}

/// With fewer positions no rule is believed.
pub const FEWEST: usize = 16;

/// With fewer lost positions no rule is believed that names infinitely many.
const FEWEST_LOST: usize = 4;

/// A rule that is wrong at 0 alone, mended there.
pub fn mended(rule: &Rule, at_zero: u64, lost: bool) -> Rule {
    let formula =
        Formula::N.with(Operation::Equal, 0).choose(Formula::Number(at_zero), rule.formula.clone());
    let text = match (lost, at_zero) {
        (true, 0) => format!("{}, but not n = 0", rule.text),
        (true, _) => format!("{}, and n = 0", rule.text),
        (false, _) => format!("{}, and {at_zero} for n = 0", rule.text),
    };
    Rule { text, formula, cost: rule.cost + 1, ..rule.clone() }
}
