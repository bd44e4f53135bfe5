//! Patterns: what rule the values or the lost positions of a game follow, and whether that is proved.
//!
//! Positions of one size, of two, or of a family are worked out; rules of many kinds are thought of, and each is
//! compared with all of them. A rule that is left is **proved** if a named theorem says the same of every size
//! ([`proof`]); otherwise it **holds for all positions tried**, and no more is said.
//!
//! ```
//! use bouton::pattern::{Observed, Pattern, Subject};
//! use bouton::{Ask, address::Nowhere};
//!
//! let subject = Subject { text: "subtraction(1-3)", heaps: 1, to: None, misere: false };
//! let ask = Ask::default();
//! let pattern = Pattern::new(&Observed::new(&subject, &mut Nowhere, &ask)?, &ask)?;
//! assert_eq!(pattern.lost.sentence, "Lost are exactly the positions with n mod 4 = 0.");
//! assert!(pattern.lost.theorem.is_some());
//! # Ok::<(), bouton::Error>(())
//! ```

pub(crate) mod classes;
mod known;
mod lost;
mod one;
mod positions;
mod proof;
mod repetition;
mod rule;
mod two;

use std::cmp::Reverse;

use serde::Serialize;

use crate::ask::{Ask, Flow, Meter, Progress};
use crate::error::Error;
use crate::formula::Formula;
use crate::value::Play;

pub(crate) use positions::{Family, is_template};
pub use positions::{Observed, Subject};
pub use proof::Ground;
pub use rule::{Kind, Rule};

use proof::Fact;
use repetition::Row;
use rule::Seen;

/// What was found about a game's positions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct Pattern {
    /// The game with its parameters, or the whole address of the family.
    pub game: String,
    /// Normal or misère.
    #[cfg_attr(feature = "schema", schemars(with = "crate::schema::Play"))]
    pub play: Play,
    /// The positions, with `{n}` and `{m}` in place of their numbers.
    pub family: String,
    /// How many numbers a position has.
    pub heaps: usize,
    /// The largest number.
    pub to: u64,
    /// How many positions were worked out.
    pub tried: u64,
    /// How many of them are drawn.
    pub draws: u64,
    /// The rule of the values; none in misère play, or where a value was not found.
    pub values: Option<Finding>,
    /// The rule of what is lost for the one to move.
    pub lost: Finding,
    /// Published sequences that agree, by their numbers in the OEIS.
    pub known: Vec<String>,
}

/// A rule that was found, and the next best.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct Finding {
    /// What is known of the rule.
    pub status: Status,
    /// The rule in a sentence, or that there is none.
    pub sentence: String,
    /// The kind of the rule.
    pub kind: Option<Kind>,
    /// The rule as a formula in n, or in n and m.
    pub formula: Option<String>,
    /// The theorem, if the rule is proved.
    pub theorem: Option<Ground>,
    /// Of the rules that do not hold, the one that holds longest.
    pub next: Option<Refuted>,
    /// The first of what was seen: values, or the numbers of lost positions.
    pub first: Vec<Vec<u64>>,
    /// Whether it speaks of what is lost, and not of values.
    #[serde(skip)]
    #[cfg_attr(feature = "schema", schemars(skip))]
    pub of_lost: bool,
    /// The rule itself.
    #[serde(skip)]
    #[cfg_attr(feature = "schema", schemars(skip))]
    pub rule: Option<Rule>,
}

/// What is known of a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// A theorem says the same.
    Proved,
    /// It holds for all positions tried.
    Holds,
    /// There is no rule.
    None,
}

/// A rule that is wrong somewhere.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct Refuted {
    /// Its kind.
    pub kind: Kind,
    /// What it would say.
    pub sentence: String,
    /// The numbers of the smallest position where it is wrong.
    pub exception: Vec<u64>,
    /// What it predicts there, if anything: a value, or 1 for lost.
    pub predicted: Option<u64>,
    /// What is right.
    pub found: u64,
}

/// Terms that are shown.
pub(crate) const SHOWN: usize = 24;

impl Pattern {
    /// Looks for rules in what was observed.
    pub fn new(observed: &Observed, ask: &Ask<'_>) -> Result<Pattern, Error> {
        let values = match &observed.values {
            Some(values) => {
                let seen =
                    Seen { sizes: observed.sizes.clone(), results: values.clone(), lost: false };
                Some(find(&seen, &proof::facts(observed, false), ask)?)
            }
            None => None,
        };
        let results = observed.lost.iter().map(|lost| u64::from(*lost)).collect();
        let seen = Seen { sizes: observed.sizes.clone(), results, lost: true };
        let lost = find(&seen, &proof::facts(observed, true), ask)?;
        Ok(Pattern {
            game: observed.game.clone(),
            play: observed.play,
            family: observed.family.clone(),
            heaps: observed.heaps,
            to: observed.sizes.iter().flatten().copied().max().unwrap_or(0),
            tried: observed.sizes.len() as u64,
            draws: observed.draws,
            values,
            lost,
            known: known::published(observed),
        })
    }
}

/// The best rule for some numbers of which theorems say these facts.
fn find(seen: &Seen, facts: &[Fact<'_>], ask: &Ask<'_>) -> Result<Finding, Error> {
    let mut meter = Meter::new(ask);
    let mut best: Option<(Rule, Option<Ground>)> = None;
    let mut failed: Vec<(usize, Rule)> = Vec::new();
    let stated: Vec<Rule> = facts.iter().filter_map(Fact::rule).collect();
    let mut all = stated;
    all.extend(candidates(seen, ask)?);
    let mut at = 0;
    while at < all.len() {
        let rule = all[at].clone();
        at += 1;
        let exception = seen.exception(&rule.formula);
        meter.work(1 + exception.unwrap_or(seen.results.len()) as u64)?;
        let Some(place) = exception else {
            let ground = facts.iter().find_map(|fact| fact.proves(&rule));
            // A rule that a theorem states needs no support, and what is proved is better than what is short.
            let better = best.as_ref().is_none_or(|(old, proof)| {
                (ground.is_none(), rule.cost) < (proof.is_none(), old.cost)
            });
            if better && (ground.is_some() || seen.supports(&rule)) {
                best = Some((rule, ground));
            }
            continue;
        };
        let one = seen.sizes[place].len() == 1;
        if one && place == 0 && seen.sizes[0][0] == 0 && rule.kind != Kind::ClosedForm {
            let mended = rule::mended(&rule, seen.results[0], seen.lost);
            // Only what is wrong nowhere else, or for long nowhere else, is worth it.
            if all.len() < 20_000 && !all.contains(&mended) {
                all.push(mended);
            }
            continue;
        }
        // It held often enough to be worth telling.
        if place >= rule::FEWEST + 2 * rule.cost {
            failed.push((place, rule));
        }
    }
    // What is proved needs no rival, and a rule that asks for more than the one that holds is none.
    let allowed = match &best {
        Some((_, Some(_))) => 0,
        Some((rule, None)) => rule.cost.max(1),
        None => usize::MAX,
    };
    failed.retain(|(_, rule)| allowed > 0 && rule.cost <= allowed);
    let next = failed.into_iter().max_by_key(|(place, rule)| (*place, Reverse(rule.cost)));
    let refuted = next.map(|(place, rule)| Refuted {
        kind: rule.kind,
        sentence: sentence(seen, &rule),
        exception: seen.sizes[place].clone(),
        predicted: rule.formula.at(&seen.sizes[place]),
        found: seen.results[place],
    });
    let (rule, theorem) = best.unzip();
    Ok(told(seen, rule, theorem.flatten(), refuted))
}

fn candidates(seen: &Seen, ask: &Ask<'_>) -> Result<Vec<Rule>, Error> {
    let two = seen.sizes.first().is_some_and(|sizes| sizes.len() == 2);
    let mut rules = match (two, seen.lost) {
        (true, false) => two::values(seen),
        (true, true) => two::candidates(seen),
        (false, false) => one::candidates(seen),
        (false, true) => lost::candidates(&Formula::N, "n"),
    };
    let mut stopped = None;
    if let Some(row) = Row::new(seen) {
        rules.extend(row.candidates(&mut || {
            if let Flow::Stop(reason) =
                (ask.tick)(Progress { positions: 0, steps: 0, search: None })
            {
                stopped = Some(Error::Interrupted { positions: seen.sizes.len() as u64, reason });
            }
            stopped.is_none()
        }));
    }
    match stopped {
        Some(error) => Err(error),
        None => Ok(rules),
    }
}

fn sentence(seen: &Seen, rule: &Rule) -> String {
    let position =
        if seen.sizes.first().is_some_and(|sizes| sizes.len() == 2) { "n, m" } else { "n" };
    match (seen.lost, rule.text.as_str()) {
        (true, "none") => "No position is lost.".to_string(),
        (true, "all") => "All positions are lost.".to_string(),
        (true, text) => format!("Lost are exactly the positions {text}."),
        (false, text) => format!("The value of {position} is {text}."),
    }
}

fn told(
    seen: &Seen,
    rule: Option<Rule>,
    theorem: Option<Ground>,
    next: Option<Refuted>,
) -> Finding {
    let status = match (&rule, &theorem) {
        (None, _) => Status::None,
        (Some(_), None) => Status::Holds,
        (Some(_), Some(_)) => Status::Proved,
    };
    let sentence = match &rule {
        Some(rule) => sentence(seen, rule),
        None if seen.results.len() < rule::FEWEST => format!(
            "{} positions are too few to look for a rule: {} are needed.",
            seen.results.len(),
            rule::FEWEST
        ),
        None if seen.lost => "No rule was found for what is lost.".to_string(),
        None => "No rule was found for the values.".to_string(),
    };
    let lost = || seen.sizes.iter().zip(&seen.results).filter(|(_, lost)| **lost == 1);
    let first = match seen.lost {
        true => lost().map(|(sizes, _)| sizes.clone()).take(SHOWN).collect(),
        false if seen.sizes.first().is_some_and(|sizes| sizes.len() == 2) => Vec::new(),
        false => seen.results.iter().take(SHOWN).map(|value| vec![*value]).collect(),
    };
    Finding {
        status,
        sentence,
        kind: rule.as_ref().map(|rule| rule.kind),
        formula: rule.as_ref().map(|rule| rule.formula.to_string()),
        theorem,
        next,
        first,
        of_lost: seen.lost,
        rule,
    }
}
