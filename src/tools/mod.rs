//! Tools for all variants: perft, analysis, annotated games, matches, DXP, PDN, openings and opening books.

pub mod analyse;
pub mod annotate;
pub mod book;
pub mod dxp;
pub mod openings;
pub mod pdn;
pub mod perft;
pub mod tournament;
pub mod train;
