//! Certificates: what is written passes the check, and whatever is changed in one is noticed.

use bouton_sequence::Values;
use bouton_sequence::certificate;
use bouton_sequence::check::{Checked, How, check};
use bouton_sequence::engine::{Choice, Name};
use bouton_sequence::search::Search;
use sha2::{Digest, Sha256};

use crate::rules;

fn certificate(game: &str) -> String {
    certificate_by(game, None)
}

fn certificate_by(game: &str, engine: Option<Name>) -> String {
    let rules = &*rules(game);
    let choice = Choice { engine, ..Choice::default() };
    let mut search = Search::new(rules, Values::default(), choice).unwrap();
    search.run(2_000_000, &mut |_| true).unwrap();
    certificate::write(rules, &mut search, &mut |_| true).unwrap()
}

fn checked(text: &str) -> Checked {
    check(text, &How { threads: 2, ..How::default() }, &|_| true).unwrap()
}

/// The lines with a last line that fits them again, so that the other checks have their turn.
fn sealed(lines: &[String]) -> String {
    let body: String = lines[..lines.len() - 1].iter().map(|line| format!("{line}\n")).collect();
    let sum: String =
        Sha256::digest(body.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect();
    format!("{body}end {sum}\n")
}

/// Every text that differs from the line in one entry: each number one up and one down, letters and hexadecimal
/// digits replaced, words dropped.
fn changes(line: &str) -> Vec<String> {
    let words: Vec<&str> = line.split(' ').collect();
    let mut changed = vec![];
    let mut put = |index: usize, word: String| {
        let mut words: Vec<String> = words.iter().map(|word| word.to_string()).collect();
        words[index] = word;
        changed.push(words.join(" "));
    };
    for (index, word) in words.iter().enumerate().skip(1) {
        let parts: Vec<&str> = word.split([':', '.', '-']).collect();
        if word.len() < 40 && parts.iter().all(|part| part.parse::<u64>().is_ok()) {
            for part in &parts {
                let number: u64 = part.parse().unwrap();
                put(index, word.replacen(part, &(number + 1).to_string(), 1));
                put(index, word.replacen(part, &format!("0{part}"), 1));
                if number > 0 {
                    put(index, word.replacen(part, &(number - 1).to_string(), 1));
                    put(index, word.replacen(part, &(2 * number).to_string(), 1));
                }
            }
        } else {
            for place in [0, 1, word.len() / 3, word.len() / 2, word.len() - 1] {
                let mut letters = word.as_bytes().to_vec();
                letters[place] = if letters[place] == b'1' { b'2' } else { b'1' };
                put(index, String::from_utf8(letters).unwrap());
            }
        }
        put(index, format!("{word}!"));
    }
    for index in 0..words.len() {
        let mut fewer = words.clone();
        fewer.remove(index);
        changed.push(fewer.join(" "));
        changed.push(format!("{} {line}", words[index]));
    }
    changed.push(format!("{line} "));
    changed.push(format!("{line} 1"));
    changed.push(line.to_uppercase());
    changed.retain(|text| text != line);
    changed
}

/// Changes one thing after the other. What passes nevertheless is told.
fn survivors(text: &str, most_per_line: usize) -> Vec<String> {
    let lines: Vec<String> = text.lines().map(str::to_string).collect();
    let mut survivors = Vec::new();
    let mut tried = |lines: &[String], what: String| {
        let text = sealed(lines);
        if check(&text, &How::default(), &|_| true).is_ok_and(|checked| checked.passed) {
            survivors.push(what);
        }
    };
    for (index, line) in lines.iter().enumerate().take(lines.len() - 1) {
        let all = changes(line);
        let step = all.len().div_ceil(most_per_line).max(1);
        for change in all.iter().step_by(step) {
            let mut lines = lines.clone();
            lines[index] = change.clone();
            tried(&lines, format!("{line:.60} -> {change:.60}"));
        }
        let mut fewer = lines.clone();
        fewer.remove(index);
        tried(&fewer, format!("without {line:.60}"));
        let mut twice = lines.clone();
        twice.insert(index, line.clone());
        tried(&twice, format!("twice {line:.60}"));
        if index + 2 < lines.len() {
            let mut swapped = lines.clone();
            swapped.swap(index, index + 1);
            tried(&swapped, format!("swapped {line:.60}"));
        }
    }
    survivors
}

#[test]
fn certificates_pass_their_check() {
    for (game, rules, period, preperiod) in [
        ("0.77", "code 0.77", 12, 71),
        ("0.770", "code 0.77", 12, 71),
        ("0.1", "code 0.1", 1, 2),
        ("0.05!", "code 0.05!", 20, 13),
        ("1,3,4", "take 1 3-4", 7, 0),
        ("0.16", "code 0.16", 149_459, 105_351),
    ] {
        let text = certificate(game);
        let checked = checked(&text);
        assert_eq!(checked.fault, None, "{game}");
        assert!(checked.passed && checked.is_complete(), "{game}");
        assert_eq!((checked.period, checked.preperiod), (period, preperiod), "{game}");
        assert_eq!(checked.rules, rules);
    }
}

#[test]
fn a_changed_small_certificate_is_rejected() {
    for game in ["0.77", "0.6=", "2,5-7"] {
        assert_eq!(survivors(&certificate(game), usize::MAX), Vec::<String>::new(), "{game}");
    }
}

#[test]
fn a_changed_sparse_certificate_is_rejected() {
    // The list method uses a sparse space from the beginning.
    let text = certificate_by("0.356", Some(Name::List));
    assert!(text.contains("theorem bounded witnesses"), "{text:.300}");
    assert_eq!(survivors(&text, 40), Vec::<String>::new());
}

/// A heap is split in two: every second value is 1, and in the alternating space no heap is rare.
#[test]
fn an_alternating_space_is_checked_too() {
    let values: Vec<u8> = [0u32, 1].iter().flat_map(|value| value.to_le_bytes()).collect();
    let sum: String = Sha256::digest(values).iter().map(|byte| format!("{byte:02x}")).collect();
    let text = format!(
        "bouton certificate 1\nrules code 4.0\ntheorem bounded witnesses\nperiod 2\npreperiod 1\n\
         space 1 alternating 0\nrares\nwindow 2\nwidth 1\nsegments 1 hashed\nsnapshot 3 000001\nsegment {sum}\n\
         snapshot 5 010001\nend\n"
    );
    let lines: Vec<String> = text.lines().map(str::to_string).collect();
    let whole = sealed(&lines);
    assert_eq!(checked(&whole).fault, None);
    assert_eq!(survivors(&whole, usize::MAX), Vec::<String>::new());
}

#[test]
fn the_last_line_guards_every_byte() {
    let text = certificate("0.77");
    for index in (0..text.len()).step_by(7) {
        let mut bytes = text.clone().into_bytes();
        bytes[index] = if bytes[index] == b'3' { b'4' } else { b'3' };
        let changed = String::from_utf8(bytes).unwrap();
        assert!(!check(&changed, &How::default(), &|_| true).is_ok_and(|checked| checked.passed));
    }
    assert!(!checked(text.trim_end()).passed);
}

#[test]
fn what_is_no_certificate_is_an_error_and_not_a_fault() {
    for text in ["", "\n", "hello", "bouton certificate 4\nend\n"] {
        let error = check(text, &How::default(), &|_| true).unwrap_err();
        assert_eq!(error.exit_code(), 2, "{text:?}");
    }
}

#[test]
fn a_spot_check_looks_at_some_segments() {
    let text = certificate("0.16");
    let how = How { spot: Some(1), seed: 7, ..How::default() };
    let checked = check(&text, &how, &|_| true).unwrap();
    assert!(checked.passed && checked.segments_checked == 1 && checked.segments > 2);
    assert!(!checked.is_complete());
}
