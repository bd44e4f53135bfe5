//! What coins are worth where at most k of a row may be turned: the parity checks of Conway's and Sloane's lexicodes.
//!
//! A head may be replaced by at most k - 1 heads before it, so its value is the least number that is no xor of at most
//! k - 1 earlier values. These values never fall. One that is a power of two is *new*: no xor of others reaches its bit.
//! All others are xors of new ones, so that a set of coins is a set of old ones and a word of bits, one for each new coin
//! that belongs to it:
//!
//! ```text
//! coins to xor to x, at the least  =  least over sets S of old coins of  |S| + ones(x xor the values in S)
//! ```
//!
//! As long as there are few bits this least number is kept for each x. When there are many bits there are few old coins,
//! and x is looked for bit by bit from the highest: a set S that is near to what is decided of x, near enough for all that
//! is not decided yet, rules out the whole block.

/// The values of coins, as far as they were asked for.
pub struct Lexicode {
    /// Coins at most, an even number.
    most: u32,
    /// Whether one more may be turned.
    odd: bool,
    values: Vec<u64>,
    bits: u32,
    /// For each number of so many bits how many coins xor to it at the least, as long as that is not too much.
    least: Option<Vec<u8>>,
    /// The sets of old coins, as long as these are not too many.
    sets: Option<Vec<Set>>,
    work: u64,
}

/// A set of old coins.
#[derive(Clone, Copy)]
struct Set {
    xor: u32,
    /// How many coins may still be added, when a number near its xor is made of them.
    left: i32,
}

/// Numbers of more bits are not kept one by one.
const MOST_BITS: u32 = 24;
/// Old coins whose sets are listed.
const MOST_OLD: u32 = 13;
/// Bits of values at most.
const MOST_WIDTH: u32 = 31;
/// What all values together may cost, in looks at one number or set: about a second.
const MOST_WORK: u64 = 1 << 30;
/// Coins at most.
const MOST_COINS: usize = 400;

/// Numbers that differ in these lowest bits alone are the bits of a machine word.
const LOW: u32 = 6;
/// Blocks of numbers that differ in these bits alone share one list of sets.
const BLOCK: u32 = 13;

/// A set to which so many coins may be added at the beginning of a block rules out much of it. (13 and 5 were found by trial.)
const RICH: i32 = 5;

impl Lexicode {
    /// The values where at most so many coins may be turned, at least one.
    pub fn new(most: u32) -> Lexicode {
        Lexicode {
            most: most & !1,
            odd: most % 2 == 1,
            values: Vec::new(),
            bits: 0,
            least: Some(vec![0]),
            sets: Some(vec![Set { xor: 0, left: most as i32 & !1 }]),
            work: 0,
        }
    }

    /// The value of a coin, counted from 0; nothing where it would cost too much.
    ///
    /// With one more coin that may be turned the values are those of the coins one place further left, each with a bit
    /// that makes its ones an odd number (the Mock Turtle Theorem, Winning Ways, chapter 14).
    ///
    /// ```
    /// use bouton_core::lexicode::Lexicode;
    /// let mut mock_turtles = Lexicode::new(3);
    /// let values: Vec<u64> = (0..6).filter_map(|coin| mock_turtles.value(coin)).collect();
    /// assert_eq!(values, [1, 2, 4, 7, 8, 11]);
    /// ```
    pub fn value(&mut self, coin: usize) -> Option<u64> {
        if !self.odd {
            return self.even(coin);
        }
        let value = match coin.checked_sub(1) {
            None => 0,
            Some(before) if self.most == 0 => return Some(1).filter(|_| before < usize::MAX),
            Some(before) => self.even(before)?,
        };
        Some(2 * value + u64::from(value.count_ones() % 2 == 0))
    }

    fn even(&mut self, coin: usize) -> Option<u64> {
        // Of two coins, the left one may stand anywhere.
        if self.most == 2 {
            return Some(coin as u64 + 1);
        }
        while self.values.len() <= coin && coin < MOST_COINS {
            let value = self.next()?;
            self.values.push(value);
        }
        self.values.get(coin).copied()
    }

    /// The value of the next coin.
    fn next(&mut self) -> Option<u64> {
        let from = self.values.last().map_or(1, |last| last + 1);
        let value = match (&self.least, &self.sets) {
            _ if self.work > MOST_WORK => return None,
            (Some(least), _) => {
                let rest = least.get(from as usize..).unwrap_or_default();
                self.work += rest.len() as u64;
                let far = |count: &u8| u32::from(*count) >= self.most;
                rest.iter().position(far).map(|place| from + place as u64)
            }
            (None, Some(sets)) => {
                let mut search = Search::new(sets, self.bits, from, MOST_WORK - self.work);
                let found = search.block(self.bits, 0);
                self.work += search.work;
                if search.work > search.most_work {
                    self.work = u64::MAX;
                    return None;
                }
                found
            }
            (None, None) => return None,
        };
        match value {
            Some(value) => self.add_old(value),
            None if self.bits == MOST_WIDTH => return None,
            None => self.add_new(),
        }
        Some(value.unwrap_or(1 << (self.bits - 1)))
    }

    fn add_new(&mut self) {
        self.bits += 1;
        self.least = self.least.take().filter(|_| self.bits <= MOST_BITS).map(|mut least| {
            self.work += 2 * least.len() as u64;
            let more: Vec<u8> = least.iter().map(|count| count.saturating_add(1)).collect();
            least.extend(more);
            least
        });
    }

    fn add_old(&mut self, value: u64) {
        if let Some(least) = &mut self.least {
            self.work += least.len() as u64;
            for one in 0..least.len() {
                let other = one ^ value as usize;
                if one < other {
                    let (a, b) = (least[one], least[other]);
                    (least[one], least[other]) =
                        (a.min(b.saturating_add(1)), b.min(a.saturating_add(1)));
                }
            }
        }
        self.sets = self.sets.take().filter(|sets| sets.len() < 1 << MOST_OLD).map(|mut sets| {
            let with = |set: &Set| Set { xor: set.xor ^ value as u32, left: set.left - 1 };
            let more: Vec<Set> = sets.iter().map(with).filter(|set| set.left > 0).collect();
            sets.extend(more);
            sets
        });
    }
}

/// Looks for the least number that no set is near to.
struct Search {
    /// For each number of bits that are not decided, the sets that may still be near.
    near: Vec<Vec<Set>>,
    /// `balls[left][place]`: the bits whose places differ from this one in at most so many digits.
    balls: Vec<[u64; 1 << LOW]>,
    from: u64,
    /// The numbers end here.
    to: u64,
    work: u64,
    most_work: u64,
}

impl Search {
    fn new(sets: &[Set], bits: u32, from: u64, most_work: u64) -> Search {
        let mut near = vec![Vec::new(); bits.max(BLOCK) as usize + 1];
        // `left` counts down to the coin that replaces none; the head itself is one of those turned.
        near[bits as usize] = sets.iter().map(|set| Set { left: set.left - 1, ..*set }).collect();
        let ball = |left: u32| {
            let mut balls = [0u64; 1 << LOW];
            for (place, ball) in balls.iter_mut().enumerate() {
                let inside = |other: &usize| (place ^ other).count_ones() <= left;
                *ball = (0..1 << LOW).filter(inside).fold(0, |bits, other| bits | 1 << other);
            }
            balls
        };
        let balls = (0..=LOW).map(ball).collect();
        Search { near, balls, from, to: 1 << bits, work: 0, most_work }
    }

    /// The least number of a block, which begins with `prefix` and has so many bits that are not decided.
    fn block(&mut self, open: u32, prefix: u64) -> Option<u64> {
        if prefix + (1 << open) <= self.from || self.work > self.most_work {
            return None;
        }
        self.work += self.near[open as usize].len() as u64;
        if self.near[open as usize].iter().any(|set| set.left >= open as i32) {
            return None;
        }
        if open <= BLOCK {
            return self.words(open, prefix);
        }
        let below = open - 1;
        for bit in 0..2u64 {
            let (lower, upper) = self.near.split_at_mut(open as usize);
            let list = &mut lower[below as usize];
            list.clear();
            list.extend(upper[0].iter().filter_map(|set| {
                let differs = i32::from(u64::from(set.xor >> below & 1) != bit);
                Some(Set { left: set.left - differs, ..*set }).filter(|set| set.left >= 0)
            }));
            if let Some(found) = self.block(below, prefix | bit << below) {
                return Some(found);
            }
        }
        None
    }

    /// The same for a small block, a machine word at a time.
    fn words(&mut self, open: u32, prefix: u64) -> Option<u64> {
        // Those that rule out most come first.
        let list = &mut self.near[open as usize];
        let mut rich = 0;
        for place in 0..list.len() {
            if list[place].left >= RICH {
                list.swap(rich, place);
                rich += 1;
            }
        }
        let end = (prefix + (1 << open)).min(self.to);
        for start in (prefix..end).step_by(1 << LOW) {
            // What is below the beginning is known.
            let mut covered = match self.from.saturating_sub(start) {
                skipped @ 0..64 => (1u64 << skipped) - 1,
                _ => continue,
            };
            if end - start < 64 {
                covered |= u64::MAX << (end - start);
            }
            for set in list.iter() {
                let differs =
                    (u64::from(set.xor) ^ start) as u32 >> LOW & ((1 << (BLOCK - LOW)) - 1);
                let left = set.left - differs.count_ones() as i32;
                if left >= 0 {
                    covered |= self.balls[left.min(LOW as i32) as usize][set.xor as usize & 63];
                    if covered == u64::MAX {
                        break;
                    }
                }
            }
            self.work += 8;
            if covered != u64::MAX {
                return Some(start + u64::from(covered.trailing_ones()));
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The same by the definition.
    fn defined(most: u32, coins: usize) -> Vec<u64> {
        let mut values: Vec<u64> = Vec::new();
        for coin in 0..coins {
            let mut seen = vec![false; 1 << coin];
            for set in 0..1usize << coin {
                if set.count_ones() < most {
                    let chosen = (0..coin).filter(|other| set >> other & 1 == 1);
                    let xor = chosen.fold(0, |xor, other| xor ^ values[other]) as usize;
                    seen[xor] = true;
                }
            }
            values.push(seen.iter().position(|seen| !seen).unwrap_or(seen.len()) as u64);
        }
        values
    }

    #[test]
    fn values_are_those_of_the_definition() {
        for most in 1..=12 {
            let mut lexicode = Lexicode::new(most);
            let values: Vec<u64> = (0..15).filter_map(|coin| lexicode.value(coin)).collect();
            assert_eq!(values, defined(most, 15), "{most}");
        }
    }

    #[test]
    fn sets_of_old_coins_say_the_same_as_a_table_of_numbers() {
        for (most, coins) in [(4, 17), (6, 20), (8, 24), (10, 28)] {
            let mut by_table = Lexicode::new(most);
            let mut by_sets = Lexicode { least: None, ..Lexicode::new(most) };
            for coin in 0..coins {
                assert_eq!(by_sets.value(coin), by_table.value(coin), "{most} {coin}");
            }
        }
    }
}
