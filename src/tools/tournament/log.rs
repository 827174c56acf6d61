//! The log of a match as JSON Lines: its settings first, then a line for each finished game.
//!
//! The log is the whole state of a match. An interrupted match resumes from it, and the PDN file can be rebuilt from it.

use super::engine::EngineMove;
use super::game::GameOutcome;
use super::schedule::Fixture;
use super::spec::EngineSpec;
use super::time_control::GameClock;
use crate::games::Side;
use crate::search::Score;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use thiserror::Error;

/// The version of the log format.
pub const SCHEMA: u32 = 1;

/// The settings of a match: everything that decides which games are played and how.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MatchHeader {
    /// The version of the format.
    pub millstone_match: u32,
    /// The canonical name of the variant.
    pub variant: String,
    /// The engines.
    pub engines: Vec<EngineHeader>,
    /// `round-robin` or `gauntlet`.
    pub format: String,
    /// Games per pairing. A resumed match may have more.
    pub games: usize,
    /// The number of openings.
    pub openings: usize,
    /// A checksum of the openings in their order.
    pub openings_sum: String,
    /// The order of the openings.
    pub order: String,
    /// How far an engine may exceed its time, in milliseconds.
    pub margin: u64,
    /// The time limit for a move without a clock, in milliseconds.
    pub move_limit: u64,
    /// The adjudication rules.
    pub adjudication: Vec<String>,
    /// The SPRT that ends the match.
    pub sprt: Option<String>,
}

/// The settings of an engine.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct EngineHeader {
    /// Its name.
    pub name: String,
    /// Program and arguments.
    pub command: Vec<String>,
    /// Its working directory.
    pub dir: Option<String>,
    /// Its dialect.
    pub dialect: String,
    /// The options to set.
    pub options: Vec<(String, String)>,
    /// Its search limits.
    pub control: String,
    /// Its own margin in milliseconds, if it has one.
    pub margin: Option<u64>,
}

impl From<&EngineSpec> for EngineHeader {
    fn from(spec: &EngineSpec) -> EngineHeader {
        EngineHeader {
            name: spec.name.clone(),
            command: spec.command.clone(),
            dir: spec.dir.as_ref().map(|dir| dir.to_string_lossy().into_owned()),
            dialect: spec.dialect.word().into(),
            options: spec.options.clone(),
            control: spec.limits.to_string(),
            margin: spec.margin.map(|margin| margin.as_millis() as u64),
        }
    }
}

/// A move of a logged game.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct LoggedMove {
    /// The move.
    #[serde(rename = "move")]
    pub text: String,
    /// Whether it is an opening move.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub book: bool,
    /// The engine's score in centipawns.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cp: Option<i32>,
    /// The engine's score as mate in this many moves.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mate: Option<i32>,
    /// The depth the engine reported.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// The time used, in milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ms: Option<f64>,
    /// The clock after the move, in milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<f64>,
}

impl LoggedMove {
    /// An opening move.
    pub fn book(text: String) -> LoggedMove {
        LoggedMove { text, book: true, ..LoggedMove::default() }
    }

    /// An engine's move.
    pub fn played(text: String, chosen: &EngineMove, clock: Option<&GameClock>) -> LoggedMove {
        let (cp, mate) = match chosen.score {
            Some(Score::Cp(cp)) => (Some(cp), None),
            Some(Score::Mate(moves)) => (None, Some(moves)),
            None => (None, None),
        };
        // Microseconds are precise enough.
        let ms = |time: std::time::Duration| time.as_micros() as f64 / 1000.0;
        let (ms, clock) = (Some(ms(chosen.time)), clock.map(|clock| ms(clock.left())));
        LoggedMove { text, book: false, cp, mate, depth: chosen.depth, ms, clock }
    }
}

/// A finished game of the log.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LoggedGame {
    /// Its number in the schedule, from 1.
    pub game: usize,
    /// Its round, from 1.
    pub round: usize,
    /// The date on which it ended, `YYYY.MM.DD` in UTC.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub date: String,
    /// The number of the opening in its file, from 1.
    pub opening: usize,
    /// The engine that played White.
    pub white: String,
    /// The engine that played Black.
    pub black: String,
    /// `1-0`, `0-1` or `1/2-1/2`.
    pub result: String,
    /// Why it ended.
    pub reason: String,
    /// The engine that forfeited the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<String>,
    /// The last line that this engine wrote to stderr.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stderr: Option<String>,
    /// The start position.
    pub fen: String,
    /// The moves, opening moves included.
    pub plies: Vec<LoggedMove>,
}

impl LoggedGame {
    /// The log entry of a game.
    pub fn new(fixture: &Fixture, names: [&str; 2], outcome: GameOutcome, stderr: Option<String>) -> LoggedGame {
        let [white, black] = names.map(str::to_string);
        let result = match outcome.winner {
            Some(Side::White) => "1-0",
            Some(Side::Black) => "0-1",
            None => "1/2-1/2",
        };
        let fault = outcome.fault.map(|side| if side == Side::White { white.clone() } else { black.clone() });
        LoggedGame {
            game: fixture.number,
            round: fixture.round + 1,
            date: super::date::today(),
            opening: fixture.opening + 1,
            white,
            black,
            result: result.into(),
            reason: outcome.reason,
            fault,
            stderr: stderr.filter(|text| !text.is_empty()),
            fen: outcome.fen,
            plies: outcome.moves,
        }
    }

    /// The winner; `None` for a draw.
    pub fn winner(&self) -> Option<Side> {
        match self.result.as_str() {
            "1-0" => Some(Side::White),
            "0-1" => Some(Side::Black),
            _ => None,
        }
    }
}

/// A log that cannot be used.
#[derive(Debug, Error)]
pub enum MatchLogError {
    /// It cannot be read or written.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// Another match has locked it.
    #[error("another match is writing it")]
    Locked,
    /// A file of another kind.
    #[error("it is not the log of a match: {0}")]
    NotALog(String),
    /// A line that cannot be parsed.
    #[error("line {line}: {problem}")]
    Line {
        /// The line, from 1.
        line: usize,
        /// What is wrong.
        problem: String,
    },
    /// The log of a match with other settings.
    #[error("it is the log of another match: {key} is {logged} in the log, and {given} was given")]
    OtherMatch {
        /// The setting that differs.
        key: String,
        /// Its value in the log.
        logged: String,
        /// Its value now.
        given: String,
    },
}

/// A log that is open for writing, and locked against other matches.
#[derive(Debug)]
pub struct MatchLog {
    path: PathBuf,
    file: File,
    /// How many bytes at its start are whole lines of this match.
    valid: usize,
    /// How many bytes there are.
    length: usize,
}

impl MatchLog {
    /// Opens a log, and returns the games in it and whether its last line is truncated. Nothing is written before
    /// [`MatchLog::begin`], so a file that is not a log, or the log of another match, is not changed. A log without games
    /// counts as empty, whatever its settings.
    pub fn open(path: &Path, header: &MatchHeader) -> Result<(MatchLog, Vec<LoggedGame>, bool), MatchLogError> {
        let mut file = OpenOptions::new().read(true).append(true).create(true).open(path)?;
        if !file.metadata()?.is_file() {
            return Err(MatchLogError::NotALog("not a regular file".into()));
        }
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(MatchLogError::Locked),
            // Some file systems have no locks; go on without one.
            Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => {}
            Err(TryLockError::Error(error)) => return Err(error.into()),
        }
        let mut text = Vec::new();
        file.read_to_end(&mut text)?;
        // A last line without a newline was being written when the match ended.
        let whole = text.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
        let (lines, rest) = text.split_at(whole);
        if lines.is_empty() && !line(header)?.as_bytes().starts_with(rest) {
            return Err(MatchLogError::NotALog("its only line has no newline".into()));
        }
        let games = read(&String::from_utf8_lossy(lines), header)?;
        let valid = if games.is_empty() { 0 } else { whole };
        let log = MatchLog { path: path.to_path_buf(), file, valid, length: text.len() };
        Ok((log, games, !rest.is_empty()))
    }

    /// Removes a truncated last line, and writes the settings if the log has none.
    pub fn begin(&mut self, header: &MatchHeader) -> Result<(), MatchLogError> {
        if self.valid < self.length {
            // Not every system can truncate a file that is open for appending.
            OpenOptions::new().write(true).open(&self.path)?.set_len(self.valid as u64)?;
            self.length = self.valid;
        }
        if self.valid == 0 { self.write(header) } else { Ok(()) }
    }

    /// Appends a finished game.
    pub fn add(&mut self, game: &LoggedGame) -> Result<(), MatchLogError> {
        self.write(game)
    }

    fn write(&mut self, value: &impl Serialize) -> Result<(), MatchLogError> {
        // One write, so that a line is complete or missing.
        self.file.write_all(line(value)?.as_bytes())?;
        Ok(self.file.flush()?)
    }
}

/// A value as a line of the log.
fn line(value: &impl Serialize) -> Result<String, MatchLogError> {
    let mut text = serde_json::to_string(value).map_err(io::Error::from)?;
    text.push('\n');
    Ok(text)
}

/// The games of a log, if its settings agree with `header`.
fn read(text: &str, header: &MatchHeader) -> Result<Vec<LoggedGame>, MatchLogError> {
    let mut lines = text.lines().enumerate().map(|(at, line)| (at + 1, line));
    let Some((_, first)) = lines.next() else { return Ok(Vec::new()) };
    let logged: MatchHeader =
        serde_json::from_str(first).map_err(|error| MatchLogError::NotALog(format!("line 1: {error}")))?;
    let mut lines = lines.filter(|(_, line)| !line.is_empty()).peekable();
    if lines.peek().is_some() || logged.millstone_match != SCHEMA {
        check_settings(&logged, header)?;
    }
    let (mut games, mut numbers): (Vec<LoggedGame>, _) = (Vec::new(), BTreeSet::new());
    for (line, text) in lines {
        let wrong = |problem| MatchLogError::Line { line, problem };
        let game: LoggedGame = serde_json::from_str(text).map_err(|error| wrong(error.to_string()))?;
        if !numbers.insert(game.game) {
            return Err(wrong(format!("duplicate game {}", game.game)));
        }
        games.push(game);
    }
    Ok(games)
}

/// Checks that a match may resume: only the number of games may differ.
fn check_settings(logged: &MatchHeader, given: &MatchHeader) -> Result<(), MatchLogError> {
    let value =
        |header: &MatchHeader| serde_json::to_value(MatchHeader { games: 0, ..header.clone() }).unwrap_or_default();
    let (Value::Object(logged), Value::Object(given)) = (value(logged), value(given)) else { return Ok(()) };
    match logged.iter().find(|(key, value)| given.get(*key) != Some(value)) {
        None => Ok(()),
        Some((key, value)) => Err(MatchLogError::OtherMatch {
            key: key.clone(),
            logged: value.to_string(),
            given: given.get(key).map(Value::to_string).unwrap_or_default(),
        }),
    }
}
