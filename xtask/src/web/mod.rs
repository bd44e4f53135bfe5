//! The page: its engine, the page itself, and what is checked of both.

mod bindings;
mod profile;
mod split;

use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context, Result};

use crate::{cargo, install, root, run};

const TARGET: &str = "wasm32-unknown-unknown";

/// Builds the engine into `web/page/engine`.
pub fn engine() -> Result<()> {
    let compiled = compile()?;
    let folder = root().join("web/page/engine");
    bindings::write(&compiled, &folder)?;
    let bytes = std::fs::read(folder.join("bouton_bg.wasm"))?;
    let entered =
        profile::entered(&bytes, &folder.join("bouton.js"), &root().join("web/profile.mjs"))?;
    let parts = split::split(&bytes, &entered)?;
    std::fs::write(folder.join("first.wasm"), parts.first)?;
    std::fs::write(folder.join("rest.wasm"), parts.rest)?;
    Ok(())
}

/// Node.js, which runs what the page runs.
fn node() -> Result<Command> {
    Ok(Command::new("node"))
}

/// The library as it leaves the compiler.
fn compile() -> Result<PathBuf> {
    install(&["target", TARGET], &["target", "list", "--installed"], TARGET)?;
    let mut command = cargo();
    command.args(["build", "--package", "bouton-web", "--profile", "web"]);
    command.args(["--features", "compact", "--target", TARGET]);
    // Messages of failed assertions name files; where these lay on this machine is nobody's concern.
    let flags: Vec<String> = [(cargo_home().join("registry/src"), "registry"), (root(), ".")]
        .iter()
        .map(|(folder, name)| format!("--remap-path-prefix={}={name}", folder.display()))
        .collect();
    command.env("CARGO_ENCODED_RUSTFLAGS", flags.join("\u{1f}"));
    run(&mut command)?;
    Ok(target_folder()?.join(TARGET).join("web/bouton_web.wasm"))
}

fn cargo_home() -> PathBuf {
    let own = || std::env::home_dir().unwrap_or_default().join(".cargo");
    std::env::var_os("CARGO_HOME").map_or_else(own, PathBuf::from)
}

/// Where cargo puts what it builds.
fn target_folder() -> Result<PathBuf> {
    let mut command = cargo();
    command.args(["metadata", "--no-deps", "--format-version", "1"]);
    let output = command.output().context("cargo metadata cannot be started")?;
    let metadata: serde_json::Value = serde_json::from_slice(&output.stdout)
        .context("cargo metadata has printed something that is not JSON")?;
    let folder = metadata["target_directory"].as_str();
    Ok(folder.context("cargo metadata names no target directory")?.into())
}
