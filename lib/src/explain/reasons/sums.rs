//! Sums of unlike games: each part's number, and the one part that changes.

use super::{MOST_TOLD, Subject, columns, heaps, known, replies, told, verdict};
use crate::analysis::{Analysis, Method, WinningMove};
use crate::ask::Ask;
use crate::error::Error;
use crate::explain::{Claim, Step};
use crate::game::{AnyPosition, Game};
use crate::heap::Heaps;
use crate::render::text::{counted, known_by};
use crate::solve::sums::positions;
use crate::solve::{Tables, grundy, heap_values};
use crate::value::{Nimber, Outcome, Play, Value};
use bouton_core::order::InOrder;

/// The steps for a sum of unlike games.
pub(super) fn steps(subject: &Subject<'_>, tables: &mut Tables) -> Result<Vec<Step>, Error> {
    let analysis = subject.analysis;
    let mut steps = vec![verdict(subject)];
    let parts = &analysis.evidence.parts;
    let values: Vec<Nimber> =
        parts.iter().filter_map(|part| part.value.as_ref()?.finite().cloned()).collect();
    if analysis.play == Play::Misere {
        steps.push(Step::new("idea", misere(analysis)));
        #[cfg(feature = "misere")]
        if analysis.evidence.quotient.is_some() {
            steps.extend(super::quotient::of_sum(subject));
        }
        steps.extend(replies::after(subject, tables));
    } else if values.len() < parts.len() {
        steps.extend(loopy(analysis));
    } else {
        steps.extend(finite(subject, tables, &values)?);
    }
    steps.push(known(analysis, &steps));
    Ok(steps)
}

/// What decides in misère play.
fn misere(analysis: &Analysis) -> String {
    if analysis.method == Method::Sum {
        return "All parts are tame: in misère play each of their heaps behaves like a Nim heap of its Grundy value. So \
                the sum is played as Nim with these values until a move would leave heaps worth 0 and 1 only; then leave \
                an odd number of heaps worth 1. It is lost exactly when the xor of the values is 0 and some value \
                is 2 or more, or the xor is 1 and none is."
            .to_string();
    }
    #[cfg(feature = "misere")]
    if let Some(quotient) = &analysis.evidence.quotient {
        return format!(
            "In misère play Grundy values do not decide. Positions are of one class if no sum tells them apart, so that one \
             can stand for the other. Sums of the heaps of all parts, up to the sizes that are here, fall into {} \
             classes, and {} of these are lost for whoever is to move. Who wins leaves one of them.",
            quotient.order, quotient.p_positions
        );
    }
    #[cfg(feature = "misere")]
    if let Some(forms) = analysis.evidence.forms {
        return super::by_forms(forms, "heap and part");
    }
    format!(
        "In misère play the numbers of the parts do not decide a sum like this, so the answer was found by search, which \
         had to look at {}: one is won if some move leaves a lost one.",
        counted(analysis.evidence.positions.unwrap_or(0), "position")
    )
}

fn finite(
    subject: &Subject<'_>,
    tables: &mut Tables,
    values: &[Nimber],
) -> Result<Vec<Step>, Error> {
    let Subject { game, position, analysis, ask } = *subject;
    let mut steps = vec![Step::new(
        "idea",
        "Every part is worth a number, as if it were a Nim heap of that size: the least number that none of its options \
         is worth (the mex). The numbers add by xor, and the sum is lost exactly when the result is 0: any move changes \
         the number of one part, and some move always brings the result back to 0.",
    )];
    let mut labels = Vec::new();
    let mut derived_names = Vec::new();
    for (index, (part, value)) in analysis.evidence.parts.iter().zip(values).enumerate() {
        labels.push(format!("part {}", index + 1));
        let why = why(subject, tables, index, value);
        let text = format!("Part {}, {}, is worth {}{why}.", index + 1, part.address, value.0);
        let claim = || of_part(game, position, index, value);
        steps.push(
            Step::new("part", text).highlighting([format!("part-{}", index + 1)]).claiming(claim),
        );
        // The row of values of each kind of heap, once.
        let name = game.parts().and_then(|parts| parts.get(index)).map(Game::name);
        if derived_names.len() < MOST_DERIVED && !derived_names.contains(&name) {
            derived_names.push(name);
            steps.extend(derived(subject, tables, index)?);
        }
    }
    steps.extend(columns::steps(&labels, values, ask.fine));
    let Some(mv) = analysis.winning.first() else {
        if analysis.outcome == Outcome::Previous {
            steps.extend(replies::to_moves(game, tables, position, analysis.play, ask, true));
        }
        return Ok(steps);
    };
    let (own, sum) = (&values[mv.part - 1], values.iter().cloned().sum::<Nimber>());
    let target = own + &sum;
    let raised = if target > *own { " (A move may make a number larger, too.)" } else { "" };
    let text = format!(
        "Part {} is worth {}; the nim-sum becomes 0 if it is worth {} xor {} = {} instead. So {}.{raised}",
        mv.part,
        own.0,
        own.0,
        sum.0,
        target.0,
        told(analysis, mv)
    );
    let became = || {
        let found = game.find_move(position, &analysis.written(mv)).ok();
        let after = found.map(|found| game.play(position, &found));
        let part = after.and_then(|after| of_part(game, &after, mv.part - 1, &target));
        part.into_iter().chain([Claim::sum(&[own.clone(), sum.clone()], &target)])
    };
    let step = Step::new("pick", text).highlighting([format!("part-{}", mv.part)]);
    steps.push(step.claiming(became));
    let mut after = values.to_vec();
    after[mv.part - 1] = target;
    let list: Vec<String> = after.iter().map(|value| value.0.to_string()).collect();
    let text =
        format!("Then the parts are worth {}: {} = 0.", columns::listed(&list), list.join(" xor "));
    steps.push(Step::new("after", text).claiming(|| [Claim::sum(&after, &Nimber::ZERO)]));
    Ok(steps)
}

/// Kinds of heaps whose values are derived, and moves whose values are compared, at most.
const MOST_DERIVED: usize = 3;
const MOST_OPTIONS: usize = 60;

/// Why a part is worth what it is, in words that follow its number.
fn why(subject: &Subject<'_>, tables: &mut Tables, index: usize, value: &Nimber) -> String {
    let Subject { game, position, analysis, ask } = *subject;
    let known = &analysis.evidence.parts[index];
    let by =
        || format!(", by {}", known_by(known.method, &known.evidence, Play::Normal, false, false));
    let part = game.parts().and_then(|parts| parts.get(index));
    let (Some((part, inner)), Some(tables)) =
        (part.zip(positions(position).get(index)), tables.part(index))
    else {
        return by();
    };
    if let Some((heap, sizes)) = part.rules().heap().zip(inner.get::<Heaps>()) {
        let values = heap_values(heap, tables.sequence(), sizes, ask).unwrap_or_default();
        let list: Vec<String> = values.iter().map(|value| value.0.to_string()).collect();
        return match list.len() {
            0 | 1 => String::new(),
            2..=MOST_TOLD => format!(": {} = {}", list.join(" xor "), value.0),
            _ => ", the xor of its piles".to_string(),
        };
    }
    let (moves, complete) = part.moves(inner, MOST_OPTIONS);
    let small = ask.small();
    let each = Ask { positions: small.positions / 10, steps: small.steps / 30, ..small };
    let option_values = moves.iter().map(|mv| {
        let valued = grundy(part, tables, &part.play(inner, mv), &each).ok()?;
        valued.value.finite().cloned()
    });
    let Some(mut options) = option_values.collect::<Option<Vec<Nimber>>>().filter(|_| complete)
    else {
        return by();
    };
    options.put_in_order();
    options.dedup();
    let list: Vec<String> = options.iter().map(|value| value.0.to_string()).collect();
    let told = match (moves.len(), list.len()) {
        (0, _) => return ": it has no move".to_string(),
        (1, _) => format!(": its move leaves what is worth {}", list[0]),
        (count, 1) => format!(": all its {count} moves leave what is worth {}", list[0]),
        (count, 2..=MOST_TOLD) => {
            format!(": its {count} moves leave what is worth {}", columns::listed(&list))
        }
        _ => return by(),
    };
    // How a player finds such numbers, where a theorem says it.
    match known.evidence.theorem.as_ref().filter(|_| known.method == Method::Formula) {
        Some(theorem) => format!("{told}. The rule: {}", theorem.statement),
        None => told,
    }
}

/// The row of values and the mex of the heaps of a part.
fn derived(subject: &Subject<'_>, tables: &mut Tables, index: usize) -> Result<Vec<Step>, Error> {
    let Subject { game, position, ask, .. } = *subject;
    let part = game.parts().and_then(|parts| parts.get(index));
    let inner = positions(position).get(index);
    if let Some((part, inner)) = part.zip(inner)
        && let Some((heap, sizes)) = part.rules().heap().zip(inner.get::<Heaps>())
        && sizes.iter().any(|size| heap.value(&size).is_none())
        && let Some(tables) = tables.part(index)
    {
        let sequence = tables.sequence();
        heaps::look_for_a_period(heap, sequence, ask);
        let own = heap_values(heap, sequence, sizes, ask)?;
        let of = |claim| Claim::Part { part: index + 1, of: Box::new(claim) };
        let told = heaps::worth(heap, sequence, sizes, &own).into_iter();
        let told =
            told.map(|step| Step { claims: step.claims.into_iter().map(of).collect(), ..step });
        return Ok(told.collect());
    }
    Ok(Vec::new())
}

/// Whether a winning move in a sum makes the number of its part smaller.
pub(super) fn lowers(analysis: &Analysis, mv: &WinningMove) -> bool {
    let values = analysis.evidence.parts.iter().map(|part| part.value.as_ref()?.finite().cloned());
    let Some(values) = values.collect::<Option<Vec<Nimber>>>() else { return false };
    let sum: Nimber = values.iter().cloned().sum();
    analysis.is_sum() && values.get(mv.part - 1).is_some_and(|own| own + &sum < *own)
}

/// That a part of a sum, counted from 0, has this value.
fn of_part(game: &Game, position: &AnyPosition, part: usize, value: &Nimber) -> Option<Claim> {
    let (own, at) = game.parts()?.get(part).zip(positions(position).get(part))?;
    let of = Claim::Value { position: own.write(at), value: value.clone() };
    Some(Claim::Part { part: part + 1, of: Box::new(of) })
}

/// A sum in which play can run in circles in some part.
fn loopy(analysis: &Analysis) -> Vec<Step> {
    let mut steps = Vec::new();
    let mut infinite = 0;
    for (index, part) in analysis.evidence.parts.iter().enumerate() {
        let Some(value) = &part.value else { continue };
        let meaning = match value {
            Value::Finite(nimber) => format!("it acts like a Nim heap of {}", nimber.0),
            Value::Infinity(options) => {
                infinite += 1;
                let list: Vec<String> = options.iter().map(|option| option.0.to_string()).collect();
                match list.is_empty() {
                    true => {
                        "play in it need not end, and no move of it leads to a number".to_string()
                    }
                    false => format!(
                        "play in it need not end, and its moves lead to the numbers {}",
                        list.join(", ")
                    ),
                }
            }
        };
        let text =
            format!("Part {}, {}, has the value {value}: {meaning}.", index + 1, part.address);
        steps.push(Step::new("part", text).highlighting([format!("part-{}", index + 1)]));
    }
    let idea = match infinite {
        1 => {
            "In one part play need not end. The mover wins if a move in that part leads to the xor of all other parts; \
              otherwise the sum is a draw (Smith 1966)."
        }
        _ => {
            "In two parts or more play need not end, and no single move ends both: the sum is a draw (Smith 1966)."
        }
    };
    steps.insert(0, Step::new("idea", idea));
    steps
}
