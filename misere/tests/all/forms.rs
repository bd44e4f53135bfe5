//! Canonical forms, genera, and games that tell others apart.

use std::collections::{BTreeSet, HashMap};

use bouton_core::ask::{Ask, Meter};
use bouton_core::heap::{Code, HeapRules};
use bouton_core::value::Play;
use bouton_misere::{Apart, Beside, CanonicalForms, Form, Genera, Kind, lost_options};

use crate::quotients::{Brute, deep};

/// A game as the set of its options, and nothing else.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Set(pub BTreeSet<Set>);

fn birthday(game: &Set) -> usize {
    game.0.iter().map(|option| birthday(option) + 1).max().unwrap_or(0)
}

fn wins(game: &Set) -> bool {
    game.0.is_empty() || game.0.iter().any(|option| !wins(option))
}

/// The canonical form by its definition: any K is tried.
pub fn canonical(game: &Set) -> Set {
    let options: BTreeSet<Set> = game.0.iter().map(canonical).collect();
    let replaces = |simpler: &Set| {
        simpler.0.is_subset(&options)
            && options.difference(&simpler.0).all(|gone| gone.0.contains(simpler))
            && (!simpler.0.is_empty() || options.iter().any(|option| !wins(option)))
    };
    let simpler = options.iter().flat_map(|option| &option.0).find(|simpler| replaces(simpler));
    simpler.cloned().unwrap_or(Set(options))
}

fn sum(a: &Set, b: &Set) -> Set {
    let left = a.0.iter().map(|option| sum(option, b));
    Set(left.chain(b.0.iter().map(|option| sum(a, option))).collect())
}

pub fn as_set(forms: &CanonicalForms, form: Form) -> Set {
    Set(forms.options(form).into_iter().map(|option| as_set(forms, option)).collect())
}

pub fn as_form(forms: &mut CanonicalForms, game: &Set) -> Form {
    let options = game.0.iter().map(|option| as_form(forms, option)).collect();
    forms.of_options(options)
}

/// Random sets, the same in every run.
pub fn random_sets(count: usize, seed: u64) -> Vec<Set> {
    let mut state = seed;
    let mut random = move |below: usize| {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % below
    };
    let mut sets = vec![Set(BTreeSet::new())];
    while sets.len() < count {
        let size = 1 + random(4);
        let from = sets.len().min(12);
        let set = Set((0..size).map(|_| sets[random(from)].clone()).collect());
        if birthday(&set) < 7 && !sets.contains(&set) {
            sets.push(set);
        }
    }
    sets
}

#[test]
fn forms_and_sums_are_those_of_the_definition() {
    for seed in 0..6 {
        let (mut forms, mut meter) = (CanonicalForms::default(), Meter::new(&Ask::default()));
        let sets = random_sets(40, seed);
        let own: Vec<Form> = sets.iter().map(|set| as_form(&mut forms, set)).collect();
        for (set, form) in sets.iter().zip(&own) {
            assert_eq!(as_set(&forms, *form), canonical(set));
            assert_eq!(forms.wins(*form), wins(set));
            let one = Set(BTreeSet::from([Set(BTreeSet::new())]));
            assert_eq!(as_set(&forms, form.plus_one()), canonical(&sum(set, &one)));
            assert_eq!(forms.birthday(*form) as usize, birthday(&canonical(set)));
        }
        for a in 0..12 {
            for b in 0..12 {
                let both = forms.sum(own[a], own[b], &mut meter).unwrap();
                assert_eq!(as_set(&forms, both), canonical(&sum(&sets[a], &sets[b])), "{a} {b}");
            }
        }
    }
}

/// All games born by a day, from those born the day before.
pub fn by_day(forms: &mut CanonicalForms, before: &[Form]) -> BTreeSet<Form> {
    let subsets = 0..1u64 << before.len();
    subsets
        .map(|bits| {
            let chosen = before.iter().enumerate().filter(|(place, _)| bits >> place & 1 == 1);
            forms.of_options(chosen.map(|(_, form)| *form).collect())
        })
        .collect()
}

#[test]
fn games_are_counted_by_birthday() {
    // Conway, On Numbers and Games, chapter 12; 4171780 for day 5.
    let mut forms = CanonicalForms::default();
    let mut born = vec![Form::END];
    let days = if deep() { 5 } else { 4 };
    for count in &[2, 3, 5, 22, 4_171_780][..days] {
        born = by_day(&mut forms, &born).into_iter().collect();
        assert_eq!(born.len(), *count);
    }
}

#[test]
fn notation_is_that_of_the_field() {
    let mut forms = CanonicalForms::default();
    let nim = |forms: &mut CanonicalForms, size: usize| {
        let mut heaps: Vec<Form> = Vec::new();
        for _ in 0..=size {
            let next = forms.of_options(heaps.clone());
            heaps.push(next);
        }
        heaps
    };
    let heaps = nim(&mut forms, 12);
    assert_eq!(forms.notation(heaps[7], 100).unwrap(), "7");
    assert_eq!(forms.notation(heaps[12], 100).unwrap(), "(12)");
    let single = forms.of_options(vec![heaps[2]]);
    assert_eq!(forms.notation(single, 100).unwrap(), "2#");
    let more = forms.of_options(vec![single, heaps[3], heaps[2], heaps[0]]);
    assert_eq!(forms.notation(more, 100).unwrap(), "[2#320]");
    assert_eq!(forms.notation(more, 3), None);
    assert_eq!(forms.set(single, 100).unwrap(), "{{{},{{}}}}");
    assert_eq!(forms.nim_heap(more), None);
}

fn heaps(rules: &dyn HeapRules, to: usize) -> (CanonicalForms, Vec<Form>) {
    let (mut forms, mut heaps) = (CanonicalForms::default(), Vec::new());
    let mut meter = Meter::new(&Ask::default());
    while heaps.len() <= to {
        forms.next_heap(rules, &mut heaps, &mut meter).unwrap();
    }
    (forms, heaps)
}

#[test]
fn heaps_have_the_outcomes_of_the_definition() {
    for code in ["0.77", "4!.0", "0.07", "0.123"] {
        let rules: Code = code.parse().unwrap();
        let (forms, own) = heaps(&rules, 24);
        let mut brute = Brute::new(&rules, Play::Misere);
        for (heap, form) in own.iter().enumerate() {
            let sizes = if heap == 0 { vec![] } else { vec![heap as u64] };
            assert_eq!(forms.wins(*form), brute.wins(&sizes), "{code} {heap}");
        }
    }
    // The lost heaps of misère Grundy's game.
    let (forms, own) = heaps(&"4!.0".parse::<Code>().unwrap(), if deep() { 144 } else { 50 });
    let lost: Vec<usize> = (1..own.len()).filter(|heap| !forms.wins(own[*heap])).collect();
    let known = [
        3, 6, 9, 12, 15, 18, 21, 24, 27, 30, 33, 36, 39, 42, 45, 50, 94, 100, 103, 106, 112, 115,
        118, 121, 124, 127, 130, 141, 144,
    ];
    assert_eq!(lost, known[..lost.len()]);
    assert!(lost.contains(&50));
}

#[test]
fn genera_are_those_in_print_and_of_the_definition() {
    let told = |code: &str, to: usize| -> Vec<String> {
        let (forms, own) = heaps(&code.parse::<Code>().unwrap(), to);
        let mut genera = Genera::default();
        own.iter().map(|form| genera.of(&forms, *form).0.to_string()).collect()
    };
    // Nim, and Kayles as in Winning Ways, chapter 13.
    assert_eq!(told("0.[3]", 4), ["0^120", "1^031", "2^20", "3^31", "4^46"]);
    assert_eq!(
        told("0.77", 8)[1..],
        ["1^031", "2^20", "3^31", "1^031", "4^146", "3^31", "2^20", "1^13"]
    );
    // By the definition: the least n with which the sum is lost.
    let rules: Code = "0.77".parse().unwrap();
    let (mut forms, own) = heaps(&rules, 12);
    let (mut genera, mut meter) = (Genera::default(), Meter::new(&Ask::default()));
    let mut nim: Vec<Form> = Vec::new();
    for _ in 0..12 {
        let next = forms.of_options(nim.clone());
        nim.push(next);
    }
    for form in own {
        let (genus, _) = genera.of(&forms, form);
        let mut beside = form;
        for count in 0..6 {
            let mut value = 0;
            loop {
                let sum = forms.sum(beside, nim[value], &mut meter).unwrap();
                if !forms.wins(sum) {
                    break;
                }
                value += 1;
            }
            assert_eq!(genus.at(count) as usize, value);
            beside = forms.sum(beside, nim[2], &mut meter).unwrap();
        }
    }
    let (forms, own) = heaps(&rules, 5);
    assert_eq!(genera_kind(&forms, own[4]), Kind::Tame);
    assert_eq!(genera_kind(&forms, own[5]), Kind::Restless);
}

fn genera_kind(forms: &CanonicalForms, form: Form) -> Kind {
    Genera::default().of(forms, form).1
}

#[test]
fn a_game_tells_any_two_forms_apart() {
    let (mut forms, mut meter) = (CanonicalForms::default(), Meter::new(&Ask::default()));
    let mut all: Vec<Form> = Vec::new();
    let mut born = vec![Form::END];
    for _ in 0..4 {
        born = by_day(&mut forms, &born).into_iter().collect();
    }
    all.extend(&born);
    all.extend(
        random_sets(60, 7).iter().map(|set| as_form(&mut forms, set)).collect::<BTreeSet<Form>>(),
    );
    let mut apart = Apart::default();
    let mut met = HashMap::new();
    for g in &all {
        let mate = apart.mate(&mut forms, *g, &mut meter).unwrap();
        let both = forms.sum(*g, mate, &mut meter).unwrap();
        assert!(!forms.wins(both), "a game beside its mate is lost");
        for h in &all {
            if g == h {
                continue;
            }
            let game = apart.game(&mut forms, *g, *h, &mut meter).unwrap();
            let with_g = forms.sum(*g, game, &mut meter).unwrap();
            let with_h = forms.sum(*h, game, &mut meter).unwrap();
            assert_ne!(forms.wins(with_g), forms.wins(with_h));
            *met.entry(game).or_insert(0) += 1;
            if let Some(link) = apart.linking(&mut forms, *g, *h, &mut meter).unwrap() {
                for form in [*g, *h] {
                    let both = forms.sum(form, link, &mut meter).unwrap();
                    assert!(!forms.wins(both));
                }
            }
        }
    }
    assert!(met.len() > 2);
}

#[test]
fn tables_of_sums_are_those_of_the_forms_of_sums() {
    let mut meter = Meter::new(&Ask::default());
    for (code, sums) in [
        (
            "4!.0",
            &[&[36, 33][..], &[36, 25, 23, 1], &[30, 29, 28], &[40, 38], &[23, 22, 21, 20, 20]][..],
        ),
        ("0.07", &[&[30, 26], &[28, 21, 18], &[17, 17, 17, 16, 12]]),
        ("0.77", &[&[21, 20], &[15, 13, 12, 7], &[20, 12, 12]]),
    ] {
        let rules: Code = code.parse().unwrap();
        let (mut forms, own) = heaps(&rules, 40);
        for sizes in sums {
            let games: Vec<Beside> = sizes
                .iter()
                .map(|size| Beside { form: own[*size], options: forms.options(own[*size]) })
                .collect();
            let (wins, lost) = lost_options(&mut forms, &games, &mut meter).unwrap();
            let mut sum = |changed: usize, option: Form| {
                let parts = games.iter().enumerate();
                let parts =
                    parts.map(|(game, own)| if game == changed { option } else { own.form });
                let sum =
                    parts.fold(Form::END, |sum, part| forms.sum(sum, part, &mut meter).unwrap());
                forms.wins(sum)
            };
            assert_eq!(wins, sum(0, games[0].form), "{code} {sizes:?}");
            assert_eq!(wins, lost.iter().flatten().any(|lost| *lost), "{code} {sizes:?}");
            for (game, (own, lost)) in games.iter().zip(&lost).enumerate() {
                for (option, lost) in own.options.iter().zip(lost) {
                    assert_eq!(!sum(game, *option), *lost, "{code} {sizes:?}");
                }
            }
        }
    }
    assert_eq!(
        lost_options(&mut CanonicalForms::default(), &[], &mut meter).unwrap(),
        (true, vec![])
    );
}
