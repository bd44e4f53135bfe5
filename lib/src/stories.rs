//! What is told of games, machines and films: two lines for each name of the catalogue that has a story.

/// A name and its story.
pub(crate) static STORIES: &[(&str, [&str; 2])] = &[
    (
        "nim",
        [
            "Charles Bouton gave it its name and its theory in 1901: the binary columns.",
            "The theory of impartial games begins there.",
        ],
    ),
    (
        "fan-tan",
        [
            "Bouton's paper of 1901 says that Nim has been called Fan-Tan; as it is not",
            "the Chinese game of that name, he proposed the name Nim.",
        ],
    ),
    (
        "android-nim",
        [
            "Leo Christopherson's program of 1978 for the TRS-80 home computer.",
            "It is Nim, with animated androids in place of counters.",
        ],
    ),
    (
        "maxon-nim",
        [
            "Engineers of the W. L. Maxon Corporation built a machine of 50 pounds, 23 kg,",
            "that played Nim in 1952 and mostly won. What rows it began with is not told.",
        ],
    ),
    (
        "tinkertoy-nim",
        [
            "A machine of Tinkertoys that plays Nim has been described. The better known",
            "Tinkertoy computer plays tic-tac-toe, where the players have unlike signs.",
        ],
    ),
    (
        "marienbad",
        [
            "In Alain Resnais' film of 1961 one of the guests wins it each time, with",
            "cards or matches in rows of 1, 3, 5 and 7. The second player can always win.",
        ],
    ),
    (
        "nimatron",
        [
            "Edward Condon's machine, which Westinghouse showed at the New York World's",
            "Fair in 1940: visitors played against relays, with four rows of lamps.",
        ],
    ),
    (
        "nimrod",
        [
            "Ferranti built it for the Festival of Britain in 1951, to show what a digital",
            "computer is. It did nothing but play Nim, and showed on lamps how it did so.",
        ],
    ),
    (
        "redheffer",
        [
            "Raymond Redheffer's machine of the early 1940s, described in 1948 in the",
            "American Mathematical Monthly: as large a game as the Nimatron's, four switches.",
        ],
    ),
    (
        "dr-nim",
        [
            "A toy by E.S.R. from the 1960s, of plastic and without electricity: marbles",
            "roll down and turn levers, and the levers find the winning moves.",
        ],
    ),
    (
        "subtract-a-square",
        [
            "Solomon Golomb studied it in 1966, among other games of take-away.",
            "Whoever finds a square number of stones can take them all.",
        ],
    ),
    (
        "100-game",
        [
            "Claude-Gaspar Bachet has it in his Problèmes plaisants of 1612: two people",
            "add numbers up to 10 in turn, and whoever arrives at 100 wins.",
        ],
    ),
    (
        "wythoff",
        [
            "Willem Wythoff, A modification of the game of Nim, 1907: the lost positions",
            "1 2, 3 5, 4 7, 6 10, ... follow the golden section.",
        ],
    ),
    (
        "tsyan-shizi",
        [
            "Said to be an old game of China, whose name means choosing stones.",
            "It is the game that Wythoff published with its solution in 1907.",
        ],
    ),
    (
        "kayles",
        [
            "Henry Dudeney and Sam Loyd both published it, as a game of skittles.",
            "Guy and Smith showed in 1956 that its values repeat with period 12.",
        ],
    ),
    (
        "grundy",
        [
            "Patrick Michael Grundy's example, after whom the values of games are named.",
            "Whether its values ever become periodic is not known.",
        ],
    ),
    (
        "dawsons-chess",
        [
            "T. R. Dawson's problem with pawns on a board of three rows, 1935.",
            "He asked for misère play, in which whoever makes the last move loses.",
        ],
    ),
    (
        "laskers-nim",
        [
            "From the book on board games (1931) by Emanuel Lasker,",
            "who was world champion of chess from 1894 to 1921.",
        ],
    ),
    (
        "moore",
        [
            "E. H. Moore, A generalization of the game called Nim, 1910:",
            "nine years after Bouton, with k heaps at a time in place of one.",
        ],
    ),
    (
        "chomp",
        [
            "Fred. Schuh published it in 1952 as a game of divisors, and David Gale in 1974",
            "as a bar of chocolate. Whoever begins can win, but no general way is known.",
        ],
    ),
];

/// The two lines that are told of a name in the catalogue's spelling.
pub(crate) fn story(name: &str) -> Option<[&'static str; 2]> {
    STORIES.iter().find(|(known, _)| *known == name).map(|(_, story)| *story)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spelling;

    #[test]
    fn every_story_is_told_of_something_and_has_two_short_lines() {
        for (name, story) in STORIES {
            assert!(spelling::find(name).is_some(), "{name}");
            let widest = story.iter().map(|line| line.chars().count()).max();
            assert!(widest <= Some(80), "{name}: {widest:?}");
        }
    }
}
