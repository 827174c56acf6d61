//! Tables from files.

use super::build::slice;
use super::moving_rules::MovingRules;
use super::probe::MorrisTables;
use super::space::Space;
use crate::games::morris::rules::{FEWEST, MOST};
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
        for a in FEWEST..=MOST {
            for b in (FEWEST..=a).filter(|b| a + b <= most && store.path(&slice(a, *b), Encoding::Wdl).exists()) {
                let space = Space::new(a, b);
                let sections = &[space.slots(); 2][..if a == b { 1 } else { 2 }];
                match Loaded::open(store, &slice(a, b), sections, keep, &mut report) {
                    Ok(loaded) => tables.add(space, loaded),
                    Err(error) => report(error),
                }
            }
        }
        tables
    }
}
