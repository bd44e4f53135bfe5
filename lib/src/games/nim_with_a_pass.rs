//! Nim with a pass: once in a game, one of the two may pass.

use std::fmt;

use crate::analysis::{Numbers, Theorem};
use crate::boxed;
use crate::error::Error;
use crate::explain::{Claim, Step, parts};
use crate::game::{Ability, Board, Entry, Known};
use crate::heap::beside::Beside;
use crate::heap::{Balance, HeapMove, Heaps, random_heaps};
use crate::natural::Natural;
use crate::rules::{Found, Moves, Random, Rules};
use crate::scene::{Card, Role, Scene};
use crate::value::{Nimber, Outcome, Play};

struct NimWithAPass;

/// A move of Nim, or the pass.
#[derive(Clone)]
enum Turn {
    Pass,
    Take(HeapMove),
}

impl fmt::Display for Turn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Turn::Pass => f.write_str("pass"),
            Turn::Take(mv) => mv.fmt(f),
        }
    }
}

static NIM: Theorem = Theorem {
    name: "nim-with-a-pass-used",
    play: Play::Normal,
    statement: "Without a pass this is Nim: the value is the xor of the piles",
    source: "Bouton 1901, Nim, a game with a complete mathematical theory",
};
static NIM_MISERE: Theorem = Theorem {
    name: "nim-with-a-pass-used-misere",
    play: Play::Misere,
    statement: "Without a pass this is misère Nim: while some pile holds 2 or more, the same side wins as in normal Nim; \
                otherwise the mover loses exactly when the number of piles of 1 is odd",
    source: "Bouton 1901, Nim, a game with a complete mathematical theory",
};
static ONE_PILE: Theorem = Theorem {
    name: "nim-with-a-pass-one-pile",
    play: Play::Normal,
    statement: "One pile and one pass: the value of a pile of n is n + 1 if n is odd and n - 1 if it is even, and that of no \
                stones is 0",
    source: "checked by bouton verify; by induction on the pile",
};

impl NimWithAPass {
    fn has_stones(position: &Beside) -> bool {
        position.heaps.iter().any(|size| !size.is_zero())
    }

    fn balance(position: &Beside, play: Play) -> Option<Balance> {
        let sizes = position.heaps.iter().map(|size| Some(Nimber(size)));
        Balance::of(sizes, play).filter(|_| position.number == 0)
    }

    /// The pile, if there is one and one pass.
    fn single(position: &Beside) -> Option<Natural> {
        let mut piles = position.heaps.iter().filter(|size| !size.is_zero());
        let pile = piles.next().unwrap_or_default();
        (position.number == 1 && piles.next().is_none()).then_some(pile)
    }

    /// What a pile is worth while there is a pass.
    fn worth(pile: &Natural) -> Natural {
        let one = Natural::from(1u64);
        if pile.bit(0) { pile + &one } else { pile.minus(&one).unwrap_or_default() }
    }

    /// The moves of Nim that leave the values which the balance wants.
    fn balanced(position: &Beside, play: Play, goal: &Nimber, limit: usize) -> Option<Found<Turn>> {
        let balance = NimWithAPass::balance(position, play)?;
        let lowered = position.heaps.iter().enumerate().filter_map(|(pile, size)| {
            let Nimber(to) = balance.target(&Nimber(size.clone()), goal);
            (to < size).then(|| Turn::Take(HeapMove::many([(pile, to)])))
        });
        Some(Found::first(lowered.collect(), limit))
    }
}

impl Rules for NimWithAPass {
    type Position = Beside;
    type Move = Turn;

    fn moves(&self, position: &Beside, out: &mut Moves<'_, Turn>) {
        if position.number > 0 && NimWithAPass::has_stones(position) {
            out.push(Turn::Pass);
        }
        for pile in 0..position.heaps.len() {
            let Some(size) = position.heaps.word(pile) else { return out.too_many() };
            for to in 0..size {
                out.push(Turn::Take(HeapMove::one(pile, Heaps::one(to))));
                if out.full() {
                    return;
                }
            }
        }
    }

    fn play(&self, position: &Beside, mv: &Turn) -> Beside {
        let Beside { number, heaps } = position;
        match mv {
            Turn::Pass => Beside { number: number.saturating_sub(1), heaps: heaps.clone() },
            Turn::Take(mv) => Beside { number: *number, heaps: mv.play(heaps) },
        }
    }

    fn read(&self, text: &str) -> Result<Beside, Error> {
        // Piles alone are the start, with the pass.
        match text.contains('|') {
            true => text.parse(),
            false => Ok(Beside { number: 1, heaps: text.parse()? }),
        }
    }

    fn check(&self, position: &Beside) -> Result<(), Error> {
        match position.heaps.is_empty() {
            true => Err(Error::input(
                "there are no piles: write the passes that are left, a bar and the piles, such as 1 | 3 4 5",
            )),
            false => Ok(()),
        }
    }

    fn simplify(&self, position: Beside) -> Beside {
        let heaps = position.heaps.sorted(|size| !size.is_zero());
        // Without stones nobody can pass.
        match heaps.is_empty() {
            true => Beside { number: 0, heaps: Heaps::one(0) },
            false => Beside { number: position.number, heaps },
        }
    }

    fn value(&self, position: &Beside) -> Option<Nimber> {
        let nim = NimWithAPass::balance(position, Play::Normal).map(|balance| balance.sum);
        nim.or_else(|| {
            NimWithAPass::single(position).map(|pile| Nimber(NimWithAPass::worth(&pile)))
        })
    }

    fn outcome(&self, position: &Beside, play: Play) -> Option<Outcome> {
        NimWithAPass::balance(position, play).map(|balance| balance.outcome())
    }

    fn moves_to(&self, position: &Beside, target: &Nimber, limit: usize) -> Option<Found<Turn>> {
        let Some(pile) = NimWithAPass::single(position) else {
            return NimWithAPass::balanced(position, Play::Normal, target, limit);
        };
        let mut turns = Vec::new();
        if target.0 == pile && !pile.is_zero() {
            turns.push(Turn::Pass);
        }
        // Worth 2, 1, 4, 3, ...: what is worth n has n + 1 or n - 1 stones in the same way.
        let to = NimWithAPass::worth(&target.0);
        if let Some(place) = position.heaps.iter().position(|size| size == pile && to < size) {
            turns.push(Turn::Take(HeapMove::many([(place, to)])));
        }
        Some(Found::first(turns, limit))
    }

    fn winning(&self, position: &Beside, play: Play, limit: usize) -> Option<Found<Turn>> {
        NimWithAPass::balanced(position, play, &Nimber::ZERO, limit)
    }

    fn find_move(&self, position: &Beside, text: &str) -> Option<Result<Turn, Error>> {
        if text.trim() == "pass" {
            return Some(match (position.number, NimWithAPass::has_stones(position)) {
                (0, _) => Err(Error::input("the pass is used: take from a pile")),
                (_, false) => Err(Error::input("nobody may pass when no stones are left")),
                _ => Ok(Turn::Pass),
            });
        }
        Some(HeapMove::read(text, &position.heaps).and_then(|mv| match mv.single() {
            Some((pile, to)) if to.len() == 1 && to.get(0) < position.heaps.get(pile) => {
                Ok(Turn::Take(mv))
            }
            _ => Err(Error::input(format!("{mv} does not take from one pile"))),
        }))
    }

    fn theorem(&self, position: &Beside, play: Play) -> Option<&'static Theorem> {
        match (position.number, play) {
            (0, Play::Normal) => Some(&NIM),
            (0, Play::Misere) => Some(&NIM_MISERE),
            (_, Play::Normal) => NimWithAPass::single(position).map(|_| &ONE_PILE),
            (_, Play::Misere) => None,
        }
    }

    fn explain(&self, position: &Beside, play: Play) -> Option<Vec<Step>> {
        if position.number == 0 {
            let piles = parts::piles("pile", &position.heaps)?;
            return Some(parts::nim("Nobody can pass any more.", &piles, play));
        }
        let pile = NimWithAPass::single(position)
            .filter(|pile| play == Play::Normal && !pile.is_zero())?;
        let idea =
            "With one pile take it all: nobody may pass when no stones are left.".to_string();
        let (position, value) = (position.to_string(), Nimber(NimWithAPass::worth(&pile)));
        let claim = || [Claim::Value { position, value }];
        Some(vec![Step::new("idea", idea).claiming(claim)])
    }

    fn because(&self, position: &Beside, mv: &Turn, play: Play) -> Option<Step> {
        let Turn::Take(mv) = mv else { return None };
        let piles = parts::piles("pile", &position.heaps).filter(|_| position.number == 0)?;
        let (pile, to) = mv.single()?;
        parts::nim_move(&piles, play, pile, &to.get(0), &mv.describe(&position.heaps))
    }

    fn describe(&self, position: &Beside, mv: &Turn) -> String {
        match mv {
            Turn::Pass => "pass".to_string(),
            Turn::Take(mv) => mv.describe(&position.heaps),
        }
    }

    fn numbers(&self, position: &Beside, mv: &Turn) -> Numbers {
        match mv {
            Turn::Pass => Numbers::default(),
            Turn::Take(mv) => mv.numbers(&position.heaps),
        }
    }

    fn scene(&self, position: &Beside) -> Scene {
        let mut scene = Scene::piles(&position.heaps, &|_, _| true);
        if position.number > 0 && NimWithAPass::has_stones(position) {
            let caption = match position.number {
                1 => "pass".to_string(),
                passes => format!("pass ({passes})"),
            };
            scene.add_cards(vec![Card {
                id: "pass".to_string(),
                label: "Pass".to_string(),
                caption,
                role: Role::Card,
                pick: Some("pass".to_string()),
            }]);
        }
        scene
    }

    fn random(&self, size: u64, random: &mut Random) -> Option<Beside> {
        let number = random.between(0, 2);
        Some(Beside { number, heaps: random_heaps(size * 2 / 3, random) })
    }
}

pub static ENTRY: Entry = Entry {
    name: "nim-with-a-pass",
    aliases: &["pass-nim"],
    title: "Nim with a pass",
    rules: "Nim: a move takes one or more stones from one pile. Instead, one of the players may pass once in the game; after \
            that nobody can. Nobody may pass when no stones are left. The position is the number of passes that are left, \
            a bar and the piles: 1 | 3 4 5; piles alone mean that one is left.",
    board: Board::Heaps,
    can: &[Ability::Misere],
    parameters: &[],
    examples: &[
        "nim-with-a-pass: 1 | 3 4 5",
        "nim-with-a-pass: 1 | 2 3",
        "nim-with-a-pass: 0 | 3 4 5",
        "nim-with-a-pass: 2 | 3 3 2",
        "misere nim-with-a-pass: 1 | 2 3 1",
        "nim-with-a-pass: 1 | 10^30",
        "nim-with-a-pass: 0 | 10^30 10^29 7",
    ],
    example_move: ("1 | 3 4 5", "2 -> 1"),
    known: &[
        Known {
            address: "nim-with-a-pass: 1 | 1",
            outcome: "N",
            value: Some(2),
            source: "by the definition: to nothing, worth 0, or to the pile without a pass, worth 1",
        },
        Known {
            address: "nim-with-a-pass: 0 | 3 4 5",
            outcome: "N",
            value: Some(2),
            source: "Bouton 1901",
        },
    ],
    theorems: &[&NIM, &NIM_MISERE, &ONE_PILE],
    presets: &[],
    open: |parameters| boxed::open(NimWithAPass, parameters),
};
