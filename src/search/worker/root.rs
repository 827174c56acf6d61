//! The root: its moves are searched one by one, as at a PV node.

use super::cooperation::{AfterMove, Claim, SharedNode};
use super::{RootLine, SearchWorker};
use crate::eval::Evaluate;
use crate::eval::score::{DRAW, INFINITE};
use crate::search::ordering::RankedMove;

impl<G: Evaluate> SearchWorker<'_, G> {
    /// Searches the root for its best line. Leaves the nodes that each move took as its rank, and shows `on_better` every line that
    /// is better than that of the first move and those after it.
    pub fn search_root(
        &mut self,
        position: &G::Position,
        (mut alpha, beta): (i32, i32),
        depth: i32,
        moves: &mut [RankedMove<G::Move>],
        on_better: &mut dyn FnMut(&RootLine<G::Move>),
    ) -> RootLine<G::Move> {
        let mut line = RootLine { score: -INFINITE, pv: Vec::new() };
        let mut raised = false;
        self.keys.push(self.game.key(position));
        let (key, plies_left) = self.tt_key(position);
        let from_root = self.distance(position, 0);
        let node = SharedNode { key, alpha, beta, depth, from_root, plies_left, ply: 0, is_pv: true, raised };
        let mut shared = self.share_node(node);
        moves.iter_mut().for_each(|ranked| ranked.rank = 0);
        // Deferred moves are added at the end.
        let mut queue: Vec<usize> = (0..moves.len()).collect();
        let (mut at, count) = (0, moves.len());
        while let Some(&place) = queue.get(at) {
            let ranked = &mut moves[place];

            // Shared PV: another thread may have found a better move.
            if let Some((score, _)) = shared.as_mut().and_then(|node| self.adopt_raise(node)) {
                (alpha, raised) = (score, true);
                line = RootLine { score, pv: self.pv[0].clone() };
                if score >= beta {
                    break;
                }
            }

            // ABDADA: a move that another thread is searching is deferred.
            let is_first = place == 0 && !raised;
            let next = self.game.play(position, ranked.mv);
            let claim = if self.shares(depth) && !is_first { self.claim(&next, at < count) } else { Claim::NotNeeded };
            if claim == Claim::Taken {
                queue.push(place);
                at += 1;
                continue;
            }

            let nodes_before = self.nodes;
            let score = self.search_root_child(position, &next, (alpha, beta), depth, is_first);
            ranked.rank += (self.nodes - nodes_before).min(1 << 29) as i32;
            if let AfterMove::SearchAgain = self.after_move(shared.as_ref(), claim) {
                continue;
            }
            if self.stopped {
                break;
            }

            if score > line.score {
                line.score = score;
                if score > alpha || place == 0 {
                    self.extend_pv(0, ranked.mv);
                    line.pv.clone_from(&self.pv[0]);
                }
                if score > alpha {
                    (alpha, raised) = (score, true);
                    if let Some(node) = &mut shared {
                        self.publish_raise(node, score, ranked.index);
                    }
                    if place > 0 {
                        self.flush_counts();
                        on_better(&line);
                    }
                    if score >= beta {
                        break;
                    }
                }
            }
            at += 1;
        }
        self.leave_node(shared);
        self.keys.pop();
        line
    }

    /// Searches one root move, for its exact score if that is above alpha.
    pub fn search_root_move(
        &mut self,
        position: &G::Position,
        mv: G::Move,
        alpha: i32,
        depth: i32,
    ) -> RootLine<G::Move> {
        self.keys.push(self.game.key(position));
        let next = self.game.play(position, mv);
        let score = self.search_root_child(position, &next, (alpha, INFINITE), depth, alpha == -INFINITE);
        self.keys.pop();
        self.extend_pv(0, mv);
        RootLine { score, pv: self.pv[0].clone() }
    }

    /// PVS: all moves but the first in a null window, and again in the full one if they beat alpha.
    fn search_root_child(
        &mut self,
        position: &G::Position,
        next: &G::Position,
        (alpha, beta): (i32, i32),
        depth: i32,
        is_first: bool,
    ) -> i32 {
        self.count_node(0);
        if self.stopped {
            return DRAW;
        }
        self.pv[1].clear();
        let null_window = !is_first && self.params.pvs;
        let mut score = INFINITE;
        if null_window {
            score = self.search_child(position, next, (alpha, alpha + 1), depth - 1, 0);
        }
        if (!null_window || score > alpha) && !self.stopped {
            score = self.search_child(position, next, (alpha, beta), depth - 1, 0);
        }
        score
    }
}
