//! Helpers without knowledge of games: bounded line reading, random numbers, spelling suggestions.

pub(crate) mod lines;
pub mod random;
pub mod suggest;
