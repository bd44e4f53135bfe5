//! Moves in words: what [`Game::describe`](crate::game::Game::describe) prints can be typed again, shortened where
//! nothing else could be meant.
//!
//! | typed | means |
//! |---|---|
//! | `Take 2 from pile 1` | the move that is described so; case, blanks and commas do not matter |
//! | `take 2 from 1`, `2 from 1` | the same: words such as `pile` and the verb at the beginning may be left out |
//! | `take 2`, `to b`, `go to b` | the move that begins or ends so, if it is the only one |

use crate::erased::{AnyMove, AnyPosition};
use crate::error::{Error, quoted};
use crate::game::Game;

/// Moves that are put into words at most, to compare them with what was typed.
const MOST_WORDED: usize = 5_000;

/// Letters of a text that is read as words at most; no description is longer than a few lines.
const LONGEST: usize = 400;

/// Candidates that are named at most.
const MOST_NAMED: usize = 6;

/// Words that carry no meaning of their own.
const FILLERS: [&str; 15] = [
    "and", "coin", "coins", "heap", "heaps", "number", "numbers", "of", "pile", "piles", "square",
    "squares", "stone", "stones", "the",
];

/// Whether a text may be words: numbers and signs alone are the game's own notation.
pub(crate) fn has_words(text: &str) -> bool {
    text.contains(char::is_alphabetic)
}

/// The words of a text, without case, signs and fillers.
fn words(text: &str) -> Vec<String> {
    let text = text.to_lowercase();
    let apart = |letter: char| !(letter.is_alphanumeric() || "{}+*".contains(letter));
    let words = text.split(apart).filter(|word| !word.is_empty() && !FILLERS.contains(word));
    words.map(str::to_string).collect()
}

/// A text to the letter, but for case and the number of blanks.
fn letters(text: &str) -> String {
    text.to_lowercase().split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The move that a text means in words; nothing where it means none. What may mean several is refused.
pub(crate) fn find(
    game: &Game,
    position: &AnyPosition,
    text: &str,
) -> Option<Result<AnyMove, Error>> {
    if text.len() > LONGEST || !has_words(text) {
        return None;
    }
    let (typed, to_the_letter) = (words(text), letters(text));
    if typed.is_empty() {
        return None;
    }
    let (moves, complete) = game.moves(position, MOST_WORDED);
    let (mut exact, mut same, mut begun) = (Vec::new(), Vec::new(), Vec::new());
    for mv in &moves {
        let described = game.describe(position, mv);
        if letters(&described) == to_the_letter {
            exact.push(mv);
        }
        let whole = words(&described);
        // The verb may be left out.
        let object = whole.get(1..).unwrap_or(&[]);
        if whole == typed || object == typed {
            same.push(mv);
        } else if whole.starts_with(&typed)
            || object.starts_with(&typed)
            || typed.len() > 1 && whole.ends_with(&typed)
            || typed.len() > 2 && whole[..1] == typed[..1] && whole.ends_with(&typed[1..])
        {
            begun.push(mv);
        }
    }
    // Moves to positions that are drawn with signs differ in nothing but these.
    let same = if exact.is_empty() { same } else { exact };
    let candidates = match (&same[..], &begun[..]) {
        // Words that are the same for several moves do if these differ by symmetry alone.
        ([first, rest @ ..], _) => {
            let left = |mv: &AnyMove| game.simplify(&game.play(position, mv));
            if rest.iter().all(|other| left(other) == left(first)) {
                return Some(Ok((*first).clone()));
            }
            same
        }
        // Among moves that were not looked at there might be another that begins so.
        ([], [only]) if complete => return Some(Ok((*only).clone())),
        ([], []) => return None,
        _ => begun,
    };
    let named = candidates.iter().take(MOST_NAMED);
    let legal = named.map(|mv| format!("{mv} ({})", game.describe(position, mv))).collect();
    Some(Err(Error::IllegalMove {
        reason: format!("{} does not say which move is meant", quoted(text)),
        legal,
        complete: complete && candidates.len() <= MOST_NAMED,
    }))
}
