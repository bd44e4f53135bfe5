//! Pictures as JSON, their numbers with at most three decimals.
//!
//! Printing any fraction exactly takes tables that would be a tenth of what the page has to fetch; a
//! thousandth of a stone is exact enough for a picture.

use std::fmt::Write;

use bouton::Error;
use bouton::graph::diagram::Diagram;
use bouton::render::graph_svg;
use bouton::render::json::line;
use bouton::scene::{Form, Scene, Shape};

use crate::asking;

/// A scene, in the form that its own serialisation has.
pub fn scene(scene: &Scene) -> String {
    let shapes: Vec<String> = scene.shapes.iter().map(shape).collect();
    let mut text = format!(
        "{{\"width\":{},\"height\":{},\"shapes\":[{}]",
        number(scene.width),
        number(scene.height),
        shapes.join(",")
    );
    if let Some(capped) = &scene.capped {
        let _ = write!(text, ",\"capped\":{}", line(capped));
    }
    text + "}"
}

fn shape(shape: &Shape) -> String {
    let mut text = format!("{{\"id\":{},\"label\":{}", line(&shape.id), line(&shape.label));
    if !shape.caption.is_empty() {
        let _ = write!(text, ",\"caption\":{}", line(&shape.caption));
    }
    let _ = write!(text, ",\"role\":{},\"form\":{}", line(&shape.role), form(&shape.form));
    if let Some(pick) = &shape.pick {
        let _ = write!(text, ",\"pick\":{}", line(pick));
    }
    if !shape.why.is_empty() {
        let _ = write!(text, ",\"why\":{}", line(&shape.why));
    }
    if !shape.takes.is_empty() {
        let _ = write!(text, ",\"takes\":{}", line(&shape.takes));
    }
    text + "}"
}

fn form(form: &Form) -> String {
    let object = |kind: &str, fields: &[(&str, f64)], rest: &str| {
        let fields: Vec<String> =
            fields.iter().map(|(name, value)| format!("\"{name}\":{}", number(*value))).collect();
        format!("{{\"{kind}\":{{{}{rest}}}}}", fields.join(","))
    };
    match *form {
        Form::Circle { x, y, radius } => {
            object("circle", &[("x", x), ("y", y), ("radius", radius)], "")
        }
        Form::Rectangle { x, y, width, height } => {
            let fields = [("x", x), ("y", y), ("width", width), ("height", height)];
            object("rectangle", &fields, "")
        }
        Form::Line { x, y, to_x, to_y, arrow } => {
            let fields = [("x", x), ("y", y), ("to_x", to_x), ("to_y", to_y)];
            object("line", &fields, if arrow { ",\"arrow\":true" } else { ",\"arrow\":false" })
        }
        Form::Text { x, y } => object("text", &[("x", x), ("y", y)], ""),
    }
}

/// A diagram with the places of its nodes and arrows.
pub fn diagram(diagram: &Diagram) -> Result<String, Error> {
    let (layout, labels, widths) = asking(|ask| graph_svg::places(diagram, ask))?;
    let places: Vec<String> = layout.nodes.iter().map(point).collect();
    let curves: Vec<String> = layout.curves.iter().map(|curve| points(curve)).collect();
    let widths: Vec<String> = widths.iter().map(|width| number(*width)).collect();
    Ok(format!(
        "{{\"diagram\":{},\"width\":{},\"height\":{},\"places\":[{}],\"curves\":[{}],\"labels\":{},\"widths\":[{}]}}",
        line(diagram),
        number(layout.width),
        number(layout.height),
        places.join(","),
        curves.join(","),
        line(&labels),
        widths.join(",")
    ))
}

fn points(points: &[(f64, f64)]) -> String {
    format!("[{}]", points.iter().map(point).collect::<Vec<_>>().join(","))
}

fn point((x, y): &(f64, f64)) -> String {
    format!("[{},{}]", number(*x), number(*y))
}

/// A number with at most three decimals.
pub fn number(value: f64) -> String {
    let thousandths = (value * 1000.0).round() as i64;
    let (sign, size) = if thousandths < 0 { ("-", -thousandths) } else { ("", thousandths) };
    let text = format!("{sign}{}.{:03}", size / 1000, size % 1000);
    text.trim_end_matches('0').trim_end_matches('.').to_string()
}
