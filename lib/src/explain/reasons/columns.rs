//! The nim-sum in binary columns: the whole table at once, or pile by pile and digit by digit.

use super::MOST_TOLD;
use crate::explain::{MOST_COLUMNS, Step, binary_table};
use crate::natural::Natural;
use crate::value::Nimber;

/// The whole table in one step, and the same with powers of two.
pub fn at_once(labels: &[String], values: &[Nimber], sum: &Nimber) -> Vec<Step> {
    let widest = values.iter().map(|value| value.0.bits()).max().unwrap_or(0);
    if widest > MOST_COLUMNS || values.len() > 40 {
        return vec![Step::new(
            "nim-sum",
            format!("The nim-sum (xor) of all values is {}.", sum.0),
        )];
    }
    let mut rows: Vec<(String, Natural)> =
        labels.iter().cloned().zip(values.iter().map(|value| value.0.clone())).collect();
    let split: Vec<String> = rows
        .iter()
        .take(MOST_TOLD)
        .map(|(label, number)| format!("{label}: {number} = {}", powers(number)))
        .collect();
    rows.push(("nim-sum".to_string(), sum.0.clone()));
    vec![
        Step::new(
            "columns",
            "In binary, one row each; the nim-sum has a 1 below every column with an odd number of 1s.",
        )
        .with_table(binary_table(&rows)),
        Step::new(
            "cancel",
            format!(
                "The same with powers of two, equal ones cancelling in pairs: {}; what is left adds up to {}.",
                split.join(", "),
                sum.0
            ),
        ),
    ]
}

/// First the running nim-sum, pile by pile; then each column on its own, from the left.
pub fn digit_by_digit(labels: &[String], values: &[Nimber]) -> Vec<Step> {
    let whole: Nimber = values.iter().cloned().sum();
    let widest = values.iter().map(|value| value.0.bits()).max().unwrap_or(0).max(1);
    if widest > MOST_COLUMNS || values.is_empty() {
        return at_once(labels, values, &whole);
    }
    let ids = |rows: &mut dyn Iterator<Item = usize>| -> Vec<String> {
        rows.map(|row| labels[row].replace(' ', "-")).collect()
    };
    let rows: Vec<(String, Natural)> =
        labels.iter().cloned().zip(values.iter().map(|value| value.0.clone())).collect();
    let mut steps = Vec::new();
    let mut sum = Nimber::ZERO;
    for (row, value) in values.iter().enumerate() {
        let before = sum.clone();
        sum = Nimber(&sum.0 ^ &value.0);
        let text = match row {
            0 => format!("{} in binary: {} = {}.", labels[0], value.0, powers(&value.0)),
            _ => format!(
                "{} comes to it: {} xor {} = {}. A digit of the sum is 1 where the two differ.",
                labels[row], before.0, value.0, sum.0
            ),
        };
        let mut shown = rows[..=row].to_vec();
        shown.push(("nim-sum so far".to_string(), sum.0.clone()));
        // A row of the whole width keeps the columns in place from step to step.
        let mut table =
            binary_table(&[&shown[..], &[(String::new(), widest_number(widest))]].concat());
        table.pop();
        let cells = (2..table[0].len()).flat_map(|column| [(row, column), (row + 1, column)]);
        let marks: Vec<(usize, usize)> = cells.collect();
        steps.push(
            Step::new("running", text)
                .highlighting(ids(&mut std::iter::once(row)))
                .with_table(table)
                .marking(marks),
        );
    }
    let mut all = rows;
    all.push(("nim-sum".to_string(), whole.0.clone()));
    let full = binary_table(&all);
    let bottom = values.len();
    for column in 0..widest as usize {
        let bit = widest - 1 - column as u64;
        let with: Vec<usize> = (0..values.len()).filter(|row| values[*row].0.bit(bit)).collect();
        let names: Vec<&str> = with.iter().map(|row| labels[*row].as_str()).collect();
        let digit = with.len() % 2;
        let text = format!(
            "The column of {}: {}, so the nim-sum has a {digit} there.",
            Natural::ZERO.with_bit(bit),
            match names.len() {
                0 => "nobody has a 1".to_string(),
                1 => format!("{} alone has a 1, an odd number", names[0]),
                count => format!(
                    "{} and {} have a 1, {count} in all, an {} number",
                    names[..count - 1].join(", "),
                    names[count - 1],
                    if digit == 1 { "odd" } else { "even" }
                ),
            }
        );
        let mut table = full.clone();
        // What is not worked out yet is not shown.
        table[bottom][1] =
            if column + 1 == widest as usize { whole.0.to_string() } else { String::new() };
        for later in column + 1..widest as usize {
            table[bottom][2 + later] = String::new();
        }
        steps.push(
            Step::new("column", text)
                .highlighting(ids(&mut with.iter().copied()))
                .with_table(table)
                .marking((0..=bottom).map(|row| (row, 2 + column))),
        );
    }
    steps
}

/// The powers of two that add up to a number.
fn powers(number: &Natural) -> String {
    let bits = (0..number.bits()).rev().filter(|bit| number.bit(*bit));
    let list: Vec<String> = bits.map(|bit| Natural::ZERO.with_bit(bit).to_string()).collect();
    if list.is_empty() { "0".to_string() } else { list.join(" + ") }
}

/// A number with so many binary digits.
fn widest_number(bits: u64) -> Natural {
    Natural::ZERO.with_bit(bits - 1)
}
