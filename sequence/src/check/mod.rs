//! The checker of certificates. It shares no code with the engines and the search: it reads the rules
//! itself, computes values by the definition or by the plainest scalar method, and judges.
//!
//! What a passed check says: with the rules in the certificate, G(n + period) = G(n) + saltus for all n from the
//! preperiod on, and neither number can be smaller. After a spot check only that no fault was
//! found in the beginning and in the segments that were looked at.

mod definition;
mod endless;
mod read;
mod sparse;

use bouton_core::error::Error;
use read::{Body, Certificate, ENDLESS, Lines};
use serde::Serialize;

/// How to check.
#[derive(Clone, Copy, Debug, Default)]
pub struct How {
    /// Only so many segments, chosen by chance; all if left out.
    pub spot: Option<usize>,
    /// Only segments of at most so many heaps; those of any length if left out.
    pub longest: Option<usize>,
    /// Chooses them.
    pub seed: u64,
    /// Worker threads; 0 and 1 both mean the caller's thread alone.
    pub threads: usize,
}

/// The outcome of a check.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Checked {
    /// Whether no fault was found.
    pub passed: bool,
    /// The fault.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fault: Option<String>,
    /// The rules, as the certificate spells them.
    pub rules: String,
    /// The theorem that it rests on.
    pub theorem: String,
    /// The period that it states.
    pub period: u64,
    /// The first heap from which it holds.
    pub preperiod: u64,
    /// By how much the values grow in each period.
    #[serde(skip_serializing_if = "is_zero")]
    pub saltus: u64,
    /// Segments in the certificate.
    pub segments: usize,
    /// Segments that were checked.
    pub segments_checked: usize,
}

impl Checked {
    /// Whether the check was a whole one, so that passing it proves the statement.
    pub fn is_complete(&self) -> bool {
        self.segments == self.segments_checked
    }
}

fn is_zero(number: &u64) -> bool {
    *number == 0
}

/// Why a check ends early.
enum Halt {
    Fault(String),
    Stopped,
}

fn fault<T>(text: impl Into<String>) -> Result<T, Halt> {
    Err(Halt::Fault(text.into()))
}

/// Checks a certificate. `go_on` is asked now and then, with the number of heaps done so far. What is
/// no certificate at all is an error of kind "input"; everything else that is wrong is a fault.
pub fn check(
    text: &str,
    how: &How,
    go_on: &(dyn Fn(u64) -> bool + Sync),
) -> Result<Checked, Error> {
    read::recognise(text)?;
    let mut checked = Checked {
        passed: false,
        fault: None,
        rules: String::new(),
        theorem: String::new(),
        period: 0,
        preperiod: 0,
        saltus: 0,
        segments: 0,
        segments_checked: 0,
    };
    match judge(text, how, go_on, &mut checked) {
        Ok(()) => checked.passed = true,
        Err(Halt::Fault(fault)) => checked.fault = Some(fault),
        Err(Halt::Stopped) => {
            return Err(Error::Stopped("stopped before the certificate was checked".to_string()));
        }
    }
    Ok(checked)
}

fn judge(
    text: &str,
    how: &How,
    go_on: &(dyn Fn(u64) -> bool + Sync),
    checked: &mut Checked,
) -> Result<(), Halt> {
    if text.lines().next() == Some(ENDLESS) {
        let mut lines = Lines::of(text)?;
        lines.expect(ENDLESS)?;
        return endless::check(&mut lines, go_on, checked);
    }
    let certificate = Certificate::read(text)?;
    checked.rules = certificate.rules.to_string();
    checked.theorem = certificate.theorem.to_string();
    checked.period = certificate.period as u64;
    checked.preperiod = certificate.preperiod as u64;
    match &certificate.body {
        Body::Small { length, hash } => definition::check(&certificate, *length, hash, go_on),
        Body::Sparse(body) => {
            checked.segments = body.segments.len();
            checked.segments_checked = sparse::check(&certificate, body, how, go_on)?;
            Ok(())
        }
    }
}
