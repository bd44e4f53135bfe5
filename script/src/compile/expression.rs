//! Expressions to instructions. The value ends up in a register: a variable's own, where that saves a copy.

use num_traits::ToPrimitive;

use super::{Compiler, Meaning, Variable, names, nearest};
use crate::code::{NO_NAMES, Op, Place, Register};
use crate::fault::Span;
use crate::methods;
use crate::token::Wrong;
use crate::tree::*;
use crate::value::Value;

impl Compiler<'_> {
    /// The register of an expression's value: `want`, if there is one.
    pub(super) fn expr(&mut self, expr: &Expr, want: Option<Register>) -> Result<Register, Wrong> {
        let span = expr.span;
        // Names may be used where they are; all else needs a register.
        if let Kind::Name(name) = &expr.kind {
            return self.name(name, span, want);
        }
        let to = match want {
            Some(to) => to,
            None => self.temporary(span)?,
        };
        let top = self.scope().top;
        self.expr_into(expr, to)?;
        self.scope().top = top;
        Ok(to)
    }

    fn expr_into(&mut self, expr: &Expr, to: Register) -> Result<(), Wrong> {
        let span = expr.span;
        match &expr.kind {
            Kind::None => self.constant_into(Value::None, to, span),
            Kind::Bool(truth) => self.constant_into(Value::Bool(*truth), to, span),
            Kind::Int(number) => match number.to_i32() {
                Some(number) => {
                    self.emit(Op::Small { to, number }, span);
                }
                None => {
                    let value = self.store.integer(number.clone());
                    let value = value.map_err(|_| (span, "this number is too long".to_string()))?;
                    self.constant_into(value, to, span);
                }
            },
            Kind::Text(text) => {
                let value = self.store.new_text(text);
                let value = value.map_err(|_| (span, "this string is too long".to_string()))?;
                self.constant_into(value, to, span);
            }
            Kind::Name(name) => {
                self.name(name, span, Some(to))?;
            }
            Kind::Tuple(items) => {
                let (first, count) = self.beside(items, span)?;
                self.emit(Op::Tuple { to, first, count }, span);
            }
            Kind::List(items) => {
                let (first, count) = self.beside(items, span)?;
                self.emit(Op::List { to, first, count }, span);
            }
            Kind::Joined(items) => {
                let (first, count) = self.beside(items, span)?;
                self.emit(Op::Join { to, first, count }, span);
            }
            Kind::Dict(pairs) => {
                let first = self.temporaries(2 * pairs.len(), span)?;
                for ((key, value), place) in pairs.iter().zip((first..).step_by(2)) {
                    self.expr(key, Some(place))?;
                    self.expr(value, Some(place + 1))?;
                }
                self.emit(Op::Dict { to, first, pairs: pairs.len() as u16 }, span);
            }
            Kind::Not(inner) => {
                let a = self.expr(inner, None)?;
                self.emit(Op::Not { to, a }, span);
            }
            Kind::Unary(unary, inner) => {
                let a = self.expr(inner, None)?;
                self.emit(Op::Unary { unary: *unary, to, a }, span);
            }
            Kind::Binary(binary, left, right) => {
                let a = self.expr(left, None)?;
                if let Some(number) = added(*binary, right) {
                    self.emit(Op::Add { to, a, number }, span);
                } else {
                    let b = self.expr(right, None)?;
                    self.emit(Op::Binary { binary: *binary, to, a, b }, span);
                }
            }
            Kind::And(left, right) | Kind::Or(left, right) => {
                self.expr(left, Some(to))?;
                let jump = match expr.kind {
                    Kind::And(..) => Op::JumpUnless { a: to, target: 0 },
                    _ => Op::JumpIf { a: to, target: 0 },
                };
                let jump = self.emit(jump, span);
                self.expr(right, Some(to))?;
                self.land(&[jump]);
            }
            Kind::Compare(first, others) => {
                let mut a = self.expr(first, None)?;
                let mut ends = Vec::new();
                for (index, (comparison, other)) in others.iter().enumerate() {
                    let b = self.expr(other, None)?;
                    self.emit(Op::Compare { comparison: *comparison, to, a, b }, span);
                    if index + 1 < others.len() {
                        ends.push(self.emit(Op::JumpUnless { a: to, target: 0 }, span));
                    }
                    a = b;
                }
                self.land(&ends);
            }
            Kind::Choice(test, then, other) => {
                let skip = self.branch(test, false)?;
                self.expr(then, Some(to))?;
                let end = self.emit(Op::Jump { target: 0 }, span);
                self.land(&skip);
                self.expr(other, Some(to))?;
                self.land(&[end]);
            }
            Kind::Index(object, index) => {
                let object = self.expr(object, None)?;
                let index = self.expr(index, None)?;
                self.emit(Op::Index { to, object, index }, span);
            }
            Kind::Slice(object, bounds) => {
                let object = self.expr(object, None)?;
                let first = self.temporaries(3, span)?;
                for (bound, place) in bounds.iter().zip(first..) {
                    match bound {
                        Some(bound) => {
                            self.expr(bound, Some(place))?;
                        }
                        None => {
                            self.emit(Op::Unset { at: place }, span);
                        }
                    }
                }
                self.emit(Op::Slice { to, object, first }, span);
            }
            Kind::Call(function, arguments) => {
                let first = self.temporary(span)?;
                self.expr(function, Some(first))?;
                if arguments.iter().any(|argument| matches!(argument, Argument::Star(_))) {
                    self.spread(arguments, span)?;
                    self.emit(Op::CallList { first }, span);
                } else {
                    let (count, names) = self.arguments(arguments, span)?;
                    self.emit(Op::Call { first, count, names }, span);
                }
                self.emit(Op::Move { to, from: first }, span);
            }
            Kind::Method(object, name, arguments) => {
                let Some(method) = methods::find(name) else {
                    let known: Vec<String> =
                        methods::NAMES.iter().map(|name| name.to_string()).collect();
                    let hint = match (methods::absent(name), nearest(name, &known)) {
                        (Some(hint), _) => format!(": {hint}"),
                        (None, Some(near)) => format!(": did you mean .{near}?"),
                        (None, None) => String::new(),
                    };
                    return Err((span, format!("there is no method .{name}{hint}")));
                };
                let first = self.temporary(span)?;
                self.expr(object, Some(first))?;
                let (count, names) = self.arguments(arguments, span)?;
                self.emit(Op::Method { method, first, count, names }, span);
                self.emit(Op::Move { to, from: first }, span);
            }
            Kind::Lambda(function) => {
                self.function(function, Some(to))?;
            }
            Kind::Comprehension { element, value, clauses } => {
                // Built apart: the register may be that of a variable that is read meanwhile.
                let out = self.temporary(span)?;
                match value {
                    None => self.emit(Op::List { to: out, first: 0, count: 0 }, span),
                    Some(_) => self.emit(Op::Dict { to: out, first: 0, pairs: 0 }, span),
                };
                let variables = self.scope().variables.len();
                self.clauses(clauses, element, value.as_deref(), out)?;
                self.scope().variables.truncate(variables);
                self.emit(Op::Move { to, from: out }, span);
            }
        }
        Ok(())
    }

    fn constant_into(&mut self, value: Value, to: Register, span: Span) {
        let constant = self.constant(value);
        self.emit(Op::Constant { to, constant }, span);
    }

    fn name(&mut self, name: &str, span: Span, want: Option<Register>) -> Result<Register, Wrong> {
        match self.meaning(name, span)? {
            Meaning::Local(place) => {
                let Variable { register, is_cell, sure, .. } =
                    self.scope().variables[place].clone();
                let from = match (is_cell, want) {
                    (true, want) => {
                        let to = want.map_or_else(|| self.temporary(span), Ok)?;
                        self.emit(Op::LoadCell { to, cell: register }, span);
                        to
                    }
                    (false, _) => register,
                };
                if !sure {
                    self.emit(Op::Check { register: from }, span);
                }
                match want {
                    Some(to) if to != from => {
                        self.emit(Op::Move { to, from }, span);
                        Ok(to)
                    }
                    _ => Ok(from),
                }
            }
            Meaning::Global(global) => {
                let to = want.map_or_else(|| self.temporary(span), Ok)?;
                self.emit(Op::Global { to, global }, span);
                Ok(to)
            }
            Meaning::Builtin(builtin) => {
                let to = want.map_or_else(|| self.temporary(span), Ok)?;
                self.constant_into(Value::Builtin(builtin), to, span);
                Ok(to)
            }
        }
    }

    /// Puts some values into registers beside each other.
    fn beside(&mut self, items: &[Expr], span: Span) -> Result<(Register, u16), Wrong> {
        let first = self.temporaries(items.len(), span)?;
        for (item, place) in items.iter().zip(first..) {
            self.expr(item, Some(place))?;
        }
        Ok((first, items.len() as u16))
    }

    fn arguments(&mut self, arguments: &[Argument], span: Span) -> Result<(u16, u16), Wrong> {
        let first = self.temporaries(arguments.len(), span)?;
        let mut names: Vec<String> = Vec::new();
        for (argument, place) in arguments.iter().zip(first..) {
            match argument {
                Argument::Place(value) => {
                    self.expr(value, Some(place))?;
                }
                Argument::Named(name, value) => {
                    if names.contains(name) {
                        return Err((value.span, format!("{name} is given twice")));
                    }
                    names.push(name.clone());
                    self.expr(value, Some(place))?;
                }
                Argument::Star(value) => {
                    return Err((value.span, "* has no place in the call of a method".to_string()));
                }
            }
        }
        let count = arguments.len() as u16;
        if names.is_empty() {
            return Ok((count, NO_NAMES));
        }
        let lists = &mut self.scope().proto.names;
        lists.push(names);
        Ok((count, lists.len() as u16 - 1))
    }

    /// Puts all arguments into one list, in the next register.
    fn spread(&mut self, arguments: &[Argument], span: Span) -> Result<(), Wrong> {
        let to = self.temporary(span)?;
        self.emit(Op::List { to, first: 0, count: 0 }, span);
        for argument in arguments {
            let top = self.scope().top;
            match argument {
                Argument::Place(value) => {
                    let value = self.expr(value, None)?;
                    self.emit(Op::Append { list: to, value }, span);
                }
                Argument::Star(value) => {
                    let b = self.expr(value, None)?;
                    self.emit(Op::Augment { to, a: to, b }, span);
                }
                Argument::Named(_, value) => {
                    return Err((value.span, "names do not go with * in a call".to_string()));
                }
            }
            self.scope().top = top;
        }
        Ok(())
    }

    fn clauses(
        &mut self,
        clauses: &[Clause],
        element: &Expr,
        value: Option<&Expr>,
        out: Register,
    ) -> Result<(), Wrong> {
        let top = self.scope().top;
        match clauses {
            [] => match value {
                None => {
                    let value = self.expr(element, None)?;
                    self.emit(Op::Append { list: out, value }, element.span);
                }
                Some(value) => {
                    let key = self.expr(element, None)?;
                    let value = self.expr(value, None)?;
                    self.emit(Op::Insert { dict: out, key, value }, element.span);
                }
            },
            [Clause::If(test), rest @ ..] => {
                let skip = self.branch(test, false)?;
                self.scope().top = top;
                self.clauses(rest, element, value, out)?;
                self.land(&skip);
            }
            [Clause::For(target, source), rest @ ..] => {
                // The source is worked out before the variables of this loop are known.
                let mut bound = Vec::new();
                names::bound(target, &mut bound);
                let first = self.temporaries(bound.len(), source.span)?;
                let hidden = self.scope().variables.len();
                self.scope().variables.extend(bound.iter().zip(first..).map(|(_, register)| {
                    Variable { name: String::new(), register, is_cell: false, sure: true }
                }));
                let compiled =
                    self.comprehension_loop(target, source, &bound, hidden, |compiler| {
                        compiler.clauses(rest, element, value, out)
                    });
                compiled?;
            }
        }
        self.scope().top = top;
        Ok(())
    }

    fn comprehension_loop(
        &mut self,
        target: &Target,
        source: &Expr,
        bound: &[String],
        hidden: usize,
        body: impl FnOnce(&mut Self) -> Result<(), Wrong>,
    ) -> Result<(), Wrong> {
        let shared: Vec<bool> =
            bound.iter().map(|name| self.scope().shared.contains(name)).collect();
        self.repeat_with(
            target,
            source,
            |compiler| {
                for (index, name) in bound.iter().enumerate() {
                    let variable = &mut compiler.scope().variables[hidden + index];
                    variable.name = name.clone();
                    variable.is_cell = shared[index];
                    let at = variable.register;
                    if shared[index] {
                        compiler.emit(Op::Unset { at }, source.span);
                        compiler.emit(Op::NewCell { at }, source.span);
                    }
                }
            },
            body,
        )
    }

    /// Jumps that are taken if the truth of an expression is `when`.
    pub(super) fn branch(&mut self, expr: &Expr, when: bool) -> Result<Vec<Place>, Wrong> {
        match (&expr.kind, when) {
            (Kind::Not(inner), _) => self.branch(inner, !when),
            (Kind::And(left, right), false) | (Kind::Or(left, right), true) => {
                let mut jumps = self.branch(left, when)?;
                jumps.append(&mut self.branch(right, when)?);
                Ok(jumps)
            }
            (Kind::And(left, right), true) | (Kind::Or(left, right), false) => {
                let skip = self.branch(left, !when)?;
                let jumps = self.branch(right, when)?;
                self.land(&skip);
                Ok(jumps)
            }
            (Kind::Compare(first, others), _) if others.len() == 1 => {
                let top = self.scope().top;
                let (comparison, other) = &others[0];
                let comparison = if when { opposite(*comparison) } else { *comparison };
                let a = self.expr(first, None)?;
                let small = match &other.kind {
                    Kind::Int(number) => number.to_i16(),
                    _ => None,
                };
                let is_order = !matches!(comparison, Comparison::In | Comparison::NotIn);
                let op = match small.filter(|_| is_order) {
                    Some(number) => Op::UnlessSmall { comparison, a, number, target: 0 },
                    None => {
                        let b = self.expr(other, None)?;
                        Op::Unless { comparison, a, b, target: 0 }
                    }
                };
                self.scope().top = top;
                Ok(vec![self.emit(op, expr.span)])
            }
            _ => {
                let top = self.scope().top;
                let a = self.expr(expr, None)?;
                self.scope().top = top;
                let op = match when {
                    true => Op::JumpIf { a, target: 0 },
                    false => Op::JumpUnless { a, target: 0 },
                };
                Ok(vec![self.emit(op, expr.span)])
            }
        }
    }
}

/// The number that `x + 1` or `x - 1` adds.
pub(super) fn added(binary: Binary, right: &Expr) -> Option<i32> {
    match (binary, &right.kind) {
        (Binary::Add, Kind::Int(number)) => number.to_i32(),
        (Binary::Subtract, Kind::Int(number)) => number.to_i32()?.checked_neg(),
        _ => None,
    }
}

/// What holds exactly when a comparison does not.
fn opposite(comparison: Comparison) -> Comparison {
    match comparison {
        Comparison::Equal => Comparison::NotEqual,
        Comparison::NotEqual => Comparison::Equal,
        Comparison::Less => Comparison::GreaterEqual,
        Comparison::LessEqual => Comparison::Greater,
        Comparison::Greater => Comparison::LessEqual,
        Comparison::GreaterEqual => Comparison::Less,
        Comparison::In => Comparison::NotIn,
        Comparison::NotIn => Comparison::In,
    }
}
