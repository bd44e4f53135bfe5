//! Files of rules that come with Bouton: addresses may name them in place of a file.

use crate::error::{Error, quoted};
use crate::question::Source;

/// The text of an example, or of a file.
pub(crate) fn file_or_example(name: &str, source: &mut dyn Source) -> Result<String, Error> {
    if let Some(text) = example(name) {
        return Ok(text.to_string());
    }
    let file = source.file(name);
    match name.contains(['.', '/', '\\']) {
        true => file,
        false => file.map_err(|error| {
            let names = names().join(", ");
            Error::input(format!(
                "{} is no example ({names}), and as a file: {error}",
                quoted(name)
            ))
        }),
    }
}

#[cfg(feature = "script")]
use crate::own::examples::{names, text as example};

#[cfg(not(feature = "script"))]
fn example(_name: &str) -> Option<&'static str> {
    None
}

#[cfg(not(feature = "script"))]
fn names() -> Vec<&'static str> {
    Vec::new()
}
