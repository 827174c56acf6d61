//! Helpers without knowledge of games: CPU features, bounded line reading, random numbers, spelling suggestions.

pub mod cpu;
pub(crate) mod lines;
pub(crate) mod natural;
pub mod random;
pub mod suggest;
