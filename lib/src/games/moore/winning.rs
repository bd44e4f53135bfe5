//! The winning moves of Moore's Nim, found column by column.
//!
//! Go through the binary columns from the left. A heap that has been lowered in some column is
//! *free*: its digits further right can be anything. In a column where `ones` heaps that are not
//! free have a 1, choose some of these to become free there (their 1 turns into 0) and some of the
//! free heaps to get a 1, so that the number of ones becomes 0 modulo k+1.
//!
//! There is never a dead end. With f heaps free and remainder r > 0, either k+1-r free heaps get a
//! 1 (if r > k-f), or r more heaps become free (if r <= k-f). So the search lists moves as fast as
//! they are asked for, however large the heaps.

use bouton_core::order::InOrder;
use num_bigint::BigUint;
use rustc_hash::FxHashMap;

use crate::heap::HeapMove;
use crate::heap::Heaps;
use crate::natural::Natural;
use crate::rules::Found;
use crate::value::Play;

/// All winning moves of an N-position, the first `limit` of them listed.
pub(super) fn moves(k: u64, heaps: &Heaps, play: Play, limit: usize) -> Found<HeapMove> {
    let ends = Ends::of(k, heaps);
    if play == Play::Misere && ends.large.is_empty() {
        // Only heaps of 1: remove as many as leave remainder 1.
        let removed = (ends.ones.len() as u64 + k) % (k + 1);
        return ends.removals(removed, limit);
    }
    let misere_end = play == Play::Misere && ends.large.len() as u64 <= k;
    let mut columns = Columns::new(k, heaps, misere_end);
    let mut moves = Vec::new();
    while moves.len() <= limit {
        match columns.next() {
            Some(mv) => moves.push(mv),
            None => break,
        }
    }
    if misere_end {
        // The normal winning moves that leave only 0s and 1s were skipped; these replace them.
        ends.last_moves(1, limit.saturating_add(1), &mut moves);
    }
    let count = count(k, heaps).and_then(|count| {
        let adjusted = &count + &if misere_end { ends.count(1)? } else { Natural::ZERO };
        adjusted.minus(&if misere_end { ends.count(0)? } else { Natural::ZERO })
    });
    let complete = moves.len() <= limit;
    moves.truncate(limit);
    let count = if complete { Some(Natural::from(moves.len())) } else { count };
    Found { moves, count, complete }
}

/// The choices of `count` items among the first `of`, in lexicographic order.
struct Choices {
    chosen: Vec<usize>,
    of: usize,
    started: bool,
}

impl Choices {
    fn new(count: usize, of: usize) -> Choices {
        Choices { chosen: (0..count).collect(), of, started: false }
    }

    /// Moves on to the next choice; false when there is none.
    fn advance(&mut self) -> bool {
        let count = self.chosen.len();
        if !self.started {
            self.started = true;
            return count <= self.of;
        }
        let Some(wheel) =
            (0..count).rev().find(|wheel| self.chosen[*wheel] < self.of - count + wheel)
        else {
            return false;
        };
        let next = self.chosen[wheel] + 1;
        for (offset, place) in (wheel..count).enumerate() {
            self.chosen[place] = next + offset;
        }
        true
    }
}

/// The state of the search in one column.
struct Column {
    bit: u64,
    /// Heaps lowered further left.
    free: Vec<usize>,
    /// Heaps that are not free and have a 1 here.
    ones: Vec<usize>,
    /// How many of `ones` become free here.
    freed: usize,
    free_choice: Choices,
    one_choice: Choices,
}

struct Columns<'a> {
    k: u64,
    heaps: &'a Heaps,
    /// Leave out moves after which every heap holds at most 1.
    skip_ends: bool,
    stack: Vec<Column>,
}

impl<'a> Columns<'a> {
    fn new(k: u64, heaps: &'a Heaps, skip_ends: bool) -> Columns<'a> {
        let mut columns = Columns { k, heaps, skip_ends, stack: Vec::new() };
        // Left of the first uneven column nothing can change.
        let width = heaps.iter().map(|size| size.bits()).max().unwrap_or(0);
        let uneven =
            |bit: &u64| heaps.iter().filter(|size| size.bit(*bit)).count() as u64 % (k + 1) != 0;
        if let Some(bit) = (0..width).rev().find(uneven) {
            let first = columns.column(bit, Vec::new());
            columns.stack.push(first);
        }
        columns
    }

    fn column(&self, bit: u64, free: Vec<usize>) -> Column {
        let ones = (0..self.heaps.len())
            .filter(|pile| !free.contains(pile) && self.heaps.get(*pile).bit(bit))
            .collect();
        let nothing = || Choices { chosen: Vec::new(), of: 0, started: true };
        let mut column =
            Column { bit, free, ones, freed: 0, free_choice: nothing(), one_choice: nothing() };
        self.start(&mut column);
        column
    }

    /// How many free heaps get a 1 if `freed` more become free; nothing if that cannot be.
    fn ones_needed(&self, column: &Column) -> Option<usize> {
        let modulus = self.k + 1;
        let rest = (column.ones.len() as u64).checked_sub(column.freed as u64)? % modulus;
        let needed = ((modulus - rest) % modulus) as usize;
        let room = (column.free.len() + column.freed) as u64 <= self.k;
        (room && needed <= column.free.len()).then_some(needed)
    }

    /// Prepares the choices for the current `freed`, or the next one for which there are any.
    fn start(&self, column: &mut Column) -> bool {
        while column.freed <= column.ones.len()
            && (column.free.len() + column.freed) as u64 <= self.k
        {
            if let Some(needed) = self.ones_needed(column) {
                column.one_choice = Choices::new(column.freed, column.ones.len());
                column.free_choice = Choices::new(needed, column.free.len());
                column.one_choice.advance();
                return true;
            }
            column.freed += 1;
        }
        false
    }

    /// Moves a column on to its next choice.
    fn advance(&self, column: &mut Column) -> bool {
        loop {
            if column.free_choice.advance() {
                return true;
            }
            if column.one_choice.advance() {
                column.free_choice =
                    Choices::new(column.free_choice.chosen.len(), column.free.len());
                continue;
            }
            column.freed += 1;
            if !self.start(column) {
                return false;
            }
        }
    }

    fn next(&mut self) -> Option<HeapMove> {
        loop {
            let mut column = self.stack.pop()?;
            if !self.advance(&mut column) {
                continue;
            }
            let freed = column.one_choice.chosen.iter().map(|index| column.ones[*index]);
            let free: Vec<usize> = column.free.iter().copied().chain(freed).collect();
            let bit = column.bit;
            self.stack.push(column);
            if bit == 1 && self.skip_ends && self.leaves_only_ends(&free) {
                continue;
            }
            match bit.checked_sub(1) {
                Some(lower) => {
                    let next = self.column(lower, free);
                    self.stack.push(next);
                }
                None if free.is_empty() => continue,
                None => return Some(self.read(&free)),
            }
        }
    }

    /// Whether all digits left of the last column are 0 after the choices so far.
    fn leaves_only_ends(&self, free: &[usize]) -> bool {
        (0..self.heaps.len()).all(|pile| {
            if free.contains(&pile) {
                self.digits(pile).bits() <= 1
            } else {
                self.heaps.get(pile).bits() <= 1
            }
        })
    }

    /// The number that a free heap becomes by the choices so far.
    fn digits(&self, pile: usize) -> Natural {
        let Some(start) = self.stack.iter().position(|column| {
            column.one_choice.chosen.iter().any(|index| column.ones[*index] == pile)
        }) else {
            return self.heaps.get(pile);
        };
        let bit = self.stack[start].bit;
        // Left of the column in which it became free the digits stay; there it gets a 0.
        let mut number: BigUint = (self.heaps.get(pile).to_big() >> (bit + 1)) << (bit + 1);
        for column in &self.stack[start + 1..] {
            let set = column.free_choice.chosen.iter().any(|index| column.free[*index] == pile);
            number.set_bit(column.bit, set);
        }
        Natural::from(number)
    }

    fn read(&self, free: &[usize]) -> HeapMove {
        let mut piles = free.to_vec();
        piles.sort_unstable();
        HeapMove::many(piles.into_iter().map(|pile| (pile, self.digits(pile))))
    }
}

/// How many normal winning moves there are, if that can be counted quickly.
fn count(k: u64, heaps: &Heaps) -> Option<Natural> {
    const MOST_WORK: u64 = 4_000_000;
    let width = heaps.iter().map(|size| size.bits()).max().unwrap_or(0);
    let piles = heaps.len();
    if piles > 64 {
        return None;
    }
    let free_sets = (0..=k.min(piles as u64))
        .try_fold(0u64, |sum, size| sum.checked_add(binomial(piles as u64, size).to_u64()?))?;
    if free_sets.checked_mul(free_sets)?.checked_mul(width)? > MOST_WORK {
        return None;
    }
    // From the right: in how many ways a set of free heaps can fill the columns so far.
    let subsets = |of: u64, most: u64| -> Vec<u64> {
        let items: Vec<u64> = (0..64).filter(|bit| of >> bit & 1 == 1).collect();
        let mut sets = Vec::new();
        for count in 0..=(most as usize).min(items.len()) {
            let mut choices = Choices::new(count, items.len());
            while choices.advance() {
                sets.push(choices.chosen.iter().fold(0, |set, index| set | 1u64 << items[*index]));
            }
        }
        sets
    };
    let all = if piles == 64 { u64::MAX } else { (1 << piles) - 1 };
    let every_free_set = subsets(all, k);
    let mut ways: FxHashMap<u64, Natural> =
        every_free_set.iter().map(|free| (*free, Natural::from(u64::from(*free != 0)))).collect();
    for bit in 0..width {
        let mut next = FxHashMap::default();
        let column = (0..piles)
            .filter(|pile| heaps.get(*pile).bit(bit))
            .fold(0, |set, pile| set | 1u64 << pile);
        for free in &every_free_set {
            let (ones, count) = (column & !free, u64::from(free.count_ones()));
            let mut total = Natural::ZERO;
            for freed in subsets(ones, k - count) {
                let rest = u64::from((ones & !freed).count_ones()) % (k + 1);
                let needed = (k + 1 - rest) % (k + 1);
                if needed <= count {
                    let fillings = binomial(count, needed);
                    total = &total + &fillings.times(ways.get(&(free | freed))?);
                }
            }
            next.insert(*free, total);
        }
        ways = next;
    }
    ways.remove(&0)
}

/// Whether binomial coefficients of so many items are quick to compute.
fn few(items: u64) -> bool {
    items <= 2_000
}

fn binomial(n: u64, k: u64) -> Natural {
    if k > n {
        return Natural::ZERO;
    }
    let k = k.min(n - k);
    (0..k).fold(Natural::from(1u64), |product, i| {
        product.times(&Natural::from(n - i)).divided_by(i + 1)
    })
}

/// The moves after which every heap holds 0 or 1, where misère play differs.
struct Ends {
    k: u64,
    /// Heaps of 2 and more: all of them have to change.
    large: Vec<usize>,
    ones: Vec<usize>,
}

impl Ends {
    fn of(k: u64, heaps: &Heaps) -> Ends {
        let with = |wanted: fn(u64) -> bool| {
            (0..heaps.len()).filter(|pile| wanted(heaps.get(*pile).bits())).collect()
        };
        Ends { k, large: with(|bits| bits > 1), ones: with(|bits| bits == 1) }
    }

    /// The moves that remove this many heaps of 1.
    fn removals(&self, removed: u64, limit: usize) -> Found<HeapMove> {
        if removed == 0 || removed > self.ones.len() as u64 {
            return Found::none();
        }
        let mut moves = Vec::new();
        let mut choices = Choices::new(removed as usize, self.ones.len());
        while moves.len() < limit && choices.advance() {
            moves.push(HeapMove::many(
                choices.chosen.iter().map(|index| (self.ones[*index], Natural::ZERO)),
            ));
        }
        let count = few(removed).then(|| binomial(self.ones.len() as u64, removed));
        let complete = count == Some(Natural::from(moves.len()));
        Found { moves, count, complete }
    }

    /// For each number of heaps of 1 to remove: how many large heaps have to become 1 so that the
    /// number of 1s leaves `remainder`.
    fn plans(&self, remainder: u64) -> impl Iterator<Item = (u64, u64)> + '_ {
        let (modulus, large, ones) = (self.k + 1, self.large.len() as u64, self.ones.len() as u64);
        (0..=(self.k - large).min(ones)).flat_map(move |removed| {
            (0..=large)
                .filter(move |raised| (ones - removed + raised) % modulus == remainder)
                .map(move |raised| (removed, raised))
        })
    }

    fn count(&self, remainder: u64) -> Option<Natural> {
        let (large, ones) = (self.large.len() as u64, self.ones.len() as u64);
        if !few(self.k.min(large + ones)) {
            return None;
        }
        let ways = self
            .plans(remainder)
            .map(|(removed, raised)| binomial(ones, removed).times(&binomial(large, raised)));
        Some(ways.fold(Natural::ZERO, |sum, ways| &sum + &ways))
    }

    fn last_moves(&self, remainder: u64, limit: usize, moves: &mut Vec<HeapMove>) {
        for (removed, raised) in self.plans(remainder) {
            let mut removals = Choices::new(removed as usize, self.ones.len());
            while removals.advance() {
                let mut raises = Choices::new(raised as usize, self.large.len());
                while raises.advance() {
                    if moves.len() >= limit {
                        return;
                    }
                    let mut changes: Vec<(usize, Natural)> = removals
                        .chosen
                        .iter()
                        .map(|index| (self.ones[*index], Natural::ZERO))
                        .collect();
                    changes.extend(self.large.iter().enumerate().map(|(index, pile)| {
                        (*pile, Natural::from(u64::from(raises.chosen.contains(&index))))
                    }));
                    changes.put_in_order_by(|a, b| a.0.cmp(&b.0));
                    moves.push(HeapMove::many(changes));
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn choices_are_all_and_only_those() {
        let mut choices = Choices::new(2, 4);
        let mut all = Vec::new();
        while choices.advance() {
            all.push(choices.chosen.clone());
        }
        assert_eq!(all, [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]]);
        assert!(Choices::new(0, 0).advance());
        assert!(!Choices::new(1, 0).advance());
    }

    #[test]
    fn counting_agrees_with_listing() {
        for k in 1..=3 {
            for code in 0..6u64.pow(4) {
                let sizes: Vec<u64> = (0..4).map(|place| code / 6u64.pow(place) % 6).collect();
                let heaps = Heaps::from(&sizes[..]);
                let uneven = (0..3).any(|bit| {
                    sizes.iter().filter(|size| *size >> bit & 1 == 1).count() as u64 % (k + 1) != 0
                });
                if uneven {
                    let listed = moves(k, &heaps, Play::Normal, usize::MAX - 1);
                    assert_eq!(count(k, &heaps), listed.count, "k = {k}, {heaps}");
                }
            }
        }
    }

    #[test]
    fn sixty_bits_and_a_thousand_digits_answer_at_once() {
        let heaps: Heaps = "10^18 1152921504606846975 999999999999999999 7 6 5".parse().unwrap();
        let found = moves(3, &heaps, Play::Normal, 10);
        assert_eq!(found.moves.len(), 10);
        assert!(found.count.is_some_and(|count| count > Natural::from(10u64)));
        let heaps: Heaps = "10^1000 10^999 7 7 3".parse().unwrap();
        assert!(!moves(2, &heaps, Play::Misere, 5).moves.is_empty());
    }
}
