//! Turn at most k coins, the right-most from heads to tails.

use std::sync::OnceLock;

use crate::address::Parameters;
use crate::analysis::Theorem;
use crate::error::Error;
use crate::game::{Ability, Board, Entry, Game, Known, Parameter};
use crate::natural::Natural;
use crate::strip::{CoinGame, CoinRules};
use crate::value::Play;

struct Turn {
    most: usize,
    values: OnceLock<Vec<u64>>,
}

static VALUES: Theorem = Theorem {
    name: "turn",
    play: Play::Normal,
    statement: "The value of a row is the xor of the values that its heads have alone",
    source: "Winning Ways, chapter 14",
};

/// Single coins are valued as long as their values stay below this.
const VALUES_BELOW: usize = 1 << 14;
/// And no more coins than this.
const MOST_COINS: usize = 200;

impl Turn {
    fn open(parameters: &Parameters) -> Result<Game, Error> {
        let most = parameters.get("most", Some(0)).unwrap_or_default().parse::<Natural>()?;
        let most = most.to_u64().filter(|most| (1..=1000).contains(most)).ok_or_else(|| {
            Error::input("most is how many coins may be turned: write a number from 1 to 1000, such as turn(3)")
        })?;
        let rule = match most {
            1 => "Turn one coin from heads to tails".to_string(),
            _ => format!("Turn 1 to {most} coins, the right-most of them from heads to tails"),
        };
        let rules = CoinGame::new(Turn { most: most as usize, values: OnceLock::new() });
        Ok(Game::open(rules, parameters)?.ruled(rule))
    }

    /// The values of single heads: a head's options are the xors of at most k - 1 coins before it,
    /// so these sets are kept, one for each number of coins.
    fn single_values(&self) -> Vec<u64> {
        let others = (self.most - 1).min(MOST_COINS);
        let mut reached = vec![vec![false; VALUES_BELOW]; others + 1];
        reached.iter_mut().for_each(|set| set[0] = true);
        let mut values = Vec::new();
        while values.len() < MOST_COINS {
            let least = reached[others].iter().position(|seen| !seen);
            let Some(value) = least.filter(|value| 2 * value.next_power_of_two() <= VALUES_BELOW)
            else {
                break;
            };
            values.push(value as u64);
            for count in (1..=others).rev() {
                let (fewer, more) = reached.split_at_mut(count);
                for (xor, _) in fewer[count - 1].iter().enumerate().filter(|(_, seen)| **seen) {
                    if let Some(place) = more[0].get_mut(xor ^ value) {
                        *place = true;
                    }
                }
            }
        }
        values
    }
}

impl CoinRules for Turn {
    fn turns(&self, coin: usize, take: &mut dyn FnMut(&[usize]) -> bool) {
        // All sets of fewer than `most` coins before this one, by a stack of falling places.
        let mut set: Vec<usize> = Vec::new();
        if !take(&set) || self.most == 1 || coin == 0 {
            return;
        }
        set.push(coin - 1);
        loop {
            if !take(&set) {
                return;
            }
            match set.last().copied() {
                Some(last) if last > 0 && set.len() + 1 < self.most => set.push(last - 1),
                _ => {
                    while set.last() == Some(&0) {
                        set.pop();
                    }
                    match set.last_mut() {
                        Some(last) => *last -= 1,
                        None => return,
                    }
                }
            }
        }
    }

    fn allows(&self, _coin: usize, others: &[usize]) -> bool {
        others.len() < self.most
    }

    fn coin_value(&self, coin: usize) -> Option<u64> {
        self.values.get_or_init(|| self.single_values()).get(coin).copied()
    }

    fn theorem(&self) -> Option<&'static Theorem> {
        Some(&VALUES)
    }

    fn told(&self) -> String {
        match self.most {
            1 => "only 0, of none, so it is 1".to_string(),
            most => format!("of at most {} of them, or 0, of none", most - 1),
        }
    }
}

pub static ENTRY: Entry = Entry {
    name: "turn",
    aliases: &[],
    title: "Turn at most k coins",
    rules: "A row of coins, THHT with coin 0 first. A move turns at least one and at most k coins, the right-most of \
            them from heads to tails.",
    board: Board::Strip,
    can: &[Ability::Misere],
    parameters: &[Parameter {
        key: "most",
        required: true,
        list: false,
        help: "how many coins may be turned",
    }],
    examples: &[
        "turn(3): THHTH",
        "turn(1): HHTH",
        "turn(4): HTTHTHH",
        "turn(5): HTHTHHTH",
        "turn(9): HTTTHH",
        "misere turn(4): HTHHT",
    ],
    example_move: ("THHTH", "4, 2, 0"),
    known: &[
        Known { address: "turn(3): TTTH", outcome: "N", value: Some(7), source: "OEIS A000069" },
        Known {
            address: "turn(2): TTTH",
            outcome: "N",
            value: Some(4),
            source: "Winning Ways, chapter 14",
        },
    ],
    theorems: &[&VALUES],
    presets: &[],
    open: Turn::open,
};
