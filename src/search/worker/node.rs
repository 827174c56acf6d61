//! What can be said of a node without searching it: draws, known results, and the transposition table.

use super::SearchWorker;
use crate::eval::Evaluate;
use crate::eval::score::{DRAW, Distance, INFINITE, WIN, from_tt, is_decided, to_tt, win_distance};
use crate::games::{Side, zobrist};
use crate::search::tt::{Bound, TtEntry};
use crate::tables::Wdl;

impl<G: Evaluate> SearchWorker<'_, G> {
    /// Enters a node; gives its score if that needs no search, or if the search is over.
    #[inline(always)]
    pub(super) fn enter_node(&mut self, position: &G::Position, ply: usize) -> Option<i32> {
        self.count_node(ply);
        if self.stopped || self.is_draw(position) {
            return Some(DRAW);
        }
        self.solved_score(position, ply).or_else(|| self.table_score(position, ply))
    }

    #[inline(always)]
    fn is_draw(&mut self, position: &G::Position) -> bool {
        self.is_repetition(position)
            || (self.game.draw(position).is_some() && !self.game.is_finished(position, &mut self.moves))
    }

    /// Whether the position occurred before in the game or in this line; once is enough inside a search.
    #[inline(always)]
    fn is_repetition(&self, position: &G::Position) -> bool {
        let back = self.game.reversible_plies(position).min(self.keys.len());
        // Each side has to make a move and to take it back.
        let least = if G::ALTERNATES { 4 } else { 2 };
        if !self.params.repetition || back < least {
            return false;
        }
        let key = self.game.key(position);
        let past = &self.keys[self.keys.len() - back..];
        if G::ALTERNATES {
            // The same side was to move an even number of plies ago.
            past.rchunks_exact(2).skip(1).any(|pair| pair[0] == key)
        } else {
            past.contains(&key)
        }
    }

    /// The score of a position whose result the game knows.
    #[inline(always)]
    fn solved_score(&self, position: &G::Position, ply: usize) -> Option<i32> {
        let result = self.game.solved(position)?;
        Some(from_tt(result.score() as i16, self.distance(position, ply)))
    }

    /// The score of a position that is in a table. Only a move that cannot be undone leads into a table from outside, and it
    /// leaves no past for a repetition or a draw without progress: so no other positions are looked up.
    #[inline(always)]
    fn table_score(&mut self, position: &G::Position, ply: usize) -> Option<i32> {
        if self.game.table_pieces(position) > self.table_pieces || self.game.reversible_plies(position) != 0 {
            return None;
        }
        self.look_up(position, ply)
    }

    #[inline(never)]
    fn look_up(&mut self, position: &G::Position, ply: usize) -> Option<i32> {
        let value = self.shared.tables?.look_up(position)?;
        // The end of a game is no win by tables, but a win at a known distance.
        if value.wdl != Wdl::Draw && self.game.is_finished(position, &mut self.moves) {
            return None;
        }
        self.tbhits += 1;
        let [first, second] = self.game.plies_to_draw(position);
        Some(from_tt(value.score(first.min(second)) as i16, self.distance(position, ply)))
    }

    /// The score of a position without moves.
    pub(super) fn terminal_score(&self, position: &G::Position, ply: usize) -> i32 {
        let from_root = self.distance(position, ply);
        match self.game.finish(position).winner {
            Some(side) if side == self.game.side(position) => WIN - from_root.win,
            Some(_) => from_root.loss - WIN,
            None => DRAW,
        }
    }

    /// The distance of a position in the line being searched from the root.
    #[inline(always)]
    pub(super) fn distance(&self, position: &G::Position, ply: usize) -> Distance {
        let extra = if G::ALTERNATES { 0 } else { self.extra_moves * sign(self.game.side(position)) };
        Distance { win: ply as i32 + extra, loss: ply as i32 - extra }
    }

    /// Mate-distance pruning: the part of a window in which scores can lie this far from the root; empty if none can.
    #[inline(always)]
    pub(super) fn mate_distance_window(&self, (alpha, beta): (i32, i32), from_root: Distance) -> (i32, i32) {
        match self.params.mate_distance {
            true => (alpha.max(from_root.loss - WIN), beta.min(WIN - from_root.win)),
            false => (alpha, beta),
        }
    }

    /// Searches a position after a move from the view of its own side to move, and gives the score from the mover's view.
    #[inline(always)]
    pub(super) fn negated(
        &mut self,
        position: &G::Position,
        next: &G::Position,
        (alpha, beta): (i32, i32),
        search: impl FnOnce(&mut Self, i32, i32) -> i32,
    ) -> i32 {
        if G::ALTERNATES || self.game.side(position) != self.game.side(next) {
            return -search(self, -beta, -alpha);
        }
        self.extra_moves += sign(self.game.side(position));
        let score = search(self, alpha, beta);
        self.extra_moves -= sign(self.game.side(position));
        score
    }

    /// The table's key, and how many plies a stored win may take. Near a draw by rule the plies left are part of the key, since a
    /// position has another score with each of them.
    #[inline(always)]
    pub(super) fn tt_key(&self, position: &G::Position) -> (u64, i32) {
        /// Further from the draw the count changes a score only if the search reaches that far.
        const NEAR: u32 = 16;
        /// A range of words that no game uses.
        const WORDS: u64 = 99 << 32;
        let [first, second] = self.game.plies_to_draw(position);
        let key = self.game.key(position);
        let left = first.min(second);
        if left >= NEAR {
            return (key, left.min(INFINITE as u32) as i32);
        }
        let word = |left: u32, place: u64| if left < NEAR { zobrist::word(WORDS | place | u64::from(left)) } else { 0 };
        (key ^ word(first, 0) ^ word(second, 1 << 8), INFINITE)
    }

    #[inline(always)]
    pub(super) fn tt_probe(&self, key: u64) -> Option<TtEntry> {
        if self.params.tt { self.shared.tt.probe(key) } else { None }
    }

    /// The score of a node, if the entry is deep enough and its bound lies outside the window. A win may take `plies_left` plies.
    #[inline(always)]
    pub(super) fn tt_cutoff(
        &self,
        entry: TtEntry,
        (alpha, beta): (i32, i32),
        depth: i32,
        from_root: Distance,
        plies_left: i32,
    ) -> Option<i32> {
        if win_distance(entry.score.into()).is_some_and(|distance| distance > plies_left) {
            // Found when there was more time for it.
            return None;
        }
        let entry_depth = i32::from(entry.depth);
        if entry_depth != depth && (entry_depth < depth || self.params.exact_depth) {
            return None;
        }
        let score = from_tt(entry.score, from_root);
        // A proof also decides inside the window, as on the PV, though there may be a shorter win.
        let proof = entry.depth == TtEntry::ANY_DEPTH;
        let decides = match entry.bound {
            Bound::Exact => true,
            Bound::Lower => score >= beta || proof && score > alpha,
            Bound::Upper => score <= alpha || proof && score < beta,
        };
        decides.then_some(score)
    }

    /// A decided game is stored for any depth, though a deeper search may find a shorter one.
    #[inline(always)]
    pub(super) fn tt_store(
        &self,
        key: u64,
        from_root: Distance,
        score: i32,
        bound: Bound,
        depth: i32,
        best_move: Option<u16>,
    ) {
        if !self.params.tt {
            return;
        }
        let (sure, unsure) = if score > 0 { (Bound::Lower, Bound::Upper) } else { (Bound::Upper, Bound::Lower) };
        let (bound, depth) = if is_decided(score) && bound != unsure && !self.params.exact_depth {
            (sure, TtEntry::ANY_DEPTH)
        } else {
            (bound, depth.clamp(0, i32::from(TtEntry::ANY_DEPTH) - 1) as u8)
        };
        self.shared.tt.store(key, TtEntry { score: to_tt(score, from_root), bound, depth, best_move });
    }
}

/// The direction in which a side's extra moves count.
#[inline(always)]
const fn sign(side: Side) -> i32 {
    match side {
        Side::White => 1,
        Side::Black => -1,
    }
}
