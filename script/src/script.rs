//! A text that was loaded, and whose functions can be called.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::code::Code;
use crate::compile::compile;
use crate::datum::Datum;
use crate::fault::{Fault, Span};
use crate::machine::Machine;
use crate::parse::parse;
use crate::tree::{Expr, Kind, Statement};
use crate::value::{Limits, Store, Value};

/// A program that was loaded: its functions can be called, its global values do not change any more.
pub struct Script {
    file: String,
    text: String,
    code: Code,
    documentation: Option<String>,
    limits: Limits,
    spent: AtomicU64,
    /// Machines that are free; a call takes one, or makes one if there is none.
    machines: Mutex<Vec<Machine>>,
}

/// A function of a script, found once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FunctionName(u32);

/// A value in a machine, as long as it is there.
#[derive(Clone, Copy)]
pub struct Seen<'s> {
    store: &'s Store,
    value: Value,
}

impl Script {
    /// Reads, compiles and runs a text; `file` is what messages call it.
    pub fn load(file: &str, text: &str, limits: Limits) -> Result<Script, Fault> {
        let fault = |(span, message): (Span, String)| Fault::at(file, text, span, message);
        if text.len() > LONGEST {
            let message = format!("the text is longer than {LONGEST} bytes");
            return Err(fault((Span::default(), message)));
        }
        let statements = parse(text).map_err(fault)?;
        let documentation = match statements.first() {
            Some(Statement::Expr(Expr { kind: Kind::Text(text), .. })) => Some(text.clone()),
            _ => None,
        };
        let mut store = Store::new(limits);
        let code = compile(&statements, &mut store).map_err(fault)?;
        let mut script = Script {
            file: file.to_string(),
            text: text.to_string(),
            code,
            documentation,
            limits,
            spent: AtomicU64::new(0),
            machines: Mutex::new(Vec::new()),
        };
        let machine = script.run(store)?;
        script.machines = Mutex::new(vec![machine]);
        Ok(script)
    }

    fn run(&self, store: Store) -> Result<Machine, Fault> {
        let mut machine = Machine::new(store, self.code.globals.len());
        machine.load(&self.code, (&self.file, &self.text)).map_err(|fault| *fault)?;
        machine.store.freeze();
        machine.store.reset();
        Ok(machine)
    }

    fn machine(&self) -> Result<Machine, Fault> {
        let free = self.machines.lock().ok().and_then(|mut machines| machines.pop());
        match free {
            Some(machine) => Ok(machine),
            None => {
                // Compiled anew, so that its constants are in its own store.
                let mut store = Store::new(self.limits);
                let statements = parse(&self.text).unwrap_or_default();
                let _ = compile(&statements, &mut store);
                self.run(store)
            }
        }
    }

    fn put_back(&self, mut machine: Machine) {
        self.spent.fetch_add(machine.store.spent(), Ordering::Relaxed);
        machine.store.reset();
        if let Ok(mut machines) = self.machines.lock() {
            machines.push(machine);
        }
    }

    /// The steps of all calls so far.
    pub fn spent(&self) -> u64 {
        self.spent.load(Ordering::Relaxed)
    }

    /// The name of the text.
    pub fn file(&self) -> &str {
        &self.file
    }

    /// The string with which the text begins.
    pub fn documentation(&self) -> Option<&str> {
        self.documentation.as_deref()
    }

    /// The function of a name, if there is one.
    pub fn function(&self, name: &str) -> Option<FunctionName> {
        let place = self.code.globals.iter().position(|global| global == name)?;
        let machine = self.machine().ok()?;
        let is_function = matches!(machine.globals[place], Value::Function(_));
        self.put_back(machine);
        is_function.then_some(FunctionName(place as u32))
    }

    /// The names of all global values.
    pub fn globals(&self) -> &[String] {
        &self.code.globals
    }

    /// How many values a function takes at least, and at most.
    pub fn takes(&self, function: FunctionName) -> Option<(usize, usize)> {
        let machine = self.machine().ok()?;
        let proto = match machine.globals[function.0 as usize] {
            Value::Function(closure) => Some(machine.store.closures[closure as usize].function),
            _ => None,
        };
        self.put_back(machine);
        let proto = &self.code.functions[proto? as usize];
        Some((proto.parameters.len() - proto.defaults, proto.parameters.len()))
    }

    /// A global value.
    pub fn global(&self, name: &str) -> Option<Result<Datum, Fault>> {
        let place = self.code.globals.iter().position(|global| global == name)?;
        let machine = match self.machine() {
            Ok(machine) => machine,
            Err(fault) => return Some(Err(fault)),
        };
        let seen = Seen { store: &machine.store, value: machine.globals[place] };
        let datum = seen.datum();
        self.put_back(machine);
        Some(datum.map_err(|message| self.fault_of(name, message)))
    }

    /// Calls a function, and shows what it returned.
    pub fn call<T>(
        &self,
        function: FunctionName,
        arguments: &[&Datum],
        see: impl FnOnce(Seen<'_>) -> Result<T, String>,
    ) -> Result<T, Fault> {
        let mut machine = self.machine()?;
        let found = self.call_in(&mut machine, function, arguments);
        let shown = found.and_then(|value| {
            let name = &self.code.globals[function.0 as usize];
            see(Seen { store: &machine.store, value })
                .map_err(|message| self.fault_of(name, message))
        });
        self.put_back(machine);
        shown
    }

    fn call_in(
        &self,
        machine: &mut Machine,
        function: FunctionName,
        arguments: &[&Datum],
    ) -> Result<Value, Fault> {
        let name = &self.code.globals[function.0 as usize];
        let mut values = Vec::with_capacity(arguments.len());
        for argument in arguments {
            let value = argument.load(&mut machine.store);
            values
                .push(value.map_err(|_| self.fault_of(name, "the position is too large".into()))?);
        }
        let callee = machine.globals[function.0 as usize];
        machine.call(&self.code, (&self.file, &self.text), callee, &values).map_err(|fault| *fault)
    }

    /// A failure of what a global name stands for, told where it is defined.
    pub fn fault_of(&self, name: &str, message: String) -> Fault {
        let span = self.code.functions.iter().skip(1).rev().find(|proto| proto.name == name);
        let span = span.map_or_else(|| self.assignment(name), |proto| proto.span);
        Fault::at(&self.file, &self.text, span, message)
    }

    /// Where a line begins with a name.
    fn assignment(&self, name: &str) -> Span {
        let mut start = 0;
        for line in self.text.split_inclusive('\n') {
            let rest = line.strip_prefix(name).map(str::trim_start);
            if rest.is_some_and(|rest| rest.starts_with('=')) {
                return Span { start, length: name.len() as u32 };
            }
            start += line.len() as u32;
        }
        Span::default()
    }
}

/// Longer texts are refused.
const LONGEST: usize = 1_000_000;

impl<'s> Seen<'s> {
    fn with(self, value: Value) -> Seen<'s> {
        Seen { value, ..self }
    }

    /// Whether it is None.
    pub fn is_none(self) -> bool {
        matches!(self.value, Value::None)
    }

    /// True or False, if it is one of them.
    pub fn truth(self) -> Option<bool> {
        if let Value::Bool(truth) = self.value { Some(truth) } else { None }
    }

    /// The number, if it is one of one word.
    pub fn integer(self) -> Option<i64> {
        if let Value::Int(number) = self.value { Some(number) } else { None }
    }

    /// The string, if it is one.
    pub fn text(self) -> Option<&'s str> {
        if let Value::Text(slice) = self.value { Some(self.store.text(slice)) } else { None }
    }

    /// The items of a list or a tuple.
    pub fn items(self) -> Option<impl ExactSizeIterator<Item = Seen<'s>>> {
        let items = match self.value {
            Value::Tuple(slice) => self.store.tuple(slice),
            Value::List(list) => self.store.list(list),
            _ => return None,
        };
        Some(items.iter().map(move |item| self.with(*item)))
    }

    /// The two items of a pair, which is a tuple.
    pub fn pair(self) -> Option<(Seen<'s>, Seen<'s>)> {
        match self.value {
            Value::Tuple(slice) => match *self.store.tuple(slice) {
                [first, second] => Some((self.with(first), self.with(second))),
                _ => None,
            },
            _ => None,
        }
    }

    /// What a dict has for a name.
    pub fn get(self, name: &str) -> Option<Seen<'s>> {
        let Value::Dict(dict) = self.value else { return None };
        let mut entries = self.store.dict(dict).entries();
        let (_, value) = entries
            .find(|(key, _)| matches!(key, Value::Text(key) if self.store.text(*key) == name))?;
        Some(self.with(value))
    }

    /// The keys of a dict that are strings, if it is a dict.
    pub fn keys(self) -> Option<Vec<&'s str>> {
        let Value::Dict(dict) = self.value else { return None };
        let keys = self.store.dict(dict).entries().filter_map(|(key, _)| self.with(key).text());
        Some(keys.collect())
    }

    /// The value by itself.
    pub fn datum(self) -> Result<Datum, String> {
        self.datum_in(&mut Vec::new())
    }

    /// The same, with memory to work in.
    pub fn datum_in(self, bytes: &mut Vec<u8>) -> Result<Datum, String> {
        Datum::save(self.store, self.value, bytes).map_err(|trouble| match *trouble {
            crate::fault::Trouble::Wrong(message) | crate::fault::Trouble::Stopped(message) => {
                message
            }
            crate::fault::Trouble::Placed(fault) => fault.message,
        })
    }

    /// As it is written in a program, shortened.
    pub fn shown(self) -> String {
        self.store.shown(self.value)
    }

    /// What kind of value it is: `a list`.
    pub fn kind(self) -> &'static str {
        self.store.kind(self.value)
    }
}
