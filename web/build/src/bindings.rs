//! The engine's glue: what JavaScript needs to call it, and nothing that JavaScript does not call.

use std::collections::BTreeSet;
use std::path::Path;

use anyhow::{Context, Result};
use walrus::Module;
use wasm_bindgen_cli_support::Bindgen;

/// Writes `bouton.js`, `bouton.d.ts` and `bouton_bg.wasm` for the module that the compiler made.
pub fn write(compiled: &Path, folder: &Path) -> Result<()> {
    std::fs::create_dir_all(folder)
        .with_context(|| format!("{} cannot be made", folder.display()))?;
    let mut bindgen = Bindgen::new();
    bindgen.input_path(compiled).out_name("bouton").web(true)?.typescript(true);
    // The page always says which module; a path in the glue would make bundlers copy the whole one.
    bindgen.omit_default_module_path(true);
    // The names tell which functions these are in the compiled module (`linked.rs`).
    bindgen.demangle(false).remove_producers_section(true);
    let mut output = bindgen.generate_output().context("the glue cannot be made")?;
    let called = called(output.js());
    drop_exports(output.wasm_mut(), &called);
    output.emit(folder).with_context(|| format!("{} cannot be written", folder.display()))
}

/// The exports that the glue names.
fn called(glue: &str) -> BTreeSet<String> {
    let name = |rest: &str| {
        rest.chars().take_while(|letter| letter.is_alphanumeric() || *letter == '_').collect()
    };
    glue.split("wasm.").skip(1).map(name).collect()
}

/// Some crates export their functions to C; an export is a root that keeps its code alive.
fn drop_exports(module: &mut Module, called: &BTreeSet<String>) {
    let unused: Vec<_> = module
        .exports
        .iter()
        .filter(|export| !called.contains(&export.name))
        .map(|export| export.id())
        .collect();
    for export in unused {
        module.exports.delete(export);
    }
    walrus::passes::gc::run(module);
}
