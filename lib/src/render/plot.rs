//! A nim-sequence as points: heaps to the right, values upwards.

use std::fmt::Write;

use super::ink::{self, escape, number, text_width, within};
use crate::sequence::Period;
use crate::sequence::engine::SparseSpace;

/// What is drawn.
pub struct Plot<'a> {
    /// The game with its parameters.
    pub game: &'a str,
    /// The values of heaps 0, 1, 2, ...
    pub values: &'a dyn Fn(usize) -> u32,
    /// How many of them.
    pub length: usize,
    /// Which of them are rare, where the game has a sparse space.
    pub space: Option<SparseSpace<'a>>,
    /// The period, if it is proved; it may begin behind the last heap.
    pub period: Option<&'a Period>,
}

/// The picture and the field of the points in it, in pixels.
const WIDTH: f64 = 1000.0;
const LEFT: f64 = 70.0;
const RIGHT: f64 = 24.0;
const TOP: f64 = 56.0;
const FIELD: f64 = 440.0;
const BOTTOM: f64 = 92.0;
const ACROSS: f64 = WIDTH - LEFT - RIGHT;

/// On white each of these has a contrast of at least 4.5, and so it has on the shade of a period.
const INK: &str = "#1f2937";
const COMMON: &str = "#334155";
const RARE: &str = "#a3005c";
const REPEATS: &str = "#14633f";
const SHADE: &str = "#e6f4ec";
const GRID: &str = "#d4d8de";

/// Up to so many values each has a point of its own; beyond, points on the same pixel are one.
const SEPARATE: usize = 2000;
/// Rare values are crosses of this size, one for each square of it where they are many.
const CROSS: f64 = 3.0;

/// The picture.
pub fn svg(plot: &Plot<'_>) -> String {
    let frame = Frame::new(plot);
    let title = format!("{}: values of heaps 0 to {}", plot.game, plot.length.saturating_sub(1));
    let caption = plot.period.map(|period| caption(period, plot.length));
    let rare = plot.space.map(|space| {
        let count =
            (1..plot.length).filter(|heap| space.is_rare(*heap, (plot.values)(*heap))).count();
        let kind = if space.alternating { ", alternating" } else { "" };
        format!("{count} rare values (mask {}{kind})", space.mask)
    });
    let mut about = format!("The largest value is {}.", frame.largest);
    for words in rare.iter().chain(&caption) {
        let _ = write!(about, " {words}.");
    }
    let mut svg = ink::open(WIDTH, TOP + FIELD + BOTTOM, &title, &about);
    svg += &text(WIDTH / 2.0, 30.0, 19.0, "middle", INK, &ink::shorten(&title, 90));
    if let Some(period) = plot.period {
        svg += &frame.repeats(period);
    }
    svg += &frame.axes();
    svg += &frame.points(plot);
    svg += &legend(rare.as_deref(), caption.as_deref());
    svg + "</svg>\n"
}

fn caption(period: &Period, length: usize) -> String {
    let Period { period, preperiod, saltus, .. } = period;
    let growth = if *saltus > 0 { format!(", saltus {saltus}") } else { String::new() };
    let beyond = if *preperiod >= length as u64 { " (beyond this picture)" } else { "" };
    format!("period {period}{growth} from heap {preperiod} on, proved{beyond}")
}

/// From heaps and values to pixels.
struct Frame {
    length: usize,
    largest: u32,
}

impl Frame {
    fn new(plot: &Plot<'_>) -> Frame {
        let largest = (0..plot.length).map(plot.values).max().unwrap_or(0);
        Frame { length: plot.length, largest }
    }

    fn x(&self, heap: f64) -> f64 {
        LEFT + (heap + 0.5) / self.length.max(1) as f64 * ACROSS
    }

    fn y(&self, value: f64) -> f64 {
        TOP + FIELD - (value + 0.5) / (f64::from(self.largest) + 1.0) * FIELD
    }

    /// The shade from the preperiod on, a line there, and lines where later periods begin if they
    /// are not too many.
    fn repeats(&self, period: &Period) -> String {
        if period.preperiod >= self.length as u64 {
            return String::new();
        }
        let start = self.x(period.preperiod as f64 - 0.5);
        let mut svg = format!(
            "<rect x=\"{}\" y=\"{TOP}\" width=\"{}\" height=\"{FIELD}\" fill=\"{SHADE}\"/>\n",
            number(start),
            number(LEFT + ACROSS - start),
            TOP = number(TOP),
            FIELD = number(FIELD),
        );
        let line = |x: f64, dash: &str, width: &str| {
            format!(
                "<path d=\"M{} {TOP}v{FIELD}\" stroke=\"{REPEATS}\" stroke-width=\"{width}\" stroke-dasharray=\"{dash}\"/>\n",
                number(x),
                TOP = number(TOP),
                FIELD = number(FIELD),
            )
        };
        svg += &line(start, "7 4", "1.6");
        let step = period.period as f64 / self.length as f64 * ACROSS;
        if step >= 12.0 {
            let mut x = start + step;
            while x < LEFT + ACROSS {
                svg += &line(x, "1 5", "1");
                x += step;
            }
        }
        svg
    }

    fn axes(&self) -> String {
        let mut svg = String::new();
        let bottom = TOP + FIELD;
        for value in ticks(f64::from(self.largest), 8) {
            let y = number(self.y(value));
            let _ = writeln!(
                svg,
                "<path d=\"M{LEFT} {y}h{ACROSS}\" stroke=\"{GRID}\" stroke-width=\"1\"/>",
                LEFT = number(LEFT),
                ACROSS = number(ACROSS),
            );
            svg += &text(LEFT - 8.0, self.y(value) + 4.5, 13.0, "end", INK, &number(value));
        }
        for heap in ticks(self.length.saturating_sub(1) as f64, 10) {
            let x = self.x(heap);
            let _ = writeln!(
                svg,
                "<path d=\"M{} {}v6\" stroke=\"{INK}\" stroke-width=\"1\"/>",
                number(x),
                number(bottom)
            );
            // A long number at the very end is moved in, not cut.
            let label = number(heap);
            let half = text_width(&label) * 13.0 / 2.0;
            svg += &text(x.min(WIDTH - half - 2.0), bottom + 21.0, 13.0, "middle", INK, &label);
        }
        let _ = writeln!(
            svg,
            "<path d=\"M{LEFT} {TOP}v{FIELD}h{ACROSS}\" fill=\"none\" stroke=\"{INK}\" stroke-width=\"1.2\"/>",
            LEFT = number(LEFT),
            TOP = number(TOP),
            FIELD = number(FIELD),
            ACROSS = number(ACROSS),
        );
        svg += &text(LEFT + ACROSS / 2.0, bottom + 42.0, 14.0, "middle", INK, "heap");
        let middle = number(TOP + FIELD / 2.0);
        let _ = writeln!(
            svg,
            "<text transform=\"translate(20 {middle}) rotate(-90)\" font-size=\"14\" text-anchor=\"middle\" fill=\"{INK}\">value</text>"
        );
        svg
    }

    /// One path for all common values and one for all rare ones.
    fn points(&self, plot: &Plot<'_>) -> String {
        let is_rare = |heap: usize, value: u32| {
            heap > 0 && plot.space.is_some_and(|space| space.is_rare(heap, value))
        };
        let (mut common, mut rare) = (String::new(), String::new());
        let size;
        if plot.length <= SEPARATE {
            let room =
                (ACROSS / plot.length.max(1) as f64).min(FIELD / (f64::from(self.largest) + 1.0));
            size = within(room * 0.8, 2.4, 7.0);
            for heap in 0..plot.length {
                let value = (plot.values)(heap);
                let (x, y) = (self.x(heap as f64), self.y(f64::from(value)));
                if is_rare(heap, value) {
                    cross(&mut rare, x, y);
                } else {
                    let _ = write!(common, "M{} {}h0", number(x), number(y));
                }
            }
        } else {
            size = 1.8;
            let (mut dots, mut crosses) = (Cells::new(1.0), Cells::new(2.0 * CROSS));
            for heap in 0..plot.length {
                let value = (plot.values)(heap);
                let cells = if is_rare(heap, value) { &mut crosses } else { &mut dots };
                cells.mark(self.x(heap as f64), self.y(f64::from(value)));
            }
            common = dots.runs();
            crosses.each(|x, y| cross(&mut rare, x, y));
        }
        let mut svg = format!(
            "<path d=\"{common}\" fill=\"none\" stroke=\"{COMMON}\" stroke-width=\"{}\" stroke-linecap=\"round\"/>\n",
            number(size)
        );
        if !rare.is_empty() {
            let _ = writeln!(
                svg,
                "<path d=\"{rare}\" fill=\"none\" stroke=\"{RARE}\" stroke-width=\"1.3\"/>"
            );
        }
        svg
    }
}

/// A mark that is no dot, so that colour is not alone.
fn cross(path: &mut String, x: f64, y: f64) {
    let (arm, back) = (number(2.0 * CROSS), number(-2.0 * CROSS));
    let _ = write!(
        path,
        "M{} {}l{arm} {arm}m{back} 0l{arm} {back}",
        number(x - CROSS),
        number(y - CROSS)
    );
}

/// The squares of the field in which a point lies.
struct Cells {
    side: f64,
    columns: usize,
    /// The first point of each square.
    points: Vec<Option<(f64, f64)>>,
}

impl Cells {
    fn new(side: f64) -> Cells {
        let (columns, rows) = ((ACROSS / side) as usize + 1, (FIELD / side) as usize + 1);
        Cells { side, columns, points: vec![None; columns * rows] }
    }

    fn mark(&mut self, x: f64, y: f64) {
        let (column, row) = (((x - LEFT) / self.side) as usize, ((y - TOP) / self.side) as usize);
        if let Some(point) = self.points.get_mut(row * self.columns + column.min(self.columns - 1))
        {
            point.get_or_insert((x, y));
        }
    }

    /// A path along the marked squares, neighbours in a row as one line. Each line begins where the
    /// last one ended, so that few digits are needed: however many points there are, the path is
    /// shorter than 1.5 million bytes.
    fn runs(&self) -> String {
        let mut path = String::new();
        for (row, cells) in self.points.chunks(self.columns).enumerate() {
            let (mut column, mut end) = (0, None);
            while column < cells.len() {
                let run = cells[column..].iter().take_while(|point| point.is_some()).count();
                if run > 0 {
                    let along = number((run - 1) as f64 * self.side);
                    let _ = match end {
                        Some(end) => {
                            write!(path, "m{} 0h{along}", number((column - end) as f64 * self.side))
                        }
                        None => {
                            let x = number(LEFT + (column as f64 + 0.5) * self.side);
                            let y = number(TOP + (row as f64 + 0.5) * self.side);
                            write!(path, "M{x} {y}h{along}")
                        }
                    };
                    end = Some(column + run - 1);
                }
                column += run.max(1);
            }
        }
        path
    }

    fn each(&self, mut visit: impl FnMut(f64, f64)) {
        for (x, y) in self.points.iter().flatten() {
            visit(*x, *y);
        }
    }
}

/// What the marks mean, below the axis.
fn legend(rare: Option<&str>, caption: Option<&str>) -> String {
    let (mut svg, mut x, y) = (String::new(), LEFT, TOP + FIELD + 72.0);
    let mut entry = |mark: String, words: &str, colour: &str| {
        let _ = writeln!(svg, "{mark}");
        svg += &text(x + 14.0, y + 5.0, 14.0, "start", colour, words);
        x += 14.0 + text_width(words) * 14.0 + 26.0;
        x
    };
    let mut at = LEFT;
    if let Some(rare) = rare {
        let dot = format!(
            "<path d=\"M{} {}h0\" stroke=\"{COMMON}\" stroke-width=\"6\" stroke-linecap=\"round\"/>",
            number(at + 4.0),
            number(y)
        );
        at = entry(dot, "common values", COMMON);
        let mut path = String::new();
        cross(&mut path, at + 4.0, y);
        let mark =
            format!("<path d=\"{path}\" fill=\"none\" stroke=\"{RARE}\" stroke-width=\"1.6\"/>");
        at = entry(mark, rare, RARE);
    }
    if let Some(caption) = caption {
        let mark = format!(
            "<path d=\"M{} {}v18\" stroke=\"{REPEATS}\" stroke-width=\"1.6\" stroke-dasharray=\"7 4\"/>",
            number(at + 4.0),
            number(y - 9.0)
        );
        entry(mark, caption, REPEATS);
    }
    svg
}

/// Round numbers from 0 to `most`, about so many.
fn ticks(most: f64, count: usize) -> Vec<f64> {
    let rough = (most / count as f64).max(1.0);
    let power = 10f64.powi(rough.log10().floor() as i32);
    let step =
        [1.0, 2.0, 5.0, 10.0].map(|factor| factor * power).into_iter().find(|step| *step >= rough);
    let step = step.unwrap_or(10.0 * power);
    (0..=(most / step) as usize).map(|index| index as f64 * step).collect()
}

fn text(x: f64, y: f64, size: f64, anchor: &str, colour: &str, words: &str) -> String {
    format!(
        "<text x=\"{}\" y=\"{}\" font-size=\"{}\" text-anchor=\"{anchor}\" fill=\"{colour}\">{}</text>\n",
        number(x),
        number(y),
        number(size),
        escape(words)
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sequence::Proof;

    fn drawn(length: usize, value: &dyn Fn(usize) -> u32, period: Option<&Period>) -> String {
        let space = SparseSpace {
            mask: 3,
            alternating: false,
            parity: 0,
            rares: &[],
            since: 0,
            reach: 0,
            exceptions: &[],
        };
        let plot = Plot { game: "octal(0.<6>)", values: value, length, space: Some(space), period };
        let svg = svg(&plot);
        roxmltree::Document::parse(&svg).expect("a drawing is XML");
        svg
    }

    #[test]
    fn pictures_are_small_however_many_points_they_have() {
        let scattered = |heap: usize| (heap as u32).wrapping_mul(2_654_435_761) >> 22;
        let svg = drawn(300_000, &scattered, None);
        assert!(svg.len() < 2_000_000, "{} bytes", svg.len());
        // The worst: every second square of every row.
        let mut cells = Cells::new(1.0);
        for (index, point) in cells.points.iter_mut().enumerate() {
            *point = (index % 2 == 0).then_some((0.0, 0.0));
        }
        assert!(cells.runs().len() < 1_500_000, "{} bytes", cells.runs().len());
        assert!(drawn(0, &|_| 0, None).ends_with("</svg>\n"));
        assert!(drawn(1, &|_| 0, None).contains("heaps 0 to 0"));
    }

    #[test]
    fn a_period_is_shown_where_it_begins_or_said_to_be_beyond() {
        let period = Period {
            period: 12,
            preperiod: 71,
            saltus: 0,
            proof: Proof::GuySmith,
            computed_to: 200,
        };
        let svg = drawn(201, &|heap| heap as u32 % 9, Some(&period));
        assert!(svg.contains("period 12 from heap 71 on, proved<") && svg.contains(SHADE));
        assert!(svg.contains("rare values (mask 3)"));
        let svg = drawn(50, &|heap| heap as u32 % 9, Some(&period));
        assert!(svg.contains("(beyond this picture)") && !svg.contains(SHADE));
    }

    #[test]
    fn ticks_are_round() {
        assert_eq!(ticks(200.0, 10).last(), Some(&200.0));
        assert_eq!(ticks(9.0, 8), [0.0, 2.0, 4.0, 6.0, 8.0]);
        assert_eq!(ticks(0.0, 8), [0.0]);
        assert_eq!(ticks(1e7, 10)[1], 1e6);
    }
}
