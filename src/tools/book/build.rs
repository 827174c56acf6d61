//! Builds a book by search: breadth first from the start position, along the best moves.

use super::text::BookEntry;
use crate::engine::any_game::{AnyGame, any_game};
use crate::games::catalog::Variant;
use crate::games::notation::Style;
use crate::search::{STACK, is_proven};
use crate::tools::openings::{SearchLimit, best_lines};
use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuildError, ThreadPoolBuilder};
use std::collections::HashSet;

/// The book to build.
#[derive(Clone, Debug)]
pub struct BookOptions {
    /// The game that the book is for.
    pub variant: Variant,
    /// The depth of the book.
    pub plies: usize,
    /// The maximum number of moves per position.
    pub width: usize,
    /// How much worse than the best move a move may be, in centipawns.
    pub margin: i32,
    /// The maximum number of positions.
    pub positions: usize,
    /// The limit of each search.
    pub limit: SearchLimit,
}

/// Builds books by search.
pub struct BookBuilder {
    options: BookOptions,
    pool: ThreadPool,
}

impl BookBuilder {
    /// A builder with some threads. The book does not depend on their number.
    pub fn new(options: BookOptions, threads: usize) -> Result<BookBuilder, ThreadPoolBuildError> {
        let pool = ThreadPoolBuilder::new().num_threads(threads).stack_size(STACK).build()?;
        Ok(BookBuilder { options, pool })
    }

    /// Builds the book and calls `found` with each position, nearest to the start first. An error of `found` ends the run.
    pub fn run<E>(&self, mut found: impl FnMut(&BookEntry) -> Result<(), E>) -> Result<(), E> {
        /// Positions searched in parallel before they are reported.
        const BATCH: usize = 16;
        let start = any_game(&self.options.variant);
        start.prepare();
        let mut seen = HashSet::from([start.symmetric_key()]);
        let (mut layer, mut left) = (vec![start], self.options.positions);
        for _ in 0..self.options.plies {
            let mut next = Vec::new();
            layer.truncate(left);
            left -= layer.len();
            for batch in layer.chunks(BATCH) {
                let entries: Vec<BookEntry> =
                    self.pool.install(|| batch.par_iter().map(|game| self.entry(&**game)).collect());
                for (game, entry) in batch.iter().zip(entries) {
                    // The game is over, or every move loses.
                    if entry.moves.is_empty() {
                        continue;
                    }
                    found(&entry)?;
                    for (text, _) in &entry.moves {
                        let mut after = game.copy();
                        if after.play(text, Style::Usual).is_ok() && seen.insert(after.symmetric_key()) {
                            next.push(after);
                        }
                    }
                }
            }
            layer = next;
        }
        Ok(())
    }

    /// The best moves of a position, with weights by score: 100 for the best, less for the others.
    fn entry(&self, game: &dyn AnyGame) -> BookEntry {
        let mut moves = Vec::new();
        if game.ending().is_none() {
            // Search one of several symmetric moves.
            let mut known = HashSet::new();
            let roots: Vec<String> = game
                .legal_moves()
                .into_iter()
                .filter(|mv| known.insert(game.symmetric_key_after(*mv)))
                .map(|mv| game.move_text(mv, Style::Usual))
                .collect();
            let lines = best_lines(game, self.options.limit, None, self.options.width, roots);
            let best = lines.first().map_or(0, |line| line.score);
            let margin = self.options.margin;
            for line in lines {
                let worse = best - line.score;
                let lost = is_proven(line.score) && line.score < 0;
                if let Some(text) = line.pv.into_iter().next()
                    && (0..=margin).contains(&worse)
                    && !lost
                {
                    moves.push((text, (1 + 99 * (margin - worse).max(0) / margin.max(1)).clamp(1, 100) as u32));
                }
            }
        }
        BookEntry { line: 0, fen: Some(short_fen(game)), moves }
    }
}

/// The FEN without the fields that do not change the key, such as move counters.
pub fn short_fen(game: &dyn AnyGame) -> String {
    let mut text = game.fen();
    let mut probe = game.copy();
    while let Some((shorter, _)) = text.rsplit_once(':') {
        if probe.set_position(Some(shorter), &[]).is_err() || probe.key() != game.key() {
            break;
        }
        text = shorter.to_string();
    }
    text
}
