//! Twins: turn exactly two coins, the right one from heads to tails.

use crate::analysis::Theorem;
use crate::game::{Ability, Board, Entry, Game, Known};
use crate::strip::{CoinGame, CoinRules};
use crate::value::Play;

struct Twins;

static VALUES: Theorem = Theorem {
    name: "twins",
    play: Play::Normal,
    statement: "The value is the xor over all heads of the coin's place, counted from 0",
    source: "Winning Ways, chapter 14",
};

impl CoinRules for Twins {
    fn turns(&self, coin: usize, take: &mut dyn FnMut(&[usize]) -> bool) {
        let _ = (0..coin).all(|other| take(&[other]));
    }

    fn allows(&self, _coin: usize, others: &[usize]) -> bool {
        others.len() == 1
    }

    fn coin_value(&self, coin: usize) -> Option<u64> {
        u64::try_from(coin).ok()
    }

    fn theorem(&self) -> Option<&'static Theorem> {
        Some(&VALUES)
    }

    fn told(&self) -> String {
        "of exactly one of them. Coin 0 cannot be turned by itself and has 0, so it is the place"
            .to_string()
    }
}

pub static ENTRY: Entry = Entry {
    name: "twins",
    aliases: &[],
    title: "Twins",
    rules: "A row of coins, THHT with coin 0 first. A move turns exactly two coins, the right one of them from heads to \
            tails; so coin 0 alone cannot be turned.",
    board: Board::Strip,
    can: &[Ability::Misere],
    parameters: &[],
    examples: &["twins: THHTH", "twins: HTHTTHHHTH", "misere twins: HHTHTH"],
    example_move: ("THHTH", "4, 1"),
    known: &[
        Known {
            address: "twins: HTTTH",
            outcome: "N",
            value: Some(4),
            source: "Winning Ways, chapter 14",
        },
        Known {
            address: "twins: H",
            outcome: "P",
            value: Some(0),
            source: "coin 0 has no partner",
        },
    ],
    theorems: &[&VALUES],
    presets: &[],
    open: |parameters| Game::open(CoinGame::new(Twins), parameters),
};
