//! Score sheets: whatever is written, loading it gives a game that saves as a sheet that loads again.
#![no_main]

use bouton::session::Session;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let Ok(session) = Session::load(text) else { return };
    let sheet = session.sheet();
    let again = Session::load(&sheet).expect("a sheet that was written can be read");
    assert_eq!(again.sheet(), sheet);
});
