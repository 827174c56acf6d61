//! Morris tables.
//!
//! ```text
//! sets          ranks of sets of points              orbits   sets that are the same but for a symmetry
//! space         the index: which slot                moving_rules  what the rules mean once hands are empty
//! edges         moves from block to block            first    captures and numbers of moves
//! levels        from depth to depth                  unit     one pair of numbers of stones
//! build         unit after unit, to files            load     tables from files
//! probe         looking a position up
//! placing       one more stone to place, backwards      waiting  a side that has placed all its stones
//! forward       the forward pass                     check    checking files
//! placing_rules which placing the tables can do      whole    whole games in memory, on 16 points
//! nine          and on nine
//! ```
//!
//! Solving visits positions block by block, and never at random: a move of the second side stays in its block, a move of
//! the first side leads from all positions of a block to one other block.

#[cfg(not(target_family = "wasm"))]
pub mod build;
#[cfg(not(target_family = "wasm"))]
pub mod check;
pub mod edges;
pub mod first;
pub mod forward;
pub mod levels;
#[cfg(not(target_family = "wasm"))]
pub mod load;
pub mod moving_rules;
pub mod nine;
pub mod orbits;
pub mod placing;
#[cfg(not(target_family = "wasm"))]
pub mod placing_build;
#[cfg(not(target_family = "wasm"))]
pub mod placing_check;
pub mod placing_rules;
pub mod probe;
pub mod sets;
pub mod space;
pub mod unit;
pub mod waiting;
pub mod whole;
