//! The disjunctive sum of unlike games, as rules like any others.
//!
//! Its position is the address of the sum, `kayles: 12 + nim: 4`; a move names its part first,
//! `2: 1 -> 3`. How a sum is solved stands in `solve/sums.rs`.

use std::fmt::{self, Display, Formatter};
use std::str::FromStr;
use std::sync::Arc;

use crate::address::split_sum;
use crate::erased::{AnyMove, AnyPosition};
use crate::error::{Error, quoted};
use crate::game::Game;
use crate::rules::{Moves, Position, Rules};
use crate::scene::{Form, Role, Scene, Shape};
use crate::value::Play;
use crate::wording::has_words;

/// The height of the line below the boards that names them, and the width of a letter in it.
const LABEL: f64 = 1.0;
const LETTER: f64 = 0.34;

/// Several games side by side; a move is a move in one of them.
pub(crate) struct Sum(Arc<[Game]>);

/// A position of each part.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct SumPosition(pub Arc<[AnyPosition]>);

/// A move in one part, counted from 0.
#[derive(Clone)]
pub(crate) struct SumMove {
    pub part: usize,
    pub mv: AnyMove,
}

impl Display for SumMove {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.part + 1, self.mv)
    }
}

/// The positions alone; with the names of the games they are written by [`Sum`].
impl Display for SumPosition {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let parts: Vec<String> = self.0.iter().map(AnyPosition::to_string).collect();
        f.write_str(&parts.join(" + "))
    }
}

impl FromStr for SumPosition {
    type Err = Error;
    fn from_str(_text: &str) -> Result<SumPosition, Error> {
        Err(Error::Unsupported("a sum can only be read by its games".to_string()))
    }
}

impl Position for SumPosition {
    fn weight(&self) -> usize {
        size_of::<SumPosition>() + self.0.iter().map(AnyPosition::weight).sum::<usize>()
    }
}

impl SumPosition {
    fn with(&self, part: usize, position: AnyPosition) -> SumPosition {
        let mut positions = self.0.to_vec();
        positions[part] = position;
        SumPosition(positions.into())
    }
}

/// Reads the part, counted from 0, of a move or pick: `2: 1 -> 3`.
pub(crate) fn part_of(text: &str, parts: usize) -> Result<(usize, &str), Error> {
    let (number, rest) = text.split_once(':').unwrap_or(("", text));
    let number = number.trim().to_lowercase();
    let number = number.trim_start_matches("in ").trim_start().trim_start_matches("part");
    match number.trim().parse::<usize>() {
        Ok(number) if (1..=parts).contains(&number) => Ok((number - 1, rest.trim())),
        _ => Err(Error::input(format!(
            "{} does not begin with a part from 1 to {parts}: write a move of part 2 as 2: followed by the move",
            quoted(text),
        ))),
    }
}

impl Sum {
    pub fn new(parts: Arc<[Game]>) -> Sum {
        Sum(parts)
    }

    pub fn parts(&self) -> &Arc<[Game]> {
        &self.0
    }

    pub fn name(&self) -> String {
        self.0.iter().map(Game::name).collect::<Vec<_>>().join(" + ")
    }

    fn pairs<'a>(
        &'a self,
        position: &'a SumPosition,
    ) -> impl Iterator<Item = (&'a Game, &'a AnyPosition)> {
        self.0.iter().zip(position.0.iter())
    }
}

impl Rules for Sum {
    type Position = SumPosition;
    type Move = SumMove;

    fn moves(&self, position: &SumPosition, out: &mut Moves<'_, SumMove>) {
        for (part, (game, own)) in self.pairs(position).enumerate() {
            let mut take = |mv| {
                out.push(SumMove { part, mv });
                !out.full()
            };
            let mut inner = Moves::new(&mut take);
            game.rules().moves(own, &mut inner);
            if inner.full() {
                // Either nobody wants more, or this part has more than anybody could list.
                return out.too_many();
            }
        }
    }

    fn fault(&self) -> Option<Error> {
        self.0.iter().find_map(|game| game.rules().fault())
    }

    fn assumed(&self) -> Option<String> {
        let each: Vec<String> = self.0.iter().filter_map(|game| game.rules().assumed()).collect();
        (!each.is_empty()).then(|| each.join(", "))
    }

    fn play(&self, position: &SumPosition, mv: &SumMove) -> SumPosition {
        position.with(mv.part, self.0[mv.part].play(&position.0[mv.part], &mv.mv))
    }

    fn read(&self, text: &str) -> Result<SumPosition, Error> {
        let texts = split_sum(text)?;
        if texts.len() != self.0.len() {
            return Err(Error::input(format!(
                "{} has {} parts where the sum has {}",
                quoted(text),
                texts.len(),
                self.0.len()
            )));
        }
        let own = |game: &Game, text: &str| {
            let own =
                text.strip_prefix(game.name()).and_then(|rest| rest.trim_start().strip_prefix(':'));
            game.read(own.unwrap_or(text))
        };
        let positions = self.0.iter().zip(texts).map(|(game, text)| own(game, text));
        Ok(SumPosition(positions.collect::<Result<_, _>>()?))
    }

    fn write(&self, position: &SumPosition) -> String {
        let parts = self.pairs(position).map(|(game, own)| game.address(own, Play::Normal));
        parts.collect::<Vec<_>>().join(" + ")
    }

    fn check(&self, _position: &SumPosition) -> Result<(), Error> {
        match self.0.iter().find(|part| part.has_many_players()) {
            Some(part) => Err(Error::Unsupported(format!(
                "{} has more than two players and cannot be part of a sum",
                part.name()
            ))),
            None => Ok(()),
        }
    }

    fn allows(&self, play: Play) -> Result<(), Error> {
        self.0.iter().try_for_each(|part| part.allows(play))
    }

    fn simplify(&self, position: SumPosition) -> SumPosition {
        SumPosition(self.pairs(&position).map(|(game, own)| game.simplify(own)).collect())
    }

    fn find_move(&self, position: &SumPosition, text: &str) -> Option<Result<SumMove, Error>> {
        let named = part_of(text, self.0.len()).or_else(|error| {
            // Words that are a move of one part alone need not name it.
            let own = self.pairs(position).enumerate();
            let mut able = own.filter(|(_, (game, own))| game.find_move(own, text).is_ok());
            match (able.next(), able.next()) {
                (Some((part, _)), None) if has_words(text) => Ok((part, text)),
                _ => Err(error),
            }
        });
        let found =
            named.and_then(|(part, text)| match self.0[part].find_move(&position.0[part], text) {
                Ok(mv) => Ok(SumMove { part, mv }),
                Err(Error::IllegalMove { reason, legal, complete }) => Err(Error::IllegalMove {
                    reason: format!("in part {}: {reason}", part + 1),
                    legal: legal.iter().map(|mv| format!("{}: {mv}", part + 1)).collect(),
                    complete,
                }),
                Err(error) => Err(error),
            });
        Some(found)
    }

    fn describe(&self, position: &SumPosition, mv: &SumMove) -> String {
        let words = self.0[mv.part].describe(&position.0[mv.part], &mv.mv);
        format!("in part {}: {words}", mv.part + 1)
    }

    fn scene(&self, position: &SumPosition) -> Scene {
        pictures(self.pairs(position).map(|(part, own)| (part, part.scene(own))).collect())
    }
}

/// Pictures of parts side by side, each with the number and the name of its game.
pub(crate) fn pictures(parts: Vec<(&Game, Scene)>) -> Scene {
    let ground = parts.iter().map(|(_, scene)| scene.height).fold(0.0, f64::max);
    let mut whole = Scene { height: ground + LABEL, ..Scene::default() };
    for (index, (game, part)) in parts.into_iter().enumerate() {
        let name = format!("{}: {}", index + 1, game.bare_name());
        // A narrow part has room for its name.
        let room = part.width.max(name.chars().count() as f64 * LETTER);
        let beside = if index == 0 { 0.0 } else { whole.width + 1.0 };
        let left = beside + (room - part.width) / 2.0;
        let form = Form::Text { x: beside + room / 2.0, y: ground + LABEL * 0.75 };
        let label = format!("Part {}, {}", index + 1, game.name());
        let label = Shape::new(format!("part-{}", index + 1), label, Role::Text, form);
        whole.shapes.push(label.with_caption(name));
        for mut shape in part.shapes {
            let named = |id: &str| format!("part-{}-{id}", index + 1);
            shape.id = named(&shape.id);
            shape.takes.iter_mut().for_each(|id| *id = named(id));
            shape.label = format!("Part {}, {}: {}", index + 1, game.name(), shape.label);
            shape.pick = shape.pick.map(|pick| format!("{}: {pick}", index + 1));
            // All parts stand on one ground.
            shape.form.shift(left, ground - part.height);
            whole.shapes.push(shape);
        }
        whole.width = beside + room;
        whole.capped = whole.capped.or(part.capped);
    }
    whole
}
