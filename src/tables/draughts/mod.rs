//! Endgame tables for draughts.
//!
//! ```text
//! endgame_rules  what of the rules matters      material   men and kings of each side: the slices
//! index          the slot of a position         quiet      quiet moves, forward and back
//! first          captures, crownings, counts    solve      from depth to depth
//! build          pair after pair, to files      load       tables from files
//! probe          looking a position up          check      checking files
//! ```
//!
//! A slice has so many men and kings of either side, and one of them to move. A capture or a crowning leaves it for one
//! that is solved before, so that only quiet moves have to be followed backwards: these are the same in all rule sets but
//! for the length of a king's move. All else is asked of the game's own generator.

#[cfg(not(target_family = "wasm"))]
pub mod build;
#[cfg(not(target_family = "wasm"))]
pub mod check;
pub mod endgame_rules;
pub mod first;
pub mod index;
#[cfg(not(target_family = "wasm"))]
pub mod load;
pub mod material;
pub mod probe;
pub mod quiet;
pub mod solve;
