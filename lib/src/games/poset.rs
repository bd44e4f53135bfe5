//! Partial orders: name an element, and it goes with all above it.

use bouton_core::order::InOrder;

use rustc_hash::FxHashMap;

use crate::address::Parameters;
use crate::analysis::{Numbers, Theorem};
use crate::elements::{Elements, Named};
use crate::error::{Error, quoted};
use crate::explain::{Step, parts};
use crate::game::{Ability, Board, Entry, Game, Known, Parameter};
use crate::natural::Natural;
use crate::rules::{Moves, Random, Rules};
use crate::scene::{Form, Role, Scene, Shape};
use crate::value::{Nimber, Play};

/// An order on named elements, closed under transitivity.
struct Poset {
    names: Vec<String>,
    numbers: FxHashMap<String, usize>,
    /// For each element, it and all above it.
    above: Vec<Elements>,
    /// For each element, all below or above it, and itself.
    related: Vec<Elements>,
}

static CHAINS: Theorem = Theorem {
    name: "poset-chains",
    play: Play::Normal,
    statement: "Disjoint chains are Nim: the value is the xor of their lengths",
    source: "Bouton 1901, Nim, a game with a complete mathematical theory",
};

/// Elements that are told by their names at most.
const MOST_TOLD: usize = 40;

const MOST_ELEMENTS: usize = 4096;

impl Poset {
    fn open(parameters: &Parameters) -> Result<Game, Error> {
        let relations = parameters.list().join(" ");
        Game::open(Poset::read_relations(&relations)?, parameters)
    }

    /// Reads `a<b b<c d`: relations, and elements that stand alone.
    fn read_relations(text: &str) -> Result<Poset, Error> {
        let mut poset = Poset {
            names: Vec::new(),
            numbers: FxHashMap::default(),
            above: Vec::new(),
            related: Vec::new(),
        };
        let mut relations = Vec::new();
        for word in text.split_whitespace() {
            let chain: Vec<&str> = word.split('<').collect();
            let mut numbers = Vec::new();
            for name in &chain {
                if name.is_empty()
                    || name.contains(['>', '='])
                    || *name == "*"
                    || ["none", "+", "-"].contains(name)
                {
                    return Err(Error::input(format!(
                        "{} is not a relation: write a<b for a below b, blanks between relations, and elements \
                         alone by their name",
                        quoted(word)
                    )));
                }
                numbers.push(poset.number(name)?);
            }
            relations.extend(numbers.windows(2).map(|pair| (pair[0], pair[1])));
        }
        if poset.names.is_empty() {
            return Err(Error::input(
                "the order has no elements: write relations, such as poset(a<b b<c a<d)",
            ));
        }
        poset.close(&relations)?;
        Ok(poset)
    }

    fn number(&mut self, name: &str) -> Result<usize, Error> {
        if let Some(number) = self.numbers.get(name) {
            return Ok(*number);
        }
        if self.names.len() == MOST_ELEMENTS {
            return Err(Error::input(format!(
                "the order has more than {MOST_ELEMENTS} elements: that is too many"
            )));
        }
        self.names.push(name.to_string());
        self.numbers.insert(name.to_string(), self.names.len() - 1);
        Ok(self.names.len() - 1)
    }

    /// Takes elements off from the top; what cannot be taken off lies on a circle.
    fn close(&mut self, relations: &[(usize, usize)]) -> Result<(), Error> {
        let count = self.names.len();
        self.above = (0..count).map(|_| Elements::none(count)).collect();
        let mut covers: Vec<Vec<usize>> = vec![Vec::new(); count];
        let mut below: Vec<Vec<usize>> = vec![Vec::new(); count];
        for (low, high) in relations {
            covers[*low].push(*high);
            below[*high].push(*low);
        }
        let mut open: Vec<usize> = covers.iter().map(Vec::len).collect();
        let mut ready: Vec<usize> = (0..count).filter(|element| open[*element] == 0).collect();
        let mut done = 0;
        while let Some(element) = ready.pop() {
            done += 1;
            let mut above = Elements::none(count);
            above.insert(element);
            for high in &covers[element] {
                above = above.with(&self.above[*high], |a, b| a | b);
            }
            self.above[element] = above;
            for low in &below[element] {
                open[*low] -= 1;
                if open[*low] == 0 {
                    ready.push(*low);
                }
            }
        }
        self.related = self.above.clone();
        for low in 0..count {
            for high in self.above[low].iter() {
                self.related[high].insert(low);
            }
        }
        match (0..count).find(|element| open[*element] > 0) {
            Some(element) if done < count => Err(Error::input(format!(
                "{} lies below itself: the relations run in a circle, and an order has none",
                self.circle(element, &covers, &open)
            ))),
            _ => Ok(()),
        }
    }

    /// An element of a circle: from any element that is never free, go up until one comes back.
    fn circle(&self, start: usize, covers: &[Vec<usize>], open: &[usize]) -> String {
        let mut seen = vec![false; covers.len()];
        let mut element = start;
        while !seen[element] {
            seen[element] = true;
            match covers[element].iter().find(|high| open[**high] > 0) {
                Some(high) => element = *high,
                None => break,
            }
        }
        quoted(&self.names[element])
    }

    fn is_below(&self, low: usize, high: usize) -> bool {
        self.above[low].has(high)
    }

    /// The parts of a set of elements between which no relation holds.
    fn components(&self, elements: &Elements) -> Vec<Elements> {
        let mut left = elements.clone();
        let mut parts = Vec::new();
        while !left.is_empty() {
            let Some(start) = left.iter().next() else { break };
            let mut part = Elements::none(self.names.len());
            part.insert(start);
            let mut waiting = vec![start];
            while let Some(element) = waiting.pop() {
                let near = self.related[element].with(&left, |a, b| a & b);
                let near = near.with(&part, |a, b| a & !b);
                waiting.extend(near.iter());
                part = part.with(&near, |a, b| a | b);
            }
            left = left.with(&part, |a, b| a & !b);
            parts.push(part);
        }
        parts
    }

    fn play_at(&self, elements: &Elements, element: usize) -> Elements {
        elements.with(&self.above[element], |a, b| a & !b)
    }

    /// If all parts are chains, and few: these as piles of Nim, named by their elements from the bottom.
    fn piles(&self, elements: &Elements) -> Option<Vec<parts::Pile>> {
        let chains = self.components(elements);
        if chains.len() > MOST_TOLD || elements.len() > MOST_TOLD {
            return None;
        }
        let named = |chain: &Elements| {
            let mut order: Vec<usize> = chain.iter().collect();
            order.put_in_order_by(|a, b| self.above[*b].len().cmp(&self.above[*a].len()));
            let names: Vec<&str> = order.iter().map(|element| &self.names[*element][..]).collect();
            (format!("chain {}", names.join("<")), Natural::from(chain.len()))
        };
        chains.iter().all(|chain| self.is_chain(chain)).then(|| chains.iter().map(named).collect())
    }

    fn is_chain(&self, elements: &Elements) -> bool {
        let count = elements.len();
        // In a chain of n the numbers of elements above are n, n-1, ..., 1.
        let mut counts: Vec<usize> = elements
            .iter()
            .map(|element| self.above[element].with(elements, |a, b| a & b).len())
            .collect();
        counts.sort_unstable();
        counts.into_iter().eq(1..=count)
    }
}

impl Rules for Poset {
    type Position = Elements;
    type Move = Named;

    fn moves(&self, elements: &Elements, out: &mut Moves<'_, Named>) {
        for element in elements.iter() {
            out.push(Named { element, name: self.names[element].clone() });
        }
    }

    fn play(&self, elements: &Elements, mv: &Named) -> Elements {
        self.play_at(elements, mv.element)
    }

    fn options(&self, elements: &Elements, mut take: impl FnMut(Elements) -> bool) -> bool {
        elements.iter().all(|element| take(self.play_at(elements, element)));
        true
    }

    fn read(&self, text: &str) -> Result<Elements, Error> {
        let number = |name: &str| self.numbers.get(name).copied();
        Elements::read(text, "elements of the order", &self.names, number)
    }

    fn write(&self, elements: &Elements) -> String {
        elements.write(&self.names)
    }

    fn split(&self, elements: &Elements) -> Option<Vec<Elements>> {
        let parts = self.components(elements);
        (parts.len() > 1).then_some(parts)
    }

    fn value(&self, elements: &Elements) -> Option<Nimber> {
        let parts = self.components(elements);
        let chains = parts.iter().all(|part| self.is_chain(part));
        chains.then(|| Nimber::from(parts.iter().fold(0, |sum, part| sum ^ part.len() as u64)))
    }

    fn theorem(&self, elements: &Elements, play: Play) -> Option<&'static Theorem> {
        self.value(elements).filter(|_| play == Play::Normal).map(|_| &CHAINS)
    }

    fn explain(&self, elements: &Elements, play: Play) -> Option<Vec<Step>> {
        if let Some(piles) = self.piles(elements) {
            let why = "In each chain every element lies below the next. To remove one takes it and what is above it: as \
                       many of the chain as you like.";
            return Some(parts::nim(why, &piles, play));
        }
        let least = elements.iter().find(|least| self.play_at(elements, *least).is_empty())?;
        let text = format!(
            "{} lies below all others: remove it, and nothing is left for the other side.",
            self.names[least]
        );
        Some(vec![Step::new("idea", text)]).filter(|_| play == Play::Normal)
    }

    fn because(&self, elements: &Elements, mv: &Named, play: Play) -> Option<Step> {
        let piles = self.piles(elements)?;
        let chain = self.components(elements).iter().position(|part| part.has(mv.element))?;
        let taken = elements.len() - self.play(elements, mv).len();
        let to = piles[chain].1.minus(&Natural::from(taken))?;
        parts::nim_move(&piles, play, chain, &to, &self.describe(elements, mv))
    }

    fn describe(&self, elements: &Elements, mv: &Named) -> String {
        let above = self.above[mv.element].with(elements, |a, b| a & b);
        let others = above.iter().filter(|element| *element != mv.element);
        let others: Vec<String> = others.map(|element| self.names[element].clone()).collect();
        match others.len() {
            0 => format!("remove {}", mv.name),
            1..=3 => format!("remove {} with {}", mv.name, parts::list(&others)),
            count => format!("remove {} and the {count} above it", mv.name),
        }
    }

    fn numbers(&self, _elements: &Elements, mv: &Named) -> Numbers {
        Numbers { node: Some(mv.name.clone()), ..Numbers::default() }
    }

    fn scene(&self, elements: &Elements) -> Scene {
        const MOST: usize = 60;
        if elements.is_empty() {
            return Scene::text("No element is left");
        }
        let list: Vec<usize> = elements.iter().take(MOST).collect();
        // Level by level: an element stands above all that are below it.
        let mut levels: FxHashMap<usize, usize> = FxHashMap::default();
        let mut order = list.clone();
        order.put_in_order_by(|a, b| self.above[*b].len().cmp(&self.above[*a].len()));
        for element in &order {
            let lower =
                order.iter().filter(|other| *other != element && self.is_below(**other, *element));
            let level = lower.filter_map(|other| levels.get(other)).map(|level| level + 1).max();
            levels.insert(*element, level.unwrap_or(0));
        }
        let height = levels.values().max().copied().unwrap_or(0) + 1;
        let mut rows: Vec<Vec<usize>> = vec![Vec::new(); height];
        list.iter().for_each(|element| rows[levels[element]].push(*element));
        let widest = rows.iter().map(Vec::len).max().unwrap_or(1) as f64 * 1.8;
        let mut scene = Scene { width: widest, height: height as f64 * 1.8, ..Scene::default() };
        let mut centres: FxHashMap<usize, (f64, f64)> = FxHashMap::default();
        for (level, row) in rows.iter().enumerate() {
            for (place, element) in row.iter().enumerate() {
                let x = widest / 2.0 + (place as f64 - (row.len() - 1) as f64 / 2.0) * 1.8;
                centres.insert(*element, (x, (height - level) as f64 * 1.8 - 0.9));
            }
        }
        for low in &list {
            for high in list.iter().filter(|high| *high != low && self.is_below(*low, **high)) {
                let between = |middle: &&usize| {
                    ![low, high].contains(middle)
                        && self.is_below(*low, **middle)
                        && self.is_below(**middle, *high)
                };
                if list.iter().any(|middle| between(&middle)) {
                    continue;
                }
                let ((x, y), (to_x, to_y)) = (centres[low], centres[high]);
                let form = Form::Line { x, y, to_x, to_y, arrow: false };
                let label = format!("{} is below {}", self.names[*low], self.names[*high]);
                scene.shapes.push(Shape::new(
                    format!("below-{low}-{high}"),
                    label,
                    Role::Arc,
                    form,
                ));
            }
        }
        for element in &list {
            let ((x, y), name) = (centres[element], &self.names[*element]);
            let form = Form::Circle { x, y, radius: 0.6 };
            scene.shapes.push(
                Shape::new(
                    format!("element-{element}"),
                    format!("Element {name}"),
                    Role::Node,
                    form,
                )
                .with_caption(name)
                .with_pick(Some(name.clone())),
            );
        }
        let hidden = elements.len() - list.len();
        scene.capped = (hidden > 0).then(|| format!("{hidden} more elements are not drawn."));
        scene
    }

    fn random(&self, _size: u64, random: &mut Random) -> Option<Elements> {
        let mut elements = Elements::none(self.names.len());
        (0..self.names.len())
            .filter(|_| random.chance(0.7))
            .for_each(|element| elements.insert(element));
        Some(elements)
    }
}

pub static ENTRY: Entry = Entry {
    name: "poset",
    aliases: &["poset-game"],
    title: "Partial orders",
    rules: "A finite order, given by relations a<b, and the elements that remain. A move names an element and removes \
            it with all remaining elements above it. The position * means all elements, none means none.",
    board: Board::Graph,
    can: &[Ability::Misere],
    parameters: &[Parameter {
        key: "relations",
        required: true,
        list: true,
        help: "relations a<b with blanks between them, and elements alone by their name",
    }],
    examples: &[
        "poset(a<b b<c a<d): a b c d",
        "poset(a<b c<d<e f<g<h<i): *",
        "poset(0<1 0<2 1<3 2<3 3<4 3<5 4<6 5<6 7): *",
        "poset(a<c a<d b<d b<e c<f d<f e<g d<g h): *",
        "poset(a<1 a<2 a<3 b<2 b<3 b<4 1<x 2<x 3<y 4<y 4<z): *",
        "misere poset(a<b b<c a<d e<f): *",
    ],
    example_move: ("a b c d", "b"),
    known: &[
        Known {
            address: "poset(a<b c<d<e f<g<h<i): *",
            outcome: "N",
            value: Some(5),
            source: "chains of 2, 3 and 4",
        },
        Known {
            address: "poset(a<b b<c a<d): a b c d",
            outcome: "N",
            value: Some(4),
            source: "by the definition",
        },
    ],
    theorems: &[&CHAINS],
    presets: &[],
    open: Poset::open,
};

#[cfg(test)]
mod tests {
    use crate::address;

    #[test]
    fn bad_orders_are_refused_in_a_sentence() {
        for (wrong, hint) in [
            ("poset(a<b b<c c<a): *", "circle"),
            ("poset(a<a): *", "circle"),
            ("poset(a<): *", "not a relation"),
            ("poset(a>b): *", "not a relation"),
        ] {
            let message = address::open(wrong).err().expect(wrong).to_string();
            assert!(message.contains(hint), "{wrong}: {message}");
        }
        let whole = address::open("poset(a<b): *").unwrap();
        let error = whole.game.read("a z").unwrap_err().to_string();
        assert!(error.contains("elements of the order, which are a, b"));
        assert_eq!(whole.address(), "poset(a<b): a b");
        assert_eq!(whole.after("a").unwrap().address(), "poset(a<b): none");
    }
}
