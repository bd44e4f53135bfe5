//! The numbers that decide a position, in binary columns, for a picture: piles, what piles are worth, or the parts of a sum.

use super::reasons::columns::{MOST_ROWS, steps};
use super::{MOST_COLUMNS, Step};
use crate::address::Question;
use crate::ask::Ask;
use crate::error::Error;
use crate::render::text::{counted, short};
use crate::solve::{Tables, heap_values};
use crate::value::{Nimber, Play};

/// The step that writes the numbers of a position below each other, with their nim-sum, and a row that names the odd
/// columns. Positions that are not decided by such numbers are refused with the reason.
pub(crate) fn columns(question: &Question, ask: &Ask<'_>) -> Result<Step, Error> {
    let Question { game, position, play, .. } = question;
    game.allows(*play)?;
    let (mut lead, mut labels, mut values) = ("", Vec::new(), Vec::new());
    if game.parts().is_some() {
        if *play == Play::Misere {
            return Err(Error::Unsupported(
                "in misère play a sum is not decided by the values of its parts, so columns would mislead: normal play \
                 has them"
                    .to_string(),
            ));
        }
        for (index, part) in question.parts().iter().enumerate() {
            labels.push(format!("part {}", index + 1));
            values.push(worth(part, ask)?);
        }
        lead = "Each part counts with its value. ";
    } else {
        let name = game.name();
        let Some((heap, sizes)) = game.rules().heap().zip(game.piles(position)) else {
            return Err(Error::Unsupported(format!(
                "{name} does not add up pile by pile, so it has no columns: games of heaps whose values add have them, \
                 and sums of games"
            )));
        };
        if *play == Play::Misere && !heap.tame() {
            return Err(Error::Unsupported(format!(
                "in misère play the values of {name} do not decide, so columns would mislead: normal play has them"
            )));
        }
        if sizes.len() <= MOST_ROWS {
            values = heap_values(heap, Tables::new(game).sequence(), sizes, ask)?;
            let own = sizes.iter().zip(&values).all(|(size, value)| size == value.0);
            labels.extend((1..).zip(sizes.iter()).map(|(pile, size): (usize, _)| match own {
                true => format!("pile {pile}"),
                false => format!("pile {pile} ({})", brief(&size.to_string())),
            }));
            if !own {
                lead = "Each pile counts with its value. ";
            }
        } else {
            values = vec![Nimber::ZERO; sizes.len()];
        }
    }
    if values.is_empty() {
        return Err(Error::Unsupported(
            "there is no pile, so there is nothing to write in columns: give a position that has some".to_string(),
        ));
    }
    let widest = values.iter().map(|value| value.0.bits()).max().unwrap_or(0);
    if values.len() > MOST_ROWS || widest > MOST_COLUMNS {
        return Err(Error::Unsupported(format!(
            "{} of up to {widest} binary digits cannot be drawn: a picture has room for {MOST_ROWS} numbers of \
             {MOST_COLUMNS} digits",
            counted(values.len() as u64, "number")
        )));
    }
    let mut step = steps(&labels, &values, false).pop().unwrap_or_default();
    step.text.insert_str(0, lead);
    // A word below the column, because a colour alone says nothing to some.
    let width = step.table.first().map_or(0, Vec::len);
    let is_odd = |column: usize| step.marks.iter().any(|mark| mark.1 == column);
    let words = (0..width).map(|column| if is_odd(column) { "odd" } else { "" }.to_string());
    let words: Vec<String> = words.collect();
    if words.iter().any(|word| !word.is_empty()) {
        step.table.push(words);
    }
    Ok(step)
}

/// What a part of a sum is worth.
fn worth(part: &Question, ask: &Ask<'_>) -> Result<Nimber, Error> {
    let valued = part.game.solver().value(&part.position, ask)?;
    valued.value.finite().cloned().ok_or_else(|| {
        Error::Unsupported(format!(
            "play need not end in {}, so it is worth no number that has columns",
            short(&part.address())
        ))
    })
}

/// A size that may have thousands of digits, for a label.
fn brief(digits: &str) -> String {
    if digits.len() <= 8 { digits.to_string() } else { format!("{}...", &digits[..3]) }
}

#[cfg(test)]
mod tests {
    use crate::Ask;

    #[test]
    fn piles_values_and_parts_have_columns_and_other_games_a_reason() {
        let table = |address: &str| {
            crate::open(address).unwrap().columns(&Ask::default()).map(|step| step.table)
        };
        let nim = table("nim: 3 4 5").unwrap();
        assert_eq!(nim[1], ["pile 1", "0", "1", "1", "= 3"]);
        assert_eq!(nim[4], ["nim-sum", "0", "1", "0", "= 2"]);
        assert_eq!(nim[5], ["", "", "odd", "", ""]);
        assert_eq!(table("nim: 1 1").unwrap().len(), 4);
        let kayles = table("kayles: 7 12").unwrap();
        assert_eq!(kayles[1], ["pile 1 (7)", "0", "1", "0", "= 2"]);
        assert_eq!(table("kayles: 12 + nim: 4").unwrap()[3][0], "nim-sum");
        assert!(table("misere nim: 3 4").is_ok());
        for (address, reason) in [
            ("chomp: 3x4", "does not add up"),
            ("wythoff: 3 5", "does not add up"),
            ("misere kayles: 7", "in misère play"),
            ("misere kayles: 7 + nim: 3", "in misère play"),
            ("nim: 10^30", "1 number of up to 100 binary digits"),
            ("graph(a>b b>a): a + nim: 3", "play need not end"),
        ] {
            let refused = table(address).unwrap_err();
            assert_eq!(refused.kind(), "unsupported");
            assert!(refused.to_string().contains(reason), "{address}: {refused}");
        }
        let many = vec!["1"; 100].join(" ");
        assert!(table(&many).unwrap_err().to_string().contains("100 numbers"));
    }
}
