//! Games in which a move covers free cells with a shape: their options by shifting whole boards of bits.
//!
//! All places of a shape are found at once, by laying the board over itself: a domino fits where a cell and its neighbour
//! are free. What is left is compared with its images by shifting the image of the shape alone; whether it still hangs
//! together is nearly always seen around the shape; and what falls off and is small has its value in a list. It equals
//! `Cells::moves` with `GridFace::parts`, which is what the tests compare it with.
//!
//! ```text
//! free     1 1 0 1        free, shifted  1 0 1 0        both   1 0 0 0      so a domino lies across here only
//! ```

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU8, Ordering};

use bouton_core::value::Seen;

use crate::board::{Bits, Board, MOST_WORDS, up, up_back};
use crate::face::Options;

/// Cells of the rectangles whose values are listed, at most.
const MOST_LISTED: u32 = 16;

/// A shape in a rectangle: its cells by row and column.
#[derive(Clone, Debug)]
pub struct Shape {
    height: u32,
    width: u32,
    cells: Vec<(u32, u32)>,
}

impl Shape {
    /// The shape of these cells; the first row and the first column must be in use.
    pub fn new(cells: &[(usize, usize)]) -> Shape {
        let cells: Vec<(u32, u32)> =
            cells.iter().map(|(row, column)| (*row as u32, *column as u32)).collect();
        let height = cells.iter().map(|cell| cell.0 + 1).max().unwrap_or(0);
        let width = cells.iter().map(|cell| cell.1 + 1).max().unwrap_or(0);
        Shape { height, width, cells }
    }

    fn transposed(&self) -> Shape {
        let cells = self.cells.iter().map(|(row, column)| (*column, *row)).collect();
        Shape { height: self.width, width: self.height, cells }
    }

    /// The cells of the shape, or of an image of it, in the lower left corner of a board.
    fn mask<W: Bits>(&self, columns: u32, upside_down: bool, mirrored: bool) -> W {
        self.cells.iter().fold(W::NONE, |mask, (row, column)| {
            let row = if upside_down { self.height - 1 - row } else { *row };
            let column = if mirrored { self.width - 1 - column } else { *column };
            mask | W::ONE << (row * columns + column)
        })
    }

    /// Where the lower left corner of the shape can stand, as cells of the board.
    fn places<W: Bits>(&self, live: W, left: W, rows: u32, columns: u32) -> W {
        if self.height > rows || self.width > columns {
            return W::NONE;
        }
        let mut places = W::ones(rows * columns);
        for (row, column) in &self.cells {
            places = places & live >> (row * columns + column);
        }
        // What would reach into the next row does not fit.
        for column in 1..self.width {
            places = places & !(left << (columns - column));
        }
        places
    }
}

/// The four images of a board and of a shape on it, the sides staying as they are.
struct Images<W> {
    boards: [W; 4],
    shapes: [W; 4],
    last: u32,
    height: u32,
    rows: u32,
    columns: u32,
}

/// A board, turned by half, upside down, and that turned.
fn images<W: Bits>(board: &Board<W, 1>) -> [W; 4] {
    let upside_down = board.upside_down();
    [*board, board.turned(), upside_down, upside_down.turned()].map(|image| image.planes[0])
}

impl<W: Bits> Images<W> {
    fn new((rows, columns): (u32, u32), boards: [W; 4], shape: &Shape) -> Images<W> {
        let shapes = [(false, false), (true, true), (true, false), (false, true)]
            .map(|(down, mirrored)| shape.mask(columns, down, mirrored));
        let last = rows * columns - (shape.height - 1) * columns - shape.width;
        Images { boards, shapes, last, height: shape.height, rows, columns }
    }

    /// The first of the images, with the shape laid there.
    #[inline(always)]
    fn first(&self, row: u32, column: u32) -> W {
        let at = row * self.columns + column;
        let mirrored = (self.rows - self.height - row) * self.columns + column;
        let [a, b, c, d] = [at, self.last - at, mirrored, self.last - mirrored];
        let laid = |image: usize, at: u32| self.boards[image] & !(self.shapes[image] << at);
        laid(0, a).min(laid(1, b)).min(laid(2, c).min(laid(3, d)))
    }
}

/// What may be laid, and the values of small rectangles, each found when it is asked for first.
pub(crate) struct Laying {
    shapes: Vec<Shape>,
    split: bool,
    symmetric: bool,
    /// Whether a cell without neighbours has a move.
    lays_single: bool,
    /// By sides and cells: the value and one, or nothing yet.
    listed: Option<OnceLock<Box<[AtomicU8]>>>,
}

impl Laying {
    pub fn new(shapes: Vec<Shape>, split: bool, symmetric: bool) -> Laying {
        let lays_single = shapes.iter().any(|shape| shape.cells.len() == 1);
        Laying { shapes, split, symmetric, lays_single, listed: split.then(OnceLock::new) }
    }

    /// The same without falling apart, without symmetry, or without the list.
    pub fn without(&mut self, split: bool, symmetric: bool, listed: bool) {
        self.split &= split;
        self.symmetric &= symmetric;
        self.listed = self.listed.take().filter(|_| self.split && listed);
    }

    /// Bytes that the list takes.
    pub fn bytes(&self) -> u64 {
        self.listed.as_ref().map_or(0, |_| LISTED as u64)
    }

    /// The options of a board that hangs together.
    pub fn options<W: Bits>(&self, board: &Board<W, 1>, out: &mut Options<'_>) {
        let (rows, columns, live) = (board.rows, board.columns, board.planes[0]);
        let left = board.left_column();
        let row_of = W::ones(columns);
        let right = left << (columns - 1);
        let border = left | right | row_of | row_of << ((rows - 1) * columns);
        let straight = images(board);
        let square = rows == columns && self.symmetric;
        let diagonal = square.then(|| images(&board.transposed()));
        let mut key = [0; MOST_WORDS];
        for shape in &self.shapes {
            let places = shape.places(live, left, rows, columns);
            if places == W::NONE {
                continue;
            }
            let images = Images::new((rows, columns), straight, shape);
            let diagonal =
                diagonal.map(|boards| Images::new((rows, columns), boards, &shape.transposed()));
            for row in 0..=rows - shape.height {
                let mut places = places >> (row * columns) & row_of;
                while places != W::NONE {
                    let column = places.before();
                    places = places & !places.first();
                    let laid = images.shapes[0] << (row * columns + column);
                    let after = live & !laid;
                    let whole = laid & border == W::NONE || board.touches_all_sides(after, left);
                    if !whole || self.split && !hang_together(board, after, laid, left) {
                        self.fallen(&Board { planes: [after], ..*board }, left, &mut key, out);
                    } else {
                        let mut best = after;
                        if self.symmetric {
                            best = images.first(row, column);
                            if let Some(diagonal) = &diagonal {
                                best = best.min(diagonal.first(column, row));
                            }
                        }
                        let words = Board { planes: [best], ..*board }.pack(&mut key);
                        out.part(&key[..words]);
                    }
                    out.end();
                    if out.full() {
                        return;
                    }
                }
            }
        }
    }

    /// Tells the parts of a board that fell apart, or became smaller.
    fn fallen<W: Bits>(
        &self,
        board: &Board<W, 1>,
        left: W,
        key: &mut [u64; MOST_WORDS],
        out: &mut Options<'_>,
    ) {
        let mut rest = board.planes[0];
        if !self.split {
            let cut = if rest == W::NONE { Board::empty(1, 1) } else { board.cut(rest) };
            let cut = if self.symmetric { cut.canonical() } else { cut };
            let words = cut.pack(key);
            out.part(&key[..words]);
            return;
        }
        if !self.lays_single {
            rest = rest & beside(board, rest, left);
        }
        while rest != W::NONE {
            let region = board.region(rest, left);
            rest = rest & !region;
            let cut = board.cut(region);
            if let Some(value) = self.value(&cut) {
                out.worth(value);
                continue;
            }
            let cut = if self.symmetric { cut.canonical() } else { cut };
            let words = cut.pack(key);
            out.part(&key[..words]);
        }
    }

    /// The value of a small board, by the definition.
    fn value<W: Bits>(&self, board: &Board<W, 1>) -> Option<u32> {
        let listed = self.listed.as_ref().filter(|_| board.cells() <= MOST_LISTED)?;
        let listed = listed.get_or_init(|| (0..LISTED).map(|_| AtomicU8::new(0)).collect());
        let planes = [board.planes[0].wide() as u64];
        Some(self.listed(&Board { rows: board.rows, columns: board.columns, planes }, listed))
    }

    fn listed(&self, board: &Board<u64, 1>, listed: &[AtomicU8]) -> u32 {
        let (rows, columns, live) = (board.rows, board.columns, board.planes[0]);
        let place = &listed[BEGINS[rows as usize][columns as usize] as usize + live as usize];
        let known = place.load(Ordering::Relaxed);
        if known > 0 {
            return u32::from(known) - 1;
        }
        let left = board.left_column();
        let mut seen = Seen::default();
        for shape in &self.shapes {
            let mut places = shape.places(live, left, rows, columns);
            let mask: u64 = shape.mask(columns, false, false);
            while places != 0 {
                let mut rest = live & !(mask << places.before());
                places &= places - 1;
                let mut sum = 0;
                while rest != 0 {
                    let region = board.region(rest, left);
                    rest &= !region;
                    let cut = Board { planes: [region], ..*board }.cut(region);
                    sum ^= self.listed(&cut, listed);
                }
                seen.insert(sum);
            }
        }
        let value = seen.mex();
        // Sixteen cells have at most 24 dominoes, or sixteen squares: no value comes near.
        place.store(value as u8 + 1, Ordering::Relaxed);
        value
    }
}

/// Where the values of rectangles of these sides begin in the list, and where the list ends.
const BEGINS: [[u32; MOST_LISTED as usize + 1]; MOST_LISTED as usize + 1] = begins();
const LISTED: usize = BEGINS[0][0] as usize;

const fn begins() -> [[u32; MOST_LISTED as usize + 1]; MOST_LISTED as usize + 1] {
    let mut begins = [[0; MOST_LISTED as usize + 1]; MOST_LISTED as usize + 1];
    let (mut begin, mut rows) = (0, 1);
    while rows <= MOST_LISTED {
        let mut columns = 1;
        while rows * columns <= MOST_LISTED {
            begins[rows as usize][columns as usize] = begin;
            begin += 1 << (rows * columns);
            columns += 1;
        }
        rows += 1;
    }
    begins[0][0] = begin;
    begins
}

/// The neighbours of some cells, whether they are free or not.
#[inline(always)]
fn beside<W: Bits>(board: &Board<W, 1>, cells: W, left: W) -> W {
    let columns = board.columns;
    let across = (cells & !(left << (columns - 1))) << 1 | (cells & !left) >> 1;
    across | up(cells, columns) | up_back(cells, columns)
}

/// Whether what is left of a board that hung together still does, after some cells next to each other were taken. Mostly
/// their neighbours are seen to hang together on the way round them.
#[inline(always)]
fn hang_together<W: Bits>(board: &Board<W, 1>, after: W, laid: W, left: W) -> bool {
    let columns = board.columns;
    let neighbours = beside(board, laid, left) & after;
    let mut reached = neighbours.first();
    if reached == neighbours {
        return true;
    }
    let wide = laid | (laid & !(left << (columns - 1))) << 1 | (laid & !left) >> 1;
    let around = (wide | up(wide, columns) | up_back(wide, columns)) & after;
    loop {
        let grown = (reached | beside(board, reached, left)) & around;
        if neighbours & !grown == W::NONE {
            return true;
        }
        if grown == reached {
            return board.region(after, left) == after;
        }
        reached = grown;
    }
}
