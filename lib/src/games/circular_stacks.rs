//! Circular stacks: stacks in a circle; take from k stacks that stand side by side.

use crate::address::Parameters;
use crate::analysis::Theorem;
use crate::error::Error;
use crate::explain::{Step, parts};
use crate::game::{Ability, Board, Entry, Game, Known, Parameter};
use crate::heap::HeapMove;
use crate::heap::Heaps;
use crate::natural::Natural;
use crate::rules::{Moves, Random, Rules};
use crate::scene::{Role, Scene, around};
use crate::value::{Nimber, Outcome, Play};
use bouton_core::order::InOrder;

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
    statement: "If a move takes from all stacks but one, the mover loses exactly when all stacks are equal",
    source: "Dufour and Heubach 2013, Circular Nim games",
};
static FOUR_TWO: Theorem = Theorem {
    name: "circular-stacks-4-2",
    play: Play::Normal,
    statement: "With 4 stacks and 2 together, the mover loses exactly when opposite stacks are equal",
    source: "Dufour and Heubach 2013, Circular Nim games",
};
static FIVE_TWO: Theorem = Theorem {
    name: "circular-stacks-5-2",
    play: Play::Normal,
    statement: "With 5 stacks and 2 together, the mover loses exactly when the stacks around the circle are a, b, c, d, b with \
                a the largest and a + b = c + d",
    source: "Dufour and Heubach 2013, Circular Nim games",
};
static FIVE_THREE: Theorem = Theorem {
    name: "circular-stacks-5-3",
    play: Play::Normal,
    statement: "With 5 stacks and 3 together, the mover loses exactly when the stacks around the circle are 0, b, c, d, b with \
                b = c + d",
    source: "Dufour and Heubach 2013, Circular Nim games",
};
static SIX_THREE: Theorem = Theorem {
    name: "circular-stacks-6-3",
    play: Play::Normal,
    statement: "With 6 stacks and 3 together, the mover loses exactly when a + b = d + e and b + c = e + f around the circle",
    source: "Dufour and Heubach 2013, Circular Nim games",
};
static SIX_FOUR: Theorem = Theorem {
    name: "circular-stacks-6-4",
    play: Play::Normal,
    statement: "With 6 stacks and 4 together, the mover loses exactly when for some order around the circle a is the smallest, \
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
        let rule = match together {
            1 => "Stacks of tokens in a circle. Take at least one token from one stack".to_string(),
            _ => format!(
                "Stacks of tokens in a circle. Take at least one token in all from {together} stacks that stand side by \
                 side, any number from each of them"
            ),
        };
        Ok(Game::open(CircularStacks { together: together as usize }, parameters)?.ruled(rule))
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

    /// A way round the circle, in either direction, that has a property: the stacks in its order.
    fn some_order(
        stacks: &Heaps,
        holds: &dyn Fn(&[Natural]) -> bool,
    ) -> Option<Vec<(usize, Natural)>> {
        let mut around: Vec<(usize, Natural)> = stacks.iter().enumerate().collect();
        for turn in 0..2 * around.len() {
            if turn == around.len() {
                around.reverse();
            }
            around.rotate_left(1);
            let sizes: Vec<Natural> = around.iter().map(|(_, size)| size.clone()).collect();
            if holds(&sizes) {
                return Some(around);
            }
        }
        None
    }

    fn rule(&self, stacks: &Heaps) -> Option<(&'static Theorem, bool)> {
        let count = stacks.len();
        let theorem = match (count, self.together) {
            (_, 1) => {
                return Some((&ONE, stacks.iter().map(Nimber).sum::<Nimber>().is_zero()));
            }
            (count, together) if together >= count => {
                return Some((&ALL, stacks.iter().all(|size| size.is_zero())));
            }
            (count, together) if together + 1 == count => {
                return Some((&ALL_BUT_ONE, stacks.iter().all(|size| size == stacks.get(0))));
            }
            (4, 2) => &FOUR_TWO,
            (5, 2) => &FIVE_TWO,
            (5, 3) => &FIVE_THREE,
            (6, 3) => &SIX_THREE,
            (6, 4) => &SIX_FOUR,
            _ => return None,
        };
        Some((theorem, self.pattern(stacks).is_some()))
    }

    /// The way round the circle that shows that the stacks are lost, where the theorem asks for one.
    fn pattern(&self, stacks: &Heaps) -> Option<Vec<(usize, Natural)>> {
        let holds: &dyn Fn(&[Natural]) -> bool = match (stacks.len(), self.together) {
            (4, 2) => &|p| p[0] == p[2] && p[1] == p[3],
            (5, 2) => &|p| {
                p[1] == p[4] && p.iter().all(|size| *size <= p[0]) && &p[0] + &p[1] == &p[2] + &p[3]
            },
            (5, 3) => &|p| p[0].is_zero() && p[1] == p[4] && p[1] == &p[2] + &p[3],
            (6, 3) => &opposite_sums,
            (6, 4) => &|p| {
                opposite_sums(p)
                    && p.iter().all(|size| *size >= p[0])
                    && (&(&p[0] ^ &p[2]) ^ &p[4]).is_zero()
            },
            _ => return None,
        };
        Self::some_order(stacks, holds)
    }

    /// That stacks are lost, with the numbers put in.
    fn shown(&self, stacks: &Heaps) -> Option<String> {
        let order = self.pattern(stacks)?;
        let p: Vec<&Natural> = order.iter().map(|(_, size)| size).collect();
        let sums = |a: usize, b: usize, c: usize, d: usize| {
            format!("{} + {} = {} + {}", p[a], p[b], p[c], p[d])
        };
        let what = match (order.len(), self.together) {
            // The idea says it all.
            (4, _) | (6, 3) => return None,
            (5, 2) => format!("{} is the largest, and {}", p[0], sums(0, 1, 2, 3)),
            (5, _) => format!("{} = {} + {}", p[1], p[2], p[3]),
            _ => format!(
                "{} and {}, and {} xor {} xor {} = 0",
                sums(0, 1, 3, 4),
                sums(1, 2, 4, 5),
                p[0],
                p[2],
                p[4]
            ),
        };
        let sizes: Vec<String> = p.iter().map(|size| size.to_string()).collect();
        let start = order[0].0 + 1;
        let way = match order[1].0 == start % order.len() {
            true => "",
            false => " backwards",
        };
        Some(format!("Read from stack {start}{way} they are {}: {what}.", sizes.join(", ")))
    }
}

/// By how much each of the stacks 1, 5 and 3 of six is larger than that opposite to it.
fn differences(stacks: &Heaps) -> String {
    let difference = |(first, second): (usize, usize)| {
        let (first, second) = (stacks.get(first), stacks.get(second));
        match first.minus(&second) {
            Some(above) => above.to_string(),
            None => format!("-{}", second.minus(&first).unwrap_or_default()),
        }
    };
    parts::list(&[(0, 3), (4, 1), (2, 5)].map(difference))
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

    fn explain(&self, stacks: &Heaps, play: Play) -> Option<Vec<Step>> {
        if self.together == 1 {
            let piles = parts::piles("stack", stacks)?;
            return Some(parts::nim("A move takes from one stack alone.", &piles, play));
        }
        let (theorem, _) = self.rule(stacks).filter(|_| play == Play::Normal)?;
        let round = "The stacks stand in a circle, the last beside the first.";
        let find = format!(
            "{}. To find a move, choose {} neighbours that stay as they are, and see what this asks of the others.",
            theorem.statement,
            stacks.len().saturating_sub(self.together)
        );
        let idea = match (stacks.len(), self.together) {
            (count, together) if together >= count => {
                "A move may take from all stacks: take everything.".to_string()
            }
            (count, together) if together + 1 == count => {
                let least = stacks.iter().min().unwrap_or_default();
                format!(
                    "Leave all stacks equal. Any move from there lowers some and leaves one as it was, so that they are no \
                     longer equal; and unequal ones can all be lowered to the smallest, which stays as it is. The \
                     smallest here is {least}."
                )
            }
            (4, _) => format!(
                "{round} Leave opposite stacks equal. A move takes from two neighbours at most, and these are never \
                 opposite, so it makes a pair unequal; the reply takes as much from the stacks opposite to them, which are \
                 neighbours, too. Opposite are 1 and 3, with {} and {}, and 2 and 4, with {} and {}.",
                stacks.get(0),
                stacks.get(2),
                stacks.get(1),
                stacks.get(3)
            ),
            (6, 3) => {
                format!(
                    "{round} Opposite stacks make three pairs: 1 and 4, 5 and 2, 3 and 6. Count by how much the first is \
                     larger, below 0 if it is smaller: here {}. Leave three equal numbers. To keep \
                     them equal a move would have to change all three alike; but of three neighbours, one of each pair, \
                     some are first ones, whose number falls, and some second ones, whose number rises. Unequal numbers can be made equal: if \
                     some are above 0 and some below, lower the larger stack of each pair to the smaller; otherwise bring \
                     all to the one that is nearest to 0.",
                    differences(stacks)
                )
            }
            _ => format!("{round} {find}"),
        };
        let mut steps = vec![Step::new("idea", idea)];
        steps.extend(self.shown(stacks).map(|shown| Step::new("here", shown)));
        Some(steps)
    }

    fn because(&self, stacks: &Heaps, mv: &HeapMove, play: Play) -> Option<Step> {
        if let (1, Some((stack, to))) = (self.together, mv.single()) {
            let piles = parts::piles("stack", stacks)?;
            let so = self.describe(stacks, mv);
            return parts::nim_move(&piles, play, stack, &to.get(0), &so);
        }
        let after = mv.play(stacks);
        let text = match (stacks.len(), self.together) {
            (6, 3) => format!("After the move the three numbers are {}.", differences(&after)),
            _ => format!("After the move the stacks are {after}. {}", self.shown(&after)?),
        };
        Some(Step::new("pick", text))
    }

    fn describe(&self, stacks: &Heaps, mv: &HeapMove) -> String {
        let changes = mv.sizes().unwrap_or_default();
        let taken = |(stack, to): &(usize, Natural)| {
            let taken = stacks.get(*stack).minus(to).unwrap_or_default();
            format!("{taken} from stack {}", stack + 1)
        };
        format!("take {}", parts::list(&changes.iter().map(taken).collect::<Vec<_>>()))
    }

    fn last_move(&self) -> Option<&'static str> {
        Some("takes the last token")
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
            let (right, down) = around((place.max(1) - 1) as f64 / shown as f64);
            let own = (place.max(1) - 1) as f64 * 1.5 + 0.75;
            let (right, down) = (across * right, round * (1.0 + down));
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
