//! Games as sets: a position is the set of its options, which are sets in turn, and nothing else.
//!
//! ```text
//! {}         the end              nim: 0
//! {{}}       one move, to the end nim: 1
//! {{},{{}}}  both of these        nim: 2
//! ```
//!
//! Positions with the same options are the same set, so isomorphic games have the same text.

use bouton_core::order::InOrder;
use std::cmp::Ordering;

use rustc_hash::FxHashMap;
use serde::Serialize;

use super::Graph;
use crate::ask::{Ask, Meter};
use crate::error::Error;

/// Sets of sets, each kept once and named by its number; an element has a smaller number than any
/// set that holds it.
#[derive(Default)]
pub struct Forms {
    sets: Vec<Box<[u32]>>,
    lengths: Vec<u64>,
    birthdays: Vec<u32>,
    numbers: FxHashMap<Box<[u32]>, u32>,
    bytes: u64,
}

/// The text of a set, and how large it is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SetForm {
    /// The set, its elements from short to long.
    pub set: String,
    /// The length of the longest play.
    pub birthday: u32,
    /// How many different positions it has, itself and the end included.
    pub positions: usize,
}

impl Forms {
    /// The number of sets.
    pub fn len(&self) -> usize {
        self.sets.len()
    }

    /// Whether there are no sets.
    pub fn is_empty(&self) -> bool {
        self.sets.is_empty()
    }

    /// The elements of a set, ascending.
    pub fn options(&self, form: u32) -> &[u32] {
        &self.sets[form as usize]
    }

    /// The length of the longest play.
    pub fn birthday(&self, form: u32) -> u32 {
        self.birthdays[form as usize]
    }

    /// The length of the text; the largest number if it is larger than that.
    pub fn length(&self, form: u32) -> u64 {
        self.lengths[form as usize]
    }

    /// Bytes of memory in use, by estimate.
    pub(crate) fn bytes(&self) -> u64 {
        self.bytes
    }

    /// The number of the set with these elements; whether it is new shows in [`len`](Forms::len).
    pub fn number(&mut self, mut options: Vec<u32>) -> u32 {
        options.sort_unstable();
        options.dedup();
        let options = options.into_boxed_slice();
        if let Some(known) = self.numbers.get(&options) {
            return *known;
        }
        let number = self.sets.len() as u32;
        let commas = options.len().saturating_sub(1) as u64;
        let inside = options.iter().map(|option| self.length(*option));
        self.lengths.push(inside.fold(2 + commas, u64::saturating_add));
        let birthday = options.iter().map(|option| self.birthday(*option) + 1).max().unwrap_or(0);
        self.birthdays.push(birthday);
        self.bytes += 8 * options.len() as u64 + 96;
        self.sets.push(options.clone());
        self.numbers.insert(options, number);
        number
    }

    /// The set of a node of a graph. Play must not run in circles from it.
    pub fn of_graph(&mut self, graph: &Graph, node: u32, ask: &Ask<'_>) -> Result<u32, Error> {
        let mut meter = Meter::new(ask);
        let order = graph.ends_first(node).ok_or_else(runs_in_circles)?;
        let mut forms = vec![0; graph.len()];
        for node in &order {
            meter.position(self.bytes())?;
            meter.work(graph.options(*node).len() as u64)?;
            let options = graph.options(*node).iter().map(|option| forms[*option as usize]);
            forms[*node as usize] = self.number(options.collect());
        }
        Ok(forms[node as usize])
    }

    /// All sets as a graph: node i is set i.
    pub fn graph(&self) -> Graph {
        Graph::new(self.sets.iter().map(|options| options.to_vec()))
    }

    /// The set and everything inside it, smaller numbers first.
    fn inside(&self, form: u32) -> Vec<u32> {
        let mut found = vec![false; form as usize + 1];
        found[form as usize] = true;
        for number in (0..=form).rev() {
            if found[number as usize] {
                self.options(number).iter().for_each(|option| found[*option as usize] = true);
            }
        }
        (0..=form).filter(|number| found[*number as usize]).collect()
    }

    /// The text of a set and its size, if the text has at most `limit` letters.
    ///
    /// No texts are kept on the way: elements of equal length are compared letter by letter as they
    /// are spelt, because the texts of all sets in a long chain would together be its square.
    pub fn set_form(&self, form: u32, limit: usize) -> Result<SetForm, Error> {
        let length = self.length(form);
        if length > limit as u64 {
            let length = match length {
                u64::MAX => "more letters than can be counted".to_string(),
                length => format!("{length} letters"),
            };
            return Err(Error::Stopped(format!(
                "the set has {length}, and at most {limit} are written; a larger limit may show it"
            )));
        }
        let inside = self.inside(form);
        let mut ordered: FxHashMap<u32, Vec<u32>> = FxHashMap::default();
        for number in &inside {
            let mut options = self.options(*number).to_vec();
            options.put_in_order_by(|a, b| {
                let lengths = self.length(*a).cmp(&self.length(*b));
                lengths.then_with(|| match a == b {
                    true => Ordering::Equal,
                    false => Letters::of(*a, &ordered).cmp(Letters::of(*b, &ordered)),
                })
            });
            ordered.insert(*number, options);
        }
        let set = Letters::of(form, &ordered).map(char::from).collect();
        Ok(SetForm { set, birthday: self.birthday(form), positions: inside.len() })
    }
}

/// Why a position has no set.
pub(crate) fn runs_in_circles() -> Error {
    Error::Unsupported(
        "play can run in circles from here, so the position is no finite set of sets: give one from which play ends"
            .to_string(),
    )
}

/// Spells a set, letter by letter. The sets that are open and how many elements of each are spelt
/// stand on a stack of its own, since sets may be nested deeper than calls can be.
struct Letters<'a> {
    ordered: &'a FxHashMap<u32, Vec<u32>>,
    open: Vec<(&'a [u32], usize)>,
    next: Option<u32>,
}

impl<'a> Letters<'a> {
    fn of(form: u32, ordered: &'a FxHashMap<u32, Vec<u32>>) -> Letters<'a> {
        Letters { ordered, open: Vec::new(), next: Some(form) }
    }
}

impl Iterator for Letters<'_> {
    type Item = u8;

    fn next(&mut self) -> Option<u8> {
        if let Some(form) = self.next.take() {
            let options = self.ordered.get(&form).map_or(&[][..], Vec::as_slice);
            self.open.push((options, 0));
            self.next = options.first().copied();
            return Some(b'{');
        }
        let (options, spelt) = self.open.last_mut()?;
        *spelt += 1;
        self.next = options.get(*spelt).copied();
        if self.next.is_some() {
            return Some(b',');
        }
        self.open.pop();
        Some(b'}')
    }
}

impl Graph {
    /// The node and its followers, each after all its options; nothing if play can run in circles.
    pub fn ends_first(&self, node: u32) -> Option<Vec<u32>> {
        #[derive(Clone, Copy, PartialEq)]
        enum State {
            New,
            Open,
            Done,
        }
        let mut states = vec![State::New; self.len()];
        let mut order = Vec::new();
        let mut path = vec![(node, 0)];
        states[node as usize] = State::Open;
        while let Some((node, looked)) = path.last_mut() {
            let Some(option) = self.options(*node).get(*looked).copied() else {
                states[*node as usize] = State::Done;
                order.push(*node);
                path.pop();
                continue;
            };
            *looked += 1;
            match states[option as usize] {
                State::New => {
                    states[option as usize] = State::Open;
                    path.push((option, 0));
                }
                State::Open => return None,
                State::Done => {}
            }
        }
        Some(order)
    }

    /// The set that a node is, as a text of at most `limit` letters.
    ///
    /// ```
    /// use bouton::Ask;
    /// use bouton::graph::Graph;
    ///
    /// let heap_of_two = Graph::new([vec![1, 2], vec![2], vec![]]);
    /// let form = heap_of_two.set_form(0, 100, &Ask::default()).unwrap();
    /// assert_eq!(form.set, "{{},{{}}}");
    /// assert_eq!((form.birthday, form.positions), (2, 3));
    /// ```
    pub fn set_form(&self, node: u32, limit: usize, ask: &Ask<'_>) -> Result<SetForm, Error> {
        let mut forms = Forms::default();
        let form = forms.of_graph(self, node, ask)?;
        forms.set_form(form, limit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    fn text(graph: &Graph, limit: usize) -> Result<String, Error> {
        graph.set_form(0, limit, &Ask::default()).map(|form| form.set)
    }

    /// The text by its definition, with recursion.
    fn spelt(graph: &Graph, node: u32) -> String {
        let mut options: Vec<String> =
            graph.options(node).iter().map(|option| spelt(graph, *option)).collect();
        options.put_in_order_by(|a, b| (a.len(), a).cmp(&(b.len(), b)));
        options.dedup();
        format!("{{{}}}", options.join(","))
    }

    #[test]
    fn texts_agree_with_the_definition_on_random_graphs() {
        let mut random = ChaCha8Rng::seed_from_u64(1930);
        for _ in 0..500 {
            let nodes = random.random_range(1..10u32);
            let graph = Graph::new((0..nodes).map(|node| {
                let later = (node + 1..nodes).filter(|_| random.random_range(0..3) == 0);
                later.collect::<Vec<u32>>()
            }));
            assert_eq!(text(&graph, 100_000).unwrap(), spelt(&graph, 0));
        }
    }

    #[test]
    fn equal_options_are_one_element() {
        // Two ends, and two nodes with one move each.
        let graph = Graph::new([vec![1, 2, 3], vec![3], vec![4], vec![], vec![]]);
        assert_eq!(text(&graph, 100).unwrap(), "{{},{{}}}");
    }

    #[test]
    fn circles_are_refused_and_long_texts_stop() {
        let circle = Graph::new([vec![1], vec![0]]);
        assert!(matches!(text(&circle, 100), Err(Error::Unsupported(_))));
        // A heap of n has 2^n braces or so.
        let heap = Graph::new((0..100u32).map(|node| (node + 1..100).collect()));
        assert!(matches!(text(&heap, 10_000), Err(Error::Stopped(_))));
        // A circle that is not reached does no harm.
        let aside = Graph::new([vec![], vec![1]]);
        assert_eq!(text(&aside, 2).unwrap(), "{}");
        assert!(text(&aside, 1).is_err());
    }

    #[test]
    fn deep_chains_do_not_overflow_the_stack() {
        let depth = 400_000u32;
        let chain = Graph::new(
            (0..=depth).map(|node| (node < depth).then(|| node + 1).into_iter().collect()),
        );
        let form = chain.set_form(0, 1_000_000, &Ask::default()).unwrap();
        assert_eq!((form.set.len(), form.birthday), (800_002, depth));
        assert_eq!(form.positions, depth as usize + 1);
    }
}
