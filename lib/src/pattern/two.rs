//! Rules for positions of two heaps.

use super::lost;
use super::rule::{Kind, Rule, Seen};
use crate::formula::{Formula, Function, Operation};

/// What two sizes make.
fn terms() -> [(Kind, Formula, &'static str); 6] {
    let both = |operation| Formula::binary(operation, Formula::N, Formula::M);
    [
        (Kind::Xor, both(Operation::Xor), "n xor m"),
        (Kind::Difference, both(Operation::Difference), "|n - m|"),
        (Kind::Sum, both(Operation::Plus), "n + m"),
        (Kind::Minimum, both(Operation::Minimum), "min(n, m)"),
        (Kind::Maximum, both(Operation::Maximum), "max(n, m)"),
        (Kind::Product, both(Operation::Times), "n * m"),
    ]
}

/// Moduli that are thought of.
const MOST_MODULUS: u64 = 12;

/// Both remainders together decide, up to this modulus.
const MOST_PAIRED: u64 = 4;

/// Rules for values.
pub fn values(seen: &Seen) -> Vec<Rule> {
    let mut rules = Vec::new();
    if let Some(first) = seen.results.first() {
        rules.push(Rule::new(Kind::Constant, first.to_string(), Formula::Number(*first), 1));
    }
    for (kind, term, name) in terms() {
        rules.push(Rule::new(kind, name, term.clone(), 0));
        for modulus in 2..=MOST_MODULUS {
            let formula = term.clone().with(Operation::Modulo, modulus);
            rules.push(Rule::new(kind, format!("({name}) mod {modulus}"), formula, 1));
        }
        for by in 2..=6 {
            let formula = term.clone().with(Operation::Over, by);
            rules.push(Rule::new(kind, format!("floor(({name}) / {by})"), formula, 1));
        }
    }
    for number in 2..=MOST_MODULUS {
        for (operation, word) in [(Operation::Modulo, "mod"), (Operation::Over, "over")] {
            let each = |size: Formula| size.with(operation, number);
            let formula = Formula::binary(Operation::Xor, each(Formula::N), each(Formula::M));
            let text = match word {
                "mod" => format!("(n mod {number}) xor (m mod {number})"),
                _ => format!("floor(n / {number}) xor floor(m / {number})"),
            };
            rules.push(Rule::new(Kind::Xor, text, formula, 1));
        }
    }
    rules.extend(paired(seen));
    rules
}

/// Rules for what is lost.
pub fn candidates(seen: &Seen) -> Vec<Rule> {
    let mut rules = Vec::new();
    for (value, text) in [(0, "none"), (1, "all")] {
        rules.push(Rule::new(Kind::Constant, text, Formula::Number(value), 1));
    }
    let both = |operation| Formula::binary(operation, Formula::N, Formula::M);
    let nothing = both(Operation::Maximum).with(Operation::Equal, 0);
    rules.push(Rule::new(Kind::Finite, "with n = m = 0", nothing, 1));
    let equal = both(Operation::Equal);
    rules.push(Rule::new(Kind::Difference, "with n = m", equal, 0));
    for (kind, term, name) in terms() {
        for number in 0..=4 {
            let formula = term.clone().with(Operation::Equal, number);
            rules.push(Rule::new(kind, format!("with {name} = {number}"), formula, 1));
        }
        for modulus in 2..=MOST_MODULUS {
            for rest in 0..modulus {
                let formula =
                    term.clone().with(Operation::Modulo, modulus).with(Operation::Equal, rest);
                let text = format!("with ({name}) mod {modulus} = {rest}");
                rules.push(Rule::new(kind, text, formula, 2));
            }
        }
        let of_one = lost::candidates(&term, name);
        rules.extend(of_one.into_iter().map(|rule| Rule { cost: rule.cost + 1, ..rule }));
    }
    for by in 2..=MOST_MODULUS {
        let each = |size: Formula| size.with(Operation::Over, by);
        let formula = Formula::binary(Operation::Equal, each(Formula::N), each(Formula::M));
        let text = format!("with floor(n / {by}) = floor(m / {by})");
        rules.push(Rule::new(Kind::Quotient, text, formula, 1));
    }
    rules.extend(wythoff());
    rules.extend(ratios());
    rules.extend(paired(seen));
    rules
}

/// The pairs (floor(k a), floor(k a) + k t): Wythoff's for t = 1, the square root of 2 for t = 2.
fn wythoff() -> Vec<Rule> {
    let rule = |t: u64| {
        let [smaller, apart] = [Operation::Minimum, Operation::Difference]
            .map(|operation| Formula::binary(operation, Formula::N, Formula::M));
        let k = if t == 1 { apart.clone() } else { apart.clone().with(Operation::Over, t) };
        let pairs = Formula::binary(Operation::Equal, smaller, k.apply(Function::Beatty(t)));
        let whole = apart.with(Operation::Modulo, t).with(Operation::Equal, 0);
        let formula = if t == 1 { pairs } else { Formula::binary(Operation::Both, whole, pairs) };
        let (kind, ratio) = match t {
            1 => (Kind::GoldenRatio, "phi, the golden ratio,".to_string()),
            2 => (Kind::SquareRoot, "sqrt(2)".to_string()),
            _ => (Kind::SquareRoot, format!("(2 - {t} + sqrt({})) / 2", t * t + 4)),
        };
        let times = if t == 1 { String::new() } else { format!("{t} ") };
        let text = format!("with min(n, m) = floor(k * {ratio}) where |n - m| = {times}k");
        Rule::new(kind, text.replace(", where", " where"), formula, usize::from(t > 1) + 1)
    };
    (1..=5).map(rule).collect()
}

/// Sizes whose ratio is below the golden one.
fn ratios() -> Vec<Rule> {
    let [smaller, larger] = [Operation::Minimum, Operation::Maximum]
        .map(|operation| Formula::binary(operation, Formula::N, Formula::M));
    // The multiple is never whole, so that a larger heap below it is at most its floor.
    let most = smaller.apply(Function::Beatty(1)).with(Operation::Plus, 1);
    let near = Formula::binary(Operation::Less, larger, most);
    let unequal =
        Formula::binary(Operation::Equal, Formula::N, Formula::M).with(Operation::Equal, 0);
    let text = "with max(n, m) < phi * min(n, m), phi being the golden ratio";
    let both = Formula::binary(Operation::Both, near.clone(), unequal);
    // Of a heap of 0 no multiple is larger; where it ends the game, it is lost too.
    let or_empty = |rule: &Formula| {
        let smaller = Formula::binary(Operation::Minimum, Formula::N, Formula::M);
        smaller.with(Operation::Equal, 0).choose(Formula::Number(1), rule.clone())
    };
    let beside = format!("{text}, and n not equal to m");
    let ended = |text: &str| format!("{text}; and those in which n or m is 0");
    vec![
        Rule::new(Kind::GoldenRatio, ended(text), or_empty(&near), 2),
        Rule::new(Kind::GoldenRatio, ended(&beside), or_empty(&both), 3),
        Rule::new(Kind::GoldenRatio, text, near, 1),
        Rule::new(Kind::GoldenRatio, beside, both, 2),
    ]
}

/// The remainders of both sizes by one modulus decide; the first position with each tells how.
fn paired(seen: &Seen) -> Vec<Rule> {
    let mut rules = Vec::new();
    for modulus in 2..=MOST_PAIRED {
        let mut list = vec![None; (modulus * modulus) as usize];
        for (sizes, result) in seen.sizes.iter().zip(&seen.results) {
            let [n, m] = sizes[..] else { return rules };
            list[(n % modulus * modulus + m % modulus) as usize].get_or_insert(*result);
        }
        let Some(list) = list.into_iter().collect::<Option<Vec<u64>>>() else { continue };
        let remainder = |size: Formula| size.with(Operation::Modulo, modulus);
        let place = Formula::binary(
            Operation::Plus,
            remainder(Formula::N).with(Operation::Times, modulus),
            remainder(Formula::M),
        );
        let pairs: Vec<String> = (0..modulus * modulus)
            .filter(|pair| list[*pair as usize] == 1)
            .map(|pair| format!("({}, {})", pair / modulus, pair % modulus))
            .collect();
        let text = match seen.lost {
            true => format!("with (n mod {modulus}, m mod {modulus}) one of {}", pairs.join(" ")),
            false => {
                let values: Vec<String> = list.iter().map(u64::to_string).collect();
                format!(
                    "decided by n mod {modulus} and m mod {modulus}: {} for (0, 0), (0, 1), ...",
                    values.join(" ")
                )
            }
        };
        let cost = (modulus * modulus) as usize;
        rules.push(Rule::new(Kind::Residues, text, Formula::Listed(list, Box::new(place)), cost));
    }
    rules
}
