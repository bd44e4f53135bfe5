//! The end: each shard is sorted and written.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use bouton_core::error::Error;
use rustc_hash::FxHashMap;

use super::outcomes::Endings;
use super::preds::Backwards;
use super::values::Values;
use super::{Phase, Team};
use crate::entry::{Ending, Entry};
use crate::manifest::{Digest, Piece};
use crate::{shard, shard_file};

/// Writes the shards of a worker.
pub fn write(
    team: &Arc<Team>,
    graph: &Backwards,
    endings: &[Endings],
    values: &Values,
) -> Result<(Vec<(u32, Piece)>, Digest), Error> {
    let (mut pieces, mut digest) = (Vec::new(), Digest::default());
    for (local, part) in graph.shards.iter().enumerate() {
        team.tick(Phase::Write)?;
        // Each kind of entry has a number, at first in the order in which they come.
        let mut kinds: FxHashMap<Entry, u32> = FxHashMap::default();
        let mut counts: Vec<u64> = Vec::new();
        let ending = &endings[local];
        let mut ids = Vec::with_capacity(part.nodes.len());
        for node in 0..part.nodes.len() as u32 {
            let entry = Entry {
                normal: Ending::of_code(ending.normal[node as usize]),
                misere: ending.misere.as_ref().map(|codes| Ending::of_code(codes[node as usize])),
                worth: values.worth(local, node),
            };
            let next = counts.len() as u32;
            let id = *kinds.entry(entry).or_insert(next);
            if id == next {
                counts.push(0);
            }
            counts[id as usize] += 1;
            ids.push(id);
        }
        // Then in their own order, which depends on nothing else.
        let mut dictionary: Vec<(Entry, u32)> = kinds.into_iter().collect();
        dictionary.sort_unstable();
        let mut places = vec![0u32; dictionary.len()];
        for (place, (entry, id)) in dictionary.iter().enumerate() {
            places[*id as usize] = place as u32;
            digest.add(entry, counts[*id as usize]);
        }
        let dictionary: Vec<Entry> = dictionary.into_iter().map(|(entry, _)| entry).collect();
        let (bytes, starts) = part.nodes.all().map_err(|error| team.disk(error))?;
        let key =
            |node: u32| &bytes[starts[node as usize] as usize..starts[node as usize + 1] as usize];
        // Most keys differ in their first bytes, which are compared as one number.
        let mut order: Vec<(u64, u32)> = (0..part.nodes.len() as u32)
            .map(|node| {
                let key = key(node);
                let mut head = [0; 8];
                let length = key.len().min(8);
                head[..length].copy_from_slice(&key[..length]);
                (u64::from_be_bytes(head), node)
            })
            .collect();
        team.tick(Phase::Write)?;
        order.sort_unstable_by(|one, two| {
            one.0.cmp(&two.0).then_with(|| key(one.1).cmp(key(two.1)))
        });
        let (file, count) = (shard_file(part.number), order.len() as u64);
        let mut sums = (0, 0);
        let written = team.place.put(&file, &mut |out| {
            sums = shard::write(out, part.number, count, &dictionary, &mut |take| {
                order.iter().try_for_each(|(_, node)| {
                    take(key(*node), places[ids[*node as usize] as usize])
                })
            })?;
            Ok(())
        });
        written.map_err(|error| team.disk(error))?;
        team.counters.done.fetch_add(count, Ordering::Relaxed);
        let (bytes, crc32) = sums;
        pieces.push((part.number, Piece { file, positions: count, bytes, crc32 }));
    }
    Ok((pieces, digest))
}
