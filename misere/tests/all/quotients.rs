//! Misère quotients against published tables and against the definition.

use std::collections::HashMap;

use bouton_core::ask::{Ask, Flow, Meter};
use bouton_core::heap::{Code, HeapRules, Heaps, Options, TakeSet};
use bouton_core::natural::Natural;
use bouton_core::value::{Outcome, Play};
use bouton_misere::{ONE, Positions, Quotient};

const KNOWN: &str = include_str!("../../../data/known/misere_quotients.csv");

pub fn deep() -> bool {
    std::env::var_os("BOUTON_DEEP").is_some()
}

fn code(text: &str) -> Code {
    text.parse().unwrap()
}

fn misere(rules: &dyn HeapRules, to: usize) -> Quotient {
    Quotient::of(rules, Play::Misere, to, &Ask::default())
}

fn options(rules: &dyn HeapRules, heap: u64) -> Vec<Vec<u64>> {
    let mut list = Vec::new();
    rules.options(
        heap,
        &mut Options::new(&mut |option| {
            list.push(option.to_vec());
            true
        }),
    );
    list
}

/// Who wins, by the definition.
pub struct Brute<'a> {
    rules: &'a dyn HeapRules,
    play: Play,
    known: HashMap<Vec<u64>, bool>,
}

impl Brute<'_> {
    pub fn new(rules: &dyn HeapRules, play: Play) -> Brute<'_> {
        Brute { rules, play, known: HashMap::new() }
    }

    /// Each position after one move, and the pile that changed.
    fn moves(&self, heaps: &[u64]) -> Vec<(usize, Vec<u64>)> {
        let mut moves = Vec::new();
        for (pile, size) in heaps.iter().enumerate() {
            for option in options(self.rules, *size) {
                let others = heaps.iter().enumerate().filter(|(other, _)| *other != pile);
                let left = option.iter().copied().filter(|size| *size > 0);
                let mut to: Vec<u64> = others.map(|(_, size)| *size).chain(left).collect();
                to.sort_unstable();
                moves.push((pile, to));
            }
        }
        moves
    }

    pub fn wins(&mut self, heaps: &[u64]) -> bool {
        if let Some(known) = self.known.get(heaps) {
            return *known;
        }
        let moves = self.moves(heaps);
        let wins = match moves.is_empty() {
            true => self.play == Play::Misere,
            false => moves.iter().any(|(_, to)| !self.wins(to)),
        };
        self.known.insert(heaps.to_vec(), wins);
        wins
    }
}

/// All multisets of heaps with at most so many stones together, each ascending.
fn multisets(total: u64) -> Vec<Vec<u64>> {
    fn grow(left: u64, heaps: &mut Vec<u64>, found: &mut Vec<Vec<u64>>) {
        found.push(heaps.clone());
        for size in heaps.last().copied().unwrap_or(1)..=left {
            heaps.push(size);
            grow(left - size, heaps, found);
            heaps.pop();
        }
    }
    let mut found = Vec::new();
    grow(total, &mut Vec::new(), &mut found);
    found
}

fn agrees_with_the_definition(name: &str, rules: &dyn HeapRules, quotient: &Quotient, total: u64) {
    let mut brute = Brute::new(rules, quotient.play());
    for heaps in multisets(total) {
        let Some(outcome) = quotient.outcome(&Heaps::from(&heaps[..])) else { continue };
        let wins = brute.wins(&heaps);
        assert_eq!(outcome, Outcome::from_mover_wins(wins), "{name} {heaps:?}");
    }
}

#[test]
fn every_quotient_of_the_table_is_found_again() {
    let mut rows = 0;
    for line in KNOWN.lines().skip(1).filter(|line| !line.starts_with("notakto")) {
        let fields: Vec<&str> = line.split(',').collect();
        let [name, order, lost, period, preperiod, tame] = fields[..] else { panic!("{line}") };
        let rules = code(name);
        let quotient = misere(&rules, 20_000);
        assert_eq!(quotient.monoid().order().to_string(), order, "{name}");
        assert_eq!(quotient.monoid().lost().count().to_string(), lost, "{name}");
        let found = quotient.period().unwrap();
        assert_eq!(found.period.to_string(), period, "{name}");
        assert_eq!(found.preperiod.to_string(), preperiod, "{name}");
        assert_eq!(quotient.tame(), Some(tame == "tame"), "{name}");
        agrees_with_the_definition(name, &rules, &quotient, if deep() { 30 } else { 14 });
        rows += 1;
    }
    assert_eq!(rows, 65);
}

#[test]
fn kayles_agrees_with_the_definition_to_30_stones() {
    let rules = code("0.77");
    let quotient = misere(&rules, 1000);
    agrees_with_the_definition("0.77", &rules, &quotient, 30);
    // Sibert and Conway 1992: the single heaps that are lost.
    let lost: Vec<u64> = (0..500)
        .filter(|heap| quotient.outcome(&Heaps::one(*heap)) == Some(Outcome::Previous))
        .collect();
    assert_eq!(lost, [1, 4, 9, 12, 20]);
    assert_eq!(quotient.wild_from(), Some(5));
}

#[test]
fn codes_of_all_kinds_agree_with_the_definition() {
    // Partial ones too, and codes that leave three heaps, ask for unequal ones, or never end.
    let some =
        ["0.07", "0.106", "4!.0", "4.3!", "0.8", "0.3F", "0.[3]", "4.[3]", "0.[07]", "0.61?"];
    for name in some {
        let rules = code(name);
        let quotient = misere(&rules, 16);
        agrees_with_the_definition(name, &rules, &quotient, 16);
    }
}

/// All octal codes of up to three digits behind the point: those whose quotient closes soon to 30 stones, the others as far as they are known.
#[test]
fn all_short_codes_agree_with_the_definition() {
    if !deep() {
        return;
    }
    let three = (1..512).map(|number| format!("0.{number:03o}"));
    let mut finite = 0;
    for name in three.chain((0..512).map(|number| format!("4.{number:03o}"))) {
        let rules = code(&name);
        let ask = Ask { positions: 100_000, steps: 1 << 30, ..Ask::default() };
        let quotient = Quotient::of(&rules, Play::Misere, 20_000, &ask);
        finite += usize::from(quotient.is_exact());
        agrees_with_the_definition(
            &name,
            &rules,
            &quotient,
            if quotient.is_exact() { 30 } else { 20 },
        );
    }
    assert!(finite > 350, "{finite}");
}

#[test]
fn normal_play_gives_the_group_of_the_nim_values() {
    for (name, to, order) in [("0.77", 200, 16), ("0.07", 100, 16), ("0.3", 50, 2), ("4!.0", 40, 8)]
    {
        let rules = code(name);
        let quotient = Quotient::of(&rules, Play::Normal, to, &Ask::default());
        let monoid = quotient.monoid();
        assert_eq!(monoid.order(), order, "{name}");
        assert!(monoid.classes().all(|class| monoid.sum(class, class) == ONE), "{name}");
        assert_eq!(monoid.lost().collect::<Vec<_>>(), [ONE], "{name}");
        // Heaps of one class have one Grundy value, and back.
        let mut values: Vec<u32> = vec![0];
        for heap in 1..=quotient.computed_to() {
            let own = options(&rules, heap as u64);
            let worth =
                |option: &Vec<u64>| option.iter().fold(0, |sum, part| sum ^ values[*part as usize]);
            values.push(bouton_core::value::mex(own.iter().map(worth)));
        }
        let classes = quotient.classes();
        for (a, value) in values.iter().enumerate() {
            for (b, other) in values.iter().enumerate() {
                assert_eq!(classes[a] == classes[b], value == other, "{name} {a} {b}");
            }
        }
        agrees_with_the_definition(name, &rules, &quotient, 12);
    }
}

#[test]
fn subtraction_games_are_tame_and_periodic() {
    for set in 1..64u64 {
        let numbers: Vec<String> = (1..7)
            .filter(|take| set >> (take - 1) & 1 == 1)
            .map(|take: u64| take.to_string())
            .collect();
        let words: Vec<&str> = numbers.iter().map(String::as_str).collect();
        let rules = TakeSet::read(&words).unwrap();
        let quotient = misere(&rules, 500);
        assert_eq!(quotient.tame(), Some(true), "{words:?}");
        agrees_with_the_definition("subtraction", &rules, &quotient, 12);
    }
}

#[test]
fn what_is_not_finite_stops_and_is_exact_so_far() {
    let quotient = misere(&code("0.07"), 1000);
    assert_eq!((quotient.monoid().order(), quotient.monoid().lost().count()), (638, 109));
    assert_eq!(
        (quotient.computed_to(), quotient.is_exact(), quotient.tame()),
        (33, false, Some(false))
    );
    assert!(quotient.stopped().unwrap().to_string().contains("at heap 34"));
    assert_eq!(quotient.describe().status, "partial to heap 33");
    // Grundy's game, whose quotients grow with the heaps.
    for (to, order) in [(12, 6), (13, 12), (18, 24), (20, 48)] {
        assert_eq!(misere(&code("4!.0"), to).monoid().order(), order, "{to}");
    }
}

#[test]
fn budgets_end_the_work() {
    let rules = code("0.4107");
    let few = Ask { positions: 1000, ..Ask::default() };
    let quotient = Quotient::of(&rules, Play::Misere, 1000, &few);
    assert!(quotient.stopped().unwrap().is_stopped() && !quotient.is_exact());
    assert!(quotient.computed_to() > 5);
    let stop = |_| Flow::Stop("the time is up".to_string());
    let quotient = Quotient::of(&rules, Play::Misere, 1000, &Ask { tick: &stop, ..Ask::default() });
    assert!(quotient.stopped().unwrap().to_string().contains("the time is up"));
}

/// The boards of Notakto: whoever makes three in a row has ended a board, and loses by that in misère play.
fn notakto() -> Positions {
    const LINES: [u16; 8] = [0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];
    let ended = |board: u16| LINES.iter().any(|line| board & line == *line);
    // Fuller boards come first, and the ends are one position, number 0.
    let mut numbers: HashMap<u16, u64> = HashMap::new();
    let mut options = vec![Vec::new()];
    let mut boards: Vec<u16> = (0..512).filter(|board| !ended(*board)).collect();
    boards.sort_by_key(|board| std::cmp::Reverse(board.count_ones()));
    for board in boards {
        let free = (0..9).filter(|cell| board >> cell & 1 == 0).map(|cell| board | 1 << cell);
        let own = free.map(|next| numbers.get(&next).copied().unwrap_or(0)).collect();
        numbers.insert(board, options.len() as u64);
        options.push(own);
    }
    Positions::new(options).unwrap()
}

#[test]
fn notakto_has_18_classes() {
    let boards = notakto();
    let quotient = Quotient::of_positions(&boards, boards.len(), Play::Misere, &Ask::default());
    assert!(quotient.is_exact());
    assert_eq!((quotient.monoid().order(), quotient.monoid().lost().count()), (18, 4));
    // The empty board is the last one.
    let empty = Heaps::one(boards.len() as u64 - 1);
    assert_eq!(quotient.outcome(&empty), Some(Outcome::Next));
}

#[test]
fn all_winning_moves_are_found() {
    for (name, total) in [("0.77", 15), ("0.123", 15), ("4.13", 13)] {
        let rules = code(name);
        let quotient = misere(&rules, 1000);
        let mut brute = Brute::new(&rules, Play::Misere);
        for heaps in multisets(total) {
            let expected =
                brute.moves(&heaps).into_iter().filter(|(_, to)| !brute.wins(to)).count();
            let row = Heaps::from(&heaps[..]);
            let mut meter = Meter::new(&Ask::default());
            let found = quotient.winning(&rules, &row, 1000, &mut meter).unwrap();
            assert_eq!(found.count, Some(Natural::from(expected)), "{name} {heaps:?}");
            assert_eq!(found.moves.len(), expected);
            for (pile, to) in found.moves {
                assert_eq!(quotient.outcome(&row.replaced(pile, &to)), Some(Outcome::Previous));
            }
        }
    }
}

#[test]
fn moves_of_huge_heaps_are_counted_as_they_are_listed() {
    let rules = code("0.77");
    let quotient = misere(&rules, 1000);
    for size in [143u64, 144, 200, 401, 1000] {
        for others in [vec![], vec![5, 9], vec![12, 20], vec![27]] {
            let heaps: Vec<u64> = others.iter().copied().chain([size]).collect();
            let row = Heaps::from(&heaps[..]);
            let found =
                quotient.winning(&rules, &row, 10, &mut Meter::new(&Ask::default())).unwrap();
            let mut listed = 0u64;
            for (pile, heap) in heaps.iter().enumerate() {
                for option in options(&rules, *heap) {
                    let left =
                        if option.is_empty() { Heaps::one(0) } else { Heaps::from(&option[..]) };
                    let to = quotient.outcome(&row.replaced(pile, &left));
                    listed += u64::from(to == Some(Outcome::Previous));
                }
            }
            assert_eq!(found.count, Some(Natural::from(listed)), "{heaps:?}");
            assert_eq!(found.complete, listed <= 10);
        }
    }
    let huge: Heaps = ["10^40", "12", "20"].iter().map(|size| size.parse().unwrap()).collect();
    let found = quotient.winning(&rules, &huge, 5, &mut Meter::new(&Ask::default())).unwrap();
    assert!(found.count.is_some() && !found.moves.is_empty());
    for (pile, to) in found.moves {
        assert_eq!(quotient.outcome(&huge.replaced(pile, &to)), Some(Outcome::Previous));
    }
}

#[test]
fn a_description_is_a_presentation() {
    let quotient = misere(&code("0.77"), 1000);
    let told = quotient.describe();
    // The heaps of Plambeck's presentation of Kayles.
    let heaps: Vec<usize> = told.generators.iter().map(|generator| generator.heap).collect();
    assert_eq!(heaps, [1, 2, 5, 9, 12, 25, 27]);
    assert_eq!(told.relations[0], "a^2 = 1");
    assert_eq!((told.classes.len(), told.p_classes.len()), (40, 9));
    assert_eq!(told.pretending[..6], ["1", "a", "b", "ab", "a", "c"]);
    assert_eq!(told.pretending.len(), 83);
    assert_eq!((told.status.as_str(), told.kernel.order), ("exact", 16));
    let nothing = misere(&code("0.0003"), 3).describe();
    assert_eq!(
        (nothing.order, nothing.relations.len(), nothing.kernel.identity.as_str()),
        (1, 0, "1")
    );
}
