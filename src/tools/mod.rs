//! Tools for all variants: perft, analysis, matches, PDN, openings and opening books.

pub mod analyse;
pub mod book;
pub mod openings;
pub mod pdn;
pub mod perft;
pub mod tournament;
pub mod train;
