//! Certificates: a proved period written down so that others can check it (docs/nim-sequences.md, "How to
//! read a certificate"). The checker in `check/` shares nothing with this file.

use std::fmt::Write;

use bouton_core::error::Error;
use bouton_core::heap::{HeapRules, Shape};
use bouton_core::order::InOrder;
use sha2::{Digest, Sha256};

use crate::engine::SparseSpace;
use crate::forgetful::Again;
use crate::pairs::PairRules;
use crate::period::{Period, Proof};
use crate::search::{Search, Verdict, prime_factors};
use crate::values::Values;
use crate::window::Window;
use crate::witnesses;

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
    // Certificates of searches without a history have states instead of whole windows.
    let stateful = period.proof == Proof::BoundedWitnesses && search.values().limit().is_some();
    let mut text = format!("bouton certificate {}\n", if stateful { 2 } else { 1 });
    let _ = writeln!(text, "rules {}", rules.shape().spelled().ok_or_else(no_such_rules)?);
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

/// All values that the window of the theorem asks for, by their hash: the checker computes them.
fn small(
    text: &mut String,
    rules: &dyn HeapRules,
    search: &mut Search<'_>,
    period: &Period,
    go_on: &mut dyn FnMut(usize) -> bool,
) -> Result<(), Error> {
    let window = Window::of(&rules.shape()).filter(|window| window.proof() == period.proof);
    let length = window
        .and_then(|window| window.enough(period.preperiod as usize, period.period as usize))
        .ok_or_else(no_such_rules)?;
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
    let Shape::Code(code) = rules.shape() else { return Err(no_such_rules()) };
    let pairs = PairRules::of(code).ok_or_else(no_such_rules)?;
    let (period, preperiod) = (proved.period as usize, proved.preperiod as usize);
    let space = search.engine().sparse_space().ok_or_else(no_such_rules)?;
    let plan = Plan::new(&pairs, &space, search.values(), period, preperiod)?;
    let mask = space.mask;
    reach(search, plan.length + plan.state.map_or(0, |_| plan.window), go_on)?;
    let values = search.values();
    let Some(space) = search.engine().sparse_space().filter(|space| space.mask == mask) else {
        return Err(Error::Unsupported(
            "the sparse space changed while the certificate was written: try again with another limit"
                .to_string(),
        ));
    };
    let _ = write!(text, "space {}", plan.mask);
    if space.alternating {
        let _ = write!(text, " alternating {}", space.parity & 1);
    }
    let _ = write!(text, "\nrares");
    for (heap, value) in space.rares {
        let _ = write!(text, " {heap}:{value}");
    }
    let snapshots = match plan.state {
        None => plan
            .points(period)
            .into_iter()
            .map(|point| (point, kept(values, point, &plan)))
            .collect(),
        Some(_) => {
            let mut again = Again { rules, pairs: &pairs, space: &space, go_on };
            computed_again(search, &plan, period, &mut again)?
        }
    };
    let hashed = plan.state.is_none();
    let largest = snapshots.iter().flat_map(|(_, values)| values).max().map_or(0, |most| *most);
    let width = match largest {
        0..256 => 1,
        256..65_536 => 2,
        _ => 4,
    };
    let (count, kind) = (snapshots.len() - 1, if hashed { "hashed" } else { "plain" });
    let _ = writeln!(text, "\nwindow {}", plan.window);
    if let Some(state) = plan.state {
        let _ = writeln!(text, "state {state}");
    }
    let _ = writeln!(text, "width {width}\nsegments {count} {kind}");
    let mut before = None;
    for (point, window) in snapshots {
        if let Some(before) = before.filter(|_| hashed) {
            let _ = writeln!(text, "segment {}", hash(values, before, point)?);
        }
        let _ = write!(text, "snapshot {point} ");
        for value in window {
            let _ = write!(text, "{value:0digits$x}", digits = 2 * width);
        }
        text.push('\n');
        before = Some(point);
    }
    Ok(())
}

/// The values of a snapshot from the history.
fn kept(values: &Values, point: usize, plan: &Plan) -> Vec<u32> {
    (point.saturating_sub(plan.snapshot())..point).map(|heap| values.at(heap)).collect()
}

/// States of a certificate, at most, and heaps from each of them to one more, so that a spot check has
/// segments that take no time.
const MOST_STATES: usize = 1024;
const SHORT: usize = 1 << 18;

/// The snapshots of a search without a history: where they must stand, where states were kept, and
/// shortly behind these.
fn computed_again(
    search: &Search<'_>,
    plan: &Plan,
    period: usize,
    again: &mut Again<'_>,
) -> Result<Vec<(usize, Vec<u32>)>, Error> {
    let inside = |end: &usize| (plan.begin..plan.length).contains(end);
    let kept_at: Vec<usize> = search.archive().ends().filter(inside).collect();
    let step = kept_at.len().div_ceil(MOST_STATES).max(1);
    let mut points = plan.fixed(period);
    for end in kept_at.into_iter().step_by(step) {
        points.push(end);
        points.extend(Some(end + SHORT).filter(inside));
    }
    points.put_in_order();
    points.dedup();
    let forgotten = || {
        Error::Unsupported(
            "too little was kept for a certificate: look again with a history".to_string(),
        )
    };
    let mut snapshots = Vec::new();
    for point in points {
        let length = plan.snapshot().min(point);
        let whole: Option<Vec<u32>> =
            (point - length..point).map(|heap| search.values().get(heap)).collect();
        let window = if let Some(whole) = whole {
            whole
        } else {
            let replay = search.archive().replay(again, point, length)?.ok_or_else(forgotten)?;
            replay.window(length).to_vec()
        };
        if window.len() != length {
            return Err(forgotten());
        }
        snapshots.push((point, window));
    }
    Ok(snapshots)
}

/// Where the parts of a sparse certificate begin and end.
struct Plan {
    mask: u32,
    /// The first snapshot; what lies before is computed from scratch.
    begin: usize,
    window: usize,
    /// Without a history, the values that decide all later ones as long as these are common.
    state: Option<usize>,
    /// preperiod + period + state or window.
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
    ) -> Result<Plan, Error> {
        // Bits that no value has may stand in the engine's mask; what is left must show early.
        let first = || (0..).map_while(|heap| values.get(heap));
        let mask = space.mask & first().fold(0, |all, value| all | value);
        let mut seen = 0;
        let shows = first().position(|value| {
            seen |= value;
            mask & !seen == 0
        });
        let last_rare = space.rares.last().map_or(0, |(heap, _)| *heap);
        let least = space.since.max(shows.map_or(0, |heap| heap + 1));
        let reach = witnesses::reach_from(space, least, usize::MAX);
        let needed = last_rare.max(reach) + pairs.last() + 1;
        let begin = least.max(needed);
        if values.get(begin).is_none() {
            return Err(Error::Unsupported(
                "the beginning that a certificate needs was not kept: look again with a history"
                    .to_string(),
            ));
        }
        let window = needed.max(begin.saturating_sub(preperiod));
        let state = values
            .limit()
            .map(|_| (last_rare + pairs.last() + 1).max(begin.saturating_sub(preperiod)));
        let length = preperiod + period + state.unwrap_or(window);
        Ok(Plan { mask, begin, window, state, length, alternating: space.alternating })
    }

    /// The values of a snapshot: one more than are compared.
    fn snapshot(&self) -> usize {
        self.state.unwrap_or(self.window) + 1
    }

    /// The heaps of the snapshots that the checks compare, ascending.
    fn fixed(&self, period: usize) -> Vec<usize> {
        let Plan { begin, length, alternating, .. } = *self;
        let mut fixed = vec![begin, length - period, length];
        // In an alternating space there are no odd periods to refute.
        let shorter = prime_factors(period).into_iter().map(|prime| period / prime);
        fixed.extend(
            shorter.filter(|shift| !alternating || shift % 2 == 0).map(|shift| length - shift),
        );
        fixed.put_in_order();
        fixed.dedup();
        fixed
    }

    /// The same and more between them, one at least every 64th part of the whole.
    fn points(&self, period: usize) -> Vec<usize> {
        let step = (1 << 16).max((self.length - self.begin).div_ceil(64));
        let fixed = self.fixed(period);
        let mut points: Vec<usize> =
            fixed.windows(2).flat_map(|pair| (pair[0]..pair[1]).step_by(step)).collect();
        points.push(self.length);
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
