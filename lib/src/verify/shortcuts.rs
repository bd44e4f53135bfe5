//! The comparison itself: what a shortcut promises, asked of every position that can be labelled.

use crate::ask::Ask;
use crate::erased::{AnyMove, AnyPosition};
use crate::game::Game;
use crate::natural::Natural;
use crate::rules::{Found, Random};
use crate::search::Halt;
use crate::search::brute::{Brute, Label};
use crate::solver::Solver;
use crate::value::{Nimber, Outcome, Play, Value};
use crate::verify::tables::Tables;
use crate::verify::words::Words;
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
    /// Every how many-th position is explained; small ones all are.
    explain: usize,
}

impl Depth {
    fn plan(self) -> Plan {
        match self {
            Depth::Glance => Plan {
                positions: 300,
                total: 300,
                random: 40,
                sizes: &[4, 8, 16, 32],
                ladder: 3,
                explain: usize::MAX,
            },
            Depth::Quick => Plan {
                positions: 6_000,
                total: 12_000,
                random: 150,
                sizes: &[4, 8, 12, 16],
                ladder: 7,
                explain: 11,
            },
            Depth::Deep => Plan {
                positions: 50_000,
                total: 120_000,
                random: 250,
                sizes: &[6, 12, 18, 24],
                ladder: 23,
                explain: 5,
            },
        }
    }
}

/// Stones of a position, or letters of its text, with which it is small.
const SMALL: u64 = 5;

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
    let (seen, tables) = Default::default();
    let mut check = Check { game, solver: game.solver(), report, seen, tables };
    for start in &starts {
        if check.report.positions >= plan.total {
            break;
        }
        if game.has_many_players() {
            check.seats(start, ask);
            continue;
        }
        let budget = Ask { positions: plan.positions, steps: plan.positions * 100, ..*ask };
        let mut brute = Brute::new(rules, &budget);
        // A position too large for the oracle still checks everything below it that was labelled.
        let looping = brute.label(start) == Err(Halt::Loop);
        let mut labelled = brute.labelled();
        labelled.retain(|(position, _)| check.seen.insert(position.clone()));
        for (index, (position, label)) in labelled.iter().enumerate() {
            if depth == Depth::Glance {
                check.report.positions += 1;
                check.parts(&mut brute, position, *label);
                continue;
            }
            check.position(&mut brute, position, *label);
            if index % plan.ladder == 0 {
                check.ladder(&mut brute, position, *label, ask);
            }
            if index % plan.explain == 0 || game.stones(position) <= SMALL.into() {
                check.explanations(&mut brute, position, ask);
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
    pub(super) tables: Tables,
    seen: rustc_hash::FxHashSet<AnyPosition>,
}

/// More moves than any position here has.
const ALL: usize = 1_000_000;

impl Check<'_> {
    pub(super) fn same<T: PartialEq + Words>(
        &mut self,
        shortcut: &str,
        position: &AnyPosition,
        expected: T,
        found: T,
    ) {
        self.report.count(shortcut);
        if expected != found {
            self.differ(shortcut, position, expected.words(), found.words());
        }
    }

    /// Something that failed, with what it said.
    pub(super) fn failed(&mut self, shortcut: &str, position: &AnyPosition, said: String) {
        self.report.count(shortcut);
        self.differ(shortcut, position, String::new(), said);
    }

    fn differ(&mut self, shortcut: &str, position: &AnyPosition, expected: String, found: String) {
        let address = self.game.address(position, Play::Normal);
        self.report.fault(Fault { shortcut: shortcut.to_string(), address, expected, found });
    }

    /// A game for more than two players: what a seat can be sure of follows from the options. The
    /// mover needs one good move, all others must be safe after every move; seats move up by one.
    fn seats(&mut self, start: &AnyPosition, ask: &Ask<'_>) {
        let mut brute = Brute::new(self.game.rules(), ask);
        let mut waiting = vec![start.clone()];
        while let Some(position) = waiting.pop() {
            if !self.seen.insert(position.clone()) {
                continue;
            }
            self.report.positions += 1;
            let game = self.game;
            let seats_at = |position| game.seats(position).ok().flatten().map(|seats| seats.seats);
            let Some(seats) = seats_at(&position) else { continue };
            self.explanations(&mut brute, &position, ask);
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

        let (value, lost) = rules.conjecture(position);
        if let Some(value) = value {
            self.same("value", position, Nimber::from(u64::from(label.value)), value);
        }
        if let Some(lost) = lost {
            let found = if lost { Outcome::Previous } else { Outcome::Next };
            self.same("lost", position, label.normal, found);
        }
        self.drawn(position);

        self.moves(brute, position, label);
        self.parts(brute, position, label);
    }

    /// The picture that a file of rules draws: it can be drawn, and its moves are moves.
    pub(super) fn drawn(&mut self, position: &AnyPosition) {
        match self.game.rules().drawn(position) {
            Some(Err(error)) => self.failed("scene", position, error.to_string()),
            Some(Ok(())) => self.report.count("scene"),
            None => {}
        }
    }

    /// What positions are replaced by.
    fn parts(&mut self, brute: &mut Brute<'_>, position: &AnyPosition, label: Label) {
        let rules = self.game.rules();
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

    /// Every move as text with the label of what it leaves, in the order of the texts; nothing where the
    /// oracle stops.
    fn options(
        &self,
        brute: &mut Brute<'_>,
        position: &AnyPosition,
        moves: &[AnyMove],
    ) -> Option<Vec<(String, Label)>> {
        let rules = self.game.rules();
        let mut options = Vec::with_capacity(moves.len());
        for mv in moves {
            options.push((mv.to_string(), brute.label(&rules.play(position, mv)).ok()?));
        }
        options.sort_by(|a, b| a.0.cmp(&b.0));
        Some(options)
    }

    /// The moves: texts unique and readable, and the shortcuts that find some of them.
    fn moves(&mut self, brute: &mut Brute<'_>, position: &AnyPosition, label: Label) {
        let rules = self.game.rules();
        let (moves, _) = self.game.moves(position, ALL);
        let Some(options) = self.options(brute, position, &moves) else { return };
        let different = options.chunk_by(|a, b| a.0 == b.0).count();
        self.same("move texts", position, moves.len(), different);
        if let Some(mv) = moves.get(moves.len() / 2)
            && let Some(found) = rules.find_move(position, &mv.to_string())
        {
            let expected = rules.write(&rules.play(position, mv));
            let found = found.map(|mv| rules.write(&rules.play(position, &mv)));
            self.same("find_move", position, Ok(expected), found);
        }
        for play in Play::BOTH {
            let winning = texts(&options, |label| label.outcome(play) == Outcome::Previous);
            self.found("winning", position, &play.words(), &winning, &|limit| {
                rules.winning(position, play, limit)
            });
        }
        for target in 0..=label.value + 1 {
            let matching = texts(&options, |label| label.value == target);
            let nimber = Nimber::from(u64::from(target));
            self.found("moves_to", position, &format!("to value {nimber}"), &matching, &|limit| {
                rules.moves_to(position, &nimber, limit)
            });
        }
    }

    /// A shortcut that finds moves: all of them, the first of them, and how many there are.
    fn found(
        &mut self,
        shortcut: &str,
        position: &AnyPosition,
        key: &str,
        expected: &[&str],
        find: &dyn Fn(usize) -> Option<Found<AnyMove>>,
    ) {
        let Some(found) = find(ALL) else { return };
        let texts = sorted(found.moves.iter().map(AnyMove::to_string).collect());
        let different = texts.chunk_by(|a, b| a == b).count();
        self.same(shortcut, position, found.moves.len(), different);
        self.listed(shortcut, position, key, expected, &texts, found.complete);
        if let Some(count) = found.count {
            self.same(shortcut, position, (key, Natural::from(expected.len())), (key, count));
        }
        if let Some(first) = find(1) {
            self.same(shortcut, position, true, first.moves.len() <= 1);
            let among = |mv: &AnyMove| expected.binary_search(&mv.to_string().as_str()).is_ok();
            self.same(shortcut, position, true, first.moves.iter().all(among));
            if first.complete {
                self.same(shortcut, position, (key, expected.len()), (key, first.moves.len()));
            }
        }
    }

    /// A list of moves, both in order: the same as the expected one, or, if it is not complete, part of it.
    fn listed(
        &mut self,
        shortcut: &str,
        position: &AnyPosition,
        key: &str,
        expected: &[&str],
        found: &[String],
        complete: bool,
    ) {
        let found: Vec<&str> = found.iter().map(String::as_str).collect();
        if complete {
            self.same(shortcut, position, (key, expected), (key, &found));
        } else {
            let part = found.iter().all(|text| expected.binary_search(text).is_ok());
            self.same(shortcut, position, true, part);
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
        let (moves, _) = game.moves(position, ALL);
        let options = self.options(brute, position, &moves);
        let ask = Ask { moves: ALL, ..*ask };
        for play in Play::BOTH.into_iter().filter(|play| game.allows(*play).is_ok()) {
            let analysis = match self.solver.analyse(position, play, &ask) {
                Ok(analysis) => analysis,
                Err(error) => {
                    self.failed("ladder", position, error.to_string());
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
            let Some(options) = &options else { continue };
            if play == Play::Normal {
                self.moves_to_any(position, options, label, &ask);
            }
            let winning = texts(options, |label| label.outcome(play) == Outcome::Previous);
            let found = sorted(analysis.winning.into_iter().map(|mv| mv.mv).collect());
            let complete = analysis.winning_complete;
            self.listed("ladder", position, &play.words(), &winning, &found, complete);
        }
    }

    /// The moves to each value, as a sum asks for them.
    fn moves_to_any(
        &mut self,
        position: &AnyPosition,
        options: &[(String, Label)],
        label: Label,
        ask: &Ask<'_>,
    ) {
        for target in 0..=label.value + 1 {
            let expected = texts(options, |label| label.value == target);
            let nimber = Nimber::from(u64::from(target));
            let Ok(found) = self.solver.moves_to(position, &nimber, ask) else { continue };
            let texts = sorted(found.moves.into_iter().map(|mv| mv.mv).collect());
            let key = format!("to value {nimber}");
            self.listed("moves to a value", position, &key, &expected, &texts, found.complete);
        }
    }
}

/// The texts of the moves to positions with a wanted label, in order.
fn texts(options: &[(String, Label)], wanted: impl Fn(&Label) -> bool) -> Vec<&str> {
    let wanted = options.iter().filter(|(_, label)| wanted(label));
    wanted.map(|(text, _)| text.as_str()).collect()
}

pub(super) fn sorted(mut texts: Vec<String>) -> Vec<String> {
    texts.sort();
    texts
}
