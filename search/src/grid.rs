//! Games on boards of cells, as keys: any rules that say which cells a move changes.

use bouton_core::error::Error;

use crate::board::{Bits, Board, MOST_CELLS, MOST_WORDS, sides};
use crate::face::{Face, Hint, Options, Told};
use crate::lay::{Laying, Shape};

/// What becomes of a cell: its row, its column, and its kind afterwards.
pub type Change = (usize, usize, u8);

/// The rules of a game on a board.
pub trait Cells: Send + Sync {
    /// How many kinds of cells there are: at most eight.
    fn kinds(&self) -> usize;

    /// The kind that no move touches, if there is one; it separates what is on its sides.
    fn dead(&self) -> Option<u8>;

    /// Whether cells that share only a corner hang together.
    fn by_corners(&self) -> bool {
        false
    }

    /// The shapes that moves lay, if every move covers free cells with one of them and every such place is a move:
    /// cells by row and column, from 0. There must be two kinds, free and `dead`. It equals `moves`.
    fn lays(&self) -> &[&[(usize, usize)]] {
        &[]
    }

    /// Two kinds that may be exchanged all over the board, and it is the same game.
    fn swaps(&self) -> Option<(u8, u8)> {
        None
    }

    /// Whether turns and mirror images are the same game.
    fn symmetric(&self) -> bool;

    /// Every move of a board, given row by row.
    fn moves(
        &self,
        rows: usize,
        columns: usize,
        cells: &[u8],
        take: &mut dyn FnMut(&[Change]) -> bool,
    );

    /// What a theorem says of a board that half a turn does not change.
    fn half_turned(&self, _rows: usize, _columns: usize, _cells: &[u8]) -> Hint {
        Hint::Nothing
    }
}

/// Boards as keys.
pub struct GridFace<C> {
    rules: C,
    /// Whether a board falls apart.
    split: bool,
    symmetric: bool,
    /// Two kinds as digits that may be exchanged.
    swaps: Option<(u8, u8)>,
    /// The kind that digit 0 stands for.
    zero: u8,
    dead: bool,
    by_corners: bool,
    planes: usize,
    /// Which kinds of cells have a move when they are alone, as bits.
    alone: u8,
    /// How options are found where moves lay shapes.
    laying: Option<Laying>,
}

impl<C: Cells> GridFace<C> {
    /// The boards of these rules; `split` if values are searched for, which add.
    pub fn new(rules: C, split: bool) -> GridFace<C> {
        let dead = rules.dead();
        let kinds = rules.kinds();
        let planes = (usize::BITS - (kinds.max(2) - 1).leading_zeros()) as usize;
        let zero = dead.unwrap_or(0);
        let mut alone = 0;
        for kind in 0..kinds.min(8) as u8 {
            let mut any = false;
            rules.moves(1, 1, &[kind], &mut |_| {
                any = true;
                false
            });
            alone |= u8::from(any) << (kind ^ zero);
        }
        let symmetric = rules.symmetric();
        let split = split && dead.is_some();
        let by_corners = rules.by_corners();
        let shapes: Vec<Shape> = rules.lays().iter().map(|shape| Shape::new(shape)).collect();
        let lays = !shapes.is_empty() && dead.is_some() && kinds == 2 && !by_corners;
        let laying = lays.then(|| Laying::new(shapes, split, symmetric));
        let dead = dead.is_some();
        let swaps = rules.swaps().map(|(one, other)| (one ^ zero, other ^ zero));
        GridFace { rules, split, symmetric, swaps, zero, dead, by_corners, planes, alone, laying }
    }

    /// The same without falling apart, or without symmetry: to see what these are worth.
    pub fn without(mut self, split: bool, symmetry: bool) -> GridFace<C> {
        self.split &= split;
        self.symmetric &= symmetry;
        self.swaps = self.swaps.filter(|_| symmetry);
        if let Some(laying) = &mut self.laying {
            laying.without(split, symmetry, true);
        }
        self
    }

    /// The same without a list of the values of small boards.
    pub fn without_list(mut self) -> GridFace<C> {
        if let Some(laying) = &mut self.laying {
            laying.without(true, true, false);
        }
        self
    }

    /// The same by nothing but the moves of the rules.
    pub fn by_moves(mut self) -> GridFace<C> {
        self.laying = None;
        self
    }

    /// The keys of the parts of a board, unless it is too large.
    pub fn keys(&self, rows: usize, columns: usize, cells: &[u8]) -> Option<Vec<Vec<u64>>> {
        if rows * columns > MOST_CELLS || self.planes > 3 || rows.min(columns) == 0 {
            return None;
        }
        let mut keys = Vec::new();
        let width = MOST_WORDS;
        let mut take = |told: Told<'_>| {
            keys.extend(told.words.chunks_exact(width).map(<[u64]>::to_vec));
            true
        };
        let mut out = Options::new(width, None, &mut take);
        // More planes than are in use would be another key.
        match self.planes {
            1 => self.parts(&self.board::<u128, 1>(rows, columns, cells), &mut out),
            2 => self.parts(&self.board::<u128, 2>(rows, columns, cells), &mut out),
            _ => self.parts(&self.board::<u128, 3>(rows, columns, cells), &mut out),
        }
        out.end();
        out.flush();
        Some(keys)
    }

    fn board<W: Bits, const P: usize>(
        &self,
        rows: usize,
        columns: usize,
        cells: &[u8],
    ) -> Board<W, P> {
        let mut board = Board::empty(rows as u32, columns as u32);
        for (at, kind) in cells.iter().enumerate() {
            board.set(at as u32, kind ^ self.zero);
        }
        board
    }

    fn cells<W: Bits, const P: usize>(&self, board: &Board<W, P>, cells: &mut [u8; MOST_CELLS]) {
        for at in 0..board.cells() {
            cells[at as usize] = board.kind(at) ^ self.zero;
        }
    }

    /// Tells the parts of a board.
    #[inline]
    fn parts<W: Bits, const P: usize>(&self, board: &Board<W, P>, out: &mut Options<'_>) {
        let mut key = [0; MOST_WORDS];
        if !self.dead {
            let board = self.form(board);
            let words = board.pack(&mut key);
            out.part(&key[..words]);
            return;
        }
        let mut live = board.live();
        if !self.split {
            let board =
                if live == W::NONE { Board::empty(1, 1) } else { self.form(&board.cut(live)) };
            let words = board.pack(&mut key);
            out.part(&key[..words]);
            return;
        }
        let left = board.left_column();
        while live != W::NONE {
            let region = self.region(board, live, left);
            live = live & !region;
            // Cells without neighbours are many, and mostly without moves.
            if region == region.first() && self.alone >> board.kind(region.before()) & 1 == 0 {
                continue;
            }
            let words = self.form(&board.cut(region)).pack(&mut key);
            out.part(&key[..words]);
        }
    }

    /// The cells that hang together with the first of some.
    #[inline(always)]
    fn region<W: Bits, const P: usize>(&self, board: &Board<W, P>, live: W, left: W) -> W {
        match self.by_corners {
            true => board.region_by_corners(live, left),
            false => board.region(live, left),
        }
    }

    #[inline]
    fn form<W: Bits, const P: usize>(&self, board: &Board<W, P>) -> Board<W, P> {
        let form = |board: &Board<W, P>| if self.symmetric { board.canonical() } else { *board };
        match self.swaps {
            None => form(board),
            Some(two) => {
                let (one, other) = (form(board), form(&board.swapped(two)));
                if other.planes < one.planes { other } else { one }
            }
        }
    }

    fn expand<W: Bits, const P: usize>(&self, key: &[u64], out: &mut Options<'_>) {
        let board = Board::<W, P>::unpack(key);
        let mut cells = [0; MOST_CELLS];
        self.cells(&board, &mut cells);
        let (rows, columns, count) = (board.rows, board.columns, board.cells());
        let left = board.left_column();
        // The images of the board: most moves leave one whole board of the same sides, whose images are
        // these with the images of the changes. It equals `parts`.
        let square = rows == columns;
        let turned = board.turned();
        let upside = board.upside_down();
        let mirrored = upside.turned();
        let diagonal = if square { board.transposed() } else { board };
        let images = [board, turned, upside, mirrored];
        let others = if square {
            let upside = diagonal.upside_down();
            [diagonal, diagonal.turned(), upside, upside.turned()]
        } else {
            images
        };
        // A board that is taller than wide is not canonical; it comes from rules without symmetry.
        let steady = self.symmetric && rows <= columns;
        let mut key = [0; MOST_WORDS];
        let mut take = |changes: &[Change]| {
            let mut four = images;
            for (row, column, kind) in changes {
                set_images(&mut four, *row, *column, kind ^ self.zero);
            }
            let after = four[0];
            let live = after.live();
            let whole = !self.dead
                || after.touches_all_sides(live, left)
                    && (!self.split || self.region(&after, live, left) == live);
            if !whole || !steady {
                self.parts(&after, out);
                out.end();
                return !out.full();
            }
            let first = |image: &Board<W, P>| match self.swaps {
                None => image.planes,
                Some(two) => image.planes.min(image.swapped(two).planes),
            };
            let mut best = four.iter().map(first).min().unwrap_or(after.planes);
            if square {
                let mut four = others;
                for (row, column, kind) in changes {
                    set_images(&mut four, *column, *row, kind ^ self.zero);
                }
                best = four.iter().map(first).fold(best, Ord::min);
            }
            let words = Board { rows, columns, planes: best }.pack(&mut key);
            out.part(&key[..words]);
            out.end();
            !out.full()
        };
        let (rows, columns, count) = (rows as usize, columns as usize, count as usize);
        self.rules.moves(rows, columns, &cells[..count], &mut take);
    }
}

/// Calls a method for the words and planes that a key needs.
macro_rules! sized {
    ($self:ident, $key:ident, $($call:tt)*) => {{
        let (rows, columns) = sides($key);
        match (rows * columns <= 64, $self.planes) {
            (true, 1) => sized!(@ u64, 1, $($call)*),
            (true, 2) => sized!(@ u64, 2, $($call)*),
            (true, _) => sized!(@ u64, 3, $($call)*),
            (false, 1) => sized!(@ u128, 1, $($call)*),
            (false, 2) => sized!(@ u128, 2, $($call)*),
            (false, _) => sized!(@ u128, 3, $($call)*),
        }
    }};
    (@ $word:ty, $planes:literal, $path:path, $method:ident($($argument:expr),*)) => {
        <$path>::$method::<$word, $planes>($($argument),*)
    };
    (@ $word:ty, $planes:literal, board $key:expr) => {
        Board::<$word, $planes>::unpack($key).size()
    };
    (@ $word:ty, $planes:literal, turn $key:expr) => {{
        let board = Board::<$word, $planes>::unpack($key);
        board == board.turned()
    }};
}

/// Changes a square in a board, in what half a turn makes of it, in its mirror image upside down, and in that turned.
#[inline(always)]
fn set_images<W: Bits, const P: usize>(
    images: &mut [Board<W, P>; 4],
    row: usize,
    column: usize,
    kind: u8,
) {
    let (rows, columns) = (images[0].rows, images[0].columns);
    let (row, column) = (row as u32, column as u32);
    let last = rows * columns - 1;
    let at = row * columns + column;
    let mirrored = (rows - 1 - row) * columns + column;
    for (image, place) in images.iter_mut().zip([at, last - at, mirrored, last - mirrored]) {
        image.set(place, kind);
    }
}

impl<C: Cells> Face for GridFace<C> {
    fn options(&self, key: &[u64], out: &mut Options<'_>) -> Result<(), Error> {
        if let Some(laying) = &self.laying {
            let (rows, columns) = sides(key);
            match rows * columns <= 64 {
                true => laying.options(&Board::<u64, 1>::unpack(key), out),
                false => laying.options(&Board::<u128, 1>::unpack(key), out),
            }
            return Ok(());
        }
        sized!(self, key, GridFace<C>, expand(self, key, out));
        Ok(())
    }

    fn ends(&self) -> bool {
        self.laying.is_some()
    }

    fn bytes(&self) -> u64 {
        self.laying.as_ref().map_or(0, Laying::bytes)
    }

    fn size(&self, key: &[u64]) -> u32 {
        sized!(self, key, board key)
    }

    fn glance(&self, key: &[u64]) -> Option<u32> {
        match self.hint(key) {
            Hint::Value(value) => Some(value),
            _ => None,
        }
    }

    fn hint(&self, key: &[u64]) -> Hint {
        // The theorem asks for a board that half a turn does not change; few are so.
        if !sized!(self, key, turn key) {
            return Hint::Nothing;
        }
        let mut cells = [0; MOST_CELLS];
        let (rows, columns) = sides(key);
        match self.planes {
            1 => self.cells(&Board::<u128, 1>::unpack(key), &mut cells),
            2 => self.cells(&Board::<u128, 2>::unpack(key), &mut cells),
            _ => self.cells(&Board::<u128, 3>::unpack(key), &mut cells),
        }
        let (rows, columns) = (rows as usize, columns as usize);
        self.rules.half_turned(rows, columns, &cells[..rows * columns])
    }
}
