//! Moves in words: what is printed can be typed again.

use bouton::games::GAMES;
use bouton::glossary::WORDS;
use bouton::losing::Losing;
use bouton::render::text::Style;
use bouton::render::{glossary, losing, text};
use bouton::verify::{self, Depth};
use bouton::{Ask, Play, open};

/// Whatever can be broken is broken before the edge of a narrow page.
#[test]
fn lines_fit_a_narrow_page() {
    let style = Style { width: 40, ..Style::default() };
    let mut texts = vec![text::catalogue(style)];
    for entry in GAMES {
        texts.push(text::entry(entry, style));
        texts.extend(entry.presets.iter().map(|preset| text::preset(preset, style)));
    }
    texts.push(glossary::text(&WORDS.iter().collect::<Vec<_>>(), style));
    let game = open("subtraction(1,3,4): 0").unwrap().game;
    let list = Losing::new(&game, 2, (0, 9), Play::Misere, &Ask::default()).unwrap();
    texts.push(losing::text(&list, style));
    let entry = bouton::address::entry("nim").unwrap();
    verify::games(&[entry], Depth::Quick, 1, &|| false, &mut |report| {
        texts.push(text::report(&report, style));
    })
    .unwrap();
    for line in texts.iter().flat_map(|text| text.lines()) {
        assert!(line.chars().count() <= 40 || !line.trim().contains(' '), "{line}");
    }
}

#[test]
fn every_description_of_every_move_is_read_again() {
    let (mut read, mut games) = (0, 0);
    for example in GAMES.iter().flat_map(|entry| entry.examples) {
        let opened = open(example).unwrap();
        let (game, position) = (&opened.game, &opened.position);
        let (moves, complete) = game.moves(position, 300);
        if !complete {
            continue;
        }
        games += 1;
        for mv in &moves {
            let words = game.describe(position, mv);
            let loud = words.to_uppercase().replace(' ', "  ");
            for text in [words.clone(), loud] {
                // Two nodes that differ by case alone would be a reason to refuse.
                let found = game.find_move(position, &text);
                let found = found.unwrap_or_else(|error| panic!("{example}: {text}: {error}"));
                let (same, left) = (game.play(position, mv), game.play(position, &found));
                assert_eq!(game.simplify(&left), game.simplify(&same), "{example}: {text}");
                read += 1;
            }
        }
    }
    assert!(read > 1_000 && games > 60, "{read} moves of {games} games");
}

#[test]
fn short_forms_are_read_where_they_mean_one_move() {
    for (address, text, mv) in [
        ("nim: 3 4 5", "take 2 from A", "1 -> 1"),
        ("nim: 3 4 5", "2 from pile 3", "3 -> 3"),
        ("nim: 7", "take 2", "1 -> 5"),
        ("nim: 10^30 5", "Take 10^29 from pile 1", "1 -> 900000000000000000000000000000"),
        (
            "wythoff: 10^30 10^30",
            "take 1 from both piles",
            "1 -> 999999999999999999999999999999, 2 -> 999999999999999999999999999999",
        ),
        ("kayles: 7", "take 1 from pile 1, leaving 3 and 3", "1 -> 3 3"),
        ("grundy: 7", "split pile 1 into 3 and 4", "1 -> 3 4"),
        ("21-game", "Say 3", "3"),
        ("graph(a>b,b>c,a>c): a", "go to b", "1 -> b"),
        ("graph(a>b,b>c,a>c): a", "to c", "1 -> c"),
        ("mock-turtles: THHTH", "turn coin 4 to tails and coin 1 over", "4, 1"),
        ("cram: 2x2", "domino on 1,1 and 1,2", "1,1, 1,2"),
        ("kayles: 2 + nim: 4", "in part 2: take 3 from pile 1", "2: 1 -> 1"),
        ("kayles: 2 + 21-game: 0", "say 3", "2: 3"),
    ] {
        let opened = open(address).unwrap();
        let found = opened.game.find_move(&opened.position, text);
        assert_eq!(found.map(|mv| mv.to_string()).as_deref(), Ok(mv), "{address}: {text}");
    }
}

#[test]
fn words_that_fit_several_moves_or_none_are_refused() {
    for (address, text, told) in [
        (
            "nim: 3 4 5",
            "take 2",
            "which move is meant: legal moves are 1 -> 1 (take 2 from pile 1); 2 -> 2",
        ),
        ("nim: 3 4 5", "take", "; and others"),
        ("nim: 3 4 5", "take 4 from pile 1", "holds 3"),
        ("nim: 0 0 0 0 0 0 1", "take 7", "is not a move"),
        ("graph(a>b,a>B): a", "go to b", "which move is meant"),
        ("cram: 2x2", "sing", "legal moves are"),
        ("cram: 9x9", &"lay a domino ".repeat(100), "legal moves are"),
    ] {
        let opened = open(address).unwrap();
        let message = opened.game.find_move(&opened.position, text).unwrap_err().to_string();
        assert!(message.contains(told), "{address}: {text}: {message}");
    }
}

/// A click on part of a move is no move, though words that begin a move may be one.
#[test]
fn picks_are_no_words() {
    let opened = open("cram: 1x2").unwrap();
    let completion = opened.game.complete(&opened.position, &["1,1"]).unwrap();
    assert_eq!(completion.whole, None);
}
