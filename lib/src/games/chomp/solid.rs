//! Shapes of Chomp that are no staircase: boards with holes, and cubes in three dimensions.

use std::fmt;

use crate::error::{Error, quoted};
use crate::heap::Heaps;
use crate::scene::{Form, Role, Scene, Shape};

/// Columns of cubes on a board: how high each is, row by row from the bottom. Flat boards have heights 0 and 1.
///
/// ```text
/// row 2   1 0
/// row 1   2 1      "10/21": the corner has a second cube above it
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Solid {
    columns: usize,
    heights: Vec<u8>,
}

/// A cube, or a square where all is flat: its row, its column and its layer, all from 1; layer 0 is not written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Bite {
    pub row: u64,
    pub column: u64,
    pub layer: u64,
}

impl Bite {
    /// A square of a flat board.
    pub fn square(row: u64, column: u64) -> Bite {
        Bite { row, column, layer: 0 }
    }
}

impl fmt::Display for Bite {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.row, self.column)?;
        if self.layer > 0 { write!(f, ",{}", self.layer) } else { Ok(()) }
    }
}

/// Rows and columns at most, and layers, which are written as one digit.
const LONGEST: usize = 20;
const HIGHEST: u8 = 9;

impl Solid {
    /// The shape that heaps stand for: a 0, which no staircase begins with, the number of columns, and the heights.
    pub fn of(heaps: &Heaps) -> Option<Solid> {
        if heaps.len() < 3 || heaps.word(0) != Some(0) {
            return None;
        }
        let columns = heaps.word(1)? as usize;
        let height = |at| heaps.word(at).map(|height| height as u8);
        let heights: Vec<u8> = (2..heaps.len()).map(height).collect::<Option<_>>()?;
        (columns > 0 && heights.len() % columns == 0).then_some(Solid { columns, heights })
    }

    /// The heaps that stand for the shape: if it is a staircase, the lengths of its rows.
    pub fn heaps(&self) -> Heaps {
        if let Some(lengths) = self.staircase() {
            return Heaps::from(&lengths[..]);
        }
        let heights = self.heights.iter().map(|height| u64::from(*height));
        let numbers: Vec<u64> = [0, self.columns as u64].into_iter().chain(heights).collect();
        Heaps::from(&numbers[..])
    }

    fn staircase(&self) -> Option<Vec<u64>> {
        let flat = self.heights.iter().all(|height| *height <= 1);
        let lengths: Vec<u64> = (0..self.rows())
            .map(|row| (0..self.columns).take_while(|at| self.height(row, *at) > 0).count() as u64)
            .collect();
        let whole = lengths.iter().sum::<u64>() == self.count();
        let down = lengths.windows(2).all(|pair| pair[0] >= pair[1]);
        (flat && whole && down && lengths[0] > 0).then_some(lengths)
    }

    fn rows(&self) -> usize {
        self.heights.len() / self.columns
    }

    fn height(&self, row: usize, column: usize) -> u8 {
        self.heights[row * self.columns + column]
    }

    fn highest(&self) -> u8 {
        self.heights.iter().copied().max().unwrap_or(0)
    }

    /// How many cubes there are.
    pub fn count(&self) -> u64 {
        self.heights.iter().map(|height| u64::from(*height)).sum()
    }

    fn has(&self, bite: Bite) -> bool {
        let (row, column) = (bite.row.wrapping_sub(1), bite.column.wrapping_sub(1));
        let inside = row < self.rows() as u64 && column < self.columns as u64;
        inside && bite.layer.max(1) <= u64::from(self.height(row as usize, column as usize))
    }

    fn is_poisoned(bite: Bite) -> bool {
        (bite.row, bite.column, bite.layer.max(1)) == (1, 1, 1)
    }

    /// All cubes, the poisoned one too.
    fn cubes(&self) -> impl Iterator<Item = Bite> + '_ {
        let flat = self.highest() <= 1;
        (0..self.heights.len()).flat_map(move |at| {
            let (row, column) = ((at / self.columns) as u64 + 1, (at % self.columns) as u64 + 1);
            let layer = move |layer| Bite { row, column, layer: if flat { 0 } else { layer } };
            (1..=u64::from(self.heights[at])).map(layer)
        })
    }

    /// What can be taken.
    pub fn bites(&self) -> impl Iterator<Item = Bite> + '_ {
        self.cubes().filter(|bite| !Solid::is_poisoned(*bite))
    }

    /// What is left when a cube and all beyond it are taken.
    pub fn without(&self, bite: Bite) -> Solid {
        let mut left = self.clone();
        let most = (bite.layer.max(1) - 1) as u8;
        for row in bite.row as usize - 1..self.rows() {
            for column in bite.column as usize - 1..self.columns {
                let height = &mut left.heights[row * self.columns + column];
                *height = most.min(*height);
            }
        }
        left
    }

    /// Whether with each cube all between it and the corner are there too.
    fn is_full(&self) -> bool {
        let below = |row: usize, column: usize| {
            let across = column == 0 || self.height(row, column - 1) >= self.height(row, column);
            across && (row == 0 || self.height(row - 1, column) >= self.height(row, column))
        };
        self.heights[0] > 0
            && (0..self.heights.len()).all(|at| below(at / self.columns, at % self.columns))
    }

    /// The shape with rows and columns exchanged.
    fn turned(&self) -> Solid {
        let rows = self.rows();
        let heights = (0..self.columns)
            .flat_map(|column| (0..rows).map(move |row| self.height(row, column)))
            .collect();
        Solid { columns: rows, heights }
    }

    /// The shape with columns and layers exchanged; only full shapes have that.
    fn tipped(&self) -> Option<Solid> {
        let columns = usize::from(self.highest().max(1));
        let in_row = |row: usize, layer: usize| {
            let reach = |column: &usize| usize::from(self.height(row, *column)) > layer;
            (0..self.columns).filter(reach).count() as u8
        };
        let heights: Vec<u8> = (0..self.rows())
            .flat_map(|row| (0..columns).map(move |layer| in_row(row, layer)))
            .collect();
        let high = heights.iter().any(|height| *height > HIGHEST);
        (self.is_full() && !high).then_some(Solid { columns, heights })
    }

    /// Without empty rows at the top and columns at the right, and the first of its images.
    pub fn simplified(self) -> Solid {
        let used = |row: &usize| (0..self.columns).any(|column| self.height(*row, column) > 0);
        let rows = (0..self.rows()).rev().find(used).map_or(1, |row| row + 1);
        let turned = self.turned();
        let used =
            |column: &usize| turned.heights[column * turned.columns..][..rows] != vec![0; rows];
        let columns = (0..self.columns).rev().find(used).map_or(1, |column| column + 1);
        let heights = (0..rows)
            .flat_map(|row| (0..columns).map(move |column| (row, column)))
            .map(|(row, column)| self.height(row, column))
            .collect();
        let mut images = vec![Solid { columns, heights }];
        // Exchanging columns and layers, then rows and columns, three times, is every order of the three.
        for _ in 0..3 {
            let last = &images[images.len() - 1];
            let (turned, tipped) = (last.turned(), last.turned().tipped());
            images.push(turned);
            images.extend(tipped);
        }
        let flat = images.iter().find(|image| image.staircase().is_some()).cloned();
        flat.or_else(|| images.into_iter().min()).unwrap_or(self)
    }

    /// The lengths of the arms, without the corner, if cubes lie along the edges from the corner alone.
    pub fn arms(&self) -> Option<[u64; 3]> {
        let on_edges = self.cubes().all(|cube| {
            [cube.row, cube.column, cube.layer.max(1)].iter().filter(|place| **place > 1).count()
                < 2
        });
        let most = |place: fn(Bite) -> u64| self.cubes().map(place).max().unwrap_or(1) - 1;
        let arms =
            || [most(|cube| cube.row), most(|cube| cube.column), most(|cube| cube.layer.max(1))];
        (on_edges && self.is_full()).then(arms)
    }

    /// The cube that is taken with every other, if there is one that can be taken.
    pub fn farthest(&self) -> Option<Bite> {
        let most = |place: fn(Bite) -> u64| self.cubes().map(place).max();
        let far = Bite {
            row: most(|cube| cube.row)?,
            column: most(|cube| cube.column)?,
            layer: most(|cube| cube.layer)?,
        };
        (self.has(far) && !Solid::is_poisoned(far)).then_some(far)
    }

    /// Reads `3x4x2`, or a drawing: rows from the top with a / between them, squares as . and holes as #, or how high
    /// each column of cubes is. Nothing if the text is neither.
    pub fn read(text: &str) -> Option<Result<Solid, Error>> {
        if text.matches('x').count() == 2 {
            return Some(Solid::read_box(text));
        }
        text.contains(['.', '#', '/', '|']).then(|| Solid::read_drawn(text))
    }

    fn read_box(text: &str) -> Result<Solid, Error> {
        let sides = text.split('x').map(|side| side.trim().parse::<usize>());
        match sides.collect::<Result<Vec<_>, _>>().as_deref() {
            Ok([rows @ 1..=LONGEST, columns @ 1..=LONGEST, layers @ 1..=9]) => {
                Ok(Solid { columns: *columns, heights: vec![*layers as u8; rows * columns] })
            }
            _ => Err(Error::input(format!(
                "{} is no box: write rows x columns x layers, at most {LONGEST} x {LONGEST} x {HIGHEST}, such as 2x3x4",
                quoted(text)
            ))),
        }
    }

    fn read_drawn(text: &str) -> Result<Solid, Error> {
        let wrong = |what: String| {
            Error::input(format!(
                "{} is no shape, since {what}: draw rows from the top with a / between them, . for a square and # for a \
                 hole, or a digit for the height of each column of cubes, such as .../.#./... or 10/21",
                quoted(text)
            ))
        };
        let between = |letter: char| "/|".contains(letter) || letter.is_whitespace();
        let drawn: Vec<&str> = text.split(between).filter(|row| !row.is_empty()).collect();
        let columns = drawn.first().map_or(0, |row| row.chars().count());
        if columns == 0 || columns.max(drawn.len()) > LONGEST {
            return Err(wrong(format!("it has no squares or a side of more than {LONGEST}")));
        }
        let mut heights = Vec::with_capacity(columns * drawn.len());
        for row in drawn.iter().rev() {
            if row.chars().count() != columns {
                return Err(wrong("its rows are not equally long".to_string()));
            }
            for letter in row.chars() {
                heights.push(match letter {
                    '.' => 1,
                    '#' => 0,
                    '0'..='9' => letter as u8 - b'0',
                    _ => {
                        return Err(wrong(format!("{} is no square", quoted(&letter.to_string()))));
                    }
                });
            }
        }
        Ok(Solid { columns, heights })
    }

    /// Picks of cubes: layers stand beside each other, the lowest first.
    pub fn scene(&self) -> Scene {
        let (rows, layers) = (self.rows(), self.highest().max(1));
        let flat = layers == 1;
        // Layers have room for their names.
        let (wide, edge) = match flat {
            true => (self.columns as f64 + 1.0, 0.0),
            false => ((self.columns as f64).max(2.0) + 1.0, 0.3),
        };
        let mut scene = Scene {
            width: wide * f64::from(layers) - 1.0 + 2.0 * edge,
            height: rows as f64 + if flat { 0.0 } else { 1.0 },
            ..Scene::default()
        };
        scene.width = scene.width.max(if flat { 1.0 } else { 3.0 });
        for layer in 1..=layers {
            let left = edge + wide * f64::from(layer - 1);
            for at in 0..self.heights.len() {
                let (row, column) = (at / self.columns, at % self.columns);
                let there = self.heights[at] >= layer;
                let (row, column) = (row as u64 + 1, column as u64 + 1);
                let bite = Bite { row, column, layer: if flat { 0 } else { layer.into() } };
                let poisoned = Solid::is_poisoned(bite) && there;
                let what = if flat { "Square" } else { "Cube" };
                let (label, role) = match (poisoned, there) {
                    (true, _) => ("The poisoned corner".to_string(), Role::Poison),
                    (_, true) => (format!("{what} {bite}"), Role::Square),
                    (_, false) => (format!("{what} {bite}: nothing"), Role::Gone),
                };
                let (x, y) = (left + column as f64 - 0.95, (rows as u64 - row) as f64 + 0.05);
                let form = Form::Rectangle { x, y, width: 0.9, height: 0.9 };
                let id = format!("cube-{row}-{column}-{layer}");
                let pick = (there && !poisoned).then(|| bite.to_string());
                scene.shapes.push(Shape::new(id, label, role, form).with_pick(pick));
            }
            if !flat {
                let form =
                    Form::Text { x: left + self.columns as f64 / 2.0, y: rows as f64 + 0.75 };
                let label = format!("Layer {layer}, from below");
                let name = Shape::new(format!("layer-{layer}"), label, Role::Text, form);
                scene.shapes.push(name.with_caption(format!("layer {layer}")));
            }
        }
        scene
    }

    /// Reads a cube that is there; `text` has two numbers or three.
    pub fn find(&self, text: &str) -> Result<Bite, Error> {
        let words = text.split([',', ' ']).filter(|word| !word.is_empty());
        let numbers: Vec<u64> = words.map_while(|word| word.parse().ok()).collect();
        let flat = self.highest() <= 1;
        let bite = match numbers[..] {
            [row, column] if flat => Bite::square(row, column),
            [row, column, layer] if !flat && layer > 0 => Bite { row, column, layer },
            [row, column, 1] => Bite::square(row, column),
            _ => {
                let form = if flat {
                    "row,column, such as 2,1"
                } else {
                    "row,column,layer, such as 1,2,1"
                };
                return Err(Error::input(format!("{} is no move: write {form}", quoted(text))));
            }
        };
        match self.has(bite) {
            true if Solid::is_poisoned(bite) => {
                Err(Error::input("the corner is poisoned and cannot be taken"))
            }
            true => Ok(bite),
            false => Err(Error::input(format!("{bite} is not there any more"))),
        }
    }

    /// A shape with heights of at most 2, mostly with its corner.
    pub fn random(random: &mut crate::rules::Random) -> Solid {
        let (rows, columns) = (random.between(1, 3) as usize, random.between(1, 3) as usize);
        let most = random.between(1, 2);
        let heights = (0..rows * columns).map(|_| random.between(0, most) as u8).collect();
        let mut solid = Solid { columns, heights };
        if random.chance(0.8) {
            solid.heights[0] = solid.heights[0].max(1);
        }
        solid
    }
}

impl fmt::Display for Solid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (rows, highest) = (self.rows(), self.highest());
        if highest > 1 && self.heights.iter().all(|height| *height == highest) {
            return write!(f, "{rows}x{}x{highest}", self.columns);
        }
        let letter = |height: &u8| match highest > 1 {
            true => (b'0' + height) as char,
            false => ['#', '.'][usize::from(*height)],
        };
        let row = |row: &[u8]| row.iter().map(letter).collect::<String>();
        let drawn: Vec<String> = self.heights.chunks(self.columns).rev().map(row).collect();
        // Digits of one row alone would be the length of a row.
        let end = if rows == 1 && highest > 1 { "/" } else { "" };
        write!(f, "{}{end}", drawn.join("/"))
    }
}
