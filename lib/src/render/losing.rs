//! A list of P-positions as text.

use crate::losing::Losing;
use crate::render::text::{Style, counted};

fn line(sizes: &[u64], between: &str) -> String {
    sizes.iter().map(u64::to_string).collect::<Vec<_>>().join(between) + "\n"
}

/// A heading, and one position per line, as it stands in an address.
pub fn text(list: &Losing, style: Style) -> String {
    let heading = style.wrap(&format!(
        "{} of {} in {} play: {} of {} to {} each",
        counted(list.positions.len() as u64, "P-position"),
        list.game,
        list.play,
        counted(list.heaps as u64, "heap"),
        list.from,
        list.to
    ));
    heading + "\n" + &list.positions.iter().map(|sizes| line(sizes, " ")).collect::<String>()
}

/// One line per position under a line that names the columns.
pub fn csv(list: &Losing) -> String {
    let names: Vec<String> = (1..=list.heaps).map(|heap| format!("heap_{heap}")).collect();
    let rows = list.positions.iter().map(|sizes| line(sizes, ","));
    names.join(",") + "\n" + &rows.collect::<String>()
}
