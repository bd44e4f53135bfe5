//! The page's engine: compiled, given its glue, and split into parts.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};

use crate::{cargo, install, metadata, root, run, sync};

const TARGET: &str = "wasm32-unknown-unknown";

/// What the page is made of; `bouton_bg.wasm` is the engine in one piece, for comparison.
const FILES: [&str; 7] = [
    "bouton.js",
    "bouton.d.ts",
    "bouton_bg.wasm",
    "first.wasm",
    "rest.wasm",
    "own.wasm",
    "pattern.wasm",
];

/// Where the engine is written.
pub fn folder() -> PathBuf {
    root().join("web/page/engine")
}

/// The program that gives the engine its glue.
pub const BUILD: &str = "bouton-web-build";

/// Compiles and writes the engine, unless it is already there.
pub fn build() -> Result<()> {
    compile()?;
    write(|| sync::build(BUILD))
}

/// Writes the compiled engine, unless it is already there, by a `program` that is only then asked for.
pub fn write(program: impl FnOnce() -> Result<PathBuf>) -> Result<()> {
    let target = target_folder()?;
    let compiled = target.join(TARGET).join("web/bouton_web.wasm");
    let stamp = target.join("web-engine.stamp");
    let version = version(&compiled)?;
    let complete = FILES.iter().all(|name| folder().join(name).is_file());
    if complete && std::fs::read_to_string(&stamp).is_ok_and(|last| last == version) {
        return Ok(());
    }
    // A build that is broken off must not count as done.
    write_file(&stamp, b"")?;
    run(Command::new(program()?).arg(&compiled).arg(root().join("web/profile.mjs")).arg(folder()))?;
    write_file(&stamp, version.as_bytes())
}

/// Compiles the engine, as cargo leaves it.
pub fn compile() -> Result<()> {
    install(&["target", TARGET], &["target", "list", "--installed"], TARGET)?;
    let mut command = cargo();
    command.args(["build", "--package", "bouton-web", "--profile", "web"]);
    command.args(["--target", TARGET]);
    // Messages of failed assertions name files; where these lay on this machine is nobody's concern.
    let places =
        [(cargo_home().join("registry/src"), "registry"), (sysroot()?, "rust"), (root(), ".")];
    let mut flags: Vec<String> = places
        .iter()
        .map(|(folder, name)| format!("--remap-path-prefix={}={name}", folder.display()))
        .collect();
    // Which function reads which constants decides what comes first (web/build/src/linked.rs).
    flags.push("-Clink-arg=--emit-relocs".to_string());
    command.env("CARGO_ENCODED_RUSTFLAGS", flags.join("\u{1f}"));
    run(&mut command)
}

/// Changes whenever the engine, or the way it is made, does.
fn version(compiled: &Path) -> Result<String> {
    let mut hasher = DefaultHasher::new();
    read(compiled)?.hash(&mut hasher);
    let build = [
        "Cargo.toml",
        "src/main.rs",
        "src/bindings.rs",
        "src/linked.rs",
        "src/order.rs",
        "src/partition.rs",
        "src/profile.rs",
        "src/split.rs",
    ];
    let build = build.map(|file| format!("web/build/{file}"));
    for file in
        ["web/profile.mjs", "web/session.mjs"].into_iter().chain(build.iter().map(String::as_str))
    {
        read(&root().join(file))?.hash(&mut hasher);
    }
    Ok(format!("{:016x}", hasher.finish()))
}

fn cargo_home() -> PathBuf {
    let own = || std::env::home_dir().unwrap_or_default().join(".cargo");
    std::env::var_os("CARGO_HOME").map_or_else(own, PathBuf::from)
}

/// Where the compiler has its library, whose sources may be installed too.
fn sysroot() -> Result<PathBuf> {
    let mut command = Command::new(std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()));
    let output = command.current_dir(root()).args(["--print", "sysroot"]).output();
    let output = output.context("rustc cannot be started")?;
    Ok(String::from_utf8(output.stdout).context("rustc has an unreadable name")?.trim().into())
}

/// Where cargo puts what it builds.
pub fn target_folder() -> Result<PathBuf> {
    let metadata = metadata()?;
    let folder = metadata["target_directory"].as_str();
    Ok(folder.context("cargo metadata names no target directory")?.into())
}

fn read(path: &Path) -> Result<Vec<u8>> {
    std::fs::read(path).with_context(|| format!("{} cannot be read", path.display()))
}

fn write_file(path: &Path, bytes: &[u8]) -> Result<()> {
    std::fs::write(path, bytes).with_context(|| format!("{} cannot be written", path.display()))
}
