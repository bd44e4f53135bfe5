//! The oracle: the definitions and nothing else. No formula, no symmetry, no splitting.
//!
//! It asks a game only for `moves` and `play`. A memory of what was already worked out is the one
//! convenience, since without it even Nim 3 4 5 would take minutes.

use std::fmt;

use rustc_hash::FxHashMap;

use crate::ask::{Ask, Meter};
use crate::erased::{AnyPosition, AnyRules};
use crate::search::Halt;
use crate::search::numbered::{Numbering, Ways};
use crate::value::{Outcome, Play, mex};

/// What the definitions say of one position.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Label {
    /// The Grundy value: the mex of the values of the options.
    pub value: u32,
    /// The outcome when the last player wins.
    pub normal: Outcome,
    /// The outcome when the last player loses.
    pub misere: Outcome,
    /// The game as a set of sets, numbered: two games are isomorphic iff these are equal.
    pub form: u32,
}

/// As reports of verification show it.
impl fmt::Debug for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Label { value, normal, misere, form } = self;
        write!(f, "value {value}, {normal:?} in normal and {misere:?} in misère play, form {form}")
    }
}

impl Label {
    /// The outcome under this play.
    pub fn outcome(&self, play: Play) -> Outcome {
        match play {
            Play::Normal => self.normal,
            Play::Misere => self.misere,
        }
    }
}

/// Labels positions by the definitions, and remembers them.
pub(crate) struct Brute<'r> {
    meter: Meter<'r>,
    numbering: Box<dyn Numbering>,
    options: Vec<Vec<u32>>,
    labels: Vec<Option<Label>>,
    forms: FxHashMap<Vec<u32>, u32>,
    sums: FxHashMap<(Vec<u32>, Play), (u32, Outcome)>,
}

impl<'r> Brute<'r> {
    /// An oracle for these rules; the budget is for all its questions together.
    pub fn new(rules: &dyn AnyRules, ask: &Ask<'r>) -> Brute<'r> {
        Brute {
            meter: Meter::new(ask),
            numbering: rules.numbering(Ways::Definition),
            options: Vec::new(),
            labels: Vec::new(),
            forms: FxHashMap::default(),
            sums: FxHashMap::default(),
        }
    }

    /// Everything labelled so far: each position with its label.
    pub fn labelled(&self) -> Vec<(AnyPosition, Label)> {
        let labelled =
            self.labels.iter().enumerate().filter_map(|(node, label)| {
                Some((self.numbering.position(node as u32), (*label)?))
            });
        labelled.collect()
    }

    /// The label of a position; its followers are labelled on the way.
    pub fn label(&mut self, position: &AnyPosition) -> Result<Label, Halt> {
        let root = self.number(position)?;
        // Positions to do; `true` marks those whose options are all pushed above them.
        let mut stack = vec![(root, false)];
        let mut open = vec![false; self.labels.len()];
        while let Some((node, expanded)) = stack.pop() {
            let index = node as usize;
            if self.labels[index].is_some() {
                continue;
            }
            if expanded {
                open[index] = false;
                self.close(index);
                continue;
            }
            self.expand(node)?;
            open.resize(self.labels.len(), false);
            if open[index] {
                return Err(Halt::Loop);
            }
            open[index] = true;
            stack.push((node, true));
            for option in &self.options[index] {
                if open[*option as usize] {
                    return Err(Halt::Loop);
                }
                stack.push((*option, false));
            }
        }
        self.labels[root as usize].ok_or(Halt::Loop)
    }

    fn number(&mut self, position: &AnyPosition) -> Result<u32, Halt> {
        let number = self.numbering.number(position, &mut self.meter)?;
        self.make_room();
        Ok(number)
    }

    fn make_room(&mut self) {
        self.options.resize(self.numbering.len(), Vec::new());
        self.labels.resize(self.numbering.len(), None);
    }

    fn expand(&mut self, node: u32) -> Result<(), Halt> {
        let mut options = Vec::new();
        let expanded = self.numbering.expand(node, &mut self.meter, &mut options);
        self.make_room();
        expanded?;
        self.options[node as usize] = options;
        Ok(())
    }

    fn close(&mut self, node: usize) {
        let options: Vec<Label> =
            self.options[node].iter().filter_map(|option| self.labels[*option as usize]).collect();
        let outcome = |play: Play| {
            let wins = options.iter().any(|option| option.outcome(play) == Outcome::Previous);
            if options.is_empty() { play.outcome_of_end() } else { Outcome::from_mover_wins(wins) }
        };
        self.labels[node] = Some(Label {
            value: mex(options.iter().map(|option| option.value)),
            normal: outcome(Play::Normal),
            misere: outcome(Play::Misere),
            form: self.form(options.iter().map(|option| option.form).collect()),
        });
    }

    fn form(&mut self, mut options: Vec<u32>) -> u32 {
        options.sort_unstable();
        options.dedup();
        let next = self.forms.len() as u32;
        *self.forms.entry(options).or_insert(next)
    }

    /// The form and the outcome of the disjunctive sum of some positions.
    pub fn sum(&mut self, parts: &[AnyPosition], play: Play) -> Result<(u32, Outcome), Halt> {
        let mut root = Vec::new();
        for part in parts {
            self.label(part)?;
            root.push(self.number(part)?);
        }
        root.sort_unstable();
        let mut stack = vec![root.clone()];
        while let Some(parts) = stack.last().cloned() {
            if self.sums.contains_key(&(parts.clone(), play)) {
                stack.pop();
                continue;
            }
            self.meter.work(1)?;
            let mut options = Vec::new();
            for (place, part) in parts.iter().enumerate() {
                for option in &self.options[*part as usize] {
                    let mut moved = parts.clone();
                    moved[place] = *option;
                    moved.sort_unstable();
                    options.push((moved, play));
                }
            }
            let known: Vec<_> =
                options.iter().filter_map(|option| self.sums.get(option)).copied().collect();
            if known.len() < options.len() {
                let unknown = options.into_iter().filter(|option| !self.sums.contains_key(option));
                stack.extend(unknown.map(|(parts, _)| parts));
                continue;
            }
            let wins = known.iter().any(|(_, outcome)| *outcome == Outcome::Previous);
            let outcome = if known.is_empty() {
                play.outcome_of_end()
            } else {
                Outcome::from_mover_wins(wins)
            };
            let form = self.form(known.iter().map(|(form, _)| *form).collect());
            self.sums.insert((parts, play), (form, outcome));
            stack.pop();
        }
        self.sums.get(&(root, play)).copied().ok_or(Halt::Loop)
    }
}
