//! Building tables pair by pair, each from those that its captures and crownings lead to.

use super::endgame_rules::EndgameRules;
use super::material::Pair;
use super::probe::DraughtsTables;
use super::solve::{SolvedSlice, census, solve};
use crate::tables::cell::Metric;
use crate::tables::census::Census;
use crate::tables::file::{Encoding, FileError};
use crate::tables::load::Keep;
use crate::tables::store::{BuildError, Finished, Store, pack};
use crate::tables::values::{Loaded, Values};
use std::time::{Duration, Instant};

/// What is to be built.
pub struct EndgameBuild<'a> {
    /// Where the files go.
    pub store: &'a Store,
    /// The game, as far as tables depend on it.
    pub rules: EndgameRules,
    /// What distances count.
    pub metric: Metric,
    /// The most pieces of both sides.
    pub most: u32,
}

/// What a finished pair was, for a report of progress.
#[derive(Clone, Debug)]
pub struct PairDone {
    /// The material of both sides.
    pub pair: Pair,
    /// What was counted, by the side to move; `None` if the files were there already.
    pub counts: Option<Vec<Census>>,
    /// How long it took.
    pub time: Duration,
}

impl EndgameBuild<'_> {
    /// The encodings that a pair is stored in.
    pub const fn encodings(&self) -> [Encoding; 2] {
        match self.metric {
            Metric::Conversion => [Encoding::Wdl, Encoding::Dtc],
            Metric::End => [Encoding::Wdl, Encoding::Dtw],
        }
    }

    /// The pairs to build, in order.
    pub fn pairs(&self) -> Vec<Pair> {
        Pair::all(&self.rules, self.most)
    }

    /// The slots of a pair's tables.
    pub fn slots(&self, pair: Pair) -> u64 {
        pair.slots(self.rules.board()).iter().sum::<usize>() as u64
    }

    /// The bytes of disk that a pair's files take at most, from what complete builds took.
    pub fn disk(&self, pair: Pair) -> u64 {
        self.slots(pair) / 2
    }

    /// The bytes of memory that a pair takes while it is solved: its cells, and two bits a slot of all pairs before it. With
    /// plies to the end, its cells and exits, and the cells of those that it leads to.
    pub fn memory(&self, pair: Pair) -> u64 {
        if self.metric == Metric::End {
            return self.slots(pair) * 9 / 4
                + pair.exits(&self.rules).into_iter().map(|pair| self.slots(pair)).sum::<u64>();
        }
        let before: u64 =
            self.pairs().into_iter().take_while(|&other| other != pair).map(|pair| self.slots(pair)).sum();
        self.slots(pair) * 5 / 4 + before / 4
    }

    /// Whether all files of a pair are there.
    pub fn has(&self, pair: Pair) -> bool {
        self.encodings().iter().all(|&encoding| self.store.open(&pair.to_string(), encoding).is_ok())
    }

    /// Builds what is not there yet.
    pub fn run(&self, mut each: impl FnMut(&PairDone)) -> Result<(), BuildError> {
        let mut tables = DraughtsTables::empty(self.rules);
        for pair in self.pairs() {
            let begun = Instant::now();
            let there = self.has(pair);
            let built = match self.metric {
                _ if there => None,
                Metric::Conversion => Some(self.pair(&tables, pair)?),
                Metric::End => Some(self.pair(&exits(&self.rules, self.store, pair, self.metric)?, pair)?),
            };
            let (loaded, counts) = built.unzip();
            // Of pairs before, it matters who wins; their distances are in files.
            if self.metric == Metric::Conversion {
                tables.add(pair, loaded.map_or_else(|| self.load(pair), Ok)?);
            }
            each(&PairDone { pair, counts, time: begun.elapsed() });
        }
        Ok(())
    }

    fn load(&self, pair: Pair) -> Result<Loaded, FileError> {
        // Distances play no part in what is built next.
        Loaded::open(self.store, &pair.to_string(), &pair.slots(self.rules.board()), Keep::Memory, |_| ())
    }

    fn pair(&self, tables: &DraughtsTables, pair: Pair) -> Result<(Loaded, Vec<Census>), BuildError> {
        let slice = pair.to_string();
        let too_deep = |depth| BuildError::TooDeep { slice: slice.clone(), depth };
        let solved = solve(tables, pair, self.metric).map_err(too_deep)?;
        let finished: Vec<Finished> = solved
            .iter()
            .map(|SolvedSlice { index, cells }| Finished {
                name: format!("{}-{}", index.own, index.their),
                cells,
                census: census(index, cells),
            })
            .collect();
        let made_from: Vec<String> = pair.exits(&self.rules).iter().map(Pair::to_string).collect();
        for encoding in self.encodings() {
            let sources = self.store.sources(&made_from, encoding)?;
            self.store.save(&slice, encoding, &finished, sources)?;
        }
        let counts = finished.iter().map(|table| table.census).collect();
        let packed = |half: &SolvedSlice| {
            let mut bytes = vec![0; Encoding::Wdl.bytes(half.cells.len())];
            pack(&half.cells, &mut bytes);
            Values::Packed(bytes)
        };
        Ok((Loaded::new(solved.iter().map(packed).collect()), counts))
    }
}

/// The cells of the pairs that a pair's captures and crownings lead to. For plies to the next of them it matters only who wins.
pub fn exits(rules: &EndgameRules, store: &Store, pair: Pair, metric: Metric) -> Result<DraughtsTables, FileError> {
    let encoding = if metric == Metric::End { Encoding::Dtw } else { Encoding::Wdl };
    let mut tables = DraughtsTables::empty(*rules);
    for exit in pair.exits(rules) {
        let slots = exit.slots(rules.board());
        let values = slots
            .iter()
            .enumerate()
            .map(|(section, &slots)| store.cells(&exit.to_string(), section, slots, encoding).map(Values::Cells));
        tables.add(exit, Loaded::new(values.collect::<Result<_, _>>()?));
    }
    Ok(tables)
}
