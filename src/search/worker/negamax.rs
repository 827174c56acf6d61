//! The interior nodes: alpha-beta in the negamax form. Each technique has its heading; params.rs has their switches and
//! docs/search-tests.md what each is worth.

use super::SearchWorker;
use super::cooperation::{AfterMove, Claim, SharedNode};
use crate::eval::Evaluate;
use crate::eval::score::{DRAW, INFINITE, MAX_PLY, WIN, is_proven};
use crate::search::ordering::{RankedMove, TACTICAL};
use crate::search::tt::{Bound, TtEntry};

impl<G: Evaluate> SearchWorker<'_, G> {
    /// Searches a position by what fits the depth that is left.
    #[inline(always)]
    pub(super) fn search_node(&mut self, position: &G::Position, alpha: i32, beta: i32, depth: i32, ply: usize) -> i32 {
        let is_pv = beta - alpha > 1;
        if depth <= 0 || ply >= MAX_PLY {
            if is_pv {
                self.pv[ply].clear();
            }
            self.qsearch(position, alpha, beta, ply, 0)
        } else if depth == 1 && !is_pv {
            self.negamax_depth_one(position, alpha, ply)
        } else {
            self.negamax(position, alpha, beta, depth, ply)
        }
    }

    /// Searches the position after a move, in the window of the mover.
    #[inline(always)]
    pub(super) fn search_child(
        &mut self,
        position: &G::Position,
        next: &G::Position,
        window: (i32, i32),
        depth: i32,
        ply: usize,
    ) -> i32 {
        self.negated(position, next, window, |worker, alpha, beta| {
            worker.search_node(next, alpha, beta, depth, ply + 1)
        })
    }

    /// Returns a score that is right inside the window, and a bound outside (fail-soft).
    #[inline(never)]
    fn negamax(&mut self, position: &G::Position, alpha: i32, beta: i32, depth: i32, ply: usize) -> i32 {
        let is_pv = beta - alpha > 1;
        if is_pv {
            self.pv[ply].clear();
        }
        if let Some(score) = self.enter_node(position, ply) {
            return score;
        }

        // Mate-distance pruning.
        let from_root = self.distance(position, ply);
        let (mut alpha, beta) = self.mate_distance_window((alpha, beta), from_root);
        if alpha >= beta {
            return alpha;
        }

        // Transposition-table cut-off. On the PV only by a proof that lies beyond the depth, and only once the line holds a reply.
        let (key, plies_left) = self.tt_key(position);
        let entry = self.tt_probe(key);
        if let Some(entry) = entry
            && (!is_pv || ply >= 2 && entry.depth == TtEntry::ANY_DEPTH && WIN - i32::from(entry.score).abs() > depth)
            && let Some(score) = self.tt_cutoff(entry, (alpha, beta), depth, from_root, plies_left)
        {
            return score;
        }

        let shares = self.shares(depth);
        if shares && self.stop_if_overtaken() {
            return DRAW;
        }

        // ProbCut: where a shallow search is far above beta, the full search would very probably fail high too.
        if self.params.probcut && !is_pv && depth >= 5 && !is_proven(beta) {
            let bound = beta + depth * self.params.probcut_margin / 10;
            let score = self.negamax(position, bound - 1, bound, depth * self.params.probcut_depth / 100, ply);
            if score >= bound && !is_proven(score) {
                return beta;
            }
            if self.stopped {
                return DRAW;
            }
        }

        // Moves, in the order: tt move, tactical moves, quiet moves by history.
        let tt_move = entry.and_then(|entry| entry.best_move).filter(|_| self.params.tt_move);
        let base = self.rank_moves(position, tt_move);
        let count = self.ranked.len() - base;
        if count == 0 {
            return self.terminal_score(position, ply);
        }

        // Single-reply extension: an only move costs no depth.
        let full_depth = if count == 1 && self.extends_single_replies() { depth } else { depth - 1 };

        let mut shared = if shares {
            let raised = false;
            self.share_node(SharedNode { key, alpha, beta, depth, from_root, plies_left, ply, is_pv, raised })
        } else {
            None
        };
        let mut score_of_others = None;

        self.keys.push(self.game.key(position));
        let (mut best, mut best_move, mut bound) = (-INFINITE, None, Bound::Upper);
        let mut tried = 0;
        let mut upcoming = self.pick_and_prefetch(position, base, tried, shares);
        while let Some(ranked) = upcoming {
            // Shared PV: another thread may have found a better move here, or finished the node.
            if is_pv && let Some(node) = &mut shared {
                if let Some((score, index)) = self.adopt_raise(node) {
                    (best, alpha, best_move, bound) = (score, score, Some(index), Bound::Exact);
                    if score >= beta {
                        bound = Bound::Lower;
                        break;
                    }
                }
                score_of_others = self.score_of_others(node);
                if score_of_others.is_some() {
                    break;
                }
            }

            let place = tried;
            tried += 1;
            // Picked before the present move is searched, so that its bucket of the table is in the cache in time.
            upcoming = self.pick_and_prefetch(position, base, tried, shares);
            let next = self.game.play(position, ranked.mv);
            let is_first = place == 0 && best_move.is_none();

            // ABDADA: a move that another thread is searching is deferred.
            let claim = match shared {
                Some(_) if !is_first => self.claim(&next, ranked.deferred_from().is_none()),
                _ => Claim::NotNeeded,
            };
            if claim == Claim::Taken {
                upcoming = self.defer(position, base, place, upcoming);
                continue;
            }

            // PVS: all moves but the first in a null window, and again in the full one if they beat alpha.
            let mut score = INFINITE;
            if !is_first && self.params.pvs || !is_pv {
                // Late-move reductions, and the full depth if the move beats alpha.
                let reduced_depth = full_depth - self.reduction(position, &ranked, place, depth, is_pv);
                score = self.search_child(position, &next, (alpha, alpha + 1), reduced_depth, ply);
                if score > alpha && reduced_depth < full_depth && !self.stopped {
                    score = self.search_child(position, &next, (alpha, alpha + 1), full_depth, ply);
                }
            }
            if is_pv && (is_first || !self.params.pvs || score > alpha) && !self.stopped {
                score = self.search_child(position, &next, (alpha, beta), full_depth, ply);
            }

            match self.after_move(shared.as_ref(), claim) {
                AfterMove::UseScore => {}
                AfterMove::SearchAgain => {
                    (tried, upcoming) = (place, Some(ranked));
                    continue;
                }
                AfterMove::Defer => {
                    upcoming = self.defer(position, base, place, upcoming);
                    continue;
                }
                AfterMove::NodeScore(score) => {
                    score_of_others = Some(score);
                    break;
                }
            }
            if self.stopped {
                break;
            }

            // Alpha-beta.
            best = best.max(score);
            if score > alpha {
                alpha = score;
                best_move = Some(ranked.index);
                bound = Bound::Exact;
                if is_pv {
                    self.extend_pv(ply, ranked.mv);
                    if let Some(node) = &mut shared {
                        self.publish_raise(node, score, ranked.index);
                    }
                }
                if score >= beta {
                    bound = Bound::Lower;
                    if self.is_quiet(position, &ranked) {
                        self.update_history(position, base, place, depth);
                    }
                    break;
                }
            }
        }
        self.leave_node(shared);
        self.keys.pop();
        self.ranked.truncate(base);
        if let Some(score) = score_of_others {
            return score;
        }
        if self.stopped {
            return DRAW;
        }
        self.tt_store(key, from_root, best, bound, depth, best_move);
        best
    }

    /// Late-move reduction of a move, in plies: quiet moves from the fourth on, by depth, place and history.
    #[inline(always)]
    fn reduction(
        &self,
        position: &G::Position,
        ranked: &RankedMove<G::Move>,
        place: usize,
        depth: i32,
        is_pv: bool,
    ) -> i32 {
        let deferred_from = ranked.deferred_from();
        let place = deferred_from.unwrap_or(place);
        // A deferred move has lost its rank.
        let is_quiet = ranked.rank < TACTICAL && (deferred_from.is_none() || self.game.gain(position, ranked.mv) == 0);
        if !self.params.lmr || !is_quiet || depth < 3 || (place as i32) < self.params.lmr_place {
            return 0;
        }
        let plies = self.lmr[(depth as usize).min(63)][place.min(63)] - i32::from(is_pv);
        if deferred_from.is_some() || self.params.lmr_history == 0 {
            return plies;
        }
        (plies - (ranked.rank / self.params.lmr_history).clamp(-2, 2)).max(0)
    }

    /// Whether an only move costs no depth.
    #[inline(always)]
    pub(super) fn extends_single_replies(&self) -> bool {
        self.params.single_reply && self.game.extends_single_replies()
    }
}
