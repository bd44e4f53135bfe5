//! Several threads: one goes ahead with the kernel, the others confirm the rare values behind it.
//!
//! ```text
//! leader    | span 5 | span 6 | span 7 | ...       the kernel, span after span, as if all heaps were common
//! workers       | far of 7 | witnesses of 4 | far of 8 | witnesses of 5 | ...
//! leader                         asks pair by pair what the witnesses of span 3 left open: span 3 is settled
//! ```
//!
//! **The invariant.** Spans are settled in their order. The values of settled spans are exact and stay;
//! those of the spans ahead are exact if every heap in them is common, and nobody outside sees them before
//! their span is settled. At most [`AHEAD`] spans are not.
//!
//! **Why nothing changes.** A settled span has been through the very questions that a single thread asks
//! (`sparse.rs`), and since spans are settled in order, the first heap with a missing rare value is found
//! first. It ends the run: `settle` goes back to it and drops what is ahead. That is rare itself, and costs
//! all the threads, so they are started only when no rare heap was met for [`QUIET`] heaps. For the same
//! reason no digit that crosses needs a look here: none reaches back to the last rare heap.
//!
//! **Who has what.** The leader alone changes values, rare heaps and exceptions. Each worker has planes of its
//! own, a copy that is fed with the ranks of each span, because the leader's planes move while they are read.
//! The probes do not change during a run and are lent. The first worker also unites the far entries, a
//! large part of the leader's work: their distance is at least two long spans, so what they exclude in span t + 2 is
//! decided by the heaps up to the end of span t, and can be known before span t + 1 is begun.
//!
//! **Nobody waits for somebody who waits.** Spans to examine lie in one queue, from which whoever has nothing
//! else to do takes the next, the leader included; threads that share a busy core then cost little. The leader
//! sleeps only while another thread has a span in hand or a far union to make, and the workers' answers
//! go through a channel without bound. Workers take the ranks that are sent to them before they examine anything,
//! so the leader is not held up for longer than one span. When the leader ends, its senders are dropped, and
//! that ends the workers.

use std::collections::VecDeque;
use std::sync::mpsc::{self, Receiver, Sender, SyncSender, TryRecvError};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use super::{Event, Kernel, Sparse, Step};
use crate::breaking::level::Level;
use crate::breaking::planes::Planes;
use crate::breaking::sliced::{LONG, unite_far};
use crate::breaking::unite::Sorted;
use crate::breaking::witness::{self, Probes};
use crate::pairs::PairRules;
use crate::values::Values;

/// Spans that may be ahead of their confirmation; the planes reach back further than that.
const AHEAD: usize = 8;
/// Heaps without a rare position before threads are used, and heaps that make them worth it: enough
/// that positions in the planes of far entries are all known.
const QUIET: usize = if cfg!(test) { 1 << 12 } else { 1 << 16 };

/// The ranks of the heaps from the first one on.
#[derive(Clone)]
struct Span {
    number: usize,
    from: usize,
    ranks: Arc<Vec<u16>>,
}

/// Spans that nobody examines yet, by number, first heap and end.
#[derive(Default)]
struct Waiting(Mutex<VecDeque<(usize, usize, usize)>>);

impl Waiting {
    fn add(&self, number: usize, from: usize, end: usize) {
        self.spans().push_back((number, from, end));
    }

    /// The next one, if it is among the first `known` spans.
    fn take(&self, known: usize) -> Option<(usize, usize, usize)> {
        let mut spans = self.spans();
        spans.front().filter(|(number, ..)| *number < known)?;
        spans.pop_front()
    }

    fn spans(&self) -> std::sync::MutexGuard<'_, VecDeque<(usize, usize, usize)>> {
        // A queue is whole after every step, so that a thread's panic leaves nothing half done.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What a thread found.
enum Found {
    /// The ranks that far entries exclude in the span of this number.
    Far(usize, Vec<u64>),
    /// The heaps and ranks that are open in the span of this number.
    Open(usize, Vec<(usize, usize)>),
}

impl Sparse {
    /// Whether threads would help from here to `to`.
    pub fn is_quiet(&self, values: &Values, to: usize) -> bool {
        let length = values.len();
        let last = self.rares.last().map_or(0, |(heap, _)| *heap);
        !self.is_tiny() && length > last + QUIET && to > length + QUIET
    }

    /// Adds values up to `to`, or until a step back or `go_on` ends it.
    pub fn run_ahead(
        &mut self,
        pairs: &PairRules,
        values: &mut Values,
        to: usize,
        threads: usize,
        go_on: &mut dyn FnMut(usize) -> bool,
    ) -> Step {
        let from = values.len();
        // Lent to the threads while the kernel changes the rest.
        let probes = std::mem::take(&mut self.probes);
        let (found, results) = mpsc::channel();
        let waiting = Waiting::default();
        let event = thread::scope(|scope| {
            let mut senders: Vec<SyncSender<Span>> = Vec::new();
            for number in 0..threads - 1 {
                let far = match &self.kernel {
                    Kernel::Sliced(sliced) => (sliced.far.clone(), sliced.room()),
                    Kernel::Sifted(sifted) => (sifted.far.clone(), sifted.room()),
                    _ => break,
                };
                let (sender, spans) = mpsc::sync_channel(2 * AHEAD);
                senders.push(sender);
                let worker = Worker {
                    level: self.level,
                    probes: &probes,
                    planes: self.planes.clone(),
                    far: (number == 0).then_some(far),
                    waiting: &waiting,
                    known: 0,
                    found: found.clone(),
                };
                scope.spawn(move || worker.run(spans));
            }
            drop(found);
            Leader {
                pairs,
                probes: &probes,
                waiting: &waiting,
                to,
                senders,
                results,
                far: Vec::new(),
                open: Vec::new(),
            }
            .run(self, values, go_on)
        });
        self.probes = probes;
        self.settle(pairs, values, from, event)
    }
}

/// Runs the kernel, and asks the pairs about what the threads leave open.
struct Leader<'a> {
    pairs: &'a PairRules,
    probes: &'a Probes,
    waiting: &'a Waiting,
    to: usize,
    senders: Vec<SyncSender<Span>>,
    results: Receiver<Found>,
    /// What was found and is not used yet.
    far: Vec<(usize, Vec<u64>)>,
    open: Vec<(usize, Vec<(usize, usize)>)>,
}

impl Leader<'_> {
    fn take(&mut self, found: Found) {
        match found {
            Found::Far(number, words) => self.far.push((number, words)),
            Found::Open(number, open) => self.open.push((number, open)),
        }
    }

    fn run(
        mut self,
        sparse: &mut Sparse,
        values: &mut Values,
        go_on: &mut dyn FnMut(usize) -> bool,
    ) -> Event {
        let mut confirmed = values.len();
        // Where each span ends, and how many are confirmed.
        let mut ends: Vec<usize> = Vec::new();
        let (mut settled, mut full, mut stopped) = (0, false, false);
        loop {
            let number = ends.len();
            let more = values.len() < self.to && !full && !stopped && number - settled < AHEAD;
            let far = self.far.iter().position(|(known, _)| *known == number);
            // The far entries of the first two spans are nobody else's work.
            if more && (number < 2 || far.is_some()) {
                let far = far.map(|index| self.far.swap_remove(index).1);
                let from = values.len();
                full = !sparse.run_span(values, self.to, far.as_deref());
                let ranks = Arc::new(std::mem::take(&mut sparse.ranks));
                ends.push(values.len());
                for sender in &self.senders {
                    // A thread ends only when this one does.
                    let _ = sender.send(Span { number, from, ranks: ranks.clone() });
                }
                self.waiting.add(number, from, values.len());
            } else if settled == number {
                break;
            } else {
                // Rather than wait for the others, the leader helps them.
                let found = match self.results.try_recv() {
                    Ok(found) => found,
                    Err(_) => match self.waiting.take(number) {
                        Some(span) => examine(sparse.level, self.probes, &sparse.planes, span),
                        None => match self.results.recv() {
                            Ok(found) => found,
                            Err(_) => return Event::Stop(confirmed),
                        },
                    },
                };
                self.take(found);
            }
            while let Ok(found) = self.results.try_recv() {
                self.take(found);
            }
            while let Some(index) = self.open.iter().position(|(number, _)| *number == settled) {
                let (_, open) = self.open.swap_remove(index);
                match sparse.answer(self.pairs, values, open) {
                    Ok(None) => {}
                    Ok(Some((heap, value))) => return Event::Value(heap, value),
                    Err(_) => return Event::Forgotten(confirmed),
                }
                confirmed = ends[settled];
                settled += 1;
                if settled % (2 * AHEAD) == 0 && !stopped {
                    stopped = !go_on(confirmed);
                }
            }
        }
        if full { Event::Definition(values.len()) } else { Event::None }
    }
}

/// What is open in a span, by the numbers of [`Waiting`].
fn examine(
    level: Level,
    probes: &Probes,
    planes: &Planes,
    (number, from, end): (usize, usize, usize),
) -> Found {
    let mut open = Vec::new();
    witness::open_between(level, probes, planes, (from, end), &mut open);
    Found::Open(number, open)
}

/// Works behind the leader, with planes of its own.
struct Worker<'a> {
    level: Level,
    probes: &'a Probes,
    planes: Planes,
    /// Far entries, if this thread unites them, and the room that takes.
    far: Option<(Sorted, usize)>,
    waiting: &'a Waiting,
    /// How many spans are in the planes.
    known: usize,
    found: Sender<Found>,
}

impl Worker<'_> {
    /// Far entries come first, because the leader waits for them.
    fn run(mut self, spans: Receiver<Span>) {
        loop {
            let found = match spans.try_recv() {
                Ok(span) => self.unite(&span),
                Err(TryRecvError::Disconnected) => return,
                Err(TryRecvError::Empty) => match self.waiting.take(self.known) {
                    Some(span) => Some(examine(self.level, self.probes, &self.planes, span)),
                    None => match spans.recv() {
                        Ok(span) => self.unite(&span),
                        Err(_) => return,
                    },
                },
            };
            if found.is_some_and(|found| self.found.send(found).is_err()) {
                return;
            }
        }
    }

    /// Puts a span into the planes, and unites the far entries of the span after the next.
    fn unite(&mut self, span: &Span) -> Option<Found> {
        let end = span.from + span.ranks.len();
        self.known = span.number + 1;
        self.planes.grow(end.next_multiple_of(64) + 64 * (2 * LONG + 1));
        for (heap, rank) in (span.from..).zip(span.ranks.iter()) {
            self.planes.set(usize::from(*rank), heap);
        }
        // A span that is cut short is the last one.
        let (far, room) = self.far.as_ref().filter(|_| end % 64 == 0)?;
        let mut words = vec![0; *room];
        // The span after the next begins one span after this one's end.
        unite_far(self.level, far, &self.planes, end + 64 * LONG, &mut words);
        Some(Found::Far(span.number + 2, words))
    }
}
