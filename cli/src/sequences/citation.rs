//! How to cite values: what they are, how they are known, and a checksum that anybody can take again.

use std::fmt::Write as _;
use std::io::{Error, Write};

use bouton::render::values::{self as formats, Head};
use bouton::sequence::{Period, Values};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use super::{pairs, whole};

/// A citation of some values.
pub struct Citation<'a> {
    head: &'a Head<'a>,
    period: Option<Period>,
    checksum: String,
}

impl<'a> Citation<'a> {
    /// Takes the checksum; `period` is what these values prove.
    pub fn new(
        head: &'a Head<'a>,
        values: &Values,
        period: Option<Period>,
    ) -> Result<Citation<'a>, Error> {
        let mut hash = Hash(Sha256::new());
        formats::lines(&mut hash, &mut pairs(head, values))?;
        whole()?;
        let mut checksum = String::new();
        for byte in hash.0.finalize() {
            let _ = write!(checksum, "{byte:02x}");
        }
        Ok(Citation { head, period, checksum })
    }

    /// In lines.
    pub fn text(&self) -> String {
        let Head { game, from, to, engine } = self.head;
        let how = match (self.head.known(), engine) {
            ("theorem", _) => "Each value by the theorem of this game.".to_string(),
            (_, Some(engine)) => {
                format!("Each value computed exactly from the rules, by the engine {engine}.")
            }
            (_, None) => "Values from a value file, every block of which matches its checksum; not all of them \
                          were computed again."
                .to_string(),
        };
        let period = match &self.period {
            Some(period) => format!("{}.", in_words(period)),
            None => "No period is proved here.".to_string(),
        };
        format!(
            "Nim-values of {game}, heaps {from} to {to}.\n{how}\n{period}\nSHA-256 of the lines \"heap value\": {}\n\
             Bouton {}.\n",
            self.checksum,
            env!("CARGO_PKG_VERSION")
        )
    }

    /// As an object.
    pub fn object(&self) -> Value {
        json!({
            "game": self.head.game, "from": self.head.from, "to": self.head.to,
            "known": self.head.known(), "engine": self.head.engine,
            "status": if self.period.is_some() { "proved" } else { "open" },
            "period": self.period.as_ref().map(Period::evidence),
            "sha256": self.checksum, "version": env!("CARGO_PKG_VERSION"),
        })
    }
}

/// A proved period as a sentence without its point.
pub fn in_words(period: &Period) -> String {
    let Period { period: length, preperiod, saltus, .. } = period;
    let growth = if *saltus > 0 { format!(", saltus {saltus}") } else { String::new() };
    format!(
        "Period {length}{growth} from heap {preperiod} on, proved ({})",
        period.proof.statement()
    )
}

struct Hash(Sha256);

impl Write for Hash {
    fn write(&mut self, bytes: &[u8]) -> Result<usize, Error> {
        self.0.update(bytes);
        Ok(bytes.len())
    }
    fn flush(&mut self) -> Result<(), Error> {
        Ok(())
    }
}
