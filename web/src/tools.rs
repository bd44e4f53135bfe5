//! Small tools beside the boards: certificates, comparing games, and a calculator of nimbers.

use std::cell::Cell;

use bouton::ask::{Flow, Progress};
use bouton::nimber::small;
use bouton::pattern::{Observed, Pattern, Subject};
use bouton::render::json::line;
use bouton::render::text::Style;
use bouton::render::{comparison, pattern, period};
use bouton::same;
use bouton::sequence::check::{self, How};
use bouton::sequence::engine::Choice;
use bouton::sequence::search::Search;
use bouton::sequence::{Values, certificate};
use bouton::{Ask, Error, Play};
use wasm_bindgen::prelude::*;

use crate::rules::{Shelf, open_named};
use crate::{Engine, answer, asking, text, tick};

/// The most letters of a certificate: those that prove a period from few values are short.
const LONGEST_CERTIFICATE: usize = 20_000_000;

/// So often the search for a rule may ask whether it should go on, after the time for positions is over.
const BRIEF: u64 = 100_000;

/// How the certificate of a misère quotient begins, which the page has no checker for.
const OF_A_QUOTIENT: &str = "bouton misere certificate";

fn certificate_of(name: &str, most: usize, ask: &Ask<'_>) -> Result<String, Error> {
    let game = open_named(name)?;
    let rules = game.heap().ok_or_else(|| {
        Error::Unsupported(format!(
            "{} is not a sum of single heaps, so it has no period to be certified: choose a game of heaps",
            game.name()
        ))
    })?;
    let mut go_on = |known: usize| {
        let progress = Progress { positions: known as u64, steps: known as u64, search: None };
        (ask.tick)(progress) == Flow::Continue
    };
    let mut search = Search::new(rules, Values::default(), Choice::default())?;
    search.run(most, &mut go_on)?;
    certificate::write(rules, &mut search, &mut go_on)
}

/// By code that knows nothing of how it was made.
fn judged(written: &str) -> Result<String, Error> {
    if written.len() > LONGEST_CERTIFICATE {
        return Err(Error::input(format!(
            "the text is {} letters long, and the page checks {LONGEST_CERTIFICATE} at most: the command line takes more",
            written.len()
        )));
    }
    if written.starts_with(OF_A_QUOTIENT) {
        return Err(Error::Unsupported(
            "this is the certificate of a misère quotient, and the page checks those of periods: the command line \
             checks both, with bouton check"
                .to_string(),
        ));
    }
    let how = How { threads: 1, ..How::default() };
    let result = check::check(written, &how, &|heaps| tick(heaps as f64))?;
    Ok(format!(
        "{{\"checked\":{},\"text\":{}}}",
        line(&result),
        line(&sentences(&period::checked(&result, Style::default())))
    ))
}

/// Lines that were broken for a terminal, as one paragraph.
fn sentences(lines: &str) -> String {
    lines.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[wasm_bindgen]
impl Engine {
    /// The certificate of a period that is proved from at most so many values.
    pub fn certificate(&self, game: &str, most: usize) -> String {
        answer(asking(|ask| certificate_of(game, most, ask)).map(|written| text(&written)))
    }

    /// Whether a certificate holds.
    pub fn check(&self, certificate: &str) -> String {
        answer(judged(certificate))
    }

    /// Whether two games can stand for each other in every sum.
    pub fn same(&self, a: &str, b: &str, misere: bool) -> String {
        let play = if misere { Play::Misere } else { Play::Normal };
        answer(asking(|ask| same::compare_with(a, b, play, ask, &mut Shelf)).map(|found| {
            format!(
                "{{\"found\":{},\"text\":{}}}",
                line(&found),
                line(&sentences(&comparison::text(&found, Style::default())))
            )
        }))
    }

    /// The rule that positions of one heap or two follow, or those of a family, and whether it is proved.
    pub fn pattern(&self, subject: &str, heaps: usize, misere: bool) -> String {
        let subject = Subject { text: subject, heaps, to: None, misere };
        let found = asking(|ask| {
            // Positions are worked out for as long as there is time; what is to be said of them then is short work,
            // and is done even so.
            let observed = Observed::new(&subject, &mut Shelf, ask)?;
            let asked = Cell::new(0);
            let briefly = |progress: Progress| {
                asked.set(asked.get() + 1);
                match (ask.tick)(progress) {
                    Flow::Stop(_) if asked.get() < BRIEF => Flow::Continue,
                    flow => flow,
                }
            };
            Pattern::new(&observed, &Ask { tick: &briefly, ..*ask })
        });
        answer(found.map(|found| {
            let told = pattern::text(&found, Style::default());
            format!("{{\"found\":{},\"text\":{}}}", line(&found), line(&told))
        }))
    }

    /// What an expression in nimbers is worth.
    pub fn nimber(&self, expression: &str) -> String {
        match small::evaluate(expression) {
            Ok(value) => format!(
                "{{\"expression\":{},\"value\":{}}}",
                line(&expression),
                line(&value.to_string())
            ),
            Err(fault) => answer(Err(fault.error)),
        }
    }
}
