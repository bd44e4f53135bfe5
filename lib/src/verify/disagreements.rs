//! Statements in print that are wrong. Each keeps its counterexample, which is recomputed from
//! the definitions every time: a claim that stops being refuted is a fault.

use crate::ask::{Ask, Meter};
use crate::error::Error;
use crate::graph::Graph;
use crate::heap::Heaps;
use crate::heap::{HeapRules, Options, Shape};
use crate::natural::Natural;
use crate::sequence::engine::{Choice, engine};
use crate::sequence::{Code, Named, Sequence, TakeSet, Values};
use crate::value::{Outcome, Play};

/// A claim, and what is right.
pub struct Disagreement {
    /// Its number in docs/disagreements.md.
    pub number: u32,
    /// What is in print.
    pub claim: &'static str,
    /// What is right.
    pub right: &'static str,
    /// Recomputes the counterexample and says what it found; an error means that the claim was not
    /// refuted.
    pub refute: fn() -> Result<String, String>,
}

/// All of them, in order.
pub static DISAGREEMENTS: &[Disagreement] = &[
    Disagreement {
        number: 1,
        claim: "Misère Nim with all piles at most 1: the mover wins iff the number of piles is odd.",
        right: "The mover wins iff the number of piles of 1 is even, none included.",
        refute: misere_nim_parity,
    },
    Disagreement {
        number: 2,
        claim: "Five stones, take one to three: the first player loses, the Grundy value is 0.",
        right: "The value is 5 mod 4 = 1, and the mover wins by taking one stone.",
        refute: five_stones,
    },
    Disagreement {
        number: 3,
        claim: "Index-k Nim with at most r from each heap: reduce the sizes mod r+1 and sum the binary digits mod k+1.",
        right: "For k >= 2 the rule is false; no rule is known.",
        refute: bounded_moore,
    },
    Disagreement {
        number: 4,
        claim: "The graph of Nim 2 3 4 has 27 vertices, 114 arcs and 4 P-positions.",
        right: "With the empty position it has 28 vertices, 114 arcs and 5 P-positions.",
        refute: graph_of_nim_2_3_4,
    },
    Disagreement {
        number: 5,
        claim: "CSES Nim Game II is misère Nim.",
        right: "It is subtraction(1-3) on several heaps, in normal play.",
        refute: cses_nim_two,
    },
    Disagreement {
        number: 6,
        claim: "In Nim 3 4 5 the highest bit of the nim-sum 2 points to the pile of 5 = 101.",
        right: "Bit 1 is set only in the pile of 3 = 011, and only that pile has a winning move.",
        refute: highest_bit,
    },
    Disagreement {
        number: 7,
        claim: "Octal games: 0.161 is equivalent to 0.36, 0.27 is a game of its own, 0.314 equals 0.31.",
        right: "0.161 and 0.36 differ first at heap 519; 0.27 equals 0.26; 0.314 differs from 0.31.",
        refute: octal_equivalences,
    },
    Disagreement {
        number: 8,
        claim: "A pattern that repeats is a period: 0.226! with 5, take-a-factorial with 25.",
        right: "0.226! has g(15) = 0 and g(20) = 5; take-a-factorial breaks at 5050.",
        refute: patterns_that_break,
    },
    Disagreement {
        number: 9,
        claim: "The last exception to the period of octal 0.56 is heap 326637.",
        right: "It is heap 326639.",
        refute: last_exception_of_0_56,
    },
    Disagreement {
        number: 10,
        claim: "With n players who take 1 to k, and who takes the last object loses, a player can be forced to lose by \
                all others together iff the number of objects lies in [1 + j(n-1+k), 1 + j((n-1)k+1)] for some j.",
        right: "False for 3 players, take 1 or 2, 12 objects: it lies in none of the intervals, but the two others \
                can force the mover to lose.",
        refute: coalition_intervals,
    },
    Disagreement {
        number: 11,
        claim: "Dividing by powers of squarefree numbers is Wythoff's game on the exponents: the same number is taken from \
                each heap.",
        right: "With three primes the same number may be taken from any chosen heaps.",
        refute: squarefree_powers,
    },
];

fn squarefree_powers() -> Result<String, String> {
    let found = ["divide(squarefree-powers): 360", "wythoff-all: 3 2 1", "wythoff-some: 3 2 1"];
    let found = [wins(found[0])?, wins(found[1])?, wins(found[2])?];
    refuted(
        found == [true, false, true],
        format!(
            "with 360 = 2^3 * 3^2 * 5 the mover {}, with the same number from each of the heaps 3 2 1 {}, from any \
             chosen heaps {}",
            fate(found[0]),
            fate(found[1]),
            fate(found[2])
        ),
    )
}

fn refuted(is: bool, finding: String) -> Result<String, String> {
    if is { Ok(finding) } else { Err(finding) }
}

/// The outcome by search alone: misère or normal, without any theorem of ours.
fn outcome(address: &str) -> Result<Outcome, Error> {
    let opened = crate::address::open(address)?;
    let graph = opened.game.graph(&opened.position, false, &Ask::default())?;
    let verdict = graph.verdicts(opened.play).first().copied();
    verdict.map(|verdict| verdict.outcome).ok_or_else(|| Error::input("an empty graph"))
}

/// What becomes of the mover.
fn fate(wins: bool) -> &'static str {
    if wins { "wins" } else { "loses" }
}

/// A number that was looked for.
fn found_at(place: Option<usize>) -> String {
    place.map_or("nowhere".to_string(), |place| format!("at heap {place}"))
}

fn wins(address: &str) -> Result<bool, String> {
    Ok(outcome(address).map_err(|error| error.to_string())? == Outcome::Next)
}

fn misere_nim_parity() -> Result<String, String> {
    let found = [wins("misere nim: 1")?, wins("misere nim: 1 1")?, wins("misere nim: 0")?];
    refuted(
        found == [false, true, true],
        format!(
            "with one pile of 1 the mover {}, with two {}, with none {}",
            fate(found[0]),
            fate(found[1]),
            fate(found[2])
        ),
    )
}

fn five_stones() -> Result<String, String> {
    let opened = crate::address::open("subtraction(1-3): 5").map_err(|error| error.to_string())?;
    let graph = opened
        .game
        .graph(&opened.position, false, &Ask::default())
        .map_err(|error| error.to_string())?;
    let value = graph.values().map(|values| values[0]);
    let told = value.map_or("not a nimber".to_string(), |value| value.to_string());
    refuted(value == Some(1), format!("the value of subtraction(1-3): 5 is {told}"))
}

fn bounded_moore() -> Result<String, String> {
    let rule = |k: u64, most: u64, sizes: &[u64]| {
        (0..64).all(|bit| {
            sizes.iter().filter(|size| (*size % (most + 1)) >> bit & 1 == 1).count() as u64
                % (k + 1)
                == 0
        })
    };
    let mut findings = Vec::new();
    for (most, sizes) in [(1, [1, 1, 1, 2]), (2, [1, 1, 1, 3])] {
        let address = format!("moore(2, most={most}): {}", Heaps::from(&sizes[..]));
        if !rule(2, most, &sizes) || !wins(&address)? {
            return Err(format!("{address} is no counterexample"));
        }
        findings.push(format!("{address} is N, the rule says P"));
    }
    Ok(findings.join("; "))
}

fn graph_of_nim_2_3_4() -> Result<String, String> {
    let opened = crate::address::open("nim: 2 3 4").map_err(|error| error.to_string())?;
    let graph: Graph = opened
        .game
        .graph(&opened.position, true, &Ask::default())
        .map_err(|error| error.to_string())?;
    let lost = graph
        .verdicts(Play::Normal)
        .iter()
        .filter(|verdict| verdict.outcome == Outcome::Previous)
        .count();
    let found = (graph.len(), graph.arcs(), lost);
    let (vertices, arcs, lost) = found;
    refuted(
        found == (28, 114, 5),
        format!("the graph has {vertices} vertices, {arcs} arcs and {lost} P-positions"),
    )
}

fn cses_nim_two() -> Result<String, String> {
    let (two, misere) = (wins("subtraction(1-3): 4")?, wins("misere nim: 4")?);
    refuted(
        !two && misere,
        format!(
            "with one heap of 4 the mover {} in CSES 1098 (Nim Game II) and {} in misère Nim",
            fate(two),
            fate(misere)
        ),
    )
}

fn highest_bit() -> Result<String, String> {
    let winning: Vec<bool> = ["1 4 5", "3 4 7", "3 6 5"]
        .iter()
        .map(|after| wins(&format!("nim: {after}")).map(|wins| !wins))
        .collect::<Result<_, _>>()?;
    let sum = 3 ^ 4 ^ 5;
    let bits = [3, 4, 5].map(|size: u64| size >> 1 & 1 == 1);
    refuted(
        sum == 2 && bits == [true, false, false] && winning[0],
        format!(
            "the nim-sum is {sum}; of the piles 3, 4 and 5 {} bit 1 set; lowering 3 to 1 {}",
            match bits {
                [true, false, false] => "only 3 has",
                _ => "others than 3 have",
            },
            fate(winning[0])
        ),
    )
}

struct Take(TakeSet);

impl HeapRules for Take {
    fn options(&self, size: u64, out: &mut Options<'_>) {
        self.0.for_each_up_to(size, |take| {
            out.push(&[size - take]);
            !out.full()
        });
    }
    fn shape(&self) -> Shape<'_> {
        Shape::Take(&self.0)
    }
}

fn values(rules: &dyn HeapRules, to: u64) -> Result<Vec<u64>, String> {
    let mut sequence = Sequence::default();
    let ask = Ask::default();
    let mut meter = Meter::new(&ask);
    let value =
        |heap: u64| sequence.value(rules, &Natural::from(heap), &mut meter).ok()?.0.to_u64();
    (0..=to).map(value).collect::<Option<_>>().ok_or_else(|| "the budget was reached".to_string())
}

fn octal(code: &str, to: u64) -> Result<Vec<u64>, String> {
    values(&code.parse::<Code>().map_err(|error| error.to_string())?, to)
}

fn first_difference(a: &str, b: &str, to: u64) -> Result<Option<usize>, String> {
    Ok(octal(a, to)?.iter().zip(octal(b, to)?.iter()).position(|(a, b)| a != b))
}

fn octal_equivalences() -> Result<String, String> {
    let found = (
        first_difference("0.161", "0.36", 600)?,
        first_difference("0.27", "0.26", 600)?,
        first_difference("0.314", "0.31", 600)?,
    );
    refuted(
        found.0 == Some(519) && found.1.is_none() && found.2.is_some(),
        format!(
            "up to heap 600, 0.161 and 0.36 differ first {}, 0.27 and 0.26 {}, 0.314 and 0.31 {}",
            found_at(found.0),
            found_at(found.1),
            found_at(found.2)
        ),
    )
}

fn patterns_that_break() -> Result<String, String> {
    let modified = octal("0.226!", 20)?;
    let factorials = values(&Take(TakeSet::Named(Named::Factorials)), 6000)?;
    let breaks = (0..factorials.len() - 25)
        .find(|heap| factorials[*heap] != factorials[heap + 25])
        .map(|heap| heap + 25);
    refuted(
        (modified[15], modified[20]) == (0, 5) && breaks == Some(5050),
        format!(
            "0.226! has g(15) = {} and g(20) = {}; take-a-factorial breaks its 25 {}",
            modified[15],
            modified[20],
            found_at(breaks)
        ),
    )
}

/// The period of 0.56 is 144 from heap 326640 on. `plain` would take days to get there, so the
/// values are computed in the sparse way: common values have an odd number of ones in binary below a
/// mask, and only the few rare positions matter for the mex; each rare value below it is confirmed by an
/// option found. See `sequence` for the plain definition that this equals.
fn last_exception_of_0_56() -> Result<String, String> {
    const TO: usize = 328_000;
    let code: Code = "0.56".parse().map_err(|error: Error| error.to_string())?;
    let mut engine =
        engine(&code, Values::default(), Choice::default()).map_err(|error| error.to_string())?;
    engine.extend(TO + 1, &mut |_| true).map_err(|error| error.to_string())?;
    let values = engine.values();
    let last = (0..TO - 144).rev().find(|heap| values.get(*heap) != values.get(heap + 144));
    refuted(
        last == Some(326_639),
        format!("of heaps 0 to {TO} the last break of the period 144 is {}", found_at(last)),
    )
}

fn coalition_intervals() -> Result<String, String> {
    // Three players, take 1 or 2, who takes the last object loses. forced[r]: the player to move
    // with r objects loses if the two others, who move next, work together.
    let mut forced = vec![false, true];
    for objects in 2..=12usize {
        let all = (1..=2usize).all(|own| {
            objects > own
                && (2..=4).any(|others| objects > own + others && forced[objects - own - others])
        });
        forced.push(all);
    }
    let (players, most) = (3, 2);
    let interval = |objects: u64| {
        (0..=objects).any(|j| {
            (1 + j * (players - 1 + most)..=1 + j * ((players - 1) * most + 1)).contains(&objects)
        })
    };
    let can = |is: bool| if is { "can" } else { "cannot" };
    refuted(
        forced[12] && !interval(12),
        format!(
            "with 12 objects the mover {} be forced to lose; the intervals say that it {}",
            can(forced[12]),
            can(interval(12))
        ),
    )
}
