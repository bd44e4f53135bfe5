//! Rules for the sizes whose positions are lost.

use super::rule::{Kind, Rule};
use crate::formula::{Formula, Function, Operation};

/// Every rule for lost positions that is thought of without looking, of a size or of what two sizes make.
pub fn candidates(term: &Formula, name: &str) -> Vec<Rule> {
    let mut rules = Vec::new();
    sets(term, name, &mut rules);
    binary(term, name, &mut rules);
    multiples(term, name, &mut rules);
    rules
}

/// Powers, squares, Fibonacci and triangular numbers, and their neighbours.
fn sets(term: &Formula, name: &str, rules: &mut Vec<Rule>) {
    let mut functions = vec![
        (Kind::Squares, Function::IsSquare, "a square".to_string()),
        (Kind::Triangular, Function::IsTriangular, "a triangular number".to_string()),
        (Kind::Fibonacci, Function::IsFibonacci, "a Fibonacci number".to_string()),
    ];
    for base in [2, 3, 4, 5, 6, 7, 10] {
        let text = format!("a power of {base}");
        functions.push((Kind::Powers, Function::IsPower(base), text));
    }
    for (kind, function, text) in functions {
        rules.push(Rule::new(kind, format!("with {name} {text}"), term.clone().apply(function), 1));
        for shift in 1..=3 {
            let less = term.clone().with(Operation::Plus, shift).apply(function);
            rules.push(Rule::new(kind, format!("with {name} + {shift} {text}"), less, 2));
            // A smaller number has nothing to be taken from.
            let more = term.clone().with(Operation::Less, shift).choose(
                Formula::Number(0),
                term.clone().with(Operation::Minus, shift).apply(function),
            );
            rules.push(Rule::new(kind, format!("with {name} - {shift} {text}"), more, 2));
        }
    }
}

/// Evil and odious numbers, and those that 2 divides an even or odd number of times.
fn binary(term: &Formula, name: &str, rules: &mut Vec<Rule>) {
    for shift in 0..2 {
        let (size, name) = match shift {
            0 => (term.clone(), name.to_string()),
            _ => (term.clone().with(Operation::Plus, shift), format!("{name} + {shift}")),
        };
        for (parity, word) in [(0, "an even"), (1, "an odd")] {
            let is = |function| {
                let number = size.clone().apply(function).with(Operation::Modulo, 2);
                number.with(Operation::Equal, parity)
            };
            let cost = 1 + shift as usize;
            let text = format!("with {word} number of 1s of {name} in binary");
            rules.push(Rule::new(Kind::Ones, text, is(Function::Ones), cost));
            let text = format!("with {word} number of factors of 2 in {name}");
            rules.push(Rule::new(Kind::FactorsOfTwo, text, is(Function::Twos), cost));
            let text = format!("with {word} number of binary digits of {name}");
            rules.push(Rule::new(Kind::BinaryDigits, text, is(Function::Digits), cost));
        }
    }
}

/// Multiples of the golden ratio and of the square root of 2, rounded down.
///
/// Of the k with k * phi < x there are floor(x / phi) = floor(x * phi) - x, so that exactly one lies between n and
/// n + 1 where floor(n * phi) grows by 2; all other n are multiples of phi + 1 (Beatty). For the square root of 2 there
/// are floor(x * sqrt(2) / 2), and the others are multiples of 2 + sqrt(2).
fn multiples(term: &Formula, name: &str, rules: &mut Vec<Rule>) {
    for shift in 0..3 {
        let (size, cost) = match shift {
            0 => (term.clone(), 1),
            _ => (term.clone().with(Operation::Plus, shift), 2),
        };
        let name = if shift == 0 { name.to_string() } else { format!("{name} + {shift}") };
        let next = size.clone().with(Operation::Plus, 1);
        let grows = |by: u64, function: Function, over: u64| {
            let [later, now] = [&next, &size].map(|of| {
                let multiple = of.clone().apply(function);
                if over > 1 { multiple.with(Operation::Over, over) } else { multiple }
            });
            Formula::binary(Operation::Minus, later, now).with(Operation::Equal, by)
        };
        let mut add = |kind, ratio: &str, formula| {
            let text = format!("with {name} = floor(k * {ratio}) for some k");
            rules.push(Rule::new(kind, text, formula, cost));
        };
        add(Kind::GoldenRatio, "phi", grows(2, Function::Beatty(1), 1));
        add(Kind::GoldenRatio, "phi^2", grows(1, Function::Beatty(1), 1));
        add(Kind::SquareRoot, "sqrt(2)", grows(1, Function::Beatty(2), 2));
        add(Kind::SquareRoot, "(2 + sqrt(2))", grows(0, Function::Beatty(2), 2));
    }
}
