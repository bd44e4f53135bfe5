//! Misère canonical forms, fast: the one simplest game that behaves like a given one in every sum.
//!
//! Conway, On Numbers and Games, chapter 12. A game H, whose options are canonical, may be replaced by K if the
//! options of K are among those of H, every other option of H has K among its own, and, if K is the end, some option
//! of H is lost by its mover. What cannot be replaced is canonical.
//!
//! Two things make this fast. Two single moves cancel, *1 + *1 = 0, so games come in pairs G and G + *1; only the one
//! born first, the *even* one, is stored, and *1 is a bit. And an option that goes is born after K, which is born
//! after every option that stays: with options in the order of birthdays, what stays is a beginning that ends where
//! birthdays jump by two or more, so few K need to be tried.

use bouton_core::ask::Meter;
use bouton_core::error::Error;
use bouton_core::heap::{HeapRules, Options};
use bouton_core::order::InOrder;
use rustc_hash::FxHashMap;

/// A canonical form: the number of an even game, and whether *1 is added.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Form(u32);

impl Form {
    /// The end, at which there is no move.
    pub const END: Form = Form(0);

    /// One move.
    pub const ONE: Form = Form(1);

    fn new(even: usize, odd: bool) -> Form {
        Form((even as u32) << 1 | u32::from(odd))
    }

    fn even(self) -> usize {
        (self.0 >> 1) as usize
    }

    /// Whether *1 is added: the form is born after the one without.
    pub fn is_odd(self) -> bool {
        self.0 & 1 == 1
    }

    /// The form without the *1 that may be added.
    pub fn even_part(self) -> Form {
        Form(self.0 & !1)
    }

    /// The form with *1 added.
    pub fn plus_one(self) -> Form {
        Form(self.0 ^ 1)
    }
}

/// An even game.
struct Even {
    /// In the order of birthdays, then of numbers.
    options: Box<[Form]>,
    birthday: u32,
    /// Whether its mover wins, and whether that of the game with *1 added does.
    wins: [bool; 2],
}

/// Canonical forms, each kept once.
pub struct CanonicalForms {
    games: Vec<Even>,
    numbers: FxHashMap<Box<[Form]>, u32>,
    sums: FxHashMap<u64, Form>,
    bytes: u64,
}

/// Sums that call for each other deeper than this are not added: each takes a place on the stack.
const DEEPEST: usize = 4000;

impl Default for CanonicalForms {
    /// The end, and one move.
    fn default() -> CanonicalForms {
        let end = Even { options: Box::new([]), birthday: 0, wins: [true, false] };
        let numbers = FxHashMap::from_iter([(end.options.clone(), 0)]);
        CanonicalForms { games: vec![end], numbers, sums: FxHashMap::default(), bytes: 64 }
    }
}

impl CanonicalForms {
    /// The number of forms that were met, each with and without *1.
    pub fn len(&self) -> usize {
        2 * self.games.len()
    }

    /// The end is always there.
    pub fn is_empty(&self) -> bool {
        false
    }

    /// All forms.
    pub fn forms(&self) -> impl Iterator<Item = Form> {
        (0..self.games.len() as u32 * 2).map(Form)
    }

    /// Bytes of memory in use, by estimate.
    pub fn bytes(&self) -> u64 {
        self.bytes + self.sums.capacity() as u64 * 17
    }

    /// The length of the longest play.
    pub fn birthday(&self, form: Form) -> u32 {
        self.games[form.even()].birthday + u32::from(form.is_odd())
    }

    /// Whether the mover wins.
    pub fn wins(&self, form: Form) -> bool {
        self.games[form.even()].wins[usize::from(form.is_odd())]
    }

    /// The options of a form, in the order of birthdays.
    pub fn options(&self, form: Form) -> Vec<Form> {
        let own = &self.games[form.even()].options;
        if !form.is_odd() {
            return own.to_vec();
        }
        let mut options: Vec<Form> = own.iter().map(|option| option.plus_one()).collect();
        options.push(form.plus_one());
        self.order(&mut options);
        options
    }

    /// Whether one form is an option of another.
    pub fn has_option(&self, form: Form, option: Form) -> bool {
        let own = |option: Form| {
            let key = (self.birthday(option), option);
            let options = &self.games[form.even()].options;
            options.binary_search_by_key(&key, |other| (self.birthday(*other), *other)).is_ok()
        };
        match form.is_odd() {
            false => own(option),
            true => option == form.plus_one() || own(option.plus_one()),
        }
    }

    fn order(&self, options: &mut Vec<Form>) {
        options.sort_unstable_by_key(|option| (self.birthday(*option), *option));
        options.dedup();
    }

    /// The form of a game whose options have these forms.
    pub fn of_options(&mut self, mut options: Vec<Form>) -> Form {
        self.order(&mut options);
        if let Some(simpler) = self.simpler(&options) {
            return simpler;
        }
        if let Some(known) = self.known(&options) {
            return known;
        }
        let lost = |form: &Form| !self.wins(*form);
        let wins = options.is_empty() || options.iter().any(lost);
        // With *1 added, the mover may take that away, or move in the game.
        let with_one = !wins || options.iter().any(|option| lost(&option.plus_one()));
        let birthday = options.last().map_or(0, |last| self.birthday(*last) + 1);
        let even = self.games.len();
        let options = options.into_boxed_slice();
        self.bytes += 8 * options.len() as u64 + 80;
        self.numbers.insert(options.clone(), even as u32);
        self.games.push(Even { options, birthday, wins: [wins, with_one] });
        Form::new(even, false)
    }

    /// The form with exactly these options, if it is there.
    fn known(&self, options: &[Form]) -> Option<Form> {
        if let Some(even) = self.numbers.get(options) {
            return Some(Form::new(*even as usize, false));
        }
        // X + *1 has the options X, which is even and born last, and X' + *1 for each option X' of X.
        let last = self.birthday(*options.last()?);
        let late = options.iter().rev().take_while(|option| self.birthday(**option) == last);
        let mut bases = late.filter(|option| {
            !option.is_odd() && self.games[option.even()].options.len() + 1 == options.len()
        });
        let base = bases.find(|base| {
            options
                .iter()
                .all(|option| option == *base || self.has_option(**base, option.plus_one()))
        });
        base.map(|base| base.plus_one())
    }

    /// The K by which a game with these options can be replaced, if there is one.
    fn simpler(&self, options: &[Form]) -> Option<Form> {
        let birthday = |place: usize| self.birthday(options[place]);
        (0..options.len()).find_map(|kept| {
            let jump = match kept {
                0 => birthday(0) > 0,
                _ => birthday(kept) >= birthday(kept - 1) + 2,
            };
            if !jump || kept == 0 && options.iter().all(|option| self.wins(*option)) {
                return None;
            }
            let simpler = self.known(&options[..kept])?;
            let gone = &options[kept..];
            gone.iter().all(|option| self.has_option(*option, simpler)).then_some(simpler)
        })
    }

    /// The form of two games side by side.
    pub fn sum(&mut self, a: Form, b: Form, meter: &mut Meter<'_>) -> Result<Form, Error> {
        self.sum_within(a, b, DEEPEST, meter)
    }

    fn sum_within(
        &mut self,
        a: Form,
        b: Form,
        depth: usize,
        meter: &mut Meter<'_>,
    ) -> Result<Form, Error> {
        let (low, high) = (a.even().min(b.even()), a.even().max(b.even()));
        let odd = a.is_odd() != b.is_odd();
        let with = |form: Form| if odd { form.plus_one() } else { form };
        if low == 0 {
            return Ok(with(Form::new(high, false)));
        }
        let key = (low as u64) << 32 | high as u64;
        if let Some(known) = self.sums.get(&key) {
            return Ok(with(*known));
        }
        let Some(depth) = depth.checked_sub(1) else {
            return Err(Error::Stopped(
                "stopped: the plays of this sum are too long for its canonical form".to_string(),
            ));
        };
        let (low, high) = (Form::new(low, false), Form::new(high, false));
        let mut options = Vec::new();
        for (moved, still) in [(low, high), (high, low)] {
            for place in 0..self.games[moved.even()].options.len() {
                let option = self.games[moved.even()].options[place];
                options.push(self.sum_within(option, still, depth, meter)?);
            }
        }
        meter.work(4 * options.len() as u64)?;
        meter.position(self.bytes())?;
        let sum = self.of_options(options);
        self.sums.insert(key, sum);
        Ok(with(sum))
    }

    /// The forms of the heaps 0, 1, ... so far, with one more.
    pub fn next_heap(
        &mut self,
        rules: &dyn HeapRules,
        heaps: &mut Vec<Form>,
        meter: &mut Meter<'_>,
    ) -> Result<(), Error> {
        let size = heaps.len() as u64;
        let (mut forms, mut failed) = (Vec::new(), Ok(()));
        rules.options(
            size,
            &mut Options::new(&mut |option| {
                let parts = option.iter().map(|part| heaps[*part as usize]);
                let form =
                    parts.into_iter().try_fold(Form::END, |sum, part| self.sum(sum, part, meter));
                match form.and_then(|form| meter.work(1).map(|()| form)) {
                    Ok(form) => forms.push(form),
                    Err(error) => failed = Err(error),
                }
                failed.is_ok()
            }),
        );
        failed?;
        if let Some(fault) = rules.fault() {
            return Err(fault);
        }
        meter.position(self.bytes())?;
        heaps.push(self.of_options(forms));
        Ok(())
    }

    /// The size of the Nim heap that a form is.
    pub fn nim_heap(&self, form: Form) -> Option<u32> {
        let (mut size, mut form) = (0, form);
        // A heap of n has the options 0 to n - 1, the last of them born on day n - 1.
        while form != Form::END {
            let options = self.options(form);
            let last = *options.last()?;
            if options.len() as u32 != self.birthday(form)
                || self.birthday(last) + 1 != self.birthday(form)
            {
                return None;
            }
            let rest = self.options(last);
            if options[..options.len() - 1] != rest[..] {
                return None;
            }
            (size, form) = (size + 1, last);
        }
        Some(size)
    }

    /// The form in the notation of the field, if that has at most so many letters: a Nim heap is its size, `X#` is
    /// the game with the one option X, and `[...]` the game with the options that stand in it, the latest first;
    /// sizes beyond 9 stand in parentheses.
    pub fn notation(&self, form: Form, most: usize) -> Option<String> {
        let mut known: FxHashMap<Form, String> = FxHashMap::default();
        let mut open = vec![form];
        while let Some(next) = open.last().copied() {
            if known.contains_key(&next) {
                open.pop();
                continue;
            }
            let text = match self.nim_heap(next) {
                Some(size @ 0..10) => size.to_string(),
                Some(size) => format!("({size})"),
                None => {
                    let options = self.options(next);
                    let missing = open.len();
                    open.extend(options.iter().filter(|option| !known.contains_key(option)));
                    if open.len() > missing {
                        continue;
                    }
                    let texts: Vec<&str> =
                        options.iter().rev().map(|option| known[option].as_str()).collect();
                    match texts[..] {
                        [one] => format!("{one}#"),
                        _ => format!("[{}]", texts.concat()),
                    }
                }
            };
            if text.len() > most {
                return None;
            }
            known.insert(next, text);
            open.pop();
        }
        known.remove(&form)
    }

    /// The form in the same notation, however large it is: what comes more than once has a number in angle brackets,
    /// and behind `with` stands what each number is, by those before it.
    pub fn definitions(&self, form: Form) -> String {
        let mut uses: FxHashMap<Form, usize> = FxHashMap::default();
        let (mut order, mut open) = (Vec::new(), vec![(form, false)]);
        while let Some((next, seen)) = open.pop() {
            if seen {
                order.push(next);
                continue;
            }
            let count = uses.entry(next).or_default();
            *count += 1;
            if *count == 1 && self.nim_heap(next).is_none() {
                open.push((next, true));
                open.extend(self.options(next).into_iter().map(|option| (option, false)));
            }
        }
        let mut texts: FxHashMap<Form, String> = FxHashMap::default();
        let mut meanings = Vec::new();
        for next in order {
            let options = self.options(next);
            let option = |option: &Form| match self.nim_heap(*option) {
                Some(size @ 0..10) => size.to_string(),
                Some(size) => format!("({size})"),
                None => texts[option].clone(),
            };
            let own: Vec<String> = options.iter().rev().map(option).collect();
            let text = match &own[..] {
                [one] => format!("{one}#"),
                _ => format!("[{}]", own.concat()),
            };
            let text = match uses[&next] {
                1 => text,
                _ => {
                    let name = format!("<{}>", meanings.len() + 1);
                    meanings.push(format!("{name} = {text}"));
                    name
                }
            };
            texts.insert(next, text);
        }
        let own = texts.remove(&form).or_else(|| self.notation(form, usize::MAX));
        let own = own.unwrap_or_default();
        match meanings.is_empty() {
            true => own,
            false => format!("{own} with {}", meanings.join(", ")),
        }
    }

    /// The form as a set of sets, if that has at most so many letters.
    pub fn set(&self, form: Form, most: usize) -> Option<String> {
        let mut known: FxHashMap<Form, String> = FxHashMap::default();
        let mut open = vec![form];
        while let Some(next) = open.last().copied() {
            let options = self.options(next);
            let missing: Vec<Form> =
                options.iter().copied().filter(|option| !known.contains_key(option)).collect();
            if !missing.is_empty() {
                open.extend(missing);
                continue;
            }
            let mut texts: Vec<&str> =
                options.iter().map(|option| known[option].as_str()).collect();
            texts.put_in_order_by(|a, b| (a.len(), a).cmp(&(b.len(), b)));
            let text = format!("{{{}}}", texts.join(","));
            if text.len() > most {
                return None;
            }
            known.insert(next, text);
            open.pop();
        }
        known.remove(&form)
    }
}
