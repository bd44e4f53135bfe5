//! A whole game shown: both sides play best, and every move is explained step by step.

use serde::Serialize;

use crate::address::Question;
use crate::analysis::{Analysis, Method};
use crate::ask::Ask;
use crate::error::{Budget, Error};
use crate::explain::{Step, Trace};
use crate::scene::Scene;
use crate::session::{Session, Setup, capital};

/// A game from some position to its end.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Demonstration {
    /// What is shown.
    pub address: String,
    /// The address of each position that comes, in order.
    pub boards: Vec<String>,
    /// The pictures of the boards. They do not go into the data: whoever reads that has the addresses.
    #[serde(skip)]
    pub scenes: Vec<Scene>,
    /// The moves, in order: where to go on reading.
    pub chapters: Vec<Chapter>,
    /// The steps, in order. A front end shows step i and nothing else.
    pub steps: Vec<Shown>,
    /// Whether the game is shown to its end; otherwise it would be too long.
    pub complete: bool,
}

/// One move of a demonstration: its steps are those from the first one to that of the next chapter, and what is told
/// of the end belongs to the last move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Chapter {
    /// Which move, counted from 1.
    pub number: usize,
    /// Who makes it: 1 or 2.
    pub player: usize,
    /// The first of its steps, counted from 0.
    pub first: usize,
    /// What a list of contents says: `Move 2, player 2: take 1 from pile 3`.
    pub title: String,
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

/// In a game too large to be seen to its end, each so many moves it is tried again; between these positions are looked at
/// so far only.
const LOOKED_AGAIN: usize = 8;
const FEW_POSITIONS: u64 = 1_000;
const FEW_STEPS: u64 = 10_000;
const LATER_STEPS: u64 = 2_000_000;

/// Kinds of steps that are told at the first board only, because later ones would repeat them, and kinds that the
/// game itself shows.
const ONCE: &[&str] =
    &["verdict", "idea", "rule", "values", "mex", "running", "ending", "part", "here"];
const LEFT_OUT: &[&str] = &["rules", "after", "reply", "known"];

impl Demonstration {
    /// Plays and explains. The same position is shown in the same way every time.
    pub fn new(question: Question, ask: &Ask<'_>) -> Result<Demonstration, Error> {
        let game = question.game.clone();
        let ask = Ask { fine: true, moves: 1, ..*ask };
        let players = game.players(&question.position)?;
        if players != 2 {
            return Err(Error::Unsupported(format!(
                "a game is shown with best play of two sides, and this one has {players} players"
            )));
        }
        let mut session = Session::new(question, Setup::engines(2, 100, 100, 0))?;
        let mut shown = Demonstration {
            address: session.start(),
            boards: Vec::new(),
            scenes: vec![session.scene()],
            chapters: Vec::new(),
            steps: Vec::new(),
            complete: true,
        };
        // Whether the columns and what follows from them were told in full.
        let mut reckoned = false;
        loop {
            let (board, player) = (shown.boards.len(), session.to_move());
            let first = shown.steps.len();
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
            // Where the first position took little, so do those that follow: who waits for one that does not?
            let given = ask;
            let later = Ask { steps: given.steps.min(LATER_STEPS), ..given.medium() };
            let whole = if board > 0 { later } else { given };
            // What was too large to be seen to its end is so for many moves more.
            let ask = match board > 0 && board % LOOKED_AGAIN > 0 && !session.has_seen_the_end() {
                true => Ask {
                    positions: whole.positions.min(FEW_POSITIONS),
                    steps: whole.steps.min(FEW_STEPS),
                    ..whole
                },
                false => whole,
            };
            let known = match explained(&mut session, &ask) {
                Err(error) if error.kind() == "stopped" && ask.steps < whole.steps => {
                    explained(&mut session, &whole)
                }
                known => known,
            };
            let (trace, analysis) = match known {
                Ok(known) => known,
                // A theorem may tell who wins the first position, and none where its moves lead.
                Err(error) if board > 0 && is_own(&error, &given) => {
                    let text = "Who wins from here is not known, so the rest is not shown.";
                    add(Step::new("end", text), None);
                    shown.complete = false;
                    break;
                }
                Err(error) => return Err(error),
            };
            let explained = trace.mv;
            let is_told = |step: &Step| {
                let repeats = board > 0 && ONCE.contains(&step.kind);
                !repeats && !LEFT_OUT.contains(&step.kind)
            };
            let mut steps: Vec<Step> = trace.steps.into_iter().filter(is_told).collect();
            let reckoning = steps
                .windows(2)
                .position(|pair| (pair[0].kind, pair[1].kind) == ("columns", "pick"));
            if let Some(place) = reckoning
                && std::mem::replace(&mut reckoned, true)
            {
                again(&mut steps, place);
            }
            for step in steps {
                add(step, None);
            }
            let outcome = analysis.outcome;
            // The move that was explained, unless play might run in circles by it: the engine comes nearer to the end.
            let circles = analysis.method == Method::Graph || analysis.remoteness.is_some();
            let made = match explained.filter(|_| !circles) {
                Some(mv) => session.play(&mv).cloned(),
                None => session.reply(&ask).map(|reply| reply.played),
            };
            let played = match made {
                Ok(played) => played,
                // A loser may have more moves than can be listed, and no theorem names one of them.
                Err(error) if board > 0 && is_own(&error, &given) => {
                    let text =
                        "There are more moves here than can be listed, so the rest is not shown.";
                    shown.steps.push(Shown {
                        board,
                        player,
                        step: Step::new("end", text),
                        mv: None,
                    });
                    shown.complete = false;
                    break;
                }
                Err(error) => return Err(error),
            };
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
            let after = session.scene();
            let changed = shown.scenes[board].changed(&played.mv, &after);
            add(Step::new("move", text).highlighting(changed), Some(played.mv.clone()));
            let number = board + 1;
            let title = format!("Move {number}, {}: {what}", session.name_of(player));
            shown.chapters.push(Chapter { number, player, first, title });
            shown.scenes.push(after);
            if session.repetitions() >= crate::session::DRAWING_REPETITIONS {
                session.draw()?;
            }
        }
        Ok(shown)
    }
}

/// Whether it was a limit of our own that was reached, and none of whoever asks.
fn is_own(error: &Error, given: &Ask<'_>) -> bool {
    match error {
        Error::Stopped(_) | Error::TooManyMoves => true,
        Error::Spent { budget: Budget::Positions, limit, .. } => *limit < given.positions,
        Error::Spent { budget: Budget::Steps, limit, .. } => *limit < given.steps,
        Error::Spent { budget: Budget::Bytes, limit, .. } => *limit < given.bytes,
        _ => false,
    }
}

/// The reasoning about the position on the board, and the answer. All boards share what is found on the way.
fn explained(session: &mut Session, ask: &Ask<'_>) -> Result<(Trace, Analysis), Error> {
    let (position, play) = (session.position().clone(), session.convention());
    session.solver().explained(&position, play, ask)
}

/// The columns and the choice that follows from them in one step, for whoever has seen it before.
fn again(steps: &mut Vec<Step>, place: usize) {
    let pick = steps.remove(place + 1);
    let columns = &mut steps[place];
    columns.text = format!("The same again. {} {}", columns.text, pick.text);
    columns.highlights = pick.highlights;
    columns.claims.extend(pick.claims);
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
    fn the_move_that_is_told_is_the_move_that_is_made() {
        for address in ["nim: 3 4 5", "nim: 6 7 7 3", "turn(3): THHTH", "kayles: 9 7"] {
            let shown = demonstration(address);
            let verdict = shown.steps[0].step.text.strip_prefix("You win: ").unwrap();
            let title = shown.chapters[0].title.split_once(": ").unwrap().1;
            assert!(verdict.starts_with(title), "{verdict} and {title}");
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
        assert_eq!(running.text.split('.').next().unwrap(), "Pile 3 comes to it: 7 xor 5 = 2");
        let whole = &shown.steps[5].step;
        assert_eq!(whole.table[4], ["nim-sum", "0", "1", "0", "= 2"]);
        assert_eq!(whole.marks, [(1, 2), (2, 2), (3, 2), (4, 2)]);
        assert!(shown.steps.len() <= 40, "{} steps", shown.steps.len());
    }

    #[test]
    fn every_move_is_a_chapter_and_later_ones_are_short() {
        for address in ["nim: 3 4 5", "nim: 1 2 3", "kayles: 5 + nim: 3", "chomp: 2x3", "nim: 0"] {
            let shown = demonstration(address);
            assert_eq!(shown.chapters.len() + 1, shown.boards.len(), "{address}");
            assert_eq!(shown.scenes.len(), shown.boards.len());
            for (index, chapter) in shown.chapters.iter().enumerate() {
                assert_eq!((chapter.number, chapter.player), (index + 1, index % 2 + 1));
                assert_eq!(shown.steps[chapter.first].board, index);
                assert!(chapter.first == 0 || shown.steps[chapter.first - 1].board < index);
                let steps = shown.steps.iter().filter(|step| step.board == index);
                assert!(index < 2 || steps.count() <= 3, "{address}, move {}", index + 1);
            }
        }
        let split = demonstration("kayles: 5");
        assert!(!split.steps.iter().any(|one| one.step.text.starts_with("The same again")));
        let shown = demonstration("nim: 3 4 5");
        assert_eq!(shown.chapters[0].title, "Move 1, player 1: take 2 from pile 1");
        let taken = &shown.steps[7].step;
        assert_eq!(taken.highlights, ["pile-1-stone-2", "pile-1-stone-3"]);
        let same: Vec<&str> = shown.steps.iter().map(|one| one.step.text.as_str()).collect();
        assert_eq!(same.iter().filter(|text| text.starts_with("The same again.")).count(), 4);
        assert!(demonstration("nim: 0").chapters.is_empty());
    }

    #[test]
    fn long_games_are_cut_and_say_so() {
        let shown = demonstration("nim: 1000000000000000000 2 5 9");
        assert!(!shown.complete || shown.boards.len() <= MOST_MOVES);
        let rounds = demonstration("graph(a>b b>a): a");
        assert!(rounds.complete && rounds.boards.len() < 10);
        // Whoever loses here has too many moves to list, and no theorem names one.
        let huge = demonstration("lim: 10^30 10^29 12345");
        assert!(!huge.complete && huge.boards.len() == 2);
    }
}
