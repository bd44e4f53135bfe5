//! Windows of values that are remembered, and whether they come back.

use crate::state::{Bytes, Rest};
use crate::values::{Cells, Values};

/// A window of values and how far it was looked for.
pub(super) struct Memory {
    values: Vec<u32>,
    /// The heap after the window.
    end: usize,
    /// It does not come back with an end up to here, apart from its own.
    looked: usize,
}

impl Memory {
    /// The last `length` values before heap `end`.
    pub fn new(values: &Values, end: usize, length: usize) -> Option<Memory> {
        let from = end.checked_sub(length).filter(|_| length > 0)?;
        let values: Option<Vec<u32>> = (from..end).map(|heap| values.get(heap)).collect();
        Some(Memory { values: values?, end, looked: end })
    }

    pub fn write(&self, out: &mut Bytes) {
        out.number(self.end);
        out.number(self.looked);
        let mut cells = Cells::default();
        self.values.iter().for_each(|value| cells.push(*value));
        out.cells(&cells);
    }

    pub fn read(rest: &mut Rest<'_>) -> Option<Memory> {
        let (end, looked, cells) = (rest.number()?, rest.number()?, rest.cells()?);
        let values: Vec<u32> = (0..cells.len()).filter_map(|index| cells.get(index)).collect();
        let fits = !values.is_empty() && values.len() <= end && end <= looked;
        fits.then_some(Memory { values, end, looked })
    }

    /// Whether it was looked for before this heap only.
    pub fn is_within(&self, length: usize) -> bool {
        self.looked <= length
    }

    /// The first heap of the window.
    pub fn start(&self) -> usize {
        self.end - self.values.len()
    }

    /// The heap after it.
    pub fn end(&self) -> usize {
        self.end
    }

    /// How many values it holds.
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// Whether it is still worth looking for: longer periods are for later windows to find.
    pub fn is_fresh(&self, length: usize) -> bool {
        length / 2 <= self.end
    }

    /// Looks no more at what lies before a heap.
    pub fn skip(&mut self, to: usize) {
        self.looked = to;
    }

    /// The distance at which the window comes back next, with an end of at most `to`.
    pub fn come_back(&mut self, values: &Values, to: usize) -> Option<usize> {
        let first = self.looked + 1 - self.values.len();
        let found = match values.cells() {
            Cells::Bytes(cells) => find(cells, values.start(), &self.values, first, to),
            Cells::Shorts(cells) => find(cells, values.start(), &self.values, first, to),
            Cells::Words(cells) => find(cells, values.start(), &self.values, first, to),
        };
        let Some(found) = found else {
            self.looked = to;
            return None;
        };
        self.looked = found + self.values.len();
        Some(self.looked - self.end)
    }
}

/// What values are kept in: how one of them is found fast.
trait Cell: Copy + Eq + TryFrom<u32> {
    fn position(cells: &[Self], value: Self) -> Option<usize> {
        cells.iter().position(|cell| *cell == value)
    }
}

impl Cell for u8 {
    fn position(cells: &[u8], value: u8) -> Option<usize> {
        memchr::memchr(value, cells)
    }
}
impl Cell for u16 {}
impl Cell for u32 {}

/// The first heap from `first` on where the wanted values stand, all before `to`. The one of them that
/// is rarest in the text leads; only where it stands the others are compared.
fn find<T: Cell>(
    cells: &[T],
    start: usize,
    wanted: &[u32],
    first: usize,
    to: usize,
) -> Option<usize> {
    let wanted: Vec<T> =
        wanted.iter().map(|value| T::try_from(*value).ok()).collect::<Option<_>>()?;
    let text = &cells[first.checked_sub(start)?..to - start];
    if text.len() < wanted.len() {
        return None;
    }
    let lead = rarest(text, &wanted);
    let mut from = lead;
    let end = text.len() - wanted.len() + lead + 1;
    while from < end {
        let at = from + T::position(&text[from..end], wanted[lead])?;
        if text[at - lead..at - lead + wanted.len()] == wanted[..] {
            return Some(first + at - lead);
        }
        from = at + 1;
    }
    None
}

/// Values of a window among which the one to look for is chosen; the last ones.
const LEADING: usize = 1 << 14;

/// The place of the wanted value that occurs least in a sample of the text, of those at the end. Most
/// games have values that hardly ever occur, and looking for one of them costs next to nothing.
fn rarest<T: Cell>(text: &[T], wanted: &[T]) -> usize {
    let sample = &text[..text.len().min(4096)];
    let mut tried: Vec<T> = Vec::new();
    let mut best = (usize::MAX, wanted.len() - 1);
    for (place, value) in wanted.iter().enumerate().rev().take(LEADING) {
        if tried.contains(value) {
            continue;
        }
        tried.push(*value);
        best = best.min((sample.iter().filter(|cell| *cell == value).count(), place));
        if best.0 == 0 || tried.len() > 256 {
            break;
        }
    }
    best.1
}

/// Whether G(i) = G(i + period) for all i from `from` to before `to`, as far as the values are kept.
pub(super) fn recurs(values: &Values, from: usize, to: usize, period: usize) -> bool {
    fn equal<T: Eq>(cells: &[T], from: usize, to: usize, period: usize) -> bool {
        from >= to || cells[from..to] == cells[from + period..to + period]
    }
    let start = values.start();
    let (Some(from), Some(to)) = (from.checked_sub(start), to.checked_sub(start)) else {
        return false;
    };
    match values.cells() {
        Cells::Bytes(cells) => equal(cells, from, to, period),
        Cells::Shorts(cells) => equal(cells, from, to, period),
        Cells::Words(cells) => equal(cells, from, to, period),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_window_comes_back_where_it_does_at_first() {
        let values: Values = [7, 1, 2, 3, 1, 2, 9, 1, 2, 3, 1, 2, 3].into_iter().collect();
        let mut memory = Memory::new(&values, 4, 3).unwrap();
        assert_eq!(memory.come_back(&values, 9), None);
        assert_eq!(memory.come_back(&values, 13), Some(6));
        let mut short = Memory::new(&values, 3, 2).unwrap();
        assert_eq!(short.come_back(&values, 13), Some(3));
        assert_eq!(short.come_back(&values, 13), Some(6));
    }

    #[test]
    fn wide_values_come_back_too() {
        let values: Values = (0..3000u32).map(|heap| (heap % 700) * 3).collect();
        let mut memory = Memory::new(&values, 1000, 50).unwrap();
        assert_eq!(memory.come_back(&values, 1300), None);
        assert_eq!(memory.come_back(&values, 3000), Some(700));
    }
}
