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
        let heading = style.heading(word.word);
        let meaning = style.wrap_indented(word.meaning, "  ");
        format!("{heading}{also}\n{meaning}\n  Try: {}\n", word.example)
    };
    words.iter().map(told).collect::<Vec<_>>().join("\n")
}

/// The same as Markdown.
pub fn markdown(words: &[&Word]) -> String {
    let told =
        |word: &&Word| format!("- **{}**: {} Try: `{}`\n", word.word, word.meaning, word.example);
    words.iter().map(told).collect()
}
