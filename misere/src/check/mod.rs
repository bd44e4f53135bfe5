//! The checker of certificates of quotients. It shares no code with the finder: it reads the rules itself,
//! lists options by the definition, and judges tables.
//!
//! What a passed check says: the positions made of these heaps (of all heaps, where a period is stated) fall into
//! exactly so many classes, they add by the table, and those called lost are lost. Why that follows:
//!
//! 1. *The table is a commutative monoid*, 0 is its neutral element, every class is a sum of classes of heaps, and no two
//!    classes are lost beside the same classes.
//! 2. *No move leads from lost to lost*: where heap and another class are lost together, no option of the heap is
//!    lost beside that class.
//! 3. *Where it is not lost, some move leads to lost.* A position of class x "wins beside" y if a move of its own
//!    makes the sum with y lost. All pairs (class, what it wins beside) of sums of heaps are made, least sets
//!    only: a sum that wins beside more needs no other look. Each must be lost, or win beside nothing at all.
//!
//! By induction over the moves, 2 and 3 say that exactly the classes called lost are lost; 1 says that the
//! classes can be told apart and none is missing. 4. *The period* holds by the theorem in docs/misere.md.

mod read;
mod rules;

use std::collections::{HashSet, VecDeque};

use bouton_core::error::Error;
use bouton_core::order::InOrder;
use serde::Serialize;

use read::Certificate;

/// The outcome of a check.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Checked {
    /// Whether no fault was found.
    pub passed: bool,
    /// The fault.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fault: Option<String>,
    /// The rules, as the certificate spells them.
    pub rules: String,
    /// "misère" or "normal".
    pub play: &'static str,
    /// The number of classes that it states.
    pub order: usize,
    /// How many of them are lost.
    pub p_positions: usize,
    /// The period that it states.
    pub period: Option<u64>,
    /// From which heap on.
    pub preperiod: Option<u64>,
    /// The largest heap whose class it states.
    pub computed_to: usize,
}

/// Whether a text is meant to be a certificate of a quotient.
pub fn is_certificate(text: &str) -> bool {
    text.starts_with(read::HEAD)
}

/// Checks a certificate. `go_on` is asked now and then; where it answers false the check stops.
pub fn check(text: &str, go_on: &dyn Fn(u64) -> bool) -> Result<Checked, Error> {
    let certificate = read::certificate(text)?;
    let fault = match judge(&certificate, go_on) {
        Ok(()) => None,
        Err(Fault::Found(fault)) => Some(fault),
        Err(Fault::Stopped) => {
            return Err(Error::Stopped("stopped before the check was done".to_string()));
        }
    };
    Ok(Checked {
        passed: fault.is_none(),
        fault,
        rules: certificate.rules.to_string(),
        play: if certificate.misere { "misère" } else { "normal" },
        order: certificate.order,
        p_positions: certificate.lost.iter().filter(|lost| **lost).count(),
        period: certificate.period.map(|(period, _)| period),
        preperiod: certificate.period.map(|(_, preperiod)| preperiod),
        computed_to: certificate.classes.len() - 1,
    })
}

/// Why a check ends.
enum Fault {
    Found(String),
    Stopped,
}

fn fault<T>(text: impl Into<String>) -> Result<T, Fault> {
    Err(Fault::Found(text.into()))
}

fn judge(certificate: &Certificate<'_>, go_on: &dyn Fn(u64) -> bool) -> Result<(), Fault> {
    monoid(certificate, go_on)?;
    let kinds = heaps(certificate, go_on)?;
    pairs(certificate, &kinds, go_on)?;
    period(certificate)
}

fn ask(go_on: &dyn Fn(u64) -> bool, done: usize) -> Result<(), Fault> {
    if go_on(done as u64) { Ok(()) } else { Err(Fault::Stopped) }
}

/// The laws of the table, whether heaps make all classes, and whether these can be told apart.
fn monoid(certificate: &Certificate<'_>, go_on: &dyn Fn(u64) -> bool) -> Result<(), Fault> {
    let Certificate { order, table, lost, classes, .. } = certificate;
    let sum = |a: usize, b: usize| table[a][b];
    for a in 0..*order {
        if sum(0, a) != a {
            return fault(format!("class 0 added to class {a} is not class {a}"));
        }
        for b in 0..a {
            if sum(a, b) != sum(b, a) {
                return fault(format!("classes {a} and {b} have two sums"));
            }
        }
    }
    let single: HashSet<usize> = classes.iter().copied().collect();
    // If it does not matter where brackets stand around classes of heaps, it never matters (Light's test).
    for middle in &single {
        ask(go_on, *middle)?;
        for a in 0..*order {
            for b in 0..*order {
                if sum(sum(a, *middle), b) != sum(a, sum(*middle, b)) {
                    return fault(format!("the sum of classes {a}, {middle} and {b} is not one"));
                }
            }
        }
    }
    let (mut made, mut open) = (HashSet::from([0]), vec![0]);
    while let Some(class) = open.pop() {
        open.extend(single.iter().map(|own| sum(class, *own)).filter(|next| made.insert(*next)));
    }
    if let Some(class) = (0..*order).find(|class| !made.contains(class)) {
        return fault(format!("no sum of heaps has class {class}"));
    }
    let mut rows = HashSet::new();
    for (class, row) in table.iter().enumerate() {
        if !rows.insert(row.iter().map(|sum| lost[*sum]).collect::<Vec<bool>>()) {
            return fault(format!("class {class} cannot be told from another"));
        }
    }
    Ok(())
}

/// A class, and for each class whether it is won beside it by a move of the first.
type Pair = (usize, Vec<bool>);

/// What each heap wins beside, each pair once, while no move leads from lost to lost.
fn heaps(certificate: &Certificate<'_>, go_on: &dyn Fn(u64) -> bool) -> Result<Vec<Pair>, Fault> {
    let Certificate { order, table, lost, classes, rules, .. } = certificate;
    let mut kinds: HashSet<Pair> = HashSet::new();
    for (heap, class) in classes.iter().enumerate() {
        if heap % 16 == 0 {
            ask(go_on, heap)?;
        }
        let mut options = vec![false; *order];
        let mut any = false;
        rules.options(heap, &mut |parts| {
            any = true;
            options[parts.iter().fold(0, |sum, part| table[sum][classes[*part]])] = true;
        });
        if !any {
            if *class != 0 {
                return fault(format!("heap {heap} has no move, and is not of class 0"));
            }
            continue;
        }
        let mut wins = vec![false; *order];
        for option in (0..*order).filter(|option| options[*option]) {
            for (other, won) in wins.iter_mut().enumerate() {
                *won |= lost[table[option][other]];
            }
        }
        if let Some(other) = (0..*order).find(|other| wins[*other] && lost[table[*class][*other]]) {
            return fault(format!(
                "heap {heap} beside class {other} is lost, and a move of it leaves a lost position"
            ));
        }
        kinds.insert((*class, wins));
    }
    let mut kinds: Vec<Pair> = kinds.into_iter().collect();
    kinds.put_in_order();
    Ok(kinds)
}

fn within(small: &[bool], large: &[bool]) -> bool {
    small.iter().zip(large).all(|(small, large)| !small || *large)
}

/// Makes all sums of heaps, least sets only, and compares them with those that are written down.
fn pairs(
    certificate: &Certificate<'_>,
    kinds: &[Pair],
    go_on: &dyn Fn(u64) -> bool,
) -> Result<(), Fault> {
    let Certificate { order, table, lost, misere, .. } = certificate;
    if lost[0] == *misere {
        return fault("the empty position has the wrong outcome");
    }
    let least = |(class, wins): &&Pair| {
        !kinds.iter().any(|(other, less)| other == class && less != wins && within(less, wins))
    };
    let kinds: Vec<&Pair> = kinds.iter().filter(least).collect();
    let mut found: Vec<Vec<Vec<bool>>> = vec![Vec::new(); *order];
    found[0].push(vec![false; *order]);
    let mut open = VecDeque::from([(0, vec![false; *order])]);
    let mut done = 0;
    while let Some((class, wins)) = open.pop_front() {
        if !found[class].contains(&wins) {
            continue;
        }
        done += 1;
        ask(go_on, done)?;
        for (kind, own) in &kinds {
            let sum = table[class][*kind];
            let both: Vec<bool> = (0..*order)
                .map(|other| own[table[class][other]] || wins[table[*kind][other]])
                .collect();
            if !lost[sum] && !both[0] {
                return fault(format!(
                    "a sum of heaps of class {sum} is not lost, and no move of it leaves a lost position"
                ));
            }
            if !found[sum].iter().any(|less| within(less, &both)) {
                found[sum].retain(|more| !within(&both, more));
                found[sum].push(both.clone());
                open.push_back((sum, both));
            }
        }
    }
    let mut all: Vec<Pair> = found
        .into_iter()
        .enumerate()
        .flat_map(|(class, sets)| sets.into_iter().map(move |wins| (class, wins)))
        .collect();
    let mut stated = certificate.pairs.clone();
    all.put_in_order();
    stated.put_in_order();
    match all == stated {
        true => Ok(()),
        false => fault("the least pairs are not those of the heaps"),
    }
}

/// The period by its theorem, and that neither number can be smaller.
fn period(certificate: &Certificate<'_>) -> Result<(), Fault> {
    let Some((period, preperiod)) = certificate.period else { return Ok(()) };
    let classes = &certificate.classes;
    let Some((most, last)) = certificate.rules.window() else {
        return fault("no theorem proves a period of these rules");
    };
    let start = preperiod.max(1);
    let needed = u64::checked_mul(most, start)
        .and_then(|needed| needed.checked_add(most.checked_mul(period)?)?.checked_add(last));
    if period == 0 || needed != Some(classes.len() as u64) {
        return fault("the theorem asks for another number of heaps");
    }
    let (period, preperiod) = (period as usize, preperiod as usize);
    let repeats = |from: usize, period: usize| {
        (from..classes.len() - period).find(|heap| classes[*heap] != classes[heap + period])
    };
    if let Some(heap) = repeats(preperiod, period) {
        return fault(format!("heaps {heap} and {} are not of one class", heap + period));
    }
    if preperiod > 0 && classes[preperiod - 1] == classes[preperiod - 1 + period] {
        return fault("the preperiod can be smaller");
    }
    let shorter = (1..period).filter(|shorter| period % shorter == 0);
    for shorter in shorter {
        if repeats(preperiod, shorter).is_none() {
            return fault("the period can be smaller");
        }
    }
    Ok(())
}
