//! Tables from files.

use super::endgame_rules::EndgameRules;
use super::material::Pair;
use super::probe::DraughtsTables;
use crate::tables::file::{Encoding, FileError};
use crate::tables::load::Keep;
use crate::tables::store::Store;
use crate::tables::values::Loaded;

impl DraughtsTables {
    /// The tables that a folder holds for up to `most` pieces of both sides in all. Files that are not there are left
    /// out; those that cannot be used are reported, and left out too.
    pub fn load(
        rules: EndgameRules,
        store: &Store,
        most: u32,
        keep: Keep,
        mut report: impl FnMut(FileError),
    ) -> DraughtsTables {
        let mut tables = DraughtsTables::empty(rules);
        for pair in Pair::all(&rules, most) {
            let slice = pair.to_string();
            if store.path(&slice, Encoding::Wdl).exists() {
                match Loaded::open(store, &slice, &pair.slots(rules.board()), keep, &mut report) {
                    Ok(loaded) => tables.add(pair, loaded),
                    Err(error) => report(error),
                }
            }
        }
        tables
    }

    /// The tables of several folders, smallest first: in memory up to so many bytes, the rest on disk.
    pub fn load_all(
        rules: EndgameRules,
        stores: &[Store],
        mut memory: usize,
        report: &mut dyn FnMut(FileError),
    ) -> DraughtsTables {
        let mut tables = DraughtsTables::empty(rules);
        for pair in Pair::all(&rules, u32::MAX) {
            let sections = pair.slots(rules.board());
            if let Some(loaded) = Loaded::find(stores, &pair.to_string(), &sections, &mut memory, report) {
                tables.add(pair, loaded);
            }
        }
        tables
    }
}
