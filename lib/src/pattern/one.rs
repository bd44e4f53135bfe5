//! Rules for the values of positions of one size.

use super::rule::{Kind, Rule, Seen};
use crate::formula::{Formula, Function, Operation};

/// Remainders up to this modulus are thought of by themselves; larger ones are periods.
const MOST_MODULUS: u64 = 64;

/// Every rule for values that the first ones suggest.
pub fn candidates(seen: &Seen) -> Vec<Rule> {
    let (Some(first), Some(last)) = (seen.results.first(), seen.results.last()) else {
        return Vec::new();
    };
    let (start, end) = (seen.sizes[0][0], seen.sizes[seen.sizes.len() - 1][0]);
    let mut rules = vec![Rule::new(Kind::Constant, first.to_string(), Formula::Number(*first), 1)];
    sizes(end, *last, &mut rules);
    remainders(start, *first, &mut rules);
    quotients(&mut rules);
    binary(&mut rules);
    for number in 1..16 {
        let formula = Formula::N.with(Operation::Xor, number);
        rules.push(Rule::new(Kind::Xor, format!("n xor {number}"), formula, 1));
    }
    rules
}

fn sizes(end: u64, last: u64, rules: &mut Vec<Rule>) {
    let (text, formula) = match (end, last) {
        _ if end == last => ("n".to_string(), Formula::N),
        _ if end < last => {
            (format!("n + {}", last - end), Formula::N.with(Operation::Plus, last - end))
        }
        _ => (format!("n - {}", end - last), Formula::N.with(Operation::Minus, end - last)),
    };
    rules.push(Rule::new(Kind::Size, text, formula, usize::from(end != last)));
    if last == end.saturating_mul(2) && end > 0 {
        rules.push(Rule::new(Kind::Size, "2 n", Formula::N.with(Operation::Times, 2), 1));
    }
}

fn remainders(start: u64, first: u64, rules: &mut Vec<Rule>) {
    for modulus in (2..=MOST_MODULUS).filter(|modulus| first < *modulus) {
        let shift = (first + modulus - start % modulus) % modulus;
        let (text, formula) = match shift {
            0 => (format!("n mod {modulus}"), Formula::N.with(Operation::Modulo, modulus)),
            _ => (
                format!("(n + {shift}) mod {modulus}"),
                Formula::N.with(Operation::Plus, shift).with(Operation::Modulo, modulus),
            ),
        };
        rules.push(Rule::new(Kind::Remainder, text, formula, 1 + usize::from(shift > 0)));
    }
}

fn quotients(rules: &mut Vec<Rule>) {
    for by in 2..=16 {
        for shift in 0..by {
            let (inner, text) = match shift {
                0 => (Formula::N, format!("floor(n / {by})")),
                _ => (
                    Formula::N.with(Operation::Plus, shift),
                    format!("floor((n + {shift}) / {by})"),
                ),
            };
            let formula = inner.with(Operation::Over, by);
            let cost = 1 + usize::from(shift > 0);
            for modulus in 2..=if shift == 0 { 12 } else { 4 } {
                let text = format!("{text} mod {modulus}");
                let formula = formula.clone().with(Operation::Modulo, modulus);
                rules.push(Rule::new(Kind::Quotient, text, formula, cost + 1));
            }
            rules.push(Rule::new(Kind::Quotient, text, formula, cost));
        }
    }
}

/// What binary digits say of n, of n + 1 and of n - 1.
fn binary(rules: &mut Vec<Rule>) {
    for (size, name, cost) in [
        (Formula::N, "n", 0usize),
        (Formula::N.with(Operation::Plus, 1), "n + 1", 1),
        (Formula::N.with(Operation::Minus, 1), "n - 1", 1),
    ] {
        let ones = || size.clone().apply(Function::Ones);
        let twos = || size.clone().apply(Function::Twos);
        let digits = || size.clone().apply(Function::Digits);
        let mut add = |kind, text: String, formula, more: usize| {
            rules.push(Rule::new(kind, text, formula, 1 + cost + more));
        };
        add(Kind::Ones, format!("the number of 1s of {name} in binary"), ones(), 0);
        add(Kind::FactorsOfTwo, format!("the number of factors of 2 in {name}"), twos(), 0);
        add(
            Kind::FactorsOfTwo,
            format!("one more than the number of factors of 2 in {name}"),
            twos().with(Operation::Plus, 1),
            1,
        );
        add(
            Kind::FactorsOfTwo,
            format!("the largest power of 2 that divides {name}"),
            size.clone().apply(Function::LowestBit),
            0,
        );
        add(Kind::BinaryDigits, format!("the number of binary digits of {name}"), digits(), 0);
        for modulus in [2, 3] {
            let reduced = |formula: Formula| formula.with(Operation::Modulo, modulus);
            let text = format!("the number of 1s of {name} in binary, mod {modulus}");
            add(Kind::Ones, text, reduced(ones()), 1);
            let text = format!("the number of factors of 2 in {name}, mod {modulus}");
            add(Kind::FactorsOfTwo, text, reduced(twos()), 1);
            let text = format!("the number of binary digits of {name}, mod {modulus}");
            add(Kind::BinaryDigits, text, reduced(digits()), 1);
        }
        let twice = if cost == 0 { format!("2{name}") } else { format!("2({name})") };
        let double = || size.clone().with(Operation::Times, 2);
        let odd = || ones().with(Operation::Modulo, 2);
        let text = format!("{twice}, and 1 more if {name} has an even number of 1s in binary");
        let even = odd().with(Operation::Xor, 1);
        add(Kind::Ones, text, Formula::binary(Operation::Plus, double(), even), 1);
        let text = format!("{twice}, and 1 more if {name} has an odd number of 1s in binary");
        add(Kind::Ones, text, Formula::binary(Operation::Plus, double(), odd()), 1);
    }
}
