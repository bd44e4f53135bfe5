//! Why: the reasoning behind an answer, told from the method that gave it.
//!
//! The frame is the same for every game: the verdict, the idea, the idea worked out here, what the move leaves or
//! what is replied to each move, and how it is known. The middle comes from the game itself (`Rules::explain`), or
//! from the arithmetic of heaps (`heaps`, `columns`) and of sums (`sums`); a game that has neither is told by its
//! moves and the replies to them (`replies`).

pub(crate) mod columns;
mod heaps;
mod replies;
mod sums;

use crate::analysis::{Analysis, Method, WinningMove};
use crate::ask::Ask;
use crate::error::Error;
use crate::explain::{Claim, Step, Trace};
use crate::game::{AnyPosition, Game, Seats};
use crate::render::text::{counted, known_by};
use crate::solve::{Tables, heap_values};
use crate::value::{Outcome, Play};

/// Piles, parts and options told one by one at most.
const MOST_TOLD: usize = 12;

/// What is explained.
#[derive(Clone, Copy)]
struct Subject<'a> {
    game: &'a Game,
    position: &'a AnyPosition,
    analysis: &'a Analysis,
    ask: &'a Ask<'a>,
}

/// The steps for a position. `tables` are those that gave the answer.
pub(crate) fn steps(
    game: &Game,
    tables: &mut Tables,
    position: &AnyPosition,
    analysis: &Analysis,
    ask: &Ask<'_>,
) -> Result<Vec<Step>, Error> {
    let subject = Subject { game, position, analysis, ask };
    if game.parts().is_some() {
        return sums::steps(&subject, tables);
    }
    let mut steps = vec![verdict(&subject)];
    let (moves, complete) = game.moves(position, 1);
    if moves.is_empty() && complete {
        return Ok(steps);
    }
    let (rules, play) = (game.rules(), analysis.play);
    let heap = rules.heap().filter(|heap| play == Play::Normal || heap.tame());
    match (rules.explain(position, play), heap.zip(game.piles(position))) {
        (Some(own), _) => {
            let told = own.iter().any(|step| step.kind == "reply");
            steps.extend(own);
            if !told {
                steps.extend(replies::after(&subject, tables));
            }
        }
        (None, Some((heap, sizes))) => steps.extend(heaps::steps(&subject, tables, heap, sizes)?),
        _ => {
            steps.push(Step::new("idea", idea(analysis)));
            steps.extend(replies::after(&subject, tables));
        }
    }
    steps.push(known(analysis));
    Ok(steps)
}

/// The nim-sum of the piles of a position in columns, for games whose piles add up.
pub(crate) fn nim_sum(
    game: &Game,
    tables: &mut Tables,
    position: &AnyPosition,
    ask: &Ask<'_>,
) -> Option<Step> {
    let (heap, sizes) = game.rules().heap().zip(game.piles(position))?;
    let values = heap_values(heap, tables.sequence(), sizes, ask).ok()?;
    let labels: Vec<String> = (1..=values.len()).map(|pile| format!("pile {pile}")).collect();
    columns::steps(&labels, &values, false).pop().filter(|step| !step.table.is_empty())
}

/// Who wins, and by which move, in one line.
fn verdict(subject: &Subject<'_>) -> Step {
    let Subject { game, position, analysis, .. } = subject;
    let end = match (game.rules().goal(), analysis.play) {
        (Some(goal), Play::Normal) => goal,
        (_, Play::Normal) => "whoever cannot move loses".to_string(),
        (_, Play::Misere) => "misère play: whoever cannot move wins".to_string(),
    };
    let here = game.write(position);
    let claim = || [Claim::Outcome { position: here.clone(), outcome: analysis.outcome }];
    let (moves, complete) = game.moves(position, 1);
    if moves.is_empty() && complete {
        let text = match analysis.outcome {
            Outcome::Next => format!("No move is left, and you win ({end})."),
            _ => format!("No move is left, and you lose ({end})."),
        };
        return Step::new("verdict", text).claiming(claim);
    }
    let text = match (analysis.outcome, analysis.winning.first()) {
        (Outcome::Next, Some(mv)) => format!("You win: {} ({end}).", told(analysis, mv)),
        (Outcome::Next, None) => {
            format!("You win, but the winning moves are too many or too far to be listed ({end}).")
        }
        (Outcome::Previous, _) => format!("You lose against best play ({end})."),
        (Outcome::Draw, _) => {
            format!("Neither side can force a win: best play goes on for ever ({end}).")
        }
    };
    let mv = || {
        analysis.winning.first().map(|mv| Claim::Move {
            position: here.clone(),
            mv: analysis.written(mv),
            outcome: Outcome::Previous,
        })
    };
    Step::new("verdict", text).claiming(claim).claiming(mv)
}

/// A move in words with what it leaves: `take 2 from pile 1, leaving 1 4 5`.
fn told(analysis: &Analysis, mv: &WinningMove) -> String {
    let part = if analysis.is_sum() { format!("in part {}, ", mv.part) } else { String::new() };
    let what = if mv.text.is_empty() { &mv.mv } else { &mv.text };
    match mv.to.as_deref().filter(|to| to.len() <= MOST_LETTERS) {
        // Moves that split say themselves what is left of the pile.
        Some(to) if what.contains("leaving") => format!("{part}{what} (then {})", shown(to)),
        Some(to) => format!("{part}{what}, leaving {}", shown(to)),
        None => format!("{part}{what}"),
    }
}

/// Letters of a position that is written out at most.
const MOST_LETTERS: usize = 120;

/// A position as a sentence shows it: some games write an ended position as nothing.
fn shown(position: &str) -> &str {
    if position.trim().is_empty() { "nothing" } else { position }
}

/// For a game without a story of its own: the rule behind the answer, or that there is none.
fn idea(analysis: &Analysis) -> String {
    if let Some(theorem) = &analysis.evidence.theorem {
        let end = if theorem.statement.ends_with("...") { "" } else { "." };
        return format!("The rule: {}{end}", theorem.statement);
    }
    let positions = counted(analysis.evidence.positions.unwrap_or(0), "position");
    match analysis.method {
        Method::Graph => format!(
            "Play can run in circles, so {positions} were labelled from the ends backwards: one is won as \
             soon as some move leaves a lost one, and lost once every move leaves a won one; what never gets a label is \
             a draw."
        ),
        _ => format!(
            "This was settled by looking at what can come, {positions} in all: one is won if some move leaves \
             a lost one, and lost if every move leaves a won one."
        ),
    }
}

/// How the answer is known.
fn known(analysis: &Analysis) -> Step {
    Step::new(
        "known",
        format!("Known by {}.", known_by(analysis.method, &analysis.evidence, analysis.play)),
    )
}

/// The steps for a game of more than two players.
pub(crate) fn seat_steps(seats: &Seats) -> Trace {
    let sure: Vec<String> = (1..)
        .zip(&seats.seats)
        .filter(|(_, safe)| **safe)
        .map(|(seat, _): (usize, _)| seat.to_string())
        .collect();
    let verdict = match sure.len() {
        0 => "No seat can be sure: whoever all others agree on loses.".to_string(),
        1 => format!("Seat {} can be sure not to lose, counted from the one to move.", sure[0]),
        _ => format!(
            "Seats {} can be sure not to lose, counted from the one to move.",
            sure.join(", ")
        ),
    };
    let steps = vec![
        Step::new("verdict", verdict),
        Step::new(
            "idea",
            format!(
                "With {} players who wins depends on what the others want, so each seat is asked alone: can it be sure \
                 not to lose if all others play together against it? At the end it is plain who has lost. Before the \
                 end, the seat to move needs one move after which it is still sure; a seat that waits must be sure \
                 after every move of the one whose turn it is.",
                seats.seats.len()
            ),
        ),
    ];
    Trace { address: seats.address.clone(), steps }
}
