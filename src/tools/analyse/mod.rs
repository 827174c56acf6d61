//! Batch analysis: many positions in, a result for each out, in the order of the input.
//!
//! A reader numbers the tasks of the input; one worker per job searches them; a writer puts the results back in order.
//! The reader is at most a window ahead of the writer, so memory does not grow with the input.
//!
//! Each worker clears its tt before every position, so results do not depend on earlier positions nor on the number of
//! workers. A position that comes again is searched once.

#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing))]

mod input;
mod known;
mod pipeline;
mod result;
mod resume;
mod verdict;
mod worker;

pub use input::{AnalysisInput, GameOrigin, GamePlace, InputPart};
pub use pipeline::{Analysis, AnalysisError, AnalysisProgress, AnalysisTotals};
pub use result::{AnalysisLine, AnalysisResult, PositionAnalysis, VERSION};
pub use resume::KnownResults;
pub use verdict::{Judgement, Verdict, expected_points};

use crate::games::catalog::Variant;
use crate::search::Limits;
use crate::tables::open::TableCache;
use std::sync::Arc;

/// The settings of an analysis.
#[derive(Clone, Debug)]
pub struct AnalysisConfig {
    /// The variant of positions that do not name one; without it they are errors.
    pub variant: Option<Variant>,
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
    /// The share of the input to analyse.
    pub part: InputPart,
    /// The results that are already known, of an analysis that was interrupted.
    pub known: KnownResults,
}

impl AnalysisConfig {
    /// An unlimited analysis with one thread, one job and a small tt.
    pub fn new(variant: Option<Variant>) -> AnalysisConfig {
        AnalysisConfig {
            variant,
            limits: Limits::default(),
            multi_pv: 1,
            threads: 1,
            jobs: 1,
            hash: 1,
            tables: None,
            part: InputPart::default(),
            known: KnownResults::default(),
        }
    }
}
