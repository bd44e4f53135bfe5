//! Moves of games with piles: what becomes of which pile.

use bouton_core::order::InOrder;
use std::fmt;

use crate::analysis::{Change, Numbers};
use crate::error::{Error, quoted};
use crate::heap::Heaps;
use crate::natural::Natural;

/// `1 -> 1` (pile 1 becomes 1), `2 -> 3 4` (it splits), `1 -> 2, 3 -> 0` (several piles at once).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HeapMove(Changes);

/// Nearly every move changes one pile; that case stays free of allocations.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Changes {
    One(u32, Heaps),
    Many(Vec<(u32, Heaps)>),
}

impl HeapMove {
    /// Pile `pile`, counted from 0, becomes these heaps.
    pub fn one(pile: usize, to: Heaps) -> HeapMove {
        HeapMove(Changes::One(pile as u32, to))
    }

    /// Several piles change; piles are counted from 0 and ascend.
    pub fn many(changes: impl IntoIterator<Item = (usize, Natural)>) -> HeapMove {
        let one_heap = |size: Natural| -> Heaps { [size].into_iter().collect() };
        let mut changes: Vec<(u32, Heaps)> =
            changes.into_iter().map(|(pile, size)| (pile as u32, one_heap(size))).collect();
        HeapMove(match changes.len() {
            1 => {
                let (pile, to) = changes.remove(0);
                Changes::One(pile, to)
            }
            _ => Changes::Many(changes),
        })
    }

    /// Which piles, counted from 0, become what.
    pub fn changes(&self) -> impl DoubleEndedIterator<Item = (usize, &Heaps)> + ExactSizeIterator {
        let (one, many) = match &self.0 {
            Changes::One(pile, to) => (Some((*pile as usize, to)), &[][..]),
            Changes::Many(changes) => (None, &changes[..]),
        };
        let count = usize::from(one.is_some()) + many.len();
        (0..count).map(move |index| match one {
            Some(change) => change,
            None => (many[index].0 as usize, &many[index].1),
        })
    }

    /// The one pile that changes, and what it becomes.
    pub fn single(&self) -> Option<(usize, &Heaps)> {
        match &self.0 {
            Changes::One(pile, to) => Some((*pile as usize, to)),
            Changes::Many(_) => None,
        }
    }

    /// For moves that split no pile: each pile that changes, with its new size.
    pub fn sizes(&self) -> Option<Vec<(usize, Natural)>> {
        self.changes().map(|(pile, to)| (to.len() == 1).then(|| (pile, to.get(0)))).collect()
    }

    /// The position after the move.
    pub fn play(&self, heaps: &Heaps) -> Heaps {
        match &self.0 {
            Changes::One(pile, to) => heaps.replaced(*pile as usize, to),
            // From the back, because a pile that splits moves those behind it.
            Changes::Many(_) => self
                .changes()
                .rev()
                .fold(heaps.clone(), |heaps, (pile, to)| heaps.replaced(pile, to)),
        }
    }

    /// Reads `1 -> 1`, `2 -> 3 4`, `1 -> 2, 3 -> 0` or what [`describe`](HeapMove::describe) writes, in short also `2
    /// from 1`. Piles have letters as well, `A -> 1`. The rules are not asked.
    pub fn read(text: &str, heaps: &Heaps) -> Result<HeapMove, Error> {
        let signs = in_signs(text, heaps);
        let mut changes: Vec<(u32, Heaps)> = Vec::new();
        for part in signs.split(',') {
            let (pile, to) = read_change(part.trim(), text, heaps)?;
            if changes.iter().any(|(known, _)| *known == pile) {
                return Err(Error::input(format!("pile {} is named twice", pile + 1)));
            }
            changes.push((pile, to));
        }
        changes.put_in_order_by(|a, b| a.0.cmp(&b.0));
        Ok(HeapMove(match changes.len() {
            1 => {
                let (pile, to) = changes.remove(0);
                Changes::One(pile, to)
            }
            _ => Changes::Many(changes),
        }))
    }

    /// The move in numbers.
    pub(crate) fn numbers(&self, heaps: &Heaps) -> Numbers {
        let change =
            |(pile, to): (usize, &Heaps)| Change::new(Some(pile + 1), heaps.get(pile), to.iter());
        match self.single() {
            Some(one) => change(one).into(),
            None => Numbers { piles: self.changes().map(change).collect(), ..Numbers::default() },
        }
    }

    /// The move in words.
    pub fn describe(&self, heaps: &Heaps) -> String {
        let parts: Vec<String> =
            self.changes().map(|(pile, to)| describe_change(pile, &heaps.get(pile), to)).collect();
        parts.join(", ")
    }
}

/// Words in place of signs and numbers: `Split pile 1 into 3 and 4` as `1 -> 3 4`, `2 from both piles` as `2 from 1, 2
/// from 2`. What stands on one side of `from` and the arrow is read by [`read_change`].
fn in_signs(text: &str, heaps: &Heaps) -> String {
    // Positions of ten thousand piles have moves as long; words are short.
    if text.len() > 1_000 || !text.contains(char::is_alphabetic) {
        return text.to_string();
    }
    let text = text.to_lowercase().replace(", leaving", " leaving").replace(',', " , ");
    let drop = |word: &&str| {
        !matches!(
            *word,
            "pile" | "piles" | "heap" | "heaps" | "the" | "stones" | "stone" | "split" | "take"
        )
    };
    let sign = |word| match word {
        "into" | "becomes" => "->",
        "of" => "from",
        "and" => "",
        word => word,
    };
    let words: Vec<&str> = text.split_whitespace().filter(drop).map(sign).collect();
    match &words[..] {
        // Every pile, or both of two.
        [taken, "from", "each" | "both"] if words[2] == "each" || heaps.len() == 2 => {
            (1..=heaps.len().min(100))
                .map(|pile| format!("{taken} from {pile}"))
                .collect::<Vec<_>>()
                .join(",")
        }
        words => words.join(" "),
    }
}

/// One change; the `whole` move is what an error quotes.
fn read_change(text: &str, whole: &str, heaps: &Heaps) -> Result<(u32, Heaps), Error> {
    let syntax = || {
        Error::input(format!(
            "{} is not a move: write what a pile becomes, such as 1 -> 2, or what is taken, such as 2 from 1",
            quoted(whole)
        ))
    };
    let pile_number = |word: &str| -> Result<usize, Error> {
        let word = word.trim();
        // Piles are also called A, B, C.
        let letter = match word.as_bytes() {
            [letter] => Some(letter.to_ascii_lowercase()).filter(u8::is_ascii_lowercase),
            _ => None,
        };
        let number = match letter {
            Some(letter) => Natural::from(u64::from(letter - b'a' + 1)),
            None => word.parse::<Natural>().map_err(|_| syntax())?,
        };
        match number.to_u64().and_then(|number| usize::try_from(number).ok()) {
            Some(number) if (1..=heaps.len()).contains(&number) => Ok(number - 1),
            _ => Err(Error::input(format!(
                "there is no pile {number}: the piles are numbered from 1 to {}",
                heaps.len()
            ))),
        }
    };
    if let Some((pile, to)) = text.split_once("->") {
        let pile = pile_number(pile)?;
        let to: Heaps = to.parse().map_err(|_| syntax())?;
        return Ok((pile as u32, to));
    }
    let (taken, pile) = text.split_once(" from ").ok_or_else(syntax)?;
    // What is taken may be told with what it leaves: `2 from 1 leaving 3 4`.
    let (pile, left) = match pile.split_once(" leaving ") {
        Some((pile, left)) => (pile, Some(left.parse::<Heaps>().map_err(|_| syntax())?)),
        None => (pile, None),
    };
    let pile = pile_number(pile)?;
    let taken: Natural = match taken.trim() {
        "all" => heaps.get(pile),
        taken => taken.parse().map_err(|_| syntax())?,
    };
    if taken.is_zero() {
        return Err(Error::input("a move takes at least one stone"));
    }
    let size = heaps.get(pile);
    let rest = size.minus(&taken).ok_or_else(|| {
        Error::input(format!("pile {} holds {size}: {taken} cannot be taken from it", pile + 1))
    })?;
    match left {
        Some(left) if left.iter().fold(Natural::ZERO, |sum, part| &sum + &part) == rest => {
            Ok((pile as u32, left))
        }
        Some(left) => Err(Error::input(format!(
            "pile {} holds {size}: taking {taken} from it does not leave {left}",
            pile + 1
        ))),
        None => Ok((pile as u32, [rest].into_iter().collect())),
    }
}

fn describe_change(pile: usize, size: &Natural, to: &Heaps) -> String {
    let number = pile + 1;
    let rest = to.iter().fold(Natural::ZERO, |sum, part| &sum + &part);
    let list = to.iter().map(|part| part.to_string()).collect::<Vec<_>>().join(" and ");
    match size.minus(&rest) {
        Some(taken) if to.len() == 1 => format!("take {taken} from pile {number}"),
        Some(taken) if taken.is_zero() => format!("split pile {number} into {list}"),
        Some(taken) => format!("take {taken} from pile {number}, leaving {list}"),
        None => format!("pile {number} becomes {list}"),
    }
}

impl fmt::Display for HeapMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, (pile, to)) in self.changes().enumerate() {
            if index > 0 {
                f.write_str(", ")?;
            }
            write!(f, "{} -> {to}", pile + 1)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_read_as_they_are_written() {
        let heaps: Heaps = "3 12 5".parse().unwrap();
        for text in ["1 -> 1", "2 -> 3 4", "1 -> 2, 3 -> 0"] {
            assert_eq!(HeapMove::read(text, &heaps).unwrap().to_string(), text);
        }
        let read = |text| HeapMove::read(text, &heaps).map(|mv| mv.to_string());
        assert_eq!(read("2 from 1").unwrap(), "1 -> 1");
        assert_eq!(read("take 2 from 1").unwrap(), "1 -> 1");
        assert_eq!(read("3->0,1->2").unwrap(), "1 -> 2, 3 -> 0");
        for (words, mv) in [
            ("TAKE 2  from Pile 1", "1 -> 1"),
            ("take 2 from A", "1 -> 1"),
            ("c->1", "3 -> 1"),
            ("take all from pile 2", "2 -> 0"),
            ("take all of pile 2", "2 -> 0"),
            ("Split pile 2 into 5 and 7", "2 -> 5 7"),
            ("take 1 from pile 3, leaving 1 and 3", "3 -> 1 3"),
            ("pile 1 becomes 9", "1 -> 9"),
            ("take 2 from each pile", "1 -> 1, 2 -> 10, 3 -> 3"),
            (
                "take 1 from pile 1, leaving 1 and 1, take 1 from pile 3, leaving 2 and 2",
                "1 -> 1 1, 3 -> 2 2",
            ),
        ] {
            assert_eq!(read(words).unwrap(), mv, "{words}");
        }
        for (wrong, hint) in [
            ("", "is not a move"),
            ("1 -> ", "is not a move"),
            ("4 -> 1", "from 1 to 3"),
            ("0 -> 1", "from 1 to 3"),
            ("4 from 1", "holds 3"),
            ("0 from 1", "at least one"),
            ("1 -> 2, 1 -> 0", "twice"),
            ("D -> 1", "from 1 to 3"),
            ("2 from both piles", "is not a move"),
            ("take 1 from pile 3 leaving 2 and 3", "does not leave"),
        ] {
            let message = read(wrong).unwrap_err().to_string();
            assert!(message.contains(hint), "{wrong}: {message}");
        }
    }

    #[test]
    fn a_split_pile_moves_those_behind_it() {
        let heaps: Heaps = "3 12 5".parse().unwrap();
        let mv = HeapMove::read("1 -> 1 1, 3 -> 2 2", &heaps).unwrap();
        assert_eq!(mv.play(&heaps).to_string(), "1 1 12 2 2");
        assert_eq!(
            mv.describe(&heaps),
            "take 1 from pile 1, leaving 1 and 1, take 1 from pile 3, leaving 2 and 2"
        );
    }
}
