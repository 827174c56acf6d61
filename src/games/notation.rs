//! Positions and moves as text: what every game can print and read, and what can be wrong with a text.
//!
//! Syntax errors and rule errors are told apart, and every message names the offending token and what was
//! expected, since it reaches a person through a GUI's log.

use crate::games::Game;
use thiserror::Error;

/// Why a position text was refused.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PositionError {
    /// The text does not have the form of a position.
    #[error("position `{text}`: {problem}, expected {expected}")]
    Syntax {
        /// The part of the text that is wrong.
        text: String,
        /// What is wrong with it.
        problem: String,
        /// The form that was expected.
        expected: String,
    },
    /// The text reads well but names an impossible position.
    #[error("position: {0}")]
    Illegal(String),
}

impl PositionError {
    /// A syntax error at `text`.
    pub fn syntax(text: &str, problem: impl Into<String>, expected: impl Into<String>) -> Self {
        PositionError::Syntax { text: clip(text), problem: problem.into(), expected: expected.into() }
    }

    /// A position against the rules.
    pub fn illegal(problem: impl Into<String>) -> Self {
        PositionError::Illegal(problem.into())
    }
}

/// Why a move text was refused.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum MoveError {
    /// The text does not have the form of a move.
    #[error("move `{text}`: {problem}, expected {expected}")]
    Syntax {
        /// What was given, cut short.
        text: String,
        /// What is wrong with it.
        problem: String,
        /// The form that was expected.
        expected: String,
    },
    /// A well-formed move that cannot be played here.
    #[error("move `{text}` is not legal here{}", legal_hint(similar))]
    Illegal {
        /// What was given, cut short.
        text: String,
        /// Legal moves that look like it.
        similar: Vec<String>,
    },
    /// The text fits several legal moves.
    #[error("move `{text}` fits several legal moves: {}", candidates.join(" "))]
    Ambiguous {
        /// What was given.
        text: String,
        /// The moves it fits.
        candidates: Vec<String>,
    },
}

impl MoveError {
    /// A syntax error in `text`.
    pub fn syntax(text: &str, problem: impl Into<String>, expected: impl Into<String>) -> Self {
        MoveError::Syntax { text: clip(text), problem: problem.into(), expected: expected.into() }
    }
}

fn legal_hint(similar: &[String]) -> String {
    if similar.is_empty() { String::new() } else { format!("; legal and like it: {}", similar.join(" ")) }
}

/// A text cut to a length that fits an error line, on a character boundary, and made [printable].
pub fn clip(text: &str) -> String {
    const LONGEST: usize = 80;
    match text.char_indices().nth(LONGEST) {
        None => printable(text),
        Some((end, _)) => format!("{}…", printable(&text[..end])),
    }
}

/// A text without the control characters that a terminal would act on.
pub fn printable(text: &str) -> String {
    text.replace(char::is_control, "\u{fffd}")
}

/// A way to write moves, where a game has several.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Style {
    /// The game's usual one.
    #[default]
    Usual,
    /// Draughts on 8×8 with squares as letter and digit, `c3-d4`.
    Algebraic,
    /// Draughts with a capture as start, end and all victims, `28x19x23`.
    Victims,
}

/// A game that can be written down.
pub trait Notation: Game {
    /// The position as text (a FEN in the manner of PDN), which [`Notation::parse_position`] reads back.
    fn format_position(&self, position: &Self::Position) -> String;

    /// Reads a position text.
    fn parse_position(&self, text: &str) -> Result<Self::Position, PositionError>;

    /// The move as text, unambiguous in this position.
    fn format_move(&self, position: &Self::Position, mv: Self::Move) -> String;

    /// The move as text in a style; in the usual one where the game does not have it.
    fn format_move_styled(&self, position: &Self::Position, mv: Self::Move, _: Style) -> String {
        self.format_move(position, mv)
    }

    /// Reads a move text, in any form in use for the game, as a legal move of the position.
    fn parse_move(&self, position: &Self::Position, text: &str) -> Result<Self::Move, MoveError>;

    /// A drawing of the board for a terminal, several lines, each ended by a newline.
    fn diagram(&self, position: &Self::Position) -> String;
}

/// The legal moves of a position, as texts.
pub fn legal_texts<G: Notation>(game: &G, position: &G::Position) -> Vec<String> {
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    moves.into_iter().map(|mv| game.format_move(position, mv)).collect()
}

/// The error for a well-formed but illegal move: it names the legal moves that begin on the same square,
/// or else those nearest in spelling.
pub fn illegal_move<G: Notation>(game: &G, position: &G::Position, text: &str) -> MoveError {
    const MOST: usize = 8;
    let legal = legal_texts(game, position);
    let start = |m: &str| -> String { m.chars().take_while(|c| c.is_ascii_alphanumeric() && *c != 'x').collect() };
    let wanted = start(text);
    let mut similar: Vec<String> = legal.iter().filter(|m| !wanted.is_empty() && start(m) == wanted).cloned().collect();
    if similar.is_empty() {
        similar = crate::util::suggest::nearest(text, legal.iter().map(String::as_str), MOST);
    }
    similar.truncate(MOST);
    MoveError::Illegal { text: clip(text), similar }
}
