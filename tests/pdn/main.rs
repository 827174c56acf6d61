//! PDN: the reader, the writer, the places of errors, and `millstone pdn`.

mod command;
mod fixtures;
mod mutations;
mod reader;
mod round_trip;
#[path = "../support/mod.rs"]
mod support;
