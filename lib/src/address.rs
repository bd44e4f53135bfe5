//! Addresses: one text that names a game, its parameters, a position and the play.
//!
//! ```text
//! address    = [ "misere " ] sum | preset
//! sum        = part { " + " part }
//! part       = [ name [ "(" parameters ")" ] ":" ] position
//! parameters = parameter { "," parameter }
//! parameter  = value | key "=" value
//! ```
//!
//! People also write `[3,4,5]`, `*2 + *3`, `NIM: 3 4 5`, `kayles 12` or `100-game: 89`; that is understood, and
//! what is printed is the address above.

use crate::analysis::LONGEST_TO;
use crate::erased::AnyPosition;
use crate::error::{Error, quoted};
use crate::game::{Board, Entry, Game, Preset};
use crate::parameters;
use crate::question::Counted;
use crate::spelling::{self, Named};
use crate::sum::SumPosition;
use crate::value::Play;

pub use crate::locate::locate;
pub use crate::parameters::Parameters;
pub use crate::question::{Nowhere, Question, Source};

/// The longest address, in bytes. Longer positions come from standard input.
pub const LONGEST: usize = 1_000_000;

/// An address taken apart; nothing is opened yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Address {
    /// Normal or misère.
    pub play: Play,
    /// The parts of the sum.
    pub parts: Vec<Part>,
}

/// One part of a sum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// The game with its parameters.
    pub parameters: Parameters,
    /// The position, not yet read.
    pub position: String,
}

/// Opens an address.
///
/// ```
/// let question = bouton::address::open("misere nim: 1 3 5 7")?;
/// assert_eq!(question.game.name(), "nim");
/// assert_eq!(question.address(), "misere nim: 1 3 5 7");
/// # Ok::<(), bouton::Error>(())
/// ```
pub fn open(text: &str) -> Result<Question, Error> {
    open_with(text, &mut Nowhere)
}

/// Opens an address that may name files or take its position from a stream.
pub fn open_with(text: &str, source: &mut dyn Source) -> Result<Question, Error> {
    let Address { play, mut parts } = parse(text)?;
    for part in &mut parts {
        part.parameters.load(source)?;
    }
    if let [part] = &parts[..] {
        let game = open_game(&part.parameters)?;
        if part.position != "-" {
            let position = game.read(&part.position)?;
            return Ok(Question::new(game, position, play));
        }
        spelling::dash_or_input(&game)?;
        let mut counted = Counted { input: source.input()?, bytes: 0 };
        let position = game.read_from(&mut counted)?;
        let is_long = counted.bytes > LONGEST_TO;
        return Ok(Question { game, position, play, streamed: true, is_long });
    }
    let mut games = Vec::with_capacity(parts.len());
    let mut positions = Vec::with_capacity(parts.len());
    for part in &parts {
        let game = open_game(&part.parameters)?;
        if game.has_many_players() {
            return Err(Error::Unsupported(format!(
                "{} has more than two players and cannot be part of a sum",
                game.name()
            )));
        }
        if part.position == "-" {
            spelling::dash_or_input(&game)?;
            return Err(Error::input(
                "a part of a sum cannot be read from standard input: write it out",
            ));
        }
        positions.push(game.read(&part.position)?);
        games.push(game);
    }
    let position = AnyPosition::of(SumPosition(positions.into()));
    Ok(Question::new(Game::sum(games), position, play))
}

/// Opens a game without a position, `moore(2)`, or that of a preset in normal play, `100-game`.
pub fn open_named(text: &str) -> Result<Game, Error> {
    open_named_with(text, &mut Nowhere)
}

/// The same for parameters that may name files, which the caller reads.
pub fn open_named_with(text: &str, source: &mut dyn Source) -> Result<Game, Error> {
    match open_played(text, source)? {
        (game, Play::Normal) => Ok(game),
        (game, Play::Misere) => Err(Error::Unsupported(format!(
            "{} is misère play, and here is normal play alone: write {}",
            quoted(text.trim()),
            game.name()
        ))),
    }
}

/// Opens a game without a position, with its play: `misere moore(2)`, or a preset such as `marienbad`.
pub fn open_played(text: &str, source: &mut dyn Source) -> Result<(Game, Play), Error> {
    let (said, rest) = split_play(text.trim());
    let (own, mut parameters) = named(rest)?;
    parameters.load(source)?;
    let play = if said == Play::Misere { said } else { own };
    Ok((open_game(&parameters)?, play))
}

fn open_game(parameters: &Parameters) -> Result<Game, Error> {
    let game = open_unchecked(parameters)?;
    game.rules().opened()?;
    #[cfg(feature = "script")]
    if game.rules().assumed().is_some() {
        let starts: &[&str] = if game.rules().read("start").is_ok() { &["start"] } else { &[] };
        crate::own::glance(&game, starts, &crate::ask::Ask::default())?;
    }
    Ok(game)
}

fn open_unchecked(parameters: &Parameters) -> Result<Game, Error> {
    let entry = entry(parameters.game)?;
    parameters.check(entry)?;
    (entry.open)(parameters)
}

/// Opens a game to verify it: nothing about it is compared yet. Positions to begin with come with it.
#[cfg(feature = "verification")]
pub(crate) fn open_to_verify(
    text: &str,
    source: &mut dyn Source,
) -> Result<(Game, Vec<String>), Error> {
    let (_, mut parameters) = named(text.trim())?;
    parameters.load(source)?;
    let game = open_unchecked(&parameters)?;
    let examples =
        entry(parameters.game)?.examples.iter().filter_map(|example| parse(example).ok());
    let own = examples
        .flat_map(|address| address.parts)
        .filter(|part| part.parameters.to_string() == parameters.to_string());
    let mut positions: Vec<String> = own.map(|part| part.position).collect();
    positions.extend(Some("start".to_string()).filter(|start| game.read(start).is_ok()));
    Ok((game, positions))
}

/// The catalogue's entry for a name, an alias or a preset of it, in any case.
pub fn entry(name: &str) -> Result<&'static Entry, Error> {
    match spelling::find(name) {
        Some(Named::Game(entry) | Named::Preset(entry, _)) => Ok(entry),
        None => Err(spelling::unknown(name)),
    }
}

/// The preset of a name, in any case.
pub fn preset(name: &str) -> Option<&'static Preset> {
    match spelling::find(name)? {
        Named::Preset(_, preset) => Some(preset),
        Named::Game(_) => None,
    }
}

/// Takes an address apart.
pub fn parse(text: &str) -> Result<Address, Error> {
    if text.len() > LONGEST {
        return Err(Error::input(format!(
            "the address is {} bytes long, the most is {LONGEST}: give longer positions on standard input, as in 'nim: -'",
            text.len()
        )));
    }
    let (mut play, rest) = split_play(text.trim());
    if let Some(position) = spelling::stars(rest) {
        let parameters = Parameters::none("nim");
        return Ok(Address { play, parts: vec![Part { parameters, position }] });
    }
    let texts = split_sum(rest)?;
    if let Some(error) = spelling::row_or_sum(&texts) {
        return Err(error);
    }
    let mut parts = Vec::with_capacity(texts.len());
    for text in &texts {
        let (own, mut found) = part(text)?;
        if own == Play::Misere && play == Play::Normal {
            if texts.len() > 1 {
                return Err(Error::input(format!(
                    "{} is misère play, which belongs to a whole sum: begin the address with misere, or write {} in \
                     its place",
                    quoted(text),
                    found.first().map_or("nim", |part| part.parameters.game)
                )));
            }
            play = own;
        }
        parts.append(&mut found);
    }
    Ok(Address { play, parts })
}

/// Takes the word in front that says the play.
pub(crate) fn split_play(text: &str) -> (Play, &str) {
    match text.split_once(char::is_whitespace) {
        Some((word, rest)) if spelling::is_misere(word) => (Play::Misere, rest.trim_start()),
        _ => (Play::Normal, text),
    }
}

/// Splits a sum at the plus signs that have a blank on both sides and stand in no bracket.
pub(crate) fn split_sum(text: &str) -> Result<Vec<&str>, Error> {
    let mut parts = Vec::new();
    let mut start = 0;
    let mut open: Vec<(usize, char)> = Vec::new();
    let mut before = ' ';
    for (at, letter) in text.char_indices() {
        match letter {
            '(' | '[' | '{' => open.push((at, letter)),
            ')' | ']' | '}' => {
                let wanted = match letter {
                    ')' => '(',
                    ']' => '[',
                    _ => '{',
                };
                if open.pop().is_none_or(|(_, bracket)| bracket != wanted) {
                    return Err(unbalanced(text, at));
                }
            }
            '+' if open.is_empty() && before.is_whitespace() => {
                let after = &text[at + 1..];
                // Where a position begins it is the position, or its beginning; at the very end a part is lacking.
                let begins = text[start..at].trim_end().ends_with(':');
                if !begins && (after.is_empty() || after.starts_with(char::is_whitespace)) {
                    parts.push(&text[start..at]);
                    start = at + 1;
                }
            }
            _ => {}
        }
        before = letter;
    }
    if let Some((at, _)) = open.pop() {
        return Err(unbalanced(text, at));
    }
    parts.push(&text[start..]);
    Ok(parts.into_iter().map(str::trim).collect())
}

fn unbalanced(text: &str, at: usize) -> Error {
    let bracket = text[at..].chars().next().unwrap_or('(');
    let column = text[..at].chars().count() + 1;
    Error::input(format!(
        "the bracket {bracket} at column {column} has no partner: brackets must come in pairs"
    ))
}

/// Reads a part of a sum, with the play if it is a preset that has one.
fn part(text: &str) -> Result<(Play, Vec<Part>), Error> {
    if let Some(preset) = preset(text) {
        return parse(preset.address).map(|address| (address.play, address.parts));
    }
    let (head_text, position) = match find_outside(text, ':') {
        Some(at) => (text[..at].trim(), text[at + 1..].trim()),
        None if text.starts_with('{') => return Err(spelling::set_or_heaps(text)),
        None => match spelling::without_colon(text) {
            Some(split) => split,
            None if text.starts_with(char::is_alphabetic) => {
                let (name, parameters) = head(text)?;
                if parameters.is_some() && entry(name).is_ok_and(|entry| entry.board == Board::Own)
                {
                    return part(&format!("{text}: start"));
                }
                if let Some(parted) = spelling::parts_inside(name, parameters) {
                    return part(&parted);
                }
                return Err(spelling::no_position(text, name, parameters));
            }
            None => ("nim", text),
        },
    };
    let (play, parameters) = named(head_text)?;
    let entry = entry(parameters.game)?;
    let position = spelling::position(entry, position)?;
    if position.is_empty() {
        let example = entry.examples.first().copied().unwrap_or("nim: 3 4 5");
        return Err(Error::input(format!(
            "the position of {} is empty: write one, such as {example}",
            parameters.game
        )));
    }
    Ok((play, vec![Part { parameters, position: position.into_owned() }]))
}

/// A game with its parameters, or that of a preset, and the play of the preset.
pub(crate) fn named(text: &str) -> Result<(Play, Parameters), Error> {
    let (name, parameters) = head(text)?;
    match spelling::find(name) {
        None => Err(spelling::unknown(name)),
        Some(Named::Game(entry)) => Ok((Play::Normal, parameters::read(entry, parameters)?)),
        Some(Named::Preset(_, preset)) if parameters.is_some() => Err(Error::input(format!(
            "{} has its parameters already: it is {}",
            preset.name, preset.address
        ))),
        Some(Named::Preset(_, preset)) => {
            let address = parse(preset.address)?;
            match &address.parts[..] {
                [part] => Ok((address.play, part.parameters.clone())),
                _ => Err(Error::input(format!(
                    "{} is a sum of games: give the name of one game",
                    preset.name
                ))),
            }
        }
    }
}

/// Splits `name(parameters)`.
fn head(text: &str) -> Result<(&str, Option<&str>), Error> {
    match text.split_once('(') {
        None => match text.split_once(['{', '[']) {
            Some((name, rest)) => Err(Error::input(format!(
                "{} has its parameters in the wrong brackets: write {}({})",
                quoted(text),
                name.trim().to_ascii_lowercase(),
                rest.trim_matches(['{', '}', '[', ']'])
            ))),
            None => Ok((text, None)),
        },
        Some((name, rest)) => match rest.strip_suffix(')') {
            Some(parameters) => Ok((name.trim(), Some(parameters))),
            None => Err(Error::input(format!(
                "{} has text after its parameters: write name(parameters): position",
                quoted(text)
            ))),
        },
    }
}

/// The place of a letter that stands in no bracket.
pub(crate) fn find_outside(text: &str, wanted: char) -> Option<usize> {
    let mut depth = 0i64;
    text.char_indices().find_map(|(at, letter)| {
        match letter {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth -= 1,
            _ => {}
        }
        (letter == wanted && depth == 0).then_some(at)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn heads(text: &str) -> Vec<(String, String)> {
        let parts = parse(text).unwrap().parts;
        parts.into_iter().map(|part| (part.parameters.to_string(), part.position)).collect()
    }

    #[test]
    fn sums_names_and_parameters_are_found() {
        assert_eq!(heads("3 4 5"), [("nim".into(), "3 4 5".into())]);
        assert_eq!(heads("21"), [("nim".into(), "21".into())]);
        assert_eq!(
            heads("kayles: 7 + subtraction(1, 3,4):10"),
            [("kayles".into(), "7".into()), ("subtraction(1,3,4)".into(), "10".into())]
        );
        assert_eq!(
            heads("moore( 2 ,most = 3 ): 3 4 5"),
            [("moore(2, most=3)".into(), "3 4 5".into())]
        );
        assert_eq!(heads("takeaway(1-3): 21"), [("subtraction(1-3)".into(), "21".into())]);
    }

    #[test]
    fn play_belongs_to_the_address() {
        assert_eq!(parse("misere nim: 1 2").unwrap().play, Play::Misere);
        assert_eq!(parse("misère nim: 1 2").unwrap().play, Play::Misere);
        assert_eq!(parse("nim: 1 2").unwrap().play, Play::Normal);
        let marienbad = parse("marienbad").unwrap();
        assert_eq!((marienbad.play, &marienbad.parts[0].position[..]), (Play::Misere, "1 3 5 7"));
    }

    #[test]
    fn plus_signs_inside_a_position_do_not_split_it() {
        assert_eq!(split_sum("flip: ++-+ + nim: 3").unwrap(), ["flip: ++-+", "nim: 3"]);
        assert_eq!(split_sum("a(1 + 2): 3").unwrap(), ["a(1 + 2): 3"]);
        assert_eq!(split_sum("flip: +").unwrap(), ["flip: +"]);
        assert_eq!(split_sum("flip: + + nim: 3").unwrap(), ["flip: +", "nim: 3"]);
        assert_eq!(split_sum("nim: 3 + flip: + + 4").unwrap(), ["nim: 3", "flip: +", "4"]);
    }

    #[test]
    fn errors_say_what_would_be_right() {
        for (text, hint) in [
            ("", "the position of nim is empty"),
            ("   ", "the position of nim is empty"),
            ("kaylse: 3", "did you mean kayles"),
            ("zzzzzzz: 3", "no game 'zzzzzzz'"),
            ("kayles", "has no position"),
            ("kayles:", "is empty"),
            ("subtraction: 5", "needs set"),
            ("subtraction(): 5", "are empty"),
            ("subtraction(1,,2): 5", "comma too many"),
            ("moore: 3", "needs k"),
            ("moore(2, least=3): 3", "moore takes k, most"),
            ("moore(2, 3, 4): 3", "too many"),
            ("moore(2, most=1, most=2): 3", "twice"),
            ("kayles(3): 3", "takes no parameters"),
            ("moore(2: 3", "column 6"),
            ("moore(2]: 3", "has no partner"),
            ("moore(2)): 3", "column 9"),
            ("moore(2)x: 3", "after its parameters"),
            ("3 + ", "the position of nim is empty"),
            ("3 +  + 4", "the position of nim is empty"),
            ("hello", "no game 'hello'"),
        ] {
            let message = open(text).err().expect(text).to_string();
            assert!(message.contains(hint), "{text}: {message}");
        }
        assert!(parse(&"1 ".repeat(LONGEST)).unwrap_err().to_string().contains("standard input"));
    }
}
