//! What once went wrong, found by hostile sessions, reviews and fuzzing.

use std::time::Instant;

use bouton::analysis::Analysis;
use bouton::ask::Flow;
use bouton::{Ask, Error, Outcome, Play, address};

fn answer(text: &str) -> Result<Analysis, Error> {
    bouton::solve(text)
}

#[test]
fn a_list_of_moves_that_was_cut_is_not_called_complete() {
    // 2^18 - 1 moves in the first part, more than are listed.
    let analysis = answer(&format!("misere moore(18): {} + nim: 1", "1 ".repeat(18))).unwrap();
    assert_eq!(analysis.outcome, Outcome::Next);
    assert!(!analysis.winning_complete && analysis.winning_count.is_none());
}

#[test]
fn rows_of_chomp_do_not_overflow_a_word() {
    assert!(answer("chomp: 18446744073709551615 18446744073709551615").is_err());
    let largest = answer("chomp: 9223372036854775807 9223372036854775807").unwrap();
    assert_eq!(largest.winning[0].mv, "2,9223372036854775807");
}

#[test]
fn blanks_outside_ascii_are_not_read_twice() {
    let game = address::open_named("nim").unwrap();
    for (text, expected) in
        [("12\u{a0}".repeat(3), Some(12u64)), ("12\u{a0}".repeat(300_001), None)]
    {
        let mut input = std::io::BufReader::new(text.as_bytes());
        let read = game.read_from(&mut input);
        match expected {
            Some(value) => {
                let valued = game.solver().value(&read.unwrap(), &Ask::default()).unwrap();
                assert_eq!(valued.value, value.into());
            }
            None => assert!(read.is_err(), "more than a million bytes without a blank of ASCII"),
        }
    }
}

#[test]
fn explanations_do_not_take_coincidence_for_a_theorem() {
    let text = |address: &str| {
        let opened = address::open(address).unwrap();
        let trace = opened.explain(&Ask::default()).unwrap();
        trace.steps.into_iter().map(|step| step.text).collect::<Vec<_>>().join("\n")
    };
    // Each pile here is worth its size, but only in Nim that is a rule.
    assert!(text("kayles: 1 2 3").contains("The least number missing"));
    assert!(!text("nim: 1 2 3").contains("The least number missing"));
    // In Kayles a move may raise a value, and the move that is explained is the move that is played.
    let raised = text("subtraction(1-3): 4 1 3 7");
    assert!(raised.starts_with("You win: take") && raised.contains("xor"), "{raised}");
}

#[test]
fn every_winning_move_of_a_conditional_code_can_be_played() {
    for address in ["octal(0.3?): 5", "octal(0.37?7=): 9 6", "octal(4=.2?): 8"] {
        let opened = address::open(address).unwrap();
        for mv in answer(address).unwrap().winning {
            assert!(opened.after(&mv.mv).is_ok(), "{address}: {}", mv.mv);
        }
    }
}

#[test]
fn a_large_gap_in_an_all_but_set_costs_nothing() {
    assert_eq!(answer("subtraction(all-but 1000000000000): 10").unwrap().value, Some(10.into()));
}

#[test]
fn earlier_questions_do_not_stop_later_ones() {
    let game = address::open("kayles: 1").unwrap().game;
    let mut solver = game.solver();
    let ask = Ask { bytes: 300 << 10, ..Ask::default() };
    let [small, large] = ["25", "30 20 10"].map(|text| game.read(text).unwrap());
    let alone = game.analyse(&small, Play::Misere, &ask).unwrap();
    let _ = solver.analyse(&large, Play::Misere, &ask);
    assert_eq!(solver.analyse(&small, Play::Misere, &ask).unwrap().outcome, alone.outcome);
}

#[test]
fn the_callers_clock_is_asked_while_one_position_has_many_moves() {
    let game = address::open("chomp: 1").unwrap().game;
    let mut solver = game.solver();
    let start = Instant::now();
    let tick = |_| match start.elapsed().as_secs() >= 1 {
        true => Flow::Stop("enough".to_string()),
        false => Flow::Continue,
    };
    let ask = Ask { tick: &tick, ..Ask::default() };
    let [one, long] = ["1", "2x1000000000000000000"].map(|text| game.read(text).unwrap());
    solver.analyse(&one, Play::Misere, &ask).unwrap();
    assert!(solver.analyse(&long, Play::Misere, &ask).unwrap_err().is_stopped());
    assert!(start.elapsed().as_secs() < 60);
}

#[test]
fn addresses_that_would_not_re_open_are_refused() {
    let many = |count| format!("nim: {}", "10^600 ".repeat(count));
    for text in [many(2000), format!("{} + {} + {}", many(600), many(600), many(600))] {
        assert!(answer(&text).unwrap_err().to_string().contains("written out"));
    }
    assert!("10^900000".parse::<bouton::natural::Natural>().is_ok());
    assert!(
        "\u{201c}3\u{201d}"
            .parse::<bouton::natural::Natural>()
            .unwrap_err()
            .to_string()
            .contains("not a number")
    );
}
