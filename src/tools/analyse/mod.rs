//! Batch analysis: many positions in, a result for each out, in the order of the input.
//!
//! A reader numbers the tasks of the input; one worker per job searches them; a writer puts the results back in order.
//! The reader is at most a window ahead of the writer, so memory does not grow with the input.
//!
//! Each worker clears its tt before every position, so results do not depend on earlier positions nor on the number of
//! workers.

#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing))]

mod input;
mod pipeline;
mod result;
mod worker;

pub use pipeline::{Analysis, AnalysisError, AnalysisProgress, AnalysisTotals};
pub use result::{AnalysisLine, AnalysisResult, PositionAnalysis, VERSION};

use crate::games::catalog::Variant;
use crate::search::Limits;
use crate::tables::open::TableCache;
use std::sync::Arc;

/// The settings of an analysis.
#[derive(Clone, Debug)]
pub struct AnalysisConfig {
    /// The variant of positions that do not name one.
    pub variant: Variant,
    /// Whether the input is known to be PDN; if not, its first line decides.
    pub is_pdn: bool,
    /// The limits of each search.
    pub limits: Limits<String>,
    /// The number of lines (MultiPV).
    pub multi_pv: usize,
    /// Threads per position.
    pub threads: usize,
    /// Positions searched at the same time.
    pub jobs: usize,
    /// Megabytes of tt per job.
    pub hash: usize,
    /// Endgame tables, if they are to be used.
    pub tables: Option<Arc<TableCache>>,
}
