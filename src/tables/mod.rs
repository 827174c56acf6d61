//! Tables of perfect play: positions with few pieces, or a whole game, solved backwards from the end.
//!
//! ```text
//! file     the format of table files          morris   solving, storing and probing morris
//! folder   where tables are kept
//! ```

#[cfg(not(target_family = "wasm"))]
pub mod file;
#[cfg(not(target_family = "wasm"))]
pub mod folder;
pub mod morris;

/// What a position is worth to the side to move, if nobody errs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Wdl {
    /// The side to move loses.
    Loss,
    /// Nobody can win.
    Draw,
    /// The side to move wins.
    Win,
}

impl Wdl {
    /// The same from the other side.
    pub const fn flip(self) -> Wdl {
        match self {
            Wdl::Loss => Wdl::Win,
            Wdl::Draw => Wdl::Draw,
            Wdl::Win => Wdl::Loss,
        }
    }
}
