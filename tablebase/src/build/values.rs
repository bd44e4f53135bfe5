//! Values: the mex of those of the options, or labels where play runs in circles.
//!
//! Labels (Smith 1966; Fraenkel and Perl 1975): a position gets the label m if m is the mex of the labels that its
//! options have, and every option without a label, or with a larger one, has itself an option labelled m. They are
//! given in rounds m = 0, 1, 2, ..., and within a round they spread like outcomes: a position is *marked* when an option
//! has got the label, and gets it itself once all its options without a smaller label are marked.

use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use bouton_core::error::Error;
use rustc_hash::FxHashMap;

use super::explore::{five, put_five};
use super::flow::{Outbox, Packet, Stage};
use super::preds::Backwards;
use super::{Phase, Team};
use crate::entry::Worth;

/// No label yet.
const OPEN: u32 = u32::MAX;
/// An infinity.
const INFINITE: u32 = u32::MAX - 1;

/// The numbers that some positions have among their options: small ones as bits.
pub struct Seen {
    low: Vec<u64>,
    high: FxHashMap<u32, Vec<u32>>,
}

impl Seen {
    fn new(positions: usize) -> Seen {
        Seen { low: vec![0; positions], high: FxHashMap::default() }
    }

    #[inline]
    fn add(&mut self, node: u32, value: u32) {
        match value {
            0..64 => self.low[node as usize] |= 1 << value,
            _ => {
                let high = self.high.entry(node).or_default();
                if let Err(place) = high.binary_search(&value) {
                    high.insert(place, value);
                }
            }
        }
    }

    /// The least number that is not there.
    #[inline]
    fn mex(&self, node: u32) -> u32 {
        let low = self.low[node as usize].trailing_ones();
        if low < 64 {
            return low;
        }
        let high = self.high.get(&node).map_or(&[][..], Vec::as_slice);
        let run = high.iter().zip(64..).take_while(|(value, expected)| **value == *expected);
        64 + run.count() as u32
    }

    fn all(&self, node: u32) -> Vec<u32> {
        let low = self.low[node as usize];
        let mut all: Vec<u32> = (0..64).filter(|value| low >> value & 1 == 1).collect();
        all.extend(self.high.get(&node).into_iter().flatten());
        all
    }
}

/// The values of all positions of a worker.
pub struct Values {
    team: Arc<Team>,
    graph: Rc<Backwards>,
    /// For each shard: values or [`INFINITE`], and what infinities see.
    shards: Vec<(Vec<u32>, Option<Seen>)>,
}

impl Values {
    pub fn new(team: Arc<Team>, graph: Rc<Backwards>) -> Result<Values, Error> {
        team.tick(Phase::Values)?;
        Ok(Values { team, graph, shards: Vec::new() })
    }

    /// Values by mex alone.
    pub fn plain(&self) -> Plain {
        let states = self.graph.shards.iter().map(|part| State {
            open: part.degrees.clone(),
            values: vec![OPEN; part.nodes.len()],
            seen: Seen::new(part.nodes.len()),
        });
        let states: Vec<State> = states.collect();
        let open = states.iter().map(|state| state.values.len() as u64).sum();
        Plain {
            team: self.team.clone(),
            graph: self.graph.clone(),
            states,
            open,
            begin: true,
            ready: Vec::new(),
        }
    }

    /// Labels, round by round.
    pub fn rounds(&self) -> Rounds {
        let states = self.graph.shards.iter().map(|part| Labels {
            labels: vec![OPEN; part.nodes.len()],
            unlabelled: part.degrees.clone(),
            waiting: vec![0; part.nodes.len()],
            marked: vec![0; part.nodes.len()],
            candidates: (0..part.nodes.len() as u32).collect(),
            seen: Seen::new(part.nodes.len()),
        });
        let (team, graph) = (self.team.clone(), self.graph.clone());
        Rounds {
            team,
            graph,
            states: states.collect(),
            round: 0,
            begin: true,
            ready: Vec::new(),
            later: Vec::new(),
        }
    }

    /// All values are known.
    pub fn done(&mut self, plain: &mut Plain) {
        let states = std::mem::take(&mut plain.states);
        self.shards = states.into_iter().map(|state| (state.values, None)).collect();
    }

    /// All labels are known.
    pub fn found(&mut self, rounds: &mut Rounds) {
        let states = std::mem::take(&mut rounds.states);
        self.shards = states.into_iter().map(|state| (state.labels, Some(state.seen))).collect();
    }

    /// The value of a position.
    #[inline]
    pub fn worth(&self, local: usize, node: u32) -> Worth {
        let (values, seen) = &self.shards[local];
        match (values[node as usize], seen) {
            (INFINITE, Some(seen)) => Worth::Infinite(seen.all(node)),
            (value, _) => Worth::Finite(value),
        }
    }
}

struct State {
    /// Options whose values are not known.
    open: Vec<u32>,
    values: Vec<u32>,
    seen: Seen,
}

/// Values where play ends.
pub struct Plain {
    team: Arc<Team>,
    graph: Rc<Backwards>,
    states: Vec<State>,
    open: u64,
    begin: bool,
    ready: Vec<(u32, u32)>,
}

impl Plain {
    /// Positions without a value: from these play may run in circles.
    pub fn open(&self) -> u64 {
        self.open
    }

    #[inline]
    fn hear(
        states: &mut [State],
        ready: &mut Vec<(u32, u32)>,
        (local, node): (usize, u32),
        value: u32,
    ) {
        let state = &mut states[local];
        state.seen.add(node, value);
        let open = &mut state.open[node as usize];
        *open -= 1;
        if *open == 0 {
            ready.push((local as u32, node));
        }
    }
}

impl Stage for Plain {
    fn step(&mut self, _: u64, arrived: Vec<Packet>, out: &mut Outbox) -> Result<bool, Error> {
        let graph = self.graph.clone();
        if std::mem::take(&mut self.begin) {
            for (local, part) in graph.shards.iter().enumerate() {
                let ends = (0..).zip(&part.degrees).filter(|(_, degree)| **degree == 0);
                self.ready.extend(ends.map(|(node, _)| (local as u32, node)));
            }
        }
        for packet in arrived {
            for message in packet.bytes.chunks_exact(9) {
                let value = u32::from_le_bytes([message[5], message[6], message[7], message[8]]);
                if let Ok(place) = graph.local(five(message)) {
                    Self::hear(&mut self.states, &mut self.ready, place, value);
                }
            }
        }
        self.team.tick(Phase::Values)?;
        let mut done = 0u64;
        // What this worker tells itself it hears at once.
        while let Some((local, node)) = self.ready.pop() {
            let value = self.states[local as usize].seen.mex(node);
            self.states[local as usize].values[node as usize] = value;
            done += 1;
            if done % (1 << 14) == 0 {
                self.team.tick(Phase::Values)?;
            }
            let (states, ready) = (&mut self.states, &mut self.ready);
            let told =
                graph.shards[local as usize].each(node, |before| match graph.local(before) {
                    Ok(place) => Self::hear(states, ready, place, value),
                    Err(owner) => out.send(owner, |bytes| {
                        put_five(bytes, before);
                        bytes.extend(value.to_le_bytes());
                    }),
                });
            told.map_err(|error| self.team.disk(error))?;
        }
        self.open -= done;
        self.team.counters.done.fetch_add(done, Ordering::Relaxed);
        Ok(false)
    }
}

struct Labels {
    labels: Vec<u32>,
    /// Options without a label, or with an infinity.
    unlabelled: Vec<u32>,
    /// Of those, how many are not marked in this round.
    waiting: Vec<u32>,
    /// The round in which a position was last marked, counted from 1.
    marked: Vec<u32>,
    candidates: Vec<u32>,
    seen: Seen,
}

/// Labels where play runs in circles.
pub struct Rounds {
    team: Arc<Team>,
    graph: Rc<Backwards>,
    states: Vec<Labels>,
    round: u32,
    begin: bool,
    /// Positions that get the label.
    ready: Vec<(u32, u32)>,
    /// Positions that were marked.
    later: Vec<(u32, u32)>,
}

impl Rounds {
    /// Begins a round; answers how many positions may get its label.
    pub fn begin(&mut self) -> u64 {
        self.begin = true;
        self.team.counters.wave.fetch_max(u64::from(self.round), Ordering::Relaxed);
        self.states.iter().map(|state| state.candidates.len() as u64).sum()
    }

    /// Ends a round: who saw nobody with its label gets no label at all.
    pub fn end(&mut self) {
        let round = self.round + 1;
        for state in &mut self.states {
            let (labels, marked) = (&mut state.labels, &state.marked);
            state.candidates.retain(|node| {
                let label = &mut labels[*node as usize];
                if *label == OPEN && marked[*node as usize] != round {
                    *label = INFINITE;
                }
                *label == OPEN
            });
        }
        self.round = round;
    }

    /// An option has got the label of this round.
    #[inline]
    fn labelled(&mut self, (local, node): (usize, u32)) {
        let (round, state) = (self.round, &mut self.states[local]);
        let index = node as usize;
        state.unlabelled[index] -= 1;
        state.seen.add(node, round);
        let open = state.labels[index] == OPEN || state.labels[index] == INFINITE;
        if open && state.marked[index] != round + 1 {
            state.marked[index] = round + 1;
            self.later.push((local as u32, node));
        }
    }

    /// An option was marked.
    #[inline]
    fn option_marked(&mut self, (local, node): (usize, u32)) {
        let state = &mut self.states[local];
        let index = node as usize;
        if state.labels[index] != OPEN {
            return;
        }
        state.waiting[index] -= 1;
        if state.waiting[index] == 0 && state.marked[index] != self.round + 1 {
            self.ready.push((local as u32, node));
        }
    }
}

impl Stage for Rounds {
    fn step(&mut self, _: u64, arrived: Vec<Packet>, out: &mut Outbox) -> Result<bool, Error> {
        let graph = self.graph.clone();
        if std::mem::take(&mut self.begin) {
            for (local, state) in self.states.iter_mut().enumerate() {
                for node in &state.candidates {
                    let waiting = state.unlabelled[*node as usize];
                    state.waiting[*node as usize] = waiting;
                    if waiting == 0 {
                        self.ready.push((local as u32, *node));
                    }
                }
            }
            // Nobody may hear of a round before it has begun: the next step does the rest.
            return Ok(true);
        }
        for packet in arrived {
            for message in packet.bytes.chunks_exact(6) {
                if let Ok(place) = graph.local(five(message)) {
                    match message[5] {
                        0 => self.labelled(place),
                        _ => self.option_marked(place),
                    }
                }
            }
        }
        let (mut done, mut here) = (0u64, Vec::new());
        loop {
            let (local, node, marked) = match (self.ready.pop(), self.later.pop()) {
                (Some((local, node)), later) => {
                    self.later.extend(later);
                    self.states[local as usize].labels[node as usize] = self.round;
                    (local, node, false)
                }
                (None, Some((local, node))) => (local, node, true),
                (None, None) => break,
            };
            done += 1;
            if done % (1 << 12) == 0 {
                self.team.tick(Phase::Values)?;
            }
            here.clear();
            let told =
                graph.shards[local as usize].each(node, |before| match graph.local(before) {
                    Ok(place) => here.push(place),
                    Err(owner) => out.send(owner, |bytes| {
                        put_five(bytes, before);
                        bytes.push(u8::from(marked));
                    }),
                });
            told.map_err(|error| self.team.disk(error))?;
            for place in &here {
                match marked {
                    false => self.labelled(*place),
                    true => self.option_marked(*place),
                }
            }
        }
        self.team.tick(Phase::Values)?;
        Ok(false)
    }
}
