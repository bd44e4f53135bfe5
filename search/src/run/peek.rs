//! Which choice comes first: where choices take long, their own options are looked at before one is searched.
//!
//! A choice is worth the target if none of its options is. So the fewer of these are still in doubt, the sooner it is
//! decided, and the likelier it is what is looked for: the first step of a proof-number search (Allis 1994), which costs
//! one look at each choice. A choice with an option that is known to be worth the target falls away by that.

use std::sync::atomic::Ordering;

use bouton_core::value::Seen;

use super::{Halt, PAUSE, Worker, consult};
use crate::engine::{GO_ON, Goal};
use crate::face::{Options, Told};
use crate::table::{Known, MOST_EXCLUDED, hash};

/// Positions that a choice must take on average before choices are looked into. (Found by trial on Cram, where looking
/// halves the time of 5x9: with 8 it costs more than it saves, with 64 little is looked into.)
const DEAR: f32 = 32.0;

/// Sizes are told apart in sixteenths of an octave.
const BUCKETS: usize = 32 * 16;

/// About how many positions it takes to decide one of a size; at first, more than can be counted.
pub(super) struct Costs([f32; BUCKETS]);

impl Default for Costs {
    fn default() -> Costs {
        Costs([f32::INFINITY; BUCKETS])
    }
}

impl Costs {
    /// A position of this size took so many.
    #[inline]
    pub fn learn(&mut self, size: u32, positions: u64) {
        let (cost, now) = (&mut self.0[bucket(size)], positions as f32);
        *cost = if cost.is_infinite() { now } else { *cost + (now - *cost) / 64.0 };
    }

    /// Whether it is worth while to look into positions of this size.
    #[inline]
    pub fn are_dear(&self, size: u32) -> bool {
        self.0[bucket(size)] >= DEAR
    }
}

fn bucket(size: u32) -> usize {
    let size = size.max(1);
    let octave = size.ilog2();
    let rest = if octave >= 4 { size >> (octave - 4) } else { size << (4 - octave) } - 16;
    (octave * 16 + rest) as usize
}

impl Worker<'_> {
    /// Looks at the options of all choices of the topmost position, and sorts these by how many of them may still be
    /// worth what is looked for.
    pub(super) fn peek(&mut self, target: u32) -> Result<(), Halt> {
        let mut status = self.status;
        let Worker {
            shared, control, width, frames, choices, words, lent, steps, positions, ..
        } = self;
        let (shared, width) = (*shared, *width);
        let Some(frame) = frames.last_mut() else { return Ok(()) };
        (frame.peeked, frame.place) = (Some(target), 0);
        let own = &mut choices[frame.choices..];
        let (mut pause, mut halt) = (*steps + PAUSE, Ok(()));
        for choice in own.iter_mut() {
            choice.doubt = u32::MAX;
            let value = choice.fold ^ target;
            if choice.settled || choice.parts != 1 || value >= MOST_EXCLUDED {
                continue;
            }
            let key = &words[choice.at..][..width];
            let hash = hash(key);
            if shared.table.get(key, hash).excludes(value) {
                continue;
            }
            let (mut doubt, mut hit, mut any, mut seen) = (0, false, false, Seen::default());
            let mut take = |told: Told<'_>| {
                *steps += 1 + told.words.len() as u64 / 32;
                if *steps >= pause {
                    pause += PAUSE;
                    status.steps += PAUSE;
                    halt = match shared.signal.load(Ordering::Relaxed) {
                        GO_ON => consult(control, &status),
                        _ => Err(Halt::Signal),
                    };
                    if halt.is_err() {
                        return false;
                    }
                }
                any = true;
                let (mut fold, mut open, mut last) = (told.fold, 0, Known::Not(0));
                for (key, hash) in told.words.chunks_exact(width).zip(told.hashes) {
                    match shared.table.get(key, *hash) {
                        Known::Exact(value) => fold ^= value,
                        known => (open, last) = (open + 1, known),
                    }
                }
                match open {
                    0 => seen.insert(fold),
                    1 if last.excludes(fold ^ value) => {}
                    _ => doubt += 1,
                }
                hit = open == 0 && fold == value;
                !hit
            };
            let mut options = Options::new(width, Some(shared.table), &mut take);
            options.lend(std::mem::take(lent));
            let told = shared.face.options(key, &mut options);
            options.flush();
            let wide = options.widest() > width;
            *lent = options.give_back();
            *positions += 1;
            halt.clone()?;
            told.map_err(Halt::Failed)?;
            // Keys that do not fit are told again, and seen to, when their turn comes.
            if wide {
                continue;
            }
            if hit {
                shared.table.put(key, hash, Known::Not(1 << value), 1);
                continue;
            }
            choice.doubt = doubt;
            // Without options a position is worth 0, or won in misère play.
            let misere = shared.goal == (Goal::Outcome { misere: true });
            if doubt == 0 && seen.mex() == value && (any || !misere) {
                shared.table.put(key, hash, Known::Exact(value), 1);
                break;
            }
        }
        own.sort_by_key(|choice| (choice.doubt, choice.size));
        Ok(())
    }
}
