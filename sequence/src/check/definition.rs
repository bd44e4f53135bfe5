//! The rules as a certificate spells them, the values by the definition, and the check of the
//! certificates that rest on a window of values alone.

use sha2::{Digest, Sha256};

use super::read::{Certificate, MOST};
use super::{Halt, fault};

/// Rules that certificates can have.
pub(super) enum Rules {
    /// What may be left after taking 0, 1, 2, ... stones.
    Code(Vec<Digit>),
    /// Ranges of numbers that may be taken.
    Take(Vec<(usize, usize)>),
}

#[derive(Clone, Copy)]
pub(super) struct Digit {
    /// Bit i: i heaps may be left.
    pub heaps: u64,
    pub condition: Option<char>,
}

impl Rules {
    pub fn read(text: &str) -> Result<Rules, Halt> {
        let rules = match text.split_once(' ') {
            Some(("code", code)) => read_code(code).map(Rules::Code),
            Some(("take", ranges)) => read_ranges(ranges).map(Rules::Take),
            _ => None,
        };
        rules.map_or_else(|| fault("the rules are not spelled as certificates spell them"), Ok)
    }

    /// The largest number that can be taken.
    pub fn last(&self) -> usize {
        match self {
            Rules::Code(digits) => digits.len() - 1,
            Rules::Take(ranges) => ranges.last().map_or(0, |range| range.1),
        }
    }

    /// The theorem that applies, and the largest number of heaps that can be left.
    fn theorem(&self) -> Option<(&'static str, usize)> {
        match self {
            Rules::Take(_) => Some(("state repetition", 1)),
            Rules::Code(digits) => {
                let all = digits.iter().fold(0, |all, digit| all | digit.heaps);
                let heaps = (all.checked_ilog2().unwrap_or(0) as usize).max(1);
                let mut conditions = digits.iter().filter(|digit| digit.condition.is_some());
                match (conditions.clone().next(), conditions.all(|digit| digit.heaps < 8)) {
                    (None, _) => Some(("Guy and Smith", heaps)),
                    (Some(_), true) => Some(("widened window", heaps)),
                    (Some(_), false) => None,
                }
            }
        }
    }

    /// The value of the heap that comes after these values.
    fn value(&self, values: &[u32], seen: &mut Vec<usize>) -> u32 {
        let heap = values.len();
        let mut see = |value: u32| {
            if value as usize >= seen.len() {
                seen.resize(value as usize + 1, 0);
            }
            seen[value as usize] = heap + 1;
        };
        match self {
            Rules::Take(ranges) => {
                for (low, high) in ranges {
                    (*low..=(*high).min(heap)).for_each(|taken| see(values[heap - taken]));
                }
            }
            Rules::Code(digits) => {
                for (taken, digit) in digits.iter().enumerate().filter(|(taken, _)| *taken <= heap)
                {
                    for count in (0..64).filter(|count| digit.heaps >> count & 1 == 1) {
                        let mut parts = Vec::with_capacity(count);
                        leave(
                            values,
                            heap - taken,
                            count,
                            0,
                            digit.condition,
                            &mut parts,
                            &mut see,
                        );
                    }
                }
            }
        }
        (0..).find(|value: &u32| seen.get(*value as usize) != Some(&(heap + 1))).unwrap_or(0)
    }
}

/// Sees the values of all ways to leave `rest` stones as `count` more heaps, none smaller than the last.
pub(super) fn leave(
    values: &[u32],
    rest: usize,
    count: usize,
    sum: u32,
    condition: Option<char>,
    parts: &mut Vec<usize>,
    see: &mut impl FnMut(u32),
) {
    let least = parts.last().copied().unwrap_or(1);
    if count == 0 {
        if rest == 0 {
            see(sum);
        }
        return;
    }
    if count == 1 {
        if rest < least {
            return;
        }
        parts.push(rest);
        let equal = parts.windows(2).filter(|pair| pair[0] == pair[1]).count();
        let allowed = match condition {
            Some('!') => equal == 0,
            Some('?') => equal + 1 < parts.len(),
            Some('=') => equal + 1 == parts.len(),
            _ => true,
        };
        if allowed || parts.len() < 2 {
            see(sum ^ values[rest]);
        }
        parts.pop();
        return;
    }
    for part in least..=rest / count {
        parts.push(part);
        leave(values, rest - part, count - 1, sum ^ values[part], condition, parts, see);
        parts.pop();
    }
}

fn read_code(text: &str) -> Option<Vec<Digit>> {
    let (before, after) = text.split_once('.')?;
    let first = read_digits(before)?;
    let rest = read_digits(after)?;
    let [first] = first[..] else { return None };
    if first.heaps & 3 != 0 || rest.is_empty() {
        return None;
    }
    let mut digits = vec![first];
    digits.extend(rest);
    let last = digits.pop()?;
    if last.heaps > 0 {
        digits.push(last);
    } else if digits.len() > 1 || last.condition.is_some() {
        // A zero stands at the end only where no other digit follows the point.
        return None;
    }
    Some(digits)
}

pub(super) fn read_digits(text: &str) -> Option<Vec<Digit>> {
    let mut digits: Vec<Digit> = Vec::new();
    for letter in text.chars() {
        if "!?=".contains(letter) {
            let digit = digits.last_mut().filter(|digit| digit.condition.is_none())?;
            // Conditions that say nothing are not written.
            if digit.heaps < 4 || (digit.heaps < 8 && letter == '?') {
                return None;
            }
            digit.condition = Some(letter);
        } else {
            let heaps = letter.to_digit(36).filter(|_| !letter.is_ascii_lowercase())?;
            digits.push(Digit { heaps: u64::from(heaps), condition: None });
        }
    }
    Some(digits)
}

fn read_ranges(text: &str) -> Option<Vec<(usize, usize)>> {
    let mut ranges: Vec<(usize, usize)> = Vec::new();
    for word in text.split(' ') {
        let (low, high) = word.split_once('-').unwrap_or((word, word));
        let range: (usize, usize) = (low.parse().ok()?, high.parse().ok()?);
        let spelled = match range.0 == range.1 {
            true => range.0.to_string(),
            false => format!("{}-{}", range.0, range.1),
        };
        let after = ranges.last().map_or(0, |range| range.1 + 1);
        if spelled != word
            || range.0 > range.1
            || range.0 == 0
            || range.1 >= MOST
            || range.0 < after + usize::from(after > 0)
        {
            return None;
        }
        ranges.push(range);
    }
    Some(ranges)
}

/// The primes that divide a number.
pub(super) fn primes(mut number: usize) -> Vec<usize> {
    let mut found = Vec::new();
    let mut divisor = 2;
    while number > 1 {
        if divisor * divisor > number {
            divisor = number;
        }
        if number % divisor == 0 {
            found.push(divisor);
            while number % divisor == 0 {
                number /= divisor;
            }
        }
        divisor += 1;
    }
    found
}

/// Guy and Smith's window, widened where there are conditions, or the state of a subtraction game: every
/// value by the definition.
pub(super) fn check(
    certificate: &Certificate<'_>,
    length: usize,
    hash: &str,
    go_on: &(dyn Fn(u64) -> bool + Sync),
) -> Result<(), Halt> {
    let (rules, period, preperiod) = (&certificate.read, certificate.period, certificate.preperiod);
    let Some((theorem, heaps)) = rules.theorem() else {
        return fault("no theorem of a window speaks of conditions on more than two heaps");
    };
    if theorem != certificate.theorem {
        return fault("the theorem does not fit the rules");
    }
    // With conditions the theorem is about an even multiple of the period.
    let whole = period << usize::from(theorem == "widened window" && period % 2 == 1);
    if length != heaps * (preperiod.max(1) + whole) + rules.last() {
        return fault("the values are not those of the theorem's window");
    }
    let (mut values, mut seen, mut hasher) = (Vec::new(), Vec::new(), Sha256::new());
    for heap in 0..length {
        let value = rules.value(&values, &mut seen);
        hasher.update(value.to_le_bytes());
        values.push(value);
        if heap % 64 == 0 && !go_on(heap as u64) {
            return Err(Halt::Stopped);
        }
    }
    let sum: String = hasher.finalize().iter().map(|byte| format!("{byte:02x}")).collect();
    if sum != hash {
        return fault("the hash of the values is another one");
    }
    let first = preperiod.max(1);
    if let Some(heap) = (first..length - period).find(|heap| values[*heap] != values[heap + period])
    {
        return fault(format!("the values of heaps {heap} and {} differ", heap + period));
    }
    // The window begins at heap 1 at least; a period from heap 0 on has one more value to fit.
    if preperiod == 0 && values[0] != values[period] {
        return fault(format!("the values of heaps 0 and {period} differ"));
    }
    if preperiod > 0 && values[preperiod - 1] == values[preperiod - 1 + period] {
        return fault("the preperiod is not the least");
    }
    for prime in primes(period) {
        let shift = period / prime;
        let at = |heap: usize| values[if heap < length { heap } else { heap - period }];
        if (preperiod..preperiod + period).all(|heap| at(heap) == at(heap + shift)) {
            return fault("the period is not the least");
        }
    }
    Ok(())
}
