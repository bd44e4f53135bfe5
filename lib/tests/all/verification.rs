//! `verify` finds what is wrong: one mutant for each shortcut, and the smallest disagreement shown.

use bouton::game::Game;
use bouton::heap::Heaps;
use bouton::natural::Natural;
use bouton::rules::{Found, Moves, Rules};
use bouton::value::{Nimber, Outcome, Play};
use bouton::verify::disagreements::DISAGREEMENTS;
use bouton::verify::{Depth, Report};
use bouton::{Ask, Error};

/// Which shortcut lies.
#[derive(Clone, Copy, PartialEq)]
enum Lie {
    Nothing,
    Value,
    Outcome,
    Winning,
    MovesTo,
    Split,
    Simplify,
    Check,
    Read,
    FindMove,
    Texts,
}

/// One-heap Nim with heaps up to 3, in rows: right but for one lie.
struct Nim(Lie);

#[derive(Clone)]
struct Take(usize, u64, bool);

impl std::fmt::Display for Take {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.2 { write!(f, "{}", self.0) } else { write!(f, "{} to {}", self.0, self.1) }
    }
}

impl Nim {
    fn sum(heaps: &Heaps) -> Natural {
        heaps.iter().fold(Natural::ZERO, |sum, size| &sum ^ &size)
    }
}

impl Rules for Nim {
    type Position = Heaps;
    type Move = Take;

    fn moves(&self, heaps: &Heaps, out: &mut Moves<'_, Take>) {
        for pile in 0..heaps.len() {
            for rest in 0..heaps.word(pile).unwrap_or(0) {
                out.push(Take(pile, rest, self.0 == Lie::Texts));
            }
        }
    }

    fn play(&self, heaps: &Heaps, mv: &Take) -> Heaps {
        heaps.with(mv.0, &mv.1.into())
    }

    fn read(&self, text: &str) -> Result<Heaps, Error> {
        let heaps: Heaps = text.parse()?;
        Ok(if self.0 == Lie::Read && heaps.len() > 1 { heaps.sorted(|_| true) } else { heaps })
    }

    fn check(&self, heaps: &Heaps) -> Result<(), Error> {
        match self.0 == Lie::Check && heaps.get(0) == Natural::from(2u64) {
            true => Err(Error::input("no heap of 2 may come first")),
            false => Ok(()),
        }
    }

    fn value(&self, heaps: &Heaps) -> Option<Nimber> {
        let sum = Self::sum(heaps);
        // Wrong from the value 3 on.
        Some(Nimber(if self.0 == Lie::Value && sum.bits() > 1 { Natural::from(2u64) } else { sum }))
    }

    fn outcome(&self, heaps: &Heaps, play: Play) -> Option<Outcome> {
        // The false parity rule that is in print (docs/disagreements.md, 1).
        let all_small = heaps.iter().all(|size| size.bits() <= 1);
        let reversed = all_small && play == Play::Misere && self.0 != Lie::Outcome;
        Some(Outcome::from_mover_wins(Self::sum(heaps).is_zero() == reversed))
    }

    fn winning(&self, heaps: &Heaps, play: Play, _: usize) -> Option<Found<Take>> {
        // Forgets every winning move but the first, and calls that all.
        (self.0 == Lie::Winning && play == Play::Normal).then(|| {
            let first = self.moves_to(heaps, &Nimber::ZERO, 1);
            first.map_or(Found::none(), |found| Found::all(found.moves))
        })
    }

    fn moves_to(&self, heaps: &Heaps, target: &Nimber, limit: usize) -> Option<Found<Take>> {
        let sum = &Self::sum(heaps) ^ &target.0;
        let moves = (0..heaps.len()).filter_map(|pile| {
            let rest = (&heaps.get(pile) ^ &sum).to_u64()?;
            let smaller = Natural::from(rest) < heaps.get(pile);
            (smaller || (self.0 == Lie::MovesTo && rest == 3)).then_some(Take(
                pile,
                rest,
                self.0 == Lie::Texts,
            ))
        });
        Some(Found::first(moves.collect(), limit))
    }

    fn split(&self, heaps: &Heaps) -> Option<Vec<Heaps>> {
        // The lie drops pairs of equal heaps: right in normal play, wrong in misère.
        let mut parts: Vec<Heaps> = heaps.iter().map(|size| [size].into_iter().collect()).collect();
        if self.0 == Lie::Split {
            parts.sort_by_key(Heaps::to_string);
            let equal = parts.windows(2).position(|pair| pair[0] == pair[1]);
            if let Some(index) = equal {
                parts.drain(index..index + 2);
            }
        }
        Some(parts)
    }

    fn simplify(&self, heaps: Heaps) -> Heaps {
        let limit = if self.0 == Lie::Simplify { 1 } else { 0 };
        // The lie drops heaps of 1.
        heaps.sorted(|size| *size > Natural::from(limit as u64))
    }

    fn find_move(&self, heaps: &Heaps, text: &str) -> Option<Result<Take, Error>> {
        let (pile, rest) = text.split_once(" to ")?;
        let (pile, rest) = (pile.parse().ok()?, rest.parse().ok()?);
        let rest = if self.0 == Lie::FindMove { 0 } else { rest };
        let known = heaps.len() > pile;
        Some(if known { Ok(Take(pile, rest, false)) } else { Err(Error::input("no such pile")) })
    }
}

fn report(lie: Lie) -> Report {
    let game = Game::new(Nim(lie), "nim");
    game.verify(&["3 2 3", "1 1 2"], Depth::Quick, &Ask::default())
}

#[test]
fn right_rules_have_no_faults() {
    let report = report(Lie::Nothing);
    assert_eq!(report.faults, []);
    for shortcut in [
        "value",
        "outcome",
        "moves_to",
        "split",
        "simplify",
        "check",
        "read",
        "find_move",
        "ladder",
    ] {
        assert!(report.checks.get(shortcut).is_some_and(|count| *count > 10), "{shortcut}");
    }
}

#[test]
fn every_lie_is_found_with_its_smallest_position() {
    for (lie, shortcut, smallest) in [
        (Lie::Value, "value", "nim: 0 0 3"),
        (Lie::Outcome, "outcome", "nim: 0 0 0"),
        (Lie::Winning, "winning", ""),
        (Lie::MovesTo, "moves_to", ""),
        (Lie::Split, "split", "nim: 0 1 1"),
        (Lie::Simplify, "simplify", "nim: 0 0 1"),
        (Lie::Check, "check", "nim: 2 0 0"),
        (Lie::Read, "read", "nim: 0 1 0"),
        (Lie::FindMove, "find_move", ""),
        (Lie::Texts, "move texts", "nim: 0 0 2"),
    ] {
        let report = report(lie);
        let fault = report.faults.iter().find(|fault| fault.shortcut == shortcut);
        let fault =
            fault.unwrap_or_else(|| panic!("{shortcut} was not found: {:?}", report.faults));
        if !smallest.is_empty() {
            assert_eq!(fault.address, smallest, "{shortcut}: {fault:?}");
        }
    }
}

#[test]
fn the_catalogue_has_no_faults_and_its_counts_are_kept() {
    let mut counts = std::collections::BTreeMap::new();
    let games = bouton::games::GAMES;
    let workers = std::thread::available_parallelism().map_or(1, usize::from);
    bouton::verify::games(games, Depth::Quick, workers, &|| false, &mut |report| {
        assert_eq!(report.faults, [], "{}", report.game);
        assert!(report.positions > 1000, "{}: {} positions", report.game, report.positions);
        counts.extend(report.theorems);
    })
    .unwrap();
    for (theorem, count) in &counts {
        let kept = bouton::verify::checked(theorem);
        assert_eq!(
            kept, *count,
            "{theorem}: lib/data/verified.json is stale, run `cargo xtask sync`"
        );
    }
    for theorem in bouton::games::GAMES.iter().flat_map(|entry| entry.theorems) {
        assert!(
            counts.contains_key(theorem.name),
            "{} was not checked on any position",
            theorem.name
        );
    }
}

#[test]
fn false_claims_stay_refuted() {
    assert_eq!(DISAGREEMENTS.len(), 11);
    for (number, claim) in (1..).zip(DISAGREEMENTS) {
        assert_eq!(claim.number, number);
        (claim.refute)()
            .unwrap_or_else(|finding| panic!("claim {number} is not refuted: {finding}"));
    }
}
