//! Helpers without knowledge of games: CPU features, bounded reading and queues, files that are replaced as a whole, random
//! numbers, spelling suggestions.

pub(crate) mod atomic_file;
pub(crate) mod byte_queue;
pub mod cpu;
pub(crate) mod files;
pub(crate) mod lines;
pub(crate) mod natural;
pub mod random;
pub mod suggest;
