//! Guy and Smith's window: over how many heaps values must repeat before they repeat for ever.
//!
//! The theorem of Guy and Smith (The G-values of various games, 1956) is about finite octal codes.
//! This is its statement for every code here that leaves a bounded number of heaps, with conditions
//! on pairs and with digits that repeat for ever.
//!
//! **Theorem.** Let a code leave at most h heaps, with conditions (`!`, `?`, `=`) only on digits that leave
//! at most two. Let n0 >= 1, and P a number that is even if there are conditions and a multiple of
//! the length of the tail if there is one. Let G(n + P) = G(n) for n0 <= n < N, where
//! N = h*n0 + (h-1)*P + k if the code is finite with last digit k, and N = h*(n0 + P) + J - 1 if digits
//! repeat from digit J on. Then G(n + P) = G(n) for all n >= n0.
//!
//! **Proof.** By induction let n >= N, and compare the values of the options of n and of n + P.
//!
//! *From n + P to n.* Let j stones be taken. If there is a tail and j >= J + P, then j - P leaves the
//! same heaps from n. Otherwise the heaps left have n + P - j stones, so the largest, b, has at least
//! n0 + P by the choice of N; b - P instead of b, with the same j, has the same value. This is an option of n
//! unless a condition is hurt. Equal pairs: shorten both heaps by P/2 instead; all equal pairs
//! have the value 0. Unequal pairs: (a, b) becomes (a, a) if b = a + P. But then the value was
//! G(a) xor G(a + P) = 0, as a >= n0, and n - j = 2a is even. So n + P has no value among its options that n lacks, except
//! perhaps 0.
//!
//! *From n to n + P.* Lengthen the largest heap by P if it is at least n0: an unequal pair stays unequal, and
//! of an equal pair both heaps are lengthened by P/2. If it is smaller, then j >= n - h*(n0 - 1) >= J, so there is a tail,
//! and j + P leaves the same heaps. So all values of options of n are among those of n + P.
//!
//! Hence G(n + P) = G(n), except perhaps if G(n) = 0, and n - j is even for a digit j that leaves two unequal heaps, with
//! j < J + P if there is a tail. Then let m be the heap with N - P <= m < N that differs from n by a multiple
//! of P. By induction G(m) = 0. As P is even, so is m - j; and a = (m - j)/2 is at least n0, because
//! N - P >= 2*n0 + j. So (a, a + P) is an option of m + P, of value 0, and G(m + P) is not 0, though m is
//! within the window. This cannot be.
//!
//! With h = 1 and no tail this is the repetition of the last k values, the state of a subtraction game.

use bouton_core::heap::{Code, Shape, TakeSet};

use crate::period::{Period, Proof, trailing_matches};

/// What the theorem needs to know of the rules.
pub(super) struct Window {
    heaps: u64,
    ends: Ends,
    /// The period in the theorem is a multiple of this.
    multiple: u64,
    proof: Proof,
}

/// Where the digits end.
enum Ends {
    /// The last digit of a finite code.
    Last(u64),
    /// The first digit of the tail.
    Never(u64),
}

impl Window {
    /// The window for rules of this shape, if the theorem covers them.
    pub fn of(shape: &Shape<'_>) -> Option<Window> {
        match shape {
            Shape::Take(TakeSet::Finite(ranges)) => Some(Window {
                heaps: 1,
                ends: Ends::Last(ranges.last()?.1),
                multiple: 1,
                proof: Proof::StateRepetition,
            }),
            Shape::Code(code) => Window::of_code(code),
            _ => None,
        }
    }

    fn of_code(code: &Code) -> Option<Window> {
        let heaps = code.most_heaps()?.max(1);
        if code
            .digits()
            .any(|digit| !digit.is_unconditional() && digit.most().is_none_or(|most| most > 2))
        {
            return None;
        }
        let free = code.is_unconditional();
        let (ends, length) = match code.tail() {
            None => (Ends::Last(code.last_digit()?), 1),
            Some(tail) => (Ends::Never(tail.start), tail.length),
        };
        let proof = match (&ends, free) {
            (Ends::Last(_), true) => Proof::GuySmith,
            _ => Proof::WidenedWindow,
        };
        let even = free || length % 2 == 0;
        Some(Window { heaps, ends, multiple: if even { length } else { 2 * length }, proof })
    }

    /// The heap before which values must repeat from `start` on with this period.
    fn length(&self, start: u64, period: u64) -> Option<u64> {
        match self.ends {
            Ends::Last(last) => self
                .heaps
                .checked_mul(start)?
                .checked_add((self.heaps - 1).checked_mul(period)?)?
                .checked_add(last),
            Ends::Never(first) => {
                self.heaps.checked_mul(start.checked_add(period)?)?.checked_add(first)
            }
        }
    }

    /// How many of these periods are one period of the theorem.
    pub fn multiple_of(&self, period: u64) -> Option<u64> {
        Some(least_common_multiple(period, self.multiple)? / period)
    }

    /// The theorem behind it.
    pub fn proof(&self) -> Proof {
        self.proof
    }

    /// How many values must be known so that a repetition from `start` on is proved.
    pub fn enough(&self, start: usize, period: usize) -> Option<usize> {
        let whole = least_common_multiple(period as u64, self.multiple)?;
        let length = self.length(start.max(1) as u64, whole)?.checked_add(whole)?;
        usize::try_from(length).ok()
    }

    /// The least period that the window proves, if the values reach far enough.
    pub fn find(&self, values: &[u32]) -> Option<Period> {
        let length = values.len() as u64;
        let repeated = trailing_matches(values);
        for period in 1..length {
            // G(n + period) = G(n) for the heaps n from `first` to the end.
            let first = length - period - repeated[period as usize];
            let start = first.max(1);
            let whole = least_common_multiple(period, self.multiple)?;
            let Some(known) = length.checked_sub(whole) else { continue };
            if self.length(start, whole)? <= known {
                return Some(Period {
                    period,
                    preperiod: first,
                    saltus: 0,
                    proof: self.proof,
                    computed_to: length - 1,
                });
            }
        }
        None
    }
}

pub(super) fn least_common_multiple(a: u64, b: u64) -> Option<u64> {
    let (mut divisor, mut rest) = (a, b);
    while rest > 0 {
        (divisor, rest) = (rest, divisor % rest);
    }
    (a / divisor).checked_mul(b)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{Choice, Name, engine};
    use crate::values::Values;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    fn window(last: u64) -> Window {
        let (ends, proof) = (Ends::Last(last), Proof::GuySmith);
        Window { heaps: 2, ends, multiple: 1, proof }
    }

    #[test]
    fn a_window_that_is_too_short_proves_nothing() {
        let window = window(2);
        let mut values = vec![0, 5, 6];
        values.extend([1, 2].repeat(3));
        // n0 = 3, p = 2: the theorem needs values up to 2*3 + 2 + 2 + 2.
        assert_eq!(window.find(&values), None);
        values.extend([1, 2].repeat(2));
        assert_eq!(window.find(&values).map(|p| (p.period, p.preperiod)), Some((2, 3)));
    }

    #[test]
    fn octal_0_4_begins_with_zeros_that_are_no_period() {
        // Every value of 0.4 up to heap 2 is 0: with n0 = 0 the window would be satisfied.
        assert_eq!(window(1).find(&[0, 0, 0]), None);
    }

    /// The period found as early as the theorem allows, if the code has one that is short.
    fn earliest(code: &Code, values: &[u32]) -> Option<Period> {
        let window = Window::of(&Shape::Code(code))?;
        (2..values.len() / 4).find_map(|length| window.find(&values[..length]))
    }

    fn values(code: &Code, to: usize) -> Vec<u32> {
        let choice = Choice { engine: Some(Name::Pairs), ..Choice::default() };
        let mut engine = engine(code, Values::default(), choice).unwrap();
        engine.extend(to, &mut |_| true).unwrap();
        engine.values().iter_from(0).take(to).collect()
    }

    /// Claims are made as early as possible, and the values far beyond must bear them out.
    fn claims_hold(code: &Code, to: usize) -> bool {
        let values = values(code, to);
        let Some(period) = earliest(code, &values) else { return false };
        let (p, first) = (period.period as usize, period.preperiod as usize);
        let wrong = (first..to - p).find(|heap| values[*heap] != values[heap + p]);
        assert_eq!(wrong, None, "{code}: {period:?}");
        true
    }

    #[test]
    fn random_codes_with_conditions_and_tails_keep_what_the_window_claims() {
        let mut random = ChaCha8Rng::seed_from_u64(7);
        let (mut conditions, mut tails, mut plain) = (0, 0, 0);
        for _ in 0..1500 {
            let mut text = ["0.", "0.", "4.", "4!.", "4=."][random.random_range(0..5)].to_string();
            let digits = random.random_range(1..5);
            let open = random.random_range(0..2 * digits);
            for index in 0..digits {
                if index == open {
                    text.push('[');
                }
                let digit = random.random_range(0..8u32);
                text.extend(char::from_digit(digit, 10));
                if digit >= 4 {
                    text.push_str(["", "", "!", "!", "?", "="][random.random_range(0..6)]);
                }
            }
            if open < digits {
                text.push(']');
            }
            let Ok(code) = text.parse::<Code>() else { continue };
            if claims_hold(&code, 400) {
                conditions += usize::from(!code.is_unconditional());
                tails += usize::from(code.tail().is_some());
                plain += usize::from(code.is_unconditional() && code.tail().is_none());
            }
        }
        assert!(conditions > 100 && tails > 100 && plain > 50, "{conditions} {tails} {plain}");
    }

    #[test]
    fn codes_with_many_heaps_keep_what_the_window_claims() {
        let held = ["0.8", "0.9", "0.18", "0.A", "0.09", "0.1G", "0.F", "0.58", "0.14!8", "0.B"]
            .iter()
            .filter(|text| claims_hold(&text.parse().unwrap(), 600))
            .count();
        assert!(held >= 2, "{held}");
    }

    #[test]
    fn nothing_is_claimed_of_grundys_game_and_of_patterns_that_break() {
        for text in ["4!.0", "0.226!"] {
            let code: Code = text.parse().unwrap();
            assert_eq!(earliest(&code, &values(&code, 4000)), None, "{text}");
        }
    }
}
