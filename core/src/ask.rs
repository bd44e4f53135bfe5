//! A question's conditions: how much to list, and the budget.

use crate::error::{Budget, Error};

/// How a caller wants a position answered.
#[derive(Clone, Copy)]
pub struct Ask<'a> {
    /// How many moves to list at most.
    pub moves: usize,
    /// Whether to search for the value even where a theorem gives the outcome alone.
    pub value: bool,
    /// Whether the outcome alone is wanted, without winning moves: a search then looks at less. A value may come with it.
    pub outcome: bool,
    /// Whether explanations go pile by pile and digit by digit.
    pub fine: bool,
    /// How many positions a search may store.
    pub positions: u64,
    /// How many moves it may try.
    pub steps: u64,
    /// How many bytes its tables may take, by estimate.
    pub bytes: u64,
    /// How many threads a search may use.
    pub threads: usize,
    /// Whether to search even where a theorem answers.
    pub search: bool,
    /// Called now and then during long work; the caller owns clocks and signals.
    pub tick: &'a dyn Fn(Progress) -> Flow,
}

/// How far a search has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// Positions stored so far.
    pub positions: u64,
    /// Moves tried so far.
    pub steps: u64,
    /// What a search of a big position has to tell.
    pub search: Option<Searched>,
}

/// How far the search of a big position has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Searched {
    /// Positions in its table.
    pub held: u64,
    /// Positions that the table has room for.
    pub room: u64,
    /// The value is at least this; nothing where only outcomes are looked for.
    pub at_least: Option<u32>,
    /// About how many thousandths of the present question are done.
    pub thousandths: u32,
    /// How many of the moves that the present sweep goes through are decided, and how many there are: those that lead to
    /// the same count once, and those that were known at once not at all.
    pub moves: (u32, u32),
}

impl Searched {
    /// How far it came, behind why it stopped.
    fn so_far(&self) -> String {
        let done = format!(
            "about {}.{} % of what is being looked through is done ({} of {} moves)",
            self.thousandths / 10,
            self.thousandths % 10,
            self.moves.0,
            self.moves.1
        );
        match self.at_least {
            Some(0) | None => format!("; {done}"),
            Some(value) => format!("; the value is at least {value}, and {done}"),
        }
    }
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
            outcome: false,
            fine: false,
            positions: 100_000_000,
            steps: 100_000_000_000,
            bytes: 1 << 30,
            threads: 1,
            search: false,
            tick: &|_| Flow::Continue,
        }
    }
}

impl Ask<'_> {
    /// The same question with a budget of about a second: what the ladder allows itself for winning moves of which a
    /// theorem says no more than that there are some.
    pub fn medium(&self) -> Self {
        Ask {
            positions: self.positions.min(200_000),
            steps: self.steps.min(20_000_000),
            bytes: self.bytes.min(1 << 26),
            ..*self
        }
    }

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
    searched: Option<Searched>,
}

/// Steps between two calls of the caller's tick: about a millisecond of work.
const TICK: u64 = 1 << 14;

impl<'a> Meter<'a> {
    /// Nothing is spent yet.
    #[inline]
    pub fn new(ask: &Ask<'a>) -> Meter<'a> {
        Meter { ask: *ask, positions: 0, steps: 0, next_tick: TICK, searched: None }
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
        let progress =
            Progress { positions: self.positions, steps: self.steps, search: self.searched };
        match (self.ask.tick)(progress) {
            Flow::Continue => Ok(()),
            Flow::Stop(reason) => {
                let reason = match self.searched {
                    Some(searched) => format!("{reason}{}", searched.so_far()),
                    None => reason,
                };
                Err(Error::Interrupted { positions: self.positions, reason })
            }
        }
    }

    /// A search of a big position went on by so many positions and moves, and takes so many bytes.
    pub fn searched(
        &mut self,
        positions: u64,
        steps: u64,
        bytes: u64,
        searched: Searched,
    ) -> Result<(), Error> {
        self.searched = Some(searched);
        self.positions += positions;
        if self.positions > self.ask.positions {
            return Err(self.out_of_positions());
        }
        if bytes > self.ask.bytes {
            return Err(self.out_of_memory());
        }
        self.work(steps)
    }

    /// The same question with less to spend, for a first try.
    pub fn first_try(&self, positions: u64, steps: u64) -> Meter<'a> {
        let positions = positions.min(self.positions_left());
        let steps = steps.min(self.ask.steps.saturating_sub(self.steps));
        Meter::new(&Ask { positions, steps, ..self.ask })
    }

    /// What a first try has spent counts.
    pub fn spend(&mut self, tried: &Meter<'_>) -> Result<(), Error> {
        self.positions += tried.positions;
        self.work(tried.steps)
    }

    /// Whether this error is about a budget of this question, and not about a smaller one of a first try.
    pub fn is_own(&self, error: &Error) -> bool {
        match error {
            Error::Spent { budget: Budget::Positions, limit, .. } => {
                *limit >= self.positions_left()
            }
            Error::Spent { budget: Budget::Steps, .. } => self.steps >= self.ask.steps,
            _ => true,
        }
    }

    /// The conditions of the question.
    pub fn ask(&self) -> &Ask<'a> {
        &self.ask
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
