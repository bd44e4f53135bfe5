//! Moves that were looked for: a list that knows whether it is complete.

use crate::natural::Natural;

/// Moves that were looked for, and how many there are in all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found<M> {
    /// The moves, as many as were asked for.
    pub moves: Vec<M>,
    /// How many there are in all, where known.
    pub count: Option<Natural>,
    /// Whether `moves` holds them all.
    pub complete: bool,
}

impl<M> Found<M> {
    /// No moves.
    pub fn none() -> Found<M> {
        Found::all(Vec::new())
    }

    /// Nothing is known of these moves.
    pub fn unknown() -> Found<M> {
        Found { moves: Vec::new(), count: None, complete: false }
    }

    /// These moves and no others.
    pub fn all(moves: Vec<M>) -> Found<M> {
        Found { count: Some(Natural::from(moves.len())), moves, complete: true }
    }

    /// The first `limit` of these moves, which are all there are.
    pub fn first(moves: Vec<M>, limit: usize) -> Found<M> {
        let mut found = Found::all(moves);
        found.cut(limit);
        found
    }

    /// One more move, listed if there is room.
    pub fn add(&mut self, mv: M, limit: usize) {
        self.count = self.count.as_ref().map(|so_far| so_far + &Natural::from(1u64));
        if self.moves.len() < limit { self.moves.push(mv) } else { self.complete = false }
    }

    /// Keeps at most `limit` moves.
    pub fn cut(&mut self, limit: usize) {
        if self.moves.len() > limit {
            self.moves.truncate(limit);
            self.complete = false;
        }
    }

    /// The same moves in another form.
    pub fn map<T>(self, change: impl FnMut(M) -> T) -> Found<T> {
        Found {
            moves: self.moves.into_iter().map(change).collect(),
            count: self.count,
            complete: self.complete,
        }
    }
}
