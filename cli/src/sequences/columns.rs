//! Values as Parquet, the columns that data tools read. A feature, because it takes long to compile.

use std::fs::File;
use std::io::{BufWriter, Error};

use bouton::render::values::{Head, Pairs};

/// Whether this build can write them; if not, the sentence that says so.
#[cfg(not(feature = "parquet"))]
pub fn available() -> Result<(), bouton::Error> {
    Err(bouton::Error::Unsupported(
        "this build has no parquet: build it with --features parquet, or write csv".to_string(),
    ))
}

/// Whether this build can write them.
#[cfg(feature = "parquet")]
pub fn available() -> Result<(), bouton::Error> {
    Ok(())
}

#[cfg(not(feature = "parquet"))]
pub fn write(_: &mut BufWriter<File>, _: &Head<'_>, _: Pairs<'_>) -> Result<(), Error> {
    Err(Error::other("this build has no parquet"))
}

/// Two columns, `heap` and `value`; the game stands in the file's metadata.
#[cfg(feature = "parquet")]
pub fn write(out: &mut BufWriter<File>, head: &Head<'_>, values: Pairs<'_>) -> Result<(), Error> {
    use std::sync::Arc;

    use parquet::basic::Encoding;
    use parquet::data_type::{Int32Type, Int64Type};
    use parquet::file::metadata::KeyValue;
    use parquet::file::properties::WriterProperties;
    use parquet::file::writer::SerializedFileWriter;
    use parquet::schema::parser::parse_message_type;

    /// Rows that are kept in memory.
    const GROUP: usize = 1 << 20;

    let schema =
        "message values { REQUIRED INT64 heap; REQUIRED INT32 value (INTEGER(32,false)); }";
    let about = [("game", head.game.to_string()), ("known", head.known().to_string())];
    let about =
        about.into_iter().map(|(key, value)| KeyValue::new(key.to_string(), value)).collect();
    let properties = WriterProperties::builder()
        .set_created_by(format!("Bouton {}", env!("CARGO_PKG_VERSION")))
        .set_key_value_metadata(Some(about))
        // Heaps grow by one: the difference is all there is to store.
        .set_column_dictionary_enabled("heap".into(), false)
        .set_column_encoding("heap".into(), Encoding::DELTA_BINARY_PACKED)
        .build();
    let schema = Arc::new(parse_message_type(schema).map_err(failure)?);
    let mut writer =
        SerializedFileWriter::new(out, schema, Arc::new(properties)).map_err(failure)?;
    loop {
        let (mut heaps, mut group): (Vec<i64>, Vec<i32>) = (Vec::new(), Vec::new());
        for (heap, value) in values.take(GROUP) {
            heaps.push(heap as i64);
            // The bits of an unsigned number, as the schema says.
            group.push(value as i32);
        }
        if heaps.is_empty() {
            break;
        }
        let mut rows = writer.next_row_group().map_err(failure)?;
        if let Some(mut column) = rows.next_column().map_err(failure)? {
            column.typed::<Int64Type>().write_batch(&heaps, None, None).map_err(failure)?;
            column.close().map_err(failure)?;
        }
        if let Some(mut column) = rows.next_column().map_err(failure)? {
            column.typed::<Int32Type>().write_batch(&group, None, None).map_err(failure)?;
            column.close().map_err(failure)?;
        }
        rows.close().map_err(failure)?;
    }
    writer.close().map_err(failure)?;
    Ok(())
}

/// The failure of the disk, if that is what it is: a full one has a sentence of its own.
#[cfg(feature = "parquet")]
fn failure(error: parquet::errors::ParquetError) -> Error {
    match error {
        parquet::errors::ParquetError::External(inner) => match inner.downcast::<Error>() {
            Ok(error) => *error,
            Err(inner) => Error::other(inner),
        },
        error => Error::other(error),
    }
}

#[cfg(all(test, feature = "parquet"))]
mod tests {
    use super::*;
    use parquet::file::reader::{FileReader, SerializedFileReader};
    use parquet::record::RowAccessor;

    #[test]
    fn columns_are_read_as_they_were_written() {
        let path = std::env::temp_dir().join(format!("bouton-columns-{}", std::process::id()));
        let head = Head { game: "g", from: 5, to: 2004, engine: None };
        let mut out = BufWriter::new(File::create(&path).unwrap());
        let values =
            |heap: usize| (heap * heap % 1009) as u32 + if heap == 9 { 4_000_000_000 } else { 0 };
        write(&mut out, &head, &mut (5..2005).map(|heap| (heap, values(heap)))).unwrap();
        drop(out);
        let reader = SerializedFileReader::new(File::open(&path).unwrap()).unwrap();
        let metadata = reader.metadata().file_metadata();
        let game = metadata.key_value_metadata().unwrap().iter().find(|pair| pair.key == "game");
        assert_eq!(game.unwrap().value.as_deref(), Some("g"));
        let mut heap = 5;
        for row in reader.get_row_iter(None).unwrap() {
            let row = row.unwrap();
            assert_eq!(row.get_long(0).unwrap(), heap as i64);
            assert_eq!(row.get_uint(1).unwrap(), values(heap));
            heap += 1;
        }
        assert_eq!(heap, 2005);
        std::fs::remove_file(path).unwrap();
    }
}
