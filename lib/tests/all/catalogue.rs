//! What must be true of every game, by loops over the catalogue: adding a game adds its tests.

use std::collections::BTreeSet;

use bouton::analysis::ValueStatus;
use bouton::game::{Ability, Entry, Game};
use bouton::games::{GAMES, null};
use bouton::{Ask, Outcome, Play, Question, address};

use crate::circle::Circle;

fn every_entry() -> impl Iterator<Item = &'static Entry> {
    GAMES.iter().copied()
}

fn small() -> Ask<'static> {
    Ask { positions: 200_000, ..Ask::default() }
}

/// A position of a game, in normal play.
fn question(game: &Game, position: &str) -> Question {
    Question::new(game.clone(), game.read(position).unwrap(), Play::Normal)
}

/// The game of the first example, with which the example move is meant.
fn first_game(entry: &Entry) -> Game {
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
            let ask = small();
            let analysis = opened.solve(&ask).unwrap();
            assert_eq!(
                analysis.address, preset.address,
                "presets are written as answers write them"
            );
        }
    }
}

#[test]
fn what_the_last_move_is_said_to_take_is_all_gone_at_the_end() {
    const FEW: usize = 100;
    let mut said = 0;
    for example in every_entry().flat_map(|entry| entry.examples) {
        let Question { game, mut position, .. } = address::open(example).unwrap();
        let words = game.instructions(Play::Normal);
        let (moves, complete) = game.moves(&position, FEW);
        if !words.contains("Whoever takes the last ") || moves.len() == FEW || !complete {
            continue;
        }
        // The move that is listed last, which seldom takes most; a circle of 10^30 would go on for ever.
        let mut plies = 0;
        while let Some(mv) = game.moves(&position, FEW).0.last().filter(|_| plies < FEW) {
            position = game.play(&position, mv);
            plies += 1;
        }
        if plies == FEW {
            continue;
        }
        said += 1;
        let end = game.write(&position);
        assert!(!end.contains(|letter| ('1'..='9').contains(&letter)), "{example} ends with {end}");
    }
    assert!(said >= 8, "{said} examples");
}

#[test]
fn stories_are_part_of_the_catalogues_json() {
    let entry = serde_json::to_value(address::entry("nim").unwrap()).unwrap();
    assert!(entry["story"].as_str().is_some_and(|story| story.contains("1901")));
    let presets = entry["presets"].as_array().unwrap();
    let story =
        |name: &str| &presets.iter().find(|preset| preset["name"] == name).unwrap()["story"];
    assert!(story("marienbad").as_str().is_some_and(|story| story.contains("1961")));
    assert!(story("3-4-5").is_null());
}

#[test]
fn what_an_entry_says_of_its_abilities_is_what_the_game_does() {
    for entry in every_entry() {
        let game = first_game(entry);
        let reads = |text: &str| game.read(text).is_ok_and(|read| game.write(&read) == text);
        let has = [
            (Ability::Piles, reads("4 1") && reads("1 4")),
            (
                Ability::Table,
                (0..3).all(|row| (0..3).all(|column| reads(&format!("{row} {column}")))),
            ),
            (Ability::Sequence, game.heap().is_some()),
            (Ability::Players, entry.parameters.iter().any(|parameter| parameter.key == "players")),
            (Ability::Misere, game.allows(Play::Misere).is_ok()),
        ];
        let wrong: Vec<Ability> = has
            .into_iter()
            .filter(|(ability, has)| entry.can.contains(ability) != *has)
            .map(|(ability, _)| ability)
            .collect();
        assert_eq!(wrong, [], "{}", entry.name);
    }
}

#[test]
fn examples_are_answered_and_their_addresses_re_open_them() {
    for entry in every_entry() {
        assert!(!entry.examples.is_empty(), "{} has no example", entry.name);
        for example in entry.examples {
            let answer = |text: &str| {
                let opened = address::open(text).unwrap_or_else(|error| panic!("{text}: {error}"));
                let ask = small();
                opened.solve(&ask).unwrap_or_else(|error| panic!("{text}: {error}"))
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
                let after = opened.after(&mv.mv).unwrap();
                let after = after.game.write(&after.position);
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
        let ask = small();
        let analysis = opened.solve(&ask).unwrap();
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
        let here = question(&first_game(entry), position);
        here.after(mv).unwrap_or_else(|error| panic!("{}: {error}", entry.name));
        for wrong in ["", "nonsense", "1 -> 10^40", "9999,9999", "0 -> 0", "\u{0}"] {
            let error = here.after(wrong).err().expect(entry.name);
            assert_eq!(error.kind(), "input");
            assert!(error.to_string().contains("legal moves are"), "{}: {error}", entry.name);
        }
    }
}

/// Positions that a person would play have no more moves than this; those are asked for every move.
const ORDINARY: usize = 400;

#[test]
fn every_move_can_be_picked_in_the_scene() {
    for entry in every_entry() {
        let first = format!("{}: {}", first_game(entry).name(), entry.example_move.0);
        for address in entry.examples.iter().copied().chain([first.as_str()]) {
            let here = address::open(address).unwrap();
            let (game, position) = (&here.game, &here.position);
            let scene = game.scene(position);
            let ids: BTreeSet<&String> = scene.shapes.iter().map(|shape| &shape.id).collect();
            assert_eq!(ids.len(), scene.shapes.len(), "{address}: shapes have names of their own");
            let begun = game.complete(position, &[]).unwrap();
            let picks: BTreeSet<&str> =
                scene.shapes.iter().filter_map(|shape| shape.pick.as_deref()).collect();
            // Where the order of picks matters, some only go on with a move that was begun.
            let moves = game.listing(position, ORDINARY + 1).moves;
            let goes_on =
                |pick: &str| moves.iter().any(|mv| mv.mv.split(", ").any(|own| own == pick));
            for pick in &picks {
                let begins = begun.next.iter().any(|next| next == pick) || here.after(pick).is_ok();
                assert!(
                    begins || goes_on(pick),
                    "{address}: {pick} can be picked but is part of no move"
                );
            }
            for shape in &scene.shapes {
                assert!(shape.pick.is_none() || shape.why.is_empty(), "{address}: {shape:?}");
                assert!(shape.takes.iter().all(|id| ids.contains(id)), "{address}: {shape:?}");
            }
            let listing = game.listing(position, ORDINARY + 1);
            if listing.moves.len() > ORDINARY || !listing.complete {
                continue;
            }
            for mv in listing.moves {
                let parts: Vec<&str> = mv.mv.split(", ").collect();
                let whole = game.complete(position, &parts).unwrap().whole;
                assert_eq!(whole.as_deref(), Some(mv.mv.as_str()), "{address}");
                let after = here.after(&mv.mv).unwrap();
                assert_eq!(game.write(&after.position), mv.to, "{address}");
                let drawn = scene.capped.is_some() || parts.iter().all(|part| picks.contains(part));
                assert!(drawn, "{address}: no shape stands for the move {}", mv.mv);
            }
        }
    }
}

#[test]
fn every_answer_is_explained_in_both_plays() {
    for entry in every_entry() {
        let (position, _) = entry.example_move;
        for play in Play::BOTH.into_iter().filter(|play| first_game(entry).allows(*play).is_ok()) {
            let game = first_game(entry);
            let position = game.read(position).unwrap();
            let trace = game.explain(&position, play, &small()).unwrap();
            assert!(trace.steps.len() >= 3, "{}: {trace:?}", entry.name);
            let kinds: Vec<&str> = trace.steps.iter().map(|step| step.kind).collect();
            assert_eq!(kinds[..3], ["verdict", "rules", "idea"], "{}", entry.name);
            assert_eq!(kinds[kinds.len() - 1], "known", "{}", entry.name);
            // Positions at the end of a line stand in brackets: some end in a full stop themselves.
            assert!(
                trace.steps.iter().all(|step| step.text.ends_with(['.', ':', ')'])),
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
    let start = question(&game, position);
    assert_eq!(start.after(mv).unwrap().address(), "null: 5");
    assert_eq!(start.solve(&small()).unwrap().value, Some(1.into()));
    assert!(!game.verify(&["12"], bouton::verify::Depth::Quick, &small()).checks.is_empty());
}

#[test]
fn a_small_budget_stops_without_a_value() {
    let opened = address::open("chomp: 5 4 4 2").unwrap();
    let ask = Ask { positions: 3, ..Ask::default() };
    let error = opened.solve(&ask).unwrap_err();
    assert!(error.is_stopped(), "{error}");
    // What was found before the stop is kept, and the same handle answers when it may go on.
    let mut solver = opened.game.solver();
    assert!(solver.answer(&opened, &ask).is_err());
    let whole = solver.answer(&opened, &small()).unwrap();
    assert_eq!(whole.outcome, opened.solve(&small()).unwrap().outcome);
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
        let ask = small();
        let analysis = opened.solve(&ask).unwrap_or_else(|e| panic!("{address}: {e}"));
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
        let analysis = opened.solve(&ask).unwrap();
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
        let _ = opened.solve(&ask);
        assert!(!opened.game.scene(&opened.position).shapes.is_empty(), "{address}");
        assert!(opened.after("59, 5, 5").is_err());
    }
}

#[test]
fn a_value_that_would_take_long_is_not_computed_unless_insisted_on() {
    let opened = address::open("wythoff: 10^6 10^7").unwrap();
    let analysis = opened.solve(&small()).unwrap();
    assert_eq!((analysis.value, analysis.value_status), (None, ValueStatus::NotComputed));
    let ask = Ask { value: true, positions: 1000, steps: 1_000_000, ..Ask::default() };
    assert!(opened.solve(&ask).unwrap_err().is_stopped());
}

#[test]
fn a_million_plies_do_not_overflow_the_stack() {
    let game = Game::new(bouton::rules::Definition(Chain), "chain");
    let [long, shorter] = ["1000000", "100000"].map(|text| game.read(text).unwrap());
    for play in Play::BOTH {
        let analysis = game.analyse(&long, play, &Ask::default()).unwrap();
        assert_eq!(analysis.outcome == Outcome::Previous, play == Play::Normal);
    }
    assert_eq!(game.graph(&shorter, true, &Ask::default()).unwrap().len(), 100_001);
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
    let game = Game::new(Circle, "circle");
    let outcome = |position: &str, play| {
        let position = game.read(position).unwrap();
        game.analyse(&position, play, &Ask::default()).unwrap().outcome
    };
    assert_eq!(outcome("0", Play::Normal), Outcome::Draw);
    assert_eq!(outcome("1", Play::Normal), Outcome::Draw);
    assert_eq!(outcome("2", Play::Normal), Outcome::Next);
    assert_eq!(outcome("1", Play::Misere), Outcome::Next);
    assert_eq!(outcome("0", Play::Misere), Outcome::Previous);
}
