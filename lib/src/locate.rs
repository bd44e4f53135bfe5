//! Where in an address an error is: for front ends that mark it.
//!
//! Errors are sentences, and most quote what is wrong. Whoever wants the place asks here, after the failure, so that
//! reading an address has nothing to carry about.

use std::ops::Range;

use crate::address::{find_outside, named, open, split_play, split_sum};
use crate::error::Error;

/// The bytes of an address that an error is about, as nearly as that is known; the whole of it where nothing is.
///
/// ```
/// use bouton::address::{locate, open};
///
/// let address = "nim: 3 4 + kaylse: 12";
/// let error = open(address).err().unwrap();
/// assert_eq!(&address[locate(address, &error)], "kaylse");
/// ```
pub fn locate(address: &str, error: &Error) -> Range<usize> {
    let (_, rest) = split_play(address.trim());
    let place = match split_sum(rest) {
        Ok(parts) => {
            let wrong = parts.iter().find(|part| open(part).is_err());
            wrong.map_or(rest, |part| in_part(part, error))
        }
        Err(_) => odd_bracket(rest),
    };
    // Where it stands; what is no piece of the address is the whole of it.
    let start = (place.as_ptr() as usize).checked_sub(address.as_ptr() as usize);
    let start = start.filter(|start| start + place.len() <= address.len());
    start.map_or(0..address.len(), |start| start..start + place.len())
}

/// The piece of one part of a sum.
fn in_part<'a>(part: &'a str, error: &Error) -> &'a str {
    let part = part.trim();
    let piece = match find_outside(part, ':') {
        None => part,
        Some(colon) => match named(part[..colon].trim()) {
            Err(_) => part[..colon].trim(),
            Ok(_) => part[colon + 1..].trim(),
        },
    };
    let name = match error.inner() {
        Error::UnknownGame { name, .. } => Some(name.as_str()),
        _ => None,
    };
    let message = error.inner().to_string();
    let quoted = message.split('\'').nth(1).map(|word| word.trim_end_matches("..."));
    let found = [name, quoted].into_iter().flatten().filter(|word| !word.is_empty());
    found.filter_map(|word| find(piece, word).or_else(|| find(part, word))).next().unwrap_or(piece)
}

/// A word where it stands in a text, in any case.
fn find<'a>(text: &'a str, word: &str) -> Option<&'a str> {
    let ends = |start: usize| text.get(start..start + word.len());
    text.char_indices()
        .filter_map(|(start, _)| ends(start))
        .find(|own| own.eq_ignore_ascii_case(word))
}

/// The first bracket without a partner.
fn odd_bracket(text: &str) -> &str {
    let mut open: Vec<(usize, char)> = Vec::new();
    for (at, letter) in text.char_indices() {
        let partner = match letter {
            '(' | '[' | '{' => {
                open.push((at, letter));
                continue;
            }
            ')' => '(',
            ']' => '[',
            '}' => '{',
            _ => continue,
        };
        if open.pop().is_none_or(|(_, bracket)| bracket != partner) {
            return &text[at..=at];
        }
    }
    open.pop().map_or(text, |(at, _)| &text[at..=at])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_is_found_where_it_stands() {
        for (address, wrong) in [
            ("kaylse: 12", "kaylse"),
            ("misere  Kaylse: 12", "Kaylse"),
            ("kaylse", "kaylse"),
            ("nim: 3 x 5", "x"),
            ("kayles: 3 + moore(2, least=3): 3", "least"),
            ("nim: 3 + chomp: abc + nim: 4", "abc"),
            ("moore(2: 3", "("),
            ("moore(2]: 3", "]"),
        ] {
            let error = open(address).err().expect(address);
            assert_eq!(&address[locate(address, &error)], wrong, "{address}: {error}");
        }
    }
}
