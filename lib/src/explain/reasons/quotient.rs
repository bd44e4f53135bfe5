//! Sums of heaps in misère play, told by the classes of the misère quotient.

use super::{MOST_TOLD, Subject, columns};
use crate::explain::{Claim, Step};
use crate::heap::Heaps;
use crate::misere::{Class, Period, Quotient};
use crate::natural::Natural;
use crate::solve::joint;
use crate::value::Outcome;

/// Heaps whose classes are listed at most, and how many in a row.
const MOST_CLASSES: u64 = 35;
const IN_ROW: usize = 12;

/// The same where classes repeat and the row shows that.
const MOST_REPEATING: u64 = 120;

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
    let stand_for = quotient.heaps_of_classes();
    // That a pile has its class says that the heaps of its letters can stand for it.
    let alike = sizes.iter().filter_map(|size| {
        let heaps = &stand_for[usize::from(quotient.class(&size)?)];
        let other: Vec<String> = heaps.iter().map(ToString::to_string).collect();
        let other = if other.is_empty() { "0".to_string() } else { other.join(" ") };
        let position = size.to_string();
        (position != other).then_some(Claim::Alike { position, other })
    });
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
    let step = step.claiming(|| [Claim::Outcome { position: here, outcome }]);
    steps.push(step.claiming(|| alike));
    steps.extend(after(subject, quotient, &names));
    steps
}

/// What is needed to find the class of any sum of these heaps and of what becomes of them: the class of each, and which
/// products are the same.
fn reckoning(quotient: &Quotient, sizes: &Heaps, names: &[String]) -> Step {
    let largest = sizes.iter().max().unwrap_or_default();
    // Where classes repeat and the row to there is not long, larger heaps are found in it.
    let once = quotient.period().map(|found| found.preperiod + found.period - 1);
    let most = once.filter(|once| *once <= MOST_REPEATING).unwrap_or(0).max(MOST_CLASSES);
    let whole = largest.to_u64().is_some_and(|largest| largest <= most);
    let length = largest.to_u64().unwrap_or(u64::MAX).min(most);
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
    let (told, claims) = reductions(quotient, sizes, names);
    Step::new("values", text + &told).with_table(table).claiming(|| claims)
}

/// That classes repeat, and to which heap each pile beyond that comes down.
fn reductions(quotient: &Quotient, sizes: &Heaps, names: &[String]) -> (String, Vec<Claim>) {
    let (mut told, mut claims) = (String::new(), Vec::new());
    let Some(Period { period, preperiod }) = quotient.period() else { return (told, claims) };
    let once = Natural::from(preperiod + period);
    let mut seen: Vec<Natural> = Vec::new();
    for size in sizes.iter().filter(|size| *size >= once) {
        let (Some(beyond), false) = (size.minus(&Natural::from(preperiod)), seen.contains(&size))
        else {
            continue;
        };
        let heap = preperiod + beyond.modulo(period);
        let Some(class) = quotient.class(&Natural::from(heap)) else { continue };
        if told.is_empty() {
            told = format!(
                " From heap {preperiod} on the classes repeat with period {period}, which is proved."
            );
        }
        told += &format!(
            " {size} = {} * {period} + {heap}, so its class is that of a heap of {heap}: {}.",
            beyond.divided_by(period),
            names[usize::from(class)]
        );
        claims.push(Claim::division(&beyond, &Natural::from(period)));
        claims.push(Claim::Alike { position: size.to_string(), other: heap.to_string() });
        seen.push(size);
    }
    (told, claims)
}

/// The classes of the heaps of a sum of unlike games, by the quotient of all of them together.
pub(super) fn of_sum(subject: &Subject<'_>) -> Vec<Step> {
    let Subject { game, position, ask, analysis } = *subject;
    let Some(parts) = game.parts() else { return Vec::new() };
    let Ok(Some(found)) = joint::found(parts, position, ask) else { return Vec::new() };
    let Some((row, places)) = found.row(parts, position) else { return Vec::new() };
    let (quotient, classes) = (&found.quotient, found.quotient.names());
    let named = |class: Class| classes[usize::from(class)].clone();
    let Some(class) = quotient.class_of(&row).filter(|_| row.len() <= MOST_TOLD) else {
        return Vec::new();
    };
    let heap = |number: usize| found.names.get(number).map_or("", String::as_str);
    let mut table = vec![vec!["part".to_string(), "heap".to_string(), "class".to_string()]];
    for ((part, _), number) in places.iter().zip(row.iter()) {
        let own = quotient.class(&number).map(named).unwrap_or_default();
        let number = number.to_u64().unwrap_or(0) as usize;
        table.push(vec![(part + 1).to_string(), heap(number).to_string(), own]);
    }
    let letters: Vec<String> = quotient
        .letters()
        .into_iter()
        .map(|letter| format!("{} is the class of {}", letter.name, heap(letter.heap)))
        .collect();
    let mut text = match letters.len() <= MOST_TOLD && !letters.is_empty() {
        true => format!(
            "Classes are products of letters: {}; 1 is the class of what can be left out.",
            letters.join(", ")
        ),
        false => "Classes are products of letters.".to_string(),
    };
    let relations = quotient.describe().relations;
    if !relations.is_empty() && relations.len() <= MOST_RELATIONS {
        text += &format!(" They are shortened by these rules: {}.", relations.join(", "));
    }
    let all: Vec<String> = quotient.monoid().lost().map(named).collect();
    if all.len() <= MOST_TOLD {
        text += &format!(" Lost are {}.", columns::listed(&all));
    }
    let lost = quotient.monoid().is_lost(class);
    let is = if lost { "which is lost" } else { "which is not lost" };
    text += &format!(" The product of the classes of these heaps is {}, {is}.", named(class));
    let claim = |position: String, lost: bool| Claim::Outcome {
        position,
        outcome: Outcome::from_mover_wins(!lost),
    };
    let step = Step::new("here", text).with_table(table);
    let mut steps = vec![step.claiming(|| [claim(game.write(position), lost)])];
    let mv = analysis.winning.first().map(|mv| game.find_move(position, &analysis.written(mv)));
    if let Some(Ok(mv)) = mv {
        let left = game.play(position, &mv);
        let after = found.row(parts, &left).and_then(|(row, _)| quotient.class_of(&row));
        if let Some(class) = after {
            let text = format!("Then the class is {}, one of the lost ones.", named(class));
            let left = game.write(&left);
            steps.push(Step::new("after", text).claiming(|| [claim(left, true)]));
        }
    }
    steps
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
