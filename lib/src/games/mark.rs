//! Mark: take one from a heap, or halve it and round down.

use crate::analysis::Theorem;
use crate::game::{Ability, Board, Entry, Game, Known};
use crate::heap::{HeapGame, HeapRules, Heaps, Options};
use crate::natural::Natural;
use crate::rules::Found;
use crate::value::{Nimber, Play};

struct Mark;

static VALUES: Theorem = Theorem {
    name: "mark",
    play: Play::Normal,
    statement: "A heap is worth 0 exactly when it is empty or has an odd number of factors 2; otherwise it is worth 2 if \
                one of n - 1 and floor(n/2) is worth 1, and 1 if not",
    source: "Fraenkel 2011, Aperiodic subtraction games, and the least number missing among its two options",
};

fn half(size: &Natural) -> Natural {
    size.divided_by(2)
}

fn less(size: &Natural) -> Natural {
    size.minus(&Natural::from(1u64)).unwrap_or_default()
}

fn twos(size: &Natural) -> u64 {
    (0..size.bits()).find(|bit| size.bit(*bit)).unwrap_or(0)
}

fn factors_of_two(size: &Natural) -> String {
    match twos(size) {
        0 => "no factor 2".to_string(),
        1 => "one factor 2".to_string(),
        count => format!("{count} factors 2"),
    }
}

fn is_lost(size: &Natural) -> bool {
    size.is_zero() || twos(size) % 2 == 1
}

impl HeapRules for Mark {
    fn options(&self, size: u64, out: &mut Options<'_>) {
        if size > 0 {
            out.push(&[size - 1]);
        }
        // Of 1 and 2 both moves leave the same.
        if size > 2 {
            out.push(&[size / 2]);
        }
    }

    fn value(&self, size: &Natural) -> Option<Nimber> {
        if is_lost(size) {
            return Some(Nimber::ZERO);
        }
        // At least one option is worth 0. If the other is not, it is worth 1 or 2, and this the other of them; so it
        // goes on down to a heap whose options are both worth 0.
        let (mut heap, mut value) = (size.clone(), 1u64);
        while let Some(next) = [half(&heap), less(&heap)].into_iter().find(|next| !is_lost(next)) {
            (heap, value) = (next, 3 - value);
        }
        Some(Nimber::from(value))
    }

    fn options_to(&self, size: &Natural, target: &Nimber, limit: usize) -> Option<Found<Heaps>> {
        let mut rests = vec![less(size), half(size)];
        rests.dedup();
        rests.retain(|rest| rest < size && self.value(rest).as_ref() == Some(target));
        let heaps = rests.into_iter().map(|rest| [rest].into_iter().collect());
        Some(Found::first(heaps.collect(), limit))
    }

    fn allows(&self, size: &Natural, left: &Heaps) -> Option<bool> {
        let rest = left.get(0);
        Some(left.len() == 1 && !size.is_zero() && (rest == less(size) || rest == half(size)))
    }

    fn theorem(&self, play: Play) -> Option<&'static Theorem> {
        (play == Play::Normal).then_some(&VALUES)
    }

    fn alone(&self, size: &Natural, play: Play) -> Option<String> {
        if play == Play::Misere || size.is_zero() {
            return None;
        }
        Some(format!(
            "Count how often a number can be halved without a rest, its factors 2: leave a number with an odd count, or \
             nothing. From such a number halving leaves one factor less, an even count, and taking one leaves an odd \
             number, with none. And from a number with an even count one of the two moves leaves an odd count again: from \
             an even number halving, and from an odd one either taking one or halving. {size} has {}.",
            factors_of_two(size)
        ))
    }

    fn told(&self, size: &Natural) -> Option<String> {
        let told = match (is_lost(size), twos(size)) {
            _ if size.is_zero() => "The empty heap is worth 0.".to_string(),
            (true, _) => {
                format!("{size} has {}, an odd number, so it is worth 0.", factors_of_two(size))
            }
            (false, 0) => format!("{size} is odd: no factor 2, so it is not worth 0."),
            (false, _) => {
                format!(
                    "{size} has {}, an even number, so it is not worth 0.",
                    factors_of_two(size)
                )
            }
        };
        // Options of smaller heaps are told with the least number that is missing there.
        if size.to_u64().is_some() {
            return Some(told);
        }
        let worth = |option: &Natural| self.value(option).unwrap_or_default().0;
        let (less, half) = (less(size), half(size));
        Some(format!(
            "{told} It leads to {less}, worth {}, and to {half}, worth {}: it is worth {}.",
            worth(&less),
            worth(&half),
            self.value(size)?.0
        ))
    }

    fn describe(&self, pile: usize, size: &Natural, left: &Heaps) -> Option<String> {
        let rest = left.get(0);
        Some(match rest == less(size) {
            true => format!("take 1 from pile {pile}"),
            false => format!("halve pile {pile} to {rest}"),
        })
    }
}

pub static ENTRY: Entry = Entry {
    name: "mark",
    aliases: &[],
    title: "Mark",
    rules: "Heaps of stones. A move takes one stone from a heap, or replaces a heap of n by floor(n/2).",
    board: Board::Heaps,
    can: &[Ability::Piles, Ability::Table, Ability::Sequence, Ability::Misere],
    parameters: &[],
    examples: &["mark: 12 7", "mark: 25", "misere mark: 9 6", "mark: 10^30 10^29", "mark: 10^30"],
    example_move: ("12 7", "1 -> 6"),
    known: &[
        Known {
            address: "mark: 6",
            outcome: "P",
            value: Some(0),
            source: "Fraenkel 2011: lost are the numbers that end in an odd number of binary zeros",
        },
        Known {
            address: "misere mark: 4",
            outcome: "P",
            value: None,
            source: "OEIS A171944: 4 is not among the N-positions",
        },
    ],
    theorems: &[&VALUES],
    presets: &[],
    open: |parameters| Game::open(HeapGame::boxed(Mark), parameters),
};
