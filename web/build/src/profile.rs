//! Which functions of the engine the first moves need: measured, by playing them.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, bail};
use walrus::ir::{Const, GlobalSet, Value};
use walrus::{ConstExpr, ValType};

use crate::split::parse;

/// Plays what the page does at first and returns the indices of the functions that were entered.
///
/// Each function gets a global that it sets at its entry: nothing else about the module changes, so
/// the unchanged glue runs it.
pub fn entered(bytes: &[u8], glue: &Path, script: &Path) -> Result<BTreeSet<usize>> {
    let mut module = parse(bytes)?;
    let functions: Vec<_> = module.funcs.iter_local().map(|(id, _)| id).collect();
    for id in functions {
        let zero = ConstExpr::Value(Value::I32(0));
        let global = module.globals.add_local(ValType::I32, true, false, zero);
        module.exports.add(&format!("entered {}", id.index()), global);
        let function = module.funcs.get_mut(id).kind.unwrap_local_mut();
        let entry = function.entry_block();
        let value = Value::I32(1);
        let set = [Const { value }.into(), GlobalSet { global }.into()];
        let instructions = &mut function.block_mut(entry).instrs;
        instructions.splice(0..0, set.map(|instruction| (instruction, Default::default())));
    }
    let instrumented = glue.with_file_name("profile.wasm");
    std::fs::write(&instrumented, module.emit_wasm())
        .with_context(|| format!("{} cannot be written", instrumented.display()))?;
    let mut node = Command::new("node");
    let output = node.arg(script).arg(glue).arg(&instrumented).output();
    let output = output.context("node cannot be started, which plays the first moves")?;
    std::fs::remove_file(&instrumented)?;
    if !output.status.success() {
        bail!("the profile failed:\n{}", String::from_utf8_lossy(&output.stderr));
    }
    let numbers = String::from_utf8_lossy(&output.stdout);
    let numbers: Result<BTreeSet<usize>, _> = numbers.split_whitespace().map(str::parse).collect();
    numbers.context("the profile printed something that is not a list of numbers")
}
