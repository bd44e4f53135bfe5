//! The Python package: a wheel, installed into a fresh environment and tried there.
//!
//! `cargo xtask test` compiles the module beside everything else, where it costs the bindings alone, and packs it
//! with `py/pack.py`. `cargo xtask py` builds the wheel to hand out, as `pip install ./py` does: with maturin, which asks
//! cargo for one package, so that features are counted in another way and everything is compiled once more.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::steps::Steps;
use crate::test::workspace;
use crate::web::target_folder;
use crate::{root, run};

const VERSION: &str = env!("CARGO_PKG_VERSION");

/// `cargo xtask py`: the wheel to hand out, in `py/dist`, and its tests.
pub fn run_py() -> Result<()> {
    let steps = Steps::begin();
    let tools = steps.step("tools", Tools::ready)?;
    let dist = root().join("py/dist");
    if dist.exists() {
        fs::remove_dir_all(&dist)?;
    }
    steps.step("the wheel", || {
        tools.install(&["maturin>=1.9,<2"])?;
        let mut build = tools.python(&["-m", "maturin", "build", "--release", "--strip"]);
        run(build.arg("--out").arg(&dist).current_dir(root().join("py")))
    })?;
    let wheel = fs::read_dir(&dist)?.next().context("maturin has written no wheel")??.path();
    let size = wheel.metadata()?.len();
    steps.step("tests", || tools.test(&wheel))?;
    steps.step("other interpreters", || tools.others(&wheel))?;
    steps.tell();
    println!("{}: {:.2} MB", wheel.display(), size as f64 / 1e6);
    Ok(())
}

/// `cargo xtask py --test`: the tests of the package alone, as `cargo xtask test` has them.
pub fn test_alone() -> Result<()> {
    let steps = Steps::begin();
    let tools = prepare(&steps)?;
    test(&steps, &tools)?;
    steps.tell();
    Ok(())
}

/// Gets what the tests need from the package index, which takes its time and no processor.
pub fn prepare(steps: &Steps) -> Result<Tools> {
    steps.step("tools for Python", Tools::ready)
}

/// The part of `cargo xtask test` that is about the package.
pub fn test(steps: &Steps, tools: &Tools) -> Result<()> {
    steps.step("the Python module, compiled", || {
        // Examples for their features only: they are compiled already.
        run(&mut workspace(&["build", "--lib", "--examples"]))
    })?;
    steps.step("the Python package", || {
        let (start, end) = (std::env::consts::DLL_PREFIX, std::env::consts::DLL_SUFFIX);
        let module = target_folder()?.join("debug").join(format!("{start}_bouton{end}"));
        let wheels = folder()?.join("wheels");
        if wheels.exists() {
            fs::remove_dir_all(&wheels)?;
        }
        let mut pack = tools.python(&[]);
        pack.arg(root().join("py/pack.py")).arg(module).arg(VERSION).arg(&wheels);
        run(&mut pack)?;
        let wheel = fs::read_dir(&wheels)?.next().context("no wheel was packed")??.path();
        tools.test(&wheel)
    })
}

fn folder() -> Result<PathBuf> {
    Ok(target_folder()?.join("python"))
}

/// The interpreter of an environment.
fn interpreter(environment: &Path) -> PathBuf {
    match cfg!(windows) {
        true => environment.join("Scripts/python.exe"),
        false => environment.join("bin/python"),
    }
}

/// An environment with what the tests need, kept until that changes.
pub struct Tools {
    environment: PathBuf,
    /// An interpreter with pip: the one that is there anyway, if it has that. To put pip into an environment takes as much as
    /// the tests of the package.
    pip: PathBuf,
}

/// Succeeds where an interpreter has pip, and one that can install into other environments.
const PIP: &str = "import subprocess, sys
sys.exit(subprocess.call([sys.executable, '-m', 'pip', '--python', sys.executable, '--version']))";

impl Tools {
    fn ready() -> Result<Tools> {
        let environment = folder()?.join("tools");
        let wanted = fs::read_to_string(root().join("py/requirements.txt"))?;
        let mark = environment.join("ready.txt");
        let python = std::env::var("PYTHON").unwrap_or_else(|_| "python3".to_string());
        let has_pip = |python: &Path| {
            let asked = Command::new(python).args(["-c", PIP]).output();
            asked.is_ok_and(|told| told.status.success())
        };
        let (own, outside) = (interpreter(&environment), PathBuf::from(&python));
        let lent = has_pip(&outside);
        let tools = Tools { environment, pip: if lent { outside } else { own } };
        let ready = fs::read_to_string(&mark).is_ok_and(|ready| ready == wanted);
        if ready && (lent || has_pip(&tools.pip)) {
            return Ok(tools);
        }
        let mut make = Command::new(&python);
        make.args(["-m", "venv", "--clear"]).args(lent.then_some("--without-pip"));
        run(make.arg(&tools.environment)).context(
            "Python 3.10 or newer is needed for the tests, with its module venv: install it, or say PYTHON=/path/to/python3",
        )?;
        let list = root().join("py/requirements.txt").display().to_string();
        tools.install(&["-r", &list])?;
        fs::write(mark, wanted)?;
        Ok(tools)
    }

    fn python(&self, words: &[&str]) -> Command {
        let mut command = Command::new(interpreter(&self.environment));
        command.args(words);
        command
    }

    /// Installs into an environment.
    fn pip(&self, environment: &Path) -> Command {
        let mut pip = Command::new(&self.pip);
        pip.args(["-m", "pip", "--disable-pip-version-check", "--python"]);
        pip.arg(interpreter(environment)).args(["install", "--quiet"]);
        pip
    }

    /// Adds packages. What is never run need not be compiled, and the rest is when it is.
    fn install(&self, what: &[&str]) -> Result<()> {
        run(self.pip(&self.environment).arg("--no-compile").args(what))
    }

    /// A fresh environment with the wheel alone.
    fn fresh(&self, python: &Path, name: &str, wheel: &Path) -> Result<PathBuf> {
        let fresh = folder()?.join(name);
        run(Command::new(python).args(["-m", "venv", "--without-pip", "--clear"]).arg(&fresh))?;
        run(self.pip(&fresh).args(["--no-index", "--no-deps"]).arg(wheel))?;
        Ok(fresh)
    }

    /// The packages of the tools are lent to a fresh environment rather than installed into it once more.
    fn lend(&self, fresh: &Path) -> Result<()> {
        let place = |environment: &Path| -> Result<PathBuf> {
            let ask = "import sysconfig; print(sysconfig.get_path('purelib'))";
            let told = Command::new(interpreter(environment)).args(["-c", ask]).output()?;
            Ok(PathBuf::from(String::from_utf8_lossy(&told.stdout).trim()))
        };
        let lent = place(&self.environment)?;
        fs::write(place(fresh)?.join("tools.pth"), format!("{}\n", lent.display()))?;
        Ok(())
    }

    /// All tests of a wheel: what it does, its types, the examples, and the notebooks.
    fn test(&self, wheel: &Path) -> Result<()> {
        let fresh = self.fresh(&interpreter(&self.environment), "fresh", wheel)?;
        self.lend(&fresh)?;
        let python = |words: &[&str]| {
            let mut command = Command::new(interpreter(&fresh));
            command.args(words).current_dir(root().join("py"));
            command
        };
        run(&mut python(&["-m", "pytest", "-q", "-p", "no:cacheprovider", "tests"]))?;
        let cache = folder()?.join("types");
        let checked = ["examples", "notebooks/run.py", "bench.py", "pack.py", "python/bouton"];
        run(python(&["-m", "mypy", "--strict", "--cache-dir"]).arg(&cache).args(checked))?;
        for example in examples()? {
            run(python(&[]).arg(example))?;
        }
        run(&mut python(&["notebooks/run.py"]))
    }

    /// The wheel under each other interpreter that there is; those examples that need the package alone.
    fn others(&self, wheel: &Path) -> Result<()> {
        for minor in 9..=13 {
            let name = format!("python3.{minor}");
            let found = Command::new(&name).arg("--version").output();
            if !found.is_ok_and(|told| told.status.success()) {
                println!("{name} is not here, and was not tried");
                continue;
            }
            let fresh = self.fresh(Path::new(&name), &name, wheel)?;
            for example in examples()? {
                if !fs::read_to_string(&example)?.contains("numpy") {
                    run(Command::new(interpreter(&fresh)).arg(example))?;
                }
            }
            println!("{name} runs it");
        }
        Ok(())
    }
}

fn examples() -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(root().join("py/examples"))? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "py") {
            found.push(path);
        }
    }
    if found.is_empty() {
        bail!("py/examples has no examples");
    }
    found.sort();
    Ok(found)
}
