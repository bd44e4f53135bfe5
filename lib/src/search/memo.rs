//! The memoised search: depth first with its own stack, each position labelled once.
//!
//! A position is looked up as soon as its move is generated, so most moves cost one probe of the
//! table, and a search for an outcome ends at the first winning move without generating the rest.
//! Positions not in the table wait in a queue that all open positions share:
//!
//! ```text
//! stack   | root      | child     | grandchild |
//! queue   | c1 c2 c3    d1 d2       e1 e2 e3   |     each frame owns the end from its `waiting` on
//! ```

use rustc_hash::FxHashMap;

use crate::ask::{Ask, Meter};
use crate::error::Error;
use crate::natural::Natural;
use crate::rules::{Moves, Rules};
use crate::search::Halt;
use crate::value::{Outcome, Play, Seen};

/// What is searched for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// The Grundy value; positions that fall apart are split.
    Value,
    /// Whether the mover wins: label 1, or 0 if not. A sum is not split: in misère play the
    /// outcomes of its parts do not decide it.
    Wins(Play),
}

/// A table of labels that grows with each question about one game.
pub struct Memo<R: Rules> {
    goal: Goal,
    table: FxHashMap<R::Position, u32>,
}

/// The label of a position whose options are still being looked at: meeting it is a loop.
const OPEN: u32 = u32::MAX;

/// What the options seen so far say.
#[derive(Default)]
struct Tally {
    seen: Seen,
    any: bool,
    wins: bool,
}

impl Tally {
    /// Adds the label of an option, and answers whether the position is settled.
    fn add(&mut self, goal: Goal, label: u32) -> bool {
        self.any = true;
        match goal {
            Goal::Value => self.seen.insert(label),
            Goal::Wins(_) => self.wins |= label == 0,
        }
        self.wins
    }

    fn label(&self, goal: Goal) -> u32 {
        match goal {
            Goal::Value => self.seen.mex(),
            Goal::Wins(play) if !self.any => u32::from(play == Play::Misere),
            Goal::Wins(_) => u32::from(self.wins),
        }
    }
}

struct Frame<P> {
    position: P,
    tally: Tally,
    /// Where this frame's part of the queue begins.
    waiting: usize,
}

/// An option whose label was not known when it was generated.
enum Waiting<P> {
    One(P),
    Parts(Vec<P>),
}

/// What the table knows of an option.
enum Known {
    Label(u32),
    Unknown,
    Loop,
}

impl<R: Rules> Memo<R> {
    /// An empty table.
    pub fn new(goal: Goal) -> Memo<R> {
        Memo { goal, table: FxHashMap::default() }
    }

    /// How many positions are known.
    pub fn len(&self) -> usize {
        self.table.len()
    }

    /// Whether nothing is known yet.
    pub fn is_empty(&self) -> bool {
        self.table.is_empty()
    }

    /// The label of a position: its value, or 1 if the mover wins and 0 if not.
    pub fn label(&mut self, rules: &R, position: &R::Position, ask: &Ask<'_>) -> Result<u32, Halt> {
        self.label_within(rules, position, &mut Meter::new(ask))
    }

    /// The outcome of a position, by its label.
    pub fn outcome(&mut self, rules: &R, position: &R::Position, ask: &Ask<'_>) -> Result<Outcome, Halt> {
        Ok(Outcome::from_mover_wins(self.label(rules, position, ask)? != 0))
    }

    pub(crate) fn label_within(
        &mut self,
        rules: &R,
        position: &R::Position,
        meter: &mut Meter<'_>,
    ) -> Result<u32, Halt> {
        let root = rules.simplify(position.clone());
        let parts = self.parts(rules, &root).unwrap_or_else(|| vec![root]);
        let mut sum = 0;
        for part in parts {
            sum ^= match self.look_up(rules, &part) {
                Known::Label(label) => label,
                Known::Loop => return Err(Halt::Loop),
                Known::Unknown => self.search(rules, part, meter)?,
            };
        }
        Ok(sum)
    }

    fn bytes(&self) -> u64 {
        // Hash tables hold their entries and one byte for each; positions may own as much again.
        let owned = if std::mem::needs_drop::<R::Position>() { 16 } else { 0 };
        let entry = size_of::<(R::Position, u32)>() + 1 + owned;
        self.table.capacity() as u64 * 8 / 7 * entry as u64
    }

    /// The parts of a position, each as simple as it gets, where splitting is allowed.
    fn parts(&self, rules: &R, position: &R::Position) -> Option<Vec<R::Position>> {
        if self.goal != Goal::Value {
            return None;
        }
        let parts = rules.split(position)?;
        Some(parts.into_iter().map(|part| rules.simplify(part)).collect())
    }

    #[inline]
    fn look_up(&self, rules: &R, position: &R::Position) -> Known {
        match self.table.get(position) {
            Some(&OPEN) => return Known::Loop,
            Some(label) => return Known::Label(*label),
            None => {}
        }
        // A theorem saves the search below a position; a value too large for a label does not.
        let label = match self.goal {
            Goal::Value => rules.value(position).and_then(|value| word(&value.0)),
            Goal::Wins(play) => match rules.outcome(position, play) {
                Some(Outcome::Draw) => return Known::Loop,
                outcome => outcome.map(|outcome| u32::from(outcome == Outcome::Next)),
            },
        };
        label.map_or(Known::Unknown, Known::Label)
    }

    fn look_up_sum(&self, rules: &R, parts: &[R::Position]) -> Known {
        let mut sum = 0;
        for part in parts {
            match self.look_up(rules, part) {
                Known::Label(label) => sum ^= label,
                other => return other,
            }
        }
        Known::Label(sum)
    }

    /// Labels one simplified position and everything below it that matters.
    fn search(&mut self, rules: &R, root: R::Position, meter: &mut Meter<'_>) -> Result<u32, Halt> {
        let mut stack: Vec<Frame<R::Position>> = Vec::new();
        let mut queue = Vec::new();
        let found = self.run(rules, root, meter, &mut stack, &mut queue);
        // What was left half done must not look like a loop to the next question.
        for frame in &stack {
            self.table.remove(&frame.position);
        }
        found
    }

    fn run(
        &mut self,
        rules: &R,
        root: R::Position,
        meter: &mut Meter<'_>,
        stack: &mut Vec<Frame<R::Position>>,
        queue: &mut Vec<Waiting<R::Position>>,
    ) -> Result<u32, Halt> {
        if let Some(label) = self.enter(rules, root, meter, stack, queue)? {
            return Ok(label);
        }
        // Each turn settles one waiting option of the topmost frame, or goes down into it.
        while let Some(frame) = stack.last_mut() {
            let mut settled = frame.tally.wins;
            let mut below = None;
            if !settled && queue.len() > frame.waiting {
                let known = match queue.last() {
                    Some(Waiting::One(option)) => self.look_up(rules, option),
                    Some(Waiting::Parts(parts)) => self.look_up_sum(rules, parts),
                    None => Known::Unknown,
                };
                match known {
                    Known::Loop => return Err(Halt::Loop),
                    Known::Label(label) => {
                        settled = frame.tally.add(self.goal, label);
                        queue.pop();
                    }
                    Known::Unknown => {
                        below = match queue.last() {
                            Some(Waiting::One(option)) => Some(option.clone()),
                            Some(Waiting::Parts(parts)) => {
                                let unknown = |part: &&R::Position| {
                                    matches!(self.look_up(rules, part), Known::Unknown)
                                };
                                parts.iter().find(unknown).cloned()
                            }
                            None => None,
                        };
                    }
                }
            }
            if let Some(position) = below {
                self.enter(rules, position, meter, stack, queue)?;
            } else if settled || queue.len() == frame.waiting {
                queue.truncate(frame.waiting);
                let label = frame.tally.label(self.goal);
                if let Some(frame) = stack.pop() {
                    self.table.insert(frame.position, label);
                }
                if stack.is_empty() {
                    return Ok(label);
                }
            }
        }
        Err(Halt::Loop)
    }

    /// Generates the moves of a position that is not in the table. If all its options are known, or
    /// one of them wins, it is labelled at once; otherwise it goes onto the stack.
    fn enter(
        &mut self,
        rules: &R,
        position: R::Position,
        meter: &mut Meter<'_>,
        stack: &mut Vec<Frame<R::Position>>,
        queue: &mut Vec<Waiting<R::Position>>,
    ) -> Result<Option<u32>, Halt> {
        let waiting = queue.len();
        let (mut tally, mut steps, mut halt) = (Tally::default(), 0u64, None);
        let goal = self.goal;
        let most = meter.moves_left();
        let mut take = |mv: R::Move| {
            steps += 1;
            let option = rules.simplify(rules.play(&position, &mv));
            let (known, entry) = match self.parts(rules, &option) {
                None => (self.look_up(rules, &option), Waiting::One(option)),
                Some(parts) => (self.look_up_sum(rules, &parts), Waiting::Parts(parts)),
            };
            match known {
                Known::Label(label) => !tally.add(goal, label),
                Known::Loop => {
                    halt = Some(Halt::Loop);
                    false
                }
                Known::Unknown => {
                    queue.push(entry);
                    if steps as usize >= most {
                        halt = Some(Halt::Stopped(too_many_moves()));
                    } else if steps % 4096 == 0 {
                        halt = meter.work(4096).err().map(Halt::Stopped);
                    }
                    halt.is_none()
                }
            }
        };
        let mut out = Moves::new(&mut take);
        rules.moves(&position, &mut out);
        let cut = out.full();
        if let Some(halt) = halt {
            return Err(halt);
        }
        if cut && !tally.wins {
            return Err(Halt::Stopped(too_many_moves()));
        }
        meter.work(steps % 4096)?;
        meter.position(self.bytes() + queue.len() as u64 * size_of::<Waiting<R::Position>>() as u64)?;
        if tally.wins || queue.len() == waiting {
            queue.truncate(waiting);
            let label = tally.label(goal);
            self.table.insert(position, label);
            return Ok(Some(label));
        }
        self.table.insert(position.clone(), OPEN);
        stack.push(Frame { position, tally, waiting });
        Ok(None)
    }
}

/// The error for a position whose moves cannot be listed within the budget.
pub(crate) fn too_many_moves() -> Error {
    Error::Stopped("stopped: a position has too many moves to list them all".to_string())
}

fn word(value: &Natural) -> Option<u32> {
    value.to_u64().and_then(|word| u32::try_from(word).ok()).filter(|word| *word != OPEN)
}
