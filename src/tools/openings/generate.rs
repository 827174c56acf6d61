//! Generates openings: random games, of which new and balanced positions are kept.
//!
//! Games are numbered, and each depends only on the seed and its number. Threads work on one batch of numbers at a time;
//! of games that reach the same position the lowest number is kept. So the result does not depend on the number of
//! threads.

use super::search::{SearchLimit, score};
use crate::engine::any_game::{AnyGame, any_game};
use crate::games::catalog::Variant;
use crate::games::notation::Style;
use crate::search::STACK;
use crate::tables::lookup::AnyTables;
use crate::tables::open::whole;
use crate::util::random::Rng;
use dashmap::DashMap;
use fxhash::FxBuildHasher;
use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuildError, ThreadPoolBuilder};
use std::sync::Arc;

/// The openings to generate.
#[derive(Clone, Debug)]
pub struct GeneratorOptions {
    /// The game that the openings are for.
    pub variant: Variant,
    /// The number of openings.
    pub count: usize,
    /// The minimum and maximum number of plies.
    pub plies: (usize, usize),
    /// The largest absolute score, in centipawns; `None` to keep all positions without a search.
    pub window: Option<i32>,
    /// The limit of the search that decides whether a position is balanced.
    pub limit: SearchLimit,
    /// The seed of the random moves.
    pub seed: u64,
}

/// How far the search for openings has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GeneratorProgress {
    /// Openings found.
    pub found: usize,
    /// Random games played.
    pub games: u64,
}

/// How a generator ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GeneratorOutcome {
    /// All openings were found.
    Complete,
    /// No new openings turned up for many batches.
    Exhausted,
}

/// Generates openings.
pub struct OpeningGenerator {
    options: GeneratorOptions,
    pool: ThreadPool,
    /// The whole game, if it is small enough: then balanced is what is drawn.
    tables: Option<Arc<AnyTables>>,
    /// The number of the first game that reached a position, by the key that symmetric positions share.
    seen: DashMap<u64, u64, FxBuildHasher>,
}

/// Games per batch; few, so that the last batch wastes little.
const BATCH: u64 = 64;
/// The generator gives up after this many batches without a new opening.
const MAX_IDLE_BATCHES: u32 = 100;

impl OpeningGenerator {
    /// A generator with some threads.
    pub fn new(options: GeneratorOptions, threads: usize) -> Result<OpeningGenerator, ThreadPoolBuildError> {
        let pool = ThreadPoolBuilder::new().num_threads(threads).stack_size(STACK).build()?;
        let tables = whole(options.variant.rules()).map(Arc::new);
        Ok(OpeningGenerator { options, pool, tables, seen: DashMap::default() })
    }

    /// Finds the openings and calls `found` with the moves of each; an error of `found` ends the run. `progress` is called
    /// after each batch.
    pub fn run<E>(
        &self,
        mut found: impl FnMut(&[String]) -> Result<(), E>,
        mut progress: impl FnMut(GeneratorProgress),
    ) -> Result<GeneratorOutcome, E> {
        let start = any_game(&self.options.variant);
        start.prepare();
        let (mut kept, mut batch, mut idle) = (0, 0, 0);
        while kept < self.options.count {
            if idle == MAX_IDLE_BATCHES {
                return Ok(GeneratorOutcome::Exhausted);
            }
            idle += 1;
            for moves in self.pool.install(|| self.batch(&*start, batch)) {
                if kept < self.options.count {
                    found(&moves)?;
                    kept += 1;
                    idle = 0;
                }
            }
            batch += 1;
            progress(GeneratorProgress { found: kept, games: batch * BATCH });
        }
        Ok(GeneratorOutcome::Complete)
    }

    /// The openings of a batch, in the order of their numbers.
    fn batch(&self, start: &dyn AnyGame, batch: u64) -> Vec<Vec<String>> {
        let numbers = batch * BATCH..(batch + 1) * BATCH;
        let games: Vec<_> = numbers
            .into_par_iter()
            .filter_map(|number| {
                let game = self.game(start, number)?;
                let key = game.0.symmetric_key();
                self.seen.entry(key).and_modify(|first| *first = (*first).min(number)).or_insert(number);
                Some((number, key, game))
            })
            .collect();
        // All games of the batch have registered their positions by now.
        games
            .into_par_iter()
            .filter(|(number, key, _)| self.seen.get(key).is_some_and(|first| *first == *number))
            .filter(|(_, _, (game, _))| self.is_balanced(&**game))
            .map(|(_, _, (_, moves))| moves)
            .collect()
    }

    /// The random game of a number. `None` if it ends early or a capture is possible at its end: that is the middle of an
    /// exchange, and leaves little choice.
    fn game(&self, start: &dyn AnyGame, number: u64) -> Option<(Box<dyn AnyGame>, Vec<String>)> {
        let mut rng = Rng::stream(self.options.seed, number);
        let (min, max) = self.options.plies;
        let plies = min + rng.below((max.saturating_sub(min) + 1) as u64) as usize;
        let (mut game, mut played) = (start.copy(), Vec::with_capacity(plies));
        for _ in 0..plies {
            let moves = game.legal_moves();
            let mv = *moves.get(rng.below(moves.len() as u64) as usize)?;
            played.push(game.move_text(mv, Style::Usual));
            game.play_move(mv);
        }
        let quiet = game.ending().is_none() && !game.moves(Style::Usual).iter().any(|mv| mv.contains('x'));
        quiet.then_some((game, played))
    }

    fn is_balanced(&self, game: &dyn AnyGame) -> bool {
        self.options.window.is_none_or(|window| score(game, self.options.limit, self.tables.as_ref()).abs() <= window)
    }
}
