//! Matches and checks, tested on the real binary.

mod checks;
mod damage;
mod dialects;
mod faults;
mod resume;
mod runs;
mod support;
mod tournaments;
