//! Reading whole files of bounded size, and locks.

use std::fs::{self, File, TryLockError};
use std::io::{self, Read};
use std::path::Path;

/// The largest file of positions or moves (openings, books) that is read into memory, in bytes.
pub(crate) const MAX_TEXT: u64 = 64 << 20;

/// Opens a regular file. Anything else may never end, and opening a pipe waits for its writer.
pub(crate) fn open(path: &Path) -> io::Result<File> {
    if !fs::metadata(path)?.is_file() {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "not a regular file"));
    }
    File::open(path)
}

/// Reads a regular file of at most `limit` bytes.
pub(crate) fn read(path: &Path, limit: u64) -> io::Result<Vec<u8>> {
    let file = open(path)?;
    let too_large = || io::Error::new(io::ErrorKind::InvalidInput, format!("larger than {} MB", limit >> 20));
    if file.metadata()?.len() > limit {
        return Err(too_large());
    }
    let mut bytes = Vec::new();
    // The file may grow meanwhile.
    file.take(limit + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > limit { Err(too_large()) } else { Ok(bytes) }
}

/// Reads a regular file of positions or moves.
pub(crate) fn read_text(path: &Path) -> io::Result<String> {
    String::from_utf8(read(path, MAX_TEXT)?).map_err(|_| io::Error::new(io::ErrorKind::InvalidData, "not UTF-8"))
}

/// Locks a file or folder that only one process may write, until it is closed. `false` if another has it. Some file systems have no
/// locks; there every process gets it.
pub(crate) fn lock(file: &File) -> io::Result<bool> {
    match file.try_lock() {
        Ok(()) => Ok(true),
        Err(TryLockError::WouldBlock) => Ok(false),
        Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => Ok(true),
        Err(TryLockError::Error(error)) => Err(error),
    }
}
