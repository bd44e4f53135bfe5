//! Tokens to a tree, by recursive descent: statements here, expressions in `expression`.

mod expression;

use crate::fault::Span;
use crate::token::{Token, Wrong, tokens};
use crate::tree::*;

/// Expressions may be nested this deep: what walks trees by recursion stays on its stack.
const DEEPEST: u32 = 250;

struct Parser {
    tokens: Vec<(Token, Span)>,
    at: usize,
    /// Rules that call themselves, such as `not not not x`.
    depth: u32,
}

/// The statements of a text.
pub(crate) fn parse(text: &str) -> Result<Vec<Statement>, Wrong> {
    let mut parser = Parser { tokens: tokens(text)?, at: 0, depth: 0 };
    let mut statements = Vec::new();
    while parser.peek() != &Token::End {
        parser.statement(&mut statements)?;
    }
    Ok(statements)
}

/// An expression that stands alone: a position, or a piece of an f-string.
pub(crate) fn parse_expression(text: &str) -> Result<Expr, Wrong> {
    let mut parser = Parser { tokens: tokens(text)?, at: 0, depth: 0 };
    let expr = parser.tuple()?;
    if parser.peek() == &Token::Newline {
        parser.at += 1;
    }
    match parser.peek() {
        Token::End => Ok(expr),
        _ => parser.unexpected("the end"),
    }
}

impl Parser {
    fn peek(&self) -> &Token {
        &self.tokens[self.at].0
    }

    fn span(&self) -> Span {
        self.tokens[self.at].1
    }

    /// From the token at a place to the last one taken.
    fn since(&self, start: usize) -> Span {
        self.tokens[start].1.to(self.tokens[self.at.max(start + 1) - 1].1)
    }

    fn next(&mut self) -> Token {
        let token = self.tokens[self.at].0.clone();
        self.at = (self.at + 1).min(self.tokens.len() - 1);
        token
    }

    fn is(&self, text: &str) -> bool {
        matches!(self.peek(), Token::Sign(sign) | Token::Word(sign) if *sign == text)
    }

    fn take(&mut self, text: &str) -> bool {
        let found = self.is(text);
        if found {
            self.next();
        }
        found
    }

    fn expect(&mut self, text: &str) -> Result<(), Wrong> {
        if self.take(text) { Ok(()) } else { self.unexpected(text) }
    }

    fn unexpected<T>(&self, wanted: &str) -> Result<T, Wrong> {
        let found = match self.peek() {
            Token::Name(name) => name.clone(),
            Token::Int(number) => number.to_string(),
            Token::Text(_) | Token::Format(_) => "a string".to_string(),
            Token::Sign(text) | Token::Word(text) => text.to_string(),
            Token::Newline => "the end of the line".to_string(),
            Token::Indent => "a line that is indented more".to_string(),
            Token::Dedent => "a line that is indented less".to_string(),
            Token::End => "the end of the text".to_string(),
        };
        let message = match (self.peek(), wanted) {
            (Token::Sign("="), ":" | ")" | "]") => "= assigns: to compare, write ==".to_string(),
            _ => format!("here is {found}, where {wanted} is wanted"),
        };
        Err((self.span(), message))
    }

    fn name(&mut self) -> Result<(String, Span), Wrong> {
        let span = self.span();
        match self.peek() {
            Token::Name(name) => {
                let name = name.clone();
                self.next();
                Ok((name, span))
            }
            _ => self.unexpected("a name"),
        }
    }

    fn node(&self, kind: Kind, span: Span) -> Result<Expr, Wrong> {
        let expr = Expr::new(kind, span);
        match expr.depth > DEEPEST {
            true => Err((span, "this is nested too deep: give parts of it names".to_string())),
            false => Ok(expr),
        }
    }

    fn deeper<T>(
        &mut self,
        inner: impl FnOnce(&mut Parser) -> Result<T, Wrong>,
    ) -> Result<T, Wrong> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err((self.span(), "this is nested too deep: give parts of it names".into()));
        }
        let found = inner(self);
        self.depth -= 1;
        found
    }

    fn statement(&mut self, out: &mut Vec<Statement>) -> Result<(), Wrong> {
        match self.peek() {
            Token::Word("if") => out.push(self.condition()?),
            Token::Word("for") => out.push(self.repetition()?),
            Token::Word("def") => out.push(Statement::Def(self.definition()?)),
            Token::Indent => {
                return Err((self.span(), "this line is indented more than the one before".into()));
            }
            _ => self.simple_line(out)?,
        }
        Ok(())
    }

    fn simple_line(&mut self, out: &mut Vec<Statement>) -> Result<(), Wrong> {
        loop {
            out.push(self.simple()?);
            if self.take(";") && self.peek() != &Token::Newline {
                continue;
            }
            return match self.peek() {
                Token::Newline => {
                    self.next();
                    Ok(())
                }
                Token::End => Ok(()),
                _ => self.unexpected("the end of the line"),
            };
        }
    }

    fn simple(&mut self) -> Result<Statement, Wrong> {
        let start = self.at;
        if self.take("pass") {
            return Ok(Statement::Pass);
        }
        if self.take("break") {
            return Ok(Statement::Break(self.since(start)));
        }
        if self.take("continue") {
            return Ok(Statement::Continue(self.since(start)));
        }
        if self.take("return") {
            let empty = matches!(self.peek(), Token::Newline | Token::End | Token::Sign(";"));
            return Ok(Statement::Return(if empty { None } else { Some(self.tuple()?) }));
        }
        let expr = self.tuple()?;
        let sign = match self.peek() {
            Token::Sign(sign) => *sign,
            _ => return Ok(Statement::Expr(expr)),
        };
        if sign == "=" {
            let (mut targets, mut value) = (Vec::new(), expr);
            while self.take("=") {
                targets.push(target(value)?);
                value = self.tuple()?;
            }
            return Ok(Statement::Assign(targets, value));
        }
        let binary = sign.strip_suffix('=').and_then(binary);
        match binary.filter(|_| !matches!(sign, "<=" | ">=" | "==" | "!=")) {
            Some(binary) => {
                let span = self.span();
                self.next();
                let target = target(expr)?;
                if let Target::Several(_, span) = target {
                    return Err((span, format!("{sign} changes one variable at a time")));
                }
                Ok(Statement::Augment(target, binary, self.tuple()?, span))
            }
            None => Ok(Statement::Expr(expr)),
        }
    }

    fn block(&mut self) -> Result<Vec<Statement>, Wrong> {
        self.expect(":")?;
        let mut statements = Vec::new();
        if self.peek() != &Token::Newline {
            self.simple_line(&mut statements)?;
            return Ok(statements);
        }
        self.next();
        if self.peek() != &Token::Indent {
            let message = "a line that is indented more is wanted here: pass does nothing";
            return Err((self.span(), message.to_string()));
        }
        self.next();
        while self.peek() != &Token::Dedent && self.peek() != &Token::End {
            self.statement(&mut statements)?;
        }
        if self.peek() == &Token::Dedent {
            self.next();
        }
        Ok(statements)
    }

    fn condition(&mut self) -> Result<Statement, Wrong> {
        let mut branches = Vec::new();
        self.expect("if")?;
        let test = self.test()?;
        branches.push((test, self.block()?));
        while self.take("elif") {
            let test = self.test()?;
            branches.push((test, self.block()?));
        }
        let other = if self.take("else") { self.block()? } else { Vec::new() };
        Ok(Statement::If(branches, other))
    }

    fn repetition(&mut self) -> Result<Statement, Wrong> {
        self.expect("for")?;
        let target = self.loop_target()?;
        self.expect("in")?;
        let source = self.tuple()?;
        let body = self.block()?;
        if self.is("else") {
            let message = "a for loop has no else here: remember in a variable whether it was left";
            return Err((self.span(), message.to_string()));
        }
        Ok(Statement::For(target, source, body))
    }

    fn loop_target(&mut self) -> Result<Target, Wrong> {
        let start = self.at;
        let first = self.primary()?;
        if !self.is(",") {
            return target(first);
        }
        let mut targets = vec![target(first)?];
        while self.take(",") && !self.is("in") {
            targets.push(target(self.primary()?)?);
        }
        Ok(Target::Several(targets, self.since(start)))
    }

    fn definition(&mut self) -> Result<Function, Wrong> {
        self.expect("def")?;
        let (name, span) = self.name()?;
        self.expect("(")?;
        let parameters = self.parameters(")")?;
        self.expect(")")?;
        let body = self.block()?;
        Ok(Function { name, parameters, body, span })
    }

    fn parameters(&mut self, end: &str) -> Result<Vec<Parameter>, Wrong> {
        let mut list: Vec<Parameter> = Vec::new();
        while !self.is(end) {
            if self.is("*") || self.is("**") {
                let message = "functions take a fixed number of values here: give a list instead";
                return Err((self.span(), message.to_string()));
            }
            let (name, span) = self.name()?;
            if list.iter().any(|other| other.name == name) {
                return Err((span, format!("two parameters have the name {name}")));
            }
            let default = if self.take("=") { Some(self.test()?) } else { None };
            if default.is_none() && list.last().is_some_and(|before| before.default.is_some()) {
                return Err((span, format!("{name} needs a default, as the one before has one")));
            }
            list.push(Parameter { name, default });
            if !self.take(",") {
                break;
            }
        }
        Ok(list)
    }

    /// One expression, or several with commas between them.
    fn tuple(&mut self) -> Result<Expr, Wrong> {
        let start = self.at;
        let first = self.test()?;
        if !self.is(",") {
            return Ok(first);
        }
        let mut items = vec![first];
        while self.take(",") {
            let ends = match self.peek() {
                Token::Newline | Token::End => true,
                Token::Sign(sign) => matches!(*sign, ")" | "]" | "}" | "=" | ":" | ";"),
                _ => false,
            };
            if ends {
                break;
            }
            items.push(self.test()?);
        }
        self.node(Kind::Tuple(items), self.since(start))
    }
}

fn binary(sign: &str) -> Option<Binary> {
    Some(match sign {
        "+" => Binary::Add,
        "-" => Binary::Subtract,
        "*" => Binary::Multiply,
        "//" => Binary::Divide,
        "%" => Binary::Remainder,
        "**" => Binary::Power,
        "&" => Binary::And,
        "|" => Binary::Or,
        "^" => Binary::Xor,
        "<<" => Binary::Left,
        ">>" => Binary::Right,
        _ => return None,
    })
}

fn target(expr: Expr) -> Result<Target, Wrong> {
    let span = expr.span;
    match expr.kind {
        Kind::Name(name) => Ok(Target::Name(name, span)),
        Kind::Index(object, index) => Ok(Target::Index(*object, *index, span)),
        Kind::Tuple(items) | Kind::List(items) => {
            Ok(Target::Several(items.into_iter().map(target).collect::<Result<_, _>>()?, span))
        }
        Kind::Slice(..) => Err((span, "a slice cannot be assigned to: build a new list".into())),
        _ => Err((span, "this cannot be assigned to: a name, or a place in a list, can".into())),
    }
}
