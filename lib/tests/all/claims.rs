//! Claims of explanations: true ones hold, small changes make them false, and old false explanations stay refuted.

use std::collections::BTreeMap;

use bouton::explain::Claim;
use bouton::games::GAMES;
use bouton::natural::Natural;
use bouton::{Ask, Nimber, Outcome, Play, open, verify};

/// Positions whose explanations are looked at: each kind of reason comes.
const EXPLAINED: &[&str] = &[
    "nim: 3 4 5",
    "nim: 7 7",
    "nim: 1 4 5",
    "nim: 6",
    "misere nim: 2 2",
    "misere nim: 1 2 3",
    "misere nim: 0 2 1",
    "misere nim: 1 1 2",
    "misere moore(2): 1 1 1 3",
    "misere moore(2): 1 1 1 1",
    "moore(2): 1 2 3",
    "moore(3, most=2): 4 5",
    "subtraction(1-3): 4 1 3 7",
    "subtraction(1,3,4): 20",
    "kayles: 5 3",
    "grundy: 10 7",
    "wythoff: 3 5",
    "wythoff: 9 12",
    "misere wythoff: 4 9",
    "greedy-nim: 5 3 3 1",
    "misere greedy-nim: 2 1 1",
    "circular-nim(most=3): 10",
    "circular-nim(most=3): 3",
    "21-game",
    "21-game: 7",
    "divide(prime-powers): 360",
    "divide(squarefree-powers): 72",
    "chomp: 3x3",
    "mock-turtles: THHTH",
    "kayles: 7 + nim: 3",
    "nim: 2 + cram: 2x2",
    "misere kayles: 5 4",
    "misere kayles: 8 2",
    "misere octal(0.123): 60 3",
    "misere kayles: 5 + octal(0.07): 5 + nim: 2",
    "node-kayles(a-b-c-d-e-f-g-h): *",
    "clobber: xo.xxo",
    "cram: ..#/.../#..",
    "end-nim: 3 1 4 2",
    "misere end-nim: 2 3 1",
    "misere euclid(equal): 9 6",
    "welter: 2 5 9",
    "hackenbush(0-a-b-c-a c-d 0-e-f): *",
    "rims: 4 4",
];

/// The kind of a claim, as its JSON has it.
fn kind(claim: &Claim) -> String {
    let json = serde_json::to_value(claim).unwrap();
    json["claim"].as_str().unwrap().to_string()
}

fn claims(address: &str) -> (bouton::Question, Vec<Claim>) {
    let question = open(address).unwrap();
    let trace = question.explain(&Ask { fine: true, moves: 1, ..Ask::default() }).unwrap();
    (question, trace.steps.into_iter().flat_map(|step| step.claims).collect())
}

fn more(number: &Nimber) -> Nimber {
    Nimber(&number.0 + &Natural::from(1u64))
}

fn other(outcome: Outcome) -> Outcome {
    if outcome == Outcome::Next { Outcome::Previous } else { Outcome::Next }
}

/// The claim with one small change that makes it false; nothing where no small change must.
fn falsified(claim: &Claim) -> Option<Claim> {
    let mut wrong = claim.clone();
    match &mut wrong {
        Claim::Value { value, .. } | Claim::Mex { value, .. } => *value = more(value),
        Claim::Outcome { outcome, .. } | Claim::Move { outcome, .. } => *outcome = other(*outcome),
        Claim::Alike { other, .. } => *other += " 1",
        Claim::Option { to, position } => *to = position.clone(),
        Claim::Leaves { to, position, .. } => *to = position.clone(),
        Claim::Reply { mv, reply, .. } => *reply = mv.clone(),
        Claim::Mirror { reply, .. } => *reply = "1 -> 1".to_string(),
        Claim::Worth { numbers, .. } | Claim::Sizes { numbers, .. } => {
            let first = numbers.first_mut()?;
            *first = more(first);
        }
        Claim::Period { period, .. } => *period += 1,
        Claim::Part { of, .. } => **of = falsified(of)?,
        Claim::Pairs { numbers } => numbers.push(9.into()),
        Claim::Column { sum, .. } => *sum = more(sum),
        Claim::Ones { count, modulus, .. } => *count = (*count + 1) % *modulus,
        Claim::Highest { column, .. } => *column = &*column + &*column,
        Claim::Count { count, .. } => *count += 1,
        Claim::Pair { large, .. } => *large = &*large + &Natural::from(1u64),
        Claim::Division { rest, .. } => *rest = &*rest + &Natural::from(1u64),
        Claim::Factors { factors, .. } => factors.first_mut()?.1 += 1,
        // True or false as it stands: tested below.
        _ => return None,
    }
    Some(wrong)
}

#[test]
fn a_small_change_of_any_claim_is_rejected() {
    let ask = Ask { positions: 30_000, ..Ask::default() };
    let (mut changed, mut held) = (BTreeMap::<String, usize>::new(), 0);
    for address in EXPLAINED {
        let (question, claims) = claims(address);
        let holds = |claim: &Claim| verify::holds(&question.game, question.play, claim, &ask);
        for claim in &claims {
            let Some(true) = holds(claim) else {
                assert_eq!(holds(claim), None, "{address}: {claim:?}");
                continue;
            };
            held += 1;
            let Some(wrong) = falsified(claim) else { continue };
            // A wrong reply may be a right one by chance, and a period that is longer by one may be one of 1.
            match (holds(&wrong), &wrong) {
                (Some(false), _) => *changed.entry(kind(claim)).or_default() += 1,
                (_, Claim::Reply { .. } | Claim::Period { .. }) => {}
                (found, _) => panic!("{address}: {wrong:?} was found {found:?}"),
            }
        }
    }
    assert!(held > 400, "{held}");
    let kinds: Vec<&str> = changed.keys().map(String::as_str).collect();
    assert_eq!(
        kinds,
        [
            "alike", "column", "count", "division", "factors", "highest", "leaves", "mex",
            "mirror", "move", "ones", "option", "outcome", "pair", "pairs", "part", "period",
            "reply", "sizes", "value", "worth"
        ]
    );
}

/// Explanations of earlier versions, as the claims that their sentences would have made.
#[test]
fn the_false_explanations_of_old_are_rejected() {
    let numbers =
        |list: &[u64]| list.iter().map(|number| Nimber::from(*number)).collect::<Vec<_>>();
    let even = |list: &[u64], column: u64| Claim::Ones {
        numbers: numbers(list),
        column: column.into(),
        modulus: 2,
        count: 0,
    };
    let text = str::to_string;
    for (address, told, claim) in [
        // "The answer makes all columns even again": after 1 2 the reply leaves 1.
        ("misere nim: 2 2", "all columns even again", even(&[1, 0], 1)),
        ("misere nim: 1 2 3", "all columns even again", even(&[1, 1, 1], 1)),
        // "2 xor 2", where the nim-sum is 3.
        (
            "misere nim: 0 2 1",
            "2 xor 2",
            Claim::Column { numbers: numbers(&[0, 2, 1]), sum: 2.into() },
        ),
        (
            "misere moore(2): 1 1 1 3",
            "every column gives 0",
            Claim::Ones {
                numbers: numbers(&[1, 1, 1, 1]),
                column: 1u64.into(),
                modulus: 3,
                count: 0,
            },
        ),
        // Lowering pile 4 from 3 was told, raising pile 1 from 0 was played.
        (
            "subtraction(1-3): 4 1 3 7",
            "the explained move is the one that is played",
            Claim::Worth { position: text("3 1 3 7"), numbers: numbers(&[0, 1, 3, 2]) },
        ),
        // Part 2 was explained, part 1 was played.
        (
            "kayles: 7 + nim: 3",
            "part 2 becomes worth 2",
            Claim::Part {
                part: 2,
                of: Box::new(Claim::Value { position: text("3"), value: 2.into() }),
            },
        ),
        (
            "circular-nim(most=3): 10",
            "by symmetry",
            Claim::Mirror {
                position: text("10"),
                mv: text("circle -> 9"),
                reply: text("1 -> 3 4"),
            },
        ),
        (
            "divide(squarefree-powers): 72",
            "no theorem is known",
            Claim::Searched { position: text("72") },
        ),
    ] {
        let question = open(address).unwrap();
        let found = verify::holds(&question.game, question.play, &claim, &Ask::default());
        assert_eq!(found, Some(false), "{address}: {told}");
        // And what is told today holds.
        let (question, claims) = claims(address);
        assert!(claims.len() > 1, "{address}");
        for claim in claims {
            let found = verify::holds(&question.game, question.play, &claim, &Ask::default());
            assert_ne!(found, Some(false), "{address}: {claim:?}");
        }
    }
}

/// With more than two players: what each move leaves for every seat, and each entry of it can be false.
#[test]
fn claims_about_seats_are_checked() {
    let (question, claims) = claims("count-up(to=40, most=3, last=loses, players=3): 37");
    let holds = |claim: &Claim| verify::holds(&question.game, Play::Normal, claim, &Ask::default());
    let mut forged = 0;
    for claim in claims {
        assert_eq!(holds(&claim), Some(true), "{claim:?}");
        let Claim::Seats { position, seats } = claim else { continue };
        for place in 0..seats.len() {
            let mut seats = seats.clone();
            seats[place] = !seats[place];
            assert_eq!(holds(&Claim::Seats { position: position.clone(), seats }), Some(false));
            forged += 1;
        }
    }
    assert_eq!(forged, 9, "here, after 38, and after 39");
    let trace = question.explain(&Ask::default()).unwrap();
    assert_eq!(trace.mv.as_deref(), Some("38"));
}

/// What is searched says so, and only then.
#[test]
fn a_search_is_claimed_where_no_theorem_is() {
    let searched = |address: &str| {
        let (_, claims) = claims(address);
        claims.iter().any(|claim| matches!(claim, Claim::Searched { .. }))
    };
    assert!(searched("cram: 3x3"));
    assert!(!searched("nim: 3 4 5") && !searched("wythoff: 3 5"));
}

/// Explanations of sums, which `verify` of a game does not look at.
#[test]
fn claims_about_sums_hold() {
    let ask = Ask { positions: 4_000, ..Ask::default() };
    let (mut parts, mut pairs) = (0, 0);
    for (first, second) in GAMES.iter().zip(GAMES.iter().skip(3)) {
        for play in Play::BOTH {
            let address = format!("{} + {}", first.examples[0], second.examples[0]);
            let Ok(mut question) = open(&address) else { continue };
            question.play = play;
            if question.game.allows(play).is_err() || address.contains("10^") {
                continue;
            }
            let Ok(trace) = question.explain(&Ask { moves: 1, ..ask }) else { continue };
            pairs += 1;
            for claim in trace.steps.iter().flat_map(|step| &step.claims) {
                let found = verify::holds(&question.game, play, claim, &ask);
                assert_ne!(found, Some(false), "{address}: {claim:?}");
                parts += usize::from(found.is_some() && matches!(claim, Claim::Part { .. }));
            }
        }
    }
    assert!(parts > 30 && pairs > 30, "{parts} claims about parts in {pairs} sums");
}

/// What is told of a position, in one text.
fn told(address: &str) -> String {
    let trace = open(address).unwrap().explain(&Ask { moves: 1, ..Ask::default() }).unwrap();
    trace.steps.into_iter().map(|step| step.text + "\n").collect()
}

#[test]
fn who_mirrors_does_the_same() {
    let text = told("rims: 4 4");
    let replies: Vec<&str> = text.lines().filter(|line| line.contains("(then")).collect();
    assert!(replies.len() >= 6, "{text}");
    for line in replies {
        let (mv, reply) = line.split_once("): ").unwrap();
        let loops = |half: &str| half.split(" of region").next().map(str::to_string);
        let leaves = |half: &str| {
            let left = half.split("leaving ").nth(1);
            left.and_then(|left| left.split(" (").next()).map(str::to_string)
        };
        assert_eq!((loops(mv), leaves(mv)), (loops(reply), leaves(reply)), "{line}");
    }
}

#[test]
fn pieces_are_listed_with_what_they_are_worth() {
    let text = told("node-kayles(a-b-c-d-e): *");
    assert!(text.contains("(a b c d e) is worth 3"), "{text}");
    assert!(text.contains("worth 2: (a b c), (c d e)"), "{text}");
    // Where nothing ever falls apart there are none.
    assert!(!told("sylver: 6 9 20").contains("All pieces"));
}
