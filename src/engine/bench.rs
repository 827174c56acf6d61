//! A fixed set of positions of every family of games, searched to a fixed depth.
//!
//! With one thread the number of nodes depends on the search alone. A change that is not meant to change the search must
//! not change it.

use crate::engine::any_game::{Report, Tools, any_game};
use crate::games::catalog::Variant;
use crate::games::notation::Style;
use crate::search::tt::TranspositionTable;
use crate::search::{self, Limits, Settings, Signals};
use std::sync::Arc;
use std::time::{Duration, Instant};
use thiserror::Error;

/// The depth of the reference node count.
pub const DEPTH: u32 = 13;
/// The table size of the reference node count, in MB.
pub const HASH: usize = 16;

/// A position of the set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BenchPosition {
    /// The name of the game.
    pub variant: String,
    /// The FEN; empty for the start position.
    pub fen: String,
    /// Plies to add to the common depth, so that all positions take about the same time.
    pub deeper: i32,
}

/// The result of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BenchResult {
    /// The position searched.
    pub fen: String,
    /// The depth searched.
    pub depth: u32,
    /// The score for the side to move.
    pub score: i32,
    /// The best move.
    pub best: String,
    /// The nodes of all threads.
    pub nodes: u64,
    /// The time taken.
    pub time: Duration,
}

/// Why the bench failed.
#[derive(Debug, Error)]
pub enum BenchError {
    /// An invalid position.
    #[error("bench: {0}")]
    Position(String),
    /// The table cannot be allocated.
    #[error("bench: cannot allocate a table of {megabytes} MB: {error}")]
    Table {
        /// The requested size.
        megabytes: usize,
        /// The error of the system.
        error: std::io::Error,
    },
    /// The threads cannot be started.
    #[error("bench: cannot start the threads: {0}")]
    Threads(#[from] rayon::ThreadPoolBuildError),
}

/// The set: the game, the FEN, and the plies to add to the depth. Most positions come from games of the engine
/// against itself.
const POSITIONS: &[(&str, &str, i32)] = &[
    ("schmidt-de", "W:W12,13,22,23,25-32:B1-7,9,11,14,16", 2),
    ("schmidt-de", "W:W12,18,19,22-24,30:B4,7,9,10,14,16", 6),
    ("english", "", 1),
    ("english", "B:W14,20,21,28-32:B1-4,6,7,12,19", 2),
    ("english", "B:WK3,K11,21,31:BK19,K32,2,6", 5),
    ("russian", "W:W17,19,21,23,25-32:B1-6,8,10,11,14", 2),
    ("russian", "W:W12,13,18,21-25,28,30,32:B2-6,9,14,15", 5),
    ("russian", "W:WK26,K22,K19:BK3", 1),
    ("brazilian", "W:W21,22,24-27,29-32:B1-6,9,11,23", 2),
    ("brazilian", "W:WK20,14,24,29,32:BK23,4,8", 3),
    ("international", "", 0),
    ("international", "W:W27,31,32,35,38,40-42,45-50:B1-7,10,12,14-18,33", 1),
    ("international", "W:W26-28,32,34,35,37,39,46,47,49,50:B1-3,11,15-19,23-25", 0),
    ("international", "W:W25,27,28,30,32,33,34,35,37,38:B12,13,14,16,18,19,21,23,24,26", 5),
    ("international", "W:WK1,K2,K3:BK46", 0),
    ("italian", "W:W9,21,23,26,28-32:B1,2,4,8,10-12,17", 2),
    ("thai", "W:W21,22,30-32:B1,3,4,13,15,27", 5),
    ("schmidt-de-huff", "B:W12,18,23,25,28-32:B1-4,6,8,9,17,19", 1),
    ("doubleboard-de", "W:W11,12,19,25,29,31,32:B1-4,10,14", 1),
    ("schmidt-de-losing", "W:W12,22,25,27-30,32:B1-5,8,16,18", 6),
    ("antidraughts", "W:W33,37-41,43-50:B1-13,15,18-20,22,24,36", 3),
    ("breakthrough", "W:W26,27,32-38,43-50:B1-7,9,13-21", 0),
    ("nine-mens-morris", "W:Wd6,d5,d3,d2:Bd7,e3,b2,d1:H5,5", -2),
    ("nine-mens-morris", "W:Wb6,c5,d5,e5,g4,c3,d2,f2:Bd7,g7,f6,a4,e4,f4,b2,a1:H0,0", 3),
    ("nine-mens-morris", "W:Wc5,d5,e5:Ba7,d6,a4,c4,e4,f4,a1:H0,0", -1),
    ("mixed-mill", "W:Wd6,b4,e4,d3,d2,f2:Bf6,e5,f4,e3,b2,d1:H3,3", -1),
    ("ceylon-mill", "W:Wg7,d6,d5,a4,c4,e4,d3,d2,d1:Ba7,d7,c5,b4,f4,e3,b2,g1:H0,1", 3),
    ("twelve-mens-morris", "W:Wd6,c5,d5,e5,d3,d2,a1:Bb6,f6,f4,e3,b2,f2,d1,g1:H3,3", 0),
    ("wolf-and-sheep", "", 0),
];

/// The positions of the set, or those of one game; the start position of a game that is not in the set.
pub fn positions(variant: Option<&Variant>) -> Vec<BenchPosition> {
    let position = |&(variant, fen, deeper): &(&str, &str, i32)| BenchPosition {
        variant: variant.to_string(),
        fen: fen.to_string(),
        deeper,
    };
    let Some(variant) = variant.map(ToString::to_string) else { return POSITIONS.iter().map(position).collect() };
    let mut some: Vec<BenchPosition> = POSITIONS.iter().map(position).filter(|p| p.variant == variant).collect();
    if some.is_empty() {
        some.push(BenchPosition { variant, fen: String::new(), deeper: 0 });
    }
    some
}

/// Searches positions with one set of threads and one table.
pub struct BenchRunner {
    depth: u32,
    tools: Tools,
}

impl BenchRunner {
    /// A runner with a common depth, a number of threads and a table size in MB.
    pub fn new(depth: u32, threads: usize, megabytes: usize) -> Result<BenchRunner, BenchError> {
        let table = TranspositionTable::try_new(megabytes).map_err(|error| BenchError::Table { megabytes, error })?;
        let pool = search::pool(threads)?;
        Ok(BenchRunner {
            depth,
            tools: Tools { table: Arc::new(table), pool, settings: Settings::default(), tables: None },
        })
    }

    /// The same with another number of threads and the same table: a comparison would not be fair if only one of two
    /// tables were on huge pages.
    pub fn on_threads(&self, threads: usize) -> Result<BenchRunner, BenchError> {
        let tools = Tools { pool: search::pool(threads)?, ..self.tools.clone() };
        Ok(BenchRunner { depth: self.depth, tools })
    }

    /// Searches a position with a cleared table.
    pub fn search(&self, position: &BenchPosition) -> Result<BenchResult, BenchError> {
        self.watch(position, |_| ())
    }

    /// [`BenchRunner::search`], calling `show` after every completed depth.
    pub fn watch(
        &self,
        position: &BenchPosition,
        mut show: impl FnMut(&Report) + Send,
    ) -> Result<BenchResult, BenchError> {
        let invalid = |error: &dyn std::fmt::Display| BenchError::Position(error.to_string());
        let variant: Variant = position.variant.parse().map_err(|error| invalid(&error))?;
        let mut game = any_game(&variant);
        let fen = Some(position.fen.as_str()).filter(|fen| !fen.is_empty());
        game.set_position(fen, &[]).map_err(|error| invalid(&error))?;
        self.tools.table.new_game();
        let depth = self.depth.saturating_add_signed(position.deeper).max(1);
        let search = game.search(&Limits { depth: Some(depth), ..Limits::default() }, Style::Usual);
        let mut last = None;
        let began = Instant::now();
        let outcome = search.run(&self.tools, &Signals::default(), &mut |lines| {
            lines.iter().for_each(&mut show);
            last = lines.first().cloned();
        });
        let time = began.elapsed();
        Ok(BenchResult {
            fen: game.fen(),
            depth: last.as_ref().map_or(0, |line| line.depth),
            score: last.as_ref().map_or(0, |line| line.score),
            best: outcome.best.unwrap_or_else(|| "none".to_string()),
            nodes: last.as_ref().map_or(0, |line| line.nodes),
            time,
        })
    }
}
