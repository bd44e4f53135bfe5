//! Values, and the store that holds what does not fit into one.
//!
//! A value is a number, or says where in the store its contents are, so that copies cost nothing and nothing is
//! counted. The store grows while a function runs and is cut back when it has returned: calls are short, and
//! what they leave behind is known to be garbage.

use std::cell::Cell;

use num_bigint::BigInt;
use num_traits::ToPrimitive;

use crate::dict::Dict;
use crate::fault::{Outcome, Trouble, wrong};

/// A value of the language, as the machine has it.
#[derive(Clone, Copy, Debug)]
pub enum Value {
    /// A variable without a value.
    Unset,
    /// None.
    None,
    /// True or False.
    Bool(bool),
    /// An integer of one word.
    Int(i64),
    /// Any other integer.
    Big(u32),
    /// A string.
    Text(Slice),
    /// A tuple.
    Tuple(Slice),
    /// A list.
    List(u32),
    /// A dict.
    Dict(u32),
    /// What `range` gives.
    Range(u32),
    /// A function of the program.
    Function(u32),
    /// A function of the language.
    Builtin(u8),
    /// A variable that several functions share.
    Cell(u32),
    /// How far a loop has come, and how long its source was when it began.
    Place(Slice),
}

/// A part of the store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slice {
    pub(crate) start: u32,
    pub(crate) length: u32,
}

impl Slice {
    pub(crate) fn range(self) -> std::ops::Range<usize> {
        self.start as usize..self.start as usize + self.length as usize
    }
}

/// What `range` gives: the first number, how many there are, and the step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Span {
    pub first: i64,
    pub count: i64,
    pub step: i64,
}

/// A function with the values that were fixed when it was made.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Closure {
    pub function: u32,
    /// Defaults of its last parameters.
    pub defaults: Slice,
    /// Variables of the functions around it.
    pub cells: Slice,
}

/// How much a call may spend.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Turns of loops, calls, and items that are copied or compared.
    pub steps: u64,
    /// Bytes of values.
    pub bytes: u64,
}

impl Default for Limits {
    /// About a second, and a quarter of a gigabyte.
    fn default() -> Limits {
        Limits { steps: 100_000_000, bytes: 1 << 28 }
    }
}

/// What values point to.
#[derive(Debug, Default)]
pub(crate) struct Store {
    pub letters: String,
    pub items: Vec<Value>,
    pub bigs: Vec<BigInt>,
    pub ranges: Vec<Span>,
    pub closures: Vec<Closure>,
    pub cells: Vec<Value>,
    /// Lists in use are the first; those behind them keep their memory for the next.
    lists: Vec<Vec<Value>>,
    lists_used: usize,
    dicts: Vec<Dict>,
    frozen: Mark,
    bytes: u64,
    steps: Cell<u64>,
    pub limits: Limits,
}

/// How much of the store is in use.
#[derive(Clone, Copy, Debug, Default)]
struct Mark {
    letters: usize,
    items: usize,
    bigs: usize,
    ranges: usize,
    closures: usize,
    cells: usize,
    lists: usize,
    dicts: usize,
}

/// Lists that keep more than this give it back.
const LONGEST_KEPT: usize = 1 << 12;

/// Values may be nested this deep where they are compared, written or read: that is done by recursion.
pub(crate) const DEEPEST: usize = 100;

impl Store {
    pub fn new(limits: Limits) -> Store {
        Store { limits, ..Store::default() }
    }

    /// What is in the store now stays, and does not change any more.
    pub fn freeze(&mut self) {
        self.frozen = Mark {
            letters: self.letters.len(),
            items: self.items.len(),
            bigs: self.bigs.len(),
            ranges: self.ranges.len(),
            closures: self.closures.len(),
            cells: self.cells.len(),
            lists: self.lists_used,
            dicts: self.dicts.len(),
        };
    }

    /// Back to what was frozen, with nothing spent.
    pub fn reset(&mut self) {
        let mark = self.frozen;
        self.letters.truncate(mark.letters);
        self.items.truncate(mark.items);
        self.bigs.truncate(mark.bigs);
        self.ranges.truncate(mark.ranges);
        self.closures.truncate(mark.closures);
        self.cells.truncate(mark.cells);
        for list in &mut self.lists[mark.lists..self.lists_used] {
            list.clear();
            if list.capacity() > LONGEST_KEPT {
                list.shrink_to(0);
            }
        }
        self.lists.truncate(mark.lists + LONGEST_KEPT);
        self.lists_used = mark.lists;
        self.dicts.truncate(mark.dicts);
        self.letters.shrink_to(1 << 20);
        self.items.shrink_to(1 << 16);
        self.bytes = 0;
        self.steps.set(0);
    }

    /// Some bytes more are in use.
    #[inline]
    pub fn charge(&mut self, bytes: usize) -> Outcome<()> {
        self.bytes += bytes as u64;
        if self.bytes > self.limits.bytes { self.out_of_memory() } else { Ok(()) }
    }

    #[cold]
    fn out_of_memory(&self) -> Outcome<()> {
        let megabytes = self.limits.bytes >> 20;
        let message = format!("stopped: this call has made more than {megabytes} MB of values");
        Err(Box::new(Trouble::Stopped(message)))
    }

    /// The steps since the last [`Store::reset`].
    pub fn spent(&self) -> u64 {
        self.steps.get()
    }

    /// Some steps more were done.
    #[inline]
    pub fn step(&self, steps: usize) -> Outcome<()> {
        let spent = self.steps.get() + steps as u64;
        self.steps.set(spent);
        if spent > self.limits.steps { self.out_of_steps() } else { Ok(()) }
    }

    #[cold]
    fn out_of_steps(&self) -> Outcome<()> {
        let message = format!("stopped: this call has not ended after {} steps", self.limits.steps);
        Err(Box::new(Trouble::Stopped(message)))
    }

    pub fn text(&self, slice: Slice) -> &str {
        &self.letters[slice.range()]
    }

    pub fn tuple(&self, slice: Slice) -> &[Value] {
        &self.items[slice.range()]
    }

    pub fn list(&self, list: u32) -> &[Value] {
        &self.lists[list as usize]
    }

    pub fn dict(&self, dict: u32) -> &Dict {
        &self.dicts[dict as usize]
    }

    pub fn new_text(&mut self, text: &str) -> Outcome<Value> {
        self.charge(text.len())?;
        let start = self.letters.len();
        self.letters.push_str(text);
        Ok(Value::Text(self.slice(start, text.len())?))
    }

    /// The text that was just written to the end of the letters.
    pub fn text_since(&mut self, start: usize) -> Outcome<Value> {
        let length = self.letters.len() - start;
        self.charge(length)?;
        Ok(Value::Text(self.slice(start, length)?))
    }

    fn slice(&self, start: usize, length: usize) -> Outcome<Slice> {
        match (u32::try_from(start), u32::try_from(length)) {
            (Ok(start), Ok(length)) => Ok(Slice { start, length }),
            _ => self.out_of_memory().map(|()| Slice { start: 0, length: 0 }),
        }
    }

    pub fn new_tuple(&mut self, items: &[Value]) -> Outcome<Value> {
        self.charge(size_of_val(items))?;
        let start = self.items.len();
        self.items.extend_from_slice(items);
        Ok(Value::Tuple(self.slice(start, items.len())?))
    }

    /// The tuple of the items that were just pushed.
    pub fn tuple_since(&mut self, start: usize) -> Outcome<Value> {
        let length = self.items.len() - start;
        self.charge(length * size_of::<Value>())?;
        Ok(Value::Tuple(self.slice(start, length)?))
    }

    pub fn new_list(&mut self, items: &[Value]) -> Outcome<Value> {
        self.charge(32 + size_of_val(items))?;
        let (list, own) = self.fresh_list()?;
        own.extend_from_slice(items);
        Ok(Value::List(list))
    }

    pub fn new_list_of(&mut self, items: Vec<Value>) -> Outcome<Value> {
        self.charge(32 + size_of_val(&items[..]))?;
        let (list, own) = self.fresh_list()?;
        *own = items;
        Ok(Value::List(list))
    }

    fn fresh_list(&mut self) -> Outcome<(u32, &mut Vec<Value>)> {
        let list = self.lists_used;
        if list == self.lists.len() {
            self.lists.push(Vec::new());
        }
        self.lists_used += 1;
        let slice = self.slice(list, 0)?;
        Ok((slice.start, &mut self.lists[list]))
    }

    /// A list that may change.
    pub fn list_mut(&mut self, list: u32) -> Outcome<&mut Vec<Value>> {
        if (list as usize) < self.frozen.lists {
            return wrong(
                "this list is a global value, and these do not change once the file is loaded",
            );
        }
        Ok(&mut self.lists[list as usize])
    }

    #[inline]
    pub fn append(&mut self, list: u32, value: Value) -> Outcome<()> {
        self.charge(size_of::<Value>())?;
        self.list_mut(list)?.push(value);
        Ok(())
    }

    pub fn new_dict(&mut self) -> Outcome<u32> {
        self.charge(96)?;
        self.dicts.push(Dict::default());
        Ok(self.slice(self.dicts.len() - 1, 0)?.start)
    }

    /// Takes a dict out, to change it while the store is used for other things; [`Store::put_dict`] puts it back.
    pub fn take_dict(&mut self, dict: u32) -> Outcome<Dict> {
        if (dict as usize) < self.frozen.dicts {
            return wrong(
                "this dict is a global value, and these do not change once the file is loaded",
            );
        }
        Ok(std::mem::take(&mut self.dicts[dict as usize]))
    }

    pub fn put_dict(&mut self, dict: u32, contents: Dict) {
        self.dicts[dict as usize] = contents;
    }

    /// Gives a key a value.
    pub fn insert(&mut self, dict: u32, key: Value, value: Value) -> Outcome<()> {
        self.charge(64)?;
        let mut contents = self.take_dict(dict)?;
        let done = contents.insert(self, key, value);
        self.put_dict(dict, contents);
        done
    }

    pub fn new_range(&mut self, span: Span) -> Outcome<Value> {
        self.charge(size_of::<Span>())?;
        self.ranges.push(span);
        Ok(Value::Range(self.slice(self.ranges.len() - 1, 0)?.start))
    }

    pub fn new_closure(&mut self, closure: Closure) -> Outcome<Value> {
        self.charge(size_of::<Closure>())?;
        self.closures.push(closure);
        Ok(Value::Function(self.slice(self.closures.len() - 1, 0)?.start))
    }

    pub fn new_cell(&mut self, value: Value) -> Outcome<Value> {
        self.charge(size_of::<Value>())?;
        self.cells.push(value);
        Ok(Value::Cell(self.slice(self.cells.len() - 1, 0)?.start))
    }

    /// An integer, in one word if it fits.
    pub fn integer(&mut self, number: BigInt) -> Outcome<Value> {
        if let Some(word) = number.to_i64() {
            return Ok(Value::Int(word));
        }
        self.charge(32 + number.bits() as usize / 8)?;
        self.bigs.push(number);
        Ok(Value::Big(self.slice(self.bigs.len() - 1, 0)?.start))
    }

    /// The integer of a value that is one.
    pub fn big(&self, value: Value) -> Option<BigInt> {
        match value {
            Value::Int(word) => Some(word.into()),
            Value::Big(index) => Some(self.bigs[index as usize].clone()),
            _ => None,
        }
    }

    pub fn truth(&self, value: Value) -> bool {
        match value {
            Value::Unset | Value::None => false,
            Value::Bool(truth) => truth,
            Value::Int(number) => number != 0,
            Value::Text(slice) | Value::Tuple(slice) => slice.length > 0,
            Value::List(list) => !self.list(list).is_empty(),
            Value::Dict(dict) => self.dict(dict).len() > 0,
            Value::Range(range) => self.ranges[range as usize].count > 0,
            _ => true,
        }
    }

    /// How many items a value has, if it has items.
    pub fn length(&self, value: Value) -> Option<usize> {
        Some(match value {
            Value::Text(slice) => match self.text(slice) {
                text if text.is_ascii() => text.len(),
                text => text.chars().count(),
            },
            Value::Tuple(slice) => slice.length as usize,
            Value::List(list) => self.list(list).len(),
            Value::Dict(dict) => self.dict(dict).len(),
            Value::Range(range) => self.ranges[range as usize].count as usize,
            _ => return None,
        })
    }

    /// The items of a value, in order: of a dict its keys, of a string its letters.
    pub fn elements(&mut self, value: Value) -> Outcome<Vec<Value>> {
        if let Some(length) = self.length(value) {
            self.step(length / 4)?;
            self.charge_briefly(length.saturating_mul(size_of::<Value>()))?;
        }
        Ok(match value {
            Value::Tuple(slice) => self.tuple(slice).to_vec(),
            Value::List(list) => self.list(list).to_vec(),
            Value::Dict(dict) => self.dict(dict).entries().map(|(key, _)| key).collect(),
            Value::Range(range) => {
                let Span { first, count, step } = self.ranges[range as usize];
                (0..count).map(|index| Value::Int(first + index * step)).collect()
            }
            Value::Text(slice) => {
                let text = self.text(slice);
                let letters = text.char_indices().map(|(at, letter)| {
                    let start = slice.start + at as u32;
                    Value::Text(Slice { start, length: letter.len_utf8() as u32 })
                });
                letters.collect()
            }
            _ => return wrong(format!("{} has no items to go through", self.kind(value))),
        })
    }

    /// Whether so many bytes may be used for a while.
    pub fn charge_briefly(&mut self, bytes: usize) -> Outcome<()> {
        self.charge(bytes)?;
        self.bytes -= bytes as u64;
        Ok(())
    }

    /// What kind of value it is, with its article.
    pub fn kind(&self, value: Value) -> &'static str {
        match value {
            Value::Unset | Value::Cell(_) | Value::Place(_) => "nothing",
            Value::None => "None",
            Value::Bool(_) => "a bool",
            Value::Int(_) | Value::Big(_) => "an int",
            Value::Text(_) => "a string",
            Value::Tuple(_) => "a tuple",
            Value::List(_) => "a list",
            Value::Dict(_) => "a dict",
            Value::Range(_) => "a range",
            Value::Function(_) | Value::Builtin(_) => "a function",
        }
    }

    /// The name of the type, as `type` gives it.
    pub fn type_name(&self, value: Value) -> &'static str {
        match value {
            Value::None => "NoneType",
            Value::Text(_) => "string",
            Value::Builtin(_) => "builtin_function_or_method",
            _ => self.kind(value).rsplit(' ').next().unwrap_or(""),
        }
    }
}
