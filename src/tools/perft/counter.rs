//! Counting with threads and a memo, as exact as [`super::perft`].
//!
//! Measured from the start on two cores shared with other work, so in seconds of processor time (all depths
//! together, the best of five runs):
//!
//! ```text
//!                             international 10   english 12
//! one thread                             1.3 s        2.6 s
//! two threads, in all                    1.2 s        2.5 s   the shares differ by less than 1 %
//! one thread, memo of 64 MB             0.24 s       0.54 s
//! two threads, memo of 64 MB            0.23 s       0.40 s
//! ```
//!
//! So dividing the work costs next to nothing; the gain by the clock is still to be measured on idle cores.
//!
//! The memo was measured against a `DashMap` with the same size limit and the hasher of rustc, which takes
//! no more entries when full. For international 10 and english 12 on one thread, the last depth took this long by the
//! clock, in single runs on the same busy machine:
//!
//! ```text
//! memo of  32 MB    0.20 s and 0.29 s    DashMap    0.21 s and 1.32 s
//! memo of 256 MB    0.19 s and 0.30 s    DashMap    0.35 s and 0.61 s
//! ```
//!
//! Memory of fewer plies (depth 2) costs more than it saves: 0.29 s and 0.58 s at 256 MB; depth 4 is no better than 3.

use super::memo::{Memo, NoRoom};
use super::walk;
use crate::games::Game;
use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use thiserror::Error;

/// A subtree of this depth is counted by one thread; a deeper one is divided, move by move, among all that are
/// idle. So one large subtree below the root does not keep the others waiting.
const SPLIT: u32 = 5;

/// A subtree below this depth is counted rather than looked up: that is as quick as a miss of the cache.
const MEMO: u32 = 3;

/// How to count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CountOptions {
    /// The number of threads, at least one.
    pub threads: usize,
    /// The size of the memo in MB; none for 0.
    pub hash: usize,
}

impl Default for CountOptions {
    fn default() -> Self {
        CountOptions { threads: 1, hash: 0 }
    }
}

/// Why a count failed.
#[derive(Debug, Error)]
pub enum CountError {
    /// The memo is too large for this machine.
    #[error(transparent)]
    Memo(#[from] NoRoom),
    /// The threads could not be started.
    #[error("cannot start the threads: {0}")]
    Threads(#[from] rayon::ThreadPoolBuildError),
    /// More nodes than a count can hold.
    #[error("depth {depth} has more nodes than 128 bits can count")]
    Overflow {
        /// The depth asked for.
        depth: u32,
    },
}

/// A count that does not fit.
struct Overflow;

/// Counts the leaves of a game's trees; what the memo learns serves every later count.
pub struct Counter<G: Game> {
    game: G,
    /// None when one thread is enough.
    pool: Option<ThreadPool>,
    memo: Option<Memo<G::Position>>,
    /// Subtrees below this depth are left to the plain walk.
    walk_below: u32,
}

impl<G: Game> Counter<G> {
    /// A counter for a game. Reserves the memo and starts the threads.
    pub fn new(game: G, options: CountOptions) -> Result<Self, CountError> {
        let memo = match options.hash {
            0 => None,
            megabytes => Some(Memo::new(megabytes)?),
        };
        let pool = match options.threads {
            0 | 1 => None,
            // A thread that waits for its share of a tree takes up other work on the same stack.
            threads => Some(ThreadPoolBuilder::new().num_threads(threads).stack_size(64 << 20).build()?),
        };
        let walk_below = match (&memo, &pool) {
            (Some(_), _) => MEMO,
            (None, Some(_)) => SPLIT + 1,
            (None, None) => u32::MAX,
        };
        Ok(Counter { game, pool, memo, walk_below })
    }

    /// The number of ways to play `depth` plies from a position.
    pub fn count(&self, position: &G::Position, depth: u32) -> Result<u128, CountError> {
        let count = each(self.pool.as_ref(), 1, &|_| self.subtree(position, depth, &mut Vec::with_capacity(1024)));
        match count {
            Ok(parts) => Ok(parts.into_iter().sum()),
            Err(Overflow) => Err(CountError::Overflow { depth }),
        }
    }

    /// The same, move by move: the legal moves in the generator's order, each with the ways to go on.
    pub fn divide(&self, position: &G::Position, depth: u32) -> Result<Vec<(G::Move, u128)>, CountError> {
        let mut moves = Vec::new();
        if depth > 0 {
            self.moves(position, &mut moves);
        }
        let parts = each(self.pool.as_ref(), moves.len(), &|i| {
            self.subtree(&self.play(position, moves[i]), depth - 1, &mut Vec::with_capacity(1024))
        });
        match parts {
            Ok(parts) => Ok(moves.into_iter().zip(parts).collect()),
            Err(Overflow) => Err(CountError::Overflow { depth }),
        }
    }

    fn subtree(&self, position: &G::Position, depth: u32, stack: &mut Vec<G::Move>) -> Result<u128, Overflow> {
        if depth < self.walk_below {
            // A walk visits what it counts, so it cannot reach the end of 64 bits in any lifetime.
            return Ok(walk(&self.game, position, depth, stack).into());
        }
        let key = self.game.key(position);
        if let Some(count) = self.memo.as_ref().and_then(|memo| memo.get(key, position, depth)) {
            return Ok(count);
        }
        let count = if self.pool.is_some() && depth > SPLIT {
            self.shared(position, depth)
        } else {
            self.alone(position, depth, stack)
        }?;
        if let Some(memo) = &self.memo {
            memo.put(key, position.clone(), depth, count);
        }
        Ok(count)
    }

    /// The legal moves. Not inlined: one copy of the generator is enough this far from the leaves.
    #[inline(never)]
    fn moves(&self, position: &G::Position, out: &mut Vec<G::Move>) {
        self.game.moves(position, out);
    }

    /// The position after a move, likewise.
    #[inline(never)]
    fn play(&self, position: &G::Position, mv: G::Move) -> G::Position {
        self.game.play(position, mv)
    }

    fn alone(&self, position: &G::Position, depth: u32, stack: &mut Vec<G::Move>) -> Result<u128, Overflow> {
        let base = stack.len();
        self.moves(position, stack);
        let mut total = 0u128;
        for i in base..stack.len() {
            let next = self.play(position, stack[i]);
            total = total.checked_add(self.subtree(&next, depth - 1, stack)?).ok_or(Overflow)?;
        }
        stack.truncate(base);
        Ok(total)
    }

    fn shared(&self, position: &G::Position, depth: u32) -> Result<u128, Overflow> {
        let mut moves = Vec::with_capacity(64);
        self.moves(position, &mut moves);
        let parts = each(None, moves.len(), &|i| {
            self.subtree(&self.play(position, moves[i]), depth - 1, &mut Vec::with_capacity(256))
        })?;
        parts.into_iter().try_fold(0u128, |a, b| a.checked_add(b).ok_or(Overflow))
    }
}

/// The results of jobs, which idle threads of the pool share; without a pool, those of the pool that this runs in.
///
/// The job is a trait object so that this, and all of rayon below it, is compiled once and not for every game.
fn each(
    pool: Option<&ThreadPool>,
    jobs: usize,
    job: &(dyn Fn(usize) -> Result<u128, Overflow> + Sync),
) -> Result<Vec<u128>, Overflow> {
    let all = || (0..jobs).into_par_iter().with_max_len(1).map(job).collect();
    match pool {
        Some(pool) => pool.install(all),
        None if rayon::current_thread_index().is_some() => all(),
        None => (0..jobs).map(job).collect(),
    }
}
