//! Tables: small ones built and checked against the plain rules, files and their damages.

mod files;
mod moving;
