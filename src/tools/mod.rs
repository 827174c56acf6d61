//! What works on any game: counting, analysis, matches, game files, openings and books.

pub mod analyse;
pub mod book;
pub mod openings;
pub mod pdn;
pub mod perft;
pub mod tournament;
