//! What comes in: files and lines, bounded and with clear errors.

use std::fs::File;
use std::io::{BufRead, BufReader, IsTerminal, Read};
use std::path::Path;

use bouton::Error;
use bouton::address::{self, LONGEST, Question, Source};

use crate::patience::waiting;

/// Bytes that are read at a time: a stream is parsed as fast as it comes.
const CHUNK: usize = 1 << 18;

/// Something to read from, in large pieces.
pub type Input = BufReader<Box<dyn Read + Send>>;

/// Standard input, for which Ctrl-C need not wait.
struct Standard;

impl Read for Standard {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        waiting(|| std::io::stdin().lock().read(buffer))
    }
}

/// Standard input.
pub fn standard() -> Input {
    BufReader::with_capacity(CHUNK, Box::new(Standard))
}

/// Whether an address has a position that somebody types now.
pub fn is_typed(address: &str) -> bool {
    std::io::stdin().is_terminal() && address.trim_end().ends_with('-')
}

/// Opens a file for reading, or standard input if it is `-`.
pub fn open(path: &Path) -> Result<Input, Error> {
    if path == Path::new("-") {
        return Ok(standard());
    }
    let shown = path.display();
    let file = File::open(path)
        .map_err(|error| Error::input(format!("{shown} cannot be opened: {error}")))?;
    if file.metadata().is_ok_and(|metadata| metadata.is_dir()) {
        return Err(Error::input(format!("{shown} is a directory: give the name of a file")));
    }
    Ok(BufReader::with_capacity(CHUNK, Box::new(file)))
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
    input: Option<Input>,
}

impl Source for Streams {
    fn file(&mut self, path: &str) -> Result<String, Error> {
        load(path)
    }

    fn input(&mut self) -> Result<&mut dyn BufRead, Error> {
        Ok(self.input.get_or_insert_with(standard))
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
    input: Input,
    failed: bool,
}

/// What is wrong with a line, and how it begins if it is too long.
pub struct BadLine {
    pub error: Error,
    pub start: Option<String>,
}

impl From<Error> for BadLine {
    fn from(error: Error) -> BadLine {
        BadLine { error, start: None }
    }
}

/// How a line begins that is not shown as a whole.
fn start(bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(&bytes[..bytes.len().min(4 * SHOWN)]);
    text.chars().take(SHOWN).chain("...".chars()).collect()
}

/// A line that goes on for so long has no end.
const ENDLESS: usize = 1 << 28;

/// Letters of a line that is too long, by which it is known again.
const SHOWN: usize = 80;

impl Lines {
    /// Lines of this input.
    pub fn new(input: Input) -> Lines {
        Lines { input, failed: false }
    }

    /// Whether the next line is not there yet.
    pub fn must_wait(&self) -> bool {
        memchr::memchr(b'\n', self.input.buffer()).is_none()
    }

    fn read(&mut self) -> std::io::Result<Option<Vec<u8>>> {
        let mut bytes = Vec::new();
        let most = LONGEST as u64 + 2;
        if Read::take(&mut self.input, most).read_until(b'\n', &mut bytes)? == 0 {
            return Ok(None);
        }
        if bytes.last() == Some(&b'\n') {
            bytes.pop();
            if bytes.last() == Some(&b'\r') {
                bytes.pop();
            }
        } else if bytes.len() > LONGEST {
            self.skip()?;
        }
        Ok(Some(bytes))
    }

    /// Skips the rest of a line.
    fn skip(&mut self) -> std::io::Result<()> {
        let mut skipped = 0;
        while skipped < ENDLESS {
            let bytes = self.input.fill_buf()?;
            let (end, length) = (memchr::memchr(b'\n', bytes), bytes.len());
            self.input.consume(end.map_or(length, |end| end + 1));
            if end.is_some() || length == 0 {
                return Ok(());
            }
            skipped += length;
        }
        Err(std::io::Error::other(format!(
            "a line does not end, and lines have at most {LONGEST} bytes"
        )))
    }
}

impl Iterator for Lines {
    type Item = Result<String, BadLine>;

    fn next(&mut self) -> Option<Result<String, BadLine>> {
        if self.failed {
            return None;
        }
        Some(match self.read() {
            Ok(None) => return None,
            Ok(Some(bytes)) if bytes.len() > LONGEST => Err(BadLine {
                error: Error::input(format!(
                    "the line is longer than {LONGEST} bytes: split it, or give the position alone on standard input"
                )),
                start: Some(start(&bytes)),
            }),
            Ok(Some(bytes)) => {
                // Some editors begin a file with a byte order mark.
                let bytes =
                    bytes.strip_prefix(b"\xef\xbb\xbf").map(<[u8]>::to_vec).unwrap_or(bytes);
                let text = String::from_utf8(bytes);
                text.map_err(|_| Error::input("the line is not UTF-8 text").into())
            }
            Err(error) => {
                self.failed = true;
                Err(Error::input(format!("the input cannot be read: {error}")).into())
            }
        })
    }
}
