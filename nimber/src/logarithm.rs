//! Discrete logarithms in the field of 2^64 nimbers.
//!
//! 2^64 - 1 = 65535 * 65537 * 641 * 6700417. Norms lead from 64 to 32 and 16 bits, and a number
//! divided by its conjugate is of norm 1; so each factor is a question in a small group (Pohlig and
//! Hellman 1978). The largest is answered with a table of steps (Shanks 1971), the others by tables.

use std::sync::OnceLock;

use super::Nimber64;

/// Logarithms in the four groups that together are all of it.
struct Tables {
    /// A generator of everything; logarithms are first taken to this base.
    generator: Nimber64,
    /// By the 16-bit nimber: its logarithm to the norm of the generator.
    norms: Vec<u16>,
    /// Roots of unity with their logarithms.
    groups: [Group; 3],
}

/// The powers of one element of prime order.
struct Group {
    order: u64,
    /// Powers 0, 1, 2, ... with exponents, hashed.
    powers: Vec<(u64, u32)>,
    known: u64,
    /// The inverse of the power of that exponent.
    stride: Nimber64,
}

impl Group {
    fn new(element: Nimber64, order: u64, known: u64) -> Group {
        let mut powers = vec![(0, 0); (2 * known).next_power_of_two() as usize];
        let mut power = Nimber64::ONE;
        for exponent in 0..known {
            let mut slot = Group::slot(power.0, powers.len());
            while powers[slot].0 != 0 {
                slot = (slot + 1) % powers.len();
            }
            powers[slot] = (power.0, exponent as u32);
            power *= element;
        }
        Group { order, powers, known, stride: power.inverse().unwrap_or(Nimber64::ONE) }
    }

    fn slot(word: u64, slots: usize) -> usize {
        (word.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40) as usize % slots
    }

    fn logarithm(&self, element: Nimber64) -> u64 {
        let mut rest = element;
        let mut exponent = 0;
        while exponent < self.order {
            let mut slot = Group::slot(rest.0, self.powers.len());
            while self.powers[slot].0 != 0 {
                if self.powers[slot].0 == rest.0 {
                    return (exponent + u64::from(self.powers[slot].1)) % self.order;
                }
                slot = (slot + 1) % self.powers.len();
            }
            rest *= self.stride;
            exponent += self.known;
        }
        // Not reached: the element is a power.
        0
    }
}

/// The product of h F + l with its conjugate, for F = 2^half.
fn norm(nimber: Nimber64, half: u32) -> Nimber64 {
    nimber * conjugate(nimber, half)
}

fn conjugate(nimber: Nimber64, half: u32) -> Nimber64 {
    Nimber64(nimber.0 ^ nimber.0 >> half)
}

/// What the four logarithms are taken of.
fn parts(nimber: Nimber64) -> (Nimber64, [Nimber64; 3]) {
    let unit = |nimber: Nimber64, half| {
        nimber.inverse().map_or(nimber, |inverse| inverse * conjugate(nimber, half))
    };
    let middle = norm(nimber, 32);
    let low = norm(middle, 16);
    let high = unit(nimber, 32);
    (low, [unit(middle, 16), high.pow(6_700_417), high.pow(641)])
}

fn tables() -> &'static Tables {
    static TABLES: OnceLock<Tables> = OnceLock::new();
    TABLES.get_or_init(|| {
        let generator = Nimber64::primitive();
        let (low, [middle, small, large]) = parts(generator);
        let mut norms = vec![0; 1 << 16];
        let mut power = Nimber64::ONE;
        for exponent in 0..65_535 {
            norms[power.0 as usize] = exponent;
            power *= low;
        }
        let groups = [
            Group::new(middle, 65_537, 65_537),
            Group::new(small, 641, 641),
            Group::new(large, 6_700_417, 1 << 16),
        ];
        Tables { generator, norms, groups }
    })
}

/// The logarithm to the generator of the tables, by the Chinese remainder theorem.
fn to_generator(nimber: Nimber64) -> u64 {
    let tables = tables();
    debug_assert!(tables.generator.is_primitive());
    let (low, units) = parts(nimber);
    let mut logarithm = u128::from(tables.norms[low.0 as usize]);
    let mut modulus: u128 = 65_535;
    for (group, unit) in tables.groups.iter().zip(units) {
        let order = u128::from(group.order);
        let wanted = u128::from(group.logarithm(unit));
        // modulus * t = wanted - logarithm modulo the order
        let difference = (wanted + order - logarithm % order) % order;
        logarithm += modulus * (difference * inverse(modulus % order, order) % order);
        modulus *= order;
    }
    logarithm as u64
}

/// The inverse of a number modulo a prime, by Fermat.
fn inverse(number: u128, prime: u128) -> u128 {
    let (mut power, mut square, mut exponent) = (1, number, prime - 2);
    while exponent > 0 {
        if exponent & 1 == 1 {
            power = power * square % prime;
        }
        square = square * square % prime;
        exponent >>= 1;
    }
    power
}

/// The least n with base^n = nimber, if there is one.
pub(super) fn logarithm(nimber: u64, base: u64) -> Option<u64> {
    match (nimber, base) {
        (1, _) => return Some(0),
        (0, 0) => return Some(1),
        (0, _) | (_, 0 | 1) => return None,
        _ => {}
    }
    const ALL: u128 = u64::MAX as u128;
    let nimber = u128::from(to_generator(Nimber64(nimber)));
    let base = u128::from(to_generator(Nimber64(base)));
    // base * n = nimber modulo 2^64 - 1
    let (common, factor) = extended(base, ALL);
    let order = ALL / common;
    (nimber % common == 0).then(|| (nimber / common % order * factor % order) as u64)
}

/// The greatest common divisor g of a and m, and x with a x = g modulo m, reduced modulo m/g.
fn extended(a: u128, modulus: u128) -> (u128, u128) {
    let (mut old, mut new) = ((a as i128, 1i128), (modulus as i128, 0i128));
    while new.0 != 0 {
        let quotient = old.0 / new.0;
        (old, new) = (new, (old.0 - quotient * new.0, old.1 - quotient * new.1));
    }
    let order = modulus as i128 / old.0;
    (old.0 as u128, old.1.rem_euclid(order) as u128)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn logarithms_exist_or_do_not() {
        assert_eq!(logarithm(0, 5), None);
        assert_eq!(logarithm(5, 0), None);
        assert_eq!(logarithm(1, 0), Some(0));
        assert_eq!(logarithm(5, 1), None);
        // The order of 2 is 3.
        assert_eq!((logarithm(3, 2), logarithm(4, 2)), (Some(2), None));
    }

    proptest! {
        #[test]
        fn logarithms_undo_powers(base: u64, exponent: u64, shift in 0..64u32) {
            let base = Nimber64((base >> shift).max(2));
            let power = base.pow(exponent.into());
            let found = power.log(base).expect("it is a power");
            prop_assert_eq!(base.pow(found.into()), power);
            prop_assert!(Some(found) < base.order());
        }
    }
}
