//! What games tell whose positions fall into parts that are worth numbers: rows of values, what one part must become,
//! all values from the end upwards; and the story of Nim, for games that are Nim in another guise.

use super::{Claim, Step, nim_sum, reasons::columns::listed};
use crate::heap::{Balance, Heaps};
use crate::natural::Natural;
use crate::value::{Nimber, Outcome, Play, mex};

/// Values that stand in one line of a row.
const LINE: usize = 24;

/// Values that a row shows at most.
pub const MOST_IN_ROW: usize = 4 * LINE;

/// The values of 0, 1, 2, ... in lines, below each `under` what else is to be seen there.
pub fn row(name: &str, values: &[u64], under: &[String]) -> Vec<Vec<String>> {
    let line = |head: &str, cells: Vec<String>| [vec![head.to_string()], cells].concat();
    let mut table = Vec::new();
    for (index, part) in values.chunks(LINE).enumerate() {
        let first = index * LINE;
        table
            .push(line(name, (first..first + part.len()).map(|place| place.to_string()).collect()));
        table.push(line("value", part.iter().map(u64::to_string).collect()));
        if let Some(under) = under.get(first..first + part.len()) {
            table.push(line("", under.to_vec()));
        }
    }
    table
}

/// `5 xor 1 = 4`, or the number itself if it is alone.
pub fn xor(numbers: &[u64]) -> String {
    let list: Vec<String> = numbers.iter().map(u64::to_string).collect();
    match numbers {
        [_] => list.join(""),
        _ => format!("{} = {}", list.join(" xor "), numbers.iter().fold(0, |sum, n| sum ^ n)),
    }
}

/// What a part must be worth, so that the whole, which is worth `sum`, becomes 0.
fn instead(part: &str, value: u64, sum: u64) -> String {
    let target = xor(&[value, sum]);
    match value ^ sum {
        0 => format!("{part} is worth {value}, and all else together 0: make it worth 0."),
        lower if lower < value => format!(
            "{part}, worth {value}, has a 1 in the highest odd column: make it worth {target} instead."
        ),
        _ => format!("{part} is worth {value}: raise it to {target}."),
    }
}

/// The step that tells what the part must be worth and that what takes its place is: `left` ends in a verb.
pub fn becomes(part: &str, value: u64, sum: u64, left: &str, worth: &[u64]) -> Step {
    let worth = if worth.is_empty() { &[0][..] } else { worth };
    let text = format!("{} {left} {}.", instead(part, value, sum), xor(worth));
    let numbers: Vec<Nimber> = worth.iter().map(|n| Nimber::from(*n)).collect();
    Step::new("pick", text).claiming(|| [Claim::sum(&numbers, &Nimber::from(value ^ sum))])
}

/// The columns of parts that are worth numbers; nothing if there is only one.
pub fn columns(labels: &[String], values: &[u64]) -> Vec<Step> {
    let values: Vec<Nimber> = values.iter().map(|value| Nimber::from(*value)).collect();
    if values.len() > 1 { nim_sum(labels, &values) } else { Vec::new() }
}

/// A pile of a game that is Nim: what it is called, and its size.
pub type Pile = (String, Natural);

/// Piles that are told one by one at most.
const MOST_PILES: usize = 20;

/// The piles of a row, `pile 1`, `pile 2`, ..., if they are few.
pub fn piles(name: &str, heaps: &Heaps) -> Option<Vec<Pile>> {
    let label = |(place, size)| (format!("{name} {place}"), size);
    (heaps.len() <= MOST_PILES).then(|| (1..).zip(heaps.iter()).map(label).collect())
}

fn balance(piles: &[Pile], play: Play) -> Option<Balance> {
    Balance::of(piles.iter().map(|(_, size)| Some(Nimber(size.clone()))), play)
}

/// Why a game is Nim, Nim's own idea, and the piles in columns.
pub fn nim(why: &str, piles: &[Pile], play: Play) -> Vec<Step> {
    let end = match play {
        Play::Normal => "",
        Play::Misere => {
            " In misère play do so while two or more piles of 2 or more are left. Whoever faces just one such pile wins, \
             by leaving an odd number of piles of 1; and with piles of 1 alone an odd number of them is lost."
        }
    };
    let idea = format!(
        "{why} So this is Nim: write the piles in binary, and leave an even number of 1s in every column. Any move from \
         there changes one pile and makes a column odd; and as long as some column is odd, a pile can be lowered so that \
         all become even.{end}"
    );
    let (labels, values): (Vec<String>, Vec<Nimber>) =
        piles.iter().map(|(label, size)| (label.clone(), Nimber(size.clone()))).unzip();
    let mut steps = vec![Step::new("idea", idea)];
    if values.len() > 1 {
        steps.extend(nim_sum(&labels, &values));
    }
    steps
}

/// Why this pile is lowered to that size; `so` is the move in words.
pub fn nim_move(piles: &[Pile], play: Play, pile: usize, to: &Natural, so: &str) -> Option<Step> {
    let balance = balance(piles, play)?;
    let (label, size) = piles.get(pile)?;
    let text = if play == Play::Misere && balance.large < 2 {
        format!("Lower {label} from {size} to {to}, so that an odd number of 1s is left: {so}.")
    } else if balance.sum.0 == *size {
        format!("Lower {label} to 0: {so}, and all columns are even.")
    } else {
        let column = Natural::ZERO.with_bit(balance.sum.0.bits().saturating_sub(1));
        format!(
            "The highest odd column is that of {column}, and {label} has a 1 there. Lower it from {size} to {size} xor {} \
             = {to}: {so}, and all columns are even.",
            balance.sum.0
        )
    };
    Some(Step::new("pick", text))
}

/// Positions that are told from the end upwards at most.
const MOST_TOLD: usize = 24;

/// What positions are worth. They are so few that a list does.
pub struct Values(Vec<(String, u64)>);

impl Values {
    fn find(&self, position: &str) -> Option<u64> {
        self.0.iter().find(|(known, _)| known == position).map(|(_, value)| *value)
    }

    /// What one that was valued is worth.
    pub fn of(&self, position: &str) -> u64 {
        self.find(position).unwrap_or(0)
    }
}

/// All positions that can come, from the end upwards, each with where it leads and the least number that is missing
/// there; nothing if they are too many, or if play can run in circles.
pub fn upwards(starts: &[String], options: &dyn Fn(&str) -> Vec<String>) -> Option<(Values, Step)> {
    let mut values = Values(Vec::new());
    let mut table = vec![["", "leads to", "worth"].map(String::from).to_vec()];
    let mut open: Vec<String> = starts.iter().rev().cloned().collect();
    while let Some(position) = open.pop() {
        if values.find(&position).is_some() {
            continue;
        }
        // What waits again below itself lies on a circle, and the stack grows without end.
        if open.len() > MOST_TOLD * MOST_TOLD || values.0.len() == MOST_TOLD {
            return None;
        }
        let mut next: Vec<String> = Vec::new();
        for option in options(&position) {
            if !next.contains(&option) {
                next.push(option);
            }
        }
        let unknown: Vec<String> =
            next.iter().filter(|option| values.find(option).is_none()).cloned().collect();
        if !unknown.is_empty() {
            open.push(position);
            open.extend(unknown);
            continue;
        }
        let value = u64::from(mex(next.iter().map(|option| values.of(option) as u32)));
        let told: Vec<String> =
            next.iter().map(|option| format!("{option} ({})", values.of(option))).collect();
        table.push(vec![position.clone(), told.join(", "), value.to_string()]);
        values.0.push((position, value));
    }
    let text = "Each is worth the least number that nothing has to which it leads; what is worth 0 is lost alone. From \
                the end upwards:";
    let claims = || {
        let values = values.0.clone();
        values
            .into_iter()
            .map(|(position, value)| Claim::Value { position, value: Nimber::from(value) })
    };
    let step = Step::new("values", text).with_table(table).claiming(claims);
    Some((values, step))
}

/// The positions that can come, each with where it leads and whether it is won, lost or drawn for whoever is to move;
/// nothing if they are too many.
pub fn labels(start: &str, options: &dyn Fn(&str) -> Vec<String>, play: Play) -> Option<Vec<Step>> {
    let mut known: Vec<(String, Vec<String>)> = Vec::new();
    let mut open = vec![start.to_string()];
    while let Some(position) = open.pop() {
        if known.iter().any(|(seen, _)| *seen == position) {
            continue;
        }
        let next = options(&position);
        if known.len() == MOST_TOLD || next.len() > MOST_TOLD {
            return None;
        }
        open.extend(next.iter().cloned());
        known.push((position, next));
    }
    let mut outcomes: Vec<(&str, Outcome)> = Vec::new();
    let mut table = vec![["", "leads to", ""].map(String::from).to_vec()];
    let label = |outcome: Outcome| match outcome {
        Outcome::Next => "won",
        Outcome::Previous => "lost",
        Outcome::Draw => "draw",
    };
    // Round by round: what is told of a position rests on what stands above it.
    loop {
        let settled = |position: &str, next: &[String]| {
            let of = |option: &str| {
                outcomes.iter().find(|(known, _)| *known == option).map(|(_, outcome)| *outcome)
            };
            match next.is_empty() {
                _ if of(position).is_some() => None,
                true => Some(play.outcome_of_end()),
                false if next.iter().any(|option| of(option) == Some(Outcome::Previous)) => {
                    Some(Outcome::Next)
                }
                false => next
                    .iter()
                    .all(|option| of(option) == Some(Outcome::Next))
                    .then_some(Outcome::Previous),
            }
        };
        let mut found: Vec<(usize, Outcome)> = Vec::new();
        for (index, (position, next)) in known.iter().enumerate().rev() {
            found.extend(settled(position, next).map(|outcome| (index, outcome)));
        }
        let drawn = found.is_empty();
        if drawn {
            let open = (0..known.len())
                .filter(|index| outcomes.iter().all(|(seen, _)| *seen != known[*index].0));
            found.extend(open.map(|index| (index, Outcome::Draw)));
        }
        for (index, outcome) in &found {
            let (position, next) = &known[*index];
            outcomes.push((position, *outcome));
            let next = if next.is_empty() { "nothing".to_string() } else { next.join(", ") };
            table.push(vec![position.clone(), next, label(*outcome).to_string()]);
        }
        if drawn {
            break;
        }
    }
    let drawn = outcomes.iter().any(|(_, outcome)| *outcome == Outcome::Draw);
    let rest =
        if drawn { " What gets no label so is a draw: play can go round for ever." } else { "" };
    let text = format!(
        "Go from the ends backwards: won is what leads to something lost, and lost is what leads to won ones alone.{rest}"
    );
    let claims = || {
        let claim = |(position, outcome): &(&str, Outcome)| Claim::Outcome {
            position: position.to_string(),
            outcome: *outcome,
        };
        outcomes.iter().map(claim).collect::<Vec<_>>()
    };
    Some(vec![Step::new("idea", text).with_table(table).claiming(claims)])
}

/// `a, b and c`.
pub fn list(words: &[String]) -> String {
    listed(words)
}

/// The same for games in which a pile can also grow, and one move undoes that.
pub fn regrown(piles: &[Pile], pile: usize, to: &Natural, so: &str) -> Option<Step> {
    let (label, size) = piles.get(pile)?;
    if to < size {
        return nim_move(piles, Play::Normal, pile, to, so);
    }
    let sum = &balance(piles, Play::Normal)?.sum.0;
    let text =
        format!("{label} is to become {size} xor {sum} = {to}: {so}, and all columns are even.");
    Some(Step::new("pick", text))
}

/// What is told of games that are Nim but for moves by which a pile grows.
pub const GROWS: &str = "A move that makes a pile larger gains nothing, since the reply can make it as large as it was.";
