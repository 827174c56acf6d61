//! One parallel alpha-beta search for every game. It never names a game.
//!
//! ```text
//! think    what a game tells the search      worker   alpha-beta on one thread
//! limits   when a search ends                order    which move first
//! params   the techniques, with switches     score    wins, draws and what lies between
//! ```
//!
//! [`search`] deepens step by step. All threads search the same root over one table, the odd ones a ply
//! deeper; what one finds the others meet in the table. The answer is the deepest that any thread completed.

mod limits;
mod order;
mod params;
mod score;
mod think;
mod worker;

pub use limits::{Clock, Deadlines, Limits};
pub use params::Params;
pub use score::{DRAW, INFINITE, MAX_EVAL, MAX_PLY, PROVEN, Score, WIN, is_proven, win_draw_loss};
pub use think::{Leaf, Solved, Think};

use crate::record::Record;
use crate::table::Table;
use order::Ranked;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};
use worker::{RootLine, Shared, Worker};

/// How to search.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// The techniques in use.
    pub params: Params,
    /// How many best lines to report.
    pub lines: usize,
    /// What passes between a decision and the opponent's clock starting.
    pub overhead: Duration,
}

impl Default for Settings {
    fn default() -> Self {
        Settings { params: Params::PLAY, lines: 1, overhead: Duration::from_millis(10) }
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

/// What is called with every line found.
pub type Report<'a, M> = dyn FnMut(&Info<M>) + Send + 'a;

/// Searches the present position of a game on all threads of a pool, or on this one without a pool.
///
/// `report` is called from one thread at a time, with every line of every completed iteration, and with the
/// lines of the answer last.
pub fn search<G: Think>(
    record: &Record<G>,
    table: &Table,
    limits: &Limits<G::Move>,
    settings: &Settings,
    signals: &Signals,
    pool: Option<&rayon::ThreadPool>,
    report: &mut Report<'_, G::Move>,
) -> Answer<G::Move> {
    let control = Control::new(limits, settings, signals);
    let stop = |nodes| control.must_stop(nodes);
    let shared = Shared { table, stop: &stop, nodes: AtomicU64::new(0), node_limit: limits.nodes.unwrap_or(u64::MAX) };
    table.grow_older();
    let team = Team { record, limits, settings, control: &control, shared: &shared, report: Mutex::new(report) };
    let done: Vec<Answer<G::Move>> = match pool {
        Some(pool) if pool.current_num_threads() > 1 => pool.broadcast(|context| team.deepen(context.index())),
        _ => vec![team.deepen(0)],
    };
    // An endless search waits for the order, even when there is nothing left to find.
    control.wait_until_allowed_to_end();
    let depth = |answer: &Answer<G::Move>| answer.lines.first().map_or(0, |line| line.depth);
    // The first of the deepest.
    let best = done.into_iter().rev().max_by_key(depth);
    let mut answer = best.unwrap_or(Answer { lines: Vec::new() });
    let nodes = shared.nodes.load(Relaxed);
    if let Ok(mut report) = team.report.lock() {
        for line in &mut answer.lines {
            line.nodes = nodes;
            line.time = control.began.elapsed();
            line.full = table.per_mille_full();
            // Repeated at the end, so that the last word before the answer is the answer's.
            report(line);
        }
    }
    answer
}

/// The clock of a search and the orders it obeys.
struct Control<'a> {
    signals: &'a Signals,
    began: Instant,
    deadlines: Option<Deadlines>,
    endless: bool,
    ponder: bool,
    /// When the opponent played the expected move.
    hit: Mutex<Option<Instant>>,
    /// A thread has decided that the search is done.
    done: AtomicBool,
}

impl<'a> Control<'a> {
    fn new<M>(limits: &Limits<M>, settings: &Settings, signals: &'a Signals) -> Self {
        Control {
            signals,
            began: Instant::now(),
            deadlines: Deadlines::new(limits, settings.overhead),
            endless: limits.infinite,
            ponder: limits.ponder,
            hit: Mutex::new(None),
            done: AtomicBool::new(false),
        }
    }

    /// The time on our own clock, or `None` while it stands still.
    fn on_clock(&self) -> Option<Duration> {
        if !self.ponder {
            return Some(self.began.elapsed());
        }
        if !self.signals.ponder_hit.load(Relaxed) {
            return None;
        }
        let mut hit = self.hit.lock().ok()?;
        Some(hit.get_or_insert_with(Instant::now).elapsed())
    }

    fn must_stop(&self, _nodes: u64) -> bool {
        if self.signals.stop.load(Relaxed) || self.done.load(Relaxed) {
            return true;
        }
        match (self.deadlines, self.on_clock()) {
            (Some(deadlines), Some(time)) => time >= deadlines.hard,
            _ => false,
        }
    }

    /// Whether the search may end by itself now.
    fn may_end(&self) -> bool {
        !self.endless && self.on_clock().is_some()
    }

    fn wait_until_allowed_to_end(&self) {
        while !self.signals.stop.load(Relaxed) && !self.may_end() {
            std::thread::sleep(Duration::from_millis(1));
        }
    }
}

/// All that the threads of a search look at.
struct Team<'a, G: Think> {
    record: &'a Record<G>,
    limits: &'a Limits<G::Move>,
    settings: &'a Settings,
    control: &'a Control<'a>,
    shared: &'a Shared<'a>,
    report: Mutex<&'a mut Report<'a, G::Move>>,
}

impl<G: Think> Team<'_, G> {
    /// Deepens on one thread until something says stop; the first thread reports and minds the clock.
    fn deepen(&self, thread: usize) -> Answer<G::Move> {
        let (game, position) = (self.record.game(), self.record.position());
        let mut worker = Worker::new(self.record, self.shared, self.settings.params);
        let mut roots = Vec::new();
        game.moves(position, &mut roots);
        if !self.limits.moves.is_empty() {
            roots.retain(|mv| self.limits.moves.contains(mv));
        }
        let mut answer = Answer { lines: Vec::new() };
        let lines = self.settings.lines.clamp(1, roots.len().max(1));
        let mut ranked: Vec<Ranked<G::Move>> = roots
            .iter()
            .enumerate()
            .map(|(index, mv)| Ranked { mv: *mv, index: index as u16, rank: game.gain(position, *mv) })
            .collect();
        if ranked.is_empty() {
            return answer;
        }
        let most = self.limits.depth.unwrap_or(MAX_PLY as u32 / 2).clamp(1, MAX_PLY as u32 / 2);
        let mut time = TimeKeeper::default();
        for depth in 1..=most {
            let depth = if thread % 2 == 1 { (depth + 1).min(most) } else { depth };
            ranked.sort_by_key(|r| std::cmp::Reverse(r.rank));
            let mut found: Vec<Info<G::Move>> = Vec::with_capacity(lines);
            for line in 0..lines {
                let last = answer.lines.get(line).map(|info| info.score);
                worker.deepest = 0;
                let result = self.aspire(&mut worker, depth, last, &mut ranked[line..]);
                // A search broken off keeps what is sure: nothing, but for the very first move.
                if worker.stopped && (depth > 1 || result.pv.is_empty()) {
                    break;
                }
                // The line's move leaves the others to the next line.
                if let Some(at) = ranked[line..].iter().position(|r| Some(&r.mv) == result.pv.first()) {
                    ranked[line..=line + at].rotate_right(1);
                }
                found.push(Info {
                    depth,
                    deepest: worker.deepest as u32,
                    line: line + 1,
                    score: result.score,
                    nodes: worker.total_nodes(),
                    time: self.control.began.elapsed(),
                    full: self.shared.table.per_mille_full(),
                    pv: result.pv,
                });
            }
            if found.len() < lines {
                break;
            }
            found.sort_by_key(|info| std::cmp::Reverse(info.score));
            for (line, info) in found.iter_mut().enumerate() {
                info.line = line + 1;
            }
            answer.lines = found;
            if thread == 0 {
                if let Ok(mut report) = self.report.lock() {
                    for info in &answer.lines {
                        report(info);
                    }
                }
                if self.enough(&answer, depth, roots.len(), &mut time) {
                    break;
                }
            }
            if worker.stopped {
                break;
            }
        }
        worker.flush_nodes();
        if answer.lines.is_empty() {
            // Stopped before anything was searched: any legal move is better than none.
            answer.lines.push(Info {
                depth: 0,
                deepest: 0,
                line: 1,
                score: game.evaluate(position),
                nodes: worker.total_nodes(),
                time: self.control.began.elapsed(),
                full: 0,
                pv: vec![ranked[0].mv],
            });
        }
        if thread == 0 {
            // The first thread decides for all.
            self.control.done.store(true, Relaxed);
        }
        answer
    }

    /// Searches the root with a narrow window around the last score, widened until the score lies inside.
    fn aspire(
        &self,
        worker: &mut Worker<'_, G>,
        depth: u32,
        last: Option<i32>,
        moves: &mut [Ranked<G::Move>],
    ) -> RootLine<G::Move> {
        let position = self.record.position();
        let (mut below, mut above) = (INFINITE, INFINITE);
        let centre = last.unwrap_or(0);
        if let Some(last) = last
            && self.settings.params.aspiration
            && depth >= 4
            && !is_proven(last)
        {
            (below, above) = (15, 15);
        }
        loop {
            let (alpha, beta) = ((centre - below).max(-INFINITE), (centre + above).min(INFINITE));
            let line = worker.root(position, (alpha, beta), depth as i32, moves);
            if worker.stopped {
                return line;
            }
            let widen = |margin: i32| if margin > 200 { 2 * INFINITE } else { 3 * margin };
            if line.score <= alpha && alpha > -INFINITE {
                below = widen(below);
            } else if line.score >= beta && beta < INFINITE {
                above = widen(above);
            } else {
                return line;
            }
            moves.sort_by_key(|r| std::cmp::Reverse(r.rank));
        }
    }

    /// Whether what is known is enough to end the search.
    fn enough(&self, answer: &Answer<G::Move>, depth: u32, legal: usize, time: &mut TimeKeeper<G::Move>) -> bool {
        let Some(line) = answer.lines.first() else { return false };
        let share = time.share(line);
        if !self.control.may_end() {
            return false;
        }
        if let (Some(mate), Score::Mate(moves)) = (self.limits.mate, Score::new(line.score))
            && moves > 0
            && moves as u32 <= mate
        {
            return true;
        }
        let (Some(deadlines), Some(spent)) = (self.control.deadlines, self.control.on_clock()) else { return false };
        if deadlines.fixed {
            return false;
        }
        // On a clock one move needs no thought, and a win that is proven as deep as this is short enough.
        let proven = is_proven(line.score) && (WIN - line.score.abs()) as u32 <= depth;
        legal == 1 || proven || spent > deadlines.target.mul_f64(share)
    }
}

/// How settled the best move is, over the iterations.
struct TimeKeeper<M> {
    last: Option<(M, i32)>,
    stable: u32,
}

impl<M> Default for TimeKeeper<M> {
    fn default() -> Self {
        TimeKeeper { last: None, stable: 0 }
    }
}

impl<M: Copy + Eq> TimeKeeper<M> {
    /// The share of the target time after which no new iteration is begun: less while the best move stands,
    /// more when the score falls.
    fn share(&mut self, line: &Info<M>) -> f64 {
        let best = line.pv.first().copied();
        let drop = self.last.map_or(0, |(_, score)| score - line.score);
        self.stable = if self.last.map(|(mv, _)| mv) == best { self.stable + 1 } else { 0 };
        self.last = best.map(|mv| (mv, line.score));
        let base = match self.stable {
            0 => 0.8,
            1 | 2 => 0.65,
            3..=5 => 0.5,
            _ => 0.4,
        };
        if drop > 25 { base * 1.6 } else { base }
    }
}
