//! A unit: all positions with `a` stones of one side and `b` of the other, solved together.

use super::cell::{Cells, DRAW, Metric};
use super::edges::Edges;
use super::first::{After, FirstPass, transpose};
use super::levels::{Half, Levels};
use super::moving_rules::MovingRules;
use super::space::Space;
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
        let space = Space::new(a, b);
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

/// How many positions of a table are won, lost and drawn, each counted once, and the longest distances.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Census {
    /// Positions that the side to move wins.
    pub wins: u64,
    /// Positions that the side to move loses.
    pub losses: u64,
    /// The others.
    pub draws: u64,
    /// The longest win, and the first slot that has it.
    pub longest_win: Option<(u8, u64)>,
    /// The longest loss, and the first slot that has it.
    pub longest_loss: Option<(u8, u64)>,
}

impl Census {
    /// Counts a finished table.
    pub fn new(space: &Space, table: &[u8]) -> Census {
        let blocks = table.par_chunks(space.width).enumerate();
        let counted = blocks.map(|(block, cells)| {
            let mut census = Census::default();
            space.representatives(block, |place| {
                let found = (cells[place], (block * space.width + place) as u64);
                match found.0 {
                    DRAW => census.draws += 1,
                    depth if depth % 2 == 1 => {
                        census.wins += 1;
                        census.longest_win = longer(census.longest_win, Some(found));
                    }
                    _ => {
                        census.losses += 1;
                        census.longest_loss = longer(census.longest_loss, Some(found));
                    }
                }
            });
            census
        });
        counted.reduce(Census::default, |one, other| Census {
            wins: one.wins + other.wins,
            losses: one.losses + other.losses,
            draws: one.draws + other.draws,
            longest_win: longer(one.longest_win, other.longest_win),
            longest_loss: longer(one.longest_loss, other.longest_loss),
        })
    }

    /// All positions.
    pub fn positions(&self) -> u64 {
        self.wins + self.losses + self.draws
    }
}

/// The greater depth; of two as great, the lower slot.
fn longer(one: Option<(u8, u64)>, other: Option<(u8, u64)>) -> Option<(u8, u64)> {
    one.into_iter().chain(other).max_by_key(|&(depth, slot)| (depth, u64::MAX - slot))
}
