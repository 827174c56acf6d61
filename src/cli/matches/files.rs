//! The PDN file of a match, and a check that its files differ.

use crate::cli::error::CliError;
use crate::engine::any_game::any_game;
use crate::games::catalog::Variant;
use crate::tools::pdn;
use crate::tools::tournament::log::LoggedGame;
use crate::tools::tournament::match_pdn::{self, GameIdentity};
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

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
    variant: Variant,
    start_fen: String,
}

impl PdnFile {
    /// Opens the file. When a match resumes, the file is rebuilt from the log, since its last game may be truncated; but
    /// only if it contained nothing else than games of this match.
    pub fn open(
        path: Option<&Path>,
        variant: &Variant,
        before: &[LoggedGame],
        known: &impl Fn(usize) -> Option<GameIdentity>,
    ) -> Result<PdnFile, CliError> {
        let mut pdn = PdnFile { file: None, variant: variant.clone(), start_fen: any_game(variant).fen() };
        let Some(path) = path else { return Ok(pdn) };
        let wrong = |error: io::Error| failed(path, &error);
        let text = match fs::read(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
            read => read.map_err(wrong)?,
        };
        if before.is_empty() && !text.is_empty() {
            return Err(CliError::Usage(format!("PDN file {} already exists", path.display())));
        }
        if !match_pdn::all_belong_to_match(&String::from_utf8_lossy(&text), known) {
            let path = path.display();
            return Err(CliError::Usage(format!("PDN file {path} already exists and contains games of other matches")));
        }
        if !before.is_empty() {
            // A name that no other process uses.
            let mut name = path.as_os_str().to_owned();
            name.push(format!(".{}.new", std::process::id()));
            let new = PathBuf::from(name);
            pdn.file = Some((new.clone(), File::create_new(&new).map_err(wrong)?));
            before.iter().try_for_each(|game| pdn.add(game))?;
            fs::rename(&new, path).map_err(wrong)?;
        }
        let file = OpenOptions::new().create(true).append(true).open(path).map_err(wrong)?;
        pdn.file = Some((path.to_path_buf(), file));
        Ok(pdn)
    }

    /// Appends a game.
    pub fn add(&mut self, game: &LoggedGame) -> Result<(), CliError> {
        let Some((path, file)) = &mut self.file else { return Ok(()) };
        let mut text = Vec::new();
        let game = match_pdn::to_pdn(game, &self.variant, &self.start_fen);
        let written = pdn::write(&game, &mut text).and_then(|()| file.write_all(&text)).and_then(|()| file.flush());
        written.map_err(|error| failed(path, &error))
    }
}

fn failed(path: &Path, error: &io::Error) -> CliError {
    CliError::Failed(format!("PDN file {}: {error}", path.display()))
}
