//! A small picture for the terminal: piles as rows of stones, boards as rows of squares, and any other scene as it
//! lies: rows as rows, circles as circles, lines between nodes. Only geometry and roles are looked at.

mod canvas;

use crate::scene::{Form, Role, Scene, stands_for};

/// Lines that a picture may take.
const TALLEST: usize = 24;
/// Stones of a pile, or squares of two columns, that are drawn in one line.
const WIDEST: usize = 64;

/// The picture within so many columns, or nothing where words say it better.
pub fn board(scene: &Scene, width: usize) -> Option<String> {
    looking_at(scene, &[], width)
}

/// The same with some shapes to look at: a pile gets a sign in front, single stones and squares another letter.
pub fn looking_at(scene: &Scene, names: &[String], width: usize) -> Option<String> {
    if scene.capped.is_some() || scene.shapes.iter().all(|shape| shape.role == Role::Text) {
        return None;
    }
    let whole = letters(scene, names)
        .or_else(|| piles(scene, names, width))
        .or_else(|| squares(scene, names))
        .or_else(|| canvas::draw(scene, width))?;
    whole.lines().all(|line| line.chars().count() <= width).then_some(whole)
}

/// Moves beside piles that are shown at most.
const MOST_CARDS: usize = 4;

/// What is written for a shape that is to be looked at.
const LOOKED_AT: char = '*';

fn is_named(names: &[String], id: &str) -> bool {
    names.iter().any(|name| stands_for(name, id))
}

/// A board whose squares have letters of their own, as the game writes them, with the numbers of rows and columns.
fn letters(scene: &Scene, names: &[String]) -> Option<String> {
    let mut squares: Vec<(usize, usize, char)> = Vec::new();
    for shape in &scene.shapes {
        let place = shape.id.strip_prefix("square-").and_then(|place| place.split_once('-'));
        let place = place.and_then(|(row, column)| Some((row.parse().ok()?, column.parse().ok()?)));
        match (place, shape.letter) {
            (Some((row, column)), Some(letter)) => {
                let looked = is_named(names, &shape.id);
                squares.push((row, column, if looked { LOOKED_AT } else { letter }));
            }
            // What is put on a square can be picked beside the board; moves are typed with its letter.
            _ if shape.role == Role::Card && shape.pick.is_some() => {}
            _ => return None,
        }
    }
    let rows = squares.iter().map(|(row, ..)| *row).max().filter(|rows| *rows < TALLEST)?;
    let columns = squares.iter().map(|(_, column, _)| *column).max()?;
    let (high, wide) = (rows.to_string().len(), columns.to_string().len());
    let letter = |row: usize, column: usize| {
        let found = squares.iter().find(|(r, c, _)| (*r, *c) == (row, column));
        found.map_or(' ', |(.., letter)| *letter)
    };
    let mut text = String::new();
    for row in (1..=rows).rev() {
        let cells = (1..=columns).map(|column| format!(" {:>wide$}", letter(row, column)));
        text += &format!("  {row:>high$} {}\n", cells.collect::<String>());
    }
    let numbers = (1..=columns).map(|column| format!(" {column:>wide$}"));
    text += &format!("  {:high$} {}\n", "", numbers.collect::<String>());
    Some(text)
}

/// One row for each pile, because terminals are wider than tall.
fn piles(scene: &Scene, names: &[String], width: usize) -> Option<String> {
    let of =
        |roles: &'static [Role]| scene.shapes.iter().filter(|shape| roles.contains(&shape.role));
    let grounds: Vec<_> = of(&[Role::Ground, Role::Row]).collect();
    let things: Vec<_> = of(&[Role::Stone, Role::Pin, Role::Pawn, Role::Cell]).collect();
    let handles = of(&[Role::Gap, Role::Link]).count();
    // Moves that are cards beside the piles are typed in words; a few are shown.
    let cards: Vec<&str> = scene
        .shapes
        .iter()
        .filter(|shape| shape.role == Role::Card && shape.pick.is_some())
        .map(|shape| shape.caption.as_str())
        .collect();
    // Piles that do not stand on one line, or stones of no pile, are a picture of another kind.
    let level = |form: &Form| match form {
        Form::Text { y, .. } => *y,
        _ => f64::NAN,
    };
    let in_a_row = grounds.windows(2).all(|pair| level(&pair[0].form) == level(&pair[1].form))
        || grounds.iter().all(|ground| ground.role == Role::Row);
    let piled =
        things.iter().all(|shape| shape.id.contains("pile-") && shape.id.contains("-stone-"));
    if grounds.is_empty()
        || grounds.len() > TALLEST
        || grounds.len() + things.len() + handles + cards.len() != scene.shapes.len()
        || !(in_a_row || names_parts(&grounds[0].id))
        || !piled
    {
        return None;
    }
    let labels: Vec<String> = grounds.iter().map(|ground| ground.id.replace('-', " ")).collect();
    let widest = labels.iter().map(String::len).max()?;
    let mut text = String::new();
    for (ground, label) in grounds.iter().zip(labels) {
        let own = format!("{}-stone-", ground.id);
        let all = is_named(names, &ground.id);
        let stones = scene.shapes.iter().filter(|shape| shape.id.starts_with(&own));
        let looked = stones.map(|shape| is_named(names, &shape.id)).collect::<Vec<bool>>();
        let sign = if all || looked.contains(&true) { '>' } else { ' ' };
        let letter = |looked: &bool| if *looked && !all { LOOKED_AT } else { 'o' };
        let stones: String = looked.iter().map(letter).collect();
        let room = width.saturating_sub(widest + 4).min(WIDEST);
        let row = match looked.len() > room {
            // What does not fit is told by its number.
            true => {
                let count = looked.len().to_string();
                format!("{}... {count}", &stones[..room.checked_sub(count.len() + 4)?])
            }
            false => stones,
        };
        text += &format!("{}\n", format!("{sign} {label:<widest$}  {row}").trim_end());
    }
    if (1..=MOST_CARDS).contains(&cards.len()) {
        let cards: Vec<String> = cards.iter().map(|card| format!("[{card}]")).collect();
        text += &format!("  {}\n", cards.join(" "));
    }
    Some(text)
}

/// Parts of a sum have pictures of different heights, side by side.
fn names_parts(id: &str) -> bool {
    id.starts_with("part-")
}

/// Squares of one size in rows and columns; the poisoned one is marked.
fn squares(scene: &Scene, names: &[String]) -> Option<String> {
    let (columns, rows) = (scene.width.ceil() as usize, scene.height.ceil() as usize);
    if columns > WIDEST / 2 || rows > TALLEST {
        return None;
    }
    let mut cells = vec![vec![' '; columns + 1]; rows + 1];
    for shape in &scene.shapes {
        let Form::Rectangle { x, y, width, height } = shape.form else { return None };
        let sign = match shape.role {
            Role::Square if is_named(names, &shape.id) => LOOKED_AT,
            Role::Square => '#',
            Role::Poison => 'x',
            Role::Gone => '.',
            _ => return None,
        };
        if width > 1.5 || height > 1.5 || !shape.caption.is_empty() && shape.role != Role::Poison {
            return None;
        }
        *cells.get_mut(y.max(0.0) as usize)?.get_mut(x.max(0.0) as usize)? = sign;
    }
    let row = |cells: &Vec<char>| {
        let row: String = cells.iter().flat_map(|cell| [*cell, ' ']).collect();
        format!("  {}", row.trim_end())
    };
    let rows: Vec<String> = cells.iter().map(row).filter(|row| !row.trim().is_empty()).collect();
    Some(rows.join("\n") + "\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::address;

    fn picture(text: &str, width: usize) -> Option<String> {
        let opened = address::open(text).unwrap();
        board(&opened.game.scene(&opened.position), width)
    }

    #[test]
    fn what_is_looked_at_stands_out() {
        let opened = address::open("nim: 3 2").unwrap();
        let scene = opened.game.scene(&opened.position);
        let named = |names: &[&str]| {
            let names: Vec<String> = names.iter().map(|name| name.to_string()).collect();
            looking_at(&scene, &names, 80).unwrap()
        };
        assert_eq!(named(&["pile-2"]), "  pile 1  ooo\n> pile 2  oo\n");
        let taken = ["pile-1-stone-2", "pile-1-stone-3"];
        assert_eq!(named(&taken), "> pile 1  o**\n  pile 2  oo\n");
    }

    #[test]
    fn piles_are_rows_and_boards_are_squares() {
        let nim = "  pile 1  ooo\n  pile 2\n  pile 3  ooooo\n";
        assert_eq!(picture("nim: 3 0 5", 80).unwrap(), nim);
        assert_eq!(picture("chomp: 3 2", 80).unwrap(), "  # #\n  x # #\n");
        assert!(picture("nim: 1 + wythoff: 2 2", 80).unwrap().contains("1: nim  2: wythoff"));
        assert_eq!(picture("nim: 10^30", 80), None);
        assert_eq!(picture("nim: 50", 30).unwrap(), "  pile 1  oooooooooooooo... 50\n");
    }

    #[test]
    fn boards_with_letters_are_drawn_as_they_are_written() {
        let cram = picture("cram: ..#/#..", 80).unwrap();
        assert_eq!(cram, "  2  . . #\n  1  # . .\n     1 2 3\n");
        assert_eq!(picture("clobber: xo.", 80).unwrap(), "  1  x o .\n     1 2 3\n");
        // In a sum there is no room for the numbers, and the letters are the same.
        assert!(picture("clobber: xo. + nim: 2", 80).unwrap().contains("x  o  ."));
        // What stands on a square hides it.
        assert!(picture("northcott: 2-4", 80).unwrap().contains("# L # R #"));
        // Moves beside piles leave them rows.
        assert!(picture("nim-with-a-pass: 1 | 2 3", 80).unwrap().ends_with("ooo\n  [pass]\n"));
    }

    #[test]
    fn circles_are_circles_and_rows_are_rows() {
        let circle = picture("circular-nim(most=3): 6", 80).unwrap();
        assert_eq!(circle.matches('o').count(), 6, "{circle}");
        // Round: as many lines above the middle as below, and the widest line in the middle.
        let lines: Vec<&str> = circle.lines().collect();
        assert!(lines.len() >= 4, "{circle}");
        let first = lines[0].trim();
        assert!(first.chars().filter(|letter| *letter == 'o').count() <= 2, "{circle}");
        assert_eq!(picture("mock-turtles: THHTH", 80).unwrap(), "  T H H T H\n  0 1 2 3 4\n");
        assert_eq!(picture("flip: ++-+", 80).unwrap().lines().count(), 2);
        // What is too wide for the terminal goes on below.
        let narrow = picture("21-game: 7", 40).unwrap();
        assert!(narrow.lines().all(|line| line.chars().count() <= 40), "{narrow}");
        assert!(
            narrow.contains("(7)") && narrow.contains("[8]") && narrow.contains(" 20"),
            "{narrow}"
        );
    }

    #[test]
    fn every_example_has_a_picture_that_fits_or_none() {
        for example in crate::games::GAMES.iter().flat_map(|entry| entry.examples) {
            for width in [20, 40, 80] {
                let Some(picture) = picture(example, width) else { continue };
                let fits = picture.lines().all(|line| line.chars().count() <= width);
                assert!(fits && picture.lines().count() <= 2 * TALLEST, "{example}:\n{picture}");
                assert!(picture.lines().all(|line| line == line.trim_end()), "{example}");
            }
        }
    }
}
