//! The tables of a slice from their files.

use super::cell::Metric;
use super::file::{Encoding, FileError};
use super::store::Store;
use super::values::{Distances, Loaded, Lookup, Values, unpack};
use std::sync::Arc;

/// Where the values of tables are while they are in use. Distances are always read from their files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keep {
    /// In memory, two bits a slot: for a search.
    Memory,
    /// On disk, each read when it is asked for: for a single position.
    Disk,
}

impl Loaded {
    /// The tables of a slice whose sections have so many slots. Distances that cannot be used are reported, and left
    /// out.
    pub fn open(
        store: &Store,
        slice: &str,
        sections: &[usize],
        keep: Keep,
        mut report: impl FnMut(FileError),
    ) -> Result<Loaded, FileError> {
        let values = values(store, slice, sections, keep)?;
        let distances = distances(store, slice, sections).unwrap_or_else(|error| {
            report(error);
            None
        });
        Ok(Loaded { values, distances })
    }
}

fn values(store: &Store, slice: &str, sections: &[usize], keep: Keep) -> Result<Vec<Values>, FileError> {
    if keep == Keep::Disk {
        let packed = lookups(store, slice, sections, Encoding::Wdl)?;
        let filed = |packed: Lookup<u8>| {
            Values::Filed(Box::new(move |slot| packed(slot / 4).and_then(|byte| unpack(byte, slot))))
        };
        return Ok(packed.into_iter().map(filed).collect());
    }
    let file = store.open(slice, Encoding::Wdl)?;
    let load = |(section, &slots)| {
        file.expect_slots(section, slots)?;
        let mut bytes = vec![0; Encoding::Wdl.bytes(slots)];
        file.load(section, &mut bytes, 1, |frame, bytes| bytes.copy_from_slice(frame))?;
        Ok(Values::Packed(bytes))
    };
    sections.iter().enumerate().map(load).collect()
}

/// Distances to the next capture come first: they win within the rules that end a game without progress.
fn distances(store: &Store, slice: &str, sections: &[usize]) -> Result<Option<Distances>, FileError> {
    let kinds = [(Encoding::Dtc, Metric::Conversion), (Encoding::Dtw, Metric::End)];
    match kinds.into_iter().find(|&(encoding, _)| store.path(slice, encoding).exists()) {
        Some((encoding, metric)) => Ok(Some(Distances { metric, cells: lookups(store, slice, sections, encoding)? })),
        None => Ok(None),
    }
}

/// Reads single bytes of each section of a file. A file that can no longer be read gives none.
fn lookups(store: &Store, slice: &str, sections: &[usize], encoding: Encoding) -> Result<Vec<Lookup<u8>>, FileError> {
    let file = Arc::new(store.open(slice, encoding)?);
    let lookup = |(section, &slots): (usize, &usize)| {
        file.expect_slots(section, slots)?;
        let (file, frames) = (Arc::clone(&file), file.frames(section)?);
        Ok(Box::new(move |place| file.byte(section, &frames, place).ok()) as Lookup<u8>)
    };
    sections.iter().enumerate().map(lookup).collect()
}
