//! One best line: iterative deepening on every thread, over one table.
//!
//! All threads search the same depth. The first to complete it has found it for all: the others drop what they are at
//! and begin the next one.

use super::control::TimeKeeper;
use super::order::{self, Ranked};
use super::score::{INFINITE, is_proven};
use super::think::Think;
use super::worker::{RootLine, Worker};
use super::{Answer, Team};
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// How far the threads have come together.
struct Progress<M> {
    answer: Answer<M>,
    time: TimeKeeper<M>,
}

impl<G: Think> Team<'_, G> {
    /// Searches for the best line on all threads.
    pub(super) fn one_line(&self, pool: Option<&rayon::ThreadPool>) -> Answer<G::Move> {
        let answer = self.any_move(&self.roots());
        let progress = Mutex::new(Progress { answer, time: TimeKeeper::default() });
        match pool {
            Some(pool) => {
                pool.broadcast(|_| self.deepen(&progress));
            }
            None => self.deepen(&progress),
        }
        progress.into_inner().unwrap_or_else(PoisonError::into_inner).answer
    }

    /// Deepens on one thread until something says stop.
    fn deepen(&self, progress: &Mutex<Progress<G::Move>>) {
        let lock = || progress.lock().unwrap_or_else(PoisonError::into_inner);
        let mut worker = Worker::new(self.record, self.shared, self.settings.params);
        let mut roots = self.roots();
        let most = if roots.is_empty() { 0 } else { self.most_depth() };
        while !worker.stopped {
            let (depth, last) = next_step(&lock(), &mut roots);
            if depth > most {
                break;
            }
            worker.begin(depth);
            let found = self.aspire(&mut worker, depth, last, &mut roots);
            worker.flush_nodes();
            if worker.was_overtaken() {
                continue;
            }
            let mut progress = lock();
            let known = progress.answer.lines.first().map_or(0, |line| line.depth);
            // An iteration that was broken off is worth nothing, but for the very first.
            if known >= depth || worker.stopped && (known > 0 || found.pv.is_empty()) {
                continue;
            }
            progress.answer = Answer { lines: vec![self.info(depth, worker.deepest, 1, found.score, found.pv)] };
            self.shared.completed.store(depth, Relaxed);
            self.report(&progress.answer);
            let Progress { answer, time } = &mut *progress;
            if self.enough(answer, depth, roots.len(), time) {
                break;
            }
        }
        worker.flush_nodes();
        // What ends the search for one thread ends it for all.
        self.control.done.store(true, Relaxed);
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

/// The depth to search next and the score found before it; the best move so far comes first among the roots.
fn next_step<M: Copy + Eq>(progress: &MutexGuard<'_, Progress<M>>, roots: &mut [Ranked<M>]) -> (u32, Option<i32>) {
    let line = progress.answer.lines.first().filter(|line| line.depth > 0);
    if let Some(best) = line.and_then(|line| line.pv.first()) {
        for root in roots.iter_mut() {
            // Only where another thread has found it is this news.
            if root.mv == *best {
                root.rank = order::TABLE_MOVE;
            }
        }
    }
    order::sort(roots);
    (line.map_or(1, |line| line.depth + 1), line.map(|line| line.score))
}
