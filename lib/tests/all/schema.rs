//! The schemas of answers that are handed out are those that the types have.
#![cfg(feature = "schema")]

use std::fs;

#[test]
fn the_schemas_that_are_handed_out_are_fresh() {
    for (name, fresh) in [
        ("answer", bouton::schema::answer()),
        ("pattern", bouton::schema::pattern()),
        ("test", bouton::schema::trial()),
    ] {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../cli/data");
        let path = format!("{folder}/{name}.schema.json");
        if std::env::var_os("BOUTON_WRITE_SCHEMA").is_some() {
            fs::write(&path, &fresh).unwrap();
        }
        let kept = fs::read_to_string(&path).unwrap();
        assert!(
            kept == fresh,
            "cli/data/{name}.schema.json is stale; write it anew with BOUTON_WRITE_SCHEMA=1, and --features bouton/schema"
        );
    }
}
