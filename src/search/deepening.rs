//! One best line: iterative deepening on every thread, over one table.
//!
//! All threads make the same steps, each a search of the root with a depth and a window. The first to complete one has done it
//! for all: it settles the next step, and the others drop what they are at.

use super::ordering::{self, Ranked};
use super::time::TimeKeeper;
use super::worker::{Company, RootLine, Worker};
use super::{Answer, Info, Team};
use crate::eval::Evaluate;
use crate::eval::score::{INFINITE, is_proven};
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// How far the threads have come together, and the step they are at.
struct Progress<M> {
    answer: Answer<M>,
    time: TimeKeeper<M>,
    step: u32,
    depth: u32,
    window: Window,
    /// The move to try first, where there is news of one.
    first: Option<M>,
    /// The nodes that all threads have spent on each move of the root, in the generator's order.
    efforts: Vec<i32>,
    /// The score of the best move that this step has found to beat its first.
    better: Option<i32>,
}

/// Nobody can read what a search finds before it has seen so many nodes; until then only complete depths are reported.
const TOO_SOON: u64 = 100_000;

/// The scores between which a search of the root can tell the truth.
#[derive(Clone, Copy)]
struct Window {
    centre: i32,
    below: i32,
    above: i32,
}

impl Window {
    const OPEN: Window = Window { centre: 0, below: INFINITE, above: INFINITE };

    /// A narrow window around a score, or an open one where that does not pay.
    fn around(score: i32, depth: u32) -> Window {
        const MARGIN: i32 = 15;
        if depth < 4 || is_proven(score) {
            return Window { centre: score, ..Window::OPEN };
        }
        Window { centre: score, below: MARGIN, above: MARGIN }
    }

    fn bounds(self) -> (i32, i32) {
        ((self.centre - self.below).max(-INFINITE), (self.centre + self.above).min(INFINITE))
    }

    /// The window to try after a score that lies outside; `None` if it lies inside.
    fn widened(self, score: i32) -> Option<Window> {
        let widen = |margin: i32| if margin > 200 { 2 * INFINITE } else { 3 * margin };
        let (alpha, beta) = self.bounds();
        if score <= alpha && alpha > -INFINITE {
            Some(Window { below: widen(self.below), ..self })
        } else if score >= beta && beta < INFINITE {
            Some(Window { above: widen(self.above), ..self })
        } else {
            None
        }
    }
}

impl<G: Evaluate> Team<'_, G> {
    /// Searches for the best line on all threads.
    pub(super) fn one_line(&self, pool: Option<&rayon::ThreadPool>) -> Answer<G::Move> {
        let roots = self.roots();
        let progress = Mutex::new(Progress {
            answer: self.any_move(&roots),
            time: TimeKeeper::default(),
            step: 0,
            depth: 1,
            window: Window::OPEN,
            first: None,
            efforts: vec![0; roots.iter().map(|root| usize::from(root.index) + 1).max().unwrap_or(0)],
            better: None,
        });
        let company = pool.map(|_| Company::new());
        let deepen = || self.deepen(&progress, company.as_ref());
        match pool {
            Some(pool) => pool.in_place_scope(|scope| {
                (0..pool.current_num_threads()).for_each(|_| scope.spawn(|_| deepen()));
                deepen();
            }),
            None => deepen(),
        }
        progress.into_inner().unwrap_or_else(PoisonError::into_inner).answer
    }

    /// Makes step after step on one thread until something says stop.
    fn deepen(&self, progress: &Mutex<Progress<G::Move>>, company: Option<&Company<G::Move>>) {
        let lock = || progress.lock().unwrap_or_else(PoisonError::into_inner);
        let mut worker = Worker::new(self.record, self.shared, company, self.settings.params);
        let mut roots = self.roots();
        let most = self.most_depth(&roots);
        let mut last_depth = 0;
        while !worker.stopped {
            let (step, depth, window) = {
                let now = lock();
                put_in_order(&mut roots, &now);
                (now.step, now.depth, now.window)
            };
            if depth > most {
                break;
            }
            if std::mem::replace(&mut last_depth, depth) != depth {
                worker.deepest = 0;
            }
            worker.begin(step);
            let first = roots.first().map(|root| root.mv);
            let mut better = |line: &RootLine<G::Move>| self.take_over(lock(), step, first, line);
            let found = worker.root(self.record.position(), window.bounds(), depth as i32, &mut roots, &mut better);
            worker.flush_nodes();
            let mut progress = lock();
            for root in &roots {
                let effort = &mut progress.efforts[usize::from(root.index)];
                *effort = effort.saturating_add(root.rank);
            }
            if worker.was_overtaken() {
                continue;
            }
            // A search that was broken off is worth nothing, but for the very first.
            let known = progress.answer.lines.iter().any(|line| line.depth > 0);
            if progress.step != step || worker.stopped && (known || found.pv.is_empty()) {
                continue;
            }
            let enough = self.complete(&mut progress, found, roots.len());
            self.shared.step.store(progress.step, Relaxed);
            if let Some(enough) = enough {
                self.publish(progress);
                if enough {
                    break;
                }
            }
        }
        worker.flush_nodes();
        // What ends the search for one thread ends it for all.
        self.control.done.store(true, Relaxed);
    }

    /// Reports the answer so far. The other threads go on meanwhile; this one has the floor before they can complete the next step.
    fn publish(&self, progress: MutexGuard<'_, Progress<G::Move>>) {
        let answer = progress.answer.clone();
        let floor = self.report.lock();
        drop(progress);
        if let Ok(mut report) = floor {
            report(&answer.lines);
        }
    }

    /// Makes a line the answer that a step has found better than its first move, whatever becomes of the step.
    fn take_over(
        &self,
        mut progress: MutexGuard<'_, Progress<G::Move>>,
        step: u32,
        first: Option<G::Move>,
        line: &RootLine<G::Move>,
    ) {
        // That says nothing of the answer so far, unless that was the first move.
        let beaten = progress.better.map_or(progress.answer.best() == first, |score| line.score > score);
        if !self.settings.params.unfinished || progress.step != step || !beaten {
            return;
        }
        progress.better = Some(line.score);
        self.control.note_enough(false);
        let deepest = self.shared.deepest.load(Relaxed).max(line.pv.len());
        let info = self.info(progress.depth, deepest, 1, line.score, line.pv.clone());
        let at_least = line.score >= progress.window.bounds().1;
        let soon = info.nodes < TOO_SOON;
        progress.answer = Answer { lines: vec![Info { at_least, ..info }] };
        if !soon {
            self.publish(progress);
        }
    }

    /// Takes in what a step has found and settles the next one. If it completes a depth, says whether that is enough.
    fn complete(&self, progress: &mut Progress<G::Move>, found: RootLine<G::Move>, legal: usize) -> Option<bool> {
        progress.step += 1;
        progress.better = None;
        if let Some(wider) = progress.window.widened(found.score) {
            progress.first = found.pv.first().copied().filter(|_| found.score > progress.window.centre);
            progress.window = wider;
            self.control.note_enough(false);
            return None;
        }
        let depth = progress.depth;
        // A thread that has told of its line may not have told yet how deep it was.
        let deepest = self.shared.deepest.swap(0, Relaxed).max(found.pv.len());
        progress.first = found.pv.first().copied();
        progress.answer = Answer { lines: vec![self.info(depth, deepest, 1, found.score, found.pv)] };
        progress.depth += 1;
        progress.window = match self.settings.params.aspiration {
            true => Window::around(found.score, progress.depth),
            false => Window::OPEN,
        };
        Some(self.enough(&progress.answer, depth, legal, &mut progress.time))
    }
}

/// Puts the moves of the root in the order in which to try them: one that there is news of, then what has taken the most
/// work. What was hard to refute so far may not be refuted any more.
fn put_in_order<M: Copy + Eq>(roots: &mut [Ranked<M>], progress: &Progress<M>) {
    for root in roots.iter_mut() {
        let first = Some(root.mv) == progress.first;
        root.rank = if first { ordering::TABLE_MOVE } else { progress.efforts[usize::from(root.index)] };
    }
    ordering::sort(roots);
}
