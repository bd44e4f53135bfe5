//! Output files: the one writer that every command has.
//!
//! A file is written beside its place, brought to the disk and then moved there, so that whatever happens
//! meanwhile the old one or the new one is there, whole. The name beside cannot be guessed, and one run at a
//! time writes to a place: it holds a lock, which is a file beside it, too. What exists stays unless it is to be
//! replaced; links are followed; devices and pipes are written through. All that can be asked before the
//! work is asked before it: nothing is computed for a file that cannot be written.

use std::ffi::OsString;
use std::fs::{self, File, TryLockError};
use std::io::{self, BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use bouton::Error;
use tempfile::TempPath;

use crate::output;
use crate::patience::interrupted;

/// Where the answer of a command goes.
pub enum Target {
    /// To standard output.
    Standard,
    /// Through a device or a pipe.
    Through(PathBuf),
    /// To a file.
    Place(Place),
}

/// The file that is named, unless standard output is.
pub fn named(path: &Option<PathBuf>) -> Option<&Path> {
    path.as_deref().filter(|path| *path != Path::new("-"))
}

impl Target {
    /// The file of this name, or standard output if there is none or `-`.
    pub fn new(path: &Option<PathBuf>, replace: bool) -> Result<Target, Error> {
        let Some(path) = named(path) else { return Ok(Target::Standard) };
        match is_through(path) {
            true => Ok(Target::Through(path.to_path_buf())),
            false => Ok(Target::Place(Place::reserve(path, replace)?)),
        }
    }

    /// Writes a text and nothing else.
    pub fn text(self, text: &str) -> Result<(), Error> {
        match self {
            Target::Standard => {
                output::answer(text);
                Ok(())
            }
            file => file.write(|out| out.write_all(text.as_bytes())),
        }
    }

    /// Writes what is too long to be kept as a text; not for standard output.
    pub fn write(
        mut self,
        write: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>,
    ) -> Result<(), Error> {
        self.again(write)
    }

    /// The same, and it may be written again: a file is replaced by what is written last.
    pub fn again(
        &mut self,
        write: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>,
    ) -> Result<(), Error> {
        match self {
            Target::Standard => Ok(()),
            Target::Through(path) => through(path, write),
            Target::Place(place) => place.write(write),
        }
    }
}

/// A file to be, or to be replaced, which no other run writes as long as this lives.
pub struct Place {
    /// As it was named, for sentences.
    name: PathBuf,
    /// Behind all links.
    path: PathBuf,
    replace: bool,
    _lock: Lock,
}

impl Place {
    /// Makes sure that the file can be written and that nobody else does.
    pub fn reserve(name: &Path, replace: bool) -> Result<Place, Error> {
        let shown = name.display();
        let path = behind_links(name);
        let there = path.metadata();
        if there.as_ref().is_ok_and(fs::Metadata::is_dir) {
            return Err(Error::input(format!("{shown} is a directory: give the name of a file")));
        }
        if path.file_name().is_none() {
            return Err(Error::input(format!("{shown} is not the name of a file")));
        }
        if !folder(&path).is_dir() {
            return Err(Error::input(format!(
                "{shown} cannot be written: the folder {} does not exist",
                folder(&path).display()
            )));
        }
        if there.is_ok() && !replace {
            return Err(exists(name));
        }
        let lock = Lock::take(name, &path)?;
        Ok(Place { name: name.to_path_buf(), path, replace, _lock: lock })
    }

    /// Writes the whole file. A second call replaces what the first one wrote.
    pub fn write(
        &mut self,
        write: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>,
    ) -> Result<(), Error> {
        self.begin(|file| {
            let mut out = BufWriter::with_capacity(1 << 16, file);
            write(&mut out)?;
            out.into_inner().map_err(|error| error.into_error())?.sync_all()
        })
    }

    /// Puts a new file in its place when `write` has begun it and brought it to the disk; what `write` makes of
    /// the open file may go on writing.
    pub fn begin<T>(&mut self, write: impl FnOnce(File) -> io::Result<T>) -> Result<T, Error> {
        let begun = self.beside().and_then(|(file, beside)| Ok((write(file)?, beside)));
        let begun = begun.map_err(|error| self.failure(&error))?;
        let moved = match self.replace {
            true => begun.1.persist(&self.path),
            false => begun.1.persist_noclobber(&self.path),
        };
        match moved {
            Ok(()) => {}
            Err(failed) if failed.error.kind() == ErrorKind::AlreadyExists => {
                return Err(exists(&self.name));
            }
            Err(failed) => return Err(self.failure(&failed.error)),
        }
        self.replace = true;
        // The new name, too, should survive a power cut; where folders cannot be opened it does anyway.
        if let Ok(folder) = File::open(folder(&self.path)) {
            let _ = folder.sync_all();
        }
        Ok(begun.0)
    }

    /// A new file beside the place, with the rights that the file in it has or would have.
    fn beside(&self) -> io::Result<(File, TempPath)> {
        let prefix = hidden(&self.path, PART);
        let mut builder = tempfile::Builder::new();
        builder.prefix(&prefix).rand_bytes(12);
        #[cfg(unix)]
        let usual = <fs::Permissions as std::os::unix::fs::PermissionsExt>::from_mode(0o666);
        #[cfg(unix)]
        builder.permissions(usual);
        let (file, beside) = builder.tempfile_in(folder(&self.path))?.into_parts();
        if let Ok(there) = self.path.metadata() {
            // Whoever may write the folder need not own the file.
            let _ = file.set_permissions(there.permissions());
        }
        unfinished(|all| all.push(beside.to_path_buf()));
        Ok((file, beside))
    }

    fn failure(&self, error: &io::Error) -> Error {
        failure(&self.name, error, "it was not written")
    }
}

fn exists(name: &Path) -> Error {
    Error::input(format!(
        "{} exists and is not overwritten: name another file, or add --force to replace it",
        name.display()
    ))
}

/// What a failure to write means: a full disk is a limit, and others are bad names.
pub fn failure(name: &Path, error: &io::Error, rest: &str) -> Error {
    let shown = name.display();
    match error.kind() {
        _ if interrupted() => Error::Stopped(format!("interrupted: {shown}: {rest}")),
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded => {
            Error::Stopped(format!("the disk is full: {shown}: {rest}"))
        }
        ErrorKind::FileTooLarge => Error::Stopped(format!(
            "the largest allowed size of a file is reached: {shown}: {rest}"
        )),
        _ => Error::input(format!("{shown} cannot be written: {error}")),
    }
}

/// The right to write a place, which a run has alone: a locked file beside it. The system unlocks it
/// however the run ends; what a killed run left behind is swept by the next one.
struct Lock {
    path: PathBuf,
    _file: File,
}

const LOCK: &str = "lock";
const PART: &str = "part-";

impl Lock {
    fn take(name: &Path, place: &Path) -> Result<Lock, Error> {
        let path = folder(place).join(hidden(place, LOCK));
        loop {
            let left_behind = path.exists();
            let file = File::options().write(true).create(true).truncate(false).open(&path);
            let file = file.map_err(|error| failure(name, &error, "it was not written"))?;
            match file.try_lock() {
                Err(TryLockError::WouldBlock) => {
                    return Err(Error::input(format!(
                        "another run is writing {}: wait until that has ended, or name another file",
                        name.display()
                    )));
                }
                // Some disks know no locks; names that cannot be guessed still keep each file whole.
                Ok(()) | Err(TryLockError::Error(_)) => {}
            }
            // Whoever held the lock may have removed it just now: then this one locks nothing.
            if is_at(&file, &path) {
                if left_behind {
                    sweep(place);
                }
                unfinished(|all| all.push(path.clone()));
                return Ok(Lock { path, _file: file });
            }
        }
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        // Removed while it is still locked, so that nobody else's is.
        let _ = fs::remove_file(&self.path);
        unfinished(|all| all.retain(|path| *path != self.path));
    }
}

#[cfg(unix)]
fn is_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let own = file.metadata().map(|own| (own.dev(), own.ino())).ok();
    own.is_some() && own == path.metadata().map(|there| (there.dev(), there.ino())).ok()
}

#[cfg(not(unix))]
fn is_at(_file: &File, _path: &Path) -> bool {
    true
}

/// Removes what a killed run has left half written.
fn sweep(place: &Path) {
    let prefix = hidden(place, PART);
    for entry in fs::read_dir(folder(place)).into_iter().flatten().flatten() {
        if entry.file_name().as_encoded_bytes().starts_with(prefix.as_encoded_bytes()) {
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// The name of a file beside a place. Long names are cut, so that this one is not too long.
fn hidden(place: &Path, what: &str) -> OsString {
    let name = place.file_name().unwrap_or_default();
    let mut hidden = OsString::from(".");
    match name.len() {
        0..200 => hidden.push(name),
        _ => hidden.push(name.to_string_lossy().chars().take(50).collect::<String>()),
    }
    hidden.push(format!(".{what}"));
    hidden
}

fn folder(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

/// Where a name leads, also if nothing is there yet.
fn behind_links(name: &Path) -> PathBuf {
    if let Ok(path) = name.canonicalize() {
        return path;
    }
    let mut path = name.to_path_buf();
    // As many links as the system follows.
    for _ in 0..40 {
        let Ok(to) = fs::read_link(&path) else { break };
        path = folder(&path).join(to);
    }
    path
}

/// Whether what is named is no file of its own: a device, a pipe, or what the system calls one of those.
fn is_through(path: &Path) -> bool {
    let of_the_system = ["/dev", "/proc"].iter().any(|folder| path.starts_with(folder));
    path.metadata().is_ok_and(|there| of_the_system || !there.is_file() && !there.is_dir())
}

/// How long to wait for somebody who reads a pipe.
const READER: Duration = Duration::from_secs(2);

/// Writes through a device or a pipe.
fn through(
    path: &Path,
    write: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>,
) -> Result<(), Error> {
    let rest = "not all of it was written";
    let file = open_through(path).map_err(|error| failure(path, &error, rest))?;
    let mut out = BufWriter::new(file);
    match write(&mut out).and_then(|()| out.flush()) {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        written => written.map_err(|error| failure(path, &error, rest)),
    }
}

#[cfg(unix)]
fn open_through(path: &Path) -> io::Result<File> {
    use rustix::fs::{OFlags, fcntl_getfl, fcntl_setfl};
    use std::os::unix::fs::{FileTypeExt, OpenOptionsExt};
    if !path.metadata()?.file_type().is_fifo() {
        return File::options().write(true).open(path);
    }
    let start = Instant::now();
    loop {
        // An ordinary opening waits until somebody reads, for ever if need be.
        let flags = OFlags::NONBLOCK.bits() as i32;
        let opened = File::options().write(true).custom_flags(flags).open(path);
        match opened {
            Ok(file) => {
                fcntl_setfl(&file, fcntl_getfl(&file)? - OFlags::NONBLOCK)?;
                return Ok(file);
            }
            Err(error) if error.raw_os_error() != Some(rustix::io::Errno::NXIO.raw_os_error()) => {
                return Err(error);
            }
            Err(_) if start.elapsed() > READER || interrupted() => {
                return Err(io::Error::other("it is a pipe that nobody reads"));
            }
            Err(_) => std::thread::sleep(Duration::from_millis(10)),
        }
    }
}

#[cfg(not(unix))]
fn open_through(path: &Path) -> io::Result<File> {
    File::options().write(true).open(path)
}

/// Files beside their places that exist just now.
static UNFINISHED: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

fn unfinished(change: impl FnOnce(&mut Vec<PathBuf>)) {
    if let Ok(mut all) = UNFINISHED.lock() {
        all.retain(|path| path.exists());
        change(&mut all);
    }
}

/// Removes what is half written, because the process is about to end.
pub fn forget_unfinished() {
    for path in UNFINISHED.try_lock().as_deref().into_iter().flatten() {
        let _ = fs::remove_file(path);
    }
}

/// What a value file or a table that grows is opened with; its place must be reserved.
pub fn open_to_grow(place: &Place) -> Result<File, Error> {
    File::options().read(true).append(true).open(&place.path).map_err(|error| place.failure(&error))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder_of(test: &str) -> PathBuf {
        let path = std::env::temp_dir().join(format!("bouton-files-{test}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        path
    }

    fn put(place: &mut Place, text: &str) -> Result<(), Error> {
        place.write(|out| out.write_all(text.as_bytes()))
    }

    #[test]
    fn one_run_at_a_time_writes_a_place_and_leaves_nothing_beside_it() {
        let folder = folder_of("lock");
        let name = folder.join("a.txt");
        let mut first = Place::reserve(&name, false).unwrap();
        let refused = Place::reserve(&name, true).err().unwrap().to_string();
        assert!(refused.contains("another run"), "{refused}");
        put(&mut first, "one").unwrap();
        put(&mut first, "two").unwrap();
        drop(first);
        assert_eq!(fs::read_to_string(&name).unwrap(), "two");
        assert!(Place::reserve(&name, false).err().unwrap().to_string().contains("--force"));
        put(&mut Place::reserve(&name, true).unwrap(), "three").unwrap();
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_file_that_appears_meanwhile_is_kept() {
        let folder = folder_of("meanwhile");
        let name = folder.join("a.txt");
        let mut place = Place::reserve(&name, false).unwrap();
        fs::write(&name, "theirs").unwrap();
        assert!(put(&mut place, "ours").unwrap_err().to_string().contains("exists"));
        assert_eq!(fs::read_to_string(&name).unwrap(), "theirs");
        drop(place);
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn what_fails_leaves_what_was_there() {
        let folder = folder_of("fails");
        let name = folder.join("a.txt");
        fs::write(&name, "old").unwrap();
        let mut place = Place::reserve(&name, true).unwrap();
        let full = || io::Error::from(ErrorKind::StorageFull);
        let failed = place.write(|out| out.write_all(b"ne").and(Err(full())));
        assert_eq!(failed.unwrap_err().exit_code(), 3);
        drop(place);
        assert_eq!(fs::read_to_string(&name).unwrap(), "old");
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
        fs::remove_dir_all(folder).unwrap();
    }

    #[cfg(unix)]
    #[test]
    fn links_are_followed_rights_are_kept_and_leftovers_swept() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let folder = folder_of("links");
        let (name, link) = (folder.join("a.txt"), folder.join("link"));
        symlink("a.txt", &link).unwrap();
        put(&mut Place::reserve(&link, false).unwrap(), "new").unwrap();
        assert_eq!(fs::read_to_string(&name).unwrap(), "new");
        fs::set_permissions(&name, fs::Permissions::from_mode(0o640)).unwrap();
        // A run that was killed leaves its lock and a part.
        fs::write(folder.join(".a.txt.lock"), "").unwrap();
        fs::write(folder.join(".a.txt.part-x"), "").unwrap();
        put(&mut Place::reserve(&link, true).unwrap(), "newer").unwrap();
        assert!(link.is_symlink());
        assert_eq!(fs::read_to_string(&name).unwrap(), "newer");
        assert_eq!(fs::metadata(&name).unwrap().permissions().mode() & 0o777, 0o640);
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 2);
        let nowhere = Place::reserve(&folder.join("no/a.txt"), false).err().unwrap();
        assert!(nowhere.to_string().contains("does not exist"));
        fs::remove_dir_all(folder).unwrap();
    }
}
