//! `bouton explain`: the reasoning, step by step.

use bouton::explain::Trace;
use bouton::render::{json, markdown, text};
use bouton::{Ask, Error, Play};

use super::fail;
use crate::arguments::{Explain, ExplainFormat};
use crate::patience::{Patience, listen_for_interrupt};
use crate::{input, output};

pub fn run(explain: &Explain) -> u8 {
    listen_for_interrupt();
    let as_json = explain.json || explain.format == ExplainFormat::Json;
    let address = explain.address.join(" ");
    match trace(explain, &address, as_json) {
        Ok(trace) => output::answer(&match explain.format {
            _ if as_json => json::line(&trace) + "\n",
            ExplainFormat::Markdown => markdown::trace(&trace),
            _ => text::trace(&trace, output::style()),
        }),
        Err(error) => return fail(&error, Some(&address), as_json),
    }
    0
}

fn trace(explain: &Explain, address: &str, as_json: bool) -> Result<Trace, Error> {
    let patience = Patience::new(explain.budget.limits(), Some(address), as_json);
    let tick = |progress| patience.tick(progress);
    let mut question = input::address(address)?;
    if explain.misere {
        question.play = Play::Misere;
    }
    question.explain(&Ask { tick: &tick, ..explain.budget.ask() })
}
