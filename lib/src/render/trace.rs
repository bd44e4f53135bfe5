//! An explanation as text for a terminal.

use super::text::{Style, short};
use crate::explain::Trace;

/// An explanation: paragraphs, with their tables, and the replies as a list.
pub fn trace(trace: &Trace, style: Style) -> String {
    let mut text = style.wrap_heading(&short(&trace.address)) + "\n";
    for step in &trace.steps {
        let told = lead(step.kind).to_string() + &with_short_numbers(&step.text);
        if step.kind == "reply" {
            text += &style.wrap_item(&told);
        } else {
            if step.kind != "verdict" {
                text.push('\n');
            }
            text += &style.wrap(&told);
        }
        text.push('\n');
        let rows = aligned(&step.table);
        // A table that has no room is told row by row.
        match rows.iter().all(|row| row.trim_end().chars().count() + 2 <= style.width.max(20)) {
            true => text.extend(rows.iter().map(|row| format!("  {}\n", row.trim_end()))),
            false => {
                for row in &step.table {
                    let row: Vec<&str> = row.iter().map(|cell| cell.trim()).collect();
                    text += &format!("{}\n", style.wrap_item(&row.join("  ")));
                }
            }
        }
    }
    text
}

/// Numbers with more digits than anybody reads are told by their first digits and how many there are.
fn with_short_numbers(text: &str) -> String {
    const MOST: usize = 100;
    let mut short = String::new();
    let mut rest = text;
    while let Some(start) = rest.find(|letter: char| letter.is_ascii_digit()) {
        let digits = rest[start..].find(|letter: char| !letter.is_ascii_digit());
        let end = digits.map_or(rest.len(), |digits| start + digits);
        let (before, number) = (&rest[..start], &rest[start..end]);
        short += before;
        match number.len() > MOST {
            true => short += &format!("{}... ({} digits)", &number[..20], number.len()),
            false => short += number,
        }
        rest = &rest[end..];
    }
    short + rest
}

/// What a paragraph begins with, so that it can be found.
pub(in crate::render) fn lead(kind: &str) -> &'static str {
    match kind {
        "rules" => "The rules. ",
        "idea" => "The idea. ",
        _ => "",
    }
}

/// The rows of a table, cells aligned to the right.
pub(in crate::render) fn aligned(rows: &[Vec<String>]) -> Vec<String> {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let widths: Vec<usize> = (0..columns)
        .map(|column| {
            rows.iter()
                .filter_map(|row| row.get(column))
                .map(|cell| cell.chars().count())
                .max()
                .unwrap_or(0)
        })
        .collect();
    let line = |row: &Vec<String>| {
        let cells = row.iter().zip(&widths).map(|(cell, width)| format!("{cell:>width$}"));
        cells.collect::<Vec<_>>().join(" ")
    };
    rows.iter().map(line).collect()
}
