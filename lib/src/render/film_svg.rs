//! A game that was played as a strip of pictures: one for each position, and below it the move.

use std::fmt::Write;

use super::ink::{self, Picture, centred, left, wrapped};
use super::svg;
use crate::scene::Scene;

/// One picture of a strip.
pub struct Frame {
    /// The position.
    pub scene: Scene,
    /// What stands above it: `start`, `after move 3`.
    pub heading: String,
    /// What stands below it: the move that was made here, or how the game ended.
    pub caption: String,
}

/// The room for one position, and for the whole strip before it goes on below, in pixels.
const CELL: f64 = 240.0;
const TALLEST: f64 = 300.0;
const ROW_WIDTH: f64 = 1240.0;
const GAP: f64 = 20.0;
const HEADING_SIZE: f64 = 14.0;
const SIZE: f64 = 16.0;
const LINE: f64 = SIZE * 1.35;
const MOST_LINES: usize = 6;

/// The strip. All positions are drawn to one scale, so that what changes is the game.
pub fn film(frames: &[Frame], title: &str) -> String {
    let scenes: Vec<Scene> = frames.iter().map(|frame| frame.scene.clone()).collect();
    let (scenes, capped) = svg::alike(&scenes);
    let pictures: Vec<Picture> = scenes.iter().map(svg::picture).collect();
    let scale = pictures.iter().map(|picture| picture.fit(CELL, TALLEST)).fold(1.0, f64::min);
    let wide = pictures.iter().map(|picture| picture.width * scale).fold(0.0, f64::max);
    let tall = pictures.iter().map(|picture| picture.height * scale).fold(0.0, f64::max);
    // Words need some room, however small the board.
    let cell = ink::within(wide, 170.0, CELL);
    let captions: Vec<Vec<String>> = frames
        .iter()
        .map(|frame| {
            let mut lines = wrapped(&frame.caption, cell / SIZE);
            if lines.len() > MOST_LINES {
                lines.truncate(MOST_LINES);
                lines[MOST_LINES - 1] += " \u{2026}";
            }
            lines
        })
        .collect();
    let most = captions.iter().map(Vec::len).max().unwrap_or(0);
    let row = HEADING_SIZE * 1.6 + tall + GAP / 2.0 + most as f64 * LINE + GAP;
    let across = ((ROW_WIDTH - GAP) / (cell + GAP)).max(1.0) as usize;
    let columns = across.min(frames.len().max(1));
    let rows = frames.len().div_ceil(across);
    let width = columns as f64 * (cell + GAP) + GAP;
    let note =
        capped.map_or(Vec::new(), |capped| wrapped(&capped, (width - 2.0 * GAP) / HEADING_SIZE));
    let below = rows as f64 * row + GAP;
    let mut strip = ink::open(width, below + note.len() as f64 * LINE, title, "");
    for (line, words) in note.iter().enumerate() {
        strip += &left(GAP, below + line as f64 * LINE, HEADING_SIZE, "#57534e", words);
    }
    for (index, (frame, picture)) in frames.iter().zip(&pictures).enumerate() {
        let x = GAP + (index % across) as f64 * (cell + GAP);
        let y = GAP + (index / across) as f64 * row;
        let middle = x + cell / 2.0;
        let _ = writeln!(strip, "<g class=\"position\">");
        let heading =
            centred(middle, y + HEADING_SIZE / 2.0, HEADING_SIZE, "#57534e", &frame.heading);
        let _ = writeln!(strip, "{heading}");
        let board = y + HEADING_SIZE * 1.6;
        // Piles stand on one ground.
        let (own_width, own_height) = (picture.width * scale, picture.height * scale);
        strip += &picture.placed(middle - own_width / 2.0, board + tall - own_height, scale);
        for (line, words) in captions[index].iter().enumerate() {
            let y = board + tall + GAP / 2.0 + (line as f64 + 0.8) * LINE;
            strip += &left(x, y, SIZE, "#1f2937", words);
        }
        strip += "</g>\n";
    }
    strip + "</svg>\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_position_has_its_picture_and_its_move() {
        let frame = |address: &str, caption: &str| {
            let opened = crate::open(address).unwrap();
            let scene = opened.game.scene(&opened.position);
            Frame { scene, heading: address.to_string(), caption: caption.to_string() }
        };
        let frames = [
            frame("nim: 1 2", "player 1: take 1 from pile 2 & more <words>"),
            frame("nim: 1 1", "player 2: take 1 from pile 1"),
            frame("nim: 0 1", "and so on"),
        ];
        let svg = film(&frames, "a game");
        let document = roxmltree::Document::parse(&svg).expect("a drawing is XML");
        let positions =
            document.descendants().filter(|node| node.attribute("class") == Some("position"));
        assert_eq!(positions.count(), 3);
        assert_eq!(svg.matches("<circle").count(), 3 + 2 + 1);
        let words: Vec<&str> = document.descendants().filter_map(|node| node.text()).collect();
        assert!(words.contains(&"and so on") && words.contains(&"nim: 1 1"));
        roxmltree::Document::parse(&film(&[], "nothing")).expect("a drawing is XML");
    }
}
