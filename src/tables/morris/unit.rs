//! A unit: all positions with `a` stones of one side and `b` of the other, solved together.

use super::edges::Edges;
use super::first::{After, FirstPass, transpose};
use super::levels::{Half, Levels};
use super::moving_rules::MovingRules;
use super::space::Space;
use crate::tables::cell::{Cells, DRAW, Metric};
use crate::tables::census::Census;
use rayon::prelude::*;

/// A solved unit.
pub struct Unit {
    /// The positions.
    pub space: Space,
    /// The values with the first side to move.
    pub first: Vec<u8>,
    /// The values with the second side to move, indexed by the first side's set. With as many stones of either side
    /// these are the same positions once more.
    pub second: Vec<u8>,
}

impl Unit {
    /// Solves `a` stones against `b`, where `a` is not less; `Err` with the depth that no longer fits a cell.
    pub fn solve(a: u32, b: u32, rules: &MovingRules, metric: Metric, after: After) -> Result<Unit, u8> {
        let space = Space::new(rules.board, a, b);
        let rules = *rules;
        let edges = Edges::new(&space, &rules);
        let pass = FirstPass { space, rules, edges: &edges, after, metric };
        let waits = metric == Metric::End;
        let slots = space.slots();
        let [mut first, mut second] = [vec![0u8; slots], vec![0u8; slots]];
        let held = if waits { slots } else { 0 };
        let [mut first_captures, mut second_captures] = [vec![0u8; held], vec![0u8; held]];
        let first_cells = Cells::new(rules.most_moves(a), metric);
        let second_cells = Cells::new(rules.most_moves(b), metric);

        // The second table's room holds the scores for the first one before it is filled itself.
        pass.scores_after_first(&mut second);
        pass.fill_first(&second, first_cells, &mut first, waits.then_some(&mut first_captures));
        if a == b {
            transpose(&space, &first, &mut second);
            if waits {
                transpose(&space, &first_captures, &mut second_captures);
            }
        } else {
            pass.fill_second(second_cells, &mut second, waits.then_some(&mut second_captures));
        }

        let levels = Levels { space, rules, edges: &edges };
        levels.run(
            &mut Half { cells: first_cells, table: &mut first, captures: &first_captures },
            &mut Half { cells: second_cells, table: &mut second, captures: &second_captures },
        )?;
        for (cells, table) in [(first_cells, &mut first), (second_cells, &mut second)] {
            table.par_iter_mut().for_each(|cell| *cell = if *cell > cells.base { DRAW } else { *cell });
        }
        Ok(Unit { space, first, second })
    }
}

/// Counts a finished table: of the slots that are one position, one.
pub fn census(space: &Space, table: &[u8]) -> Census {
    let blocks = table.par_chunks(space.width).enumerate();
    let counted = blocks.map(|(block, cells)| {
        let mut census = Census::default();
        space.representatives(block, |place| census.count(cells[place], (block * space.width + place) as u64));
        census
    });
    counted.reduce(Census::default, Census::and)
}
