//! Numbers as stones: a pile for each prime factor, a stone for each time that it divides.

use super::{Card, Form, Role, Scene, Shape, stacked};
use crate::heap::Heaps;
use bouton_core::factor;

/// Numbers, and cards for each of them, at most; the width of a line of numbers.
const MOST_NUMBERS: usize = 24;
const MOST_CARDS: usize = 24;
const LINE: f64 = 12.0;

/// What the stones of a number and the cards beside them mean.
pub(crate) struct Divided<'a> {
    /// The move that divides the number at a place by a power of a prime, if there is one.
    pub power: &'a dyn Fn(usize, u128) -> Option<String>,
    /// What is said of a stone that stands for no move.
    pub why: &'a str,
    /// Other moves: what is written on the card, in words, and the move.
    pub others: &'a dyn Fn(usize) -> Vec<(String, String, String)>,
}

impl Scene {
    /// The numbers with their factors, and below them a card for each move that no stone stands for.
    pub(crate) fn factors(numbers: &Heaps, divided: &Divided<'_>) -> Scene {
        let shown = numbers.len().min(MOST_NUMBERS);
        let factors = |place: usize| factor::factors(&numbers.get(place)).unwrap_or_default();
        let height = |powers: &[(u128, u32)]| {
            powers.iter().map(|(_, power)| (*power).min(10)).max().unwrap_or(1).max(1) as f64
        };
        let tallest = (0..shown).map(|place| height(&factors(place))).fold(1.0, f64::max);
        let mut scene = Scene::default();
        let (mut x, mut y) = (0.0, 0.0);
        for place in 0..shown {
            let (number, factors) = (numbers.get(place), factors(place));
            let columns: u32 = factors.iter().map(|(_, power)| power.div_ceil(10)).sum();
            let caption = number.to_string();
            let wide = f64::from(columns.max(1)).max(0.35 * caption.len() as f64) + 0.8;
            if x > 0.0 && x + wide > LINE {
                (x, y) = (0.0, y + tallest + 1.4);
            }
            let ground = y + tallest + 0.15;
            let mut column = x + (wide - f64::from(columns)) / 2.0 + 0.5;
            for (prime, most) in &factors {
                for power in 1..=*most {
                    let (right, up) = stacked(u64::from(power));
                    let taken = most - power + 1;
                    let label = format!(
                        "Number {}: {number} by {prime}, stone {power} of {most}",
                        place + 1
                    );
                    let form =
                        Form::Circle { x: column + right, y: ground - 0.5 - up, radius: 0.45 };
                    let shape = Shape::new(
                        format!("number-{}-{prime}-{power}", place + 1),
                        label,
                        Role::Stone,
                        form,
                    );
                    let shape = shape.with_caption(prime.to_string());
                    scene.shapes.push(match (divided.power)(place, prime.pow(taken)) {
                        Some(pick) => shape.with_pick(Some(pick)),
                        None => shape.with_why(divided.why),
                    });
                }
                column += f64::from(most.div_ceil(10));
            }
            let form = Form::Text { x: x + wide / 2.0, y: ground + 0.75 };
            let label = format!("Number {}: {number} = {}", place + 1, factor::written(&factors));
            scene.shapes.push(
                Shape::new(format!("number-{}", place + 1), label, Role::Row, form)
                    .with_caption(caption),
            );
            x += wide;
            scene.width = scene.width.max(x);
        }
        scene.height = y + tallest + 1.4;
        let mut many = false;
        for place in 0..shown {
            let others = (divided.others)(place);
            many |= others.len() > MOST_CARDS;
            let many_numbers = numbers.len() > 1;
            let card = |(caption, label, pick): (String, String, String)| Card {
                id: format!("number-{}-card-{caption}", place + 1),
                caption: match many_numbers {
                    true => format!("{} {caption}", numbers.get(place)),
                    false => caption,
                },
                label,
                role: Role::Card,
                pick: Some(pick),
            };
            scene.add_cards(others.into_iter().take(MOST_CARDS).map(card).collect());
        }
        if many {
            scene.capped = Some(format!("Of each number only {MOST_CARDS} divisors are drawn."));
        }
        if numbers.len() > shown {
            scene.capped = Some(format!("{} more numbers are not drawn.", numbers.len() - shown));
        }
        scene
    }
}
