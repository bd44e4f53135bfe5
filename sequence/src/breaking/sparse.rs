//! One sparse space at work: ranks from a kernel, every rare value below confirmed, and a step back
//! where one is not.
//!
//! **The idea.** A space splits the values into rare and common ones by a parity (`space.rs`), and
//! parities add: a pair of heaps has a common value exactly if one of its parts is rare and the other
//! common. Nearly all heaps are common, so the common values that are excluded at heap n come from few
//! options, those with one of the few rare heaps as a part; and the rare values come from all the
//! others, so many that nearly every rare value is excluded many times over. The first is computed for
//! all heaps, quickly; the second is only confirmed, and need not be known exactly.
//!
//! **What holds between two steps.**
//!
//! 1. Every value is exact.
//! 2. `rares` lists every rare heap from 1 on, with its value. Heap 0 is no part of a pair and not listed.
//! 3. `entries` are what excludes common values: for each rare heap p of value g and each digit k that
//!    breaks, the distance k + p with the rank of g; for each digit k that leaves one heap, the distance k
//!    with rank 0. An entry (s, r) excludes at heap n the rank of G(n - s) xor r, if n - s is at least 1 and
//!    common. If n - s is rare as well, the pair's value is rare, and no plane has that heap.
//! 4. `planes` (and the kernel's own words) have each common heap within their window under its rank, and
//!    rare heaps nowhere.
//! 5. From heap `since` on, each rare value below a heap's value was seen as the value of an option with a
//!    part of at most `reach`, or stands in `exceptions`. The theorem of bounded witnesses
//!    (`witnesses.rs`) rests on this, no value does.
//!
//! **A step** is exact for these reasons, one for each piece:
//!
//! - *The kernel* ([`tiny`], [`sliced`], [`sifted`](super::sifted)) finds for each next heap the least rank that no entry excludes.
//!   Ranks keep the order of common values, so this is m, the least common value that no option has, as
//!   long as the heaps before it within the run are common, which the kernel takes for granted. Equal parts
//!   play no role: a rare part and a common one are different heaps.
//! - *Digits that cross* (`first_crossing`). In an alternating space an odd digit that leaves one heap
//!   makes a rare value of a common one, and a common value of a rare one. The latter are not among the
//!   entries, since there are few rare heaps and such a digit reaches back no further than itself. One more
//!   excluded value changes a mex only if it is that mex; so the heaps where the two agree are found
//!   afterwards, and the first of them goes to the definition.
//! - *The witnesses* ([`witness`], then [`Backward`]). G(n) is m if every rare value below m is an option's,
//!   and otherwise the least rare value that is not: below it all common values are excluded by the choice
//!   of m, and all rare ones are seen. Probes settle whole blocks of heaps at once; what they leave open is
//!   looked for among all options. A probe may miss, but it sees nothing that is not there, so the trials by
//!   which probes are chosen decide about time alone. Probes read heaps of the same run, which may be wrong
//!   themselves; but before the first heap that fails all are right, and those after it are not kept.
//! - *A step back* (`settle`, `retreat`). The first heap with a missing rare value gets it and becomes a
//!   rare heap itself. What the kernel had put behind it rested on its being common, and is taken back;
//!   what stands before it is confirmed. The entries are listed anew.
//! - *Room.* The kernel works on `rows` ranks, some more than were ever needed. If all of them are excluded at
//!   a heap, it says so, the heap goes to the definition, and there are more rows from then on.
//!
//! In a run that forgets, what is old is only needed by the definition, by [`Backward`] and by the entries of
//! a new rare heap, which reach back to the beginning; then the step answers [`Step::Forgotten`] instead of a value.
//! [`ahead`] does the same work with several threads.

mod ahead;
mod answer;

use answer::by_definition;

use super::level::Level;
use super::look::{Answer, Backward, Question};
use super::planes::Planes;
use super::sifted::Sifted;
use super::sliced::{self, Entry, Sliced, Span};
use super::space::{self, Space};
use super::tiny::{self, Tiny};
use super::witness::{self, Probes, WORDS};
use crate::engine::Name;
use crate::pairs::PairRules;
use crate::state;
use crate::values::{Cells, Values};
use bouton_core::order::InOrder;

/// A sparse space with its rare positions, from some heap on.
pub struct Sparse {
    level: Level,
    pub space: Space,
    pub rares: Vec<(usize, u32)>,
    /// From this heap on the space was in use.
    pub since: usize,
    /// Parts up to this one are looked at as a matter of course.
    pub reach: usize,
    /// Heaps, with a smaller part beyond that, where a rare value was seen only there.
    pub exceptions: Vec<(usize, usize)>,
    entries: Vec<Entry>,
    planes: Planes,
    probes: Probes,
    backward: Backward,
    kernel: Kernel,
    /// Digits that leave one heap and, in an alternating space, turn rare values into common ones.
    crossing: Vec<usize>,
    /// The common value of each rank, at heaps of even and of odd rare parity.
    common: [Vec<u32>; 2],
    /// The largest rank that a heap has had.
    largest: usize,
    /// Nearly all ranks are below this one.
    frequent: usize,
    /// The kernel that the caller insists on.
    only: Option<Name>,
    ranks: Vec<u16>,
    bytes: Vec<u8>,
}

enum Kernel {
    Narrow(Tiny<u32>),
    Wide(Tiny<u64>),
    Sliced(Box<Sliced>),
    Sifted(Box<Sifted>),
}

/// How a step ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// Values were added, all common.
    Common,
    /// The last value added is rare.
    Rare,
    /// Values that are needed are forgotten; nothing was added.
    Forgotten,
}

/// Parts used as probes are at most this, where ranks are few and where they are many.
const TINY_REACH: usize = 1 << 14;
const SLICED_REACH: usize = 1 << 14;
/// Heaps among which ranks are counted.
const SAMPLE: usize = 1 << 16;
/// Entries up to which words of ranks are faster than planes.
const MOST_TINY_ENTRIES: usize = 800;
/// Ranks from which on candidates are worth sifting: 0.376, which has fewer, loses by it.
const LEAST_SIFTED: usize = 64;
/// One heap in so many has a rank that is not called frequent.
const SELDOM: u32 = 100;

impl Sparse {
    /// Takes over from complete values.
    pub fn new(
        level: Level,
        pairs: &PairRules,
        values: &Values,
        space: Space,
        only: Option<Name>,
    ) -> Sparse {
        let rares = (1..)
            .zip(values.iter_from(0).skip(1))
            .filter(|(heap, value)| space.is_rare(*heap, *value))
            .collect();
        let mut sparse = Sparse::bare(level, pairs, space, rares, values.len());
        sparse.only = only.filter(|name| matches!(name, Name::Sliced | Name::Sifted));
        let ranks = (0..values.len()).filter_map(|heap| sparse.rank_at(values, heap));
        sparse.largest = ranks.max().unwrap_or(0) as usize;
        sparse.renew(pairs, values);
        sparse
    }

    /// Takes over from a state, where values may be forgotten.
    pub fn resume(
        level: Level,
        pairs: &PairRules,
        values: &Values,
        state: &state::Space,
        largest: u32,
    ) -> Sparse {
        let space = Space::new(state.mask, state.alternating, state.parity);
        let mut sparse = Sparse::bare(level, pairs, space, state.rares.clone(), state.since);
        sparse.reach = state.reach;
        sparse.exceptions = state.exceptions.clone();
        // No value up to the largest has a larger rank than this.
        sparse.largest = (space.rank(largest) | ((1 << space.mask.trailing_zeros()) - 1)) as usize;
        sparse.renew(pairs, values);
        sparse
    }

    /// Without what is made from the values.
    fn bare(
        level: Level,
        pairs: &PairRules,
        space: Space,
        rares: Vec<(usize, u32)>,
        since: usize,
    ) -> Sparse {
        let crossing = pairs.single.iter().copied();
        let crossing = crossing.filter(|taken| space.alternating && taken % 2 == 1);
        Sparse {
            level,
            space,
            rares,
            since,
            reach: 0,
            exceptions: Vec::new(),
            backward: Backward::default(),
            entries: Vec::new(),
            planes: Planes::new(0, 0, 64),
            probes: Probes::default(),
            kernel: Kernel::Narrow(Tiny::new(&[], 0, |_| tiny::NONE)),
            crossing: crossing.collect(),
            common: [Vec::new(), Vec::new()],
            largest: 0,
            frequent: 0,
            only: None,
            ranks: Vec::new(),
            bytes: Vec::new(),
        }
    }

    pub fn is_tiny(&self) -> bool {
        matches!(self.kernel, Kernel::Narrow(_) | Kernel::Wide(_))
    }

    /// The engine that its kernel is.
    pub fn name(&self) -> Name {
        match self.kernel {
            Kernel::Narrow(_) | Kernel::Wide(_) => Name::Tiny,
            Kernel::Sliced(_) => Name::Sliced,
            Kernel::Sifted(_) => Name::Sifted,
        }
    }

    /// Entries that a heap is compared with.
    pub fn entries(&self) -> usize {
        self.entries.len()
    }

    /// Ranks in use.
    pub fn ranks(&self) -> usize {
        self.largest + 1
    }

    /// Values that must stay readable behind the newest.
    pub fn reach_back(&self) -> usize {
        let longest = self.entries.iter().map(|entry| entry.distance).max().unwrap_or(0);
        longest.max(self.reach) + 4096
    }

    fn rank_at(&self, values: &Values, heap: usize) -> Option<u32> {
        let value = values.get(heap)?;
        (heap > 0 && !self.space.is_rare(heap, value)).then(|| self.space.rank(value))
    }

    /// Everything from the values; now and then, because what is frequent changes.
    pub fn renew(&mut self, pairs: &PairRules, values: &Values) {
        self.backward = Backward::new(values);
        self.list_entries(pairs);
        // It never shrinks: what was seen with a larger reach stays true.
        self.reach = self.reach.max(if self.largest < 64 { TINY_REACH } else { SLICED_REACH });
        self.build_planes(pairs, values);
        let rows = self.common[0].len();
        let mut frequency = vec![0; rows];
        let recent = values.len().saturating_sub(SAMPLE).max(values.start());
        for heap in recent..values.len() {
            if let Some(rank) = self.rank_at(values, heap) {
                frequency[rank as usize] += 1;
            }
        }
        let most = frequency.iter().sum::<u32>() / SELDOM;
        let mut beyond = 0;
        self.frequent = rows;
        while self.frequent > 8 && beyond + frequency[self.frequent - 1] <= most {
            self.frequent -= 1;
            beyond += frequency[self.frequent];
        }
        let few = self.is_few();
        let learned = !few && !cfg!(target_family = "wasm");
        let before = learned.then(|| std::mem::take(&mut self.probes));
        self.probes = Probes::new(
            self.level,
            pairs,
            &self.space,
            values,
            &self.planes,
            self.reach,
            &frequency,
            before,
        );
        self.build_kernel(values);
    }

    /// What a new rare position, or a new largest rank, changes.
    fn amend(&mut self, pairs: &PairRules, values: &Values) {
        if self.rows() != self.common[0].len() {
            return self.renew(pairs, values);
        }
        self.list_entries(pairs);
        if self.planes.rows() < self.plane_rows() || self.planes.window() < self.window(pairs) {
            self.build_planes(pairs, values);
            self.probes.place(&self.planes);
        }
        self.build_kernel(values);
    }

    fn list_entries(&mut self, pairs: &PairRules) {
        let single = pairs.single.iter().filter(|taken| !self.crossing.contains(taken));
        self.entries = single.map(|taken| Entry { distance: *taken, rank: 0 }).collect();
        for (taken, _) in &pairs.double {
            self.entries.extend(self.rares.iter().map(|(place, value)| Entry {
                distance: taken + place,
                rank: self.space.rank(*value),
            }));
        }
        let key = |entry: &Entry| (entry.distance, entry.rank);
        self.entries.put_in_order_by(|a, b| key(a).cmp(&key(b)));
        self.entries.dedup();
    }

    /// Whether there are few enough entries and ranks for words of ranks.
    fn is_few(&self) -> bool {
        self.only.is_none() && self.entries.len() <= MOST_TINY_ENTRIES && self.largest <= 62
    }

    /// Ranks that are worked on: some more than are in use, in whole words.
    fn rows(&self) -> usize {
        if self.is_few() {
            (self.largest + 2).next_multiple_of(32)
        } else {
            Sliced::targets(self.largest).max(72)
        }
    }

    /// Planes for all ranks that a rank and an entry's rank can make.
    fn plane_rows(&self) -> usize {
        let ranks = self.entries.iter().map(|entry| entry.rank as usize + 1).max();
        self.rows().max(ranks.unwrap_or(1)).next_power_of_two()
    }

    fn window(&self, pairs: &PairRules) -> usize {
        Probes::window(pairs, self.reach).max(Sliced::window(&self.entries))
    }

    fn build_planes(&mut self, pairs: &PairRules, values: &Values) {
        let length = values.len();
        // A quarter more than needed, so that not every new rare position asks for more.
        let window = self.window(pairs) / 4 * 5;
        let first =
            (length.saturating_sub(window) / 64 * 64).max(values.start().next_multiple_of(64));
        self.planes = Planes::new(self.plane_rows(), first, window);
        self.planes.grow(length.next_multiple_of(64) + 64 * WORDS);
        for heap in first..length {
            if let Some(rank) = self.rank_at(values, heap) {
                self.planes.set(rank as usize, heap);
            }
        }
        let rows = self.rows() as u32;
        self.common = [0, 1]
            .map(|parity| (0..rows).map(|rank| self.space.value(rank, false, parity)).collect());
    }

    fn build_kernel(&mut self, values: &Values) {
        let rows = self.common[0].len();
        let length = values.len();
        let tiny = self.is_few();
        let byte = |heap| self.rank_at(values, heap).unwrap_or(tiny::NONE);
        self.kernel = match rows {
            ..=32 if tiny => Kernel::Narrow(Tiny::new(&self.entries, length, byte)),
            ..=64 if tiny => Kernel::Wide(Tiny::new(&self.entries, length, byte)),
            _ if self.sifts(length) => {
                let rank_of = |heap| self.rank_at(values, heap);
                let rows = self.frequent;
                let sifted = Sifted::new(&self.entries, self.largest, rows, length, rank_of);
                Kernel::Sifted(Box::new(sifted))
            }
            _ => {
                let mut sliced = Sliced::new(&self.entries, self.largest);
                let start = length / 64 * 64;
                let rank_of = |index: usize| {
                    let rank = (start + index).checked_sub(64);
                    let rank = rank.filter(|heap| *heap < length);
                    rank.and_then(|heap| self.rank_at(values, heap))
                        .map_or(sliced::NONE, |rank| rank as u16)
                };
                sliced.set_recent(rank_of);
                Kernel::Sliced(Box::new(sliced))
            }
        };
    }

    /// Whether the kernel `sifted` is the one for the heaps from here on.
    fn sifts(&self, length: usize) -> bool {
        let last = self.rares.last().map_or(0, |(heap, _)| *heap);
        // Pages fetch what they run: there the kernel `sliced` serves.
        if cfg!(target_family = "wasm") {
            return false;
        }
        let wide = self.only == Some(Name::Sifted) || self.largest >= LEAST_SIFTED;
        wide && self.only != Some(Name::Sliced)
            && Sifted::fits(&self.entries, self.largest, last, length)
    }

    /// Adds at least one value, and none beyond `to`.
    pub fn advance(&mut self, pairs: &PairRules, values: &mut Values, to: usize) -> Step {
        let from = values.len();
        if matches!(self.kernel, Kernel::Sliced(_)) && self.sifts(from) {
            self.build_kernel(values);
        }
        let whole = match &self.kernel {
            Kernel::Sliced(_) | Kernel::Sifted(_) => self.run_span(values, to, None),
            _ => self.run_tiny(values, to),
        };
        let event = match self.first_crossing(values, from) {
            Some(heap) => Event::Definition(heap),
            None if !whole => Event::Definition(values.len()),
            None => Event::None,
        };
        let end = if let Event::Definition(heap) = event { heap } else { values.len() };
        let mut open = Vec::new();
        witness::open_between(self.level, &self.probes, &self.planes, (from, end), &mut open);
        let event = match self.answer(pairs, values, open) {
            Ok(None) => event,
            Ok(Some((heap, value))) => Event::Value(heap, value),
            Err(Forgotten) => Event::Forgotten(from),
        };
        self.settle(pairs, values, from, event)
    }

    /// Goes on after an event, or back before it; `from` is where the step began.
    fn settle(
        &mut self,
        pairs: &PairRules,
        values: &mut Values,
        from: usize,
        event: Event,
    ) -> Step {
        let (heap, value) = match event {
            Event::None => return Step::Common,
            Event::Value(heap, value) => (heap, Some(value)),
            Event::Definition(heap) => {
                self.retreat(values, heap);
                (heap, by_definition(pairs, values))
            }
            Event::Forgotten(heap) | Event::Stop(heap) => (heap, None),
        };
        self.retreat(values, heap);
        let value = value.filter(|value| values.start() == 0 || !self.space.is_rare(heap, *value));
        let Some(value) = value else {
            self.build_kernel(values);
            return if heap > from { Step::Common } else { Step::Forgotten };
        };
        let rare = self.space.is_rare(heap, value);
        if rare {
            self.rares.push((heap, value));
        } else {
            self.largest = self.largest.max(self.space.rank(value) as usize);
            self.note_parts(pairs, values, value);
        }
        values.cells.push(value);
        self.amend(pairs, values);
        if rare { Step::Rare } else { Step::Common }
    }

    /// For a value found by the definition: where the rare values below it are seen.
    fn note_parts(&mut self, pairs: &PairRules, values: &Values, value: u32) {
        let heap = values.len();
        for rare in (0..value).filter(|rare| self.space.is_rare(heap, *rare)) {
            let question = Question { level: self.level, pairs, values, heap, value: rare };
            match self.backward.look(question, self.reach) {
                Answer::Seen(part) if part > self.reach => self.exceptions.push((heap, part)),
                _ => {}
            }
        }
    }

    /// Takes back all values from a heap on.
    fn retreat(&mut self, values: &mut Values, heap: usize) {
        values.cells.truncate(heap - values.start());
        self.planes.clear_from(heap / 8 * 8);
        for before in heap / 8 * 8..heap {
            if let Some(rank) = self.rank_at(values, before) {
                self.planes.set(rank as usize, before);
            }
        }
    }

    /// Runs a span, where what far entries exclude may be known; whether all ranks fitted.
    fn run_span(&mut self, values: &mut Values, to: usize, far: Option<&[u64]>) -> bool {
        let from = values.len();
        let start = from / 64 * 64;
        let end = to.min(start + 64 * sliced::LONG);
        self.ranks.clear();
        let entries = match &mut self.kernel {
            Kernel::Sliced(sliced) => std::mem::take(&mut sliced.distant),
            Kernel::Sifted(sifted) => std::mem::take(&mut sifted.distant),
            _ => return true,
        };
        let space = self.space;
        let known: &Values = values;
        let distant = |heap: usize, own: &mut [u64]| {
            for entry in &entries {
                let Some(before) = heap.checked_sub(entry.distance).filter(|before| *before > 0)
                else {
                    continue;
                };
                let Some(value) = known.get(before) else { continue };
                if !space.is_rare(before, value) {
                    let target = (space.rank(value) ^ entry.rank) as usize;
                    if let Some(word) = own.get_mut(target / 64) {
                        *word |= 1 << (target % 64);
                    }
                }
            }
        };
        let (planes, ranks) = (&mut self.planes, &mut self.ranks);
        let distant: Option<&dyn Fn(usize, &mut [u64])> =
            if entries.is_empty() { None } else { Some(&distant) };
        let (level, heaps) = (self.level, (from, end));
        let result = match &mut self.kernel {
            Kernel::Sliced(sliced) => sliced.run(level, planes, heaps, far, distant, ranks),
            Kernel::Sifted(sifted) => sifted.run(level, planes, heaps, far, distant, ranks),
            _ => Span::Whole,
        };
        match &mut self.kernel {
            Kernel::Sliced(sliced) => sliced.distant = entries,
            Kernel::Sifted(sifted) => sifted.distant = entries,
            _ => {}
        }
        for (heap, rank) in (from..).zip(&self.ranks) {
            self.largest = self.largest.max(usize::from(*rank));
            let parity = self.space.rare_parity(heap) as usize;
            values.cells.push(self.common[parity][usize::from(*rank)]);
        }
        matches!(result, Span::Whole)
    }

    /// Runs groups up to the end of a block; whether all ranks fitted.
    fn run_tiny(&mut self, values: &mut Values, to: usize) -> bool {
        let from = values.len();
        let end = to.min((from / 64 + WORDS) * 64);
        self.bytes.resize(end - from, 0);
        let right = match &mut self.kernel {
            Kernel::Narrow(tiny) => tiny::run_narrow(self.level, tiny, from, &mut self.bytes),
            Kernel::Wide(tiny) => tiny::run_wide(self.level, tiny, from, &mut self.bytes),
            Kernel::Sliced(_) | Kernel::Sifted(_) => 0,
        };
        let whole = right == self.bytes.len();
        self.bytes.truncate(right);
        self.planes.grow((from + right).next_multiple_of(64) + 64 * WORDS);
        self.planes.set_run(self.level, from, &self.bytes);
        let largest = self.bytes.iter().copied().max().unwrap_or(0);
        self.largest = self.largest.max(usize::from(largest));
        let parity = [0, 1].map(|heap| self.space.rare_parity(from + heap) as usize);
        let wide = self.common.iter().flatten().any(|value| *value > 255);
        if let (Cells::Bytes(cells), false) = (&mut values.cells, wide) {
            let first = cells.len();
            cells.extend_from_slice(&self.bytes);
            space::common_bytes(self.level, &self.space, parity[0], &mut cells[first..]);
        } else {
            let tables = parity.map(|parity| &self.common[parity][..]);
            for (index, rank) in self.bytes.iter().enumerate() {
                values.cells.push(tables[index & 1][usize::from(*rank)]);
            }
        }
        whole
    }

    /// The first new heap whose value an option of one heap has, through a digit that crosses.
    fn first_crossing(&self, values: &Values, from: usize) -> Option<usize> {
        let last = self.crossing.iter().copied().max()?;
        let recent = self.rares.iter().rev().take_while(|(place, _)| place + last >= from);
        let heaps = recent.flat_map(|(place, value)| {
            self.crossing.iter().map(move |taken| (place + taken, *value))
        });
        heaps
            .filter(|(heap, value)| *heap >= from && values.get(*heap) == Some(*value))
            .map(|(heap, _)| heap)
            .min()
    }
}

/// What ends a run of common values.
enum Event {
    None,
    /// A heap has a value that the kernel did not find, because it is rare.
    Value(usize, u32),
    /// A heap's value has to be found by the definition.
    Definition(usize),
    /// Values are missing to confirm what follows this heap.
    Forgotten(usize),
    /// A thread is gone; what follows this heap is not confirmed.
    Stop(usize),
}

/// Values that an answer needs are not kept.
struct Forgotten;
