//! Nim-sequences: values in bulk, periods with their proofs, certificates, tables of two heaps, and their pictures.

use bouton::ask::{Ask, Progress};
use bouton::error::Error;
use bouton::game::Game as Engine;
use bouton::heap::{HeapRules, Shape};
use bouton::losing::Losing;
use bouton::misere;
use bouton::render::misere as quotients;
use bouton::render::period::{Answer, checked_data, data as period_data, text as period_text};
use bouton::render::text::Style;
use bouton::render::{plot as plots, table as tables};
use bouton::sequence::check::{self as checks, How};
use bouton::sequence::engine::{Choice, engine};
use bouton::sequence::search::Search;
use bouton::sequence::{Cells, Values, certificate as certificates, proved_by};
use bouton::strategy::check as strategies;
use bouton::table::{Cells as TableCells, Table};
use bouton::{Play, Value};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString, PyTuple};

use crate::convert::{self, array, letter};
use crate::game::{Game, chosen};
use crate::picture::Picture;
use crate::position::Position;
use crate::watch::{Limits, Watch, asked, quickly, watched};

/// The rules of one heap, for games that have them.
fn heap_rules(game: &Engine) -> Result<&dyn HeapRules, Error> {
    game.row().ok_or_else(|| {
        Error::Unsupported(format!(
            "{} is not a sum of single heaps, so it has no nim-sequence: ask for a game of heaps, or for one whose \
             positions are numbers that become smaller",
            game.name()
        ))
    })
}

fn in_normal_play(play: Play) -> Result<(), Error> {
    match play {
        Play::Normal => Ok(()),
        Play::Misere => Err(Error::Unsupported(
            "nim-sequences are about normal play: in misère play heaps have no such values"
                .to_string(),
        )),
    }
}

fn choice(limits: &Limits, in_python: bool) -> Choice {
    Choice { threads: if in_python { 1 } else { limits.threads }, ..Choice::default() }
}

/// Computes values until there are so many; gives what there is, and why it stopped before.
fn computed(
    game: &Engine,
    length: usize,
    limits: &Limits,
    in_python: bool,
    watch: &Watch,
) -> Result<(Values, Option<Error>), Error> {
    let rules = heap_rules(game)?;
    let mut engine = engine(rules, Values::default(), choice(limits, in_python))?;
    watch.expect(length);
    let mut go_on = |known| watch.go_on(known);
    let result = if in_python {
        // The engine counts options, and each of these may take long.
        let heaps = (engine.values().len()..length).map(|heap| heap + 1);
        let mut done = Ok(true);
        for heap in heaps {
            done = engine.extend(heap, &mut go_on).map(|done| done && go_on(heap));
            if !matches!(done, Ok(true)) {
                break;
            }
        }
        done
    } else {
        engine.extend(length, &mut go_on)
    };
    game.sound()?;
    let values = engine.values().clone();
    match result? {
        true => Ok((values, None)),
        false => {
            let known = values.len().min(length);
            Ok((values, Some(watch.stopped(&format!("after {known} of {length} values")))))
        }
    }
}

/// An array of the first values, in words of the least width that holds them all.
fn cells<'py>(py: Python<'py>, values: &Values, length: usize) -> PyResult<Bound<'py, PyAny>> {
    match values.cells() {
        Cells::Bytes(cells) => array(py, &cells[..length.min(cells.len())]),
        Cells::Shorts(cells) => array(py, &cells[..length.min(cells.len())]),
        Cells::Words(cells) => array(py, &cells[..length.min(cells.len())]),
    }
}

/// The values of the heaps 0 to `length` - 1.
#[pyfunction]
#[pyo3(signature = (game, length, /, **keywords))]
pub fn values<'py>(
    py: Python<'py>,
    game: &Bound<'py, PyAny>,
    length: usize,
    keywords: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyAny>> {
    let limits = Limits::read(keywords)?;
    let (rules, play) = Game::of(game)?;
    let in_python = rules.in_python();
    let (values, stopped) = watched(py, &limits, in_python, None, |watch| {
        in_normal_play(chosen(play, limits.misere))?;
        if length as u64 > limits.memory {
            return Err(Error::input(format!(
                "{length} values take {length} bytes or more, and memory={} was allowed",
                limits.memory
            )));
        }
        computed(&rules.game, length, &limits, in_python, watch)
    })?;
    let known = cells(py, &values, length)?;
    match stopped {
        None => Ok(known),
        Some(error) => {
            let raised: PyResult<()> = quickly(py, None, Err(error));
            let error = raised.expect_err("it was an error");
            error.value(py).setattr(intern!(py, "values"), known)?;
            error.value(py).setattr(intern!(py, "budget"), "seconds")?;
            error.value(py).setattr(intern!(py, "done"), values.len().min(length))?;
            Err(error)
        }
    }
}

/// How far a search for a period goes where nobody says: as many values as the memory allowed holds, at most these.
const MOST_SEARCHED: usize = 1 << 27;
/// Where a theorem gives every value there is nothing to search for.
const SHOWN: usize = 1000;

/// What is known of the period of a game's values, as a dict with its text under "text".
#[pyfunction]
#[pyo3(signature = (game, to = None, /, **keywords))]
pub fn period<'py>(
    py: Python<'py>,
    game: &Bound<'py, PyAny>,
    to: Option<usize>,
    keywords: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyAny>> {
    let limits = Limits::read(keywords)?;
    let (rules, play) = Game::of(game)?;
    let in_python = rules.in_python();
    let (data, text) = watched(py, &limits, in_python, None, |watch| {
        in_normal_play(chosen(play, limits.misere))?;
        let game = &rules.game;
        let heap = heap_rules(game)?;
        let theorem = match heap.shape() {
            Shape::Other => heap.theorem(Play::Normal).filter(|_| heap.word_value(1).is_some()),
            _ => None,
        };
        let most = usize::try_from(limits.memory).unwrap_or(usize::MAX).min(MOST_SEARCHED);
        let length = match (to, theorem.is_some() || in_python) {
            (Some(to), _) => to,
            (None, true) => SHOWN,
            (None, false) => most,
        };
        let mut search = Search::new(heap, Values::default(), choice(&limits, in_python))?;
        search.run(length, &mut |known| watch.go_on(known))?;
        game.sound()?;
        let answer = Answer {
            game: game.name(),
            verdict: search.verdict(),
            length: search.length(),
            largest: search.largest(),
            engine: search.name(),
            theorem: theorem.map(|theorem| (theorem.statement, theorem.source)),
        };
        Ok((period_data(&answer), period_text(&answer, Style::default())))
    })?;
    let answer = convert::data(py, &data)?;
    answer.set_item("text", text.trim_end())?;
    Ok(answer)
}

/// A proof that others can check: of a period, of a misère quotient, or of who wins a position.
#[pyfunction]
#[pyo3(signature = (what, /, position = None, **keywords))]
pub fn certificate(
    py: Python<'_>,
    what: &Bound<'_, PyAny>,
    position: Option<&Bound<'_, PyAny>>,
    keywords: Option<&Bound<'_, PyDict>>,
) -> PyResult<String> {
    let limits = Limits::read(keywords)?;
    let of_position = position.is_some()
        || what.cast::<Position>().is_ok()
        || what.cast::<PyString>().is_ok_and(|text| text.to_string().contains(':'));
    if of_position {
        let asked_about = crate::open::position(what, position, limits.misere)?;
        return asked(py, &limits, asked_about.rules.in_python(), |ask| {
            let question = asked_about.question();
            asked_about.rules.solving(|solver| solver.certificate(&question, ask))
        });
    }
    let (rules, play) = Game::of(what)?;
    if chosen(play, limits.misere) == Play::Misere {
        return asked(py, &limits, rules.in_python(), |ask| {
            let heap = heap_rules(&rules.game)?;
            misere::spelled(heap)?;
            let quotient = misere::Quotient::of(heap, Play::Misere, MOST_HEAPS, ask);
            rules.game.sound()?;
            quotient.certificate(heap)
        });
    }
    let in_python = rules.in_python();
    watched(py, &limits, in_python, None, |watch| {
        let heap = heap_rules(&rules.game)?;
        let most = usize::try_from(limits.memory).unwrap_or(usize::MAX).min(MOST_SEARCHED);
        let mut search = Search::new(heap, Values::default(), choice(&limits, in_python))?;
        let length = if in_python { SHOWN } else { most };
        let mut go_on = |known: usize| watch.go_on(known);
        search.run(length, &mut go_on)?;
        rules.game.sound()?;
        certificates::write(heap, &mut search, &mut go_on)
    })
}

/// Heaps of a misère quotient that are looked at: more than any quotient in print needs.
const MOST_HEAPS: usize = 100_000;

/// The misère quotient of a game of heaps, as a dict with its text under "text".
#[pyfunction]
#[pyo3(signature = (game, to = None, /, **keywords))]
pub fn quotient<'py>(
    py: Python<'py>,
    game: &Bound<'py, PyAny>,
    to: Option<usize>,
    keywords: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyAny>> {
    let limits = Limits::read(keywords)?;
    let (rules, _) = Game::of(game)?;
    let (data, text) = asked(py, &limits, rules.in_python(), |ask| {
        let heap = heap_rules(&rules.game)?;
        let quotient = misere::Quotient::of(heap, Play::Misere, to.unwrap_or(MOST_HEAPS), ask);
        rules.game.sound()?;
        let theorem = heap.theorem(Play::Misere).filter(|_| heap.tame());
        let data = quotients::Data {
            game: rules.game.name(),
            play: convert::word(Play::Misere),
            quotient: &quotient.describe(),
            positions: None,
            theorem: theorem.map(|theorem| theorem.statement),
        };
        let text = quotients::text(&data, Style::default());
        Ok((serde_json::to_value(&data).unwrap_or_default(), text))
    })?;
    let answer = convert::data(py, &data)?;
    answer.set_item("text", text.trim_end())?;
    Ok(answer)
}

/// Judges a certificate by code that knows nothing of how it was made.
#[pyfunction]
#[pyo3(signature = (certificate, /, *, game = None, **keywords))]
pub fn check<'py>(
    py: Python<'py>,
    certificate: &str,
    game: Option<&Bound<'py, PyAny>>,
    keywords: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyAny>> {
    let limits = Limits::read(keywords)?;
    let rules = game.map(|game| Game::of(game).map(|(rules, _)| rules)).transpose()?;
    let in_python = rules.as_ref().is_some_and(|rules| rules.in_python());
    let json = watched(py, &limits, in_python, None, |watch| {
        let go_on = |done: u64| watch.go_on(usize::try_from(done).unwrap_or(usize::MAX));
        let (json, passed) = if misere::check::is_certificate(certificate) {
            let checked = misere::check::check(certificate, &go_on)?;
            (quotients::checked_data(&checked), checked.passed)
        } else if strategies::is_strategy(certificate) {
            let tick = |progress: Progress| watch.tick(progress);
            let ask = Ask { bytes: limits.memory, tick: &tick, ..Ask::default() };
            let mut open = |address: &str| match &rules {
                Some(rules) => rules.question(address),
                None => bouton::open(address),
            };
            let checked = strategies::check_with(certificate, &mut open, &ask)?;
            let text = bouton::render::strategy::data(&checked);
            (serde_json::from_str(&text).unwrap_or_default(), checked.fault.is_none())
        } else {
            // Signals come to the thread that asks.
            let how = How { threads: 1, ..How::default() };
            let checked = checks::check(certificate, &how, &go_on)?;
            (checked_data(&checked), checked.passed)
        };
        Ok((json, passed))
    });
    let (json, passed) = json?;
    let answer = convert::data(py, &json)?;
    answer.set_item("passed", passed)?;
    Ok(answer)
}

/// Values or outcomes of two heaps: `rows` by `columns`, the sizes from 0.
fn tabulated(
    py: Python<'_>,
    game: &Bound<'_, PyAny>,
    size: (usize, usize),
    outcomes: bool,
    limits: &Limits,
) -> PyResult<Table> {
    if let Ok(name) = game.cast::<PyString>()
        && let Some(table) = Table::arithmetic(&name.to_string(), size.0, size.1)
    {
        return quickly(py, None, table);
    }
    let (rules, play) = Game::of(game)?;
    let play = chosen(play, limits.misere);
    asked(py, limits, rules.in_python(), |ask| {
        let table = Table::new(&rules.game, size, play, outcomes, ask);
        rules.game.sound()?;
        table
    })
}

/// Values or outcomes of all positions of two heaps. Values are an array of rows, -1 for an infinity; outcomes a list of
/// texts, one letter for each position.
#[pyfunction]
#[pyo3(signature = (game, rows, columns, /, *, outcomes = false, **keywords))]
pub fn table<'py>(
    py: Python<'py>,
    game: &Bound<'py, PyAny>,
    rows: usize,
    columns: usize,
    outcomes: bool,
    keywords: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyAny>> {
    let limits = Limits::read(keywords)?;
    match tabulated(py, game, (rows, columns), outcomes, &limits)?.cells {
        TableCells::Values(values) => {
            let number = |value: &Value| {
                let word = value.finite().and_then(|nimber| nimber.0.to_u64());
                word.and_then(|word| i64::try_from(word).ok()).unwrap_or(-1)
            };
            let cells: Vec<i64> = values.iter().flatten().map(number).collect();
            let flat = array(py, &cells)?;
            let shaped = py.import(intern!(py, "bouton._arrays"))?.getattr(intern!(py, "rows"))?;
            shaped.call1((flat, rows, columns))
        }
        TableCells::Outcomes(outcomes) => {
            let row = |row: &Vec<bouton::Outcome>| -> String {
                row.iter().map(|outcome| letter(*outcome)).collect()
            };
            Ok(PyList::new(py, outcomes.iter().map(row))?.into_any())
        }
    }
}

/// The same as a picture: P-positions blue and round, values from light to dark.
#[pyfunction]
#[pyo3(signature = (game, rows, columns, /, *, outcomes = false, **keywords))]
pub fn table_map(
    py: Python<'_>,
    game: &Bound<'_, PyAny>,
    rows: usize,
    columns: usize,
    outcomes: bool,
    keywords: Option<&Bound<'_, PyDict>>,
) -> PyResult<Picture> {
    let limits = Limits::read(keywords)?;
    quickly(py, None, tables::check_size(rows, columns))?;
    let table = tabulated(py, game, (rows, columns), outcomes, &limits)?;
    Ok(Picture::new(tables::svg(&table), format!("the table of {}", table.game)))
}

/// A nim-sequence as a picture: the values of the heaps 0 to `length` - 1, the period where it is proved by them.
#[pyfunction]
#[pyo3(signature = (game, length, /, **keywords))]
pub fn plot(
    py: Python<'_>,
    game: &Bound<'_, PyAny>,
    length: usize,
    keywords: Option<&Bound<'_, PyDict>>,
) -> PyResult<Picture> {
    let limits = Limits::read(keywords)?;
    let (rules, play) = Game::of(game)?;
    let in_python = rules.in_python();
    let svg = watched(py, &limits, in_python, None, |watch| {
        in_normal_play(chosen(play, limits.misere))?;
        let game = &rules.game;
        let heap = heap_rules(game)?;
        let mut engine = engine(heap, Values::default(), choice(&limits, in_python))?;
        watch.expect(length);
        let done = engine.extend(length, &mut |known| watch.go_on(known))?;
        game.sound()?;
        if !done {
            return Err(
                watch.stopped(&format!("after {} of {length} values", engine.values().len()))
            );
        }
        let period = proved_by(heap, &*engine);
        let values = engine.values();
        let value = |heap: usize| values.get(heap).unwrap_or(0);
        // Where rare values are not few, the space is none.
        let space = engine.sparse_space().filter(|space| {
            let rares = space.rares.iter().take_while(|(heap, _)| *heap < length).count();
            rares * 4 < length
        });
        let plot = plots::Plot {
            game: game.name(),
            values: &value,
            length,
            space,
            period: period.as_ref(),
        };
        Ok(plots::svg(&plot))
    })?;
    Ok(Picture::new(svg, format!("values of {}", rules.game.name())))
}

/// The positions of some heaps that whoever moves loses, as tuples of their sizes.
#[pyfunction]
#[pyo3(signature = (game, heaps, to, /, **keywords))]
pub fn losing(
    py: Python<'_>,
    game: &Bound<'_, PyAny>,
    heaps: usize,
    to: u64,
    keywords: Option<&Bound<'_, PyDict>>,
) -> PyResult<Vec<Py<PyAny>>> {
    let limits = Limits::read(keywords)?;
    let (rules, play) = Game::of(game)?;
    let play = chosen(play, limits.misere);
    let list = asked(py, &limits, rules.in_python(), |ask| {
        let list = Losing::new(&rules.game, heaps, (0, to), play, ask);
        rules.game.sound()?;
        list
    })?;
    let tuple = |sizes: &Vec<u64>| Ok(PyTuple::new(py, sizes)?.into_any().unbind());
    list.positions.iter().map(tuple).collect()
}
