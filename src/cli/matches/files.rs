//! The PDN file of a match, and a check that its files differ.

use crate::cli::error::CliError;
use crate::cli::progress::count_bar;
use crate::tools::pdn;
use crate::tools::tournament::log::LoggedGame;
use crate::tools::tournament::match_pdn::{self, GameIdentity, MatchPdnFormat};
use crate::tools::tournament::process::StopFlag;
use crate::util::atomic_file::AtomicFile;
use crate::util::files;
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// The largest PDN file that a match resumes, in bytes; it is read into memory.
const MAX_PDN: u64 = 1 << 30;

/// Refuses the same file for two arguments.
pub fn check_distinct(files: &[(&str, Option<&Path>)]) -> Result<(), CliError> {
    let mut seen: Vec<(&str, PathBuf)> = Vec::new();
    for (argument, path) in files {
        let Some(path) = path else { continue };
        let resolved = resolve(path);
        if let Some((other, _)) = seen.iter().find(|(_, other)| *other == resolved) {
            return Err(CliError::Usage(format!("{other} and {argument} are the same file, {}", path.display())));
        }
        seen.push((argument, resolved));
    }
    Ok(())
}

/// The canonical path of a file that may not exist yet.
fn resolve(path: &Path) -> PathBuf {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let new = || Some(folder.canonicalize().ok()?.join(path.file_name()?));
    path.canonicalize().ok().or_else(new).unwrap_or_else(|| path.to_path_buf())
}

/// A file that games are appended to, or none.
pub struct PdnFile {
    file: Option<(PathBuf, File)>,
    format: MatchPdnFormat,
}

impl PdnFile {
    /// Opens the file. When a match resumes, the file is rebuilt from the log, since its last game may be truncated; but
    /// only if it contained nothing else than games of this match. `scheduled` gets the text of
    /// the file, and looks games up by their number. `stop` ends the rebuilding, and leaves the file as it was.
    pub fn open<'a>(
        path: Option<&Path>,
        format: &MatchPdnFormat,
        before: &[LoggedGame],
        scheduled: impl FnOnce(&str) -> Box<dyn Fn(usize) -> Option<GameIdentity> + 'a>,
        stop: &StopFlag,
    ) -> Result<PdnFile, CliError> {
        let format = format.clone();
        let Some(path) = path else { return Ok(PdnFile { file: None, format }) };
        let wrong = |error: io::Error| failed(path, &error);
        let text = match files::read(path, MAX_PDN) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
            read => read.map_err(wrong)?,
        };
        let exists = || CliError::Usage(format!("PDN file {} already exists", path.display()));
        if before.is_empty() && !text.is_empty() {
            return Err(exists());
        }
        let text = String::from_utf8_lossy(&text);
        if !match_pdn::all_belong_to_match(&text, &format.event, &scheduled(&text)) {
            let path = path.display();
            return Err(CliError::Usage(format!("PDN file {path} already exists and contains games of other matches")));
        }
        if !before.is_empty() {
            let mut new = AtomicFile::create(path).map_err(wrong)?;
            let bar = count_bar("games written again", before.len() as u64, false);
            for game in before {
                bar.inc(1);
                if stop.is_set() {
                    return Err(CliError::Interrupted);
                }
                pdn::write(&match_pdn::to_pdn(game, &format), &mut new).map_err(wrong)?;
            }
            new.replace().map_err(wrong)?;
            bar.finish_and_clear();
        }
        let file = OpenOptions::new().create(true).append(true).open(path).map_err(wrong)?;
        // The file of the log is locked too, in case this is a link to it. Windows would keep readers out.
        if cfg!(unix) && !files::lock(&file).map_err(wrong)? {
            return Err(CliError::Usage(format!("PDN file {}: another match is writing it", path.display())));
        }
        if before.is_empty() && file.metadata().map_err(wrong)?.len() > 0 {
            return Err(exists());
        }
        Ok(PdnFile { file: Some((path.to_path_buf(), file)), format })
    }

    /// Appends a game.
    pub fn add(&mut self, game: &LoggedGame) -> Result<(), CliError> {
        let Some((path, file)) = &mut self.file else { return Ok(()) };
        let mut text = Vec::new();
        let game = match_pdn::to_pdn(game, &self.format);
        let written = pdn::write(&game, &mut text).and_then(|()| file.write_all(&text)).and_then(|()| file.flush());
        written.map_err(|error| failed(path, &error))
    }
}

fn failed(path: &Path, error: &io::Error) -> CliError {
    let text = format!("PDN file {}: {error}", path.display());
    if error.kind() == io::ErrorKind::InvalidInput { CliError::Usage(text) } else { CliError::Failed(text) }
}
