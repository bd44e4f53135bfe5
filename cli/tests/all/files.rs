//! Output files: whole or not there, never two runs in one, never proved by what somebody wrote into them.

use std::fs;
use std::process::{Child, Stdio};
use std::time::Duration;

use crate::command::{answered, command, run, text};
use crate::folder::Folder;
use bouton::sequence::Values;
use bouton::sequence::file::Writer;

/// `cargo xtask deep` asks for more.
fn times(few: usize, many: usize) -> usize {
    if std::env::var_os("BOUTON_DEEP").is_some() { many } else { few }
}

fn start(words: &[&str]) -> Child {
    command(words).stdin(Stdio::null()).spawn().unwrap()
}

/// The commands that write a file, each with the words for one of this name.
fn writers(path: &str) -> Vec<Vec<String>> {
    let lists: [&[&str]; 6] = [
        &["draw", "3 4 5", "-o"],
        &["graph", "1 2", "--format", "svg", "-o"],
        &["table", "nim", "4x4", "-o"],
        &["plot", "kayles", "--to", "50", "-o"],
        &["values", "kayles", "--to", "50", "--format", "csv", "-o"],
        &["period", "kayles", "--certificate"],
    ];
    let with = |words: &&[&str]| words.iter().chain([&path]).map(ToString::to_string).collect();
    lists.iter().map(with).collect()
}

fn words(list: &[String]) -> Vec<&str> {
    list.iter().map(String::as_str).collect()
}

#[test]
fn two_runs_never_write_one_file() {
    let folder = Folder::new("files-two");
    let path = folder.file("f.bin");
    let games = ["octal(0.77)", "octal(0.07)"];
    let expected = games.map(|game| answered(run(&["values", game, "--to", "20000"])));
    for trial in 0..times(12, 200) {
        let _ = fs::remove_file(&path);
        let extra = [None, Some("--force"), Some("--resume")][trial % 3];
        let runs = games.map(|game| {
            let words = ["values", game, "--to", "20000", "-o", &path];
            start(&words.into_iter().chain(extra).collect::<Vec<_>>())
        });
        let won = runs.map(|child| child.wait_with_output().unwrap().status.success());
        let output = run(&["values", &path, "--json"]);
        let object: serde_json::Value = serde_json::from_str(&text(&output.stdout)).unwrap();
        let holds = games.iter().position(|game| object["game"] == *game).unwrap();
        assert!(won[holds], "{won:?}: the file is of a run that failed");
        assert_eq!(answered(run(&["values", &path])), expected[holds]);
        assert_eq!(folder.names(), 1, "something is left beside the file");
    }
}

#[test]
fn a_kill_leaves_the_old_file_or_the_new_one() {
    let folder = Folder::new("files-kills");
    let path = folder.file("f");
    for trial in 0..times(5, 100) {
        for list in writers(&path) {
            fs::write(&path, "old").unwrap();
            let mut all = words(&list);
            all.push("--force");
            let mut child = start(&all);
            std::thread::sleep(Duration::from_micros(600 * trial as u64 % 20_000));
            child.kill().unwrap();
            child.wait().unwrap();
            let killed = fs::read(&path).unwrap();
            if killed != b"old" {
                answered(run(&all).into_silent());
                assert_eq!(killed, fs::read(&path).unwrap(), "{list:?}");
            }
        }
    }
    // The next run sweeps what was left.
    answered(run(&["draw", "3", "-o", &path, "--force"]));
    assert_eq!(folder.names(), 1);
}

#[test]
fn what_exists_is_kept_and_names_are_asked_about_first() {
    let folder = Folder::new("files-exists");
    let (path, nowhere) = (folder.file("f"), folder.file("no/f"));
    fs::write(&path, "old").unwrap();
    for list in writers(&path) {
        let output = run(&words(&list));
        let message = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{list:?}: {message}");
        assert!(message.contains("--force"), "{list:?}: {message}");
        assert_eq!(fs::read(&path).unwrap(), b"old");
        answered(run(&[&words(&list)[..], &["--force"]].concat()).into_silent());
        assert_ne!(fs::read(&path).unwrap(), b"old");
        fs::write(&path, "old").unwrap();
    }
    for mut list in writers(&nowhere) {
        // Work that would take for ever is not begun.
        list.iter_mut().for_each(|word| match word.as_str() {
            "3 4 5" | "1 2" => *word = "chomp: 90x90".to_string(),
            "50" => *word = "100000000".to_string(),
            _ => {}
        });
        let output = run(&words(&list));
        assert_eq!(output.status.code(), Some(2), "{list:?}");
        assert!(text(&output.stderr).contains("does not exist"), "{list:?}");
    }
    assert_eq!(answered(run(&["draw", "3", "-o", "-"])), answered(run(&["draw", "3"])));
}

#[cfg(target_os = "linux")]
#[test]
fn devices_pipes_and_links_are_written_through() {
    use std::os::unix::fs::{FileTypeExt, symlink};
    let folder = Folder::new("files-through");
    for list in writers("/dev/full") {
        let output = run(&words(&list));
        assert_eq!(output.status.code(), Some(3), "{list:?}");
        assert!(text(&output.stderr).contains("the disk is full"), "{list:?}");
    }
    for list in writers("/dev/null") {
        answered(run(&words(&list)).into_silent());
    }
    assert!(fs::metadata("/dev/null").unwrap().file_type().is_char_device());
    assert_eq!(run(&["survey", "octal", "-o", "/dev/full"]).status.code(), Some(2));
    let endless = run(&["solve", "--batch", "/dev/full"]);
    assert_eq!(endless.status.code(), Some(2));
    assert!(text(&endless.stdout).contains("at most 1000000 bytes"), "{endless:?}");
    let (real, link, pipe) = (folder.file("real"), folder.file("link"), folder.file("pipe"));
    symlink("real", &link).unwrap();
    answered(run(&["draw", "3", "-o", &link]));
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    assert_eq!(fs::read_to_string(&real).unwrap(), answered(run(&["draw", "3"])));
    // A pipe that nobody reads is told, and one that is read gets all.
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let alone = run(&["draw", "3", "-o", &pipe]);
    assert!(text(&alone.stderr).contains("nobody reads"), "{}", text(&alone.stderr));
    let child = start(&["draw", "3", "-o", &pipe]);
    assert_eq!(fs::read_to_string(&pipe).unwrap(), answered(run(&["draw", "3"])));
    assert!(child.wait_with_output().unwrap().status.success());
}

/// What is said about the work is not looked at.
trait Silent {
    fn into_silent(self) -> Self;
}

impl Silent for std::process::Output {
    fn into_silent(mut self) -> Self {
        self.stderr.clear();
        self
    }
}

#[test]
fn nothing_is_proved_by_what_a_file_says() {
    let folder = Folder::new("files-forged");
    let path = folder.file("forged.bin");
    // The values of Kayles under another name, with checksums that are right.
    let kayles: Values = answered(run(&["values", "kayles", "--to", "400"]))
        .split_whitespace()
        .map(number)
        .collect();
    let forge = |rules: &str| {
        let mut writer = Writer::create(fs::File::create(&path).unwrap(), rules, 1).unwrap();
        writer.append(&kayles, kayles.len()).unwrap();
        writer.settle(&mut |_| Ok(())).unwrap();
    };
    forge("octal(0.6)");
    for words in [&["values", &path, "--cite"][..], &["plot", &path, "--to", "400"]] {
        let output = run(words);
        let message = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{words:?}: {}", text(&output.stdout));
        assert!(message.contains("by the rules"), "{words:?}: {message}");
    }
    // Nor when the file is gone on with.
    let on = ["values", "octal(0.6)", "--to", "500", "-o", &path, "--resume", "--cite"];
    assert_eq!(run(&on).status.code(), Some(2));
    forge("octal(0.77)");
    let cited = answered(run(&["values", &path, "--cite"]));
    assert!(cited.contains("Period 12 from heap 71 on, proved"), "{cited}");
    forge("kayles\u{1b}[31m");
    assert!(!text(&run(&["values", &path, "--cite"]).stderr).contains('\u{1b}'));
}

fn number(word: &str) -> u32 {
    word.parse().unwrap()
}

#[test]
fn a_damaged_note_is_told_and_mended() {
    let folder = Folder::new("files-notes");
    let path = folder.file("f.bin");
    for to in ["1000", "2000"] {
        run(&["values", "kayles", "--to", to, "-o", &path, "--resume"]);
    }
    let whole = fs::read(&path).unwrap();
    let notes = 8 + 16 + "kayles".len() + 4;
    for note in 0..2 {
        let mut bytes = whole.clone();
        bytes[notes + 24 * note + 9] ^= 4;
        fs::write(&path, &bytes).unwrap();
        let output = run(&["values", &path]);
        assert_eq!(output.status.code(), Some(2));
        assert!(text(&output.stderr).contains("damaged"), "{}", text(&output.stderr));
        let on = run(&["values", "kayles", "--to", "2500", "-o", &path, "--resume"]);
        assert!(on.status.success(), "{}", text(&on.stderr));
        assert_eq!(
            answered(run(&["values", &path])),
            answered(run(&["values", "kayles", "--to", "2500"]))
        );
    }
}

#[test]
fn a_survey_goes_on_from_a_torn_head() {
    let folder = Folder::new("files-head");
    let path = folder.file("survey.csv");
    let words = ["survey", "octal", "--digits", "1", "--seconds", "0.05", "-o", &path];
    fs::write(&path, "code,status,per").unwrap();
    answered(run(&words));
    assert_eq!(fs::read_to_string(&path).unwrap().lines().count(), 16);
}

#[cfg(unix)]
#[test]
fn a_reader_that_has_gone_changes_no_exit_status() {
    let folder = Folder::new("files-gone");
    let path = folder.file("bad.cert");
    answered(run(&["period", "kayles", "--certificate", &path]));
    let whole = fs::read_to_string(&path).unwrap();
    fs::write(&path, whole.replace("period 12\n", "period 24\n")).unwrap();
    for (words, status) in [(&["check", &path][..], 1), (&["3", "4", "5"], 0), (&["kaylse: 3"], 2)]
    {
        let mut child = start(words);
        drop(child.stdout.take());
        assert_eq!(child.wait().unwrap().code(), Some(status), "{words:?}");
    }
}
