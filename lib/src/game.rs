//! What front ends see: a game whose positions and moves are handles, text at the edges, plain data out.

use std::io::BufRead;
use std::sync::Arc;

use rustc_hash::FxHashSet;
use serde::Serialize;

use crate::address::{LONGEST, Parameters};
use crate::analysis::{Analysis, LONGEST_TO, Method, Numbers, WinningMove};
use crate::ask::Ask;
use crate::erased::{AnyRules, OWN, Typed};
use crate::error::{Error, quoted};
use crate::explain::Trace;
use crate::graph::{Explored, Graph};
use crate::heap::beside::Beside;
use crate::heap::{HeapMove, HeapRules, Heaps};
use crate::natural::Natural;
use crate::rules::{Found, Position, Rules, list_moves};
use crate::scene::{Completion, Scene};
use crate::search::numbered::Ways;
use crate::solve::sums;
use crate::solver::Solver;
use crate::sum::{Sum, SumMove, SumPosition};
use crate::value::Play;
#[cfg(feature = "verification")]
use crate::verify::{Depth, Report};
use crate::wording;

pub use crate::entry::{Ability, Board, Entry, Known, Parameter, Preset};
pub use crate::erased::{AnyMove, AnyPosition};

/// A game whose rules are fixed. Copies are cheap and mean the same game.
#[derive(Clone)]
pub struct Game {
    name: Arc<str>,
    rules: Arc<dyn AnyRules>,
    parts: Option<Arc<[Game]>>,
    /// What a move does with these parameters; see [`Game::ruled`].
    pub(crate) rule: Option<Arc<str>>,
}

/// A position as text; see [`Game::written`].
#[derive(Default)]
pub(crate) struct Written {
    pub text: String,
    pub parts: Option<Vec<String>>,
}

/// Some moves of a position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Listing {
    /// The moves.
    pub moves: Vec<ListedMove>,
    /// Whether these are all.
    pub complete: bool,
}

/// One legal move as text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ListedMove {
    /// The move, as it is played.
    #[serde(rename = "move")]
    pub mv: String,
    /// The position after it.
    pub to: String,
    /// The move in words.
    pub text: String,
}

/// A position of a game for more than two players.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct Seats {
    /// What was answered; it re-opens exactly this position.
    pub address: String,
    /// Normal or misère.
    #[cfg_attr(feature = "schema", schemars(with = "crate::schema::Play"))]
    pub play: Play,
    /// For each seat, beginning with the player to move and in the order of moves: can it be sure
    /// not to lose, whatever all others do?
    pub seats: Vec<bool>,
    /// How it is known.
    pub method: Method,
}

/// Moves listed at most when a move is looked up by its text.
pub(crate) const MOST_LISTED: usize = 200_000;

/// Moves looked at for the picks that may follow others.
const MOST_PICKED: usize = 10_000;

/// Legal moves named at most when a move is refused.
const MOST_NAMED: usize = 8;

impl Game {
    /// A game with these rules. The name, with its parameters, is what stands in addresses.
    pub fn new(rules: impl Rules, name: impl ToString) -> Game {
        Game::of(Arc::new(Typed::<_, OWN>(Arc::new(rules))), &name)
    }

    fn of(rules: Arc<dyn AnyRules>, name: &dyn ToString) -> Game {
        Game { name: name.to_string().into(), rules, parts: None, rule: None }
    }

    /// The same as entries of the catalogue open it.
    pub fn open(rules: impl Rules, parameters: &Parameters) -> Result<Game, Error> {
        Ok(Game::new(rules, parameters))
    }

    /// The same for a game that is seldom searched far, because theorems answer or positions take their time anyway:
    /// its searches look at handles. That saves half a second of every build, and searches take up to twice as long.
    pub(crate) fn open_light(rules: impl Rules, parameters: &Parameters) -> Result<Game, Error> {
        Ok(Game::of(Arc::new(Typed::<_, false>(Arc::new(rules))), parameters))
    }

    /// The same game, told by what a move does with its parameters: `Take 1, 3 or 4 stones from one heap`. Where the
    /// rules of the catalogue's entry name parameters, players are told this instead.
    pub fn ruled(self, rule: impl Into<String>) -> Game {
        Game { rule: Some(rule.into().into()), ..self }
    }

    /// The disjunctive sum of some games: a move is a move in one of them.
    pub fn sum(parts: Vec<Game>) -> Game {
        let sum = Sum::new(parts.into());
        let (name, parts) = (sum.name(), Some(sum.parts().clone()));
        Game { parts, ..Game::new(sum, name) }
    }

    /// The name with its parameters, as it stands in an address.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The name alone, as the catalogue has it.
    pub fn bare_name(&self) -> &str {
        self.name.split('(').next().unwrap_or(&self.name)
    }

    /// The parts of a sum; nothing for a game that is not one.
    pub fn parts(&self) -> Option<&[Game]> {
        self.parts.as_deref()
    }

    pub(crate) fn rules(&self) -> &dyn AnyRules {
        &*self.rules
    }

    /// Whether the rules have not failed so far: those that somebody wrote as a text can.
    pub fn sound(&self) -> Result<(), Error> {
        self.rules.fault().map_or(Ok(()), Err)
    }

    /// Reads a position, and asks whether it belongs to this game.
    pub fn read(&self, text: &str) -> Result<AnyPosition, Error> {
        let position = self.rules.read(text.trim())?;
        self.rules.check(&position)?;
        self.sound()?;
        Ok(position)
    }

    /// Reads a position from a stream; games whose positions may be huge do it piece by piece.
    pub fn read_from(&self, input: &mut dyn BufRead) -> Result<AnyPosition, Error> {
        if let Some(stream) = self.rules.stream() {
            let position = stream.read_from(input)?;
            self.rules.check(&position)?;
            return Ok(position);
        }
        let mut text = String::new();
        input
            .read_to_string(&mut text)
            .map_err(|error| Error::input(format!("the input cannot be read: {error}")))?;
        self.read(&text)
    }

    /// Writes a position so that `read` gives it back.
    pub fn write(&self, position: &AnyPosition) -> String {
        self.rules.write(position)
    }

    /// A position as it stands in an address, and the addresses of its parts if it is a sum.
    pub(crate) fn written(&self, position: &AnyPosition) -> Written {
        let Some(parts) = self.parts() else {
            return Written { text: self.write(position), parts: None };
        };
        let own = parts.iter().zip(sums::positions(position));
        let addresses: Vec<String> =
            own.map(|(part, position)| part.address(position, Play::Normal)).collect();
        Written { text: addresses.join(" + "), parts: Some(addresses) }
    }

    /// The address of a position.
    pub fn address(&self, position: &AnyPosition, play: Play) -> String {
        self.address_of(&self.write(position), play)
    }

    /// The address of a position that is already written.
    pub(crate) fn address_of(&self, position: &str, play: Play) -> String {
        let word = if play == Play::Misere { "misere " } else { "" };
        match self.parts {
            Some(_) => format!("{word}{position}"),
            None => format!("{word}{}: {position}", self.name),
        }
    }

    /// A position whose game is isomorphic, the same for all positions that differ by symmetry.
    pub fn simplify(&self, position: &AnyPosition) -> AnyPosition {
        self.rules.simplify(position.clone())
    }

    /// The first `limit` moves, and whether these are all.
    pub fn moves(&self, position: &AnyPosition, limit: usize) -> (Vec<AnyMove>, bool) {
        list_moves(&*self.rules, position, limit)
    }

    /// The same as text.
    pub fn listing(&self, position: &AnyPosition, limit: usize) -> Listing {
        let (moves, complete) = self.moves(position, limit);
        let listed = |mv: &AnyMove| self.listed(position, mv);
        Listing { moves: moves.iter().map(listed).collect(), complete }
    }

    /// One move as text.
    pub fn listed(&self, position: &AnyPosition, mv: &AnyMove) -> ListedMove {
        ListedMove {
            mv: mv.to_string(),
            to: self.write(&self.play(position, mv)),
            text: self.describe(position, mv),
        }
    }

    /// The position after a move of this game.
    pub fn play(&self, position: &AnyPosition, mv: &AnyMove) -> AnyPosition {
        self.rules.play(position, mv)
    }

    /// A move as answers tell it: in words and in numbers, with the position after it.
    pub fn told(&self, position: &AnyPosition, mv: &AnyMove) -> WinningMove {
        self.in_words(position, Found::all(vec![mv.clone()])).moves.remove(0)
    }

    /// A move in words.
    pub fn describe(&self, position: &AnyPosition, mv: &AnyMove) -> String {
        self.rules.describe(position, mv)
    }

    /// A move in numbers.
    fn numbers(&self, position: &AnyPosition, mv: &AnyMove) -> Numbers {
        let heaps = self.piles(position).or_else(|| Some(&position.get::<Beside>()?.heaps));
        match (mv.get::<HeapMove>(), heaps) {
            (Some(mv), Some(heaps)) => mv.numbers(heaps),
            _ => self.rules.numbers(position, mv),
        }
    }

    /// Reads a move, as it is written or in the words of [`describe`](Game::describe). The error says what is wrong
    /// with it and names legal moves, or those that it may mean.
    ///
    /// ```
    /// let opened = bouton::open("nim: 3 4 5")?;
    /// let read = |text| opened.game.find_move(&opened.position, text).map(|mv| mv.to_string());
    /// assert_eq!(read("Take 2 from pile 1")?, "1 -> 1");
    /// assert_eq!(read("a -> 1")?, "1 -> 1");
    /// assert!(read("take 2").unwrap_err().to_string().contains("which move"));
    /// # Ok::<(), bouton::Error>(())
    /// ```
    pub fn find_move(&self, position: &AnyPosition, text: &str) -> Result<AnyMove, Error> {
        self.written_move(position, text)
            .or_else(|error| wording::find(self, position, text).unwrap_or(Err(error)))
    }

    /// Reads a move as it is written.
    pub(crate) fn written_move(
        &self,
        position: &AnyPosition,
        text: &str,
    ) -> Result<AnyMove, Error> {
        let text = text.trim();
        let found = self.rules.find_move(position, text);
        if let Some(Ok(mv)) = found {
            return Ok(mv);
        }
        // A sum has asked the part, whose moves are named already.
        if let Some(Err(error @ Error::IllegalMove { .. })) = found {
            return Err(error);
        }
        // A game that reads moves itself has judged; of others every move is compared.
        let most = if found.is_some() { MOST_NAMED + 1 } else { MOST_LISTED };
        let (moves, complete) = self.moves(position, most);
        let same = |mv: &&AnyMove| mv.to_string().split_whitespace().eq(text.split_whitespace());
        if let (None, Some(mv)) = (&found, moves.iter().find(same)) {
            return Ok(mv.clone());
        }
        let reason = match found {
            Some(Err(error)) => error.to_string(),
            _ => format!("{} is not a move here", quoted(text)),
        };
        let legal: Vec<String> = moves.iter().take(MOST_NAMED).map(AnyMove::to_string).collect();
        let complete = complete && moves.len() <= legal.len();
        Err(Error::IllegalMove { reason, legal, complete })
    }

    /// Whether the game is played under this convention; the error says why not.
    pub fn allows(&self, play: Play) -> Result<(), Error> {
        self.rules.allows(play)
    }

    /// In a game for more than two players, what each seat can be sure of. Such a game has no
    /// outcome, and a solver refuses it.
    pub fn seats(&self, position: &AnyPosition) -> Result<Option<Seats>, Error> {
        let Some(table) = self.rules.table() else { return Ok(None) };
        let play = Play::Normal;
        let (address, seats) = (self.address(position, play), table.seats(position)?);
        Ok(Some(Seats { address, play, seats, method: Method::Search }))
    }

    /// How many players the game has from a position.
    pub fn players(&self, position: &AnyPosition) -> Result<usize, Error> {
        match self.rules.table() {
            Some(table) => Ok(table.seats(position)?.len().max(1)),
            None => Ok(2),
        }
    }

    /// Whether more than two can play.
    pub fn has_many_players(&self) -> bool {
        self.rules.table().is_some()
    }

    /// Answers questions about this game and remembers what it has worked out.
    pub fn solver(&self) -> Solver {
        Solver::new(self.clone())
    }

    /// Who wins, with which moves, and how that is known.
    pub fn analyse(
        &self,
        position: &AnyPosition,
        play: Play,
        ask: &Ask<'_>,
    ) -> Result<Analysis, Error> {
        self.solver().analyse(position, play, ask)
    }

    /// The reasoning, step by step.
    pub fn explain(
        &self,
        position: &AnyPosition,
        play: Play,
        ask: &Ask<'_>,
    ) -> Result<Trace, Error> {
        self.solver().explain(position, play, ask)
    }

    /// A picture of the position.
    pub fn scene(&self, position: &AnyPosition) -> Scene {
        self.rules.scene(position)
    }

    /// Which picks of the scene may follow these, and which move they make.
    pub fn complete(&self, position: &AnyPosition, picks: &[&str]) -> Result<Completion, Error> {
        if let Some(parts) = self.parts() {
            return sums::complete(parts, position, picks);
        }
        if let Some(completion) = self.rules.complete(position, picks) {
            return Ok(completion);
        }
        let (mut completion, mut seen) = (Completion::default(), FxHashSet::default());
        if !picks.is_empty() {
            // A move made of several picks is written with commas between them.
            let mv = self.written_move(position, &picks.join(", "));
            completion.whole = mv.ok().map(|mv| mv.to_string());
        }
        let (moves, _) = self.moves(position, MOST_PICKED);
        for mv in &moves {
            let text = mv.to_string();
            let parts: Vec<&str> = text.split(", ").collect();
            if picks.iter().all(|pick| parts.contains(pick)) {
                for part in parts.into_iter().filter(|part| !picks.contains(part)) {
                    if seen.insert(part.to_string()) {
                        completion.next.push(part.to_string());
                    }
                }
            }
        }
        Ok(completion)
    }

    /// Everything reachable, with symmetric positions merged or not, each node with its text.
    pub fn graph(
        &self,
        position: &AnyPosition,
        merge: bool,
        ask: &Ask<'_>,
    ) -> Result<Graph, Error> {
        Ok(self.graph_with_positions(position, merge, ask)?.0)
    }

    /// The same with the position of each node.
    pub fn graph_with_positions(
        &self,
        position: &AnyPosition,
        merge: bool,
        ask: &Ask<'_>,
    ) -> Result<(Graph, Vec<AnyPosition>), Error> {
        if let Some(parts) = self.parts() {
            return sums::graph_with_positions(parts, position, merge, ask);
        }
        let Explored { mut graph, positions } = self.explore(position, merge, ask)?;
        let nodes = 0..positions.len() as u32;
        graph.names = nodes.clone().map(|node| positions.write(node)).collect();
        Ok((graph, nodes.map(|node| positions.position(node)).collect()))
    }

    pub(crate) fn explore(
        &self,
        position: &AnyPosition,
        merge: bool,
        ask: &Ask<'_>,
    ) -> Result<Explored, Error> {
        let ways = if merge { Ways::Merged } else { Ways::Options };
        Graph::explore(self.rules.numbering(ways), std::slice::from_ref(position), ask)
    }

    /// The rules of one heap, for a game in which each pile is a game of its own.
    pub fn heap(&self) -> Option<&dyn HeapRules> {
        self.rules.heap()
    }

    /// The rules of one number as a heap: of a game of heaps, or of one whose positions are single numbers and whose
    /// moves lead to smaller ones. Values in a row come from it.
    pub fn row(&self) -> Option<&dyn HeapRules> {
        self.rules.heap().or_else(|| self.rules.row())
    }

    /// The game whose positions have so many numbers: itself, or, where positions are single numbers, so many of them
    /// side by side.
    pub(crate) fn side_by_side(&self, count: usize) -> Game {
        match self.rules.row() {
            Some(_) if count > 1 && self.heap().is_none() => Game::sum(vec![self.clone(); count]),
            _ => self.clone(),
        }
    }

    /// The position with these numbers, of a game as [`side_by_side`](Game::side_by_side) gives it.
    pub(crate) fn of_sizes(&self, sizes: &[u64]) -> Result<AnyPosition, Error> {
        let texts: Vec<String> = sizes.iter().map(u64::to_string).collect();
        let Some(parts) = self.parts() else { return self.read(&texts.join(" ")) };
        let positions = parts.iter().zip(&texts).map(|(part, text)| part.read(text));
        let positions = positions.collect::<Result<Vec<_>, Error>>()?;
        Ok(AnyPosition::of(SumPosition(positions.into())))
    }

    /// Compares every shortcut with the definition.
    #[cfg(feature = "verification")]
    pub fn verify(&self, examples: &[&str], depth: Depth, ask: &Ask<'_>) -> Report {
        match self.parts {
            // A sum has no shortcuts of its own; the suite checks sums of the catalogue's games.
            Some(_) => Report::default(),
            None => crate::verify::shortcuts::check(self, examples, depth, ask),
        }
    }

    /// The sizes of the piles, for a position that consists of piles.
    pub(crate) fn piles<'p>(&self, position: &'p AnyPosition) -> Option<&'p Heaps> {
        position.get::<Heaps>()
    }

    /// How much is on the board: stones in piles, or else letters of the text.
    pub(crate) fn stones(&self, position: &AnyPosition) -> Natural {
        match (self.parts(), self.piles(position)) {
            (Some(parts), _) => {
                let own = parts.iter().zip(sums::positions(position));
                own.fold(Natural::ZERO, |sum, (part, own)| &sum + &part.stones(own))
            }
            (None, Some(heaps)) => heaps.iter().fold(Natural::ZERO, |sum, size| &sum + &size),
            (None, None) => Natural::from(self.write(position).len()),
        }
    }

    /// Moves as an answer tells them.
    pub(crate) fn in_words(
        &self,
        position: &AnyPosition,
        found: Found<AnyMove>,
    ) -> Found<WinningMove> {
        // No text is an eighth of what it tells, so huge positions need not be written to find out.
        let short = position.weight() <= 8 * LONGEST_TO;
        found.map(|mv| {
            let after = short.then(|| self.write(&self.play(position, &mv)));
            let to = after.filter(|to| to.len() <= LONGEST_TO);
            match (self.parts(), mv.get::<SumMove>()) {
                (Some(parts), Some(SumMove { part, mv })) => WinningMove {
                    part: part + 1,
                    to,
                    text: parts[*part].describe(&sums::positions(position)[*part], mv),
                    numbers: parts[*part].numbers(&sums::positions(position)[*part], mv),
                    mv: mv.to_string(),
                },
                _ => WinningMove {
                    part: 1,
                    to,
                    text: self.describe(position, &mv),
                    numbers: self.numbers(position, &mv),
                    mv: mv.to_string(),
                },
            }
        })
    }
}

/// An answer's address must re-open, so what would be too long for one is refused.
pub(crate) fn check_length(bytes: usize) -> Result<(), Error> {
    // The word for misère play, a colon and blanks come on top.
    if bytes + 10 > LONGEST {
        return Err(Error::input(format!(
            "written out, the position takes {bytes} bytes, and an address has at most {LONGEST}: give it on \
             standard input, as in 'nim: -'"
        )));
    }
    Ok(())
}
