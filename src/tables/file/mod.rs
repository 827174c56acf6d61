//! Table files.
//!
//! ```text
//! 0   magic, 8 bytes             prefix: 40 bytes, little-endian, written last
//! 8   version, u32
//! 12  length of the header, u32
//! 16  place of the header, u64
//! 24  xxh3 of the header, u64
//! 32  xxh3 of the 32 bytes before, u64
//! 40  for each section: its zstd frames, then the length of each frame, u32
//! …   the header, JSON
//! ```
//!
//! A frame holds [`FRAME`] bytes unpacked, so that one value can be read without the rest. The header names the rules,
//! the slice, the encoding, what was counted, and the files that the table was made from by their identity: the xxh3
//! of their headers, which hold the checksums of the sections.
//!
//! A file is written under another name, synced, and then renamed: what has its right name is complete.

mod read;
mod write;

pub use read::TableFile;
pub use write::{TableDraft, write};

use serde::{Deserialize, Serialize};
use std::io;
use thiserror::Error;

/// The bytes of a frame, unpacked.
pub const FRAME: usize = 32 << 10;

const MAGIC: [u8; 8] = *b"MILLTBL\0";
const VERSION: u32 = 1;
const PREFIX: u64 = 40;
/// More than any header has; a damaged length must not use up the memory.
const LONGEST_HEADER: u32 = 1 << 20;

/// How values are stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Encoding {
    /// Two bits a slot, lowest first: 0 drawn, 1 won, 2 lost.
    Wdl,
    /// A byte a slot: plies to the next capture or the end, odd if won; 255 drawn.
    Dtc,
    /// A byte a slot: plies to the end of the game, odd if won; 255 drawn.
    Dtw,
}

impl Encoding {
    /// The extension of files with this encoding.
    pub const fn extension(self) -> &'static str {
        match self {
            Encoding::Wdl => "wdl",
            Encoding::Dtc => "dtc",
            Encoding::Dtw => "dtw",
        }
    }

    /// The bytes that so many slots take, unpacked.
    pub const fn bytes(self, slots: usize) -> usize {
        match self {
            Encoding::Wdl => slots.div_ceil(4),
            Encoding::Dtc | Encoding::Dtw => slots,
        }
    }
}

/// What a file says of itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TableHeader {
    /// The rules, as far as they matter to the table.
    pub rules: String,
    /// Which part of the game, such as `9-8`.
    pub slice: String,
    /// How positions are numbered.
    pub index: String,
    /// How values are stored.
    pub encoding: Encoding,
    /// The tables of the slice.
    pub sections: Vec<Section>,
    /// The files that the table was made from.
    pub made_from: Vec<SourceFile>,
}

/// A file that another was made from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SourceFile {
    /// The name of the slice it holds.
    pub slice: String,
    /// The hash of its header, by which a rebuilt file is known.
    pub identity: String,
}

/// One table of a slice.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Section {
    /// Who is to move, such as `9-8`: the mover's stones first.
    pub name: String,
    /// How many positions it has room for.
    pub slots: u64,
    /// Positions won by the side to move.
    pub wins: u64,
    /// Positions lost by the side to move.
    pub losses: u64,
    /// Positions drawn.
    pub draws: u64,
    /// Plies and slot of a longest win.
    pub longest_win: Option<(u32, u64)>,
    /// Plies and slot of a longest loss.
    pub longest_loss: Option<(u32, u64)>,
    /// Where the frames begin.
    #[serde(default)]
    pub offset: u64,
    /// The bytes of all frames.
    #[serde(default)]
    pub packed: u64,
    /// The number of frames.
    #[serde(default)]
    pub frames: u64,
    /// xxh3 of the frames and their lengths.
    #[serde(default)]
    pub checksum: String,
}

/// Why a file cannot be used.
#[derive(Debug, Error)]
pub enum FileError {
    /// The system says so.
    #[error("{path}: {error}")]
    Io {
        /// The file.
        path: String,
        /// What is wrong.
        error: io::Error,
    },
    /// It is something else.
    #[error("{path}: not a table file")]
    NotATable {
        /// The file.
        path: String,
    },
    /// It was written by another version.
    #[error("{path}: file version {version}; this program reads version {VERSION}")]
    Version {
        /// The file.
        path: String,
        /// That of the file.
        version: u32,
    },
    /// It is not as it was written.
    #[error("{path}: damaged: {what}")]
    Damaged {
        /// The file.
        path: String,
        /// What is wrong.
        what: String,
    },
    /// It belongs to other rules or to another slice.
    #[error("{path}: {field} is `{found}`, expected `{expected}`")]
    Foreign {
        /// The file.
        path: String,
        /// What differs.
        field: &'static str,
        /// What the file says.
        found: String,
        /// What was asked for.
        expected: String,
    },
}

fn hex(checksum: u64) -> String {
    format!("{checksum:016x}")
}
