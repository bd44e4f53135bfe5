//! What the move leaves, and what is replied to each move of a lost position.

use rustc_hash::FxHashSet;

use super::{Subject, shown};
use crate::ask::Ask;
use crate::explain::{Claim, Step};
use crate::game::{AnyPosition, Game};
use crate::solve::{Tables, ladder};
use crate::value::{Outcome, Play};

/// Moves that are told with their replies at most.
const MOST_REPLIES: usize = 6;

/// Moves that are looked at to find different ones.
const MOST_LOOKED_AT: usize = 200;

/// For a lost position, its moves and the replies; for a won one, the same for what the move leaves; for a draw
/// what each move leaves.
pub(super) fn after(subject: &Subject<'_>, tables: &mut Tables) -> Vec<Step> {
    let Subject { game, position, analysis, ask } = subject;
    match analysis.outcome {
        Outcome::Draw => leaves(subject, tables),
        Outcome::Previous => to_moves(game, tables, position, analysis.play, ask, true),
        Outcome::Next => {
            let Some(mv) = analysis.winning.first() else { return Vec::new() };
            let Ok(found) = game.find_move(position, &analysis.written(mv)) else {
                return Vec::new();
            };
            let left = game.play(position, &found);
            to_moves(game, tables, &left, analysis.play, ask, false)
        }
    }
}

/// The moves of a lost position, each with a reply to it. `own` says whether the one who asks is to move there.
pub(super) fn to_moves(
    game: &Game,
    tables: &mut Tables,
    position: &AnyPosition,
    play: Play,
    ask: &Ask<'_>,
    own: bool,
) -> Vec<Step> {
    let here = game.write(position);
    let lost = || [Claim::Outcome { position: here.clone(), outcome: Outcome::Previous }];
    let (moves, complete) = game.moves(position, MOST_LOOKED_AT);
    if moves.is_empty() && complete {
        let text = "After it no move is left.";
        return vec![Step::new("after", text).claiming(lost)];
    }
    let small = ask.small();
    // Each with a part of what one small question may cost.
    let one = Ask { moves: 1, positions: small.positions / 10, steps: small.steps / 30, ..small };
    let (mut seen, mut steps) = (FxHashSet::default(), Vec::new());
    for mv in &moves {
        let option = game.play(position, mv);
        if steps.len() == MOST_REPLIES || !seen.insert(game.rules().simplify(option.clone())) {
            continue;
        }
        // What cannot be settled quickly is left untold; the answer itself is known.
        let Ok(answer) = ladder(game, tables, &option, play, &one) else { continue };
        let Some(reply) = answer.winning.moves.first() else { continue };
        let left = game.write(&game.play(&option, reply));
        let what = |mv, at: &AnyPosition| match game.rules().describe(at, mv) {
            text if text.is_empty() => mv.to_string(),
            text => text,
        };
        let text = format!(
            "{}: then {}, and the reply is to {}: then {}.",
            what(mv, position),
            shown(&game.write(&option)),
            what(reply, &option),
            shown(&left)
        );
        let claim = || {
            [Claim::Reply { position: here.clone(), mv: mv.to_string(), reply: reply.to_string() }]
        };
        steps.push(Step::new("reply", text).claiming(claim));
    }
    let more = seen.len() > steps.len() || !complete;
    let text = match (own, steps.is_empty(), more) {
        (true, true, _) => "Every move you have is answered by one that wins.",
        (true, false, false) => "Whatever you do, there is a reply that wins:",
        (true, false, true) => "Whatever you do, there is a reply that wins; some of your moves:",
        (false, true, _) => "That position is lost: every move from it has a reply that wins.",
        (false, false, false) => "That position is lost. To each move from it you have a reply:",
        (false, false, true) => {
            "That position is lost. To each move from it you have a reply; some of them:"
        }
    };
    steps.insert(0, Step::new("after", text).claiming(lost));
    steps
}

/// What each move of a drawn position leaves.
fn leaves(subject: &Subject<'_>, tables: &mut Tables) -> Vec<Step> {
    let Subject { game, position, analysis, ask } = subject;
    let (moves, _) = game.moves(position, MOST_REPLIES);
    let one = Ask { moves: 1, ..ask.small() };
    let mut steps = Vec::new();
    for mv in &moves {
        let option = game.play(position, mv);
        let Ok(answer) = ladder(game, tables, &option, analysis.play, &one) else { continue };
        let what = match answer.outcome {
            Outcome::Next => "which the other side wins",
            Outcome::Previous => "which wins",
            Outcome::Draw => "which is a draw again",
        };
        let text = format!("{mv} leaves {}, {what}.", shown(&game.write(&option)));
        let claim = || {
            [Claim::Move {
                position: game.write(position),
                mv: mv.to_string(),
                outcome: answer.outcome,
            }]
        };
        steps.push(Step::new("reply", text).claiming(claim));
    }
    steps
}
