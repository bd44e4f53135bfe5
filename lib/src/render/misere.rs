//! Misère quotients in words.

use serde::Serialize;
use serde_json::{Value, json};

use crate::analysis::QuotientEvidence;
use crate::misere::Description;
use crate::misere::check::Checked;
use crate::render::text::{Style, counted};
use crate::value::Outcome;

/// What an answer by a quotient rests on, as it follows "Known by".
pub fn known_by(quotient: &QuotientEvidence) -> String {
    let QuotientEvidence { order, p_positions, computed_to, .. } = quotient;
    let classes = classes(*order, *p_positions);
    if let Some(heaps) = quotient.heaps {
        return format!(
            "one misère quotient for the heaps of all parts, {} up to {computed_to}: {classes}",
            counted(heaps as u64, "heap")
        );
    }
    match (quotient.period, quotient.preperiod) {
        (Some(period), Some(preperiod)) => format!(
            "the misère quotient of all heaps, {classes}, with a proved period of {period} from heap {preperiod} on"
        ),
        _ => format!("the misère quotient of the heaps up to {computed_to}, {classes}"),
    }
}

/// `40 classes, 9 of them lost`.
fn classes(order: usize, lost: usize) -> String {
    let classes = if order == 1 { "class" } else { "classes" };
    match lost {
        0 => format!("{order} {classes}, none of them lost"),
        _ => format!("{order} {classes}, {lost} of them lost"),
    }
}

/// An answer of `bouton misere`, as its JSON has it.
#[derive(Serialize)]
pub struct Data<'a> {
    /// The game.
    pub game: &'a str,
    /// The play.
    pub play: &'a str,
    /// All that is told of the quotient.
    #[serde(flatten)]
    pub quotient: &'a Description,
    /// Where the heaps are positions of another game: what position each number is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub positions: Option<&'a [String]>,
    /// A theorem that makes the game tame.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub theorem: Option<&'a str>,
}

/// The heaps whose classes are shown as text; the data has all.
const MOST_HEAPS: usize = 240;

/// The relations and classes shown as text.
const MOST_SHOWN: usize = 120;

/// The answer as text.
pub fn text(data: &Data<'_>, style: Style) -> String {
    let quotient = data.quotient;
    let mut text = style.heading(data.game) + "\n";
    let mut line = |told: &str| text += &(style.wrap(told) + "\n");
    let of = match (quotient.status.as_str(), data.positions) {
        ("exact", Some(positions)) => {
            format!("of sums of {}", counted(positions.len() as u64, "position"))
        }
        ("exact", None) => "of all heaps".to_string(),
        (_, Some(_)) => format!("of the first {} positions", quotient.computed_to + 1),
        (_, None) => format!("of the heaps up to {}", quotient.computed_to),
    };
    line(&format!(
        "The {} quotient {of}: {} (P).",
        if data.play == "normal" { "normal-play" } else { "misère" },
        classes(quotient.order, quotient.p_positions)
    ));
    if let Some(stopped) = &quotient.stopped {
        line(&format!(
            "Partial: {stopped}. What is told here is exact for sums of the heaps up to {}, and says nothing of larger ones.",
            quotient.computed_to
        ));
    } else if quotient.status != "exact" {
        line(&format!(
            "Partial to heap {}: larger heaps were not looked at.",
            quotient.computed_to
        ));
    }
    if data.play != "normal" {
        match (quotient.tame, quotient.wild_from, data.theorem) {
            (_, Some(_), _) if data.positions.is_some() => {
                line("Wild: not all of it behaves like Nim.")
            }
            (_, Some(heap), _) => line(&format!(
                "Wild from heap {heap} on: no position of Nim can stand for it in all sums."
            )),
            (_, None, Some(theorem)) => line(&format!("Tame, by theorem: {theorem}.")),
            (Some(_), ..) => line("Tame: every sum behaves like a position of misère Nim."),
            (None, ..) => {
                line("Tame so far: every sum of these heaps behaves like a position of misère Nim.")
            }
        }
    }
    let generators: Vec<String> = quotient
        .generators
        .iter()
        .map(|generator| match data.positions.and_then(|all| all.get(generator.heap)) {
            Some(position) => format!("{} = {position}", generator.name),
            None => format!("{} = heap {}", generator.name, generator.heap),
        })
        .collect();
    let list = |items: &[String]| match items.len() > MOST_SHOWN {
        true => {
            format!("{}, and {} more", items[..MOST_SHOWN].join(", "), items.len() - MOST_SHOWN)
        }
        false => items.join(", "),
    };
    if !generators.is_empty() {
        line(&format!("Generators: {}.", list(&generators)));
        line(&format!("Relations: {}.", list(&quotient.relations)));
    }
    line(&match quotient.p_classes.is_empty() {
        true => "No class is lost.".to_string(),
        false => format!("Lost (P): {}.", list(&quotient.p_classes)),
    });
    line(&format!("Idempotents: {}.", list(&quotient.idempotents)));
    let kernel = &quotient.kernel;
    line(&format!(
        "Kernel: a group of {} with neutral element {}{}.",
        if kernel.order == 1 { "1 class".to_string() } else { format!("{} classes", kernel.order) },
        kernel.identity,
        match kernel.p_classes.is_empty() {
            true => ", none lost".to_string(),
            false => format!("; lost in it: {}", list(&kernel.p_classes)),
        }
    ));
    if data.positions.is_some() {
        return text;
    }
    line(&match (quotient.period, quotient.preperiod) {
        (Some(period), Some(preperiod)) => format!(
            "The class of each heap (the pretending function), with period {period} from heap {preperiod} on, proved:"
        ),
        _ => "The class of each heap (the pretending function):".to_string(),
    });
    text += &pretending(&quotient.pretending, quotient.period, style);
    text
}

/// The classes of heaps in rows; where there is a period, it is the length of a row if it fits.
fn pretending(classes: &[String], period: Option<u64>, style: Style) -> String {
    let shown = &classes[..classes.len().min(MOST_HEAPS)];
    let cell = shown.iter().map(|class| class.chars().count()).max().unwrap_or(1);
    let label = shown.len().to_string().len();
    let room = (style.width.saturating_sub(label + 4) / (cell + 1)).clamp(1, 24);
    let fitting = period.map(|period| period as usize).filter(|period| (4..=room).contains(period));
    let columns = fitting.unwrap_or(if room >= 10 { 10 } else { room });
    let mut text = String::new();
    for (row, own) in shown.chunks(columns).enumerate() {
        let cells: Vec<String> = own.iter().map(|class| format!("{class:<cell$}")).collect();
        let line = format!("  {:>label$}  {}", row * columns, cells.join(" "));
        text += &format!("{}\n", line.trim_end());
    }
    if shown.len() < classes.len() {
        text += &format!("  ... and so on to heap {}\n", classes.len() - 1);
    }
    text
}

/// The outcome of a check as lines of text.
pub fn checked(checked: &Checked, style: Style) -> String {
    let quotient = classes(checked.order, checked.p_positions);
    let statement = match (checked.period, checked.preperiod) {
        (Some(period), Some(preperiod)) => format!(
            "the {} quotient of all heaps has {quotient}, period {period}, preperiod {preperiod}",
            checked.play
        ),
        _ => format!(
            "the {} quotient of the heaps up to {} has {quotient}",
            checked.play, checked.computed_to
        ),
    };
    let text = match &checked.fault {
        Some(fault) => format!("Rejected: {fault}."),
        None => format!(
            "Passed: {}: {statement}. The table, every heap and every least pair were checked again by the definition.",
            checked.rules
        ),
    };
    style.wrap(&text) + "\n"
}

/// The outcome of a check as one JSON object.
pub fn checked_data(checked: &Checked) -> Value {
    #[derive(Serialize)]
    struct Object<'a> {
        status: &'static str,
        #[serde(flatten)]
        checked: &'a Checked,
    }
    json!(Object { status: if checked.passed { "passed" } else { "rejected" }, checked })
}

/// A position and its canonical form, as the JSON of `bouton canonical` has it.
#[derive(Serialize)]
pub struct FormData {
    /// The position, in misère play.
    pub address: String,
    /// Its form in the notation of the field, where that is short enough.
    pub form: Option<String>,
    /// The form as a set of sets, where that is short enough.
    pub set: Option<String>,
    /// The length of its longest play.
    pub birthday: u32,
    /// Who wins it in misère play.
    pub outcome: Outcome,
    /// Its genus.
    pub genus: String,
    /// Tame, tameable, restive, restless, wild, ...
    pub kind: &'static str,
    /// Whether it is not tame but two of it are, where that is known.
    pub half_tame: Option<bool>,
    /// The form of its mate, beside which it is lost, where that is short enough.
    pub mate: Option<String>,
    /// The ways to write it as a sum of primes, where they are known and short enough.
    pub partitions: Option<Vec<Vec<String>>>,
    /// The letters that a form may have.
    #[serde(skip)]
    pub most_letters: usize,
}

/// The same as text.
pub fn form(data: &FormData, style: Style) -> String {
    let mut text = style.heading(&data.address) + "\n";
    let mut line = |told: String| text += &(style.wrap(&told) + "\n");
    line(match &data.form {
        Some(form) => form.clone(),
        None => format!(
            "The form is left out: it has more than {}.",
            counted(data.most_letters as u64, "letter")
        ),
    });
    line(match data.outcome {
        Outcome::Previous => "P: in misère play the previous player wins.".to_string(),
        _ => "N: in misère play the next player, the one to move, wins.".to_string(),
    });
    let half = if data.half_tame == Some(true) { " and half-tame" } else { "" };
    line(format!("Genus {}, {}{half}; birthday {}.", data.genus, data.kind, data.birthday));
    let partitions = data.partitions.as_deref().unwrap_or_default();
    if let Some(parts) = parts(partitions).filter(|parts| parts.len() <= 500) {
        line(parts);
    }
    line(match data.mate.as_ref().filter(|mate| mate.len() <= 200) {
        Some(mate) => format!("Its mate, beside which it is lost, is {mate}."),
        None => "Its mate, beside which it is lost, is long and left out here.".to_string(),
    });
    text
}

/// What a form is the sum of; nothing for 0 and 1.
fn parts(partitions: &[Vec<String>]) -> Option<String> {
    let sums: Vec<String> = partitions.iter().map(|partition| partition.join(" + ")).collect();
    match partitions {
        [] => None,
        [one] => match &one[..] {
            [] => None,
            [part] if part == "1" => None,
            [_] => Some("It is prime: no two other games add up to it, but for 1.".to_string()),
            _ => Some(format!("Its parts: {}, and in no other way.", sums[0])),
        },
        _ => Some(format!("It is a sum of primes in {} ways: {}.", sums.len(), sums.join("; "))),
    }
}

/// The genus of one heap.
#[derive(Serialize)]
pub struct GenusRow {
    /// The heap.
    pub heap: usize,
    /// In the notation of the field.
    pub genus: String,
    /// The value in normal play.
    pub value: u32,
    /// The misère values beside 0, 1, 2, ... heaps of *2; the last two go on for ever.
    pub misere: Vec<u32>,
    /// Tame, tameable, restive, restless, wild, ...
    pub kind: &'static str,
}

/// The genera of a game, as the JSON of `bouton genus` has them.
#[derive(Serialize)]
pub struct GenusData<'a> {
    /// The game.
    pub game: &'a str,
    /// Heap by heap, from 0 on.
    pub heaps: Vec<GenusRow>,
    /// What ended it before the last heap that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stopped: Option<String>,
}

/// The genera of heaps as text, a line each.
pub fn genera(game: &str, rows: &[GenusRow], style: Style) -> String {
    let mut text = style.heading(game) + "\n";
    let label = rows.len().to_string().len();
    let width = rows.iter().map(|row| row.genus.len()).max().unwrap_or(0);
    for row in rows {
        text += &format!("  {:>label$}  {:<width$}  {}\n", row.heap, row.genus, row.kind);
    }
    text
}
