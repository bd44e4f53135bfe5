//! Nim: take any number of stones from one heap.

use std::sync::LazyLock;

use crate::analysis::Theorem;
use crate::formula::{ClosedForm, Formula};
use crate::game::{Ability, Board, Entry, Game, Known, Preset};
use crate::heap::Heaps;
use crate::heap::{HeapGame, HeapRules, Options};
use crate::natural::Natural;
use crate::rules::Found;
use crate::sequence::Code;
use crate::value::{Nimber, Play};

struct Nim;

static NORMAL: Theorem = Theorem {
    name: "nim",
    play: Play::Normal,
    statement: "The value of Nim is the xor of the heap sizes",
    source: "Bouton 1901, Nim, a game with a complete mathematical theory",
};

static MISERE: Theorem = Theorem {
    name: "nim-misere",
    play: Play::Misere,
    statement: "While some heap holds 2 or more, the same side wins misère Nim as normal Nim; \
                otherwise the mover loses exactly when the number of heaps of 1 is odd",
    source: "Bouton 1901, Nim, a game with a complete mathematical theory",
};

impl HeapRules for Nim {
    fn options(&self, size: u64, out: &mut Options<'_>) {
        for rest in 0..size {
            out.push(&[rest]);
            if out.full() {
                return;
            }
        }
    }

    /// The same game by its code, so that its period has a proof that can be written down.
    fn shifted(&self) -> Option<(&Code, u64)> {
        static CODE: LazyLock<Option<Code>> = LazyLock::new(|| "0.[3]".parse().ok());
        CODE.as_ref().map(|code| (code, 0))
    }

    fn value(&self, size: &Natural) -> Option<Nimber> {
        Some(Nimber(size.clone()))
    }

    #[inline]
    fn word_value(&self, size: u64) -> Option<u64> {
        Some(size)
    }

    #[inline]
    fn count_to(&self, size: u64, target: u64) -> Option<u64> {
        Some(u64::from(target < size))
    }

    fn options_to(&self, size: &Natural, target: &Nimber, limit: usize) -> Option<Found<Heaps>> {
        let rest = (target.0 < *size).then(|| [target.0.clone()].into_iter().collect());
        Some(Found::first(rest.into_iter().collect(), limit))
    }

    fn allows(&self, size: &Natural, left: &Heaps) -> Option<bool> {
        Some(left.len() == 1 && left.get(0) < *size)
    }

    fn theorem(&self, play: Play) -> Option<&'static Theorem> {
        Some(match play {
            Play::Normal => &NORMAL,
            Play::Misere => &MISERE,
        })
    }

    fn closed_form(&self) -> Option<ClosedForm> {
        let (text, formula) = ("n".to_string(), Formula::N);
        Some(ClosedForm { heaps: 1, is_value: true, text, formula, theorem: &NORMAL })
    }

    fn last_move(&self) -> Option<&'static str> {
        Some("takes the last stone")
    }

    fn tame(&self) -> bool {
        true
    }
}

pub static ENTRY: Entry = Entry {
    name: "nim",
    aliases: &["fan-tan", "android-nim", "maxon-nim", "tinkertoy-nim"],
    title: "Nim",
    rules: "Heaps of stones. A move takes any number of stones, at least one, from one heap.",
    board: Board::Heaps,
    can: &[Ability::Piles, Ability::Table, Ability::Sequence, Ability::Misere],
    parameters: &[],
    examples: &["nim: 3 4 5", "3 4 5", "misere nim: 1 3 5 7", "nim: 10^30 7 1"],
    example_move: ("3 4 5", "1 -> 1"),
    known: &[
        Known { address: "nim: 3 4 5", outcome: "N", value: Some(2), source: "Bouton 1901" },
        Known { address: "nim: 1 2 3", outcome: "P", value: Some(0), source: "Bouton 1901" },
        Known {
            address: "misere nim: 1 3 5 7",
            outcome: "P",
            value: None,
            source: "L'Année dernière à Marienbad, 1961",
        },
        Known { address: "misere nim: 1 1", outcome: "N", value: None, source: "Bouton 1901" },
    ],
    theorems: &[&NORMAL, &MISERE],
    presets: &[
        Preset { name: "3-4-5", address: "nim: 3 4 5", note: "the usual start with three heaps" },
        Preset {
            name: "marienbad",
            address: "misere nim: 1 3 5 7",
            note: "the game of the film L'Année dernière à Marienbad (1961)",
        },
        Preset {
            name: "nimatron",
            address: "nim: 7 7 7 7",
            note: "Condon's machine of 1940: four rows of seven lamps",
        },
        Preset {
            name: "nimrod",
            address: "nim: 7 7 7 7",
            note: "Ferranti's computer of 1951: four rows of up to seven lamps",
        },
        Preset {
            name: "redheffer",
            address: "nim: 7 7 7 7",
            note: "Redheffer's machine of the early 1940s: four rows of up to seven",
        },
        Preset {
            name: "cses-1730",
            address: "nim: 5 7 2 5",
            note: "CSES 1730, Nim Game I, the first test of its example",
        },
    ],
    open: |parameters| Game::open(HeapGame(Nim), parameters),
};
