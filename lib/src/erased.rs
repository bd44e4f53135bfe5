//! Rules behind a pointer: one copy of the searches for all games, where size counts more than speed.
//!
//! Every kind of rules has its own copy of the solver, which is what makes it fast; a page that has to
//! be fetched would rather have one. With the feature `compact`, [`Typed::open`](crate::game::Typed)
//! wraps all rules in [`Erased`], whose positions and moves are pointers to those of the game.

use std::any::Any;
use std::fmt::{Display, Formatter};
use std::hash::{Hash, Hasher};
use std::io::BufRead;
use std::rc::Rc;
use std::str::FromStr;
use std::sync::Arc;

use rand_chacha::ChaCha8Rng;

use crate::analysis::Theorem;
use crate::error::Error;
use crate::explain::Step;
use crate::heap::{HeapRules, Piles};
use crate::heaps::Heaps;
use crate::rules::{Found, Moves, Position, Rules};
use crate::scene::Scene;
use crate::value::{Nimber, Outcome, Play};

/// Any rules, with positions and moves of one type.
pub struct Erased(Box<dyn AnyRules>);

impl Erased {
    /// Hides the types of these rules.
    pub fn new<R: Rules>(rules: R) -> Erased {
        Erased(Box::new(Holder(rules)))
    }
}

/// A position of some game. Positions meet only those of the same game.
#[derive(Clone)]
pub struct AnyPosition(Arc<dyn Held>);

/// A move of some game.
#[derive(Clone)]
pub struct AnyMove(Rc<dyn HeldMove>);

trait Held: Send + Sync {
    fn any(&self) -> &dyn Any;
    fn same(&self, other: &dyn Held) -> bool;
    fn hash_into(&self, state: &mut dyn Hasher);
    fn text(&self) -> String;
    fn weight(&self) -> usize;
}

impl<P: Position> Held for P {
    fn any(&self) -> &dyn Any {
        self
    }
    fn same(&self, other: &dyn Held) -> bool {
        other.any().downcast_ref::<P>() == Some(self)
    }
    fn hash_into(&self, mut state: &mut dyn Hasher) {
        self.hash(&mut state);
    }
    fn text(&self) -> String {
        self.to_string()
    }
    fn weight(&self) -> usize {
        Position::weight(self)
    }
}

trait HeldMove {
    fn any(&self) -> &dyn Any;
    fn text(&self) -> String;
}

impl<M: Display + 'static> HeldMove for M {
    fn any(&self) -> &dyn Any {
        self
    }
    fn text(&self) -> String {
        self.to_string()
    }
}

impl AnyPosition {
    fn of<P: Position>(position: P) -> AnyPosition {
        AnyPosition(Arc::new(position))
    }

    fn to<P: Position>(&self) -> &P {
        self.0.any().downcast_ref().expect("positions stay with the game that made them")
    }
}

impl AnyMove {
    fn of<M: Display + 'static>(mv: M) -> AnyMove {
        AnyMove(Rc::new(mv))
    }

    fn to<M: 'static>(&self) -> &M {
        self.0.any().downcast_ref().expect("moves stay with the game that made them")
    }
}

impl PartialEq for AnyPosition {
    fn eq(&self, other: &AnyPosition) -> bool {
        self.0.same(&*other.0)
    }
}

impl Eq for AnyPosition {}

impl Hash for AnyPosition {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.hash_into(state);
    }
}

impl Display for AnyPosition {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0.text())
    }
}

impl Display for AnyMove {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        f.pad(&self.0.text())
    }
}

/// Text alone does not tell the game; [`Rules::read`] does.
impl FromStr for AnyPosition {
    type Err = Error;
    fn from_str(_text: &str) -> Result<AnyPosition, Error> {
        Err(Error::Unsupported("a position can only be read by its game".to_string()))
    }
}

impl Position for AnyPosition {
    fn weight(&self) -> usize {
        // The pointer, two counts, and what it points to.
        size_of::<AnyPosition>() + 2 * size_of::<usize>() + self.0.weight()
    }
}

/// [`Rules`] without types; what each method means is said there.
trait AnyRules: Send + Sync {
    fn moves(&self, position: &AnyPosition, out: &mut Moves<'_, AnyMove>);
    fn play(&self, position: &AnyPosition, mv: &AnyMove) -> AnyPosition;
    fn options(&self, position: &AnyPosition, take: &mut dyn FnMut(AnyPosition) -> bool) -> bool;
    fn read(&self, text: &str) -> Result<AnyPosition, Error>;
    fn read_from(&self, input: &mut dyn BufRead) -> Result<AnyPosition, Error>;
    fn write(&self, position: &AnyPosition) -> String;
    fn check(&self, position: &AnyPosition) -> Result<(), Error>;
    fn allows(&self, play: Play) -> Result<(), Error>;
    fn seats(&self, position: &AnyPosition) -> Option<Result<Vec<bool>, Error>>;
    fn simplify(&self, position: AnyPosition) -> AnyPosition;
    fn split(&self, position: &AnyPosition) -> Option<Vec<AnyPosition>>;
    fn value(&self, position: &AnyPosition) -> Option<Nimber>;
    fn outcome(&self, position: &AnyPosition, play: Play) -> Option<Outcome>;
    fn moves_to(
        &self,
        position: &AnyPosition,
        target: &Nimber,
        limit: usize,
    ) -> Option<Found<AnyMove>>;
    fn winning(&self, position: &AnyPosition, play: Play, limit: usize) -> Option<Found<AnyMove>>;
    fn find_move(&self, position: &AnyPosition, text: &str) -> Option<Result<AnyMove, Error>>;
    fn theorem(&self, position: &AnyPosition, play: Play) -> Option<&'static Theorem>;
    fn is_long(&self, position: &AnyPosition) -> bool;
    fn describe(&self, position: &AnyPosition, mv: &AnyMove) -> String;
    fn scene(&self, position: &AnyPosition) -> Scene;
    fn explain(&self, position: &AnyPosition, play: Play) -> Option<Vec<Step>>;
    fn random(&self, size: u64, random: &mut ChaCha8Rng) -> Option<AnyPosition>;
    fn piles(&self) -> Option<&dyn Piles<AnyPosition, AnyMove>>;
}

struct Holder<R>(R);

fn held<M: Display + 'static>(found: Found<M>) -> Found<AnyMove> {
    found.map(AnyMove::of)
}

impl<R: Rules> AnyRules for Holder<R> {
    fn moves(&self, position: &AnyPosition, out: &mut Moves<'_, AnyMove>) {
        let mut wanted = true;
        let mut take = |mv| {
            out.push(AnyMove::of::<R::Move>(mv));
            wanted = !out.full();
            wanted
        };
        let mut inner = Moves::new(&mut take);
        self.0.moves(position.to(), &mut inner);
        let full = inner.full();
        if full && wanted {
            out.too_many();
        }
    }
    fn play(&self, position: &AnyPosition, mv: &AnyMove) -> AnyPosition {
        AnyPosition::of(self.0.play(position.to(), mv.to()))
    }
    fn options(&self, position: &AnyPosition, take: &mut dyn FnMut(AnyPosition) -> bool) -> bool {
        self.0.options(position.to(), |option| take(AnyPosition::of(option)))
    }
    fn read(&self, text: &str) -> Result<AnyPosition, Error> {
        self.0.read(text).map(AnyPosition::of)
    }
    fn read_from(&self, input: &mut dyn BufRead) -> Result<AnyPosition, Error> {
        self.0.read_from(input).map(AnyPosition::of)
    }
    fn write(&self, position: &AnyPosition) -> String {
        self.0.write(position.to())
    }
    fn check(&self, position: &AnyPosition) -> Result<(), Error> {
        self.0.check(position.to())
    }
    fn allows(&self, play: Play) -> Result<(), Error> {
        self.0.allows(play)
    }
    fn seats(&self, position: &AnyPosition) -> Option<Result<Vec<bool>, Error>> {
        self.0.seats(position.to())
    }
    fn simplify(&self, position: AnyPosition) -> AnyPosition {
        AnyPosition::of(self.0.simplify(position.to::<R::Position>().clone()))
    }
    fn split(&self, position: &AnyPosition) -> Option<Vec<AnyPosition>> {
        Some(self.0.split(position.to())?.into_iter().map(AnyPosition::of).collect())
    }
    fn value(&self, position: &AnyPosition) -> Option<Nimber> {
        self.0.value(position.to())
    }
    fn outcome(&self, position: &AnyPosition, play: Play) -> Option<Outcome> {
        self.0.outcome(position.to(), play)
    }
    fn moves_to(
        &self,
        position: &AnyPosition,
        target: &Nimber,
        limit: usize,
    ) -> Option<Found<AnyMove>> {
        self.0.moves_to(position.to(), target, limit).map(held)
    }
    fn winning(&self, position: &AnyPosition, play: Play, limit: usize) -> Option<Found<AnyMove>> {
        self.0.winning(position.to(), play, limit).map(held)
    }
    fn find_move(&self, position: &AnyPosition, text: &str) -> Option<Result<AnyMove, Error>> {
        Some(self.0.find_move(position.to(), text)?.map(AnyMove::of))
    }
    fn theorem(&self, position: &AnyPosition, play: Play) -> Option<&'static Theorem> {
        self.0.theorem(position.to(), play)
    }
    fn is_long(&self, position: &AnyPosition) -> bool {
        self.0.is_long(position.to())
    }
    fn describe(&self, position: &AnyPosition, mv: &AnyMove) -> String {
        self.0.describe(position.to(), mv.to())
    }
    fn scene(&self, position: &AnyPosition) -> Scene {
        self.0.scene(position.to())
    }
    fn explain(&self, position: &AnyPosition, play: Play) -> Option<Vec<Step>> {
        self.0.explain(position.to(), play)
    }
    fn random(&self, size: u64, random: &mut ChaCha8Rng) -> Option<AnyPosition> {
        self.0.random(size, random).map(AnyPosition::of)
    }
    fn piles(&self) -> Option<&dyn Piles<AnyPosition, AnyMove>> {
        self.0.piles().is_some().then_some(self as _)
    }
}

/// Asked only after [`AnyRules::piles`] has found that there are piles.
impl<R: Rules> Piles<AnyPosition, AnyMove> for Holder<R> {
    fn rules(&self) -> &dyn HeapRules {
        self.piles_of_game().rules()
    }
    fn sizes<'a>(&self, position: &'a AnyPosition) -> &'a Heaps {
        self.piles_of_game().sizes(position.to())
    }
    fn change(&self, pile: usize, to: Heaps) -> AnyMove {
        AnyMove::of(self.piles_of_game().change(pile, to))
    }
}

impl<R: Rules> Holder<R> {
    fn piles_of_game(&self) -> &dyn Piles<R::Position, R::Move> {
        self.0.piles().expect("a game has piles always or never")
    }
}

impl Rules for Erased {
    type Position = AnyPosition;
    type Move = AnyMove;
    fn moves(&self, position: &AnyPosition, out: &mut Moves<'_, AnyMove>) {
        self.0.moves(position, out);
    }
    fn play(&self, position: &AnyPosition, mv: &AnyMove) -> AnyPosition {
        self.0.play(position, mv)
    }
    fn options(&self, position: &AnyPosition, mut take: impl FnMut(AnyPosition) -> bool) -> bool {
        self.0.options(position, &mut take)
    }
    fn read(&self, text: &str) -> Result<AnyPosition, Error> {
        self.0.read(text)
    }
    fn read_from(&self, input: &mut dyn BufRead) -> Result<AnyPosition, Error> {
        self.0.read_from(input)
    }
    fn write(&self, position: &AnyPosition) -> String {
        self.0.write(position)
    }
    fn check(&self, position: &AnyPosition) -> Result<(), Error> {
        self.0.check(position)
    }
    fn allows(&self, play: Play) -> Result<(), Error> {
        self.0.allows(play)
    }
    fn seats(&self, position: &AnyPosition) -> Option<Result<Vec<bool>, Error>> {
        self.0.seats(position)
    }
    fn simplify(&self, position: AnyPosition) -> AnyPosition {
        self.0.simplify(position)
    }
    fn split(&self, position: &AnyPosition) -> Option<Vec<AnyPosition>> {
        self.0.split(position)
    }
    fn value(&self, position: &AnyPosition) -> Option<Nimber> {
        self.0.value(position)
    }
    fn outcome(&self, position: &AnyPosition, play: Play) -> Option<Outcome> {
        self.0.outcome(position, play)
    }
    fn moves_to(
        &self,
        position: &AnyPosition,
        target: &Nimber,
        limit: usize,
    ) -> Option<Found<AnyMove>> {
        self.0.moves_to(position, target, limit)
    }
    fn winning(&self, position: &AnyPosition, play: Play, limit: usize) -> Option<Found<AnyMove>> {
        self.0.winning(position, play, limit)
    }
    fn find_move(&self, position: &AnyPosition, text: &str) -> Option<Result<AnyMove, Error>> {
        self.0.find_move(position, text)
    }
    fn theorem(&self, position: &AnyPosition, play: Play) -> Option<&'static Theorem> {
        self.0.theorem(position, play)
    }
    fn is_long(&self, position: &AnyPosition) -> bool {
        self.0.is_long(position)
    }
    fn describe(&self, position: &AnyPosition, mv: &AnyMove) -> String {
        self.0.describe(position, mv)
    }
    fn scene(&self, position: &AnyPosition) -> Scene {
        self.0.scene(position)
    }
    fn explain(&self, position: &AnyPosition, play: Play) -> Option<Vec<Step>> {
        self.0.explain(position, play)
    }
    fn random(&self, size: u64, random: &mut ChaCha8Rng) -> Option<AnyPosition> {
        self.0.random(size, random)
    }
    fn piles(&self) -> Option<&dyn Piles<AnyPosition, AnyMove>> {
        self.0.piles()
    }
}
