//! Making openings: random games, of which the fair and new positions are kept.
//!
//! Games are numbered, and each is drawn from the seed and its number alone. Threads work on a round of numbers at a
//! time; of games that come to the same position the lowest number stands. So the seed settles the openings, whatever
//! the number of threads.

use super::judge::{Effort, score};
use crate::engine::any_game::{AnyGame, any_game};
use crate::games::catalog::Variant;
use crate::games::notation::Style;
use crate::search::STACK;
use crate::util::random::Rng;
use dashmap::DashMap;
use fxhash::FxBuildHasher;
use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuildError, ThreadPoolBuilder};

/// What is looked for.
#[derive(Clone, Debug)]
pub struct Quarry {
    /// The game.
    pub variant: Variant,
    /// How many openings.
    pub count: usize,
    /// The fewest and the most moves from the start.
    pub plies: (usize, usize),
    /// How far from even a score may be, in hundredths of a man; any position will do if `None`.
    pub window: Option<i32>,
    /// How a position is judged.
    pub effort: Effort,
    /// What settles the random moves.
    pub seed: u64,
}

/// How far the search for openings is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// The openings found.
    pub found: usize,
    /// The random games played.
    pub games: u64,
}

/// How the search for openings ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// As many were found as were wanted.
    Complete,
    /// No new ones turned up any more.
    Exhausted,
}

/// Finds openings.
pub struct Generator {
    quarry: Quarry,
    pool: ThreadPool,
    /// The first game that came to a position, by the position's key; symmetric positions share one.
    seen: DashMap<u64, u64, FxBuildHasher>,
}

/// The games of a round; few enough that the last round wastes little.
const ROUND: u64 = 64;
/// So many rounds without an opening mean that there are no more.
const PATIENCE: u32 = 100;

impl Generator {
    /// A generator on some threads.
    pub fn new(quarry: Quarry, threads: usize) -> Result<Generator, ThreadPoolBuildError> {
        let pool = ThreadPoolBuilder::new().num_threads(threads).stack_size(STACK).build()?;
        Ok(Generator { quarry, pool, seen: DashMap::default() })
    }

    /// Finds the openings and hands each over as its moves. `found` may fail, which ends the search; `progress` is
    /// called after each round.
    pub fn run<E>(
        &self,
        mut found: impl FnMut(&[String]) -> Result<(), E>,
        mut progress: impl FnMut(Progress),
    ) -> Result<Outcome, E> {
        let start = any_game(&self.quarry.variant);
        start.prepare();
        let (mut kept, mut round, mut idle) = (0, 0, 0);
        while kept < self.quarry.count {
            if idle == PATIENCE {
                return Ok(Outcome::Exhausted);
            }
            idle += 1;
            for moves in self.pool.install(|| self.round(&*start, round)) {
                if kept < self.quarry.count {
                    found(&moves)?;
                    kept += 1;
                    idle = 0;
                }
            }
            round += 1;
            progress(Progress { found: kept, games: round * ROUND });
        }
        Ok(Outcome::Complete)
    }

    /// The openings of a round, in the order of their numbers.
    fn round(&self, start: &dyn AnyGame, round: u64) -> Vec<Vec<String>> {
        let numbers = round * ROUND..(round + 1) * ROUND;
        let games: Vec<_> = numbers
            .into_par_iter()
            .filter_map(|number| {
                let game = self.game(start, number)?;
                let key = game.0.symmetric_key();
                self.seen.entry(key).and_modify(|first| *first = (*first).min(number)).or_insert(number);
                Some((number, key, game))
            })
            .collect();
        // All games of the round have claimed their positions by now, so that it is settled whose they are.
        games
            .into_par_iter()
            .filter(|(number, key, _)| self.seen.get(key).is_some_and(|first| *first == *number))
            .filter(|(_, _, (seat, _))| self.is_fair(&**seat))
            .map(|(_, _, (_, moves))| moves)
            .collect()
    }

    /// The random game of a number, unless it ends or comes to a position in which something is about to be taken: that
    /// is the middle of an exchange, and leaves little to choose.
    fn game(&self, start: &dyn AnyGame, number: u64) -> Option<(Box<dyn AnyGame>, Vec<String>)> {
        let mut random = Rng::stream(self.quarry.seed, number);
        let (least, most) = self.quarry.plies;
        let plies = least + random.below((most.saturating_sub(least) + 1) as u64) as usize;
        let (mut seat, mut played) = (start.copy(), Vec::with_capacity(plies));
        for _ in 0..plies {
            let moves = seat.moves(Style::Usual);
            let mv = moves.get(random.below(moves.len() as u64) as usize)?;
            played.push(seat.play(mv, Style::Usual).ok()?);
        }
        let quiet = seat.ending().is_none() && !seat.moves(Style::Usual).iter().any(|mv| mv.contains('x'));
        quiet.then_some((seat, played))
    }

    fn is_fair(&self, seat: &dyn AnyGame) -> bool {
        self.quarry.window.is_none_or(|window| score(seat, self.quarry.effort).abs() <= window)
    }
}
