//! The atlas of octal codes, made by the command that users have.

use anyhow::Result;

use crate::{cargo, run};

/// Longer codes that are known from print: the octal games of the OEIS, and a misère quotient of 506.
const LONGER: &[&str] =
    &["0.1337", "0.1377", "0.3337", "0.4107", "0.7007", "0.11377", "0.113377", "4!.0"];

/// Surveys all codes of three digits, so many seconds each, into `sequence/data/octal_atlas.csv`. Rows that are
/// there are kept if they are proved or were given as long.
pub fn run_atlas(seconds: &str) -> Result<()> {
    let mut survey = cargo();
    survey.args(["run", "--release", "--package", "bouton-cli", "--", "survey", "octal"]);
    survey.args([
        "--digits",
        "3",
        "--seconds",
        seconds,
        "--output",
        "sequence/data/octal_atlas.csv",
    ]);
    for code in LONGER {
        survey.args(["--also", code]);
    }
    run(&mut survey)
}
