//! Tables: small ones built and checked against the plain rules, files and their damages.

mod command;
mod draughts;
mod draughts_files;
mod files;
mod moving;
mod placing;
mod search;
mod whole;
