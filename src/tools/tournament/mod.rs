//! Matches between engines.
//!
//! ```text
//! spec          the settings of an engine          process       an engine as a child process
//! match_player  an engine, whatever it speaks      dxp_engine    an engine that speaks DXP
//! engine        one that speaks UCI, UGI or Hub    encode        commands to engines, by dialect
//! time_control  time controls, limits, clocks      decode        parses engine output
//! openings      the openings of a match            schedule      numbered games, known in advance
//! game          one game with a referee            adjudicate    games ended early
//! runner        games in parallel                  log           the match log: a line per game
//! match_pdn     games as PDN                       date          dates in PDN format
//! standings     the score by pairing               summary       results as text and JSON
//! ratings       joint ratings of many engines      merged_logs   logs of several machines
//! stages        Swiss and knock-out                report        everything a log can tell
//! report_text   a report as text
//! statistics    Elo, normalised Elo, LOS           sprt          the sequential test
//! check         protocol compliance checks         trace         what engines and the match said
//! ```
//!
//! Nothing here depends on the rules of a game: the referee is an [`AnyGame`](crate::engine::any_game::AnyGame). Every
//! wait has a time limit, so no engine can hang a match.

#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing))]

pub mod adjudicate;
pub mod check;
pub mod date;
pub mod decode;
pub mod dxp_engine;
pub mod encode;
pub mod engine;
pub mod game;
pub mod log;
pub mod match_pdn;
pub mod match_player;
pub mod merged_logs;
pub mod openings;
pub mod process;
pub mod ratings;
pub mod report;
mod report_text;
pub mod runner;
pub mod schedule;
pub mod spec;
pub mod sprt;
pub mod stages;
pub mod standings;
pub mod statistics;
pub mod summary;
pub mod time_control;
pub mod trace;
