//! `bouton tablebase`: whole games, built, checked, told of and exported.

#[cfg(feature = "tablebase")]
mod build;
mod export;
mod info;

use std::cell::Cell;

use bouton::ask::{Flow, Progress};
use bouton::{Error, render};
use bouton_tablebase::check;
use serde_json::json;

use super::fail;
use crate::arguments::{Judged, Tablebase, TablebaseCommand};
use crate::patience::{Limits, Patience, listen_for_interrupt};
use crate::{output, tables};

pub fn run(tablebase: &'static Tablebase) -> u8 {
    listen_for_interrupt();
    match &tablebase.command {
        #[cfg(feature = "tablebase")]
        TablebaseCommand::Build(build) => build::run(build),
        #[cfg(not(feature = "tablebase"))]
        TablebaseCommand::Build(build) => fail(
            &Error::Unsupported(
                "this program was built without what builds tablebases: compile it with --features tablebase".to_string(),
            ),
            None,
            build.json,
        ),
        TablebaseCommand::Check(judged) => checked(judged),
        TablebaseCommand::Info(told) => info::run(told),
        TablebaseCommand::Export(export) => export::run(export),
    }
}

/// Asks a patient caller whether to go on, with the number of positions done.
fn go_on(patience: &Patience, positions: u64, steps: u64) -> Result<(), Error> {
    match patience.tick(Progress { positions, steps, search: None }) {
        Flow::Continue => Ok(()),
        Flow::Stop(reason) => Err(Error::Stopped(format!("stopped: {reason}"))),
    }
}

fn checked(judged: &Judged) -> u8 {
    let limits = Limits { seconds: judged.seconds, bytes: judged.memory };
    let patience = Patience::new(limits, None, judged.json);
    let steps = Cell::new(0);
    let result = (|| {
        let table = tables::open(&judged.folder)?;
        // Rules that do not fit are a fault like any other here: what was built is derived again and told.
        let (opened, game) = tables::opened(&table)?;
        let report = check::check(&table, &*game, &|key| game.0.text(key), &|done| {
            steps.set(steps.get() + 1);
            go_on(&patience, done, steps.get())
        })?;
        opened.game.sound()?;
        Ok((table.manifest().address.clone(), report))
    })();
    drop(patience);
    let (address, report) = match result {
        Ok(found) => found,
        Err(error) => return fail(&error, None, judged.json),
    };
    let passed = report.faults.is_empty();
    if judged.json {
        let told = json!({
            "address": address,
            "passed": passed,
            "positions": report.positions,
            "arcs": report.arcs,
            "faults": report.faults,
        });
        output::answer(&format!("{told}\n"));
    } else if passed {
        output::answer(&output::style().wrap(&format!(
            "Passed: {address}: {} and {} were derived again, and every checksum is right.",
            render::text::counted(report.positions, "position"),
            render::text::counted(report.arcs, "arc"),
        )));
        output::answer("\n");
    } else {
        output::answer(&format!("Rejected: {address}:\n"));
        for fault in &report.faults {
            output::answer(&format!("  {fault}\n"));
        }
    }
    u8::from(!passed)
}
