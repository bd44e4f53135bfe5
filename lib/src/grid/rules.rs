//! Games on a grid: cells and moves are written by the game, and the rest follows: reading, writing,
//! symmetry, falling apart, pictures and picks.

use bouton_core::order::InOrder;
use std::fmt;
use std::sync::Arc;

use crate::analysis::{Numbers, Theorem};
use crate::error::{Error, quoted};
use crate::explain::{Claim, Step};
use crate::grid::cell::{Cell, FLOOR};
use crate::grid::{Grid, Square};
use crate::natural::Natural;
use crate::rules::{Found, Moves, Random, Rules, list_moves};
use crate::scene::{Completion, Role, Scene, Shape};
use crate::value::{Outcome, Play};

/// A game on a rectangular board.
pub trait GridRules: Send + Sync + 'static {
    /// The kinds of cells; a cell is a number into this list.
    fn cells(&self) -> &'static [Cell];

    /// What a square of the board `5x7` holds, before anybody has moved.
    fn start(&self, _row: usize, _column: usize) -> u8 {
        0
    }

    /// A board of so many rows and columns, before anybody has moved.
    fn fresh(&self, rows: usize, columns: usize) -> Grid {
        let mut grid = Grid::filled(rows, columns, 0);
        for row in 0..rows {
            (0..columns).for_each(|column| grid.set(row, column, self.start(row, column)));
        }
        grid
    }

    /// Every move: the squares it names, in the order in which they are picked, and what they hold then.
    fn moves(&self, grid: &Grid, out: &mut Steps<'_>);

    /// Whether the order in which squares are picked matters.
    fn ordered(&self) -> bool {
        false
    }

    /// Whether moves of the same squares differ by what is put there: then the letter of that ends the text of a move.
    fn coloured(&self) -> bool {
        false
    }

    /// The kind of cell that a letter of a drawn board means.
    fn kind_of(&self, letter: char) -> Option<u8> {
        let cells = self.cells();
        let exact = cells.iter().position(|cell| cell.letter == letter);
        let kind = exact
            .or_else(|| cells.iter().position(|cell| cell.letter.eq_ignore_ascii_case(&letter)));
        kind.map(|kind| kind as u8)
    }

    /// Whether a board that was read can come up in this game.
    fn check(&self, _grid: &Grid) -> Result<(), Error> {
        Ok(())
    }

    /// The shapes that moves lay, if each move covers free squares (kind 0) with one of them, which are then `dead`, and
    /// each place where one fits is a move: squares by row and column, both from 0. For the search of big positions; it
    /// equals [`moves`](GridRules::moves).
    fn lays(&self) -> &'static [&'static [(usize, usize)]] {
        &[]
    }

    /// Two kinds of cells that can be exchanged all over the board without changing the game, such as two colours of
    /// stones that both players move alike. For the search of big positions.
    fn swaps(&self) -> Option<(u8, u8)> {
        None
    }

    /// Whether the game stays the same when the board is turned or seen in a mirror.
    fn symmetric(&self) -> bool {
        true
    }

    /// The kind of cell that no move touches, if there is one: regions that it separates are games of
    /// their own, and a margin of it means nothing.
    fn dead(&self) -> Option<u8> {
        None
    }

    /// Whether squares that share only a corner hang together, so that `dead` cells must part them there too.
    fn by_corners(&self) -> bool {
        false
    }

    /// Whether whoever leaves this board can answer every move with its image under half a turn of the board: the
    /// board is the same after such a turn, and no move touches its own image. With it, the theorem that says so.
    fn half_turn(&self, _grid: &Grid) -> Option<&'static Theorem> {
        None
    }

    /// A move in words.
    fn describe(&self, squares: &[Square]) -> String {
        let squares: Vec<String> = squares.iter().map(Square::to_string).collect();
        format!("take {}", squares.join(" and "))
    }
}

/// Receives the moves of a board one by one.
pub struct Steps<'a> {
    pub(super) take: &'a mut dyn FnMut(&[(usize, usize, u8)]) -> bool,
    pub(super) full: bool,
}

impl<'a> Steps<'a> {
    /// Adds a move: squares by row and column from 0, each with what it holds afterwards.
    pub fn push(&mut self, changes: &[(usize, usize, u8)]) {
        if !self.full {
            self.full = !(self.take)(changes);
        }
    }

    /// Whether no more moves are wanted: loops over many moves ask this and return.
    pub fn full(&self) -> bool {
        self.full
    }
}

/// What becomes of which squares: `1,1, 1,2`; and, where it matters, the letter of what is put there: `2,3, x`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GridMove {
    changes: Vec<(usize, usize, u8)>,
    letter: Option<char>,
}

impl GridMove {
    fn squares(&self) -> Vec<Square> {
        self.changes.iter().map(|(row, column, _)| Grid::square(*row, *column)).collect()
    }
}

/// The squares as they are picked, with a comma and a blank between them.
impl fmt::Display for GridMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let squares: Vec<String> = self.squares().iter().map(Square::to_string).collect();
        f.write_str(&squares.join(", "))?;
        self.letter.map_or(Ok(()), |letter| write!(f, ", {letter}"))
    }
}

/// Every `GridRules` as a game. One type for all of them: what is generic over games is compiled once.
pub struct GridGame(Arc<dyn GridRules>);

/// Rows and columns at most.
const LONGEST_SIDE: usize = 200;

/// Moves that are told with their images.
const MOST_REPLIES: usize = 6;

/// Moves looked at for picks and pictures.
const MOST_LOOKED: usize = 100_000;

impl GridGame {
    /// The game of rules that somebody else has, too.
    pub(super) fn shared(rules: Arc<dyn GridRules>) -> GridGame {
        GridGame(rules)
    }

    /// The game of these rules.
    pub fn new(rules: impl GridRules) -> GridGame {
        GridGame(Arc::new(rules))
    }

    fn named(&self, changes: &[(usize, usize, u8)]) -> GridMove {
        let put = changes.last().filter(|_| self.0.coloured());
        let letter = put.and_then(|put| Some(self.0.cells().get(usize::from(put.2))?.letter));
        GridMove { changes: changes.to_vec(), letter }
    }

    fn steps(&self, grid: &Grid, mut take: impl FnMut(&[(usize, usize, u8)]) -> bool) {
        self.0.moves(grid, &mut Steps { take: &mut take, full: false });
    }

    fn has_moves(&self, grid: &Grid) -> bool {
        let mut any = false;
        self.steps(grid, |_| {
            any = true;
            false
        });
        any
    }

    /// The board without a margin of dead cells.
    fn trimmed(&self, grid: Grid) -> Grid {
        let Some(dead) = self.0.dead() else { return grid };
        let live = || grid.squares().filter(|(_, _, cell)| *cell != dead);
        let rows = || live().map(|(row, _, _)| row);
        let columns = || live().map(|(_, column, _)| column);
        let sides = rows().min().zip(rows().max()).zip(columns().min().zip(columns().max()));
        match sides {
            Some(((bottom, top), (left, right))) => grid.cut(bottom..=top, left..=right),
            None => Grid::filled(1, 1, dead),
        }
    }

    /// If half a turn of the board tells who wins: the theorem, and the move to begin with, unless the mover loses.
    fn turning(&self, grid: &Grid) -> Option<(&'static Theorem, Option<GridMove>)> {
        if let Some(theorem) = self.0.half_turn(grid) {
            return Some((theorem, None));
        }
        // The board can only become symmetric in its middle, if it is so already: other moves spoil it.
        let mut found = None;
        if grid.is_half_turned() {
            self.steps(grid, |changes| {
                let turned = |(row, column, cell): &(usize, usize, u8)| {
                    (grid.rows() - 1 - row, grid.columns() - 1 - column, *cell)
                };
                if changes.iter().all(|change| changes.contains(&turned(change))) {
                    let theorem = self.0.half_turn(&self.played(grid, changes));
                    found = theorem.map(|theorem| (theorem, Some(self.named(changes))));
                }
                found.is_none()
            });
        }
        found
    }

    fn played(&self, grid: &Grid, changes: &[(usize, usize, u8)]) -> Grid {
        let mut after = grid.clone();
        changes.iter().for_each(|(row, column, cell)| after.set(*row, *column, *cell));
        after
    }

    fn wrong(&self, text: &str, what: &str) -> Error {
        let kinds: Vec<String> =
            self.0.cells().iter().map(|cell| format!("{} {}", cell.letter, cell.name)).collect();
        Error::input(format!(
            "{} is no board{what}: write rows x columns, such as 3x4, or draw it, rows from the top with a / between \
             them ({})",
            quoted(text),
            kinds.join(", ")
        ))
    }

    /// A drawn board, its rows from the top.
    fn drawn(&self, text: &str) -> Result<Grid, Error> {
        let between = |letter: char| letter == '/' || letter == '|' || letter.is_whitespace();
        let rows: Vec<&str> = text.split(between).filter(|row| !row.is_empty()).collect();
        let unknown = rows
            .iter()
            .flat_map(|row| row.chars())
            .find(|letter| self.0.kind_of(*letter).is_none());
        if let Some(letter) = unknown {
            return Err(self.wrong(
                text,
                &format!(", since {} is no square of it", quoted(&letter.to_string())),
            ));
        }
        let columns = rows.first().map_or(0, |row| row.chars().count());
        let uneven = rows.iter().map(|row| row.chars().count()).find(|count| *count != columns);
        if let Some(count) = uneven {
            let what =
                format!(", since its rows are not equally long ({columns} and {count} squares)");
            return Err(self.wrong(text, &what));
        }
        if columns == 0 || rows.len().max(columns) > LONGEST_SIDE {
            let what = match columns {
                0 => String::new(),
                _ => format!(", since a side is longer than {LONGEST_SIDE} squares"),
            };
            return Err(self.wrong(text, &what));
        }
        let mut grid = Grid::filled(rows.len(), columns, 0);
        for (row, letters) in rows.iter().rev().enumerate() {
            for (column, letter) in letters.chars().enumerate() {
                grid.set(row, column, self.0.kind_of(letter).unwrap_or(0));
            }
        }
        Ok(grid)
    }
}

impl Rules for GridGame {
    type Position = Grid;
    type Move = GridMove;

    fn moves(&self, grid: &Grid, out: &mut Moves<'_, GridMove>) {
        self.steps(grid, |changes| {
            out.push(self.named(changes));
            !out.full()
        });
    }

    fn play(&self, grid: &Grid, mv: &GridMove) -> Grid {
        self.played(grid, &mv.changes)
    }

    #[inline]
    fn options(&self, grid: &Grid, mut take: impl FnMut(Grid) -> bool) -> bool {
        self.steps(grid, |changes| take(self.played(grid, changes)));
        true
    }

    fn grid(&self) -> Option<Arc<dyn GridRules>> {
        Some(self.0.clone())
    }

    fn read(&self, text: &str) -> Result<Grid, Error> {
        let side = |text: &str| -> Option<usize> {
            let size = text.trim().parse::<Natural>().ok()?.to_u64()? as usize;
            (1..=LONGEST_SIDE).contains(&size).then_some(size)
        };
        if let Some((rows, columns)) = text
            .split_once('x')
            .filter(|_| text.starts_with(|letter: char| letter.is_ascii_digit()))
        {
            let (Some(rows), Some(columns)) = (side(rows), side(columns)) else {
                return Err(Error::input(format!(
                    "{} is no board: both sides are from 1 to {LONGEST_SIDE}",
                    quoted(text)
                )));
            };
            return Ok(self.0.fresh(rows, columns));
        }
        self.drawn(text)
    }

    fn check(&self, grid: &Grid) -> Result<(), Error> {
        self.0.check(grid)
    }

    fn write(&self, grid: &Grid) -> String {
        if *grid == self.0.fresh(grid.rows(), grid.columns()) {
            return format!("{}x{}", grid.rows(), grid.columns());
        }
        let letter = |row: usize, column: usize| {
            let cell = usize::from(grid.get(row, column).unwrap_or(0));
            self.0.cells().get(cell).map_or('?', |cell| cell.letter)
        };
        let row = |row: usize| (0..grid.columns()).map(|column| letter(row, column)).collect();
        (0..grid.rows()).rev().map(row).collect::<Vec<String>>().join("/")
    }

    fn simplify(&self, grid: Grid) -> Grid {
        let grid = self.trimmed(grid);
        if !self.0.symmetric() {
            return grid;
        }
        // The eight turns and mirror images: three mirrors, one after the other.
        let mut images = vec![grid];
        let left_right = |grid: &Grid| grid.transposed().upside_down().transposed();
        for mirror in [Grid::upside_down, left_right, Grid::transposed] {
            let more: Vec<Grid> = images.iter().map(mirror).collect();
            images.extend(more);
        }
        images.into_iter().min().unwrap_or_else(|| Grid::filled(1, 1, 0))
    }

    fn split(&self, grid: &Grid) -> Option<Vec<Grid>> {
        let dead = self.0.dead()?;
        let mut seen = Grid::filled(grid.rows(), grid.columns(), 0);
        let mut parts = Vec::new();
        for (row, column, cell) in grid.squares() {
            if cell == dead || seen.get(row, column) == Some(1) {
                continue;
            }
            let mut part = Grid::filled(grid.rows(), grid.columns(), dead);
            let mut waiting = vec![(row, column, cell)];
            seen.set(row, column, 1);
            while let Some((row, column, cell)) = waiting.pop() {
                part.set(row, column, cell);
                let corners = grid.corners(row, column).filter(|_| self.0.by_corners());
                let near = grid.neighbours(row, column).chain(corners);
                for beside in near.filter(|beside| beside.2 != dead) {
                    if seen.get(beside.0, beside.1) == Some(0) {
                        seen.set(beside.0, beside.1, 1);
                        waiting.push(beside);
                    }
                }
            }
            parts.push(part);
        }
        if parts.len() < 2 {
            return None;
        }
        parts.retain(|part| self.has_moves(part));
        Some(parts.into_iter().map(|part| self.trimmed(part)).collect())
    }

    fn outcome(&self, grid: &Grid, play: Play) -> Option<Outcome> {
        let (_, first) = self.turning(grid).filter(|_| play == Play::Normal)?;
        Some(Outcome::from_mover_wins(first.is_some()))
    }

    /// The move in the middle; there may be others.
    fn winning(&self, grid: &Grid, play: Play, limit: usize) -> Option<Found<GridMove>> {
        let (_, first) = self.turning(grid).filter(|_| play == Play::Normal)?;
        let moves = first.into_iter().take(limit).collect();
        Some(Found { moves, count: None, complete: false })
    }

    fn theorem(&self, grid: &Grid, play: Play) -> Option<&'static Theorem> {
        self.turning(grid).filter(|_| play == Play::Normal).map(|(theorem, _)| theorem)
    }

    fn explain(&self, grid: &Grid, play: Play) -> Option<Vec<Step>> {
        let (_, first) = self.turning(grid).filter(|_| play == Play::Normal)?;
        let left = first.as_ref().map_or(grid.clone(), |mv| self.play(grid, mv));
        let begin = match &first {
            Some(_) => "Begin in the middle; then half a turn changes nothing on the board, and",
            None => "Half a turn changes nothing on the board, and",
        };
        let mut steps = vec![Step::new(
            "idea",
            format!(
                "{begin} no move touches its own image. So whoever moves next can always be answered with the image: row r \
                 and column c, counted from the bottom left, become row {} - r and column {} - c. Who answers so has the \
                 last move.",
                grid.rows() + 1,
                grid.columns() + 1
            ),
        )];
        let (moves, complete) = list_moves(self, &left, MOST_REPLIES);
        for mv in &moves {
            let turned = |(row, column, cell): &(usize, usize, u8)| {
                (grid.rows() - 1 - row, grid.columns() - 1 - column, *cell)
            };
            let reply = self.named(&mv.changes.iter().map(turned).collect::<Vec<_>>());
            let text = format!(
                "{}: the reply is to {}.",
                self.describe(&left, mv),
                self.describe(&left, &reply)
            );
            let (position, mv, reply) = (self.write(&left), mv.to_string(), reply.to_string());
            let claim = || [Claim::Reply { position, mv, reply }];
            steps.push(Step::new("reply", text).claiming(claim));
        }
        if !complete {
            steps.push(Step::new("reply", "and so on for the others."));
        }
        Some(steps)
    }

    fn find_move(&self, grid: &Grid, text: &str) -> Option<Result<GridMove, Error>> {
        // Squares have a comma inside and a comma and a blank between them.
        let words = text.split([',', ' ']).map(str::trim).filter(|word| !word.is_empty());
        let is_letter = |word: &&str| {
            let letter = word.chars().next().and_then(|letter| self.0.kind_of(letter));
            self.0.coloured() && word.chars().count() == 1 && letter.is_some()
        };
        let (letters, numbers): (Vec<&str>, Vec<&str>) = words.partition(is_letter);
        let letter = match letters[..] {
            [] => None,
            [letter] => letter.chars().next().and_then(|letter| self.0.kind_of(letter)),
            _ => return None,
        };
        let mut squares = Vec::new();
        for pair in numbers.chunks(2) {
            match pair.join(",").parse::<Square>() {
                Ok(square) => squares.push(square),
                Err(error) => return Some(Err(error)),
            }
        }
        let in_order = |squares: &[Square]| {
            let mut squares = squares.to_vec();
            squares.put_in_order();
            squares
        };
        let sorted = in_order(&squares);
        // Where the order matters, another one is understood if that can only mean one move.
        let (mut exact, mut others) = (None, Vec::new());
        self.steps(grid, |changes| {
            let mv = self.named(changes);
            let own = mv.squares();
            let put = changes.last().map(|put| put.2);
            if in_order(&own) == sorted && (!self.0.coloured() || put == letter) {
                match self.0.ordered() && own != squares {
                    true => others.push(mv),
                    false => exact = Some(mv),
                }
            }
            exact.is_none()
        });
        let other = if others.len() == 1 { others.pop() } else { None };
        let found = exact.or(other);
        Some(found.ok_or_else(|| Error::input(format!("{} is not a move here", quoted(text)))))
    }

    fn complete(&self, grid: &Grid, picks: &[&str]) -> Option<Completion> {
        if !self.0.ordered() {
            return None;
        }
        // What comes first is picked first.
        let (mut completion, mut looked) = (Completion::default(), 0);
        self.steps(grid, |changes| {
            let own: Vec<String> =
                self.named(changes).squares().iter().map(Square::to_string).collect();
            if own.len() >= picks.len() && own.iter().zip(picks).all(|(own, pick)| own == pick) {
                match own.get(picks.len()) {
                    Some(next) if completion.next.contains(next) => {}
                    Some(next) => completion.next.push(next.clone()),
                    None => completion.whole = Some(own.join(", ")),
                }
            }
            looked += 1;
            looked < MOST_LOOKED
        });
        Some(completion)
    }

    fn describe(&self, _grid: &Grid, mv: &GridMove) -> String {
        match mv.changes.last().filter(|_| self.0.coloured()) {
            Some((row, column, kind)) => {
                let name = self.0.cells().get(usize::from(*kind)).map_or("", |cell| cell.name);
                format!("put {name} on {}", Grid::square(*row, *column))
            }
            None => self.0.describe(&mv.squares()),
        }
    }

    fn numbers(&self, _grid: &Grid, mv: &GridMove) -> Numbers {
        let squares = mv.squares().iter().map(|square| [square.row, square.column]).collect();
        Numbers { squares, ..Numbers::default() }
    }

    fn scene(&self, grid: &Grid) -> Scene {
        const MOST_DRAWN: usize = 40;
        let (rows, columns) = (grid.rows().min(MOST_DRAWN), grid.columns().min(MOST_DRAWN));
        let mut pickable = vec![false; grid.rows() * grid.columns()];
        let (mut looked, mut put) = (0, vec![false; self.0.cells().len()]);
        self.steps(grid, |changes| {
            if let Some(kind) = changes.last().and_then(|last| put.get_mut(usize::from(last.2))) {
                *kind = true;
            }
            for (row, column, _) in changes {
                if let Some(square) = pickable.get_mut(row * grid.columns() + column) {
                    *square = true;
                }
            }
            looked += 1;
            looked < MOST_LOOKED
        });
        let mut scene = Scene { width: columns as f64, height: rows as f64, ..Scene::default() };
        for (row, column, cell) in grid.squares() {
            let Some(kind) = self.0.cells().get(usize::from(cell)) else { continue };
            if row >= rows || column >= columns {
                continue;
            }
            let square = Grid::square(row, column);
            let form = kind.form(column as f64, (rows - row) as f64);
            let id = format!("square-{}-{}", square.row, square.column);
            let label = format!("Square {}, {}: {}", square.row, square.column, kind.name);
            // A piece stands on its square.
            if matches!(kind.role, Role::Stone | Role::Dark | Role::Light | Role::Queen) {
                let form = FLOOR.form(column as f64, (rows - row) as f64);
                let id = format!("floor-{}-{}", square.row, square.column);
                scene.shapes.push(Shape::new(id, &label, Role::Ground, form));
            }
            let pick = pickable[row * grid.columns() + column].then(|| square.to_string());
            let shape = Shape::new(id, label, kind.role, form).with_pick(pick);
            let mut shape = shape.with_letter(kind.letter);
            // Colours are never alone.
            if matches!(kind.role, Role::Card | Role::Heads | Role::Tails) {
                shape = shape.with_caption(kind.letter);
            }
            scene.shapes.push(shape);
        }
        // What can be put on a square stands below the board, to be picked as well.
        if self.0.coloured() {
            scene.height += 1.6;
            let kinds = put.into_iter().zip(self.0.cells()).filter(|(put, _)| *put);
            for (place, (_, kind)) in kinds.enumerate() {
                scene.width = scene.width.max(place as f64 * 1.4 + 1.0);
                let form = kind.form(place as f64 * 1.4, scene.height);
                let id = format!("put-{}", kind.letter);
                let label = format!("Put {}", kind.name);
                let shape = Shape::new(id, label, kind.role, form);
                scene.shapes.push(shape.with_pick(Some(kind.letter.to_string())));
            }
        }
        let cut = grid.rows() > rows || grid.columns() > columns;
        scene.capped = cut.then(|| {
            format!("Only the lower left {MOST_DRAWN} by {MOST_DRAWN} squares are drawn.")
        });
        scene
    }

    fn random(&self, size: u64, random: &mut Random) -> Option<Grid> {
        let side = |random: &mut Random| random.between(1, (size / 3).clamp(2, 5)) as usize;
        let (rows, columns) = (side(random), side(random));
        let mut grid = self.0.fresh(rows, columns);
        let kinds = self.0.cells().len() as u64;
        for at in 0..rows * columns {
            // Mostly what a fresh board holds, so that there is something to play.
            if !random.chance(0.7) {
                grid.set(at / columns, at % columns, random.between(0, kinds - 1) as u8);
            }
        }
        self.0.check(&grid).is_ok().then_some(grid)
    }
}
