//! What theorems say of sums that are not disjunctive, from what is known of their parts.
//!
//! Questions about the parts go to solvers that remember; they are bounded, so that nothing here takes longer than a
//! moment: what cannot be answered so is left to the search of the whole.

use rustc_hash::FxHashMap;

use super::{COPY, Compound, Kind, Parts, Together};
use crate::analysis::Analysis;
use crate::ask::Ask;
use crate::erased::{AnyMove, AnyPosition};
use crate::explain::Step;
use crate::game::Game;
use crate::graph::{Explored, Verdict};
use crate::natural::Natural;
use crate::rules::Found;
use crate::solver::Solver;
use crate::value::{Nimber, Outcome, Play};

/// What the solvers of the parts have found.
#[derive(Default)]
pub(super) struct Known {
    solvers: FxHashMap<usize, Solver>,
    graphs: Vec<(usize, Play, Explored, Vec<Verdict>)>,
    /// For an ordinal product, the values of the options of each position of the second game times the first; they depend
    /// on the values of the options of the first.
    multiples: FxHashMap<(AnyPosition, Vec<u64>), Vec<u64>>,
    /// Some part was too much.
    given_up: bool,
}

/// What one question about a part may cost.
const POSITIONS: u64 = 200_000;
const STEPS: u64 = 4_000_000;
const BYTES: u64 = 200_000_000;
/// Moves of a part that are looked at one by one.
const MOST_MOVES: usize = 5_000;
/// Graphs that are kept.
const MOST_GRAPHS: usize = 4_000;
/// Positions of the second game of a product.
const MOST_MULTIPLES: usize = 20_000;
/// Parts that are told one by one.
const MOST_TOLD: usize = 12;

fn bounded() -> Ask<'static> {
    Ask { positions: POSITIONS, steps: STEPS, bytes: BYTES, ..Ask::default() }
}

/// The number at this place, counted from 0, among those that are not in a rising list.
fn nth_missing(list: &[u64], mut place: u64) -> u64 {
    for number in list {
        if *number > place {
            break;
        }
        place += 1;
    }
    place
}

fn rising(mut numbers: Vec<u64>) -> Vec<u64> {
    numbers.sort_unstable();
    numbers.dedup();
    numbers
}

impl Known {
    /// The part whose game and solver this one shares.
    fn shared(compound: &Compound, part: usize) -> usize {
        match compound.kind() {
            Kind::OrdinalProduct if part == COPY => 0,
            _ => part.min(compound.games.len() - 1),
        }
    }

    fn solver(&mut self, compound: &Compound, part: usize) -> &mut Solver {
        let own = Known::shared(compound, part);
        self.solvers.entry(own).or_insert_with(|| compound.game(own).solver())
    }

    fn ask(
        &mut self,
        compound: &Compound,
        part: usize,
        own: &AnyPosition,
        play: Play,
        moves: usize,
    ) -> Option<Analysis> {
        if self.given_up {
            return None;
        }
        let answer =
            self.solver(compound, part).analyse(own, play, &Ask { moves, ..bounded() }).ok();
        self.given_up = answer.is_none();
        answer
    }

    /// The value of a part, if it is finite and not huge.
    fn part_value(&mut self, compound: &Compound, part: usize, own: &AnyPosition) -> Option<u64> {
        if self.given_up {
            return None;
        }
        let value = self.solver(compound, part).value(own, &bounded()).ok();
        self.given_up = value.is_none();
        value?.value.finite()?.0.to_u64()
    }

    /// The values of the options of a part.
    fn option_values(
        &mut self,
        compound: &Compound,
        part: usize,
        own: &AnyPosition,
    ) -> Option<Vec<u64>> {
        let game = compound.game(part).clone();
        let (moves, complete) = game.moves(own, MOST_MOVES);
        if !complete {
            return None;
        }
        let values = moves.iter().map(|mv| self.part_value(compound, part, &game.play(own, mv)));
        Some(rising(values.collect::<Option<_>>()?))
    }

    /// Who wins a part, and in how many plies.
    fn verdict(
        &mut self,
        compound: &Compound,
        part: usize,
        own: &AnyPosition,
        play: Play,
    ) -> Option<Verdict> {
        let shared = Known::shared(compound, part);
        for (of, convention, explored, verdicts) in self.graphs.iter().rev() {
            if (*of, *convention) == (shared, play)
                && let Some(node) = explored.positions.find(own)
            {
                return verdicts.get(node as usize).copied();
            }
        }
        if self.given_up || self.graphs.len() >= MOST_GRAPHS {
            return None;
        }
        // The fewest plies of a part are those of the part as a whole, so that it may not fall apart here.
        let explored = compound.game(part).explore(own, true, &bounded()).ok();
        self.given_up = explored.is_none();
        let explored = explored?;
        let verdicts = explored.graph.verdicts(play);
        let verdict = verdicts.first().copied();
        self.graphs.push((shared, play, explored, verdicts));
        verdict
    }

    pub fn value(&mut self, compound: &Compound, position: &Parts) -> Option<Nimber> {
        match compound.kind() {
            Kind::Ordinal => {
                // From behind: a part gives its value to the place among what its options leave out.
                let mut value = 0;
                for (part, _, own) in
                    compound.present(position).collect::<Vec<_>>().into_iter().rev()
                {
                    let options = self.option_values(compound, part, own)?;
                    value = nth_missing(&options, value);
                }
                Some(Nimber::from(value))
            }
            Kind::OrdinalProduct => {
                let [Some(first), Some(second), copy] = &position.0[..] else { return None };
                let fresh = self.option_values(compound, 0, first)?;
                let options = self.multiple(compound, second, &fresh)?;
                let copy = match copy {
                    Some(copy) => self.part_value(compound, COPY, copy)?,
                    None => 0,
                };
                Some(Nimber::from(nth_missing(&options, copy)))
            }
            _ => None,
        }
    }

    /// The values of the options of a position of the second game times one of the first whose options have the values
    /// `fresh`. An option is an option of the second game times the first, and ordinally beside it an option of the first.
    fn multiple(
        &mut self,
        compound: &Compound,
        second: &AnyPosition,
        fresh: &[u64],
    ) -> Option<Vec<u64>> {
        let game = compound.game(1).clone();
        let of = |position: &AnyPosition| (position.clone(), fresh.to_vec());
        let mut waiting = vec![(second.clone(), None::<Vec<AnyPosition>>)];
        let mut open: FxHashMap<AnyPosition, ()> = FxHashMap::default();
        while let Some((position, options)) = waiting.pop() {
            if self.multiples.contains_key(&of(&position)) {
                continue;
            }
            if let Some(options) = options {
                let mut values = Vec::new();
                for option in &options {
                    let below = self.multiples.get(&of(option))?;
                    values.extend(fresh.iter().map(|value| nth_missing(below, *value)));
                }
                self.multiples.insert(of(&position), rising(values));
                continue;
            }
            let (moves, complete) = game.moves(&position, MOST_MOVES);
            // A position that waits for itself is a circle.
            if !complete
                || self.multiples.len() + open.len() > MOST_MULTIPLES
                || open.insert(position.clone(), ()).is_some()
            {
                return None;
            }
            let options: Vec<AnyPosition> =
                moves.iter().map(|mv| game.simplify(&game.play(&position, mv))).collect();
            let next: Vec<_> = options
                .iter()
                .filter(|option| !self.multiples.contains_key(&of(option)))
                .map(|option| (option.clone(), None))
                .collect();
            waiting.push((position, Some(options)));
            // The same option may be there twice; the second time it is known.
            let mut seen = rustc_hash::FxHashSet::default();
            waiting.extend(next.into_iter().filter(|(option, _)| seen.insert(option.clone())));
        }
        self.multiples.get(&of(second)).cloned()
    }

    pub fn outcome(
        &mut self,
        compound: &Compound,
        position: &Parts,
        play: Play,
    ) -> Option<Outcome> {
        match (compound.kind(), play) {
            (Kind::Selective, Play::Normal) => {
                let outcomes = self.outcomes(compound, position)?;
                let lost = outcomes.iter().all(|outcome| *outcome == Outcome::Previous);
                Some(Outcome::from_mover_wins(!lost))
            }
            (Kind::Conjunctive, play) => {
                let verdicts = self.verdicts(compound, position, play)?;
                let first = verdicts.into_iter().min_by_key(|verdict| verdict.remoteness)?;
                Some(first.outcome)
            }
            _ => None,
        }
    }

    fn outcomes(&mut self, compound: &Compound, position: &Parts) -> Option<Vec<Outcome>> {
        let mut outcomes = Vec::new();
        for (part, _, own) in compound.present(position).collect::<Vec<_>>() {
            outcomes.push(self.ask(compound, part, own, Play::Normal, 0)?.outcome);
        }
        // Where play can run in circles the theorem does not hold.
        (!outcomes.contains(&Outcome::Draw)).then_some(outcomes)
    }

    fn verdicts(
        &mut self,
        compound: &Compound,
        position: &Parts,
        play: Play,
    ) -> Option<Vec<Verdict>> {
        let mut verdicts = Vec::new();
        for (part, _, own) in compound.present(position).collect::<Vec<_>>() {
            verdicts.push(self.verdict(compound, part, own, play)?);
        }
        let draw = verdicts.iter().any(|verdict| verdict.outcome == Outcome::Draw);
        (!draw).then_some(verdicts)
    }

    /// The winning moves of a selective sum: in every part that is won a move that wins it, in no other.
    pub fn winning(
        &mut self,
        compound: &Compound,
        position: &Parts,
        play: Play,
        limit: usize,
    ) -> Option<Found<Together>> {
        if (compound.kind(), play) != (Kind::Selective, Play::Normal) {
            return None;
        }
        let (mut count, mut complete) = (Some(Natural::from(1u64)), true);
        let mut together: Vec<Vec<(usize, AnyMove)>> = vec![Vec::new()];
        for (part, game, own) in compound.present(position).collect::<Vec<_>>() {
            let answer = self.ask(compound, part, own, Play::Normal, limit)?;
            if answer.outcome != Outcome::Next {
                continue;
            }
            complete &= answer.winning_complete;
            count = count.zip(answer.winning_count.clone()).map(|(all, own)| all.times(&own));
            let moves: Vec<AnyMove> = answer
                .winning
                .iter()
                .filter_map(|mv| game.find_move(own, &answer.written(mv)).ok())
                .collect();
            if moves.is_empty() {
                return None;
            }
            let with = |(sofar, mv): (&Vec<(usize, AnyMove)>, &AnyMove)| {
                [&sofar[..], &[(part, mv.clone())]].concat()
            };
            let all = together.iter().flat_map(|sofar| moves.iter().map(move |mv| (sofar, mv)));
            let more = together.len() * moves.len() > limit.max(1);
            let next: Vec<_> = all.map(with).take(limit.max(1)).collect();
            complete &= !more;
            together = next;
        }
        if together.iter().all(Vec::is_empty) {
            return Some(Found::none());
        }
        let moves: Vec<Together> = together.into_iter().take(limit).map(Together).collect();
        Some(Found { complete: complete && !moves.is_empty(), moves, count })
    }

    pub fn explain(
        &mut self,
        compound: &Compound,
        position: &Parts,
        play: Play,
    ) -> Option<Vec<Step>> {
        let present: Vec<(usize, &Game, &AnyPosition)> = compound.present(position).collect();
        if present.len() > MOST_TOLD {
            return None;
        }
        let named = |part: usize, game: &Game, own: &AnyPosition| {
            format!("part {}, {}", part + 1, game.address(own, Play::Normal))
        };
        let (idea, told): (&str, Vec<String>) = match (compound.kind(), play) {
            (Kind::Selective, Play::Normal) => {
                let outcomes = self.outcomes(compound, position)?;
                let told = present.iter().zip(outcomes).map(|((part, game, own), outcome)| {
                    let lost = outcome == Outcome::Previous;
                    let who = if lost { "is lost for whoever moves in it first" } else { "is won" };
                    format!("{} {who}", named(*part, game, own))
                });
                (
                    "A move may be made in as many parts as one likes. Where every part is lost for whoever moves in it first, \
                     every move makes some parts won and leaves the others lost; where some are won, a good move in each of \
                     these, and none elsewhere, makes all lost. So the whole is lost exactly when every part is.",
                    told.collect(),
                )
            }
            (Kind::Conjunctive, _) => {
                let verdicts = self.verdicts(compound, position, play)?;
                let told = present.iter().zip(verdicts).map(|((part, game, own), verdict)| {
                    let end = match (verdict.outcome, verdict.remoteness) {
                        (_, 0) => "is at its end".to_string(),
                        (Outcome::Previous, 1) => "is lost in 1 ply".to_string(),
                        (_, 1) => "is won in 1 ply".to_string(),
                        (Outcome::Previous, plies) => format!("is lost in {plies} plies"),
                        (_, plies) => format!("is won in {plies} plies"),
                    };
                    format!("{} {end}", named(*part, game, own))
                });
                (
                    "A move is made in every part, and the first part that is at its end ends everything. Whoever wins a part \
                     ends it as soon as possible, and whoever loses it puts the end off; how many plies that takes is its \
                     remoteness. The part with the least remoteness ends first and decides.",
                    told.collect(),
                )
            }
            (Kind::Ordinal, Play::Normal) => {
                let mut told = Vec::new();
                let mut behind = 0;
                for (part, game, own) in present.iter().rev() {
                    let options = self.option_values(compound, *part, own)?;
                    let value = nth_missing(&options, behind);
                    let list: Vec<String> =
                        options.iter().take(MOST_TOLD).map(u64::to_string).collect();
                    let more = if options.len() > MOST_TOLD { ", ..." } else { "" };
                    told.push(match list.is_empty() {
                        true => format!("{} has no options: {behind}", named(*part, game, own)),
                        false => format!(
                            "{} has options worth {}{more}; left out of these, at place {behind} from 0 on, is {value}",
                            named(*part, game, own),
                            list.join(", "),
                        ),
                    });
                    behind = value;
                }
                (
                    "A move in a part ends all parts behind it. So a part can be moved to what its own options are worth, and \
                     while it is left alone what is behind it runs through the numbers that these leave out, in order: a part \
                     with something worth n behind it is worth the number at place n among those (the colon principle). That \
                     is worked out from the last part to the first.",
                    told,
                )
            }
            (Kind::OrdinalProduct, Play::Normal) => {
                let [Some(first), Some(second), copy] = &position.0[..] else { return None };
                let fresh = self.option_values(compound, 0, first)?;
                let options = self.multiple(compound, second, &fresh)?;
                let place = match copy {
                    Some(copy) => self.part_value(compound, COPY, copy)?,
                    None => 0,
                };
                let list = |numbers: &[u64]| match numbers {
                    [] => "nothing".to_string(),
                    numbers => {
                        let words: Vec<String> =
                            numbers.iter().take(MOST_TOLD).map(u64::to_string).collect();
                        let more = if numbers.len() > MOST_TOLD { ", ..." } else { "" };
                        words.join(", ") + more
                    }
                };
                let told = vec![
                    format!("the options of {} are worth {}", first, list(&fresh)),
                    format!("the moves with a new copy lead to {}", list(&options)),
                    format!(
                        "the copy is worth {place}; left out of these, at place {place} from 0 on, is {}",
                        nth_missing(&options, place)
                    ),
                ];
                (
                    "The product is put together like a product of ordinals: there is a copy of the first game, and when a move \
                     is made in the second game, that copy is gone and a new one comes, in which a move is made at once. So the \
                     copy stands behind all that the second game still brings, as in an ordinal sum: its value counts the \
                     numbers that the moves with a new copy leave out.",
                    told,
                )
            }
            _ => return None,
        };
        let text = format!("Here: {}.", told.join("; "));
        Some(vec![Step::new("idea", idea), Step::new("parts", text)])
    }
}
