//! Greedy Nim: Nim in which only a largest heap may be taken from.

use crate::analysis::Theorem;
use crate::boxed;
use crate::error::Error;
use crate::explain::{Claim, Step};
use crate::formula::{ClosedForm, Formula, Operation};
use crate::game::{Ability, Board, Entry, Known};
use crate::heap::Heaps;
use crate::heap::{HeapMove, random_heaps};
use crate::natural::Natural;
use crate::rules::{Found, Moves, Random, Rules};
use crate::scene::Scene;
use crate::value::{Nimber, Outcome, Play};
use bouton_core::order::InOrder;

struct GreedyNim;

static NORMAL: Theorem = Theorem {
    name: "greedy-nim",
    play: Play::Normal,
    statement: "Empty heaps aside, the mover loses exactly when the number of largest heaps is even",
    source: "Albert and Nowakowski 2004, Nim restrictions",
};

static MISERE: Theorem = Theorem {
    name: "greedy-nim-misere",
    play: Play::Misere,
    statement: "If the largest heap holds 2 or more, the same side wins as in normal play; \
                otherwise the mover loses exactly when the number of heaps of 1 is odd",
    source: "checked by bouton verify; by induction from the normal rule",
};

/// The largest size, how many heaps have it, the next largest below it and how many have that.
struct Top {
    size: Natural,
    count: usize,
    next: Natural,
    next_count: usize,
}

impl Top {
    fn of(heaps: &Heaps) -> Top {
        let size = heaps.iter().max().unwrap_or_default();
        let next = heaps.iter().filter(|heap| *heap < size).max().unwrap_or_default();
        let count = |wanted: &Natural| {
            if wanted.is_zero() { 0 } else { heaps.iter().filter(|heap| heap == wanted).count() }
        };
        Top { count: count(&size), next_count: count(&next), size, next }
    }

    fn outcome(&self, play: Play) -> Outcome {
        // With heaps of 1 only, the number of moves left is the number of heaps.
        let reversed = play == Play::Misere && self.size.bits() <= 1;
        Outcome::from_mover_wins((self.count % 2 == 1) != reversed)
    }

    /// Whether lowering one largest heap to `rest` wins.
    fn wins(&self, rest: &Natural, play: Play) -> bool {
        let after = if self.count > 1 {
            Top {
                size: self.size.clone(),
                count: self.count - 1,
                next: Natural::ZERO,
                next_count: 0,
            }
        } else if *rest > self.next {
            Top { size: rest.clone(), count: 1, next: Natural::ZERO, next_count: 0 }
        } else {
            let count = self.next_count + usize::from(*rest == self.next && !rest.is_zero());
            Top { size: self.next.clone(), count, next: Natural::ZERO, next_count: 0 }
        };
        after.outcome(play) == Outcome::Previous
    }

    /// The sizes below the largest fall into ranges within which winning does not depend on the
    /// size: 0, 1, 2 to below the next largest, the next largest itself, and above it.
    fn winning_ranges(&self, play: Play) -> Vec<(Natural, Natural)> {
        let (one, two) = (Natural::from(1u64), Natural::from(2u64));
        let after_next = &self.next + &one;
        let mut starts =
            vec![Natural::ZERO, one.clone(), two.clone(), self.next.clone(), after_next.clone()];
        starts.push(after_next.max(two));
        starts.push(self.size.clone());
        starts.retain(|start| *start <= self.size);
        starts.put_in_order();
        starts.dedup();
        let mut ranges: Vec<(Natural, Natural)> = Vec::new();
        for pair in starts.windows(2).filter(|pair| self.wins(&pair[0], play)) {
            match ranges.last_mut().filter(|(_, end)| *end == pair[0]) {
                Some((_, end)) => *end = pair[1].clone(),
                None => ranges.push((pair[0].clone(), pair[1].clone())),
            }
        }
        ranges
    }
}

impl Rules for GreedyNim {
    type Position = Heaps;
    type Move = HeapMove;

    fn moves(&self, heaps: &Heaps, out: &mut Moves<'_, HeapMove>) {
        let top = Top::of(heaps);
        let Some(size) = top.size.to_u64() else { return out.too_many() };
        for pile in (0..heaps.len()).filter(|pile| heaps.get(*pile) == top.size) {
            for rest in 0..size {
                out.push(HeapMove::one(pile, Heaps::one(rest)));
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
        heaps.sorted(|size| !size.is_zero())
    }

    fn outcome(&self, heaps: &Heaps, play: Play) -> Option<Outcome> {
        Some(Top::of(heaps).outcome(play))
    }

    fn winning(&self, heaps: &Heaps, play: Play, limit: usize) -> Option<Found<HeapMove>> {
        let top = Top::of(heaps);
        if top.size.is_zero() {
            return Some(Found::none());
        }
        let ranges = top.winning_ranges(play);
        let mut each = Natural::ZERO;
        for (start, end) in &ranges {
            each = &each + &end.minus(start).unwrap_or_default();
        }
        let one = Natural::from(1u64);
        let mut found = Found {
            moves: Vec::new(),
            count: Some(each.times(&Natural::from(top.count))),
            complete: true,
        };
        for pile in (0..heaps.len()).filter(|pile| heaps.get(*pile) == top.size) {
            for (start, end) in &ranges {
                let mut rest = start.clone();
                while rest < *end {
                    if found.moves.len() == limit {
                        found.complete = false;
                        return Some(found);
                    }
                    found.moves.push(HeapMove::many([(pile, rest.clone())]));
                    rest = &rest + &one;
                }
            }
        }
        Some(found)
    }

    fn find_move(&self, heaps: &Heaps, text: &str) -> Option<Result<HeapMove, Error>> {
        let top = Top::of(heaps).size;
        Some(HeapMove::read(text, heaps).and_then(|mv| match mv.sizes().as_deref() {
            Some([(pile, rest)]) if heaps.get(*pile) == top && *rest < top => Ok(mv),
            _ => Err(Error::input(format!("{mv} does not take from one largest heap, of {top}"))),
        }))
    }

    fn theorem(&self, _heaps: &Heaps, play: Play) -> Option<&'static Theorem> {
        Some(match play {
            Play::Normal => &NORMAL,
            Play::Misere => &MISERE,
        })
    }

    fn closed_form(&self, play: Play) -> Option<ClosedForm> {
        (play == Play::Normal).then(|| ClosedForm {
            heaps: 2,
            is_value: false,
            text: "with two equal heaps".to_string(),
            formula: Formula::binary(Operation::Equal, Formula::N, Formula::M),
            theorem: &NORMAL,
        })
    }

    fn describe(&self, heaps: &Heaps, mv: &HeapMove) -> String {
        mv.describe(heaps)
    }

    fn last_move(&self) -> Option<&'static str> {
        Some("takes the last stone")
    }

    fn scene(&self, heaps: &Heaps) -> Scene {
        let top = Top::of(heaps).size;
        Scene::piles(heaps, &|pile, _| heaps.get(pile) == top)
    }

    fn explain(&self, heaps: &Heaps, play: Play) -> Option<Vec<Step>> {
        let top = Top::of(heaps);
        let end = match play {
            Play::Normal => "",
            Play::Misere => {
                " In misère play that holds while a heap of 2 or more is left; if only heaps of 1 are, leave an odd number."
            }
        };
        let mut steps = vec![Step::new(
            "idea",
            format!(
                "Only a largest heap may be touched, so their number is what counts: leave an even number of largest heaps. \
                 Any move from there lowers one of them and leaves an odd number. From an odd number of three or more one \
                 is lowered; a single largest heap is lowered onto the next ones or below them, whichever leaves an even \
                 number on top.{end}"
            ),
        )];
        let highlights = (0..heaps.len()).filter(|pile| heaps.get(*pile) == top.size);
        steps.push(
            Step::new(
                "here",
                match top.count {
                    1 => format!("One heap has the largest size, {}.", top.size),
                    count => format!("{count} heaps have the largest size, {}.", top.size),
                },
            )
            .highlighting(highlights.map(|pile| format!("pile-{}", pile + 1)))
            .claiming(|| {
                let (own, numbers) = Claim::sizes(heaps);
                let (above, size) = (&top.size + &Natural::from(1u64), Nimber(top.size.clone()));
                let more = Claim::Count {
                    numbers: numbers.clone(),
                    least: Nimber(above),
                    most: None,
                    count: 0,
                };
                // An empty heap is no heap of the largest size.
                let least = if size.is_zero() { Nimber::from(1u64) } else { size.clone() };
                let count = heaps.iter().filter(|heap| *heap == size.0 && !heap.is_zero()).count();
                let most = Some(size);
                [own, more, Claim::Count { numbers, least, most, count: count as u64 }]
            }),
        );
        if top.outcome(play) == Outcome::Next && !top.size.is_zero() {
            let one = Natural::from(1u64);
            let ranges: Vec<String> = top
                .winning_ranges(play)
                .iter()
                .map(|(start, end)| match end.minus(&one).unwrap_or_default() {
                    last if last == *start => start.to_string(),
                    last => format!("any size from {start} to {last}"),
                })
                .collect();
            let alone = top.count == 1;
            let ones = top.size.bits() == 1 || alone && top.next.bits() <= 1;
            let left = match play {
                Play::Misere if ones => "an odd number of 1s",
                Play::Normal if alone && top.next.is_zero() => "nothing",
                _ => "an even number of largest heaps",
            };
            // The ends of each range stand for all of it.
            let lowered = || {
                let pile = (0..heaps.len()).find(|pile| heaps.get(*pile) == top.size).unwrap_or(0);
                let ranges = top.winning_ranges(play);
                let ends = ranges.into_iter().flat_map(|(start, end)| {
                    [start, end.minus(&Natural::from(1u64)).unwrap_or_default()]
                });
                let claim = |to: Natural| Claim::Move {
                    position: heaps.to_string(),
                    mv: format!("{} -> {to}", pile + 1),
                    outcome: Outcome::Previous,
                };
                ends.map(claim).collect::<Vec<_>>()
            };
            let which = if alone { "it" } else { "one of them" };
            let text = format!("Lower {which} to {}: that leaves {left}.", ranges.join(", or "));
            steps.push(Step::new("here", text).claiming(lowered));
        }
        Some(steps)
    }

    fn random(&self, size: u64, random: &mut Random) -> Option<Heaps> {
        Some(random_heaps(size, random))
    }
}

pub static ENTRY: Entry = Entry {
    name: "greedy-nim",
    aliases: &[],
    title: "Greedy Nim",
    rules: "Heaps of stones. A move takes any number of stones, at least one, from one heap of the largest size.",
    board: Board::Heaps,
    can: &[Ability::Piles, Ability::Table, Ability::Misere],
    parameters: &[],
    examples: &[
        "greedy-nim: 4 4 2",
        "greedy-nim: 5 3 3 1",
        "misere greedy-nim: 3 1 1",
        "greedy-nim: 10^40 10^39 7",
    ],
    example_move: ("4 4 2", "2 -> 1"),
    known: &[
        Known {
            address: "greedy-nim: 4 4 2",
            outcome: "P",
            value: None,
            source: "Albert and Nowakowski 2004",
        },
        Known {
            address: "greedy-nim: 4 4 4",
            outcome: "N",
            value: None,
            source: "Albert and Nowakowski 2004",
        },
    ],
    theorems: &[&NORMAL, &MISERE],
    presets: &[],
    open: |parameters| boxed::open(GreedyNim, parameters),
};
