//! Rules by which numbers repeat: residues, periods, periods that grow, and sets that end.

use super::rule::{Kind, Rule, Seen};
use crate::formula::Formula;

/// Periods up to this are looked for; longer ones are for the theorems of nim-sequences.
const LONGEST: usize = 2048;

/// Numbers of a period that are told.
const TOLD: usize = 40;

/// Numbers that are in one dimension: from a first size on, without gaps.
pub struct Row<'a> {
    start: u64,
    results: &'a [u64],
    lost: bool,
}

impl<'a> Row<'a> {
    /// What was seen, if it is of one size.
    pub fn new(seen: &'a Seen) -> Option<Row<'a>> {
        let start = *seen.sizes.first()?.first()?;
        (seen.sizes[0].len() == 1).then_some(Row { start, results: &seen.results, lost: seen.lost })
    }

    /// The repetition that lasts to the end and asks for the fewest numbers, and the one from the beginning that lasts
    /// longest and fails.
    pub fn candidates(&self, go_on: &mut dyn FnMut() -> bool) -> Vec<Rule> {
        let mut rules = Vec::new();
        let (mut least, mut longest) = (usize::MAX, 0);
        let (mut lasting, mut failing) = (None, None);
        let length = self.results.len();
        for period in 1..=LONGEST.min(length / 4) {
            // A longer period than the numbers that a rule asks for already is no better.
            if period >= least || !go_on() {
                break;
            }
            let (saltus, from) = self.trailing(period);
            if period + from < least && 4 * (period + from) <= length {
                (least, lasting) = (period + from, Some((period, from, saltus)));
            }
            // What begins well and ends badly is worth telling: it looks like a period.
            if let Some((saltus, until)) = self.leading(period)
                && until > longest
                && until >= 4 * period
            {
                (longest, failing) = (until, Some((period, 0, saltus)));
            }
        }
        for (period, from, saltus) in lasting.into_iter().chain(failing) {
            rules.push(self.rule(period, from, saltus));
        }
        rules
    }

    fn saltus(&self, later: usize, period: usize) -> Option<u64> {
        let saltus = self.results[later].checked_sub(self.results[later - period])?;
        (!self.lost || saltus == 0).then_some(saltus)
    }

    /// From which place on the numbers repeat to the end, and by how much they grow.
    fn trailing(&self, period: usize) -> (u64, usize) {
        let last = self.results.len() - 1;
        let Some(saltus) = self.saltus(last, period) else { return (0, last) };
        let mut from = self.results.len() - period;
        while from > 0
            && self.results[from - 1].checked_add(saltus) == Some(self.results[from - 1 + period])
        {
            from -= 1;
        }
        (saltus, from)
    }

    /// Until which place they repeat from the beginning, if they do not to the end.
    fn leading(&self, period: usize) -> Option<(u64, usize)> {
        let saltus = self.saltus(period, period)?;
        let pairs = self.results.iter().zip(&self.results[period..]);
        let held =
            pairs.take_while(|(now, later)| now.checked_add(saltus) == Some(**later)).count();
        (held + period < self.results.len()).then_some((saltus, held + period))
    }

    /// The rule of a repetition from a place on.
    pub fn rule(&self, period: usize, from: usize, saltus: u64) -> Rule {
        let first = self.start + from as u64;
        let round = &self.results[from..from + period];
        let cost = period + from;
        // Sizes before the first that was seen are filled as the period would have them, or with 0.
        let padding = (0..self.start).map(|_| 0);
        let formula = if from == 0 && saltus == 0 {
            let turned: Vec<u64> = (0..period as u64)
                .map(|size| {
                    let shift = self.start % period as u64;
                    round[((size + period as u64 - shift) % period as u64) as usize]
                })
                .collect();
            Formula::repeating(Vec::new(), turned, 0)
        } else {
            let before = padding.chain(self.results[..from].iter().copied()).collect();
            Formula::repeating(before, round.to_vec(), saltus)
        };
        match self.lost {
            true => Rule::new(self.kind(round), self.lost_text(period, from, round), formula, cost),
            false => {
                let kind = if saltus > 0 { Kind::ArithmeticPeriod } else { Kind::Period };
                let since = if from > 0 { format!(" from n = {first} on") } else { String::new() };
                let growth = match saltus {
                    0 => String::new(),
                    _ => format!(", and {saltus} more each time"),
                };
                let numbers = match period <= TOLD {
                    true => format!(": {}", told(round, " ")),
                    false => String::new(),
                };
                let text = format!("periodic, with period {period}{since}{numbers}{growth}");
                Rule::new(kind, text, formula, cost)
            }
        }
    }

    fn kind(&self, round: &[u64]) -> Kind {
        match round {
            _ if round.iter().all(|lost| *lost == 0) => Kind::Finite,
            _ if round.len() == 1 => Kind::Period,
            _ => Kind::Residues,
        }
    }

    fn lost_text(&self, period: usize, from: usize, round: &[u64]) -> String {
        let first = self.start + from as u64;
        let early: Vec<u64> = (self.start..first)
            .zip(self.results)
            .filter(|(_, lost)| **lost == 1)
            .map(|(n, _)| n)
            .collect();
        let modulus = period as u64;
        let mut residues: Vec<u64> = (first..)
            .zip(round)
            .filter(|(_, lost)| **lost == 1)
            .map(|(n, _)| n % modulus)
            .collect();
        residues.sort_unstable();
        let before = match (from, &early[..]) {
            (0, _) => String::new(),
            (_, []) => format!(" from n = {first} on"),
            _ => format!(" from n = {first} on, and before that n = {}", some(&early)),
        };
        match (&residues[..], &early[..]) {
            ([], []) => "none".to_string(),
            ([], _) => format!("with n = {}", some(&early)),
            _ if period == 1 && from == 0 => "all".to_string(),
            _ if period == 1 => format!("with any n{before}"),
            ([0], _) if period == 2 => format!("with n even{before}"),
            ([1], _) if period == 2 => format!("with n odd{before}"),
            _ => format!("with n mod {period} = {}{before}", some(&residues)),
        }
    }
}

fn told(numbers: &[u64], between: &str) -> String {
    let words: Vec<String> = numbers.iter().map(u64::to_string).collect();
    words.join(between)
}

/// Some numbers with "or" before the last; of very many, the first.
fn some(numbers: &[u64]) -> String {
    match numbers {
        [] => "none".to_string(),
        [only] => only.to_string(),
        _ if numbers.len() > TOLD => format!("{}, ...", told(&numbers[..TOLD], ", ")),
        [most @ .., last] => format!("{} or {last}", told(most, ", ")),
    }
}
