//! Reading a table file, believing nothing that is not checked.

use super::{Encoding, FRAME, FileError, LONGEST_HEADER, MAGIC, PREFIX, Section, TableHeader, VERSION, hex};
use crate::util::files;
use rayon::prelude::*;
use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use xxhash_rust::xxh3::{Xxh3, xxh3_64};

/// An open file whose header has been checked.
#[derive(Debug)]
pub struct TableFile {
    path: PathBuf,
    file: File,
    header: TableHeader,
    identity: u64,
}

impl TableFile {
    /// Opens a file and checks its header and its length.
    pub fn open(path: &Path) -> Result<TableFile, FileError> {
        let shown = || path.display().to_string();
        let failed = |error| FileError::Io { path: shown(), error };
        let damaged = |what: &str| FileError::Damaged { path: shown(), what: what.into() };
        let mut file = files::open(path).map_err(failed)?;
        let length = file.metadata().map_err(failed)?.len();
        let mut prefix = [0; PREFIX as usize];
        file.read_exact(&mut prefix).map_err(|_| FileError::NotATable { path: shown() })?;
        let u32_at = |at: usize| u32::from_le_bytes([prefix[at], prefix[at + 1], prefix[at + 2], prefix[at + 3]]);
        let u64_at = |at: usize| u64::from(u32_at(at)) | u64::from(u32_at(at + 4)) << 32;
        if prefix[..8] != MAGIC {
            return Err(FileError::NotATable { path: shown() });
        }
        let (version, size, place, identity) = (u32_at(8), u32_at(12), u64_at(16), u64_at(24));
        if version != VERSION {
            return Err(FileError::Version { path: shown(), version });
        }
        if u64_at(32) != xxh3_64(&prefix[..32]) {
            return Err(damaged("the first bytes do not match their checksum"));
        }
        if size > LONGEST_HEADER || place.checked_add(size.into()) != Some(length) {
            return Err(damaged(&format!("{length} bytes long, expected {}", place.saturating_add(size.into()))));
        }
        file.seek(SeekFrom::Start(place)).map_err(failed)?;
        let mut text = vec![0; size as usize];
        file.read_exact(&mut text).map_err(failed)?;
        if xxh3_64(&text) != identity {
            return Err(damaged("the header does not match its checksum"));
        }
        let header: TableHeader =
            serde_json::from_slice(&text).map_err(|error| damaged(&format!("header: {error}")))?;
        let mut end = PREFIX;
        for section in &header.sections {
            let bytes = header.encoding.bytes(section.slots as usize) as u64;
            let fits = section.offset == end && section.frames == bytes.div_ceil(FRAME as u64);
            end = end.saturating_add(section.packed).saturating_add(section.frames.saturating_mul(4));
            if !fits || end > place {
                return Err(damaged(&format!("section {} has impossible sizes", section.name)));
            }
        }
        Ok(TableFile { path: path.into(), file, header, identity })
    }

    /// Opens a file that must belong to these rules, this slice, this numbering and this encoding.
    pub fn expect(
        path: &Path,
        rules: &str,
        slice: &str,
        index: &str,
        encoding: Encoding,
    ) -> Result<TableFile, FileError> {
        let table = TableFile::open(path)?;
        let same = |field, found: &str, expected: &str| {
            if found == expected {
                return Ok(());
            }
            let path = path.display().to_string();
            Err(FileError::Foreign { path, field, found: found.into(), expected: expected.into() })
        };
        same("rules", &table.header.rules, rules)?;
        same("slice", &table.header.slice, slice)?;
        same("index", &table.header.index, index)?;
        same("encoding", table.header.encoding.extension(), encoding.extension())?;
        Ok(table)
    }

    /// Checks that there is such a section, and that it has so many slots.
    pub fn expect_slots(&self, section: usize, slots: usize) -> Result<(), FileError> {
        match self.header.sections.get(section) {
            Some(found) if found.slots == slots as u64 => Ok(()),
            Some(found) => Err(self.damaged(&format!("{} has {} slots, expected {slots}", found.name, found.slots))),
            None => Err(self.damaged(&format!("{} sections, expected more", self.header.sections.len()))),
        }
    }

    /// What the file says of itself.
    pub fn header(&self) -> &TableHeader {
        &self.header
    }

    /// Where it is, for messages.
    pub fn name(&self) -> String {
        self.path.display().to_string()
    }

    /// What other files call this one.
    pub fn identity(&self) -> String {
        hex(self.identity)
    }

    /// Checks the checksums of all sections.
    pub fn check(&self) -> Result<(), FileError> {
        (0..self.header.sections.len()).try_for_each(|section| self.packed(section).map(|_| ()))
    }

    /// A whole section, unpacked into the file's encoding: each frame is handed to `each` with the place of its
    /// first byte.
    pub fn load<T: Send>(
        &self,
        section: usize,
        target: &mut [T],
        per_byte: usize,
        each: impl Fn(&[u8], &mut [T]) + Sync,
    ) -> Result<(), FileError> {
        let packed = self.packed(section)?;
        let (described, bytes) = (&self.header.sections[section], self.bytes(section));
        let frames = frame_places(described, &packed).ok_or_else(|| self.damaged("frame lengths"))?;
        let parts: Vec<_> = target.chunks_mut(FRAME * per_byte).collect();
        if parts.len() != frames.len() {
            return Err(self.damaged("frame count"));
        }
        parts.into_par_iter().zip(&frames).enumerate().try_for_each(|(number, (part, &(start, end)))| {
            let size = FRAME.min(bytes - number * FRAME);
            let frame = self.unpack(&packed[start..end], size)?;
            each(&frame, part);
            Ok(())
        })
    }

    /// The places of a section's frames in the file, for [`TableFile::byte`].
    pub fn frames(&self, section: usize) -> Result<Vec<u64>, FileError> {
        let described = &self.header.sections[section];
        let mut lengths = vec![0; described.frames as usize * 4];
        self.read_at(described.offset + described.packed, &mut lengths)?;
        let mut places = vec![described.offset];
        for length in lengths.chunks_exact(4) {
            let length = u32::from_le_bytes([length[0], length[1], length[2], length[3]]);
            places.push(places[places.len() - 1] + u64::from(length));
        }
        let whole = places.last() == Some(&(described.offset + described.packed));
        if whole { Ok(places) } else { Err(self.damaged("frame lengths")) }
    }

    /// One byte of a section, unpacking one frame.
    pub fn byte(&self, section: usize, frames: &[u64], place: usize) -> Result<u8, FileError> {
        let number = place / FRAME;
        let (Some(&start), Some(&end)) = (frames.get(number), frames.get(number + 1)) else {
            return Err(self.damaged("frame lengths"));
        };
        let mut packed = vec![0; (end - start) as usize];
        self.read_at(start, &mut packed)?;
        let size = FRAME.min(self.bytes(section) - number * FRAME);
        Ok(self.unpack(&packed, size)?[place % FRAME])
    }

    fn bytes(&self, section: usize) -> usize {
        self.header.encoding.bytes(self.header.sections[section].slots as usize)
    }

    fn unpack(&self, packed: &[u8], size: usize) -> Result<Vec<u8>, FileError> {
        match zstd::bulk::decompress(packed, size) {
            Ok(frame) if frame.len() == size => Ok(frame),
            _ => Err(self.damaged("a frame cannot be unpacked")),
        }
    }

    /// The bytes of a section as they are, checked.
    fn packed(&self, section: usize) -> Result<Vec<u8>, FileError> {
        let described = &self.header.sections[section];
        let mut packed = vec![0; (described.packed + described.frames * 4) as usize];
        self.read_at(described.offset, &mut packed)?;
        let mut checksum = Xxh3::new();
        checksum.update(&packed);
        if hex(checksum.digest()) != described.checksum {
            return Err(self.damaged(&format!("section {} does not match its checksum", described.name)));
        }
        Ok(packed)
    }

    fn read_at(&self, place: u64, bytes: &mut [u8]) -> Result<(), FileError> {
        #[cfg(unix)]
        let read = std::os::unix::fs::FileExt::read_exact_at(&self.file, bytes, place);
        #[cfg(not(unix))]
        let read = File::open(&self.path).and_then(|mut file| {
            file.seek(SeekFrom::Start(place))?;
            file.read_exact(bytes)
        });
        read.map_err(|error| FileError::Io { path: self.name(), error })
    }

    fn damaged(&self, what: &str) -> FileError {
        FileError::Damaged { path: self.name(), what: what.into() }
    }
}

/// Where each frame of a section begins and ends.
fn frame_places(section: &Section, packed: &[u8]) -> Option<Vec<(usize, usize)>> {
    let (frames, lengths) = packed.split_at_checked(section.packed as usize)?;
    let mut start = 0;
    let places: Vec<_> = lengths
        .chunks_exact(4)
        .map(|length| {
            let begin = start;
            start += u32::from_le_bytes([length[0], length[1], length[2], length[3]]) as usize;
            (begin, start)
        })
        .collect();
    (start == frames.len() && places.len() as u64 == section.frames).then_some(places)
}
