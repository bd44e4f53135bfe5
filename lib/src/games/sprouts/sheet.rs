//! Positions of Sprouts: the regions into which the lines cut the plane, and what is left when one more is drawn.

use std::cmp::Ordering;
use std::fmt;
use std::str::FromStr;

use crate::error::{Error, quoted};
use crate::rules::Position;

/// The regions into which the lines cut the plane, and what stands along them.
///
/// A region has boundaries: what hangs together there, as one goes round it with the region at one's side. Of a boundary
/// only the spots count to which a line can still be drawn: `0`, `1` for a spot with so many lines, `2` for one with two
/// lines where it can be reached from one place only, and a letter for one that can be reached from two, where it
/// stands twice. Regions without two free ends of spots are left out. (The notation of Applegate, Jacobson and Sleator
/// 1991 with other signs.)
///
/// ```text
/// ·     ·—·—·      {0 1a1a}: one region, with a spot that stands alone, and a line with its new spot in the middle, by
///                  which one goes twice
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Sheet(Box<[u8]>);

/// What hangs together along a region.
pub(super) type Boundary = Vec<u8>;
/// The boundaries of a region.
pub(super) type Region = Vec<Boundary>;

/// A line between two places, which may be one, and the boundaries that come to lie on one side of it with what stands
/// between the places. Places and boundaries are counted from 1 through the whole position.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Line {
    pub from: usize,
    pub to: usize,
    pub inside: Vec<usize>,
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.from)?;
        if self.to != self.from {
            write!(f, ", {}", self.to)?;
        }
        self.inside.iter().try_for_each(|boundary| write!(f, ", in {boundary}"))
    }
}

/// Spots at the start at most. A spot with a letter has one line left to it, and every move takes away one of the three
/// times as many that there are at first, so that letters suffice.
const MOST_SPOTS: usize = 16;
const LETTERS: &[u8; 52] = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

const FORM: &str = "write how many spots there are at the start, such as 4, or regions in braces with blanks between boundaries, such as {0 \
     1a1a}";

/// Lines that can still be drawn to a spot.
pub(super) fn lives(spot: u8) -> usize {
    match spot {
        b'0' => 3,
        b'1' => 2,
        _ => 1,
    }
}

/// Lines that can still be drawn to the spots of a region, each counted once.
pub(super) fn lives_of(region: &[Boundary]) -> usize {
    let mut seen = [false; 256];
    let spots = region.iter().flatten().map(|spot| {
        let again =
            spot.is_ascii_alphabetic() && std::mem::replace(&mut seen[usize::from(*spot)], true);
        if again { 0 } else { lives(*spot) }
    });
    spots.sum()
}

impl Sheet {
    pub fn start(spots: usize) -> Sheet {
        Sheet::of(vec![vec![vec![b'0']; spots]])
    }

    pub fn regions(&self) -> Vec<Region> {
        let regions = self.0.split(|byte| *byte == b'|').filter(|region| !region.is_empty());
        let boundaries =
            |region: &[u8]| region.split(|byte| *byte == b' ').map(<[u8]>::to_vec).collect();
        regions.map(boundaries).collect()
    }

    fn packed(regions: &[Region]) -> Sheet {
        let text: Vec<Vec<u8>> = regions.iter().map(|region| region.join(&b' ')).collect();
        Sheet(text.join(&b'|').into())
    }

    /// Without regions in which nothing can be drawn; a letter that stands but once becomes 2.
    fn of(mut regions: Vec<Region>) -> Sheet {
        for region in &mut regions {
            region.retain(|boundary| !boundary.is_empty());
        }
        regions.retain(|region| lives_of(region) > 1);
        let mut times = [0u8; 256];
        regions.iter().flatten().flatten().for_each(|spot| times[usize::from(*spot)] += 1);
        for spot in regions.iter_mut().flatten().flatten() {
            if spot.is_ascii_alphabetic() && times[usize::from(*spot)] == 1 {
                *spot = b'2';
            }
        }
        Sheet::packed(&regions)
    }

    /// Where a place is: its region, its boundary there, and its number along that.
    fn place(regions: &[Region], place: usize) -> Option<(usize, usize, usize)> {
        let mut left = place.checked_sub(1)?;
        for (r, region) in regions.iter().enumerate() {
            for (b, boundary) in region.iter().enumerate() {
                if left < boundary.len() {
                    return Some((r, b, left));
                }
                left -= boundary.len();
            }
        }
        None
    }

    /// What is left when a line is drawn; nothing if it cannot be.
    pub fn drawn(&self, line: &Line) -> Option<Sheet> {
        let mut regions = self.regions();
        let (r, b, i) = Sheet::place(&regions, line.from)?;
        let (other, c, j) = Sheet::place(&regions, line.to)?;
        let (u, v) = (regions[r][b][i], regions[r].get(c)?.get(j).copied().filter(|_| other == r)?);
        let same = line.from == line.to;
        if same && lives(u) < 2 || !same && u == v && u.is_ascii_alphabetic() {
            return None;
        }
        let mut used = [false; 256];
        regions.iter().flatten().flatten().for_each(|spot| used[usize::from(*spot)] = true);
        let mut fresh = LETTERS.iter().copied().filter(|letter| !used[usize::from(*letter)]);
        let new = fresh.next()?;
        // A spot with a second line stands on both sides of it; with a third one it is done, wherever it stands.
        let mut after = |spot: u8| match spot {
            b'0' if same => fresh.next().map(|letter| vec![letter]),
            b'0' => Some(vec![b'1']),
            b'1' if !same => fresh.next().map(|letter| vec![letter]),
            _ => Some(Vec::new()),
        };
        let (u_after, v_after) = (after(u)?, if same { Vec::new() } else { after(v)? });
        let first: usize = regions[..r].iter().map(Vec::len).sum();
        let boundaries = std::mem::take(&mut regions[r]);
        let is_inside = |number: usize| line.inside.contains(&(first + number + 1));
        if line.inside.iter().any(|own| {
            let number = own.wrapping_sub(first + 1);
            number >= boundaries.len() || number == b || b != c
        }) {
            return None;
        }
        let others = |side: bool| -> Region {
            let numbered = boundaries.iter().enumerate();
            let others = numbered.filter(|(number, _)| *number != b && *number != c);
            let on_side = others.filter(|(number, _)| is_inside(*number) == side);
            on_side.map(|(_, boundary)| boundary.clone()).collect()
        };
        if b != c {
            // Round the one boundary, over the line, round the other, and back.
            let round = |boundary: &[u8], at: usize, end: &[u8], once: bool| {
                let mut way = end.to_vec();
                way.extend_from_slice(&boundary[at + 1..]);
                way.extend_from_slice(&boundary[..at]);
                if !once {
                    way.extend_from_slice(end);
                }
                way
            };
            let mut joined = round(&boundaries[b], i, &u_after, u == b'0');
            joined.push(new);
            joined.extend(round(&boundaries[c], j, &v_after, v == b'0'));
            joined.push(new);
            regions[r] = others(false);
            regions[r].push(joined);
        } else {
            let boundary = &boundaries[b];
            let ((i, j), (u_after, v_after)) =
                if i <= j { ((i, j), (u_after, v_after)) } else { ((j, i), (v_after, u_after)) };
            let between = if same { &[][..] } else { &boundary[i + 1..j] };
            let inner = [&u_after[..], between, &v_after[..], &[new]].concat();
            let outer =
                [&boundary[j + 1..], &boundary[..i], &u_after[..], &[new], &v_after[..]].concat();
            let mut inside = others(true);
            inside.push(inner);
            regions[r] = others(false);
            regions[r].push(outer);
            regions.insert(r + 1, inside);
        }
        for spot in [u, v].into_iter().filter(u8::is_ascii_alphabetic) {
            for boundary in regions.iter_mut().flatten() {
                boundary.retain(|own| *own != spot);
            }
        }
        Some(Sheet::of(regions))
    }

    /// Every line, while `take` answers true; or, if `once`, one of those that plainly leave the same.
    pub fn lines(&self, once: bool, take: &mut dyn FnMut(Line) -> bool) {
        let (mut before, mut first) = (0, 0);
        for region in self.regions() {
            // Boundaries without letters that are alike can stand for each other.
            let alike = |b: usize| {
                let lettered = region[b].iter().any(u8::is_ascii_alphabetic);
                (once && !lettered)
                    .then(|| region[..b].iter().filter(|own| **own == region[b]).count())
            };
            let alike: Vec<Option<usize>> = (0..region.len()).map(alike).collect();
            let mut places = Vec::new();
            for (b, boundary) in region.iter().enumerate() {
                places.extend(boundary.iter().map(|spot| (b, *spot)));
            }
            for (i, (b, u)) in places.iter().enumerate() {
                for (j, (c, v)) in places.iter().enumerate().skip(i) {
                    let allowed =
                        if i == j { lives(*u) > 1 } else { u != v || !u.is_ascii_alphabetic() };
                    // Of boundaries that are alike the first one begins, and the next one ends.
                    let again = |b: usize, first: usize| alike[b].is_some_and(|own| own > first);
                    let second = usize::from(b != c && region[*b] == region[*c]);
                    if !allowed || again(*b, 0) || again(*c, second) {
                        continue;
                    }
                    let (from, to) = (before + i + 1, before + j + 1);
                    let others: Vec<usize> = (0..region.len()).filter(|other| other != b).collect();
                    let sides = if b == c { 1u64 << others.len() } else { 1 };
                    for side in 0..sides {
                        let is_inside = |bit: usize| side >> bit & 1 == 1;
                        // Of those that are alike the first ones are inside.
                        let gap = |bit: &usize| {
                            let same = |own: &usize| region[others[*own]] == region[others[*bit]];
                            let earlier = (0..*bit)
                                .rev()
                                .find(same)
                                .filter(|_| alike[others[*bit]].is_some());
                            is_inside(*bit) && earlier.is_some_and(|earlier| !is_inside(earlier))
                        };
                        if once && (0..others.len()).any(|bit| gap(&bit)) {
                            continue;
                        }
                        let inside = others.iter().enumerate();
                        let inside = inside.filter(|(bit, _)| is_inside(*bit));
                        let inside = inside.map(|(_, other)| first + other + 1).collect();
                        if !take(Line { from, to, inside }) {
                            return;
                        }
                    }
                }
            }
            before += places.len();
            first += region.len();
        }
    }

    /// The parts that share no spot.
    pub fn lands(&self) -> Vec<Sheet> {
        let mut left = self.regions();
        let mut lands = Vec::new();
        while let Some(region) = left.pop() {
            let mut land = vec![region];
            let mut next = 0;
            while next < land.len() {
                let letters: Vec<u8> = land[next].iter().flatten().copied().collect();
                let near = |region: &Region| {
                    region
                        .iter()
                        .flatten()
                        .any(|spot| spot.is_ascii_alphabetic() && letters.contains(spot))
                };
                let (joined, rest) = left.into_iter().partition(near);
                left = rest;
                land.extend::<Vec<Region>>(joined);
                next += 1;
            }
            lands.push(Sheet::packed(&land));
        }
        lands
    }

    /// Regions, boundaries and the way round them in an order of their own, which seldom depends on where they stood,
    /// and letters in the order in which they come then.
    pub fn ordered(&self) -> Sheet {
        const ROUNDS: usize = 4;
        let mut regions = self.regions();
        let mut keys = kinds_of_spots(&regions);
        let mut best: Option<Sheet> = None;
        for _ in 0..ROUNDS {
            for region in &mut regions {
                let one = in_order(region.clone(), &keys);
                region.iter_mut().for_each(|boundary| boundary.reverse());
                let other = in_order(std::mem::take(region), &keys);
                *region = if compare_regions(&other, &one, &keys).is_lt() { other } else { one };
            }
            regions.sort_by(|one, other| compare_regions(one, other, &keys));
            let mut names = [0u8; 256];
            let mut fresh = LETTERS.iter().copied();
            for spot in regions.iter_mut().flatten().flatten().filter(|spot| is_lettered(spot)) {
                let name = &mut names[usize::from(*spot)];
                if *name == 0 {
                    *name = fresh.next().unwrap_or(*spot);
                }
                *spot = *name;
            }
            for (place, letter) in (3..).zip(LETTERS) {
                keys[usize::from(*letter)] = place;
            }
            let sheet = Sheet::packed(&regions);
            if best.as_ref().is_some_and(|best| *best == sheet) {
                break;
            }
            if best.as_ref().is_none_or(|best| sheet.0 < best.0) {
                best = Some(sheet);
            }
        }
        best.unwrap_or_else(|| self.clone())
    }
}

fn is_lettered(spot: &u8) -> bool {
    spot.is_ascii_alphabetic()
}

/// A number for each kind of spot, by which those are told apart that stand beside other things, whatever their letters.
fn kinds_of_spots(regions: &[Region]) -> [u8; 256] {
    let mut keys = [3u8; 256];
    for digit in b'0'..=b'2' {
        keys[usize::from(digit)] = digit - b'0';
    }
    let mixed = |number: u64| (number ^ number >> 29).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let of_spot = |spot: u8| u64::from(keys[usize::from(spot)]) + 1;
    // What does not change when one begins elsewhere or goes the other way round.
    let beside = |boundary: &Boundary, at: usize| {
        let count = boundary.len();
        let sides =
            of_spot(boundary[(at + 1) % count]) * of_spot(boundary[(at + count - 1) % count]);
        mixed(32 * sides + of_spot(boundary[at]))
    };
    let of_boundary = |boundary: &Boundary| {
        mixed((0..boundary.len()).fold(0, |sum: u64, at| sum.wrapping_add(beside(boundary, at))))
    };
    let mut signs = [0u64; 256];
    for region in regions {
        let around = region.iter().fold(0, |sum: u64, own| sum.wrapping_add(of_boundary(own)));
        for boundary in region {
            let own = of_boundary(boundary);
            for (at, spot) in boundary.iter().enumerate().filter(|(_, spot)| is_lettered(spot)) {
                let here =
                    mixed(around) ^ own.rotate_left(7) ^ beside(boundary, at).rotate_left(13);
                let sign = &mut signs[usize::from(*spot)];
                *sign = sign.wrapping_add(mixed(here));
            }
        }
    }
    let mut kinds: Vec<u64> = signs.iter().copied().filter(|sign| *sign != 0).collect();
    kinds.sort_unstable();
    kinds.dedup();
    for letter in LETTERS {
        let kind = kinds.binary_search(&signs[usize::from(*letter)]).unwrap_or(0);
        keys[usize::from(*letter)] = 3 + kind as u8;
    }
    keys
}

/// Each boundary from the place from which it comes first, and the boundaries in order.
fn in_order(mut region: Region, keys: &[u8; 256]) -> Region {
    for boundary in &mut region {
        let from = |start: usize| {
            boundary[start..].iter().chain(&boundary[..start]).map(|spot| keys[usize::from(*spot)])
        };
        let first = (1..boundary.len())
            .fold(0, |best, start| if from(start).lt(from(best)) { start } else { best });
        boundary.rotate_left(first);
    }
    region.sort_by(|one, other| compare(one, other, keys));
    region
}

fn compare(one: &Boundary, other: &Boundary, keys: &[u8; 256]) -> Ordering {
    let key = |spot: &u8| keys[usize::from(*spot)];
    one.len().cmp(&other.len()).then_with(|| one.iter().map(key).cmp(other.iter().map(key)))
}

fn compare_regions(one: &Region, other: &Region, keys: &[u8; 256]) -> Ordering {
    let boundaries = one.iter().zip(other).map(|(one, other)| compare(one, other, keys));
    let by_boundaries = boundaries.fold(Ordering::Equal, Ordering::then);
    one.len().cmp(&other.len()).then(by_boundaries)
}

impl Position for Sheet {
    fn weight(&self) -> usize {
        size_of::<Sheet>() + self.0.len()
    }
}

impl fmt::Display for Sheet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let regions = self.regions();
        let spots = regions.first().map_or(0, Vec::len);
        if *self == Sheet::start(spots) {
            return write!(f, "{spots}");
        }
        let written = |region: &Region| {
            let region = region.join(&b' ');
            format!("{{{}}}", String::from_utf8_lossy(&region))
        };
        f.write_str(&regions.iter().map(written).collect::<Vec<String>>().join(" "))
    }
}

impl FromStr for Sheet {
    type Err = Error;
    fn from_str(text: &str) -> Result<Sheet, Error> {
        let wrong = |what: &str| Error::input(format!("{} {what}: {FORM}", quoted(text)));
        if let Ok(spots) = text.trim().parse::<usize>() {
            return match spots <= MOST_SPOTS {
                true => Ok(Sheet::start(spots)),
                false => Err(Error::input(format!(
                    "{spots} spots are too many: write at most {MOST_SPOTS}"
                ))),
            };
        }
        // A full stop or a comma ends a boundary as a blank does.
        let (mut regions, mut region, mut boundary): (Vec<Region>, Region, Boundary) =
            Default::default();
        let mut is_open = false;
        for letter in text.chars() {
            match letter {
                '0'..='2' | 'a'..='z' | 'A'..='Z' => boundary.push(letter as u8),
                ' ' | ',' | '.' => {
                    if !boundary.is_empty() {
                        region.push(std::mem::take(&mut boundary));
                    }
                }
                '}' if is_open => {
                    if !boundary.is_empty() {
                        region.push(std::mem::take(&mut boundary));
                    }
                    regions.push(std::mem::take(&mut region));
                    is_open = false;
                }
                '{' if !is_open && region.is_empty() && boundary.is_empty() => is_open = true,
                _ => return Err(wrong("is no position of sprouts")),
            }
        }
        if is_open || !region.is_empty() || !boundary.is_empty() {
            return Err(wrong("does not end with a brace"));
        }
        if regions.iter().map(|region| lives_of(region)).sum::<usize>() > 3 * MOST_SPOTS {
            return Err(wrong("has too many spots"));
        }
        let spots = || regions.iter().flatten().flatten();
        for spot in spots() {
            let times = spots().filter(|other| *other == spot).count();
            if spot.is_ascii_alphabetic() && times != 2 {
                return Err(wrong(&format!(
                    "has the letter {} {times} times, and a letter stands for a spot that is reached from two places",
                    *spot as char
                )));
            }
        }
        for boundary in regions.iter().flatten() {
            if boundary.contains(&b'0') && boundary.len() > 1 {
                return Err(wrong(
                    "has a 0 beside other spots, and a spot without lines stands alone",
                ));
            }
        }
        for region in &regions {
            for (b, boundary) in region.iter().enumerate() {
                let elsewhere = region[b + 1..].iter().flatten();
                let mut shared =
                    elsewhere.filter(|spot| spot.is_ascii_alphabetic() && boundary.contains(spot));
                let crossed = boundary.iter().enumerate().find(|(place, spot)| {
                    let mut rest = boundary[place + 1..].iter();
                    let between: Boundary =
                        rest.by_ref().take_while(|other| other != spot).copied().collect();
                    let again = boundary[place + 1..].contains(spot) && spot.is_ascii_alphabetic();
                    let once = |own: &&u8| {
                        own.is_ascii_alphabetic()
                            && between.iter().filter(|other| other == own).count() == 1
                            && boundary.iter().filter(|other| other == own).count() == 2
                    };
                    again && between.iter().any(|own| once(&own))
                });
                if shared.next().is_some() || crossed.is_some() {
                    return Err(wrong("cannot be drawn without lines that cross"));
                }
            }
        }
        Ok(Sheet::of(regions))
    }
}
