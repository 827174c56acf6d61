//! Small things that several layers use.

pub(crate) mod lines;
pub mod random;
pub mod suggest;
