//! Making a book: from the first position on, a search names the best moves, and the positions they lead to are next.

use super::successor;
use super::text::Entry;
use crate::engine::any_game::{AnyGame, any_game};
use crate::games::catalog::Variant;
use crate::games::notation::Style;
use crate::search::{STACK, is_proven};
use crate::tools::openings::{Effort, lines_of};
use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuildError, ThreadPoolBuilder};
use std::collections::HashSet;

/// What kind of book to make.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The game.
    pub variant: Variant,
    /// How many moves deep it goes.
    pub plies: usize,
    /// The most moves for a position.
    pub width: usize,
    /// How much worse than the best a move may be, in hundredths of a man.
    pub margin: i32,
    /// The most positions.
    pub positions: usize,
    /// How a position is searched.
    pub effort: Effort,
}

/// Makes books.
pub struct Builder {
    plan: Plan,
    pool: ThreadPool,
}

impl Builder {
    /// A builder on some threads, which the book does not depend on.
    pub fn new(plan: Plan, threads: usize) -> Result<Builder, ThreadPoolBuildError> {
        let pool = ThreadPoolBuilder::new().num_threads(threads).stack_size(STACK).build()?;
        Ok(Builder { plan, pool })
    }

    /// Makes the book and hands each position over, those nearest to the start first. `found` may fail, which ends
    /// the work.
    pub fn run<E>(&self, mut found: impl FnMut(&Entry) -> Result<(), E>) -> Result<(), E> {
        /// Positions searched between two reports.
        const ROUND: usize = 16;
        let start = any_game(&self.plan.variant);
        start.prepare();
        let mut seen = HashSet::from([start.symmetric_key()]);
        let (mut layer, mut left) = (vec![start], self.plan.positions);
        for _ in 0..self.plan.plies {
            let mut next = Vec::new();
            layer.truncate(left);
            left -= layer.len();
            for round in layer.chunks(ROUND) {
                let entries: Vec<Entry> =
                    self.pool.install(|| round.par_iter().map(|seat| self.entry(&**seat)).collect());
                for (seat, entry) in round.iter().zip(entries) {
                    // A game that is over, or lost whatever is played, needs no book.
                    if entry.moves.is_empty() {
                        continue;
                    }
                    found(&entry)?;
                    for (text, _) in &entry.moves {
                        let mut after = seat.copy();
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

    /// The best moves of a position, weighed by what they are worth: 100 for the best, less for others.
    fn entry(&self, seat: &dyn AnyGame) -> Entry {
        let mut moves = Vec::new();
        if seat.ending().is_none() {
            // Of moves that symmetry makes the same, one is enough.
            let mut known = HashSet::new();
            let roots: Vec<String> = seat
                .moves(Style::Usual)
                .into_iter()
                .filter(|text| successor(seat, text).is_some_and(|key| known.insert(key)))
                .collect();
            let lines = lines_of(seat, self.plan.effort, self.plan.width, roots);
            let best = lines.first().map_or(0, |line| line.score);
            let margin = self.plan.margin;
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
        Entry { line: 0, fen: Some(plain(seat)), moves }
    }
}

/// The position as text, without the counters that a book has no use for.
pub fn plain(seat: &dyn AnyGame) -> String {
    let mut text = seat.fen();
    let mut probe = seat.copy();
    while let Some((shorter, _)) = text.rsplit_once(':') {
        if probe.set_position(Some(shorter), &[]).is_err() || probe.key() != seat.key() {
            break;
        }
        text = shorter.to_string();
    }
    text
}
