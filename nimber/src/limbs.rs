//! Wide nimbers as limbs: words of 64 bits in the polynomial domain, joined by the tower.
//!
//! A number of 2n limbs is h F + l with F = 2^(64 n), and F F = F + F/2. The lowest step of the tower
//! multiplies by c = 2^63, which is the polynomial x; the others come down to it. All slices have a
//! length that is a power of two.

use super::domain::{self, HALVE, ROOT, look_up, times_c};
use super::kernel::carryless::{self, Multiply, with_multiplication};

fn add(into: &mut [u64], other: &[u64]) {
    for (into, other) in into.iter_mut().zip(other) {
        *into ^= other;
    }
}

/// Times 2^(64 n - 1): (h F + l) c F = (h + l) c F + h c c, as in `plain::raise`.
#[inline]
pub fn raise(limbs: &mut [u64]) {
    match limbs {
        [] => {}
        [only] => *only = times_c(*only),
        [low, high] => {
            let both = *low ^ *high;
            (*low, *high) = (times_c(times_c(*high)), times_c(both));
        }
        _ => {
            let (low, high) = limbs.split_at_mut(limbs.len() / 2);
            for (low, high) in low.iter_mut().zip(&mut *high) {
                (*low, *high) = (*high, *low ^ *high);
            }
            raise(low);
            raise(low);
            raise(high);
        }
    }
}

/// Limbs of a product that is one piece of code.
const PIECE: usize = 8;
/// Karatsuba's products for a piece.
const PRODUCTS: usize = 27;

/// The sums that a piece of eight limbs is multiplied by: [low, high, low + high], three times over.
#[inline(always)]
fn spread(limbs: &[u64; PIECE]) -> [u64; PRODUCTS] {
    let mut sums = [0; PRODUCTS];
    for place in 0..4 {
        let (low, high) = (limbs[place], limbs[place + 4]);
        for (part, value) in [low, high, low ^ high].into_iter().enumerate() {
            sums[4 * part + place] = value;
        }
    }
    let mut next = [0; PRODUCTS];
    for block in 0..3 {
        for place in 0..2 {
            let (low, high) = (sums[4 * block + place], sums[4 * block + place + 2]);
            for (part, value) in [low, high, low ^ high].into_iter().enumerate() {
                next[6 * block + 2 * part + place] = value;
            }
        }
    }
    for block in 0..9 {
        let (low, high) = (next[2 * block], next[2 * block + 1]);
        for (part, value) in [low, high, low ^ high].into_iter().enumerate() {
            sums[3 * block + part] = value;
        }
    }
    sums
}

/// The product of two pieces.
#[inline(always)]
fn piece<M: Multiply>(a: &[u64; PIECE], b: &[u64; PIECE], multiply: M) -> [u64; PIECE] {
    let (a, b) = (spread(a), spread(b));
    let mut products = [0; PRODUCTS];
    for ((product, a), b) in products.iter_mut().zip(&a).zip(&b) {
        *product = multiply.polynomial(*a, *b);
    }
    let mut pairs = [[0; 2]; 9];
    for (pair, from) in pairs.iter_mut().zip(products.chunks_exact(3)) {
        *pair = [from[0] ^ times_c(from[1]), from[2] ^ from[0]];
    }
    let mut fours = [[0; 4]; 3];
    for (four, from) in fours.iter_mut().zip(pairs.chunks_exact(3)) {
        let [low, high, cross] = [from[0], from[1], from[2]];
        *four = [
            low[0] ^ times_c(times_c(high[1])),
            low[1] ^ times_c(high[0] ^ high[1]),
            cross[0] ^ low[0],
            cross[1] ^ low[1],
        ];
    }
    let [low, mut high, cross] = fours;
    let mut product = [0; PIECE];
    for place in 0..4 {
        product[place + 4] = cross[place] ^ low[place];
    }
    raise(&mut high);
    for place in 0..4 {
        product[place] = low[place] ^ high[place];
    }
    product
}

with_multiplication! {
    fn piece_product(a: &[u64; PIECE], b: &[u64; PIECE]) -> [u64; PIECE] = piece;
}

/// The product, into `out`; `scratch` has four times as many limbs.
pub fn product(a: &[u64], b: &[u64], out: &mut [u64], scratch: &mut [u64]) {
    if let ([a], [b], [out]) = (a, b, &mut *out) {
        *out = carryless::polynomial(*a, *b);
        return;
    }
    if let (Ok(a), Ok(b)) = (a.try_into(), b.try_into()) {
        out.copy_from_slice(&piece_product(a, b));
        return;
    }
    let half = a.len() / 2;
    let ((a_low, a_high), (b_low, b_high)) = (a.split_at(half), b.split_at(half));
    let (a_both, rest) = scratch.split_at_mut(half);
    let (b_both, rest) = rest.split_at_mut(half);
    let (cross, rest) = rest.split_at_mut(half);
    a_both.copy_from_slice(a_low);
    add(a_both, a_high);
    b_both.copy_from_slice(b_low);
    add(b_both, b_high);
    product(a_both, b_both, cross, rest);
    let (low, high) = out.split_at_mut(half);
    product(a_low, b_low, low, rest);
    product(a_high, b_high, high, rest);
    add(cross, low);
    raise(high);
    add(low, high);
    high.copy_from_slice(cross);
}

/// The square, in place: (h F + l)^2 = h^2 F + (l^2 + h^2 F/2).
pub fn square(limbs: &mut [u64]) {
    if let [only] = limbs {
        *only = carryless::polynomial(*only, *only);
        return;
    }
    let (low, high) = limbs.split_at_mut(limbs.len() / 2);
    square(low);
    square(high);
    let mut raised = high.to_vec();
    raise(&mut raised);
    add(low, &raised);
}

/// The square root, in place.
pub fn root(limbs: &mut [u64]) {
    if let [only] = limbs {
        *only = domain::to(look_up(&ROOT, domain::back(*only)));
        return;
    }
    let (low, high) = limbs.split_at_mut(limbs.len() / 2);
    let mut raised = high.to_vec();
    raise(&mut raised);
    add(low, &raised);
    root(low);
    root(high);
}

/// The trace in the field of so many limbs: the highest bit of the nimber.
pub fn trace(limbs: &[u64]) -> u64 {
    limbs.last().map_or(0, |limb| domain::back(*limb) >> 63)
}

/// The x with x^2 + x = limbs that is even, in place, for a number whose trace is 0.
pub fn halve(limbs: &mut [u64]) {
    if let [only] = limbs {
        *only = domain::to(look_up(&HALVE, domain::back(*only)));
        return;
    }
    let (low, high) = limbs.split_at_mut(limbs.len() / 2);
    halve(high);
    let mut raised = high.to_vec();
    square(&mut raised);
    raise(&mut raised);
    add(low, &raised);
    if trace(low) == 1 {
        // The other h: c is added to the rest, where c is 1 raised.
        high[0] ^= 1;
        raised.fill(0);
        raised[0] = 1;
        raise(&mut raised);
        add(low, &raised);
    }
    halve(low);
}

/// The product with scratch of its own.
pub fn times(a: &[u64], b: &[u64]) -> Vec<u64> {
    let mut out = vec![0; a.len()];
    product(a, b, &mut out, &mut vec![0; 4 * a.len()]);
    out
}

/// The conjugate of h F + l over the field of half the width, h F + (h + l).
pub fn conjugate(limbs: &[u64]) -> Vec<u64> {
    let mut conjugate = limbs.to_vec();
    let (low, high) = conjugate.split_at_mut(limbs.len() / 2);
    add(low, high);
    conjugate
}

/// The product with the conjugate, l (h + l) + h^2 F/2, in the field of half the width.
pub fn norm(limbs: &[u64]) -> Vec<u64> {
    let (low, high) = limbs.split_at(limbs.len() / 2);
    let mut both = low.to_vec();
    add(&mut both, high);
    let mut norm = times(low, &both);
    let mut raised = high.to_vec();
    square(&mut raised);
    raise(&mut raised);
    add(&mut norm, &raised);
    norm
}

/// The inverse, by norms; that of 0 is 0 here.
pub fn inverse(limbs: &[u64]) -> Vec<u64> {
    if let [only] = limbs {
        return vec![domain::to(super::tower::inverse(domain::back(*only)))];
    }
    let inverse = inverse(&norm(limbs));
    let conjugate = conjugate(limbs);
    let (low, high) = conjugate.split_at(limbs.len() / 2);
    [times(low, &inverse), times(high, &inverse)].concat()
}
