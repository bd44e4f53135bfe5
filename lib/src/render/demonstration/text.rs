//! A demonstration as plain text, all at once or a screen for each step.

use super::{heading, table_at};
use crate::explain::Step;
use crate::explain::demonstration::Demonstration;
use crate::render::board;
use crate::render::text::{Style, lead, short};

/// All steps, one after the other, for a pipe or a printer.
pub fn plain(shown: &Demonstration, style: Style) -> String {
    let mut text = style.heading(&short(&shown.address)) + "\n";
    let mut last = None;
    for (index, one) in shown.steps.iter().enumerate() {
        if last != Some(one.board) {
            last = Some(one.board);
            let title = style.wrap(&short(heading(shown, one.board)));
            text += &format!("\n{}\n", style.heading(&title));
            text += &board(shown, one.board, &[], style);
        }
        let number = format!("{}. ", index + 1);
        let told = format!("{number}{}{}", lead(one.step.kind), one.step.text);
        text += &format!("\n{}\n", style.wrap(&told));
        text.extend(table(&one.step, style).into_iter().map(|row| format!("  {row}\n")));
    }
    text
}

/// What a screen has room for, and how the reader goes on.
#[derive(Clone, Copy, Debug)]
pub struct View {
    /// Columns and lines of the terminal.
    pub width: usize,
    /// See `width`.
    pub height: usize,
    /// Whether to use colours; nothing is said by colour alone.
    pub colour: bool,
    /// Whether the steps go on by themselves.
    pub playing: bool,
    /// How fast, as a multiple of the usual pace.
    pub speed: f64,
}

/// The keys, in the lengths that there may be room for.
const KEYS: [&str; 4] = [
    "Space play, pause  \u{2190} \u{2192} step  \u{2191} \u{2193} move  Home End  + - speed  r reset  q quit",
    "Space play, pause  \u{2190}\u{2192} step  \u{2191}\u{2193} move  q quit",
    "Space play  \u{2190}\u{2192} step  \u{2191}\u{2193} move  q quit",
    "\u{2190}\u{2192} step  q quit",
];

/// One step as a screen, its lines no wider and no more than there is room.
pub fn screen(shown: &Demonstration, at: usize, view: View) -> Vec<String> {
    let style = Style { width: view.width.max(20), colour: view.colour, sources: false };
    let at = at.min(shown.steps.len().saturating_sub(1));
    let Some(one) = shown.steps.get(at) else { return Vec::new() };
    let wrap = |text: &str| -> Vec<String> {
        textwrap::wrap(text, style.width).into_iter().map(|line| line.into_owned()).collect()
    };
    let mut above: Vec<String> = vec![style.heading(&cut(&shown.boards[one.board], view.width))];
    let title = cut(heading(shown, one.board), view.width);
    above.push(if one.step.kind == "end" { title } else { player(shown, at, view.width) });
    above.push(String::new());
    let sentence = wrap(&format!("{}{}", lead(one.step.kind), one.step.text));
    let picture = board(shown, one.board, &one.step.highlights, style);
    let mut picture: Vec<String> = picture.lines().map(str::to_string).collect();
    let rows = table_at(shown, at).map_or(Vec::new(), |from| {
        let mut step = shown.steps[from].step.clone();
        if from != at {
            step.marks.clear();
        }
        table(&step, style)
    });
    let state = if view.playing { "playing" } else { "paused" };
    let count =
        format!("Step {} of {}, {state}, speed {}", at + 1, shown.steps.len(), pace(view.speed));
    let keys = KEYS.iter().find(|keys| keys.chars().count() <= view.width).copied();
    let below = vec![String::new(), cut(&count, view.width), keys.unwrap_or("q quit").to_string()];
    // The sentence and the table are what is to be read; the board gives way.
    let needed = above.len() + sentence.len() + 1 + rows.len() + 1 + below.len();
    let room = view.height.saturating_sub(needed);
    if picture.len() > room {
        picture.truncate(room.saturating_sub(1));
        if room > 0 {
            picture.push("  ...".to_string());
        }
    }
    let mut lines = above;
    lines.extend(picture);
    lines.push(String::new());
    lines.extend(sentence);
    if !rows.is_empty() {
        lines.push(String::new());
        lines.extend(rows.into_iter().map(|row| format!("  {row}")));
    }
    // The foot of the screen stays where it is from step to step.
    let foot = view.height.saturating_sub(below.len());
    lines.truncate(foot.max(1));
    lines.resize(foot.max(1), String::new());
    lines.extend(below);
    lines.truncate(view.height.max(1));
    lines.iter().map(|line| visible(line, view.width)).collect()
}

/// Whose turn it is; the move itself is not told before its step.
fn player(shown: &Demonstration, at: usize, width: usize) -> String {
    let one = &shown.steps[at];
    let number = one.board + 1;
    let text = match shown.chapters.len() {
        0 => format!("Player {} to move", one.player),
        moves => format!("Move {number} of {moves}, player {}", one.player),
    };
    cut(&text, width)
}

/// A speed as people write it.
fn pace(speed: f64) -> String {
    let hundredths = (speed * 100.0).round() as u64;
    match hundredths % 100 {
        0 => format!("{}", hundredths / 100),
        part if part % 10 == 0 => format!("{}.{}", hundredths / 100, part / 10),
        part => format!("{}.{part:02}", hundredths / 100),
    }
}

/// The board, or its address where it cannot be drawn in letters.
fn board(shown: &Demonstration, index: usize, highlights: &[String], style: Style) -> String {
    match board::looking_at(&shown.scenes[index], highlights, style.width) {
        Some(picture) => picture,
        None => style.wrap_indented(&short(&shown.boards[index]), "  ") + "\n",
    }
}

/// A table with its marked cells between brackets, `[0 1 1]`, and without blanks where it is too wide.
fn table(step: &Step, style: Style) -> Vec<String> {
    let rows = &step.table;
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let is_head = |row: usize| row == 0 && rows[0].first().is_some_and(String::is_empty);
    let wide = |narrow: bool, column: usize| {
        let cells = rows.iter().enumerate().filter(|(row, _)| !(narrow && is_head(*row)));
        let cells = cells.filter_map(|(_, cells)| cells.get(column));
        cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let whole: usize = (0..columns).map(|column| wide(false, column) + 1).sum();
    // What the columns are worth takes most of the room.
    let narrow = whole + 2 > style.width;
    let mut lines = Vec::new();
    for (row, cells) in rows.iter().enumerate().filter(|(row, _)| !(narrow && is_head(*row))) {
        let mut line = String::new();
        let mut inside = false;
        for (column, cell) in cells.iter().enumerate() {
            let marked = step.marks.contains(&(row, column));
            // The blank between two cells holds the brackets.
            if column > 0 {
                let blank = !narrow || column == 1 || column + 1 == columns;
                match (inside, marked) {
                    (true, false) => line.push(']'),
                    (false, true) => line.push('['),
                    _ if blank => line.push(' '),
                    _ => {}
                }
            }
            inside = marked;
            line += &format!("{cell:>width$}", width = wide(narrow, column));
        }
        if inside {
            line.push(']');
        }
        lines.push(line.trim_end().to_string());
    }
    lines
}

/// The text as far as there is room for it, with a sign where it is cut.
fn cut(text: &str, width: usize) -> String {
    match text.chars().count() <= width {
        true => text.to_string(),
        false => text.chars().take(width.saturating_sub(1)).chain(['\u{2026}']).collect(),
    }
}

/// The same where there may be colours, which take no room.
fn visible(line: &str, width: usize) -> String {
    if line.contains('\x1b') { line.to_string() } else { cut(line, width) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Ask;

    fn shown(address: &str) -> Demonstration {
        Demonstration::new(crate::open(address).unwrap(), &Ask::default()).unwrap()
    }

    fn view(width: usize, height: usize) -> View {
        View { width, height, colour: false, playing: false, speed: 1.0 }
    }

    #[test]
    fn plain_text_has_every_step_in_order() {
        let shown = shown("nim: 3 4 5");
        let text = plain(&shown, Style { width: usize::MAX, ..Style::default() });
        let mut rest = text.as_str();
        for (index, one) in shown.steps.iter().enumerate() {
            let told = format!("{}. {}{}", index + 1, lead(one.step.kind), one.step.text);
            let place = rest.find(&told).unwrap_or_else(|| panic!("{told} is missing"));
            rest = &rest[place + told.len()..];
        }
        for chapter in &shown.chapters {
            assert!(text.contains(&chapter.title));
        }
        assert!(
            text.contains("  nim-sum  0[1]0 = 2") || text.contains("nim-sum 0[1]0 = 2"),
            "{text}"
        );
    }

    #[test]
    fn screens_keep_within_their_room() {
        for address in
            ["nim: 3 4 5", "chomp: 3x4", "kayles: 7 + nim: 9", "nim: 10^18 77 3", "nim: 10^30 5"]
        {
            let shown = shown(address);
            for (width, height) in [(80, 24), (40, 24), (40, 10), (20, 5), (1, 1), (200, 60)] {
                for at in 0..shown.steps.len() {
                    let lines = screen(&shown, at, view(width, height));
                    assert_eq!(lines.len(), height.max(1), "{address} {width}x{height}");
                    for line in &lines {
                        assert!(
                            line.chars().count() <= width,
                            "{address} {width}x{height}: {line}"
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn the_sum_grows_pile_by_pile_between_brackets() {
        let shown = shown("nim: 3 4 5");
        let lines = screen(&shown, 3, view(40, 24)).join("\n");
        assert!(lines.contains("> pile 2"), "{lines}");
        assert!(lines.contains("pile 2[1 0 0]= 4"), "{lines}");
        assert!(lines.contains("nim-sum so far[1 1 1]= 7"), "{lines}");
        assert!(lines.contains("Step 4 of"), "{lines}");
    }
}
