//! Why: the reasoning behind an answer, told from the method that gave it.

mod columns;

use crate::analysis::{Analysis, Method, ValueStatus};
use crate::ask::Ask;
use crate::error::Error;
use crate::explain::{MOST_COLUMNS, Step, Trace};
use crate::game::{AnyPosition, Game, Seats};
use crate::heap::Heaps;
use crate::heap::{Balance, HeapRules};
use crate::natural::Natural;
use crate::sequence::Sequence;
use crate::solve::{Tables, heap_values, ladder};
use crate::value::{Nimber, Outcome, Play, Value};

/// Piles and options told one by one at most.
const MOST_TOLD: usize = 12;

/// The steps for a position of one game.
pub(crate) fn steps(
    game: &Game,
    position: &AnyPosition,
    analysis: &Analysis,
    ask: &Ask<'_>,
) -> Result<Vec<Step>, Error> {
    let mut steps = vec![opening(analysis)];
    steps.extend(words(analysis));
    let (rules, play) = (game.rules(), analysis.play);
    let heap = rules.heap().filter(|heap| play == Play::Normal || heap.tame());
    match (rules.explain(position, play), heap.zip(game.piles(position))) {
        (Some(own), _) => steps.extend(own),
        (None, Some((heap, sizes))) => {
            let mut sequence = Sequence::default();
            let values = heap_values(heap, &mut sequence, sizes, ask)?;
            steps.extend(pile_values(heap, &sequence, sizes, &values));
            let labels: Vec<String> =
                (1..=values.len()).map(|pile| format!("pile {pile}")).collect();
            // In Nim every move lowers a value; in other games one may also be raised.
            let lowering = sizes.iter().all(|size| heap.value(&size) == Some(Nimber(size.clone())));
            steps.extend(balance_steps(&labels, &values, play, ask, lowering));
            if let Some(mv) = analysis.winning.first()
                && let Ok(after) = game.find_move(position, &mv.mv)
            {
                let after = game.play(position, &after);
                let sizes = game.piles(&after).unwrap_or(sizes);
                let values = heap_values(heap, &mut sequence, sizes, ask)?;
                steps.extend(check(&mv.text, &values, play));
            }
        }
        _ => steps.extend(option_steps(game, position, analysis, ask)?),
    }
    steps.push(conclusion(analysis));
    Ok(steps)
}

/// The steps for a sum of unlike games.
pub(crate) fn sum_steps(analysis: &Analysis, ask: &Ask<'_>) -> Vec<Step> {
    let mut steps = vec![opening(analysis)];
    steps.extend(words(analysis));
    let parts = &analysis.evidence.parts;
    let values: Vec<Nimber> =
        parts.iter().filter_map(|part| part.value.as_ref()?.finite().cloned()).collect();
    if analysis.method == Method::Sum && values.len() < parts.len() {
        steps.extend(loopy_sum_steps(analysis));
    } else if analysis.method == Method::Sum {
        let mut labels = Vec::new();
        for (index, (part, value)) in parts.iter().zip(&values).enumerate() {
            labels.push(format!("part {}", index + 1));
            let text = format!(
                "Part {}, {}, has the value {value}: it acts like a Nim heap of {}.",
                index + 1,
                part.address,
                value.0
            );
            steps.push(Step::new("part", text).highlighting([format!("part-{}", index + 1)]));
        }
        steps.extend(balance_steps(&labels, &values, Play::Normal, ask, false));
        if let Some(mv) = analysis.winning.first() {
            let mut after = values.clone();
            let others = values.iter().enumerate().filter(|(index, _)| index + 1 != mv.part);
            after[mv.part - 1] = others.map(|(_, value)| value.clone()).sum();
            let text = format!("in part {}, {}", mv.part, mv.text);
            steps.extend(check(&text, &after, Play::Normal));
        }
    } else {
        steps.push(Step::new(
            "search",
            format!(
                "In {} play the values of the parts do not decide a sum like this, so all {} positions that \
                 matter were searched: a position is won if some move leaves a lost one.",
                analysis.play,
                analysis.evidence.positions.unwrap_or(0)
            ),
        ));
    }
    steps.push(conclusion(analysis));
    steps
}

/// The steps for a game of more than two players.
pub(crate) fn seat_steps(seats: &Seats) -> Trace {
    let mut steps = vec![
        Step::new(
            "question",
            format!("The question is {}, with {} players.", seats.address, seats.seats.len()),
        ),
        Step::new(
            "seats",
            "With more than two players who wins depends on what the others want, so each seat is asked alone: can it be \
             sure not to lose if all others play together against it?",
        ),
        Step::new(
            "recursion",
            "At the end it is plain who has lost. Before the end, the seat to move needs one move after which it is still \
             sure; a seat that waits must be sure after every move of the one whose turn it is.",
        ),
    ];
    let sure: Vec<String> = (1..)
        .zip(&seats.seats)
        .filter(|(_, safe)| **safe)
        .map(|(seat, _): (usize, _)| seat.to_string())
        .collect();
    steps.push(Step::new(
        "answer",
        match sure.len() {
            0 => "No seat can be sure: whoever all others agree on loses.".to_string(),
            1 => format!("Seat {} can be sure not to lose, counted from the one to move.", sure[0]),
            _ => format!(
                "Seats {} can be sure not to lose, counted from the one to move.",
                sure.join(", ")
            ),
        },
    ));
    Trace { address: seats.address.clone(), steps }
}

fn opening(analysis: &Analysis) -> Step {
    let end = match analysis.play {
        Play::Normal => "normal play: whoever cannot move loses",
        Play::Misere => "misère play: whoever cannot move wins",
    };
    Step::new("question", format!("The question is {}, in {end}.", analysis.address))
}

/// What the signs mean, before they are used.
fn words(analysis: &Analysis) -> Option<Step> {
    (analysis.play == Play::Normal && analysis.value.is_some()).then(|| {
        Step::new(
            "words",
            "Values are written 0, *, *2, *3, ...: *n is worth a Nim heap of n. A game worth 0 is lost for the one to \
             move (P, the previous player wins); any other nimber is won for the one to move (N, the next player \
             wins), and is called fuzzy with zero.",
        )
    })
}

/// The winning move tried: what is left must be lost for whoever moves next.
fn check(mv: &str, values: &[Nimber], play: Play) -> Option<Step> {
    if values.len() > MOST_TOLD || values.iter().any(|value| value.0.bits() > MOST_COLUMNS) {
        return None;
    }
    let balance = Balance::of(values.iter().cloned().map(Some), play)?;
    let list: Vec<String> = values.iter().map(|value| value.0.to_string()).collect();
    let reason = match (play, balance.large, balance.sum.is_zero()) {
        (Play::Misere, 0, _) => {
            let ones = values.iter().filter(|value| !value.is_zero()).count();
            format!(
                "{ones} of value 1 and none larger: an odd number, so the other side is left with the last one"
            )
        }
        (_, _, true) => format!("{} = 0", list.join(" xor ")),
        // Nothing that was not found is claimed.
        _ => return None,
    };
    Some(Step::new(
        "check",
        format!("Check: after the move ({mv}) the values are {}: {reason}.", list.join(", ")),
    ))
}

fn conclusion(analysis: &Analysis) -> Step {
    let value = match (&analysis.value, analysis.value_status) {
        (Some(Value::Finite(value)), _) if value.is_zero() => {
            " Its value is 0, like a game without moves.".to_string()
        }
        (Some(Value::Finite(value)), _) => {
            format!(" Its value is {value}: it acts like a Nim heap of {}.", value.0)
        }
        (Some(value), _) => {
            format!(" Its value is {value}: it acts like no Nim heap, since play need not end.")
        }
        (None, ValueStatus::NotComputed) => {
            " Its value was not computed; who wins is known without it.".to_string()
        }
        (None, _) => String::new(),
    };
    Step::new(
        "answer",
        match analysis.outcome {
            Outcome::Next => {
                let first = analysis.winning.first().map_or(String::new(), |mv| {
                    let part = if analysis.is_sum() { format!("in part {}, ", mv.part) } else { String::new() };
                    format!(
                        " One way: {part}{} ({}). It leaves a P-position: whoever moves next loses. Good for you.",
                        mv.text, analysis.written(mv)
                    )
                });
                format!(
                    "This is an N-position: the next player, the one to move, wins.{first}{value}"
                )
            }
            Outcome::Previous => format!(
                "This is a P-position: the previous player wins, and the one to move loses against best play.{value}"
            ),
            Outcome::Draw => format!("This is a draw: neither player can force an end.{value}"),
        },
    )
}

/// A sum in which play can run in circles in some part.
fn loopy_sum_steps(analysis: &Analysis) -> Vec<Step> {
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
                        "play in it need not end, and no move of it leads to a nimber".to_string()
                    }
                    false => format!(
                        "play in it need not end, and its moves lead to the nimbers {}",
                        list.join(", ")
                    ),
                }
            }
        };
        steps.push(Step::new(
            "part",
            format!("Part {}, {}, has the value {value}: {meaning}.", index + 1, part.address),
        ));
    }
    steps.push(Step::new(
        "infinity",
        match infinite {
            1 => "Beside one infinity the mover wins iff a move in that part leads to the xor of all other parts; \
                  otherwise the sum is a draw (Smith 1966).",
            _ => "Two infinities or more are a draw: no single move ends both (Smith 1966).",
        },
    ));
    steps
}

/// What each pile is worth, and how that is known.
fn pile_values(
    heap: &dyn HeapRules,
    sequence: &Sequence,
    sizes: &Heaps,
    values: &[Nimber],
) -> Vec<Step> {
    if sizes.iter().zip(values).all(|(size, value)| size == value.0 && heap.value(&size).is_some())
    {
        return vec![Step::new(
            "values",
            "Each pile is worth its size: a pile of 5 has the value *5.",
        )];
    }
    let mut steps = Vec::new();
    if let Some(theorem) = heap.theorem(Play::Normal).filter(|_| sequence.values().is_empty()) {
        steps.push(Step::new("theorem", format!("{} ({}).", theorem.statement, theorem.source)));
    } else if let Some(period) = sequence.period() {
        let growth = match period.saltus {
            0 => String::new(),
            saltus => format!(", each time larger by {saltus}"),
        };
        steps.push(Step::new(
            "period",
            format!(
                "From heap {} on the values repeat with period {}{growth}. This is proved: {}.",
                period.preperiod,
                period.period,
                period.proof.statement()
            ),
        ));
    } else {
        steps.push(Step::new(
            "mex",
            "The value of a pile is the least number that is not the value of one of its options (the mex), \
             worked out from the empty pile upwards.",
        ));
    }
    for (pile, (size, value)) in sizes.iter().zip(values).enumerate().take(MOST_TOLD) {
        let class = sequence.period().and_then(|period| period.class(&size)).map(Natural::from);
        let same = match class {
            Some(class) if class != size => format!(", in the class of heap {class}"),
            _ => String::new(),
        };
        steps.push(
            Step::new("value", format!("Pile {} of {size} has the value {value}{same}.", pile + 1))
                .highlighting([format!("pile-{}", pile + 1)]),
        );
    }
    if values.len() > MOST_TOLD {
        steps.push(Step::new("value", format!("And so on for all {} piles.", values.len())));
    }
    steps
}

/// The nim-sum, column by column, and what it means for each pile or part.
pub(crate) fn balance_steps(
    labels: &[String],
    values: &[Nimber],
    play: Play,
    ask: &Ask<'_>,
    lowering: bool,
) -> Vec<Step> {
    let Some(balance) = Balance::of(values.iter().cloned().map(Some), play) else {
        return Vec::new();
    };
    let mut steps = match ask.fine && values.len() <= MOST_TOLD {
        true => columns::digit_by_digit(labels, values),
        false => columns::at_once(labels, values, &balance.sum),
    };
    let target_steps = |steps: &mut Vec<Step>, highest: Option<u64>| {
        for (label, value) in labels.iter().zip(values).take(MOST_TOLD) {
            // Where one value decides, the others are not tried.
            if play == Play::Misere && balance.large == 1 && value.0 < Natural::from(2u64) {
                continue;
            }
            let target = balance.target(value, &Nimber::ZERO);
            let id = label.replace(' ', "-");
            let change = format!("{} xor {} = {}", value.0, &value.0 ^ &target.0, target.0);
            steps.push(
                Step::new(
                    "try",
                    if target < *value {
                        format!(
                            "{label}: {change}, less than {}: lowering it to {} wins.",
                            value.0, target.0
                        )
                    } else {
                        let why = highest.map_or(String::new(), |bit| {
                            format!(
                                ": it has no 1 in the column of {}",
                                Natural::ZERO.with_bit(bit)
                            )
                        });
                        let raised = match lowering {
                            true => "",
                            false => "; only a move that raises it to that would win here",
                        };
                        format!("{label}: {change} is not less than {}{why}{raised}.", value.0)
                    },
                )
                .highlighting([id]),
            );
        }
        if labels.len() > MOST_TOLD {
            steps.push(Step::new(
                "try",
                format!("The other {} are tried the same way.", labels.len() - MOST_TOLD),
            ));
        }
    };
    let normal_end = play == Play::Normal || balance.large > 0;
    if play == Play::Misere {
        steps.push(Step::new(
            "misere",
            match balance.large {
                0 => "Misère: every value is 0 or 1, so the end is reversed: the mover wins if the nim-sum is 0."
                    .to_string(),
                1 => "Misère: one value is 2 or more. Lower it so that an odd number of 1s remains: from then on \
                      parity decides, and it is reversed."
                    .to_string(),
                large => format!(
                    "Misère: {large} values are 2 or more, so play as in normal play; the end differs only when \
                     the last of them goes."
                ),
            },
        ));
    }
    match (normal_end, balance.sum.is_zero(), balance.outcome()) {
        (true, true, Outcome::Previous) => steps.push(Step::new(
            "zero",
            "The nim-sum is 0: every column is even. Any move changes one value, so it makes some column odd, \
             and the answer to it makes all columns even again.",
        )),
        (true, false, _) if play == Play::Normal || balance.large > 1 => {
            let highest = balance.sum.0.bits() - 1;
            steps.push(Step::new(
                "highest",
                format!(
                    "The highest 1 of the nim-sum stands in the column of {}: a winning move lowers a value that \
                     has a 1 there.",
                    Natural::ZERO.with_bit(highest)
                ),
            ));
            target_steps(&mut steps, Some(highest));
        }
        (_, _, Outcome::Next) => target_steps(&mut steps, None),
        _ => {}
    }
    steps
}

/// For a game without arithmetic: the theorem, or what follows each option.
fn option_steps(
    game: &Game,
    position: &AnyPosition,
    analysis: &Analysis,
    ask: &Ask<'_>,
) -> Result<Vec<Step>, Error> {
    let mut steps = Vec::new();
    if let Some(theorem) = &analysis.evidence.theorem {
        steps.push(Step::new("theorem", format!("{} ({}).", theorem.statement, theorem.source)));
    } else if analysis.method == Method::Graph {
        steps.push(Step::new(
            "graph",
            format!(
                "Play can run in circles, so all {} positions were labelled from the ends backwards: a position is \
                 won as soon as some move leaves a lost one, and lost once every move leaves a won one; what is \
                 never labelled is a draw.",
                analysis.evidence.positions.unwrap_or(0)
            ),
        ));
    } else {
        steps.push(Step::new(
            "search",
            format!(
                "No theorem is known here, so {} positions were searched: a position is won if some move leaves \
                 a lost one, and lost if every move leaves a won one.",
                analysis.evidence.positions.unwrap_or(0)
            ),
        ));
    }
    let (moves, complete) = game.moves(position, MOST_TOLD + 1);
    if moves.is_empty() && complete {
        steps.push(Step::new("end", "There is no move: the game is over."));
    }
    let mut tables = Tables::new(game);
    // Twelve options, each with a part of what one small question may cost.
    let small = ask.small();
    let one = Ask { moves: 1, positions: small.positions / 10, steps: small.steps / 30, ..small };
    for mv in moves.iter().take(MOST_TOLD) {
        let option = game.play(position, mv);
        // An option that cannot be settled quickly is left untold; the answer itself is known.
        let Ok(answer) = ladder(game, &mut tables, &option, analysis.play, &one) else { continue };
        let after = game.write(&option);
        let text = match (answer.outcome, answer.winning.moves.first()) {
            (Outcome::Previous, _) => format!("{mv} leaves {after}, a P-position: it wins."),
            (Outcome::Next, Some(reply)) => {
                format!("{mv} leaves {after}; the reply {reply} wins against it.")
            }
            (Outcome::Next, None) => format!("{mv} leaves {after}, an N-position: it loses."),
            (Outcome::Draw, _) => format!("{mv} leaves {after}, a draw."),
        };
        steps.push(Step::new("option", text));
    }
    if moves.len() > MOST_TOLD || !complete {
        steps.push(Step::new("option", "There are more moves, each judged the same way."));
    }
    Ok(steps)
}
