//! The explored graph turned round: for each position, where it is an option.

use std::cell::RefCell;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::sync::Arc;
use std::sync::atomic::Ordering;

use bouton_core::error::Error;

use super::explore::{ARC, Shard, five};
use super::nodes::Nodes;
use super::{Phase, Team};

/// Bytes of the number of a position.
const SOURCE: usize = 5;
/// Bytes of sources that are sorted at once where they go to a file.
const SORTED: usize = 64 << 20;

/// The positions of the shards of a worker, with the arcs into them.
pub struct Backwards {
    pub index: usize,
    pub peers: usize,
    pub bits: u32,
    pub shards: Vec<Part>,
}

/// One shard.
pub struct Part {
    /// Which one it is.
    pub number: u32,
    /// Its keys.
    pub nodes: Nodes,
    /// How many options each position has.
    pub degrees: Vec<u32>,
    /// Where the sources of the arcs into a position end.
    ends: Vec<u32>,
    sources: Sources,
    room: RefCell<Vec<u8>>,
}

enum Sources {
    Memory(Vec<u8>),
    Disk(File),
}

impl Backwards {
    /// Turns the arcs of these shards round.
    pub fn new(
        team: &Arc<Team>,
        index: usize,
        peers: usize,
        shards: Vec<Shard>,
    ) -> Result<Backwards, Error> {
        let arcs = team.counters.arcs.load(Ordering::Relaxed);
        let on_disk = arcs.saturating_mul(SOURCE as u64) > team.plan.memory / 4;
        let mut parts = Vec::new();
        for shard in shards {
            team.tick(Phase::Outcomes)?;
            let part = Part::new(team, shard, on_disk).map_err(|error| team.disk(error))?;
            parts.push(part);
        }
        Ok(Backwards { index, peers, bits: team.bits(), shards: parts })
    }

    /// The shard of the number of a position, if this worker has it, and the position in it.
    #[inline]
    pub fn local(&self, position: u64) -> Result<(usize, u32), usize> {
        let shard = position as usize & ((1 << self.bits) - 1);
        if shard % self.peers == self.index {
            Ok((shard / self.peers, (position >> self.bits) as u32))
        } else {
            Err(shard % self.peers)
        }
    }
}

impl Part {
    fn new(team: &Team, shard: Shard, on_disk: bool) -> io::Result<Part> {
        let Shard { number, nodes, degrees, arcs, .. } = shard;
        if arcs.len() / ARC as u64 >= u64::from(u32::MAX) {
            return Err(io::ErrorKind::QuotaExceeded.into());
        }
        let mut counts = Vec::with_capacity(nodes.len());
        degrees.each(&mut |_, chunk| {
            let number =
                |bytes: &[u8]| u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
            counts.extend(chunk.chunks_exact(4).map(number));
            Ok(())
        })?;
        let mut ends = vec![0u32; nodes.len() + 1];
        let target = |arc: &[u8]| u32::from_le_bytes([arc[0], arc[1], arc[2], arc[3]]);
        arcs.each(&mut |_, chunk| {
            chunk.chunks_exact(ARC).for_each(|arc| ends[target(arc) as usize + 1] += 1);
            Ok(())
        })?;
        let mut sum = 0;
        for end in &mut ends {
            sum += *end;
            *end = sum;
        }
        // Now they are beginnings; each moves to its end while its sources are put down.
        let path = team.place.log(&format!("sources-{number:04}")).filter(|_| on_disk);
        let sources = match path {
            None => {
                let mut sources = vec![0; sum as usize * SOURCE];
                arcs.each(&mut |_, chunk| {
                    for arc in chunk.chunks_exact(ARC) {
                        let end = &mut ends[target(arc) as usize];
                        let at = *end as usize * SOURCE;
                        sources[at..at + SOURCE].copy_from_slice(&arc[4..]);
                        *end += 1;
                    }
                    Ok(())
                })?;
                Sources::Memory(sources)
            }
            Some(path) => {
                let file = File::options()
                    .read(true)
                    .write(true)
                    .create(true)
                    .truncate(true)
                    .open(path)?;
                let mut out = BufWriter::new(&file);
                // As many positions at once as have room, with a look at all arcs for each such part.
                let mut first = 0;
                while first < nodes.len() {
                    let begin = ends[first];
                    let fits = |end: &u32| (*end - begin) as usize * SOURCE <= SORTED;
                    let mut last = first + 1;
                    while last < nodes.len() && fits(&ends[last + 1]) {
                        last += 1;
                    }
                    let size = (ends[last] - begin) as usize;
                    let mut sources = vec![0; size * SOURCE];
                    arcs.each(&mut |_, chunk| {
                        for arc in chunk.chunks_exact(ARC) {
                            let node = target(arc) as usize;
                            if (first..last).contains(&node) {
                                let at = (ends[node] - begin) as usize * SOURCE;
                                sources[at..at + SOURCE].copy_from_slice(&arc[4..]);
                                ends[node] += 1;
                            }
                        }
                        Ok(())
                    })?;
                    out.write_all(&sources)?;
                    first = last;
                }
                out.flush()?;
                drop(out);
                Sources::Disk(file)
            }
        };
        ends.pop();
        Ok(Part { number, nodes, degrees: counts, ends, sources, room: RefCell::default() })
    }

    /// Hands out the numbers of the positions that have this one as an option.
    #[inline]
    pub fn each(&self, node: u32, mut take: impl FnMut(u64)) -> io::Result<()> {
        let start = node.checked_sub(1).map_or(0, |before| self.ends[before as usize]) as usize;
        let (from, to) = (start * SOURCE, self.ends[node as usize] as usize * SOURCE);
        match &self.sources {
            Sources::Memory(bytes) => {
                bytes[from..to].chunks_exact(SOURCE).for_each(|one| take(five(one)))
            }
            Sources::Disk(file) => {
                let mut room = self.room.take();
                room.resize(to - from, 0);
                read_at(file, from as u64, &mut room)?;
                room.chunks_exact(SOURCE).for_each(|one| take(five(one)));
                self.room.replace(room);
            }
        }
        Ok(())
    }
}

#[cfg(unix)]
fn read_at(file: &File, at: u64, bytes: &mut [u8]) -> io::Result<()> {
    std::os::unix::fs::FileExt::read_exact_at(file, bytes, at)
}

#[cfg(not(unix))]
fn read_at(mut file: &File, at: u64, bytes: &mut [u8]) -> io::Result<()> {
    use std::io::{Read, Seek};
    file.seek(io::SeekFrom::Start(at))?;
    file.read_exact(bytes)
}
