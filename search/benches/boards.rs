//! What the search takes for boards of Cram, and what each of its parts is worth: `cargo bench -p bouton-search`.

mod cram;

use std::time::Instant;

use bouton_search::{Control, Found, Goal, Switches};
use cram::{Board, published};

/// Boards with their nimbers (Lemoine and Viennot 2012; `data/known/cram.csv`).
const BOARDS: [(usize, usize, u32); 6] =
    [(4, 9, 1), (5, 7, 1), (5, 8, 1), (4, 11, 1), (5, 9, 1), (6, 7, 5)];

const ROOM: u64 = 4 << 30;

struct Way {
    name: &'static str,
    split: bool,
    symmetry: bool,
    switches: Switches,
    threads: usize,
}

fn run(rows: usize, columns: usize, value: u32, way: &Way) -> f64 {
    let board = Board::drawn(&vec![".".repeat(columns); rows].join("/"));
    let mut engine = board.engine(Goal::Value, way.split, way.symmetry, ROOM);
    (engine.switches, engine.threads) = (way.switches, way.threads);
    let start = Instant::now();
    let found = engine.value(&board.keys()[0], &mut |_| Control::Continue);
    let seconds = start.elapsed().as_secs_f64();
    assert_eq!(found, Found::Is(value), "{rows}x{columns}");
    println!(
        "{rows}x{columns} {:22} value {value} {seconds:8.3} s {:12} positions {:12} kept",
        way.name,
        engine.positions(),
        engine.table().len()
    );
    seconds
}

/// Cells of the largest boards of the published table that are searched for `known`.
const MOST_KNOWN: usize = 48;

fn main() {
    let all = Switches::default();
    let asked: Vec<String> =
        std::env::args().skip(1).filter(|text| !text.starts_with('-')).collect();
    let whole = Way { name: "one thread", split: true, symmetry: true, switches: all, threads: 1 };
    // Boards by name, as in 5x7, or `known`: all of the published table up to so many cells.
    if !asked.is_empty() {
        for (rows, columns, value) in published() {
            let known = rows * columns <= MOST_KNOWN && asked.iter().any(|text| text == "known");
            if known || asked.contains(&format!("{rows}x{columns}")) {
                run(rows, columns, value, &whole);
            }
        }
        return;
    }
    println!("Without one of its parts:");
    run(4, 7, 3, &whole);
    for way in [
        Way { name: "without splitting", split: false, ..whole },
        Way { name: "without symmetry", symmetry: false, ..whole },
        Way { name: "without an order", switches: Switches { order: false, ..all }, ..whole },
        Way { name: "without a look ahead", switches: Switches { peeks: false, ..all }, ..whole },
        Way { name: "without theorems", switches: Switches { hints: false, ..all }, ..whole },
    ] {
        run(4, 7, 3, &way);
    }
    // Without a table even this takes long.
    run(4, 5, 2, &whole);
    let forgetful = Switches { table: false, ..all };
    run(4, 5, 2, &Way { name: "without a table", switches: forgetful, ..whole });
    println!("Two threads, without the theorem that would answer 6x6:");
    let searched = Switches { hints: false, ..all };
    let one = run(6, 6, 0, &Way { switches: searched, ..whole });
    let two = run(6, 6, 0, &Way { name: "two threads", switches: searched, threads: 2, ..whole });
    println!("{:.2} times as fast", one / two);
    println!("Boards:");
    for (rows, columns, value) in BOARDS {
        run(rows, columns, value, &whole);
    }
}
