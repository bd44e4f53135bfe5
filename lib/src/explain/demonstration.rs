//! A whole game shown: both sides play best, and every move is explained step by step.

use serde::Serialize;

use crate::address::Question;
use crate::ask::Ask;
use crate::error::Error;
use crate::explain::Step;
use crate::session::{Session, Setup, capital};

/// A game from some position to its end.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Demonstration {
    /// What is shown.
    pub address: String,
    /// The address of each position that comes, in order.
    pub boards: Vec<String>,
    /// The steps, in order. A front end shows step i and nothing else.
    pub steps: Vec<Shown>,
    /// Whether the game is shown to its end; otherwise it would be too long.
    pub complete: bool,
}

/// A step, and the board it stands beside.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Shown {
    /// Which of the boards.
    pub board: usize,
    /// Whose turn it is: 1 or 2.
    pub player: usize,
    /// What is told.
    #[serde(flatten)]
    pub step: Step,
    /// In a step of the kind `move`, the move as `play` reads it.
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    pub mv: Option<String>,
}

/// Moves shown at most.
const MOST_MOVES: usize = 40;

/// Kinds of steps that are told at the first board only, because later ones would repeat them, and kinds that the
/// game itself shows.
const ONCE: &[&str] =
    &["verdict", "idea", "rule", "values", "mex", "running", "ending", "part", "here"];
const LEFT_OUT: &[&str] = &["after", "reply", "known"];

impl Demonstration {
    /// Plays and explains. The same position is shown in the same way every time.
    pub fn new(question: Question, ask: &Ask<'_>) -> Result<Demonstration, Error> {
        let (game, play) = (question.game.clone(), question.play);
        let ask = Ask { fine: true, moves: 1, ..*ask };
        let mut session = Session::new(question, Setup::engines(2, 100, 100, 0))?;
        let mut shown = Demonstration {
            address: session.start(),
            boards: Vec::new(),
            steps: Vec::new(),
            complete: true,
        };
        loop {
            let (board, player) = (shown.boards.len(), session.to_move());
            shown.boards.push(session.address());
            let mut add = |step: Step, mv: Option<String>| {
                shown.steps.push(Shown { board, player, step, mv });
            };
            if session.end().is_some() {
                let result = session.result_in_words();
                add(Step::new("end", result), None);
                break;
            }
            if board == MOST_MOVES {
                add(Step::new("end", "It goes on in the same way; the rest is not shown."), None);
                shown.complete = false;
                break;
            }
            let trace = game.explain(session.position(), play, &ask)?;
            for step in trace.steps {
                let repeats = board > 0 && ONCE.contains(&step.kind);
                if !repeats && !LEFT_OUT.contains(&step.kind) {
                    add(step, None);
                }
            }
            let outcome = game.analyse(session.position(), play, &ask)?.outcome;
            let played = session.reply(&ask)?.played;
            let who = capital(&session.name_of(player));
            let what = if played.text.is_empty() { &played.mv } else { &played.text };
            let text = match outcome {
                crate::Outcome::Next => format!("{who} wins by this: {what}."),
                crate::Outcome::Previous => {
                    format!(
                        "Every move of {} loses; this one holds out: {what}.",
                        session.name_of(player)
                    )
                }
                crate::Outcome::Draw => format!("{who} keeps the draw: {what}."),
            };
            add(Step::new("move", text), Some(played.mv));
            if session.repetitions() >= crate::session::DRAWING_REPETITIONS {
                session.draw()?;
            }
        }
        Ok(shown)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn demonstration(address: &str) -> Demonstration {
        Demonstration::new(crate::open(address).unwrap(), &Ask::default()).unwrap()
    }

    #[test]
    fn the_boards_follow_from_the_moves() {
        for address in [
            "nim: 3 4 5",
            "misere nim: 1 3 5 7",
            "moore(2): 2 3 4",
            "subtraction(1,3,4): 10 5",
            "wythoff: 3 5",
            "kayles: 5 + nim: 3",
            "chomp: 2x3",
        ] {
            let shown = demonstration(address);
            assert!(shown.complete, "{address}");
            let moves: Vec<&Shown> = shown.steps.iter().filter(|step| step.mv.is_some()).collect();
            assert_eq!(moves.len() + 1, shown.boards.len());
            for (index, step) in moves.iter().enumerate() {
                assert_eq!(step.board, index);
                let opened = crate::open(&shown.boards[index]).unwrap();
                let after = opened.after(step.mv.as_ref().unwrap()).unwrap();
                assert_eq!(after.address(), shown.boards[index + 1], "{address}");
            }
            assert_eq!(shown.steps.last().unwrap().step.kind, "end");
        }
    }

    #[test]
    fn nim_goes_pile_by_pile_and_digit_by_digit() {
        let shown = demonstration("nim: 3 4 5");
        let first: Vec<&str> =
            shown.steps.iter().filter(|step| step.board == 0).map(|step| step.step.kind).collect();
        assert_eq!(
            first,
            ["verdict", "idea", "running", "running", "running", "columns", "pick", "move"]
        );
        let running = &shown.steps[4].step;
        assert_eq!(running.text.split('.').next().unwrap(), "pile 3 comes to it: 7 xor 5 = 2");
        let whole = &shown.steps[5].step;
        assert_eq!(whole.table[4], ["nim-sum", "0", "1", "0", "= 2"]);
        assert_eq!(whole.marks, [(1, 2), (2, 2), (3, 2), (4, 2)]);
        assert!(shown.steps.len() <= 40, "{} steps", shown.steps.len());
    }

    #[test]
    fn long_games_are_cut_and_say_so() {
        let shown = demonstration("nim: 1000000000000000000 2 5 9");
        assert!(!shown.complete || shown.boards.len() <= MOST_MOVES);
        let rounds = demonstration("graph(a>b b>a): a");
        assert!(rounds.complete && rounds.boards.len() < 10);
    }
}
