//! Opening books: known good moves with weights.
//!
//! ```text
//! # a comment
//! variant english
//! B:W21-32:B1-12 | 11-15 100 | 9-14 80
//! ```
//!
//! A book finds a position in any of its symmetric forms: it stores a move as the key of the position it leads to, which
//! symmetric positions share.

#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing))]

mod build;
mod built_in;
mod check;
mod from_games;
mod text;

pub use build::{BookBuilder, BookOptions};
pub use built_in::built_in;
pub use check::check;
pub use from_games::GameBookBuilder;
pub use text::{BookEntry, BookError, BookErrorKind};

use crate::engine::any_game::{AnyGame, AnyMove, any_game};
use crate::games::catalog::Variant;
use crate::games::notation::Style;
use crate::util::random::Rng;
use fxhash::FxBuildHasher;
use std::collections::HashMap;

/// An opening book that is ready for use.
#[derive(Clone, Debug)]
pub struct Book {
    variant: Variant,
    /// By the key of a position: the keys after its moves, with their weights.
    positions: HashMap<u64, Vec<(u64, u32)>, FxBuildHasher>,
}

/// A move that the book plays, and how often.
#[derive(Clone, Debug, PartialEq)]
pub struct BookMove {
    /// The move.
    pub text: String,
    /// Its weight. Symmetric moves share one weight.
    pub weight: f64,
    /// Its probability.
    pub share: f64,
}

impl Book {
    /// Parses a book; returns the first error.
    pub fn parse(text: &str) -> Result<Book, BookError> {
        let (variant, entries) = text::parse(text)?;
        let start = any_game(&variant);
        let mut positions = HashMap::default();
        for entry in &entries {
            let found = check::resolve(&*start, entry).map_err(|kind| BookError { line: entry.line, kind })?;
            if positions.insert(found.key, found.moves).is_some() {
                return Err(BookError { line: entry.line, kind: BookErrorKind::DuplicatePosition });
            }
        }
        Ok(Book { variant, positions })
    }

    /// The variant of the book.
    pub fn variant(&self) -> &Variant {
        &self.variant
    }

    /// The number of positions.
    pub fn len(&self) -> usize {
        self.positions.len()
    }

    /// Whether it has no positions.
    pub fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }

    /// The moves for a position, by decreasing weight; empty if the position is not in the book.
    pub fn moves(&self, game: &dyn AnyGame, style: Style) -> Vec<BookMove> {
        let Some(known) = self.positions.get(&game.symmetric_key()) else { return Vec::new() };
        let legal: Vec<(AnyMove, u64)> =
            game.legal_moves().into_iter().map(|mv| (mv, game.symmetric_key_after(mv))).collect();
        let mut moves = Vec::new();
        for &(key, weight) in known {
            let same: Vec<AnyMove> = legal.iter().filter(|(_, other)| *other == key).map(|(mv, _)| *mv).collect();
            let weight = f64::from(weight) / same.len().max(1) as f64;
            let book_move = |mv| BookMove { text: game.move_text(mv, style), weight, share: 0.0 };
            moves.extend(same.into_iter().map(book_move));
        }
        let total: f64 = moves.iter().map(|mv| mv.weight).sum();
        for mv in &mut moves {
            mv.share = mv.weight / total;
        }
        moves.sort_by(|a, b| b.weight.total_cmp(&a.weight));
        moves
    }

    /// A random move for a position, by weight; `None` if the position is not in the book.
    pub fn pick(&self, game: &dyn AnyGame, style: Style, rng: &mut Rng) -> Option<BookMove> {
        const STEPS: u64 = 1 << 32;
        let moves = self.moves(game, style);
        let mut left = rng.below(STEPS) as f64 / STEPS as f64;
        for mv in &moves {
            left -= mv.share;
            if left < 0.0 {
                return Some(mv.clone());
            }
        }
        // By rounding, the shares may add up to a little less than 1.
        moves.into_iter().last()
    }
}
