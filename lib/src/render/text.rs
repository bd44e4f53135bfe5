//! Plain text for people: an answer, an explanation, the catalogue, a verification.

pub use super::trace::trace;
pub(super) use super::trace::{aligned, lead};
use crate::analysis::{Analysis, Evidence, Method, TheoremEvidence, ValueStatus};
use crate::game::{Board, Entry, Preset, Seats};
use crate::games::GAMES;
use crate::line::Line;
use crate::natural::Natural;
use crate::stories::story;
use crate::value::{Outcome, Play};
use crate::verify::theory::Finding;
use crate::verify::{Fault, Report};
use bouton_core::order::InOrder;

/// How text is laid out: the width of lines, and marks for emphasis around words.
#[derive(Clone, Copy, Debug)]
pub struct Style {
    /// Lines are broken before this column; numbers and tables may be wider.
    pub width: usize,
    /// Whether to colour outcomes with terminal escapes.
    pub colour: bool,
    /// Whether theorems are cited in full; otherwise in one line, with author and year.
    pub sources: bool,
}

impl Default for Style {
    fn default() -> Style {
        Style { width: 80, colour: false, sources: false }
    }
}

/// Winning moves shown at most; the rest is counted.
const MOST_SHOWN: usize = 20;
/// Digits of a number, or letters of a position, before it is shortened.
const MOST_DIGITS: usize = 200;

impl Style {
    /// Breaks lines before the edge.
    pub fn wrap(self, text: &str) -> String {
        self.wrap_indented(text, "")
    }

    /// The same, with each line indented.
    pub fn wrap_indented(self, text: &str, indent: &str) -> String {
        let options = self.lines().initial_indent(indent).subsequent_indent(indent);
        textwrap::fill(text, options)
    }

    /// How lines are broken: at blanks alone, since `a-b` may be a move.
    fn lines(self) -> textwrap::Options<'static> {
        textwrap::Options::new(self.width.max(20))
            .break_words(false)
            .word_splitter(textwrap::WordSplitter::NoHyphenation)
    }

    /// An item of a list: further lines stand further in.
    pub(super) fn wrap_item(self, text: &str) -> String {
        let options = self.lines().initial_indent("  ").subsequent_indent("      ");
        textwrap::fill(text, options)
    }

    /// A name in a column of its own, and beside it what is told; where that leaves little room, below it.
    fn wrap_beside(self, name: &str, widest: usize, told: &str) -> String {
        let (line, column) = (format!("  {name:<widest$}  {told}"), widest + 4);
        if line.chars().count() <= self.width {
            return line + "\n";
        }
        if self.width < column + 24 {
            return format!("  {name}\n{}\n", self.wrap_indented(told, "      "));
        }
        let indent = " ".repeat(column);
        let options = self.lines().subsequent_indent(&indent);
        textwrap::fill(&line, options) + "\n"
    }

    /// Lines that are meant as they are, unless they are too wide: then they are filled anew.
    fn wrap_lines(self, lines: [&str; 2]) -> Vec<String> {
        match lines.iter().all(|line| line.chars().count() <= self.width) {
            true => lines.map(str::to_string).to_vec(),
            false => vec![self.wrap(&lines.join(" "))],
        }
    }

    /// A heading that may need several lines.
    pub(super) fn wrap_heading(self, text: &str) -> String {
        let lines: Vec<String> = self.wrap(text).lines().map(|line| self.heading(line)).collect();
        lines.join("\n")
    }

    fn paint(self, outcome: Outcome, text: &str) -> String {
        // The colours of the outcomes everywhere: P blue, N orange, D grey.
        let code = match outcome {
            Outcome::Previous => "1;34",
            Outcome::Next => "1;33",
            Outcome::Draw => "1;90",
        };
        if self.colour { format!("\x1b[{code}m{text}\x1b[0m") } else { text.to_string() }
    }

    pub(super) fn heading(self, text: &str) -> String {
        if self.colour { format!("\x1b[1m{text}\x1b[0m") } else { text.to_string() }
    }
}

/// Text that may have thousands of digits, shortened.
pub fn short(text: &str) -> String {
    let length = text.chars().count();
    if length <= MOST_DIGITS {
        return text.to_string();
    }
    let start: String = text.chars().take(MOST_DIGITS / 2).collect();
    format!("{start}... ({length} characters)")
}

/// Numbers with commas between groups of three digits.
fn grouped(number: &Natural) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index) % 3 == 0 {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// So many things: `1 position`, `20,000 positions`, `3 plies`.
pub fn counted(count: u64, one: &str) -> String {
    let plural = match one.strip_suffix('y') {
        _ if count == 1 => one.to_string(),
        Some(stem) => format!("{stem}ies"),
        None => format!("{one}s"),
    };
    format!("{} {plural}", grouped(&Natural::from(count)))
}

/// Author and year of a source, or what it begins with where it names no year.
fn cited(source: &str) -> &str {
    let is_year = |word: &str| word.len() == 4 && word.bytes().all(|byte| byte.is_ascii_digit());
    let year = source
        .split(|letter: char| !letter.is_ascii_alphanumeric())
        .find(|word| is_year(word))
        // The word is a part of the source, so its place in there is its end.
        .and_then(|year| source.find(year).map(|start| start + year.len()));
    let end = year.or_else(|| source.find([',', ';', ':'])).unwrap_or(source.len());
    &source[..end]
}

/// The beginning of a sentence, by whole words, where it has no room.
fn begun(text: &str, room: usize) -> String {
    if text.chars().count() <= room {
        return text.to_string();
    }
    let mut begun = String::new();
    for word in text.split(' ') {
        if begun.chars().count() + word.chars().count() + 4 > room {
            break;
        }
        begun += word;
        begun.push(' ');
    }
    begun.trim_end_matches([',', ';', ':', ' ']).to_string() + " ..."
}

/// An answer for a person.
pub fn analysis(analysis: &Analysis, style: Style) -> String {
    let mut lines = vec![style.heading(&short(&analysis.address))];
    let verdict = match analysis.outcome {
        Outcome::Next => "N: the next player, the one to move, wins.",
        Outcome::Previous => {
            "P: the previous player wins; the one to move loses against best play."
        }
        Outcome::Draw => "D: a draw; neither player can force an end.",
    };
    let (letter, rest) = verdict.split_at(1);
    lines.push(style.wrap(&format!("{letter}{rest}")).replacen(
        letter,
        &style.paint(analysis.outcome, letter),
        1,
    ));
    let value = match (&analysis.value, analysis.value_status) {
        (Some(value), _) => Some(format!("Value {}", short(&value.to_string()))),
        (None, ValueStatus::NotComputed) => {
            Some("Value not computed: who wins is known without it".to_string())
        }
        (None, _) => None,
    };
    lines.extend(value);
    if let Some(plies) = analysis.remoteness {
        lines.push(format!("{} to the end under best play", counted(plies, "ply")));
    }
    lines.extend(winning(analysis, style));
    lines.extend(analysis.line.iter().flat_map(|line| played_out(analysis, line, style)));
    let start = "Known by ";
    let theorem = |evidence: &Evidence, start: &str| {
        let width = (!style.sources).then_some(style.width);
        evidence.theorem.as_ref().map(|theorem| stated(theorem, start, width))
    };
    let evidence = &analysis.evidence;
    let known = how(analysis.method, evidence, analysis.play, theorem(evidence, start));
    lines.push(style.wrap(&format!("{start}{known}.")));
    for part in &analysis.evidence.parts {
        let value = part.value.as_ref().map_or(String::new(), |value| format!(" is {value}"));
        let start = format!("{}{}, by ", short(&part.address), short(&value));
        let theorem = theorem(&part.evidence, &format!("  {start}"));
        let known = how(part.method, &part.evidence, Play::Normal, theorem);
        lines.push(style.wrap_indented(&format!("{start}{known}"), "  "));
    }
    lines.join("\n") + "\n"
}

/// What each seat of a game for more than two players can be sure of.
pub fn seats(seats: &Seats, style: Style) -> String {
    let mut lines = vec![style.heading(&short(&seats.address))];
    for (seat, safe) in seats.seats.iter().enumerate() {
        let who =
            if seat == 0 { "Seat 1, to move,".to_string() } else { format!("Seat {}", seat + 1) };
        lines.push(style.wrap(&match safe {
            true => format!("{who} can be sure not to lose, whatever all others do."),
            false => format!("{who} can be made to lose if all others play together."),
        }));
    }
    lines.join("\n") + "\n"
}

fn winning(analysis: &Analysis, style: Style) -> Vec<String> {
    if analysis.outcome != Outcome::Next {
        return Vec::new();
    }
    let heading = match &analysis.winning_count {
        Some(count) if count.is_zero() => {
            "There is no move to make: the game is over, and won.".to_string()
        }
        // Nobody wanted to see them.
        Some(count) if analysis.winning.is_empty() => match count.to_u64() {
            Some(count) => format!("{}.", counted(count, "winning move")),
            None => format!("{} winning moves.", short(&grouped(count))),
        },
        Some(count) if count.to_u64() == Some(1) => "The winning move:".to_string(),
        Some(count) => format!("{} winning moves:", short(&grouped(count))),
        None if analysis.winning.is_empty() => "Its winning moves are not known.".to_string(),
        None => "Winning moves, perhaps among others:".to_string(),
    };
    let mut lines = vec![style.wrap(&heading)];
    if analysis.winning.is_empty() {
        return lines;
    }
    for mv in analysis.winning.iter().take(MOST_SHOWN) {
        let part = if analysis.is_sum() { format!("in part {}: ", mv.part) } else { String::new() };
        let (written, text) = (short(&analysis.written(mv)), short(&mv.text));
        // A move that is written in words is told by what it leaves.
        let text = match (mv.text == mv.mv, &mv.to) {
            (true, Some(to)) => format!("leaving {}", short(to)),
            _ => text,
        };
        lines.push(style.wrap_indented(&format!("{written}   {part}{text}"), "  "));
    }
    let shown = analysis.winning.len().min(MOST_SHOWN);
    let more = analysis.winning_count.as_ref().and_then(|count| count.minus(&Natural::from(shown)));
    match more {
        Some(more) if !more.is_zero() => {
            lines.push(format!("  and {} more", short(&grouped(&more))))
        }
        None if analysis.winning.len() > shown => lines.push("  and more".to_string()),
        _ => {}
    }
    lines
}

/// A line, move by move.
fn played_out(analysis: &Analysis, line: &Line, style: Style) -> Vec<String> {
    if line.moves.is_empty() && line.complete {
        return vec!["The game is over: there is no line to play.".to_string()];
    }
    let heading = "The best line; P: who just moved wins, N: who moves next wins.";
    let mut lines = vec![style.wrap(heading)];
    for (index, mv) in line.moves.iter().enumerate() {
        let written = match analysis.is_sum() {
            true => format!("{}: {}", mv.part, mv.mv),
            false => mv.mv.clone(),
        };
        let numbered = format!("{:3}. {}   {}", index + 1, mv.outcome, short(&written));
        lines.push(style.wrap_indented(&numbered, " ").trim_end().to_string());
    }
    if !line.complete {
        lines.push("  and so on: it is not told to the end.".to_string());
    }
    lines
}

/// How an answer is known, for explanations: in a line, or with all that is cited in full. A theorem that was `told`
/// before is not stated again.
pub(crate) fn known_by(
    method: Method,
    evidence: &Evidence,
    play: Play,
    told: bool,
    sources: bool,
) -> String {
    let Some(theorem) = &evidence.theorem else { return how(method, evidence, play, None) };
    let checked = counted(theorem.checked, "position");
    let source = if sources { &*theorem.source } else { cited(&theorem.source) };
    match (told, sources) {
        (true, _) => format!("that theorem ({source}), checked here on {checked}"),
        (false, true) => how(method, evidence, play, Some(stated(theorem, "", None))),
        (false, false) => {
            let theorem = format!("a theorem ({source}), checked here on {checked}");
            how(method, evidence, play, Some(theorem))
        }
    }
}

/// A theorem with its source: in full, or what has room on a line of this width behind what it begins with.
fn stated(theorem: &TheoremEvidence, start: &str, width: Option<usize>) -> String {
    let TheoremEvidence { statement, source, checked } = theorem;
    let Some(width) = width else {
        let checked = counted(*checked, "position");
        return format!("theorem: {statement} ({source}), checked here on {checked}");
    };
    let (before, after) = ("theorem: ", format!(" ({})", cited(source)));
    // A full stop ends the line.
    let taken = [start, before, &after, "."].into_iter().map(|text| text.chars().count());
    let room = width.saturating_sub(taken.sum());
    format!("{before}{}{after}", begun(statement, room))
}

/// How an answer is known, in words that follow others on their line; the theorem is told already, if there is one.
fn how(method: Method, evidence: &Evidence, play: Play, theorem: Option<String>) -> String {
    let mut reasons: Vec<String> = theorem.into_iter().collect();
    if let Some(period) = &evidence.period {
        let growth = if period.saltus == 0 {
            String::new()
        } else {
            format!(" and saltus {}", period.saltus)
        };
        reasons.push(format!(
            "a proved period of {}{growth} from heap {} on ({})",
            period.period, period.preperiod, period.proof
        ));
    } else if let (Some(to), Method::Sequence) = (evidence.computed_to, method) {
        reasons.push(format!("the values of the heaps up to {to}, computed one by one"));
    }
    let assumed = evidence.assumed.as_ref().map_or(String::new(), |what| format!(", with {what}"));
    if let Some(positions) = evidence.positions {
        let what = if method == Method::Graph { "the graph of" } else { "search of" };
        reasons.push(format!("{what} {}{assumed}", counted(positions, "position")));
    }
    #[cfg(feature = "misere")]
    if let Some(quotient) = &evidence.quotient {
        reasons.push(super::misere::known_by(quotient));
    }
    #[cfg(feature = "misere")]
    if let Some(forms) = evidence.forms {
        reasons.push(format!(
            "the misère canonical forms of what is added up, {}",
            counted(forms, "form")
        ));
    }
    if !evidence.parts.is_empty() {
        reasons.push(match play {
            Play::Normal => "the values of the parts, added by xor".to_string(),
            Play::Misere => {
                "the rule of misère Nim on the values of all heaps, since all parts are tame"
                    .to_string()
            }
        });
    }
    match reasons.is_empty() {
        true => format!("the rules of {play} play"),
        false => reasons.join("; "),
    }
}

/// The catalogue, grouped by board.
pub fn catalogue(style: Style) -> String {
    let mut boards: Vec<Board> = GAMES.iter().map(|entry| entry.board).collect();
    boards.put_in_order();
    boards.dedup();
    let mut text = String::new();
    let widest = GAMES.iter().map(|entry| entry.name.len()).max().unwrap_or(0);
    for board in boards {
        text += &format!("{}\n", style.heading(board.title()));
        for entry in GAMES.iter().filter(|entry| entry.board == board) {
            let example = entry.examples.first().copied().unwrap_or("");
            let told = format!("{}, such as {example}", entry.title);
            text += &style.wrap_beside(entry.name, widest, &told);
        }
    }
    let names = GAMES
        .iter()
        .flat_map(|entry| entry.aliases.iter().map(|alias| (*alias, entry.name.to_string(), "")));
    let presets = GAMES.iter().flat_map(|entry| {
        entry.presets.iter().map(|preset| (preset.name, preset.address.to_string(), preset.note))
    });
    text += &format!("{}\n", style.heading("Other names"));
    let list: Vec<_> = names.chain(presets).collect();
    let widest = list.iter().map(|(name, _, _)| name.len()).max().unwrap_or(0);
    for (name, target, note) in list {
        let note = if note.is_empty() { String::new() } else { format!("  ({note})") };
        text += &style.wrap_beside(name, widest, &format!("{target}{note}"));
    }
    text
}

/// A famous position: what it opens, and the story in two lines.
pub fn preset(preset: &Preset, style: Style) -> String {
    let heading = style.wrap_heading(&format!("{} is {}", preset.name, preset.address));
    match story(preset.name) {
        Some(lines) => format!("{heading}\n{}\n", style.wrap_lines(lines).join("\n")),
        None => format!("{heading}\n{}\n", style.wrap(preset.note)),
    }
}

/// All that is said about one game.
pub fn entry(entry: &Entry, style: Style) -> String {
    let mut lines = vec![
        style.wrap_heading(&format!("{} ({})", entry.title, entry.name)),
        style.wrap(entry.rules),
    ];
    lines.extend(story(entry.name).map(|told| style.wrap_lines(told)).unwrap_or_default());
    if !entry.aliases.is_empty() {
        lines.push(style.wrap(&format!("Also called: {}", entry.aliases.join(", "))));
    }
    let mut list = |heading: &str, items: Vec<String>| {
        if !items.is_empty() {
            lines.push(String::new());
            lines.push(style.heading(heading));
            lines.extend(items.iter().map(|item| style.wrap_indented(item, "  ")));
        }
    };
    list(
        "Parameters",
        entry
            .parameters
            .iter()
            .map(|parameter| {
                let need = if parameter.required { "" } else { " (optional)" };
                format!("{}{need}: {}", parameter.key, parameter.help)
            })
            .collect(),
    );
    let told = |alias: &&str| Some(format!("{alias}: {}", story(alias)?.join(" ")));
    list("Told of its other names", entry.aliases.iter().filter_map(told).collect());
    list("Examples", entry.examples.iter().map(|example| example.to_string()).collect());
    let (position, mv) = entry.example_move;
    list("A move", vec![format!("{mv}, in the position {position}")]);
    list(
        "Theorems",
        entry
            .theorems
            .iter()
            .map(|theorem| {
                format!(
                    "{}, {} play: {} ({}); checked here on {}",
                    theorem.name,
                    theorem.play,
                    theorem.statement,
                    theorem.source,
                    counted(crate::verify::checked(theorem.name), "position")
                )
            })
            .collect(),
    );
    list(
        "Presets",
        entry
            .presets
            .iter()
            .map(|preset| format!("{}: {} ({})", preset.name, preset.address, preset.note))
            .collect(),
    );
    lines.join("\n") + "\n"
}

/// What a verification of one game has found.
pub fn report(report: &Report, style: Style) -> String {
    let comparisons = report.checks.values().sum();
    let counts = (report.positions, "position", comparisons);
    checked(&report.game, counts, &report.faults, ("disagrees", "shortcut"), style)
}

/// What a check of a theorem has found.
pub fn finding(finding: &Finding, style: Style) -> String {
    let counts = (finding.games, "game", finding.comparisons);
    checked(finding.theorem, counts, &finding.faults, ("is wrong", "theorem"), style)
}

/// How wide the columns of counts are; long names make them a little wider.
const CHECKED: usize = 64;

/// One line of counts, and one sentence for each fault.
fn checked(
    name: &str,
    (count, what, comparisons): (u64, &str, u64),
    faults: &[Fault],
    (verb, who): (&str, &str),
    style: Style,
) -> String {
    // Numbers end, and words begin, below each other.
    let columns = |count: u64, one: &str, digits: usize, letters: usize| {
        let counted = counted(count, one);
        let (number, word) = counted.split_once(' ').unwrap_or((&counted, ""));
        format!("{number:>digits$} {word:<letters$}")
    };
    let verdict = if faults.is_empty() { "no faults" } else { "FAULTS" };
    let line = format!(
        "{name:<14} {} {}   {verdict}",
        columns(count, what, 10, 9),
        columns(comparisons, "comparison", 12, 11)
    );
    // Where the columns have no room, the same is a sentence.
    let mut lines = vec![match style.width >= CHECKED {
        true => line,
        false => {
            let counts = (counted(count, what), counted(comparisons, "comparison"));
            style.wrap(&format!("{name}: {}, {}, {verdict}", counts.0, counts.1))
        }
    }];
    for fault in faults {
        let (place, found) = (short(&fault.address), short(&fault.found));
        let text = match short(&fault.expected) {
            // What failed has said itself what is wrong.
            expected if expected.is_empty() => {
                format!("{} fails at {place}: {found}", fault.shortcut)
            }
            expected => format!(
                "{} {verb} at {place}: the definition says {expected}, the {who} {found}",
                fault.shortcut
            ),
        };
        lines.push(style.wrap_indented(&text, "  "));
    }
    lines.join("\n") + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_thing_is_singular() {
        assert_eq!(counted(1, "position"), "1 position");
        assert_eq!(counted(0, "position"), "0 positions");
        assert_eq!(
            (counted(1, "ply"), counted(1200, "ply")),
            ("1 ply".into(), "1,200 plies".into())
        );
    }

    #[test]
    fn sources_are_cited_by_author_and_year_and_theorems_in_one_line() {
        for entry in GAMES {
            for theorem in entry.theorems {
                let cited = cited(theorem.source);
                assert!(cited.chars().count() <= 40, "{}: {cited}", theorem.source);
                assert!(begun(theorem.statement, 40).chars().count() <= 40);
            }
        }
        assert_eq!(
            cited("Duchêne, Dufour and Larsson 2016, Building Nim"),
            "Duchêne, Dufour and Larsson 2016"
        );
        assert_eq!(cited("Winning Ways, chapter 4: a row"), "Winning Ways");
        assert_eq!(cited("by induction"), "by induction");
    }
}
