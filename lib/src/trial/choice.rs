//! Which positions a program is tried on: the smallest, random ones of which many are lost, and smaller ones than one that it
//! answers wrongly.

use rustc_hash::FxHashSet;

use super::Trial;
use crate::address;
use crate::ask::Ask;
use crate::error::Error;
use crate::game::AnyPosition;
use crate::heap::Heaps;
use crate::natural::Natural;
use crate::pattern::Family;
use crate::rules::Random;
use crate::solver::Solver;
use crate::value::Outcome;

/// Moves that lead to smaller positions to try.
const MOST_MOVES: usize = 60;

/// Of all positions that are tried, the smallest are one in so many.
const SMALLEST: usize = 3;

/// Positions of a board that are looked at for the smallest.
const MOST_FOLLOWED: usize = 400;

/// Draws until a lost position comes.
const DRAWS: usize = 8;

impl Trial {
    /// Different positions, the smallest first: all of the smallest, and random ones of up to about so many stones. As
    /// many as possible of every other of these are lost, since a program that always names the first player would
    /// otherwise be right nearly everywhere.
    pub fn positions(
        &self,
        count: usize,
        size: u64,
        seed: u64,
        ask: &Ask<'_>,
    ) -> Result<Vec<AnyPosition>, Error> {
        if count == 0 {
            return Err(Error::input(
                "a program is tried on at least one position, and 0 were asked for",
            ));
        }
        let mut random = Random::from_seed(seed);
        let mut found = self.smallest(count.div_ceil(SMALLEST), size);
        let mut known: FxHashSet<AnyPosition> = found.iter().cloned().collect();
        let solved = self.family.as_ref().and_then(Family::game).unwrap_or(&self.game);
        let mut solver = solved.solver();
        // Small games have fewer positions than are asked for.
        for attempt in 0..count.saturating_mul(8).saturating_add(64) {
            if found.len() >= count {
                break;
            }
            // Half of them are small, since mistakes are.
            let most = if attempt % 4 < 2 { size } else { 1 + size / 4 };
            let Some(mut position) = self.drawn(most, &mut random) else { continue };
            if attempt % 2 == 0 {
                let lost = match self.family {
                    // Numbers of a family have no moves among themselves.
                    Some(_) => (0..DRAWS)
                        .filter_map(|_| self.drawn(most, &mut random))
                        .find(|position| self.is_lost(&mut solver, position, ask)),
                    // What a winning move empties is not given: another is drawn, where that is quick.
                    None => self.after_winning(&mut solver, &position, ask).or_else(|| {
                        self.game.heap()?;
                        (1..DRAWS)
                            .filter_map(|_| self.drawn(most, &mut random))
                            .find_map(|other| self.after_winning(&mut solver, &other, ask))
                    }),
                };
                position = lost.unwrap_or(position);
            }
            if known.insert(position.clone()) {
                found.push(position);
            }
        }
        if found.is_empty() {
            return Err(Error::Unsupported(format!(
                "no positions of {} were found to try a program on: its positions are not numbers, and it makes no random \
                 ones",
                self.name()
            )));
        }
        found.sort_by_cached_key(|position| self.weight(position));
        Ok(found)
    }

    /// A random position of at most about so many stones, as judges give it.
    fn drawn(&self, most: u64, random: &mut Random) -> Option<AnyPosition> {
        let size = random.between(1, most.max(1));
        self.random(size, random).and_then(|position| self.fitting(position))
    }

    /// A position as judges give it, with as many numbers as were asked for.
    fn fitting(&self, position: AnyPosition) -> Option<AnyPosition> {
        let position = self.given(position)?;
        let piles = self.game.piles(&position).map(Heaps::len);
        self.heaps.is_none_or(|count| piles == Some(count)).then_some(position)
    }

    /// A random position: the game's own, or numbers, or what random moves make of an example.
    fn random(&self, size: u64, random: &mut Random) -> Option<AnyPosition> {
        if let Some(count) = self.heaps {
            let most = (2 * size / count.max(1) as u64).max(1);
            let least = u64::from(!self.empty);
            let numbers: Vec<String> =
                (0..count).map(|_| random.between(least, most).to_string()).collect();
            return self.game.read(&numbers.join(" ")).ok();
        }
        if let Some(mut position) = self.game.rules().random(size, random) {
            // A board too small for a move is no question; some games want larger ones.
            for larger in [2 * size, 3 * size] {
                if self.given(position.clone()).is_some() {
                    break;
                }
                position = self.game.rules().random(larger, random)?;
            }
            return self.game.read(&self.game.write(&position)).ok();
        }
        let count = random.between(1, 3);
        let numbers: Vec<String> =
            (0..count).map(|_| random.between(0, size).to_string()).collect();
        if let Ok(position) = self.game.read(&numbers.join(" ")) {
            return Some(position);
        }
        let examples = address::entry(self.game.bare_name()).ok()?.examples;
        let example = examples.get(random.between(0, examples.len() as u64 - 1) as usize)?;
        let mut position = self.game.read(example.split_once(": ")?.1).ok()?;
        for _ in 0..random.between(0, 6) {
            let (moves, _) = self.game.moves(&position, MOST_MOVES);
            let chosen = moves.get(random.between(0, moves.len().max(1) as u64 - 1) as usize);
            let Some(mv) = chosen else { break };
            position = self.game.play(&position, mv);
        }
        Some(position)
    }

    /// The smallest positions: of numbers all up to some sum, of boards the smallest that small ones lead to.
    fn smallest(&self, count: usize, size: u64) -> Vec<AnyPosition> {
        let mut found = Vec::new();
        let mut known = FxHashSet::default();
        // Where each heap is a game of its own, their order means nothing.
        let free = self.family.is_none() && self.game.heap().is_some();
        let mut tried = 0;
        let least = u64::from(!(self.empty && self.heaps.is_some()));
        'sums: for sum in 0..=size.max(1) {
            for parts in 1..=self.heaps.unwrap_or(sum.max(1) as usize) {
                if self.heaps.is_some_and(|count| count != parts) {
                    continue;
                }
                let mut sizes = Vec::new();
                let go_on = lists(sum, parts, least, free, &mut sizes, &mut |sizes| {
                    tried += 1;
                    let text: Vec<String> = sizes.iter().map(u64::to_string).collect();
                    let read = self.game.read(&text.join(" ")).ok();
                    if let Some(position) = read.and_then(|position| self.fitting(position))
                        && known.insert(position.clone())
                    {
                        found.push(position);
                    }
                    found.len() < count && tried < 20 * count + 200
                });
                if !go_on {
                    break 'sums;
                }
            }
        }
        if found.is_empty() {
            found = self.followed();
            found.truncate(count);
        }
        found
    }

    /// What small random positions lead to, the smallest first.
    fn followed(&self) -> Vec<AnyPosition> {
        let mut random = Random::from_seed(1);
        let mut known = FxHashSet::default();
        let mut waiting: Vec<AnyPosition> =
            (0..24).filter_map(|round| self.random(1 + round / 4, &mut random)).collect();
        while let Some(position) = waiting.pop() {
            if known.len() >= MOST_FOLLOWED || !known.insert(position.clone()) {
                continue;
            }
            let (moves, _) = self.game.moves(&position, MOST_MOVES);
            waiting.extend(moves.iter().map(|mv| self.game.play(&position, mv)));
        }
        let given: FxHashSet<AnyPosition> =
            known.into_iter().filter_map(|position| self.fitting(position)).collect();
        let mut found: Vec<AnyPosition> = given.into_iter().collect();
        found.sort_by_cached_key(|position| self.weight(position));
        found
    }

    /// A lost position: what a winning move makes of this one. Nothing where that is not quick.
    fn after_winning(
        &self,
        solver: &mut Solver,
        position: &AnyPosition,
        ask: &Ask<'_>,
    ) -> Option<AnyPosition> {
        let quick = Ask { moves: 1, ..ask.small() };
        let analysis = solver.analyse(position, self.play, &quick).ok()?;
        let mv = self.game.find_move(position, &analysis.winning.first()?.mv).ok()?;
        self.fitting(self.game.play(position, &mv))
    }

    /// Whether numbers of a family stand for a lost position, where that is quick.
    fn is_lost(&self, solver: &mut Solver, numbers: &AnyPosition, ask: &Ask<'_>) -> bool {
        let quick = Ask { moves: 0, ..ask.small() };
        let Some(Ok(question)) = self.meant(numbers) else { return false };
        // Where the number stands among the parameters, each position is one of another game.
        let analysis = match question.game.name() == solver.game().name() {
            true => solver.analyse(&question.position, self.play, &quick),
            false => question.solve(&quick),
        };
        analysis.is_ok_and(|analysis| analysis.outcome == Outcome::Previous)
    }

    /// Smaller positions to try next, the smallest first: a pile less, piles lower, or after a move; and what a winning
    /// move makes of each of these, since a program may be wrong about lost positions alone.
    pub fn smaller(&self, position: &AnyPosition, ask: &Ask<'_>) -> Vec<AnyPosition> {
        let mut found = self.lower(position);
        if self.family.is_none() {
            let (moves, _) = self.game.moves(position, MOST_MOVES);
            found.extend(moves.iter().map(|mv| self.game.play(position, mv)));
            let mut solver = self.game.solver();
            let lost: Vec<AnyPosition> = found
                .iter()
                .filter_map(|position| self.after_winning(&mut solver, position, ask))
                .collect();
            found.extend(lost);
        }
        let own = self.weight(position);
        let mut known = FxHashSet::default();
        let mut found: Vec<AnyPosition> = found
            .into_iter()
            .filter_map(|position| self.fitting(position))
            .filter(|position| self.weight(position) < own && known.insert(position.clone()))
            .collect();
        found.sort_by_cached_key(|position| self.weight(position));
        found
    }

    /// The same piles without one, or with one or two lower.
    fn lower(&self, position: &AnyPosition) -> Vec<AnyPosition> {
        let Some(heaps) = self.game.piles(position) else { return Vec::new() };
        let sizes: Vec<Natural> = heaps.iter().collect();
        let mut lists: Vec<Vec<Natural>> = Vec::new();
        for place in 0..sizes.len() {
            let mut without = sizes.clone();
            without.remove(place);
            lists.push(without);
            for by in steps(&sizes[place]) {
                let Some(less) = sizes[place].minus(&by) else { continue };
                let mut lower = sizes.clone();
                lower[place] = less;
                // Two piles lower by the same: what balances stays in balance more often.
                for other in place + 1..sizes.len() {
                    if let Some(less) = sizes[other].minus(&by) {
                        let mut both = lower.clone();
                        both[other] = less;
                        lists.push(both);
                    }
                }
                lists.push(lower);
            }
        }
        let read = |sizes: Vec<Natural>| {
            let heaps: Heaps = sizes.into_iter().collect();
            self.game.read(&heaps.to_string()).ok()
        };
        lists.into_iter().filter_map(read).collect()
    }
}

/// By how much a pile is made lower: to a half, by a quarter, by an eighth, ..., by 1.
fn steps(size: &Natural) -> Vec<Natural> {
    let one = Natural::from(1u64);
    let mut steps = vec![one.clone()];
    let mut share = 2;
    while share <= 1 << 12 {
        let by = size.minus(&size.divided_by(share)).filter(|_| share == 2);
        let by = by.unwrap_or_else(|| size.divided_by(share));
        if by <= one {
            break;
        }
        steps.push(by);
        share *= 2;
    }
    steps
}

/// Every list of so many numbers with a sum, none below the least; where order means nothing, ascending. Ends early if it
/// is told to, and says whether it was not.
fn lists(
    sum: u64,
    parts: usize,
    least: u64,
    ascending: bool,
    so_far: &mut Vec<u64>,
    take: &mut dyn FnMut(&[u64]) -> bool,
) -> bool {
    if parts == 1 {
        if sum < least {
            return true;
        }
        so_far.push(sum);
        let go_on = take(so_far);
        so_far.pop();
        return go_on;
    }
    let others = parts as u64 - 1;
    for number in least..=sum.saturating_sub(others * least) {
        if ascending && number * parts as u64 > sum {
            break;
        }
        so_far.push(number);
        let next = if ascending { number } else { least };
        let go_on = lists(sum - number, parts - 1, next, ascending, so_far, take);
        so_far.pop();
        if !go_on {
            return false;
        }
    }
    true
}
