//! A demonstration as one picture that moves by itself: SVG with its own animation, no script.

use std::fmt::Write;

use super::{heading, reading_time, table_at};
use crate::explain::demonstration::Demonstration;
use crate::render::columns_svg;
use crate::render::ink::{self, Picture, centred, left, number, ratio, wrapped};
use crate::render::svg;
use crate::render::text::lead;

/// The size of the picture and of its fields, in pixels.
const WIDTH: f64 = 800.0;
const MARGIN: f64 = 24.0;
const FIELD: f64 = (WIDTH - 3.0 * MARGIN) / 2.0;
const TALLEST: f64 = 320.0;
const SIZE: f64 = 19.0;
const LINE: f64 = SIZE * 1.4;
const TITLE_SIZE: f64 = 17.0;
const MOST_LINES: usize = 12;

const INK: &str = "#1f2937";
const SOFT: &str = "#57534e";

/// The picture. Each step stays as long as it takes to read, and after the last one it begins again. Where nothing
/// moves (on paper, in a program that draws still pictures) the first step is seen.
pub fn animated(shown: &Demonstration, speed: f64) -> String {
    let times: Vec<f64> = shown.steps.iter().map(|step| reading_time(step, speed)).collect();
    let whole: f64 = times.iter().sum::<f64>().max(1.0);
    let (scenes, capped) = svg::alike(&shown.scenes);
    let boards: Vec<Picture> = scenes.iter().map(svg::picture).collect();
    let sentences: Vec<Vec<String>> = shown
        .steps
        .iter()
        .map(|one| {
            let told = format!("{}{}", lead(one.step.kind), one.step.text);
            let mut lines = wrapped(&told, (WIDTH - 2.0 * MARGIN) / SIZE);
            if lines.len() > MOST_LINES {
                lines.truncate(MOST_LINES);
                lines[MOST_LINES - 1] += " \u{2026}";
            }
            lines
        })
        .collect();
    let fit = |picture: &Picture, width: f64| picture.fit(width, TALLEST);
    let tall = boards.iter().map(|board| board.height * fit(board, FIELD)).fold(120.0, f64::max);
    let lines = sentences.iter().map(Vec::len).max().unwrap_or(0) as f64;
    let top = MARGIN + TITLE_SIZE * 2.0;
    let words = top + tall + MARGIN;
    let bottom = words + lines * LINE + MARGIN;
    let height = bottom + TITLE_SIZE + MARGIN;
    let description = "A game with best play of both sides, step by step.";
    let mut out = ink::open(WIDTH, height, &shown.address, description);
    out += "<defs>\n";
    for (index, board) in boards.iter().enumerate() {
        let _ = writeln!(out, "<g id=\"board-{index}\">\n{}</g>", board.body);
    }
    out += "</defs>\n";
    let title = ink::shorten(&shown.address, 70);
    out += &left(MARGIN, MARGIN + TITLE_SIZE * 0.6, TITLE_SIZE, SOFT, &title);
    if let Some(capped) = capped {
        out += &left(MARGIN, MARGIN + TITLE_SIZE * 1.8, TITLE_SIZE * 0.8, SOFT, &capped);
    }
    let mut start = 0.0;
    for (at, one) in shown.steps.iter().enumerate() {
        let end = start + times[at];
        let hidden = if at == 0 { "" } else { " display=\"none\"" };
        let _ = writeln!(out, "<g class=\"step\"{hidden}>");
        let _ = writeln!(
            out,
            "<animate attributeName=\"display\" calcMode=\"discrete\" dur=\"{}s\" repeatCount=\"indefinite\" {}/>",
            number(whole / 1000.0),
            moments(start / whole, end / whole, at + 1 == shown.steps.len())
        );
        start = end;
        let (board, scene) = (&boards[one.board], &scenes[one.board]);
        let table = table_at(shown, at).map(|from| {
            let step = &shown.steps[from].step;
            columns_svg::table(&step.table, if from == at { &step.marks } else { &[] })
        });
        let room = if table.is_some() { FIELD } else { WIDTH - 2.0 * MARGIN };
        let scale = fit(board, room);
        let middle = MARGIN + room / 2.0;
        let (x, y) = (middle - board.width * scale / 2.0, top + tall - board.height * scale);
        let _ = writeln!(
            out,
            "<g transform=\"translate({} {}) scale({})\"><use href=\"#board-{}\"/>\n{}</g>",
            number(x),
            number(y),
            ratio(scale),
            one.board,
            svg::looks(scene, &one.step.highlights)
        );
        if let Some(table) = table {
            let scale = table.fit(FIELD, tall);
            let x = 2.0 * MARGIN + FIELD + (FIELD - table.width * scale) / 2.0;
            out += &table.placed(x, top + (tall - table.height * scale) / 2.0, scale);
        }
        for (line, told) in sentences[at].iter().enumerate() {
            out += &left(MARGIN, words + (line as f64 + 0.8) * LINE, SIZE, INK, told);
        }
        let count = format!("step {} of {}", at + 1, shown.steps.len());
        let who = match one.step.kind {
            "end" | "move" => heading(shown, one.board).to_string(),
            _ => format!("Move {}, player {}", one.board + 1, one.player),
        };
        out += &left(
            MARGIN,
            bottom + TITLE_SIZE * 0.6,
            TITLE_SIZE * 0.85,
            SOFT,
            &ink::shorten(&who, 76),
        );
        let place = WIDTH - MARGIN - 60.0;
        let _ = writeln!(
            out,
            "{}",
            centred(place, bottom + TITLE_SIZE * 0.3, TITLE_SIZE * 0.85, SOFT, &count)
        );
        let done = (at + 1) as f64 / shown.steps.len() as f64;
        let _ = writeln!(
            out,
            "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"4\" fill=\"{SOFT}\"/>\n</g>",
            number(MARGIN),
            number(bottom - TITLE_SIZE),
            number((WIDTH - 2.0 * MARGIN) * done)
        );
    }
    out + "</svg>\n"
}

/// When a step is to be seen, as parts of the whole time: every list begins at 0.
fn moments(start: f64, end: f64, last: bool) -> String {
    let (values, times) = match (start <= 0.0, last) {
        (true, true) => ("inline".to_string(), "0".to_string()),
        (true, false) => ("inline;none".to_string(), format!("0;{}", fraction(end))),
        (false, true) => ("none;inline".to_string(), format!("0;{}", fraction(start))),
        (false, false) => {
            ("none;inline;none".to_string(), format!("0;{};{}", fraction(start), fraction(end)))
        }
    };
    format!("values=\"{values}\" keyTimes=\"{times}\"")
}

/// A part of the whole, fine enough that short steps of a long game keep their time.
fn fraction(part: f64) -> String {
    format!("0.{:06}", ((part * 1e6).round() as u64).min(999_999))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Ask;

    #[test]
    fn every_step_is_seen_in_its_turn_and_nothing_is_fetched() {
        for address in ["nim: 3 4 5", "chomp: 2x3", "nim: 10^30 5", "nim: 0"] {
            let shown = Demonstration::new(crate::open(address).unwrap(), &Ask::default()).unwrap();
            let svg = animated(&shown, 1.0);
            let document = roxmltree::Document::parse(&svg).expect("a drawing is XML");
            let steps: Vec<_> = document
                .descendants()
                .filter(|node| node.attribute("class") == Some("step"))
                .collect();
            assert_eq!(steps.len(), shown.steps.len(), "{address}");
            let mut last = String::new();
            for (index, step) in steps.iter().enumerate() {
                assert_eq!(step.attribute("display").is_none(), index == 0);
                let moves = step.first_element_child().unwrap();
                assert!(moves.has_tag_name("animate"));
                let times: Vec<&str> = moves.attribute("keyTimes").unwrap().split(';').collect();
                assert_eq!(times.len(), moves.attribute("values").unwrap().split(';').count());
                assert!(times.windows(2).all(|pair| pair[0] < pair[1]), "{times:?}");
                if index > 0 {
                    assert_eq!(times[1], last, "a step begins when the one before it ends");
                }
                last = times.last().unwrap().to_string();
            }
            assert!(!svg.contains("<script"));
            assert_eq!(
                svg.matches("http").count(),
                1,
                "the name of the format is the only address"
            );
        }
    }
}
