//! Circular stacks: stacks in a circle; take from k stacks that stand side by side.

use bouton_core::order::InOrder;
use std::f64::consts::TAU;

use crate::address::Parameters;
use crate::analysis::Theorem;
use crate::error::Error;
use crate::game::{Ability, Board, Entry, Game, Known, Parameter};
use crate::heap::HeapMove;
use crate::heap::Heaps;
use crate::natural::Natural;
use crate::rules::{Moves, Random, Rules};
use crate::scene::{Role, Scene};
use crate::value::{Nimber, Outcome, Play};

struct CircularStacks {
    together: usize,
}

static ONE: Theorem = Theorem {
    name: "circular-stacks-one",
    play: Play::Normal,
    statement: "If a move takes from one stack, this is Nim: the value is the xor of the sizes",
    source: "Bouton 1901, Nim, a game with a complete mathematical theory",
};
static ALL: Theorem = Theorem {
    name: "circular-stacks-all",
    play: Play::Normal,
    statement: "If a move may take from all stacks, the value is the number of tokens",
    source: "Dufour and Heubach 2013, Circular Nim games",
};
static ALL_BUT_ONE: Theorem = Theorem {
    name: "circular-stacks-all-but-one",
    play: Play::Normal,
    statement: "If a move takes from all stacks but one, the mover loses iff all stacks are equal",
    source: "Dufour and Heubach 2013, Circular Nim games",
};
static FOUR_TWO: Theorem = Theorem {
    name: "circular-stacks-4-2",
    play: Play::Normal,
    statement: "With 4 stacks and 2 together, the mover loses iff opposite stacks are equal",
    source: "Dufour and Heubach 2013, Circular Nim games",
};
static FIVE_TWO: Theorem = Theorem {
    name: "circular-stacks-5-2",
    play: Play::Normal,
    statement: "With 5 stacks and 2 together, the mover loses iff the stacks around the circle are a, b, c, d, b with \
                a the largest and a + b = c + d",
    source: "Dufour and Heubach 2013, Circular Nim games",
};
static FIVE_THREE: Theorem = Theorem {
    name: "circular-stacks-5-3",
    play: Play::Normal,
    statement: "With 5 stacks and 3 together, the mover loses iff the stacks around the circle are 0, b, c, d, b with \
                b = c + d",
    source: "Dufour and Heubach 2013, Circular Nim games",
};
static SIX_THREE: Theorem = Theorem {
    name: "circular-stacks-6-3",
    play: Play::Normal,
    statement: "With 6 stacks and 3 together, the mover loses iff a + b = d + e and b + c = e + f around the circle",
    source: "Dufour and Heubach 2013, Circular Nim games",
};
static SIX_FOUR: Theorem = Theorem {
    name: "circular-stacks-6-4",
    play: Play::Normal,
    statement: "With 6 stacks and 4 together, the mover loses iff for some order around the circle a is the smallest, \
                a + b = d + e, b + c = e + f and a xor c xor e = 0",
    source: "Dufour and Heubach 2013, Circular Nim games",
};

/// More stacks than this have more choices than anybody could list.
const MOST_STACKS: usize = 63;
/// And more choices than this likewise.
const MOST_CHOICES: usize = 1 << 16;

impl CircularStacks {
    fn open(parameters: &Parameters) -> Result<Game, Error> {
        let together = parameters.get("k", Some(0)).unwrap_or_default().parse::<Natural>()?;
        let together = together.to_u64().filter(|together| (1..=63).contains(together));
        let together = together.ok_or_else(|| {
            Error::input(
                "k is from how many neighbouring stacks a move takes: write a number from 1 to 63",
            )
        })?;
        Game::open(CircularStacks { together: together as usize }, parameters)
    }

    /// The sets of stacks, as bits, that a move may change: each lies within `k` neighbours.
    fn choices(&self, stacks: &Heaps) -> Option<Vec<u64>> {
        let count = stacks.len();
        let together = self.together.min(count);
        if count > MOST_STACKS || together > 16 {
            return None;
        }
        let mut choices = Vec::new();
        for start in 0..count {
            for set in 1u64..1 << together {
                let places = (0..together).filter(|place| set >> place & 1 == 1);
                choices.push(places.map(|place| 1u64 << ((start + place) % count)).sum());
            }
        }
        choices.put_in_order();
        choices.dedup();
        (choices.len() <= MOST_CHOICES).then_some(choices)
    }

    /// Whether some way round the circle, in either direction, has a property.
    fn some_order(stacks: &Heaps, holds: impl Fn(&[Natural]) -> bool) -> bool {
        let mut around: Vec<Natural> = stacks.iter().collect();
        (0..2).any(|_| {
            around.reverse();
            (0..around.len()).any(|_| {
                around.rotate_left(1);
                holds(&around)
            })
        })
    }

    fn rule(&self, stacks: &Heaps) -> Option<(&'static Theorem, bool)> {
        let count = stacks.len();
        let order = |holds: &dyn Fn(&[Natural]) -> bool| Self::some_order(stacks, holds);
        Some(match (count, self.together) {
            (_, 1) => (&ONE, stacks.iter().map(Nimber).sum::<Nimber>().is_zero()),
            (count, together) if together >= count => {
                (&ALL, stacks.iter().all(|size| size.is_zero()))
            }
            (count, together) if together + 1 == count => {
                (&ALL_BUT_ONE, stacks.iter().all(|size| size == stacks.get(0)))
            }
            (4, 2) => (&FOUR_TWO, order(&|p| p[0] == p[2] && p[1] == p[3])),
            (5, 2) => (
                &FIVE_TWO,
                order(&|p| {
                    p[1] == p[4]
                        && p.iter().all(|size| *size <= p[0])
                        && &p[0] + &p[1] == &p[2] + &p[3]
                }),
            ),
            (5, 3) => {
                (&FIVE_THREE, order(&|p| p[0].is_zero() && p[1] == p[4] && p[1] == &p[2] + &p[3]))
            }
            (6, 3) => (&SIX_THREE, order(&|p| opposite_sums(p))),
            (6, 4) => (
                &SIX_FOUR,
                order(&|p| {
                    opposite_sums(p)
                        && p.iter().all(|size| *size >= p[0])
                        && (&(&p[0] ^ &p[2]) ^ &p[4]).is_zero()
                }),
            ),
            _ => return None,
        })
    }
}

fn opposite_sums(p: &[Natural]) -> bool {
    &p[0] + &p[1] == &p[3] + &p[4] && &p[1] + &p[2] == &p[4] + &p[5]
}

impl Rules for CircularStacks {
    type Position = Heaps;
    type Move = HeapMove;

    fn moves(&self, stacks: &Heaps, out: &mut Moves<'_, HeapMove>) {
        let Some(choices) = self.choices(stacks) else { return out.too_many() };
        for choice in choices {
            let chosen: Vec<usize> =
                (0..stacks.len()).filter(|place| choice >> place & 1 == 1).collect();
            let sizes: Option<Vec<u64>> = chosen.iter().map(|place| stacks.word(*place)).collect();
            let Some(sizes) = sizes else { return out.too_many() };
            if sizes.contains(&0) {
                continue;
            }
            // An odometer over what is left: every chosen stack loses at least one token.
            let mut left = vec![0u64; sizes.len()];
            loop {
                let changes =
                    chosen.iter().copied().zip(left.iter().map(|size| Natural::from(*size)));
                out.push(HeapMove::many(changes));
                if out.full() {
                    return;
                }
                let Some(wheel) = (0..left.len()).find(|wheel| left[*wheel] + 1 < sizes[*wheel])
                else {
                    break;
                };
                left[wheel] += 1;
                left[..wheel].fill(0);
            }
        }
    }

    fn play(&self, stacks: &Heaps, mv: &HeapMove) -> Heaps {
        mv.play(stacks)
    }

    fn simplify(&self, stacks: Heaps) -> Heaps {
        if self.together == 1 || self.together >= stacks.len() {
            return stacks.sorted(|_| true);
        }
        // More stacks than moves are listed for are not turned round either.
        if stacks.len() > MOST_STACKS {
            return stacks;
        }
        let Some(words) =
            (0..stacks.len()).map(|place| stacks.word(place)).collect::<Option<Vec<u64>>>()
        else {
            return stacks;
        };
        // The least of all ways round the circle.
        let forwards = [&words[..], &words].concat();
        let backwards: Vec<u64> = forwards.iter().rev().copied().collect();
        let ways = forwards.windows(words.len()).chain(backwards.windows(words.len()));
        ways.min().map_or(stacks, Heaps::from)
    }

    fn value(&self, stacks: &Heaps) -> Option<Nimber> {
        match self.together {
            1 => Some(stacks.iter().map(Nimber).sum()),
            together if together >= stacks.len() => {
                Some(Nimber(stacks.iter().fold(Natural::ZERO, |sum, size| &sum + &size)))
            }
            _ => None,
        }
    }

    fn outcome(&self, stacks: &Heaps, play: Play) -> Option<Outcome> {
        let (_, lost) = self.rule(stacks).filter(|_| play == Play::Normal)?;
        Some(Outcome::from_mover_wins(!lost))
    }

    fn theorem(&self, stacks: &Heaps, play: Play) -> Option<&'static Theorem> {
        let (theorem, _) = self.rule(stacks).filter(|_| play == Play::Normal)?;
        Some(theorem)
    }

    fn describe(&self, stacks: &Heaps, mv: &HeapMove) -> String {
        mv.describe(stacks)
    }

    fn scene(&self, stacks: &Heaps) -> Scene {
        let mut scene =
            Scene::piles(stacks, &|place, size| Natural::from(size) < stacks.get(place));
        // The piles go round an ellipse, as high as the tallest, so that none hides another.
        let shown = scene.shapes.iter().filter(|shape| shape.role == Role::Ground).count().max(1);
        let (across, tall) = (shown as f64 * 0.75, scene.height);
        let round = if shown < 3 { 0.0 } else { tall / 2.0 + 0.2 };
        let mut place = 0;
        for shape in &mut scene.shapes {
            place += usize::from(shape.role == Role::Ground);
            let angle = (place.max(1) - 1) as f64 / shown as f64 * TAU;
            let own = (place.max(1) - 1) as f64 * 1.5 + 0.75;
            let (right, down) = (across * angle.sin(), round * (1.0 - angle.cos()));
            shape.form.shift(across + 0.75 + right - own, down);
        }
        scene.width = 2.0 * across + 1.5;
        scene.height = tall + 2.0 * round;
        scene
    }

    fn random(&self, size: u64, random: &mut Random) -> Option<Heaps> {
        let count = random.between(self.together.max(3) as u64, self.together.max(6) as u64);
        let most = (size / count).clamp(1, 4);
        let sizes: Vec<u64> = (0..count).map(|_| random.between(0, most)).collect();
        Some(Heaps::from(&sizes[..]))
    }
}

pub static ENTRY: Entry = Entry {
    name: "circular-stacks",
    aliases: &[],
    title: "Circular stacks",
    rules: "Stacks of tokens in a circle. A move takes at least one token in all from any k consecutive stacks, any \
            number from each of them.",
    board: Board::Heaps,
    can: &[Ability::Piles, Ability::Table, Ability::Misere],
    parameters: &[Parameter {
        key: "k",
        required: true,
        list: false,
        help: "from how many neighbouring stacks a move takes",
    }],
    examples: &[
        "circular-stacks(2): 3 4 5 6",
        "circular-stacks(1): 3 4 5 6",
        "circular-stacks(2): 3 1 2 2 1",
        "circular-stacks(2): 2 2 3",
        "circular-stacks(2): 1 1 1 1 1 1 1",
        "circular-stacks(3): 3 1 2 2 1",
        "circular-stacks(3): 2 1 2 1 2 1",
        "circular-stacks(4): 2 1 2 1 1 2",
        "circular-stacks(4): 3 2 2 1",
        "misere circular-stacks(2): 2 1 2 1",
    ],
    example_move: ("3 4 5 6", "1 -> 0, 2 -> 2"),
    known: &[
        Known {
            address: "circular-stacks(2): 3 5 3 5",
            outcome: "P",
            value: Some(0),
            source: "Dufour and Heubach 2013",
        },
        Known {
            address: "circular-stacks(3): 0 3 1 2 3",
            outcome: "P",
            value: Some(0),
            source: "Dufour and Heubach 2013",
        },
    ],
    theorems: &[&ONE, &ALL, &ALL_BUT_ONE, &FOUR_TWO, &FIVE_TWO, &FIVE_THREE, &SIX_THREE, &SIX_FOUR],
    presets: &[],
    open: CircularStacks::open,
};
