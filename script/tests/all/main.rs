//! What the interpreter promises: the results of Python, faults with their place, limits that hold.

mod faults;
mod limits;
mod python;

use bouton_script::{Datum, Fault, Limits, Script};

/// What `main()` of a program returns.
fn run(program: &str) -> Result<Datum, Fault> {
    let script = Script::load("test.star", program, Limits::default())?;
    let main = script.function("main").expect("the program has a main");
    script.call(main, &[], |value| value.datum())
}
