//! What a square of a board may hold, and how that looks.

use crate::scene::{Form, Role};

/// What a square may hold.
pub struct Cell {
    /// How it is written in a position.
    pub letter: char,
    /// How it is drawn.
    pub role: Role,
    /// What a reader or a screen reader is told.
    pub name: &'static str,
}

impl Cell {
    /// How it looks on the square whose lower left corner is at (x, y).
    pub(super) fn form(&self, x: f64, y: f64) -> Form {
        match self.role {
            Role::Stone | Role::Dark | Role::Light | Role::Node | Role::Heads | Role::Tails => {
                Form::Circle { x: x + 0.5, y: y - 0.5, radius: 0.4 }
            }
            _ => Form::Rectangle { x: x + 0.05, y: y - 0.95, width: 0.9, height: 0.9 },
        }
    }
}

/// What is below a piece.
pub(super) const FLOOR: Cell = Cell { letter: ' ', role: Role::Ground, name: "" };
