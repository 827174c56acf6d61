//! The engine: any game behind one door, the protocol on standard input and output, and the bench.

pub mod any_counter;
pub mod any_game;
pub mod bench;
pub mod protocol;
#[cfg(feature = "serve")]
pub mod serve;
