//! Nearly sparse spaces: in most dense games too, one mask makes far more values common than rare.
//!
//! A common value only comes of a rare and a common part, whatever the number of rare ones. So the least common
//! value that is free is found by going through the rare parts alone. In 0.007 they are 10 in 100 of the heaps to
//! 200,000 and 2 in 100 of those to a million, since hardly any are new; in other open codes 2 to 38. All heaps of a block are compared with a rare part at once, for four candidates each: a load, and for
//! each candidate a xor and a minimum, which is 0 in the end where some pair has the candidate. Rare values have
//! pairs in plenty: nearly all are marked with the smallest parts, and what is left is soon found.

use super::super::level::for_each_level;
use super::super::space::Space;
use super::{BLOCK, Balance, Block, Cell, FLAGS, Span, TILE};

/// Heaps that are compared together.
const LANES: usize = 32;
/// Candidates of a heap that are compared together.
const CANDIDATES: usize = 4;
/// Rare parts of a tile.
const RUN: usize = if cfg!(test) { 64 } else { 512 };
/// A value that no heap has here.
const NONE: u16 = u16::MAX;
/// Values must stay below this.
const MOST: usize = 1 << 14;
/// Rare parts among all, in hundredths, above which going through all pairs is as good (measured: with 2 that takes 1.4
/// times as long, with 10 as long, with 26 half as long). In tests any space will do.
const MANY: usize = if cfg!(test) { 100 } else { 8 };

type Lanes = [u16; LANES];

/// The rare positions of a space.
pub(super) struct Crossing {
    space: Space,
    places: Vec<u32>,
    values: Vec<u16>,
    /// Positions below this were looked at.
    filled: usize,
    /// How many tiles of them are marked, and how many of all pairs.
    balance: Balance,
    dense: Balance,
}

/// Rare parts, next to each other in the list, and the number that is taken.
struct Tile {
    from: usize,
    to: usize,
    taken: usize,
}

impl Crossing {
    pub fn new(space: Space) -> Crossing {
        let (balance, dense) = (Balance { marked: 6, ..Balance::new() }, Balance::new());
        Crossing { space, places: Vec::new(), values: Vec::new(), filled: 0, balance, dense }
    }

    pub fn is_of(&self, space: &Space) -> bool {
        self.space == *space
    }

    fn fill(&mut self, values: &[u16]) {
        for (heap, value) in values.iter().enumerate().skip(self.filled) {
            if self.space.is_rare(heap, u32::from(*value)) {
                self.places.push(heap as u32);
                self.values.push(*value);
            }
        }
        self.filled = values.len();
    }

    /// The rare parts of pairs with both parts above `near`, for the heaps from `start` on.
    fn tiles(&self, start: usize, near: usize, taken: usize) -> impl Iterator<Item = Tile> {
        let below = |heap: usize| self.places.partition_point(|place| (*place as usize) < heap);
        let (from, to) = (below(near + 1), below((start + BLOCK).saturating_sub(taken + near)));
        (from..to).step_by(RUN).map(move |from| Tile { from, to: to.min(from + RUN), taken })
    }

    fn is_common(&self, heap: usize, value: usize) -> bool {
        !self.space.is_rare(heap, value as u32)
    }

    /// The least common value of a heap from here on without a flag; above all values of pairs there is one.
    fn least_common(&self, row: &[u8], heap: usize, mut from: usize) -> usize {
        loop {
            match memchr::memchr(0, row.get(from..).unwrap_or(&[])) {
                Some(steps) if self.is_common(heap, from + steps) => return from + steps,
                Some(steps) => from += steps + 1,
                None if self.is_common(heap, from.max(row.len())) => return from.max(row.len()),
                None => from = from.max(row.len()) + 1,
            }
        }
    }
}

/// What is known of the far pairs of a block.
pub(super) struct Settled {
    /// The least value of each heap that no far pair has.
    pub confirmed: Vec<usize>,
    /// The tiles of all pairs that were marked.
    pub span: Span,
    /// Common values below this are flagged if a far pair has them.
    pub below: Vec<usize>,
}

for_each_level! {
    fn strike(
        known: &[u16],
        places: &[u32],
        values: &[u16],
        at: usize,
        candidates: &[Lanes; CANDIDATES],
        least: &mut [Lanes; CANDIDATES],
    ) = strike_plain;
}

/// For each candidate the least xor with a pair of a rare part and what it leaves: 0 where a pair has its value.
/// `at` is the first heap less what is taken.
#[inline(always)]
fn strike_plain(
    known: &[u16],
    places: &[u32],
    values: &[u16],
    at: usize,
    candidates: &[Lanes; CANDIDATES],
    least: &mut [Lanes; CANDIDATES],
) {
    let mut own = *least;
    for (place, value) in places.iter().zip(values) {
        let row = at.checked_sub(*place as usize).and_then(|from| known.get(from..));
        let Some(row) = row.and_then(|row| row.first_chunk::<LANES>()) else { continue };
        for lane in 0..LANES {
            let pair = row[lane] ^ value;
            for index in 0..CANDIDATES {
                own[index][lane] = own[index][lane].min(pair ^ candidates[index][lane]);
            }
        }
    }
    *least = own;
}

/// Raises the flags of what pairs with these rare parts have; `total` is the heap less what is taken.
fn mark(known: &[u16], places: &[u32], values: &[u16], total: usize, flags: &mut [u8]) {
    let Some(flags) = flags.first_chunk_mut::<FLAGS>() else { return };
    let ((places, rest), (values, last)) = (places.as_chunks::<8>(), values.as_chunks::<8>());
    let pair = |place: &u32, value: &u16| usize::from(known[total - *place as usize] ^ value);
    for (places, values) in places.iter().zip(values) {
        let pairs: [usize; 8] = std::array::from_fn(|index| pair(&places[index], &values[index]));
        pairs.iter().for_each(|pair| flags[*pair] = 1);
    }
    rest.iter().zip(last).for_each(|(place, value)| flags[pair(place, value)] = 1);
}

impl<T: Cell> Block<'_, T> {
    /// Whether rare parts are to be gone through. Then one tile of all pairs is marked.
    pub(super) fn is_crossed(&mut self, span: Span) -> bool {
        let (Some(values), Some(crossing)) = (T::shorts(self.forward), self.crossing.as_mut())
        else {
            return false;
        };
        if span.start < 8 * TILE || self.marks.width > MOST {
            return false;
        }
        crossing.fill(values);
        100 * crossing.places.len() < MANY * span.start
    }

    /// For each heap the least value that no far pair has, as `confirm_all` finds it.
    pub(super) fn cross(&mut self, span: Span) -> Option<Settled> {
        let crossing = self.crossing.take()?;
        let marked = crossing.dense.marked(span.tiles / 4).max(1);
        let span = Span { marked, ..span };
        self.mark_some(span);
        let settled = self.sift(span, crossing);
        self.crossing = Some(crossing);
        let Settled { mut confirmed, below, .. } = settled?;
        for (index, least) in confirmed.iter_mut().enumerate() {
            *least = self.settle(span, span.start + index, &below);
        }
        if let Some(crossing) = &mut self.crossing {
            let heaps = span.end - span.start;
            let tiles = crossing.tiles(span.start, TILE, 0).count() * self.pairs.double.len();
            crossing.balance.count(heaps, tiles);
            crossing.dense.count(heaps, span.tiles / 4);
        }
        Some(Settled { confirmed, span, below })
    }

    /// Finds for each heap a common value that no far pair has, and flags those below it that some pair has.
    fn sift(&mut self, span: Span, crossing: &mut Crossing) -> Option<Settled> {
        let values = T::shorts(self.forward)?;
        let tiles: Vec<Tile> = self
            .pairs
            .double
            .iter()
            .flat_map(|(taken, _)| crossing.tiles(span.start, span.marked * TILE, *taken))
            .collect();
        let (marked, rest) = tiles.split_at(crossing.balance.marked(tiles.len()));
        let heaps = span.end - span.start;
        for index in 0..heaps {
            let (total, flags) = (span.start + index, self.marks.all(index));
            for Tile { from, to, taken } in marked {
                let (places, rares) = (&crossing.places[*from..*to], &crossing.values[*from..*to]);
                mark(values, places, rares, total - taken, flags);
            }
        }
        let mut below = vec![0; heaps];
        for first in (0..heaps).step_by(LANES) {
            let lanes = LANES.min(heaps - first);
            let mut open = [true; LANES];
            while open[..lanes].contains(&true) {
                let mut candidates = [[NONE; LANES]; CANDIDATES];
                for lane in (0..lanes).filter(|lane| open[*lane]) {
                    let index = first + lane;
                    for row in &mut candidates {
                        let flags = self.marks.row(index);
                        let value = crossing.least_common(flags, span.start + index, below[index]);
                        row[lane] = value as u16;
                        below[index] = value + 1;
                    }
                }
                let mut least = [[NONE; LANES]; CANDIDATES];
                for Tile { from, to, taken } in rest {
                    let (places, rares) =
                        (&crossing.places[*from..*to], &crossing.values[*from..*to]);
                    let at = span.start + first - taken;
                    strike(self.level, values, places, rares, at, &candidates, &mut least);
                }
                crossing.balance.work += lanes * rest.len();
                for (lane, open) in open[..lanes].iter_mut().enumerate().filter(|(_, open)| **open)
                {
                    for (row, least) in candidates.iter().zip(&least) {
                        match least[lane] {
                            0 => self.marks.row(first + lane)[usize::from(row[lane])] = 1,
                            _ => *open = false,
                        }
                    }
                }
            }
        }
        Some(Settled { confirmed: vec![0; heaps], span, below })
    }

    /// The least value of a heap without a flag that no far pair has.
    pub(super) fn settle(&mut self, span: Span, heap: usize, below: &[usize]) -> usize {
        let index = heap - span.start;
        let mut value = 0;
        loop {
            value = self.marks.least_missing(index, value);
            let crossing = self.crossing.as_mut();
            if crossing.is_none_or(|own| value < below[index] && own.is_common(heap, value)) {
                return value;
            }
            let mut looked = 0;
            let found = (span.marked..span.tiles).any(|tile| {
                looked += 1;
                self.is_in_tile(span, heap, tile, value)
            });
            if let Some(crossing) = self.crossing.as_mut() {
                crossing.dense.work += looked;
            }
            if !found {
                return value;
            }
            self.marks.row(index)[value] = 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::Direct;
    use super::*;
    use crate::Code;
    use crate::breaking::level::Level;
    use crate::pairs::PairRules;
    use crate::values::Values;

    /// Whatever the mask, and whether heaps alternate.
    #[test]
    fn rare_parts_find_what_all_pairs_find() {
        const FROM: usize = 5000;
        for code in ["0.764", "4.004", "0.007"] {
            let code: Code = code.parse().unwrap();
            let pairs = PairRules::of(&code).unwrap();
            let go_on = |direct: &mut Direct, values: &mut Values, to| {
                while values.len() < to {
                    direct.advance(&pairs, values, to);
                }
            };
            let mut known = Values::default();
            go_on(&mut Direct::new(Level::best()), &mut known, FROM);
            let mut expected = known.clone();
            go_on(&mut Direct::new(Level::best()), &mut expected, FROM + 1500);
            let sample: Vec<u32> = known.iter_from(FROM / 2).collect();
            let best = Space::best(&pairs, FROM / 2, &sample);
            let one_digit = pairs.double.len() == 1;
            let swinging = Space::new(best.mask, true, pairs.double[0].0 as u32);
            let mut used = 0;
            for space in [best, Space::new(5, false, 0), if one_digit { swinging } else { best }] {
                for level in Level::all() {
                    let (mut direct, mut values) = (Direct::new(level), known.clone());
                    direct.cross(space);
                    go_on(&mut direct, &mut values, FROM + 1500);
                    assert_eq!(values, expected, "{code} {space:?} {level:?}");
                    used += usize::from(direct.crossing.is_some_and(|own| own.filled > FROM));
                }
            }
            let short = matches!(expected.cells, crate::values::Cells::Bytes(_));
            assert_eq!(used, if short { 0 } else { 3 * Level::all().len() }, "{code}");
        }
    }
}
