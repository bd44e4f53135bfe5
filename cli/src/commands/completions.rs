//! `bouton completions`: what a shell needs, from the one table of options.

use clap::CommandFactory;

use crate::arguments::{Arguments, Completions};
use crate::output;

pub fn run(completions: &Completions) -> u8 {
    let mut script = Vec::new();
    clap_complete::generate(completions.shell, &mut Arguments::command(), "bouton", &mut script);
    output::bytes(&script);
    0
}
