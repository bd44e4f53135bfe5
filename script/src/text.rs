//! Values as text: `str`, `repr`, `%` and `format`.

use std::fmt::Write;

use crate::fault::{Outcome, wrong};
use crate::value::{DEEPEST, Slice, Store, Value};

/// Longer texts in messages lose their end.
const MOST_SHOWN: usize = 60;

impl Store {
    /// As `str` writes it: a string as it is, anything else as in a program.
    pub fn write_str(&self, value: Value, out: &mut String) -> Outcome<()> {
        match value {
            Value::Text(slice) => out.push_str(self.text(slice)),
            _ => return self.write(value, out),
        }
        Ok(())
    }

    /// As it is written in a program.
    pub fn write(&self, value: Value, out: &mut String) -> Outcome<()> {
        self.write_within(value, out, DEEPEST)
    }

    fn write_within(&self, value: Value, out: &mut String, depth: usize) -> Outcome<()> {
        self.step(1)?;
        if out.len() as u64 > self.limits.bytes {
            return wrong("this value is too long to be written");
        }
        if depth == 0 {
            return wrong(format!("values nested more than {DEEPEST} deep cannot be written"));
        }
        match value {
            Value::None | Value::Unset => out.push_str("None"),
            Value::Bool(truth) => out.push_str(if truth { "True" } else { "False" }),
            Value::Int(number) => {
                let _ = write!(out, "{number}");
            }
            Value::Big(index) => out.push_str(&self.decimal(index)?),
            Value::Text(slice) => quote(self.text(slice), out),
            Value::Tuple(slice) => {
                out.push('(');
                self.write_all(self.tuple(slice), out, depth)?;
                out.push_str(if slice.length == 1 { ",)" } else { ")" });
            }
            Value::List(list) => {
                out.push('[');
                self.write_all(self.list(list), out, depth)?;
                out.push(']');
            }
            Value::Dict(dict) => {
                out.push('{');
                for (index, (key, value)) in self.dict(dict).entries().enumerate() {
                    out.push_str(if index == 0 { "" } else { ", " });
                    self.write_within(key, out, depth - 1)?;
                    out.push_str(": ");
                    self.write_within(value, out, depth - 1)?;
                }
                out.push('}');
            }
            Value::Range(range) => {
                let span = self.ranges[range as usize];
                let end = span.first + span.count * span.step;
                let _ = match span.step {
                    1 => write!(out, "range({}, {end})", span.first),
                    step => write!(out, "range({}, {end}, {step})", span.first),
                };
            }
            _ => out.push_str("<function>"),
        }
        Ok(())
    }

    fn write_all(&self, items: &[Value], out: &mut String, depth: usize) -> Outcome<()> {
        for (index, item) in items.iter().enumerate() {
            out.push_str(if index == 0 { "" } else { ", " });
            self.write_within(*item, out, depth - 1)?;
        }
        Ok(())
    }

    /// The digits of a number, whose cost grows with the square of their count.
    fn decimal(&self, index: u32) -> Outcome<String> {
        let number = &self.bigs[index as usize];
        let words = number.bits() as usize / 64;
        self.step(words.saturating_mul(words))?;
        Ok(number.to_string())
    }

    /// A value for a message, shortened.
    pub fn shown(&self, value: Value) -> String {
        let mut text = String::new();
        let items = match value {
            Value::List(list) => Some((self.list(list), "[")),
            Value::Tuple(slice) => Some((self.tuple(slice), "(")),
            _ => None,
        };
        // Of long lists the beginning is enough.
        if let Some((items, open)) = items.filter(|(items, _)| items.len() > MOST_SHOWN) {
            text.push_str(open);
            let _ = self.write_all(&items[..MOST_SHOWN], &mut text, 3);
        } else if self.write(value, &mut text).is_err() {
            text = self.kind(value).to_string();
        }
        match text.char_indices().nth(MOST_SHOWN) {
            Some((end, _)) => format!("{}...", &text[..end]),
            None => text,
        }
    }

    /// A new string of some text.
    pub fn written(&mut self, text: String) -> Outcome<Value> {
        self.step(text.len() / 64)?;
        self.new_text(&text)
    }

    /// `"take %d from %s" % (1, name)`.
    pub fn percent(&mut self, format: Slice, values: Value) -> Outcome<Value> {
        let values = match values {
            Value::Tuple(slice) => self.tuple(slice).to_vec(),
            value => vec![value],
        };
        let (mut out, mut used) = (String::new(), 0);
        let mut letters = self.text(format).chars();
        while let Some(letter) = letters.next() {
            if letter != '%' {
                out.push(letter);
                continue;
            }
            let kind = letters.next();
            if kind == Some('%') {
                out.push('%');
                continue;
            }
            let Some(value) = values.get(used).copied() else {
                return wrong(format!("there are more % than the {} values given", values.len()));
            };
            used += 1;
            match (kind, value) {
                (Some('s'), _) => self.write_str(value, &mut out)?,
                (Some('r'), _) => self.write(value, &mut out)?,
                (Some('d' | 'i'), Value::Int(_) | Value::Big(_)) => self.write(value, &mut out)?,
                (Some(radix @ ('x' | 'X' | 'o')), Value::Int(_) | Value::Big(_)) => {
                    let number = self.big(value).unwrap_or_default();
                    let digits = number.to_str_radix(if radix == 'o' { 8 } else { 16 });
                    out.push_str(&if radix == 'X' { digits.to_uppercase() } else { digits });
                }
                (Some(letter @ ('d' | 'i' | 'x' | 'X' | 'o')), _) => {
                    return wrong(format!(
                        "%{letter} wants an int, and here is {}",
                        self.kind(value)
                    ));
                }
                _ => return wrong("after % stands s, d, r, x, X or o: a percent sign is %%"),
            }
        }
        if used < values.len() {
            return wrong(format!("there are {used} % for {} values", values.len()));
        }
        self.written(out)
    }

    /// `"{} beats {1} by {more}".format(...)`.
    pub fn format(
        &mut self,
        format: Slice,
        places: &[Value],
        named: &[(String, Value)],
    ) -> Outcome<Value> {
        let (mut out, mut next) = (String::new(), 0);
        let mut rest = self.text(format);
        while let Some(at) = rest.find(['{', '}']) {
            out.push_str(&rest[..at]);
            let brace = &rest[at..at + 1];
            rest = &rest[at + 1..];
            if rest.starts_with(brace) {
                out.push_str(brace);
                rest = &rest[1..];
                continue;
            }
            let Some(end) = rest.find('}').filter(|_| brace == "{") else {
                return wrong("braces come in pairs: a brace itself is {{ or }}");
            };
            let field = &rest[..end];
            rest = &rest[end + 1..];
            let value = match field.parse::<usize>() {
                Ok(place) => places.get(place),
                Err(_) if field.is_empty() => {
                    next += 1;
                    places.get(next - 1)
                }
                Err(_) => named.iter().find(|(name, _)| name == field).map(|(_, value)| value),
            };
            match value {
                Some(value) => self.write_str(*value, &mut out)?,
                None => return wrong(format!("no value is given for {{{field}}}")),
            }
        }
        out.push_str(rest);
        self.written(out)
    }
}

/// A string as Python writes it.
pub(crate) fn quote(text: &str, out: &mut String) {
    let quote = if text.contains('\'') && !text.contains('"') { '"' } else { '\'' };
    out.push(quote);
    for letter in text.chars() {
        match letter {
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            '\r' => out.push_str("\\r"),
            '\\' => out.push_str("\\\\"),
            letter if letter == quote => out.extend(['\\', letter]),
            letter if letter.is_control() && (letter as u32) < 256 => {
                let _ = write!(out, "\\x{:02x}", letter as u32);
            }
            letter => out.push(letter),
        }
    }
    out.push(quote);
}
