//! The theorem of bounded witnesses: it proves the period of a sparse octal game from about
//! preperiod + period values, where Guy and Smith's window asks for twice as many.
//!
//! **Setting.** An option of heap n is nothing (n = k for some digits), one heap n - k, or a pair (a, b)
//! with a, b >= 1 and a + b = n - k, where some digits forbid a = b; k is at most K. A mask m, a flag d
//! and a parity t split the values: v is *rare* at heap n if the parity of v & m is d(n - t) mod 2,
//! otherwise *common*; where d = 1, every k that leaves a pair has the parity of t. Parities add, so
//! at heap n the value of a pair is common exactly if one of its parts is rare and the other common:
//! d((a - t) + (b - t)) = d(n - k - 2t) = d(n - t) mod 2.
//!
//! **Theorem.** Let the values below N be known, let L be the last rare heap below N (0 is no part and
//! does not count), and let p >= 1 and A, with W = max(L, A) + K + 1, be such that
//!
//! 1. p is even if d = 1,
//! 2. N - p - W >= 0,
//! 3. for every heap n in [N-p, N), each rare value below G(n) is the value of an option of n that is
//!    a single heap, or a pair whose smaller part is at most A,
//! 4. G(i) = G(i+p) for N-p-W <= i < N-p.
//!
//! Then G(n) = G(n+p) for all n >= N-p-W.
//!
//! **Proof.** Let n >= N and suppose that for every heap i with N <= i < n: G(i) = G(i-p), i is common,
//! and 3 holds for i. So G(i) = G(i-p) for N-W <= i < n, by 4 below N and by induction from there; and
//! all heaps from L+1 up to n-1 are common. Compare the options of n with those of n - p. No move leaves
//! nothing: by 2, n - p >= W > K. A single heap n - k lies at or above N - K > N - W, so it has the value
//! of n - p - k, which is at least 1. A pair (a, b) with a <= max(L, A) has b >= N - K - max(L, A) > N - W, so
//! b has the value of b - p, and b - p >= 1 by 2; the parts are rare or common alike, by 1.
//!
//! *Common values.* A pair has a common value only if exactly one part is rare, that is, a part
//! a <= L, and then the parts differ, so no digit forbids it, neither for n nor for n - p. Hence n and n - p have the
//! same common option values. By 1, a value is common at n iff it is at n - p; so m, the least common
//! value that is no option, is the same for both. Since n - p > L is common, m = G(n-p).
//!
//! *Rare values below m.* Each is an option value of n - p by 3 (for n - p >= N by induction). A single
//! heap moves up by p. Of a pair (a, b) hold the smaller part a <= A fixed: (a, b+p) is a pair of n with the same
//! value, and since a <= b < b + p, it is allowed where unequal parts are asked for. So each is an option value of
//! n, with a smaller part of at most A.
//!
//! So G(n) = m = G(n-p), n is common, and 3 holds for n. This is the induction step.
//!
//! **Remark.** Where d = 1 the sequence has no odd period at all: G(n+p) = G(n) with p odd would be
//! common at one of the two heaps and rare at the other, and all heaps above L are common.
//!
//! Hypotheses 1 and 2 cannot be dropped, nor can L in W: the tests find small octal games in which the
//! rest holds and the conclusion does not.

use crate::engine::SparseSpace;
use crate::pairs::PairRules;
use crate::values::Values;

/// The W of the theorem for the values below `length`, if hypotheses 1 to 3 hold for this period.
///
/// The engine answers for 3: from heap `since` on it saw every rare value through a smaller part of at
/// most `reach`, or through the one that it lists.
pub(super) fn window(
    pairs: &PairRules,
    space: &SparseSpace<'_>,
    length: usize,
    period: usize,
) -> Option<usize> {
    let odd = |taken: &usize| (*taken as u32 ^ space.parity) & 1 == 1;
    if space.alternating && (period % 2 == 1 || pairs.double.iter().any(|(taken, _)| odd(taken))) {
        return None;
    }
    let from = length.checked_sub(period).filter(|from| period > 0 && *from >= space.since)?;
    let reach = reach_from(space, from, length);
    let last_rare = space.rares.last().map_or(0, |(heap, _)| *heap);
    let window = last_rare.max(reach) + pairs.last() + 1;
    (from >= window).then_some(window)
}

/// The largest smaller part that was needed from one heap to before another.
pub(super) fn reach_from(space: &SparseSpace<'_>, from: usize, to: usize) -> usize {
    let listed = space.exceptions.iter().filter(|(heap, _)| (from..to).contains(heap));
    listed.map(|(_, part)| *part).fold(space.reach, usize::max)
}

/// Whether the theorem proves the period from these values, and then from which heap on.
pub(super) fn proves(
    pairs: &PairRules,
    space: &SparseSpace<'_>,
    values: &Values,
    period: usize,
) -> Option<usize> {
    let window = window(pairs, space, values.len(), period)?;
    let to = values.len() - period;
    let equal = |heap| {
        let value = values.get(heap);
        value.is_some() && value == values.get(heap + period)
    };
    (to - window..to).all(equal).then_some(to - window)
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    use super::*;
    use crate::Code;
    use crate::engine::{Engine, Plain};

    /// What a test may leave out of the theorem.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    enum Without {
        Nothing,
        EvenPeriod,
        WholeWindow,
        LastRare,
    }

    /// A game with the values of its first heaps, and for one space all that the theorem asks about.
    struct Small {
        values: Vec<u32>,
        pairs: PairRules,
        alternating: bool,
        rare: Vec<bool>,
        /// The smaller part that the rare values below the heap's need, at best.
        needed: Vec<usize>,
    }

    impl Small {
        fn new(code: &Code, length: usize) -> Option<Small> {
            let pairs = PairRules::of(code)?;
            let mut plain = Plain::new(code, Values::default());
            plain.extend(length, &mut |_| true).ok()?;
            let values = plain.values().iter_from(0).collect();
            let (rare, needed) = (Vec::new(), Vec::new());
            Some(Small { values, pairs, alternating: false, rare, needed })
        }

        /// Looks at the game through a space; false where there is no such space.
        fn look(&mut self, mask: u32, alternating: bool) -> bool {
            let parity = self.pairs.double.first().map_or(0, |(taken, _)| taken % 2);
            let agree = self.pairs.double.iter().all(|(taken, _)| taken % 2 == parity);
            if alternating && !agree {
                return false;
            }
            self.alternating = alternating;
            let is_rare = |heap: usize, value: u32| {
                let wanted = if alternating { (heap ^ parity) & 1 } else { 0 };
                (value & mask).count_ones() as usize & 1 == wanted
            };
            self.rare =
                (0..).zip(&self.values).map(|(heap, value)| is_rare(heap, *value)).collect();
            self.needed = (0..self.values.len())
                .map(|heap| {
                    let mut least = vec![usize::MAX; self.values[heap] as usize];
                    let mut see = |value: u32, part: usize| {
                        if let Some(known) = least.get_mut(value as usize) {
                            *known = part.min(*known);
                        }
                    };
                    if self.pairs.empty.contains(&heap) {
                        see(0, 0);
                    }
                    for taken in self.pairs.single.iter().filter(|taken| **taken < heap) {
                        see(self.values[heap - taken], 0);
                    }
                    for (taken, unequal) in
                        self.pairs.double.iter().filter(|(taken, _)| *taken < heap)
                    {
                        let rest = heap - taken;
                        for part in (1..=rest / 2).filter(|part| !unequal || 2 * part != rest) {
                            see(self.values[part] ^ self.values[rest - part], part);
                        }
                    }
                    let rares = (0..self.values[heap]).filter(|value| is_rare(heap, *value));
                    rares.map(|value| least[value as usize]).max().unwrap_or(0)
                })
                .collect();
            true
        }

        /// The heap from which on the theorem, or what is left of it, calls the period proved.
        fn claim(&self, length: usize, period: usize, without: Without) -> Option<usize> {
            if self.alternating && period % 2 == 1 && without != Without::EvenPeriod {
                return None;
            }
            let from = length.checked_sub(period)?;
            let last_rare = (1..length).rev().find(|heap| self.rare[*heap]).unwrap_or(0);
            let reach = self.needed[from..length].iter().copied().max().unwrap_or(0);
            let last = self.pairs.last();
            let window = match without {
                Without::LastRare => reach,
                _ => last_rare.max(reach),
            } + last
                + 1;
            let start = match without {
                Without::WholeWindow => from.saturating_sub(window),
                _ => from.checked_sub(window)?,
            };
            (start..from)
                .all(|heap| self.values[heap] == self.values[heap + period])
                .then_some(start)
        }

        /// Whether the claim is true as far as the values go.
        fn is_true(&self, start: usize, period: usize) -> bool {
            (start..self.values.len() - period)
                .all(|heap| self.values[heap] == self.values[heap + period])
        }
    }

    /// A code, or nothing where no digit allows a move.
    fn random_code(random: &mut ChaCha8Rng) -> Option<Code> {
        let first = if random.random_bool(0.3) { "4" } else { "0" };
        let mut text = format!("{}{}.", first, if random.random_bool(0.2) { "!" } else { "" });
        for _ in 0..random.random_range(1..=3) {
            text.push(char::from(b'0' + random.random_range(0..8u8)));
            if random.random_bool(0.15) {
                text.push('!');
            }
        }
        text.parse().ok()
    }

    /// Every claim about random codes in every small space, for lengths and periods up to a bound.
    fn claims(
        codes: usize,
        without: Without,
        length: usize,
        mut judge: impl FnMut(&Code, &Small, usize, usize, usize) -> bool,
    ) {
        let mut random = ChaCha8Rng::seed_from_u64(41);
        for _ in 0..codes {
            let Some(code) = random_code(&mut random) else { continue };
            let Some(mut small) = Small::new(&code, 5 * length) else { continue };
            for (mask, alternating) in (1..8).flat_map(|mask| [(mask, false), (mask, true)]) {
                if !small.look(mask, alternating) {
                    continue;
                }
                for known in 2..length {
                    for period in 1..known.min(40) {
                        if let Some(start) = small.claim(known, period, without)
                            && !judge(&code, &small, known, period, start)
                        {
                            return;
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn what_the_theorem_claims_is_true() {
        let mut count = 0;
        claims(60, Without::Nothing, 110, |code, small, known, period, start| {
            assert!(small.is_true(start, period), "{code}: {period} from {start}, {known} known");
            count += 1;
            true
        });
        assert!(count > 10_000, "only {count} claims were made");
    }

    #[test]
    fn no_hypothesis_can_be_dropped() {
        for without in [Without::EvenPeriod, Without::WholeWindow, Without::LastRare] {
            let mut refuted = false;
            claims(4000, without, 60, |_, small, _, period, start| {
                refuted = !small.is_true(start, period);
                !refuted
            });
            assert!(refuted, "without {without:?} every claim was true");
        }
    }
}
