//! Sums of heaps in misère play, told by the classes of the misère quotient.

use super::{MOST_TOLD, Subject};
use crate::explain::{Claim, Step};
use crate::heap::Heaps;
use crate::misere::Quotient;
use crate::natural::Natural;
use crate::value::Outcome;

/// Heaps whose classes are listed at most, and how many in a row.
const MOST_CLASSES: u64 = 35;
const IN_ROW: usize = 12;

/// Relations that are listed at most.
const MOST_RELATIONS: usize = 40;

/// The idea of classes, and the classes of these piles.
pub(super) fn steps(subject: &Subject<'_>, quotient: &Quotient, sizes: &Heaps) -> Vec<Step> {
    let (order, lost) = (quotient.monoid().order(), quotient.monoid().lost().count());
    let names = quotient.names();
    let all: Vec<&str> =
        quotient.monoid().lost().map(|class| names[usize::from(class)].as_str()).collect();
    let which_lost = match all.len() <= MOST_TOLD {
        true => format!(" ({})", all.join(", ")),
        false => String::new(),
    };
    let which = match quotient.period() {
        Some(_) => "all heaps of this game".to_string(),
        None => format!("the heaps up to {}", quotient.computed_to()),
    };
    let mut steps = vec![Step::new(
        "idea",
        format!(
            "In misère play Grundy values do not decide. What decides is the class of a position: positions are of one \
             class if no sum tells them apart, so that one can stand for the other. Sums of {which} fall into {order} \
             classes, written as products of letters; the class of a sum is the product of the classes of its piles, \
             and {lost} classes are lost for whoever is to move{which_lost}. Who wins leaves one of these."
        ),
    )];
    let Some(class) = quotient.class_of(sizes).filter(|_| sizes.len() <= MOST_TOLD) else {
        return steps;
    };
    let name = |class: u16| names[usize::from(class)].clone();
    let mut table = vec![vec!["pile".to_string(), "size".to_string(), "class".to_string()]];
    for (pile, size) in sizes.iter().enumerate() {
        let class = quotient.class(&size).map(name).unwrap_or_default();
        table.push(vec![(pile + 1).to_string(), size.to_string(), class]);
    }
    steps.push(reckoning(quotient, sizes, &names));
    let is = match quotient.monoid().is_lost(class) {
        true => "which is one of the lost classes",
        false => "which is not one of the lost classes",
    };
    let used: Vec<String> = quotient
        .letters()
        .into_iter()
        .filter(|letter| table.iter().skip(1).any(|row| row[2].contains(&letter.name)))
        .map(|letter| format!("{} is the class of a heap of {}", letter.name, letter.heap))
        .collect();
    let told = match used.is_empty() {
        true => "1 is the class of what can be left out".to_string(),
        false => used.join(", "),
    };
    let text = match sizes.len() {
        1 => format!("The class of this pile is {}, {is}: {told}.", name(class)),
        _ => format!("The product of the classes of these piles is {}, {is}: {told}.", name(class)),
    };
    let outcome = Outcome::from_mover_wins(!quotient.monoid().is_lost(class));
    let here = subject.game.write(subject.position);
    let step = Step::new("here", text).with_table(table);
    steps.push(step.claiming(|| [Claim::Outcome { position: here, outcome }]));
    steps.extend(after(subject, quotient, &names));
    steps
}

/// What is needed to find the class of any sum of these heaps and of what becomes of them: the class of each, and which
/// products are the same.
fn reckoning(quotient: &Quotient, sizes: &Heaps, names: &[String]) -> Step {
    let largest = sizes.iter().max().unwrap_or_default();
    let whole = largest.to_u64().is_some_and(|largest| largest <= MOST_CLASSES);
    let length = largest.to_u64().unwrap_or(u64::MAX).min(MOST_CLASSES);
    let mut table = Vec::new();
    let heaps: Vec<u64> = (0..=length).collect();
    for heaps in heaps.chunks(IN_ROW) {
        let class = |heap: &u64| quotient.class(&Natural::from(*heap));
        let named = heaps.iter().map_while(class).map(|class| names[usize::from(class)].clone());
        let sizes = heaps.iter().map(ToString::to_string);
        table.push(std::iter::once("heap".to_string()).chain(sizes).collect());
        table.push(std::iter::once("class".to_string()).chain(named).collect());
    }
    let mut text = match whole {
        true => "The class of each heap that can come; 1 is the class of nothing.".to_string(),
        false => format!("The classes of the heaps up to {length}; 1 is the class of nothing."),
    };
    let relations = quotient.describe().relations;
    if !relations.is_empty() && relations.len() <= MOST_RELATIONS {
        text += &format!(
            " Letters may change places, and products are shortened by these rules: {}.",
            relations.join(", ")
        );
    }
    Step::new("values", text).with_table(table)
}

/// The class of what the winning move leaves.
fn after(subject: &Subject<'_>, quotient: &Quotient, names: &[String]) -> Option<Step> {
    let Subject { game, position, analysis, .. } = subject;
    let mv = game.find_move(position, &analysis.written(analysis.winning.first()?)).ok()?;
    let left = game.play(position, &mv);
    let class = quotient.class_of(game.piles(&left)?)?;
    let text = format!("Then the class is {}, one of the lost ones.", names[usize::from(class)]);
    let outcome = Outcome::Previous;
    let claim = || [Claim::Outcome { position: game.write(&left), outcome }];
    Some(Step::new("after", text).claiming(claim))
}
