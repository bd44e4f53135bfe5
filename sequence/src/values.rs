//! The values of heaps 0, 1, 2, ..., kept in as few bytes as they fit, all of them or only the
//! first and the last ones.

use crate::state::{Bytes, Rest};

/// Values of consecutive heaps, each in as many bytes as the largest of them needs.
#[derive(Clone, Debug)]
pub enum Cells {
    /// Values below 2^8.
    Bytes(Vec<u8>),
    /// Values below 2^16.
    Shorts(Vec<u16>),
    /// Values below 2^32.
    Words(Vec<u32>),
}

/// The same values are equal however wide they are kept.
impl PartialEq for Cells {
    fn eq(&self, other: &Cells) -> bool {
        self.len() == other.len()
            && (0..self.len()).all(|index| self.get(index) == other.get(index))
    }
}

impl Eq for Cells {}

impl Default for Cells {
    fn default() -> Self {
        Cells::Bytes(Vec::new())
    }
}

impl Cells {
    /// How many values are kept.
    pub fn len(&self) -> usize {
        match self {
            Cells::Bytes(cells) => cells.len(),
            Cells::Shorts(cells) => cells.len(),
            Cells::Words(cells) => cells.len(),
        }
    }

    /// Whether nothing is kept.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The value at an index.
    #[inline]
    pub fn get(&self, index: usize) -> Option<u32> {
        match self {
            Cells::Bytes(cells) => cells.get(index).map(|value| u32::from(*value)),
            Cells::Shorts(cells) => cells.get(index).map(|value| u32::from(*value)),
            Cells::Words(cells) => cells.get(index).copied(),
        }
    }

    /// Bytes of one value: 1, 2 or 4.
    pub fn width(&self) -> usize {
        match self {
            Cells::Bytes(_) => 1,
            Cells::Shorts(_) => 2,
            Cells::Words(_) => 4,
        }
    }

    /// Adds a value, and widens all cells if it does not fit.
    #[inline]
    pub fn push(&mut self, value: u32) {
        match self {
            Cells::Bytes(cells) => {
                if let Ok(value) = u8::try_from(value) {
                    return cells.push(value);
                }
            }
            Cells::Shorts(cells) => {
                if let Ok(value) = u16::try_from(value) {
                    return cells.push(value);
                }
            }
            Cells::Words(cells) => return cells.push(value),
        }
        self.widen();
        self.push(value);
    }

    /// Twice as many bytes for each value.
    pub fn widen(&mut self) {
        *self = match std::mem::take(self) {
            Cells::Bytes(cells) => Cells::Shorts(cells.into_iter().map(u16::from).collect()),
            Cells::Shorts(cells) => Cells::Words(cells.into_iter().map(u32::from).collect()),
            words => words,
        };
    }

    /// Keeps the first `length` values.
    pub fn truncate(&mut self, length: usize) {
        match self {
            Cells::Bytes(cells) => cells.truncate(length),
            Cells::Shorts(cells) => cells.truncate(length),
            Cells::Words(cells) => cells.truncate(length),
        }
    }

    fn head(&self, count: usize) -> Cells {
        match self {
            Cells::Bytes(cells) => Cells::Bytes(cells[..count].to_vec()),
            Cells::Shorts(cells) => Cells::Shorts(cells[..count].to_vec()),
            Cells::Words(cells) => Cells::Words(cells[..count].to_vec()),
        }
    }

    fn drop_front(&mut self, count: usize) {
        match self {
            Cells::Bytes(cells) => drop(cells.drain(..count)),
            Cells::Shorts(cells) => drop(cells.drain(..count)),
            Cells::Words(cells) => drop(cells.drain(..count)),
        }
    }
}

/// The values of heaps 0 to `len() - 1`. With a limit, only the first and the last ones are kept.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Values {
    prefix: Cells,
    start: usize,
    /// The values from heap `start` on.
    pub(crate) cells: Cells,
    keep: Option<usize>,
}

impl Values {
    /// No values; at least the first and the last `keep` will be kept.
    pub fn forgetful(keep: usize) -> Values {
        Values { keep: Some(keep), ..Values::default() }
    }

    /// The same values; at least the first and the last `keep` will be kept.
    pub fn keeping(self, keep: Option<usize>) -> Values {
        Values { keep, ..self }
    }

    /// How many values were added.
    pub fn len(&self) -> usize {
        self.start + self.cells.len()
    }

    /// Whether no value was added.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The first heap from which on all values are kept.
    pub fn start(&self) -> usize {
        self.start
    }

    /// The value of a heap, if it is kept.
    #[inline]
    pub fn get(&self, heap: usize) -> Option<u32> {
        match heap.checked_sub(self.start) {
            Some(index) => self.cells.get(index),
            None => self.prefix.get(heap),
        }
    }

    /// The value of a heap that is known to be kept; 0 for any other.
    #[inline]
    pub fn at(&self, heap: usize) -> u32 {
        self.get(heap).unwrap_or(0)
    }

    /// The kept values from heap `from` on; nothing if the first of them is forgotten.
    pub fn iter_from(&self, from: usize) -> impl DoubleEndedIterator<Item = u32> + '_ {
        let index = from.checked_sub(self.start).unwrap_or(self.cells.len());
        (index..self.cells.len()).filter_map(|index| self.cells.get(index))
    }

    /// At least so many of the first and of the last values are kept; all of them if there is no limit.
    pub fn limit(&self) -> Option<usize> {
        self.keep
    }

    /// The largest of the values from one heap to before another that are kept from `start()` on.
    pub fn largest(&self, from: usize, to: usize) -> u32 {
        fn largest<T: Copy + Default + Ord + Into<u32>>(cells: &[T]) -> u32 {
            cells.iter().fold(T::default(), |most, value| most.max(*value)).into()
        }
        let index = |heap: usize| heap.saturating_sub(self.start).min(self.cells.len());
        let range = index(from)..index(to);
        match &self.cells {
            Cells::Bytes(cells) => largest(&cells[range]),
            Cells::Shorts(cells) => largest(&cells[range]),
            Cells::Words(cells) => largest(&cells[range]),
        }
    }

    /// The values from `start()` on.
    pub fn cells(&self) -> &Cells {
        &self.cells
    }

    /// Adds the value of the next heap.
    #[inline]
    pub fn push(&mut self, value: u32) {
        self.cells.push(value);
        self.forget();
    }

    /// Whether the limit leaves at least so many values.
    pub(crate) fn may_forget(&self, needed: usize) -> bool {
        self.keep.is_some_and(|keep| keep >= needed)
    }

    /// Forgets what the limit allows; called after values were added. Cheap: each value is moved
    /// at most once on average.
    pub fn forget(&mut self) {
        let Some(keep) = self.keep else { return };
        if self.cells.len() < 2 * keep.max(1 << 16) {
            return;
        }
        if self.start == 0 {
            self.prefix = self.cells.head(keep);
        }
        let dropped = self.cells.len() - keep;
        self.cells.drop_front(dropped);
        self.start += dropped;
    }

    pub(super) fn write(&self, out: &mut Bytes) {
        out.number(self.keep.unwrap_or(usize::MAX));
        out.cells(&self.prefix);
        out.number(self.start);
        out.cells(&self.cells);
    }

    pub(super) fn read(rest: &mut Rest<'_>) -> Option<Values> {
        let keep = Some(rest.number()?).filter(|keep| *keep < usize::MAX);
        let prefix = rest.cells()?;
        let start = rest.number()?;
        let cells = rest.cells()?;
        start.checked_add(cells.len())?;
        (prefix.len() <= start).then_some(Values { prefix, start, cells, keep })
    }

    /// Bytes of memory in use.
    pub fn bytes(&self) -> u64 {
        ((self.cells.len() + self.prefix.len()) * self.cells.width()) as u64
    }
}

impl FromIterator<u32> for Values {
    fn from_iter<I: IntoIterator<Item = u32>>(values: I) -> Values {
        let mut all = Values::default();
        values.into_iter().for_each(|value| all.push(value));
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_widen_and_keep_their_values() {
        let all: Vec<u32> = vec![3, 255, 256, 70_000, 1, 65_535];
        let values: Values = all.iter().copied().collect();
        assert_eq!(values.iter_from(0).collect::<Vec<_>>(), all);
        assert_eq!(values.cells().width(), 4);
    }

    #[test]
    fn a_forgetful_store_keeps_both_ends() {
        let mut values = Values::forgetful(1000);
        (0..1_000_000u32).for_each(|heap| values.push(heap % 251));
        assert_eq!(values.len(), 1_000_000);
        assert_eq!((values.get(999), values.get(999_999)), (Some(999 % 251), Some(999_999 % 251)));
        assert_eq!(values.get(500_000), None);
        assert!((1000..=200_000).contains(&(values.len() - values.start())));
    }
}
