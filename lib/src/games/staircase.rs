//! Staircase Nim: coins on stairs go down one step at a time. Only the odd steps count.

use crate::analysis::Theorem;
use crate::boxed;
use crate::error::Error;
use crate::explain::{Step, parts};
use crate::game::{Ability, Board, Entry, Known};
use crate::heap::{HeapMove, Heaps, random_heaps};
use crate::natural::Natural;
use crate::rules::{Found, Moves, Random, Rules};
use crate::scene::{Form, Role, Scene, Shape};
use crate::value::{Nimber, Play};

struct Staircase;

static ODD: Theorem = Theorem {
    name: "staircase",
    play: Play::Normal,
    statement: "The value is the xor of the numbers of coins on the odd steps",
    source: "Ferguson, Game Theory, part I, section 2.6, exercise 6",
};

/// Steps that are told one by one at most.
const MOST_TOLD: usize = 40;

impl Staircase {
    fn sum(steps: &Heaps) -> Nimber {
        steps.iter().step_by(2).map(Nimber).sum()
    }

    fn piles(steps: &Heaps) -> Option<Vec<parts::Pile>> {
        let odd = steps.iter().enumerate().step_by(2);
        let label = |(step, coins): (usize, Natural)| (format!("step {}", step + 1), coins);
        (steps.len() <= MOST_TOLD).then(|| odd.map(label).collect())
    }

    /// The step that stays with so many coins, if it has more.
    fn lowered(steps: &Heaps, step: usize, to: Option<Natural>) -> Option<HeapMove> {
        let to = to.filter(|to| *to < steps.get(step))?;
        Some(HeapMove::many([(step, to)]))
    }
}

impl Rules for Staircase {
    type Position = Heaps;
    type Move = HeapMove;

    fn moves(&self, steps: &Heaps, out: &mut Moves<'_, HeapMove>) {
        for step in 0..steps.len() {
            let Some(coins) = steps.word(step) else { return out.too_many() };
            for rest in 0..coins {
                out.push(HeapMove::one(step, Heaps::one(rest)));
                if out.full() {
                    return;
                }
            }
        }
    }

    fn play(&self, steps: &Heaps, mv: &HeapMove) -> Heaps {
        let Some((step, rest)) = mv.single() else { return steps.clone() };
        let left = steps.with(step, &rest.get(0));
        let taken = steps.get(step).minus(&rest.get(0)).unwrap_or_default();
        match step.checked_sub(1) {
            Some(below) => left.with(below, &(&steps.get(below) + &taken)),
            None => left,
        }
    }

    fn simplify(&self, steps: Heaps) -> Heaps {
        // Empty steps at the top are no steps.
        let high = (0..steps.len()).rev().find(|step| !steps.get(*step).is_zero());
        steps.iter().take(high.map_or(0, |step| step + 1)).collect()
    }

    fn value(&self, steps: &Heaps) -> Option<Nimber> {
        Some(Staircase::sum(steps))
    }

    fn moves_to(&self, steps: &Heaps, target: &Nimber, limit: usize) -> Option<Found<HeapMove>> {
        let wanted = &Staircase::sum(steps) + target;
        let odd = || (0..steps.len()).step_by(2);
        let to = |step| &steps.get(step) ^ &wanted.0;
        let down = odd().filter_map(|step| Staircase::lowered(steps, step, Some(to(step))));
        // An odd step grows by what comes from the step above it.
        let from_above = odd().filter(|step| step + 1 < steps.len()).filter_map(|step| {
            let grown = to(step).minus(&steps.get(step))?;
            Staircase::lowered(steps, step + 1, steps.get(step + 1).minus(&grown))
        });
        Some(Found::first(down.chain(from_above).collect(), limit))
    }

    fn find_move(&self, steps: &Heaps, text: &str) -> Option<Result<HeapMove, Error>> {
        Some(HeapMove::read(text, steps).and_then(|mv| match mv.single() {
            Some((step, rest)) if rest.len() == 1 && rest.get(0) < steps.get(step) => Ok(mv),
            _ => Err(Error::input(format!("{mv} does not take coins from one step"))),
        }))
    }

    fn theorem(&self, _steps: &Heaps, play: Play) -> Option<&'static Theorem> {
        (play == Play::Normal).then_some(&ODD)
    }

    fn explain(&self, steps: &Heaps, play: Play) -> Option<Vec<Step>> {
        let piles = Staircase::piles(steps).filter(|_| play == Play::Normal)?;
        let why = "Every move takes coins from an odd step to an even one, or the other way. Coins that come down from an \
                   even step onto an odd one gain nothing: the reply can take just as many further down. So the coins on \
                   even steps do not count, and those that an odd step gives away are gone: the odd steps are piles.";
        Some(parts::nim(why, &piles, play))
    }

    fn because(&self, steps: &Heaps, mv: &HeapMove, play: Play) -> Option<Step> {
        let piles = Staircase::piles(steps).filter(|_| play == Play::Normal)?;
        let (step, _) = mv.single()?;
        let pile = step / 2;
        let to = &piles.get(pile)?.1 ^ &Staircase::sum(steps).0;
        parts::regrown(&piles, pile, &to, &self.describe(steps, mv))
    }

    fn describe(&self, steps: &Heaps, mv: &HeapMove) -> String {
        let Some((step, rest)) = mv.single() else { return mv.to_string() };
        let taken = steps.get(step).minus(&rest.get(0)).unwrap_or_default();
        let to = match step {
            0 => "the ground".to_string(),
            below => format!("step {below}"),
        };
        format!("take {taken} from step {} down to {to}", step + 1)
    }

    fn scene(&self, steps: &Heaps) -> Scene {
        const RISE: f64 = 0.7;
        let mut scene = Scene::piles(steps, &|_, _| true);
        let count = steps.len().min(40);
        let full = scene.height;
        scene.height += RISE * count as f64;
        for step in 1..=count {
            let up = RISE * (count - step) as f64;
            let (id, stones) = (format!("pile-{step}"), format!("pile-{step}-"));
            let (mut left, mut right) = (f64::MAX, 0.0f64);
            for shape in &mut scene.shapes {
                if shape.id != id && !shape.id.starts_with(&stones) {
                    continue;
                }
                shape.label = shape.label.replace("Pile", "Step").replace("stone", "coin");
                let x = match shape.form {
                    Form::Circle { x, .. } | Form::Text { x, .. } => x,
                    Form::Rectangle { x, .. } | Form::Line { x, .. } => x,
                };
                (left, right) = (left.min(x - 0.6), right.max(x + 0.6));
                let down = if shape.id == id { RISE * count as f64 } else { up };
                shape.form.shift(0.0, down);
            }
            // The step itself, from below its coins down to the numbers.
            let (y, height) = (full - 1.0 + up, RISE * step as f64);
            let form = Form::Rectangle { x: left, y, width: right - left, height };
            let label = format!("Step {step}");
            scene.shapes.push(Shape::new(format!("step-{step}"), label, Role::Gone, form));
        }
        scene
    }

    fn random(&self, size: u64, random: &mut Random) -> Option<Heaps> {
        Some(random_heaps(size * 2 / 3, random))
    }
}

pub static ENTRY: Entry = Entry {
    name: "staircase",
    aliases: &["staircase-nim"],
    title: "Staircase Nim",
    rules: "Coins on the steps of a stair; the position has the number of coins on step 1, the lowest, on step 2 and so on. A \
            move takes one or more coins from one step to the step below; from step 1 they come to the ground and are out \
            of play. A move is written by what its step is left with: 3 -> 1 leaves one coin on step 3.",
    board: Board::Heaps,
    can: &[Ability::Piles, Ability::Table, Ability::Misere],
    parameters: &[],
    examples: &[
        "staircase: 3 4 5",
        "staircase: 2 3 1 2",
        "staircase: 1 5 1",
        "misere staircase: 2 1 2",
        "staircase: 10^30 7 10^29",
    ],
    example_move: ("3 4 5", "3 -> 3"),
    known: &[Known {
        address: "staircase: 3 4 5",
        outcome: "N",
        value: Some(6),
        source: "by hand: the xor of the odd steps",
    }],
    theorems: &[&ODD],
    presets: &[],
    open: |parameters| boxed::open(Staircase, parameters),
};
