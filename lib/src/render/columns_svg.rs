//! Numbers in binary columns as a picture, alone or beside the position that they come from.

use std::fmt::Write;

use super::ink::{
    self, LOOK, LOOK_GROUND, Picture, centred, escape, left, number, text_width, wrapped,
};
use super::svg;
use crate::explain::Step;
use crate::scene::Scene;

/// The letters of the table, the height of its rows and the least width of its columns, in pixels.
const SIZE: f64 = 18.0;
const ROW: f64 = 30.0;
const NARROWEST: f64 = 28.0;
/// What stands above the columns is smaller, and turned where it is long.
const HEAD_SIZE: f64 = 13.0;
const MOST_HEAD_LETTERS: usize = 3;

const MARGIN: f64 = 20.0;
/// The room for the position beside its columns.
const WIDEST_SCENE: f64 = 560.0;
const TALLEST_SCENE: f64 = 420.0;
/// The sentence below.
const SENTENCE_SIZE: f64 = 17.0;
const LEAST_WIDTH: f64 = 420.0;

const INK: &str = "#1f2937";
const SOFT: &str = "#57534e";

/// A position beside the columns of a step, and below them what the step says.
pub fn columns(scene: &Scene, step: &Step, title: &str) -> String {
    let (scenes, capped) = svg::alike(std::slice::from_ref(scene));
    let (board, table) = (svg::picture(&scenes[0]), table(&step.table, &step.marks));
    let scale = board.fit(WIDEST_SCENE, TALLEST_SCENE.max(table.height));
    let (board_width, board_height) = (board.width * scale, board.height * scale);
    let inner = (board_width + MARGIN + table.width).max(LEAST_WIDTH);
    let tall = board_height.max(table.height);
    let start = MARGIN + (inner - board_width - MARGIN - table.width) / 2.0;
    let told =
        [Some(step.text.clone()), capped].into_iter().flatten().collect::<Vec<_>>().join(" ");
    let lines = wrapped(&told, inner / SENTENCE_SIZE);
    let below = lines.len() as f64 * SENTENCE_SIZE * 1.4;
    let mut picture = ink::open(inner + 2.0 * MARGIN, tall + below + 3.0 * MARGIN, title, &told);
    picture += &board.placed(start, MARGIN + (tall - board_height) / 2.0, scale);
    let across = start + board_width + MARGIN;
    picture += &table.placed(across, MARGIN + (tall - table.height) / 2.0, 1.0);
    for (line, words) in lines.iter().enumerate() {
        let y = tall + 2.0 * MARGIN + (line as f64 + 0.8) * SENTENCE_SIZE * 1.4;
        picture += &left(MARGIN, y, SENTENCE_SIZE, INK, words);
    }
    picture + "</svg>\n"
}

/// A table of a step: labels on the left, cells below each other, marked ones in a box of their own.
pub(super) fn table(rows: &[Vec<String>], marks: &[(usize, usize)]) -> Picture {
    let has_head = rows.first().is_some_and(|row| row.first().is_some_and(String::is_empty));
    let is_head = |row: usize| has_head && row == 0;
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let cell = |row: usize, column: usize| rows[row].get(column).map_or("", String::as_str);
    let heads = rows.first().filter(|_| has_head).into_iter().flatten();
    let longest = heads.map(|head| head.chars().count()).max().unwrap_or(0);
    let turned = longest > MOST_HEAD_LETTERS;
    let mut widths: Vec<f64> = (0..columns)
        .map(|column| {
            let cells = (0..rows.len()).filter(|row| !is_head(*row)).map(|row| cell(row, column));
            let widest = cells.map(|cell| text_width(cell) * SIZE).fold(0.0, f64::max);
            if column == 0 { widest } else { (widest + 10.0).max(NARROWEST) }
        })
        .collect();
    if has_head && columns > 2 {
        // Digits stand at equal distances.
        let widest = widths[1..columns - 1].iter().copied().fold(0.0, f64::max);
        widths[1..columns - 1].fill(widest);
    }
    // Where the columns begin, and where the last one ends.
    let starts: Vec<f64> = std::iter::once(0.0)
        .chain(widths.iter().scan(0.0, |x, width| {
            *x += width;
            Some(*x)
        }))
        .collect();
    let head = if turned { longest as f64 * HEAD_SIZE * 0.63 + 8.0 } else { ROW };
    let top = |row: usize| match has_head {
        true if row == 0 => 0.0,
        true => head + (row - 1) as f64 * ROW,
        false => row as f64 * ROW,
    };
    let height = top(rows.len());
    let mut body = String::new();
    for (row, column) in marks.iter().filter(|(row, column)| *row < rows.len() && *column < columns)
    {
        let _ = writeln!(
            body,
            "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"4\" fill=\"{LOOK_GROUND}\" stroke=\"{LOOK}\" \
             stroke-width=\"1.5\"/>",
            number(starts[*column] + 1.5),
            number(top(*row) + 1.5),
            number(widths[*column] - 3.0),
            number(ROW - 3.0)
        );
    }
    for (row, cells) in rows.iter().enumerate() {
        let sum = cells.first().is_some_and(|label| label.starts_with("nim-sum"));
        if sum {
            let (y, end) = (number(top(row)), number(starts[columns]));
            let _ =
                writeln!(body, "<path d=\"M0 {y}H{end}\" stroke=\"{INK}\" stroke-width=\"1.5\"/>");
        }
        // Words below the columns.
        let words = row > 0 && cells.first().is_some_and(String::is_empty);
        let bold = |text: &str| sum || has_head && text == "1";
        for (column, text) in cells.iter().enumerate().filter(|(_, text)| !text.is_empty()) {
            let middle = (starts[column] + starts[column + 1]) / 2.0;
            let y = top(row) + ROW / 2.0;
            let weight = if bold(text) { " font-weight=\"700\"" } else { "" };
            if column == 0 {
                let (x, y) = (number(starts[1] - 6.0), number(y + SIZE * 0.36));
                let _ = writeln!(
                    body,
                    "<text x=\"{x}\" y=\"{y}\" font-size=\"{}\" text-anchor=\"end\" fill=\"{SOFT}\"{weight}>{}</text>",
                    number(SIZE * 0.9),
                    escape(text)
                );
            } else if is_head(row) && turned {
                let (x, y) = (number(middle + HEAD_SIZE * 0.36), number(head - 4.0));
                let _ = writeln!(
                    body,
                    "<text transform=\"translate({x} {y}) rotate(-90)\" font-size=\"{HEAD_SIZE}\" fill=\"{SOFT}\">{}</text>",
                    escape(text)
                );
            } else if is_head(row) || words {
                body += &(centred(middle, y, HEAD_SIZE, SOFT, text) + "\n");
            } else if text.starts_with("= ") {
                let words = left(starts[column] + 6.0, y + SIZE * 0.36, SIZE, INK, text);
                body += &words.replacen("<text", &format!("<text{weight}"), 1);
            } else {
                let words = centred(middle, y, SIZE, INK, text);
                body += &(words.replacen("<text", &format!("<text{weight}"), 1) + "\n");
            }
        }
    }
    Picture { width: starts[columns], height, body }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Ask;

    fn drawn(address: &str) -> String {
        let question = crate::open(address).unwrap();
        let step = question.columns(&Ask::default()).unwrap();
        columns(&question.game.scene(&question.position), &step, &question.address())
    }

    #[test]
    fn piles_stand_beside_their_columns_and_odd_ones_say_so() {
        let svg = drawn("nim: 3 4 5");
        let document = roxmltree::Document::parse(&svg).expect("a drawing is XML");
        let words: Vec<&str> = document
            .descendants()
            .filter(|node| node.has_tag_name("text"))
            .filter_map(|node| node.text())
            .collect();
        for word in ["4", "2", "1", "= 3", "= 4", "= 5", "nim-sum", "= 2", "odd", "pile 3"] {
            assert!(words.contains(&word), "{word} is missing in {words:?}");
        }
        assert_eq!(words.iter().filter(|word| **word == "odd").count(), 1);
        assert_eq!(svg.matches("<circle").count(), 12);
    }

    #[test]
    fn wide_numbers_and_long_rows_are_drawn() {
        for address in ["nim: 9223372036854775808 1", "kayles: 7 9 12", "nim: 3 + kayles: 12"] {
            let svg = drawn(address);
            roxmltree::Document::parse(&svg).expect("a drawing is XML");
            assert!(!svg.contains("NaN"));
        }
        assert_eq!(table(&[], &[]).height, 0.0);
    }
}
