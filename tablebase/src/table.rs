//! Looking positions up.

use std::sync::{Arc, OnceLock};

use bouton_core::error::Error;

use crate::entry::Entry;
use crate::keys::{Options, Positions, hash, shard_of};
use crate::manifest::Manifest;
pub use crate::shard::Bytes;
use crate::shard::{Fault, Shard};
use crate::{MANIFEST, VERSION, check};

/// Where the files of a tablebase are: a folder, or memory.
pub trait Source: Send + Sync {
    /// The bytes of a file; the error says why there are none.
    fn open(&self, file: &str) -> Result<Bytes, String>;
}

/// A tablebase whose shards are opened when they are first asked for.
pub struct Tablebase {
    place: String,
    source: Arc<dyn Source>,
    manifest: Manifest,
    shards: Vec<OnceLock<Result<Shard, Error>>>,
}

impl Tablebase {
    /// Opens a tablebase; `place` names it in errors.
    pub fn open(place: &str, source: Arc<dyn Source>) -> Result<Tablebase, Error> {
        let manifest = source.open(MANIFEST).map_err(|reason| {
            Error::input(format!("{place} is not a tablebase: {MANIFEST}: {reason}"))
        })?;
        let manifest = Manifest::read((*manifest).as_ref(), place)?;
        let shards = manifest.shards.iter().map(|_| OnceLock::new()).collect();
        Ok(Tablebase { place: place.to_string(), source, manifest, shards })
    }

    /// What is told of it as a whole.
    pub fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    /// What it is called.
    pub fn place(&self) -> &str {
        &self.place
    }

    /// The entry of a key, if it is in the table.
    pub fn find(&self, key: &[u8]) -> Result<Option<&Entry>, Error> {
        let shard = shard_of(hash(key), self.shards.len() as u32);
        let found = self.shard(shard)?.find(key);
        found.map_err(|fault| self.fault(shard, &fault))
    }

    /// Whether these are the positions that the table is of, as far as some entries tell: those of the start and of
    /// some thousands that follow it.
    pub fn agrees_with(&self, start: &[u8], positions: &dyn Positions) -> Result<(), Error> {
        const LOOKED_AT: usize = 300;
        let other = || {
            Error::input(format!(
                "{} is a tablebase of {}, and its entries do not fit this game: was it built for other rules?",
                self.place, self.manifest.address
            ))
        };
        let mut keys = vec![start.to_vec()];
        let (mut next, mut options) = (0, Options::default());
        while next < keys.len() && next < LOOKED_AT {
            options.clear();
            positions.options(&keys[next], &mut options)?;
            options.dedup();
            let entry = self.find(&keys[next])?.ok_or_else(other)?;
            let mut entries = Vec::with_capacity(options.len());
            for option in options.iter() {
                entries.push(self.find(option)?.ok_or_else(other)?);
            }
            check::endings(entry, &entries).map_err(|_| other())?;
            // Far and near ones: every option of the first, one of each later.
            let few = if next == 0 { 64 } else { 1 };
            keys.extend(options.iter().take(few).map(<[u8]>::to_vec));
            next += 1;
        }
        Ok(())
    }

    /// A shard, opened; it is as long as the manifest says.
    pub fn shard(&self, shard: u32) -> Result<&Shard, Error> {
        let opened = self.shards[shard as usize].get_or_init(|| {
            let piece = &self.manifest.shards[shard as usize];
            let bytes = self.source.open(&piece.file).map_err(|reason| {
                Error::input(format!("{} is not whole: {}: {reason}", self.place, piece.file))
            })?;
            if (*bytes).as_ref().len() as u64 != piece.bytes {
                return Err(self.fault(shard, &Fault::Damaged));
            }
            let opened = Shard::open(bytes, shard).map_err(|fault| self.fault(shard, &fault))?;
            match opened.len() == piece.positions {
                true => Ok(opened),
                false => Err(self.fault(shard, &Fault::Damaged)),
            }
        });
        opened.as_ref().map_err(Clone::clone)
    }

    /// The bytes of a shard, for those who check them.
    pub(crate) fn bytes(&self, shard: u32) -> Result<Bytes, String> {
        self.source.open(&self.manifest.shards[shard as usize].file)
    }

    fn fault(&self, shard: u32, fault: &Fault) -> Error {
        let file = &self.manifest.shards[shard as usize].file;
        let place = &self.place;
        Error::input(match fault {
            Fault::Foreign => format!("{file} of {place} is not a file of a tablebase"),
            Fault::Version(version) => {
                format!(
                    "{file} of {place} is of version {version}, and this program reads version {VERSION}"
                )
            }
            Fault::Other(other) => {
                format!("{file} of {place} is shard {other}: files were exchanged")
            }
            Fault::Damaged => {
                format!(
                    "{file} of {place} is damaged: 'bouton tablebase check' tells where, and building anew mends it"
                )
            }
        })
    }
}
