//! How loops go through values.

use crate::fault::{Outcome, wrong};
use crate::value::{Slice, Span, Store, Value};

impl Store {
    /// Where a loop over a value begins.
    pub fn begin(&self, source: Value) -> Outcome<Value> {
        let length = match source {
            Value::Text(slice) => slice.length as usize,
            _ => match self.length(source) {
                Some(length) => length,
                None => {
                    let kind = self.kind(source);
                    return wrong(format!(
                        "a loop goes through a list or another collection, not through {kind}"
                    ));
                }
            },
        };
        Ok(Value::Place(Slice { start: 0, length: length.min(u32::MAX as usize) as u32 }))
    }

    /// The next item of a loop, and where it goes on.
    #[inline]
    pub fn advance(&self, source: Value, at: Slice) -> Outcome<Option<(Value, Slice)>> {
        let next = |value| Some((value, Slice { start: at.start + 1, ..at }));
        Ok(match source {
            Value::List(list) => {
                let items = self.list(list);
                if items.len() != at.length as usize {
                    return wrong("the list was changed while a loop goes through it");
                }
                items.get(at.start as usize).and_then(|item| next(*item))
            }
            Value::Tuple(slice) if at.start < slice.length => {
                next(self.items[(slice.start + at.start) as usize])
            }
            Value::Range(range) => {
                let span = self.ranges[range as usize];
                let index = i64::from(at.start);
                if index < span.count {
                    next(Value::Int(span.first + index * span.step))
                } else {
                    None
                }
            }
            Value::Text(slice) => {
                let text = self.text(slice);
                text[at.start as usize..].chars().next().map(|letter| {
                    let length = letter.len_utf8() as u32;
                    let own = Slice { start: slice.start + at.start, length };
                    (Value::Text(own), Slice { start: at.start + length, ..at })
                })
            }
            Value::Dict(dict) => {
                let dict = self.dict(dict);
                if dict.len() != at.length as usize {
                    return wrong("the dict was changed while a loop goes through it");
                }
                let entry = dict.entry_from(at.start as usize);
                entry.map(|(key, start)| (key, Slice { start: start as u32, ..at }))
            }
            _ => None,
        })
    }
}

/// The numbers from `first` up to `end`, by `step`.
pub(crate) fn count(store: &Store, bounds: [Value; 3]) -> Outcome<Span> {
    let [Value::Int(first), Value::Int(end), Value::Int(step)] = bounds else {
        let odd = bounds.into_iter().find(|bound| !matches!(bound, Value::Int(_)));
        let odd = odd.map_or("nothing", |odd| store.kind(odd));
        return wrong(format!("range wants numbers of at most 63 bits, and here is {odd}"));
    };
    if step == 0 {
        return wrong("the step of a range is 0: it would never end");
    }
    let far = i128::from(end) - i128::from(first);
    let step_wide = i128::from(step);
    let count = if (far > 0) == (step > 0) {
        (far + step_wide - step_wide.signum()) / step_wide
    } else {
        0
    };
    Ok(Span { first, count: i64::try_from(count).unwrap_or(i64::MAX), step })
}

pub(crate) fn unpack(store: &mut Store, from: Value, to: &mut [Value]) -> Outcome<()> {
    let items = match from {
        Value::Tuple(slice) => store.tuple(slice),
        Value::List(list) => store.list(list),
        _ => &store.elements(from)?,
    };
    if items.len() != to.len() {
        let (has, wants) = (items.len(), to.len());
        return wrong(format!("{} has {has} items, and {wants} are wanted", store.shown(from)));
    }
    to.copy_from_slice(items);
    Ok(())
}
