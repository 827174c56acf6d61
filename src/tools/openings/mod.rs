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

use crate::games::catalog::{self, Variant};

/// The name of the file in the folder `openings` with openings for a variant: that of the first game in the catalogue
/// with the same rules. None if no game there has them.
pub fn file_for(variant: &Variant) -> Option<String> {
    catalog::entries().iter().find(|entry| entry.rules == *variant.rules()).map(|entry| format!("{}.txt", entry.name))
}

/// The names of all games with the rules of a variant, in the order of the catalogue.
pub fn namesakes(variant: &Variant) -> Vec<&'static str> {
    let same = catalog::entries().iter().filter(|entry| entry.rules == *variant.rules());
    same.map(|entry| entry.name.as_str()).collect()
}
