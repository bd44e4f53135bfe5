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
use crate::rising;
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
    if rules.shape().spelled().is_none()
        && let Some(spelled) = rules.shape().spelled_whole()
    {
        return endless(rules, &spelled, search, &period, go_on);
    }
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
        "certificates are written for codes, for finite subtraction sets and for all numbers but some".to_string(),
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

/// Rules that allow infinitely many numbers, and whose values may rise.
fn endless(
    rules: &dyn HeapRules,
    spelled: &str,
    search: &mut Search<'_>,
    proved: &Period,
    go_on: &mut dyn FnMut(usize) -> bool,
) -> Result<String, Error> {
    let mut proved = proved.clone();
    let mut length = proved.computed_to as usize + 1;
    let mut multiple = 1;
    match (proved.proof, rules.shape()) {
        (Proof::WidenedWindow, shape) => {
            let window = Window::of(&shape).ok_or_else(no_such_rules)?;
            multiple = window.multiple_of(proved.period).ok_or_else(no_such_rules)?;
            length = window
                .enough(proved.preperiod as usize, proved.period as usize)
                .ok_or_else(no_such_rules)?;
        }
        (Proof::Rising, Shape::Code(code)) => {
            let values: Vec<u32> = search.values().iter_from(0).take(length).collect();
            (proved, multiple) =
                rising::find_with_multiple(code, &values).ok_or_else(no_such_rules)?;
        }
        _ => {}
    }
    length = length.max((proved.preperiod + 2 * proved.period) as usize);
    if proved.proof == Proof::StateRepetition {
        length = proved.computed_to as usize + 1;
    }
    reach(search, length, go_on)?;
    let mut text = format!("bouton certificate 3\nrules {spelled}\n");
    let _ = writeln!(text, "theorem {}", proved.proof.name());
    let _ = writeln!(text, "period {}\npreperiod {}", proved.period, proved.preperiod);
    let _ = writeln!(text, "saltus {}\nmultiple {multiple}", proved.saltus);
    let _ = writeln!(text, "values {length} {}", hash(search.values(), 0, length)?);
    let _ = writeln!(text, "end {}", hexadecimal(&Sha256::digest(text.as_bytes())));
    Ok(text)
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::{How, check};
    use crate::engine::Choice;
    use crate::{Code, TakeSet};

    struct Taken(TakeSet);

    impl HeapRules for Taken {
        fn options(&self, size: u64, out: &mut bouton_core::heap::Options<'_>) {
            let TakeSet::AllBut(missing) = &self.0 else { return };
            for taken in (1..=size).filter(|taken| !missing.contains(taken)) {
                out.push(&[size - taken]);
            }
        }

        fn shape(&self) -> Shape<'_> {
            Shape::Take(&self.0)
        }
    }

    fn certificate(rules: &dyn HeapRules) -> String {
        let mut search = Search::new(rules, Values::default(), Choice::default()).unwrap();
        let found = search.run(5000, &mut |_| true).unwrap().is_some();
        assert!(found, "{:?} has no period", rules.shape().spelled_whole());
        write(rules, &mut search, &mut |_| true).unwrap()
    }

    fn signed(body: &str) -> String {
        format!("{body}end {}\n", hexadecimal(&Sha256::digest(body.as_bytes())))
    }

    /// With a hash of its own values, so that only what is claimed of them is wrong.
    fn faulty(text: &str) -> bool {
        let checked = check(text, &How::default(), &|_| true).unwrap();
        assert_eq!(checked.passed, checked.fault.is_none());
        !checked.passed
    }

    #[test]
    fn certificates_of_rules_without_an_end_pass_and_changed_ones_do_not() {
        let code = |text: &str| -> Box<dyn HeapRules> { Box::new(text.parse::<Code>().unwrap()) };
        let all_but = |missing: &[u64]| -> Box<dyn HeapRules> {
            Box::new(Taken(TakeSet::AllBut(missing.to_vec())))
        };
        let mut theorems = std::collections::BTreeSet::new();
        let mut alike = 0;
        for rules in [
            code("0.[3]"),
            code("4.[3]"),
            code("0.[03]"),
            code("0.[37]"),
            code("0.3[1]"),
            code("0.77[0]"),
            code("0.7[1]"),
            all_but(&[1]),
            all_but(&[2, 3]),
            all_but(&[1, 4, 9]),
            all_but(&[3, 7, 8, 12]),
        ] {
            let text = certificate(&*rules);
            let checked = check(&text, &How::default(), &|_| true).unwrap();
            assert_eq!(checked.fault, None, "{text}");
            theorems.insert(checked.theorem.clone());
            let body = &text[..text[..text.len() - 1].rfind('\n').unwrap() + 1];
            assert_eq!(signed(body), text);
            // Every line, its numbers one more, one less and doubled, and every sign of the rules.
            for (index, line) in body.lines().enumerate().skip(1) {
                let (word, rest) = line.split_once(' ').unwrap();
                let mut others: Vec<String> = Vec::new();
                if let Ok(number) = rest.parse::<u64>() {
                    others.extend(
                        [number + 1, number.wrapping_sub(1), 2 * number, 0].map(|n| n.to_string()),
                    );
                } else if word == "values" {
                    let (length, sum) = rest.split_once(' ').unwrap();
                    let length: u64 = length.parse().unwrap();
                    others
                        .extend([format!("{} {sum}", length - 1), format!("{} {sum}", length + 1)]);
                    others.push(format!("{length} {}", sum.replace('a', "b") + ""));
                    others.push(format!("1 {sum}"));
                } else if word == "theorem" {
                    others.extend(
                        ["like Nim", "rising values", "widened window", "state repetition"]
                            .map(str::to_string),
                    );
                } else {
                    others.extend(
                        (0..rest.len()).filter(|at| rest.as_bytes()[*at].is_ascii_digit()).map(
                            |at| {
                                let digit = (rest.as_bytes()[at] - b'0' + 1) % 8;
                                format!("{}{digit}{}", &rest[..at], &rest[at + 1..])
                            },
                        ),
                    );
                }
                for other in others.into_iter().filter(|other| other != rest) {
                    let changed: String = body
                        .lines()
                        .enumerate()
                        .map(|(at, old)| match at == index {
                            true => format!("{word} {other}\n"),
                            false => format!("{old}\n"),
                        })
                        .collect();
                    // A larger multiple may still do where the values reach far enough; it claims nothing else.
                    // Where every value is the size, they also rise evenly.
                    let also = checked.theorem == "like Nim" && other == "rising values";
                    if word == "rules" && !faulty(&signed(&changed)) {
                        // Other rules with the very same values.
                        alike += 1;
                        continue;
                    }
                    if changed != body && word != "multiple" && !also {
                        assert!(faulty(&signed(&changed)), "{changed}");
                    }
                }
            }
            assert!(
                faulty(&text.replace("end ", "end 0"))
                    && faulty(&signed(&format!("{body}more 1\n")))
            );
        }
        assert!(alike < 8, "{alike}");
        let all =
            ["Guy and Smith", "like Nim", "rising values", "state repetition", "widened window"];
        assert!(theorems.iter().eq(all), "{theorems:?}");
    }
}
