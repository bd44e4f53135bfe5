//! `bouton play` by transcripts: what is typed on standard input, and what is said to it.

use std::path::PathBuf;
use std::process::Output;

use crate::command::{answered, run_with};

fn play(words: &[&str], input: &str) -> Output {
    run_with(&[&["play"], words].concat(), input.as_bytes())
}

/// What a game that ends well says.
fn transcript(words: &[&str], input: &str) -> String {
    answered(play(words, input))
}

/// The transcript in one line, so that wrapping does not matter.
fn line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ").replace("- position", "-position")
}

/// A file of this test's own, removed at the end.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Scratch {
        let folder =
            std::env::temp_dir().join(format!("bouton-play-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        Scratch(folder)
    }

    fn file(&self, name: &str) -> String {
        self.0.join(name).to_str().unwrap().to_string()
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

#[test]
fn a_won_game_reads_like_a_conversation() {
    let out = transcript(&["nim: 1 2", "--seed", "1"], "2 -> 1\n1 -> 0\n2 -> 0\nquit\n");
    let expected = "nim: 1 2
Heaps of stones. A move takes any number of stones, at least one, from one heap.
Whoever takes the last stone wins.
Player 1 is you, player 2 is an engine of strength 100. You begin.
--seed 1 repeats this game.
Type a move such as 1 -> 0, or help.

1 2
  pile 1  o
  pile 2  oo
Your move> 2 -> 1
You: 2 -> 1 (take 1 from pile 2)
";
    assert!(out.starts_with(expected), "{out}");
    assert!(out.contains("whoever cannot move loses: you win.\nReview: You threw nothing away.\n"));
}

#[test]
fn the_rules_are_told_for_the_game_that_is_played() {
    let out = line(&transcript(&["21-game", "--seed", "1"], "rules\nquit\n"));
    assert_eq!(
        out.matches("Say up to 3 more than the total; whoever says 21 loses.").count(),
        2,
        "{out}"
    );
    let out = line(&transcript(&["misere chomp: 2x2"], ""));
    assert!(out.contains("Misère play: whoever makes the last move loses."), "{out}");
}

#[test]
fn two_people_play_under_their_names() {
    let scratch = Scratch::new("names");
    let file = scratch.file("ann.txt");
    let out = transcript(
        &["--two", "--names", "Ann, Bob", "nim: 1 2", "--save", &file],
        "Take 1 from pile 2\nhint\nB -> 0\ntake 1 from A\nquit\n",
    );
    let told = line(&out);
    for said in [
        "Player 1 is Ann, player 2 is Bob. Ann begins.",
        "Ann to move> Take 1 from pile 2 Ann: 2 -> 1 (take 1 from pile 2)",
        "Bob to move> hint Hint 1 of 4.",
        "Bob: 2 -> 0 (take 1 from pile 2)",
        "whoever cannot move loses: Ann wins.",
        "Ann threw nothing away.",
    ] {
        assert!(told.contains(said), "{said}: {out}");
    }
    assert!(!told.contains("--seed") && !told.contains("you win"), "{out}");
    // The names are on the sheet, and stay.
    let again = line(&transcript(&["--load", &file], "quit\n"));
    assert!(again.contains("Player 1 is Ann, player 2 is Bob."), "{again}");
    let out = line(&transcript(&["--names", "Ann", "1"], "1 -> 0\nquit\n"));
    assert!(out.contains("Ann: 1 -> 0") && out.contains("Ann wins."), "{out}");
    for (words, said) in [
        (&["--two", "--names", "Ann,Bob,Cid", "1"][..], "3 names were given where 2"),
        (&["--two", "--names", "Ann,Ann", "1"], "each name once"),
        (&["--two", "--names", "Ann,", "1"], "is no name"),
        (&["--two", "count-up(21, 3, loses, players=3): 0"], "3 seats"),
    ] {
        let out = play(words, "");
        assert_eq!(out.status.code(), Some(2), "{words:?}");
        assert!(String::from_utf8_lossy(&out.stderr).contains(said), "{words:?}: {out:?}");
    }
}

#[test]
fn words_that_fit_several_moves_are_refused_with_these() {
    let out = line(&transcript(&["3", "4"], "take 2\nquit\n"));
    assert!(
        out.contains("does not say which move is meant: legal moves are 1 -> 1 (take 2"),
        "{out}"
    );
    assert!(!out.contains("You: "), "{out}");
}

#[test]
fn a_thrown_away_win_is_marked_at_the_end() {
    let out = line(&transcript(&["3", "4", "5"], "1 -> 0\nresign\n"));
    assert!(out.contains("You resigned, and the engine wins."), "{out}");
    assert!(out.contains("1* You: 1 -> 0 (take 3 from pile 1). Threw away a win."), "{out}");
    assert!(out.contains("not for you. What would have won: 1 -> 1."), "{out}");
    assert!(out.contains("You threw away a win once."), "{out}");
}

#[test]
fn presets_sums_misere_and_huge_games_are_played() {
    for (words, input, said) in [
        (&["marienbad"][..], "4 -> 6\n", "Misère play: whoever takes the last stone loses."),
        (&["--misere", "3", "4", "5"], "1 -> 0\n", "misere nim: 3 4 5"),
        (&["kayles: 7 + nim: 4"], "2: 1 -> 0\n", "You: 2: 1 -> 0"),
        (&["--first", "engine", "chomp: 3x4"], "", "The engine: 2,3"),
        (&["nim: 10^18 10^18 5"], "3 -> 0\n", "The engine: "),
        (&["nim: 10^30 10^30"], "1 -> 7\n", "The engine: 2 -> 7"),
        (&["nim: 0"], "", "the engine wins."),
    ] {
        let out = transcript(words, input);
        assert!(out.contains(said), "{words:?}: {out}");
        assert!(out.contains("The input ends"), "{words:?}: {out}");
    }
}

#[test]
fn commands_answer_and_leave_the_game_as_it_is() {
    let out = transcript(
        &["3", "4", "5", "--seed", "3"],
        "help\nmoves\nhint\nh\nhint\nhint\nwhy\nreview\nboard\n\nundo\nredo\ndraw\nsave\n9 -> 1\n1 -> 2\nu\n",
    );
    let said = line(&out);
    for sentence in [
        "save FILE write the score sheet",
        "1 -> 1 take 2 from pile 1",
        "Hint 1 of 4. You can win from here (an N-position: the next player wins).",
        "Hint 2 of 4. 1 of 12 moves wins. Look at pile 1.",
        "Hint 3 of 4. A winning move: 1 -> 1 (take 2 from pile 1).",
        "leaves a P-position, lost for whoever moves next: won for you.",
        "No move was made.",
        "there is no move of yours to take back",
        "there is no move to put back",
        "when a position comes for the third time",
        "save needs the name of a file",
        "there is no pile 9: the piles are numbered from 1 to 3: legal moves are 1 -> 0; 1 -> 1;",
        "2 moves are taken back.",
    ] {
        assert!(said.contains(sentence), "{sentence}\n{out}");
    }
    // Before the third hint nothing names the move but the list that was asked for.
    let early = transcript(&["3", "4", "5"], "hint\nhint\n");
    assert!(!early.contains("1 -> 1"), "{early}");
}

#[test]
fn a_seed_repeats_a_game_and_two_engines_play_it_out() {
    let words =
        ["--watch", "kayles: 9 6", "--seed", "5", "--strength", "50", "--strength-two", "0"];
    let out = transcript(&words, "");
    assert_eq!(out, transcript(&words, ""));
    assert!(out.contains("Player 2: ") && out.contains("wins."), "{out}");
    let without = transcript(&["--watch", "3", "4", "5"], "");
    assert!(without.contains("repeats this game."), "{without}");
    let short = transcript(&["--watch", "nim: 10^18 10^18", "--plies", "4"], "");
    assert!(short.contains("Stopped after 4 moves: the game is unfinished."), "{short}");
}

#[test]
fn saved_games_re_open_exactly_and_damaged_ones_leave_the_game_alone() {
    let scratch = Scratch::new("saved");
    let (sheet, again) = (scratch.file("game.txt"), scratch.file("again.txt"));
    transcript(&["marienbad", "--seed", "9"], &format!("4 -> 6\nsave {sheet}\nsave {sheet}\n"));
    let saved = std::fs::read_to_string(&sheet).unwrap();
    assert!(saved.starts_with("bouton score sheet 1\ngame: misere nim: 1 3 5 7\nseed: 9\n"));
    transcript(&["--load", &sheet, "--save", &again], "");
    assert_eq!(std::fs::read_to_string(&again).unwrap(), saved);

    let (other, cut, foreign) =
        (scratch.file("other.txt"), scratch.file("cut.txt"), scratch.file("foreign.txt"));
    std::fs::write(&other, saved.replacen("sheet 1", "sheet 7", 1)).unwrap();
    std::fs::write(&cut, &saved[..saved.len() / 2]).unwrap();
    std::fs::write(&foreign, b"my notes \xff\n").unwrap();
    let input = format!(
        "1 -> 0\nload {other}\nload {cut}\nload {foreign}\nload {}\nsave {foreign}\nsave {again}\n",
        scratch.file("missing.txt")
    );
    let out = line(&transcript(&["nim: 2 4 6", "--seed", "1"], &input));
    for sentence in [
        "line 1: this is a score sheet of version 7, and this program reads version 1.",
        "cut.txt, line ",
        "foreign.txt, line 1: this is not UTF-8 text.",
        "missing.txt cannot be read",
        "exists and is not a score sheet: choose another name.",
    ] {
        assert!(out.contains(sentence), "{sentence}: {out}");
    }
    let kept = std::fs::read_to_string(&again).unwrap();
    assert!(kept.contains("game: nim: 2 4 6") && kept.contains("1. 1 -> 0  => 0 4 6"), "{kept}");
    assert_eq!(std::fs::read(&foreign).unwrap(), b"my notes \xff\n");
    let left: Vec<_> = std::fs::read_dir(&scratch.0).unwrap().collect();
    assert_eq!(left.len(), 5, "no half-written file is left behind: {left:?}");

    let output = play(&["--load", &cut], "");
    let err = String::from_utf8(output.stderr).unwrap();
    assert_eq!((output.status.code(), err.lines().count()), (Some(2), 1), "{err}");
    assert!(err.contains(", line "), "{err}");
}

#[test]
fn a_spent_budget_is_told_honestly() {
    let out = transcript(&["--first", "engine", "--positions", "5", "chomp: 9 8 8 7 5"], "hint\n");
    let out = line(&out);
    assert!(
        out.contains("The engine moved at random, not knowing better: stopped at the budget"),
        "{out}"
    );
}

#[test]
fn bad_options_are_one_sentence_and_exit_2() {
    for (words, hint) in [
        (&[][..], "an address is missing"),
        (&["kaylse: 3"], "did you mean kayles"),
        (&["nim: -"], "- is for solve"),
        (&["3", "--strength", "101"], "not a strength"),
        (&["3", "--first", "nobody"], "person, engine"),
        (&["3", "--seat", "3"], "seats 1 to 2"),
        (&["--load", "no such file"], "no such file cannot be read"),
    ] {
        let output = play(words, "");
        let err = String::from_utf8(output.stderr).unwrap();
        assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{words:?}: {err}");
        assert!(err.contains(hint), "{words:?}: {err}");
    }
}
