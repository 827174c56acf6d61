//! Files that are replaced as a whole or not at all.

use std::fs;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use tempfile::{Builder, NamedTempFile};

/// A new file that gets its name when it is complete. Until then it is `NAME.….part` in the same folder, a name that no
/// other process uses. It is removed if it is dropped before.
pub(crate) struct AtomicFile {
    part: BufWriter<NamedTempFile>,
    target: PathBuf,
}

impl AtomicFile {
    /// Begins a file. If `path` is a symbolic link, the file that it points to will be replaced, and keeps its
    /// permissions.
    pub fn create(path: &Path) -> io::Result<AtomicFile> {
        let target = resolve(path);
        let folder = target.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let mut prefix = target.file_name().unwrap_or_default().to_owned();
        prefix.push(".");
        let mut builder = Builder::new();
        builder.prefix(&prefix).suffix(".part");
        // By default only the owner may read a temporary file.
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        let part = builder.tempfile_in(folder)?;
        if let Ok(old) = fs::metadata(&target) {
            part.as_file().set_permissions(old.permissions())?;
        }
        Ok(AtomicFile { part: BufWriter::new(part), target })
    }

    /// Gives the file its name, whether there is such a file or not.
    pub fn replace(self) -> io::Result<()> {
        let (part, target) = self.complete()?;
        part.persist(target).map(drop).map_err(|error| error.error)
    }

    /// Gives the file its name if there is no such file; else the file keeps its temporary name, which is returned.
    #[cfg(feature = "program")]
    pub fn publish(self) -> io::Result<Option<PathBuf>> {
        let (part, target) = self.complete()?;
        match part.persist_noclobber(target) {
            Ok(_) => Ok(None),
            Err(error) if error.error.kind() == io::ErrorKind::AlreadyExists => Ok(Some(error.file.keep()?.1)),
            Err(error) => Err(error.error),
        }
    }

    fn complete(self) -> io::Result<(NamedTempFile, PathBuf)> {
        let part = self.part.into_inner().map_err(io::IntoInnerError::into_error)?;
        part.as_file().sync_all()?;
        Ok((part, self.target))
    }
}

impl Write for AtomicFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.part.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.part.flush()
    }
}

/// Follows symbolic links, even to a file that does not exist.
fn resolve(path: &Path) -> PathBuf {
    /// As many as Linux follows.
    const LINKS: usize = 40;
    let mut path = path.to_path_buf();
    for _ in 0..LINKS {
        let Ok(link) = fs::read_link(&path) else { break };
        path = path.parent().unwrap_or(Path::new("")).join(link);
    }
    path
}
