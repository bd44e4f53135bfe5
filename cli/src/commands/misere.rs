//! `bouton misere`: the misère quotient of a game.

use bouton::heap::HeapRules;
use bouton::misere::{self, Quotient};
use bouton::render::json;
use bouton::render::misere::{Data, text};
use bouton::sequence::Code;
use bouton::{Ask, Error, Play, address};

use super::fail;
use crate::arguments::Misere;
use crate::files::Target;
use crate::input::{self, Files};
use crate::output;
use crate::patience::{Limits, Patience, interrupted, listen_for_interrupt};

/// Heaps that are looked at where nobody says how far: more than any quotient in print needs.
const MOST_HEAPS: u64 = 100_000;

/// Seconds where nobody says how many.
const SECONDS: f64 = 60.0;

pub fn run(misere: &Misere) -> u8 {
    listen_for_interrupt();
    if let Some(game) = &misere.census {
        return super::census::run(misere, game);
    }
    let given = misere.game.join(" ");
    match answer(misere, &given) {
        Ok(None) => 0,
        Ok(Some(_)) if interrupted() => 130,
        Ok(Some(stopped)) => stopped.exit_code(),
        Err(error) => fail(&error, Some(&given), misere.json),
    }
}

/// Prints the answer; gives what ended it early, if anything did.
fn answer(misere: &Misere, given: &str) -> Result<Option<Error>, Error> {
    let target = match &misere.certificate {
        Some(_) => Some(Target::new(&misere.certificate, misere.force)?),
        None => None,
    };
    let limits = Limits { seconds: misere.seconds.unwrap_or(SECONDS), bytes: misere.memory };
    let patience = Patience::new(limits, None, misere.json);
    let tick = |progress| patience.tick(progress);
    let (positions, bytes) = (misere.positions, misere.memory);
    let ask = Ask { tick: &tick, positions, bytes, ..Ask::default() };
    let play = if misere.normal { Play::Normal } else { Play::Misere };
    let has_position = given.contains(':');
    // Whether there can be a certificate is known before any work.
    let certified = target.is_some();
    let no_certificate = || {
        Error::Unsupported(
            "certificates are written for games of heaps, named without a position".to_string(),
        )
    };
    let found = if has_position || starts(given) {
        if certified {
            return Err(no_certificate());
        }
        followers(given, play, &ask)?
    } else {
        let advice = "give a position too, after a colon, for what can follow it";
        with_heaps(given, advice, |name, rules| {
            if certified {
                misere::spelled(rules)?;
            }
            let to = usize::try_from(misere.to.unwrap_or(MOST_HEAPS)).unwrap_or(usize::MAX - 1);
            let quotient = Quotient::of(rules, play, to, &ask);
            // Rules that are at fault have no quotient, not even in part.
            if let Some(fault) = rules.fault() {
                return Err(fault);
            }
            let certificate = certified.then(|| quotient.certificate(rules)).transpose()?;
            let theorem = rules.theorem(Play::Misere).filter(|_| rules.tame());
            let theorem = theorem.map(|theorem| theorem.statement);
            Ok(Found { name: name.to_string(), quotient, names: None, certificate, theorem })
        })?
    };
    drop(patience);
    let told = found.quotient.describe();
    let data = Data {
        game: &found.name,
        play: if misere.normal { "normal" } else { "misere" },
        quotient: &told,
        positions: found.names.as_deref(),
        theorem: found.theorem,
    };
    if let Some(target) = target {
        let certificate = found.certificate.ok_or_else(no_certificate)?;
        target.text(&certificate)?;
    }
    output::answer(&match misere.json {
        true => json::line(&data) + "\n",
        false => text(&data, output::style()),
    });
    Ok(found.quotient.stopped().cloned())
}

/// Hands on the rules of heaps that a name or a code stands for, and how they are called. Where there are no heaps, the
/// advice says what can be asked.
pub fn with_heaps<T>(
    given: &str,
    advice: &str,
    work: impl FnOnce(&str, &dyn HeapRules) -> Result<T, Error>,
) -> Result<T, Error> {
    if given.contains('.')
        && let Ok(code) = given.trim().parse::<Code>()
    {
        return work(&code.to_string(), &code);
    }
    let (game, _) = address::open_played(given, &mut Files)?;
    let name = game.name();
    match game.heap() {
        Some(rules) => work(name, rules),
        None => {
            Err(Error::Unsupported(format!("{name} is not played with single heaps: {advice}")))
        }
    }
}

/// Whether a name alone opens a game that has no heaps and says where it begins.
fn starts(given: &str) -> bool {
    let opened = address::open_played(given, &mut Files);
    opened.is_ok_and(|(game, _)| game.heap().is_none() && game.read(START).is_ok())
}

/// How a game that says where it begins is asked for that position.
const START: &str = "start";

struct Found {
    name: String,
    quotient: Quotient,
    names: Option<Vec<String>>,
    certificate: Option<String>,
    theorem: Option<&'static str>,
}

/// The quotient of a position and all that can follow it.
fn followers(given: &str, play: Play, ask: &Ask<'_>) -> Result<Found, Error> {
    let opened = match given.contains(':') {
        true => input::address(given)?,
        false => input::address(&format!("{given}: {START}"))?,
    };
    let (all, names) = misere::followers(&opened.game, &opened.position, ask)?;
    let quotient = Quotient::of_positions(&all, all.len(), play, ask);
    let name = opened.game.address(&opened.position, Play::Normal);
    Ok(Found { name, quotient, names: Some(names), certificate: None, theorem: None })
}
