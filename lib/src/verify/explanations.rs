//! Explanations against the definition: every claim of every step.

use super::shortcuts::Check;
use crate::ask::Ask;
use crate::erased::AnyPosition;
use crate::explain::Claim;
use crate::game::Game;
use crate::search::brute::Brute;
use crate::value::{Nimber, Outcome, Play};

impl Check<'_> {
    /// Explains a position in both conventions and checks what is claimed.
    pub(super) fn explanations(
        &mut self,
        brute: &mut Brute<'_>,
        position: &AnyPosition,
        ask: &Ask<'_>,
    ) {
        let game = self.game;
        for play in Play::BOTH.into_iter().filter(|play| game.allows(*play).is_ok()) {
            let ask = Ask { moves: 1, ..*ask };
            let trace = match self.solver.explain(position, play, &ask) {
                Ok(trace) => trace,
                Err(error) => {
                    self.same("explanation", position, String::new(), error.to_string());
                    continue;
                }
            };
            self.report.count("explanations");
            for claim in trace.steps.iter().flat_map(|step| &step.claims) {
                // What the oracle has no room for is not checked here, but on smaller positions.
                let Some(holds) = holds(game, brute, play, claim) else { continue };
                if !holds {
                    let told = format!("{claim:?}");
                    self.same("claim", position, String::new(), told);
                } else {
                    self.report.count("claim");
                }
            }
        }
    }
}

/// Whether a claim is true by the definition; nothing where the oracle stops.
fn holds(game: &Game, brute: &mut Brute<'_>, play: Play, claim: &Claim) -> Option<bool> {
    let read = |text: &str| game.read(text).ok();
    let outcome = |brute: &mut Brute<'_>, position: &AnyPosition| {
        Some(brute.label(position).ok()?.outcome(play))
    };
    let after = |position: &AnyPosition, mv: &str| {
        Some(game.play(position, &game.find_move(position, mv).ok()?))
    };
    Some(match claim {
        Claim::Value { position, value } => {
            let label = brute.label(&read(position)?).ok()?;
            *value == Nimber::from(u64::from(label.value))
        }
        Claim::Outcome { position, outcome: claimed } => {
            let Some(position) = read(position) else { return Some(false) };
            outcome(brute, &position)? == *claimed
        }
        Claim::Option { position, to } => {
            let (Some(position), Some(to)) = (read(position), read(to)) else { return Some(false) };
            let (moves, _) = game.moves(&position, usize::MAX);
            moves.iter().any(|mv| game.play(&position, mv) == to)
        }
        Claim::Move { position, mv, outcome: claimed } => {
            let left = read(position).and_then(|position| after(&position, mv));
            let Some(left) = left else { return Some(false) };
            outcome(brute, &left)? == *claimed
        }
        Claim::Reply { position, mv, reply } => {
            let left = read(position).and_then(|position| after(&position, mv));
            let replied = left.and_then(|left| after(&left, reply));
            let Some(replied) = replied else { return Some(false) };
            outcome(brute, &replied)? == Outcome::Previous
        }
        Claim::Column { numbers, sum } => numbers.iter().cloned().sum::<Nimber>() == *sum,
    })
}
