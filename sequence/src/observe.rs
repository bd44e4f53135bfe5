//! Repetitions that are seen and not proved.

use serde::Serialize;

use crate::period::trailing_matches;
use crate::values::Values;

/// G(n + period) = G(n) + saltus for all n from `preperiod` on, as far as the values were computed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Repetition {
    /// The shortest period that is seen.
    pub period: u64,
    /// The first heap from which it is seen.
    pub preperiod: u64,
    /// By how much the values grow in each period.
    pub saltus: u64,
    /// The largest heap whose value was computed.
    pub computed_to: u64,
}

/// Values looked at: a longer look would need more memory than the values themselves.
const MOST: usize = 1 << 20;

/// The shortest period that fills at least three rounds and the later half of the values.
///
/// Values that grow by s in each period have periodic differences, so the differences are compared.
pub(super) fn observe(values: &Values) -> Option<Repetition> {
    let from = values.len().saturating_sub(MOST).max(values.start());
    let known: Vec<u32> = values.iter_from(from).collect();
    let differences: Vec<u32> =
        known.windows(2).map(|pair| pair[1].wrapping_sub(pair[0])).collect();
    let matches = trailing_matches(&differences);
    let half = (known.len() / 2) as u64;
    let period =
        (1..differences.len()).find(|period| matches[*period] >= half.max(2 * *period as u64))?;
    let last = known.len() - 1;
    // What shrinks is no growth; a value cannot fall for ever.
    let saltus = known[last].checked_sub(known[last - period])?;
    let mut start = from + (differences.len() - period) - matches[period] as usize;
    while start > 0 {
        let (Some(value), Some(later)) = (values.get(start - 1), values.get(start - 1 + period))
        else {
            break;
        };
        if value.checked_add(saltus) != Some(later) {
            break;
        }
        start -= 1;
    }
    Some(Repetition {
        period: period as u64,
        preperiod: start as u64,
        saltus: u64::from(saltus),
        computed_to: values.len() as u64 - 1,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn repetitions_are_seen_with_their_growth() {
        let plain: Values = [9, 9].into_iter().chain([1, 2, 4].repeat(20)).collect();
        let seen = observe(&plain).unwrap();
        assert_eq!((seen.period, seen.preperiod, seen.saltus), (3, 2, 0));
        let growing: Values = (0..100u32).map(|heap| heap / 4 * 4 + 3 - heap % 4).collect();
        let seen = observe(&growing).unwrap();
        assert_eq!((seen.period, seen.preperiod, seen.saltus), (4, 0, 4));
    }

    #[test]
    fn two_rounds_are_not_enough() {
        let values: Values = (0..20u32).chain(0..20).collect();
        assert_eq!(observe(&values), None);
    }
}
