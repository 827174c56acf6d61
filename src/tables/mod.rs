//! Tables of perfect play: positions with few pieces, or a whole game, solved backwards from the end.
//!
//! ```text
//! cell      what a byte says                     file     the format of table files
//! census    counting a table                     folder   where tables are kept
//! values    a slice's tables in use              store    the files of a rule set
//! verify    the forward pass, by the generator   load     tables from files
//! morris    solving and probing morris           check    what every game's files are checked for
//! draughts  solving and probing draughts         open     all tables of a rule set
//! lookup    what a search asks of tables
//! ```

pub mod cell;
pub mod census;
#[cfg(not(target_family = "wasm"))]
pub mod check;
pub mod draughts;
#[cfg(not(target_family = "wasm"))]
pub mod file;
#[cfg(not(target_family = "wasm"))]
pub mod folder;
#[cfg(not(target_family = "wasm"))]
pub mod load;
pub mod lookup;
pub mod morris;
pub mod open;
#[cfg(not(target_family = "wasm"))]
pub mod store;
pub mod values;
pub mod verify;

/// The name of a family's rules: the axes in which their text differs from the usual one.
fn name_by_changes(family: &str, text: &str, usual: &str) -> String {
    let changed = text.split(' ').zip(usual.split(' ')).filter(|(mine, usual)| mine != usual);
    changed.fold(family.to_string(), |name, (axis, _)| name + "+" + axis)
}

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

    /// The result in a word.
    pub const fn word(self) -> &'static str {
        match self {
            Wdl::Loss => "loss",
            Wdl::Draw => "draw",
            Wdl::Win => "win",
        }
    }
}
