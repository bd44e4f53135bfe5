//! What comes in: files and lines, bounded and with clear errors.

use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;

use bouton::Error;
use bouton::address::{self, LONGEST, Question, Source};

/// Opens a file for reading, or standard input if it is `-`.
pub fn open(path: &Path) -> Result<Box<dyn BufRead>, Error> {
    if path == Path::new("-") {
        return Ok(Box::new(BufReader::new(std::io::stdin())));
    }
    let shown = path.display();
    let file = File::open(path)
        .map_err(|error| Error::input(format!("{shown} cannot be opened: {error}")))?;
    if file.metadata().is_ok_and(|metadata| metadata.is_dir()) {
        return Err(Error::input(format!("{shown} is a directory: give the name of a file")));
    }
    Ok(Box::new(BufReader::new(file)))
}

/// Opens an address; files that its parameters name are read here.
pub fn address(text: &str) -> Result<Question, Error> {
    address::open_with(text, &mut Files)
}

/// Opens an address whose position may come from standard input.
pub fn streamed(text: &str) -> Result<Question, Error> {
    address::open_with(text, &mut Streams { input: None })
}

/// Files that parameters name, and no other input.
pub struct Files;

impl Source for Files {
    fn file(&mut self, path: &str) -> Result<String, Error> {
        load(path)
    }

    fn input(&mut self) -> Result<&mut dyn BufRead, Error> {
        Err(Error::input("the position must stand in the address here: - is for solve"))
    }
}

/// Files, and standard input once it is asked for.
struct Streams {
    input: Option<BufReader<std::io::Stdin>>,
}

impl Source for Streams {
    fn file(&mut self, path: &str) -> Result<String, Error> {
        load(path)
    }

    fn input(&mut self) -> Result<&mut dyn BufRead, Error> {
        // Large reads: the stream is parsed as fast as it comes.
        let input = || BufReader::with_capacity(1 << 18, std::io::stdin());
        Ok(self.input.get_or_insert_with(input))
    }
}

/// The text of a whole file, or of standard input if it is `-`.
fn load(path: &str) -> Result<String, Error> {
    let mut text = String::new();
    open(Path::new(path))?
        .read_to_string(&mut text)
        .map_err(|error| Error::input(format!("{path} cannot be read: {error}")))?;
    Ok(text)
}

/// The lines of a batch, each an address or what is wrong with it. A line that is too long is
/// skipped, not stored; after a failure to read there are no more lines.
pub struct Lines {
    input: Box<dyn BufRead>,
    failed: bool,
}

impl Lines {
    /// Lines of this input.
    pub fn new(input: Box<dyn BufRead>) -> Lines {
        Lines { input, failed: false }
    }

    fn read(&mut self) -> std::io::Result<Option<Vec<u8>>> {
        let mut bytes = Vec::new();
        let most = LONGEST as u64 + 2;
        if Read::take(&mut *self.input, most).read_until(b'\n', &mut bytes)? == 0 {
            return Ok(None);
        }
        if bytes.last() == Some(&b'\n') {
            bytes.pop();
            if bytes.last() == Some(&b'\r') {
                bytes.pop();
            }
        } else if bytes.len() > LONGEST {
            self.input.skip_until(b'\n')?;
        }
        Ok(Some(bytes))
    }
}

impl Iterator for Lines {
    type Item = Result<String, Error>;

    fn next(&mut self) -> Option<Result<String, Error>> {
        if self.failed {
            return None;
        }
        Some(match self.read() {
            Ok(None) => return None,
            Ok(Some(bytes)) if bytes.len() > LONGEST => Err(Error::input(format!(
                "the line is longer than {LONGEST} bytes: split it, or give the position alone on standard input"
            ))),
            Ok(Some(bytes)) => {
                // Some editors begin a file with a byte order mark.
                let bytes =
                    bytes.strip_prefix(b"\xef\xbb\xbf").map(<[u8]>::to_vec).unwrap_or(bytes);
                String::from_utf8(bytes).map_err(|_| Error::input("the line is not UTF-8 text"))
            }
            Err(error) => {
                self.failed = true;
                Err(Error::input(format!("the input cannot be read: {error}")))
            }
        })
    }
}
