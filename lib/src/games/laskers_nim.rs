//! Lasker's Nim: take from a heap as in Nim, or split it. The octal game 4.[3].

use std::sync::LazyLock;

use crate::analysis::Theorem;
use crate::formula::{ClosedForm, Formula};
use crate::game::{Ability, Board, Entry, Game, Known};
use crate::heap::Heaps;
use crate::heap::{HeapGame, HeapRules, Options};
use crate::natural::Natural;
use crate::rules::Found;
use crate::sequence::Code;
use crate::value::{Nimber, Play};

struct LaskersNim;

static VALUES: Theorem = Theorem {
    name: "laskers-nim",
    play: Play::Normal,
    statement: "A heap of 4m+3 has the value 4m+4, one of 4m+4 has 4m+3, and every other heap its size",
    source: "Winning Ways, chapter 4",
};

/// Up to this size the options are listed one by one; beyond, one of each value is named.
const LISTED: u64 = 10_000;

fn value(size: &Natural) -> Natural {
    match size.modulo(4) {
        3 => size + &Natural::from(1u64),
        0 => size.minus(&Natural::from(1u64)).unwrap_or_default(),
        _ => size.clone(),
    }
}

impl HeapRules for LaskersNim {
    fn options(&self, size: u64, out: &mut Options<'_>) {
        for rest in 0..size {
            out.push(&[rest]);
            if out.full() {
                return;
            }
        }
        for smaller in 1..=size / 2 {
            out.push(&[smaller, size - smaller]);
            if out.full() {
                return;
            }
        }
    }

    /// The same game by its code, so that its period has a proof that can be written down.
    fn shifted(&self) -> Option<(&Code, u64)> {
        static CODE: LazyLock<Option<Code>> = LazyLock::new(|| "4.[3]".parse().ok());
        CODE.as_ref().map(|code| (code, 0))
    }

    fn value(&self, size: &Natural) -> Option<Nimber> {
        Some(Nimber(value(size)))
    }

    fn closed_form(&self) -> Option<ClosedForm> {
        let formula = Formula::repeating(vec![0], vec![1, 2, 4, 3], 4);
        let text = "n, with 4m+3 and 4m+4 exchanged".to_string();
        Some(ClosedForm { heaps: 1, is_value: true, text, formula, theorem: &VALUES })
    }

    fn options_to(&self, size: &Natural, target: &Nimber, limit: usize) -> Option<Found<Heaps>> {
        if let Some(word) = size.to_u64().filter(|word| *word <= LISTED) {
            let mut moves = Vec::new();
            self.options(
                word,
                &mut Options::new(&mut |option| {
                    let values = option.iter().map(|heap| Nimber(value(&Natural::from(*heap))));
                    if values.sum::<Nimber>() == *target {
                        moves.push(Heaps::from(option));
                    }
                    true
                }),
            );
            return Some(Found::first(moves, limit));
        }
        // The value is its own inverse: the heap of this value is found by the same rule.
        let rest = value(&target.0);
        let one = Natural::from(1u64);
        let found: Option<Heaps> = if rest < *size {
            Some([rest].into_iter().collect())
        } else if size.modulo(4) == 3 && target.0 == *size {
            // No smaller heap has this value; one stone beside the rest makes it.
            Some([one.clone(), size.minus(&one)?].into_iter().collect())
        } else {
            None
        };
        let moves = found.into_iter().take(limit).collect();
        Some(Found { moves, count: None, complete: false })
    }

    fn allows(&self, size: &Natural, left: &Heaps) -> Option<bool> {
        Some(match left.len() {
            1 => left.get(0) < *size,
            2 => {
                let split = [left.get(0), left.get(1)];
                split.iter().all(|heap| !heap.is_zero()) && &split[0] + &split[1] == *size
            }
            _ => false,
        })
    }

    fn told(&self, size: &Natural) -> Option<String> {
        let rest = [4u64, 1, 2, 3][size.modulo(4) as usize];
        let rounds = size.minus(&Natural::from(rest))?.divided_by(4);
        Some(format!("{size} = 4 * {rounds} + {rest}: it is worth {}.", value(size)))
    }

    fn theorem(&self, play: Play) -> Option<&'static Theorem> {
        (play == Play::Normal).then_some(&VALUES)
    }
}

pub static ENTRY: Entry = Entry {
    name: "laskers-nim",
    aliases: &[],
    title: "Lasker's Nim",
    rules: "Heaps of stones. A move takes any number of stones, at least one, from one heap, or splits a heap into two \
            non-empty heaps.",
    board: Board::Heaps,
    can: &[Ability::Piles, Ability::Table, Ability::Sequence, Ability::Misere],
    parameters: &[],
    examples: &[
        "laskers-nim: 7 5",
        "laskers-nim: 3 4",
        "misere laskers-nim: 4 3",
        "laskers-nim: 10^30 6",
    ],
    example_move: ("7 5", "1 -> 3 4"),
    known: &[
        Known {
            address: "laskers-nim: 3",
            outcome: "N",
            value: Some(4),
            source: "Winning Ways, chapter 4",
        },
        Known {
            address: "laskers-nim: 4",
            outcome: "N",
            value: Some(3),
            source: "Winning Ways, chapter 4",
        },
    ],
    theorems: &[&VALUES],
    presets: &[],
    open: |parameters| Game::open(HeapGame::boxed(LaskersNim), parameters),
};
