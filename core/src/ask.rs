//! A question's conditions: how much to list, and the budget.

use crate::error::{Budget, Error};

/// How a caller wants a position answered.
#[derive(Clone, Copy)]
pub struct Ask<'a> {
    /// How many moves to list at most.
    pub moves: usize,
    /// Whether to search for the value even where a theorem gives the outcome alone.
    pub value: bool,
    /// Whether explanations go pile by pile and digit by digit.
    pub fine: bool,
    /// How many positions a search may store.
    pub positions: u64,
    /// How many moves it may try.
    pub steps: u64,
    /// How many bytes its tables may take, by estimate.
    pub bytes: u64,
    /// Called now and then during long work; the caller owns clocks and signals.
    pub tick: &'a dyn Fn(Progress) -> Flow,
}

/// How far a search has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Positions stored so far.
    pub positions: u64,
    /// Moves tried so far.
    pub steps: u64,
}

/// What a caller answers to a tick.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Flow {
    /// Go on.
    Continue,
    /// Stop, for this reason: `the time limit of 60 s was reached`.
    Stop(String),
}

impl Default for Ask<'_> {
    fn default() -> Self {
        Ask {
            moves: 100,
            value: false,
            fine: false,
            positions: 100_000_000,
            steps: 100_000_000_000,
            bytes: 1 << 30,
            tick: &|_| Flow::Continue,
        }
    }
}

impl Ask<'_> {
    /// The same question with a budget that is spent in a fraction of a second: what the ladder
    /// allows itself for a value that nobody insisted on.
    pub fn small(&self) -> Self {
        Ask {
            positions: self.positions.min(20_000),
            steps: self.steps.min(3_000_000),
            bytes: self.bytes.min(1 << 26),
            ..*self
        }
    }
}

/// Counts the work of one question against its budget.
#[doc(hidden)]
pub struct Meter<'a> {
    ask: Ask<'a>,
    /// Positions stored.
    pub positions: u64,
    steps: u64,
    next_tick: u64,
}

/// Steps between two calls of the caller's tick: about a millisecond of work.
const TICK: u64 = 1 << 14;

impl<'a> Meter<'a> {
    /// Nothing is spent yet.
    #[inline]
    pub fn new(ask: &Ask<'a>) -> Meter<'a> {
        Meter { ask: *ask, positions: 0, steps: 0, next_tick: TICK }
    }

    /// One more position is stored; all tables together take `bytes`.
    #[inline]
    pub fn position(&mut self, bytes: u64) -> Result<(), Error> {
        if self.positions >= self.ask.positions {
            return Err(self.out_of_positions());
        }
        if bytes > self.ask.bytes {
            return Err(self.out_of_memory());
        }
        self.positions += 1;
        self.work(1)
    }

    /// The error for a spent budget of positions.
    pub fn out_of_positions(&self) -> Error {
        self.spent(Budget::Positions, self.ask.positions)
    }

    /// The error for a spent budget of memory.
    pub fn out_of_memory(&self) -> Error {
        self.spent(Budget::Bytes, self.ask.bytes)
    }

    fn spent(&self, budget: Budget, limit: u64) -> Error {
        Error::Spent { budget, limit, positions: self.positions }
    }

    /// Some moves were tried.
    #[inline]
    pub fn work(&mut self, steps: u64) -> Result<(), Error> {
        self.steps += steps;
        if self.steps < self.next_tick { Ok(()) } else { self.tick() }
    }

    /// Asks the caller whether to go on; apart from `work`, which stands in every loop.
    #[cold]
    fn tick(&mut self) -> Result<(), Error> {
        self.next_tick = self.steps + TICK;
        if self.steps > self.ask.steps {
            return Err(self.spent(Budget::Steps, self.steps));
        }
        match (self.ask.tick)(Progress { positions: self.positions, steps: self.steps }) {
            Flow::Continue => Ok(()),
            Flow::Stop(reason) => Err(Error::Interrupted { positions: self.positions, reason }),
        }
    }

    /// How many moves may still be listed at once, in time and in memory.
    pub fn moves_left(&self) -> usize {
        let steps = self.ask.steps.saturating_sub(self.steps);
        usize::try_from(steps.min(self.ask.bytes / 512)).unwrap_or(usize::MAX)
    }

    /// How many positions may still be stored.
    #[inline]
    pub fn positions_left(&self) -> u64 {
        self.ask.positions - self.positions
    }

    /// How many bytes may still be used when so many are.
    #[inline]
    pub fn bytes_left(&self, used: u64) -> u64 {
        self.ask.bytes.saturating_sub(used)
    }
}
