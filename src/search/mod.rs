//! One parallel alpha-beta search for every game. It never names a game.
//!
//! ```text
//! think    what a game tells the search      worker   alpha-beta on one thread
//! deepen   one best line, step by step       lines    several best lines, the root split
//! limits   what was asked for                control  the running clock, and orders
//! order    which move first                  score    wins, draws and what lies between
//! params   the techniques, with switches     skill    weaker play on request
//! busy     what the threads are at           news     what they find on the way
//! history  how quiet moves have done
//! ```
//!
//! For one line all threads search the same root over one table. A thread puts off what another one is at, so that they
//! spread over the tree; what one finds the others meet in the table, and the first to complete a search of the
//! root has done it for all. For several lines the threads share out the root moves.

mod abdada;
mod deepening;
mod history;
mod limits;
mod multipv;
mod ordering;
mod params;
mod shared_pv;
mod skill;
mod time;
pub mod tt;
mod worker;

pub use crate::eval::score::{DRAW, INFINITE, MAX_EVAL, MAX_PLY, PROVEN, Score, WIN, is_proven, win_draw_loss};
use crate::eval::{Evaluate, Solved, first_impression, outlook};
pub use limits::{Clock, Deadlines, Limits};
pub use params::Params;
pub use skill::Strength;

use crate::games::record::Record;
use crate::search::tt::TranspositionTable;
use ordering::Ranked;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use time::{Control, TimeKeeper};
use worker::{Apart, Shared};

/// The stack that a thread needs on which a search runs: it is recursive, hundreds of plies deep, which is more than a
/// thread usually has.
pub const STACK: usize = 16 << 20;

/// Threads to search on, but for one: that is the thread that asks for a search. It goes to work at once where others have to be
/// woken up, and a system that puts two of them on one core at first, as it may, has one less to misplace.
pub fn pool(threads: usize) -> Result<Option<Arc<rayon::ThreadPool>>, rayon::ThreadPoolBuildError> {
    let build = || rayon::ThreadPoolBuilder::new().num_threads(threads - 1).stack_size(STACK).build().map(Arc::new);
    (threads > 1).then(build).transpose()
}

/// How to search.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// The techniques in use.
    pub params: Params,
    /// How many best lines to report.
    pub lines: usize,
    /// What passes between a decision and the opponent's clock starting.
    pub overhead: Duration,
    /// How strongly to play; as strongly as it can if `None`.
    pub strength: Option<Strength>,
}

impl Default for Settings {
    fn default() -> Self {
        Settings { params: Params::PLAY, lines: 1, overhead: Duration::from_millis(10), strength: None }
    }
}

/// Orders to a running search, from another thread.
#[derive(Debug, Default)]
pub struct Signals {
    /// Stop now.
    pub stop: AtomicBool,
    /// The opponent has played the expected move: go on, on the clock.
    pub ponder_hit: AtomicBool,
}

/// What a search says while it runs.
#[derive(Clone, Debug)]
pub struct Info<M> {
    /// The depth of the iteration.
    pub depth: u32,
    /// The deepest ply seen.
    pub deepest: u32,
    /// Which of the best lines this is, from 1.
    pub line: usize,
    /// The score, from the view of the side to move.
    pub score: i32,
    /// The search has ended before it knew how much better than the score it is.
    pub at_least: bool,
    /// Nodes of all threads.
    pub nodes: u64,
    /// Since the search began.
    pub time: Duration,
    /// How full the table is, in thousandths.
    pub full: u32,
    /// The line.
    pub pv: Vec<M>,
}

/// What a search found.
#[derive(Clone, Debug)]
pub struct Answer<M> {
    /// The lines, best first; empty if there is no legal move.
    pub lines: Vec<Info<M>>,
}

impl<M: Copy> Answer<M> {
    /// The best move.
    pub fn best(&self) -> Option<M> {
        self.lines.first().and_then(|line| line.pv.first().copied())
    }

    /// The reply expected to it.
    pub fn ponder(&self) -> Option<M> {
        self.lines.first().and_then(|line| line.pv.get(1).copied())
    }
}

/// What is called with the best lines found, all of them, the best first.
pub type Report<'a, M> = dyn FnMut(&[Info<M>]) + Send + 'a;

/// Searches the present position of a game, on this thread and on those of a pool.
///
/// `report` is called from one thread at a time, with the lines of every completed iteration, and with those of the answer last.
pub fn search<G: Evaluate>(
    record: &Record<G>,
    table: &TranspositionTable,
    limits: &Limits<G::Move>,
    settings: &Settings,
    signals: &Signals,
    pool: Option<&rayon::ThreadPool>,
    report: &mut Report<'_, G::Move>,
) -> Answer<G::Move> {
    if let Some(player) = settings.strength.and_then(Strength::player) {
        return player.play(record, limits, settings, signals, report);
    }
    let control = Control::new(limits, settings, signals);
    let stop = || control.must_stop();
    let node_limit = limits.nodes.unwrap_or(u64::MAX);
    let shared = Shared {
        table,
        stop: &stop,
        nodes: Apart(AtomicU64::new(0)),
        node_limit,
        step: AtomicU32::new(0),
        deepest: AtomicUsize::new(0),
    };
    table.new_search();
    // Who asks for so many nodes, or so much depth, gets the same answer every time; who has a clock gets a search that does not wait.
    table.grow(limits.nodes.is_some() || limits.depth.is_some());
    let team = Team { record, limits, settings, control: &control, shared: &shared, report: Mutex::new(report) };
    let mut answer = if settings.lines > 1 { team.several_lines(pool) } else { team.one_line(pool) };
    // An endless search waits for the order, even when there is nothing left to find.
    control.wait_until_allowed_to_end();
    for line in &mut answer.lines {
        line.nodes = shared.nodes.0.load(Relaxed);
        line.time = control.began.elapsed();
        line.full = table.hashfull();
    }
    // Repeated at the end, so that the last word before the answer is the answer's.
    team.report(&answer);
    answer
}

/// All that the threads of a search look at.
struct Team<'a, G: Evaluate> {
    record: &'a Record<G>,
    limits: &'a Limits<G::Move>,
    settings: &'a Settings,
    control: &'a Control<'a>,
    shared: &'a Shared<'a>,
    report: Mutex<&'a mut Report<'a, G::Move>>,
}

impl<G: Evaluate> Team<'_, G> {
    /// The moves to consider at the root, what looks best first.
    fn roots(&self) -> Vec<Ranked<G::Move>> {
        let (game, position) = (self.record.game(), self.record.position());
        let mut moves = Vec::new();
        game.moves(position, &mut moves);
        let wanted = |mv: &G::Move| self.limits.moves.is_empty() || self.limits.moves.contains(mv);
        let mut roots: Vec<_> = moves
            .into_iter()
            .enumerate()
            .filter(|(_, mv)| wanted(mv))
            .map(|(index, mv)| Ranked { mv, index: index as u16, rank: first_impression(game, position, mv) })
            .collect();
        ordering::sort(&mut roots);
        roots
    }

    /// The greatest depth to search the moves of the root to: where the game knows what they lead to, there is nothing to search.
    fn most_depth(&self, roots: &[Ranked<G::Move>]) -> u32 {
        const MOST: u32 = MAX_PLY as u32 / 2;
        let (game, position) = (self.record.game(), self.record.position());
        if roots.is_empty() {
            return 0;
        }
        let solved = |root: &Ranked<G::Move>| game.solved(&game.play(position, root.mv)).is_some();
        let known = |root: &Ranked<G::Move>| outlook(game, position, root.mv).is_some();
        let most = if roots.iter().any(solved) && roots.iter().all(known) { 1 } else { MOST };
        self.limits.depth.unwrap_or(most).clamp(1, most)
    }

    /// Takes a line to the end of the game, where the game knows the way.
    fn to_the_end(&self, mut line: Vec<G::Move>) -> Vec<G::Move> {
        let game = self.record.game();
        let mut position = line.iter().fold(self.record.position().clone(), |position, &mv| game.play(&position, mv));
        let mut moves = Vec::new();
        while line.len() < MAX_PLY && game.solved(&position).is_some_and(|result| result != Solved::Draw) {
            moves.clear();
            game.moves(&position, &mut moves);
            // The first of the best, as the search takes it.
            let best = moves.iter().rev().max_by_key(|mv| outlook(game, &position, **mv));
            let Some(&best) = best else { break };
            line.push(best);
            position = game.play(&position, best);
        }
        line
    }

    fn info(&self, depth: u32, deepest: usize, line: usize, score: i32, pv: Vec<G::Move>) -> Info<G::Move> {
        Info {
            depth,
            deepest: deepest as u32,
            line,
            score,
            at_least: false,
            nodes: self.shared.nodes.0.load(Relaxed),
            time: self.control.began.elapsed(),
            full: self.shared.table.hashfull(),
            pv: self.to_the_end(pv),
        }
    }

    /// The answer when the search was stopped before anything was found: any legal move is better than none.
    fn any_move(&self, roots: &[Ranked<G::Move>]) -> Answer<G::Move> {
        let (game, position) = (self.record.game(), self.record.position());
        let score = game.solved(position).map_or_else(|| game.evaluate(position), Solved::score);
        Answer { lines: roots.first().map(|root| self.info(0, 0, 1, score, vec![root.mv])).into_iter().collect() }
    }

    fn report(&self, answer: &Answer<G::Move>) {
        if let Ok(mut report) = self.report.lock()
            && !answer.lines.is_empty()
        {
            report(&answer.lines);
        }
    }

    /// Whether what is known is enough to end the search.
    fn enough(&self, answer: &Answer<G::Move>, depth: u32, legal: usize, time: &mut TimeKeeper<G::Move>) -> bool {
        let Some(line) = answer.lines.first() else { return false };
        let share = time.share(line);
        self.control.note_enough(self.is_settled(line, depth, legal, share))
    }

    /// Whether a line is enough to end the search, after a share of the time to spend on an ordinary move. Time spent pondering
    /// counts: the thinking was done.
    fn is_settled(&self, line: &Info<G::Move>, depth: u32, legal: usize, share: f64) -> bool {
        if let (Some(mate), Score::Mate(moves)) = (self.limits.mate, Score::new(line.score))
            && moves > 0
            && moves as u32 <= mate
        {
            return true;
        }
        let Some(deadlines) = self.control.deadlines.filter(|deadlines| !deadlines.fixed) else { return false };
        // On a clock an only move needs no thought beyond the reply to expect, and a win that is proven as deep as this is short enough.
        let proven = is_proven(line.score) && (WIN - line.score.abs()) as u32 <= depth;
        let only = legal == 1 && (line.pv.len() > 1 || depth >= 3);
        only || proven || self.control.began.elapsed() > deadlines.target.mul_f64(share)
    }
}
