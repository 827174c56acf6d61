//! The files of one rule set: a folder with one file for each slice and encoding, and a manifest.

use super::cell::DRAW;
use super::census::Census;
use super::file::{Encoding, FileError, Section, SourceFile, TableDraft, TableFile, TableHeader, write};
use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// The name of the list of finished files.
const MANIFEST: &str = "manifest.txt";

/// The tables of one rule set in a folder.
#[derive(Clone, Debug)]
pub struct Store {
    folder: PathBuf,
    rules: String,
    index: &'static str,
}

/// A finished table that is to be written.
#[derive(Clone, Debug)]
pub struct Finished<'a> {
    /// Who is to move, such as `4-3`.
    pub name: String,
    /// A byte for each position, in the order of the index.
    pub cells: &'a [u8],
    /// What was counted.
    pub census: Census,
}

/// Why a build stopped.
#[derive(Debug, Error)]
pub enum BuildError {
    /// A file could not be read or written.
    #[error(transparent)]
    File(#[from] FileError),
    /// A distance does not fit a byte.
    #[error("{slice}: a win takes more than {depth} plies, more than a table can hold")]
    TooDeep {
        /// What was being solved.
        slice: String,
        /// The most plies that a byte can say.
        depth: u8,
    },
}

impl Store {
    /// The files in `folder` that belong to these rules and number positions in this way.
    pub fn new(folder: &Path, rules: String, index: &'static str) -> Store {
        Store { folder: folder.into(), rules, index }
    }

    /// Where the files of these rules are.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Where the file of a slice is.
    pub fn path(&self, slice: &str, encoding: Encoding) -> PathBuf {
        self.folder.join(format!("{slice}.{}", encoding.extension()))
    }

    /// Opens the file of a slice.
    pub fn open(&self, slice: &str, encoding: Encoding) -> Result<TableFile, FileError> {
        TableFile::expect(&self.path(slice, encoding), &self.rules, slice, self.index, encoding)
    }

    /// The values of a section, which has so many slots, as cells; those of a `.wdl` file have the least depth that
    /// says who wins.
    pub fn cells(&self, slice: &str, section: usize, slots: usize, encoding: Encoding) -> Result<Vec<u8>, FileError> {
        let file = self.open(slice, encoding)?;
        file.expect_slots(section, slots)?;
        let mut cells = vec![DRAW; slots];
        if encoding == Encoding::Wdl {
            const CODES: [u8; 4] = [DRAW, 1, 0, DRAW];
            file.load(section, &mut cells, 4, |bytes, cells| {
                for (four, byte) in cells.chunks_mut(4).zip(bytes) {
                    for (place, cell) in four.iter_mut().enumerate() {
                        *cell = CODES[usize::from(byte >> (2 * place) & 3)];
                    }
                }
            })?;
        } else {
            file.load(section, &mut cells, 1, |bytes, cells| cells.copy_from_slice(bytes))?;
        }
        Ok(cells)
    }

    /// What a file that was made from a slice's file says of it.
    pub fn source(&self, slice: &str, encoding: Encoding) -> Result<SourceFile, FileError> {
        // Plies to the next capture need to know who wins after it, and no more.
        let source = if encoding == Encoding::Dtw { encoding } else { Encoding::Wdl };
        let file = self.open(slice, source)?;
        Ok(SourceFile { slice: file.header().slice.clone(), identity: file.identity() })
    }

    /// Writes the file of a solved slice in one encoding. `made_from` are the slices that its captures lead to.
    pub fn save(
        &self,
        slice: &str,
        encoding: Encoding,
        tables: &[Finished],
        made_from: &[String],
    ) -> Result<(), FileError> {
        let sources: Result<_, _> = made_from.iter().map(|slice| self.source(slice, encoding)).collect();
        let header = TableHeader {
            rules: self.rules.clone(),
            slice: slice.into(),
            index: self.index.into(),
            encoding,
            sections: Vec::new(),
            made_from: sources?,
        };
        let fills: Vec<_> = tables
            .iter()
            .map(|table| {
                move |start: usize, bytes: &mut [u8]| {
                    if encoding == Encoding::Wdl {
                        pack(&table.cells[start * 4..], bytes);
                    } else {
                        bytes.copy_from_slice(&table.cells[start..start + bytes.len()]);
                    }
                }
            })
            .collect();
        let drafts: Vec<TableDraft> = tables
            .iter()
            .zip(&fills)
            .map(|(table, fill)| {
                let (slots, count) = (table.cells.len(), &table.census);
                let depth = |longest: Option<(u8, u64)>| {
                    longest.map(|(depth, slot)| (depth.into(), slot)).filter(|_| encoding != Encoding::Wdl)
                };
                let section = Section {
                    name: table.name.clone(),
                    slots: slots as u64,
                    wins: count.wins,
                    losses: count.losses,
                    draws: count.draws,
                    longest_win: depth(count.longest_win),
                    longest_loss: depth(count.longest_loss),
                    ..Section::default()
                };
                TableDraft { section, bytes: encoding.bytes(slots), fill }
            })
            .collect();
        let path = self.path(slice, encoding);
        let failed = |error| FileError::Io { path: path.display().to_string(), error };
        let identity = write(&path, header, &drafts)?;
        let size = fs::metadata(&path).map_err(failed)?.len();
        let line = format!("{slice}.{} {size} {identity}\n", encoding.extension());
        let manifest = OpenOptions::new().create(true).append(true).open(self.folder.join(MANIFEST));
        manifest.and_then(|mut manifest| manifest.write_all(line.as_bytes())).map_err(failed)
    }
}

/// Packs cells into two bits each.
pub(super) fn pack(cells: &[u8], bytes: &mut [u8]) {
    for (byte, cells) in bytes.iter_mut().zip(cells.chunks(4)) {
        *byte = cells.iter().enumerate().fold(0, |byte, (place, &cell)| byte | packed(cell) << (2 * place));
    }
}

/// A cell in two bits.
const fn packed(cell: u8) -> u8 {
    if cell == DRAW { 0 } else { 2 - cell % 2 }
}
