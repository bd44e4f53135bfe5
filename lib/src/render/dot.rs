//! The graph or tree of a game for Graphviz.

use bouton_core::order::InOrder;
use std::fmt::Write;

use super::ink;
use crate::graph::diagram::Diagram;
use crate::value::Outcome;

/// The text of a DOT file: P is a blue ellipse, N an orange diamond, D a grey box.
pub fn graph(diagram: &Diagram) -> String {
    let mut dot = format!("digraph {} {{\n", quote(&diagram.address));
    dot += "  rankdir=TB;\n  node [style=filled, fontname=\"Helvetica\"];\n";
    dot += "  edge [color=\"#8b8f96\"];\n";
    // A node that is not there points at the start.
    dot += "  start [shape=plaintext, style=\"\", label=\"start\"];\n";
    for node in &diagram.nodes {
        let paint = ink::paint(node.outcome);
        let shape = match node.outcome {
            Outcome::Previous => "ellipse",
            Outcome::Next => "diamond",
            Outcome::Draw => "box",
        };
        let position = if node.position.trim().is_empty() { "empty" } else { &node.position };
        let border = if node.terminal { ", peripheries=2" } else { "" };
        let thick = if node.start { ", penwidth=3" } else { "" };
        let _ = writeln!(
            dot,
            "  n{} [shape={shape}, label={}, fillcolor=\"{}\", color=\"{}\", fontcolor=\"{}\"{border}{thick}];",
            node.id,
            quote(&format!("{} {position}", node.outcome)),
            paint.fill,
            paint.line,
            paint.text
        );
    }
    dot += "  start -> n0;\n";
    for arc in &diagram.arcs {
        let winning = if arc.winning { " [color=\"#0b4f9e\", penwidth=2.5]" } else { "" };
        let _ = writeln!(dot, "  n{} -> n{}{winning};", arc.from, arc.to);
    }
    let mut layers: Vec<(u64, usize)> =
        diagram.nodes.iter().map(|node| (node.layer, node.id)).collect();
    layers.put_in_order_by(|a, b| a.0.cmp(&b.0));
    for nodes in layers.chunk_by(|a, b| a.0 == b.0).filter(|nodes| nodes.len() > 1) {
        let names: Vec<String> = nodes.iter().map(|(_, id)| format!("n{id};")).collect();
        let _ = writeln!(dot, "  {{ rank=same; {} }}", names.join(" "));
    }
    dot + "}\n"
}

/// A string of the DOT language; a backslash would begin one of its escapes.
fn quote(text: &str) -> String {
    let mut out = String::from("\"");
    for letter in text.chars() {
        match letter {
            '"' | '\\' => out.extend(['\\', letter]),
            letter if letter.is_control() => out.push(' '),
            letter => out.push(letter),
        }
    }
    out.push('"');
    out
}
