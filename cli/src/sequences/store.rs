//! A value file on the disk: begun, gone on with, and kept right whatever happens meanwhile.

use std::fs::File;
use std::io::Error as Failure;
use std::path::Path;

use bouton::Error;
use bouton::render::text::counted;
use bouton::sequence::Values;
use bouton::sequence::file::Writer;

use super::{about, read};
use crate::files::{self, Place};
use crate::output;

/// A value file that is being written, by this run alone.
pub struct Store<'a> {
    path: &'a Path,
    place: Place,
    rules: String,
    writer: Writer<File>,
}

impl<'a> Store<'a> {
    /// Begins a file. It appears under its name when its header is whole.
    pub fn create(path: &'a Path, rules: &str, replace: bool) -> Result<Store<'a>, Error> {
        if !replace && path.is_file() {
            return Err(Error::input(format!(
                "{} exists and is not overwritten: --resume goes on with it, --force replaces it",
                path.display()
            )));
        }
        let mut place = Place::reserve(path, replace)?;
        let writer = begin(&mut place, rules, &Values::default(), 0)?;
        Ok(Store { path, place, rules: rules.to_string(), writer })
    }

    /// Goes on with a file, and gives the values that it holds. With `force`, what stands behind the
    /// first damaged block is given up.
    pub fn resume(path: &'a Path, rules: &str, force: bool) -> Result<(Store<'a>, Values), Error> {
        let shown = path.display();
        let place = Place::reserve(path, true)?;
        let mut file = read(path)?;
        if file.rules() != rules {
            return Err(Error::input(format!(
                "{shown} holds the values of {}, not of {rules}: name another file",
                file.rules()
            )));
        }
        let damage = file.damage().next();
        if let Some(damage) = damage {
            if !force {
                return Err(Error::input(format!(
                    "{shown}: {damage}; add --force to compute everything from there on again"
                )));
            }
            file = file.before(&damage);
        }
        let missing = file.missing();
        if missing > 0 {
            output::message(&format!(
                "{shown} lacks its last {}; going on from heap {}",
                counted(missing, "value"),
                file.len()
            ));
        } else if file.is_note_damaged() {
            output::message(&format!(
                "{shown}: one of its two notes is damaged; going on from heap {}, up to which all is there",
                file.len()
            ));
        }
        let repair = missing > 0 || file.is_note_damaged();
        let values = file.values();
        let out = File::options().read(true).write(true).open(path);
        let failed = |error: Failure| failure(path, 0, &error);
        let writer = out.and_then(|out| Writer::resume(out, &file)).map_err(failed)?;
        // The mapping ends before the file becomes shorter.
        drop(file);
        writer.inner().set_len(writer.end()).map_err(failed)?;
        let mut store = Store { path, place, rules: rules.to_string(), writer };
        if repair {
            // The next note takes the place of the damaged one.
            store.keep(&values, values.len())?;
        }
        Ok((store, values))
    }

    /// Writes those of the first `count` values that are new, and brings them to the disk.
    pub fn keep(&mut self, values: &Values, count: usize) -> Result<(), Error> {
        if !self.writer.fits(values) {
            // Wider values: the same file with more bytes for each, in place of the old one.
            self.writer = begin(&mut self.place, &self.rules, values, self.writer.len())?;
        }
        let appended = self.writer.append(values, count);
        let settled = self.writer.settle(&mut |file| file.sync_data());
        appended.and(settled).map_err(|error| failure(self.path, self.writer.len(), &error))
    }
}

/// A new file with the first values, put in its place when they are on the disk.
fn begin(
    place: &mut Place,
    rules: &str,
    values: &Values,
    count: usize,
) -> Result<Writer<File>, Error> {
    place.begin(|file| {
        let mut writer = Writer::create(file, rules, values.cells().width())?;
        writer.append(values, count)?;
        writer.settle(&mut |file| file.sync_all())?;
        Ok(writer)
    })
}

fn failure(path: &Path, kept: usize, error: &Failure) -> Error {
    let keeps = match kept {
        0 => String::new(),
        _ => format!("it keeps the values of heaps 0 to {}; ", kept - 1),
    };
    let rest = format!("{keeps}make room, and the same command with --resume goes on");
    match files::failure(path, error, &rest) {
        stopped if stopped.is_stopped() => stopped,
        _ => about(path, &Error::input(format!("{keeps}it cannot be written: {error}"))),
    }
}
