//! Euclid: from the larger of two numbers take a multiple of the smaller.

use num_bigint::BigUint;

use crate::address::Parameters;
use crate::analysis::Theorem;
use crate::boxed;
use crate::error::{Error, quoted};
use crate::explain::{Claim, Step};
use crate::game::{Ability, Board, Entry, Game, Known, Parameter};
use crate::heap::{HeapMove, Heaps};
use crate::natural::Natural;
use crate::rules::{Found, Moves, Random, Rules};
use crate::scene::Scene;
use crate::value::{Nimber, Outcome, Play};

struct Euclid {
    /// Whether play ends with equal numbers, so that none becomes 0.
    positive: bool,
}

static NORMAL: Theorem = Theorem {
    name: "euclid",
    play: Play::Normal,
    statement: "Played down to 0, two numbers above 0 are lost exactly when they differ and the larger is less than \
                1.618... times the smaller, the golden ratio",
    source: "Cole and Davie 1969, A game based on the Euclidean algorithm and a winning strategy for it",
};
static MISERE: Theorem = Theorem {
    name: "euclid-misere",
    play: Play::Misere,
    statement: "Played down to 0, two numbers above 0 are lost in misère play exactly when the larger is less than 1.618... \
                times the smaller, equal numbers among them",
    source: "Straffin 1998 on Grossman's problem 1537, A Nim-type game: whoever leaves 0 loses, so that play ends with equal \
             numbers",
};
static EQUAL: Theorem = Theorem {
    name: "euclid-equal",
    play: Play::Normal,
    statement: "If both numbers stay above 0, the value of a and b, a the smaller, is floor(b/a - a/b)",
    source: "Nivasch 2006, The Sprague-Grundy function of the game Euclid",
};
static EQUAL_MISERE: Theorem = Theorem {
    name: "euclid-equal-misere",
    play: Play::Misere,
    statement: "If both numbers stay above 0, misère play is won by the other side than normal play where all moves are forced, \
                and by the same side otherwise",
    source: "Gurvich 2007, On the misère version of game Euclid and miserable games: these are the multiples of neighbouring \
             Fibonacci numbers",
};

fn small_is_zero(numbers: &Heaps) -> bool {
    numbers.iter().any(|number| number.is_zero())
}

/// Divisions that are told one by one at most.
const MOST_TOLD: usize = 12;

/// Whether the larger number is more than 1.618... times the smaller, by whole numbers: b^2 > ab + a^2. They are never
/// the same, since the golden ratio is no fraction.
fn is_far(small: &BigUint, large: &BigUint) -> bool {
    large * large > small * large + small * small
}

/// Whether there is just one move all the way down to equal numbers, if both stay above 0.
fn is_forced(small: &Natural, large: &Natural) -> bool {
    let (mut a, mut b) = (small.clone(), large.clone());
    while a != b {
        let Some(less) = b.minus(&a) else { return false };
        // It fits twice or more, and not just twice without rest.
        if less > a {
            return false;
        }
        (a, b) = if less < a { (less, a) } else { (a.clone(), a) };
    }
    true
}

fn ordered(numbers: &Heaps) -> (Natural, Natural, usize) {
    let (a, b) = (numbers.get(0), numbers.get(1));
    if a > b { (b, a, 0) } else { (a, b, 1) }
}

impl Euclid {
    fn open(parameters: &Parameters) -> Result<Game, Error> {
        let positive = match parameters.get("end", Some(0)) {
            None | Some("zero") => false,
            Some("equal") => true,
            Some(other) => {
                return Err(Error::input(format!(
                    "{} is not how play ends: write euclid(equal), or nothing to play down to 0",
                    quoted(other)
                )));
            }
        };
        let most = if positive { "; both numbers stay above 0" } else { "" };
        let rule = format!("Subtract from the larger number a multiple of the smaller{most}");
        Ok(boxed::open(Euclid { positive }, parameters)?.ruled(rule))
    }

    fn lost(&self, numbers: &Heaps, play: Play) -> Option<bool> {
        let (small, large, _) = ordered(numbers);
        if small.is_zero() {
            return Some(play == Play::Normal);
        }
        let near = !is_far(&small.to_big(), &large.to_big());
        Some(match (self.positive, play) {
            (true, Play::Misere) => near != is_forced(&small, &large),
            (false, Play::Normal) => near && small != large,
            _ => near,
        })
    }
}

impl Rules for Euclid {
    type Position = Heaps;
    type Move = HeapMove;

    fn moves(&self, numbers: &Heaps, out: &mut Moves<'_, HeapMove>) {
        let (small, large, place) = ordered(numbers);
        if small.is_zero() {
            return;
        }
        let mut rest = large;
        while let Some(less) = rest.minus(&small) {
            if self.positive && less.is_zero() {
                return;
            }
            out.push(HeapMove::many([(place, less.clone())]));
            if out.full() {
                return;
            }
            rest = less;
        }
    }

    fn play(&self, numbers: &Heaps, mv: &HeapMove) -> Heaps {
        mv.play(numbers)
    }

    fn check(&self, numbers: &Heaps) -> Result<(), Error> {
        let zero = self.positive && numbers.iter().any(|number| number.is_zero());
        if numbers.len() != 2 || zero {
            return Err(Error::input(format!(
                "euclid is played with two numbers{}, not with {numbers}: such as euclid: 13 8",
                if zero { " above 0" } else { "" }
            )));
        }
        Ok(())
    }

    fn simplify(&self, numbers: Heaps) -> Heaps {
        numbers.sorted(|_| true)
    }

    fn value(&self, numbers: &Heaps) -> Option<Nimber> {
        let (small, large, _) = ordered(numbers);
        let (a, b) = (small.to_big(), large.to_big());
        self.positive.then(|| Nimber(Natural::from((&b * &b - &a * &a) / (&a * &b))))
    }

    fn outcome(&self, numbers: &Heaps, play: Play) -> Option<Outcome> {
        self.lost(numbers, play).map(|lost| Outcome::from_mover_wins(!lost))
    }

    fn moves_to(&self, numbers: &Heaps, target: &Nimber, limit: usize) -> Option<Found<HeapMove>> {
        (self.positive && target.is_zero()).then(|| self.winning(numbers, Play::Normal, limit))?
    }

    fn winning(&self, numbers: &Heaps, play: Play, limit: usize) -> Option<Found<HeapMove>> {
        self.lost(numbers, play)?;
        let (small, large, place) = ordered(numbers);
        if small.is_zero() {
            return Some(Found::none());
        }
        // Beyond twice the smaller number nothing is lost: only the rest and the rest with one smaller number are.
        // In misère play with numbers above 0 it may also be one smaller number more, where the rest is forced.
        let rest = Natural::from(large.to_big() % small.to_big());
        let more = &rest + &small;
        let most = &more + &small;
        let most = Some(most).filter(|_| self.positive && play == Play::Misere);
        let wins = |to: &Natural| {
            *to < large
                && !(self.positive && to.is_zero())
                && self.lost(&numbers.with(place, to), play) == Some(true)
        };
        let tried = [rest, more].into_iter().chain(most);
        let moves = tried.filter(wins).map(|to| HeapMove::many([(place, to)]));
        Some(Found::first(moves.collect(), limit))
    }

    fn find_move(&self, numbers: &Heaps, text: &str) -> Option<Result<HeapMove, Error>> {
        let (small, large, _) = ordered(numbers);
        Some(HeapMove::read(text, numbers).and_then(|mv| {
            let legal = match mv.single() {
                Some((place, to)) if to.len() == 1 && numbers.get(place) == large => {
                    let taken = large.minus(&to.get(0)).filter(|taken| !taken.is_zero());
                    let multiple = |taken: Natural| {
                        !small.is_zero() && taken.to_big() % small.to_big() == BigUint::ZERO
                    };
                    taken.is_some_and(multiple) && !(self.positive && to.get(0).is_zero())
                }
                _ => false,
            };
            match legal {
                // Of equal numbers either may become 0; it is one move.
                true if numbers.get(0) == numbers.get(1) => Ok(HeapMove::one(1, Heaps::one(0))),
                true => Ok(mv),
                false => Err(Error::input(format!(
                    "{mv} does not subtract a multiple of {small} from the larger number"
                ))),
            }
        }))
    }

    fn theorem(&self, _numbers: &Heaps, play: Play) -> Option<&'static Theorem> {
        match (self.positive, play) {
            (true, Play::Normal) => Some(&EQUAL),
            (true, Play::Misere) => Some(&EQUAL_MISERE),
            (false, Play::Normal) => Some(&NORMAL),
            (false, Play::Misere) => Some(&MISERE),
        }
    }

    fn explain(&self, numbers: &Heaps, play: Play) -> Option<Vec<Step>> {
        if small_is_zero(numbers) {
            return None;
        }
        let (small, large, _) = ordered(numbers);
        let (leaves, equal) = match (self.positive, play) {
            (false, Play::Normal) => {
                ("two different numbers", "Equal numbers are won, by leaving 0.")
            }
            (true, Play::Normal) => {
                ("two numbers", "Equal numbers are lost: nothing can be subtracted.")
            }
            (true, Play::Misere) => (
                "two numbers",
                "Only if nobody has a choice to the end is it the other way round: then it depends on whether the number \
                 of moves is odd, and whoever finds equal numbers wins.",
            ),
            (false, Play::Misere) => (
                "two numbers",
                "Equal numbers are lost: the only move leaves 0, and who finds 0 wins.",
            ),
        };
        let idea = format!(
            "If the smaller number fits only once into the larger there is no choice. If it fits twice or more, whoever moves \
             has the choice: to leave the rest beside the smaller number, or the rest with one smaller number more, from \
             where the other must leave just that rest. If the first loses, the second wins. So whoever first has a \
             choice wins, and that is whoever leaves {leaves} of which the larger is less than 1.618... times the smaller, \
             the golden ratio; from these every move leads beyond it. {equal}"
        );
        let mut steps = vec![Step::new("idea", idea)];
        // The divisions down to the first choice.
        let (mut a, mut b, mut told) = (small, large, Vec::new());
        let (mut claims, mut forced, mut to_the_end) = (Vec::new(), None, false);
        while !a.is_zero() && told.len() < MOST_TOLD {
            let (quotient, rest) = (b.to_big() / a.to_big(), b.to_big() % a.to_big());
            let (quotient, rest) = (Natural::from(quotient), Natural::from(rest));
            told.push(format!("{b} = {quotient} * {a} + {rest}"));
            claims.push(Claim::Division {
                number: b.clone(),
                divisor: a.clone(),
                quotient: quotient.clone(),
                rest: rest.clone(),
            });
            // If both numbers stay above 0, what fits twice without rest can be subtracted once.
            let last = self.positive && rest.is_zero() && quotient == Natural::from(2u64);
            let once = last || quotient == Natural::from(1u64);
            if !once || rest.is_zero() {
                forced = (!once).then_some(told.len() - 1);
                to_the_end = last;
                break;
            }
            (b, a) = (a, rest);
        }
        if !told.is_empty() {
            let so = match forced {
                None if to_the_end => match told.len() {
                    1 => " The one move there is ends the game.".to_string(),
                    count => format!(" Nobody has a choice: the game ends after {count} moves."),
                },
                None => String::new(),
                Some(0) => " You have the choice at once.".to_string(),
                Some(count) => {
                    let moves = if count == 1 { "move" } else { "moves" };
                    let whom = if count % 2 == 0 { "you have" } else { "the other side has" };
                    format!(" After {count} forced {moves} {whom} the first choice.")
                }
            };
            let text = format!("Divide while the quotient is 1: {}.{so}", told.join("; "));
            steps.push(Step::new("here", text).claiming(|| claims));
        }
        Some(steps)
    }

    fn because(&self, numbers: &Heaps, mv: &HeapMove, play: Play) -> Option<Step> {
        let (small, large, _) = ordered(&mv.play(numbers));
        let text = match (small.is_zero(), small == large) {
            (true, _) => format!("That leaves {large} and 0: no move is left."),
            (_, true) => format!("That leaves {small} twice."),
            _ if is_far(&small.to_big(), &large.to_big())
                || self.positive && play == Play::Misere && is_forced(&small, &large) =>
            {
                format!("That leaves {small} and {large}: from there nobody has a choice any more.")
            }
            _ => format!(
                "That leaves {small} and {large}: they differ, and {large} is less than 1.618... times {small}."
            ),
        };
        let (position, mv) = (numbers.to_string(), mv.to_string());
        let claim = || [Claim::Move { position, mv, outcome: Outcome::Previous }];
        (self.lost(numbers, play) == Some(false)).then(|| Step::new("pick", text).claiming(claim))
    }

    fn describe(&self, numbers: &Heaps, mv: &HeapMove) -> String {
        let (small, large, _) = ordered(numbers);
        let to = mv.single().map(|(_, to)| to.get(0)).unwrap_or_default();
        let taken = large.minus(&to).unwrap_or_default();
        match taken == small {
            true => format!("subtract {small} from {large}"),
            false => {
                let times = taken.to_big() / small.to_big().max(BigUint::from(1u32));
                format!("subtract {times} times {small} from {large}")
            }
        }
    }

    fn scene(&self, numbers: &Heaps) -> Scene {
        let (small, large, place) = ordered(numbers);
        Scene::piles(numbers, &|pile, to| {
            let taken = large.minus(&Natural::from(to)).filter(|taken| !taken.is_zero());
            let multiple = |taken: Natural| {
                !small.is_zero() && taken.to_big() % small.to_big() == BigUint::ZERO
            };
            pile == place && taken.is_some_and(multiple) && !(self.positive && to == 0)
        })
    }

    fn random(&self, size: u64, random: &mut Random) -> Option<Heaps> {
        let least = u64::from(self.positive);
        let number = |random: &mut Random| random.between(least, 6 * size);
        Some(Heaps::from(&[number(random), number(random)][..]))
    }
}

pub static ENTRY: Entry = Entry {
    name: "euclid",
    aliases: &["game-of-euclid"],
    title: "Euclid",
    rules: "Two numbers. A move subtracts a positive multiple of the smaller from the larger, down to 0 at most; from 0 and \
            another number there is no move. With the parameter equal both numbers stay above 0, so that play ends when \
            they are equal.",
    board: Board::Numbers,
    can: &[Ability::Piles, Ability::Table, Ability::Misere],
    parameters: &[Parameter {
        key: "end",
        required: false,
        list: false,
        help: "zero or equal: what ends the game; zero if left out",
    }],
    examples: &[
        "euclid: 25 7",
        "euclid: 8 13",
        "euclid(equal): 25 7",
        "misere euclid: 12 12",
        "misere euclid(equal): 9 6",
        "euclid: 10^30 1618033988749894848204586834366",
    ],
    example_move: ("25 7", "1 -> 11"),
    known: &[
        Known {
            address: "euclid: 8 13",
            outcome: "N",
            value: None,
            source: "Cole and Davie 1969: 13/8 is 1.625",
        },
        Known {
            address: "euclid: 5 8",
            outcome: "P",
            value: None,
            source: "Cole and Davie 1969: 8/5 is 1.6",
        },
        Known {
            address: "euclid(equal): 3 10",
            outcome: "N",
            value: Some(3),
            source: "Nivasch 2006: 10/3 - 3/10 is 3.03...",
        },
    ],
    theorems: &[&NORMAL, &MISERE, &EQUAL, &EQUAL_MISERE],
    presets: &[],
    open: Euclid::open,
};
