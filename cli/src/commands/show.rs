//! `bouton show`: a whole game with best play, step by step.

use std::io::IsTerminal;
use std::path::Path;

use bouton::explain::demonstration::Demonstration;
use bouton::render::demonstration::{html, svg, text};
use bouton::render::json;
use bouton::{Ask, Error, Play};

use super::fail;
use crate::arguments::{Show, ShowFormat};
use crate::files::{self, Target};
use crate::patience::{Patience, listen_for_interrupt};
use crate::{input, output, viewer};

pub fn run(show: &Show) -> u8 {
    listen_for_interrupt();
    let address = show.address.join(" ");
    let asked_for_json = show.json || show.format == Some(ShowFormat::Json);
    match present(show, &address) {
        Ok(status) => status,
        Err(error) => fail(&error, Some(&address), asked_for_json),
    }
}

/// Shows it or writes it; gives the exit status.
fn present(show: &Show, address: &str) -> Result<u8, Error> {
    let format = format(show)?;
    let target = Target::new(&show.output, show.force)?;
    let patience =
        Patience::new(show.budget.limits(), Some(address), format == Some(ShowFormat::Json));
    let shown = demonstration(show, address, &patience)?;
    let written = match format {
        None => None,
        Some(ShowFormat::Text) => Some(text::plain(&shown, output::style())),
        Some(ShowFormat::Html) => Some(html::page(&shown, show.speed)),
        Some(ShowFormat::Svg) => Some(svg::animated(&shown, show.speed)),
        Some(ShowFormat::Json) => Some(json::line(&shown) + "\n"),
    };
    drop(patience);
    match written {
        Some(written) => target.text(&written).map(|()| 0),
        None => viewer::view(&shown, show.speed),
    }
}

/// What is written; nothing where keys are pressed and steps are seen.
fn format(show: &Show) -> Result<Option<ShowFormat>, Error> {
    if show.json {
        return Ok(Some(ShowFormat::Json));
    }
    if show.plain {
        return Ok(Some(ShowFormat::Text));
    }
    if show.format.is_some() {
        return Ok(show.format);
    }
    match files::named(&show.output) {
        Some(path) => by_ending(path).map(Some),
        None if show.output.is_some() => Ok(Some(ShowFormat::Text)),
        None => {
            let keys = std::io::stdin().is_terminal() && std::io::stdout().is_terminal();
            Ok((!keys || !viewer::POSSIBLE).then_some(ShowFormat::Text))
        }
    }
}

fn by_ending(path: &Path) -> Result<ShowFormat, Error> {
    let ending = path.extension().map(|ending| ending.to_string_lossy().to_ascii_lowercase());
    match ending.as_deref() {
        Some("html" | "htm") => Ok(ShowFormat::Html),
        Some("svg") => Ok(ShowFormat::Svg),
        Some("txt") => Ok(ShowFormat::Text),
        Some("json") => Ok(ShowFormat::Json),
        _ => Err(Error::input(format!(
            "{} does not say what to write: end its name in .html, .svg, .txt or .json, or add --format",
            path.display()
        ))),
    }
}

fn demonstration(show: &Show, address: &str, patience: &Patience) -> Result<Demonstration, Error> {
    let tick = |progress| patience.tick(progress);
    let mut question = input::address(address)?;
    if show.misere {
        question.play = Play::Misere;
    }
    Demonstration::new(question, &Ask { tick: &tick, ..show.budget.ask() })
}
