//! The functions of the language.

use std::cmp::Ordering;

use num_bigint::BigInt;

use crate::code::Code;
use crate::fault::{Outcome, wrong};
use crate::machine::Machine;
use crate::tree::Binary;
use crate::value::{Store, Value};
use crate::walk::count;

/// Their names; a builtin is its place here.
pub(crate) const NAMES: &[&str] = &[
    "abs",
    "all",
    "any",
    "bool",
    "chr",
    "dict",
    "enumerate",
    "fail",
    "int",
    "len",
    "list",
    "max",
    "min",
    "ord",
    "range",
    "repr",
    "reversed",
    "sorted",
    "str",
    "sum",
    "tuple",
    "type",
    "zip",
];

pub(crate) fn find(name: &str) -> Option<u8> {
    NAMES.iter().position(|known| *known == name).map(|place| place as u8)
}

/// Functions of Python that are not here, and what is written instead.
pub(crate) fn absent(name: &str) -> Option<&'static str> {
    Some(match name {
        "print" | "input" | "open" => "rules read and print nothing; fail(value) shows a value",
        "set" | "frozenset" => "there are no sets; a dict with the values as keys does the same",
        "map" | "filter" => "write a list comprehension, [f(x) for x in list if ...]",
        "float" | "round" | "complex" => "there are no fractions",
        "divmod" => "write a // b and a % b",
        "pow" => "write a ** b, or a ** b % m",
        "isinstance" => "write type(x) == \"int\"",
        "math" | "functools" | "itertools" | "collections" | "random" => "nothing can be imported",
        "next" | "iter" => "write a for loop, or take items by their index",
        "self" => "there are no classes",
        _ => return None,
    })
}

pub(crate) fn call(
    machine: &mut Machine,
    code: &Code,
    file: (&str, &str),
    builtin: u8,
    arguments: &[Value],
    names: &[String],
) -> Outcome<Value> {
    let name = NAMES[builtin as usize];
    let (places, given) = arguments.split_at(arguments.len() - names.len());
    let mut options = Options { name, names, given };
    if let "sorted" | "min" | "max" = name {
        return ordered(machine, code, file, name, places, &mut options);
    }
    let store = &mut machine.store;
    if name == "dict" {
        return dict(store, places, names, given);
    }
    if name == "enumerate" {
        let start = options.take("start");
        options.finish()?;
        return enumerate(store, places, start);
    }
    options.finish()?;
    plain(store, name, places)
}

/// Arguments given by name.
struct Options<'a> {
    name: &'static str,
    names: &'a [String],
    given: &'a [Value],
}

impl Options<'_> {
    fn take(&mut self, name: &str) -> Option<Value> {
        let (last, rest) = self.names.split_last()?;
        let (value, values) = self.given.split_last()?;
        if last == name {
            (self.names, self.given) = (rest, values);
            return Some(*value);
        }
        let (first, rest) = self.names.split_first()?;
        let (value, values) = self.given.split_first()?;
        if first == name {
            (self.names, self.given) = (rest, values);
            return Some(*value);
        }
        None
    }

    fn finish(&self) -> Outcome<()> {
        match self.names.first() {
            Some(name) => wrong(format!("{} takes no {name}=", self.name)),
            None => Ok(()),
        }
    }
}

fn one(name: &str, places: &[Value]) -> Outcome<Value> {
    match places {
        [value] => Ok(*value),
        _ => wrong(format!("{name} takes one value, and is given {}", places.len())),
    }
}

fn plain(store: &mut Store, name: &str, places: &[Value]) -> Outcome<Value> {
    match name {
        "len" => {
            let value = one(name, places)?;
            match store.length(value) {
                Some(length) => Ok(Value::Int(length as i64)),
                None => wrong(format!("{} has no length", store.kind(value))),
            }
        }
        "range" => {
            let bounds = match *places {
                [end] => [Value::Int(0), end, Value::Int(1)],
                [first, end] => [first, end, Value::Int(1)],
                [first, end, step] => [first, end, step],
                _ => {
                    return wrong(format!("range takes one to three values, not {}", places.len()));
                }
            };
            let span = count(store, bounds)?;
            store.new_range(span)
        }
        "abs" => match one(name, places)? {
            Value::Int(number) if number != i64::MIN => Ok(Value::Int(number.abs())),
            value => match store.big(value) {
                Some(number) => store.integer(BigInt::from(number.magnitude().clone())),
                None => wrong(format!("abs wants an int, and here is {}", store.kind(value))),
            },
        },
        "all" | "any" => {
            let items = store.elements(one(name, places)?)?;
            let found = items.iter().any(|item| store.truth(*item) == (name == "any"));
            Ok(Value::Bool(found == (name == "any")))
        }
        "bool" if places.is_empty() => Ok(Value::Bool(false)),
        "bool" => Ok(Value::Bool(store.truth(one(name, places)?))),
        "int" => integer(store, places),
        "str" if places.is_empty() => store.new_text(""),
        "str" => {
            let value = one(name, places)?;
            if let Value::Text(_) = value {
                return Ok(value);
            }
            let mut text = String::new();
            store.write_str(value, &mut text)?;
            store.written(text)
        }
        "repr" => {
            let mut text = String::new();
            store.write(one(name, places)?, &mut text)?;
            store.written(text)
        }
        "list" if places.is_empty() => store.new_list(&[]),
        "list" => {
            let items = store.elements(one(name, places)?)?;
            store.new_list_of(items)
        }
        "tuple" if places.is_empty() => store.new_tuple(&[]),
        "tuple" => match one(name, places)? {
            value @ Value::Tuple(_) => Ok(value),
            value => {
                let items = store.elements(value)?;
                store.new_tuple(&items)
            }
        },
        "reversed" => {
            let mut items = store.elements(one(name, places)?)?;
            items.reverse();
            store.new_list_of(items)
        }
        "zip" => zip(store, places),
        "sum" => {
            let (list, start) = match *places {
                [list] => (list, Value::Int(0)),
                [list, start] => (list, start),
                _ => return wrong("sum takes a list, and perhaps a first value"),
            };
            let items = store.elements(list)?;
            items.into_iter().try_fold(start, |sum, item| store.binary(Binary::Add, sum, item))
        }
        "type" => {
            let name = store.type_name(one(name, places)?);
            store.new_text(name)
        }
        "ord" => match one(name, places)? {
            Value::Text(slice) => {
                let mut letters = store.text(slice).chars();
                match (letters.next(), letters.next()) {
                    (Some(letter), None) => Ok(Value::Int(letter as i64)),
                    _ => wrong("ord wants a string of one letter"),
                }
            }
            value => wrong(format!(
                "ord wants a string of one letter, and here is {}",
                store.kind(value)
            )),
        },
        "chr" => match one(name, places)? {
            Value::Int(number) => {
                let letter = u32::try_from(number).ok().and_then(char::from_u32);
                match letter {
                    Some(letter) => store.new_text(letter.encode_utf8(&mut [0; 4])),
                    None => wrong(format!("{number} is not the number of a letter")),
                }
            }
            value => wrong(format!("chr wants an int, and here is {}", store.kind(value))),
        },
        _ => {
            let mut text = String::new();
            for (index, value) in places.iter().enumerate() {
                text.push_str(if index == 0 { "" } else { " " });
                store.write_str(*value, &mut text)?;
            }
            wrong(text)
        }
    }
}

fn integer(store: &mut Store, places: &[Value]) -> Outcome<Value> {
    let (value, base) = match *places {
        [] => return Ok(Value::Int(0)),
        [value] => (value, 10),
        [value, Value::Int(base @ 2..=36)] => (value, base as u32),
        _ => return wrong("int takes a value, and perhaps a base from 2 to 36"),
    };
    match value {
        Value::Int(_) | Value::Big(_) => Ok(value),
        Value::Bool(truth) => Ok(Value::Int(truth.into())),
        Value::Text(slice) => {
            let text = store.text(slice).trim();
            let words = text.len() / 16;
            store.step(words.saturating_mul(words))?;
            let digits = text.strip_prefix('+').unwrap_or(text);
            match BigInt::parse_bytes(digits.as_bytes(), base) {
                Some(number) => store.integer(number),
                None => wrong(format!("{} is not a number", store.shown(value))),
            }
        }
        _ => wrong(format!("{} is not a number", store.kind(value))),
    }
}

fn zip(store: &mut Store, places: &[Value]) -> Outcome<Value> {
    let mut columns = Vec::with_capacity(places.len());
    for place in places {
        columns.push(store.elements(*place)?);
    }
    let rows = columns.iter().map(Vec::len).min().unwrap_or(0);
    let mut list = Vec::with_capacity(rows);
    for row in 0..rows {
        let items: Vec<Value> = columns.iter().map(|column| column[row]).collect();
        list.push(store.new_tuple(&items)?);
    }
    store.new_list_of(list)
}

fn enumerate(store: &mut Store, places: &[Value], start: Option<Value>) -> Outcome<Value> {
    let (list, start) = match (places, start) {
        ([list], start) => (*list, start.unwrap_or(Value::Int(0))),
        ([list, start], None) => (*list, *start),
        _ => return wrong("enumerate takes a list, and perhaps a first number"),
    };
    let Value::Int(start) = start else { return wrong("enumerate begins with an int") };
    let items = store.elements(list)?;
    let mut pairs = Vec::with_capacity(items.len());
    for (index, item) in items.into_iter().enumerate() {
        pairs.push(store.new_tuple(&[Value::Int(start + index as i64), item])?);
    }
    store.new_list_of(pairs)
}

fn dict(store: &mut Store, places: &[Value], names: &[String], given: &[Value]) -> Outcome<Value> {
    let dict = store.new_dict()?;
    match *places {
        [] => {}
        [Value::Dict(other)] => {
            let entries: Vec<(Value, Value)> = store.dict(other).entries().collect();
            for (key, value) in entries {
                store.insert(dict, key, value)?;
            }
        }
        [list] => {
            for pair in store.elements(list)? {
                match store.elements(pair)?[..] {
                    [key, value] => store.insert(dict, key, value)?,
                    _ => return wrong("dict wants a list of pairs (key, value)"),
                }
            }
        }
        _ => return wrong("dict takes one list of pairs, or names with values"),
    }
    for (name, value) in names.iter().zip(given) {
        let key = store.new_text(name)?;
        store.insert(dict, key, *value)?;
    }
    Ok(Value::Dict(dict))
}

/// `sorted`, `min` and `max`, which may ask a function of the program by what to compare.
fn ordered(
    machine: &mut Machine,
    code: &Code,
    file: (&str, &str),
    name: &'static str,
    places: &[Value],
    options: &mut Options<'_>,
) -> Outcome<Value> {
    let key = options.take("key");
    let reverse = if name == "sorted" { options.take("reverse") } else { None };
    let key = key.or_else(|| options.take("key")).filter(|key| !matches!(key, Value::None));
    let default = if name == "sorted" { None } else { options.take("default") };
    options.finish()?;
    let items = match places {
        [list] => machine.store.elements(*list)?,
        [] => return wrong(format!("{name} wants a list")),
        _ if name == "sorted" => {
            return wrong("sorted takes one list: key= and reverse= have names");
        }
        values => values.to_vec(),
    };
    let mut keyed = Vec::with_capacity(items.len());
    for item in items {
        let by = match key {
            Some(key) => machine.call_back(code, file, key, item)?,
            None => item,
        };
        keyed.push((by, item));
    }
    let store = &mut machine.store;
    store.step(keyed.len())?;
    if name == "sorted" {
        let down = reverse.is_some_and(|reverse| store.truth(reverse));
        sort(store, &mut keyed, down)?;
        return store.new_list_of(keyed.into_iter().map(|(_, item)| item).collect());
    }
    let wanted = if name == "min" { Ordering::Less } else { Ordering::Greater };
    let mut best: Option<(Value, Value)> = None;
    for (by, item) in keyed {
        best = match best {
            Some(held) if store.order(by, held.0)? != wanted => Some(held),
            _ => Some((by, item)),
        };
    }
    match best.map(|(_, item)| item).or(default) {
        Some(item) => Ok(item),
        None => wrong(format!("{name} of nothing: give it a list that is not empty, or default=")),
    }
}

fn sort(store: &Store, keyed: &mut [(Value, Value)], down: bool) -> Outcome<()> {
    store.step(keyed.len() * (keyed.len().max(2).ilog2() as usize) / 4)?;
    if !down && keyed.iter().all(|(by, _)| matches!(by, Value::Int(_))) {
        keyed.sort_by_key(|(by, _)| if let Value::Int(number) = by { *number } else { 0 });
        return Ok(());
    }
    let mut failed = None;
    keyed.sort_by(|(a, _), (b, _)| match store.order(*a, *b) {
        Ok(order) if down => order.reverse(),
        Ok(order) => order,
        Err(trouble) => {
            failed = Some(trouble);
            Ordering::Equal
        }
    });
    failed.map_or(Ok(()), Err)
}
