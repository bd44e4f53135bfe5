//! Values that rise for ever, by the same amount in each period: endless codes such as 4.[3].
//!
//! **Theorem.** Let a code leave at most two heaps, and let its digits repeat from digit J on with a
//! length that divides P. Let n0 >= 1, N >= n0, and let G(n + P) = G(n) + S for n0 <= n < N, with
//! S > 0. If a digit leaves two heaps that need not be equal (below: *breaks*), let S be a power of two. Let L be the
//! largest value of the heaps below n0, and T of those below n0 + P. Call a heap *low* if its value is below S.
//! Suppose that
//!
//! 1. for each n with N <= n < N + P there is c > S + L such that every value below c is left by taking at
//!    least J stones: it is G(r) for some r >= 1 that is left alone, or 0 if nothing may be left; and
//!    every value v from c up to G(n) - 1 is G(r) for a heap r >= n0 that may be left alone,
//!    or G(a) xor G(b) for a pair that may be left with a low, a <= b and b >= n0;
//! 2. if a digit breaks: L < S, and for these n, G(n) + S is not below the least power of two above T;
//!    otherwise G(n) + S > T;
//! 3. there are no such n, digit k that breaks, and x, y from n0 to n0 + P - 1 with x + y = n - k modulo P,
//!    low_x xor low_y = low_n and D even and not negative, unless D = 0 and x or y is low. Here
//!    G(m) = low_m + S * u_m with low_m < S, and D = u_x + u_y + (n + P - k - x - y) / P - u_n - 1.
//!
//! Then G(n + P) = G(n) + S for all n >= n0.
//!
//! **Proof.** By induction let n >= N, let the claim hold below n, and let (1) hold for n. D is the same for
//! n and n + P, and values rise, so (2) and (3) hold for all n >= N.
//!
//! *Every value below G(n) + S is an option's of n + P.* Below c: what is left by taking j >= J is left from n + P by
//! taking j + P. From c to c + S - 1: v - S > L is G(r) of a heap left alone from n, so r >= n0, and
//! r + P has the value v. From c + S on: lengthen r, or b, by P: since G(a) < S, and S is a power of two,
//! G(a) xor (G(b) + S) = (G(a) xor G(b)) + S; and a < b + P, so an unequal pair is unequal. This also gives (1) for
//! n + P, with c + S.
//!
//! *No option of n + P has the value G(n) + S,* which is more than 0, so that equal pairs are out.
//! A heap r alone: if r >= n0 + P, then r - P would be an option of n with the value G(n); otherwise G(r) <= T.
//! A pair a <= b: if b < n0 + P, both values are at most T, and (2) forbids it. So b >= n0 + P.
//! If a is low, G(a) xor G(b - P) = G(n), and (a, b - P) is an option of n, or else a = b - P with an unequal
//! pair asked for; then G(a) xor G(b) = S, but G(n) >= c > 0. If a is not low, a >= n0 by (2).
//! Let a = x + iP, b = y + jP with x, y as in (3). Then low_x xor low_y = low_n, and (u_x + i) xor (u_y + j) = u_n + 1. A sum exceeds
//! the xor by twice the common bits, so D is even and not negative; by (3), D = 0 and x is low (or y: the same,
//! as j >= 1). There are no common bits, and (x, b + iP) has the same value as (a, b): a pair with a low heap, which was refuted.
//!
//! Lasker's Nim 4.[3] has P = S = 4. Where no digit breaks, S is any number: this is the state
//! repetition of the sets of all numbers but some.

use bouton_core::heap::{Code, Condition, Tail};

use crate::period::{Period, Proof, trailing_matches};
use crate::window::least_common_multiple;

/// How many candidates for a period are tried at one length.
const MOST_TRIED: usize = 12;

/// The work that one trial may take: the theorem's condition (3) looks at P^2 pairs for each digit.
const MOST_PAIRS: u64 = 1 << 25;

/// The least period of rising values that the theorem proves, if the values reach far enough.
pub(super) fn find(code: &Code, values: &[u32]) -> Option<Period> {
    find_with_multiple(code, values).map(|(period, _)| period)
}

/// The same, with the number of periods that are one period of the theorem.
pub(super) fn find_with_multiple(code: &Code, values: &[u32]) -> Option<(Period, u64)> {
    let tail = code.tail()?;
    if code.most_heaps()? > 2 {
        return None;
    }
    let steps: Vec<i64> =
        values.windows(2).map(|pair| i64::from(pair[1]) - i64::from(pair[0])).collect();
    let repeated = trailing_matches(&steps);
    let length = values.len() as u64;
    let first = |period: u64| length - 1 - period - repeated[period as usize];
    let mut tried = 0;
    for period in 1..length / 3 {
        let (last, before) = (values[values.len() - 1], values[(length - 1 - period) as usize]);
        if last <= before || first(period) + 3 * period > length {
            continue;
        }
        let saltus = u64::from(last - before);
        let start = first(period).max(1);
        let mut whole = least_common_multiple(period, tail.length)?;
        while start.checked_add(whole.checked_mul(3)?)? <= length {
            tried += 1;
            let trial = Trial {
                code,
                tail,
                values,
                start,
                period: whole,
                saltus: saltus * (whole / period),
            };
            if trial.holds() {
                let found = Period {
                    period,
                    preperiod: first(period),
                    saltus,
                    proof: Proof::Rising,
                    computed_to: length - 1,
                };
                return Some((found, whole / period));
            }
            whole *= 2;
        }
        if tried > MOST_TRIED {
            return None;
        }
    }
    None
}

/// One question to the theorem: P is `period`, S is `saltus`, n0 is `start`, and N + P the number of values.
struct Trial<'a> {
    code: &'a Code,
    tail: Tail,
    values: &'a [u32],
    start: u64,
    period: u64,
    saltus: u64,
}

impl Trial<'_> {
    fn value(&self, heap: u64) -> u64 {
        u64::from(self.values[heap as usize])
    }

    fn breaks(&self, taken: u64) -> bool {
        let digit = self.code.digit(taken);
        digit.leaves(2) && digit.condition(2) != Condition::AllEqual
    }

    fn holds(&self) -> bool {
        let length = self.values.len() as u64;
        let largest = |to: u64| (0..to).map(|heap| self.value(heap)).max().unwrap_or(0);
        let (below, within) = (largest(self.start), largest(self.start + self.period));
        let breaks = (0..self.tail.start + self.tail.length).any(|taken| self.breaks(taken));
        if breaks && (!self.saltus.is_power_of_two() || below >= self.saltus) {
            return false;
        }
        let least = if breaks { (within + 1).next_power_of_two() } else { within + 1 };
        let last = length - self.period..length;
        last.clone().all(|heap| self.value(heap) + self.saltus >= least)
            && last.clone().all(|heap| self.is_witnessed(heap, below))
            && (!breaks || self.no_pair_intrudes(last))
    }

    /// Condition (1) for a heap.
    fn is_witnessed(&self, heap: u64, below: u64) -> bool {
        let value = self.value(heap) as usize;
        let (mut left, mut shifted) = (vec![false; value + 1], vec![false; value + 1]);
        let mark = |seen: &mut Vec<bool>, value: u64| {
            if let Some(seen) = seen.get_mut(value as usize) {
                *seen = true;
            }
        };
        if heap >= self.tail.start && self.code.digit(heap).leaves(0) {
            left[0] = true;
        }
        for rest in 1..heap {
            if self.code.digit(heap - rest).leaves(1) {
                if heap - rest >= self.tail.start {
                    mark(&mut left, self.value(rest));
                }
                if rest >= self.start {
                    mark(&mut shifted, self.value(rest));
                }
            }
        }
        let covered = left.iter().position(|seen| !seen).unwrap_or(value);
        if covered as u64 <= self.saltus + below {
            return false;
        }
        let all = |shifted: &[bool]| (covered..value).all(|value| shifted[value]);
        for taken in (0..heap).filter(|taken| self.breaks(*taken)) {
            if all(&shifted) {
                return true;
            }
            let total = heap - taken;
            let equal = self.code.digit(taken).condition(2) == Condition::Any;
            for small in 1..=(total / 2).min(self.start + self.period) {
                let large = total - small;
                let unequal = small < large || equal;
                if unequal && large >= self.start && self.value(small) < self.saltus {
                    mark(&mut shifted, self.value(small) ^ self.value(large));
                }
            }
        }
        all(&shifted)
    }

    /// Condition (3).
    fn no_pair_intrudes(&self, heaps: std::ops::Range<u64>) -> bool {
        let (start, period) = (self.start as i64, self.period as i64);
        let split = |heap: u64| {
            let value = self.value(heap);
            (value % self.saltus, (value / self.saltus) as i64)
        };
        let first: Vec<(u64, i64)> = (self.start..self.start + self.period).map(split).collect();
        let highest = first.iter().map(|(_, rounds)| *rounds).max().unwrap_or(0);
        let mut work = 0;
        for heap in heaps {
            let (low, rounds) = split(heap);
            let heap = heap as i64;
            // Beyond this D is negative.
            let most = heap + period - 2 * start + period * (2 * highest - rounds - 1);
            for taken in (0..=most).filter(|taken| self.breaks(*taken as u64)) {
                work += self.period;
                if work > MOST_PAIRS {
                    return false;
                }
                for (x, (low_x, rounds_x)) in (start..).zip(&first) {
                    let y = start + (heap - taken - x - start).rem_euclid(period);
                    let (low_y, rounds_y) = first[(y - start) as usize];
                    if low_x ^ low_y != low {
                        continue;
                    }
                    let more = (heap + period - taken - x - y) / period;
                    let excess = rounds_x + rounds_y + more - rounds - 1;
                    let low_part = *rounds_x == 0 || rounds_y == 0;
                    if excess >= 0 && excess % 2 == 0 && !(excess == 0 && low_part) {
                        return false;
                    }
                }
            }
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{Choice, Name, engine};
    use crate::values::Values;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    fn values(code: &Code, to: usize) -> Vec<u32> {
        let choice = Choice { engine: Some(Name::Pairs), ..Choice::default() };
        let mut engine = engine(code, Values::default(), choice).unwrap();
        engine.extend(to, &mut |_| true).unwrap();
        engine.values().iter_from(0).take(to).collect()
    }

    /// Claims are made as early as possible, and the values far beyond must bear them out.
    fn claim(code: &Code, to: usize) -> Option<Period> {
        let values = values(code, to);
        let period = (4..to / 4).find_map(|length| find(code, &values[..length]))?;
        let (p, first) = (period.period as usize, period.preperiod as usize);
        let saltus = period.saltus as u32;
        let wrong = (first..to - p).find(|heap| values[*heap] + saltus != values[heap + p]);
        assert_eq!(wrong, None, "{code}: {period:?}");
        Some(period)
    }

    #[test]
    fn nim_and_laskers_nim_rise() {
        for (text, expected) in [
            ("0.[3]", (1, 1)),
            ("4.[3]", (4, 4)),
            ("0.[37]", (1, 1)),
            ("0.[7]", (1, 1)),
            ("0.[03]", (2, 1)),
        ] {
            let code: Code = text.parse().unwrap();
            let period = claim(&code, 500);
            assert_eq!(
                period.map(|period| (period.period, period.saltus)),
                Some(expected),
                "{text}"
            );
        }
    }

    #[test]
    fn random_endless_codes_keep_what_is_claimed() {
        let mut random = ChaCha8Rng::seed_from_u64(8);
        let (mut held, mut breaking) = (0, 0);
        for round in 0..800 {
            let mut text = ["0.", "4.", "4!.", "4=."][random.random_range(0..4)].to_string();
            let digit = |text: &mut String, digit: u32, sign: usize| {
                text.extend(char::from_digit(digit, 10));
                text.push_str(if digit >= 4 { ["", "", "!", "="][sign] } else { "" });
            };
            for _ in 0..random.random_range(0..4) {
                digit(&mut text, random.random_range(0..8), random.random_range(0..4));
            }
            text.push('[');
            for _ in 0..random.random_range(1..3) {
                // Mostly tails that leave any smaller heap: others seldom rise.
                let bits = if round % 4 > 0 { 2 } else { 0 };
                digit(&mut text, random.random_range(0..8) | bits, random.random_range(0..4));
            }
            text.push(']');
            let Ok(code) = text.parse::<Code>() else { continue };
            if claim(&code, 600).is_some() {
                held += 1;
                breaking += usize::from(code.digits().any(|digit| digit.leaves(2)));
            }
        }
        assert!(held > 200 && breaking > 100, "{held} {breaking}");
    }
}
