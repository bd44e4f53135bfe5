//! Value files: whatever bytes there are, reading them ends in values or in a sentence.
#![no_main]

use bouton::sequence::file::ValueFile;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let Ok(file) = ValueFile::open(bytes) else { return };
    let whole = file.verify().is_ok();
    let (length, damage) = (file.len(), file.damage().next());
    assert!(!whole || damage.is_none());
    assert_eq!(file.iter_from(0).count(), length);
    assert_eq!(file.get(length), None);
    if let Some(damage) = damage {
        // That values are missing then is for `verify` to say.
        assert_eq!(file.before(&damage).damage().next(), None);
    }
});
