//! Linear maps of 64 bits, in the forms in which kernels want them.

use std::sync::OnceLock;

use super::domain::{self, Table};

/// A linear map on words.
pub(crate) struct Map {
    images: [u64; 64],
    /// See [`diagonals`].
    #[cfg_attr(not(target_arch = "x86_64"), allow(dead_code))]
    pub(super) diagonals: [[u64; 8]; 8],
    /// See [`nibbles`].
    #[cfg_attr(not(target_arch = "x86_64"), allow(dead_code))]
    pub(super) nibbles: Nibbles,
    /// Built when a level first asks for it, unless it is there from the beginning.
    table: OnceLock<Box<Table<8>>>,
    known: Option<&'static Table<8>>,
}

impl Map {
    /// The map with these images of single bits.
    pub const fn new(images: [u64; 64]) -> Map {
        Map::of(images, None)
    }

    /// The same, where the table is there already.
    const fn with_table(images: [u64; 64], table: &'static Table<8>) -> Map {
        Map::of(images, Some(table))
    }

    const fn of(images: [u64; 64], known: Option<&'static Table<8>>) -> Map {
        Map {
            diagonals: diagonals(&images),
            nibbles: nibbles(&images),
            images,
            table: OnceLock::new(),
            known,
        }
    }

    /// The tables by bytes.
    pub fn table(&self) -> &Table<8> {
        match self.known {
            Some(table) => table,
            None => self.table.get_or_init(|| Box::new(domain::table(&self.images))),
        }
    }
}

/// The 8x8 blocks of the matrix as GFNI wants them, by diagonals: block `i` of diagonal `d` takes
/// byte i + d of a word (around the end) to byte i of the image. In a block, byte 7 - r says which
/// bits of the one byte make bit r of the other.
const fn diagonals(images: &[u64; 64]) -> [[u64; 8]; 8] {
    let mut diagonals = [[0u64; 8]; 8];
    let mut column = 0;
    while column < 64 {
        let (from, bit) = (column / 8, column % 8);
        let mut rest = images[column];
        while rest != 0 {
            let target = rest.trailing_zeros() as usize;
            let (to, row) = (target / 8, target % 8);
            diagonals[(from + 8 - to) % 8][to] |= 1 << (8 * (7 - row) + bit);
            rest &= rest - 1;
        }
        column += 1;
    }
    diagonals
}

/// For each byte of a word, its lower and its upper four bits, and each byte of the image: what the four bits
/// add to it.
type Nibbles = [[[[u8; 16]; 8]; 2]; 8];

const fn nibbles(images: &[u64; 64]) -> Nibbles {
    let mut nibbles = [[[[0; 16]; 8]; 2]; 8];
    let mut place = 0;
    while place < 16 {
        let mut value = 0;
        while value < 16 {
            let (mut image, mut bit) = (0, 0);
            while bit < 4 {
                if value >> bit & 1 == 1 {
                    image ^= images[4 * place + bit];
                }
                bit += 1;
            }
            let mut to = 0;
            while to < 8 {
                nibbles[place / 2][place % 2][to][value] = (image >> (8 * to)) as u8;
                to += 1;
            }
            value += 1;
        }
        place += 1;
    }
    nibbles
}

/// From nimbers to polynomials.
pub(crate) static TO: Map = Map::with_table(domain::BASIS, &domain::TO);
/// From polynomials to nimbers.
pub(crate) static BACK: Map = Map::with_table(domain::INVERSE_BASIS, &domain::BACK);
/// Square roots of nimbers.
pub(crate) static ROOT: Map = Map::with_table(domain::ROOTS, &domain::ROOT);
