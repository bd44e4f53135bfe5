//! Building Nim: first build the piles stone by stone, then play Nim with them.

use crate::analysis::Theorem;
use crate::error::Error;
use crate::explain::{Step, parts};
use crate::game::{Ability, Board, Entry, Game, Known};
use crate::heap::Heaps;
use crate::heap::beside::Beside;
use crate::heap::{Balance, HeapMove};
use crate::natural::Natural;
use crate::rules::{Found, Moves, Random, Rules};
use crate::scene::{Form, Role, Scene, Shape};
use crate::value::{Nimber, Outcome, Play};

struct BuildingNim;

static BUILT: Theorem = Theorem {
    name: "building-nim-built",
    play: Play::Normal,
    statement: "Once all stones are placed this is Nim: the value is the xor of the pile sizes",
    source: "Bouton 1901, Nim, a game with a complete mathematical theory",
};
static BUILT_MISERE: Theorem = Theorem {
    name: "building-nim-built-misere",
    play: Play::Misere,
    statement: "Once all stones are placed this is misère Nim: while some pile holds 2 or more, the same side wins as in \
                normal Nim; otherwise the mover loses exactly when the number of piles of 1 is odd",
    source: "Bouton 1901, Nim, a game with a complete mathematical theory",
};

impl BuildingNim {
    /// The piles of Nim, once they are built and if they are few.
    fn piles(built: &Beside) -> Option<Vec<parts::Pile>> {
        (built.number == 0).then(|| parts::piles("pile", &built.heaps))?
    }
}

impl Rules for BuildingNim {
    type Position = Beside;
    type Move = HeapMove;

    fn moves(&self, built: &Beside, out: &mut Moves<'_, HeapMove>) {
        for pile in 0..built.heaps.len() {
            let Some(size) = built.heaps.word(pile) else { return out.too_many() };
            if built.number > 0 {
                match size.checked_add(1) {
                    Some(to) => out.push(HeapMove::one(pile, Heaps::one(to))),
                    None => return out.too_many(),
                }
                continue;
            }
            for to in 0..size {
                out.push(HeapMove::one(pile, Heaps::one(to)));
                if out.full() {
                    return;
                }
            }
        }
    }

    fn play(&self, built: &Beside, mv: &HeapMove) -> Beside {
        Beside { number: built.number.saturating_sub(1), heaps: mv.play(&built.heaps) }
    }

    fn check(&self, built: &Beside) -> Result<(), Error> {
        if built.heaps.is_empty() {
            return Err(Error::input(
                "there are no piles to build: write the stones in hand, a bar and the piles, such as 5 | 0 0 0",
            ));
        }
        Ok(())
    }

    fn simplify(&self, built: Beside) -> Beside {
        let building = built.number > 0;
        Beside {
            number: built.number,
            heaps: keep_one(built.heaps.sorted(|size| building || !size.is_zero())),
        }
    }

    fn value(&self, built: &Beside) -> Option<Nimber> {
        (built.number == 0).then(|| built.heaps.iter().map(Nimber).sum())
    }

    fn outcome(&self, built: &Beside, play: Play) -> Option<Outcome> {
        let sizes = built.heaps.iter().map(|size| Some(Nimber(size)));
        let balance = Balance::of(sizes, play).filter(|_| built.number == 0)?;
        Some(balance.outcome())
    }

    fn moves_to(&self, built: &Beside, target: &Nimber, limit: usize) -> Option<Found<HeapMove>> {
        let wanted = &self.value(built)? + target;
        let lowered = built.heaps.iter().enumerate().filter_map(|(pile, size)| {
            let to = &size ^ &wanted.0;
            (to < size).then(|| HeapMove::many([(pile, to)]))
        });
        Some(Found::first(lowered.collect(), limit))
    }

    fn theorem(&self, built: &Beside, play: Play) -> Option<&'static Theorem> {
        (built.number == 0).then_some(match play {
            Play::Normal => &BUILT,
            Play::Misere => &BUILT_MISERE,
        })
    }

    fn explain(&self, built: &Beside, play: Play) -> Option<Vec<Step>> {
        let piles = Self::piles(built)?;
        Some(parts::nim("All stones are placed.", &piles, play))
    }

    fn because(&self, built: &Beside, mv: &HeapMove, play: Play) -> Option<Step> {
        let (pile, to) = mv.single()?;
        let so = mv.describe(&built.heaps);
        parts::nim_move(&Self::piles(built)?, play, pile, &to.get(0), &so)
    }

    fn describe(&self, built: &Beside, mv: &HeapMove) -> String {
        match (built.number, mv.single()) {
            (1.., Some((pile, _))) => format!("place a stone on pile {}", pile + 1),
            _ => mv.describe(&built.heaps),
        }
    }

    fn scene(&self, built: &Beside) -> Scene {
        if built.number == 0 {
            return Scene::piles(&built.heaps, &|pile, size| {
                Natural::from(size) < built.heaps.get(pile)
            });
        }
        let mut scene = Scene::piles(&built.heaps, &|_, _| false);
        // While building, picking a pile's place puts a stone on it.
        for pile in 0..built.heaps.len() {
            let grown = built.heaps.word(pile).and_then(|size| size.checked_add(1));
            let pick = grown.map(|size| format!("{} -> {size}", pile + 1));
            if let Some(shape) =
                scene.shapes.iter_mut().find(|shape| shape.id == format!("pile-{}", pile + 1))
            {
                shape.pick = pick;
            }
        }
        let stones = if built.number == 1 { "stone" } else { "stones" };
        let label = format!("{} {stones} in hand", built.number);
        scene.width = scene.width.max(5.0);
        scene.shapes.iter_mut().for_each(|shape| shape.form.shift(0.0, 1.2));
        scene.height += 1.2;
        let form = Form::Text { x: scene.width / 2.0, y: 0.7 };
        scene.shapes.push(Shape::new("hand", label.clone(), Role::Text, form).with_caption(label));
        scene
    }

    fn random(&self, size: u64, random: &mut Random) -> Option<Beside> {
        let piles: Vec<u64> =
            (0..random.between(1, 4)).map(|_| random.between(0, size / 4)).collect();
        Some(Beside { number: random.between(0, size / 2), heaps: Heaps::from(&piles[..]) })
    }
}

/// A position needs a pile, if only an empty one.
fn keep_one(heaps: Heaps) -> Heaps {
    if heaps.is_empty() { Heaps::one(0) } else { heaps }
}

pub static ENTRY: Entry = Entry {
    name: "building-nim",
    aliases: &[],
    title: "Building Nim",
    rules: "Stones in hand and piles, 5 | 0 0 0. While there are stones in hand, a move places one of them on a pile; \
            when all are placed, the next player begins to play Nim with the piles.",
    board: Board::Heaps,
    can: &[Ability::Misere],
    parameters: &[],
    examples: &[
        "building-nim: 5 | 0 0 0",
        "building-nim: 10 | 0 0 0 0",
        "building-nim: 0 | 3 4 5",
        "building-nim: 2 | 1 3",
        "misere building-nim: 6 | 0 0 0",
    ],
    example_move: ("5 | 0 0 0", "2 -> 1"),
    known: &[Known {
        address: "building-nim: 2 | 0 0",
        outcome: "P",
        value: None,
        source: "Duchêne, Dufour, Heubach and Larsson 2016, Building Nim",
    }],
    theorems: &[&BUILT, &BUILT_MISERE],
    presets: &[],
    open: |parameters| Game::open(BuildingNim, parameters),
};
