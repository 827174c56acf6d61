//! MultiPV: several best lines. The threads share out the root moves.
//!
//! Every root move is searched once an iteration, against the worst of the best lines found so far: a move that
//! does not beat it is refuted cheaply, one that does gets its exact score and takes a place among the best.

use super::ordering;
use super::time::BestMoveStability;
use super::worker::{Cooperation, RootLine, SearchWorker};
use super::{SearchContext, SearchResult};
use crate::eval::Evaluate;
use crate::eval::score::INFINITE;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// The best lines of an iteration and their selective depths, the best first.
struct BestLines<M> {
    lines: Vec<(RootLine<M>, usize)>,
    wanted: usize,
}

impl<M> BestLines<M> {
    /// What a line must beat to count.
    fn alpha(&self) -> i32 {
        if self.lines.len() < self.wanted {
            -INFINITE
        } else {
            self.lines.last().map_or(-INFINITE, |(line, _)| line.score)
        }
    }

    fn add(&mut self, line: RootLine<M>, seldepth: usize) {
        if line.score > self.alpha() {
            self.lines.truncate(self.wanted - 1);
            let place = self.lines.partition_point(|(other, _)| other.score >= line.score);
            self.lines.insert(place, (line, seldepth));
        }
    }
}

impl<G: Evaluate> SearchContext<'_, G> {
    /// Searches for the best lines.
    pub(super) fn search_multipv(&self, pool: Option<&rayon::ThreadPool>) -> SearchResult<G::Move> {
        let others = pool.map_or(0, rayon::ThreadPool::current_num_threads);
        let cooperation = pool.map(|_| Cooperation::new());
        let worker = || SearchWorker::new(self.record, self.shared, cooperation.as_ref(), self.settings.params);
        let (mut own, mut workers) = (worker(), (0..others).map(|_| worker()).collect::<Vec<_>>());
        let mut roots = self.root_moves();
        let mut result = self.result_without_search(&roots);
        let mut stability = BestMoveStability::default();
        for depth in 1..=self.max_depth(&roots) {
            let wanted = self.settings.lines.min(roots.len()).max(1);
            let best = Mutex::new(BestLines { lines: Vec::new(), wanted });
            let next = AtomicUsize::new(0);
            // The place of the first move whose search was stopped.
            let stopped_at = AtomicUsize::new(usize::MAX);
            let search_moves = |worker: &mut SearchWorker<'_, G>| {
                loop {
                    let place = next.fetch_add(1, Relaxed);
                    let Some(root) = roots.get(place) else { break };
                    let alpha = best.lock().map_or(-INFINITE, |best| best.alpha());
                    worker.seldepth = 0;
                    let line = worker.search_root_move(self.record.position(), root.mv, alpha, depth as i32);
                    if worker.stopped {
                        stopped_at.fetch_min(place, Relaxed);
                        break;
                    }
                    if let Ok(mut best) = best.lock() {
                        best.add(line, worker.seldepth);
                    }
                }
                worker.flush_counts();
            };
            match pool {
                Some(pool) => pool.in_place_scope(|scope| {
                    workers.iter_mut().for_each(|worker| scope.spawn(|_| search_moves(worker)));
                    search_moves(&mut own);
                }),
                None => search_moves(&mut own),
            }
            let stopped = own.stopped || workers.iter().any(|worker| worker.stopped);
            let found = best.into_inner().map_or(Vec::new(), |best| best.lines);
            // The best lines so far come first: once they are searched, what was found is at least as good.
            let is_usable = !stopped || self.settings.params.partial_iteration && stopped_at.into_inner() >= wanted;
            if found.is_empty() || !is_usable && result.lines.iter().any(|line| line.depth > 0) {
                break;
            }
            let lines = found.into_iter().enumerate();
            result.lines = lines
                .map(|(place, (line, seldepth))| self.info(depth, seldepth, place + 1, line.score, line.pv))
                .collect();
            // The best come first in the next iteration, in their order.
            for (place, line) in result.lines.iter().enumerate() {
                if let Some(root) = roots.iter_mut().find(|root| Some(&root.mv) == line.pv.first()) {
                    root.rank = i32::MAX - place as i32;
                }
            }
            ordering::sort(&mut roots);
            for (place, root) in roots.iter_mut().enumerate() {
                root.rank = -(place as i32);
            }
            self.report(&result);
            if stopped || self.ends_after(&result, depth, roots.len(), &mut stability, None) {
                break;
            }
        }
        result
    }
}
