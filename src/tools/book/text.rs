//! The text format of books.

use crate::games::catalog::{Variant, VariantError};
use crate::games::notation::{MoveError, clip};
use crate::games::record::SetupError;
use std::fmt;
use std::ops::RangeInclusive;
use thiserror::Error;

/// The weights a move may have.
pub const WEIGHTS: RangeInclusive<u32> = 1..=1_000_000;

/// A position of a book, as text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BookEntry {
    /// The line, from 1.
    pub line: usize,
    /// The position; `None` for the start position.
    pub fen: Option<String>,
    /// The moves with their weights.
    pub moves: Vec<(String, u32)>,
}

/// A line of a book, without a newline.
impl fmt::Display for BookEntry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.fen.as_deref().unwrap_or("startpos"))?;
        for (text, weight) in &self.moves {
            write!(f, " | {text} {weight}")?;
        }
        Ok(())
    }
}

/// Why a line of a book was refused.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {kind}")]
pub struct BookError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong.
    pub kind: BookErrorKind,
}

/// What can be wrong with a line of a book.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BookErrorKind {
    /// No variant before the first position.
    #[error("expected `variant NAME` before the first position")]
    NoVariant,
    /// A second `variant` line.
    #[error("duplicate `variant` line")]
    DuplicateVariant,
    /// An unknown variant.
    #[error(transparent)]
    Variant(#[from] VariantError),
    /// A position without moves.
    #[error("no moves; expected `POSITION | MOVE WEIGHT`, with further moves after another `|`")]
    NoMoves,
    /// Not a move and a weight.
    #[error("`{0}`: expected a move and its weight")]
    Syntax(String),
    /// A bad weight.
    #[error("weight `{0}`: expected a whole number from 1 to 1000000")]
    Weight(String),
    /// A bad position.
    #[error(transparent)]
    Position(#[from] SetupError),
    /// A bad move.
    #[error(transparent)]
    Move(#[from] MoveError),
    /// The same move twice, up to symmetry.
    #[error("duplicate move `{0}`, up to symmetry")]
    DuplicateMove(String),
    /// The game is over.
    #[error("the game is over: {0}")]
    Over(String),
    /// The same position twice, up to symmetry.
    #[error("duplicate position, up to symmetry")]
    DuplicatePosition,
    /// A position that is not reachable with the moves of the book.
    #[error("no moves of the book lead to this position, whatever the opponent plays")]
    Unreachable,
}

/// The variant and the entries of a book, or the first syntax error.
pub fn parse(text: &str) -> Result<(Variant, Vec<BookEntry>), BookError> {
    let (variant, lines) = parse_lines(text);
    let last = lines.last().map_or(1, |(line, _)| *line);
    let variant = variant.unwrap_or(Err(BookError { line: last, kind: BookErrorKind::NoVariant }))?;
    let entries = lines.into_iter().map(|(line, entry)| entry.map_err(|kind| BookError { line, kind }));
    Ok((variant, entries.collect::<Result<_, _>>()?))
}

/// The lines with positions, each with its number.
type BookLines = Vec<(usize, Result<BookEntry, BookErrorKind>)>;

/// The variant, if there is one, and all lines with positions, good or bad.
pub fn parse_lines(text: &str) -> (Option<Result<Variant, BookError>>, BookLines) {
    let (mut variant, mut entries) = (None, Vec::new());
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    for (at, content) in text.lines().enumerate() {
        let line = at + 1;
        let content = content.split('#').next().unwrap_or_default().trim();
        match content.split_once(char::is_whitespace) {
            _ if content.is_empty() => {}
            Some(("variant", _)) if variant.is_some() => entries.push((line, Err(BookErrorKind::DuplicateVariant))),
            Some(("variant", name)) => {
                variant =
                    Some(name.trim().parse().map_err(|error: VariantError| BookError { line, kind: error.into() }));
            }
            _ if variant.is_none() => entries.push((line, Err(BookErrorKind::NoVariant))),
            _ => entries.push((line, parse_entry(line, content))),
        }
    }
    (variant, entries)
}

fn parse_entry(line: usize, content: &str) -> Result<BookEntry, BookErrorKind> {
    let mut parts = content.split('|').map(str::trim);
    let fen = parts.next().filter(|position| *position != "startpos").map(str::to_string);
    let moves: Vec<(String, u32)> = parts.map(parse_move).collect::<Result<_, _>>()?;
    if moves.is_empty() {
        return Err(BookErrorKind::NoMoves);
    }
    Ok(BookEntry { line, fen, moves })
}

fn parse_move(part: &str) -> Result<(String, u32), BookErrorKind> {
    let words: Vec<&str> = part.split_whitespace().collect();
    let [text, weight] = words.as_slice() else { return Err(BookErrorKind::Syntax(clip(part))) };
    let number = weight.parse().ok().filter(|number| WEIGHTS.contains(number));
    Ok(((*text).to_string(), number.ok_or_else(|| BookErrorKind::Weight(clip(weight)))?))
}
