//! Openings for matches: distinct, balanced positions a few moves into a game, as a text file.
//!
//! ```text
//! # a comment
//! startpos moves 11-15 23-19 8-11
//! B:W18,21,23-32:B1-10,12,14 moves 12-16
//! ```
//!
//! A line is an opening: `startpos` or a FEN, then optionally `moves` and the moves from there. A `#` begins a comment.

#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing))]

mod check;
mod generate;
mod search;
mod text;

pub use check::{OpeningProblem, check};
pub use generate::{GeneratorOptions, GeneratorOutcome, GeneratorProgress, OpeningGenerator};
pub use search::{SearchLimit, best_lines, score};
pub use text::{Opening, read};

use crate::games::catalog::{self, NamedGame, Variant};

/// The name of the opening file for a variant in the folder `openings`: its own, or that of the first catalogue entry that
/// plays alike. `None` if there is none.
pub fn file_for(variant: &Variant) -> Option<&'static str> {
    let own = variant.entry().openings.filter(|_| variant.is_named());
    own.or_else(|| alike(variant).find_map(|entry| entry.openings))
}

/// The names of all catalogue entries that share the file of a variant, in order.
pub fn names_with_same_file(variant: &Variant) -> Vec<&'static str> {
    let file = file_for(variant);
    let shares = |entry: &&NamedGame| entry.openings.is_none() || entry.openings == file;
    alike(variant).filter(shares).map(|entry| entry.name).collect()
}

fn alike(variant: &Variant) -> impl Iterator<Item = &'static NamedGame> {
    catalog::entries().iter().filter(|entry| entry.rules.plays_like(variant.rules()))
}
