//! Runs compiled programs. Calls of functions go onto a stack of frames, not onto the stack of the thread.

use crate::builtins;
use crate::code::{Code, NO_NAMES, Op, Proto, Register};
use crate::fault::{Fault, Outcome, Trouble, wrong};
use crate::methods;
use crate::tree::{Binary, Comparison};
use crate::value::{Closure, Slice, Store, Value};
use crate::walk::{count, unpack};

/// Functions may call each other this deep.
const MOST_FRAMES: usize = 1000;

/// Functions that builtin functions call, as `sorted(list, key=...)` does, may nest this deep.
const MOST_NESTED: usize = 10;

#[derive(Debug)]
pub(crate) struct Machine {
    pub store: Store,
    pub globals: Vec<Value>,
    registers: Vec<Value>,
    frames: Vec<Frame>,
    nested: usize,
}

#[derive(Clone, Copy, Debug)]
struct Frame {
    function: u32,
    /// The instruction to go on with.
    place: usize,
    /// The first of its registers.
    base: usize,
}

impl Machine {
    pub fn new(store: Store, globals: usize) -> Machine {
        Machine {
            store,
            globals: vec![Value::Unset; globals],
            registers: Vec::new(),
            frames: Vec::new(),
            nested: 0,
        }
    }

    /// Runs the statements of the file.
    pub fn load(&mut self, code: &Code, file: (&str, &str)) -> Result<(), Box<Fault>> {
        self.registers.clear();
        self.registers.push(Value::Unset);
        let closure = Closure { function: 0, defaults: EMPTY, cells: EMPTY };
        let function = self.store.new_closure(closure).unwrap_or(Value::Unset);
        self.call(code, file, function, &[]).map(|_| ())
    }

    /// Calls a function with some values, and gives what it returns. What it made stays in the store until
    /// [`Store::reset`].
    pub fn call(
        &mut self,
        code: &Code,
        file: (&str, &str),
        function: Value,
        arguments: &[Value],
    ) -> Result<Value, Box<Fault>> {
        let base = self.registers.len();
        let frames = self.frames.len();
        self.registers.push(function);
        self.registers.extend_from_slice(arguments);
        let found = self.start(code, file, base, arguments.len(), NO_NAMES, frames);
        let value = self.registers.get(base).copied().unwrap_or(Value::None);
        if found.is_err() {
            self.frames.truncate(frames);
        }
        self.registers.truncate(base);
        found.map(|()| value)
    }

    /// Calls what stands in a register, and runs until it has returned.
    fn start(
        &mut self,
        code: &Code,
        file: (&str, &str),
        place: usize,
        count: usize,
        names: u16,
        frames: usize,
    ) -> Result<(), Box<Fault>> {
        let span = match self.registers[place] {
            Value::Function(closure) => {
                let function = self.store.closures[closure as usize].function;
                code.functions[function as usize].span
            }
            _ => Default::default(),
        };
        let begun = self.enter(code, file, &[], place, count, names);
        if let Err(trouble) = begun {
            return Err(placed(*trouble, file, span));
        }
        if self.frames.len() == frames {
            return Ok(());
        }
        self.nested += 1;
        let done = self.run(code, file, frames);
        self.nested -= 1;
        done.map_err(|trouble| {
            let place = self.frames.last().map(|frame| {
                let proto = &code.functions[frame.function as usize];
                proto.spans.get(frame.place.saturating_sub(1)).copied().unwrap_or_default()
            });
            placed(*trouble, file, place.unwrap_or_default())
        })
    }

    /// Begins the call of what stands in a register: a function gets a frame, a builtin is done at once.
    fn enter(
        &mut self,
        code: &Code,
        file: (&str, &str),
        names: &[Vec<String>],
        place: usize,
        count: usize,
        named: u16,
    ) -> Outcome<()> {
        self.store.step(1)?;
        let named = names.get(named as usize).map_or(&[][..], |names| &names[..]);
        match self.registers[place] {
            Value::Function(closure) => {
                let closure = self.store.closures[closure as usize];
                let proto = &code.functions[closure.function as usize];
                let base = place + 1;
                if count != proto.parameters.len() || !named.is_empty() {
                    self.bind(proto, closure, base, count, named)?;
                }
                if self.frames.len() >= MOST_FRAMES {
                    let message = format!(
                        "stopped: functions call each other more than {MOST_FRAMES} deep; does {} ever stop to call itself?",
                        proto.name
                    );
                    return Err(Box::new(Trouble::Stopped(message)));
                }
                let top = base + proto.registers as usize;
                self.registers.resize(top.max(base), Value::Unset);
                let mut next = base + proto.parameters.len();
                for cell in closure.cells.range() {
                    self.registers[next] = self.store.items[cell];
                    next += 1;
                }
                self.registers[next..next + proto.variables as usize].fill(Value::Unset);
                self.frames.push(Frame { function: closure.function, place: 0, base });
                Ok(())
            }
            Value::Builtin(builtin) => {
                let arguments = self.registers[place + 1..place + 1 + count].to_vec();
                let value = builtins::call(self, code, file, builtin, &arguments, named)?;
                self.registers[place] = value;
                Ok(())
            }
            other => {
                let kind = self.store.kind(other);
                wrong(format!(
                    "{kind} cannot be called: {} is no function",
                    self.store.shown(other)
                ))
            }
        }
    }

    /// Puts arguments given by name, and defaults, into their places.
    fn bind(
        &mut self,
        proto: &Proto,
        closure: Closure,
        base: usize,
        count: usize,
        named: &[String],
    ) -> Outcome<()> {
        let parameters = &proto.parameters;
        let by_place = count - named.len();
        let takes = || {
            let values = if parameters.len() == 1 { "value" } else { "values" };
            format!(
                "{} takes {} {values} ({})",
                proto.name,
                parameters.len(),
                parameters.join(", ")
            )
        };
        if by_place > parameters.len() {
            return wrong(format!("{}, and is given {count}", takes()));
        }
        let given: Vec<Value> = self.registers[base..base + count].to_vec();
        let mut values = vec![Value::Unset; parameters.len()];
        values[..by_place].copy_from_slice(&given[..by_place]);
        for (name, value) in named.iter().zip(&given[by_place..]) {
            match parameters.iter().position(|parameter| parameter == name) {
                Some(place) if matches!(values[place], Value::Unset) => values[place] = *value,
                Some(_) => return wrong(format!("{} is given {name} twice", proto.name)),
                None => return wrong(format!("{}, and none is called {name}", takes())),
            }
        }
        let first = parameters.len() - proto.defaults;
        for (place, value) in values.iter_mut().enumerate() {
            if matches!(value, Value::Unset) {
                if place < first {
                    return wrong(format!("{}, and {} is missing", takes(), parameters[place]));
                }
                *value = self.store.items[closure.defaults.start as usize + place - first];
            }
        }
        self.registers.truncate(base);
        self.registers.append(&mut values);
        Ok(())
    }

    /// Calls a function from inside a builtin one.
    pub fn call_back(
        &mut self,
        code: &Code,
        file: (&str, &str),
        function: Value,
        argument: Value,
    ) -> Outcome<Value> {
        if self.nested >= MOST_NESTED {
            return Err(Box::new(Trouble::Stopped(format!(
                "stopped: keys of sorted, min and max call each other more than {MOST_NESTED} deep"
            ))));
        }
        self.call(code, file, function, &[argument])
            .map_err(|fault| Box::new(Trouble::Placed(fault)))
    }

    /// Runs until only so many frames are left.
    fn run(&mut self, code: &Code, file: (&str, &str), frames: usize) -> Outcome<()> {
        let Some(Frame { mut function, mut place, mut base }) = self.frames.last().copied() else {
            return Ok(());
        };
        let mut proto = &code.functions[function as usize];
        macro_rules! register {
            ($register:expr) => {
                self.registers[base + $register as usize]
            };
        }
        // A failure is told where the frame stands.
        macro_rules! attempt {
            ($result:expr) => {
                match $result {
                    Ok(value) => value,
                    Err(trouble) => {
                        if let Some(frame) = self.frames.last_mut() {
                            frame.place = place;
                        }
                        return Err(trouble);
                    }
                }
            };
        }
        macro_rules! resume {
            () => {
                match self.frames.last() {
                    Some(frame) if self.frames.len() > frames => {
                        Frame { function, place, base } = *frame;
                        proto = &code.functions[function as usize];
                    }
                    _ => return Ok(()),
                }
            };
        }
        loop {
            let op = proto.code[place];
            place += 1;
            match op {
                Op::Constant { to, constant } => register!(to) = code.constants[constant as usize],
                Op::Small { to, number } => register!(to) = Value::Int(number.into()),
                Op::Move { to, from } => register!(to) = register!(from),
                Op::Global { to, global } => {
                    let value = self.globals[global as usize];
                    if matches!(value, Value::Unset) {
                        attempt!(self.unset(&code.globals[global as usize]));
                    }
                    register!(to) = value;
                }
                Op::SetGlobal { global, from } => self.globals[global as usize] = register!(from),
                Op::NewCell { at } => register!(at) = attempt!(self.store.new_cell(register!(at))),
                Op::LoadCell { to, cell } => {
                    register!(to) = match register!(cell) {
                        Value::Cell(cell) => self.store.cells[cell as usize],
                        value => value,
                    }
                }
                Op::StoreCell { cell, from } => {
                    if let Value::Cell(cell) = register!(cell) {
                        self.store.cells[cell as usize] = register!(from);
                    }
                }
                Op::Check { register } => {
                    if matches!(register!(register), Value::Unset) {
                        attempt!(self.unset("this variable"));
                    }
                }
                Op::Binary { binary, to, a, b } => {
                    let (a, b) = (register!(a), register!(b));
                    register!(to) = attempt!(self.store.binary(binary, a, b));
                }
                Op::Add { to, a, number } => {
                    let a = register!(a);
                    register!(to) = match a {
                        Value::Int(a) if a.checked_add(number.into()).is_some() => {
                            Value::Int(a + i64::from(number))
                        }
                        _ if number < 0 => attempt!(self.store.binary(
                            Binary::Subtract,
                            a,
                            Value::Int(-i64::from(number))
                        )),
                        _ => attempt!(self.store.binary(Binary::Add, a, Value::Int(number.into()))),
                    }
                }
                Op::Augment { to, a, b } => {
                    let (a, b) = (register!(a), register!(b));
                    register!(to) = match a {
                        Value::List(list) => attempt!(self.extend(list, b)),
                        _ => attempt!(self.store.binary(Binary::Add, a, b)),
                    };
                }
                Op::Unary { unary, to, a } => {
                    register!(to) = attempt!(self.store.unary(unary, register!(a)));
                }
                Op::Not { to, a } => register!(to) = Value::Bool(!self.store.truth(register!(a))),
                Op::Compare { comparison, to, a, b } => {
                    let (a, b) = (register!(a), register!(b));
                    register!(to) = Value::Bool(attempt!(self.store.compare(comparison, a, b)));
                }
                Op::Jump { target } => place = target as usize,
                Op::JumpIf { a, target } => {
                    if self.store.truth(register!(a)) {
                        place = target as usize;
                    }
                }
                Op::JumpUnless { a, target } => {
                    if !self.store.truth(register!(a)) {
                        place = target as usize;
                    }
                }
                Op::Unless { comparison, a, b, target } => {
                    let (a, b) = (register!(a), register!(b));
                    if !attempt!(self.store.compare(comparison, a, b)) {
                        place = target as usize;
                    }
                }
                Op::UnlessSmall { comparison, a, number, target } => {
                    let holds = match register!(a) {
                        Value::Int(a) => holds(comparison, a, number.into()),
                        a => attempt!(self.store.compare(comparison, a, Value::Int(number.into()))),
                    };
                    if !holds {
                        place = target as usize;
                    }
                }
                Op::Tuple { to, first, count } => {
                    let first = base + first as usize;
                    let items = &self.registers[first..first + count as usize];
                    register!(to) = attempt!(self.store.new_tuple(items));
                }
                Op::List { to, first, count } => {
                    let first = base + first as usize;
                    let items = &self.registers[first..first + count as usize];
                    register!(to) = attempt!(self.store.new_list(items));
                }
                Op::Dict { to, first, pairs } => {
                    let dict = attempt!(self.store.new_dict());
                    for pair in 0..pairs {
                        let (key, value) =
                            (register!(first + 2 * pair), register!(first + 2 * pair + 1));
                        attempt!(self.store.insert(dict, key, value));
                    }
                    register!(to) = Value::Dict(dict);
                }
                Op::Append { list, value } => {
                    if let Value::List(list) = register!(list) {
                        attempt!(self.store.append(list, register!(value)));
                    }
                }
                Op::Insert { dict, key, value } => {
                    if let Value::Dict(dict) = register!(dict) {
                        let (key, value) = (register!(key), register!(value));
                        attempt!(self.store.insert(dict, key, value));
                    }
                }
                Op::Index { to, object, index } => {
                    let (object, index) = (register!(object), register!(index));
                    register!(to) = attempt!(self.store.index(object, index));
                }
                Op::SetIndex { object, index, value } => {
                    let (object, index) = (register!(object), register!(index));
                    attempt!(self.store.set_index(object, index, register!(value)));
                }
                Op::Slice { to, object, first } => {
                    let bounds = [register!(first), register!(first + 1), register!(first + 2)];
                    register!(to) = attempt!(self.store.sliced(register!(object), bounds));
                }
                Op::Unset { at } => register!(at) = Value::Unset,
                Op::Join { to, first, count } => {
                    let mut text = String::new();
                    for place in first..first + count {
                        attempt!(self.store.write_str(register!(place), &mut text));
                    }
                    register!(to) = attempt!(self.store.written(text));
                }
                Op::Count { state } => {
                    let bounds = [register!(state), register!(state + 1), register!(state + 2)];
                    let span = attempt!(count(&self.store, bounds));
                    register!(state) = Value::Int(span.first);
                    register!(state + 1) = Value::Int(span.count);
                    register!(state + 2) = Value::Int(span.step);
                }
                Op::CountNext { state, to, target } => {
                    attempt!(self.store.step(1));
                    if let [Value::Int(next), Value::Int(left), Value::Int(step)] =
                        self.registers[base + state as usize..base + state as usize + 3]
                        && left > 0
                    {
                        register!(state) = Value::Int(next.wrapping_add(step));
                        register!(state + 1) = Value::Int(left - 1);
                        register!(to) = Value::Int(next);
                        place = target as usize;
                    }
                }
                Op::Iterate { state, from } => {
                    let from = register!(from);
                    register!(state) = from;
                    register!(state + 1) = attempt!(self.store.begin(from));
                }
                Op::Next { state, to, target } => {
                    attempt!(self.store.step(1));
                    let (source, Value::Place(at)) = (register!(state), register!(state + 1))
                    else {
                        continue;
                    };
                    if let Some((value, at)) = attempt!(self.store.advance(source, at)) {
                        register!(state + 1) = Value::Place(at);
                        register!(to) = value;
                        place = target as usize;
                    }
                }
                Op::Unpack { from, first, count } => {
                    let from = register!(from);
                    let first = base + first as usize;
                    let to = &mut self.registers[first..first + count as usize];
                    attempt!(unpack(&mut self.store, from, to));
                }
                Op::Call { first, count, names } => {
                    let at = base + first as usize;
                    if let Some(frame) = self.frames.last_mut() {
                        frame.place = place;
                    }
                    self.enter(code, file, &proto.names, at, count as usize, names)?;
                    resume!();
                }
                Op::CallList { first } => {
                    let at = base + first as usize;
                    if let Some(frame) = self.frames.last_mut() {
                        frame.place = place;
                    }
                    let values = match self.registers[at + 1] {
                        Value::List(list) => self.store.list(list).to_vec(),
                        _ => Vec::new(),
                    };
                    self.registers.truncate(at + 1);
                    self.registers.extend_from_slice(&values);
                    let top = base + proto.registers as usize;
                    if self.registers.len() < top {
                        self.registers.resize(top, Value::Unset);
                    }
                    self.enter(code, file, &[], at, values.len(), NO_NAMES)?;
                    resume!();
                    self.widen(base + proto.registers as usize);
                }
                Op::Method { method, first, count, names } => {
                    let at = base + first as usize;
                    let object = self.registers[at];
                    let arguments = &self.registers[at + 1..at + 1 + count as usize];
                    let names = proto.names.get(names as usize).map_or(&[][..], |names| &names[..]);
                    let found = methods::call(&mut self.store, method, object, arguments, names);
                    register!(first) = attempt!(found);
                }
                Op::Function { to, function, first } => {
                    let value = self.make(code, function, base, first);
                    register!(to) = attempt!(value);
                }
                Op::Return { from } => {
                    let value = register!(from);
                    self.registers[base - 1] = value;
                    self.frames.pop();
                    resume!();
                    self.widen(base + proto.registers as usize);
                }
                Op::ReturnNone => {
                    self.registers[base - 1] = Value::None;
                    self.frames.pop();
                    resume!();
                    self.widen(base + proto.registers as usize);
                }
            }
        }
    }

    /// After a call the registers of the caller are all there again.
    #[inline]
    fn widen(&mut self, top: usize) {
        if self.registers.len() < top {
            self.registers.resize(top, Value::Unset);
        }
    }

    #[cold]
    fn unset(&self, name: &str) -> Outcome<()> {
        wrong(format!("{name} has no value yet when this is asked for"))
    }

    fn make(&mut self, code: &Code, function: u32, base: usize, first: Register) -> Outcome<Value> {
        let proto = &code.functions[function as usize];
        let first = base + first as usize;
        let defaults = self.store.new_tuple(&self.registers[first..first + proto.defaults])?;
        let cells = proto.captured.iter().map(|cell| self.registers[base + *cell as usize]);
        let cells: Vec<Value> = cells.collect();
        let cells = self.store.new_tuple(&cells)?;
        let slice = |value| if let Value::Tuple(slice) = value { slice } else { EMPTY };
        self.store.new_closure(Closure { function, defaults: slice(defaults), cells: slice(cells) })
    }

    fn extend(&mut self, list: u32, other: Value) -> Outcome<Value> {
        let items = self.store.elements(other)?;
        self.store.charge(size_of_val(&items[..]))?;
        self.store.list_mut(list)?.extend(items);
        Ok(Value::List(list))
    }
}

const EMPTY: Slice = Slice { start: 0, length: 0 };

#[inline]
fn holds(comparison: Comparison, a: i64, b: i64) -> bool {
    match comparison {
        Comparison::Equal => a == b,
        Comparison::NotEqual => a != b,
        Comparison::Less => a < b,
        Comparison::LessEqual => a <= b,
        Comparison::Greater => a > b,
        Comparison::GreaterEqual => a >= b,
        Comparison::In | Comparison::NotIn => false,
    }
}

fn placed(trouble: Trouble, file: (&str, &str), span: crate::fault::Span) -> Box<Fault> {
    let (message, stopped) = match trouble {
        Trouble::Placed(fault) => return fault,
        Trouble::Wrong(message) => (message, false),
        Trouble::Stopped(message) => (message, true),
    };
    Box::new(Fault { stopped, ..Fault::at(file.0, file.1, span, message) })
}
