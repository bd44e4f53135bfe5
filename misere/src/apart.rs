//! A game that tells two games apart, made as in the proof that canonical forms are unique (On Numbers and Games,
//! chapter 12).
//!
//! The *mate* of G has the mates of the options of G, and *1 is the mate of the end: G beside its mate is lost.
//! T *links* G and H if G + T and H + T are both lost. There is such a T exactly if H is no option of G and G no option of
//! H: its options are, for each option X of one, a game beside which X is lost and the other is won. If G and
//! H differ and have the same outcome, some option of one is linked to the other, and the link tells them apart.

use bouton_core::ask::Meter;
use bouton_core::error::Error;
use rustc_hash::FxHashMap;

use crate::canonical::{CanonicalForms, Form};

/// What was found of pairs of forms.
#[derive(Default)]
pub struct Apart {
    mates: FxHashMap<Form, Form>,
    links: FxHashMap<(Form, Form), Form>,
    lost_beside: FxHashMap<(Form, Form), Form>,
}

/// The proof calls itself for smaller pairs; deeper than this it is given up.
const DEEPEST: usize = 300;

impl Apart {
    /// A game that is lost beside one of two different forms and won beside the other.
    pub fn game(
        &mut self,
        forms: &mut CanonicalForms,
        g: Form,
        h: Form,
        meter: &mut Meter<'_>,
    ) -> Result<Form, Error> {
        Proof { known: self, forms, meter }.between(g, h, DEEPEST)
    }

    /// The mate of a form.
    pub fn mate(
        &mut self,
        forms: &mut CanonicalForms,
        form: Form,
        meter: &mut Meter<'_>,
    ) -> Result<Form, Error> {
        Proof { known: self, forms, meter }.mate(form, 10 * DEEPEST)
    }

    /// Whether some game links two forms.
    pub fn linked(forms: &CanonicalForms, g: Form, h: Form) -> bool {
        !forms.has_option(g, h) && !forms.has_option(h, g)
    }

    /// A game beside which two forms are both lost, if there is one.
    pub fn linking(
        &mut self,
        forms: &mut CanonicalForms,
        g: Form,
        h: Form,
        meter: &mut Meter<'_>,
    ) -> Result<Option<Form>, Error> {
        match Apart::linked(forms, g, h) {
            true => Proof { known: self, forms, meter }.link(g, h, DEEPEST).map(Some),
            false => Ok(None),
        }
    }
}

/// The proof as it goes on.
struct Proof<'a, 'm> {
    known: &'a mut Apart,
    forms: &'a mut CanonicalForms,
    meter: &'a mut Meter<'m>,
}

impl Proof<'_, '_> {
    fn mate(&mut self, form: Form, depth: usize) -> Result<Form, Error> {
        if form == Form::END {
            return Ok(Form::ONE);
        }
        if let Some(known) = self.known.mates.get(&form) {
            return Ok(*known);
        }
        let depth = deeper(depth)?;
        self.meter.position(self.forms.bytes())?;
        let options = self.forms.options(form).into_iter();
        let mates = options.map(|option| self.mate(option, depth)).collect::<Result<_, _>>()?;
        let mate = self.forms.of_options(mates);
        self.known.mates.insert(form, mate);
        Ok(mate)
    }

    fn between(&mut self, g: Form, h: Form, depth: usize) -> Result<Form, Error> {
        if self.forms.wins(g) != self.forms.wins(h) {
            return Ok(Form::END);
        }
        for (one, other) in [(g, h), (h, g)] {
            let mut options = self.forms.options(one).into_iter();
            if let Some(option) = options.find(|option| Apart::linked(self.forms, *option, other)) {
                return self.link(option, other, depth);
            }
        }
        // This cannot be: the forms would be equal.
        Err(Error::Unsupported("equal games cannot be told apart".to_string()))
    }

    /// A game that links two linked forms.
    fn link(&mut self, g: Form, h: Form, depth: usize) -> Result<Form, Error> {
        if (g, h) == (Form::END, Form::END) {
            return Ok(Form::ONE);
        }
        if let Some(known) = self.known.links.get(&(g, h)) {
            return Ok(*known);
        }
        let depth = deeper(depth)?;
        self.meter.position(self.forms.bytes())?;
        let mut options = Vec::new();
        for (one, other) in [(g, h), (h, g)] {
            for option in self.forms.options(one) {
                options.push(self.lost_beside(option, other, depth)?);
            }
        }
        let link = self.forms.of_options(options);
        self.known.links.insert((g, h), link);
        Ok(link)
    }

    /// A game beside which g is lost and h is won.
    fn lost_beside(&mut self, g: Form, h: Form, depth: usize) -> Result<Form, Error> {
        if let Some(known) = self.known.lost_beside.get(&(g, h)) {
            return Ok(*known);
        }
        let depth = deeper(depth)?;
        let mut game = self.between(g, h, depth)?;
        let sum = self.forms.sum(g, game, self.meter)?;
        if self.forms.wins(sum) {
            // Then h is lost beside it. Whatever is done in g is answered by the mate of what is left of it.
            let mut options = vec![game];
            for option in self.forms.options(g) {
                options.push(self.mate(option, 10 * DEEPEST)?);
            }
            game = self.forms.of_options(options);
        }
        self.known.lost_beside.insert((g, h), game);
        Ok(game)
    }
}

fn deeper(depth: usize) -> Result<usize, Error> {
    depth.checked_sub(1).ok_or_else(|| {
        Error::Stopped(
            "stopped: these games differ too deep inside for a game that tells them apart"
                .to_string(),
        )
    })
}
