//! What a position offers: the values of options that are known, and choices of those that are not.

use std::sync::atomic::Ordering;

use super::{Choice, Halt, PAUSE, Want, Worker, consult};
use crate::engine::{GO_ON, GROW};
use crate::face::{Options, Told};
use crate::table::Known;

impl Worker<'_> {
    /// Looks at all options of the topmost position: values that are known are noted, the others become choices.
    pub(super) fn gather(&mut self, key: &[u64]) -> Result<(), Halt> {
        let mut status = self.status;
        let Worker { shared, control, width, frames, choices, words, lent, .. } = self;
        let (shared, width) = (*shared, *width);
        let Some(frame) = frames.last_mut() else { return Ok(()) };
        let (mut steps, mut pause, mut halt) = (0, PAUSE, Ok(()));
        let mut take = |told: Told<'_>| {
            // Long keys take their time.
            steps += 1 + told.words.len() as u64 / 32;
            // A position may have more options than there is time and room for.
            if steps >= pause {
                let waiting = choices.capacity() * size_of::<Choice>() + 8 * words.capacity();
                pause += PAUSE;
                status.steps += PAUSE;
                status.bytes = shared.table.bytes() + shared.face.bytes() + waiting as u64;
                halt = match shared.signal.load(Ordering::Relaxed) {
                    GO_ON => consult(control, &status),
                    _ => Err(Halt::Signal),
                };
                if halt.is_err() {
                    return false;
                }
            }
            frame.any = true;
            let (at, mut fold, mut unknown) = (words.len(), told.fold, 0u32);
            for (key, hash) in told.words.chunks_exact(width).zip(told.hashes) {
                let known = match shared.switches.table {
                    true => shared.table.get(key, *hash),
                    false => Known::Not(0),
                };
                if let Known::Exact(value) = known {
                    fold ^= value;
                    continue;
                }
                // Two equal parts are worth 0.
                if let Some(equal) = words[at..].chunks_exact(width).position(|other| other == key)
                {
                    let equal = at + equal * width;
                    words.drain(equal..equal + width);
                    unknown -= 1;
                    continue;
                }
                if known == Known::Not(0)
                    && shared.switches.hints
                    && let Some(value) = shared.face.glance(key)
                {
                    fold ^= value;
                    continue;
                }
                words.extend_from_slice(key);
                unknown += 1;
            }
            if unknown == 0 {
                frame.not.insert(fold);
            } else {
                choices.push(Choice {
                    at,
                    parts: unknown,
                    fold,
                    size: 0,
                    settled: false,
                    deferred: false,
                    doubt: 0,
                });
            }
            // One option may answer the question.
            !matches!(frame.want, Want::Is(value) if frame.not.contains(value))
        };
        let mut options = Options::new(width, Some(shared.table), &mut take);
        options.lend(std::mem::take(lent));
        let told = shared.face.options(key, &mut options);
        options.flush();
        let widest = options.widest();
        *lent = options.give_back();
        self.steps += steps;
        halt?;
        told.map_err(Halt::Failed)?;
        if widest > width {
            shared.wider.fetch_max(widest, Ordering::Relaxed);
            shared.signal.store(GROW, Ordering::Relaxed);
            return Err(Halt::Signal);
        }
        let Some(frame) = self.frames.last_mut() else { return Ok(()) };
        let start = frame.choices;
        if matches!(frame.want, Want::Is(value) if frame.not.contains(value)) {
            // The question is answered; the choices do not matter any more.
            return Ok(());
        }
        for choice in &mut self.choices[start..] {
            let parts = &mut self.words[choice.at..][..choice.parts as usize * width];
            // The hardest part comes first.
            for at in (0..parts.len()).step_by(width) {
                let size = shared.face.size(&parts[at..at + width]);
                if size > choice.size {
                    choice.size = size;
                    parts[..at + width].rotate_right(width);
                }
            }
        }
        let words = &self.words;
        let of = |choice: &Choice| &words[choice.at..choice.at + choice.parts as usize * width];
        if shared.switches.order {
            self.choices[start..].sort_unstable_by(|a, b| {
                (a.size, b.fold).cmp(&(b.size, a.fold)).then_with(|| of(a).cmp(of(b)))
            });
            // Moves that lead to the same are one.
            let mut kept = start;
            for at in start..self.choices.len() {
                let same = kept > start && {
                    let (a, b) = (&self.choices[kept - 1], &self.choices[at]);
                    a.fold == b.fold && a.parts == b.parts && of(a) == of(b)
                };
                if !same {
                    self.choices.swap(kept, at);
                    kept += 1;
                }
            }
            self.choices.truncate(kept);
        }
        frame.open = (self.choices.len() - start) as u32;
        Ok(())
    }
}
