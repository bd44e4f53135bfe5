//! Lim: take as much from two of three piles, and put it on the third.

use crate::analysis::Theorem;
use crate::boxed;
use crate::error::Error;
use crate::explain::{Step, parts};
use crate::game::{Ability, Board, Entry, Known};
use crate::heap::{HeapMove, Heaps};
use crate::natural::Natural;
use crate::rules::{Found, Moves, Random, Rules};
use crate::scene::{Card, Role, Scene};
use crate::value::{Nimber, Outcome, Play};

struct Lim;

static HALVES: Theorem = Theorem {
    name: "lim",
    play: Play::Normal,
    statement: "Lost are the positions in which the xor of the halves of the three sums of two piles, rounded down, is 0",
    source: "by Nim: a move lowers one of the halves and leaves the other two",
};

/// The two piles beside one.
fn others(pile: usize) -> [usize; 2] {
    [[1, 2], [0, 2], [0, 1]][pile % 3]
}

impl Lim {
    /// Half of what the other two piles hold together, for each pile: Nim is played with these.
    fn halves(piles: &Heaps) -> [Natural; 3] {
        [0, 1, 2].map(|pile| {
            let [a, b] = others(pile);
            (&piles.get(a) + &piles.get(b)).divided_by(2)
        })
    }

    fn sum(piles: &Heaps) -> Nimber {
        Lim::halves(piles).into_iter().map(Nimber).sum()
    }

    /// What can be taken from the other two piles.
    fn most(piles: &Heaps, pile: usize) -> Natural {
        let [a, b] = others(pile).map(|other| piles.get(other));
        a.min(b)
    }

    fn named(piles: &Heaps) -> Vec<parts::Pile> {
        let names = ["half of piles 2 and 3", "half of piles 1 and 3", "half of piles 1 and 2"];
        names.into_iter().map(str::to_string).zip(Lim::halves(piles)).collect()
    }
}

impl Rules for Lim {
    type Position = Heaps;
    type Move = HeapMove;

    fn moves(&self, piles: &Heaps, out: &mut Moves<'_, HeapMove>) {
        for pile in 0..3 {
            let Some(most) = Lim::most(piles, pile).to_u64() else { return out.too_many() };
            for taken in 1..=most {
                out.push(HeapMove::many([(pile, &piles.get(pile) + &Natural::from(taken))]));
                if out.full() {
                    return;
                }
            }
        }
    }

    fn play(&self, piles: &Heaps, mv: &HeapMove) -> Heaps {
        let Some((pile, to)) = mv.single() else { return piles.clone() };
        let taken = to.get(0).minus(&piles.get(pile)).unwrap_or_default();
        let less = |other: usize| piles.get(other).minus(&taken).unwrap_or_default();
        let [a, b] = others(pile);
        piles.with(pile, &to.get(0)).with(a, &less(a)).with(b, &less(b))
    }

    fn check(&self, piles: &Heaps) -> Result<(), Error> {
        match piles.len() {
            3 => Ok(()),
            count => Err(Error::input(format!(
                "lim is played with three piles, not {count}: such as lim: 3 4 5"
            ))),
        }
    }

    fn simplify(&self, piles: Heaps) -> Heaps {
        piles.sorted(|_| true)
    }

    fn outcome(&self, piles: &Heaps, play: Play) -> Option<Outcome> {
        (play == Play::Normal).then(|| Outcome::from_mover_wins(!Lim::sum(piles).is_zero()))
    }

    fn winning(&self, piles: &Heaps, play: Play, limit: usize) -> Option<Found<HeapMove>> {
        if play == Play::Misere {
            return None;
        }
        let Nimber(sum) = Lim::sum(piles);
        let halves = Lim::halves(piles);
        let grown = (0..3).filter_map(|pile| {
            let taken = halves[pile].minus(&(&halves[pile] ^ &sum))?;
            let fits = !taken.is_zero() && taken <= Lim::most(piles, pile);
            fits.then(|| HeapMove::many([(pile, &piles.get(pile) + &taken)]))
        });
        Some(Found::first(grown.collect(), limit))
    }

    fn find_move(&self, piles: &Heaps, text: &str) -> Option<Result<HeapMove, Error>> {
        Some(HeapMove::read(text, piles).and_then(|mv| {
            let legal = mv.single().filter(|(_, to)| to.len() == 1).is_some_and(|(pile, to)| {
                let taken = to.get(0).minus(&piles.get(pile));
                taken.is_some_and(|taken| !taken.is_zero() && taken <= Lim::most(piles, pile))
            });
            match legal {
                true => Ok(mv),
                false => Err(Error::input(format!(
                    "{mv} is no move: write the pile that grows and its new size, such as 3 -> 5"
                ))),
            }
        }))
    }

    fn theorem(&self, _piles: &Heaps, play: Play) -> Option<&'static Theorem> {
        (play == Play::Normal).then_some(&HALVES)
    }

    fn explain(&self, piles: &Heaps, play: Play) -> Option<Vec<Step>> {
        if play == Play::Misere {
            return None;
        }
        let why = "Add the piles two by two. A move that takes k from two piles lowers their sum by 2k, and leaves the other \
                   two sums as they are, since there one pile loses k and the other gains it. So the halves of the three \
                   sums, rounded down, are piles of which a move lowers one; and whenever Nim wants one lowered, both \
                   piles hold enough.";
        Some(parts::nim(why, &Lim::named(piles), play))
    }

    fn because(&self, piles: &Heaps, mv: &HeapMove, play: Play) -> Option<Step> {
        let (pile, to) = mv.single()?;
        let taken = to.get(0).minus(&piles.get(pile))?;
        let lowered = Lim::halves(piles)[pile].minus(&taken)?;
        parts::nim_move(&Lim::named(piles), play, pile, &lowered, &self.describe(piles, mv))
    }

    fn describe(&self, piles: &Heaps, mv: &HeapMove) -> String {
        let Some((pile, to)) = mv.single() else { return mv.to_string() };
        let taken = to.get(0).minus(&piles.get(pile)).unwrap_or_default();
        let [a, b] = others(pile);
        format!(
            "take {taken} from pile {} and {taken} from pile {}, and put {taken} on pile {}",
            a + 1,
            b + 1,
            pile + 1
        )
    }

    fn scene(&self, piles: &Heaps) -> Scene {
        const MOST_CARDS: u64 = 20;
        let mut scene = Scene::piles(piles, &|_, _| false);
        scene.shapes.iter_mut().for_each(|shape| shape.why.clear());
        let (mut cards, mut cut) = (Vec::new(), false);
        for pile in 0..3 {
            let most = Lim::most(piles, pile).to_u64().unwrap_or(u64::MAX);
            cut |= most > MOST_CARDS;
            for taken in 1..=most.min(MOST_CARDS) {
                let to = &piles.get(pile) + &Natural::from(taken);
                let mv = HeapMove::many([(pile, to)]);
                cards.push(Card {
                    id: format!("pile-{}-plus-{taken}", pile + 1),
                    label: self.describe(piles, &mv),
                    caption: format!("{} +{taken}", pile + 1),
                    role: Role::Card,
                    pick: Some(mv.to_string()),
                });
            }
        }
        scene.add_cards(cards);
        if cut && scene.capped.is_none() {
            scene.capped = Some("Not every move is drawn.".to_string());
        }
        scene
    }

    fn random(&self, size: u64, random: &mut Random) -> Option<Heaps> {
        let pile = |random: &mut Random| random.between(0, size);
        Some(Heaps::from(&[pile(random), pile(random), pile(random)][..]))
    }
}

pub static ENTRY: Entry = Entry {
    name: "lim",
    aliases: &[],
    title: "Lim",
    rules: "Three piles of stones. A move takes the same number of stones, k, from two of the piles, and puts k stones on the \
            third; the other k are out of play. It is written by the pile that grows and its new size: 3 -> 5.",
    board: Board::Heaps,
    can: &[Ability::Misere],
    parameters: &[],
    examples: &[
        "lim: 3 4 5",
        "lim: 2 2 6",
        "lim: 7 9 12",
        "misere lim: 3 3 4",
        "lim: 10^30 10^29 12345",
    ],
    example_move: ("3 4 5", "3 -> 7"),
    known: &[Known {
        address: "lim: 1 1 1",
        outcome: "N",
        value: Some(1),
        source: "the only move leaves 0 0 2",
    }],
    theorems: &[&HALVES],
    presets: &[],
    open: |parameters| boxed::open(Lim, parameters),
};
