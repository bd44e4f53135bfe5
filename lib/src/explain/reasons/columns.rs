//! The nim-sum in binary columns: the whole table at once, or number by number.

use super::MOST_TOLD;
use crate::explain::{Claim, MOST_COLUMNS, Step, binary_table};
use crate::natural::Natural;
use crate::session::capital;
use crate::value::Nimber;

/// More numbers than this are not written below each other.
pub const MOST_ROWS: usize = 40;

/// The steps that add some numbers: number by number if that is asked for, and then the whole table.
pub fn steps(labels: &[String], values: &[Nimber], fine: bool) -> Vec<Step> {
    let sum: Nimber = values.iter().cloned().sum();
    let widest = values.iter().map(|value| value.0.bits()).max().unwrap_or(0);
    let claim = || [Claim::sum(values, &sum)];
    if widest > MOST_COLUMNS || values.len() > MOST_ROWS {
        let text = format!("The nim-sum (xor) of the {} numbers is {}.", values.len(), sum.0);
        return vec![Step::new("columns", text).claiming(claim)];
    }
    let mut steps = match fine && values.len() <= MOST_TOLD {
        true => running(labels, values, widest.max(1)),
        false => Vec::new(),
    };
    let mut rows = rows(labels, values);
    rows.push(("nim-sum".to_string(), sum.0.clone()));
    let odd: Vec<u64> = (0..widest).rev().filter(|bit| sum.0.bit(*bit)).collect();
    let text = match odd.is_empty() {
        true => "Every column holds an even number of 1s, so the nim-sum (xor) is 0.".to_string(),
        false => {
            let names: Vec<String> =
                odd.iter().map(|bit| Natural::ZERO.with_bit(*bit).to_string()).collect();
            let which = match names.len() {
                1 => format!("The column of {} holds", names[0]),
                _ => format!("The columns of {} hold", listed(&names)),
            };
            format!("{which} an odd number of 1s; the nim-sum (xor) is {}.", sum.0)
        }
    };
    let bottom = rows.len();
    let marks = odd.iter().flat_map(|bit| {
        let column = 1 + (widest - 1 - bit) as usize;
        (1..=bottom).map(move |row| (row, column))
    });
    let marks: Vec<(usize, usize)> = marks.collect();
    let table = binary_table(&rows);
    let step = Step::new("columns", text).with_table(table).marking(marks).claiming(claim);
    steps.push(step.claiming(|| Claim::columns(values, 2)));
    steps
}

/// `a, b and c`.
pub fn listed(words: &[String]) -> String {
    match words {
        [] => String::new(),
        [one] => one.clone(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}

fn rows(labels: &[String], values: &[Nimber]) -> Vec<(String, Natural)> {
    labels.iter().cloned().zip(values.iter().map(|value| value.0.clone())).collect()
}

/// The running nim-sum.
fn running(labels: &[String], values: &[Nimber], widest: u64) -> Vec<Step> {
    let rows = rows(labels, values);
    let (mut steps, mut sum) = (Vec::new(), Nimber::ZERO);
    for (row, value) in values.iter().enumerate() {
        let before = sum;
        sum = &before + value;
        let label = capital(&labels[row]);
        let text = match row {
            0 => {
                let powers: Vec<String> = powers(&value.0).map(|power| power.to_string()).collect();
                match &powers[..] {
                    [] => format!("{label} in binary: 0, so all its digits are 0."),
                    [one] => {
                        format!("{label} in binary: {one}, a single 1 in the column of {one}.")
                    }
                    _ => format!("{label} in binary: {} = {}.", value.0, powers.join(" + ")),
                }
            }
            _ => format!(
                "{label} comes to it: {} xor {} = {}. A digit of the sum is 1 where the two differ.",
                before.0, value.0, sum.0
            ),
        };
        let mut shown = rows[..=row].to_vec();
        shown.push(("nim-sum so far".to_string(), sum.0.clone()));
        // A row of the whole width keeps the columns in place from step to step.
        let widest = (String::new(), Natural::ZERO.with_bit(widest - 1));
        let mut table = binary_table(&[&shown[..], &[widest]].concat());
        table.pop();
        let last = table[0].len() - 1;
        let cells = (1..last).flat_map(|column| [(row + 1, column), (row + 2, column)]);
        let marks: Vec<(usize, usize)> = cells.collect();
        steps.push(
            Step::new("running", text)
                .highlighting([labels[row].replace(' ', "-")])
                .with_table(table)
                .marking(marks)
                .claiming(|| {
                    let parts: Vec<Nimber> = powers(&value.0).map(Nimber).collect();
                    [Claim::sum(&values[..=row], &sum), Claim::sum(&[before, value.clone()], &sum)]
                        .into_iter()
                        .chain([Claim::sum(&parts, value)])
                }),
        );
    }
    steps
}

/// The powers of two that add up to a number.
fn powers(number: &Natural) -> impl Iterator<Item = Natural> + '_ {
    (0..number.bits()).rev().filter(|bit| number.bit(*bit)).map(|bit| Natural::ZERO.with_bit(bit))
}
