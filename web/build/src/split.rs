//! One module as two that share memory, table and globals: what the first moves need, and the rest.
//!
//! A page should answer before all of it has come. Which functions the first moves need is measured,
//! not declared (see `profile.rs`). They make up the first part, with the data that they can read (see
//! `constants.rs`). Where they call others, they call through the table of functions, in places that stay
//! empty until the second part fills them; there is no other difference, and once both parts are there nothing
//! is missing.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use anyhow::{Context, Result, bail};
use walrus::ir::{Call, CallIndirect, Const, Instr, InstrSeq, Value, VisitorMut};
use walrus::ir::{Visitor, dfs_in_order, dfs_pre_order_mut};
use walrus::{
    ConstExpr, DataKind, ElementItems, ElementKind, ExportItem, FunctionBuilder, FunctionId,
    FunctionKind, GlobalKind, ImportedFunction, Module, ModuleConfig, TableId, ValType,
};

use crate::constants::Late;

/// Both modules, as bytes.
pub struct Parts {
    /// What the glue starts.
    pub first: Vec<u8>,
    /// What imports the exports of the first part, under the module name `first`.
    pub rest: Vec<u8>,
}

/// Splits a module into the functions with these indices, and the others; constants that are `late` come with these.
pub fn split(bytes: &[u8], entered: &BTreeSet<usize>, late: &Late) -> Result<Parts> {
    // Ids belong to one copy of a module, but the same bytes and functions make the same plan.
    let (first, rest) = (parse(bytes)?, parse(bytes)?);
    Ok(Parts {
        first: Plan::new(&first, entered)?.first(first, late)?,
        rest: Plan::new(&rest, entered)?.rest(rest, late)?,
    })
}

/// The names of functions by their indices; what has none was not made by the compiler and reads no constants.
pub fn names(bytes: &[u8], indices: &BTreeSet<usize>) -> Result<BTreeSet<String>> {
    let module = parse(bytes)?;
    let wanted = module.funcs.iter_local().filter(|(id, _)| indices.contains(&id.index()));
    Ok(wanted.filter_map(|(id, _)| module.funcs.get(id).name.clone()).collect())
}

/// Reads a module, to be written without names.
pub fn parse(bytes: &[u8]) -> Result<Module> {
    let mut config = ModuleConfig::new();
    config.generate_name_section(false).generate_producers_section(false);
    config.parse(bytes).context("the engine is not a module that can be read")
}

struct Plan {
    /// The functions of the first part: those that were entered, and those that JavaScript provides.
    early: BTreeSet<FunctionId>,
    /// Functions of the first part that the rest calls by name.
    shared: BTreeSet<FunctionId>,
    table: TableId,
    /// What the table holds when both parts are there.
    places: BTreeMap<u32, FunctionId>,
    /// Where the first part finds those functions of the rest that it needs.
    slots: BTreeMap<FunctionId, u32>,
    /// The size of the table.
    size: u32,
}

impl Plan {
    fn new(module: &Module, entered: &BTreeSet<usize>) -> Result<Plan> {
        let early: BTreeSet<FunctionId> = module
            .funcs
            .iter()
            .filter(|function| match function.kind {
                FunctionKind::Local(_) => entered.contains(&function.id().index()),
                _ => true,
            })
            .map(|function| function.id())
            .collect();
        if module.start.is_some_and(|start| !early.contains(&start)) {
            bail!("the start function was not entered: was the profile taken of another module?");
        }
        let table = module.tables.main_function_table()?.context("there is no function table")?;
        let mut places = places(module, table)?;
        let mut slots: BTreeMap<FunctionId, u32> =
            places.iter().map(|(place, function)| (*function, *place)).collect();
        let mut size = module.tables.get(table).initial as u32;
        let mut shared = BTreeSet::new();
        let mut late = BTreeSet::new();
        for (caller, function) in module.funcs.iter_local() {
            let mut called = Called::default();
            dfs_in_order(&mut called, function, function.entry_block());
            match early.contains(&caller) {
                true => late.extend(called.0.difference(&early)),
                false => shared.extend(called.0.intersection(&early)),
            }
        }
        late.extend(module.exports.iter().filter_map(|export| match export.item {
            ExportItem::Function(function) if !early.contains(&function) => Some(function),
            _ => None,
        }));
        for function in late {
            slots.entry(function).or_insert_with(|| {
                places.insert(size, function);
                size += 1;
                size - 1
            });
        }
        Ok(Plan { early, shared, table, places, slots, size })
    }

    /// The module without the functions of the rest.
    fn first(&self, mut module: Module, late: &Late) -> Result<Vec<u8>> {
        let types: BTreeMap<FunctionId, walrus::TypeId> =
            module.funcs.iter().map(|function| (function.id(), function.ty())).collect();
        for (id, function) in module.funcs.iter_local_mut() {
            if self.early.contains(&id) {
                let entry = function.entry_block();
                dfs_pre_order_mut(&mut Redirect { plan: self, types: &types }, function, entry);
            }
        }
        self.stubs(&mut module);
        for (name, item) in self.names(&module) {
            module.exports.add(&name, item);
        }
        self.fill(&mut module, |function| self.early.contains(&function));
        let segments: Vec<_> = module.data.iter().map(|data| data.id()).collect();
        for segment in segments {
            let data = module.data.get_mut(segment);
            let start = address(&data.kind)?;
            // Nothing is as short as nothing: zeros, which a compressor counts.
            for place in overlaps(late, start, data.value.len()) {
                data.value[place].fill(0);
            }
        }
        walrus::passes::gc::run(&mut module);
        Ok(module.emit_wasm())
    }

    /// What JavaScript calls stays there for it to call.
    fn stubs(&self, module: &mut Module) {
        let late: Vec<_> = module
            .exports
            .iter()
            .filter_map(|export| match export.item {
                ExportItem::Function(function) if !self.early.contains(&function) => {
                    Some((export.id(), function))
                }
                _ => None,
            })
            .collect();
        for (export, function) in late {
            let ty = module.funcs.get(function).ty();
            let (params, results) = module.types.params_results(ty);
            let (params, results): (Vec<ValType>, Vec<ValType>) = (params.into(), results.into());
            let mut builder = FunctionBuilder::new(&mut module.types, &params, &results);
            let arguments: Vec<_> = params.iter().map(|ty| module.locals.add(*ty)).collect();
            let mut body = builder.func_body();
            for argument in &arguments {
                body.local_get(*argument);
            }
            body.i32_const(self.slots[&function] as i32).call_indirect(ty, self.table);
            let stub = builder.finish(arguments, &mut module.funcs);
            module.exports.get_mut(export).item = ExportItem::Function(stub);
        }
    }

    /// The functions of the rest, and imports for everything else.
    fn rest(&self, mut module: Module, late: &Late) -> Result<Vec<u8>> {
        let names = self.names(&module);
        let original: Vec<_> = module.imports.iter().map(|import| import.id()).collect();
        original.into_iter().for_each(|import| module.imports.delete(import));
        let exports: Vec<_> = module.exports.iter().map(|export| export.id()).collect();
        exports.into_iter().for_each(|export| module.exports.delete(export));
        let constants = self.take_late(&mut module, late)?;
        module.start = None;
        for (name, item) in names {
            let imports = &mut module.imports;
            match item {
                ExportItem::Function(id) => {
                    let ty = module.funcs.get(id).ty();
                    let import = imports.add("first", &name, id);
                    let kind = FunctionKind::Import(ImportedFunction { import, ty });
                    module.funcs.get_mut(id).kind = kind;
                }
                ExportItem::Memory(id) => {
                    let import = imports.add("first", &name, id);
                    let memory = module.memories.get_mut(id);
                    memory.import = Some(import);
                    memory.data_segments.clear();
                }
                ExportItem::Table(id) => {
                    let import = imports.add("first", &name, id);
                    module.tables.get_mut(id).import = Some(import);
                }
                ExportItem::Global(id) => {
                    let import = imports.add("first", &name, id);
                    module.globals.get_mut(id).kind = GlobalKind::Import(import);
                }
                ExportItem::Tag(_) => bail!("there are exceptions, which are not prepared for"),
            }
        }
        let memory = module.memories.iter().next().context("there is no memory")?.id();
        for (start, bytes) in constants {
            let offset = ConstExpr::Value(Value::I32(start as i32));
            let data = module.data.add(DataKind::Active { memory, offset }, bytes);
            module.memories.get_mut(memory).data_segments.insert(data);
        }
        self.fill(&mut module, |function| !self.early.contains(&function));
        walrus::passes::gc::run(&mut module);
        Ok(module.emit_wasm())
    }

    /// Takes all data out of a module and returns those that come late, with their addresses.
    fn take_late(&self, module: &mut Module, late: &Late) -> Result<Vec<(usize, Vec<u8>)>> {
        let mut constants: Vec<(usize, Vec<u8>)> = Vec::new();
        let data: Vec<_> = module.data.iter().map(|data| data.id()).collect();
        for id in data {
            let data = module.data.get(id);
            let start = address(&data.kind)?;
            for place in overlaps(late, start, data.value.len()) {
                match constants.last_mut() {
                    // What lies between is written a second time, the same: a segment of its own would be longer.
                    Some((first, bytes)) if start + place.start - (*first + bytes.len()) < GAP => {
                        bytes.extend(&data.value[*first + bytes.len() - start..place.end]);
                    }
                    _ => constants.push((start + place.start, data.value[place].to_vec())),
                }
            }
            module.data.delete(id);
        }
        Ok(constants)
    }

    /// What the two parts share. Numbers are short names that the glue does not use.
    fn names(&self, module: &Module) -> Vec<(String, ExportItem)> {
        let functions = self.shared.iter().map(|id| ExportItem::Function(*id));
        let globals = module.globals.iter().map(|global| ExportItem::Global(global.id()));
        let tables = module.tables.iter().map(|table| ExportItem::Table(table.id()));
        let memories = module.memories.iter().map(|memory| ExportItem::Memory(memory.id()));
        let items = memories.chain(globals).chain(tables).chain(functions);
        items.enumerate().map(|(number, item)| (number.to_string(), item)).collect()
    }

    /// Gives the table those of its places whose functions are wanted.
    fn fill(&self, module: &mut Module, wanted: impl Fn(FunctionId) -> bool) {
        let table = module.tables.get_mut(self.table);
        table.initial = self.size.into();
        table.maximum = table.maximum.map(|_| self.size.into());
        for segment in std::mem::take(&mut table.elem_segments) {
            module.elements.delete(segment);
        }
        let mut runs: Vec<(u32, Vec<FunctionId>)> = Vec::new();
        for (&place, &function) in self.places.iter().filter(|(_, function)| wanted(**function)) {
            match runs.last_mut() {
                Some((start, run)) if *start + run.len() as u32 == place => run.push(function),
                _ => runs.push((place, vec![function])),
            }
        }
        for (start, run) in runs {
            let offset = ConstExpr::Value(Value::I32(start as i32));
            let kind = ElementKind::Active { table: self.table, offset };
            let segment = module.elements.add(kind, ElementItems::Functions(run));
            module.tables.get_mut(self.table).elem_segments.insert(segment);
        }
    }
}

/// Constants of both parts that lie less than this apart are one piece.
const GAP: usize = 16;

/// Where a data segment begins.
fn address(kind: &DataKind) -> Result<usize> {
    match kind {
        DataKind::Active { offset: ConstExpr::Value(Value::I32(start)), .. } => {
            Ok(*start as u32 as usize)
        }
        _ => bail!("a data segment has no plain address"),
    }
}

/// What is late of a segment, as places in it.
fn overlaps(late: &Late, start: usize, length: usize) -> impl Iterator<Item = Range<usize>> {
    let end = start + length;
    let inside = late.0.iter().filter(move |run| run.start < end && run.end > start);
    inside.map(move |run| run.start.max(start) - start..run.end.min(end) - start)
}

/// What the table of functions holds.
fn places(module: &Module, table: TableId) -> Result<BTreeMap<u32, FunctionId>> {
    let mut places = BTreeMap::new();
    for segment in &module.tables.get(table).elem_segments {
        let element = module.elements.get(*segment);
        let (ElementKind::Active { offset, .. }, ElementItems::Functions(functions)) =
            (&element.kind, &element.items)
        else {
            bail!("the function table is not filled with a plain list of functions");
        };
        let ConstExpr::Value(Value::I32(start)) = offset else {
            bail!("where the function table begins is not a plain number");
        };
        places.extend((*start as u32..).zip(functions.iter().copied()));
    }
    Ok(places)
}

/// Collects the functions that are named in a function.
#[derive(Default)]
struct Called(BTreeSet<FunctionId>);

impl Visitor<'_> for Called {
    fn visit_function_id(&mut self, function: &FunctionId) {
        self.0.insert(*function);
    }
}

/// Turns calls of the rest into calls through the table.
struct Redirect<'a> {
    plan: &'a Plan,
    types: &'a BTreeMap<FunctionId, walrus::TypeId>,
}

impl VisitorMut for Redirect<'_> {
    fn start_instr_seq_mut(&mut self, sequence: &mut InstrSeq) {
        let before = std::mem::take(&mut sequence.instrs);
        for (instruction, location) in before {
            match instruction {
                Instr::Call(Call { func }) if !self.plan.early.contains(&func) => {
                    let value = Value::I32(self.plan.slots[&func] as i32);
                    let ty = self.types[&func];
                    let call = CallIndirect { ty, table: self.plan.table };
                    sequence.instrs.push((Const { value }.into(), location));
                    sequence.instrs.push((call.into(), location));
                }
                other => sequence.instrs.push((other, location)),
            }
        }
    }
}
