//! Certificates: a proved period written down so that others can check it (docs/nim-sequences.md, "How to
//! read a certificate"). The checker in `check/` shares nothing with this file.

use std::fmt::Write;

use sha2::{Digest, Sha256};

use crate::error::Error;
use crate::heap::{HeapRules, Shape};
use crate::sequence::engine::SparseSpace;
use crate::sequence::pairs::PairRules;
use crate::sequence::period::{Period, Proof};
use crate::sequence::search::{Search, Verdict, prime_factors};
use crate::sequence::values::Values;
use crate::sequence::{TakeSet, witnesses};

/// The certificate of a proved period. A few more values than the proof needed may be computed.
pub fn write(
    rules: &dyn HeapRules,
    search: &mut Search<'_>,
    go_on: &mut dyn FnMut(usize) -> bool,
) -> Result<String, Error> {
    let Verdict::Proved(period) = search.verdict() else {
        return Err(Error::Unsupported(
            "only a proved period has a certificate, and none is proved".to_string(),
        ));
    };
    let mut text = String::from("bouton certificate 1\n");
    let _ = writeln!(text, "rules {}", rules_line(rules)?);
    let _ = writeln!(text, "theorem {}", period.proof.name());
    let _ = writeln!(text, "period {}\npreperiod {}", period.period, period.preperiod);
    match period.proof {
        Proof::BoundedWitnesses => sparse(&mut text, rules, search, &period, go_on)?,
        _ => small(&mut text, rules, search, &period, go_on)?,
    }
    let _ = writeln!(text, "end {}", hexadecimal(&Sha256::digest(text.as_bytes())));
    Ok(text)
}

fn no_such_rules() -> Error {
    Error::Unsupported(
        "certificates are written for finite codes and finite subtraction sets".to_string(),
    )
}

/// The rules in the one spelling that certificates have.
fn rules_line(rules: &dyn HeapRules) -> Result<String, Error> {
    match rules.shape() {
        Shape::Code(code) => {
            let mut letters = String::new();
            let text = code.to_string();
            let mut rest = text.chars().peekable();
            while let Some(letter) = rest.next() {
                if letter != '.' && !letter.is_ascii_digit() && !letter.is_ascii_uppercase() {
                    return Err(no_such_rules());
                }
                letters.push(letter);
                let Some(condition) = rest.next_if(|letter| "!?=".contains(*letter)) else {
                    continue;
                };
                // A condition says something only where two heaps or more may be left, and of two
                // heaps "not all equal" is "unequal".
                match letter.to_digit(36).unwrap_or(0) {
                    0..=3 => {}
                    4..=7 if condition == '?' => letters.push('!'),
                    _ => letters.push(condition),
                }
            }
            let short = letters.trim_end_matches('0');
            let zero = if short.ends_with('.') { "0" } else { "" };
            Ok(format!("code {short}{zero}"))
        }
        Shape::Take(TakeSet::Finite(ranges)) => {
            let words = ranges.iter().map(|(low, high)| match low == high {
                true => low.to_string(),
                false => format!("{low}-{high}"),
            });
            Ok(format!("take {}", words.collect::<Vec<_>>().join(" ")))
        }
        _ => Err(no_such_rules()),
    }
}

/// All values that the window of the theorem asks for, by their hash: the checker computes them.
fn small(
    text: &mut String,
    rules: &dyn HeapRules,
    search: &mut Search<'_>,
    period: &Period,
    go_on: &mut dyn FnMut(usize) -> bool,
) -> Result<(), Error> {
    let (heaps, last) = match rules.shape() {
        Shape::Code(code) => (code.most_heaps().max(1), code.last_digit()),
        Shape::Take(TakeSet::Finite(ranges)) => (1, ranges.last().map_or(0, |range| range.1)),
        _ => return Err(no_such_rules()),
    };
    let length = (heaps * (period.preperiod.max(1) + period.period) + last) as usize;
    reach(search, length, go_on)?;
    let values = search.engine().values();
    let _ = writeln!(text, "values {length} {}", hash(values, 0, length)?);
    Ok(())
}

fn reach(
    search: &mut Search<'_>,
    length: usize,
    go_on: &mut dyn FnMut(usize) -> bool,
) -> Result<(), Error> {
    match search.extend(length, go_on)? {
        true => Ok(()),
        false => Err(Error::Stopped(format!(
            "stopped at heap {}: the certificate needs the values below {length}",
            search.length()
        ))),
    }
}

/// States from which the values between can be computed again, and the hashes of these values.
fn sparse(
    text: &mut String,
    rules: &dyn HeapRules,
    search: &mut Search<'_>,
    proved: &Period,
    go_on: &mut dyn FnMut(usize) -> bool,
) -> Result<(), Error> {
    if search.engine().values().limit().is_some() {
        return Err(Error::Unsupported(
            "this certificate needs all values, and they were not kept: leave out --no-history"
                .to_string(),
        ));
    }
    let (period, preperiod) = (proved.period as usize, proved.preperiod as usize);
    let (plan, space_line) = {
        let Shape::Code(code) = rules.shape() else { return Err(no_such_rules()) };
        let pairs = PairRules::of(code).ok_or_else(no_such_rules)?;
        let space = search.engine().sparse_space().ok_or_else(no_such_rules)?;
        let plan = Plan::new(&pairs, &space, search.engine().values(), period, preperiod);
        let mut line = format!("space {}", plan.mask);
        if space.alternating {
            let _ = write!(line, " alternating {}", space.parity & 1);
        }
        let _ = write!(line, "\nrares");
        for (heap, value) in space.rares {
            let _ = write!(line, " {heap}:{value}");
        }
        (plan, line)
    };
    reach(search, plan.length, go_on)?;
    let values = search.engine().values();
    if search.engine().sparse_space().is_none_or(|space| space.mask & plan.mask != plan.mask) {
        return Err(Error::Unsupported(
            "the sparse space changed while the certificate was written: try again with --to"
                .to_string(),
        ));
    }
    let largest = values.largest(0, plan.length);
    let width = if largest < 1 << 8 {
        1
    } else if largest < 1 << 16 {
        2
    } else {
        4
    };
    let _ = writeln!(text, "{space_line}\nwindow {}\nwidth {width}", plan.window);
    let mut before = None;
    for point in plan.points(period) {
        if let Some(before) = before {
            let _ = writeln!(text, "segment {}", hash(values, before, point)?);
        }
        let _ = write!(text, "snapshot {point} ");
        for heap in point.saturating_sub(plan.window + 1)..point {
            let value = values.get(heap).unwrap_or(0);
            let _ = write!(text, "{value:0digits$x}", digits = 2 * width);
        }
        text.push('\n');
        before = Some(point);
    }
    Ok(())
}

/// Where the parts of a sparse certificate begin and end.
struct Plan {
    mask: u32,
    /// The first snapshot; what lies before is computed from scratch.
    begin: usize,
    window: usize,
    /// preperiod + period + window.
    length: usize,
    alternating: bool,
}

impl Plan {
    fn new(
        pairs: &PairRules,
        space: &SparseSpace<'_>,
        values: &Values,
        period: usize,
        preperiod: usize,
    ) -> Plan {
        // Bits that no value has may stand in the engine's mask; what is left must show early.
        let all = values.iter_from(0).fold(0, |all, value| all | value);
        let mask = space.mask & all;
        let mut seen = 0;
        let shows = values.iter_from(0).position(|value| {
            seen |= value;
            mask & !seen == 0
        });
        let last_rare = space.rares.last().map_or(0, |(heap, _)| *heap);
        let least = space.since.max(shows.map_or(0, |heap| heap + 1));
        let reach = witnesses::reach_from(space, least, usize::MAX);
        let needed = last_rare.max(reach) + pairs.last() + 1;
        let begin = least.max(needed);
        let window = needed.max(begin.saturating_sub(preperiod));
        let length = preperiod + period + window;
        Plan { mask, begin, window, length, alternating: space.alternating }
    }

    /// The heaps of the snapshots, ascending: those that the checks compare, and between them one at
    /// least every 64th part of the whole.
    fn points(&self, period: usize) -> Vec<usize> {
        let Plan { begin, length, alternating, .. } = *self;
        let mut fixed = vec![begin, length - period, length];
        // In an alternating space there are no odd periods to refute.
        let shorter = prime_factors(period).into_iter().map(|prime| period / prime);
        fixed.extend(
            shorter.filter(|shift| !alternating || shift % 2 == 0).map(|shift| length - shift),
        );
        fixed.sort_unstable();
        fixed.dedup();
        let step = (1 << 16).max((length - begin).div_ceil(64));
        let mut points: Vec<usize> =
            fixed.windows(2).flat_map(|pair| (pair[0]..pair[1]).step_by(step)).collect();
        points.push(length);
        points
    }
}

/// SHA-256 of values, four bytes each, the lowest first.
pub(super) fn hash(values: &Values, from: usize, to: usize) -> Result<String, Error> {
    let (mut hasher, mut bytes) = (Sha256::new(), Vec::with_capacity(1 << 14));
    for heap in from..to {
        let value = values.get(heap).ok_or_else(|| {
            Error::Unsupported("the values of the certificate were not kept".to_string())
        })?;
        bytes.extend(value.to_le_bytes());
        // Many at once: the hash is several times slower in small pieces.
        if bytes.len() == 1 << 14 {
            hasher.update(&bytes);
            bytes.clear();
        }
    }
    hasher.update(&bytes);
    Ok(hexadecimal(&hasher.finalize()))
}

fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
