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
static MISERE: Theorem = Theorem {
    name: "end-nim-misere",
    play: Play::Misere,
    statement: "While some heap holds 2 or more, the same side wins as in normal play; otherwise the mover loses exactly when \
                the number of heaps of 1 is odd",
    source: "Cairns and Ho 2011, Some remarks on End-Nim",
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

/// The sizes for all rows of two heaps and more that lie inside of this one.
fn table(row: &[Natural], play: Play) -> Option<Step> {
    let text = |row: &[Natural]| {
        let words: Vec<String> = row.iter().map(Natural::to_string).collect();
        words.join(" ")
    };
    let heads = ["row", "lost before it", "lost behind it"].map(String::from).to_vec();
    let (mut table, mut lost) = (vec![heads], Vec::new());
    for length in 2..row.len() {
        for inner in row.windows(length) {
            let (before, behind) = sizes(inner);
            table.push(vec![text(inner), before.to_string(), behind.to_string()]);
            lost.push(format!("{before} {}", text(inner)));
            lost.push(format!("{} {behind}", text(inner)));
        }
    }
    let rows = match row.len() {
        3 => "The rows of two heaps",
        _ => "The rows of two heaps, and then of more",
    };
    let normal = if play == Play::Normal { "" } else { ", in normal play" };
    let step = Step::new("rows", format!("{rows}{normal}:")).with_table(table);
    (row.len() > 2).then(|| step.claiming(|| lost_rows(lost, play)))
}

/// That rows are lost: in misère play those that have a heap of 2 or more.
fn lost_rows(rows: Vec<String>, play: Play) -> impl Iterator<Item = Claim> {
    let same = move |row: &String| {
        play == Play::Normal || row.split(' ').any(|size| size != "0" && size != "1")
    };
    let outcome = Outcome::Previous;
    rows.into_iter().filter(same).map(move |position| Claim::Outcome { position, outcome })
}

impl EndNim {
    /// The heaps that are not empty, with their places.
    fn row(heaps: &Heaps) -> Vec<(usize, Natural)> {
        heaps.iter().enumerate().filter(|(_, size)| !size.is_zero()).collect()
    }

    /// How many heaps of 1 there are, if no heap is larger.
    fn ones(heaps: &Heaps) -> Option<usize> {
        let row = EndNim::row(heaps);
        let one = Natural::from(1u64);
        row.iter().all(|(_, size)| *size == one).then_some(row.len())
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
        if let Some(ones) = EndNim::ones(heaps).filter(|_| play == Play::Misere) {
            return Some(Outcome::from_mover_wins(ones % 2 == 0));
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
        // In normal play the size that is lost; in misère play at the end the number of heaps of 1 decides.
        let [zero, one] = [0u64, 1].map(Natural::from);
        let wins = |(place, size, to): &(usize, Natural, Natural)| {
            let left = heaps.with(*place, to);
            to < size && self.outcome(&left, play) == Some(Outcome::Previous)
        };
        let tried = EndNim::wanted(heaps)?.into_iter().flat_map(|(place, size, to)| {
            let ends = [zero.clone(), one.clone()].into_iter().filter(|end| *end != to);
            let ends = ends.filter(|_| play == Play::Misere);
            let sizes: Vec<Natural> = std::iter::once(to.clone()).chain(ends).collect();
            sizes.into_iter().map(move |to| (place, size.clone(), to))
        });
        let moves = tried.filter(wins).map(|(place, _, to)| HeapMove::many([(place, to)]));
        Some(Found::first(moves.collect(), limit))
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
        Some(if play == Play::Normal { &ENDS } else { &MISERE })
    }

    fn explain(&self, heaps: &Heaps, play: Play) -> Option<Vec<Step>> {
        let row: Vec<Natural> = EndNim::row(heaps).into_iter().map(|(_, size)| size).collect();
        if row.is_empty() || row.len() > MOST_TOLD {
            return None;
        }
        if let Some(ones) = EndNim::ones(heaps).filter(|_| play == Play::Misere) {
            let idea = "Only heaps of 1 are left, so that every move takes one of them: whoever finds an odd number of them \
                        takes the last, and loses.";
            let claim = || {
                let outcome = Outcome::from_mover_wins(ones % 2 == 0);
                [Claim::Outcome { position: heaps.to_string(), outcome }]
            };
            return Some(vec![Step::new("idea", idea).claiming(claim)]);
        }
        let end = match play {
            Play::Normal => "",
            Play::Misere => {
                " In misère play do the same while that leaves a heap of 2 or more; otherwise leave an odd number of heaps \
                 of 1."
            }
        };
        let idea = "Put a heap before a row: exactly one size of it is lost, since from every larger one it can be lowered \
                    to that size. Likewise behind the row. Beside one heap it is a heap of the same size. Add a heap x at the \
                    right end of a row, where n is lost at the left of the row and f at its right: then at the left of the \
                    longer row 0 is lost if x = f, since the row itself is lost; x + 1 if x is at least n and less than f; x \
                    - 1 if x is more than f and at most n; and x otherwise. So the sizes for a row are worked out heap by \
                    heap, from both ends.";
        let mut steps = vec![Step::new("idea", format!("{idea}{end}"))];
        steps.extend(table(&row, play));
        let text = |row: &[Natural]| {
            let words: Vec<String> = row.iter().map(Natural::to_string).collect();
            words.join(" ")
        };
        let last = row.len() - 1;
        let normal = if play == Play::Normal { "" } else { " in normal play" };
        let mut told = Vec::new();
        let mut lost = Vec::new();
        let mut side =
            |name: &str, rest: &[Natural], size: &Natural, own: &Natural, whole: String| {
                if !rest.is_empty() {
                    let rest = text(rest);
                    told.push(format!(
                        "{name} {rest}, {size} is lost{normal}, and here stands {own}"
                    ));
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
            let step = Step::new("here", format!("{}.", told.join("; ")));
            steps.push(step.claiming(|| lost_rows(lost, play)));
        }
        Some(steps)
    }

    fn because(&self, heaps: &Heaps, mv: &HeapMove, play: Play) -> Option<Step> {
        let what = mv.describe(heaps);
        let text = match EndNim::ones(&mv.play(heaps)).filter(|_| play == Play::Misere) {
            Some(ones) => {
                let heaps = if ones == 1 { "heap of 1" } else { "heaps of 1" };
                format!("Leave an odd number of 1s: {what}, and {ones} {heaps} will be left.")
            }
            None => format!("So lower the heap to the size that is lost there: {what}."),
        };
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
        "misere end-nim: 1 1 4",
        "end-nim: 10^30 7 10^29 3 10^30",
    ],
    example_move: ("3 1 4 2", "1 -> 2"),
    known: &[Known {
        address: "end-nim: 4 4",
        outcome: "P",
        value: Some(0),
        source: "two heaps are Nim",
    }],
    theorems: &[&ENDS, &MISERE],
    presets: &[],
    open: |parameters| boxed::open(EndNim, parameters),
};
