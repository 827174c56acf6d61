//! Several best lines: the threads share out the root moves.
//!
//! Every root move is searched once an iteration, against the worst of the best lines found so far: a move that
//! does not beat it is refuted cheaply, one that does gets its exact score and takes a place among the best.

use super::ordering;
use super::time::TimeKeeper;
use super::worker::{Company, RootLine, Worker};
use super::{Answer, Team};
use crate::eval::Evaluate;
use crate::eval::score::INFINITE;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// The best lines of an iteration, the best first.
struct Best<M> {
    lines: Vec<(RootLine<M>, usize)>,
    most: usize,
}

impl<M> Best<M> {
    /// What a line must beat to count.
    fn bar(&self) -> i32 {
        if self.lines.len() < self.most {
            -INFINITE
        } else {
            self.lines.last().map_or(-INFINITE, |(line, _)| line.score)
        }
    }

    fn add(&mut self, line: RootLine<M>, deepest: usize) {
        if line.score > self.bar() {
            self.lines.truncate(self.most - 1);
            let place = self.lines.partition_point(|(other, _)| other.score >= line.score);
            self.lines.insert(place, (line, deepest));
        }
    }
}

impl<G: Evaluate> Team<'_, G> {
    /// Searches for the best lines.
    pub(super) fn several_lines(&self, pool: Option<&rayon::ThreadPool>) -> Answer<G::Move> {
        let others = pool.map_or(0, rayon::ThreadPool::current_num_threads);
        let company = pool.map(|_| Company::new());
        let worker = || Worker::new(self.record, self.shared, company.as_ref(), self.settings.params);
        let (mut own, mut workers) = (worker(), (0..others).map(|_| worker()).collect::<Vec<_>>());
        let mut roots = self.roots();
        let mut answer = self.any_move(&roots);
        let mut time = TimeKeeper::default();
        let most = self.most_depth(&roots);
        for depth in 1..=most {
            let wanted = self.settings.lines.min(roots.len()).max(1);
            let best = Mutex::new(Best { lines: Vec::new(), most: wanted });
            let next = AtomicUsize::new(0);
            // The first move whose search was broken off.
            let unfinished = AtomicUsize::new(usize::MAX);
            let share = |worker: &mut Worker<'_, G>| {
                loop {
                    let place = next.fetch_add(1, Relaxed);
                    let Some(root) = roots.get(place) else { break };
                    let bar = best.lock().map_or(-INFINITE, |best| best.bar());
                    worker.deepest = 0;
                    let line = worker.root_move(self.record.position(), root.mv, bar, depth as i32);
                    if worker.stopped {
                        unfinished.fetch_min(place, Relaxed);
                        break;
                    }
                    if let Ok(mut best) = best.lock() {
                        best.add(line, worker.deepest);
                    }
                }
                worker.flush_nodes();
            };
            match pool {
                Some(pool) => pool.in_place_scope(|scope| {
                    workers.iter_mut().for_each(|worker| scope.spawn(|_| share(worker)));
                    share(&mut own);
                }),
                None => share(&mut own),
            }
            let stopped = own.stopped || workers.iter().any(|worker| worker.stopped);
            let found = best.into_inner().map_or(Vec::new(), |best| best.lines);
            // The best lines so far come first: once they are through, what was found is at least as good.
            let through = !stopped || self.settings.params.unfinished && unfinished.into_inner() >= wanted;
            if found.is_empty() || !through && answer.lines.iter().any(|line| line.depth > 0) {
                break;
            }
            let lines = found.into_iter().enumerate();
            answer.lines = lines
                .map(|(place, (line, deepest))| self.info(depth, deepest, place + 1, line.score, line.pv))
                .collect();
            // The best come first in the next iteration, in their order.
            for (place, line) in answer.lines.iter().enumerate() {
                if let Some(root) = roots.iter_mut().find(|root| Some(&root.mv) == line.pv.first()) {
                    root.rank = i32::MAX - place as i32;
                }
            }
            ordering::sort(&mut roots);
            for (place, root) in roots.iter_mut().enumerate() {
                root.rank = -(place as i32);
            }
            self.report(&answer);
            if stopped || self.enough(&answer, depth, roots.len(), &mut time) {
                break;
            }
        }
        answer
    }
}
