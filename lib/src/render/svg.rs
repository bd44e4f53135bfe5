//! A position as a picture: a scene in, SVG out.

use std::fmt::Write;

use super::ink::{self, LOOK, Picture, arrow_head, centred, escape, number, text_width};
use crate::scene::{Form, Role, Scene, Shape, stands_for};

/// Pixels for a unit of a scene, unless the picture would become larger than the most.
const UNIT: f64 = 40.0;
const MOST_PIXELS: f64 = 1900.0;
/// The room around a scene, and the least width, in pixels.
const MARGIN: f64 = 16.0;
const LEAST_WIDTH: f64 = 120.0;
/// The sentence about what was left out.
const NOTE_SIZE: f64 = 14.0;
const NOTE_WIDTH: f64 = 260.0;

/// How a role looks: fill, line, letters.
struct Look {
    fill: &'static str,
    line: &'static str,
    text: &'static str,
    /// Dashes of the outline, if it is dashed.
    dashed: bool,
}

fn look(role: Role) -> Look {
    let look = |fill, line, text| Look { fill, line, text, dashed: false };
    // Blue and orange are left to outcomes.
    match role {
        Role::Stone => look("#57534e", "#292524", "#ffffff"),
        Role::Dark | Role::Queen => look("#3f3a36", "#1c1917", "#ffffff"),
        Role::Light => look("#ffffff", "#44403c", "#1c1917"),
        Role::Pin => look("#f5ead6", "#7a5b2c", "#3b2a10"),
        Role::Pawn => look("#3f3a36", "#1c1917", "#ffffff"),
        Role::Cell => look("#ffffff", "#57534e", "#3f3f46"),
        Role::Gap => Look { fill: "none", line: "#8a8a8a", text: "#5f5f5f", dashed: true },
        Role::Link => look("none", "#7a5b2c", "#5c4520"),
        Role::Goal => look("#d9f0dd", "#1f6b35", "#0f3d1d"),
        Role::Square => look("#f2e4c9", "#7a5b2c", "#3b2a10"),
        Role::Poison => look("#7f1d1d", "#450a0a", "#ffffff"),
        Role::Ground | Role::Row => look("#d6d3d1", "#57534e", "#292524"),
        Role::Heads => look("#f4d35e", "#6b5300", "#3d2f00"),
        Role::Tails => look("#ffffff", "#57534e", "#3f3f46"),
        Role::Node => look("#ffffff", "#1f2937", "#111827"),
        Role::Arc => look("none", "#4b5563", "#1f2937"),
        Role::Card => look("#fffdf5", "#44403c", "#1c1917"),
        Role::Gone => Look { fill: "none", line: "#8a8a8a", text: "#5f5f5f", dashed: true },
        Role::Text => look("none", "none", "#1f2937"),
    }
}

/// The picture; `title` says what it shows.
pub fn scene(scene: &Scene, title: &str) -> String {
    let Picture { width, height, body } = picture(scene);
    let description = scene.capped.as_deref().unwrap_or("");
    ink::open(width, height, title, description) + &body + "</svg>\n"
}

/// The same without ground and title, to stand in another picture.
pub(super) fn picture(scene: &Scene) -> Picture {
    let frame = Frame::new(scene);
    let mut note = Vec::new();
    if let Some(capped) = &scene.capped {
        let letters = ((frame.width - 2.0 * MARGIN) / NOTE_SIZE / 0.6) as usize;
        note.extend(textwrap::wrap(capped, textwrap::Options::new(letters.max(10))));
    }
    let below = note.len() as f64 * NOTE_SIZE * 1.4;
    let mut svg = String::new();
    for shape in &scene.shapes {
        let name = format!("{:?}", shape.role).to_ascii_lowercase();
        let _ = write!(svg, "<g class=\"{name}\"><title>{}</title>", escape(&shape.label));
        svg += &frame.draw(scene, shape);
        svg += "</g>\n";
    }
    for (line, words) in note.iter().enumerate() {
        let y = frame.height - MARGIN / 2.0 + (line as f64 + 0.5) * NOTE_SIZE * 1.4;
        let _ = writeln!(svg, "{}", centred(frame.width / 2.0, y, NOTE_SIZE, "#44403c", words));
    }
    Picture { width: frame.width, height: frame.height + below, body: svg }
}

/// Scenes of one game, all as wide as the widest, so that what stays does not move from picture to picture. What was
/// left out of them is told apart, because these pictures may become small.
pub(super) fn alike(scenes: &[Scene]) -> (Vec<Scene>, Option<String>) {
    let width = scenes.iter().map(|scene| scene.width).fold(0.0, f64::max);
    let capped = scenes.iter().find_map(|scene| scene.capped.clone());
    let alike = scenes.iter().map(|scene| Scene { width, capped: None, ..scene.clone() });
    (alike.collect(), capped)
}

/// A line around each shape or group of shapes that is to be looked at, over the picture of the scene. Names of
/// what is not drawn are passed over.
pub(super) fn looks(scene: &Scene, names: &[String]) -> String {
    let frame = Frame::new(scene);
    let mut svg = String::new();
    for name in names {
        let shapes = scene.shapes.iter().filter(|shape| stands_for(name, &shape.id));
        let forms: Vec<&Form> = shapes.map(|shape| &shape.form).collect();
        let boxes = forms.iter().map(|form| bounds(form));
        let Some(around) = boxes.reduce(|one, other| {
            (one.0.min(other.0), one.1.min(other.1), one.2.max(other.2), one.3.max(other.3))
        }) else {
            continue;
        };
        // Words have no width of their own here.
        let wide = if around.2 - around.0 < 0.2 { 0.4 } else { 0.0 };
        let (x, y) = frame.at(around.0 - wide, around.1);
        let (to_x, to_y) = frame.at(around.2 + wide, around.3);
        let (width, height) = (to_x - x + 6.0, to_y - y + 6.0);
        let round = match forms[..] {
            [Form::Circle { .. }] => width / 2.0,
            _ => 8.0,
        };
        let _ = writeln!(
            svg,
            "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"{}\" fill=\"none\" stroke=\"{LOOK}\" \
             stroke-width=\"4\"/>",
            number(x - 3.0),
            number(y - 3.0),
            number(width),
            number(height),
            number(round)
        );
    }
    svg
}

/// From the units of a scene to pixels.
struct Frame {
    scale: f64,
    left: f64,
    top: f64,
    width: f64,
    height: f64,
}

impl Frame {
    /// A frame around everything, also around what stands outside the size that a scene names.
    fn new(scene: &Scene) -> Frame {
        let (mut left, mut top) = (0f64, 0f64);
        let (mut right, mut bottom) = (scene.width.max(0.0), scene.height.max(0.0));
        for shape in &scene.shapes {
            let (x, y, to_x, to_y) = bounds(&shape.form);
            (left, top) = (left.min(x), top.min(y));
            (right, bottom) = (right.max(to_x), bottom.max(to_y));
        }
        let (width, height) = ((right - left).max(1.0), (bottom - top).max(1.0));
        let scale = UNIT.min(MOST_PIXELS / width.max(height));
        let least = if scene.capped.is_some() { NOTE_WIDTH } else { LEAST_WIDTH };
        let pixels = (width * scale + 2.0 * MARGIN).max(least);
        Frame {
            scale,
            left: (pixels - width * scale) / 2.0 - left * scale,
            top: MARGIN - top * scale,
            width: pixels,
            height: height * scale + 2.0 * MARGIN,
        }
    }

    fn at(&self, x: f64, y: f64) -> (f64, f64) {
        (self.left + x * self.scale, self.top + y * self.scale)
    }

    fn draw(&self, scene: &Scene, shape: &Shape) -> String {
        let look = look(shape.role);
        let thin = (self.scale / UNIT).max(0.05);
        let mut stroke =
            format!("stroke=\"{}\" stroke-width=\"{}\"", look.line, number(1.6 * thin));
        if look.dashed {
            let dash = number(4.0 * thin);
            let _ = write!(stroke, " stroke-dasharray=\"{dash} {dash}\"");
        }
        match shape.form {
            // The handle of a line is a sign on it: here it is cut.
            Form::Circle { x, y, radius } if shape.role == Role::Link => {
                let ((x, y), radius) = (self.at(x, y), radius * self.scale);
                let (left, top) = (number(x), number(y));
                let circle = format!(
                    "<circle cx=\"{left}\" cy=\"{top}\" r=\"{}\" fill=\"#ffffff\" {stroke}/>",
                    number(radius)
                );
                circle + &cross(x, y, radius * 0.5, thin)
            }
            _ if figure(shape.role, 0.0, 0.0, 1.0, 1.0).is_some() => {
                let (left, top, right, bottom) = bounds(&shape.form);
                let ((x, y), (to_x, to_y)) = (self.at(left, top), self.at(right, bottom));
                let path = figure(shape.role, x, y, to_x - x, to_y - y).unwrap_or_default();
                let fill = look.fill;
                let svg = format!(
                    "<path d=\"{path}\" fill=\"{fill}\" stroke-linejoin=\"round\" {stroke}/>"
                );
                svg + &words(
                    (x + to_x) / 2.0,
                    (y + to_y) / 2.0,
                    to_x - x,
                    (to_y - y) * 0.42,
                    look.text,
                    &shape.caption,
                )
            }
            Form::Circle { x, y, radius } => {
                let ((x, y), radius) = (self.at(x, y), radius * self.scale);
                let circle = |radius: f64, fill: &str, stroke: &str| {
                    let (x, y, radius) = (number(x), number(y), number(radius));
                    format!(
                        "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"{fill}\" {stroke}/>"
                    )
                };
                let mut svg = circle(radius, look.fill, &stroke);
                if shape.role == Role::Heads {
                    // A second ring, so that heads and tails differ without colour and letters.
                    svg += &circle(radius * 0.82, "none", &stroke);
                }
                if shape.role == Role::Poison && shape.caption.is_empty() {
                    svg += &cross(x, y, radius * 0.5, thin);
                }
                let caption = match (shape.caption.as_str(), shape.role) {
                    ("", Role::Heads) => "H",
                    ("", Role::Tails) => "T",
                    (caption, _) => caption,
                };
                svg + &words(x, y, radius * 1.5, radius, look.text, caption)
            }
            Form::Rectangle { x, y, width, height } => {
                let ((x, y), width, height) =
                    (self.at(x, y), width * self.scale, height * self.scale);
                let round = if shape.role == Role::Card { 0.14 } else { 0.06 };
                let mut svg = format!(
                    "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"{}\" fill=\"{}\" {stroke}/>",
                    number(x),
                    number(y),
                    number(width),
                    number(height),
                    number(width.min(height) * round),
                    look.fill
                );
                let (x, y) = (x + width / 2.0, y + height / 2.0);
                if shape.role == Role::Poison && shape.caption.is_empty() {
                    svg += &cross(x, y, width.min(height) * 0.25, thin);
                }
                svg + &words(x, y, width * 0.86, height * 0.55, look.text, &shape.caption)
            }
            Form::Line { x, y, to_x, to_y, arrow } => {
                self.line(scene, shape, (x, y), (to_x, to_y), arrow, &stroke)
            }
            Form::Text { x, y } => {
                let room = self.room(scene, shape, x, y);
                let (x, y) = self.at(x, y);
                let size = if shape.role == Role::Text { 0.6 } else { 0.5 } * self.scale;
                // Words stand on their base line here.
                let fitted = fit(room, size, &shape.caption);
                words(x, y - fitted * 0.36, room, size, look.text, &shape.caption)
            }
        }
    }

    /// The width that words centred at (x, y) may take, in pixels: half way to other words on the
    /// same line, and not beyond the picture.
    fn room(&self, scene: &Scene, shape: &Shape, x: f64, y: f64) -> f64 {
        let mut room = 2.0 * (self.at(x, y).0).min(self.width - self.at(x, y).0) - MARGIN;
        for other in &scene.shapes {
            if let Form::Text { x: other_x, y: other_y } = other.form
                && other.id != shape.id
                && (other_y - y).abs() < 0.5
            {
                room = room.min((other_x - x).abs() * self.scale * 0.94);
            }
        }
        room.max(self.scale * 0.3)
    }

    /// A line that stops at the borders of the things it joins, and bends where another one comes
    /// back the same way.
    fn line(
        &self,
        scene: &Scene,
        shape: &Shape,
        from: (f64, f64),
        to: (f64, f64),
        arrow: bool,
        stroke: &str,
    ) -> String {
        let look = look(shape.role);
        let head = 0.26 * self.scale;
        let thing = |point: (f64, f64)| {
            scene.shapes.iter().rev().find(|shape| is_thing(shape, point)).map(|shape| shape.form)
        };
        let (leaves, reaches) = (thing(from), thing(to));
        let length = (to.0 - from.0).hypot(to.1 - from.1);
        let mut points = Vec::new();
        if length < 1e-9 {
            // A loop beside the thing itself.
            let radius = leaves.as_ref().map_or(0.3, |form| {
                let (x, y, to_x, to_y) = bounds(form);
                ((to_x - x).min(to_y - y) / 2.0).max(0.1)
            });
            let (x, y) = from;
            points.extend([
                (x - radius * 0.5, y - radius * 0.87),
                (x - radius * 0.9, y - radius * 2.4),
                (x + radius * 0.9, y - radius * 2.4),
                (x + radius * 0.5, y - radius * 0.87),
            ]);
        } else {
            let returns = |other: &Shape| {
                matches!(other.form, Form::Line { x, y, to_x, to_y, .. }
                    if near((x, y), to) && near((to_x, to_y), from))
            };
            let bend = if scene.shapes.iter().any(returns) { 0.14 * length } else { 0.0 };
            let normal = (-(to.1 - from.1) / length * bend, (to.0 - from.0) / length * bend);
            let along = |part: f64| {
                let (x, y) = (from.0 + (to.0 - from.0) * part, from.1 + (to.1 - from.1) * part);
                (x + normal.0, y + normal.1)
            };
            let (first, second) = (along(0.33), along(0.67));
            points.extend([
                border(leaves.as_ref(), from, first),
                first,
                second,
                border(reaches.as_ref(), to, second),
            ]);
        }
        let points: Vec<(f64, f64)> = points.iter().map(|(x, y)| self.at(*x, *y)).collect();
        let [start, first, second, tip] = points[..] else { return String::new() };
        let mut svg = String::new();
        let end = if arrow {
            // The line ends inside the head, so that the tip stays sharp.
            let (dx, dy) = (tip.0 - second.0, tip.1 - second.1);
            let distance = dx.hypot(dy).max(1e-6);
            (tip.0 - dx / distance * head * 0.7, tip.1 - dy / distance * head * 0.7)
        } else {
            tip
        };
        let point = |(x, y): (f64, f64)| format!("{} {}", number(x), number(y));
        let _ = write!(
            svg,
            "<path d=\"M{}C{} {} {}\" fill=\"none\" {stroke}/>",
            point(start),
            point(first),
            point(second),
            point(end)
        );
        if arrow {
            let _ = write!(
                svg,
                "<path d=\"{}\" fill=\"{}\"/>",
                arrow_head(second, tip, head),
                look.line
            );
        }
        if !shape.caption.is_empty() {
            let middle = |a: f64, b: f64, c: f64, d: f64| (a + 3.0 * b + 3.0 * c + d) / 8.0;
            let x = middle(start.0, first.0, second.0, tip.0);
            let y = middle(start.1, first.1, second.1, tip.1);
            let room = (length * self.scale * 0.8).max(self.scale * 0.5);
            let size = fit(room, 0.4 * self.scale, &shape.caption);
            // White behind the words, so that the line does not run through them.
            let width = text_width(&shape.caption) * size + 4.0;
            let _ = write!(
                svg,
                "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"#ffffff\"/>",
                number(x - width / 2.0),
                number(y - size * 0.6),
                number(width),
                number(size * 1.2)
            );
            svg += &centred(x, y, size, look.text, &shape.caption);
        }
        svg
    }
}

/// The outline of a thing that has one of its own, within a rectangle: left, top, width, height.
fn figure(role: Role, x: f64, y: f64, width: f64, height: f64) -> Option<String> {
    // Points in parts of the rectangle: M and L, or C with two more before it.
    let outline: &[(char, &[f64])] = match role {
        Role::Pin => &[
            ('M', &[0.5, 0.0]),
            ('C', &[0.72, 0.0, 0.72, 0.26, 0.62, 0.36]),
            ('C', &[0.6, 0.5, 0.82, 0.56, 0.76, 0.82]),
            ('L', &[0.68, 1.0, 0.32, 1.0, 0.24, 0.82]),
            ('C', &[0.18, 0.56, 0.4, 0.5, 0.38, 0.36]),
            ('C', &[0.28, 0.26, 0.28, 0.0, 0.5, 0.0]),
        ],
        Role::Pawn => &[
            ('M', &[0.5, 0.04]),
            ('C', &[0.74, 0.04, 0.74, 0.34, 0.6, 0.4]),
            ('C', &[0.62, 0.6, 0.66, 0.7, 0.82, 0.8]),
            ('L', &[0.82, 0.96, 0.18, 0.96, 0.18, 0.8]),
            ('C', &[0.34, 0.7, 0.38, 0.6, 0.4, 0.4]),
            ('C', &[0.26, 0.34, 0.26, 0.04, 0.5, 0.04]),
        ],
        Role::Queen => &[
            ('M', &[0.22, 0.88]),
            (
                'L',
                &[0.12, 0.3, 0.34, 0.52, 0.5, 0.12, 0.66, 0.52, 0.88, 0.3, 0.78, 0.88, 0.22, 0.88],
            ),
        ],
        Role::Gap => &[('M', &[0.5, 0.05]), ('L', &[0.5, 0.95])],
        Role::Link => &[('M', &[0.12, 0.08]), ('L', &[0.12, 0.24, 0.88, 0.24, 0.88, 0.08])],
        _ => return None,
    };
    let mut path = String::new();
    for (sign, points) in outline {
        path.push(*sign);
        for (index, part) in points.iter().enumerate() {
            let at = if index % 2 == 0 { x + part * width } else { y + part * height };
            let _ = write!(path, "{}{}", if index == 0 { "" } else { " " }, number(at));
        }
    }
    Some(path)
}

/// The smallest rectangle around a form: left, top, right, bottom.
fn bounds(form: &Form) -> (f64, f64, f64, f64) {
    match *form {
        Form::Circle { x, y, radius } => (x - radius, y - radius, x + radius, y + radius),
        Form::Rectangle { x, y, width, height } => (x, y, x + width, y + height),
        Form::Line { x, y, to_x, to_y, .. } => {
            // A loop stands above its node.
            let loops = if near((x, y), (to_x, to_y)) { 0.9 } else { 0.0 };
            (x.min(to_x), y.min(to_y) - loops, x.max(to_x), y.max(to_y))
        }
        Form::Text { x, y } => (x, y - 0.5, x, y + 0.1),
    }
}

fn near(a: (f64, f64), b: (f64, f64)) -> bool {
    (a.0 - b.0).hypot(a.1 - b.1) < 1e-6
}

/// Whether a shape is a thing with a border around this point.
fn is_thing(shape: &Shape, point: (f64, f64)) -> bool {
    match shape.form {
        Form::Circle { x, y, radius } => (point.0 - x).hypot(point.1 - y) < radius,
        Form::Rectangle { x, y, width, height } => {
            let inside = |at: f64, start: f64, length: f64| at > start && at < start + length;
            inside(point.0, x, width) && inside(point.1, y, height)
        }
        Form::Line { .. } | Form::Text { .. } => false,
    }
}

/// Where the way from a point inside a form to another point leaves the form.
fn border(form: Option<&Form>, from: (f64, f64), toward: (f64, f64)) -> (f64, f64) {
    let Some(form) = form else { return from };
    let inside = |part: f64| {
        let point = (from.0 + (toward.0 - from.0) * part, from.1 + (toward.1 - from.1) * part);
        let shape = Shape::new("", "", Role::Node, *form);
        (is_thing(&shape, point), point)
    };
    if inside(1.0).0 {
        return from;
    }
    // Halving finds the border of any convex form.
    let (mut near, mut far) = (0.0, 1.0);
    for _ in 0..24 {
        let middle = (near + far) / 2.0;
        if inside(middle).0 { near = middle } else { far = middle }
    }
    inside(far).1
}

/// The font size at which a text fits.
fn fit(room: f64, size: f64, text: &str) -> f64 {
    size.min(room / text_width(text).max(0.5))
}

fn words(x: f64, y: f64, room: f64, size: f64, colour: &str, text: &str) -> String {
    if text.is_empty() {
        return String::new();
    }
    centred(x, y, fit(room, size, text), colour, text)
}

/// The sign of what nobody may take.
fn cross(x: f64, y: f64, arm: f64, thin: f64) -> String {
    let corner = |dx: f64, dy: f64| format!("{} {}", number(x + dx * arm), number(y + dy * arm));
    format!(
        "<path d=\"M{}L{}M{}L{}\" stroke=\"#ffffff\" stroke-width=\"{}\" stroke-linecap=\"round\"/>",
        corner(-1.0, -1.0),
        corner(1.0, 1.0),
        corner(-1.0, 1.0),
        corner(1.0, -1.0),
        number(4.0 * thin)
    )
}
