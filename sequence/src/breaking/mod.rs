//! The engine for games whose options are nothing, one heap or two heaps: octal games and Grundy's
//! game.
//!
//! It starts with [`direct`], and from time to time looks for a [`space`] in which few positions are
//! rare. If there is one, [`sparse`] goes on in it, with the kernel [`tiny`], [`sliced`] or [`sifted`]. The choice is made
//! by estimates; the values are exact whatever it is.

mod cover;
mod direct;
pub mod level;
mod look;
mod planes;
mod scatter;
mod sieve;
mod sifted;
mod sliced;
mod space;
mod sparse;
mod tiny;
mod unite;
mod witness;

use bouton_core::error::Error;
use bouton_core::heap::{HeapRules, Shape};
use direct::Direct;
use level::Level;
use space::Space;
use sparse::{Sparse, Step};

use crate::engine::{Choice, Engine, Name, SparseSpace};
use crate::pairs::PairRules;
use crate::state;
use crate::values::Values;

/// Computes the values of an octal game.
pub struct Breaking {
    pairs: PairRules,
    values: Values,
    level: Level,
    phase: Phase,
    /// The length at which the choice is made again.
    next_choice: usize,
    /// Rare positions since the last choice.
    new_rares: usize,
    /// The kernel that the caller insists on, where it fits.
    wanted: Option<Name>,
    threads: usize,
}

enum Phase {
    Direct(Direct),
    Sparse(Box<Sparse>),
}

/// The length at which a sparse space is first looked for.
const FIRST_CHOICE: usize = 2048;
/// Rules that take more at once are left to other engines.
const MOST_TAKEN: usize = 1024;
/// Work between two questions to the caller, in thousands of cycles: some ten milliseconds.
const WORK: u64 = 30_000;
/// Values that a choice looks at, at most.
const SAMPLE: usize = 1 << 16;
/// New rare positions after which the choice is made again.
const MANY_RARES: usize = 32;

impl Breaking {
    /// Whether rules of this shape are covered.
    pub fn applies(rules: &dyn HeapRules) -> bool {
        let Shape::Code(code) = rules.shape() else { return false };
        PairRules::of(code).is_some_and(|pairs| pairs.last() < MOST_TAKEN)
    }

    /// Goes on from values that are known, all of them; `None` where the rules leave other than
    /// nothing, one heap or two.
    pub fn new(rules: &dyn HeapRules, known: Values, choice: Choice) -> Option<Breaking> {
        let Shape::Code(code) = rules.shape() else { return None };
        let pairs = PairRules::of(code).filter(|pairs| pairs.last() < MOST_TAKEN)?;
        let level = choice.level.unwrap_or_else(Level::best);
        Some(Breaking {
            pairs,
            next_choice: known.len().max(FIRST_CHOICE),
            values: known.keeping(choice.keep),
            level,
            phase: Phase::Direct(Direct::new(level)),
            new_rares: 0,
            wanted: choice.engine,
            threads: choice.threads,
        })
    }

    /// Goes on from a state in its space; `largest` is the largest value so far.
    pub fn resume(
        rules: &dyn HeapRules,
        known: Values,
        space: &state::Space,
        largest: u32,
        choice: Choice,
    ) -> Option<Breaking> {
        let keep = known.limit();
        let mut breaking = Breaking::new(rules, known, choice)?;
        breaking.values = std::mem::take(&mut breaking.values).keeping(keep);
        breaking.next_choice = 2 * breaking.values.len().max(FIRST_CHOICE / 2);
        let sparse =
            Sparse::resume(breaking.level, &breaking.pairs, &breaking.values, space, largest);
        breaking.phase = Phase::Sparse(Box::new(sparse));
        Some(breaking)
    }

    /// Adds at least one value and none beyond `to`; `None` where the values needed are forgotten.
    /// Returns the work done, in thousands of cycles or so.
    fn step(&mut self, to: usize) -> Option<u64> {
        let before = self.values.len();
        if before >= self.next_choice || self.new_rares > MANY_RARES {
            self.choose();
        }
        let cost = match &mut self.phase {
            Phase::Direct(direct) => {
                direct.advance(&self.pairs, &mut self.values, to.min(self.next_choice));
                direct_cost(&self.pairs, before)
            }
            Phase::Sparse(sparse) => {
                let to = to.min(self.next_choice);
                match sparse.advance(&self.pairs, &mut self.values, to) {
                    Step::Common => {}
                    Step::Rare => self.new_rares += 1,
                    Step::Forgotten => return None,
                }
                if self.values.may_forget(sparse.reach_back()) {
                    self.values.forget();
                }
                sparse_cost(sparse.entries(), sparse.ranks())
            }
        };
        Some((cost * (self.values.len() - before) as f64 / 1000.0) as u64 + 1)
    }

    /// Uses several threads, if that helps and was asked for.
    fn run_ahead(&mut self, to: usize, go_on: &mut dyn FnMut(usize) -> bool) -> bool {
        let to = to.min(self.next_choice);
        let Phase::Sparse(sparse) = &mut self.phase else { return false };
        // Pages have no threads.
        if cfg!(target_family = "wasm") || self.threads < 2 || !sparse.is_quiet(&self.values, to) {
            return false;
        }
        let step = sparse.run_ahead(&self.pairs, &mut self.values, to, self.threads, go_on);
        self.new_rares += usize::from(step == Step::Rare);
        if self.values.may_forget(sparse.reach_back()) {
            self.values.forget();
        }
        step != Step::Forgotten
    }

    /// Looks for the space with the fewest rare positions, and whether it is worth using.
    fn choose(&mut self) {
        let length = self.values.len();
        let doubled = length >= self.next_choice;
        if doubled {
            self.next_choice = 2 * length.max(FIRST_CHOICE / 2);
        }
        self.new_rares = 0;
        if self.values.start() > 0 {
            return self.renew();
        }
        let first = length - (length / 2).min(SAMPLE);
        let sample: Vec<u32> = self.values.iter_from(first).collect();
        let best = Space::best(&self.pairs, first, &sample);
        if let Phase::Direct(direct) = &mut self.phase {
            // Masks grow with the values, and a mask too short makes twice as many values rare.
            self.next_choice = self.next_choice.min(length + length / 4);
            direct.cross(best);
            if self.wanted == Some(Name::Direct) {
                return;
            }
        }
        if matches!(&self.phase, Phase::Sparse(sparse) if sparse.space == best && sparse.rares.len() < length / 64)
        {
            if doubled {
                self.renew();
            }
            return;
        }
        let rares = (1..length)
            .filter(|heap| self.values.get(*heap).is_some_and(|value| best.is_rare(*heap, value)));
        let (mut total, mut late) = (0, 0);
        for heap in rares {
            total += 1;
            late += usize::from(heap >= length - length / 4);
        }
        let entries = total * self.pairs.double.len() + self.pairs.single.len();
        // Each rare position costs a step back and a look at all pairs.
        let rate = late as f64 / (length / 4).max(1) as f64;
        let ranks = sample.iter().copied().max().unwrap_or(0) as usize / 2;
        let own = sparse_cost(entries, ranks);
        let pairs = (length * self.pairs.double.len()) as f64;
        let worth = own + rate * (800.0 * own + 3.0 * pairs) < direct_cost(&self.pairs, length);
        let better = match &self.phase {
            Phase::Direct(_) => worth || self.wanted.is_some(),
            Phase::Sparse(sparse) => total < sparse.rares.len(),
        };
        if better {
            let sparse = Sparse::new(self.level, &self.pairs, &self.values, best, self.wanted);
            self.phase = Phase::Sparse(Box::new(sparse));
        } else if matches!(self.phase, Phase::Direct(_)) {
            // It goes on.
        } else if !worth && self.wanted.is_none() {
            let mut direct = Direct::new(self.level);
            direct.cross(best);
            self.phase = Phase::Direct(direct);
        } else if doubled {
            self.renew();
        }
    }

    fn renew(&mut self) {
        if let Phase::Sparse(sparse) = &mut self.phase {
            sparse.renew(&self.pairs, &self.values);
        }
    }
}

/// Cycles for a heap, roughly.
fn direct_cost(pairs: &PairRules, heap: usize) -> f64 {
    3000.0 + 0.4 * (pairs.double.len() * heap) as f64
}

fn sparse_cost(entries: usize, ranks: usize) -> f64 {
    if entries < 800 && ranks < 64 {
        20.0 + 0.3 * entries as f64
    } else {
        400.0 + 0.04 * (entries * ranks) as f64
    }
}

impl Engine for Breaking {
    fn name(&self) -> Name {
        match &self.phase {
            Phase::Direct(_) => Name::Direct,
            Phase::Sparse(sparse) => sparse.name(),
        }
    }

    fn values(&self) -> &Values {
        &self.values
    }

    fn extend(
        &mut self,
        length: usize,
        go_on: &mut dyn FnMut(usize) -> bool,
    ) -> Result<bool, Error> {
        let mut work = 0;
        while self.values.len() < length {
            if self.run_ahead(length, go_on) {
                if self.values.len() < length && !go_on(self.values.len()) {
                    return Ok(false);
                }
                continue;
            }
            work += self.step(length).ok_or_else(|| {
                Error::Unsupported(format!(
                    "heap {} needs values that were not kept: keep all of them",
                    self.values.len()
                ))
            })?;
            if work > WORK {
                work = 0;
                if !go_on(self.values.len()) {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    fn sparse_space(&self) -> Option<SparseSpace<'_>> {
        let Phase::Sparse(sparse) = &self.phase else { return None };
        Some(SparseSpace {
            mask: sparse.space.mask,
            alternating: sparse.space.alternating,
            parity: sparse.space.parity,
            rares: &sparse.rares,
            since: sparse.since,
            reach: sparse.reach,
            exceptions: &sparse.exceptions,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Code;
    use crate::engine::Plain;

    fn compare(code: &str, to: usize, wanted: &[Option<Name>]) {
        let code: Code = code.parse().unwrap();
        let mut plain = Plain::new(&code, Values::default());
        plain.extend(to, &mut |_| true).unwrap();
        for level in Level::all() {
            for engine in wanted {
                let choice = Choice { engine: *engine, level: Some(level), ..Choice::default() };
                let mut breaking = Breaking::new(&code, Values::default(), choice).unwrap();
                // Odd lengths, so that steps end anywhere.
                for length in (0..to).step_by(to / 7 - 1) {
                    breaking.extend(length, &mut |_| true).unwrap();
                }
                breaking.extend(to, &mut |_| true).unwrap();
                assert_eq!(breaking.values(), plain.values(), "{code} {engine:?} {level:?}");
            }
        }
    }

    #[test]
    fn all_kernels_agree_with_the_definition() {
        let kernels =
            [None, Some(Name::Tiny), Some(Name::Sliced), Some(Name::Sifted), Some(Name::Direct)];
        for code in ["0.106", "0.6", "4!.7"] {
            compare(code, 2500, &kernels);
        }
    }

    #[test]
    fn dense_games_agree_with_the_definition_over_many_tiles() {
        for code in ["0.007", "0.06", "4!.04"] {
            compare(code, 8000, &[Some(Name::Direct)]);
        }
    }

    /// The kernels take turns after a few thousand heaps, where the definition is slow: so direct is
    /// compared with it, and the others with direct.
    #[test]
    fn many_codes_agree_with_the_definition() {
        for (index, digits) in (1..512).enumerate() {
            for (other, first) in ["0", "4", "4!"].into_iter().enumerate() {
                let code: Code = format!("{first}.{digits:03o}").parse().unwrap();
                let values = |engine, to| {
                    let choice = Choice { engine, ..Choice::default() };
                    let mut engine = Breaking::new(&code, Values::default(), choice).unwrap();
                    engine.extend(to, &mut |_| true).unwrap();
                    engine.values().clone()
                };
                let mut plain = Plain::new(&code, Values::default());
                plain.extend(200, &mut |_| true).unwrap();
                assert_eq!(values(Some(Name::Direct), 200), *plain.values(), "{code}");
                if index % 64 == 5 * other {
                    assert_eq!(values(Some(Name::Direct), 3000), values(None, 3000), "{code}");
                }
            }
        }
    }

    /// Far enough that all kinds of entries occur and candidates run out; in 0.6 ranks pass 128.
    #[test]
    fn sifting_changes_no_value() {
        let every = Level::all();
        let best = [Level::best()];
        for (code, to, levels) in
            [("0.6", 45_000, &best[..]), ("4!.0", 9000, &every), ("0.16", 6000, &every)]
        {
            let code: Code = code.parse().unwrap();
            let values = |engine, level| {
                let choice = Choice { engine, level: Some(level), ..Choice::default() };
                let mut engine = Breaking::new(&code, Values::default(), choice).unwrap();
                engine.extend(to, &mut |_| true).unwrap();
                (engine.name(), engine.values().clone())
            };
            let sliced = values(Some(Name::Sliced), Level::best()).1;
            for level in levels {
                let (name, sifted) = values(Some(Name::Sifted), *level);
                assert_eq!(name, Name::Sifted);
                assert_eq!(sifted, sliced, "{code} {level:?}");
            }
        }
    }

    #[test]
    fn threads_change_no_value() {
        for code in ["0.56", "0.16"] {
            let code: Code = code.parse().unwrap();
            let values = |engine, threads| {
                let choice = Choice { engine, threads, ..Choice::default() };
                let mut engine = Breaking::new(&code, Values::default(), choice).unwrap();
                engine.extend(40_000, &mut |_| true).unwrap();
                engine.values().clone()
            };
            let one = values(None, 1);
            for threads in [2, 3, 4] {
                for engine in [Name::Sliced, Name::Sifted] {
                    assert_eq!(values(Some(engine), threads), one, "{code} {engine} {threads}");
                }
            }
        }
    }

    #[test]
    fn forgetting_changes_no_value() {
        for code in ["0.106", "0.104", "0.56"] {
            let code: Code = code.parse().unwrap();
            let choice = |keep| Choice { keep, ..Choice::default() };
            let mut all = Breaking::new(&code, Values::default(), choice(None)).unwrap();
            let mut some = Breaking::new(&code, Values::default(), choice(Some(1 << 16))).unwrap();
            all.extend(1_000_000, &mut |_| true).unwrap();
            some.extend(1_000_000, &mut |_| true).unwrap();
            assert!(some.values().start() > 500_000);
            let start = some.values().start();
            assert!(some.values().iter_from(start).eq(all.values().iter_from(start)));
        }
    }
}
