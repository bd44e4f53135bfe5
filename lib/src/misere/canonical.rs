//! Misère canonical forms: the one simplest game that behaves like a given one in every sum.
//!
//! Conway, On Numbers and Games, chapter 12. A game H, whose options are canonical, may be replaced by
//! K if the options of K are among those of H and every other option of H has K among its own: whoever
//! moves to such an option is brought back to K at once. One proviso: if K is the end, then H must be
//! won by the mover as the end is, so some option of H must be lost by its mover; otherwise the
//! player who would be brought back to the end loses where he should have won.
//!
//! What cannot be replaced is canonical, and two games are equal in misère play, which means in
//! every sum, exactly if their canonical forms are the same set.

use bouton_core::order::InOrder;

use crate::ask::{Ask, Meter};
use crate::error::Error;
use crate::graph::{Forms, Graph, runs_in_circles};
#[cfg(test)]
use crate::value::Outcome;

/// Canonical forms, each kept once.
#[derive(Default)]
pub struct CanonicalForms {
    forms: Forms,
    /// Whether the mover wins in misère play, for each form.
    wins: Vec<bool>,
}

impl CanonicalForms {
    /// The sets behind the forms.
    pub fn forms(&self) -> &Forms {
        &self.forms
    }

    /// Who wins a form by itself.
    #[cfg(test)]
    pub fn outcome(&self, form: u32) -> Outcome {
        Outcome::from_mover_wins(self.wins[form as usize])
    }

    /// The canonical form of a game whose options have these canonical forms.
    pub fn of_options(&mut self, mut options: Vec<u32>) -> u32 {
        options.put_in_order();
        options.dedup();
        if let Some(simpler) = self.simpler(&options) {
            return simpler;
        }
        // The end is won by whoever cannot move.
        let wins = options.is_empty() || options.iter().any(|option| !self.wins[*option as usize]);
        let form = self.forms.number(options);
        if self.wins.len() < self.forms.len() {
            self.wins.push(wins);
        }
        form
    }

    /// The K to which a game with these options can be replaced, if there is one.
    ///
    /// An option of the largest birthday cannot be an option of K: as K is an option of one that
    /// goes, K would have to be born before itself. So it goes, and K is one of its options.
    fn simpler(&self, options: &[u32]) -> Option<u32> {
        let last = *options.iter().max_by_key(|option| self.forms.birthday(**option))?;
        let has = |form: u32, option: &u32| self.forms.options(form).binary_search(option).is_ok();
        let replaces = |simpler: &u32| {
            let kept = self.forms.options(*simpler);
            let among = kept.iter().all(|option| options.binary_search(option).is_ok());
            let brought_back = || {
                let mut gone = options.iter().filter(|option| !has(*simpler, option));
                gone.all(|option| has(*option, simpler))
            };
            let won =
                || !kept.is_empty() || options.iter().any(|option| !self.wins[*option as usize]);
            among && won() && brought_back()
        };
        self.forms.options(last).iter().copied().find(replaces)
    }

    /// The canonical form of a node of a graph. Play must not run in circles from it.
    pub fn of_graph(&mut self, graph: &Graph, node: u32, ask: &Ask<'_>) -> Result<u32, Error> {
        let mut meter = Meter::new(ask);
        let order = graph.ends_first(node).ok_or_else(runs_in_circles)?;
        let mut forms = vec![0; graph.len()];
        for node in &order {
            meter.position(self.forms.bytes())?;
            let options: Vec<u32> =
                graph.options(*node).iter().map(|option| forms[*option as usize]).collect();
            let most = options.iter().map(|option| self.forms.options(*option).len()).max();
            meter.work((1 + most.unwrap_or(0) as u64).saturating_mul(options.len() as u64))?;
            forms[*node as usize] = self.of_options(options);
        }
        Ok(forms[node as usize])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;
    use rustc_hash::FxHashMap;

    /// Misère outcomes of sums of two sets, by the definition.
    #[derive(Default)]
    struct Sums(FxHashMap<(u32, u32), bool>);

    impl Sums {
        fn wins(&mut self, graph: &Graph, a: u32, b: u32) -> bool {
            if let Some(known) = self.0.get(&(a, b)) {
                return *known;
            }
            let ended = graph.options(a).is_empty() && graph.options(b).is_empty();
            let wins = ended
                || graph.options(a).iter().any(|option| !self.wins(graph, *option, b))
                || graph.options(b).iter().any(|option| !self.wins(graph, a, *option));
            self.0.insert((a, b), wins);
            wins
        }
    }

    /// Every set born by a day, as a graph.
    fn born_by(day: u32) -> Graph {
        let mut forms = Forms::default();
        for _ in 0..=day {
            let before = forms.len() as u32;
            for bits in 0..1u32 << before {
                forms.number((0..before).filter(|form| bits >> form & 1 == 1).collect());
            }
        }
        forms.graph()
    }

    #[test]
    fn there_are_22_forms_by_day_4_and_sums_tell_them_apart() {
        // 1, 2, 3, 5, 22 forms by days 0 to 4: On Numbers and Games, chapter 12.
        let mut random = ChaCha8Rng::seed_from_u64(4);
        for (day, count) in [(0, 1), (1, 2), (2, 3), (3, 5), (4, 22)] {
            let graph = born_by(day);
            let mut canonical = CanonicalForms::default();
            let mut forms: Vec<u32> = Vec::new();
            for node in 0..graph.len() as u32 {
                let options = graph.options(node).iter().map(|option| forms[*option as usize]);
                forms.push(canonical.of_options(options.collect()));
            }
            assert_eq!(canonical.forms().len(), count, "day {day}");
            // Some pairs differ only beside games of later days: sets of forms, and sets of those.
            let count = count as u32;
            let mut tests = Forms::default();
            for form in 0..count {
                tests.number(canonical.forms().options(form).to_vec());
            }
            for options in 0..2000 {
                let before = tests.len() as u32;
                let size = 1 + options % 5;
                tests.number((0..size).map(|_| random.random_range(0..before)).collect());
            }
            let graph = tests.graph();
            let mut sums = Sums::default();
            for a in 0..count {
                for b in 0..a {
                    let apart = (0..graph.len() as u32)
                        .any(|test| sums.wins(&graph, a, test) != sums.wins(&graph, b, test));
                    assert!(apart, "{a} and {b} are alike");
                }
            }
        }
    }

    #[test]
    fn a_game_and_its_canonical_form_have_the_same_outcome_in_sums() {
        let mut random = ChaCha8Rng::seed_from_u64(1976);
        let small = born_by(3);
        for _ in 0..400 {
            let size = random.random_range(4..11u32);
            // Small sets first, then random sets of what is there.
            let mut sets: Vec<Vec<u32>> =
                (0..small.len() as u32).map(|node| small.options(node).to_vec()).collect();
            for _ in 0..size {
                let before = sets.len() as u32;
                let options =
                    (0..random.random_range(1..5)).map(|_| random.random_range(0..before));
                sets.push(options.collect());
            }
            let original = sets.len() as u32;
            let mut canonical = CanonicalForms::default();
            let node = original - 1;
            let form =
                canonical.of_graph(&Graph::new(sets.clone()), node, &Ask::default()).unwrap();
            let forms = canonical.forms();
            sets.extend(
                (0..forms.len() as u32).map(|form| {
                    forms.options(form).iter().map(|option| original + option).collect()
                }),
            );
            let graph = Graph::new(sets);
            let mut sums = Sums::default();
            for test in 0..original {
                assert_eq!(
                    sums.wins(&graph, node, test),
                    sums.wins(&graph, original + form, test),
                    "{graph:?} {node} {test}"
                );
            }
            let wins = sums.wins(&graph, node, 0);
            assert_eq!(canonical.outcome(form), Outcome::from_mover_wins(wins));
        }
    }

    #[test]
    fn a_move_that_is_taken_back_to_the_end_needs_the_proviso() {
        let mut canonical = CanonicalForms::default();
        let end = canonical.of_options(Vec::new());
        let one = canonical.of_options(vec![end]);
        let two = canonical.of_options(vec![end, one]);
        // To one and back to the end: the mover wins, as at the end.
        assert_eq!(canonical.of_options(vec![one]), end);
        // To two and back to the end would be possible, but the mover loses: not the end.
        let other = canonical.of_options(vec![two]);
        assert_ne!(other, end);
        assert_eq!(canonical.forms().set_form(other, 100).unwrap().set, "{{{},{{}}}}");
    }
}
