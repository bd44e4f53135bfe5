//! Rims: draw a loop through spots; what is left lies inside or outside. It is Nim in disguise.

use crate::analysis::Theorem;
use crate::game::{Ability, Board, Entry, Game, Known};
use crate::heap::{HeapGame, HeapRules, Heaps, Options};
use crate::natural::Natural;
use crate::rules::Found;
use crate::value::{Nimber, Play};

struct Rims;

static VALUES: Theorem = Theorem {
    name: "rims",
    play: Play::Normal,
    statement: "A region of n spots is worth n, as a Nim heap is",
    source: "Winning Ways, Rims; the xor of two numbers is never more than their sum",
};

impl HeapRules for Rims {
    fn options(&self, size: u64, out: &mut Options<'_>) {
        for rest in 0..size {
            for inside in 0..=rest / 2 {
                match (inside, rest) {
                    (0, 0) => out.push(&[]),
                    (0, rest) => out.push(&[rest]),
                    _ => out.push(&[inside, rest - inside]),
                }
                if out.full() {
                    return;
                }
            }
        }
    }

    fn value(&self, size: &Natural) -> Option<Nimber> {
        Some(Nimber(size.clone()))
    }

    fn options_to(&self, size: &Natural, target: &Nimber, limit: usize) -> Option<Found<Heaps>> {
        // Two regions a and b with a xor b = target and a + b < size: those of each smaller rest.
        let Some(size) = size.to_u64().filter(|size| *size <= 1 << 10) else {
            // Too many to list: one is to leave them all on one side.
            return Some(match target.0 < *size {
                true => Found {
                    moves: vec![[target.0.clone()].into_iter().collect()],
                    count: None,
                    complete: false,
                },
                false => Found::none(),
            });
        };
        let target = target.0.to_u64().unwrap_or(u64::MAX);
        let mut moves = Vec::new();
        self.options(
            size,
            &mut Options::new(&mut |option| {
                if option.iter().fold(0, |sum, part| sum ^ part) == target {
                    let left = if option.is_empty() { &[0][..] } else { option };
                    moves.push(Heaps::from(left));
                }
                true
            }),
        );
        Some(Found::first(moves, limit))
    }

    fn allows(&self, size: &Natural, left: &Heaps) -> Option<bool> {
        let parts = left.iter().filter(|part| !part.is_zero()).count();
        let total = left.iter().fold(Natural::ZERO, |sum, part| &sum + &part);
        Some(total < *size && left.len() <= 2 && (parts == left.len() || left.len() == 1))
    }

    fn theorem(&self, play: Play) -> Option<&'static Theorem> {
        (play == Play::Normal).then_some(&VALUES)
    }

    fn told(&self, size: &Natural) -> Option<String> {
        Some(format!(
            "{size} spots are worth {size}: every smaller number of spots can be left, and spots on both sides of a loop, \
             fewer than {size} together, never have the xor {size}."
        ))
    }

    fn describe(&self, pile: usize, size: &Natural, left: &Heaps) -> Option<String> {
        let total = left.iter().fold(Natural::ZERO, |sum, part| &sum + &part);
        let taken = size.minus(&total)?;
        let spots = if taken == Natural::from(1u64) { "spot" } else { "spots" };
        Some(match left.len() {
            2 => format!(
                "draw a loop through {taken} {spots} of region {pile}, leaving {} and {}",
                left.get(0),
                left.get(1)
            ),
            _ => format!("draw a loop through {taken} {spots} of region {pile}, leaving {total}"),
        })
    }
}

pub static ENTRY: Entry = Entry {
    name: "rims",
    aliases: &[],
    title: "Rims",
    rules: "Spots on paper, some in each region. A move draws a closed loop through one or more spots of one region, which \
            touches no other loop; the other spots of the region are then inside or outside, in two regions. In numbers: \
            take one or more from a heap, and leave the rest as one heap or two.",
    board: Board::Heaps,
    can: &[Ability::Piles, Ability::Table, Ability::Sequence, Ability::Misere],
    parameters: &[],
    examples: &["rims: 3 4 5", "rims: 9 6", "misere rims: 2 3 4", "rims: 12", "rims: 10^30 7 5"],
    example_move: ("3 4 5", "3 -> 1 2"),
    known: &[Known {
        address: "rims: 3 4 5",
        outcome: "N",
        value: Some(2),
        source: "by hand: 3 xor 4 xor 5",
    }],
    theorems: &[&VALUES],
    presets: &[],
    open: |parameters| {
        let rule = "Draw a loop through one or more spots of one region; the others lie inside or outside of it";
        Ok(Game::open(HeapGame::boxed(Rims), parameters)?.ruled(rule))
    },
};
