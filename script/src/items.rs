//! Places in collections: indices and slices.

use crate::fault::{Outcome, wrong};
use crate::value::{Slice, Span, Store, Value};

impl Store {
    /// `object[index]`.
    #[inline]
    pub fn index(&mut self, object: Value, index: Value) -> Outcome<Value> {
        if let Value::Int(number) = index {
            let found = match object {
                Value::List(list) => at(self.list(list), number),
                Value::Tuple(slice) => at(self.tuple(slice), number),
                _ => None,
            };
            if let Some(value) = found {
                return Ok(value);
            }
        }
        self.index_slow(object, index)
    }

    fn index_slow(&mut self, object: Value, index: Value) -> Outcome<Value> {
        if let Value::Dict(dict) = object {
            return match self.dict(dict).get(self, index)? {
                Some(value) => Ok(value),
                None => wrong(format!("{} is not a key of this dict", self.shown(index))),
            };
        }
        let Some(length) = self.length(object) else {
            return wrong(format!(
                "{} has no items: {}[...]",
                self.kind(object),
                self.shown(object)
            ));
        };
        let Value::Int(number) = index else {
            return wrong(format!("an index is an int, and here is {}", self.kind(index)));
        };
        let place = if number < 0 { number + length as i64 } else { number };
        if !(0..length as i64).contains(&place) {
            return wrong(format!(
                "index {number} is out of range: {} has {length} items",
                self.shown(object)
            ));
        }
        let place = place as usize;
        match object {
            Value::Text(slice) => Ok(Value::Text(self.letter(slice, place))),
            Value::Range(range) => {
                let span = self.ranges[range as usize];
                Ok(Value::Int(span.first + place as i64 * span.step))
            }
            Value::List(list) => Ok(self.list(list)[place]),
            Value::Tuple(slice) => Ok(self.tuple(slice)[place]),
            _ => wrong(format!("{} has no items", self.kind(object))),
        }
    }

    fn letter(&self, slice: Slice, place: usize) -> Slice {
        let text = self.text(slice);
        let (start, length) = if text.is_ascii() {
            (place, 1)
        } else {
            text.char_indices().nth(place).map_or((0, 0), |(at, letter)| (at, letter.len_utf8()))
        };
        Slice { start: slice.start + start as u32, length: length as u32 }
    }

    /// `object[index] = value`.
    pub fn set_index(&mut self, object: Value, index: Value, value: Value) -> Outcome<()> {
        match (object, index) {
            (Value::Dict(dict), _) => self.insert(dict, index, value),
            (Value::List(list), Value::Int(number)) => {
                let items = self.list_mut(list)?;
                let length = items.len();
                let place = if number < 0 { number + length as i64 } else { number };
                match usize::try_from(place).ok().and_then(|place| items.get_mut(place)) {
                    Some(item) => *item = value,
                    None => {
                        return wrong(format!(
                            "index {number} is out of range: the list has {length} items"
                        ));
                    }
                }
                Ok(())
            }
            (Value::List(_), _) => {
                wrong(format!("an index is an int, and here is {}", self.kind(index)))
            }
            (Value::Text(_) | Value::Tuple(_), _) => wrong(format!(
                "{} does not change: build a new one, or work on list(...)",
                self.kind(object)
            )),
            _ => wrong(format!("{} has no items that can be set", self.kind(object))),
        }
    }

    /// `object[from:to:step]`.
    pub fn sliced(&mut self, object: Value, bounds: [Value; 3]) -> Outcome<Value> {
        let Some(length) = self.length(object) else {
            return wrong(format!("{} has no items to slice", self.kind(object)));
        };
        let span = self.bounds(length as i64, bounds)?;
        self.step(span.count as usize / 8)?;
        let places = (0..span.count).map(|index| (span.first + index * span.step) as usize);
        match object {
            Value::Text(slice) if span.step == 1 => {
                let text = self.text(slice);
                let (from, to) = (span.first as usize, (span.first + span.count) as usize);
                let byte = |place: usize| match text.is_ascii() {
                    true => place,
                    false => text.char_indices().nth(place).map_or(text.len(), |(at, _)| at),
                };
                let (from, to) = (byte(from), byte(to));
                Ok(Value::Text(Slice {
                    start: slice.start + from as u32,
                    length: (to - from) as u32,
                }))
            }
            Value::Text(slice) => {
                let letters: Vec<char> = self.text(slice).chars().collect();
                let text: String = places.map(|place| letters[place]).collect();
                self.new_text(&text)
            }
            Value::Tuple(slice) if span.step == 1 => {
                let start = slice.start + span.first as u32;
                Ok(Value::Tuple(Slice { start, length: span.count as u32 }))
            }
            Value::Tuple(slice) => {
                let start = self.items.len();
                let first = slice.start as usize;
                places.for_each(|place| self.items.push(self.items[first + place]));
                self.tuple_since(start)
            }
            Value::List(list) => {
                let items = self.list(list);
                let items: Vec<Value> = places.map(|place| items[place]).collect();
                self.new_list_of(items)
            }
            Value::Range(range) => {
                let own = self.ranges[range as usize];
                self.new_range(Span {
                    first: own.first + span.first * own.step,
                    count: span.count,
                    step: own.step.saturating_mul(span.step),
                })
            }
            _ => wrong(format!("{} cannot be sliced", self.kind(object))),
        }
    }

    fn bounds(&self, length: i64, bounds: [Value; 3]) -> Outcome<Span> {
        let number = |value: Value| match value {
            Value::Unset | Value::None => Ok(None),
            Value::Int(number) => Ok(Some(number)),
            _ => wrong(format!("the bounds of a slice are ints, and here is {}", self.kind(value))),
        };
        let step = number(bounds[2])?.unwrap_or(1);
        if step == 0 {
            return wrong("the step of a slice is 0");
        }
        let step = step.clamp(-i64::from(u32::MAX), i64::from(u32::MAX));
        let (least, most) = if step > 0 { (0, length) } else { (-1, length - 1) };
        let clip = |bound: Option<i64>, otherwise: i64| match bound {
            None => otherwise,
            Some(bound) if bound < 0 => (bound.saturating_add(length)).clamp(least, most),
            Some(bound) => bound.clamp(least, most),
        };
        let (begin, end) = if step > 0 { (least, most) } else { (most, least) };
        let (first, end) = (clip(number(bounds[0])?, begin), clip(number(bounds[1])?, end));
        let far = end - first;
        let count = if (far > 0) == (step > 0) { (far + step - step.signum()) / step } else { 0 };
        Ok(Span { first: if count == 0 { 0 } else { first }, count, step })
    }
}

#[inline]
fn at(items: &[Value], number: i64) -> Option<Value> {
    let place = if number < 0 { number + items.len() as i64 } else { number };
    items.get(usize::try_from(place).ok()?).copied()
}
