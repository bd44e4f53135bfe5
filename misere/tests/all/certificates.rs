//! Certificates of quotients: what is written passes, and what is changed anywhere does not.

use bouton_core::ask::Ask;
use bouton_core::heap::{Code, HeapRules, TakeSet};
use bouton_core::value::Play;
use bouton_misere::Quotient;
use bouton_misere::check::{Checked, check, is_certificate};
use sha2::{Digest, Sha256};

fn certificate(rules: &dyn HeapRules, to: usize) -> String {
    Quotient::of(rules, Play::Misere, to, &Ask::default()).certificate(rules).unwrap()
}

fn of_code(code: &str, to: usize) -> String {
    certificate(&code.parse::<Code>().unwrap(), to)
}

fn checked(text: &str) -> Checked {
    check(text, &|_| true).unwrap()
}

/// The text with the hash that belongs to it.
fn sealed(body: &str) -> String {
    let digest = Sha256::digest(body.as_bytes());
    let hash: String = digest.iter().map(|byte| format!("{byte:02x}")).collect();
    format!("{body}end {hash}\n")
}

fn body(text: &str) -> &str {
    &text[..text.rfind("end ").unwrap()]
}

fn rejected(text: &str) -> bool {
    check(text, &|_| true).map_or(true, |checked| !checked.passed)
}

#[test]
fn certificates_pass_their_check() {
    for code in ["0.77", "0.123", "0.15", "4.13", "0.012", "0.71", "0.3", "0.8"] {
        let text = of_code(code, 2000);
        assert!(is_certificate(&text));
        let found = checked(&text);
        assert!(found.passed, "{code}: {:?}", found.fault);
        assert_eq!(sealed(body(&text)), text);
    }
    let kayles = checked(&of_code("0.77", 1000));
    assert_eq!((kayles.order, kayles.p_positions, &kayles.rules[..]), (40, 9, "code 0.77"));
    assert_eq!((kayles.period, kayles.preperiod, kayles.computed_to), (Some(12), Some(71), 167));
    let take = checked(&certificate(&TakeSet::read(&["1", "3-4"]).unwrap(), 100));
    assert!(take.passed, "{take:?}");
    // Heaps so far, where there is no end in sight or no theorem.
    for (code, to) in [("0.07", 30), ("4!.0", 18)] {
        let found = checked(&of_code(code, to));
        assert!(found.passed && found.period.is_none(), "{code}: {:?}", found.fault);
    }
    let normal = Quotient::of(&"0.77".parse::<Code>().unwrap(), Play::Normal, 500, &Ask::default());
    let normal = checked(&normal.certificate(&"0.77".parse::<Code>().unwrap()).unwrap());
    assert!(normal.passed && normal.order == 16, "{normal:?}");
    let endless: Code = "0.[3]".parse().unwrap();
    let quotient = Quotient::of(&endless, Play::Misere, 5, &Ask::default());
    assert!(quotient.certificate(&endless).is_err());
}

#[test]
fn every_changed_entry_is_rejected() {
    let take = certificate(&TakeSet::read(&["1", "3-4"]).unwrap(), 100);
    let kayles: Code = "0.77".parse().unwrap();
    let normal = Quotient::of(&kayles, Play::Normal, 11, &Ask::default());
    let normal = normal.certificate(&kayles).unwrap();
    for text in [of_code("0.123", 100), of_code("0.75", 100), of_code("0.07", 17), take, normal] {
        let lines: Vec<&str> = body(&text).lines().collect();
        let mut tried = 0;
        for (index, line) in lines.iter().enumerate().skip(1) {
            let words: Vec<&str> = line.split(' ').collect();
            for place in 1..words.len() {
                let changes: Vec<String> = match words[place].parse::<u64>() {
                    Ok(number) => {
                        vec![(number + 1).to_string(), number.saturating_sub(1).to_string()]
                    }
                    Err(_) => match words[place] {
                        "misere" => vec!["normal".to_string()],
                        "normal" => vec!["misere".to_string()],
                        "code" => vec!["take".to_string()],
                        "take" => vec!["code".to_string()],
                        "none" => vec!["1\npreperiod 1".to_string()],
                        code => vec![format!("{code}3"), code[..code.len() - 1].to_string()],
                    },
                };
                for change in changes.iter().filter(|change| *change != words[place]) {
                    let mut words = words.clone();
                    words[place] = change;
                    let mut lines = lines.clone();
                    let line = words.join(" ");
                    lines[index] = &line;
                    let changed = sealed(&(lines.join("\n") + "\n"));
                    // 0.073 has the same classes as 0.07 so far: that certificate is as true as the other.
                    let true_as_well = words[0] == "rules"
                        && change
                            .parse::<Code>()
                            .is_ok_and(|code| certificate(&code, 17) == changed);
                    assert!(rejected(&changed) || true_as_well, "{line}");
                    tried += 1;
                }
            }
            // A line that is missing, and one that stands twice.
            let mut without = lines.clone();
            without.remove(index);
            assert!(rejected(&sealed(&(without.join("\n") + "\n"))), "without {line}");
            let mut twice = lines.clone();
            twice.insert(index, line);
            assert!(rejected(&sealed(&(twice.join("\n") + "\n"))), "twice {line}");
        }
        assert!(tried > 100);
    }
}

#[test]
fn torn_and_strange_files_are_no_certificates() {
    let text = of_code("0.75", 100);
    for length in 0..text.len() {
        assert!(rejected(&text[..length]), "{length}");
    }
    let told = |text: &str| check(text, &|_| true).unwrap_err().to_string();
    assert!(told("").contains("does not begin like one"));
    assert!(told(&text.replace("0.75", "0.7")).contains("SHA-256"));
    assert!(
        told(&sealed("bouton misere certificate 1\nrules code 3.7\n")).contains("cannot be read")
    );
    assert!(
        told(&sealed(
            "bouton misere certificate 1\nrules code 0.7\nplay misere\norder 99999999999\n"
        ))
        .contains("order")
    );
    assert!(check(&text, &|_| false).unwrap_err().is_stopped());
}
