//! Quotients and canonical forms, timed; what was computed is the signature. `cargo bench -p bouton-misere -- 0.77
//! 0.07:33` asks for some codes, the last with its last heap.

use std::time::Instant;

use bouton_core::ask::{Ask, Meter};
use bouton_core::heap::Code;
use bouton_core::value::Play;
use bouton_misere::{CanonicalForms, Quotient};

/// The codes whose times are in docs/benchmarks.md.
const CODES: &[&str] = &["0.77", "0.644", "0.4107", "0.07:33"];

/// Seconds of the fastest of three runs: others may need the machine, too.
fn fastest<T>(mut run: impl FnMut() -> T) -> (f64, T) {
    let mut best: Option<(f64, T)> = None;
    for _ in 0..3 {
        let start = Instant::now();
        let result = run();
        let time = start.elapsed().as_secs_f64();
        if best.as_ref().is_none_or(|(known, _)| time < *known) {
            best = Some((time, result));
        }
    }
    best.expect("it ran")
}

fn quotient(code: &str, to: usize) -> Option<Quotient> {
    let rules: Code = code.parse().ok()?;
    Some(Quotient::of(&rules, Play::Misere, to, &Ask::default()))
}

/// The codes of at most three digits whose quotients are finite and repeat soon.
fn short_codes() -> Vec<String> {
    let codes = (1..512).map(|number| format!("0.{number:03o}"));
    let codes = codes.chain((0..64).map(|number| format!("4.{number:02o}")));
    let ask = Ask { positions: 20_000, steps: 1 << 26, ..Ask::default() };
    codes
        .filter(|code| {
            let rules = code.parse::<Code>().ok();
            let found = rules.map(|rules| Quotient::of(&rules, Play::Misere, 2000, &ask));
            found.and_then(|found| found.period()).is_some_and(|period| period.period < 100)
        })
        .collect()
}

fn main() {
    let asked: Vec<String> = std::env::args().skip(1).filter(|word| word.contains('.')).collect();
    let all: Vec<String> = CODES.iter().map(ToString::to_string).collect();
    for asked in if asked.is_empty() { &all } else { &asked } {
        let (code, to) = asked.split_once(':').unwrap_or((asked, "20000"));
        let (time, found) = fastest(|| quotient(code, to.parse().unwrap_or(0)));
        let Some(found) = found else {
            println!("{code} is not a code");
            continue;
        };
        println!(
            "{code}: {:.1} ms; order {}, {} P, {:?}, to heap {}{}",
            time * 1e3,
            found.monoid().order(),
            found.monoid().lost().count(),
            found.period(),
            found.computed_to(),
            found.stopped().map_or(String::new(), |error| format!(", {error}")),
        );
    }
    if !asked.is_empty() {
        return;
    }
    let short = short_codes();
    let (time, orders) = fastest(|| {
        let found = short.iter().filter_map(|code| quotient(code, 20_000));
        found.map(|found| found.monoid().order()).sum::<usize>()
    });
    println!(
        "{} finite quotients among the 575 codes, with periods below 100: {:.1} ms; orders {orders} in all",
        short.len(),
        time * 1e3
    );
    let (time, lost) = fastest(|| {
        let Ok(grundy) = "4!.0".parse::<Code>() else { return 0 };
        let (mut forms, mut heaps) = (CanonicalForms::default(), Vec::new());
        let mut meter = Meter::new(&Ask::default());
        while heaps.len() <= 100 && forms.next_heap(&grundy, &mut heaps, &mut meter).is_ok() {}
        heaps.iter().filter(|form| !forms.wins(**form)).count()
    });
    println!(
        "Grundy's game to heap 100 by canonical forms: {:.1} ms; {lost} heaps lost",
        time * 1e3
    );
}
