//! Take-and-break codes as users write them: addresses, famous names, huge heaps, traps.

use bouton::ask::Ask;
use bouton::{Analysis, Error, address};

fn analyse(text: &str) -> Result<Analysis, Error> {
    let opened = address::open(text)?;
    let ask = Ask { value: true, ..Ask::default() };
    opened.solve(&ask)
}

fn value(text: &str) -> String {
    let analysis = analyse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    analysis.value.and_then(|value| value.finite().cloned()).expect(text).0.to_string()
}

#[test]
fn braces_and_brackets_survive_addresses_and_answers() {
    for text in [
        "octal(0.{0,2+}): 5",
        "octal(0.{0, 2+}!7): 6 5",
        "octal(code=0.{2,3}=1): 9",
        "octal(4.[3]): 7 6",
        "octal(0.3[07]): 12",
        "octal({2+}.[{0,1}]): 6",
        "octal(0.{2+}): 5 + nim: 3 + octal(0.[37]): 4",
        "misere octal(0.{0,2+}): 5",
        "misere octal(0.[3]): 3 2",
    ] {
        let answer = analyse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        let again = analyse(&answer.address).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(answer.address, again.address, "{text}");
        assert_eq!((answer.outcome, answer.value), (again.outcome, again.value), "{text}");
    }
}

#[test]
fn codes_that_make_no_game_are_one_sentence() {
    for (text, hint) in [
        ("octal(20.017): 5", "add stones"),
        ("octal(0.000): 5", "no digit allows a move"),
        ("octal(0.): 5", "no digit allows a move"),
        ("octal(0.7/): 5", "column 4"),
        ("octal(0.[]): 5", "is empty"),
        ("octal(0.[3): 5", "has no partner"),
        ("octal(0.{2): 5", "has no partner"),
        ("octal(0.{70}): 5", "above 63"),
        ("octal(0.7,7): 5", "too many"),
        ("octal: 5", "needs code"),
    ] {
        let error = analyse(text).expect_err(text);
        assert_eq!(error.kind(), "input", "{text}");
        assert!(error.to_string().contains(hint), "{text}: {error}");
        assert!(!error.to_string().contains('\n'), "{text}");
    }
}

#[test]
fn famous_names_are_their_codes() {
    for (name, code, ahead) in [
        ("kayles", "0.77", 0),
        ("dawsons-kayles", "0.07", 0),
        ("dawsons-chess", "0.137", 0),
        ("treblecross", "0.007", 2),
        ("officers", "0.6", 0),
        ("laskers-nim", "4.[3]", 0),
        ("guiles", "0.15", 0),
        ("grundy", "4!.0", 0),
        ("nim", "0.[3]", 0),
    ] {
        for size in 0..80 {
            let code = value(&format!("octal({code}): {}", size + ahead));
            assert_eq!(value(&format!("{name}: {size}")), code, "{name} {size}");
        }
    }
}

#[test]
fn huge_heaps_answer_from_proved_periods() {
    for (text, expected) in [
        ("octal(0.77): 1000000000000000000000", "1"),
        ("octal(0.[3]): 10^30", "1000000000000000000000000000000"),
        ("octal(0.[7]): 10^30", "1000000000000000000000000000000"),
        ("octal(0.[F{0+}]): 10^30", "1000000000000000000000000000000"),
        ("octal(4.[3]): 10^30", "999999999999999999999999999999"),
        ("octal(0.[30]): 10^30+1", "1"),
    ] {
        let text = text.replace("10^30+1", "1000000000000000000000000000001");
        assert_eq!(value(&text), expected, "{text}");
    }
    // A move to a heap of the right value is named, though pairs may win as well.
    let answer = analyse("octal(4.[3]): 10^30 5").unwrap();
    assert!(!answer.winning.is_empty() && !answer.winning_complete);
}

#[test]
fn conditions_on_pairs_can_have_proved_periods() {
    // Some of these are proved and some are not; what is proved must hold.
    let mut proved = 0;
    for code in ["0.37!", "0.35!", "0.77!", "0.33!", "0.7=3", "0.75="] {
        let Ok(answer) = analyse(&format!("octal({code}): 3000")) else { continue };
        let Some(period) = answer.evidence.period else { continue };
        proved += 1;
        let (p, first) = (period.period, period.preperiod);
        for size in first..first + 200 {
            let [one, other] =
                [size, size + p].map(|size| value(&format!("octal({code}): {size}")));
            assert_eq!(one, other, "{code}: {size}");
        }
    }
    assert!(proved > 0);
}

#[test]
fn patterns_that_break_are_never_called_periods() {
    for text in ["octal(0.226!): 3000", "octal(4!.0): 3000", "subtraction(factorials): 20000"] {
        assert!(analyse(text).unwrap().evidence.period.is_none(), "{text}");
    }
    let values =
        |code: &str| (0..600).map(|n| value(&format!("octal({code}): {n}"))).collect::<Vec<_>>();
    let differ = values("0.161").iter().zip(values("0.36")).position(|(a, b)| *a != b);
    assert_eq!(differ, Some(519));
    assert_eq!((value("octal(0.226!): 15"), value("octal(0.226!): 20")), ("0".into(), "5".into()));
}
