//! The input of an analysis: lines with a position each, or PDN.
//!
//! A line is an opening, as in opening files, or a JSON object. Blank lines and lines that begin with `#` are skipped.
//! The first line that is not blank shows whether the input is PDN.

use crate::engine::any_game::AnyGame;
use crate::games::catalog::Variant;
use crate::games::notation::Style;
use crate::tools::openings::Opening;
use crate::tools::pdn::{self, PdnError, PdnErrorKind, PdnGame};
use crate::util::lines::{self, LineRead, TOO_LONG};
use serde::Deserialize;
use serde_json::value::{RawValue, to_raw_value};
use std::io::{self, BufRead, BufReader, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// A position to analyse.
pub(super) struct AnalysisTask {
    pub line: usize,
    /// How many bytes of the input have been read up to its end.
    pub bytes_read: u64,
    pub input: TaskInput,
}

pub(super) enum TaskInput {
    /// A line that the worker parses.
    Line(Vec<u8>),
    /// A position of a PDN game.
    Position { id: String, variant: Arc<str>, game: Box<dyn AnyGame> },
    /// Input that cannot be parsed.
    Bad { id: Option<String>, problem: String },
    /// Makes the worker panic, for tests.
    #[cfg(test)]
    Panic,
}

/// Reads tasks until the input ends, cannot be read, or `take` returns `false`.
pub(super) fn read(
    source: impl BufRead,
    variant: &Variant,
    is_pdn: bool,
    mut take: impl FnMut(AnalysisTask) -> bool,
) -> io::Result<()> {
    let count = Arc::new(AtomicU64::new(0));
    let mut source = CountingReader { source, count: Arc::clone(&count) };
    // The first line that is not blank, and how many blank ones come before it.
    let (mut head, mut blanks) = (Vec::new(), 0);
    while !is_pdn && lines::read(&mut source, &mut head)? == LineRead::Whole && is_blank(&head) {
        head.clear();
        blanks += 1;
    }
    let is_pdn = is_pdn || looks_like_pdn(&head);
    let source = BufReader::new(io::repeat(b'\n').take(blanks)).chain(io::Cursor::new(head)).chain(source);
    if is_pdn { read_pdn(source, variant, &count, &mut take) } else { read_lines(source, &count, &mut take) }
}

fn is_blank(line: &[u8]) -> bool {
    line.strip_prefix("\u{FEFF}".as_bytes()).unwrap_or(line).trim_ascii().is_empty()
}

/// Whether a line begins with a PDN tag, comment, escape or move number, and not with JSON.
fn looks_like_pdn(head: &[u8]) -> bool {
    let head = head.strip_prefix("\u{FEFF}".as_bytes()).unwrap_or(head).trim_ascii_start();
    let Some((first, rest)) = head.split_first() else { return false };
    let rest = rest.trim_ascii_start();
    let next = rest.first().copied().unwrap_or_default();
    match first {
        b'%' | b';' => true,
        b'[' => next.is_ascii_alphabetic() || next == b'%',
        // A malformed object must not count as a comment, which might never end.
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

fn read_lines(
    mut source: impl BufRead,
    count: &AtomicU64,
    take: &mut impl FnMut(AnalysisTask) -> bool,
) -> io::Result<()> {
    for line in 1.. {
        let mut bytes = Vec::new();
        let length = lines::read(&mut source, &mut bytes)?;
        let skip = is_blank(&bytes) || bytes.trim_ascii_start().starts_with(b"#");
        let input = match length {
            LineRead::End => break,
            LineRead::Whole => TaskInput::Line(bytes),
            LineRead::TooLong => TaskInput::Bad { id: None, problem: TOO_LONG.into() },
        };
        if !skip && !take(AnalysisTask { line, bytes_read: count.load(Relaxed), input }) {
            break;
        }
        if length == LineRead::TooLong {
            lines::skip(&mut source)?;
        }
    }
    Ok(())
}

fn read_pdn(
    source: impl BufRead,
    default: &Variant,
    count: &AtomicU64,
    take: &mut impl FnMut(AnalysisTask) -> bool,
) -> io::Result<()> {
    let mut reader = pdn::PdnReader::new(source);
    let mut wanted = true;
    for number in 1.. {
        let Some(pdn_game) = reader.next() else { break };
        let bytes_read = count.load(Relaxed);
        let mut positions = |pdn_game: &PdnGame| -> Result<(), PdnError> {
            let variant: Arc<str> = pdn_game.variant(Some(default))?.to_string().into();
            pdn_game.replay_with(Some(default), Style::Usual, &mut |ply, last, game| {
                let line = last.map_or(pdn_game.line, |last| last.line);
                let (id, variant) = (format!("{number}.{ply}"), Arc::clone(&variant));
                let input = TaskInput::Position { id, variant, game: game.copy() };
                wanted = wanted && take(AnalysisTask { line, bytes_read, input });
            })?;
            Ok(())
        };
        let done = match pdn_game {
            Ok(pdn_game) => positions(&pdn_game),
            // The positions before a syntax error are analysed.
            Err(error) => reader.partial_game().map_or(Ok(()), |part| positions(&part)).and(Err(error)),
        };
        match done {
            Ok(()) => {}
            Err(PdnError { kind: PdnErrorKind::Io(error), .. }) => return Err(error),
            Err(PdnError { line, column, kind }) => {
                let problem = format!("column {column}: {kind}");
                let input = TaskInput::Bad { id: Some(number.to_string()), problem };
                wanted = wanted && take(AnalysisTask { line, bytes_read, input });
            }
        }
        if !wanted {
            break;
        }
    }
    Ok(())
}

/// The position of an input line.
#[derive(Deserialize)]
pub(super) struct PositionSpec {
    pub variant: Option<String>,
    pub fen: Option<String>,
    #[serde(default)]
    pub moves: MovesField,
}

/// The field `moves`: a text or a list.
#[derive(Deserialize)]
#[serde(untagged)]
pub(super) enum MovesField {
    Words(String),
    List(Vec<String>),
    None(()),
}

impl Default for MovesField {
    fn default() -> Self {
        MovesField::None(())
    }
}

impl MovesField {
    pub fn words(&self) -> Vec<&str> {
        match self {
            MovesField::Words(text) => text.split_whitespace().collect(),
            MovesField::List(list) => list.iter().map(String::as_str).collect(),
            MovesField::None(()) => Vec::new(),
        }
    }
}

impl PositionSpec {
    /// Parses a line. The `id` is set even if the rest is wrong.
    pub fn parse(bytes: &[u8], id: &mut Option<Box<RawValue>>) -> Result<PositionSpec, String> {
        const FIELDS: &str = "expected a JSON object with fen, moves, variant, id";
        let text = std::str::from_utf8(bytes).map_err(|_| "the line is not UTF-8".to_string())?;
        let text = text.trim_start_matches('\u{FEFF}').trim();
        // serde would accept a list for a struct.
        if text.starts_with('[') {
            return Err(format!("a list, {FIELDS}"));
        }
        if text.starts_with('{') {
            *id = serde_json::from_str(text).ok().and_then(|IdField { id }| id);
            return serde_json::from_str(text).map_err(|error| {
                // The result has the line number already.
                let error = error.to_string().replace(" at line 1 column", ", column");
                format!("{error}; {FIELDS}")
            });
        }
        let Opening { fen, moves } = Opening::parse(text).ok_or("empty line, expected a FEN or `startpos`")?;
        Ok(PositionSpec { variant: None, fen, moves: MovesField::List(moves) })
    }
}

/// The `id` of an object whose other fields may be wrong.
#[derive(Deserialize)]
struct IdField {
    id: Option<Box<RawValue>>,
}

/// A text as an id.
pub(super) fn text_id(text: &str) -> Option<Box<RawValue>> {
    to_raw_value(text).ok()
}

/// A reader that counts the bytes read.
struct CountingReader<R> {
    source: R,
    count: Arc<AtomicU64>,
}

impl<R: BufRead> Read for CountingReader<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.source.read(buffer)?;
        self.count.fetch_add(read as u64, Relaxed);
        Ok(read)
    }
}

impl<R: BufRead> BufRead for CountingReader<R> {
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
    fn pdn_is_recognised() {
        for pdn in [
            "[Event \"x\"]",
            "\u{FEFF}[ Event \"x\"]",
            "% made by hand",
            "; made by hand",
            "{A game} 1. 11-15",
            "1. 11-15",
            "1.11-15",
            "12 . 11-15",
        ] {
            assert!(looks_like_pdn(pdn.as_bytes()), "{pdn}");
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
            assert!(!looks_like_pdn(lines.as_bytes()), "{lines}");
        }
    }

    #[test]
    fn lines_are_parsed() {
        let parts = |line: &str| {
            let mut id = None;
            let spec = PositionSpec::parse(line.as_bytes(), &mut id).ok().unwrap();
            let moves = spec.moves.words().join(" ");
            (spec.fen.unwrap_or_default(), moves, id.map(|id| id.to_string()))
        };
        assert_eq!(parts(" startpos\r\n"), (String::new(), String::new(), None));
        assert_eq!(parts("startpos moves"), (String::new(), String::new(), None));
        assert_eq!(parts("startpos\tmoves\t1-5 # so"), (String::new(), "1-5".into(), None));
        assert_eq!(parts("moves 1-5"), (String::new(), "1-5".into(), None));
        assert_eq!(parts("W:W1:B2 moves 1-5  2-6"), ("W:W1:B2".into(), "1-5 2-6".into(), None));
        assert_eq!(parts(r#"{"moves":["a1","b2"],"id":{"a":1.50}}"#).2.unwrap(), r#"{"a":1.50}"#);
        assert_eq!(parts(r#"{"moves":"a1 b2","more":7,"variant":null}"#).1, "a1 b2");
        for wrong in ["{", "[1]", "[7,\"english\",null,null]", "{\"fen\":1}", "{\"moves\":7}", "{\"id\":}"] {
            assert!(PositionSpec::parse(wrong.as_bytes(), &mut None).is_err(), "{wrong}");
        }
        assert!(PositionSpec::parse(b"\xFF", &mut None).is_err());
        let mut id = None;
        assert!(PositionSpec::parse(b"{\"id\":3,\"fen\":5}", &mut id).is_err());
        assert_eq!(id.unwrap().get(), "3");
    }

    #[test]
    fn a_too_long_line_is_one_error() {
        let mut input = b"\n\nstartpos\n".to_vec();
        input.extend(vec![b'x'; lines::MAX_LINE + 9]);
        input.extend(b"\nstartpos\n");
        let mut found = Vec::new();
        let variant = "english".parse().unwrap();
        read(input.as_slice(), &variant, false, |task| {
            found.push((task.line, matches!(task.input, TaskInput::Bad { .. })));
            true
        })
        .unwrap();
        assert_eq!(found, [(3, false), (4, true), (5, false)]);
    }
}
