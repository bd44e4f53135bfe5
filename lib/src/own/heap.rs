//! Own games that are played heap by heap: `heap(size)` lists what may become of one heap.

use bouton_script::{Datum, FunctionName, Script, Seen};

use super::{Failure, told};
use crate::error::Error;
use crate::heap::{HeapRules, Options};

/// The rules of one heap, as a file has them.
pub struct OwnHeap {
    script: Script,
    heap: FunctionName,
    fault: Failure,
}

impl OwnHeap {
    pub fn new(script: Script, heap: FunctionName) -> OwnHeap {
        OwnHeap { script, heap, fault: Failure::default() }
    }

    /// Each option as a list of heaps, one after the other: how many there are, then these.
    fn listed(&self, size: u64, flat: &mut Vec<u64>) -> Result<(), Error> {
        let Ok(number) = i64::try_from(size) else {
            return Err(Error::Unsupported(format!(
                "a heap of {size} is too large for a file of rules"
            )));
        };
        let found = self.script.call(self.heap, &[&Datum::integer(number)], |list| {
            let Some(items) = list.items() else {
                let hint = if list.is_none() { ": is a return missing?" } else { "" };
                return Err(format!(
                    "heap returns the list of options, each a heap or a list of heaps, and here it returned {}{hint}",
                    list.shown()
                ));
            };
            for item in items {
                match (item.integer(), item.items()) {
                    (Some(_), _) => {
                        flat.push(1);
                        flat.push(smaller(item, number)?);
                    }
                    (None, Some(parts)) => {
                        flat.push(parts.len() as u64);
                        for part in parts {
                            flat.push(smaller(part, number)?);
                        }
                    }
                    (None, None) => {
                        return Err(format!("an option is a heap or a list of heaps: here is {}", item.shown()));
                    }
                }
            }
            Ok(())
        });
        found.map_err(|fault| told(&fault, Some(format!("heap({size})"))))
    }
}

/// The heaps of an option are smaller than the heap, so that play ends.
fn smaller(part: Seen<'_>, size: i64) -> Result<u64, String> {
    match part.integer() {
        Some(number) if (0..size).contains(&number) => Ok(number as u64),
        Some(number) if number < 0 => Err(format!(
            "heap({size}) leaves a heap of {number}: leave out what cannot be taken, and return [] if there is no move"
        )),
        Some(number) if size == 0 => Err(format!(
            "heap(0) leaves a heap of {number}: nothing can be left of an empty heap, so return [] for it"
        )),
        Some(number) => Err(format!(
            "heap({size}) leaves a heap of {number}: heaps that are left have 0 to {} stones",
            size - 1
        )),
        None => Err(format!("a heap is a number: here is {}", part.shown())),
    }
}

impl HeapRules for OwnHeap {
    fn options(&self, size: u64, out: &mut Options<'_>) {
        let mut flat = Vec::new();
        if let Err(error) = self.listed(size, &mut flat) {
            return self.fault.set(error);
        }
        let mut rest = &flat[..];
        while let Some((count, tail)) = rest.split_first() {
            let (option, tail) = tail.split_at(*count as usize);
            out.push(option);
            if out.full() {
                return;
            }
            rest = tail;
        }
    }

    fn fault(&self) -> Option<Error> {
        self.fault.get()
    }
}
