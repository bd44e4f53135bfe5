//! A judge's largest inputs: reading them, and answering them apart from that. The bar is 0.1 s for
//! 200,000 tests; the signature is the number of tests that the first player wins.

use std::time::Instant;

use bouton::judge::{self, Tests};
use bouton::{Ask, Outcome};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

const TESTS: usize = 200_000;

fn main() {
    let mut random = ChaCha8Rng::seed_from_u64(1730);
    let mut sizes = |count: usize| -> String {
        (0..count).map(|_| format!(" {}", random.random_range(1..=1_000_000_000u64))).collect()
    };
    let single: String = (0..TESTS).map(|_| format!("1{}\n", sizes(1))).collect();
    let inputs = [
        ("200,000 tests of 1 heap", format!("{TESTS}\n{single}")),
        ("1 test of 200,000 heaps", format!("1\n{TESTS}{}\n", sizes(TESTS))),
    ];
    for (title, input) in &inputs {
        for (name, moves) in [
            ("nim", 0),
            ("nim", 1),
            ("subtraction(1-3)", 0),
            ("subtraction(1,3,4)", 0),
            ("kayles", 0),
        ] {
            let (game, play) = judge::open(name).expect("a game of the catalogue");
            let ask = Ask { moves, ..Ask::default() };
            // Best of three: the machine may be shared.
            let runs = (0..3).map(|_| {
                let start = Instant::now();
                let tests = Tests::read(&mut input.as_bytes(), &ask).expect("it can be read");
                let read = start.elapsed().as_secs_f64();
                let rulings = judge::judge(&game, &tests, play, &ask).expect("it can be answered");
                let answered = start.elapsed().as_secs_f64() - read;
                let won = rulings.iter().filter(|ruling| ruling.outcome == Outcome::Next).count();
                (read, answered, won)
            });
            let best = runs.min_by(|a, b| a.1.total_cmp(&b.1)).expect("three runs");
            let moves = if moves == 0 { "" } else { " with moves" };
            println!(
                "{title}, {name}{moves}: read in {:.4} s, answered in {:.4} s, signature {}",
                best.0, best.1, best.2
            );
        }
    }
}
