//! Subtraction sets: which numbers may be taken from a heap.

use crate::order::InOrder;
use num_bigint::BigUint;

use crate::error::{Error, quoted};
use crate::heap::{HeapRules, Options, Shape};
use crate::natural::Natural;

/// The numbers that a move may take.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TakeSet {
    /// Some numbers, as ascending ranges with gaps between them, ends included.
    Finite(Vec<(u64, u64)>),
    /// Every number from 1 up except these, ascending.
    AllBut(Vec<u64>),
    /// An infinite set with a name.
    Named(Named),
}

/// The infinite sets that have names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Named {
    /// 1, 4, 9, 16, ...
    Squares,
    /// 2, 3, 5, 7, ...
    Primes,
    /// 1, 2, 3, 5, 8, ...
    Fibonacci,
    /// 1, 2, 6, 24, ...
    Factorials,
    /// 1, b, b^2, ...
    Powers(u64),
}

impl TakeSet {
    /// Reads the parameters of `subtraction`: numbers and ranges, `all-but` a list, or a name.
    pub fn read(words: &[&str]) -> Result<TakeSet, Error> {
        let [first, rest @ ..] = words else {
            return Err(Error::input(
                "subtraction needs the numbers that may be taken, such as subtraction(1,3,4) or subtraction(1-3)",
            ));
        };
        if let Some(one) = first.strip_prefix("all-but") {
            let ranges = read_ranges([one.trim()].iter().chain(rest))?;
            return Ok(TakeSet::AllBut(listed(&ranges)?));
        }
        if first.starts_with(|letter: char| letter.is_ascii_alphabetic()) {
            let named = Named::read(first)?;
            if !rest.is_empty() {
                return Err(Error::input(format!(
                    "a named set stands alone: subtraction({first}), not with other numbers"
                )));
            }
            return Ok(TakeSet::Named(named));
        }
        Ok(TakeSet::Finite(read_ranges(words.iter())?))
    }

    /// Whether a number may be taken.
    pub fn contains(&self, taken: &Natural) -> bool {
        if taken.is_zero() {
            return false;
        }
        let word = taken.to_u64();
        match self {
            TakeSet::Finite(ranges) => word.is_some_and(|word| {
                ranges.iter().any(|(low, high)| (*low..=*high).contains(&word))
            }),
            TakeSet::AllBut(missing) => word.is_none_or(|word| !missing.contains(&word)),
            TakeSet::Named(Named::Squares) => {
                let big = taken.to_big();
                let root = big.sqrt();
                &root * &root == big
            }
            TakeSet::Named(Named::Primes) => word.is_some_and(is_prime),
            TakeSet::Named(named) => match word {
                Some(word) => named.elements().find(|element| *element >= word) == Some(word),
                None => named.contains_big(&taken.to_big()),
            },
        }
    }

    /// Calls `each` with the numbers up to `most` that may be taken, ascending, while it answers true.
    pub fn for_each_up_to(&self, most: u64, mut each: impl FnMut(u64) -> bool) {
        match self {
            TakeSet::Finite(ranges) => {
                for (low, high) in ranges {
                    for take in *low..=(*high).min(most) {
                        if !each(take) {
                            return;
                        }
                    }
                }
            }
            TakeSet::AllBut(missing) => {
                for take in (1..=most).filter(|take| missing.binary_search(take).is_err()) {
                    if !each(take) {
                        return;
                    }
                }
            }
            TakeSet::Named(named) => {
                for take in named.elements().take_while(|take| *take <= most) {
                    if !each(take) {
                        return;
                    }
                }
            }
        }
    }

    /// If the set is 1, 2, ..., k: that k.
    pub fn initial_range(&self) -> Option<u64> {
        match self {
            TakeSet::Finite(ranges) => match ranges[..] {
                [(1, most)] => Some(most),
                _ => None,
            },
            _ => None,
        }
    }
}

fn read_ranges<'a>(words: impl Iterator<Item = &'a &'a str>) -> Result<Vec<(u64, u64)>, Error> {
    let mut ranges = Vec::new();
    for word in words {
        let (low, high) = match word.split_once('-') {
            Some((low, high)) if !low.is_empty() => (low, high),
            _ => (*word, *word),
        };
        let number = |text: &str| -> Result<u64, Error> {
            text.trim().parse::<Natural>()?.to_u64().filter(|word| *word < 1 << 63).ok_or_else(
                || {
                    Error::input(format!(
                        "{} is too large: a set holds numbers below 2^63",
                        quoted(text)
                    ))
                },
            )
        };
        let (low, high) = (number(low)?, number(high)?);
        if low == 0 {
            return Err(Error::input(
                "0 cannot be taken: a move takes at least 1, so leave 0 out of the set",
            ));
        }
        if low > high {
            return Err(Error::input(format!(
                "the range {word} runs backwards: write {high}-{low}"
            )));
        }
        ranges.push((low, high));
    }
    ranges.put_in_order();
    let mut merged: Vec<(u64, u64)> = Vec::new();
    for (low, high) in ranges {
        match merged.last_mut() {
            Some(last) if low <= last.1.saturating_add(1) => last.1 = last.1.max(high),
            _ => merged.push((low, high)),
        }
    }
    Ok(merged)
}

/// The numbers of some ranges one by one, if they are few.
fn listed(ranges: &[(u64, u64)]) -> Result<Vec<u64>, Error> {
    const MOST: u64 = 100_000;
    let count = ranges.iter().fold(0u64, |sum, (low, high)| sum.saturating_add(high - low));
    if count > MOST {
        return Err(Error::input(format!("all-but takes a list of at most {MOST} numbers")));
    }
    Ok(ranges.iter().flat_map(|(low, high)| *low..=*high).collect())
}

impl Named {
    fn read(word: &str) -> Result<Named, Error> {
        Ok(match word {
            "squares" => Named::Squares,
            "primes" => Named::Primes,
            "fibonacci" => Named::Fibonacci,
            "factorials" => Named::Factorials,
            _ => match word.strip_prefix("powers-of-").map(str::parse::<u64>) {
                Some(Ok(base)) if base >= 2 => Named::Powers(base),
                Some(_) => {
                    return Err(Error::input(format!(
                        "{} needs a base from 2 up, such as powers-of-2",
                        quoted(word)
                    )));
                }
                None => {
                    return Err(Error::input(format!(
                        "{} is not a known set: write numbers (1,3,4), a range (1-3), all-but 2,5, \
                         or squares, primes, fibonacci, factorials, powers-of-2",
                        quoted(word)
                    )));
                }
            },
        })
    }

    /// Membership beyond words, for the sets that grow fast enough to be walked through.
    fn contains_big(self, number: &BigUint) -> bool {
        let (mut element, mut next) = (BigUint::from(1u32), BigUint::from(2u32));
        while element < *number {
            (element, next) = match self {
                Named::Fibonacci => {
                    let sum = &element + &next;
                    (next, sum)
                }
                Named::Factorials => (&element * &next, next + 1u32),
                Named::Powers(base) => (element * base, next),
                Named::Squares | Named::Primes => return false,
            };
        }
        element == *number
    }

    /// The elements, ascending, as far as they fit into a word.
    pub fn elements(self) -> Box<dyn Iterator<Item = u64> + Send> {
        match self {
            Named::Squares => Box::new((1..1u64 << 32).map(|root| root * root)),
            Named::Primes => Box::new((2..=u64::MAX).filter(|number| is_prime(*number))),
            Named::Fibonacci => growing((1, 2), |(a, b)| Some((b, a.checked_add(b)?))),
            Named::Factorials => growing((1, 2), |(a, n)| Some((a.checked_mul(n)?, n + 1))),
            Named::Powers(base) => {
                growing((1, base), |(a, base)| Some((a.checked_mul(base)?, base)))
            }
        }
    }
}

fn growing(
    first: (u64, u64),
    next: fn((u64, u64)) -> Option<(u64, u64)>,
) -> Box<dyn Iterator<Item = u64> + Send> {
    Box::new(
        std::iter::successors(Some(first), move |state| next(*state)).map(|(element, _)| element),
    )
}

/// Miller and Rabin's test; these twelve bases decide every number below 2^64 (Sorenson, Webster 2015).
fn is_prime(number: u64) -> bool {
    const BASES: [u64; 12] = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37];
    if number < 2 || BASES.iter().any(|base| number != *base && number % base == 0) {
        return false;
    }
    let times = |a: u64, b: u64| (u128::from(a) * u128::from(b) % u128::from(number)) as u64;
    let twos = (number - 1).trailing_zeros();
    BASES.iter().all(|base| {
        let (mut power, mut square, mut exponent) = (1, base % number, (number - 1) >> twos);
        while exponent > 0 {
            if exponent & 1 == 1 {
                power = times(power, square);
            }
            square = times(square, square);
            exponent >>= 1;
        }
        power <= 1
            || (0..twos).any(|_| {
                let found = power == number - 1;
                power = times(power, power);
                found
            })
    })
}

/// A number of the set is taken.
impl HeapRules for TakeSet {
    fn options(&self, size: u64, out: &mut Options<'_>) {
        self.for_each_up_to(size, |take| {
            out.push(&[size - take]);
            !out.full()
        });
    }

    fn shape(&self) -> Shape<'_> {
        Shape::Take(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn elements(words: &[&str], most: u64) -> Vec<u64> {
        let mut list = Vec::new();
        TakeSet::read(words).unwrap().for_each_up_to(most, |take| {
            list.push(take);
            true
        });
        list
    }

    #[test]
    fn every_spelling_gives_its_numbers() {
        assert_eq!(elements(&["1", "3", "4"], 10), [1, 3, 4]);
        assert_eq!(elements(&["4", "1-3"], 10), [1, 2, 3, 4]);
        assert_eq!(elements(&["all-but 2", "5"], 7), [1, 3, 4, 6, 7]);
        assert_eq!(elements(&["squares"], 20), [1, 4, 9, 16]);
        assert_eq!(elements(&["primes"], 12), [2, 3, 5, 7, 11]);
        assert_eq!(elements(&["fibonacci"], 13), [1, 2, 3, 5, 8, 13]);
        assert_eq!(elements(&["factorials"], 200), [1, 2, 6, 24, 120]);
        assert_eq!(elements(&["powers-of-3"], 30), [1, 3, 9, 27]);
        assert_eq!(TakeSet::read(&["1-3", "4"]).unwrap().initial_range(), Some(4));
        for wrong in
            [&[][..], &["0"], &["3-1"], &["x"], &["squares", "3"], &["powers-of-1"], &["1-2^70"]]
        {
            assert!(TakeSet::read(wrong).is_err(), "{wrong:?}");
        }
    }

    #[test]
    fn membership_agrees_with_the_list() {
        for words in [
            &["2", "5-7"][..],
            &["all-but 3", "8"],
            &["squares"],
            &["primes"],
            &["fibonacci"],
            &["factorials"],
            &["powers-of-2"],
        ] {
            let (set, list) = (TakeSet::read(words).unwrap(), elements(words, 3000));
            for number in 0..3000 {
                assert_eq!(
                    set.contains(&Natural::from(number)),
                    list.contains(&number),
                    "{words:?} {number}"
                );
            }
        }
        assert!(
            TakeSet::Named(Named::Primes).contains(&Natural::from(18_446_744_073_709_551_557u64))
        );
        assert!(TakeSet::Named(Named::Squares).contains(&"10^40".parse().unwrap()));
        assert!(TakeSet::Named(Named::Powers(2)).contains(&"2^70".parse().unwrap()));
        assert!(!TakeSet::Named(Named::Powers(2)).contains(&"3^70".parse().unwrap()));
        // 25! and F(100).
        let big = ["15511210043330985984000000", "354224848179261915075"]
            .map(|text| text.parse().unwrap());
        assert!(TakeSet::Named(Named::Factorials).contains(&big[0]));
        assert!(TakeSet::Named(Named::Fibonacci).contains(&big[1]));
    }
}
