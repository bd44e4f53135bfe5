//! Rules behind a pointer: the boundary between what runs per position and what runs per question.
//!
//! A search asks the rules millions of times, so it is compiled for each kind of rules: [`Memo`] and
//! [`Numbered`]. A question asks them once or a few hundred times, so everything else (the ladder,
//! reasons, sessions, verification, pictures) is written for [`AnyRules`] and compiled once for all
//! games. [`Typed`] stands on the boundary: it is the one place where a game's own types are named, and
//! positions and moves pass it as handles that only their own game can open.

use std::any::Any;
use std::fmt::{self, Display, Formatter};
use std::hash::{Hash, Hasher};
use std::io::BufRead;
use std::str::FromStr;
use std::sync::Arc;

use bouton_core::formula::ClosedForm;

use crate::analysis::{Numbers, Theorem};
use crate::error::Error;
use crate::explain::Step;
use crate::grid::GridRules;
use crate::heap::HeapRules;
use crate::rules::{Found, Moves, OneByOne, Position, Random, Rules, Seated, Stream};
use crate::scene::{Completion, Scene};
use crate::search::memo::{Goal, Memo, Searched, Table};
use crate::search::numbered::{Numbered, Numbering, Ways};
#[cfg(feature = "tables")]
use crate::search::packed::readable;
use crate::search::packed::{Keyed, keyed};
use crate::strip::CoinRules;
use crate::value::{Nimber, Outcome, Play};

/// A position of some game: read once, and handed round without being written.
#[derive(Clone)]
pub struct AnyPosition(Arc<dyn Held>);

/// A move of some game.
#[derive(Clone)]
pub struct AnyMove(Arc<dyn HeldMove>);

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

trait HeldMove: Send + Sync {
    fn any(&self) -> &dyn Any;
    fn text(&self) -> String;
}

impl<M: Display + Send + Sync + 'static> HeldMove for M {
    fn any(&self) -> &dyn Any {
        self
    }
    fn text(&self) -> String {
        self.to_string()
    }
}

impl AnyPosition {
    /// A handle to this position. It is for the game of its own rules: others refuse it, or break.
    pub fn of<P: Position>(position: P) -> AnyPosition {
        // A handle to a handle is that handle.
        match (&position as &dyn Any).downcast_ref::<AnyPosition>() {
            Some(handle) => handle.clone(),
            None => AnyPosition(Arc::new(position)),
        }
    }

    /// The position itself, for those who know its type.
    pub fn get<P: Position>(&self) -> Option<&P> {
        (self as &dyn Any).downcast_ref().or_else(|| self.0.any().downcast_ref())
    }

    fn own<P: Position>(&self) -> &P {
        self.get().expect("positions stay with the game that made them")
    }
}

impl AnyMove {
    /// A handle to this move.
    pub(crate) fn of<M: Display + Send + Sync + 'static>(mv: M) -> AnyMove {
        AnyMove(Arc::new(mv))
    }

    /// The move itself, for those who know its type.
    pub(crate) fn get<M: 'static>(&self) -> Option<&M> {
        self.0.any().downcast_ref()
    }

    fn own<M: 'static>(&self) -> &M {
        self.get().expect("moves stay with the game that made them")
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

/// The text of the position's own type; a game whose parameters matter to it writes by
/// [`Game::write`](crate::game::Game::write).
impl Display for AnyPosition {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.text())
    }
}

impl fmt::Debug for AnyPosition {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        Display::fmt(self, f)
    }
}

impl Display for AnyMove {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.pad(&self.0.text())
    }
}

impl fmt::Debug for AnyMove {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        Display::fmt(self, f)
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

/// Any rules, with positions and moves of one type, and what is compiled for their own types.
pub(crate) trait AnyRules: Rules<Position = AnyPosition, Move = AnyMove> {
    /// An empty table for searches.
    fn search(&self, goal: Goal) -> Box<dyn Table>;

    /// An empty numbering of positions.
    fn numbering(&self, ways: Ways) -> Box<dyn Numbering>;

    /// The game as the search of big positions sees it; the position says how large its boards are.
    fn keyed(&self, goal: Goal, position: &AnyPosition) -> Arc<dyn Keyed>;

    /// The same with keys that can be read back, each a whole position.
    #[cfg(feature = "tables")]
    fn readable(&self) -> Arc<dyn Keyed>;

    /// What `Rules::options` is, for searches over handles.
    fn each_option(
        &self,
        position: &AnyPosition,
        take: &mut dyn FnMut(AnyPosition) -> bool,
    ) -> bool;
}

/// A game's own rules, seen from outside. Searches are compiled for the game's `OWN` positions, or look at handles.
pub(crate) struct Typed<R, const OWN: bool>(pub Arc<R>);

/// Whether games have searches of their own. A page is fetched before it is asked, and would rather have one copy of
/// the searches than thirty.
pub(crate) const OWN: bool = cfg!(not(target_arch = "wasm32"));

impl<R: Rules> AnyRules for Typed<R, true> {
    fn search(&self, goal: Goal) -> Box<dyn Table> {
        Box::new(Searched::new(self.0.clone(), Memo::new(goal)))
    }
    fn numbering(&self, ways: Ways) -> Box<dyn Numbering> {
        Box::new(Numbered::new(self.0.clone(), ways))
    }
    fn keyed(&self, goal: Goal, position: &AnyPosition) -> Arc<dyn Keyed> {
        keyed(&self.0, goal, position)
    }
    #[cfg(feature = "tables")]
    fn readable(&self) -> Arc<dyn Keyed> {
        readable(&self.0)
    }
    fn each_option(
        &self,
        position: &AnyPosition,
        take: &mut dyn FnMut(AnyPosition) -> bool,
    ) -> bool {
        self.0.options(position.own(), |option| take(AnyPosition::of(option)))
    }
}

impl<R: Rules> Typed<R, false> {
    fn handles(&self) -> Arc<Handles> {
        Arc::new(Handles(Box::new(Typed::<R, false>(self.0.clone()))))
    }
}

impl<R: Rules> AnyRules for Typed<R, false> {
    fn search(&self, goal: Goal) -> Box<dyn Table> {
        Box::new(Searched::new(self.handles(), Memo::new(goal)))
    }
    fn numbering(&self, ways: Ways) -> Box<dyn Numbering> {
        Box::new(Numbered::new(self.handles(), ways))
    }
    /// Handles have no words: keys that are no boards are texts.
    fn keyed(&self, goal: Goal, position: &AnyPosition) -> Arc<dyn Keyed> {
        keyed(&self.handles(), goal, position)
    }
    #[cfg(feature = "tables")]
    fn readable(&self) -> Arc<dyn Keyed> {
        readable(&self.handles())
    }
    fn each_option(
        &self,
        position: &AnyPosition,
        take: &mut dyn FnMut(AnyPosition) -> bool,
    ) -> bool {
        self.0.options(position.own(), |option| take(AnyPosition::of(option)))
    }
}

/// Rules over handles, for searches: one copy of these for all games where size counts more than speed. They ask
/// the rules for less than questions do.
struct Handles(Box<dyn AnyRules>);

impl Rules for Handles {
    type Position = AnyPosition;
    type Move = AnyMove;
    fn moves(&self, position: &AnyPosition, out: &mut Moves<'_, AnyMove>) {
        self.0.moves(position, out);
    }
    fn play(&self, position: &AnyPosition, mv: &AnyMove) -> AnyPosition {
        self.0.play(position, mv)
    }
    fn options(&self, position: &AnyPosition, mut take: impl FnMut(AnyPosition) -> bool) -> bool {
        self.0.each_option(position, &mut take)
    }
    fn read(&self, text: &str) -> Result<AnyPosition, Error> {
        self.0.read(text)
    }
    fn write(&self, position: &AnyPosition) -> String {
        self.0.write(position)
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
    fn grid(&self) -> Option<Arc<dyn GridRules>> {
        self.0.grid()
    }
    fn fault(&self) -> Option<Error> {
        self.0.fault()
    }
}

fn held<M: Display + Send + Sync + 'static>(found: Found<M>) -> Found<AnyMove> {
    found.map(AnyMove::of)
}

impl<R: Rules, const OWN: bool> Rules for Typed<R, OWN> {
    type Position = AnyPosition;
    type Move = AnyMove;
    fn moves(&self, position: &AnyPosition, out: &mut Moves<'_, AnyMove>) {
        let mut wanted = true;
        let mut take = |mv| {
            out.push(AnyMove::of::<R::Move>(mv));
            wanted = !out.full();
            wanted
        };
        let mut inner = Moves::new(&mut take);
        self.0.moves(position.own(), &mut inner);
        let full = inner.full();
        if full && wanted {
            out.too_many();
        }
    }
    fn play(&self, position: &AnyPosition, mv: &AnyMove) -> AnyPosition {
        AnyPosition::of(self.0.play(position.own(), mv.own()))
    }
    fn one_by_one<'a>(&'a self, position: &AnyPosition) -> Option<OneByOne<'a, AnyPosition>> {
        let mut options = self.0.one_by_one(position.own())?;
        Some(Box::new(move || options().map(AnyPosition::of)))
    }
    fn read(&self, text: &str) -> Result<AnyPosition, Error> {
        self.0.read(text).map(AnyPosition::of)
    }
    fn write(&self, position: &AnyPosition) -> String {
        self.0.write(position.own())
    }
    fn check(&self, position: &AnyPosition) -> Result<(), Error> {
        self.0.check(position.own())
    }
    fn allows(&self, play: Play) -> Result<(), Error> {
        self.0.allows(play)
    }
    fn simplify(&self, position: AnyPosition) -> AnyPosition {
        AnyPosition::of(self.0.simplify(position.own::<R::Position>().clone()))
    }
    fn split(&self, position: &AnyPosition) -> Option<Vec<AnyPosition>> {
        Some(self.0.split(position.own())?.into_iter().map(AnyPosition::of).collect())
    }
    fn value(&self, position: &AnyPosition) -> Option<Nimber> {
        self.0.value(position.own())
    }
    fn outcome(&self, position: &AnyPosition, play: Play) -> Option<Outcome> {
        self.0.outcome(position.own(), play)
    }
    fn moves_to(
        &self,
        position: &AnyPosition,
        target: &Nimber,
        limit: usize,
    ) -> Option<Found<AnyMove>> {
        self.0.moves_to(position.own(), target, limit).map(held)
    }
    fn winning(&self, position: &AnyPosition, play: Play, limit: usize) -> Option<Found<AnyMove>> {
        self.0.winning(position.own(), play, limit).map(held)
    }
    fn find_move(&self, position: &AnyPosition, text: &str) -> Option<Result<AnyMove, Error>> {
        Some(self.0.find_move(position.own(), text)?.map(AnyMove::of))
    }
    fn theorem(&self, position: &AnyPosition, play: Play) -> Option<&'static Theorem> {
        self.0.theorem(position.own(), play)
    }
    fn closed_form(&self, play: Play) -> Option<ClosedForm> {
        self.0.closed_form(play)
    }
    fn describe(&self, position: &AnyPosition, mv: &AnyMove) -> String {
        self.0.describe(position.own(), mv.own())
    }
    fn numbers(&self, position: &AnyPosition, mv: &AnyMove) -> Numbers {
        self.0.numbers(position.own(), mv.own())
    }
    fn scene(&self, position: &AnyPosition) -> Scene {
        self.0.scene(position.own())
    }
    fn goal(&self) -> Option<String> {
        self.0.goal()
    }
    fn last_move(&self) -> Option<&'static str> {
        self.0.last_move()
    }
    fn explain(&self, position: &AnyPosition, play: Play) -> Option<Vec<Step>> {
        self.0.explain(position.own(), play)
    }
    fn because(&self, position: &AnyPosition, mv: &AnyMove, play: Play) -> Option<Step> {
        self.0.because(position.own(), mv.own(), play)
    }
    fn random(&self, size: u64, random: &mut Random) -> Option<AnyPosition> {
        self.0.random(size, random).map(AnyPosition::of)
    }
    fn heap(&self) -> Option<&dyn HeapRules> {
        self.0.heap()
    }
    fn grid(&self) -> Option<Arc<dyn GridRules>> {
        self.0.grid()
    }
    fn complete(&self, position: &AnyPosition, picks: &[&str]) -> Option<Completion> {
        self.0.complete(position.own(), picks)
    }
    fn coins(&self) -> Option<&dyn CoinRules> {
        self.0.coins()
    }
    fn fault(&self) -> Option<Error> {
        self.0.fault()
    }
    fn assumed(&self) -> Option<String> {
        self.0.assumed()
    }
    fn comparing(&self) {
        self.0.comparing();
    }
    fn compared(&self, positions: u64) {
        self.0.compared(positions);
    }
    fn opened(&self) -> Result<(), Error> {
        self.0.opened()
    }
    fn drawn(&self, position: &AnyPosition) -> Option<Result<(), Error>> {
        self.0.drawn(position.own())
    }
    fn row(&self) -> Option<&dyn HeapRules> {
        self.0.row()
    }
    fn conjecture(&self, position: &AnyPosition) -> (Option<Nimber>, Option<bool>) {
        self.0.conjecture(position.own())
    }
    fn stream(&self) -> Option<&dyn Stream<AnyPosition>> {
        self.0.stream().is_some().then_some(self as _)
    }
    fn table(&self) -> Option<&dyn Seated<AnyPosition>> {
        self.0.table().is_some().then_some(self as _)
    }
}

/// Asked only after [`Rules::stream`] has found that there is one.
impl<R: Rules, const OWN: bool> Stream<AnyPosition> for Typed<R, OWN> {
    fn read_from(&self, input: &mut dyn BufRead) -> Result<AnyPosition, Error> {
        let stream = self.0.stream().expect("a game is streamed always or never");
        stream.read_from(input).map(AnyPosition::of)
    }
}

/// Asked only after [`Rules::table`] has found that there are seats.
impl<R: Rules, const OWN: bool> Seated<AnyPosition> for Typed<R, OWN> {
    fn seats(&self, position: &AnyPosition) -> Result<Vec<bool>, Error> {
        let table = self.0.table().expect("a game has seats always or never");
        table.seats(position.own())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ask::{Ask, Meter};
    use crate::grid::{Cell, Grid, GridGame, GridRules, Steps};
    use crate::scene::Role;

    /// Dominoes laid across.
    struct Across;

    impl GridRules for Across {
        fn cells(&self) -> &'static [Cell] {
            &[
                Cell { letter: '.', role: Role::Square, name: "free" },
                Cell { letter: '#', role: Role::Gone, name: "covered" },
            ]
        }
        fn moves(&self, grid: &Grid, out: &mut Steps<'_>) {
            for (row, column, _) in grid.squares().filter(|square| square.2 == 0) {
                if grid.get(row, column + 1) == Some(0) {
                    out.push(&[(row, column, 1), (row, column + 1, 1)]);
                }
            }
        }
        fn symmetric(&self) -> bool {
            false
        }
        fn dead(&self) -> Option<u8> {
            Some(1)
        }
    }

    #[test]
    fn searches_over_handles_agree_with_those_that_are_compiled_for_the_game() {
        let typed = Typed::<_, true>(Arc::new(GridGame::new(Across)));
        let handles = Typed::<_, false>(typed.0.clone());
        let ask = Ask::default();
        for board in ["1x7", "2x5", "3x3", "..#../.....", "3x4"] {
            let position = typed.read(board).unwrap();
            for goal in [Goal::Value, Goal::Wins(Play::Misere)] {
                let label = |mut table: Box<dyn Table>| {
                    table.label(&position, &mut Meter::new(&ask)).unwrap()
                };
                assert_eq!(label(typed.search(goal)), label(handles.search(goal)), "{board}");
                let own = typed.keyed(goal, &position).keys(&position);
                let other = handles.keyed(goal, &position).keys(&position);
                assert!(own.is_some() && own == other, "{board}");
            }
            for ways in [Ways::Definition, Ways::Options, Ways::Merged] {
                let explore = |numbering| {
                    crate::graph::Graph::explore(numbering, std::slice::from_ref(&position), &ask)
                };
                let own = explore(typed.numbering(ways)).unwrap();
                let other = explore(handles.numbering(ways)).unwrap();
                assert_eq!(own.graph, other.graph, "{board}");
                let last = own.graph.len() as u32 - 1;
                assert_eq!(own.positions.write(last), other.positions.write(last));
                assert_eq!(other.positions.find(&own.positions.position(last)), Some(last));
            }
        }
    }
}
