//! Games of more than two players: what each seat can be sure of, worked out from what each move leaves.

use super::MOST_TOLD;
use super::columns::listed;
use crate::error::Error;
use crate::explain::{Claim, Step, Trace};
use crate::game::{AnyPosition, Game, Seats};
use crate::render::text::counted;
use crate::session::capital;

/// Moves that are looked at to find one that keeps the mover sure.
const MOST_LOOKED_AT: usize = 200;

/// A move, and which seats are sure after it; seats are counted as before the move, so that whoever made it is the
/// first.
struct Tried {
    mv: String,
    text: String,
    to: String,
    sure: Vec<bool>,
}

/// The steps for a position of such a game.
pub(crate) fn steps(game: &Game, position: &AnyPosition, seats: &Seats) -> Result<Trace, Error> {
    let here = game.write(position);
    let claim = |position: &str, seats: &[bool]| Claim::Seats {
        position: position.to_string(),
        seats: seats.to_vec(),
    };
    let trace = |mv, steps| Trace { address: seats.address.clone(), mv, steps, sources: None };
    let (moves, complete) = game.moves(position, MOST_LOOKED_AT);
    if moves.is_empty() {
        let text = format!("No move is left: {} lost.", have(&numbered(&seats.seats, false)));
        let verdict = Step::new("verdict", text).claiming(|| [claim(&here, &seats.seats)]);
        return Ok(trace(None, vec![verdict]));
    }
    let mut tried: Vec<Tried> = Vec::new();
    for mv in &moves {
        // The first ones, and if it takes longer, one that keeps the mover sure.
        let found = !seats.seats[0] || tried.iter().any(|tried| tried.sure[0]);
        if tried.len() >= MOST_TOLD && found {
            break;
        }
        let left = game.play(position, mv);
        let Some(after) = game.seats(&left)? else { continue };
        let mut sure = after.seats;
        // Who has just moved waits longest.
        sure.rotate_right(1);
        if tried.len() >= MOST_TOLD && !sure[0] {
            continue;
        }
        let text = match game.rules().describe(position, mv) {
            text if text.is_empty() => mv.to_string(),
            text => text,
        };
        tried.push(Tried { mv: mv.to_string(), text, to: game.write(&left), sure });
    }
    let complete = complete && tried.len() == moves.len();
    let good = tried.iter().find(|tried| tried.sure[0]);
    let leaves = |tried: &Tried| Claim::Leaves {
        position: here.clone(),
        mv: tried.mv.clone(),
        to: tried.to.clone(),
    };
    let after = |tried: &Tried| {
        let mut seats = tried.sure.clone();
        seats.rotate_left(1);
        [leaves(tried), claim(&tried.to, &seats)]
    };
    let mut steps = vec![
        Step::new("verdict", verdict(game, seats, good)).claiming(|| [claim(&here, &seats.seats)]),
    ];
    let rule = game.rule_in_words();
    if !rule.is_empty() {
        steps.push(Step::new("rules", rule));
    }
    steps.push(Step::new(
        "idea",
        format!(
            "With {} who wins depends on what the others want, so each seat is asked alone: can it be sure not to lose \
             if all others play together against it? At the end it is plain who has lost. Before the end, the seat to \
             move needs one move after which it is still sure; a seat that waits must be sure after every move of the \
             one whose turn it is.",
            counted(seats.seats.len() as u64, "player")
        ),
    ));
    steps.push(
        Step::new("here", here_told(seats, &tried, complete))
            .with_table(table(&tried))
            .claiming(|| tried.iter().flat_map(after)),
    );
    steps.push(Step::new(
        "known",
        "Known by a table of what each seat can be sure of, made from the end backwards.",
    ));
    Ok(trace(good.map(|tried| tried.mv.clone()), steps))
}

/// Who is sure, and by which move if it is the one to move.
fn verdict(game: &Game, seats: &Seats, good: Option<&Tried>) -> String {
    let end = game.rules().goal().map_or_else(String::new, |goal| format!(" ({goal})"));
    let counted = "counted from you, who are to move";
    match (good, &numbered(&seats.seats, true)[..]) {
        (_, []) => format!("No seat can be sure: whoever all others agree on loses{end}."),
        (Some(good), [_]) => format!("You can be sure not to lose: {}{end}.", good.text),
        (Some(good), [_, others @ ..]) => {
            let others = seat(others);
            format!("You can be sure not to lose: {}{end}. So can {others}, {counted}.", good.text)
        }
        (None, sure) => {
            format!("{} can be sure not to lose, {counted}{end}.", capital(&seat(sure)))
        }
    }
}

/// What the table of moves shows: for whoever is to move one good move is enough, for others one bad move is.
fn here_told(seats: &Seats, tried: &[Tried], complete: bool) -> String {
    let mut told = vec![match complete {
        true => "The table tells for each move who is still sure after it.".to_string(),
        false => format!(
            "The table tells for {} of the moves who is still sure after them.",
            tried.len()
        ),
    }];
    match tried.iter().filter(|tried| tried.sure[0]).count() {
        0 if !complete || seats.seats[0] => {}
        0 => told.push("You are after none.".to_string()),
        few => told.push(format!("You are after {few} of them, and one is enough.")),
    }
    for place in 1..seats.seats.len() {
        let number = place + 1;
        match tried.iter().find(|tried| !tried.sure[place]) {
            Some(bad) if told.len() <= MOST_TOLD => {
                told.push(format!("Seat {number} is not after “{}”.", bad.text));
            }
            None if complete => told.push(format!("Seat {number} is after every move.")),
            _ => {}
        }
    }
    told.join(" ")
}

/// A row for each move, a column for each seat; of many seats the first.
fn table(tried: &[Tried]) -> Vec<Vec<String>> {
    let columns = tried.first().map_or(0, |tried| tried.sure.len()).min(MOST_TOLD);
    let head = (1..=columns).map(|seat| match seat {
        1 => "you".to_string(),
        seat => format!("seat {seat}"),
    });
    let mut rows = vec![std::iter::once(String::new()).chain(head).collect::<Vec<String>>()];
    for tried in tried {
        let cells = tried
            .sure
            .iter()
            .take(columns)
            .map(|sure| if *sure { "sure" } else { "-" }.to_string());
        rows.push(std::iter::once(tried.text.clone()).chain(cells).collect());
    }
    rows
}

/// The numbers of the seats that are sure, or of those that are not.
fn numbered(seats: &[bool], sure: bool) -> Vec<String> {
    (1..)
        .zip(seats)
        .filter(|(_, is)| **is == sure)
        .map(|(seat, _): (usize, _)| seat.to_string())
        .collect()
}

/// `seat 2`, or `seats 2 and 3`.
fn seat(numbers: &[String]) -> String {
    format!("{} {}", if numbers.len() == 1 { "seat" } else { "seats" }, listed(numbers))
}

/// `seat 2 has`, or `seats 2 and 3 have`.
fn have(numbers: &[String]) -> String {
    format!("{} {}", seat(numbers), if numbers.len() == 1 { "has" } else { "have" })
}
