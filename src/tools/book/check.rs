//! Whether a book holds what it should.

use super::successor;
use super::text::{self, BookError, Entry, Problem};
use crate::engine::any_game::{AnyGame, any_game};
use crate::games::notation::Style;
use std::collections::{HashMap, HashSet};

/// What an entry means.
pub struct Resolved {
    /// The key of the position.
    pub key: u64,
    /// The keys that its moves lead to, with their weights.
    pub moves: Vec<(u64, u32)>,
    /// The position.
    pub seat: Box<dyn AnyGame>,
}

/// Sets an entry up.
pub fn resolve(start: &dyn AnyGame, entry: &Entry) -> Result<Resolved, Problem> {
    let mut seat = start.copy();
    seat.set_position(entry.fen.as_deref(), &[])?;
    if let Some(ending) = seat.ending() {
        return Err(Problem::Over(ending.to_string()));
    }
    let mut moves: Vec<(u64, u32)> = Vec::with_capacity(entry.moves.len());
    for (text, weight) in &entry.moves {
        let mut next = seat.copy();
        next.play(text, Style::Usual)?;
        let key = next.symmetric_key();
        if moves.iter().any(|(other, _)| *other == key) {
            return Err(Problem::MoveAgain(text.clone()));
        }
        moves.push((key, *weight));
    }
    Ok(Resolved { key: seat.symmetric_key(), moves, seat })
}

/// Everything that is wrong with the text of a book, and how many positions it has.
pub fn check(text: &str) -> (usize, Vec<BookError>) {
    let (variant, lines) = text::lines(text);
    let variant = match variant {
        Some(Ok(variant)) => variant,
        Some(Err(error)) => return (lines.len(), vec![error]),
        None => {
            let line = lines.first().map_or(1, |(line, _)| *line);
            return (lines.len(), vec![BookError { line, problem: Problem::NoVariant }]);
        }
    };
    let start = any_game(&variant);
    let count = lines.len();
    let (mut errors, mut good) = (Vec::new(), HashMap::new());
    for (line, entry) in lines {
        match entry.and_then(|entry| resolve(&*start, &entry)) {
            Err(problem) => errors.push(BookError { line, problem }),
            Ok(found) if good.contains_key(&found.key) => errors.push(BookError { line, problem: Problem::Again }),
            Ok(found) => {
                good.insert(found.key, (line, found));
            }
        }
    }
    errors.extend(unreachable(&*start, good));
    errors.sort_by_key(|error| error.line);
    (count, errors)
}

/// The positions that no game comes to in which one side at least plays from the book.
fn unreachable(start: &dyn AnyGame, mut left: HashMap<u64, (usize, Resolved)>) -> Vec<BookError> {
    let mut next: Vec<Resolved> = left.remove(&start.symmetric_key()).map(|(_, found)| found).into_iter().collect();
    if next.is_empty() {
        // A book for the second player has no move for the first.
        next = around(start).into_iter().filter_map(|key| left.remove(&key)).map(|(_, found)| found).collect();
    }
    while let Some(found) = next.pop() {
        let mut near = around(&*found.seat);
        for text in found.seat.moves(Style::Usual) {
            let mut seat = found.seat.copy();
            if seat.play(&text, Style::Usual).is_ok() && found.moves.iter().any(|(key, _)| *key == seat.symmetric_key())
            {
                near.extend(around(&*seat));
            }
        }
        next.extend(near.into_iter().filter_map(|key| left.remove(&key)).map(|(_, found)| found));
    }
    left.into_values().map(|(line, _)| BookError { line, problem: Problem::Unreachable }).collect()
}

/// The keys of all positions a move away.
fn around(seat: &dyn AnyGame) -> HashSet<u64> {
    seat.moves(Style::Usual).iter().filter_map(|text| successor(seat, text)).collect()
}
