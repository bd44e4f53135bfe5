//! Sums of games that are not disjunctive: conjunctive, selective and ordinal sums, and the ordinal product.
//!
//! ```text
//! conjunctive      a move in every part; play is over as soon as one part has no move
//! selective        a move in as many parts as one likes, at least in one
//! ordinal          a move in any part; all parts behind it are gone
//! ordinal product  a ; b ; c: a move in the copy c of a, or one in b, which brings a new copy of a with a move made in it
//! ```
//!
//! The games are the parameters, the position holds one position of each, `conjunctive(kayles,nim): 5 ; 3`; one game alone
//! is that of all parts. What is known of them: `known`.

mod known;

use std::fmt::{self, Display, Formatter};
use std::str::FromStr;
use std::sync::{Arc, Mutex};

use crate::address::{self, Parameters, split_sum};
use crate::analysis::Theorem;
use crate::erased::{AnyMove, AnyPosition};
use crate::error::{Error, quoted};
use crate::explain::Step;
use crate::game::Game;
use crate::rules::{Found, Moves, Position, Random, Rules, list_moves};
use crate::scene::{Completion, Scene};
use crate::sum::{part_of, pictures};
use crate::value::{Nimber, Outcome, Play};
use known::Known;

/// How the parts belong together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Conjunctive,
    Selective,
    Ordinal,
    OrdinalProduct,
}

/// Several games as one.
pub(crate) struct Compound {
    kind: Kind,
    games: Vec<Game>,
    known: Mutex<Known>,
    theorems: &'static [&'static Theorem],
}

/// A position of each part; of a part that is gone there is none.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Parts(Arc<[Option<AnyPosition>]>);

/// A move in some parts, counted from 0 and in order.
#[derive(Clone)]
pub(crate) struct Together(Vec<(usize, AnyMove)>);

/// The place of the copy in an ordinal product.
const COPY: usize = 2;

/// The word for a part that is gone.
const GONE: &str = "gone";

/// Moves of one part that a picture looks at.
const MOST_PICKED: usize = 1_000;

/// Moves of one part at most, where those of several are put together.
const MOST_MOVES: usize = 100_000;

impl Display for Together {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        // Each pick names its part.
        let picks = self.0.iter().flat_map(|(part, mv)| {
            let text = mv.to_string();
            let picks = text.split(", ").map(|pick| format!("{}: {pick}", part + 1));
            picks.collect::<Vec<_>>()
        });
        f.write_str(&picks.collect::<Vec<_>>().join(", "))
    }
}

/// The positions alone; with the names of the games they are written by [`Compound`].
impl Display for Parts {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let text = |part: &Option<AnyPosition>| match part {
            Some(part) => part.to_string(),
            None => GONE.to_string(),
        };
        f.write_str(&self.0.iter().map(text).collect::<Vec<_>>().join(" ; "))
    }
}

impl FromStr for Parts {
    type Err = Error;
    fn from_str(_text: &str) -> Result<Parts, Error> {
        Err(Error::Unsupported("such a sum can only be read by its games".to_string()))
    }
}

impl Position for Parts {
    fn weight(&self) -> usize {
        let part = |part: &Option<AnyPosition>| part.as_ref().map_or(8, AnyPosition::weight);
        size_of::<Parts>() + self.0.iter().map(part).sum::<usize>()
    }
}

impl Parts {
    fn with(&self, changes: impl IntoIterator<Item = (usize, Option<AnyPosition>)>) -> Parts {
        let mut parts = self.0.to_vec();
        for (place, part) in changes {
            parts[place] = part;
        }
        Parts(parts.into())
    }
}

impl Kind {
    fn name(self) -> &'static str {
        match self {
            Kind::Conjunctive => "conjunctive",
            Kind::Selective => "selective",
            Kind::Ordinal => "ordinal",
            Kind::OrdinalProduct => "ordinal-product",
        }
    }

    fn example(self) -> &'static str {
        match self {
            Kind::OrdinalProduct => "ordinal-product(nim,kayles): 3 ; 4",
            Kind::Conjunctive => "conjunctive(kayles,nim): 5 ; 3",
            Kind::Selective => "selective(kayles,nim): 5 ; 3",
            Kind::Ordinal => "ordinal(kayles,nim): 5 ; 3",
        }
    }
}

/// Opens the games that the parameters name.
pub(crate) fn open(
    kind: Kind,
    theorems: &'static [&'static Theorem],
    parameters: &Parameters,
) -> Result<Game, Error> {
    let games: Vec<Game> =
        parameters.list().into_iter().map(component).collect::<Result<_, _>>()?;
    if let Some(game) = games.iter().find(|game| game.has_many_players()) {
        return Err(Error::Unsupported(format!(
            "{} has more than two players and cannot be part of a sum",
            game.name()
        )));
    }
    if kind == Kind::OrdinalProduct && games.len() > 2 {
        return Err(Error::input(format!(
            "{} is a product of two games, and {} are given: write such as {}",
            kind.name(),
            games.len(),
            kind.example()
        )));
    }
    let names = games.iter().map(|game| game.name().to_string()).collect();
    let known = Mutex::new(Known::default());
    Game::open_light(Compound { kind, games, known, theorems }, &parameters.listing(names))
}

/// A game, or a disjunctive sum of some.
fn component(text: &str) -> Result<Game, Error> {
    let parts = split_sum(text)?;
    match &parts[..] {
        [one] => address::open_named(one),
        several => {
            let games = several.iter().map(|part| address::open_named(part));
            Ok(Game::sum(games.collect::<Result<_, _>>()?))
        }
    }
}

/// The parts of a text at the semicolons that stand in no bracket.
fn pieces(text: &str) -> Vec<&str> {
    let (mut pieces, mut rest) = (Vec::new(), text);
    while let Some(at) = address::find_outside(rest, ';') {
        pieces.push(rest[..at].trim());
        rest = &rest[at + 1..];
    }
    pieces.push(rest.trim());
    pieces
}

/// What stands in a pair of parentheses that holds the whole text.
fn inside(text: &str) -> Option<&str> {
    let inside = text.strip_prefix('(')?.strip_suffix(')')?;
    let mut depth = 0i64;
    let closes = inside.bytes().any(|byte| {
        depth += i64::from(byte == b'(') - i64::from(byte == b')');
        depth < 0
    });
    (!closes).then_some(inside)
}

impl Compound {
    pub(super) fn kind(&self) -> Kind {
        self.kind
    }

    /// The game of a part; one game alone is that of all.
    pub(super) fn game(&self, part: usize) -> &Game {
        let last = self.games.len() - 1;
        match self.kind {
            // The copy is of the first game.
            Kind::OrdinalProduct if part == COPY => &self.games[0],
            _ => &self.games[part.min(last)],
        }
    }

    /// The parts that are there, with their games.
    pub(super) fn present<'a>(
        &'a self,
        position: &'a Parts,
    ) -> impl Iterator<Item = (usize, &'a Game, &'a AnyPosition)> {
        let parts = position.0.iter().enumerate();
        parts.filter_map(|(part, own)| Some((part, self.game(part), own.as_ref()?)))
    }

    /// Every way to move in all of these parts, or, if it may `rest`, in some.
    fn combine(
        &self,
        position: &Parts,
        parts: &[usize],
        rest: bool,
        out: &mut Moves<'_, Together>,
    ) {
        let mut lists: Vec<(usize, Vec<AnyMove>)> = Vec::new();
        for part in parts {
            let Some(own) = &position.0[*part] else { continue };
            let (moves, complete) = list_moves(self.game(*part).rules(), own, MOST_MOVES);
            if !complete {
                return out.too_many();
            }
            if moves.is_empty() && !rest {
                return;
            }
            lists.push((*part, moves));
        }
        // The wheels of an odometer; a wheel that has come to the end of its moves rests.
        let start = |list: &Vec<AnyMove>| if rest { list.len() } else { 0 };
        let mut wheels: Vec<usize> = lists.iter().map(|(_, list)| start(list)).collect();
        loop {
            let chosen = wheels.iter().zip(&lists);
            let moves: Vec<(usize, AnyMove)> = chosen
                .filter_map(|(at, (part, list))| Some((*part, list.get(*at)?.clone())))
                .collect();
            if !moves.is_empty() {
                out.push(Together(moves));
            }
            if out.full() {
                return;
            }
            let mut place = lists.len();
            loop {
                let Some(next) = place.checked_sub(1) else { return };
                place = next;
                let count = lists[place].1.len() + usize::from(rest);
                wheels[place] = (wheels[place] + 1) % count.max(1);
                if wheels[place] != start(&lists[place].1) {
                    break;
                }
            }
        }
    }

    /// Whether these parts make a move together; the error says what would.
    fn belong(&self, position: &Parts, moved: &[usize]) -> Result<(), Error> {
        let count = position.0.len();
        if let Some(gone) = moved.iter().find(|part| position.0[**part].is_none()) {
            return Err(Error::input(format!("part {} is gone", gone + 1)));
        }
        let wrong = match (self.kind, moved) {
            (Kind::Conjunctive, _) if moved.len() < count => {
                format!("a move is made in every part, and there are {count}")
            }
            (Kind::Ordinal, [_, _, ..]) => "a move is made in one part".to_string(),
            (Kind::OrdinalProduct, [COPY] | [0, 1]) => return Ok(()),
            (Kind::OrdinalProduct, _) => {
                "a move is made in part 3, or in parts 1 and 2 at once".to_string()
            }
            _ => return Ok(()),
        };
        Err(Error::input(format!("{wrong}: write such as 1: followed by the move of part 1")))
    }
}

impl Rules for Compound {
    type Position = Parts;
    type Move = Together;

    fn moves(&self, position: &Parts, out: &mut Moves<'_, Together>) {
        let all: Vec<usize> = (0..position.0.len()).collect();
        match self.kind {
            Kind::Conjunctive => self.combine(position, &all, false, out),
            Kind::Selective => self.combine(position, &all, true, out),
            Kind::Ordinal => {
                for part in all {
                    self.combine(position, &[part], true, out);
                    if out.full() {
                        return;
                    }
                }
            }
            Kind::OrdinalProduct => {
                self.combine(position, &[COPY], true, out);
                if !out.full() {
                    self.combine(position, &[0, 1], false, out);
                }
            }
        }
    }

    fn play(&self, position: &Parts, mv: &Together) -> Parts {
        let after = |part: usize, mv: &AnyMove| {
            position.0[part].as_ref().map(|own| self.game(part).play(own, mv))
        };
        let moved = mv.0.iter().map(|(part, mv)| (*part, after(*part, mv)));
        match (self.kind, &mv.0[..]) {
            (Kind::Ordinal, [(first, _)]) => {
                let behind = (first + 1..position.0.len()).map(|part| (part, None));
                position.with(moved.chain(behind))
            }
            // A new copy, with the move made in it.
            (Kind::OrdinalProduct, [(0, fresh), (1, mv)]) => {
                position.with([(1, after(1, mv)), (COPY, after(0, fresh))])
            }
            _ => position.with(moved),
        }
    }

    fn fault(&self) -> Option<Error> {
        self.games.iter().find_map(|game| game.rules().fault())
    }

    fn read(&self, text: &str) -> Result<Parts, Error> {
        let pieces = pieces(text);
        let fits = match (self.kind, self.games.len()) {
            (Kind::OrdinalProduct, _) => (2..=3).contains(&pieces.len()),
            (_, 1) => true,
            (_, games) => games == pieces.len(),
        };
        if !fits {
            return Err(Error::input(format!(
                "{} has {} parts where {} has {}: write one position for each, such as {}",
                quoted(text),
                pieces.len(),
                self.kind.name(),
                self.games.len(),
                self.kind.example()
            )));
        }
        let mut parts = Vec::with_capacity(pieces.len());
        for (part, piece) in pieces.into_iter().enumerate() {
            let last_copy = self.kind == Kind::OrdinalProduct && part == COPY;
            let may_be_gone = last_copy || self.kind == Kind::Ordinal && part > 0;
            parts.push(match piece {
                GONE if may_be_gone => None,
                _ if parts.last().is_some_and(Option::is_none) => {
                    return Err(Error::input(format!(
                        "part {part} is gone, and part {} is not: what stands behind a part that is gone is gone too",
                        part + 1
                    )));
                }
                piece => {
                    let own = inside(piece).map_or(piece, str::trim);
                    let read = self.game(part).read(own);
                    Some(read.map_err(|error| error.within(format!("part {}", part + 1)))?)
                }
            });
        }
        if self.kind == Kind::OrdinalProduct && parts.len() == COPY {
            parts.push(None);
        }
        Ok(Parts(parts.into()))
    }

    fn write(&self, position: &Parts) -> String {
        let own = |(part, own): (usize, &Option<AnyPosition>)| {
            let Some(own) = own else { return GONE.to_string() };
            let text = self.game(part).write(own);
            let plain = inside(&text).is_none()
                && text != GONE
                && text != "-"
                && !text.contains(';')
                && !text.contains(" + ");
            if plain { text } else { format!("({text})") }
        };
        let mut parts: Vec<String> = position.0.iter().enumerate().map(own).collect();
        if self.kind == Kind::OrdinalProduct && position.0[COPY].is_none() {
            parts.truncate(COPY);
        }
        parts.join(" ; ")
    }

    fn check(&self, position: &Parts) -> Result<(), Error> {
        // Each part was checked when it was read.
        self.present(position).try_for_each(|(_, game, own)| game.rules().check(own))
    }

    fn allows(&self, play: Play) -> Result<(), Error> {
        self.games.iter().try_for_each(|game| game.allows(play))
    }

    fn simplify(&self, position: Parts) -> Parts {
        let simple =
            self.present(&position).map(|(part, game, own)| (part, Some(game.simplify(own))));
        let simple: Vec<_> = simple.collect();
        position.with(simple)
    }

    fn value(&self, position: &Parts) -> Option<Nimber> {
        self.known.lock().ok()?.value(self, position)
    }

    fn outcome(&self, position: &Parts, play: Play) -> Option<Outcome> {
        self.known.lock().ok()?.outcome(self, position, play)
    }

    fn winning(&self, position: &Parts, play: Play, limit: usize) -> Option<Found<Together>> {
        self.known.lock().ok()?.winning(self, position, play, limit)
    }

    fn theorem(&self, position: &Parts, play: Play) -> Option<&'static Theorem> {
        let theorem = self.theorems.iter().find(|theorem| theorem.play == play)?;
        let known = match self.kind {
            Kind::Conjunctive | Kind::Selective => self.outcome(position, play).is_some(),
            Kind::Ordinal | Kind::OrdinalProduct => self.value(position).is_some(),
        };
        known.then_some(*theorem)
    }

    fn find_move(&self, position: &Parts, text: &str) -> Option<Result<Together, Error>> {
        let mut moved: Vec<(usize, String)> = Vec::new();
        for pick in text.split(", ") {
            match (part_of(pick, position.0.len()), moved.last_mut()) {
                (Ok((part, own)), _) => match moved.iter_mut().find(|(other, _)| *other == part) {
                    Some((_, picks)) => *picks += &format!(", {own}"),
                    None => moved.push((part, own.to_string())),
                },
                // What names no part goes on with the one before.
                (Err(_), Some((_, picks))) if !pick.contains(':') => *picks += &format!(", {pick}"),
                (Err(error), _) => return Some(Err(error)),
            }
        }
        moved.sort_unstable_by_key(|(part, _)| *part);
        let parts: Vec<usize> = moved.iter().map(|(part, _)| *part).collect();
        if let Err(error) = self.belong(position, &parts) {
            return Some(Err(error));
        }
        let own = |(part, text): &(usize, String)| -> Result<(usize, AnyMove), Error> {
            let at = position.0[*part].as_ref().ok_or_else(|| Error::input("the part is gone"))?;
            let found = self.game(*part).find_move(at, text);
            let named = |error: Error| Error::input(format!("in part {}: {error}", part + 1));
            Ok((*part, found.map_err(named)?))
        };
        Some(moved.iter().map(own).collect::<Result<_, _>>().map(Together))
    }

    fn complete(&self, position: &Parts, picks: &[&str]) -> Option<Completion> {
        let mut own: Vec<Vec<&str>> = vec![Vec::new(); position.0.len()];
        for pick in picks {
            let (part, pick) = part_of(pick, own.len()).ok()?;
            own[part].push(pick);
        }
        let moved: Vec<usize> = (0..own.len()).filter(|part| !own[*part].is_empty()).collect();
        // What is picked first says what may be picked besides.
        let beside = |part: usize| match (self.kind, &moved[..]) {
            (_, []) => true,
            (Kind::Ordinal, _) => moved.contains(&part),
            (Kind::OrdinalProduct, _) => moved.contains(&COPY) == (part == COPY),
            _ => true,
        };
        let (mut completion, mut whole) = (Completion::default(), Vec::new());
        for (part, game, at) in self.present(position).filter(|(part, _, _)| beside(*part)) {
            let named = |pick: &str| format!("{}: {pick}", part + 1);
            let found = game.complete(at, &own[part]).ok()?;
            completion.next.extend(found.next.iter().map(|pick| named(pick)));
            if let Some(mv) = found.whole.filter(|_| moved.contains(&part)) {
                whole.push(mv.split(", ").map(named).collect::<Vec<_>>().join(", "));
            }
        }
        if whole.len() == moved.len() && self.belong(position, &moved).is_ok() && !moved.is_empty()
        {
            completion.whole = Some(whole.join(", "));
        }
        Some(completion)
    }

    fn describe(&self, position: &Parts, mv: &Together) -> String {
        let own = |(part, mv): &(usize, AnyMove)| {
            let at = position.0[*part].as_ref();
            let words = at.map_or(String::new(), |at| self.game(*part).describe(at, mv));
            match (self.kind, *part) {
                (Kind::OrdinalProduct, 0) => format!("in a new copy: {words}"),
                _ => format!("in part {}: {words}", part + 1),
            }
        };
        mv.0.iter().map(own).collect::<Vec<_>>().join("; ")
    }

    fn explain(&self, position: &Parts, play: Play) -> Option<Vec<Step>> {
        self.known.lock().ok()?.explain(self, position, play)
    }

    fn scene(&self, position: &Parts) -> Scene {
        let moves = |part: usize| {
            position.0[part].as_ref().is_some_and(|own| !self.game(part).moves(own, 1).0.is_empty())
        };
        let count = position.0.len();
        let playable = |part: usize| match self.kind {
            Kind::Conjunctive => (0..count).all(moves),
            Kind::OrdinalProduct if part < COPY => moves(0) && moves(1),
            _ => true,
        };
        let parts = (0..count).map(|part| {
            let game = self.game(part);
            let mut scene = match &position.0[part] {
                Some(own) => game.scene(own),
                None => Scene::text(GONE),
            };
            // A pick that is a move of the part, 1 -> 2 1, is picked here as the part lists that move: 1 -> 1 2.
            let listed: Vec<(String, AnyPosition)> = match &position.0[part] {
                Some(own) => {
                    let (moves, _) = game.moves(own, MOST_PICKED);
                    let after = |mv: &AnyMove| game.simplify(&game.play(own, mv));
                    moves.iter().map(|mv| (mv.to_string(), after(mv))).collect()
                }
                None => Vec::new(),
            };
            let written = |pick: String| -> String {
                let own = position.0[part].as_ref();
                let Some(own) = own.filter(|_| listed.iter().all(|(mv, _)| *mv != pick)) else {
                    return pick;
                };
                let Ok(mv) = game.find_move(own, &pick) else { return pick };
                let after = game.simplify(&game.play(own, &mv));
                let same = listed.iter().find(|(mv, to)| *to == after && !mv.contains(", "));
                same.map_or(pick, |(mv, _)| mv.clone())
            };
            for shape in &mut scene.shapes {
                shape.pick = shape.pick.take().filter(|_| playable(part)).map(written);
            }
            (game, scene)
        });
        pictures(parts.collect())
    }

    fn random(&self, size: u64, random: &mut Random) -> Option<Parts> {
        let count = match (self.kind, self.games.len()) {
            (Kind::OrdinalProduct, _) => 2,
            (_, 1) => 2,
            (_, games) => games,
        };
        let share = (size / count as u64 / 2).clamp(2, 4);
        let mut parts: Vec<Option<AnyPosition>> = Vec::new();
        for part in 0..count {
            parts.push(Some(self.game(part).rules().random(share, random)?));
        }
        if self.kind == Kind::OrdinalProduct {
            parts.push(None);
        }
        Some(Parts(parts.into()))
    }
}
