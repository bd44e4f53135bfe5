//! Positions on which programs of others are tried.

use bouton::address::Nowhere;
use bouton::trial::Trial;
use bouton::{Ask, Outcome};

#[test]
fn the_smallest_positions_come_first_and_many_are_lost() {
    let ask = Ask::default();
    for (text, size, first) in [
        ("kayles", 1_000_000, ["1", "2", "1 1"]),
        ("nim", 1_000_000, ["1", "2", "1 1"]),
        ("wythoff", 1000, ["1 1", "1 2", "2 1"]),
        ("file(half)", 20, ["2", "3", "4"]),
    ] {
        let trial = Trial::open(text, false, None, None, false, &mut Nowhere).unwrap();
        let positions = trial.positions(60, size, 1, &ask).unwrap();
        let texts: Vec<String> = positions.iter().map(|p| trial.game().write(p)).collect();
        if text != "file(half)" {
            assert_eq!(texts.len(), 60, "{text}");
        }
        assert_eq!(texts[..3], first, "{text}");
        let lost = trial.expected(&positions, true, &ask).unwrap();
        let lost = lost.iter().filter(|outcome| **outcome == Outcome::Previous).count();
        if text == "kayles" || text == "nim" {
            assert!((20..=45).contains(&lost), "{text}: {lost} of 60 are lost");
        }
    }
}
