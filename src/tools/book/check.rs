//! Checks of a book.

use super::text::{self, BookEntry, BookError, BookErrorKind};
use crate::engine::any_game::{AnyGame, any_game};
use std::collections::{HashMap, HashSet};

/// An entry as keys.
pub struct ResolvedEntry {
    /// The key of the position.
    pub key: u64,
    /// The keys after its moves, with their weights.
    pub moves: Vec<(u64, u32)>,
    /// The position.
    pub game: Box<dyn AnyGame>,
}

/// Sets up an entry and checks its moves.
pub fn resolve(start: &dyn AnyGame, entry: &BookEntry) -> Result<ResolvedEntry, BookErrorKind> {
    let mut game = start.copy();
    game.set_position(entry.fen.as_deref(), &[])?;
    if let Some(ending) = game.ending() {
        return Err(BookErrorKind::Over(ending.to_string()));
    }
    let mut moves: Vec<(u64, u32)> = Vec::with_capacity(entry.moves.len());
    for (text, weight) in &entry.moves {
        let key = game.symmetric_key_after(game.parse_move(text)?);
        if moves.iter().any(|(other, _)| *other == key) {
            return Err(BookErrorKind::DuplicateMove(text.clone()));
        }
        moves.push((key, *weight));
    }
    Ok(ResolvedEntry { key: game.symmetric_key(), moves, game })
}

/// All errors of a book, and the number of its positions.
pub fn check(text: &str) -> (usize, Vec<BookError>) {
    let (variant, lines) = text::parse_lines(text);
    let variant = match variant {
        Some(Ok(variant)) => variant,
        Some(Err(error)) => return (lines.len(), vec![error]),
        None => {
            let line = lines.first().map_or(1, |(line, _)| *line);
            return (lines.len(), vec![BookError { line, kind: BookErrorKind::NoVariant }]);
        }
    };
    let start = any_game(&variant);
    let count = lines.len();
    let (mut errors, mut good) = (Vec::new(), HashMap::new());
    for (line, entry) in lines {
        match entry.and_then(|entry| resolve(&*start, &entry)) {
            Err(kind) => errors.push(BookError { line, kind }),
            Ok(found) if good.contains_key(&found.key) => {
                errors.push(BookError { line, kind: BookErrorKind::DuplicatePosition });
            }
            Ok(found) => {
                good.insert(found.key, (line, found));
            }
        }
    }
    errors.extend(unreachable(&*start, good));
    errors.sort_by_key(|error| error.line);
    (count, errors)
}

/// The positions that are not reachable if at least one side plays from the book.
fn unreachable(start: &dyn AnyGame, mut left: HashMap<u64, (usize, ResolvedEntry)>) -> Vec<BookError> {
    let mut next: Vec<ResolvedEntry> =
        left.remove(&start.symmetric_key()).map(|(_, found)| found).into_iter().collect();
    if next.is_empty() {
        // A book for the second player only.
        next = child_keys(start).into_iter().filter_map(|key| left.remove(&key)).map(|(_, found)| found).collect();
    }
    while let Some(found) = next.pop() {
        let mut near = child_keys(&*found.game);
        for mv in found.game.legal_moves() {
            let after = found.game.symmetric_key_after(mv);
            if found.moves.iter().any(|(key, _)| *key == after) {
                let mut game = found.game.copy();
                game.play_move(mv);
                near.extend(child_keys(&*game));
            }
        }
        next.extend(near.into_iter().filter_map(|key| left.remove(&key)).map(|(_, found)| found));
    }
    left.into_values().map(|(line, _)| BookError { line, kind: BookErrorKind::Unreachable }).collect()
}

/// The keys after all legal moves.
fn child_keys(game: &dyn AnyGame) -> HashSet<u64> {
    game.legal_moves().into_iter().map(|mv| game.symmetric_key_after(mv)).collect()
}
