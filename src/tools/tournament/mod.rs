//! Matches between engines.
//!
//! ```text
//! process   an engine as a child process       words     what engines say, taken apart
//! player    an engine that plays             speech    what engines are told, in their dialect
//! spec      which engine, and how it is to play
//! control   limits and clocks                  openings  where games begin
//! schedule  numbered games, known beforehand   game      one game, refereed by our rules
//! runner    games side by side                 adjudicate  games that are ended because they are decided
//! log       a line for each finished game      games     a game as PDN
//! standings, summary  the results so far            day       the date of a game
//! statistics, sprt  what the results mean      check     does an engine keep to the protocol?
//! ```
//!
//! Nothing here knows a game: the referee is a [`crate::engine::any_game::AnyGame`]. Nothing here waits without an end, so that no
//! engine can hang a match.

#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing))]

pub mod adjudicate;
pub mod check;
pub mod control;
pub mod day;
pub mod decode;
pub mod encode;
pub mod game;
pub mod games;
pub mod log;
pub mod openings;
pub mod player;
pub mod process;
pub mod runner;
pub mod schedule;
pub mod spec;
pub mod sprt;
pub mod standings;
pub mod statistics;
pub mod summary;
