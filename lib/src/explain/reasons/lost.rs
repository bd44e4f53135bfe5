//! The lost positions that can still come, where no rule tells what to leave.

use rustc_hash::FxHashSet;

use super::Subject;
use crate::ask::Ask;
use crate::explain::{Claim, Step};
use crate::solve::Tables;
use crate::value::Outcome;
use bouton_core::order::InOrder;

/// Letters of the list of lost positions; it ends before it passes this.
const MOST_LETTERS_OF_LOST: usize = 600;

/// Where no rule helps, the lost positions that can still come, if not more positions can: who leaves one of them wins. Of
/// many those nearest to the end.
pub(super) fn below(subject: &Subject<'_>, tables: &mut Tables, positions: u64) -> Option<Step> {
    let Subject { game, position, analysis, ask } = *subject;
    let positions = positions.min(ask.positions);
    let few = Ask { positions, steps: ask.steps.min(60 * positions), ..ask.small() };
    // As they can stand on the board, if that is not too much.
    let merge = tables.below(game, false, &few).walk(position, &few).is_err();
    let below = tables.below(game, merge, &few);
    let walk = below.walk(position, &few).ok()?;
    let verdicts = walk.graph.verdicts(analysis.play);
    let simplest = |node: u32| game.rules().simplify(below.position(&walk, node));
    let mut seen = FxHashSet::from_iter([game.rules().simplify(position.clone())]);
    // That whoever cannot move has lost is no news.
    let goes_on = |node: &u32| !walk.graph.options(*node).is_empty();
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
    let names = lost.into_iter().map(|node| below.write(&walk, node));
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
