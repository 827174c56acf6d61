//! Generating moves, the order in which a node tries them, and the history update after a cut-off.

use super::SearchWorker;
use crate::eval::Evaluate;
use crate::search::history::History;
use crate::search::ordering::{RankedMove, TACTICAL, TT_MOVE, pick_best};

impl<G: Evaluate> SearchWorker<'_, G> {
    /// Generates and ranks the moves of a position; returns where they begin in the stack of ranked moves.
    #[inline(always)]
    pub(super) fn rank_moves(&mut self, position: &G::Position, tt_move: Option<u16>) -> usize {
        let base = self.ranked.len();
        let start = self.moves.len();
        self.game.moves(position, &mut self.moves);
        let (game, side) = (self.game, self.game.side(position));
        let tactical_first = self.params.tactical_first;
        let history = self.params.history.then_some(&self.history);
        self.ranked.extend(self.moves[start..].iter().enumerate().map(|(index, &mv)| {
            let gain = game.gain(position, mv);
            let quiet = || history.map_or(0, |history| history.get(side, game.history_slot(position, mv)));
            let rank = if gain > 0 && tactical_first { TACTICAL + gain } else { quiet() };
            RankedMove { mv, index: index as u16, rank }
        }));
        if let Some(ranked) = tt_move.and_then(|index| self.ranked[base..].get_mut(usize::from(index))) {
            ranked.rank = TT_MOVE;
        }
        self.moves.truncate(start);
        base
    }

    /// The best move that is left from a place on. What its search will look up first is prefetched.
    #[inline(always)]
    pub(super) fn pick_and_prefetch(
        &mut self,
        position: &G::Position,
        base: usize,
        place: usize,
        with_claims: bool,
    ) -> Option<RankedMove<G::Move>> {
        let ranked = pick_best(&mut self.ranked[base..], place)?;
        let key = self.game.key(&self.game.play(position, ranked.mv));
        self.shared.tt.prefetch(key);
        if with_claims {
            self.prefetch_claim(key);
        }
        Some(ranked)
    }

    /// Moves a move behind all others of its node; gives the next one, which is that move if there are no others.
    #[cold]
    pub(super) fn defer(
        &mut self,
        position: &G::Position,
        base: usize,
        place: usize,
        upcoming: Option<RankedMove<G::Move>>,
    ) -> Option<RankedMove<G::Move>> {
        let ranked = self.ranked[base + place];
        let deferred = ranked.deferred(ranked.deferred_from().unwrap_or(place));
        self.ranked[base + place] = deferred;
        self.ranked.push(deferred);
        upcoming.or_else(|| self.pick_and_prefetch(position, base, place + 1, true))
    }

    /// History update for a quiet move that caused a cut-off: a bonus for it, a malus for the quiet moves tried before.
    pub(super) fn update_history(&mut self, position: &G::Position, base: usize, place: usize, depth: i32) {
        let side = self.game.side(position);
        let bonus = (depth * depth * 8).min(History::MAX / 4);
        for i in 0..=place {
            let ranked = self.ranked[base + i];
            let mv = ranked.mv;
            // A deferred move was not tried at its first place, and at its second it says nothing.
            if self.game.gain(position, mv) == 0 && (i == place || ranked.deferred_from().is_none()) {
                let slot = self.game.history_slot(position, mv);
                self.history.add(side, slot, if i == place { bonus } else { -bonus });
            }
        }
    }

    #[inline(always)]
    pub(super) fn is_quiet(&self, position: &G::Position, ranked: &RankedMove<G::Move>) -> bool {
        ranked.rank < TACTICAL || self.game.gain(position, ranked.mv) == 0
    }

    #[inline(always)]
    pub(super) fn extend_pv(&mut self, ply: usize, mv: G::Move) {
        let (head, tail) = self.pv.split_at_mut(ply + 1);
        let line = &mut head[ply];
        line.clear();
        line.push(mv);
        line.extend_from_slice(&tail[0]);
    }
}
