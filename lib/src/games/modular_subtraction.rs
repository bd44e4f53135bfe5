//! Modular subtraction: take from a number in a circle, where below 0 comes the largest; at 0 it rests. Play can run
//! in circles.

use crate::address::Parameters;
use crate::boxed;
use crate::error::{Error, quoted};
use crate::game::{Ability, Board, Entry, Game, Known, Parameter};
use crate::heap::{HeapMove, Heaps};
use crate::natural::Natural;
use crate::network::Network;
use crate::rules::{Moves, Random, Rules};
use crate::scene::{Card, Form, Role, Scene, Shape};

struct Modular {
    modulus: u64,
    /// What may be taken, each below the modulus and once, and in order.
    takes: Vec<u64>,
}

const MOST_MODULUS: u64 = 1_000_000;
const MOST_TAKES: usize = 1000;
/// Places of a circle and circles that are drawn at most.
const MOST_PLACES: u64 = 40;
const MOST_CIRCLES: usize = 6;

impl Modular {
    fn open(parameters: &Parameters) -> Result<Game, Error> {
        const FORM: &str = "such as modular-subtraction(7,1,2,5): 3";
        let mut words = parameters.list();
        let modulus = match parameters.get("mod", None) {
            Some(modulus) => modulus,
            None if words.is_empty() => "",
            None => words.remove(0),
        };
        let number = |word: &str| word.trim().parse::<Natural>().ok()?.to_u64();
        let modulus =
            number(modulus).filter(|modulus| (2..=MOST_MODULUS).contains(modulus)).ok_or_else(|| {
                Error::input(format!(
                    "{} is no number of places of the circle: write first one from 2 to {MOST_MODULUS} and then what may be \
                     taken, {FORM}",
                    quoted(modulus)
                ))
            })?;
        let mut takes = Vec::new();
        for word in &words {
            let (first, last) = word.split_once('-').unwrap_or((word, word));
            let range = number(first)
                .zip(number(last))
                .filter(|(first, last)| first <= last && last - first < MOST_TAKES as u64);
            let (first, last) = range.ok_or_else(|| {
                Error::input(format!(
                    "{} cannot be taken: write numbers, or ranges of at most {MOST_TAKES}, {FORM}",
                    quoted(word)
                ))
            })?;
            for take in first..=last {
                if take % modulus == 0 {
                    return Err(Error::input(format!(
                        "taking {take} in a circle of {modulus} places would change nothing: write numbers that are no \
                         multiples of {modulus}, {FORM}"
                    )));
                }
                takes.push(take % modulus);
            }
        }
        takes.sort_unstable();
        takes.dedup();
        if takes.is_empty() || takes.len() > MOST_TAKES {
            return Err(Error::input(format!(
                "write at least one number that may be taken, and at most {MOST_TAKES}, {FORM}"
            )));
        }
        let list: Vec<String> = takes.iter().map(u64::to_string).collect();
        let rule = format!(
            "Go back by {} places on a circle of {modulus}; a number at 0 rests, and play that never ends is a draw",
            crate::explain::parts::list(&list).replace(" and ", " or ")
        );
        Ok(boxed::open(Modular { modulus, takes }, parameters)?.ruled(rule))
    }

    /// The numbers that come after one.
    fn after(&self, number: u64) -> impl Iterator<Item = u64> + '_ {
        let takes = if number == 0 { &[][..] } else { &self.takes[..] };
        takes.iter().map(move |take| (number + self.modulus - take) % self.modulus)
    }

    fn circle(&self, scene: &mut Scene, token: usize, number: u64) {
        let (side, places) = Network::circle(self.modulus as usize);
        let (left, name) = (scene.width, token + 1);
        for (place, (x, y)) in (0..).zip(places) {
            let form = Form::Circle { x: left + x, y, radius: 0.45 };
            let here = place == number;
            let role = match place {
                _ if here => Role::Stone,
                0 => Role::Goal,
                _ => Role::Node,
            };
            let what = if here { ": here it is" } else { "" };
            let label = format!("Number {name}, place {place}{what}");
            let shape = Shape::new(format!("circle-{name}-{place}"), label, role, form);
            let shape = shape.with_caption(place.to_string());
            let reached = self.after(number).any(|to| to == place);
            let pick = HeapMove::one(token, Heaps::one(place)).to_string();
            scene.shapes.push(match reached {
                true => shape.with_pick(Some(pick)),
                false if here => shape,
                false => shape.with_why("No move leads there from where the number is."),
            });
        }
        scene.width += side;
        scene.height = scene.height.max(side);
    }
}

impl Rules for Modular {
    type Position = Heaps;
    type Move = HeapMove;

    fn moves(&self, numbers: &Heaps, out: &mut Moves<'_, HeapMove>) {
        for token in 0..numbers.len() {
            for to in self.after(numbers.word(token).unwrap_or(0)) {
                out.push(HeapMove::one(token, Heaps::one(to)));
                if out.full() {
                    return;
                }
            }
        }
    }

    fn play(&self, numbers: &Heaps, mv: &HeapMove) -> Heaps {
        mv.play(numbers)
    }

    fn check(&self, numbers: &Heaps) -> Result<(), Error> {
        let largest = self.modulus - 1;
        match numbers.iter().find(|number| *number > Natural::from(largest)) {
            Some(number) => Err(Error::input(format!(
                "{number} is not on the circle: its places are the numbers from 0 to {largest}"
            ))),
            None => Ok(()),
        }
    }

    fn simplify(&self, numbers: Heaps) -> Heaps {
        numbers.sorted(|number| !number.is_zero())
    }

    fn split(&self, numbers: &Heaps) -> Option<Vec<Heaps>> {
        let one = |number| [number].into_iter().collect();
        (numbers.len() > 1).then(|| numbers.iter().map(one).collect())
    }

    fn find_move(&self, numbers: &Heaps, text: &str) -> Option<Result<HeapMove, Error>> {
        Some(HeapMove::read(text, numbers).and_then(|mv| {
            let allowed = mv.single().filter(|(token, to)| {
                let number = numbers.word(*token).unwrap_or(0);
                to.len() == 1 && self.after(number).any(|after| to.word(0) == Some(after))
            });
            match allowed {
                Some(_) => Ok(mv),
                None => Err(Error::input(format!("{mv} is not allowed by the rules"))),
            }
        }))
    }

    fn describe(&self, numbers: &Heaps, mv: &HeapMove) -> String {
        let Some((token, to)) = mv.single() else { return mv.to_string() };
        format!("go from {} to {}", numbers.get(token), to.get(0))
    }

    fn scene(&self, numbers: &Heaps) -> Scene {
        let mut scene = Scene::default();
        let few = numbers.len().min(MOST_CIRCLES);
        if self.modulus <= MOST_PLACES {
            for token in 0..few {
                self.circle(&mut scene, token, numbers.word(token).unwrap_or(0));
            }
            scene.capped = (numbers.len() > few).then(|| "Not all numbers are drawn.".to_string());
            return scene;
        }
        let text = format!("{numbers} (modulo {})", self.modulus);
        let mut scene = Scene::text(&text);
        let moves = (0..few).flat_map(|token| {
            let number = numbers.word(token).unwrap_or(0);
            self.after(number).take(MOST_PLACES as usize).map(move |to| (token, number, to))
        });
        let card = |(token, number, to)| Card {
            id: format!("go-{}-{to}", token + 1),
            label: format!("Number {}, from {number} to {to}", token + 1),
            caption: format!("{number} \u{2192} {to}"),
            role: Role::Card,
            pick: Some(HeapMove::one(token, Heaps::one(to)).to_string()),
        };
        scene.add_cards(moves.map(card).collect());
        let cut = numbers.len() > few || self.takes.len() > MOST_PLACES as usize;
        scene.capped = cut.then(|| "Not all moves are drawn.".to_string());
        scene
    }

    fn random(&self, _size: u64, random: &mut Random) -> Option<Heaps> {
        let number = |random: &mut Random| random.between(0, self.modulus - 1);
        let numbers: Vec<u64> = (0..random.between(1, 2)).map(|_| number(random)).collect();
        Some(Heaps::from(&numbers[..]))
    }
}

pub static ENTRY: Entry = Entry {
    name: "modular-subtraction",
    aliases: &["subtraction-mod"],
    title: "Modular subtraction",
    rules: "Numbers on a circle of places 0, 1, ..., mod - 1. A move takes one number back by one of the given amounts; behind 0 \
            the circle goes on with its largest place. A number that is at 0 rests there and moves no more. Play can run in \
            circles, and play that never ends is a draw.",
    board: Board::Numbers,
    can: &[Ability::Piles, Ability::Table, Ability::Misere],
    parameters: &[
        Parameter {
            key: "mod",
            required: true,
            list: false,
            help: "how many places the circle has",
        },
        Parameter {
            key: "set",
            required: true,
            list: true,
            help: "what may be taken: numbers and ranges such as 1-3, none a multiple of mod",
        },
    ],
    examples: &[
        "modular-subtraction(7,1,2,5): 3",
        "modular-subtraction(7,1,2,5): 3 4",
        "modular-subtraction(15,1,7): 12 5",
        "modular-subtraction(12,2,3): 7 5",
        "misere modular-subtraction(9,1,4): 5",
        "modular-subtraction(300,1-3): 200",
    ],
    example_move: ("3", "1 -> 5"),
    known: &[
        Known {
            address: "modular-subtraction(7,1,2,5): 3",
            outcome: "P",
            value: Some(0),
            source: "by hand: every option can go on to 0 or 6, which are lost",
        },
        Known {
            address: "modular-subtraction(7,1,2,5): 5",
            outcome: "N",
            value: Some(2),
            source: "by the definition: the values of 0 to 6 are 0 1 2 0 1 2 0",
        },
    ],
    theorems: &[],
    presets: &[],
    open: Modular::open,
};
