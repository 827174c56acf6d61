//! Searches with a fixed limit and a tt of their own, so that the results can be reproduced.

use crate::engine::any_game::{AnyGame, Report, Tools};
use crate::games::notation::Style;
use crate::search::tt::TranspositionTable;
use crate::search::{Limits, Settings, Signals};
use crate::tables::lookup::AnyTables;
use std::fmt;
use std::sync::Arc;

/// Where a search of an opening ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SearchLimit {
    /// A depth in plies.
    Depth(u32),
    /// A number of nodes.
    Nodes(u64),
}

/// As on the command line.
impl fmt::Display for SearchLimit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SearchLimit::Depth(depth) => write!(f, "--depth {depth}"),
            SearchLimit::Nodes(nodes) => write!(f, "--nodes {nodes}"),
        }
    }
}

/// The best lines that begin with one of `moves`, or with any move if `moves` is empty; best first.
pub fn best_lines(
    game: &dyn AnyGame,
    limit: SearchLimit,
    tables: Option<&Arc<AnyTables>>,
    count: usize,
    moves: Vec<String>,
) -> Vec<Report> {
    /// Enough for the usual limits, and quick to allocate.
    const MEGABYTES: usize = 4;
    let (depth, nodes) = match limit {
        SearchLimit::Depth(depth) => (Some(depth), None),
        SearchLimit::Nodes(nodes) => (None, Some(nodes)),
    };
    let limits = Limits { depth, nodes, moves, ..Limits::default() };
    let settings = Settings { lines: count, ..Settings::default() };
    let tools =
        Tools { table: Arc::new(TranspositionTable::new(MEGABYTES)), pool: None, settings, tables: tables.cloned() };
    let search = game.search(&limits, Style::Usual);
    let mut found: Vec<Report> = Vec::new();
    search.run(&tools, &Signals::default(), &mut |lines| found = lines.to_vec());
    found
}

/// The score of a position for the side to move.
pub fn score(game: &dyn AnyGame, limit: SearchLimit, tables: Option<&Arc<AnyTables>>) -> i32 {
    best_lines(game, limit, tables, 1, Vec::new()).first().map_or_else(|| game.evaluate(), |report| report.score)
}
