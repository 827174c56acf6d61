//! Output files that replace an old file only when they are complete, and only on request.

use super::error::CliError;
use crate::util::atomic_file::AtomicFile;
use clap::{ArgGroup, Args};
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// Where a result goes.
#[derive(Debug, Args)]
#[command(group = ArgGroup::new("written").multiple(true))]
pub struct OutputArgs {
    /// Write to this file
    #[arg(long, short, value_name = "FILE", group = "written")]
    pub output: Option<PathBuf>,

    /// Overwrite the file if it exists
    #[arg(long, requires = "written")]
    pub force: bool,
}

impl OutputArgs {
    /// Lets `write` write to the file, or to `out` if there is none.
    pub fn write(
        &self,
        out: &mut impl Write,
        write: impl FnOnce(&mut dyn Write) -> Result<(), CliError>,
    ) -> Result<(), CliError> {
        match &self.output {
            None => write(out),
            Some(path) => to_file(path, self.force, write),
        }
    }
}

/// Lets `write` write a file, which has its name only when it is complete. With `force` it may replace another.
pub fn to_file(
    path: &Path,
    force: bool,
    write: impl FnOnce(&mut dyn Write) -> Result<(), CliError>,
) -> Result<(), CliError> {
    let problem = |error: io::Error| CliError::file(path, &error);
    // A device or a pipe cannot be replaced.
    if is_special(path) {
        let mut out = BufWriter::new(open_special(path).map_err(problem)?);
        write(&mut out)?;
        return out.flush().map_err(problem);
    }
    check_new(path, force)?;
    let mut file = AtomicFile::create(path).map_err(problem)?;
    write(&mut file)?;
    if force {
        return file.replace().map_err(problem);
    }
    match file.publish().map_err(problem)? {
        None => Ok(()),
        Some(kept) => {
            let (name, kept) = (path.display(), kept.display());
            Err(CliError::Failed(format!("file `{name}` was made meanwhile; the result is in `{kept}`")))
        }
    }
}

/// Refuses a file that exists, unless `force` is given.
pub fn check_new(path: &Path, force: bool) -> Result<(), CliError> {
    if force || is_special(path) || fs::symlink_metadata(path).is_err() {
        return Ok(());
    }
    Err(CliError::Usage(format!("file `{}` already exists; --force overwrites it", path.display())))
}

/// Opens a device or a pipe. Opening a pipe that nobody reads would wait for ever, and Ctrl-C would not end that.
fn open_special(path: &Path) -> io::Result<File> {
    #[cfg(unix)]
    let _reader_there = {
        use rustix::fs::OFlags;
        use std::os::unix::fs::OpenOptionsExt;
        let flags = OFlags::NONBLOCK.bits().cast_signed();
        File::options().write(true).custom_flags(flags).open(path).map_err(|error| match error.raw_os_error() {
            Some(code) if code == rustix::io::Errno::NXIO.raw_os_error() => io::Error::other("nobody reads this pipe"),
            _ => error,
        })?
    };
    File::create(path)
}

fn is_special(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|data| !data.is_file())
}
