//! The page: its engine, the page itself, and what is checked of both.

mod browser;
pub mod engine;
mod packages;

use anyhow::Result;

pub use engine::target_folder;

use crate::steps::Steps;
use crate::{root, run, sync};

/// `cargo xtask web`: builds the page and serves it until it is interrupted.
pub fn serve() -> Result<()> {
    packages::node()?;
    engine::build()?;
    packages::install()?;
    packages::script("build")?;
    // Prints the address.
    packages::script("preview")
}

/// `cargo xtask web --dist`: the page for any static host, and as one file for no host at all.
pub fn dist() -> Result<()> {
    packages::node()?;
    engine::build()?;
    packages::install()?;
    packages::script("build")?;
    // After the other, which empties the folder.
    packages::script("build:single")?;
    let folder = root().join("web/dist");
    println!("for a host: {}", folder.display());
    println!("for a double click: {}", folder.join("bouton.html").display());
    Ok(())
}

/// `cargo xtask screenshots`: pictures of the page as it is.
pub fn screenshots() -> Result<()> {
    let browser = browser::find()?;
    dist()?;
    run(packages::npm("screenshots")?.env(browser::VARIABLE, browser))
}

/// `cargo xtask web --test`: the page's tests alone.
pub fn test_alone() -> Result<()> {
    let steps = Steps::begin();
    steps.step("programs, built", || {
        sync::build("bouton")?;
        sync::build(engine::BUILD).map(drop)
    })?;
    test(&steps, || Ok(()))?;
    steps.tell();
    Ok(())
}

/// The part of `cargo xtask test` that is about the page; `programs` waits for the command line, with which
/// its engine is compared, and for what writes the engine.
pub fn test(steps: &Steps, programs: impl FnOnce() -> Result<()>) -> Result<()> {
    packages::node()?;
    steps.step("the page's engine, compiled", engine::compile)?;
    let browser = steps.step("packages and browser", || {
        packages::install()?;
        browser::find()
    })?;
    programs()?;
    steps.step("the engine against the command line", || {
        engine::write(|| sync::built(engine::BUILD))?;
        let mut check = packages::node()?;
        check.arg(root().join("web/check.mjs")).arg(engine::folder());
        run(check.arg(sync::built("bouton")?))
    })?;
    steps.step("the page, built and checked", || {
        packages::script("check")?;
        dist()?;
        run(packages::node()?.arg(root().join("web/sizes.mjs")).arg(root().join("web/dist")))
    })?;
    steps.step("the page in a browser", || {
        run(packages::npm("test")?.env(browser::VARIABLE, browser))
    })
}
