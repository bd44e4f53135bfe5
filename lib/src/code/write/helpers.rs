//! Functions that formulas use, as each language has them.

use crate::code::Language;
use crate::formula::Function;

/// The square root, rounded down.
pub fn root(language: Language) -> &'static str {
    match language {
        Language::Cpp => {
            "number root(number x) {
    number r = 0;
    for (number bit = 1ULL << 31; bit > 0; bit >>= 1)
        if ((r + bit) * (r + bit) <= x) r += bit;
    return r;
}"
        }
        Language::Python => "from math import isqrt as root",
        Language::Rust => "fn root(x: u64) -> u64 {\n    x.isqrt()\n}",
        Language::Java => {
            "static long root(long x) {
    long r = 0;
    for (long bit = 1L << 30; bit > 0; bit >>= 1)
        if ((r + bit) * (r + bit) <= x) r += bit;
    return r;
}"
        }
    }
}

/// The larger less the smaller.
pub fn difference(language: Language) -> &'static str {
    match language {
        Language::Cpp => "number difference(number a, number b) { return a > b ? a - b : b - a; }",
        Language::Python => "def difference(a, b):\n    return abs(a - b)",
        Language::Rust => "fn difference(a: u64, b: u64) -> u64 {\n    a.abs_diff(b)\n}",
        Language::Java => "static long difference(long a, long b) { return Math.abs(a - b); }",
    }
}

/// A function of one number.
pub fn function(function: Function, language: Language) -> &'static str {
    let [cpp, python, rust, java] = match function {
        Function::Ones => [
            "number ones(number x) { return __builtin_popcountll(x); }",
            "def ones(x):\n    return bin(x).count(\"1\")",
            "fn ones(x: u64) -> u64 {\n    u64::from(x.count_ones())\n}",
            "static long ones(long x) { return Long.bitCount(x); }",
        ],
        Function::Digits => [
            "number digits(number x) { return x ? 64 - __builtin_clzll(x) : 0; }",
            "def digits(x):\n    return x.bit_length()",
            "fn digits(x: u64) -> u64 {\n    u64::from(u64::BITS - x.leading_zeros())\n}",
            "static long digits(long x) { return 64 - Long.numberOfLeadingZeros(x); }",
        ],
        Function::Twos => [
            "// How often 2 divides x; of 0, none.
number twos(number x) { return x ? __builtin_ctzll(x) : 0; }",
            "# How often 2 divides x; of 0, none.
def twos(x):
    return (x & -x).bit_length() - 1 if x else 0",
            "// How often 2 divides x; of 0, none.
fn twos(x: u64) -> u64 {
    if x == 0 { 0 } else { u64::from(x.trailing_zeros()) }
}",
            "// How often 2 divides x; of 0, none.
static long twos(long x) { return x == 0 ? 0 : Long.numberOfTrailingZeros(x); }",
        ],
        Function::LowestBit => [
            "number lowest_bit(number x) { return x & (~x + 1); }",
            "def lowest_bit(x):\n    return x & -x",
            "fn lowest_bit(x: u64) -> u64 {\n    x & x.wrapping_neg()\n}",
            "static long lowest_bit(long x) { return x & -x; }",
        ],
        Function::IsSquare => [
            "bool is_square(number x) { return root(x) * root(x) == x; }",
            "def is_square(x):\n    return root(x) ** 2 == x",
            "fn is_square(x: u64) -> bool {\n    root(x) * root(x) == x\n}",
            "static boolean is_square(long x) { return root(x) * root(x) == x; }",
        ],
        Function::IsTriangular => [
            "// Whether x is 0, 1, 3, 6, 10, ...
bool is_triangular(number x) { return root(2 * x) * (root(2 * x) + 1) == 2 * x; }",
            "# Whether x is 0, 1, 3, 6, 10, ...
def is_triangular(x):
    return root(2 * x) * (root(2 * x) + 1) == 2 * x",
            "// Whether x is 0, 1, 3, 6, 10, ...
fn is_triangular(x: u64) -> bool {
    root(2 * x) * (root(2 * x) + 1) == 2 * x
}",
            "// Whether x is 0, 1, 3, 6, 10, ...
static boolean is_triangular(long x) { return root(2 * x) * (root(2 * x) + 1) == 2 * x; }",
        ],
        Function::IsFibonacci => [
            "// Whether x is 1, 2, 3, 5, 8, ...
bool is_fibonacci(number x) {
    number a = 1, b = 2;
    while (a < x) { b += a; a = b - a; }
    return a == x;
}",
            "# Whether x is 1, 2, 3, 5, 8, ...
def is_fibonacci(x):
    a, b = 1, 2
    while a < x:
        a, b = b, a + b
    return a == x",
            "// Whether x is 1, 2, 3, 5, 8, ...
fn is_fibonacci(x: u64) -> bool {
    let (mut a, mut b) = (1u64, 2u64);
    while a < x {
        (a, b) = (b, a.saturating_add(b));
    }
    a == x
}",
            "// Whether x is 1, 2, 3, 5, 8, ...
static boolean is_fibonacci(long x) {
    long a = 1, b = 2;
    while (a < x) { b += a; a = b - a; }
    return a == x;
}",
        ],
        Function::IsPower(_) => [
            "// Whether x is 1, base, base^2, ...
bool is_power(number x, number base) {
    while (x > 1 && x % base == 0) x /= base;
    return x == 1;
}",
            "# Whether x is 1, base, base^2, ...
def is_power(x, base):
    while x > 1 and x % base == 0:
        x //= base
    return x == 1",
            "// Whether x is 1, base, base^2, ...
fn is_power(mut x: u64, base: u64) -> bool {
    while x > 1 && x % base == 0 {
        x /= base;
    }
    x == 1
}",
            "// Whether x is 1, base, base^2, ...
static boolean is_power(long x, long base) {
    while (x > 1 && x % base == 0) x /= base;
    return x == 1;
}",
        ],
        Function::Beatty(_) => [
            "// floor(k * (2 - t + sqrt(t^2 + 4)) / 2), exactly; k up to 2^60.
number beatty(number k, number t) {
    typedef unsigned __int128 wide;
    wide x = (wide) k * k * (t * t + 4), r = 0;
    for (wide bit = (wide) 1 << 63; bit > 0; bit >>= 1)
        if ((r + bit) * (r + bit) <= x) r += bit;
    return (number) ((r + 2 * (wide) k - (wide) k * t) / 2);
}",
            "# floor(k * (2 - t + sqrt(t^2 + 4)) / 2), exactly.
def beatty(k, t):
    from math import isqrt
    return (k * (2 - t) + isqrt(k * k * (t * t + 4))) // 2",
            "// floor(k * (2 - t + sqrt(t^2 + 4)) / 2), exactly; k up to 2^60.
fn beatty(k: u64, t: u64) -> u64 {
    let (k, t) = (u128::from(k), u128::from(t));
    ((2 * k + (k * k * (t * t + 4)).isqrt() - k * t) / 2) as u64
}",
            "// floor(k * (2 - t + sqrt(t^2 + 4)) / 2), exactly; k up to 2^60.
static long beatty(long k, long t) {
    java.math.BigInteger x = java.math.BigInteger.valueOf(k);
    long r = x.multiply(x).multiply(java.math.BigInteger.valueOf(t * t + 4)).sqrt().longValueExact();
    return (r + 2 * k - k * t) / 2;
}",
        ],
    };
    match language {
        Language::Cpp => cpp,
        Language::Python => python,
        Language::Rust => rust,
        Language::Java => java,
    }
}
