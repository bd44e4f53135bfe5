//! The commands about periods: what they say, what they refuse, and what survives an interruption.

use std::fs;
use std::path::PathBuf;

use crate::command::{answered, run, text};
use serde_json::Value;

/// A file that only this test uses.
fn file(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_file(&path);
    path
}

fn json(words: &[&str]) -> Value {
    serde_json::from_str(&answered(run(words))).unwrap()
}

#[test]
fn a_period_is_proved_observed_or_open_in_these_words() {
    let proved = answered(run(&["period", "kayles"]));
    assert!(proved.contains("Period 12, preperiod 71: proved."), "{proved}");
    let object = json(&["period", "octal(0.77)", "--json"]);
    assert_eq!(
        (&object["status"], &object["period"], &object["preperiod"], &object["proof"]),
        (&"proved".into(), &12.into(), &71.into(), &"Guy and Smith".into())
    );
    // Take-a-factorial looks periodic with 25 until heap 5050.
    let words = ["period", "subtraction(factorials)", "--to", "4000"];
    let seen = answered(run(&words));
    assert!(seen.contains("Period 25 from heap 0 to heap 4000: observed, not proved."), "{seen}");
    let object = json(&[&words[..], &["--json"]].concat());
    assert_eq!((&object["status"], &object["period"]), (&"observed".into(), &25.into()));
    let open = answered(run(&["period", "octal(0.007)", "--to", "3000"]));
    assert!(open.contains("none found below 3001"), "{open}");
    assert_eq!(json(&["period", "octal(0.226!)", "--to", "20", "--json"])["status"], "open");
    let nim = answered(run(&["period", "nim"]));
    assert!(nim.contains("larger by 1: proved.") && nim.contains("Bouton 1901"), "{nim}");
    let saltus = json(&["period", "subtraction(all-but 2,5)", "--json"]);
    assert_eq!(saltus["status"], "proved");
    assert!(saltus["saltus"].as_u64() > Some(0));
}

#[test]
fn periods_of_rules_without_an_end_have_certificates() {
    for (game, statement) in [
        ("nim", "code 0.[3]: period 1, preperiod 0, saltus 1, by like Nim."),
        ("laskers-nim", "code 4.[3]: period 4, preperiod 1, saltus 4, by rising values."),
        ("subtraction(all-but 2,5)", "by state repetition."),
    ] {
        let path = file("endless.cert");
        let path = path.to_str().unwrap();
        answered(run(&["period", game, "--certificate", path, "--force"]));
        let checked = answered(run(&["check", path])).replace('\n', " ");
        assert!(checked.starts_with("Passed") && checked.contains(statement), "{checked}");
        let forged = fs::read_to_string(path).unwrap().replacen("saltus ", "saltus 1", 1);
        fs::write(path, forged).unwrap();
        assert_eq!(run(&["check", path]).status.code(), Some(1), "{game}");
    }
}

#[test]
fn bad_questions_about_periods_are_answered_in_a_sentence() {
    for (words, hint) in [
        (&["period", "chomp"][..], "no nim-sequence"),
        (&["period", "kaylse"], "did you mean kayles"),
        (&["period", "octal(0.77)", "--to", "1e15"], "--memory allows"),
        (
            &["period", "octal(0.007)", "--to", "100", "--certificate", "none.cert"],
            "none is proved",
        ),
        (&["check", "no such file"], "cannot be opened"),
        (&["check", "Cargo.toml"], "not a certificate"),
        (&["survey", "chomp"], "no codes"),
        (&["survey", "octal", "--digits", "9"], "1 to 5 digits"),
        (&["survey", "octal", "--output", "Cargo.toml"], "not a table of a survey"),
        (&["survey", "octal", "--also", "20.017"], "add stones"),
        (&["survey"], "required"),
        (&["survey", "octal", "--most", "2"], "required"),
    ] {
        let output = run(words);
        let (out, err) = (text(&output.stdout), text(&output.stderr));
        assert_eq!((output.status.code(), out), (Some(2), String::new()), "{words:?}: {err}");
        assert!(err.contains(hint), "{words:?}: {err}");
    }
}

#[test]
fn a_certificate_goes_from_one_command_to_the_other() {
    let path = file("kayles.cert");
    let name = path.to_str().unwrap();
    answered(run(&["period", "kayles", "--certificate", name]));
    let passed = answered(run(&["check", name]));
    assert!(passed.starts_with("Passed: code 0.77: period 12, preperiod 71"), "{passed}");
    assert_eq!(json(&["check", name, "--json"])["status"], "passed");
    let whole = fs::read_to_string(&path).unwrap();
    fs::write(&path, whole.replace("period 12\n", "period 24\n")).unwrap();
    let rejected = run(&["check", name, "--json"]);
    let object: Value = serde_json::from_str(&text(&rejected.stdout)).unwrap();
    assert_eq!((rejected.status.code(), &object["status"]), (Some(1), &"rejected".into()));
    assert!(object["fault"].as_str().unwrap().contains("hash"));
}

#[test]
fn a_search_without_a_history_goes_on_from_its_state() {
    let (state, certificate) = (file("0.56.state"), file("0.56.cert"));
    let (state, certificate) = (state.to_str().unwrap(), certificate.to_str().unwrap());
    let words = ["period", "octal(0.56)", "--no-history", "--state", state];
    let begun = answered(run(&[&words[..], &["--to", "100000"]].concat()));
    assert!(begun.contains("none found below"), "{begun}");
    let found = answered(run(&[&words[..], &["--certificate", certificate]].concat()));
    assert!(found.contains("Period 144, preperiod 326640: proved."), "{found}");
    let spot = answered(run(&["check", certificate, "--spot", "2", "--heaps", "300000"]));
    assert!(spot.contains("This is no proof."), "{spot}");
    assert!(answered(run(&["check", certificate])).starts_with("Passed"));
    answered(run(&[&words[..], &["--to", "100000"]].concat()));
    let other = run(&["period", "octal(0.16)", "--no-history", "--state", state]);
    assert_eq!(other.status.code(), Some(2), "{}", text(&other.stderr));
    let mut bytes = fs::read(state).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(state, bytes).unwrap();
    let damaged = run(&words);
    assert_eq!(damaged.status.code(), Some(2), "{}", text(&damaged.stderr));
}

#[test]
fn the_atlas_tells_what_certificates_prove() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../data/certificates");
    let mut told = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let Some("cert") = path.extension().and_then(|end| end.to_str()) else { continue };
        let text = std::fs::read_to_string(&path).unwrap();
        let field = |word: &str| {
            let line = text.lines().find_map(|line| line.strip_prefix(word));
            line.unwrap_or_else(|| panic!("no line {word:?}")).to_string()
        };
        let row = bouton::sequence::atlas::row(&field("rules code ")).unwrap();
        assert_eq!(row.status, "proved");
        assert_eq!(row.period, field("period ").parse().ok());
        assert_eq!(row.preperiod, field("preperiod ").parse().ok());
        assert_eq!(row.proof, field("theorem "));
        told += 1;
    }
    assert!(told > 0);
}

#[test]
fn the_certificate_of_0_106_stands_a_sample() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../data/certificates/0.106.cert");
    // Its short segments, which stand all along the way; `cargo xtask deep certificates` checks it whole.
    let spot = answered(run(&["check", path, "--spot", "12", "--heaps", "300000", "--seed", "3"]));
    assert!(spot.contains("code 0.106: period 328226140474, preperiod\n465384263797"), "{spot}");
    assert!(spot.contains("12 of 1977 segments"), "{spot}");
    // One value of one snapshot that is another makes another certificate, and that is noticed.
    let whole = fs::read_to_string(path).unwrap();
    let forged = file("forged.cert");
    fs::write(&forged, whole.replacen("preperiod 465384263797", "preperiod 465384263798", 1))
        .unwrap();
    assert_eq!(run(&["check", forged.to_str().unwrap(), "--spot", "1"]).status.code(), Some(1));
}

#[test]
fn a_survey_goes_on_where_it_was_torn_off() {
    let path = file("survey.csv");
    let name = path.to_str().unwrap();
    let words = ["survey", "octal", "--digits", "1", "--seconds", "0.1", "--output", name];
    answered(run(&words));
    let whole = fs::read_to_string(&path).unwrap();
    assert_eq!(whole.lines().count(), 16);
    let rows: Vec<&str> = whole.lines().collect();
    assert!(rows[1].starts_with("0.1,proved,1,2,"), "{}", rows[1]);
    // What a row calls proved is proved again, whoever wrote it; one that is torn is made again.
    let marked = whole.replace("0.1,proved,1,2,0,1,", "0.1,proved,7,2,0,77,");
    assert_ne!(marked, whole);
    // An open row that was given as much time is kept as it is.
    let open = "0.007,open,,,,99,,5,0.1,,tiny,\n";
    fs::write(
        &path,
        format!("{}\n{open}{}", rows[0], &marked[rows[0].len() + 1..marked.len() - 9]),
    )
    .unwrap();
    let words = [&words[..], &["--also", "0.007"]].concat();
    answered(run(&words));
    let again = fs::read_to_string(&path).unwrap();
    assert!(
        again.contains("\n0.1,proved,1,2,0,1,") && again.contains("\n0.007,open,,,,99,"),
        "{again}"
    );
    let again = again.replace(open, "");
    let code = |line: &str| line.split(',').next().unwrap().to_string();
    let codes = |text: &str| text.lines().map(code).collect::<Vec<_>>();
    assert_eq!(codes(&again), codes(&whole));
}

#[test]
fn open_codes_are_gone_on_with_from_their_states() {
    let folder = file("open-codes");
    let _ = fs::remove_dir_all(&folder);
    let name = folder.to_str().unwrap();
    let go_on = |words: &[&str]| {
        let all = ["survey", "--open", "--states", name, "--threads", "1"];
        run(&[&all[..], words].concat())
    };
    let rows = |code: &str| {
        let table = fs::read_to_string(folder.join("open.csv")).unwrap();
        let of = |line: &&str| line.starts_with(&format!("{code},"));
        let fields = |line: &str| line.split(',').map(str::to_string).collect::<Vec<_>>();
        table.lines().filter(of).map(fields).collect::<Vec<_>>()
    };
    let told = answered(go_on(&["--seconds", "0.05", "--most", "1"]));
    assert!(told.starts_with("Went on with 1 code, 0 proved; "), "{told}");
    let computed_to = |rows: &[Vec<String>]| rows[0][7].parse::<u64>().unwrap();
    let first = rows("0.143");
    assert_eq!((first.len(), first[0][1].as_str()), (1, "open"));
    // It had its time: the next one follows. With more time it goes on from its state.
    answered(go_on(&["--seconds", "0.05", "--most", "1"]));
    assert_eq!(rows("0.143"), first);
    assert_eq!(rows("0.167").len(), 1);
    answered(go_on(&["--seconds", "0.2", "--most", "1"]));
    assert!(computed_to(&rows("0.143")) > computed_to(&first));
    // A state that is damaged is told, and holds up nobody else.
    let state = folder.join("0.143.state");
    let mut bytes = fs::read(&state).unwrap();
    bytes[100] ^= 1;
    fs::write(&state, bytes).unwrap();
    let damaged = go_on(&["--seconds", "0.3", "--most", "1"]);
    assert_eq!(damaged.status.code(), Some(2));
    assert!(text(&damaged.stderr).contains("damaged"));
    // What is proved has its certificate, and is not searched again.
    let also = ["--also", "0.16", "--seconds", "30", "--most", "1"];
    let told = answered(go_on(&also));
    assert!(told.starts_with("0.16: period 149459, preperiod 105351: proved"), "{told}");
    assert_eq!(rows("0.16")[0][1], "proved");
    let proof = folder.join("0.16.cert");
    assert!(answered(run(&["check", proof.to_str().unwrap(), "--spot", "2"])).contains("0.16"));
    let file_as_folder = run(&["survey", "--open", "--states", "Cargo.toml"]);
    assert_eq!(file_as_folder.status.code(), Some(2));
}

#[test]
fn the_atlas_is_shown_with_the_game() {
    let all = answered(run(&["games", "octal"]));
    assert!(all.contains("Atlas: "), "{all}");
    let one = answered(run(&["games", "octal(0.77)"]));
    assert!(one.contains("0.77: period 12, preperiod 71, proved"), "{one}");
    let unknown = run(&["games", "octal(0.123456)"]);
    assert_eq!(unknown.status.code(), Some(2));
}
