//! Game files: PDN, for every game there is.
//!
//! The reader is tolerant: it takes what programs and people have written for decades, and reads over move numbers,
//! variations, numeric glyphs and escapes. The writer is strict. What is wrong with a file is told with line and
//! column, and the reader goes on with the next game.
//!
//! ```
//! let text = "[GameType \"21\"]\n1. 11-15 22-18 {bold} 2. 15x22 25x18 *";
//! let game = millstone::tools::pdn::read(text).next().unwrap()?;
//! assert_eq!(game.plies.len(), 4);
//! assert_eq!(game.plies[1].comment.as_deref(), Some("bold"));
//! let replay = game.replay(None)?;
//! assert_eq!(replay.seat.fen(), "B:W18,21,23,24,26-32:B1-10,12");
//! # Ok::<(), millstone::tools::pdn::Error>(())
//! ```

#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing))]

mod game_type;
mod lex;
mod read;
mod replay;
mod write;

pub use game_type::game_type;
pub use read::Reader;
pub use replay::{Replay, Watch};
pub use write::write;

use crate::games::notation::{MoveError, PositionError};
use std::io;
use thiserror::Error;

/// A game as a file holds it, but for the colours of games in which ours begin with the other one: nothing in it has
/// been checked against any rules.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Game {
    /// The tags, in their order.
    pub tags: Vec<(String, String)>,
    /// The comments before the first move.
    pub comment: Option<String>,
    /// What was played.
    pub plies: Vec<Ply>,
    /// The result at the end of the moves, else the one of the tag.
    pub result: GameResult,
    /// The line on which the game begins, from 1.
    pub line: usize,
}

/// A move as the file writes it, without spaces, number and strength.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ply {
    /// The move. A stone that a mill takes may stand there as a text of its own (`d6-d7`, `xg7`): only the rules tell it
    /// from a huff, and [`Game::replay`] joins it.
    pub text: String,
    /// The comments after it.
    pub comment: Option<String>,
    /// Its line, from 1.
    pub line: usize,
    /// Its column in characters, from 1.
    pub column: usize,
}

/// How a game ended, by the file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum GameResult {
    /// White won.
    White,
    /// A draw.
    Draw,
    /// Black won.
    Black,
    /// Unfinished, or unknown.
    #[default]
    Unfinished,
}

impl GameResult {
    /// Reads a result in either style.
    pub fn from_text(text: &str) -> Option<GameResult> {
        match text {
            "1-0" | "2-0" => Some(GameResult::White),
            "0-1" | "0-2" => Some(GameResult::Black),
            "1/2-1/2" | "1-1" | "½-½" | "1/2" | "½" => Some(GameResult::Draw),
            // Where both lost, neither won.
            "*" | "0-0" => Some(GameResult::Unfinished),
            _ => None,
        }
    }

    /// The same with the colours exchanged.
    const fn turned(self) -> GameResult {
        match self {
            GameResult::White => GameResult::Black,
            GameResult::Black => GameResult::White,
            other => other,
        }
    }

    /// The result as text: `2-0`, `1-1`, `0-2` where a win counts `two_points`, else `1-0`, `1/2-1/2`, `0-1`.
    pub const fn text(self, two_points: bool) -> &'static str {
        match (self, two_points) {
            (GameResult::White, false) => "1-0",
            (GameResult::White, true) => "2-0",
            (GameResult::Black, false) => "0-1",
            (GameResult::Black, true) => "0-2",
            (GameResult::Draw, false) => "1/2-1/2",
            (GameResult::Draw, true) => "1-1",
            (GameResult::Unfinished, _) => "*",
        }
    }
}

impl Game {
    /// The value of a tag, by its name in any case.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, value)| value.as_str())
    }
}

/// What is wrong with a game file, and where.
#[derive(Debug, Error)]
#[error("{line}:{column}: {problem}")]
pub struct Error {
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// What is wrong there.
    pub problem: Problem,
}

/// What can be wrong with a game file.
#[derive(Debug, Error)]
pub enum Problem {
    /// The text does not have the form of a game.
    #[error("{0}")]
    Syntax(String),
    /// No tag says which game it is, or none that is known here.
    #[error("{0}")]
    Variant(String),
    /// The first position cannot be set up.
    #[error("tag FEN: {0}")]
    Position(#[from] PositionError),
    /// A move cannot be played.
    #[error("{0}")]
    Move(#[from] MoveError),
    /// The file cannot be read on.
    #[error("cannot read the file: {0}")]
    Io(#[from] io::Error),
}

/// Reads the games of a text. After an error it goes on with the next game.
pub fn read(text: &str) -> impl Iterator<Item = Result<Game, Error>> {
    Reader::new(text.as_bytes())
}
