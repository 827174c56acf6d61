//! Tables from files.

use super::build::slice;
use super::moving_rules::MovingRules;
use super::probe::MorrisTables;
use super::space::Space;
use crate::games::morris::rules::FEWEST;
use crate::tables::file::{Encoding, FileError};
use crate::tables::load::Keep;
use crate::tables::store::Store;
use crate::tables::values::Loaded;

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
        for a in FEWEST..=rules.most() {
            for b in (FEWEST..=a).filter(|b| a + b <= most && store.path(&slice(a, *b), Encoding::Wdl).exists()) {
                let space = Space::new(rules.board, a, b);
                match Loaded::open(store, &slice(a, b), &sections(&space), keep, &mut report) {
                    Ok(loaded) => tables.add(space, loaded),
                    Err(error) => report(error),
                }
            }
        }
        tables
    }

    /// The tables of several folders, smallest first: in memory up to so many bytes, the rest on disk.
    pub fn load_all(
        rules: MovingRules,
        stores: &[Store],
        mut memory: usize,
        report: &mut dyn FnMut(FileError),
    ) -> MorrisTables {
        let mut tables = MorrisTables::empty(rules);
        let mut units: Vec<(u32, u32)> =
            (FEWEST..=rules.most()).flat_map(|a| (FEWEST..=a).map(move |b| (a, b))).collect();
        units.sort_by_key(|&(a, b)| (a + b, a));
        for (a, b) in units {
            let space = Space::new(rules.board, a, b);
            if let Some(loaded) = Loaded::find(stores, &slice(a, b), &sections(&space), &mut memory, report) {
                tables.add(space, loaded);
            }
        }
        tables
    }
}

/// The slots of each section of a unit's file.
fn sections(space: &Space) -> Vec<usize> {
    vec![space.slots(); if space.a == space.b { 1 } else { 2 }]
}
