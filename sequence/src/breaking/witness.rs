//! Whether every rare value below a heap's value is the value of some option.
//!
//! A rare value r is seen at heap n through a pair (a, n - k - a) of common parts: the second part must
//! have the rank of r xor that of a. So for a few well chosen small parts a, and for a whole block of
//! heaps at once, the plane of that rank, shifted by k + a, shows the heaps where r is seen. What
//! stays open after these probes is looked for pair by pair.

use super::cover::{self, Cover};
use super::level::{Level, for_each_level};
use super::planes::Planes;
use super::space::Space;
use crate::pairs::PairRules;
use crate::values::Values;
use bouton_core::order::InOrder;

/// Words of a block: the heaps that are examined at once.
pub const WORDS: usize = 16;
/// Blocks on which probes are tried before they are chosen.
pub const TRIALS: usize = 4;
/// Parts that are tried as probes for each rare value.
const TRIED: usize = 1536;
/// Small parts, all of which are tried.
const SMALL: usize = 512;
/// How often each trial is settled.
const COVERS: usize = 3;
/// Probes after which the last few heaps are left to be looked at one by one.
const PATIENCE: usize = 64;
/// Probes that are kept beyond those that the trials need.
const SPARE: usize = 96;
/// Parts that are tried for each rare value where there are many.
const POOL: usize = 1536;
/// What was learned serves until there are so many times as many values.
const LASTING: usize = 16;

/// A part that may show a rare value: the plane of the other part, and its distance.
#[derive(Clone, Copy, Default)]
pub struct Probe {
    pub row: u32,
    pub distance: u32,
}

impl Probe {
    /// The offset into the planes, relative to the byte of a block; and bits to shift down.
    pub fn place(&self, planes: &Planes) -> (usize, u32) {
        let row = self.row as usize * planes.stride();
        (row.wrapping_sub(self.distance.div_ceil(8) as usize), self.distance.wrapping_neg() % 8)
    }
}

/// The probes for one rare value, in the order of their use.
#[derive(Clone, Default)]
struct Plan {
    /// A whole number of bytes away.
    even: Vec<Probe>,
    /// Any distance.
    odd: Vec<Probe>,
    even_places: Vec<usize>,
    odd_places: Vec<(usize, u32)>,
}

/// Where to look for each rare value.
#[derive(Default)]
pub struct Probes {
    /// For each rank of a rare value.
    plans: Vec<Plan>,
    /// Instead of these, where there are many ranks; and the length at which they were learned.
    covers: Vec<Cover>,
    learned: usize,
    /// For each high part: whether rare values come before common ones, at even and at odd heaps.
    rare_first: Vec<[bool; 2]>,
    low: usize,
}

pub type Block = [u64; WORDS];

impl Probes {
    /// Chooses probes with parts up to `reach`, for as many rare values as there are ranks;
    /// `frequency` counts each rank among recent heaps, and the planes are known below the length of the values.
    /// What was learned before is kept for some time where there are many ranks.
    #[expect(clippy::too_many_arguments, reason = "all that a sparse space knows")]
    pub fn new(
        level: Level,
        pairs: &PairRules,
        space: &Space,
        values: &Values,
        planes: &Planes,
        reach: usize,
        frequency: &[u32],
        before: Option<Probes>,
    ) -> Probes {
        let low = space.mask.trailing_zeros() as usize;
        let highs = frequency.len().div_ceil(1 << low);
        let rare_first = (0..highs)
            .map(|high| [0, 1].map(|heap| space.rare_comes_first(high, space.rare_parity(heap))))
            .collect();
        let ranks = highs << low;
        let plans = vec![Plan::default(); ranks];
        let mut probes = Probes { plans, rare_first, low, ..Probes::default() };
        if let Some(before) = &before {
            probes.learned = values.len();
            if !before.covers.is_empty() && values.len() / LASTING < before.learned {
                probes.learned = before.learned;
                probes.covers.clone_from(&before.covers);
            }
        }
        // Both parts of a pair are then different.
        let limit = reach.min(values.len().saturating_sub(pairs.last() + 2) / 2);
        let mut parts: Vec<Probe> = Vec::new();
        for (taken, _) in &pairs.double {
            for part in 1..=limit {
                let Some(value) = values.get(part) else { continue };
                if !space.is_rare(part, value) {
                    parts.push(Probe { row: space.rank(value), distance: (taken + part) as u32 });
                }
            }
        }
        let last = values.len() / (64 * WORDS);
        let blocks: Vec<usize> = (last.saturating_sub(TRIALS)..last)
            .map(|block| block * 64 * WORDS)
            .filter(|start| planes.reads(*start, reach + pairs.last() + 64))
            .collect();
        let trials: Vec<Vec<Block>> =
            blocks.iter().map(|start| probes.demands(planes, *start)).collect();
        for rank in 0..ranks {
            let demands = trials.iter().map(|demands| demands[rank]).collect();
            let trials = Trials { planes, blocks: &blocks, demands };
            if before.is_none() {
                let tried = candidates(rank as u32, &parts, frequency);
                probes.plans[rank] = best_plan(level, &trials, &tried);
            } else if rank >= probes.covers.len() && !cfg!(target_family = "wasm") {
                let tried = pool(rank as u32, &parts, frequency);
                probes.covers.push(cover::learn(level, &trials, &tried));
            }
        }
        probes.place(planes);
        probes
    }

    /// For each rank of a rare value, the heaps of a block that have a larger value.
    fn demands(&self, planes: &Planes, start: usize) -> Vec<Block> {
        let mut demands = vec![[0; WORDS]; self.plans.len()];
        let mut above = [0; WORDS];
        for high in (0..self.rare_first.len()).rev() {
            let todo = self.demand(planes, start, &[u64::MAX; WORDS], high, &mut above);
            demands[high << self.low..(high + 1) << self.low].fill(todo);
        }
        demands
    }

    /// The heaps of a block whose value is above the rare ones with this high part. `above` are those
    /// with a larger high part; those with this one are added.
    #[inline(always)]
    fn demand(
        &self,
        planes: &Planes,
        start: usize,
        heaps: &Block,
        high: usize,
        above: &mut Block,
    ) -> Block {
        let here = planes.byte(start, 0);
        let mut equal = [0u64; WORDS];
        for row in (high << self.low..(high + 1) << self.low).take_while(|row| *row < planes.rows())
        {
            let plane: Block = planes.load(row, here);
            for word in 0..WORDS {
                equal[word] |= plane[word] & heaps[word];
            }
        }
        // Blocks start at even heaps.
        let [even, odd] = self.rare_first[high];
        let pattern = if even { 0x5555_5555_5555_5555 } else { 0 }
            | if odd { 0xAAAA_AAAA_AAAA_AAAA } else { 0u64 };
        let mut todo = [0u64; WORDS];
        for word in 0..WORDS {
            todo[word] = above[word] | (equal[word] & pattern);
            above[word] |= equal[word];
        }
        todo
    }

    /// Finds the probes in these planes.
    pub fn place(&mut self, planes: &Planes) {
        for plan in &mut self.plans {
            plan.even_places = plan.even.iter().map(|probe| probe.place(planes).0).collect();
            plan.odd_places = plan.odd.iter().map(|probe| probe.place(planes)).collect();
        }
        self.covers.iter_mut().for_each(|cover| cover.place(planes));
    }

    /// How far behind the newest heap the planes are read: behind the blocks of the trials, and behind
    /// those that threads have still to confirm.
    pub fn window(pairs: &PairRules, reach: usize) -> usize {
        reach + pairs.last() + 64 * WORDS * (TRIALS + 12)
    }
}

/// The blocks on which probes are tried, with the heaps that ask for the rare value.
pub struct Trials<'a> {
    planes: &'a Planes,
    pub blocks: &'a [usize],
    pub demands: Vec<Block>,
}

impl Trials<'_> {
    #[cfg(test)]
    pub fn new<'a>(planes: &'a Planes, blocks: &'a [usize], demand: Block) -> Trials<'a> {
        Trials { planes, blocks, demands: vec![demand; blocks.len()] }
    }

    #[inline(always)]
    fn seen(&self, probe: &Probe, start: usize) -> Block {
        let (place, shift) = probe.place(self.planes);
        shifted(self.planes, place.wrapping_add(self.planes.byte(start, 0)), shift)
    }

    /// How many of the open heaps a probe settles.
    #[inline(always)]
    pub fn settled(&self, probe: &Probe, open: &[Block]) -> u32 {
        let mut count = 0;
        for (start, open) in self.blocks.iter().zip(open) {
            let seen = self.seen(probe, *start);
            for word in 0..WORDS {
                count += (seen[word] & open[word]).count_ones();
            }
        }
        count
    }

    /// Takes the heaps that a probe settles out of the open ones.
    #[inline(always)]
    pub fn settle(&self, probe: &Probe, open: &mut [Block]) {
        for (start, open) in self.blocks.iter().zip(open) {
            let seen = self.seen(probe, *start);
            for word in 0..WORDS {
                open[word] &= !seen[word];
            }
        }
    }
}

/// Chooses the probes that settle the trials soonest, several times over, so that other heaps are
/// likely to be settled too.
#[inline(always)]
fn plan(trials: &Trials<'_>, tried: &[Probe]) -> Plan {
    let mut plan = Plan::default();
    let mut ranked: Vec<(u32, Probe)> = Vec::with_capacity(tried.len());
    for probe in tried {
        let count = trials.settled(probe, &trials.demands);
        if count > 0 || trials.blocks.is_empty() {
            ranked.push((count, *probe));
        }
    }
    ranked.put_in_order_by(|a, b| b.0.cmp(&a.0).then(a.1.distance.cmp(&b.1.distance)));
    let mut used = vec![false; ranked.len()];
    for _ in 0..COVERS {
        let mut open = trials.demands.clone();
        let mut left = 0;
        for word in open.iter().flatten() {
            left += word.count_ones();
        }
        // First those that settle much of what is left, then those that settle little.
        for (whole, share) in
            [(true, 4), (true, 16), (false, 16), (true, 1 << 20), (false, 1 << 20)]
        {
            for (index, (most, probe)) in ranked.iter().enumerate() {
                // No later probe settles more than it did at first.
                if left == 0 || *most <= left / share {
                    break;
                }
                if used[index] || (probe.distance % 8 == 0) != whole {
                    continue;
                }
                let count = trials.settled(probe, &open);
                if count <= left / share {
                    continue;
                }
                used[index] = true;
                if whole {
                    plan.even.push(*probe)
                } else {
                    plan.odd.push(*probe)
                }
                left -= count;
                trials.settle(probe, &mut open);
            }
        }
    }
    let unused = ranked.iter().zip(&used).filter(|(_, used)| !**used).map(|((_, probe), _)| *probe);
    plan.even.extend(unused.filter(|probe| probe.distance % 8 == 0).take(SPARE));
    plan
}

/// The bits of a block from a byte on, shifted down.
#[inline(always)]
fn shifted(planes: &Planes, from: usize, shift: u32) -> Block {
    let Some(words) = planes.words_at::<{ WORDS + 1 }>(from) else { return [0; WORDS] };
    let mut block = [0; WORDS];
    for word in 0..WORDS {
        block[word] = words[word] >> shift | words[word + 1] << 1 << (63 - shift);
    }
    block
}

/// The parts that most likely show a rare value: small ones, and then a weighted sample, so that
/// frequent ranks come first, but not in the neighbourhood of one heap only.
fn candidates(rank: u32, parts: &[Probe], frequency: &[u32]) -> Vec<Probe> {
    let mut keyed: Vec<(f32, Probe)> = Vec::new();
    for (index, part) in parts.iter().enumerate() {
        let probe = Probe { row: rank ^ part.row, distance: part.distance };
        let weight = frequency.get(probe.row as usize).copied().unwrap_or(0) as f32;
        if weight > 0.0 {
            // Whole bytes are cheaper.
            let weight = if part.distance % 8 == 0 { 4.0 * weight } else { weight };
            let chance = scatter(index as u32 ^ rank << 16);
            let key = if part.distance as usize <= SMALL { 0.0 } else { -chance.ln() / weight };
            keyed.push((key, probe));
        }
    }
    let most = TRIED + SMALL;
    if keyed.len() > most {
        keyed.select_nth_unstable_by(most, |one, other| one.0.total_cmp(&other.0));
        keyed.truncate(most);
    }
    keyed.into_iter().map(|(_, probe)| probe).collect()
}

/// A sample of the parts that may show a rare value, each as likely as its rank is frequent.
fn pool(rank: u32, parts: &[Probe], frequency: &[u32]) -> Vec<Probe> {
    let weight = |row: u32| frequency.get(row as usize).copied().unwrap_or(0) as f32;
    let total: f32 = parts.iter().map(|part| weight(rank ^ part.row)).sum();
    let scale = POOL as f32 / total.max(1.0);
    let mut tried = Vec::with_capacity(2 * POOL);
    for (index, part) in parts.iter().enumerate() {
        let row = rank ^ part.row;
        if scatter(index as u32 ^ rank << 16) < scale * weight(row) {
            tried.push(Probe { row, distance: part.distance });
        }
    }
    tried
}

/// A number between 0 and 1, the same for the same seed.
fn scatter(seed: u32) -> f32 {
    let mixed = (u64::from(seed) + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let mixed = (mixed ^ mixed >> 29).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    ((mixed >> 40) as f32 + 1.0) / (1 << 24) as f32
}

for_each_level! {
    fn best_plan(trials: &Trials<'_>, tried: &[Probe]) -> Plan = plan;
    fn open_questions(own: Level, probes: &Probes, planes: &Planes, start: usize, heaps: &Block, open: &mut Vec<(usize, usize)>) = examine;
}

/// Pushes the heaps of a block (from `start`, a multiple of 64; a bit in `heaps` for each that counts)
/// and the ranks of rare values below theirs that no probe has seen.
#[inline(always)]
fn examine(
    level: Level,
    probes: &Probes,
    planes: &Planes,
    start: usize,
    heaps: &Block,
    open: &mut Vec<(usize, usize)>,
) {
    let mut above = [0; WORDS];
    for high in (0..probes.rare_first.len()).rev() {
        let todo = probes.demand(planes, start, heaps, high, &mut above);
        if todo.iter().fold(0, |any, word| any | word) != 0 {
            for rank in high << probes.low..(high + 1) << probes.low {
                match probes.covers.get(rank) {
                    Some(cover) if !cfg!(target_family = "wasm") => {
                        let mut todo = todo;
                        cover::narrow(level, cover, planes, start, &mut todo);
                        push_open(rank, start, &todo, open);
                    }
                    _ => examine_rank(&probes.plans[rank], rank, planes, start, todo, open),
                }
            }
        }
    }
}

#[inline(always)]
fn examine_rank(
    plan: &Plan,
    rank: usize,
    planes: &Planes,
    start: usize,
    mut todo: Block,
    open: &mut Vec<(usize, usize)>,
) {
    let here = planes.byte(start, 0);
    let mut used = 0;
    for group in plan.even_places.chunks(4) {
        for place in group {
            let Some(seen) = planes.words_at::<WORDS>(place.wrapping_add(here)) else { continue };
            for word in 0..WORDS {
                todo[word] &= !seen[word];
            }
        }
        let mut any = 0;
        for word in todo {
            any |= word;
        }
        if any == 0 {
            return;
        }
        used += 4;
        if used >= PATIENCE
            && used % 16 == 0
            && todo.iter().map(|word| word.count_ones()).sum::<u32>() <= 2
        {
            break;
        }
    }
    for (place, shift) in &plan.odd_places {
        let seen = shifted(planes, place.wrapping_add(here), *shift);
        let mut any = 0;
        for word in 0..WORDS {
            todo[word] &= !seen[word];
            any |= todo[word];
        }
        if any == 0 {
            return;
        }
    }
    push_open(rank, start, &todo, open);
}

#[inline(always)]
fn push_open(rank: usize, start: usize, todo: &Block, open: &mut Vec<(usize, usize)>) {
    for (word, bits) in todo.iter().enumerate() {
        let mut bits = *bits;
        while bits != 0 {
            open.push((start + 64 * word + bits.trailing_zeros() as usize, rank));
            bits &= bits - 1;
        }
    }
}

/// The same for all heaps of a range.
pub fn open_between(
    level: Level,
    probes: &Probes,
    planes: &Planes,
    (from, end): (usize, usize),
    open: &mut Vec<(usize, usize)>,
) {
    let words = if probes.covers.is_empty() { WORDS } else { cover::USED };
    for block in (from / 64 * 64..end).step_by(64 * words) {
        let end = end.min(block + 64 * words);
        let heaps = std::array::from_fn(|word| {
            let first = block + 64 * word;
            let before = |heap: usize| match heap.saturating_sub(first) {
                bits @ 0..64 => (1u64 << bits) - 1,
                _ => u64::MAX,
            };
            before(end) & !before(from)
        });
        open_questions(level, level, probes, planes, block, &heaps, open);
    }
}
