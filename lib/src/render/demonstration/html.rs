//! A demonstration as one page: it needs no network and no other file, and can be mailed and printed.
//!
//! All steps stand in the page as text, so that it can be read without its script; the script shows one at a time.

use std::fmt::Write;

use super::{heading, reading_time};
use crate::explain::demonstration::{Demonstration, Shown};
use crate::render::ink::{escape, number};
use crate::render::svg;
use crate::render::text::lead;
use crate::scene::Scene;

const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");

/// The page. `speed` is where its regulator stands at first.
pub fn page(shown: &Demonstration, speed: f64) -> String {
    let address = escape(&shown.address);
    let last = shown.steps.len().saturating_sub(1);
    let speed = number(speed);
    let mut page = format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n\
         <title>{address}, step by step</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n\
         <header>\n<h1>{address}</h1>\n<p>A game with best play of both sides, step by step.</p>\n</header>\n\
         <div class=\"controls\" hidden>\n\
         <p id=\"said\" aria-live=\"polite\"></p>\n\
         <div class=\"row\">\n\
         <button id=\"back\">Back</button>\n<button id=\"step\">Step</button>\n<button id=\"play\">Play</button>\n\
         <button id=\"reset\">Reset</button>\n\
         <label>Speed <input id=\"speed\" type=\"range\" min=\"0.25\" max=\"4\" step=\"0.25\" value=\"{speed}\"> \
         <output id=\"pace\"></output></label>\n</div>\n\
         <label class=\"way\"><span id=\"count\"></span>\n\
         <input id=\"way\" type=\"range\" min=\"0\" max=\"{last}\" value=\"0\" list=\"chapters\"></label>\n\
         <datalist id=\"chapters\">"
    );
    for chapter in &shown.chapters {
        let _ = write!(page, "<option value=\"{}\"></option>", chapter.first);
    }
    page += "</datalist>\n<nav aria-label=\"Moves\">";
    for chapter in &shown.chapters {
        let (first, title) = (chapter.first, escape(&chapter.title));
        let number = chapter.number;
        let _ = write!(
            page,
            "<button data-first=\"{first}\" title=\"{title}\" aria-label=\"{title}\">{number}</button>"
        );
    }
    let _ = write!(page, "<button data-first=\"{last}\">End</button></nav>\n</div>\n<main>\n");
    let mut at = 0;
    let (scenes, capped) = svg::alike(&shown.scenes);
    if let Some(capped) = capped {
        let _ = writeln!(page, "<p class=\"note\">{}</p>", escape(&capped));
    }
    for (board, scene) in scenes.iter().enumerate() {
        let count = shown.steps[at..].iter().take_while(|one| one.board == board).count();
        section(&mut page, shown, (board, scene), at, &shown.steps[at..at + count]);
        at += count;
    }
    page += "</main>\n<footer class=\"controls\" hidden>Keys: Space plays or pauses, left and right step, up and down go from \
             move to move, Home, End, R resets.</footer>\n";
    page + "<script>\n" + SCRIPT + "</script>\n</body>\n</html>\n"
}

/// One board with its steps; `first` is the number of the first of them.
fn section(
    page: &mut String,
    shown: &Demonstration,
    (board, scene): (usize, &Scene),
    first: usize,
    steps: &[Shown],
) {
    let (picture, title) = (svg::picture(scene), escape(&shown.boards[board]));
    let (width, height) = (number(picture.width.ceil()), number(picture.height.ceil()));
    let _ = write!(
        page,
        "<section>\n<h2>{}</h2>\n<figure>\n<svg viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" \
         role=\"img\" aria-label=\"{title}\">\n{}",
        escape(heading(shown, board)),
        picture.body
    );
    for (index, one) in steps.iter().enumerate() {
        let looks = svg::looks(scene, &one.step.highlights);
        if !looks.is_empty() {
            let _ =
                write!(page, "<g class=\"look\" data-step=\"{}\">\n{looks}</g>\n", first + index);
        }
    }
    let _ = write!(
        page,
        "</svg>\n<figcaption>{title}</figcaption>\n</figure>\n<ol start=\"{}\">\n",
        first + 1
    );
    for one in steps {
        let _ = write!(
            page,
            "<li class=\"step\" data-time=\"{}\"><p>{}{}</p>",
            number(reading_time(one, 1.0).round()),
            lead(one.step.kind),
            escape(&one.step.text)
        );
        table(page, one);
        *page += "</li>\n";
    }
    *page += "</ol>\n</section>\n";
}

fn table(page: &mut String, one: &Shown) {
    let rows = &one.step.table;
    if rows.is_empty() {
        return;
    }
    *page += "<table>\n";
    for (row, cells) in rows.iter().enumerate() {
        let head = row == 0 && cells.first().is_some_and(String::is_empty);
        let sum = cells.first().is_some_and(|label| label.starts_with("nim-sum"));
        *page += if sum { "<tr class=\"sum\">" } else { "<tr>" };
        for (column, cell) in cells.iter().enumerate() {
            let marked = one.step.marks.contains(&(row, column));
            let words = escape(cell);
            let _ = match (head && column > 0 && !cell.is_empty(), column == 0 && !cell.is_empty())
            {
                (true, _) => write!(page, "<th scope=\"col\">{words}</th>"),
                (_, true) => write!(page, "<th scope=\"row\">{words}</th>"),
                // Marks are boxes, and said to those who do not see them.
                _ if marked => write!(page, "<td><mark>{words}</mark></td>"),
                _ => write!(page, "<td>{words}</td>"),
            };
        }
        *page += "</tr>\n";
    }
    *page += "</table>";
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Ask;

    fn shown(address: &str) -> Demonstration {
        Demonstration::new(crate::open(address).unwrap(), &Ask::default()).unwrap()
    }

    #[test]
    fn the_page_holds_all_steps_and_fetches_nothing() {
        for address in [
            "nim: 3 4 5",
            "misere nim: 1 3 5 7",
            "kayles: 5 + chomp: 2x3",
            "nim: 10^30 5",
            "nim: 0",
        ] {
            let shown = shown(address);
            let page = page(&shown, 1.0);
            let mut rest = page.as_str();
            for one in &shown.steps {
                let told = format!("<p>{}{}</p>", lead(one.step.kind), escape(&one.step.text));
                let place = rest.find(&told).unwrap_or_else(|| panic!("{told} is missing"));
                rest = &rest[place + told.len()..];
            }
            for chapter in &shown.chapters {
                assert!(page.contains(&format!("data-first=\"{}\"", chapter.first)));
                assert!(page.contains(&escape(&chapter.title)));
            }
            for word in ["http", "src=", "url(", "@import", "<link", "//cdn", "fetch(", "import("] {
                assert!(!page.contains(word), "{address}: the page has {word}");
            }
            assert_eq!(page.matches("<section>").count(), shown.boards.len());
        }
    }

    #[test]
    fn what_a_game_is_called_cannot_leave_its_place() {
        let mut shown = shown("nim: 1 2");
        shown.address = "</title><script>alert(1)</script>".to_string();
        shown.steps[0].step.text = "<img onerror=x>&".to_string();
        let page = page(&shown, 1.0);
        assert!(!page.contains("<script>alert") && !page.contains("<img"));
        assert_eq!(page.matches("<script>").count(), 1);
    }
}
