//! The results of recent searches, so that a position that comes again is searched once.

use super::result::PositionAnalysis;
use crate::engine::any_game::AnyGame;
use std::collections::{HashMap, VecDeque};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// How many results are kept: those of the last positions.
const CAPACITY: usize = 10_000;

/// The result of a search, or a place for it.
type SharedAnalysis = Arc<OnceLock<Result<PositionAnalysis, String>>>;

/// Searched positions, shared by all workers.
#[derive(Default)]
pub(super) struct KnownPositions {
    entries: Mutex<KnownEntries>,
}

#[derive(Default)]
struct KnownEntries {
    results: HashMap<String, SharedAnalysis>,
    /// The keys, the oldest first.
    order: VecDeque<String>,
}

impl KnownPositions {
    /// The result of a position. If it is empty, the caller fills it, and other workers wait for it meanwhile.
    pub fn get(&self, variant: &str, game: &dyn AnyGame) -> SharedAnalysis {
        // The earlier positions count where they may be repeated. There may be thousands, so a hash stands for them.
        let mut history = DefaultHasher::new();
        game.repeatable_keys().hash(&mut history);
        let key = format!("{variant} {} {:x}", game.fen(), history.finish());
        let mut entries = self.entries.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = entries.results.get(&key) {
            return Arc::clone(known);
        }
        if entries.order.len() >= CAPACITY
            && let Some(oldest) = entries.order.pop_front()
        {
            entries.results.remove(&oldest);
        }
        let new = SharedAnalysis::default();
        entries.order.push_back(key.clone());
        entries.results.insert(key, Arc::clone(&new));
        new
    }
}
