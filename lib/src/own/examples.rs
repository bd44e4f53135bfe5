//! The worked examples that come with Bouton: `file(half): 20` opens them everywhere.

/// A file of rules that comes with Bouton.
pub struct Example {
    /// The name that opens it, `file(name)`.
    pub name: &'static str,
    /// Its rules.
    pub text: &'static str,
    /// A position to begin with.
    pub position: &'static str,
}

macro_rules! examples {
    ($($name:literal $position:literal),* $(,)?) => {
        &[$(Example {
            name: $name,
            text: include_str!(concat!("../../examples/games/", $name, ".star")),
            position: $position,
        }),*]
    };
}

/// All of them.
pub static EXAMPLES: &[Example] = examples![
    "half" "20",
    "fibonacci" "(13, 12)",
    "end-nim" "[2, 3, 1, 2]",
    "nimble" "[0, 1, 0, 2, 1]",
    "northcott" "[(0, 4), (1, 3), (2, 7)]",
    "silver-dollar" "..o.o..o",
    "euclid" "(25, 7)",
    "circle" "9",
    "domino" "..../..../....",
    "notakto" ".........",
    "ghost" "s",
    "catch" "(0, 3)",
];

impl Example {
    /// The address of its first position.
    pub fn address(&self) -> String {
        format!("file({}): {}", self.name, self.position)
    }

    /// The line with which its text says what it is.
    pub fn title(&self) -> &'static str {
        let first = self.text.lines().next().unwrap_or_default();
        first.trim_matches('"').trim()
    }
}

/// The text of an example.
pub fn text(name: &str) -> Option<&'static str> {
    EXAMPLES.iter().find(|example| example.name == name).map(|example| example.text)
}

/// The names of all.
pub fn names() -> Vec<&'static str> {
    EXAMPLES.iter().map(|example| example.name).collect()
}
