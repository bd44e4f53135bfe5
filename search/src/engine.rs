//! The search as its callers see it: questions about one game, a table that stays, and threads.

use std::sync::atomic::{AtomicU8, AtomicU32, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use bouton_core::error::Error;

use crate::face::Face;
use crate::run::{Halt, Verdict, Want, Worker};
use crate::table::{Known, Table, hash};

/// What is searched for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// Values; an option may have several parts, and these add up.
    Value,
    /// Outcomes: 0 is lost, 1 is won. Every option is one part.
    Outcome {
        /// Whether a position without options is won.
        misere: bool,
    },
}

/// Parts of the search that can be left out, to see what they are worth.
#[derive(Clone, Copy, Debug)]
pub struct Switches {
    /// Whether anything is remembered.
    pub table: bool,
    /// Whether options are tried in order of their size.
    pub order: bool,
    /// Whether theorems are asked.
    pub hints: bool,
    /// Whether options that take long are looked into to find their order.
    pub peeks: bool,
}

impl Default for Switches {
    fn default() -> Self {
        Switches { table: true, order: true, hints: true, peeks: true }
    }
}

/// How far the search has come.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Status {
    /// Positions whose options were looked at.
    pub positions: u64,
    /// Options looked at.
    pub steps: u64,
    /// Positions in the table.
    pub used: u64,
    /// Positions that it has room for, when it has its full size.
    pub room: u64,
    /// The value of the position asked for is at least this.
    pub at_least: u32,
    /// About how much of what is being looked through was looked through.
    pub share: f64,
    /// How many choices of the position asked for the present sweep has decided, and how many there are.
    pub moves: (u32, u32),
    /// Bytes that the search takes.
    pub bytes: u64,
}

/// What a caller answers to a status.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Control {
    /// Go on.
    Continue,
    /// Stop, with this error.
    Stop(Error),
}

/// What was found out.
#[derive(Clone, Debug, PartialEq)]
pub enum Found {
    /// The value of the position is this.
    Is(u32),
    /// It is not what was asked for.
    IsNot,
    /// Play can come back to where it was.
    Loop,
    /// It stopped.
    Stopped(Error),
}

/// What all threads of a search share.
pub(crate) struct Shared<'a> {
    pub face: &'a dyn Face,
    pub goal: Goal,
    pub table: &'a Table,
    pub switches: Switches,
    pub threads: usize,
    /// How many threads are below a position, by its hash: others rather begin elsewhere.
    pub busy: Vec<AtomicU32>,
    /// One of the constants below.
    pub signal: AtomicU8,
    pub positions: AtomicU64,
    pub steps: AtomicU64,
    /// Words of the longest key that did not fit.
    pub wider: AtomicUsize,
    pub full_size: bool,
    pub most_room: u64,
    pub answer: Mutex<Option<Result<Verdict, Halt>>>,
}

impl Shared<'_> {
    /// Whether options are looked into; without a table nothing would come of it.
    #[inline]
    pub fn peeks(&self) -> bool {
        self.switches.peeks && self.switches.order && self.switches.table
    }

    /// Whether another thread is below a position of this hash, or of one like it.
    #[inline]
    pub fn is_busy(&self, hash: u64) -> bool {
        self.threads > 1 && self.busy[hash as usize % self.busy.len()].load(Ordering::Relaxed) > 0
    }
}

/// Nobody has to stop.
pub(crate) const GO_ON: u8 = 0;
/// Somebody has the answer, or a reason to have none.
pub(crate) const ENDED: u8 = 1;
/// The table has to be made larger.
pub(crate) const GROW: u8 = 2;

const BUSY: usize = 1 << 14;

/// What a fresh table takes; it is made larger as it fills.
const FIRST_BYTES: u64 = 1 << 18;

/// Answers questions about one game, and remembers.
pub struct Engine {
    face: Arc<dyn Face>,
    goal: Goal,
    table: Table,
    most_bytes: u64,
    /// How many threads search.
    pub threads: usize,
    /// What is left out.
    pub switches: Switches,
    positions: u64,
    steps: u64,
}

impl Engine {
    /// A search that remembers nothing yet, with a table of at most so many bytes.
    pub fn new(face: Arc<dyn Face>, goal: Goal, most_bytes: u64) -> Engine {
        let table = Table::new(1, FIRST_BYTES.min(most_bytes));
        let switches = Switches::default();
        Engine { face, goal, table, most_bytes, threads: 1, switches, positions: 0, steps: 0 }
    }

    /// The table.
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// Bytes of memory in use.
    pub fn bytes(&self) -> u64 {
        self.table.bytes() + self.face.bytes()
    }

    /// Positions whose options were looked at, for all questions so far.
    pub fn positions(&self) -> u64 {
        self.positions
    }

    /// Options looked at, for all questions so far.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// From now on the table takes at most so many bytes. One that is larger is forgotten.
    pub fn limit(&mut self, most_bytes: u64) {
        let most_bytes = most_bytes.saturating_sub(self.face.bytes());
        self.most_bytes = most_bytes;
        if self.table.bytes() > most_bytes {
            self.table = Table::new(self.table.width(), FIRST_BYTES.min(most_bytes));
        }
    }

    /// Adds a fact that an earlier search found.
    pub fn learn(&mut self, key: &[u64], known: Known, work: u64) {
        self.widen(key.len());
        if self.is_filling() {
            self.grow();
        }
        let mut whole = vec![0; self.table.width()];
        whole[..key.len()].copy_from_slice(key);
        self.table.put(&whole, hash(&whole), known, work);
    }

    fn is_filling(&self) -> bool {
        filling(&self.table) && self.table.bytes() < self.most_bytes
    }

    /// Whether growing helps: a table that cannot grow by a tenth is as large as it gets.
    fn has_full_size(&self) -> bool {
        self.table.bytes() + self.most_bytes / 10 >= self.most_bytes
    }

    fn grow(&mut self) {
        let bytes = (self.table.bytes().saturating_mul(4)).min(self.most_bytes);
        // A last step that would be small is taken at once.
        let bytes = if bytes > self.most_bytes / 2 { self.most_bytes } else { bytes };
        self.table.grow(bytes);
    }

    /// Makes place for keys of so many words.
    fn widen(&mut self, width: usize) {
        if width <= self.table.width() {
            return;
        }
        let bytes = self.table.bytes().min(self.most_bytes / 2).max(FIRST_BYTES);
        let wider = Table::new(width, bytes.min(self.most_bytes));
        let mut whole = vec![0; width];
        let copied = self.table.each(|key, known, work| {
            whole[..key.len()].copy_from_slice(key);
            wider.put(&whole, hash(&whole), known, work);
            Ok::<(), ()>(())
        });
        debug_assert!(copied.is_ok());
        self.table = wider;
    }

    /// The value of the part with this key; where outcomes are searched for, 0 or 1.
    pub fn value(&mut self, key: &[u64], control: &mut dyn FnMut(&Status) -> Control) -> Found {
        match self.goal {
            Goal::Value => self.ask(key, Want::Value, control),
            Goal::Outcome { .. } => match self.ask(key, Want::Is(0), control) {
                Found::IsNot => Found::Is(1),
                found => found,
            },
        }
    }

    /// Whether the part with this key has this value.
    pub fn is(
        &mut self,
        key: &[u64],
        value: u32,
        control: &mut dyn FnMut(&Status) -> Control,
    ) -> Found {
        // Outcomes have one question: whether a position is lost.
        let found = match self.goal {
            Goal::Value => self.ask(key, Want::Is(value), control),
            Goal::Outcome { .. } => self.value(key, control),
        };
        match found {
            Found::Is(found) if found != value => Found::IsNot,
            found => found,
        }
    }

    fn ask(
        &mut self,
        key: &[u64],
        want: Want,
        control: &mut dyn FnMut(&Status) -> Control,
    ) -> Found {
        let length = key.len() - key.iter().rev().take_while(|word| **word == 0).count();
        self.widen(length);
        loop {
            let mut whole = vec![0; self.table.width()];
            whole[..length].copy_from_slice(&key[..length]);
            let full_size = self.has_full_size();
            let most_room = match full_size {
                true => self.table.room(),
                false => {
                    self.table.room().saturating_mul(self.most_bytes / self.table.bytes().max(1))
                }
            };
            let shared = Shared {
                face: &*self.face,
                goal: self.goal,
                table: &self.table,
                switches: self.switches,
                threads: self.threads.max(1),
                busy: (0..if self.threads > 1 { BUSY } else { 0 })
                    .map(|_| AtomicU32::new(0))
                    .collect(),
                signal: AtomicU8::new(GO_ON),
                positions: AtomicU64::new(self.positions),
                steps: AtomicU64::new(self.steps),
                wider: AtomicUsize::new(0),
                full_size,
                most_room,
                answer: Mutex::new(None),
            };
            run_all(&shared, &whole, want, control);
            self.positions = shared.positions.load(Ordering::Relaxed);
            self.steps = shared.steps.load(Ordering::Relaxed);
            let wider = shared.wider.load(Ordering::Relaxed);
            let answer = shared.answer.lock().map_or(None, |mut answer| answer.take());
            match answer {
                Some(Ok(Verdict::Exact(value))) => return Found::Is(value),
                Some(Ok(Verdict::Not)) => return Found::IsNot,
                Some(Err(Halt::Loop)) => return Found::Loop,
                Some(Err(Halt::Failed(error))) => return Found::Stopped(error),
                _ if wider > 0 => self.widen(wider),
                _ => self.grow(),
            }
        }
    }
}

/// Whether a table is so full that it should be larger.
pub(crate) fn filling(table: &Table) -> bool {
    table.len() > table.room() / 8 * 5
}

#[cfg(not(target_arch = "wasm32"))]
fn run_all(
    shared: &Shared<'_>,
    root: &[u64],
    want: Want,
    control: &mut dyn FnMut(&Status) -> Control,
) {
    std::thread::scope(|scope| {
        for _ in 1..shared.threads {
            // Where no thread can be had, the others do the work.
            let _ = std::thread::Builder::new()
                .spawn_scoped(scope, || Worker::new(shared, None).answer(root, want));
        }
        Worker::new(shared, Some(control)).answer(root, want);
    });
}

#[cfg(target_arch = "wasm32")]
fn run_all(
    shared: &Shared<'_>,
    root: &[u64],
    want: Want,
    control: &mut dyn FnMut(&Status) -> Control,
) {
    Worker::new(shared, Some(control)).answer(root, want);
}
