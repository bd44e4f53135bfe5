//! Coin-turning games by what may be turned: how many coins, side by side, equally spaced, symmetric, within a distance.

use std::ops::ControlFlow::{self, Break, Continue};
use std::sync::Mutex;

use bouton_core::lexicode::Lexicode;

use crate::address::Parameters;
use crate::analysis::Theorem;
use crate::error::{Error, quoted};
use crate::game::{Ability, Board, Entry, Game, Known, Parameter, Preset};
use crate::strip::{CoinGame, CoinRules};
use crate::value::Play;

/// How the coins of a move lie to each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Shape {
    Any,
    Symmetric,
    Spaced,
    Contiguous,
}

/// What may be turned at once.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Sets {
    /// Coins at least, and at most.
    least: usize,
    most: Option<usize>,
    shape: Shape,
    /// How far the left-most lies from the right-most, at most.
    within: Option<usize>,
}

/// Sets and the values of single coins.
struct Turning {
    sets: Sets,
    values: Mutex<Values>,
}

/// The values of coins, as far as they were asked for.
enum Values {
    /// Of any coins at most so many, beginning with coins that are worth nothing.
    Lexicode { dead: usize, lexicode: Lexicode },
    /// By the definition.
    Defined { known: Vec<u64>, steps: u64 },
}

static VALUES: Theorem = Theorem {
    name: "coins",
    play: Play::Normal,
    statement: "The value of a row is the xor of the values that its heads have alone; where any k coins are turned, no fewer, \
                the first k - 1 are worth 0 and the others what they are worth where at most k are turned",
    source: "Winning Ways, chapter 14",
};

/// Coins that are valued by the definition, and what that may cost.
const MOST_COINS: usize = 400;
const MOST_STEPS: u64 = 1 << 28;
/// A number in a parameter, at most.
const MOST_NUMBER: usize = 1000;

impl Sets {
    /// The rules that these words say.
    fn read(words: &[&str]) -> Result<Sets, Error> {
        let mut sets = Sets { least: 1, most: None, shape: Shape::Any, within: None };
        let mut counted = false;
        for word in words {
            let plain = word.replace(['-', '='], " ").to_ascii_lowercase();
            let plain: Vec<&str> = plain.split_whitespace().collect();
            let (name, number) = match plain.split_last() {
                Some((last, name)) if last.bytes().all(|byte| byte.is_ascii_digit()) => {
                    let number = last.parse().ok().filter(|number| *number <= MOST_NUMBER);
                    let too_large =
                        || Error::input(format!("{last} is too large: {MOST_NUMBER} is the most"));
                    (name.join(" "), Some(number.ok_or_else(too_large)?))
                }
                _ => (plain.join(" "), None),
            };
            let shape = match (name.as_str(), number) {
                ("exactly" | "at most", Some(0)) => {
                    return Err(Error::input("no move turns 0 coins: write a number from 1 up"));
                }
                ("exactly" | "at most", Some(_)) if counted => {
                    return Err(Error::input(
                        "how many coins are turned is said twice: write exactly or at-most once",
                    ));
                }
                ("exactly" | "at most", Some(number)) => {
                    counted = true;
                    sets.most = Some(number);
                    if name == "exactly" {
                        sets.least = number;
                    }
                    continue;
                }
                ("within", Some(number)) => {
                    sets.within = Some(sets.within.map_or(number, |within| within.min(number)));
                    continue;
                }
                ("contiguous", None) => Shape::Contiguous,
                ("equally spaced", None) => Shape::Spaced,
                ("symmetric", None) => Shape::Symmetric,
                _ => {
                    return Err(Error::input(format!(
                        "{} says nothing about coins: write exactly 3, at-most 3, contiguous, equally-spaced, symmetric or \
                         within 4",
                        quoted(word)
                    )));
                }
            };
            // What lies side by side is equally spaced, and what is equally spaced is symmetric.
            sets.shape = sets.shape.max(shape);
        }
        Ok(sets)
    }

    /// The words that say the same.
    fn words(&self) -> Vec<String> {
        let count = match self.most {
            Some(most) if most == self.least && most > 1 => Some(format!("exactly {most}")),
            Some(most) => Some(format!("at-most {most}")),
            None => None,
        };
        let shape = match self.shape {
            Shape::Any => None,
            Shape::Symmetric => Some("symmetric".to_string()),
            Shape::Spaced => Some("equally-spaced".to_string()),
            Shape::Contiguous => Some("contiguous".to_string()),
        };
        let within = self.within.map(|within| format!("within {within}"));
        [count, shape, within].into_iter().flatten().collect()
    }

    /// `Turn exactly 3 equally spaced coins, the right-most of them from heads to tails`.
    fn rule(&self) -> String {
        let count = match (self.least, self.most) {
            (_, Some(1)) => return "Turn one coin from heads to tails".to_string(),
            (least, Some(most)) if least == most => format!("exactly {most}"),
            (_, Some(most)) => format!("1 to {most}"),
            (_, None) => "any number of".to_string(),
        };
        let (before, after) = self.lie();
        let within = match self.within {
            Some(within) => format!(" within a distance of {within}"),
            None => String::new(),
        };
        format!(
            "Turn {count} {before}coins{after}{within}, the right-most of them from heads to tails"
        )
    }

    fn lie(&self) -> (&'static str, &'static str) {
        match self.shape {
            Shape::Any => ("", ""),
            Shape::Symmetric => ("", " that lie symmetrically about a point"),
            Shape::Spaced => ("equally spaced ", ""),
            Shape::Contiguous => ("", " side by side"),
        }
    }

    /// How many coins may be turned beside so many.
    fn beside(&self, turned: usize) -> Option<(usize, usize)> {
        let most = self.most.unwrap_or(usize::MAX).checked_sub(turned)?;
        Some((self.least.saturating_sub(turned), most))
    }

    /// The left-most coin that may be turned with this one.
    fn first(&self, coin: usize) -> usize {
        coin.saturating_sub(self.within.unwrap_or(coin))
    }

    /// The sets of coins turned with a coin as families: coins that are turned in any case, and groups of coins each of
    /// which may be turned besides.
    fn families(
        &self,
        coin: usize,
        take: &mut dyn FnMut(&[usize], &[Vec<usize>]) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let first = self.first(coin);
        match self.shape {
            Shape::Any => {
                let others: Vec<Vec<usize>> =
                    (first..coin).rev().map(|other| vec![other]).collect();
                take(&[], &others)
            }
            Shape::Contiguous | Shape::Spaced => {
                let widest = if self.shape == Shape::Contiguous { 1 } else { coin - first };
                let mut others = Vec::new();
                for step in 1..=widest.max(1) {
                    others.clear();
                    loop {
                        // One coin has no distance to any other.
                        let fits = self.beside(1 + others.len());
                        if fits.is_some_and(|(least, _)| least == 0)
                            && (!others.is_empty() || step == 1)
                        {
                            take(&others, &[])?;
                        }
                        let last = others.last().copied().unwrap_or(coin);
                        match last.checked_sub(step).filter(|next| *next >= first) {
                            Some(next) if fits.is_some() => others.push(next),
                            _ => break,
                        }
                    }
                }
                Continue(())
            }
            Shape::Symmetric => {
                if self.least <= 1 {
                    take(&[], &[])?;
                }
                for left in (first..coin).rev() {
                    let pairs = (1..(coin - left).div_ceil(2)).map(|at| vec![coin - at, left + at]);
                    let middle = (coin - left) % 2 == 0;
                    let middle = middle.then(|| vec![(coin + left) / 2]);
                    take(&[left], &pairs.chain(middle).collect::<Vec<_>>())?;
                }
                Continue(())
            }
        }
    }

    /// The value of the next coin, by the definition.
    fn next_value(&self, known: &[u64], steps: &mut u64) -> u64 {
        let room = known.iter().max().map_or(1, |most| (most + 1).next_power_of_two()) as usize;
        let xor = |coins: &[usize]| coins.iter().fold(0, |xor, coin| xor ^ known[*coin]) as usize;
        let mut options = vec![false; room + 1];
        let _ = self.families(known.len(), &mut |turned, groups| {
            let Some((least, most)) = self.beside(1 + turned.len()) else { return Continue(()) };
            let all: usize = groups.iter().map(Vec::len).sum();
            let base = xor(turned);
            if groups.is_empty() {
                options[base] |= least == 0;
                *steps += 1;
            } else if least == 0 && most >= all {
                // Any of them: what one of them makes of what the others make.
                let mut reached = vec![false; room];
                reached[base] = true;
                for group in groups {
                    let value = xor(group);
                    for at in 0..room {
                        if at < at ^ value {
                            let either = reached[at] | reached[at ^ value];
                            (reached[at], reached[at ^ value]) = (either, either);
                        }
                    }
                }
                *steps += (room * groups.len()) as u64;
                options.iter_mut().zip(&reached).for_each(|(all, one)| *all |= one);
            } else {
                // By the number of coins.
                let most = most.min(all);
                let mut reached = vec![vec![false; room]; most + 1];
                reached[0][base] = true;
                for group in groups.iter().filter(|group| group.len() <= most) {
                    let value = xor(group);
                    for count in (group.len()..=most).rev() {
                        let (fewer, more) = reached.split_at_mut(count);
                        let fewer = &fewer[count - group.len()];
                        for (at, seen) in fewer.iter().enumerate().filter(|(_, seen)| **seen) {
                            more[0][at ^ value] |= seen;
                        }
                    }
                }
                *steps += (room * groups.len() * (most + 1)) as u64;
                for one in reached.iter().skip(least) {
                    options.iter_mut().zip(one).for_each(|(all, one)| *all |= one);
                }
            }
            if *steps > MOST_STEPS { Break(()) } else { Continue(()) }
        });
        options.iter().position(|seen| !seen).unwrap_or(room) as u64
    }
}

/// Sets of so many of these groups that their coins are at least and at most so many, by how many groups they are.
fn unions(
    groups: &[Vec<usize>],
    (least, most): (usize, usize),
    take: &mut dyn FnMut(&[usize]) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let shortest = groups.iter().map(Vec::len).min().unwrap_or(1);
    let all: usize = groups.iter().map(Vec::len).sum();
    if all < least {
        return Continue(());
    }
    let mut coins = Vec::new();
    for count in 0..=groups.len().min(most / shortest) {
        let mut chosen: Vec<usize> = (0..count).collect();
        'sets: loop {
            coins.clear();
            for at in &chosen {
                coins.extend_from_slice(&groups[*at]);
            }
            if (least..=most).contains(&coins.len()) {
                take(&coins)?;
            }
            // The last group that can move on does, and those behind it follow.
            for place in (0..count).rev() {
                if chosen[place] + count - place < groups.len() {
                    let next = chosen[place] + 1;
                    chosen[place..].iter_mut().zip(next..).for_each(|(at, to)| *at = to);
                    continue 'sets;
                }
            }
            break;
        }
    }
    Continue(())
}

impl Values {
    fn of(sets: &Sets) -> Values {
        match (sets.shape, sets.within, sets.most) {
            (Shape::Any, None, Some(most)) => {
                Values::Lexicode { dead: sets.least - 1, lexicode: Lexicode::new(most as u32) }
            }
            _ => Values::Defined { known: Vec::new(), steps: 0 },
        }
    }

    fn at(&mut self, sets: &Sets, coin: usize) -> Option<u64> {
        match self {
            Values::Lexicode { dead, lexicode } => match coin.checked_sub(*dead) {
                None => Some(0),
                Some(coin) => lexicode.value(coin),
            },
            Values::Defined { known, steps } => {
                while known.len() <= coin && coin < MOST_COINS {
                    let value = sets.next_value(known, steps);
                    if *steps > MOST_STEPS || value >= 1 << 20 {
                        return None;
                    }
                    known.push(value);
                }
                known.get(coin).copied()
            }
        }
    }
}

impl Turning {
    fn open(parameters: &Parameters) -> Result<Game, Error> {
        let sets = Sets::read(&parameters.list())?;
        let (rule, parameters) = (sets.rule(), parameters.listing(sets.words()));
        let values = Mutex::new(Values::of(&sets));
        Ok(Game::open(CoinGame::new(Turning { sets, values }), &parameters)?.ruled(rule))
    }
}

impl CoinRules for Turning {
    fn turns(&self, coin: usize, take: &mut dyn FnMut(&[usize]) -> bool) {
        let mut set = Vec::new();
        let _ = self.sets.families(coin, &mut |turned, groups| {
            let Some(rest) = self.sets.beside(1 + turned.len()) else { return Continue(()) };
            unions(groups, rest, &mut |more| {
                set.clear();
                set.extend(turned.iter().chain(more));
                set.sort_unstable_by(|a: &usize, b| b.cmp(a));
                if take(&set) { Continue(()) } else { Break(()) }
            })
        });
    }

    fn allows(&self, coin: usize, others: &[usize]) -> bool {
        let all: Vec<usize> = [&[coin], others].concat();
        let steps: Vec<usize> = all.windows(2).map(|pair| pair[0] - pair[1]).collect();
        let counted = all.len() >= self.sets.least
            && self.sets.most.is_none_or(|most| all.len() <= most)
            && others.last().is_none_or(|last| *last >= self.sets.first(coin));
        counted
            && match self.sets.shape {
                Shape::Any => true,
                Shape::Contiguous => steps.iter().all(|step| *step == 1),
                Shape::Spaced => steps.windows(2).all(|pair| pair[0] == pair[1]),
                Shape::Symmetric => steps.iter().eq(steps.iter().rev()),
            }
    }

    fn coin_value(&self, coin: usize) -> Option<u64> {
        self.values.lock().ok()?.at(&self.sets, coin)
    }

    fn theorem(&self) -> Option<&'static Theorem> {
        Some(&VALUES)
    }

    fn told(&self) -> String {
        let count = match (self.sets.least, self.sets.most) {
            (_, Some(1)) => return "only 0, of none, so it is 1".to_string(),
            (least, Some(most)) if least == most => {
                format!("of exactly {} of them (0 where there are fewer, and no move)", most - 1)
            }
            (_, Some(most)) => format!("of at most {} of them, or 0, of none", most - 1),
            (_, None) => "of any number of them, or 0, of none".to_string(),
        };
        let shape = match self.sets.shape {
            Shape::Any => "",
            Shape::Symmetric => ", if they and the head lie symmetrically",
            Shape::Spaced => ", if they and the head are equally spaced",
            Shape::Contiguous => ", if they and the head lie side by side",
        };
        let within = match self.sets.within {
            Some(within) => format!(", at most {within} places away"),
            None => String::new(),
        };
        format!("{count}{shape}{within}")
    }
}

pub static ENTRY: Entry = Entry {
    name: "coins",
    aliases: &["coin-turning"],
    title: "Coins turned by a rule of yours",
    rules: "A row of coins, THHT with coin 0 first. A move turns coins, the right-most of them from heads to tails. The \
            parameters say which may be turned at once: exactly 3, at-most 3, contiguous (side by side), equally-spaced, \
            symmetric (about a point), within 4 (no two of them further apart than 4 places), or several of these, \
            coins(at-most 3, contiguous). One coin alone is all of that.",
    board: Board::Strip,
    can: &[Ability::Misere],
    parameters: &[Parameter {
        key: "which",
        required: true,
        list: true,
        help: "which coins may be turned at once, such as exactly 3, at-most 3, contiguous, equally-spaced, symmetric, within 4",
    }],
    examples: &[
        "coins(exactly 3): THHTHTH",
        "coins(at-most 4): HTTHTHH",
        "coins(at-most 3,contiguous): HTHHTTHH",
        "coins(equally-spaced): HTHHTHTTH",
        "coins(exactly 3,equally-spaced): THTHHTHH",
        "coins(symmetric): HTTHTHTH",
        "coins(at-most 4,symmetric): HTTHTHTHH",
        "coins(within 3): HTHHTHTH",
        "coins(at-most 2,within 4): THHTHTTHTH",
        "coins(exactly 4): THTTTHHTTHTHHTHTTHTHHTTTTTHTTH",
        "misere coins(exactly 2,within 3): THHTHTH",
        "misere coins(symmetric): HTHTH",
    ],
    example_move: ("THHTHTH", "6, 4, 1"),
    known: &[
        Known {
            address: "coins(contiguous): TTTTTTTH",
            outcome: "N",
            value: Some(8),
            source: "Winning Ways, chapter 14: the Ruler game",
        },
        Known {
            address: "coins(exactly 3): TTTTTH",
            outcome: "N",
            value: Some(7),
            source: "Winning Ways, chapter 14: Triplets",
        },
    ],
    theorems: &[&VALUES],
    presets: &[
        Preset {
            name: "triplets",
            address: "coins(exactly 3): THTTHTHHTH",
            note: "Triplets: exactly three coins (Winning Ways, chapter 14)",
        },
        Preset {
            name: "ternups",
            address: "coins(exactly 3,equally-spaced): THTTHTHHTH",
            note: "Ternups: three equally spaced coins (Winning Ways, chapter 14)",
        },
        Preset {
            name: "sym",
            address: "coins(symmetric): THTTHTHHTH",
            note: "Sym: any coins that lie symmetrically (Winning Ways, chapter 14)",
        },
    ],
    open: Turning::open,
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_understood_and_printed_in_one_way() {
        for (given, printed) in [
            (&["at most 3", "Contiguous"][..], &["at-most 3", "contiguous"][..]),
            (&["within 4", "exactly=2"], &["exactly 2", "within 4"]),
            (&["symmetric", "equally spaced"], &["equally-spaced"]),
            (&["exactly 1"], &["at-most 1"]),
        ] {
            assert_eq!(Sets::read(given).unwrap().words(), printed, "{given:?}");
        }
        for (given, hint) in [
            (&["exactly"][..], "says nothing"),
            (&["exactly 0"], "from 1 up"),
            (&["exactly 2", "at-most 3"], "twice"),
            (&["within 5000"], "too large"),
            (&["upwards"], "such as"),
        ] {
            let error = Sets::read(given).unwrap_err().to_string();
            assert!(
                error.contains(hint) || hint == "such as" && error.contains("write"),
                "{error}"
            );
        }
    }

    #[test]
    fn moves_are_what_is_allowed() {
        for words in [
            &["exactly 3"][..],
            &["at-most 3", "symmetric"],
            &["symmetric"],
            &["equally-spaced", "at-most 4", "within 6"],
            &["contiguous", "exactly 2"],
            &["within 3"],
        ] {
            let sets = Sets::read(words).unwrap();
            let rules = Turning { values: Mutex::new(Values::of(&sets)), sets };
            for coin in 0..9usize {
                let mut listed: Vec<Vec<usize>> = Vec::new();
                rules.turns(coin, &mut |others| {
                    listed.push(others.to_vec());
                    true
                });
                let all = (0..1usize << coin).map(|set| {
                    (0..coin).rev().filter(|other| set >> other & 1 == 1).collect::<Vec<_>>()
                });
                let mut allowed: Vec<Vec<usize>> =
                    all.filter(|others| rules.allows(coin, others)).collect();
                allowed.sort_unstable();
                listed.sort_unstable();
                assert_eq!(listed, allowed, "{words:?} {coin}");
            }
        }
    }
}
