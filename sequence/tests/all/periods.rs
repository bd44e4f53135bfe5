//! Periods: those in print are proved again with the same numbers, and what only looks periodic is not.

use std::fs;
use std::path::PathBuf;

use bouton_core::ask::{Ask, Meter};
use bouton_sequence::atlas;
use bouton_sequence::engine::Choice;
use bouton_sequence::search::{Search, Verdict};
use bouton_sequence::{Code, Period, Proof, Sequence, Values};

use crate::rules;

fn search(game: &str, length: usize) -> (Verdict, Vec<u32>) {
    let rules = &*rules(game);
    let mut search = Search::new(rules, Values::default(), Choice::default()).unwrap();
    search.run(length, &mut |_| true).unwrap();
    (search.verdict(), search.values().iter_from(0).collect())
}

fn proved(code: &str, length: usize) -> Period {
    match search(code, length).0 {
        Verdict::Proved(period) => period,
        other => panic!("{code}: {other:?}"),
    }
}

/// The period and the preperiod that a table proves while it is asked for the value of one heap.
fn asked_for_a_huge_heap(code: &str) -> (u64, u64) {
    let (mut sequence, ask, huge) = (Sequence::default(), Ask::default(), "10^30".parse().unwrap());
    let value = sequence.value(&*rules(code), &huge, &mut Meter::new(&ask)).unwrap();
    assert_eq!(sequence.known(&huge), Some(value), "{code}");
    let found = sequence.period().unwrap();
    (found.period, found.preperiod)
}

/// Eleven million values: a second, so they are computed once.
const LONG: &str = "0.354";

#[test]
fn every_period_in_print_is_proved_with_its_numbers() {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../data/known/octal_periods.csv");
    let mut rows = 0;
    for line in fs::read_to_string(path).unwrap().lines().skip(1) {
        let fields: Vec<&str> = line.split(',').collect();
        let [code, preperiod, period] = fields[..] else { panic!("{line}") };
        let code = if code.contains('.') { code.to_string() } else { format!("{code}.0") };
        let found = proved(&code, if code == LONG { 12_000_000 } else { 30_000 });
        // In print a pure period is said to begin at heap 1, since heap 0 is no heap.
        let print = preperiod.parse().unwrap();
        assert!(
            found.preperiod == print || (found.preperiod, print) == (0, 1),
            "{code}: {found:?}"
        );
        assert_eq!(found.period.to_string(), period, "{code}");
        if code != LONG {
            assert_eq!(asked_for_a_huge_heap(&code), (found.period, found.preperiod), "{code}");
        }
        rows += 1;
    }
    assert!(rows >= 45, "only {rows} rows were proved");
}

#[test]
fn long_preperiods_are_exact() {
    let found = proved("0.16", 400_000);
    assert_eq!((found.period, found.preperiod), (149_459, 105_351));
    assert_eq!(found.proof, Proof::BoundedWitnesses);
    // The last exception is heap 326639; print says 326637.
    let found = proved("0.56", 800_000);
    assert_eq!((found.period, found.preperiod), (144, 326_640));
}

#[test]
fn traps_do_not_fool_the_search() {
    // Take-a-factorial looks periodic with 25 and breaks at 5050.
    let (verdict, values) = search("factorials", 6000);
    assert!(!matches!(verdict, Verdict::Proved(_)));
    assert!((0..5025).all(|heap| values[heap] == values[heap + 25]));
    assert_ne!(values[5025], values[5050]);
    // Heaps left must be unequal: period 5 over 20 values, and then not.
    let (verdict, values) = search("0.226!", 20);
    assert!(!matches!(verdict, Verdict::Proved(_)), "{verdict:?}");
    assert!((2..15).all(|heap| values[heap] == values[heap + 5]));
    let (_, values) = search("0.226!", 30);
    assert_eq!((values[15], values[20]), (0, 5));
}

#[test]
fn codes_that_look_alike_are_told_apart() {
    let (_, one) = search("0.161", 1000);
    let (_, other) = search("0.36", 1000);
    assert_eq!(one.iter().zip(&other).position(|(one, other)| one != other), Some(519));
}

/// Plain definition against what a proof says, far beyond what it needed.
#[test]
fn proved_periods_hold_far_beyond_the_proof() {
    for code in ["0.51", "0.153", "0.6!", "4.72", "0.26", "0.04!", "0.131", "4!.3", "0.8"] {
        let rules: Code = code.parse().unwrap();
        let mut search = Search::new(&rules, Values::default(), Choice::default()).unwrap();
        let Some(period) = search.run(1500, &mut |_| true).unwrap().cloned() else { continue };
        let plain =
            Choice { engine: Some(bouton_sequence::engine::Name::Plain), ..Choice::default() };
        let mut check = bouton_sequence::engine::engine(&rules, Values::default(), plain).unwrap();
        check.extend(2500, &mut |_| true).unwrap();
        let values: Vec<u32> = check.values().iter_from(0).collect();
        let (p, n0) = (period.period as usize, period.preperiod as usize);
        assert!((n0..2500 - p).all(|heap| values[heap] == values[heap + p]), "{code}: {period:?}");
    }
}

#[test]
fn a_sample_of_the_atlas_is_proved_again() {
    let proved_rows: Vec<_> = atlas::rows()
        .iter()
        .filter(|row| row.status == "proved" && row.computed_to < 20_000)
        .collect();
    for row in proved_rows.iter().step_by(17) {
        let found = proved(&row.code, 30_000);
        assert_eq!(
            (Some(found.period), Some(found.preperiod), Some(found.saltus)),
            (row.period, row.preperiod, row.saltus),
            "{}",
            row.code
        );
    }
    for row in atlas::rows() {
        assert!(row.code.parse::<Code>().is_ok(), "{}", row.code);
    }
}
