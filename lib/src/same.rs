//! Whether two games are the same: they can stand for each other in every sum.

#[cfg(feature = "misere")]
mod forms;

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde::Serialize;

use crate::address::{self, Nowhere, Question, Source};
use crate::ask::Ask;
use crate::error::Error;
use crate::graph::Graph;
use crate::misere::PlainForms;
use crate::value::{Nimber, Outcome, Play, Value};
#[cfg(feature = "misere")]
use forms::compared as by_forms;

/// What was found about two games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Comparison {
    /// The first game, in normal play.
    pub a: String,
    /// The second game, in normal play.
    pub b: String,
    /// The play in which they are compared.
    pub play: Play,
    /// Whether they are the same in that play.
    pub same: bool,
    /// The value of the first, in normal play.
    pub value_a: Option<Value>,
    /// The value of the second.
    pub value_b: Option<Value>,
    /// The sum of both, which is a P-position exactly if they are equal to the same Nim heap.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sum: Option<SumOfBoth>,
    /// Whether they are the same in misère play, where that is known.
    pub same_misere: Option<bool>,
    /// The misère canonical form of the first, as a set, where it is known and not very long.
    pub canonical_a: Option<String>,
    /// The misère canonical form of the second.
    pub canonical_b: Option<String>,
    /// If they differ, a game that tells them apart, if one was found.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub apart: Option<Apart>,
    /// In misère play, whether some game makes both lost, where that is known.
    #[cfg(feature = "misere")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub linked: Option<bool>,
    /// Such a game, if one was found that is not very long.
    #[cfg(feature = "misere")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub link: Option<String>,
}

/// The sum of the two games, in normal play.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SumOfBoth {
    /// Its address.
    pub address: String,
    /// Who wins it.
    pub outcome: Outcome,
    /// All its positions, if they were few enough to look at: then the outcome is confirmed by the
    /// definition, which knows of no values.
    pub positions: Option<u64>,
}

/// A game to which both are added, with different outcomes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Apart {
    /// The game: an address of Nim, or a set. What is long is written as misère canonical forms are, heaps of Nim as
    /// their sizes; and what is longer still names its parts once: `[<2>1] with <1> = [32], <2> = [<1>3]`.
    pub game: String,
    /// The outcome of the first with it.
    pub outcome_a: Outcome,
    /// The outcome of the second with it.
    pub outcome_b: Outcome,
}

/// The longest canonical form that is written out.
const LONGEST_FORM: usize = 10_000;

/// How many sets are tried beside the 22 smallest games.
const MORE_GAMES: usize = 400;

/// Compares two games in one play. In normal play, misère canonical forms are added where
/// they cost little.
///
/// ```
/// use bouton::{Ask, Play, same};
///
/// let found = same::compare("kayles: 3", "nim: 3", Play::Normal, &Ask::default()).unwrap();
/// assert!(found.same);
/// assert_eq!(found.same_misere, Some(true));
/// ```
pub fn compare(a: &str, b: &str, play: Play, ask: &Ask<'_>) -> Result<Comparison, Error> {
    compare_with(a, b, play, ask, &mut Nowhere)
}

/// The same for addresses whose parameters may name files, which the caller reads.
pub fn compare_with(
    a: &str,
    b: &str,
    play: Play,
    ask: &Ask<'_>,
    source: &mut dyn Source,
) -> Result<Comparison, Error> {
    let (a, b) = (open(a, play, source)?, open(b, play, source)?);
    let address = |opened: &Question| opened.game.address(&opened.position, Play::Normal);
    let mut found = Comparison {
        a: address(&a),
        b: address(&b),
        play,
        same: false,
        value_a: None,
        value_b: None,
        sum: None,
        same_misere: None,
        canonical_a: None,
        canonical_b: None,
        apart: None,
        #[cfg(feature = "misere")]
        linked: None,
        #[cfg(feature = "misere")]
        link: None,
    };
    match play {
        Play::Normal => {
            by_values(&mut found, &a, &b, ask)?;
            // Nobody asked for these, so that a stop or a circle only leaves them out.
            let both = a.game.allows(Play::Misere).and(b.game.allows(Play::Misere));
            if both.is_ok() {
                let _ = by_forms(&mut found, &a, &b, play, &ask.small());
            }
        }
        Play::Misere => {
            found.apart = by_forms(&mut found, &a, &b, play, ask)?;
            found.same = found.same_misere == Some(true);
        }
    }
    Ok(found)
}

/// Opens an address to which only this play may belong.
fn open(text: &str, play: Play, source: &mut dyn Source) -> Result<Question, Error> {
    let opened = address::open_with(text, source)?;
    if opened.play != play && opened.play == Play::Misere {
        return Err(Error::input(
            "games are compared in one play: leave out the word misere, or ask for misère play of both",
        ));
    }
    opened.game.allows(play)?;
    if opened.game.has_many_players() {
        return Err(Error::Unsupported(format!(
            "{} has more than two players, and such games have no sums in which they could be compared",
            opened.game.name()
        )));
    }
    Ok(opened)
}

fn by_values(
    found: &mut Comparison,
    a: &Question,
    b: &Question,
    ask: &Ask<'_>,
) -> Result<(), Error> {
    let value_a = a.game.solver().value(&a.position, ask)?.value;
    let value_b = b.game.solver().value(&b.position, ask)?.value;
    found.same = value_a == value_b;
    let outcome = (&value_a + &value_b).outcome();
    let address = format!("{} + {}", found.a, found.b);
    let positions = match outcome_of_sum(a, b, &ask.small())? {
        Some((seen, _)) if seen != outcome => {
            return Err(Error::Unsupported(format!(
                "{address} is {seen} by its positions but {outcome} by the values {value_a} and {value_b}: this is a \
                 fault of the program, please report it"
            )));
        }
        Some((_, positions)) => Some(positions),
        None => None,
    };
    found.sum = Some(SumOfBoth { address, outcome, positions });
    if let Some(heap) = heap_between(&value_a, &value_b) {
        let with_heap = |value: &Value| (value + &Value::Finite(heap.clone())).outcome();
        found.apart = Some(Apart {
            game: format!("nim: {}", heap.0),
            outcome_a: with_heap(&value_a),
            outcome_b: with_heap(&value_b),
        });
    }
    (found.value_a, found.value_b) = (Some(value_a), Some(value_b));
    Ok(())
}

/// A Nim heap that tells two values apart: the finite one of them, or one that a move reaches from one
/// infinity only.
fn heap_between(a: &Value, b: &Value) -> Option<Nimber> {
    match (a, b) {
        (a, b) if a == b => None,
        (Value::Finite(heap), _) | (_, Value::Finite(heap)) => Some(heap.clone()),
        (Value::Infinity(a), Value::Infinity(b)) => {
            let mut only = a.iter().filter(|option| !b.contains(option));
            let mut other = b.iter().filter(|option| !a.contains(option));
            only.next().or(other.next()).cloned()
        }
    }
}

/// The outcome of the sum in normal play by the definition, and how many positions it has; nothing if
/// these are too many.
fn outcome_of_sum(
    a: &Question,
    b: &Question,
    ask: &Ask<'_>,
) -> Result<Option<(Outcome, u64)>, Error> {
    let graphs = [a, b].map(|part| part.game.graph(&part.position, true, ask));
    let [Ok(graph_a), Ok(graph_b)] = graphs else { return Ok(None) };
    match graph_a.plus(0, &graph_b, 0, ask) {
        Err(error) if error.is_stopped() => Ok(None),
        sum => Ok(Some(outcome_of(&sum?, Play::Normal))),
    }
}

/// The outcome of a graph's first node by looking at every position, and how many there are.
fn outcome_of(graph: &Graph, play: Play) -> (Outcome, u64) {
    let verdict = graph.verdicts(play).first().map(|first| first.outcome);
    (verdict.unwrap_or(play.outcome_of_end()), graph.len() as u64)
}

/// Misère play: the canonical forms, and if they differ a small game that shows it.
#[cfg(not(feature = "misere"))]
fn by_forms(
    found: &mut Comparison,
    a: &Question,
    b: &Question,
    play: Play,
    ask: &Ask<'_>,
) -> Result<Option<Apart>, Error> {
    let mut canonical = PlainForms::default();
    let graph_a = a.game.graph(&a.position, true, ask)?;
    let form_a = canonical.of_graph(&graph_a, 0, ask)?;
    let graph_b = b.game.graph(&b.position, true, ask)?;
    let form_b = canonical.of_graph(&graph_b, 0, ask)?;
    found.same_misere = Some(form_a == form_b);
    let text = |form| canonical.forms().set_form(form, LONGEST_FORM).ok().map(|form| form.set);
    (found.canonical_a, found.canonical_b) = (text(form_a), text(form_b));
    if form_a == form_b || play == Play::Normal {
        return Ok(None);
    }
    let tests = small_games();
    let forms = canonical.forms().graph();
    for test in 0..tests.len() as u32 {
        let name = &tests.names[test as usize];
        if name.is_empty() {
            continue;
        }
        let outcome = |form| {
            let sum = forms.plus(form, &tests, test, &ask.small());
            sum.map(|sum| outcome_of(&sum, Play::Misere))
        };
        // The forms are already known to differ; what is too large to show it is left out.
        let (Ok((outcome_a, _)), Ok((outcome_b, _))) = (outcome(form_a), outcome(form_b)) else {
            break;
        };
        if outcome_a != outcome_b {
            return Ok(Some(Apart { game: name.clone(), outcome_a, outcome_b }));
        }
    }
    Ok(None)
}

/// Games to try in sums, with their names: the 22 misère canonical forms born by day 4, Nim heaps
/// first, and sets of those, since some pairs differ only beside games of later days.
fn small_games() -> Graph {
    let mut canonical = PlainForms::default();
    let mut names = Vec::new();
    for size in 0..=4u32 {
        // The heap of n is the set of all smaller heaps.
        canonical.of_options((0..size).collect());
        names.push(format!("nim: {size}"));
    }
    // The forms by day 3 are the heaps to 3 and {2}; those of day 4 are sets of them.
    let by_day_3 = [0, 1, 2, 3, canonical.of_options(vec![2])];
    for bits in 0..32u32 {
        let options = (0..5).filter(|bit| bits >> bit & 1 == 1).map(|bit| by_day_3[bit]);
        canonical.of_options(options.collect());
    }
    let mut random = ChaCha8Rng::seed_from_u64(4);
    for index in 0..MORE_GAMES {
        let before = canonical.forms().len() as u32;
        let options = (0..1 + index % 5).map(|_| random.random_range(0..before)).collect();
        canonical.of_options(options);
    }
    let mut graph = canonical.forms().graph();
    for form in names.len() as u32..graph.len() as u32 {
        // What is too long to be written is not shown as a reason either.
        let set = canonical.forms().set_form(form, LONGEST_FORM).map(|form| form.set);
        names.push(set.unwrap_or_default());
    }
    graph.names = names;
    graph
}

#[cfg(test)]
mod tests {
    use super::*;

    fn normal(a: &str, b: &str) -> Comparison {
        compare(a, b, Play::Normal, &Ask::default()).unwrap()
    }

    fn misere(a: &str, b: &str) -> Comparison {
        compare(a, b, Play::Misere, &Ask::default()).unwrap()
    }

    #[test]
    fn equal_values_are_the_same_in_normal_play() {
        let found = normal("kayles: 3", "nim: 3");
        assert!(found.same);
        let sum = found.sum.unwrap();
        assert_eq!((sum.outcome, &sum.address[..]), (Outcome::Previous, "kayles: 3 + nim: 3"));
        assert!(sum.positions.is_some());
        // Huge heaps are decided by value; their positions are not looked at.
        let found = normal("nim: 10^18", "nim: 10^18 5 5");
        assert!(found.same && found.sum.unwrap().positions.is_none());
        assert_eq!(found.same_misere, None);
    }

    #[test]
    fn a_nim_heap_tells_different_values_apart() {
        let found = normal("kayles: 4", "nim: 3");
        assert!(!found.same);
        let apart = found.apart.unwrap();
        assert_eq!(apart.game, "nim: 1");
        assert_eq!((apart.outcome_a, apart.outcome_b), (Outcome::Previous, Outcome::Next));
    }

    #[test]
    fn infinities_are_compared_by_their_sets() {
        let infinity = |options: &[u64]| {
            Value::Infinity(options.iter().map(|option| (*option).into()).collect())
        };
        assert_eq!(heap_between(&infinity(&[0, 2]), &infinity(&[0, 2])), None);
        assert_eq!(heap_between(&infinity(&[0, 2]), &infinity(&[0, 2, 3])), Some(3.into()));
        assert_eq!(heap_between(&infinity(&[0]), &Value::from(4)), Some(4.into()));
    }

    #[test]
    fn misere_play_is_finer() {
        // Two heaps of 2 have value 0, and in misère play they are not the end.
        assert!(normal("nim: 2 2", "nim: 0").same);
        assert_eq!(normal("nim: 2 2", "nim: 0").same_misere, Some(false));
        let found = misere("nim: 2 2", "nim: 0");
        assert!(!found.same);
        assert_eq!(found.apart.unwrap().game, "nim: 0");
        assert!(misere("nim: 1 1", "nim: 0").same);
        assert!(misere("kayles: 2", "nim: 2").same);
        assert_eq!(misere("nim: 2", "kayles: 2").canonical_b.unwrap(), "{{},{{}}}");
        assert!(!misere("kayles: 9", "nim: 4").same);
    }

    #[test]
    #[cfg(feature = "misere")]
    fn whatever_differs_is_told_apart() {
        for (a, b) in [
            ("set: {{{},{{}}}}", "nim: 2 2"),
            ("kayles: 9", "nim: 4"),
            ("kayles: 12", "kayles: 20"),
            ("grundy: 13", "nim: 3 1"),
            ("chomp: 3x3", "kayles: 11"),
        ] {
            let apart = misere(a, b).apart.expect(a);
            assert_ne!(apart.outcome_a, apart.outcome_b);
            let game = match apart.game.starts_with('{') {
                true => format!("set: {}", apart.game),
                false => apart.game,
            };
            for (one, outcome) in [(a, apart.outcome_a), (b, apart.outcome_b)] {
                let sum = crate::solve(&format!("misere {one} + {game}")).unwrap();
                assert_eq!(sum.outcome, outcome, "{one} + {game}");
            }
        }
    }

    #[test]
    fn the_22_smallest_games_are_tried_first() {
        let tests = small_games();
        assert_eq!(tests.len(), tests.names.len());
        let is_early = |node: u32| tests.set_form(node, 100, &Ask::default()).unwrap().birthday < 5;
        assert!((0..22).all(is_early) && !(22..26).all(is_early));
        assert_eq!(tests.names[5], "{{{},{{}}}}");
    }

    #[test]
    fn what_cannot_be_compared_is_refused() {
        let refused = |a, b| compare(a, b, Play::Normal, &Ask::default()).unwrap_err().to_string();
        assert!(refused("misere nim: 3", "nim: 3").contains("one play"));
        assert!(refused("nim: -", "nim: 3").contains("write it out"));
        let stopped = compare(
            "nim: 100000",
            "nim: 5",
            Play::Misere,
            &Ask { positions: 100, ..Ask::default() },
        );
        assert!(stopped.is_err_and(|error| error.is_stopped()));
    }
}
