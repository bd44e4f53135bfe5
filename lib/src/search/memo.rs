//! The memoised search: depth first with its own stack, each position labelled once.
//!
//! A position is looked up as soon as its move is generated, so most moves cost one probe of a
//! table, and a search for an outcome ends at the first winning move without generating the rest.
//! Positions not in the table wait in a queue that all open positions share (where options are slow to list, they are
//! asked for one by one, and at most one waits):
//!
//! ```text
//! stack   | root      | child     | grandchild |
//! queue   | c1 c2 c3    d1 d2       e1 e2 e3   |     each frame owns the end from its `waiting` on
//! ```

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use foldhash::fast::FixedState;

use crate::ask::{Ask, Meter};
use crate::erased::AnyPosition;
use crate::error::Error;
use crate::natural::Natural;
use crate::rules::{OneByOne, Position, Rules};
use crate::search::Halt;
use crate::search::pages::Pages;
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

/// What is known of a game; it grows with each question.
pub struct Memo<R: Rules> {
    goal: Goal,
    /// For [`Goal::Value`].
    values: HashMap<R::Position, u32, FixedState>,
    /// For [`Goal::Wins`].
    pages: Pages<R::Position>,
    outcomes: usize,
    /// Bytes that stored positions own besides their own size.
    owned: usize,
    /// Bytes of the positions that wait or whose options are being looked at.
    pending: u64,
    /// Positions whose options are still being looked at: meeting one of them again is a loop.
    open: HashSet<R::Position, FixedState>,
}

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
            // One option that is lost is enough, whether or not others were looked at.
            Goal::Wins(_) if self.wins => 1,
            Goal::Wins(play) if !self.any => u32::from(play == Play::Misere),
            Goal::Wins(_) => 0,
        }
    }
}

struct Frame<'r, P> {
    position: P,
    tally: Tally,
    /// Where options come one by one, those that were not asked for yet.
    rest: Option<OneByOne<'r, P>>,
    /// Where this frame's part of the queue begins.
    waiting: usize,
    /// Bytes that were pending before it.
    pending: u64,
}

/// An option whose label was not known when it was generated.
enum Waiting<P> {
    One(P),
    Parts(Vec<P>),
}

/// Bytes of a position on the stack and among the open ones.
fn held<P: Position>(position: &P) -> u64 {
    2 * position.weight() as u64 + size_of::<Frame<'_, P>>() as u64
}

/// What the table knows of an option.
enum Known {
    Label(u32),
    Unknown,
    Loop,
}

impl<R: Rules> Memo<R> {
    /// Nothing is known yet.
    pub fn new(goal: Goal) -> Memo<R> {
        Memo {
            goal,
            values: HashMap::default(),
            pages: Pages::default(),
            outcomes: 0,
            owned: 0,
            pending: 0,
            open: HashSet::default(),
        }
    }

    /// How many positions are known.
    pub fn len(&self) -> usize {
        self.values.len() + self.outcomes
    }

    /// Whether nothing is known yet.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The label of a position: its value, or 1 if the mover wins and 0 if not.
    pub fn label(&mut self, rules: &R, position: &R::Position, ask: &Ask<'_>) -> Result<u32, Halt> {
        self.label_within(rules, position, &mut Meter::new(ask))
    }

    /// The outcome of a position, by its label.
    pub fn outcome(
        &mut self,
        rules: &R,
        position: &R::Position,
        ask: &Ask<'_>,
    ) -> Result<Outcome, Halt> {
        Ok(Outcome::from_mover_wins(self.label(rules, position, ask)? != 0))
    }

    pub(crate) fn label_within(
        &mut self,
        rules: &R,
        position: &R::Position,
        meter: &mut Meter<'_>,
    ) -> Result<u32, Halt> {
        let root = rules.simplify(position.clone());
        match self.parts(rules, &root) {
            None => self.part_label(rules, root, meter),
            Some(parts) => {
                let labels = parts.into_iter().map(|part| self.part_label(rules, part, meter));
                labels.reduce(|sum, label| Ok(sum? ^ label?)).unwrap_or(Ok(0))
            }
        }
    }

    fn part_label(
        &mut self,
        rules: &R,
        part: R::Position,
        meter: &mut Meter<'_>,
    ) -> Result<u32, Halt> {
        match self.look_up(rules, &part) {
            Known::Label(label) => Ok(label),
            Known::Loop => Err(Halt::Loop),
            Known::Unknown => self.search(rules, part, meter),
        }
    }

    /// Bytes of memory in use.
    pub fn bytes(&self) -> u64 {
        // Hash tables hold their entries and one byte for each. One that is full is about to be copied into
        // one of twice the size.
        let full = self.values.len() == self.values.capacity();
        let copies = if full { 3 } else { 1 };
        let labelled = copies * self.values.capacity() * (size_of::<(R::Position, u32)>() + 1);
        (labelled * 8 / 7 + self.pages.bytes() + self.owned) as u64 + self.pending
    }

    fn store(&mut self, position: R::Position, label: u32) {
        self.owned += position.weight() - size_of::<R::Position>();
        if self.goal == Goal::Value {
            self.values.insert(position, label);
            return;
        }
        let (page, place) = position.page();
        let page = self.pages.get_or_insert(page);
        let outcomes = if label == 0 { &mut page.lost } else { &mut page.won };
        *outcomes |= 1 << place;
        self.outcomes += 1;
    }

    /// The outcome of a position that is stored: 0 lost, 1 won.
    #[inline]
    fn stored(&self, position: &R::Position) -> Option<u32> {
        let (page, place) = position.clone().page();
        let page = self.pages.get(&page)?;
        match (page.lost >> place & 1, page.won >> place & 1) {
            (1, _) => Some(0),
            (_, 1) => Some(1),
            _ => None,
        }
    }

    /// The parts of a position, each as simple as it gets, where splitting is allowed.
    fn parts(&self, rules: &R, position: &R::Position) -> Option<Vec<R::Position>> {
        if self.goal != Goal::Value {
            return None;
        }
        let parts = rules.split(position)?;
        Some(parts.into_iter().map(|part| rules.simplify(part)).collect())
    }

    fn look_up(&self, rules: &R, position: &R::Position) -> Known {
        let known = match self.goal {
            Goal::Value => match self.values.get(position) {
                Some(label) => Some(*label),
                // A theorem saves the search below a position; a value too large for a label does not.
                None => rules.value(position).and_then(|value| word(&value.0)),
            },
            Goal::Wins(play) => match self.stored(position) {
                Some(label) => Some(label),
                None => match rules.outcome(position, play) {
                    Some(Outcome::Draw) => return Known::Loop,
                    outcome => outcome.map(|outcome| u32::from(outcome == Outcome::Next)),
                },
            },
        };
        match known {
            Some(label) => Known::Label(label),
            None if self.open.contains(position) => Known::Loop,
            None => Known::Unknown,
        }
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
        let mut stack: Vec<Frame<'_, R::Position>> = Vec::new();
        let mut queue = Vec::new();
        let found = self.run(rules, root, meter, &mut stack, &mut queue);
        // What was left half done must not look like a loop to the next question.
        self.open.clear();
        self.pending = 0;
        found
    }

    fn run<'r>(
        &mut self,
        rules: &'r R,
        root: R::Position,
        meter: &mut Meter<'_>,
        stack: &mut Vec<Frame<'r, R::Position>>,
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
            } else if !settled && queue.len() == frame.waiting && frame.rest.is_some() {
                self.pending = frame.pending + held(&frame.position);
                self.pending +=
                    self.gather_next(rules, &mut frame.rest, &mut frame.tally, meter, queue)?;
            } else if settled || queue.len() == frame.waiting {
                queue.truncate(frame.waiting);
                let label = frame.tally.label(self.goal);
                if let Some(frame) = stack.pop() {
                    self.pending = frame.pending;
                    self.open.remove(&frame.position);
                    self.store(frame.position, label);
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
    fn enter<'r>(
        &mut self,
        rules: &'r R,
        position: R::Position,
        meter: &mut Meter<'_>,
        stack: &mut Vec<Frame<'r, R::Position>>,
        queue: &mut Vec<Waiting<R::Position>>,
    ) -> Result<Option<u32>, Halt> {
        let (waiting, pending) = (queue.len(), self.pending);
        let mut tally = Tally::default();
        let mut rest = match self.goal {
            Goal::Value => None,
            Goal::Wins(_) => rules.one_by_one(&position),
        };
        if rest.is_some() {
            self.pending += self.gather_next(rules, &mut rest, &mut tally, meter, queue)?;
        } else {
            tally.wins = self.reaches_lost(rules, &position, meter)?;
            if !tally.wins {
                self.pending += self.gather(rules, &position, &mut tally, meter, queue)?;
            }
        }
        meter.position(self.bytes())?;
        if tally.wins || queue.len() == waiting {
            queue.truncate(waiting);
            self.pending = pending;
            let label = tally.label(self.goal);
            self.store(position, label);
            return Ok(Some(label));
        }
        self.pending += held(&position);
        self.open.insert(position.clone());
        stack.push(Frame { position, tally, rest, waiting, pending });
        Ok(None)
    }

    /// Whether some move leads to a position that is known to be lost: the one question that
    /// settles most positions, asked before anything else in as few instructions as possible. It
    /// looks at a bounded number of options; [`gather`](Memo::gather) looks at all.
    fn reaches_lost(
        &self,
        rules: &R,
        position: &R::Position,
        meter: &mut Meter<'_>,
    ) -> Result<bool, Halt> {
        let (mut found, mut left) = (false, MOST_GLANCED);
        if !self.pages.is_empty() {
            // Moves come in runs that stay on one page.
            let mut last: Option<(R::Position, u64)> = None;
            rules.options(position, |option| {
                let (page, place) = rules.simplify(option).page();
                let lost = match &last {
                    Some((same, lost)) if *same == page => *lost,
                    _ => {
                        let lost = self.pages.get(&page).map_or(0, |page| page.lost);
                        last = Some((page, lost));
                        lost
                    }
                };
                found = lost >> place & 1 == 1;
                left -= 1;
                !found && left > 0
            });
        }
        meter.work(u64::from(MOST_GLANCED - left))?;
        Ok(found)
    }

    /// Looks at every option, and queues those that are not known; gives the bytes of these.
    fn gather(
        &self,
        rules: &R,
        position: &R::Position,
        tally: &mut Tally,
        meter: &mut Meter<'_>,
        queue: &mut Vec<Waiting<R::Position>>,
    ) -> Result<u64, Halt> {
        let (mut steps, mut queued, mut halt) = (0u64, 0u64, None);
        let (most, most_positions) = (meter.bytes_left(self.bytes()), meter.positions_left());
        let before = queue.len();
        let complete = rules.options(position, |option| {
            let option = rules.simplify(option);
            let weight = option.weight() as u64;
            steps += 1 + weight / 256;
            let (known, entry) = match self.parts(rules, &option) {
                None => (self.look_up(rules, &option), Waiting::One(option)),
                Some(parts) => (self.look_up_sum(rules, &parts), Waiting::Parts(parts)),
            };
            match known {
                Known::Label(label) => {
                    tally.add(self.goal, label);
                }
                Known::Unknown => {
                    queued += weight + size_of::<Waiting<R::Position>>() as u64;
                    queue.push(entry);
                }
                Known::Loop => halt = Some(Halt::Loop),
            }
            // Every option needs its value: more of them than may be stored cannot end well.
            let hopeless =
                self.goal == Goal::Value && (queue.len() - before) as u64 > 4 * most_positions;
            if queued > most {
                halt = Some(Halt::Stopped(meter.out_of_memory()));
            } else if hopeless {
                halt = Some(Halt::Stopped(meter.out_of_positions()));
            } else if steps >= 4096 {
                halt =
                    halt.take().or(meter.work(std::mem::take(&mut steps)).err().map(Halt::Stopped));
            }
            !tally.wins && halt.is_none()
        });
        if let Some(fault) = rules.fault() {
            return Err(Halt::Stopped(fault));
        }
        match halt {
            Some(halt) => Err(halt),
            None if !complete && !tally.wins => Err(Halt::Stopped(too_many_moves())),
            None => Ok(meter.work(steps).map(|()| queued)?),
        }
    }

    /// Asks for options one by one, as far as one that wins or one that is not known, which is queued; gives its bytes.
    /// At the end there is no `rest` any more.
    fn gather_next(
        &self,
        rules: &R,
        rest: &mut Option<OneByOne<'_, R::Position>>,
        tally: &mut Tally,
        meter: &mut Meter<'_>,
        queue: &mut Vec<Waiting<R::Position>>,
    ) -> Result<u64, Halt> {
        while let Some(next) = rest {
            let Some(option) = next() else {
                *rest = None;
                if let Some(fault) = rules.fault() {
                    return Err(Halt::Stopped(fault));
                }
                break;
            };
            let option = rules.simplify(option);
            let weight = option.weight() as u64;
            meter.work(1 + weight / 256)?;
            match self.look_up(rules, &option) {
                Known::Label(label) => {
                    if tally.add(self.goal, label) {
                        break;
                    }
                }
                Known::Unknown => {
                    queue.push(Waiting::One(option));
                    return Ok(weight + size_of::<Waiting<R::Position>>() as u64);
                }
                Known::Loop => return Err(Halt::Loop),
            }
        }
        Ok(0)
    }
}

/// A memoised search of some game, with positions as handles: a question asks it for one label, and
/// what happens below that is compiled for the game.
pub(crate) trait Table: Send {
    /// The label of a position: its value, or 1 if the mover wins and 0 if not.
    fn label(&mut self, position: &AnyPosition, meter: &mut Meter<'_>) -> Result<u32, Halt>;

    /// How many positions are known.
    fn len(&self) -> usize;

    /// Bytes of memory in use.
    fn bytes(&self) -> u64;
}

/// The search of one kind of rules.
pub(crate) struct Searched<R: Rules> {
    rules: Arc<R>,
    memo: Memo<R>,
}

impl<R: Rules> Searched<R> {
    pub fn new(rules: Arc<R>, memo: Memo<R>) -> Searched<R> {
        Searched { rules, memo }
    }
}

impl<R: Rules> Table for Searched<R> {
    fn label(&mut self, position: &AnyPosition, meter: &mut Meter<'_>) -> Result<u32, Halt> {
        let position = position.get().ok_or_else(too_many_moves)?;
        self.memo.label_within(&self.rules, position, meter)
    }
    fn len(&self) -> usize {
        self.memo.len()
    }
    fn bytes(&self) -> u64 {
        self.memo.bytes()
    }
}

/// Options that are glanced at before each is looked up.
const MOST_GLANCED: u32 = 1 << 16;

/// The error for a position whose moves cannot be listed within the budget.
pub(crate) fn too_many_moves() -> Error {
    Error::TooManyMoves
}

fn word(value: &Natural) -> Option<u32> {
    value.to_u64().and_then(|word| u32::try_from(word).ok())
}
