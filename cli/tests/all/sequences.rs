//! Nim-sequences on the command line: formats, files that survive, refusals, comparing and plotting.

use std::fs;
use std::path::Path;
use std::process::{Child, Output, Stdio};
use std::time::Duration;

use crate::command::{answered, command, run, text};
use crate::folder::Folder;
use serde_json::{Value, json};

const SMALL: &str = "subtraction(1,3,4)";
/// Two full blocks and a part of a third.
const LAST: &str = "140000";

fn answer(words: &[&str]) -> String {
    answered(run(words))
}

/// A command that must succeed; what it says about its work is not looked at.
fn done(words: &[&str]) -> Output {
    let output = run(words);
    assert_eq!(output.status.code(), Some(0), "{words:?}: {}", text(&output.stderr));
    output
}

fn object(words: &[&str]) -> Value {
    serde_json::from_str(&answer(words)).unwrap()
}

/// What a command that is refused says.
fn refused(words: &[&str], code: i32) -> String {
    let output = run(words);
    assert_eq!(output.status.code(), Some(code), "{words:?}: {}", text(&output.stderr));
    assert_eq!(text(&output.stdout), "", "{words:?}");
    text(&output.stderr)
}

#[test]
fn values_come_in_every_format() {
    let kayles = "0 1 2 3 1 4 3 2 1 4 2 6 4\n";
    assert_eq!(answer(&["values", "kayles", "--to", "12"]), kayles);
    assert_eq!(answer(&["values", "octal(0.77)", "--to", "12"]), kayles);
    assert_eq!(answer(&["values", "nim", "--to", "0"]), "0\n");
    assert_eq!(answer(&["values", "nim", "--from", "9", "--to", "1_1"]), "9 10 11\n");
    assert_eq!(
        answer(&["values", "kayles", "--from", "4", "--to", "5", "--format", "csv"]),
        "heap,value\n4,1\n5,4\n"
    );
    let lines = answer(&["values", "grundy", "--from", "1", "--to", "5", "--format", "bfile"]);
    let numbers: Vec<&str> = lines.lines().filter(|line| !line.starts_with('#')).collect();
    assert_eq!(numbers, ["1 0", "2 0", "3 1", "4 0", "5 2"]);
    assert!(lines.starts_with("# Nim-values of grundy, heaps 1 to 5; offset 1\n"), "{lines}");
    let data = object(&["values", SMALL, "--to", "8", "--json"]);
    assert_eq!(data["values"], json!([0, 1, 0, 1, 2, 3, 2, 0, 1]));
    assert_eq!((&data["game"], &data["from"], &data["to"]), (&json!(SMALL), &json!(0), &json!(8)));
    assert_eq!(data["known"], "computed");
    assert!(data["engine"].is_string());
}

#[test]
fn the_name_of_the_file_says_the_format() {
    let folder = Folder::new("names");
    let (csv, bfile, json) = (folder.file("a.csv"), folder.file("b.txt"), folder.file("c.json"));
    for (path, format) in [(&csv, "csv"), (&bfile, "bfile"), (&json, "json")] {
        assert_eq!(text(&done(&["values", SMALL, "--to", "99", "-o", path]).stdout), "");
        let direct = answer(&["values", SMALL, "--to", "99", "--format", format]);
        assert_eq!(fs::read_to_string(path).unwrap(), direct);
    }
    let parquet = folder.file("d.parquet");
    if cfg!(feature = "parquet") {
        done(&["values", SMALL, "--to", "99", "-o", &parquet]);
        let bytes = fs::read(&parquet).unwrap();
        assert!(bytes.starts_with(b"PAR1") && bytes.ends_with(b"PAR1"));
    } else {
        let message = refused(&["values", SMALL, "--to", "99", "-o", &parquet], 2);
        assert!(message.contains("--features parquet"), "{message}");
    }
    // A name that exists is not overwritten, unless that is asked for.
    let before = fs::read(&csv).unwrap();
    let message = refused(&["values", SMALL, "--to", "9", "-o", &csv], 2);
    assert!(message.contains("exists and is not overwritten"), "{message}");
    assert_eq!(fs::read(&csv).unwrap(), before);
    done(&["values", SMALL, "--to", "9", "-o", &csv, "--force"]);
    assert_eq!(fs::read_to_string(&csv).unwrap().lines().count(), 11);
    assert_eq!(
        fs::read_dir(&folder.0).unwrap().count(),
        if cfg!(feature = "parquet") { 4 } else { 3 }
    );
}

#[test]
fn value_files_are_read_converted_and_checked() {
    let folder = Folder::new("files");
    let path = folder.file("values.bin");
    let output = done(&["values", SMALL, "--to", LAST, "-o", &path]);
    assert!(text(&output.stderr).contains("heaps 0 to 140000"), "{}", text(&output.stderr));
    assert_eq!(answer(&["values", &path, "--to", "8"]), "0 1 0 1 2 3 2 0 1\n");
    let direct = answer(&["values", SMALL, "--to", LAST, "--format", "csv"]);
    assert_eq!(answer(&["values", &path, "--format", "csv"]), direct);
    let data = object(&["values", &path, "--json", "--from", "139999"]);
    assert_eq!(
        (&data["game"], &data["known"], &data["engine"]),
        (&json!(SMALL), &json!("file"), &Value::Null)
    );
    assert!(refused(&["values", &path, "--to", "140001"], 2).contains("ends at heap 140000"));
    // Values that grow past one and past two bytes.
    let wide = folder.file("wide.bin");
    for to in ["200", "300", "65535", "65536", "70000"] {
        done(&["values", "nim", "--to", to, "-o", &wide, "--resume"]);
        let numbers = answer(&["values", &wide]);
        let count: usize = to.parse().unwrap();
        assert!(numbers.split_whitespace().eq((0..=count).map(|heap| heap.to_string())), "{to}");
    }
    let one_go = folder.file("one-go.bin");
    done(&["values", "nim", "--to", "70000", "-o", &one_go]);
    assert_eq!(answer(&["values", &wide]), answer(&["values", &one_go]));
}

/// Where the blocks of a file begin, and how long a full one is.
fn layout(rules: &str) -> (usize, usize) {
    (24 + rules.len() + 4 + 48, 65536 + 4)
}

#[test]
fn a_file_cut_anywhere_goes_on_or_is_refused() {
    let folder = Folder::new("cut");
    let path = folder.file("values.bin");
    done(&["values", SMALL, "--to", LAST, "-o", &path]);
    let whole = fs::read(&path).unwrap();
    let (blocks, stride) = layout(SMALL);
    let resume = ["values", SMALL, "--to", LAST, "-o", &path, "--resume"];
    for cut in [blocks, blocks + 1, blocks + stride - 1, blocks + stride, blocks + stride + 1]
        .into_iter()
        .chain([blocks + 2 * stride - 4, blocks + 2 * stride, whole.len() - 1, whole.len()])
    {
        fs::write(&path, &whole[..cut]).unwrap();
        if cut < whole.len() {
            let message = refused(&["values", &path], 2);
            assert!(message.contains("its end was cut off"), "{cut}: {message}");
        }
        let output = done(&resume);
        let lacks = text(&output.stderr).contains("lacks its last");
        assert_eq!(lacks, cut < whole.len(), "{cut}: {}", text(&output.stderr));
        assert!(fs::read(&path).unwrap()[blocks..] == whole[blocks..], "cut at {cut}");
    }
    // A torn tail behind what was noted is no damage.
    let mut torn = whole.clone();
    torn.extend(b"half a block");
    fs::write(&path, &torn).unwrap();
    done(&resume);
    assert!(fs::read(&path).unwrap()[blocks..] == whole[blocks..]);
    // Without a whole header nothing can be used, and nothing is overwritten.
    for cut in [0, 1, 7, 8, 23, 24, 24 + SMALL.len(), blocks - 48, blocks - 1] {
        fs::write(&path, &whole[..cut]).unwrap();
        let message = refused(&resume, 2);
        let reason = if cut == 0 { "it is empty" } else { "ends within its header" };
        assert!(message.contains(reason) && message.contains("values.bin"), "{cut}: {message}");
        assert_eq!(fs::read(&path).unwrap(), &whole[..cut]);
    }
}

#[test]
fn damage_is_named_and_never_dropped_in_silence() {
    let folder = Folder::new("damage");
    let path = folder.file("values.bin");
    done(&["values", SMALL, "--to", LAST, "-o", &path]);
    let whole = fs::read(&path).unwrap();
    let (blocks, stride) = layout(SMALL);
    let resume = ["values", SMALL, "--to", LAST, "-o", &path, "--resume"];
    for (at, named) in [
        (blocks, "block 0, heaps 0 to 65535, does not match its checksum"),
        (blocks + stride - 1, "block 0, heaps 0 to 65535,"),
        (blocks + stride + 77, "block 1, heaps 65536 to 131071,"),
        (whole.len() - 1, "block 2, heaps 131072 to 140000,"),
        (30, "its header does not match its checksum"),
        (0, "is not a value file"),
    ] {
        let mut broken = whole.clone();
        broken[at] ^= 4;
        fs::write(&path, &broken).unwrap();
        for words in [&["values", &path][..], &resume] {
            let message = refused(words, 2);
            assert!(message.contains(named), "byte {at}: {message}");
        }
        let error: Value =
            serde_json::from_str(&text(&run(&["values", &path, "--json"]).stdout)).unwrap();
        assert_eq!(error["error"]["kind"], "input");
        assert_eq!(fs::read(&path).unwrap(), broken, "nothing is overwritten");
    }
    // Forced, everything from the damaged block on is computed again.
    let mut broken = whole.clone();
    broken[blocks + stride + 5] ^= 1;
    fs::write(&path, &broken).unwrap();
    done(&[&resume[..], &["--force"]].concat());
    assert!(fs::read(&path).unwrap()[blocks..] == whole[blocks..]);
}

#[test]
fn bad_questions_are_answered_in_one_sentence() {
    let folder = Folder::new("bad");
    let (values, foreign) = (folder.file("values.bin"), folder.file("foreign.bin"));
    done(&["values", SMALL, "--to", "100", "-o", &values]);
    fs::write(&foreign, "0 1 2 3").unwrap();
    let before = fs::read(&values).unwrap();
    for (words, hint) in [
        (&["values", "kayles"][..], "add --to N"),
        (&["values", "kaylse", "--to", "9"], "did you mean kayles"),
        (&["values", "chomp", "--to", "9"], "has no nim-sequence"),
        (&["values", "misere nim", "--to", "9"], "normal play"),
        (&["values", "marienbad", "--to", "9"], "normal play"),
        (&["values", "octal(20.017)", "--to", "9"], "add stones"),
        (&["values", "kayles: 7", "--to", "9"], "there is no game"),
        (&["values", "kayles", "--to", "-3"], "is not the size of a heap"),
        (&["values", "kayles", "--to", "1.5"], "is not the size of a heap"),
        (&["values", "kayles", "--to", "1e9999"], "is not the size of a heap"),
        (&["values", "kayles", "--to", "1e30"], "2.0e30 bytes of memory"),
        (&["values", "kayles", "--to", "10^15"], "TB of memory"),
        (&["values", "kayles", "--from", "9", "--to", "8"], "lies behind the last heap"),
        (&["values", "kayles", "--to", "9", "--engine", "fast"], "the engines are plain"),
        (&["values", "kayles", "--to", "9", "--threads", "0"], "not a number of threads"),
        (&["values", "kayles", "--to", "9", "--format", "bin"], "needs a file"),
        (&["values", "kayles", "--to", "9", "-o", "values.xyz"], "does not say the format"),
        (&["values", "kayles", "--to", "9", "-o", "/nowhere/at/all.csv"], "cannot be written"),
        (&["values", "kayles", "--to", "9", "-o", "/nowhere/at/all.bin"], "cannot be written"),
        (&["values", "kayles", "--to", "9", "--resume"], "--output"),
        (
            &["values", SMALL, "--to", "9", "-o", &values],
            "--resume goes on with it, --force replaces it",
        ),
        (
            &["values", "kayles", "--to", "999", "-o", &values, "--resume"],
            "holds the values of subtraction(1,3,4), not of kayles",
        ),
        (&["values", SMALL, "--from", "5", "--to", "9", "-o", "x.bin"], "begins with heap 0"),
        (
            &["values", SMALL, "--to", "9", "-o", "x.csv", "--resume"],
            "only value files can be resumed",
        ),
        (&["values", "kayles", "--to", "999", "-o", &foreign, "--resume"], "is not a value file"),
        (&["values", &foreign], "is not a value file"),
        (&["values", "no such.bin"], "cannot be read"),
        (&["compare", "kayles", "chomp", "--to", "9"], "has no nim-sequence"),
        (&["compare", &values, SMALL, "--to", "999"], "ends at heap 100"),
        (&["compare", "kayles", "grundy", "--to", "1e40"], "of memory"),
        (&["plot", "chomp", "--to", "9"], "has no nim-sequence"),
        (&["plot", "kayles", "--to", "9", "-o", "/nowhere/at/all.svg"], "cannot be written"),
    ] {
        let message = refused(words, 2);
        assert!(message.contains(hint), "{words:?} says {message}");
    }
    assert_eq!(fs::read(&values).unwrap(), before);
    assert_eq!(fs::read_dir(&folder.0).unwrap().count(), 2);
}

/// A run that takes for ever, with its file; it has written something when this returns.
fn long_run(path: &str) -> Child {
    let words = ["values", "octal(0.07)", "--to", "1e7", "--engine", "plain", "-o", path];
    let mut child = command(&words).stdin(Stdio::null()).spawn().unwrap();
    let (blocks, _) = layout("octal(0.07)");
    let written = (0..600).any(|_| {
        std::thread::sleep(Duration::from_millis(100));
        fs::metadata(path).is_ok_and(|file| file.len() > blocks as u64)
    });
    if !written {
        child.kill().unwrap();
        child.wait().unwrap();
    }
    assert!(written, "nothing was written within a minute");
    child
}

/// What a file holds goes on and is right.
fn goes_on(path: &str) {
    let kept = object(&["values", path, "--json"])["to"].as_u64().unwrap();
    let to = (kept + 700).to_string();
    done(&["values", "octal(0.07)", "--to", &to, "-o", path, "--resume"]);
    assert_eq!(answer(&["values", path]), answer(&["values", "octal(0.07)", "--to", &to]));
}

#[test]
fn a_run_that_is_killed_goes_on_and_one_run_writes_at_a_time() {
    let folder = Folder::new("killed");
    let path = folder.file("values.bin");
    let mut child = long_run(&path);
    if cfg!(unix) {
        let message = refused(&["values", "octal(0.07)", "--to", "99", "-o", &path, "--resume"], 2);
        assert!(message.contains("another run is writing"), "{message}");
    }
    child.kill().unwrap();
    child.wait().unwrap();
    goes_on(&path);
}

#[cfg(unix)]
fn interrupt(child: &Child) {
    let killed =
        std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(killed.unwrap().success());
}

#[cfg(unix)]
#[test]
fn ctrl_c_keeps_what_was_computed() {
    let folder = Folder::new("interrupted");
    let path = folder.file("values.bin");
    let child = long_run(&path);
    interrupt(&child);
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    let message = text(&output.stderr);
    assert!(
        message.contains("keeps the values of heaps 0 to") && message.contains("--resume"),
        "{message}"
    );
    goes_on(&path);
    // Other formats are whole or not there.
    let csv = folder.file("values.csv");
    let words = ["values", "octal(0.07)", "--to", "1e7", "--engine", "plain", "-o", &csv];
    let child = command(&words).stdin(Stdio::null()).spawn().unwrap();
    // Until Ctrl-C is listened to, it simply ends the process: also right, but another test.
    std::thread::sleep(Duration::from_millis(1500));
    interrupt(&child);
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130), "{}", text(&output.stderr));
    assert!(text(&output.stderr).contains("interrupted"));
    assert!(!Path::new(&csv).exists());
    assert_eq!(fs::read_dir(&folder.0).unwrap().count(), 1);
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_named_and_keeps_what_is_written() {
    let words = ["values", SMALL, "--to", "100000", "--format", "csv", "-o", "/dev/full"];
    assert!(refused(&words, 3).contains("the disk is full"));
    let full = fs::File::options().write(true).open("/dev/full").unwrap();
    let output = command(&["values", SMALL, "--to", "100000"]).stdout(full).output().unwrap();
    assert_eq!(output.status.code(), Some(3));
    assert!(text(&output.stderr).contains("the disk is full"), "{}", text(&output.stderr));
    // A limit on the size of files stands for a disk that is full.
    let folder = Folder::new("full");
    let path = folder.file("values.bin");
    let script = "trap '' XFSZ; ulimit -f 350; exec \"$0\" \"$@\"";
    let mut limited = std::process::Command::new("sh");
    limited.args(["-c", script, env!("CARGO_BIN_EXE_bouton")]);
    limited.args(["values", SMALL, "--to", "1000000", "-o", &path]);
    let output = limited.output().unwrap();
    let message = text(&output.stderr);
    assert_eq!(output.status.code(), Some(3), "{message}");
    assert!(message.contains("it keeps the values of heaps 0 to 1"), "{message}");
    assert!(message.contains("--resume"), "{message}");
    done(&["values", SMALL, "--to", "300000", "-o", &path, "--resume"]);
    assert_eq!(answer(&["values", &path]), answer(&["values", SMALL, "--to", "300000"]));
}

#[test]
fn a_reader_that_has_gone_is_no_error() {
    for format in ["text", "csv", "json", "bfile"] {
        let words = ["values", SMALL, "--to", "300000", "--format", format];
        let mut child = command(&words).stdin(Stdio::null()).spawn().unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        assert_eq!((output.status.code(), text(&output.stderr)), (Some(0), String::new()));
    }
}

#[test]
fn engines_agree_and_can_be_chosen() {
    let by = |engine: &str| answer(&["values", "octal(0.56)", "--to", "3000", "--engine", engine]);
    assert_eq!(by("plain"), answer(&["values", "octal(0.56)", "--to", "3000"]));
    assert_eq!(by("plain"), by("list"));
    let message = refused(&["values", SMALL, "--to", "9", "--engine", "list"], 2);
    assert!(message.contains("does not apply to this game"), "{message}");
}

#[test]
fn a_citation_can_be_checked_by_anybody() {
    let words = ["values", "octal(0.77)", "--to", "200", "--cite"];
    let citation = answer(&words);
    for part in [
        "Nim-values of octal(0.77), heaps 0 to 200.",
        "computed exactly from the rules",
        "Period 12 from heap 71 on, proved (Guy and Smith 1956",
        "b83ec97616d7aa3872d9bbcacd307309eb535a9cecb879e4bd4e078fcf1987cb",
        env!("CARGO_PKG_VERSION"),
    ] {
        assert!(citation.contains(part), "{part} is missing in {citation}");
    }
    let data = object(&[&words[..], &["--json"]].concat());
    assert_eq!((&data["period"]["period"], &data["period"]["preperiod"]), (&json!(12), &json!(71)));
    assert_eq!(data["status"], "proved");
    assert_eq!(data["sha256"].as_str().unwrap().len(), 64);
    // The same values have the same checksum, wherever they come from.
    let folder = Folder::new("cited");
    let path = folder.file("values.bin");
    done(&["values", "octal(0.77)", "--to", "200", "-o", &path]);
    assert_eq!(object(&["values", &path, "--cite", "--json"])["sha256"], data["sha256"]);
    assert!(
        answer(&["values", "octal(0.6)", "--to", "20", "--cite"]).contains("No period is proved")
    );
}

#[test]
fn sequences_are_compared() {
    assert_eq!(
        answer(&["compare", "octal(0.161)", "octal(0.36)", "--to", "1000"]),
        "first difference at heap 519: octal(0.161) has 2, octal(0.36) has 4\n"
    );
    assert_eq!(
        answer(&["compare", "octal(0.161)", "octal(0.36)", "--to", "518"]),
        "no difference up to heap 518\n"
    );
    assert!(
        answer(&["compare", "kayles", "octal(0.77)", "--to", "500"]).contains("and none beyond")
    );
    let data = object(&["compare", "octal(0.161)", "octal(0.36)", "--to", "1000", "--json"]);
    assert_eq!(data["difference"], json!({"heap": 519, "a": 2, "b": 4}));
    let folder = Folder::new("compared");
    let path = folder.file("values.bin");
    done(&["values", "kayles", "--to", "300", "-o", &path]);
    let data = object(&["compare", &path, "octal(0.77)", "--to", "300", "--json"]);
    assert_eq!((&data["difference"], &data["proved_equal"]), (&Value::Null, &json!(false)));
    assert!(
        answer(&["compare", &path, "grundy", "--to", "300"])
            .contains("at heap 1: kayles has 1, grundy has 0")
    );
}

#[test]
fn sequences_are_drawn() {
    let drawn = answer(&["plot", "kayles", "--to", "200"]);
    assert!(drawn.starts_with("<svg xmlns=") && drawn.ends_with("</svg>\n"));
    for part in [
        "<title>kayles: values of heaps 0 to 200</title>",
        "period 12 from heap 71 on, proved",
        "rare values",
    ] {
        assert!(drawn.contains(part), "{part}");
    }
    let folder = Folder::new("drawn");
    let (values, path) = (folder.file("values.bin"), folder.file("values.svg"));
    done(&["values", "kayles", "--to", "200", "-o", &values]);
    done(&["plot", &values, "--to", "200", "-o", &path]);
    assert_eq!(fs::read_to_string(&path).unwrap(), drawn);
    assert!(!answer(&["plot", "nim", "--to", "100"]).contains("rare values"));
    assert!(answer(&["plot", SMALL, "--to", "100000"]).len() < 2_000_000);
}
