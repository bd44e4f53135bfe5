//! Surveys of all codes of a kind: which there are, and one row for what is known of each.

use std::collections::HashMap;

use bouton_core::error::Error;

use crate::engine::Choice;
use crate::search::{Search, Verdict};
use crate::values::Values;
use crate::{Code, certificate};

/// The head of the table.
pub const HEADER: &str = "code,status,period,preperiod,saltus,largest,proof,computed_to,seconds,equivalent,engine,values";

/// One row of a survey.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// The code in its shortest spelling.
    pub code: String,
    /// "proved", "observed" or "open".
    pub status: String,
    /// The period, proved or observed.
    pub period: Option<u64>,
    /// The first heap from which it holds, or is observed.
    pub preperiod: Option<u64>,
    /// The growth in each period.
    pub saltus: Option<u64>,
    /// The largest value that was computed.
    pub largest: u32,
    /// The theorem, where proved.
    pub proof: String,
    /// The largest heap whose value was computed.
    pub computed_to: u64,
    /// The seconds that were allowed.
    pub seconds: f64,
    /// The first code of the table with the same values, all of them where both are proved,
    /// otherwise with the words `to N`.
    pub equivalent: String,
    /// The engine that computed the last values.
    pub engine: String,
    /// The beginning of a hash of the values: up to the end of the first period, or of the first
    /// [`COMPARED`] where none is proved.
    pub values: String,
}

/// Values that are compared where no period is proved.
pub const COMPARED: usize = 10_000;

/// The most digits that a survey goes over: there are 8 times as many codes for each.
pub const MOST_DIGITS: usize = 5;

/// The octal codes with a digit 0 or 4 before the point and so many behind it, each once in its shortest
/// spelling, short ones first.
pub fn codes(digits: usize) -> Result<Vec<String>, Error> {
    if digits == 0 || digits > MOST_DIGITS {
        return Err(Error::input(format!(
            "a survey goes over codes with 1 to {MOST_DIGITS} digits, not {digits}"
        )));
    }
    let mut codes = Vec::new();
    for first in ["0", "4"] {
        for number in 0..8usize.pow(digits as u32) {
            let code = shortest(&format!("{first}.{number:0digits$o}"));
            // 0.0 allows no move, and is no code.
            if code.parse::<Code>().is_ok() {
                codes.push(code);
            }
        }
    }
    codes.sort_by_key(|code| order(code));
    Ok(codes)
}

/// The order of codes in a table.
fn order(code: &str) -> (usize, String) {
    (code.len(), code.to_string())
}

/// A code without zeros at its end.
pub fn shortest(code: &str) -> String {
    match code.trim_end_matches('0') {
        short if short.ends_with('.') => format!("{short}0"),
        short => short.to_string(),
    }
}

/// What is known of one code after a search that ends when `go_on` answers false, or at `length`.
pub fn row(
    code: &str,
    length: usize,
    seconds: f64,
    go_on: &mut dyn FnMut(usize) -> bool,
) -> Result<Row, Error> {
    let rules: Code = code.parse()?;
    let mut search = Search::new(&rules, Values::default(), Choice::default())?;
    search.run(length, go_on)?;
    Ok(row_of(code, &search, seconds))
}

/// What a search has found out about a code in so many seconds.
pub fn row_of(code: &str, search: &Search<'_>, seconds: f64) -> Row {
    let verdict = search.verdict();
    let (period, preperiod, saltus) = match &verdict {
        Verdict::Proved(found) => (Some(found.period), Some(found.preperiod), Some(found.saltus)),
        Verdict::Observed(seen) => (Some(seen.period), Some(seen.preperiod), Some(seen.saltus)),
        Verdict::Open => (None, None, None),
    };
    let compared = match &verdict {
        Verdict::Proved(found) => (found.preperiod + found.period) as usize,
        _ => COMPARED,
    };
    let proof = match &verdict {
        Verdict::Proved(found) => found.proof.name(),
        _ => "",
    };
    Row {
        code: code.to_string(),
        status: verdict.status().to_string(),
        period,
        preperiod,
        saltus,
        largest: search.largest(),
        proof: proof.to_string(),
        computed_to: search.length().saturating_sub(1) as u64,
        seconds,
        equivalent: String::new(),
        engine: search.name().to_string(),
        values: fingerprint(search.values(), compared),
    }
}

/// 64 bits of a hash of the first values; nothing where not so many are known.
fn fingerprint(values: &Values, length: usize) -> String {
    match certificate::hash(values, 0, length) {
        Ok(hash) => hash.chars().take(16).collect(),
        Err(_) => String::new(),
    }
}

impl Row {
    /// The row as a line of the table.
    pub fn line(&self) -> String {
        let number =
            |number: Option<u64>| number.map_or(String::new(), |number| number.to_string());
        [
            self.code.clone(),
            self.status.clone(),
            number(self.period),
            number(self.preperiod),
            number(self.saltus),
            self.largest.to_string(),
            self.proof.clone(),
            self.computed_to.to_string(),
            self.seconds.to_string(),
            self.equivalent.clone(),
            self.engine.clone(),
            self.values.clone(),
        ]
        .join(",")
    }

    /// Reads a line of the table.
    pub fn read(line: &str) -> Option<Row> {
        let fields: Vec<&str> = line.split(',').collect();
        let number = |text: &str| match text {
            "" => Some(None),
            text => text.parse().ok().map(Some),
        };
        let &[
            code,
            status,
            period,
            preperiod,
            saltus,
            largest,
            proof,
            computed_to,
            seconds,
            equivalent,
            engine,
            values,
        ] = &fields[..]
        else {
            return None;
        };
        let row = Row {
            code: code.to_string(),
            status: status.to_string(),
            period: number(period)?,
            preperiod: number(preperiod)?,
            saltus: number(saltus)?,
            largest: largest.parse().ok()?,
            proof: proof.to_string(),
            computed_to: computed_to.parse().ok()?,
            seconds: decimal(seconds)?,
            equivalent: equivalent.to_string(),
            engine: engine.to_string(),
            values: values.to_string(),
        };
        let known = ["proved", "observed", "open"].contains(&status);
        (known && (status != "proved" || row.period.is_some())).then_some(row)
    }
}

/// Reads a table that a survey wrote or began; rows that are torn or spoilt are left out. `None`
/// where it is another file.
pub fn read(text: &str) -> Option<Vec<Row>> {
    let rest = text.strip_prefix(HEADER)?.strip_prefix('\n')?;
    // What follows the last line end was torn off.
    let whole = &rest[..rest.rfind('\n').map_or(0, |end| end + 1)];
    Some(whole.lines().filter_map(Row::read).collect())
}

/// The whole table, in order, with equivalent codes named; of several rows of a code the best.
pub fn table(rows: Vec<Row>) -> String {
    let mut best: HashMap<String, Row> = HashMap::new();
    for row in rows {
        let better = best.get(&row.code).is_none_or(|known| rank(&row) >= rank(known));
        if better {
            best.insert(row.code.clone(), row);
        }
    }
    let mut rows: Vec<Row> = best.into_values().collect();
    rows.sort_by_key(|row| order(&row.code));
    let mut first: HashMap<(Option<(u64, u64)>, String), String> = HashMap::new();
    for row in &mut rows {
        row.equivalent.clear();
        if row.values.is_empty() {
            continue;
        }
        let proved = row.status == "proved";
        let period = row.period.zip(row.preperiod).filter(|_| proved);
        match first.get(&(period, row.values.clone())) {
            Some(code) if proved => row.equivalent = code.clone(),
            Some(code) => row.equivalent = format!("{code} to {}", COMPARED - 1),
            None => {
                first.insert((period, row.values.clone()), row.code.clone());
            }
        }
    }
    rows.iter().fold(HEADER.to_string() + "\n", |table, row| table + &row.line() + "\n")
}

/// A number such as 0.25, as tables have it; a general reader of fractions would be a part of every page.
fn decimal(text: &str) -> Option<f64> {
    let (whole, part) = text.split_once('.').unwrap_or((text, ""));
    let digits: u64 = format!("{whole}{part}").parse().ok()?;
    Some(digits as f64 / 10f64.powi(part.len() as i32))
}

/// How much a row says: proved ones last, then those that were given more time.
fn rank(row: &Row) -> (bool, f64, u64) {
    (row.status == "proved", row.seconds, row.computed_to)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_1023_codes_of_three_digits_each_once() {
        let codes = codes(3).unwrap();
        assert_eq!(codes.len(), 1023);
        assert_eq!(codes.iter().collect::<std::collections::HashSet<_>>().len(), 1023);
        assert!(codes.contains(&"0.77".to_string()) && !codes.contains(&"0.770".to_string()));
        assert_eq!(codes[..3], ["0.1", "0.2", "0.3"]);
        assert!(super::codes(0).is_err() && super::codes(9).is_err());
    }

    #[test]
    fn rows_are_read_as_they_are_written() {
        for code in ["0.77", "0.007", "0.1"] {
            let row = row(code, 3000, 1.5, &mut |_| true).unwrap();
            assert_eq!(Row::read(&row.line()), Some(row));
        }
    }

    #[test]
    fn equivalent_codes_are_named_and_torn_lines_dropped() {
        let rows =
            ["0.26", "0.27", "0.77"].map(|code| row(code, 3000, 1.0, &mut |_| true).unwrap());
        let text = table(rows.into_iter().rev().collect());
        let known = read(&text).unwrap();
        let pairs: Vec<(&str, &str)> =
            known.iter().map(|row| (&row.code[..], &row.equivalent[..])).collect();
        assert_eq!(pairs, [("0.26", ""), ("0.27", "0.26"), ("0.77", "")]);
        assert_eq!(read(&text[..text.len() - 3]).unwrap().len(), 2);
        assert_eq!(table(known), text);
        assert_eq!(read("a,b\n1,2\n"), None);
    }
}
