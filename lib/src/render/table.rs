//! A table of two heaps as text, CSV or a map in colours.

use std::fmt::Write;

use super::ink::{self, Paint, centred, number, outline};
use crate::error::Error;
use crate::table::{Cells, Table};
use crate::value::{Outcome, Value};

/// Cells of a picture at most.
pub const MOST_DRAWN: usize = 10_000;

/// What stands in each cell.
fn cells(table: &Table) -> Vec<Vec<String>> {
    match &table.cells {
        Cells::Values(rows) => rows.iter().map(|row| row.iter().map(digits).collect()).collect(),
        Cells::Outcomes(rows) => {
            rows.iter().map(|row| row.iter().map(Outcome::to_string).collect()).collect()
        }
    }
}

/// A value as a number: tables of values are read as numbers, not as games.
fn digits(value: &Value) -> String {
    match value {
        Value::Finite(nimber) => nimber.0.to_string(),
        Value::Infinity(_) => value.to_string(),
    }
}

/// Aligned columns under the sizes of the second heap; each line begins with the size of the first.
pub fn text(table: &Table) -> String {
    let cells = cells(table);
    let label = (table.rows - 1).to_string().len();
    let widths: Vec<usize> = (0..table.columns)
        .map(|column| {
            let widest = cells.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
            widest.max(column.to_string().len())
        })
        .collect();
    let mut out = " ".repeat(label) + " |";
    for (column, width) in widths.iter().enumerate() {
        let _ = write!(out, " {column:>width$}");
    }
    let line: usize = widths.iter().map(|width| width + 1).sum();
    let _ = write!(out, "\n{}-+{}\n", "-".repeat(label), "-".repeat(line));
    for (row, values) in cells.iter().enumerate() {
        let _ = write!(out, "{row:>label$} |");
        for (value, width) in values.iter().zip(&widths) {
            let _ = write!(out, " {value:>width$}");
        }
        out.push('\n');
    }
    out
}

/// Comma-separated values; the first line and the first column are the sizes.
pub fn csv(table: &Table) -> String {
    let mut out = String::from("size");
    for column in 0..table.columns {
        let _ = write!(out, ",{column}");
    }
    out.push('\n');
    for (row, values) in cells(table).iter().enumerate() {
        out += &row.to_string();
        for value in values {
            let quoted = value.contains(',');
            out += &if quoted { format!(",\"{value}\"") } else { format!(",{value}") };
        }
        out.push('\n');
    }
    out
}

/// Whether a table of this size can be drawn.
pub fn check_size(rows: usize, columns: usize) -> Result<(), Error> {
    let count = rows * columns;
    if count > MOST_DRAWN {
        return Err(Error::input(format!(
            "a picture of {rows}x{columns} has {count} cells, and at most {MOST_DRAWN} are drawn: ask for 100x100 or \
             less, or for csv"
        )));
    }
    Ok(())
}

/// A map in which P-positions are blue circles and values grow from light to dark.
pub fn svg(table: &Table) -> String {
    let (cells, shades) = (cells(table), shades(table));
    let longest = cells.iter().flatten().map(|cell| ink::text_width(cell)).fold(1.5, f64::max);
    let (side, size) = (30f64.max(longest * 12.0 + 10.0), 12.0);
    let (left, top) = (56.0, 72.0);
    let width = left + table.columns as f64 * side + 20.0;
    let what = match table.cells {
        Cells::Values(_) => "values",
        Cells::Outcomes(_) => "outcomes",
    };
    let title = format!("{}: {what} of two heaps, {} play", table.game, table.play);
    let width = width.max(ink::text_width(&title) * 15.0 + 24.0);
    let mut svg = ink::open(width, top + table.rows as f64 * side + 20.0, &title, "");
    let _ = writeln!(
        svg,
        "<text x=\"12\" y=\"24\" font-size=\"15\" fill=\"#111827\">{}</text>",
        ink::escape(&title)
    );
    let centre = |row: usize, column: usize| {
        (left + (column as f64 + 0.5) * side, top + (row as f64 + 0.5) * side)
    };
    for column in 0..table.columns {
        let (x, _) = centre(0, column);
        let _ = writeln!(svg, "{}", centred(x, top - 14.0, size, "#4b5563", &column.to_string()));
    }
    for (row, values) in cells.iter().enumerate() {
        let (_, y) = centre(row, 0);
        let _ = writeln!(svg, "{}", centred(left - 18.0, y, size, "#4b5563", &row.to_string()));
        for (column, text) in values.iter().enumerate() {
            let (outcome, shade) = shades[row][column];
            let at = centre(row, column);
            svg += &cell(outcome, shade, at, side);
            let colour = match (outcome, shade) {
                (Outcome::Next, Some(shade)) => ink_on(shade),
                _ => ink::paint(outcome).text,
            };
            let _ = writeln!(svg, "{}</g>", centred(at.0, at.1, size, colour, text));
        }
    }
    svg + "</svg>\n"
}

/// The ground of a cell; the group stays open for its text.
fn cell(outcome: Outcome, shade: Option<f64>, (x, y): (f64, f64), side: f64) -> String {
    let around = number(side - 2.0);
    let square = |fill: &str| {
        format!(
            "<rect x=\"{}\" y=\"{}\" width=\"{around}\" height=\"{around}\" fill=\"{fill}\"/>",
            number(x - side / 2.0 + 1.0),
            number(y - side / 2.0 + 1.0)
        )
    };
    let sign = || {
        let small = side - 4.0;
        let path =
            outline(outcome, x, y, small, if outcome == Outcome::Draw { small } else { 26.0 });
        let Paint { fill, line, .. } = ink::paint(outcome);
        format!("<path d=\"{path}\" fill=\"{fill}\" stroke=\"{line}\" stroke-width=\"1.5\"/>")
    };
    let ground = match (outcome, shade) {
        (Outcome::Next, Some(shade)) => square(&orange(shade)),
        _ => sign(),
    };
    format!("<g class=\"{outcome}\">{ground}")
}

/// The outcome of each cell, and between 0 and 1 how large its value is among those of the table.
fn shades(table: &Table) -> Vec<Vec<(Outcome, Option<f64>)>> {
    match &table.cells {
        Cells::Outcomes(rows) => {
            rows.iter().map(|row| row.iter().map(|outcome| (*outcome, None)).collect()).collect()
        }
        Cells::Values(rows) => {
            let size = |value: &Value| value.finite().and_then(|nimber| nimber.0.to_u64());
            let most = rows.iter().flatten().filter_map(size).max().unwrap_or(1).max(2) as f64;
            let shade = |value: &Value| {
                let part = size(value).map(|size| (size as f64 - 1.0) / (most - 1.0));
                (value.outcome(), part)
            };
            rows.iter().map(|row| row.iter().map(shade).collect()).collect()
        }
    }
}

/// The colours of N-positions from a small value to a large one.
const LIGHT: [f64; 3] = [255.0, 240.0, 214.0];
const DARK: [f64; 3] = [122.0, 48.0, 0.0];

fn mix(shade: f64) -> [f64; 3] {
    std::array::from_fn(|channel| LIGHT[channel] + (DARK[channel] - LIGHT[channel]) * shade)
}

fn orange(shade: f64) -> String {
    let [red, green, blue] = mix(shade).map(|channel| channel.round() as u8);
    format!("#{red:02x}{green:02x}{blue:02x}")
}

/// Black or white, whichever is easier to read on a shade: one of them always has a contrast of 4.5.
fn ink_on(shade: f64) -> &'static str {
    let linear = mix(shade).map(|channel| {
        let part = channel / 255.0;
        if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
    });
    let luminance = 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2];
    if luminance > 0.179 { "#000000" } else { "#ffffff" }
}
