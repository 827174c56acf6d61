//! The tree above its leaves: the root, and the nodes with depth left below them.

use super::{Company, Open, RootLine, Worker};
use crate::eval::Evaluate;
use crate::eval::score::{DRAW, INFINITE, MAX_PLY, WIN, from_tt, is_proven};
use crate::search::abdada::Busy;
use crate::search::ordering::{GAIN, Ranked, pick};
use crate::search::tt::{Bound, TtEntry};

impl<G: Evaluate> Worker<'_, G> {
    /// Searches the root for its best line, and leaves the nodes that each move took as its rank. `better` is shown every line
    /// that is better than the first move's and those after it.
    pub fn root(
        &mut self,
        position: &G::Position,
        (alpha, beta): (i32, i32),
        depth: i32,
        moves: &mut [Ranked<G::Move>],
        better: &mut dyn FnMut(&RootLine<G::Move>),
    ) -> RootLine<G::Move> {
        let mut line = RootLine { score: -INFINITE, pv: Vec::new() };
        self.keys.push(self.game.key(position));
        let (key, left) = self.table_key(position);
        let from_root = self.distance(position, 0);
        let mut open = Open { key, alpha, beta, depth, from_root, left, ply: 0, on_pv: true, raised: false };
        self.open.extend(Some(open).filter(|_| self.company.is_some()));
        moves.iter_mut().for_each(|ranked| ranked.rank = 0);
        // What another thread is at comes once more at the end.
        let mut places: Vec<usize> = (0..moves.len()).collect();
        let (mut at, all) = (0, moves.len());
        while let Some(&i) = places.get(at) {
            let ranked = &mut moves[i];
            if let Some((score, _)) = self.learn(&mut open) {
                line = RootLine { score, pv: self.pv[0].clone() };
                if score >= beta {
                    break;
                }
            }
            let before = self.nodes;
            let place = if open.raised { i.max(1) } else { i };
            let company = self.company.filter(|_| depth >= Busy::LEAST_DEPTH && place > 0);
            let claim = company.map(|company| (&company.busy, self.game.key(&self.game.play(position, ranked.mv))));
            if let Some((busy, key)) = claim {
                if at < all && busy.is_claimed(key) {
                    places.push(i);
                    at += 1;
                    continue;
                }
                busy.claim(key);
            }
            let score = self.try_root(position, ranked.mv, (open.alpha, beta), depth, place);
            ranked.rank += (self.nodes - before).min(1 << 29) as i32;
            if let Some((busy, key)) = claim {
                busy.release(key);
            }
            if self.dropped.take_if(|dropped| *dropped == 0).is_some() {
                // There is news: the move has to reach another bar.
                self.stopped = false;
                continue;
            }
            if self.stopped {
                break;
            }
            if score > line.score {
                line.score = score;
                if score > open.alpha || i == 0 {
                    self.extend_pv(0, ranked.mv);
                    line.pv.clone_from(&self.pv[0]);
                }
                if score > open.alpha {
                    self.tell(&mut open, score, ranked.index);
                    if i > 0 {
                        self.flush_nodes();
                        better(&line);
                    }
                    if score >= beta {
                        break;
                    }
                }
            }
            at += 1;
        }
        self.open.clear();
        self.keys.pop();
        line
    }

    /// Searches one move of the root, for its exact score if it beats the bar.
    pub fn root_move(&mut self, position: &G::Position, mv: G::Move, bar: i32, depth: i32) -> RootLine<G::Move> {
        self.keys.push(self.game.key(position));
        let place = if bar == -INFINITE { 0 } else { 1 };
        let score = self.try_root(position, mv, (bar, INFINITE), depth, place);
        self.keys.pop();
        self.extend_pv(0, mv);
        RootLine { score, pv: self.pv[0].clone() }
    }

    /// The score of a root move that comes in a certain place: only the first is searched in full at once.
    fn try_root(
        &mut self,
        position: &G::Position,
        mv: G::Move,
        (alpha, beta): (i32, i32),
        depth: i32,
        place: usize,
    ) -> i32 {
        self.enter(0);
        if self.stopped {
            return DRAW;
        }
        let next = self.game.play(position, mv);
        self.pv[1].clear();
        let mut score = INFINITE;
        if place > 0 && self.params.pvs {
            score = self.child(position, &next, (alpha, alpha + 1), depth - 1, 0);
        }
        if (place == 0 || !self.params.pvs || score > alpha) && !self.stopped {
            score = self.child(position, &next, (alpha, beta), depth - 1, 0);
        }
        score
    }

    #[inline(never)]
    fn search(
        &mut self,
        position: &G::Position,
        alpha: i32,
        beta: i32,
        depth: i32,
        ply: usize,
        excluded: Option<u16>,
    ) -> i32 {
        let on_pv = beta - alpha > 1;
        if on_pv {
            self.pv[ply].clear();
        }
        if let Some(score) = self.at_once(position, ply) {
            return score;
        }
        let from_root = self.distance(position, ply);
        let (mut alpha, beta) = self.narrowed((alpha, beta), from_root);
        if alpha >= beta {
            return alpha;
        }

        let (key, left) = self.table_key(position);
        let known = if self.params.table { self.shared.table.probe(key) } else { None };
        if let Some(known) = known
            && excluded.is_none()
            // On the principal variation only a proof that lies beyond the depth, and not before the line holds a reply.
            && (!on_pv || ply >= 2 && known.depth == TtEntry::ANY_DEPTH && WIN - i32::from(known.score).abs() > depth)
            && let Some(score) = self.decided(known, (alpha, beta), depth, from_root, left)
        {
            return score;
        }

        let company = self.company.filter(|_| depth >= Busy::LEAST_DEPTH && excluded.is_none());
        if company.is_some() && self.is_overtaken() {
            (self.stopped, self.overtaken) = (true, true);
            return DRAW;
        }

        if self.params.probcut && !on_pv && depth >= 5 && excluded.is_none() && !is_proven(beta) {
            let bound = beta + depth * self.params.probcut_margin / 10;
            let score = self.search(position, bound - 1, bound, depth * 2 / 5, ply, None);
            if score >= bound && !is_proven(score) {
                return beta;
            }
            if self.stopped {
                return DRAW;
            }
        }

        let table_move = known.and_then(|known| known.best_move).filter(|_| self.params.table_move);
        let base = self.rank_moves(position, table_move);
        let count = self.ranked.len() - base;
        if count == 0 {
            return self.finished(position, ply);
        }

        let single = count == 1 && self.follows_forced();
        let mut singular = false;
        if let (Some(known), Some(best)) = (known, table_move)
            && self.params.singular
            && on_pv
            && depth >= 8
            && count > 1
            && excluded.is_none()
            && known.bound != Bound::Upper
            && i32::from(known.depth) >= depth - 4
            && !is_proven(i32::from(known.score))
        {
            let bound = from_tt(known.score, from_root) - 40;
            singular = self.search(position, bound - 1, bound, depth / 2, ply, Some(best)) < bound;
            // That search used this node's place for its line.
            self.pv[ply].clear();
        }

        self.keys.push(self.game.key(position));
        let (mut best, mut best_move, mut bound) = (-INFINITE, None, Bound::Upper);
        let mut tried = 0;
        // The score, if another thread has come to the end of this node first.
        let mut settled = None;
        let mut open = company.map(|_| Open { key, alpha, beta, depth, from_root, left, ply, on_pv, raised: false });
        self.open.extend(open);
        let mut at = 0;
        let mut upcoming = self.pick_and_prefetch(position, base, at, company);
        while let Some(ranked) = upcoming {
            if on_pv && let Some(open) = &mut open {
                if let Some((score, index)) = self.learn(open) {
                    (best, alpha, best_move, bound) = (score, score, Some(index), Bound::Exact);
                    if score >= beta {
                        bound = Bound::Lower;
                        break;
                    }
                }
                settled = self.settled(open);
                if settled.is_some() {
                    break;
                }
            }
            at += 1;
            // Looked for before the present move is searched, so that the table's line is there when its turn comes.
            upcoming = self.pick_and_prefetch(position, base, at, company);
            if Some(ranked.index) == excluded {
                continue;
            }
            let next = self.game.play(position, ranked.mv);
            let first = tried == 0 && best_move.is_none();
            let claim = match company {
                Some(Company { busy, .. }) if !first => {
                    let key = self.game.key(&next);
                    if ranked.deferred_from().is_none() && busy.is_claimed(key) {
                        self.defer(base, at - 1);
                        upcoming = upcoming.or_else(|| self.pick_and_prefetch(position, base, at, company));
                        continue;
                    }
                    Some((busy, key))
                }
                _ => None,
            };
            if let Some((busy, key)) = claim {
                busy.claim(key);
            }
            let place = ranked.deferred_from().unwrap_or(at - 1);
            tried += 1;
            let extended = single || (singular && Some(ranked.index) == table_move);
            let full = depth - i32::from(!extended);
            let mut score = INFINITE;
            if !first && self.params.pvs || !on_pv {
                let quiet = ranked.rank < GAIN && (place == at - 1 || self.game.gain(position, ranked.mv) == 0);
                let reduced = if self.params.reductions && quiet && depth >= 3 && place >= 3 {
                    full - self.reductions[(depth as usize).min(63)][place.min(63)] + i32::from(on_pv)
                } else {
                    full
                };
                score = self.child(position, &next, (alpha, alpha + 1), reduced, ply);
                if score > alpha && reduced < full && !self.stopped {
                    score = self.child(position, &next, (alpha, alpha + 1), full, ply);
                }
            }
            if on_pv && (first || !self.params.pvs || score > alpha) && !self.stopped {
                score = self.child(position, &next, (alpha, beta), full, ply);
            }
            if let Some((busy, child)) = claim {
                busy.release(child);
            }
            if let Some(open) = open {
                let dropped = self.dropped.take_if(|dropped| *dropped == ply).is_some();
                self.stopped &= !dropped;
                if dropped && on_pv {
                    // There is news: the move has to reach another bar.
                    (at, upcoming, tried) = (at - 1, Some(ranked), tried - 1);
                    continue;
                }
                if (dropped || claim.is_some()) && !on_pv {
                    settled = self.settled(&open);
                    if settled.is_some() {
                        break;
                    }
                }
                if dropped {
                    // What was known has been overwritten since.
                    self.defer(base, at - 1);
                    upcoming = upcoming.or_else(|| self.pick_and_prefetch(position, base, at, company));
                    continue;
                }
            }
            if self.stopped {
                break;
            }
            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    best_move = Some(ranked.index);
                    bound = Bound::Exact;
                    if on_pv {
                        self.extend_pv(ply, ranked.mv);
                        if let Some(open) = &mut open {
                            self.tell(open, score, ranked.index);
                        }
                    }
                    if score >= beta {
                        bound = Bound::Lower;
                        if ranked.rank < GAIN || self.game.gain(position, ranked.mv) == 0 {
                            self.remember(position, base, at - 1, depth);
                        }
                        break;
                    }
                }
            }
        }
        if open.is_some() {
            self.open.pop();
        }
        self.keys.pop();
        self.ranked.truncate(base);
        if let Some(score) = settled {
            return score;
        }
        if self.stopped {
            return DRAW;
        }
        if tried == 0 {
            // Only the excluded move is legal: nothing else comes near it.
            return alpha;
        }
        if excluded.is_none() {
            self.keep(key, from_root, best, bound, depth, best_move);
        }
        best
    }

    /// Searches a position after a move, in the window of the mover.
    #[inline(always)]
    fn child(&mut self, position: &G::Position, next: &G::Position, window: (i32, i32), depth: i32, ply: usize) -> i32 {
        self.turned(position, next, window, |worker, alpha, beta| worker.below(next, alpha, beta, depth, ply + 1))
    }

    /// Searches a position, or judges it if there is no depth left.
    #[inline(always)]
    pub(super) fn below(&mut self, position: &G::Position, alpha: i32, beta: i32, depth: i32, ply: usize) -> i32 {
        let on_pv = beta - alpha > 1;
        if depth <= 0 || ply >= MAX_PLY {
            if on_pv {
                self.pv[ply].clear();
            }
            self.leaf(position, alpha, beta, ply, 0)
        } else if depth == 1 && !on_pv {
            self.frontier(position, alpha, ply)
        } else {
            self.search(position, alpha, beta, depth, ply, None)
        }
    }

    /// Puts the move of a place off until all others have been tried.
    #[cold]
    fn defer(&mut self, base: usize, place: usize) {
        let ranked = self.ranked[base + place];
        let deferred = ranked.deferred(ranked.deferred_from().unwrap_or(place));
        self.ranked[base + place] = deferred;
        self.ranked.push(deferred);
    }

    /// The move that comes in a certain place; the memory is asked for what will be looked up of the position after
    /// it.
    #[inline(always)]
    fn pick_and_prefetch(
        &mut self,
        position: &G::Position,
        base: usize,
        place: usize,
        company: Option<&Company<G::Move>>,
    ) -> Option<Ranked<G::Move>> {
        let ranked = pick(&mut self.ranked[base..], place)?;
        let key = self.game.key(&self.game.play(position, ranked.mv));
        self.shared.table.prefetch(key);
        if let Some(company) = company {
            company.busy.prefetch(key);
        }
        Some(ranked)
    }

    #[inline(always)]
    fn extend_pv(&mut self, ply: usize, mv: G::Move) {
        let (head, tail) = self.pv.split_at_mut(ply + 1);
        let line = &mut head[ply];
        line.clear();
        line.push(mv);
        line.extend_from_slice(&tail[0]);
    }
}
