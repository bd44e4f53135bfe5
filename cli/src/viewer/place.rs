//! Where a viewer stands in a demonstration: what keys and the clock do to it.

use std::time::{Duration, Instant};

use bouton::explain::demonstration::Demonstration;
use bouton::render::demonstration::reading_time;

use super::keys::Key;

/// A step, and whether it goes on by itself.
pub struct Place<'a> {
    shown: &'a Demonstration,
    pub at: usize,
    pub speed: f64,
    /// When the next step comes, while it is playing.
    next: Option<Instant>,
}

/// What follows a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Then {
    GoOn,
    Quit,
}

const SLOWEST: f64 = 0.25;
const FASTEST: f64 = 4.0;

impl<'a> Place<'a> {
    /// At the first step, waiting.
    pub fn new(shown: &'a Demonstration, speed: f64) -> Place<'a> {
        Place { shown, at: 0, speed, next: None }
    }

    pub fn playing(&self) -> bool {
        self.next.is_some()
    }

    fn last(&self) -> usize {
        self.shown.steps.len().saturating_sub(1)
    }

    /// Goes to a step; while it is playing the clock starts anew.
    fn go(&mut self, to: usize, now: Instant) {
        self.at = to.min(self.last());
        if self.playing() {
            self.wait(now);
        }
    }

    /// Goes on by itself from here, unless this is the end.
    fn wait(&mut self, now: Instant) {
        let time = self.shown.steps.get(self.at).map_or(0.0, |step| reading_time(step, self.speed));
        let due = now + Duration::from_millis(time as u64);
        self.next = (self.at < self.last()).then_some(due);
    }

    /// The clock.
    pub fn tick(&mut self, now: Instant) {
        if self.next.is_some_and(|next| now >= next) {
            self.go(self.at + 1, now);
        }
    }

    /// The first steps of the moves, and the end.
    fn next_move(&self) -> usize {
        let firsts = self.shown.chapters.iter().map(|chapter| chapter.first);
        firsts.filter(|first| *first > self.at).min().unwrap_or(self.last())
    }

    fn move_before(&self) -> usize {
        let firsts = self.shown.chapters.iter().map(|chapter| chapter.first);
        firsts.filter(|first| *first < self.at).max().unwrap_or(0)
    }

    /// A key.
    pub fn press(&mut self, key: Key, now: Instant) -> Then {
        match key {
            Key::Space | Key::Letter('p') if self.playing() => self.next = None,
            Key::Space | Key::Letter('p') => {
                if self.at == self.last() {
                    self.at = 0;
                }
                self.wait(now);
            }
            Key::Right | Key::Letter('l') => self.go(self.at + 1, now),
            Key::Left | Key::Letter('h') => self.go(self.at.saturating_sub(1), now),
            Key::Down | Key::Letter('n' | 'j') => self.go(self.next_move(), now),
            Key::Up | Key::Letter('b' | 'k') => self.go(self.move_before(), now),
            Key::Home => self.go(0, now),
            Key::End => self.go(self.last(), now),
            Key::Letter('+' | '=') => self.hurry(2.0, now),
            Key::Letter('-') => self.hurry(0.5, now),
            Key::Letter('r') => {
                self.next = None;
                self.at = 0;
            }
            Key::Letter('q') | Key::Escape => return Then::Quit,
            Key::Letter(_) => {}
        }
        Then::GoOn
    }

    fn hurry(&mut self, factor: f64, now: Instant) {
        self.speed = (self.speed * factor).clamp(SLOWEST, FASTEST);
        self.go(self.at, now);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::viewer::keys::keys;
    use bouton::Ask;

    fn shown() -> Demonstration {
        Demonstration::new(bouton::open("3 4 5").unwrap(), &Ask::default()).unwrap()
    }

    #[test]
    fn keys_go_from_step_to_step_and_from_move_to_move() {
        let shown = shown();
        let (mut place, now) = (Place::new(&shown, 1.0), Instant::now());
        let last = shown.steps.len() - 1;
        let (second, third) = (shown.chapters[1].first, shown.chapters[2].first);
        for (bytes, at) in [
            (&b"\x1b[D"[..], 0),
            (b"\x1b[C", 1),
            (b"\x1b[C\x1b[C", 3),
            (b"\x1b[D", 2),
            (b"\x1b[B", second),
            (b"n", third),
            (b"\x1b[C\x1b[A", third),
            (b"b", second),
            (b"\x1b[F", last),
            (b"\x1b[C", last),
            (b"\x1b[B", last),
            (b"\x1b[H", 0),
            (b"\x1b[A", 0),
            (b"\x1b[B", second),
            (b"R", 0),
            (b"xyz\x1b[99~", 0),
        ] {
            for key in keys(bytes) {
                assert_eq!(place.press(key, now), Then::GoOn);
            }
            assert_eq!(place.at, at, "after {:?}", String::from_utf8_lossy(bytes));
            assert!(!place.playing());
        }
        assert_eq!(place.press(Key::Letter('q'), now), Then::Quit);
        assert_eq!(place.press(Key::Escape, now), Then::Quit);
    }

    #[test]
    fn it_plays_to_the_end_and_from_there_again() {
        let shown = shown();
        let (mut place, mut now) = (Place::new(&shown, 2.0), Instant::now());
        let last = shown.steps.len() - 1;
        place.press(Key::Space, now);
        assert!(place.playing());
        place.tick(now);
        assert_eq!(place.at, 0, "it waits until the sentence is read");
        for step in 1..=last {
            now += Duration::from_secs(60);
            place.tick(now);
            assert_eq!(place.at, step);
        }
        assert!(!place.playing(), "the end is the end");
        place.press(Key::Letter('p'), now);
        assert!(place.playing() && place.at == 0);
        place.press(Key::Space, now);
        now += Duration::from_secs(60);
        place.tick(now);
        assert!(!place.playing() && place.at == 0);
    }

    #[test]
    fn speed_has_bounds() {
        let shown = shown();
        let (mut place, now) = (Place::new(&shown, 1.0), Instant::now());
        for _ in 0..9 {
            place.press(Key::Letter('+'), now);
        }
        assert_eq!(place.speed, FASTEST);
        for _ in 0..9 {
            place.press(Key::Letter('-'), now);
        }
        assert_eq!(place.speed, SLOWEST);
    }
}
