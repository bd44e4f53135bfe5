//! A small picture for the terminal: piles as rows of stones, boards as rows of squares.

use crate::scene::{Form, Role, Scene};

/// Lines and columns that a picture may take.
const TALLEST: usize = 24;
const WIDEST: usize = 64;

/// The picture, or nothing where words say it better: other shapes, or too many of them.
pub fn board(scene: &Scene) -> Option<String> {
    if scene.capped.is_some() || scene.shapes.is_empty() {
        return None;
    }
    piles(scene).or_else(|| squares(scene))
}

/// One row for each pile, because terminals are wider than tall.
fn piles(scene: &Scene) -> Option<String> {
    let is = |role| move |shape: &&crate::scene::Shape| shape.role == role;
    let grounds: Vec<_> = scene.shapes.iter().filter(is(Role::Ground)).collect();
    let stones = scene.shapes.iter().filter(is(Role::Stone)).count();
    if grounds.is_empty() || grounds.len() > TALLEST || grounds.len() + stones != scene.shapes.len()
    {
        return None;
    }
    let names: Vec<String> = grounds.iter().map(|ground| ground.id.replace('-', " ")).collect();
    let widest = names.iter().map(String::len).max()?;
    let mut text = String::new();
    for (ground, name) in grounds.iter().zip(names) {
        let own = format!("{}-stone-", ground.id);
        let stones = scene.shapes.iter().filter(|shape| shape.id.starts_with(&own)).count();
        if stones > WIDEST {
            return None;
        }
        let row = format!("  {name:<widest$}  {}", "o".repeat(stones));
        text += &format!("{}\n", row.trim_end());
    }
    Some(text)
}

/// Squares of one size in rows and columns; the poisoned one is marked.
fn squares(scene: &Scene) -> Option<String> {
    let (columns, rows) = (scene.width.ceil() as usize, scene.height.ceil() as usize);
    if columns > WIDEST / 2 || rows > TALLEST {
        return None;
    }
    let mut cells = vec![vec![' '; columns + 1]; rows + 1];
    for shape in &scene.shapes {
        let Form::Rectangle { x, y, width, height } = shape.form else { return None };
        let sign = match shape.role {
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

    fn picture(text: &str) -> Option<String> {
        let opened = address::open(text).unwrap();
        board(&opened.game.scene(&opened.position))
    }

    #[test]
    fn piles_are_rows_and_boards_are_squares() {
        assert_eq!(picture("nim: 3 0 5").unwrap(), "  pile 1  ooo\n  pile 2\n  pile 3  ooooo\n");
        assert_eq!(picture("chomp: 3 2").unwrap(), "  # #\n  x # #\n");
        assert!(picture("nim: 1 + kayles: 2").unwrap().contains("part 2 pile 1  oo"));
        assert_eq!(picture("nim: 10^30"), None);
    }
}
