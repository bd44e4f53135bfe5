//! Wythoff's game with slack: from both heaps, numbers that differ by less than r.

use num_bigint::BigUint;

use crate::address::Parameters;
use crate::analysis::Theorem;
use crate::boxed;
use crate::error::Error;
use crate::explain::{Claim, Step};
use crate::game::{Ability, Board, Entry, Game, Known, Parameter};
use crate::heap::{HeapMove, Heaps};
use crate::natural::Natural;
use crate::rules::{Found, Moves, Random, Rules};
use crate::scene::{Card, Role, Scene};
use crate::value::{Outcome, Play};

struct RWythoff {
    /// What is taken from the two heaps differs by less than this.
    r: u64,
}

static PAIRS: Theorem = Theorem {
    name: "r-wythoff",
    play: Play::Normal,
    statement: "The lost positions are the pairs (floor(n*a), floor(n*a) + r*n) with a = (2 - r + sqrt(r^2 + 4)) / 2",
    source: "Fraenkel 1982, How to beat your Wythoff games' opponent on three fronts",
};

/// Larger slack makes no sense for heaps that anybody plays with.
const MOST_R: u64 = 1_000_000;
/// Pairs that are listed at most.
const MOST_PAIRS: u64 = 12;

impl RWythoff {
    fn open(parameters: &Parameters) -> Result<Game, Error> {
        let r = parameters.get("r", Some(0)).map(str::parse::<Natural>).transpose()?;
        let r = r.and_then(|r| r.to_u64()).filter(|r| (1..=MOST_R).contains(r)).ok_or_else(|| {
            Error::input(format!(
                "r is by how much less than it the two takes may differ: write a number from 1 to {MOST_R}, such as \
                 r-wythoff(2): 4 7"
            ))
        })?;
        let both = match r {
            1 => "the same number from both".to_string(),
            2 => "from both, numbers that differ by at most 1".to_string(),
            _ => format!("from both, numbers that differ by at most {}", r - 1),
        };
        let rule = format!("Take any number of stones from one heap, or {both}");
        Ok(boxed::open(RWythoff { r }, parameters)?.ruled(rule))
    }

    /// The smaller heap of pair n: floor((n*(2 - r) + sqrt(n^2*(r^2 + 4))) / 2), by integers alone. The root is never a
    /// whole number for n > 0, since r^2 + 4 is no square.
    fn smaller(&self, n: &BigUint) -> BigUint {
        let root = (n * n * (self.r * self.r + 4)).sqrt();
        (root + n * 2u32 - n * self.r) >> 1
    }

    fn pair(&self, n: &BigUint) -> (Natural, Natural) {
        let small = self.smaller(n);
        let large = &small + n * self.r;
        (small.into(), large.into())
    }

    /// The pair in which a heap of this size stands. Every number stands in exactly one.
    fn pair_with(&self, size: &Natural) -> (Natural, Natural) {
        let find = |of: &dyn Fn(&BigUint) -> Natural| {
            // The last n whose number is not above the size.
            let (mut low, mut high) = (BigUint::ZERO, size.to_big() + 1u32);
            while &low + 1u32 < high {
                let middle = (&low + &high) >> 1;
                if of(&middle) <= *size { low = middle } else { high = middle }
            }
            low
        };
        let n = find(&|n| self.pair(n).0);
        let pair = self.pair(&n);
        if pair.0 == *size { pair } else { self.pair(&find(&|n| self.pair(n).1)) }
    }

    fn ordered(heaps: &Heaps) -> (Natural, Natural) {
        let (a, b) = (heaps.get(0), heaps.get(1));
        if a <= b { (a, b) } else { (b, a) }
    }

    fn is_lost(&self, heaps: &Heaps) -> bool {
        let (small, large) = RWythoff::ordered(heaps);
        self.pair_with(&small) == (small, large)
    }

    /// What a move takes from each heap.
    fn taken(heaps: &Heaps, mv: &HeapMove) -> Option<[Natural; 2]> {
        let after = mv.play(heaps);
        let taken = |pile: usize| heaps.get(pile).minus(&after.get(pile));
        Some([taken(0)?, taken(1)?])
    }

    fn allows(&self, taken: &[Natural; 2]) -> bool {
        let [a, b] = taken;
        let apart = if a > b { a.minus(b) } else { b.minus(a) };
        let one = a.is_zero() != b.is_zero();
        let both = !a.is_zero() && !b.is_zero();
        one || both && apart.is_some_and(|apart| apart < Natural::from(self.r))
    }

    /// The move from these heaps to two sizes, in the order of the piles.
    fn move_to(&self, heaps: &Heaps, to: [Natural; 2]) -> Option<HeapMove> {
        let lowered = to.into_iter().enumerate().filter(|(pile, to)| *to != heaps.get(*pile));
        let mv = HeapMove::many(lowered.collect::<Vec<_>>());
        let taken = RWythoff::taken(heaps, &mv)?;
        self.allows(&taken).then_some(mv)
    }
}

impl Rules for RWythoff {
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
        for first in 1..=a {
            let least = (first + 1).saturating_sub(self.r).max(1);
            for second in least..=b.min(first + self.r - 1) {
                let to = [(0, Natural::from(a - first)), (1, Natural::from(b - second))];
                out.push(HeapMove::many(to));
                if out.full() {
                    return;
                }
            }
        }
    }

    fn play(&self, heaps: &Heaps, mv: &HeapMove) -> Heaps {
        mv.play(heaps)
    }

    fn check(&self, heaps: &Heaps) -> Result<(), Error> {
        match heaps.len() {
            2 => Ok(()),
            count => Err(Error::input(format!(
                "r-wythoff is played with two heaps, not {count}: such as r-wythoff(2): 4 7"
            ))),
        }
    }

    fn simplify(&self, heaps: Heaps) -> Heaps {
        heaps.sorted(|_| true)
    }

    fn outcome(&self, heaps: &Heaps, play: Play) -> Option<Outcome> {
        (play == Play::Normal).then(|| Outcome::from_mover_wins(!self.is_lost(heaps)))
    }

    fn winning(&self, heaps: &Heaps, play: Play, limit: usize) -> Option<Found<HeapMove>> {
        if self.outcome(heaps, play)? == Outcome::Previous {
            return Some(Found::none());
        }
        let (a, b) = (heaps.get(0), heaps.get(1));
        let (small, large) = RWythoff::ordered(heaps);
        // One heap stays: the other goes to its partner. Both go: the heaps differ by what takes differ less or more,
        // so only the pairs whose difference r*n is nearest to that of the heaps can be reached.
        let mut pairs = vec![self.pair_with(&a), self.pair_with(&b)];
        let near = large.minus(&small).unwrap_or_default().divided_by(self.r).to_big();
        pairs.extend([self.pair(&near), self.pair(&(near + 1u32))]);
        let mut moves: Vec<HeapMove> = Vec::new();
        for (low, high) in pairs {
            for to in [[low.clone(), high.clone()], [high, low]] {
                let fits = to[0] <= a && to[1] <= b;
                let mv = if fits { self.move_to(heaps, to) } else { None };
                if let Some(mv) = mv.filter(|mv| !moves.contains(mv)) {
                    moves.push(mv);
                }
            }
        }
        Some(Found::first(moves, limit))
    }

    fn find_move(&self, heaps: &Heaps, text: &str) -> Option<Result<HeapMove, Error>> {
        Some(HeapMove::read(text, heaps).and_then(|mv| {
            let whole = mv.play(heaps).len() == 2;
            let taken = RWythoff::taken(heaps, &mv).filter(|_| whole);
            match taken.is_some_and(|taken| self.allows(&taken)) {
                true => Ok(mv),
                false => Err(Error::input(format!(
                    "{mv} is no move: take from one heap, or from both numbers that differ by less than {}",
                    self.r
                ))),
            }
        }))
    }

    fn theorem(&self, _heaps: &Heaps, play: Play) -> Option<&'static Theorem> {
        (play == Play::Normal).then_some(&PAIRS)
    }

    fn explain(&self, heaps: &Heaps, play: Play) -> Option<Vec<Step>> {
        if play == Play::Misere {
            return None;
        }
        let r = self.r;
        let idea = format!(
            "Leave one of certain pairs. The first is (0, 0). Each further pair begins with the least number that stands in no \
             pair before it, and the heaps of pair n differ by {}. A move that takes from one heap alone never leads \
             from pair to pair, since every number stands in one pair only; nor does one that takes from both, since it \
             would change the difference by less than {r}. And from any two heaps that are no pair some move leads to one.",
            if r == 1 { "n".to_string() } else { format!("{r}n") }
        );
        let pairs = (0..MOST_PAIRS).map(|n| {
            let (small, large) = self.pair(&BigUint::from(n));
            format!("({small}, {large})")
        });
        let pairs: Vec<String> = pairs.collect();
        let (small, large) = RWythoff::ordered(heaps);
        let pair = self.pair_with(&small);
        let so = match pair == (small.clone(), large.clone()) {
            true => format!("({small}, {large}) is a pair"),
            false => format!(
                "{small} stands in ({}, {}), so ({small}, {large}) is no pair",
                pair.0, pair.1
            ),
        };
        let here = format!("The pairs begin {}, ...; {so}.", pairs.join(", "));
        let claim = || {
            let outcome = Outcome::from_mover_wins(!self.is_lost(heaps));
            [Claim::Outcome { position: heaps.to_string(), outcome }]
        };
        Some(vec![Step::new("idea", idea), Step::new("here", here).claiming(claim)])
    }

    fn because(&self, heaps: &Heaps, mv: &HeapMove, play: Play) -> Option<Step> {
        let (small, large) = RWythoff::ordered(&mv.play(heaps));
        let text = format!(
            "{}: that leaves the pair ({small}, {large}).",
            first_upper(&self.describe(heaps, mv))
        );
        let (position, mv) = (heaps.to_string(), mv.to_string());
        let claim = || [Claim::Move { position, mv, outcome: Outcome::Previous }];
        (play == Play::Normal).then(|| Step::new("pick", text).claiming(claim))
    }

    fn describe(&self, heaps: &Heaps, mv: &HeapMove) -> String {
        match RWythoff::taken(heaps, mv) {
            Some([a, b]) if !a.is_zero() && !b.is_zero() => match a == b {
                true => format!("take {a} from both piles"),
                false => format!("take {a} from pile 1 and {b} from pile 2"),
            },
            _ => mv.describe(heaps),
        }
    }

    fn last_move(&self) -> Option<&'static str> {
        Some("takes the last stone")
    }

    fn scene(&self, heaps: &Heaps) -> Scene {
        const MOST_CARDS: usize = 60;
        let mut scene = Scene::piles(heaps, &|_, _| true);
        let (Some(a), Some(b)) = (heaps.word(0), heaps.word(1)) else { return scene };
        let mut cards = Vec::new();
        'all: for first in 1..=a {
            let least = (first + 1).saturating_sub(self.r).max(1);
            for second in least..=b.min(first + self.r - 1) {
                if cards.len() == MOST_CARDS {
                    scene.capped = Some("Not every move is drawn.".to_string());
                    break 'all;
                }
                let to = [(0, Natural::from(a - first)), (1, Natural::from(b - second))];
                cards.push(Card {
                    id: format!("both-{first}-{second}"),
                    label: format!("Take {first} from pile 1 and {second} from pile 2"),
                    caption: format!("-{first} -{second}"),
                    role: Role::Card,
                    pick: Some(HeapMove::many(to).to_string()),
                });
            }
        }
        scene.add_cards(cards);
        scene
    }

    fn random(&self, size: u64, random: &mut Random) -> Option<Heaps> {
        let pile = |random: &mut Random| random.between(0, size);
        Some(Heaps::from(&[pile(random), pile(random)][..]))
    }
}

fn first_upper(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

pub static ENTRY: Entry = Entry {
    name: "r-wythoff",
    aliases: &["generalized-wythoff"],
    title: "Wythoff's game with slack",
    rules: "Two heaps of stones. A move takes one or more stones from one heap, or k stones from one and l from the other, both \
            at least 1, where k and l differ by less than r. With r = 1 it is Wythoff's game.",
    board: Board::Heaps,
    can: &[Ability::Piles, Ability::Table, Ability::Misere],
    parameters: &[Parameter {
        key: "r",
        required: true,
        list: false,
        help: "what is taken from the two heaps differs by less than this",
    }],
    examples: &[
        "r-wythoff(2): 3 10",
        "r-wythoff(2): 8 14",
        "r-wythoff(3): 5 18",
        "r-wythoff(1): 8 13",
        "r-wythoff(3): 24 26",
        "r-wythoff(4): 11 40",
        "misere r-wythoff(2): 5 7",
        "r-wythoff(2): 10^30 700000000000000000000000000007",
    ],
    example_move: ("3 10", "2 -> 4"),
    known: &[
        Known {
            address: "r-wythoff(2): 1 3",
            outcome: "P",
            value: None,
            source: "Fraenkel 1982: the pairs for r = 2 are (0, 0), (1, 3), (2, 6), (4, 10), ...",
        },
        Known {
            address: "r-wythoff(2): 4 10",
            outcome: "P",
            value: None,
            source: "Fraenkel 1982: the pairs for r = 2 are (0, 0), (1, 3), (2, 6), (4, 10), ...",
        },
    ],
    theorems: &[&PAIRS],
    presets: &[],
    open: RWythoff::open,
};
