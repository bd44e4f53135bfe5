//! Where tables are written: a folder, or memory.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use bouton_core::error::Error;
use serde::{Deserialize, Serialize};

use super::log::Mark;
use crate::MANIFEST;

/// How far the logs of a shard were written in a wave.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Marks {
    pub wave: u64,
    /// Whether nothing is left to explore.
    pub complete: bool,
    pub keys: Mark,
    pub degrees: Mark,
    pub arcs: Mark,
}

/// The last wave of a shard, and the one before: another shard may not have kept the last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Kept {
    pub last: Marks,
    pub before: Option<Marks>,
}

/// Writes the bytes of a file.
pub type Fill<'a> = &'a mut dyn FnMut(&mut dyn Write) -> io::Result<()>;

/// Where a tablebase is written.
pub trait Place: Send + Sync {
    /// What it is called in errors.
    fn name(&self) -> String;

    /// Writes a file: all of it or nothing.
    fn put(&self, file: &str, fill: Fill<'_>) -> io::Result<()>;

    /// Writes the manifest; with it the tablebase is whole.
    fn finish(&self, manifest: &str) -> io::Result<()>;

    /// Where a log is kept, if it is kept in a file.
    fn log(&self, name: &str) -> Option<PathBuf>;

    /// What a shard has kept.
    fn kept(&self, shard: u32) -> io::Result<Option<Kept>>;

    /// Keeps how far the logs of a shard were written.
    fn keep(&self, shard: u32, marks: Marks) -> io::Result<()>;

    /// Forgets what a shard has kept.
    fn forget(&self, shard: u32) -> io::Result<()>;

    /// A failure in words.
    fn failed(&self, error: &io::Error) -> Error;
}

/// A tablebase in memory: its files by name.
#[derive(Default)]
pub struct Memory(pub Mutex<BTreeMap<String, Vec<u8>>>);

impl Place for Memory {
    fn name(&self) -> String {
        "the tablebase in memory".to_string()
    }

    fn put(&self, file: &str, fill: Fill<'_>) -> io::Result<()> {
        let mut bytes = Vec::new();
        fill(&mut bytes)?;
        if let Ok(mut files) = self.0.lock() {
            files.insert(file.to_string(), bytes);
        }
        Ok(())
    }

    fn finish(&self, manifest: &str) -> io::Result<()> {
        self.put(MANIFEST, &mut |out| out.write_all(manifest.as_bytes()))
    }

    fn log(&self, _name: &str) -> Option<PathBuf> {
        None
    }

    fn kept(&self, _shard: u32) -> io::Result<Option<Kept>> {
        Ok(None)
    }

    fn keep(&self, _shard: u32, _marks: Marks) -> io::Result<()> {
        Ok(())
    }

    fn forget(&self, _shard: u32) -> io::Result<()> {
        Ok(())
    }

    fn failed(&self, error: &io::Error) -> Error {
        Error::Stopped(format!("stopped: {error}"))
    }
}

/// A folder, with what is not finished in a folder of its own inside of it.
pub struct Folder {
    path: PathBuf,
    /// The process, for names of files that are being written.
    process: usize,
}

/// The folder of what is not finished.
pub const UNFINISHED: &str = "unfinished";
/// The file there that says what is being built.
const PLAN: &str = "plan.json";

/// Keeps others out of a folder while a process builds in it.
pub struct Lock {
    _file: File,
}

impl Folder {
    /// A folder to build in. `plan` says what is being built; `resume` whether to go on with it. Nothing that is
    /// there is written over.
    pub fn new(
        path: &Path,
        plan: &str,
        resume: bool,
        process: usize,
        processes: usize,
    ) -> Result<(Folder, Lock), Error> {
        let name = path.display().to_string();
        let input = |message: String| Err(Error::input(message));
        if path.join(MANIFEST).exists() {
            return input(format!("{name} is a whole tablebase already: name another folder"));
        }
        let unfinished = path.join(UNFINISHED);
        let failed =
            |error: io::Error| Error::input(format!("{name} cannot be written to: {error}"));
        if path.exists() && !path.is_dir() {
            return input(format!("{name} is a file, and a tablebase is a folder"));
        }
        let begun = unfinished.join(PLAN);
        if !unfinished.is_dir() {
            let foreign = match fs::read_dir(path) {
                Ok(mut files) => files.next().is_some(),
                Err(_) => false,
            };
            // Of several processes another one may just be making it.
            if foreign && !unfinished.is_dir() {
                return input(format!(
                    "{name} holds other files: name a folder that is empty or new"
                ));
            }
            if resume && processes == 1 {
                return input(format!(
                    "{name} holds nothing to go on with: build without --resume"
                ));
            }
        }
        fs::create_dir_all(&unfinished).map_err(failed)?;
        let lock = lock(&unfinished.join(format!("lock-{process}")), &name, process, processes)?;
        match fs::read_to_string(&begun) {
            Ok(text) if text != plan => {
                return input(format!(
                    "{name} holds an unfinished tablebase of something else: {}",
                    text.lines().next().unwrap_or_default()
                ));
            }
            Ok(_) if !resume && processes == 1 => {
                return input(format!(
                    "{name} holds an unfinished tablebase: --resume goes on with it, and removing the folder begins anew"
                ));
            }
            Ok(_) => {}
            Err(_) => {
                write_whole(&begun, process, &mut |out| out.write_all(plan.as_bytes()))
                    .map_err(failed)?;
            }
        }
        Ok((Folder { path: path.to_path_buf(), process }, Lock { _file: lock }))
    }
}

/// A lock that ends with the process.
fn lock(path: &Path, name: &str, process: usize, processes: usize) -> Result<File, Error> {
    let failed = |error: io::Error| Error::input(format!("{name} cannot be written to: {error}"));
    let file = File::options().read(true).write(true).create(true).truncate(false).open(path);
    let file = file.map_err(failed)?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(fs::TryLockError::WouldBlock) if processes > 1 => Err(Error::input(format!(
            "another process builds in {name} as process {process}: each needs a number of its own (--process)"
        ))),
        Err(fs::TryLockError::WouldBlock) => {
            Err(Error::input(format!("another process is building in {name}")))
        }
        // Some file systems have no locks.
        Err(fs::TryLockError::Error(_)) => Ok(file),
    }
}

/// Writes a file beside its place, syncs it, and gives it its name.
fn write_whole(path: &Path, process: usize, fill: Fill<'_>) -> io::Result<()> {
    let beside = path.with_extension(format!("part{process}"));
    let written = (|| {
        let mut out = BufWriter::with_capacity(1 << 18, File::create(&beside)?);
        fill(&mut out)?;
        out.into_inner().map_err(io::IntoInnerError::into_error)?.sync_all()?;
        fs::rename(&beside, path)
    })();
    if written.is_err() {
        let _ = fs::remove_file(&beside);
        return written;
    }
    // The name, too, must be safe.
    if let Some(folder) = path.parent().and_then(|folder| File::open(folder).ok()) {
        let _ = folder.sync_all();
    }
    Ok(())
}

impl Place for Folder {
    fn name(&self) -> String {
        self.path.display().to_string()
    }

    fn put(&self, file: &str, fill: Fill<'_>) -> io::Result<()> {
        write_whole(&self.path.join(file), self.process, fill)
    }

    fn finish(&self, manifest: &str) -> io::Result<()> {
        self.put(MANIFEST, &mut |out| out.write_all(manifest.as_bytes()))?;
        // What is left of the work is not wanted any more; a failure does no harm.
        let _ = fs::remove_dir_all(self.path.join(UNFINISHED));
        Ok(())
    }

    fn log(&self, name: &str) -> Option<PathBuf> {
        Some(self.path.join(UNFINISHED).join(name))
    }

    fn kept(&self, shard: u32) -> io::Result<Option<Kept>> {
        let path = self.path.join(UNFINISHED).join(format!("wave-{shard:04}.json"));
        match fs::read(path) {
            Ok(text) => serde_json::from_slice(&text)
                .map(Some)
                .map_err(|_| io::ErrorKind::InvalidData.into()),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    }

    fn keep(&self, shard: u32, marks: Marks) -> io::Result<()> {
        let before = self.kept(shard)?.map(|kept| kept.last).filter(|last| last.wave < marks.wave);
        let text = serde_json::to_vec(&Kept { last: marks, before })?;
        let path = self.path.join(UNFINISHED).join(format!("wave-{shard:04}.json"));
        write_whole(&path, self.process, &mut |out| out.write_all(&text))
    }

    fn forget(&self, shard: u32) -> io::Result<()> {
        let path = self.path.join(UNFINISHED).join(format!("wave-{shard:04}.json"));
        match fs::remove_file(path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            _ => Ok(()),
        }
    }

    fn failed(&self, error: &io::Error) -> Error {
        let name = self.path.display();
        match error.kind() {
            io::ErrorKind::StorageFull => Error::Stopped(format!(
                "stopped: the disk of {name} is full; make room and go on with --resume"
            )),
            _ => Error::Stopped(format!("stopped: {name}: {error}; --resume goes on")),
        }
    }
}
