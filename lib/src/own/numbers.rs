//! Own games whose positions are single numbers: a number is a heap, so that values, plots and tables know them.

use bouton_script::Datum;

use super::{Own, Place, told};
use crate::error::Error;
use crate::heap::{HeapRules, Options};

impl Own {
    /// The numbers that a move from a number can lead to. They must be smaller, so that each value follows from
    /// those before it.
    fn smaller(&self, size: u64) -> Result<Vec<u64>, Error> {
        let place = i64::try_from(size).map(|number| Place(Datum::integer(number)));
        let Ok(place) = place else {
            return Err(Error::Unsupported(format!(
                "{size} is too large a number for a file of rules"
            )));
        };
        let number = |option: Place| match option.0.as_integer().map(u64::try_from) {
            Some(Ok(number)) if number < size => Ok(number),
            _ => {
                let message = format!(
                    "values in a row are those of numbers that only become smaller, and a move leads from {size} to \
                     {option}: ask for single positions instead, such as 'bouton solve'"
                );
                Err(told(&self.script.fault_of("moves", message), Some(format!("moves({size})"))))
            }
        };
        self.followers(&place)?.into_iter().map(number).collect()
    }
}

impl HeapRules for Own {
    fn options(&self, size: u64, out: &mut Options<'_>) {
        match self.smaller(size) {
            Ok(numbers) => {
                for number in numbers {
                    out.push(&[number]);
                    if out.full() {
                        return;
                    }
                }
            }
            Err(error) => self.fault.set(error),
        }
    }

    fn fault(&self) -> Option<Error> {
        self.fault.get()
    }
}
