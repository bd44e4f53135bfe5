//! Rules that are found: what they say, what is proved, and what only looks like a rule.

use bouton::address::{self, Nowhere};
use bouton::game::Game;
use bouton::games::GAMES;
use bouton::heap::{HeapGame, HeapRules, Options};
use bouton::pattern::{Observed, Pattern, Status, Subject};
use bouton::{Ask, Outcome, Play};

fn pattern(text: &str, heaps: usize, to: Option<u64>, misere: bool) -> Pattern {
    let subject = Subject { text, heaps, to, misere };
    let ask = Ask::default();
    let observed = Observed::new(&subject, &mut Nowhere, &ask).unwrap();
    Pattern::new(&observed, &ask).unwrap()
}

#[test]
fn rules_are_found_and_said_to_be_proved_or_not() {
    for (text, heaps, misere, lost, status) in [
        ("leetcode-292", 1, false, "with n mod 4 = 0.", Status::Proved),
        ("subtraction(1,3,4)", 1, false, "with n mod 7 = 0 or 2.", Status::Proved),
        ("subtraction(1,3,4)", 1, true, "with n mod 7 = 1 or 3.", Status::Proved),
        ("kayles", 1, false, "with n = 0.", Status::Proved),
        (
            "leetcode-1025",
            1,
            false,
            "with n odd from n = 1 on, and before that n = 0.",
            Status::Proved,
        ),
        ("laskers-nim", 1, false, "with n = 0.", Status::Proved),
        ("nim", 2, false, "with n = m.", Status::Proved),
        (
            "kayles: {n} {m}",
            2,
            false,
            "the value of a heap, with period 12 from 71 on.",
            Status::Proved,
        ),
        ("wythoff", 2, false, "the golden ratio.", Status::Proved),
        ("greedy-nim", 2, false, "with two equal heaps.", Status::Proved),
        ("chomp: {n} {m}", 2, false, "with |n - m| = 1.", Status::Holds),
        ("21-game", 1, false, "with n mod 4 = 0.", Status::Holds),
        ("subtraction(powers-of-2)", 1, false, "with n mod 3 = 0.", Status::Holds),
        ("kayles", 1, true, "with n = 1, 4, 9, 12 or 20.", Status::Proved),
        ("kayles", 2, true, "those of heaps have period 12 from heap 71 on.", Status::Proved),
        ("grundy", 1, true, "No rule was found for what is lost.", Status::None),
        ("euclid", 2, false, "and those in which n or m is 0.", Status::Holds),
        ("file(euclid)", 1, false, "and those in which n or m is 0.", Status::Holds),
        ("file(euclid): ({n}, {m})", 2, false, "and those in which n or m is 0.", Status::Holds),
        ("grundy", 1, false, "No rule was found for what is lost.", Status::None),
    ] {
        let found = pattern(text, heaps, None, misere).lost;
        assert_eq!(found.status, status, "{text}: {}", found.sentence);
        assert!(found.sentence.ends_with(lost), "{text}: {}", found.sentence);
        assert_eq!(found.theorem.is_some(), status == Status::Proved, "{text}");
    }
    let flip = pattern("flip: {+*n}", 1, None, false).values.unwrap();
    assert!(flip.sentence.contains("with period 34 from n = 53 on"), "{}", flip.sentence);
    assert_eq!(pattern("grundy", 1, None, false).known, ["A002188"]);
    assert_eq!(pattern("subtraction(squares)", 1, None, false).known, ["A014586", "A030193"]);
}

/// Take one of 1 to `most`, and from heaps of `from` on one more.
struct Breaks {
    most: u64,
    from: u64,
}

impl HeapRules for Breaks {
    fn options(&self, size: u64, out: &mut Options<'_>) {
        let most = if size >= self.from { self.most + 1 } else { self.most };
        (1..=most.min(size)).for_each(|taken| out.push(&[size - taken]));
    }
}

#[test]
fn what_looks_periodic_and_is_not_is_not_called_proved() {
    for (most, from) in [(4, 700), (3, 97), (6, 301), (2, 500)] {
        let game = Game::new(HeapGame::boxed(Breaks { most, from }), "breaks");
        let look = |to| {
            let ask = Ask::default();
            let observed = Observed::of(&game, Play::Normal, 1, Some(to), &ask).unwrap();
            Pattern::new(&observed, &ask).unwrap()
        };
        // As far as it holds it is told, and that it is no more than that.
        let before = look(from - 1);
        assert_eq!(before.lost.status, Status::Holds, "{}", before.lost.sentence);
        assert!(before.lost.sentence.ends_with(&format!("n mod {} = 0.", most + 1)));
        // Soon after it broke there is no rule, and the one that looked so is named with its first exception.
        let after = look(from + 3 * most);
        assert_eq!(after.lost.status, Status::None, "{}", after.lost.sentence);
        let values = after.values.unwrap();
        let next = values.next.expect("it held for long");
        assert!(next.exception[0] >= from && next.exception[0] <= from + most + 1, "{next:?}");
        assert_ne!(next.predicted, Some(next.found));
    }
    // The octal game with '!' repeats for a while and stops; 0.6 has no known period.
    for text in ["octal(0.226!)", "octal(0.6)", "subtraction(squares)", "treblecross", "grundy"] {
        let found = pattern(text, 1, Some(2000), false);
        assert_ne!(found.lost.status, Status::Proved, "{text}");
        assert_ne!(found.values.unwrap().status, Status::Proved, "{text}");
    }
}

#[test]
fn too_few_positions_support_no_rule() {
    for to in 0..8 {
        let found = pattern("subtraction(squares)", 1, Some(to), false);
        assert_eq!(found.values.unwrap().status, Status::None, "{to}");
        assert_eq!(found.lost.status, Status::None, "{to}");
    }
    // Two rounds of a period are not enough: the squares look as if they had the period 5.
    assert_eq!(pattern("subtraction(squares)", 1, Some(12), false).lost.status, Status::None);
}

/// A rule that is called proved names its theorem, and is right at sizes far beyond those it was found from.
#[test]
fn what_is_proved_holds_far_beyond() {
    let own = [
        "octal(0.137)",
        "octal(0.07)",
        "octal(0.15)",
        "octal(0.333)",
        "octal(4.7)",
        "subtraction(2,5,7)",
        "subtraction(1-9)",
        "subtraction(all-but 2,5)",
        "divisor-subtract(any)",
        "subtraction(3-8,12)",
    ];
    let games = GAMES.iter().filter(|entry| entry.parameters.is_empty()).map(|entry| entry.name);
    let mut proved = 0;
    for (text, misere) in games.chain(own).flat_map(|text| [(text, false), (text, true)]) {
        let game = address::open_named(text).unwrap();
        let play = if misere { Play::Misere } else { Play::Normal };
        // In misère play theorems speak of those games alone that are played like Nim.
        if game.allows(play).is_err() || game.heap().is_none_or(|rules| misere && !rules.tame()) {
            continue;
        }
        let found = pattern(text, 1, Some(400), misere);
        let mut solver = game.solver();
        let ask = Ask { moves: 0, ..Ask::default() };
        for (finding, values) in
            found.values.iter().map(|f| (f, true)).chain([(&found.lost, false)])
        {
            assert_eq!(finding.theorem.is_some(), finding.status == Status::Proved, "{text}");
            let (Some(theorem), Some(rule)) = (&finding.theorem, &finding.rule) else { continue };
            assert!(!theorem.statement.is_empty() && !theorem.source.is_empty(), "{text}");
            proved += 1;
            for far in (0..40).map(|step| 401 + step * step * 13).chain([4096, 19_683, 30_030]) {
                let position = game.read(&far.to_string()).unwrap();
                let right = match values {
                    true => {
                        solver.value(&position, &ask).unwrap().value.finite().unwrap().0.to_u64()
                    }
                    false => {
                        let outcome = solver.analyse(&position, play, &ask).unwrap().outcome;
                        Some(u64::from(outcome == Outcome::Previous))
                    }
                };
                assert_eq!(
                    rule.formula.at(&[far]),
                    right,
                    "{play} {text} at {far}: {}",
                    finding.sentence
                );
            }
        }
    }
    assert!(proved >= 30, "only {proved} rules were proved");
}

/// Closed forms are shortcuts: each agrees with what its game answers.
#[test]
fn closed_forms_agree_with_their_games() {
    for (text, heaps) in
        [("nim", 1), ("laskers-nim", 1), ("divisor-subtract", 1), ("wythoff", 2), ("greedy-nim", 2)]
    {
        let found = pattern(text, heaps, Some(60), false);
        let finding = if heaps == 1 { found.values.unwrap() } else { found.lost };
        assert_eq!(finding.kind, Some(bouton::pattern::Kind::ClosedForm), "{text}");
        assert_eq!(finding.status, Status::Proved, "{text}");
    }
}

#[test]
fn families_are_named_by_their_address() {
    let found = pattern("kayles: {n} + nim: 2", 1, Some(100), false);
    assert_eq!(found.game, "kayles: {n} + nim: 2");
    assert_eq!(found.lost.first[0], [2]);
    let found = pattern("flip: {+*n}-", 1, Some(60), false);
    assert_eq!((found.tried, found.family.as_str()), (61, "{+*n}-"));
    let subject = Subject { text: "nim: 3 4", heaps: 1, to: None, misere: false };
    let error = Observed::new(&subject, &mut Nowhere, &Ask::default()).err().unwrap().to_string();
    assert!(error.contains("{n}"), "{error}");
}
