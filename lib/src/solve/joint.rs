//! Misère sums of heaps of unlike games by one quotient: that of all heaps of all parts, up to the largest of each.

use rustc_hash::FxHashMap;

use crate::analysis::{Evidence, Method, ValueStatus};
use crate::ask::{Ask, Meter};
use crate::erased::{AnyMove, AnyPosition};
use crate::error::Error;
use crate::game::Game;
use crate::heap::{HeapMove, HeapRules, Heaps, Options};
use crate::misere::{Positions, Quotient};
use crate::natural::Natural;
use crate::rules::Found;
use crate::sum::SumMove;
use crate::value::{Outcome, Play};

use super::{Answer, quotient, sums};

/// Heaps of all parts together, and their options, at most: larger sums are left to canonical forms.
const MOST_HEAPS: usize = 400;
const MOST_OPTIONS: usize = 200_000;

/// Heaps of unlike rules, numbered: number 0 is the heap of size 0 of each.
struct Joint {
    /// The size of each, and the number of each by its rules and size.
    sizes: Vec<u64>,
    numbers: FxHashMap<(usize, u64), u64>,
    options: Vec<Vec<Box<[u64]>>>,
}

impl Joint {
    /// All heaps up to the largest of each kind of rules; nothing if they are too many.
    fn of(rules: &[(&dyn HeapRules, u64)], meter: &mut Meter<'_>) -> Result<Option<Joint>, Error> {
        let total: u64 = rules.iter().fold(1, |sum, (_, largest)| sum.saturating_add(*largest));
        if total > MOST_HEAPS as u64 {
            return Ok(None);
        }
        let nothing = (0..rules.len()).map(|kind| ((kind, 0), 0)).collect();
        let mut joint = Joint { sizes: vec![0], numbers: nothing, options: vec![Vec::new()] };
        let (mut listed, mut spent) = (0, Ok(()));
        // Small heaps of all kinds first, as they would be met one by one.
        for size in 1..=rules.iter().map(|(_, largest)| *largest).max().unwrap_or(0) {
            let kinds = rules.iter().enumerate().filter(|(_, (_, largest))| *largest >= size);
            for (kind, (rules, _)) in kinds {
                let (mut own, numbers) = (Vec::new(), &joint.numbers);
                rules.options(
                    size,
                    &mut Options::new(&mut |option| {
                        own.push(option.iter().map(|part| numbers[&(kind, *part)]).collect());
                        listed += 1;
                        spent = meter.work(1);
                        spent.is_ok() && listed < MOST_OPTIONS
                    }),
                );
                if std::mem::replace(&mut spent, Ok(())).is_err() || listed >= MOST_OPTIONS {
                    return Ok(None);
                }
                joint.numbers.insert((kind, size), joint.sizes.len() as u64);
                joint.sizes.push(size);
                joint.options.push(own);
            }
        }
        Ok(Some(joint))
    }
}

/// The quotient of all heaps of the parts of a sum.
pub(crate) struct Jointly {
    /// The quotient; heaps are numbers.
    pub quotient: Quotient,
    positions: Positions,
    /// How the heap of each number is called.
    pub names: Vec<String>,
    sizes: Vec<u64>,
    largest: u64,
    /// Which rules each part has, and the number of each heap by its rules and size.
    kinds: Vec<usize>,
    numbers: FxHashMap<(usize, u64), u64>,
}

impl Jointly {
    /// The piles of all parts in one row, by number, and the part and pile that each is.
    pub fn row(
        &self,
        parts: &[Game],
        position: &AnyPosition,
    ) -> Option<(Heaps, Vec<(usize, usize)>)> {
        let (mut row, mut places) = (Vec::new(), Vec::new());
        for (part, (game, own)) in parts.iter().zip(sums::positions(position)).enumerate() {
            for (pile, size) in sums::heaps(game, own)?.1.iter().enumerate() {
                row.push(*self.numbers.get(&(self.kinds[part], size.to_u64()?))?);
                places.push((part, pile));
            }
        }
        Some((Heaps::from(&row[..]), places))
    }
}

/// That quotient, if all parts are heaps and it is finite and quickly found.
pub(crate) fn found(
    parts: &[Game],
    position: &AnyPosition,
    ask: &Ask<'_>,
) -> Result<Option<Jointly>, Error> {
    let own = parts.iter().zip(sums::positions(position));
    let own = own.map(|(part, own)| sums::heaps(part, own)).collect::<Option<Vec<_>>>();
    let Some(own) = own else { return Ok(None) };
    // Parts with the same rules share their heaps.
    let mut games: Vec<&Game> = Vec::new();
    let mut rules: Vec<(&dyn HeapRules, u64)> = Vec::new();
    let mut kinds = Vec::new();
    for (part, (heap, sizes)) in parts.iter().zip(&own) {
        let largest = sizes.iter().max().unwrap_or(Natural::ZERO).to_u64();
        let Some(largest) = largest else { return Ok(None) };
        let kind = games.iter().position(|game| game.name() == part.name()).unwrap_or(games.len());
        if kind == games.len() {
            games.push(part);
            rules.push((*heap, 0));
        }
        rules[kind].1 = rules[kind].1.max(largest);
        kinds.push(kind);
    }
    let budget = quotient::budget(ask);
    let joint = Joint::of(&rules, &mut Meter::new(&budget))?;
    let Some(Joint { sizes, numbers, options }) = joint else { return Ok(None) };
    let Some(positions) = Positions::of_sums(options) else { return Ok(None) };
    let quotient = Quotient::of_positions(&positions, positions.len(), Play::Misere, &budget);
    if let Some(error @ Error::Interrupted { .. }) = quotient.stopped() {
        return Err(error.clone());
    }
    if !quotient.is_exact() {
        return Ok(None);
    }
    let mut names = vec![String::new(); sizes.len()];
    for ((kind, size), number) in &numbers {
        names[*number as usize] = games[*kind].address_of(&size.to_string(), Play::Normal);
    }
    // An empty heap is the same in all games.
    names[0] = "nothing".to_string();
    let largest = rules.iter().map(|(_, largest)| *largest).max().unwrap_or(0);
    Ok(Some(Jointly { quotient, positions, names, sizes, largest, kinds, numbers }))
}

/// The answer by the quotient of all heaps together, if there is one.
pub(super) fn answer(
    parts: &[Game],
    position: &AnyPosition,
    ask: &Ask<'_>,
) -> Result<Option<Answer>, Error> {
    let Some(found) = found(parts, position, ask)? else { return Ok(None) };
    let Some((row, places)) = found.row(parts, position) else { return Ok(None) };
    let Jointly { quotient, positions, sizes, largest, .. } = &found;
    let Some(outcome) = quotient.outcome(&row) else { return Ok(None) };
    let winning = match outcome {
        Outcome::Next => {
            let moves = quotient.winning(positions, &row, ask.moves, &mut Meter::new(ask))?;
            let size = |number: Natural| {
                let size = number.to_u64().and_then(|number| sizes.get(number as usize));
                Natural::from(size.copied().unwrap_or(0))
            };
            moves.map(|(place, to)| {
                let (part, pile) = places[place];
                let mv = AnyMove::of(HeapMove::one(pile, to.iter().map(size).collect()));
                AnyMove::of(SumMove { part, mv })
            })
        }
        _ => Found::none(),
    };
    let mut evidence = quotient::evidence(quotient);
    evidence.computed_to = *largest as usize;
    evidence.heaps = Some(sizes.len() - 1);
    Ok(Some(Answer {
        outcome,
        value: None,
        value_status: ValueStatus::None,
        winning,
        remoteness: None,
        method: Method::Quotient,
        evidence: Evidence { quotient: Some(evidence), ..Evidence::default() },
        parts: Vec::new(),
    }))
}
