//! The classic list method for octal games with a sparse space: exact, and far faster than `plain`.
//!
//! Choose a mask and call a value *rare* if it has an even number of ones below the mask, otherwise
//! *common*. The xor of two common or of two rare values is rare, so a common value can only be
//! excluded through an option with one rare part, or one that leaves a single heap. Few positions
//! are rare, so the least common value not excluded is found quickly; then each rare value below it must
//! be seen among the options, and if one is not, that is the value and the position is rare. The
//! mask chooses how fast this goes, never what comes out (Berlekamp, Conway and Guy, Winning Ways,
//! chapter 4).

use crate::heap::{HeapRules, Options};
use crate::sequence::Code;
use crate::value::Seen;

/// Heaps computed by the definition, from which the mask is chosen.
const START: usize = 2000;

/// The values of heaps 0 to `to` for a code that leaves at most two heaps, without conditions.
pub(crate) fn sparse_values(code: &Code, to: usize) -> Result<Vec<u32>, String> {
    if code.most_heaps() > 2 || !code.is_unconditional() {
        return Err(format!("{code} is not an octal code: this method does not apply"));
    }
    let mut values: Vec<u32> = Vec::with_capacity(to + 1);
    for heap in 0..=to.min(START) {
        let mut seen = Seen::default();
        code.options(
            heap as u64,
            &mut Options::new(&mut |option| {
                seen.insert(option.iter().fold(0, |sum, part| sum ^ values[*part as usize]));
                true
            }),
        );
        values.push(seen.mex());
    }
    let mask = best_mask(&values[values.len() / 2..]);
    let is_rare = |value: u32| (value & mask).count_ones() % 2 == 0;
    let mut rare: Vec<(usize, u32)> = (1..values.len())
        .map(|heap| (heap, values[heap]))
        .filter(|(_, value)| is_rare(*value))
        .collect();
    let digits = |left| {
        (0..=code.last_digit())
            .filter(move |taken| code.may_leave(*taken, left))
            .map(|taken| taken as usize)
    };
    let (single, double): (Vec<usize>, Vec<usize>) = (digits(1).collect(), digits(2).collect());
    // Stamps instead of sets: `excluded[v] == heap` and `witnessed[v] == heap`.
    let (mut excluded, mut witnessed) = (vec![0; 1 << 16], vec![0; 1 << 16]);
    for heap in values.len()..=to {
        for taken in &single {
            let value = values[heap - taken] as usize;
            excluded[value] = heap;
            witnessed[value] = heap;
        }
        for taken in &double {
            let rest = heap - taken;
            for (place, value) in &rare {
                if *place >= rest {
                    break;
                }
                excluded[(values[rest - place] ^ value) as usize] = heap;
            }
        }
        let common =
            (0..).find(|value| !is_rare(*value) && excluded[*value as usize] != heap).unwrap_or(0);
        let value =
            unseen_rare(&values, &double, heap, common, &is_rare, &mut witnessed).unwrap_or(common);
        if is_rare(value) {
            rare.push((heap, value));
        }
        values.push(value);
    }
    Ok(values)
}

/// The least rare value below `common` that no option has.
fn unseen_rare(
    values: &[u32],
    double: &[usize],
    heap: usize,
    common: u32,
    is_rare: &impl Fn(u32) -> bool,
    witnessed: &mut [usize],
) -> Option<u32> {
    let mut missing =
        (0..common).filter(|value| is_rare(*value) && witnessed[*value as usize] != heap).count();
    'search: for taken in double {
        let rest = heap - taken;
        for part in 1..=rest / 2 {
            if missing == 0 {
                break 'search;
            }
            let value = values[part] ^ values[rest - part];
            if value < common && is_rare(value) && witnessed[value as usize] != heap {
                witnessed[value as usize] = heap;
                missing -= 1;
            }
        }
    }
    (0..common).find(|value| is_rare(*value) && witnessed[*value as usize] != heap)
}

/// The mask below which the fewest of these values are rare.
fn best_mask(values: &[u32]) -> u32 {
    let bits = values.iter().fold(1, |all, value| all | value);
    let most = 1 << (32 - bits.leading_zeros());
    let rares =
        |mask: &u32| values.iter().filter(|value| (**value & mask).count_ones() % 2 == 0).count();
    (1..most).min_by_key(rares).unwrap_or(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_method_agrees_with_the_definition() {
        for code in ["0.56", "0.16", "0.77", "0.6", "0.007", "4.3"] {
            let code: Code = code.parse().unwrap();
            let mut plain: Vec<u32> = Vec::new();
            for heap in 0..=3000u64 {
                let mut seen = Seen::default();
                code.options(
                    heap,
                    &mut Options::new(&mut |option| {
                        seen.insert(option.iter().fold(0, |sum, part| sum ^ plain[*part as usize]));
                        true
                    }),
                );
                plain.push(seen.mex());
            }
            assert_eq!(sparse_values(&code, 3000).unwrap(), plain, "{code}");
        }
    }
}
