//! Many nimbers at once: products, inverses, roots, matrices. Each function equals the loop over
//! single operations; tests say so.
//!
//! Work in chains is best done on [`Polynomial64`]: nimbers are converted once, and products cost a
//! fraction of a nanosecond.

use bouton_core::error::Error;

use super::cast::{words, words_mut};
use super::kernel::{self, BACK, Level, Map, ROOT, TO};
use super::{Nimber64, Nimber128, Polynomial64, domain};

fn same_length(lengths: &[usize]) -> Result<(), Error> {
    match lengths {
        [first, rest @ ..] if rest.iter().any(|length| length != first) => Err(Error::input(
            format!("the slices have different lengths: {lengths:?}; they must be equal"),
        )),
        _ => Ok(()),
    }
}

/// Products, pair by pair, into `out`. An error if the lengths differ.
pub fn product(a: &[Nimber64], b: &[Nimber64], out: &mut [Nimber64]) -> Result<(), Error> {
    product_at(Level::best(), a, b, out)
}

/// The same with the instructions of a level.
pub fn product_at(
    level: Level,
    a: &[Nimber64],
    b: &[Nimber64],
    out: &mut [Nimber64],
) -> Result<(), Error> {
    same_length(&[a.len(), b.len(), out.len()])?;
    kernel::product(level, words(a), words(b), words_mut(out));
    Ok(())
}

/// Products of 128-bit nimbers, pair by pair, into `out`. An error if the lengths differ.
pub fn product_128(a: &[Nimber128], b: &[Nimber128], out: &mut [Nimber128]) -> Result<(), Error> {
    product_128_at(Level::best(), a, b, out)
}

/// The same with the instructions of a level.
pub fn product_128_at(
    level: Level,
    a: &[Nimber128],
    b: &[Nimber128],
    out: &mut [Nimber128],
) -> Result<(), Error> {
    same_length(&[a.len(), b.len(), out.len()])?;
    #[cfg(target_endian = "little")]
    if kernel::has_product_128(level) {
        use super::cast::{halves, halves_mut};
        kernel::product_128(level, halves(a), halves(b), halves_mut(out));
        return Ok(());
    }
    let _ = level;
    for ((a, b), out) in a.iter().zip(b).zip(out) {
        *out = *a * *b;
    }
    Ok(())
}

/// All nimbers times one factor, in place. That is a linear map, so each costs less than a product.
pub fn scale(factor: Nimber64, nimbers: &mut [Nimber64]) {
    scale_at(Level::best(), factor, nimbers);
}

/// The same with the instructions of a level.
pub fn scale_at(level: Level, factor: Nimber64, nimbers: &mut [Nimber64]) {
    // The map costs some hundred products.
    if nimbers.len() < 400 {
        nimbers.iter_mut().for_each(|nimber| *nimber *= factor);
        return;
    }
    let map = Map::new(std::array::from_fn(|bit| (factor * Nimber64(1 << bit)).0));
    kernel::apply(level, &map, words_mut(nimbers));
}

/// The sum of the products of pairs. An error if the lengths differ.
pub fn dot(a: &[Nimber64], b: &[Nimber64]) -> Result<Nimber64, Error> {
    dot_at(Level::best(), a, b)
}

/// The same with the instructions of a level.
pub fn dot_at(level: Level, a: &[Nimber64], b: &[Nimber64]) -> Result<Nimber64, Error> {
    same_length(&[a.len(), b.len()])?;
    Ok(Nimber64(kernel::dot(level, words(a), words(b))))
}

/// Replaces all nimbers by their inverses. An error that names the first 0, if there is one; then
/// nothing is changed.
pub fn invert(nimbers: &mut [Nimber64]) -> Result<(), Error> {
    invert_at(Level::best(), nimbers)
}

/// The same with the instructions of a level.
pub fn invert_at(level: Level, nimbers: &mut [Nimber64]) -> Result<(), Error> {
    if let Some(index) = nimbers.iter().position(|nimber| nimber.is_zero()) {
        return Err(Error::input(format!(
            "nimber {index} of the slice is 0, which has no inverse"
        )));
    }
    kernel::inverse(level, words_mut(nimbers));
    Ok(())
}

/// Replaces all nimbers by their square roots.
pub fn square_roots(nimbers: &mut [Nimber64]) {
    square_roots_at(Level::best(), nimbers);
}

/// The same with the instructions of a level.
pub fn square_roots_at(level: Level, nimbers: &mut [Nimber64]) {
    kernel::apply(level, &ROOT, words_mut(nimbers));
}

/// The same nimbers in the polynomial domain.
pub fn to_polynomials(nimbers: &[Nimber64]) -> Vec<Polynomial64> {
    let mut polynomials: Vec<Polynomial64> =
        nimbers.iter().map(|nimber| Polynomial64(nimber.0)).collect();
    kernel::apply(Level::best(), &TO, words_mut(&mut polynomials));
    polynomials
}

/// The same elements as nimbers.
pub fn to_nimbers(polynomials: &[Polynomial64]) -> Vec<Nimber64> {
    let mut nimbers: Vec<Nimber64> =
        polynomials.iter().map(|polynomial| Nimber64(polynomial.0)).collect();
    kernel::apply(Level::best(), &BACK, words_mut(&mut nimbers));
    nimbers
}

/// Products in the polynomial domain, pair by pair, into `out`. An error if the lengths differ.
pub fn polynomial_product(
    a: &[Polynomial64],
    b: &[Polynomial64],
    out: &mut [Polynomial64],
) -> Result<(), Error> {
    polynomial_product_at(Level::best(), a, b, out)
}

/// The same with the instructions of a level.
pub fn polynomial_product_at(
    level: Level,
    a: &[Polynomial64],
    b: &[Polynomial64],
    out: &mut [Polynomial64],
) -> Result<(), Error> {
    same_length(&[a.len(), b.len(), out.len()])?;
    kernel::polynomials(level, words(a), words(b), words_mut(out));
    Ok(())
}

/// The product of two matrices given row by row; the first has `inner` columns and the second as
/// many rows. An error if the slices are not matrices that fit.
pub fn matrix_product(
    a: &[Nimber64],
    b: &[Nimber64],
    inner: usize,
) -> Result<Vec<Nimber64>, Error> {
    if inner == 0 || a.len() % inner != 0 || b.len() % inner != 0 {
        return Err(Error::input(format!(
            "slices of {} and {} nimbers are not matrices with {inner} columns and {inner} rows",
            a.len(),
            b.len()
        )));
    }
    let (level, columns) = (Level::best(), b.len() / inner);
    if columns == 0 {
        return Ok(Vec::new());
    }
    let (a, b) = (to_polynomials(a), to_polynomials(b));
    let mut product = vec![Polynomial64::default(); a.len() / inner * columns];
    for (row, out) in a.chunks(inner).zip(product.chunks_mut(columns)) {
        for (factor, other) in row.iter().zip(b.chunks(columns)) {
            kernel::add_scaled(level, words_mut(out), factor.0, words(other));
        }
    }
    Ok(to_nimbers(&product))
}

/// Solves a square system, given row by row, for one right side: the unique solution, or `None` if
/// there is none or more than one. An error if the slices do not fit.
pub fn solve(matrix: &[Nimber64], right: &[Nimber64]) -> Result<Option<Vec<Nimber64>>, Error> {
    let size = right.len();
    if matrix.len() != size * size {
        return Err(Error::input(format!(
            "a system with {size} right sides needs a matrix of {} nimbers: {} were given",
            size * size,
            matrix.len()
        )));
    }
    let level = Level::best();
    // Gauss, on rows with the right side at their end.
    let (matrix, right) = (to_polynomials(matrix), to_polynomials(right));
    let mut rows: Vec<Vec<Polynomial64>> = matrix
        .chunks(size.max(1))
        .zip(&right)
        .map(|(row, right)| row.iter().copied().chain([*right]).collect())
        .collect();
    for column in 0..size {
        let Some(pivot) = (column..size).find(|row| rows[*row][column].0 != 0) else {
            return Ok(None);
        };
        rows.swap(column, pivot);
        let mut row = std::mem::take(&mut rows[column]);
        let lead = domain::to(super::tower::inverse(domain::back(row[column].0)));
        for entry in &mut row[column..] {
            *entry = *entry * Polynomial64(lead);
        }
        for (index, other) in rows.iter_mut().enumerate() {
            if index != column && other[column].0 != 0 {
                let factor = other[column].0;
                kernel::add_scaled(
                    level,
                    words_mut(&mut other[column..]),
                    factor,
                    words(&row[column..]),
                );
            }
        }
        rows[column] = row;
    }
    let solution: Vec<Polynomial64> = rows.iter().map(|row| row[size]).collect();
    Ok(Some(to_nimbers(&solution)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn nimbers(length: usize) -> impl Strategy<Value = Vec<Nimber64>> {
        prop::collection::vec(any::<u64>().prop_map(Nimber64), length..length + 1)
    }

    #[test]
    fn slices_that_do_not_fit_are_refused() {
        let (two, three) = ([Nimber64(1); 2], [Nimber64(1); 3]);
        assert!(product(&two, &three, &mut [Nimber64(0); 2]).is_err());
        assert!(dot(&two, &three).is_err());
        assert!(matrix_product(&three, &three, 2).is_err());
        assert!(matrix_product(&three, &three, 0).is_err());
        assert!(solve(&three, &two).is_err());
        assert_eq!(solve(&[], &[]), Ok(Some(Vec::new())));
        let mut with_zero = [Nimber64(5), Nimber64(0)];
        assert!(invert(&mut with_zero).unwrap_err().to_string().contains("nimber 1"));
        assert_eq!(with_zero[0], Nimber64(5));
        assert_eq!(solve(&[Nimber64(0); 4], &[Nimber64(1); 2]), Ok(None));
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(16))]

        #[test]
        fn slices_equal_the_loop(a in nimbers(500), b in nimbers(500), factor: u64) {
            let factor = Nimber64(factor);
            let pairs = || a.iter().zip(&b).map(|(a, b)| *a * *b);
            let mut out = vec![Nimber64::ZERO; 500];
            product(&a, &b, &mut out).unwrap();
            prop_assert_eq!(&out, &pairs().collect::<Vec<_>>());
            prop_assert_eq!(dot(&a, &b).unwrap(), pairs().sum::<Nimber64>());
            let mut scaled = a.clone();
            scale(factor, &mut scaled);
            prop_assert_eq!(scaled, a.iter().map(|a| factor * *a).collect::<Vec<_>>());
            let mut roots = a.clone();
            square_roots(&mut roots);
            prop_assert_eq!(roots, a.iter().map(|a| a.sqrt()).collect::<Vec<_>>());
            let mut polynomials = vec![Polynomial64::default(); 500];
            polynomial_product(&to_polynomials(&a), &to_polynomials(&b), &mut polynomials).unwrap();
            prop_assert_eq!(to_nimbers(&polynomials), out);
        }

        #[test]
        fn systems_are_solved(matrix in nimbers(81), unknown in nimbers(9)) {
            let right = matrix_product(&matrix, &unknown, 9).unwrap();
            let by_hand: Vec<Nimber64> = matrix
                .chunks(9)
                .map(|row| row.iter().zip(&unknown).map(|(a, b)| *a * *b).sum())
                .collect();
            prop_assert_eq!(&right, &by_hand);
            // A random matrix has an inverse, with all but certainty.
            prop_assert_eq!(solve(&matrix, &right).unwrap(), Some(unknown));
        }
    }
}
