//! The catalogue's entries: everything that is said about a game, in one place.

use std::collections::BTreeMap;

use serde::Serialize;
use serde::ser::{SerializeStruct, Serializer};

use crate::address::Parameters;
use crate::analysis::{Theorem, TheoremEvidence};
use crate::error::Error;
use crate::game::Game;
use crate::stories::story;
use crate::value::Play;

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
    /// What front ends may offer for it.
    pub can: &'static [Ability],
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
    pub open: fn(&Parameters) -> Result<Game, Error>,
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
            evidence: (*theorem).into(),
        };
        let mut entry = serializer.serialize_struct("Entry", 12)?;
        entry.serialize_field("name", self.name)?;
        entry.serialize_field("aliases", self.aliases)?;
        entry.serialize_field("title", self.title)?;
        entry.serialize_field("rules", self.rules)?;
        entry.serialize_field("story", &told(self.name))?;
        entry.serialize_field("board", &self.board)?;
        let can = Ability::ALL.map(|(ability, name)| (name, self.can.contains(&ability)));
        entry.serialize_field("can", &BTreeMap::from(can))?;
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

/// The story of a name as one text, if one is told of it.
fn told(name: &str) -> Option<String> {
    story(name).map(|lines| lines.join(" "))
}

/// What front ends may offer for a game beyond solving, playing and drawing it. A test compares each
/// with what the game does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ability {
    /// A position is a row of numbers that can be changed one by one.
    Piles,
    /// Two numbers are a position, so that there are tables of them.
    Table,
    /// Each pile is a game of its own, so that there is a nim-sequence.
    Sequence,
    /// It has a form for more than two players.
    Players,
    /// It is also played with the last player losing.
    Misere,
}

impl Ability {
    /// All of them, with the names that the catalogue's JSON has.
    pub const ALL: [(Ability, &'static str); 5] = [
        (Ability::Piles, "edit_piles"),
        (Ability::Table, "table"),
        (Ability::Sequence, "sequence"),
        (Ability::Players, "players"),
        (Ability::Misere, "misere"),
    ];
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
    /// Several games at once.
    Sums,
    /// Whatever a file of rules says.
    Own,
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
            Board::Sums => "Sums of other kinds",
            Board::Own => "Your own rules",
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

/// Its JSON has its story too.
impl Serialize for Preset {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut preset = serializer.serialize_struct("Preset", 4)?;
        preset.serialize_field("name", self.name)?;
        preset.serialize_field("address", self.address)?;
        preset.serialize_field("note", self.note)?;
        preset.serialize_field("story", &told(self.name))?;
        preset.end()
    }
}

/// A famous position.
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
