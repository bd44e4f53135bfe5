//! Building a tablebase on timely dataflow: explore by waves, solve backwards, sort and write.
//!
//! Positions belong to a fixed number of shards by their hashes, and shards to workers. What is written of a shard does
//! not depend on who had it or in which order its positions came: keys are sorted, and entries follow from the graph.
//!
//! 1. `explore`: each key is sent to its shard with the number of the position that it is an option of. A shard gives
//!    new keys numbers and keeps all arcs, turned round.
//! 2. `outcomes`: from the ends backwards, one step for each ply, both conventions at once.
//! 3. `values`: from the ends backwards, or, if play runs in circles, label by label.
//! 4. `finish`: each shard is sorted and written; the manifest is written last.

pub mod cluster;
mod explore;
mod finish;
mod flow;
mod folder;
mod log;
mod nodes;
mod outcomes;
mod preds;
mod values;

use std::cell::RefCell;
use std::io;
use std::rc::Rc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, mpsc};
use std::time::Duration;

use bouton_core::error::Error;
use timely::communication::allocator::AllocatorBuilder;
use timely::communication::{Config, Hooks};
use timely::worker::Worker;

use crate::Positions;
use crate::manifest::{Digest, Manifest, Piece, hexadecimal};
use explore::Explore;
pub use flow::Shared;
pub use folder::{Folder, Lock, Memory, Place};

/// Shards, unless somebody wants more.
pub const SHARDS: u32 = 16;
/// The most shards.
pub const MOST_SHARDS: u32 = 256;

/// What is to be built.
#[derive(Clone)]
pub struct Plan {
    /// The game with its parameters, the address and the program, for the manifest.
    pub game: String,
    /// The address.
    pub address: String,
    /// The program.
    pub program: String,
    /// The key of the position to begin with.
    pub start: Vec<u8>,
    /// Whether the game is also played in misère play.
    pub misere: bool,
    /// The number of shards, a power of two.
    pub shards: u32,
    /// Worker threads of this process.
    pub workers: usize,
    /// Bytes of memory of this process, about; what does not fit goes to the disk.
    pub memory: u64,
    /// Whether to go on with what was begun.
    pub resume: bool,
}

/// How far the work of this process has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// What is being done.
    pub phase: Phase,
    /// Waves, plies or labels so far.
    pub wave: u64,
    /// Positions found by this process.
    pub positions: u64,
    /// Positions whose options are known, or that are solved.
    pub done: u64,
    /// Arcs.
    pub arcs: u64,
    /// Bytes of memory.
    pub bytes: u64,
    /// Workers of this process.
    pub workers: u64,
}

/// The phases of the work, in order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Phase {
    /// Exploring.
    #[default]
    Explore,
    /// Who wins, and when.
    Outcomes,
    /// Values.
    Values,
    /// Writing.
    Write,
}

/// The caller's clock, signals and progress line.
pub trait Watch: Send + Sync {
    /// Called now and then by every worker; the error stops the work.
    fn tick(&self, progress: &Progress) -> Result<(), Error>;

    /// Whether it is time to make what was explored safe.
    fn wave_is_due(&self) -> bool;
}

/// Counters of the workers of a process.
#[derive(Default)]
pub(crate) struct Counters {
    positions: AtomicU64,
    done: AtomicU64,
    arcs: AtomicU64,
    bytes: AtomicU64,
    wave: AtomicU64,
}

impl Counters {
    fn clear(&self) {
        self.done.store(0, Ordering::Relaxed);
        self.wave.store(0, Ordering::Relaxed);
    }
}

/// What all workers of a process share.
pub(crate) struct Team {
    pub plan: Plan,
    pub positions: Arc<dyn Positions>,
    pub place: Arc<dyn Place>,
    pub watch: Arc<dyn Watch>,
    pub counters: Counters,
    pub shared: Arc<Shared>,
}

impl Team {
    /// The bits of a number of a position that tell its shard.
    pub fn bits(&self) -> u32 {
        self.plan.shards.trailing_zeros()
    }

    /// Tells the caller how far it is.
    pub fn tick(&self, phase: Phase) -> Result<(), Error> {
        let count = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
        self.watch.tick(&Progress {
            phase,
            wave: count(&self.counters.wave),
            positions: count(&self.counters.positions),
            done: count(&self.counters.done),
            arcs: count(&self.counters.arcs),
            bytes: count(&self.counters.bytes),
            workers: self.plan.workers as u64,
        })
    }

    /// A failure of a disk in words.
    pub fn disk(&self, error: io::Error) -> Error {
        match error.kind() {
            io::ErrorKind::InvalidInput => Error::Unsupported(
                "positions of this game are too long for a tablebase".to_string(),
            ),
            io::ErrorKind::QuotaExceeded => Error::Stopped(
                "stopped: a shard is full: build with more of them (--shards)".to_string(),
            ),
            io::ErrorKind::InvalidData => Error::input(format!(
                "{}: what was explored is damaged: remove the folder and begin anew",
                self.place.name()
            )),
            _ => self.place.failed(&error),
        }
    }
}

/// How workers are connected: within this process, or with others.
pub struct Workers {
    pub(crate) builders: Vec<AllocatorBuilder>,
    pub(crate) guard: Box<dyn std::any::Any + Send>,
    /// Waits until all processes have finished, if there are others.
    pub(crate) farewell: Option<Farewell>,
}

type Farewell = Box<dyn FnOnce() -> Result<(), Error> + Send>;

impl Workers {
    /// Threads of this process alone.
    pub fn threads(count: usize) -> Result<Workers, Error> {
        let config = if count == 1 { Config::Thread } else { Config::Process(count) };
        let built = config.try_build_with(Hooks::default());
        let (builders, guard) =
            built.map_err(|error| Error::Unsupported(format!("no workers: {error}")))?;
        Ok(Workers { builders, guard, farewell: None })
    }
}

/// Builds a tablebase with the threads of this process.
pub fn build(
    plan: &Plan,
    positions: Arc<dyn Positions>,
    place: Arc<dyn Place>,
    watch: Arc<dyn Watch>,
) -> Result<Manifest, Error> {
    let workers = Workers::threads(plan.workers)?;
    build_with(plan, positions, place, watch, workers, Arc::default())
}

/// Builds a tablebase with these workers. Processes that have no part in writing the manifest get it all the same.
pub fn build_with(
    plan: &Plan,
    positions: Arc<dyn Positions>,
    place: Arc<dyn Place>,
    watch: Arc<dyn Watch>,
    workers: Workers,
    shared: Arc<Shared>,
) -> Result<Manifest, Error> {
    if !plan.shards.is_power_of_two() || plan.shards > MOST_SHARDS {
        return Err(Error::input(format!(
            "the number of shards must be a power of two, at most {MOST_SHARDS}, not {}",
            plan.shards
        )));
    }
    let team = Arc::new(Team {
        plan: plan.clone(),
        positions,
        place,
        watch,
        counters: Counters::default(),
        shared,
    });
    let Workers { builders, guard, farewell } = workers;
    let processes = farewell.is_some();
    let count = builders.len();
    let (say, hear) = mpsc::channel();
    let (own, say, released) = (team.clone(), Mutex::new(say), Arc::new(AtomicBool::new(false)));
    let release = released.clone();
    let config = timely::WorkerConfig::default();
    let guards = timely::execute::execute_from(builders, guard, config, move |worker| {
        let result = work(worker, &own);
        if let Err(error) = &result {
            own.shared.stop(error.clone());
        }
        let failed = result.is_err();
        if let Ok(say) = say.lock() {
            let _ = say.send(result);
        }
        // Others may still need what this worker has to send.
        while !failed && !release.load(Ordering::Acquire) && own.shared.verdict().is_ok() {
            worker.step_or_park(Some(Duration::from_millis(1)));
        }
    });
    let guards = guards.map_err(|error| Error::Unsupported(format!("no workers: {error}")))?;
    let failed = || Error::Stopped("stopped: a worker has failed".to_string());
    let all = || {
        let mut manifest = Err(failed());
        for _ in 0..count {
            manifest = Ok(hear.recv().map_err(|_| failed())??);
        }
        if let Some(farewell) = farewell {
            farewell()?;
        }
        manifest
    };
    let result = all();
    released.store(true, Ordering::Release);
    match result {
        Ok(manifest) => {
            drop(guards);
            Ok(manifest)
        }
        // What was said first is the reason; others have only heard of it. Threads that wait for messages from
        // processes that are gone would never end: they are left to the end of this one.
        Err(error) => {
            match processes {
                true => std::mem::forget(guards),
                false => drop(guards),
            }
            team.shared.verdict()?;
            Err(error)
        }
    }
}

/// What each worker does.
fn work(worker: &mut Worker, team: &Arc<Team>) -> Result<Manifest, Error> {
    let (index, peers, shared) = (worker.index(), worker.peers(), team.shared.clone());
    let run = |worker: &mut Worker, stage| flow::run(worker, &shared, stage);
    let own: Vec<u32> =
        (0..team.plan.shards).filter(|shard| *shard as usize % peers == index).collect();
    let (last, begun) = explore::begun(team, &own)?;
    // All must go on from the same wave.
    let said = flow::gather(worker, &shared, last.to_le_bytes().to_vec())?;
    let said = said.into_iter().filter_map(|bytes| bytes.try_into().ok().map(u64::from_le_bytes));
    let wave = said.min().unwrap_or(0);
    let explore = Explore::new(team.clone(), index, peers, &own, begun, wave)?;
    let complete = explore.is_complete();
    let explore = Rc::new(RefCell::new(explore));
    if flow::sum(worker, &shared, &[u64::from(!complete)])?[0] > 0 {
        run(worker, explore.clone())?;
        explore.borrow_mut().complete()?;
    }
    let shards = explore.borrow_mut().shards();
    drop(explore);
    let counted: u64 = shards.iter().map(|shard| shard.nodes.len() as u64).sum();
    let arcs: u64 = shards.iter().map(|shard| shard.arcs.len() / explore::ARC as u64).sum();
    team.counters.clear();
    let graph = Rc::new(preds::Backwards::new(team, index, peers, shards)?);
    let outcomes = Rc::new(RefCell::new(outcomes::Outcomes::new(team.clone(), graph.clone())?));
    run(worker, outcomes.clone())?;
    let endings = outcomes.borrow_mut().take();
    drop(outcomes);
    team.counters.clear();
    let mut worths = values::Values::new(team.clone(), graph.clone())?;
    let plain = Rc::new(RefCell::new(worths.plain()));
    run(worker, plain.clone())?;
    let totals = flow::sum(worker, &shared, &[counted, arcs, plain.borrow().open()])?;
    let circles = totals[2] > 0;
    if circles {
        drop(plain);
        let rounds = Rc::new(RefCell::new(worths.rounds()));
        loop {
            let candidates = rounds.borrow_mut().begin();
            if flow::sum(worker, &shared, &[candidates])?[0] == 0 {
                break;
            }
            run(worker, rounds.clone())?;
            rounds.borrow_mut().end();
        }
        worths.found(&mut rounds.borrow_mut());
    } else {
        worths.done(&mut plain.borrow_mut());
    }
    let (pieces, digest) = finish::write(team, &graph, &endings, &worths)?;
    let said = serde_json::to_vec(&(pieces, digest)).unwrap_or_default();
    let mut all: Vec<Option<Piece>> = vec![None; team.plan.shards as usize];
    let mut digest = Digest::default();
    for bytes in flow::gather(worker, &shared, said)? {
        let told: Result<(Vec<(u32, Piece)>, Digest), _> = serde_json::from_slice(&bytes);
        let (pieces, counts) =
            told.map_err(|_| Error::Stopped("stopped: a worker has failed".to_string()))?;
        pieces.into_iter().for_each(|(shard, piece)| all[shard as usize] = Some(piece));
        digest.merge(&counts);
    }
    let manifest = Manifest {
        format: crate::manifest::FORMAT.to_string(),
        version: crate::VERSION,
        game: team.plan.game.clone(),
        address: team.plan.address.clone(),
        start: hexadecimal(&team.plan.start),
        program: team.plan.program.clone(),
        made: "explored by waves and solved backwards on timely dataflow; shards by hashes of positions".to_string(),
        positions: totals[0],
        arcs: totals[1],
        circles,
        digest,
        shards: all.into_iter().flatten().collect(),
    };
    if index == 0 {
        let text = manifest.text();
        team.place.finish(&text).map_err(|error| team.disk(error))?;
    }
    // Nobody ends before the manifest is there.
    flow::gather(worker, &shared, Vec::new())?;
    Ok(manifest)
}
