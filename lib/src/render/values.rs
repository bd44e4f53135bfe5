//! Values as text: a list, CSV, JSON and b-files.

use std::io::{Error, Write};

use serde_json::json;

/// What is said about values beside the values.
pub struct Head<'a> {
    /// The game with its parameters.
    pub game: &'a str,
    /// The first heap.
    pub from: usize,
    /// The last heap.
    pub to: usize,
    /// The engine that computed them; `None` for those from a file.
    pub engine: Option<String>,
}

impl Head<'_> {
    /// How the values are known, in one word.
    pub fn known(&self) -> &'static str {
        match self.engine.as_deref() {
            None => "file",
            Some("theorem") => "theorem",
            Some(_) => "computed",
        }
    }
}

/// Values and the heaps they belong to.
pub type Pairs<'a> = &'a mut dyn Iterator<Item = (usize, u32)>;

/// A list with blanks between the values; lines are broken where a width is given.
pub fn text(out: &mut dyn Write, values: Pairs<'_>, width: Option<usize>) -> Result<(), Error> {
    let mut column = 0;
    for (_, value) in values {
        let digits = value.checked_ilog10().unwrap_or(0) as usize + 1;
        if column > 0 {
            let full = width.is_some_and(|width| column + 1 + digits > width);
            out.write_all(if full { b"\n" } else { b" " })?;
            column = if full { 0 } else { column + 1 };
        }
        write!(out, "{value}")?;
        column += digits;
    }
    out.write_all(b"\n")
}

/// Lines of heap and value under a line that names them.
pub fn csv(out: &mut dyn Write, values: Pairs<'_>) -> Result<(), Error> {
    out.write_all(b"heap,value\n")?;
    for (heap, value) in values {
        writeln!(out, "{heap},{value}")?;
    }
    Ok(())
}

/// The form in which the OEIS takes long sequences: index and value, the index being the heap.
pub fn bfile(out: &mut dyn Write, head: &Head<'_>, values: Pairs<'_>) -> Result<(), Error> {
    let Head { game, from, to, .. } = head;
    writeln!(out, "# Nim-values of {game}, heaps {from} to {to}; offset {from}")?;
    let how = match &head.engine {
        Some(engine) => {
            format!("computed by Bouton {} (engine {engine})", env!("CARGO_PKG_VERSION"))
        }
        None => format!("read from a value file by Bouton {}", env!("CARGO_PKG_VERSION")),
    };
    writeln!(out, "# {how}")?;
    lines(out, values)
}

/// Lines of index and value, nothing else: what the checksum of a citation is taken of.
pub fn lines(out: &mut dyn Write, values: Pairs<'_>) -> Result<(), Error> {
    for (heap, value) in values {
        writeln!(out, "{heap} {value}")?;
    }
    Ok(())
}

/// One object; the values come last, because they are long.
pub fn object(out: &mut dyn Write, head: &Head<'_>, values: Pairs<'_>) -> Result<(), Error> {
    let fields = json!({
        "game": head.game, "from": head.from, "to": head.to, "known": head.known(), "engine": head.engine,
    });
    let text = fields.to_string();
    out.write_all(text.trim_end_matches('}').as_bytes())?;
    out.write_all(b",\"values\":[")?;
    let mut comma = "";
    for (_, value) in values {
        write!(out, "{comma}{value}")?;
        comma = ",";
    }
    out.write_all(b"]}\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(write: impl FnOnce(&mut dyn Write, Pairs<'_>) -> Result<(), Error>) -> String {
        let mut out = Vec::new();
        let mut values = [0, 1, 12, 345, 6].into_iter().enumerate();
        write(&mut out, &mut values).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn each_format_has_its_form() {
        let head = Head { game: "g", from: 0, to: 4, engine: Some("plain".to_string()) };
        assert_eq!(written(|out, values| text(out, values, None)), "0 1 12 345 6\n");
        assert_eq!(written(|out, values| text(out, values, Some(6))), "0 1 12\n345 6\n");
        assert_eq!(written(|out, values| text(out, values, Some(1))), "0\n1\n12\n345\n6\n");
        assert_eq!(written(csv), "heap,value\n0,0\n1,1\n2,12\n3,345\n4,6\n");
        assert_eq!(written(lines), "0 0\n1 1\n2 12\n3 345\n4 6\n");
        assert!(
            written(|out, values| bfile(out, &head, values))
                .starts_with("# Nim-values of g, heaps 0 to 4")
        );
        let object: serde_json::Value =
            serde_json::from_str(&written(|out, values| object(out, &head, values))).unwrap();
        assert_eq!(object["values"], json!([0, 1, 12, 345, 6]));
        assert_eq!((&object["engine"], &object["known"]), (&json!("plain"), &json!("computed")));
    }
}
