//! Sylver Coinage: name numbers that are no sums of those named before; whoever names 1 loses.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::analysis::{Numbers, Theorem};
use crate::boxed;
use crate::elements::Named;
use crate::error::Error;
use crate::explain::{Claim, Step, parts};
use crate::game::{Ability, Board, Entry, Known};
use crate::heap::Heaps;
use crate::natural::Natural;
use crate::rules::{Moves, Random, Rules};
use crate::scene::{Card, Form, Role, Scene};
use crate::value::{Outcome, Play};

struct Sylver;

static COPRIME: Theorem = Theorem {
    name: "sylver",
    play: Play::Normal,
    statement: "If two numbers without a common divisor are named and nothing else, 2 and 3 aside, the mover wins",
    source: "Hutchings; Winning Ways, chapter 18: by strategy stealing with the largest number that can be named",
};

/// The least named number is at most this.
const MOST_LEAST: u64 = 4096;
/// Numbers that can still be named and are told one by one at most.
const MOST_TOLD: usize = 40;

/// What can be made of named numbers: for each rest by the least of them, the least number with that rest.
struct Coins {
    least: u64,
    first: Vec<Option<u64>>,
}

impl Coins {
    /// Nothing if nothing is named, if numbers are too large, or if some rest never comes, so that endlessly many numbers
    /// can still be named.
    fn of(named: &Heaps) -> Option<Coins> {
        let numbers: Vec<u64> =
            named.iter().map(|number| number.to_u64()).collect::<Option<_>>()?;
        let least =
            numbers.iter().copied().min().filter(|least| (1..=MOST_LEAST).contains(least))?;
        // The shortest ways from rest to rest.
        let mut first: Vec<Option<u64>> = vec![None; least as usize];
        let mut open = BinaryHeap::from([Reverse(0u64)]);
        while let Some(Reverse(number)) = open.pop() {
            let rest = &mut first[(number % least) as usize];
            if rest.is_some() {
                continue;
            }
            *rest = Some(number);
            open.extend(numbers.iter().filter_map(|more| number.checked_add(*more)).map(Reverse));
        }
        first.iter().all(Option::is_some).then_some(Coins { least, first })
    }

    fn makes(&self, number: u64) -> bool {
        self.first[(number % self.least) as usize].is_some_and(|first| first <= number)
    }

    /// The largest number that cannot be made.
    fn largest(&self) -> u64 {
        let most = self.first.iter().flatten().max().copied().unwrap_or(0);
        most.saturating_sub(self.least)
    }

    /// The numbers that can still be named: 1 is not one of them, since it loses.
    fn left(&self) -> impl Iterator<Item = u64> + '_ {
        (2..=self.largest()).filter(|number| !self.makes(*number))
    }
}

impl Sylver {
    /// Whether two numbers alone matter, but not 2 and 3, which leave nothing.
    fn quiet(named: &Heaps) -> bool {
        Sylver::needed(named).is_some_and(|needed| needed.len() == 2 && needed != [2, 3])
    }

    /// The named numbers that the others do not make, if they leave finitely many.
    fn needed(named: &Heaps) -> Option<Vec<u64>> {
        Coins::of(named)?;
        let mut numbers: Vec<u64> = named.iter().filter_map(|number| number.to_u64()).collect();
        numbers.sort_unstable();
        numbers.dedup();
        let mut needed: Vec<u64> = Vec::new();
        for number in numbers {
            let mut made = vec![false; 1 + number.min(1 << 20) as usize];
            made[0] = true;
            if number < 1 << 20 {
                for sum in 1..=number as usize {
                    made[sum] =
                        needed.iter().any(|own| sum >= *own as usize && made[sum - *own as usize]);
                }
            }
            if number >= 1 << 20 || !made[number as usize] {
                needed.push(number);
            }
        }
        Some(needed)
    }
}

impl Rules for Sylver {
    type Position = Heaps;
    type Move = Named;

    fn moves(&self, named: &Heaps, out: &mut Moves<'_, Named>) {
        let Some(coins) = Coins::of(named) else { return out.too_many() };
        for number in coins.left() {
            out.push(Named { element: number as usize, name: number.to_string() });
            if out.full() {
                return;
            }
        }
    }

    fn play(&self, named: &Heaps, mv: &Named) -> Heaps {
        named.iter().chain([Natural::from(mv.element)]).collect()
    }

    fn check(&self, named: &Heaps) -> Result<(), Error> {
        if named.iter().any(|number| number < Natural::from(2u64)) {
            return Err(Error::input(
                "0 and 1 are not among the named numbers: whoever names 1 has lost; write such as sylver: 4 5",
            ));
        }
        match Coins::of(named) {
            Some(_) => Ok(()),
            None => Err(Error::input(format!(
                "after {named} endlessly many numbers can be named, or too many: name numbers without a common divisor, the \
                 least of them at most {MOST_LEAST}, such as sylver: 4 5"
            ))),
        }
    }

    fn simplify(&self, named: Heaps) -> Heaps {
        Sylver::needed(&named).map_or(named, |needed| Heaps::from(&needed[..]))
    }

    fn outcome(&self, named: &Heaps, play: Play) -> Option<Outcome> {
        (play == Play::Normal && Sylver::quiet(named)).then_some(Outcome::Next)
    }

    fn find_move(&self, named: &Heaps, text: &str) -> Option<Result<Named, Error>> {
        let coins = Coins::of(named)?;
        let number = text.trim().parse::<Natural>().ok()?.to_u64()?;
        let said = match number {
            0 => "0 is no number to name".to_string(),
            1 => "whoever names 1 loses, so nobody does here".to_string(),
            _ if coins.makes(number) => format!("{number} is a sum of numbers that are named"),
            _ => return Some(Ok(Named { element: number as usize, name: number.to_string() })),
        };
        Some(Err(Error::input(said)))
    }

    fn theorem(&self, named: &Heaps, play: Play) -> Option<&'static Theorem> {
        self.outcome(named, play).map(|_| &COPRIME)
    }

    fn explain(&self, named: &Heaps, play: Play) -> Option<Vec<Step>> {
        let coins = Coins::of(named).filter(|_| play == Play::Normal && Sylver::quiet(named))?;
        let last = coins.largest();
        let idea = format!(
            "The largest number that can still be named is {last}, and it is a sum of any other that can be named and of numbers \
             that are named already. So whatever is named, {last} is gone afterwards. Suppose that naming {last} does not \
             win: then some reply to it does. But that reply is open now as well, and leaves the same, as it takes {last} \
             away. So either way you win; which of the two it is, this does not tell."
        );
        let left: Vec<String> =
            coins.left().take(MOST_TOLD + 1).map(|number| number.to_string()).collect();
        let here = match left.len() > MOST_TOLD {
            true => {
                format!("More than {MOST_TOLD} numbers can still be named, {last} the largest.")
            }
            false => format!("What can still be named, but for 1: {}.", parts::list(&left)),
        };
        let claim = || [Claim::Outcome { position: named.to_string(), outcome: Outcome::Next }];
        Some(vec![Step::new("idea", idea), Step::new("here", here).claiming(claim)])
    }

    fn describe(&self, _named: &Heaps, mv: &Named) -> String {
        format!("name {}", mv.name)
    }

    fn goal(&self) -> Option<String> {
        Some("whoever is left with nothing but 1 to name loses".to_string())
    }

    fn numbers(&self, _named: &Heaps, mv: &Named) -> Numbers {
        Numbers { number: mv.name.parse().ok(), ..Numbers::default() }
    }

    fn scene(&self, named: &Heaps) -> Scene {
        const MOST_DRAWN: usize = 60;
        // As wide as the rows of numbers, however many are named: the board does not shrink while a game lasts.
        const WIDTH: f64 = 12.0;
        let text = format!("named: {named}");
        let mut scene = Scene::text(&text);
        scene.width = WIDTH.max(0.4 * text.chars().count() as f64);
        scene.shapes[0].form = Form::Text { x: scene.width / 2.0, y: 1.0 };
        let left: Vec<u64> = Coins::of(named)
            .map(|coins| coins.left().take(MOST_DRAWN + 1).collect())
            .unwrap_or_default();
        scene.capped = (left.len() > MOST_DRAWN)
            .then(|| format!("Only the first {MOST_DRAWN} numbers that can be named are drawn."));
        let cards = left.iter().take(MOST_DRAWN).map(|number| Card {
            id: format!("number-{number}"),
            label: format!("Name {number}"),
            caption: number.to_string(),
            role: Role::Card,
            pick: Some(number.to_string()),
        });
        scene.add_cards(cards.collect());
        scene
    }

    fn random(&self, size: u64, random: &mut Random) -> Option<Heaps> {
        let far = size.clamp(6, 14);
        let count = random.between(2, 4);
        let numbers: Vec<u64> = (0..count).map(|_| random.between(2, far)).collect();
        let named = Heaps::from(&numbers[..]);
        self.check(&named).is_ok().then_some(named)
    }
}

pub static ENTRY: Entry = Entry {
    name: "sylver",
    aliases: &["sylver-coinage"],
    title: "Sylver Coinage",
    rules: "The numbers that are named so far, without a common divisor. A move names a whole number above 1 that is no sum of \
            named numbers, each used as often as one likes. (In print 1 may be named, and whoever does so \
            loses; here 1 may not be named.)",
    board: Board::Numbers,
    can: &[Ability::Misere],
    parameters: &[],
    examples: &[
        "sylver: 4 5",
        "sylver: 4 5 11",
        "sylver: 5 6 7",
        "sylver: 5 7",
        "sylver: 6 7 8",
        "misere sylver: 4 7 9",
    ],
    example_move: ("4 5", "11"),
    known: &[
        Known {
            address: "sylver: 2 3",
            outcome: "P",
            value: Some(0),
            source: "Winning Ways, chapter 18: 1 alone is left",
        },
        Known {
            address: "sylver: 4 5 11",
            outcome: "P",
            value: Some(0),
            source: "Winning Ways, chapter 18: 11 is the reply to 4 and 5",
        },
    ],
    theorems: &[&COPRIME],
    presets: &[],
    open: |parameters| boxed::open(Sylver, parameters),
};
