//! `bouton tablebase info`: counts, the longest wins, and a histogram.

use std::collections::BTreeMap;
use std::fmt::Write;

use bouton::render::bars::{self, Bar, Bars};
use bouton::render::text::counted;
use bouton::{Error, Play};
use bouton_tablebase::Manifest;
use bouton_tablebase::manifest::Counts;

use crate::arguments::Told;
use crate::commands::fail;
use crate::files::Target;
use crate::tables;

/// Rows of the histogram on a terminal; longer ones are put together.
const ROWS: usize = 24;
/// Values that are listed.
const VALUES: usize = 12;

pub fn run(told: &Told) -> u8 {
    match tell(told) {
        Ok(()) => 0,
        Err(error) => fail(&error, None, told.json),
    }
}

fn tell(told: &Told) -> Result<(), Error> {
    let target = Target::new(&told.output, told.force)?;
    let table = tables::open(&told.folder)?;
    let manifest = table.manifest();
    target.text(&if told.json {
        serde_json::to_string(manifest).unwrap_or_default() + "\n"
    } else if told.svg {
        picture(manifest)
    } else {
        text(manifest)
    })
}

/// The counts of both conventions, as far as they are there.
fn plays(manifest: &Manifest) -> Vec<(Play, &Counts)> {
    let misere = manifest.digest.misere.as_ref().map(|counts| (Play::Misere, counts));
    [Some((Play::Normal, &manifest.digest.normal)), misere].into_iter().flatten().collect()
}

pub fn text(manifest: &Manifest) -> String {
    let mut text = format!("{}\n", manifest.address);
    let circles = if manifest.circles { "play can run in circles" } else { "play always ends" };
    let per = manifest.bytes() as f64 / manifest.positions.max(1) as f64;
    let _ = writeln!(
        text,
        "  {}, {}; {circles}",
        counted(manifest.positions, "position"),
        counted(manifest.arcs, "arc")
    );
    let _ = writeln!(
        text,
        "  {} in {}, {per:.2} for each position; by {}",
        counted(manifest.bytes(), "byte"),
        counted(manifest.shards.len() as u64, "shard"),
        manifest.program
    );
    for (play, counts) in plays(manifest) {
        let word = if play == Play::Normal { "Normal play" } else { "Misère play" };
        let [won, lost, drawn] = counts.outcomes(play);
        let draws = if drawn > 0 { format!(", {drawn} D") } else { String::new() };
        let _ = writeln!(text, "{word}: {won} N, {lost} P{draws}");
        for (longest, what) in counts.longest(play).into_iter().zip(["win", "resistance"]) {
            if let Some(plies) = longest {
                let many = counted(counts.plies.get(&plies).copied().unwrap_or(0), "position");
                let _ = writeln!(
                    text,
                    "  longest {what}: {}, from {many}",
                    counted(u64::from(plies), "ply")
                );
            }
        }
    }
    let values = &manifest.digest.values;
    let listed: Vec<String> =
        values.iter().take(VALUES).map(|(value, count)| format!("{value}: {count}")).collect();
    let rest = match values.keys().last() {
        Some(largest) if values.len() > VALUES => format!(", ... up to {largest}"),
        _ => String::new(),
    };
    let _ = writeln!(text, "Values: {}{rest}", listed.join(", "));
    for (seen, count) in manifest.digest.infinities.iter().take(VALUES) {
        let _ = writeln!(text, "  infinity({seen}): {}", counted(*count, "position"));
    }
    text += &histogram(&manifest.digest.normal);
    text
}

/// Positions by plies, as rows of a terminal.
fn histogram(counts: &Counts) -> String {
    let Some((largest, _)) = counts.plies.iter().next_back() else { return String::new() };
    let width = (*largest as usize + 1).div_ceil(ROWS) as u32;
    let mut rows: BTreeMap<u32, u64> = BTreeMap::new();
    counts.plies.iter().for_each(|(plies, count)| *rows.entry(plies / width).or_default() += count);
    let most = rows.values().max().copied().unwrap_or(1).max(1);
    let mut text = "Plies to the end in normal play:\n".to_string();
    for (row, count) in rows {
        let first = row * width;
        let plies =
            if width == 1 { first.to_string() } else { format!("{first}-{}", first + width - 1) };
        let length = (count as u128 * 32).div_ceil(u128::from(most)) as usize;
        let _ = writeln!(text, "{plies:>9} {} {count}", "#".repeat(length));
    }
    text
}

fn picture(manifest: &Manifest) -> String {
    let (play, counts) = (Play::Normal, &manifest.digest.normal);
    let bars = counts.plies.iter().map(|(plies, count)| Bar {
        label: u64::from(*plies),
        count: *count,
        marked: plies % 2 == 0,
    });
    let [won, lost, drawn] = counts.outcomes(play);
    bars::svg(&Bars {
        title: &format!("{}: positions by plies to the end", manifest.address),
        about: &format!(
            "{}: {won} are won by the mover, {lost} are lost, {drawn} are draws",
            counted(manifest.positions, "position")
        ),
        across: "plies to the end, normal play",
        common: "won by the mover",
        marked: "lost by the mover",
        bars: &bars.collect::<Vec<Bar>>(),
    })
}
