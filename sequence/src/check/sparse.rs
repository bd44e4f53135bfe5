//! The check of certificates by bounded witnesses: the beginning from scratch, each segment from its
//! snapshot, and the comparison of the snapshots that the theorem asks for.
//!
//! Notation as in `witnesses.rs`: K is the largest number taken, W the window, A = W - K - 1 the bound on
//! the smaller parts of witnesses, p the period, and N = preperiod + p + W. The beginning is [0, B), where B
//! is the heap of the first snapshot.
//!
//! In version 2 snapshots are shorter: V = L + K + 1 values or more, where L is the last rare heap. As long as all
//! heaps are common, V values decide the next one: what excludes common values is an option with a part of at most
//! L, or one heap. So a segment is computed from its V values, W heaps further than the next snapshot, and its
//! heaps are asked for witnesses only from W heaps behind its own snapshot on; the segment before asks for those
//! before. That V values before heap e come back p heaps later then says that all values from there to
//! e + W do, which is hypothesis 4 for N = e + p + W; and what the theorem says from heap e on is seen for
//! the V values before it.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use bouton_core::order::InOrder;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use sha2::{Digest, Sha256};

use super::definition::{Rules, primes};
use super::read::{Certificate, Snapshot, Sparse};
use super::{Halt, How, fault};

/// Values above this are not looked for; it is a value that no snapshot confirms.
const MOST_VALUE: u32 = 1 << 17;

/// The digits, by what they may leave.
struct Pairs {
    empty: Vec<usize>,
    single: Vec<usize>,
    /// With whether the two heaps must be unequal.
    double: Vec<(usize, bool)>,
    last: usize,
}

impl Pairs {
    fn read(rules: &Rules) -> Option<Pairs> {
        let Rules::Code(digits) = rules else { return None };
        let taking = |bit: u64| {
            let some = digits.iter().enumerate().filter(move |(_, digit)| digit.heaps & bit > 0);
            some.map(|(taken, digit)| (taken, digit.condition == Some('!')))
        };
        let fits = digits
            .iter()
            .all(|digit| digit.heaps < 8 && !matches!(digit.condition, Some('?' | '=')));
        fits.then(|| Pairs {
            empty: taking(1).map(|(taken, _)| taken).collect(),
            single: taking(2).map(|(taken, _)| taken).collect(),
            double: taking(4).collect(),
            last: rules.last(),
        })
    }
}

impl Sparse<'_> {
    /// How many values of snapshots are compared.
    fn compared(&self) -> usize {
        self.state.unwrap_or(self.window)
    }

    /// How far a segment goes beyond the next snapshot.
    fn ahead(&self) -> usize {
        self.state.map_or(0, |_| self.window)
    }
}

/// What all segments share.
struct Common<'a> {
    pairs: Pairs,
    body: &'a Sparse<'a>,
    /// The values of the beginning.
    beginning: Vec<u32>,
    heaps: AtomicU64,
    go_on: &'a (dyn Fn(u64) -> bool + Sync),
}

impl Common<'_> {
    fn is_rare(&self, heap: usize, value: u32) -> bool {
        let wanted = self.body.alternating.map_or(0, |parity| (heap as u32 ^ parity) & 1);
        (value & self.body.mask).count_ones() & 1 == wanted
    }
}

/// Checks it all; returns how many segments were looked at.
pub(super) fn check(
    certificate: &Certificate<'_>,
    body: &Sparse<'_>,
    how: &How,
    go_on: &(dyn Fn(u64) -> bool + Sync),
) -> Result<usize, Halt> {
    let Some(pairs) = Pairs::read(&certificate.read) else {
        return fault("the theorem does not speak of these rules");
    };
    let odd = |parity: u32| pairs.double.iter().any(|(taken, _)| (*taken as u32 ^ parity) & 1 == 1);
    if body.alternating.is_some_and(|parity| pairs.double.is_empty() || odd(parity)) {
        return fault("an alternating space needs breaking digits of one parity");
    }
    if body.alternating.is_some() && certificate.period % 2 == 1 {
        return fault("an alternating space has no odd period");
    }
    if body.window < body.compared() || body.compared() < pairs.last + 1 || body.mask == 0 {
        return fault("the window or the mask is too small");
    }
    stand(certificate, body)?;
    compare(certificate, body)?;
    let heaps = AtomicU64::new(0);
    let mut common = Common { pairs, body, beginning: Vec::new(), heaps, go_on };
    begin(&mut common)?;
    segments(&common, how)
}

/// Whether the snapshots stand where they must. With hashes all places are fixed; without them those
/// that are compared are, and there may be others between.
fn stand(certificate: &Certificate<'_>, body: &Sparse<'_>) -> Result<(), Halt> {
    let length = certificate.preperiod + certificate.period + body.compared();
    let begin = body.snapshots[0].end;
    if begin > length - certificate.period {
        return fault("the first snapshot stands behind the window");
    }
    let mut fixed = vec![begin, length - certificate.period, length];
    fixed.extend(shorter(certificate, body).iter().map(|shift| length - shift));
    fixed.put_in_order();
    fixed.dedup();
    let ends: Vec<usize> = body.snapshots.iter().map(|snapshot| snapshot.end).collect();
    let right = if body.segments.iter().all(Option::is_some) {
        let step = (length - begin).div_ceil(64).max(1 << 16);
        let mut points = Vec::new();
        for pair in fixed.windows(2) {
            points.extend((pair[0]..pair[1]).step_by(step));
        }
        points.push(length);
        ends == points
    } else {
        let ascending = ends.windows(2).all(|pair| pair[0] < pair[1]);
        ascending && ends.last() == Some(&length) && fixed.iter().all(|end| ends.contains(end))
    };
    match right {
        true => Ok(()),
        false => fault("the snapshots do not stand where they must"),
    }
}

/// The shorter periods that must be refuted: all others divide one of them. In an alternating space
/// none is odd, because all heaps behind the last rare one are common.
fn shorter(certificate: &Certificate<'_>, body: &Sparse<'_>) -> Vec<usize> {
    let shorter = primes(certificate.period).into_iter().map(|prime| certificate.period / prime);
    shorter.filter(|shift| body.alternating.is_none() || shift % 2 == 0).collect()
}

/// What the snapshots must say to each other: the window comes back after the period and not after a
/// part of it, and the value before the window does not.
fn compare(certificate: &Certificate<'_>, body: &Sparse<'_>) -> Result<(), Halt> {
    let length = certificate.preperiod + certificate.period + body.compared();
    let at = |end: usize| body.snapshots.iter().position(|snapshot| snapshot.end == end);
    let window = |end: usize| -> Option<&[u32]> {
        let values = &body.snapshots.get(at(end)?)?.values;
        values.get(values.len().checked_sub(body.compared())?..)
    };
    let before = |end: usize| -> Option<u32> {
        let values = &body.snapshots.get(at(end)?)?.values;
        values.get(values.len().checked_sub(body.compared() + 1)?).copied()
    };
    let first = length - certificate.period;
    if window(first).is_none() || window(first) != window(length) {
        return fault("the window does not come back after the period");
    }
    if shorter(certificate, body).iter().any(|shift| window(length - shift) == window(length)) {
        return fault("the period is not the least");
    }
    if certificate.preperiod > 0 && before(first) == before(length) {
        return fault("the preperiod is not the least");
    }
    Ok(())
}

/// Computes the beginning with its whole history, rare heaps included.
fn begin(common: &mut Common<'_>) -> Result<(), Halt> {
    let body = common.body;
    let first = &body.snapshots[0];
    let mut stretch = Stretch { base: 0, values: Vec::new(), marks: Vec::new(), near: Vec::new() };
    let mut rares: Vec<(usize, u32)> = Vec::new();
    for heap in 0..first.end + body.ahead() {
        let value = stretch.value(common, heap, &rares, Some(usize::MAX));
        if heap > 0 && common.is_rare(heap, value) {
            if body.rares.get(rares.len()) != Some(&(heap, value)) {
                return fault(format!(
                    "heap {heap} is rare with value {value}: that is not listed"
                ));
            }
            rares.push((heap, value));
        }
        stretch.values.push(value);
        common.tick(heap)?;
    }
    if rares.len() != body.rares.len() {
        return fault("a heap is listed as rare that is not");
    }
    let last_rare = rares.last().map_or(0, |(heap, _)| *heap);
    if body.compared() < last_rare + common.pairs.last + 1 {
        return fault("the window is too short for the last rare heap");
    }
    if first.end <= last_rare {
        return fault("the first snapshot stands before the last rare heap");
    }
    let all = stretch.values.iter().fold(0, |all, value| all | value);
    if body.mask & !all != 0 {
        return fault("the mask has bits that no value of the beginning has");
    }
    compare_end(&stretch.values[..first.end], first)?;
    common.beginning = stretch.values;
    Ok(())
}

impl Common<'_> {
    fn tick(&self, heap: usize) -> Result<(), Halt> {
        if heap % 4096 == 0 {
            let done = self.heaps.fetch_add(4096, Ordering::Relaxed);
            if !(self.go_on)(done) {
                return Err(Halt::Stopped);
            }
        }
        Ok(())
    }
}

fn compare_end(values: &[u32], snapshot: &Snapshot) -> Result<(), Halt> {
    match values.ends_with(&snapshot.values) {
        true => Ok(()),
        false => fault(format!("the values before heap {} are others", snapshot.end)),
    }
}

/// All segments or some of them, on as many threads as wanted.
fn segments(common: &Common<'_>, how: &How) -> Result<usize, Halt> {
    let ends: Vec<usize> = common.body.snapshots.iter().map(|snapshot| snapshot.end).collect();
    let short =
        |index: &usize| how.longest.is_none_or(|longest| ends[index + 1] - ends[*index] <= longest);
    let mut wanted: Vec<usize> = (0..common.body.segments.len()).filter(short).collect();
    if let Some(spot) = how.spot {
        let mut random = ChaCha8Rng::seed_from_u64(how.seed);
        while wanted.len() > spot {
            wanted.swap_remove(random.random_range(0..wanted.len()));
        }
        wanted.put_in_order();
    }
    let next = AtomicUsize::new(0);
    let found: Mutex<Option<(usize, Halt)>> = Mutex::new(None);
    let work = || {
        while let Some(index) = wanted.get(next.fetch_add(1, Ordering::Relaxed)) {
            let Err(halt) = segment(common, *index) else { continue };
            // Of several faults the first in the file is told.
            if let Ok(mut found) = found.lock()
                && found.as_ref().is_none_or(|(known, _)| index < known)
            {
                *found = Some((*index, halt));
            }
            return;
        }
    };
    // A page has no threads, and no room for their code.
    if how.threads <= 1 || cfg!(target_arch = "wasm32") {
        work();
    } else {
        std::thread::scope(|scope| {
            for _ in 0..how.threads {
                scope.spawn(work);
            }
        });
    }
    match found.into_inner() {
        Ok(Some((_, halt))) => Err(halt),
        _ => Ok(wanted.len()),
    }
}

/// Computes the values from one snapshot to the next.
fn segment(common: &Common<'_>, index: usize) -> Result<(), Halt> {
    let (from, to) = (&common.body.snapshots[index], &common.body.snapshots[index + 1]);
    let mut stretch = Stretch {
        base: from.end - from.values.len(),
        values: from.values.clone(),
        marks: Vec::new(),
        near: Vec::new(),
    };
    let reach = common.body.window - common.pairs.last - 1;
    let (mut hasher, mut bytes) = (Sha256::new(), Vec::new());
    let ahead = common.body.ahead();
    for heap in from.end..to.end + ahead {
        if ahead > 0 && heap == to.end {
            compare_end(&stretch.values, to)?;
        }
        let asked = (heap >= from.end + ahead).then_some(reach);
        let value = stretch.value(common, heap, &common.body.rares, asked);
        if common.is_rare(heap, value) {
            return fault(format!("heap {heap} may be rare: no witness within the window"));
        }
        stretch.values.push(value);
        bytes.extend(value.to_le_bytes());
        if bytes.len() >= 1 << 14 {
            hasher.update(&bytes);
            bytes.clear();
        }
        if stretch.values.len() > 2 * common.body.window + (1 << 16) {
            let dropped = stretch.values.len() - common.body.window - 1;
            stretch.values.drain(..dropped);
            stretch.base += dropped;
        }
        common.tick(heap)?;
    }
    hasher.update(&bytes);
    let sum: String = hasher.finalize().iter().map(|byte| format!("{byte:02x}")).collect();
    if common.body.segments[index].is_some_and(|hash| hash != sum) {
        return fault(format!("the hash of the values from heap {} on is another one", from.end));
    }
    match ahead {
        0 => compare_end(&stretch.values, to),
        _ => Ok(()),
    }
}

/// Values from heap `base` on.
struct Stretch {
    base: usize,
    values: Vec<u32>,
    /// For each value, the last heap that excludes it and the last that has it as an option.
    marks: Vec<(usize, usize)>,
    /// Parts that were witnesses of late: they often are again.
    near: Vec<(usize, usize)>,
}

impl Stretch {
    /// The value of a heap, given the rare heaps before it: the least common value that no option has,
    /// unless a smaller rare value is seen in no option whose smaller part is at most `reach`; then that.
    /// Without a reach, no rare value is asked for.
    fn value(
        &mut self,
        common: &Common<'_>,
        heap: usize,
        rares: &[(usize, u32)],
        reach: Option<usize>,
    ) -> u32 {
        let pairs = &common.pairs;
        if pairs.empty.contains(&heap) {
            self.mark(0, heap, true);
        }
        for taken in pairs.single.iter().filter(|taken| **taken < heap) {
            self.mark(self.values[heap - taken - self.base], heap, true);
        }
        for (taken, _) in pairs.double.iter().filter(|(taken, _)| *taken < heap) {
            let rest = heap - taken;
            for (place, value) in rares.iter().take_while(|(place, _)| *place < rest) {
                self.mark(self.values[rest - place - self.base] ^ value, heap, false);
            }
        }
        let marked = |stretch: &Stretch, value: u32| {
            stretch.marks.get(value as usize).is_some_and(|(excluded, _)| *excluded == heap + 1)
        };
        let least = (0..MOST_VALUE)
            .find(|value| !common.is_rare(heap, *value) && !marked(self, *value))
            .unwrap_or(MOST_VALUE);
        let Some(reach) = reach else { return least };
        let seen = |stretch: &Stretch, value: u32| {
            stretch.marks.get(value as usize).is_some_and(|(_, seen)| *seen == heap + 1)
        };
        let rare_below = |value: &u32| common.is_rare(heap, *value);
        let mut missing = (0..least).filter(rare_below).filter(|value| !seen(self, *value)).count();
        let mut near = std::mem::take(&mut self.near);
        for (index, part) in &near {
            if missing == 0 {
                break;
            }
            missing -= usize::from(self.witness(common, heap, (*index, *part), reach, least));
        }
        let half = heap / 2;
        for part in 1..=half.min(reach) {
            if missing == 0 {
                break;
            }
            for index in 0..pairs.double.len() {
                if self.witness(common, heap, (index, part), reach, least) {
                    missing -= 1;
                    near.insert(0, (index, part));
                    near.truncate(16);
                }
            }
        }
        self.near = near;
        if missing == 0 {
            return least;
        }
        (0..least).filter(rare_below).find(|value| !seen(self, *value)).unwrap_or(least)
    }

    /// Whether a pair has a rare value below `least` that was not seen before; then it is now.
    fn witness(
        &mut self,
        common: &Common<'_>,
        heap: usize,
        (index, part): (usize, usize),
        reach: usize,
        least: u32,
    ) -> bool {
        let (taken, unequal) = common.pairs.double[index];
        let Some(other) = heap.checked_sub(taken + part).filter(|other| *other >= part) else {
            return false;
        };
        if part > reach || (unequal && other == part) || other < self.base {
            return false;
        }
        // While the beginning is computed it is its own history.
        let history = if common.beginning.is_empty() { &self.values } else { &common.beginning };
        let Some(small) = history.get(part) else { return false };
        let value = small ^ self.values[other - self.base];
        let seen = |mark: &(usize, usize)| mark.1 == heap + 1;
        if value >= least
            || !common.is_rare(heap, value)
            || self.marks.get(value as usize).is_some_and(seen)
        {
            return false;
        }
        self.mark(value, heap, true);
        true
    }

    fn mark(&mut self, value: u32, heap: usize, seen: bool) {
        let index = value as usize;
        if index >= self.marks.len() {
            self.marks.resize(index + 1, (0, 0));
        }
        self.marks[index].0 = heap + 1;
        if seen {
            self.marks[index].1 = heap + 1;
        }
    }
}
