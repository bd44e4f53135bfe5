//! Exploring: every key is found by the shard that it belongs to, with the arcs into it.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use bouton_core::error::Error;

use super::flow::{Outbox, Packet, Stage};
use super::folder::{Kept, Marks};
use super::log::Log;
use super::nodes::Nodes;
use super::{Phase, Team};
use crate::keys::{Options, hash, number, put_number, shard_of};

/// Bytes of an arc: the node that it leads to, in its shard, and the number of the position that it comes from.
pub const ARC: usize = 9;

/// Bytes that a worker sends in a step, about. What is on the way is memory, too.
const SENT: usize = 8 << 20;
/// Positions that a worker expands in a step.
const EXPANDED: usize = 1 << 15;
/// Steps between looks at the clock, in positions.
const LOOK: usize = 1 << 7;

/// A packet that says: make safe what you have.
const WAVE: u8 = 1;

/// The positions of a shard while they are being explored, and the arcs into them.
pub struct Shard {
    /// Which one it is.
    pub number: u32,
    /// Its positions.
    pub nodes: Nodes,
    /// The number of options of each that was expanded.
    pub degrees: Log,
    /// The arcs.
    pub arcs: Log,
    expanded: u32,
}

/// Five bytes of a number.
#[inline]
pub fn put_five(bytes: &mut Vec<u8>, number: u64) {
    bytes.extend_from_slice(&number.to_le_bytes()[..5]);
}

/// A number of five bytes.
#[inline]
pub fn five(bytes: &[u8]) -> u64 {
    let mut word = [0; 8];
    word[..5].copy_from_slice(&bytes[..5]);
    u64::from_le_bytes(word)
}

/// See the module.
pub struct Explore {
    team: Arc<Team>,
    index: usize,
    peers: usize,
    shards: Vec<Shard>,
    wave: u64,
    /// Whether the last wave that was kept was the last of all.
    complete: bool,
    begin: bool,
    spilling: bool,
    options: Options,
    /// The hashes of options, with their places in the list.
    order: Vec<(u64, u32)>,
    key: Vec<u8>,
    counted: (u64, u64, u64, u64),
}

/// The last wave that all of these shards have kept, and what is known of each; 0 if there is nothing to go on with.
pub fn begun(team: &Team, own: &[u32]) -> Result<(u64, Vec<Option<Kept>>), Error> {
    let kept = own.iter().map(|shard| match team.plan.resume {
        true => team.place.kept(*shard).map_err(|error| team.disk(error)),
        false => Ok(None),
    });
    let kept = kept.collect::<Result<Vec<Option<Kept>>, Error>>()?;
    let last = kept.iter().map(|kept| kept.as_ref().map_or(0, |kept| kept.last.wave)).min();
    Ok((last.unwrap_or(u64::MAX), kept))
}

impl Explore {
    /// Begins anew if the wave is 0, otherwise behind it.
    pub fn new(
        team: Arc<Team>,
        index: usize,
        peers: usize,
        own: &[u32],
        begun: Vec<Option<Kept>>,
        wave: u64,
    ) -> Result<Explore, Error> {
        let (mut shards, mut complete) = (Vec::new(), wave > 0);
        for (number, kept) in own.iter().zip(begun) {
            let open = |name: &str, record: usize| {
                let path = team.place.log(&format!("{name}-{number:04}"));
                Log::new(record, path.as_deref()).map_err(|error| team.disk(error))
            };
            let logs = if wave == 0 {
                team.place.forget(*number).map_err(|error| team.disk(error))?;
                (open("keys", 1)?, open("degrees", 4)?, open("arcs", ARC)?)
            } else {
                let lost = || {
                    Error::input(format!(
                        "{}: what was explored is damaged or not of one wave: remove the folder and begin anew",
                        team.place.name()
                    ))
                };
                let kept = kept.ok_or_else(lost)?;
                let all = [Some(kept.last), kept.before];
                let marks = all.into_iter().flatten().find(|marks| marks.wave == wave);
                let marks = marks.ok_or_else(lost)?;
                complete &= marks.complete;
                let resume = |name: &str, record: usize, mark| {
                    let path = team.place.log(&format!("{name}-{number:04}")).ok_or_else(lost)?;
                    let log = Log::resume(record, &path, mark).map_err(|_| lost())?;
                    log.ok_or_else(lost)
                };
                (
                    resume("keys", 1, marks.keys)?,
                    resume("degrees", 4, marks.degrees)?,
                    resume("arcs", ARC, marks.arcs)?,
                )
            };
            let nodes = Nodes::new(logs.0).map_err(|error| team.disk(error))?;
            let expanded = (logs.1.len() / 4) as u32;
            shards.push(Shard { number: *number, nodes, degrees: logs.1, arcs: logs.2, expanded });
            team.shared.verdict()?;
        }
        team.counters.wave.fetch_max(wave, Ordering::Relaxed);
        Ok(Explore {
            team,
            index,
            peers,
            shards,
            wave,
            complete,
            begin: wave == 0,
            spilling: false,
            options: Options::default(),
            order: Vec::new(),
            key: Vec::new(),
            counted: (0, 0, 0, 0),
        })
    }

    /// Whether nothing is left to explore.
    pub fn is_complete(&self) -> bool {
        self.complete
    }

    /// The shard of a hash among those of this worker.
    #[inline]
    fn local(&self, shard: u32) -> usize {
        shard as usize / self.peers
    }

    /// A key has come to its shard, as an option of a position if there is one.
    #[inline]
    fn receive(&mut self, hash: u64, key: &[u8], source: Option<u64>) -> Result<(), Error> {
        let local = self.local(shard_of(hash, self.team.plan.shards));
        let shard = &mut self.shards[local];
        let node = shard.nodes.number(key, hash).map_err(|error| self.team.disk(error))?;
        if let Some(source) = source {
            let mut arc = [0; ARC];
            arc[..4].copy_from_slice(&node.to_le_bytes());
            arc[4..].copy_from_slice(&source.to_le_bytes()[..5]);
            shard.arcs.push(&arc);
        }
        Ok(())
    }

    fn expand(&mut self, local: usize, out: &mut Outbox) -> Result<(), Error> {
        let team = self.team.clone();
        let disk = |error| team.disk(error);
        let shard = &mut self.shards[local];
        let node = shard.expanded;
        shard.nodes.key(node, &mut self.key).map_err(disk)?;
        let source = u64::from(node) << team.bits() | u64::from(shard.number);
        let mut options = std::mem::take(&mut self.options);
        options.clear();
        team.positions.options(&self.key, &mut options)?;
        shard.expanded += 1;
        // Each option once: equal ones have equal hashes, which are needed anyway and sorted faster than keys.
        let mut order = std::mem::take(&mut self.order);
        order.clear();
        order.extend(options.iter().zip(0..).map(|(option, place)| (hash(option), place)));
        order.sort_unstable();
        let mut degree = 0u32;
        for (at, (hash, place)) in order.iter().enumerate() {
            let option = options.get(*place);
            let alike = order[..at].iter().rev().take_while(|(other, _)| other == hash);
            if alike.into_iter().any(|(_, other)| options.get(*other) == option) {
                continue;
            }
            degree += 1;
            let owner = shard_of(*hash, team.plan.shards) as usize % self.peers;
            if owner == self.index {
                self.receive(*hash, option, Some(source))?;
            } else {
                out.send(owner, |bytes| {
                    put_number(bytes, option.len() as u64);
                    bytes.extend_from_slice(option);
                    put_five(bytes, source);
                });
            }
        }
        self.shards[local].degrees.push(&degree.to_le_bytes());
        self.order = order;
        self.options = options;
        Ok(())
    }

    fn read(&mut self, mut bytes: &[u8]) -> Result<(), Error> {
        let broken = || Error::Stopped("stopped: a message was not whole".to_string());
        while !bytes.is_empty() {
            let length = number(&mut bytes).ok_or_else(broken)? as usize;
            let (key, rest) = bytes.split_at_checked(length).ok_or_else(broken)?;
            let (source, rest) = rest.split_at_checked(5).ok_or_else(broken)?;
            self.receive(hash(key), key, Some(five(source)))?;
            bytes = rest;
        }
        Ok(())
    }

    /// Tells what this worker has, and spills what is too much.
    fn count(&mut self) -> Result<(), Error> {
        let (mut positions, mut done, mut arcs, mut bytes) = (0, 0, 0, 0);
        for shard in &self.shards {
            positions += shard.nodes.len() as u64;
            done += u64::from(shard.expanded);
            arcs += shard.arcs.len() / ARC as u64;
            bytes += shard.nodes.bytes() + shard.arcs.bytes() + shard.degrees.bytes();
        }
        let counters = &self.team.counters;
        let told = [
            (&counters.positions, positions, self.counted.0),
            (&counters.done, done, self.counted.1),
            (&counters.arcs, arcs, self.counted.2),
            (&counters.bytes, bytes, self.counted.3),
        ];
        for (counter, now, before) in told {
            counter.fetch_add(now.wrapping_sub(before), Ordering::Relaxed);
        }
        self.counted = (positions, done, arcs, bytes);
        let limit = self.team.plan.memory;
        self.spilling |= counters.bytes.load(Ordering::Relaxed) > limit / 2;
        if self.spilling {
            for shard in &mut self.shards {
                let spilled = shard.arcs.spill().and_then(|()| shard.degrees.spill());
                spilled
                    .and_then(|()| shard.nodes.keys.spill())
                    .map_err(|error| self.team.disk(error))?;
            }
        }
        if counters.bytes.load(Ordering::Relaxed) > limit {
            return Err(Error::Stopped(format!(
                "stopped: the memory of {} MB is too little for the index of {} positions, of which nothing can be spilled; \
                 go on with more (--resume --memory)",
                limit >> 20,
                counters.positions.load(Ordering::Relaxed),
            )));
        }
        self.team.tick(Phase::Explore)
    }

    /// Makes safe what was explored.
    fn keep(&mut self, complete: bool) -> Result<(), Error> {
        self.wave += 1;
        for shard in &mut self.shards {
            let wave = self.wave;
            let mut marks = || -> std::io::Result<Marks> {
                let (keys, degrees) = (shard.nodes.keys.mark()?, shard.degrees.mark()?);
                Ok(Marks { wave, complete, keys, degrees, arcs: shard.arcs.mark()? })
            };
            let kept = marks().and_then(|marks| self.team.place.keep(shard.number, marks));
            kept.map_err(|error| self.team.disk(error))?;
        }
        self.team.counters.wave.fetch_max(self.wave, Ordering::Relaxed);
        Ok(())
    }

    /// Everything was explored, by all workers.
    pub fn complete(&mut self) -> Result<(), Error> {
        self.count()?;
        self.keep(true)
    }

    /// What was found; nothing is left.
    pub fn shards(&mut self) -> Vec<Shard> {
        let mut shards = std::mem::take(&mut self.shards);
        shards.iter_mut().for_each(|shard| shard.nodes.close());
        shards
    }
}

impl Stage for Explore {
    fn step(&mut self, _: u64, arrived: Vec<Packet>, out: &mut Outbox) -> Result<bool, Error> {
        let mut due = false;
        for packet in arrived {
            match packet.kind {
                WAVE => due = true,
                _ => self.read(&packet.bytes)?,
            }
        }
        if due {
            self.keep(false)?;
        }
        if std::mem::take(&mut self.begin) {
            let start = self.team.plan.start.clone();
            let hash = hash(&start);
            if shard_of(hash, self.team.plan.shards) as usize % self.peers == self.index {
                self.receive(hash, &start, None)?;
            }
        }
        self.count()?;
        if self.index == 0 && self.team.watch.wave_is_due() {
            (0..out.peers()).for_each(|to| out.packet(to, WAVE, Vec::new()));
        }
        let (mut expanded, mut more) = (0, true);
        while more && out.sent < SENT && expanded < EXPANDED {
            more = false;
            for local in 0..self.shards.len() {
                for _ in 0..LOOK {
                    if self.shards[local].expanded as usize == self.shards[local].nodes.len() {
                        break;
                    }
                    self.expand(local, out)?;
                    expanded += 1;
                    more = true;
                }
            }
            if expanded % (LOOK * 32) < LOOK {
                self.team.tick(Phase::Explore)?;
            }
        }
        Ok(more)
    }
}
