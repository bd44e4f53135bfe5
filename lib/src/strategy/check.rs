//! The checker of strategies: each line by `moves` and `play`, resting on lines above it.

use std::collections::HashSet;

use crate::address::{self, Question};
use crate::ask::{Ask, Meter};
use crate::error::{Error, quoted};
use crate::rules::list_moves;
use crate::search::memo::too_many_moves;
use crate::value::Play;

/// What became of a check.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Checked {
    /// The position that the strategy is for.
    pub address: String,
    /// What it claims: `value 3`, `outcome N`.
    pub claim: String,
    /// Lines that hold.
    pub lines: u64,
    /// The first fault, if there is one.
    pub fault: Option<String>,
}

/// Whether a text is a strategy.
pub fn is_strategy(text: &str) -> bool {
    text.lines().next() == Some(super::TITLE)
}

/// Checks a strategy; an error if it is none, or if the budget ends.
pub fn check(text: &str, ask: &Ask<'_>) -> Result<Checked, Error> {
    check_with(text, &mut address::open, ask)
}

/// The same where the caller opens the address: its game may be one that no catalogue has.
pub fn check_with(
    text: &str,
    open: &mut dyn FnMut(&str) -> Result<Question, Error>,
    ask: &Ask<'_>,
) -> Result<Checked, Error> {
    let mut lines = text.lines();
    let (Some(super::TITLE), Some(address), Some(claim)) =
        (lines.next(), lines.next(), lines.next())
    else {
        return Err(Error::input(
            "this is no strategy: it begins with its title, an address and a claim",
        ));
    };
    let question = open(address)?;
    let mut checked =
        Checked { address: question.address(), claim: claim.to_string(), lines: 0, fault: None };
    match proved(&question, claim, lines, &mut checked.lines, &mut Meter::new(ask)) {
        Ok(()) => {}
        Err(error) if error.is_stopped() => return Err(error),
        // Rules that fail refute nothing.
        Err(error) if question.game.sound().is_err() => return Err(error),
        Err(error) => checked.fault = Some(error.to_string()),
    }
    Ok(checked)
}

fn proved<'t>(
    question: &Question,
    claim: &str,
    mut lines: impl Iterator<Item = &'t str>,
    count: &mut u64,
    meter: &mut Meter<'_>,
) -> Result<(), Error> {
    let rules = question.game.rules();
    let misere = question.play == Play::Misere;
    // Texts of the options of a position that is given by its text.
    let options = |text: &str, meter: &mut Meter<'_>| -> Result<Vec<String>, Error> {
        let position = rules.read(text)?;
        rules.check(&position)?;
        if rules.write(&position) != text {
            return Err(Error::input(format!("{} is not as the game writes it", quoted(text))));
        }
        let (moves, complete) = list_moves(rules, &position, meter.moves_left());
        if !complete {
            return Err(too_many_moves());
        }
        meter.work(1 + moves.len() as u64)?;
        Ok(moves.iter().map(|mv| rules.write(&rules.play(&position, mv))).collect())
    };
    let mut lost: HashSet<(u32, String)> = HashSet::new();
    let (mut bytes, mut ended) = (0, false);
    for line in lines.by_ref() {
        let (heap, position) = line.split_once(' ').unwrap_or((line, ""));
        if heap == "end" {
            if position != count.to_string() {
                return Err(Error::input(format!("it has {count} lines and says {position}")));
            }
            ended = true;
            break;
        }
        let wrong = || Error::input(format!("{} is no line of a strategy", quoted(line)));
        let heap: u32 = heap.parse().map_err(|_| wrong())?;
        if misere && heap > 0 {
            return Err(Error::input("in misère play no heap stands beside a position"));
        }
        let after = options(position, meter)?;
        if misere && after.is_empty() {
            return Err(Error::input(format!("{} is won: there is no move", quoted(position))));
        }
        // A move of the heap is answered by an option that is worth as much.
        if let Some(left) = (0..heap)
            .find(|left| !after.iter().any(|option| lost.contains(&(*left, option.clone()))))
        {
            return Err(Error::input(format!(
                "{}: the heap of {heap} made {left} has no reply above",
                quoted(position)
            )));
        }
        for option in &after {
            let by_heap = (0..heap).any(|left| lost.contains(&(left, option.clone())));
            if by_heap {
                continue;
            }
            let replies = options(option, meter)?;
            let answered = replies.iter().any(|reply| lost.contains(&(heap, reply.clone())));
            if !(answered || misere && replies.is_empty()) {
                return Err(Error::input(format!(
                    "{}: the move to {} has no reply above",
                    quoted(position),
                    quoted(option)
                )));
            }
        }
        bytes += 3 * line.len() as u64 + 64;
        meter.position(bytes)?;
        lost.insert((heap, position.to_string()));
        *count += 1;
    }
    if !ended || lines.next().is_some() {
        return Err(Error::input("it does not end with its number of lines"));
    }
    let root = rules.write(&question.position);
    let holds = match claim.split_once(' ') {
        Some(("value", value)) if !misere => {
            value.parse().is_ok_and(|value| lost.contains(&(value, root)))
        }
        Some(("outcome", "P")) => lost.contains(&(0, root)),
        Some(("outcome", "N")) => {
            let after = options(&root, meter)?;
            after.into_iter().any(|option| lost.contains(&(0, option)))
                || misere && options(&root, meter)?.is_empty()
        }
        _ => false,
    };
    if holds {
        Ok(())
    } else {
        Err(Error::input(format!("its lines do not prove {}", quoted(claim))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn strategy(address: &str) -> String {
        let question = address::open(address).unwrap();
        question.game.solver().certificate(&question, &Ask::default()).unwrap()
    }

    fn fault(text: &str) -> bool {
        check(text, &Ask::default()).map_or(true, |checked| checked.fault.is_some())
    }

    const ADDRESSES: [&str; 6] = [
        "cram: 3x4",
        "misere cram: 3x3",
        "chomp: 4 4 2",
        "nim: 1 2 3",
        "kayles: 7",
        "poset(a<b b<c a<d): a b c d",
    ];

    #[test]
    fn strategies_hold() {
        for address in ADDRESSES {
            let text = strategy(address);
            let checked = check(&text, &Ask::default()).unwrap();
            assert_eq!(checked.fault, None, "{address}\n{text}");
            assert!(checked.lines > 0);
        }
    }

    #[test]
    fn forged_strategies_are_rejected() {
        for address in ADDRESSES {
            let text = strategy(address);
            let lines: Vec<&str> = text.lines().collect();
            let with = |at: usize, line: &str| {
                let mut forged = lines.clone();
                forged[at] = line;
                forged.join("\n") + "\n"
            };
            let other = if lines[2].ends_with('1') { "value 2" } else { "value 1" };
            assert!(fault(&with(0, "bouton strategy 2")), "the title");
            assert!(fault(&with(1, "nim: 5 9")), "the address");
            assert!(fault(&with(2, other)), "the claim");
            assert!(fault(&with(2, "outcome D")), "the claim");
            assert!(fault(&with(lines.len() - 1, "end 0")), "the end");
            assert!(fault(&(text.clone() + "0 1\n")), "something after the end");
            assert!(fault(&lines[..lines.len() - 1].join("\n")), "no end");
            for at in 3..lines.len() - 1 {
                // A line left out is missed by the number of lines, and the last by the claim.
                let mut fewer = lines.clone();
                fewer.remove(at);
                assert!(fault(&fewer.join("\n")), "{address} without {}", lines[at]);
                if at + 2 == lines.len() {
                    let end = format!("end {}", at - 3);
                    fewer[at] = &end;
                    assert!(fault(&fewer.join("\n")), "{address} without its last line");
                }
                let (heap, position) = lines[at].split_once(' ').unwrap();
                let more = format!("{} {position}", heap.parse::<u32>().unwrap() + 1);
                assert!(fault(&with(at, &more)), "{address} {more}");
                assert!(fault(&with(at, &format!("{heap} ?"))), "{address}");
            }
            // The last line rests on others: it cannot come first.
            let mut turned = lines.clone();
            let end = turned.len() - 1;
            turned[3..end].reverse();
            assert!(end == 4 || fault(&turned.join("\n")), "{address} turned round");
        }
    }
}
