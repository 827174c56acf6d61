//! DXP (DamExchange), the protocol in which draughts programs play each other over TCP.
//!
//! ```text
//! message     the messages                      board     positions and moves
//! connection  messages over TCP                 player    the engine and its searches
//! game        one game                          session   the roles: initiator and follower
//! ```

#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing))]

pub mod board;
pub mod connection;
pub mod game;
pub mod message;
pub mod player;
pub mod session;
