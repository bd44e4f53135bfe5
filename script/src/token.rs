//! Text to tokens, with the indentation of Python.

use num_bigint::BigInt;

use crate::fault::Span;

/// A word of the language.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Token {
    Name(String),
    Int(BigInt),
    Text(String),
    /// The inside of an f-string, with its place.
    Format(String),
    Sign(&'static str),
    Word(&'static str),
    Newline,
    Indent,
    Dedent,
    End,
}

pub(crate) type Wrong = (Span, String);

const WORDS: &[&str] = &[
    "and", "break", "continue", "def", "elif", "else", "for", "if", "in", "lambda", "not", "or",
    "pass", "return", "None", "True", "False",
];

/// Words of Python that Starlark does without, and what is written instead.
const FOREIGN: &[(&str, &str)] = &[
    (
        "while",
        "there is no while here, so that every program ends: write for step in range(1000), and break",
    ),
    ("import", "nothing can be imported: the rules of a game stand in one file"),
    ("from", "nothing can be imported: the rules of a game stand in one file"),
    ("load", "nothing can be loaded: the rules of a game stand in one file"),
    ("class", "there are no classes here: write positions as tuples, lists, strings and numbers"),
    ("try", "there is no try here: ask before you do"),
    ("except", "there is no except here: ask before you do"),
    ("finally", "there is no finally here: ask before you do"),
    ("raise", "there is no raise here: write fail(\"what is wrong\")"),
    ("assert", "there is no assert here: write if not ...: fail(\"what is wrong\")"),
    ("with", "there is no with here: programs have no files"),
    ("yield", "there is no yield here: append to a list, and return it"),
    ("async", "there is no async here"),
    ("await", "there is no await here"),
    (
        "global",
        "global values do not change once the file is loaded: give and return values instead",
    ),
    (
        "nonlocal",
        "a function does not change the variables of another: give and return values instead",
    ),
    ("is", "there is no is here: write == or !="),
    ("del", "there is no del here: write pop"),
];

const SIGNS: &[&str] = &[
    "**=", "//=", "<<=", ">>=", "**", "//", "<<", ">>", "==", "!=", "<=", ">=", "+=", "-=", "*=",
    "%=", "&=", "|=", "^=", "/=", "->", ":=", "(", ")", "[", "]", "{", "}", ",", ":", ".", ";",
    "=", "+", "-", "*", "/", "%", "<", ">", "&", "|", "^", "~", "@",
];

struct Lexer<'t> {
    text: &'t str,
    at: usize,
    brackets: Vec<(char, usize)>,
    indents: Vec<usize>,
    tokens: Vec<(Token, Span)>,
}

/// Brackets may nest this deep; what is parsed by recursion stays on its stack.
const DEEPEST: usize = 60;

/// All tokens of a text; the last is `End`.
pub(crate) fn tokens(text: &str) -> Result<Vec<(Token, Span)>, Wrong> {
    let mut lexer =
        Lexer { text, at: 0, brackets: Vec::new(), indents: vec![0], tokens: Vec::new() };
    lexer.run()?;
    Ok(lexer.tokens)
}

impl Lexer<'_> {
    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    fn span(&self, start: usize) -> Span {
        Span { start: start as u32, length: (self.at - start) as u32 }
    }

    fn push(&mut self, token: Token, start: usize) {
        let span = self.span(start);
        self.tokens.push((token, span));
    }

    fn wrong<T>(
        &self,
        start: usize,
        length: usize,
        message: impl Into<String>,
    ) -> Result<T, Wrong> {
        Err((Span { start: start as u32, length: length as u32 }, message.into()))
    }

    fn run(&mut self) -> Result<(), Wrong> {
        if self.rest().starts_with('\u{feff}') {
            self.at += 3;
        }
        let mut fresh = true;
        loop {
            if fresh && self.brackets.is_empty() {
                self.indentation()?;
            }
            fresh = false;
            let blank = self.rest().len() - self.rest().trim_start_matches([' ', '\t', '\r']).len();
            self.at += blank;
            let start = self.at;
            let Some(letter) = self.rest().chars().next() else { break };
            match letter {
                '#' => self.at += self.rest().find('\n').unwrap_or(self.rest().len()),
                '\n' => {
                    self.at += 1;
                    fresh = true;
                    if self.brackets.is_empty()
                        && !matches!(
                            self.tokens.last(),
                            None | Some((Token::Newline | Token::Indent | Token::Dedent, _))
                        )
                    {
                        self.push(Token::Newline, start);
                    }
                }
                '\\' => {
                    let line = self.rest()[1..].trim_start_matches('\r');
                    if !line.starts_with('\n') {
                        return self.wrong(start, 1, "a backslash outside of a string ends a line");
                    }
                    self.at += self.rest().find('\n').unwrap_or(0) + 1;
                }
                '0'..='9' => self.number()?,
                '"' | '\'' => self.string(false, false)?,
                letter if letter.is_alphabetic() || letter == '_' => self.word()?,
                _ => self.sign()?,
            }
        }
        if let Some((bracket, at)) = self.brackets.last() {
            return self.wrong(*at, 1, format!("the bracket {bracket} is never closed"));
        }
        let end = self.at;
        if !matches!(self.tokens.last(), None | Some((Token::Newline | Token::Dedent, _))) {
            self.push(Token::Newline, end);
        }
        for _ in 1..self.indents.len() {
            self.push(Token::Dedent, end);
        }
        self.push(Token::End, end);
        Ok(())
    }

    /// At the beginning of a line: compares its indentation with that of the lines before.
    fn indentation(&mut self) -> Result<(), Wrong> {
        loop {
            let line = self.rest();
            let width: usize = line
                .chars()
                .take_while(|letter| matches!(letter, ' ' | '\t'))
                .map(|letter| if letter == '\t' { 8 } else { 1 })
                .sum();
            let words = line.trim_start_matches([' ', '\t', '\r']);
            let indent = line.len() - words.len();
            if words.is_empty() {
                self.at = self.text.len();
                return Ok(());
            }
            if words.starts_with('\n') || words.starts_with('#') {
                self.at += line.find('\n').map_or(line.len(), |at| at + 1);
                continue;
            }
            let start = self.at;
            self.at += indent;
            let now = self.indents.last().copied().unwrap_or(0);
            if width > now {
                self.indents.push(width);
                if self.indents.len() > DEEPEST {
                    return self.wrong(start, indent, "lines are indented too deep");
                }
                self.push(Token::Indent, start);
            }
            while self.indents.last().is_some_and(|indent| *indent > width) {
                self.indents.pop();
                self.push(Token::Dedent, start);
            }
            if self.indents.last() != Some(&width) {
                return self.wrong(
                    start,
                    indent,
                    "this line is indented less than the one before, and as none before that",
                );
            }
            return Ok(());
        }
    }

    fn word(&mut self) -> Result<(), Wrong> {
        let start = self.at;
        let rest = self.rest();
        let length = rest.find(|letter: char| !letter.is_alphanumeric() && letter != '_');
        let word = &rest[..length.unwrap_or(rest.len())];
        let (raw, format) = (matches!(word, "r" | "R"), matches!(word, "f" | "F"));
        let quoted = rest[word.len()..].starts_with(['"', '\'']);
        if quoted && matches!(word, "b" | "B" | "rb" | "br" | "fr" | "rf" | "u") {
            return self.wrong(start, word.len(), format!("strings have no prefix {word} here"));
        }
        if quoted && (raw || format) {
            self.at += 1;
            return self.string(raw, format);
        }
        if let Some((_, message)) = FOREIGN.iter().find(|(foreign, _)| *foreign == word) {
            return self.wrong(start, word.len(), *message);
        }
        let token = match WORDS.iter().find(|known| **known == word) {
            Some(word) => Token::Word(word),
            None => Token::Name(word.to_string()),
        };
        self.at += word.len();
        self.push(token, start);
        Ok(())
    }

    fn number(&mut self) -> Result<(), Wrong> {
        let start = self.at;
        let rest = self.rest();
        let length = rest
            .find(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_')
            .unwrap_or(rest.len());
        let word = &rest[..length];
        if rest[length..].starts_with('.') {
            return self.wrong(
                start,
                length + 1,
                "there are no fractions here: whole numbers only",
            );
        }
        let lower = word.to_ascii_lowercase().replace('_', "");
        let (digits, radix) = match lower.get(..2) {
            Some("0x") => (&lower[2..], 16),
            Some("0o") => (&lower[2..], 8),
            Some("0b") => (&lower[2..], 2),
            _ => (&lower[..], 10),
        };
        let Some(number) = BigInt::parse_bytes(digits.as_bytes(), radix) else {
            return self.wrong(start, length, format!("{word} is not a number"));
        };
        self.at += length;
        self.push(Token::Int(number), start);
        Ok(())
    }

    fn string(&mut self, raw: bool, format: bool) -> Result<(), Wrong> {
        let start = self.at;
        let quote = &self.rest()[..1];
        let triple = quote.repeat(3);
        let (open, long) =
            if self.rest().starts_with(&triple) { (&triple[..], true) } else { (quote, false) };
        let open = open.to_string();
        self.at += open.len();
        let mut text = String::new();
        loop {
            let rest = self.rest();
            if rest.starts_with(&open[..]) {
                self.at += open.len();
                break;
            }
            let mut letters = rest.chars();
            match letters.next() {
                None => return self.wrong(start, open.len(), "this string is never closed"),
                Some('\n') if !long => {
                    let length = self.at - start;
                    return self.wrong(start, length, "this string is not closed on its line");
                }
                Some('\\') if raw => {
                    let next = letters.next().unwrap_or(' ');
                    text.extend(['\\', next]);
                    self.at += 1 + next.len_utf8();
                }
                Some('\\') => self.escape(&mut text)?,
                Some(letter) => {
                    text.push(letter);
                    self.at += letter.len_utf8();
                }
            }
        }
        let token = if format { Token::Format(text) } else { Token::Text(text) };
        self.push(token, start);
        Ok(())
    }

    fn escape(&mut self, text: &mut String) -> Result<(), Wrong> {
        let start = self.at;
        let mut letters = self.text[start..].chars().skip(1);
        let letter = letters.next().unwrap_or(' ');
        self.at += 1 + letter.len_utf8();
        let meant = match letter {
            'n' => Some('\n'),
            't' => Some('\t'),
            'r' => Some('\r'),
            '\\' | '\'' | '"' => Some(letter),
            _ => None,
        };
        if let Some(letter) = meant {
            text.push(letter);
            return Ok(());
        }
        let digits = match letter {
            // A line that goes on in the next.
            '\n' => return Ok(()),
            'x' => 2,
            'u' => 4,
            'U' => 8,
            _ => {
                let message = format!("\\{letter} means nothing: a backslash itself is \\\\");
                return self.wrong(start, 2, message);
            }
        };
        let code: String = letters.take(digits).collect();
        let number = u32::from_str_radix(&code, 16).ok().filter(|_| code.len() == digits);
        match number.and_then(char::from_u32) {
            Some(letter) => text.push(letter),
            None => return self.wrong(start, 2, "this is not the number of a letter"),
        }
        self.at += digits;
        Ok(())
    }

    fn sign(&mut self) -> Result<(), Wrong> {
        let start = self.at;
        let Some(sign) = SIGNS.iter().find(|sign| self.rest().starts_with(**sign)) else {
            let letter = self.rest().chars().next().unwrap_or(' ');
            let message = format!("the letter {letter} has no meaning here");
            return self.wrong(start, letter.len_utf8(), message);
        };
        match *sign {
            "(" | "[" | "{" => {
                self.brackets.push((sign.chars().next().unwrap_or('('), start));
                if self.brackets.len() > DEEPEST {
                    return self.wrong(start, 1, "brackets are nested too deep");
                }
            }
            ")" | "]" | "}" => {
                let wanted = match *sign {
                    ")" => '(',
                    "]" => '[',
                    _ => '{',
                };
                match self.brackets.pop() {
                    Some((open, _)) if open == wanted => {}
                    Some((open, _)) => {
                        return self.wrong(start, 1, format!("{sign} does not close {open}"));
                    }
                    None => return self.wrong(start, 1, format!("{sign} closes nothing")),
                }
            }
            "/" | "/=" => {
                let message =
                    "/ makes fractions, which there are none of: write // to divide whole numbers";
                return self.wrong(start, sign.len(), message);
            }
            ":=" => {
                return self.wrong(
                    start,
                    2,
                    ":= has no place here: write an assignment of its own",
                );
            }
            "->" | "@" => {
                return self.wrong(start, sign.len(), format!("{sign} has no place here"));
            }
            _ => {}
        }
        self.at += sign.len();
        self.push(Token::Sign(sign), start);
        Ok(())
    }
}
