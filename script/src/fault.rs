//! What is wrong with a text, and where: shown with its line and a caret.

use std::fmt;

/// A place in a text: where it begins, in bytes, and how many bytes it takes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Span {
    /// The first byte.
    pub start: u32,
    /// How many bytes.
    pub length: u32,
}

impl Span {
    pub(crate) fn to(self, end: Span) -> Span {
        Span { start: self.start, length: (end.start + end.length).saturating_sub(self.start) }
    }
}

/// A failure at a place of the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// One sentence.
    pub message: String,
    /// The name of the text.
    pub file: String,
    /// The line, counted from 1.
    pub line: usize,
    /// The letter in it, counted from 1.
    pub column: usize,
    /// How many letters of the line are meant, at least 1.
    pub length: usize,
    /// The line itself.
    pub text: String,
    /// Whether a limit of steps or memory was reached, so that nothing need be wrong with the text.
    pub stopped: bool,
}

impl Fault {
    /// A failure at a place of a text.
    pub fn at(file: &str, text: &str, span: Span, message: impl Into<String>) -> Fault {
        let start = (span.start as usize).min(text.len());
        let start = (0..=start).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
        let begin = text[..start].rfind('\n').map_or(0, |at| at + 1);
        let end = text[start..].find('\n').map_or(text.len(), |at| start + at);
        let stop = (start + span.length as usize).clamp(start, end);
        let stop = (stop..=end).find(|at| text.is_char_boundary(*at)).unwrap_or(end);
        Fault {
            message: message.into(),
            file: file.to_string(),
            line: text[..start].matches('\n').count() + 1,
            column: text[begin..start].chars().count() + 1,
            length: text[start..stop].chars().count().max(1),
            text: text[begin..end].trim_end().to_string(),
            stopped: false,
        }
    }
}

/// Lines longer than this are shown without their end.
const LONGEST: usize = 160;

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Fault { message, file, line, column, .. } = self;
        let number = line.to_string();
        let margin = " ".repeat(number.len());
        let shown: String = self.text.chars().take(LONGEST).map(visible).collect();
        let place = (column - 1).min(LONGEST);
        let length = self.length.min(LONGEST - place).max(1);
        writeln!(f, "{file}, line {line}, column {column}: {message}")?;
        writeln!(f, "  {number} | {shown}")?;
        write!(f, "  {margin} | {}{}", " ".repeat(place), "^".repeat(length))
    }
}

/// A tab is as wide as a caret.
fn visible(letter: char) -> char {
    if letter.is_control() { ' ' } else { letter }
}

/// What goes wrong while a program runs; the place is added by the machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Trouble {
    Wrong(String),
    Stopped(String),
    /// Told with its place already, by a program that a builtin function has run.
    Placed(Box<Fault>),
}

pub(crate) type Outcome<T> = Result<T, Box<Trouble>>;

pub(crate) fn wrong<T>(message: impl Into<String>) -> Outcome<T> {
    Err(Box::new(Trouble::Wrong(message.into())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faults_are_shown_with_their_line_and_a_caret() {
        let text = "a = 1\nb = é + cc\n";
        let span = Span { start: text.find("cc").unwrap() as u32, length: 2 };
        let fault = Fault::at("x.star", text, span, "what is cc?");
        assert_eq!(
            fault.to_string(),
            "x.star, line 2, column 9: what is cc?\n  2 | b = é + cc\n    |         ^^"
        );
    }

    #[test]
    fn a_place_beyond_the_end_is_the_end() {
        let fault = Fault::at("x", "ab", Span { start: 9, length: 3 }, "m");
        assert_eq!((fault.line, fault.column, fault.length), (1, 3, 1));
        assert_eq!(Fault::at("x", "", Span::default(), "m").line, 1);
    }
}
