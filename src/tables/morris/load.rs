//! Tables from files.

use super::cell::Metric;
use super::moving_rules::MovingRules;
use super::probe::{Distances, Lookup, MorrisTables, Values, unpack};
use super::space::Space;
use super::store::Store;
use crate::games::morris::rules::{FEWEST, MOST};
use crate::tables::file::{Encoding, FileError};
use std::sync::Arc;

/// Where the values of tables are while they are in use. Distances are always read from their files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keep {
    /// In memory, two bits a slot: for a search.
    Memory,
    /// On disk, each read when it is asked for: for a single position.
    Disk,
}

impl MorrisTables {
    /// The tables that a folder holds for up to `most` stones of both sides in all. Files that are not there are left
    /// out; those that cannot be used are reported, and left out too.
    pub fn load(
        rules: MovingRules,
        store: &Store,
        most: u32,
        keep: Keep,
        mut report: impl FnMut(FileError),
    ) -> MorrisTables {
        let mut tables = MorrisTables::empty(rules);
        for a in FEWEST..=MOST {
            for b in (FEWEST..=a).filter(|b| a + b <= most && store.path(a, *b, Encoding::Wdl).exists()) {
                match values(store, a, b, keep) {
                    Ok(values) => {
                        let distances = distances(store, a, b).unwrap_or_else(|error| {
                            report(error);
                            None
                        });
                        tables.add(Space::new(a, b), values, distances);
                    }
                    Err(error) => report(error),
                }
            }
        }
        tables
    }
}

/// The halves that a file has.
fn halves(a: u32, b: u32) -> std::ops::Range<usize> {
    0..if a == b { 1 } else { 2 }
}

fn values(store: &Store, a: u32, b: u32, keep: Keep) -> Result<Vec<Values>, FileError> {
    if keep == Keep::Disk {
        let packed = lookups(store, a, b, Encoding::Wdl)?;
        let filed = |packed: Lookup<u8>| {
            Values::Filed(Box::new(move |slot| packed(slot / 4).and_then(|byte| unpack(byte, slot))))
        };
        return Ok(packed.into_iter().map(filed).collect());
    }
    let file = store.open(a, b, Encoding::Wdl)?;
    let load = |half| {
        let mut bytes = vec![0; Encoding::Wdl.bytes(Space::new(a, b).slots())];
        file.load(half, &mut bytes, 1, |frame, bytes| bytes.copy_from_slice(frame))?;
        Ok(Values::Packed(bytes))
    };
    halves(a, b).map(load).collect()
}

/// Distances to the next capture come first: they win within the rules that end a game without progress.
fn distances(store: &Store, a: u32, b: u32) -> Result<Option<Distances>, FileError> {
    let kinds = [(Encoding::Dtc, Metric::Conversion), (Encoding::Dtw, Metric::End)];
    match kinds.into_iter().find(|&(encoding, _)| store.path(a, b, encoding).exists()) {
        Some((encoding, metric)) => Ok(Some(Distances { metric, cells: lookups(store, a, b, encoding)? })),
        None => Ok(None),
    }
}

/// Reads single bytes of either half of a file. A file that can no longer be read gives none.
fn lookups(store: &Store, a: u32, b: u32, encoding: Encoding) -> Result<Vec<Lookup<u8>>, FileError> {
    let file = Arc::new(store.open(a, b, encoding)?);
    let lookup = |half| {
        let (file, frames) = (Arc::clone(&file), file.frames(half)?);
        Ok(Box::new(move |place| file.byte(half, &frames, place).ok()) as Lookup<u8>)
    };
    halves(a, b).map(lookup).collect()
}
