//! i-Mark: subtract one of some numbers, or divide by one of others where there is no rest.

use crate::address::Parameters;
use crate::error::{Error, quoted};
use crate::game::{Ability, Board, Entry, Game, Known, Parameter};
use crate::heap::{HeapGame, HeapRules, Heaps, Options};
use crate::natural::Natural;

struct IMark {
    subtract: Vec<u64>,
    divide: Vec<u64>,
}

/// The numbers of a parameter, `{1,2}` or a single one.
fn numbers(parameters: &Parameters, key: &str, least: u64) -> Result<Vec<u64>, Error> {
    let text = parameters.get(key, None).unwrap_or("");
    let inside = text.strip_prefix('{').and_then(|rest| rest.strip_suffix('}')).unwrap_or(text);
    let number = |word: &str| {
        let number = word.parse::<Natural>().ok().and_then(|number| number.to_u64());
        number.filter(|number| *number >= least).ok_or_else(|| {
            Error::input(format!(
                "{} cannot stand in {key}: write whole numbers from {least} on, such as i-mark(subtract={{1}}, divide={{2}})",
                quoted(word)
            ))
        })
    };
    let words = inside.split([',', ' ']).filter(|word| !word.is_empty());
    let mut list = words.map(number).collect::<Result<Vec<u64>, Error>>()?;
    list.sort_unstable();
    list.dedup();
    Ok(list)
}

fn either(numbers: &[u64]) -> String {
    let words: Vec<String> = numbers.iter().map(u64::to_string).collect();
    words.join(" or ")
}

impl IMark {
    fn open(parameters: &Parameters) -> Result<Game, Error> {
        let subtract = numbers(parameters, "subtract", 1)?;
        let divide = numbers(parameters, "divide", 2)?;
        if subtract.is_empty() && divide.is_empty() {
            return Err(Error::input(
                "nothing may be subtracted and nothing divides: write such as i-mark(subtract={1}, divide={2})",
            ));
        }
        let mut ways = Vec::new();
        if !subtract.is_empty() {
            ways.push(format!("take {} from one heap", either(&subtract)));
        }
        if !divide.is_empty() {
            ways.push(format!("divide one heap by {}, if there is no rest", either(&divide)));
        }
        let rule = ways.join(", or ");
        let rule = rule[..1].to_uppercase() + &rule[1..];
        Ok(Game::open(HeapGame::boxed(IMark { subtract, divide }), parameters)?.ruled(rule))
    }

    fn divided(&self, size: u64) -> impl Iterator<Item = u64> + '_ {
        let divides = move |divisor: &&u64| size > 0 && size.is_multiple_of(**divisor);
        self.divide.iter().filter(divides).map(move |divisor| size / divisor)
    }

    fn taken(&self, size: u64) -> impl Iterator<Item = u64> + '_ {
        self.subtract.iter().filter_map(move |take| size.checked_sub(*take))
    }
}

impl HeapRules for IMark {
    fn options(&self, size: u64, out: &mut Options<'_>) {
        for rest in self.taken(size) {
            out.push(&[rest]);
        }
        for rest in self.divided(size) {
            if self.taken(size).all(|taken| taken != rest) {
                out.push(&[rest]);
            }
        }
    }

    fn describe(&self, pile: usize, size: &Natural, left: &Heaps) -> Option<String> {
        let (size, rest) = (size.to_u64()?, left.get(0).to_u64()?);
        Some(match self.taken(size).find(|taken| *taken == rest) {
            Some(_) => format!("take {} from pile {pile}", size - rest),
            None => format!("divide pile {pile} by {}", size / rest.max(1)),
        })
    }
}

pub static ENTRY: Entry = Entry {
    name: "i-mark",
    aliases: &["imark"],
    title: "i-Mark",
    rules: "Heaps of stones. A move takes s stones from a heap, s one of the numbers of `subtract`; or it replaces a heap of \
            n, not empty, by n/d, where d is one of the numbers of `divide` and divides n.",
    board: Board::Heaps,
    can: &[Ability::Piles, Ability::Table, Ability::Sequence, Ability::Misere],
    parameters: &[
        Parameter {
            key: "subtract",
            required: false,
            list: false,
            help: "what may be taken, such as {1,2}",
        },
        Parameter {
            key: "divide",
            required: false,
            list: false,
            help: "by what a heap may be divided, such as {2}",
        },
    ],
    examples: &[
        "i-mark(subtract={1}, divide={2}): 12 7",
        "i-mark(subtract={1,2}, divide={2,3}): 18 9",
        "i-mark(subtract={1}, divide={2}): 100",
        "misere i-mark(subtract={1}, divide={3}): 9 6",
    ],
    example_move: ("12 7", "1 -> 6"),
    known: &[
        Known {
            address: "i-mark(subtract={1}, divide={2}): 4",
            outcome: "N",
            value: Some(2),
            source: "OEIS A263635",
        },
        Known {
            address: "i-mark(subtract={1}, divide={2}): 7",
            outcome: "P",
            value: Some(0),
            source: "OEIS A263635",
        },
    ],
    theorems: &[],
    presets: &[],
    open: IMark::open,
};
