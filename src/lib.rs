//! Millstone: an engine for draughts and morris.
//!
//! The library holds the games ([`draughts`], [`morris`], [`wolf`]) behind one abstraction ([`game`]), the
//! [`catalog`] that knows them all by name, and what works on any of them.

#![warn(missing_docs)]

pub mod analyse;
pub mod axis;
pub mod bench;
pub mod book;
pub mod catalog;
pub mod cli;
pub mod draughts;
pub mod game;
mod lines;
pub mod morris;
pub mod notation;
pub mod openings;
pub mod pdn;
pub mod perft;
pub mod protocol;
pub mod random;
pub mod record;
pub mod search;
pub mod seat;
pub mod suggest;
pub mod table;
pub mod tournament;
mod weights;
pub mod wolf;
mod zobrist;
