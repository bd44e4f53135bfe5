//! Random graphs with circles, for any number of workers.

use std::sync::Arc;

use bouton::graph::Graph;
use bouton::value::Value;
use bouton::{Error, Play};
use bouton_tablebase::build::{Memory, build};
use bouton_tablebase::check::check;
use bouton_tablebase::{Options, Positions};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::room::{Calm, built, plan, times};

/// The nodes of a graph; a key is the number of a node.
pub struct Nodes(pub Graph);

impl Positions for Nodes {
    fn options(&self, key: &[u8], options: &mut Options) -> Result<(), Error> {
        let node = u32::from_le_bytes(key.try_into().unwrap());
        for option in self.0.options(node).iter().rev() {
            options.push(&option.to_le_bytes());
            options.push(&option.to_le_bytes());
        }
        Ok(())
    }
}

/// A graph with so many nodes, of which the first leads to all.
fn random(random: &mut ChaCha8Rng) -> Graph {
    let nodes = random.random_range(1..60u32);
    let most = random.random_range(1..6);
    Graph::new((0..nodes).map(|node| {
        if node == 0 {
            return (1..nodes).collect();
        }
        let degree = random.random_range(0..=most);
        (0..degree).map(|_| random.random_range(0..nodes)).collect()
    }))
}

fn compared(graph: Graph, workers: usize) {
    let positions = Arc::new(Nodes(graph));
    let plan = plan("graph: 0", 0u32.to_le_bytes().to_vec(), workers, true);
    let (table, manifest) = built(&plan, &positions).unwrap();
    let graph = &positions.0;
    assert_eq!((manifest.positions, manifest.arcs), (graph.len() as u64, graph.arcs() as u64));
    assert_eq!(manifest.circles, graph.values().is_none());
    let (values, verdicts) = (graph.loopy_values(), Play::BOTH.map(|play| graph.verdicts(play)));
    for node in 0..graph.len() as u32 {
        let entry = table.find(&node.to_le_bytes()).unwrap().unwrap();
        for (play, verdicts) in Play::BOTH.iter().zip(&verdicts) {
            let (ending, verdict) = (entry.ending(*play).unwrap(), verdicts[node as usize]);
            assert_eq!(
                (ending.outcome(*play), ending.plies()),
                (verdict.outcome, verdict.remoteness)
            );
        }
        assert_eq!(Value::from(&entry.worth), values.value(graph, node));
    }
    let report = check(&table, &*positions, &|key| format!("{key:?}"), &|_| Ok(())).unwrap();
    assert_eq!(report.faults, Vec::<String>::new());
}

/// 300 of them ordinarily, and a thousand by `cargo xtask deep`.
#[test]
fn random_graphs_are_solved_as_by_one_engine() {
    let mut numbers = ChaCha8Rng::seed_from_u64(21);
    for round in 0..times(300, 1000) {
        compared(
            random(&mut numbers),
            if round % 10 == 0 { 1 + round as usize / 10 % 4 } else { 1 },
        );
    }
}

#[test]
fn tables_do_not_depend_on_the_number_of_workers() {
    let mut numbers = ChaCha8Rng::seed_from_u64(22);
    for _ in 0..5 {
        let positions = Arc::new(Nodes(random(&mut numbers)));
        let files = [1, 2, 3, 5].map(|workers| {
            let plan = plan("graph: 0", 0u32.to_le_bytes().to_vec(), workers, true);
            let memory = Arc::new(Memory::default());
            build(&plan, positions.clone(), memory.clone(), Arc::new(Calm)).unwrap();
            memory.0.lock().unwrap().clone()
        });
        assert_eq!(files[0].len(), 17);
        assert!(files.iter().all(|other| *other == files[0]));
    }
}

#[test]
fn a_false_entry_is_found_by_the_check() {
    // The table of one graph, checked against another that has one arc more.
    let graph = |more: bool| {
        let last = if more { vec![0] } else { vec![] };
        Arc::new(Nodes(Graph::new([vec![1, 2], vec![2], vec![3], last])))
    };
    let plan = plan("graph: 0", 0u32.to_le_bytes().to_vec(), 1, true);
    let (table, _) = built(&plan, &graph(false)).unwrap();
    let other = graph(true);
    let report = check(&table, &*other, &|key| format!("{key:?}"), &|_| Ok(())).unwrap();
    assert!(!report.faults.is_empty());
    assert!(table.agrees_with(&0u32.to_le_bytes(), &*other).is_err());
    assert!(table.agrees_with(&0u32.to_le_bytes(), &*graph(false)).is_ok());
}
