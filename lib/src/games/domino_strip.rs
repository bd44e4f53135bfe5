//! Domino Strip: dominoes, or longer pieces, laid along strips of squares. A run of n free squares is heap n of 0.07.

use crate::address::Parameters;
use crate::error::{Error, quoted};
use crate::game::{Ability, Board, Entry, Game, Known, Parameter};
use crate::heap::{HeapGame, HeapRules, Heaps, Options, Shape};
use crate::natural::Natural;
use crate::sequence::Code;

struct DominoStrip {
    /// Squares that a piece covers.
    length: u64,
    code: Code,
}

/// Codes are written out, digit by digit.
const LONGEST: u64 = 100;

impl DominoStrip {
    fn open(parameters: &Parameters) -> Result<Game, Error> {
        let given = parameters.get("length", Some(0)).map(str::parse::<Natural>).transpose()?;
        let length = given.map_or(Some(2), |length| length.to_u64());
        let length = length.filter(|length| (1..=LONGEST).contains(length)).ok_or_else(|| {
            Error::input(format!(
                "length is how many squares a piece covers: write a number from 1 to {LONGEST}, such as domino-strip(3): 10"
            ))
        })?;
        let code: Code = format!("0.{}7", "0".repeat(length as usize - 1)).parse()?;
        let rule = match length {
            1 => "Lay a piece on one free square of a strip".to_string(),
            2 => "Lay a domino on two free squares next to each other".to_string(),
            _ => format!("Lay a piece on {length} free squares next to each other"),
        };
        let rules = DominoStrip { length, code };
        Ok(Game::open(HeapGame::boxed(rules), parameters)?.ruled(rule))
    }
}

impl HeapRules for DominoStrip {
    fn options(&self, size: u64, out: &mut Options<'_>) {
        self.code.options(size, out);
    }

    fn shape(&self) -> Shape<'_> {
        self.code.shape()
    }

    fn allows(&self, size: &Natural, left: &Heaps) -> Option<bool> {
        self.code.allows(size, left)
    }

    fn is_strip(&self) -> bool {
        true
    }

    /// A strip drawn with . for free squares is its runs of these.
    fn drawn(&self, text: &str) -> Option<Result<Heaps, Error>> {
        let is_drawn = text.contains(['.', '#']);
        let other = text.chars().find(|letter| !".#/| ".contains(*letter));
        is_drawn.then(|| match other {
            Some(other) => Err(Error::input(format!(
                "{} is no square of a strip: . is a free one and # a covered one, such as ..#....",
                quoted(&other.to_string())
            ))),
            None => {
                let runs = text.split(|letter| letter != '.').filter(|run| !run.is_empty());
                let sizes: Vec<u64> = runs.map(|run| run.len() as u64).collect();
                Ok(if sizes.is_empty() { Heaps::one(0) } else { Heaps::from(&sizes[..]) })
            }
        })
    }

    fn describe(&self, pile: usize, size: &Natural, left: &Heaps) -> Option<String> {
        let first = &left.get(0) + &Natural::from(1u64);
        let last = &left.get(0) + &Natural::from(self.length);
        let on = match self.length {
            1 => format!("a piece on square {first}"),
            2 => format!("a domino on squares {first} and {last}"),
            _ => format!("a piece on squares {first} to {last}"),
        };
        (*size >= last).then(|| format!("lay {on} of run {pile}"))
    }
}

pub static ENTRY: Entry = Entry {
    name: "domino-strip",
    aliases: &["domino-covering"],
    title: "Domino Strip",
    rules: "Strips of squares, by their lengths, or drawn with . for a free and # for a covered square. A move lays a domino on \
            two free squares next to each other, or a piece of `length` squares on as many; what is free on either side \
            of it are strips of their own. This is the octal game 0.07, and 0.007 and so on for longer pieces.",
    board: Board::Strip,
    can: &[Ability::Piles, Ability::Table, Ability::Sequence, Ability::Misere],
    parameters: &[Parameter {
        key: "length",
        required: false,
        list: false,
        help: "how many squares a piece covers; 2 if left out",
    }],
    examples: &[
        "domino-strip: 9 5",
        "domino-strip: 15",
        "domino-strip: ..#......#...",
        "domino-strip(3): 12 4",
        "misere domino-strip: 8 4",
        "domino-strip: 10^18",
    ],
    example_move: ("9 5", "1 -> 3 4"),
    known: &[
        Known { address: "domino-strip: 15", outcome: "P", value: Some(0), source: "OEIS A215721" },
        Known { address: "domino-strip: 35", outcome: "P", value: Some(0), source: "OEIS A215721" },
        Known { address: "domino-strip: 34", outcome: "N", value: None, source: "OEIS A215721" },
    ],
    theorems: &[],
    presets: &[],
    open: DominoStrip::open,
};
