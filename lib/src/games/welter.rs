//! Welter's game: coins on a strip, never two on one square, each moves to the left over others.

use crate::analysis::{Numbers, Theorem};
use crate::boxed;
use crate::error::Error;
use crate::explain::{Claim, Step, parts};
use crate::game::{Ability, Board, Entry, Known};
use crate::heap::Heaps;
use crate::natural::Natural;
use crate::rules::{Found, Moves, Random, Rules};
use crate::scene::Scene;
use crate::track::Slide;
use crate::value::{Nimber, Outcome, Play};

struct Welter;

static VALUE: Theorem = Theorem {
    name: "welter",
    play: Play::Normal,
    statement: "The value is the xor of the squares and, for every pair of coins, of 2^(k+1) - 1, where 2^k is the largest \
                power of 2 that divides their distance",
    source: "Welter 1954, The theory of a class of games on a sequence of squares, in terms of the advancing operation in a \
             special group; Conway, On Numbers and Games, chapter 13",
};

/// What a pair of coins adds: 2^(k+1) - 1 for a distance that 2^k divides and 2^(k+1) does not.
fn pair(a: &Natural, b: &Natural) -> Natural {
    let apart = if a > b { a.minus(b) } else { b.minus(a) };
    let apart = apart.unwrap_or_default();
    match apart.minus(&Natural::from(1u64)) {
        Some(less) => &apart ^ &less,
        None => Natural::ZERO,
    }
}

fn value(squares: &[Natural]) -> Natural {
    let mut sum = Natural::ZERO;
    for (place, square) in squares.iter().enumerate() {
        sum = &sum ^ square;
        for other in &squares[..place] {
            sum = &sum ^ &pair(square, other);
        }
    }
    sum
}

/// The one square that a coin has to be on beside these so that all is worth `target`, found from the last binary digit
/// on: digit k of what a pair adds is 1 if its squares agree in all digits below k.
fn solve(others: &[Natural], target: &Natural) -> Option<Natural> {
    let sum = &value(others) ^ target;
    let mut square = Natural::ZERO;
    let mut alike: Vec<&Natural> = others.iter().collect();
    let digits = others.iter().map(Natural::bits).chain([sum.bits()]).max().unwrap_or(0) + 1;
    for digit in 0..digits {
        let one = sum.bit(digit) != (alike.len() % 2 == 1);
        if one {
            square = square.with_bit(digit);
        }
        alike.retain(|other| other.bit(digit) == one);
    }
    // A square that agrees with another coin's to the end lies beyond all of them.
    alike.is_empty().then_some(square)
}

/// More coins have more pairs than are written out.
const MOST_TOLD: usize = 7;

impl Welter {
    fn allowed(coins: &Heaps, to: &Natural) -> bool {
        coins.iter().all(|square| square != *to)
    }
}

impl Rules for Welter {
    type Position = Heaps;
    type Move = Slide;

    fn moves(&self, coins: &Heaps, out: &mut Moves<'_, Slide>) {
        Slide::list(coins, &|_, to| Welter::allowed(coins, to), out);
    }

    fn play(&self, coins: &Heaps, mv: &Slide) -> Heaps {
        mv.play(coins)
    }

    fn check(&self, coins: &Heaps) -> Result<(), Error> {
        let squares: Vec<Natural> = coins.sorted(|_| true).iter().collect();
        match squares.windows(2).find(|pair| pair[0] == pair[1]) {
            Some(pair) => Err(Error::input(format!(
                "two coins stand on square {}: give each coin a square of its own, such as 2 5 9",
                pair[0]
            ))),
            None => Ok(()),
        }
    }

    fn simplify(&self, coins: Heaps) -> Heaps {
        coins.sorted(|_| true)
    }

    fn value(&self, coins: &Heaps) -> Option<Nimber> {
        const MOST: usize = 2_000;
        let squares: Vec<Natural> = coins.iter().collect();
        (squares.len() <= MOST).then(|| Nimber(value(&squares)))
    }

    fn moves_to(&self, coins: &Heaps, target: &Nimber, limit: usize) -> Option<Found<Slide>> {
        const MOST: usize = 200;
        let squares: Vec<Natural> = coins.iter().collect();
        if squares.len() > MOST {
            return None;
        }
        let move_of = |coin: usize| {
            let others: Vec<Natural> = [&squares[..coin], &squares[coin + 1..]].concat();
            let (from, to) = (squares[coin].clone(), solve(&others, &target.0)?);
            (to < from && Welter::allowed(coins, &to)).then_some(Slide { from, to })
        };
        Some(Found::first((0..squares.len()).filter_map(move_of).collect(), limit))
    }

    fn find_move(&self, coins: &Heaps, text: &str) -> Option<Result<Slide, Error>> {
        Some(Slide::read(coins, text, &|_, to| Welter::allowed(coins, to)))
    }

    fn theorem(&self, coins: &Heaps, play: Play) -> Option<&'static Theorem> {
        self.value(coins).filter(|_| play == Play::Normal).map(|_| &VALUE)
    }

    fn explain(&self, coins: &Heaps, play: Play) -> Option<Vec<Step>> {
        if play == Play::Misere || coins.len() > MOST_TOLD || coins.is_empty() {
            return None;
        }
        if let Some(few) = few(coins) {
            return Some(few);
        }
        let idea = "Were coins allowed to share squares, this would be Nim with the squares as piles. That they may not \
                    is mended by a number for every pair of coins: 1 if their distance is odd, 3 if it is twice an odd \
                    number, 7 if four times, 15 if eight times, and so on. The position is lost exactly when the xor of \
                    all squares and of all these numbers is 0. Any move from there makes it another number, and then \
                    some coin can go to a free square to its left that makes it 0 again.";
        Some(vec![Step::new("idea", idea), told("here", "Here", coins)])
    }

    fn because(&self, coins: &Heaps, mv: &Slide, play: Play) -> Option<Step> {
        if play == Play::Misere || coins.len() > MOST_TOLD {
            return None;
        }
        match coins.len() {
            0 | 1 => return None,
            2 => {
                let other = coins.iter().find(|square| *square != mv.from)?;
                let text =
                    format!("The partner of square {other} is {}: {}.", mv.to, mv.describe());
                let (position, mv) = (coins.to_string(), mv.to_string());
                let claim = || [Claim::Move { position, mv, outcome: Outcome::Previous }];
                return Some(Step::new("pick", text).claiming(claim));
            }
            3 | 4 => {
                let coin = coins.iter().position(|square| square == mv.from)?;
                let more = Natural::from(u64::from(coins.len() == 3));
                return parts::nim_move(
                    &piles(coins),
                    play,
                    coin,
                    &(&mv.to + &more),
                    &mv.describe(),
                );
            }
            _ => {}
        }
        let so = format!(
            "For each coin there is one square that makes the xor 0, given the others; it wins if it lies to the left. \
             Here {}: then",
            mv.describe()
        );
        Some(told("pick", &so, &mv.play(coins)))
    }

    fn describe(&self, _coins: &Heaps, mv: &Slide) -> String {
        mv.describe()
    }

    fn numbers(&self, _coins: &Heaps, mv: &Slide) -> Numbers {
        mv.numbers()
    }

    fn scene(&self, coins: &Heaps) -> Scene {
        Slide::scene(coins, &|_, to| Welter::allowed(coins, to), &|_| ["", "Coin"])
    }

    fn random(&self, size: u64, random: &mut Random) -> Option<Heaps> {
        let (count, far) = (random.between(1, 5), size.max(6));
        let mut squares: Vec<u64> = (0..count).map(|_| random.between(0, far)).collect();
        squares.sort_unstable();
        squares.dedup();
        Some(Heaps::from(&squares[..]))
    }
}

/// The coins as piles of Nim, for three coins and for four.
fn piles(coins: &Heaps) -> Vec<parts::Pile> {
    let more = Natural::from(u64::from(coins.len() == 3));
    coins.iter().map(|square| (format!("coin on {square}"), &square + &more)).collect()
}

/// With at most four coins there is an easier way than the sum over all pairs.
fn few(coins: &Heaps) -> Option<Vec<Step>> {
    let claim = || {
        let squares: Vec<Natural> = coins.iter().collect();
        let outcome = Outcome::from_mover_wins(!value(&squares).is_zero());
        [Claim::Outcome { position: coins.to_string(), outcome }]
    };
    let told = |idea: &str| Some(vec![Step::new("idea", idea).claiming(claim)]);
    match coins.len() {
        1 => told("With one coin, take it to square 0: then no move is left."),
        2 => told(
            "Squares 0 and 1 are partners, 2 and 3, 4 and 5, and so on. Leave the two coins on partners. The other side must \
             take one of them away, to the left; then take the other one to the partner of that square, which lies to the \
             left as well. From squares that are no partners the coin further right can always go to the partner of the other.",
        ),
        3 | 4 => {
            let why = match coins.len() {
                3 => {
                    "Count the squares from 1, and think of a fourth coin on 0, which never moves. The squares are piles: two \
                     coins may not share one, but Nim never wants that, since then the other two would have to be on one \
                     square too."
                }
                _ => {
                    "The squares are piles: two coins may not share one, but Nim never wants that, since then the other two \
                     would have to be on one square too."
                }
            };
            let mut steps = parts::nim(why, &piles(coins), Play::Normal);
            if let Some(idea) = steps.first_mut() {
                *idea = idea.clone().claiming(claim);
            }
            Some(steps)
        }
        _ => None,
    }
}

/// The sum of a position, number by number.
fn told(kind: &'static str, so: &str, coins: &Heaps) -> Step {
    let squares: Vec<Natural> = coins.iter().collect();
    let mut numbers = squares.clone();
    let mut pairs = Vec::new();
    for (place, square) in squares.iter().enumerate() {
        for other in &squares[..place] {
            let (far, near) = if square > other { (square, other) } else { (other, square) };
            let (apart, adds) = (far.minus(near).unwrap_or_default(), pair(far, near));
            pairs.push(format!("{near} and {far}, {apart} apart, add {adds}"));
            numbers.push(adds);
        }
    }
    let list = |numbers: &[Natural]| {
        let words: Vec<String> = numbers.iter().map(Natural::to_string).collect();
        words.join(" xor ")
    };
    let sum = value(&squares);
    let adding =
        if pairs.is_empty() { String::new() } else { format!(" Squares {}.", pairs.join("; ")) };
    let text = match numbers.len() {
        0 | 1 => format!("{so} the only coin counts with its square: {sum}."),
        _ => format!(
            "{so} the squares are {}.{adding} All together: {} = {sum}.",
            parts::list(&squares.iter().map(Natural::to_string).collect::<Vec<_>>()),
            list(&numbers)
        ),
    };
    let claims = || {
        let numbers: Vec<Nimber> = numbers.iter().cloned().map(Nimber).collect();
        let position = coins.to_string();
        [
            Claim::sum(&numbers, &Nimber(sum.clone())),
            Claim::Value { position, value: Nimber(sum.clone()) },
        ]
    };
    Step::new(kind, text).claiming(claims)
}

pub static ENTRY: Entry = Entry {
    name: "welter",
    aliases: &["welters-game"],
    title: "Welter's game",
    rules: "A strip of squares, numbered from 0 at the left, with coins on some of them, at most one on each; the position \
            lists their squares. A move takes one coin to a free square further left; it may jump over others.",
    board: Board::Strip,
    can: &[Ability::Piles, Ability::Misere],
    parameters: &[],
    examples: &[
        "welter: 2 5 9",
        "welter: 1 3 4 8 10",
        "welter: 4 7",
        "misere welter: 2 5 7",
        "welter: 7 10^30 10^31 12345",
    ],
    example_move: ("2 5 9", "9, 1"),
    known: &[
        Known {
            address: "welter: 0 1 2",
            outcome: "P",
            value: Some(0),
            source: "the end: no coin can move",
        },
        Known {
            address: "welter: 4 7",
            outcome: "N",
            value: Some(2),
            source: "On Numbers and Games, chapter 13: with two coins one less than the xor of the squares",
        },
    ],
    theorems: &[&VALUE],
    presets: &[],
    open: |parameters| boxed::open(Welter, parameters),
};
