//! Fibonacci Nim and other dynamic Nim: take at most so many times what was taken before.

use std::fmt;
use std::str::FromStr;

use crate::address::Parameters;
use crate::analysis::{Numbers, Theorem};
use crate::error::{Error, quoted};
use crate::explain::{Claim, Step};
use crate::game::{Ability, Board, Entry, Game, Known, Parameter};
use crate::heap::{HeapMove, Heaps};
use crate::natural::Natural;
use crate::rules::{Found, Moves, Position, Random, Rules};
use crate::scene::{Form, Role, Scene, Shape};
use crate::value::{Outcome, Play};

struct FibonacciNim {
    /// How many times what was taken before may be taken.
    times: u64,
}

/// A heap, and how much may be taken from it now.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Limited {
    stones: Natural,
    most: Natural,
}

static NORMAL: Theorem = Theorem {
    name: "fibonacci-nim",
    play: Play::Normal,
    statement: "Begin with 1, and let each number of a row be the one before and the least in the row of which c times is at \
                least that one (Fibonacci numbers for c = 2, powers of 2 for c = 1). Write the heap as a sum of these, each \
                time the largest that fits: the mover loses exactly when the smallest part is more than may be taken",
    source: "Whinihan 1963, Fibonacci Nim, for c = 2; Schwenk 1970, Take-away games, for all c",
};
static MISERE: Theorem = Theorem {
    name: "fibonacci-nim-misere",
    play: Play::Misere,
    statement: "While something may be taken, misère play is normal play with one stone less",
    source: "checked by bouton verify; nobody takes the last stone before it is alone",
};

/// More than this the row of numbers would be too long for large heaps.
const MOST_TIMES: u64 = 100;
/// Numbers of the row that are computed at most.
const MOST_NUMBERS: usize = 20_000;

fn one() -> Natural {
    Natural::from(1u64)
}

impl Limited {
    /// At the start everything but the whole heap may be taken.
    fn start(stones: Natural) -> Limited {
        let most = stones.minus(&one()).unwrap_or_default();
        Limited { stones, most }
    }

    /// What can be taken.
    fn limit(&self) -> Natural {
        self.most.clone().min(self.stones.clone())
    }

    fn heaps(&self) -> Heaps {
        [self.stones.clone()].into_iter().collect()
    }
}

impl Position for Limited {
    fn weight(&self) -> usize {
        size_of::<Limited>() + (self.stones.bits() + self.most.bits()) as usize / 8
    }
}

impl fmt::Display for Limited {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self == Limited::start(self.stones.clone()) {
            true => write!(f, "{}", self.stones),
            false => write!(f, "{} | {}", self.stones, self.most),
        }
    }
}

impl FromStr for Limited {
    type Err = Error;
    fn from_str(text: &str) -> Result<Limited, Error> {
        let number = |text: &str| {
            text.trim().parse::<Natural>().map_err(|_| {
                Error::input(format!(
                    "{} is not a heap: write its stones at the start, such as 20, or its stones, a bar and how many may be \
                     taken, such as 16 | 8",
                    quoted(text)
                ))
            })
        };
        match text.split_once('|') {
            Some((stones, most)) => Ok(Limited { stones: number(stones)?, most: number(most)? }),
            None => Ok(Limited::start(number(text)?)),
        }
    }
}

impl FibonacciNim {
    fn open(parameters: &Parameters) -> Result<Game, Error> {
        let times = parameters.get("times", Some(0)).map(str::parse::<Natural>).transpose()?;
        let times = times.map_or(Some(2), |times| times.to_u64());
        let times = times.filter(|times| (1..=MOST_TIMES).contains(times)).ok_or_else(|| {
            Error::input(format!(
                "times is how many times the last take may be taken: write a number from 1 to {MOST_TIMES}, such as \
                 fibonacci-nim(times=3): 20"
            ))
        })?;
        let rule = format!(
            "Take at least one stone and at most {} the last player took; who begins may not take the whole heap",
            if times == 1 { "as many as".to_string() } else { format!("{times} times what") }
        );
        Ok(Game::open_light(FibonacciNim { times }, parameters)?.ruled(rule))
    }

    fn multiple(&self, number: &Natural) -> Natural {
        Natural::from(number.to_big() * self.times)
    }

    /// The numbers of the row up to `last`.
    fn row(&self, last: &Natural) -> Option<Vec<Natural>> {
        let (mut row, mut adds) = (vec![one()], 0);
        loop {
            let largest = row.last()?;
            while self.multiple(&row[adds]) < *largest {
                adds += 1;
            }
            let next = largest + &row[adds];
            if next > *last {
                return Some(row);
            }
            row.push(next);
            if row.len() > MOST_NUMBERS {
                return None;
            }
        }
    }

    /// The heap as a sum of such numbers, the smallest first.
    fn sum(&self, stones: &Natural) -> Option<Vec<Natural>> {
        let (mut rest, mut parts) = (stones.clone(), Vec::new());
        for number in self.row(stones)?.into_iter().rev() {
            if let Some(less) = rest.minus(&number) {
                rest = less;
                parts.push(number);
            }
        }
        parts.reverse();
        Some(parts)
    }

    /// The stones for which one plays: in misère play all but one.
    fn fought_for(heap: &Limited, play: Play) -> Natural {
        match play {
            Play::Normal => heap.stones.clone(),
            Play::Misere => heap.stones.minus(&one()).unwrap_or_default(),
        }
    }

    /// What can be taken to win: the first parts together, if the next is out of reach then.
    fn takes(&self, heap: &Limited, play: Play) -> Option<Vec<(Natural, Option<Natural>)>> {
        let parts = self.sum(&FibonacciNim::fought_for(heap, play))?;
        let (mut taken, mut takes) = (Natural::ZERO, Vec::new());
        for (place, part) in parts.iter().enumerate() {
            taken = &taken + part;
            if taken > heap.most {
                break;
            }
            let next = parts.get(place + 1);
            if next.is_none_or(|next| self.multiple(&taken) < *next) {
                takes.push((taken.clone(), next.cloned()));
            }
        }
        Some(takes)
    }

    fn taken(heap: &Limited, mv: &HeapMove) -> Natural {
        let rest = mv.single().map(|(_, rest)| rest.get(0)).unwrap_or_default();
        heap.stones.minus(&rest).unwrap_or_default()
    }
}

fn written(numbers: &[Natural], between: &str) -> String {
    numbers.iter().map(Natural::to_string).collect::<Vec<String>>().join(between)
}

impl Rules for FibonacciNim {
    type Position = Limited;
    type Move = HeapMove;

    fn moves(&self, heap: &Limited, out: &mut Moves<'_, HeapMove>) {
        let (Some(stones), Some(most)) = (heap.stones.to_u64(), heap.limit().to_u64()) else {
            return out.too_many();
        };
        for taken in 1..=most {
            out.push(HeapMove::one(0, Heaps::one(stones - taken)));
            if out.full() {
                return;
            }
        }
    }

    fn play(&self, heap: &Limited, mv: &HeapMove) -> Limited {
        let taken = FibonacciNim::taken(heap, mv);
        let stones = heap.stones.minus(&taken).unwrap_or_default();
        Limited { most: self.multiple(&taken).min(stones.clone()), stones }
    }

    fn simplify(&self, heap: Limited) -> Limited {
        Limited { most: heap.limit(), stones: heap.stones }
    }

    fn outcome(&self, heap: &Limited, play: Play) -> Option<Outcome> {
        if heap.limit().is_zero() {
            return Some(play.outcome_of_end());
        }
        let wins = !self.takes(heap, play)?.is_empty();
        Some(Outcome::from_mover_wins(wins))
    }

    fn winning(&self, heap: &Limited, play: Play, limit: usize) -> Option<Found<HeapMove>> {
        let move_of = |(taken, _): (Natural, _)| {
            HeapMove::many([(0, heap.stones.minus(&taken).unwrap_or_default())])
        };
        Some(Found::first(self.takes(heap, play)?.into_iter().map(move_of).collect(), limit))
    }

    fn find_move(&self, heap: &Limited, text: &str) -> Option<Result<HeapMove, Error>> {
        Some(HeapMove::read(text, &heap.heaps()).and_then(|mv| {
            let taken = match mv.single() {
                Some((0, rest)) if rest.len() == 1 => heap.stones.minus(&rest.get(0)),
                _ => None,
            };
            match taken.filter(|taken| !taken.is_zero() && *taken <= heap.limit()) {
                Some(_) => Ok(mv),
                None => Err(Error::input(format!(
                    "{mv} is no move: from 1 to {} may be taken",
                    heap.limit()
                ))),
            }
        }))
    }

    fn theorem(&self, _heap: &Limited, play: Play) -> Option<&'static Theorem> {
        Some(if play == Play::Normal { &NORMAL } else { &MISERE })
    }

    fn explain(&self, heap: &Limited, play: Play) -> Option<Vec<Step>> {
        const MOST_TOLD: usize = 16;
        let stones = FibonacciNim::fought_for(heap, play);
        if heap.limit().is_zero() || stones.is_zero() {
            return None;
        }
        let (row, parts) = (self.row(&stones)?, self.sum(&stones)?);
        let c = self.times;
        let named = match c {
            1 => "the powers of 2, 1, 2, 4, 8, ...: each is twice the one before".to_string(),
            2 => "the Fibonacci numbers 1, 2, 3, 5, 8, ...: each is the sum of the two before"
                .to_string(),
            _ => format!(
                "a row of numbers that begins with 1: each further one is the one before plus the least of the row of which \
                 {c} times is at least the one before"
            ),
        };
        let more = match c {
            1 => "larger than".to_string(),
            _ => format!("more than {c} times"),
        };
        let last = match play {
            Play::Normal => "",
            Play::Misere => {
                "Whoever must take the last stone loses, so play for all stones but one, as if it were not there. "
            }
        };
        let idea = format!(
            "{last}Here count {named}. Write the stones as a sum of these, each time the largest that fits; each part of the \
             sum is then {more} the next smaller one. Take the smallest part, if you may: the next one is out of reach for \
             the other side, and whatever it takes, the smallest part of what is then left is within your reach. Who finds \
             a smallest part larger than what may be taken loses."
        );
        let shown = if row.len() > MOST_TOLD { &row[..MOST_TOLD] } else { &row };
        let etc = if row.len() > MOST_TOLD { " and so on" } else { "" };
        let of = match play {
            Play::Normal => format!("{stones} stones"),
            Play::Misere => format!("all but one of {} stones", heap.stones),
        };
        let smallest = parts.first()?;
        let reach = if *smallest > heap.most { "out of reach" } else { "within reach" };
        let sum = match &parts[..] {
            [whole] => format!("{whole} is one of them itself"),
            [first, second, .., last] if parts.len() > MOST_TOLD => {
                format!(
                    "{stones} = {last} + ... + {second} + {first}, {} parts in all",
                    parts.len()
                )
            }
            _ => {
                let falling: Vec<Natural> = parts.iter().rev().cloned().collect();
                format!("{stones} = {}", written(&falling, " + "))
            }
        };
        let here = format!(
            "The numbers are {}{etc}. For {of}: {sum}. The smallest part is {smallest}, and {} may be taken: it is {reach}.",
            written(shown, ", "),
            if heap.limit() == one() {
                "only 1".to_string()
            } else {
                format!("up to {}", heap.limit())
            }
        );
        let claim = || {
            let (position, outcome) = (heap.to_string(), self.outcome(heap, play));
            outcome.map(|outcome| Claim::Outcome { position, outcome })
        };
        Some(vec![Step::new("idea", idea), Step::new("here", here).claiming(claim)])
    }

    fn because(&self, heap: &Limited, mv: &HeapMove, play: Play) -> Option<Step> {
        let taken = FibonacciNim::taken(heap, mv);
        let (_, next) = self.takes(heap, play)?.into_iter().find(|(take, _)| *take == taken)?;
        let text = match (next, play) {
            (Some(next), _) => format!(
                "Take {taken}: then at most {} may be taken, less than the next part, {next}.",
                self.multiple(&taken)
            ),
            (None, Play::Normal) => format!("Take all {taken}: nothing is left."),
            (None, Play::Misere) => {
                format!("Take {taken}: the last stone is left to the other side.")
            }
        };
        let (position, mv) = (heap.to_string(), mv.to_string());
        let claim = || [Claim::Move { position, mv, outcome: Outcome::Previous }];
        Some(Step::new("pick", text).claiming(claim))
    }

    fn describe(&self, heap: &Limited, mv: &HeapMove) -> String {
        format!("take {}", FibonacciNim::taken(heap, mv))
    }

    fn numbers(&self, heap: &Limited, mv: &HeapMove) -> Numbers {
        mv.numbers(&heap.heaps())
    }

    fn last_move(&self) -> Option<&'static str> {
        Some("takes the last stone")
    }

    fn scene(&self, heap: &Limited) -> Scene {
        let limit = heap.limit();
        let mut scene = Scene::piles(&heap.heaps(), &|_, to| {
            heap.stones.minus(&Natural::from(to)).is_some_and(|taken| taken <= limit)
        });
        let text = format!("at most {limit}");
        scene.width = scene.width.max(text.len() as f64 * 0.6);
        let form = Form::Text { x: scene.width / 2.0, y: scene.height + 0.8 };
        scene.height += 1.2;
        let label = format!("At most {limit} may be taken");
        scene.shapes.push(Shape::new("limit", label, Role::Text, form).with_caption(text));
        scene
    }

    fn random(&self, size: u64, random: &mut Random) -> Option<Limited> {
        let stones = random.between(0, 3 * size);
        let most = Natural::from(random.between(1, stones.max(1)));
        Some(Limited { stones: stones.into(), most })
    }
}

pub static ENTRY: Entry = Entry {
    name: "fibonacci-nim",
    aliases: &["dynamic-nim"],
    title: "Fibonacci Nim",
    rules: "One heap of stones. Who begins takes one or more stones, but not all; after that a player takes one or more, at \
            most twice as many as were taken just before, or `times` as many. The position is the heap at the start, or the \
            stones, a bar, and how many may be taken now: 16 | 8.",
    board: Board::Heaps,
    can: &[Ability::Misere],
    parameters: &[Parameter {
        key: "times",
        required: false,
        list: false,
        help: "how many times what was taken before may be taken; 2 if left out",
    }],
    examples: &[
        "fibonacci-nim: 20",
        "fibonacci-nim: 21",
        "fibonacci-nim: 24 | 5",
        "fibonacci-nim(times=3): 26",
        "fibonacci-nim(times=1): 28 | 5",
        "fibonacci-nim(times=5): 30",
        "misere fibonacci-nim: 22",
        "fibonacci-nim: 10^30",
    ],
    example_move: ("20", "1 -> 18"),
    known: &[
        Known {
            address: "fibonacci-nim: 21",
            outcome: "P",
            value: None,
            source: "Whinihan 1963: a Fibonacci number is lost",
        },
        Known {
            address: "fibonacci-nim(times=3): 21",
            outcome: "P",
            value: None,
            source: "OEIS A003411",
        },
        Known {
            address: "fibonacci-nim(times=1): 8",
            outcome: "P",
            value: None,
            source: "Schwenk 1970: a power of 2 is lost",
        },
    ],
    theorems: &[&NORMAL, &MISERE],
    presets: &[],
    open: FibonacciNim::open,
};
