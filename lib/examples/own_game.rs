//! A game of one's own: its rules are `moves` and `play`, and it can be asked, added to others and drawn
//! like any game of the catalogue.

use bouton::game::Game;
use bouton::natural::Natural;
use bouton::rules::{Moves, Rules};
use bouton::{Ask, Play, Question};

/// One heap; a move takes a digit of its size, written in decimals.
struct TakeADigit;

impl Rules for TakeADigit {
    type Position = Natural;
    type Move = u64;

    fn moves(&self, heap: &Natural, out: &mut Moves<'_, u64>) {
        let digits = heap.to_string();
        for digit in 1..=9 {
            if digits.contains(&digit.to_string()) {
                out.push(digit);
            }
        }
    }

    fn play(&self, heap: &Natural, digit: &u64) -> Natural {
        heap.minus(&Natural::from(*digit)).unwrap_or_default()
    }
}

fn main() -> Result<(), bouton::Error> {
    let game = Game::new(TakeADigit, "take-a-digit");
    let mut solver = game.solver();
    let mut lost = Vec::new();
    for size in 0..=60u64 {
        let position = game.read(&size.to_string())?;
        if solver.value(&position, &Ask::default())?.value == 0.into() {
            lost.push(size.to_string());
        }
    }
    println!("whoever moves loses from {}", lost.join(", "));

    // Beside a heap of Nim, as a sum.
    let nim = bouton::address::open_named("nim")?;
    let sum = Game::sum(vec![game, nim]);
    let position = sum.read("take-a-digit: 25 + nim: 4")?;
    let answer = Question::new(sum, position, Play::Normal).solve(&Ask::default())?;
    println!("{} has the value {:?}", answer.address, answer.value);
    Ok(())
}
