//! What it takes to be of a class: pairs of a class and the sums that can be won from it at once.
//!
//! A position of class x *wins beside* y if one of its own moves makes the sum with y lost. Positions of one
//! class differ in this: what cannot be won by a move in x must be won by a move in y. A position
//! that never leaves a lost sum beside a partner of x, and that wins beside everything that some known
//! position of class x wins beside, can take the place of that one in every sum: it is of class x. This is
//! the mex of misère play (Plambeck and Siegel 2008, "mex interpolation").
//!
//! So of two positions of one class the one that wins beside less says more, and only the least sets are kept.

use bouton_core::ask::Meter;

use crate::Halt;
use crate::bits::Bits;
use crate::monoid::{Class, Monoid, ONE};

/// The least sets beside which positions of each class win.
#[derive(Clone, Debug, Default)]
pub struct Pairs {
    of_class: Vec<Vec<Bits>>,
    misere: bool,
}

impl Pairs {
    /// Those of the empty position alone.
    pub fn nothing(misere: bool) -> Pairs {
        Pairs { of_class: vec![vec![Bits::new(1)]], misere }
    }

    /// All sums of the kinds whose classes and winning sets are given.
    pub fn closed(
        monoid: &Monoid,
        kinds: &[(Class, Bits)],
        misere: bool,
        meter: &mut Meter<'_>,
    ) -> Result<Pairs, Halt> {
        let order = monoid.order();
        let mut of_class: Vec<Vec<Bits>> = vec![Vec::new(); order];
        of_class[0].push(Bits::new(order));
        let mut queue = std::collections::VecDeque::from([(ONE, Bits::new(order))]);
        let kinds: Vec<(Class, Vec<bool>)> =
            kinds.iter().map(|(class, wins)| (*class, wins.flags(order))).collect();
        while let Some((class, wins)) = queue.pop_front() {
            // What was put aside by a smaller set meanwhile has its sums put aside as well.
            if !of_class[usize::from(class)].contains(&wins) {
                continue;
            }
            let wins = wins.flags(order);
            let beside_class = monoid.row(class);
            for (kind, kind_wins) in &kinds {
                let beside_kind = monoid.row(*kind);
                // A move in either part.
                let won = |other: usize| {
                    kind_wins[usize::from(beside_class[other])]
                        || wins[usize::from(beside_kind[other])]
                };
                let sum = monoid.sum(class, *kind);
                let known = &mut of_class[usize::from(sum)];
                meter.work(1 + order as u64 / 8)?;
                if known.iter().any(|known| known.iter().all(won)) {
                    continue;
                }
                let mut both = Bits::new(order);
                (0..order).filter(|other| won(*other)).for_each(|other| both.insert(other));
                known.retain(|known| !both.within(known));
                known.push(both.clone());
                queue.push_back((sum, both));
            }
        }
        Ok(Pairs { of_class, misere })
    }

    /// Whether a position that wins beside `wins` is of this class.
    pub fn admits(&self, monoid: &Monoid, class: Class, wins: &Bits) -> bool {
        // The empty position is won by a rule and not by a move; what stands for it must be won by a move.
        let end = class != ONE || !self.misere || wins.contains(usize::from(ONE));
        end && !wins.meets(monoid.partners(class))
            && self.of_class[usize::from(class)].iter().any(|least| least.within(wins))
    }

    /// The class of a position that wins beside `wins`, if a known position says so.
    pub fn class(&self, monoid: &Monoid, wins: &Bits) -> Option<Class> {
        monoid.classes().find(|class| self.admits(monoid, *class, wins))
    }

    /// The pairs, by class.
    pub fn iter(&self) -> impl Iterator<Item = (Class, &Bits)> {
        let classes = self.of_class.iter().zip(0..);
        classes.flat_map(|(sets, class)| sets.iter().map(move |wins| (class, wins)))
    }
}
