//! Books as text.

use crate::games::catalog::{Variant, VariantError};
use crate::games::notation::{MoveError, clip};
use crate::games::record::SetupError;
use std::fmt;
use std::ops::RangeInclusive;
use thiserror::Error;

/// The weights a move may have.
pub const WEIGHTS: RangeInclusive<u32> = 1..=1_000_000;

/// A position of a book, as it is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The line, from 1.
    pub line: usize,
    /// The position; `None` for the game's first.
    pub fen: Option<String>,
    /// The moves with their weights.
    pub moves: Vec<(String, u32)>,
}

/// As a line of a book, without the end of the line.
impl fmt::Display for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.fen.as_deref().unwrap_or("startpos"))?;
        for (text, weight) in &self.moves {
            write!(f, " | {text} {weight}")?;
        }
        Ok(())
    }
}

/// What is wrong with a book, and where.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {problem}")]
pub struct BookError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong.
    pub problem: Problem,
}

/// What can be wrong with a line of a book.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Problem {
    /// No game is named before the first position.
    #[error("expected `variant NAME` before the first position")]
    NoVariant,
    /// The game is named again.
    #[error("a second `variant` line")]
    SecondVariant,
    /// No such game.
    #[error(transparent)]
    Variant(#[from] VariantError),
    /// A position without moves.
    #[error("no moves; expected `POSITION | MOVE WEIGHT`, with more moves after further `|`")]
    NoMoves,
    /// A move that is not a move and a weight.
    #[error("`{0}`: expected a move and its weight")]
    Form(String),
    /// A weight that is none.
    #[error("weight `{0}`: expected a whole number from 1 to 1000000")]
    Weight(String),
    /// A position that cannot be set up.
    #[error(transparent)]
    Position(#[from] SetupError),
    /// A move that cannot be played.
    #[error(transparent)]
    Move(#[from] MoveError),
    /// A move twice.
    #[error("move `{0}` stands there twice, as it is or but for symmetry")]
    MoveAgain(String),
    /// A game that is over.
    #[error("the game is over there: {0}")]
    Over(String),
    /// A position twice.
    #[error("the position stood before, as it is or but for symmetry")]
    Again,
    /// A position that no game from this book comes to.
    #[error("no moves of the book lead to this position, whatever the opponent answers")]
    Unreachable,
}

/// The game and the positions of a book, or the first line that does not have the right form.
pub fn read(text: &str) -> Result<(Variant, Vec<Entry>), BookError> {
    let (variant, lines) = lines(text);
    let last = lines.last().map_or(1, |(line, _)| *line);
    let variant = variant.unwrap_or(Err(BookError { line: last, problem: Problem::NoVariant }))?;
    let entries = lines.into_iter().map(|(line, entry)| entry.map_err(|problem| BookError { line, problem }));
    Ok((variant, entries.collect::<Result<_, _>>()?))
}

/// What each line after the comments is.
type Lines = Vec<(usize, Result<Entry, Problem>)>;

/// The game, if it is named, and the lines with positions, each as good or bad as it is.
pub fn lines(text: &str) -> (Option<Result<Variant, BookError>>, Lines) {
    let (mut variant, mut entries) = (None, Vec::new());
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    for (at, content) in text.lines().enumerate() {
        let line = at + 1;
        let content = content.split('#').next().unwrap_or_default().trim();
        match content.split_once(char::is_whitespace) {
            _ if content.is_empty() => {}
            Some(("variant", _)) if variant.is_some() => entries.push((line, Err(Problem::SecondVariant))),
            Some(("variant", name)) => {
                variant =
                    Some(name.trim().parse().map_err(|error: VariantError| BookError { line, problem: error.into() }));
            }
            _ if variant.is_none() => entries.push((line, Err(Problem::NoVariant))),
            _ => entries.push((line, entry(line, content))),
        }
    }
    (variant, entries)
}

fn entry(line: usize, content: &str) -> Result<Entry, Problem> {
    let mut parts = content.split('|').map(str::trim);
    let fen = parts.next().filter(|place| *place != "startpos").map(str::to_string);
    let moves: Vec<(String, u32)> = parts.map(weighed).collect::<Result<_, _>>()?;
    if moves.is_empty() {
        return Err(Problem::NoMoves);
    }
    Ok(Entry { line, fen, moves })
}

fn weighed(part: &str) -> Result<(String, u32), Problem> {
    let words: Vec<&str> = part.split_whitespace().collect();
    let [text, weight] = words.as_slice() else { return Err(Problem::Form(clip(part))) };
    let number = weight.parse().ok().filter(|number| WEIGHTS.contains(number));
    Ok(((*text).to_string(), number.ok_or_else(|| Problem::Weight(clip(weight)))?))
}
