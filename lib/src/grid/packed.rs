//! Boards as keys for the search of big positions: every `GridRules` has this without a line of its own.

use std::sync::Arc;

use bouton_search::Hint;
use bouton_search::grid::{Cells, Change, GridFace};

use crate::grid::{Grid, GridGame, GridRules, Steps};
use crate::rules::Rules;
use crate::search::memo::Goal;
use crate::value::{Outcome, Play};

/// The rules of a grid game, as the search asks them.
pub(crate) struct Boards {
    rules: Arc<dyn GridRules>,
    goal: Goal,
}

impl Boards {
    /// Boards of these rules as keys.
    pub fn face(rules: Arc<dyn GridRules>, goal: Goal) -> GridFace<Boards> {
        GridFace::new(Boards { rules, goal }, goal == Goal::Value)
    }
}

impl Cells for Boards {
    fn kinds(&self) -> usize {
        self.rules.cells().len()
    }

    fn dead(&self) -> Option<u8> {
        self.rules.dead()
    }

    fn by_corners(&self) -> bool {
        self.rules.by_corners()
    }

    fn symmetric(&self) -> bool {
        self.rules.symmetric()
    }

    fn lays(&self) -> &[&[(usize, usize)]] {
        self.rules.lays()
    }

    fn swaps(&self) -> Option<(u8, u8)> {
        self.rules.swaps()
    }

    fn moves(
        &self,
        rows: usize,
        columns: usize,
        cells: &[u8],
        take: &mut dyn FnMut(&[Change]) -> bool,
    ) {
        let grid = Grid::of(rows, columns, cells);
        self.rules.moves(&grid, &mut Steps { take, full: false });
    }

    fn half_turned(&self, rows: usize, columns: usize, cells: &[u8]) -> Hint {
        let play = match self.goal {
            Goal::Value => Play::Normal,
            Goal::Wins(play) => play,
        };
        let game = GridGame::shared(self.rules.clone());
        match (game.outcome(&Grid::of(rows, columns, cells), play), self.goal) {
            (Some(Outcome::Previous), _) => Hint::Value(0),
            (Some(Outcome::Next), Goal::Value) => Hint::Not(0),
            (Some(Outcome::Next), Goal::Wins(_)) => Hint::Value(1),
            _ => Hint::Nothing,
        }
    }
}
