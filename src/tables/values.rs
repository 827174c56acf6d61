//! The tables of a slice while they are in use.

use super::Wdl;
use super::cell::{DRAW, Metric};

/// What tables say of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Probed {
    /// Who wins.
    pub wdl: Wdl,
    /// In how many plies, and what these count, if the game is decided and the tables hold distances.
    pub plies: Option<(u32, Metric)>,
}

/// The values of one side to move.
pub enum Values {
    /// A byte a slot, with distances: see [`super::cell`].
    Cells(Vec<u8>),
    /// Two bits a slot.
    Packed(Vec<u8>),
    /// In a file.
    Filed(Lookup<Wdl>),
}

/// Reads what a file says of a slot.
pub type Lookup<T> = Box<dyn Fn(usize) -> Option<T> + Send + Sync>;

/// The distances of a slice, in a file.
pub struct Distances {
    /// What they count.
    pub metric: Metric,
    /// The cells, by the side to move.
    pub cells: Vec<Lookup<u8>>,
}

/// The tables of a slice, by the side to move.
pub struct Loaded {
    /// Who wins.
    pub values: Vec<Values>,
    /// The distances, unless the values have them.
    pub distances: Option<Distances>,
}

impl Loaded {
    /// Who wins.
    #[inline(always)]
    pub fn wdl(&self, section: usize, slot: usize) -> Option<Wdl> {
        self.values.get(section)?.wdl(slot)
    }

    /// Who wins and how far it is. Reads a file where distances are not in memory.
    pub fn probe(&self, section: usize, slot: usize) -> Option<Probed> {
        let values = self.values.get(section)?;
        let wdl = values.wdl(slot)?;
        let (code, metric) = match (values, &self.distances) {
            (Values::Cells(cells), _) => (cells.get(slot).copied(), Metric::Conversion),
            (_, Some(distances)) => (distances.cells.get(section).and_then(|cell| cell(slot)), distances.metric),
            _ => (None, Metric::Conversion),
        };
        Some(Probed { wdl, plies: code.filter(|&code| code != DRAW).map(|code| (code.into(), metric)) })
    }

    /// The cells of a section, where they are in memory.
    pub fn cells(&self, section: usize) -> Option<&[u8]> {
        match self.values.get(section)? {
            Values::Cells(cells) => Some(cells),
            Values::Packed(_) | Values::Filed(_) => None,
        }
    }
}

impl Values {
    #[inline(always)]
    fn wdl(&self, slot: usize) -> Option<Wdl> {
        match self {
            Values::Cells(cells) => cells.get(slot).map(|&code| match code {
                DRAW => Wdl::Draw,
                code if code % 2 == 1 => Wdl::Win,
                _ => Wdl::Loss,
            }),
            Values::Packed(bytes) => bytes.get(slot / 4).and_then(|&byte| unpack(byte, slot)),
            Values::Filed(lookup) => lookup(slot),
        }
    }
}

/// The value of a slot in its byte of four.
#[inline(always)]
pub(super) const fn unpack(byte: u8, slot: usize) -> Option<Wdl> {
    const DECODED: [Option<Wdl>; 4] = [Some(Wdl::Draw), Some(Wdl::Win), Some(Wdl::Loss), None];
    DECODED[(byte >> (2 * (slot % 4)) & 3) as usize]
}
