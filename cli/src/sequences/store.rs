//! A value file on the disk: begun, gone on with, and kept right whatever happens meanwhile.

use std::fs::File;
use std::io::{Error as Failure, ErrorKind};
use std::path::{Path, PathBuf};

use bouton::Error;
use bouton::sequence::Values;
use bouton::sequence::file::Writer;

use super::{about, read};
use crate::output;

/// A value file that is being written.
pub struct Store {
    path: PathBuf,
    rules: String,
    writer: Writer<File>,
}

impl Store {
    /// Begins a file. It appears under its name when its header is whole.
    pub fn create(path: &Path, rules: &str, replace: bool) -> Result<Store, Error> {
        if !replace && path.is_file() {
            return Err(Error::input(format!(
                "{} exists and is not overwritten: --resume goes on with it, --force replaces it",
                path.display()
            )));
        }
        output::may_write(path, replace)?;
        if path.metadata().is_ok_and(|there| !there.is_file()) {
            return Err(Error::input(format!(
                "{} is not an ordinary file: a value file needs one",
                path.display()
            )));
        }
        let writer = begin(path, rules, &Values::default(), 0)?;
        Ok(Store { path: path.to_path_buf(), rules: rules.to_string(), writer })
    }

    /// Goes on with a file, and gives the values that it holds. With `force`, what stands behind the
    /// first damaged block is given up.
    pub fn resume(path: &Path, rules: &str, force: bool) -> Result<(Store, Values), Error> {
        let shown = path.display();
        let opened = File::options().read(true).write(true).open(path);
        let out = opened.map_err(|error| {
            Error::input(format!("{shown} cannot be opened for writing: {error}"))
        })?;
        lock(&out, path)?;
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
                "{shown} lacks its last {missing} values; going on from heap {}",
                file.len()
            ));
        }
        let values = file.values();
        let failed = |error: Failure| failure(path, 0, &error);
        let writer = Writer::resume(out, &file).map_err(failed)?;
        // The mapping ends before the file becomes shorter.
        drop(file);
        writer.inner().set_len(writer.end()).map_err(failed)?;
        let mut store = Store { path: path.to_path_buf(), rules: rules.to_string(), writer };
        if missing > 0 {
            store.keep(&values, values.len())?;
        }
        Ok((store, values))
    }

    /// Writes those of the first `count` values that are new, and brings them to the disk.
    pub fn keep(&mut self, values: &Values, count: usize) -> Result<(), Error> {
        if !self.writer.fits(values) {
            // Wider values: the same file with more bytes for each, in place of the old one.
            self.writer = begin(&self.path, &self.rules, values, self.writer.len())?;
        }
        let appended = self.writer.append(values, count);
        let settled = self.writer.settle(&mut |file| file.sync_data());
        appended.and(settled).map_err(|error| failure(&self.path, self.writer.len(), &error))
    }
}

/// A new file with the first values, put in its place when they are on the disk.
fn begin(path: &Path, rules: &str, values: &Values, count: usize) -> Result<Writer<File>, Error> {
    let beside = output::beside(path, "growing")?;
    let begun = File::create(&beside).and_then(|file| {
        let mut writer = Writer::create(file, rules, values.cells().width())?;
        writer.append(values, count)?;
        writer.settle(&mut |file| file.sync_all())?;
        Ok(writer)
    });
    let begun = begun.map_err(|error| failure(path, count, &error)).and_then(|writer| {
        lock(writer.inner(), path)?;
        std::fs::rename(&beside, path).map_err(|error| failure(path, count, &error))?;
        Ok(writer)
    });
    if begun.is_err() {
        let _ = std::fs::remove_file(&beside);
    }
    // The new name, too, should survive a power cut; where folders cannot be opened it does anyway.
    if let Some(Ok(folder)) = path.parent().map(File::open) {
        let _ = folder.sync_all();
    }
    begun
}

fn failure(path: &Path, kept: usize, error: &Failure) -> Error {
    let shown = path.display();
    let keeps = match kept {
        0 => String::new(),
        _ => format!("; it keeps the values of heaps 0 to {}", kept - 1),
    };
    match error.kind() {
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded => Error::Stopped(format!(
            "the disk is full: {shown} cannot grow{keeps}; make room, and the same command with --resume goes on"
        )),
        ErrorKind::FileTooLarge => Error::Stopped(format!(
            "{shown} cannot grow: the largest allowed size of a file is reached{keeps}; the same command with \
             --resume goes on"
        )),
        _ => Error::input(format!("{shown} cannot be written: {error}{keeps}")),
    }
}

/// One run at a time writes a file.
#[cfg(unix)]
fn lock(file: &File, path: &Path) -> Result<(), Error> {
    match rustix::fs::flock(file, rustix::fs::FlockOperation::NonBlockingLockExclusive) {
        Err(rustix::io::Errno::WOULDBLOCK) => {
            Err(about(path, &Error::input("another run is writing it: wait until that has ended")))
        }
        // Some disks know no locks.
        _ => Ok(()),
    }
}

#[cfg(not(unix))]
fn lock(_file: &File, _path: &Path) -> Result<(), Error> {
    Ok(())
}
