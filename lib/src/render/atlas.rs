//! What the atlas says of octal codes, in words.

use serde::Serialize;

use crate::render::text::Style;
use crate::sequence::atlas;
use crate::sequence::survey::Row;

/// The whole of it in a few lines.
pub fn summary(style: Style) -> String {
    let rows = atlas::rows();
    let count = |status: &str| rows.iter().filter(|row| row.status == status).count();
    let longest = rows.iter().filter(|row| row.status == "proved").max_by_key(|row| row.period);
    let mut text = format!(
        "Atlas: {} codes were surveyed; the period of {} is proved, of {} observed and not proved, {} are open.",
        rows.len(),
        count("proved"),
        count("observed"),
        count("open")
    );
    if let Some((row, period)) = longest.and_then(|row| Some((row, row.period?))) {
        text += &format!(" The longest proved period is that of {}: {period}.", row.code);
    }
    text += " Ask for one by its code, such as: bouton games \"octal(0.77)\"";
    style.wrap(&text) + "\n"
}

/// One row in words.
pub fn row(row: &Row, style: Style) -> String {
    let period = match (row.status.as_str(), row.period, row.preperiod) {
        ("proved", Some(period), Some(preperiod)) => {
            format!("period {period}, preperiod {preperiod}, proved by {}", row.proof)
        }
        ("observed", Some(period), Some(preperiod)) => {
            format!("period {period} from heap {preperiod} on, observed, not proved")
        }
        _ => format!("no period, none found below {}", row.computed_to + 1),
    };
    let mut text = format!(
        "In the atlas: {}: {period}; the largest value to heap {} is {}.",
        row.code, row.computed_to, row.largest
    );
    let same = atlas::equivalent(row);
    if !same.is_empty() {
        text += &format!(" The same values have: {}.", same.join(", "));
    } else if row.equivalent.contains(' ') {
        text += &format!(" The same values as {}, as far as was looked.", row.equivalent);
    }
    style.wrap(&text) + "\n"
}

/// One row as data.
#[derive(Clone, Debug, Serialize)]
pub struct Data {
    code: &'static str,
    status: &'static str,
    period: Option<u64>,
    preperiod: Option<u64>,
    saltus: Option<u64>,
    largest: u32,
    proof: &'static str,
    computed_to: u64,
    equivalent: Vec<&'static str>,
}

/// One row as data.
pub fn data(row: &'static Row) -> Data {
    Data {
        code: &row.code,
        status: &row.status,
        period: row.period,
        preperiod: row.preperiod,
        saltus: row.saltus,
        largest: row.largest,
        proof: &row.proof,
        computed_to: row.computed_to,
        equivalent: atlas::equivalent(row),
    }
}
