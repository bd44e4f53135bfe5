//! Misère play by canonical forms, where the quotient does not reach: each heap or part is replaced by the simplest game that
//! can stand for it, and a table says which sums of what can follow these are lost.

use crate::analysis::{Evidence, Method, ValueStatus};
use crate::ask::{Ask, Meter};
use crate::erased::{AnyMove, AnyPosition};
use crate::error::Error;
use crate::game::{Game, MOST_LISTED};
use crate::graph::Explored;
use crate::heap::{HeapMove, HeapRules, Heaps, Options};
use crate::misere::{Beside, CanonicalForms, Form, lost_options, of_graph};
use crate::rules::Found;
use crate::search::Halt;
use crate::sum::SumMove;
use crate::value::Outcome;

use super::{Answer, sums};

/// Forms and sums that are made at most before the plain search has its turn: about a second.
const MOST_SUMS: u64 = 500_000;

/// Steps likewise, those of the table included: some seconds.
const MOST_STEPS: u64 = 1_000_000_000;

/// Options that are listed at most.
const MOST_OPTIONS: usize = 2_000_000;

/// Games side by side, each option with its move.
#[derive(Default)]
struct Parts {
    forms: CanonicalForms,
    games: Vec<Beside>,
    moves: Vec<Vec<AnyMove>>,
}

/// The answer for heaps of one game by canonical forms, if these are few enough.
pub(super) fn answer(
    rules: &dyn HeapRules,
    sizes: &Heaps,
    ask: &Ask<'_>,
) -> Result<Option<Answer>, Halt> {
    budgeted(ask, |budget| {
        let mut parts = Parts::default();
        parts.add_heaps(rules, sizes, &mut Meter::new(budget))?;
        parts.answer(budget)
    })
    .map_err(Halt::Stopped)
}

/// The same for a sum of unlike games.
pub(super) fn sum(
    games: &[Game],
    position: &AnyPosition,
    ask: &Ask<'_>,
) -> Result<Option<Answer>, Error> {
    budgeted(ask, |budget| {
        let mut parts = Parts::default();
        for (part, (game, own)) in games.iter().zip(sums::positions(position)).enumerate() {
            let first = parts.games.len();
            match (game.heap(), game.piles(own)) {
                (Some(rules), Some(sizes)) => {
                    parts.add_heaps(rules, sizes, &mut Meter::new(budget))?;
                }
                _ => parts.add_position(game, own, budget)?,
            }
            for moves in &mut parts.moves[first..] {
                let own = std::mem::take(moves).into_iter();
                *moves = own.map(|mv| AnyMove::of(SumMove { part, mv })).collect();
            }
        }
        parts.answer(budget)
    })
}

/// What a part of the budget may leave without an answer.
fn budgeted(
    ask: &Ask<'_>,
    work: impl FnOnce(&Ask<'_>) -> Result<Answer, Error>,
) -> Result<Option<Answer>, Error> {
    let budget = Ask {
        positions: ask.positions.min(MOST_SUMS),
        steps: ask.steps.min(MOST_STEPS),
        bytes: ask.bytes / 2,
        ..*ask
    };
    match work(&budget) {
        Ok(answer) => Ok(Some(answer)),
        Err(error @ Error::Interrupted { .. }) => Err(error),
        Err(_) => Ok(None),
    }
}

impl Parts {
    /// Each heap with its options.
    fn add_heaps(
        &mut self,
        rules: &dyn HeapRules,
        sizes: &Heaps,
        meter: &mut Meter<'_>,
    ) -> Result<(), Error> {
        let mut heaps = Vec::new();
        for (pile, size) in sizes.iter().enumerate() {
            let word = size.to_u64().and_then(|size| usize::try_from(size).ok());
            let size = word.ok_or(Error::TooManyMoves)?;
            while heaps.len() <= size {
                self.forms.next_heap(rules, &mut heaps, meter)?;
            }
            let (mut options, mut moves, mut failed) = (Vec::new(), Vec::new(), Ok(()));
            rules.options(
                size as u64,
                &mut Options::new(&mut |option| {
                    let mut parts = option.iter().map(|part| heaps[*part as usize]);
                    match parts.try_fold(Form::END, |sum, part| self.forms.sum(sum, part, meter)) {
                        Ok(form) => options.push(form),
                        Err(error) => failed = Err(error),
                    }
                    moves.push(AnyMove::of(HeapMove::one(pile, bouton_core::heap::left(option))));
                    failed.is_ok() && moves.len() < MOST_OPTIONS
                }),
            );
            failed?;
            if moves.len() == MOST_OPTIONS {
                return Err(Error::TooManyMoves);
            }
            self.games.push(Beside { form: heaps[size], options });
            self.moves.push(moves);
        }
        Ok(())
    }

    /// A position of any game, explored. Play must not run in circles from it.
    fn add_position(
        &mut self,
        game: &Game,
        position: &AnyPosition,
        ask: &Ask<'_>,
    ) -> Result<(), Error> {
        let Explored { graph, positions } = game.explore(position, true, ask)?;
        let own = of_graph(&mut self.forms, &graph, 0, ask)?;
        let (moves, complete) = game.moves(position, MOST_LISTED);
        if !complete {
            return Err(Error::TooManyMoves);
        }
        let node = |mv: &AnyMove| positions.find(&game.play(position, mv));
        let options = moves.iter().map(|mv| node(mv).map(|node| own[node as usize]));
        let options = options.collect::<Option<Vec<Form>>>().ok_or(Error::TooManyMoves)?;
        self.games.push(Beside { form: own[0], options });
        self.moves.push(moves);
        Ok(())
    }

    /// Who wins the sum, with which moves.
    fn answer(mut self, ask: &Ask<'_>) -> Result<Answer, Error> {
        let (wins, lost) = lost_options(&mut self.forms, &self.games, &mut Meter::new(ask))?;
        let all = self.moves.into_iter().flatten().zip(lost.into_iter().flatten());
        let moves = all.filter(|(_, lost)| *lost).map(|(mv, _)| mv).collect();
        Ok(Answer {
            outcome: Outcome::from_mover_wins(wins),
            value: None,
            value_status: ValueStatus::None,
            winning: Found::first(moves, ask.moves),
            remoteness: None,
            method: Method::Search,
            evidence: Evidence { forms: Some(self.forms.len() as u64), ..Evidence::default() },
            parts: Vec::new(),
        })
    }
}
