//! Matches and checks, tested on the real binary.

mod checks;
mod dialects;
mod faults;
mod resume;
mod runs;
mod support;
