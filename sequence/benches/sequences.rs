//! Nim-sequences: the engines beside the definition and beside the classic list method, both written
//! plainly here. `cargo bench --package bouton-sequence` prints the table of docs/benchmarks.md; a game's code
//! as argument (`-- 0.6`) prints its rows only, and `-- threads` the runs with two threads. A level as argument (`-- avx2`,
//! `-- portable`) measures a processor that has no more.

use std::hint::black_box;
use std::time::Instant;

use bouton_sequence::engine::{Choice, Level, Name, engine};
use bouton_sequence::{Code, PairRules, Values};

fn main() {
    let wanted: Vec<String> =
        std::env::args().skip(1).filter(|word| !word.starts_with("--")).collect();
    let named = |level: &Level| wanted.iter().any(|word| *word == level.name().to_lowercase());
    let level = Level::all().into_iter().find(named);
    let wanted: Vec<String> = wanted
        .into_iter()
        .filter(|word| level.is_none_or(|own| own.name().to_lowercase() != *word))
        .collect();
    let level = level.unwrap_or_else(Level::best);
    println!("level {}", level.name());
    let asked = |name: &str| wanted.is_empty() || wanted.iter().any(|word| word == name);
    println!("values per second: over all heaps, and over the last ones beside `list` and `plain`");
    for (code, length, last) in [
        ("0.106", 10_000_000, 500_000),
        ("0.104", 10_000_000, 500_000),
        ("0.16", 10_000_000, 300_000),
        ("0.454", 10_000_000, 300_000),
        ("0.054", 10_000_000, 300_000),
        ("0.56", 10_000_000, 300_000),
        ("0.376", 2_500_000, 20_000),
        ("0.6", 10_000_000, 20_000),
        ("4!.0", 10_000_000, 20_000),
        ("0.007", 1_000_000, 1_000),
    ] {
        if asked(code) {
            compare(code, length, last, level);
        }
    }
    if asked("threads") {
        for code in ["0.6", "4!.0"] {
            if wanted.len() < 2 || asked(code) {
                threads(code, 50_000_000, level);
            }
        }
    }
}

/// Runs the automatic engine; the seconds it took.
struct Run {
    seconds: f64,
    /// Of these the last heaps took so many.
    last_seconds: f64,
    values: Values,
    engine: Name,
    space: Option<(u32, bool)>,
}

fn run(code: &Code, length: usize, last: usize, choice: Choice) -> Run {
    let start = Instant::now();
    let mut engine = engine(code, Values::default(), choice).expect("octal codes have an engine");
    engine.extend(length - last, &mut |_| true).expect("all values are kept");
    let before = start.elapsed().as_secs_f64();
    engine.extend(length, &mut |_| true).expect("all values are kept");
    let seconds = start.elapsed().as_secs_f64();
    Run {
        seconds,
        last_seconds: seconds - before,
        values: engine.values().clone(),
        engine: engine.name(),
        space: engine.sparse_space().map(|space| (space.mask, space.alternating)),
    }
}

fn compare(name: &str, length: usize, last: usize, level: Level) {
    let code: Code = name.parse().expect("a code");
    let pairs = PairRules::of(&code).expect("pairs");
    let Run { seconds, last_seconds, values, engine, space } =
        run(&code, length, last, Choice { level: Some(level), ..Choice::default() });
    let portable =
        run(&code, length, last, Choice { level: Some(Level::PORTABLE), ..Choice::default() });
    assert_eq!(values, portable.values, "the portable engine gives other values");
    let rate = last as f64 / last_seconds;
    let known: Vec<u32> = values.iter_from(0).collect();
    let start = Instant::now();
    let from = length - last;
    // Games without a sparse space have a mask as well; it is of little use to them.
    let list = list(
        &pairs,
        &known[..from],
        last,
        space.unwrap_or_else(|| best_mask(&known[from / 2..from])),
    );
    let list_rate = last as f64 / start.elapsed().as_secs_f64();
    assert_eq!(list, known[from..], "the list method gives other values");
    let few = (20_000_000 / length).clamp(4, last).min(last);
    let start = Instant::now();
    let plain = plain(&pairs, &known[..length - few], few);
    let plain_rate = few as f64 / start.elapsed().as_secs_f64();
    assert_eq!(plain, known[length - few..], "the definition gives other values");
    println!(
        "{name:<6} to {length:>8}: {engine} {:>8.3}M, portable {:>8.3}M; last heaps {:>8.4}M, list {:>7.4}M ({:.1} times), plain {:>9.6}M ({:.1} times)",
        length as f64 / seconds / 1e6,
        length as f64 / portable.seconds / 1e6,
        rate / 1e6,
        list_rate / 1e6,
        rate / list_rate,
        plain_rate / 1e6,
        rate / plain_rate,
    );
}

fn threads(name: &str, length: usize, level: Level) {
    let level = Some(level);
    let code: Code = name.parse().expect("a code");
    let one = run(&code, length, 0, Choice { level, ..Choice::default() }).seconds;
    let before = processor_seconds();
    let two = run(&code, length, 0, Choice { threads: 2, level, ..Choice::default() }).seconds;
    let busy = processor_seconds() - before;
    println!(
        "{name:<6} to {length:>8}: one thread {one:.1} s, two threads {two:.1} s, which were busy for {busy:.1} s \
         together ({:.2} times)",
        one / two
    );
}

/// Seconds that all threads of this process have worked; 0 where the system does not tell.
fn processor_seconds() -> f64 {
    let text = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let fields = text.rsplit(')').next().unwrap_or_default().split_whitespace().skip(11).take(2);
    fields.filter_map(|ticks| ticks.parse::<f64>().ok()).sum::<f64>() / 100.0
}

/// The definition, for the heaps after those that are known.
fn plain(pairs: &PairRules, known: &[u32], count: usize) -> Vec<u32> {
    let mut values = known.to_vec();
    let mut seen = vec![usize::MAX; 1 << 16];
    for heap in known.len()..known.len() + count {
        if pairs.empty.contains(&heap) {
            seen[0] = heap;
        }
        for taken in &pairs.single {
            seen[values[heap - taken] as usize] = heap;
        }
        for (taken, unequal) in &pairs.double {
            let total = heap - taken;
            for part in 1..=total / 2 {
                if !unequal || 2 * part != total {
                    seen[(values[part] ^ values[total - part]) as usize] = heap;
                }
            }
        }
        let mex = (0..).find(|value| seen[*value as usize] != heap).unwrap_or(0);
        values.push(black_box(mex));
    }
    values.split_off(known.len())
}

/// The list method: rare positions exclude common values, and each rare value below is looked for.
fn list(
    pairs: &PairRules,
    known: &[u32],
    count: usize,
    (mask, alternating): (u32, bool),
) -> Vec<u32> {
    let mut values = known.to_vec();
    let parity = pairs.double.first().map_or(0, |(taken, _)| *taken);
    let is_rare = |heap: usize, value: u32| {
        let turn = if alternating { heap + parity } else { 0 };
        ((value & mask).count_ones() as usize + turn).is_multiple_of(2)
    };
    let mut rares: Vec<(usize, u32)> = (1..known.len())
        .map(|heap| (heap, known[heap]))
        .filter(|(heap, value)| is_rare(*heap, *value))
        .collect();
    let (mut excluded, mut witnessed) = (vec![0; 1 << 16], vec![0; 1 << 16]);
    for heap in known.len()..known.len() + count {
        for taken in &pairs.single {
            excluded[values[heap - taken] as usize] = heap;
            witnessed[values[heap - taken] as usize] = heap;
        }
        for (taken, _) in &pairs.double {
            let rest = heap - taken;
            for (place, value) in &rares {
                if *place >= rest {
                    break;
                }
                excluded[(values[rest - place] ^ value) as usize] = heap;
            }
        }
        let common = (0..)
            .find(|value| !is_rare(heap, *value) && excluded[*value as usize] != heap)
            .unwrap_or(0);
        let mut missing = (0..common)
            .filter(|value| is_rare(heap, *value) && witnessed[*value as usize] != heap)
            .count();
        'search: for (taken, unequal) in &pairs.double {
            let rest = heap - taken;
            for part in 1..=rest / 2 {
                if missing == 0 {
                    break 'search;
                }
                let value = values[part] ^ values[rest - part];
                if value < common
                    && is_rare(heap, value)
                    && witnessed[value as usize] != heap
                    && (!unequal || 2 * part != rest)
                {
                    witnessed[value as usize] = heap;
                    missing -= 1;
                }
            }
        }
        let unseen =
            (0..common).find(|value| is_rare(heap, *value) && witnessed[*value as usize] != heap);
        let value = unseen.unwrap_or(common);
        if is_rare(heap, value) {
            rares.push((heap, value));
        }
        values.push(black_box(value));
    }
    values.split_off(known.len())
}

/// The mask below which the fewest values have an even number of ones.
fn best_mask(values: &[u32]) -> (u32, bool) {
    let most = values.iter().fold(1, |all, value| all | value);
    let sample = &values[values.len().saturating_sub(4096)..];
    let rares =
        |mask: &u32| sample.iter().filter(|value| (**value & mask).count_ones() % 2 == 0).count();
    ((1..=most).min_by_key(rares).unwrap_or(1), false)
}
