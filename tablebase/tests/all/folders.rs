//! Tablebases on the disk: what was begun is gone on with, and what does not fit is spilled.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use bouton::Error;
use bouton_tablebase::build::{Folder, Memory, Phase, Plan, Progress, Watch, build};

use crate::room::{Calm, Game, plan};

/// Stops after so many looks, and keeps a wave at every third.
struct Impatient {
    looks: AtomicU64,
    stop: u64,
}

impl Watch for Impatient {
    fn tick(&self, _progress: &Progress) -> Result<(), Error> {
        match self.looks.fetch_add(1, Ordering::Relaxed) >= self.stop {
            true => Err(Error::Stopped("stopped: impatient".to_string())),
            false => Ok(()),
        }
    }

    fn wave_is_due(&self) -> bool {
        self.looks.load(Ordering::Relaxed) % 3 == 0
    }
}

fn scratch(name: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("bouton-tablebase-{name}-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&path);
    path
}

fn files(path: &Path) -> BTreeMap<String, Vec<u8>> {
    let files = std::fs::read_dir(path).unwrap().map(|file| file.unwrap().path());
    files
        .map(|path| {
            (
                path.file_name().unwrap().to_string_lossy().into_owned(),
                std::fs::read(&path).unwrap(),
            )
        })
        .collect()
}

fn game(address: &str, workers: usize) -> (Arc<Game>, Plan) {
    let opened = bouton::open(address).unwrap();
    let game = Game::new(opened.game);
    let plan = plan(address, game.0.key(&opened.position).unwrap(), workers, game.misere());
    (game, plan)
}

fn in_memory(address: &str) -> BTreeMap<String, Vec<u8>> {
    let (game, plan) = game(address, 1);
    let memory = Arc::new(Memory::default());
    build(&plan, game, memory.clone(), Arc::new(Calm)).unwrap();
    memory.0.lock().unwrap().clone()
}

fn in_folder(
    path: &Path,
    plan: &Plan,
    game: &Arc<Game>,
    watch: Arc<dyn Watch>,
) -> Result<(), Error> {
    let (folder, _lock) = Folder::new(path, &plan.address, plan.resume, 0, 1)?;
    build(plan, game.clone(), Arc::new(folder), watch).map(drop)
}

#[test]
fn what_was_stopped_is_gone_on_with() {
    const ADDRESS: &str = "subtraction(1,2,3): 9 9 8 7 5";
    let whole = in_memory(ADDRESS);
    let path = scratch("resumed");
    let mut stops = 0;
    for round in 0.. {
        assert!(round < 200, "no progress is made");
        let (game, mut plan) = game(ADDRESS, 1 + round % 3);
        plan.resume = round > 0;
        let watch = Impatient { looks: AtomicU64::new(0), stop: 6 + round as u64 * 2 };
        match in_folder(&path, &plan, &game, Arc::new(watch)) {
            Ok(()) => break,
            Err(error) => assert!(error.is_stopped(), "{error}"),
        }
        assert!(!path.join("manifest.json").exists());
        stops += 1;
    }
    assert!(stops > 5, "{stops}");
    assert!(files(&path) == whole);
    let (game, plan) = game(ADDRESS, 1);
    let again = in_folder(&path, &plan, &game, Arc::new(Calm)).unwrap_err();
    assert!(again.to_string().contains("whole tablebase already"), "{again}");
    std::fs::remove_dir_all(&path).unwrap();
}

#[test]
fn what_does_not_fit_into_memory_is_spilled() {
    const ADDRESS: &str = "nim: 12 11 10 9 8";
    let whole = in_memory(ADDRESS);
    let (game, mut plan) = game(ADDRESS, 2);
    plan.memory = 3 << 20;
    let path = scratch("spilled");
    in_folder(&path, &plan, &game, Arc::new(Calm)).unwrap();
    assert!(files(&path) == whole);
    std::fs::remove_dir_all(&path).unwrap();
    plan.memory = 1 << 17;
    let error = in_folder(&path, &plan, &game, Arc::new(Calm)).unwrap_err();
    assert!(error.is_stopped() && error.to_string().contains("memory"), "{error}");
    plan.memory = 1 << 30;
    let other = in_folder(&path, &plan, &game, Arc::new(Calm)).unwrap_err();
    assert!(other.to_string().contains("--resume"), "{other}");
    plan.resume = true;
    in_folder(&path, &plan, &game, Arc::new(Calm)).unwrap();
    assert!(files(&path) == whole);
    std::fs::remove_dir_all(&path).unwrap();
}

#[test]
fn folders_of_others_are_left_alone() {
    let path = scratch("foreign");
    std::fs::create_dir_all(&path).unwrap();
    std::fs::write(path.join("letter"), "dear").unwrap();
    let refused = |path: &Path, plan: &str, resume| match Folder::new(path, plan, resume, 0, 1) {
        Ok(_) => panic!("{} was taken", path.display()),
        Err(error) => error.to_string(),
    };
    assert!(refused(&path, "nim", false).contains("other files"));
    assert!(refused(&path.join("letter"), "nim", false).contains("is a file"));
    assert_eq!(std::fs::read_to_string(path.join("letter")).unwrap(), "dear");
    let own = path.join("own");
    assert!(refused(&own, "nim", true).contains("nothing to go on with"));
    let held = Folder::new(&own, "nim", false, 0, 1).unwrap();
    assert!(refused(&own, "nim", true).contains("another process"));
    drop(held);
    assert!(refused(&own, "kayles", true).contains("something else: nim"));
    std::fs::remove_dir_all(&path).unwrap();
    assert_eq!(Phase::default(), Phase::Explore);
}
