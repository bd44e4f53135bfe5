//! Cram on small boards: whatever the search leaves out, and on however many threads, it finds the same values.

#[path = "../benches/cram/mod.rs"]
mod cram;

use bouton_search::{Control, Found, Goal, Switches};
use cram::Board;

/// The nimber of a board by the definition: the least number that no option has.
fn by_definition(rows: usize, columns: usize, cells: &mut [u8]) -> u32 {
    let mut seen = 0u64;
    for at in 0..rows * columns {
        for (beside, inside) in [(at + 1, at % columns + 1 < columns), (at + columns, true)] {
            if inside && beside < cells.len() && cells[at] == 0 && cells[beside] == 0 {
                (cells[at], cells[beside]) = (1, 1);
                seen |= 1 << by_definition(rows, columns, cells);
                (cells[at], cells[beside]) = (0, 0);
            }
        }
    }
    seen.trailing_ones()
}

const BOARDS: [(&str, usize, usize); 6] = [
    ("...../.....", 2, 5),
    (".../.../...", 3, 3),
    ("..../..../....", 3, 4),
    ("..#../...../#....", 3, 5),
    ("...#/...#/..../....", 4, 4),
    ("..............", 1, 14),
];

#[test]
fn every_way_of_searching_finds_the_values_of_the_definition() {
    for (drawn, rows, columns) in BOARDS {
        let board = Board::drawn(drawn);
        assert_eq!((board.rows, board.columns), (rows, columns));
        let value = by_definition(rows, columns, &mut board.cells.clone());
        for left_out in 0..64 {
            let part = |bit: u32| left_out >> bit & 1 == 0;
            let switches =
                Switches { table: part(0), order: part(1), hints: part(2), peeks: part(5) };
            for threads in [1, 2, 3] {
                let mut engine = board.engine(Goal::Value, part(3), part(4), 1 << 20);
                (engine.threads, engine.switches) = (threads, switches);
                let found = board.sum(|key| engine.value(key, &mut |_| Control::Continue));
                assert_eq!(found, value, "{drawn} {switches:?} {threads} {left_out}");
            }
        }
    }
}

#[test]
fn shapes_and_lists_of_small_boards_equal_the_moves() {
    for (drawn, rows, columns) in BOARDS {
        let board = Board::drawn(drawn);
        let value = by_definition(rows, columns, &mut board.cells.clone());
        for by_moves in [true, false] {
            let mut engine = board.plain_engine(by_moves, 1 << 20);
            let found = board.sum(|key| engine.value(key, &mut |_| Control::Continue));
            assert_eq!(found, value, "{drawn} {by_moves}");
        }
    }
    // Larger boards, with holes: each way of searching agrees with the others.
    let mut state = 7u64;
    for round in 0..40 {
        let (rows, columns) = (1 + round % 4, 3 + round / 4 % 4);
        let mut draw = |_| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            if state >> 61 == 0 { '#' } else { '.' }
        };
        let mut row = |_| (0..columns).map(&mut draw).collect::<String>();
        let drawn = (0..rows).map(&mut row).collect::<Vec<_>>().join("/");
        let board = Board::drawn(&drawn);
        let mut engines = [
            board.plain_engine(true, 1 << 20),
            board.plain_engine(false, 1 << 20),
            board.engine(Goal::Value, true, true, 1 << 20),
            board.engine(Goal::Value, true, false, 1 << 20),
        ];
        engines[0].switches.peeks = false;
        let found: Vec<u32> = engines
            .iter_mut()
            .map(|engine| board.sum(|key| engine.value(key, &mut |_| Control::Continue)))
            .collect();
        assert!(found.iter().all(|value| *value == found[0]), "{drawn} {found:?}");
    }
}

/// The larger boards of the table are searched by `cargo xtask deep`.
#[test]
fn small_boards_have_their_published_values() {
    let small = cram::published().filter(|(rows, columns, _)| rows * columns <= 20);
    let mut searched = 0;
    for (rows, columns, value) in small {
        let board = Board::drawn(&vec![".".repeat(columns); rows].join("/"));
        for hints in [true, false] {
            let mut engine = board.engine(Goal::Value, true, true, 1 << 22);
            engine.switches.hints = hints;
            let found = board.sum(|key| engine.value(key, &mut |_| Control::Continue));
            assert_eq!(found, value, "{rows}x{columns}");
            searched += 1;
        }
    }
    assert!(searched > 20, "{searched}");
}

#[test]
fn a_table_of_a_few_slots_changes_no_answer() {
    for (drawn, rows, columns) in BOARDS {
        let board = Board::drawn(drawn);
        let value = by_definition(rows, columns, &mut board.cells.clone());
        for bytes in [0, 64, 1000] {
            let mut engine = board.engine(Goal::Value, true, true, bytes);
            let found = board.sum(|key| engine.value(key, &mut |_| Control::Continue));
            assert_eq!(found, value, "{drawn} {bytes}");
        }
    }
}

#[test]
fn questions_for_single_values_agree_with_the_value() {
    let board = Board::drawn("..../..../....");
    for threads in [1, 2] {
        for asked in 0..8 {
            let mut engine = board.engine(Goal::Value, true, true, 1 << 20);
            engine.threads = threads;
            let found = engine.is(&board.keys()[0], asked, &mut |_| Control::Continue);
            assert_eq!(found, if asked == 1 { Found::Is(1) } else { Found::IsNot });
        }
    }
}

#[test]
fn a_search_that_is_stopped_has_no_value_and_goes_on_from_its_table() {
    let board = Board::drawn("....../....../....../....../......");
    let stop = || Control::Stop(bouton_core::error::Error::Stopped("enough".into()));
    let mut engine = board.engine(Goal::Value, true, true, 1 << 22);
    let mut asked = 0;
    let found = engine.value(&board.keys()[0], &mut |status| {
        assert!(status.bytes <= (1 << 22) + (1 << 21), "{status:?}");
        asked += 1;
        if asked == 3 { stop() } else { Control::Continue }
    });
    assert!(matches!(found, Found::Stopped(_)), "{found:?}");
    let before = engine.positions();
    assert_eq!(engine.value(&board.keys()[0], &mut |_| Control::Continue), Found::Is(2));
    assert!(engine.positions() > before);
}
