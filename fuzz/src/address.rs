//! Any text as an address: it opens or is refused with a sentence, and answers re-open.

#![no_main]

use bouton::{Ask, address};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let Ok(opened) = address::open(text) else { return };
    let budget = Ask { positions: 200, steps: 20_000, bytes: 1 << 22, ..Ask::default() };
    if let Ok(answer) = opened.solve(&budget) {
        if answer.address.len() <= address::LONGEST {
            let again = address::open(&answer.address).expect("the address of an answer re-opens it");
            assert_eq!(again.solve(&budget).ok(), Some(answer));
        }
    }
});
