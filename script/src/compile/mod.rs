//! A tree to instructions: variables become registers, names are resolved, jumps are placed.

mod expression;
mod names;

use std::collections::BTreeSet;

use crate::builtins;
use crate::code::{Code, Op, Place, Proto, Register};
use crate::fault::Span;
use crate::token::Wrong;
use crate::tree::*;
use crate::value::{Store, Value};

/// Registers of one function at most; more than any program that people write needs.
const MOST_REGISTERS: usize = 30_000;

pub(crate) struct Compiler<'s> {
    store: &'s mut Store,
    code: Code,
    /// The functions that are being compiled, the innermost last.
    scopes: Vec<Scope>,
}

struct Scope {
    proto: Proto,
    variables: Vec<Variable>,
    /// Names whose variables are cells, because inner functions use them.
    shared: BTreeSet<String>,
    /// The next free register.
    top: usize,
    loops: Vec<Loop>,
    is_module: bool,
}

#[derive(Clone)]
struct Variable {
    name: String,
    register: Register,
    is_cell: bool,
    /// Whether it certainly has a value here.
    sure: bool,
}

#[derive(Default)]
struct Loop {
    breaks: Vec<Place>,
    continues: Vec<Place>,
}

/// What a name means.
enum Meaning {
    Local(usize),
    Global(u32),
    Builtin(u8),
}

/// Compiles a program; the first function runs its statements.
pub(crate) fn compile(body: &[Statement], store: &mut Store) -> Result<Code, Wrong> {
    let mut globals = Vec::new();
    names::assigned(body, &mut globals);
    let code = Code { functions: vec![Proto::default()], globals, ..Code::default() };
    let mut compiler = Compiler { store, code, scopes: Vec::new() };
    compiler.scopes.push(Scope {
        proto: Proto { name: "the file".to_string(), ..Proto::default() },
        variables: Vec::new(),
        shared: names::shared(body),
        top: 0,
        loops: Vec::new(),
        is_module: true,
    });
    compiler.body(body)?;
    let module = compiler.finish();
    compiler.code.functions[0] = module;
    Ok(compiler.code)
}

impl Compiler<'_> {
    fn scope(&mut self) -> &mut Scope {
        self.scopes.last_mut().expect("something is being compiled")
    }

    fn emit(&mut self, op: Op, span: Span) -> Place {
        let proto = &mut self.scope().proto;
        proto.code.push(op);
        proto.spans.push(span);
        proto.code.len() as Place - 1
    }

    fn here(&mut self) -> Place {
        self.scope().proto.code.len() as Place
    }

    /// Lets jumps go to the next instruction.
    fn land(&mut self, jumps: &[Place]) {
        let here = self.here();
        self.land_at(jumps, here);
    }

    fn land_at(&mut self, jumps: &[Place], place: Place) {
        for jump in jumps {
            match &mut self.scope().proto.code[*jump as usize] {
                Op::Jump { target }
                | Op::JumpIf { target, .. }
                | Op::JumpUnless { target, .. }
                | Op::Unless { target, .. }
                | Op::UnlessSmall { target, .. }
                | Op::CountNext { target, .. }
                | Op::Next { target, .. } => *target = place,
                _ => {}
            }
        }
    }

    /// Some free registers beside each other.
    fn temporaries(&mut self, count: usize, span: Span) -> Result<Register, Wrong> {
        let scope = self.scope();
        let first = scope.top;
        scope.top += count;
        if scope.top > MOST_REGISTERS {
            return Err((span, "this function is too long: split it".to_string()));
        }
        scope.proto.registers = scope.proto.registers.max(scope.top as u16);
        Ok(first as Register)
    }

    fn temporary(&mut self, span: Span) -> Result<Register, Wrong> {
        self.temporaries(1, span)
    }

    fn finish(&mut self) -> Proto {
        self.emit(Op::ReturnNone, Span::default());
        let mut scope = self.scopes.pop().expect("something was being compiled");
        scope.proto.registers = scope.proto.registers.max(scope.top as u16) + 1;
        scope.proto
    }

    fn meaning(&mut self, name: &str, span: Span) -> Result<Meaning, Wrong> {
        let variables = &self.scope().variables;
        if let Some(place) = variables.iter().rposition(|variable| variable.name == name) {
            return Ok(Meaning::Local(place));
        }
        if let Some(global) = self.code.globals.iter().position(|global| global == name) {
            return Ok(Meaning::Global(global as u32));
        }
        if let Some(builtin) = builtins::find(name) {
            return Ok(Meaning::Builtin(builtin));
        }
        let known = self.scope().variables.iter().map(|variable| variable.name.clone());
        let mut known: Vec<String> = known.collect();
        known.extend(self.code.globals.iter().cloned());
        known.extend(builtins::NAMES.iter().map(|name| name.to_string()));
        let hint = match (builtins::absent(name), nearest(name, &known)) {
            (Some(hint), _) => format!(": {hint}"),
            (None, Some(near)) => format!(": did you mean {near}?"),
            (None, None) => String::new(),
        };
        Err((span, format!("there is no {name} here{hint}")))
    }

    fn body(&mut self, body: &[Statement]) -> Result<(), Wrong> {
        body.iter().try_for_each(|statement| self.statement(statement))
    }

    fn statement(&mut self, statement: &Statement) -> Result<(), Wrong> {
        let top = self.scope().top;
        match statement {
            Statement::Pass => {}
            Statement::Expr(expr) => {
                self.expr(expr, None)?;
            }
            Statement::Assign(targets, value) => self.assign(targets, value)?,
            Statement::Augment(target, binary, value, span) => {
                self.augment(target, *binary, value, *span)?;
            }
            Statement::If(branches, other) => self.branches(branches, other)?,
            Statement::For(target, source, body) => {
                self.repeat(target, source, |compiler| compiler.body(body))?;
            }
            Statement::Def(function) => {
                let to = self.function(function, None)?;
                let target = Target::Name(function.name.clone(), function.span);
                self.store(&target, to)?;
            }
            Statement::Return(value) => {
                if self.scope().is_module {
                    let span = value.as_ref().map(|value| value.span).unwrap_or_default();
                    return Err((span, "return stands in functions only".to_string()));
                }
                match value {
                    Some(value) => {
                        let from = self.expr(value, None)?;
                        self.emit(Op::Return { from }, value.span);
                    }
                    None => {
                        self.emit(Op::ReturnNone, Span::default());
                    }
                }
            }
            Statement::Break(span) | Statement::Continue(span) => {
                if self.scope().loops.is_empty() {
                    return Err((*span, "this stands in loops only".to_string()));
                }
                let jump = self.emit(Op::Jump { target: 0 }, *span);
                let is_break = matches!(statement, Statement::Break(_));
                if let Some(around) = self.scope().loops.last_mut() {
                    let jumps = if is_break { &mut around.breaks } else { &mut around.continues };
                    jumps.push(jump);
                }
            }
        }
        self.scope().top = top;
        Ok(())
    }

    fn assign(&mut self, targets: &[Target], value: &Expr) -> Result<(), Wrong> {
        // What builds its value step by step must not do so in a variable that it may read.
        let at_once = !matches!(
            value.kind,
            Kind::And(..)
                | Kind::Or(..)
                | Kind::Choice(..)
                | Kind::Comprehension { .. }
                | Kind::Compare(..)
        );
        if let ([target @ Target::Name(name, span)], true) = (targets, at_once)
            && let Meaning::Local(place) = self.meaning(name, *span)?
            && !self.scope().variables[place].is_cell
        {
            let register = self.scope().variables[place].register;
            let from = self.expr(value, Some(register))?;
            return self.store(target, from);
        }
        // The values of `a, b = b, a` need no tuple.
        if let ([Target::Several(inner, span)], Kind::Tuple(items)) = (targets, &value.kind)
            && inner.len() == items.len()
        {
            let first = self.temporaries(items.len(), *span)?;
            for (item, place) in items.iter().zip(first..) {
                self.expr(item, Some(place))?;
            }
            return inner
                .iter()
                .zip(first..)
                .try_for_each(|(target, from)| self.store(target, from));
        }
        let from = self.expr(value, None)?;
        targets.iter().try_for_each(|target| self.store(target, from))
    }

    /// Puts the value of a register where a target says.
    fn store(&mut self, target: &Target, from: Register) -> Result<(), Wrong> {
        match target {
            Target::Name(name, span) => match self.meaning(name, *span)? {
                Meaning::Local(place) => {
                    let variable = &mut self.scope().variables[place];
                    variable.sure = true;
                    let (register, is_cell) = (variable.register, variable.is_cell);
                    match is_cell {
                        true => {
                            self.emit(Op::StoreCell { cell: register, from }, *span);
                        }
                        false if register != from => {
                            self.emit(Op::Move { to: register, from }, *span);
                        }
                        false => {}
                    }
                }
                Meaning::Global(global) => {
                    self.emit(Op::SetGlobal { global, from }, *span);
                }
                Meaning::Builtin(_) => {}
            },
            Target::Index(object, index, span) => {
                let top = self.scope().top;
                let object = self.expr(object, None)?;
                let index = self.expr(index, None)?;
                self.emit(Op::SetIndex { object, index, value: from }, *span);
                self.scope().top = top;
            }
            Target::Several(targets, span) => {
                let top = self.scope().top;
                let first = self.temporaries(targets.len(), *span)?;
                let count = targets.len() as u16;
                self.emit(Op::Unpack { from, first, count }, *span);
                for (target, place) in targets.iter().zip(first..) {
                    self.store(target, place)?;
                }
                self.scope().top = top;
            }
        }
        Ok(())
    }

    fn augment(
        &mut self,
        target: &Target,
        binary: Binary,
        value: &Expr,
        span: Span,
    ) -> Result<(), Wrong> {
        match target {
            Target::Name(name, place) => {
                let a = self.expr(&Expr::new(Kind::Name(name.clone()), *place), None)?;
                let plain = match self.meaning(name, *place)? {
                    Meaning::Local(local) => !self.scope().variables[local].is_cell,
                    _ => false,
                };
                let to = if plain { a } else { self.temporary(span)? };
                self.operate_in_place(to, binary, a, value, span)?;
                self.store(target, to)
            }
            Target::Index(object, index, place) => {
                let object = self.expr(object, None)?;
                let index = self.expr(index, None)?;
                let to = self.temporary(span)?;
                self.emit(Op::Index { to, object, index }, *place);
                self.operate_in_place(to, binary, to, value, span)?;
                self.emit(Op::SetIndex { object, index, value: to }, *place);
                Ok(())
            }
            Target::Several(..) => Ok(()),
        }
    }

    fn operate_in_place(
        &mut self,
        to: Register,
        binary: Binary,
        a: Register,
        value: &Expr,
        span: Span,
    ) -> Result<(), Wrong> {
        if let Some(number) = expression::added(binary, value) {
            self.emit(Op::Add { to, a, number }, span);
            return Ok(());
        }
        let b = self.expr(value, None)?;
        let op = match binary {
            Binary::Add => Op::Augment { to, a, b },
            _ => Op::Binary { binary, to, a, b },
        };
        self.emit(op, span);
        Ok(())
    }

    fn branches(
        &mut self,
        branches: &[(Expr, Vec<Statement>)],
        other: &[Statement],
    ) -> Result<(), Wrong> {
        let mut ends = Vec::new();
        let before = self.sure();
        let mut after: Option<Vec<bool>> = None;
        for (test, body) in branches {
            let top = self.scope().top;
            let skip = self.branch(test, false)?;
            self.scope().top = top;
            self.body(body)?;
            self.meet(&mut after, body);
            self.be_sure(&before);
            ends.push(self.emit(Op::Jump { target: 0 }, test.span));
            self.land(&skip);
        }
        self.body(other)?;
        self.meet(&mut after, other);
        if let Some(after) = after {
            self.be_sure(&after);
        }
        self.land(&ends);
        Ok(())
    }

    fn sure(&mut self) -> Vec<bool> {
        self.scope().variables.iter().map(|variable| variable.sure).collect()
    }

    fn be_sure(&mut self, sure: &[bool]) {
        for (variable, sure) in self.scope().variables.iter_mut().zip(sure) {
            variable.sure = *sure;
        }
    }

    /// After a choice, those variables have values that have them at the end of each branch that goes on.
    fn meet(&mut self, after: &mut Option<Vec<bool>>, body: &[Statement]) {
        let leaves = matches!(
            body.last(),
            Some(Statement::Return(_) | Statement::Break(_) | Statement::Continue(_))
        );
        if leaves {
            return;
        }
        let now = self.sure();
        *after = Some(match after.take() {
            None => now,
            Some(before) => before.iter().zip(now).map(|(before, now)| *before && now).collect(),
        });
    }

    /// A loop over a source; `body` compiles one turn of it.
    fn repeat(
        &mut self,
        target: &Target,
        source: &Expr,
        body: impl FnOnce(&mut Self) -> Result<(), Wrong>,
    ) -> Result<(), Wrong> {
        self.repeat_with(target, source, |_| {}, body)
    }

    /// The same, where `declare` makes the variables of the loop known once its source is compiled.
    fn repeat_with(
        &mut self,
        target: &Target,
        source: &Expr,
        declare: impl FnOnce(&mut Self),
        body: impl FnOnce(&mut Self) -> Result<(), Wrong>,
    ) -> Result<(), Wrong> {
        let (state, counts) = self.begin_loop(source)?;
        declare(self);
        let before = self.sure();
        let to = match target {
            Target::Name(name, span) => match self.meaning(name, *span)? {
                Meaning::Local(place) if !self.scope().variables[place].is_cell => {
                    self.scope().variables[place].register
                }
                _ => self.temporary(source.span)?,
            },
            _ => self.temporary(source.span)?,
        };
        let enter = self.emit(Op::Jump { target: 0 }, source.span);
        let start = self.here();
        self.scope().loops.push(Loop::default());
        self.store(target, to)?;
        body(self)?;
        let around = self.scope().loops.pop().unwrap_or_default();
        self.land(&[enter]);
        self.land(&around.continues);
        let op = match counts {
            true => Op::CountNext { state, to, target: start },
            false => Op::Next { state, to, target: start },
        };
        self.emit(op, source.span);
        self.land(&around.breaks);
        self.be_sure(&before);
        Ok(())
    }

    /// Prepares the registers of a loop; true if it counts.
    fn begin_loop(&mut self, source: &Expr) -> Result<(Register, bool), Wrong> {
        let state = self.temporaries(3, source.span)?;
        if let Kind::Call(function, arguments) = &source.kind
            && let Kind::Name(name) = &function.kind
            && name == "range"
            && (1..=3).contains(&arguments.len())
            && arguments.iter().all(|argument| matches!(argument, Argument::Place(_)))
            && matches!(self.meaning(name, function.span)?, Meaning::Builtin(_))
        {
            let places: &[Register] = if arguments.len() == 1 { &[1] } else { &[0, 1, 2] };
            for (argument, place) in arguments.iter().zip(places) {
                self.expr(argument.expr(), Some(state + place))?;
            }
            if arguments.len() == 1 {
                self.emit(Op::Small { to: state, number: 0 }, source.span);
            }
            if arguments.len() < 3 {
                self.emit(Op::Small { to: state + 2, number: 1 }, source.span);
            }
            self.emit(Op::Count { state }, source.span);
            return Ok((state, true));
        }
        let from = self.expr(source, Some(state))?;
        self.emit(Op::Iterate { state, from }, source.span);
        Ok((state, false))
    }

    /// Compiles a function and makes it, with its defaults and the variables around it.
    fn function(&mut self, function: &Function, want: Option<Register>) -> Result<Register, Wrong> {
        let span = function.span;
        let defaults: Vec<&Expr> =
            function.parameters.iter().filter_map(|own| own.default.as_ref()).collect();
        let to = match want {
            Some(to) => to,
            None => self.temporary(span)?,
        };
        let top = self.scope().top;
        let first = self.temporaries(defaults.len(), span)?;
        for (default, place) in defaults.iter().zip(first..) {
            self.expr(default, Some(place))?;
        }
        let free = names::free(function);
        let mut variables: Vec<Variable> = Vec::new();
        let mut add = |name: &str, is_cell: bool, sure: bool| {
            let register = variables.len() as Register;
            variables.push(Variable { name: name.to_string(), register, is_cell, sure });
        };
        let shared = names::shared(&function.body);
        for parameter in &function.parameters {
            add(&parameter.name, shared.contains(&parameter.name), true);
        }
        let mut captured = Vec::new();
        let mut seen = BTreeSet::new();
        for around in self.scopes.last().into_iter().flat_map(|scope| scope.variables.iter().rev())
        {
            if free.contains(&around.name) && around.is_cell && seen.insert(around.name.clone()) {
                captured.push(around.register);
                add(&around.name, true, false);
            }
        }
        let mut assigned = Vec::new();
        names::assigned(&function.body, &mut assigned);
        let own = function.parameters.iter().map(|own| &own.name);
        let own: BTreeSet<&String> = own.collect();
        let locals: Vec<&String> = assigned.iter().filter(|name| !own.contains(name)).collect();
        for name in &locals {
            add(name, shared.contains(*name), false);
        }
        let inherited = function.parameters.len()..function.parameters.len() + captured.len();
        let proto = Proto {
            name: function.name.clone(),
            parameters: function.parameters.iter().map(|own| own.name.clone()).collect(),
            defaults: defaults.len(),
            captured,
            variables: locals.len() as u16,
            span,
            ..Proto::default()
        };
        let cells: Vec<Register> = variables
            .iter()
            .filter(|variable| {
                variable.is_cell && !inherited.contains(&(variable.register as usize))
            })
            .map(|variable| variable.register)
            .collect();
        if variables.len() > MOST_REGISTERS {
            return Err((span, "this function has too many variables".to_string()));
        }
        let top_of_new = variables.len();
        let is_module = false;
        self.scopes.push(Scope {
            proto,
            variables,
            shared,
            top: top_of_new,
            loops: Vec::new(),
            is_module,
        });
        for at in cells {
            self.emit(Op::NewCell { at }, span);
        }
        self.body(&function.body)?;
        let proto = self.finish();
        self.code.functions.push(proto);
        let function = self.code.functions.len() as u32 - 1;
        self.emit(Op::Function { to, function, first }, span);
        self.scope().top = top;
        Ok(to)
    }

    fn constant(&mut self, value: Value) -> u32 {
        self.code.constants.push(value);
        self.code.constants.len() as u32 - 1
    }
}

/// The name that differs least, if it differs little.
pub(crate) fn nearest<'n>(name: &str, known: &'n [String]) -> Option<&'n str> {
    let near = known.iter().map(|other| (distance(name, other), other));
    let (far, other) = near.min_by_key(|(far, _)| *far)?;
    (far <= 1 + name.chars().count() / 4 && far < name.chars().count()).then_some(other)
}

/// Letters to change, add or leave out.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (index, letter) in a.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = index + 1;
        for place in 0..b.len() {
            let changed = diagonal + usize::from(b[place] != letter);
            diagonal = row[place + 1];
            row[place + 1] = changed.min(row[place] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}
