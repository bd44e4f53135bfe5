//! Who wins a sum of canonical forms, without the canonical form of the sum: a table over what can follow each of them.
//!
//! Heaps of very many positions have canonical forms with a few hundred followers (Grundy's game, 60: 647), so the
//! positions of a sum are the vectors of followers, one bit each, and *1 besides, which is there or not. In an order in
//! which options come first, a row of the table holds the vectors that differ in the last form only:
//!
//! ```text
//! row (a, b):   won by a move in a or b = the lost ones of the rows (a', b) and (a, b'), or-ed word by word
//!               lost = not won so, and no option in the last form is lost
//! ```
//!
//! It equals `CanonicalForms::sum` and `wins`; a test compares the two.

use bouton_core::ask::Meter;
use bouton_core::error::Error;
use rustc_hash::FxHashMap;

use crate::canonical::{CanonicalForms, Form};

/// Sums of forms with at most so many followers together are made one form: this is quick, and saves rows.
const FEW: usize = 2000;

/// A game of a sum: its form, and the forms of options of it that are asked about.
pub struct Beside {
    /// The game.
    pub form: Form,
    /// Its options, or some of them.
    pub options: Vec<Form>,
}

/// Whether the mover wins the sum of some games, and for each game which of its options leave a lost sum.
pub fn lost_options(
    forms: &mut CanonicalForms,
    games: &[Beside],
    meter: &mut Meter<'_>,
) -> Result<(bool, Vec<Vec<bool>>), Error> {
    let groups = groups(forms, games, meter)?;
    // The sum of each group, and what it becomes by each option of each of its games.
    let mut sums = Vec::new();
    let mut changed: Vec<(usize, Vec<Form>)> = vec![(0, Vec::new()); games.len()];
    for (number, members) in groups.iter().enumerate() {
        for game in members {
            let mut rest = Form::END;
            for other in members.iter().filter(|other| *other != game) {
                rest = forms.sum(rest, games[*other].form, meter)?;
            }
            let options = games[*game].options.iter();
            let options = options.map(|option| forms.sum(rest, *option, meter));
            changed[*game] = (number, options.collect::<Result<_, _>>()?);
        }
        let all = members.iter().map(|game| games[*game].form);
        let mut sum = Form::END;
        for form in all {
            sum = forms.sum(sum, form, meter)?;
        }
        sums.push(sum);
    }
    if let [] | [_] = sums[..] {
        let lost = |form: &Form| !forms.wins(*form);
        let options = changed.iter().map(|(_, options)| options.iter().map(lost).collect());
        let sum = sums.first().copied().unwrap_or(Form::END);
        return Ok((forms.wins(sum), options.collect()));
    }
    let mut roots: Vec<Vec<Form>> = sums.iter().map(|sum| vec![*sum]).collect();
    for (group, options) in &changed {
        roots[*group].extend(options);
    }
    let table = Table::of(forms, &roots, meter)?;
    let mut asked = sums.clone();
    let lost = changed.iter().map(|(group, options)| {
        let own = options.iter().map(|option| {
            asked[*group] = *option;
            table.is_lost(&asked)
        });
        let own = own.collect();
        asked[*group] = sums[*group];
        own
    });
    let lost = lost.collect();
    Ok((!table.is_lost(&sums), lost))
}

/// Games whose sums have few followers, together.
fn groups(
    forms: &mut CanonicalForms,
    games: &[Beside],
    meter: &mut Meter<'_>,
) -> Result<Vec<Vec<usize>>, Error> {
    let mut groups: Vec<(usize, Form, Vec<usize>)> = Vec::new();
    for (game, own) in games.iter().enumerate() {
        groups.push((followers(forms, &[own.form], meter)?.len(), own.form, vec![game]));
    }
    while groups.len() > 1 {
        groups.sort_by_key(|(size, ..)| std::cmp::Reverse(*size));
        let [.., (larger, ..), (smaller, ..)] = &groups[..] else { break };
        if *smaller > 1 && larger * smaller > FEW {
            break;
        }
        if let (Some((_, a, one)), Some((_, b, other))) = (groups.pop(), groups.pop()) {
            let sum = forms.sum(a, b, meter)?;
            let size = followers(forms, &[sum], meter)?.len();
            groups.push((size, sum, [one, other].concat()));
        }
    }
    Ok(groups.into_iter().map(|(.., members)| members).collect())
}

/// The even parts of some forms and of all that can follow them, in an order in which options come first.
fn followers(
    forms: &CanonicalForms,
    roots: &[Form],
    meter: &mut Meter<'_>,
) -> Result<Vec<Form>, Error> {
    let mut open: Vec<Form> = roots.iter().map(|root| root.even_part()).collect();
    let mut seen = rustc_hash::FxHashSet::default();
    while let Some(next) = open.pop() {
        if seen.insert(next) {
            let options = forms.options(next);
            meter.work(1 + options.len() as u64)?;
            open.extend(options.into_iter().map(Form::even_part));
        }
    }
    let mut all: Vec<Form> = seen.into_iter().collect();
    all.sort_unstable_by_key(|form| (forms.birthday(*form), *form));
    Ok(all)
}

/// What can follow one form of a sum.
struct Axis {
    numbers: FxHashMap<Form, usize>,
    /// The options of each, by number, and whether *1 comes or goes with it.
    options: Vec<Vec<(usize, bool)>>,
    /// How many rows lie between two neighbours; 0 for the last form, whose followers lie in one row.
    stride: usize,
}

/// Whether each sum is lost.
struct Table {
    axes: Vec<Axis>,
    /// Which form lies in the rows.
    last: usize,
    words: usize,
    lost: Vec<u64>,
}

/// The places of a row at which *1 is not there.
const WITHOUT: u64 = 0x5555_5555_5555_5555;

impl Table {
    fn of(
        forms: &CanonicalForms,
        roots: &[Vec<Form>],
        meter: &mut Meter<'_>,
    ) -> Result<Table, Error> {
        let mut axes = Vec::new();
        for roots in roots {
            let all = followers(forms, roots, meter)?;
            let numbers: FxHashMap<Form, usize> = all.iter().copied().zip(0..).collect();
            let known = |option: Form| (numbers[&option.even_part()], option.is_odd());
            let options =
                all.iter().map(|form| forms.options(*form).into_iter().map(known).collect());
            let options = options.collect();
            axes.push(Axis { options, numbers, stride: 0 });
        }
        // A row should fill whole words, and be short, since within a row there is one step for each place.
        let size = |axis: &Axis| (axis.options.len() < 32, axis.options.len());
        let last = (0..axes.len()).min_by_key(|axis| size(&axes[*axis])).unwrap_or(0);
        let words = axes[last].options.len().div_ceil(32);
        let mut rows = 1usize;
        let (before, behind) = axes.split_at_mut(last);
        for axis in before.iter_mut().chain(behind.iter_mut().skip(1)) {
            axis.stride = rows;
            rows = rows.saturating_mul(axis.options.len());
        }
        let length = rows.saturating_mul(words);
        if length as u64 >= meter.bytes_left(forms.bytes()) / 8 {
            return Err(meter.out_of_memory());
        }
        let mut table = Table { axes, last, words, lost: vec![0; length] };
        let mut place = vec![0; table.axes.len()];
        for row in 0..rows {
            table.fill(row, &place, meter)?;
            for (axis, own) in table.axes.iter().zip(&mut place).filter(|(axis, _)| axis.stride > 0)
            {
                *own += 1;
                if *own < axis.options.len() {
                    break;
                }
                *own = 0;
            }
        }
        Ok(table)
    }

    /// One row, once those of its options are there.
    fn fill(&mut self, row: usize, place: &[usize], meter: &mut Meter<'_>) -> Result<(), Error> {
        let mut won = vec![0u64; self.words];
        for (axis, own) in self.axes.iter().zip(place).filter(|(axis, _)| axis.stride > 0) {
            for (option, odd) in &axis.options[*own] {
                let from = (row - (own - option) * axis.stride) * self.words;
                for (word, lost) in won.iter_mut().zip(&self.lost[from..]) {
                    *word |= match odd {
                        true => (lost & WITHOUT) << 1 | (lost >> 1 & WITHOUT),
                        false => *lost,
                    };
                }
            }
            meter.work((axis.options[*own].len() * self.words) as u64 / 4)?;
        }
        if row == 0 {
            // Nothing is left, and whoever is to move has won.
            won[0] |= 1;
        }
        let begin = row * self.words;
        let lost = &mut self.lost[begin..begin + self.words];
        let at = |lost: &[u64], place: usize| lost[place / 64] >> (place % 64) & 1 == 1;
        let own = &self.axes[self.last].options;
        meter.work(own.len() as u64)?;
        for (number, options) in own.iter().enumerate() {
            for odd in [false, true] {
                let place = 2 * number + usize::from(odd);
                let mut option_lost = odd && at(lost, place - 1);
                option_lost |= options
                    .iter()
                    .any(|(option, other)| at(lost, 2 * option + usize::from(odd != *other)));
                if !option_lost && !at(&won, place) {
                    lost[place / 64] |= 1 << (place % 64);
                }
            }
        }
        Ok(())
    }

    /// Whether the sum of these is lost; each must be one of the roots or follow them.
    fn is_lost(&self, sum: &[Form]) -> bool {
        let (mut row, mut place) = (0, 0);
        for (form, axis) in sum.iter().zip(&self.axes) {
            let Some(number) = axis.numbers.get(&form.even_part()) else { return false };
            match axis.stride {
                0 => place += 2 * number,
                stride => row += stride * number,
            }
            place ^= usize::from(form.is_odd());
        }
        self.lost[row * self.words + place / 64] >> (place % 64) & 1 == 1
    }
}
