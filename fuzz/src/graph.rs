//! Graph files: whatever is written, reading it ends in a graph or in a sentence, and nodes can be asked for.
#![no_main]

use bouton::graph::read::NamedGraph;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let Ok(graph) = NamedGraph::read(text) else { return };
    for (number, name) in graph.names.iter().enumerate() {
        assert_eq!(graph.node(name), Some(number as u32));
    }
});
