//! The file of games, and files that must not be each other.

use crate::cli::error::Error;
use crate::engine::any_game::any_game;
use crate::games::catalog::Variant;
use crate::tools::pdn;
use crate::tools::tournament::games::{self, Identity};
use crate::tools::tournament::log::GameLine;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Refuses one file for two purposes.
pub fn must_differ(files: &[(&str, Option<&Path>)]) -> Result<(), Error> {
    let mut seen: Vec<(&str, PathBuf)> = Vec::new();
    for (argument, path) in files {
        let Some(path) = path else { continue };
        let place = place(path);
        if let Some((other, _)) = seen.iter().find(|(_, other)| *other == place) {
            return Err(Error::Usage(format!("{other} and {argument} name the same file, {}", path.display())));
        }
        seen.push((argument, place));
    }
    Ok(())
}

/// Where a file is, or would be, whatever way leads there.
fn place(path: &Path) -> PathBuf {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let new = || Some(folder.canonicalize().ok()?.join(path.file_name()?));
    path.canonicalize().ok().or_else(new).unwrap_or_else(|| path.to_path_buf())
}

/// A file that games are added to, or none.
pub struct GamesFile {
    file: Option<(PathBuf, File)>,
    variant: Variant,
    usual_fen: String,
}

impl GamesFile {
    /// Opens the file. When a match goes on, the file is made again from the log, since a game may have been cut off;
    /// but only if it held games of the match and nothing else.
    pub fn open(
        path: Option<&Path>,
        variant: &Variant,
        before: &[GameLine],
        known: &impl Fn(usize) -> Option<Identity>,
    ) -> Result<GamesFile, Error> {
        let mut games = GamesFile { file: None, variant: variant.clone(), usual_fen: any_game(variant).fen() };
        let Some(path) = path else { return Ok(games) };
        let wrong = |error: io::Error| failed(path, &error);
        let text = match fs::read(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
            read => read.map_err(wrong)?,
        };
        if before.is_empty() && !text.is_empty() {
            return Err(Error::Usage(format!("game file {} is there already", path.display())));
        }
        if !games::are_of_match(&String::from_utf8_lossy(&text), known) {
            let path = path.display();
            return Err(Error::Usage(format!("game file {path} is there already, and not all in it is of this match")));
        }
        if !before.is_empty() {
            // A name that nobody else has.
            let mut name = path.as_os_str().to_owned();
            name.push(format!(".{}.new", std::process::id()));
            let new = PathBuf::from(name);
            games.file = Some((new.clone(), File::create_new(&new).map_err(wrong)?));
            before.iter().try_for_each(|line| games.add(line))?;
            fs::rename(&new, path).map_err(wrong)?;
        }
        let file = OpenOptions::new().create(true).append(true).open(path).map_err(wrong)?;
        games.file = Some((path.to_path_buf(), file));
        Ok(games)
    }

    /// Adds a game.
    pub fn add(&mut self, line: &GameLine) -> Result<(), Error> {
        let Some((path, file)) = &mut self.file else { return Ok(()) };
        let mut text = Vec::new();
        let game = games::game(line, &self.variant, &self.usual_fen);
        let written = pdn::write(&game, &mut text).and_then(|()| file.write_all(&text)).and_then(|()| file.flush());
        written.map_err(|error| failed(path, &error))
    }
}

fn failed(path: &Path, error: &io::Error) -> Error {
    Error::Failed(format!("game file {}: {error}", path.display()))
}
