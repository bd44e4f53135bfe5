//! Nimbers against `data/known`: values computed by several independent programs, and the table of alpha_p.

use std::fs;
use std::path::Path;

use bouton_nimber::{BigNimber, Nimber8, Nimber16, Nimber32, Nimber64, Nimber128, OrdinalNimber};
use num_bigint::BigUint;
use serde_json::Value;

fn known(name: &str) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    fs::read_to_string(root.join("data/known").join(name)).unwrap()
}

fn big(row: &Value, field: &str) -> BigNimber {
    row[field].as_str().unwrap().parse().unwrap()
}

#[test]
fn published_values_of_any_size() {
    let mut rows = 0;
    for line in known("nimber.jsonl").lines() {
        let row: Value = serde_json::from_str(line).unwrap();
        let (a, result) = (big(&row, "a"), big(&row, "r"));
        let found = match row["op"].as_str().unwrap() {
            "mul" => &a * &big(&row, "b"),
            "inv" => a.inverse().unwrap(),
            "sqrt" => a.sqrt(),
            "pow" => a.pow(&big(&row, "e").value()).unwrap(),
            "order" => BigNimber::from(&a.order().unwrap()),
            "minpoly" => BigNimber::from(&a.try_minimal_polynomial().unwrap().coefficients),
            "quad1" => a.halve(),
            other => panic!("unknown operation {other}"),
        };
        assert_eq!(found, result, "{line}");
        rows += 1;
    }
    assert_eq!(rows, 856);
}

macro_rules! fixed {
    ($row:ident, $type:ident, $word:ident) => {{
        let read = |field: &str| $row[field].as_str().unwrap().parse::<$type>();
        let a = read("a").unwrap();
        let number = |field: &str| big(&$row, field).value();
        match $row["op"].as_str().unwrap() {
            "mul" => assert_eq!(a * read("b").unwrap(), read("r").unwrap(), "{}", $row),
            "inv" => assert_eq!(a.inverse(), read("r").ok(), "{}", $row),
            "sqrt" => assert_eq!(a.sqrt(), read("r").unwrap(), "{}", $row),
            "pow" => {
                let exponent = u128::try_from(number("e")).unwrap();
                assert_eq!(a.pow(exponent), read("r").unwrap(), "{}", $row);
            }
            "order" => assert_eq!(BigUint::from(a.order().unwrap()), number("r"), "{}", $row),
            "minpoly" => {
                assert_eq!(a.minimal_polynomial().coefficients, number("r"), "{}", $row)
            }
            // The root may be wider than the type.
            "quad1" => assert_eq!(a.halve(), read("r").ok(), "{}", $row),
            other => panic!("unknown operation {other}"),
        }
    }};
}

#[test]
fn published_values_of_fixed_widths() {
    for line in known("nimber.jsonl").lines() {
        let row: Value = serde_json::from_str(line).unwrap();
        match row["bits"].as_u64().unwrap() {
            8 => fixed!(row, Nimber8, u8),
            16 => fixed!(row, Nimber16, u16),
            32 => fixed!(row, Nimber32, u32),
            64 => fixed!(row, Nimber64, u64),
            128 => fixed!(row, Nimber128, u128),
            _ => {}
        }
    }
}

fn ordinal(text: &str) -> OrdinalNimber {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn power(text: &str, exponent: u32) -> String {
    ordinal(text).pow(&BigUint::from(exponent)).unwrap().to_string()
}

#[test]
fn powers_of_the_first_ordinals_are_in_the_table() {
    for (base, exponent, result) in [
        ("w", 3, "2"),
        ("w^w", 5, "4"),
        ("w^(w^2)", 7, "w + 1"),
        ("w^(w^3)", 11, "w^w + 1"),
        ("w^(w^4)", 13, "w + 4"),
        ("w^(w^5)", 17, "16"),
        ("w^(w^6)", 19, "w^3 + 4"),
        ("w^3", 3, "w"),
    ] {
        assert_eq!(power(base, exponent), result, "[{base}]^{exponent}");
    }
}

#[test]
fn transfinite_nimbers_are_a_field() {
    let w = OrdinalNimber::w();
    assert_eq!(w.inverse().unwrap().to_string(), "w^2*3");
    assert_eq!(w.sqrt().unwrap().to_string(), "w^2*2");
    assert_eq!(w.order().unwrap(), BigUint::from(9u32));
    assert_eq!(w.degree().unwrap(), 6);
    for text in ["w + 1", "w^w*4 + w^3*9 + 11", "w^(w^2) + w^5*2", "w^(w + 2)*7 + 300", "w^9 + 5"] {
        let x = ordinal(text);
        assert_eq!(x.to_string(), text);
        assert_eq!(x.product(&x.inverse().unwrap()).unwrap(), OrdinalNimber::one(), "{text}");
        let root = x.sqrt().unwrap();
        assert_eq!(root.product(&root).unwrap(), x, "{text}");
        for other in ["w^2", "w^w + w*5", "w^(w^2*3) + 2"] {
            let (y, z) = (ordinal(other), &ordinal("w^4*3") + &x);
            let (yz, xy) = (y.product(&z).unwrap(), x.product(&y).unwrap());
            assert_eq!(x.product(&yz).unwrap(), xy.product(&z).unwrap(), "{text}, {other}");
            assert_eq!(
                x.product(&(&y + &z)).unwrap(),
                &xy + &x.product(&z).unwrap(),
                "{text}, {other}"
            );
        }
    }
}

/// Adding a nimber below 2^(2^k) or a multiple of w^e times one is what the order of fields says:
/// in particular [w] is the least ordinal outside the finite nimbers that has a cube there.
#[test]
fn orders_divide_and_degrees_fit() {
    for (text, degree, order) in [("w^w", 20, "75"), ("w + 1", 6, "63"), ("w^3", 18, "27")] {
        let x = ordinal(text);
        assert_eq!(x.degree().unwrap(), degree, "{text}");
        let found = x.order().unwrap();
        assert_eq!(x.pow(&found).unwrap(), OrdinalNimber::one());
        assert_eq!(found.to_string(), order, "{text}");
    }
}

#[test]
fn ordinals_are_read_and_refused() {
    for (text, shown) in [
        ("w^w^2*3", "w^(w^2)*3"),
        ("w ^ ( w*2 + 1 ) * 0x10", "w^(w*2 + 1)*16"),
        // The ordinary sum of ordinals.
        ("1 + w", "w"),
        ("w*2 + w*3", "w*5"),
        ("w*0 + 7", "7"),
    ] {
        assert_eq!(ordinal(text).to_string(), shown);
    }
    for (text, hint) in [
        ("", "column 1"),
        ("w^", "column 3"),
        ("w^w^w", "column 5: this is w^w^w or beyond"),
        ("w^(w^w)", "w^w^w or beyond"),
        ("2*w", "stands behind w"),
        ("w^(3", "closing bracket"),
        ("w $", "column 3"),
        ("w^99999999999999999999999", "larger than"),
    ] {
        let error = text.parse::<OrdinalNimber>().unwrap_err().to_string();
        assert!(error.contains(hint), "{text}: {error}");
    }
    let beyond = ordinal("w^(w^200)");
    let error = beyond.product(&beyond).unwrap_err().to_string();
    assert!(error.contains("829"), "{error}");
    assert!(OrdinalNimber::zero().inverse().is_err());
    // A field of degree 2 * 3 * 7 * 43 ... is too large to be searched.
    assert!(ordinal("w^(w^140) + w^(w^139) + 1").inverse().is_err());
}
