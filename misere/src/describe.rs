//! A quotient in letters: generators, relations, and each class as a product of generators.

use bouton_core::order::InOrder;
use rustc_hash::FxHashMap;
use serde::Serialize;

use crate::Quotient;
use crate::monoid::{Class, Monoid, ONE};

/// Everything that is told of a quotient.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Description {
    /// "exact", or "partial to heap n".
    pub status: String,
    /// The number of classes.
    pub order: usize,
    /// How many of them are lost by their mover.
    pub p_positions: usize,
    /// How the classes of heaps repeat, once that is proved.
    pub period: Option<u64>,
    /// From which heap on.
    pub preperiod: Option<u64>,
    /// Whether all sums behave like sums of Nim heaps; nothing where that is open.
    pub tame: Option<bool>,
    /// The first heap with which they do not.
    pub wild_from: Option<usize>,
    /// The largest heap that was looked at one by one.
    pub computed_to: usize,
    /// Letters for the classes from which all others are made.
    pub generators: Vec<Generator>,
    /// The relations between them: with these, every sum has one shortest product.
    pub relations: Vec<String>,
    /// All classes as products of generators; 1 is the empty position.
    pub classes: Vec<String>,
    /// The classes that are lost.
    pub p_classes: Vec<String>,
    /// The class of each heap from 0 on, to the end of the first period or to the last heap that was looked at.
    pub pretending: Vec<String>,
    /// The classes that are their own doubles.
    pub idempotents: Vec<String>,
    /// The least ideal.
    pub kernel: Kernel,
    /// Why it ended before the heap that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stopped: Option<String>,
}

/// A generator and the least heap of its class.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Generator {
    /// Its letter.
    pub name: String,
    /// The heap.
    pub heap: usize,
}

/// The least ideal of a quotient, which is a group.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Kernel {
    /// How many classes it has.
    pub order: usize,
    /// Its neutral element.
    pub identity: String,
    /// Those of its classes that are lost.
    pub p_classes: Vec<String>,
}

impl Quotient {
    /// Each class, by its number, as a product of the letters of [`describe`](Quotient::describe).
    pub fn names(&self) -> Vec<String> {
        let (letters, _) = letters(self.monoid(), self.classes());
        let normal = NormalForms::of(self.monoid(), &letters);
        self.monoid().classes().map(|class| normal.name(class)).collect()
    }

    /// Heaps whose sum has the class, for each class: those of the letters of its name.
    pub fn heaps_of_classes(&self) -> Vec<Vec<usize>> {
        let (letters, heaps) = letters(self.monoid(), self.classes());
        let normal = NormalForms::of(self.monoid(), &letters);
        let words = normal.words.iter();
        words.map(|word| word.iter().map(|letter| heaps[usize::from(*letter)]).collect()).collect()
    }

    /// The letters that stand for classes of heaps.
    pub fn letters(&self) -> Vec<Generator> {
        let (_, heaps) = letters(self.monoid(), self.classes());
        let named = |(letter, heap)| Generator { name: letter_name(letter), heap };
        heaps.into_iter().enumerate().map(named).collect()
    }

    /// The quotient in letters.
    pub fn describe(&self) -> Description {
        let monoid = self.monoid();
        let (letters, _) = letters(monoid, self.classes());
        let normal = NormalForms::of(monoid, &letters);
        let name = |class: &Class| normal.name(*class);
        let period = self.period();
        let told = period
            .map_or(self.classes().len(), |period| (period.preperiod + period.period) as usize);
        let status = match self.is_exact() {
            true => "exact".to_string(),
            false => format!("partial to heap {}", self.computed_to()),
        };
        let idempotents: Vec<Class> =
            monoid.classes().filter(|class| monoid.sum(*class, *class) == *class).collect();
        // The sum of all idempotents is the least of them.
        let least = idempotents.iter().fold(ONE, |sum, class| monoid.sum(sum, *class));
        let mut kernel: Vec<Class> = monoid.row(least).to_vec();
        kernel.put_in_order();
        kernel.dedup();
        let mut lost: Vec<Class> = monoid.lost().collect();
        lost.put_in_order_by(|a, b| normal.rank(*a).cmp(&normal.rank(*b)));
        let lost_kernel = lost.iter().filter(|class| kernel.contains(class));
        Description {
            status,
            order: monoid.order(),
            p_positions: lost.len(),
            period: period.map(|period| period.period),
            preperiod: period.map(|period| period.preperiod),
            tame: self.tame(),
            wild_from: self.wild_from(),
            computed_to: self.computed_to(),
            generators: self.letters(),
            relations: normal.relations.clone(),
            classes: normal.in_order().map(|class| normal.name(class)).collect(),
            p_classes: lost.iter().map(name).collect(),
            pretending: self.classes()[..told.min(self.classes().len())].iter().map(name).collect(),
            idempotents: idempotents.iter().map(name).collect(),
            kernel: Kernel {
                order: kernel.len(),
                identity: normal.name(least),
                p_classes: lost_kernel.map(name).collect(),
            },
            stopped: self.stopped().map(ToString::to_string),
        }
    }
}

/// The classes from which all others are made, none of them needless, each with its least heap.
fn letters(monoid: &Monoid, classes: &[Class]) -> (Vec<Class>, Vec<usize>) {
    let mut letters: Vec<(Class, usize)> = Vec::new();
    let mut made = generated(monoid, &[]);
    for (heap, class) in classes.iter().enumerate() {
        if !made[usize::from(*class)] {
            letters.push((*class, heap));
            let own: Vec<Class> = letters.iter().map(|(class, _)| *class).collect();
            made = generated(monoid, &own);
        }
    }
    // An early heap may be a sum of later ones.
    for place in (0..letters.len()).rev() {
        let others: Vec<Class> = letters
            .iter()
            .enumerate()
            .filter(|(other, _)| *other != place)
            .map(|(_, (class, _))| *class)
            .collect();
        if generated(monoid, &others)[usize::from(letters[place].0)] {
            letters.remove(place);
        }
    }
    letters.into_iter().unzip()
}

/// Which classes are sums of some.
fn generated(monoid: &Monoid, letters: &[Class]) -> Vec<bool> {
    let mut made = vec![false; monoid.order()];
    made[usize::from(ONE)] = true;
    let mut open = vec![ONE];
    while let Some(class) = open.pop() {
        for letter in letters {
            let sum = monoid.sum(class, *letter);
            if !std::mem::replace(&mut made[usize::from(sum)], true) {
                open.push(sum);
            }
        }
    }
    made
}

/// For each class its least product of letters: the shortest, and of these the first in the alphabet.
struct NormalForms {
    /// The letters of each class, ascending.
    words: Vec<Vec<u8>>,
    /// The classes by their words, least first.
    order: Vec<Class>,
    relations: Vec<String>,
}

impl NormalForms {
    /// Products are tried from short to long. One whose class is known already, though all that is left when a
    /// letter goes is least, gives a relation; these relations bring every product to its least form.
    fn of(monoid: &Monoid, letters: &[Class]) -> NormalForms {
        let mut known: FxHashMap<Vec<u8>, Class> = FxHashMap::default();
        known.insert(Vec::new(), ONE);
        let mut words = vec![None; monoid.order()];
        words[usize::from(ONE)] = Some(Vec::new());
        let (mut order, mut relations) = (vec![ONE], Vec::new());
        let mut last = vec![Vec::<u8>::new()];
        while !last.is_empty() {
            let mut next = Vec::new();
            for word in &last {
                let from = word.last().copied().unwrap_or(0);
                for letter in from..letters.len() as u8 {
                    let mut longer = word.clone();
                    longer.push(letter);
                    let least = (0..longer.len()).all(|gone| {
                        let mut shorter = longer.clone();
                        shorter.remove(gone);
                        known.contains_key(&shorter)
                    });
                    if !least {
                        continue;
                    }
                    let class = monoid.sum(known[word], letters[usize::from(letter)]);
                    match &words[usize::from(class)] {
                        Some(shorter) => {
                            relations.push(format!("{} = {}", product(&longer), product(shorter)));
                        }
                        None => {
                            words[usize::from(class)] = Some(longer.clone());
                            order.push(class);
                            known.insert(longer.clone(), class);
                            next.push(longer);
                        }
                    }
                }
            }
            last = next;
        }
        let words = words.into_iter().map(Option::unwrap_or_default).collect();
        NormalForms { words, order, relations }
    }

    fn name(&self, class: Class) -> String {
        product(&self.words[usize::from(class)])
    }

    fn rank(&self, class: Class) -> (usize, &[u8]) {
        let word = &self.words[usize::from(class)];
        (word.len(), word)
    }

    fn in_order(&self) -> impl Iterator<Item = Class> {
        self.order.iter().copied()
    }
}

/// A product of letters: `a b^2`, written `ab^2`.
fn product(word: &[u8]) -> String {
    if word.is_empty() {
        return "1".to_string();
    }
    let mut text = String::new();
    for run in word.chunk_by(|a, b| a == b) {
        text += &letter_name(usize::from(run[0]));
        if run.len() > 1 {
            text += &format!("^{}", run.len());
        }
    }
    text
}

/// a, b, ..., z, A, ..., Z, then names with numbers.
fn letter_name(letter: usize) -> String {
    match letter {
        0..26 => char::from(b'a' + letter as u8).to_string(),
        26..52 => char::from(b'A' + (letter - 26) as u8).to_string(),
        _ => format!("(g{letter})"),
    }
}
