//! One best line: iterative deepening on every thread, over one table.

use super::control::TimeKeeper;
use super::order::{self, Ranked};
use super::score::{INFINITE, is_proven};
use super::think::Think;
use super::worker::{RootLine, Worker};
use super::{Answer, Team};
use std::sync::atomic::Ordering::Relaxed;

impl<G: Think> Team<'_, G> {
    /// Searches for the best line on all threads; the deepest that any of them completed is the answer.
    pub(super) fn one_line(&self, pool: Option<&rayon::ThreadPool>) -> Answer<G::Move> {
        let done = match pool {
            Some(pool) => pool.broadcast(|context| self.deepen(context.index())),
            None => vec![self.deepen(0)],
        };
        let depth = |answer: &Answer<G::Move>| answer.lines.first().map_or(0, |line| line.depth);
        // The first of the deepest.
        done.into_iter().rev().max_by_key(depth).unwrap_or(Answer { lines: Vec::new() })
    }

    /// Deepens on one thread until something says stop; the first thread reports and minds the clock.
    fn deepen(&self, thread: usize) -> Answer<G::Move> {
        let mut worker = Worker::new(self.record, self.shared, self.settings.params);
        let mut roots = self.roots();
        let mut answer = self.any_move(&roots);
        let mut time = TimeKeeper::default();
        let most = if roots.is_empty() { 0 } else { self.most_depth() };
        for depth in 1..=most {
            // Odd threads look a ply ahead, so that not all do the same.
            let depth = if thread % 2 == 1 { (depth + 1).min(most) } else { depth };
            order::sort(&mut roots);
            worker.deepest = 0;
            let last = answer.lines.first().filter(|line| line.depth > 0).map(|line| line.score);
            let found = self.aspire(&mut worker, depth, last, &mut roots);
            // An iteration that was broken off is worth nothing, but for the very first.
            if worker.stopped && (answer.lines.iter().any(|line| line.depth > 0) || found.pv.is_empty()) {
                break;
            }
            worker.flush_nodes();
            answer = Answer { lines: vec![self.info(depth, worker.deepest, 1, found.score, found.pv)] };
            if thread == 0 {
                self.report(&answer);
                if self.enough(&answer, depth, roots.len(), &mut time) {
                    break;
                }
            }
            if worker.stopped {
                break;
            }
        }
        worker.flush_nodes();
        if thread == 0 {
            // The first thread decides for all.
            self.control.done.store(true, Relaxed);
        }
        answer
    }

    /// Searches the root with a narrow window around the last score, widened until the score lies inside.
    fn aspire(
        &self,
        worker: &mut Worker<'_, G>,
        depth: u32,
        last: Option<i32>,
        moves: &mut [Ranked<G::Move>],
    ) -> RootLine<G::Move> {
        let position = self.record.position();
        let (mut below, mut above) = (INFINITE, INFINITE);
        let centre = last.unwrap_or(0);
        if let Some(last) = last
            && self.settings.params.aspiration
            && depth >= 4
            && !is_proven(last)
        {
            (below, above) = (15, 15);
        }
        loop {
            let (alpha, beta) = ((centre - below).max(-INFINITE), (centre + above).min(INFINITE));
            let line = worker.root(position, (alpha, beta), depth as i32, moves);
            if worker.stopped {
                return line;
            }
            let widen = |margin: i32| if margin > 200 { 2 * INFINITE } else { 3 * margin };
            if line.score <= alpha && alpha > -INFINITE {
                below = widen(below);
            } else if line.score >= beta && beta < INFINITE {
                above = widen(above);
            } else {
                return line;
            }
            order::sort(moves);
        }
    }
}
