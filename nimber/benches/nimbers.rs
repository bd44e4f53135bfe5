//! The field of nimbers beside the best public techniques, written plainly here: byte tables with
//! carry-less multiplication, and for whole processes a table of all products of bytes (32 MB).
//!
//! `cargo bench --package bouton-nimber` prints the table of docs/benchmarks.md: nanoseconds for each
//! operation, the best of many short runs, and a signature of the results, for each level of instructions that
//! the processor has; the name of a level as argument (`-- avx2`) prints that one only. The time of
//! `bouton nimber --pairs` is measured if `target/release/bouton` is there.
#![allow(unsafe_code, reason = "carry-less multiplication in the reference")]

use std::fs::File;
use std::hint::black_box;
use std::io::{Read, Write};
use std::process::{Command, Stdio};
use std::time::Instant;

use bouton_nimber::{BigNimber, Level, Nimber64, Nimber128, Polynomial64, slices};

const LENGTH: usize = 8192;

fn main() {
    let words: Vec<String> = std::env::args().collect();
    if words.iter().any(|word| word == "pairs-by-table") {
        return pairs_by_table();
    }
    let mut random = numbers();
    let a: Vec<Nimber64> = (0..LENGTH).map(|_| Nimber64(random() | 1)).collect();
    let b: Vec<Nimber64> = (0..LENGTH).map(|_| Nimber64(random())).collect();
    println!("level {}, {LENGTH} nimbers, one thread", Level::best().name());

    let reference = Reference::new();
    let mut out = vec![Nimber64(0); LENGTH];
    let plain = best(LENGTH, || {
        for ((a, b), out) in a.iter().zip(&b).zip(&mut out) {
            *out = Nimber64(reference.product(a.0, black_box(b.0)));
        }
    });
    report("single product, reference", plain, signature(&out));
    let single = best(LENGTH, || {
        for ((a, b), out) in a.iter().zip(&b).zip(&mut out) {
            *out = *a * black_box(*b);
        }
    });
    report("single product", single, signature(&out));
    println!("  {:.2} times as fast as the reference", plain / single);

    let inverse = best(LENGTH, || {
        for (a, out) in a.iter().zip(&mut out) {
            *out = black_box(*a).inverse().unwrap_or_default();
        }
    });
    report("inverse, single", inverse, signature(&out));
    let long = |numbers: &[Nimber64]| -> Vec<Nimber128> {
        let pair =
            |pair: &[Nimber64]| Nimber128(u128::from(pair[0].0) << 64 | u128::from(pair[1].0));
        numbers.chunks(2).map(pair).collect()
    };
    let (p, q) = (long(&a), long(&b));
    let mut r = vec![Nimber128(0); p.len()];
    let long_single = best(p.len(), || {
        for ((p, q), r) in p.iter().zip(&q).zip(&mut r) {
            *r = *p * black_box(*q);
        }
    });
    report("128-bit product, single", long_single, signature_128(&r));

    // Slices, level by level.
    let named = |level: &Level| words.iter().any(|word| *word == level.name().to_lowercase());
    let all = !Level::all().iter().any(named);
    for level in Level::all().into_iter().filter(|level| all || named(level)) {
        println!("level {}", level.name());
        let slice = best(LENGTH, || slices::product_at(level, &a, &b, &mut out).unwrap());
        report("slice product", slice, signature(&out));
        println!("  {:.2} times as fast as single products", single / slice);

        let (x, y) = (slices::to_polynomials(&a), slices::to_polynomials(&b));
        let mut z = vec![Polynomial64::default(); LENGTH];
        let domain = best(LENGTH, || slices::polynomial_product_at(level, &x, &y, &mut z).unwrap());
        report("slice in the polynomial domain", domain, signature(&slices::to_nimbers(&z)));
        println!("  {:.1} times as fast as single products", single / domain);

        let mut total = Nimber64::ZERO;
        let dot = best(LENGTH, || total = slices::dot_at(level, &a, black_box(&b)).unwrap());
        report("dot product", dot, total.0);
        println!("  {:.2} times as fast as single products", single / dot);

        let batched = best(LENGTH, || {
            out.copy_from_slice(&a);
            slices::invert_at(level, &mut out).unwrap();
        });
        report("inverse, batched", batched, signature(&out));
        println!("  {:.1} times as fast as single inverses", inverse / batched);

        let root = best(LENGTH, || {
            out.copy_from_slice(&a);
            slices::square_roots_at(level, &mut out);
        });
        report("square root, slice", root, signature(&out));
        println!("  {:.1} times as fast as a single product", single / root);

        let long_slice = best(p.len(), || slices::product_128_at(level, &p, &q, &mut r).unwrap());
        report("128-bit product, slice", long_slice, signature_128(&r));
        println!("  {:.2} times a 64-bit slice product", long_slice / slice);
    }

    let wide = |numbers: &[Nimber64]| -> BigNimber {
        let hex: String = numbers[..64].iter().map(|word| format!("{:016x}", word.0)).collect();
        format!("0x{hex}").parse().expect("a number")
    };
    let (p, q) = (wide(&a), wide(&b));
    let mut r = BigNimber::zero();
    let wide = best(1, || r = &p * black_box(&q));
    report("4096-bit product", wide, r.value().iter_u64_digits().fold(0, mix));
    println!("  as long as {:.0} single products", wide / single);

    let mut sum = 0;
    let logarithm = best(256, || {
        sum = a[..256].iter().filter_map(|a| black_box(*a).log(Nimber64(1 << 32 | 3))).fold(0, mix);
    });
    report("discrete logarithm", logarithm, sum);
    pairs();
}

/// The best time of one of `count` operations in many short runs: on a machine that others use as
/// well, that is the time without them.
fn best(count: usize, mut work: impl FnMut()) -> f64 {
    let mut least = f64::MAX;
    let started = Instant::now();
    // Short work is repeated so that the clock does not matter.
    let start = Instant::now();
    work();
    let rounds = (20e-6 / start.elapsed().as_secs_f64().max(1e-9)).ceil().clamp(1.0, 1e4);
    while started.elapsed().as_secs_f64() < 0.5 {
        let start = Instant::now();
        for _ in 0..rounds as usize {
            work();
        }
        least = least.min(start.elapsed().as_secs_f64() / rounds);
    }
    least / count as f64 * 1e9
}

fn report(name: &str, nanoseconds: f64, signature: u64) {
    println!("{name:<36} {nanoseconds:>10.3} ns   {signature:016x}");
}

fn mix(sum: u64, word: u64) -> u64 {
    (sum.rotate_left(5) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

fn signature(numbers: &[Nimber64]) -> u64 {
    numbers.iter().fold(0, |sum, number| mix(sum, number.0))
}

fn signature_128(numbers: &[Nimber128]) -> u64 {
    numbers.iter().fold(0, |sum, number| mix(mix(sum, number.0 as u64), (number.0 >> 64) as u64))
}

/// Numbers that are the same in every run.
fn numbers() -> impl FnMut() -> u64 {
    let mut state = 1901u64;
    move || {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        state ^ state >> 29
    }
}

/// The public technique for one product: x^64 + x^4 + x^3 + x + 1, tables by bytes both ways, and
/// one carry-less multiplication, reduced by shifts.
struct Reference {
    to: Vec<[u64; 256]>,
    back: Vec<[u64; 256]>,
}

impl Reference {
    fn new() -> Reference {
        // t_k is the image of 2^(2^k): t^2 + t is the product of the images before it.
        let mut images = [0u64; 64];
        images[0] = 1;
        let mut before = 1;
        for level in 0..6 {
            let t = Reference::half(before);
            before = slow(before, t);
            for index in 0..1usize << level {
                images[index | 1 << level] = slow(images[index], t);
            }
        }
        let back = inverse(&images);
        Reference { to: tables(&images), back: tables(&back) }
    }

    /// A z with z^2 + z = c, by elimination.
    fn half(c: u64) -> u64 {
        let mut rows: Vec<(u64, u64)> = Vec::new();
        for bit in 0..64 {
            let z = 1u64 << bit;
            let mut row = (slow(z, z) ^ z, z);
            for (value, from) in &rows {
                if row.0 ^ value < row.0 {
                    row = (row.0 ^ value, row.1 ^ from);
                }
            }
            if row.0 != 0 {
                rows.push(row);
                rows.sort_unstable_by(|a, b| b.cmp(a));
            }
        }
        let (mut rest, mut z) = (c, 0);
        for (value, from) in &rows {
            if rest ^ value < rest {
                (rest, z) = (rest ^ value, z ^ from);
            }
        }
        assert_eq!(slow(z, z) ^ z, c);
        z
    }

    #[inline]
    fn product(&self, a: u64, b: u64) -> u64 {
        let look = |tables: &[[u64; 256]], word: u64| {
            let mut sum = 0;
            for (byte, table) in tables.iter().enumerate() {
                sum ^= table[(word >> (8 * byte) & 255) as usize];
            }
            sum
        };
        look(&self.back[..8], polynomial(look(&self.to[..8], a), look(&self.to[..8], b)))
    }
}

#[inline]
fn polynomial(a: u64, b: u64) -> u64 {
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("pclmulqdq") {
        // SAFETY: the feature was found.
        return unsafe { carryless(a, b) };
    }
    slow(a, b)
}

#[cfg(target_arch = "x86_64")]
#[inline]
#[target_feature(enable = "pclmulqdq")]
fn carryless(a: u64, b: u64) -> u64 {
    use std::arch::x86_64::*;
    let product =
        _mm_clmulepi64_si128::<0>(_mm_cvtsi64_si128(a as i64), _mm_cvtsi64_si128(b as i64));
    let low = _mm_cvtsi128_si64(product) as u64;
    let high = _mm_cvtsi128_si64(_mm_unpackhi_epi64(product, product)) as u64;
    let high = high ^ high >> 63 ^ high >> 61 ^ high >> 60;
    low ^ high ^ high << 1 ^ high << 3 ^ high << 4
}

/// The same bit by bit.
fn slow(a: u64, b: u64) -> u64 {
    (0..64).rev().fold(0u64, |sum, bit| {
        let doubled = sum << 1 ^ (sum >> 63) * 0x1b;
        if b >> bit & 1 == 1 { doubled ^ a } else { doubled }
    })
}

fn tables(images: &[u64; 64]) -> Vec<[u64; 256]> {
    let entry = |byte: usize, value: usize| {
        (0..8).filter(|bit| value >> bit & 1 == 1).fold(0, |sum, bit| sum ^ images[8 * byte + bit])
    };
    (0..8).map(|byte| std::array::from_fn(|value| entry(byte, value))).collect()
}

fn inverse(images: &[u64; 64]) -> [u64; 64] {
    let mut rows: Vec<(u64, u64)> = images.iter().enumerate().map(|(i, x)| (*x, 1 << i)).collect();
    for column in 0..64 {
        let pivot = (column..64).find(|row| rows[*row].0 >> column & 1 == 1).expect("invertible");
        rows.swap(column, pivot);
        let row = rows[column];
        for (index, other) in rows.iter_mut().enumerate() {
            if index != column && other.0 >> column & 1 == 1 {
                *other = (other.0 ^ row.0, other.1 ^ row.1);
            }
        }
    }
    std::array::from_fn(|index| rows[index].1)
}

/// The table method as a whole process: products of all pairs of bytes at all places, 32 MB.
fn pairs_by_table() {
    let mut table = vec![0u64; 64 << 16];
    for place in 0..64usize {
        let (left, right) = (place / 8, place % 8);
        let part = &mut table[place << 16..][..1 << 16];
        for i in 0..8 {
            for j in 0..8 {
                let bit = |place, index| Nimber64(1u64 << (8 * place + index));
                part[1 << (i + 8) | 1 << j] = (bit(left, i) * bit(right, j)).0;
            }
        }
        for a in 1..256usize {
            let (a_rest, a_low) = (a & (a - 1), a & a.wrapping_neg());
            for b in 1..256usize {
                let (b_rest, b_low) = (b & (b - 1), b & b.wrapping_neg());
                if a_rest != 0 {
                    part[a << 8 | b] = part[a_rest << 8 | b] ^ part[a_low << 8 | b];
                } else if b_rest != 0 {
                    part[a << 8 | b] = part[a << 8 | b_rest] ^ part[a << 8 | b_low];
                }
            }
        }
    }
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).expect("text");
    let mut numbers =
        text.split_ascii_whitespace().map(|word| word.parse::<u64>().expect("a number"));
    numbers.next();
    let mut out = String::new();
    while let (Some(a), Some(b)) = (numbers.next(), numbers.next()) {
        let (a, b) = (a.to_le_bytes(), b.to_le_bytes());
        let mut product = 0;
        for i in 0..8 {
            for j in 0..8 {
                product ^= table[(8 * i + j) << 16 | (a[i] as usize) << 8 | b[j] as usize];
            }
        }
        std::fmt::Write::write_fmt(&mut out, format_args!("{product}\n")).expect("text");
    }
    std::io::stdout().write_all(out.as_bytes()).expect("output");
}

/// 10^6 random pairs through two whole processes.
fn pairs() {
    let own = std::env::current_exe().expect("a path");
    // Benches are built into a folder beside the command line.
    let folder = own.ancestors().nth(2).expect("a folder");
    let bouton = folder.join("bouton");
    let asked = Command::new(&bouton).args(["nimber", "2*2"]).output();
    if !asked.is_ok_and(|answer| answer.stdout == b"3\n") {
        println!("there is no {} that knows nimbers: cargo build --release", bouton.display());
        return;
    }
    let (input, output) = (folder.join("pairs.txt"), folder.join("products.txt"));
    let mut random = numbers();
    let pairs: String = (0..1_000_000).map(|_| format!("{} {}\n", random(), random())).collect();
    std::fs::write(&input, format!("1000000\n{pairs}")).expect("a file");
    let mut times = Vec::new();
    for (name, program, word, least) in [
        ("10^6 pairs, table of 32 MB", &own, ["pairs-by-table"].as_slice(), 5),
        ("10^6 pairs, bouton nimber --pairs", &bouton, &["nimber", "--pairs"], 15),
    ] {
        let mut best = f64::MAX;
        for _ in 0..least {
            let mut command = Command::new(program);
            command.args(word).stdin(File::open(&input).expect("a file"));
            command.stdout(File::create(&output).expect("a file")).stderr(Stdio::inherit());
            let start = Instant::now();
            assert!(command.status().expect("a process").success());
            best = best.min(start.elapsed().as_secs_f64());
        }
        let products = std::fs::read(&output).expect("a file");
        let signature = products.iter().fold(0, |sum, byte| mix(sum, u64::from(*byte)));
        println!("{name:<36} {:>10.1} ms   {signature:016x}", best * 1e3);
        times.push(best);
    }
    println!("  {:.1} times as fast", times[0] / times[1]);
    let _ = (std::fs::remove_file(input), std::fs::remove_file(output));
}
