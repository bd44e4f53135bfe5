//! The customs of judges: whose words an answer has, and positions written out, one in each line.
//!
//! ```text
//! n = 4          nums = [1,1,2]          "++++"          currentState = "++++"
//! ```

use std::io::{BufRead, Read};

use super::Labels;
use crate::address;
use crate::error::Error;
use crate::game::Game;
use crate::spelling;

/// LeetCode asks functions, which answer true or false, and writes their arguments out.
const LEETCODE: &str = "leetcode-";

/// Judges with words of their own, by the preset of their problem: who wins if the first player does.
static WORDS: &[(&str, [&str; 2])] = &[
    ("codeforces-850c", ["Mojtaba", "Arpa"]),
    ("cses-1098", ["first", "second"]),
    ("cses-1730", ["first", "second"]),
];

impl Labels {
    /// The words that the judge of a preset wants; of any other game, first and second.
    ///
    /// ```
    /// use bouton::{Outcome, judge::Labels};
    ///
    /// assert_eq!(Labels::of("leetcode-292").word(Outcome::Next), "true");
    /// assert_eq!(Labels::of("codeforces-850c").word(Outcome::Previous), "Arpa");
    /// assert_eq!(Labels::of("nim").word(Outcome::Next), "first");
    /// ```
    pub fn of(game: &str) -> Labels {
        let Some(preset) = address::preset(game.trim()) else { return Labels::default() };
        let words = match preset.name.starts_with(LEETCODE) {
            true => Some(["true", "false"]),
            false => WORDS.iter().find(|(name, _)| *name == preset.name).map(|(_, words)| *words),
        };
        let [first, second] = words.unwrap_or(["first", "second"]).map(str::to_string);
        Labels { first, second, ..Labels::default() }
    }
}

/// Whether the judge of this game writes positions out.
pub(crate) fn writes_positions(game: &str) -> bool {
    address::preset(game.trim()).is_some_and(|preset| preset.name.starts_with(LEETCODE))
}

/// Whether an input begins like a position that is written out, and not with a count. Only blanks are
/// taken from it.
pub(super) fn begins_written(input: &mut dyn BufRead) -> std::io::Result<bool> {
    loop {
        let bytes = input.fill_buf()?;
        let blanks = bytes.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
        match bytes.get(blanks) {
            Some(b'"' | b'[' | b'+') => return Ok(true),
            Some(letter) => return Ok(letter.is_ascii_alphabetic() || *letter == b'_'),
            None if bytes.is_empty() => return Ok(false),
            None => input.consume(blanks),
        }
    }
}

/// The positions of an input, one in each line that is not blank.
pub(super) fn positions(input: &mut dyn Read) -> Result<Vec<String>, Error> {
    let mut text = String::new();
    input
        .read_to_string(&mut text)
        .map_err(|error| Error::input(format!("the input cannot be read: {error}")))?;
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    Ok(lines.map(|line| value(line).to_string()).collect())
}

/// The value of `name = value`, behind `Input:` as examples have it; of anything else the whole.
fn value(line: &str) -> &str {
    let line = line.strip_prefix("Input:").unwrap_or(line).trim();
    let named = line.split_once('=').filter(|(name, _)| {
        let name = name.trim();
        !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
    });
    named.map_or(line, |(_, value)| value.trim())
}

/// A position as a game reads it, from what a judge writes.
pub(crate) fn read(game: &Game, text: &str) -> Result<String, Error> {
    let entry = address::entry(game.bare_name())?;
    spelling::position(entry, text).map(|position| position.into_owned())
}

/// The words of a move with piles that are numbered from 0.
pub(super) fn numbered_from_0(text: &str) -> String {
    const PILE: &str = "pile ";
    let mut words = text.split(PILE);
    let mut out = words.next().unwrap_or("").to_string();
    for rest in words {
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let number = rest[..digits].parse::<u64>().ok().and_then(|number| number.checked_sub(1));
        out += PILE;
        match number {
            Some(number) => out += &format!("{number}{}", &rest[digits..]),
            None => out += rest,
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::super::{Tests, judge, open, text};
    use super::*;
    use crate::ask::Ask;

    fn answers(game: &str, input: &str) -> String {
        let (rules, play) = open(game).unwrap();
        let ask = Ask { moves: 0, ..Ask::default() };
        let tests = Tests::read_for(game, &mut input.as_bytes(), &ask).unwrap();
        text(&judge(&rules, &tests, play, &ask).unwrap(), &Labels::of(game))
    }

    #[test]
    fn leetcode_is_answered_with_true_and_false() {
        assert_eq!(answers("leetcode-292", "n = 4"), "false\n");
        assert_eq!(answers("leetcode-292", "n = 4\nn = 1\n2"), "false\ntrue\ntrue\n");
        assert_eq!(answers("leetcode-810", "nums = [1,1,2]"), "false\n");
        assert_eq!(answers("leetcode-810", "\n[0,1]\n[1,2,3]\n"), "true\ntrue\n");
        assert_eq!(answers("leetcode-294", "\"++++\"\n\"+\"\n"), "true\nfalse\n");
        assert_eq!(answers("LeetCode 294", "currentState = \"++++\""), "true\n");
        assert_eq!(answers("leetcode-294", "Input: currentState = \"+++++\""), "false\n");
        assert_eq!(answers("leetcode-1025", "n = 2\nn = 3\n"), "true\nfalse\n");
    }

    #[test]
    fn what_is_written_out_is_read_for_every_game() {
        assert_eq!(answers("nim", "piles = [3,4,5]\npiles = [1, 2, 3]"), "first\nsecond\n");
        assert_eq!(answers("flip", "++++"), "first\n");
        assert_eq!(answers("marienbad", "[1,3,5,7]"), "second\n");
    }

    #[test]
    fn codeforces_has_its_own_names() {
        assert_eq!(answers("codeforces-850c", "4\n1 1 1 1\n"), "Arpa\n");
        assert_eq!(answers("codeforces-850c", "4\n1 1 17 17\n"), "Mojtaba\n");
        assert_eq!(answers("codeforces-850c", "4\n1 1 17 289\n"), "Arpa\n");
        assert_eq!(answers("cses-1730", "2\n4\n5 7 2 5\n2\n4 4\n"), "first\nsecond\n");
    }

    #[test]
    fn piles_are_numbered_from_0_if_wanted() {
        assert_eq!(
            numbered_from_0("take 1 from pile 1, leaving 1 and 1, take 1 from pile 10"),
            "take 1 from pile 0, leaving 1 and 1, take 1 from pile 9"
        );
        assert_eq!(numbered_from_0("flip 1-2"), "flip 1-2");
    }
}
