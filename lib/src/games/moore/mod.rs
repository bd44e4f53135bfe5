//! Moore's Nim, also called index-k Nim: take from up to k heaps at once.

mod winning;

use crate::address::Parameters;
use crate::analysis::Theorem;
use crate::boxed;
use crate::error::{Error, quoted};
use crate::explain::{Claim, MOST_COLUMNS, Step, binary_table};
use crate::game::{Ability, Board, Entry, Game, Known, Parameter};
use crate::heap::Heaps;
use crate::heap::{HeapMove, random_heaps};
use crate::natural::Natural;
use crate::rules::{Found, Moves, Random, Rules};
use crate::scene::Scene;
use crate::value::{Outcome, Play};

/// Take from at least one and at most `k` heaps, at most `most` from each.
struct Moore {
    k: u64,
    most: Option<u64>,
}

static NORMAL: Theorem = Theorem {
    name: "moore",
    play: Play::Normal,
    statement: "The mover loses exactly when in every binary column the number of ones is divisible by k+1",
    source: "Moore 1910, A generalization of the game called Nim",
};

static MISERE: Theorem = Theorem {
    name: "moore-misere",
    play: Play::Misere,
    statement: "While some heap holds 2 or more, the same side wins as in normal play; otherwise the mover loses \
                exactly when the number of heaps of 1 leaves remainder 1 when divided by k+1",
    source: "Moore 1910, A generalization of the game called Nim",
};

/// Any move takes between 1 and `most` from some heap, which is then no multiple of `most` + 1; and if some heap is
/// none, taking the remainder from each such heap is a move, because no limit on the number of heaps is met.
static LIMITED: Theorem = Theorem {
    name: "moore-limited",
    play: Play::Normal,
    statement: "Where a move may change every heap and take at most r from each, the mover loses exactly when every heap is \
                divisible by r+1",
    source: "by induction",
};

impl Moore {
    fn open(parameters: &Parameters) -> Result<Game, Error> {
        let number = |key: &str, place: usize| -> Result<Option<u64>, Error> {
            let Some(text) = parameters.get(key, Some(place)) else { return Ok(None) };
            match text.parse::<Natural>().ok().and_then(|number| number.to_u64()) {
                Some(number @ 1..) if number < u64::MAX => Ok(Some(number)),
                _ => Err(Error::input(format!(
                    "{key} is {}: it must be a whole number from 1 to 2^64 - 2, such as {key}=2",
                    quoted(text)
                ))),
            }
        };
        let k = number("k", 0)?.unwrap_or(1);
        let most = number("most", 1)?;
        let heaps = match k {
            1 => "one heap".to_string(),
            2 => "1 or 2 heaps".to_string(),
            _ => format!("1 to {k} heaps"),
        };
        let each = if k == 1 { "" } else { " from each" };
        let rule = match most {
            None => format!("Take stones from {heaps}, any number{each}"),
            Some(most) => format!("Take stones from {heaps}, at most {most}{each}"),
        };
        Ok(boxed::open(Moore { k, most }, parameters)?.ruled(rule))
    }

    /// How many heaps have a 1 in a binary column, modulo k+1.
    fn column(&self, heaps: &Heaps, bit: u64) -> u64 {
        heaps.iter().filter(|size| size.bit(bit)).count() as u64 % (self.k + 1)
    }

    /// If what may be taken from a heap is limited, and a move may change every heap that there is: `most` + 1.
    fn modulus(&self, heaps: &Heaps, play: Play) -> Option<u64> {
        let free = play == Play::Normal && Self::ones(heaps) <= self.k;
        self.most.filter(|_| free).map(|most| most + 1)
    }

    /// The heaps in binary, and below them the counts.
    fn columns(&self, heaps: &Heaps) -> Vec<Vec<String>> {
        let label = |(pile, size): (usize, Natural)| (format!("pile {}", pile + 1), size);
        let rows: Vec<(String, Natural)> = heaps.iter().enumerate().map(label).collect();
        let mut table = binary_table(&rows);
        let counts = (0..Self::width(heaps).max(1)).rev();
        let counts = counts.map(|bit| self.column(heaps, bit).to_string());
        table.push([format!("mod {}", self.k + 1)].into_iter().chain(counts).collect());
        table
    }

    fn ones(heaps: &Heaps) -> u64 {
        heaps.iter().filter(|size| !size.is_zero()).count() as u64
    }

    fn width(heaps: &Heaps) -> u64 {
        heaps.iter().map(|size| size.bits()).max().unwrap_or(0)
    }
}

impl Rules for Moore {
    type Position = Heaps;
    type Move = HeapMove;

    fn moves(&self, heaps: &Heaps, out: &mut Moves<'_, HeapMove>) {
        let Some(sizes) =
            (0..heaps.len()).map(|pile| heaps.word(pile)).collect::<Option<Vec<u64>>>()
        else {
            return out.too_many();
        };
        // An odometer: wheel i shows how much is taken from heap i, and at most k wheels are not 0.
        let mut taken = vec![0u64; sizes.len()];
        let mut turned = 0;
        loop {
            let mut wheel = sizes.len();
            loop {
                if wheel == 0 {
                    return;
                }
                wheel -= 1;
                let most = sizes[wheel].min(self.most.unwrap_or(u64::MAX));
                if taken[wheel] < most && (taken[wheel] > 0 || turned < self.k) {
                    turned += u64::from(taken[wheel] == 0);
                    taken[wheel] += 1;
                    break;
                }
                turned -= u64::from(taken[wheel] > 0);
                taken[wheel] = 0;
            }
            let changed = (0..sizes.len()).filter(|pile| taken[*pile] > 0);
            out.push(HeapMove::many(
                changed.map(|pile| (pile, Natural::from(sizes[pile] - taken[pile]))),
            ));
            if out.full() {
                return;
            }
        }
    }

    fn play(&self, heaps: &Heaps, mv: &HeapMove) -> Heaps {
        mv.play(heaps)
    }

    fn simplify(&self, heaps: Heaps) -> Heaps {
        heaps.sorted(|size| !size.is_zero())
    }

    fn outcome(&self, heaps: &Heaps, play: Play) -> Option<Outcome> {
        if let Some(modulus) = self.modulus(heaps, play) {
            let remains = heaps.iter().any(|size| size.modulo(modulus) != 0);
            return Some(Outcome::from_mover_wins(remains));
        }
        // With a limit on each heap no other rule is known: the one in print is false (docs/disagreements.md, 3).
        if self.most.is_some() {
            return None;
        }
        let width = Self::width(heaps);
        if play == Play::Misere && width <= 1 {
            return Some(Outcome::from_mover_wins(Self::ones(heaps) % (self.k + 1) != 1));
        }
        Some(Outcome::from_mover_wins((0..width).any(|bit| self.column(heaps, bit) != 0)))
    }

    fn winning(&self, heaps: &Heaps, play: Play, limit: usize) -> Option<Found<HeapMove>> {
        if self.outcome(heaps, play)? == Outcome::Previous {
            return Some(Found::none());
        }
        let Some(modulus) = self.modulus(heaps, play) else {
            return Some(winning::moves(self.k, heaps, play, limit));
        };
        let changed = heaps.iter().enumerate().filter_map(|(pile, size)| {
            let over = size.modulo(modulus);
            Some((pile, size.minus(&Natural::from(over))?)).filter(|_| over > 0)
        });
        Some(Found::first(vec![HeapMove::many(changed)], limit))
    }

    fn find_move(&self, heaps: &Heaps, text: &str) -> Option<Result<HeapMove, Error>> {
        let wrong = |mv: &HeapMove| -> Option<String> {
            let Some(sizes) = mv.sizes() else { return Some("splits a pile".to_string()) };
            if sizes.len() as u64 > self.k {
                return Some(format!(
                    "changes {} piles: at most {} may change",
                    sizes.len(),
                    self.k
                ));
            }
            sizes.iter().find_map(|(pile, rest)| {
                let taken = heaps.get(*pile).minus(rest).filter(|taken| !taken.is_zero());
                match (taken, self.most) {
                    (None, _) => Some(format!("takes nothing from pile {}", pile + 1)),
                    (Some(taken), Some(most)) if taken > Natural::from(most) => Some(format!(
                        "takes {taken} from pile {}: at most {most} may be taken",
                        pile + 1
                    )),
                    _ => None,
                }
            })
        };
        Some(HeapMove::read(text, heaps).and_then(|mv| match wrong(&mv) {
            None => Ok(mv),
            Some(reason) => Err(Error::input(format!("{mv} {reason}"))),
        }))
    }

    fn theorem(&self, heaps: &Heaps, play: Play) -> Option<&'static Theorem> {
        match (self.most, play) {
            (Some(_), _) => self.modulus(heaps, play).map(|_| &LIMITED),
            (None, Play::Normal) => Some(&NORMAL),
            (None, Play::Misere) => Some(&MISERE),
        }
    }

    fn describe(&self, heaps: &Heaps, mv: &HeapMove) -> String {
        mv.describe(heaps)
    }

    fn last_move(&self) -> Option<&'static str> {
        Some("takes the last stone")
    }

    fn scene(&self, heaps: &Heaps) -> Scene {
        Scene::piles(heaps, &|pile, rest| {
            let size = heaps.word(pile).unwrap_or(u64::MAX);
            size - rest <= self.most.unwrap_or(u64::MAX)
        })
    }

    fn explain(&self, heaps: &Heaps, play: Play) -> Option<Vec<Step>> {
        self.theorem(heaps, play)?;
        if let Some(modulus) = self.modulus(heaps, play) {
            return Some(remainders(heaps, modulus));
        }
        let (modulus, width) = (self.k + 1, Self::width(heaps));
        let end = match play {
            Play::Normal => "",
            Play::Misere => {
                " In misère play this holds while a heap of 2 or more is left; with heaps of 1 alone, leave a number of \
                 them that has the remainder 1."
            }
        };
        let up_to = match self.k {
            1 => "one".to_string(),
            2 => "one or two".to_string(),
            k => format!("one to {k}"),
        };
        let mut steps = vec![Step::new(
            "idea",
            format!(
                "Write the heaps in binary and count the 1s of each column, modulo {modulus}. A position is lost when every \
                 column gives 0: a move lowers {up_to} of the heaps, so in the highest column that it changes {up_to} of \
                 the 1s disappear, and the count is no longer 0. To bring all columns back to 0, go through them from the left. \
                 Where one gives r, lower r heaps that have a 1 there; the digits of a lowered heap further right can then \
                 be chosen as you like, so that later columns need fewer heaps or none.{end}"
            ),
        )];
        if play == Play::Misere && width <= 1 {
            let ones = Self::ones(heaps);
            let text = format!(
                "Every heap holds 0 or 1, and the number of 1s is {ones}: {ones} mod {modulus} = {}.",
                ones % modulus
            );
            let counted = || {
                let (own, numbers) = Claim::sizes(heaps);
                let modulus = Natural::from(modulus);
                [
                    own,
                    Claim::count(&numbers, 1, None, ones as usize),
                    Claim::count(&numbers, 2, None, 0),
                    Claim::division(&Natural::from(ones), &modulus),
                ]
            };
            steps.push(Step::new("here", text).claiming(counted));
            return Some(steps);
        }
        if width > MOST_COLUMNS || heaps.len() > 40 {
            return Some(steps);
        }
        let uneven = (0..width).rev().find(|bit| self.column(heaps, *bit) != 0);
        let text = match uneven {
            None => "Every column gives 0.".to_string(),
            Some(bit) => format!(
                "The column of {} is the highest that does not give 0: it gives {}.",
                Natural::ZERO.with_bit(bit),
                self.column(heaps, bit)
            ),
        };
        let counted = || {
            let (own, numbers) = Claim::sizes(heaps);
            let column = uneven.map(|bit| Natural::ZERO.with_bit(bit));
            let highest =
                column.map(|column| Claim::Highest { numbers: numbers.clone(), modulus, column });
            Claim::columns(&numbers, modulus).chain(highest).chain([own]).collect::<Vec<_>>()
        };
        steps.push(Step::new("here", text).with_table(self.columns(heaps)).claiming(counted));
        Some(steps)
    }

    fn because(&self, heaps: &Heaps, mv: &HeapMove, play: Play) -> Option<Step> {
        let after = mv.play(heaps);
        let (width, modulus) = (Self::width(&after), self.k + 1);
        if self.most.is_some() || width > MOST_COLUMNS || heaps.len() > 40 {
            return None;
        }
        let so = mv.describe(heaps);
        if play == Play::Misere && width <= 1 {
            let ones = Self::ones(&after);
            let text = format!(
                "So {so}: only heaps of 1 are left, {ones} of them, and {ones} mod {modulus} = 1."
            );
            return Some(Step::new("pick", text));
        }
        let text = format!("So {so}: then every column gives 0.");
        Some(Step::new("pick", text).with_table(self.columns(&after)))
    }

    fn random(&self, size: u64, random: &mut Random) -> Option<Heaps> {
        Some(random_heaps(size, random))
    }
}

/// The story where a move may change every heap.
fn remainders(heaps: &Heaps, modulus: u64) -> Vec<Step> {
    let idea = format!(
        "A move may change every heap, and takes at most {} from each. Leave every heap divisible by {modulus}: any move \
         from there takes between 1 and {} from some heap and leaves a remainder; and remainders can all be taken at once.",
        modulus - 1,
        modulus - 1
    );
    let list: Vec<String> = heaps
        .iter()
        .take(MOST_COLUMNS as usize)
        .map(|size| format!("{size} mod {modulus} = {}", size.modulo(modulus)))
        .collect();
    let divided = || {
        let told: Vec<Natural> = heaps.iter().take(MOST_COLUMNS as usize).collect();
        told.into_iter().map(|size| Claim::division(&size, &Natural::from(modulus)))
    };
    let here = Step::new("here", format!("Here: {}.", list.join(", "))).claiming(divided);
    vec![Step::new("idea", idea), here]
}

pub static ENTRY: Entry = Entry {
    name: "moore",
    aliases: &["index-k", "moores-nim"],
    title: "Moore's Nim (index-k Nim)",
    rules: "Heaps of stones. A move takes stones from at least one and at most k heaps, any number from each, \
            or at most `most` from each if that is given.",
    board: Board::Heaps,
    can: &[Ability::Piles, Ability::Table, Ability::Misere],
    parameters: &[
        Parameter {
            key: "k",
            required: true,
            list: false,
            help: "how many heaps a move may change",
        },
        Parameter {
            key: "most",
            required: false,
            list: false,
            help: "how much may be taken from each heap",
        },
    ],
    examples: &[
        "moore(2): 3 4 5",
        "moore(3): 5 4 3 2 1",
        "moore(1): 3 4 5",
        "misere moore(2): 1 1 1 3",
        "moore(2, most=3): 3 4 5",
        "moore(3, most=3): 1000000000000000007 40 9",
        "moore(3): 1152921504606846975 1000000000000000000 999999999999999999 7 6 5",
    ],
    example_move: ("3 4 5", "2 -> 3, 3 -> 3"),
    known: &[
        Known { address: "moore(2): 1 1 1", outcome: "P", value: Some(0), source: "Moore 1910" },
        Known { address: "moore(2): 3 3 3", outcome: "P", value: Some(0), source: "Moore 1910" },
        Known { address: "misere moore(2): 1", outcome: "P", value: None, source: "Moore 1910" },
        Known {
            address: "moore(2, most=1): 1 1 1 2",
            outcome: "N",
            value: None,
            source: "docs/disagreements.md, 3",
        },
    ],
    theorems: &[&NORMAL, &MISERE, &LIMITED],
    presets: &[],
    open: Moore::open,
};
