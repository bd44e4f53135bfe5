//! Slices of nimbers: products by the thousand, at the speed of the processor's best instructions.

use bouton::nimber::{Level, Nimber64, slices};

fn main() -> Result<(), bouton::Error> {
    let a: Vec<Nimber64> = (1..=1000).map(Nimber64).collect();
    let b: Vec<Nimber64> = (1..=1000).rev().map(Nimber64).collect();
    let mut products = vec![Nimber64(0); a.len()];
    slices::product(&a, &b, &mut products)?;
    assert_eq!(products[4], a[4] * b[4]);
    println!("{} * {} = {}, by {}", a[4], b[4], products[4], Level::best().name());
    Ok(())
}
