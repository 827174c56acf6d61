//! Counts of the tree below a position, whichever the game.

use crate::games::Game;
use crate::games::notation::{Notation, Style};
use crate::games::record::Record;
use crate::search::Signals;
use crate::tools::perft::{CountError, CountOptions, Counter, perft};
use crate::util::natural::natural;
use std::sync::atomic::Ordering::Relaxed;

/// A count that is ready to run; it tells each move's share, and the whole unless it was stopped.
pub type Count = Box<dyn FnOnce(&Signals, &mut dyn FnMut(&str, u64)) -> Option<u64> + Send>;

/// A count of the tree below the position of a record.
pub(super) fn count<G: Notation>(record: Record<G>, depth: u32, style: Style) -> Count {
    Box::new(move |signals, tell| {
        let (game, position) = (record.game(), record.position());
        if depth == 0 {
            return Some(1);
        }
        let mut moves = Vec::new();
        game.moves(position, &mut moves);
        let mut total = 0;
        for mv in moves {
            let nodes = count_below(game, &game.play(position, mv), depth - 1, signals)?;
            tell(&game.format_move_styled(position, mv, style), nodes);
            total += nodes;
        }
        Some(total)
    })
}

/// A count that looks up now and then whether it is to stop.
fn count_below<G: Notation>(game: &G, position: &G::Position, depth: u32, signals: &Signals) -> Option<u64> {
    /// Below this depth a count takes no time to speak of.
    const SHALLOW: u32 = 4;
    if signals.stop.load(Relaxed) {
        return None;
    }
    if depth <= SHALLOW {
        return Some(perft(game, position, depth));
    }
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    moves.into_iter().map(|mv| count_below(game, &game.play(position, mv), depth - 1, signals)).sum()
}

/// Counts of a position's tree, whichever the game.
pub trait AnyCounter {
    /// The number of ways to play `depth` plies.
    fn count(&self, depth: u32) -> Result<u128, CountError>;
    /// The same, move by move, in the order of the moves' squares.
    fn divide(&self, depth: u32) -> Result<Vec<(String, u128)>, CountError>;
}

/// A counter with the position it counts from.
struct PositionCounter<G: Game> {
    record: Record<G>,
    counter: Counter<G>,
}

impl<G: Notation> AnyCounter for PositionCounter<G> {
    fn count(&self, depth: u32) -> Result<u128, CountError> {
        self.counter.count(self.record.position(), depth)
    }

    fn divide(&self, depth: u32) -> Result<Vec<(String, u128)>, CountError> {
        let (game, position) = (self.record.game(), self.record.position());
        let parts = self.counter.divide(position, depth)?;
        let mut parts: Vec<_> = parts.into_iter().map(|(mv, count)| (game.format_move(position, mv), count)).collect();
        parts.sort_by_cached_key(|(text, _)| natural(text));
        Ok(parts)
    }
}

/// A counter for the tree below the position of a record.
pub(super) fn counter<G: Notation>(
    record: Record<G>,
    options: CountOptions,
) -> Result<Box<dyn AnyCounter>, CountError> {
    let counter = Counter::new(record.game().clone(), options)?;
    Ok(Box::new(PositionCounter { record, counter }))
}
