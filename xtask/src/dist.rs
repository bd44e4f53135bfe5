//! Everything to hand out, in one folder: the program, its man pages and completions, the page, licences
//! and checksums.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};
use serde_json::Value;
use sha2::{Digest, Sha256};

use crate::web::{self, target_folder};
use crate::{cargo, root, run};

/// What the handed-out program has beyond the default build.
const FEATURES: &str = "parquet,manual,tablebase";

/// Builds all of it into `target/dist-VERSION`.
pub fn run_dist() -> Result<()> {
    let metadata = metadata()?;
    let version = version(&metadata)?;
    let folder = target_folder()?.join(format!("dist-{version}"));
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    fs::create_dir_all(&folder)?;
    let build = ["build", "--profile", "dist", "--package", "bouton-cli", "--features", FEATURES];
    // Symbols are of use to nobody who is handed this.
    run(cargo().env("CARGO_PROFILE_DIST_STRIP", "symbols").args(build))?;
    let name = format!("bouton{}", std::env::consts::EXE_SUFFIX);
    let program = folder.join("bin").join(&name);
    fs::create_dir_all(folder.join("bin"))?;
    fs::copy(target_folder()?.join("dist").join(&name), &program)?;
    run(Command::new(&program).arg("manual").arg(&folder))?;
    web::dist()?;
    copy(&root().join("web/dist"), &folder.join("page"))?;
    fs::rename(folder.join("page/bouton.html"), folder.join("bouton.html"))?;
    for file in ["LICENSE", "README.md", "CHANGELOG.md"] {
        fs::copy(root().join(file), folder.join(file))?;
    }
    licences(&metadata, &folder.join("licences"))?;
    checksums(&folder)?;
    println!("{}", folder.display());
    Ok(())
}

fn metadata() -> Result<Value> {
    let host = host()?;
    let mut command = cargo();
    command.args(["metadata", "--format-version", "1", "--filter-platform", &host]);
    command.args(["--manifest-path", "cli/Cargo.toml", "--features", FEATURES]);
    let output = command.output().context("cargo metadata cannot be started")?;
    serde_json::from_slice(&output.stdout).context("cargo metadata has printed something else")
}

fn host() -> Result<String> {
    let output = Command::new("rustc").arg("-vV").output()?;
    let text = String::from_utf8(output.stdout)?;
    let host = text.lines().find_map(|line| line.strip_prefix("host: "));
    Ok(host.context("rustc does not say its host")?.to_string())
}

fn packages(metadata: &Value) -> impl Iterator<Item = &Value> {
    metadata["packages"].as_array().into_iter().flatten()
}

fn version(metadata: &Value) -> Result<String> {
    let own = packages(metadata).find(|package| package["name"] == "bouton-cli");
    let version = own.and_then(|package| package["version"].as_str());
    Ok(version.context("cargo metadata does not name the command line")?.to_string())
}

/// The crates that are linked into the program: those that it depends on, other than for building.
fn linked(metadata: &Value) -> Vec<&str> {
    let nodes = metadata["resolve"]["nodes"].as_array();
    let mut waiting: Vec<&str> = metadata["resolve"]["root"].as_str().into_iter().collect();
    let mut linked: Vec<&str> = Vec::new();
    while let Some(id) = waiting.pop() {
        if linked.contains(&id) {
            continue;
        }
        linked.push(id);
        let node = nodes.into_iter().flatten().find(|node| node["id"] == id);
        for dependency in node.and_then(|node| node["deps"].as_array()).into_iter().flatten() {
            let kinds = dependency["dep_kinds"].as_array().into_iter().flatten();
            if kinds.clone().any(|kind| kind["kind"].is_null()) {
                waiting.extend(dependency["pkg"].as_str());
            }
        }
    }
    linked
}

/// The licence of every crate in the program, and of what the page is made with, with a list of them.
fn licences(metadata: &Value, folder: &Path) -> Result<()> {
    fs::create_dir_all(folder)?;
    let linked = linked(metadata);
    let mut list = Vec::new();
    for package in packages(metadata) {
        let text = |field: &str| package[field].as_str().unwrap_or_default();
        // Without a source it is one of ours.
        if package["source"].is_null() || !linked.contains(&text("id")) {
            continue;
        }
        let name = format!("{}-{}", text("name"), text("version"));
        let manifest = PathBuf::from(text("manifest_path"));
        let found = copy_licences(manifest.parent().unwrap_or(Path::new(".")), folder, &name)?;
        list.push(format!("{name}: {}{}", text("license"), if found { "" } else { " (no file)" }));
    }
    let svelte = root().join("web/page/node_modules/svelte");
    if copy_licences(&svelte, folder, "svelte")? {
        list.push("svelte: MIT (the page)".to_string());
    }
    if list.len() < 10 {
        bail!("only {} licences were found: is cargo metadata read rightly?", list.len());
    }
    list.sort();
    fs::write(folder.join("LIST.txt"), list.join("\n") + "\n")?;
    Ok(())
}

fn copy_licences(from: &Path, folder: &Path, name: &str) -> Result<bool> {
    let mut found = false;
    for entry in fs::read_dir(from)? {
        let file = entry?.file_name().to_string_lossy().to_string();
        let plain = file.to_uppercase();
        let is = ["LICENSE", "LICENCE", "COPYING", "UNLICENSE"]
            .iter()
            .any(|word| plain.starts_with(word));
        if is && from.join(&file).is_file() {
            fs::copy(from.join(&file), folder.join(format!("{name}.{file}")))?;
            found = true;
        }
    }
    Ok(found)
}

fn copy(from: &Path, to: &Path) -> Result<()> {
    if from.is_dir() {
        fs::create_dir_all(to)?;
        for entry in fs::read_dir(from)? {
            let name = entry?.file_name();
            copy(&from.join(&name), &to.join(&name))?;
        }
    } else {
        fs::copy(from, to)?;
    }
    Ok(())
}

/// `SHA256SUMS`, as `sha256sum --check` reads it.
fn checksums(folder: &Path) -> Result<()> {
    let mut files = Vec::new();
    let mut waiting = vec![folder.to_path_buf()];
    while let Some(next) = waiting.pop() {
        for entry in fs::read_dir(next)? {
            let path = entry?.path();
            if path.is_dir() { waiting.push(path) } else { files.push(path) }
        }
    }
    files.sort();
    let mut lines = String::new();
    for path in files {
        let sum: String =
            Sha256::digest(fs::read(&path)?).iter().map(|byte| format!("{byte:02x}")).collect();
        let name = path.strip_prefix(folder)?.to_string_lossy().replace('\\', "/");
        lines += &format!("{sum}  {name}\n");
    }
    fs::write(folder.join("SHA256SUMS"), lines)?;
    Ok(())
}
