//! The Silver Dollar game: coins on a strip move to the left and never over another. It is Nim with every other gap.

use crate::address::Parameters;
use crate::analysis::{Numbers, Theorem};
use crate::boxed;
use crate::error::Error;
use crate::explain::{Step, parts};
use crate::game::{Ability, Board, Entry, Game, Known, Parameter};
use crate::heap::Heaps;
use crate::natural::Natural;
use crate::rules::{Found, Moves, Random, Rules};
use crate::scene::Scene;
use crate::track::Slide;
use crate::value::{Nimber, Play};

struct SilverDollar {
    /// Which coin of the list is the dollar; then square 0 is the bag.
    dollar: Option<usize>,
}

static GAPS: Theorem = Theorem {
    name: "silver-dollar",
    play: Play::Normal,
    statement: "Pair the coins from the right; the value is the xor of the numbers of free squares between the two of each \
                pair; a coin without a partner counts with the squares that it can still go",
    source: "Winning Ways, The Silver Dollar Game; by Nim with the gaps, as a gap that grew is closed again",
};

/// A pile of Nim: the free squares between two coins.
struct Gap {
    /// The coin at its left, if it is not the end of the strip.
    left: Option<Natural>,
    /// The coin at its right.
    right: Natural,
    size: Natural,
}

impl SilverDollar {
    fn open(parameters: &Parameters) -> Result<Game, Error> {
        let place = parameters.get("dollar", Some(0)).map(str::parse::<Natural>).transpose()?;
        let dollar = place.map(|place| place.to_u64().and_then(|place| place.checked_sub(1)));
        let dollar = match dollar {
            None => None,
            Some(Some(place @ 0..1000)) => Some(place as usize),
            Some(_) => {
                return Err(Error::input(
                    "dollar says which coin of the list is the silver dollar: write a number from 1 on, such as \
                     silver-dollar(dollar=2): 2 5 9",
                ));
            }
        };
        let rule = match dollar {
            None => {
                "Move one coin to the left, over no other coin and onto no other coin".to_string()
            }
            Some(place) => format!(
                "Move one coin to the left, over no other coin and onto no other coin; square 0 is a bag for any number of \
                 coins, but coin {}, the dollar, may not be put into it",
                place + 1
            ),
        };
        Ok(boxed::open(SilverDollar { dollar }, parameters)?.ruled(rule))
    }

    fn allowed(&self, coins: &Heaps, from: &Natural, to: &Natural) -> bool {
        let bag = to.is_zero() && self.dollar.is_some();
        let free = |square: &Natural| square < to || square >= from || bag && square.is_zero();
        coins.iter().all(|square| free(&square)) && !(bag && self.is_dollar(coins, from))
    }

    fn is_dollar(&self, coins: &Heaps, square: &Natural) -> bool {
        self.dollar.is_some_and(|place| coins.get(place) == *square)
    }

    /// The gaps of pairs from the left.
    fn gaps(&self, coins: &Heaps) -> Vec<Gap> {
        // What is in the bag is out of play.
        let row = coins.sorted(|square| self.dollar.is_none() || !square.is_zero());
        let mut row: Vec<Natural> = row.iter().collect();
        let mut gaps = Vec::new();
        if row.len() % 2 == 1 {
            let right = row.remove(0);
            let last = Natural::from(u64::from(self.is_dollar(coins, &right)));
            let size = right.minus(&last).unwrap_or_default();
            gaps.push(Gap { left: None, right, size });
        }
        for pair in row.chunks_exact(2) {
            let apart = pair[1].minus(&pair[0]).and_then(|apart| apart.minus(&Natural::from(1u64)));
            let size = apart.unwrap_or_default();
            gaps.push(Gap { left: Some(pair[0].clone()), right: pair[1].clone(), size });
        }
        gaps
    }

    fn piles(&self, coins: &Heaps) -> Vec<parts::Pile> {
        let label = |gap: &Gap| match &gap.left {
            Some(left) => format!("gap {left} to {}", gap.right),
            None => format!("gap before {}", gap.right),
        };
        self.gaps(coins).iter().map(|gap| (label(gap), gap.size.clone())).collect()
    }

    fn sum(gaps: &[Gap]) -> Nimber {
        gaps.iter().map(|gap| Nimber(gap.size.clone())).sum()
    }
}

impl Rules for SilverDollar {
    type Position = Heaps;
    type Move = Slide;

    fn moves(&self, coins: &Heaps, out: &mut Moves<'_, Slide>) {
        Slide::list(coins, &|from, to| self.allowed(coins, from, to), out);
    }

    fn play(&self, coins: &Heaps, mv: &Slide) -> Heaps {
        mv.play(coins)
    }

    fn check(&self, coins: &Heaps) -> Result<(), Error> {
        let sorted = coins.sorted(|square| self.dollar.is_none() || !square.is_zero());
        let squares: Vec<Natural> = sorted.iter().collect();
        if let Some(pair) = squares.windows(2).find(|pair| pair[0] == pair[1]) {
            return Err(Error::input(format!(
                "two coins stand on square {}: give each coin a square of its own, such as 2 5 9",
                pair[0]
            )));
        }
        if self.dollar.is_some_and(|place| coins.get(place).is_zero()) {
            return Err(Error::input(
                "the dollar must be one of the coins and stand outside the bag, on square 1 or beyond: such as \
                 silver-dollar(dollar=2): 2 5 9",
            ));
        }
        Ok(())
    }

    fn simplify(&self, coins: Heaps) -> Heaps {
        if self.dollar.is_some() { coins } else { coins.sorted(|_| true) }
    }

    fn value(&self, coins: &Heaps) -> Option<Nimber> {
        Some(SilverDollar::sum(&self.gaps(coins)))
    }

    fn moves_to(&self, coins: &Heaps, target: &Nimber, limit: usize) -> Option<Found<Slide>> {
        let gaps = self.gaps(coins);
        let wanted = &SilverDollar::sum(&gaps) + target;
        let (mut moves, one) = (Vec::new(), Natural::from(1u64));
        let mut offer = |from: &Natural, to: Option<Natural>| {
            let allowed = |to: &Natural| to < from && self.allowed(coins, from, to);
            if let Some(to) = to.filter(allowed) {
                moves.push(Slide { from: from.clone(), to });
            }
        };
        for gap in &gaps {
            let to = &gap.size ^ &wanted.0;
            // The right coin makes the gap smaller.
            let start = match &gap.left {
                Some(left) => left + &one,
                None => Natural::from(u64::from(self.is_dollar(coins, &gap.right))),
            };
            offer(&gap.right, Some(&start + &to));
        }
        for gap in &gaps {
            let to = &gap.size ^ &wanted.0;
            let Some(left) = &gap.left else { continue };
            // The left coin makes it larger; in the bag it leaves its partner to the end of the strip.
            let square = gap.right.minus(&one).and_then(|before| before.minus(&to));
            offer(left, square.filter(|square| self.dollar.is_none() || !square.is_zero()));
            let alone = Natural::from(u64::from(self.is_dollar(coins, &gap.right)));
            if self.dollar.is_some() && gap.right.minus(&alone).as_ref() == Some(&to) {
                offer(left, Some(Natural::ZERO));
            }
        }
        Some(Found::first(moves, limit))
    }

    fn find_move(&self, coins: &Heaps, text: &str) -> Option<Result<Slide, Error>> {
        Some(Slide::read(coins, text, &|from, to| self.allowed(coins, from, to)))
    }

    fn theorem(&self, _coins: &Heaps, play: Play) -> Option<&'static Theorem> {
        (play == Play::Normal).then_some(&GAPS)
    }

    fn explain(&self, coins: &Heaps, play: Play) -> Option<Vec<Step>> {
        let piles = self.piles(coins);
        if play == Play::Misere || piles.len() > 20 {
            return None;
        }
        let end = match self.dollar {
            None => "the free squares before it count",
            Some(_) => {
                "the squares that it can still go count, the bag among them; for the dollar it does not"
            }
        };
        let why = format!(
            "Pair the coins from the right, and count the free squares between the two of each pair; if the first coin has no \
             partner, {end}. These numbers are piles: the right coin of a pair can make its gap as small as one likes. {}",
            parts::GROWS
        );
        Some(parts::nim(&why, &piles, play))
    }

    fn because(&self, coins: &Heaps, mv: &Slide, play: Play) -> Option<Step> {
        let gaps = self.gaps(coins);
        let own = |gap: &Gap| gap.right == mv.from || gap.left.as_ref() == Some(&mv.from);
        let pile = gaps.iter().position(own).filter(|_| play == Play::Normal)?;
        let sum = SilverDollar::sum(&gaps);
        parts::regrown(&self.piles(coins), pile, &(&gaps[pile].size ^ &sum.0), &mv.describe())
    }

    fn describe(&self, _coins: &Heaps, mv: &Slide) -> String {
        match self.dollar {
            Some(_) if mv.to.is_zero() => {
                format!("put the coin on square {} into the bag", mv.from)
            }
            _ => mv.describe(),
        }
    }

    fn numbers(&self, _coins: &Heaps, mv: &Slide) -> Numbers {
        mv.numbers()
    }

    fn scene(&self, coins: &Heaps) -> Scene {
        let named =
            |coin| if self.dollar == Some(coin) { ["$", "Dollar, coin"] } else { ["", "Coin"] };
        let mut scene = Slide::scene(coins, &|from, to| self.allowed(coins, from, to), &named);
        let bag = scene.shapes.iter_mut().find(|shape| shape.id == "place-0");
        if let (Some(shape), Some(_)) = (bag, self.dollar) {
            (shape.caption, shape.label) = ("bag".to_string(), "The bag".to_string());
        }
        scene
    }

    fn random(&self, size: u64, random: &mut Random) -> Option<Heaps> {
        let (count, far) = (random.between(1, 5), size.max(6));
        let least = u64::from(self.dollar.is_some());
        let mut squares: Vec<u64> = (0..count).map(|_| random.between(least, far)).collect();
        squares.sort_unstable();
        squares.dedup();
        let coins = Heaps::from(&squares[..]);
        self.check(&coins).is_ok().then_some(coins)
    }
}

pub static ENTRY: Entry = Entry {
    name: "silver-dollar",
    aliases: &[],
    title: "The Silver Dollar game",
    rules: "A strip of squares, numbered from 0 at the left, with coins on some of them, at most one on each; the position \
            lists their squares. A move takes one coin any number of squares to the left, over no other coin. With \
            `dollar` one coin of the list is a silver dollar and square 0 is a bag, into which any number of coins may be \
            put. In print the dollar may go there too, and the next player takes the bag and wins; here nobody does \
            that: the dollar may not be put into the bag, and whoever cannot move loses.",
    board: Board::Strip,
    can: &[Ability::Piles, Ability::Misere],
    parameters: &[Parameter {
        key: "dollar",
        required: false,
        list: false,
        help: "which coin of the list is the dollar; without it there is no bag",
    }],
    examples: &[
        "silver-dollar: 2 5 9",
        "silver-dollar: 1 3 4 8 10",
        "silver-dollar(dollar=2): 2 5 9",
        "silver-dollar(dollar=1): 3 7 10",
        "misere silver-dollar: 2 5 7",
        "silver-dollar: 7 10^30 10^31",
    ],
    example_move: ("2 5 9", "9, 7"),
    known: &[Known {
        address: "silver-dollar: 2 5 9",
        outcome: "N",
        value: Some(1),
        source: "by hand: gaps 2 and 3",
    }],
    theorems: &[&GAPS],
    presets: &[],
    open: SilverDollar::open,
};
