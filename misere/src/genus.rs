//! The genus of a game: its value in normal play, and its misère values beside 0, 1, 2, ... heaps of *2.
//!
//! The misère value of G is the n for which G + *n is lost in misère play. Written 2^20, where the last two numbers
//! alternate for ever: beside 0, 1, 2, 3, ... heaps of *2 the misère values are 2, 0, 2, 0, ... (Conway, On Numbers and
//! Games, chapter 12; Winning Ways, chapter 13.)

use std::fmt;

use bouton_core::value::mex;

/// The genus of a game.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Genus {
    /// The Grundy value.
    pub normal: u32,
    /// The misère values beside 0, 1, 2, ... heaps of *2; the last two alternate for ever.
    pub misere: Vec<u32>,
}

impl Genus {
    /// The genus of a game whose options have these.
    pub fn of_options(options: &[&Genus]) -> Genus {
        let normal = mex(options.iter().map(|option| option.normal));
        // Beside no *2, the end has the misère value 1: *1 is lost.
        let first =
            if options.is_empty() { 1 } else { mex(options.iter().map(|option| option.at(0))) };
        let longest = options.iter().map(|option| option.misere.len()).max().unwrap_or(0);
        let mut misere = vec![first];
        // From `longest` on the options alternate, and so, soon, does the game.
        loop {
            let length = misere.len();
            let ended = length >= longest + 4
                && misere[length - 1] == misere[length - 3]
                && misere[length - 2] == misere[length - 4];
            if ended {
                break;
            }
            let before = misere[length - 1];
            let own = [before, before ^ 1].into_iter();
            misere.push(mex(own.chain(options.iter().map(|option| option.at(length)))));
        }
        while misere.len() > 2 && misere[misere.len() - 1] == misere[misere.len() - 3] {
            misere.pop();
        }
        Genus { normal, misere }
    }

    /// The misère value beside so many heaps of *2.
    pub fn at(&self, heaps: usize) -> u32 {
        let length = self.misere.len();
        match heaps < length {
            true => self.misere[heaps],
            false => self.misere[length - 2 + (heaps - length) % 2],
        }
    }

    /// Whether some position of Nim has this genus.
    pub fn is_that_of_nim(&self) -> bool {
        match (self.normal, &self.misere[..]) {
            (0, [1, 2, 0]) | (1, [0, 3, 1]) => true,
            (normal, [first, second]) => normal == *first && first ^ 2 == *second,
            _ => false,
        }
    }
}

impl fmt::Display for Genus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}^", self.normal)?;
        for value in &self.misere {
            match value {
                0..10 => write!(f, "{value}")?,
                _ => write!(f, "({value})")?,
            }
        }
        Ok(())
    }
}
