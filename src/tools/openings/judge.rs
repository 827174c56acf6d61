//! What a search thinks of a position.

use crate::engine::any_game::{AnyGame, Report, Tools};
use crate::search::tt::TranspositionTable;
use crate::search::{Limits, Settings, Signals};
use std::fmt;
use std::sync::Arc;

/// How much a search may cost. Either gives the same answer every time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effort {
    /// To a depth.
    Depth(u32),
    /// Through so many nodes.
    Nodes(u64),
}

/// As the command line has it.
impl fmt::Display for Effort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Effort::Depth(depth) => write!(f, "--depth {depth}"),
            Effort::Nodes(nodes) => write!(f, "--nodes {nodes}"),
        }
    }
}

/// The best lines of a position, the best first, found with a table of their own on this thread.
pub fn lines(seat: &dyn AnyGame, effort: Effort, most: usize) -> Vec<Report> {
    lines_of(seat, effort, most, Vec::new())
}

/// The best lines that begin with one of these moves, with any move if there are none.
pub fn lines_of(seat: &dyn AnyGame, effort: Effort, most: usize, moves: Vec<String>) -> Vec<Report> {
    /// Enough for the nodes that are usual here, and quick to make.
    const MEGABYTES: usize = 4;
    let (depth, nodes) = match effort {
        Effort::Depth(depth) => (Some(depth), None),
        Effort::Nodes(nodes) => (None, Some(nodes)),
    };
    let limits = Limits { depth, nodes, moves, ..Limits::default() };
    let settings = Settings { lines: most, ..Settings::default() };
    let tools = Tools { table: Arc::new(TranspositionTable::new(MEGABYTES)), pool: None, settings };
    let search = seat.search(&limits, crate::games::notation::Style::Usual);
    let mut found: Vec<Report> = Vec::new();
    search.run(&tools, &Signals::default(), &mut |lines| found = lines.to_vec());
    found
}

/// The score of a position, for the side to move.
pub fn score(seat: &dyn AnyGame, effort: Effort) -> i32 {
    lines(seat, effort, 1).first().map_or_else(|| seat.evaluate(), |report| report.score)
}
