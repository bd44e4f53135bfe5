//! One thread of the search: depth first with its own stack.
//!
//! The value of a position is the least number that none of its options has. So it is found by sweeps: for a target t,
//! look for an option that is worth t. If there is one, the value is not t; if there is none, and all numbers below t are
//! excluded already, the value is t. An option of several parts is worth t if its hardest part is worth t xor the others;
//! so all but the hardest are evaluated, and the hardest is only asked "are you worth n?", which one option of it that is
//! worth n answers with no. (Lemoine and Viennot 2012, Nimbers are inevitable; Beling and Rogalski 2020, On pruning search
//! trees of impartial games.)
//!
//! ```text
//! frames    | root       | child     | grandchild |
//! choices   | c1 c2 c3     d1 d2       e1 e2 e3   |     options whose value is not known; each frame owns the end
//! words     | keys of the parts of these that are not known |
//! ```

mod gather;
mod peek;

use std::sync::atomic::Ordering;

use bouton_core::error::Error;
use bouton_core::value::Seen;
use rustc_hash::FxHashMap;

use crate::engine::{Control, ENDED, GO_ON, GROW, Goal, Shared, Status, filling};
use crate::face::{Hint, Room};
use crate::table::{Known, MOST_EXCLUDED, hash};
use peek::Costs;

/// What is asked about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Want {
    /// Its value.
    Value,
    /// Whether it has this value.
    Is(u32),
}

/// What is answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// The value.
    Exact(u32),
    /// It does not have the value that was asked for.
    Not,
}

/// Why a thread ends without an answer of its own.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Halt {
    /// A position can be reached from itself.
    Loop,
    /// A budget, or the rules.
    Failed(Error),
    /// All threads end, for whatever reason.
    Signal,
}

/// An option with parts whose value is not known, the hardest first.
struct Choice {
    at: usize,
    parts: u32,
    /// The xor of the values of the parts that are known.
    fold: u32,
    size: u32,
    /// Its value is known and noted.
    settled: bool,
    /// Another thread was at work on it when its turn came.
    deferred: bool,
    /// How many of its options were not known to be worth something else when it was looked into.
    doubt: u32,
}

struct Frame {
    hash: u64,
    want: Want,
    /// Values that the position does not have.
    not: Seen,
    /// Where its choices and their keys begin.
    choices: usize,
    words: usize,
    /// How many of its choices are not known.
    open: u32,
    /// What the present sweep looks for, and at which choice it is.
    target: Option<u32>,
    place: usize,
    /// Whether the sweep looks at what it left to other threads.
    second: bool,
    /// No option has the value that is asked for.
    swept: bool,
    /// Whether it has options at all.
    any: bool,
    before: u64,
    size: u32,
    /// For which target its choices were looked into.
    peeked: Option<u32>,
}

enum Step {
    Decided(Verdict),
    /// Goes on with a part: its place in `words`, and what is asked.
    Down(usize, Want),
    /// Looks at the options of all choices, to see which are worth the target most likely.
    Peek(u32),
}

/// What a caller is asked now and then.
pub(crate) type Asked<'a> = &'a mut dyn FnMut(&Status) -> Control;

pub(crate) struct Worker<'a> {
    shared: &'a Shared<'a>,
    /// One of the threads asks the caller.
    control: Option<Asked<'a>>,
    width: usize,
    frames: Vec<Frame>,
    /// The keys of the frames.
    keys: Vec<u64>,
    choices: Vec<Choice>,
    words: Vec<u64>,
    /// Room for options that are being told.
    lent: Room,
    /// The key that is looked at next.
    next: Vec<u64>,
    /// Whether no play comes back to where it was.
    ends: bool,
    costs: Costs,
    /// Hashes of the positions on the stack, with their numbers.
    open: FxHashMap<u64, u32>,
    positions: u64,
    steps: u64,
    /// The size of what is asked next.
    asked: u32,
    told: (u64, u64),
    /// What was told last.
    status: Status,
}

/// Options between two looks at the clock and at the other threads.
const PAUSE: u64 = 1 << 11;

impl<'a> Worker<'a> {
    pub fn new(shared: &'a Shared<'a>, control: Option<Asked<'a>>) -> Worker<'a> {
        Worker {
            shared,
            control,
            width: shared.table.width(),
            frames: Vec::new(),
            keys: Vec::new(),
            choices: Vec::new(),
            words: Vec::new(),
            lent: Room::default(),
            next: Vec::new(),
            ends: shared.face.ends(),
            costs: Costs::default(),
            open: FxHashMap::default(),
            positions: 0,
            steps: 0,
            asked: u32::MAX,
            told: (0, 0),
            status: Status::default(),
        }
    }

    /// Searches, and tells the others.
    pub fn answer(&mut self, root: &[u64], want: Want) {
        let answer = self.search(root, want);
        self.tell();
        // What was found of positions that are still open is kept.
        while !self.frames.is_empty() {
            self.keep();
            self.pop();
        }
        if answer == Err(Halt::Signal) {
            return;
        }
        if let Ok(mut first) = self.shared.answer.lock() {
            first.get_or_insert(answer);
        }
        self.shared.signal.store(ENDED, Ordering::Relaxed);
    }

    fn tell(&mut self) {
        let (positions, steps) = self.told;
        self.shared.positions.fetch_add(self.positions - positions, Ordering::Relaxed);
        self.shared.steps.fetch_add(self.steps - steps, Ordering::Relaxed);
        self.told = (self.positions, self.steps);
    }

    fn search(&mut self, root: &[u64], want: Want) -> Result<Verdict, Halt> {
        self.status = self.look();
        let mut next = self.steps + PAUSE;
        let mut answer = self.enter(root, want)?;
        loop {
            if self.steps >= next {
                next = self.steps + PAUSE;
                self.tell();
                if let Some(verdict) = self.look_round()? {
                    answer = Some(verdict);
                }
            }
            if let Some(verdict) = answer.take() {
                let Some(frame) = self.frames.last_mut() else { return Ok(verdict) };
                let choice = &mut self.choices[frame.choices + frame.place];
                match verdict {
                    Verdict::Exact(value) => {
                        choice.fold ^= value;
                        choice.parts -= 1;
                    }
                    Verdict::Not => frame.place += 1,
                }
            }
            match self.step() {
                Step::Decided(verdict) => {
                    self.store(verdict);
                    self.pop();
                    answer = Some(verdict);
                }
                Step::Peek(target) => self.peek(target)?,
                Step::Down(at, want) => {
                    let mut key = std::mem::take(&mut self.next);
                    key.clear();
                    key.extend_from_slice(&self.words[at..at + self.width]);
                    answer = self.enter(&key, want)?;
                    self.next = key;
                }
            }
        }
    }

    /// Asks the caller whether to go on, and the table whether others have answered what is asked here.
    fn look_round(&mut self) -> Result<Option<Verdict>, Halt> {
        let shared = self.shared;
        if shared.signal.load(Ordering::Relaxed) != GO_ON {
            return Err(Halt::Signal);
        }
        if !shared.full_size && filling(shared.table) {
            shared.signal.store(GROW, Ordering::Relaxed);
            return Err(Halt::Signal);
        }
        self.status = self.look();
        consult(&mut self.control, &self.status)?;
        if shared.threads > 1 {
            for at in 0..self.frames.len() {
                let frame = &self.frames[at];
                let known =
                    shared.table.get(&self.keys[at * self.width..][..self.width], frame.hash);
                if let Some(verdict) = settled(known, frame.want) {
                    while self.frames.len() > at {
                        self.keep();
                        self.pop();
                    }
                    return Ok(Some(verdict));
                }
            }
        }
        Ok(None)
    }

    /// How far it has come.
    fn look(&self) -> Status {
        let mut share = 0.0;
        let mut rest = 1.0;
        for (index, frame) in self.frames.iter().enumerate() {
            let end = self.frames.get(index + 1).map_or(self.choices.len(), |next| next.choices);
            let count = (end - frame.choices).max(1) as f64;
            share += rest * frame.place as f64 / count;
            rest /= count;
        }
        let frames = self.frames.capacity() * size_of::<Frame>()
            + self.choices.capacity() * size_of::<Choice>()
            + 8 * (self.words.capacity() + self.keys.capacity())
            + 24 * self.open.capacity();
        Status {
            positions: self.shared.positions.load(Ordering::Relaxed),
            steps: self.shared.steps.load(Ordering::Relaxed),
            used: self.shared.table.len(),
            room: self.shared.most_room,
            at_least: self.frames.first().map_or(0, |frame| frame.not.mex()),
            share,
            moves: self.frames.first().map_or((0, 0), |frame| {
                let end = self.frames.get(1).map_or(self.choices.len(), |next| next.choices);
                (frame.place as u32, (end - frame.choices) as u32)
            }),
            bytes: self.shared.table.bytes() + self.shared.face.bytes() + frames as u64,
        }
    }

    /// Begins with a position, unless it is known.
    fn enter(&mut self, key: &[u64], want: Want) -> Result<Option<Verdict>, Halt> {
        let shared = self.shared;
        let hash = hash(key);
        let known = if shared.switches.table { shared.table.get(key, hash) } else { Known::Not(0) };
        if let Some(verdict) = settled(known, want) {
            return Ok(Some(verdict));
        }
        let mut not = Seen::default();
        match known {
            Known::Not(0) if shared.switches.hints => match shared.face.hint(key) {
                Hint::Nothing => {}
                Hint::Value(value) => {
                    self.put(key, hash, Known::Exact(value), 0);
                    return Ok(settled(Known::Exact(value), want));
                }
                Hint::Not(value) => not.insert(value),
            },
            Known::Not(mask) => not.insert_low(mask),
            Known::Exact(_) => {}
        }
        if let Want::Is(value) = want
            && not.contains(value)
        {
            self.put(key, hash, Known::Not(not.low()), 0);
            return Ok(Some(Verdict::Not));
        }
        if !self.ends {
            let opened = self.open.entry(hash).or_default();
            *opened += 1;
            if *opened > 1 {
                let mut keys = self.keys.chunks_exact(self.width);
                if keys.any(|other| other == key) {
                    return Err(Halt::Loop);
                }
            }
        }
        if shared.threads > 1 {
            shared.busy[hash as usize % shared.busy.len()].fetch_add(1, Ordering::Relaxed);
        }
        self.keys.extend_from_slice(key);
        self.frames.push(Frame {
            hash,
            want,
            not,
            choices: self.choices.len(),
            words: self.words.len(),
            open: 0,
            target: None,
            place: 0,
            second: false,
            swept: false,
            any: false,
            before: self.positions,
            size: self.asked,
            peeked: None,
        });
        self.positions += 1;
        self.gather(key)?;
        Ok(None)
    }

    /// Goes on with the topmost position until it is decided or a part has to be asked.
    fn step(&mut self) -> Step {
        let Worker { shared, width, frames, choices, words, costs, .. } = self;
        let Some(frame) = frames.last_mut() else { return Step::Decided(Verdict::Not) };
        let own = &mut choices[frame.choices..];
        if shared.goal == (Goal::Outcome { misere: true }) && !frame.any {
            return Step::Decided(Verdict::Not);
        }
        loop {
            let least = frame.not.mex();
            if let Want::Is(value) = frame.want {
                if frame.not.contains(value) {
                    return Step::Decided(Verdict::Not);
                }
                // Each number below must be the value of an option, if this is to be the value.
                let below = if value < 64 { (1 << value) - 1 } else { u64::MAX };
                let missing = (!frame.not.low() & below).count_ones();
                if missing > frame.open {
                    return Step::Decided(Verdict::Not);
                }
                if frame.swept && least == value {
                    return Step::Decided(Verdict::Exact(value));
                }
            }
            if frame.open == 0 {
                return Step::Decided(Verdict::Exact(least));
            }
            let target = match frame.want {
                Want::Is(value) if !frame.swept => value,
                _ => least,
            };
            if frame.target != Some(target) {
                (frame.target, frame.place, frame.second) = (Some(target), 0, false);
            }
            let peeks = frame.peeked != Some(target) && frame.place == 0 && frame.open > 1;
            if peeks && shared.peeks() && costs.are_dear(own[own.len() / 2].size) {
                return Step::Peek(target);
            }
            // Look for an option that is worth the target.
            let mut found = false;
            loop {
                if frame.place >= own.len() {
                    if shared.threads > 1 && !frame.second {
                        (frame.place, frame.second) = (0, true);
                        continue;
                    }
                    break;
                }
                let choice = &mut own[frame.place];
                if choice.settled || frame.second && !choice.deferred {
                    frame.place += 1;
                    continue;
                }
                // What was found out meanwhile, about the last part first, which is asked first.
                let mut known = Known::Not(0);
                while choice.parts > 0 {
                    let at = choice.at + (choice.parts as usize - 1) * *width;
                    let key = &words[at..at + *width];
                    let hash = hash(key);
                    if shared.switches.table {
                        known = shared.table.get(key, hash);
                    }
                    match known {
                        Known::Exact(value) => {
                            choice.fold ^= value;
                            choice.parts -= 1;
                        }
                        // On the second round it stays deferred until it is settled: its other parts come later.
                        Known::Not(_) => {
                            choice.deferred = frame.second || shared.is_busy(hash);
                            break;
                        }
                    }
                }
                if choice.parts == 0 {
                    choice.settled = true;
                    frame.open -= 1;
                    frame.not.insert(choice.fold);
                    if choice.fold == target {
                        found = true;
                        break;
                    }
                    frame.place += 1;
                    continue;
                }
                if choice.parts == 1 && known.excludes(choice.fold ^ target) {
                    choice.deferred = false;
                    frame.place += 1;
                    continue;
                }
                if choice.deferred && !frame.second {
                    frame.place += 1;
                    continue;
                }
                let at = choice.at + (choice.parts as usize - 1) * *width;
                // What would not be remembered is not asked: the value itself will be.
                let want = match (choice.parts, choice.fold ^ target) {
                    (1, value @ 0..MOST_EXCLUDED) => Want::Is(value),
                    _ => Want::Value,
                };
                self.asked = choice.size;
                return Step::Down(at, want);
            }
            if found {
                continue;
            }
            // No option is worth the target.
            if target == least {
                return Step::Decided(Verdict::Exact(least));
            }
            frame.swept = true;
        }
    }

    /// Remembers what was decided about the topmost position.
    fn store(&mut self, verdict: Verdict) {
        let Some(frame) = self.frames.last() else { return };
        let known = match (verdict, frame.want) {
            (Verdict::Exact(value), _) => Known::Exact(value),
            (Verdict::Not, Want::Is(value)) if value < MOST_EXCLUDED => {
                Known::Not(frame.not.low() | 1 << value)
            }
            _ => Known::Not(frame.not.low()),
        };
        let key = &self.keys[self.keys.len() - self.width..];
        self.put(key, frame.hash, known, self.positions - frame.before);
        self.costs.learn(frame.size, self.positions - frame.before);
    }

    /// Remembers what is known of the topmost position, though it is not decided.
    fn keep(&mut self) {
        let Some(frame) = self.frames.last() else { return };
        if frame.not.low() != 0 {
            let key = &self.keys[self.keys.len() - self.width..];
            let known = Known::Not(frame.not.low());
            self.put(key, frame.hash, known, self.positions - frame.before);
        }
    }

    fn put(&self, key: &[u64], hash: u64, known: Known, work: u64) {
        if self.shared.switches.table {
            self.shared.table.put(key, hash, known, work);
        }
    }

    fn pop(&mut self) {
        let Some(frame) = self.frames.pop() else { return };
        if self.shared.threads > 1 {
            let busy = &self.shared.busy[frame.hash as usize % self.shared.busy.len()];
            busy.fetch_sub(1, Ordering::Relaxed);
        }
        if !self.ends
            && let Some(count) = self.open.get_mut(&frame.hash)
        {
            *count -= 1;
            if *count == 0 {
                self.open.remove(&frame.hash);
            }
        }
        self.choices.truncate(frame.choices);
        self.words.truncate(frame.words);
        self.keys.truncate(self.frames.len() * self.width);
    }
}

/// Asks the caller whether to go on.
fn consult(control: &mut Option<Asked<'_>>, status: &Status) -> Result<(), Halt> {
    match control.as_mut().map(|control| control(status)) {
        Some(Control::Stop(error)) => Err(Halt::Failed(error)),
        _ => Ok(()),
    }
}

/// The answer, if what is known has one.
#[inline]
fn settled(known: Known, want: Want) -> Option<Verdict> {
    match (known, want) {
        (Known::Exact(value), _) => Some(Verdict::Exact(value)),
        (_, Want::Is(value)) if known.excludes(value) => Some(Verdict::Not),
        _ => None,
    }
}
