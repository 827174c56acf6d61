//! The log of a match as JSON Lines: its settings first, then a line for each finished game.
//!
//! The log is the whole state of a match. An interrupted match resumes from it, and the PDN file can be rebuilt from it.

use super::decode::EngineInfo;
use super::engine::EngineMove;
use super::game::GameOutcome;
use super::schedule::Fixture;
use super::spec::EngineSpec;
use super::time_control::GameClock;
use crate::games::Side;
use crate::games::notation::clip;
use crate::search::Score;
use crate::util::files;
use crate::util::lines::{self, LineRead};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Write};
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
    /// In the order of the arguments.
    pub engines: Vec<EngineHeader>,
    /// `round-robin`, `gauntlet`, `swiss` or `knockout`, with what its games depend on.
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
    /// The share of the match that is played: `2/5`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub part: Option<String>,
}

/// The settings of an engine.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct EngineHeader {
    /// By which games and tables refer to it.
    pub name: String,
    /// Program and arguments.
    pub command: Vec<String>,
    /// Its working directory.
    pub dir: Option<String>,
    /// uci, ugi, hub or dxp.
    pub dialect: String,
    /// Where it listens, if it speaks DXP.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub address: Option<String>,
    /// The options to set.
    pub options: Vec<(String, String)>,
    /// Its search limits.
    pub control: String,
    /// Its own margin in milliseconds, if it has one.
    pub margin: Option<u64>,
    /// Whether it thinks on its opponent's time.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub ponder: bool,
    /// Whether it is restarted for every game.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub restart: bool,
}

impl From<&EngineSpec> for EngineHeader {
    fn from(spec: &EngineSpec) -> EngineHeader {
        EngineHeader {
            name: spec.name.clone(),
            command: spec.command.clone(),
            dir: spec.dir.as_ref().map(|dir| dir.to_string_lossy().into_owned()),
            dialect: spec.dialect.word().into(),
            address: spec.address.clone(),
            options: spec.options.clone(),
            control: spec.limits.to_string(),
            margin: spec.margin.map(|margin| margin.as_millis() as u64),
            ponder: spec.ponder,
            restart: spec.restart,
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
    /// Whether the side that made the move before made this one, too.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub again: bool,
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
    /// The nodes the engine reported.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// The nodes per second the engine reported.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nps: Option<u64>,
    /// The time the engine reported, in milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub engine_ms: Option<u64>,
    /// Whether the engine had searched this position while its opponent thought.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub ponder_hit: bool,
    /// The line the engine reported, if the match was to log it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pv: Vec<String>,
}

impl LoggedMove {
    /// An opening move.
    pub fn book(text: String) -> LoggedMove {
        LoggedMove { text, book: true, ..LoggedMove::default() }
    }

    /// An engine's move.
    pub fn played(text: String, chosen: &EngineMove, clock: Option<&GameClock>, log_pv: bool) -> LoggedMove {
        let EngineInfo { score, depth, nodes, nps, time, pv } = chosen.info.clone();
        let (cp, mate) = match score {
            Some(Score::Cp(cp)) => (Some(cp), None),
            Some(Score::Mate(moves)) => (None, Some(moves)),
            None => (None, None),
        };
        // Microseconds are precise enough.
        let ms = |time: std::time::Duration| time.as_micros() as f64 / 1000.0;
        let (ms, clock) = (Some(ms(chosen.time)), clock.map(|clock| ms(clock.left())));
        LoggedMove {
            text,
            cp,
            mate,
            depth,
            ms,
            clock,
            nodes,
            nps,
            engine_ms: time,
            ponder_hit: chosen.ponder_hit,
            pv: if log_pv { pv } else { Vec::new() },
            ..LoggedMove::default()
        }
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
    valid: u64,
    /// How many bytes there are.
    length: u64,
}

/// The longest line of a log, in bytes: that of a game with far more moves than any real one.
const MAX_LINE: usize = 64 << 20;

impl MatchLog {
    /// Opens a log, and returns the games in it and whether its last line is truncated. Nothing is written before
    /// [`MatchLog::begin`], so a file that is not a log, or the log of another match, is not changed. A log without games
    /// counts as empty, whatever its settings. `check` says what is wrong with a game that is not one of this match.
    pub fn open(
        path: &Path,
        header: &MatchHeader,
        check: &mut dyn FnMut(&LoggedGame) -> Result<(), String>,
    ) -> Result<(MatchLog, Vec<LoggedGame>, bool), MatchLogError> {
        let file = OpenOptions::new().read(true).append(true).create(true).open(path)?;
        if !file.metadata()?.is_file() {
            return Err(MatchLogError::NotALog("not a regular file".into()));
        }
        if !files::lock(&file)? {
            return Err(MatchLogError::Locked);
        }
        let LogContent { games, whole, rest, .. } =
            read(BufReader::new(&file), Some(header), &mut |_, game| check(game))?;
        let valid = if games.is_empty() { 0 } else { whole };
        let log = MatchLog { path: path.to_path_buf(), file, valid, length: whole + rest };
        Ok((log, games, rest > 0))
    }

    /// Removes a truncated last line, and writes the settings if the log has none.
    pub fn begin(&mut self, header: &MatchHeader) -> Result<(), MatchLogError> {
        if self.valid < self.length {
            // Not every system can truncate a file that is open for appending.
            OpenOptions::new().write(true).open(&self.path)?.set_len(self.valid)?;
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

/// The header and the games of a log, and what is left of a broken line.
#[derive(Debug)]
pub struct LogContent {
    /// The settings of the match; none in an empty log.
    pub header: Option<MatchHeader>,
    /// The finished games.
    pub games: Vec<LoggedGame>,
    /// The bytes of its whole lines.
    pub whole: u64,
    /// The bytes of a last line without a newline, which was being written when the match ended.
    pub rest: u64,
}

/// Reads a log line by line, if its settings agree with those `given`. `check` gets the settings of the log and each game,
/// and says what is wrong with a game that is not one of the match.
pub fn read(
    mut source: impl BufRead,
    given: Option<&MatchHeader>,
    check: &mut dyn FnMut(&MatchHeader, &LoggedGame) -> Result<(), String>,
) -> Result<LogContent, MatchLogError> {
    let mut content = LogContent { header: None, games: Vec::new(), whole: 0, rest: 0 };
    let (mut settings_checked, mut numbers) = (false, BTreeSet::new());
    let check_settings = |logged: &MatchHeader| given.map_or(Ok(()), |given| check_settings(logged, given));
    let mut bytes = Vec::new();
    for line in 1.. {
        let wrong = |problem: String| match line {
            1 => MatchLogError::NotALog(format!("line 1: {problem}")),
            _ => MatchLogError::Line { line, problem },
        };
        bytes.clear();
        match lines::read_up_to(MAX_LINE, &mut source, &mut bytes)? {
            LineRead::End => break,
            LineRead::TooLong => return Err(wrong(format!("longer than {} MB", MAX_LINE >> 20))),
            LineRead::Whole => {}
        }
        if bytes.last() != Some(&b'\n') {
            let expected = given.map(self::line).transpose()?.unwrap_or_default();
            if line == 1 && !expected.as_bytes().starts_with(&bytes) {
                return Err(MatchLogError::NotALog("its only line has no newline".into()));
            }
            content.rest = bytes.len() as u64;
            break;
        }
        content.whole += bytes.len() as u64;
        let text = bytes.trim_ascii_end();
        let Some(logged) = &content.header else {
            let first: MatchHeader = serde_json::from_slice(text).map_err(|error| wrong(error.to_string()))?;
            if first.millstone_match != SCHEMA {
                check_settings(&first)?;
                return Err(wrong(format!("millstone_match is {}, expected {SCHEMA}", first.millstone_match)));
            }
            content.header = Some(first);
            continue;
        };
        if text.is_empty() {
            continue;
        }
        if !settings_checked {
            check_settings(logged)?;
            settings_checked = true;
        }
        let game: LoggedGame = serde_json::from_slice(text).map_err(|error| wrong(error.to_string()))?;
        check_result(&game).and_then(|()| check(logged, &game)).map_err(wrong)?;
        if !numbers.insert(game.game) {
            return Err(wrong(format!("duplicate game {}", game.game)));
        }
        content.games.push(game);
    }
    Ok(content)
}

/// Checks that the result of a game is one, and that the engine at fault has lost.
fn check_result(game: &LoggedGame) -> Result<(), String> {
    let LoggedGame { game: number, white, black, result, fault, .. } = game;
    if !["1-0", "0-1", "1/2-1/2"].contains(&result.as_str()) {
        return Err(format!("game {number}: result `{}`, expected 1-0, 0-1 or 1/2-1/2", clip(result)));
    }
    let loser = game.winner().map(|winner| if winner == Side::White { black } else { white });
    match fault {
        Some(engine) if Some(engine) != loser => {
            Err(format!("game {number}: `{}` is at fault, but has not lost", clip(engine)))
        }
        _ => Ok(()),
    }
}

/// Checks that a match may resume: only the number of games may differ.
fn check_settings(logged: &MatchHeader, given: &MatchHeader) -> Result<(), MatchLogError> {
    let value =
        |header: &MatchHeader| serde_json::to_value(MatchHeader { games: 0, ..header.clone() }).unwrap_or_default();
    let (Value::Object(logged), Value::Object(given)) = (value(logged), value(given)) else { return Ok(()) };
    let keys = logged.keys().chain(given.keys());
    match keys.map(|key| (key, logged.get(key))).find(|(key, value)| given.get(*key) != *value) {
        None => Ok(()),
        Some((key, value)) => Err(MatchLogError::OtherMatch {
            key: key.clone(),
            logged: value.map_or_else(|| "missing".into(), Value::to_string),
            given: given.get(key).map_or_else(|| "nothing".into(), Value::to_string),
        }),
    }
}
