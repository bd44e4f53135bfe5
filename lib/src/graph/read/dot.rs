//! The part of Graphviz' DOT language that says which arcs there are.

use super::Builder;
use crate::error::{Error, quoted};

#[derive(Debug, PartialEq)]
enum Token<'t> {
    Name(std::borrow::Cow<'t, str>),
    Arrow,
    Undirected,
    Sign(char),
}

struct Tokens<'t> {
    text: &'t str,
    line: usize,
}

impl<'t> Tokens<'t> {
    fn skip(&mut self, bytes: usize) -> &'t str {
        let (gone, rest) = self.text.split_at(bytes);
        self.line += gone.bytes().filter(|byte| *byte == b'\n').count();
        self.text = rest;
        gone
    }

    fn wrong(&self, what: impl std::fmt::Display) -> Error {
        Error::input(format!("line {}: {what}", self.line))
    }

    fn next(&mut self) -> Result<Option<Token<'t>>, Error> {
        loop {
            let blank = self.text.len() - self.text.trim_start().len();
            self.skip(blank);
            if self.text.starts_with("//") || self.text.starts_with('#') {
                self.skip(self.text.find('\n').unwrap_or(self.text.len()));
            } else if self.text.starts_with("/*") {
                let end =
                    self.text.find("*/").ok_or_else(|| self.wrong("a comment is not closed"))?;
                self.skip(end + 2);
            } else {
                break;
            }
        }
        let Some(first) = self.text.chars().next() else { return Ok(None) };
        if self.text.starts_with("->") || self.text.starts_with("--") {
            let arrow = self.skip(2) == "->";
            return Ok(Some(if arrow { Token::Arrow } else { Token::Undirected }));
        }
        if first == '"' {
            return self.quoted_name().map(Some);
        }
        let is_name = |letter: char| {
            letter.is_alphanumeric() || "_.-+*/".contains(letter) || !letter.is_ascii()
        };
        if is_name(first) {
            // A minus ends a name where it begins an arrow.
            let letters = self.text.char_indices();
            let end = letters
                .take_while(|(at, letter)| {
                    is_name(*letter)
                        && !self.text[*at..].starts_with("->")
                        && !self.text[*at..].starts_with("--")
                })
                .last()
                .map_or(0, |(at, letter)| at + letter.len_utf8());
            return Ok(Some(Token::Name(self.skip(end).into())));
        }
        self.skip(first.len_utf8());
        Ok(Some(Token::Sign(first)))
    }

    fn quoted_name(&mut self) -> Result<Token<'t>, Error> {
        let mut escaped = false;
        for (at, letter) in self.text.char_indices().skip(1) {
            match letter {
                '\\' if !escaped => {
                    escaped = true;
                    continue;
                }
                '"' if !escaped => {
                    let name = &self.skip(at + 1)[1..at];
                    return Ok(Token::Name(match name.contains('\\') {
                        true => name.replace("\\\"", "\"").into(),
                        false => name.into(),
                    }));
                }
                _ => {}
            }
            escaped = false;
        }
        Err(self.wrong("a quotation mark is not closed"))
    }

    /// Skips `[...]`, whose bracket was just read.
    fn attributes(&mut self) -> Result<(), Error> {
        loop {
            match self.next()? {
                Some(Token::Sign(']')) => return Ok(()),
                Some(_) => {}
                None => return Err(self.wrong("the bracket [ is not closed")),
            }
        }
    }
}

/// Arcs between two groups at most.
const MOST_PRODUCT: usize = 1_000_000;

/// A statement that is being read: the ends of the last arrow, and whether another end must come.
#[derive(Default)]
struct Statement {
    ends: Vec<u32>,
    arrow: bool,
}

impl Statement {
    fn add(&mut self, targets: Vec<u32>, builder: &mut Builder) -> Result<(), Error> {
        if self.arrow {
            // Groups multiply; a short text must not mean billions of arcs.
            if self.ends.len().saturating_mul(targets.len()) > MOST_PRODUCT {
                return Err(Error::input(format!(
                    "two groups of {} and {} nodes are joined: write such arcs one by one",
                    self.ends.len(),
                    targets.len()
                )));
            }
            for from in &self.ends {
                targets.iter().for_each(|to| builder.arc(*from, *to));
            }
        }
        *self = Statement { ends: targets, arrow: false };
        Ok(())
    }
}

/// Reads a digraph. Subgraphs are groups: `a -> {b c}` is two arcs.
pub(super) fn read(text: &str, builder: &mut Builder) -> Result<(), Error> {
    let mut tokens = Tokens { text, line: 1 };
    loop {
        match tokens.next()? {
            Some(Token::Sign('{')) => break,
            Some(Token::Name(_)) => {}
            _ => return Err(tokens.wrong("a DOT file begins with digraph { ... }")),
        }
    }
    // Groups that are open: the statement outside, and the nodes inside.
    let mut groups: Vec<(Statement, Vec<u32>)> = Vec::new();
    let mut statement = Statement::default();
    let mut members: Vec<u32> = Vec::new();
    loop {
        let line = tokens.line;
        match tokens.next()? {
            None => return Err(tokens.wrong("the brace { of the graph is not closed")),
            Some(Token::Undirected) => {
                return Err(tokens.wrong("an undirected edge: a game needs arcs, write a -> b"));
            }
            Some(Token::Arrow) if statement.ends.is_empty() || statement.arrow => {
                return Err(tokens.wrong("an arrow without a node before it"));
            }
            Some(Token::Arrow) => statement.arrow = true,
            Some(Token::Sign('[')) => tokens.attributes()?,
            Some(Token::Sign('{')) => {
                groups.push((std::mem::take(&mut statement), std::mem::take(&mut members)));
            }
            Some(Token::Sign(end @ (';' | ',' | '}'))) => {
                if statement.arrow {
                    return Err(tokens.wrong("an arrow without a node behind it"));
                }
                statement = Statement::default();
                if end != '}' {
                    continue;
                }
                let Some((outer, outer_members)) = groups.pop() else { return Ok(()) };
                let inner = std::mem::replace(&mut members, outer_members);
                members.extend_from_slice(&inner);
                statement = outer;
                statement.add(inner, builder)?;
            }
            Some(Token::Sign('=')) => {
                // `rank=same`: a setting, not a node. Its name was read as one that has no arcs.
                tokens.next()?;
                statement = Statement::default();
            }
            Some(Token::Sign(':')) => {
                tokens.next()?;
            }
            Some(Token::Sign(sign)) => {
                return Err(
                    tokens.wrong(format!("{} does not belong here", quoted(&sign.to_string())))
                );
            }
            Some(Token::Name(name)) => {
                if !statement.arrow {
                    statement = Statement::default();
                }
                let keyword = ["node", "edge", "graph"].contains(&&*name)
                    && tokens.text.trim_start().starts_with('[');
                let setting = tokens.text.trim_start().starts_with('=');
                if keyword || setting {
                    continue;
                }
                if name == "subgraph" {
                    if !tokens.text.trim_start().starts_with('{') {
                        tokens.next()?;
                    }
                    continue;
                }
                let node = builder.node(&name, line)?;
                members.push(node);
                statement.add(vec![node], builder)?;
            }
        }
    }
}
