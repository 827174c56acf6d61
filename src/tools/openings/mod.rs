//! Openings for matches: positions a few moves into a game that are distinct and fair, as a text file.
//!
//! ```text
//! # a comment
//! startpos moves 11-15 23-19 8-11
//! B:W18,21,23-32:B1-10,12,14 moves 12-16
//! ```
//!
//! A line is an opening: `startpos` or a position text, then moves from there if there are any. What follows a `#` is
//! for people.

#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing))]

mod check;
mod generate;
mod judge;
mod text;

pub use check::{Problem, check};
pub use generate::{Generator, Outcome, Progress, Quarry};
pub use judge::{Effort, lines, lines_of, score};
pub use text::{Opening, read};

use crate::games::catalog::{self, NamedGame, Variant};

/// The name of the file in the folder `openings` for a variant: its own, or that of the first game in the catalogue that is
/// played alike. None if there is none.
pub fn file_for(variant: &Variant) -> Option<&'static str> {
    let own = variant.entry().openings.filter(|_| variant.is_named());
    own.or_else(|| alike(variant).find_map(|entry| entry.openings))
}

/// The names of all games that share the file of a variant, in the order of the catalogue.
pub fn namesakes(variant: &Variant) -> Vec<&'static str> {
    let file = file_for(variant);
    let shares = |entry: &&NamedGame| entry.openings.is_none() || entry.openings == file;
    alike(variant).filter(shares).map(|entry| entry.name).collect()
}

fn alike(variant: &Variant) -> impl Iterator<Item = &'static NamedGame> {
    catalog::entries().iter().filter(|entry| entry.rules.plays_like(variant.rules()))
}
