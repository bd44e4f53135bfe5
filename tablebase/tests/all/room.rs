//! What the tests share: games as positions, and tablebases in memory.

use std::sync::Arc;

use bouton::keys::Keys;
use bouton::{Error, Play};
use bouton_tablebase::build::{Memory, Plan, Progress, Watch, build};
use bouton_tablebase::{Bytes, Manifest, Options, Positions, Source, Tablebase};

/// A game of the library.
pub struct Game(pub Keys, bool);

impl Game {
    pub fn new(game: bouton::game::Game) -> Arc<Game> {
        let misere = game.allows(Play::Misere).is_ok();
        Arc::new(Game(game.keys(), misere))
    }

    pub fn misere(&self) -> bool {
        self.1
    }
}

impl Positions for Game {
    fn options(&self, key: &[u8], options: &mut Options) -> Result<(), Error> {
        self.0.options(key, &mut |option| options.push(option))
    }
}

/// Files by name.
pub struct Files(pub Memory);

impl Source for Files {
    fn open(&self, file: &str) -> Result<Bytes, String> {
        let files = self.0.0.lock().unwrap();
        files
            .get(file)
            .map(|bytes| Arc::new(bytes.clone()) as Bytes)
            .ok_or_else(|| "it is missing".to_string())
    }
}

/// Nobody is impatient.
pub struct Calm;

impl Watch for Calm {
    fn tick(&self, _progress: &Progress) -> Result<(), Error> {
        Ok(())
    }

    fn wave_is_due(&self) -> bool {
        false
    }
}

pub fn plan(address: &str, start: Vec<u8>, workers: usize, misere: bool) -> Plan {
    Plan {
        game: address.split(':').next().unwrap().to_string(),
        address: address.to_string(),
        program: "a test".to_string(),
        start,
        misere,
        shards: 16,
        workers,
        memory: 1 << 30,
        resume: false,
    }
}

/// A tablebase in memory.
pub fn built<P: Positions + 'static>(
    plan: &Plan,
    positions: &Arc<P>,
) -> Result<(Tablebase, Manifest), Error> {
    let memory = Arc::new(Memory::default());
    let manifest = build(plan, positions.clone(), memory.clone(), Arc::new(Calm))?;
    let files = Files(Memory(std::mem::take(&mut *memory.0.lock().unwrap()).into()));
    Ok((Tablebase::open("a test", Arc::new(files))?, manifest))
}

/// `cargo xtask deep` asks for more.
pub fn times(few: u64, many: u64) -> u64 {
    if std::env::var_os("BOUTON_DEEP").is_some() { many } else { few }
}
