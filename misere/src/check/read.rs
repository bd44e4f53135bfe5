//! Reads a certificate of a quotient. Whatever is not exactly as it is written is no certificate.

use bouton_core::error::Error;
use sha2::{Digest, Sha256};

use super::rules::Rules;

/// How every such certificate begins.
pub const HEAD: &str = "bouton misere certificate 1\n";

/// What a certificate states.
pub struct Certificate<'a> {
    pub rules: Rules<'a>,
    pub misere: bool,
    pub order: usize,
    pub lost: Vec<bool>,
    pub table: Vec<Vec<usize>>,
    pub classes: Vec<usize>,
    pub pairs: Vec<(usize, Vec<bool>)>,
    pub period: Option<(u64, u64)>,
}

/// The most classes of a certificate: its table has a cell for each two.
const MOST_CLASSES: usize = 20_000;

struct Lines<'a> {
    rest: std::str::Lines<'a>,
    number: usize,
}

impl<'a> Lines<'a> {
    fn wrong<T>(&self, what: &str) -> Result<T, Error> {
        Err(Error::input(format!(
            "this is not a whole certificate: line {} should be {what}",
            self.number
        )))
    }

    /// What follows a word at the beginning of the next line.
    fn after(&mut self, word: &str) -> Result<&'a str, Error> {
        self.number += 1;
        let line = self.rest.next().and_then(|line| line.strip_prefix(word));
        match line.and_then(|line| line.strip_prefix(' ').or(line.is_empty().then_some(""))) {
            Some(rest) => Ok(rest),
            None => self.wrong(&format!("'{word}' and what belongs to it")),
        }
    }

    fn number(&mut self, word: &str) -> Result<u64, Error> {
        let text = self.after(word)?;
        match plain(text) {
            Some(number) => Ok(number),
            None => self.wrong(&format!("'{word}' and a number")),
        }
    }

    /// Numbers below a bound.
    fn numbers(&mut self, word: &str, below: usize) -> Result<Vec<usize>, Error> {
        let text = self.after(word)?;
        let numbers = text.split(' ').filter(|_| !text.is_empty()).map(|text| {
            plain(text)
                .and_then(|number| usize::try_from(number).ok())
                .filter(|number| *number < below)
        });
        match numbers.collect() {
            Some(numbers) => Ok(numbers),
            None => self.wrong(&format!("'{word}' and numbers below {below}")),
        }
    }

    /// A set of numbers below a bound, written ascending.
    fn set(&mut self, word: &str, below: usize) -> Result<Vec<bool>, Error> {
        let numbers = self.numbers(word, below)?;
        if numbers.windows(2).any(|pair| pair[0] >= pair[1]) {
            return self.wrong("in ascending order");
        }
        let mut set = vec![false; below];
        numbers.into_iter().for_each(|number| set[number] = true);
        Ok(set)
    }
}

/// A number in its one spelling.
pub fn plain(text: &str) -> Option<u64> {
    let number = text.parse::<u64>().ok()?;
    (number.to_string() == text).then_some(number)
}

/// The certificate in a text.
pub fn certificate(text: &str) -> Result<Certificate<'_>, Error> {
    let Some(body) = text.strip_prefix(HEAD) else {
        return Err(Error::input(
            "this is not a certificate of a misère quotient: it does not begin like one",
        ));
    };
    let mut lines = Lines { rest: body.lines(), number: 1 };
    let rules = Rules::read(lines.after("rules")?)?;
    let misere = match lines.after("play")? {
        "misere" => true,
        "normal" => false,
        _ => return lines.wrong("'play misere' or 'play normal'"),
    };
    let order = lines.number("order")? as usize;
    if order == 0 || order > MOST_CLASSES {
        return lines.wrong(&format!("'order' and a number from 1 to {MOST_CLASSES}"));
    }
    let lost = lines.set("lost", order)?;
    let mut table = Vec::new();
    for _ in 0..order {
        let row = lines.numbers("row", order)?;
        if row.len() != order {
            return lines.wrong(&format!("'row' and {order} numbers"));
        }
        table.push(row);
    }
    let heaps = lines.number("heaps")?;
    let classes = lines.numbers("classes", order)?;
    if classes.len() as u64 != heaps || heaps == 0 {
        return lines.wrong(&format!("'classes' and {heaps} numbers"));
    }
    let mut pairs = Vec::new();
    for _ in 0..lines.number("pairs")? {
        let numbers = lines.after("pair")?;
        let (class, rest) = numbers.split_once(' ').unwrap_or((numbers, ""));
        let Some(class) = plain(class).filter(|class| *class < order as u64) else {
            return lines.wrong("'pair' and a class");
        };
        let mut own = Lines { rest: rest.lines(), number: lines.number };
        let wins = if rest.is_empty() { vec![false; order] } else { own.bare_set(order)? };
        pairs.push((class as usize, wins));
    }
    let period = match lines.after("period")? {
        "none" => None,
        text => match plain(text) {
            Some(period) => Some((period, lines.number("preperiod")?)),
            None => return lines.wrong("'period' and a number or 'none'"),
        },
    };
    let end = lines.after("end")?;
    let begin = text.rfind("end ").unwrap_or(0);
    let digest = Sha256::digest(&text.as_bytes()[..begin]);
    let hash: String = digest.iter().map(|byte| format!("{byte:02x}")).collect();
    if end != hash || lines.rest.next().is_some() || !text.ends_with(&format!("end {hash}\n")) {
        return Err(Error::input(
            "this is not a whole certificate: its last line is not the SHA-256 of what is above it",
        ));
    }
    Ok(Certificate { rules, misere, order, lost, table, classes, pairs, period })
}

impl Lines<'_> {
    fn bare_set(&mut self, below: usize) -> Result<Vec<bool>, Error> {
        let number = self.number;
        let line = format!("x {}", self.rest.next().unwrap_or(""));
        Lines { rest: line.lines(), number: number - 1 }.set("x", below)
    }
}
