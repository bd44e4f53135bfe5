//! Certificates of version 3: rules that allow infinitely many numbers, whose values may rise. Values by the definition,
//! and the conditions of the theorems word by word (docs/nim-sequences.md, "Rules without an end").

use std::collections::HashSet;

use sha2::{Digest as _, Sha256};

use super::definition::{Digit, leave, primes, read_digits};
use super::read::{Lines, MOST, hash, number};
use super::{Checked, Halt, fault};

/// Rules without an end.
enum Rules {
    /// Every number of stones but these, ascending, may be taken.
    AllBut(Vec<usize>),
    /// What may be left after taking 0, 1, 2, ... stones, and what repeats behind that.
    Code { digits: Vec<Digit>, tail: Vec<Digit> },
}

impl Rules {
    fn read(text: &str) -> Option<Rules> {
        if let Some(missing) = text.strip_prefix("all-but ") {
            let mut numbers = Vec::new();
            for word in missing.split(' ') {
                let number: usize = word.parse().ok().filter(|number| *number < MOST)?;
                let after = numbers.last().is_none_or(|last| *last < number);
                if number == 0 || number.to_string() != word || !after {
                    return None;
                }
                numbers.push(number);
            }
            return Some(Rules::AllBut(numbers));
        }
        let (first, rest) = text.strip_prefix("code ")?.split_once('.')?;
        let (rest, tail) = rest.strip_suffix(']')?.split_once('[')?;
        let (first, rest, tail) = (read_digits(first)?, read_digits(rest)?, read_digits(tail)?);
        let [first] = first[..] else { return None };
        if first.heaps & 3 != 0 || tail.is_empty() {
            return None;
        }
        Some(Rules::Code { digits: [vec![first], rest].concat(), tail })
    }
}

/// The digits of a code without an end.
struct Code<'a> {
    digits: &'a [Digit],
    tail: &'a [Digit],
}

impl Code<'_> {
    fn digit(&self, taken: usize) -> Digit {
        match self.digits.get(taken) {
            Some(digit) => *digit,
            None => self.tail[(taken - self.digits.len()) % self.tail.len()],
        }
    }

    /// J: the first digit of the tail.
    fn first(&self) -> usize {
        self.digits.len()
    }

    fn all(&self) -> impl Iterator<Item = &Digit> {
        self.digits.iter().chain(self.tail)
    }

    /// The most heaps that a digit leaves, at least 1.
    fn heaps(&self) -> usize {
        let bits = self.all().fold(0, |bits, digit| bits | digit.heaps);
        (bits.checked_ilog2().unwrap_or(0) as usize).max(1)
    }

    fn has_conditions(&self) -> bool {
        self.all().any(|digit| digit.condition.is_some())
    }

    /// Whether digit `taken` leaves two heaps that need not be equal.
    fn breaks(&self, taken: usize) -> bool {
        let digit = self.digit(taken);
        digit.heaps >> 2 & 1 == 1 && digit.condition != Some('=')
    }

    /// The values of heaps below `length`, by the definition.
    fn values(&self, length: usize, ask: &dyn Fn(usize) -> bool) -> Result<Vec<u32>, Halt> {
        let mut values: Vec<u32> = Vec::new();
        // The values of all pairs of unequal heaps of so many stones together: each pair is looked at once, not once for
        // each number of stones taken.
        let mut unequal: Vec<HashSet<u32>> = Vec::new();
        for heap in 0..length {
            if heap % 64 == 0 && !ask(heap) {
                return Err(Halt::Stopped);
            }
            let pairs = (1..=heap.saturating_sub(1) / 2).map(|part| (part, heap - part));
            unequal.push(pairs.map(|(a, b)| values[a] ^ values[b]).collect());
            let mut seen = HashSet::new();
            for taken in 0..=heap {
                let (digit, rest) = (self.digit(taken), heap - taken);
                let wide = digit.heaps >> 3 != 0;
                for count in (0..64).filter(|count| digit.heaps >> count & 1 == 1) {
                    match count {
                        0 if rest == 0 => drop(seen.insert(0)),
                        0 => {}
                        1 if rest > 0 => drop(seen.insert(values[rest])),
                        1 => {}
                        2 if !wide => {
                            if digit.condition != Some('=') {
                                seen.extend(&unequal[rest]);
                            }
                            if digit.condition.is_none_or(|sign| sign == '=')
                                && rest > 0
                                && rest % 2 == 0
                            {
                                seen.insert(0);
                            }
                        }
                        _ => leave(
                            &values,
                            rest,
                            count,
                            0,
                            digit.condition,
                            &mut Vec::new(),
                            &mut |value| {
                                seen.insert(value);
                            },
                        ),
                    }
                }
            }
            values.push((0..).find(|value| !seen.contains(value)).unwrap_or(0));
        }
        Ok(values)
    }
}

/// The values of heaps below `length` where all numbers but these may be taken. A heap that lies further back than the
/// largest of them is an option of every later heap.
fn all_but(
    missing: &[usize],
    length: usize,
    ask: &dyn Fn(usize) -> bool,
) -> Result<Vec<u32>, Halt> {
    let largest = missing.last().copied().unwrap_or(0);
    let (mut values, mut always): (Vec<u32>, HashSet<u32>) = (Vec::new(), HashSet::new());
    let mut least = 0;
    for heap in 0..length {
        if heap % 64 == 0 && !ask(heap) {
            return Err(Halt::Stopped);
        }
        if heap > largest {
            always.insert(values[heap - largest - 1]);
        }
        while always.contains(&least) {
            least += 1;
        }
        let near = (1..=largest.min(heap)).filter(|taken| missing.binary_search(taken).is_err());
        let seen: HashSet<u32> = near.map(|taken| values[heap - taken]).collect();
        let mex = (least..).find(|value| !always.contains(value) && !seen.contains(value));
        values.push(mex.unwrap_or(0));
    }
    Ok(values)
}

/// What a certificate states.
struct Claim {
    period: usize,
    preperiod: usize,
    saltus: u32,
    /// The theorem speaks of so many periods together.
    multiple: usize,
    length: usize,
}

/// Checks a certificate of version 3, of which the hash of all lines was compared.
pub(super) fn check(
    lines: &mut Lines<'_>,
    go_on: &(dyn Fn(u64) -> bool + Sync),
    checked: &mut Checked,
) -> Result<(), Halt> {
    let text = lines.expect("rules")?;
    checked.rules = text.to_string();
    let Some(rules) = Rules::read(text) else {
        return fault("the rules are not spelled as certificates spell them");
    };
    let theorem = lines.expect("theorem")?;
    checked.theorem = theorem.to_string();
    let period = number(lines.expect("period")?)?;
    let preperiod = number(lines.expect("preperiod")?)?;
    let Ok(saltus) = u32::try_from(number(lines.expect("saltus")?)?) else {
        return fault("the saltus is too large");
    };
    let multiple = number(lines.expect("multiple")?)?;
    let Some((length, sum)) = lines.expect("values")?.split_once(' ') else {
        return fault("the line 'values' has no hash");
    };
    let (length, sum) = (number(length)?, hash(sum)?);
    lines.end()?;
    (checked.period, checked.preperiod) = (period as u64, preperiod as u64);
    checked.saltus = u64::from(saltus);
    let sizes = [period, multiple, length, preperiod, saltus as usize];
    if period == 0 || multiple == 0 || sizes.iter().any(|size| *size >= 1 << 20) {
        return fault("a period, a multiple and a number of values are at least 1 and below 2^20");
    }
    let claim = Claim { period, preperiod, saltus, multiple, length };
    let ask = |heap: usize| go_on(heap as u64);
    let values = match &rules {
        Rules::AllBut(missing) => all_but(missing, length, &ask)?,
        Rules::Code { digits, tail } => Code { digits, tail }.values(length, &ask)?,
    };
    let mut hasher = Sha256::new();
    values.iter().for_each(|value| hasher.update(value.to_le_bytes()));
    let own: String = hasher.finalize().iter().map(|byte| format!("{byte:02x}")).collect();
    if own != sum {
        return fault("the hash of the values is another one");
    }
    match (&rules, theorem) {
        (Rules::AllBut(missing), "state repetition") => claim.state(missing, &values)?,
        (Rules::Code { digits, tail }, "widened window") => {
            claim.window(&Code { digits, tail })?;
        }
        (Rules::Code { digits, tail }, "rising values") => {
            claim.rises(&Code { digits, tail }, &values, &ask)?;
        }
        (Rules::Code { digits, tail }, "like Nim") => claim.like_nim(&Code { digits, tail })?,
        _ => return fault("the theorem does not fit the rules"),
    }
    claim.fits(&values)?;
    claim.is_least(&values)
}

impl Claim {
    /// G(n + period) = G(n) + saltus from the preperiod to the end of the values.
    fn fits(&self, values: &[u32]) -> Result<(), Halt> {
        let Some(last) = self.length.checked_sub(self.period).filter(|last| *last > self.preperiod)
        else {
            return fault("the values are too few for the period");
        };
        let later = |heap: usize| values[heap + self.period];
        match (self.preperiod..last).find(|heap| values[*heap] + self.saltus != later(*heap)) {
            Some(heap) => fault(format!(
                "the values of heaps {heap} and {} differ by another number",
                heap + self.period
            )),
            None => Ok(()),
        }
    }

    /// Neither number can be smaller.
    fn is_least(&self, values: &[u32]) -> Result<(), Halt> {
        let Claim { period, preperiod, saltus, .. } = *self;
        if preperiod > 0 && values[preperiod - 1] + saltus == values[preperiod - 1 + period] {
            return fault("the preperiod is not the least");
        }
        let at = |heap: usize| match heap < self.length {
            true => values[heap],
            false => values[heap - period] + saltus,
        };
        for prime in primes(period) {
            // A shorter period has its share of the saltus.
            let (shift, share) = (period / prime, saltus / prime as u32);
            if saltus as usize % prime == 0
                && (preperiod..preperiod + period).all(|heap| at(heap) + share == at(heap + shift))
            {
                return fault("the period is not the least");
            }
        }
        Ok(())
    }

    /// All numbers but some: the state before the last heap is the one a period before it.
    fn state(&self, missing: &[usize], values: &[u32]) -> Result<(), Halt> {
        let largest = missing.last().copied().unwrap_or(0);
        let Some(before) = self.length.checked_sub(self.period).filter(|at| *at >= largest) else {
            return fault("the values are too few for a state that comes back");
        };
        let base = |at: usize| {
            let old = at.checked_sub(largest + 1).map_or(&[][..], |last| &values[..=last]);
            old.iter().max().map_or(0, |most| most + 1)
        };
        let state = |at: usize| -> Vec<Option<u32>> {
            let base = base(at);
            values[at - largest..at].iter().map(|value| value.checked_sub(base)).collect()
        };
        if self.multiple != 1 || base(before) + self.saltus != base(self.length) {
            return fault("the least values that are left do not rise by the saltus");
        }
        match state(before) == state(self.length) {
            true => Ok(()),
            false => fault("the state before the last heap is not the one a period before it"),
        }
    }

    /// Guy and Smith's window, widened for endless digits.
    fn window(&self, code: &Code<'_>) -> Result<(), Halt> {
        let conditions = code.has_conditions();
        if self.saltus != 0 {
            return fault("this theorem is about values that do not rise");
        }
        if conditions && code.heaps() > 2 {
            return fault("no theorem of a window speaks of conditions on more than two heaps");
        }
        let whole = self.period * self.multiple;
        if whole % code.tail.len() != 0 || conditions && whole % 2 == 1 {
            return fault("the multiple of the period does not fit the tail");
        }
        match self.length
            > code.heaps() * (self.preperiod.max(1) + whole) + code.first() + whole - 1
        {
            true => Ok(()),
            false => fault("the values do not reach over the theorem's window"),
        }
    }

    /// Every smaller heap can be left, and no option is worth more than its stones.
    fn like_nim(&self, code: &Code<'_>) -> Result<(), Halt> {
        let all = (1..code.first() + code.tail.len()).map(|taken| code.digit(taken));
        if code.digit(0).heaps != 0 || all.into_iter().any(|digit| digit.heaps & 3 != 3) {
            return fault("not every smaller heap can be left, or a move takes nothing");
        }
        match (self.period, self.preperiod, self.saltus, self.multiple) {
            (1, 0, 1, 1) => Ok(()),
            _ => fault("where every value is the size, period and saltus are 1 from heap 0 on"),
        }
    }

    /// The theorem of rising values; its letters: P, S, n0, J, L, T, c, D.
    fn rises(
        &self,
        code: &Code<'_>,
        values: &[u32],
        ask: &dyn Fn(usize) -> bool,
    ) -> Result<(), Halt> {
        let (p, s) = (self.period * self.multiple, self.saltus as usize * self.multiple);
        let n0 = self.preperiod.max(1);
        if code.heaps() > 2 || s == 0 || p % code.tail.len() != 0 {
            return fault("the theorem is about at most two heaps, and whole tails that rise");
        }
        let Some(n) = self.length.checked_sub(p).filter(|n| *n >= n0 + p) else {
            return fault("the values are too few for the theorem");
        };
        let g = |heap: usize| values[heap] as usize;
        let l = (0..n0).map(g).max().unwrap_or(0);
        let t = (0..n0 + p).map(g).max().unwrap_or(0);
        let breaks = (0..code.first() + code.tail.len()).any(|taken| code.breaks(taken));
        if breaks && (!s.is_power_of_two() || l >= s) {
            return fault("where heaps break, the saltus is a power of two above all early values");
        }
        let least = if breaks { (t + 1).next_power_of_two() } else { t + 1 };
        for heap in n..n + p {
            if !ask(heap) {
                return Err(Halt::Stopped);
            }
            if g(heap) + s < least {
                return fault(format!("the value of heap {heap} is too small for the theorem"));
            }
            if !witnessed(code, &g, heap, (n0, s, l)) {
                return fault(format!("not every value below that of heap {heap} has its witness"));
            }
            if breaks && intruded(code, &g, heap, (n0, p, s)) {
                return fault(format!("a pair could break in at heap {heap}"));
            }
        }
        Ok(())
    }
}

/// Condition (1) at a heap.
fn witnessed(
    code: &Code<'_>,
    g: &dyn Fn(usize) -> usize,
    heap: usize,
    (n0, s, l): (usize, usize, usize),
) -> bool {
    // Values by taking at least J stones; and values that move along by a period.
    let (mut by_tail, mut moving) = (HashSet::new(), HashSet::new());
    for taken in 0..heap {
        let (digit, rest) = (code.digit(taken), heap - taken);
        if digit.heaps >> 1 & 1 == 1 {
            if taken >= code.first() {
                by_tail.insert(g(rest));
            }
            if rest >= n0 {
                moving.insert(g(rest));
            }
        }
        if code.breaks(taken) {
            for a in (1..=rest / 2).filter(|a| g(*a) < s && rest - a >= n0) {
                if 2 * a != rest || digit.condition.is_none() {
                    moving.insert(g(a) ^ g(rest - a));
                }
            }
        }
    }
    if heap >= code.first() && code.digit(heap).heaps & 1 == 1 {
        by_tail.insert(0);
    }
    let c = (0..).find(|value| !by_tail.contains(value)).unwrap_or(0).min(g(heap));
    c > s + l && (c..g(heap)).all(|value| moving.contains(&value))
}

/// Whether condition (3) is hurt at a heap.
fn intruded(
    code: &Code<'_>,
    g: &dyn Fn(usize) -> usize,
    heap: usize,
    (n0, p, s): (usize, usize, usize),
) -> bool {
    let split = |heap: usize| (g(heap) % s, (g(heap) / s) as i64);
    let (low, u) = split(heap);
    let most = (n0..n0 + p).map(|heap| split(heap).1).max().unwrap_or(0);
    // With more stones taken D is negative: n + P - k - x - y is at least P * (u_n + 1 - u_x - u_y) where it is not.
    let bound = (heap + p) as i64 - 2 * n0 as i64 - p as i64 * (u + 1 - 2 * most);
    for taken in
        (0..).take_while(|taken| *taken as i64 <= bound).filter(|taken| code.breaks(*taken))
    {
        for x in n0..n0 + p {
            let rest = heap as i64 - taken as i64 - x as i64 - n0 as i64;
            let y = n0 + rest.rem_euclid(p as i64) as usize;
            let ((low_x, u_x), (low_y, u_y)) = (split(x), split(y));
            let more = (heap + p) as i64 - (taken + x + y) as i64;
            let d = u_x + u_y + more / p as i64 - u - 1;
            let harmless = d == 0 && (u_x == 0 || u_y == 0);
            if low_x ^ low_y == low && d >= 0 && d % 2 == 0 && !harmless {
                return true;
            }
        }
    }
    false
}
