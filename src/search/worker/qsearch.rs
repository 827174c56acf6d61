//! The bottom of the tree, where most of the time goes: leaves, and the positions whose moves lead to them.

use super::Worker;
use crate::eval::score::{DRAW, INFINITE, MAX_EVAL, MAX_PLY};
use crate::eval::{Evaluate, Leaf};
use crate::search::ordering::{GAIN, insert_sort, pick};
use crate::search::tt::Bound;

impl<G: Evaluate> Worker<'_, G> {
    /// Searches a position whose moves lead to leaves, in a null window: as [`Worker::search`] would, without all that needs
    /// more depth.
    #[inline(never)]
    pub(super) fn frontier(&mut self, position: &G::Position, alpha: i32, ply: usize) -> i32 {
        if let Some(score) = self.at_once(position, ply) {
            return score;
        }
        let from_root = self.distance(position, ply);
        let (alpha, beta) = self.narrowed((alpha, alpha + 1), from_root);
        if alpha >= beta {
            return alpha;
        }
        let (key, left) = self.table_key(position);
        let known = if self.params.table { self.shared.table.probe(key) } else { None };
        if let Some(score) = known.and_then(|known| self.decided(known, (alpha, beta), 1, from_root, left)) {
            return score;
        }
        let table_move = known.and_then(|known| known.best_move).filter(|_| self.params.table_move);
        let base = self.rank_moves(position, table_move);
        if self.ranked.len() == base {
            return self.finished(position, ply);
        }
        let single = self.ranked.len() == base + 1 && self.follows_forced();
        self.keys.push(self.game.key(position));
        let (mut best, mut best_move, mut bound) = (-INFINITE, None, Bound::Upper);
        let mut at = 0;
        while let Some(ranked) = pick(&mut self.ranked[base..], at) {
            let next = self.game.play(position, ranked.mv);
            let score = self.turned(position, &next, (alpha, beta), |worker, alpha, beta| {
                if single {
                    worker.below(&next, alpha, beta, 1, ply + 1)
                } else {
                    worker.leaf(&next, alpha, beta, ply + 1, 0)
                }
            });
            if self.stopped {
                break;
            }
            best = best.max(score);
            if score >= beta {
                (best_move, bound) = (Some(ranked.index), Bound::Lower);
                if ranked.rank < GAIN || self.game.gain(position, ranked.mv) == 0 {
                    self.remember(position, base, at, 1);
                }
                break;
            }
            at += 1;
        }
        self.keys.pop();
        self.ranked.truncate(base);
        if self.stopped {
            return DRAW;
        }
        self.keep(key, from_root, best, bound, 1, best_move);
        best
    }

    /// Judges a leaf: what cannot be left alone is played out first.
    pub(super) fn leaf(&mut self, position: &G::Position, mut alpha: i32, beta: i32, ply: usize, beyond: usize) -> i32 {
        if let Some(score) = self.at_once(position, ply) {
            return score;
        }
        let start = self.moves.len();
        let mut best = match self.game.leaf(position, &mut self.moves) {
            Leaf::Finished => return self.finished(position, ply),
            Leaf::Forced if ply < MAX_PLY => -INFINITE,
            _ => {
                let value = self.game.evaluate(position).clamp(-MAX_EVAL, MAX_EVAL);
                if value >= beta || ply >= MAX_PLY {
                    self.moves.truncate(start);
                    return value;
                }
                if self.params.tries {
                    self.game.tries(position, (beyond as i32) < self.params.settle_plies, &mut self.moves);
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
            insert_sort(&mut self.moves[start..], |a, b| game.gain(position, *a) > game.gain(position, *b));
        }
        self.keys.push(self.game.key(position));
        for i in start..self.moves.len() {
            let mv = self.moves[i];
            let next = self.game.play(position, mv);
            let score = self.turned(position, &next, (alpha, beta), |worker, alpha, beta| {
                worker.leaf(&next, alpha, beta, ply + 1, beyond + 1)
            });
            if self.stopped {
                break;
            }
            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    if score >= beta {
                        break;
                    }
                }
            }
        }
        self.keys.pop();
        self.moves.truncate(start);
        best
    }
}
