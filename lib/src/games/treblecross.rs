//! Treblecross: noughts and crosses on a strip with crosses alone. A row of n cells is heap n+2 of 0.007.

use crate::game::{Ability, Board, Entry, Game, Known};
use crate::heap::{HeapGame, HeapRules, Heaps, Options};
use crate::natural::Natural;
use crate::sequence::Code;

struct Treblecross {
    code: Code,
}

impl HeapRules for Treblecross {
    fn options(&self, size: u64, out: &mut Options<'_>) {
        // A cross on cell i closes two cells on either side; mirror images are one option.
        let mut emptied = false;
        for before in 0..size.div_ceil(2) {
            let after = size - 1 - before;
            match [before.saturating_sub(2), after.saturating_sub(2)] {
                [0, 0] if emptied => {}
                [0, 0] => {
                    emptied = true;
                    out.push(&[]);
                }
                [0, right] => out.push(&[right]),
                both => out.push(&both),
            }
            if out.full() {
                return;
            }
        }
    }

    /// A row may be shortened to nothing by a cross near its end: with two cells more that is one that fits.
    fn shifted(&self) -> Option<(&Code, u64)> {
        Some((&self.code, 2))
    }

    fn allows(&self, size: &Natural, left: &Heaps) -> Option<bool> {
        let parts: Vec<Natural> = left.iter().filter(|part| !part.is_zero()).collect();
        let total = parts.iter().fold(Natural::ZERO, |sum, part| &sum + part);
        // The cross and the cells that it closes: two on either side, fewer at an end of the row.
        let closed = size.minus(&total).and_then(|closed| closed.to_u64());
        let least = [1, 3, 5].get(parts.len());
        let inner = parts.is_empty() || parts.len() == left.len();
        Some(
            inner
                && closed.zip(least).is_some_and(|(closed, least)| (*least..=5).contains(&closed)),
        )
    }

    fn describe(&self, pile: usize, size: &Natural, left: &Heaps) -> Option<String> {
        let total = left.iter().fold(Natural::ZERO, |sum, part| &sum + &part);
        // Where one row is left, it lies behind the cross: that stands as far in as cells before it are closed.
        let cell = match (left.len(), total.is_zero()) {
            (2, _) => &left.get(0) + &Natural::from(3u64),
            (_, false) => size.minus(&total)?.minus(&Natural::from(2u64))?,
            _ => size.minus(&Natural::from(2u64)).unwrap_or_default().max(Natural::from(1u64)),
        };
        Some(format!("put a cross on cell {cell} of row {pile}"))
    }
}

pub static ENTRY: Entry = Entry {
    name: "treblecross",
    aliases: &[],
    title: "Treblecross",
    rules: "Rows of empty cells. Nobody wants to let the other complete three crosses in line, so nobody puts a cross \
            within two cells of another: a move puts one on a free cell, and it and the two cells on either side are no \
            longer free.",
    board: Board::Heaps,
    can: &[Ability::Piles, Ability::Table, Ability::Sequence, Ability::Misere],
    parameters: &[],
    examples: &["treblecross: 9 5", "treblecross: 14", "misere treblecross: 12 3"],
    example_move: ("9 5", "1 -> 1 3"),
    known: &[Known {
        address: "treblecross: 3",
        outcome: "N",
        value: Some(1),
        source: "Winning Ways, chapter 4: heap 5 of 0.007",
    }],
    theorems: &[],
    presets: &[],
    open: |parameters| {
        let rule =
            "Put a cross on a free cell; it and the two cells on either side are no longer free";
        let rules = Treblecross { code: "0.007".parse()? };
        Ok(Game::open(HeapGame::boxed(rules), parameters)?.ruled(rule))
    },
};

#[cfg(test)]
mod tests {
    use crate::{Ask, address};

    #[test]
    fn a_row_of_n_cells_is_heap_n_plus_2_of_its_code() {
        let value = |text: String| {
            let opened = address::open(&text).unwrap();
            opened.solve(&Ask::default()).unwrap().value
        };
        for cells in 0..60 {
            let code = value(format!("octal(0.007): {}", cells + 2));
            assert_eq!(value(format!("treblecross: {cells}")), code, "{cells}");
        }
    }
}
