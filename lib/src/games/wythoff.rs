//! Wythoff's game: from one heap any number, or the same number from both.

use num_bigint::BigUint;

use crate::analysis::Theorem;
use crate::boxed;
use crate::error::Error;
use crate::explain::{Claim, Step};
use crate::formula::{ClosedForm, Formula, Function, Operation};
use crate::game::{Ability, Board, Entry, Known};
use crate::heap::HeapMove;
use crate::heap::Heaps;
use crate::natural::Natural;
use crate::rules::{Found, Moves, Random, Rules};
use crate::scene::Scene;
use crate::value::{Outcome, Play};

struct Wythoff;

static NORMAL: Theorem = Theorem {
    name: "wythoff",
    play: Play::Normal,
    statement: "The lost positions are the pairs (floor(n*phi), floor(n*phi) + n) with phi = 1.618..., the golden ratio",
    source: "Wythoff 1907, A modification of the game of Nim",
};

static MISERE: Theorem = Theorem {
    name: "wythoff-misere",
    play: Play::Misere,
    statement: "The lost positions of misère play are Wythoff's pairs with (0,0) and (1,2) replaced by (2,2) and (0,1)",
    source: "Fraenkel 1984, Wythoff games, continued fractions, cedar trees and Fibonacci searches",
};

/// floor((a*n + b*sqrt(5)*n) / 2) for b = 1 or -1, by integers alone: 5*n^2 is never a square for
/// n > 0, so the root rounds down to isqrt(5*n^2) and up to one more.
fn half_of(a: u32, plus_root: bool, n: &BigUint) -> BigUint {
    let root = (n * n * 5u32).sqrt();
    if plus_root {
        return (n * a + root) >> 1;
    }
    if *n == BigUint::ZERO {
        return BigUint::ZERO;
    }
    (n * a - root - 1u32) >> 1
}

/// The smaller heap of the P-pair whose heaps differ by n.
fn smaller(difference: &Natural, play: Play) -> Natural {
    match (play, difference.to_u64()) {
        (Play::Misere, Some(0)) => Natural::from(2u64),
        (Play::Misere, Some(1)) => Natural::ZERO,
        _ => Natural::from(half_of(1, true, &difference.to_big())),
    }
}

/// The heap that makes a P-pair with this one. Every number occurs in exactly one pair, as
/// floor(n*phi) or as floor(n*phi^2) (Beatty's theorem), so two candidates for n are enough.
fn partner(size: &Natural, play: Play) -> Natural {
    if play == Play::Misere
        && let Some(end @ 0..=2) = size.to_u64()
    {
        return Natural::from([1, 0, 2u64][end as usize]);
    }
    let next = size.to_big() + 1u32;
    // n = floor((size + 1) / phi) = floor((size + 1) * (sqrt(5) - 1) / 2).
    let index = ((&next * &next * 5u32).sqrt() - &next) >> 1;
    if Natural::from(half_of(1, true, &index)) == *size {
        return Natural::from(size.to_big() + index);
    }
    // n = floor((size + 1) / phi^2) = floor((size + 1) * (3 - sqrt(5)) / 2).
    let index = half_of(3, false, &next);
    Natural::from(size.to_big() - index)
}

/// The first lost pairs, as far as a move can lead: one of their heaps is never above the smaller heap here.
fn listed(heaps: &Heaps, play: Play) -> String {
    let (small, _) = Wythoff::ordered(heaps);
    let mut pairs = Vec::new();
    for difference in (0..MOST_PAIRS).map(Natural::from) {
        let first = smaller(&difference, play);
        if first > small && pairs.len() > 4 {
            break;
        }
        pairs.push(format!("({first}, {})", &first + &difference));
    }
    // In misère play the pair (0, 1), with difference 1, comes before (2, 2).
    if play == Play::Misere {
        pairs.swap(0, 1);
    }
    pairs.join(", ") + ", ..."
}

/// Pairs that are listed at most.
const MOST_PAIRS: u64 = 30;

impl Wythoff {
    fn ordered(heaps: &Heaps) -> (Natural, Natural) {
        let (a, b) = (heaps.get(0), heaps.get(1));
        if a <= b { (a, b) } else { (b, a) }
    }

    fn difference(heaps: &Heaps) -> Natural {
        let (small, large) = Self::ordered(heaps);
        large.minus(&small).unwrap_or_default()
    }
}

impl Rules for Wythoff {
    type Position = Heaps;
    type Move = HeapMove;

    fn moves(&self, heaps: &Heaps, out: &mut Moves<'_, HeapMove>) {
        let (Some(a), Some(b)) = (heaps.word(0), heaps.word(1)) else { return out.too_many() };
        for (pile, size) in [(0, a), (1, b)] {
            for rest in 0..size {
                out.push(HeapMove::one(pile, Heaps::one(rest)));
                if out.full() {
                    return;
                }
            }
        }
        for taken in (1..=a.min(b)).rev() {
            out.push(HeapMove::many([
                (0, Natural::from(a - taken)),
                (1, Natural::from(b - taken)),
            ]));
            if out.full() {
                return;
            }
        }
    }

    fn play(&self, heaps: &Heaps, mv: &HeapMove) -> Heaps {
        mv.play(heaps)
    }

    fn check(&self, heaps: &Heaps) -> Result<(), Error> {
        if heaps.len() != 2 {
            return Err(Error::input(format!(
                "wythoff is played with two heaps, not {}: such as wythoff: 3 5",
                heaps.len()
            )));
        }
        Ok(())
    }

    fn simplify(&self, heaps: Heaps) -> Heaps {
        heaps.sorted(|_| true)
    }

    fn outcome(&self, heaps: &Heaps, play: Play) -> Option<Outcome> {
        let (small, _) = Self::ordered(heaps);
        Some(Outcome::from_mover_wins(small != smaller(&Self::difference(heaps), play)))
    }

    fn winning(&self, heaps: &Heaps, play: Play, limit: usize) -> Option<Found<HeapMove>> {
        if self.outcome(heaps, play) == Some(Outcome::Previous) {
            return Some(Found::none());
        }
        let mut moves = Vec::new();
        for (pile, other) in [(0, 1), (1, 0)] {
            let rest = partner(&heaps.get(other), play);
            if rest < heaps.get(pile) {
                moves.push(HeapMove::many([(pile, rest)]));
            }
        }
        let (small, _) = Self::ordered(heaps);
        let target = smaller(&Self::difference(heaps), play);
        if let Some(taken) = small.minus(&target).filter(|taken| !taken.is_zero()) {
            let rest = [0, 1].map(|pile| (pile, heaps.get(pile).minus(&taken).unwrap_or_default()));
            moves.push(HeapMove::many(rest));
        }
        Some(Found::first(moves, limit))
    }

    fn find_move(&self, heaps: &Heaps, text: &str) -> Option<Result<HeapMove, Error>> {
        let legal = |mv: &HeapMove| {
            let sizes = mv.sizes()?;
            let taken: Option<Vec<Natural>> = sizes
                .iter()
                .map(|(pile, rest)| heaps.get(*pile).minus(rest).filter(|t| !t.is_zero()))
                .collect();
            let taken = taken?;
            (taken.len() == 1 || taken[0] == taken[1]).then_some(())
        };
        Some(HeapMove::read(text, heaps).and_then(|mv| match legal(&mv) {
            Some(()) => Ok(mv),
            None => Err(Error::input(format!(
                "{mv} takes neither from one heap nor the same number from both"
            ))),
        }))
    }

    fn theorem(&self, _heaps: &Heaps, play: Play) -> Option<&'static Theorem> {
        Some(match play {
            Play::Normal => &NORMAL,
            Play::Misere => &MISERE,
        })
    }

    fn closed_form(&self, play: Play) -> Option<ClosedForm> {
        if play == Play::Misere {
            return None;
        }
        let [smaller, apart] = [Operation::Minimum, Operation::Difference]
            .map(|operation| Formula::binary(operation, Formula::N, Formula::M));
        Some(ClosedForm {
            heaps: 2,
            is_value: false,
            text: "whose smaller heap is floor(k * phi), k being the difference of the heaps and phi the golden ratio"
                .to_string(),
            formula: Formula::binary(Operation::Equal, smaller, apart.apply(Function::Beatty(1))),
            theorem: &NORMAL,
        })
    }

    fn describe(&self, heaps: &Heaps, mv: &HeapMove) -> String {
        let both = mv.sizes().filter(|sizes| sizes.len() == 2);
        match both.and_then(|sizes| heaps.get(sizes[0].0).minus(&sizes[0].1)) {
            Some(taken) => format!("take {taken} from both piles"),
            None => mv.describe(heaps),
        }
    }

    fn last_move(&self) -> Option<&'static str> {
        Some("takes the last stone")
    }

    fn scene(&self, heaps: &Heaps) -> Scene {
        Scene::piles(heaps, &|_, _| true)
    }

    fn explain(&self, heaps: &Heaps, play: Play) -> Option<Vec<Step>> {
        let next = match play {
            Play::Normal => {
                "Each pair begins with the least number that no pair before has, and the two differ by one more each time."
            }
            Play::Misere => {
                "From (3, 5) on each pair begins with the least number that no pair before has, and the differences are 2, \
                 3, 4, ..."
            }
        };
        let mut steps = vec![Step::new(
            "idea",
            format!(
                "The lost pairs of heaps are {} No number and no difference comes in two of them, so no move leads from \
                 one to another; and from any other position some move leads to one of them. {next}",
                listed(heaps, play)
            ),
        )
        .claiming(|| {
            let pairs: [(u64, u64); 5] = match play {
                Play::Normal => [(0, 0), (1, 2), (3, 5), (4, 7), (6, 10)],
                Play::Misere => [(0, 1), (2, 2), (3, 5), (4, 7), (6, 10)],
            };
            pairs.map(|(small, large)| Claim::Pair { small: small.into(), large: large.into() })
        })];
        if self.outcome(heaps, play) == Some(Outcome::Previous) {
            steps.push(Step::new(
                "here",
                "This position is one of them: every move leads out of the list.",
            ));
        }
        Some(steps)
    }

    fn because(&self, heaps: &Heaps, mv: &HeapMove, _play: Play) -> Option<Step> {
        let after = mv.play(heaps);
        let (small, large) = Self::ordered(&after);
        let so = self.describe(heaps, mv);
        let text = match mv.single() {
            Some((pile, _)) => format!(
                "The pair with {} is ({small}, {large}), and the other heap can be lowered to it: {so}.",
                heaps.get(1 - pile)
            ),
            None => format!(
                "The heaps differ by {}. The pair with this difference is ({small}, {large}), and both heaps can be lowered \
                 to it: {so}.",
                Self::difference(heaps)
            ),
        };
        let number = Self::difference(&after);
        let far = match number < Natural::from(MOST_PAIRS) {
            true => String::new(),
            false => format!(
                " The pair with the difference {number} begins with {number} * 1.6180339887..., rounded down."
            ),
        };
        let claims = || [lowered(heaps, mv), Claim::Pair { small, large }];
        Some(Step::new("pick", text + &far).claiming(claims))
    }

    fn random(&self, size: u64, random: &mut Random) -> Option<Heaps> {
        Some(Heaps::from(&[random.between(0, 3 * size), random.between(0, 3 * size)][..]))
    }
}

/// That a move leaves a lost position.
fn lowered(heaps: &Heaps, mv: &HeapMove) -> Claim {
    let (position, mv) = (heaps.to_string(), mv.to_string());
    Claim::Move { position, mv, outcome: Outcome::Previous }
}

pub static ENTRY: Entry = Entry {
    name: "wythoff",
    aliases: &["wythoffs-game", "tsyan-shizi"],
    title: "Wythoff's game",
    rules: "Two heaps of stones. A move takes any number of stones from one heap, or the same number from both.",
    board: Board::Heaps,
    can: &[Ability::Piles, Ability::Table, Ability::Misere],
    parameters: &[],
    examples: &[
        "wythoff: 3 5",
        "wythoff: 9 12",
        "misere wythoff: 4 7",
        "wythoff: 10^30 1618033988749894848204586834366",
    ],
    example_move: ("9 12", "1 -> 4, 2 -> 7"),
    known: &[
        Known { address: "wythoff: 3 5", outcome: "P", value: Some(0), source: "Wythoff 1907" },
        Known { address: "wythoff: 4 7", outcome: "P", value: Some(0), source: "Wythoff 1907" },
        Known { address: "wythoff: 1 1", outcome: "N", value: Some(2), source: "OEIS A004481" },
        Known {
            address: "misere wythoff: 2 2",
            outcome: "P",
            value: None,
            source: "Fraenkel 1984",
        },
        Known {
            address: "misere wythoff: 3 5",
            outcome: "P",
            value: None,
            source: "Fraenkel 1984",
        },
    ],
    theorems: &[&NORMAL, &MISERE],
    presets: &[],
    open: |parameters| boxed::open(Wythoff, parameters),
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_and_partners_agree_up_to_thousands() {
        for n in 0..3000u64 {
            let small = smaller(&Natural::from(n), Play::Normal);
            let large = &small + &Natural::from(n);
            assert_eq!(partner(&small, Play::Normal), large, "{n}");
            assert_eq!(partner(&large, Play::Normal), small, "{n}");
        }
    }

    #[test]
    fn thirty_digits_are_exact() {
        // Consecutive Fibonacci numbers F(2n), F(2n+1) are a pair; the neighbours are not.
        let (mut a, mut b) = (Natural::from(1u64), Natural::from(2u64));
        while a.bits() < 200 {
            assert_eq!(partner(&a, Play::Normal), b);
            let c = &a + &b;
            let d = &b + &c;
            (a, b) = (c, d);
        }
    }
}
