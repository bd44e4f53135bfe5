//! The table of alpha_p: what the p-th power of the first ordinal of a prime p is.
//!
//! Lenstra 1977, On the algebraic closure of two: alpha_p is the sum of kappa_q over a set of prime
//! powers q, and of a small number, the excess of p.

use std::sync::OnceLock;

use bouton_core::error::Error;
use num_bigint::BigUint;
use num_traits::One;

use super::{Exponent, OrdinalNimber};
use crate::BigNimber;

/// One row of the table.
struct Row {
    prime: u64,
    powers: Vec<u64>,
    excess: u64,
}

/// The rows for 3, 5, 7, 11, ..., without a gap.
fn rows() -> &'static [Row] {
    static ROWS: OnceLock<Vec<Row>> = OnceLock::new();
    ROWS.get_or_init(|| {
        let text = include_str!("../../data/transfinite_alpha.csv");
        let row = |line: &str| {
            let mut fields = line.split(',');
            let prime = fields.next()?.parse().ok()?;
            let powers = fields.nth(1)?.split(' ').map(|power| power.parse().ok());
            Some(Row {
                prime,
                powers: powers.collect::<Option<_>>()?,
                excess: fields.next()?.parse().ok()?,
            })
        };
        text.lines().skip(1).filter_map(row).collect()
    })
}

/// The odd prime to which w^(w^index) belongs: 3 for index 0. An error outside the table.
pub(super) fn prime(index: usize) -> Result<u64, Error> {
    rows().get(index).map(|row| row.prime).ok_or_else(|| {
        let last = rows().last().map_or(0, |row| row.prime);
        Error::Unsupported(format!(
            "w^(w^{index}) belongs to a prime beyond {last}, where the table of alpha_p ends"
        ))
    })
}

/// alpha_p for the prime of this index. An error outside the table.
pub(super) fn alpha(index: usize) -> Result<OrdinalNimber, Error> {
    prime(index)?;
    let row = &rows()[index];
    let mut alpha = OrdinalNimber::from(BigNimber::from(row.excess));
    for power in &row.powers {
        alpha = &alpha + &kappa(*power)?;
    }
    Ok(alpha)
}

/// kappa_q for a prime power q = r^n: 2^(2^(n-1)) for r = 2, else w^(w^k r^(n-1)), where k is the
/// index of r.
fn kappa(power: u64) -> Result<OrdinalNimber, Error> {
    if power.is_power_of_two() {
        let finite = BigUint::one() << (power / 2);
        return Ok(OrdinalNimber::from(BigNimber::from(&finite)));
    }
    let found = rows().iter().enumerate().find(|(_, row)| power % row.prime == 0);
    let (index, row) =
        found.ok_or_else(|| Error::Unsupported(format!("kappa_{power} is not in the table")))?;
    let mut coefficients = vec![0; index + 1];
    coefficients[index] = power / row.prime;
    Ok(OrdinalNimber::power_of_w(Exponent::new(coefficients)))
}
