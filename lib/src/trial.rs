//! A program put to the test: the smallest positions and random ones as a judge writes them, its answers read as a judge reads them, and
//! the smallest position where it is wrong.
//!
//! The program itself is run by the caller, who owns processes and clocks.

use serde::Serialize;

use crate::address::{self, Nowhere, Source};
use crate::ask::Ask;
use crate::error::{Error, quoted};
use crate::game::{AnyPosition, Game};
use crate::heap::Heaps;
use crate::judge::{self, Labels, Tests};
use crate::pattern::{Family, Subject, is_template};
use crate::question::Question;
use crate::solver::Solver;
use crate::value::{Outcome, Play};

mod choice;

/// A game whose answers a program is to give.
pub struct Trial {
    text: String,
    game: Game,
    play: Play,
    labels: Labels,
    /// Positions have so many numbers, where that is said or the judge's own has but one.
    heaps: Option<usize>,
    /// Whether positions without moves and empty piles are given, which judges do not do.
    empty: bool,
    /// A family of positions, of which a program is given the numbers. The game is then that of numbers alone.
    family: Option<Family>,
}

/// What is wrong with the answer to a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Kind {
    /// It is the wrong one.
    Wrong,
    /// The program ended with an error.
    Crashed,
    /// It did not end in time.
    Slow,
    /// It said nothing, or too little.
    Silent,
    /// It said something else than the words that were to be said.
    Garbage,
}

/// A position that a program does not answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct Fault {
    /// What is wrong.
    pub kind: Kind,
    /// The same in a sentence.
    pub message: String,
    /// The address of the position.
    pub address: String,
    /// What the program was given.
    pub input: String,
    /// What it should have said.
    pub expected: String,
    /// What it said, the beginning of it.
    pub said: String,
}

/// What came of a trial.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct Report {
    /// The game with its parameters.
    pub game: String,
    /// Normal or misère.
    #[cfg_attr(feature = "schema", schemars(with = "crate::schema::Play"))]
    pub play: Play,
    /// The number that makes the same positions again.
    pub seed: u64,
    /// How many positions were answered.
    pub positions: u64,
    /// How often the program was run.
    pub runs: u64,
    /// The smallest position where it is wrong, if it was anywhere.
    pub fault: Option<Fault>,
}

/// Letters of what a program said that are told.
const SAID: usize = 200;

impl Trial {
    /// A trial for a game or a preset; or for a family of positions, `chomp: 2x{n}`, of which programs are given the
    /// numbers.
    pub fn open(
        text: &str,
        misere: bool,
        labels: Option<Labels>,
        heaps: Option<usize>,
        empty: bool,
        source: &mut dyn Source,
    ) -> Result<Trial, Error> {
        if is_template(text) {
            return Trial::of_family(text, misere, labels, empty, source);
        }
        let (game, own) = judge::open_with(text, source)?;
        let play = if misere { Play::Misere } else { own };
        game.allows(play)?;
        if game.has_many_players() {
            return Err(Error::Unsupported(format!(
                "{} has more than two players, and so no winner that a program could name",
                game.name()
            )));
        }
        let labels = labels.unwrap_or_else(|| Labels::of(text));
        // A function of one number is not given several.
        let own = address::preset(text.trim()).filter(|_| judge::writes_positions(text));
        let own = own.and_then(|preset| preset.address.split_once(": ")?.1.parse::<Heaps>().ok());
        let heaps = heaps.or(own.map(|heaps| heaps.len()).filter(|count| *count == 1));
        Ok(Trial { text: text.to_string(), game, play, labels, heaps, empty, family: None })
    }

    fn of_family(
        text: &str,
        misere: bool,
        labels: Option<Labels>,
        empty: bool,
        source: &mut dyn Source,
    ) -> Result<Trial, Error> {
        let family = Family::open(&Subject { text, heaps: 1, to: None, misere }, source)?;
        let (numbers, _) = judge::open("nim")?;
        Ok(Trial {
            text: text.to_string(),
            game: numbers,
            play: family.play(),
            labels: labels.unwrap_or_else(|| Labels::of(text)),
            heaps: Some(family.heaps()),
            empty,
            family: Some(family),
        })
    }

    /// The game with its parameters, or the family.
    pub fn name(&self) -> &str {
        if self.family.is_some() { &self.text } else { self.game.name() }
    }

    /// The position that some numbers stand for, where positions are given by these.
    fn meant(&self, numbers: &AnyPosition) -> Option<Result<Question, Error>> {
        let sizes = self.game.piles(numbers)?.iter();
        let sizes = sizes.map(|size| size.to_u64()).collect::<Option<Vec<u64>>>()?;
        Some(self.family.as_ref()?.question(&sizes, &mut Nowhere))
    }

    /// The game.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Normal or misère.
    pub fn play(&self) -> Play {
        self.play
    }

    /// A position as judges give it: without empty piles, and with a move.
    fn given(&self, position: AnyPosition) -> Option<AnyPosition> {
        if self.family.is_some() {
            let question = self.meant(&position)?.ok()?;
            let (moves, complete) = question.game.moves(&question.position, 1);
            return (self.empty || !moves.is_empty() || !complete).then_some(position);
        }
        if self.empty {
            return Some(position);
        }
        let position = match self.game.piles(&position) {
            Some(heaps) if heaps.iter().any(|size| size.is_zero()) => {
                self.game.heap()?;
                let full: Heaps = heaps.iter().filter(|size| !size.is_zero()).collect();
                self.game.read(&full.to_string()).ok()?
            }
            _ => position,
        };
        let (moves, complete) = self.game.moves(&position, 1);
        (!moves.is_empty() || !complete).then_some(position)
    }

    fn weight(&self, position: &AnyPosition) -> (crate::natural::Natural, usize, String) {
        let text = self.game.write(position);
        (self.game.stones(position), text.len(), text)
    }

    /// What a program is given: one position, or t and so many.
    pub fn input(&self, positions: &[AnyPosition], many: bool) -> String {
        let lines = judge::writes_positions(&self.text);
        let texts: Vec<String> =
            positions.iter().map(|position| self.game.write(position)).collect();
        let is_numbers = |text: &String| {
            text.split_whitespace().all(|word| word.bytes().all(|b| b.is_ascii_digit()))
        };
        let numbers = texts.iter().all(is_numbers);
        let mut out = String::new();
        if !numbers || lines {
            for text in &texts {
                let words: Vec<&str> = text.split_whitespace().collect();
                out += &match (numbers, &words[..]) {
                    (true, [one]) => one.to_string(),
                    (true, _) => format!("[{}]", words.join(",")),
                    (false, _) => {
                        let in_quotes = format!("\"{text}\"");
                        let read = judge::read_written(&self.game, &in_quotes)
                            .and_then(|text| self.game.read(&text));
                        // Names of nodes and the like stand without quotes.
                        if read.is_ok() { in_quotes } else { text.clone() }
                    }
                };
                out.push('\n');
            }
            return out;
        }
        if many {
            out += &format!("{}\n", positions.len());
        }
        for text in &texts {
            out += &format!("{}\n{text}\n", text.split_whitespace().count());
        }
        out
    }

    /// The right answers to some positions, as the judge gives them to their input.
    pub fn expected(
        &self,
        positions: &[AnyPosition],
        many: bool,
        ask: &Ask<'_>,
    ) -> Result<Vec<Outcome>, Error> {
        let ask = Ask { moves: 0, ..*ask };
        if self.family.is_some() {
            let mut solver: Option<Solver> = None;
            let mut outcome = |question: Question| {
                if solver.as_ref().is_none_or(|old| old.game().name() != question.game.name()) {
                    solver = Some(question.game.solver());
                }
                let solver = solver.get_or_insert_with(|| question.game.solver());
                Ok(solver.analyse(&question.position, self.play, &ask)?.outcome)
            };
            let questions = positions.iter().filter_map(|position| self.meant(position));
            return questions.map(|question| outcome(question?)).collect();
        }
        let input = self.input(positions, many);
        let tests = Tests::read_for(&self.text, &mut input.as_bytes(), &ask);
        let rulings = tests.and_then(|tests| judge::judge(&self.game, &tests, self.play, &ask));
        let rulings = rulings.map_err(|error| match error.is_stopped() {
            true => error,
            false => Error::Unsupported(format!(
                "positions of {} are not such as judges give, so that no program can be given them: {error}",
                self.game.name()
            )),
        })?;
        Ok(rulings.into_iter().map(|ruling| ruling.outcome).collect())
    }

    /// The first of some positions whose answer in an output is not right, with what is wrong.
    pub fn compare(
        &self,
        positions: &[AnyPosition],
        expected: &[Outcome],
        output: &str,
        many: bool,
    ) -> Option<(usize, Fault)> {
        // Words may stand in one line or in several; what follows a word in its line may be a move.
        let mut lines = output.lines().map(str::trim).filter(|line| !line.is_empty());
        for (place, (position, outcome)) in positions.iter().zip(expected).enumerate() {
            let right = self.labels.word(*outcome);
            let Some(line) = lines.next() else {
                let told = match place {
                    0 => "the program printed nothing".to_string(),
                    _ => format!(
                        "the program printed {place} answers to {} positions",
                        positions.len()
                    ),
                };
                return Some((place, self.fault(Kind::Silent, told, position, right, "", many)));
            };
            let starts = |word: &str| {
                let rest = line.get(..word.len()).filter(|start| start.eq_ignore_ascii_case(word));
                rest.is_some() && line[word.len()..].chars().next().is_none_or(char::is_whitespace)
            };
            if starts(right) {
                continue;
            }
            let all = [Outcome::Next, Outcome::Previous, Outcome::Draw];
            let is_answer = all.iter().any(|outcome| starts(self.labels.word(*outcome)));
            let words = all.map(|outcome| self.labels.word(outcome));
            let (kind, told) = match is_answer {
                true => (
                    Kind::Wrong,
                    format!("the program printed {}, and right is {right}", quoted(line)),
                ),
                false => (
                    Kind::Garbage,
                    format!(
                        "the program printed {}, and an answer is {} or {}",
                        quoted(line),
                        words[0],
                        words[1]
                    ),
                ),
            };
            return Some((place, self.fault(kind, told, position, right, line, many)));
        }
        None
    }

    /// What is told of a fault.
    pub fn fault(
        &self,
        kind: Kind,
        message: String,
        position: &AnyPosition,
        expected: &str,
        said: &str,
        many: bool,
    ) -> Fault {
        Fault {
            kind,
            message,
            address: match self.meant(position) {
                Some(Ok(question)) => question.address(),
                _ => self.game.address(position, self.play),
            },
            input: self.input(std::slice::from_ref(position), many),
            expected: expected.to_string(),
            said: said.chars().take(SAID).collect(),
        }
    }

    /// The word for an outcome.
    pub fn word(&self, outcome: Outcome) -> &str {
        self.labels.word(outcome)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::address::Nowhere;

    fn trial(text: &str) -> Trial {
        Trial::open(text, false, None, None, false, &mut Nowhere).unwrap()
    }

    #[test]
    fn positions_are_written_as_judges_do() {
        let nim = trial("nim");
        let read = |text: &str| nim.game.read(text).unwrap();
        assert_eq!(nim.input(&[read("3 4 5")], false), "3\n3 4 5\n");
        assert_eq!(nim.input(&[read("3 4 5"), read("7")], true), "2\n3\n3 4 5\n1\n7\n");
        let leetcode = trial("leetcode-292");
        assert_eq!(leetcode.input(&[leetcode.game.read("4").unwrap()], false), "4\n");
        let flip = trial("leetcode-294");
        assert_eq!(flip.input(&[flip.game.read("++-").unwrap()], false), "\"++-\"\n");
    }

    #[test]
    fn a_judge_of_one_number_gives_one() {
        let leetcode = trial("leetcode-292");
        for position in leetcode.positions(40, 30, 1, &Ask::default()).unwrap() {
            assert_eq!(leetcode.game.piles(&position).unwrap().len(), 1);
            assert!(
                leetcode.smaller(&position, &Ask::default()).iter().all(|p| leetcode
                    .game
                    .piles(p)
                    .unwrap()
                    .len()
                    == 1)
            );
        }
    }

    #[test]
    fn the_judge_reads_what_programs_are_given() {
        let ask = Ask::default();
        let mut games = 0;
        for entry in crate::games::GAMES {
            let name = entry.examples[0].split(": ").next().unwrap().trim_start_matches("misere ");
            let Ok((game, _)) = judge::open(name) else { continue };
            if game.has_many_players() {
                continue;
            }
            let trial = trial(name);
            let positions = trial.positions(20, 8, 1, &ask).unwrap();
            // What no judge could give is refused, and never answered wrongly.
            let expected = match trial.expected(&positions, true, &ask) {
                Err(Error::Unsupported(_)) => continue,
                expected => expected.unwrap(),
            };
            assert_eq!(expected.len(), positions.len(), "{name}");
            let mut solver = game.solver();
            for (position, outcome) in positions.iter().zip(&expected) {
                let own = solver.analyse(position, trial.play, &ask).unwrap().outcome;
                assert_eq!(own, *outcome, "{}", game.address(position, trial.play));
            }
            games += 1;
        }
        assert!(games >= 20, "only {games} games");
    }

    #[test]
    fn answers_are_read_as_judges_read_them() {
        let nim = trial("nim");
        let positions = [nim.game.read("3 4 5").unwrap(), nim.game.read("2 2").unwrap()];
        let expected = [Outcome::Next, Outcome::Previous];
        let said = |output| {
            nim.compare(&positions, &expected, output, true)
                .map(|(place, fault)| (place, fault.kind))
        };
        assert_eq!(said("first\nsecond\n"), None);
        assert_eq!(said("First Remove 2 from pile 1\nSECOND"), None);
        assert_eq!(said("first\nfirst\n"), Some((1, Kind::Wrong)));
        assert_eq!(said("first\n"), Some((1, Kind::Silent)));
        assert_eq!(said(""), Some((0, Kind::Silent)));
        assert_eq!(said("firstly\nsecond\n"), Some((0, Kind::Garbage)));
        assert_eq!(said("42\n"), Some((0, Kind::Garbage)));
    }

    #[test]
    fn the_same_seed_gives_the_same_positions_and_smaller_ones_are_smaller() {
        let kayles = trial("kayles");
        let texts = |seed| -> Vec<String> {
            let positions = kayles.positions(50, 30, seed, &Ask::default()).unwrap();
            positions.iter().map(|position| kayles.game.write(position)).collect()
        };
        assert_eq!(texts(7), texts(7));
        assert_ne!(texts(7), texts(8));
        let position = kayles.game.read("5 4").unwrap();
        for smaller in kayles.smaller(&position, &Ask::default()) {
            assert!(kayles.weight(&smaller) < kayles.weight(&position));
        }
    }
    #[test]
    fn families_give_programs_their_numbers() {
        let (trial, ask) = (trial("flip: {+*n}"), Ask::default());
        let positions = trial.positions(20, 12, 1, &ask).unwrap();
        assert_eq!(trial.input(&positions[..1], false), "1\n2\n");
        let outcomes = trial.expected(&positions, true, &ask).unwrap();
        assert_eq!(outcomes[0], Outcome::Next);
        let fault = trial.fault(Kind::Silent, String::new(), &positions[0], "first", "", false);
        assert_eq!(fault.address, "flip: ++");
        assert_eq!(trial.name(), "flip: {+*n}");
    }
}
