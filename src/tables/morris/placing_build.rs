//! Building the placing phase stage by stage, and the value of the whole game.

use super::build::{cells, slice};
use super::placing::{DRAWN, LOST, PlacedMill, Stage, WON};
use super::placing_rules::PlacingRules;
use super::space::{INDEX, Space};
use crate::games::morris::position::Position;
use crate::games::morris::rules::{Board, Rules};
use crate::tables::Wdl;
use crate::tables::file::{Encoding, FileError, Section, SourceFile, TableDraft, TableFile, TableHeader, write};
use crate::tables::store::{BuildError, Store};
use rayon::prelude::*;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// The placing phase of a game, over the finished tables of its moving phase.
pub struct PlacingBuild<'a> {
    moving: &'a Store,
    game: PlacingRules,
    folder: PathBuf,
    text: String,
}

/// A stage that is done.
#[derive(Clone, Copy, Debug)]
pub struct StageDone {
    /// What was solved: the stones on the board and in hand.
    pub stage: Stage,
    /// Its wins, losses and draws for the side to move; `None` if its file was there already.
    pub counts: Option<[u64; 3]>,
    /// How long it took.
    pub time: Duration,
}

impl<'a> PlacingBuild<'a> {
    /// The placing phase of these rules, or why there are no tables for it.
    pub fn new(rules: &Rules, moving: &'a Store) -> Result<PlacingBuild<'a>, String> {
        let game = PlacingRules::new(rules)?;
        let again = if game.mill == PlacedMill::Again { "again-" } else { "" };
        let folder = moving.folder().join(format!("placing-{again}{}", game.men));
        Ok(PlacingBuild { moving, game, folder, text: game.text() })
    }

    /// The board.
    pub fn board(&self) -> Board {
        self.game.moving.board
    }

    /// The folder of the files.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// All stages, in the order in which they are built.
    pub fn stages(&self) -> Vec<Stage> {
        self.game.stages()
    }

    /// The stages that the moves of a stage lead to, other than itself.
    pub fn next(&self, stage: Stage) -> Vec<Stage> {
        self.game.next(stage)
    }

    /// Whether the file of a stage is there.
    pub fn has(&self, stage: Stage) -> bool {
        self.open(stage).is_ok()
    }

    /// The bytes of memory that a stage takes while it is built.
    pub fn memory(&self, stage: Stage) -> usize {
        if stage.own_hand == 0 {
            return 4 * stage.space(self.board()).slots();
        }
        // The table itself, those that it is made from, and these once more the other way or by what a mill is worth.
        let after = self.next(stage).iter().map(|next| 2 * next.space(self.board()).slots()).sum::<usize>();
        stage.space(self.board()).slots() + after
    }

    /// Builds what is not there yet.
    pub fn run(&self, mut each: impl FnMut(&StageDone)) -> Result<(), BuildError> {
        for stage in self.stages() {
            let begun = Instant::now();
            let counts = if self.has(stage) { None } else { Some(self.stage(stage)?) };
            each(&StageDone { stage, counts, time: begun.elapsed() });
        }
        Ok(())
    }

    /// The values of a stage: those of the moving phase where all stones are placed.
    pub fn values(&self, stage: Stage) -> Result<Vec<u8>, FileError> {
        let space = stage.space(self.board());
        let mut values = vec![DRAWN; space.slots()];
        if !stage.is_moving() {
            const CODES: [u8; 4] = [DRAWN, WON, LOST, DRAWN];
            self.open(stage)?.load(0, &mut values, 4, |bytes, values| {
                for (four, byte) in values.chunks_mut(4).zip(bytes) {
                    for (place, value) in four.iter_mut().enumerate() {
                        *value = CODES[usize::from(byte >> (2 * place) & 3)];
                    }
                }
            })?;
            return Ok(values);
        }
        let cells = cells(self.moving, &space, stage.own < stage.their, Encoding::Wdl)?;
        // Cells of a `.wdl` file are 1 for a win and 0 for a loss.
        values
            .par_iter_mut()
            .zip(cells)
            .for_each(|(value, cell)| *value = [LOST, WON, DRAWN][usize::from(cell.min(2))]);
        Ok(values)
    }

    /// What a position with stones in hand is worth to the side to move.
    pub fn probe(&self, position: &Position) -> Result<Wdl, FileError> {
        let (own, their) = (position.own, position.their);
        let stage = Stage::of(position);
        let space = stage.space(self.board());
        let slot = if stage.own >= stage.their { space.slot(own, their) } else { space.slot(their, own) };
        let file = self.open(stage)?;
        let byte = file.byte(0, &file.frames(0)?, slot / 4)?;
        Ok([Wdl::Draw, Wdl::Win, Wdl::Loss, Wdl::Draw][usize::from(byte >> (2 * (slot % 4)) & 3)])
    }

    fn name(stage: Stage) -> String {
        // Stones on the board and in hand, the mover's first.
        format!("{}+{}-{}+{}", stage.own, stage.own_hand, stage.their, stage.their_hand)
    }

    /// Opens the file of a stage.
    pub fn open(&self, stage: Stage) -> Result<TableFile, FileError> {
        TableFile::expect(&self.path(stage), &self.text, &Self::name(stage), INDEX, Encoding::Wdl)
    }

    fn path(&self, stage: Stage) -> PathBuf {
        self.folder.join(format!("{}.wdl", Self::name(stage)))
    }

    /// What a file that was made from a stage's file says of it.
    pub fn source(&self, stage: Stage) -> Result<SourceFile, FileError> {
        if stage.is_moving() {
            let Space { a, b, .. } = stage.space(self.board());
            return self.moving.source(&slice(a, b), Encoding::Wdl);
        }
        Ok(SourceFile { slice: Self::name(stage), identity: self.open(stage)?.identity() })
    }

    fn stage(&self, stage: Stage) -> Result<[u64; 3], BuildError> {
        let next = self.next(stage);
        let sources: Result<_, _> = next.iter().map(|&stage| self.source(stage)).collect();
        let tables: Vec<Vec<u8>> = next.iter().map(|&stage| self.values(stage)).collect::<Result<_, _>>()?;
        let tables: Vec<&[u8]> = tables.iter().map(Vec::as_slice).collect();
        let values = self.game.solve(stage, &tables);
        let counts = count(&stage.space(self.board()), &values);
        let [wins, losses, draws] = counts;
        let section =
            Section { name: Self::name(stage), slots: values.len() as u64, wins, losses, draws, ..Section::default() };
        let fill = |start: usize, bytes: &mut [u8]| {
            for (byte, four) in bytes.iter_mut().zip(values[start * 4..].chunks(4)) {
                *byte = four
                    .iter()
                    .enumerate()
                    .fold(0, |byte, (place, &value)| byte | [2, 0, 1][usize::from(value)] << (2 * place));
            }
        };
        let header = TableHeader {
            rules: self.text.clone(),
            slice: Self::name(stage),
            index: INDEX.into(),
            encoding: Encoding::Wdl,
            sections: Vec::new(),
            made_from: sources?,
        };
        let draft = TableDraft { section, bytes: Encoding::Wdl.bytes(values.len()), fill: &fill };
        write(&self.path(stage), header, &[draft])?;
        Ok(counts)
    }
}

/// Wins, losses and draws, each position counted once.
pub fn count(space: &Space, values: &[u8]) -> [u64; 3] {
    let blocks = values.par_chunks(space.width).enumerate().map(|(block, values)| {
        let mut counts = [0; 3];
        space.representatives(block, |place| counts[usize::from(WON - values[place])] += 1);
        counts
    });
    let [wins, draws, losses] =
        blocks.reduce(|| [0; 3], |one, other| [one[0] + other[0], one[1] + other[1], one[2] + other[2]]);
    [wins, losses, draws]
}
