//! The parts of a game: what it is the sum of.
//!
//! H is a *part* of G if some X makes H + X = G; there is one such X at most, since games cancel in misère play too (Conway,
//! On Numbers and Games, chapter 12; Siegel, On the structure of misère impartial games, 2020). Every game has the
//! parts 0, 1, itself, and itself with *1 added, since *1 + *1 = 0. An even game other than 0 that has no other parts is
//! *prime*.
//!
//! Why nothing is missed. Let H + X = G be even and canonical, H and X even and not 0. Every option of G is H' + X or H + X',
//! so X or H is a part of an option of G: that gives the candidates for H. Then X is found from H. Either some H' + X
//! is an option of G, and X is the difference of the two. Or every H' + X is taken back, by H' + X' = G since games cancel,
//! so that every G - H' is an option of X; and every option of G is H + X'. Then the options of X are all G - H' and all G' - H.

use bouton_core::ask::Meter;
use bouton_core::error::Error;
use rustc_hash::FxHashMap;

use crate::canonical::{CanonicalForms, Form};

/// What was found of parts.
#[derive(Default)]
pub struct Parts {
    differences: FxHashMap<(Form, Form), Option<Form>>,
    proper: FxHashMap<Form, Vec<Form>>,
    partitions: FxHashMap<Form, Vec<Vec<Form>>>,
}

/// Births later than this are not followed: each takes a place on the stack.
const LATEST: u32 = 1000;

/// Partitions that are listed at most.
const MOST_PARTITIONS: usize = 1000;

impl Parts {
    /// What must be added to `part` for `whole`, if it is a part.
    pub fn difference(
        &mut self,
        forms: &mut CanonicalForms,
        whole: Form,
        part: Form,
        meter: &mut Meter<'_>,
    ) -> Result<Option<Form>, Error> {
        let odd = whole.is_odd() != part.is_odd();
        let (whole, part) = (whole.even_part(), part.even_part());
        let rest = match self.differences.get(&(whole, part)) {
            Some(known) => *known,
            None => {
                let found = self.even_difference(forms, whole, part, meter)?;
                self.differences.insert((whole, part), found);
                found
            }
        };
        Ok(rest.map(|rest| if odd { rest.plus_one() } else { rest }))
    }

    fn even_difference(
        &mut self,
        forms: &mut CanonicalForms,
        whole: Form,
        part: Form,
        meter: &mut Meter<'_>,
    ) -> Result<Option<Form>, Error> {
        if part == Form::END || part == whole {
            return Ok(Some(if part == whole { Form::END } else { whole }));
        }
        if whole == Form::END {
            return Ok(None);
        }
        if forms.birthday(whole).max(forms.birthday(part)) > LATEST {
            return Err(Error::Stopped(
                "stopped: the plays of these games are too long".to_string(),
            ));
        }
        let (options, moves) = (forms.options(whole), forms.options(part));
        meter.work(1 + (options.len() * moves.len()) as u64)?;
        for moved in &moves {
            for option in &options {
                let Some(rest) = self.difference(forms, *option, *moved, meter)? else { continue };
                if !rest.is_odd() && forms.sum(part, rest, meter)? == whole {
                    return Ok(Some(rest));
                }
            }
        }
        let mut own = Vec::new();
        for option in options {
            own.push(self.difference(forms, option, part, meter)?);
        }
        for moved in moves {
            own.push(self.difference(forms, whole, moved, meter)?);
        }
        let Some(own) = own.into_iter().collect::<Option<Vec<Form>>>() else { return Ok(None) };
        let rest = forms.of_options(own);
        meter.position(forms.bytes())?;
        let fits = !rest.is_odd() && forms.sum(part, rest, meter)? == whole;
        Ok(fits.then_some(rest))
    }

    /// The even parts of an even form, 0 and itself left out, in the order of birthdays.
    fn proper(
        &mut self,
        forms: &mut CanonicalForms,
        form: Form,
        meter: &mut Meter<'_>,
    ) -> Result<Vec<Form>, Error> {
        if let Some(known) = self.proper.get(&form) {
            return Ok(known.clone());
        }
        if forms.birthday(form) > LATEST {
            return Err(Error::Stopped("stopped: the plays of this game are too long".to_string()));
        }
        let mut parts = Vec::new();
        let options = forms.options(form);
        // Two even games that are not 0 do not become 0 or 1 by one move.
        if !options.iter().any(|option| option.even_part() == Form::END) {
            let mut candidates = Vec::new();
            for option in options {
                candidates.push(option.even_part());
                candidates.extend(self.proper(forms, option.even_part(), meter)?);
            }
            candidates.sort_unstable();
            candidates.dedup();
            for part in candidates {
                if let Some(rest) = self.difference(forms, form, part, meter)?
                    && rest != Form::END
                {
                    parts.extend([part, rest]);
                }
            }
            parts.sort_unstable_by_key(|part| (forms.birthday(*part), *part));
            parts.dedup();
        }
        self.proper.insert(form, parts.clone());
        Ok(parts)
    }

    /// The ways to write a form as a sum of primes, each in the order of birthdays, and 1 first where the form is
    /// odd. There may be several.
    pub fn partitions(
        &mut self,
        forms: &mut CanonicalForms,
        form: Form,
        meter: &mut Meter<'_>,
    ) -> Result<Vec<Vec<Form>>, Error> {
        let mut partitions = self.even_partitions(forms, form.even_part(), meter)?;
        if form.is_odd() {
            partitions.iter_mut().for_each(|partition| partition.insert(0, Form::ONE));
        }
        Ok(partitions)
    }

    fn even_partitions(
        &mut self,
        forms: &mut CanonicalForms,
        form: Form,
        meter: &mut Meter<'_>,
    ) -> Result<Vec<Vec<Form>>, Error> {
        if form == Form::END {
            return Ok(vec![Vec::new()]);
        }
        if let Some(known) = self.partitions.get(&form) {
            return Ok(known.clone());
        }
        let mut partitions = Vec::new();
        for part in self.proper(forms, form, meter)? {
            if !self.proper(forms, part, meter)?.is_empty() {
                continue;
            }
            let Some(rest) = self.difference(forms, form, part, meter)? else { continue };
            let rests = self.even_partitions(forms, rest, meter)?;
            let key = |form: Form| (forms.birthday(form), form);
            // The part that was born first stands first, so that each partition is met once.
            let ordered =
                rests.iter().filter(|rest| rest.iter().all(|next| key(part) <= key(*next)));
            let room = MOST_PARTITIONS - partitions.len();
            partitions.extend(ordered.take(room).map(|rest| [&[part], &rest[..]].concat()));
        }
        if partitions.is_empty() {
            partitions.push(vec![form]);
        }
        self.partitions.insert(form, partitions.clone());
        Ok(partitions)
    }
}
