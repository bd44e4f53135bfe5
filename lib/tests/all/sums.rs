//! Sums of unlike games against the graph of the whole sum, in both plays.

use std::collections::BTreeSet;

use bouton::explain::Claim;
use bouton::graph::Graph;
use bouton::{Ask, Outcome, Play, Question, address};

const SUMS: &[&str] = &[
    "kayles: 4 + nim: 2 + chomp: 3 2",
    "nim: 3 1 + subtraction(1,3,4): 6",
    "grundy: 7 + wythoff: 2 3",
    "moore(2): 1 2 1 + nim: 3",
    "greedy-nim: 3 2 + kayles: 5",
    "chomp: 2x2 + chomp: 3 1",
    "octal(0.15): 6 + subtraction(squares): 6",
    "moore(2, most=1): 2 2 + nim: 1 1",
    "nim: 0 + chomp: 1",
    "nim: 2 1 + subtraction(1-2): 4 3",
    "kayles: 5 + octal(0.07): 6 + nim: 2",
    "grundy: 8 + dawsons-chess: 5 + kayles: 3",
];

/// Every position of the sum, unmerged, with its outcome by retrograde analysis of the whole graph.
fn oracle(text: &str, play: Play) -> (Graph, Vec<Outcome>) {
    let opened = address::open(text).unwrap();
    let graph = opened.game.graph(&opened.position, false, &Ask::default()).unwrap();
    let outcomes = graph.verdicts(play).iter().map(|verdict| verdict.outcome).collect();
    (graph, outcomes)
}

#[test]
fn outcomes_and_winning_moves_agree_with_the_whole_graph() {
    for text in SUMS {
        for play in Play::BOTH {
            let (graph, outcomes) = oracle(text, play);
            let opened = address::open(text).unwrap();
            let mut solver = opened.game.solver();
            for (node, name) in graph.names.iter().enumerate().step_by(1 + graph.len() / 60) {
                let ask = Ask { moves: 1000, ..Ask::default() };
                let position = opened.game.read(name).unwrap();
                let analysis = solver.analyse(&position, play, &ask).unwrap();
                assert!(analysis.is_sum());
                assert_eq!(analysis.outcome, outcomes[node], "{play} {name}");
                let lost: BTreeSet<&str> = graph
                    .options(node as u32)
                    .iter()
                    .filter(|option| outcomes[**option as usize] == Outcome::Previous)
                    .map(|option| graph.names[*option as usize].as_str())
                    .collect();
                let found: BTreeSet<&str> =
                    analysis.winning.iter().filter_map(|mv| mv.to.as_deref()).collect();
                assert_eq!(found, lost, "{play} {name}");
                for mv in &analysis.winning {
                    let here = Question::new(opened.game.clone(), position.clone(), Play::Normal);
                    let after = here.after(&analysis.written(mv)).unwrap();
                    assert_eq!(Some(after.address()), mv.to, "{play} {name}");
                }
            }
        }
    }
}

/// The winning moves of all small sums in misère play, by whatever way answers, are those of the graph of the whole.
#[test]
fn misere_sums_of_unlike_heaps_are_those_of_search() {
    let mut met = BTreeSet::new();
    for parts in [["kayles", "octal(0.07)", "nim"], ["grundy", "octal(0.35)", "subtraction(1,3)"]] {
        let [a, b, c] = parts;
        let (graph, outcomes) = oracle(&format!("{a}: 6 + {b}: 6 + {c}: 3"), Play::Misere);
        let opened = address::open(&format!("{a}: 1 + {b}: 1 + {c}: 1")).unwrap();
        for (node, name) in graph.names.iter().enumerate().step_by(3) {
            let position = opened.game.read(name).unwrap();
            let ask = Ask { moves: 1000, ..Ask::default() };
            let analysis = opened.game.analyse(&position, Play::Misere, &ask).unwrap();
            assert_eq!(analysis.outcome, outcomes[node], "{name}");
            let options = graph.options(node as u32).iter();
            let lost: BTreeSet<&str> = options
                .filter(|option| outcomes[**option as usize] == Outcome::Previous)
                .map(|option| graph.names[*option as usize].as_str())
                .collect();
            let found = analysis.winning.iter().filter_map(|mv| mv.to.as_deref()).collect();
            assert_eq!(lost, found, "{name}");
            met.insert(format!("{:?}", analysis.method));
        }
    }
    assert!(met.contains("Quotient"), "{met:?}");
}

#[test]
fn large_misere_sums_say_by_which_way_they_are_known() {
    let solved = |text: &str| bouton::solve(text).unwrap();
    let forms = solved("misere grundy: 60 50 40");
    assert_eq!(forms.outcome, Outcome::Previous);
    assert!(forms.evidence.forms.is_some());
    let forms = solved("misere kayles: 30 + octal(0.07): 20 + nim: 8");
    assert!(forms.evidence.forms.is_some() && forms.winning.len() == 1);
    let quotient = solved("misere kayles: 200 + nim: 3").evidence.quotient.unwrap();
    assert_eq!((quotient.order, quotient.heaps), (40, Some(203)));
    let tame = solved("misere nim: 10^18 3 + subtraction(1-3): 10^30");
    let moves: Vec<&str> = tame.winning.iter().map(|mv| mv.mv.as_str()).collect();
    assert_eq!((moves, tame.evidence.parts.len()), (vec!["1 -> 3"], 2));
}

#[test]
fn values_of_parts_add_by_xor() {
    for text in SUMS {
        let (graph, _) = oracle(text, Play::Normal);
        let value = graph.values().unwrap()[0];
        let opened = address::open(text).unwrap();
        let analysis = opened.solve(&Ask::default()).unwrap();
        assert_eq!(analysis.value, Some(u64::from(value).into()), "{text}");
    }
}

#[test]
fn nim_is_asked_for_moves_to_a_value_when_its_moves_are_too_many() {
    let opened = address::open("nim: 10^18 + kayles: 12").unwrap();
    let analysis = opened.solve(&Ask::default()).unwrap();
    let moves: Vec<(usize, &str)> =
        analysis.winning.iter().map(|mv| (mv.part, mv.mv.as_str())).collect();
    assert_eq!(moves, [(1, "1 -> 4")]);
    assert_eq!(analysis.winning[0].to.as_deref(), Some("nim: 4 + kayles: 12"));
}

#[test]
fn moves_of_a_sum_name_their_part() {
    let opened = address::open("nim: 3 + kayles: 2").unwrap();
    let moves = opened.game.listing(&opened.position, 100);
    assert_eq!(moves.moves[0].mv, "1: 1 -> 0");
    let error = opened.after("3: 1 -> 0").err().unwrap();
    assert!(error.to_string().contains("part from 1 to 2"));
    let scene = opened.game.scene(&opened.position);
    let picks: Vec<&String> = scene.shapes.iter().filter_map(|shape| shape.pick.as_ref()).collect();
    assert!(picks.iter().any(|pick| *pick == "2: 1 -> 1"));
    let completion = opened.game.complete(&opened.position, &["2: 1 -> 1"]).unwrap();
    assert_eq!(completion.whole.as_deref(), Some("2: 1 -> 1"));
}

#[test]
fn an_infinity_keeps_its_options_beside_huge_heaps() {
    let outcome = |text: &str| {
        let opened = address::open(text).unwrap();
        opened.solve(&Ask::default()).unwrap().outcome
    };
    let graph = "graph(a>c a>d d>e e>d): a";
    assert_eq!(outcome(&format!("nim: 10^20 + {graph} + nim: 10^20")), Outcome::Next);
    assert_eq!(outcome(&format!("nim: 10^20 + {graph} + nim: 10^21")), Outcome::Draw);
    assert_eq!(outcome(&format!("{graph} + {graph}")), Outcome::Draw);
}

/// The outcome of an address after some moves.
fn outcome_after(address: &str, moves: &[&str]) -> Outcome {
    let mut question = bouton::open(address).unwrap();
    for mv in moves {
        question = question.after(mv).unwrap_or_else(|error| panic!("{address}: {mv}: {error}"));
    }
    question.solve(&Ask::default()).unwrap().outcome
}

#[test]
fn what_is_claimed_of_a_sum_is_true() {
    let mut claims = 0;
    for (a, b) in (0..6).flat_map(|a| (0..6).map(move |b| (a, b))) {
        for play in ["", "misere "] {
            let address = format!("{play}nim: {a} + kayles: {b} 2");
            let trace = bouton::open(&address).unwrap().explain(&Ask::default()).unwrap();
            for claim in trace.steps.iter().flat_map(|step| &step.claims) {
                claims += 1;
                let open = |position: &str| match position.starts_with("misere") {
                    true => position.to_string(),
                    false => format!("{play}{position}"),
                };
                match claim {
                    Claim::Outcome { position, outcome } => {
                        assert_eq!(outcome_after(&open(position), &[]), *outcome, "{address}");
                    }
                    Claim::Move { position, mv, outcome } => {
                        assert_eq!(outcome_after(&open(position), &[mv]), *outcome, "{address}");
                    }
                    Claim::Reply { position, mv, reply } => {
                        let after = outcome_after(&open(position), &[mv, reply]);
                        assert_eq!(after, Outcome::Previous, "{address}: {mv}, {reply}");
                    }
                    Claim::Value { position, value } => {
                        let solved = bouton::solve(position).unwrap();
                        assert_eq!(solved.value.unwrap().finite(), Some(value), "{address}");
                    }
                    Claim::Column { numbers, sum } => {
                        assert_eq!(numbers.iter().cloned().sum::<bouton::Nimber>(), *sum);
                    }
                    _ => {}
                }
            }
        }
    }
    assert!(claims > 400, "{claims}");
}
