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
        let mut loaded = Loaded::new(values(store, slice, sections, keep)?);
        // Distances to the next capture come first: they win within the rules that end a game without progress.
        for (encoding, metric) in [(Encoding::Dtc, Metric::Conversion), (Encoding::Dtw, Metric::End)] {
            if store.path(slice, encoding).exists() {
                match distances(store, slice, sections, encoding) {
                    Ok((cells, longest)) => {
                        loaded.distances.push(Distances { metric, in_memory: false, cells });
                        loaded.longest = loaded.longest.or(longest);
                    }
                    Err(error) => report(error),
                }
            }
        }
        Ok(loaded)
    }

    /// The tables of a slice from the first of several folders that has them; in memory, if it has room for `memory` bytes more,
    /// which are then taken off. What cannot be used is reported, and left out.
    pub fn find(
        stores: &[Store],
        slice: &str,
        sections: &[usize],
        memory: &mut usize,
        report: &mut dyn FnMut(FileError),
    ) -> Option<Loaded> {
        let need: usize = sections.iter().map(|&slots| Encoding::Wdl.bytes(slots)).sum();
        let keep = if need <= *memory { Keep::Memory } else { Keep::Disk };
        let mut there = stores.iter().filter(|store| store.path(slice, Encoding::Wdl).exists());
        let found = there
            .find_map(|store| Loaded::open(store, slice, sections, keep, &mut *report).map_err(&mut *report).ok())?;
        *memory -= found.bytes();
        Some(found)
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

/// The distances of a file, and the greatest.
fn distances(
    store: &Store,
    slice: &str,
    sections: &[usize],
    encoding: Encoding,
) -> Result<(Vec<Lookup<u8>>, Option<u32>), FileError> {
    let file = store.open(slice, encoding)?;
    let longest = file.header().sections.iter().flat_map(|section| [section.longest_win, section.longest_loss]);
    let longest = longest.flatten().map(|(plies, _)| plies).max();
    Ok((lookups(store, slice, sections, encoding)?, longest))
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
