//! A histogram as a picture.

use std::fmt::Write;

use super::ink::{self, escape, number};

/// What is drawn.
pub struct Bars<'a> {
    /// The heading.
    pub title: &'a str,
    /// The counts in words, below it and for those who do not see the picture.
    pub about: &'a str,
    /// What is told to the right.
    pub across: &'a str,
    /// What the common bars are.
    pub common: &'a str,
    /// What the marked ones are.
    pub marked: &'a str,
    /// The bars, in order.
    pub bars: &'a [Bar],
}

/// One bar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bar {
    /// Where it stands.
    pub label: u64,
    /// How high it is.
    pub count: u64,
    /// Whether it has the other colour.
    pub marked: bool,
}

const WIDTH: f64 = 900.0;
const LEFT: f64 = 110.0;
const RIGHT: f64 = 24.0;
const TOP: f64 = 84.0;
const FIELD: f64 = 320.0;
const BOTTOM: f64 = 64.0;
const INK: &str = "#1f2937";
const GRID: &str = "#d4d8de";
/// Both have a contrast of at least 4.5 on white; the marked one is darker as well.
const COMMON: &str = "#2563a8";
const MARKED: &str = "#7a1d4f";

/// The picture.
pub fn svg(bars: &Bars<'_>) -> String {
    let mut svg = ink::open(WIDTH, TOP + FIELD + BOTTOM, bars.title, bars.about);
    svg += &text(WIDTH / 2.0, 30.0, 18.0, "middle", INK, &ink::shorten(bars.title, 80));
    svg += &text(WIDTH / 2.0, 52.0, 13.0, "middle", INK, &ink::shorten(bars.about, 120));
    let most = bars.bars.iter().map(|bar| bar.count).max().unwrap_or(1).max(1);
    let (first, last) = match (bars.bars.first(), bars.bars.last()) {
        (Some(first), Some(last)) => (first.label, last.label),
        _ => (0, 0),
    };
    let step = (WIDTH - LEFT - RIGHT) / (last - first + 1) as f64;
    // Three lines and their counts, from below.
    for third in 0..=3u64 {
        let y = TOP + FIELD - FIELD * third as f64 / 3.0;
        let _ = write!(
            svg,
            r#"<line x1="{}" x2="{}" y1="{y}" y2="{y}" stroke="{GRID}"/>"#,
            number(LEFT),
            number(WIDTH - RIGHT),
            y = number(y)
        );
        let count = (u128::from(most) * u128::from(third) / 3).to_string();
        svg += &text(LEFT - 8.0, y + 4.0, 12.0, "end", INK, &count);
    }
    for bar in bars.bars {
        let height = FIELD * bar.count as f64 / most as f64;
        let x = LEFT + step * (bar.label - first) as f64;
        let _ = write!(
            svg,
            r#"<rect x="{}" y="{}" width="{}" height="{}" fill="{}"><title>{}: {}</title></rect>"#,
            number(x + step * 0.08),
            number(TOP + FIELD - height),
            number(step * 0.84),
            number(height),
            if bar.marked { MARKED } else { COMMON },
            bar.label,
            bar.count
        );
    }
    let every = (last - first + 1).div_ceil(20).max(1);
    for label in (first..=last).step_by(every as usize) {
        let x = LEFT + step * ((label - first) as f64 + 0.5);
        svg += &text(x, TOP + FIELD + 16.0, 12.0, "middle", INK, &label.to_string());
    }
    svg += &text(LEFT, TOP + FIELD + 44.0, 13.0, "start", INK, bars.across);
    svg += &text(WIDTH - RIGHT - 190.0, TOP + FIELD + 44.0, 13.0, "end", COMMON, bars.common);
    svg += &text(WIDTH - RIGHT, TOP + FIELD + 44.0, 13.0, "end", MARKED, bars.marked);
    svg + "</svg>\n"
}

fn text(x: f64, y: f64, size: f64, anchor: &str, colour: &str, text: &str) -> String {
    format!(
        r#"<text x="{}" y="{}" font-size="{size}" text-anchor="{anchor}" fill="{colour}">{}</text>"#,
        number(x),
        number(y),
        escape(text)
    )
}
