//! What comes in: files and lines, bounded and with clear errors.

use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;

use bouton::Error;
use bouton::address::LONGEST;

/// Opens a file for reading, or standard input if it is `-`.
pub fn open(path: &Path) -> Result<Box<dyn BufRead>, Error> {
    if path == Path::new("-") {
        return Ok(Box::new(BufReader::new(std::io::stdin())));
    }
    let shown = path.display();
    let file = File::open(path)
        .map_err(|error| Error::input(format!("{shown} cannot be opened: {error}")))?;
    if file.metadata().is_ok_and(|metadata| metadata.is_dir()) {
        return Err(Error::input(format!(
            "{shown} is a directory: give a file with one address per line"
        )));
    }
    Ok(Box::new(BufReader::new(file)))
}

/// One line of a batch, or what is wrong with it. A line that is too long is skipped, not stored.
pub fn next_line(input: &mut dyn BufRead) -> Option<Result<String, Error>> {
    let mut bytes = Vec::new();
    let read = Read::take(&mut *input, LONGEST as u64 + 2).read_until(b'\n', &mut bytes);
    match read {
        Err(error) => return Some(Err(Error::input(format!("the input cannot be read: {error}")))),
        Ok(0) => return None,
        Ok(_) => {}
    }
    if bytes.last() == Some(&b'\n') {
        bytes.pop();
        if bytes.last() == Some(&b'\r') {
            bytes.pop();
        }
    } else if bytes.len() > LONGEST {
        if let Err(error) = input.skip_until(b'\n') {
            return Some(Err(Error::input(format!("the input cannot be read: {error}"))));
        }
    }
    if bytes.len() > LONGEST {
        return Some(Err(Error::input(format!(
            "the line is longer than {LONGEST} bytes: split it, or give the position alone on standard input"
        ))));
    }
    Some(String::from_utf8(bytes).map_err(|_| Error::input("the line is not UTF-8 text")))
}
