//! What all drawings share: numbers, escaping, the room that words take, and the look of an outcome.

use std::fmt::Write;

use crate::value::Outcome;

/// Fonts that are everywhere, so that a drawing needs nothing but itself.
pub(super) const FONT: &str = "system-ui, -apple-system, 'Segoe UI', Helvetica, Arial, sans-serif";

/// What is to be looked at: a line around it, and its ground. Blue and orange are left to outcomes.
pub(super) const LOOK: &str = "#7c3aed";
pub(super) const LOOK_GROUND: &str = "#ede9fe";

/// The colours of a shape: every text has a contrast of at least 4.5 on its fill.
#[derive(Clone, Copy)]
pub(super) struct Paint {
    pub fill: &'static str,
    pub line: &'static str,
    pub text: &'static str,
}

/// The colours of the outcomes everywhere: P blue, N orange, D grey.
pub(super) fn paint(outcome: Outcome) -> Paint {
    match outcome {
        Outcome::Previous => Paint { fill: "#cfe2ff", line: "#0b4f9e", text: "#072f5f" },
        Outcome::Next => Paint { fill: "#ffe0b8", line: "#9c4100", text: "#5a2600" },
        Outcome::Draw => Paint { fill: "#e7e7e7", line: "#555555", text: "#222222" },
    }
}

/// The outline of an outcome as a path around (x, y): P is round, N pointed, D square, so that
/// colour is never alone.
pub(super) fn outline(outcome: Outcome, x: f64, y: f64, width: f64, height: f64) -> String {
    let (w, h) = (width / 2.0, height / 2.0);
    let corner = |dx: f64, dy: f64| format!("{} {}", number(x + dx), number(y + dy));
    match outcome {
        Outcome::Previous => {
            let (radius, flat) = (number(h.min(w)), w - h.min(w));
            format!(
                "M{}L{}A{radius} {radius} 0 0 1 {}L{}A{radius} {radius} 0 0 1 {}Z",
                corner(-flat, -h),
                corner(flat, -h),
                corner(flat, h),
                corner(-flat, h),
                corner(-flat, -h)
            )
        }
        Outcome::Next => {
            let flat = (w - h * 0.75).max(0.0);
            format!(
                "M{}L{}L{}L{}L{}L{}Z",
                corner(-w, 0.0),
                corner(-flat, -h),
                corner(flat, -h),
                corner(w, 0.0),
                corner(flat, h),
                corner(-flat, h)
            )
        }
        Outcome::Draw => {
            format!("M{}L{}L{}L{}Z", corner(-w, -h), corner(w, -h), corner(w, h), corner(-w, h))
        }
    }
}

/// A coordinate with at most two decimals; what is not a number is 0, for a file that stays valid.
pub(super) fn number(value: f64) -> String {
    // By whole numbers: printing any fraction takes tables, which every page would have to fetch. What is no
    // number becomes 0.
    let hundredths = (value * 100.0).round() as i64;
    let sign = if hundredths < 0 { "-" } else { "" };
    let (whole, part) = (hundredths.unsigned_abs() / 100, hundredths.unsigned_abs() % 100);
    match (part, part % 10) {
        (0, _) => format!("{sign}{whole}"),
        (_, 0) => format!("{sign}{whole}.{}", part / 10),
        _ => format!("{sign}{whole}.{part:02}"),
    }
}

/// A number, or the bound that it passes. Not `clamp`: the message of its panic prints fractions, and brings the tables
/// for that into every page.
pub(super) fn within(value: f64, least: f64, most: f64) -> f64 {
    value.max(least).min(most)
}

/// Text that can stand anywhere in XML. Characters that XML 1.0 cannot hold are replaced.
pub(super) fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            '\t' | '\n' | '\r' => out.push(' '),
            '\0'..='\u{1f}' | '\u{fffe}' | '\u{ffff}' => out.push('\u{fffd}'),
            _ => out.push(letter),
        }
    }
    out
}

/// About how wide a text is, in multiples of its font size; rather too wide than too narrow,
/// because nobody knows the reader's fonts.
pub(super) fn text_width(text: &str) -> f64 {
    let width = |letter: char| match letter {
        ' ' | '.' | ',' | ':' | ';' | '\'' | '|' | '!' | 'i' | 'j' | 'l' | 'I' => 0.36,
        '(' | ')' | '[' | ']' | '-' | 'f' | 'r' | 't' | '/' => 0.44,
        'm' | 'w' | 'M' | 'W' | '@' | '%' => 0.98,
        'A'..='Z' | '+' | '>' | '<' | '=' | '*' | '\u{2192}' => 0.78,
        letter if (letter as u32) < 0x1100 => 0.63,
        _ => 1.0,
    };
    text.chars().map(width).sum()
}

/// The text, its middle left out if it is longer than `most` letters.
pub(super) fn shorten(text: &str, most: usize) -> String {
    let count = text.chars().count();
    if count <= most {
        return text.to_string();
    }
    let tail = most / 2;
    let head: String = text.chars().take(most - tail - 1).collect();
    let end: String = text.chars().skip(count - tail).collect();
    format!("{}\u{2026}{}", head.trim_end(), end.trim_start())
}

/// A drawing that can stand inside another one.
pub(super) struct Picture {
    /// Its size in pixels.
    pub width: f64,
    pub height: f64,
    /// What is drawn, as elements of SVG.
    pub body: String,
}

impl Picture {
    /// The drawing with its upper left corner at (x, y).
    pub fn placed(&self, x: f64, y: f64, scale: f64) -> String {
        let (x, y, scale) = (number(x), number(y), ratio(scale));
        format!("<g transform=\"translate({x} {y}) scale({scale})\">\n{}</g>\n", self.body)
    }

    /// The scale, at most 1, at which it fits into this room.
    pub fn fit(&self, width: f64, height: f64) -> f64 {
        (width / self.width.max(1.0)).min(height / self.height.max(1.0)).min(1.0)
    }
}

/// A factor with four decimals.
pub(super) fn ratio(value: f64) -> String {
    let parts = (within(value, 0.0, 1000.0) * 10_000.0).round() as u64;
    format!("{}.{:04}", parts / 10_000, parts % 10_000)
}

/// The lines of a text that are at most so wide, in multiples of the font size; a word that is wider stands alone, with
/// its middle left out.
pub(super) fn wrapped(text: &str, width: f64) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let (mut room, blank) = (0.0, text_width(" "));
    for word in text.split_whitespace() {
        let letters = (width / 0.63).max(8.0) as usize;
        let word = if text_width(word) > width { shorten(word, letters) } else { word.to_string() };
        let wide = text_width(&word) + blank;
        match lines.last_mut() {
            Some(line) if wide <= room => {
                line.push(' ');
                line.push_str(&word);
                room -= wide;
            }
            _ => {
                room = width + blank - wide;
                lines.push(word);
            }
        }
    }
    lines
}

/// Words that begin at (x, y).
pub(super) fn left(x: f64, y: f64, size: f64, colour: &str, text: &str) -> String {
    let (x, y, size) = (number(x), number(y), number(size));
    format!(
        "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\" fill=\"{colour}\">{}</text>\n",
        escape(text)
    )
}

/// Opens a picture of this size on white ground, which stays legible where the page is dark.
pub(super) fn open(width: f64, height: f64, title: &str, description: &str) -> String {
    let (width, height) = (number(width.ceil()), number(height.ceil()));
    let (title, description) = (escape(title), escape(description));
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" \
         role=\"img\" aria-label=\"{title}\" font-family=\"{FONT}\">\n<title>{title}</title>\n"
    );
    if !description.is_empty() {
        let _ = writeln!(svg, "<desc>{description}</desc>");
    }
    let _ = writeln!(svg, "<rect width=\"{width}\" height=\"{height}\" fill=\"#ffffff\"/>");
    svg
}

/// Words centred at (x, y), the base line chosen so that digits stand in the middle.
pub(super) fn centred(x: f64, y: f64, size: f64, colour: &str, text: &str) -> String {
    format!(
        "<text x=\"{}\" y=\"{}\" font-size=\"{}\" text-anchor=\"middle\" fill=\"{colour}\">{}</text>",
        number(x),
        number(y + size * 0.36),
        number(size),
        escape(text)
    )
}

/// The head of an arrow that comes from `from` and has its tip at `tip`, as a path.
pub(super) fn arrow_head(from: (f64, f64), tip: (f64, f64), length: f64) -> String {
    let (dx, dy) = (tip.0 - from.0, tip.1 - from.1);
    let distance = dx.hypot(dy).max(1e-6);
    let (dx, dy) = (dx / distance * length, dy / distance * length);
    let point = |x: f64, y: f64| format!("{} {}", number(x), number(y));
    format!(
        "M{}L{}L{}Z",
        point(tip.0, tip.1),
        point(tip.0 - dx - dy * 0.42, tip.1 - dy + dx * 0.42),
        point(tip.0 - dx + dy * 0.42, tip.1 - dy - dx * 0.42)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short_and_always_numbers() {
        assert_eq!(number(1.0), "1");
        assert_eq!(number(-0.001), "0");
        assert_eq!(number(2.345678), "2.35");
        assert_eq!(number(f64::NAN), "0");
        assert_eq!(number(100.0), "100");
    }

    #[test]
    fn long_labels_keep_their_ends() {
        assert_eq!(shorten("1 2 3", 10), "1 2 3");
        assert_eq!(shorten("abcdefghijklmnop", 9), "abcd\u{2026}mnop");
    }

    #[test]
    fn lines_are_as_wide_as_they_may_be() {
        assert_eq!(wrapped("aaa bbb ccc", 4.5), ["aaa bbb", "ccc"]);
        assert_eq!(wrapped("a", 0.1), ["a"]);
        assert!(wrapped("", 10.0).is_empty());
        let long = "9".repeat(300);
        assert!(text_width(&wrapped(&long, 20.0)[0]) <= 20.5);
        assert_eq!(ratio(0.5), "0.5000");
    }

    /// The relative luminance of WCAG 2.
    fn luminance(colour: &str) -> f64 {
        let channel = |at: usize| {
            let value = f64::from(u8::from_str_radix(&colour[at..at + 2], 16).unwrap()) / 255.0;
            if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5)
    }

    #[test]
    fn outcomes_have_contrast() {
        for outcome in [Outcome::Previous, Outcome::Next, Outcome::Draw] {
            let Paint { fill, line, text } = paint(outcome);
            for (dark, light) in [(text, fill), (line, fill), (line, "#ffffff")] {
                let contrast = (luminance(light) + 0.05) / (luminance(dark) + 0.05);
                assert!(contrast >= 4.5, "{dark} on {light}: {contrast}");
            }
        }
    }
}
