//! Draughts once more, plain and slow: a board of rows and columns, loops, recursion and sets.
//!
//! It follows the wording of the rules and shares nothing with the engine's generator, so that an error would
//! have to be made twice to go unnoticed. Positions go in and out as text.

mod board;
mod jumps;
mod laws;
mod legal;

pub use board::{Board, Piece, Square};
pub use laws::Laws;
pub use legal::{Legal, legal};
