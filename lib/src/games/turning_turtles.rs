//! Turning Turtles: turn a coin from heads to tails, and perhaps one more to its left.

use crate::analysis::Theorem;
use crate::game::{Ability, Board, Entry, Game, Known};
use crate::strip::{CoinGame, CoinRules};
use crate::value::Play;

struct TurningTurtles;

static VALUES: Theorem = Theorem {
    name: "turning-turtles",
    play: Play::Normal,
    statement: "The value is the xor over all heads of the coin's place, counted from 1",
    source: "Winning Ways, chapter 14",
};

impl CoinRules for TurningTurtles {
    fn turns(&self, coin: usize, take: &mut dyn FnMut(&[usize]) -> bool) {
        if take(&[]) {
            let _ = (0..coin).all(|other| take(&[other]));
        }
    }

    fn allows(&self, _coin: usize, others: &[usize]) -> bool {
        others.len() <= 1
    }

    fn coin_value(&self, coin: usize) -> Option<u64> {
        u64::try_from(coin + 1).ok()
    }

    fn theorem(&self) -> Option<&'static Theorem> {
        Some(&VALUES)
    }

    fn told(&self) -> String {
        "of one of them, or 0, of none. So it is the place if coins are counted from 1".to_string()
    }
}

pub static ENTRY: Entry = Entry {
    name: "turning-turtles",
    aliases: &[],
    title: "Turning Turtles",
    rules: "A row of coins, THHT with coin 0 first. A move turns one coin from heads to tails, and if wanted one more coin \
            to the left of it.",
    board: Board::Strip,
    can: &[Ability::Misere],
    parameters: &[],
    examples: &[
        "turning-turtles: THHTH",
        "turning-turtles: HTHTTHHHTH",
        "misere turning-turtles: HHTHTH",
    ],
    example_move: ("THHTH", "4, 1"),
    known: &[Known {
        address: "turning-turtles: TTTTH",
        outcome: "N",
        value: Some(5),
        source: "Winning Ways, chapter 14",
    }],
    theorems: &[&VALUES],
    presets: &[],
    open: |parameters| Game::open(CoinGame::new(TurningTurtles), parameters),
};
