//! Which constants the first part needs: texts and tables that its functions point to, by what the linker knows.
//!
//! Half of what a page would have to fetch before its first move are texts that only later functions tell. The
//! linker leaves with the module where each constant lies and which function or constant points to it
//! (`--emit-relocs`), so what a set of functions can reach is known, not guessed. All else of the constants comes with the
//! rest; functions that would read it come with the rest, too.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use anyhow::{Context, Result, bail, ensure};
use wasmparser::{
    DataKind, KnownCustom, Linking, Name, Operator, Parser, Payload, RelocationEntry,
    RelocationType, SymbolInfo, TypeRef,
};

/// The constants that can wait, as addresses; those that programs write to are never among them.
pub struct Late(pub Vec<Range<usize>>);

/// The segment of constants that are never written to; the linker puts it first.
const CONSTANTS: u32 = 0;

/// What the linker left of a module.
#[derive(Default)]
struct Linked {
    /// The names of functions, and where their bodies are in the file.
    functions: Vec<(String, Range<usize>)>,
    /// Where each data segment is in the file, and at which address.
    segments: Vec<(Range<usize>, usize)>,
    /// The constants, by the number of their symbol: segment and place in it.
    symbols: BTreeMap<u32, (u32, Range<usize>)>,
    /// Places in the file that hold the address of a symbol, in order.
    pointers: BTreeMap<usize, u32>,
}

/// What none of the `early` functions of a `compiled` module can read.
pub fn late(compiled: &[u8], early: &BTreeSet<String>) -> Result<Late> {
    let linked = Linked::read(compiled)?;
    let early: BTreeSet<&str> = early.iter().map(|name| plain(name)).collect();
    let known: BTreeSet<&str> = linked.functions.iter().map(|(name, _)| plain(name)).collect();
    if let Some(name) = early.difference(&known).next() {
        bail!("the function {name} is not in the compiled module, so nobody knows what it reads");
    }
    let mut open: Vec<u32> = Vec::new();
    for (_, body) in linked.functions.iter().filter(|(name, _)| early.contains(plain(name))) {
        open.extend(linked.pointers.range(body.clone()).map(|(_, symbol)| symbol));
    }
    let mut needed = BTreeSet::new();
    while let Some(symbol) = open.pop() {
        if needed.insert(symbol)
            && let Some((segment, place)) = linked.symbols.get(&symbol)
        {
            let start = linked.segments[*segment as usize].0.start;
            let place = start + place.start..start + place.end;
            open.extend(linked.pointers.range(place).map(|(_, symbol)| symbol));
        }
    }
    let (file, address) = linked.segments.first().context("there are no constants")?;
    // Symbols may share bytes, and what belongs to none might be anybody's.
    let mut waits = vec![false; file.len()];
    let within =
        |(segment, place): &(u32, Range<usize>)| (*segment == CONSTANTS).then(|| place.clone());
    for place in linked.symbols.values().filter_map(within) {
        waits[place].fill(true);
    }
    for place in needed.iter().filter_map(|symbol| linked.symbols.get(symbol)).filter_map(within) {
        waits[place].fill(false);
    }
    let mut late: Vec<Range<usize>> = Vec::new();
    for place in (0..waits.len()).filter(|place| waits[*place]) {
        let at = address + place;
        match late.last_mut() {
            Some(run) if run.end == at => run.end += 1,
            _ => late.push(at..at + 1),
        }
    }
    Ok(Late(late))
}

/// A name as the compiler and the glue both know it: functions that JavaScript calls lose a number, and have a
/// companion that hands on what they return.
fn plain(name: &str) -> &str {
    let name = name.strip_suffix(" multivalue shim").unwrap_or(name);
    match name.rsplit_once('_') {
        Some((plain, number))
            if number.len() == 16 && number.bytes().all(|byte| byte.is_ascii_hexdigit()) =>
        {
            plain
        }
        _ => name,
    }
}

impl Linked {
    fn read(bytes: &[u8]) -> Result<Linked> {
        let mut linked = Linked::default();
        let mut imported = 0;
        let mut bodies = Vec::new();
        let mut names = BTreeMap::new();
        // Sections are numbered in the order of the file; relocations are counted from where their section begins.
        let mut sections = Vec::new();
        let mut relocations: Vec<(u32, Vec<RelocationEntry>)> = Vec::new();
        for payload in Parser::new(0).parse_all(bytes) {
            let payload = payload.context("the compiled engine is not a module")?;
            if let Some((_, range)) = payload.as_section() {
                sections.push(range.start);
            }
            match payload {
                Payload::ImportSection(section) => {
                    for import in section.into_imports() {
                        imported += usize::from(matches!(import?.ty, TypeRef::Func(_)));
                    }
                }
                Payload::CodeSectionEntry(body) => bodies.push(body.range()),
                Payload::DataSection(section) => {
                    for data in section {
                        let data = data?;
                        let DataKind::Active { offset_expr, .. } = data.kind else {
                            bail!("a data segment has no place");
                        };
                        let Operator::I32Const { value } =
                            offset_expr.get_operators_reader().read()?
                        else {
                            bail!("the place of a data segment is not a plain number");
                        };
                        let file = data.range.end - data.data.len()..data.range.end;
                        linked.segments.push((file, value as u32 as usize));
                    }
                }
                Payload::CustomSection(section) => match section.as_known() {
                    KnownCustom::Name(section) => {
                        for part in section {
                            if let Name::Function(functions) = part? {
                                for naming in functions {
                                    let naming = naming?;
                                    names.insert(naming.index as usize, naming.name.to_string());
                                }
                            }
                        }
                    }
                    KnownCustom::Linking(section) => {
                        for part in section.subsections() {
                            if let Linking::SymbolTable(symbols) = part? {
                                linked.symbols(symbols)?;
                            }
                        }
                    }
                    KnownCustom::Reloc(section) => {
                        let entries = section.entries().into_iter().collect::<Result<_, _>>()?;
                        relocations.push((section.section_index(), entries));
                    }
                    _ => {}
                },
                _ => {}
            }
        }
        ensure!(!relocations.is_empty(), "the module was linked without --emit-relocs");
        for (section, entries) in relocations {
            let start = *sections.get(section as usize).context("relocations of no section")?;
            for entry in entries {
                if !is_address(&entry) {
                    continue;
                }
                // Symbols that were not defined are nothing to point to.
                if let Some((segment, place)) = linked.symbols.get(&entry.index) {
                    let at = start + entry.offset as usize;
                    let address = linked.segments[*segment as usize].1 + place.start;
                    let written = number(bytes.get(at..at + entry.ty.extent()), &entry)?;
                    ensure!(
                        i64::from(written) == address as i64 + entry.addend,
                        "what the linker wrote and what it says about it differ"
                    );
                    linked.pointers.insert(at, entry.index);
                }
            }
        }
        for (number, body) in bodies.into_iter().enumerate() {
            let name = names.remove(&(imported + number)).context("a function has no name")?;
            linked.functions.push((name, body));
        }
        Ok(linked)
    }

    fn symbols(&mut self, symbols: wasmparser::SymbolInfoMap) -> Result<()> {
        for (number, symbol) in symbols.into_iter().enumerate() {
            if let SymbolInfo::Data { symbol: Some(data), .. } = symbol? {
                let place = data.offset as usize..(data.offset + data.size) as usize;
                self.symbols.insert(number as u32, (data.index, place));
            }
        }
        Ok(())
    }
}

/// The number that a relocation has put into the module.
fn number(bytes: Option<&[u8]>, entry: &RelocationEntry) -> Result<u32> {
    let bytes = bytes.context("a relocation lies outside of the module")?;
    Ok(match (bytes, entry.ty) {
        (_, RelocationType::MemoryAddrI32) => u32::from_le_bytes(bytes.try_into()?),
        // Seven bits in each byte.
        _ => bytes.iter().rev().fold(0, |number, byte| number << 7 | u32::from(byte & 127)),
    })
}

fn is_address(entry: &RelocationEntry) -> bool {
    use RelocationType::{MemoryAddrI32, MemoryAddrLeb, MemoryAddrSleb};
    matches!(entry.ty, MemoryAddrLeb | MemoryAddrSleb | MemoryAddrI32)
}
