//! The words of the field for games in misère play, each against its definition: kinds, half-tame, parts.

use std::collections::{BTreeSet, HashMap};

use bouton_core::ask::{Ask, Meter};
use bouton_core::value::mex;
use bouton_misere::{CanonicalForms, Form, Genera, Kind, Parts};

use crate::forms::{Set, as_form, by_day, random_sets};

/// Games, each with its values and its kind by the definitions in docs/misere.md, and nothing else.
#[derive(Default)]
struct Plain {
    known: HashMap<Form, (u32, u32, &'static str)>,
}

impl Plain {
    fn of(&mut self, forms: &CanonicalForms, form: Form) -> (u32, u32, &'static str) {
        if let Some(known) = self.known.get(&form) {
            return *known;
        }
        let mut inner = Vec::new();
        for option in forms.options(form) {
            let own = self.of(forms, option);
            let replies: Vec<_> =
                forms.options(option).into_iter().map(|reply| self.of(forms, reply)).collect();
            inner.push((own, replies));
        }
        let g = mex(inner.iter().map(|((g, ..), _)| *g));
        let m = if inner.is_empty() { 1 } else { mex(inner.iter().map(|((_, m, _), _)| *m)) };
        let all = |words: &[&str]| inner.iter().all(|((.., word), _)| words.contains(word));
        let mexes = |words: &[&str]| {
            let counted: Vec<_> =
                inner.iter().map(|(own, _)| own).filter(|own| words.contains(&own.2)).collect();
            let found =
                (mex(counted.iter().map(|own| own.0)), mex(counted.iter().map(|own| own.1)));
            (found == (g, m), counted.is_empty())
        };
        let reverts = |counted: &[&str], words: &[&str], near: &dyn Fn(u32) -> bool| {
            let mut others = inner.iter().filter(|((.., word), _)| !counted.contains(word));
            others.all(|(_, replies)| {
                let good = || replies.iter().filter(|reply| words.contains(&reply.2));
                good().any(|reply| reply.0 == g && near(reply.1))
                    && good().any(|reply| reply.1 == m && near(reply.0))
            })
        };
        let any = |_: u32| true;
        let close = |other: u32| other <= 1 || other / 2 == m / 2;
        let tame = ["tame", "reversibly tame"];
        let tameable = ["tame", "reversibly tame", "tameable"];
        let restive = ["tame", "reversibly tame", "restive", "reversibly restive"];
        let like_nim = g == m || g <= 1 && m <= 1;
        let word = if like_nim && all(&["tame"]) {
            "tame"
        } else if like_nim && mexes(&tame).0 && reverts(&tame, &tame, &any) {
            "reversibly tame"
        } else if like_nim
            && (mexes(&tameable).0 || mexes(&tameable).1 && (g, m) == (0, 1))
            && reverts(&tameable, &tameable, &any)
        {
            "tameable"
        } else if !like_nim && g <= 1 && all(&["tame"]) {
            "restive"
        } else if !like_nim && g <= 1 && mexes(&tame).0 && reverts(&tame, &restive, &close) {
            "reversibly restive"
        } else if g >= 2 && m <= 1 && all(&tame) {
            "restless"
        } else {
            "wild"
        };
        self.known.insert(form, (g, m, word));
        (g, m, word)
    }
}

fn nim(forms: &mut CanonicalForms, size: usize) -> Vec<Form> {
    let mut heaps: Vec<Form> = Vec::new();
    for _ in 0..=size {
        let next = forms.of_options(heaps.clone());
        heaps.push(next);
    }
    heaps
}

/// A game that is tameable and not tame: its one option is restless, and has one like the end that is not the end.
fn tameable(forms: &mut CanonicalForms, meter: &mut Meter<'_>) -> Form {
    let heaps = nim(forms, 3);
    let zero = forms.of_options(vec![heaps[2]]);
    let two = forms.of_options(vec![zero, zero.plus_one()]);
    let like_end = forms.of_options(vec![heaps[1], two]);
    let firm_one = forms.sum(heaps[2], heaps[3], meter).unwrap();
    let restless = forms.of_options(vec![like_end, firm_one]);
    forms.of_options(vec![restless])
}

/// Small games of every kind.
fn games(forms: &mut CanonicalForms, meter: &mut Meter<'_>) -> Vec<Form> {
    let mut games: BTreeSet<Form> = BTreeSet::new();
    let mut born = vec![Form::END];
    for _ in 0..4 {
        born = by_day(forms, &born).into_iter().collect();
    }
    games.extend(&born);
    for seed in 0..8 {
        let sets: Vec<Set> = random_sets(80, 100 + seed);
        games.extend(sets.iter().map(|set| as_form(forms, set)));
    }
    // Options that are taken back: games beside one that has both.
    let early: Vec<Form> = games.iter().copied().take(40).collect();
    let special = tameable(forms, meter);
    for (index, game) in early.iter().enumerate() {
        let other = early[(index * 7 + 3) % early.len()];
        let reply = forms.of_options(vec![*game, other, special]);
        let more = forms.of_options(vec![reply, other]);
        games.extend([reply, more, forms.of_options(vec![more, *game, special])]);
    }
    games.insert(special);
    games.into_iter().collect()
}

#[test]
fn kinds_are_those_of_the_definitions() {
    let (mut forms, mut meter) = (CanonicalForms::default(), Meter::new(&Ask::default()));
    let all = games(&mut forms, &mut meter);
    let (mut plain, mut genera) = (Plain::default(), Genera::default());
    let mut met: HashMap<&str, u32> = HashMap::new();
    for form in all {
        let (g, m, word) = plain.of(&forms, form);
        let (genus, kind) = genera.of(&forms, form);
        assert_eq!((genus.normal, genus.misere[0], kind.name()), (g, m, word));
        *met.entry(word).or_default() += 1;
    }
    assert_eq!(met.len(), 7, "{met:?}");
    let special = tameable(&mut forms, &mut meter);
    assert_eq!(genera.of(&forms, special).1, Kind::Tameable);
}

/// Whether the rule of misère Nim says that the mover wins a sum of games with these values.
fn rule(values: &[(u32, u32)]) -> bool {
    let sum = values.iter().fold(0, |sum, (g, _)| sum ^ g);
    let fickle = values.iter().all(|(g, m)| g != m && g | m < 2);
    if fickle { sum == 0 } else { sum != 0 }
}

#[test]
fn sums_of_tame_games_and_one_tameable_follow_the_rule_of_misere_nim() {
    let (mut forms, mut meter) = (CanonicalForms::default(), Meter::new(&Ask::default()));
    let mut genera = Genera::default();
    let all = games(&mut forms, &mut meter);
    let mut own = |form: Form| {
        let (genus, kind) = genera.of(&forms, form);
        (form, (genus.normal, genus.misere[0]), kind)
    };
    let known: Vec<_> = all.iter().map(|form| own(*form)).collect();
    let tame: Vec<_> = known.iter().filter(|(.., kind)| kind.is_tame()).take(70).collect();
    let reversibly: Vec<_> =
        known.iter().filter(|(.., kind)| *kind == Kind::ReversiblyTame).take(20).collect();
    let tameable: Vec<_> =
        known.iter().filter(|(.., kind)| *kind == Kind::Tameable).take(20).collect();
    assert!(!reversibly.is_empty() && !tameable.is_empty());
    for (a, values_a, _) in tame.iter().chain(&reversibly).chain(&tameable) {
        for (b, values_b, _) in tame.iter().chain(&reversibly) {
            let both = forms.sum(*a, *b, &mut meter).unwrap();
            assert_eq!(forms.wins(both), rule(&[*values_a, *values_b]));
            for (c, values_c, _) in reversibly.iter().chain(&tame[..12]) {
                let three = forms.sum(both, *c, &mut meter).unwrap();
                assert_eq!(forms.wins(three), rule(&[*values_a, *values_b, *values_c]));
            }
        }
    }
}

#[test]
fn half_tame_games_are_not_tame_but_two_are() {
    let (mut forms, mut meter) = (CanonicalForms::default(), Meter::new(&Ask::default()));
    let (mut plain, mut genera) = (Plain::default(), Genera::default());
    let mut halves = 0;
    for form in games(&mut forms, &mut meter) {
        let double = forms.sum(form, form, &mut meter).unwrap();
        let (one, two) = (plain.of(&forms, form), plain.of(&forms, double));
        let tame = |word: &str| word.ends_with("tame");
        let expected = !tame(one.2) && tame(two.2) && (two.0, two.1) == (0, 0);
        assert_eq!(genera.half_tame(&mut forms, form, &mut meter).unwrap(), expected);
        halves += u32::from(expected);
    }
    assert!(halves > 3, "{halves}");
}

#[test]
fn parts_are_all_that_sums_are_made_of() {
    let (mut forms, mut meter) = (CanonicalForms::default(), Meter::new(&Ask::default()));
    let all: Vec<Form> = games(&mut forms, &mut meter).into_iter().take(60).collect();
    let mut parts = Parts::default();
    let mut sums: BTreeSet<Form> = BTreeSet::new();
    for a in &all {
        for b in &all {
            let both = forms.sum(*a, *b, &mut meter).unwrap();
            assert_eq!(parts.difference(&mut forms, both, *a, &mut meter).unwrap(), Some(*b));
            if a.even_part() != Form::END && b.even_part() != Form::END {
                sums.insert(both.even_part());
            }
        }
    }
    let (mut primes, mut several) = (0, 0);
    for form in all.iter().chain(&sums) {
        let partitions = parts.partitions(&mut forms, *form, &mut meter).unwrap();
        let distinct: BTreeSet<&Vec<Form>> = partitions.iter().collect();
        assert!(distinct.len() == partitions.len() && !partitions.is_empty());
        several += u32::from(partitions.len() > 1);
        for partition in &partitions {
            let mut sum = Form::END;
            for part in partition {
                sum = forms.sum(sum, *part, &mut meter).unwrap();
                assert!(*part == Form::ONE || !part.is_odd() && !sums.contains(part));
            }
            assert_eq!(sum, *form);
            primes += u32::from(partition.len() == 1);
        }
        // What is no part has no difference.
        for other in &all {
            if let Some(rest) = parts.difference(&mut forms, *form, *other, &mut meter).unwrap() {
                assert_eq!(forms.sum(*other, rest, &mut meter).unwrap(), *form);
            }
        }
    }
    assert!(primes > 20, "{primes}");
    assert_eq!(several, 0, "none of these has two partitions");
    // A part may be born later than the game: 2# is 2 and a game of day 5.
    let two = nim(&mut forms, 2)[2];
    let single = forms.of_options(vec![two]);
    let partitions = parts.partitions(&mut forms, single, &mut meter).unwrap();
    let written = |part: &Form| forms.notation(*part, 100).unwrap();
    assert_eq!(partitions[0].iter().map(written).collect::<Vec<_>>(), ["2", "[[2#3]2#0]"]);
}
