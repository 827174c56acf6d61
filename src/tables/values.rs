//! The tables of a slice while they are in use.

use super::Wdl;
use super::cell::{DRAW, Metric};
use super::lookup::{Progress, TableValue};

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

/// The distances of a slice.
pub struct Distances {
    /// What they count.
    pub metric: Metric,
    /// Whether they are in memory, not in a file.
    pub in_memory: bool,
    /// The cells, by the side to move.
    pub cells: Vec<Lookup<u8>>,
}

/// The tables of a slice, by the side to move.
pub struct Loaded {
    /// Who wins.
    pub values: Vec<Values>,
    /// The distances that the values do not have.
    pub distances: Vec<Distances>,
    /// No decided position takes more plies to the next capture, as far as files say.
    pub longest: Option<u32>,
}

impl Loaded {
    /// Tables without distances of their own.
    pub const fn new(values: Vec<Values>) -> Loaded {
        Loaded { values, distances: Vec::new(), longest: None }
    }

    /// The cells in memory as the distances of other tables.
    pub fn into_distances(self, metric: Metric) -> Distances {
        let lookup = |values| match values {
            Values::Cells(cells) => Box::new(move |slot: usize| cells.get(slot).copied()) as Lookup<u8>,
            Values::Packed(_) | Values::Filed(_) => Box::new(|_| None),
        };
        Distances { metric, in_memory: true, cells: self.values.into_iter().map(lookup).collect() }
    }

    /// The bytes of memory that the values take.
    pub fn bytes(&self) -> usize {
        self.values.iter().map(Values::bytes).sum()
    }

    /// What a search is told of a slot; only what is in memory unless `files` are to be read.
    #[inline]
    pub fn value(&self, section: usize, slot: usize, files: bool) -> Option<TableValue> {
        let values = self.values.get(section).filter(|values| files || !matches!(values, Values::Filed(_)))?;
        let wdl = values.wdl(slot)?;
        if wdl == Wdl::Draw {
            return Some(TableValue::DRAW);
        }
        let distance = |metric| {
            let known = self.distances.iter().find(|known| known.metric == metric && (files || known.in_memory))?;
            known.cells.get(section)?(slot).filter(|&code| code != DRAW).map(u32::from)
        };
        let to_capture = match values {
            Values::Cells(cells) => cells.get(slot).map(|&code| code.into()),
            Values::Packed(_) | Values::Filed(_) => distance(Metric::Conversion),
        };
        let bound = || self.longest.map_or(Progress::Unknown, Progress::AtMost);
        let progress = to_capture.map_or_else(bound, Progress::Exactly);
        Some(TableValue { wdl, progress, end: distance(Metric::End), sure: u32::MAX })
    }

    /// Who wins.
    #[inline(always)]
    pub fn wdl(&self, section: usize, slot: usize) -> Option<Wdl> {
        self.values.get(section)?.wdl(slot)
    }

    /// Who wins and how far it is. Reads a file where distances are not in memory.
    pub fn probe(&self, section: usize, slot: usize) -> Option<Probed> {
        let values = self.values.get(section)?;
        let wdl = values.wdl(slot)?;
        let (code, metric) = match (values, self.distances.first()) {
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
    fn bytes(&self) -> usize {
        match self {
            Values::Cells(bytes) | Values::Packed(bytes) => bytes.len(),
            Values::Filed(_) => 0,
        }
    }

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
pub const fn unpack(byte: u8, slot: usize) -> Option<Wdl> {
    const DECODED: [Option<Wdl>; 4] = [Some(Wdl::Draw), Some(Wdl::Win), Some(Wdl::Loss), None];
    DECODED[(byte >> (2 * (slot % 4)) & 3) as usize]
}
