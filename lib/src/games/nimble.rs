//! Nimble: coins on a strip, each moves to the left as far as one likes. It is Nim.

use crate::analysis::{Numbers, Theorem};
use crate::boxed;
use crate::error::Error;
use crate::explain::{Step, parts};
use crate::game::{Ability, Board, Entry, Known};
use crate::heap::{Balance, Heaps, random_heaps};
use crate::natural::Natural;
use crate::rules::{Found, Moves, Random, Rules};
use crate::scene::Scene;
use crate::track::Slide;
use crate::value::{Nimber, Outcome, Play};

struct Nimble;

static NORMAL: Theorem = Theorem {
    name: "nimble",
    play: Play::Normal,
    statement: "A coin on square n is a Nim heap of n: the value is the xor of the squares",
    source: "Ferguson, Game Theory, part I, exercises of section 2.6",
};

static MISERE: Theorem = Theorem {
    name: "nimble-misere",
    play: Play::Misere,
    statement: "While some coin stands on square 2 or beyond, the same side wins as in normal play; otherwise the mover \
                loses exactly when the number of coins on square 1 is odd",
    source: "Bouton 1901, Nim, a game with a complete mathematical theory",
};

impl Nimble {
    fn balance(coins: &Heaps, play: Play) -> Option<Balance> {
        Balance::of(coins.iter().map(|square| Some(Nimber(square))), play)
    }

    /// The coins whose squares can be given the values that the balance wants.
    fn balanced(coins: &Heaps, play: Play, goal: &Nimber, limit: usize) -> Option<Found<Slide>> {
        let balance = Nimble::balance(coins, play)?;
        let mut moves: Vec<Slide> = Vec::new();
        for from in coins.iter() {
            let Nimber(to) = balance.target(&Nimber(from.clone()), goal);
            let mv = Slide { from, to };
            // Coins on one square make one move.
            if mv.to < mv.from && !moves.contains(&mv) {
                moves.push(mv);
            }
        }
        Some(Found::first(moves, limit))
    }
}

fn anywhere(_from: &Natural, _to: &Natural) -> bool {
    true
}

impl Rules for Nimble {
    type Position = Heaps;
    type Move = Slide;

    fn moves(&self, coins: &Heaps, out: &mut Moves<'_, Slide>) {
        Slide::list(coins, &anywhere, out);
    }

    fn play(&self, coins: &Heaps, mv: &Slide) -> Heaps {
        mv.play(coins)
    }

    fn simplify(&self, coins: Heaps) -> Heaps {
        coins.sorted(|square| !square.is_zero())
    }

    fn value(&self, coins: &Heaps) -> Option<Nimber> {
        Nimble::balance(coins, Play::Normal).map(|balance| balance.sum)
    }

    fn outcome(&self, coins: &Heaps, play: Play) -> Option<Outcome> {
        Nimble::balance(coins, play).map(|balance| balance.outcome())
    }

    fn moves_to(&self, coins: &Heaps, target: &Nimber, limit: usize) -> Option<Found<Slide>> {
        Nimble::balanced(coins, Play::Normal, target, limit)
    }

    fn winning(&self, coins: &Heaps, play: Play, limit: usize) -> Option<Found<Slide>> {
        Nimble::balanced(coins, play, &Nimber::ZERO, limit)
    }

    fn find_move(&self, coins: &Heaps, text: &str) -> Option<Result<Slide, Error>> {
        Some(Slide::read(coins, text, &anywhere))
    }

    fn theorem(&self, _coins: &Heaps, play: Play) -> Option<&'static Theorem> {
        Some(match play {
            Play::Normal => &NORMAL,
            Play::Misere => &MISERE,
        })
    }

    fn explain(&self, coins: &Heaps, play: Play) -> Option<Vec<Step>> {
        let piles = parts::piles("coin", coins)?;
        let why = "A coin may go to any square with a smaller number, as a pile may be given any smaller size, and no \
                   coin is in the way of another: the number of its square is a pile.";
        Some(parts::nim(why, &piles, play))
    }

    fn because(&self, coins: &Heaps, mv: &Slide, play: Play) -> Option<Step> {
        let coin = coins.iter().position(|square| square == mv.from)?;
        parts::nim_move(&parts::piles("coin", coins)?, play, coin, &mv.to, &mv.describe())
    }

    fn describe(&self, _coins: &Heaps, mv: &Slide) -> String {
        mv.describe()
    }

    fn numbers(&self, _coins: &Heaps, mv: &Slide) -> Numbers {
        mv.numbers()
    }

    fn scene(&self, coins: &Heaps) -> Scene {
        Slide::scene(coins, &anywhere, &|_| ["", "Coin"])
    }

    fn random(&self, size: u64, random: &mut Random) -> Option<Heaps> {
        Some(random_heaps(size, random))
    }
}

pub static ENTRY: Entry = Entry {
    name: "nimble",
    aliases: &[],
    title: "Nimble",
    rules: "A strip of squares, numbered from 0 at the left, with coins on some of them; the position lists the square of \
            each coin. A move takes one coin to any square further left. Coins may jump over others, and any number may \
            stand on one square.",
    board: Board::Strip,
    can: &[Ability::Piles, Ability::Table, Ability::Misere],
    parameters: &[],
    examples: &["nimble: 3 4 5", "nimble: 2 2 7 9", "misere nimble: 1 1 6", "nimble: 10^30 7 1"],
    example_move: ("3 4 5", "3, 1"),
    known: &[Known {
        address: "nimble: 2 3 7 9 13",
        outcome: "N",
        value: Some(2),
        source: "by hand: 2 xor 3 xor 7 xor 9 xor 13",
    }],
    theorems: &[&NORMAL, &MISERE],
    presets: &[],
    open: |parameters| boxed::open(Nimble, parameters),
};
