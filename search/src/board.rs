//! Boards of at most 112 cells as bits: cutting out, mirroring, falling apart and packing without memory of their own.
//!
//! Cell (row, column) is bit `row * columns + column` of each plane; the planes together are the digits of a cell's
//! kind, kind 0 being what no move touches where there is such a kind:
//!
//! ```text
//! row 1   . # .       bits 3 4 5
//! row 0   . . #       bits 0 1 2        plane 0, if . is 1:  1 1 0 1 0 1 from bit 0 on
//! ```

use std::fmt::Debug;
use std::ops::{BitAnd, BitOr, BitOrAssign, Not, Shl, Shr};

/// Cells at most.
pub const MOST_CELLS: usize = 112;

/// Words of a key at most: eight bits of sides, or twenty-four, and three planes.
pub const MOST_WORDS: usize = 6;

/// Bits of a plane: a machine word where the cells fit into it, or two.
pub trait Bits:
    Copy
    + Debug
    + Ord
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitOrAssign
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    /// How many there are.
    const COUNT: u32;
    /// None is set.
    const NONE: Self;
    /// The first is set.
    const ONE: Self;
    /// All of a wide word that fit.
    fn narrowed(wide: u128) -> Self;
    /// The same in a wide word.
    fn wide(self) -> u128;
    /// How many are set.
    fn count(self) -> u32;
    /// How many stand before the first that is set.
    fn before(self) -> u32;
    /// How many stand after the last that is set.
    fn after(self) -> u32;
    /// The other way round.
    fn reversed(self) -> Self;
    /// The first that is set, alone.
    fn first(self) -> Self;
    /// The first so many.
    fn ones(count: u32) -> Self;
}

macro_rules! bits {
    ($word:ty) => {
        impl Bits for $word {
            const COUNT: u32 = <$word>::BITS;
            const NONE: Self = 0;
            const ONE: Self = 1;
            #[inline(always)]
            fn narrowed(wide: u128) -> Self {
                wide as $word
            }
            #[inline(always)]
            fn wide(self) -> u128 {
                self as u128
            }
            #[inline(always)]
            fn count(self) -> u32 {
                self.count_ones()
            }
            #[inline(always)]
            fn before(self) -> u32 {
                self.trailing_zeros()
            }
            #[inline(always)]
            fn after(self) -> u32 {
                self.leading_zeros()
            }
            #[inline(always)]
            fn reversed(self) -> Self {
                self.reverse_bits()
            }
            #[inline(always)]
            fn first(self) -> Self {
                self & self.wrapping_neg()
            }
            #[inline(always)]
            fn ones(count: u32) -> Self {
                if count >= <$word>::BITS { <$word>::MAX } else { (1 << count) - 1 }
            }
        }
    };
}

bits!(u64);
bits!(u128);

/// A board whose kinds of cells have `P` binary digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Board<W, const P: usize> {
    /// How many rows.
    pub rows: u32,
    /// How many columns.
    pub columns: u32,
    /// The cells, digit by digit.
    pub planes: [W; P],
}

impl<W: Bits, const P: usize> Board<W, P> {
    /// A board of kind 0 throughout.
    #[inline]
    pub fn empty(rows: u32, columns: u32) -> Self {
        Board { rows, columns, planes: [W::NONE; P] }
    }

    /// How many cells there are.
    #[inline]
    pub fn cells(&self) -> u32 {
        self.rows * self.columns
    }

    /// The kind of a cell.
    #[inline]
    pub fn kind(&self, at: u32) -> u8 {
        let mut kind = 0;
        for (digit, plane) in self.planes.iter().enumerate() {
            kind |= u8::from(*plane >> at & W::ONE == W::ONE) << digit;
        }
        kind
    }

    /// Changes the kind of a cell.
    #[inline(always)]
    pub fn set(&mut self, at: u32, kind: u8) {
        let cell = W::ONE << at;
        for (digit, plane) in self.planes.iter_mut().enumerate() {
            *plane = if kind >> digit & 1 == 1 { *plane | cell } else { *plane & !cell };
        }
    }

    /// With two kinds exchanged.
    #[inline]
    pub fn swapped(&self, (one, other): (u8, u8)) -> Self {
        let of = |kind: u8| {
            self.planes.iter().enumerate().fold(W::ones(self.cells()), |of, (digit, plane)| {
                of & if kind >> digit & 1 == 1 { *plane } else { !*plane }
            })
        };
        let both = of(one) | of(other);
        let mut swapped = *self;
        for (digit, plane) in swapped.planes.iter_mut().enumerate() {
            if (one ^ other) >> digit & 1 == 1 {
                *plane = (*plane | both) & !(*plane & both);
            }
        }
        swapped
    }

    /// The cells that are not of kind 0.
    #[inline(always)]
    pub fn live(&self) -> W {
        self.planes.iter().fold(W::NONE, |live, plane| live | *plane)
    }

    /// The cells of column 0.
    #[inline]
    pub fn left_column(&self) -> W {
        let mut left = W::ONE;
        for row in 1..self.rows {
            left |= W::ONE << (row * self.columns);
        }
        left
    }

    /// The cells of some that hang together with the first of them; `left` is column 0.
    #[inline(always)]
    pub fn region(&self, live: W, left: W) -> W {
        let columns = self.columns;
        let (not_left, not_right) = (live & !left, live & !(left << (columns - 1)));
        let mut region = live.first();
        loop {
            let beside = (region & not_right) << 1 | (region & not_left) >> 1;
            let grown = (region | beside | up(region, columns) | up_back(region, columns)) & live;
            if grown == region {
                return region;
            }
            region = grown;
        }
    }

    /// The same where cells that share only a corner hang together.
    #[inline]
    pub fn region_by_corners(&self, live: W, left: W) -> W {
        let columns = self.columns;
        let (not_left, not_right) = (live & !left, live & !(left << (columns - 1)));
        let mut region = live.first();
        loop {
            let wide = region | (region & not_right) << 1 | (region & not_left) >> 1;
            let grown = (wide | up(wide, columns) | up_back(wide, columns)) & live;
            if grown == region {
                return region;
            }
            region = grown;
        }
    }

    /// Whether some cells touch all four sides.
    #[inline(always)]
    pub fn touches_all_sides(&self, cells: W, left: W) -> bool {
        let columns = self.columns;
        let bottom = W::ones(columns);
        cells & bottom != W::NONE
            && cells >> ((self.rows - 1) * columns) != W::NONE
            && cells & left != W::NONE
            && cells & left << (columns - 1) != W::NONE
    }

    /// The smallest rectangle around some cells, holding these alone; some must be given.
    #[inline]
    pub fn cut(&self, cells: W) -> Self {
        let columns = self.columns;
        let bottom = cells.before() / columns;
        let top = (W::COUNT - 1 - cells.after()) / columns;
        let row_of = W::ones(columns);
        let mut all = W::NONE;
        for row in bottom..=top {
            all |= cells >> (row * columns) & row_of;
        }
        let left = all.before();
        let width = W::COUNT - all.after() - left;
        let mut cut = Self::empty(top - bottom + 1, width);
        let wanted = W::ones(width);
        for (plane, bits) in cut.planes.iter_mut().enumerate() {
            let from = self.planes[plane] & cells;
            if width == columns {
                *bits = from >> (bottom * columns);
                continue;
            }
            for row in bottom..=top {
                *bits |= (from >> (row * columns + left) & wanted) << ((row - bottom) * width);
            }
        }
        cut
    }

    /// Turned by half.
    #[inline]
    pub fn turned(&self) -> Self {
        let unused = W::COUNT - self.cells();
        Board { planes: self.planes.map(|plane| plane.reversed() >> unused), ..*self }
    }

    /// With its rows the other way round.
    #[inline]
    pub fn upside_down(&self) -> Self {
        let (rows, columns) = (self.rows, self.columns);
        let row_of = W::ones(columns);
        let turned = |plane: W| {
            let mut image = W::NONE;
            for row in 0..rows {
                image |= (plane >> (row * columns) & row_of) << ((rows - 1 - row) * columns);
            }
            image
        };
        Board { planes: self.planes.map(turned), ..*self }
    }

    /// Mirrored at the diagonal.
    pub fn transposed(&self) -> Self {
        let (rows, columns) = (self.rows, self.columns);
        let row_of = W::ones(columns);
        let turned = |plane: W| {
            let mut image = W::NONE;
            for row in 0..rows {
                let mut cells = plane >> (row * columns) & row_of;
                while cells != W::NONE {
                    image |= W::ONE << (cells.before() * rows + row);
                    cells = cells & !cells.first();
                }
            }
            image
        };
        Board { rows: columns, columns: rows, planes: self.planes.map(turned) }
    }

    /// The one of its turns and mirror images that comes first; none has more rows than columns.
    #[inline]
    pub fn canonical(&self) -> Self {
        let board = if self.rows > self.columns { self.transposed() } else { *self };
        let mut best = board.best_of_four();
        if board.rows == board.columns {
            let other = board.transposed().best_of_four();
            if other.planes < best.planes {
                best = other;
            }
        }
        best
    }

    /// The first of the four images that keep rows rows.
    #[inline]
    fn best_of_four(&self) -> Self {
        let upside_down = self.upside_down();
        let mut best = *self;
        for image in [self.turned(), upside_down, upside_down.turned()] {
            if image.planes < best.planes {
                best = image;
            }
        }
        best
    }

    /// About how much work the board is: how many neighbours its cells have, and how well its columns and rows hang
    /// together. A board that is nearly cut in two is small. (Found by trial on Cram: against cells alone it halves the
    /// positions twice.)
    pub fn size(&self) -> u32 {
        // 16 log2(1 + n), since the first links that are missing count most.
        const LINKS: [u32; 12] = [0, 16, 25, 32, 37, 41, 45, 48, 51, 53, 55, 57];
        let live = self.live();
        let left = self.left_column();
        let across = live & (live & !left) >> 1;
        let (mut columns, mut rows) = (0, 0);
        for column in 0..self.columns - 1 {
            columns += LINKS[((across & left << column).count() as usize).min(11)];
        }
        let down = live & live >> self.columns;
        let row = W::ones(self.columns);
        for index in 0..self.rows - 1 {
            rows += LINKS[((down >> (index * self.columns) & row).count() as usize).min(11)];
        }
        1 + 2 * columns + rows + 8 * (across.count() + down.count())
    }

    /// The board as words; gives how many there are.
    #[inline]
    pub fn pack(&self, key: &mut [u64; MOST_WORDS]) -> usize {
        let cells = self.cells();
        // Short sides take eight bits, so that 56 cells fit into a word.
        let (sides, mut at) = if self.columns < 15 && self.rows < 15 {
            (u64::from(self.rows | self.columns << 4), 8)
        } else {
            (u64::from(0xff | self.rows << 8 | self.columns << 16), 24)
        };
        if at + P as u32 * cells <= 64 {
            key[0] = sides;
            for plane in &self.planes {
                key[0] |= (plane.wide() as u64) << at;
                at += cells;
            }
            return 1;
        }
        *key = [0; MOST_WORDS];
        key[0] = sides;
        for plane in &self.planes {
            let (word, shift) = ((at / 64) as usize, at % 64);
            let plane = plane.wide();
            key[word] |= (plane as u64) << shift;
            if shift + cells > 64 {
                let rest = plane >> (64 - shift);
                key[word + 1] |= rest as u64;
                if shift + cells > 128 {
                    key[word + 2] |= (rest >> 64) as u64;
                }
            }
            at += cells;
        }
        (at as usize).div_ceil(64)
    }

    /// The board of a key.
    #[inline]
    pub fn unpack(key: &[u64]) -> Self {
        let word = |at: usize| key.get(at).copied().unwrap_or(0);
        let (rows, columns) = sides(key);
        let mut at = if word(0) & 0xff == 0xff { 24 } else { 8 };
        let mut board = Self::empty(rows, columns);
        let cells = rows * columns;
        for plane in &mut board.planes {
            let (index, shift) = ((at / 64) as usize, at % 64);
            let mut bits = u128::from(word(index)) >> shift;
            bits |= u128::from(word(index + 1)) << (64 - shift);
            if shift > 0 {
                bits |= u128::from(word(index + 2)) << (128 - shift);
            }
            *plane = W::narrowed(bits) & W::ones(cells);
            at += cells;
        }
        board
    }
}

/// Up by a row of so many columns; a board of one row may be as wide as its word.
#[inline(always)]
pub(crate) fn up<W: Bits>(cells: W, columns: u32) -> W {
    if columns >= W::COUNT { W::NONE } else { cells << columns }
}

#[inline(always)]
pub(crate) fn up_back<W: Bits>(cells: W, columns: u32) -> W {
    if columns >= W::COUNT { W::NONE } else { cells >> columns }
}

/// The rows and columns of the board of a key.
#[inline]
pub fn sides(key: &[u64]) -> (u32, u32) {
    let first = key.first().copied().unwrap_or(0) as u32;
    match first & 0xff {
        0xff => (first >> 8 & 0xff, first >> 16 & 0xff),
        sides => (sides & 15, sides >> 4),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn boards() -> impl Strategy<Value = Board<u128, 3>> {
        (1u32..=20, 1u32..=20, any::<[u128; 3]>()).prop_filter_map(
            "too many cells",
            |(rows, columns, planes)| {
                let cells = rows * columns;
                let planes = planes.map(|plane| plane & u128::ones(cells));
                (cells as usize <= MOST_CELLS).then_some(Board { rows, columns, planes })
            },
        )
    }

    fn kinds(board: &Board<u128, 3>) -> Vec<Vec<u8>> {
        let row =
            |row| (0..board.columns).map(move |column| board.kind(row * board.columns + column));
        (0..board.rows).map(|at| row(at).collect()).collect()
    }

    proptest! {
        #[test]
        fn what_is_packed_is_unpacked(board in boards()) {
            let mut key = [7; MOST_WORDS];
            let words = board.pack(&mut key);
            prop_assert_eq!(Board::unpack(&key[..words]), board);
            prop_assert_eq!(sides(&key), (board.rows, board.columns));
            if board.cells() <= 64 {
                let planes = board.planes.map(|plane| plane as u64);
                let narrow = Board { rows: board.rows, columns: board.columns, planes };
                let mut other = [7; MOST_WORDS];
                prop_assert_eq!(narrow.pack(&mut other), words);
                prop_assert_eq!(&other[..words], &key[..words]);
                prop_assert_eq!(Board::<u64, 3>::unpack(&key[..words]), narrow);
                let canonical = board.canonical();
                prop_assert_eq!(narrow.canonical().planes.map(u128::from), canonical.planes);
            }
        }

        #[test]
        fn images_have_one_canonical_form(board in boards()) {
            let canonical = board.canonical();
            for image in [board.turned(), board.upside_down(), board.transposed()] {
                prop_assert_eq!(image.canonical(), canonical);
            }
            let mut mirrored = kinds(&board);
            mirrored.reverse();
            prop_assert_eq!(kinds(&board.upside_down()), mirrored);
            let exchanged = |kind: &u8| match *kind { 1 => 6, 6 => 1, kind => kind };
            let swapped: Vec<Vec<u8>> = kinds(&board)
                .iter()
                .map(|row| row.iter().map(exchanged).collect())
                .collect();
            prop_assert_eq!(kinds(&board.swapped((1, 6))), swapped);
            let transposed = kinds(&board.transposed());
            for (row, cells) in kinds(&board).iter().enumerate() {
                for (column, kind) in cells.iter().enumerate() {
                    prop_assert_eq!(transposed[column][row], *kind);
                }
            }
        }

        #[test]
        fn regions_are_what_steps_between_neighbours_reach(board in boards()) {
            let live = board.live();
            prop_assume!(live != 0);
            let region = board.region(live, board.left_column());
            let mut reached = vec![live.trailing_zeros()];
            let mut seen = 1u128 << reached[0];
            while let Some(at) = reached.pop() {
                let (row, column) = (at / board.columns, at % board.columns);
                let mut beside = Vec::new();
                if row > 0 { beside.push(at - board.columns) }
                if row + 1 < board.rows { beside.push(at + board.columns) }
                if column > 0 { beside.push(at - 1) }
                if column + 1 < board.columns { beside.push(at + 1) }
                for next in beside {
                    if live >> next & 1 == 1 && seen >> next & 1 == 0 {
                        seen |= 1 << next;
                        reached.push(next);
                    }
                }
            }
            prop_assert_eq!(region, seen);
            let cut = board.cut(region);
            prop_assert_eq!(cut.live().count_ones(), region.count_ones());
            let sides = kinds(&cut);
            prop_assert!(sides[0].iter().any(|kind| *kind != 0));
            prop_assert!(sides.iter().any(|row| row[0] != 0));
        }
    }
}
