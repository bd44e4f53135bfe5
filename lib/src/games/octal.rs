//! Take-and-break games by their code: octal, hexadecimal and longer ones.

use crate::address::Parameters;
use crate::error::Error;
use crate::game::{Ability, Board, Entry, Game, Known, Parameter};
use crate::heap::HeapGame;
use crate::session::capital;
use bouton_core::heap::{Code, Condition, Digit, MOST_COUNTED};

fn open(parameters: &Parameters) -> Result<Game, Error> {
    let code: Code = parameters.get("code", Some(0)).unwrap_or_default().parse()?;
    let rule = in_words(&code);
    let parameters = parameters.with("code", code.to_string());
    let game = Game::open(HeapGame::boxed(code), &parameters)?;
    Ok(match rule {
        Some(rule) => game.ruled(rule),
        None => game,
    })
}

/// Kinds of moves that are told one by one at most.
const MOST_KINDS: usize = 3;

/// What a move of this code does; nothing for codes that would take too long to tell.
fn in_words(code: &Code) -> Option<String> {
    let last = code.last_digit().filter(|_| !code.adds())?;
    // Numbers of stones after which the same may be left.
    let mut kinds: Vec<(Vec<u64>, Digit)> = Vec::new();
    for taken in 0..=last {
        let digit = code.digit(taken);
        match kinds.iter_mut().find(|(_, same)| *same == digit) {
            _ if digit.is_zero() => {}
            Some((numbers, _)) => numbers.push(taken),
            None => kinds.push((vec![taken], digit)),
        }
    }
    // Where any number may be left, the words are for two, and for more as if they were all alike.
    let told = |(_, digit): &(_, Digit)| {
        let alike = |count| digit.leaves(count) && digit.condition(count) == digit.condition(3);
        digit.most().is_some() || digit.leaves(2) && (3..=MOST_COUNTED).all(alike)
    };
    if kinds.is_empty() || kinds.len() > MOST_KINDS || !kinds.iter().all(told) {
        return None;
    }
    let told: Vec<String> = kinds.iter().map(|(taken, digit)| kind(taken, *digit)).collect();
    Some(capital(&told.join("; or ")))
}

/// `take 1 or 2 stones from one heap and leave of it nothing, one heap or two heaps`.
fn kind(taken: &[u64], digit: Digit) -> String {
    let counts = (0..=MOST_COUNTED).filter(|count| digit.leaves(*count));
    let shown: Vec<u64> = counts.take_while(|count| digit.most().is_some() || *count < 3).collect();
    let words = |condition| match condition {
        Condition::Any => "",
        Condition::Unequal => ", no two of them equal",
        Condition::NotAllEqual => ", not all of them equal",
        Condition::AllEqual => ", all of them equal",
    };
    // What is asked of all numbers of heaps alike is told once.
    let asked = digit.condition(digit.most().unwrap_or(MOST_COUNTED));
    let alike =
        (2..=MOST_COUNTED).all(|count| !digit.leaves(count) || digit.condition(count) == asked);
    let own = |count| if alike { "" } else { words(digit.condition(count)) };
    let mut left: Vec<String> = shown
        .into_iter()
        .map(|count| match count {
            0 => "nothing".to_string(),
            1 => "one heap".to_string(),
            2 => format!("two heaps{}", own(2)),
            count => format!("{count} heaps{}", own(count)),
        })
        .collect();
    if digit.most().is_none() {
        left.push(format!("more heaps{}", own(MOST_COUNTED)));
    }
    let condition = if alike { words(asked) } else { "" };
    let left = or(&left);
    let stones = match taken {
        [0] => return format!("split one heap into {left}{condition}"),
        [1] => "1 stone".to_string(),
        [first, _, .., last] if last - first + 1 == taken.len() as u64 => {
            format!("{first} to {last} stones")
        }
        _ => {
            let numbers: Vec<String> = taken.iter().map(ToString::to_string).collect();
            format!("{} stones", or(&numbers))
        }
    };
    format!("take {stones} from one heap and leave of it {left}{condition}")
}

/// `a, b or c`.
fn or(words: &[String]) -> String {
    match words {
        [most @ .., last] if !most.is_empty() => format!("{} or {last}", most.join(", ")),
        words => words.concat(),
    }
}

pub static ENTRY: Entry = Entry {
    name: "octal",
    aliases: &[],
    title: "Take-and-break games by code",
    rules: "Heaps of stones. After taking j stones from a heap, a move may leave the rest as exactly i non-empty heaps \
            exactly when bit i of digit j of the code is set; digit 0 stands before the point. Digits are 0-9 and A-Z, \
            or numbers of heaps in braces, {2,3} or {2+} for 2 and more; after a digit, ! asks for pairwise unequal heaps, \
            ? for heaps not all equal, = for equal heaps; in braces each number may have its own, {2!,3?+}. Digits in square \
            brackets at the end are repeated for ever. A second digit before the point adds a stone and must leave three heaps \
            or more, 80.3; one more adds two stones and must leave four.",
    board: Board::Heaps,
    can: &[Ability::Piles, Ability::Table, Ability::Sequence, Ability::Misere],
    parameters: &[Parameter {
        key: "code",
        required: true,
        list: false,
        help: "the digits with a point, such as 0.77, 4!.0, 0.{0,2+}, 0.{2!,3?+} or 4.[3]",
    }],
    examples: &[
        "octal(0.77): 12",
        "octal(0.137): 10 7",
        "octal(4.3): 6 5",
        "octal(0.226!): 15 9",
        "octal(0.8): 11",
        "octal(0.37?7=): 9 6",
        "misere octal(0.15): 9 5",
        "octal(0.77): 10^21",
        "octal(0.{0,2+}): 7 5",
        "octal(4.[3]): 7 6",
        "octal(0.[37!]): 10^30 5",
        "misere octal(0.4[30]): 6 3",
        "octal(0.{2!,3?+}): 8 5",
        "octal(80.3): 6 3",
    ],
    example_move: ("12", "1 -> 5 5"),
    known: &[
        Known { address: "octal(0.77): 9", outcome: "N", value: Some(4), source: "OEIS A002186" },
        Known {
            address: "octal(4.[3]): 7",
            outcome: "N",
            value: Some(8),
            source: "Winning Ways, chapter 4",
        },
        Known { address: "octal(0.137): 4", outcome: "P", value: Some(0), source: "OEIS A002187" },
    ],
    theorems: &[],
    presets: &[],
    open,
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_told_in_words() {
        let told = |code: &str| in_words(&code.parse().unwrap());
        let text =
            "Take 1 or 2 stones from one heap and leave of it nothing, one heap or two heaps";
        assert_eq!(told("0.77").as_deref(), Some(text));
        let text = "Split one heap into two heaps; or take 1 stone from one heap and leave of it nothing or one heap";
        assert_eq!(told("4.3").as_deref(), Some(text));
        let text = "Split one heap into two heaps, no two of them equal";
        assert_eq!(told("4!.0").as_deref(), Some(text));
        let text = "Take 1 to 3 stones from one heap and leave of it nothing or one heap";
        assert_eq!(told("0.333").as_deref(), Some(text));
        let text = "Take 1 stone from one heap and leave of it nothing, two heaps or more heaps";
        assert_eq!(told("0.{0,2+}").as_deref(), Some(text));
        let text = "Take 1 stone from one heap and leave of it one heap, two heaps, no two of them equal or 3 heaps, all of \
                    them equal";
        assert_eq!(told("0.{1,2!,3=}").as_deref(), Some(text));
        for long in ["4.[3]", "0.1234", "0.{5+}", "80.3"] {
            assert_eq!(told(long), None, "{long}");
        }
    }
}
