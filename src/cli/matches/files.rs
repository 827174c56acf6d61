//! The file of games.

use crate::catalog::Variant;
use crate::cli::error::Error;
use crate::pdn;
use crate::seat::seat;
use crate::tournament::games;
use crate::tournament::log::GameLine;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Refuses a file that holds something already.
pub fn must_be_new(path: Option<&Path>) -> Result<(), Error> {
    match path.filter(|path| fs::metadata(path).is_ok_and(|metadata| metadata.len() > 0)) {
        Some(path) => Err(Error::Usage(format!("game file {} is there already", path.display()))),
        None => Ok(()),
    }
}

/// A file that games are added to, or none.
pub struct GamesFile {
    file: Option<(PathBuf, File)>,
    variant: Variant,
    usual_fen: String,
}

impl GamesFile {
    /// Opens the file. When a match goes on, the file is made again from the log: a game may have been cut off.
    pub fn open(path: Option<&Path>, variant: &Variant, resume: bool, before: &[GameLine]) -> Result<GamesFile, Error> {
        let mut games = GamesFile { file: None, variant: variant.clone(), usual_fen: seat(variant).fen() };
        let Some(path) = path else { return Ok(games) };
        let wrong = |error: io::Error| failed(path, &error);
        if resume {
            let mut name = path.as_os_str().to_owned();
            name.push(".new");
            let new = PathBuf::from(name);
            games.file = Some((new.clone(), File::create(&new).map_err(wrong)?));
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
