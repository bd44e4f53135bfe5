//! A search without a history, written down so that another run goes on with it.
//!
//! ```text
//! bouton state 1                the version
//! rules 0.106                   the game
//! heap 123456789                the values below this heap are known
//!                               an empty line, then numbers of 8 bytes, the lowest byte first:
//! kept values                   the limit; the first ones; the heap of the first later one, these
//! space                         1, mask, alternating, parity, since, reach, rares, exceptions; or 0
//! search                        largest value, windows that are remembered, states to go back to
//! SHA-256 of all that           32 bytes
//! ```
//!
//! Nothing in it belongs to one engine: a space is what the theorem of bounded witnesses speaks of, and
//! planes, probes and kernels are made anew from the values. A list is its length and its items; values are a
//! width, a length and bytes.

use bouton_core::error::Error;
use sha2::{Digest, Sha256};

use crate::engine::SparseSpace;
use crate::forgetful::Archive;
use crate::recurrence::Memory;
use crate::values::{Cells, Values};

const FIRST_LINE: &str = "bouton state 1\n";
const SUM: usize = 32;

/// What a search knows, apart from its rules and its engine.
#[derive(Default)]
pub(super) struct State {
    pub values: Values,
    pub space: Option<Space>,
    pub largest: u32,
    pub memories: Vec<Memory>,
    pub archive: Archive,
}

/// A [`SparseSpace`] that owns its lists.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Space {
    pub mask: u32,
    pub alternating: bool,
    pub parity: u32,
    pub since: usize,
    pub reach: usize,
    pub rares: Vec<(usize, u32)>,
    pub exceptions: Vec<(usize, usize)>,
}

/// Numbers and values, one after the other.
#[derive(Default)]
pub(super) struct Bytes(Vec<u8>);

impl Bytes {
    pub fn number(&mut self, number: usize) {
        self.0.extend((number as u64).to_le_bytes());
    }

    pub fn cells(&mut self, cells: &Cells) {
        self.number(cells.width());
        self.number(cells.len());
        match cells {
            Cells::Bytes(cells) => self.0.extend(cells),
            Cells::Shorts(cells) => cells.iter().for_each(|cell| self.0.extend(cell.to_le_bytes())),
            Cells::Words(cells) => cells.iter().for_each(|cell| self.0.extend(cell.to_le_bytes())),
        }
    }
}

/// What is left to read; `None` where it ends early or is not what was written.
pub(super) struct Rest<'a>(&'a [u8]);

impl Rest<'_> {
    pub fn number(&mut self) -> Option<usize> {
        let (number, rest) = self.0.split_first_chunk::<8>()?;
        self.0 = rest;
        usize::try_from(u64::from_le_bytes(*number)).ok()
    }

    /// A list, whose items take at least 8 bytes each.
    pub fn list<T>(&mut self, mut item: impl FnMut(&mut Self) -> Option<T>) -> Option<Vec<T>> {
        let count = self.number().filter(|count| *count <= self.0.len() / 8)?;
        (0..count).map(|_| item(self)).collect()
    }

    pub fn cells(&mut self) -> Option<Cells> {
        let (width, count) = (self.number()?, self.number()?);
        let (cells, rest) = self.0.split_at_checked(count.checked_mul(width)?)?;
        self.0 = rest;
        Some(match width {
            1 => Cells::Bytes(cells.to_vec()),
            2 => Cells::Shorts(
                cells.as_chunks().0.iter().map(|cell| u16::from_le_bytes(*cell)).collect(),
            ),
            4 => Cells::Words(
                cells.as_chunks().0.iter().map(|cell| u32::from_le_bytes(*cell)).collect(),
            ),
            _ => return None,
        })
    }
}

impl Space {
    pub fn of(space: &SparseSpace<'_>) -> Space {
        Space {
            mask: space.mask,
            alternating: space.alternating,
            parity: space.parity,
            since: space.since,
            reach: space.reach,
            rares: space.rares.to_vec(),
            exceptions: space.exceptions.to_vec(),
        }
    }

    fn write(&self, out: &mut Bytes) {
        out.number(self.mask as usize);
        out.number(usize::from(self.alternating));
        out.number(self.parity as usize);
        out.number(self.since);
        out.number(self.reach);
        out.number(self.rares.len());
        for (heap, value) in &self.rares {
            out.number(*heap);
            out.number(*value as usize);
        }
        out.number(self.exceptions.len());
        for (heap, part) in &self.exceptions {
            out.number(*heap);
            out.number(*part);
        }
    }

    fn read(rest: &mut Rest<'_>) -> Option<Space> {
        let word = |rest: &mut Rest<'_>| u32::try_from(rest.number()?).ok();
        Some(Space {
            mask: word(rest).filter(|mask| *mask > 0)?,
            alternating: rest.number()? == 1,
            parity: word(rest)?,
            since: rest.number()?,
            reach: rest.number()?,
            rares: rest.list(|rest| Some((rest.number()?, word(rest)?)))?,
            exceptions: rest.list(|rest| Some((rest.number()?, rest.number()?)))?,
        })
    }
}

/// The file of a state.
pub(super) fn write(
    rules: &str,
    (values, space): (&Values, Option<&Space>),
    (largest, memories, archive): (u32, &[Memory], &Archive),
) -> Vec<u8> {
    let head = format!("{FIRST_LINE}rules {rules}\nheap {}\n\n", values.len());
    let mut out = Bytes(head.into_bytes());
    values.write(&mut out);
    out.number(usize::from(space.is_some()));
    if let Some(space) = space {
        space.write(&mut out);
    }
    out.number(largest as usize);
    out.number(memories.len());
    memories.iter().for_each(|memory| memory.write(&mut out));
    archive.write(&mut out);
    let sum = Sha256::digest(&out.0);
    out.0.extend(sum);
    out.0
}

/// Reads the state of a search for these rules.
pub(super) fn read(rules: &str, bytes: &[u8]) -> Result<State, Error> {
    if !bytes.starts_with(FIRST_LINE.as_bytes()) {
        return Err(Error::input(match bytes.starts_with(b"bouton state ") {
            true => "the state is of a version that this program does not know: it knows version 1",
            false => {
                "this is not the state of a search: it would begin with the line 'bouton state 1'"
            }
        }));
    }
    let damaged = || Error::input("the state is damaged: its checksum is that of other bytes");
    let (body, sum) = bytes.split_last_chunk::<SUM>().ok_or_else(damaged)?;
    if Sha256::digest(body)[..] != *sum {
        return Err(damaged());
    }
    let head = body.windows(2).position(|pair| pair == b"\n\n").ok_or_else(damaged)?;
    let (head, body) = body.split_at(head + 2);
    let head = String::from_utf8_lossy(&head[FIRST_LINE.len()..]);
    let game = head.lines().next().and_then(|line| line.strip_prefix("rules "));
    if game != Some(rules) {
        return Err(Error::input(format!(
            "the state is that of {}, and the game is {rules}: name the game of the state, or another file",
            game.unwrap_or("no game")
        )));
    }
    let mut rest = Rest(body);
    let state = State::read(&mut rest).filter(|_| rest.0.is_empty());
    let state = state.filter(State::is_consistent);
    state.ok_or_else(|| Error::input("the state says what no search can have come to"))
}

impl State {
    fn read(rest: &mut Rest<'_>) -> Option<State> {
        let values = Values::read(rest)?;
        let space = match rest.number()? {
            0 => None,
            _ => Some(Space::read(rest)?),
        };
        let largest = u32::try_from(rest.number()?).ok()?;
        let memories = rest.list(Memory::read)?;
        let archive = Archive::read(rest)?;
        Some(State { values, space, largest, memories, archive })
    }

    /// Whether nothing speaks of heaps that are not known, and what an engine needs is there.
    fn is_consistent(&self) -> bool {
        let length = self.values.len();
        let space = self.space.as_ref().map_or(self.values.start() == 0, |space| {
            let ascending = |pair: &[(usize, u32)]| pair[0].0 < pair[1].0;
            space.rares.windows(2).all(ascending)
                && space.rares.last().is_none_or(|(heap, _)| *heap < length)
                && space.since <= length
        });
        space
            && self.memories.iter().all(|memory| memory.is_within(length))
            && self.archive.ends().all(|end| end <= length)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Code;
    use crate::certificate;
    use crate::check::{How, check};
    use crate::engine::Choice;
    use crate::search::Search;

    const KEEP: usize = 1 << 17;

    fn begun<'a>(code: &'a Code, length: usize) -> Search<'a> {
        let choice = Choice { keep: Some(KEEP), ..Choice::default() };
        let mut search = Search::new(code, Values::default(), choice).unwrap();
        search.run(length, &mut |_| true).unwrap();
        search
    }

    #[test]
    fn a_search_that_is_resumed_again_and_again_finds_the_same() {
        for (code, period, preperiod, stops) in [
            ("0.16", 149_459, 105_351, &[1000, 5000, 100_000, 190_000, 250_000][..]),
            ("0.644", 442, 3256, &[100, 3000]),
        ] {
            let code: Code = code.parse().unwrap();
            let mut state = begun(&code, 50).state().unwrap();
            for stop in stops {
                let mut search = Search::resume(&code, &state, Choice::default()).unwrap();
                assert!(search.run(*stop, &mut |_| true).unwrap().is_none(), "{code} at {stop}");
                assert_eq!(search.length(), *stop);
                state = search.state().unwrap();
            }
            let mut search = Search::resume(&code, &state, Choice::default()).unwrap();
            let found = search.run(1_000_000, &mut |_| true).unwrap().unwrap();
            assert_eq!((found.period, found.preperiod), (period, preperiod), "{code}");
            let text = certificate::write(&code, &mut search, &mut |_| true).unwrap();
            let checked = check(&text, &How::default(), &|_| true).unwrap();
            assert_eq!(checked.fault, None, "{code}");
        }
    }

    #[test]
    fn a_state_gives_the_values_that_a_run_without_a_stop_gives() {
        let code: Code = "0.106".parse().unwrap();
        let state = begun(&code, 500_000).state().unwrap();
        let mut resumed = Search::resume(&code, &state, Choice::default()).unwrap();
        resumed.run(900_000, &mut |_| true).unwrap();
        let whole = begun(&code, 900_000);
        for heap in (0..1000).chain(800_000..900_000) {
            assert_eq!(resumed.values().get(heap), whole.values().get(heap), "{heap}");
        }
    }

    #[test]
    fn damaged_and_foreign_states_are_refused() {
        let code: Code = "0.16".parse().unwrap();
        let state = begun(&code, 30_000).state().unwrap();
        let refusal = |code: &str, state: &[u8]| {
            let code: Code = code.parse().unwrap();
            Search::resume(&code, state, Choice::default()).err().map(|error| error.to_string())
        };
        assert_eq!(refusal("0.16", &state), None);
        assert!(refusal("0.17", &state).unwrap().contains("the state is that of code 0.16"));
        for place in (20..state.len()).step_by(997) {
            let mut damaged = state.clone();
            damaged[place] ^= 1;
            assert!(refusal("0.16", &damaged).unwrap().contains("damaged"), "{place}");
        }
        for length in [0, 10, 15, 40, state.len() - 1] {
            assert!(refusal("0.16", &state[..length]).is_some(), "{length}");
        }
        let mut newer = state.clone();
        newer[13] = b'9';
        assert!(refusal("0.16", &newer).unwrap().contains("version"));
    }
}
