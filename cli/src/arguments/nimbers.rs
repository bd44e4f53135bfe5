//! The options of `nimber`.

use std::path::PathBuf;

use clap::Args;

use super::Bounds;

/// A calculator in the field of nimbers, finite and transfinite.
#[derive(Args)]
#[command(after_help = "Examples:
  bouton nimber \"5 * 7\"                     a product of nimbers: 13
  bouton nimber \"(5 + 7) / 0xff\"            sums are xor; numbers are decimal or hexadecimal
  bouton nimber \"5 xor 3\"                   the same sum by its other name: 6
  bouton nimber \"2^10 * sqrt(40)\"           ^ is a power, not xor; exponents are ordinary numbers
  bouton nimber \"solve(x^2 + x = 5)\"        8, 9
  bouton nimber \"log(13, 5)\"                the n with 5^n = 13
  bouton nimber \"order(256)\" --json         also minpoly() and degree()
  bouton nimber \"[w^w*4 + w^3*9 + 11] * [w]\"   ordinals stand in brackets

Several expressions, one per line, go through --batch FILE (- for standard input).
With --pairs the input is T and then T lines of two numbers below 2^64; the output is their products:
bouton nimber --pairs < pairs.txt")]
pub struct Nimber {
    /// The expression: + xor * / ^ sqrt() order() degree() log(x, base) minpoly() solve(x^2 + x = 5)
    #[arg(value_name = "EXPR", allow_negative_numbers = true)]
    pub expression: Vec<String>,
    /// One JSON object per expression: expression and value, or expression and error
    #[arg(long)]
    pub json: bool,
    /// Answer each line of a file, in order, one line each
    #[arg(long, value_name = "FILE", conflicts_with = "expression")]
    pub batch: Option<PathBuf>,
    /// Products of pairs, in the format of contests; standard input if no file is named
    #[arg(long, value_name = "FILE", num_args = 0..=1, default_missing_value = "-",
          conflicts_with_all = ["expression", "batch", "json"])]
    pub pairs: Option<PathBuf>,
    #[command(flatten)]
    pub bounds: Bounds,
}
