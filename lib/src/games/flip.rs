//! Flip: turn two neighbouring pluses into minuses. A run of n pluses is heap n of 0.07.

use std::fmt;
use std::str::FromStr;
use std::sync::OnceLock;

use crate::analysis::{Numbers, Theorem};
use crate::error::{Error, quoted};
use crate::explain::{Claim, Step, parts};
use crate::game::{Ability, Board, Entry, Game, Known, Preset};
use crate::rules::{Found, Moves, Position, Random, Rules};
use crate::scene::{Form, Role, Scene, Shape};
use crate::value::{Nimber, Play};
use bouton_core::order::InOrder;

struct Flip;

/// A string of + and -.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Signs(Box<[bool]>);

/// The left of the two places that are flipped, counted from 1: `2-3`.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Pair(usize);

impl fmt::Display for Pair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.0 + 1, self.0 + 2)
    }
}

impl Position for Signs {
    fn weight(&self) -> usize {
        size_of::<Self>() + self.0.len()
    }
}

impl fmt::Display for Signs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text: String = self.0.iter().map(|plus| if *plus { '+' } else { '-' }).collect();
        f.write_str(&text)
    }
}

impl FromStr for Signs {
    type Err = Error;
    fn from_str(text: &str) -> Result<Signs, Error> {
        let row = text.strip_prefix('"').and_then(|row| row.strip_suffix('"')).unwrap_or(text);
        let sign = |letter: char| match letter {
            '+' => Ok(true),
            '-' | '−' => Ok(false),
            _ => Err(Error::input(format!(
                "{} is not a row of signs: write + and -, such as ++-+++",
                quoted(text)
            ))),
        };
        Ok(Signs(row.chars().map(sign).collect::<Result<_, _>>()?))
    }
}

impl Signs {
    /// The lengths of the runs of pluses.
    fn runs(&self) -> Vec<usize> {
        self.0.split(|plus| !plus).map(<[bool]>::len).filter(|run| *run > 1).collect()
    }

    /// How many pluses stand in a row to the left of a place, and from it on to the right.
    fn around(&self, place: usize) -> (usize, usize) {
        let left = self.0[..place].iter().rev().take_while(|plus| **plus).count();
        (left, self.0[place..].iter().take_while(|plus| **plus).count())
    }
}

static RUNS: Theorem = Theorem {
    name: "flip",
    play: Play::Normal,
    statement: "The value is the xor over the runs of pluses of their values, which are those of the octal game 0.07 \
                (Dawson's Kayles) and repeat with period 34 from 53 on",
    source: "Guy and Smith 1956, The G-values of various games",
};

/// Runs that are told one by one at most.
const MOST_RUNS: usize = 20;

const PERIOD: usize = 34;
const PREPERIOD: usize = 53;

/// The values of runs up to where the window of Guy and Smith's theorem ends:
/// 2 * preperiod + period + 2, the last digit of 0.07 being the second. The tests check the window.
fn values() -> &'static [u32] {
    static VALUES: OnceLock<Vec<u32>> = OnceLock::new();
    VALUES.get_or_init(|| {
        let mut values: Vec<u32> = Vec::new();
        for run in 0..2 * PREPERIOD + 2 * PERIOD + 2usize {
            let options =
                (0..run.saturating_sub(1)).map(|left| values[left] ^ values[run - 2 - left]);
            values.push(crate::value::mex(options));
        }
        values
    })
}

fn run_value(run: usize) -> u32 {
    let values = values();
    let class = if run < values.len() { run } else { PREPERIOD + (run - PREPERIOD) % PERIOD };
    values[class]
}

/// Whether a move leaves two unequal runs.
fn uneven(signs: &Signs, mv: &Pair) -> bool {
    let (left, right) = signs.around(mv.0);
    left + 2 != right
}

impl Rules for Flip {
    type Position = Signs;
    type Move = Pair;

    fn moves(&self, signs: &Signs, out: &mut Moves<'_, Pair>) {
        for (place, pair) in signs.0.windows(2).enumerate() {
            if pair[0] && pair[1] {
                out.push(Pair(place));
            }
            if out.full() {
                return;
            }
        }
    }

    fn play(&self, signs: &Signs, mv: &Pair) -> Signs {
        let mut after = signs.0.clone();
        after.iter_mut().skip(mv.0).take(2).for_each(|plus| *plus = false);
        Signs(after)
    }

    fn write(&self, signs: &Signs) -> String {
        // Alone, a plus could join two parts of a sum, and a minus is standard input.
        if signs.0.len() == 1 { format!("\"{signs}\"") } else { signs.to_string() }
    }

    fn simplify(&self, signs: Signs) -> Signs {
        let mut runs = signs.runs();
        runs.sort_unstable();
        let mut simple = Vec::new();
        for run in runs {
            if !simple.is_empty() {
                simple.push(false);
            }
            simple.extend(vec![true; run]);
        }
        // Without a run there is still a sign to write.
        Signs(if simple.is_empty() { vec![false].into() } else { simple.into() })
    }

    fn split(&self, signs: &Signs) -> Option<Vec<Signs>> {
        let runs = signs.runs();
        (runs.len() > 1).then(|| runs.iter().map(|run| Signs(vec![true; *run].into())).collect())
    }

    fn value(&self, signs: &Signs) -> Option<Nimber> {
        let values = signs.runs().into_iter().map(run_value);
        Some(Nimber::from(u64::from(values.fold(0, |sum, value| sum ^ value))))
    }

    fn moves_to(&self, signs: &Signs, target: &Nimber, limit: usize) -> Option<Found<Pair>> {
        let wanted = (&self.value(signs)? + target).0.to_u64()?;
        let (mut moves, mut start) = (Vec::new(), 0);
        for run in signs.0.split(|plus| !plus) {
            // A move in a run of n replaces its value by those of the two runs that are left. Those that leave two
            // equal ones come first, because after them one can mirror.
            for left in 0..run.len().saturating_sub(1) {
                let after = run_value(left) ^ run_value(run.len() - 2 - left);
                if u64::from(run_value(run.len()) ^ after) == wanted {
                    moves.push(Pair(start + left));
                }
            }
            start += run.len() + 1;
        }
        moves.put_in_order_by(|a, b| uneven(signs, a).cmp(&uneven(signs, b)));
        Some(Found::first(moves, limit))
    }

    fn check(&self, signs: &Signs) -> Result<(), Error> {
        match signs.0.is_empty() {
            true => Err(Error::input("there are no signs: write + and -, such as ++-+++")),
            false => Ok(()),
        }
    }

    fn theorem(&self, _signs: &Signs, play: Play) -> Option<&'static Theorem> {
        (play == Play::Normal).then_some(&RUNS)
    }

    fn explain(&self, signs: &Signs, play: Play) -> Option<Vec<Step>> {
        let runs = signs.runs();
        let largest = runs.iter().max().filter(|_| play == Play::Normal)?;
        if runs.len() > MOST_RUNS {
            return None;
        }
        let values: Vec<u64> =
            (0..=*largest).take(parts::MOST_IN_ROW).map(|run| run_value(run).into()).collect();
        let period = match *largest < parts::MOST_IN_ROW {
            true => String::new(),
            false => {
                format!(" From {} on each is the same as {PERIOD} before.", PERIOD + PREPERIOD)
            }
        };
        let text = format!(
            "Each run of pluses is a game of its own. To flip two of a run of n leaves two runs, of n - 2 in all. Give each \
             length a number: the least that no such two have, added by xor (0 for runs of 0 and 1). A row of \
             several runs is lost exactly when the xor of their numbers is 0.{period}"
        );
        let claims = || {
            let value = |(run, value): (usize, &u64)| Claim::Value {
                position: "+".repeat(run),
                value: Nimber::from(*value),
            };
            values.iter().enumerate().skip(1).map(value)
        };
        let table = parts::row("run", &values, &[]);
        let mut steps = vec![Step::new("idea", text).with_table(table).claiming(claims)];
        let labels: Vec<String> = runs.iter().map(|run| format!("run of {run}")).collect();
        let values: Vec<u64> = runs.iter().map(|run| run_value(*run).into()).collect();
        steps.extend(parts::columns(&labels, &values));
        Some(steps)
    }

    fn because(&self, signs: &Signs, mv: &Pair, _play: Play) -> Option<Step> {
        let sum = self.value(signs)?.0.to_u64()?;
        let (left, right) = signs.around(mv.0);
        let (run, right) = (left + right, right - 2);
        let mut what = format!("What is left of it, {left} and {right}, is worth");
        if left == right {
            what = "Two equal runs are left, so that you can mirror:".to_string();
        }
        let worth = [left, right].map(|run| run_value(run).into());
        let part = format!("The run of {run}");
        Some(parts::becomes(&part, run_value(run).into(), sum, &what, &worth))
    }

    fn describe(&self, _signs: &Signs, mv: &Pair) -> String {
        format!("flip the pluses at {} and {}", mv.0 + 1, mv.0 + 2)
    }

    fn numbers(&self, _signs: &Signs, mv: &Pair) -> Numbers {
        let coins = [mv.0 + 1, mv.0 + 2].map(|place| place as u64).to_vec();
        Numbers { coins, ..Numbers::default() }
    }

    fn scene(&self, signs: &Signs) -> Scene {
        const MOST: usize = 48;
        let shown = signs.0.len().min(MOST);
        let mut scene = Scene { width: shown as f64 * 1.2, height: 1.9, ..Scene::default() };
        for place in 0..shown {
            let plus = signs.0[place];
            let form =
                Form::Rectangle { x: place as f64 * 1.2 + 0.1, y: 0.1, width: 1.0, height: 1.0 };
            let (role, caption) = if plus { (Role::Card, "+") } else { (Role::Gone, "-") };
            // Picking the left one of two pluses flips both.
            let pair = plus && signs.0.get(place + 1) == Some(&true);
            scene.shapes.push(
                Shape::new(
                    format!("sign-{}", place + 1),
                    format!("Sign {}: {caption}", place + 1),
                    role,
                    form,
                )
                .with_caption(caption)
                .with_pick(pair.then(|| Pair(place).to_string())),
            );
            let form = Form::Text { x: place as f64 * 1.2 + 0.6, y: 1.7 };
            scene.shapes.push(
                Shape::new(
                    format!("place-{}", place + 1),
                    format!("Place {}", place + 1),
                    Role::Text,
                    form,
                )
                .with_caption((place + 1).to_string()),
            );
        }
        let hidden = signs.0.len() - shown;
        scene.capped =
            (hidden > 0).then(|| format!("{hidden} more signs to the right are not drawn."));
        scene
    }

    fn random(&self, size: u64, random: &mut Random) -> Option<Signs> {
        let len = random.between(1, size + 4);
        Some(Signs((0..len).map(|_| random.chance(0.85)).collect()))
    }
}

pub static ENTRY: Entry = Entry {
    name: "flip",
    aliases: &["flip-game"],
    title: "Flip",
    rules: "A row of signs. A move turns two neighbouring pluses into minuses; it is named by their places, counted \
            from 1, such as 2-3.",
    board: Board::Strip,
    can: &[Ability::Misere],
    parameters: &[],
    examples: &[
        "flip: ++-+++",
        "flip: ++++++++++",
        "flip: +++++-++++-+++",
        "misere flip: ++++++-+++",
    ],
    example_move: ("++-+++", "4-5"),
    known: &[
        Known { address: "flip: ++++", outcome: "N", value: Some(2), source: "LeetCode 294" },
        Known { address: "flip: +++++", outcome: "P", value: Some(0), source: "LeetCode 294" },
    ],
    theorems: &[&RUNS],
    presets: &[Preset {
        name: "leetcode-294",
        address: "flip: ++++",
        note: "LeetCode 294, Flip Game II, its example",
    }],
    open: |parameters| Game::open_light(Flip, parameters),
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_window_that_proves_the_period_holds() {
        let values = values();
        for run in PREPERIOD..2 * PREPERIOD + PERIOD + 2 {
            assert_eq!(values[run], values[run + PERIOD], "{run}");
        }
        assert_ne!(values[PREPERIOD - 1], values[PREPERIOD - 1 + PERIOD]);
    }
}
