//! Rules behind a pointer, by the types of their positions and moves: searches are compiled for these types, once for
//! all games that share them.

use std::fmt::Display;

use bouton_core::formula::ClosedForm;

use crate::address::Parameters;
use crate::analysis::{Numbers, Theorem};
use crate::error::Error;
use crate::explain::Step;
use crate::game::Game;
use crate::rules::{Found, Moves, Position, Random, Rules};
use crate::scene::Scene;
use crate::value::{Nimber, Outcome, Play};

/// Any rules with these positions and moves. A search pays two calls through a pointer for each option; what it saves
/// is half a second of every build for each game.
pub(crate) struct Boxed<P, M>(Box<dyn Rules<Position = P, Move = M>>);

/// Opens a game whose searches it shares with all others that have its positions and moves.
pub(crate) fn open<R: Rules>(rules: R, parameters: &Parameters) -> Result<Game, Error> {
    let boxed: Boxed<R::Position, R::Move> = Boxed(Box::new(rules));
    Game::open(boxed, parameters)
}

impl<P: Position, M: Clone + Display + Send + Sync + 'static> Rules for Boxed<P, M> {
    type Position = P;
    type Move = M;

    fn moves(&self, position: &P, out: &mut Moves<'_, M>) {
        self.0.moves(position, out);
    }
    fn play(&self, position: &P, mv: &M) -> P {
        self.0.play(position, mv)
    }
    fn read(&self, text: &str) -> Result<P, Error> {
        self.0.read(text)
    }
    fn write(&self, position: &P) -> String {
        self.0.write(position)
    }
    fn check(&self, position: &P) -> Result<(), Error> {
        self.0.check(position)
    }
    fn allows(&self, play: Play) -> Result<(), Error> {
        self.0.allows(play)
    }
    fn simplify(&self, position: P) -> P {
        self.0.simplify(position)
    }
    fn split(&self, position: &P) -> Option<Vec<P>> {
        self.0.split(position)
    }
    fn value(&self, position: &P) -> Option<Nimber> {
        self.0.value(position)
    }
    fn outcome(&self, position: &P, play: Play) -> Option<Outcome> {
        self.0.outcome(position, play)
    }
    fn moves_to(&self, position: &P, target: &Nimber, limit: usize) -> Option<Found<M>> {
        self.0.moves_to(position, target, limit)
    }
    fn winning(&self, position: &P, play: Play, limit: usize) -> Option<Found<M>> {
        self.0.winning(position, play, limit)
    }
    fn find_move(&self, position: &P, text: &str) -> Option<Result<M, Error>> {
        self.0.find_move(position, text)
    }
    fn theorem(&self, position: &P, play: Play) -> Option<&'static Theorem> {
        self.0.theorem(position, play)
    }
    fn closed_form(&self, play: Play) -> Option<ClosedForm> {
        self.0.closed_form(play)
    }
    fn describe(&self, position: &P, mv: &M) -> String {
        self.0.describe(position, mv)
    }
    fn numbers(&self, position: &P, mv: &M) -> Numbers {
        self.0.numbers(position, mv)
    }
    fn scene(&self, position: &P) -> Scene {
        self.0.scene(position)
    }
    fn goal(&self) -> Option<String> {
        self.0.goal()
    }
    fn last_move(&self) -> Option<&'static str> {
        self.0.last_move()
    }
    fn explain(&self, position: &P, play: Play) -> Option<Vec<Step>> {
        self.0.explain(position, play)
    }
    fn because(&self, position: &P, mv: &M, play: Play) -> Option<Step> {
        self.0.because(position, mv, play)
    }
    fn random(&self, size: u64, random: &mut Random) -> Option<P> {
        self.0.random(size, random)
    }
}
