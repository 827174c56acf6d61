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
    /// The name of its file, if there are several.
    pub file: Option<Arc<str>>,
    pub line: usize,
    /// How many bytes of the input have been read up to its end.
    pub bytes_read: u64,
    pub input: TaskInput,
}

impl AnalysisTask {
    /// The id of its result: that of the input, if it has one.
    pub fn id(&self) -> Option<Box<RawValue>> {
        let id = match &self.input {
            TaskInput::Line(bytes) => line_id(bytes),
            TaskInput::Position { id, .. } => text_id(id),
            TaskInput::Bad { id, .. } => id.as_deref().and_then(text_id),
            #[cfg(test)]
            TaskInput::Panic => None,
        };
        // Lines of several files may have the same number.
        id.or_else(|| text_id(&format!("{}:{}", self.file.as_ref()?, self.line)))
    }

    /// About how many bytes of memory it takes.
    pub fn bytes(&self) -> usize {
        /// A position with its move.
        const POSITION: usize = 64;
        match &self.input {
            TaskInput::Line(bytes) => bytes.len(),
            TaskInput::Position { game, place, .. } => {
                // The game is kept until its last position is written.
                let whole = if place.played.is_none() { place.game.bytes } else { 0 };
                whole + (game.plies() + 1) * POSITION
            }
            TaskInput::Bad { problem, .. } => problem.len(),
            #[cfg(test)]
            TaskInput::Panic => 0,
        }
    }
}

pub(super) enum TaskInput {
    /// A line that the worker parses.
    Line(Vec<u8>),
    /// A position of a PDN game.
    Position { id: String, variant: Arc<str>, game: Box<dyn AnyGame>, place: GamePlace },
    /// Input that cannot be parsed.
    Bad { id: Option<String>, problem: String },
    /// Makes the worker panic, for tests.
    #[cfg(test)]
    Panic,
}

/// A file to analyse.
pub struct AnalysisInput {
    /// The path, or `-` for standard input; results name it.
    pub name: String,
    /// Whether it is known to be PDN; if not, its first line decides.
    pub is_pdn: bool,
    /// Its content.
    pub source: Box<dyn BufRead + Send>,
}

/// A game of a PDN file.
#[derive(Debug)]
pub struct GameOrigin {
    /// The name of its file.
    pub file: String,
    /// Its number in the file, from 1.
    pub number: usize,
    /// The game.
    pub pdn: PdnGame,
    /// About how many bytes it has in the file.
    pub bytes: usize,
}

/// The place of a position in a game.
#[derive(Clone, Debug)]
pub struct GamePlace {
    /// The game that the position comes from.
    pub game: Arc<GameOrigin>,
    /// How many moves lead to the position.
    pub ply: usize,
    /// The move that was played next.
    pub played: Option<String>,
}

/// One of several shares of the input: every `of`th line or game, from the `index`th on (from 0).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InputPart {
    /// Which share.
    pub index: usize,
    /// The number of shares.
    pub of: usize,
}

impl Default for InputPart {
    fn default() -> InputPart {
        InputPart { index: 0, of: 1 }
    }
}

impl InputPart {
    /// Whether a line or game belongs to this share.
    pub fn has(self, number: usize) -> bool {
        number % self.of.max(1) == self.index
    }
}

/// Reads the tasks of one file after another.
pub(super) struct TaskReader<'a, F> {
    /// The variant of games that do not name one.
    variant: Option<&'a Variant>,
    part: InputPart,
    /// The name of the file.
    file: Arc<str>,
    /// Whether there are several files.
    several: bool,
    /// The lines and games of all files so far.
    units: usize,
    /// The bytes read of all files so far.
    bytes: Arc<AtomicU64>,
    /// Takes a task; returns whether there is a use for more.
    take: F,
}

impl<'a, F: FnMut(AnalysisTask) -> bool> TaskReader<'a, F> {
    /// A reader of one file or `several`.
    pub fn new(variant: Option<&'a Variant>, part: InputPart, several: bool, take: F) -> TaskReader<'a, F> {
        TaskReader { variant, part, file: "".into(), several, units: 0, bytes: Arc::default(), take }
    }

    /// Reads tasks until all files end, one cannot be read, or `take` returns `false`.
    pub fn read_all(&mut self, inputs: Vec<AnalysisInput>) -> io::Result<()> {
        for AnalysisInput { name, is_pdn, source } in inputs {
            self.file = name.as_str().into();
            if !self.read(source, is_pdn).map_err(|error| io::Error::new(error.kind(), format!("{name}: {error}")))? {
                break;
            }
        }
        Ok(())
    }

    /// Whether the next line or game belongs to this share.
    fn next_unit(&mut self) -> bool {
        self.units += 1;
        self.part.has(self.units - 1)
    }

    /// An id that differs from those of other files.
    fn id(&self, id: &str) -> String {
        if self.several { format!("{}:{id}", self.file) } else { id.into() }
    }

    /// Passes a task on; returns whether there is a use for more.
    fn pass(&mut self, line: usize, input: TaskInput) -> bool {
        let file = self.several.then(|| Arc::clone(&self.file));
        let mut bytes_read = self.bytes.load(Relaxed);
        // A game is read at once, but its positions are done one after the other.
        if let TaskInput::Position { place: GamePlace { game, ply, .. }, .. } = &input {
            let left = game.pdn.plies.len().saturating_sub(*ply) as u64;
            bytes_read -= (game.bytes as u64 * left / (game.pdn.plies.len() as u64 + 1)).min(bytes_read);
        }
        (self.take)(AnalysisTask { file, line, bytes_read, input })
    }

    /// Reads a file; returns whether there is a use for more.
    fn read(&mut self, source: impl BufRead, is_pdn: bool) -> io::Result<bool> {
        let mut source = CountingReader { source, count: Arc::clone(&self.bytes) };
        // The first line that is not blank, and how many blank ones come before it.
        let (mut head, mut blanks) = (Vec::new(), 0);
        while !is_pdn && lines::read(&mut source, &mut head)? == LineRead::Whole && is_blank(&head) {
            head.clear();
            blanks += 1;
        }
        let is_pdn = is_pdn || looks_like_pdn(&head);
        let source = BufReader::new(io::repeat(b'\n').take(blanks)).chain(io::Cursor::new(head)).chain(source);
        if is_pdn { self.read_pdn(source) } else { self.read_lines(source) }
    }

    fn read_lines(&mut self, mut source: impl BufRead) -> io::Result<bool> {
        for line in 1.. {
            let mut bytes = Vec::new();
            let length = lines::read(&mut source, &mut bytes)?;
            let skip = is_blank(&bytes) || bytes.trim_ascii_start().starts_with(b"#");
            let input = match length {
                LineRead::End => break,
                LineRead::Whole => TaskInput::Line(bytes),
                LineRead::TooLong => TaskInput::Bad { id: None, problem: TOO_LONG.into() },
            };
            if !skip && self.next_unit() && !self.pass(line, input) {
                return Ok(false);
            }
            if length == LineRead::TooLong {
                lines::skip_in_file(&mut source)?;
            }
        }
        Ok(true)
    }

    fn read_pdn(&mut self, source: impl BufRead) -> io::Result<bool> {
        let mut reader = pdn::PdnReader::new(source);
        for number in 1.. {
            let start = self.bytes.load(Relaxed);
            let Some(pdn_game) = reader.next() else { break };
            let bytes = self.bytes.load(Relaxed).saturating_sub(start) as usize;
            if !self.next_unit() {
                continue;
            }
            let mut wanted = true;
            let done = match pdn_game {
                Ok(pdn_game) => self.read_game(pdn_game, number, bytes, &mut wanted),
                // The positions before a syntax error are analysed.
                Err(error) => {
                    let part = reader.partial_game();
                    part.map_or(Ok(()), |part| self.read_game(part, number, bytes, &mut wanted)).and(Err(error))
                }
            };
            match done {
                Ok(()) => {}
                Err(PdnError { kind: PdnErrorKind::Io(error), .. }) => return Err(error),
                Err(PdnError { line, column, kind }) => {
                    let (id, problem) = (Some(self.id(&number.to_string())), format!("column {column}: {kind}"));
                    wanted = wanted && self.pass(line, TaskInput::Bad { id, problem });
                }
            }
            if !wanted {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Passes on the positions of a game, each with the move that was played next, as long as they are `wanted`.
    fn read_game(&mut self, pdn: PdnGame, number: usize, bytes: usize, wanted: &mut bool) -> Result<(), PdnError> {
        let (default, first_line) = (self.variant, pdn.line);
        let variant: Arc<str> = pdn.variant(default)?.to_string().into();
        let origin = Arc::new(GameOrigin { file: self.file.to_string(), number, pdn, bytes });
        let mut waiting: Option<(usize, Box<dyn AnyGame>, GamePlace)> = None;
        let mut pass = |(line, game, place): (usize, Box<dyn AnyGame>, GamePlace)| {
            let (id, variant) = (self.id(&format!("{number}.{}", place.ply)), Arc::clone(&variant));
            *wanted = *wanted && self.pass(line, TaskInput::Position { id, variant, game, place });
        };
        let replay = origin.pdn.replay_with(default, Style::Usual, &mut |ply, last, game| {
            if let (Some((line, game, place)), Some((_, text))) = (waiting.take(), last) {
                pass((line, game, GamePlace { played: Some(text.to_string()), ..place }));
            }
            let line = last.map_or(first_line, |(last, _)| last.line);
            waiting =
                Some((line, game.copy_without_past(), GamePlace { game: Arc::clone(&origin), ply, played: None }));
        });
        waiting.into_iter().for_each(pass);
        replay.map(|_| ())
    }
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
    /// Parses a line.
    pub fn parse(bytes: &[u8]) -> Result<PositionSpec, String> {
        const FIELDS: &str = "expected a JSON object with fen, moves, variant, id";
        let text = line_text(bytes).ok_or("the line is not UTF-8")?;
        // serde would accept a list for a struct.
        if text.starts_with('[') {
            return Err(format!("a list, {FIELDS}"));
        }
        if text.starts_with('{') {
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

fn line_text(bytes: &[u8]) -> Option<&str> {
    Some(std::str::from_utf8(bytes).ok()?.trim_start_matches('\u{FEFF}').trim())
}

/// The `id` of a line with an object, whose other fields may be wrong.
fn line_id(bytes: &[u8]) -> Option<Box<RawValue>> {
    #[derive(Deserialize)]
    struct IdField {
        id: Option<Box<RawValue>>,
    }
    let text = line_text(bytes).filter(|text| text.starts_with('{'))?;
    serde_json::from_str(text).ok().and_then(|IdField { id }| id)
}

/// An id as it stands in the output: a JSON string.
fn text_id(text: &str) -> Option<Box<RawValue>> {
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
            let (spec, id) = (PositionSpec::parse(line.as_bytes()).ok().unwrap(), line_id(line.as_bytes()));
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
            assert!(PositionSpec::parse(wrong.as_bytes()).is_err(), "{wrong}");
        }
        assert!(PositionSpec::parse(b"\xFF").is_err());
        assert!(PositionSpec::parse(b"{\"id\":3,\"fen\":5}").is_err());
        assert_eq!(line_id(b"{\"id\":3,\"fen\":5}").unwrap().get(), "3");
    }

    #[test]
    fn the_positions_of_a_game_share_its_bytes() {
        let game = "[GameType \"21\"]\n\n1. 11-15 23-19 2. 8-11 *\n\n".repeat(2);
        let mut read = Vec::new();
        let take = |task: AnalysisTask| {
            read.push(task.bytes_read);
            true
        };
        let source = Box::new(io::Cursor::new(game.clone().into_bytes()));
        let input = AnalysisInput { name: "x".into(), is_pdn: true, source };
        TaskReader::new(None, InputPart::default(), false, take).read_all(vec![input]).unwrap();
        // The last line feed is not read.
        assert_eq!((read.len(), *read.last().unwrap()), (8, game.len() as u64 - 1));
        assert!(read.windows(2).all(|pair| pair[0] < pair[1]), "{read:?}");
        assert!(read[0] <= game.len() as u64 / 4, "{read:?}");
    }

    #[test]
    fn a_too_long_line_is_one_error() {
        let mut input = b"\n\nstartpos\n".to_vec();
        input.extend(vec![b'x'; lines::MAX_LINE + 9]);
        input.extend(b"\nstartpos\n");
        let mut found = Vec::new();
        let take = |task: AnalysisTask| {
            found.push((task.line, matches!(task.input, TaskInput::Bad { .. })));
            true
        };
        let source = Box::new(io::Cursor::new(input));
        let input = AnalysisInput { name: "x".into(), is_pdn: false, source };
        TaskReader::new(None, InputPart::default(), false, take).read_all(vec![input]).unwrap();
        assert_eq!(found, [(3, false), (4, true), (5, false)]);
    }
}
