//! What the caller asks of a search.

use super::Deadlines;
use std::time::Instant;

/// When a search ends: as soon as one of the limits is reached. With none, it runs to its greatest depth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits<M> {
    /// The greatest depth.
    pub depth: Option<u32>,
    /// The most nodes.
    pub nodes: Option<u64>,
    /// The time to spend.
    pub deadlines: Option<Deadlines>,
    /// Stop when a win in so many moves is proven.
    pub mate: Option<u32>,
    /// Run until stopped, whatever is found.
    pub infinite: bool,
    /// Run until the opponent plays the expected move or the search is stopped; the clock starts then.
    pub ponder: bool,
    /// The only moves to consider at the root; all if empty.
    pub moves: Vec<M>,
    /// The moment from which time is counted; if `None`, when the search begins.
    pub asked: Option<Instant>,
}

impl<M> Limits<M> {
    /// The same limits with moves of another kind.
    pub fn with_moves<N>(&self, moves: Vec<N>) -> Limits<N> {
        let Limits { depth, nodes, deadlines, mate, infinite, ponder, asked, .. } = *self;
        Limits { depth, nodes, deadlines, mate, infinite, ponder, moves, asked }
    }
}

impl<M> Default for Limits<M> {
    fn default() -> Self {
        Limits {
            depth: None,
            nodes: None,
            deadlines: None,
            mate: None,
            infinite: false,
            ponder: false,
            moves: Vec::new(),
            asked: None,
        }
    }
}
