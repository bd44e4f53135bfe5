//! The schema of answers that is handed out is the one that the types have.
#![cfg(feature = "schema")]

use std::fs;

#[test]
fn the_schema_that_is_handed_out_is_fresh() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../cli/data/answer.schema.json");
    let fresh = bouton::schema::answer();
    if std::env::var_os("BOUTON_WRITE_SCHEMA").is_some() {
        fs::write(path, &fresh).unwrap();
    }
    let kept = fs::read_to_string(path).unwrap();
    assert!(
        kept == fresh,
        "cli/data/answer.schema.json is stale; write it anew with BOUTON_WRITE_SCHEMA=1, and --features bouton/schema"
    );
}
