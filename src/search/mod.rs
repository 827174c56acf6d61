//! One parallel alpha-beta search for every game. It never names a game.
//!
//! | file | technique |
//! |---|---|
//! | `deepening` | iterative deepening with aspiration windows, for one best line |
//! | `multipv` | several best lines |
//! | `worker/root` | the root moves: principal variation search (PVS) |
//! | `worker/negamax` | interior nodes: transposition-table cut-offs, ProbCut, single-reply extension, late-move reductions (LMR), PVS, mate-distance pruning |
//! | `worker/qsearch` | quiescence search, and the nodes one ply above it |
//! | `worker/node` | draws, repetitions, solved positions, endgame tables, table keys and scores |
//! | `root_tables` | roots that are in endgame tables |
//! | `worker/ordering`, `ordering` | move ordering: table move, tactical moves, history |
//! | `history` | the history heuristic |
//! | `tt` | the transposition table |
//! | `worker/cooperation` | what passes between threads |
//! | `abdada` | ABDADA: moves that another thread searches are deferred |
//! | `shared_pv` | better moves on the PV, told to the other threads |
//! | `limits`, `time` | what the caller asks for; time management |
//! | `params` | the switches and numbers of the techniques |
//! | `skill` | weaker play on request |
//!
//! A game's evaluation and hints are in [`crate::eval`]. For one best line all threads search the same root over one table; for several
//! they share out the root moves.

mod abdada;
mod deepening;
mod history;
mod limits;
mod multipv;
mod ordering;
mod params;
mod root_tables;
mod shared_pv;
mod skill;
mod time;
pub mod tt;
mod worker;

pub use crate::eval::score::{DRAW, INFINITE, MAX_EVAL, MAX_PLY, PROVEN, Score, WIN, is_proven};
use crate::eval::{Evaluate, Solved, known_move_score, static_move_score};
pub use limits::Limits;
pub use params::Params;
pub use skill::Strength;
pub use time::{Clock, Deadlines};

use crate::games::record::Record;
use crate::tables::lookup::TableProbe;
use ordering::RankedMove;
use root_tables::RootValues;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex, OnceLock};
use std::time::{Duration, Instant};
use time::{BestMoveStability, TimeManager};
use tt::TranspositionTable;
use worker::{CachePadded, SharedState};

/// The stack of a thread that searches: the search is recursive, hundreds of plies deep, and threads usually have less.
pub const STACK: usize = 16 << 20;

/// The threads to search on, less the one that calls [`search`]. That one starts at once where others have to be woken up, and the
/// system has one less to place: it may put two of them on one core at first.
pub fn pool(threads: usize) -> Result<Option<Arc<rayon::ThreadPool>>, rayon::ThreadPoolBuildError> {
    let build = || rayon::ThreadPoolBuilder::new().num_threads(threads - 1).stack_size(STACK).build().map(Arc::new);
    (threads > 1).then(build).transpose()
}

/// How to search.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// The techniques in use.
    pub params: Params,
    /// How many best lines to search (MultiPV).
    pub lines: usize,
    /// `None` for full strength.
    pub strength: Option<Strength>,
    /// Whether a game is played: an only move then comes at once, also where a fixed time was given for it.
    pub playing: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Settings { params: Params::PLAY, lines: 1, strength: None, playing: true }
    }
}

/// Signals to a running search, from another thread.
#[derive(Debug, Default)]
pub struct Signals {
    /// Stop now.
    pub stop: AtomicBool,
    ponder_hit: OnceLock<Instant>,
}

impl Signals {
    /// The opponent has played the expected move: go on, on the clock, which starts now.
    pub fn ponder_hit(&self) {
        self.ponder_hit.get_or_init(Instant::now);
    }

    /// When [`Signals::ponder_hit`] was first called.
    pub fn ponder_hit_at(&self) -> Option<Instant> {
        self.ponder_hit.get().copied()
    }
}

/// A line that a search has found.
#[derive(Clone, Debug)]
pub struct SearchInfo<M> {
    /// The depth of the iteration.
    pub depth: u32,
    /// The selective depth: the deepest ply reached.
    pub seldepth: u32,
    /// The number of the line, from 1 for the best.
    pub multipv: usize,
    /// From the view of the side to move.
    pub score: i32,
    /// The score is only a lower bound: the search was stopped before it knew more.
    pub lower_bound: bool,
    /// Nodes of all threads.
    pub nodes: u64,
    /// Since the search began.
    pub time: Duration,
    /// How full the table is, in thousandths.
    pub hashfull: u32,
    /// Positions found in endgame tables.
    pub tbhits: u64,
    /// Whether the score is that of endgame tables.
    pub from_tables: bool,
    /// The principal variation.
    pub pv: Vec<M>,
}

/// What a search has found.
#[derive(Clone, Debug)]
pub struct SearchResult<M> {
    /// The lines, best first; empty if there is no legal move.
    pub lines: Vec<SearchInfo<M>>,
}

impl<M: Copy> SearchResult<M> {
    /// The best move.
    pub fn best(&self) -> Option<M> {
        self.lines.first().and_then(|line| line.pv.first().copied())
    }

    /// The expected reply.
    pub fn ponder(&self) -> Option<M> {
        self.lines.first().and_then(|line| line.pv.get(1).copied())
    }
}

/// Where a search looks positions up.
pub struct SearchMemory<'a, P> {
    /// The transposition table.
    pub tt: &'a TranspositionTable,
    /// Endgame tables of the rule set, if there are any.
    pub tables: Option<&'a dyn TableProbe<P>>,
}

// Not derived: references are copied, whatever the position is.
impl<P> Clone for SearchMemory<'_, P> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<P> Copy for SearchMemory<'_, P> {}

impl<'a, P> From<&'a TranspositionTable> for SearchMemory<'a, P> {
    fn from(tt: &'a TranspositionTable) -> Self {
        SearchMemory { tt, tables: None }
    }
}

/// Called with all best lines, the best first.
pub type OnInfo<'a, M> = dyn FnMut(&[SearchInfo<M>]) + Send + 'a;

/// Searches the present position of a game, on this thread and on those of a pool.
///
/// `on_info` is called by one thread at a time, with the lines of every completed iteration, and last with those of the result.
pub fn search<'a, G: Evaluate>(
    record: &Record<G>,
    memory: impl Into<SearchMemory<'a, G::Position>>,
    limits: &Limits<G::Move>,
    settings: &Settings,
    signals: &Signals,
    pool: Option<&rayon::ThreadPool>,
    on_info: &mut OnInfo<'_, G::Move>,
) -> SearchResult<G::Move> {
    if let Some(player) = settings.strength.and_then(Strength::player) {
        return player.search(record, limits, settings, signals, on_info);
    }
    let SearchMemory { tt, tables } = memory.into();
    let time = TimeManager::new(limits, signals);
    let stop = || time.must_stop();
    let shared = SharedState {
        tt,
        tables,
        stop: &stop,
        nodes: CachePadded(AtomicU64::new(0)),
        tbhits: AtomicU64::new(0),
        node_limit: limits.nodes.unwrap_or(u64::MAX),
        root_searches: AtomicU32::new(0),
        seldepth: AtomicUsize::new(0),
    };
    tt.new_search();
    // A search by nodes or depth must give the same result every time; one by the clock must not wait for memory.
    tt.grow(limits.nodes.is_some() || limits.depth.is_some());
    let root_values = RootValues::probe(record, limits, &shared);
    let context = SearchContext {
        record,
        limits,
        settings,
        time: &time,
        shared: &shared,
        root_values,
        on_info: Mutex::new(on_info),
    };
    let mut result = match context.result_by_tables() {
        Some(result) => result,
        None if settings.lines > 1 => context.search_multipv(pool),
        None => context.search_one_line(pool),
    };
    // An infinite search waits for the stop signal, even when there is nothing left to find.
    time.wait_until_it_may_end();
    for line in &mut result.lines {
        line.nodes = shared.nodes.0.load(Relaxed);
        line.tbhits = shared.tbhits.load(Relaxed);
        line.time = time.started.elapsed();
        line.hashfull = tt.hashfull();
    }
    // Repeated, so that the last report is that of the result.
    context.report(&result);
    result
}

/// What a search is about, for all its threads.
struct SearchContext<'a, G: Evaluate> {
    record: &'a Record<G>,
    limits: &'a Limits<G::Move>,
    settings: &'a Settings,
    time: &'a TimeManager<'a>,
    shared: &'a SharedState<'a, G::Position>,
    /// What tables say of the root moves.
    root_values: RootValues<G::Move>,
    on_info: Mutex<&'a mut OnInfo<'a, G::Move>>,
}

impl<G: Evaluate> SearchContext<'_, G> {
    /// The moves to search at the root, the most promising first.
    fn root_moves(&self) -> Vec<RankedMove<G::Move>> {
        let (game, position) = (self.record.game(), self.record.position());
        let mut moves = Vec::new();
        game.moves(position, &mut moves);
        let wanted = |mv: &G::Move| {
            (self.limits.moves.is_empty() || self.limits.moves.contains(mv)) && self.root_values.allow(*mv)
        };
        let mut roots: Vec<_> = moves
            .into_iter()
            .enumerate()
            .filter(|(_, mv)| wanted(mv))
            .map(|(index, mv)| RankedMove { mv, index: index as u16, rank: static_move_score(game, position, mv) })
            .collect();
        ordering::sort(&mut roots);
        roots
    }

    /// The greatest depth to search the root moves to: 1 where the game knows what they lead to.
    fn max_depth(&self, roots: &[RankedMove<G::Move>]) -> u32 {
        const MAX: u32 = MAX_PLY as u32 / 2;
        let (game, position) = (self.record.game(), self.record.position());
        if roots.is_empty() {
            return 0;
        }
        let is_solved = |root: &RankedMove<G::Move>| game.solved(&game.play(position, root.mv)).is_some();
        let is_known = |root: &RankedMove<G::Move>| known_move_score(game, position, root.mv).is_some();
        let max = if roots.iter().any(is_solved) && roots.iter().all(is_known) { 1 } else { MAX };
        self.limits.depth.unwrap_or(max).clamp(1, max)
    }

    /// Extends a line to the end of the game, where the game has solved the position at its end.
    fn extend_solved_line(&self, mut line: Vec<G::Move>) -> Vec<G::Move> {
        let game = self.record.game();
        let mut position = line.iter().fold(self.record.position().clone(), |position, &mv| game.play(&position, mv));
        let mut moves = Vec::new();
        while line.len() < MAX_PLY && game.solved(&position).is_some_and(|result| result != Solved::Draw) {
            moves.clear();
            game.moves(&position, &mut moves);
            // The first of the best, as the search takes it.
            let best = moves.iter().rev().max_by_key(|mv| known_move_score(game, &position, **mv));
            let Some(&best) = best else { break };
            line.push(best);
            position = game.play(&position, best);
        }
        line
    }

    fn info(&self, depth: u32, seldepth: usize, multipv: usize, score: i32, pv: Vec<G::Move>) -> SearchInfo<G::Move> {
        let by_tables = pv.first().and_then(|mv| self.root_values.score(*mv));
        SearchInfo {
            depth,
            seldepth: seldepth as u32,
            multipv,
            score: by_tables.unwrap_or(score),
            lower_bound: false,
            from_tables: by_tables.is_some(),
            tbhits: self.shared.tbhits.load(Relaxed),
            nodes: self.shared.nodes.0.load(Relaxed),
            time: self.time.started.elapsed(),
            hashfull: self.shared.tt.hashfull(),
            pv: self.extend_solved_line(pv),
        }
    }

    /// The result of a search that is stopped before it has found anything: a legal move is better than none.
    fn result_without_search(&self, roots: &[RankedMove<G::Move>]) -> SearchResult<G::Move> {
        let (game, position) = (self.record.game(), self.record.position());
        let score = game.solved(position).map_or_else(|| game.evaluate(position), Solved::score);
        SearchResult { lines: roots.first().map(|root| self.info(0, 0, 1, score, vec![root.mv])).into_iter().collect() }
    }

    fn report(&self, result: &SearchResult<G::Move>) {
        if let Ok(mut on_info) = self.on_info.lock()
            && !result.lines.is_empty()
        {
            on_info(&result.lines);
        }
    }

    /// Whether the search ends after an iteration.
    fn ends_after(
        &self,
        result: &SearchResult<G::Move>,
        depth: u32,
        legal: usize,
        stability: &mut BestMoveStability<G::Move>,
        effort: Option<f64>,
    ) -> bool {
        let Some(line) = result.lines.first() else { return false };
        let soft_share = stability.soft_share(line, effort);
        self.time.note_enough(self.is_enough(line, depth, legal, soft_share))
    }

    /// Whether the best line is good enough to end the search. Time spent pondering counts.
    fn is_enough(&self, line: &SearchInfo<G::Move>, depth: u32, legal: usize, soft_share: f64) -> bool {
        if let (Some(mate), Score::Mate(moves)) = (self.limits.mate, Score::new(line.score))
            && moves > 0
            && moves as u32 <= mate
        {
            return true;
        }
        let Some(deadlines) = self.time.deadlines else { return false };
        // On a clock an only move needs no search beyond the expected reply, and a win proven within the depth is short enough.
        let proven = is_proven(line.score) && (WIN - line.score.abs()) as u32 <= depth;
        let only = legal == 1 && (line.pv.len() > 1 || depth >= 3);
        if deadlines.fixed {
            return only && self.settings.playing;
        }
        only || proven || self.time.started.elapsed() > deadlines.soft.mul_f64(soft_share)
    }
}
