//! The atlas as programs carry it: without what only a survey that goes on needs. Hashes cannot be packed, and every
//! page would have to fetch them.

use std::path::PathBuf;
use std::{env, fs};

const ATLAS: &str = "data/octal_atlas.csv";

fn main() {
    println!("cargo::rerun-if-changed={ATLAS}");
    let table = fs::read_to_string(ATLAS).expect("the atlas is part of the crate");
    let mut lines = table.lines();
    let head = lines.next().unwrap_or_default();
    let columns: Vec<&str> = head.split(',').collect();
    let mut short = format!("{head}\n");
    for line in lines {
        let fields = line.split(',').zip(&columns).map(|(field, column)| match *column {
            "seconds" => "0",
            "engine" | "values" => "",
            _ => field,
        });
        short += &fields.collect::<Vec<_>>().join(",");
        short.push('\n');
    }
    let folder = PathBuf::from(env::var_os("OUT_DIR").expect("cargo names a folder"));
    fs::write(folder.join("octal_atlas.csv"), short).expect("the folder can be written");
}
