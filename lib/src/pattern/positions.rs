//! The positions that a pattern is looked for in: by the sizes of one or two heaps, or by a number in an address.

use super::classes::Classes;
use crate::address::{self, Nowhere, Source};
use crate::ask::{Ask, Flow, Progress};
use crate::error::{Error, quoted};
use crate::game::Game;
use crate::judge;
use crate::question::Question;
use crate::sequence::engine::Choice;
use crate::sequence::search::Search;
use crate::sequence::{Period, Values};
use crate::solver::Solver;
use crate::value::{Outcome, Play, Value};

/// What a pattern is looked for in.
#[derive(Clone, Debug)]
pub struct Subject<'a> {
    /// A game, `kayles`, or a family of positions: `chomp: 2x{n}`, `flip: {+*n}`, `wythoff: {n} {m}`.
    pub text: &'a str,
    /// One heap or two, for a game without a family.
    pub heaps: usize,
    /// The largest size; as far as it is quick if left out.
    pub to: Option<u64>,
    /// Misère play, whatever the text says.
    pub misere: bool,
}

/// What positions were found to be.
pub struct Observed {
    /// The game with its parameters, or the address of the family.
    pub game: String,
    /// The game itself, unless the number stands among its parameters or in a sum.
    pub rules: Option<Game>,
    /// Normal or misère.
    pub play: Play,
    /// The position with `{n}` and `{m}` in place of the numbers.
    pub family: String,
    /// How many numbers a position has.
    pub heaps: usize,
    /// The numbers of each position, ascending.
    pub sizes: Vec<Vec<u64>>,
    /// Whether each is lost for the one to move.
    pub lost: Vec<bool>,
    /// How many are drawn.
    pub draws: u64,
    /// The value of each, where they were found.
    pub values: Option<Vec<u64>>,
    /// The period of the values, where the nim-sequence has a proved one.
    pub(super) period: Option<Proved>,
    /// The misère quotient, where misère play of heaps is not that of Nim and the quotient is known for all heaps.
    pub(crate) classes: Option<Classes>,
}

/// A proved period, with the values that it rests on.
pub(super) struct Proved {
    pub period: Period,
    pub values: Values,
}

/// The largest size of one heap.
const MOST: u64 = 1_000_000;
/// The largest size of two heaps.
const MOST_OF_TWO: u64 = 500;

/// Sizes if nothing is said: of heaps with a nim-sequence, of other positions, and of two heaps.
const USUAL_HEAPS: u64 = 1000;
const USUAL: u64 = 200;
/// Rows of one sign fall apart into shorter ones, so that more of them are quick.
const USUAL_ROWS: u64 = 400;
const USUAL_OF_TWO: u64 = 48;

/// Single heaps that are worked out when positions of others are asked for.
const USUAL_SEQUENCE: usize = 4096;

/// Positions of two heaps.
const PAIR: &str = "{n} {m}";

/// Positions in which a rule can be looked for.
const ENOUGH: usize = 24;

/// The number may begin a little later: there is no board of 0 columns.
const LATEST_START: u64 = 4;

impl Observed {
    /// Asks for every position. Where no size was said, it ends before the first position that is not quick.
    pub fn new(
        subject: &Subject<'_>,
        source: &mut dyn Source,
        ask: &Ask<'_>,
    ) -> Result<Observed, Error> {
        let family = Family::open(subject, source)?;
        family.work_out(subject.to, source, ask)
    }

    /// The same for a game that is at hand, in positions of one heap or two.
    pub fn of(
        game: &Game,
        play: Play,
        heaps: usize,
        to: Option<u64>,
        ask: &Ask<'_>,
    ) -> Result<Observed, Error> {
        let position = if heaps == 2 { PAIR.to_string() } else { usual(game)? };
        let family = Family { game: Some(game.clone()), position, play, heaps };
        family.work_out(to, &mut Nowhere, ask)
    }
}

impl Family {
    fn work_out(
        mut self,
        to: Option<u64>,
        source: &mut dyn Source,
        ask: &Ask<'_>,
    ) -> Result<Observed, Error> {
        let family = &mut self;
        if let Some(game) = &family.game {
            game.allows(family.play)?;
            if game.has_many_players() {
                return Err(Error::Unsupported(format!(
                    "{} has more than two players, and so no lost positions",
                    game.name()
                )));
            }
        }
        let most = if family.heaps == 2 { MOST_OF_TWO } else { MOST };
        if let Some(to) = to.filter(|to| *to > most) {
            return Err(Error::input(format!(
                "sizes up to {to} are too many: the most is {most} where positions have {}",
                if family.heaps == 2 { "two numbers" } else { "one number" }
            )));
        }
        let single = family.heaps == 1 && family.position == "{n}" && family.play == Play::Normal;
        if let Some(game) = family.game.clone().filter(|game| single && game.heap().is_some()) {
            return sequence(game, family, to.unwrap_or(USUAL_HEAPS), ask);
        }
        let mut observed = family.observe(to, source, ask)?;
        // What is proved of single heaps tells of two, and of misère play.
        if let Some(rules) = observed.rules.as_ref().and_then(Game::heap) {
            let mut search = Search::new(rules, Values::default(), Choice::default())?;
            search.run(USUAL_SEQUENCE, &mut |known| {
                let steps = known as u64;
                (ask.tick)(Progress { positions: steps, steps, search: None }) == Flow::Continue
            })?;
            observed.period = proved(&search);
            let plain = ["{n}", PAIR].contains(&observed.family.as_str());
            if plain && observed.play == Play::Misere && !rules.tame() {
                observed.classes = match Classes::new(rules, ask) {
                    Err(error) if to.is_some() => return Err(error),
                    // Where only what is quick was asked for, a quotient that is not is none.
                    classes => classes.unwrap_or_default(),
                };
            }
        }
        Ok(observed)
    }
}

/// The values of a nim-sequence.
fn sequence(game: Game, family: &Family, to: u64, ask: &Ask<'_>) -> Result<Observed, Error> {
    let mut stopped = None;
    let (mut values, mut period) = (Vec::new(), None);
    if let Some(rules) = game.heap() {
        let mut search = Search::new(rules, Values::default(), Choice::default())?;
        let length = usize::try_from(to).unwrap_or(usize::MAX).saturating_add(1);
        search.run(length, &mut |known| {
            let progress = Progress { positions: known as u64, steps: known as u64, search: None };
            let flow = (ask.tick)(progress);
            if let Flow::Stop(reason) = flow {
                stopped = Some(Error::Interrupted { positions: known as u64, reason });
            }
            stopped.is_none()
        })?;
        if let Some(stopped) = stopped {
            return Err(stopped);
        }
        period = proved(&search);
        let known = search.values();
        for heap in 0..=to {
            let value = match (known.get(heap as usize), &period) {
                (Some(value), _) => u64::from(value),
                (None, Some(proved)) => proved.value(heap).unwrap_or(u64::MAX),
                (None, None) => break,
            };
            values.push(value);
        }
    }
    Ok(Observed {
        game: game.name().to_string(),
        rules: Some(game),
        play: Play::Normal,
        family: family.position.clone(),
        heaps: 1,
        sizes: (0..values.len() as u64).map(|heap| vec![heap]).collect(),
        lost: values.iter().map(|value| *value == 0).collect(),
        draws: 0,
        values: Some(values),
        period,
        classes: None,
    })
}

fn proved(search: &Search<'_>) -> Option<Proved> {
    let values = search.values().clone();
    search.proved().map(|period| Proved { period: period.clone(), values })
}

impl Proved {
    /// The value of any heap.
    pub fn value(&self, heap: u64) -> Option<u64> {
        self.period.value(&heap.into(), &self.values).0.to_u64()
    }
}

/// Addresses that differ in one or two numbers.
pub(crate) struct Family {
    /// The game, where it is the same for all.
    game: Option<Game>,
    /// The position, or the whole address.
    position: String,
    play: Play,
    heaps: usize,
}

impl Family {
    /// The family that a text means.
    pub fn open(subject: &Subject<'_>, source: &mut dyn Source) -> Result<Family, Error> {
        let text = subject.text.trim();
        let misere = |play| if subject.misere { Play::Misere } else { play };
        if !is_template(text) {
            if !(1..=2).contains(&subject.heaps) {
                return Err(Error::input(format!(
                    "patterns are looked for in positions of 1 or 2 heaps, not of {}",
                    subject.heaps
                )));
            }
            let (game, play) = judge::open_with(text, source).map_err(|error| match error {
                Error::Input(sentence) if text.contains(':') => Error::Input(format!(
                    "{sentence}; or put {{n}} into it for a family of positions, such as 'chomp: 2x{{n}}'"
                )),
                other => other,
            })?;
            let (position, heaps) = match subject.heaps {
                2 => (PAIR.to_string(), 2),
                // Where one number is no position, two may be one.
                _ => match usual(&game) {
                    Err(_) if game.read("5 3").is_ok() => (PAIR.to_string(), 2),
                    family => (family?, 1),
                },
            };
            return Ok(Family { game: Some(game), position, play: misere(play), heaps });
        }
        let heaps = if text.contains("{m}") || text.contains("*m}") { 2 } else { 1 };
        // The game is opened once where the number stands in its position alone.
        if let Some((name, position)) = text.split_once(':')
            && !is_template(name)
            && !position.contains(" + ")
        {
            let (game, play) = judge::open_with(name, source)?;
            let position = position.trim().to_string();
            return Ok(Family { game: Some(game), position, play: misere(play), heaps });
        }
        let (play, position) = match text.strip_prefix("misere ") {
            Some(rest) => (Play::Misere, rest),
            None => (Play::Normal, text),
        };
        Ok(Family { game: None, position: position.to_string(), play: misere(play), heaps })
    }

    /// Normal or misère.
    pub fn play(&self) -> Play {
        self.play
    }

    /// The game, where it is the same for all.
    pub fn game(&self) -> Option<&Game> {
        self.game.as_ref()
    }

    /// How many numbers a position has.
    pub fn heaps(&self) -> usize {
        self.heaps
    }

    /// The position of some numbers.
    pub fn question(&self, sizes: &[u64], source: &mut dyn Source) -> Result<Question, Error> {
        let text = expand(&self.position, sizes)?;
        match &self.game {
            Some(game) => Ok(Question::new(game.clone(), game.read(&text)?, self.play)),
            None => {
                let question = address::open_with(&text, source)?;
                Ok(Question { play: self.play, ..question })
            }
        }
    }

    fn observe(
        &mut self,
        to: Option<u64>,
        source: &mut dyn Source,
        ask: &Ask<'_>,
    ) -> Result<Observed, Error> {
        let mut observed = Observed {
            game: self.game.as_ref().map_or(self.position.clone(), |game| game.name().to_string()),
            rules: self.game.clone(),
            play: self.play,
            family: self.position.clone(),
            heaps: self.heaps,
            sizes: Vec::new(),
            lost: Vec::new(),
            draws: 0,
            values: (self.play == Play::Normal).then(Vec::new),
            period: None,
            classes: None,
        };
        let mut solver: Option<Solver> = None;
        let own = if to.is_some() { *ask } else { Ask { moves: 0, ..ask.small() } };
        let own = Ask { moves: 0, ..own };
        let mut refused = None;
        let usual = match self.heaps {
            2 => USUAL_OF_TWO,
            _ if self.position.contains("*n}") => USUAL_ROWS,
            _ => USUAL,
        };
        for sizes in all(self.heaps, to.unwrap_or(usual)) {
            if let Flow::Stop(reason) = (ask.tick)(Progress {
                positions: observed.sizes.len() as u64,
                steps: 0,
                search: None,
            }) {
                if to.is_some() || observed.sizes.is_empty() {
                    return Err(Error::Interrupted {
                        positions: observed.sizes.len() as u64,
                        reason,
                    });
                }
                break;
            }
            let question = match self.question(&sizes, source) {
                Ok(question) => question,
                // Some pairs are no positions (rows that grow); of one number, the first or the last may be none.
                Err(error) if !error.is_stopped() => {
                    let early = observed.sizes.is_empty() && sizes[0] < LATEST_START;
                    refused.get_or_insert(error);
                    if self.heaps == 2 || early {
                        continue;
                    }
                    break;
                }
                Err(error) => return Err(error),
            };
            if self.game.is_none() {
                question.game.allows(self.play)?;
            }
            let same =
                solver.as_ref().is_some_and(|solver| solver.game().name() == question.game.name());
            if !same {
                solver = Some(question.game.solver());
            }
            let Some(solver) = &mut solver else { break };
            match observed.add(sizes, &question, solver, to.is_some(), &own) {
                Ok(()) => {}
                Err(error) if error.is_stopped() && to.is_none() && !observed.sizes.is_empty() => {
                    break;
                }
                Err(error) => return Err(error),
            }
        }
        match (observed.sizes.is_empty(), refused) {
            (true, Some(error)) => Err(match error {
                Error::Input(sentence) => Error::Input(format!(
                    "{sentence}; a family of positions has {{n}} in its address, or a letter n times, such as \
                     'chomp: 2x{{n}}' or 'flip: {{+*n}}'"
                )),
                other => other,
            }),
            _ => Ok(observed),
        }
    }
}

impl Observed {
    fn add(
        &mut self,
        sizes: Vec<u64>,
        question: &Question,
        solver: &mut Solver,
        bounded: bool,
        ask: &Ask<'_>,
    ) -> Result<(), Error> {
        if let Some(values) = &mut self.values {
            match solver.value(&question.position, ask) {
                Ok(valued) => {
                    let value = match &valued.value {
                        Value::Finite(value) => value.0.to_u64(),
                        _ => None,
                    };
                    if let Some(value) = value {
                        values.push(value);
                        self.lost.push(value == 0);
                        self.sizes.push(sizes);
                        return Ok(());
                    }
                }
                // Where only what is quick was asked for, some values are worth more than many outcomes.
                Err(error) if error.is_stopped() && (bounded || self.sizes.len() < ENOUGH) => {}
                Err(error) => return Err(error),
            }
            // Without the value of one position there is no rule for values.
            self.values = None;
        }
        // A theorem may give the outcome without a search.
        let quick = Ask { positions: 0, steps: 0, ..*ask };
        let analysis = match solver.analyse(&question.position, self.play, &quick) {
            Err(error) if error.is_stopped() => {
                solver.analyse(&question.position, self.play, ask)?
            }
            analysis => analysis?,
        };
        self.lost.push(analysis.outcome == Outcome::Previous);
        self.draws += u64::from(analysis.outcome == Outcome::Draw);
        self.sizes.push(sizes);
        Ok(())
    }
}

/// All sizes up to one: of two heaps by the larger one, so that the first exception to a rule is a small one.
fn all(heaps: usize, to: u64) -> Box<dyn Iterator<Item = Vec<u64>>> {
    match heaps {
        2 => Box::new((0..=to).flat_map(|larger| {
            let rows = (0..larger).map(move |row| vec![row, larger]);
            rows.chain((0..=larger).map(move |column| vec![larger, column]))
        })),
        _ => Box::new((0..=to).map(|size| vec![size])),
    }
}

/// Whether a text has places for numbers.
pub(crate) fn is_template(text: &str) -> bool {
    ["{n}", "*n}", "{m}", "*m}"].iter().any(|place| text.contains(place))
}

/// The longest text that is made from a template.
const LONGEST: usize = 100_000;

/// A template with its numbers: `{n}` is the number, `{+*n}` so many signs.
fn expand(template: &str, sizes: &[u64]) -> Result<String, Error> {
    let mut out = String::new();
    let mut rest = template;
    while let Some((before, after)) = rest.split_once('{') {
        out.push_str(before);
        let Some((inside, later)) = after.split_once('}') else {
            out.push('{');
            rest = after;
            continue;
        };
        let (word, name) = inside.rsplit_once('*').unwrap_or(("", inside));
        let size = match name {
            "n" => sizes.first(),
            "m" => sizes.get(1),
            _ => None,
        };
        match size {
            // Braces are also those of sets.
            None => out.extend(["{", inside, "}"]),
            Some(size) if word.is_empty() => out.push_str(&size.to_string()),
            Some(size) => {
                let times = usize::try_from(*size).unwrap_or(usize::MAX);
                if word.len().saturating_mul(times) > LONGEST {
                    return Err(Error::input(format!(
                        "{} written {times} times is longer than {LONGEST} letters: ask for smaller sizes",
                        quoted(word)
                    )));
                }
                out.push_str(&word.repeat(times));
            }
        }
        rest = later;
    }
    Ok(out + rest)
}

/// The family of a game for which none was written: numbers where it reads them, otherwise the longest play among
/// rows of one sign that its examples have, or boards of two rows.
fn usual(game: &Game) -> Result<String, Error> {
    let is_read = |template: &str| {
        let read = |size: u64| game.read(&expand(template, &[size]).ok()?).ok();
        let position = read(4)?;
        (read(3).is_some() && read(5).is_some()).then_some(position)
    };
    if is_read("{n}").is_some() {
        return Ok("{n}".to_string());
    }
    let mut signs = String::new();
    for example in address::entry(game.bare_name()).map_or(&[][..], |entry| entry.examples) {
        let position = example.split_once(": ").map_or("", |(_, position)| position);
        for sign in position.chars().filter(|sign| !sign.is_ascii_digit() && *sign != ' ') {
            if !signs.contains(sign) {
                signs.push(sign);
            }
        }
    }
    let rows = signs.chars().map(|sign| format!("{{{sign}*n}}"));
    let moves =
        |template: &String| is_read(template).map(|position| game.moves(&position, 100).0.len());
    let boards = ["2x{n}".to_string()];
    rows.chain(boards)
        .filter(|template| moves(template).is_some_and(|moves| moves > 0))
        .max_by_key(|template| moves(template))
        .ok_or_else(|| {
            Error::Unsupported(format!(
                "{} has no positions that one number names: write a family with {{n}} in its address, such as \
                 'chomp: 2x{{n}}' or 'flip: {{+*n}}'",
                game.name()
            ))
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn templates_have_numbers_and_rows() {
        let three = |template| expand(template, &[3, 2]).unwrap();
        assert_eq!(three("2x{n}"), "2x3");
        assert_eq!(three("{+*n}-{+*m}"), "+++-++");
        assert_eq!(three("set {1,2} {n}"), "set {1,2} 3");
        assert_eq!(three("{n"), "{n");
        assert!(expand("{ab*n}", &[1 << 40]).is_err());
    }

    #[test]
    fn pairs_come_by_their_larger_heap() {
        let pairs: Vec<Vec<u64>> = all(2, 1).collect();
        assert_eq!(pairs, [[0, 0], [0, 1], [1, 0], [1, 1]]);
        assert_eq!(all(2, 9).count(), 100);
    }
}
