//! A file to write to, which takes the place of an old one only when it is complete.

use super::error::Error;
use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::Path;

/// Writes to a file beside `path`, and gives it that name when all is written. What stops half-way leaves the old file as it
/// was, and what was written so far in `PATH.part`.
pub fn to_file(path: &Path, write: impl FnOnce(&mut BufWriter<File>) -> Result<(), Error>) -> Result<(), Error> {
    let problem = |error: &std::io::Error| Error::file(path, error);
    // A device or a pipe is no place for a file to be moved to.
    if fs::metadata(path).is_ok_and(|data| !data.is_file()) {
        let mut out = BufWriter::new(File::create(path).map_err(|error| problem(&error))?);
        write(&mut out)?;
        return out.flush().map_err(|error| problem(&error));
    }
    let mut name = path.as_os_str().to_owned();
    name.push(".part");
    let part = Path::new(&name);
    let mut out = BufWriter::new(File::create(part).map_err(|error| problem(&error))?);
    write(&mut out)?;
    out.flush().and_then(|()| fs::rename(part, path)).map_err(|error| problem(&error))
}
