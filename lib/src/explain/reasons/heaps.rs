//! Heaps: what each is worth and why (the mex, the row of values, the period), and what the nim-sum of these numbers
//! asks for, in normal play and at the end of misère play.

use super::columns::{self, listed};
use super::{MOST_TOLD, Subject, replies, told};
use crate::ask::{Ask, Meter};
use crate::error::Error;
use crate::explain::{Claim, Step};
use crate::game::{AnyMove, AnyPosition, Game};
use crate::heap::{Balance, HeapMove, HeapRules, Heaps, Options};
use crate::natural::Natural;
use crate::render::text::counted;
use crate::sequence::Sequence;
use crate::solve::{Tables, heap_values};
use crate::value::{Nimber, Outcome, Play};
use bouton_core::order::InOrder;

/// Heaps whose values are shown at most, and how many of them in a row.
const MOST_VALUES: u64 = 100;
const IN_ROW: usize = 20;

/// Options of one heap that are looked at, and told one by one, at most.
const MOST_OPTIONS: usize = 400;
const MOST_OPTIONS_TOLD: usize = 8;

/// Different piles whose number is derived.
const MOST_DERIVED: usize = 4;

/// The steps for heaps whose values decide: all of them in normal play, tame ones in misère play.
pub(super) fn steps(
    subject: &Subject<'_>,
    tables: &mut Tables,
    heap: &dyn HeapRules,
    sizes: &Heaps,
) -> Result<Vec<Step>, Error> {
    let Subject { game, position, analysis, ask } = *subject;
    let play = analysis.play;
    let sequence = tables.sequence();
    look_for_a_period(heap, sequence, ask);
    let values = heap_values(heap, sequence, sizes, ask)?;
    let Some(balance) = Balance::of(values.iter().cloned().map(Some), play) else {
        return Ok(Vec::new());
    };
    let is_nim = sizes.iter().zip(&values).all(|(size, value)| size == value.0)
        && sizes.iter().all(|size| heap.value(&size).is_some());
    let several = values.iter().filter(|value| !value.is_zero()).count() > 1;
    let mut steps = Vec::new();
    if play == Play::Normal && comes_in_pairs(sizes) {
        let pairs = || {
            let (own, numbers) = Claim::sizes(sizes);
            [own, Claim::Pairs { numbers }, worth_claim(game, position, &values)]
        };
        steps.push(Step::new("idea", mirror(sizes)).claiming(pairs));
        steps.extend(replies::to_moves(game, tables, position, play, ask, true));
        return Ok(steps);
    }
    let piles = sizes.iter().filter(|size| !size.is_zero()).count();
    let counted = || {
        let (own, numbers) = Claim::sizes(sizes);
        [own, Claim::count(&numbers, 1, None, piles), worth_claim(game, position, &values)]
    };
    steps.push(Step::new("idea", idea(is_nim, sizes, &balance)).claiming(counted));
    if !is_nim {
        steps.extend(worth(heap, sequence, sizes, &values));
    }
    let labels: Vec<String> = (1..=values.len()).map(|pile| format!("pile {pile}")).collect();
    if several {
        steps.extend(columns::steps(&labels, &values, ask.fine));
    }
    if play == Play::Misere {
        steps.push(ending(&values, &balance));
    }
    let Some(mv) = analysis.winning.first() else {
        if analysis.outcome == Outcome::Previous {
            steps.extend(replies::to_moves(game, tables, position, play, ask, true));
        }
        return Ok(steps);
    };
    let Ok(found) = game.find_move(position, &mv.mv) else { return Ok(steps) };
    let after = game.play(position, &found);
    let Some((pile, left)) = found.get::<HeapMove>().and_then(HeapMove::single) else {
        return Ok(steps);
    };
    let left_values = heap_values(heap, sequence, left, ask)?;
    let change = Change {
        pile,
        value: &values[pile],
        target: balance.target(&values[pile], &Nimber::ZERO),
        left: left.iter().map(|size| size.to_string()).collect(),
        left_values,
        what: told(analysis, mv),
    };
    steps.push(pick(&change, &values, &balance, is_nim, several));
    let after_sizes = game.piles(&after).unwrap_or(sizes);
    let after_values = heap_values(heap, sequence, after_sizes, ask)?;
    let words = if is_nim { "piles are" } else { "piles are worth" };
    steps.extend(match game.moves(&after, 1) {
        (moves, true) if moves.is_empty() => None,
        _ if play == Play::Normal && comes_in_pairs(after_sizes) => Some(
            Step::new(
                "after",
                "Then the piles are equal in pairs: mirror what the other side does.",
            )
            .claiming(|| [lost(&game.write(&after)), paired(after_sizes)]),
        ),
        _ => check(&after_values, play, &game.write(&after), words)
            .map(|step| step.claiming(|| [worth_claim(game, &after, &after_values)])),
    });
    Ok(steps)
}

/// That the piles of a position are worth these numbers.
fn worth_claim(game: &Game, position: &AnyPosition, values: &[Nimber]) -> Claim {
    Claim::Worth { position: game.write(position), numbers: values.to_vec() }
}

/// Looks a little further than the piles on the table: a period makes the row of values short.
pub(super) fn look_for_a_period(heap: &dyn HeapRules, sequence: &mut Sequence, ask: &Ask<'_>) {
    let known = sequence.values().len();
    if sequence.period().is_none() && known < FAR && heap.word_value(1).is_none() {
        // Where a heap falls into many, the last look came this far; the next would cost as much for a few values more.
        let mut options = 0;
        heap.options(
            known as u64,
            &mut Options::new(&mut |_| {
                options += 1;
                options <= MANY
            }),
        );
        if options > MANY {
            return;
        }
        let few = Ask { positions: FAR as u64, steps: 300_000, ..ask.small() };
        // No period is no failure.
        let _ = sequence.value(heap, &Natural::from(FAR), &mut Meter::new(&few));
    }
}

/// How far is looked for a period.
const FAR: usize = 500;

/// More options of one heap than the heaps up to `FAR` have where heaps fall into two.
const MANY: u64 = 2_000;

/// Whether a move of a heap game makes the number of its pile smaller.
pub(super) fn lowering(
    game: &Game,
    tables: &mut Tables,
    position: &AnyPosition,
    play: Play,
    ask: &Ask<'_>,
) -> impl Fn(&AnyMove) -> bool {
    let heap = game.rules().heap().filter(|heap| play == Play::Normal || heap.tame());
    let values = heap.zip(game.piles(position)).and_then(|(heap, sizes)| {
        let values = heap_values(heap, tables.sequence(), sizes, ask).ok()?;
        let balance = Balance::of(values.iter().cloned().map(Some), play)?;
        Some((values, balance))
    });
    move |mv| {
        let pile = mv.get::<HeapMove>().and_then(HeapMove::single);
        let (Some((values, balance)), Some((pile, _))) = (&values, pile) else { return false };
        values.get(pile).is_some_and(|value| balance.target(value, &Nimber::ZERO) < *value)
    }
}

/// Whether a position consists of equal piles in pairs, each pile a game of its own: then one can mirror.
pub(super) fn mirrors(game: &Game, position: &AnyPosition) -> bool {
    game.rules().heap().is_some() && game.piles(position).is_some_and(comes_in_pairs)
}

/// Whether every size comes an even number of times, empty piles aside: then one can mirror.
fn comes_in_pairs(sizes: &Heaps) -> bool {
    let sorted: Vec<Natural> = sizes.sorted(|size| !size.is_zero()).iter().collect();
    !sorted.is_empty() && sorted.len() % 2 == 0 && sorted.chunks(2).all(|pair| pair[0] == pair[1])
}

fn mirror(sizes: &Heaps) -> String {
    let count = sizes.iter().filter(|size| !size.is_zero()).count();
    let which = match count {
        2 => "The two piles are equal. Mirror:",
        _ => "The piles come in equal pairs. Mirror:",
    };
    format!(
        "{which} whatever is done to one pile, the reply does the same to its twin, and all is equal again. So whoever \
         is to move now runs out of moves first."
    )
}

fn idea(is_nim: bool, sizes: &Heaps, balance: &Balance) -> String {
    let piles = sizes.iter().filter(|size| !size.is_zero()).count();
    let words = if is_nim { "piles" } else { "numbers" };
    let mex = "Give each heap a number: the least number that none of its options has (the mex). A heap alone is lost \
               exactly when its number is 0, because then no option has a 0 and every option can be answered.";
    match (balance.play, is_nim) {
        (Play::Normal, true) if piles == 1 => {
            "Only one pile is left: whoever takes all of it makes the last move.".to_string()
        }
        (Play::Normal, true) => "Write the piles in binary. A position is lost when every column holds an even number \
             of 1s: any move changes one pile, so it makes some column odd; and when some column is odd, one pile can be \
             lowered so that all become even again. Who leaves even columns can do so to the end."
            .to_string(),
        (Play::Normal, false) if piles == 1 => mex.to_string(),
        (Play::Normal, false) => format!(
            "{mex} The numbers of several heaps add by xor, in binary and without carrying, and the whole is lost exactly \
             when the result is 0: any move changes one number and so the result, and some move always brings it back to 0."
        ),
        (Play::Misere, _) => {
            let numbers = match is_nim {
                true => "",
                false => "Each heap has a number as in normal play (the mex of its options), and these decide here, too. ",
            };
            format!(
                "{numbers}With two or more big {words} (2 or more) misère play goes like normal play: leave even columns. \
                 The end differs: whoever faces exactly one big one wins, by leaving an odd number of 1s (in normal \
                 play it would be an even number), and with 1s alone whoever faces an odd number of them loses."
            )
        }
    }
}

/// What each heap is worth: the row of values, the period, and the mex of the piles on the table.
pub(super) fn worth(
    heap: &dyn HeapRules,
    sequence: &Sequence,
    sizes: &Heaps,
    values: &[Nimber],
) -> Vec<Step> {
    let mut steps = Vec::new();
    if let Some(theorem) = heap.theorem(Play::Normal).filter(|_| sequence.values().is_empty()) {
        steps.push(Step::new("rule", format!("The rule: {}.", theorem.statement)));
    }
    steps.extend(row(heap, sequence, sizes));
    let mut told: Vec<Natural> = Vec::new();
    for (pile, (size, value)) in sizes.iter().zip(values).enumerate() {
        if told.contains(&size) || size.is_zero() {
            continue;
        }
        if told.len() == MOST_DERIVED {
            steps.push(Step::new("mex", "The other piles get their numbers the same way."));
            break;
        }
        let derived = derived(heap, sequence, &size, value);
        let (mex, claims) = derived.unwrap_or_default();
        let (class, division) = class(sequence, &size, value).unzip();
        let text = match heap.told(&size).or(class) {
            Some(class) => format!("{class} {mex}"),
            None if mex.is_empty() => format!("A heap of {size} is worth {}.", value.0),
            None => mex,
        };
        let step = Step::new("mex", text.trim_end()).highlighting([format!("pile-{}", pile + 1)]);
        let step = step.claiming(|| [Claim::pile(&size, value)]).claiming(|| claims);
        steps.push(step.claiming(|| division));
        told.push(size);
    }
    steps
}

/// The value of a heap, by a theorem or as it was computed.
fn value_of(heap: &dyn HeapRules, sequence: &Sequence, size: u64) -> Option<Nimber> {
    let size = Natural::from(size);
    heap.value(&size).or_else(|| sequence.known(&size))
}

/// The first values, as far as they matter here.
fn row(heap: &dyn HeapRules, sequence: &Sequence, sizes: &Heaps) -> Option<Step> {
    let largest = sizes.iter().max()?.to_u64().unwrap_or(u64::MAX);
    let period = sequence.period();
    let whole = period.map_or(u64::MAX, |period| period.preperiod + 2 * period.period);
    let length = largest.saturating_add(1).min(whole.max(8)).min(MOST_VALUES);
    let values: Vec<Nimber> =
        (0..length).map_while(|size| value_of(heap, sequence, size)).collect();
    let mut table = Vec::new();
    for (line, values) in values.chunks(IN_ROW).enumerate() {
        let sizes = (line * IN_ROW..).take(values.len()).map(|size| size.to_string());
        table.push(std::iter::once("heap".to_string()).chain(sizes).collect());
        let values = values.iter().map(|value| value.0.to_string());
        table.push(std::iter::once("value".to_string()).chain(values).collect());
    }
    // A period that begins beyond all piles says nothing of them.
    let text = match period.filter(|period| largest >= period.preperiod) {
        Some(period) if period.saltus > 0 => format!(
            "The values from the empty heap upwards. From heap {} on each is larger by {} than the one {} before; that \
             is proved ({}).",
            period.preperiod,
            period.saltus,
            counted(period.period, "heap"),
            period.proof.statement()
        ),
        Some(period) => format!(
            "The values from the empty heap upwards. From heap {} on they repeat with period {}; that is proved ({}).",
            period.preperiod,
            period.period,
            period.proof.statement()
        ),
        None => "The values from the empty heap upwards.".to_string(),
    };
    let claims =
        || (0u64..).zip(&values).map(|(size, value)| Claim::pile(&Natural::from(size), value));
    let repeats = || {
        let found = period?;
        let (preperiod, period, saltus) = (found.preperiod, found.period, found.saltus);
        Some(Claim::Period { preperiod, period, saltus })
    };
    Some(Step::new("values", text).with_table(table).claiming(claims).claiming(repeats))
}

/// Why a large heap has its value: it is so many periods above another.
fn class(sequence: &Sequence, size: &Natural, value: &Nimber) -> Option<(String, Claim)> {
    let period = sequence.period()?;
    let class = Natural::from(period.class(size)?);
    let rounds = size.minus(&class).filter(|beyond| !beyond.is_zero())?.divided_by(period.period);
    let same = format!("{size} = {class} + {rounds} * {}", period.period);
    let own = sequence.known(&class)?;
    let text = match period.saltus {
        0 => format!("{same}, so a heap of {size} is worth what one of {class} is: {}.", value.0),
        saltus => format!(
            "{same}, so a heap of {size} is worth {} + {rounds} * {saltus} = {}.",
            own.0, value.0
        ),
    };
    let divisor = Natural::from(period.period);
    Some((text, Claim::Division { number: size.clone(), divisor, quotient: rounds, rest: class }))
}

/// The options of a heap, what they are worth, and the least number that is missing.
fn derived(
    heap: &dyn HeapRules,
    sequence: &Sequence,
    size: &Natural,
    value: &Nimber,
) -> Option<(String, Vec<Claim>)> {
    let word = size.to_u64().filter(|size| *size < 1 << 20)?;
    // Each option in words, with its value.
    let (mut options, mut known) = (Vec::new(), true);
    heap.options(
        word,
        &mut Options::new(&mut |parts| {
            let values = parts.iter().map(|part| value_of(heap, sequence, *part));
            let Some(values) = values.collect::<Option<Vec<Nimber>>>() else {
                known = false;
                return false;
            };
            let sum: Nimber = values.iter().cloned().sum();
            let names: Vec<String> = parts.iter().map(u64::to_string).collect();
            let worth: Vec<String> = values.iter().map(|value| value.0.to_string()).collect();
            let text = match names.len() {
                0 => "nothing, worth 0".to_string(),
                1 => format!("{}, worth {}", names[0], sum.0),
                _ => format!("{} ({} = {})", names.join(" + "), worth.join(" xor "), sum.0),
            };
            let claim = Claim::Option {
                position: size.to_string(),
                to: bouton_core::heap::left(parts).to_string(),
            };
            options.push((sum, text, claim));
            options.len() <= MOST_OPTIONS
        }),
    );
    if !known || options.len() > MOST_OPTIONS {
        return None;
    }
    if options.is_empty() {
        let text = format!("A heap of {size} has no options: it is worth 0.");
        let none =
            Claim::Mex { position: size.to_string(), numbers: Vec::new(), value: Nimber::ZERO };
        return Some((text, vec![none]));
    }
    let mut missing: Vec<Nimber> = options.iter().map(|(value, ..)| value.clone()).collect();
    missing.put_in_order();
    missing.dedup();
    let (position, numbers) = (size.to_string(), missing.clone());
    let mex = Claim::Mex { position, numbers, value: value.clone() };
    let all: Vec<String> =
        missing.iter().take(MOST_TOLD).map(|value| value.0.to_string()).collect();
    let all = match missing.len() > MOST_TOLD {
        true => format!("{}, ...", all.join(", ")),
        false => listed(&all),
    };
    let end = format!("The least number missing from {all} is {}.", value.0);
    let short = match value.0.to_u64() {
        Some(0) => "None of them is worth 0, so it is worth 0.".to_string(),
        _ => format!(
            "So it is worth {0}: no option is worth {0}, and each smaller number occurs.",
            value.0
        ),
    };
    if options.len() <= MOST_OPTIONS_TOLD {
        let texts: Vec<&str> = options.iter().map(|(_, text, _)| text.as_str()).collect();
        let text = format!("From a heap of {size} one gets to {}. {end}", texts.join("; "));
        let claims = options.into_iter().map(|(.., claim)| claim);
        return Some((text, claims.chain([mex]).collect()));
    }
    // One example for each of the numbers that keep it from being smaller.
    let examples = missing.iter().filter(|number| *number < value).take(MOST_OPTIONS_TOLD);
    let examples: Vec<_> =
        examples.filter_map(|number| options.iter().find(|(value, ..)| value == number)).collect();
    let texts: Vec<&str> = examples.iter().map(|(_, text, _)| text.as_str()).collect();
    let told = match texts.is_empty() {
        true => String::new(),
        false => format!(", among them {}", texts.join("; ")),
    };
    let text = format!("A heap of {size} has {} options{told}. {short}", options.len());
    let claims = examples.into_iter().map(|(.., claim)| claim.clone());
    Some((text, claims.chain([mex]).collect()))
}

/// How the end of misère play stands.
fn ending(values: &[Nimber], balance: &Balance) -> Step {
    let ones = values.iter().filter(|value| value.0.bits() == 1).count();
    let parity = if ones % 2 == 1 { "odd" } else { "even" };
    let text = match balance.large {
        0 => format!("Nothing here is 2 or more, and the number of 1s is {ones}: {parity}."),
        1 => format!("Exactly one number is 2 or more; the number of 1s beside it is {ones}."),
        large => format!("{large} numbers are 2 or more: still as in normal play."),
    };
    Step::new("ending", text).claiming(|| {
        [Claim::count(values, 2, None, balance.large), Claim::count(values, 1, Some(1), ones)]
    })
}

/// The winning move, as arithmetic.
struct Change<'a> {
    pile: usize,
    value: &'a Nimber,
    target: Nimber,
    left: Vec<String>,
    left_values: Vec<Nimber>,
    what: String,
}

/// Why this pile, and why this move.
fn pick(
    change: &Change<'_>,
    values: &[Nimber],
    balance: &Balance,
    is_nim: bool,
    several: bool,
) -> Step {
    let Change { pile, value, target, .. } = change;
    let number = pile + 1;
    let like_normal = balance.play == Play::Normal || balance.large > 1;
    let text = if like_normal && is_nim && several {
        let highest = balance.sum.0.bits().saturating_sub(1);
        let column = Natural::ZERO.with_bit(highest);
        let others = (0..values.len()).filter(|other| other != pile);
        let able: Vec<String> = others
            .filter(|other| values[*other].0.bit(highest))
            .map(|other| (other + 1).to_string())
            .collect();
        let rest = match able.len() {
            0 if values.len() == 2 => {
                "The other pile has a 0 there and would have to grow.".to_string()
            }
            0 => "The other piles have a 0 there and would have to grow.".to_string(),
            1 => format!("Pile {} has a 1 there, too, and would do as well.", able[0]),
            _ => format!("Piles {} have a 1 there, too, and would do as well.", listed(&able)),
        };
        format!(
            "The highest odd column is that of {column}, and pile {number} has a 1 there. Lower it from {} to {} xor {} = \
             {}: that turns all odd columns even. {rest}",
            value.0, value.0, balance.sum.0, target.0
        )
    } else if like_normal && is_nim {
        format!("Take all of pile {number}.")
    } else {
        let goal = match (like_normal, several || !target.is_zero()) {
            (true, true) => format!(
                "Pile {number} is worth {}; the nim-sum becomes 0 if it is worth {} xor {} = {} instead.",
                value.0, value.0, balance.sum.0, target.0
            ),
            (true, false) => {
                format!("Pile {number} is worth {}; leave something worth 0.", value.0)
            }
            (false, _) => format!(
                "Pile {number} is worth {} and must become worth {}, so that an odd number of 1s is left.",
                value.0, target.0
            ),
        };
        let worth: Vec<String> =
            change.left_values.iter().map(|value| value.0.to_string()).collect();
        let left = match worth.len() {
            1 => format!("{} is worth {}", change.left[0], worth[0]),
            _ => format!(
                "{} is worth {} = {}",
                change.left.join(" + "),
                worth.join(" xor "),
                target.0
            ),
        };
        let raised = match target > *value {
            true => " (A move may make a number larger, too.)",
            false => "",
        };
        match is_nim {
            true => goal,
            false => format!("{goal} So {}: {left}.{raised}", change.what),
        }
    };
    let step = Step::new("pick", text).highlighting([format!("pile-{number}")]);
    let step = step.claiming(|| [Claim::sum(&change.left_values, target)]);
    if !like_normal {
        return step;
    }
    let step = step.claiming(|| [Claim::sum(&[(*value).clone(), balance.sum.clone()], target)]);
    if !(is_nim && several) {
        return step;
    }
    step.claiming(|| {
        let highest = balance.sum.0.bits().saturating_sub(1);
        let column = Natural::ZERO.with_bit(highest);
        let digit = |number: &Nimber| Claim::Ones {
            numbers: vec![number.clone()],
            column: column.clone(),
            modulus: 2,
            count: u64::from(number.0.bit(highest)),
        };
        let top = Claim::Highest { numbers: values.to_vec(), modulus: 2, column: column.clone() };
        values.iter().map(digit).chain([top]).collect::<Vec<_>>()
    })
}

/// What the move leaves has the property.
fn check(values: &[Nimber], play: Play, position: &str, words: &str) -> Option<Step> {
    let balance = Balance::of(values.iter().cloned().map(Some), play)?;
    if values.len() > MOST_TOLD || balance.outcome() != Outcome::Previous {
        return None;
    }
    let list: Vec<String> = values.iter().map(|value| value.0.to_string()).collect();
    let ones = values.iter().filter(|value| !value.is_zero()).count();
    let text = match (play, balance.large) {
        (Play::Normal, _)
            if ones == 0 && values.iter().all(Nimber::is_zero) && values.len() == 1 =>
        {
            "What is left is worth 0: lost for whoever moves next.".to_string()
        }
        (Play::Normal, _) => format!(
            "Then the {words} {}: {} = 0. Whatever the other side does changes that, and you can bring it back.",
            listed(&list),
            list.join(" xor ")
        ),
        (Play::Misere, 0) => format!(
            "Then an odd number of 1s is left, {ones}, and nothing larger: lost for whoever moves next."
        ),
        (Play::Misere, _) => format!(
            "Then the {words} {}: {} = 0, with {} of them 2 or more.",
            listed(&list),
            list.join(" xor "),
            balance.large
        ),
    };
    let large = values.iter().filter(|value| value.0.bits() > 1).count();
    let claims = || {
        [
            Claim::count(values, 1, None, ones),
            Claim::count(values, 2, None, large),
            Claim::sum(values, &balance.sum),
            lost(position),
        ]
    };
    Some(Step::new("after", text).claiming(claims))
}

fn lost(position: &str) -> Claim {
    Claim::Outcome { position: position.to_string(), outcome: Outcome::Previous }
}

fn paired(sizes: &Heaps) -> Claim {
    Claim::Pairs { numbers: sizes.iter().map(Nimber).collect() }
}
