//! `bouton tablebase export`: every position with its entry.

use std::io::{self, Write};

use bouton::address::Question;
use bouton::{Error, Play, Value};
use bouton_tablebase::{Entry, Tablebase};
use serde_json::json;

use super::go_on;
use crate::arguments::{Export, ExportFormat};
use crate::commands::fail;
use crate::files::Target;
use crate::output;
use crate::patience::{Limits, Patience};
use crate::tables::{self, Game};

pub fn run(export: &Export) -> u8 {
    let limits = Limits { seconds: export.seconds, bytes: export.memory };
    let patience = Patience::new(limits, None, false);
    let result = write(export, &patience);
    drop(patience);
    match result {
        Ok(()) => 0,
        Err(error) => fail(&error, None, false),
    }
}

/// Hands out each position with its entry.
type Each<'a> = &'a mut dyn FnMut(&mut dyn FnMut(&str, &Entry) -> io::Result<()>) -> io::Result<()>;

fn write(export: &Export, patience: &Patience) -> Result<(), Error> {
    if export.format == ExportFormat::Parquet && cfg!(not(feature = "parquet")) {
        return Err(Error::Unsupported(
            "this program was built without Parquet: build it with --features parquet, or take --format csv".to_string(),
        ));
    }
    let target = Target::new(&export.output, export.force)?;
    let table = tables::open(&export.folder)?;
    let (opened, game) = tables::question(&table)?;
    let mut stopped = Ok(());
    let mut each = |take: &mut dyn FnMut(&str, &Entry) -> io::Result<()>| {
        all(&table, &opened, &game, patience, &mut stopped, take)
    };
    let written = match target {
        Target::Standard if export.format == ExportFormat::Parquet => {
            Err(Error::input("Parquet needs a file: name one with -o"))
        }
        Target::Standard => {
            output::stream(|out| rows(export.format, out, &mut each));
            Ok(())
        }
        file => file.write(|out| rows(export.format, out, &mut each)),
    };
    stopped.and(written)
}

/// All positions, shard by shard; what stops it is told beside the failure to write.
fn all(
    table: &Tablebase,
    opened: &Question,
    game: &Game,
    patience: &Patience,
    stopped: &mut Result<(), Error>,
    take: &mut dyn FnMut(&str, &Entry) -> io::Result<()>,
) -> io::Result<()> {
    let mut done = 0;
    let mut stop = |error: Error| {
        *stopped = Err(error);
        io::Error::from(io::ErrorKind::Interrupted)
    };
    for shard in 0..table.manifest().shards.len() as u32 {
        let held = table.shard(shard).map_err(&mut stop)?;
        for block in 0..held.blocks() {
            go_on(patience, done, done).map_err(&mut stop)?;
            let damaged = |_| {
                Error::input(format!(
                    "{} is damaged: 'bouton tablebase check' tells where",
                    table.place()
                ))
            };
            for (key, id) in held.block(block).map_err(damaged).map_err(&mut stop)?.iter() {
                let position = game.0.position(key).map_err(&mut stop)?;
                if let Some(entry) = held.entry(id) {
                    take(&opened.game.write(&position), entry)?;
                }
                done += 1;
            }
        }
    }
    Ok(())
}

fn rows(format: ExportFormat, out: &mut dyn Write, each: Each<'_>) -> io::Result<()> {
    match format {
        ExportFormat::Csv => {
            writeln!(out, "position,normal,normal_plies,misere,misere_plies,value")?;
            each(&mut |position, entry| {
                let ending = |play| entry.ending(play);
                let letter = |play| ending(play).map_or("", |ending| ending.outcome(play).letter());
                let plies = |play| {
                    ending(play).map_or(String::new(), |ending| {
                        match ending.outcome(play).letter() {
                            "D" => String::new(),
                            _ => ending.plies().to_string(),
                        }
                    })
                };
                writeln!(
                    out,
                    "\"{}\",{},{},{},{},\"{}\"",
                    position.replace('"', "\"\""),
                    letter(Play::Normal),
                    plies(Play::Normal),
                    letter(Play::Misere),
                    plies(Play::Misere),
                    Value::from(&entry.worth)
                )
            })
        }
        ExportFormat::Jsonl => each(&mut |position, entry| {
            let told = |play: Play| {
                let ending = entry.ending(play)?;
                let outcome = ending.outcome(play).letter();
                Some(
                    json!({ "outcome": outcome, "plies": (outcome != "D").then_some(ending.plies()) }),
                )
            };
            let row = json!({
                "position": position,
                "normal": told(Play::Normal),
                "misere": told(Play::Misere),
                "value": serde_json::to_value(Value::from(&entry.worth))?,
            });
            writeln!(out, "{row}")
        }),
        ExportFormat::Parquet => columns(out, each),
    }
}

#[cfg(not(feature = "parquet"))]
fn columns(_out: &mut dyn Write, _each: Each<'_>) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

/// Columns of texts and numbers, in groups of rows.
#[cfg(feature = "parquet")]
fn columns(out: &mut dyn Write, each: Each<'_>) -> io::Result<()> {
    use std::sync::Arc;

    use parquet::basic::Compression;
    use parquet::data_type::{ByteArray, ByteArrayType, Int32Type};
    use parquet::file::properties::WriterProperties;
    use parquet::file::writer::SerializedFileWriter;
    use parquet::schema::parser::parse_message_type;

    const GROUP: usize = 1 << 17;
    const SCHEMA: &str = "message tablebase {
        required binary position (utf8);
        required binary normal (utf8);
        optional int32 normal_plies;
        optional binary misere (utf8);
        optional int32 misere_plies;
        required binary value (utf8);
    }";
    struct Group {
        texts: [Vec<ByteArray>; 4],
        plies: [Vec<i32>; 2],
        known: [Vec<i16>; 3],
    }
    let empty = || Group {
        texts: Default::default(),
        plies: Default::default(),
        known: Default::default(),
    };
    let failure = |error: parquet::errors::ParquetError| io::Error::other(error);
    let schema = Arc::new(parse_message_type(SCHEMA).map_err(failure)?);
    let properties = WriterProperties::builder().set_compression(Compression::UNCOMPRESSED).build();
    // The writer wants to own where it writes: it fills a list of bytes, which is written out group by group.
    let file = Shared::default();
    let mut writer =
        SerializedFileWriter::new(file.clone(), schema, Arc::new(properties)).map_err(failure)?;
    let mut group = empty();
    let mut flush = |group: Group, writer: &mut SerializedFileWriter<Shared>| -> io::Result<()> {
        let mut rows = writer.next_row_group().map_err(failure)?;
        let [positions, normal, misere, values] = group.texts;
        let [normal_plies, misere_plies] = group.plies;
        let [normal_known, misere_known, plies_known] = group.known;
        for column in 0..6 {
            let Some(mut writer) = rows.next_column().map_err(failure)? else { break };
            match column {
                0 => writer.typed::<ByteArrayType>().write_batch(&positions, None, None),
                1 => writer.typed::<ByteArrayType>().write_batch(&normal, None, None),
                2 => writer.typed::<Int32Type>().write_batch(
                    &normal_plies,
                    Some(&normal_known),
                    None,
                ),
                3 => {
                    writer.typed::<ByteArrayType>().write_batch(&misere, Some(&misere_known), None)
                }
                4 => {
                    writer.typed::<Int32Type>().write_batch(&misere_plies, Some(&plies_known), None)
                }
                _ => writer.typed::<ByteArrayType>().write_batch(&values, None, None),
            }
            .map_err(failure)?;
            writer.close().map_err(failure)?;
        }
        rows.close().map_err(failure)?;
        out.write_all(&file.take())
    };
    each(&mut |position, entry| {
        group.texts[0].push(position.into());
        group.texts[1].push(entry.normal.outcome(Play::Normal).letter().into());
        group.texts[3].push(Value::from(&entry.worth).to_string().as_str().into());
        let endings = [Some(entry.normal), entry.misere];
        for (place, (ending, play)) in endings.into_iter().zip(Play::BOTH).enumerate() {
            let ended = ending.filter(|ending| ending.outcome(play).letter() != "D");
            group.known[2 * place].push(i16::from(ended.is_some()));
            group.plies[place].extend(ended.map(|ending| ending.plies() as i32));
        }
        group.known[1].push(i16::from(entry.misere.is_some()));
        group.texts[2].extend(
            entry.misere.map(|ending| ByteArray::from(ending.outcome(Play::Misere).letter())),
        );
        match group.texts[0].len() < GROUP {
            true => Ok(()),
            false => flush(std::mem::replace(&mut group, empty()), &mut writer),
        }
    })?;
    flush(group, &mut writer)?;
    writer.close().map_err(failure)?;
    out.write_all(&file.take())
}

/// Bytes that two hands hold: one writes, the other takes them away.
#[cfg(feature = "parquet")]
#[derive(Clone, Default)]
struct Shared(std::sync::Arc<std::sync::Mutex<Vec<u8>>>);

#[cfg(feature = "parquet")]
impl Shared {
    fn take(&self) -> Vec<u8> {
        self.0.lock().map(|mut bytes| std::mem::take(&mut *bytes)).unwrap_or_default()
    }
}

#[cfg(feature = "parquet")]
impl Write for Shared {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if let Ok(mut held) = self.0.lock() {
            held.extend_from_slice(bytes);
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
