//! Writing a table file, so that it is there completely or not at all.

use super::{FRAME, FileError, MAGIC, PREFIX, Section, TableHeader, VERSION, hex};
use rayon::prelude::*;
use std::fs::{self, File};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use xxhash_rust::xxh3::{Xxh3, xxh3_64};

/// Frames packed at one time.
const BATCH: usize = 256;
/// How hard zstd tries: beyond this, files shrink by a few percent and take several times as long.
const EFFORT: i32 = 7;

/// A table to be written: what is known of it, and its bytes in the file's encoding, piece by piece.
pub struct TableDraft<'a> {
    /// The name, the slots and the counts.
    pub section: Section,
    /// Unpacked bytes in all.
    pub bytes: usize,
    /// Fills a frame, given the place of its first byte.
    pub fill: &'a (dyn Fn(usize, &mut [u8]) + Sync),
}

/// Writes a file; returns its identity.
pub fn write(path: &Path, mut header: TableHeader, drafts: &[TableDraft]) -> Result<String, FileError> {
    let temporary = path.with_extension(format!("{}.part", header.encoding.extension()));
    let written = write_all(&temporary, &mut header, drafts).and_then(|identity| {
        fs::rename(&temporary, path)?;
        sync_folder(path)?;
        Ok(identity)
    });
    written.map_err(|error| {
        // The error that matters is the first one.
        let _ = fs::remove_file(&temporary);
        FileError::Io { path: path.display().to_string(), error }
    })
}

fn write_all(path: &PathBuf, header: &mut TableHeader, drafts: &[TableDraft]) -> io::Result<String> {
    // What a build left that was killed, or a link to somewhere else.
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    let mut file = File::create_new(path)?;
    file.write_all(&[0; PREFIX as usize])?;
    header.sections.clear();
    let mut offset = PREFIX;
    for draft in drafts {
        let section = write_section(&mut file, draft, offset)?;
        offset += section.packed + section.frames * 4;
        header.sections.push(section);
    }
    let text = serde_json::to_vec(header)?;
    let identity = xxh3_64(&text);
    file.write_all(&text)?;
    let mut prefix = Vec::with_capacity(PREFIX as usize);
    prefix.extend(MAGIC);
    prefix.extend(VERSION.to_le_bytes());
    prefix.extend((text.len() as u32).to_le_bytes());
    prefix.extend(offset.to_le_bytes());
    prefix.extend(identity.to_le_bytes());
    prefix.extend(xxh3_64(&prefix).to_le_bytes());
    file.seek(SeekFrom::Start(0))?;
    file.write_all(&prefix)?;
    file.sync_all()?;
    Ok(hex(identity))
}

fn write_section(file: &mut File, draft: &TableDraft, offset: u64) -> io::Result<Section> {
    let starts: Vec<usize> = (0..draft.bytes).step_by(FRAME).collect();
    let (mut lengths, mut checksum, mut packed) = (Vec::with_capacity(starts.len() * 4), Xxh3::new(), 0);
    for batch in starts.chunks(BATCH) {
        let pack = |&start: &usize| {
            let mut frame = vec![0; FRAME.min(draft.bytes - start)];
            (draft.fill)(start, &mut frame);
            zstd::bulk::compress(&frame, EFFORT)
        };
        let frames: Vec<io::Result<Vec<u8>>> = batch.par_iter().map(pack).collect();
        for frame in frames {
            let frame = frame?;
            checksum.update(&frame);
            file.write_all(&frame)?;
            lengths.extend((frame.len() as u32).to_le_bytes());
            packed += frame.len() as u64;
        }
    }
    checksum.update(&lengths);
    file.write_all(&lengths)?;
    let checksum = hex(checksum.digest());
    Ok(Section { offset, packed, frames: starts.len() as u64, checksum, ..draft.section.clone() })
}

/// Makes a rename last.
fn sync_folder(path: &Path) -> io::Result<()> {
    #[cfg(unix)]
    if let Some(folder) = path.parent() {
        File::open(folder)?.sync_all()?;
    }
    Ok(())
}
