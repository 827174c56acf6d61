//! Reading tables from files into memory.

use super::moving_rules::MovingRules;
use super::probe::{Distances, MorrisTables};
use super::space::Space;
use super::store::Store;
use crate::games::morris::rules::{FEWEST, MOST};
use crate::tables::file::{Encoding, FileError};

impl MorrisTables {
    /// The tables that a folder holds for up to `most` stones of both sides in all: who wins is read into memory,
    /// distances stay in their files. Files that are not there are left out; those that cannot be used are reported,
    /// and left out too.
    pub fn load(rules: MovingRules, store: &Store, most: u32, mut report: impl FnMut(FileError)) -> MorrisTables {
        let mut tables = MorrisTables::empty(rules);
        for a in FEWEST..=MOST {
            for b in (FEWEST..=a).filter(|b| a + b <= most && store.path(a, *b, Encoding::Wdl).exists()) {
                match values(store, a, b) {
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
const fn halves(a: u32, b: u32) -> usize {
    if a == b { 1 } else { 2 }
}

fn values(store: &Store, a: u32, b: u32) -> Result<[Vec<u8>; 2], FileError> {
    let file = store.open(a, b, Encoding::Wdl)?;
    let mut values = [Vec::new(), Vec::new()];
    for (half, bytes) in values.iter_mut().enumerate().take(halves(a, b)) {
        bytes.resize(Encoding::Wdl.bytes(Space::new(a, b).slots()), 0);
        file.load(half, bytes, 1, |frame, bytes| bytes.copy_from_slice(frame))?;
    }
    Ok(values)
}

/// Distances to the next capture come first: they win within the rules that end a game without progress.
fn distances(store: &Store, a: u32, b: u32) -> Result<Option<Distances>, FileError> {
    let there = [Encoding::Dtc, Encoding::Dtw].into_iter().find(|&encoding| store.path(a, b, encoding).exists());
    let Some(encoding) = there else {
        return Ok(None);
    };
    let file = store.open(a, b, encoding)?;
    let frames: Result<Vec<_>, _> = (0..halves(a, b)).map(|half| file.frames(half)).collect();
    let frames = frames?;
    // A file that can no longer be read has no distances.
    Ok(Some(Box::new(move |half, slot| file.byte(half, frames.get(half)?, slot).ok())))
}
