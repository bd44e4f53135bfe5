//! Rules written in Python as the engine takes them.

use std::sync::Arc;

use bouton::Play;
use bouton::error::Error;
use bouton::explain::Step;
use bouton::heap::{HeapRules, Options};
use bouton::own::supposed;
use bouton::rules::{Moves, OneByOne, Random, Rules};
use bouton::scene::Scene;
use pyo3::prelude::*;
use pyo3::types::PyString;

use super::{FAILED, Failure, Own, Spot, Way, caught, fail, raised, reading};

/// The same rules as the engine takes them.
pub struct Shared(pub Arc<Own>);

impl Rules for Shared {
    type Position = Spot;
    type Move = Way;

    fn moves(&self, position: &Spot, out: &mut Moves<'_, Way>) {
        match self.0.ways(*position) {
            Ok(ways) => ways.into_iter().for_each(|way| out.push(way)),
            Err(failure) => {
                fail(failure);
                out.too_many();
            }
        }
    }

    fn play(&self, _position: &Spot, mv: &Way) -> Spot {
        mv.to
    }

    fn options(&self, position: &Spot, mut take: impl FnMut(Spot) -> bool) -> bool {
        caught(self.0.follow(*position, &mut take).map(|()| true), || false)
    }

    fn one_by_one<'a>(&'a self, position: &Spot) -> Option<OneByOne<'a, Spot>> {
        Some(reading::one_by_one(&self.0, *position))
    }

    fn read(&self, text: &str) -> Result<Spot, Error> {
        self.0.understood(text).map_err(|error| {
            fail(error.into());
            raised()
        })
    }

    fn write(&self, position: &Spot) -> String {
        self.0.written(*position)
    }

    fn simplify(&self, position: Spot) -> Spot {
        caught(self.0.simple(position), || position)
    }

    fn split(&self, position: &Spot) -> Option<Vec<Spot>> {
        caught(self.0.parts(*position), || None).map(|parts| parts.to_vec())
    }

    fn scene(&self, position: &Spot) -> Scene {
        caught(self.0.drawn(*position), Scene::default)
    }

    fn random(&self, size: u64, random: &mut Random) -> Option<Spot> {
        // A walk: nothing else is known to be a position.
        let mut position = *self.0.first.get()?;
        for _ in 0..random.between(0, size) {
            let mut options = Vec::new();
            let mut take = |option| {
                options.push(option);
                true
            };
            caught(self.0.follow(position, &mut take), || ());
            if options.is_empty() {
                break;
            }
            position = options[random.between(0, options.len() as u64 - 1) as usize];
        }
        Some(position)
    }

    fn assumed(&self) -> Option<String> {
        let compared = self.0.compared.get().copied().filter(|positions| *positions > 0);
        supposed(&self.0.shortcuts(), &format!("the class {}", self.0.class), compared)
    }

    fn compared(&self, positions: u64) {
        let _ = self.0.compared.set(positions);
    }

    fn describe(&self, _position: &Spot, mv: &Way) -> String {
        match &mv.name {
            Some(name) => name.to_string(),
            None => format!("move to {}", self.write(&mv.to)),
        }
    }

    fn explain(&self, position: &Spot, _play: Play) -> Option<Vec<Step>> {
        let explain = self.0.explain.as_ref()?;
        let told = Python::attach(|py| -> PyResult<Vec<String>> {
            let told = explain.bind(py).call1((self.0.object(py, *position),))?;
            if told.is_none() {
                return Ok(Vec::new());
            }
            match told.cast::<PyString>() {
                Ok(text) => Ok(vec![text.to_string()]),
                Err(_) => told.extract(),
            }
        });
        match told {
            Ok(texts) if texts.is_empty() => None,
            Ok(texts) => Some(texts.into_iter().map(|text| Step::new("idea", text)).collect()),
            Err(error) => {
                fail(error.into());
                None
            }
        }
    }

    fn fault(&self) -> Option<Error> {
        FAILED.with_borrow(|failed| match failed {
            None => None,
            Some(Failure::Raised(_)) => Some(raised()),
            Some(Failure::Stopped(error)) => Some(error.clone()),
        })
    }

    fn row(&self) -> Option<&dyn HeapRules> {
        self.0.is_row().then_some(self)
    }
}

/// Numbers that only become smaller, as heaps.
impl HeapRules for Shared {
    fn options(&self, size: u64, out: &mut Options<'_>) {
        caught(self.0.smaller(size, out), || ());
    }

    fn fault(&self) -> Option<Error> {
        Rules::fault(self)
    }
}
