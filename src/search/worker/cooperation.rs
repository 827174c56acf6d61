//! What passes between the threads of a search.
//!
//! All threads search the same root over one transposition table. A node that is deep enough is *shared*: a thread claims the moves it
//! searches there, so that others defer them (ABDADA); it tells the others when it raises alpha on the PV; and at every poll
//! it asks whether another thread has news of one of its shared nodes, and abandons what lies below. With one thread there are
//! no shared nodes, and each of these calls is one branch that is not taken.

use super::SearchWorker;
use crate::eval::Evaluate;
use crate::eval::score::{Distance, from_tt, to_tt};
use crate::search::abdada::AbdadaClaims;
use crate::search::history::SharedHistory;
use crate::search::shared_pv::{AlphaRaise, SharedPv};
use crate::search::tt::Bound;
use std::sync::atomic::Ordering::Relaxed;

/// Nodes of less depth take less time than their sharing.
const MIN_DEPTH: i32 = 4;

/// What several threads tell each other, beside the transposition table.
pub(in crate::search) struct Cooperation<M> {
    claims: AbdadaClaims,
    shared_pv: SharedPv<M>,
    history: SharedHistory,
}

impl<M: Copy> Cooperation<M> {
    pub fn new() -> Self {
        Cooperation { claims: AbdadaClaims::new(), shared_pv: SharedPv::new(), history: SharedHistory::new() }
    }
}

/// A node of the line being searched that other threads may be searching too.
#[derive(Clone, Copy)]
pub(super) struct SharedNode {
    pub key: u64,
    pub alpha: i32,
    pub beta: i32,
    pub depth: i32,
    pub from_root: Distance,
    pub plies_left: i32,
    pub ply: usize,
    pub is_pv: bool,
    /// On the PV: a move is known that is better than the first alpha.
    pub raised: bool,
}

/// Whether this thread may search a move now.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Claim {
    /// It may; no other thread is told.
    NotNeeded,
    /// It may, and others defer the position of this key.
    Held(u64),
    /// It should not: another thread is at it.
    Taken,
}

/// What becomes of a move after its search.
pub(super) enum AfterMove {
    /// The score is good.
    UseScore,
    /// Alpha has been raised by another thread.
    SearchAgain,
    /// The search was abandoned for nothing.
    Defer,
    /// Another thread has found the score of the whole node.
    NodeScore(i32),
}

impl<G: Evaluate> SearchWorker<'_, G> {
    /// Begins a root search that another thread may complete.
    pub fn begin_root_search(&mut self, number: u32) {
        self.root_search = number;
    }

    /// Whether the root search was abandoned because another thread has completed it. The next one may begin then.
    pub fn was_overtaken(&mut self) -> bool {
        let overtaken = std::mem::take(&mut self.overtaken);
        self.stopped &= !overtaken;
        overtaken
    }

    /// Whether nodes of a depth are shared.
    #[inline(always)]
    pub(super) fn shares(&self, depth: i32) -> bool {
        self.cooperation.is_some() && depth >= MIN_DEPTH
    }

    /// Stops if another thread has completed the root search that this one is at.
    #[inline(always)]
    pub(super) fn stop_if_overtaken(&mut self) -> bool {
        let overtaken = self.shared.root_searches.load(Relaxed) > self.root_search;
        if overtaken {
            (self.stopped, self.overtaken) = (true, true);
        }
        overtaken
    }

    /// Looks for news of the other threads, and stops for it.
    pub(super) fn poll_threads(&mut self) {
        if self.stop_if_overtaken() {
            return;
        }
        let has_news = |node: &&SharedNode| self.is_alpha_raised(node) || self.score_of_others(node).is_some();
        if let Some(node) = self.shared_nodes.iter().find(has_news) {
            (self.stopped, self.abandon_to) = (true, Some(node.ply));
        }
    }

    pub(super) fn exchange_history(&mut self) {
        if let Some(cooperation) = self.cooperation {
            cooperation.history.exchange(&mut self.history, &mut self.history_snapshot);
        }
    }

    /// The search of a shared node begins, if there are other threads.
    #[inline(always)]
    pub(super) fn share_node(&mut self, node: SharedNode) -> Option<SharedNode> {
        let shared = self.cooperation.map(|_| node);
        self.shared_nodes.extend(shared);
        shared
    }

    #[inline(always)]
    pub(super) fn leave_node(&mut self, shared: Option<SharedNode>) {
        if shared.is_some() {
            self.shared_nodes.pop();
        }
    }

    /// ABDADA: claims the position after a move, unless another thread has claimed it and the move may be deferred.
    pub(super) fn claim(&self, next: &G::Position, may_defer: bool) -> Claim {
        let Some(Cooperation { claims, .. }) = self.cooperation else { return Claim::NotNeeded };
        let key = self.game.key(next);
        if may_defer && claims.is_claimed(key) {
            return Claim::Taken;
        }
        claims.claim(key);
        Claim::Held(key)
    }

    #[inline(always)]
    pub(super) fn release(&self, claim: Claim) {
        if let (Claim::Held(key), Some(cooperation)) = (claim, self.cooperation) {
            cooperation.claims.release(key);
        }
    }

    #[inline(always)]
    pub(super) fn prefetch_claim(&self, key: u64) {
        if let Some(cooperation) = self.cooperation {
            cooperation.claims.prefetch(key);
        }
    }

    /// Releases the claim of a move, and says whether its score can be used.
    #[inline(always)]
    pub(super) fn after_move(&mut self, shared: Option<&SharedNode>, claim: Claim) -> AfterMove {
        match shared {
            Some(node) => self.after_shared_move(node, claim),
            None => AfterMove::UseScore,
        }
    }

    #[inline(never)]
    fn after_shared_move(&mut self, node: &SharedNode, claim: Claim) -> AfterMove {
        self.release(claim);
        let abandoned = self.abandon_to.take_if(|ply| *ply == node.ply).is_some();
        self.stopped &= !abandoned;
        if abandoned && node.is_pv {
            return AfterMove::SearchAgain;
        }
        if (abandoned || claim != Claim::NotNeeded)
            && !node.is_pv
            && let Some(score) = self.score_of_others(node)
        {
            return AfterMove::NodeScore(score);
        }
        // If there was news, it has been overwritten since.
        if abandoned { AfterMove::Defer } else { AfterMove::UseScore }
    }

    /// The score of a shared node that another thread has finished.
    pub(super) fn score_of_others(&self, node: &SharedNode) -> Option<i32> {
        let entry = self.shared.tt.probe(node.key)?;
        let score = self.tt_cutoff(entry, (node.alpha, node.beta), node.depth, node.from_root, node.plies_left)?;
        // On the PV a score above alpha needs a line, which comes with the shared PV.
        let is_complete = match entry.bound {
            _ if !node.is_pv => true,
            // The end of the root search is told by the number of root searches.
            _ if node.ply == 0 => false,
            Bound::Exact if node.raised => score == node.alpha,
            Bound::Lower => false,
            _ => !node.raised && score <= node.alpha,
        };
        is_complete.then_some(score)
    }

    fn is_alpha_raised(&self, node: &SharedNode) -> bool {
        node.is_pv && self.latest_raise(node, |score, _| score > node.alpha).unwrap_or(false)
    }

    /// Looks at the latest raise of alpha at a shared node, with the score as seen from there.
    fn latest_raise<T>(&self, node: &SharedNode, look: impl FnOnce(i32, &AlphaRaise<G::Move>) -> T) -> Option<T> {
        let shared_pv = &self.cooperation?.shared_pv;
        shared_pv
            .look(node.key, node.depth, self.root_search, |raise| look(from_tt(raise.score, node.from_root), raise))
    }

    /// Takes over a better move that another thread has found at a shared node, with its line. Gives the score and the move.
    pub(super) fn adopt_raise(&mut self, node: &mut SharedNode) -> Option<(i32, u16)> {
        let mut line = std::mem::take(&mut self.pv[node.ply]);
        let adopted = self.latest_raise(node, |score, raise| {
            (score > node.alpha).then(|| {
                line.clone_from(&raise.line);
                (score, raise.index)
            })
        });
        self.pv[node.ply] = line;
        let adopted = adopted.flatten();
        if let Some((score, _)) = adopted {
            self.raise_alpha(node, score);
        }
        adopted
    }

    /// Tells the others of a move that has raised alpha at the last shared node.
    pub(super) fn publish_raise(&mut self, node: &mut SharedNode, score: i32, index: u16) {
        self.raise_alpha(node, score);
        if let Some(cooperation) = self.cooperation {
            let SharedNode { key, depth, from_root, ply, .. } = *node;
            let (root_search, score, line) = (self.root_search, to_tt(score, from_root), self.pv[ply].clone());
            cooperation.shared_pv.publish(AlphaRaise { root_search, depth, key, score, index, line });
        }
    }

    fn raise_alpha(&mut self, node: &mut SharedNode, score: i32) {
        (node.alpha, node.raised) = (score, true);
        if let Some(last) = self.shared_nodes.last_mut() {
            *last = *node;
        }
    }
}
