//! Morris tables.

pub mod build;
pub mod cell;
pub mod edges;
pub mod first;
pub mod levels;
pub mod moving_rules;
pub mod orbits;
pub mod probe;
pub mod sets;
pub mod space;
pub mod store;
pub mod unit;
pub mod verify;
