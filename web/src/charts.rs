//! What is drawn from many positions: graphs, nim-sequences and tables.

use bouton::address;
use bouton::graph::diagram::Diagram;
use bouton::heap::Shape;
use bouton::losing::Losing;
use bouton::render::json::line;
use bouton::render::values::{self, Head};
use bouton::render::{atlas, graph_svg, losing, period, plot, table};
use bouton::sequence::engine::{Choice, SparseSpace};
use bouton::sequence::search::{Search, Verdict};
use bouton::sequence::{self, Period, Values};
use bouton::table::Table;
use bouton::{Ask, Error, Play};
use wasm_bindgen::prelude::*;

use crate::rules::{Shelf, open_named};
use crate::{Engine, about, answer, asking, numbers, text};

/// What was charted last, for those who want it as a file.
#[derive(Default)]
pub struct Charts {
    sequence: Option<Sequence>,
    table: Option<Table>,
    losing: Option<Losing>,
}

struct Sequence {
    game: String,
    engine: String,
    length: usize,
    values: Values,
    space: Option<OwnedSpace>,
    period: Option<Period>,
}

/// A sparse space without its engine.
struct OwnedSpace {
    mask: u32,
    alternating: bool,
    parity: u32,
    rares: Vec<(usize, u32)>,
}

impl Sequence {
    fn space(&self) -> Option<SparseSpace<'_>> {
        let space = self.space.as_ref()?;
        Some(SparseSpace {
            mask: space.mask,
            alternating: space.alternating,
            parity: space.parity,
            rares: &space.rares,
            since: 0,
            reach: 0,
            exceptions: &[],
        })
    }
}

/// A proof may need more values than are shown; so many are tried, which no game takes long for.
const TRIED: usize = 1 << 12;

/// Values shown at most.
const MOST_VALUES: usize = 20_000_000;

fn compute(name: &str, to: usize, ask: &Ask<'_>) -> Result<(Sequence, String), Error> {
    if to > MOST_VALUES {
        return Err(Error::input(format!(
            "the page shows values up to heap {MOST_VALUES}: the command line goes further, with bouton values"
        )));
    }
    let game = open_named(name)?;
    let rules = game.heap().ok_or_else(|| {
        Error::Unsupported(format!(
            "{} is not a sum of single heaps, so it has no nim-sequence: choose a game of heaps",
            game.name()
        ))
    })?;
    let length = to + 1;
    let mut search = Search::new(rules, Values::default(), Choice::default())?;
    let mut go_on = |known: usize| {
        let progress =
            bouton::ask::Progress { positions: known as u64, steps: known as u64, search: None };
        (ask.tick)(progress) == bouton::ask::Flow::Continue
    };
    let theorem = match rules.shape() {
        Shape::Other => rules.theorem(Play::Normal).filter(|_| rules.word_value(1).is_some()),
        _ => None,
    };
    search.run(if theorem.is_some() { length } else { length.max(TRIED) }, &mut go_on)?;
    let verdict = search.verdict();
    // A proof may come before all values that were asked for.
    if search.length() < length && !search.extend(length, &mut go_on)? {
        return Err(Error::Stopped(format!(
            "stopped after {} values: ask for fewer",
            search.length()
        )));
    }
    let period = match &verdict {
        Verdict::Proved(period) => Some(period.clone()),
        _ => None,
    };
    let engine = search.engine();
    let space = engine.sparse_space().filter(|space| {
        space.rares.iter().take_while(|(heap, _)| *heap < length).count() * 4 < length
    });
    let told = period::data(&period::Answer {
        game: game.name(),
        verdict,
        length: search.length(),
        largest: search.largest(),
        engine: engine.name(),
        theorem: theorem.map(|theorem| (theorem.statement, theorem.source)),
    });
    let mut text = line(&told);
    // What these values do not prove may be proved elsewhere; the page says where.
    if let (Shape::Code(code), None) = (rules.shape(), &period)
        && let Some(row) = sequence::atlas::row(&code.to_string())
    {
        with_atlas(&mut text, &line(&atlas::data(row)));
    }
    let sequence = Sequence {
        game: game.name().to_string(),
        engine: engine.name().to_string(),
        length,
        values: engine.values().clone(),
        space: space.map(|space| OwnedSpace {
            mask: space.mask,
            alternating: space.alternating,
            parity: space.parity,
            rares: space.rares.to_vec(),
        }),
        period,
    };
    Ok((sequence, text))
}

/// Adds a row of the atlas to an object.
fn with_atlas(object: &mut String, row: &str) {
    object.truncate(object.trim_end_matches('}').len());
    *object += &format!(",\"atlas\":{row}}}");
}

/// Letters in a position whose graph is drawn. Longer ones have enormous graphs, which take long to refuse.
const LONGEST: usize = 1000;

/// What is too large to be drawn is refused soon.
fn diagram(address: &str, most: usize) -> Result<Diagram, Error> {
    about(address, |opened, ask| {
        let length = opened.game.write(&opened.position).len();
        if length > LONGEST {
            return Err(Error::Stopped(format!(
                "the position is {length} letters long, and the nodes of a graph have room for {LONGEST} at most: \
                 choose a smaller position"
            )));
        }
        let few = Ask { positions: 20_000, steps: 1_000_000, ..*ask };
        Diagram::graph(&opened.game, &opened.position, opened.play, true, most, &few)
    })
}

fn none_charted() -> Error {
    Error::input("there is nothing to save yet: compute something first")
}

#[wasm_bindgen]
impl Engine {
    /// The graph of positions with the places of everything in it.
    pub fn graph(&self, address: &str, most: usize) -> String {
        answer(diagram(address, most).and_then(|diagram| numbers::diagram(&diagram)))
    }

    /// The same as a finished picture.
    pub fn graph_svg(&self, address: &str, most: usize) -> String {
        let picture = |diagram| asking(|ask| graph_svg::graph(&diagram, ask));
        answer(diagram(address, most).and_then(picture).map(|svg| text(&svg)))
    }

    /// Computes a nim-sequence and looks for its period; `values` has the numbers.
    pub fn sequence(&mut self, game: &str, to: usize) -> String {
        answer(asking(|ask| compute(game, to, ask)).map(|(sequence, told)| {
            self.charts.sequence = Some(sequence);
            told
        }))
    }

    /// The values of the last sequence.
    pub fn values(&self) -> Vec<u32> {
        let sequence = self.charts.sequence.as_ref();
        sequence.map_or(Vec::new(), |own| own.values.iter_from(0).take(own.length).collect())
    }

    /// The heaps with rare values in the last sequence.
    pub fn rares(&self) -> Vec<u32> {
        let Some((sequence, space)) =
            self.charts.sequence.as_ref().and_then(|own| Some((own, own.space.as_ref()?)))
        else {
            return Vec::new();
        };
        let rares = space.rares.iter().map(|(heap, _)| *heap);
        rares.take_while(|heap| *heap < sequence.length).map(|heap| heap as u32).collect()
    }

    /// The last sequence as a file: `csv`, `bfile` or `svg`.
    pub fn save_sequence(&self, kind: &str) -> String {
        answer(self.charts.sequence.as_ref().ok_or_else(none_charted).and_then(|own| {
            let mut pairs = own.values.iter_from(0).take(own.length).enumerate();
            let (to, engine) = (own.length - 1, Some(own.engine.clone()));
            let head = Head { game: &own.game, from: 0, to, engine };
            let mut out = Vec::new();
            let written = match kind {
                "csv" => values::csv(&mut out, &mut pairs),
                "bfile" => values::bfile(&mut out, &head, &mut pairs),
                _ => {
                    let value = |heap: usize| own.values.get(heap).unwrap_or(0);
                    return Ok(text(&plot::svg(&plot::Plot {
                        game: &own.game,
                        values: &value,
                        length: own.length,
                        space: own.space(),
                        period: own.period.as_ref(),
                    })));
                }
            };
            written.map_err(|error| Error::Unsupported(error.to_string()))?;
            Ok(text(&String::from_utf8_lossy(&out)))
        }))
    }

    /// A table of two heaps, of nim-sums or of nim-products.
    pub fn table(
        &mut self,
        name: &str,
        rows: usize,
        columns: usize,
        outcomes: bool,
        misere: bool,
    ) -> String {
        let made = match Table::arithmetic(name, rows, columns) {
            Some(table) => table,
            None => address::open_played(name, &mut Shelf).and_then(|(game, own)| {
                let play = if misere { Play::Misere } else { own };
                asking(|ask| Table::new(&game, (rows, columns), play, outcomes, ask))
            }),
        };
        answer(made.map(|made| line(self.charts.table.insert(made))))
    }

    /// The last table as a file: `csv` or `svg`.
    pub fn save_table(&self, kind: &str) -> String {
        answer(self.charts.table.as_ref().ok_or_else(none_charted).and_then(|own| match kind {
            "csv" => Ok(text(&table::csv(own))),
            _ => {
                table::check_size(own.rows, own.columns)?;
                Ok(text(&table::svg(own)))
            }
        }))
    }

    /// The P-positions among so many heaps of these sizes.
    pub fn losing(&mut self, name: &str, heaps: usize, from: u32, to: u32, misere: bool) -> String {
        let made = address::open_played(name, &mut Shelf).and_then(|(game, own)| {
            let play = if misere { Play::Misere } else { own };
            asking(|ask| Losing::new(&game, heaps, (from.into(), to.into()), play, ask))
        });
        answer(made.map(|made| line(self.charts.losing.insert(made))))
    }

    /// The last list of them as CSV.
    pub fn save_losing(&self) -> String {
        answer(
            self.charts.losing.as_ref().ok_or_else(none_charted).map(|own| text(&losing::csv(own))),
        )
    }
}
