//! A nim-sequence into a file, as `heap value` lines, with its period where that is proved.
//!
//! `cargo run --release --example values -- 0.137 100000 values.txt`

use std::io::Write;

use bouton::sequence::engine::Choice;
use bouton::sequence::search::{Search, Verdict};
use bouton::sequence::{Code, Values};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut words = std::env::args().skip(1);
    let code: Code = words.next().as_deref().unwrap_or("0.137").parse()?;
    let to: usize = words.next().as_deref().unwrap_or("1000").parse()?;
    let mut search = Search::new(&code, Values::default(), Choice::default())?;
    search.run(to + 1, &mut |_| true)?;
    let verdict = search.verdict();
    // A proof may come before all values that were asked for.
    search.extend(to + 1, &mut |_| true)?;
    if let Some(path) = words.next() {
        let mut file = std::io::BufWriter::new(std::fs::File::create(path)?);
        for (heap, value) in search.values().iter_from(0).take(to + 1).enumerate() {
            writeln!(file, "{heap} {value}")?;
        }
        file.flush()?;
    }
    match verdict {
        Verdict::Proved(period) => {
            println!("{code}: period {} from heap {} on, proved", period.period, period.preperiod);
        }
        _ => println!("{code}: no period is proved by these {} values", search.length()),
    }
    Ok(())
}
