//! What the input may be: lines, each a position, or a file of games.
//!
//! A line is an opening, as in files of openings, or a JSON object. Blank lines and lines that begin with `#` are
//! nothing. What the first line that is not blank begins with tells a game file.

use crate::engine::any_game::AnyGame;
use crate::games::catalog::Variant;
use crate::games::notation::Style;
use crate::tools::openings::Opening;
use crate::tools::pdn::{self, Game};
use crate::util::lines::{self, LineRead, TOO_LONG};
use serde::Deserialize;
use serde_json::value::{RawValue, to_raw_value};
use std::io::{self, BufRead, BufReader, Read};
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
    Game { id: String, variant: Arc<str>, seat: Box<dyn AnyGame> },
    /// Something that cannot be a task.
    Bad { id: Option<String>, problem: String },
    /// A fault of ours.
    #[cfg(test)]
    Fault,
}

/// Reads tasks until the input ends, cannot be read, or nobody takes them.
pub(super) fn read(
    source: impl BufRead,
    variant: &Variant,
    games: bool,
    mut take: impl FnMut(Task) -> bool,
) -> io::Result<()> {
    let count = Arc::new(AtomicU64::new(0));
    let mut source = Counted { source, count: Arc::clone(&count) };
    // The first line that says something, and how many blank ones stand before it.
    let (mut head, mut blanks) = (Vec::new(), 0);
    while !games && lines::read(&mut source, &mut head)? == LineRead::Whole && blank(&head) {
        head.clear();
        blanks += 1;
    }
    let games = games || is_game_file(&head);
    let source = BufReader::new(io::repeat(b'\n').take(blanks)).chain(io::Cursor::new(head)).chain(source);
    if games { read_games(source, variant, &count, &mut take) } else { read_lines(source, &count, &mut take) }
}

fn blank(line: &[u8]) -> bool {
    line.strip_prefix("\u{FEFF}".as_bytes()).unwrap_or(line).trim_ascii().is_empty()
}

/// Whether the first thing is a tag, a comment, an escape or a move with its number, and no JSON.
fn is_game_file(head: &[u8]) -> bool {
    let head = head.strip_prefix("\u{FEFF}".as_bytes()).unwrap_or(head).trim_ascii_start();
    let Some((first, rest)) = head.split_first() else { return false };
    let rest = rest.trim_ascii_start();
    let next = rest.first().copied().unwrap_or_default();
    match first {
        b'%' | b';' => true,
        b'[' => next.is_ascii_alphabetic() || next == b'%',
        // An object with a fault is none the less an object: as a comment it might have no end.
        b'{' => {
            let word = rest.split(|byte| !byte.is_ascii_alphanumeric()).next().unwrap_or_default();
            let member = [&b"fen"[..], b"moves", b"variant", b"id"].contains(&word);
            !matches!(next, b'"' | b'\'' | b'}' | b'{' | 0) && !member
        }
        b'0'..=b'9' => {
            let digits = head.iter().take_while(|byte| byte.is_ascii_digit()).count();
            head.get(digits..).unwrap_or_default().trim_ascii_start().starts_with(b".")
        }
        _ => false,
    }
}

fn read_lines(mut source: impl BufRead, count: &AtomicU64, take: &mut impl FnMut(Task) -> bool) -> io::Result<()> {
    for line in 1.. {
        let mut bytes = Vec::new();
        let length = lines::read(&mut source, &mut bytes)?;
        let nothing = blank(&bytes) || bytes.trim_ascii_start().starts_with(b"#");
        let kind = match length {
            LineRead::End => break,
            LineRead::Whole => Kind::Text(bytes),
            LineRead::TooLong => Kind::Bad { id: None, problem: TOO_LONG.into() },
        };
        if !nothing && !take(Task { line, read: count.load(Relaxed), kind }) {
            break;
        }
        if length == LineRead::TooLong {
            lines::skip(&mut source)?;
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
    let mut reader = pdn::Reader::new(source);
    let mut goes_on = true;
    for number in 1.. {
        let Some(game) = reader.next() else { break };
        let read = count.load(Relaxed);
        let mut positions = |game: &Game| -> Result<(), pdn::Error> {
            let variant: Arc<str> = game.variant(Some(default))?.to_string().into();
            game.replay_styled(Some(default), Style::Usual, &mut |ply, last, seat| {
                let line = last.map_or(game.line, |last| last.line);
                let (id, variant) = (format!("{number}.{ply}"), Arc::clone(&variant));
                let kind = Kind::Game { id, variant, seat: seat.copy() };
                goes_on = goes_on && take(Task { line, read, kind });
            })?;
            Ok(())
        };
        let done = match game {
            Ok(game) => positions(&game),
            // The moves before the place that cannot be read may be fine.
            Err(error) => reader.broken().map_or(Ok(()), |part| positions(&part)).and(Err(error)),
        };
        match done.map_err(|error| (error.line, error.column, error.problem)) {
            Err((_, _, pdn::Problem::Io(error))) => return Err(error),
            Err((line, column, problem)) => {
                let problem = format!("column {column}: {problem}");
                goes_on =
                    goes_on && take(Task { line, read, kind: Kind::Bad { id: Some(number.to_string()), problem } });
            }
            Ok(()) => {}
        }
        if !goes_on {
            break;
        }
    }
    Ok(())
}

/// A position as a line names it.
#[derive(Deserialize)]
pub(super) struct Named {
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
    /// Reads a line. Its `id` is told apart, since it may be right where the rest is wrong.
    pub fn parse(bytes: &[u8], id: &mut Option<Box<RawValue>>) -> Result<Named, String> {
        const MEMBERS: &str = "expected a JSON object with fen, moves, variant, id";
        let text = std::str::from_utf8(bytes).map_err(|_| "the line is no text in UTF-8".to_string())?;
        let text = text.trim_start_matches('\u{FEFF}').trim();
        // What reads objects would read lists too.
        if text.starts_with('[') {
            return Err(format!("a list, {MEMBERS}"));
        }
        if text.starts_with('{') {
            *id = serde_json::from_str(text).ok().and_then(|Identified { id }| id);
            return serde_json::from_str(text).map_err(|error| {
                // It is the line itself that counts lines.
                let error = error.to_string().replace(" at line 1 column", ", column");
                format!("{error}; {MEMBERS}")
            });
        }
        let Opening { fen, moves } =
            Opening::parse(text).ok_or("there is nothing on the line, expected a position or `startpos`")?;
        Ok(Named { variant: None, fen, moves: Moves::List(moves) })
    }
}

/// The one member of an object that is worth knowing if another is wrong.
#[derive(Deserialize)]
struct Identified {
    id: Option<Box<RawValue>>,
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
        for games in [
            "[Event \"x\"]",
            "\u{FEFF}[ Event \"x\"]",
            "% made by hand",
            "; made by hand",
            "{A game} 1. 11-15",
            "1. 11-15",
            "1.11-15",
            "12 . 11-15",
        ] {
            assert!(is_game_file(games.as_bytes()), "{games}");
        }
        for lines in [
            "",
            "W:W1:B2",
            "{\"fen\":\"x\"}",
            "{ \"a\"",
            "{}",
            "{fen:\"x\"}",
            "{'a'}",
            "[{\"fen\":\"x\"}]",
            "[\"x\"]",
            "[1]",
            "[",
            "{",
            "# 1. 11-15",
            "12",
            "moves 11-15",
        ] {
            assert!(!is_game_file(lines.as_bytes()), "{lines}");
        }
    }

    #[test]
    fn lines_are_taken_apart() {
        let parts = |line: &str| {
            let mut id = None;
            let named = Named::parse(line.as_bytes(), &mut id).ok().unwrap();
            let moves = named.moves.words().join(" ");
            (named.fen.unwrap_or_default(), moves, id.map(|id| id.to_string()))
        };
        assert_eq!(parts(" startpos\r\n"), (String::new(), String::new(), None));
        assert_eq!(parts("startpos moves"), (String::new(), String::new(), None));
        assert_eq!(parts("startpos\tmoves\t1-5 # so"), (String::new(), "1-5".into(), None));
        assert_eq!(parts("moves 1-5"), (String::new(), "1-5".into(), None));
        assert_eq!(parts("W:W1:B2 moves 1-5  2-6"), ("W:W1:B2".into(), "1-5 2-6".into(), None));
        assert_eq!(parts(r#"{"moves":["a1","b2"],"id":{"a":1.50}}"#).2.unwrap(), r#"{"a":1.50}"#);
        assert_eq!(parts(r#"{"moves":"a1 b2","more":7,"variant":null}"#).1, "a1 b2");
        for wrong in ["{", "[1]", "[7,\"english\",null,null]", "{\"fen\":1}", "{\"moves\":7}", "{\"id\":}"] {
            assert!(Named::parse(wrong.as_bytes(), &mut None).is_err(), "{wrong}");
        }
        assert!(Named::parse(b"\xFF", &mut None).is_err());
        let mut id = None;
        assert!(Named::parse(b"{\"id\":3,\"fen\":5}", &mut id).is_err());
        assert_eq!(id.unwrap().get(), "3");
    }

    #[test]
    fn a_line_that_is_too_long_costs_itself_only() {
        let mut input = b"\n\nstartpos\n".to_vec();
        input.extend(vec![b'x'; lines::MAX_LINE + 9]);
        input.extend(b"\nstartpos\n");
        let mut found = Vec::new();
        let variant = "english".parse().unwrap();
        read(input.as_slice(), &variant, false, |task| {
            found.push((task.line, matches!(task.kind, Kind::Bad { .. })));
            true
        })
        .unwrap();
        assert_eq!(found, [(3, false), (4, true), (5, false)]);
    }
}
