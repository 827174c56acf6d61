//! The tables that a search uses: those in files, and small ones that are built when they are needed.

use super::draughts::endgame_rules::EndgameRules;
use super::draughts::probe::{DraughtsTables, LARGER, SMALL};
use super::lookup::AnyTables;
use super::morris::moving_rules::MovingRules;
use super::morris::probe::MorrisTables;
use super::morris::whole::{is_small, solve};
#[cfg(not(target_family = "wasm"))]
use super::{lookup::Progress, morris::placing_build::PlacingBuild, morris::probe::PlacingLookup, store::Store};
use crate::games::catalog::{AnyRules, Variant};
use crate::games::draughts;
use crate::games::draughts::rules::Board;
#[cfg(not(target_family = "wasm"))]
use crate::games::morris::position::Position;
use crate::games::morris::rules::Rules;
use std::fmt;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

/// Where tables come from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TableSource {
    /// The folders of files; of two files with the same tables the first is used.
    pub folders: Vec<PathBuf>,
    /// The most memory for what is in files; the rest is read when it is needed.
    pub megabytes: usize,
    /// Which small tables are built that no file has.
    pub small: SmallTables,
    /// Whether files that cannot be used are passed over in silence.
    pub quiet: bool,
}

/// Tables that are built in memory.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SmallTables {
    /// Nothing is built; only files count.
    #[default]
    None,
    /// Those that take a few tenths of a second at most.
    Quick,
    /// Those of draughts on 32 squares that take a second, too.
    Larger,
}

impl TableSource {
    /// The usual folder, if there is one, and small tables.
    pub fn usual(megabytes: usize) -> TableSource {
        #[cfg(not(target_family = "wasm"))]
        let folders = super::folder::default_folder().filter(|folder| folder.is_dir()).into_iter().collect();
        #[cfg(target_family = "wasm")]
        let folders = Vec::new();
        TableSource { folders, megabytes, small: SmallTables::Quick, quiet: false }
    }

    #[cfg(not(target_family = "wasm"))]
    const fn bytes(&self) -> usize {
        self.megabytes << 20
    }
}

/// Is told what is wrong with files.
type Problems<'a> = &'a (dyn Fn(&str) + Sync);

/// The tables of several games, each opened when it is first asked for.
pub struct TableCache {
    source: TableSource,
    report: fn(&str),
    games: Mutex<Vec<(Variant, Option<Arc<AnyTables>>)>>,
}

impl TableCache {
    /// The most games that are kept at a time.
    const MOST: usize = 4;

    /// Tables of this source; what is wrong with files is reported.
    pub fn new(source: TableSource, report: fn(&str)) -> TableCache {
        TableCache { source, report, games: Mutex::default() }
    }

    /// The tables of a game. Whoever asks while they are being opened waits.
    pub fn tables(&self, variant: &Variant) -> Option<Arc<AnyTables>> {
        let mut games = self.games.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, tables)) = games.iter().find(|(known, _)| known.rules() == variant.rules()) {
            return tables.clone();
        }
        let opened = open(variant.rules(), &self.source, &|| true, &self.report).unwrap_or_else(|reason| {
            (self.report)(&format!("no tables for {variant}: {reason}"));
            None
        });
        if games.len() == Self::MOST {
            games.remove(0);
        }
        let tables = opened.map(Arc::new);
        games.push((variant.clone(), tables.clone()));
        tables
    }
}

impl fmt::Debug for TableCache {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("TableCache").field(&self.source).finish()
    }
}

/// Whether [`open`] gives tables of the whole game, in less than a second and without files.
pub fn is_whole(rules: &AnyRules) -> bool {
    matches!(rules, AnyRules::Morris(rules) if is_small(rules))
}

/// Whether [`SmallTables::Larger`] has tables for these rules that `tables` lack.
pub fn may_be_larger(rules: &AnyRules, tables: Option<&AnyTables>) -> bool {
    let AnyRules::Draughts(rules) = rules else { return false };
    let known = tables.and_then(AnyTables::of_positions::<draughts::position::Position>);
    takes_larger(rules) && known.is_some_and(|known| known.most_pieces() < LARGER)
}

const fn takes_larger(rules: &draughts::rules::Rules) -> bool {
    matches!(rules.movement.board, Board::Eight)
}

/// The tables of a whole game, if there can be.
pub fn whole(rules: &AnyRules) -> Option<AnyTables> {
    match rules {
        AnyRules::Morris(rules) => solve(rules, &|| true).map(AnyTables::from),
        AnyRules::Draughts(_) | AnyRules::Wolf(_) => None,
    }
}

/// The tables of a rule set; none if there are none or `going` says to stop, and the reason if there can be none.
pub fn open(
    rules: &AnyRules,
    source: &TableSource,
    going: &(dyn Fn() -> bool + Sync),
    report: Problems<'_>,
) -> Result<Option<AnyTables>, String> {
    match rules {
        // What is complete needs no files.
        AnyRules::Morris(rules) if is_small(rules) => Ok(solve(rules, going).map(AnyTables::from)),
        AnyRules::Morris(rules) => {
            let mut tables = morris(rules, source, report)?;
            let done = source.small == SmallTables::None || tables.add_small(going);
            Ok((done && !tables.is_empty()).then(|| AnyTables::new(tables)))
        }
        AnyRules::Draughts(rules) => {
            let mut tables = draughts(rules, source, report)?;
            tables.set_draws(rules.draws);
            let most = match source.small {
                SmallTables::None => 0,
                SmallTables::Larger if takes_larger(rules) => LARGER,
                SmallTables::Quick | SmallTables::Larger => SMALL,
            };
            let done = tables.add_small(most, going);
            Ok((done && !tables.is_empty()).then(|| AnyTables::new(tables)))
        }
        AnyRules::Wolf(_) => Ok(None),
    }
}

#[cfg(not(target_family = "wasm"))]
fn morris(rules: &Rules, source: &TableSource, report: Problems<'_>) -> Result<MorrisTables, String> {
    let moving = MovingRules::new(rules)?;
    let store = |folder: &PathBuf| moving.store(&folder.join(moving.folder_name()));
    let stores: Vec<Store> = source.folders.iter().map(store).collect();
    let mut tables = MorrisTables::load_all(moving, &stores, source.bytes(), &mut |error| report(&error.to_string()));
    let has_placing = |store: &Store| PlacingBuild::new(rules, store).is_ok_and(|placing| placing.folder().is_dir());
    if stores.iter().any(has_placing) {
        let rules = *rules;
        let placing: PlacingLookup = Box::new(move |position: &Position| {
            let fits = position.own_left().max(position.their_left()) <= rules.men.into();
            let read = |store| PlacingBuild::new(&rules, store).ok()?.probe(position).ok();
            if fits { stores.iter().find_map(read) } else { None }
        });
        tables.set_placing(placing, Progress::Unknown);
    }
    Ok(tables)
}

#[cfg(not(target_family = "wasm"))]
fn draughts(
    rules: &draughts::rules::Rules,
    source: &TableSource,
    report: Problems<'_>,
) -> Result<DraughtsTables, String> {
    let endgame = EndgameRules::new(rules)?;
    let store = |folder: &PathBuf| endgame.store(&folder.join(endgame.folder_name()));
    let stores: Vec<Store> = source.folders.iter().map(store).collect();
    Ok(DraughtsTables::load_all(endgame, &stores, source.bytes(), &mut |error| report(&error.to_string())))
}

#[cfg(target_family = "wasm")]
fn morris(rules: &Rules, _: &TableSource, _: Problems<'_>) -> Result<MorrisTables, String> {
    MovingRules::new(rules).map(MorrisTables::empty)
}

#[cfg(target_family = "wasm")]
fn draughts(rules: &draughts::rules::Rules, _: &TableSource, _: Problems<'_>) -> Result<DraughtsTables, String> {
    EndgameRules::new(rules).map(DraughtsTables::empty)
}
