//! Reads a certificate strictly: one spelling for everything, so that no other text says the same.

use bouton_core::error::Error;
use sha2::{Digest, Sha256};

use super::definition::Rules;
use super::{Halt, fault};

/// Heaps and lengths from here on are refused: what is added up of them must fit a word.
pub(super) const MOST: usize = 1 << (usize::BITS - 8);

pub(super) struct Certificate<'a> {
    pub rules: &'a str,
    pub read: Rules,
    pub theorem: &'a str,
    pub period: usize,
    pub preperiod: usize,
    pub body: Body<'a>,
}

pub(super) enum Body<'a> {
    Small { length: usize, hash: &'a str },
    Sparse(Sparse<'a>),
}

pub(super) struct Sparse<'a> {
    pub mask: u32,
    /// In an alternating space the parity of the breaking digits.
    pub alternating: Option<u32>,
    pub rares: Vec<(usize, u32)>,
    pub window: usize,
    /// In version 2, how many values decide all later ones as long as these are common.
    pub state: Option<usize>,
    pub snapshots: Vec<Snapshot>,
    /// The hash of the values between each two snapshots, if the certificate has hashes.
    pub segments: Vec<Option<&'a str>>,
}

pub(super) struct Snapshot {
    /// The values before this heap.
    pub end: usize,
    pub values: Vec<u32>,
}

/// The first line of a certificate of rules without an end (`endless.rs`).
pub(super) const ENDLESS: &str = "bouton certificate 3";

/// Whether the text is a certificate of the version that can be checked.
pub(super) fn recognise(text: &str) -> Result<(), Error> {
    match text.lines().next() {
        Some("bouton certificate 1" | "bouton certificate 2" | ENDLESS) => Ok(()),
        Some(line) if line.starts_with("bouton certificate ") => Err(Error::input(
            "the certificate has a version that this checker does not know: it knows versions 1 to 3",
        )),
        _ => Err(Error::input(
            "this is not a certificate: it would begin with the line 'bouton certificate 1'",
        )),
    }
}

/// The lines, taken one by one.
pub(super) struct Lines<'a>(std::str::Split<'a, char>);

impl<'a> Lines<'a> {
    /// The lines of a certificate before the last one, which must be their hash.
    pub fn of(text: &'a str) -> Result<Lines<'a>, Halt> {
        let Some(before) = text.strip_suffix('\n').and_then(|text| text.rfind('\n')) else {
            return fault("the certificate ends early");
        };
        let (body, end) = text.split_at(before + 1);
        let sum: String =
            Sha256::digest(body.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect();
        if end != format!("end {sum}\n") {
            return fault("the last line is not the hash of all lines before it");
        }
        Ok(Lines(body.strip_suffix('\n').unwrap_or(body).split('\n')))
    }

    /// Nothing follows.
    pub fn end(&mut self) -> Result<(), Halt> {
        match self.0.next() {
            None => Ok(()),
            Some(_) => fault("there are lines that do not belong to the certificate"),
        }
    }

    /// The rest of the next line, which must begin with this word.
    pub fn expect(&mut self, word: &str) -> Result<&'a str, Halt> {
        let line = self.0.next().unwrap_or_default();
        let rest = line.strip_prefix(word).and_then(|rest| match rest {
            "" => Some(""),
            rest => rest.strip_prefix(' ').filter(|rest| !rest.is_empty()),
        });
        rest.map_or_else(|| fault(format!("a line '{word}' is missing")), Ok)
    }
}

pub(super) fn number(text: &str) -> Result<usize, Halt> {
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let leading = text.len() > 1 && text.starts_with('0');
    match text.parse::<usize>() {
        Ok(number) if digits && !leading && number < MOST => Ok(number),
        _ => fault("a number is not written as certificates write it"),
    }
}

pub(super) fn hash(text: &str) -> Result<&str, Halt> {
    let digit = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
    match text.len() == 64 && text.bytes().all(digit) {
        true => Ok(text),
        false => fault("a hash is not 64 hexadecimal digits"),
    }
}

impl<'a> Certificate<'a> {
    pub fn read(text: &'a str) -> Result<Certificate<'a>, Halt> {
        let mut lines = Lines::of(text)?;
        let version = lines.expect("bouton certificate")?;
        let rules = lines.expect("rules")?;
        let read = Rules::read(rules)?;
        let theorem = lines.expect("theorem")?;
        let period = number(lines.expect("period")?)?;
        let preperiod = number(lines.expect("preperiod")?)?;
        if period == 0 {
            return fault("a period is at least 1");
        }
        let body = match theorem {
            "Guy and Smith" | "widened window" | "state repetition" if version == "1" => {
                let line = lines.expect("values")?;
                let Some((length, sum)) = line.split_once(' ') else {
                    return fault("the line 'values' has no hash");
                };
                Body::Small { length: number(length)?, hash: hash(sum)? }
            }
            "bounded witnesses" => Body::Sparse(Sparse::read(&mut lines, version == "2")?),
            _ => return fault("the theorem is none that this checker knows"),
        };
        lines.end()?;
        Ok(Certificate { rules, read, theorem, period, preperiod, body })
    }
}

impl<'a> Sparse<'a> {
    fn read(lines: &mut Lines<'a>, stateful: bool) -> Result<Sparse<'a>, Halt> {
        let space: Vec<&str> = lines.expect("space")?.split(' ').collect();
        let (mask, alternating) = match space[..] {
            [mask] => (mask, None),
            [mask, "alternating", parity @ ("0" | "1")] => (mask, Some(u32::from(parity == "1"))),
            _ => return fault("the line 'space' is not a mask, alternating or not"),
        };
        let Ok(mask) = u32::try_from(number(mask)?) else { return fault("the mask is too large") };
        let line = lines.expect("rares")?;
        let mut rares = Vec::new();
        for word in line.split(' ').filter(|_| !line.is_empty()) {
            let Some((heap, value)) = word.split_once(':') else {
                return fault("a rare heap is not written heap:value");
            };
            rares.push((number(heap)?, u32::try_from(number(value)?).unwrap_or(u32::MAX)));
        }
        let window = number(lines.expect("window")?)?;
        let state = match stateful {
            true => Some(number(lines.expect("state")?)?),
            false => None,
        };
        let compared = state.unwrap_or(window);
        let width = match lines.expect("width")? {
            "1" => 1,
            "2" => 2,
            "4" => 4,
            _ => return fault("the width is not 1, 2 or 4"),
        };
        let (count, hashed) = match lines.expect("segments")?.split_once(' ') {
            Some((count, "hashed")) if !stateful => (number(count)?, true),
            Some((count, "plain")) => (number(count)?, false),
            _ => return fault("the line 'segments' is not a number, hashed or plain"),
        };
        let (mut snapshots, mut segments) =
            (vec![Snapshot::read(lines, compared, width)?], Vec::new());
        for _ in 0..count {
            segments.push(match hashed {
                true => Some(hash(lines.expect("segment")?)?),
                false => None,
            });
            snapshots.push(Snapshot::read(lines, compared, width)?);
        }
        let values = || snapshots.iter().flat_map(|snapshot: &Snapshot| &snapshot.values);
        if width > 1 && values().all(|value| *value < 1 << (4 * width)) {
            return fault("the width is larger than the values need");
        }
        Ok(Sparse { mask, alternating, rares, window, state, snapshots, segments })
    }
}

impl Snapshot {
    fn read(lines: &mut Lines<'_>, compared: usize, width: usize) -> Result<Snapshot, Halt> {
        let line = lines.expect("snapshot")?;
        let Some((end, digits)) = line.split_once(' ') else {
            return fault("a snapshot has no values");
        };
        let end = number(end)?;
        let lower =
            digits.bytes().all(|byte| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte));
        if !lower || digits.len() != end.min(compared + 1) * 2 * width {
            return fault(format!(
                "the snapshot before heap {end} has not as many values as it must"
            ));
        }
        let values = (0..digits.len())
            .step_by(2 * width)
            .map(|at| u32::from_str_radix(&digits[at..at + 2 * width], 16).unwrap_or(0))
            .collect();
        Ok(Snapshot { end, values })
    }
}
