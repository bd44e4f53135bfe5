//! What the misère quotient of a game of heaps says of every heap: a class for each, in turn from some heap on, a table of
//! sums, and which classes are lost.

use super::proof::Ground;
use crate::ask::Ask;
use crate::error::Error;
use crate::formula::{Formula, Operation};
use crate::heap::HeapRules;

/// A misère quotient in which the classes of heaps are proved to come back.
pub(crate) struct Classes {
    /// How many classes there are.
    pub order: usize,
    /// The classes of the heaps before they come back, and once around.
    before: Vec<u64>,
    round: Vec<u64>,
    /// The sum of two classes, row by row. Class 0 is that of no heap.
    pub sums: Vec<u64>,
    /// 1 for each class that is lost.
    pub lost: Vec<u64>,
    computed_to: usize,
}

/// Where the class of a heap is lost, or those of two heaps together.
const LARGEST_TABLE: usize = 1 << 12;

impl Classes {
    /// Works out the quotient, within about a second. Nothing where it does not close so soon, or where no theorem
    /// could prove that.
    #[cfg(feature = "misere")]
    pub fn new(rules: &dyn HeapRules, ask: &Ask<'_>) -> Result<Option<Classes>, Error> {
        use crate::heap::Shape;
        use crate::misere::Quotient;
        use crate::value::Play;

        const MOST_SETS: u64 = 200_000;
        const MOST_STEPS: u64 = 400_000_000;
        const MOST_HEAP: usize = 20_000;
        if matches!(rules.shape(), Shape::Other) {
            return Ok(None);
        }
        let budget = Ask {
            positions: ask.positions.min(MOST_SETS),
            steps: ask.steps.min(MOST_STEPS),
            bytes: ask.bytes / 2,
            ..*ask
        };
        let quotient = Quotient::of(rules, Play::Misere, MOST_HEAP, &budget);
        if let Some(error @ Error::Interrupted { .. }) = quotient.stopped() {
            return Err(error.clone());
        }
        let Some(period) = quotient.period() else { return Ok(None) };
        let (start, end) = (period.preperiod as usize, (period.preperiod + period.period) as usize);
        let classes: Vec<u64> = quotient.classes().iter().map(|class| u64::from(*class)).collect();
        let Some((before, round)) = classes.get(..start).zip(classes.get(start..end)) else {
            return Ok(None);
        };
        let monoid = quotient.monoid();
        let row = |class| monoid.row(class).iter().map(|class| u64::from(*class));
        Ok(Some(Classes {
            order: monoid.order(),
            before: before.to_vec(),
            round: round.to_vec(),
            sums: monoid.classes().flat_map(row).collect(),
            lost: monoid.classes().map(|class| u64::from(monoid.is_lost(class))).collect(),
            computed_to: quotient.computed_to(),
        }))
    }

    /// Without quotients nothing is known.
    #[cfg(not(feature = "misere"))]
    pub fn new(_rules: &dyn HeapRules, _ask: &Ask<'_>) -> Result<Option<Classes>, Error> {
        Ok(None)
    }

    /// The class of a heap.
    pub fn of_heap(&self) -> Formula {
        Formula::repeating(self.before.clone(), self.round.clone(), 0)
    }

    /// Whether one heap is lost.
    pub fn lost_heap(&self) -> Formula {
        let lost =
            |classes: &[u64]| classes.iter().map(|class| self.lost[*class as usize]).collect();
        Formula::repeating(lost(&self.before), lost(&self.round), 0)
    }

    /// Whether two heaps are lost; nothing where the table would be too long.
    pub fn lost_pair(&self) -> Option<Formula> {
        if self.sums.len() > LARGEST_TABLE {
            return None;
        }
        let lost = self.sums.iter().map(|class| self.lost[*class as usize]).collect();
        let class = self.of_heap();
        let row = class.clone().with(Operation::Times, self.order as u64);
        let place = Formula::binary(Operation::Plus, row, class.of_second());
        Some(Formula::Listed(lost, Box::new(place)))
    }

    /// How the classes go on, in words.
    pub fn told(&self) -> String {
        let since = match self.before.len() {
            0 => String::new(),
            first => format!(" from heap {first} on"),
        };
        let lost: u64 = self.lost.iter().sum();
        format!(
            "the misère quotient, which has {} classes, {lost} of them lost; those of heaps have period {}{since}",
            self.order,
            self.round.len()
        )
    }

    /// The theorem.
    pub fn ground(&self) -> Ground {
        Ground {
            statement: format!(
                "positions win and lose in misère play as their classes in {}",
                self.told()
            ),
            source: format!(
                "Plambeck 2005, Plambeck and Siegel 2008; checked with the heaps to {}",
                self.computed_to
            ),
        }
    }
}
