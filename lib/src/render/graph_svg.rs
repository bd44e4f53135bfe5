//! The graph or tree of a game as SVG, with a legend.

use std::fmt::Write;

use super::ink::{self, Paint, arrow_head, centred, escape, number, outline, text_width};
use super::layout::{Layout, NODE_HEIGHT, Point};
use crate::ask::Ask;
use crate::error::Error;
use crate::graph::diagram::{Diagram, Node};
use crate::render::text::counted;
use crate::value::{Nimber, Outcome, Play, Value};

const FONT_SIZE: f64 = 13.0;
const MARGIN: f64 = 24.0;
/// Room above the graph for its heading and the arrow to the start.
const HEADING: f64 = 76.0;
/// Letters of a position shown in a node; the rest is in its title.
const MOST_LETTERS: usize = 26;
const MANY_ARCS: usize = 600;

/// The picture, if it can be laid out within the budget.
pub fn graph(diagram: &Diagram, ask: &Ask<'_>) -> Result<String, Error> {
    let (layout, labels, widths) = places(diagram, ask)?;
    let legend = legend(diagram);
    let heading = heading(diagram);
    let least = text_width(&ink::shorten(&diagram.address, 60)) * 18.0;
    let least = least.max(text_width(&heading) * FONT_SIZE).max(legend_width(&legend).min(760.0));
    let width = layout.width.max(least) + 2.0 * MARGIN;
    let lines = legend_lines(&legend, width - 2.0 * MARGIN);
    let height = HEADING + layout.height + 30.0 + lines.len() as f64 * 30.0 + MARGIN / 2.0;
    let left = (width - layout.width) / 2.0;
    let place = |point: Point| (point.0 + left, point.1 + HEADING);

    let mut svg = ink::open(width, height, &diagram.address, &heading);
    let centre = width / 2.0;
    let address = ink::shorten(&diagram.address, 60);
    let _ = writeln!(svg, "{}", centred(centre, 18.0, 17.0, "#111827", &address));
    let _ = writeln!(svg, "{}", centred(centre, 38.0, FONT_SIZE, "#4b5563", &heading));
    // Winning moves lie over the others, and nodes over all.
    for winning in [false, true] {
        svg += &arrows(diagram, &layout, winning, &place);
    }
    for (node, label) in diagram.nodes.iter().zip(&labels) {
        let (x, y) = place(layout.nodes[node.id]);
        if node.start {
            svg += &start_arrow(x, y);
        }
        svg += &draw_node(node, label, x, y, widths[node.id]);
    }
    let mut y = HEADING + layout.height + 40.0;
    for line in lines {
        let mut x = centre - legend_width(line) / 2.0;
        for item in line {
            svg += &item.draw(x, y);
            x += item.width();
        }
        y += 30.0;
    }
    Ok(svg + "</svg>\n")
}

/// Where everything in a diagram stands, what is written in each node, and how wide nodes are.
pub fn places(diagram: &Diagram, ask: &Ask<'_>) -> Result<(Layout, Vec<String>, Vec<f64>), Error> {
    let labels: Vec<String> = diagram.nodes.iter().map(label).collect();
    let widths: Vec<f64> = labels.iter().map(|label| node_width(label)).collect();
    Ok((Layout::new(diagram, &widths, ask)?, labels, widths))
}

/// What stands in a node. A position of which nothing is left is written as nothing.
fn label(node: &Node) -> String {
    let text = if node.position.trim().is_empty() { "empty" } else { &node.position };
    ink::shorten(&without_names(text), MOST_LETTERS)
}

/// A position of a sum without the names of its games, which are in the heading: `7 + 4`.
fn without_names(text: &str) -> String {
    let parts: Option<Vec<&str>> = text
        .split(" + ")
        .map(|part| part.split_once(':').map(|(_, position)| position.trim()))
        .collect();
    match parts {
        Some(parts) if parts.len() > 1 => parts.join(" + "),
        _ => text.to_string(),
    }
}

fn node_width(label: &str) -> f64 {
    // The letter of the outcome, a gap, the label, and room for pointed ends.
    text_width(label) * FONT_SIZE + 10.0 + 6.0 + NODE_HEIGHT
}

fn heading(diagram: &Diagram) -> String {
    let mut text = match (diagram.play, diagram.tree) {
        (Play::Normal, false) => "Graph in normal play: ".to_string(),
        (Play::Misere, false) => "Graph in mis\u{e8}re play: ".to_string(),
        (Play::Normal, true) => "Tree in normal play: ".to_string(),
        (Play::Misere, true) => "Tree in mis\u{e8}re play: ".to_string(),
    };
    let some = |count: usize, one: &str, many: &str| {
        format!("{count} {}", if count == 1 { one } else { many })
    };
    // In a tree a position may stand many times.
    let (one, many) = if diagram.tree { ("node", "nodes") } else { ("position", "positions") };
    text += &some(diagram.nodes.len(), one, many);
    let _ = write!(text, ", {}", some(diagram.arcs.len(), "move", "moves"));
    for outcome in [Outcome::Previous, Outcome::Next, Outcome::Draw] {
        let count = diagram.count(outcome);
        if count > 0 || outcome != Outcome::Draw {
            let _ = write!(text, ", {count} {outcome}");
        }
    }
    text
}

fn arrows(
    diagram: &Diagram,
    layout: &Layout,
    winning: bool,
    place: &dyn Fn(Point) -> Point,
) -> String {
    // Where there are very many, the other moves step back.
    let thin = if diagram.arcs.len() > MANY_ARCS { 0.5 } else { 0.9 };
    let (colour, thick, length) =
        if winning { ("#0b4f9e", 2.4, 10.0) } else { ("#8b8f96", thin, 7.0) };
    let (mut lines, mut heads) = (String::new(), String::new());
    let point = |(x, y): Point| format!("{} {}", number(x), number(y));
    for (arc, curve) in diagram.arcs.iter().zip(&layout.curves) {
        if arc.winning != winning {
            continue;
        }
        let mut points: Vec<Point> = curve.iter().map(|point| place(*point)).collect();
        let [.., second, tip] = points[..] else { continue };
        // The line ends inside the head, so that the tip stays sharp.
        let (dx, dy) = (tip.0 - second.0, tip.1 - second.1);
        let part = length * 0.7 / dx.hypot(dy).max(1e-6);
        let last = points.len() - 1;
        points[last] = (tip.0 - dx * part, tip.1 - dy * part);
        let texts: Vec<String> = points.iter().map(|at| point(*at)).collect();
        let _ = writeln!(lines, "<path d=\"M{}C{}\"/>", texts[0], texts[1..].join(" "));
        let _ = writeln!(heads, "<path d=\"{}\"/>", arrow_head(second, tip, length));
    }
    if lines.is_empty() {
        return lines;
    }
    let (name, thick) = (if winning { "winning" } else { "moves" }, number(thick));
    format!(
        "<g class=\"{name}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"{thick}\">\n{lines}</g>\n\
         <g class=\"{name}-heads\" fill=\"{colour}\">\n{heads}</g>\n"
    )
}

fn start_arrow(x: f64, y: f64) -> String {
    let tip = (x, y - NODE_HEIGHT / 2.0 - 2.0);
    format!(
        "<path d=\"M{} {}V{}\" stroke=\"#111827\" stroke-width=\"2\"/><path d=\"{}\" fill=\"#111827\"/>{}\n",
        number(tip.0),
        number(tip.1 - 18.0),
        number(tip.1 - 6.0),
        arrow_head((x, y - 50.0), tip, 9.0),
        format_args!(
            "<text x=\"{}\" y=\"{}\" font-size=\"11\" fill=\"#111827\">start</text>",
            number(x + 8.0),
            number(tip.1 - 9.0)
        )
    )
}

/// All about a node, for a pointer that rests on it and for screen readers.
fn title(node: &Node) -> String {
    let position = if node.position.trim().is_empty() { "empty" } else { &node.position };
    let mut text = format!("{position}: {}-position", node.outcome);
    if node.outcome == Outcome::Draw {
        text = format!("{position}: draw (D)");
    }
    match &node.value {
        Some(Value::Finite(Nimber(value))) => {
            let _ = write!(text, ", value {value}");
        }
        Some(value) => {
            let _ = write!(text, ", value {value}");
        }
        None => {}
    }
    if let Some(plies) = node.remoteness {
        let _ = write!(text, ", {} to the end under best play", counted(plies, "ply"));
    }
    if node.start {
        text += ", start";
    }
    if node.terminal {
        text += ", no moves";
    }
    text
}

fn draw_node(node: &Node, label: &str, x: f64, y: f64, width: f64) -> String {
    let paint = ink::paint(node.outcome);
    let thick = if node.start { 3.0 } else { 1.5 };
    let mut svg = format!("<g class=\"{}\"><title>{}</title>", node.outcome, escape(&title(node)));
    svg += &shape(node.outcome, paint, (x, y), width, node.terminal, thick);
    let _ = write!(
        svg,
        "<text x=\"{}\" y=\"{}\" font-size=\"{FONT_SIZE}\" text-anchor=\"middle\" fill=\"{}\" xml:space=\"preserve\">\
         <tspan font-weight=\"bold\">{}</tspan>  {}</text></g>",
        number(x),
        number(y + FONT_SIZE * 0.36),
        paint.text,
        node.outcome,
        escape(label),
        FONT_SIZE = number(FONT_SIZE),
    );
    svg + "\n"
}

/// The shape of an outcome; an end of play has a second line around it.
fn shape(outcome: Outcome, paint: Paint, at: Point, width: f64, end: bool, thick: f64) -> String {
    let thick = number(thick);
    let Paint { fill, line, .. } = paint;
    let (x, y) = at;
    let around = outline(outcome, x, y, width, NODE_HEIGHT);
    let mut svg = format!(
        "<path d=\"{around}\" fill=\"{fill}\" stroke=\"{line}\" stroke-width=\"{thick}\"/>"
    );
    if end {
        let inner = outline(outcome, x, y, width - 7.0, NODE_HEIGHT - 6.0);
        let _ = write!(svg, "<path d=\"{inner}\" fill=\"none\" stroke=\"{line}\"/>");
    }
    svg
}

/// One sign with its meaning.
enum Sign {
    Outcome(Outcome, &'static str),
    End,
    Winning,
}

fn legend(diagram: &Diagram) -> Vec<Sign> {
    let meanings = [
        (Outcome::Previous, "the previous player wins"),
        (Outcome::Next, "the next player, to move, wins"),
        (Outcome::Draw, "a draw: neither can force an end"),
    ];
    let mut signs: Vec<Sign> = meanings
        .into_iter()
        .filter(|(outcome, _)| diagram.count(*outcome) > 0)
        .map(|(outcome, meaning)| Sign::Outcome(outcome, meaning))
        .collect();
    if diagram.nodes.iter().any(|node| node.terminal) {
        signs.push(Sign::End);
    }
    if diagram.arcs.iter().any(|arc| arc.winning) {
        signs.push(Sign::Winning);
    }
    signs
}

fn legend_width(signs: &[Sign]) -> f64 {
    signs.iter().map(Sign::width).sum()
}

/// The legend broken into lines of at most this width.
fn legend_lines(signs: &[Sign], width: f64) -> Vec<&[Sign]> {
    let (mut lines, mut start) = (Vec::new(), 0);
    for end in 1..=signs.len() {
        if end == signs.len() || legend_width(&signs[start..=end]) > width {
            lines.push(&signs[start..end]);
            start = end;
        }
    }
    lines
}

impl Sign {
    fn meaning(&self) -> &'static str {
        match self {
            Sign::Outcome(_, meaning) => meaning,
            Sign::End => "no moves",
            Sign::Winning => "winning move",
        }
    }

    fn width(&self) -> f64 {
        46.0 + text_width(self.meaning()) * 12.0 + 14.0
    }

    fn draw(&self, x: f64, y: f64) -> String {
        let centre = (x + 20.0, y);
        let mut svg = match self {
            Sign::Outcome(outcome, _) => {
                let paint = ink::paint(*outcome);
                shape(*outcome, paint, centre, 36.0, false, 1.5)
                    + &centred(centre.0, y, FONT_SIZE, paint.text, &outcome.to_string())
            }
            Sign::End => {
                let plain = Paint { fill: "#ffffff", line: "#4b5563", text: "#111827" };
                shape(Outcome::Previous, plain, centre, 36.0, true, 1.5)
            }
            Sign::Winning => format!(
                "<path d=\"M{} {y}H{}\" stroke=\"#0b4f9e\" stroke-width=\"2.4\"/><path d=\"{}\" fill=\"#0b4f9e\"/>",
                number(x + 4.0),
                number(x + 30.0),
                arrow_head((x, y), (x + 38.0, y), 10.0),
                y = number(y)
            ),
        };
        let _ = writeln!(
            svg,
            "<text x=\"{}\" y=\"{}\" font-size=\"12\" fill=\"#1f2937\">{}</text>",
            number(x + 46.0),
            number(y + 4.3),
            self.meaning()
        );
        svg
    }
}
