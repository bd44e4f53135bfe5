//! The glossary as text.

use crate::glossary::Word;
use crate::render::text::Style;

/// Each word with its meaning and its example.
pub fn text(words: &[&Word], style: Style) -> String {
    let told = |word: &&Word| {
        let also = match word.aliases {
            [] => String::new(),
            aliases => format!(" (also {})", aliases.join(", ")),
        };
        // Only the word itself is a heading; it begins the first line.
        let first = style.wrap(&format!("{}{also}", word.word));
        let first = first.replacen(word.word, &style.heading(word.word), 1);
        let meaning = style.wrap_indented(word.meaning, "  ");
        let example = style.wrap_indented(&format!("Try: {}", word.example), "  ");
        format!("{first}\n{meaning}\n{example}\n")
    };
    words.iter().map(told).collect::<Vec<_>>().join("\n")
}

/// The same as Markdown.
pub fn markdown(words: &[&Word]) -> String {
    let told =
        |word: &&Word| format!("- **{}**: {} Try: `{}`\n", word.word, word.meaning, word.example);
    words.iter().map(told).collect()
}
