//! Pictures of games in Python: what the `scene` of the class says, or the position as text. The same things can be drawn as
//! by rules in a file.

use bouton::own::scene::{self, KEYS, KINDS, MOST_SHAPES, Thing};
use bouton::scene::Scene;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};
use std::sync::Arc;

use super::{Failure, Own, Spot, Way, shown};
use crate::errors::input_error;

impl Own {
    /// The picture of a position.
    pub(super) fn drawn(self: &Arc<Own>, spot: Spot) -> Result<Scene, Failure> {
        let Some(scene) = &self.scene else { return Ok(Scene::text(&self.written(spot))) };
        // Only what can be picked names moves, and their numbers are known once they are listed.
        let ways = self.ways(spot)?;
        let things = Python::attach(|py| {
            let told = scene.bind(py).call1((self.object(py, spot),))?;
            self.things(&told, &ways)
        });
        Ok(scene::drawn(&things?))
    }

    /// Rows of letters, or things with their places.
    fn things(&self, told: &Bound<'_, PyAny>, ways: &[Way]) -> PyResult<Vec<Thing>> {
        let py = told.py();
        let wrong = |said: String| input_error(py, &said);
        let mut things = Vec::new();
        let items = match told.is_instance_of::<PyString>() {
            true => None,
            false => told.try_iter().ok(),
        };
        let items = items.ok_or_else(|| {
            wrong(format!("scene returns a list of rows or of things: here is {}", shown(told)))
        })?;
        for (row, item) in items.enumerate() {
            let item = item?;
            match item.cast::<PyString>() {
                Ok(letters) => things.extend(scene::row(&letters.to_string(), row)),
                Err(_) => things.push(self.thing(&item, ways)?),
            }
            if things.len() > MOST_SHAPES {
                return Err(wrong(scene::too_many()));
            }
        }
        Ok(things)
    }

    fn thing(&self, item: &Bound<'_, PyAny>, ways: &[Way]) -> PyResult<Thing> {
        let py = item.py();
        fn wrong<T>(py: Python<'_>, said: &str) -> PyResult<T> {
            Err(input_error(py, said))
        }
        let Ok(dict) = item.cast::<PyDict>() else {
            return wrong(
                py,
                &format!(
                    "a thing of a scene is a dict, such as {{\"kind\": \"cell\", \"row\": 0, \"column\": 1}}: here is {}",
                    shown(item)
                ),
            );
        };
        for key in dict.keys() {
            if !KEYS.iter().any(|known| key.eq(*known).unwrap_or(false)) {
                return wrong(
                    py,
                    &format!("a thing of a scene has no {key}: it has {}", KEYS.join(", ")),
                );
            }
        }
        let kind = match dict.get_item("kind")? {
            Some(kind) => kind.str()?.to_string(),
            None => "cell".to_string(),
        };
        let Some(kind) = KINDS.iter().find(|known| **known == kind) else {
            return wrong(py, &format!("there is no kind {kind}: kinds are {}", KINDS.join(", ")));
        };
        let number = |name: &str| match dict.get_item(name)? {
            None => Ok(0),
            Some(value) => match value.extract::<i64>() {
                Ok(number @ -1000..=1000) => Ok(number),
                _ => wrong(
                    py,
                    &format!("{name} is a number from -1000 to 1000: here is {}", shown(&value)),
                ),
            },
        };
        let text = match dict.get_item("text")? {
            Some(text) => text.str()?.to_string(),
            None => String::new(),
        };
        let pick = match dict.get_item("move")? {
            Some(named) if !named.is_none() => {
                let spot = self.found(&named);
                let name = named.str()?.to_string();
                let meant = |way: &&Way| Some(way.to) == spot || way.to_string() == name;
                match ways.iter().find(meant) {
                    Some(way) => Some(way.to_string()),
                    None => {
                        return wrong(
                            py,
                            &format!("scene offers the move {name}, which is none here"),
                        );
                    }
                }
            }
            _ => None,
        };
        Ok(Thing { kind, row: number("row")?, column: number("column")?, text, pick })
    }
}
