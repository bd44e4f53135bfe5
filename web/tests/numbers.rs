//! Numbers and scenes as the page gets them. Apart from the crate, so that the library is not compiled once more for two
//! small tests.

use bouton_web::numbers::{number, scene};

#[test]
fn numbers_have_at_most_three_decimals() {
    for (value, text) in [(0.0, "0"), (1.5, "1.5"), (-0.25, "-0.25"), (10.0, "10"), (0.0004, "0")] {
        assert_eq!(number(value), text);
    }
}

#[test]
fn scenes_have_the_form_of_their_own_serialisation() {
    for address in ["nim: 3 10^30", "chomp: 2x3", "graph(a>b b>a): a", "kayles: 3 + nim: 2"] {
        let opened = bouton::address::open(address).unwrap();
        let picture = opened.game.scene(&opened.position);
        let mut own: serde_json::Value = serde_json::from_str(&scene(&picture)).unwrap();
        let mut exact = serde_json::to_value(&picture).unwrap();
        round(&mut own);
        round(&mut exact);
        assert_eq!(own, exact, "{address}");
    }
}

/// All numbers as thousandths.
fn round(value: &mut serde_json::Value) {
    match value {
        serde_json::Value::Number(number) => {
            *value = ((number.as_f64().unwrap() * 1000.0).round() as i64).into();
        }
        serde_json::Value::Array(list) => list.iter_mut().for_each(round),
        serde_json::Value::Object(map) => map.values_mut().for_each(round),
        _ => {}
    }
}
