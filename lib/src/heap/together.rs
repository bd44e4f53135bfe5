//! Games in which a move takes the same number from several heaps at once.

use crate::heap::Heaps;
use crate::heap::{HeapMove, random_heaps};
use crate::natural::Natural;
use crate::rules::{Moves, Random, Rules};
use crate::scene::Scene;

/// From which heaps the same number may be taken together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Chosen {
    /// From one heap, or from each heap; an empty heap therefore allows single heaps only.
    OneOrAll,
    /// From any heaps, at least one.
    Any,
}

/// Take the same number, at least one, from each of some heaps.
pub struct TakeTogether(pub Chosen);

/// More heaps than this have more choices than anybody could list.
const MOST_CHOSEN: usize = 16;

impl TakeTogether {
    /// The sets of heaps that may be chosen, of which each holds a stone.
    fn choices(&self, heaps: &Heaps) -> Option<Vec<Vec<usize>>> {
        let full: Vec<usize> =
            (0..heaps.len()).filter(|pile| heaps.word(*pile) != Some(0)).collect();
        if self.0 == Chosen::OneOrAll {
            let mut choices: Vec<Vec<usize>> = full.iter().map(|pile| vec![*pile]).collect();
            if full.len() == heaps.len() && heaps.len() > 1 {
                choices.push(full);
            }
            return Some(choices);
        }
        let chosen = |set: u64| {
            let chosen = full.iter().enumerate().filter(|(index, _)| set >> index & 1 == 1);
            chosen.map(|(_, pile)| *pile).collect()
        };
        (full.len() <= MOST_CHOSEN).then(|| (1..1u64 << full.len()).map(chosen).collect())
    }
}

impl Rules for TakeTogether {
    type Position = Heaps;
    type Move = HeapMove;

    fn moves(&self, heaps: &Heaps, out: &mut Moves<'_, HeapMove>) {
        let Some(choices) = self.choices(heaps) else { return out.too_many() };
        for chosen in choices {
            let sizes: Option<Vec<u64>> = chosen.iter().map(|pile| heaps.word(*pile)).collect();
            let Some(sizes) = sizes else { return out.too_many() };
            for take in 1..=sizes.iter().copied().min().unwrap_or(0) {
                let left = sizes.iter().map(|size| Natural::from(size - take));
                out.push(HeapMove::many(chosen.iter().copied().zip(left)));
                if out.full() {
                    return;
                }
            }
        }
    }

    fn play(&self, heaps: &Heaps, mv: &HeapMove) -> Heaps {
        mv.play(heaps)
    }

    fn options(&self, heaps: &Heaps, mut take: impl FnMut(Heaps) -> bool) -> bool {
        let Some(choices) = self.choices(heaps) else { return false };
        for chosen in choices {
            let sizes: Option<Vec<u64>> = chosen.iter().map(|pile| heaps.word(*pile)).collect();
            let Some(sizes) = sizes else { return false };
            for taken in 1..=sizes.iter().copied().min().unwrap_or(0) {
                let lowered = chosen.iter().zip(&sizes);
                let left = lowered
                    .fold(heaps.clone(), |left, (pile, size)| left.moved(*pile, &[size - taken]));
                if !take(left) {
                    return true;
                }
            }
        }
        true
    }

    fn simplify(&self, heaps: Heaps) -> Heaps {
        match self.0 {
            // An empty heap stays: it is what forbids to take from each.
            Chosen::OneOrAll => heaps.sorted(|_| true),
            Chosen::Any => heaps.sorted(|size| !size.is_zero()),
        }
    }

    fn find_move(&self, heaps: &Heaps, text: &str) -> Option<Result<HeapMove, crate::Error>> {
        Some(HeapMove::read(text, heaps).and_then(|mv| {
            let wrong = || {
                crate::Error::input(format!(
                    "{mv} does not take the same number, at least one, from heaps that may be chosen together"
                ))
            };
            let sizes = mv.sizes().ok_or_else(wrong)?;
            let taken: Option<Vec<Natural>> =
                sizes.iter().map(|(pile, left)| heaps.get(*pile).minus(left)).collect();
            let taken = taken.ok_or_else(wrong)?;
            let same = taken.iter().all(|amount| !amount.is_zero() && *amount == taken[0]);
            let chosen = sizes.len() == 1 || self.0 == Chosen::Any || sizes.len() == heaps.len();
            if same && chosen { Ok(mv) } else { Err(wrong()) }
        }))
    }

    fn describe(&self, heaps: &Heaps, mv: &HeapMove) -> String {
        mv.describe(heaps)
    }

    fn last_move(&self) -> Option<&'static str> {
        Some("takes the last stone")
    }

    fn scene(&self, heaps: &Heaps) -> Scene {
        Scene::piles(heaps, &|pile, size| Natural::from(size) < heaps.get(pile))
    }

    fn random(&self, size: u64, random: &mut Random) -> Option<Heaps> {
        Some(random_heaps(size, random))
    }
}
