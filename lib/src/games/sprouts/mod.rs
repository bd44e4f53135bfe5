//! Sprouts: join two spots by a line and put a new spot on it; no spot has more than three lines, and no lines cross.

mod sheet;

use crate::error::Error;
use crate::error::quoted;
use crate::explain::parts;
use crate::game::{Ability, Board, Entry, Game, Known};
use crate::network::Network;
use crate::rules::{Moves, Random, Rules};
use crate::scene::{Form, Role, Scene, Shape};
use sheet::{Line, Sheet, lives, lives_of};

struct Sprouts;

impl Rules for Sprouts {
    type Position = Sheet;
    type Move = Line;

    fn moves(&self, sheet: &Sheet, out: &mut Moves<'_, Line>) {
        sheet.lines(false, &mut |line| {
            out.push(line);
            !out.full()
        });
    }

    fn options(&self, sheet: &Sheet, mut take: impl FnMut(Sheet) -> bool) -> bool {
        sheet.lines(true, &mut |line| sheet.drawn(&line).is_none_or(&mut take));
        true
    }

    fn play(&self, sheet: &Sheet, line: &Line) -> Sheet {
        sheet.drawn(line).unwrap_or_else(|| sheet.clone())
    }

    fn simplify(&self, sheet: Sheet) -> Sheet {
        sheet.ordered()
    }

    fn split(&self, sheet: &Sheet) -> Option<Vec<Sheet>> {
        let lands = sheet.lands();
        (lands.len() > 1).then_some(lands)
    }

    fn find_move(&self, sheet: &Sheet, text: &str) -> Option<Result<Line, Error>> {
        let wrong = || {
            Error::input(format!(
                "{} is no line here: write the places that it joins, or the one that it leads back to, and with in the \
                 boundaries that lie on the side of what is between them, such as 1, 3 or 2, in 4",
                quoted(text)
            ))
        };
        let (mut places, mut inside, mut is_in) = (Vec::new(), Vec::new(), false);
        for word in text.split([',', ' ', '-']).filter(|word| !word.is_empty()) {
            match (word, word.parse::<usize>()) {
                ("in", _) => is_in = true,
                (_, Ok(number)) if is_in => inside.push(number),
                (_, Ok(number)) => places.push(number),
                _ => return Some(Err(wrong())),
            }
        }
        places.sort_unstable();
        inside.sort_unstable();
        inside.dedup();
        let line = match places[..] {
            [place] => Line { from: place, to: place, inside },
            [from, to] => Line { from, to, inside },
            _ => return Some(Err(wrong())),
        };
        Some(if sheet.drawn(&line).is_some() { Ok(line) } else { Err(wrong()) })
    }

    fn describe(&self, _sheet: &Sheet, line: &Line) -> String {
        let inside: Vec<String> = line.inside.iter().map(usize::to_string).collect();
        let boundaries = if inside.len() == 1 { "boundary" } else { "boundaries" };
        let inside = parts::list(&inside);
        match (line.from == line.to, line.inside.is_empty()) {
            (true, true) => format!("draw a line from {} back to it, round nothing", line.from),
            (true, false) => {
                format!("draw a line from {} back to it, round {boundaries} {inside}", line.from)
            }
            (false, true) => format!("join {} and {}", line.from, line.to),
            (false, false) => format!(
                "join {} and {}, with {boundaries} {inside} on the side of what is between them",
                line.from, line.to
            ),
        }
    }

    fn last_move(&self) -> Option<&'static str> {
        Some("draws the last line")
    }

    fn scene(&self, sheet: &Sheet) -> Scene {
        const WIDEST: f64 = 16.0;
        const MOST_PLACES: usize = 120;
        let mut scene = Scene { width: 4.0, height: 2.0, ..Scene::default() };
        let (mut left, mut top, mut low) = (0.0, 0.0, 0.0f64);
        let (mut place, mut number) = (0, 0);
        for (r, region) in sheet.regions().iter().enumerate() {
            if place > MOST_PLACES {
                scene.capped = Some("Not all regions are drawn.".to_string());
                break;
            }
            let rings: Vec<(f64, Vec<(f64, f64)>)> = region
                .iter()
                .map(|boundary| match boundary.len() {
                    1 => (2.0, vec![(1.0, 1.0)]),
                    count => Network::circle(count),
                })
                .collect();
            let width: f64 = rings.iter().map(|(side, _)| side).sum();
            let tall = rings.iter().map(|(side, _)| *side).fold(0.0, f64::max);
            let own = |other: usize| {
                let boundary = &region[other];
                boundary.iter().any(|spot| lives(*spot) > 1)
                    || lives_of(std::slice::from_ref(boundary)) > 1
            };
            if left > 0.0 && left + width + 0.4 > WIDEST {
                (left, top) = (0.0, low);
            }
            let form = Form::Rectangle {
                x: left + 0.1,
                y: top + 0.1,
                width: width + 0.2,
                height: tall + 1.1,
            };
            let label = format!("Region {}", r + 1);
            scene.shapes.push(Shape::new(format!("region-{}", r + 1), label, Role::Ground, form));
            let mut x = left + 0.2;
            for (b, (boundary, (side, places))) in region.iter().zip(rings).enumerate() {
                number += 1;
                let at = |index: usize| {
                    let (right, down) = places[index % places.len()];
                    (x + right, top + 0.2 + (tall - side) / 2.0 + down)
                };
                let lines = if boundary.len() == 2 { 1 } else { boundary.len() };
                for index in (0..lines).filter(|_| boundary.len() > 1) {
                    let ((x, y), (to_x, to_y)) = (at(index), at(index + 1));
                    let form = Form::Line { x, y, to_x, to_y, arrow: false };
                    let label = format!("Boundary {number}");
                    scene.shapes.push(Shape::new(
                        format!("way-{number}-{index}"),
                        label,
                        Role::Arc,
                        form,
                    ));
                }
                for (index, spot) in boundary.iter().enumerate() {
                    place += 1;
                    let (x, y) = at(index);
                    let form = Form::Circle { x, y, radius: 0.5 };
                    let lines = match lives(*spot) {
                        3 => "without lines".to_string(),
                        2 => "with one line".to_string(),
                        _ => "with two lines".to_string(),
                    };
                    let letter = if spot.is_ascii_alphabetic() {
                        (*spot as char).to_string()
                    } else {
                        String::new()
                    };
                    let name = if letter.is_empty() { String::new() } else { format!(" {letter}") };
                    let label = format!("Place {place}: a spot{name} {lines}");
                    let shape = Shape::new(format!("place-{place}"), label, Role::Node, form);
                    let shape = shape.with_caption(format!("{place}{letter}"));
                    scene.shapes.push(shape.with_pick(Some(place.to_string())));
                }
                if (0..region.len()).any(|other| other != b && own(other)) {
                    let form = Form::Rectangle {
                        x: x + side / 2.0 - 0.7,
                        y: top + tall + 0.25,
                        width: 1.4,
                        height: 0.8,
                    };
                    let label = format!("With boundary {number} on the inner side");
                    let shape = Shape::new(format!("inside-{number}"), label, Role::Card, form);
                    let pick = format!("in {number}");
                    scene.shapes.push(shape.with_caption(&pick).with_pick(Some(pick)));
                }
                x += side;
            }
            left += width + 0.5;
            low = low.max(top + tall + 1.4);
            scene.width = scene.width.max(left);
            scene.height = scene.height.max(low);
        }
        scene
    }

    fn random(&self, size: u64, random: &mut Random) -> Option<Sheet> {
        let mut sheet = Sheet::start(random.between(1, (size / 4).clamp(2, 4)) as usize);
        for _ in 0..random.between(0, 4) {
            let mut lines = Vec::new();
            sheet.lines(false, &mut |line| {
                lines.push(line);
                lines.len() < 200
            });
            let Some(line) = lines.get(random.between(0, lines.len().max(1) as u64 - 1) as usize)
            else {
                break;
            };
            sheet = sheet.drawn(line)?;
        }
        Some(sheet)
    }
}

const SOURCE: &str = "Applegate, Jacobson and Sleator 1991, Computer Analysis of Sprouts";
const MISERE: &str = "OEIS A164950, after Lemoine and Viennot 2009, misere Sprouts";

pub static ENTRY: Entry = Entry {
    name: "sprouts",
    aliases: &[],
    title: "Sprouts",
    rules: "Spots on a sheet of paper. A move draws a line from one spot to another or back to itself, and puts a new spot on the \
            line. Lines do not cross, and no spot has more than three ends of lines. The position is how many spots there are \
            at the start, or, later, its regions in braces: in each its boundaries, as one goes round them, with 0 and 1 for \
            a spot with so many lines, 2 for one with two that is reached from one place, and a letter, which stands \
            twice, for one that is reached from two; what no line can reach any more is left out. A move names the places that it \
            joins, counted through the whole position, or the one that it leads back to; where it cuts off a part of a \
            region, `in` names each boundary that lies there, counted likewise.",
    board: Board::Graph,
    can: &[Ability::Misere],
    parameters: &[],
    examples: &[
        "sprouts: 3",
        "sprouts: {0 1a1a}",
        "sprouts: 2",
        "misere sprouts: 3",
        "sprouts: {1a1a b} {2b}",
        "sprouts: 4",
    ],
    example_move: ("3", "1, 3"),
    known: &[
        Known { address: "sprouts: 0", outcome: "P", value: Some(0), source: SOURCE },
        Known { address: "sprouts: 1", outcome: "P", value: Some(0), source: SOURCE },
        Known { address: "sprouts: 2", outcome: "P", value: Some(0), source: SOURCE },
        Known { address: "sprouts: 3", outcome: "N", value: None, source: SOURCE },
        Known { address: "sprouts: 4", outcome: "N", value: None, source: SOURCE },
        Known { address: "misere sprouts: 1", outcome: "N", value: None, source: MISERE },
        Known { address: "misere sprouts: 2", outcome: "P", value: None, source: MISERE },
        Known { address: "misere sprouts: 3", outcome: "P", value: None, source: MISERE },
        Known { address: "misere sprouts: 4", outcome: "P", value: None, source: MISERE },
    ],
    theorems: &[],
    presets: &[],
    open: |parameters| {
        let rule = "Join two spots, or a spot with itself, by a line that crosses none, and put a new spot on it; a spot bears at most \
                    three ends of lines";
        Ok(Game::open(Sprouts, parameters)?.ruled(rule))
    },
};
