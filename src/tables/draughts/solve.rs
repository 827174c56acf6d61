//! Solving a pair of slices: the first pass, then from depth to depth by quiet moves taken back.
//!
//! All decisions of one depth are of one kind, wins or losses, and each of them follows from those of the depth before. So
//! threads may share the cells: whatever their order, a cell gets the same value.

use super::endgame_rules::EndgameRules;
use super::first::ExitPass;
use super::index::{Cursor, Pieces, SliceIndex};
use super::material::Pair;
use super::probe::DraughtsTables;
use super::quiet::{most_moves, retract};
use crate::games::draughts::rules::Board;
use crate::tables::cell::{Cells, DRAW, DRAWN_CAPTURE, Metric, NO_CAPTURE, WON_CAPTURE, score_of_depth};
use crate::tables::census::Census;
use rayon::prelude::*;
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering::Relaxed};

/// The slots that a thread works on at a time, and that share a flag.
const CHUNK: usize = 1 << 13;

/// A solved slice with one side to move.
pub struct SolvedSlice {
    /// The numbering.
    pub index: SliceIndex,
    /// A byte for each position, in the order of the index.
    pub cells: Vec<u8>,
}

/// A slice with one side to move while it is being solved.
struct SliceSolver {
    index: SliceIndex,
    cells: Cells,
    table: Vec<AtomicU8>,
    /// The scores of the best captures and crownings, where they take effect at their own depth; empty where they took effect
    /// in the first pass.
    exits: Vec<AtomicU8>,
    /// Which chunks may hold cells of an even and of an odd depth that are still to be followed back.
    fresh: [Vec<AtomicBool>; 2],
}

/// Solves a pair, whose exits must be in `tables`, with distances of the same metric if it counts plies to the end; `Err` with
/// the depth that no longer fits a cell.
pub fn solve(tables: &DraughtsTables, pair: Pair, metric: Metric) -> Result<Vec<SolvedSlice>, u8> {
    let rules = tables.rules();
    let halves: Vec<SliceSolver> = pair
        .movers()
        .into_iter()
        .map(|(own, their)| SliceSolver::new(SliceIndex::new(rules.board(), own, their), rules, metric))
        .collect();
    for half in &halves {
        match rules.board() {
            Board::Ten => half.fill(&ExitPass::<50>::new(tables, metric)),
            // There are no tables for the full board.
            Board::Eight | Board::Full => half.fill(&ExitPass::<32>::new(tables, metric)),
        }
    }
    let last_exit = halves.iter().map(SliceSolver::last_exit).max().unwrap_or_default();
    if halves.iter().any(|half| last_exit >= half.cells.base) {
        return Err(last_exit);
    }
    let mut depth = 0;
    while depth <= last_exit || halves.iter().any(SliceSolver::has_fresh) {
        halves.iter().for_each(|half| half.exit(depth));
        for (half, before) in halves.iter().zip(halves.iter().rev()) {
            half.follow(before, depth, rules)?;
        }
        depth += 1;
    }
    Ok(halves.into_iter().map(SliceSolver::finish).collect())
}

impl SliceSolver {
    fn new(index: SliceIndex, rules: &EndgameRules, metric: Metric) -> SliceSolver {
        let most = most_moves(index.board, rules.long_kings(), index.own.men, index.own.kings);
        let slots = index.slots();
        let flags = || (0..slots.div_ceil(CHUNK)).map(|_| AtomicBool::new(false)).collect();
        let bytes = |count: usize, byte: u8| (0..count).into_par_iter().map(|_| AtomicU8::new(byte)).collect();
        let exits = bytes(if metric == Metric::End { slots } else { 0 }, NO_CAPTURE);
        SliceSolver {
            index,
            cells: Cells::new(most, metric),
            table: bytes(slots, DRAW),
            exits,
            fresh: [flags(), flags()],
        }
    }

    /// The first pass.
    fn fill<const SQUARES: u32>(&self, pass: &ExitPass<SQUARES>) {
        self.table.par_chunks(CHUNK).enumerate().for_each_init(
            || (Cursor::new(self.index), Vec::new()),
            |(cursor, moves), (chunk, table)| {
                for (place, cell) in table.iter().enumerate() {
                    if let Some(pieces) = cursor.seek(chunk * CHUNK + place) {
                        let (start, exit) = pass.start(&pieces, &self.cells, moves);
                        cell.store(start, Relaxed);
                        if let Some(known) = self.exits.get(chunk * CHUNK + place) {
                            known.store(exit, Relaxed);
                        }
                        if start <= 1 {
                            self.fresh[usize::from(start)][chunk].store(true, Relaxed);
                        }
                    }
                }
            },
        );
    }

    /// The greatest depth of an exit that has not taken effect yet.
    fn last_exit(&self) -> u8 {
        let depth = |exit: &AtomicU8| match exit.load(Relaxed) {
            NO_CAPTURE | DRAWN_CAPTURE => 0,
            score if score > DRAWN_CAPTURE => 2 * (WON_CAPTURE - score) + 1,
            score => 2 * (score - 1),
        };
        self.exits.par_iter().map(depth).max().unwrap_or_default()
    }

    /// Captures and crownings that decide a position in `depth` plies.
    fn exit(&self, depth: u8) {
        let score = score_of_depth(depth);
        self.exits.par_chunks(CHUNK).zip(self.table.par_chunks(CHUNK)).enumerate().for_each(
            |(chunk, (exits, table))| {
                for (_, cell) in exits.iter().zip(table).filter(|(exit, _)| exit.load(Relaxed) == score) {
                    // Where captures are all the moves there are, the cell stands still until its depth has come.
                    let forced = cell.load(Relaxed) == self.cells.settled_draw();
                    if forced {
                        cell.store(depth, Relaxed);
                    }
                    if forced || self.note(cell, depth) {
                        self.fresh[usize::from(depth % 2)][chunk].store(true, Relaxed);
                    }
                }
            },
        );
    }

    /// Notes that a move decides a position at a depth; whether that is news.
    #[inline(always)]
    fn note(&self, cell: &AtomicU8, depth: u8) -> bool {
        if depth % 2 == 1 { self.cells.win_shared(cell, depth) } else { self.cells.lose_shared(cell, depth) }
    }

    fn has_fresh(&self) -> bool {
        self.fresh.iter().flatten().any(|flag| flag.load(Relaxed))
    }

    /// Tells the positions before those decided at a depth, which are in `before`.
    fn follow(&self, before: &SliceSolver, depth: u8, rules: &EndgameRules) -> Result<(), u8> {
        let fresh = &self.fresh[usize::from(depth % 2)];
        self.table.par_chunks(CHUNK).zip(fresh).enumerate().try_for_each_init(
            || Cursor::new(self.index),
            |cursor, (chunk, (table, fresh))| {
                if !fresh.swap(false, Relaxed) {
                    return Ok(());
                }
                if depth + 1 >= before.cells.base {
                    return Err(depth);
                }
                for (place, cell) in table.iter().enumerate() {
                    if cell.load(Relaxed) == depth
                        && let Some(pieces) = cursor.seek(chunk * CHUNK + place)
                    {
                        before.tell(&pieces, depth + 1, rules.long_kings());
                    }
                }
                Ok(())
            },
        )
    }

    /// Notes in the positions before this one that a move of theirs leads to it, and is decided at a depth.
    #[inline(always)]
    fn tell(&self, pieces: &Pieces, depth: u8, long_kings: bool) {
        let board = self.index.board;
        let moved = pieces.turned(board);
        let block = self.index.block(&moved);
        let note = |slot: usize| {
            if self.note(&self.table[slot], depth) {
                let flag = &self.fresh[usize::from(depth % 2)][slot / CHUNK];
                if !flag.load(Relaxed) {
                    flag.store(true, Relaxed);
                }
            }
        };
        retract(
            board,
            long_kings,
            &moved,
            |own_kings| note(block + self.index.place(&Pieces { own_kings, ..moved })),
            |own_men| note(self.index.slot(&Pieces { own_men, ..moved })),
        );
    }

    fn finish(self) -> SolvedSlice {
        let base = self.cells.base;
        let decided = |cell: AtomicU8| Some(cell.into_inner()).filter(|&cell| cell < base).unwrap_or(DRAW);
        SolvedSlice { index: self.index, cells: self.table.into_iter().map(decided).collect() }
    }
}

/// Counts a finished table.
pub fn census(index: &SliceIndex, table: &[u8]) -> Census {
    let blocks = table.par_chunks(index.width()).enumerate();
    let counted = blocks.map_init(
        || Cursor::new(*index),
        |cursor, (block, cells)| {
            let (mut census, first) = (Census::default(), block * index.width());
            if cursor.seek(first).is_some() {
                cells.iter().enumerate().for_each(|(place, &cell)| census.count(cell, (first + place) as u64));
            }
            census
        },
    );
    counted.reduce(Census::default, Census::and)
}
