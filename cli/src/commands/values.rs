//! `bouton values`: nim-sequences, computed or read, in several formats.

use std::io::{BufWriter, IsTerminal, Write};
use std::ops::Range;
use std::path::Path;

use bouton::game::Game;
use bouton::natural::Natural;
use bouton::render::text::counted;
use bouton::render::values::{self as formats, Head};
use bouton::sequence::engine::{Engine, engine};
use bouton::sequence::{Values, file, proved_by};
use bouton::{Error, address};

use super::fail;
use crate::arguments::{Format, Values as Command};
use crate::files::{Target, named};
use crate::input::Files;
use crate::output;
use crate::patience::{interrupted, listen_for_interrupt};
use crate::sequences::citation::Citation;
use crate::sequences::pace::{Pace, short};
use crate::sequences::store::Store;
use crate::sequences::{Source, afresh, columns, extend, heap_rules, pairs, room, whole};

pub fn run(command: &Command) -> u8 {
    listen_for_interrupt();
    let json = command.json || command.format == Some(Format::Json);
    match answer(command) {
        Ok(()) => 0,
        Err(error) => fail(&error, None, json),
    }
}

fn answer(command: &Command) -> Result<(), Error> {
    let format = format(command)?;
    let source = Source::open(&command.game)?;
    let (from, to) = range(command, &source)?;
    let length = to + 1;
    let file = named(&command.output);
    let target = match format {
        Format::Bin => Target::Standard,
        _ => Target::new(&command.output, command.force)?,
    };
    if let Some(path) = file {
        let there = path.metadata().map_or(0, |there| if command.resume { there.len() } else { 0 });
        let needed = estimate(source.name(), format, from, to).saturating_sub(u128::from(there));
        if path.metadata().is_ok_and(|there| there.is_file()) || !path.exists() {
            room::on_disk(path, needed)?;
        }
    }
    let (mut known, mut store) = (Values::default(), None);
    if let (Format::Bin, Some(path)) = (format, file) {
        if command.resume && path.exists() {
            let (resumed, values) = Store::resume(path, source.name(), command.force)?;
            (store, known) = (Some(resumed), values);
        } else {
            store = Some(Store::create(path, source.name(), command.force)?);
        }
    }
    let mut keep = |values: &Values| match &mut store {
        Some(store) => store.keep(values, length),
        None => Ok(()),
    };
    let (read, computed);
    let (values, name, proved) = match &source {
        Source::File(file) => {
            read = file.iter_from(0).take(length).collect::<Values>();
            keep(&read)?;
            let game =
                address::open_named_with(file.rules(), &mut Files).ok().filter(|_| command.cite);
            let proved = match game.as_ref().and_then(Game::heap) {
                Some(rules) => afresh::period(rules, &read)?,
                None => None,
            };
            (&read, None, proved)
        }
        Source::Game(game) => {
            let pace = Pace::new(length, command.bounds.limits(), command.json);
            let (rules, before) = (heap_rules(game)?, known.len());
            let mut engine = engine(rules, known, command.means.choice())?;
            compute(command, &mut *engine, before..length, &pace, &mut keep)?;
            computed = engine;
            drop(pace);
            let proved = match command.cite {
                // What was gone on from was read, not computed.
                true if before > 0 => afresh::period(rules, computed.values())?,
                true => proved_by(rules, &*computed),
                false => None,
            };
            let engine = computed.name().to_string();
            (computed.values(), Some(engine).filter(|_| before == 0), proved)
        }
    };
    let head = Head { game: source.name(), from, to, engine: name };
    match file {
        Some(_) if format == Format::Bin => {}
        Some(_) => target.write(|out| write(out, format, &head, values))?,
        None if command.cite => {}
        None => {
            let width = std::io::stdout().is_terminal().then(|| output::style().width);
            output::stream(|out| write_text(out, format, &head, values, width));
        }
    }
    if command.cite {
        let citation = Citation::new(&head, values, proved)
            .map_err(|error| Error::Stopped(format!("the checksum was not taken: {error}")))?;
        output::answer(&if command.json {
            format!("{}\n", citation.object())
        } else {
            citation.text()
        });
    }
    Ok(())
}

/// Computes, keeps what was computed, and says how it went where only a file shows it.
fn compute(
    command: &Command,
    engine: &mut dyn Engine,
    Range { start: before, end: length }: Range<usize>,
    pace: &Pace,
    keep: &mut dyn FnMut(&Values) -> Result<(), Error>,
) -> Result<(), Error> {
    let done = extend(engine, length, pace, &mut |engine| keep(engine.values()));
    let known = engine.values().len().min(length);
    let Some(path) = named(&command.output) else { return done };
    let shown = path.display();
    let reason = match pace.verdict() {
        Err(_) if interrupted() => Some("interrupted".to_string()),
        verdict => verdict.err().map(|reason| reason.to_string()),
    };
    match (done, reason) {
        (Err(_), Some(reason)) if format(command)? == Format::Bin => Err(Error::Stopped(format!(
            "{reason}: {shown} keeps the values of heaps 0 to {}; the same command with --resume goes on",
            known.saturating_sub(1)
        ))),
        (Ok(()), _) if before >= length => {
            output::message(&format!(
                "{shown} already holds the values of heaps 0 to {}",
                before - 1
            ));
            Ok(())
        }
        (Ok(()), _) => {
            let new = known - before;
            output::message(&format!(
                "{shown}: heaps 0 to {}, {} computed by the engine {}, {} per second",
                length - 1,
                counted(new as u64, "value"),
                engine.name(),
                short(pace.rate(new))
            ));
            Ok(())
        }
        (failed, _) => failed,
    }
}

/// The format that is asked for or that the name of the file says.
fn format(command: &Command) -> Result<Format, Error> {
    let asked = if command.json && !command.cite { Some(Format::Json) } else { command.format };
    let format = match (asked, named(&command.output)) {
        (Some(format), _) => format,
        (None, None) => Format::Text,
        (None, Some(path)) => by_name(path)?,
    };
    if format == Format::Parquet {
        columns::available()?;
    }
    if named(&command.output).is_none() && matches!(format, Format::Bin | Format::Parquet) {
        return Err(Error::input("this format needs a file: add -o FILE.bin or -o FILE.parquet"));
    }
    if format == Format::Bin && !command.from.is_zero() {
        return Err(Error::input("a value file begins with heap 0: leave out --from"));
    }
    if command.resume && format != Format::Bin {
        return Err(Error::input("only value files can be resumed: add -o FILE.bin"));
    }
    Ok(format)
}

fn by_name(path: &Path) -> Result<Format, Error> {
    let extension = path.extension().map(|extension| extension.to_string_lossy().to_lowercase());
    match extension.as_deref() {
        Some("csv") => Ok(Format::Csv),
        Some("json") => Ok(Format::Json),
        Some("txt" | "bfile") => Ok(Format::Bfile),
        Some("bin") => Ok(Format::Bin),
        Some("parquet") => Ok(Format::Parquet),
        _ => Err(Error::input(format!(
            "the name {} does not say the format: end it in .csv, .json, .txt (a b-file), .bin or .parquet, or add \
             --format",
            path.display()
        ))),
    }
}

/// The first and the last heap.
fn range(command: &Command, source: &Source) -> Result<(usize, usize), Error> {
    let memory = command.bounds.limits().bytes;
    let to = match (&command.to, source) {
        (Some(to), Source::Game(_)) => room::in_memory(to, memory)? - 1,
        (None, Source::Game(_)) => {
            return Err(Error::input("the last heap is missing: add --to N, such as --to 200"));
        }
        (to, Source::File(file)) => {
            if command.resume {
                return Err(Error::input(
                    "a value file is read, not extended: give the game, --resume and -o FILE.bin",
                ));
            }
            let last = file
                .len()
                .checked_sub(1)
                .ok_or_else(|| Error::input(format!("{} holds no values yet", command.game)))?;
            match to {
                Some(to) if *to > Natural::from(last) => {
                    return Err(Error::input(format!("{} ends at heap {last}", command.game)));
                }
                Some(to) => room::in_memory(to, memory)? - 1,
                None => last,
            }
        }
    };
    match command.from.to_u64().and_then(|from| usize::try_from(from).ok()) {
        Some(from) if from <= to => Ok((from, to)),
        _ => Err(Error::input(format!("--from {} lies behind the last heap, {to}", command.from))),
    }
}

/// About how many bytes a file will have.
fn estimate(game: &str, format: Format, from: usize, to: usize) -> u128 {
    let (count, digits) = ((to + 1 - from) as u128, to.to_string().len() as u128);
    match format {
        Format::Bin => file::size(game, 1, to as u64 + 1),
        // Most values have one or two digits.
        Format::Csv | Format::Bfile => count * (digits + 3),
        Format::Text | Format::Json => count * 2,
        Format::Parquet => count,
    }
}

fn write(
    out: &mut BufWriter<std::fs::File>,
    format: Format,
    head: &Head<'_>,
    values: &Values,
) -> std::io::Result<()> {
    if format == Format::Parquet {
        columns::write(out, head, &mut pairs(head, values))?;
        return whole();
    }
    write_text(out, format, head, values, None)
}

fn write_text(
    out: &mut dyn Write,
    format: Format,
    head: &Head<'_>,
    values: &Values,
    width: Option<usize>,
) -> std::io::Result<()> {
    let mut pairs = pairs(head, values);
    match format {
        Format::Csv => formats::csv(out, &mut pairs),
        Format::Json => formats::object(out, head, &mut pairs),
        Format::Bfile => formats::bfile(out, head, &mut pairs),
        Format::Text | Format::Bin | Format::Parquet => formats::text(out, &mut pairs, width),
    }?;
    whole()
}
