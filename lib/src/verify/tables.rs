//! What claims are compared with, worked out once from the definitions: values of single heaps, and Wythoff's game.

use rustc_hash::FxHashMap;

use crate::erased::AnyPosition;
use crate::game::Game;
use crate::heap::{HeapRules, Options};
use crate::value::Play;

/// Heaps whose values are worked out, and options looked at for it, at most.
const HEAPS: u64 = 160;
const OPTIONS: u32 = 400_000;

/// Sizes of Wythoff's heaps that are labelled.
const SIDE: usize = 128;

/// Positions of more than two players that are decided.
const SEATED: usize = 20_000;

/// Tables of one game.
#[derive(Default)]
pub(super) struct Tables {
    values: Option<Vec<u64>>,
    /// In normal and in misère play, whether a pair of heaps is lost.
    lost: [Option<Vec<bool>>; 2],
    /// In a game of more than two players, what each seat can be sure of.
    seats: FxHashMap<AnyPosition, Vec<bool>>,
}

impl Tables {
    /// The values of the heaps 0, 1, 2, ... as far as they are few enough: each the mex of its options.
    pub fn values(&mut self, heap: &dyn HeapRules) -> &[u64] {
        self.values.get_or_insert_with(|| {
            let (mut values, mut left) = (Vec::new(), OPTIONS);
            while (values.len() as u64) < HEAPS {
                let Some(options) = options(heap, &values, values.len() as u64, &mut left) else {
                    break;
                };
                let least = (0..).find(|number| !options.contains(number));
                values.push(least.unwrap_or(0));
            }
            values
        })
    }

    /// The values of the options of a heap, where these are known.
    pub fn options(&mut self, heap: &dyn HeapRules, size: u64) -> Option<Vec<u64>> {
        let values = self.values(heap);
        options(heap, values, size, &mut OPTIONS.clone())
    }

    /// What each seat can be sure of by the definition: whoever is to move needs one move after which it still is, all
    /// others must be after every move. Only how a game ends is taken from the game.
    pub fn seats(&mut self, game: &Game, position: &AnyPosition) -> Option<&Vec<bool>> {
        let mut waiting = vec![position.clone()];
        while let Some(position) = waiting.last().cloned() {
            if self.seats.contains_key(&position) {
                waiting.pop();
                continue;
            }
            if self.seats.len() >= SEATED {
                return None;
            }
            let (moves, complete) = game.moves(&position, SEATED);
            let options: Vec<AnyPosition> =
                moves.iter().map(|mv| game.play(&position, mv)).collect();
            let open = options.iter().filter(|option| !self.seats.contains_key(option));
            let before = waiting.len();
            waiting.extend(open.cloned());
            if !complete || waiting.len() > before.max(SEATED) {
                return None;
            }
            if waiting.len() > before {
                continue;
            }
            let seats = match options.is_empty() {
                true => game.seats(&position).ok()??.seats,
                false => {
                    let after: Vec<&Vec<bool>> =
                        options.iter().map(|option| &self.seats[option]).collect();
                    let last = after[0].len() - 1;
                    let mover = after.iter().any(|seats| seats[last]);
                    let others = (0..last).map(|seat| after.iter().all(|seats| seats[seat]));
                    std::iter::once(mover).chain(others).collect()
                }
            };
            self.seats.insert(position, seats);
        }
        self.seats.get(position)
    }

    /// Whether a pair of Wythoff's heaps is lost: marked from the smallest pairs upwards.
    pub fn wythoff(&mut self, play: Play, small: u64, large: u64) -> Option<bool> {
        let lost = self.lost[usize::from(play == Play::Misere)].get_or_insert_with(|| {
            let mut won = vec![false; SIDE * SIDE];
            // Who cannot move wins in misère play.
            won[0] = play == Play::Misere;
            for (a, b) in (0..SIDE).flat_map(|a| (0..SIDE).map(move |b| (a, b))) {
                if !won[a * SIDE + b] {
                    // Whoever can move to a lost pair wins.
                    for more in 1..SIDE - a.min(b) {
                        for (a, b) in [(a + more, b), (a, b + more), (a + more, b + more)] {
                            if a < SIDE && b < SIDE {
                                won[a * SIDE + b] = true;
                            }
                        }
                    }
                }
            }
            won.into_iter().map(|won| !won).collect()
        });
        let place = |size: u64| usize::try_from(size).ok().filter(|size| *size < SIDE);
        lost.get(place(small)? * SIDE + place(large)?).copied()
    }
}

/// The values of the options of a heap, from those of smaller heaps; nothing where they are not known, or too many.
fn options(heap: &dyn HeapRules, values: &[u64], size: u64, left: &mut u32) -> Option<Vec<u64>> {
    let (mut found, mut whole) = (Vec::new(), true);
    heap.options(
        size,
        &mut Options::new(&mut |parts| {
            let mut known =
                parts.iter().map(|part| values.get(usize::try_from(*part).ok()?).copied());
            let value = known.try_fold(0, |sum, value| Some(sum ^ value?));
            *left = left.saturating_sub(1);
            whole &= value.is_some() && *left > 0;
            found.extend(value);
            whole
        }),
    );
    whole.then_some(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_those_of_the_textbooks() {
        let game = crate::open("kayles: 1").unwrap().game;
        let mut tables = Tables::default();
        let values = tables.values(game.heap().unwrap());
        assert_eq!(values[..12], [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6]);
        assert!(values.len() as u64 == HEAPS);
        for (small, large) in [(0, 0), (1, 2), (3, 5), (4, 7), (6, 10), (8, 13)] {
            assert_eq!(tables.wythoff(Play::Normal, small, large), Some(true));
            assert_eq!(tables.wythoff(Play::Normal, large, small), Some(true));
            assert_eq!(tables.wythoff(Play::Normal, small, large + 1), Some(false));
        }
        assert_eq!(tables.wythoff(Play::Misere, 2, 2), Some(true));
        assert_eq!(tables.wythoff(Play::Misere, 1, 2), Some(false));
    }
}
