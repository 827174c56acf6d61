//! Building the moving phase: unit by unit, each from the files of those that its captures lead to.

use super::first::{After, transpose};
use super::moving_rules::MovingRules;
use super::space::Space;
use super::unit::{Unit, census};
use crate::games::morris::rules::FEWEST;
use crate::tables::cell::Metric;
use crate::tables::census::Census;
use crate::tables::file::{Encoding, FileError};
use crate::tables::store::{BuildError, Finished, Store};
use std::time::{Duration, Instant};

/// What is to be built.
pub struct MovingBuild<'a> {
    /// Where the files go.
    pub store: &'a Store,
    /// The game, as far as tables depend on it.
    pub rules: MovingRules,
    /// What distances count.
    pub metric: Metric,
    /// Whether distances are stored.
    pub distances: bool,
    /// The most stones of a side.
    pub most: u32,
    /// The most stones of both sides.
    pub most_in_all: u32,
}

/// What a finished unit was, for a report of progress.
#[derive(Clone, Debug)]
pub struct UnitDone {
    /// The stones of the first side.
    pub a: u32,
    /// The stones of the second side.
    pub b: u32,
    /// What was counted, by the side to move; `None` if the files were there already.
    pub counts: Option<Vec<Census>>,
    /// How long it took.
    pub time: Duration,
}

impl MovingBuild<'_> {
    /// The units to build, in order.
    pub fn units(&self) -> Vec<(u32, u32)> {
        let sums = 2 * FEWEST..=self.most_in_all.min(2 * self.most);
        sums.flat_map(|sum| (FEWEST..=sum / 2).map(move |b| (sum - b, b))).filter(|&(a, _)| a <= self.most).collect()
    }

    /// The encodings that a unit is stored in.
    pub fn encodings(&self) -> &'static [Encoding] {
        match self.metric {
            _ if !self.distances => &[Encoding::Wdl],
            Metric::Conversion => &[Encoding::Wdl, Encoding::Dtc],
            Metric::End => &[Encoding::Wdl, Encoding::Dtw],
        }
    }

    fn space(&self, a: u32, b: u32) -> Space {
        Space::new(self.rules.board, a, b)
    }

    /// The bytes of disk that a unit's files take at most, from what complete games took.
    pub fn disk(&self, a: u32, b: u32) -> u64 {
        let slots = self.space(a, b).slots() as u64 * if a == b { 1 } else { 2 };
        slots / 8 + if self.distances { slots / 2 } else { 0 }
    }

    /// The bytes of memory that a unit takes while it is solved.
    pub fn memory(&self, a: u32, b: u32) -> usize {
        let tables = if self.metric == Metric::End { 4 } else { 2 };
        let after = |a, b| if b < FEWEST { 0 } else { self.space(a, b).slots() };
        self.space(a, b).slots() * tables + after(a, b - 1) + if a > b { after(a - 1, b) } else { 0 }
    }

    /// Whether all files of a unit are there.
    pub fn has(&self, a: u32, b: u32) -> bool {
        self.encodings().iter().all(|&encoding| self.store.open(&slice(a, b), encoding).is_ok())
    }

    /// Builds what is not there yet.
    pub fn run(&self, mut each: impl FnMut(&UnitDone)) -> Result<(), BuildError> {
        for (a, b) in self.units() {
            let start = Instant::now();
            let counts = if self.has(a, b) { None } else { Some(self.unit(a, b)?) };
            each(&UnitDone { a, b, counts, time: start.elapsed() });
        }
        Ok(())
    }

    fn unit(&self, a: u32, b: u32) -> Result<Vec<Census>, BuildError> {
        let again = self.rules.again;
        let source = if self.metric == Metric::End { Encoding::Dtw } else { Encoding::Wdl };
        let mut made_from = Vec::new();
        let mut load = |a: u32, b: u32, second: bool| {
            if b < FEWEST || a < b {
                return Ok(None);
            }
            made_from.push(slice(a, b));
            if second && a == b {
                // The file holds these positions once.
                let cells = cells(self.store, &self.space(a, b), false, source)?;
                let mut transposed = vec![0; cells.len()];
                transpose(&self.space(a, b), &cells, &mut transposed);
                return Ok(Some(transposed));
            }
            cells(self.store, &self.space(a, b), second, source).map(Some)
        };
        let by_first = load(a, b - 1, !again)?;
        let by_second = load(a - 1, b, again)?;
        let after = After { by_first: by_first.as_deref(), by_second: by_second.as_deref() };
        let too_deep = |depth| BuildError::TooDeep { slice: slice(a, b), depth };
        let unit = Unit::solve(a, b, &self.rules, self.metric, after).map_err(too_deep)?;
        drop((by_first, by_second));
        let tables = [(a, b, &unit.first), (b, a, &unit.second)];
        let tables: Vec<Finished> = tables[..if a == b { 1 } else { 2 }]
            .iter()
            .map(|&(own, their, cells)| Finished { name: slice(own, their), cells, census: census(&unit.space, cells) })
            .collect();
        for &encoding in self.encodings() {
            let sources = self.store.sources(&made_from, encoding)?;
            self.store.save(&slice(a, b), encoding, &tables, sources)?;
        }
        Ok(tables.iter().map(|table| table.census).collect())
    }
}

/// The name of a unit in its files, or of one of its tables.
pub fn slice(a: u32, b: u32) -> String {
    format!("{a}-{b}")
}

/// The cells of a unit's file with the first or the second side to move.
pub fn cells(store: &Store, space: &Space, second: bool, encoding: Encoding) -> Result<Vec<u8>, FileError> {
    store.cells(&slice(space.a, space.b), usize::from(second), space.slots(), encoding)
}
