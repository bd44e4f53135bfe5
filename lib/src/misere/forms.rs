//! The misère canonical form of a position of any game.

use bouton_misere::{CanonicalForms, Form};

use crate::ask::{Ask, Meter};
use crate::error::Error;
use crate::game::{AnyPosition, Game};
use crate::graph::{Graph, runs_in_circles};
use crate::solve::sums;

/// The canonical form of a position. Heaps and the parts of a sum are added by their forms; what has neither is explored.
///
/// ```
/// use bouton::misere::{CanonicalForms, form};
///
/// let question = bouton::open("kayles: 5")?;
/// let mut forms = CanonicalForms::default();
/// let kayles = form(&mut forms, &question.game, &question.position, &bouton::Ask::default())?;
/// assert_eq!(forms.notation(kayles, 100).unwrap(), "[[32]321]");
/// # Ok::<(), bouton::Error>(())
/// ```
pub fn form(
    forms: &mut CanonicalForms,
    game: &Game,
    position: &AnyPosition,
    ask: &Ask<'_>,
) -> Result<Form, Error> {
    game.allows(crate::Play::Misere)?;
    if let Some(parts) = game.parts() {
        let (mut meter, mut sum) = (Meter::new(ask), Form::END);
        for (part, own) in parts.iter().zip(sums::positions(position)) {
            let own = form(forms, part, own, ask)?;
            sum = forms.sum(sum, own, &mut meter)?;
        }
        return Ok(sum);
    }
    let (Some(rules), Some(sizes)) = (game.heap(), game.piles(position)) else {
        let graph = game.graph(position, true, ask)?;
        return Ok(of_graph(forms, &graph, 0, ask)?[0]);
    };
    let (mut meter, mut heaps, mut sum) = (Meter::new(ask), Vec::new(), Form::END);
    for size in sizes.iter() {
        let size = size.to_u64().and_then(|size| usize::try_from(size).ok()).unwrap_or(usize::MAX);
        while heaps.len() <= size {
            forms.next_heap(rules, &mut heaps, &mut meter)?;
        }
        sum = forms.sum(sum, heaps[size], &mut meter)?;
    }
    Ok(sum)
}

/// The canonical forms of a node of a graph and of all that can follow it, by node; others are left at 0. Play must not
/// run in circles from it.
pub(crate) fn of_graph(
    forms: &mut CanonicalForms,
    graph: &Graph,
    node: u32,
    ask: &Ask<'_>,
) -> Result<Vec<Form>, Error> {
    let mut meter = Meter::new(ask);
    let mut own = vec![Form::END; graph.len()];
    for next in graph.ends_first(node).ok_or_else(runs_in_circles)? {
        meter.position(forms.bytes())?;
        let options = graph.options(next).iter().map(|option| own[*option as usize]);
        own[next as usize] = forms.of_options(options.collect());
    }
    Ok(own)
}
