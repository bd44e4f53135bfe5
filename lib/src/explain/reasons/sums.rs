//! Sums of unlike games: each part's number, and the one part that changes.

use super::{Subject, columns, heaps, known, replies, told, verdict};
use crate::analysis::{Analysis, Method};
use crate::error::Error;
use crate::explain::{Claim, Step};
use crate::heap::Heaps;
use crate::render::text::known_by;
use crate::solve::sums::positions;
use crate::solve::{Tables, heap_values};
use crate::value::{Nimber, Outcome, Play, Value};

/// The steps for a sum of unlike games.
pub(super) fn steps(subject: &Subject<'_>, tables: &mut Tables) -> Result<Vec<Step>, Error> {
    let analysis = subject.analysis;
    let mut steps = vec![verdict(subject)];
    let parts = &analysis.evidence.parts;
    let values: Vec<Nimber> =
        parts.iter().filter_map(|part| part.value.as_ref()?.finite().cloned()).collect();
    if analysis.method == Method::Sum && values.len() < parts.len() {
        steps.extend(loopy(analysis));
    } else if analysis.method == Method::Sum {
        steps.extend(finite(subject, tables, &values)?);
    } else {
        steps.push(Step::new(
            "idea",
            format!(
                "In {} play the numbers of the parts do not decide a sum like this, so the positions that matter were \
                 looked through, {} of them: one is won if some move leaves a lost one.",
                analysis.play,
                analysis.evidence.positions.unwrap_or(0)
            ),
        ));
        steps.extend(replies::after(subject, tables));
    }
    steps.push(known(analysis));
    Ok(steps)
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
    for (index, (part, value)) in analysis.evidence.parts.iter().zip(values).enumerate() {
        labels.push(format!("part {}", index + 1));
        let text = format!(
            "Part {}, {}, is worth {}, by {}.",
            index + 1,
            part.address,
            value.0,
            known_by(part.method, &part.evidence, Play::Normal)
        );
        let claim = || [Claim::Value { position: part.address.clone(), value: value.clone() }];
        steps.push(
            Step::new("part", text).highlighting([format!("part-{}", index + 1)]).claiming(claim),
        );
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
    let raised = if target > *own { " It rises, which a move may do here." } else { "" };
    let text = format!(
        "Part {} is worth {}; the nim-sum becomes 0 if it is worth {} xor {} = {} instead. So {}.{raised}",
        mv.part,
        own.0,
        own.0,
        sum.0,
        target.0,
        told(analysis, mv)
    );
    steps.push(Step::new("pick", text).highlighting([format!("part-{}", mv.part)]));
    // The part that changes, explained like a game of its own.
    let part = game.parts().and_then(|parts| parts.get(mv.part - 1));
    let inner = positions(position).get(mv.part - 1);
    if let Some((part, inner)) = part.zip(inner)
        && let Some((heap, sizes)) = part.rules().heap().zip(inner.get::<Heaps>())
        && sizes.iter().any(|size| heap.value(&size).is_none())
        && let Some(tables) = tables.part(mv.part - 1)
    {
        let sequence = tables.sequence();
        heaps::look_for_a_period(heap, sequence, ask);
        let own = heap_values(heap, sequence, sizes, ask)?;
        // Claims about piles of a part are no claims about the sum.
        let told = heaps::worth(heap, sequence, sizes, &own);
        steps.extend(told.into_iter().map(|step| Step { claims: Vec::new(), ..step }));
    }
    let mut after = values.to_vec();
    after[mv.part - 1] = target;
    let list: Vec<String> = after.iter().map(|value| value.0.to_string()).collect();
    let text = format!(
        "After it the parts are worth {}: {} = 0.",
        columns::listed(&list),
        list.join(" xor ")
    );
    steps.push(Step::new("after", text).claiming(|| [Claim::sum(&after, &Nimber::ZERO)]));
    Ok(steps)
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
