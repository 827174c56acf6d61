//! The log of a match: a line of JSON with its settings, then a line for each finished game.
//!
//! The log is all the state there is. A match that was broken off goes on from it, and every file of games can be
//! made from it again.

use super::control::Clock;
use super::game::Played;
use super::player::Answer;
use super::schedule::Fixture;
use super::spec::EngineSpec;
use crate::games::Side;
use crate::search::Score;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use thiserror::Error;

/// The version of the log's form.
pub const SCHEMA: u32 = 1;

/// The settings of a match: all that decides which games are played and how.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Header {
    /// The version of the form.
    pub millstone_match: u32,
    /// The game.
    pub variant: String,
    /// The engines.
    pub engines: Vec<EngineHeader>,
    /// Who meets.
    pub format: String,
    /// How many games each pairing plays; a match may be made longer.
    pub games: usize,
    /// How many openings there are.
    pub openings: usize,
    /// A sum over all openings in their order.
    pub openings_sum: String,
    /// Their order.
    pub order: String,
    /// By how much an engine may be late, in milliseconds.
    pub margin: u64,
    /// How long an engine without a clock may think, in milliseconds.
    pub move_limit: u64,
    /// When games are ended early.
    pub adjudication: Vec<String>,
    /// The test that ends the match.
    pub sprt: Option<String>,
}

/// The settings of an engine.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct EngineHeader {
    /// Its name.
    pub name: String,
    /// Program and arguments.
    pub command: Vec<String>,
    /// Its folder.
    pub dir: Option<String>,
    /// Its dialect.
    pub dialect: String,
    /// What is set.
    pub options: Vec<(String, String)>,
    /// How long it may think.
    pub control: String,
    /// By how much it may be late, in milliseconds, if that is its own.
    pub margin: Option<u64>,
}

impl From<&EngineSpec> for EngineHeader {
    fn from(spec: &EngineSpec) -> EngineHeader {
        EngineHeader {
            name: spec.name.clone(),
            command: spec.command.clone(),
            dir: spec.folder.as_ref().map(|folder| folder.to_string_lossy().into_owned()),
            dialect: spec.dialect.word().into(),
            options: spec.options.clone(),
            control: spec.control.to_string(),
            margin: spec.margin.map(|margin| margin.as_millis() as u64),
        }
    }
}

/// A move of a game.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Ply {
    /// The move.
    #[serde(rename = "move")]
    pub text: String,
    /// Whether it belongs to the opening.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub book: bool,
    /// The engine's score, in hundredths of a man.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cp: Option<i32>,
    /// The engine's score, as a win in so many moves.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mate: Option<i32>,
    /// The depth.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// The time used, in milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ms: Option<f64>,
    /// What the clock shows after it, in milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<f64>,
}

impl Ply {
    /// A move of an opening.
    pub fn book(text: String) -> Ply {
        Ply { text, book: true, ..Ply::default() }
    }

    /// A move of an engine.
    pub fn played(text: String, answer: &Answer, clock: Option<&Clock>) -> Ply {
        let (cp, mate) = match answer.score {
            Some(Score::Cp(cp)) => (Some(cp), None),
            Some(Score::Mate(moves)) => (None, Some(moves)),
            None => (None, None),
        };
        // Thousandths of a millisecond are more than anybody needs.
        let ms = |time: std::time::Duration| time.as_micros() as f64 / 1000.0;
        let (ms, clock) = (Some(ms(answer.time)), clock.map(|clock| ms(clock.left())));
        Ply { text, book: false, cp, mate, depth: answer.depth, ms, clock }
    }
}

/// A finished game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameLine {
    /// Its number in the schedule, from 1.
    pub game: usize,
    /// Its round, from 1.
    pub round: usize,
    /// The day on which it ended, `YYYY.MM.DD` in UTC.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub date: String,
    /// The opening, by its place in the file, from 1.
    pub opening: usize,
    /// Who played White.
    pub white: String,
    /// Who played Black.
    pub black: String,
    /// `1-0`, `0-1` or `1/2-1/2`, White's points first.
    pub result: String,
    /// Why it ended.
    pub reason: String,
    /// The engine that lost it by a fault.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<String>,
    /// The last that engine said on stderr.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stderr: Option<String>,
    /// The first position.
    pub fen: String,
    /// The moves.
    pub plies: Vec<Ply>,
}

impl GameLine {
    /// The line of a game.
    pub fn new(fixture: &Fixture, names: [&str; 2], played: Played, stderr: Option<String>) -> GameLine {
        let [white, black] = names.map(str::to_string);
        let result = match played.winner {
            Some(Side::White) => "1-0",
            Some(Side::Black) => "0-1",
            None => "1/2-1/2",
        };
        let fault = played.fault.map(|side| if side == Side::White { white.clone() } else { black.clone() });
        GameLine {
            game: fixture.number,
            round: fixture.round + 1,
            date: super::day::today(),
            opening: fixture.opening + 1,
            white,
            black,
            result: result.into(),
            reason: played.reason,
            fault,
            stderr: stderr.filter(|text| !text.is_empty()),
            fen: played.fen,
            plies: played.plies,
        }
    }

    /// Who won; `None` for a draw.
    pub fn winner(&self) -> Option<Side> {
        match self.result.as_str() {
            "1-0" => Some(Side::White),
            "0-1" => Some(Side::Black),
            _ => None,
        }
    }
}

/// What can be wrong with a log.
#[derive(Debug, Error)]
pub enum LogError {
    /// It cannot be read or written.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// Another match writes it.
    #[error("another match is writing it")]
    Busy,
    /// A file of another kind.
    #[error("it is not the log of a match: {0}")]
    Foreign(String),
    /// A line that is not what it should be.
    #[error("line {line}: {problem}")]
    Line {
        /// The line, from 1.
        line: usize,
        /// What is wrong.
        problem: String,
    },
    /// The log of another match.
    #[error("it is the log of another match: {key} was {was} and is {is} now")]
    Differs {
        /// What differs.
        key: String,
        /// What the log says.
        was: String,
        /// What was asked for.
        is: String,
    },
}

/// A log that is open for writing, and locked so that no other match writes it.
#[derive(Debug)]
pub struct Log {
    path: PathBuf,
    file: File,
    /// How much of the file is good.
    good: usize,
    /// How much there is.
    length: usize,
}

impl Log {
    /// Opens a log: the games in it, and whether its last line is torn. Nothing is written before [`Log::begin`], so
    /// that a file which is no log, or that of another match, stays as it is. A log without a game, whatever its
    /// settings, counts as empty: its match never came off.
    pub fn open(path: &Path, header: &Header) -> Result<(Log, Vec<GameLine>, bool), LogError> {
        let mut file = OpenOptions::new().read(true).append(true).create(true).open(path)?;
        if !file.metadata()?.is_file() {
            return Err(LogError::Foreign("it is no plain file".into()));
        }
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(LogError::Busy),
            // Some file systems have no locks, and a match without one is better than none.
            Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => {}
            Err(TryLockError::Error(error)) => return Err(error.into()),
        }
        let mut text = Vec::new();
        file.read_to_end(&mut text)?;
        // What comes after the last end of a line was being written when the match ended.
        let whole = text.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
        let (lines, rest) = text.split_at(whole);
        if lines.is_empty() && !line(header)?.as_bytes().starts_with(rest) {
            return Err(LogError::Foreign("its only line has no end".into()));
        }
        let games = read(&String::from_utf8_lossy(lines), header)?;
        let good = if games.is_empty() { 0 } else { whole };
        let log = Log { path: path.to_path_buf(), file, good, length: text.len() };
        Ok((log, games, !rest.is_empty()))
    }

    /// Cuts off what is torn, and writes the settings if there are none yet.
    pub fn begin(&mut self, header: &Header) -> Result<(), LogError> {
        if self.good < self.length {
            // A file that is only added to cannot be cut everywhere.
            OpenOptions::new().write(true).open(&self.path)?.set_len(self.good as u64)?;
            self.length = self.good;
        }
        if self.good == 0 { self.write(header) } else { Ok(()) }
    }

    /// Writes the line of a game.
    pub fn game(&mut self, game: &GameLine) -> Result<(), LogError> {
        self.write(game)
    }

    fn write(&mut self, value: &impl Serialize) -> Result<(), LogError> {
        // One write, so that a line is there or is not.
        self.file.write_all(line(value)?.as_bytes())?;
        Ok(self.file.flush()?)
    }
}

/// A line of a log.
fn line(value: &impl Serialize) -> Result<String, LogError> {
    let mut text = serde_json::to_string(value).map_err(io::Error::from)?;
    text.push('\n');
    Ok(text)
}

/// The games of a log, if it is that of a match with these settings.
fn read(text: &str, header: &Header) -> Result<Vec<GameLine>, LogError> {
    let mut lines = text.lines().enumerate().map(|(at, line)| (at + 1, line));
    let Some((_, first)) = lines.next() else { return Ok(Vec::new()) };
    let was: Header = serde_json::from_str(first).map_err(|error| LogError::Foreign(format!("line 1: {error}")))?;
    let mut lines = lines.filter(|(_, line)| !line.is_empty()).peekable();
    if lines.peek().is_some() || was.millstone_match != SCHEMA {
        agree(&was, header)?;
    }
    let (mut games, mut numbers): (Vec<GameLine>, _) = (Vec::new(), BTreeSet::new());
    for (line, text) in lines {
        let wrong = |problem| LogError::Line { line, problem };
        let game: GameLine = serde_json::from_str(text).map_err(|error| wrong(error.to_string()))?;
        if !numbers.insert(game.game) {
            return Err(wrong(format!("game {} is there twice", game.game)));
        }
        games.push(game);
    }
    Ok(games)
}

/// Whether a match can go on with other settings: only the number of games may differ.
fn agree(was: &Header, is: &Header) -> Result<(), LogError> {
    let value = |header: &Header| serde_json::to_value(Header { games: 0, ..header.clone() }).unwrap_or_default();
    let (Value::Object(was), Value::Object(is)) = (value(was), value(is)) else { return Ok(()) };
    match was.iter().find(|(key, value)| is.get(*key) != Some(value)) {
        None => Ok(()),
        Some((key, value)) => Err(LogError::Differs {
            key: key.clone(),
            was: value.to_string(),
            is: is.get(key).map(Value::to_string).unwrap_or_default(),
        }),
    }
}
