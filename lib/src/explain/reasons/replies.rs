//! What the move leaves, and what is replied to each move of a lost position.

use rustc_hash::FxHashSet;

use super::{Subject, heaps, shown};
use crate::ask::Ask;
use crate::explain::{Claim, Step};
use crate::game::{AnyMove, AnyPosition, Game};
use crate::heap::HeapMove;
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

/// The moves of a lost position, each with a reply to it. `own` says whether the one who asks is to move there. Where
/// the position can be mirrored, so does the reply.
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
        let text = "Then no move is left.";
        return vec![Step::new("after", text).claiming(lost)];
    }
    let mirror = play == Play::Normal && heaps::mirrors(game, position);
    let small = ask.small();
    // Each with a part of what one small question may cost.
    let moves_asked = if mirror { MOST_LOOKED_AT } else { 1 };
    let one = Ask {
        moves: moves_asked,
        positions: small.positions / 10,
        steps: small.steps / 30,
        ..small
    };
    let what = |mv: &AnyMove, at: &AnyPosition| match game.rules().describe(at, mv) {
        text if text.is_empty() => mv.to_string(),
        text => text,
    };
    let (mut seen, mut steps) = (FxHashSet::default(), Vec::new());
    for mv in &moves {
        let option = game.play(position, mv);
        // What is counted at the end must be seen here, told or not.
        if !seen.insert(game.rules().simplify(option.clone())) || steps.len() == MOST_REPLIES {
            continue;
        }
        let (none_left, all) = game.moves(&option, 1);
        if none_left.is_empty() && all {
            // Only in misère play: there a move that ends the game loses.
            let who = if own { "the other side has won" } else { "you have won" };
            let text = format!("{}: no move is left, and {who}.", what(mv, position));
            let claim = || {
                [Claim::Move { position: here.clone(), mv: mv.to_string(), outcome: Outcome::Next }]
            };
            steps.push(Step::new("reply", text).claiming(claim));
            continue;
        }
        // What cannot be settled quickly is left untold; the answer itself is known.
        let Ok(answer) = ladder(game, tables, &option, play, &one) else { continue };
        let mirrored =
            |reply: &&AnyMove| !mirror || heaps::mirrors(game, &game.play(&option, reply));
        let twin = |reply: &&AnyMove| mirror && is_twin(game, (position, mv), (&option, reply));
        let mut replies = answer.winning.moves.iter();
        let twin = replies.clone().find(twin);
        let Some(reply) = twin.or_else(|| replies.find(mirrored)) else { continue };
        let left = game.write(&game.play(&option, reply));
        // In brackets: some positions end in a full stop themselves.
        let text = format!(
            "{} (then {}): {} (then {})",
            what(mv, position),
            shown(&game.write(&option)),
            what(reply, &option),
            shown(&left)
        );
        let leaves = |position: &str, mv: String, to: &str| Claim::Leaves {
            position: position.to_string(),
            mv,
            to: to.to_string(),
        };
        let claim = || {
            let then = game.write(&option);
            [
                Claim::Reply {
                    position: here.clone(),
                    mv: mv.to_string(),
                    reply: reply.to_string(),
                },
                leaves(&here, mv.to_string(), &then),
                leaves(&then, reply.to_string(), &left),
            ]
        };
        steps.push(Step::new("reply", text).claiming(claim));
    }
    let text = match (own, steps.is_empty()) {
        (true, true) => "Whatever you do, the other side can win.",
        (true, false) => "Whatever you do, the other side wins. Your move, and the reply to it:",
        (false, true) => "That position is lost: after every move from it you can win.",
        (false, false) => "That position is lost. A move from it, and your reply:",
    };
    let untold = seen.len() - steps.len();
    if !steps.is_empty() && (untold > 0 || !complete) {
        let count = if complete { untold.to_string() } else { "many".to_string() };
        steps.push(Step::new("reply", format!("and {count} more like these.")));
    }
    steps.insert(0, Step::new("after", text).claiming(lost));
    steps
}

/// Whether a reply makes of a pile what a move made of one of the same size.
fn is_twin(game: &Game, first: (&AnyPosition, &AnyMove), reply: (&AnyPosition, &AnyMove)) -> bool {
    let made = |(position, mv): (&AnyPosition, &AnyMove)| {
        let (pile, left) = mv.get::<HeapMove>()?.single()?;
        Some((game.piles(position)?.get(pile), left.sorted(|size| !size.is_zero())))
    };
    made(first).is_some() && made(first) == made(reply)
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
