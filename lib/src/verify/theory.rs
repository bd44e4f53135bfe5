//! The theorems behind every shortcut, on random games: sets of sets, and graphs with circles.
//!
//! Each theorem is compared with what the definitions say of a graph, and a disagreement is shown on
//! the smallest game that was found. Random games are the same each time.

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde::Serialize;

use super::{Depth, Fault, is_smaller};
use crate::ask::Ask;
use crate::error::Error;
use crate::graph::{Forms, Graph};
use crate::misere::PlainForms;
use crate::value::{Outcome, Play, Value};

/// A theorem that is checked.
pub struct Checked {
    /// Its name.
    pub name: &'static str,
    /// What it says.
    pub statement: &'static str,
    check: fn(&mut Check<'_>) -> Result<(), Error>,
}

/// All of them.
pub static THEOREMS: &[Checked] = &[
    Checked {
        name: "mex",
        statement: "The value of a game is the least number that is not the value of an option; it is 0 iff the \
                    previous player wins.",
        check: mex_decides,
    },
    Checked { name: "copying", statement: "G + G is a P-position.", check: copying },
    Checked {
        name: "addition",
        statement: "The value of a sum is the xor of the values.",
        check: addition,
    },
    Checked {
        name: "equivalence",
        statement: "G and H have the same outcome beside every game iff G + H is a P-position iff their values are \
                    equal.",
        check: equivalence,
    },
    Checked {
        name: "loopy values",
        statement: "Beside a Nim heap of k, a game of value m is P iff k = m and else N; an infinity(K) is N iff k is \
                    in K and else a draw.",
        check: loopy_values,
    },
    Checked {
        name: "loopy sums",
        statement: "Finite values add by xor, also inside an infinity; two infinities are a draw.",
        check: loopy_sums,
    },
    Checked {
        name: "misere forms",
        statement: "A game has the outcome of its misère canonical form beside every game, and different forms differ \
                    beside some game.",
        check: misere_forms,
    },
];

/// What a check of one theorem has found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// The theorem.
    pub theorem: &'static str,
    /// What it says.
    pub statement: &'static str,
    /// On how many games, or pairs of games, it was checked.
    pub games: u64,
    /// How many comparisons with the definition that took.
    pub comparisons: u64,
    /// The smallest disagreement, if there is any.
    pub faults: Vec<Fault>,
}

/// Checks one theorem.
pub fn check(theorem: &Checked, depth: Depth, ask: &Ask<'_>) -> Result<Finding, Error> {
    check_with(theorem, depth, ask, &ENGINES)
}

fn check_with(
    theorem: &Checked,
    depth: Depth,
    ask: &Ask<'_>,
    engines: &Engines,
) -> Result<Finding, Error> {
    let finding = Finding {
        theorem: theorem.name,
        statement: theorem.statement,
        games: 0,
        comparisons: 0,
        faults: Vec::new(),
    };
    let random = ChaCha8Rng::seed_from_u64(1939);
    let mut check = Check { finding, random, depth, ask, engines };
    (theorem.check)(&mut check)?;
    Ok(check.finding)
}

/// What stands under test; the tests of this file put liars in place.
struct Engines {
    values: fn(&Graph) -> Option<Vec<u32>>,
    add: fn(u32, u32) -> u32,
    loopy_value: fn(&Graph, u32) -> Value,
    add_loopy: fn(&Value, &Value) -> Value,
    canonical: fn(&mut PlainForms, &Graph, u32, &Ask<'_>) -> Result<u32, Error>,
}

static ENGINES: Engines = Engines {
    values: Graph::values,
    add: |a, b| a ^ b,
    loopy_value: |graph, node| graph.loopy_values().value(graph, node),
    add_loopy: |a, b| a + b,
    canonical: PlainForms::of_graph,
};

/// A game: a graph and the node where it starts.
struct Start {
    graph: Graph,
    node: u32,
}

impl Start {
    /// The set if it is one, otherwise the arcs.
    fn text(&self) -> String {
        if let Ok(form) = self.graph.set_form(self.node, 2000, &Ask::default()) {
            return form.set;
        }
        let nodes = 0..self.graph.len() as u32;
        let arcs = nodes.flat_map(|node| {
            self.graph.options(node).iter().map(move |option| format!("{node}>{option}"))
        });
        format!("graph({}): {}", arcs.collect::<Vec<_>>().join(" "), self.node)
    }

    fn plus(&self, other: &Start, ask: &Ask<'_>) -> Result<Graph, Error> {
        self.graph.plus(self.node, &other.graph, other.node, ask)
    }

    fn outcome_with(&self, other: &Start, play: Play, ask: &Ask<'_>) -> Result<Outcome, Error> {
        Ok(self.plus(other, ask)?.verdicts(play)[0].outcome)
    }
}

struct Check<'a> {
    finding: Finding,
    random: ChaCha8Rng,
    depth: Depth,
    ask: &'a Ask<'a>,
    engines: &'a Engines,
}

impl Check<'_> {
    fn times(&self, quick: usize) -> usize {
        match self.depth {
            Depth::Glance | Depth::Quick => quick,
            Depth::Deep => 20 * quick,
        }
    }

    /// All sets born by day 3, and random ones.
    fn sets(&mut self, count: usize) -> Vec<Start> {
        let small = born_by_day_3();
        let mut sets: Vec<Start> =
            (0..small.len() as u32).map(|node| Start { graph: small.clone(), node }).collect();
        for _ in 0..count {
            let nodes = self.random.random_range(2..=9u32);
            let most = self.random.random_range(1..=5);
            let options = (0..nodes).map(|node| {
                // Nearly every node can be left, so that games are deep.
                let degree = self.random.random_range(u32::from(node > 1)..=most.min(node));
                (0..degree).map(|_| self.random.random_range(0..node)).collect()
            });
            let graph = Graph::new(options);
            sets.push(Start { graph, node: nodes - 1 });
        }
        sets
    }

    /// A random graph, in which play may run in circles and need not end.
    fn digraph(&mut self) -> Graph {
        let nodes = self.random.random_range(1..=8u32);
        let most = self.random.random_range(1..=4);
        Graph::new((0..nodes).map(|_| {
            let degree = self.random.random_range(0..=most);
            (0..degree).map(|_| self.random.random_range(0..nodes)).collect()
        }))
    }

    /// A value counts as 0 where play runs in circles, which the sets never do.
    fn value(&self, start: &Start) -> u32 {
        (self.engines.values)(&start.graph).map_or(0, |values| values[start.node as usize])
    }

    fn compare<T: PartialEq + ToString>(&mut self, games: &[&Start], expected: T, found: T) {
        self.finding.comparisons += 1;
        if expected == found {
            return;
        }
        let fault = Fault {
            shortcut: self.finding.theorem.to_string(),
            address: games.iter().map(|game| game.text()).collect::<Vec<_>>().join(" + "),
            expected: expected.to_string(),
            found: found.to_string(),
        };
        match self.finding.faults.first_mut() {
            Some(known) if is_smaller(&fault, known) => *known = fault,
            Some(_) => {}
            None => self.finding.faults.push(fault),
        }
    }
}

/// The 16 sets of birthday 3 or less.
fn born_by_day_3() -> Graph {
    let mut forms = Forms::default();
    for _ in 0..=3 {
        let before = forms.len() as u32;
        for bits in 0..1u32 << before {
            forms.number((0..before).filter(|form| bits >> form & 1 == 1).collect());
        }
    }
    forms.graph()
}

fn nim_heap(size: u32) -> Start {
    Start { graph: Graph::new((0..=size).map(|node| (0..node).collect())), node: size }
}

fn mex_decides(check: &mut Check<'_>) -> Result<(), Error> {
    for start in check.sets(check.times(400)) {
        check.finding.games += 1;
        let mut by_definition: Vec<u32> = Vec::new();
        // Options have smaller numbers.
        for node in 0..start.graph.len() as u32 {
            let has = |value: &u32| {
                start
                    .graph
                    .options(node)
                    .iter()
                    .any(|option| by_definition[*option as usize] == *value)
            };
            by_definition.push((0..).find(|value| !has(value)).unwrap_or(0));
        }
        let expected = by_definition[start.node as usize];
        let found = check.value(&start);
        check.compare(&[&start], expected, found);
        let outcome = start.graph.verdicts(Play::Normal)[start.node as usize].outcome;
        check.compare(&[&start], outcome, Value::from(u64::from(found)).outcome());
    }
    Ok(())
}

fn copying(check: &mut Check<'_>) -> Result<(), Error> {
    for start in check.sets(check.times(400)) {
        check.finding.games += 1;
        let outcome = start.outcome_with(&start, Play::Normal, check.ask)?;
        check.compare(&[&start, &start], outcome, Outcome::Previous);
    }
    Ok(())
}

/// Pairs of games: the small ones all with each other, the random ones with a few.
fn pairs(sets: &[Start]) -> impl Iterator<Item = (&Start, &Start)> {
    sets.iter().enumerate().flat_map(move |(index, a)| {
        let partners = (0..=index.min(15)).map(move |place| match index < 16 {
            true => place,
            // Steps that share no pattern with the order in which games were made.
            false => (index * 7 + place * 31) % (index + 1),
        });
        partners.map(move |partner| (a, &sets[partner]))
    })
}

fn addition(check: &mut Check<'_>) -> Result<(), Error> {
    let sets = check.sets(check.times(100));
    for (a, b) in pairs(&sets) {
        check.finding.games += 1;
        let by_definition = a.plus(b, check.ask)?.values().map_or(0, |values| values[0]);
        let found = (check.engines.add)(check.value(a), check.value(b));
        check.compare(&[a, b], by_definition, found);
    }
    Ok(())
}

fn equivalence(check: &mut Check<'_>) -> Result<(), Error> {
    let sets = check.sets(check.times(60));
    let beside: Vec<Start> = check.sets(check.times(4));
    for (a, b) in pairs(&sets) {
        check.finding.games += 1;
        let sum = a.outcome_with(b, Play::Normal, check.ask)?;
        let same = check.value(a) == check.value(b);
        check.compare(&[a, b], sum, Outcome::from_mover_wins(!same));
        if !same {
            // The Nim heap of one value tells them apart.
            let heap = nim_heap(check.value(a));
            let (with_a, with_b) = (
                a.outcome_with(&heap, Play::Normal, check.ask)?,
                b.outcome_with(&heap, Play::Normal, check.ask)?,
            );
            check.compare(&[a, b, &heap], with_a != with_b, true);
            continue;
        }
        for other in &beside {
            let with_a = a.outcome_with(other, Play::Normal, check.ask)?;
            let with_b = b.outcome_with(other, Play::Normal, check.ask)?;
            check.compare(&[a, b, other], with_a, with_b);
        }
    }
    Ok(())
}

fn loopy_values(check: &mut Check<'_>) -> Result<(), Error> {
    for _ in 0..check.times(150) {
        let graph = check.digraph();
        // A node has a value of at most the number of its options, which are at most 4.
        let heaps: Vec<Start> = (0..=6).map(nim_heap).collect();
        for node in 0..graph.len() as u32 {
            check.finding.games += 1;
            let value = (check.engines.loopy_value)(&graph, node);
            let start = Start { graph: graph.clone(), node };
            for heap in &heaps {
                let outcome = start.outcome_with(heap, Play::Normal, check.ask)?;
                let size = u64::from(heap.node);
                let predicted = match &value {
                    Value::Finite(nimber) => {
                        Outcome::from_mover_wins(nimber.0.to_u64() != Some(size))
                    }
                    Value::Infinity(options) if options.contains(&size.into()) => Outcome::Next,
                    Value::Infinity(_) => Outcome::Draw,
                };
                check.compare(&[&start, heap], outcome, predicted);
            }
        }
    }
    Ok(())
}

fn loopy_sums(check: &mut Check<'_>) -> Result<(), Error> {
    for _ in 0..check.times(1000) {
        check.finding.games += 1;
        let [a, b] = [check.digraph(), check.digraph()].map(|graph| Start { graph, node: 0 });
        let [value_a, value_b] =
            [&a, &b].map(|start| (check.engines.loopy_value)(&start.graph, start.node));
        let predicted = (check.engines.add_loopy)(&value_a, &value_b).outcome();
        let outcome = a.outcome_with(&b, Play::Normal, check.ask)?;
        check.compare(&[&a, &b], outcome, predicted);
    }
    Ok(())
}

fn misere_forms(check: &mut Check<'_>) -> Result<(), Error> {
    let sets = check.sets(check.times(60));
    let mut canonical = PlainForms::default();
    let mut forms = Vec::new();
    for start in &sets {
        forms.push((check.engines.canonical)(&mut canonical, &start.graph, start.node, check.ask)?);
    }
    let graph = canonical.forms().graph();
    let beside = check.sets(30);
    for (start, form) in sets.iter().zip(&forms) {
        check.finding.games += 1;
        let form = Start { graph: graph.clone(), node: *form };
        for other in &beside {
            let outcome = start.outcome_with(other, Play::Misere, check.ask)?;
            let found = form.outcome_with(other, Play::Misere, check.ask)?;
            check.compare(&[start, other], outcome, found);
        }
    }
    // The five forms born by day 3 are told apart by one another or by a random game.
    for (index, a) in sets.iter().take(16).enumerate() {
        for (earlier, b) in sets.iter().take(index).enumerate() {
            check.finding.games += 1;
            let mut differ = false;
            for other in &beside {
                differ |= a.outcome_with(other, Play::Misere, check.ask)?
                    != b.outcome_with(other, Play::Misere, check.ask)?;
            }
            check.compare(&[a, b], differ, forms[index] != forms[earlier]);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn finding(name: &str, engines: &Engines) -> Finding {
        let theorem = THEOREMS.iter().find(|theorem| theorem.name == name).unwrap();
        check_with(theorem, Depth::Quick, &Ask::default(), engines).unwrap()
    }

    #[test]
    fn every_theorem_holds() {
        for theorem in THEOREMS {
            let finding = check(theorem, Depth::Quick, &Ask::default()).unwrap();
            assert_eq!(finding.faults, [], "{}", theorem.name);
            assert!(finding.games >= 100, "{}: {}", theorem.name, finding.games);
        }
    }

    #[test]
    fn false_theorems_are_refuted_by_a_small_game() {
        let add = |a: u32, b: u32| a + b;
        let fault = finding("addition", &Engines { add, ..ENGINES }).faults.remove(0);
        assert_eq!(fault.address, "{{}} + {{}}");
        assert_eq!((&fault.expected[..], &fault.found[..]), ("0", "2"));

        let values: fn(&Graph) -> Option<Vec<u32>> = |graph| {
            // As many as there are options, which is wrong for {1}.
            Some((0..graph.len() as u32).map(|node| graph.options(node).len() as u32).collect())
        };
        for name in ["mex", "addition", "equivalence"] {
            assert!(!finding(name, &Engines { values, ..ENGINES }).faults.is_empty(), "{name}");
        }

        let loopy_value: fn(&Graph, u32) -> Value =
            |graph, node| match graph.loopy_values().value(graph, node) {
                Value::Infinity(_) => Value::Infinity(vec![0.into()]),
                finite => finite,
            };
        for name in ["loopy values", "loopy sums"] {
            assert!(
                !finding(name, &Engines { loopy_value, ..ENGINES }).faults.is_empty(),
                "{name}"
            );
        }
        let add_loopy: fn(&Value, &Value) -> Value = |a, _| a.clone();
        assert!(!finding("loopy sums", &Engines { add_loopy, ..ENGINES }).faults.is_empty());

        // Values are not enough in misère play.
        let canonical: fn(&mut PlainForms, &Graph, u32, &Ask<'_>) -> Result<u32, Error> =
            |forms, graph, node, _| {
                let values = graph.values().unwrap();
                let heaps: Vec<u32> = (0..10).fold(Vec::new(), |mut heaps, _| {
                    heaps.push(forms.of_options(heaps.clone()));
                    heaps
                });
                Ok(heaps[values[node as usize] as usize])
            };
        let fault = finding("misere forms", &Engines { canonical, ..ENGINES }).faults.remove(0);
        assert!(fault.address.len() < 30, "{}", fault.address);
    }
}
