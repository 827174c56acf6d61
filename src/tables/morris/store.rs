//! The files of one rule set: a folder with one file for each unit and encoding, and a manifest.

use super::cell::DRAW;
use super::space::Space;
use super::unit::{Census, Unit};
use crate::tables::file::{Encoding, FileError, Section, SourceFile, TableDraft, TableFile, TableHeader, write};
use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

/// How positions are numbered: see [`super::space`].
pub const INDEX: &str = "morris-orbit-colex-1";

/// The name of the list of finished files.
const MANIFEST: &str = "manifest.txt";

/// The tables of one rule set in a folder.
#[derive(Clone, Debug)]
pub struct Store {
    folder: PathBuf,
    rules: String,
}

impl Store {
    /// The files in `folder` that belong to these rules.
    pub fn new(folder: &Path, rules: String) -> Store {
        Store { folder: folder.into(), rules }
    }

    /// The folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Where a unit's file is.
    pub fn path(&self, a: u32, b: u32, encoding: Encoding) -> PathBuf {
        self.folder.join(format!("{a}-{b}.{}", encoding.extension()))
    }

    /// Opens a unit's file.
    pub fn open(&self, a: u32, b: u32, encoding: Encoding) -> Result<TableFile, FileError> {
        TableFile::expect(&self.path(a, b, encoding), &self.rules, &format!("{a}-{b}"), encoding)
    }

    /// The values of a unit with the first or the second side to move, as cells; those of a `.wdl` file have the
    /// least depth that says who wins.
    pub fn cells(&self, a: u32, b: u32, second: bool, encoding: Encoding) -> Result<Vec<u8>, FileError> {
        let file = self.open(a, b, encoding)?;
        let mut cells = vec![DRAW; Space::new(a, b).slots()];
        if encoding == Encoding::Wdl {
            const CODES: [u8; 4] = [DRAW, 1, 0, DRAW];
            file.load(usize::from(second), &mut cells, 4, |bytes, cells| {
                for (four, byte) in cells.chunks_mut(4).zip(bytes) {
                    for (place, cell) in four.iter_mut().enumerate() {
                        *cell = CODES[usize::from(byte >> (2 * place) & 3)];
                    }
                }
            })?;
        } else {
            file.load(usize::from(second), &mut cells, 1, |bytes, cells| cells.copy_from_slice(bytes))?;
        }
        Ok(cells)
    }

    /// What a file that was made from a unit's file says of it.
    pub fn source(&self, a: u32, b: u32, encoding: Encoding) -> Result<SourceFile, FileError> {
        // Plies to the next capture need to know who wins after it, and no more.
        let source = if encoding == Encoding::Dtw { encoding } else { Encoding::Wdl };
        let file = self.open(a, b, source)?;
        Ok(SourceFile { slice: file.header().slice.clone(), identity: file.identity() })
    }

    /// Writes the file of a solved unit in one encoding. `made_from` are the units that its captures lead to.
    pub fn save(
        &self,
        unit: &Unit,
        encoding: Encoding,
        counts: &[Census],
        made_from: &[(u32, u32)],
    ) -> Result<(), FileError> {
        let Space { a, b, .. } = unit.space;
        let origins: Result<_, _> = made_from.iter().map(|&(a, b)| self.source(a, b, encoding)).collect();
        let header = TableHeader {
            rules: self.rules.clone(),
            slice: format!("{a}-{b}"),
            index: INDEX.into(),
            encoding,
            sections: Vec::new(),
            made_from: origins?,
        };
        let tables = [(unit.first.as_slice(), a, b), (unit.second.as_slice(), b, a)];
        let tables = &tables[..counts.len()];
        let fills: Vec<_> = tables
            .iter()
            .map(|&(table, ..)| {
                move |start: usize, bytes: &mut [u8]| {
                    if encoding == Encoding::Wdl {
                        pack(table, start, bytes);
                    } else {
                        bytes.copy_from_slice(&table[start..start + bytes.len()]);
                    }
                }
            })
            .collect();
        let drafts: Vec<TableDraft> = tables
            .iter()
            .zip(counts)
            .zip(&fills)
            .map(|((&(table, own, their), count), fill)| {
                let depth = |longest: Option<(u8, u64)>| {
                    longest.map(|(depth, slot)| (depth.into(), slot)).filter(|_| encoding != Encoding::Wdl)
                };
                let section = Section {
                    name: format!("{own}-{their}"),
                    slots: table.len() as u64,
                    wins: count.wins,
                    losses: count.losses,
                    draws: count.draws,
                    longest_win: depth(count.longest_win),
                    longest_loss: depth(count.longest_loss),
                    ..Section::default()
                };
                TableDraft { section, bytes: encoding.bytes(table.len()), fill }
            })
            .collect();
        let path = self.path(a, b, encoding);
        let failed = |error| FileError::Io { path: path.display().to_string(), error };
        let identity = write(&path, header, &drafts)?;
        let size = fs::metadata(&path).map_err(failed)?.len();
        let line = format!("{a}-{b}.{} {size} {identity}\n", encoding.extension());
        let manifest = OpenOptions::new().create(true).append(true).open(self.folder.join(MANIFEST));
        manifest.and_then(|mut manifest| manifest.write_all(line.as_bytes())).map_err(failed)
    }
}

/// Two bits a cell.
fn pack(table: &[u8], start: usize, bytes: &mut [u8]) {
    for (byte, cells) in bytes.iter_mut().zip(table[start * 4..].chunks(4)) {
        *byte = cells.iter().enumerate().fold(0, |byte, (place, &cell)| {
            let value = if cell == DRAW { 0 } else { 2 - cell % 2 };
            byte | value << (2 * place)
        });
    }
}
