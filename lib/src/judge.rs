//! What contests give and want: tests as numbers in, one word for each out.
//!
//! ```text
//! t                    or   n              n piles, once
//! n  p1 p2 ... pn           p1 p2 ... pn
//! n  p1 p2 ... pn
//! ...
//! ```
//!
//! Lines mean nothing, as in contests; only numbers count, and the reading that uses them all exactly
//! is the one that is meant. Both can fit only if all numbers after the first are 0: t tests without
//! a pile, or n empty piles. Judges give no tests without piles, so these are piles.
//!
//! LeetCode writes positions out instead, one in each line: `nums = [1,1,2]`. So are positions whose names begin with a
//! letter, such as the nodes of a graph.

mod customs;

pub(crate) use customs::{read as read_written, writes_positions};

use std::io::{BufRead, Read};
use std::str::FromStr;

use serde::Serialize;

use crate::address::{self, Nowhere, Source};
use crate::ask::{Ask, Meter};
use crate::error::{Budget, Error, quoted};
use crate::game::Game;
use crate::heap::Heaps;
use crate::heap::{Balance, HeapMove, HeapRules};
use crate::natural::Natural;
use crate::sequence::Sequence;
use crate::solver::Solver;
use crate::value::{Nimber, Outcome, Play};

/// The words that a judge wants to read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Labels {
    first: String,
    second: String,
    draw: String,
}

impl Labels {
    /// The word for an outcome.
    pub fn word(&self, outcome: Outcome) -> &str {
        match outcome {
            Outcome::Next => &self.first,
            Outcome::Previous => &self.second,
            Outcome::Draw => &self.draw,
        }
    }
}

impl Default for Labels {
    fn default() -> Labels {
        let [first, second, draw] = ["first", "second", "draw"].map(str::to_string);
        Labels { first, second, draw }
    }
}

impl FromStr for Labels {
    type Err = Error;

    /// Reads `Alice,Bob` or `Alice,Bob,Nobody`.
    fn from_str(text: &str) -> Result<Labels, Error> {
        let words: Vec<&str> = text.split(',').map(str::trim).collect();
        let whole = words.iter().all(|word| !word.is_empty() && !word.contains(char::is_control));
        match &words[..] {
            [first, second, rest @ ..] if whole && rest.len() <= 1 => Ok(Labels {
                first: first.to_string(),
                second: second.to_string(),
                draw: rest.first().unwrap_or(&"draw").to_string(),
            }),
            _ => Err(Error::input(format!(
                "{} is not a list of labels: write two or three words with commas between them, such as Alice,Bob \
                 or First,Second,Draw",
                quoted(text)
            ))),
        }
    }
}

/// Opens the game that is meant by its name and parameters, `subtraction(1-3)`, or by the name of a
/// famous position of it, which also says the play: `marienbad`.
pub fn open(text: &str) -> Result<(Game, Play), Error> {
    open_with(text, &mut Nowhere)
}

/// The same where the parameters of the game may name files: `graph(file=PATH)`.
pub fn open_with(text: &str, source: &mut dyn Source) -> Result<(Game, Play), Error> {
    match address::open_played(text, source) {
        Err(_) if address::open_with(text, source).is_ok() => Err(Error::input(format!(
            "{} is a position: give the game alone, such as nim or subtraction(1-3), and the positions as input",
            quoted(text)
        ))),
        opened => opened,
    }
}

/// The tests of an input: all its numbers, and how they are to be read; or positions.
#[derive(Debug)]
pub struct Tests {
    numbers: Heaps,
    /// Positions that are written out, in place of the numbers.
    written: Option<Vec<String>>,
    /// Whether moves count piles from 0.
    from_0: bool,
    /// One position, the first number telling how many piles it has; otherwise the first number
    /// tells how many tests follow.
    single: bool,
}

impl Tests {
    /// Reads numbers until the input ends, and decides which reading is meant. The text may take an
    /// eighth of the memory budget, since no number takes more than eight times its text.
    pub fn read(input: &mut dyn BufRead, ask: &Ask<'_>) -> Result<Tests, Error> {
        Tests::read_for("", input, ask)
    }

    /// The same where the preset that is judged may say how its judge gives tests: `leetcode-292`.
    pub fn read_for(game: &str, input: &mut dyn BufRead, ask: &Ask<'_>) -> Result<Tests, Error> {
        let mut bounded = Bounded { input, left: ask.bytes / 8, blank: true, begun: false };
        let written = customs::begins_written(&mut bounded).unwrap_or(false);
        let read = match written || customs::writes_positions(game) {
            true => {
                customs::positions(&mut bounded).map(|lines| (Heaps::from(&[][..]), Some(lines)))
            }
            false => Heaps::read_from(&mut bounded).map(|numbers| (numbers, None)),
        };
        if bounded.left == 0 {
            return Err(Error::Spent { budget: Budget::Bytes, limit: ask.bytes, positions: 0 }
                .within(format!(
                    "after {} bytes of input, an eighth of the budget",
                    ask.bytes / 8
                )));
        }
        if bounded.blank {
            return Err(Error::input(
                "the input is empty: give t, then n and n piles for each test, or n and its piles",
            ));
        }
        let (numbers, written) = read?;
        if let Some(lines) = &written {
            let single = lines.len() == 1;
            return Ok(Tests { numbers, written, from_0: false, single });
        }
        let piles = single(&numbers);
        match (&piles, tests(&numbers)) {
            (Ok(()), _) => Ok(Tests { numbers, written, from_0: false, single: true }),
            (Err(_), Ok(())) => Ok(Tests { numbers, written, from_0: false, single: false }),
            (Err(piles), Err(tests)) => Err(Error::input(format!(
                "the input has {} and fits neither reading: as t and its tests, {tests}; as n and its piles, {piles}",
                many(numbers.len() as u64, "number"),
            ))),
        }
    }

    /// The same tests, with piles numbered from 0 in the moves that answer them.
    pub fn numbered_from_0(self) -> Tests {
        Tests { from_0: true, ..self }
    }

    /// How many tests there are.
    pub fn count(&self) -> u64 {
        match &self.written {
            Some(lines) => lines.len() as u64,
            None if self.single => 1,
            None => self.numbers.word(0).unwrap_or(0),
        }
    }

    /// The piles of each test, as places among the numbers.
    fn ranges(&self) -> impl Iterator<Item = std::ops::Range<usize>> + '_ {
        let mut at = usize::from(!self.single);
        (0..self.count()).map_while(move |_| {
            let start = at + 1;
            at = start + usize::try_from(self.numbers.word(at)?).ok()?;
            Some(start..at)
        })
    }
}

fn many(count: u64, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

/// Whether the numbers are n and n piles; otherwise what is wrong with that.
fn single(numbers: &Heaps) -> Result<(), String> {
    let follow = numbers.len() - 1;
    if numbers.get(0) == Natural::from(follow) {
        return Ok(());
    }
    let shown = quoted(&numbers.get(0).to_string());
    Err(format!("n is {shown} where {follow} follow"))
}

/// Whether the numbers are t and t tests; otherwise what is wrong with that.
fn tests(numbers: &Heaps) -> Result<(), String> {
    let (wanted, mut test, mut at) = (numbers.get(0), 0u64, 1);
    let shown = quoted(&wanted.to_string());
    while Natural::from(test) < wanted {
        test += 1;
        if at == numbers.len() {
            return Err(format!(
                "t is {shown} but the numbers end after {}",
                many(test - 1, "test")
            ));
        }
        let (piles, left) = (numbers.get(at), numbers.len() - at - 1);
        match piles.to_u64().filter(|piles| *piles <= left as u64) {
            Some(piles) => at += 1 + piles as usize,
            None => {
                let piles = quoted(&piles.to_string());
                return Err(format!("n of test {test} is {piles} where {left} follow"));
            }
        }
    }
    match numbers.len() - at {
        0 => Ok(()),
        rest => {
            Err(format!("{} left over after {}", many(rest as u64, "number"), many(test, "test")))
        }
    }
}

/// Passes an input on until it has become too long, and without a byte order mark.
struct Bounded<'a> {
    input: &'a mut dyn BufRead,
    left: u64,
    blank: bool,
    begun: bool,
}

impl Read for Bounded<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let available = self.fill_buf()?;
        let count = available.len().min(buffer.len());
        buffer[..count].copy_from_slice(&available[..count]);
        self.consume(count);
        Ok(count)
    }
}

impl BufRead for Bounded<'_> {
    fn fill_buf(&mut self) -> std::io::Result<&[u8]> {
        if self.left == 0 {
            return Err(std::io::Error::other("the input is too long"));
        }
        if !self.begun && self.input.fill_buf()?.starts_with(b"\xef\xbb\xbf") {
            self.input.consume(3);
        }
        self.begun = true;
        let bytes = self.input.fill_buf()?;
        self.blank &= bytes.iter().all(|byte| byte.is_ascii_whitespace());
        Ok(bytes)
    }

    fn consume(&mut self, amount: usize) {
        self.left = self.left.saturating_sub(amount as u64);
        self.input.consume(amount);
    }
}

/// The answer to one test.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Ruling {
    /// Who wins.
    pub outcome: Outcome,
    /// A winning move in words, if there is one and it was asked for: `Remove 2 from pile 1`.
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    pub mv: Option<String>,
}

/// Answers every test, in order; with a winning move for each where `ask.moves` is not 0.
///
/// ```
/// use bouton::{Ask, judge};
///
/// let (nim, play) = judge::open("nim").unwrap();
/// let ask = Ask { moves: 1, ..Ask::default() };
/// let tests = judge::Tests::read(&mut "2\n3 3 4 5\n2 7 7\n".as_bytes(), &ask).unwrap();
/// let rulings = judge::judge(&nim, &tests, play, &ask).unwrap();
/// assert_eq!(
///     judge::text(&rulings, &judge::Labels::default()),
///     "first Remove 2 from pile 1\nsecond\n"
/// );
/// ```
pub fn judge(game: &Game, tests: &Tests, play: Play, ask: &Ask<'_>) -> Result<Vec<Ruling>, Error> {
    game.allows(play)?;
    let mut rulings = Vec::new();
    let by_values = game.heap().filter(|heap| play == Play::Normal || heap.tame());
    let mut by_values = by_values.map(|rules| ByValues {
        rules,
        numbers: &tests.numbers,
        play,
        sequence: Sequence::default(),
        meter: Meter::new(ask),
    });
    let mut solver = None;
    if let Some(lines) = &tests.written {
        let mut solver = game.solver();
        for (index, line) in lines.iter().enumerate() {
            let position = customs::read(game, line);
            let ruling =
                position.and_then(|position| rule(game, &mut solver, &position, play, ask));
            rulings.push(ruling.map_err(|error| in_test(error, index + 1, tests))?);
        }
    } else {
        for (index, piles) in tests.ranges().enumerate() {
            let ruling = match &mut by_values {
                Some(by_values) => by_values.rule(piles, ask),
                None => {
                    let solver = solver.get_or_insert_with(|| game.solver());
                    let piles: Heaps = piles.map(|pile| tests.numbers.get(pile)).collect();
                    rule(game, solver, &piles.to_string(), play, ask)
                }
            };
            rulings.push(ruling.map_err(|error| in_test(error, index + 1, tests))?);
        }
    }
    if tests.from_0 {
        for mv in rulings.iter_mut().filter_map(|ruling| ruling.mv.as_mut()) {
            *mv = customs::numbered_from_0(mv);
        }
    }
    Ok(rulings)
}

fn in_test(error: Error, test: usize, tests: &Tests) -> Error {
    if tests.single { error } else { error.within(format!("test {test}")) }
}

/// The answers as a judge reads them: one line each.
pub fn text(rulings: &[Ruling], labels: &Labels) -> String {
    let mut text = String::with_capacity(rulings.len() * 8);
    for ruling in rulings {
        text.push_str(labels.word(ruling.outcome));
        if let Some(mv) = &ruling.mv {
            text.push(' ');
            text.push_str(mv);
        }
        text.push('\n');
    }
    text
}

/// Any game: the position is read, analysed and forgotten.
fn rule(
    game: &Game,
    solver: &mut Solver,
    text: &str,
    play: Play,
    ask: &Ask<'_>,
) -> Result<Ruling, Error> {
    let position = game.read(text)?;
    // Where a theorem gives the outcome, an analysis also looks for the value, which no judge asks
    // for. Without a single position to store it leaves that out; without a theorem it stops at once.
    let steps = if ask.moves == 0 { 0 } else { ask.steps };
    let analysis = match solver.analyse(&position, play, &Ask { positions: 0, steps, ..*ask }) {
        Err(error) if error.is_stopped() => solver.analyse(&position, play, ask)?,
        analysis => analysis?,
    };
    let mv = analysis.winning.into_iter().next().filter(|_| ask.moves > 0).map(|winning| {
        let piles = text.parse::<Heaps>().ok();
        let in_words =
            piles.and_then(|piles| removal(&HeapMove::read(&winning.mv, &piles).ok()?, &piles));
        in_words.unwrap_or(winning.text)
    });
    Ok(Ruling { outcome: analysis.outcome, mv })
}

/// A move that makes one pile smaller, in the words of judges.
fn removal(mv: &HeapMove, piles: &Heaps) -> Option<String> {
    let (pile, to) = mv.single().filter(|(_, to)| to.len() == 1)?;
    let taken = piles.get(pile).minus(&to.get(0))?;
    Some(format!("Remove {taken} from pile {}", pile + 1))
}

/// Sums of heaps with values, which is all that their outcome needs: the same as by [`rule`], without
/// a text, a position or an analysis for each test.
struct ByValues<'a> {
    rules: &'a dyn HeapRules,
    numbers: &'a Heaps,
    play: Play,
    sequence: Sequence,
    meter: Meter<'a>,
}

impl ByValues<'_> {
    fn value(&mut self, pile: usize) -> Result<Nimber, Error> {
        if let Some(value) = self.numbers.word(pile).and_then(|size| self.rules.word_value(size)) {
            return Ok(Nimber::from(value));
        }
        let size = self.numbers.get(pile);
        match self.rules.value(&size) {
            Some(value) => Ok(value),
            None => self.sequence.value(self.rules, &size, &mut self.meter),
        }
    }

    fn rule(&mut self, piles: std::ops::Range<usize>, ask: &Ask<'_>) -> Result<Ruling, Error> {
        self.meter.work(1 + piles.len() as u64)?;
        let mut balance = Balance { play: self.play, sum: Nimber::ZERO, large: 0 };
        for pile in piles.clone() {
            balance.add(&self.value(pile)?);
        }
        let outcome = balance.outcome();
        let mv = match outcome {
            Outcome::Next if ask.moves > 0 => self.winning(piles, &balance)?,
            _ => None,
        };
        Ok(Ruling { outcome, mv })
    }

    /// The first winning move that is found.
    fn winning(
        &mut self,
        piles: std::ops::Range<usize>,
        balance: &Balance,
    ) -> Result<Option<String>, Error> {
        for pile in piles.clone() {
            let value = self.value(pile)?;
            let target = balance.target(&value, &Nimber::ZERO);
            // No option of a game has the value of the game itself.
            if target == value {
                continue;
            }
            let size = self.numbers.get(pile);
            let found = match self.rules.options_to(&size, &target, 1) {
                Some(found) => found,
                None => self.sequence.options_to(self.rules, &size, &target, 1, &mut self.meter)?,
            };
            if let Some(to) = found.moves.into_iter().next() {
                let heaps: Heaps = piles.clone().map(|pile| self.numbers.get(pile)).collect();
                let mv = HeapMove::one(pile - piles.start, to);
                return Ok(Some(removal(&mv, &heaps).unwrap_or_else(|| mv.describe(&heaps))));
            }
        }
        Ok(None)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Tests, Error> {
        Tests::read(&mut text.as_bytes(), &Ask::default())
    }

    fn answers(game: &str, input: &str, moves: usize) -> String {
        let (game, play) = open(game).unwrap();
        let ask = Ask { moves, ..Ask::default() };
        let tests = read(input).unwrap();
        text(&judge(&game, &tests, play, &ask).unwrap(), &Labels::default())
    }

    #[test]
    fn the_reading_that_uses_all_numbers_is_taken() {
        for (text, single, count) in [
            ("3 1 2 3", true, 1),
            ("2 1 5 1 7", false, 2),
            ("1 3", true, 1),
            ("1 1 3", false, 1),
            ("2 3 3 4 5 1 7", false, 2),
            ("2 0 1 5", false, 2),
            // Both fit: empty piles.
            ("2 0 0", true, 1),
            ("0", true, 1),
        ] {
            let tests = read(text).unwrap();
            assert_eq!((tests.single, tests.count()), (single, count), "{text}");
        }
    }

    #[test]
    fn what_fits_no_reading_is_told() {
        for (text, hint) in [
            ("", "is empty"),
            (" \n ", "is empty"),
            ("3 1 2", "t is '3' but the numbers end after 1 test"),
            ("3 1 2", "n is '3' where 2 follow"),
            ("2 1 5 9 7", "n of test 2 is '9' where 1 follow"),
            ("1 1 5 9 7", "2 numbers left over after 1 test"),
            ("1 1 5 9 7", "the input has 5 numbers"),
            ("99999999999999999999999 1", "n is '99999999999999999999999' where 1 follow"),
            ("-3 1", "negative"),
        ] {
            let message = read(text).unwrap_err().to_string();
            assert!(message.contains(hint), "{text}: {message}");
        }
        let small = Ask { bytes: 80, ..Ask::default() };
        let stopped = Tests::read(&mut "1 2 3 4 5 6 7 8 9".as_bytes(), &small);
        assert!(stopped.unwrap_err().is_stopped());
    }

    #[test]
    fn both_readings_fit_only_if_all_other_numbers_are_0() {
        let mut numbers = [0u64; 6];
        for length in 1..=6 {
            for mut code in 0..4u64.pow(length as u32) {
                for number in &mut numbers[..length] {
                    (*number, code) = (code % 4, code / 4);
                }
                let heaps = Heaps::from(&numbers[..length]);
                if single(&heaps).is_ok() && super::tests(&heaps).is_ok() {
                    assert!(numbers[1..length].iter().all(|number| *number == 0), "{heaps}");
                }
            }
        }
    }

    #[test]
    fn judges_are_answered() {
        assert_eq!(answers("nim", "3\n3\n5 5 3\n1 7\n2 4 4\n", 0), "first\nfirst\nsecond\n");
        assert_eq!(answers("subtraction(1-3)", "2\n4\n1 2 3 4\n1 4\n", 0), "second\nsecond\n");
        assert_eq!(answers("thai-21", "1 21", 1), "first Remove 1 from pile 1\n");
        assert_eq!(answers("marienbad", "4 1 3 5 7", 0), "second\n");
        assert_eq!(
            answers("misere nim", "2  2 1 1  1 1", 1),
            "first Remove 1 from pile 1\nsecond\n"
        );
        assert_eq!(answers("kayles", "1 5", 1), "first take 1 from pile 1, leaving 2 and 2\n");
        assert_eq!(
            answers("nim", "2\n10^30 3", 1),
            format!("first Remove {} from pile 1\n", "9".repeat(29) + "7")
        );
        assert_eq!(answers("wythoff", "1 2 1 2", 1), "second\n");
        assert_eq!(
            answers(
                "nim",
                "1\u{feff}".trim_end_matches('\u{feff}').replace('1', "\u{feff}1 5").as_str(),
                0
            ),
            "first\n"
        );
    }

    #[test]
    fn rulings_by_values_agree_with_the_analysis_of_each_test() {
        let ask = Ask { moves: 1, ..Ask::default() };
        for name in ["nim", "subtraction(1-3)", "subtraction(1,3,4)", "kayles", "grundy"] {
            for play in Play::BOTH {
                let (game, _) = open(name).unwrap();
                let mut input = String::from("512 ");
                for code in 0..512u64 {
                    input += &format!("3 {} {} {} ", code % 8, code / 8 % 8, code / 64);
                }
                let tests = read(&input).unwrap();
                let rulings = judge(&game, &tests, play, &ask).unwrap();
                let mut solver = game.solver();
                for (piles, ruling) in tests.ranges().zip(&rulings) {
                    let heaps: Heaps = piles.map(|pile| tests.numbers.get(pile)).collect();
                    let slow = rule(&game, &mut solver, &heaps.to_string(), play, &ask).unwrap();
                    assert_eq!(*ruling, slow, "{play} {name}: {heaps}");
                }
            }
        }
    }

    #[test]
    fn labels_are_two_or_three_words() {
        let labels: Labels = "Alice, Bob".parse().unwrap();
        assert_eq!(labels.word(Outcome::Next), "Alice");
        assert_eq!(labels.word(Outcome::Draw), "draw");
        assert_eq!("A,B,C".parse::<Labels>().unwrap().word(Outcome::Draw), "C");
        for wrong in ["", "A", "A,", "A,B,C,D", "A,,C", "A,B\nC"] {
            assert!(wrong.parse::<Labels>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_position_in_place_of_a_game_is_refused_with_advice() {
        let refused = |text: &str| open(text).err().unwrap().to_string();
        assert!(refused("nim: 3 4 5").contains("give the game alone"));
        assert!(refused("kaylse").contains("did you mean kayles"));
    }
}
