//! Products of pairs as contests ask for them: the number of pairs, then two numbers a line.
//!
//! Lines are read and written with plain loops over bytes, and the products are those of a slice.

use bouton_core::error::Error;

use super::{Nimber64, slices};

/// Pairs that are multiplied together: enough for the kernels, little enough for the cache.
const BLOCK: usize = 2048;

/// A reader of pairs, fed with whole lines.
pub struct Pairs {
    /// What the first line said.
    announced: Option<u64>,
    seen: u64,
    line: u64,
    a: Vec<Nimber64>,
    b: Vec<Nimber64>,
    products: Vec<Nimber64>,
}

impl Default for Pairs {
    fn default() -> Pairs {
        Pairs::new()
    }
}

impl Pairs {
    /// Nothing was read yet.
    pub fn new() -> Pairs {
        let block = || Vec::with_capacity(BLOCK);
        let products = vec![Nimber64::ZERO; BLOCK];
        Pairs { announced: None, seen: 0, line: 0, a: block(), b: block(), products }
    }

    /// Reads whole lines, each of which ends with a line feed or is the last, and appends the
    /// products. After an error, which names the line, the products of all lines before it are there.
    pub fn feed(&mut self, lines: &[u8], out: &mut Vec<u8>) -> Result<(), Error> {
        let result = self.read(lines, out);
        self.flush(out);
        result
    }

    fn read(&mut self, lines: &[u8], out: &mut Vec<u8>) -> Result<(), Error> {
        let mut at = 0;
        while at < lines.len() {
            self.line += 1;
            let first = number(lines, &mut at);
            let second =
                if matches!(first, Ok(Some(_))) { number(lines, &mut at) } else { Ok(None) };
            let ended = ends(lines, &mut at);
            match (self.announced, first, second) {
                (_, Err(what), _) | (_, _, Err(what)) => return Err(self.fault(what)),
                (_, Ok(None), _) if ended => {}
                (_, Ok(None), _) => {
                    return Err(self.fault("there is something that is not a number"));
                }
                (None, Ok(Some(count)), Ok(None)) if ended => self.announced = Some(count),
                (None, ..) => return Err(self.fault("the first line is the number of pairs alone")),
                (Some(_), Ok(Some(_)), Ok(None)) if ended => {
                    return Err(self.fault("there is one number: a pair has two"));
                }
                (Some(count), Ok(Some(_)), _) if self.seen == count => {
                    return Err(self.fault(&format!(
                        "only {count} pairs were announced, and here is one more"
                    )));
                }
                (Some(_), Ok(Some(a)), Ok(Some(b))) if ended => {
                    self.a.push(Nimber64(a));
                    self.b.push(Nimber64(b));
                    self.seen += 1;
                    if self.a.len() == BLOCK {
                        self.flush(out);
                    }
                }
                _ => return Err(self.fault("there is more than two numbers: a pair has two")),
            }
        }
        Ok(())
    }

    /// Says whether all pairs were there.
    pub fn finish(&self) -> Result<(), Error> {
        match self.announced {
            None => Err(Error::input("the input is empty: the first line is the number of pairs")),
            Some(count) if self.seen < count => Err(Error::input(format!(
                "the input ends after line {}: {count} pairs were announced, and {} are there",
                self.line, self.seen
            ))),
            Some(_) => Ok(()),
        }
    }

    fn fault(&self, what: &str) -> Error {
        Error::input(format!("line {}: {what}", self.line))
    }

    fn flush(&mut self, out: &mut Vec<u8>) {
        let products = &mut self.products[..self.a.len()];
        // The lengths are equal.
        if slices::product(&self.a, &self.b, products).is_ok() {
            for product in products {
                write(product.0, out);
            }
        }
        self.a.clear();
        self.b.clear();
    }
}

/// Whether a word of text is eight digits.
#[inline(always)]
fn all_digits(chunk: u64) -> bool {
    let high = chunk & 0xf0f0_f0f0_f0f0_f0f0;
    let carried = chunk.wrapping_add(0x0606_0606_0606_0606) & 0xf0f0_f0f0_f0f0_f0f0;
    high == 0x3030_3030_3030_3030 && carried == high
}

/// The number that eight digits are, the first in the lowest byte: pairs, then fours, then all.
#[inline(always)]
fn eight_digits(chunk: u64) -> u64 {
    let digits = chunk & 0x0f0f_0f0f_0f0f_0f0f;
    let pairs = (digits.wrapping_mul(10) + (digits >> 8)) & 0x00ff_00ff_00ff_00ff;
    let fours = (pairs.wrapping_mul(100) + (pairs >> 16)) & 0x0000_ffff_0000_ffff;
    (fours.wrapping_mul(10_000) + (fours >> 32)) & 0xffff_ffff
}

/// The next number of the line, behind blanks; `None` if the line ends or something else comes.
#[inline(always)]
fn number(lines: &[u8], at: &mut usize) -> Result<Option<u64>, &'static str> {
    const TOO_LARGE: &str = "there is a number that is not below 2^64";
    while matches!(lines.get(*at), Some(b' ' | b'\t')) {
        *at += 1;
    }
    let start = *at;
    let mut value = 0u64;
    while let Some(chunk) = lines.get(*at..*at + 8).and_then(|bytes| bytes.try_into().ok()) {
        let chunk = u64::from_le_bytes(chunk);
        if !all_digits(chunk) {
            break;
        }
        let longer = value.checked_mul(100_000_000);
        value =
            longer.and_then(|longer| longer.checked_add(eight_digits(chunk))).ok_or(TOO_LARGE)?;
        *at += 8;
    }
    while let Some(digit) = lines.get(*at).filter(|byte| byte.is_ascii_digit()) {
        let longer = value.checked_mul(10);
        value = longer
            .and_then(|longer| longer.checked_add(u64::from(digit - b'0')))
            .ok_or(TOO_LARGE)?;
        *at += 1;
    }
    Ok((*at > start).then_some(value))
}

/// Goes past the end of the line, if nothing but blanks is before it.
#[inline(always)]
fn ends(lines: &[u8], at: &mut usize) -> bool {
    while matches!(lines.get(*at), Some(b' ' | b'\t' | b'\r')) {
        *at += 1;
    }
    match lines.get(*at) {
        None => true,
        Some(b'\n') => {
            *at += 1;
            true
        }
        Some(_) => false,
    }
}

/// The digits of the numbers 00 to 99.
static DIGITS: [[u8; 2]; 100] = {
    let (mut digits, mut number) = ([[0; 2]; 100], 0);
    while number < 100 {
        digits[number] = [b'0' + number as u8 / 10, b'0' + number as u8 % 10];
        number += 1;
    }
    digits
};

/// Appends a number and the end of its line.
#[inline(always)]
fn write(number: u64, out: &mut Vec<u8>) {
    let mut line = [b'\n'; 21];
    let (mut rest, mut start) = (number, 20);
    while rest >= 100 {
        start -= 2;
        line[start..start + 2].copy_from_slice(&DIGITS[(rest % 100) as usize]);
        rest /= 100;
    }
    if rest >= 10 {
        start -= 2;
        line[start..start + 2].copy_from_slice(&DIGITS[rest as usize]);
    } else {
        start -= 1;
        line[start] = b'0' + rest as u8;
    }
    out.extend_from_slice(&line[start..]);
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn answer(text: &str) -> (String, Result<(), Error>) {
        let (mut pairs, mut out) = (Pairs::new(), Vec::new());
        let result = pairs.feed(text.as_bytes(), &mut out).and_then(|()| pairs.finish());
        (String::from_utf8(out).unwrap(), result)
    }

    #[test]
    fn bad_lines_are_named_and_nothing_comes_after_them() {
        for (text, out, hint) in [
            ("", "", "empty"),
            ("2\n5 7\n", "13\n", "after line 2: 2 pairs were announced, and 1 are there"),
            ("2\n5 7\n3\n1 1\n", "13\n", "line 3: there is one number"),
            ("2\n5 7\n3 3 3\n", "13\n", "line 3: there is more than two"),
            ("1\n5 7\n5 7\n", "13\n", "line 3: only 1 pairs"),
            ("1 2\n5 7\n", "", "line 1: the first line"),
            ("1\n5 18446744073709551616\n", "", "line 2: there is a number that is not below"),
            ("1\n5 -7\n", "", "line 2"),
            ("1\nx 7\n", "", "line 2"),
            ("1\n5 7x\n", "", "line 2"),
        ] {
            let (found, result) = answer(text);
            assert_eq!(found, out, "{text:?}");
            let error = result.unwrap_err().to_string();
            assert!(error.contains(hint), "{text:?}: {error}");
        }
        assert_eq!(answer("1\r\n 5\t7 \r\n\n"), ("13\n".to_string(), Ok(())));
        assert_eq!(answer("1\n5 7"), ("13\n".to_string(), Ok(())));
        assert_eq!(answer("0\n"), (String::new(), Ok(())));
    }

    proptest! {
        #[test]
        fn numbers_are_read_and_written(a: u64, b: u64, shift in 0..64u32) {
            let (a, b) = (a >> shift, b >> (shift / 2));
            let (out, result) = answer(&format!("1\n{a} {b}\n"));
            prop_assert_eq!(result, Ok(()));
            prop_assert_eq!(out, format!("{}\n", super::super::product(a, b)));
        }
    }
}
