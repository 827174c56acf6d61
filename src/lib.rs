//! Millstone: an engine for draughts and morris.
//!
//! The layers, each using only those above it: [`games`] (rules, names, notation), [`eval`] (what a position is worth),
//! [`search`] (with the transposition table), [`engine`] (any game behind one door, the protocol), [`tools`] (counting,
//! analysis, matches, game files), [`cli`].

#![warn(missing_docs)]

pub mod cli;
pub mod engine;
pub mod eval;
pub mod games;
pub mod search;
pub mod tools;
pub mod util;
