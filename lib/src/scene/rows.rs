//! Rows that are broken: pieces side by side, of which some neighbours are taken, or which are cut between two.
//!
//! One builder for all games whose moves break a heap. What can be touched is found by asking the rules about
//! small heaps, so a code that nobody has named looks like its kin: pieces that close their neighbours (Dawson's
//! Chess, Treblecross), runs that are taken (Kayles), stones that are taken from an end or parted (Lasker's Nim).

use std::ops::Range;

use super::{Card, Form, Role, Scene, Shape, either};
use crate::heap::Heaps;

/// Pieces in a line, of one row, and in all; lines of handles below the pieces; cards for what no handle stands for.
const LINE: u64 = 12;
const MOST_PIECES: u64 = 60;
const MOST_IN_ALL: u64 = 240;
const MOST_LEVELS: usize = 4;
const MOST_CARDS: usize = 40;
/// Heaps up to this size are asked what kind of game it is; options looked at for cards.
const PROBED: u64 = 12;
const MOST_OPTIONS: usize = 2000;

/// The distance between handles, and from the top of a line to the middle of its pieces.
const LEVEL: f64 = 0.95;
const TOP: f64 = 1.2;

/// How a row is touched.
enum Touch {
    /// A piece goes, and so many neighbours on either side.
    Mark(u64),
    /// So many neighbours are taken, the first by touching where they stand, others by handles below; 0 is a cut.
    Runs(Vec<u64>),
    /// A stone is taken with all behind it. Whether rows are only cut.
    Ends(bool),
}

/// Something in a row that can be touched.
struct Handle {
    /// Its middle, counted in pieces, and how far below them it is.
    centre: f64,
    level: usize,
    taken: Range<u64>,
    left: [u64; 2],
    allowed: bool,
}

/// Every option of a heap, until it is told that it was enough.
pub(crate) type Options<'a> = &'a dyn Fn(u64, &mut dyn FnMut(&[u64]) -> bool);
/// Whether a heap may become these heaps.
pub(crate) type Allows<'a> = &'a dyn Fn(u64, &[u64]) -> bool;

/// How the rows of a game look and are touched.
pub(crate) struct Rows<'a> {
    touch: Touch,
    piece: Role,
    name: &'static str,
    options: Options<'a>,
    allows: Allows<'a>,
}

/// The heaps of an option in order, and none that is empty.
fn plain(option: &[u64]) -> Vec<u64> {
    let mut heaps: Vec<u64> = option.iter().copied().filter(|heap| *heap > 0).collect();
    if let [first, second] = heaps[..] {
        heaps = vec![first.min(second), first.max(second)];
    }
    heaps
}

/// What is left when a piece goes with so many neighbours on either side.
fn marked(size: u64, piece: u64, reach: u64) -> [u64; 2] {
    [piece.saturating_sub(reach), (size - 1 - piece).saturating_sub(reach)]
}

impl<'a> Rows<'a> {
    /// How rows look, if a move can break one.
    pub(crate) fn of(options: Options<'a>, allows: Allows<'a>) -> Option<Rows<'a>> {
        let mut heaps: Vec<Vec<Vec<u64>>> = Vec::new();
        for size in 1..=PROBED {
            let mut found: Vec<Vec<u64>> = Vec::new();
            options(size, &mut |option| {
                found.push(plain(option));
                found.len() < MOST_OPTIONS
            });
            heaps.push(found);
        }
        let each =
            || (1..).zip(&heaps).flat_map(|(size, found)| found.iter().map(move |to| (size, to)));
        let taken = |(size, to): (u64, &Vec<u64>)| size - to.iter().sum::<u64>().min(size);
        if each().all(|(_, to)| to.len() < 2) {
            return None;
        }
        let marks = |reach: &u64| {
            (1..).zip(&heaps).all(|(size, found)| {
                let wanted = || (0..size).map(|piece| plain(&marked(size, piece, *reach)));
                wanted().all(|to| found.contains(&to))
                    && found.iter().all(|to| wanted().any(|other| other == *to))
            })
        };
        let touch = if let Some(reach) = (1..4).find(marks) {
            Touch::Mark(reach)
        } else if each().all(|(size, to)| to.len() < 2 || taken((size, to)) == 0) {
            Touch::Ends(each().all(|option| taken(option) == 0))
        } else {
            let runs = (1..=PROBED).chain([0]);
            let taken =
                |run: &u64| each().any(|(size, to)| to.len() < 3 && taken((size, to)) == *run);
            Touch::Runs(runs.filter(taken).collect())
        };
        Some(Rows::with(touch, options, allows))
    }

    /// Rows of which 1 to `most` neighbours are taken.
    pub(crate) fn taking(most: u64, options: Options<'a>, allows: Allows<'a>) -> Rows<'a> {
        let rows = Rows::with(Touch::Runs((1..=most.min(PROBED)).collect()), options, allows);
        Rows { piece: Role::Stone, name: "stone", ..rows }
    }

    fn with(touch: Touch, options: Options<'a>, allows: Allows<'a>) -> Rows<'a> {
        let (piece, name) = match touch {
            Touch::Mark(1) => (Role::Pawn, "pawn"),
            Touch::Mark(_) => (Role::Cell, "cell"),
            Touch::Runs(_) => (Role::Pin, "pin"),
            Touch::Ends(_) => (Role::Stone, "stone"),
        };
        Rows { touch, piece, name, options, allows }
    }

    /// The same, where what lies in a row are free squares.
    pub(crate) fn of_squares(self) -> Rows<'a> {
        Rows { piece: Role::Cell, name: "square", ..self }
    }

    /// Lines of handles below the pieces.
    pub(crate) fn levels(&self) -> usize {
        match &self.touch {
            Touch::Mark(_) | Touch::Ends(true) => 0,
            Touch::Ends(false) => 1,
            Touch::Runs(runs) => runs.len().clamp(1, MOST_LEVELS) - 1,
        }
    }

    /// The room between rows: what the least move takes from the middle of one, so that the rest stays where it was.
    fn gap(&self) -> u64 {
        match &self.touch {
            Touch::Mark(reach) => 2 * reach + 1,
            Touch::Ends(_) => 1,
            Touch::Runs(runs) => runs.first().copied().unwrap_or(1).clamp(1, 5),
        }
    }

    /// Everything in a row that can be touched, as far as its pieces are drawn.
    fn handles(&self, size: u64) -> Vec<Handle> {
        let shown = size.min(MOST_PIECES);
        let mut handles = Vec::new();
        // Larger than any word.
        if size == u64::MAX {
            return handles;
        }
        let mut add = |centre, level, taken: Range<u64>, left: [u64; 2]| {
            // A row becomes its rest even where nothing is left of it.
            let mut to: Vec<u64> = left.iter().copied().filter(|heap| *heap > 0).collect();
            if to.is_empty() {
                to.push(0);
            }
            let allowed = (self.allows)(size, &to);
            handles.push(Handle { centre, level, taken, left, allowed });
        };
        match &self.touch {
            Touch::Mark(reach) => (0..shown).for_each(|piece| {
                let taken = piece.saturating_sub(*reach)..(piece + reach + 1).min(shown);
                add(piece as f64, 0, taken, marked(size, piece, *reach));
            }),
            Touch::Ends(only_cuts) => {
                if !only_cuts {
                    (0..shown).for_each(|piece| add(piece as f64, 0, piece..shown, [piece, 0]));
                }
                let level = usize::from(!only_cuts);
                (1..shown)
                    .for_each(|cut| add(cut as f64 - 0.5, level, cut..cut, [cut, size - cut]));
            }
            Touch::Runs(runs) => {
                for (level, run) in runs.iter().take(MOST_LEVELS).enumerate() {
                    let (first, last) = if *run == 0 { (1, shown.max(1) - 1) } else { (0, shown) };
                    for start in (first..=last).filter(|start| start + run <= shown) {
                        let centre = start as f64 + (*run as f64 - 1.0) / 2.0;
                        add(centre, level, start..start + run, [start, size - run - start]);
                    }
                }
            }
        }
        handles
    }

    /// What may be done to a row, for whoever touches something else.
    fn why(&self, handles: &[Handle], cards: bool) -> String {
        let mut ways: Vec<String> = Vec::new();
        for handle in handles.iter().filter(|handle| handle.allowed) {
            let way = match handle.taken.end - handle.taken.start {
                0 => format!("cut it between two {}s", self.name),
                1 => "take 1".to_string(),
                count => format!("take {count} side by side"),
            };
            if !ways.contains(&way) {
                ways.push(way);
            }
        }
        if cards {
            ways.push("choose from the cards what is left of it".to_string());
        }
        match ways.is_empty() {
            true => "No move is left in this row.".to_string(),
            false => format!("With this row one may {}.", either(&ways)),
        }
    }

    /// Draws one row. `place` says where things stand whose middle is so many pieces from its beginning, so far below.
    pub(crate) fn draw(
        &self,
        scene: &mut Scene,
        row: usize,
        size: u64,
        place: &dyn Fn(f64, usize) -> (f64, f64),
    ) -> Vec<Card> {
        let number = row + 1;
        let handles = self.handles(size);
        let cards = self.cards(number, size, &handles);
        let why = self.why(&handles, !cards.is_empty());
        let square = |(x, y): (f64, f64), wide: f64, high: f64| Form::Rectangle {
            x: x - wide / 2.0,
            y: y - high / 2.0,
            width: wide,
            height: high,
        };
        let stone = |piece: u64| format!("pile-{number}-stone-{}", piece + 1);
        let touched = |shape: Shape, handle: &Handle| {
            let [before, after] = handle.left;
            let to = match handle.left {
                [0, rest] | [rest, 0] => rest.to_string(),
                _ => format!("{before} {after}"),
            };
            let taken = handle.taken.end - handle.taken.start;
            if !handle.allowed {
                let what = if taken == 0 { "A cut here" } else { "Taking these" };
                return shape.with_why(format!(
                    "{what} would leave {}: the rules forbid it.",
                    to.replace(' ', " and ")
                ));
            }
            let mut shape = shape.with_pick(Some(format!("{number} -> {to}")));
            shape.takes = handle.taken.clone().map(stone).collect();
            if before > after && after > 0 {
                // Moves are listed with the smaller rest first; this one says itself what it does.
                let what = if taken == 0 {
                    "cut it into".to_string()
                } else {
                    format!("take {taken}, leaving")
                };
                shape.label += &format!(": {what} {before} and {after}");
            }
            shape
        };
        let between =
            handles.iter().any(|handle| handle.level == 0 && handle.centre.fract() != 0.0);
        for piece in 0..size.min(MOST_PIECES) {
            let (x, y) = place(piece as f64, 0);
            let form = match self.piece {
                Role::Cell => square((x, y), 0.94, 0.94),
                _ => Form::Circle { x, y, radius: 0.45 },
            };
            let mut label = format!("Pile {number}, {} {}", self.name, piece + 1);
            if size < u64::MAX {
                label += &format!(" of {size}");
            }
            let shape = Shape::new(stone(piece), label, self.piece, form);
            let own = |handle: &&Handle| {
                handle.level == 0 && handle.allowed && handle.centre == piece as f64
            };
            scene.shapes.push(match handles.iter().find(own) {
                Some(handle) => touched(shape, handle),
                // What is touched between the pieces stands over them.
                None if between => shape,
                None => shape.with_why(&why),
            });
        }
        for handle in &handles {
            let (Range { start, end }, name) = (handle.taken.clone(), self.name);
            let (id, label, role) = match end - start {
                0 => (
                    format!("gap-{start}"),
                    format!("between {name}s {start} and {}", start + 1),
                    Role::Gap,
                ),
                count => (
                    format!("run-{count}-{}", start + 1),
                    format!(
                        "{name}s {} {} {end}",
                        start + 1,
                        if count == 2 { "and" } else { "to" }
                    ),
                    Role::Link,
                ),
            };
            // What stands on a piece is the piece; a run that is forbidden is not offered, a cut shows that it is.
            if handle.level == 0 && handle.centre.fract() == 0.0
                || role == Role::Link && !handle.allowed
            {
                continue;
            }
            let at = place(handle.centre, handle.level);
            let form = if handle.level == 0 { square(at, 1.0, 1.0) } else { square(at, 0.94, 0.9) };
            let shape = Shape::new(
                format!("pile-{number}-{id}"),
                format!("Pile {number}, {label}"),
                role,
                form,
            );
            let caption = if role == Role::Link && handle.level > 0 {
                (end - start).to_string()
            } else {
                String::new()
            };
            scene.shapes.push(touched(shape.with_caption(caption), handle));
        }
        cards
    }

    /// Cards for the options that no handle stands for: those that leave many heaps, or take many pieces.
    fn cards(&self, number: usize, size: u64, handles: &[Handle]) -> Vec<Card> {
        let mut cards: Vec<Card> = Vec::new();
        if size > MOST_PIECES {
            return cards;
        }
        let mut looked = 0;
        (self.options)(size, &mut |option| {
            let to = plain(option);
            let known = |handle: &Handle| handle.allowed && plain(&handle.left) == to;
            if !handles.iter().any(known) {
                let list: Vec<String> = option.iter().map(u64::to_string).collect();
                let caption = if list.is_empty() { "0".to_string() } else { list.join(" ") };
                cards.push(Card {
                    id: format!("pile-{number}-to-{}", list.join("-")),
                    label: format!("Pile {number} becomes {}", list.join(", ")),
                    pick: Some(format!("{number} -> {caption}")),
                    caption: format!("{number}: {caption}"),
                    role: Role::Card,
                });
            }
            looked += 1;
            cards.len() <= MOST_CARDS && looked < MOST_OPTIONS
        });
        cards
    }

    /// All rows, one after the other in lines.
    pub(crate) fn scene(&self, heaps: &Heaps) -> Scene {
        let high = TOP + 0.55 + LEVEL * self.levels() as f64;
        let (mut column, mut line, mut drawn) = (0, 0u64, 0);
        let mut scene = Scene { width: 1.0, ..Scene::default() };
        let (mut cards, mut cut) = (Vec::new(), false);
        let mut shown = 0;
        for row in 0..heaps.len() {
            let size = heaps.word(row).unwrap_or(u64::MAX);
            let long = size.min(MOST_PIECES);
            if drawn + long > MOST_IN_ALL || row as u64 > MOST_IN_ALL {
                break;
            }
            (shown, drawn, cut) = (row + 1, drawn + long, cut || size > MOST_PIECES);
            // A row begins a line where it does not fit behind the one before.
            if column > 0 && column + long.max(1) > LINE {
                (column, line) = (0, line + 1);
            }
            let place = |centre: f64, level: usize| {
                // What stands between two lines stands at the end of the first.
                let at = column as f64 + centre;
                let lines = ((at + 0.25) / LINE as f64).floor();
                let down = (line as f64 + lines) * high + TOP + level as f64 * LEVEL;
                (at - lines * LINE as f64 + 0.5, down)
            };
            let (x, y) = place(0.0, 0);
            let size_text = heaps.get(row).to_string();
            let caption =
                if size_text.len() > 6 { format!("{}...", &size_text[..3]) } else { size_text };
            // A long number begins where its row does.
            let x = x + (caption.len() as f64 * 0.18 - 0.5).max(0.0);
            let ground = Form::Text { x, y: y - 0.58 };
            let label = format!("Pile {}: {}", row + 1, heaps.get(row));
            let shape = Shape::new(format!("pile-{}", row + 1), label, Role::Row, ground);
            scene.shapes.push(shape.with_caption(caption));
            cards.extend(self.draw(&mut scene, row, size, &place));
            let lines = (column + long.max(1) - 1) / LINE;
            scene.width =
                scene.width.max(if lines > 0 { LINE } else { column + long.max(1) } as f64 + 0.1);
            (column, line) = (column + long.max(1) - lines * LINE + self.gap(), line + lines);
        }
        scene.height = (line + 1) as f64 * high;
        let many = cards.len() > MOST_CARDS;
        cards.truncate(MOST_CARDS);
        scene.add_cards(cards);
        let hidden = heaps.len() - shown;
        scene.capped = match (hidden, cut, many) {
            (0, false, false) => None,
            (0, true, _) => Some(format!("Only the first {MOST_PIECES} of a row are drawn.")),
            (0, false, true) => Some("Not every move is drawn.".to_string()),
            (1, ..) => Some("1 more row is not drawn.".to_string()),
            _ => Some(format!("{hidden} more rows are not drawn.")),
        };
        scene
    }
}
