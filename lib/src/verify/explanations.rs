//! Explanations against the definition: every claim of every step.

use super::shortcuts::Check;
use super::tables::Tables;
use crate::ask::Ask;
use crate::erased::AnyPosition;
use crate::explain::Claim;
use crate::game::Game;
use crate::heap::beside::Beside;
use crate::natural::Natural;
use crate::search::brute::Brute;
use crate::value::{Nimber, Outcome, Play};
use bouton_core::order::InOrder;

impl Check<'_> {
    /// Explains a position in both conventions and checks what is claimed.
    pub(super) fn explanations(
        &mut self,
        brute: &mut Brute<'_>,
        position: &AnyPosition,
        ask: &Ask<'_>,
    ) {
        let game = self.game;
        for play in Play::BOTH.into_iter().filter(|play| game.allows(*play).is_ok()) {
            let ask = Ask { moves: 1, ..*ask };
            let trace = match self.solver.explain(position, play, &ask) {
                Ok(trace) => trace,
                Err(error) => {
                    self.failed("explanation", position, error.to_string());
                    continue;
                }
            };
            self.report.count("explanations");
            for claim in trace.steps.iter().flat_map(|step| &step.claims) {
                let mut oracle = Oracle { game, brute, play, tables: &mut self.tables };
                // What the oracle has no room for is not checked here, but on smaller positions.
                let Some(holds) = oracle.holds(claim) else { continue };
                if !holds {
                    self.failed("claim", position, told(claim));
                } else {
                    self.report.count("claim");
                }
            }
        }
    }
}

/// Whether a claim of an explanation is true by the definition; nothing where that would be too much to find out
/// within the budget.
///
/// ```
/// use bouton::explain::Claim;
/// use bouton::{Ask, Play, verify};
///
/// let game = bouton::open("nim: 2 2")?.game;
/// let claim = |count| Claim::Sizes { position: "2 2".into(), numbers: vec![2.into(), count] };
/// assert_eq!(verify::holds(&game, Play::Normal, &claim(2.into()), &Ask::default()), Some(true));
/// assert_eq!(verify::holds(&game, Play::Normal, &claim(3.into()), &Ask::default()), Some(false));
/// # Ok::<(), bouton::Error>(())
/// ```
pub fn holds(game: &Game, play: Play, claim: &Claim, ask: &Ask<'_>) -> Option<bool> {
    let mut brute = Brute::new(game.rules(), ask);
    Oracle { game, brute: &mut brute, play, tables: &mut Tables::default() }.holds(claim)
}

/// Who knows the definitions, and nothing of how the claims were found.
struct Oracle<'o, 'r> {
    game: &'o Game,
    brute: &'o mut Brute<'r>,
    play: Play,
    tables: &'o mut Tables,
}

impl Oracle<'_, '_> {
    fn read(&self, text: &str) -> Option<AnyPosition> {
        self.game.read(text).ok()
    }

    fn outcome(&mut self, position: &AnyPosition) -> Option<Outcome> {
        Some(self.brute.label(position).ok()?.outcome(self.play))
    }

    fn after(&self, position: &str, mv: &str) -> Option<AnyPosition> {
        let position = self.read(position)?;
        Some(self.game.play(&position, &self.game.find_move(&position, mv).ok()?))
    }

    /// What a reply to a move leaves.
    fn replied(&self, position: &str, mv: &str, reply: &str) -> Option<AnyPosition> {
        let left = self.after(position, mv)?;
        Some(self.game.play(&left, &self.game.find_move(&left, reply).ok()?))
    }

    /// The sizes of the piles of a position.
    fn sizes(&self, position: &str) -> Option<Vec<Nimber>> {
        Some(self.game.piles(&self.read(position)?)?.iter().map(Nimber).collect())
    }

    /// A claim about a text that is no position, or a move that is none, is false.
    fn holds(&mut self, claim: &Claim) -> Option<bool> {
        Some(match claim {
            Claim::Value { position, value } => {
                let Some(position) = self.read(position) else { return Some(false) };
                *value == Nimber::from(u64::from(self.brute.label(&position).ok()?.value))
            }
            Claim::Outcome { position, outcome } => {
                let Some(position) = self.read(position) else { return Some(false) };
                self.outcome(&position)? == *outcome
            }
            Claim::Alike { position, other } => return self.alike(position, other),
            Claim::Option { position, to } => {
                let (Some(position), Some(to)) = (self.read(position), self.read(to)) else {
                    return Some(false);
                };
                let (moves, _) = self.game.moves(&position, usize::MAX);
                moves.iter().any(|mv| self.game.play(&position, mv) == to)
            }
            Claim::Move { position, mv, outcome } => {
                let Some(left) = self.after(position, mv) else { return Some(false) };
                self.outcome(&left)? == *outcome
            }
            Claim::Reply { position, mv, reply } => {
                let Some(left) = self.replied(position, mv, reply) else { return Some(false) };
                self.outcome(&left)? == Outcome::Previous
            }
            Claim::Leaves { position, mv, to } => {
                self.after(position, mv).is_some_and(|left| self.game.write(&left) == *to)
            }
            Claim::Worth { position, numbers } => {
                let Some(sizes) = self.sizes(position) else { return Some(false) };
                return self.worth(&sizes, numbers);
            }
            Claim::Sizes { position, numbers } => self.sizes(position).as_ref() == Some(numbers),
            Claim::Mex { position, numbers, value } => {
                let heap = self.game.rules().heap()?;
                let size = position.parse::<Natural>().ok()?.to_u64()?;
                let mut options = self.tables.options(heap, size)?;
                options.put_in_order();
                options.dedup();
                let least = (0..).find(|number| !options.contains(number))?;
                let listed = numbers.iter().map(|number| number.0.to_u64());
                listed.eq(options.into_iter().map(Some)) && *value == Nimber::from(least)
            }
            Claim::Period { preperiod, period, saltus } => {
                let values = self.tables.values(self.game.rules().heap()?);
                let (from, period) =
                    (usize::try_from(*preperiod).ok()?, usize::try_from(*period).ok()?);
                if period == 0 {
                    return Some(false);
                }
                let later =
                    values.get(from.checked_add(period)?..).filter(|later| !later.is_empty())?;
                values[from..].iter().zip(later).all(|(value, later)| value + saltus == *later)
            }
            Claim::Searched { position } => {
                let Some(position) = self.read(position) else { return Some(false) };
                let rules = self.game.rules();
                rules.outcome(&position, self.play).is_none()
                    && rules.explain(&position, self.play).is_none()
            }
            Claim::Seats { position, seats } => {
                let Some(position) = self.read(position) else { return Some(false) };
                *self.tables.seats(self.game, &position)? == *seats
            }
            Claim::Part { part, of } => {
                let own = part.checked_sub(1).and_then(|part| self.game.parts()?.get(part));
                let Some(own) = own else { return Some(false) };
                return holds(own, Play::Normal, of, &Ask { positions: 20_000, ..Ask::default() });
            }
            Claim::Mirror { position, mv, reply } => {
                let Some(left) = self.replied(position, mv, reply) else { return Some(false) };
                let alone = left.get::<Beside>().is_none_or(|ring| ring.number == 0);
                let heaps = self.game.piles(&left).or_else(|| Some(&left.get::<Beside>()?.heaps));
                alone && in_pairs(heaps?.iter().map(Nimber).collect())
            }
            claim => return arithmetic(claim, self.play, self.tables),
        })
    }

    /// Whether two positions have the same outcome beside each of some small heaps: what a sum could tell apart, these
    /// mostly do.
    fn alike(&mut self, position: &str, other: &str) -> Option<bool> {
        for beside in ["", " 1", " 2", " 3", " 4", " 5", " 2 2", " 2 3"] {
            let sums = [position, other].map(|own| self.read(&format!("{own}{beside}")));
            let [Some(one), Some(other)] = sums else { return Some(false) };
            if self.outcome(&one)? != self.outcome(&other)? {
                return Some(false);
            }
        }
        Some(true)
    }

    fn worth(&mut self, sizes: &[Nimber], numbers: &[Nimber]) -> Option<bool> {
        if sizes.len() != numbers.len() {
            return Some(false);
        }
        let heap = self.game.rules().heap();
        for (size, number) in sizes.iter().zip(numbers) {
            let word = size.0.to_u64().and_then(|size| usize::try_from(size).ok());
            let plain = heap.and_then(|heap| self.tables.values(heap).get(word?).copied());
            let value = match plain {
                Some(value) => value,
                None => {
                    let alone = self.read(&size.0.to_string())?;
                    self.brute.label(&alone).ok()?.value.into()
                }
            };
            if *number != Nimber::from(value) {
                return Some(false);
            }
        }
        Some(true)
    }
}

/// Claims about numbers alone.
/// A claim as a list of what it names, as it stands in JSON: there is a kind for each way to reckon.
fn told(claim: &Claim) -> String {
    let Ok(serde_json::Value::Object(fields)) = serde_json::to_value(claim) else {
        return "a claim is false".to_string();
    };
    let word = |value: &serde_json::Value| value.as_str().map_or(value.to_string(), str::to_string);
    let kind = fields.get("claim").map_or(String::new(), word);
    let others = fields.iter().filter(|(name, _)| *name != "claim");
    let others: Vec<String> =
        others.map(|(name, value)| format!("{name} {}", word(value))).collect();
    format!("the {kind} that is claimed is false: {}", others.join(", "))
}

fn arithmetic(claim: &Claim, play: Play, tables: &mut Tables) -> Option<bool> {
    Some(match claim {
        Claim::Pairs { numbers } => in_pairs(numbers.clone()),
        Claim::Column { numbers, sum } => numbers.iter().cloned().sum::<Nimber>() == *sum,
        Claim::Ones { numbers, column, modulus, count } => {
            let Some(bit) = power_of_two(column) else { return Some(false) };
            *modulus > 0 && ones(numbers, bit) % modulus == *count
        }
        Claim::Highest { numbers, modulus, column } => {
            let Some(bit) = power_of_two(column) else { return Some(false) };
            let width = numbers.iter().map(|number| number.0.bits()).max().unwrap_or(0);
            let uneven = |bit: u64| *modulus > 0 && ones(numbers, bit) % modulus != 0;
            uneven(bit) && !(bit + 1..width).any(uneven)
        }
        Claim::Count { numbers, least, most, count } => {
            let within = |number: &&Nimber| {
                *number >= least && most.as_ref().is_none_or(|most| *number <= most)
            };
            numbers.iter().filter(within).count() as u64 == *count
        }
        Claim::Pair { small, large } => {
            let (small, large) = (small.to_u64()?, large.to_u64()?);
            tables.wythoff(play, small, large)?
        }
        Claim::Division { number, divisor, quotient, rest } => {
            number.to_big() == divisor.to_big() * quotient.to_big() + rest.to_big()
        }
        Claim::Factors { number, factors } => {
            let mut product = Natural::from(1u64).to_big();
            for (prime, power) in factors {
                product *= prime.to_big().pow(*power);
                if !is_prime(prime.to_u64().filter(|prime| *prime < 1 << 32)?) {
                    return Some(false);
                }
            }
            let ascend = factors.windows(2).all(|pair| pair[0].0 < pair[1].0);
            ascend && product == number.to_big()
        }
        // All others are about positions.
        _ => return None,
    })
}

/// The place of the only 1 of a number in binary.
fn power_of_two(number: &Natural) -> Option<u64> {
    let bit = number.bits().checked_sub(1)?;
    (*number == Natural::ZERO.with_bit(bit)).then_some(bit)
}

fn ones(numbers: &[Nimber], bit: u64) -> u64 {
    numbers.iter().filter(|number| number.0.bit(bit)).count() as u64
}

fn is_prime(number: u64) -> bool {
    number > 1
        && (2..)
            .take_while(|divisor| divisor * divisor <= number)
            .all(|divisor| number % divisor != 0)
}

/// Whether every number above 0 comes an even number of times.
fn in_pairs(mut numbers: Vec<Nimber>) -> bool {
    numbers.retain(|number| !number.is_zero());
    numbers.put_in_order();
    numbers.len() % 2 == 0 && numbers.chunks(2).all(|pair| pair[0] == pair[1])
}
