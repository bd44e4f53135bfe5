//! Expressions.

use super::{Parser, binary, parse_expression};
use crate::fault::Span;
use crate::token::{Token, Wrong};
use crate::tree::*;

impl Parser {
    pub(super) fn test(&mut self) -> Result<Expr, Wrong> {
        self.deeper(|parser| {
            let start = parser.at;
            if parser.is("lambda") {
                return parser.lambda();
            }
            let then = parser.or()?;
            if !parser.take("if") {
                return Ok(then);
            }
            let condition = parser.or()?;
            if !parser.is("else") {
                return parser.unexpected("else");
            }
            parser.next();
            let other = parser.test()?;
            let kind = Kind::Choice(Box::new(condition), Box::new(then), Box::new(other));
            parser.node(kind, parser.since(start))
        })
    }

    fn lambda(&mut self) -> Result<Expr, Wrong> {
        let start = self.at;
        self.expect("lambda")?;
        let parameters = self.parameters(":")?;
        self.expect(":")?;
        let value = self.test()?;
        let span = self.since(start);
        let body = vec![Statement::Return(Some(value))];
        let function = Function { name: "lambda".to_string(), parameters, body, span };
        self.node(Kind::Lambda(Box::new(function)), span)
    }

    fn or(&mut self) -> Result<Expr, Wrong> {
        let start = self.at;
        let mut left = self.and()?;
        while self.take("or") {
            let right = self.and()?;
            left = self.node(Kind::Or(Box::new(left), Box::new(right)), self.since(start))?;
        }
        Ok(left)
    }

    fn and(&mut self) -> Result<Expr, Wrong> {
        let start = self.at;
        let mut left = self.not()?;
        while self.take("and") {
            let right = self.not()?;
            left = self.node(Kind::And(Box::new(left), Box::new(right)), self.since(start))?;
        }
        Ok(left)
    }

    fn not(&mut self) -> Result<Expr, Wrong> {
        let start = self.at;
        if !self.take("not") {
            return self.comparison();
        }
        let inner = self.deeper(Parser::not)?;
        self.node(Kind::Not(Box::new(inner)), self.since(start))
    }

    fn comparison(&mut self) -> Result<Expr, Wrong> {
        let start = self.at;
        let first = self.operation(0)?;
        let mut others = Vec::new();
        loop {
            let comparison = match self.peek() {
                Token::Sign("==") => Comparison::Equal,
                Token::Sign("!=") => Comparison::NotEqual,
                Token::Sign("<") => Comparison::Less,
                Token::Sign("<=") => Comparison::LessEqual,
                Token::Sign(">") => Comparison::Greater,
                Token::Sign(">=") => Comparison::GreaterEqual,
                Token::Word("in") => Comparison::In,
                Token::Word("not") => Comparison::NotIn,
                _ => break,
            };
            self.next();
            if comparison == Comparison::NotIn {
                self.expect("in")?;
            }
            others.push((comparison, self.operation(0)?));
        }
        match others.is_empty() {
            true => Ok(first),
            false => self.node(Kind::Compare(Box::new(first), others), self.since(start)),
        }
    }

    /// Operators from the level of `|` down to that of `*`.
    fn operation(&mut self, level: usize) -> Result<Expr, Wrong> {
        const LEVELS: [&[&str]; 6] =
            [&["|"], &["^"], &["&"], &["<<", ">>"], &["+", "-"], &["*", "//", "%"]];
        if level == LEVELS.len() {
            return self.unary();
        }
        let start = self.at;
        let mut left = self.operation(level + 1)?;
        loop {
            let found = match self.peek() {
                Token::Sign(sign) if LEVELS[level].contains(sign) => binary(sign),
                _ => None,
            };
            let Some(binary) = found else { return Ok(left) };
            self.next();
            let right = self.operation(level + 1)?;
            let kind = Kind::Binary(binary, Box::new(left), Box::new(right));
            left = self.node(kind, self.since(start))?;
        }
    }

    fn unary(&mut self) -> Result<Expr, Wrong> {
        let start = self.at;
        let unary = match self.peek() {
            Token::Sign("-") => Unary::Minus,
            Token::Sign("+") => Unary::Plus,
            Token::Sign("~") => Unary::Invert,
            _ => return self.power(),
        };
        self.next();
        let inner = self.deeper(Parser::unary)?;
        let kind = match (unary, inner.kind) {
            (Unary::Minus, Kind::Int(number)) => Kind::Int(-number),
            (_, kind) => Kind::Unary(unary, Box::new(Expr { kind, ..inner })),
        };
        self.node(kind, self.since(start))
    }

    fn power(&mut self) -> Result<Expr, Wrong> {
        let start = self.at;
        let base = self.primary()?;
        if !self.take("**") {
            return Ok(base);
        }
        let exponent = self.deeper(Parser::unary)?;
        let kind = Kind::Binary(Binary::Power, Box::new(base), Box::new(exponent));
        self.node(kind, self.since(start))
    }

    pub(super) fn primary(&mut self) -> Result<Expr, Wrong> {
        let start = self.at;
        let mut expr = self.atom()?;
        loop {
            let kind = if self.take("(") {
                Kind::Call(Box::new(expr), self.arguments()?)
            } else if self.take("[") {
                self.subscript(expr)?
            } else if self.take(".") {
                let (name, span) = self.name()?;
                if !self.take("(") {
                    let message = format!(
                        "a method is called at once here: write .{name}(...) with brackets"
                    );
                    return Err((span, message));
                }
                Kind::Method(Box::new(expr), name, self.arguments()?)
            } else {
                return Ok(expr);
            };
            expr = self.node(kind, self.since(start))?;
        }
    }

    fn arguments(&mut self) -> Result<Vec<Argument>, Wrong> {
        let mut list = Vec::new();
        while !self.is(")") {
            let start = self.at;
            if self.is("**") {
                return Err((
                    self.span(),
                    "** has no place in a call here: name the values".into(),
                ));
            }
            if self.take("*") {
                list.push(Argument::Star(self.test()?));
            } else {
                let keyed = matches!(self.peek(), Token::Name(_))
                    && matches!(self.tokens.get(self.at + 1), Some((Token::Sign("="), _)));
                if keyed {
                    let (name, _) = self.name()?;
                    self.next();
                    list.push(Argument::Named(name, self.test()?));
                } else if list.iter().any(|before| matches!(before, Argument::Named(..))) {
                    let message = "values with a name come after those without";
                    return Err((self.span(), message.to_string()));
                } else {
                    let element = self.test()?;
                    // A generator among arguments is worked out at once, as a list.
                    let argument = match self.is("for") {
                        true => self.comprehension(element, None, start)?,
                        false => element,
                    };
                    list.push(Argument::Place(argument));
                }
            }
            if !self.take(",") {
                break;
            }
        }
        self.expect(")")?;
        Ok(list)
    }

    fn subscript(&mut self, object: Expr) -> Result<Kind, Wrong> {
        let object = Box::new(object);
        let mut bounds = [None, None, None];
        let mut place = 0;
        if !self.is(":") {
            let index = self.tuple()?;
            if self.take("]") {
                return Ok(Kind::Index(object, Box::new(index)));
            }
            bounds[0] = Some(Box::new(index));
        }
        while self.take(":") {
            place += 1;
            if place > 2 {
                return self.unexpected("]");
            }
            if !self.is(":") && !self.is("]") {
                bounds[place] = Some(Box::new(self.test()?));
            }
        }
        self.expect("]")?;
        Ok(Kind::Slice(object, bounds))
    }

    fn atom(&mut self) -> Result<Expr, Wrong> {
        let start = self.at;
        let span = self.span();
        let kind = match self.peek() {
            Token::Name(name) => Kind::Name(name.clone()),
            Token::Int(number) => Kind::Int(number.clone()),
            Token::Text(_) | Token::Format(_) => return self.strings(),
            Token::Word("None") => Kind::None,
            Token::Word("True") => Kind::Bool(true),
            Token::Word("False") => Kind::Bool(false),
            Token::Sign("(") => return self.deeper(Parser::parenthesised),
            Token::Sign("[") => {
                self.next();
                if self.take("]") {
                    return self.node(Kind::List(Vec::new()), self.since(start));
                }
                let first = self.test()?;
                if self.is("for") {
                    let list = self.comprehension(first, None, start)?;
                    self.expect("]")?;
                    return Ok(Expr { span: self.since(start), ..list });
                }
                let mut items = vec![first];
                while self.take(",") && !self.is("]") {
                    items.push(self.test()?);
                }
                self.expect("]")?;
                return self.node(Kind::List(items), self.since(start));
            }
            Token::Sign("{") => return self.braces(),
            _ => return self.unexpected("a value"),
        };
        self.next();
        self.node(kind, span)
    }

    fn parenthesised(&mut self) -> Result<Expr, Wrong> {
        let start = self.at;
        self.expect("(")?;
        if self.take(")") {
            return self.node(Kind::Tuple(Vec::new()), self.since(start));
        }
        let inner = self.tuple()?;
        if self.is("for") {
            let message =
                "a generator stands alone in a call, as in any(...): write [...] for a list";
            return Err((self.since(start), message.to_string()));
        }
        self.expect(")")?;
        Ok(Expr { span: self.since(start), ..inner })
    }

    fn braces(&mut self) -> Result<Expr, Wrong> {
        let start = self.at;
        self.expect("{")?;
        let mut pairs = Vec::new();
        while !self.is("}") {
            let key = self.test()?;
            if !self.is(":") {
                let message =
                    "there are no sets here: write a dict, {key: value}, or a sorted list";
                return Err((self.since(start), message.to_string()));
            }
            self.next();
            let value = self.test()?;
            if pairs.is_empty() && self.is("for") {
                let dict = self.comprehension(key, Some(value), start)?;
                self.expect("}")?;
                return Ok(Expr { span: self.since(start), ..dict });
            }
            pairs.push((key, value));
            if !self.take(",") {
                break;
            }
        }
        self.expect("}")?;
        self.node(Kind::Dict(pairs), self.since(start))
    }

    fn comprehension(
        &mut self,
        element: Expr,
        value: Option<Expr>,
        start: usize,
    ) -> Result<Expr, Wrong> {
        let mut clauses = Vec::new();
        loop {
            if self.take("for") {
                let target = self.loop_target()?;
                self.expect("in")?;
                clauses.push(Clause::For(target, self.or()?));
            } else if self.take("if") {
                clauses.push(Clause::If(self.or()?));
            } else {
                break;
            }
        }
        let (element, value) = (Box::new(element), value.map(Box::new));
        self.node(Kind::Comprehension { element, value, clauses }, self.since(start))
    }

    /// Strings beside each other are one.
    fn strings(&mut self) -> Result<Expr, Wrong> {
        let start = self.at;
        let mut pieces = Vec::new();
        loop {
            let span = self.span();
            match self.peek() {
                Token::Text(text) => {
                    let text = text.clone();
                    push_text(&mut pieces, text, span);
                }
                Token::Format(text) => {
                    let text = text.clone();
                    format_pieces(&text, span, &mut pieces)?;
                }
                _ => break,
            }
            self.next();
        }
        let span = self.since(start);
        match &mut pieces[..] {
            [] => self.node(Kind::Text(String::new()), span),
            [Expr { kind: Kind::Text(text), .. }] => {
                let text = std::mem::take(text);
                self.node(Kind::Text(text), span)
            }
            _ => self.node(Kind::Joined(pieces), span),
        }
    }
}

fn push_text(pieces: &mut Vec<Expr>, text: String, span: Span) {
    match pieces.last_mut() {
        Some(Expr { kind: Kind::Text(before), .. }) => before.push_str(&text),
        _ => pieces.push(Expr::new(Kind::Text(text), span)),
    }
}

/// `f"take {number} of {heap}"`: expressions between braces, without format specifications.
fn format_pieces(text: &str, span: Span, pieces: &mut Vec<Expr>) -> Result<(), Wrong> {
    let mut rest = text;
    loop {
        let Some(at) = rest.find(['{', '}']) else {
            push_text(pieces, rest.to_string(), span);
            return Ok(());
        };
        let brace = &rest[at..at + 1];
        if rest[at + 1..].starts_with(brace) {
            push_text(pieces, rest[..=at].to_string(), span);
            rest = &rest[at + 2..];
            continue;
        }
        let end = rest[at..].find('}').filter(|_| brace == "{");
        let Some(end) = end else {
            return Err((span, "braces in an f-string come in pairs: { alone is {{".to_string()));
        };
        push_text(pieces, rest[..at].to_string(), span);
        let inner = &rest[at + 1..at + end];
        let expr = parse_expression(inner.trim()).map_err(|(_, message)| {
            (
                span,
                format!(
                    "in {{{inner}}}: {message} (the braces of an f-string hold plain expressions)"
                ),
            )
        })?;
        pieces.push(moved(expr, span));
        rest = &rest[at + end + 1..];
    }
}

/// Expressions of an f-string are all shown where it stands.
fn moved(expr: Expr, span: Span) -> Expr {
    Expr { span, ..expr }
}
