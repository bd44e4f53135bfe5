//! What front ends see: a game as text in and plain data out, and the catalogue's entries.

use std::io::BufRead;
use std::sync::Arc;

use rustc_hash::FxHashSet;
use serde::Serialize;
use serde::ser::{SerializeStruct, Serializer};

use crate::address::{LONGEST, Parameters};
use crate::analysis::{Analysis, LONGEST_TO, Method, Theorem, TheoremEvidence, WinningMove};
use crate::ask::Ask;
use crate::error::{Error, quoted};
use crate::explain::Trace;
use crate::graph::{Explored, Graph};
use crate::heap::HeapRules;
use crate::rules::{Found, Rules, list_moves};
use crate::scene::{Completion, Scene};
use crate::solve::{self, Answer, Tables, Valued, reasons};
use crate::value::{Nimber, Play};
#[cfg(feature = "verification")]
use crate::verify::{Depth, Report};

/// A game whose rules are fixed and whose positions are text.
pub trait Game: Send + Sync {
    /// The name with its parameters, as it stands in an address.
    fn name(&self) -> &str;

    /// The address of a position in normal play.
    fn address(&self, position: &str) -> String {
        format!("{}: {position}", self.name())
    }

    /// The position as this game writes it, if it is one.
    fn tidy(&self, position: &str) -> Result<String, Error>;

    /// A position whose game is isomorphic, the same for all positions that differ by symmetry.
    fn simplify(&self, position: &str) -> Result<String, Error>;

    /// The first `limit` moves.
    fn moves(&self, position: &str, limit: usize) -> Result<Listing, Error>;

    /// The position after a move.
    fn play(&self, position: &str, mv: &str) -> Result<String, Error>;

    /// Whether the game is played under this convention; the error says why not.
    fn allows(&self, play: Play) -> Result<(), Error>;

    /// In a game for more than two players, what each seat can be sure of. Such a game has no
    /// outcome, and `analyse` refuses it.
    fn seats(&self, position: &str) -> Result<Option<Seats>, Error>;

    /// Answers questions about this game and remembers what it has worked out.
    fn solver(&self) -> Box<dyn Solver>;

    /// Who wins, with which moves, and how that is known.
    fn analyse(&self, position: &str, ask: &Ask<'_>) -> Result<Analysis, Error> {
        self.solver().analyse(position, ask)
    }

    /// The reasoning, step by step.
    fn explain(&self, position: &str, ask: &Ask<'_>) -> Result<Trace, Error>;

    /// A picture of the position.
    fn scene(&self, position: &str) -> Result<Scene, Error>;

    /// Which picks of the scene may follow these, and which move they make.
    fn complete(&self, position: &str, picks: &[&str]) -> Result<Completion, Error>;

    /// Everything reachable, with symmetric positions merged or not.
    fn graph(&self, position: &str, merge: bool, ask: &Ask<'_>) -> Result<Graph, Error>;

    /// The rules of one heap, for a game that is a sum of heaps.
    fn heap(&self) -> Option<&dyn HeapRules>;

    /// Compares every shortcut with the definition.
    #[cfg(feature = "verification")]
    fn verify(&self, examples: &[&str], depth: Depth, ask: &Ask<'_>) -> Report;
}

/// A game's memory: questions about one game share what they find.
pub trait Solver: Send {
    /// Who wins, with which moves, and how that is known.
    fn analyse(&mut self, position: &str, ask: &Ask<'_>) -> Result<Analysis, Error>;

    /// The same for a position that comes from a stream.
    fn analyse_from(&mut self, input: &mut dyn BufRead, ask: &Ask<'_>) -> Result<Analysis, Error>;

    /// Bytes of memory in use.
    fn bytes(&self) -> u64;

    /// The value, insisted on.
    fn value(&mut self, position: &str, ask: &Ask<'_>) -> Result<Valued, Error>;

    /// The moves to positions of a given value.
    fn moves_to(
        &mut self,
        position: &str,
        target: &Nimber,
        ask: &Ask<'_>,
    ) -> Result<Found<WinningMove>, Error>;
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
    /// The move, as `play` reads it.
    #[serde(rename = "move")]
    pub mv: String,
    /// The position after it.
    pub to: String,
    /// The move in words.
    pub text: String,
}

/// A position of a game for more than two players.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Seats {
    /// What was answered; it re-opens exactly this position.
    pub address: String,
    /// Normal or misère.
    pub play: Play,
    /// For each seat, beginning with the player to move and in the order of moves: can it be sure
    /// not to lose, whatever all others do?
    pub seats: Vec<bool>,
    /// How it is known.
    pub method: Method,
}

/// One line of the catalogue: everything that is said about a game, in one place.
pub struct Entry {
    /// The name in addresses, and of the file.
    pub name: &'static str,
    /// Other names that open the same game.
    pub aliases: &'static [&'static str],
    /// The name in headings.
    pub title: &'static str,
    /// The rules, so that two people would write the same `moves`.
    pub rules: &'static str,
    /// What it is played on.
    pub board: Board,
    /// The parameters, in order.
    pub parameters: &'static [Parameter],
    /// Addresses that show what can be asked; the small ones are checked throughout.
    pub examples: &'static [&'static str],
    /// A position and a move of it, as an example of how moves are written.
    pub example_move: (&'static str, &'static str),
    /// Values that can be found in print.
    pub known: &'static [Known],
    /// The theorems behind the shortcuts.
    pub theorems: &'static [&'static Theorem],
    /// Famous positions with names.
    pub presets: &'static [Preset],
    /// Opens the game with its parameters.
    pub open: fn(&Parameters) -> Result<Box<dyn Game>, Error>,
}

/// Its JSON is what `bouton games --json` prints.
impl Serialize for Entry {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Example {
            position: &'static str,
            #[serde(rename = "move")]
            mv: &'static str,
        }
        #[derive(Serialize)]
        struct Checked {
            name: &'static str,
            play: Play,
            #[serde(flatten)]
            evidence: TheoremEvidence,
        }
        let checked = |theorem: &&'static Theorem| Checked {
            name: theorem.name,
            play: theorem.play,
            evidence: theorem.told(),
        };
        let mut entry = serializer.serialize_struct("Entry", 10)?;
        entry.serialize_field("name", self.name)?;
        entry.serialize_field("aliases", self.aliases)?;
        entry.serialize_field("title", self.title)?;
        entry.serialize_field("rules", self.rules)?;
        entry.serialize_field("board", &self.board)?;
        entry.serialize_field("parameters", self.parameters)?;
        entry.serialize_field("examples", self.examples)?;
        let (position, mv) = self.example_move;
        entry.serialize_field("example_move", &Example { position, mv })?;
        let theorems: Vec<Checked> = self.theorems.iter().map(checked).collect();
        entry.serialize_field("theorems", &theorems)?;
        entry.serialize_field("presets", self.presets)?;
        entry.end()
    }
}

/// What a game is played on; the catalogue is grouped by it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Board {
    /// Piles of stones.
    Heaps,
    /// A row of coins or signs.
    Strip,
    /// Squares in rows and columns.
    Grid,
    /// Nodes and what joins them.
    Graph,
    /// Numbers that are divided, erased or counted up.
    Numbers,
}

impl Board {
    /// The heading of this group of games.
    pub fn title(self) -> &'static str {
        match self {
            Board::Heaps => "Heaps",
            Board::Strip => "Rows of coins and signs",
            Board::Grid => "Squares and grids",
            Board::Graph => "Graphs, orders and sets",
            Board::Numbers => "Numbers",
        }
    }
}

/// A parameter of a game.
#[derive(Serialize)]
pub struct Parameter {
    /// The key, which may be left out for parameters given by place.
    pub key: &'static str,
    /// Whether the game cannot be opened without it.
    pub required: bool,
    /// Whether it takes all values that stand without a key.
    pub list: bool,
    /// What it means.
    pub help: &'static str,
}

/// A famous position.
#[derive(Serialize)]
pub struct Preset {
    /// The name that opens it.
    pub name: &'static str,
    /// What it opens.
    pub address: &'static str,
    /// Where it is known from.
    pub note: &'static str,
}

/// A value in print.
pub struct Known {
    /// The position.
    pub address: &'static str,
    /// Its outcome letter.
    pub outcome: &'static str,
    /// Its value, in normal play.
    pub value: Option<u64>,
    /// Where it stands.
    pub source: &'static str,
}

/// The one bridge from a game's own types to text, written once.
pub struct Typed<R> {
    rules: Arc<R>,
    name: String,
}

impl<R: Rules> Typed<R> {
    /// A game with these rules, opened with these parameters.
    pub fn new(rules: R, parameters: &Parameters) -> Typed<R> {
        Typed { rules: Arc::new(rules), name: parameters.to_string() }
    }

    /// The same in a box, as the catalogue wants it.
    pub fn open(rules: R, parameters: &Parameters) -> Result<Box<dyn Game>, Error> {
        #[cfg(feature = "compact")]
        let rules = crate::erased::Erased::new(rules);
        Ok(Box::new(Typed::new(rules, parameters)))
    }

    fn read(&self, text: &str) -> Result<R::Position, Error> {
        read(&*self.rules, text)
    }

    fn find_move(&self, position: &R::Position, text: &str) -> Result<R::Move, Error> {
        let text = text.trim();
        let found = self.rules.find_move(position, text);
        if let Some(Ok(mv)) = found {
            return Ok(mv);
        }
        // A game that reads moves itself has judged; of others every move is compared.
        let most = if found.is_some() { MOST_NAMED + 1 } else { MOST_LISTED };
        let (moves, complete) = list_moves(&*self.rules, position, most);
        let same = |mv: &&R::Move| mv.to_string().split_whitespace().eq(text.split_whitespace());
        if let (None, Some(mv)) = (&found, moves.iter().find(same)) {
            return Ok(mv.clone());
        }
        let reason = match found {
            Some(Err(error)) => error.to_string(),
            _ => format!("{} is not a move here", quoted(text)),
        };
        let shown: Vec<String> = moves.iter().take(MOST_NAMED).map(R::Move::to_string).collect();
        Err(Error::input(match (shown.is_empty(), complete) {
            (true, true) => format!("{reason}: there are no moves, the game is over"),
            (true, false) => format!("{reason}: it has too many moves to list"),
            (false, _) => {
                let rest = if complete && moves.len() <= shown.len() { "" } else { "; and others" };
                format!("{reason}: legal moves are {}{rest}", shown.join("; "))
            }
        }))
    }
}

/// Moves listed at most when a move is looked up by its text.
pub(crate) const MOST_LISTED: usize = 200_000;

/// Moves looked at for the picks that may follow others.
const MOST_PICKED: usize = 10_000;

/// Legal moves named at most when a move is refused.
const MOST_NAMED: usize = 8;

fn read<R: Rules>(rules: &R, text: &str) -> Result<R::Position, Error> {
    let position = rules.read(text.trim())?;
    rules.check(&position)?;
    Ok(position)
}

impl<R: Rules> Game for Typed<R> {
    fn name(&self) -> &str {
        &self.name
    }

    fn tidy(&self, position: &str) -> Result<String, Error> {
        Ok(self.rules.write(&self.read(position)?))
    }

    fn simplify(&self, position: &str) -> Result<String, Error> {
        Ok(self.rules.write(&self.rules.simplify(self.read(position)?)))
    }

    fn moves(&self, position: &str, limit: usize) -> Result<Listing, Error> {
        let position = self.read(position)?;
        let (moves, complete) = list_moves(&*self.rules, &position, limit);
        let listed = |mv: &R::Move| ListedMove {
            mv: mv.to_string(),
            to: self.rules.write(&self.rules.play(&position, mv)),
            text: self.rules.describe(&position, mv),
        };
        Ok(Listing { moves: moves.iter().map(listed).collect(), complete })
    }

    fn play(&self, position: &str, mv: &str) -> Result<String, Error> {
        let position = self.read(position)?;
        let mv = self.find_move(&position, mv)?;
        Ok(self.rules.write(&self.rules.play(&position, &mv)))
    }

    fn allows(&self, play: Play) -> Result<(), Error> {
        self.rules.allows(play)
    }

    fn seats(&self, position: &str) -> Result<Option<Seats>, Error> {
        let position = self.read(position)?;
        let Some(seats) = self.rules.seats(&position) else { return Ok(None) };
        let address = self.address(&self.rules.write(&position));
        let play = Play::Normal;
        Ok(Some(Seats { address, play, seats: seats?, method: Method::Search }))
    }

    fn solver(&self) -> Box<dyn Solver> {
        Box::new(TypedSolver {
            rules: self.rules.clone(),
            name: self.name.clone(),
            tables: Tables::default(),
        })
    }

    fn explain(&self, position: &str, ask: &Ask<'_>) -> Result<Trace, Error> {
        self.rules.allows(ask.play)?;
        if let Some(seats) = self.seats(position)? {
            return Ok(reasons::seat_steps(&seats));
        }
        let read = self.read(position)?;
        let analysis = self.analyse(position, ask)?;
        let steps = reasons::steps(&*self.rules, &read, &analysis, ask)?;
        Ok(Trace { address: analysis.address, steps })
    }

    fn scene(&self, position: &str) -> Result<Scene, Error> {
        Ok(self.rules.scene(&self.read(position)?))
    }

    fn complete(&self, position: &str, picks: &[&str]) -> Result<Completion, Error> {
        let position = self.read(position)?;
        let (mut completion, mut seen) = (Completion::default(), FxHashSet::default());
        if !picks.is_empty() {
            // A move made of several picks is written with commas between them.
            let mv = self.find_move(&position, &picks.join(", "));
            completion.whole = mv.ok().map(|mv| mv.to_string());
        }
        let (moves, _) = list_moves(&*self.rules, &position, MOST_PICKED);
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

    fn graph(&self, position: &str, merge: bool, ask: &Ask<'_>) -> Result<Graph, Error> {
        let explored = Graph::explore(&*self.rules, &[self.read(position)?], merge, ask)?;
        let Explored { mut graph, positions, .. } = explored;
        graph.names = positions.iter().map(|position| self.rules.write(position)).collect();
        Ok(graph)
    }

    fn heap(&self) -> Option<&dyn HeapRules> {
        self.rules.piles().map(|piles| piles.rules())
    }

    #[cfg(feature = "verification")]
    fn verify(&self, examples: &[&str], depth: Depth, ask: &Ask<'_>) -> Report {
        crate::verify::shortcuts::check(&*self.rules, self, examples, depth, ask)
    }
}

struct TypedSolver<R: Rules> {
    rules: Arc<R>,
    name: String,
    tables: Tables<R>,
}

impl<R: Rules> TypedSolver<R> {
    fn answer(
        &mut self,
        position: &R::Position,
        text: String,
        ask: &Ask<'_>,
    ) -> Result<Analysis, Error> {
        self.rules.allows(ask.play)?;
        if self.rules.seats(position).is_some() {
            return Err(Error::Unsupported(format!(
                "{} has more than two players, so a position is not simply won or lost: bouton solve tells \
                 what each seat can be sure of",
                self.name
            )));
        }
        // What earlier questions left behind must not stop this one.
        if self.tables.bytes() > ask.bytes / 2 {
            self.tables = Tables::default();
        }
        let answer = solve::ladder(&*self.rules, &mut self.tables, position, ask)?;
        let Answer { outcome, value, value_status, winning, remoteness, method, evidence } = answer;
        let winning = self.in_words(position, winning);
        Ok(Analysis {
            address: with_play(format!("{}: {text}", self.name), ask.play),
            play: ask.play,
            outcome,
            value,
            value_status,
            winning: winning.moves,
            winning_count: winning.count,
            winning_complete: winning.complete,
            remoteness,
            method,
            evidence,
        })
    }

    fn in_words(&self, position: &R::Position, found: Found<R::Move>) -> Found<WinningMove> {
        let short = !self.rules.is_long(position);
        found.map(|mv| WinningMove {
            part: 1,
            to: short
                .then(|| self.rules.write(&self.rules.play(position, &mv)))
                .filter(|to| to.len() <= LONGEST_TO),
            text: self.rules.describe(position, &mv),
            mv: mv.to_string(),
        })
    }
}

/// An address with the word that says the play.
pub(crate) fn with_play(address: String, play: Play) -> String {
    match play {
        Play::Normal => address,
        Play::Misere => format!("misere {address}"),
    }
}

impl<R: Rules> Solver for TypedSolver<R> {
    fn analyse(&mut self, position: &str, ask: &Ask<'_>) -> Result<Analysis, Error> {
        let position = read(&*self.rules, position)?;
        let text = self.rules.write(&position);
        check_length(text.len() + self.name.len())?;
        self.answer(&position, text, ask)
    }

    fn analyse_from(&mut self, input: &mut dyn BufRead, ask: &Ask<'_>) -> Result<Analysis, Error> {
        let mut counted = Counted { input, bytes: 0 };
        let position = self.rules.read_from(&mut counted)?;
        let long = counted.bytes > LONGEST_TO;
        self.rules.check(&position)?;
        let text = if long { "-".to_string() } else { self.rules.write(&position) };
        let text = if text.len() > LONGEST_TO { "-".to_string() } else { text };
        self.answer(&position, text, ask)
    }

    fn bytes(&self) -> u64 {
        self.tables.bytes()
    }

    fn value(&mut self, position: &str, ask: &Ask<'_>) -> Result<Valued, Error> {
        let position = read(&*self.rules, position)?;
        solve::grundy(&*self.rules, &mut self.tables, &position, ask)
    }

    fn moves_to(
        &mut self,
        position: &str,
        target: &Nimber,
        ask: &Ask<'_>,
    ) -> Result<Found<WinningMove>, Error> {
        let position = read(&*self.rules, position)?;
        let found = solve::moves_to(&*self.rules, &mut self.tables, &position, target, ask)?;
        Ok(self.in_words(&position, found))
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

/// Counts what is read, to know whether a position is too long to be written into an address.
struct Counted<'a> {
    input: &'a mut dyn BufRead,
    bytes: usize,
}

impl std::io::Read for Counted<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let count = self.input.read(buffer)?;
        self.bytes += count;
        Ok(count)
    }
}

impl BufRead for Counted<'_> {
    fn fill_buf(&mut self) -> std::io::Result<&[u8]> {
        self.input.fill_buf()
    }
    fn consume(&mut self, amount: usize) {
        self.bytes += amount;
        self.input.consume(amount);
    }
}
