//! The Ruler game: turn coins side by side, the right-most from heads to tails.

use crate::analysis::Theorem;
use crate::game::{Ability, Board, Entry, Game, Known};
use crate::strip::{CoinGame, CoinRules};
use crate::value::Play;

struct Ruler;

static VALUES: Theorem = Theorem {
    name: "ruler",
    play: Play::Normal,
    statement: "The value is the xor over all heads of the largest power of 2 that divides the coin's place, counted from 1",
    source: "Winning Ways, chapter 14",
};

impl CoinRules for Ruler {
    fn turns(&self, coin: usize, take: &mut dyn FnMut(&[usize]) -> bool) {
        let left: Vec<usize> = (0..coin).rev().collect();
        let _ = (0..=coin).all(|count| take(&left[..count]));
    }

    fn allows(&self, coin: usize, others: &[usize]) -> bool {
        others.iter().copied().eq((0..coin).rev().take(others.len()))
    }

    fn coin_value(&self, coin: usize) -> Option<u64> {
        Some(1 << (coin as u64 + 1).trailing_zeros())
    }

    fn theorem(&self) -> Option<&'static Theorem> {
        Some(&VALUES)
    }

    fn told(&self) -> String {
        "of those next to it, any number of them. It is the largest power of 2 that divides the place if coins are counted from 1"
            .to_string()
    }
}

pub static ENTRY: Entry = Entry {
    name: "ruler",
    aliases: &[],
    title: "The Ruler game",
    rules: "A row of coins, THHT with coin 0 first. A move turns any number of coins that lie side by side, the right-most \
            of them from heads to tails.",
    board: Board::Strip,
    can: &[Ability::Misere],
    parameters: &[],
    examples: &["ruler: THHTH", "ruler: HTHTTHHHTH", "misere ruler: HHTHTH"],
    example_move: ("THHTH", "4, 3, 2"),
    known: &[
        Known {
            address: "ruler: TTTH",
            outcome: "N",
            value: Some(4),
            source: "Winning Ways, chapter 14",
        },
        Known {
            address: "ruler: TTTTH",
            outcome: "N",
            value: Some(1),
            source: "Winning Ways, chapter 14",
        },
    ],
    theorems: &[&VALUES],
    presets: &[],
    open: |parameters| Game::open(CoinGame::new(Ruler), parameters),
};
