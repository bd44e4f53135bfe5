//! Bitsliced products: plane i holds bit i of many numbers, and the definition by halves becomes
//! gates between planes. No table, no special instruction: the same code for all processors.
//!
//! A product of 64 bits is split three times in the manner of Karatsuba into 27 products of 8 bits,
//! which are straight code; a block is 64 numbers for each word of a plane.

use super::planes::Plane;

/// Numbers added, plane by plane.
#[inline(always)]
fn sum<V: Plane, const N: usize>(a: [V; N], b: [V; N]) -> [V; N] {
    let mut sum = a;
    for (own, other) in sum.iter_mut().zip(b) {
        *own = own.xor(other);
    }
    sum
}

#[inline(always)]
fn part<V: Plane, const N: usize>(planes: &[V], from: usize) -> [V; N] {
    let mut part = [planes[from]; N];
    part.copy_from_slice(&planes[from..from + N]);
    part
}

#[inline(always)]
fn join<V: Plane, const HALF: usize, const N: usize>(low: [V; HALF], high: [V; HALF]) -> [V; N] {
    let mut joined = [low[0]; N];
    joined[..HALF].copy_from_slice(&low);
    joined[HALF..].copy_from_slice(&high);
    joined
}

/// Times F/2 for one width, from that of half the width, as in `plain::raise`.
macro_rules! width {
    ($bits:literal, $half:literal, $raise:ident, $half_raise:ident) => {
        #[inline(always)]
        fn $raise<V: Plane>(a: [V; $bits]) -> [V; $bits] {
            let (low, high): ([V; $half], [V; $half]) = (part(&a, 0), part(&a, $half));
            join($half_raise($half_raise(high)), $half_raise(sum(low, high)))
        }
    };
}

/// The same, but with one piece of code for all parts.
macro_rules! by_parts {
    ($bits:literal, $half:literal, $raise:ident, $half_raise:ident) => {
        #[inline(always)]
        fn $raise<V: Plane>(a: [V; $bits]) -> [V; $bits] {
            let (low, high): ([V; $half], [V; $half]) = (part(&a, 0), part(&a, $half));
            let mut parts = [high, sum(low, high)];
            for index in [0, 0, 1].into_iter().take(rounds(3)) {
                parts[index] = $half_raise(parts[index]);
            }
            join(parts[0], parts[1])
        }
    };
}

/// The product of one width from that of half the width, as straight code.
macro_rules! straight {
    ($bits:literal, $half:literal, $product:ident, $half_product:ident, $half_raise:ident) => {
        #[inline(always)]
        fn $product<V: Plane>(a: [V; $bits], b: [V; $bits]) -> [V; $bits] {
            let (a_low, a_high): ([V; $half], [V; $half]) = (part(&a, 0), part(&a, $half));
            let (b_low, b_high): ([V; $half], [V; $half]) = (part(&b, 0), part(&b, $half));
            let low = $half_product(a_low, b_low);
            let high = $half_product(a_high, b_high);
            let cross = $half_product(sum(a_low, a_high), sum(b_low, b_high));
            join(sum(low, $half_raise(high)), sum(cross, low))
        }
    };
}

#[inline(always)]
fn product_1<V: Plane>(a: [V; 1], b: [V; 1]) -> [V; 1] {
    [a[0].and(b[0])]
}

#[inline(always)]
fn same<V: Plane>(a: [V; 1]) -> [V; 1] {
    a
}

straight!(2, 1, product_2, product_1, same);
straight!(4, 2, product_4, product_2, raise_2);
straight!(8, 4, product_8, product_4, raise_4);
width!(2, 1, raise_2, same);
width!(4, 2, raise_4, raise_2);
width!(8, 4, raise_8, raise_4);
width!(16, 8, raise_16, raise_8);
by_parts!(32, 16, raise_32, raise_16);
by_parts!(64, 32, raise_64, raise_32);

/// A number of rounds that the compiler does not see: unrolled, these loops become code that is too
/// long for the processor's cache and takes minutes to translate.
#[inline(always)]
fn rounds(count: usize) -> usize {
    std::hint::black_box(count)
}

/// Splits blocks of `HALF` + `HALF` planes into three: lower half, upper half, their sum. In place,
/// from the last block to the first.
#[inline(always)]
fn split<V: Plane, const HALF: usize>(planes: &mut [V], blocks: usize) {
    for block in (0..rounds(blocks)).rev() {
        let low: [V; HALF] = part(planes, 2 * HALF * block);
        let high: [V; HALF] = part(planes, 2 * HALF * block + HALF);
        let into = &mut planes[3 * HALF * block..][..3 * HALF];
        into[..HALF].copy_from_slice(&low);
        into[HALF..2 * HALF].copy_from_slice(&high);
        into[2 * HALF..].copy_from_slice(&sum(low, high));
    }
}

/// The way back, for products: each three blocks become one, from the first to the last.
macro_rules! merge {
    ($name:ident, $half:literal, $raise:ident) => {
        #[inline(always)]
        fn $name<V: Plane>(planes: &mut [V], blocks: usize) {
            for block in 0..rounds(blocks) {
                let from = 3 * $half * block;
                let low: [V; $half] = part(planes, from);
                let high: [V; $half] = part(planes, from + $half);
                let cross: [V; $half] = part(planes, from + 2 * $half);
                let into = &mut planes[2 * $half * block..][..2 * $half];
                into[..$half].copy_from_slice(&sum(low, $raise(high)));
                into[$half..].copy_from_slice(&sum(cross, low));
            }
        }
    };
}

merge!(merge_8, 8, raise_8);
merge!(merge_16, 16, raise_16);
merge!(merge_32, 32, raise_32);

#[inline(always)]
fn bytes<V: Plane, const N: usize>(a: &mut [V; N], b: &[V; N]) {
    for byte in 0..rounds(N / 8) {
        let product = product_8(part(a, 8 * byte), part(b, 8 * byte));
        a[8 * byte..][..8].copy_from_slice(&product);
    }
}

#[inline(always)]
fn spread<V: Plane, const N: usize, const MORE: usize>(a: &[V; N]) -> [V; MORE] {
    let mut planes = [a[0]; MORE];
    planes[..N].copy_from_slice(a);
    planes
}

#[inline(always)]
fn product_64<V: Plane>(a: &[V; 64], b: &[V; 64]) -> [V; 64] {
    let (mut a, mut b): ([V; 216], [V; 216]) = (spread(a), spread(b));
    for planes in [&mut a, &mut b].into_iter().take(rounds(2)) {
        split::<V, 32>(planes, 1);
        split::<V, 16>(planes, 3);
        split::<V, 8>(planes, 9);
    }
    bytes(&mut a, &b);
    merge_8(&mut a, 9);
    merge_16(&mut a, 3);
    merge_32(&mut a, 1);
    part(&a, 0)
}

/// One step of the transposition: swaps the upper bits of one word with the lower bits of another.
#[inline(always)]
fn swap<V: Plane, const BITS: u32>(planes: &mut [V; 64], mask: V) {
    let step = BITS as usize;
    for round in 0..rounds(64 / (2 * step)) {
        let block = 2 * step * round;
        for index in block..block + step {
            let (low, high) = (planes[index], planes[index + step]);
            let moved = low.right::<BITS>().xor(high).and(mask);
            planes[index + step] = high.xor(moved);
            planes[index] = low.xor(moved.left::<BITS>());
        }
    }
}

/// Numbers become planes, and planes numbers. Which number goes to which bit of a plane does not
/// matter, because it comes back from there.
#[inline(always)]
fn transpose<V: Plane>(proof: V::Proof, planes: &mut [V; 64]) {
    swap::<V, 32>(planes, V::splat(proof, 0x0000_0000_ffff_ffff));
    swap::<V, 16>(planes, V::splat(proof, 0x0000_ffff_0000_ffff));
    swap::<V, 8>(planes, V::splat(proof, 0x00ff_00ff_00ff_00ff));
    swap::<V, 4>(planes, V::splat(proof, 0x0f0f_0f0f_0f0f_0f0f));
    swap::<V, 2>(planes, V::splat(proof, 0x3333_3333_3333_3333));
    swap::<V, 1>(planes, V::splat(proof, 0x5555_5555_5555_5555));
}

#[inline(always)]
fn load<V: Plane>(proof: V::Proof, words: &[u64]) -> [V; 64] {
    let mut planes = [V::splat(proof, 0); 64];
    for (plane, words) in planes.iter_mut().zip(words.chunks_exact(V::WORDS)) {
        *plane = V::load(proof, words);
    }
    transpose(proof, &mut planes);
    planes
}

#[inline(always)]
fn store<V: Plane>(proof: V::Proof, mut planes: [V; 64], words: &mut [u64]) {
    transpose(proof, &mut planes);
    for (plane, words) in planes.iter().zip(words.chunks_exact_mut(V::WORDS)) {
        plane.store(words);
    }
}

/// The most words in a block.
const MOST: usize = 64 * 4;

// Closures would not do in what follows: they do not have the instructions of the function around
// them.

/// Products of nimbers.
#[inline(always)]
pub fn product<V: Plane>(proof: V::Proof, a: &[u64], b: &[u64], out: &mut [u64]) {
    let size = 64 * V::WORDS;
    let (mut a_rest, mut b_rest, mut out_rest) = ([0; MOST], [0; MOST], [0; MOST]);
    for ((a, b), out) in a.chunks(size).zip(b.chunks(size)).zip(out.chunks_mut(size)) {
        let short = out.len() < size;
        let (mut a_words, mut b_words) = (a, b);
        if short {
            a_rest[..a.len()].copy_from_slice(a);
            b_rest[..b.len()].copy_from_slice(b);
            (a_words, b_words) = (&a_rest[..size], &b_rest[..size]);
        }
        let (a, b) = (load::<V>(proof, a_words), load::<V>(proof, b_words));
        let into = if short { &mut out_rest[..size] } else { &mut *out };
        store(proof, product_64(&a, &b), into);
        if short {
            out.copy_from_slice(&out_rest[..out.len()]);
        }
    }
}

/// The sum of products of nimbers: planes are added, and only their sum goes back.
#[inline(always)]
pub fn dot<V: Plane>(proof: V::Proof, a: &[u64], b: &[u64]) -> u64 {
    let size = 64 * V::WORDS;
    let mut total = [V::splat(proof, 0); 64];
    let (mut a_rest, mut b_rest) = ([0; MOST], [0; MOST]);
    for (a, b) in a.chunks(size).zip(b.chunks(size)) {
        let (mut a, mut b) = (a, b);
        if a.len() < size {
            a_rest[..a.len()].copy_from_slice(a);
            b_rest[..b.len()].copy_from_slice(b);
            (a, b) = (&a_rest[..size], &b_rest[..size]);
        }
        total = sum(total, product_64(&load::<V>(proof, a), &load::<V>(proof, b)));
    }
    let mut words = [0; 8];
    let parity = |(index, plane): (usize, &V)| {
        plane.store(&mut words);
        let ones: u32 = words[..V::WORDS].iter().map(|word| word.count_ones()).sum();
        u64::from(ones & 1) << index
    };
    total.iter().enumerate().map(parity).fold(0, |sum, bit| sum | bit)
}

/// Products of 128-bit nimbers, each of which is two words, the lower one first.
#[inline(always)]
pub fn product_128<V: Plane>(proof: V::Proof, a: &[u64], b: &[u64], out: &mut [u64]) {
    let size = 64 * V::WORDS;
    for ((a, b), out) in a.chunks(2 * size).zip(b.chunks(2 * size)).zip(out.chunks_mut(2 * size)) {
        let mut words = [[0; MOST]; 4];
        for (index, (a, b)) in a.chunks_exact(2).zip(b.chunks_exact(2)).enumerate() {
            for (words, word) in words.iter_mut().zip([a[0], a[1], b[0], b[1]]) {
                words[index] = word;
            }
        }
        let mut planes = [[V::splat(proof, 0); 64]; 4];
        for (planes, words) in planes.iter_mut().zip(&words).take(rounds(4)) {
            *planes = load::<V>(proof, &words[..size]);
        }
        let [a_low, a_high, b_low, b_high] = planes;
        let mut parts =
            [(a_low, b_low), (a_high, b_high), (sum(a_low, a_high), sum(b_low, b_high))];
        // One piece of code for the three products.
        for (a, b) in parts.iter_mut().take(rounds(3)) {
            *a = product_64(a, b);
        }
        let [(low, _), (high, _), (cross, _)] = parts;
        let raised = raise_64(high);
        let (mut words_low, mut words_high) = ([0; MOST], [0; MOST]);
        store(proof, sum(low, raised), &mut words_low[..size]);
        store(proof, sum(cross, low), &mut words_high[..size]);
        for (index, pair) in out.chunks_exact_mut(2).enumerate() {
            (pair[0], pair[1]) = (words_low[index], words_high[index]);
        }
    }
}
