//! What the linker knows of the engine: which function or constant points to which (`--emit-relocs`).
//!
//! Code does not show which texts and tables it reads, nor which functions are called through pointers that lie in
//! constants. The linker leaves both with the module. So what a set of functions can reach is known, not guessed.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use anyhow::{Context, Result, bail, ensure};
use wasmparser::{
    DataKind, KnownCustom, Linking, Name, Operator, Parser, Payload, RelocationEntry,
    RelocationType, SymbolInfo, SymbolInfoMap, TypeRef,
};

/// The segment of constants that are never written to; the linker puts it first.
const CONSTANTS: u32 = 0;

/// A function by its number in the module, or a constant by the number of its symbol.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Node {
    Function(u32),
    Constant(u32),
}

/// A module as the compiler left it.
#[derive(Default)]
pub struct Linked {
    /// The functions that are not imported: their names, and where their bodies are in the file.
    functions: BTreeMap<u32, (String, Range<usize>)>,
    /// Where each data segment is in the file, and at which address.
    segments: Vec<(Range<usize>, usize)>,
    symbols: BTreeMap<u32, Symbol>,
    /// Places in the file that point to something.
    pointers: BTreeMap<usize, Node>,
}

enum Symbol {
    Function(u32),
    /// A segment and a place in it.
    Constant(u32, Range<usize>),
}

impl Linked {
    /// The functions whose plain names are wanted.
    pub fn functions<'a>(
        &'a self,
        wanted: impl Fn(&str) -> bool + 'a,
    ) -> impl Iterator<Item = Node> + 'a {
        let wanted = move |(number, (name, _)): (&u32, &(String, _))| {
            wanted(plain(name)).then_some(Node::Function(*number))
        };
        self.functions.iter().filter_map(wanted)
    }

    /// The plain name of a function.
    pub fn name(&self, function: u32) -> Option<&str> {
        self.functions.get(&function).map(|(name, _)| plain(name))
    }

    /// Everything that can be reached from somewhere, by functions and constants that may be passed; where one starts
    /// is always among it.
    pub fn reached(
        &self,
        from: impl IntoIterator<Item = Node>,
        passed: impl Fn(Node) -> bool,
    ) -> BTreeSet<Node> {
        let mut open: Vec<Node> = from.into_iter().collect();
        let mut reached = BTreeSet::new();
        while let Some(node) = open.pop() {
            if reached.insert(node)
                && let Some(place) = self.place(node)
            {
                let next = self.pointers.range(place).map(|(_, node)| *node);
                open.extend(next.filter(|node| passed(*node)));
            }
        }
        reached
    }

    /// Where something is in the file; functions that are imported are nowhere.
    fn place(&self, node: Node) -> Option<Range<usize>> {
        match node {
            Node::Function(number) => self.functions.get(&number).map(|(_, body)| body.clone()),
            Node::Constant(symbol) => match self.symbols.get(&symbol)? {
                Symbol::Constant(segment, place) => {
                    let start = self.segments[*segment as usize].0.start;
                    Some(start + place.start..start + place.end)
                }
                Symbol::Function(_) => None,
            },
        }
    }

    /// The address of each byte of the constants, with the earliest part of those that it belongs to. What belongs to no
    /// symbol might be anybody's, and is in the first part.
    pub fn constants(
        &self,
        part: impl Fn(&Node) -> usize,
    ) -> Result<impl Iterator<Item = (usize, usize)>> {
        let (file, address) = self.segments.first().context("there are no constants")?;
        let mut parts = vec![usize::MAX; file.len()];
        for (number, symbol) in &self.symbols {
            if let Symbol::Constant(CONSTANTS, place) = symbol {
                let own = part(&Node::Constant(*number));
                // Symbols may share bytes.
                parts[place.clone()].iter_mut().for_each(|part| *part = own.min(*part));
            }
        }
        let earliest = |part| if part == usize::MAX { 0 } else { part };
        Ok((*address..).zip(parts.into_iter().map(earliest)))
    }

    pub fn read(bytes: &[u8]) -> Result<Linked> {
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
                        imported += u32::from(matches!(import?.ty, TypeRef::Func(_)));
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
                                    names.insert(naming.index, naming.name.to_string());
                                }
                            }
                        }
                    }
                    KnownCustom::Linking(section) => {
                        for part in section.subsections() {
                            if let Linking::SymbolTable(symbols) = part? {
                                linked.read_symbols(symbols)?;
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
                linked.point(bytes, start + entry.offset as usize, &entry)?;
            }
        }
        for (number, body) in (imported..).zip(bodies) {
            let name = names.remove(&number).context("a function has no name")?;
            linked.functions.insert(number, (name, body));
        }
        Ok(linked)
    }

    fn read_symbols(&mut self, symbols: SymbolInfoMap) -> Result<()> {
        for (number, symbol) in (0..).zip(symbols) {
            let symbol = match symbol? {
                SymbolInfo::Data { symbol: Some(data), .. } => {
                    let place = data.offset as usize..(data.offset + data.size) as usize;
                    Symbol::Constant(data.index, place)
                }
                SymbolInfo::Func { index, .. } => Symbol::Function(index),
                _ => continue,
            };
            self.symbols.insert(number, symbol);
        }
        Ok(())
    }

    /// Notes a pointer, after a look whether the linker wrote what it says.
    fn point(&mut self, bytes: &[u8], at: usize, entry: &RelocationEntry) -> Result<()> {
        use RelocationType::{
            FunctionIndexLeb, MemoryAddrI32, MemoryAddrLeb, MemoryAddrSleb, TableIndexI32,
            TableIndexSleb,
        };
        let node = match (entry.ty, self.symbols.get(&entry.index)) {
            (
                MemoryAddrLeb | MemoryAddrSleb | MemoryAddrI32,
                Some(Symbol::Constant(segment, place)),
            ) => {
                let address = self.segments[*segment as usize].1 + place.start;
                let written = number(bytes.get(at..at + entry.ty.extent()), entry.ty)?;
                ensure!(
                    i64::from(written) == address as i64 + entry.addend,
                    "what the linker wrote and what it says about it differ"
                );
                Node::Constant(entry.index)
            }
            (
                FunctionIndexLeb | TableIndexSleb | TableIndexI32,
                Some(Symbol::Function(function)),
            ) => Node::Function(*function),
            // Types, globals and the like; symbols that are defined nowhere.
            _ => return Ok(()),
        };
        self.pointers.insert(at, node);
        Ok(())
    }
}

/// A name as the compiler and the glue both know it: functions that JavaScript calls lose a number, and have a
/// companion that hands on what they return.
pub fn plain(name: &str) -> &str {
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

/// The number that a relocation has put into the module.
fn number(bytes: Option<&[u8]>, kind: RelocationType) -> Result<u32> {
    let bytes = bytes.context("a relocation lies outside of the module")?;
    Ok(match kind {
        RelocationType::MemoryAddrI32 => u32::from_le_bytes(bytes.try_into()?),
        // Seven bits in each byte.
        _ => bytes.iter().rev().fold(0, |number, byte| number << 7 | u32::from(byte & 127)),
    })
}
