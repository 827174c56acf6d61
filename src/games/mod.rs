//! The games: their rules, their names, and how they are written down.
//!
//! ```text
//! game      what every game is: positions, moves, endings     axis      rules by name and value
//! catalog   every game by name                                notation  positions and moves as text
//! record    a game in progress                                zobrist   random words for keys
//! draughts, morris, wolf   the families
//! ```

pub mod axis;
pub mod catalog;
pub mod draughts;
mod game;
pub mod morris;
pub mod notation;
pub mod record;
pub mod wolf;
pub(crate) mod zobrist;

pub use game::{Ending, Game, Reason, Side, Visitor};
