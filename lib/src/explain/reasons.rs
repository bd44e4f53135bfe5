//! Why: the reasoning behind an answer, told from the method that gave it.
//!
//! The frame is the same for every game: the verdict, the idea, the idea worked out here, what the move leaves or
//! what is replied to each move, and how it is known. The middle comes from the game itself (`Rules::explain`), or
//! from the arithmetic of heaps (`heaps`, `columns`) and of sums (`sums`); a game that has neither is told by its
//! moves and the replies to them (`replies`).

pub(crate) mod columns;
mod heaps;
mod pieces;
#[cfg(feature = "misere")]
mod quotient;
mod replies;
pub(crate) mod seats;
mod sums;

use crate::analysis::{Analysis, Method, WinningMove};
use crate::ask::Ask;
use crate::error::Error;
use crate::explain::{Claim, Step};
use crate::game::{AnyPosition, Game};
use crate::render::text::{counted, known_by};
use crate::solve::{Tables, heap_values};
use crate::value::{Outcome, Play};
use bouton_core::order::InOrder;
use rustc_hash::FxHashSet;

/// Piles, parts and options told one by one at most.
const MOST_TOLD: usize = 12;

/// Winning moves among which the one to explain is chosen.
pub(crate) const MOST_COMPARED: usize = 24;

/// What is explained.
#[derive(Clone, Copy)]
struct Subject<'a> {
    game: &'a Game,
    position: &'a AnyPosition,
    analysis: &'a Analysis,
    ask: &'a Ask<'a>,
}

/// Puts the winning move first that is easiest to understand: one that ends the game, then one after which the reply
/// can always mirror, then one that makes a number smaller. A game that tells only some of its moves keeps their order.
pub(crate) fn prefer(
    game: &Game,
    tables: &mut Tables,
    position: &AnyPosition,
    analysis: &mut Analysis,
    ask: &Ask<'_>,
) {
    let few = analysis.winning.len().min(MOST_COMPARED);
    let own = few > 1 && game.rules().explain(position, analysis.play).is_some();
    let first = analysis.winning.first().and_then(|mv| game.find_move(position, &mv.mv).ok());
    let told = |mv| game.rules().because(position, &mv, analysis.play).is_some();
    if few < 2 || own && !first.is_some_and(told) {
        return;
    }
    let lowers = heaps::lowering(game, tables, position, analysis.play, ask);
    let effort = |mv: &WinningMove| {
        let Ok(found) = game.find_move(position, &analysis.written(mv)) else { return 4 };
        let left = game.play(position, &found);
        let ends = {
            let (moves, complete) = game.moves(&left, 1);
            moves.is_empty() && complete
        };
        match () {
            () if ends => 0,
            () if analysis.play == Play::Normal && heaps::mirrors(game, &left) => 1,
            () if sums::lowers(analysis, mv) || lowers(&found) => 2,
            () => 3,
        }
    };
    if let Some(best) = (0..few).min_by_key(|index| effort(&analysis.winning[*index])) {
        analysis.winning[..=best].rotate_right(1);
    }
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
    let rule = game.rule_in_words();
    if !rule.is_empty() {
        steps.push(Step::new("rules", rule));
    }
    let (rules, play) = (game.rules(), analysis.play);
    let heap = rules.heap().filter(|heap| play == Play::Normal || heap.tame());
    match (rules.explain(position, play), heap.zip(game.piles(position))) {
        (Some(own), _) => {
            let told = own.iter().any(|step| step.kind == "reply");
            steps.extend(own);
            let reason = because(&subject);
            // A theorem may know who wins, and not how.
            let how = reason.is_some() || rules.winning(position, play, 1).is_some();
            if analysis.outcome == Outcome::Next && !how {
                steps.extend(lost_below(&subject, 300));
            }
            steps.extend(reason);
            if !told {
                steps.extend(replies::after(&subject, tables));
            }
        }
        (None, Some((heap, sizes))) => steps.extend(heaps::steps(&subject, tables, heap, sizes)?),
        _ => {
            #[cfg(feature = "misere")]
            let classes = game
                .piles(position)
                .zip(tables.quotient())
                .filter(|_| analysis.method == Method::Quotient);
            #[cfg(feature = "misere")]
            if let Some((sizes, quotient)) = classes {
                steps.extend(quotient::steps(&subject, quotient, sizes));
                steps.extend(replies::after(&subject, tables));
                steps.push(known(analysis, &steps));
                return Ok(steps);
            }
            let searched = || {
                let searched = matches!(analysis.method, Method::Search | Method::Graph);
                let position = game.write(position);
                searched.then_some(Claim::Searched { position })
            };
            let pieces = match analysis.method {
                Method::Search => pieces::steps(&subject),
                _ => None,
            };
            let told = pieces.is_some();
            steps.extend(pieces.into_iter().flatten());
            if !told {
                steps.push(Step::new("idea", idea(analysis)).claiming(searched));
                if analysis.method == Method::Search {
                    steps.extend(lost_below(&subject, 5_000));
                }
            }
            steps.extend(replies::after(&subject, tables));
        }
    }
    steps.push(known(analysis, &steps));
    Ok(steps)
}

/// Why the move that the verdict names wins, in the words of the game.
fn because(subject: &Subject<'_>) -> Option<Step> {
    let Subject { game, position, analysis, .. } = subject;
    let mv = game.find_move(position, &analysis.winning.first()?.mv).ok()?;
    game.rules().because(position, &mv, analysis.play)
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
    let leaves = || {
        let first = analysis.winning.first()?;
        let (mv, to) = (analysis.written(first), first.to.clone()?);
        Some(Claim::Leaves { position: here.clone(), mv, to })
    };
    Step::new("verdict", text).claiming(claim).claiming(mv).claiming(leaves)
}

/// A move in words with what it leaves: `take 2 from pile 1, leaving 1 4 5`.
fn told(analysis: &Analysis, mv: &WinningMove) -> String {
    let part = if analysis.is_sum() { format!("in part {}, ", mv.part) } else { String::new() };
    let what = if mv.text.is_empty() { &mv.mv } else { &mv.text };
    match mv.to.as_deref().filter(|to| to.len() <= MOST_LETTERS) {
        // Moves that split say themselves what is left of the pile, and that may be all there is.
        Some(to) if what.ends_with(&format!("leaving {}", to.replace(' ', " and "))) => {
            format!("{part}{what}")
        }
        Some(to) if what.contains("leaving") => format!("{part}{what} (then {})", shown(to)),
        Some(to) => format!("{part}{what}, leaving {}", shown(to)),
        None => format!("{part}{what}"),
    }
}

/// Letters of the list of lost positions; it ends before it passes this.
const MOST_LETTERS_OF_LOST: usize = 600;

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
    #[cfg(feature = "misere")]
    if let Some(forms) = analysis.evidence.forms {
        return by_forms(forms, "heap");
    }
    let positions = counted(analysis.evidence.positions.unwrap_or(0), "position");
    match analysis.method {
        Method::Graph => format!(
            "Play can run in circles, so {positions} were labelled from the ends backwards: one is won as \
             soon as some move leaves a lost one, and lost once every move leaves a won one; what never gets a label is \
             a draw."
        ),
        _ => format!(
            "No rule is used here: the answer was found by search, which had to look at {positions}. A position is \
             won if some move leaves a lost one, and lost if every move leaves a won one.{}",
            analysis
                .evidence
                .assumed
                .as_ref()
                .map_or(String::new(), |what| { format!(" It rests on {what}.") })
        ),
    }
}

/// The idea of canonical forms.
#[cfg(feature = "misere")]
fn by_forms(forms: u64, what: &str) -> String {
    format!(
        "Each {what} was replaced by its misère canonical form, the simplest game that can stand for it in every sum; {} \
         were met, and sums of what can follow them were labelled from the ends backwards: one is won if some \
         move leaves a lost one, and lost if every move leaves a won one.",
        counted(forms, "form")
    )
}

/// Where no rule helps, the lost positions that can still come, if not more positions can: who leaves one of them wins. Of
/// many those nearest to the end.
fn lost_below(subject: &Subject<'_>, positions: u64) -> Option<Step> {
    let Subject { game, position, analysis, ask } = *subject;
    let positions = positions.min(ask.positions);
    let few = Ask { positions, steps: ask.steps.min(60 * positions), ..ask.small() };
    // As they can stand on the board, if that is not too much.
    let explored =
        game.explore(position, false, &few).or_else(|_| game.explore(position, true, &few)).ok()?;
    let verdicts = explored.graph.verdicts(analysis.play);
    let simplest = |node: u32| game.rules().simplify(explored.positions.position(node));
    let mut seen = FxHashSet::from_iter([game.rules().simplify(position.clone())]);
    // That whoever cannot move has lost is no news.
    let goes_on = |node: &u32| !explored.graph.options(*node).is_empty();
    let is_lost = |node: &u32| verdicts[*node as usize].outcome == Outcome::Previous;
    let mut lost: Vec<u32> = (0..verdicts.len() as u32)
        .filter(|node| is_lost(node) && goes_on(node) && seen.insert(simplest(*node)))
        .collect();
    // Those nearest to the end first.
    lost.put_in_order_by(|a, b| {
        let plies = |node: &u32| verdicts[*node as usize].remoteness;
        (plies(a), a).cmp(&(plies(b), b))
    });
    let all = lost.len();
    let mut letters = 0;
    let names = lost.into_iter().map(|node| explored.positions.write(node));
    let fits = |name: &String| {
        letters += name.chars().count() + 4;
        letters <= MOST_LETTERS_OF_LOST
    };
    let list: Vec<String> = names.take_while(fits).collect();
    let told = format!("({})", list.join("), ("));
    let like = "symmetry and order aside";
    let text = match all {
        _ if list.is_empty() => return None,
        _ if all == list.len() => format!(
            "The lost positions from which play can still go on are these, {like}; leave one of them: {told}"
        ),
        _ => format!(
            "{all} of the positions that can come are lost though play can still go on, {like}; leave one of them. Those \
             nearest to the end: {told}"
        ),
    };
    let claim = |position: String| Claim::Outcome { position, outcome: Outcome::Previous };
    Some(Step::new("lost", text).claiming(|| list.into_iter().map(claim)))
}

/// How the answer is known, in a line.
fn known(analysis: &Analysis, before: &[Step]) -> Step {
    Step::new("known", known_with(analysis, before, false))
}

/// What the last of these steps says with its sources in full, where it tells how the answer is known and that is more.
pub(crate) fn sources(analysis: &Analysis, steps: &[Step]) -> Option<String> {
    let (last, before) = steps.split_last()?;
    let full = known_with(analysis, before, true);
    (last.kind == "known" && last.text != full).then_some(full)
}

/// A theorem that was told before is not told again.
fn known_with(analysis: &Analysis, before: &[Step], sources: bool) -> String {
    let Analysis { method, evidence, play, .. } = analysis;
    let statement = evidence.theorem.as_ref().map(|theorem| &theorem.statement);
    let told = statement.is_some_and(|told| before.iter().any(|step| step.text.contains(&**told)));
    format!("Known by {}.", known_by(*method, evidence, *play, told, sources))
}
