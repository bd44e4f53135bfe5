//! Values that leave the machine: numbers, strings, bools, None, tuples and lists, as a few bytes that are equal
//! exactly when the values are.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use num_bigint::BigInt;
use num_traits::ToPrimitive;

use crate::fault::{Outcome, wrong};
use crate::parse::parse_expression;
use crate::text::quote;
use crate::tree::{Expr, Kind};
use crate::value::{DEEPEST, Store, Value};

/// A value by itself. Short ones own no memory.
#[derive(Clone)]
pub struct Datum(Bytes);

#[derive(Clone)]
enum Bytes {
    Short(u8, [u8; 22]),
    Long(Arc<[u8]>),
}

/// Numbers below are their own byte; what follows other bytes is said here.
const FIRST_TAG: u8 = 200;
const NONE: u8 = 200;
const FALSE: u8 = 201;
const TRUE: u8 = 202;
/// A number of 2, 4 or 8 bytes.
const INT_2: u8 = 203;
const INT_4: u8 = 204;
const INT_8: u8 = 205;
/// Any other number, its length first.
const BIG: u8 = 206;
/// Strings, tuples and lists, with a length of one byte or of four.
const TEXT: u8 = 208;
const TUPLE: u8 = 210;
const LIST: u8 = 212;

impl Datum {
    fn of(bytes: &[u8]) -> Datum {
        let mut short = [0; 22];
        Datum(match short.get_mut(..bytes.len()) {
            Some(own) => {
                own.copy_from_slice(bytes);
                Bytes::Short(bytes.len() as u8, short)
            }
            None => Bytes::Long(bytes.into()),
        })
    }

    fn bytes(&self) -> &[u8] {
        match &self.0 {
            Bytes::Short(length, bytes) => &bytes[..*length as usize],
            Bytes::Long(bytes) => bytes,
        }
    }

    /// A number.
    pub fn integer(number: i64) -> Datum {
        let mut bytes = Vec::new();
        put_integer(number, &mut bytes);
        Datum::of(&bytes)
    }

    /// A string.
    pub fn text(text: &str) -> Datum {
        let mut bytes = Vec::new();
        put_length(TEXT, text.len(), &mut bytes);
        bytes.extend_from_slice(text.as_bytes());
        Datum::of(&bytes)
    }

    /// A tuple, or a list.
    pub fn items(items: &[Datum], is_list: bool) -> Datum {
        let mut bytes = Vec::new();
        put_length(if is_list { LIST } else { TUPLE }, items.len(), &mut bytes);
        items.iter().for_each(|item| bytes.extend_from_slice(item.bytes()));
        Datum::of(&bytes)
    }

    /// The items of a tuple or a list.
    pub fn parts(&self) -> Option<Vec<Datum>> {
        if !self.is_tuple() && !self.is_list() {
            return None;
        }
        let mut bytes = self.bytes();
        let length = take_length(&mut bytes);
        let mut parts = Vec::with_capacity(length);
        for _ in 0..length {
            let whole = bytes;
            skip(&mut bytes);
            parts.push(Datum::of(&whole[..whole.len() - bytes.len()]));
        }
        Some(parts)
    }

    /// Bytes of memory in use.
    pub fn weight(&self) -> usize {
        match &self.0 {
            Bytes::Short(..) => size_of::<Datum>(),
            Bytes::Long(bytes) => size_of::<Datum>() + 16 + bytes.len(),
        }
    }

    /// The string, if it is one.
    pub fn as_text(&self) -> Option<&str> {
        let mut bytes = self.bytes();
        match bytes.first() {
            Some(tag) if *tag / 2 == TEXT / 2 => take_text(&mut bytes),
            _ => None,
        }
    }

    /// The number, if it is one of one word.
    pub fn as_integer(&self) -> Option<i64> {
        take_integer(&mut self.bytes())
    }

    /// Whether it is a tuple.
    pub fn is_tuple(&self) -> bool {
        self.bytes().first().is_some_and(|tag| *tag / 2 == TUPLE / 2)
    }

    /// Whether it is a list.
    pub fn is_list(&self) -> bool {
        self.bytes().first().is_some_and(|tag| *tag / 2 == LIST / 2)
    }

    /// Reads a value as it is written in a program.
    pub fn read(text: &str) -> Result<Datum, String> {
        let expr = parse_expression(text).map_err(|(_, message)| message)?;
        let mut bytes = Vec::new();
        put_expr(&expr, &mut bytes)?;
        Ok(Datum::of(&bytes))
    }

    /// Into the store.
    pub(crate) fn load(&self, store: &mut Store) -> Outcome<Value> {
        load(&mut self.bytes(), store)
    }

    /// Out of the store; `bytes` is memory to work in.
    pub(crate) fn save(store: &Store, value: Value, bytes: &mut Vec<u8>) -> Outcome<Datum> {
        bytes.clear();
        if let Value::Int(number @ 0..200) = value {
            return Ok(Datum::of(&[number as u8]));
        }
        save(store, value, bytes, DEEPEST / 2)?;
        Ok(Datum::of(bytes))
    }
}

impl PartialEq for Datum {
    fn eq(&self, other: &Datum) -> bool {
        self.bytes() == other.bytes()
    }
}

impl Eq for Datum {}

impl PartialOrd for Datum {
    fn partial_cmp(&self, other: &Datum) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Datum {
    fn cmp(&self, other: &Datum) -> std::cmp::Ordering {
        self.bytes().cmp(other.bytes())
    }
}

impl Hash for Datum {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write(self.bytes());
    }
}

impl fmt::Debug for Datum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// As it is written in a program.
impl fmt::Display for Datum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::new();
        write(&mut self.bytes(), &mut text);
        f.write_str(&text)
    }
}

fn put_length(tag: u8, length: usize, out: &mut Vec<u8>) {
    match u8::try_from(length) {
        Ok(length) => out.extend_from_slice(&[tag, length]),
        Err(_) => {
            out.push(tag + 1);
            out.extend_from_slice(&(length as u32).to_le_bytes());
        }
    }
}

fn put_integer(number: i64, out: &mut Vec<u8>) {
    if (0..i64::from(FIRST_TAG)).contains(&number) {
        out.push(number as u8);
    } else if let Ok(number) = i16::try_from(number) {
        out.push(INT_2);
        out.extend_from_slice(&number.to_le_bytes());
    } else if let Ok(number) = i32::try_from(number) {
        out.push(INT_4);
        out.extend_from_slice(&number.to_le_bytes());
    } else {
        out.push(INT_8);
        out.extend_from_slice(&number.to_le_bytes());
    }
}

fn put_big(number: &BigInt, out: &mut Vec<u8>) {
    match number.to_i64() {
        Some(word) => put_integer(word, out),
        None => {
            let bytes = number.to_signed_bytes_le();
            put_length(BIG, bytes.len(), out);
            out.extend_from_slice(&bytes);
        }
    }
}

fn save(store: &Store, value: Value, out: &mut Vec<u8>, depth: usize) -> Outcome<()> {
    match value {
        Value::None => out.push(NONE),
        Value::Bool(truth) => out.push(if truth { TRUE } else { FALSE }),
        Value::Int(number) => put_integer(number, out),
        Value::Big(index) => put_big(&store.bigs[index as usize], out),
        Value::Text(slice) => {
            put_length(TEXT, slice.length as usize, out);
            out.extend_from_slice(store.text(slice).as_bytes());
        }
        Value::Tuple(_) | Value::List(_) => {
            if depth == 0 {
                return wrong(format!("a position is nested at most {} deep", DEEPEST / 2));
            }
            let (items, tag) = match value {
                Value::Tuple(slice) => (store.tuple(slice), TUPLE),
                Value::List(list) => (store.list(list), LIST),
                _ => (&[][..], TUPLE),
            };
            store.step(1 + items.len() / 8)?;
            put_length(tag, items.len(), out);
            for item in items {
                save(store, *item, out, depth - 1)?;
            }
        }
        _ => {
            return wrong(format!(
                "a position is made of numbers, strings, bools, None, tuples and lists, and here is {}",
                store.kind(value)
            ));
        }
    }
    Ok(())
}

fn put_expr(expr: &Expr, out: &mut Vec<u8>) -> Result<(), String> {
    match &expr.kind {
        Kind::None => out.push(NONE),
        Kind::Bool(truth) => out.push(if *truth { TRUE } else { FALSE }),
        Kind::Int(number) => put_big(number, out),
        Kind::Text(text) => {
            put_length(TEXT, text.len(), out);
            out.extend_from_slice(text.as_bytes());
        }
        Kind::Tuple(items) | Kind::List(items) => {
            let tag = if matches!(expr.kind, Kind::List(_)) { LIST } else { TUPLE };
            put_length(tag, items.len(), out);
            items.iter().try_for_each(|item| put_expr(item, out))?;
        }
        _ => return Err("a position is made of numbers, strings, tuples and lists".to_string()),
    }
    Ok(())
}

fn take<'b>(bytes: &mut &'b [u8], count: usize) -> &'b [u8] {
    let (taken, rest) = bytes.split_at(count.min(bytes.len()));
    *bytes = rest;
    taken
}

fn take_length(bytes: &mut &[u8]) -> usize {
    let long = take(bytes, 1)[0] % 2 == 1;
    match long {
        false => take(bytes, 1)[0] as usize,
        true => u32::from_le_bytes(take(bytes, 4).try_into().unwrap_or_default()) as usize,
    }
}

fn take_text<'b>(bytes: &mut &'b [u8]) -> Option<&'b str> {
    let length = take_length(bytes);
    std::str::from_utf8(take(bytes, length)).ok()
}

/// A number of at most a word, if one comes next.
fn take_integer(bytes: &mut &[u8]) -> Option<i64> {
    let tag = *bytes.first()?;
    let length = match tag {
        ..FIRST_TAG => {
            take(bytes, 1);
            return Some(tag.into());
        }
        INT_2 => 2,
        INT_4 => 4,
        INT_8 => 8,
        _ => return None,
    };
    take(bytes, 1);
    let digits = take(bytes, length);
    Some(match length {
        2 => i16::from_le_bytes(digits.try_into().ok()?).into(),
        4 => i32::from_le_bytes(digits.try_into().ok()?).into(),
        _ => i64::from_le_bytes(digits.try_into().ok()?),
    })
}

/// Goes past one value.
fn skip(bytes: &mut &[u8]) {
    if take_integer(bytes).is_some() {
        return;
    }
    match bytes.first().map_or(NONE, |tag| if *tag >= BIG { tag & !1 } else { *tag }) {
        BIG | TEXT => {
            let length = take_length(bytes);
            take(bytes, length);
        }
        TUPLE | LIST => (0..take_length(bytes)).for_each(|_| skip(bytes)),
        _ => {
            take(bytes, 1);
        }
    }
}

fn load(bytes: &mut &[u8], store: &mut Store) -> Outcome<Value> {
    if let Some(number) = take_integer(bytes) {
        return Ok(Value::Int(number));
    }
    match bytes.first().map_or(NONE, |tag| if *tag >= BIG { tag & !1 } else { *tag }) {
        BIG => {
            let length = take_length(bytes);
            store.integer(BigInt::from_signed_bytes_le(take(bytes, length)))
        }
        TEXT => {
            let text = take_text(bytes).unwrap_or_default();
            store.new_text(text)
        }
        tag @ (TUPLE | LIST) => {
            let length = take_length(bytes);
            // Few items need no memory of their own.
            let mut few = [Value::None; 16];
            if let Some(few) = few.get_mut(..length) {
                for item in &mut *few {
                    *item = load(bytes, store)?;
                }
                return if tag == LIST { store.new_list(few) } else { store.new_tuple(few) };
            }
            let items = (0..length).map(|_| load(bytes, store)).collect::<Outcome<Vec<Value>>>()?;
            if tag == LIST { store.new_list_of(items) } else { store.new_tuple(&items) }
        }
        tag => {
            take(bytes, 1);
            Ok(match tag {
                TRUE => Value::Bool(true),
                FALSE => Value::Bool(false),
                _ => Value::None,
            })
        }
    }
}

fn write(bytes: &mut &[u8], out: &mut String) {
    if let Some(number) = take_integer(bytes) {
        out.push_str(&number.to_string());
        return;
    }
    match bytes.first().map_or(NONE, |tag| if *tag >= BIG { tag & !1 } else { *tag }) {
        BIG => {
            let length = take_length(bytes);
            out.push_str(&BigInt::from_signed_bytes_le(take(bytes, length)).to_string());
        }
        TEXT => quote(take_text(bytes).unwrap_or_default(), out),
        tag @ (TUPLE | LIST) => {
            let length = take_length(bytes);
            out.push(if tag == TUPLE { '(' } else { '[' });
            for index in 0..length {
                out.push_str(if index == 0 { "" } else { ", " });
                write(bytes, out);
            }
            out.push_str(match (tag, length) {
                (TUPLE, 1) => ",)",
                (TUPLE, _) => ")",
                _ => "]",
            });
        }
        tag => {
            take(bytes, 1);
            out.push_str(match tag {
                TRUE => "True",
                FALSE => "False",
                _ => "None",
            });
        }
    }
}
