//! Games that somebody wrote as a text, in the language of `bouton-script`.
//!
//! A file defines `moves(position)`, or `heap(size)` for a game that is played heap by heap. All else in it is
//! optional. What could make answers wrong is held apart: `value` and `lost` are conjectures, which verification
//! compares with `moves` and no answer rests on; `simplify` and `split` are compared with `moves` on some positions
//! when a game is opened, refused if they disagree, and named in what is told of an answer.

pub mod examples;
mod heap;
mod moves;
mod numbers;
mod position;
#[doc(hidden)]
pub mod scene;

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, OnceLock};

use bouton_script::{Fault, FunctionName, Limits, Script};

pub use position::Place;

use crate::address::Parameters;
use crate::ask::Ask;
use crate::error::Error;
use crate::explain::Step as Told;
use crate::game::Game;
use crate::heap::{HeapGame, HeapRules};
use crate::rules::{Moves, Random, Rules};
use crate::scene::Scene;
use crate::value::{Nimber, Play};
use crate::verify::Depth;

use moves::Step;

/// What a new file of rules begins with.
pub const TEMPLATE: &str = include_str!("template.star");

/// A file of rules: the functions that it defines.
pub struct Own {
    script: Script,
    moves: FunctionName,
    start: Option<Place>,
    /// Whether play may run in circles from the file's own word, so that a move may change nothing.
    loops: bool,
    split: Option<FunctionName>,
    simplify: Option<FunctionName>,
    value: Option<FunctionName>,
    lost: Option<FunctionName>,
    read: Option<FunctionName>,
    write: Option<FunctionName>,
    scene: Option<FunctionName>,
    explain: Option<FunctionName>,
    fault: Failure,
    /// On how many positions `simplify` and `split` were compared with `moves`.
    compared: OnceLock<u64>,
    /// The steps of the script after which all calls are stopped: while it is being compared.
    until: AtomicU64,
}

/// The first failure of rules, which stays: what was found with them is worth nothing.
#[derive(Default)]
struct Failure(Mutex<Option<Error>>);

impl Failure {
    fn get(&self) -> Option<Error> {
        self.0.lock().ok().and_then(|fault| fault.clone())
    }

    fn set(&self, error: Error) {
        if let Ok(mut fault) = self.0.lock() {
            fault.get_or_insert(error);
        }
    }

    /// The value, or what stands for it after a failure.
    fn caught<T>(&self, found: Result<T, Error>, otherwise: T) -> T {
        found.unwrap_or_else(|error| {
            self.set(error);
            otherwise
        })
    }
}

/// Names that mean something in a file, and how many values their functions take.
const FUNCTIONS: &[&str] =
    &["moves", "heap", "split", "simplify", "value", "lost", "read", "write", "scene", "explain"];

/// What one call may spend. A page computes more slowly, and has less patience.
fn limits() -> Limits {
    match cfg!(target_arch = "wasm32") {
        true => Limits { steps: 15_000_000, bytes: 1 << 26 },
        false => Limits::default(),
    }
}

/// So many times the steps of one call may be spent on comparing before a file is opened.
const COMPARING: u64 = 4;

/// Opens the file that the parameters name.
pub fn open(parameters: &Parameters) -> Result<Game, Error> {
    let name = parameters.get("file", Some(0)).unwrap_or_default();
    let Some(text) = parameters.file() else {
        return Err(Error::Unsupported(format!(
            "{name} cannot be read here: files are read by the command line, and the examples that can be opened \
             everywhere are {}",
            examples::names().join(", ")
        )));
    };
    let script = Script::load(name, text, limits()).map_err(|fault| told(&fault, None))?;
    for name in FUNCTIONS {
        let Some(function) = script.function(name) else {
            if script.globals().iter().any(|global| global == name) {
                let message =
                    format!("{name} has a meaning in a file of rules: it must be a function");
                return Err(told(&script.fault_of(name, message), None));
            }
            continue;
        };
        let takes = script.takes(function).unwrap_or((1, 1));
        if !(takes.0..=takes.1).contains(&1) {
            let what = if matches!(*name, "read") { "a text" } else { "a position" };
            let message = format!("{name} is called with one value, {what}: it takes {}", takes.0);
            return Err(told(&script.fault_of(name, message), None));
        }
    }
    let rule = script.documentation().map(|text| text.trim().trim_end_matches('.').to_string());
    let game = match (script.function("moves"), script.function("heap")) {
        (Some(moves), None) => Game::open(Own::new(script, moves)?, parameters)?,
        (None, Some(heap)) => {
            let rules: Box<dyn HeapRules> = Box::new(heap::OwnHeap::new(script, heap));
            Game::open(HeapGame(rules), parameters)?
        }
        (Some(_), Some(_)) => {
            let message = "a game has moves(position) or heap(size), not both".to_string();
            return Err(told(&script.fault_of("heap", message), None));
        }
        (None, None) => {
            return Err(Error::input(format!(
                "{name} defines no moves: write def moves(position):, which returns the list of positions that a \
                 move can lead to"
            )));
        }
    };
    Ok(match rule.filter(|rule| !rule.is_empty()) {
        Some(rule) => game.ruled(rule),
        None => game.ruled("The rules are those of the file"),
    })
}

/// Compares what answers rest on with `moves`, on a few hundred positions; what disagrees is refused. A page that has not
/// loaded what belongs to such games must not come here for others, hence no inlining.
#[doc(hidden)]
#[inline(never)]
pub fn glance(game: &Game, starts: &[&str], ask: &Ask<'_>) -> Result<(), Error> {
    game.rules().comparing();
    let report = game.verify(starts, Depth::Glance, ask);
    let sound = game.sound();
    // What was compared before the time was over counts.
    if sound.as_ref().is_err_and(|error| !error.is_stopped()) {
        return sound;
    }
    let wrong = report.faults.iter().find(|fault| fault.shortcut != "read");
    if let Some(fault) = wrong {
        let what = match &fault.shortcut[..] {
            "simplify" => "a position that is not the same game",
            _ => "parts whose sum is not the same game",
        };
        return Err(Error::input(format!(
            "{} of {} gives {what}: the smallest found is {}",
            fault.shortcut,
            game.name(),
            fault.address
        )));
    }
    game.rules().compared(report.positions);
    sound
}

/// What answers rest on beside `moves`: these functions, as `whose` rules have them, compared with `moves` on so many positions.
#[doc(hidden)]
pub fn supposed(names: &[&str], whose: &str, compared: Option<u64>) -> Option<String> {
    let have = match names {
        [] => return None,
        [_] => "has it",
        _ => "has them",
    };
    let compared = match compared {
        Some(0) => {
            "not compared with moves, because no position from the start on could be labelled"
                .to_string()
        }
        Some(positions) => format!("compared with moves on {positions} positions"),
        None => "not compared with moves".to_string(),
    };
    Some(format!("{} as {whose} {have}, {compared}", names.join(" and ")))
}

/// A failure as an error, with what was being worked out.
fn told(fault: &Fault, during: Option<String>) -> Error {
    let text = match during {
        Some(during) => format!("{fault}\n  when it was asked for {during}"),
        None => fault.to_string(),
    };
    if fault.stopped { Error::Stopped(text) } else { Error::Input(text) }
}

impl Own {
    fn new(script: Script, moves: FunctionName) -> Result<Own, Error> {
        let find = |name| script.function(name);
        let (split, simplify, value, lost) =
            (find("split"), find("simplify"), find("value"), find("lost"));
        let (read, write, scene, explain) =
            (find("read"), find("write"), find("scene"), find("explain"));
        let start = script.global("start").transpose().map_err(|fault| told(&fault, None))?;
        let loops = script
            .global("loops")
            .is_some_and(|loops| loops.is_ok_and(|loops| loops.to_string() == "True"));
        Ok(Own {
            start: start.map(Place),
            script,
            moves,
            loops,
            split,
            simplify,
            value,
            lost,
            read,
            write,
            scene,
            explain,
            fault: Failure::default(),
            compared: OnceLock::new(),
            until: AtomicU64::new(u64::MAX),
        })
    }

    /// Calls a function with a position, and makes something of what it returns.
    fn ask<T>(
        &self,
        function: FunctionName,
        name: &str,
        position: &Place,
        see: impl FnOnce(bouton_script::Seen<'_>) -> Result<T, String>,
    ) -> Result<T, Error> {
        if self.script.spent() > self.until.load(Ordering::Relaxed) {
            return Err(Error::Stopped(format!(
                "stopped: {} compares simplify and split with moves when it is opened, and that has not ended after {} steps: \
                 let them do less, or begin with a smaller position",
                self.script.file(),
                COMPARING * limits().steps
            )));
        }
        let found = self.script.call(function, &[&position.0], see);
        found.map_err(|fault| {
            told(&fault, Some(format!("{name}({})", shortened(&position.to_string()))))
        })
    }
}

/// A text for a message, without its end if it is long.
fn shortened(text: &str) -> String {
    const MOST: usize = 60;
    match text.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.to_string(),
    }
}

impl Rules for Own {
    type Position = Place;
    type Move = Step;

    fn moves(&self, position: &Place, out: &mut Moves<'_, Step>) {
        match self.steps(position) {
            Ok(steps) => steps.into_iter().for_each(|step| out.push(step)),
            Err(error) => {
                self.fault.set(error);
                out.too_many();
            }
        }
    }

    fn play(&self, _position: &Place, mv: &Step) -> Place {
        mv.to.clone()
    }

    fn options(&self, position: &Place, mut take: impl FnMut(Place) -> bool) -> bool {
        match self.followers(position) {
            Ok(options) => {
                options.into_iter().all(&mut take);
                true
            }
            Err(error) => {
                self.fault.set(error);
                false
            }
        }
    }

    fn read(&self, text: &str) -> Result<Place, Error> {
        self.read_position(text)
    }

    fn write(&self, position: &Place) -> String {
        self.write_position(position)
    }

    fn check(&self, position: &Place) -> Result<(), Error> {
        self.steps(position).map(|_| ())
    }

    fn simplify(&self, position: Place) -> Place {
        let Some(simplify) = self.simplify else { return position };
        let found = self.ask(simplify, "simplify", &position, |value| value.datum().map(Place));
        self.fault.caught(found, position)
    }

    fn split(&self, position: &Place) -> Option<Vec<Place>> {
        let found = self.ask(self.split?, "split", position, |value| {
            if value.is_none() {
                return Ok(None);
            }
            let Some(items) = value.items() else {
                return Err(format!(
                    "split returns the list of the parts, or None: here is {}",
                    value.shown()
                ));
            };
            let parts = items.map(|item| item.datum().map(Place)).collect::<Result<Vec<_>, _>>()?;
            Ok(Some(parts))
        });
        // A single part is no part.
        self.fault.caught(found, None).filter(|parts| parts.len() != 1)
    }

    fn find_move(&self, position: &Place, text: &str) -> Option<Result<Step, Error>> {
        let steps = self.steps(position).ok()?;
        let same = |step: &&Step| step.to_string().split_whitespace().eq(text.split_whitespace());
        // What a move leads to names it too, if it has another name.
        let leads =
            |step: &&Step| self.read_position(text).is_ok_and(|position| position == step.to);
        let found = steps.iter().find(same).or_else(|| steps.iter().find(leads));
        found.cloned().map(Ok)
    }

    fn describe(&self, _position: &Place, mv: &Step) -> String {
        match &mv.name {
            Some(name) => name.to_string(),
            None => format!("move to {mv}"),
        }
    }

    fn scene(&self, position: &Place) -> Scene {
        self.picture(position)
    }

    fn explain(&self, position: &Place, _play: Play) -> Option<Vec<Told>> {
        let found = self.ask(self.explain?, "explain", position, |value| {
            if value.is_none() {
                return Ok(Vec::new());
            }
            let one = |value: bouton_script::Seen<'_>| value.text().map(str::to_string);
            let texts = match value.items() {
                Some(items) => items.map(one).collect::<Option<Vec<String>>>(),
                None => one(value).map(|text| vec![text]),
            };
            texts.ok_or_else(|| {
                format!("explain returns a text or a list of texts: here is {}", value.shown())
            })
        });
        let texts = self.fault.caught(found, Vec::new());
        let told = texts
            .iter()
            .map(|text| Told::new("idea", format!("{} says: {}", self.script.file(), text.trim())));
        Some(told.collect::<Vec<_>>()).filter(|told| !told.is_empty())
    }

    fn random(&self, size: u64, random: &mut Random) -> Option<Place> {
        // A walk from the start: nothing else is known to be a position.
        let mut position = self.start.clone()?;
        for _ in 0..random.between(0, size) {
            let mut options = self.followers(&position).ok()?;
            if options.is_empty() {
                break;
            }
            let chosen = random.between(0, options.len() as u64 - 1) as usize;
            position = options.swap_remove(chosen);
        }
        Some(position)
    }

    fn fault(&self) -> Option<Error> {
        self.fault.get()
    }

    fn assumed(&self) -> Option<String> {
        let names = [("simplify", self.simplify), ("split", self.split)];
        let names = names.into_iter().filter(|(_, function)| function.is_some());
        let names: Vec<&str> = names.map(|(name, _)| name).collect();
        supposed(&names, self.script.file(), self.compared.get().copied())
    }

    fn comparing(&self) {
        self.until.store(self.script.spent() + COMPARING * limits().steps, Ordering::Relaxed);
    }

    fn compared(&self, positions: u64) {
        self.until.store(u64::MAX, Ordering::Relaxed);
        let _ = self.compared.set(positions);
    }

    fn opened(&self) -> Result<(), Error> {
        self.rereads()
    }

    fn drawn(&self, position: &Place) -> Option<Result<(), Error>> {
        self.things(position).map(|things| things.map(|_| ()))
    }

    fn row(&self) -> Option<&dyn HeapRules> {
        // Where play may run in circles numbers have no values one after the other.
        let number = self.start.as_ref()?.0.as_integer()?;
        (number >= 0 && !self.loops).then_some(self)
    }

    fn conjecture(&self, position: &Place) -> (Option<Nimber>, Option<bool>) {
        let value = self.value.and_then(|value| {
            let found = self.ask(value, "value", position, |value| match value.integer() {
                Some(number @ 0..) => Ok(Some(Nimber::from(number as u64))),
                _ if value.is_none() => Ok(None),
                _ => Err(format!(
                    "value returns a number, 0 or larger, or None: here is {}",
                    value.shown()
                )),
            });
            self.fault.caught(found, None)
        });
        let lost = self.lost.and_then(|lost| {
            let found = self.ask(lost, "lost", position, |value| match value.truth() {
                None if !value.is_none() => {
                    Err(format!("lost returns True, False or None: here is {}", value.shown()))
                }
                truth => Ok(truth),
            });
            self.fault.caught(found, None)
        });
        (value, lost)
    }
}
