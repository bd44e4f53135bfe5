//! What players are told before they begin: what a move does, and how the game is won.

use crate::address;
use crate::game::Game;
use crate::session::capital;
use crate::value::Play;

impl Game {
    /// The rules of this game in a few sentences, true for its parameters, and how it is won in this play.
    ///
    /// ```
    /// use bouton::Play;
    ///
    /// let game = bouton::open("21-game")?.game;
    /// assert_eq!(game.instructions(Play::Normal), "Say up to 3 more than the total; whoever says 21 loses.");
    /// # Ok::<(), bouton::Error>(())
    /// ```
    pub fn instructions(&self, play: Play) -> String {
        if let Some(parts) = self.parts() {
            let mut text = "A sum of games: a move is a move in one of its parts.".to_string();
            for (index, part) in parts.iter().enumerate() {
                let alike = parts[..index].iter().position(|before| before.name() == part.name());
                text += &match alike {
                    Some(before) => format!(" Part {} is like part {}.", index + 1, before + 1),
                    None => {
                        format!(" Part {}, {}: {}", index + 1, part.name(), part.rule_in_words())
                    }
                };
            }
            return format!("{text} {}", self.convention(play));
        }
        match (self.rules().goal().filter(|_| play == Play::Normal), &self.rule) {
            (Some(goal), Some(rule)) => format!("{rule}; {goal}."),
            (Some(goal), None) => format!("{} {}.", self.rule_in_words(), capital(&goal)),
            (None, _) => {
                format!("{} {}", self.rule_in_words(), self.convention(play)).trim().to_string()
            }
        }
    }

    /// What a move does: in the game's own words for these parameters, or else as the catalogue has it.
    pub(crate) fn rule_in_words(&self) -> String {
        match (&self.rule, address::entry(self.bare_name())) {
            (Some(rule), _) => format!("{rule}."),
            (None, Ok(entry)) => entry.rules.to_string(),
            // A game of somebody's own is in no catalogue.
            (None, Err(_)) => String::new(),
        }
    }

    /// Who wins in the end, where the game has no words of its own for that.
    fn convention(&self, play: Play) -> String {
        let last = self.rules().last_move().unwrap_or("makes the last move");
        match play {
            Play::Normal => format!("Whoever {last} wins."),
            Play::Misere => format!("Misère play: whoever {last} loses."),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::GAMES;

    fn told(text: &str) -> String {
        let opened = address::open(text).unwrap();
        opened.game.instructions(opened.play)
    }

    #[test]
    fn rules_are_told_with_the_parameters_of_the_game() {
        assert_eq!(told("100-game"), "Say up to 10 more than the total; whoever says 100 wins.");
        assert!(told("subtraction(1,3,4): 9").starts_with("Take 1, 3 or 4 stones from one heap."));
        assert!(told("subtraction(1-3): 9").starts_with("Take 1-3 stones from one heap."));
        assert!(told("moore(2): 3 4").contains("1 or 2 heaps, any number from each"));
        assert!(told("moore(3, most=2): 3 4").contains("1 to 3 heaps, at most 2 from each"));
        assert!(told("moore(1): 3 4").starts_with("Take stones from one heap"));
        assert!(
            told("misere chomp: 3x4").ends_with("Misère play: whoever makes the last move loses.")
        );
        assert!(told("chomp: 3x4").ends_with("whoever is left with it alone loses."));
        let sum = told("kayles: 3 + kayles: 4 + 21-game: 3");
        assert!(
            sum.contains("Part 2 is like part 1. Part 3, count-up(to=21, most=3, last=loses): Say"),
            "{sum}"
        );
    }

    /// What is said of the end must fit the convention, and no name of a parameter may be left over.
    #[test]
    fn every_game_tells_its_rules_in_both_conventions() {
        for example in GAMES.iter().flat_map(|entry| entry.examples) {
            let opened = address::open(example).unwrap();
            for play in Play::BOTH.into_iter().filter(|play| opened.game.allows(*play).is_ok()) {
                let text = opened.game.instructions(play);
                assert!(
                    !text.contains('`') && text.ends_with('.') && !text.contains(".."),
                    "{text}"
                );
                let misere = play == Play::Misere;
                assert_eq!(text.contains("Misère play: whoever"), misere, "{example}: {text}");
                // What is said of the other convention would be wrong here.
                assert!(!(misere && text.contains("move wins")), "{example}: {text}");
            }
        }
    }
}
