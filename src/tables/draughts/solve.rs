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
use crate::tables::cell::{Cells, DRAW, Metric};
use crate::tables::census::Census;
use rayon::prelude::*;
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering::Relaxed};

/// The slots that a thread works on at a time, and that share a flag.
const CHUNK: usize = 1 << 13;

/// A solved slice with one side to move.
pub struct SolvedSlice {
    /// The numbering.
    pub index: SliceIndex,
    /// The cells, with plies to the next capture or crowning or the end.
    pub cells: Vec<u8>,
}

/// A slice with one side to move while it is being solved.
struct SliceSolver {
    index: SliceIndex,
    cells: Cells,
    table: Vec<AtomicU8>,
    /// Which chunks may hold cells of an even and of an odd depth that are still to be followed back.
    fresh: [Vec<AtomicBool>; 2],
}

/// Solves a pair, whose exits must be in `tables`; `Err` with the depth that no longer fits a cell.
pub fn solve(tables: &DraughtsTables, pair: Pair) -> Result<Vec<SolvedSlice>, u8> {
    let rules = tables.rules();
    let halves: Vec<SliceSolver> = pair
        .movers()
        .into_iter()
        .map(|(own, their)| SliceSolver::new(SliceIndex::new(rules.board(), own, their), rules))
        .collect();
    for half in &halves {
        match rules.board() {
            Board::Ten => half.fill(&ExitPass::<50>::new(tables)),
            // There are no tables for the full board.
            Board::Eight | Board::Full => half.fill(&ExitPass::<32>::new(tables)),
        }
    }
    let mut depth = 0;
    while halves.iter().any(SliceSolver::has_fresh) {
        for (half, before) in halves.iter().zip(halves.iter().rev()) {
            half.follow(before, depth, rules)?;
        }
        depth += 1;
    }
    Ok(halves.into_iter().map(SliceSolver::finish).collect())
}

impl SliceSolver {
    fn new(index: SliceIndex, rules: &EndgameRules) -> SliceSolver {
        let most = most_moves(index.board, rules.long_kings(), index.own.men, index.own.kings);
        let slots = index.slots();
        let flags = || (0..slots.div_ceil(CHUNK)).map(|_| AtomicBool::new(false)).collect();
        let table = (0..slots).into_par_iter().map(|_| AtomicU8::new(DRAW)).collect();
        SliceSolver { index, cells: Cells::new(most, Metric::Conversion), table, fresh: [flags(), flags()] }
    }

    /// The first pass.
    fn fill<const SQUARES: u32>(&self, pass: &ExitPass<SQUARES>) {
        self.table.par_chunks(CHUNK).enumerate().for_each_init(
            || (Cursor::new(self.index), Vec::new()),
            |(cursor, moves), (chunk, table)| {
                for (place, cell) in table.iter().enumerate() {
                    if let Some(pieces) = cursor.seek(chunk * CHUNK + place) {
                        let start = pass.start(&pieces, &self.cells, moves);
                        cell.store(start, Relaxed);
                        if start <= 1 {
                            self.fresh[usize::from(start)][chunk].store(true, Relaxed);
                        }
                    }
                }
            },
        );
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
            let cell = &self.table[slot];
            let news =
                if depth % 2 == 1 { self.cells.win_shared(cell, depth) } else { self.cells.lose_shared(cell, depth) };
            if news {
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
