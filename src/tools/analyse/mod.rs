//! Many positions in, an answer for each out, in the order of the input.
//!
//! A reader takes tasks from the input and gives each its number; as many workers as there are jobs take them; a writer
//! puts the answers in order and gives each out as soon as all before it are out. The reader is at most a window ahead of
//! the writer, so that an input of any length needs no memory.
//!
//! A worker keeps its table, which is empty for every position: so an answer does not depend on what the worker did
//! before, nor on how many there are.

#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing))]

mod answer;
mod input;
mod pipeline;
mod work;

pub use answer::{Answer, End, Line, Score, VERSION, Verdict};
pub use pipeline::{Analysis, Failure, Progress, Total};

use crate::games::catalog::Variant;
use crate::search::Limits;

/// What to do with every position.
#[derive(Clone, Debug)]
pub struct Config {
    /// The game of positions that name none.
    pub variant: Variant,
    /// Whether the input is known to be a game file; if not, its beginning tells.
    pub games: bool,
    /// When a search ends.
    pub limits: Limits<String>,
    /// How many best lines to find.
    pub lines: usize,
    /// Threads for each position.
    pub threads: usize,
    /// Positions at a time.
    pub jobs: usize,
    /// Megabytes of table for each of them.
    pub hash: usize,
}
