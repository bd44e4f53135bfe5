//! Whole tablebases against the library's graph engine: the same positions, outcomes, distances and values.

mod folders;
mod graphs;
mod room;

use bouton::games::GAMES;
use bouton::value::{Outcome, Value};
use bouton::{Ask, Play, address};
use bouton_tablebase::check::check;

use room::{Game, built, plan, times};

/// Compares a game with its graph; false if it is too large.
fn agrees(address: &str, workers: usize) -> bool {
    let opened = address::open(address).unwrap();
    let (game, start) = (&opened.game, &opened.position);
    let ask = Ask { positions: times(600, 20_000), steps: 1_000_000, ..Ask::default() };
    let Ok((graph, positions)) = game.graph_with_positions(start, true, &ask) else { return false };
    let positions: Vec<_> = positions.iter().map(|position| game.simplify(position)).collect();
    let game = Game::new(game.clone());
    let Ok(key) = game.0.key(start) else { return false };
    let (table, _) = built(&plan(address, key, workers, game.misere()), &game).unwrap();
    let manifest = table.manifest();
    // Parts of sums are explored apart there, so that symmetric sums may be counted several times.
    if opened.game.parts().is_none() {
        assert_eq!(
            (manifest.positions, manifest.arcs),
            (graph.len() as u64, graph.arcs() as u64),
            "{address}"
        );
    }
    let values = graph.loopy_values();
    let verdicts = Play::BOTH.map(|play| graph.verdicts(play));
    for (node, position) in positions.iter().enumerate() {
        let key = game.0.key(position).unwrap();
        let entry =
            table.find(&key).unwrap().unwrap_or_else(|| panic!("{address}: {position} is missing"));
        for (play, verdicts) in Play::BOTH.iter().zip(&verdicts) {
            let Some(ending) = entry.ending(*play) else {
                assert!(*play == Play::Misere && !game.misere());
                continue;
            };
            let verdict = verdicts[node];
            let told = (ending.outcome(*play), ending.plies());
            assert_eq!(
                told,
                (verdict.outcome, verdict.remoteness),
                "{address}: {position}, {play:?}"
            );
        }
        let value = values.value(&graph, node as u32);
        assert_eq!(Value::from(&entry.worth), value, "{address}: {position}");
        assert_eq!(
            value.outcome() == Outcome::Draw,
            entry.normal.outcome(Play::Normal) == Outcome::Draw
        );
    }
    let report = check(&table, &*game, &|key| game.0.text(key), &|_| Ok(())).unwrap();
    assert_eq!(report.faults, Vec::<String>::new(), "{address}");
    assert_eq!(report.positions, manifest.positions);
    table.agrees_with(&game.0.key(start).unwrap(), &*game).unwrap();
    true
}

#[test]
fn every_game_of_the_catalogue_is_solved_as_its_graph() {
    let mut compared = 0;
    for entry in GAMES.iter() {
        let mut some = false;
        for example in entry.examples {
            some |= agrees(example, 1 + compared % 3);
            compared += 1;
        }
        // Games of one heap of any size, or without an end, have no small example.
        if !some {
            println!("no example of {} is small", entry.name);
        }
    }
    assert!(compared > 100, "{compared}");
}

#[test]
fn sums_and_games_of_ones_own_are_solved_too() {
    for address in [
        "kayles: 4 + chomp: 2x3",
        "nim: 2 2 + cram: 2x2",
        "graph(a>b b>c c>a c>d): a + nim: 2",
        "misere nim: 1 2 3",
        "graph(a>b b>a b>c): a b",
    ] {
        assert!(agrees(address, 2), "{address}");
    }
}

/// The bar is 10 microseconds on a machine with nothing else to do; tests run on others, too.
#[test]
fn lookups_are_quick() {
    let address = "subtraction(1,2,3): 14 14 14 14 14";
    let opened = address::open(address).unwrap();
    let game = Game::new(opened.game.clone());
    let start = game.0.key(&opened.position).unwrap();
    let (table, manifest) = built(&plan(address, start, 2, true), &game).unwrap();
    let mut keys = Vec::new();
    for shard in 0..manifest.shards.len() as u32 {
        let held = table.shard(shard).unwrap();
        for block in 0..held.blocks() {
            keys.extend(held.block(block).unwrap().iter().map(|(key, _)| key.to_vec()));
        }
    }
    assert_eq!(keys.len() as u64, manifest.positions);
    // A jump through the keys that comes to each of them once.
    let began = std::time::Instant::now();
    for place in 0..keys.len() {
        assert!(table.find(&keys[place * 7919 % keys.len()]).unwrap().is_some());
    }
    let each = began.elapsed().as_secs_f64() / keys.len() as f64 * 1e6;
    println!("{} lookups, {each:.2} microseconds each", keys.len());
    assert!(each < 100.0, "{each} microseconds");
}
