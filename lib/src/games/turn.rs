//! Turn at most k coins, the right-most from heads to tails.

use std::sync::Mutex;

use bouton_core::lexicode::Lexicode;

use crate::address::Parameters;
use crate::analysis::Theorem;
use crate::error::Error;
use crate::game::{Ability, Board, Entry, Game, Known, Parameter, Preset};
use crate::natural::Natural;
use crate::strip::{CoinGame, CoinRules};
use crate::value::Play;

struct Turn {
    most: usize,
    values: Mutex<Lexicode>,
}

static VALUES: Theorem = Theorem {
    name: "turn",
    play: Play::Normal,
    statement: "The value of a row is the xor of the values that its heads have alone; these are the parity checks of the \
                lexicode with distance k + 1, and for odd k those of k - 1, one place further, each with a bit that makes its \
                ones an odd number",
    source: "Conway and Sloane 1986, Lexicographic codes; Winning Ways, chapter 14",
};

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
        let values = Mutex::new(Lexicode::new(most as u32));
        let rules = CoinGame::new(Turn { most: most as usize, values });
        Ok(Game::open(rules, parameters)?.ruled(rule))
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
        self.values.lock().ok()?.value(coin)
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
        Known {
            address: "turn(6): TTTTTTTTTTTTTTTTTTTTTTTH",
            outcome: "N",
            value: Some(2048),
            source: "Conway and Sloane 1986: 23 coins are the Golay code, which 11 parity checks make",
        },
    ],
    theorems: &[&VALUES],
    presets: &[
        Preset {
            name: "moebius",
            address: "turn(5): THTTHTHHTHTTHTTHTH",
            note: "Moebius: up to five coins, here eighteen in a row (Winning Ways, chapter 14)",
        },
        Preset {
            name: "mogul",
            address: "turn(7): THTTHTHHTHTTHTTHTHHTTHTH",
            note: "Mogul: up to seven coins, here twenty-four in a row (Winning Ways, chapter 14)",
        },
        Preset {
            name: "moidores",
            address: "turn(9): THTTHTHHTHTTHTTHTHHTTHTH",
            note: "Moidores: up to nine coins (Winning Ways, chapter 14)",
        },
    ],
    open: Turn::open,
};
