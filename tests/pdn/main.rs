//! Game files: what the reader takes, what the writer gives, where errors are, and `millstone pdn`.

mod command;
mod fixtures;
mod mutations;
mod reader;
mod round_trip;
#[path = "../support/mod.rs"]
mod support;
