//! Markdown: an explanation to paste, and the catalogue as a page of the documentation.

use crate::explain::Trace;
use crate::game::Entry;
use crate::games::GAMES;
use crate::stories::story;

/// docs/games.md, written by `cargo xtask sync`.
pub fn catalogue() -> String {
    let mut text = String::from(
        "# The games\n\nWritten by `cargo xtask sync` from the entries in `lib/src/games/`; do not edit by hand.\n",
    );
    for entry in GAMES {
        text += &section(entry);
    }
    text
}

/// An explanation: a heading, numbered steps, tables as code.
pub fn trace(trace: &Trace) -> String {
    let mut text = format!("## `{}`\n\n", trace.address.replace('`', "'"));
    let mut in_list = false;
    for step in &trace.steps {
        let told = super::text::lead(step.kind).to_string() + &escaped(&step.text);
        if step.kind == "reply" {
            text += &format!("- {told}\n");
            in_list = true;
            continue;
        }
        if std::mem::take(&mut in_list) {
            text.push('\n');
        }
        text += &format!("{told}\n\n");
        if !step.table.is_empty() {
            text += "```text\n";
            for row in super::text::aligned(&step.table) {
                text += &format!("{}\n", row.trim_end());
            }
            text += "```\n\n";
        }
    }
    text.trim_end().to_string() + "\n"
}

/// Stars mean values here, not emphasis.
fn escaped(text: &str) -> String {
    text.chars().fold(String::new(), |mut escaped, letter| {
        if "*_<>`|".contains(letter) {
            escaped.push('\\');
        }
        escaped.push(letter);
        escaped
    })
}

/// The story of a name behind what stands in front, if there is one.
fn told(name: &str) -> String {
    story(name).map_or(String::new(), |lines| format!(". {}", lines.join(" ")))
}

fn section(entry: &Entry) -> String {
    let mut text = format!("\n## {} (`{}`)\n\n{}\n", entry.title, entry.name, entry.rules);
    if let Some(lines) = story(entry.name) {
        text += &format!("\n{}\n", lines.join(" "));
    }
    let mut list = |heading: &str, items: Vec<String>| {
        if !items.is_empty() {
            text += &format!("\n{heading}:\n\n");
            text.extend(items.iter().map(|item| format!("- {item}\n")));
        }
    };
    list(
        "Also called",
        entry.aliases.iter().map(|alias| format!("`{alias}`{}", told(alias))).collect(),
    );
    let need = |required: bool| if required { "" } else { ", optional" };
    list(
        "Parameters",
        entry
            .parameters
            .iter()
            .map(|p| format!("`{}`{}: {}", p.key, need(p.required), p.help))
            .collect(),
    );
    list("Examples", entry.examples.iter().map(|example| format!("`{example}`")).collect());
    let (position, mv) = entry.example_move;
    list("A move", vec![format!("`{mv}`, in the position `{position}`")]);
    list(
        "Theorems",
        entry
            .theorems
            .iter()
            .map(|t| format!("{} play: {}. *{}*", t.play, t.statement, t.source))
            .collect(),
    );
    list(
        "Presets",
        entry
            .presets
            .iter()
            .map(|p| format!("`{}` is `{}`: {}{}", p.name, p.address, p.note, told(p.name)))
            .collect(),
    );
    text
}
