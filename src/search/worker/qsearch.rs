//! The bottom of the tree, where most of the time goes: quiescence search, and the nodes one ply above it.

use super::SearchWorker;
use crate::eval::score::{DRAW, INFINITE, MAX_EVAL, MAX_PLY};
use crate::eval::{Evaluate, Leaf};
use crate::search::ordering::{insertion_sort, pick_best};
use crate::search::tt::Bound;

impl<G: Evaluate> SearchWorker<'_, G> {
    /// A null-window negamax of depth one, without what needs more depth: ProbCut, reductions, other threads.
    #[inline(never)]
    pub(super) fn negamax_depth_one(&mut self, position: &G::Position, alpha: i32, ply: usize) -> i32 {
        if let Some(score) = self.enter_node(position, ply) {
            return score;
        }

        // Mate-distance pruning.
        let from_root = self.distance(position, ply);
        let (alpha, beta) = self.mate_distance_window((alpha, alpha + 1), from_root);
        if alpha >= beta {
            return alpha;
        }

        // Transposition-table cut-off.
        let (key, plies_left) = self.tt_key(position);
        let entry = self.tt_probe(key);
        if let Some(score) = entry.and_then(|entry| self.tt_cutoff(entry, (alpha, beta), 1, from_root, plies_left)) {
            return score;
        }

        let tt_move = entry.and_then(|entry| entry.best_move).filter(|_| self.params.tt_move);
        let base = self.rank_moves(position, tt_move);
        if self.ranked.len() == base {
            return self.terminal_score(position, ply);
        }

        let is_extended = self.ranked.len() == base + 1 && self.extends_single_replies();
        self.keys.push(self.game.key(position));
        let (mut best, mut best_move, mut bound) = (-INFINITE, None, Bound::Upper);
        let mut place = 0;
        while let Some(ranked) = pick_best(&mut self.ranked[base..], place) {
            let next = self.game.play(position, ranked.mv);
            let score = self.negated(position, &next, (alpha, beta), |worker, alpha, beta| {
                if is_extended {
                    worker.search_node(&next, alpha, beta, 1, ply + 1)
                } else {
                    worker.qsearch(&next, alpha, beta, ply + 1, 0)
                }
            });
            if self.stopped {
                break;
            }
            best = best.max(score);
            if score >= beta {
                (best_move, bound) = (Some(ranked.index), Bound::Lower);
                if self.is_quiet(position, &ranked) {
                    self.update_history(position, base, place, 1);
                }
                break;
            }
            place += 1;
        }
        self.keys.pop();
        self.ranked.truncate(base);
        if self.stopped {
            return DRAW;
        }
        self.tt_store(key, from_root, best, bound, 1, best_move);
        best
    }

    /// Quiescence search: forced moves are played out, and other moves that win something may be tried against the evaluation.
    /// `qply` counts the plies since the depth ran out.
    pub(super) fn qsearch(
        &mut self,
        position: &G::Position,
        mut alpha: i32,
        beta: i32,
        ply: usize,
        qply: usize,
    ) -> i32 {
        if let Some(score) = self.enter_node(position, ply) {
            return score;
        }

        // Stand pat, unless a move is forced.
        let start = self.moves.len();
        let mut best = match self.game.leaf_kind(position, &mut self.moves) {
            Leaf::Finished => return self.terminal_score(position, ply),
            Leaf::Forced if ply < MAX_PLY => -INFINITE,
            _ => {
                let value = self.game.evaluate_within(position, (alpha, beta), &mut self.scratch);
                let value = value.clamp(-MAX_EVAL, MAX_EVAL);
                if value >= beta || ply >= MAX_PLY {
                    self.moves.truncate(start);
                    return value;
                }
                if self.params.qsearch_moves {
                    self.game.qsearch_moves(position, (qply as i32) < self.params.qsearch_plies, &mut self.moves);
                }
                value
            }
        };
        if self.moves.len() == start {
            return best;
        }
        alpha = alpha.max(best);

        // The biggest gains first.
        if self.moves.len() - start > 1 {
            let game = self.game;
            insertion_sort(&mut self.moves[start..], |a, b| game.gain(position, *a) > game.gain(position, *b));
        }
        self.keys.push(self.game.key(position));
        for i in start..self.moves.len() {
            let mv = self.moves[i];
            let next = self.game.play(position, mv);
            let score = self.negated(position, &next, (alpha, beta), |worker, alpha, beta| {
                worker.qsearch(&next, alpha, beta, ply + 1, qply + 1)
            });
            if self.stopped {
                break;
            }
            best = best.max(score);
            if score > alpha {
                alpha = score;
                if score >= beta {
                    break;
                }
            }
        }
        self.keys.pop();
        self.moves.truncate(start);
        best
    }
}
