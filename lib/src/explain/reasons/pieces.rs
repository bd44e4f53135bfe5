//! Boards that fall apart: the pieces that can still come and what each is worth, so that whoever plays on can look
//! them up.

use rustc_hash::FxHashMap;

use super::columns::{self, listed};
use super::{MOST_TOLD, Subject, shown};
use crate::explain::{Claim, Step};
use crate::game::AnyPosition;
use crate::value::{Nimber, Play, mex};
use bouton_core::order::InOrder;

/// Pieces that are valued at most, and moves of theirs that are looked at.
const MOST_PIECES: usize = 120;
const MOST_MOVES: usize = 4_000;

/// Letters of a list of pieces; it ends before it passes this.
const MOST_LETTERS: usize = 900;

/// Numbers from which columns are drawn.
const COLUMNS_FROM: usize = 3;

/// All pieces that can come from some position, with their values.
struct Pieces {
    /// Each as simple as it gets.
    all: Vec<AnyPosition>,
    numbers: FxHashMap<AnyPosition, usize>,
    /// For each piece the pieces that each of its moves leaves.
    options: Vec<Vec<Vec<usize>>>,
    values: Vec<u32>,
}

/// The steps for a position in normal play that is a sum of pieces, or becomes one; nothing if no move ever cuts
/// anything, or if the pieces are too many to be listed.
pub(super) fn steps(subject: &Subject<'_>) -> Option<Vec<Step>> {
    let Subject { game, position, analysis, .. } = *subject;
    if analysis.play != Play::Normal {
        return None;
    }
    let (pieces, own) = Pieces::below(subject)?;
    let name = |piece: usize| game.write(&pieces.all[piece]);
    let value = |piece: &usize| Nimber::from(u64::from(pieces.values[*piece]));
    let values: Vec<Nimber> = own.iter().map(value).collect();
    let sum: Nimber = values.iter().cloned().sum();
    let claim = |piece: usize| Claim::Value { position: name(piece), value: value(&piece) };
    let searched = || [Claim::Searched { position: game.write(position) }];
    let idea = "A move can cut what is there into pieces of which no move touches two, so that each piece is a game of its \
                own. Give each the least number that none of its options has (the mex). The numbers of pieces side by side \
                add by xor, in binary and without carrying, and the whole is lost exactly when the result is 0: any move \
                changes one number and so the result, and some move always brings it back to 0.";
    let mut steps = vec![Step::new("idea", idea).claiming(searched)];
    let few: Vec<usize> = own.iter().copied().take(MOST_TOLD).collect();
    let worth = few.iter().map(|piece| pieces.derived(*piece, &name(*piece)));
    let here = match &few[..] {
        [] => "No piece is left in which there is a move.".to_string(),
        [_] => format!("Here is one piece. {}", worth.collect::<String>()),
        _ => format!("Here are {} pieces. {}", own.len(), worth.collect::<Vec<_>>().join(" ")),
    };
    steps.push(Step::new("here", here).claiming(|| few.iter().map(|piece| claim(*piece))));
    let sum_of = |values: &[Nimber]| {
        let list: Vec<String> = values.iter().map(|value| value.0.to_string()).collect();
        list.join(" xor ")
    };
    if own.len() >= COLUMNS_FROM {
        let labels: Vec<String> = own.iter().map(|piece| name(*piece)).collect();
        steps.extend(columns::steps(&labels, &values, false));
    } else if own.len() > 1 {
        let text = format!("Together they are worth {} = {}.", sum_of(&values), sum.0);
        steps.push(Step::new("columns", text).claiming(|| [Claim::sum(&values, &sum)]));
    }
    if let Some(mv) = analysis.winning.first() {
        let found = game.find_move(position, &analysis.written(mv)).ok()?;
        let left = pieces.of(subject, &game.play(position, &found))?;
        let numbers: Vec<Nimber> = left.iter().map(value).collect();
        let words: Vec<String> = left
            .iter()
            .map(|piece| format!("({}) worth {}", name(*piece), value(piece).0))
            .collect();
        let leaves = match &left[..] {
            [] => "no piece in which there is a move".to_string(),
            [_] => format!("{}, lost", words.join("")),
            _ if left.len() > MOST_TOLD => format!("pieces worth {} = 0", sum_of(&numbers)),
            _ => format!("{}: {} = 0", listed(&words), sum_of(&numbers)),
        };
        let what = if mv.text.is_empty() { &mv.mv } else { &mv.text };
        let text = format!("So {what}: that leaves {leaves}.");
        let claims = || {
            let total = [Claim::sum(&numbers, &Nimber::ZERO)];
            left.iter().map(|piece| claim(*piece)).chain(total).collect::<Vec<_>>()
        };
        steps.push(Step::new("pick", text).claiming(claims));
    }
    let (list, shown) = pieces.listed(&own, &name)?;
    steps.push(Step::new("values", list).claiming(|| shown.into_iter().map(claim)));
    Some(steps)
}

impl Pieces {
    /// The pieces of a position in which there are moves, each as simple as it gets.
    fn cut(subject: &Subject<'_>, position: &AnyPosition) -> (Vec<AnyPosition>, bool) {
        let rules = subject.game.rules();
        let parts = rules.split(position);
        let cut = parts.as_ref().is_some_and(|parts| parts.len() > 1);
        let mut parts = parts.unwrap_or_else(|| vec![position.clone()]);
        parts.retain(|part| !subject.game.moves(part, 1).0.is_empty());
        (parts.into_iter().map(|part| rules.simplify(part)).collect(), cut)
    }

    /// The numbers of the pieces of a position that was met.
    fn of(&self, subject: &Subject<'_>, position: &AnyPosition) -> Option<Vec<usize>> {
        let (parts, _) = Pieces::cut(subject, position);
        parts.iter().map(|part| self.numbers.get(part).copied()).collect()
    }

    /// All pieces that can come, and those of the position itself.
    fn below(subject: &Subject<'_>) -> Option<(Pieces, Vec<usize>)> {
        let mut pieces = Pieces {
            all: Vec::new(),
            numbers: FxHashMap::default(),
            options: Vec::new(),
            values: Vec::new(),
        };
        let (own, mut cuts) = Pieces::cut(subject, subject.position);
        let own = own.into_iter().map(|piece| pieces.number(piece)).collect::<Option<Vec<_>>>()?;
        let mut looked_at = 0;
        while let Some(piece) = pieces.all.get(pieces.options.len()).cloned() {
            let (moves, complete) = subject.game.moves(&piece, MOST_MOVES - looked_at);
            looked_at += moves.len();
            if !complete || looked_at >= MOST_MOVES {
                return None;
            }
            let mut options = Vec::new();
            for mv in &moves {
                let (parts, cut) = Pieces::cut(subject, &subject.game.play(&piece, mv));
                cuts |= cut;
                options.push(
                    parts
                        .into_iter()
                        .map(|part| pieces.number(part))
                        .collect::<Option<Vec<_>>>()?,
                );
            }
            pieces.options.push(options);
        }
        (cuts && pieces.value()).then_some((pieces, own))
    }

    /// The number of a piece; nothing if there are too many.
    fn number(&mut self, piece: AnyPosition) -> Option<usize> {
        let next = self.all.len();
        let number = *self.numbers.entry(piece.clone()).or_insert(next);
        if number == next {
            self.all.push(piece);
        }
        (next < MOST_PIECES).then_some(number)
    }

    /// Values all pieces, each after what its moves leave; whether play cannot run in circles.
    fn value(&mut self) -> bool {
        let mut values: Vec<Option<u32>> = vec![None; self.all.len()];
        loop {
            let mut found = false;
            for (piece, options) in self.options.iter().enumerate() {
                let add = |parts: &Vec<usize>| {
                    parts.iter().try_fold(0, |sum, part| Some(sum ^ values[*part]?))
                };
                if values[piece].is_none() {
                    let options: Option<Vec<u32>> = options.iter().map(add).collect();
                    values[piece] = options.map(mex);
                    found |= values[piece].is_some();
                }
            }
            if !found {
                break;
            }
        }
        self.values = values.iter().copied().flatten().collect();
        self.values.len() == self.all.len()
    }

    /// `(a b c) is worth 2: its moves leave 0 and 1.`
    fn derived(&self, piece: usize, name: &str) -> String {
        let add = |parts: &Vec<usize>| parts.iter().fold(0, |sum, part| sum ^ self.values[*part]);
        let mut options: Vec<u32> = self.options[piece].iter().map(add).collect();
        options.put_in_order();
        options.dedup();
        let options: Vec<String> = options.iter().map(u32::to_string).collect();
        format!(
            "({}) is worth {}, the least number missing: its moves leave what is worth {}.",
            shown(name),
            self.values[piece],
            listed(&options)
        )
    }

    /// What the pieces are worth that can come, the smallest first where not all can be listed; and which are listed.
    fn listed(
        &self,
        own: &[usize],
        name: &impl Fn(usize) -> String,
    ) -> Option<(String, Vec<usize>)> {
        let told = |piece: &usize| !own.contains(piece);
        let mut others: Vec<(usize, String, usize)> = (0..self.all.len())
            .filter(told)
            .map(|piece| (self.options[piece].len(), name(piece), piece))
            .collect();
        others.put_in_order();
        let mut letters = 0;
        let all = others.len();
        let fits = |(_, name, _): &(usize, String, usize)| {
            letters += name.chars().count() + 4;
            letters <= MOST_LETTERS
        };
        let shown: Vec<(usize, String, usize)> = others.into_iter().take_while(fits).collect();
        let most = shown.iter().map(|(_, _, piece)| self.values[*piece]).max()?;
        let of = |value: u32| {
            let worth = shown.iter().filter(|(_, _, piece)| self.values[*piece] == value);
            let list: Vec<String> = worth.map(|(_, name, _)| format!("({name})")).collect();
            (!list.is_empty()).then(|| format!("worth {value}: {}", list.join(", ")))
        };
        let lines: Vec<String> = (0..=most).filter_map(of).collect();
        let which = match all - shown.len() {
            0 => "All pieces that can come".to_string(),
            more => format!("The pieces that can come, but for {more} larger ones"),
        };
        let text = format!("{which}, symmetry and order aside: {}.", lines.join("; "));
        Some((text, shown.into_iter().map(|(_, _, piece)| piece).collect()))
    }
}
