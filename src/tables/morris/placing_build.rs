//! Building the stages with stones in hand, and the value of the whole game.

use super::build::{cells, slice};
use super::first::transpose;
use super::mixed::{self, Mixed, value_of};
use super::placing::{DRAWN, LOST, PlacingKind, Stage};
use super::placing_rules::PlacingRules;
use super::space::{INDEX, Space};
use super::unit::census;
use crate::games::morris::position::Position;
use crate::games::morris::rules::{Board, Rules};
use crate::tables::Wdl;
use crate::tables::cell::{DRAW, Metric};
use crate::tables::census::Census;
use crate::tables::file::{Encoding, FileError, SourceFile, TableFile};
use crate::tables::store::{BuildError, Finished, Store};
use crate::tables::values::{Probed, unpack};
use rayon::prelude::*;
use std::collections::HashSet;
use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

/// The stages of a game with stones in hand, over the finished tables of its moving phase.
pub struct PlacingBuild<'a> {
    moving: &'a Store,
    game: PlacingRules,
    store: Store,
    distances: bool,
    compact: bool,
}

/// In a compact build, only stages with so many stones in hand or more are kept: the first twelve plies of nine men's morris. The
/// others are nineteen of twenty positions, and from there a search sees the moving phase.
const FEWEST_KEPT: u32 = 6;

/// A stage that is done, or two that were solved together.
#[derive(Clone, Debug)]
pub struct StageDone {
    /// The stages, with what was counted.
    pub counts: Vec<(Stage, Census)>,
    /// How long it took.
    pub time: Duration,
}

impl<'a> PlacingBuild<'a> {
    /// The stages of these rules, or why there are no tables for them.
    pub fn new(rules: &Rules, moving: &'a Store) -> Result<PlacingBuild<'a>, String> {
        let game = PlacingRules::new(rules)?;
        let store = Store::new(&moving.folder().join(game.folder_name()), game.text(), INDEX);
        Ok(PlacingBuild { moving, game, store, distances: true, compact: false })
    }

    /// On which the game is played.
    pub fn board(&self) -> Board {
        self.game.moving.board
    }

    /// The folder of the files.
    pub fn folder(&self) -> &Path {
        self.store.folder()
    }

    /// The files.
    pub fn store(&self) -> &Store {
        &self.store
    }

    /// The same, with distances to be stored or not, where there are any.
    pub fn with_distances(self, distances: bool) -> PlacingBuild<'a> {
        PlacingBuild { distances, ..self }
    }

    /// The same, with the last plies of placing left out in the end.
    pub fn compact(self, compact: bool) -> PlacingBuild<'a> {
        PlacingBuild { compact, ..self }
    }

    /// All stages, in the order in which they are built.
    pub fn stages(&self) -> Vec<Stage> {
        self.game.stages()
    }

    /// The stages that a stage is made from.
    pub fn made_from(&self, stage: Stage) -> Vec<Stage> {
        self.game.made_from(stage)
    }

    /// Whether a side may move instead of placing, so that a stage is solved together with the same stones and the other side
    /// to move, and has distances.
    pub fn is_mixed(&self) -> bool {
        self.game.kind == PlacingKind::Mixed
    }

    fn encodings(&self) -> &'static [Encoding] {
        if self.is_mixed() && self.distances { &[Encoding::Wdl, Encoding::Dtc] } else { &[Encoding::Wdl] }
    }

    /// Whether the files of a stage are there.
    pub fn has(&self, stage: Stage) -> bool {
        self.encodings().iter().all(|&encoding| self.open(stage, encoding).is_ok())
    }

    /// The bytes of disk that the files of these stages take at most at one time, from what complete games took.
    pub fn disk(&self, stages: &[Stage]) -> u64 {
        let bytes = |stage: &Stage| -> u64 {
            let slots = stage.space(self.board()).slots() as u64;
            self.encodings().iter().map(|encoding| if *encoding == Encoding::Wdl { slots / 8 } else { slots / 2 }).sum()
        };
        let (kept, dropped): (Vec<&Stage>, Vec<&Stage>) = stages.iter().partition(|stage| self.is_kept(**stage));
        // What is dropped is there while stages with one stone more in hand are made from it.
        let in_hand = |stage: &Stage| stage.own_hand + stage.their_hand;
        let of =
            |hand: u32| dropped.iter().filter(|stage| in_hand(stage) == hand).map(|stage| bytes(stage)).sum::<u64>();
        let most_dropped = (1..FEWEST_KEPT).map(|hand| of(hand) + of(hand - 1)).max().unwrap_or(0);
        kept.into_iter().map(bytes).sum::<u64>() + most_dropped
    }

    /// The bytes of memory that a stage takes while it is built.
    pub fn memory(&self, stage: Stage) -> usize {
        if self.is_mixed() {
            return mixed::memory(stage, self.board());
        }
        if stage.own_hand == 0 {
            return 4 * stage.space(self.board()).slots();
        }
        // The table itself, those that it is made from, and these once more the other way or by what a mill is worth.
        let after = self.game.exits(stage).iter().map(|next| 2 * next.space(self.board()).slots()).sum::<usize>();
        stage.space(self.board()).slots() + after
    }

    /// The stages that are not there yet, and those among the ones left out that they are made from, in order.
    pub fn todo(&self) -> Vec<Stage> {
        let (mut todo, mut needed) = (Vec::new(), HashSet::new());
        for stage in self.stages().into_iter().rev() {
            if (self.is_kept(stage) || needed.contains(&stage)) && !self.has(stage) {
                needed.extend(self.made_from(stage));
                todo.push(stage);
            }
        }
        todo.reverse();
        todo
    }

    /// Builds what is not there yet.
    pub fn run(&self, mut each: impl FnMut(&StageDone)) -> Result<(), BuildError> {
        let (todo, mut done) = (self.todo(), HashSet::new());
        for (place, &stage) in todo.iter().enumerate() {
            if done.contains(&stage) {
                continue;
            }
            let begun = Instant::now();
            let counts = self.solve(if self.is_mixed() { stage.stronger() } else { stage })?;
            done.extend(counts.iter().map(|(stage, _)| *stage));
            each(&StageDone { counts, time: begun.elapsed() });
            self.drop_files(&todo[place + 1..])?;
        }
        self.drop_files(&[])
    }

    /// Removes the files of stages that are left out, unless one of these is still to be made from them.
    fn drop_files(&self, todo: &[Stage]) -> Result<(), BuildError> {
        if !self.compact {
            return Ok(());
        }
        let needed: HashSet<Stage> = todo.iter().flat_map(|&stage| self.made_from(stage)).collect();
        for stage in self.stages().into_iter().filter(|stage| !self.is_kept(*stage) && !needed.contains(stage)) {
            let path = self.store.path(&stage.to_string(), Encoding::Wdl);
            if path.exists() {
                let failed = |error| FileError::Io { path: path.display().to_string(), error };
                fs::remove_file(&path).map_err(failed)?;
            }
        }
        Ok(())
    }

    /// Whether the files of a stage stay when all is done.
    fn is_kept(&self, stage: Stage) -> bool {
        !self.compact || self.is_mixed() || stage.own_hand + stage.their_hand >= FEWEST_KEPT
    }

    /// The cells of a stage that say who wins: those of the moving phase where all stones are placed.
    pub fn codes(&self, stage: Stage) -> Result<Vec<u8>, FileError> {
        let space = stage.space(self.board());
        if stage.is_moving() {
            return cells(self.moving, &space, stage.own < stage.their, Encoding::Wdl);
        }
        self.store.cells(&stage.to_string(), 0, space.slots(), Encoding::Wdl)
    }

    /// The distances of a stage.
    pub fn plies(&self, stage: Stage) -> Result<Vec<u8>, FileError> {
        self.store.cells(&stage.to_string(), 0, stage.space(self.board()).slots(), Encoding::Dtc)
    }

    /// The same as values.
    fn values(&self, stage: Stage) -> Result<Vec<u8>, FileError> {
        let mut values = self.codes(stage)?;
        values.par_iter_mut().for_each(|value| *value = value_of(*value));
        Ok(values)
    }

    /// What a position with stones in hand is worth to the side to move.
    pub fn probe(&self, position: &Position) -> Result<Probed, FileError> {
        let (own, their) = (position.own, position.their);
        let stage = Stage::of(position);
        let space = stage.space(self.board());
        let slot = if stage.own >= stage.their { space.slot(own, their) } else { space.slot(their, own) };
        let read = |encoding, place| {
            let file = self.open(stage, encoding)?;
            file.expect_slots(0, space.slots())?;
            file.byte(0, &file.frames(0)?, place)
        };
        let wdl = unpack(read(Encoding::Wdl, slot / 4)?, slot).unwrap_or(Wdl::Draw);
        let counted =
            self.is_mixed() && wdl != Wdl::Draw && self.store.path(&stage.to_string(), Encoding::Dtc).exists();
        let plies = counted.then(|| read(Encoding::Dtc, slot)).transpose()?;
        Ok(Probed { wdl, plies: plies.map(|plies| (plies.into(), Metric::Conversion)) })
    }

    /// Whether the file of a stage that says who wins is there, if perhaps not in order.
    pub fn is_there(&self, stage: Stage) -> bool {
        stage.is_moving() || self.store.path(&stage.to_string(), Encoding::Wdl).exists()
    }

    /// Opens a file of a stage.
    pub fn open(&self, stage: Stage, encoding: Encoding) -> Result<TableFile, FileError> {
        self.store.open(&stage.to_string(), encoding)
    }

    /// What a file that was made from a stage's file says of it.
    pub fn source(&self, stage: Stage) -> Result<SourceFile, FileError> {
        if stage.is_moving() {
            let Space { a, b, .. } = stage.space(self.board());
            return self.moving.source(&slice(a, b), Encoding::Wdl);
        }
        self.store.source(&stage.to_string(), Encoding::Wdl)
    }

    /// Solves a stage, and where both sides can go round in circles also the one with the other side to move. Returns what was
    /// counted.
    fn solve(&self, stage: Stage) -> Result<Vec<(Stage, Census)>, BuildError> {
        let sources: Vec<SourceFile> =
            self.made_from(stage).into_iter().map(|stage| self.source(stage)).collect::<Result<_, _>>()?;
        if !self.is_mixed() {
            return Ok(vec![(stage, self.save(stage, &self.sweep(stage)?, sources)?)]);
        }
        let codes = |stage| Ok(self.codes(stage)?);
        let mut unit = Mixed { rules: self.game.moving, codes: &codes }.solve(stage)?;
        let passed = stage.passed();
        let mut counts = vec![(stage, self.save(stage, &unit.first, sources.clone())?)];
        if passed != stage {
            if stage.own == stage.their {
                // In files, the mover is the one that is taken by orbit.
                transpose(&unit.space, &unit.second, &mut unit.first);
                unit.second = std::mem::take(&mut unit.first);
            }
            counts.push((passed, self.save(passed, &unit.second, sources)?));
        }
        Ok(counts)
    }

    /// The cells of a stage in which a side with stones in hand can only place.
    fn sweep(&self, stage: Stage) -> Result<Vec<u8>, FileError> {
        let exits = self.game.exits(stage);
        let tables: Vec<Vec<u8>> = exits.iter().map(|&stage| self.values(stage)).collect::<Result<_, _>>()?;
        let mut values = self.game.solve(stage, &tables.iter().map(Vec::as_slice).collect::<Vec<_>>());
        values.par_iter_mut().for_each(|value| {
            *value = match *value {
                LOST => 0,
                DRAWN => DRAW,
                _ => 1,
            }
        });
        Ok(values)
    }

    fn save(&self, stage: Stage, cells: &[u8], sources: Vec<SourceFile>) -> Result<Census, FileError> {
        let (name, census) = (stage.to_string(), census(&stage.space(self.board()), cells));
        for &encoding in self.encodings() {
            let table = Finished { name: name.clone(), cells, census };
            self.store.save(&name, encoding, &[table], sources.clone())?;
        }
        Ok(census)
    }
}
