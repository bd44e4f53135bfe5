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
        for left_out in 0..32 {
            let part = |bit: u32| left_out >> bit & 1 == 0;
            let switches = Switches { table: part(0), order: part(1), hints: part(2) };
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
