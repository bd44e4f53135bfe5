//! Many inverses for the price of one, by Montgomery's trick: three products for each number.

use super::{BACK, Level, TO, apply, carryless, domain, polynomials};

/// Numbers side by side, so that products fill the registers.
const WIDTH: usize = 64;
/// Rows of such numbers in a block.
const ROWS: usize = 32;

/// Inverses of nimbers other than 0.
pub fn inverse(level: Level, words: &mut [u64]) {
    let mut block = [1; WIDTH * ROWS];
    for words in words.chunks_mut(WIDTH * ROWS) {
        // What fills the last row up is 1.
        let rows = words.len().div_ceil(WIDTH);
        block[words.len()..].fill(1);
        block[..words.len()].copy_from_slice(words);
        let block = &mut block[..rows * WIDTH];
        apply(level, &TO, block);
        inverse_rows(level, block);
        apply(level, &BACK, block);
        words.copy_from_slice(&block[..words.len()]);
    }
}

/// The same for whole rows of polynomials, at most [`ROWS`].
fn inverse_rows(level: Level, block: &mut [u64]) {
    // Row i of `products` is the product of the rows before i + 1.
    let mut products = [0; WIDTH * ROWS];
    let last = block.len() - WIDTH;
    products[..WIDTH].copy_from_slice(&block[..WIDTH]);
    for start in (WIDTH..block.len()).step_by(WIDTH) {
        let (before, row) = products.split_at_mut(start);
        let before = &before[start - WIDTH..];
        polynomials(level, before, &block[start..start + WIDTH], &mut row[..WIDTH]);
    }
    let mut rest = [0; WIDTH];
    rest.copy_from_slice(&products[last..last + WIDTH]);
    inverse_row(&mut rest);
    for start in (1..block.len() / WIDTH).rev().map(|row| row * WIDTH) {
        let row = &mut block[start..start + WIDTH];
        let mut next = [0; WIDTH];
        polynomials(level, &rest, row, &mut next);
        polynomials(level, &rest, &products[start - WIDTH..start], row);
        rest = next;
    }
    block[..WIDTH].copy_from_slice(&rest);
}

/// The same for one row, number by number.
fn inverse_row(row: &mut [u64; WIDTH]) {
    let mut products = *row;
    for index in 1..WIDTH {
        products[index] = carryless::polynomial(products[index - 1], row[index]);
    }
    let mut rest = domain::to(super::super::tower::inverse(domain::back(products[WIDTH - 1])));
    for index in (1..WIDTH).rev() {
        let next = carryless::polynomial(rest, row[index]);
        row[index] = carryless::polynomial(rest, products[index - 1]);
        rest = next;
    }
    row[0] = rest;
}
