//! Published sequences that begin like the values or the lost sizes that were found.

use serde::Deserialize;

use super::positions::Observed;

/// Terms that must agree.
const FEWEST: usize = 12;

#[derive(Deserialize)]
struct Published {
    id: String,
    offset: u64,
    terms: Vec<serde_json::Value>,
}

/// `lib/data/oeis.jsonl`, the table that the tests ask too.
const PUBLISHED: &str = include_str!("../../data/oeis.jsonl");

/// The published sequences that agree in every term that can be compared, by their numbers in the OEIS.
pub fn published(observed: &Observed) -> Vec<String> {
    if observed.heaps != 1 {
        return Vec::new();
    }
    let start = observed.sizes.first().map_or(0, |sizes| sizes[0]);
    let lost: Vec<u64> =
        (start..).zip(&observed.lost).filter(|(_, lost)| **lost).map(|(n, _)| n).collect();
    // Sequences that any game could have are no news: constants, and the numbers themselves.
    let values = observed.values.as_deref().filter(|values| is_news(values));
    let lost = Some(&lost[..]).filter(|lost| is_news(lost));
    let agree = |sequence: &Published| {
        let terms: Vec<u64> = sequence.terms.iter().map_while(serde_json::Value::as_u64).collect();
        let by_values = values.is_some_and(|values| {
            let skipped =
                usize::try_from(sequence.offset.saturating_sub(start)).unwrap_or(usize::MAX);
            sequence.offset >= start && begins(values.get(skipped..).unwrap_or_default(), &terms)
        });
        by_values
            || lost.is_some_and(|lost| begins(lost, &terms) || begins(without_zero(lost), &terms))
    };
    let sequences = PUBLISHED.lines().filter_map(|line| serde_json::from_str(line).ok());
    sequences.filter(agree).map(|sequence| sequence.id).collect()
}

fn is_news(numbers: &[u64]) -> bool {
    let steps: Vec<i128> =
        numbers.windows(2).map(|pair| i128::from(pair[1]) - i128::from(pair[0])).collect();
    steps.windows(2).any(|pair| pair[0] != pair[1])
}

fn without_zero(numbers: &[u64]) -> &[u64] {
    numbers.strip_prefix(&[0]).unwrap_or(numbers)
}

/// Whether two lists agree as far as both go, and that is far enough.
fn begins(numbers: &[u64], terms: &[u64]) -> bool {
    let both = numbers.len().min(terms.len());
    both >= FEWEST && numbers[..both] == terms[..both]
}
