//! Kopper's Nim: discard one of two heaps, and split the other into two.

use crate::analysis::Theorem;
use crate::boxed;
use crate::error::Error;
use crate::explain::{Claim, Step};
use crate::game::{Ability, Board, Entry, Known};
use crate::heap::{HeapMove, Heaps};
use crate::natural::Natural;
use crate::rules::{Found, Moves, Random, Rules};
use crate::scene::{Rows, Scene};
use crate::value::{Nimber, Outcome, Play};

struct Kopper;

static NORMAL: Theorem = Theorem {
    name: "kopper",
    play: Play::Normal,
    statement: "The value of heaps a and b is the number of 1s at the end of (a - 1) or (b - 1) in binary, digits put together by or",
    source: "OEIS A053398",
};
static MISERE: Theorem = Theorem {
    name: "kopper-misere",
    play: Play::Misere,
    statement: "Lost in misère play are two heaps each of which is 1 or leaves the rest 2 when divided by 3, but not 1 and 1",
    source: "checked by bouton verify",
};

/// Whether a heap can stand in a lost position of misère play.
fn fits(size: &Natural) -> bool {
    *size == Natural::from(1u64) || size.modulo(3) == 2
}

impl Kopper {
    fn splits(size: u64, each: &mut dyn FnMut(&[u64]) -> bool) {
        let _ = (1..=size / 2).all(|part| each(&[part, size - part]));
    }

    /// The smaller part of the first split of a heap that leaves a lost position, and how far it is from there to the
    /// next if there are more; nothing if no split does.
    fn first_split(size: &Natural, play: Play) -> Option<(Natural, Option<u64>)> {
        let [one, two] = [1u64, 2].map(Natural::from);
        match (play, size.modulo(3)) {
            // Two odd heaps.
            (Play::Normal, _) => (!size.bit(0)).then_some((one, Some(2))),
            // 1 and a heap with rest 2.
            (Play::Misere, 0) => Some((one, None)),
            // Two heaps with rest 2.
            (Play::Misere, 1) if *size != one => Some((two, Some(3))),
            (Play::Misere, _) => None,
        }
    }
}

impl Rules for Kopper {
    type Position = Heaps;
    type Move = HeapMove;

    fn moves(&self, heaps: &Heaps, out: &mut Moves<'_, HeapMove>) {
        for pile in 0..2 {
            let Some(size) = heaps.word(pile) else { return out.too_many() };
            Kopper::splits(size, &mut |parts| {
                out.push(HeapMove::one(pile, Heaps::from(parts)));
                !out.full()
            });
        }
    }

    fn play(&self, heaps: &Heaps, mv: &HeapMove) -> Heaps {
        mv.single().map_or_else(|| heaps.clone(), |(_, parts)| parts.clone())
    }

    fn check(&self, heaps: &Heaps) -> Result<(), Error> {
        if heaps.len() != 2 || heaps.iter().any(|size| size.is_zero()) {
            return Err(Error::input(format!(
                "kopper is played with two heaps, neither of them empty, not with {heaps}: such as kopper: 4 7"
            )));
        }
        Ok(())
    }

    fn simplify(&self, heaps: Heaps) -> Heaps {
        heaps.sorted(|_| true)
    }

    fn value(&self, heaps: &Heaps) -> Option<Nimber> {
        let less = heaps.iter().map(|size| size.minus(&Natural::from(1u64)).unwrap_or_default());
        let less: Vec<Natural> = less.collect();
        (0u64..).find(|bit| less.iter().all(|size| !size.bit(*bit))).map(Nimber::from)
    }

    fn outcome(&self, heaps: &Heaps, play: Play) -> Option<Outcome> {
        let lost = match play {
            Play::Normal => heaps.iter().all(|size| size.bit(0)),
            Play::Misere => {
                let ended = heaps.iter().all(|size| size == Natural::from(1u64));
                heaps.iter().all(|size| fits(&size)) && !ended
            }
        };
        Some(Outcome::from_mover_wins(!lost))
    }

    fn moves_to(&self, heaps: &Heaps, target: &Nimber, limit: usize) -> Option<Found<HeapMove>> {
        target.is_zero().then(|| self.winning(heaps, Play::Normal, limit))?
    }

    fn winning(&self, heaps: &Heaps, play: Play, limit: usize) -> Option<Found<HeapMove>> {
        let mut found = Found::none();
        for pile in 0..2 {
            let size = heaps.get(pile);
            let Some((first, step)) = Kopper::first_split(&size, play) else { continue };
            // The smaller part goes from `first` to half of the heap.
            let half = size.divided_by(2);
            let more = half.minus(&first).unwrap_or_default();
            let more = step.map_or(Natural::ZERO, |step| more.divided_by(step));
            let count = &more + &Natural::from(1u64);
            found.count = found.count.map(|so_far| &so_far + &count);
            let listed = count.to_u64().map_or(limit, |count| limit.min(count as usize));
            let listed = listed.min(limit - found.moves.len());
            found.complete &= Natural::from(listed) == count;
            for place in 0..listed as u64 {
                let part = &first + &Natural::from(place * step.unwrap_or(0));
                let rest = size.minus(&part).unwrap_or_default();
                found.moves.push(HeapMove::one(pile, [part, rest].into_iter().collect()));
            }
        }
        Some(found)
    }

    fn find_move(&self, heaps: &Heaps, text: &str) -> Option<Result<HeapMove, Error>> {
        Some(HeapMove::read(text, heaps).and_then(|mv| {
            let legal = mv.single().filter(|(pile, parts)| {
                let full = parts.len() == 2 && parts.iter().all(|part| !part.is_zero());
                full && &parts.get(0) + &parts.get(1) == heaps.get(*pile)
            });
            match legal {
                Some((pile, parts)) => Ok(HeapMove::one(pile, parts.sorted(|_| true))),
                None => Err(Error::input(format!(
                    "{mv} does not split one heap into two: write such as 2 -> 3 4"
                ))),
            }
        }))
    }

    fn theorem(&self, _heaps: &Heaps, play: Play) -> Option<&'static Theorem> {
        Some(if play == Play::Normal { &NORMAL } else { &MISERE })
    }

    fn explain(&self, heaps: &Heaps, play: Play) -> Option<Vec<Step>> {
        let idea = match play {
            Play::Normal => {
                "Leave two odd heaps. An odd heap is split into an odd and an even one, so that the other player always finds \
                 an even heap; and an even heap can be split into two odd ones. At the end are 1 and 1, both odd, which \
                 cannot be split."
            }
            Play::Misere => {
                "Here whoever finds 1 and 1 wins. Leave two heaps each of which is 1 or one of 2, 5, 8, 11, ..., the numbers \
                 with rest 2 by 3, but not 1 and 1. Two such parts never add up to such a heap, but for 1 and 1, which \
                 make 2; and any other heap, with rest 0 or 1, is 1 and such a number, or two of them."
            }
        };
        let told = heaps.iter().map(|size| match play {
            Play::Normal => format!("{size} is {}", if size.bit(0) { "odd" } else { "even" }),
            Play::Misere if size == Natural::from(1u64) => "1 is 1".to_string(),
            Play::Misere => format!("{size} has the rest {} by 3", size.modulo(3)),
        });
        let told: Vec<String> = told.collect();
        let claims = || {
            let three = Natural::from(if play == Play::Normal { 2u64 } else { 3u64 });
            heaps.iter().map(|size| Claim::division(&size, &three)).collect::<Vec<_>>()
        };
        Some(vec![
            Step::new("idea", idea),
            Step::new("here", format!("Here {}.", told.join(", and "))).claiming(claims),
        ])
    }

    fn because(&self, heaps: &Heaps, mv: &HeapMove, play: Play) -> Option<Step> {
        let (pile, parts) = mv.single()?;
        let kind = match play {
            Play::Normal => "two odd heaps",
            Play::Misere => "two heaps of the kind to leave",
        };
        let text = format!(
            "{} can be split into {kind}, {} and {}.",
            heaps.get(pile),
            parts.get(0),
            parts.get(1)
        );
        let (position, mv) = (heaps.to_string(), mv.to_string());
        let claim = || [Claim::Move { position, mv, outcome: Outcome::Previous }];
        Some(Step::new("pick", text).claiming(claim))
    }

    fn describe(&self, heaps: &Heaps, mv: &HeapMove) -> String {
        let Some((pile, parts)) = mv.single() else { return mv.to_string() };
        format!(
            "discard pile {} and split pile {} of {} into {} and {}",
            2 - pile,
            pile + 1,
            heaps.get(pile),
            parts.get(0),
            parts.get(1)
        )
    }

    fn scene(&self, heaps: &Heaps) -> Scene {
        let options = |size: u64, each: &mut dyn FnMut(&[u64]) -> bool| Kopper::splits(size, each);
        let allows =
            |size: u64, to: &[u64]| to.len() == 2 && !to.contains(&0) && to[0] + to[1] == size;
        match Rows::of(&options, &allows) {
            Some(rows) => rows.scene(heaps),
            None => Scene::piles(heaps, &|_, _| false),
        }
    }

    fn random(&self, size: u64, random: &mut Random) -> Option<Heaps> {
        let pile = |random: &mut Random| random.between(1, 3 * size);
        Some(Heaps::from(&[pile(random), pile(random)][..]))
    }
}

pub static ENTRY: Entry = Entry {
    name: "kopper",
    aliases: &["koppers-nim"],
    title: "Kopper's Nim",
    rules: "Two heaps of stones, neither of them empty. A move discards one heap and splits the other into two heaps that are \
            not empty. It is written by the heap that is split: 2 -> 3 4 discards heap 1.",
    board: Board::Heaps,
    can: &[Ability::Piles, Ability::Misere],
    parameters: &[],
    examples: &[
        "kopper: 4 7",
        "kopper: 9 15",
        "misere kopper: 6 5",
        "kopper: 24 100",
        "kopper: 10^30 7",
    ],
    example_move: ("4 7", "1 -> 1 3"),
    known: &[
        Known { address: "kopper: 3 5", outcome: "P", value: Some(0), source: "OEIS A053398" },
        Known { address: "kopper: 1 8", outcome: "N", value: Some(3), source: "OEIS A053398" },
    ],
    theorems: &[&NORMAL, &MISERE],
    presets: &[],
    open: |parameters| boxed::open(Kopper, parameters),
};
