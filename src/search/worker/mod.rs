//! One thread of the search: alpha-beta with a principal variation, over the shared table.
//!
//! ```text
//! tree     the root, and the nodes below it        leaves   the bottom of the tree
//! ```
//!
//! Scores are seen from the side to move. Where the same side moves again, neither the sign nor the window
//! is turned; games that alternate say so in a constant, and the question folds away.

mod negamax;
mod qsearch;

use super::abdada::Busy;
use super::history::{Common, History, Seen};
use super::ordering::{GAIN, Ranked, TABLE_MOVE};
use super::params::Params;
use super::shared_pv::{News, Raise};
use crate::eval::Evaluate;
use crate::eval::score::{DRAW, Distance, INFINITE, MAX_PLY, WIN, from_tt, is_proven, to_tt};
use crate::games::Side;
use crate::games::record::Record;
use crate::games::zobrist;
use crate::search::tt::{Bound, TranspositionTable, TtEntry};
use std::sync::atomic::{AtomicU32, AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// What all threads of a search share.
pub(super) struct Shared<'a> {
    pub table: &'a TranspositionTable,
    /// Asked now and then; says whether to stop.
    pub stop: &'a (dyn Fn() -> bool + Sync),
    /// Nodes of all threads, added up now and then.
    pub nodes: Apart<AtomicU64>,
    /// The most nodes, exact for a single thread.
    pub node_limit: u64,
    /// How many searches of the root the threads have completed together.
    pub step: AtomicU32,
    /// The deepest ply that any of them has seen at the present depth, brought up to date with the nodes.
    pub deepest: AtomicUsize,
}

/// What is written often, on cache lines of its own: what lies beside it is read at every node.
#[repr(align(128))]
pub(super) struct Apart<T>(pub T);

/// What several threads tell each other.
pub(super) struct Company<M> {
    busy: Busy,
    news: News<M>,
    history: Common,
}

impl<M: Copy> Company<M> {
    pub fn new() -> Self {
        Company { busy: Busy::new(), news: News::new(), history: Common::new() }
    }
}

/// The answer to a search of the root.
#[derive(Clone, Debug)]
pub(super) struct RootLine<M> {
    pub score: i32,
    pub pv: Vec<M>,
}

/// The least and the most nodes between two looks at the clock. A node takes a fraction of a microsecond, but
/// one that is the first to touch a page of the table may take a thousand times as long.
const CHECK_EVERY: std::ops::RangeInclusive<u64> = 2..=1024;
/// So much is looked at whatever the clock says, which takes a tenth of a millisecond: a move must be made, and not just any.
const FIRST_LOOK: u64 = 500;
/// Unless it takes much longer, as on a table whose memory the system has yet to find.
const FIRST_WAIT: Duration = Duration::from_millis(2);
/// Looks at the clock should not lie further apart.
const CHECK_WITHIN: Duration = Duration::from_micros(500);

pub(super) struct Worker<'a, G: Evaluate> {
    game: &'a G,
    shared: &'a Shared<'a>,
    /// The other threads, if there are any.
    company: Option<&'a Company<G::Move>>,
    params: Params,
    reductions: Box<Reductions>,
    history: History,
    /// What is known of the history of all threads.
    seen: Seen,
    /// The keys of the game so far and of the line being searched.
    keys: Vec<u64>,
    moves: Vec<G::Move>,
    ranked: Vec<Ranked<G::Move>>,
    pv: Vec<Vec<G::Move>>,
    nodes: u64,
    counted: u64,
    next_check: u64,
    check_every: u64,
    began: Instant,
    checked: Instant,
    pub deepest: usize,
    pub stopped: bool,
    /// The number of the search of the root.
    step: u32,
    /// Another thread has completed it.
    overtaken: bool,
    /// The nodes of the line being searched that another thread may be at too.
    open: Vec<Open>,
    /// The ply of one that another thread has found something out about: all below it is dropped.
    dropped: Option<usize>,
    /// The extra moves of White's in the line being searched, less those of Black's.
    extra: i32,
}

impl<'a, G: Evaluate> Worker<'a, G> {
    pub fn new(
        record: &'a Record<G>,
        shared: &'a Shared<'a>,
        company: Option<&'a Company<G::Move>>,
        params: Params,
    ) -> Self {
        let game = record.game();
        // The present position's key is pushed by the root.
        let past = &record.positions()[..record.positions().len() - 1];
        Worker {
            game,
            shared,
            company,
            params,
            reductions: reductions(&params),
            history: History::new::<G>(),
            seen: Seen::default(),
            keys: past.iter().map(|position| game.key(position)).collect(),
            moves: Vec::with_capacity(256),
            ranked: Vec::with_capacity(4096),
            pv: vec![Vec::new(); MAX_PLY + 2],
            nodes: 0,
            counted: 0,
            next_check: CHECK_EVERY.start().min(&shared.node_limit).to_owned(),
            check_every: *CHECK_EVERY.start(),
            began: Instant::now(),
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

    /// Adds this thread's nodes to those of all, and what it has seen of the step they are at.
    pub fn flush_nodes(&mut self) {
        if self.shared.step.load(Relaxed) == self.step {
            self.shared.deepest.fetch_max(self.deepest, Relaxed);
        }
        self.shared.nodes.0.fetch_add(self.nodes - self.counted, Relaxed);
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
        let total = self.shared.nodes.0.load(Relaxed);
        if total >= self.shared.node_limit
            || (total >= FIRST_LOOK || self.began.elapsed() > FIRST_WAIT) && (self.shared.stop)()
        {
            self.stopped = true;
        } else if self.is_overtaken() {
            (self.stopped, self.overtaken) = (true, true);
        } else if let Some(open) = self.open.iter().find(|open| self.has_news(open) || self.settled(open).is_some()) {
            (self.stopped, self.dropped) = (true, Some(open.ply));
        }
        if let Some(company) = self.company {
            company.history.exchange(&mut self.history, &mut self.seen);
        }
        let left = self.shared.node_limit.saturating_sub(total).max(1);
        let now = Instant::now();
        let every = if now - self.checked > CHECK_WITHIN { self.check_every / 4 } else { self.check_every * 2 };
        self.check_every = every.clamp(*CHECK_EVERY.start(), *CHECK_EVERY.end());
        self.checked = now;
        self.next_check = self.nodes + self.check_every.min(left);
    }

    /// Whether the only move of a position costs no depth.
    #[inline(always)]
    fn follows_forced(&self) -> bool {
        self.params.single_reply && self.game.follows_forced()
    }

    /// Whether another thread has completed the search of the root that this one is at.
    #[inline(always)]
    fn is_overtaken(&self) -> bool {
        self.shared.step.load(Relaxed) > self.step
    }

    /// Looks at a position after a move with the eyes of its own side to move, and gives the score as the mover's.
    #[inline(always)]
    fn turned(
        &mut self,
        position: &G::Position,
        next: &G::Position,
        (alpha, beta): (i32, i32),
        look: impl FnOnce(&mut Self, i32, i32) -> i32,
    ) -> i32 {
        if G::ALTERNATES || self.game.side(position) != self.game.side(next) {
            return -look(self, -beta, -alpha);
        }
        self.extra += sign(self.game.side(position));
        let score = look(self, alpha, beta);
        self.extra -= sign(self.game.side(position));
        score
    }

    /// How far a position in the line being searched lies from the root.
    #[inline(always)]
    fn distance(&self, position: &G::Position, ply: usize) -> Distance {
        let extra = if G::ALTERNATES { 0 } else { self.extra * sign(self.game.side(position)) };
        Distance { win: ply as i32 + extra, loss: ply as i32 - extra }
    }

    /// The part of a window in which scores can lie so far from the root; empty if none can.
    #[inline(always)]
    fn narrowed(&self, (alpha, beta): (i32, i32), from_root: Distance) -> (i32, i32) {
        match self.params.mate_distance {
            true => (alpha.max(from_root.loss - WIN), beta.min(WIN - from_root.win)),
            false => (alpha, beta),
        }
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
        let result = self.game.solved(position)?;
        Some(from_tt(result.score() as i16, self.distance(position, ply)))
    }

    /// The table's key, and how long a win may take that stands there. Near a draw by rule a position is another one with
    /// every ply, and what is known of it was found with as many plies left.
    #[inline(always)]
    fn table_key(&self, position: &G::Position) -> (u64, i32) {
        /// Where that begins. Further off the count changes a score only if the search reaches so far.
        const NEAR: u32 = 16;
        /// Where no game takes its words from.
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

    /// Whether the position stood before in the game or in this line; inside a search once is enough.
    #[inline(always)]
    fn repeats(&self, position: &G::Position) -> bool {
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

    /// The score of a node that what is known of it decides. A win may take as many plies as are `left`.
    #[inline(always)]
    fn decided(&self, known: TtEntry, window: (i32, i32), depth: i32, from_root: Distance, left: i32) -> Option<i32> {
        let (alpha, beta) = window;
        let in_time = WIN - i32::from(known.score).abs() <= left;
        if is_proven(known.score.into()) && !in_time {
            // Found when there was more time for it.
            return None;
        }
        let known_depth = i32::from(known.depth);
        if known_depth != depth && (known_depth < depth || self.params.same_depth) {
            return None;
        }
        let score = from_tt(known.score, from_root);
        // Between the bounds, as on the principal variation, a proof decides too, though there may be a shorter way.
        let proof = known.depth == TtEntry::ANY_DEPTH;
        let decides = match known.bound {
            Bound::Exact => true,
            Bound::Lower => score >= beta || proof && score > alpha,
            Bound::Upper => score <= alpha || proof && score < beta,
        };
        decides.then_some(score)
    }

    /// Puts what was found out about a node into the table. A proven win or loss holds whatever the depth, though with
    /// more depth it may come sooner.
    #[inline(always)]
    fn keep(&self, key: u64, from_root: Distance, score: i32, bound: Bound, depth: i32, best: Option<u16>) {
        if !self.params.table {
            return;
        }
        let (sure, unsure) = if score > 0 { (Bound::Lower, Bound::Upper) } else { (Bound::Upper, Bound::Lower) };
        let (bound, depth) = if is_proven(score) && bound != unsure && !self.params.same_depth {
            (sure, TtEntry::ANY_DEPTH)
        } else {
            (bound, depth.clamp(0, i32::from(TtEntry::ANY_DEPTH) - 1) as u8)
        };
        self.shared.table.store(key, TtEntry { score: to_tt(score, from_root), bound, depth, best_move: best });
    }

    /// The score of an open node that another thread has found.
    fn settled(&self, open: &Open) -> Option<i32> {
        let known = self.shared.table.probe(open.key)?;
        let score = self.decided(known, (open.alpha, open.beta), open.depth, open.from_root, open.left)?;
        // On the principal variation a score above the bar needs a line, which comes with the news of it.
        let complete = match known.bound {
            _ if !open.on_pv => true,
            // The end of the root is told by the next step.
            _ if open.ply == 0 => false,
            Bound::Exact if open.raised => score == open.alpha,
            Bound::Lower => false,
            _ => !open.raised && score <= open.alpha,
        };
        complete.then_some(score)
    }

    /// Whether another thread has raised the bar of an open node.
    fn has_news(&self, open: &Open) -> bool {
        open.on_pv && self.news(open, |score, _| score > open.alpha).unwrap_or(false)
    }

    /// Looks at the latest raise of an open node, with its score as seen from there.
    fn news<T>(&self, open: &Open, look: impl FnOnce(i32, &Raise<G::Move>) -> T) -> Option<T> {
        let news = &self.company?.news;
        news.look(open.key, open.depth, self.step, |raise| look(from_tt(raise.score, open.from_root), raise))
    }

    /// Takes over what another thread has found better than all that is known of an open node so far: its line goes where
    /// that of the node stands.
    fn learn(&mut self, open: &mut Open) -> Option<(i32, u16)> {
        let mut line = std::mem::take(&mut self.pv[open.ply]);
        let learned = self.news(open, |score, raise| {
            (score > open.alpha).then(|| {
                line.clone_from(&raise.line);
                (score, raise.index)
            })
        });
        self.pv[open.ply] = line;
        let learned = learned.flatten();
        if let Some((score, _)) = learned {
            self.raise(open, score);
        }
        learned
    }

    /// The bar of the node that is open last has been raised.
    fn raise(&mut self, open: &mut Open, score: i32) {
        (open.alpha, open.raised) = (score, true);
        if let Some(last) = self.open.last_mut() {
            *last = *open;
        }
    }

    /// Tells the others of a move that has raised the bar of the node that is open last.
    fn tell(&mut self, open: &mut Open, score: i32, index: u16) {
        self.raise(open, score);
        if let Some(company) = self.company {
            let Open { key, depth, from_root, ply, .. } = *open;
            let score = to_tt(score, from_root);
            company.news.tell(Raise { step: self.step, depth, key, score, index, line: self.pv[ply].clone() });
        }
    }

    /// Generates and ranks the moves of a position; returns where they begin.
    #[inline(always)]
    fn rank_moves(&mut self, position: &G::Position, table_move: Option<u16>) -> usize {
        let base = self.ranked.len();
        let start = self.moves.len();
        self.game.moves(position, &mut self.moves);
        let (game, side) = (self.game, self.game.side(position));
        let gains_first = self.params.gains_first;
        let history = self.params.history.then_some(&self.history);
        self.ranked.extend(self.moves[start..].iter().enumerate().map(|(index, &mv)| {
            let gain = game.gain(position, mv);
            let quiet = || history.map_or(0, |history| history.get(side, game.slot(position, mv)));
            Ranked { mv, index: index as u16, rank: if gain > 0 && gains_first { GAIN + gain } else { quiet() } }
        }));
        if let Some(ranked) = table_move.and_then(|index| self.ranked[base..].get_mut(usize::from(index))) {
            ranked.rank = TABLE_MOVE;
        }
        self.moves.truncate(start);
        base
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
}

/// A node that is being searched, and where other threads may be too.
#[derive(Clone, Copy)]
struct Open {
    key: u64,
    alpha: i32,
    beta: i32,
    depth: i32,
    from_root: Distance,
    left: i32,
    ply: usize,
    on_pv: bool,
    /// On the principal variation: a move is known that is better than the first bar.
    raised: bool,
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
