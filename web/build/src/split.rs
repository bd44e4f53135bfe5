//! One module as several that share memory, table and globals: what the first moves need, then the rest, then what
//! only some visitors need.
//!
//! A page should answer before all of it has come. What is in which part is found out, not declared (see
//! `partition.rs`). Where a part calls functions of a later one, it calls through the table of functions, in places that
//! stay empty until the later part fills them; there is no other difference, and once all parts are there nothing is
//! missing.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Context, Result, bail};
use walrus::ir::{Call, CallIndirect, Const, Instr, InstrSeq, Value, VisitorMut};
use walrus::ir::{Visitor, dfs_in_order, dfs_pre_order_mut};
use walrus::{
    ConstExpr, DataKind, ElementItems, ElementKind, ExportItem, FunctionBuilder, FunctionId,
    FunctionKind, GlobalKind, ImportedFunction, Module, ModuleConfig, TableId, ValType,
};

use crate::partition::{NAMES, PARTS, Partition};

/// The modules, as bytes.
pub fn split(
    bytes: &[u8],
    entered: &BTreeSet<usize>,
    partition: &Partition,
) -> Result<[Vec<u8>; PARTS]> {
    let mut parts: [Vec<u8>; PARTS] = Default::default();
    for (part, written) in parts.iter_mut().enumerate() {
        // Ids belong to one copy of a module, but the same bytes make the same plan.
        let module = parse(bytes)?;
        let plan = Plan::new(&module, entered, partition)?;
        *written = plan.write(part, module, partition)?;
    }
    Ok(parts)
}

/// The names of functions by their indices, and of those that JavaScript calls; what has none was not made by the
/// compiler.
pub fn names(
    bytes: &[u8],
    indices: &BTreeSet<usize>,
) -> Result<(BTreeSet<String>, BTreeSet<String>)> {
    let module = parse(bytes)?;
    let name = |id: FunctionId| module.funcs.get(id).name.clone();
    let entered = module.funcs.iter_local().filter(|(id, _)| indices.contains(&id.index()));
    let called = module.exports.iter().filter_map(|export| match export.item {
        ExportItem::Function(id) => Some(id),
        _ => None,
    });
    Ok((entered.filter_map(|(id, _)| name(id)).collect(), called.filter_map(name).collect()))
}

/// Reads a module, to be written without names.
pub fn parse(bytes: &[u8]) -> Result<Module> {
    let mut config = ModuleConfig::new();
    config.generate_name_section(false).generate_producers_section(false);
    config.parse(bytes).context("the engine is not a module that can be read")
}

struct Plan {
    /// The part of each function. What JavaScript provides is in the first.
    parts: BTreeMap<FunctionId, usize>,
    /// Functions that later parts call by name.
    shared: BTreeSet<FunctionId>,
    table: TableId,
    /// What the table holds when all parts are there.
    places: BTreeMap<u32, FunctionId>,
    /// Where earlier parts find those functions of later ones that they need.
    slots: BTreeMap<FunctionId, u32>,
    /// The size of the table.
    size: u32,
}

impl Plan {
    fn new(module: &Module, entered: &BTreeSet<usize>, partition: &Partition) -> Result<Plan> {
        let part = |function: &walrus::Function| match function.kind {
            FunctionKind::Local(_) if !entered.contains(&function.id().index()) => {
                partition.part(function.name.as_deref())
            }
            _ => 0,
        };
        let parts: BTreeMap<FunctionId, usize> =
            module.funcs.iter().map(|function| (function.id(), part(function))).collect();
        if module.start.is_some_and(|start| parts[&start] > 0) {
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
            let own = parts[&caller];
            for function in called.0.into_iter().filter(|function| parts[function] != own) {
                match is_at_hand(own, parts[&function]) {
                    true => shared.insert(function),
                    false => late.insert(function),
                };
            }
        }
        late.extend(module.exports.iter().filter_map(|export| match export.item {
            ExportItem::Function(function) if parts[&function] > 0 => Some(function),
            _ => None,
        }));
        for function in late {
            slots.entry(function).or_insert_with(|| {
                places.insert(size, function);
                size += 1;
                size - 1
            });
        }
        Ok(Plan { parts, shared, table, places, slots, size })
    }

    /// One part, as a module.
    fn write(&self, part: usize, mut module: Module, partition: &Partition) -> Result<Vec<u8>> {
        let types: BTreeMap<FunctionId, walrus::TypeId> =
            module.funcs.iter().map(|function| (function.id(), function.ty())).collect();
        for (id, function) in module.funcs.iter_local_mut() {
            if self.parts[&id] == part {
                let entry = function.entry_block();
                let mut redirect = Redirect { plan: self, part, types: &types };
                dfs_pre_order_mut(&mut redirect, function, entry);
            }
        }
        if part == 0 {
            self.stubs(&mut module);
            self.blank(&mut module, partition)?;
        } else {
            self.import(part, &mut module, partition)?;
        }
        for (name, item) in self.offered(part, &module) {
            module.exports.add(&name, item);
        }
        self.fill(&mut module, |function| self.parts[&function] == part);
        walrus::passes::gc::run(&mut module);
        Ok(module.emit_wasm())
    }

    /// Leaves out the constants of later parts: nothing is as short as zeros, which a compressor counts.
    fn blank(&self, module: &mut Module, partition: &Partition) -> Result<()> {
        let segments: Vec<_> = module.data.iter().map(|data| data.id()).collect();
        for segment in segments {
            let data = module.data.get_mut(segment);
            let (start, length) = (address(&data.kind)?, data.value.len());
            for place in (1..PARTS).flat_map(|part| partition.within(part, start, length)) {
                data.value[place].fill(0);
            }
        }
        Ok(())
    }

    /// What JavaScript calls stays there for it to call.
    fn stubs(&self, module: &mut Module) {
        let late: Vec<_> = module
            .exports
            .iter()
            .filter_map(|export| match export.item {
                ExportItem::Function(function) if self.parts[&function] > 0 => {
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

    /// Makes imports of what earlier parts have, and leaves of the data what comes with this part.
    fn import(&self, part: usize, module: &mut Module, partition: &Partition) -> Result<()> {
        let constants = take_constants(part, module, partition)?;
        let offers: Vec<_> =
            (0..part.min(COMMON)).map(|earlier| self.offered(earlier, module)).collect();
        let original: Vec<_> = module.imports.iter().map(|import| import.id()).collect();
        original.into_iter().for_each(|import| module.imports.delete(import));
        let exports: Vec<_> = module.exports.iter().map(|export| export.id()).collect();
        exports.into_iter().for_each(|export| module.exports.delete(export));
        module.start = None;
        for (from, (name, item)) in NAMES
            .iter()
            .zip(offers)
            .flat_map(|(from, offers)| offers.into_iter().map(move |offer| (from, offer)))
        {
            let imports = &mut module.imports;
            match item {
                ExportItem::Function(id) => {
                    let ty = module.funcs.get(id).ty();
                    let import = imports.add(from, &name, id);
                    let kind = FunctionKind::Import(ImportedFunction { import, ty });
                    module.funcs.get_mut(id).kind = kind;
                }
                ExportItem::Memory(id) => {
                    let import = imports.add(from, &name, id);
                    let memory = module.memories.get_mut(id);
                    memory.import = Some(import);
                    memory.data_segments.clear();
                }
                ExportItem::Table(id) => {
                    let import = imports.add(from, &name, id);
                    module.tables.get_mut(id).import = Some(import);
                }
                ExportItem::Global(id) => {
                    let import = imports.add(from, &name, id);
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
        Ok(())
    }

    /// What a part has that later ones use. Numbers are short names that the glue does not use.
    fn offered(&self, part: usize, module: &Module) -> Vec<(String, ExportItem)> {
        let functions = self.shared.iter().filter(|id| self.parts[*id] == part);
        let mut items: Vec<ExportItem> = Vec::new();
        if part == 0 {
            items.extend(module.memories.iter().map(|memory| ExportItem::Memory(memory.id())));
            items.extend(module.globals.iter().map(|global| ExportItem::Global(global.id())));
            items.extend(module.tables.iter().map(|table| ExportItem::Table(table.id())));
        }
        items.extend(functions.map(|id| ExportItem::Function(*id)));
        items.into_iter().enumerate().map(|(number, item)| (number.to_string(), item)).collect()
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

/// The first parts are there whenever a later one is; of those that belong to a room each may be there or not.
const COMMON: usize = 2;

/// Whether a part can count on another one.
fn is_at_hand(part: usize, other: usize) -> bool {
    other == part || other < part.min(COMMON)
}

/// Takes all data out of a module and returns those of a part, with their addresses.
fn take_constants(
    part: usize,
    module: &mut Module,
    partition: &Partition,
) -> Result<Vec<(usize, Vec<u8>)>> {
    let mut constants: Vec<(usize, Vec<u8>)> = Vec::new();
    let segments: Vec<_> = module.data.iter().map(|data| data.id()).collect();
    for segment in segments {
        let data = module.data.get(segment);
        let start = address(&data.kind)?;
        for place in partition.within(part, start, data.value.len()) {
            match constants.last_mut() {
                // What lies between is written a second time, the same: a segment of its own would be longer.
                Some((first, bytes)) if start + place.start - (*first + bytes.len()) < GAP => {
                    bytes.extend(&data.value[*first + bytes.len() - start..place.end]);
                }
                _ => constants.push((start + place.start, data.value[place].to_vec())),
            }
        }
        module.data.delete(segment);
    }
    Ok(constants)
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

/// Turns calls of later parts into calls through the table.
struct Redirect<'a> {
    plan: &'a Plan,
    part: usize,
    types: &'a BTreeMap<FunctionId, walrus::TypeId>,
}

impl VisitorMut for Redirect<'_> {
    fn start_instr_seq_mut(&mut self, sequence: &mut InstrSeq) {
        let before = std::mem::take(&mut sequence.instrs);
        for (instruction, location) in before {
            match instruction {
                Instr::Call(Call { func }) if !is_at_hand(self.part, self.plan.parts[&func]) => {
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
