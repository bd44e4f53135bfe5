//! Rare values that the probes did not see, looked for pair by pair.

use super::direct::Cell;
use super::level::{Level, for_each_level};
use crate::pairs::PairRules;
use crate::values::{Cells, Values};

/// Whether some option of a heap has a value.
#[derive(Clone, Copy)]
pub struct Question<'a> {
    pub level: Level,
    pub pairs: &'a PairRules,
    pub values: &'a Values,
    pub heap: usize,
    pub value: u32,
}

/// What is known of a rare value that the probes did not see.
pub enum Answer {
    /// It is the value of an option; the smaller part, or 0 where one heap or nothing is left.
    Seen(usize),
    /// No option has it.
    Unseen,
    /// The values needed are forgotten.
    Forgotten,
}

/// The first values backwards, so that pairs with a small part are compared many at a time.
#[derive(Default)]
pub struct Backward {
    /// The value of heap n, for n >= 1, stands at index `len - n`.
    cells: Cells,
}

/// Values that are looked for at once.
pub const SOME: usize = 4;
/// Parts that are compared before what was found is looked at.
const STEP: usize = 512;

for_each_level! {
    fn some_of_bytes(left: &[u8], right: &[u8], wanted: &[u32]) -> [bool; SOME] = some_of::<u8>;
    fn some_of_shorts(left: &[u16], right: &[u16], wanted: &[u32]) -> [bool; SOME] = some_of::<u16>;
}

/// Which of these values the xor of two cells at the same index is.
#[inline(always)]
fn some_of<T: Cell>(left: &[T], right: &[T], wanted: &[u32]) -> [bool; SOME] {
    let mut cells = [T::default(); SOME];
    let mut fits = [false; SOME];
    for ((cell, fits), value) in cells.iter_mut().zip(&mut fits).zip(wanted) {
        if let Ok(value) = T::try_from(*value) {
            (*cell, *fits) = (value, true);
        }
    }
    let (Some(left), Some(right)) = (left.first_chunk::<STEP>(), right.first_chunk::<STEP>())
    else {
        return [false; SOME];
    };
    let mut found = [false; SOME];
    for index in 0..STEP {
        let value = left[index] ^ right[index];
        for some in 0..SOME {
            found[some] |= value == cells[some];
        }
    }
    std::array::from_fn(|some| found[some] & fits[some])
}

/// Parts beyond this are looked at one by one.
const MOST_BACKWARD: usize = 1 << 18;

impl Backward {
    pub fn new(values: &Values) -> Backward {
        let count = (values.len() / 4).min(MOST_BACKWARD);
        let wanted = values.cells().width();
        let mut cells = Cells::default();
        while cells.width() < wanted {
            cells.widen();
        }
        (1..=count).rev().for_each(|heap| cells.push(values.get(heap).unwrap_or(0)));
        Backward { cells }
    }

    /// Looks for an option of this value. A part up to `reach` need not be found exactly.
    pub fn look(&self, question: Question<'_>, reach: usize) -> Answer {
        let Question { pairs, values, heap, value, .. } = question;
        if value == 0 && pairs.empty.contains(&heap) {
            return Answer::Seen(0);
        }
        for taken in pairs.single.iter().filter(|taken| **taken < heap) {
            match values.get(heap - taken) {
                Some(left) if left == value => return Answer::Seen(0),
                Some(_) => {}
                None => return Answer::Forgotten,
            }
        }
        let (mut first, mut last) = (1, 64);
        // Below this the two parts of a pair are not equal.
        let unequal = heap.saturating_sub(pairs.last()) / 2;
        while last <= self.cells.len() {
            match self.has(question, first, last) {
                Some(true) if last <= reach && last < unequal => return Answer::Seen(last),
                Some(false) => {}
                _ => {
                    if let Some(answer) = self.narrow(question, (first, last)) {
                        return answer;
                    }
                }
            }
            (first, last) = (last + 1, 4 * last);
        }
        look_through(question, first, heap / 2)
    }

    /// Whether the values are still kept in cells of the same width: others cannot be compared.
    pub fn fits(&self, values: &Values) -> bool {
        self.cells.width() == values.cells().width()
    }

    /// Takes those out of some rare values of a heap, at most [`SOME`], that options with a part up to `reach` are seen
    /// to have.
    pub fn settle(&self, question: Question<'_>, reach: usize, wanted: &mut Vec<u32>) {
        let Question { level, pairs, values, heap, .. } = question;
        // Below this the two parts of a pair are not equal.
        let unequal = (heap.saturating_sub(pairs.last()) / 2).saturating_sub(1);
        let most = reach.min(self.cells.len()).min(unequal);
        let mut first = 1;
        while first + STEP <= most && !wanted.is_empty() {
            let last = first + STEP - 1;
            for (taken, _) in &pairs.double {
                let Some(low) = (heap - taken - last).checked_sub(values.start()) else { return };
                let back = self.cells.len() - last;
                let found = match (values.cells(), &self.cells) {
                    (Cells::Bytes(all), Cells::Bytes(own)) => {
                        some_of_bytes(level, &all[low..low + STEP], &own[back..back + STEP], wanted)
                    }
                    (Cells::Shorts(all), Cells::Shorts(own)) => some_of_shorts(
                        level,
                        &all[low..low + STEP],
                        &own[back..back + STEP],
                        wanted,
                    ),
                    _ => return,
                };
                let mut index = 0;
                wanted.retain(|_| {
                    index += 1;
                    !found[index - 1]
                });
            }
            first = last + 1;
        }
    }

    /// Looks for a part in a range by halving it.
    fn narrow(&self, question: Question<'_>, range: (usize, usize)) -> Option<Answer> {
        let (first, last) = range;
        if self.has(question, first, last) == Some(false) {
            return None;
        }
        if last - first < 64 {
            return match look_through(question, first, last) {
                Answer::Unseen => None,
                answer => Some(answer),
            };
        }
        let middle = first + (last - first) / 2;
        let lower = self.narrow(question, (first, middle));
        lower.or_else(|| self.narrow(question, (middle + 1, last)))
    }

    /// Whether a pair with a part in this range, however the two compare, has the value; `None` where
    /// that is not to be seen from here.
    fn has(&self, question: Question<'_>, first: usize, last: usize) -> Option<bool> {
        let Question { level, pairs, values, heap, value } = question;
        let mut found = false;
        for (taken, _) in &pairs.double {
            let low = heap.checked_sub(taken + last).filter(|low| *low > 0)?;
            let low = low.checked_sub(values.start())?;
            let (length, back) = (last - first + 1, self.cells.len() - last);
            found |= match (values.cells(), &self.cells) {
                (Cells::Bytes(all), Cells::Bytes(own)) => u8::try_from(value).is_ok_and(|value| {
                    Cell::find(level, &all[low..low + length], &own[back..back + length], value)
                }),
                (Cells::Shorts(all), Cells::Shorts(own)) => {
                    u16::try_from(value).is_ok_and(|value| {
                        Cell::find(level, &all[low..low + length], &own[back..back + length], value)
                    })
                }
                _ => return None,
            };
        }
        Some(found)
    }
}

/// Looks at the pairs with a smaller part in this range, one by one.
fn look_through(question: Question<'_>, first: usize, last: usize) -> Answer {
    let Question { pairs, values, heap, value, .. } = question;
    for part in first..=last.min(heap / 2) {
        for (taken, unequal) in &pairs.double {
            let Some(other) = heap.checked_sub(taken + part).filter(|other| *other >= part) else {
                continue;
            };
            if *unequal && other == part {
                continue;
            }
            match (values.get(part), values.get(other)) {
                (Some(left), Some(right)) if left ^ right == value => return Answer::Seen(part),
                (Some(_), Some(_)) => {}
                _ => return Answer::Forgotten,
            }
        }
    }
    Answer::Unseen
}
