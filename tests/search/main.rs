//! The search: exact where nothing is pruned, right where the result is known, within its limits, and as weak as asked.
//!
//! One program for all of it, since the search is compiled anew for each type of game.

mod exact;
mod known;
mod limits;
mod skill;

use millstone::eval::Evaluate;
use millstone::games::Game;
use millstone::games::catalog::Variant;
use millstone::games::notation::Notation;
use millstone::games::record::Record;
use millstone::search::tt::TranspositionTable;
use millstone::search::{Limits, SearchResult, Settings, Signals, search};

/// Runs a task with a game by name.
macro_rules! with {
    ($name:expr, $task:expr) => {
        millstone::with_game!(*crate::variant($name).rules(), game => $task.visit(game))
    };
}
pub(crate) use with;

/// A variant by name; the test fails with the reason if there is none.
pub fn variant(name: &str) -> Variant {
    name.parse().unwrap_or_else(|error| panic!("{error}"))
}

/// A small generator of random numbers (SplitMix64), so that every run is the same.
pub struct Rng(pub u64);

impl Rng {
    pub(crate) fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ (z >> 31)) % end as u64) as usize
    }
}

pub(crate) fn legal<G: Game>(game: &G, position: &G::Position) -> Vec<G::Move> {
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    moves
}

/// A game from a position text, or from the start for an empty one.
pub fn record<G: Notation>(game: G, fen: &str) -> Record<G> {
    let first = match fen {
        "" => game.start(),
        fen => game.parse_position(fen).unwrap_or_else(|error| panic!("{fen}: {error}")),
    };
    Record::new(game, first)
}

/// A random game of at most so many plies that is not over.
pub fn random_game<G: Game>(game: &G, rng: &mut Rng, plies: usize) -> Record<G> {
    loop {
        let mut record = Record::new(game.clone(), game.start());
        for _ in 0..=rng.below(plies) {
            let moves = legal(game, record.position());
            if moves.is_empty() {
                break;
            }
            record.play(moves[rng.below(moves.len())]);
        }
        if record.ending().is_none() {
            return record;
        }
    }
}

/// A search on this thread in silence.
pub fn run<G: Evaluate>(
    record: &Record<G>,
    table: &TranspositionTable,
    limits: &Limits<G::Move>,
    settings: &Settings,
) -> SearchResult<G::Move> {
    search(record, table, limits, settings, &Signals::default(), None, &mut |_| {})
}
