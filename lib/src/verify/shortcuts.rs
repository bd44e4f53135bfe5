//! The comparison itself: what a shortcut promises, asked of every position that can be labelled.

use std::collections::BTreeSet;
use std::fmt::Debug;

use crate::ask::Ask;
use crate::erased::{AnyMove, AnyPosition};
use crate::game::Game;
use crate::natural::Natural;
use crate::rules::{Found, Random};
use crate::search::Halt;
use crate::search::brute::{Brute, Label};
use crate::solver::Solver;
use crate::value::{Nimber, Outcome, Play, Value};
use crate::verify::{Depth, Fault, Report};

/// The seed of all random positions: the year of Bouton's paper.
const SEED: u64 = 1901;

struct Plan {
    /// Positions labelled for one example or random position at most.
    positions: u64,
    /// Positions checked at most for one set of parameters.
    total: u64,
    /// Random positions.
    random: u64,
    /// Sizes of random positions.
    sizes: &'static [u64],
    /// Every how many-th position also goes through the whole ladder.
    ladder: usize,
}

impl Depth {
    fn plan(self) -> Plan {
        match self {
            Depth::Quick => Plan {
                positions: 6_000,
                total: 12_000,
                random: 150,
                sizes: &[4, 8, 12, 16],
                ladder: 7,
            },
            Depth::Deep => Plan {
                positions: 50_000,
                total: 120_000,
                random: 250,
                sizes: &[6, 12, 18, 24],
                ladder: 23,
            },
        }
    }
}

/// Compares every shortcut of a game with the definition.
pub(crate) fn check(game: &Game, examples: &[&str], depth: Depth, ask: &Ask<'_>) -> Report {
    let (plan, rules) = (depth.plan(), game.rules());
    let mut report = Report { game: game.name().to_string(), ..Report::default() };
    let mut starts: Vec<AnyPosition> = Vec::new();
    for example in examples {
        match rules.read(example) {
            Ok(position) => starts.push(position),
            Err(error) => report.fault(Fault {
                shortcut: "read".to_string(),
                address: game.address_of(example, Play::Normal),
                expected: "a position".to_string(),
                found: error.to_string(),
            }),
        }
    }
    let mut random = Random::from_seed(SEED);
    for round in 0..plan.random {
        let size = plan.sizes[round as usize % plan.sizes.len()];
        starts.extend(rules.random(size, &mut random));
    }
    let mut check = Check { game, solver: game.solver(), report, seen: Default::default() };
    for start in &starts {
        if check.report.positions >= plan.total {
            break;
        }
        if game.has_many_players() {
            check.seats(start);
            continue;
        }
        let budget = Ask { positions: plan.positions, steps: plan.positions * 100, ..*ask };
        let mut brute = Brute::new(rules, &budget);
        // A position too large for the oracle still checks everything below it that was labelled.
        let looping = brute.label(start) == Err(Halt::Loop);
        let mut labelled = brute.labelled();
        labelled.retain(|(position, _)| check.seen.insert(position.clone()));
        for (index, (position, label)) in labelled.iter().enumerate() {
            check.position(&mut brute, position, *label);
            if index % plan.ladder == 0 {
                check.ladder(&mut brute, position, *label, ask);
            }
        }
        if looping && check.seen.insert(start.clone()) {
            check.loopy(start, plan.ladder, &budget);
        }
    }
    check.report
}

pub(super) struct Check<'a> {
    pub(super) game: &'a Game,
    pub(super) solver: Solver,
    pub(super) report: Report,
    seen: rustc_hash::FxHashSet<AnyPosition>,
}

/// More moves than any position here has.
const ALL: usize = 1_000_000;

impl Check<'_> {
    pub(super) fn same<T: PartialEq + Debug>(
        &mut self,
        shortcut: &str,
        position: &AnyPosition,
        expected: T,
        found: T,
    ) {
        self.report.count(shortcut);
        if expected != found {
            self.report.fault(Fault {
                shortcut: shortcut.to_string(),
                address: self.game.address(position, Play::Normal),
                expected: format!("{expected:?}"),
                found: format!("{found:?}"),
            });
        }
    }

    /// A game for more than two players: what a seat can be sure of follows from the options. The
    /// mover needs one good move, all others must be safe after every move; seats move up by one.
    fn seats(&mut self, start: &AnyPosition) {
        let mut waiting = vec![start.clone()];
        while let Some(position) = waiting.pop() {
            if !self.seen.insert(position.clone()) {
                continue;
            }
            self.report.positions += 1;
            let game = self.game;
            let seats_at = |position| game.seats(position).ok().flatten().map(|seats| seats.seats);
            let Some(seats) = seats_at(&position) else { continue };
            let (moves, _) = game.moves(&position, ALL);
            let options: Vec<AnyPosition> =
                moves.iter().map(|mv| game.play(&position, mv)).collect();
            let after: Vec<Vec<bool>> = options.iter().filter_map(seats_at).collect();
            if moves.is_empty() || after.len() < moves.len() {
                // At the end somebody has lost and somebody has not.
                self.same("seats", &position, !moves.is_empty(), !seats.contains(&false));
                continue;
            }
            let last = seats.len() - 1;
            let expected: Vec<bool> = (0..seats.len())
                .map(|seat| match seat {
                    0 => after.iter().any(|seats| seats[last]),
                    seat => after.iter().all(|seats| seats[seat - 1]),
                })
                .collect();
            self.same("seats", &position, expected, seats);
            waiting.extend(options);
        }
    }

    /// Everything that the rules claim about one position.
    fn position(&mut self, brute: &mut Brute<'_>, position: &AnyPosition, label: Label) {
        let rules = self.game.rules();
        self.report.positions += 1;
        self.same("check", position, Ok(()), rules.check(position));
        self.same(
            "read",
            position,
            Some(position.to_string()),
            rules.read(&rules.write(position)).ok().map(|p| p.to_string()),
        );

        let mut theorems = Vec::new();
        if let Some(value) = rules.value(position) {
            self.same("value", position, Nimber::from(u64::from(label.value)), value);
            theorems.extend(rules.theorem(position, Play::Normal));
        }
        for play in Play::BOTH {
            if let Some(outcome) = rules.outcome(position, play) {
                self.same("outcome", position, (play, label.outcome(play)), (play, outcome));
                theorems.extend(rules.theorem(position, play));
            }
        }
        theorems.dedup();
        for theorem in theorems {
            *self.report.theorems.entry(theorem.name.to_string()).or_default() += 1;
        }

        self.moves(brute, position, label);

        let simple = rules.simplify(position.clone());
        if let Ok(simple_label) = brute.label(&simple) {
            self.same("simplify", position, label, simple_label);
        }
        if let Some(parts) = rules.split(position)
            && let (Ok((form, normal)), Ok((_, misere))) =
                (brute.sum(&parts, Play::Normal), brute.sum(&parts, Play::Misere))
        {
            self.same(
                "split",
                position,
                (label.form, label.normal, label.misere),
                (form, normal, misere),
            );
        }
    }

    /// The moves: texts unique and readable, and the shortcuts that find some of them.
    fn moves(&mut self, brute: &mut Brute<'_>, position: &AnyPosition, label: Label) {
        let rules = self.game.rules();
        let (moves, _) = self.game.moves(position, ALL);
        let mut options: Vec<(String, Label)> = Vec::with_capacity(moves.len());
        for mv in &moves {
            let Ok(label) = brute.label(&rules.play(position, mv)) else { return };
            options.push((mv.to_string(), label));
        }
        let texts: BTreeSet<&String> = options.iter().map(|(text, _)| text).collect();
        self.same("move texts", position, moves.len(), texts.len());
        if let Some((index, (text, _))) = options.iter().enumerate().nth(options.len() / 2)
            && let Some(found) = rules.find_move(position, text)
        {
            let expected = rules.write(&rules.play(position, &moves[index]));
            let found = found.map(|mv| rules.write(&rules.play(position, &mv)));
            self.same("find_move", position, Ok(expected), found);
        }
        let with = |wanted: &dyn Fn(&Label) -> bool| -> BTreeSet<String> {
            options
                .iter()
                .filter(|(_, label)| wanted(label))
                .map(|(text, _)| text.clone())
                .collect()
        };
        for play in Play::BOTH {
            let winning = with(&|label| label.outcome(play) == Outcome::Previous);
            self.found("winning", position, (play, &winning), |limit| {
                rules.winning(position, play, limit)
            });
        }
        for target in 0..=label.value + 1 {
            let matching = with(&|label| label.value == target);
            let nimber = Nimber::from(u64::from(target));
            self.found("moves_to", position, (target, &matching), |limit| {
                rules.moves_to(position, &nimber, limit)
            });
        }
    }

    /// A shortcut that finds moves: all of them, the first of them, and how many there are.
    fn found<K: PartialEq + Debug + Copy>(
        &mut self,
        shortcut: &str,
        position: &AnyPosition,
        (key, expected): (K, &BTreeSet<String>),
        find: impl Fn(usize) -> Option<Found<AnyMove>>,
    ) {
        let Some(found) = find(ALL) else { return };
        let texts: BTreeSet<String> = found.moves.iter().map(AnyMove::to_string).collect();
        self.same(shortcut, position, found.moves.len(), texts.len());
        if found.complete {
            self.same(shortcut, position, (key, expected), (key, &texts));
        } else {
            self.same(shortcut, position, true, texts.is_subset(expected));
        }
        let total = Natural::from(expected.len());
        if let Some(count) = found.count {
            self.same(shortcut, position, (key, &total), (key, &count));
        }
        if let Some(first) = find(1) {
            self.same(shortcut, position, true, first.moves.len() <= 1);
            self.same(
                shortcut,
                position,
                true,
                first.moves.iter().all(|mv| expected.contains(&mv.to_string())),
            );
            if first.complete {
                self.same(shortcut, position, (key, expected.len()), (key, first.moves.len()));
            }
        }
    }

    /// The whole ladder, text in and analysis out.
    fn ladder(
        &mut self,
        brute: &mut Brute<'_>,
        position: &AnyPosition,
        label: Label,
        ask: &Ask<'_>,
    ) {
        let game = self.game;
        let rules = game.rules();
        for play in Play::BOTH.into_iter().filter(|play| game.allows(*play).is_ok()) {
            let ask = Ask { moves: ALL, ..*ask };
            let analysis = match self.solver.analyse(position, play, &ask) {
                Ok(analysis) => analysis,
                Err(error) => {
                    self.same("ladder", position, String::new(), error.to_string());
                    continue;
                }
            };
            self.same("ladder", position, (play, label.outcome(play)), (play, analysis.outcome));
            // A theorem that rests on computed values is checked here, not by `outcome`.
            let theorem =
                rules.theorem(position, play).filter(|_| analysis.evidence.theorem.is_some());
            if let (Some(theorem), None) = (theorem, rules.outcome(position, play)) {
                *self.report.theorems.entry(theorem.name.to_string()).or_default() += 1;
            }
            if let Some(value) = analysis.value {
                self.same("ladder", position, Value::from(u64::from(label.value)), value);
            }
            let (moves, _) = self.game.moves(position, ALL);
            if play == Play::Normal {
                self.moves_to_any(brute, position, &moves, label, &ask);
            }
            let winning: BTreeSet<String> = moves
                .iter()
                .filter(|mv| {
                    let option = brute.label(&game.play(position, mv));
                    option.is_ok_and(|option| option.outcome(play) == Outcome::Previous)
                })
                .map(AnyMove::to_string)
                .collect();
            let found: BTreeSet<String> = analysis.winning.into_iter().map(|mv| mv.mv).collect();
            if analysis.winning_complete {
                self.same("ladder", position, (play, winning), (play, found));
            } else {
                self.same("ladder", position, true, found.is_subset(&winning));
            }
        }
    }

    /// The moves to each value, as a sum asks for them.
    fn moves_to_any(
        &mut self,
        brute: &mut Brute<'_>,
        position: &AnyPosition,
        moves: &[AnyMove],
        label: Label,
        ask: &Ask<'_>,
    ) {
        let rules = self.game.rules();
        for target in 0..=label.value + 1 {
            let mut has = |mv: &&AnyMove| {
                brute.label(&rules.play(position, mv)).is_ok_and(|option| option.value == target)
            };
            let expected: BTreeSet<String> =
                moves.iter().filter(|mv| has(mv)).map(AnyMove::to_string).collect();
            let Ok(found) = self.solver.moves_to(position, &Nimber::from(u64::from(target)), ask)
            else {
                continue;
            };
            let texts: BTreeSet<String> = found.moves.into_iter().map(|mv| mv.mv).collect();
            if found.complete {
                self.same("moves to a value", position, (target, expected), (target, texts));
            }
        }
    }
}
