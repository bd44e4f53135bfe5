//! How far a game behaves like Nim: the words of the field for it.
//!
//! Conway, On Numbers and Games, chapter 12; Winning Ways, chapter 13. What a game is called depends on its Grundy
//! value g, its misère value m, and what its options are called. The pair is *like Nim's* if g = m or both are at most
//! 1, since positions of Nim have no others.
//!
//! Why the wider words are worth having: let G have the pair that the mex of its tame options gives, and let every
//! other option have a tame option of Grundy value g and a tame option of misère value m. Whoever moves to such an
//! option is answered by the one of these two that the rule of misère Nim asks for, so in sums of tame games
//! it is as if the option were not there.

use bouton_core::ask::Meter;
use bouton_core::error::Error;
use bouton_core::value::mex;
use rustc_hash::FxHashMap;

use crate::canonical::{CanonicalForms, Form};
use crate::genus::Genus;

/// How far a game behaves like Nim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The genus is that of a position of Nim, here and in all that can follow: in sums of such games the rule of
    /// misère Nim decides.
    Tame,
    /// The same but for options that are taken back: its pair is like Nim's and the mex of its options that are tame
    /// or reversibly tame, and every other option has among its own such a one of the same Grundy value and such a one
    /// of the same misère value. In sums of tame and reversibly tame games the rule of misère Nim decides.
    ReversiblyTame,
    /// Not tame, but beside tame and reversibly tame games the rule of misère Nim decides: as reversibly tame, with
    /// tameable options counted too; and if no option is counted, the pair may be that of the end, 0 and 1.
    Tameable,
    /// Not tame, all options tame, and the Grundy value is 0 or 1.
    Restive,
    /// The same but for options that are taken back: the Grundy value g is 0 or 1, the misère value m is larger, they
    /// are the mex of the options that are tame or reversibly tame, and every other option has among its own, tame
    /// or restive, reversibly or not, one of misère value m and one of Grundy value g, whose other value is at most 1 or
    /// differs from m by the addition of 1 at most.
    ReversiblyRestive,
    /// All options tame or reversibly tame, the Grundy value is 2 or more, the misère value 0 or 1.
    Restless,
    /// Anything else.
    Wild,
}

impl Kind {
    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Tame => "tame",
            Kind::ReversiblyTame => "reversibly tame",
            Kind::Tameable => "tameable",
            Kind::Restive => "restive",
            Kind::ReversiblyRestive => "reversibly restive",
            Kind::Restless => "restless",
            Kind::Wild => "wild",
        }
    }

    /// Whether sums of such games are decided by the rule of misère Nim.
    pub fn is_tame(self) -> bool {
        matches!(self, Kind::Tame | Kind::ReversiblyTame)
    }
}

/// The genera of canonical forms, and their kinds.
#[derive(Default)]
pub struct Genera(FxHashMap<Form, (Genus, Kind)>);

impl Genera {
    /// The genus of a form and its kind.
    pub fn of(&mut self, forms: &CanonicalForms, form: Form) -> (Genus, Kind) {
        let mut open = vec![form];
        while let Some(next) = open.last().copied() {
            if self.0.contains_key(&next) {
                open.pop();
                continue;
            }
            let options = forms.options(next);
            let missing = open.len();
            open.extend(options.iter().filter(|option| !self.0.contains_key(option)));
            if open.len() > missing {
                continue;
            }
            let genera: Vec<&Genus> = options.iter().map(|option| &self.0[option].0).collect();
            let genus = Genus::of_options(&genera);
            let kind = self.kind(forms, &options, &genus);
            self.0.insert(next, (genus, kind));
            open.pop();
        }
        self.0[&form].clone()
    }

    /// Whether a form is half-tame: it is neither tame nor reversibly tame, but two of it are, with both values 0.
    pub fn half_tame(
        &mut self,
        forms: &mut CanonicalForms,
        form: Form,
        meter: &mut Meter<'_>,
    ) -> Result<bool, Error> {
        if self.of(forms, form).1.is_tame() {
            return Ok(false);
        }
        let double = forms.sum(form, form, meter)?;
        let (genus, kind) = self.of(forms, double);
        Ok(kind.is_tame() && (genus.normal, genus.misere[0]) == (0, 0))
    }

    /// The kind of a form with these options, whose kinds are known.
    fn kind(&self, forms: &CanonicalForms, options: &[Form], genus: &Genus) -> Kind {
        let kinds = || options.iter().map(|option| self.0[option].1);
        let (g, m) = (genus.normal, genus.misere[0]);
        let like_nim = g == m || g | m < 2;
        let pair = Pair { genera: self, forms, options, g, m };
        let reply = |_: u32| true;
        if kinds().all(|kind| kind == Kind::Tame) {
            if genus.is_that_of_nim() {
                return Kind::Tame;
            }
            if g < 2 {
                return Kind::Restive;
            }
        }
        if like_nim {
            let tameable = |kind: Kind| kind.is_tame() || kind == Kind::Tameable;
            let counted = kinds().any(tameable);
            if pair.is_mex(Kind::is_tame) && pair.is_taken_back(Kind::is_tame, Kind::is_tame, reply)
            {
                return Kind::ReversiblyTame;
            }
            let mex = pair.is_mex(tameable) || !counted && (g, m) == (0, 1);
            if mex && pair.is_taken_back(tameable, tameable, reply) {
                return Kind::Tameable;
            }
        } else if g < 2 {
            let restive = |kind: Kind| {
                kind.is_tame() || matches!(kind, Kind::Restive | Kind::ReversiblyRestive)
            };
            let near = |other: u32| other < 2 || other ^ m < 2;
            if pair.is_mex(Kind::is_tame) && pair.is_taken_back(Kind::is_tame, restive, near) {
                return Kind::ReversiblyRestive;
            }
        } else if m < 2 && kinds().all(Kind::is_tame) {
            return Kind::Restless;
        }
        Kind::Wild
    }
}

/// A form by its options, with its Grundy value and its misère value.
struct Pair<'a> {
    genera: &'a Genera,
    forms: &'a CanonicalForms,
    options: &'a [Form],
    g: u32,
    m: u32,
}

impl Pair<'_> {
    fn known(&self, form: Form) -> (u32, u32, Kind) {
        let (genus, kind) = &self.genera.0[&form];
        (genus.normal, genus.misere[0], *kind)
    }

    /// Whether the options that count give the pair by themselves.
    fn is_mex(&self, counts: impl Fn(Kind) -> bool) -> bool {
        let counted = || {
            let known = self.options.iter().map(|option| self.known(*option));
            known.filter(|(.., kind)| counts(*kind))
        };
        mex(counted().map(|(g, ..)| g)) == self.g && mex(counted().map(|(_, m, _)| m)) == self.m
    }

    /// Whether each option that does not count has options that do, one of the same Grundy value and one of the same
    /// misère value.
    fn is_taken_back(
        &self,
        counts: impl Fn(Kind) -> bool,
        answers: impl Fn(Kind) -> bool,
        other: impl Fn(u32) -> bool,
    ) -> bool {
        let mut others = self.options.iter().filter(|option| !counts(self.known(**option).2));
        others.all(|option| {
            let replies = self.forms.options(*option).into_iter().map(|reply| self.known(reply));
            let (mut same_g, mut same_m) = (false, false);
            for (g, m, _) in replies.filter(|(.., kind)| answers(*kind)) {
                same_g |= g == self.g && other(m);
                same_m |= m == self.m && other(g);
            }
            same_g && same_m
        })
    }
}
