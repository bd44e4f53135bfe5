//! `bouton explain`: the reasoning, step by step.

use bouton::explain::Trace;
use bouton::glossary::{self, WORDS, Word};
use bouton::render::{self, json, markdown, text};
use bouton::{Ask, Error, Play};

use super::batch::{self, Way};
use super::{fail, told_as_json};
use crate::arguments::{Arguments, Command, Explain, ExplainFormat};
use crate::patience::{Patience, listen_for_interrupt};
use crate::{input, output};

pub fn run(arguments: &'static Arguments, explain: &Explain) -> u8 {
    listen_for_interrupt();
    if let Some(path) = &explain.batch {
        let way = Way { limits: explain.budget.limits(), answer: line, told: told_as_json };
        return batch::run::<()>(arguments, path, way);
    }
    let as_json = format(explain) == ExplainFormat::Json;
    if explain.address.is_empty() && explain.words {
        output::answer(&match format(explain) {
            ExplainFormat::Json => WORDS.iter().map(|word| json::line(word) + "\n").collect(),
            _ => words(explain, &WORDS.iter().collect::<Vec<_>>()),
        });
        return 0;
    }
    if explain.address.is_empty() {
        let error = Error::input("an address is missing: write one, such as bouton explain 3 4 5");
        return fail(&error, None, as_json);
    }
    let address = explain.address.join(" ");
    let patience = Patience::new(explain.budget.limits(), Some(&address), as_json);
    let trace = trace(explain, &address, &patience);
    drop(patience);
    match trace {
        Ok(trace) => output::answer(&written(explain, &trace)),
        Err(error) => return fail(&error, Some(&address), as_json),
    }
    0
}

fn format(explain: &Explain) -> ExplainFormat {
    if explain.json { ExplainFormat::Json } else { explain.format }
}

fn written(explain: &Explain, trace: &Trace) -> String {
    let told = match format(explain) {
        ExplainFormat::Json => return as_json(explain, trace),
        ExplainFormat::Markdown => markdown::trace(trace),
        ExplainFormat::Text => text::trace(trace, output::style()),
    };
    match explain.words {
        true => format!("{told}\n{}", words(explain, &used(trace))),
        false => told,
    }
}

/// One line; the words are a field beside the steps.
fn as_json(explain: &Explain, trace: &Trace) -> String {
    let mut line = json::line(trace);
    if explain.words && line.pop().is_some() {
        line += &format!(",\"words\":{}}}", json::line(&used(trace)));
    }
    line + "\n"
}

/// The words that an explanation uses.
fn used(trace: &Trace) -> Vec<&'static Word> {
    let steps = trace.steps.iter().map(|step| step.text.as_str());
    glossary::used(&steps.collect::<Vec<_>>().join("\n"))
}

fn words(explain: &Explain, words: &[&Word]) -> String {
    match format(explain) {
        ExplainFormat::Markdown => render::glossary::markdown(words),
        _ => render::glossary::text(words, output::style()),
    }
}

/// One line of a batch: an object on a line, or a whole explanation, after which a line stays empty.
fn line(
    arguments: &'static Arguments,
    line: &str,
    (): &mut (),
    patience: &Patience,
) -> Result<String, Error> {
    let Some(Command::Explain(explain)) = &arguments.command else {
        return Err(Error::input("nothing is to be explained"));
    };
    let mut text = written(explain, &trace(explain, line, patience)?);
    if format(explain) == ExplainFormat::Json {
        text.pop();
    }
    Ok(text)
}

fn trace(explain: &Explain, address: &str, patience: &Patience) -> Result<Trace, Error> {
    let tick = |progress| patience.tick(progress);
    let mut question = input::address(address)?;
    if explain.misere {
        question.play = Play::Misere;
    }
    let trace = question.explain(&Ask { tick: &tick, ..explain.budget.ask() })?;
    Ok(if explain.sources { trace.citing_in_full() } else { trace })
}
