//! The ways in which people write names and positions, turned into the one that addresses have.
//!
//! Understood and never printed: `[3,4,5]`, `(3, 4, 5)`, `"++++"`, `*2 + *3`, `NIM: 3 4 5`, `Dr. Nim`,
//! `nim 3 4 5`, `2^3*3^2`. What can be read in two ways is refused with both.

use std::borrow::Cow;

use crate::address;
use crate::entry::{Ability, Board, Entry, Preset};
use crate::error::{Error, quoted};
use crate::game::Game;
use crate::games::GAMES;
use crate::natural::Natural;

/// What a name stands for.
pub(crate) enum Named {
    /// A game of the catalogue.
    Game(&'static Entry),
    /// A famous position, and the entry in which it stands.
    Preset(&'static Entry, &'static Preset),
}

/// Finds a game or a preset by a name in any case; `Dr. Nim` and `dr_nim` are `dr-nim`.
pub(crate) fn find(name: &str) -> Option<Named> {
    exactly(name).or_else(|| exactly(&plain(name)?))
}

fn exactly(name: &str) -> Option<Named> {
    GAMES.iter().find_map(|entry| {
        if entry.name == name || entry.aliases.contains(&name) {
            return Some(Named::Game(entry));
        }
        let preset = entry.presets.iter().find(|preset| preset.name == name)?;
        Some(Named::Preset(entry, preset))
    })
}

/// A name in small letters, with dashes for blanks and without marks. Numbers alone are no name: `3 4 5`
/// is a position, and not the preset `3-4-5`.
fn plain(name: &str) -> Option<String> {
    const LONGEST: usize = 60;
    if name.len() > LONGEST || !name.contains(char::is_alphabetic) {
        return None;
    }
    let unmarked: String = name.chars().filter(|letter| !"'’.".contains(*letter)).collect();
    let words = unmarked.split(|letter: char| letter.is_whitespace() || letter == '_');
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    Some(words.join("-").to_ascii_lowercase())
}

/// The error for a name that is neither a game's nor a preset's, with the nearest that is.
pub(crate) fn unknown(name: &str) -> Error {
    if name.split_whitespace().any(is_misere) {
        return misplaced_misere();
    }
    let names = GAMES.iter().flat_map(|entry| {
        let presets = entry.presets.iter().map(|preset| preset.name);
        [entry.name].into_iter().chain(entry.aliases.iter().copied()).chain(presets)
    });
    let lower: String = name.chars().take(60).map(|letter| letter.to_ascii_lowercase()).collect();
    let near = names
        .map(|known| (strsim::damerau_levenshtein(known, &lower), known))
        .min()
        .filter(|(distance, known)| *distance <= 2.max(known.len() / 3));
    let near = near.map(|(_, known)| known.to_string());
    Error::UnknownGame { name: name.to_string(), near }
}

/// Whether a word says that the last player loses.
pub(crate) fn is_misere(word: &str) -> bool {
    // Names are plain letters; the tables for all others are more than a page need fetch.
    matches!(word.to_ascii_lowercase().as_str(), "misere" | "misère" | "misÈre")
}

fn misplaced_misere() -> Error {
    Error::input("misere stands once, in front of the whole address: misere nim: 1 3 5 7")
}

/// Splits `nim 3 4 5`, in which the colon is left out, if only numbers follow the name.
pub(crate) fn without_colon(text: &str) -> Option<(&str, &str)> {
    let is_list = |letter: char| letter.is_ascii_digit() || ",^".contains(letter);
    let tail = match text.strip_suffix(']') {
        Some(inside) => inside.rfind('[')?,
        None => text.trim_end_matches(|letter| is_list(letter) || letter.is_whitespace()).len(),
    };
    // A name may end in a number, 3-4-5, so that numbers count from the first blank on.
    let before = text[..tail].trim_end().len();
    let at = match before == tail {
        true => tail + text[tail..].find(char::is_whitespace)?,
        false => before,
    };
    let (name, position) = (text[..at].trim_end(), text[at..].trim());
    let named = name.contains(char::is_alphabetic) || find(name).is_some();
    (named && !position.is_empty()).then_some((name, position))
}

/// A sum of Nim heaps alone, `*2 + *3 + *`, as one position of Nim.
pub(crate) fn stars(text: &str) -> Option<String> {
    if !text.starts_with('*') {
        return None;
    }
    let words = text.split(|letter: char| letter == '+' || letter == ',' || letter.is_whitespace());
    let heap = |word: &str| match word.strip_prefix('*')? {
        "" => Some("1".to_string()),
        size if size.bytes().all(|byte| byte.is_ascii_digit()) => Some(size.to_string()),
        _ => None,
    };
    let heaps: Option<Vec<String>> = words.filter(|word| !word.is_empty()).map(heap).collect();
    heaps.map(|heaps| heaps.join(" "))
}

/// The position as the game reads it.
pub(crate) fn position<'a>(entry: &Entry, text: &'a str) -> Result<Cow<'a, str>, Error> {
    let plain = |byte: u8| byte.is_ascii_digit() || byte == b' ';
    // Names of nodes may have any letters, and sets have brackets of their own.
    if text.bytes().all(plain) || matches!(entry.board, Board::Graph | Board::Sums | Board::Own) {
        return Ok(Cow::Borrowed(text));
    }
    let inside = unwrapped(text);
    // In quotes a dash is itself, and without them it is standard input.
    if inside == "-" {
        return Ok(Cow::Borrowed(text));
    }
    if inside.split_whitespace().any(is_misere) {
        return Err(misplaced_misere());
    }
    if entry.board == Board::Numbers && inside.contains(['*', '×', '·']) {
        return products(inside).map(Cow::Owned);
    }
    if !entry.can.contains(&Ability::Piles) {
        return Ok(Cow::Borrowed(inside));
    }
    if let Some(heaps) = stars(inside).filter(|_| entry.name == "nim") {
        return Ok(Cow::Owned(heaps));
    }
    for word in inside.split_whitespace() {
        one_reading(entry, word, inside.len() < text.len())?;
    }
    Ok(Cow::Borrowed(inside))
}

/// The text without the quotes or the pair of brackets around the whole of it.
fn unwrapped(text: &str) -> &str {
    let inside = [('"', '"'), ('[', ']'), ('(', ')')]
        .iter()
        .find_map(|(open, close)| text.strip_prefix(*open)?.strip_suffix(*close));
    inside.filter(|inside| !inside.contains(['"', '[', ']', '(', ')'])).map_or(text, str::trim)
}

/// Refuses a word that is a number for some and a list for others.
fn one_reading(entry: &Entry, word: &str, is_list: bool) -> Result<(), Error> {
    let numbers = |sign: char| -> Option<Vec<Natural>> {
        let digits =
            word.len() < 60 && word.bytes().all(|byte| byte.is_ascii_digit() || byte == sign as u8);
        let words = word.split(sign).map(|word| word.parse().ok());
        words.collect::<Option<Vec<_>>>().filter(|all| digits && all.len() > 1)
    };
    let name = entry.name;
    let readings = if let Some(all) = numbers('+') {
        let sum = all.iter().fold(Natural::ZERO, |sum, number| &sum + number);
        let parts: Vec<String> = all.iter().map(|number| format!("{name}: {number}")).collect();
        (parts.join(" + "), format!("{name}: {sum}"))
    } else if let Some(all) = numbers('*') {
        let one = Natural::from(1u64);
        let product = all.iter().fold(one, |product, number| product.times(number));
        (format!("{name}: {product}"), format!("{name}: {}", word.replace('*', " ")))
    } else if !is_list && is_grouped(word) {
        (
            format!("{name}: {}", word.replace(',', "")),
            format!("{name}: {}", word.replace(',', ", ")),
        )
    } else {
        return Ok(());
    };
    Err(Error::input(format!(
        "{} has two readings, {} and {}: write the one that is meant",
        quoted(word),
        readings.0,
        readings.1
    )))
}

/// Whether commas stand where thousands are set apart, as in 1,000; nobody begins a number with 0.
fn is_grouped(word: &str) -> bool {
    let mut groups = word.split(',');
    let digits = |group: &str| group.bytes().all(|byte| byte.is_ascii_digit());
    let first = groups.next().is_some_and(|group| (1..=3).contains(&group.len()) && digits(group));
    let rest: Vec<&str> = groups.collect();
    let threes = rest.iter().all(|group| group.len() == 3 && digits(group));
    first && threes && rest.iter().any(|group| group.starts_with('0'))
}

/// Numbers some of which are written as products: `2^3*3^2 5` is `72 5`.
fn products(text: &str) -> Result<String, Error> {
    /// Larger numbers are not factored anyway, and a long product would take long.
    const MOST_BITS: u64 = 128;
    let text = text.replace(['×', '·'], "*");
    let factors: Vec<&str> = text.split('*').map(str::trim).collect();
    let numbers = factors.join("*");
    let words = numbers.split(|letter: char| letter == ',' || letter.is_whitespace());
    let mut out = Vec::new();
    for word in words.filter(|word| !word.is_empty()) {
        if !word.contains('*') {
            out.push(word.to_string());
            continue;
        }
        let mut product = Natural::from(1u64);
        for factor in word.split('*') {
            product =
                product.times(&factor.parse().map_err(|error: Error| {
                    error.within(format!("the product {}", quoted(word)))
                })?);
            if product.bits() > MOST_BITS {
                return Err(Error::input(format!(
                    "the product {} is too large: products up to 2^{MOST_BITS} are read",
                    quoted(word)
                )));
            }
        }
        out.push(product.to_string());
    }
    Ok(out.join(" "))
}

/// A sum of another kind with its positions beside its games, `selective(kayles: 5; nim: 3)`, as it is printed.
pub(crate) fn parts_inside(name: &str, parameters: Option<&str>) -> Option<String> {
    let Some(Named::Game(entry)) = find(name) else { return None };
    if entry.board != Board::Sums {
        return None;
    }
    let (mut games, mut positions, mut rest) = (Vec::new(), Vec::new(), parameters);
    while let Some(text) = rest {
        let end = address::find_outside(text, ';');
        let piece = &text[..end.unwrap_or(text.len())];
        rest = end.map(|end| &text[end + 1..]);
        let colon = address::find_outside(piece, ':')?;
        games.push(piece[..colon].trim());
        positions.push(piece[colon + 1..].trim());
    }
    Some(format!("{}({}): {}", entry.name, games.join(","), positions.join(" ; ")))
}

/// The error for a part without a name that stands in braces.
pub(crate) fn set_or_heaps(text: &str) -> Error {
    let inside = text.trim_matches(['{', '}']);
    Error::input(if inside.contains(|letter: char| letter.is_ascii_digit()) {
        format!(
            "{} has two readings, the heaps nim: {} and the game with these options, which set writes in braces \
             alone, such as set: {{{{}},{{{{}}}}}}: write the one that is meant",
            quoted(text),
            inside.replace(',', " ").split_whitespace().collect::<Vec<_>>().join(" ")
        )
    } else {
        format!("{} has no name: write set: {text}", quoted(text))
    })
}

/// The error for signs between two plus signs, `flip: ++ + ++`: a row with gaps, or a sum.
pub(crate) fn row_or_sum(parts: &[&str]) -> Option<Error> {
    let is_signs = |text: &str| text.chars().all(|letter| "+-−".contains(letter));
    let at = parts.iter().skip(1).position(|part| is_signs(part))?;
    let (name, signs) = parts[at].split_once(':')?;
    let (name, first, rest) = (name.trim(), signs.trim(), parts[at + 1]);
    if !is_signs(first) || first.is_empty() && at > 0 {
        return None;
    }
    if first.is_empty() || rest.is_empty() {
        return Some(Error::input(format!(
            "the signs of {name} have blanks between them: write them without, such as {name}: ++-+"
        )));
    }
    Some(Error::input(format!(
        "{} has two readings, {name}: {first}+{rest} and {name}: {first} + {name}: {rest}: write the one that is meant",
        quoted(&parts[at..at + 2].join(" + "))
    )))
}

/// Refuses a lone dash, which is standard input, to a game that has such a position of its own.
pub(crate) fn dash_or_input(game: &Game) -> Result<(), Error> {
    let name = game.name();
    match game.read("-") {
        Err(_) => Ok(()),
        Ok(_) => Err(Error::input(format!(
            "'{name}: -' has two readings, a position from standard input and the position that is written -: write \
             {name}: \"-\" for that one, and others out"
        ))),
    }
}

/// The error for a name that no position follows, or none that can do without a colon.
pub(crate) fn no_position(text: &str, name: &str, parameters: Option<&str>) -> Error {
    let (name, rest) = match name.split_once(char::is_whitespace) {
        Some((word, rest)) if find(name).is_none() => (word, rest.trim()),
        _ => (name, ""),
    };
    let Some(Named::Game(entry) | Named::Preset(entry, _)) = find(name) else {
        return unknown(name);
    };
    if !rest.is_empty() {
        return Error::input(format!(
            "{} has no colon: write {}: {rest}",
            quoted(text),
            name.to_ascii_lowercase()
        ));
    }
    let example = match parameters.filter(|_| entry.parameters.is_empty()) {
        Some(position) => {
            return Error::input(format!(
                "{} takes no parameters, and positions stand after a colon: write {}: {}",
                entry.name,
                entry.name,
                position.replace(',', " ").split_whitespace().collect::<Vec<_>>().join(" ")
            ));
        }
        None => entry.examples.first().copied().unwrap_or(entry.name),
    };
    Error::input(format!(
        "{} has no position: write one after a colon, such as {example}",
        quoted(text)
    ))
}
