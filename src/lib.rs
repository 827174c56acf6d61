#![doc = include_str!("../README.md")]
//! ## The layers
//!
//! Each uses only those above it: [`games`] (rules, names, notation), [`eval`] (what a position is worth),
//! [`tables`] (perfect play), [`search`] (with the transposition table), [`engine`] (any game behind one door, the
//! protocol), [`tools`] (counting, analysis, matches, game files), and the command line (with the feature `program`, which is on
//! by default).

// Private, so that nothing of the command line is compiled but what the program uses, and what the fuzz targets read.
#[cfg(feature = "program")]
mod cli;
pub mod engine;
pub mod eval;
pub mod games;
pub mod search;
pub mod tables;
pub mod tools;
pub mod util;

#[cfg(feature = "program")]
pub use cli::{main, match_file};
