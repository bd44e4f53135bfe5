//! The memoised search against the obvious Python recursion, on the same job: the misère outcomes of
//! all 1,048,576 ordered positions of 4 heaps up to 31. Formulas, splitting and symmetry are off on
//! both sides; both print the number of N-positions as their signature.

use std::process::Command;
use std::time::Instant;

use bouton::ask::Ask;
use bouton::heap::Heaps;
use bouton::heap::{HeapGame, HeapRules, Options};
use bouton::rules::Definition;
use bouton::search::memo::{Goal, Memo};
use bouton::value::Play;

struct Nim;

impl HeapRules for Nim {
    #[inline]
    fn options(&self, size: u64, out: &mut Options<'_>) {
        for rest in 0..size {
            out.push(&[rest]);
            if out.full() {
                return;
            }
        }
    }
}

fn ours() -> (u64, f64) {
    let rules = Definition(HeapGame(Nim));
    let start = Instant::now();
    let mut memo = Memo::new(Goal::Wins(Play::Misere));
    let ask = Ask::default();
    let mut signature = 0u64;
    for code in 0..1u64 << 20 {
        let heaps = Heaps::from(&[code >> 15, code >> 10 & 31, code >> 5 & 31, code & 31][..]);
        signature +=
            u64::from(memo.label(&rules, &heaps, &ask).expect("the budget is large enough"));
    }
    (signature, start.elapsed().as_secs_f64())
}

fn python() -> Option<(u64, f64)> {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/benches/misere_nim.py");
    let output = Command::new("python3").arg(script).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    let (signature, seconds) = text.trim().split_once(' ')?;
    Some((signature.parse().ok()?, seconds.parse().ok()?))
}

fn main() {
    // Best of three: the machine may be shared.
    let runs: Vec<(u64, f64)> = (0..3).map(|_| ours()).collect();
    let (signature, seconds) =
        runs.iter().copied().min_by(|a, b| a.1.total_cmp(&b.1)).expect("three runs");
    println!("bouton   {seconds:>8.3} s   signature {signature}");
    match python() {
        Some((theirs, python)) => {
            println!("python   {python:>8.3} s   signature {theirs}");
            println!("ratio    {:>8.1}", python / seconds);
            assert_eq!(signature, theirs, "both must count the same N-positions");
        }
        None => println!("python3 is not here: no ratio"),
    }
}
