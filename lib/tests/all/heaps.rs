//! Games played with heaps, as the engines of nim-sequences see them.

use bouton::address;
use bouton::games::GAMES;
use bouton::sequence::engine::{Choice, Engine, Name, Plain, engine};
use bouton::sequence::{Values, file};

#[test]
fn theorems_agree_with_the_definition() {
    let by_theorem = Choice { engine: Some(Name::Theorem), ..Choice::default() };
    let mut games = 0;
    for example in GAMES.iter().flat_map(|entry| entry.examples) {
        let Ok(opened) = address::open(example) else { continue };
        let Some(rules) = opened.game.heap() else { continue };
        let Ok(mut theorem) = engine(rules, Values::default(), by_theorem) else { continue };
        let mut plain = Plain::new(rules, Values::default());
        theorem.extend(300, &mut |_| true).unwrap();
        plain.extend(300, &mut |_| true).unwrap();
        assert_eq!(theorem.values(), plain.values(), "{example}");
        games += 1;
    }
    assert!(games >= 4, "only {games} games have a theorem");
}

/// A file of values names its game by an address, so it must hold the longest.
#[test]
fn every_address_fits_into_a_file_of_values() {
    assert_eq!(file::LONGEST_RULES, address::LONGEST);
}
