//! Books for play: moves that are known to be good, with weights.
//!
//! ```text
//! # a comment
//! variant english
//! B:W21-32:B1-12 | 11-15 100 | 9-14 80
//! ```
//!
//! A position is found in any of its symmetric forms: what a book keeps of a move is the position it leads to, by the
//! key that symmetric positions share.

#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing))]

mod build;
mod built_in;
mod check;
mod games;
mod text;

pub use build::{Builder, Plan};
pub use built_in::built_in;
pub use check::check;
pub use games::Tally;
pub use text::{BookError, Entry, Problem};

use crate::engine::any_game::{AnyGame, any_game};
use crate::games::catalog::Variant;
use crate::games::notation::Style;
use crate::util::random::Rng;
use fxhash::FxBuildHasher;
use std::collections::HashMap;

/// A book, ready to play from.
#[derive(Clone, Debug)]
pub struct Book {
    variant: Variant,
    /// For the key of a position, the keys its moves lead to, with their weights.
    positions: HashMap<u64, Vec<(u64, u32)>, FxBuildHasher>,
}

/// A move of a book.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    /// The move.
    pub text: String,
    /// Its weight. Moves that symmetry makes the same share one.
    pub weight: f64,
    /// How often it is played, from 0 to 1.
    pub share: f64,
}

impl Book {
    /// Reads a book; the first thing that is wrong with it, if anything is.
    pub fn read(text: &str) -> Result<Book, BookError> {
        let (variant, entries) = text::read(text)?;
        let start = any_game(&variant);
        let mut positions = HashMap::default();
        for entry in &entries {
            let found = check::resolve(&*start, entry).map_err(|problem| BookError { line: entry.line, problem })?;
            if positions.insert(found.key, found.moves).is_some() {
                return Err(BookError { line: entry.line, problem: Problem::Again });
            }
        }
        Ok(Book { variant, positions })
    }

    /// The game it is for.
    pub fn variant(&self) -> &Variant {
        &self.variant
    }

    /// How many positions it has.
    pub fn len(&self) -> usize {
        self.positions.len()
    }

    /// Whether it has no position.
    pub fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }

    /// The moves for a position, the heaviest first; none if the book does not have it.
    pub fn choices(&self, seat: &dyn AnyGame, style: Style) -> Vec<Choice> {
        let Some(known) = self.positions.get(&seat.symmetric_key()) else { return Vec::new() };
        let led: Vec<(String, u64)> =
            seat.moves(style).into_iter().filter_map(|text| successor(seat, &text).map(|key| (text, key))).collect();
        let mut choices = Vec::new();
        for &(key, weight) in known {
            let same: Vec<&String> = led.iter().filter(|(_, other)| *other == key).map(|(text, _)| text).collect();
            let weight = f64::from(weight) / same.len().max(1) as f64;
            choices.extend(same.into_iter().map(|text| Choice { text: text.clone(), weight, share: 0.0 }));
        }
        let total: f64 = choices.iter().map(|choice| choice.weight).sum();
        for choice in &mut choices {
            choice.share = choice.weight / total;
        }
        choices.sort_by(|a, b| b.weight.total_cmp(&a.weight));
        choices
    }

    /// A move for a position, drawn by weight; none if the book does not have it.
    pub fn pick(&self, seat: &dyn AnyGame, style: Style, random: &mut Rng) -> Option<Choice> {
        const FINE: u64 = 1 << 32;
        let choices = self.choices(seat, style);
        let mut left = random.below(FINE) as f64 / FINE as f64;
        for choice in &choices {
            left -= choice.share;
            if left < 0.0 {
                return Some(choice.clone());
            }
        }
        // Shares may add up to a little less than one.
        choices.into_iter().last()
    }
}

/// The key, shared by symmetric positions, of the position that a move leads to.
fn successor(seat: &dyn AnyGame, text: &str) -> Option<u64> {
    let mut next = seat.copy();
    next.play(text, Style::Usual).ok()?;
    Some(next.symmetric_key())
}
