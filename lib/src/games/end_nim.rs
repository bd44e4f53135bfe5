//! End-Nim: a row of heaps, of which only the first and the last may be taken from.

use crate::analysis::Theorem;
use crate::boxed;
use crate::error::Error;
use crate::explain::{Claim, Step};
use crate::game::{Ability, Board, Entry, Known};
use crate::heap::{HeapMove, Heaps, random_heaps};
use crate::natural::Natural;
use crate::rules::{Found, Moves, Random, Rules};
use crate::scene::Scene;
use crate::value::{Outcome, Play};

struct EndNim;

static ENDS: Theorem = Theorem {
    name: "end-nim",
    play: Play::Normal,
    statement: "Before every row, and behind it, exactly one size of a heap makes a lost position; the sizes for a row follow \
                from those for the row without its last heap, or its first",
    source: "Albert and Nowakowski 2001, The game of End-Nim",
};

/// Heaps for which the table of all rows between two of them is filled in at most.
const MOST_HEAPS: usize = 2_000;
/// Heaps with which a row is told.
const MOST_TOLD: usize = 8;

/// The size before a longer row: `x` comes at the far end of a row whose sizes are `near` here and `far` there.
fn beyond(x: &Natural, near: &Natural, far: &Natural) -> Natural {
    let one = Natural::from(1u64);
    if x == far {
        Natural::ZERO
    } else if near <= x && x < far {
        x + &one
    } else if far < x && x <= near {
        x.minus(&one).unwrap_or_default()
    } else {
        x.clone()
    }
}

/// The sizes that are lost before the row and behind it; for an empty row an empty heap.
fn sizes(row: &[Natural]) -> (Natural, Natural) {
    // For all rows of one length, by where they begin; longer ones from those.
    let mut all: Vec<(Natural, Natural)> = row.iter().map(|x| (x.clone(), x.clone())).collect();
    for length in 2..=row.len() {
        let longer = |start: usize| {
            let end = start + length - 1;
            let (before, behind) = (&all[start], &all[start + 1]);
            (beyond(&row[end], &before.0, &before.1), beyond(&row[start], &behind.1, &behind.0))
        };
        all = (0..=row.len() - length).map(longer).collect();
    }
    all.pop().unwrap_or_default()
}

impl EndNim {
    /// The heaps that are not empty, with their places.
    fn row(heaps: &Heaps) -> Vec<(usize, Natural)> {
        heaps.iter().enumerate().filter(|(_, size)| !size.is_zero()).collect()
    }

    /// The sizes that the first and the last heap have to be given.
    fn wanted(heaps: &Heaps) -> Option<Vec<(usize, Natural, Natural)>> {
        let (places, row): (Vec<usize>, Vec<Natural>) = EndNim::row(heaps).into_iter().unzip();
        let last = row.len().checked_sub(1).filter(|last| *last < MOST_HEAPS)?;
        let mut wanted = vec![(places[0], row[0].clone(), sizes(&row[1..]).0)];
        if last > 0 {
            wanted.push((places[last], row[last].clone(), sizes(&row[..last]).1));
        }
        Some(wanted)
    }
}

impl Rules for EndNim {
    type Position = Heaps;
    type Move = HeapMove;

    fn moves(&self, heaps: &Heaps, out: &mut Moves<'_, HeapMove>) {
        let row = EndNim::row(heaps);
        let ends = [row.first(), row.last().filter(|_| row.len() > 1)];
        for (place, size) in ends.into_iter().flatten() {
            let Some(size) = size.to_u64() else { return out.too_many() };
            for rest in 0..size {
                out.push(HeapMove::one(*place, Heaps::one(rest)));
                if out.full() {
                    return;
                }
            }
        }
    }

    fn play(&self, heaps: &Heaps, mv: &HeapMove) -> Heaps {
        mv.play(heaps)
    }

    fn simplify(&self, heaps: Heaps) -> Heaps {
        let row: Vec<Natural> = EndNim::row(&heaps).into_iter().map(|(_, size)| size).collect();
        let turned: Vec<Natural> = row.iter().rev().cloned().collect();
        row.min(turned).into_iter().collect()
    }

    fn outcome(&self, heaps: &Heaps, play: Play) -> Option<Outcome> {
        if play == Play::Misere {
            return None;
        }
        let Some(wanted) = EndNim::wanted(heaps) else {
            return heaps.iter().all(|size| size.is_zero()).then_some(Outcome::Previous);
        };
        Some(Outcome::from_mover_wins(wanted[0].1 != wanted[0].2))
    }

    fn winning(&self, heaps: &Heaps, play: Play, limit: usize) -> Option<Found<HeapMove>> {
        if self.outcome(heaps, play)? == Outcome::Previous {
            return Some(Found::none());
        }
        let lower = EndNim::wanted(heaps)?.into_iter().filter(|(_, size, to)| to < size);
        Some(Found::first(
            lower.map(|(place, _, to)| HeapMove::many([(place, to)])).collect(),
            limit,
        ))
    }

    fn find_move(&self, heaps: &Heaps, text: &str) -> Option<Result<HeapMove, Error>> {
        let row = EndNim::row(heaps);
        let is_end = |place: usize| {
            [row.first(), row.last()].into_iter().flatten().any(|(end, _)| *end == place)
        };
        Some(HeapMove::read(text, heaps).and_then(|mv| match mv.single() {
            Some((place, to)) if is_end(place) && to.len() == 1 && to.get(0) < heaps.get(place) => {
                Ok(mv)
            }
            _ => Err(Error::input(format!("{mv} does not take from the first or the last heap"))),
        }))
    }

    fn theorem(&self, _heaps: &Heaps, play: Play) -> Option<&'static Theorem> {
        (play == Play::Normal).then_some(&ENDS)
    }

    fn explain(&self, heaps: &Heaps, play: Play) -> Option<Vec<Step>> {
        let row: Vec<Natural> = EndNim::row(heaps).into_iter().map(|(_, size)| size).collect();
        if play == Play::Misere || row.is_empty() || row.len() > MOST_TOLD {
            return None;
        }
        let idea = "Put a heap before a row: exactly one size of it is lost, since from every larger one it can be lowered \
                    to that size. Likewise behind the row. Beside one heap it is a heap of the same size. Add a heap x at the \
                    right end of a row, where n is lost at the left of the row and f at its right: then at the left of the \
                    longer row 0 is lost if x = f, since the row itself is lost; x + 1 if x is at least n and less than f; x \
                    - 1 if x is more than f and at most n; and x otherwise. So the sizes for a row are worked out heap by \
                    heap, from both ends.";
        let mut steps = vec![Step::new("idea", idea)];
        let text = |row: &[Natural]| {
            let words: Vec<String> = row.iter().map(Natural::to_string).collect();
            words.join(" ")
        };
        let last = row.len() - 1;
        let mut told = Vec::new();
        let mut lost = Vec::new();
        let mut side = |name: &str,
                        rest: &[Natural],
                        size: &Natural,
                        own: &Natural,
                        whole: String| {
            if !rest.is_empty() {
                told.push(format!("{name} {}, {size} is lost, and here stands {own}", text(rest)));
                lost.push(whole);
            }
        };
        let (left, right) = (sizes(&row[1..]).0, sizes(&row[..last]).1);
        let rest = &row[1..];
        side("Before", rest, &left, &row[0], text(&[std::slice::from_ref(&left), rest].concat()));
        let rest = &row[..last];
        side(
            "behind",
            rest,
            &right,
            &row[last],
            text(&[rest, std::slice::from_ref(&right)].concat()),
        );
        if !told.is_empty() {
            let claims = || {
                let outcome = Outcome::Previous;
                lost.into_iter().map(move |position| Claim::Outcome { position, outcome })
            };
            steps.push(Step::new("here", format!("{}.", told.join("; "))).claiming(claims));
        }
        Some(steps)
    }

    fn because(&self, heaps: &Heaps, mv: &HeapMove, _play: Play) -> Option<Step> {
        let text =
            format!("So lower the heap to the size that is lost there: {}.", mv.describe(heaps));
        let (position, mv) = (heaps.to_string(), mv.to_string());
        let claim = || [Claim::Move { position, mv, outcome: Outcome::Previous }];
        Some(Step::new("pick", text).claiming(claim))
    }

    fn describe(&self, heaps: &Heaps, mv: &HeapMove) -> String {
        mv.describe(heaps)
    }

    fn last_move(&self) -> Option<&'static str> {
        Some("takes the last stone")
    }

    fn scene(&self, heaps: &Heaps) -> Scene {
        let row = EndNim::row(heaps);
        let ends: Vec<usize> =
            [row.first(), row.last()].into_iter().flatten().map(|(end, _)| *end).collect();
        Scene::piles(heaps, &|pile, _| ends.contains(&pile))
    }

    fn random(&self, size: u64, random: &mut Random) -> Option<Heaps> {
        Some(random_heaps(size, random))
    }
}

pub static ENTRY: Entry = Entry {
    name: "end-nim",
    aliases: &[],
    title: "End-Nim",
    rules: "Heaps of stones in a row. A move takes one or more stones from the heap at the left end or from that at the right \
            end; a heap that is empty no longer counts, and the next one is the end.",
    board: Board::Heaps,
    can: &[Ability::Piles, Ability::Table, Ability::Misere],
    parameters: &[],
    examples: &[
        "end-nim: 3 1 4 2",
        "end-nim: 2 3 2",
        "end-nim: 4 4",
        "misere end-nim: 2 3 1",
        "end-nim: 10^30 7 10^29 3 10^30",
    ],
    example_move: ("3 1 4 2", "1 -> 2"),
    known: &[Known {
        address: "end-nim: 4 4",
        outcome: "P",
        value: Some(0),
        source: "two heaps are Nim",
    }],
    theorems: &[&ENDS],
    presets: &[],
    open: |parameters| boxed::open(EndNim, parameters),
};
