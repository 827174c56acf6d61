//! One thread of the search: alpha-beta with a principal variation, over the shared table.
//!
//! Scores are seen from the side to move. Where the same side moves again, neither the sign nor the window
//! is turned; games that alternate say so in a constant, and the question folds away.

use super::busy::Busy;
use super::order::{GAIN, History, Ranked, TABLE_MOVE, insert_sort, pick};
use super::params::Params;
use super::score::{DRAW, Distance, INFINITE, MAX_EVAL, MAX_PLY, WIN, from_table, is_proven, to_table};
use super::think::{Leaf, Solved, Think};
use crate::game::Side;
use crate::record::Record;
use crate::table::{Bound, Known, Table};
use crate::zobrist;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// What all threads of a search share.
pub(super) struct Shared<'a> {
    pub table: &'a Table,
    /// Asked now and then; says whether to stop.
    pub stop: &'a (dyn Fn() -> bool + Sync),
    /// Nodes of all threads, added up now and then.
    pub nodes: AtomicU64,
    /// The most nodes, exact for a single thread.
    pub node_limit: u64,
    /// What the threads are at, if there are several.
    pub busy: Option<Busy>,
    /// How many searches of the root the threads have completed together.
    pub step: AtomicU32,
}

/// The answer to a search of the root.
#[derive(Clone, Debug)]
pub(super) struct RootLine<M> {
    pub score: i32,
    pub pv: Vec<M>,
}

/// The least and the most nodes between two looks at the clock. A node takes a fraction of a microsecond, but
/// one that is the first to touch a page of the table may take a thousand times as long.
const CHECK_EVERY: std::ops::RangeInclusive<u64> = 16..=1024;
/// Looks at the clock should not lie further apart.
const CHECK_WITHIN: Duration = Duration::from_micros(500);

pub(super) struct Worker<'a, G: Think> {
    game: &'a G,
    shared: &'a Shared<'a>,
    params: Params,
    reductions: Box<Reductions>,
    /// The keys of the game so far and of the line being searched.
    keys: Vec<u64>,
    moves: Vec<G::Move>,
    ranked: Vec<Ranked<G::Move>>,
    history: History,
    pv: Vec<Vec<G::Move>>,
    nodes: u64,
    counted: u64,
    next_check: u64,
    check_every: u64,
    checked: Instant,
    pub deepest: usize,
    pub stopped: bool,
    /// The number of the search of the root.
    step: u32,
    /// Another thread has completed it.
    overtaken: bool,
    /// The nodes of the line being searched that another thread may come to the end of.
    open: Vec<Open>,
    /// The ply of one that another thread has come to the end of: all below it is dropped.
    dropped: Option<usize>,
    /// The extra moves of White's in the line being searched, less those of Black's.
    extra: i32,
}

impl<'a, G: Think> Worker<'a, G> {
    pub fn new(record: &'a Record<G>, shared: &'a Shared<'a>, params: Params) -> Self {
        let game = record.game();
        // The present position's key is pushed by the root.
        let past = &record.positions()[..record.positions().len() - 1];
        Worker {
            game,
            shared,
            params,
            reductions: reductions(&params),
            keys: past.iter().map(|position| game.key(position)).collect(),
            moves: Vec::with_capacity(256),
            ranked: Vec::with_capacity(4096),
            history: History::new::<G>(),
            pv: vec![Vec::new(); MAX_PLY + 2],
            nodes: 0,
            counted: 0,
            next_check: CHECK_EVERY.start().min(&shared.node_limit).to_owned(),
            check_every: *CHECK_EVERY.start(),
            checked: Instant::now(),
            deepest: 0,
            stopped: false,
            step: u32::MAX,
            overtaken: false,
            open: Vec::with_capacity(64),
            dropped: None,
            extra: 0,
        }
    }

    /// Begins a search of the root that another thread may complete.
    pub fn begin(&mut self, step: u32) {
        self.step = step;
    }

    /// Whether the search of the root was broken off because another thread has completed it. The next one may begin
    /// then.
    pub fn was_overtaken(&mut self) -> bool {
        let overtaken = std::mem::take(&mut self.overtaken);
        self.stopped &= !overtaken;
        overtaken
    }

    /// Adds this thread's nodes to those of all.
    pub fn flush_nodes(&mut self) {
        self.shared.nodes.fetch_add(self.nodes - self.counted, Relaxed);
        self.counted = self.nodes;
    }

    #[inline(always)]
    fn enter(&mut self, ply: usize) {
        self.nodes += 1;
        self.deepest = self.deepest.max(ply);
        if self.nodes >= self.next_check {
            self.check();
        }
    }

    #[cold]
    fn check(&mut self) {
        self.flush_nodes();
        let total = self.shared.nodes.load(Relaxed);
        if total >= self.shared.node_limit || (self.shared.stop)() {
            self.stopped = true;
        } else if self.shared.step.load(Relaxed) > self.step {
            (self.stopped, self.overtaken) = (true, true);
        } else if let Some(open) = self.open.iter().find(|open| self.settled(open).is_some()) {
            (self.stopped, self.dropped) = (true, Some(open.ply));
        }
        let left = self.shared.node_limit.saturating_sub(total).max(1);
        let now = Instant::now();
        let every = if now - self.checked > CHECK_WITHIN { self.check_every / 4 } else { self.check_every * 2 };
        self.check_every = every.clamp(*CHECK_EVERY.start(), *CHECK_EVERY.end());
        self.checked = now;
        self.next_check = self.nodes + self.check_every.min(left);
    }

    /// Searches a position after a move, in the window of the mover.
    #[inline(always)]
    fn child(
        &mut self,
        position: &G::Position,
        next: &G::Position,
        (alpha, beta): (i32, i32),
        depth: i32,
        ply: usize,
    ) -> i32 {
        if G::ALTERNATES || self.game.side(position) != self.game.side(next) {
            return -self.search(next, -beta, -alpha, depth, ply + 1, None);
        }
        self.extra += sign(self.game.side(position));
        let score = self.search(next, alpha, beta, depth, ply + 1, None);
        self.extra -= sign(self.game.side(position));
        score
    }

    /// How far a position in the line being searched lies from the root.
    #[inline(always)]
    fn distance(&self, position: &G::Position, ply: usize) -> Distance {
        let extra = if G::ALTERNATES { 0 } else { self.extra * sign(self.game.side(position)) };
        Distance { win: ply as i32 + extra, loss: ply as i32 - extra }
    }

    /// The score of a position without moves.
    fn finished(&self, position: &G::Position, ply: usize) -> i32 {
        let from_root = self.distance(position, ply);
        match self.game.finish(position).winner {
            Some(side) if side == self.game.side(position) => WIN - from_root.win,
            Some(_) => from_root.loss - WIN,
            None => DRAW,
        }
    }

    /// The score of a position whose result the game knows.
    #[inline(always)]
    fn solved(&self, position: &G::Position, ply: usize) -> Option<i32> {
        let from_root = self.distance(position, ply);
        self.game.solved(position).map(|result| match result {
            Solved::Win(plies) => WIN - from_root.win - plies as i32,
            Solved::Loss(plies) => from_root.loss + plies as i32 - WIN,
            Solved::Draw => DRAW,
        })
    }

    /// The table's key: a position near the no-progress limit is another one than far from it.
    #[inline(always)]
    fn table_key(&self, position: &G::Position) -> u64 {
        let urgency = self.game.urgency(position);
        let key = self.game.key(position);
        if urgency == 0 { key } else { key ^ zobrist::word(urgency) }
    }

    /// Whether the position stood before in the game or in this line; inside a search once is enough.
    #[inline(always)]
    fn repeats(&self, position: &G::Position) -> bool {
        let back = self.game.reversible_plies(position).min(self.keys.len());
        if !self.params.repetition || back < 2 {
            return false;
        }
        let key = self.game.key(position);
        let past = &self.keys[self.keys.len() - back..];
        if G::ALTERNATES {
            // The same side was to move an even number of plies ago.
            past.iter().rev().skip(1).step_by(2).any(|old| *old == key)
        } else {
            past.contains(&key)
        }
    }

    #[inline(always)]
    fn is_draw(&mut self, position: &G::Position) -> bool {
        self.repeats(position)
            || (self.game.draw(position).is_some() && !self.game.is_finished(position, &mut self.moves))
    }

    /// Enters a node; gives its score if that needs no search, or if the search is over.
    #[inline(always)]
    fn at_once(&mut self, position: &G::Position, ply: usize) -> Option<i32> {
        self.enter(ply);
        if self.stopped || self.is_draw(position) {
            return Some(DRAW);
        }
        self.solved(position, ply)
    }

    /// Searches the root for its best line.
    pub fn root(
        &mut self,
        position: &G::Position,
        (alpha, beta): (i32, i32),
        depth: i32,
        moves: &mut [Ranked<G::Move>],
    ) -> RootLine<G::Move> {
        let mut line = RootLine { score: -INFINITE, pv: Vec::new() };
        let mut low = alpha;
        self.keys.push(self.game.key(position));
        for (i, ranked) in moves.iter_mut().enumerate() {
            let before = self.nodes;
            let score = self.try_root(position, ranked.mv, (low, beta), depth, i);
            if self.stopped {
                break;
            }
            // The next iteration tries first what took the most work to refute.
            ranked.rank = ((self.nodes - before) >> 4).min(1 << 30) as i32;
            if score > line.score {
                line.score = score;
                if score > low || i == 0 {
                    line.pv = self.root_line(ranked.mv);
                    ranked.rank = TABLE_MOVE;
                }
                low = low.max(score);
                if score >= beta {
                    break;
                }
            }
        }
        self.keys.pop();
        line
    }

    /// Searches one move of the root, for its exact score if it beats the bar.
    pub fn root_move(&mut self, position: &G::Position, mv: G::Move, bar: i32, depth: i32) -> RootLine<G::Move> {
        self.keys.push(self.game.key(position));
        let place = if bar == -INFINITE { 0 } else { 1 };
        let score = self.try_root(position, mv, (bar, INFINITE), depth, place);
        self.keys.pop();
        RootLine { score, pv: self.root_line(mv) }
    }

    fn root_line(&self, mv: G::Move) -> Vec<G::Move> {
        std::iter::once(mv).chain(self.pv[1].iter().copied()).collect()
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
            let late = self.params.reductions && depth >= 4 && place >= 4 && self.game.gain(position, mv) == 0;
            score = self.child(position, &next, (alpha, alpha + 1), depth - 1 - i32::from(late), 0);
            if late && score > alpha && !self.stopped {
                score = self.child(position, &next, (alpha, alpha + 1), depth - 1, 0);
            }
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
        mut alpha: i32,
        mut beta: i32,
        depth: i32,
        ply: usize,
        excluded: Option<u16>,
    ) -> i32 {
        let on_pv = beta - alpha > 1;
        if on_pv {
            self.pv[ply].clear();
        }
        if depth <= 0 || ply >= MAX_PLY {
            return self.leaf(position, alpha, beta, ply, 0);
        }
        if let Some(score) = self.at_once(position, ply) {
            return score;
        }
        let from_root = self.distance(position, ply);
        if self.params.mate_distance {
            alpha = alpha.max(from_root.loss - WIN);
            beta = beta.min(WIN - from_root.win);
            if alpha >= beta {
                return alpha;
            }
        }

        let key = self.table_key(position);
        let known = if self.params.table { self.shared.table.get(key) } else { None };
        if let Some(known) = known
            && excluded.is_none()
            && !on_pv
            && let Some(score) = self.decided(known, (alpha, beta), depth, from_root)
        {
            return score;
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

        let table_move = known.and_then(|known| known.best).filter(|_| self.params.table_move);
        let base = self.rank_moves(position, table_move);
        let count = self.ranked.len() - base;
        if count == 0 {
            return self.finished(position, ply);
        }

        let single = count == 1 && self.params.single_reply;
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
            let bound = from_table(known.score, from_root) - 40;
            singular = self.search(position, bound - 1, bound, depth / 2, ply, Some(best)) < bound;
            // That search used this node's place for its line.
            self.pv[ply].clear();
        }

        self.keys.push(self.game.key(position));
        let (mut best, mut best_move, mut bound) = (-INFINITE, None, Bound::Upper);
        let mut tried = 0;
        let shared = self.shared;
        let busy = shared.busy.as_ref().filter(|_| depth >= Busy::LEAST_DEPTH && excluded.is_none());
        let open = busy.filter(|_| !on_pv).map(|_| Open { key, alpha, beta, depth, from_root, ply });
        self.open.extend(open);
        let mut at = 0;
        let mut upcoming = self.pick_and_prefetch(position, base, at, depth);
        while let Some(ranked) = upcoming {
            at += 1;
            // Looked for before the present move is searched, so that the table's line is there when its turn comes.
            upcoming = self.pick_and_prefetch(position, base, at, depth);
            if Some(ranked.index) == excluded {
                continue;
            }
            let next = self.game.play(position, ranked.mv);
            let first = tried == 0;
            let claim = match busy {
                Some(busy) if !first => {
                    let key = self.game.key(&next);
                    if ranked.deferred_from().is_none() && busy.is_claimed(key) {
                        self.defer(base, at - 1);
                        upcoming = upcoming.or_else(|| self.pick_and_prefetch(position, base, at, depth));
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
                if (dropped || claim.is_some())
                    && let Some(score) = self.settled(&open)
                {
                    self.open.pop();
                    self.keys.pop();
                    self.ranked.truncate(base);
                    return score;
                }
                if dropped {
                    // What was known has been overwritten since.
                    self.defer(base, at - 1);
                    upcoming = upcoming.or_else(|| self.pick_and_prefetch(position, base, at, depth));
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
        if self.stopped {
            return DRAW;
        }
        if tried == 0 {
            // Only the excluded move is legal: nothing else comes near it.
            return alpha;
        }
        if excluded.is_none() && self.params.table {
            let (score, depth) = (to_table(best, from_root), depth.clamp(0, 255) as u8);
            self.shared.table.put(key, Known { score, bound, depth, eval: 0, best: best_move });
        }
        best
    }

    /// The score of a node that what is known of it decides.
    #[inline(always)]
    fn decided(&self, known: Known, (alpha, beta): (i32, i32), depth: i32, from_root: Distance) -> Option<i32> {
        let known_depth = i32::from(known.depth);
        if known_depth != depth && (known_depth < depth || self.params.same_depth) {
            return None;
        }
        let score = from_table(known.score, from_root);
        let decides = match known.bound {
            Bound::Exact => true,
            Bound::Lower => score >= beta,
            Bound::Upper => score <= alpha,
        };
        decides.then_some(score)
    }

    /// The score of an open node that another thread has found.
    fn settled(&self, open: &Open) -> Option<i32> {
        let known = self.shared.table.get(open.key)?;
        self.decided(known, (open.alpha, open.beta), open.depth, open.from_root)
    }

    /// Puts the move of a place off until all others have been tried.
    #[cold]
    fn defer(&mut self, base: usize, place: usize) {
        let ranked = self.ranked[base + place];
        let deferred = ranked.deferred(ranked.deferred_from().unwrap_or(place));
        self.ranked[base + place] = deferred;
        self.ranked.push(deferred);
    }

    /// The move that comes in a certain place; the table's line of the position after it is asked for.
    #[inline(always)]
    fn pick_and_prefetch(
        &mut self,
        position: &G::Position,
        base: usize,
        place: usize,
        depth: i32,
    ) -> Option<Ranked<G::Move>> {
        let ranked = pick(&mut self.ranked[base..], place)?;
        // Leaves do not look into the table.
        if depth > 1 {
            self.shared.table.prefetch(self.game.key(&self.game.play(position, ranked.mv)));
        }
        Some(ranked)
    }

    /// Generates and ranks the moves of a position; returns where they begin.
    #[inline(always)]
    fn rank_moves(&mut self, position: &G::Position, table_move: Option<u16>) -> usize {
        let base = self.ranked.len();
        let start = self.moves.len();
        self.game.moves(position, &mut self.moves);
        let side = self.game.side(position);
        for (index, &mv) in self.moves[start..].iter().enumerate() {
            let index = index as u16;
            let gain = self.game.gain(position, mv);
            let rank = if Some(index) == table_move {
                TABLE_MOVE
            } else if gain > 0 {
                GAIN + gain
            } else if self.params.history {
                self.history.get(side, self.game.slot(position, mv))
            } else {
                0
            };
            self.ranked.push(Ranked { mv, index, rank });
        }
        self.moves.truncate(start);
        base
    }

    #[inline(always)]
    fn extend_pv(&mut self, ply: usize, mv: G::Move) {
        let (head, tail) = self.pv.split_at_mut(ply + 1);
        let line = &mut head[ply];
        line.clear();
        line.push(mv);
        line.extend_from_slice(&tail[0]);
    }

    /// Remembers a quiet move that refuted the line, at the cost of those tried before it.
    fn remember(&mut self, position: &G::Position, base: usize, at: usize, depth: i32) {
        let side = self.game.side(position);
        let bonus = (depth * depth * 8).min(History::MOST / 4);
        for i in 0..=at {
            let ranked = self.ranked[base + i];
            let mv = ranked.mv;
            // What was put off has not been tried there, and what came late says nothing.
            if self.game.gain(position, mv) == 0 && (i == at || ranked.deferred_from().is_none()) {
                let slot = self.game.slot(position, mv);
                self.history.add(side, slot, if i == at { bonus } else { -bonus });
            }
        }
    }

    /// Judges a leaf: what cannot be left alone is played out first.
    fn leaf(&mut self, position: &G::Position, mut alpha: i32, beta: i32, ply: usize, beyond: usize) -> i32 {
        if let Some(score) = self.at_once(position, ply) {
            return score;
        }
        let start = self.moves.len();
        let extend = (beyond as i32) < self.params.settle_plies && ply < MAX_PLY;
        let leaf = self.game.leaf(position, extend, &mut self.moves);
        let mut best = match leaf {
            Leaf::Finished => return self.finished(position, ply),
            Leaf::Quiet => self.game.evaluate(position).clamp(-MAX_EVAL, MAX_EVAL),
            Leaf::Forced => -INFINITE,
        };
        if best >= beta || ply >= MAX_PLY {
            self.moves.truncate(start);
            return if leaf == Leaf::Forced { self.game.evaluate(position).clamp(-MAX_EVAL, MAX_EVAL) } else { best };
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
            let score = if G::ALTERNATES || self.game.side(position) != self.game.side(&next) {
                -self.leaf(&next, -beta, -alpha, ply + 1, beyond + 1)
            } else {
                self.extra += sign(self.game.side(position));
                let score = self.leaf(&next, alpha, beta, ply + 1, beyond + 1);
                self.extra -= sign(self.game.side(position));
                score
            };
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

/// A node with a null window that is being searched.
#[derive(Clone, Copy)]
struct Open {
    key: u64,
    alpha: i32,
    beta: i32,
    depth: i32,
    from_root: Distance,
    ply: usize,
}

/// Which way a side's extra moves count.
#[inline(always)]
const fn sign(side: Side) -> i32 {
    match side {
        Side::White => 1,
        Side::Black => -1,
    }
}

/// How many plies less a late move gets, by depth and place.
type Reductions = [[i32; 64]; 64];

fn reductions(params: &Params) -> Box<Reductions> {
    let mut table = Box::new([[0; 64]; 64]);
    // Once for all: a short search would otherwise be little else.
    let logarithms: [f64; 64] = std::array::from_fn(|n| (n as f64).ln());
    for (depth, row) in table.iter_mut().enumerate().skip(1) {
        for (place, plies) in row.iter_mut().enumerate().skip(1) {
            let grown = logarithms[depth] * logarithms[place] * 100.0 / f64::from(params.reduction_divisor.max(1));
            *plies = ((f64::from(params.reduction_base) / 100.0 + grown) as i32).max(1);
        }
    }
    table
}
