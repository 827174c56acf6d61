//! The moves of the first side: from block to block.
//!
//! Where a move of the first side leads depends on the first set alone, and so does whether it closes a mill. An edge
//! therefore stands for one move in all positions of a block. Going back, the very same edges are followed the other
//! way: that way every position has as many edges in as its neighbours have out, which retracting a move and turning
//! the result would not give for symmetric sets.

use super::moving_rules::MovingRules;
use super::orbits::Symmetries;
use super::sets::points;
use super::space::Space;

/// One move of the first side, in all positions of a block.
#[derive(Clone, Copy)]
pub struct Edge {
    /// The block it leads to.
    pub to: u32,
    /// The symmetry that takes the sets after the move to those of the block.
    pub symmetry: u8,
    /// The point it goes to, as it lies in the block it comes from.
    pub entered: u8,
    /// The point it leaves, as it lies in the block it leads to.
    pub left: u8,
    /// Whether it closes a mill.
    pub closes: bool,
}

const _: () = assert!(size_of::<Edge>() == 8);

/// All edges of a space, by the block they come from.
pub struct Edges {
    edges: Vec<Edge>,
    starts: Vec<u32>,
}

impl Edges {
    /// The edges between the sets of a space's first side.
    pub fn new(space: &Space, rules: &MovingRules) -> Edges {
        let symmetries = Symmetries::of(space.board);
        let (mut edges, mut starts) = (Vec::new(), vec![0]);
        for &first in &space.orbits.sets {
            for from in points(first) {
                for entered in points(rules.reach(from, space.a, rules.empty(first, 0))) {
                    let after = first ^ from ^ entered;
                    let (to, symmetry) = space.orbits.locate(after);
                    edges.push(Edge {
                        to,
                        symmetry: symmetry as u8,
                        entered: entered.trailing_zeros() as u8,
                        left: symmetries.map(symmetry).apply(from).trailing_zeros() as u8,
                        closes: rules.board.in_mills(after) & entered != 0,
                    });
                }
            }
            starts.push(edges.len() as u32);
        }
        Edges { edges, starts }
    }

    /// The edges from a block.
    #[inline(always)]
    pub fn from(&self, block: usize) -> &[Edge] {
        &self.edges[self.starts[block] as usize..self.starts[block + 1] as usize]
    }
}
