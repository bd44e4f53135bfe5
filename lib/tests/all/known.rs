//! Published values, from the files in `data/known/`, each with its source.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

use bouton::ask::Ask;
use bouton::{Outcome, Play, address};
use serde_json::Value;

/// The library reads these itself, so that they stand with it.
const OEIS: &str = include_str!("../../data/oeis.jsonl");

fn read(file: &str) -> String {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../data/known").join(file);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn value(text: &str) -> Option<u64> {
    let opened = address::open(text).ok()?;
    let ask = Ask { value: true, ..Ask::default() };
    opened.solve(&ask).ok()?.value?.finite()?.0.to_u64()
}

/// Rows whose address belongs to a game of the catalogue are asked as they are, with n put in.
#[test]
fn sequences_of_the_oeis_are_reproduced() {
    let mut rows = 0;
    for line in OEIS.lines() {
        let row: Value = serde_json::from_str(line).unwrap();
        let (id, offset) = (row["id"].as_str().unwrap(), row["offset"].as_u64().unwrap());
        let Some(pattern) = row["address"].as_str() else { continue };
        // A004481 is a table by antidiagonals, which its address with one n cannot say.
        let antidiagonals = row["rule"]["layout"]
            .as_str()
            .is_some_and(|layout| layout.starts_with("antidiagonals"));
        let mut cells =
            (0u64..).flat_map(|sum| (0..=sum).map(move |column| (sum - column, column)));
        for (index, term) in row["terms"].as_array().unwrap().iter().enumerate() {
            let text = if antidiagonals {
                let (row, column) = cells.next().unwrap();
                format!("wythoff: {row} {column}")
            } else {
                pattern.replace("{n}", &(offset + index as u64).to_string())
            };
            assert_eq!(value(&text), term.as_u64(), "{id}: {text}");
        }
        rows += 1;
    }
    assert!(rows >= 32, "only {rows} rows were asked");
}

#[test]
fn lists_of_p_positions_of_the_oeis_are_reproduced() {
    // One solver for all questions about a game: it keeps what it has found.
    let asker = |name: &str| {
        let game = address::open_named(name).unwrap();
        let mut solver = game.solver();
        move |position: String| {
            let position = game.read(&position).unwrap();
            let answer = solver.analyse(&position, Play::Normal, &Ask::default()).unwrap();
            answer.outcome == Outcome::Previous
        }
    };
    let mut lost = asker("wythoff");
    let mut rows = 0;
    for line in OEIS.lines() {
        let row: Value = serde_json::from_str(line).unwrap();
        let terms: Vec<u64> =
            row["terms"].as_array().unwrap().iter().filter_map(Value::as_u64).collect();
        match row["id"].as_str().unwrap() {
            // Wythoff's pairs: the lower and the upper sequence.
            "A000201" => {
                (1..).zip(&terms).for_each(|(n, a)| assert!(lost(format!("{a} {}", a + n))))
            }
            "A001950" => {
                (1..).zip(&terms).for_each(|(n, b)| assert!(lost(format!("{} {b}", b - n))))
            }
            "A002251" => (0u64..).zip(&terms).for_each(|(n, a)| assert!(lost(format!("{n} {a}")))),
            id @ ("A001581" | "A030193") => {
                let set = if id == "A001581" { "fibonacci" } else { "squares" };
                let first = u64::from(id == "A001581");
                let mut lost = asker(&format!("subtraction({set})"));
                let found = (first..=terms[terms.len() - 1]).filter(|heap| lost(heap.to_string()));
                assert_eq!(found.collect::<Vec<_>>(), terms, "{id}");
            }
            _ => continue,
        }
        rows += 1;
    }
    assert_eq!(rows, 5);
}

fn node_kayles(
    joined: impl Fn([usize; 2], [usize; 2]) -> bool,
    rows: usize,
    columns: usize,
) -> Option<u64> {
    let nodes: Vec<[usize; 2]> =
        (0..rows).flat_map(|row| (0..columns).map(move |column| [row, column])).collect();
    let mut words: Vec<String> =
        nodes.iter().map(|[row, column]| format!("{row}_{column}")).collect();
    for (index, one) in nodes.iter().enumerate() {
        for other in nodes[index + 1..].iter().filter(|other| joined(*one, **other)) {
            words.push(format!("{}_{}-{}_{}", one[0], one[1], other[0], other[1]));
        }
    }
    value(&format!("node-kayles({}): *", words.join(" ")))
}

#[test]
fn node_kayles_on_grids_of_three_rows_and_on_queens_graphs_has_the_published_values() {
    let beside = |[a, b]: [usize; 2], [c, d]: [usize; 2]| a.abs_diff(c) + b.abs_diff(d) == 1;
    for (columns, known) in (1..).zip([2, 1, 1, 0, 3, 3, 2, 2, 2, 3, 3]) {
        assert_eq!(node_kayles(beside, 3, columns), Some(known), "OEIS A316632, {columns}");
    }
    let queen =
        |[a, b]: [usize; 2], [c, d]: [usize; 2]| a == c || b == d || a.abs_diff(c) == b.abs_diff(d);
    for (side, known) in (1..).zip([1, 1, 2, 1, 3, 1, 2]) {
        assert_eq!(node_kayles(queen, side, side), Some(known), "OEIS A344227, {side}");
    }
}

#[test]
fn every_bar_of_chomp_up_to_8x10_has_its_winning_bites() {
    let game = address::open_named("chomp").unwrap();
    let mut solver = game.solver();
    for (rows, columns) in (1..=8).flat_map(|rows| (2..=10).map(move |columns| (rows, columns))) {
        let text = format!("{rows}x{columns}");
        let answer =
            solver.analyse(&game.read(&text).unwrap(), Play::Normal, &Ask::default()).unwrap();
        assert!(answer.outcome == Outcome::Next && !answer.winning.is_empty(), "{text}");
        for mv in answer.winning.iter().filter_map(|mv| mv.to.as_ref()) {
            let left = game.read(mv).unwrap();
            let outcome = solver.analyse(&left, Play::Normal, &Ask::default()).unwrap().outcome;
            assert_eq!(outcome, Outcome::Previous, "{text}: {mv}");
        }
    }
}

/// Boards of other programs' tests, drawn as these print them but for the letters.
#[test]
fn boards_of_other_solvers_have_the_values_that_they_print() {
    let text = read("boards.csv");
    let mut solvers = BTreeMap::new();
    for line in text.lines().skip(1) {
        let columns: Vec<&str> = line.splitn(3, ',').collect();
        let [address, value, source] = columns[..] else { panic!("{line}") };
        let here = address::open(address).unwrap();
        // One solver for all boards of a game: it keeps what it has found.
        let solver =
            solvers.entry(here.game.name().to_string()).or_insert_with(|| here.game.solver());
        let ask = Ask { value: true, ..Ask::default() };
        let answer = solver.analyse(&here.position, Play::Normal, &ask).unwrap();
        let known: u64 = value.parse().unwrap();
        assert_eq!(answer.value, Some(known.into()), "{address} ({source})");
    }
    assert!(solvers.len() >= 3 && text.lines().count() > 100);
}

/// The engines for these come later; until then the files must at least be whole.
#[test]
fn the_other_files_are_whole() {
    for (file, header, rows) in [
        ("cram.csv", "rows,columns,nimber", 74),
        ("misere_quotients.csv", "code,order,p_positions,period,preperiod,tame_or_wild", 65),
    ] {
        let text = read(file);
        let mut lines = text.lines();
        assert_eq!(lines.next(), Some(header), "{file}");
        let columns = header.split(',').count();
        let found = lines.filter(|line| line.split(',').count() == columns).count();
        assert!(found >= rows, "{file} has {found} rows");
    }
    for line in read("nimber.jsonl").lines() {
        let row: Value = serde_json::from_str(line).unwrap();
        assert!(row["op"].is_string() && row["a"].is_string(), "{line}");
    }
}
