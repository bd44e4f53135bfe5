//! Own games: the worked examples against the catalogue and known values, shortcuts that are wrong, and failures.

use std::io::BufRead;

use bouton::address::{self, Source};
use bouton::game::Game;
use bouton::own::examples::EXAMPLES;
use bouton::verify::Depth;
use bouton::{Ask, Error, Outcome, Question};

/// A source with one file, `x.star`.
struct One<'t>(&'t str);

impl Source for One<'_> {
    fn file(&mut self, path: &str) -> Result<String, Error> {
        assert_eq!(path, "x.star");
        Ok(self.0.to_string())
    }
    fn input(&mut self) -> Result<&mut dyn BufRead, Error> {
        Err(Error::input("there is none"))
    }
}

fn open(text: &str, address: &str) -> Result<Question, Error> {
    address::open_with(address, &mut One(text))
}

fn message(text: &str, address: &str) -> String {
    let answer = open(text, address).and_then(|question| question.solve(&Ask::default()));
    answer.err().unwrap_or_else(|| panic!("{text} was answered")).to_string()
}

/// The value of an address, as text.
fn value(address: &str) -> String {
    let answer = bouton::solve(address).unwrap_or_else(|error| panic!("{address}: {error}"));
    answer.value.expect(address).to_string()
}

fn outcome(address: &str) -> Outcome {
    bouton::solve(address).unwrap_or_else(|error| panic!("{address}: {error}")).outcome
}

#[test]
fn every_example_agrees_with_its_own_conjectures() {
    assert_eq!(EXAMPLES.len(), 12);
    for example in EXAMPLES {
        let name = format!("file({})", example.name);
        let report =
            bouton::verify::named(&name, &mut address::Nowhere, Depth::Quick, &Ask::default())
                .unwrap();
        assert!(report.faults.is_empty(), "{:?}", report.faults);
        assert!(report.positions > 5, "{name}");
        assert!(!example.title().is_empty());
        assert_eq!(bouton::open(&example.address()).unwrap().address(), example.address());
    }
}

#[test]
fn at_most_half_is_as_is_known() {
    // The values of 1, 2, 3, ...: halves, and at odd sizes those of the half.
    let expected = [0, 1, 0, 2, 1, 3, 0, 4, 2, 5, 1, 6, 3, 7, 0, 8];
    for (size, value) in (1..).zip(expected) {
        let answer = bouton::solve(&format!("file(half): {size}")).unwrap();
        assert_eq!(answer.value, Some(value.into()), "{size}");
    }
}

#[test]
fn fibonacci_nim_is_lost_at_fibonacci_numbers() {
    for heap in 2..40u64 {
        let lost = [2, 3, 5, 8, 13, 21, 34].contains(&heap);
        let found = outcome(&format!("file(fibonacci): ({heap}, {})", heap - 1));
        assert_eq!(found == Outcome::Previous, lost, "{heap}");
    }
}

#[test]
fn end_nim_has_the_lost_rows_of_albert_and_nowakowski() {
    // Two heaps are Nim.
    for a in 1..5 {
        for b in 1..5 {
            let lost = outcome(&format!("file(end-nim): [{a}, {b}]")) == Outcome::Previous;
            assert_eq!(lost, a == b, "{a} {b}");
        }
    }
    // With an even number of heaps of which the outer ones are equal, all is lost if the inner row is.
    assert_eq!(outcome("file(end-nim): [3, 1, 1, 3]"), Outcome::Previous);
}

#[test]
fn coins_and_men_are_heaps_of_nim() {
    assert_eq!(value("file(nimble): [0, 1, 0, 2, 1]"), value("nim: 1 3 3 4"));
    assert_eq!(value("file(nimble): [5, 0, 1, 0, 0, 1, 1]"), value("nim: 2 5 6"));
    assert_eq!(value("file(northcott): [(0, 4), (1, 3), (2, 7)]"), value("nim: 3 1 4"));
    assert_eq!(value("file(silver-dollar): o..o...o.o"), value("nim: 2 1"));
}

#[test]
fn euclids_game_is_lost_between_1_and_the_golden_ratio() {
    for a in 1..30u64 {
        for b in 1..=a {
            let lost = b < a && a * a < a * b + b * b;
            let found = outcome(&format!("file(euclid): ({a}, {b})"));
            assert_eq!(found == Outcome::Previous, lost, "{a} {b}");
        }
    }
}

#[test]
fn a_circle_is_a_row_that_is_two_shorter_moved_once() {
    for size in 2..30 {
        let row = value(&format!("dawsons-kayles: {}", size - 2));
        let circle = value(&format!("file(circle): {size}"));
        assert_eq!(circle, if row == "0" { "*" } else { "0" }, "{size}");
    }
}

#[test]
fn dominoes_agree_with_cram_of_the_catalogue() {
    for (board, size) in [
        ("...", "1x3"),
        ("....../......", "2x6"),
        (".../.../...", "3x3"),
        ("..../..../....", "3x4"),
        ("..../..../..../....", "4x4"),
    ] {
        assert_eq!(
            value(&format!("file(domino): {board}")),
            value(&format!("cram: {size}")),
            "{size}"
        );
    }
}

#[test]
fn notakto_is_won_on_one_board_and_lost_on_two_in_misere_play() {
    // Plambeck and Whitehead 2013: one board is won by the centre, two are lost.
    let one = bouton::solve("misere file(notakto): .........").unwrap();
    assert_eq!(one.outcome, Outcome::Next);
    assert_eq!(one.winning.len(), 1);
    assert_eq!(one.winning[0].mv, "board 1 square 5");
    assert_eq!(outcome("misere file(notakto): ........./........."), Outcome::Previous);
}

#[test]
fn words_and_circles_are_played() {
    assert_eq!(outcome("file(ghost): s"), Outcome::Next);
    assert_eq!(outcome("file(ghost): sum"), Outcome::Previous);
    let catch = bouton::solve("file(catch): (0, 3)").unwrap();
    assert_eq!(catch.method, bouton::analysis::Method::Graph);
    assert_eq!(catch.outcome, Outcome::Next);
}

#[test]
fn own_games_stand_in_sums_with_all_others() {
    let text = "def heap(size):\n    return list(range(size))\n";
    let sum = open(text, "file(x.star): 3 5 + nim: 6 + kayles: 3").unwrap();
    let answer = sum.solve(&Ask::default()).unwrap();
    assert_eq!(answer.value, Some(3.into()));
    assert_eq!(outcome("file(half): 7 + file(euclid): (8, 5)"), Outcome::Previous);
    assert_eq!(outcome("misere file(half): 20 + nim: 3"), Outcome::Next);
}

#[test]
fn heaps_of_a_file_are_those_of_the_catalogue() {
    let kayles = "def heap(size):\n    return [[a, size - t - a] for t in (1, 2) for a in range(size - t + 1)]\n";
    for sizes in ["1", "12", "3 4 5", "40 23", "7 7"] {
        for play in ["", "misere "] {
            let own = open(kayles, &format!("{play}file(x.star): {sizes}")).unwrap();
            let own = own.solve(&Ask::default()).unwrap();
            let known = bouton::solve(&format!("{play}kayles: {sizes}")).unwrap();
            assert_eq!((own.outcome, own.value), (known.outcome, known.value), "{play}{sizes}");
        }
    }
}

#[test]
fn positions_are_read_and_written_as_people_do() {
    let tuple = "start = (3, 5)\ndef moves(p):\n    return [(p[0] - 1, p[1])] if p[0] else []\n";
    for text in ["3 5", "3, 5", "(3, 5)", "(3,5)", "start"] {
        assert_eq!(
            open(tuple, &format!("file(x.star): {text}")).unwrap().address(),
            "file(x.star): (3, 5)"
        );
    }
    assert_eq!(open(tuple, "file(x.star)").unwrap().address(), "file(x.star): (3, 5)");
    let list = "start = [3]\ndef moves(p):\n    return []\n";
    for text in ["3, 5", "3 5", "[3, 5]"] {
        assert_eq!(
            open(list, &format!("file(x.star): {text}")).unwrap().address(),
            "file(x.star): [3, 5]"
        );
    }
    let word = "start = 'ab'\ndef moves(w):\n    return [w[1:]] if w else []\n";
    for (text, written) in [
        ("..#", "..#"),
        ("12", "12"),
        ("\"a b\"", "a b"),
        (r"'x \x2b y'", r"'x \x2b y'"),
        (r"'\x28\x28'", r"'\x28\x28'"),
        ("''", "''"),
        ("'start'", "'start'"),
    ] {
        let question = open(word, &format!("file(x.star): {text}")).unwrap();
        assert_eq!(question.address(), format!("file(x.star): {written}"));
        let again = open(word, &question.address()).unwrap();
        assert_eq!(again.address(), question.address());
    }
    // A write that cannot be read back is not used.
    let bad = "start = 5\ndef moves(h):\n    return [h - 1] if h else []\ndef write(h):\n    return 'many'\n";
    assert_eq!(open(bad, "file(x.star): 5").unwrap().address(), "file(x.star): 5");
}

#[test]
fn wrong_shortcuts_are_refused_and_wrong_conjectures_change_no_answer() {
    let nim = "start = (3, 4)\ndef moves(p):\n    return [(p[0] - k, p[1]) for k in range(1, p[0] + 1)] + [(p[0], p[1] - k) for k in range(1, p[1] + 1)]\n";
    for (wrong, name) in [
        ("def simplify(p):\n    return (p[0] + p[1], 0)\n", "simplify"),
        ("def split(p):\n    return [(p[0], 0), (p[0], 0)]\n", "split"),
    ] {
        let text = format!("{nim}{wrong}");
        let said = message(&text, "file(x.star): 3 4");
        assert!(said.starts_with(name) && said.contains("smallest"), "{said}");
        let report =
            bouton::verify::named("file(x.star)", &mut One(&text), Depth::Quick, &Ask::default())
                .unwrap();
        assert!(report.faults.iter().any(|fault| fault.shortcut == name), "{:?}", report.faults);
    }
    let right = format!("{nim}def simplify(p):\n    return (max(p), min(p))\n");
    let answer = open(&right, "file(x.star): 3 4").unwrap().solve(&Ask::default()).unwrap();
    assert_eq!(answer.value, Some(7.into()));
    let assumed = answer.evidence.assumed.unwrap();
    assert!(assumed.starts_with("simplify as x.star has it, compared with moves on"), "{assumed}");
    for wrong in ["def value(p):\n    return 0\n", "def lost(p):\n    return True\n"] {
        let text = format!("{nim}{wrong}");
        let answer = open(&text, "file(x.star): 3 4").unwrap().solve(&Ask::default()).unwrap();
        assert_eq!((answer.outcome, answer.value), (Outcome::Next, Some(7.into())));
        assert_eq!(answer.evidence.assumed, None);
        let report =
            bouton::verify::named("file(x.star)", &mut One(&text), Depth::Quick, &Ask::default())
                .unwrap();
        let smallest = &report.faults[0];
        assert_eq!(smallest.address, "file(x.star): (0, 1)", "{:?}", report.faults);
    }
}

#[test]
fn failures_of_a_file_are_told_with_their_place_and_never_give_an_answer() {
    for (text, hints) in [
        ("", &["defines no moves"][..]),
        ("moves = 3\n", &["must be a function", "line 1"]),
        ("def moves():\n    return []\n", &["called with one value", "def moves"]),
        ("def moves(p):\n    return []\ndef heap(n):\n    return []\n", &["not both"]),
        ("def moves(p):\n    p\n", &["is a return missing?", "moves(5)"]),
        ("def moves(p):\n    return 3\n", &["it returned 3", "line 1"]),
        ("def moves(p):\n    return [p]\n", &["the position itself", "loops = True"]),
        ("def moves(p):\n    return [{}]\n", &["here is a dict"]),
        ("def moves(p):\n    return [moves]\n", &["here is a function"]),
        ("def moves(p):\n    return [('a', 1), ('a', 2)]\n", &["two moves have the name a"]),
        ("def moves(p):\n    return [('a\\nb', 1)]\n", &["one line"]),
        // Far from the position that was asked for.
        (
            "def moves(p):\n    return [p - 1] if p > 2 else [p // 0]\n",
            &["divided by 0", "moves(2)", "line 2"],
        ),
        (
            "def moves(p):\n    for i in range(10**18):\n        pass\n",
            &["stopped", "100000000 steps"],
        ),
        (
            "def moves(p):\n    x = [1]\n    for i in range(99):\n        x = x + x\n",
            &["stopped", "256 MB"],
        ),
        ("def heap(n):\n    return [n - 1]\n", &["leaves a heap of -1", "heap(0)"]),
        ("def heap(n):\n    return [n] if n > 3 else []\n", &["0 to 3 stones"]),
        ("def heap(n):\n    return [n + 1]\n", &["heap(0) leaves a heap of 1", "an empty heap"]),
        ("def heap(n):\n    return [n // 0] if n > 3 else []\n", &["divided by 0"]),
        ("def heap(n):\n    return 7\n", &["list of options"]),
        ("def heap(n):\n    return ['a']\n", &["a heap or a list of heaps"]),
    ] {
        let said = message(text, "file(x.star): 5");
        for hint in hints {
            assert!(said.contains(hint), "{text}\n{said}");
        }
    }
}

#[test]
fn failures_reach_every_question() {
    let text = "start = 9\ndef moves(p):\n    return [p - 1] if p > 2 else [p // 0]\n";
    let question = open(text, "file(x.star): 9").unwrap();
    let ask = Ask::default();
    assert!(question.explain(&ask).is_err());
    assert!(question.game.graph(&question.position, false, &ask).is_err());
    let question = open(text, "misere file(x.star): 9 + nim: 2").unwrap();
    assert!(question.solve(&ask).is_err());
    assert!(bouton::verify::named("file(x.star)", &mut One(text), Depth::Quick, &ask).is_err());
}

#[test]
fn explanations_and_pictures_are_the_files_own() {
    let text = "\"\"\"Count down.\"\"\"\nstart = 3\ndef moves(n):\n    return [('less', n - 1)] if n else []\n\
                def explain(n):\n    return 'It is %d.' % n\n\
                def scene(n):\n    return [{'kind': 'stone', 'column': i, 'move': 'less' if i == 0 else None} for i in range(n)]\n";
    let question = open(text, "file(x.star)").unwrap();
    let trace = question.explain(&Ask::default()).unwrap();
    assert!(trace.steps.iter().any(|step| step.text == "x.star says: It is 3."), "{trace:?}");
    assert!(trace.steps.iter().any(|step| step.text.contains("Count down.")), "{trace:?}");
    let scene = question.game.scene(&question.position);
    assert_eq!(scene.shapes.len(), 3);
    assert_eq!(scene.shapes[0].pick.as_deref(), Some("less"));
    // A picture that fails takes nothing else with it.
    let text = text.replace("'less' if", "'more' if");
    let question = open(&text, "file(x.star)").unwrap();
    assert!(question.game.scene(&question.position).capped.unwrap().contains("more"));
    assert!(question.solve(&Ask::default()).is_ok());
}

#[test]
fn rules_of_the_template_are_a_game() {
    let text = bouton::own::TEMPLATE.replace("NAME", "x");
    assert_eq!(
        open(&text, "file(x.star)").unwrap().solve(&Ask::default()).unwrap().outcome,
        Outcome::Previous
    );
    // With every optional line that fits the game.
    let mut used = String::new();
    for line in text.lines() {
        let optional = [
            "#def lost",
            "#    return heap % 4",
            "#def value",
            "#def explain",
            "#    return \"%d leaves",
        ];
        let plain = optional.iter().any(|start| line.starts_with(start));
        used += if plain { &line[1..] } else { line };
        used.push('\n');
    }
    let report =
        bouton::verify::named("file(x.star)", &mut One(&used), Depth::Quick, &Ask::default())
            .unwrap();
    assert!(report.faults.is_empty(), "{:?}", report.faults);
    assert!(report.checks["lost"] > 10 && report.checks["value"] > 10);
}

fn report(text: &str) -> bouton::verify::Report {
    bouton::verify::named("file(x.star)", &mut One(text), Depth::Quick, &Ask::default()).unwrap()
}

const TAKE_TWO: &str = "start = 6\ndef moves(n):\n    return [n - k for k in (1, 2) if k <= n]\n";

#[test]
fn pictures_are_verified_on_every_position() {
    for (scene, part) in [
        ("def scene(n):\n    return 5\n", "a list of rows or of things"),
        ("def scene(n):\n    return [{'move': 99 if n == 3 else None}]\n", "the move 99"),
        ("def scene(n):\n    return ['.' * (n // (n - 2))]\n", "divided by 0"),
    ] {
        let report = report(&format!("{TAKE_TWO}{scene}"));
        let fault = report.faults.iter().find(|fault| fault.shortcut == "scene").expect(scene);
        assert!(fault.found.contains(part), "{fault:?}");
        assert!(fault.expected.is_empty(), "{fault:?}");
    }
    let right = "def scene(n):\n    return [{'column': i, 'move': n - 1 - i if i < 2 else None} for i in range(n)]\n";
    let report = report(&format!("{TAKE_TWO}{right}"));
    assert!(report.faults.is_empty(), "{:?}", report.faults);
    assert_eq!(report.checks["scene"], 7);
}

#[test]
fn a_read_that_does_not_give_back_what_was_written_is_refused() {
    for (functions, part) in [
        ("def read(t):\n    return int(t) + 1\ndef write(n):\n    return str(n)\n", "is read as 7"),
        ("def read(t):\n    return int(t) + 1\n", "no write"),
        ("def read(t):\n    return int(t)\ndef write(n):\n    return 'x'\n", "not at all"),
        // Right at the start and wrong below it.
        (
            "def read(t):\n    return max(int(t), 3)\ndef write(n):\n    return str(n)\n",
            "is read as 3",
        ),
    ] {
        let said = message(&format!("{TAKE_TWO}{functions}"), "file(x.star): 6");
        assert!(said.starts_with("read ") && said.contains(part), "{said}");
    }
    let right =
        "def read(t):\n    return len(t)\ndef write(n):\n    return 'o' * n if n else '-'\n";
    // An empty row has no text, and is shown as what cannot be read back.
    let said = message(&format!("{TAKE_TWO}{right}"), "file(x.star): ooo");
    assert!(said.contains("0 is written '-', which is read as 1"), "{said}");
    let right = right.replace("return len(t)", "return 0 if t == '-' else len(t)");
    let question = open(&format!("{TAKE_TWO}{right}"), "file(x.star): ooo").unwrap();
    assert_eq!(question.solve(&Ask::default()).unwrap().outcome, Outcome::Previous);
}

#[test]
fn reports_of_verification_are_words() {
    let wrong = "def lost(n):\n    return n % 4 == 0\ndef value(n):\n    return n % 4\n\
                 def simplify(n):\n    return n // 2\ndef split(n):\n    return [n, n] if n > 2 else None\n\
                 def read(t):\n    return int(t) + 1\n";
    let report = report(&format!("{TAKE_TWO}{wrong}"));
    assert!(report.faults.len() >= 5, "{:?}", report.faults);
    for fault in &report.faults {
        for text in [&fault.expected, &fault.found] {
            let debug = ["Some(", "None", "Next", "Previous", "Ok(", "Err(", " { ", "\""];
            assert!(!debug.iter().any(|part| text.contains(part)), "{fault:?}");
        }
    }
    let lost = report.faults.iter().find(|fault| fault.shortcut == "lost").unwrap();
    assert_eq!((&lost.expected[..], &lost.found[..]), ("lost", "won"));
}

#[test]
fn heaps_beyond_every_budget_are_refused_at_once() {
    let kayles = "def heap(size):\n    return [[a, size - t - a] for t in (1, 2) for a in range(size - t + 1)]\n";
    for play in ["", "misere "] {
        let question = open(kayles, &format!("{play}file(x.star): 1000000007 12")).unwrap();
        let error = question.solve(&Ask::default()).unwrap_err();
        assert!(error.is_stopped(), "{error}");
        assert!(error.to_string().contains("no period can be proved"), "{error}");
    }
}

/// The values of the numbers up to one.
fn in_a_row(game: &Game, to: u64) -> Result<Vec<u64>, Error> {
    let (ask, mut sequence) = (Ask::default(), bouton::sequence::Sequence::default());
    let mut meter = bouton::ask::Meter::new(&ask);
    let rules = game.row().expect("positions are numbers");
    let mut value = |number: u64| sequence.value(rules, &number.into(), &mut meter);
    (0..=to).map(|number| Ok(value(number)?.0.to_u64().unwrap())).collect()
}

#[test]
fn numbers_have_values_in_a_row_tables_and_lists() {
    let game = address::open_named("file(half)").unwrap();
    assert!(game.heap().is_none());
    assert_eq!(in_a_row(&game, 16).unwrap(), [0, 0, 1, 0, 2, 1, 3, 0, 4, 2, 5, 1, 6, 3, 7, 0, 8]);
    assert_eq!(bouton::losing::usual_heaps(&game), 1);
    assert_eq!(bouton::losing::usual_heaps(&address::open_named("nim").unwrap()), 2);
    let (play, ask) = (bouton::Play::Normal, Ask::default());
    let list = bouton::losing::Losing::new(&game, 1, (0, 40), play, &ask).unwrap();
    assert_eq!(list.positions, [[0], [1], [3], [7], [15], [31]]);
    let list = bouton::losing::Losing::new(&game, 2, (1, 5), bouton::Play::Misere, &ask).unwrap();
    for sizes in &list.positions {
        let [a, b] = sizes[..] else { panic!("{sizes:?}") };
        assert_eq!(
            outcome(&format!("misere file(half): {a} + file(half): {b}")),
            Outcome::Previous
        );
    }
    let table = bouton::table::Table::new(&game, (8, 8), play, false, &ask).unwrap();
    let bouton::table::Cells::Values(cells) = table.cells else { panic!("no values") };
    assert_eq!(cells[4][6], 1.into());
    // Numbers that grow have no values one after the other, and say so.
    let text = "start = 3\ndef moves(n):\n    return [n + 1] if n < 9 else []\n";
    let game = address::open_named_with("file(x.star)", &mut One(text)).unwrap();
    let error = in_a_row(&game, 3).unwrap_err();
    assert!(error.to_string().contains("only become smaller"), "{error}");
}
