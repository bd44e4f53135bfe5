//! What theorems say of the numbers that were seen, and whether a rule says the same.
//!
//! A rule is proved in one of two ways. Either it is the formula that a theorem states. Or both come back: what the
//! theorem speaks of satisfies f(n + p) = f(n) + s from some size on, the rule satisfies the like, and the two agree
//! on all sizes until both have come back together; then they agree for ever.

use super::positions::{Observed, Proved};
use super::rule::{Kind, Rule};
use crate::formula::{Formula, Operation, Recurrence};
use crate::game::Game;
use crate::value::Play;

/// Comparisons at most: what comes back later than that is not compared.
const MOST_COMPARED: u64 = 1 << 21;

/// Lists at most that become part of a formula.
const LONGEST_ROUND: u64 = 4096;

/// A theorem, by its words and by who proved it.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct Ground {
    /// What it says.
    pub statement: String,
    /// Its name or where it stands.
    pub source: String,
}

/// Something that is known for every size.
pub struct Fact<'a> {
    what: What<'a>,
    recurrence: Option<Recurrence>,
    ground: Ground,
    /// The words of the formula, where they are better than those that could be found.
    text: Option<String>,
    heaps: usize,
    /// How it ranks among rules: what only follows from a theorem gives way to any rule that says the same.
    cost: usize,
}

enum What<'a> {
    /// This formula.
    Formula(Formula),
    /// The values of a proved period; or whether they are this number.
    Values(&'a Proved, Option<u64>),
}

impl Fact<'_> {
    fn at(&self, sizes: &[u64]) -> Option<u64> {
        match &self.what {
            What::Formula(formula) => formula.at(sizes),
            What::Values(proved, wanted) => {
                let value = proved.value(*sizes.first()?)?;
                Some(wanted.map_or(value, |wanted| u64::from(value == wanted)))
            }
        }
    }

    /// Whether it says what a rule says, of every size.
    pub fn proves(&self, rule: &Rule) -> Option<Ground> {
        if matches!(&self.what, What::Formula(formula) if *formula == rule.formula) {
            return Some(self.ground.clone());
        }
        if self.heaps != 1 {
            return None;
        }
        let (own, other) = self.recurrence?.together(rule.formula.recurrence()?)?;
        let until = own.preperiod.checked_add(own.period)?;
        let agree = own.saltus == other.saltus
            && until <= MOST_COMPARED
            && (0..until).all(|size| self.at(&[size]) == rule.formula.at(&[size]));
        agree.then(|| self.ground.clone())
    }

    /// The rule that it is, if it is a formula.
    pub fn rule(&self) -> Option<Rule> {
        match (&self.what, &self.text) {
            (What::Formula(formula), Some(text)) => {
                Some(Rule::new(Kind::ClosedForm, text.clone(), formula.clone(), self.cost))
            }
            _ => None,
        }
    }
}

/// What is known of the values, or of what is lost.
pub fn facts(observed: &Observed, lost: bool) -> Vec<Fact<'_>> {
    let Some(game) = &observed.rules else { return Vec::new() };
    let mut facts = Vec::new();
    // A closed form speaks of heaps, not of families that are written otherwise.
    let plain = observed.family == if observed.heaps == 2 { "{n} {m}" } else { "{n}" };
    if !plain {
        return facts;
    }
    let form = game.rules().closed_form(observed.play);
    if let Some(form) = form.filter(|form| form.heaps == observed.heaps && form.is_value != lost) {
        facts.push(Fact {
            recurrence: form.formula.recurrence(),
            what: What::Formula(form.formula),
            ground: ground(form.theorem.statement, form.theorem.source),
            text: Some(form.text),
            heaps: form.heaps,
            cost: 0,
        });
    }
    by_classes(observed, lost, &mut facts);
    match observed.heaps {
        1 => one_heap(observed, game, lost, &mut facts),
        _ => two_heaps(observed, game, lost, &mut facts),
    }
    facts
}

fn ground(statement: &str, source: &str) -> Ground {
    Ground { statement: statement.to_string(), source: source.to_string() }
}

/// Above the cost of every rule that is found.
const FOLLOWS: usize = 1 << 30;

fn period_ground(proved: &Proved) -> Ground {
    let period = &proved.period;
    let source =
        format!("period {}, checked with the heaps to {}", period.period, period.computed_to);
    ground(period.proof.statement(), &source)
}

/// Which value of a heap is lost when it stands alone: 0, or 1 where misère play is that of Nim.
fn lost_value(game: &Game, play: Play) -> Option<(u64, Option<Ground>)> {
    match play {
        Play::Normal => Some((0, None)),
        Play::Misere => {
            let rules = game.heap().filter(|rules| rules.tame())?;
            let theorem = rules.theorem(Play::Misere)?;
            Some((1, Some(ground(theorem.statement, theorem.source))))
        }
    }
}

fn joined(first: Option<Ground>, second: Ground) -> Ground {
    match first {
        None => second,
        Some(first) => Ground {
            statement: format!("{}; {}", first.statement, second.statement),
            source: format!("{}; {}", first.source, second.source),
        },
    }
}

/// The misère quotient says which heaps are lost, alone and two together.
fn by_classes(observed: &Observed, lost: bool, facts: &mut Vec<Fact<'_>>) {
    let Some(classes) = observed.classes.as_ref().filter(|_| lost) else { return };
    let (formula, word) = match observed.heaps {
        1 => (Some(classes.lost_heap()), "whose class is lost"),
        _ => (classes.lost_pair(), "whose classes have a lost sum"),
    };
    let Some(formula) = formula else { return };
    facts.push(Fact {
        recurrence: formula.recurrence().filter(|_| observed.heaps == 1),
        what: What::Formula(formula),
        ground: classes.ground(),
        text: Some(format!("{word} in {}", classes.told())),
        heaps: observed.heaps,
        cost: FOLLOWS,
    });
}

fn one_heap<'a>(observed: &'a Observed, game: &Game, lost: bool, facts: &mut Vec<Fact<'a>>) {
    let Some((wanted, misere)) = lost_value(game, observed.play) else { return };
    if let Some(proved) = &observed.period {
        let period = &proved.period;
        let whole = Recurrence {
            period: period.period,
            preperiod: period.preperiod,
            saltus: period.saltus,
        };
        // Values that grow pass the wanted one, and never come back to it.
        let rounds = wanted.checked_div(period.saltus).map_or(0, |rounds| rounds + 1);
        let ended = period.period.saturating_mul(rounds).saturating_add(period.preperiod);
        let is_wanted = match period.saltus {
            0 => whole,
            _ => Recurrence { period: 1, preperiod: ended, saltus: 0 },
        };
        facts.push(Fact {
            what: What::Values(proved, lost.then_some(wanted)),
            recurrence: Some(if lost { is_wanted } else { whole }),
            ground: joined(misere.clone(), period_ground(proved)),
            text: None,
            heaps: 1,
            cost: FOLLOWS,
        });
    }
    let form =
        game.rules().closed_form(Play::Normal).filter(|form| form.heaps == 1 && form.is_value);
    if let Some(form) = form.filter(|_| lost) {
        let formula = form.formula.with(Operation::Equal, wanted);
        facts.push(Fact {
            recurrence: formula.recurrence(),
            what: What::Formula(formula),
            ground: joined(misere, ground(form.theorem.statement, form.theorem.source)),
            text: Some(format!("whose value is {wanted}, the value of n being {}", form.text)),
            heaps: 1,
            cost: FOLLOWS,
        });
    }
}

/// Two heaps of a game whose heaps are games of their own: their values add by xor.
fn two_heaps(observed: &Observed, game: &Game, lost: bool, facts: &mut Vec<Fact<'_>>) {
    let Some((_, misere)) = lost_value(game, observed.play).filter(|_| game.heap().is_some())
    else {
        return;
    };
    let form =
        game.rules().closed_form(Play::Normal).filter(|form| form.heaps == 1 && form.is_value);
    let (formula, text, because) = match (form, &observed.period) {
        (Some(form), _) => {
            (form.formula, form.text, ground(form.theorem.statement, form.theorem.source))
        }
        (None, Some(proved)) if proved.period.preperiod + proved.period.period <= LONGEST_ROUND => {
            let period = &proved.period;
            let list = |sizes: std::ops::Range<u64>| {
                sizes.map(|size| proved.value(size).unwrap_or(0)).collect::<Vec<u64>>()
            };
            let before = list(0..period.preperiod);
            let round = list(period.preperiod..period.preperiod + period.period);
            let since = match period.preperiod {
                0 => String::new(),
                first => format!(" from {first} on"),
            };
            let text = format!("the value of a heap, with period {}{since}", period.period);
            let because = period_ground(proved);
            (Formula::repeating(before, round, period.saltus), text, because)
        }
        _ => return,
    };
    let second = formula.of_second();
    let is_size = formula == Formula::N;
    let sum = || Formula::binary(Operation::Xor, formula.clone(), second.clone());
    let equal = || Formula::binary(Operation::Equal, formula.clone(), second.clone());
    let (whole, text) = match (lost, observed.play) {
        (false, _) if is_size => (sum(), "n xor m".to_string()),
        (false, _) => (sum(), format!("g(n) xor g(m), where g(n) is {text}")),
        (true, Play::Normal) if is_size => (equal(), "with n = m".to_string()),
        (true, Play::Normal) => (equal(), format!("with g(n) = g(m), where g(n) is {text}")),
        (true, Play::Misere) => {
            let larger = Formula::binary(Operation::Maximum, formula.clone(), second.clone());
            let odd = sum().with(Operation::Equal, 1);
            let name = if is_size { "n" } else { "g(n)" };
            let other = if is_size { "m" } else { "g(m)" };
            let mut words = format!(
                "with {name} = {other} if one of them is 2 or more, and otherwise with {name} + {other} = 1"
            );
            if !is_size {
                words += &format!(", where g(n) is {text}");
            }
            (larger.with(Operation::Less, 2).choose(odd, equal()), words)
        }
    };
    let sprague =
        ground("the value of a sum is the xor of the values", "Sprague 1936, Grundy 1939");
    let first = if lost && observed.play == Play::Misere { misere } else { Some(sprague) };
    facts.push(Fact {
        what: What::Formula(whole),
        recurrence: None,
        ground: joined(first, because),
        text: Some(text),
        heaps: 2,
        cost: if is_size { 0 } else { FOLLOWS },
    });
}
