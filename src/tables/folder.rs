//! Where tables are kept, and what room there is.

use std::env;
use std::path::{Path, PathBuf};

/// The folder for tables where none is named: the platform's place for a program's data.
pub fn default_folder() -> Option<PathBuf> {
    let from = |name: &str| env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let data = if cfg!(windows) {
        from("LOCALAPPDATA")
    } else if cfg!(target_os = "macos") {
        from("HOME").map(|home| home.join("Library/Application Support"))
    } else {
        // The specification wants relative paths ignored.
        let data = from("XDG_DATA_HOME").filter(|path| path.is_absolute());
        data.or_else(|| from("HOME").map(|home| home.join(".local/share")))
    };
    data.map(|data| data.join("millstone").join("tables"))
}

/// The bytes of memory that can be used without swapping, where the system tells.
pub fn free_memory() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    line.split_whitespace().next()?.parse::<u64>().ok()?.checked_mul(1024)
}

/// The free bytes of the disk that holds a folder, where the system tells.
pub fn free_disk(folder: &Path) -> Option<u64> {
    #[cfg(unix)]
    {
        let there = folder.ancestors().find(|path| path.exists())?;
        let disk = rustix::fs::statvfs(there).ok()?;
        disk.f_bavail.checked_mul(disk.f_frsize)
    }
    #[cfg(not(unix))]
    {
        let _ = folder;
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_that_is_not_there_yet_has_the_room_of_its_parent() {
        let folder = env::temp_dir().join("no/such/folder");
        assert_eq!(free_disk(&folder).is_some(), cfg!(unix));
    }
}
