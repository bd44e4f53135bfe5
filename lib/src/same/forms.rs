//! Two games in misère play by their canonical forms, and a game that tells different ones apart.
//!
//! The game is looked for where it is short: a heap of Nim beside heaps of 2, which the genus names; then small sets;
//! then the one that the proof makes. Each was added to both before it is named.

use crate::address::Question;
use crate::ask::{Ask, Meter};
use crate::error::Error;
use crate::misere::{Apart as Proof, CanonicalForms, Form, Genera, form};
use crate::value::{Outcome, Play};

use super::{Apart, Comparison, LONGEST_FORM, small_games};

/// A set that is longer is written in the notation of the field, where heaps of Nim are numbers.
const LONGEST_SET: usize = 200;

/// The canonical forms, and if they differ a game that shows it.
pub(super) fn compared(
    found: &mut Comparison,
    a: &Question,
    b: &Question,
    play: Play,
    ask: &Ask<'_>,
) -> Result<Option<Apart>, Error> {
    let mut forms = CanonicalForms::default();
    let form_a = form(&mut forms, &a.game, &a.position, ask)?;
    let form_b = form(&mut forms, &b.game, &b.position, ask)?;
    found.same_misere = Some(form_a == form_b);
    let text = |form| forms.set(form, LONGEST_FORM);
    (found.canonical_a, found.canonical_b) = (text(form_a), text(form_b));
    if form_a == form_b || play == Play::Normal {
        return Ok(None);
    }
    found.linked = Some(Proof::linked(&forms, form_a, form_b));
    // That they are linked is known; the game itself is shown where it costs little.
    let link = Proof::default().linking(&mut forms, form_a, form_b, &mut Meter::new(&ask.small()));
    found.link = link.ok().flatten().map(|link| named(&forms, link));
    apart(&mut forms, form_a, form_b, ask)
}

/// A game that tells two different forms apart; nothing where the budget ends before one is made.
fn apart(
    forms: &mut CanonicalForms,
    a: Form,
    b: Form,
    ask: &Ask<'_>,
) -> Result<Option<Apart>, Error> {
    if let Some(found) = by_genus(forms, a, b) {
        return Ok(Some(found));
    }
    if let Some(found) = by_small_games(forms, a, b, ask) {
        return Ok(Some(found));
    }
    let mut meter = Meter::new(ask);
    let game = match Proof::default().game(forms, a, b, &mut meter) {
        Ok(game) => game,
        // That they differ is known; a game that shows it is more than was promised within the budget.
        Err(error) if error.is_stopped() => return Ok(None),
        Err(error) => return Err(error),
    };
    let sums = beside(forms, a, b, game, &mut meter);
    Ok(sums.map(|(outcome_a, outcome_b)| Apart { game: named(forms, game), outcome_a, outcome_b }))
}

/// Who wins each of two forms beside a third.
fn beside(
    forms: &mut CanonicalForms,
    a: Form,
    b: Form,
    game: Form,
    meter: &mut Meter<'_>,
) -> Option<(Outcome, Outcome)> {
    let mut outcome = |form| {
        let sum = forms.sum(form, game, meter).ok()?;
        Some(Outcome::from_mover_wins(forms.wins(sum)))
    };
    outcome(a).zip(outcome(b))
}

/// The misère value m beside k heaps of 2 says that the game is lost beside these and a heap of m, and beside no other.
fn by_genus(forms: &CanonicalForms, a: Form, b: Form) -> Option<Apart> {
    let mut genera = Genera::default();
    let (a, b) = (genera.of(forms, a).0, genera.of(forms, b).0);
    // From there on both alternate.
    let most = a.misere.len().max(b.misere.len()) + 2;
    let twos = (0..most).find(|twos| a.at(*twos) != b.at(*twos))?;
    let (value_a, value_b) = (a.at(twos), b.at(twos));
    let heap = value_a.min(value_b);
    let mut heaps = vec!["2".to_string(); twos];
    if heap > 0 || twos == 0 {
        heaps.insert(0, heap.to_string());
    }
    let outcome = |value: u32| Outcome::from_mover_wins(value != heap);
    Some(Apart {
        game: format!("nim: {}", heaps.join(" ")),
        outcome_a: outcome(value_a),
        outcome_b: outcome(value_b),
    })
}

fn by_small_games(forms: &mut CanonicalForms, a: Form, b: Form, ask: &Ask<'_>) -> Option<Apart> {
    let tests = small_games();
    let (mut meter, mut own) = (Meter::new(&ask.small()), Vec::<Form>::new());
    for test in 0..tests.len() as u32 {
        // Every set comes after its elements.
        let options = tests.options(test).iter().map(|option| own[*option as usize]);
        own.push(forms.of_options(options.collect()));
        let name = &tests.names[test as usize];
        if name.is_empty() {
            continue;
        }
        let (outcome_a, outcome_b) = beside(forms, a, b, own[test as usize], &mut meter)?;
        if outcome_a != outcome_b {
            return Some(Apart { game: name.clone(), outcome_a, outcome_b });
        }
    }
    None
}

/// How a form is called: a heap of Nim by its address, a small one as a set, others in the notation of the field,
/// and those that are too long for it with names for what comes more than once.
fn named(forms: &CanonicalForms, form: Form) -> String {
    if let Some(size) = forms.nim_heap(form) {
        return format!("nim: {size}");
    }
    let short = forms.set(form, LONGEST_SET).or_else(|| forms.notation(form, LONGEST_FORM));
    short.unwrap_or_else(|| forms.definitions(form))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::same::compare;
    use rustc_hash::FxHashMap;

    /// Reads what `named` writes.
    fn read(forms: &mut CanonicalForms, text: &str) -> Form {
        if let Some(sizes) = text.strip_prefix("nim: ") {
            let heaps = sizes.split(' ').map(|size| size.parse().unwrap());
            return heaps.fold(Form::END, |sum, size| {
                let heap = nim(forms, size);
                forms.sum(sum, heap, &mut Meter::new(&Ask::default())).unwrap()
            });
        }
        let mut known = FxHashMap::default();
        let (own, rest) = text.split_once(" with ").unwrap_or((text, ""));
        for line in rest.split(", ").filter(|line| !line.is_empty()) {
            let (name, meaning) = line.split_once(" = ").unwrap();
            let form = term(forms, &known, meaning);
            known.insert(name.to_string(), form);
        }
        term(forms, &known, own)
    }

    fn nim(forms: &mut CanonicalForms, size: u32) -> Form {
        let mut heaps: Vec<Form> = Vec::new();
        for _ in 0..=size {
            heaps.push(forms.of_options(heaps.clone()));
        }
        heaps[size as usize]
    }

    fn term(forms: &mut CanonicalForms, known: &FxHashMap<String, Form>, text: &str) -> Form {
        let mut open: Vec<Vec<Form>> = vec![Vec::new()];
        let mut letters = text.chars().peekable();
        while let Some(letter) = letters.next() {
            let form = match letter {
                '[' | '{' => {
                    open.push(Vec::new());
                    continue;
                }
                ',' => continue,
                ']' | '}' => forms.of_options(open.pop().unwrap()),
                '#' => {
                    let one = open.last_mut().unwrap().pop().unwrap();
                    forms.of_options(vec![one])
                }
                '(' => {
                    let size: String =
                        letters.by_ref().take_while(|letter| *letter != ')').collect();
                    nim(forms, size.parse().unwrap())
                }
                '<' => {
                    let name: String =
                        letters.by_ref().take_while(|letter| *letter != '>').collect();
                    known[&format!("<{name}>")]
                }
                digit => nim(forms, digit.to_digit(10).unwrap()),
            };
            open.last_mut().unwrap().push(form);
        }
        open.pop().unwrap().pop().unwrap()
    }

    /// Every two forms that differ are told apart by a game whose text, read again, does it.
    #[test]
    fn every_pair_that_differs_is_told_apart() {
        let ask = Ask::default();
        let mut forms = CanonicalForms::default();
        let mut all: Vec<(String, Form)> = Vec::new();
        let sizes = |game: &'static str, sizes: std::ops::Range<u32>| {
            sizes.map(move |size| format!("{game}: {size}"))
        };
        let boards = ["chomp: 2x3", "chomp: 3x3", "kayles: 5 4", "nim: 3 + kayles: 5"];
        let positions =
            sizes("kayles", 0..18).chain(sizes("grundy", 0..24)).chain(sizes("nim", 0..24));
        for address in positions.chain(boards.map(str::to_string)) {
            let question = crate::open(&address).unwrap();
            let own = form(&mut forms, &question.game, &question.position, &ask).unwrap();
            all.push((address, own));
        }
        for (index, (name_a, a)) in all.iter().enumerate() {
            for (name_b, b) in all[..index].iter().filter(|(_, b)| a != b) {
                let found = apart(&mut forms, *a, *b, &ask).unwrap();
                let found = found.unwrap_or_else(|| panic!("{name_a} and {name_b}"));
                assert_ne!(found.outcome_a, found.outcome_b);
                let game = read(&mut forms, &found.game);
                let outcomes = beside(&mut forms, *a, *b, game, &mut Meter::new(&ask));
                let told = (found.outcome_a, found.outcome_b);
                assert_eq!(outcomes, Some(told), "{name_a} and {name_b} beside {}", found.game);
            }
        }
    }

    #[test]
    fn what_has_no_room_is_told_with_definitions() {
        let mut forms = CanonicalForms::default();
        let question = crate::open("kayles: 20").unwrap();
        let own = form(&mut forms, &question.game, &question.position, &Ask::default()).unwrap();
        let told = forms.definitions(own);
        assert!(told.contains(" with <1> = "), "{told}");
        assert_eq!(read(&mut forms, &told), own);
    }

    #[test]
    fn heaps_are_compared_by_their_forms() {
        // The positions of these heaps together are millions; their forms are few.
        let few = Ask { positions: 200_000, ..Ask::default() };
        let misere = |a, b| compare(a, b, Play::Misere, &few).unwrap();
        let found = misere("kayles: 30 20 12", "kayles: 25");
        assert!(!found.same && found.apart.is_some());
        assert_eq!(misere("nim: 12", "nim: 13").apart.unwrap().game, "nim: 12");
        assert_eq!(misere("nim: 51", "nim: 50").apart.unwrap().game, "nim: 50");
        assert!(misere("nim: 12 + kayles: 14", "nim: 12 + kayles: 17").apart.is_some());
    }
}
