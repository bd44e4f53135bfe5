//! Periods that are proved: a repetition counts only over the window that its theorem asks for.

use std::borrow::Cow;
use std::hash::{Hash, Hasher};

use bouton_core::heap::Shape;
use bouton_core::natural::Natural;
use bouton_core::value::Nimber;
use rustc_hash::{FxHashMap, FxHasher};
use serde::{Deserialize, Serialize};

use crate::rising;
use crate::values::Values;
use crate::window::Window;

/// A proved period: G(n + period) = G(n) + saltus for all n from `preperiod` on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Period {
    /// The least period.
    pub period: u64,
    /// The least heap from which it holds.
    pub preperiod: u64,
    /// The growth in each period (ordinary addition).
    pub saltus: u64,
    /// The theorem.
    pub proof: Proof,
    /// The largest heap whose value was computed for the proof.
    pub computed_to: u64,
}

/// The theorem by which a period is proved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Proof {
    /// The values that decide all later ones came back.
    StateRepetition,
    /// Guy and Smith's window for taking and breaking.
    GuySmith,
    /// Bounded witnesses in a sparse space (proved in `witnesses.rs`).
    BoundedWitnesses,
    /// The same for digits that repeat for ever, or that ask for equal or unequal pairs.
    WidenedWindow,
    /// Values that rise by the same amount in each period.
    Rising,
    /// Every smaller heap can be left, and nothing else is worth more: the value is the size.
    LikeNim,
}

impl Proof {
    /// The theorem's name, as in certificates and in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Proof::StateRepetition => "state repetition",
            Proof::GuySmith => "Guy and Smith",
            Proof::BoundedWitnesses => "bounded witnesses",
            Proof::WidenedWindow => "widened window",
            Proof::Rising => "rising values",
            Proof::LikeNim => "like Nim",
        }
    }

    /// The theorem in words.
    pub fn statement(self) -> &'static str {
        match self {
            Proof::StateRepetition => {
                "state repetition: the last values, which decide all later ones, came back"
            }
            Proof::GuySmith => {
                "Guy and Smith 1956: the values repeat over the window that the theorem asks for"
            }
            Proof::BoundedWitnesses => {
                "bounded witnesses: all that decides the next value of this sparse game came back"
            }
            Proof::WidenedWindow => {
                "Guy and Smith's window, widened for endless codes and for equal or unequal pairs"
            }
            Proof::Rising => {
                "arithmetic periodicity: the values rise evenly, and no pair of heaps can break in"
            }
            Proof::LikeNim => {
                "as in Nim: every smaller heap can be left, and no option is worth more than its stones"
            }
        }
    }
}

impl Period {
    /// The value of any heap, from the values that were computed.
    pub fn value(&self, size: &Natural, values: &Values) -> Nimber {
        let known = |heap: u64| u64::from(values.at(heap as usize));
        let Some(beyond) = size.minus(&Natural::from(self.preperiod)) else {
            return Nimber::from(size.to_u64().map_or(0, known));
        };
        let base = Natural::from(known(self.preperiod + beyond.modulo(self.period)));
        let growth = beyond.divided_by(self.period).times(&Natural::from(self.saltus));
        Nimber(&base + &growth)
    }

    /// The class of a heap: the heap of the first full period that has its value, saltus aside.
    pub fn class(&self, size: &Natural) -> Option<u64> {
        let beyond = size.minus(&Natural::from(self.preperiod))?;
        Some(self.preperiod + beyond.modulo(self.period))
    }

    /// The period as it stands in an answer.
    pub fn evidence(&self) -> PeriodEvidence {
        PeriodEvidence {
            period: self.period,
            preperiod: self.preperiod,
            saltus: self.saltus,
            proof: self.proof.statement().into(),
            computed_to: self.computed_to,
        }
    }
}

/// A proved period as it stands in an answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PeriodEvidence {
    /// The least period.
    pub period: u64,
    /// The first heap from which the values repeat.
    pub preperiod: u64,
    /// By how much the values grow in each period; 0 for a plain period.
    pub saltus: u64,
    /// How it is proved.
    pub proof: Cow<'static, str>,
    /// The largest heap whose value was computed for the proof.
    pub computed_to: u64,
}

/// The period of a heap game, if a theorem proves it from these values of heaps 0, 1, 2, ...
pub(crate) fn prove(shape: &Shape<'_>, values: &[u32]) -> Option<Period> {
    if let Shape::Code(code) = shape
        && let Some(tail) = code.tail()
    {
        let whole = (1..tail.start + tail.length).map(|taken| code.digit(taken));
        if code.digit(0).is_zero()
            && whole.into_iter().all(|digit| digit.leaves(0) && digit.leaves(1))
            && let Some(last) = values.len().checked_sub(1)
        {
            let (period, preperiod, saltus) = (1, 0, 1);
            let (proof, computed_to) = (Proof::LikeNim, last as u64);
            return Some(Period { period, preperiod, saltus, proof, computed_to });
        }
        if let Some(period) = rising::find(code, values) {
            return Some(period);
        }
    }
    Window::of(shape).and_then(|window| window.find(values))
}

/// For each shift p, how many of the last values equal those p places before them
/// (the Z-function of the reversed values).
pub(super) fn trailing_matches<T: PartialEq>(values: &[T]) -> Vec<u64> {
    let length = values.len();
    let at = |index: usize| &values[length - 1 - index];
    let mut matches = vec![0u64; length];
    let (mut left, mut right) = (0, 0);
    for shift in 1..length {
        let mut count =
            if shift < right { (right - shift).min(matches[shift - left] as usize) } else { 0 };
        while shift + count < length && at(count) == at(shift + count) {
            count += 1;
        }
        matches[shift] = count as u64;
        if shift + count > right {
            (left, right) = (shift, shift + count);
        }
    }
    matches
}

/// The period of a set of all numbers but some, the largest of these m.
///
/// The next value depends only on the last m values, and on those only by how far they lie above
/// c, the least value not yet taken m + 1 heaps back: all lower values are excluded anyway. So if
/// these differences come back after p heaps, with c larger by s, everything repeats:
/// G(n + p) = G(n) + s from then on. There are finitely many such states, so this always ends.
#[derive(Default)]
pub(super) struct StateRepetition {
    /// c before each heap.
    bases: Vec<u32>,
    /// Hash of a state, and the heap before which it stood.
    seen: FxHashMap<u64, usize>,
}

impl StateRepetition {
    /// c before the next heap: one more than the largest value at least m + 1 heaps back.
    pub fn base(&mut self, values: &[u32], largest: usize) -> u32 {
        let heap = values.len();
        while self.bases.len() <= heap {
            let before = self.bases.len();
            let base = match before.checked_sub(largest.saturating_add(1)) {
                Some(old) => self.bases[before - 1].max(values[old] + 1),
                None => 0,
            };
            self.bases.push(base);
        }
        self.bases[heap]
    }

    /// Bytes of memory in use.
    pub fn bytes(&self) -> u64 {
        self.bases.capacity() as u64 * 4 + self.seen.capacity() as u64 * 17
    }

    /// Whether the state before the next heap has been there before.
    pub fn look(&mut self, values: &[u32], missing: &[u64]) -> Option<Period> {
        let largest =
            missing.last().map_or(0, |largest| usize::try_from(*largest).unwrap_or(usize::MAX));
        let now = values.len();
        if now < largest {
            return None;
        }
        self.base(values, largest);
        let state = |at: usize| {
            let base = self.bases[at];
            values[at - largest..at].iter().map(move |value| value.checked_sub(base))
        };
        let mut hasher = FxHasher::default();
        state(now).for_each(|difference| difference.hash(&mut hasher));
        let before = *self.seen.entry(hasher.finish()).or_insert(now);
        if before == now || !state(before).eq(state(now)) {
            return None;
        }
        let (period, saltus) = (now - before, self.bases[now] - self.bases[before]);
        let mut preperiod = before;
        while preperiod > 0 && values[preperiod - 1] + saltus == values[preperiod - 1 + period] {
            preperiod -= 1;
        }
        Some(Period {
            period: period as u64,
            preperiod: preperiod as u64,
            saltus: u64::from(saltus),
            proof: Proof::StateRepetition,
            computed_to: now as u64 - 1,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trailing_matches_count_equal_ends() {
        let values = [9, 1, 2, 3, 1, 2, 3, 1, 2, 3];
        let matches = trailing_matches(&values);
        assert_eq!(matches[3], 6);
        assert_eq!(matches[1], 0);
        assert_eq!(matches[6], 3);
    }
}
