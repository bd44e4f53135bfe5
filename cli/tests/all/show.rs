//! `bouton show` and the pictures that go with it: formats, files, refusals.

use std::path::PathBuf;

use crate::command::{answered, run, text};
use serde_json::Value;

fn folder(test: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("bouton-show-{test}-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).unwrap();
    path
}

#[test]
fn a_pipe_gets_all_steps_as_text() {
    let told = answered(run(&["show", "3", "4", "5"]));
    assert_eq!(told, answered(run(&["show", "3", "4", "5", "--plain"])));
    assert_eq!(told, answered(run(&["show", "nim: 3 4 5", "--format", "text"])));
    assert!(told.contains("Move 1, player 1: take 2 from pile 1\n"), "{told}");
    assert!(told.contains("  nim-sum 0[1]0 = 2\n"), "{told}");
    assert!(
        told.ends_with("No move is left, and whoever cannot move loses: player 1 wins.\n"),
        "{told}"
    );
    assert!(told.lines().all(|line| line.chars().count() <= 80), "{told}");
    assert!(!told.contains('\x1b'));
}

#[test]
fn the_data_names_its_chapters() {
    let data: Value =
        serde_json::from_str(&answered(run(&["show", "3", "4", "5", "--json"]))).unwrap();
    let (steps, chapters) =
        (data["steps"].as_array().unwrap(), data["chapters"].as_array().unwrap());
    assert!(steps.len() <= 40);
    assert_eq!(chapters.len() + 1, data["boards"].as_array().unwrap().len());
    for chapter in chapters {
        let first = chapter["first"].as_u64().unwrap() as usize;
        assert_eq!(steps[first]["board"], chapter["number"].as_u64().unwrap() - 1);
        assert_eq!(steps[first]["player"], chapter["player"]);
    }
    let misere = answered(run(&["show", "--misere", "1", "1", "--json"]));
    assert!(misere.contains("\"address\":\"misere nim: 1 1\""));
}

#[test]
fn files_are_pages_or_pictures_by_their_ending() {
    let folder = folder("files");
    let path = |name: &str| folder.join(name).to_str().unwrap().to_string();
    for name in ["a.html", "a.svg", "a.txt", "a.json"] {
        assert_eq!(answered(run(&["show", "2", "3", "-o", &path(name)])), "");
    }
    let read = |name: &str| std::fs::read_to_string(path(name)).unwrap();
    let steps: Value = serde_json::from_str(&read("a.json")).unwrap();
    let count = steps["steps"].as_array().unwrap().len();
    let page = read("a.html");
    assert!(page.starts_with("<!doctype html>"));
    assert_eq!(page.matches("<li class=\"step\"").count(), count);
    assert!(!page.contains("http"), "the page fetches nothing");
    assert_eq!(read("a.svg").matches("<g class=\"step\"").count(), count);
    assert_eq!(read("a.txt"), answered(run(&["show", "2", "3"])));
    // What exists stays, unless it is to be replaced.
    let refused = run(&["show", "2", "3", "-o", &path("a.html")]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(text(&refused.stderr).contains("--force"));
    assert_eq!(answered(run(&["show", "2", "--force", "-o", &path("a.html")])), "");
    assert!(read("a.html").contains("<h1>nim: 2</h1>"));
    let standard = answered(run(&["show", "2", "3", "--format", "html", "-o", "-"]));
    assert_eq!(standard, page);
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn refusals_are_sentences() {
    for (words, code, hint) in [
        (&["show"][..], 2, "ADDRESS"),
        (&["show", "kaylse: 3"], 2, "did you mean kayles"),
        (&["show", "3", "-o", "game.png"], 2, ".html, .svg, .txt or .json"),
        (&["show", "3", "--speed", "0"], 2, "from 0.25 (slow) to 4 (fast)"),
        (&["show", "3", "--speed", "NaN"], 2, "is not a speed"),
        (&["show", "count-up(to=21, most=3, last=loses, players=3): 4"], 2, "3 players"),
        (&["show", "chomp: 8x9", "--positions", "10"], 3, "budget"),
        (&["show", "nim: -"], 2, "- is for solve"),
        (&["draw", "--columns", "chomp: 3x4"], 2, "has no columns"),
        (&["draw", "--columns", "--misere", "kayles: 7"], 2, "in misère play"),
        (&["draw", "--columns", "nim: 10^30"], 2, "a picture has room for"),
        (&["draw", "--play", "/nowhere/at/all"], 2, "cannot be read"),
        (&["draw", "--play", "x", "3"], 2, "cannot be used with"),
    ] {
        let output = run(words);
        assert_eq!(output.status.code(), Some(code), "{words:?}: {}", text(&output.stderr));
        assert_eq!(text(&output.stdout), "", "{words:?}");
        let message = text(&output.stderr);
        assert!(message.contains(hint), "{words:?} says {message}");
    }
    let output = run(&["show", "kaylse: 3", "--json"]);
    let object: Value = serde_json::from_str(&text(&output.stdout)).unwrap();
    assert_eq!(object["error"]["kind"], "input");
}

#[test]
fn a_saved_game_is_drawn_as_a_strip() {
    let folder = folder("strip");
    let sheet = folder.join("game.txt").to_str().unwrap().to_string();
    answered(run(&["play", "--watch", "3 4 5", "--seed", "3", "--save", &sheet]));
    let moves = std::fs::read_to_string(&sheet).unwrap().matches("  => ").count();
    let strip = answered(run(&["draw", "--play", &sheet]));
    assert_eq!(strip.matches("<g class=\"position\">").count(), moves + 1);
    assert!(strip.contains("1. Player 1: take 2 from"), "{strip}");
    let data: Value =
        serde_json::from_str(&answered(run(&["draw", "--json", "--play", &sheet]))).unwrap();
    assert_eq!(data.as_array().unwrap().len(), moves + 1);
    std::fs::write(&sheet, "no sheet").unwrap();
    assert_eq!(run(&["draw", "--play", &sheet]).status.code(), Some(2));
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn columns_are_drawn_or_given_as_data() {
    let drawn = answered(run(&["draw", "--columns", "3", "4", "5"]));
    assert!(drawn.contains(">odd</text>") && drawn.contains(">nim-sum</text>"));
    let data: Value =
        serde_json::from_str(&answered(run(&["draw", "--columns", "3", "4", "5", "--json"])))
            .unwrap();
    assert_eq!(data["table"][0], serde_json::json!(["", "4", "2", "1", ""]));
    assert_eq!(data["table"][4], serde_json::json!(["nim-sum", "0", "1", "0", "= 2"]));
}
