//! One search thread: alpha-beta in the negamax form.
//!
//! ```text
//! root         the root moves                    node      what needs no search: draws, wins known, the tt
//! negamax      the interior nodes                ordering  generating and ranking moves, history updates
//! qsearch      the leaves and their parents      cooperation  what passes between threads
//! ```
//!
//! Scores are from the view of the side to move. Where the same side moves again, neither the sign nor the window
//! is turned; games that alternate say so in a constant, and the question folds away.

mod cooperation;
mod negamax;
mod node;
mod ordering;
mod qsearch;
mod root;

pub(super) use cooperation::Cooperation;

use super::history::{History, HistorySnapshot};
use super::ordering::RankedMove;
use super::params::Params;
use super::tt::TranspositionTable;
use crate::eval::Evaluate;
use crate::eval::score::MAX_PLY;
use crate::games::record::Record;
use crate::tables::lookup::TableProbe;
use cooperation::SharedNode;
use std::ops::RangeInclusive;
use std::sync::atomic::{AtomicU32, AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, LazyLock};
use std::time::{Duration, Instant};

/// What all threads of a search share.
pub(super) struct SharedState<'a, P> {
    pub tt: &'a TranspositionTable,
    pub tables: Option<&'a dyn TableProbe<P>>,
    /// Asked at every poll; says whether to stop.
    pub stop: &'a (dyn Fn() -> bool + Sync),
    /// Nodes of all threads, added up at every poll.
    pub nodes: CachePadded<AtomicU64>,
    /// Positions found in tables by all threads, likewise.
    pub tbhits: AtomicU64,
    /// The most nodes, exact for a single thread.
    pub node_limit: u64,
    /// How many root searches the threads have completed.
    pub root_searches: AtomicU32,
    /// The deepest ply that any thread has reached at the present depth, up to date as of its last poll.
    pub seldepth: AtomicUsize,
}

/// A value on cache lines of its own: it is written often, and its neighbours are read at every node.
#[repr(align(128))]
pub(super) struct CachePadded<T>(pub T);

/// The result of a root search.
#[derive(Clone, Debug)]
pub(super) struct RootLine<M> {
    pub score: i32,
    pub pv: Vec<M>,
}

/// The fewest and the most nodes between two polls. A node takes a fraction of a microsecond, but one that is the first to touch
/// a page of the table may take a thousand times as long.
const POLL_INTERVAL: RangeInclusive<u64> = 2..=1024;
/// Polls should not be further apart than this.
const POLL_WITHIN: Duration = Duration::from_micros(500);
/// So many nodes are searched whatever the clock says, which takes a tenth of a millisecond: a move must be found, and not a
/// random one.
const MIN_NODES: u64 = 500;
/// Unless they take longer than this, as on a table whose pages are not mapped yet.
const MIN_NODES_WITHIN: Duration = Duration::from_millis(2);

pub(super) struct SearchWorker<'a, G: Evaluate> {
    game: &'a G,
    shared: &'a SharedState<'a, G::Position>,
    /// Positions with more pieces are in no table.
    table_pieces: u32,
    params: Params,
    lmr: Arc<LmrTable>,
    /// What the evaluation keeps.
    scratch: G::Scratch,
    history: History,
    /// The keys of the game so far and of the line being searched.
    keys: Vec<u64>,
    /// Stacks of the nodes being searched.
    moves: Vec<G::Move>,
    ranked: Vec<RankedMove<G::Move>>,
    /// The triangular PV table, by ply.
    pv: Vec<Vec<G::Move>>,
    /// The extra moves of White in the line being searched, less those of Black.
    extra_moves: i32,
    pub seldepth: usize,
    pub stopped: bool,

    nodes: u64,
    /// The nodes that are in [`SharedState::nodes`] already.
    nodes_added: u64,
    /// Positions found in tables since they were last added to [`SharedState::tbhits`].
    tbhits: u64,
    next_poll: u64,
    poll_interval: u64,
    started: Instant,
    last_poll: Instant,

    /// The other threads, if there are any.
    cooperation: Option<&'a Cooperation<G::Move>>,
    /// What this thread has seen of the history of all threads.
    history_snapshot: HistorySnapshot,
    /// The number of the root search, and whether another thread has completed it.
    root_search: u32,
    overtaken: bool,
    /// The nodes of the line being searched that other threads may be at too.
    shared_nodes: Vec<SharedNode>,
    /// The ply of a shared node that another thread has news of: everything below it is abandoned.
    abandon_to: Option<usize>,
}

impl<'a, G: Evaluate> SearchWorker<'a, G> {
    pub fn new(
        record: &'a Record<G>,
        shared: &'a SharedState<'a, G::Position>,
        cooperation: Option<&'a Cooperation<G::Move>>,
        params: Params,
    ) -> Self {
        let game = record.game();
        // The root search adds the key of the present position.
        let past = &record.positions()[..record.positions().len() - 1];
        SearchWorker {
            game,
            shared,
            table_pieces: shared.tables.map_or(0, TableProbe::most_pieces),
            params,
            lmr: lmr_table(&params),
            scratch: G::Scratch::default(),
            history: History::new::<G>(),
            keys: past.iter().map(|position| game.key(position)).collect(),
            moves: Vec::with_capacity(256),
            ranked: Vec::with_capacity(4096),
            pv: vec![Vec::new(); MAX_PLY + 2],
            extra_moves: 0,
            seldepth: 0,
            stopped: false,
            nodes: 0,
            nodes_added: 0,
            tbhits: 0,
            next_poll: *POLL_INTERVAL.start().min(&shared.node_limit),
            poll_interval: *POLL_INTERVAL.start(),
            started: Instant::now(),
            last_poll: Instant::now(),
            cooperation,
            history_snapshot: HistorySnapshot::default(),
            root_search: u32::MAX,
            overtaken: false,
            shared_nodes: Vec::with_capacity(64),
            abandon_to: None,
        }
    }

    /// Adds this thread's nodes and selective depth to those of all.
    pub fn flush_counts(&mut self) {
        if self.shared.root_searches.load(Relaxed) == self.root_search {
            self.shared.seldepth.fetch_max(self.seldepth, Relaxed);
        }
        self.shared.nodes.0.fetch_add(self.nodes - self.nodes_added, Relaxed);
        self.nodes_added = self.nodes;
        self.shared.tbhits.fetch_add(std::mem::take(&mut self.tbhits), Relaxed);
    }

    #[inline(always)]
    fn count_node(&mut self, ply: usize) {
        self.nodes += 1;
        self.seldepth = self.seldepth.max(ply);
        if self.nodes >= self.next_poll {
            self.poll();
        }
    }

    /// Looks at the limits and the other threads.
    #[cold]
    fn poll(&mut self) {
        self.flush_counts();
        let total = self.shared.nodes.0.load(Relaxed);
        let may_stop = total >= MIN_NODES || self.started.elapsed() > MIN_NODES_WITHIN;
        if total >= self.shared.node_limit || may_stop && (self.shared.stop)() {
            self.stopped = true;
        } else {
            self.poll_threads();
        }
        self.exchange_history();
        let nodes_left = self.shared.node_limit.saturating_sub(total).max(1);
        let now = Instant::now();
        let interval = if now - self.last_poll > POLL_WITHIN { self.poll_interval / 4 } else { self.poll_interval * 2 };
        self.poll_interval = interval.clamp(*POLL_INTERVAL.start(), *POLL_INTERVAL.end());
        self.last_poll = now;
        self.next_poll = self.nodes + self.poll_interval.min(nodes_left);
    }
}

/// Late-move reductions in plies, by depth and move number.
type LmrTable = [[i32; 64]; 64];

/// The table of the usual parameters is made once: it would take a tenth of the time of a short search.
fn lmr_table(params: &Params) -> Arc<LmrTable> {
    static USUAL: LazyLock<Arc<LmrTable>> = LazyLock::new(|| Arc::new(*new_lmr_table(&Params::PLAY)));
    let usual = (params.lmr_base, params.lmr_divisor) == (Params::PLAY.lmr_base, Params::PLAY.lmr_divisor);
    if usual { USUAL.clone() } else { Arc::new(*new_lmr_table(params)) }
}

fn new_lmr_table(params: &Params) -> Box<LmrTable> {
    let mut table = Box::new([[0; 64]; 64]);
    // Each logarithm once, not for each pair.
    let ln: [f64; 64] = std::array::from_fn(|n| (n as f64).ln());
    for (depth, row) in table.iter_mut().enumerate().skip(1) {
        for (number, plies) in row.iter_mut().enumerate().skip(1) {
            let growth = ln[depth] * ln[number] * 100.0 / f64::from(params.lmr_divisor.max(1));
            *plies = ((f64::from(params.lmr_base) / 100.0 + growth) as i32).max(1);
        }
    }
    table
}
