//! A census of quotients: one row for what is known of each code.

use bouton_core::ask::Ask;
use bouton_core::error::Error;
use bouton_core::heap::Code;
use bouton_core::order::InOrder;
use bouton_core::value::Play;
use serde::{Deserialize, Serialize};

use crate::Quotient;

/// The head of the table.
pub const HEADER: &str =
    "code,status,order,p_positions,period,preperiod,tame,wild_from,computed_to,seconds";

/// One row.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Row {
    /// The code.
    pub code: String,
    /// "exact", or "partial to heap n".
    pub status: String,
    /// The number of classes.
    pub order: u64,
    /// How many of them are lost.
    pub p_positions: u64,
    /// The period of the classes of heaps, once proved.
    pub period: Option<u64>,
    /// From which heap on.
    pub preperiod: Option<u64>,
    /// Whether the game is tame, where that is known.
    pub tame: Option<bool>,
    /// The first wild heap.
    pub wild_from: Option<u64>,
    /// The largest heap that was looked at.
    pub computed_to: u64,
    /// The seconds that were allowed.
    pub seconds: f64,
}

impl Row {
    /// What is known of a code within a budget.
    pub fn of(code: &str, to: usize, seconds: f64, ask: &Ask<'_>) -> Result<Row, Error> {
        let rules: Code = code.parse()?;
        let quotient = Quotient::of(&rules, Play::Misere, to, ask);
        let computed_to = quotient.computed_to() as u64;
        Ok(Row {
            code: code.to_string(),
            status: match quotient.is_exact() {
                true => "exact".to_string(),
                false => format!("partial to heap {computed_to}"),
            },
            order: quotient.monoid().order() as u64,
            p_positions: quotient.monoid().lost().count() as u64,
            period: quotient.period().map(|period| period.period),
            preperiod: quotient.period().map(|period| period.preperiod),
            tame: quotient.tame(),
            wild_from: quotient.wild_from().map(|heap| heap as u64),
            computed_to,
            seconds,
        })
    }

    /// Whether more time can say no more.
    pub fn is_exact(&self) -> bool {
        self.status == "exact"
    }

    /// The row as a line of the table.
    pub fn line(&self) -> String {
        let number =
            |number: Option<u64>| number.map_or(String::new(), |number| number.to_string());
        [
            self.code.clone(),
            self.status.clone(),
            self.order.to_string(),
            self.p_positions.to_string(),
            number(self.period),
            number(self.preperiod),
            self.tame.map_or("", |tame| if tame { "tame" } else { "wild" }).to_string(),
            number(self.wild_from),
            self.computed_to.to_string(),
            self.seconds.to_string(),
        ]
        .join(",")
    }

    /// Reads a line of the table.
    pub fn read(line: &str) -> Option<Row> {
        let fields: Vec<&str> = line.split(',').collect();
        let &[code, status, order, lost, period, preperiod, tame, wild, computed_to, seconds] =
            &fields[..]
        else {
            return None;
        };
        let number = |text: &str| match text {
            "" => Some(None),
            text => text.parse().ok().map(Some),
        };
        let row = Row {
            code: code.to_string(),
            status: status.to_string(),
            order: order.parse().ok()?,
            p_positions: lost.parse().ok()?,
            period: number(period)?,
            preperiod: number(preperiod)?,
            tame: match tame {
                "" => None,
                "tame" => Some(true),
                "wild" => Some(false),
                _ => return None,
            },
            wild_from: number(wild)?,
            computed_to: computed_to.parse().ok()?,
            seconds: seconds.parse().ok()?,
        };
        let partial = format!("partial to heap {}", row.computed_to);
        (row.is_exact() && row.period.is_some() || row.status == partial).then_some(row)
    }
}

/// Reads a table that a census wrote or began; rows that are torn or spoilt are left out. `None` where it is another
/// file.
pub fn read(text: &str) -> Option<Vec<Row>> {
    let rest = text.strip_prefix(HEADER)?.strip_prefix('\n')?;
    let whole = &rest[..rest.rfind('\n').map_or(0, |end| end + 1)];
    Some(whole.lines().filter_map(Row::read).collect())
}

/// The rows in order, of several of a code the best.
pub fn in_order(mut rows: Vec<Row>) -> Vec<Row> {
    rows.put_in_order_by(|a, b| {
        let code = |row: &Row| (row.code.len(), row.code.clone());
        let says = |row: &Row| (!row.is_exact(), std::cmp::Reverse(row.computed_to));
        code(a).cmp(&code(b)).then_with(|| says(a).cmp(&says(b)))
    });
    rows.dedup_by(|later, first| later.code == first.code);
    rows
}

/// The whole table.
pub fn table(rows: &[Row]) -> String {
    rows.iter().fold(HEADER.to_string() + "\n", |table, row| table + &row.line() + "\n")
}
