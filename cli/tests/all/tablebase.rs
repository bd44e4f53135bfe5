//! Tablebases: built by threads and by processes, interrupted and gone on with, checked, and consulted.

use std::collections::BTreeMap;
use std::fs;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Output, Stdio};
use std::time::{Duration, Instant};

use crate::command::{answered, command, run, text};
use crate::folder::Folder;

/// `cargo xtask deep` asks for more.
fn times(few: usize, many: usize) -> usize {
    if std::env::var_os("BOUTON_DEEP").is_some() { many } else { few }
}

fn files(folder: &str) -> BTreeMap<PathBuf, Vec<u8>> {
    let files = fs::read_dir(folder).unwrap().map(|file| file.unwrap().path());
    files.map(|path| (path.file_name().unwrap().into(), fs::read(&path).unwrap())).collect()
}

fn build(address: &str, folder: &str) -> BTreeMap<PathBuf, Vec<u8>> {
    answered(run(&["tablebase", "build", address, "-o", folder]));
    files(folder)
}

/// The sentence of a refusal, alone on its stream.
fn refused(output: Output, status: i32) -> String {
    let (out, error) = (text(&output.stdout), text(&output.stderr));
    assert_eq!(output.status.code(), Some(status), "{out}{error}");
    assert_eq!(out, "");
    assert_eq!(error.trim().lines().count(), 1, "{error}");
    error
}

/// A file of hosts with ports that nobody listens at.
fn hosts(folder: &Folder, processes: usize) -> String {
    let listeners: Vec<TcpListener> =
        (0..processes).map(|_| TcpListener::bind("127.0.0.1:0").unwrap()).collect();
    let lines: Vec<String> =
        listeners.iter().map(|listener| listener.local_addr().unwrap().to_string()).collect();
    let path = folder.file(&format!("hosts{}", lines.join("-").replace(['.', ':'], "")));
    fs::write(&path, lines.join("\n")).unwrap();
    path
}

fn start(address: &str, folder: &str, hosts: &str, process: usize, more: &[&str]) -> Child {
    let process = process.to_string();
    let mut words = vec!["tablebase", "build", address, "-o", folder, "--hosts", hosts];
    words.extend(["--process", &process]);
    words.extend(more);
    command(&words)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

#[test]
fn tables_are_built_checked_told_of_and_consulted() {
    let folder = Folder::new("tables-whole");
    let table = folder.file("chomp");
    build("chomp: 4x5", &table);
    let checked = answered(run(&["tablebase", "check", &table]));
    assert!(checked.starts_with("Passed: chomp: 5 5 5 5: 98 positions"), "{checked}");
    let info = answered(run(&["tablebase", "info", &table]));
    assert!(info.contains("play always ends") && info.contains("longest win"), "{info}");
    let picture = answered(run(&["tablebase", "info", &table, "--svg"]));
    assert!(picture.starts_with("<svg") && picture.contains("plies to the end"));
    let rows = answered(run(&["tablebase", "export", &table]));
    assert_eq!(rows.lines().count(), 99);
    let rows = answered(run(&["tablebase", "export", &table, "--format", "jsonl"]));
    let row: serde_json::Value = serde_json::from_str(rows.lines().next().unwrap()).unwrap();
    assert!(row["normal"]["outcome"].is_string(), "{row}");
    for address in ["chomp: 3x4", "chomp: 4x5", "misere chomp: 4 2"] {
        let own = answered(run(&["solve", address, "--json"]));
        let with = answered(run(&["solve", address, "--json", "--tablebase", &table]));
        let own: serde_json::Value = serde_json::from_str(&own).unwrap();
        let with: serde_json::Value = serde_json::from_str(&with).unwrap();
        for field in ["address", "outcome", "winning"] {
            assert_eq!(own[field], with[field], "{address}");
        }
        assert!(with["evidence"]["assumed"].as_str().unwrap().contains("tablebase"), "{with}");
        assert!(with["remoteness"].is_number());
    }
    let played = ["play", "chomp: 4x5", "--watch", "--seed", "1", "--tablebase", &table];
    answered(run(&played));
}

#[test]
fn what_is_no_tablebase_is_refused_in_one_sentence() {
    let folder = Folder::new("tables-bad");
    let table = folder.file("nim");
    let whole = build("nim: 3 4 5", &table);
    let check = |path: &str| refused(run(&["tablebase", "check", path]), 2);
    assert!(check(&folder.file("nothing")).contains("not there"));
    assert!(check(&folder.0.to_string_lossy()).contains("not a tablebase"));
    let other = run(&["solve", "kayles: 5", "--tablebase", &table]);
    assert!(refused(other, 2).contains("of nim: 3 4 5"));
    let again = run(&["tablebase", "build", "nim: 3 4 5", "-o", &table]);
    assert!(refused(again, 2).contains("whole tablebase already"));
    assert!(files(&table) == whole);
    // Another version, a missing shard, and a damaged one.
    let manifest = Path::new(&table).join("manifest.json");
    let text = fs::read_to_string(&manifest).unwrap();
    fs::write(&manifest, text.replacen("\"version\": 1", "\"version\": 9", 1)).unwrap();
    assert!(check(&table).contains("version 9"));
    fs::write(&manifest, &text).unwrap();
    let shard = whole.keys().find(|name| name.to_string_lossy().starts_with("shard")).unwrap();
    let path = Path::new(&table).join(shard);
    fs::remove_file(&path).unwrap();
    let missing = run(&["tablebase", "check", &table]);
    assert_eq!(missing.status.code(), Some(1));
    assert!(self::text(&missing.stdout).contains("missing"));
    let mut bytes = whole[shard].clone();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 16;
    fs::write(&path, bytes).unwrap();
    let damaged = run(&["tablebase", "check", &table]);
    assert_eq!(damaged.status.code(), Some(1));
    assert!(self::text(&damaged.stdout).contains("checksum"));
    // Rules that are not the same any more.
    let rules = folder.file("rules.txt");
    fs::write(&rules, "a>b b>c c>d").unwrap();
    let address = format!("graph(file={rules}): a");
    let table = folder.file("graph");
    build(&address, &table);
    answered(run(&["tablebase", "check", &table]));
    fs::write(&rules, "a>b b>c c>d b>d").unwrap();
    let changed = run(&["tablebase", "check", &table]);
    assert_eq!(changed.status.code(), Some(1), "{}", self::text(&changed.stderr));
    let other = refused(run(&["solve", &address, "--tablebase", &table]), 2);
    assert!(other.contains("other rules") || other.contains("is a tablebase of"), "{other}");
}

#[test]
fn several_processes_build_the_same_bytes() {
    const ADDRESS: &str = "nim: 7 7 7 7 7";
    let folder = Folder::new("tables-processes");
    let whole = build(ADDRESS, &folder.file("one"));
    for processes in 2..=times(2, 4) {
        let table = folder.file(&processes.to_string());
        let hosts = hosts(&folder, processes);
        let children: Vec<Child> =
            (0..processes).map(|process| start(ADDRESS, &table, &hosts, process, &[])).collect();
        for child in children {
            let output = child.wait_with_output().unwrap();
            assert!(output.status.success(), "{}", text(&output.stderr));
        }
        assert!(files(&table) == whole, "{processes} processes");
    }
}

#[test]
fn hosts_that_do_not_answer_and_numbers_given_twice_are_told() {
    let folder = Folder::new("tables-hosts");
    let hosts = hosts(&folder, 2);
    let table = folder.file("table");
    let alone = start("nim: 3 4 5", &table, &hosts, 1, &["--wait", "1"]);
    assert!(refused(alone.wait_with_output().unwrap(), 2).contains("did not answer within 1 s"));
    let first = start("nim: 3 4 5", &table, &hosts, 0, &["--wait", "4"]);
    std::thread::sleep(Duration::from_millis(700));
    let second = start("nim: 3 4 5", &folder.file("other"), &hosts, 0, &[]);
    assert!(refused(second.wait_with_output().unwrap(), 2).contains("as process 0"));
    let other = start("nim: 3 4 6", &folder.file("else"), &hosts, 1, &[]);
    assert!(refused(other.wait_with_output().unwrap(), 2).contains("something else"));
    assert!(refused(first.wait_with_output().unwrap(), 2).contains("something else"));
    let bad = folder.file("bad");
    fs::write(&bad, "localhost").unwrap();
    let none = start("nim: 3 4 5", &table, &bad, 0, &[]);
    assert!(refused(none.wait_with_output().unwrap(), 2).contains("host:port"));
}

#[test]
fn a_process_that_dies_stops_the_others_and_can_be_gone_on_with() {
    const ADDRESS: &str = "chomp: 10x12";
    let folder = Folder::new("tables-death");
    let (table, hosts) = (folder.file("table"), hosts(&folder, 2));
    let mut children: Vec<Child> =
        (0..2).map(|process| start(ADDRESS, &table, &hosts, process, &["--wave", "0.2"])).collect();
    std::thread::sleep(Duration::from_millis(1500));
    children[1].kill().unwrap();
    children.pop().unwrap().wait().unwrap();
    let began = Instant::now();
    let output = children.pop().unwrap().wait_with_output().unwrap();
    assert!(refused(output, 3).contains("process 1"));
    assert!(began.elapsed() < Duration::from_secs(10));
    assert!(!Path::new(&table).join("manifest.json").exists());
}

#[test]
fn killed_builds_go_on_to_the_same_bytes() {
    let address = if times(0, 1) == 1 { "chomp: 9x10" } else { "chomp: 7x8" };
    let folder = Folder::new("tables-kills");
    let whole = build(address, &folder.file("one"));
    let table = folder.file("killed");
    let mut kills = 0;
    for round in 0..200u64 {
        let mut words = vec!["tablebase", "build", address, "-o", &table, "--wave", "0.05"];
        // A kill may come before there is anything to go on with.
        if Path::new(&table).join("unfinished").is_dir() {
            words.push("--resume");
        }
        let mut child = command(&words)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        // Moments that look like chance and are the same each time.
        let moment = Duration::from_millis(20 + round * 7919 % 300);
        let ends = Instant::now() + moment;
        let mut ended = child.try_wait().unwrap();
        while kills < times(2, 20) && ended.is_none() && Instant::now() < ends {
            std::thread::sleep(Duration::from_millis(3));
            ended = child.try_wait().unwrap();
        }
        if kills < times(2, 20) && ended.is_none() {
            child.kill().unwrap();
            kills += 1;
        }
        child.wait().unwrap();
        if Path::new(&table).join("manifest.json").exists() {
            break;
        }
    }
    assert!(files(&table) == whole, "after {kills} kills");
}
