//! Every way to write a question in `forms.txt` is understood, or refused with what would be right.

use bouton::address;

const FORMS: &str = include_str!("../forms.txt");

fn forms() -> impl Iterator<Item = (&'static str, &'static str)> {
    let lines = FORMS.lines().filter(|line| !line.is_empty() && !line.starts_with("# "));
    lines.map(|line| line.split_once(" => ").unwrap_or_else(|| panic!("{line}")))
}

#[test]
fn all_forms_are_understood_or_refused_with_advice() {
    let mut wrong = Vec::new();
    for (typed, wanted) in forms() {
        let found = address::open(typed).map(|opened| opened.address());
        let right = match (&found, wanted.strip_prefix("! ")) {
            (Ok(address), None) => address == wanted,
            (Err(error), Some(words)) => error.to_string().contains(words),
            _ => false,
        };
        if !right {
            wrong.push(format!("{typed} => {wanted}: {found:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(forms().count() >= 120);
}

#[test]
fn what_is_printed_is_printed_again() {
    for address in forms().map(|(_, wanted)| wanted).filter(|wanted| !wanted.starts_with('!')) {
        assert_eq!(address::open(address).unwrap().address(), address);
    }
}
