//! `bouton tablebase build`: explores and solves a whole game, alone or together with other processes.

use std::io::{IsTerminal, Read};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use bouton::render::text::counted;
use bouton::{Error, Play};
use bouton_tablebase::Manifest;
use bouton_tablebase::build::cluster::Cluster;
use bouton_tablebase::build::{Folder, Phase, Plan, Progress, Shared, Watch, Workers, build_with};
use bouton_tablebase::keys::hash;
use indicatif::ProgressBar;

use super::info;
use crate::arguments::Build;
use crate::commands::{fail, told};
use crate::guard::{self, Next};
use crate::tables::Game;
use crate::{files, input, output, patience};

/// Time between two lines of progress where nobody sees them change.
const LINES: Duration = Duration::from_secs(30);
/// Time between two changes of the line on a terminal.
const QUIET: Duration = Duration::from_millis(200);
/// Longer files are no lists of hosts.
const HOSTS: u64 = 1 << 16;

pub fn run(build: &'static Build) -> u8 {
    let address = build.address.join(" ");
    match built(build, &address) {
        Ok(manifest) if build.json => {
            output::answer(&(serde_json::to_string(&manifest).unwrap_or_default() + "\n"));
            0
        }
        Ok(manifest) => {
            output::answer(&info::text(&manifest));
            0
        }
        Err(error) => fail(&error, Some(&address), build.json),
    }
}

fn built(build: &'static Build, address: &str) -> Result<Manifest, Error> {
    let seconds = build.seconds.unwrap_or(f64::INFINITY);
    let (own, json) = (address.to_string(), build.json);
    let watched = guard::watch(
        seconds,
        build.memory,
        Box::new(move |error| {
            let error = Error::Stopped(format!("{}; --resume goes on", told(error)));
            Next::End(fail(&error, Some(&own), json))
        }),
    );
    let opened = input::address(address)?;
    if opened.game.has_many_players() && opened.game.players(&opened.position)? > 2 {
        return Err(Error::Unsupported("tablebases are for games of two players".to_string()));
    }
    let game = Arc::new(Game(opened.game.keys()));
    let shards = u32::try_from(build.shards).unwrap_or(u32::MAX);
    let hosts = build.hosts.as_deref().map(hosts).transpose()?;
    let processes = hosts.as_ref().map_or(1, Vec::len);
    let process = build.process.unwrap_or(0);
    if process >= processes {
        return Err(Error::input(format!(
            "there is no process {process}: the hosts are {processes}, counted from 0"
        )));
    }
    let workers = usize::try_from(build.workers).unwrap_or(usize::MAX);
    if workers.saturating_mul(processes) as u64 > build.shards {
        return Err(Error::input(format!(
            "{} workers are more than the {shards} shards that they are to share: take fewer, or more shards (--shards)",
            workers.saturating_mul(processes)
        )));
    }
    let start = game.0.key(&opened.position)?;
    let plan = Plan {
        game: opened.game.name().to_string(),
        address: opened.game.address(&opened.position, Play::Normal),
        program: format!("bouton {}", env!("CARGO_PKG_VERSION")),
        start,
        misere: opened.game.allows(Play::Misere).is_ok(),
        shards,
        workers,
        // The rest is for what is on the way, and for solving.
        memory: build.memory / 2,
        resume: build.resume,
    };
    let what = format!("{}\n{} shards, {}\n", plan.address, plan.shards, plan.program);
    let watch = Arc::new(Clock::new(seconds, build.wave));
    let (folder, lock) = Folder::new(&build.output, &what, plan.resume, process, processes)?;
    let shared = Arc::new(Shared::default());
    let connected = match hosts {
        None => Workers::threads(workers)?,
        Some(hosts) => {
            let patience =
                Duration::try_from_secs_f64(build.wait).unwrap_or(Duration::from_secs(30));
            let plan = hash(what.as_bytes()) ^ u64::from(plan.resume);
            let cluster = Cluster { process, hosts, workers, plan, patience };
            cluster.connect(&shared, &|| watch.verdict())?
        }
    };
    let result = build_with(&plan, game, Arc::new(folder), watch.clone(), connected, shared);
    watch.clear();
    drop(lock);
    let given_up = watched.given_up();
    drop(watched);
    opened.game.sound()?;
    match (result, given_up) {
        // It has been told already.
        (_, true) => {
            Err(Error::Stopped(format!("stopped: {}", guard::out_of_memory(build.memory))))
        }
        (result, false) => result,
    }
}

/// The addresses of a file of hosts.
fn hosts(path: &Path) -> Result<Vec<String>, Error> {
    let shown = path.display();
    let mut text = String::new();
    input::open(path)?
        .take(HOSTS)
        .read_to_string(&mut text)
        .map_err(|error| Error::input(format!("{shown} cannot be read: {error}")))?;
    let lines =
        text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
    let hosts: Vec<String> = lines.map(str::to_string).collect();
    if hosts.is_empty() {
        return Err(Error::input(format!(
            "{shown} names no hosts: write one host:port in each line"
        )));
    }
    for (line, host) in hosts.iter().enumerate() {
        let port = host.rsplit_once(':').and_then(|(_, port)| port.parse::<u16>().ok());
        if port.is_none() {
            return Err(Error::input(format!(
                "'{host}' in {shown} is no host:port, such as localhost:2101"
            )));
        }
        if hosts[..line].contains(host) {
            return Err(Error::input(format!(
                "{host} stands twice in {shown}: each process has its own"
            )));
        }
    }
    Ok(hosts)
}

/// The clock of a build, Ctrl-C, and the line of progress.
struct Clock {
    start: Instant,
    seconds: f64,
    wave: Duration,
    /// When the last wave was made safe, and when the last line was written, in milliseconds.
    safe: AtomicU64,
    line: Mutex<(Instant, Option<ProgressBar>, Option<(Phase, Instant, u64)>)>,
}

impl Clock {
    fn new(seconds: f64, wave: f64) -> Clock {
        let start = Instant::now();
        let wave = Duration::try_from_secs_f64(wave).unwrap_or(Duration::MAX);
        let line = Mutex::new((start, None, None));
        Clock { start, seconds, wave, safe: AtomicU64::new(0), line }
    }

    fn verdict(&self) -> Result<(), Error> {
        let reason = if patience::interrupted() {
            "interrupted".to_string()
        } else if self.start.elapsed().as_secs_f64() > self.seconds {
            guard::out_of_time(self.seconds)
        } else {
            return Ok(());
        };
        Err(Error::Stopped(format!("stopped: {reason}; --resume goes on")))
    }

    /// Takes the line away.
    fn clear(&self) {
        if let Some(bar) = self.line.lock().ok().and_then(|mut line| line.1.take()) {
            bar.finish_and_clear();
        }
    }
}

impl Watch for Clock {
    fn tick(&self, progress: &Progress) -> Result<(), Error> {
        self.verdict()?;
        // Whoever comes while another one tells need not tell.
        let Ok(mut line) = self.line.try_lock() else { return Ok(()) };
        let (since, before) = match line.2 {
            Some((phase, since, before)) if phase == progress.phase => (since, before),
            _ => {
                line.2 = Some((progress.phase, Instant::now(), progress.done));
                (Instant::now(), progress.done)
            }
        };
        let shown = std::io::stderr().is_terminal();
        if line.0.elapsed() < if shown { QUIET } else { LINES } {
            return Ok(());
        }
        line.0 = Instant::now();
        let rate = progress.done.saturating_sub(before) as f64
            / since.elapsed().as_secs_f64().max(0.001)
            / progress.workers.max(1) as f64;
        let phase = match progress.phase {
            Phase::Explore => "exploring",
            Phase::Outcomes => "solving",
            Phase::Values => "values",
            Phase::Write => "writing",
        };
        let wave = match progress.phase {
            Phase::Explore => format!("wave {}", progress.wave),
            Phase::Outcomes => format!("ply {}", progress.wave),
            Phase::Values => format!("label {}", progress.wave),
            Phase::Write => "sorted".to_string(),
        };
        let text = format!(
            "{phase}, {wave}: {}, {} done, {}, {} MB; {rate:.0} per second and worker",
            counted(progress.positions, "position"),
            progress.done,
            counted(progress.arcs, "arc"),
            crate::memory::used() >> 20,
        );
        if shown {
            let bar = line.1.get_or_insert_with(ProgressBar::new_spinner);
            bar.set_message(text);
            bar.tick();
        } else {
            output::message(&text);
        }
        Ok(())
    }

    fn wave_is_due(&self) -> bool {
        let now = self.start.elapsed().as_millis() as u64;
        let before = self.safe.load(Ordering::Relaxed);
        let due = u128::from(now - before.min(now)) >= self.wave.as_millis();
        if due {
            self.safe.store(now, Ordering::Relaxed);
        }
        due
    }
}

impl Drop for Clock {
    fn drop(&mut self) {
        self.clear();
        files::forget_unfinished();
    }
}
