//! Certificates: whatever is written, checking it ends, in good order, and passes only what the definition confirms.
#![no_main]

use std::sync::atomic::{AtomicU32, Ordering};

use bouton::misere;
use bouton::sequence::check::{How, check};
use libfuzzer_sys::fuzz_target;
use sha2::{Digest, Sha256};

fuzz_target!(|bytes: &[u8]| {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let asked = AtomicU32::new(0);
    let go_on = |_| asked.fetch_add(1, Ordering::Relaxed) < 50;
    let signed = sign(text);
    for text in [text, signed.as_str()] {
        if let Ok(checked) = check(text, &How { threads: 1, ..How::default() }, &go_on) {
            assert_eq!(checked.passed, checked.fault.is_none());
        }
        if let Ok(checked) = misere::check::check(text, &go_on) {
            assert_eq!(checked.passed, checked.fault.is_none());
        }
    }
});

/// The same text with the checksum that its last line should have, so that what lies behind it is reached.
fn sign(text: &str) -> String {
    let body = text.split("\nend ").next().unwrap_or(text).trim_end();
    let hash: String =
        Sha256::digest(format!("{body}\n")).iter().map(|byte| format!("{byte:02x}")).collect();
    format!("{body}\nend {hash}\n")
}
