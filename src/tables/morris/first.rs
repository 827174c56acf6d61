//! The first pass: every position by its captures and the number of its quiet moves.

use super::edges::Edges;
use super::moving_rules::MovingRules;
use super::orbits::Symmetries;
use super::sets::{PointMap, SIZE, points, rank, squeeze};
use super::space::Space;
use crate::tables::cell::{Cells, Metric, NO_CAPTURE, WIN_NOW, capture_scores};
use rayon::prelude::*;

/// The score of a mill that can be closed, but takes nothing: a quiet move.
const QUIET_MILL: u8 = 255;

/// The finished tables that captures lead to, or `None` where a capture leaves too few stones and wins.
#[derive(Clone, Copy, Default)]
pub struct After<'a> {
    /// After a capture by the first side: `a` against `b − 1`.
    pub by_first: Option<&'a [u8]>,
    /// After a capture by the second side: `a − 1` against `b`, indexed by the first side's set.
    pub by_second: Option<&'a [u8]>,
}

/// What the first pass needs to know.
pub struct FirstPass<'a> {
    /// The positions.
    pub space: Space,
    /// What a mill takes, and who flies.
    pub rules: MovingRules,
    /// The moves of the first side.
    pub edges: &'a Edges,
    /// The tables that captures lead to.
    pub after: After<'a>,
    /// What is counted.
    pub metric: Metric,
}

impl FirstPass<'_> {
    /// Fills `scores` with the best capture for the first side after it has closed a mill and stands as the block says.
    pub fn scores_after_first(&self, scores: &mut [u8]) {
        let Space { board, a, b, width, .. } = self.space;
        let score = capture_scores(self.metric, self.rules.again);
        let narrow = Space::new(board, a, b - 1).width;
        let blocks = scores.par_chunks_mut(width).zip(&self.space.orbits.sets).enumerate();
        blocks.for_each(|(block, (scores, &first))| {
            if self.rules.board.in_mills(first) == 0 {
                return;
            }
            let (spreading, squeezing) = maps(self.space.free(first));
            let after = self.after.by_first.map(|table| &table[block * narrow..][..narrow]);
            for (best, second) in scores.iter_mut().zip(self.space.seconds()) {
                let prey = squeezing.apply(self.rules.takeable(spreading.apply(second)));
                *best = match after {
                    _ if prey == 0 => QUIET_MILL,
                    None => WIN_NOW,
                    Some(after) => {
                        let value = |taken| score[usize::from(after[rank(second ^ taken) as usize])];
                        points(prey).map(value).max().unwrap_or(NO_CAPTURE)
                    }
                };
            }
        });
    }

    /// Fills the first side's table, and its best captures if they are wanted. `scores` come from
    /// [`FirstPass::scores_after_first`].
    pub fn fill_first(&self, scores: &[u8], cells: Cells, table: &mut [u8], captures: Option<&mut [u8]>) {
        let Space { board, width, orbits, .. } = self.space;
        let symmetries = Symmetries::of(board);
        self.each_block(table, captures, |block, table, best| {
            let first = orbits.sets[block];
            let free = self.space.free(first);
            let mut quiet = [0u8; SIZE as usize];
            for edge in self.edges.from(block).iter().filter(|edge| !edge.closes) {
                quiet[squeeze((1 << edge.entered) - 1, free).count_ones() as usize] += 1;
            }
            let open = Sums::new(&quiet);
            for (cell, second) in table.iter_mut().zip(self.space.seconds()) {
                *cell = open.over(!second) as u8;
            }
            best.fill(NO_CAPTURE);
            let (spreading, _) = maps(free);
            for edge in self.edges.from(block).iter().filter(|edge| edge.closes) {
                let to = edge.to as usize;
                let scores = &scores[to * width..][..width];
                let turn = symmetries.map(edge.symmetry.into());
                let there = spreading.then(turn).then(&maps(self.space.free(orbits.sets[to])).1);
                let entered = squeeze(1 << edge.entered, free);
                for ((cell, best), second) in table.iter_mut().zip(&mut *best).zip(self.space.seconds()) {
                    if second & entered != 0 {
                        continue;
                    }
                    match scores[rank(there.apply(second)) as usize] {
                        QUIET_MILL => *cell += 1,
                        score => {
                            *best = score.max(*best);
                            *cell += u8::from(self.rules.may_leave);
                        }
                    }
                }
            }
            for (cell, best) in table.iter_mut().zip(best) {
                *cell = cells.start(u32::from(*cell), *best);
            }
        });
    }

    /// Fills the second side's table, and its best captures if they are wanted.
    pub fn fill_second(&self, cells: Cells, table: &mut [u8], captures: Option<&mut [u8]>) {
        let Space { b, width, orbits, .. } = self.space;
        let flies = self.rules.flies(b);
        self.each_block(table, captures, |block, table, best| {
            let first = orbits.sets[block];
            let (spreading, squeezing) = maps(self.space.free(first));
            let quiet_mill = self.rules.quiet_mill(first);
            let takes = self.rules.takeable(first) != 0;
            let mut scores = vec![NO_CAPTURE; if takes { width } else { 0 }];
            self.scores_after_second(first, &mut scores);
            for ((cell, best), second) in table.iter_mut().zip(&mut *best).zip(self.space.seconds()) {
                let second = spreading.apply(second);
                let (mut score, mut closing) = (NO_CAPTURE, 0);
                let moves = self.rules.moves(second, self.rules.empty(first, second), flies, |after| {
                    closing += u32::from(!quiet_mill);
                    if takes {
                        score = scores[rank(squeezing.apply(after)) as usize].max(score);
                    }
                });
                *best = score;
                *cell = cells.start(moves - closing, score);
            }
        });
    }

    /// The best capture from a block for the second side, after it has closed a mill and stands as the place says.
    fn scores_after_second(&self, first: u32, scores: &mut [u8]) {
        let Space { board, a, b, .. } = self.space;
        let Some(after) = self.after.by_second else {
            return scores.fill(WIN_NOW);
        };
        let score = capture_scores(self.metric, self.rules.again);
        let symmetries = Symmetries::of(board);
        let (spreading, _) = maps(self.space.free(first));
        let Space { width: wide, orbits: fewer, .. } = Space::new(board, a - 1, b);
        let mills: Vec<(usize, u32)> = self
            .space
            .seconds()
            .enumerate()
            .filter(|(place, second)| *place < scores.len() && self.rules.board.in_mills(spreading.apply(*second)) != 0)
            .collect();
        for taken in points(self.rules.takeable(first)) {
            let (block, symmetry) = fewer.locate(first ^ taken);
            let after = &after[block as usize * wide..][..wide];
            let there =
                spreading.then(symmetries.map(symmetry)).then(&maps(self.space.free(fewer.sets[block as usize])).1);
            for &(place, second) in &mills {
                let value = after[rank(there.apply(second)) as usize];
                scores[place] = scores[place].max(score[usize::from(value)]);
            }
        }
    }

    /// Calls `fill` with every block of a table and of the captures, in parallel.
    fn each_block(
        &self,
        table: &mut [u8],
        captures: Option<&mut [u8]>,
        fill: impl Fn(usize, &mut [u8], &mut [u8]) + Sync,
    ) {
        let width = self.space.width;
        let blocks = table.par_chunks_mut(width).enumerate();
        match captures {
            Some(captures) => {
                blocks.zip(captures.par_chunks_mut(width)).for_each(|((block, table), best)| fill(block, table, best));
            }
            None => blocks.for_each_init(|| vec![0; width], |best, (block, table)| fill(block, table, best)),
        }
    }
}

/// The second side's table of a space with as many stones of either side, from the first side's: the same positions
/// in another order.
pub fn transpose(space: &Space, from: &[u8], to: &mut [u8]) {
    debug_assert_eq!(space.a, space.b);
    to.par_chunks_mut(space.width).zip(&space.orbits.sets).for_each(|(to, &first)| {
        let (spreading, _) = maps(space.free(first));
        for (cell, second) in to.iter_mut().zip(space.seconds()) {
            *cell = from[space.slot(spreading.apply(second), first)];
        }
    });
}

/// The maps between sets of free points and the same sets squeezed: out of the squeezed form, and into it.
pub fn maps(free: u32) -> (PointMap, PointMap) {
    (PointMap::spread(free), PointMap::squeeze(free))
}

/// Sums of weights over sets of points, by three lookups.
pub struct Sums([[u8; 256]; 3]);

impl Sums {
    /// The sums of weights that together fit a byte.
    pub fn new(weights: &[u8; SIZE as usize]) -> Sums {
        let mut sums = [[0u8; 256]; 3];
        for (sums, weights) in sums.iter_mut().zip(weights.chunks_exact(8)) {
            for set in 1..256usize {
                sums[set] = sums[set & (set - 1)] + weights[set.trailing_zeros() as usize];
            }
        }
        Sums(sums)
    }

    /// The sum over a set.
    #[inline(always)]
    pub fn over(&self, set: u32) -> u32 {
        let [low, middle, high, _] = set.to_le_bytes().map(usize::from);
        u32::from(self.0[0][low]) + u32::from(self.0[1][middle]) + u32::from(self.0[2][high])
    }
}
