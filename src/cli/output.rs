//! Output files that replace an old file only when they are complete.

use super::error::CliError;
use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::Path;

/// Writes to `PATH.part` and renames it to `path` at the end. After an interruption the old file is unchanged and the part
/// file remains.
pub fn to_file(path: &Path, write: impl FnOnce(&mut BufWriter<File>) -> Result<(), CliError>) -> Result<(), CliError> {
    let problem = |error: &std::io::Error| CliError::file(path, error);
    // A device or a pipe cannot be replaced.
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
