//! What must be true of every game, by loops over the catalogue: adding a game adds its tests.

use std::collections::BTreeSet;

use bouton::analysis::ValueStatus;
use bouton::game::{Entry, Game};
use bouton::games::{GAMES, null};
use bouton::{Ask, Error, Outcome, Play, address};

use crate::circle::Circle;

fn every_entry() -> impl Iterator<Item = &'static Entry> {
    GAMES.iter().copied()
}

fn small() -> Ask<'static> {
    Ask { positions: 200_000, ..Ask::default() }
}

/// The game of the first example, with which the example move is meant.
fn first_game(entry: &Entry) -> Box<dyn Game> {
    address::open(entry.examples[0]).unwrap().game
}

#[test]
fn names_aliases_and_presets_open_one_thing_each() {
    let mut seen = BTreeSet::new();
    for entry in every_entry() {
        let presets = entry.presets.iter().map(|preset| preset.name);
        for name in [entry.name].into_iter().chain(entry.aliases.iter().copied()).chain(presets) {
            assert!(seen.insert(name), "{name} is used twice");
        }
        for alias in entry.aliases {
            assert_eq!(address::entry(alias).unwrap().name, entry.name);
        }
        for preset in entry.presets {
            let opened = address::open(preset.name).unwrap();
            let ask = Ask { play: opened.play, ..small() };
            let analysis = opened.game.analyse(&opened.position, &ask).unwrap();
            assert_eq!(
                analysis.address, preset.address,
                "presets are written as answers write them"
            );
        }
    }
}

#[test]
fn examples_are_answered_and_their_addresses_re_open_them() {
    for entry in every_entry() {
        assert!(!entry.examples.is_empty(), "{} has no example", entry.name);
        for example in entry.examples {
            let answer = |text: &str| {
                let opened = address::open(text).unwrap_or_else(|error| panic!("{text}: {error}"));
                let ask = Ask { play: opened.play, ..small() };
                opened
                    .game
                    .analyse(&opened.position, &ask)
                    .unwrap_or_else(|error| panic!("{text}: {error}"))
            };
            let opened = address::open(example).unwrap();
            if let Some(seats) = opened.game.seats(&opened.position).unwrap() {
                assert!(seats.seats.len() > 2, "{example}");
                let again = address::open(&seats.address).unwrap();
                assert_eq!(again.game.seats(&again.position).unwrap(), Some(seats), "{example}");
                continue;
            }
            let analysis = answer(example);
            assert_eq!(answer(&analysis.address), analysis, "{example}");
            if analysis.outcome == Outcome::Next {
                assert!(!analysis.winning.is_empty(), "{example}: a win needs a move");
            }
            for mv in &analysis.winning {
                let opened = address::open(&analysis.address).unwrap();
                let after = opened.game.play(&opened.position, &mv.mv).unwrap();
                let short = Some(&after).filter(|text| text.len() <= bouton::analysis::LONGEST_TO);
                assert_eq!(mv.to.as_ref(), short, "{example}: {}", mv.mv);
            }
        }
    }
}

#[test]
fn printed_values_are_reproduced() {
    for known in every_entry().flat_map(|entry| entry.known) {
        let opened = address::open(known.address).unwrap();
        let ask = Ask { play: opened.play, ..small() };
        let analysis = opened.game.analyse(&opened.position, &ask).unwrap();
        assert_eq!(
            analysis.outcome.letter(),
            known.outcome,
            "{} ({})",
            known.address,
            known.source
        );
        if let Some(value) = known.value {
            assert_eq!(analysis.value, Some(value.into()), "{} ({})", known.address, known.source);
        }
    }
}

#[test]
fn the_example_move_can_be_played_and_nonsense_cannot() {
    for entry in every_entry() {
        let (position, mv) = entry.example_move;
        let game = first_game(entry);
        game.play(position, mv).unwrap_or_else(|error| panic!("{}: {error}", entry.name));
        for wrong in ["", "nonsense", "1 -> 10^40", "9999,9999", "0 -> 0", "\u{0}"] {
            let error = game.play(position, wrong).expect_err(entry.name);
            assert_eq!(error.kind(), "input");
            assert!(error.to_string().contains("legal moves are"), "{}: {error}", entry.name);
        }
    }
}

#[test]
fn every_move_can_be_picked_in_the_scene() {
    for entry in every_entry() {
        let (position, _) = entry.example_move;
        let game = first_game(entry);
        let scene = game.scene(position).unwrap();
        let ids: BTreeSet<&String> = scene.shapes.iter().map(|shape| &shape.id).collect();
        assert_eq!(ids.len(), scene.shapes.len(), "{}: shapes have names of their own", entry.name);
        let begun = game.complete(position, &[]).unwrap();
        for pick in scene.shapes.iter().filter_map(|shape| shape.pick.as_ref()) {
            assert!(
                begun.next.contains(pick),
                "{}: {pick} can be picked but begins no move",
                entry.name
            );
        }
        for mv in game.moves(position, 1000).unwrap().moves {
            let picks: Vec<&str> = mv.mv.split(", ").collect();
            let whole = game.complete(position, &picks).unwrap().whole;
            assert_eq!(whole.as_deref(), Some(mv.mv.as_str()), "{}", entry.name);
            assert_eq!(game.play(position, &mv.mv).unwrap(), mv.to, "{}", entry.name);
        }
    }
}

#[test]
fn every_answer_is_explained_in_both_plays() {
    for entry in every_entry() {
        let (position, _) = entry.example_move;
        for play in Play::BOTH.into_iter().filter(|play| first_game(entry).allows(*play).is_ok()) {
            let ask = Ask { play, ..small() };
            let trace = first_game(entry).explain(position, &ask).unwrap();
            assert!(trace.steps.len() >= 3, "{}: {trace:?}", entry.name);
            assert_eq!(trace.steps.last().map(|step| step.kind), Some("answer"));
            assert!(
                trace.steps.iter().all(|step| step.text.ends_with(['.', ':'])),
                "{}: {trace:?}",
                entry.name
            );
        }
    }
}

#[test]
fn the_template_is_a_whole_game() {
    let (position, mv) = null::ENTRY.example_move;
    let game = (null::ENTRY.open)(&address::Parameters::none("null")).unwrap();
    assert_eq!(game.play(position, mv).unwrap(), "5");
    assert_eq!(game.analyse(position, &small()).unwrap().value, Some(1.into()));
    assert!(!game.verify(&["12"], bouton::verify::Depth::Quick, &small()).checks.is_empty());
}

#[test]
fn a_small_budget_stops_without_a_value() {
    let opened = address::open("chomp: 5 4 4 2").unwrap();
    let ask = Ask { positions: 3, ..Ask::default() };
    let error = opened.game.analyse(&opened.position, &ask).unwrap_err();
    assert!(matches!(error, Error::Stopped(_)), "{error}");
    // What was found before the stop is kept, and the same handle answers when it may go on.
    let mut solver = opened.game.solver();
    assert!(solver.analyse(&opened.position, &ask).is_err());
    let whole = solver.analyse(&opened.position, &small()).unwrap();
    assert_eq!(whole.outcome, opened.game.analyse(&opened.position, &small()).unwrap().outcome);
}

#[test]
fn huge_positions_answer_without_listing_moves() {
    let digits = "9".repeat(1000);
    let beatty = "wythoff: 100000000000000000000000000000 161803398874989484820458683436";
    for address in [
        format!("nim: {digits} {digits}1 7"),
        "misere nim: 10^18 10^18 1".to_string(),
        "moore(3): 1152921504606846975 1000000000000000000 3 2 1".to_string(),
        beatty.to_string(),
        "greedy-nim: 10^300 10^300 10^300".to_string(),
        "nim: 10^18 + kayles: 12".to_string(),
        "kayles: 10^30 10^29".to_string(),
        "subtraction(1-1000000000000): 10^40".to_string(),
        "misere subtraction(1,3,4): 10^40 5".to_string(),
        "chomp: 2x1000000000000".to_string(),
        "laskers-nim: 10^30 6".to_string(),
        "building-nim: 0 | 10^18 3".to_string(),
        "divisor-subtract: 10^18".to_string(),
        "divide(prime-powers): 10^30".to_string(),
        "count-up(to=10^40, most=10^18, last=wins): 5".to_string(),
        "treblecross: 300".to_string(),
        format!("flip: {}", "+".repeat(3000)),
        format!("turning-turtles: {}", "H".repeat(500)),
    ] {
        let opened = address::open(&address).unwrap();
        let ask = Ask { play: opened.play, ..small() };
        let analysis = opened
            .game
            .analyse(&opened.position, &ask)
            .unwrap_or_else(|e| panic!("{address}: {e}"));
        if analysis.outcome == Outcome::Next {
            assert!(!analysis.winning.is_empty(), "{address}");
        }
    }
}

#[test]
fn a_theorem_answers_although_its_moves_cannot_be_listed() {
    for (address, outcome) in [
        ("circular-nim(most=10^18): 10^18", Outcome::Next),
        ("circular-nim(most=2): 10^18 | 10^18", Outcome::Next),
        ("divisor-subtract: 10^20", Outcome::Next),
        ("turning-corners: 1000000,1000000", Outcome::Next),
        ("circular-stacks(1): 10^18 5", Outcome::Next),
        ("circular-stacks(2): 10^18 5 10^18 5", Outcome::Previous),
    ] {
        let opened = address::open(address).unwrap();
        let ask = Ask { bytes: 1 << 24, ..small() };
        let analysis = opened.game.analyse(&opened.position, &ask).unwrap();
        assert_eq!(analysis.outcome, outcome, "{address}");
        assert!(analysis.winning_complete == (outcome == Outcome::Previous), "{address}");
    }
}

#[test]
fn rows_of_many_heaps_and_coins_do_not_panic() {
    let heaps = |count: usize| vec!["3"; count].join(" ");
    for address in [
        format!("wythoff-all: {}", heaps(65)),
        format!("wythoff-all: {}", heaps(64)),
        format!("wythoff-some: {}", heaps(70)),
        format!("circular-stacks(2): {}", heaps(100)),
        "building-nim: 5 | 18446744073709551615".to_string(),
        "turning-corners: 4294967295,1".to_string(),
        format!("turn(1000): {}", "H".repeat(60)),
    ] {
        let opened = address::open(&address).unwrap();
        let ask = Ask { positions: 2000, steps: 200_000, ..Ask::default() };
        // An answer or an honest stop; the picture in any case.
        let _ = opened.game.analyse(&opened.position, &ask);
        assert!(!opened.game.scene(&opened.position).unwrap().shapes.is_empty(), "{address}");
        assert!(opened.game.play(&opened.position, "59, 5, 5").is_err());
    }
}

#[test]
fn a_value_that_would_take_long_is_not_computed_unless_insisted_on() {
    let opened = address::open("wythoff: 10^6 10^7").unwrap();
    let analysis = opened.game.analyse(&opened.position, &small()).unwrap();
    assert_eq!((analysis.value, analysis.value_status), (None, ValueStatus::NotComputed));
    let ask = Ask { value: true, positions: 1000, steps: 1_000_000, ..Ask::default() };
    assert!(matches!(opened.game.analyse(&opened.position, &ask), Err(Error::Stopped(_))));
}

#[test]
fn a_million_plies_do_not_overflow_the_stack() {
    let game = bouton::game::Typed::new(
        bouton::rules::Definition(Chain),
        &address::Parameters::none("chain"),
    );
    for play in Play::BOTH {
        let ask = Ask { play, ..Ask::default() };
        let analysis = game.analyse("1000000", &ask).unwrap();
        assert_eq!(analysis.outcome == Outcome::Previous, play == Play::Normal);
    }
    assert_eq!(game.graph("100000", true, &Ask::default()).unwrap().len(), 100_001);
}

/// One heap from which exactly one stone is taken: the longest play there is.
struct Chain;

impl bouton::rules::Rules for Chain {
    type Position = bouton::natural::Natural;
    type Move = u8;
    fn moves(&self, heap: &Self::Position, out: &mut bouton::rules::Moves<'_, u8>) {
        if !heap.is_zero() {
            out.push(1);
        }
    }
    fn play(&self, heap: &Self::Position, _: &u8) -> Self::Position {
        heap.minus(&1u64.into()).unwrap_or_default()
    }
}

#[test]
fn loops_are_discovered_and_a_draw_is_an_outcome() {
    let game = bouton::game::Typed::new(Circle, &address::Parameters::none("circle"));
    let outcome = |position: &str, play| {
        game.analyse(position, &Ask { play, ..Ask::default() }).unwrap().outcome
    };
    assert_eq!(outcome("0", Play::Normal), Outcome::Draw);
    assert_eq!(outcome("1", Play::Normal), Outcome::Draw);
    assert_eq!(outcome("2", Play::Normal), Outcome::Next);
    assert_eq!(outcome("1", Play::Misere), Outcome::Next);
    assert_eq!(outcome("0", Play::Misere), Outcome::Previous);
}
