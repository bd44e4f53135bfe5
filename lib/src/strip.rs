//! Rows of coins: turn some over, the right-most from heads to tails. One method, and the rest
//! follows.

use bouton_core::order::InOrder;
use std::fmt;
use std::str::FromStr;

use crate::analysis::{Numbers, Theorem};
use crate::error::{Error, quoted};
use crate::explain::{Claim, Step, parts};
use crate::rules::{Found, Moves, Position, Random, Rules};
use crate::scene::{Form, Role, Scene, Shape};
use crate::value::{Nimber, Play};

/// Which coins may be turned together.
pub trait CoinRules: Send + Sync + 'static {
    /// The sets of coins, all left of `coin`, that may be turned with it, while `take` answers
    /// true. Sets are written from the right.
    fn turns(&self, coin: usize, take: &mut dyn FnMut(&[usize]) -> bool);

    /// Whether these coins, all left of `coin` and written from the right, may be turned with it:
    /// the same as being among `turns`, without trying them all.
    fn allows(&self, coin: usize, others: &[usize]) -> bool;

    /// The Grundy value of a single head at this place, by a theorem.
    fn coin_value(&self, _coin: usize) -> Option<u64> {
        None
    }

    /// The theorem behind `coin_value`.
    fn theorem(&self) -> Option<&'static Theorem> {
        None
    }

    /// What may be turned with a coin, and the numbers of the places that follow from it, in words: they end a
    /// sentence.
    fn told(&self) -> String {
        String::new()
    }
}

/// A row of coins, `THHT`: coin 0 first, H for heads.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Coins {
    words: Box<[u64]>,
    len: usize,
}

impl Coins {
    /// How many coins there are.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are no coins.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Whether a coin shows heads.
    pub fn is_head(&self, coin: usize) -> bool {
        coin < self.len && self.words[coin / 64] >> (coin % 64) & 1 == 1
    }

    /// The coins that show heads, from the left.
    pub fn heads(&self) -> impl DoubleEndedIterator<Item = usize> + '_ {
        (0..self.len).filter(|coin| self.is_head(*coin))
    }

    fn turned(&self, coins: &[usize]) -> Coins {
        let mut words = self.words.clone();
        for coin in coins.iter().filter(|coin| **coin < self.len) {
            words[coin / 64] ^= 1 << (coin % 64);
        }
        Coins { words, len: self.len }
    }
}

impl FromIterator<bool> for Coins {
    fn from_iter<I: IntoIterator<Item = bool>>(heads: I) -> Coins {
        let (mut words, mut len) = (Vec::new(), 0);
        for head in heads {
            if len % 64 == 0 {
                words.push(0);
            }
            words[len / 64] |= u64::from(head) << (len % 64);
            len += 1;
        }
        Coins { words: words.into(), len }
    }
}

impl Position for Coins {
    fn weight(&self) -> usize {
        size_of::<Coins>() + 8 * self.words.len()
    }
}

impl fmt::Display for Coins {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (0..self.len).try_for_each(|coin| f.write_str(if self.is_head(coin) { "H" } else { "T" }))
    }
}

impl FromStr for Coins {
    type Err = Error;
    fn from_str(text: &str) -> Result<Coins, Error> {
        let coin = |letter: char| match letter {
            'H' | 'h' => Some(Ok(true)),
            'T' | 't' => Some(Ok(false)),
            blank if blank.is_whitespace() => None,
            _ => Some(Err(Error::input(format!(
                "{} is not a row of coins: write H for heads and T for tails, such as THHT",
                quoted(text)
            )))),
        };
        text.chars().filter_map(coin).collect()
    }
}

/// The coins that are turned, from the right: `4, 1`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turn(Vec<usize>);

impl fmt::Display for Turn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let coins: Vec<String> = self.0.iter().map(usize::to_string).collect();
        f.write_str(&coins.join(", "))
    }
}

/// Every `CoinRules` as a game. One type for all of them: what is generic over games is compiled once.
pub struct CoinGame(Box<dyn CoinRules>);

/// Heads that are told one by one in an explanation.
const MOST_EXPLAINED: usize = 20;
/// Coins drawn at most.
const MOST_DRAWN: usize = 60;
/// Coins in a line, as many as a phone has room for, and the distance between lines.
const LINE: usize = 10;
const PITCH: f64 = 2.1;
/// Coins turned at most, over all moves tried, to find those of a given value.
const MOST_TRIED: usize = 20_000_000;

impl CoinGame {
    /// The game of these rules.
    pub fn new(rules: impl CoinRules) -> CoinGame {
        CoinGame(Box::new(rules))
    }

    /// Every move as the coins it turns, from the right.
    fn turns(&self, coins: &Coins, mut take: impl FnMut(&[usize]) -> bool) {
        let mut turned = Vec::new();
        let mut going = true;
        for coin in coins.heads() {
            self.0.turns(coin, &mut |others| {
                turned.clear();
                turned.push(coin);
                turned.extend_from_slice(others);
                going = take(&turned);
                going
            });
            if !going {
                return;
            }
        }
    }
}

/// `coin 3`, `coins 3 and 1`.
fn named(coins: &[usize]) -> String {
    let many = if coins.len() == 1 { "" } else { "s" };
    let numbers: Vec<String> = coins.iter().map(usize::to_string).collect();
    format!("coin{many} {}", parts::list(&numbers))
}

impl Rules for CoinGame {
    type Position = Coins;
    type Move = Turn;

    fn moves(&self, coins: &Coins, out: &mut Moves<'_, Turn>) {
        self.turns(coins, |turned| {
            out.push(Turn(turned.to_vec()));
            !out.full()
        });
    }

    fn play(&self, coins: &Coins, mv: &Turn) -> Coins {
        coins.turned(&mv.0)
    }

    fn check(&self, coins: &Coins) -> Result<(), Error> {
        match coins.is_empty() {
            true => Err(Error::input(
                "there are no coins: write H for heads and T for tails, such as THHT",
            )),
            false => Ok(()),
        }
    }

    fn simplify(&self, coins: Coins) -> Coins {
        // What lies right of the last head can never be turned.
        let last = coins.heads().next_back().unwrap_or(0);
        if last + 1 >= coins.len() {
            return coins;
        }
        (0..=last).map(|coin| coins.is_head(coin)).collect()
    }

    fn value(&self, coins: &Coins) -> Option<Nimber> {
        let mut values = coins.heads().map(|coin| self.0.coin_value(coin));
        let sum = values.try_fold(0, |sum, value| Some(sum ^ value?));
        sum.map(Nimber::from)
    }

    fn moves_to(&self, coins: &Coins, target: &Nimber, limit: usize) -> Option<Found<Turn>> {
        // Every turned coin adds its value to the whole, whichever side it shows.
        let wanted = (&self.value(coins)? + target).0.to_u64()?;
        // What lies right of the last head is never turned.
        let last = coins.heads().next_back().map_or(0, |last| last + 1);
        let values: Option<Vec<u64>> = (0..last).map(|coin| self.0.coin_value(coin)).collect();
        let values = values?;
        let (mut moves, mut count, mut tried) = (Vec::new(), 0usize, 0);
        for coin in coins.heads() {
            self.0.turns(coin, &mut |others| {
                tried += 1 + others.len();
                if others.iter().fold(values[coin], |sum, other| sum ^ values[*other]) == wanted {
                    count += 1;
                    if moves.len() < limit {
                        moves.push(Turn([&[coin], others].concat()));
                    }
                }
                tried < MOST_TRIED
            });
            if tried >= MOST_TRIED {
                break;
            }
        }
        let all = tried < MOST_TRIED;
        let complete = all && count == moves.len();
        Some(Found { moves, count: all.then(|| count.into()), complete })
    }

    fn find_move(&self, coins: &Coins, text: &str) -> Option<Result<Turn, Error>> {
        let read =
            |word: &str| word.trim().parse::<usize>().ok().filter(|coin| *coin < coins.len());
        let words = text.split([',', ' ']).filter(|word| !word.is_empty());
        let numbers: Option<Vec<usize>> = words.map(read).collect();
        let syntax = || {
            Error::input(format!(
                "{} is not a move: write the coins to turn, counted from 0 at the left, such as 3, 1",
                quoted(text)
            ))
        };
        Some(numbers.ok_or_else(syntax).and_then(|mut turned| {
            turned.put_in_order_by(|a, b| b.cmp(a));
            let distinct = turned.windows(2).all(|pair| pair[0] > pair[1]);
            let head = turned.split_first().filter(|(coin, _)| coins.is_head(**coin));
            let allowed =
                distinct && head.is_some_and(|(coin, others)| self.0.allows(*coin, others));
            match allowed {
                true => Ok(Turn(turned)),
                false => Err(Error::input(format!("{} is not allowed by the rules", Turn(turned)))),
            }
        }))
    }

    fn theorem(&self, coins: &Coins, play: Play) -> Option<&'static Theorem> {
        self.value(coins).filter(|_| play == Play::Normal).and(self.0.theorem())
    }

    fn explain(&self, coins: &Coins, play: Play) -> Option<Vec<Step>> {
        let heads: Vec<usize> = coins.heads().collect();
        let values: Vec<u64> = (0..coins.len()).map_while(|coin| self.0.coin_value(coin)).collect();
        let told = heads.len() <= MOST_EXPLAINED && values.len() == coins.len();
        if play == Play::Misere || !told {
            return None;
        }
        let idea = "Turning a coin to heads is like adding a game that is only that head, and two heads at one place are \
                    worth nothing together. So every head is a game of its own, worth a number that depends on its place \
                    alone; the numbers add by xor, and the row is lost exactly when the result is 0.";
        let (shown, sides): (Vec<u64>, Vec<String>) = (0..coins.len().min(parts::MOST_IN_ROW))
            .map(|coin| (values[coin], if coins.is_head(coin) { "H" } else { "T" }.to_string()))
            .unzip();
        let alone = |place: usize| -> String {
            (0..=place).map(|coin| if coin == place { 'H' } else { 'T' }).collect()
        };
        let claims = || {
            let value = |(place, value): (usize, &u64)| Claim::Value {
                position: alone(place),
                value: Nimber::from(*value),
            };
            shown.iter().enumerate().map(value)
        };
        let rule = format!(
            "To turn a head is to put heads to its left in its place. Its number is the least that cannot be made so, as \
             the xor of numbers to its left: {}.",
            self.0.told()
        );
        let mut steps = vec![
            Step::new("idea", idea),
            Step::new("values", rule)
                .with_table(parts::row("coin", &shown, &sides))
                .claiming(claims),
        ];
        let labels: Vec<String> = heads.iter().map(|coin| format!("coin {coin}")).collect();
        let values: Vec<u64> = heads.iter().map(|coin| values[*coin]).collect();
        steps.extend(parts::columns(&labels, &values));
        Some(steps)
    }

    fn because(&self, coins: &Coins, mv: &Turn, _play: Play) -> Option<Step> {
        let sum = self.value(coins)?.0.to_u64()?;
        let (coin, others) = mv.0.split_first()?;
        let value = self.0.coin_value(*coin)?;
        let worth: Vec<u64> = others.iter().filter_map(|other| self.0.coin_value(*other)).collect();
        let left = match others {
            [] => "Turned alone it is replaced by".to_string(),
            _ => format!("Turn over {} with it:", named(others)),
        };
        Some(parts::becomes(&format!("Coin {coin}"), value, sum, &left, &worth))
    }

    fn describe(&self, _coins: &Coins, mv: &Turn) -> String {
        match &mv.0[..] {
            [coin] => format!("turn coin {coin} to tails"),
            [coin, others @ ..] => format!("turn coin {coin} to tails, and {} over", named(others)),
            [] => String::new(),
        }
    }

    fn numbers(&self, _coins: &Coins, mv: &Turn) -> Numbers {
        Numbers { coins: mv.0.iter().map(|coin| *coin as u64).collect(), ..Numbers::default() }
    }

    fn coins(&self) -> Option<&dyn CoinRules> {
        Some(&*self.0)
    }

    fn scene(&self, coins: &Coins) -> Scene {
        let shown = coins.len().min(MOST_DRAWN);
        let mut turnable = vec![false; shown];
        let mut looked = 0;
        self.turns(coins, |turned| {
            turned.iter().filter(|coin| **coin < shown).for_each(|coin| turnable[*coin] = true);
            looked += 1;
            looked < 10_000
        });
        let lines = shown.div_ceil(LINE).max(1);
        let mut scene = Scene {
            width: shown.min(LINE) as f64 * 1.2,
            height: lines as f64 * PITCH - 0.2,
            ..Scene::default()
        };
        for (coin, turnable) in turnable.into_iter().enumerate() {
            let (x, down) = ((coin % LINE) as f64 * 1.2 + 0.6, (coin / LINE) as f64 * PITCH);
            let (role, side, letter) = match coins.is_head(coin) {
                true => (Role::Heads, "heads", "H"),
                false => (Role::Tails, "tails", "T"),
            };
            let label = format!("Coin {coin}: {side}");
            let pick = turnable.then(|| coin.to_string());
            scene.shapes.push(
                Shape::new(
                    format!("coin-{coin}"),
                    label,
                    role,
                    Form::Circle { x, y: down + 0.65, radius: 0.5 },
                )
                .with_caption(letter)
                .with_pick(pick),
            );
            let form = Form::Text { x, y: down + 1.7 };
            scene.shapes.push(
                Shape::new(format!("place-{coin}"), format!("Place {coin}"), Role::Text, form)
                    .with_caption(coin.to_string()),
            );
        }
        let hidden = coins.len() - shown;
        scene.capped = match hidden {
            0 => None,
            1 => Some("1 more coin to the right is not drawn.".to_string()),
            _ => Some(format!("{hidden} more coins to the right are not drawn.")),
        };
        scene
    }

    fn random(&self, size: u64, random: &mut Random) -> Option<Coins> {
        let len = random.between(1, size.min(10));
        Some((0..len).map(|_| random.chance(0.5)).collect())
    }
}
