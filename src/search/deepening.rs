//! Iterative deepening for one best line, on every thread over one transposition table.
//!
//! All threads make the same root searches, each with a depth and an aspiration window. The first to complete one has done it
//! for all: it chooses the next one, and the others abandon theirs.

use super::ordering::{self, RankedMove};
use super::time::BestMoveStability;
use super::worker::{Cooperation, RootLine, SearchWorker};
use super::{SearchContext, SearchInfo, SearchResult};
use crate::eval::Evaluate;
use crate::eval::score::{INFINITE, is_proven};
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// How far the threads have come together, and the root search they are at.
struct DeepeningState<M> {
    result: SearchResult<M>,
    stability: BestMoveStability<M>,
    /// The number of the root search.
    number: u32,
    depth: u32,
    window: AspirationWindow,
    /// The move to try first, if the last root search found one.
    first: Option<M>,
    /// The nodes that all threads have spent on each root move, by its index in the generator's order.
    efforts: Vec<i32>,
    /// The score of the best move that this root search has found to beat its first.
    better: Option<i32>,
}

/// Until a search has so many nodes only completed depths are reported: nobody could read the rest.
const MIN_NODES_TO_REPORT: u64 = 100_000;

/// The window of a root search around the score of the last iteration.
#[derive(Clone, Copy)]
struct AspirationWindow {
    centre: i32,
    below: i32,
    above: i32,
}

impl AspirationWindow {
    const OPEN: AspirationWindow = AspirationWindow { centre: 0, below: INFINITE, above: INFINITE };

    /// A narrow window, or an open one where a narrow one does not pay.
    fn around(score: i32, depth: u32, margin: i32) -> AspirationWindow {
        if depth < 4 || is_proven(score) {
            return AspirationWindow { centre: score, ..AspirationWindow::OPEN };
        }
        AspirationWindow { centre: score, below: margin, above: margin }
    }

    fn bounds(self) -> (i32, i32) {
        ((self.centre - self.below).max(-INFINITE), (self.centre + self.above).min(INFINITE))
    }

    /// The window to try after a score outside; `None` if the score is inside.
    fn widened(self, score: i32) -> Option<AspirationWindow> {
        let widen = |margin: i32| if margin > 200 { 2 * INFINITE } else { 3 * margin };
        let (alpha, beta) = self.bounds();
        if score <= alpha && alpha > -INFINITE {
            Some(AspirationWindow { below: widen(self.below), ..self })
        } else if score >= beta && beta < INFINITE {
            Some(AspirationWindow { above: widen(self.above), ..self })
        } else {
            None
        }
    }
}

impl<G: Evaluate> SearchContext<'_, G> {
    /// Searches for the best line on all threads.
    pub(super) fn search_one_line(&self, pool: Option<&rayon::ThreadPool>) -> SearchResult<G::Move> {
        let roots = self.root_moves();
        let state = Mutex::new(DeepeningState {
            result: self.result_without_search(&roots),
            stability: BestMoveStability::default(),
            number: 0,
            depth: 1,
            window: AspirationWindow::OPEN,
            first: None,
            efforts: vec![0; roots.iter().map(|root| usize::from(root.index) + 1).max().unwrap_or(0)],
            better: None,
        });
        let cooperation = pool.map(|_| Cooperation::new());
        let deepen = || self.deepen(&state, cooperation.as_ref());
        match pool {
            Some(pool) => pool.in_place_scope(|scope| {
                (0..pool.current_num_threads()).for_each(|_| scope.spawn(|_| deepen()));
                deepen();
            }),
            None => deepen(),
        }
        state.into_inner().unwrap_or_else(PoisonError::into_inner).result
    }

    /// Makes root searches on one thread until something stops it.
    fn deepen(&self, state: &Mutex<DeepeningState<G::Move>>, cooperation: Option<&Cooperation<G::Move>>) {
        let lock = || state.lock().unwrap_or_else(PoisonError::into_inner);
        let mut worker = SearchWorker::new(self.record, self.shared, cooperation, self.settings.params);
        let mut roots = self.root_moves();
        let max_depth = self.max_depth(&roots);
        let mut last_depth = 0;
        while !worker.stopped {
            let (number, depth, window) = {
                let state = lock();
                order_root_moves(&mut roots, &state);
                (state.number, state.depth, state.window)
            };
            if depth > max_depth {
                break;
            }
            if std::mem::replace(&mut last_depth, depth) != depth {
                worker.seldepth = 0;
            }
            worker.begin_root_search(number);
            let first = roots.first().map(|root| root.mv);
            let mut on_better = |line: &RootLine<G::Move>| self.take_partial_result(lock(), number, first, line);
            let found =
                worker.search_root(self.record.position(), window.bounds(), depth as i32, &mut roots, &mut on_better);
            worker.flush_counts();
            let mut state = lock();
            for root in &roots {
                let effort = &mut state.efforts[usize::from(root.index)];
                *effort = effort.saturating_add(root.rank);
            }
            if worker.was_overtaken() {
                continue;
            }
            // A stopped root search has no result, but the very first is better than nothing.
            let has_result = state.result.lines.iter().any(|line| line.depth > 0);
            if state.number != number || worker.stopped && (has_result || found.pv.is_empty()) {
                continue;
            }
            let ends = self.complete_root_search(&mut state, found, &roots);
            self.shared.root_searches.store(state.number, Relaxed);
            if let Some(ends) = ends {
                self.report_state(state);
                if ends {
                    break;
                }
            }
        }
        worker.flush_counts();
        // What ends the search for one thread ends it for all.
        self.time.done.store(true, Relaxed);
    }

    /// Reports the result so far. The other threads go on, but cannot report before this one: it locks the callback first.
    fn report_state(&self, state: MutexGuard<'_, DeepeningState<G::Move>>) {
        let result = state.result.clone();
        let on_info = self.on_info.lock();
        drop(state);
        if let Ok(mut on_info) = on_info {
            on_info(&result.lines);
        }
    }

    /// Makes a line that beats the first root move the result, even if the root search is not completed.
    fn take_partial_result(
        &self,
        mut state: MutexGuard<'_, DeepeningState<G::Move>>,
        number: u32,
        first: Option<G::Move>,
        line: &RootLine<G::Move>,
    ) {
        // It beats the result so far only if that was the first move.
        let is_better = state.better.map_or(state.result.best() == first, |score| line.score > score);
        if !self.settings.params.partial_iteration || state.number != number || !is_better {
            return;
        }
        state.better = Some(line.score);
        self.time.note_enough(false);
        let seldepth = self.shared.seldepth.load(Relaxed).max(line.pv.len());
        let info = self.info(state.depth, seldepth, 1, line.score, line.pv.clone());
        let lower_bound = line.score >= state.window.bounds().1 && !info.from_tables;
        let is_early = info.nodes < MIN_NODES_TO_REPORT;
        state.result = SearchResult { lines: vec![SearchInfo { lower_bound, ..info }] };
        if !is_early {
            self.report_state(state);
        }
    }

    /// Takes the result of a root search and chooses the next one. If it completes a depth, says whether the search ends.
    fn complete_root_search(
        &self,
        state: &mut DeepeningState<G::Move>,
        found: RootLine<G::Move>,
        roots: &[RankedMove<G::Move>],
    ) -> Option<bool> {
        state.number += 1;
        state.better = None;
        if let Some(wider) = state.window.widened(found.score) {
            state.first = found.pv.first().copied().filter(|_| found.score > state.window.centre);
            state.window = wider;
            self.time.note_enough(false);
            return None;
        }
        let depth = state.depth;
        // The thread that found the line may not have polled since.
        let seldepth = self.shared.seldepth.swap(0, Relaxed).max(found.pv.len());
        state.first = found.pv.first().copied();
        state.result = SearchResult { lines: vec![self.info(depth, seldepth, 1, found.score, found.pv)] };
        state.depth += 1;
        state.window = match self.settings.params.aspiration {
            true => AspirationWindow::around(found.score, state.depth, self.settings.params.aspiration_margin),
            false => AspirationWindow::OPEN,
        };
        let effort = state.effort_of_best(roots);
        Some(self.ends_after(&state.result, depth, roots.len(), &mut state.stability, effort))
    }
}

impl<M: Copy + Eq> DeepeningState<M> {
    /// The share of all nodes that went into the best move.
    fn effort_of_best(&self, roots: &[RankedMove<M>]) -> Option<f64> {
        let best = roots.iter().find(|root| Some(root.mv) == self.first)?;
        let all: f64 = self.efforts.iter().map(|effort| f64::from(*effort)).sum();
        (all > 0.0).then(|| f64::from(self.efforts[usize::from(best.index)]) / all)
    }
}

/// Orders the root moves: the last root search's best, then by the nodes spent on them. What was hard to refute so far may not
/// be refuted any more.
fn order_root_moves<M: Copy + Eq>(roots: &mut [RankedMove<M>], state: &DeepeningState<M>) {
    for root in roots.iter_mut() {
        let is_first = Some(root.mv) == state.first;
        root.rank = if is_first { ordering::TT_MOVE } else { state.efforts[usize::from(root.index)] };
    }
    ordering::sort(roots);
}
