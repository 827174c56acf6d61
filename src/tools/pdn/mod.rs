//! PDN game files, for all variants.
//!
//! The reader is tolerant: it accepts the many forms found in existing files, and skips move numbers, numeric annotation
//! glyphs and escapes. Variations are kept as text. The writer is strict. Errors have line and column, and the reader continues with the
//! next game.
//!
//! ```
//! let text = "[GameType \"21\"]\n1. 11-15 22-18 {bold} 2. 15x22 25x18 *";
//! let game = millstone::tools::pdn::read(text).next().unwrap()?;
//! assert_eq!(game.plies.len(), 4);
//! assert_eq!(game.plies[1].comment.as_deref(), Some("bold"));
//! let replay = game.replay(None)?;
//! assert_eq!(replay.game.fen(), "B:W18,21,23,24,26-32:B1-10,12");
//! # Ok::<(), millstone::tools::pdn::PdnError>(())
//! ```

#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing))]

mod game_type;
mod lexer;
mod reader;
mod replay;
mod tree;
mod writer;

pub use game_type::game_type;
pub use reader::PdnReader;
pub use replay::{PositionCallback, Replay};
pub use tree::{OpeningTree, OpeningTrees, TreeMove, TreeNode};
pub use writer::write;

use crate::games::notation::{MoveError, PositionError};
use std::io;
use thiserror::Error;

/// A game as read from a file, before any rules are applied. Only the colours of Thai draughts are converted, if Black
/// begins in the file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PdnGame {
    /// The tags, in their order.
    pub tags: Vec<(String, String)>,
    /// The comments before the first move.
    pub comment: Option<String>,
    /// The moves.
    pub plies: Vec<PdnPly>,
    /// The result after the moves, else that of the tag `Result`.
    pub result: GameResult,
    /// The line where the game begins, from 1.
    pub line: usize,
}

/// A move as written in the file, without spaces, move number and `!` or `?`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PdnPly {
    /// The move. The capture of a mill may be a ply of its own (`d6-d7`, `xg7`): only the rules distinguish it from a huff,
    /// and [`PdnGame::replay`] joins it.
    pub text: String,
    /// The comments after it.
    pub comment: Option<String>,
    /// Its annotation: `!`, `?`, `!!`, `??`, `!?`, `?!`, or empty.
    pub glyph: &'static str,
    /// The variations after it, without their outer parentheses. They are not checked by the rules.
    pub variations: Vec<String>,
    /// Its line, from 1.
    pub line: usize,
    /// Its column in characters, from 1.
    pub column: usize,
}

/// Who won, or why nobody did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum GameResult {
    /// White won.
    White,
    /// A draw.
    Draw,
    /// Black won.
    Black,
    /// Unfinished or unknown.
    #[default]
    Unfinished,
}

impl GameResult {
    /// Parses a result, with one or two points for a win.
    pub fn from_text(text: &str) -> Option<GameResult> {
        match text {
            "1-0" | "2-0" => Some(GameResult::White),
            "0-1" | "0-2" => Some(GameResult::Black),
            "1/2-1/2" | "1-1" | "½-½" | "1/2" | "½" => Some(GameResult::Draw),
            // Both lost.
            "*" | "0-0" => Some(GameResult::Unfinished),
            _ => None,
        }
    }

    /// The result with colours exchanged.
    const fn reversed(self) -> GameResult {
        match self {
            GameResult::White => GameResult::Black,
            GameResult::Black => GameResult::White,
            other => other,
        }
    }

    /// The result as text: `2-0`, `1-1`, `0-2` if a win counts `two_points`, else `1-0`, `1/2-1/2`, `0-1`.
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

impl PdnGame {
    /// The value of a tag; the case of the name does not matter.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, value)| value.as_str())
    }
}

/// An error in a PDN file.
#[derive(Debug, Error)]
#[error("{line}:{column}: {kind}")]
pub struct PdnError {
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// What is wrong.
    pub kind: PdnErrorKind,
}

impl PdnError {
    /// Whether the file cannot be read any further.
    fn is_io(&self) -> bool {
        matches!(self.kind, PdnErrorKind::Io(_))
    }
}

/// What can be wrong in a PDN file.
#[derive(Debug, Error)]
pub enum PdnErrorKind {
    /// A syntax error.
    #[error("{0}")]
    Syntax(String),
    /// The variant is missing or unknown.
    #[error("{0}")]
    Variant(String),
    /// A bad start position.
    #[error("tag FEN: {0}")]
    Position(#[from] PositionError),
    /// A move that is illegal or cannot be parsed.
    #[error("{0}")]
    Move(#[from] MoveError),
    /// The file cannot be read.
    #[error("cannot read the file: {0}")]
    Io(#[from] io::Error),
}

/// Reads the games of a text. After an error it continues with the next game.
pub fn read(text: &str) -> impl Iterator<Item = Result<PdnGame, PdnError>> {
    PdnReader::new(text.as_bytes())
}
