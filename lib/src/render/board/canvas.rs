//! Any scene in letters: each shape as a short sign at its place, so that what is round stays round.

use super::TALLEST;
use crate::scene::{Form, Role, Scene, Shape};

/// Lines with heads that are drawn at most: more of them are a thicket.
const MOST_LINES: usize = 16;

/// Places whose heights differ by less are in one row.
const LEVEL: f64 = 0.25;

/// A sign and the middle of it, in units of the scene.
struct Sign {
    text: String,
    x: f64,
    y: f64,
}

/// The picture in so many columns, or below each other what does not fit beside each other.
pub fn draw(scene: &Scene, width: usize) -> Option<String> {
    let mut signs: Vec<Sign> = scene.shapes.iter().filter_map(sign).collect();
    // What lies on a square hides it.
    let squares: Vec<bool> = (0..signs.len()).map(|place| is_covered(&signs, place)).collect();
    let mut covered = squares.into_iter();
    signs.retain(|_| covered.next() != Some(true));
    let lines: Vec<Form> = scene
        .shapes
        .iter()
        .map(|shape| shape.form)
        .filter(|form| matches!(form, Form::Line { .. }))
        .collect();
    if signs.is_empty() || lines.len() > MOST_LINES {
        return None;
    }
    let canvas = match rows(&signs) {
        Some(levels) => {
            // Between rows that lines join there must be room for the lines.
            let apart = if lines.is_empty() { 1 } else { 3 };
            let row = |y: f64| {
                let above = levels.iter().position(|level| y <= level + LEVEL);
                (above.unwrap_or(levels.len() - 1) * apart) as f64
            };
            // Neighbours are a whole number of letters apart, so that rows are even.
            let (gap, least) = (closest(&signs), if lines.is_empty() { 2 } else { 6 });
            let mut scales = (least..60).map(|letters| f64::from(letters) / gap);
            let mut canvas = scales.find_map(|scale| Canvas::place(&signs, scale, &row))?;
            canvas.join(&lines, &row);
            canvas
        }
        None => {
            let scales = || (4..40).map(|eighth| f64::from(eighth) / 8.0);
            let heights = levels(&signs, 0.01);
            // What differs in height should do so in the picture, unless that takes too many lines.
            let apart = |scale: &f64| {
                let rows = heights.iter().map(|height| (height * scale).round());
                rows.clone().zip(rows.skip(1)).all(|(above, below)| above < below)
            };
            // A letter is about twice as high as it is wide.
            let drawn = |scale: f64| {
                let row = |y: f64| (y * scale).round();
                let mut canvas = Canvas::place(&signs, 2.0 * scale, &row)?;
                canvas.join(&lines, &row);
                Some(canvas)
            };
            let round = scales().filter(|scale| *scale <= 2.0).filter(apart).find_map(drawn);
            round.or_else(|| scales().filter(|scale| *scale >= 1.0).find_map(drawn))?
        }
    };
    canvas.text(width)
}

/// Whether a square without a caption has another sign on it.
fn is_covered(signs: &[Sign], place: usize) -> bool {
    let own = &signs[place];
    let on = |other: &Sign| {
        other.text != own.text && (other.x - own.x).abs() < LEVEL && (other.y - own.y).abs() < LEVEL
    };
    own.text == "#" && signs.iter().any(on)
}

/// What stands for a shape; nothing for lines.
fn sign(shape: &Shape) -> Option<Sign> {
    let (x, y) = match shape.form {
        Form::Circle { x, y, .. } | Form::Text { x, y } => (x, y),
        Form::Rectangle { x, y, width, height } => (x + width / 2.0, y + height / 2.0),
        Form::Line { .. } => return None,
    };
    let caption = shape.caption.trim();
    let text = match (shape.role, caption.is_empty()) {
        _ if shape.letter.is_some() => shape.letter.iter().collect(),
        (Role::Arc, _) => return None,
        (Role::Stone, true) => "o".to_string(),
        (Role::Stone, false) => format!("({caption})"),
        (Role::Card, false) if shape.pick.is_some() => format!("[{caption}]"),
        (Role::Square, true) => "#".to_string(),
        (Role::Poison, true) => "x".to_string(),
        (Role::Text | Role::Ground, true) => return None,
        (_, true) => ".".to_string(),
        (_, false) => caption.to_string(),
    };
    Some(Sign { text, x, y })
}

/// The heights of the rows, if all signs stand in rows that are about equally far apart.
fn rows(signs: &[Sign]) -> Option<Vec<f64>> {
    let levels = levels(signs, LEVEL);
    let gaps: Vec<f64> = levels.windows(2).map(|pair| pair[1] - pair[0]).collect();
    let least = gaps.iter().copied().fold(f64::INFINITY, f64::min);
    let most = gaps.iter().copied().fold(0.0, f64::max);
    (gaps.is_empty() || least >= 0.7 && most <= 2.2 * least).then_some(levels)
}

/// The different heights of signs, ascending; what is nearer than this is the same.
fn levels(signs: &[Sign], near: f64) -> Vec<f64> {
    let mut heights: Vec<f64> = signs.iter().map(|sign| sign.y).collect();
    heights.sort_by(f64::total_cmp);
    let mut levels: Vec<f64> = Vec::new();
    for height in heights {
        if levels.last().is_none_or(|level| height > level + near) {
            levels.push(height);
        }
    }
    levels
}

/// How far the nearest neighbours of a row are apart.
fn closest(signs: &[Sign]) -> f64 {
    let mut places: Vec<(f64, f64)> = signs.iter().map(|sign| (sign.y, sign.x)).collect();
    places.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)));
    let gaps = places.windows(2).filter(|pair| pair[1].0 - pair[0].0 <= LEVEL);
    let gaps = gaps.map(|pair| pair[1].1 - pair[0].1).filter(|gap| *gap > 0.1);
    let least = gaps.fold(f64::INFINITY, f64::min);
    if least.is_finite() { least } else { 1.0 }
}

/// Letters in lines and columns.
struct Canvas {
    cells: Vec<Vec<char>>,
    scale: f64,
    /// The column, in letters from the left edge of the scene, that is drawn first.
    left: i64,
}

impl Canvas {
    /// The signs at their places, if with these scales none touches another.
    fn place(signs: &[Sign], scale: f64, row: &dyn Fn(f64) -> f64) -> Option<Canvas> {
        let start = |sign: &Sign| {
            let letters = sign.text.chars().count() as i64;
            (sign.x * scale).round() as i64 - (letters - 1) / 2
        };
        let top = signs.iter().map(|sign| row(sign.y) as i64).min()?;
        let left = signs.iter().map(start).min()?;
        let mut cells: Vec<Vec<char>> = Vec::new();
        for sign in signs {
            let line = usize::try_from(row(sign.y) as i64 - top).ok()?;
            let column = usize::try_from(start(sign) - left).ok()?;
            let length = sign.text.chars().count();
            if line >= TALLEST || column + length > 400 {
                return None;
            }
            if cells.len() <= line {
                cells.resize(line + 1, Vec::new());
            }
            let letters = &mut cells[line];
            if letters.len() < column + length + 1 {
                letters.resize(column + length + 1, ' ');
            }
            // One blank on either side, so that signs stay apart.
            let around = column.saturating_sub(1)..column + length + 1;
            if letters[around].iter().any(|letter| *letter != ' ') {
                return None;
            }
            for (place, letter) in sign.text.chars().enumerate() {
                letters[column + place] = letter;
            }
        }
        Some(Canvas { cells, scale, left })
    }

    /// Draws lines on the cells that are free; an arrow ends with a head.
    fn join(&mut self, lines: &[Form], row: &dyn Fn(f64) -> f64) {
        let width = self.cells.iter().map(Vec::len).max().unwrap_or(0);
        self.cells.iter_mut().for_each(|letters| letters.resize(width, ' '));
        let taken = self.cells.clone();
        for line in lines {
            let Form::Line { x, y, to_x, to_y, arrow } = *line else { continue };
            let column = |x: f64| x * self.scale - self.left as f64;
            let (from, to) = ((column(x), row(y)), (column(to_x), row(to_y)));
            let (across, down) = (to.0 - from.0, to.1 - from.1);
            let steps = (across.abs().max(down.abs()).ceil() as usize).clamp(1, 400);
            let (mut last, mut before) = (None, from.1.round());
            for step in 1..steps {
                let part = step as f64 / steps as f64;
                let (x, y) = ((from.0 + across * part).round(), (from.1 + down * part).round());
                let level = y == std::mem::replace(&mut before, y);
                let place = (x.max(0.0) as usize, y.max(0.0) as usize);
                let free =
                    taken.get(place.1).and_then(|letters| letters.get(place.0)) == Some(&' ');
                if !free {
                    continue;
                }
                self.cells[place.1][place.0] = if level && down.abs() < across.abs() {
                    '-'
                } else if across.abs() < down.abs() / 2.0 {
                    '|'
                } else if (across > 0.0) == (down > 0.0) {
                    '\\'
                } else {
                    '/'
                };
                last = Some(place);
            }
            if let (true, Some((x, y))) = (arrow, last) {
                self.cells[y][x] = match (down.abs() * 3.0 < across.abs(), across > 0.0, down > 0.0)
                {
                    (true, true, _) => '>',
                    (true, false, _) => '<',
                    (false, _, true) => 'v',
                    (false, _, false) => '^',
                };
            }
        }
    }

    /// The lines, moved in by two; a few rows that are too wide are cut where all of them are blank.
    fn text(&self, width: usize) -> Option<String> {
        let room = width.checked_sub(2)?;
        let letters = self.cells.iter().map(Vec::len).max()?;
        let blank = |column: usize| {
            self.cells.iter().all(|row| row.get(column).is_none_or(|letter| *letter == ' '))
        };
        let (mut text, mut from) = (String::new(), 0);
        while from < letters {
            let to = match letters - from <= room {
                true => letters,
                false if self.cells.len() > 4 => return None,
                false => (from + 1..=from + room).rev().find(|column| blank(*column))?,
            };
            for row in &self.cells {
                let cut: String = row.iter().take(to).skip(from).collect();
                text += &format!("  {}", cut.trim_end());
                text.truncate(text.trim_end_matches(' ').len());
                text.push('\n');
            }
            from = to + usize::from(to < letters);
        }
        Some(text)
    }
}
