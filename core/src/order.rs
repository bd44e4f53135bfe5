//! Sorting in little code, for lists that are sorted once per question.
//!
//! The sort of the standard library is compiled for every type and every comparison, some three kilobytes each; all of
//! them together were a tenth of what a page had to fetch. Here one sort of places is compiled, and for each type only
//! the comparison and the moving of elements. Searches and engines keep the fast one.

use std::cmp::Ordering;

/// Lists that can be put in order. Equal elements keep their order.
#[doc(hidden)]
pub trait InOrder<T> {
    /// Ascending.
    fn put_in_order(&mut self)
    where
        T: Ord;

    /// By a comparison.
    fn put_in_order_by(&mut self, compare: impl Fn(&T, &T) -> Ordering);
}

impl<T> InOrder<T> for [T] {
    fn put_in_order(&mut self)
    where
        T: Ord,
    {
        self.put_in_order_by(T::cmp);
    }

    fn put_in_order_by(&mut self, compare: impl Fn(&T, &T) -> Ordering) {
        let places = places(self.len(), &|a, b| compare(&self[a], &self[b]));
        for place in 0..places.len() {
            // Where the wanted element was moved to by earlier swaps.
            let mut from = places[place];
            while from < place {
                from = places[from];
            }
            self.swap(place, from);
        }
    }
}

/// The places of the elements in their order.
fn places(length: usize, compare: &dyn Fn(usize, usize) -> Ordering) -> Vec<usize> {
    let mut places: Vec<usize> = (0..length).collect();
    places.sort_by(|a, b| compare(*a, *b));
    places
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn it_sorts_as_the_standard_library_does(list in prop::collection::vec((0u8..20, 0u8..20), 0..200)) {
            let (mut own, mut plain) = (list.clone(), list.clone());
            own.put_in_order();
            plain.sort();
            prop_assert_eq!(own, plain);
            let (mut own, mut plain) = (list.clone(), list);
            own.put_in_order_by(|a, b| b.0.cmp(&a.0));
            plain.sort_by_key(|element| std::cmp::Reverse(element.0));
            prop_assert_eq!(own, plain);
        }
    }
}
