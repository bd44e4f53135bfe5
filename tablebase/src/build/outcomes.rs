//! Who wins, and in how many plies: from the ends backwards, one step for each ply.
//!
//! A position wins as soon as an option is lost, and loses once all its options are won; what neither reaches is
//! a draw. All positions at one distance are dealt with in one step, so the first lost option is the nearest and the
//! last won option the farthest.

use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use bouton_core::error::Error;

use super::explore::{five, put_five};
use super::flow::{Outbox, Packet, Stage};
use super::preds::Backwards;
use super::{Phase, Team};

/// The ends of play of the positions of a shard: 0 for a draw, otherwise plies and one.
pub struct Endings {
    pub normal: Vec<u32>,
    pub misere: Option<Vec<u32>>,
}

struct Plane {
    codes: Vec<u32>,
    /// Options that are not known to be won.
    open: Vec<u32>,
}

/// See the module.
pub struct Outcomes {
    team: Arc<Team>,
    graph: Rc<Backwards>,
    /// For each shard, normal and misère play.
    planes: Vec<Vec<Plane>>,
    ply: u32,
    /// What this worker tells itself for the next step: a position and what it hears.
    later: Vec<u64>,
    reached: Vec<(u32, u32, u8, bool)>,
}

/// What a position hears: that an option is lost, or won; in misère play or not.
const LOST: u8 = 1;
const MISERE: u8 = 2;

impl Outcomes {
    pub fn new(team: Arc<Team>, graph: Rc<Backwards>) -> Result<Outcomes, Error> {
        let plays = 1 + usize::from(team.plan.misere);
        let mut planes = Vec::new();
        for part in &graph.shards {
            let plane = |_| Plane { codes: vec![0; part.nodes.len()], open: part.degrees.clone() };
            planes.push((0..plays).map(plane).collect());
            team.tick(Phase::Outcomes)?;
        }
        Ok(Outcomes { team, graph, planes, ply: 0, later: Vec::new(), reached: Vec::new() })
    }

    /// A position hears of an option; answers whether that decides it.
    #[inline]
    fn hear(&mut self, local: usize, node: u32, what: u8) {
        let plane = &mut self.planes[local][usize::from(what / MISERE)];
        let code = &mut plane.codes[node as usize];
        if *code != 0 {
            return;
        }
        let won = what & LOST != 0;
        if !won {
            let open = &mut plane.open[node as usize];
            *open -= 1;
            if *open > 0 {
                return;
            }
        }
        *code = self.ply + 1;
        self.reached.push((local as u32, node, what & MISERE, won));
    }

    /// The results.
    pub fn take(&mut self) -> Vec<Endings> {
        let planes = std::mem::take(&mut self.planes);
        let endings = planes.into_iter().map(|planes| {
            let mut codes = planes.into_iter().map(|plane| plane.codes);
            Endings { normal: codes.next().unwrap_or_default(), misere: codes.next() }
        });
        endings.collect()
    }
}

impl Stage for Outcomes {
    fn step(&mut self, ply: u64, arrived: Vec<Packet>, out: &mut Outbox) -> Result<bool, Error> {
        self.team.tick(Phase::Outcomes)?;
        self.ply = u32::try_from(ply).unwrap_or(u32::MAX - 1);
        self.team.counters.wave.fetch_max(u64::from(self.ply), Ordering::Relaxed);
        if self.ply == 0 {
            let graph = self.graph.clone();
            for (local, part) in graph.shards.iter().enumerate() {
                for (node, degree) in
                    part.degrees.iter().enumerate().filter(|(_, degree)| **degree == 0)
                {
                    debug_assert_eq!(*degree, 0);
                    for (play, plane) in self.planes[local].iter_mut().enumerate() {
                        plane.codes[node] = 1;
                        // Who has no move loses in normal play and wins in misère play.
                        self.reached.push((
                            local as u32,
                            node as u32,
                            play as u8 * MISERE,
                            play == 1,
                        ));
                    }
                }
            }
        }
        for word in std::mem::take(&mut self.later) {
            if let Ok((local, node)) = self.graph.local(word >> 2) {
                self.hear(local, node, word as u8 & 3);
            }
        }
        for packet in arrived {
            for message in packet.bytes.chunks_exact(6) {
                if let Ok((local, node)) = self.graph.local(five(message)) {
                    self.hear(local, node, message[5]);
                }
            }
        }
        let reached = std::mem::take(&mut self.reached);
        self.team.counters.done.fetch_add(reached.len() as u64, Ordering::Relaxed);
        for (place, (local, node, play, won)) in reached.iter().enumerate() {
            if place % (1 << 14) == 0 {
                self.team.tick(Phase::Outcomes)?;
            }
            let what = play | if *won { 0 } else { LOST };
            let (graph, later) = (&self.graph, &mut self.later);
            let told =
                graph.shards[*local as usize].each(*node, |before| match graph.local(before) {
                    Ok(_) => later.push(before << 2 | u64::from(what)),
                    Err(owner) => out.send(owner, |bytes| {
                        put_five(bytes, before);
                        bytes.push(what);
                    }),
                });
            told.map_err(|error| self.team.disk(error))?;
        }
        Ok(!self.later.is_empty())
    }
}
