//! What the input may be: lines, each a position, or a file of games.
//!
//! A line is a FEN, `startpos` or either with ` moves ` and moves after it; or a JSON object. Blank lines and lines that
//! begin with `#` are nothing. An input whose first line that is not blank begins with a tag is a game file.

use crate::catalog::Variant;
use crate::notation::Style;
use crate::pdn;
use crate::seat::Seat;
use serde::Deserialize;
use serde_json::value::{RawValue, to_raw_value};
use std::io::{self, BufRead, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Something to answer.
pub(super) struct Task {
    pub line: usize,
    /// The bytes of the input that have been read when it is done.
    pub read: u64,
    pub kind: Kind,
}

pub(super) enum Kind {
    /// A line that a worker will read.
    Text(Vec<u8>),
    /// A position of a game in a file.
    Game { id: String, variant: Arc<str>, seat: Box<dyn Seat> },
    /// Something that cannot be a task.
    Bad { id: Option<String>, problem: String },
}

/// Reads tasks until the input ends, cannot be read, or nobody takes them.
pub(super) fn read(source: impl BufRead, variant: &Variant, mut take: impl FnMut(Task) -> bool) -> io::Result<()> {
    let count = Arc::new(AtomicU64::new(0));
    let mut source = Counted { source, count: Arc::clone(&count) };
    // What stands before the first line that says something.
    let mut head = Vec::new();
    loop {
        let begin = head.len();
        if source.read_until(b'\n', &mut head)? == 0 || !blank(head.get(begin..).unwrap_or_default()) {
            break;
        }
    }
    let games = is_game_file(&head);
    let source = io::Cursor::new(head).chain(source);
    if games { read_games(source, variant, &count, &mut take) } else { read_lines(source, &count, &mut take) }
}

fn blank(line: &[u8]) -> bool {
    line.strip_prefix("\u{FEFF}".as_bytes()).unwrap_or(line).trim_ascii().is_empty()
}

/// Whether the first thing is a tag, which an array of JSON is not.
fn is_game_file(head: &[u8]) -> bool {
    let head = head.strip_prefix("\u{FEFF}".as_bytes()).unwrap_or(head).trim_ascii_start();
    head.strip_prefix(b"[").is_some_and(|rest| rest.trim_ascii_start().first().is_some_and(u8::is_ascii_alphabetic))
}

fn read_lines(mut source: impl BufRead, count: &AtomicU64, take: &mut impl FnMut(Task) -> bool) -> io::Result<()> {
    for line in 1.. {
        let mut bytes = Vec::new();
        if source.read_until(b'\n', &mut bytes)? == 0 {
            break;
        }
        let nothing = blank(&bytes) || bytes.trim_ascii_start().starts_with(b"#");
        if !nothing && !take(Task { line, read: count.load(Relaxed), kind: Kind::Text(bytes) }) {
            break;
        }
    }
    Ok(())
}

fn read_games(
    source: impl BufRead,
    default: &Variant,
    count: &AtomicU64,
    take: &mut impl FnMut(Task) -> bool,
) -> io::Result<()> {
    for (number, game) in (1..).zip(pdn::Reader::new(source)) {
        let read = count.load(Relaxed);
        let mut goes_on = true;
        let done = game.and_then(|game| {
            let variant: Arc<str> = game.variant(Some(default))?.to_string().into();
            game.replay_styled(Some(default), Style::Usual, &mut |ply, last, seat| {
                let line = last.map_or(game.line, |last| last.line);
                let (id, variant) = (format!("{number}.{ply}"), Arc::clone(&variant));
                let kind = Kind::Game { id, variant, seat: seat.copy() };
                goes_on = goes_on && take(Task { line, read, kind });
            })
        });
        match done.map_err(|error| (error.line, error.column, error.problem)) {
            Err((_, _, pdn::Problem::Io(error))) => return Err(error),
            Err((line, column, problem)) => {
                let problem = format!("column {column}: {problem}");
                goes_on =
                    goes_on && take(Task { line, read, kind: Kind::Bad { id: Some(number.to_string()), problem } });
            }
            Ok(_) => {}
        }
        if !goes_on {
            break;
        }
    }
    Ok(())
}

/// A position as a line names it.
#[derive(Default, Deserialize)]
pub(super) struct Named {
    pub id: Option<Box<RawValue>>,
    pub variant: Option<String>,
    pub fen: Option<String>,
    #[serde(default)]
    pub moves: Moves,
}

#[derive(Deserialize)]
#[serde(untagged)]
pub(super) enum Moves {
    Words(String),
    List(Vec<String>),
    None(()),
}

impl Default for Moves {
    fn default() -> Self {
        Moves::None(())
    }
}

impl Moves {
    pub fn words(&self) -> Vec<&str> {
        match self {
            Moves::Words(text) => text.split_whitespace().collect(),
            Moves::List(list) => list.iter().map(String::as_str).collect(),
            Moves::None(()) => Vec::new(),
        }
    }
}

impl Named {
    /// Reads a line.
    pub fn parse(bytes: &[u8]) -> Result<Named, String> {
        let text = std::str::from_utf8(bytes).map_err(|_| "the line is no text in UTF-8".to_string())?;
        let text = text.trim_start_matches('\u{FEFF}').trim();
        if text.starts_with(['{', '[']) {
            return serde_json::from_str(text).map_err(|error| {
                // It is the line itself that counts lines.
                let error = error.to_string().replace(" at line 1 column", ", column");
                format!("{error}; expected a JSON object with fen, moves, variant, id")
            });
        }
        let (fen, moves) = match text.strip_suffix(" moves").or_else(|| text.strip_suffix("\tmoves")) {
            Some(fen) => (fen, ""),
            None => text.split_once(" moves ").unwrap_or((text, "")),
        };
        Ok(Named { fen: Some(fen.trim().to_string()), moves: Moves::Words(moves.to_string()), ..Named::default() })
    }
}

/// A text as an id.
pub(super) fn id(text: &str) -> Option<Box<RawValue>> {
    to_raw_value(text).ok()
}

/// A source that counts what was read.
struct Counted<R> {
    source: R,
    count: Arc<AtomicU64>,
}

impl<R: BufRead> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.source.read(buffer)?;
        self.count.fetch_add(read as u64, Relaxed);
        Ok(read)
    }
}

impl<R: BufRead> BufRead for Counted<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.source.fill_buf()
    }

    fn consume(&mut self, amount: usize) {
        self.count.fetch_add(amount as u64, Relaxed);
        self.source.consume(amount);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_kind_of_input_is_seen() {
        for games in ["[Event \"x\"]", "\u{FEFF}[ Event \"x\"]"] {
            assert!(is_game_file(games.as_bytes()), "{games}");
        }
        for lines in ["", "W:W1:B2", "{\"fen\":\"x\"}", "[{\"fen\":\"x\"}]", "[\"x\"]", "[1]", "["] {
            assert!(!is_game_file(lines.as_bytes()), "{lines}");
        }
    }

    #[test]
    fn lines_are_taken_apart() {
        let parts = |line: &str| {
            let named = Named::parse(line.as_bytes()).ok().unwrap();
            let moves = named.moves.words().join(" ");
            (named.fen.unwrap_or_default(), moves, named.id.map(|id| id.to_string()))
        };
        assert_eq!(parts(" startpos\r\n"), ("startpos".into(), String::new(), None));
        assert_eq!(parts("startpos moves"), ("startpos".into(), String::new(), None));
        assert_eq!(parts("W:W1:B2 moves 1-5  2-6"), ("W:W1:B2".into(), "1-5 2-6".into(), None));
        assert_eq!(parts(r#"{"moves":["a1","b2"],"id":{"a":1.50}}"#).2.unwrap(), r#"{"a":1.50}"#);
        assert_eq!(parts(r#"{"moves":"a1 b2","more":7,"variant":null}"#).1, "a1 b2");
        for wrong in ["{", "[1]", "{\"fen\":1}", "{\"moves\":7}", "{\"id\":}"] {
            assert!(Named::parse(wrong.as_bytes()).is_err(), "{wrong}");
        }
        assert!(Named::parse(b"\xFF").is_err());
    }
}
