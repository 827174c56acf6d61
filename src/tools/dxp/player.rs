//! The engine that plays over DXP: its settings, and one search at a time.

use crate::engine::any_game::{AnyGame, AnyMove, Report, Tools};
use crate::games::notation::Style;
use crate::search::{self, Clock, Deadlines, Limits, Score, Signals};
use crate::tools::book::Book;
use crate::util::random::Rng;
use std::io;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// What happens between our decision and the start of the peer's clock, at most: two ways through a network.
const OVERHEAD: Duration = Duration::from_millis(100);
/// The time for a move if nothing else limits a search.
const DEFAULT_MOVE_TIME: Duration = Duration::from_secs(1);

/// The engine and how it plays.
pub struct DxpPlayer {
    /// What the peer is told.
    pub name: String,
    /// What it searches with.
    pub tools: Tools,
    /// Its opening book.
    pub book: Option<Book>,
    /// Picks among the moves of the book.
    pub rng: Rng,
    /// The depth of each search.
    pub depth: Option<u32>,
    /// The nodes of each search.
    pub nodes: Option<u64>,
    /// The time of each search.
    pub move_time: Option<Duration>,
    /// Whether the peer may take moves back.
    pub takeback: bool,
    /// How far the peer may exceed its time.
    pub grace: Duration,
    /// How long a peer without a clock may think, and be silent between games.
    pub idle: Duration,
}

impl DxpPlayer {
    /// Starts a search; a move of the book comes at once.
    pub fn start(&mut self, game: &dyn AnyGame, clock: Option<Clock>) -> io::Result<RunningSearch> {
        let started = Instant::now();
        let book = self.book.as_ref().filter(|_| game.repetitions() < 2);
        if let Some(choice) = book.and_then(|book| book.pick(game, Style::Usual, &mut self.rng)) {
            let found = FoundMove { text: Some(choice.text), comment: "book".into() };
            return Ok(RunningSearch {
                started,
                signals: Arc::default(),
                latest: None,
                state: SearchState::Done(found),
            });
        }
        let unlimited = clock.is_none() && self.depth.is_none() && self.nodes.is_none();
        let move_time = self.move_time.or(unlimited.then_some(DEFAULT_MOVE_TIME));
        let deadlines = Deadlines::new(move_time, clock, OVERHEAD);
        let limits =
            Limits { depth: self.depth, nodes: self.nodes, deadlines, asked: Some(started), ..Limits::default() };
        let search = game.search(&limits, Style::Usual);
        let (tools, signals) = (self.tools.clone(), Arc::new(Signals::default()));
        let seen = Arc::clone(&signals);
        let run = move || {
            let mut comment = String::new();
            let outcome = search.run(&tools, &seen, &mut |lines| {
                if let Some(report) = lines.first() {
                    comment = describe(report);
                }
            });
            FoundMove { text: outcome.best, comment }
        };
        let thread = thread::Builder::new().name("search".into()).stack_size(search::STACK).spawn(run)?;
        let latest = deadlines.map(|deadlines| started + deadlines.hard);
        Ok(RunningSearch { started, signals, latest, state: SearchState::Running(thread) })
    }
}

/// A score and depth for a comment: `+0.31/14`.
fn describe(report: &Report) -> String {
    let depth = report.depth;
    match Score::new(report.score) {
        Score::Cp(cp) => format!("{:+.2}/{depth}", f64::from(cp) / 100.0),
        Score::Mate(moves) => format!("{}M{}/{depth}", if moves < 0 { '-' } else { '+' }, moves.abs()),
    }
}

/// What a search came to.
#[derive(Clone, Debug, Default)]
pub struct FoundMove {
    /// The move; `None` if the search failed.
    pub text: Option<String>,
    /// Score and depth.
    pub comment: String,
}

impl FoundMove {
    /// The move, or any legal one if the search failed.
    pub fn legal(&self, game: &dyn AnyGame) -> Option<AnyMove> {
        let found = self.text.as_deref().and_then(|text| game.parse_move(text).ok());
        found.or_else(|| game.legal_moves().first().copied())
    }
}

/// A search on its own thread. Dropping it ends it.
pub struct RunningSearch {
    /// When it began.
    pub started: Instant,
    signals: Arc<Signals>,
    /// When it is told to stop, if it has not ended by itself.
    latest: Option<Instant>,
    state: SearchState,
}

enum SearchState {
    Running(JoinHandle<FoundMove>),
    Done(FoundMove),
}

impl RunningSearch {
    /// What it has found, as soon as it has ended.
    pub fn poll(&mut self) -> Option<FoundMove> {
        if self.latest.is_some_and(|latest| Instant::now() >= latest) {
            self.signals.stop.store(true, Relaxed);
        }
        match std::mem::replace(&mut self.state, SearchState::Done(FoundMove::default())) {
            SearchState::Running(thread) if !thread.is_finished() => {
                self.state = SearchState::Running(thread);
                None
            }
            SearchState::Running(thread) => Some(thread.join().unwrap_or_default()),
            SearchState::Done(found) => Some(found),
        }
    }
}

impl Drop for RunningSearch {
    fn drop(&mut self) {
        self.signals.stop.store(true, Relaxed);
        if let SearchState::Running(thread) =
            std::mem::replace(&mut self.state, SearchState::Done(FoundMove::default()))
        {
            let _ = thread.join();
        }
    }
}
