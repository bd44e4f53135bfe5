//! Codes that leave three or more heaps, or that go on for ever: sets of values of several heaps.
//!
//! Let S_i(m) be the set of values of i heaps with m stones in all. S_2(m) takes m/2 steps, and
//! S_i(m) is the union of S_{i-1}(m - c) xor G(c) over a smallest heap c <= m/i, word by word. With
//! "i or more" it is the same recursion for sets T_i. So a heap costs about n * V/64 steps for each number
//! of heaps, V the number of values, where the definition lists n^(i-1) options. For digits that repeat for ever,
//! the unions over their totals are carried along.

use bouton_core::error::Error;
use bouton_core::heap::{Code, Condition, Digit, HeapRules, MOST_COUNTED, Shape};

use crate::engine::{Engine, Name, drive};
use crate::values::Values;

/// The engine for codes by sets of values.
pub struct ValueSets<'a> {
    code: &'a Code,
    values: Values,
    /// The same values for the inner loops.
    heaps: Vec<u32>,
    /// A set is so many words, a power of two: sets are closed under xor.
    words: usize,
    /// `exact[i]`: S_{i+2} for each total.
    exact: Vec<Level>,
    /// `many[i]`: T_{i+2}, that many heaps or more.
    many: Vec<Level>,
    /// For recent totals: whether two unequal heaps have equal values.
    twins: Vec<bool>,
    /// For each digit of the tail and each class of totals: what all its totals so far leave.
    carried: Vec<u64>,
    /// The union so far for each lower part of a value, before its bits are exchanged.
    shuffles: Vec<u64>,
    digits: Vec<Leaves>,
    tail: Vec<Leaves>,
    steps: u64,
}

/// A digit, taken apart.
#[derive(Clone)]
struct Leaves {
    one: bool,
    pair: Option<Condition>,
    /// Exactly so many heaps, from 3 on.
    exact: Vec<usize>,
    /// So many heaps or more, from 2 on.
    least: Option<usize>,
}

/// The sets of one number of heaps, all totals or only the last `kept` ones.
struct Level {
    sets: Vec<u64>,
    kept: Option<usize>,
}

impl Level {
    fn at(&self, total: usize, words: usize) -> &[u64] {
        let place = self.kept.map_or(total, |kept| total % kept) * words;
        self.sets.get(place..place + words).unwrap_or(&[])
    }

    fn put(&mut self, total: usize, set: &[u64]) {
        let place = self.kept.map_or(total, |kept| total % kept) * set.len();
        if self.sets.len() < place + set.len() {
            self.sets.resize(place + set.len(), 0);
        }
        self.sets[place..place + set.len()].copy_from_slice(set);
    }
}

/// Tails longer than this are left to the definition: they carry a set for each pair of digits.
const LONGEST_TAIL: u64 = 128;

/// Bytes that the sets may take.
const MOST_BYTES: usize = 1 << 30;

impl Leaves {
    /// `None` if a condition binds more than two heaps.
    fn of(digit: &Digit) -> Option<Leaves> {
        let mut leaves =
            Leaves { one: digit.leaves(1), pair: None, exact: Vec::new(), least: None };
        let mut exact = 0..=MOST_COUNTED;
        if digit.most().is_none() {
            // Two heaps that have a condition of their own are not among those that are so many or more.
            let free =
                |count: &u64| digit.leaves(*count) && digit.condition(*count) == Condition::Any;
            let first = (0..=MOST_COUNTED).rev().find(|count| !free(count));
            let least = first.map_or(0, |count| count + 1).max(2);
            leaves.least = Some(least as usize);
            exact = 0..=least - 1;
        }
        leaves.pair = (exact.contains(&2) && digit.leaves(2)).then_some(digit.condition(2));
        leaves.exact = exact
            .filter(|count| *count > 2 && digit.leaves(*count))
            .map(|count| count as usize)
            .collect();
        digit.binds_pairs_alone().then_some(leaves)
    }
}

impl<'a> ValueSets<'a> {
    /// Whether the engine applies: conditions bind two heaps at most.
    pub fn applies(rules: &dyn HeapRules) -> bool {
        let Shape::Code(code) = rules.shape() else { return false };
        code.tail().is_none_or(|tail| tail.length <= LONGEST_TAIL)
            && code.digits().all(|digit| Leaves::of(digit).is_some())
    }

    /// Goes on from known values, which must be complete; `None` where the engine does not apply.
    pub fn new(rules: &'a dyn HeapRules, known: Values) -> Option<ValueSets<'a>> {
        let Shape::Code(code) = rules.shape() else { return None };
        if known.start() > 0 || !ValueSets::applies(rules) {
            return None;
        }
        let all: Vec<Leaves> = code.digits().map(Leaves::of).collect::<Option<_>>()?;
        let tail_start = code.tail().map_or(all.len(), |tail| tail.start as usize);
        let (digits, tail) = (all[..tail_start].to_vec(), all[tail_start..].to_vec());
        let least = all.iter().filter_map(|leaves| leaves.least).max();
        let mut most = all.iter().filter_map(|leaves| leaves.exact.last().copied()).max();
        if least.is_some() || all.iter().any(|leaves| leaves.pair.is_some()) {
            most = most.max(Some(2));
        }
        // Only the sets of the largest numbers of heaps are not the ground for others.
        let recent = Some(all.len() + 1);
        let level = |last: bool| Level { sets: Vec::new(), kept: recent.filter(|_| last) };
        let exact = most.map_or(0, |most| most - 1);
        let many = least.map_or(0, |least| least - 1);
        let mut engine = ValueSets {
            code,
            values: Values::default(),
            heaps: Vec::new(),
            words: 1,
            exact: (0..exact).map(|index| level(index + 1 == exact)).collect(),
            many: (0..many).map(|index| level(index + 1 == many && index > 0)).collect(),
            twins: vec![false; all.len() + 1],
            carried: Vec::new(),
            shuffles: vec![0; 64],
            digits,
            tail,
            steps: 0,
        };
        engine.carried = vec![0; engine.tail.len() * engine.tail.len()];
        for value in known.iter_from(0) {
            engine.prepare();
            engine.options();
            engine.push(value);
        }
        Some(engine)
    }

    /// The sets of the next total, from the values of all smaller heaps.
    fn prepare(&mut self) {
        let total = self.heaps.len();
        let mut set = vec![0u64; self.words];
        if !self.exact.is_empty() {
            for part in 1..total.div_ceil(2) {
                let value = self.heaps[part] ^ self.heaps[total - part];
                set[value as usize / 64] |= 1 << (value % 64);
            }
            self.steps += total as u64 / 2;
            let place = total % self.twins.len();
            self.twins[place] = set[0] & 1 == 1;
            if total >= 2 && total % 2 == 0 {
                set[0] |= 1;
            }
            self.exact[0].put(total, &set);
        }
        for index in 1..self.exact.len() {
            set.fill(0);
            let below = &self.exact[index - 1];
            self.steps += union(&self.heaps, below, &mut self.shuffles, total, index + 2, &mut set);
            self.exact[index].put(total, &set);
        }
        for index in 0..self.many.len() {
            set.fill(0);
            if index == 0 {
                set.copy_from_slice(self.exact[0].at(total, self.words));
            }
            let below = &self.many[index.saturating_sub(1)];
            self.steps += union(&self.heaps, below, &mut self.shuffles, total, index + 2, &mut set);
            self.many[index].put(total, &set);
        }
    }

    /// What a digit leaves of a total that is not 0.
    fn left(&self, leaves: &Leaves, total: usize, out: &mut [u64]) {
        if total == 0 {
            return;
        }
        if leaves.one {
            let value = self.heaps.get(total).copied().unwrap_or(0);
            out[value as usize / 64] |= 1 << (value % 64);
        }
        let add = |out: &mut [u64], level: &Level| {
            out.iter_mut().zip(level.at(total, self.words)).for_each(|(all, word)| *all |= word);
        };
        match leaves.pair {
            Some(Condition::Any) => add(out, &self.exact[0]),
            Some(Condition::Unequal | Condition::NotAllEqual) => {
                let zero = out[0] & 1;
                add(out, &self.exact[0]);
                let twins = self.twins[total % self.twins.len()];
                out[0] = out[0] & !1 | zero | u64::from(twins);
            }
            Some(Condition::AllEqual) => out[0] |= u64::from(total % 2 == 0),
            None => {}
        }
        leaves.exact.iter().for_each(|count| add(out, &self.exact[count - 2]));
        if let Some(least) = leaves.least {
            add(out, &self.many[least - 2]);
        }
    }

    /// The union of what all digits leave.
    fn options(&mut self) -> Vec<u64> {
        let heap = self.heaps.len();
        let mut out = vec![0u64; self.words];
        if self.code.digit(heap as u64).leaves(0) {
            out[0] |= 1;
        }
        for (leaves, taken) in self.digits.iter().zip(0..=heap) {
            self.left(leaves, heap - taken, &mut out);
        }
        let (length, words) = (self.tail.len(), self.words);
        let mut carried = std::mem::take(&mut self.carried);
        for (index, leaves) in self.tail.iter().enumerate() {
            let Some(total) = heap.checked_sub(self.digits.len() + index) else { break };
            let place = (index * length + total % length) * words;
            let all = &mut carried[place..place + words];
            self.left(leaves, total, all);
            out.iter_mut().zip(all).for_each(|(out, word)| *out |= *word);
        }
        self.carried = carried;
        self.steps += ((self.digits.len() + 2 * length) * words) as u64;
        out
    }

    fn push(&mut self, value: u32) {
        self.values.push(value);
        self.heaps.push(value);
        let words = (value as usize / 64 + 1).next_power_of_two();
        if words > self.words {
            self.widen(words);
        }
    }

    fn widen(&mut self, words: usize) {
        let old = self.words;
        let wider = |sets: &[u64]| {
            let mut wide = Vec::with_capacity(sets.len() / old * words);
            for set in sets.chunks(old) {
                wide.extend_from_slice(set);
                wide.resize(wide.len() + words - set.len(), 0);
            }
            wide
        };
        for level in self.exact.iter_mut().chain(&mut self.many) {
            level.sets = wider(&level.sets);
        }
        self.carried = wider(&self.carried);
        self.shuffles = vec![0; 64 * words];
        self.words = words;
    }

    fn bytes(&self) -> usize {
        self.exact.iter().chain(&self.many).map(|level| level.sets.len() * 8).sum()
    }
}

/// Adds to `set` the values of one heap c <= total/heaps beside the sets of `below` for the rest.
/// Returns the words looked at.
///
/// The upper bits of G(c) exchange whole words. The lower six exchange the bits of a word, and that is done
/// once for each of their 64 patterns at the end.
fn union(
    values: &[u32],
    below: &Level,
    shuffles: &mut [u64],
    total: usize,
    heaps: usize,
    set: &mut [u64],
) -> u64 {
    let words = set.len();
    let mut used = 0u64;
    for (part, value) in values.iter().enumerate().take(total / heaps + 1).skip(1) {
        let value = *value as usize;
        let (high, low) = (value / 64, value % 64);
        used |= 1 << low;
        let target = &mut shuffles[low * words..(low + 1) * words];
        for (index, word) in below.at(total - part, words).iter().enumerate() {
            target[index ^ high] |= word;
        }
    }
    for low in (0..64).filter(|low| used >> low & 1 == 1) {
        let source = &mut shuffles[low * words..(low + 1) * words];
        for (all, word) in set.iter_mut().zip(source) {
            *all |= exchanged(std::mem::take(word), low);
        }
    }
    (total / heaps * words) as u64
}

/// The word whose bit i is bit `i xor pattern` of the given one.
fn exchanged(mut word: u64, pattern: usize) -> u64 {
    const MASKS: [u64; 6] = [
        0x5555_5555_5555_5555,
        0x3333_3333_3333_3333,
        0x0f0f_0f0f_0f0f_0f0f,
        0x00ff_00ff_00ff_00ff,
        0x0000_ffff_0000_ffff,
        0x0000_0000_ffff_ffff,
    ];
    for (bit, mask) in MASKS.iter().enumerate() {
        if pattern >> bit & 1 == 1 {
            let step = 1 << bit;
            word = (word & mask) << step | (word >> step & mask);
        }
    }
    word
}

impl Engine for ValueSets<'_> {
    fn name(&self) -> Name {
        Name::Pairs
    }

    fn values(&self) -> &Values {
        &self.values
    }

    fn extend(
        &mut self,
        length: usize,
        go_on: &mut dyn FnMut(usize) -> bool,
    ) -> Result<bool, Error> {
        drive(self, length, go_on, |engine| {
            let before = engine.steps;
            engine.prepare();
            let options = engine.options();
            let full = options.iter().position(|word| *word != u64::MAX);
            let value = match full {
                Some(index) => 64 * index + options[index].trailing_ones() as usize,
                None => 64 * options.len(),
            };
            engine.push(value as u32);
            if engine.bytes() > MOST_BYTES {
                return Err(Error::Stopped(format!(
                    "the sets of values take more than {MOST_BYTES} bytes at heap {}",
                    engine.values.len()
                )));
            }
            Ok(engine.steps - before)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{Choice, Plain, engine};
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    fn agrees(text: &str, to: usize) {
        let code: Code = text.parse().unwrap();
        let mut plain = Plain::new(&code, Values::default());
        plain.extend(to, &mut |_| true).unwrap();
        let choice = Choice { engine: Some(Name::Pairs), ..Choice::default() };
        let mut first = engine(&code, Values::default(), choice).expect(text);
        assert!(first.extend(to / 3, &mut |_| true).unwrap());
        let mut second = engine(&code, first.values().clone(), choice).unwrap();
        assert!(second.extend(to, &mut |_| true).unwrap());
        assert_eq!(second.values(), plain.values(), "{text}");
    }

    #[test]
    fn codes_that_leave_many_heaps_agree_with_the_definition() {
        for (text, to) in [
            ("0.8", 150),
            ("0.F", 150),
            ("4.F", 150),
            ("8.0", 150),
            ("0.{3}", 150),
            ("0.0G", 80),
            ("0.Z", 80),
            ("0.{2+}", 45),
            ("0.{0,2+}", 45),
            ("0.{1+}", 45),
            ("0.{3+}7", 45),
            ("{2+}.1", 45),
            ("{3+}.03", 45),
            ("0.{0,2,4+}", 45),
            ("0.{5}", 60),
        ] {
            agrees(text, to);
        }
    }

    #[test]
    fn endless_codes_agree_with_the_definition() {
        for text in [
            "0.[3]",
            "4.[3]",
            "0.[37]",
            "0.[7]",
            "4.[7]",
            "0.3[07]",
            "4!.[3]",
            "0.[6!1]",
            "0.[4=3]",
            "0.[02]",
            "0.12[340]",
            "0.[{3}1]",
            "0.4?[2]",
            "4=.[12]",
        ] {
            agrees(text, 120);
        }
        agrees("0.[{2+}3]", 36);
    }

    #[test]
    fn random_codes_agree_with_the_definition() {
        let mut random = ChaCha8Rng::seed_from_u64(6);
        for _ in 0..150 {
            let mut text = ["0.", "4.", "4!.", "8.", "C."][random.random_range(0..5)].to_string();
            let digits = random.random_range(1..4);
            let open = random.random_range(0..digits + 2);
            for index in 0..digits {
                if index == open {
                    text.push('[');
                }
                let digit = random.random_range(0..16u32);
                text.extend(char::from_digit(digit, 16).map(|digit| digit.to_ascii_uppercase()));
                if digit < 8 {
                    text.push_str(["", "", "!", "?", "="][random.random_range(0..5)]);
                }
            }
            if open < digits {
                text.push(']');
            }
            if text.parse::<Code>().is_ok() {
                agrees(&text, 60);
            }
        }
    }
}
