//! Where games begin: a file with an opening a line.
//!
//! A line is `startpos`, or a position text, either with `moves` and some moves after it. Lines that begin with `#` are
//! remarks.

use crate::catalog::Variant;
use crate::record::SetupError;
use crate::seat::{Seat, seat};
use thiserror::Error;

/// Where a game begins.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Opening {
    /// The position; the game's first if `None`.
    pub fen: Option<String>,
    /// The moves from there.
    pub moves: Vec<String>,
}

/// An opening that cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum OpeningError {
    /// A bad position or move.
    #[error("line {line}: {error}")]
    Setup {
        /// The line, from 1.
        line: usize,
        /// What is wrong.
        error: SetupError,
    },
    /// A game that is over before it begins.
    #[error("line {line}: the game is over already: {ending}")]
    Over {
        /// The line, from 1.
        line: usize,
        /// How.
        ending: String,
    },
    /// A file without an opening.
    #[error("there is no opening in it")]
    Empty,
}

impl Opening {
    /// The opening of a line; `None` of a blank line or a remark.
    pub fn parse(line: &str) -> Option<Opening> {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            return None;
        }
        let words: Vec<&str> = line.split_whitespace().collect();
        let end = words.iter().position(|word| *word == "moves").unwrap_or(words.len());
        let (place, moves) = words.split_at(end);
        let fen = place.join(" ");
        let moves = moves.iter().skip(1).map(|mv| (*mv).to_string()).collect();
        Some(Opening { fen: Some(fen).filter(|fen| fen != "startpos" && !fen.is_empty()), moves })
    }

    /// Sets the opening up.
    pub fn set_up(&self, seat: &mut dyn Seat) -> Result<(), SetupError> {
        let moves: Vec<&str> = self.moves.iter().map(String::as_str).collect();
        seat.set_position(self.fen.as_deref(), &moves)
    }
}

/// The openings of a text, each of them tried.
pub fn read(text: &str, variant: &Variant) -> Result<Vec<Opening>, OpeningError> {
    let mut openings = Vec::new();
    let mut seat = seat(variant);
    // Some programs begin a file with a mark of its encoding.
    for (at, line) in text.trim_start_matches('\u{feff}').lines().enumerate() {
        let Some(opening) = Opening::parse(line) else { continue };
        try_out(&opening, at + 1, seat.as_mut())?;
        openings.push(opening);
    }
    if openings.is_empty() { Err(OpeningError::Empty) } else { Ok(openings) }
}

fn try_out(opening: &Opening, line: usize, seat: &mut dyn Seat) -> Result<(), OpeningError> {
    opening.set_up(seat).map_err(|error| OpeningError::Setup { line, error })?;
    match seat.ending() {
        Some(ending) => Err(OpeningError::Over { line, ending: ending.to_string() }),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn openings_are_read() {
        let english: Variant = "english".parse().unwrap();
        let text = "\u{feff}# three moves\n\nstartpos moves 9-13 21-17 5-9\nstartpos\r\nW:W18:B14,1 moves 18x9\nW:W18:B1\n";
        let openings = read(text, &english).unwrap();
        assert_eq!(openings.len(), 4);
        assert_eq!(openings[0], Opening { fen: None, moves: ["9-13", "21-17", "5-9"].map(String::from).into() });
        assert_eq!(openings[1], Opening::default());
        assert_eq!(openings[2].fen.as_deref(), Some("W:W18:B14,1"));
    }

    #[test]
    fn what_is_wrong_is_named_with_its_line() {
        let english: Variant = "english".parse().unwrap();
        let error = |text: &str| read(text, &english).unwrap_err().to_string();
        assert!(error("startpos\nstartpos moves 9-13 9-13").starts_with("line 2: move `9-13` is not legal here"));
        assert!(error("W:W99:B1").starts_with("line 1: "));
        assert_eq!(error("W:W18:B14 moves 18x9"), "line 1: the game is over already: White wins: no pieces left");
        assert_eq!(error("# nothing"), "there is no opening in it");
    }
}
