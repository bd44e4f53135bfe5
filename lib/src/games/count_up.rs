//! Counting up: say numbers, adding a little each time; whoever says the last one loses, or wins.

use crate::address::Parameters;
use crate::analysis::{Change as Becomes, Numbers, Theorem};
use crate::error::{Error, quoted};
use crate::explain::{Claim, Step};
use crate::game::{Ability, Board, Entry, Game, Known, Parameter, Preset};
use crate::natural::Natural;
use crate::rules::{Found, Moves, Random, Rules, Seated};
use crate::scene::{Form, Role, Scene, Shape};
use crate::value::{Nimber, Outcome, Play};

struct CountUp {
    /// The last number that may be said: `to`, or the one before if saying `to` loses.
    limit: Natural,
    most: u64,
    last_wins: bool,
    players: usize,
}

static REMAINDER: Theorem = Theorem {
    name: "count-up",
    play: Play::Normal,
    statement: "With two players the value is what is left to count, modulo one more than the most that may be added",
    source: "Winning Ways, chapter 4: it is the subtraction game of 1, 2, ..., k on what is left",
};

/// Numbers to say that are listed at most.
const MOST_TARGETS: usize = 12;

/// Steps of the table for more than two players: a fraction of a second.
const MOST_STEPS: u64 = 30_000_000;

impl CountUp {
    fn open(parameters: &Parameters) -> Result<Game, Error> {
        let number = |key: &str, place| {
            parameters.get(key, Some(place)).map(str::parse::<Natural>).transpose()
        };
        let to = number("to", 0)?.unwrap_or_default();
        let most = number("most", 1)?.and_then(|most| most.to_u64()).filter(|most| *most > 0);
        let most = most.ok_or_else(|| {
            Error::input("most is how much may be added at once: write a number from 1 up, below 2^64, such as most=3")
        })?;
        let last_wins = match parameters.get("last", Some(2)) {
            Some("wins") => true,
            Some("loses") => false,
            other => {
                return Err(Error::input(format!(
                    "last is {}: write last=loses if whoever says {to} loses, or last=wins if that wins",
                    quoted(other.unwrap_or(""))
                )));
            }
        };
        let players = number("players", 3)?.map_or(Some(2), |players| players.to_u64());
        let players = players.filter(|players| (2..=100).contains(players)).ok_or_else(|| {
            Error::input(
                "players is how many count: write a number from 2 to 100, such as players=3",
            )
        })?;
        let one = Natural::from(1u64);
        let limit = if last_wins { Some(to.clone()) } else { to.minus(&one) };
        let limit =
            limit.ok_or_else(|| Error::input("to is 0: write the last number, such as to=21"))?;
        let rule = match most {
            1 => "Say the number after the total".to_string(),
            _ => format!("Say up to {most} more than the total"),
        };
        let rules = CountUp { limit, most, last_wins, players: players as usize };
        Ok(Game::open_light(rules, parameters)?.ruled(rule))
    }

    /// What may still be added, in all.
    fn left(&self, total: &Natural) -> Natural {
        self.limit.minus(total).unwrap_or_default()
    }

    fn modulus(&self) -> Natural {
        &Natural::from(self.most) + &Natural::from(1u64)
    }

    fn remainder(&self, left: &Natural) -> u64 {
        match self.most.checked_add(1) {
            Some(modulus) => left.modulo(modulus),
            None => left.modulo(1 << 63).wrapping_add(u64::from(left.bit(63)) << 63),
        }
    }

    /// For each seat, whether it is safe with `left` to count; the mover's seat first.
    ///
    /// The mover is safe if some number leaves it safe in the last seat; a later seat only if
    /// every number leaves it safe one seat nearer. Both need the last `most` rows alone, kept as
    /// how long ago a seat was safe, and was not; when these come back, so does everything after,
    /// and whole rounds are skipped (Brent's way of finding a repetition). Nothing if there is no
    /// repetition in time.
    fn safe_seats(&self, left: u64) -> Option<Vec<bool>> {
        let players = self.players;
        // Nothing left: the mover cannot go on. That loses for it alone, or means that the seat
        // before has won and all others have lost.
        let mut row: Vec<bool> = (0..players)
            .map(|seat| if self.last_wins { seat == players - 1 } else { seat != 0 })
            .collect();
        // How many rows ago each seat was safe, and unsafe: 1 is the latest, `most` + 1 too long ago.
        let never = self.most.saturating_add(1);
        let age = |then: bool| if then { 1 } else { never };
        let mut ages: Vec<[u64; 2]> = row.iter().map(|safe| [age(*safe), age(!*safe)]).collect();
        let (mut mark, mut since, mut next_mark) = (ages.clone(), 0u64, 1u64);
        let (mut left, mut tried) = (left, 0);
        while left > 0 {
            for (seat, safe) in row.iter_mut().enumerate() {
                *safe = match seat {
                    0 => ages[players - 1][0] <= self.most,
                    seat => ages[seat - 1][1] > self.most,
                };
            }
            for (safe, [safe_age, unsafe_age]) in row.iter().zip(&mut ages) {
                *safe_age = if *safe { 1 } else { safe_age.saturating_add(1).min(never) };
                *unsafe_age = if *safe { unsafe_age.saturating_add(1).min(never) } else { 1 };
            }
            left -= 1;
            since += 1;
            tried += players as u64;
            if ages == mark {
                left %= since;
            } else if since == next_mark {
                (mark, since, next_mark) = (ages.clone(), 0, next_mark * 2);
            }
            if tried > MOST_STEPS && left > 0 {
                return None;
            }
        }
        Some(row)
    }
}

impl Seated<Natural> for CountUp {
    fn seats(&self, total: &Natural) -> Result<Vec<bool>, Error> {
        let seats = self.left(total).to_u64().and_then(|left| self.safe_seats(left));
        seats.ok_or_else(|| {
            Error::Stopped(
                "stopped: what is left to count is decided number by number, and it is too much for that".to_string(),
            )
        })
    }
}

impl Rules for CountUp {
    type Position = Natural;
    type Move = Natural;

    fn moves(&self, total: &Natural, out: &mut Moves<'_, Natural>) {
        let left = self.left(total).to_u64().unwrap_or(u64::MAX);
        for add in 1..=self.most.min(left) {
            out.push(total + &Natural::from(add));
            if out.full() {
                return;
            }
        }
    }

    fn play(&self, _total: &Natural, said: &Natural) -> Natural {
        said.clone()
    }

    fn check(&self, total: &Natural) -> Result<(), Error> {
        if *total > self.limit {
            return Err(Error::input(format!(
                "{} is beyond the last number that may be said: write a total from 0 to {}",
                quoted(&total.to_string()),
                self.limit
            )));
        }
        Ok(())
    }

    fn allows(&self, play: Play) -> Result<(), Error> {
        match play {
            Play::Normal => Ok(()),
            Play::Misere => Err(Error::Unsupported(
                "count-up has no misère form beside its own: write last=loses or last=wins"
                    .to_string(),
            )),
        }
    }

    fn table(&self) -> Option<&dyn Seated<Natural>> {
        (self.players > 2).then_some(self as _)
    }

    fn value(&self, total: &Natural) -> Option<Nimber> {
        (self.players == 2).then(|| Nimber::from(self.remainder(&self.left(total))))
    }

    fn moves_to(&self, total: &Natural, target: &Nimber, limit: usize) -> Option<Found<Natural>> {
        let value = self.value(total)?;
        let modulus = self.modulus();
        if target.0 >= modulus {
            return Some(Found::none());
        }
        // How much to add is fixed modulo `most` + 1, and between 1 and `most`.
        let add = value.0.minus(&target.0).or_else(|| (&value.0 + &modulus).minus(&target.0))?;
        let fits = !add.is_zero() && add <= self.left(total);
        Some(Found::first(fits.then(|| total + &add).into_iter().collect(), limit))
    }

    fn find_move(&self, total: &Natural, text: &str) -> Option<Result<Natural, Error>> {
        Some(text.trim_start_matches("say").trim().parse::<Natural>().and_then(|said| {
            let add = said.minus(total).filter(|add| !add.is_zero());
            match add.filter(|add| *add <= Natural::from(self.most) && said <= self.limit) {
                Some(_) => Ok(said),
                None => Err(Error::input(format!("{} may not be said here", quoted(text)))),
            }
        }))
    }

    fn theorem(&self, _total: &Natural, play: Play) -> Option<&'static Theorem> {
        (play == Play::Normal && self.players == 2).then_some(&REMAINDER)
    }

    fn goal(&self) -> Option<String> {
        let to = match self.last_wins {
            true => self.limit.clone(),
            false => &self.limit + &Natural::from(1u64),
        };
        Some(format!("whoever says {to} {}", if self.last_wins { "wins" } else { "loses" }))
    }

    fn explain(&self, total: &Natural, _play: Play) -> Option<Vec<Step>> {
        let (one, modulus) = (Natural::from(1u64), self.modulus());
        let least =
            Natural::from(self.most.checked_add(1).map_or(0, |step| self.limit.modulo(step)));
        let why = match self.last_wins {
            true => format!("Who says {} wins.", self.limit),
            false => format!(
                "Who says {} wins, because the other must say {}.",
                self.limit,
                &self.limit + &one
            ),
        };
        let before = match self.limit.minus(&modulus) {
            Some(before) => format!(
                " Who says {before} can say {} next, by adding what makes {modulus} together with what the other \
                 adds; and so on backwards.",
                self.limit
            ),
            None => String::new(),
        };
        // The targets around the total, and the last one.
        let mut targets = Vec::new();
        let mut target = least;
        while target <= self.limit && targets.len() < MOST_TARGETS {
            if !target.is_zero() {
                targets.push(target.to_string());
            }
            target = &target + &modulus;
        }
        let list = match target > self.limit {
            true => targets.join(", "),
            false => format!("{}, ..., {}", targets.join(", "), self.limit),
        };
        let left = self.remainder(&self.left(total));
        let here = match left {
            0 if total.is_zero() => format!(
                "The count begins at 0: whatever you add, the other adds what makes {modulus} together with it."
            ),
            0 => format!(
                "{total} is one of them, and the other has said it: whatever you add, the other adds what makes {modulus} \
                 together with it."
            ),
            left => {
                format!("The next one above {total} is {}: say it.", total + &Natural::from(left))
            }
        };
        // Whoever has said a target leaves a position that is lost.
        let lost = |position: String| Claim::Outcome { position, outcome: Outcome::Previous };
        let said = || targets.iter().cloned().chain([self.limit.to_string()]).map(lost);
        let next = || match left {
            0 => vec![lost(total.to_string())],
            left => {
                let to = (total + &Natural::from(left)).to_string();
                let (position, mv) = (total.to_string(), to.clone());
                vec![lost(to.clone()), Claim::Leaves { position, mv, to }]
            }
        };
        let divided = || [Claim::division(&self.left(total), &modulus)];
        Some(vec![
            Step::new("idea", format!("{why}{before} The numbers to say are {list}."))
                .claiming(said),
            Step::new("here", here).claiming(next).claiming(divided),
        ])
    }

    fn describe(&self, _total: &Natural, said: &Natural) -> String {
        format!("say {said}")
    }

    fn numbers(&self, total: &Natural, said: &Natural) -> Numbers {
        Becomes::new(None, total.clone(), [said.clone()]).into()
    }

    fn scene(&self, total: &Natural) -> Scene {
        // A track to the goal, on which every number keeps its place; of a long one the part around the total.
        const LONGEST: u64 = 120;
        const PER_LINE: u64 = 10;
        let one = Natural::from(1u64);
        let goal = if self.last_wins { self.limit.clone() } else { &self.limit + &one };
        let line = total.to_u64().unwrap_or(u64::MAX) / PER_LINE;
        let long = goal > Natural::from(LONGEST);
        let first = if long { line.saturating_sub(1) * PER_LINE } else { 0 };
        let last = if long {
            Natural::from(first.saturating_add(49)).min(goal.clone())
        } else {
            goal.clone()
        };
        let mut numbers: Vec<Natural> = Vec::new();
        let mut number = Natural::from(first);
        while number <= last {
            numbers.push(number.clone());
            number = &number + &one;
        }
        if last < goal {
            numbers.push(goal.clone());
        }
        let lines = (numbers.len() as u64).div_ceil(PER_LINE);
        let columns = (numbers.len() as u64).min(PER_LINE);
        let mut scene =
            Scene { width: columns as f64 * 1.2, height: lines as f64 * 1.2, ..Scene::default() };
        let most = match self.most {
            1 => "1".to_string(),
            most => format!("1 to {most}"),
        };
        for (place, number) in numbers.iter().enumerate() {
            let ahead = number.minus(total).filter(|ahead| !ahead.is_zero());
            let near = ahead.is_some_and(|ahead| ahead <= Natural::from(self.most));
            let can_be_said = near && *number <= self.limit;
            let role = match number.cmp(total) {
                std::cmp::Ordering::Less => Role::Gone,
                std::cmp::Ordering::Equal => Role::Stone,
                _ if *number == goal && self.last_wins => Role::Goal,
                _ if *number == goal => Role::Poison,
                _ => Role::Card,
            };
            let form = Form::Rectangle {
                x: (place as u64 % PER_LINE) as f64 * 1.2 + 0.05,
                y: (place as u64 / PER_LINE) as f64 * 1.2 + 0.05,
                width: 1.1,
                height: 1.1,
            };
            let (label, why) = match role {
                Role::Stone => (format!("The total is {number}"), String::new()),
                Role::Gone => {
                    (format!("{number}, already passed"), "Numbers only grow.".to_string())
                }
                Role::Poison if near => (
                    format!("{number} loses"),
                    format!("Whoever says {number} loses: nobody does so willingly."),
                ),
                _ => (format!("Say {number}"), format!("Only {most} may be added to {total}.")),
            };
            let shape = Shape::new(format!("number-{number}"), label, role, form)
                .with_caption(number.to_string());
            scene.shapes.push(match can_be_said {
                true => shape.with_pick(Some(number.to_string())),
                false => shape.with_why(why),
            });
        }
        scene.capped =
            long.then(|| format!("Only the numbers near {total} are drawn, and the goal, {goal}."));
        scene
    }

    fn random(&self, _size: u64, random: &mut Random) -> Option<Natural> {
        let limit = self.limit.to_u64()?.min(10_000);
        Some(Natural::from(random.between(0, limit)))
    }
}

pub static ENTRY: Entry = Entry {
    name: "count-up",
    aliases: &["counting-game"],
    title: "Counting up",
    rules: "The players say growing numbers: a move adds 1 to `most` to the total and says it, never beyond `to`. \
            Whoever says `to` loses (last=loses: nobody says it willingly, so the last to move before it wins) or wins \
            (last=wins). The position is the total said so far. With more than two players the answer tells for each \
            seat whether it can be sure not to lose, whatever all others do.",
    board: Board::Numbers,
    can: &[Ability::Players],
    parameters: &[
        Parameter { key: "to", required: true, list: false, help: "the number that loses or wins" },
        Parameter {
            key: "most",
            required: true,
            list: false,
            help: "how much may be added at once",
        },
        Parameter {
            key: "last",
            required: true,
            list: false,
            help: "loses or wins: what saying `to` does",
        },
        Parameter {
            key: "players",
            required: false,
            list: false,
            help: "how many players, 2 if left out",
        },
    ],
    examples: &[
        "count-up(to=21, most=3, last=loses): 4",
        "count-up(to=100, most=10, last=wins): 0",
        "count-up(to=2000, most=7, last=wins): 0",
        "count-up(to=10^40, most=10^6, last=wins): 12345",
        "count-up(to=40, most=3, last=loses, players=3): 0",
        "count-up(to=30, most=2, last=wins, players=4): 5",
    ],
    example_move: ("4", "6"),
    known: &[
        Known {
            address: "count-up(to=21, most=3, last=loses): 0",
            outcome: "P",
            value: Some(0),
            source: "the 21 game: the second player says 4, 8, 12, 16, 20",
        },
        Known {
            address: "count-up(to=100, most=10, last=wins): 0",
            outcome: "N",
            value: Some(1),
            source: "Bachet 1612: say 1, 12, 23, ..., 89",
        },
    ],
    theorems: &[&REMAINDER],
    presets: &[
        Preset {
            name: "21-game",
            address: "count-up(to=21, most=3, last=loses): 0",
            note: "add 1 to 3; whoever says 21 loses",
        },
        Preset {
            name: "100-game",
            address: "count-up(to=100, most=10, last=wins): 0",
            note: "add 1 to 10; whoever says 100 wins",
        },
        Preset {
            name: "34-game",
            address: "count-up(to=34, most=5, last=loses): 0",
            note: "add at most 5, lose on 34",
        },
    ],
    open: CountUp::open,
};

#[cfg(test)]
mod tests {
    use crate::address;

    /// By the definition: does a strategy exist, against all others together?
    fn sure(seat: usize, left: u64, most: u64, players: usize, last_wins: bool) -> bool {
        if left == 0 {
            return if last_wins { seat == players - 1 } else { seat != 0 };
        }
        let mut next = (1..=most.min(left))
            .map(|add| sure((seat + players - 1) % players, left - add, most, players, last_wins));
        if seat == 0 { next.any(|safe| safe) } else { next.all(|safe| safe) }
    }

    #[test]
    fn seats_agree_with_the_definition() {
        for players in 3..=5usize {
            for most in 1..=4 {
                for last in ["loses", "wins"] {
                    for left in 0..=14 {
                        let to = left + u64::from(last == "loses");
                        let address = format!(
                            "count-up(to={to}, most={most}, last={last}, players={players}): 0"
                        );
                        let opened = address::open(&address).unwrap();
                        let seats = opened.game.seats(&opened.position).unwrap().unwrap().seats;
                        for (seat, safe) in seats.iter().enumerate() {
                            let expected = sure(seat, left, most, players, last == "wins");
                            assert_eq!(*safe, expected, "{address} seat {seat}");
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn misere_is_refused_and_errors_say_what_is_right() {
        let opened = address::open("misere count-up(to=21, most=3, last=wins): 0").unwrap();
        let error = opened.solve(&crate::Ask::default()).unwrap_err();
        assert_eq!((error.kind(), error.exit_code()), ("unsupported", 2));
        for wrong in [
            "count-up(to=21, most=0, last=wins): 0",
            "count-up(to=21, most=3, last=draws): 0",
            "count-up(to=0, most=3, last=loses): 0",
            "count-up(to=21, most=3, last=loses, players=1): 0",
        ] {
            assert!(address::open(wrong).is_err(), "{wrong}");
        }
        let open =
            |total: &str| address::open(&format!("count-up(to=21, most=3, last=loses): {total}"));
        assert!(open("21").err().unwrap().to_string().contains("from 0 to 20"));
        let after = open("19").unwrap().after("say 20").unwrap();
        assert!(after.address().ends_with(": 20"));
        assert!(after.after("21").is_err());
    }
}
