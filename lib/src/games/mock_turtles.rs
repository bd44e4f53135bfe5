//! Mock Turtles: turn up to three coins, the right-most from heads to tails.

use crate::analysis::Theorem;
use crate::game::{Ability, Board, Entry, Game, Known};
use crate::strip::{CoinGame, CoinRules};
use crate::value::Play;

struct MockTurtles;

static VALUES: Theorem = Theorem {
    name: "mock-turtles",
    play: Play::Normal,
    statement: "The value is the xor over all heads of the number at the coin's place among those with an odd number of 1s in \
                binary: 1, 2, 4, 7, 8, 11, ...",
    source: "Winning Ways, chapter 14; OEIS A000069",
};

impl CoinRules for MockTurtles {
    fn turns(&self, coin: usize, take: &mut dyn FnMut(&[usize]) -> bool) {
        let mut going = take(&[]);
        for second in 0..coin {
            going = going && take(&[second]) && (0..second).all(|third| take(&[second, third]));
        }
    }

    fn allows(&self, _coin: usize, others: &[usize]) -> bool {
        others.len() <= 2
    }

    fn coin_value(&self, coin: usize) -> Option<u64> {
        // The odious numbers have an odd number of ones: twice the place, and one more if needed.
        let twice = 2 * coin as u64;
        Some(twice + u64::from(twice.count_ones() % 2 == 0))
    }

    fn theorem(&self) -> Option<&'static Theorem> {
        Some(&VALUES)
    }

    fn told(&self) -> String {
        "of at most two of them. They are the numbers with an odd number of 1s in binary"
            .to_string()
    }
}

pub static ENTRY: Entry = Entry {
    name: "mock-turtles",
    aliases: &[],
    title: "Mock Turtles",
    rules: "A row of coins, THHT with coin 0 first. A move turns one, two or three coins, the right-most of them from \
            heads to tails.",
    board: Board::Strip,
    can: &[Ability::Misere],
    parameters: &[],
    examples: &["mock-turtles: THHTH", "mock-turtles: HTHTTHHHTH", "misere mock-turtles: HHTHTH"],
    example_move: ("THHTH", "4, 3, 1"),
    known: &[
        Known {
            address: "mock-turtles: TTTH",
            outcome: "N",
            value: Some(7),
            source: "OEIS A000069",
        },
        Known {
            address: "mock-turtles: TTTTTH",
            outcome: "N",
            value: Some(11),
            source: "OEIS A000069",
        },
    ],
    theorems: &[&VALUES],
    presets: &[],
    open: |parameters| Game::open(CoinGame::new(MockTurtles), parameters),
};
