//! Sessions of every game: whole games, score sheets, undo, hints, reviews and strength.

use bouton::address::{self, Question};
use bouton::ask::Flow;
use bouton::game::Game;
use bouton::games::GAMES;
use bouton::natural::Natural;
use bouton::rules::{Moves, Rules, Seated};
use bouton::session::{End, Mark, Player, Session, Setup};
use bouton::{Ask, Error, Outcome, Play};

use crate::circle::Circle;

fn small() -> Ask<'static> {
    Ask { positions: 100_000, steps: 20_000_000, ..Ask::default() }
}

fn session(text: &str, setup: Setup) -> Session {
    Session::new(address::open(text).unwrap(), setup)
        .unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn person_first(text: &str) -> Session {
    session(text, Setup::person_at(1, 2, 100, 7).unwrap())
}

/// Plays on until the end, a third repetition, or this many moves; answers whether every engine
/// knew what it did.
fn play_out(session: &mut Session, most: usize) -> bool {
    let mut sure = true;
    while session.end().is_none() && session.moves().len() < most {
        sure &= session.reply(&small()).unwrap().doubt.is_none();
        if session.end().is_none() && session.repetitions() >= 3 {
            session.draw().unwrap();
        }
    }
    sure
}

/// The first example of every game, in each play that it allows, with its number of seats.
fn beginnings() -> Vec<(String, usize)> {
    let mut all = Vec::new();
    for entry in GAMES {
        let opened = address::open(entry.examples[0]).unwrap();
        let seats = opened.game.players(&opened.position).unwrap();
        for play in Play::BOTH {
            if opened.game.allows(play).is_ok() {
                all.push((opened.game.address(&opened.position, play), seats));
            }
        }
    }
    all
}

#[test]
fn every_game_is_played_to_its_end_and_its_sheet_re_opens_exactly() {
    for (address, seats) in beginnings() {
        let mut game = session(&address, Setup::engines(seats, 100, 30, 5));
        let sure = play_out(&mut game, 60);
        let sheet = game.sheet();
        let again = Session::load(&sheet).unwrap_or_else(|error| panic!("{error}\n{sheet}"));
        assert_eq!(again.state(), game.state(), "{address}");
        assert_eq!(again.sheet(), sheet, "{address}");
        let review = game.review(&small()).unwrap();
        assert_eq!(review.moves.len(), game.moves().len());
        for mv in review.moves.iter().filter(|mv| mv.seat == 1) {
            assert!(
                !sure || !mv.mark.is_mistake(),
                "{address}: {} is no best move\n{sheet}",
                mv.text
            );
        }
    }
}

#[test]
fn a_perfect_engine_wins_every_won_game_against_any_play() {
    for (address, seats) in beginnings().into_iter().filter(|(_, seats)| *seats == 2) {
        let opened = address::open(&address).unwrap();
        let ask = small();
        let Ok(analysis) = opened.solve(&ask) else { continue };
        // Who wins against best play wins against all play.
        let winner = match analysis.outcome {
            Outcome::Next => 1,
            Outcome::Previous => 2,
            Outcome::Draw => continue,
        };
        for seed in 0..4 {
            let (first, second) = if winner == 1 { (100, 0) } else { (0, 100) };
            let mut game = session(&address, Setup::engines(seats, first, second, seed));
            if !play_out(&mut game, 400) {
                continue;
            }
            assert_eq!(
                game.end(),
                Some(End::Finished { losers: vec![3 - winner] }),
                "{}",
                game.sheet()
            );
        }
    }
}

#[test]
fn a_seed_repeats_a_game_and_another_seed_gives_another() {
    for strength in [0, 50, 100] {
        let sheet = |seed| {
            let mut game =
                session("kayles: 12 5 + nim: 6", Setup::engines(2, strength, strength, seed));
            play_out(&mut game, 200);
            game.sheet()
        };
        assert_eq!(sheet(3), sheet(3));
        let others: Vec<String> = (4..10).map(sheet).collect();
        assert!(others.iter().any(|other| other.lines().skip(3).ne(sheet(3).lines().skip(3))));
    }
}

#[test]
fn every_cut_of_a_sheet_is_refused_with_its_line() {
    let mut game = person_first("misere nim: 1 3 5 7 + kayles: 3");
    game.play("1: 4 -> 2").unwrap();
    game.reply(&small()).unwrap();
    game.play(&game.legal(1).moves[0].mv.clone()).unwrap();
    game.reply(&small()).unwrap();
    game.undo().unwrap();
    let sheet = game.sheet();
    assert!(sheet.contains("taken back:"), "{sheet}");
    assert_eq!(Session::load(&sheet).unwrap().state(), game.state());
    assert_eq!(Session::load(sheet.trim_end()).unwrap().state(), game.state());
    assert_eq!(Session::load(&sheet.replace('\n', "\r\n")).unwrap().sheet(), sheet);
    for cut in 0..sheet.len() - 1 {
        let error = Session::load(&sheet[..cut]).err().expect(&sheet[..cut]);
        assert_eq!(error.kind(), "input");
        let line = format!("line {}", sheet[..cut].lines().count().max(1));
        // A cut behind an empty line may be told on the line before it.
        assert!(error.to_string().starts_with("line "), "{error}");
        assert!(
            error.to_string().contains(&line) || sheet[..cut].ends_with('\n'),
            "{error}; {line}"
        );
    }
}

#[test]
fn damage_is_told_with_its_line() {
    let mut game = person_first("nim: 3 4 5");
    game.play("1 -> 1").unwrap();
    game.reply(&small()).unwrap();
    let sheet = game.sheet();
    for (from, to, hint) in [
        (
            "sheet 1",
            "sheet 2",
            "line 1: this is a score sheet of version 2, and this program reads version 1",
        ),
        ("bouton score", "bouton sore", "line 1: "),
        ("game: nim", "game: nmi", "line 2: there is no game"),
        ("nim: 3 4 5", "nim: 3 x 5", "line 2: "),
        ("seed: 7", "seed: seven", "line 3: 'seven' is not a seed"),
        ("player 1: person", "player 1: parson", "line 4: 'parson' is not a player"),
        ("strength 100", "strength 101", "line 5: "),
        ("1. 1 -> 1", "1. 1 -> 9", "line 8: move 1: 1 -> 9 is not allowed"),
        ("1. 1 -> 1", "1. 1 -> 2", "line 8: move 1, '1 -> 2', leads to '2 4 5'"),
        ("1. 1 -> 1", "2. 1 -> 1", "line 8: move 1 should stand here"),
        ("moves:", "movs:", "line 7: "),
        ("unfinished", "won", "line 11: the result is given as"),
        ("unfinished, player 1 to move", "draw, a position came three times", "line 11: "),
        ("(2 moves)", "(3 moves)", "line 12: "),
        ("(2 moves)\n", "(2 moves)\nmore\n", "line 13: "),
    ] {
        let damaged = sheet.replacen(from, to, 1);
        assert_ne!(damaged, sheet, "{from}");
        let error = Session::load(&damaged).err().expect(to).to_string();
        assert!(error.starts_with(hint), "{to}: {error}");
    }
    // Remarks of a reader are no damage.
    let remarked = sheet.replace("moves:\n", "# a fine game\nmoves:\n");
    assert_eq!(Session::load(&remarked).unwrap().sheet(), sheet);
}

#[test]
fn undo_goes_back_to_the_persons_turn_and_redo_puts_back() {
    let mut game = session("nim: 3 4 5", Setup::person_at(2, 2, 100, 1).unwrap());
    assert!(game.undo().is_err());
    game.reply(&small()).unwrap();
    assert!(game.undo().is_err(), "the engine's first move is not the person's");
    let first = game.state();
    let mv = game.legal(1).moves[0].mv.clone();
    game.play(&mv).unwrap();
    game.reply(&small()).unwrap();
    let later = game.state();
    assert_eq!(game.undo().unwrap(), 2);
    assert_eq!((game.text(), game.to_move()), (first.position.as_str(), 2));
    assert_eq!(game.redo().unwrap(), 2);
    assert_eq!(game.state(), later);
    assert!(game.redo().is_err());
    // The same move again brings the same answer, whatever was tried in between.
    game.undo().unwrap();
    game.play(&game.legal(9).moves[1].mv.clone()).unwrap();
    game.reply(&small()).unwrap();
    game.undo().unwrap();
    game.play(&mv).unwrap();
    game.reply(&small()).unwrap();
    assert_eq!(game.state(), later);
    game.resign().unwrap();
    assert_eq!(game.end(), Some(End::Resigned { seat: 2 }));
    assert!(game.play("1 -> 0").unwrap_err().to_string().contains("the game is over"));
    assert_eq!(Session::load(&game.sheet()).unwrap().state(), game.state());
    assert_eq!(game.undo().unwrap(), 0);
    assert_eq!(game.state(), later);
}

#[test]
fn an_illegal_move_changes_nothing_and_lists_legal_ones() {
    for address in ["nim: 3 4 5", "kayles: 3 + chomp: 2x2", "nim: 10^30 7"] {
        let mut game = person_first(address);
        let before = game.state();
        for wrong in ["", "nonsense", "9 -> 9", "1: 9 -> 9", "1 -> 10^40"] {
            let error = game.play(wrong).unwrap_err().to_string();
            let listed = error.contains("legal moves are") || error.contains("too many moves");
            assert!(listed, "{address}, {wrong}: {error}");
        }
        assert_eq!(game.state(), before);
    }
    let error = person_first("kayles: 3 + nim: 2").play("2: 1 -> 9").unwrap_err().to_string();
    assert!(error.starts_with("in part 2: 1 -> 9 is not allowed"), "{error}");
    // Another spelling is the same move.
    let mut game = person_first("nim: 3 4 5");
    assert_eq!(game.play("take 2 from 1").unwrap().mv, "1 -> 1");
    assert_eq!(game.moves()[0].text, "take 2 from pile 1");
}

#[test]
fn hints_come_in_rungs_and_leak_nothing() {
    let mut game = person_first("nim: 3 4 5");
    let hints: Vec<_> = (0..5).map(|_| game.hint(&small()).unwrap()).collect();
    assert_eq!(hints.iter().map(|hint| hint.rung).collect::<Vec<_>>(), [1, 2, 3, 4, 4]);
    assert!(hints[0].text.starts_with("You can win from here"));
    assert_eq!(hints[1].text, "1 of 12 moves wins. Look at pile 1.");
    assert_eq!(hints[2].text, "A winning move: 1 -> 1 (take 2 from pile 1).");
    assert!(hints[..2].iter().all(|hint| hint.mv.is_none() && !hint.text.contains("1 -> 1")));
    assert!(hints[3].text.contains("lost for whoever moves next: won for you"));
    assert!(hints[3].trace.is_some() && hints[2].trace.is_none());
    game.play("1 -> 1").unwrap();
    game.reply(&small()).unwrap();
    assert_eq!(game.hint(&small()).unwrap().rung, 1);
    let why = game.why(&small()).unwrap();
    assert!(
        why.text.starts_with("The engine played")
            && why.text.contains("won for whoever moves next: not for the engine.")
    );

    let mut lost = person_first("misere nim: 1 3 5 7");
    let hints: Vec<_> = (0..4).map(|_| lost.hint(&small()).unwrap()).collect();
    assert!(hints[0].text.starts_with("You cannot win from here"));
    assert!(hints[3].text.contains("holds out longest"), "{}", hints[3].text);

    let mut sum = person_first("nim: 1 2 3 + kayles: 12");
    sum.hint(&small()).unwrap();
    assert!(sum.hint(&small()).unwrap().text.ends_with("Look at part 2."));
    let mut board = person_first("chomp: 3x4");
    board.hint(&small()).unwrap();
    assert_eq!(board.hint(&small()).unwrap().text, "1 of 11 moves wins.");
}

#[test]
fn the_review_finds_wins_that_were_thrown_away() {
    let mut game = person_first("nim: 3 4 5");
    game.play("1 -> 0").unwrap();
    play_out(&mut game, 100);
    let review = game.review(&small()).unwrap();
    assert_eq!(review.moves[0].mark, Mark::ThrewAwayWin);
    assert_eq!(review.moves[0].better, ["1 -> 1"]);
    assert!(review.moves[0].text.contains("What would have won: 1 -> 1."));
    assert!(review.moves[1].text.contains("won for the engine."));
    assert_eq!(review.summary, "You threw away a win once.");

    let mut sum = person_first("nim: 1 2 3 + kayles: 12");
    sum.play("1: 1 -> 0").unwrap();
    let better = &sum.review(&small()).unwrap().moves[0].better;
    assert!(better.iter().all(|mv| mv.starts_with("2: ")), "{better:?}");
}

/// The game after these moves with the person at a seat, and how the win went.
fn turning(address: &str, seat: usize, moves: &[&str], resign: bool) -> String {
    let mut game = session(address, Setup::person_at(seat, 2, 100, 7).unwrap());
    for mv in moves {
        game.play(mv).unwrap();
    }
    if resign {
        game.resign().unwrap();
    }
    game.review(&small()).unwrap().turning
}

#[test]
fn the_review_tells_where_the_win_came_from_and_went_to() {
    let lost_at_three = ["1 -> 1", "2 -> 3", "3 -> 0", "2 -> 1", "1 -> 0", "2 -> 0"];
    let pardoned = ["3 -> 0", "2 -> 2", "1 -> 2", "1 -> 1", "2 -> 1", "1 -> 0", "2 -> 0"];
    let cases: [(&str, usize, &[&str], bool, &str); 9] = [
        (
            "nim: 1 1 1",
            1,
            &["1 -> 0", "2 -> 0", "3 -> 0"],
            false,
            "You never gave up the win: perfect.",
        ),
        ("nim: 3 4 5", 1, &lost_at_three, false, "You had it until move 3."),
        (
            "nim: 3 4 5",
            2,
            &lost_at_three,
            false,
            "Move 3 gave you the win, and you never gave it up: perfect.",
        ),
        (
            "nim: 3 4 5",
            1,
            &pardoned,
            false,
            "You gave the win away at move 1, and got it back at move 2.",
        ),
        (
            "nim: 1 1",
            1,
            &["1 -> 0", "2 -> 0"],
            false,
            "The engine had the win all the time: you had no chance to take it.",
        ),
        ("misere nim: 1 1", 1, &["1 -> 0", "2 -> 0"], false, "You never gave up the win: perfect."),
        (
            "nim: 3 4 5",
            1,
            &["1 -> 1", "2 -> 3"],
            true,
            "You resigned a game that you could still win.",
        ),
        ("nim: 3 4 5", 1, &["1 -> 0", "3 -> 4"], true, "You had it until move 1."),
        ("nim: 3 4 5", 1, &["1 -> 1", "2 -> 3"], false, ""),
    ];
    for (address, seat, moves, resign, told) in cases {
        assert_eq!(
            turning(address, seat, moves, resign),
            told,
            "{address}, seat {seat}: {moves:?}"
        );
    }
    let mut people = session("nim: 1", Setup::people(2));
    people.play("1 -> 0").unwrap();
    assert_eq!(people.review(&small()).unwrap().turning, "", "two people are nobody's you");
}

#[test]
fn the_loser_resists_as_long_as_it_can() {
    // Remoteness of the position is what both sides make of it.
    for text in ["nim: 4 5 1", "misere nim: 1 3 5", "chomp: 4 3", "kayles: 5 5"] {
        let opened = address::open(text).unwrap();
        let graph = opened.game.graph(&opened.position, false, &Ask::default()).unwrap();
        let verdict = graph.verdicts(opened.play)[0];
        let mut game = session(text, Setup::engines(2, 100, 100, 9));
        play_out(&mut game, 100);
        assert_eq!(game.moves().len() as u64, verdict.remoteness, "{}", game.sheet());
    }
}

#[test]
fn huge_positions_are_played_without_listing_moves() {
    let digits = "9".repeat(1000);
    for address in [
        "nim: 10^18 10^18 1".to_string(),
        "nim: 10^18 10^18".to_string(),
        "misere nim: 10^30 10^30".to_string(),
        format!("nim: {digits} {digits}"),
        "nim: 10^18 + kayles: 12".to_string(),
        "nim: 10^30 10^30 + kayles: 10^30 10^30".to_string(),
        "kayles: 10^30 10^30".to_string(),
        "subtraction(3,5): 10^40".to_string(),
        "wythoff: 10^30 10^31".to_string(),
        "greedy-nim: 10^300 10^300".to_string(),
        "chomp: 1000x1000".to_string(),
        "chomp: 2x1000000000000".to_string(),
        format!("nim: {}", "7 ".repeat(2_000)),
    ] {
        for strength in [0, 100] {
            let mut game = session(&address, Setup::engines(2, strength, strength, 3));
            for _ in 0..3 {
                if game.end().is_none() {
                    game.reply(&small()).unwrap_or_else(|error| {
                        panic!("{}: {error}", &address[..30.min(address.len())])
                    });
                }
            }
            assert!(!game.moves().is_empty());
            let again = Session::load(&game.sheet()).unwrap();
            assert_eq!(again.position(), game.position());
        }
    }
}

#[test]
fn an_engine_out_of_its_budget_moves_and_says_that_it_does_not_know() {
    let stop = |_| Flow::Stop("enough".to_string());
    let ask = Ask { positions: 5, tick: &stop, ..Ask::default() };
    let mut game = session("chomp: 9 8 8 7 5", Setup::engines(2, 100, 100, 1));
    let reply = game.reply(&ask).unwrap();
    assert!(reply.doubt.unwrap().contains("budget of 5 positions"));
    assert_eq!(game.moves().len(), 1);
    let mut game = person_first("chomp: 9 8 8 7 5");
    assert!(game.hint(&ask).unwrap().text.contains("not known"));
    game.play("5,5").unwrap();
    let review = game.review(&ask).unwrap();
    assert_eq!(review.moves[0].mark, Mark::Unknown);
    assert!(game.why(&ask).unwrap_err().is_stopped());
}

fn opened(rules: impl Rules, position: &str) -> Question {
    let game = Game::new(rules, "circle");
    let position = game.read(position).unwrap();
    Question::new(game, position, Play::Normal)
}

#[test]
fn a_position_that_comes_three_times_may_end_in_a_draw() {
    let mut game = Session::new(opened(Circle, "0"), Setup::engines(2, 100, 100, 0)).unwrap();
    assert!(game.draw().unwrap_err().to_string().contains("third time"));
    play_out(&mut game, 100);
    assert_eq!(game.end(), Some(End::Drawn));
    assert_eq!(game.moves().len(), 4, "no engine leaves the draw, and 0 comes at 0, 2 and 4");
    let sheet = game.sheet();
    let again = Session::load_with(&sheet, &mut |_| Ok(opened(Circle, "0"))).unwrap();
    assert_eq!(again.state(), game.state());
}

/// Take one or two; with two over a multiple of 3 the winner may also add one, which leads nowhere.
struct Drift;

impl Rules for Drift {
    type Position = Natural;
    type Move = u64;
    fn moves(&self, heap: &Natural, out: &mut Moves<'_, u64>) {
        let heap = heap.to_u64().unwrap_or(0);
        let options = [heap.wrapping_sub(1), heap.wrapping_sub(2), heap + 1];
        let legal = |option: &&u64| **option <= 30_000 && (**option < heap || heap % 3 == 2);
        options.iter().filter(legal).for_each(|option| out.push(*option));
    }
    fn play(&self, _: &Natural, to: &u64) -> Natural {
        (*to).into()
    }
}

#[test]
fn a_winner_gets_nearer_to_the_end_where_play_may_run_in_circles() {
    for (heap, seeds) in [(299u64, 0..8), (29_999, 0..2)] {
        for seed in seeds {
            let setup = Setup::engines(2, 100, 100, seed);
            let mut game = Session::new(opened(Drift, &heap.to_string()), setup).unwrap();
            let reply = game.reply(&Ask::default()).unwrap();
            // Adding one would also leave a multiple of 3.
            assert_eq!((reply.played.to, reply.doubt), ((heap - 2).to_string(), None));
        }
    }
}

/// Three players; each takes one or two stones, and whoever takes the last one alone loses.
struct ThreeSeats;

impl ThreeSeats {
    /// For each seat, the mover's first, whether it can be sure not to lose.
    fn safe(heap: u64) -> Vec<bool> {
        if heap == 0 {
            // The last seat has just taken the last stone.
            return vec![true, true, false];
        }
        let options: Vec<Vec<bool>> = [1, 2]
            .into_iter()
            .filter(|take| *take <= heap)
            .map(|take| Self::safe(heap - take))
            .collect();
        vec![
            options.iter().any(|seats| seats[2]),
            options.iter().all(|seats| seats[0]),
            options.iter().all(|seats| seats[1]),
        ]
    }
}

impl Rules for ThreeSeats {
    type Position = Natural;
    type Move = u64;
    fn moves(&self, heap: &Natural, out: &mut Moves<'_, u64>) {
        for take in [1, 2u64].into_iter().filter(|take| Natural::from(*take) <= *heap) {
            out.push(take);
        }
    }
    fn play(&self, heap: &Natural, take: &u64) -> Natural {
        heap.minus(&Natural::from(*take)).unwrap_or_default()
    }
    fn table(&self) -> Option<&dyn Seated<Natural>> {
        Some(self)
    }
}

impl Seated<Natural> for ThreeSeats {
    fn seats(&self, heap: &Natural) -> Result<Vec<bool>, Error> {
        Ok(ThreeSeats::safe(heap.to_u64().unwrap()))
    }
}

#[test]
fn more_than_two_players_are_seated_and_a_sure_seat_does_not_lose() {
    let two = Setup::person_at(1, 2, 100, 0).unwrap();
    assert!(Session::new(opened(ThreeSeats, "7"), two).is_err());
    assert!(Setup::person_at(4, 3, 100, 0).unwrap_err().to_string().contains("seats 1 to 3"));
    for heap in 1..=12u64 {
        let safe = ThreeSeats::safe(heap);
        for seed in 0..10 {
            // The sure seat plays well, the others anyhow.
            for seat in (0..3).filter(|seat| safe[*seat]) {
                let mut setup = Setup::engines(3, 0, 0, seed);
                setup.players[seat] = Player::Engine { strength: 100 };
                let mut game = Session::new(opened(ThreeSeats, &heap.to_string()), setup).unwrap();
                play_out(&mut game, 100);
                let Some(End::Finished { losers }) = game.end() else { panic!("no end") };
                assert!(!losers.contains(&(seat + 1)), "{}", game.sheet());
                assert_eq!(losers.len(), 1);
                assert_eq!(losers[0], game.state().moves.len().wrapping_sub(1) % 3 + 1);
            }
        }
    }
    let mut game =
        Session::new(opened(ThreeSeats, "4"), Setup::person_at(1, 3, 100, 0).unwrap()).unwrap();
    let hints: Vec<String> = (0..4).map(|_| game.hint(&small()).unwrap().text).collect();
    assert!(hints[0].contains("sure"), "{hints:?}");
    game.play("2").unwrap();
    play_out(&mut game, 100);
    let review = game.review(&small()).unwrap();
    assert_eq!(review.moves.len(), game.moves().len());
    assert!(game.result_in_words().contains("lose"), "{}", game.result_in_words());
    let again = Session::load_with(&game.sheet(), &mut |_| Ok(opened(ThreeSeats, "4"))).unwrap();
    assert_eq!(again.state(), game.state());
}

#[test]
fn the_sheet_in_the_docs_is_a_sheet() {
    let page = include_str!("../../../docs/score-sheet.md");
    let sheet = page.split("```\n").nth(1).unwrap();
    assert_eq!(Session::load(sheet).unwrap().sheet(), sheet);
}
