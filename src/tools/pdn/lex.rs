//! A game file as tokens with their places, line by line, so that a file of any length needs no memory.

use super::{Error, Problem};
use crate::games::notation::clip;
use crate::util::lines::{self, LineRead, MAX_LINE, TOO_LONG};
use std::io::{self, BufRead};

/// A piece of a game file.
#[derive(Clone, Debug)]
pub(super) struct Token {
    pub kind: Kind,
    pub line: usize,
    pub column: usize,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Tag(String, String),
    /// A tag with a fault, which begins a game as any other does.
    BadTag(String),
    Comment(String),
    /// A move, a number, a result: whatever stands between blanks.
    Word(String),
    /// The beginning and the end of a variation.
    Open,
    Close,
}

pub(super) struct Lexer<R> {
    source: R,
    /// The present line without its end.
    line: Vec<char>,
    /// Its number.
    number: usize,
    /// How many of its characters have been read.
    at: usize,
    bytes: Vec<u8>,
    /// Whether the rest of a line that is too long is still to be read over.
    cut: bool,
}

impl<R: BufRead> Lexer<R> {
    pub fn new(source: R) -> Self {
        Lexer { source, line: Vec::new(), number: 0, at: 0, bytes: Vec::new(), cut: false }
    }

    /// The next token; `None` at the end.
    pub fn next(&mut self) -> Result<Option<Token>, Error> {
        loop {
            let (line, column) = self.place();
            let token = |kind| Ok(Some(Token { kind, line, column }));
            let Some(&c) = self.line.get(self.at) else {
                if !self.next_line()? {
                    return Ok(None);
                }
                continue;
            };
            // What follows is for other programs.
            if c == '%' && self.at == 0 {
                self.at = self.line.len();
                continue;
            }
            match c {
                _ if c.is_whitespace() => self.at += 1,
                '[' if self.rest().get(1) == Some(&'%') => return token(Kind::Comment(self.command())),
                '[' => return token(self.tag()),
                '{' => return token(Kind::Comment(self.comment()?)),
                ';' => {
                    let text: String = self.rest().iter().skip(1).collect();
                    self.at = self.line.len();
                    return token(Kind::Comment(text.trim().to_string()));
                }
                '(' => {
                    self.at += 1;
                    return token(Kind::Open);
                }
                ')' => {
                    self.at += 1;
                    return token(Kind::Close);
                }
                // A numeric glyph.
                '$' => {
                    self.at += 1;
                    while self.rest().first().is_some_and(char::is_ascii_digit) {
                        self.at += 1;
                    }
                }
                '}' | ']' => {
                    self.at += 1;
                    return Err(error(line, column, format!("`{c}` closes nothing")));
                }
                _ => return token(Kind::Word(self.word())),
            }
        }
    }

    /// Where the next character stands.
    pub fn place(&self) -> (usize, usize) {
        (self.number.max(1), self.at + 1)
    }

    /// Whether nothing more stands on the line.
    pub fn at_line_end(&self) -> bool {
        self.rest().iter().all(|c| c.is_whitespace())
    }

    fn rest(&self) -> &[char] {
        self.line.get(self.at..).unwrap_or_default()
    }

    /// Goes to the next line, if there is one.
    fn next_line(&mut self) -> Result<bool, Error> {
        self.bytes.clear();
        self.line.clear();
        self.at = 0;
        let cut = std::mem::take(&mut self.cut);
        let read = if cut { lines::skip(&mut self.source) } else { Ok(()) };
        let read = read.and_then(|()| lines::read(&mut self.source, &mut self.bytes));
        self.number += 1;
        let read =
            read.map_err(|problem: io::Error| Error { line: self.number, column: 1, problem: problem.into() })?;
        if read == LineRead::TooLong {
            self.cut = true;
            return Err(error(self.number, 1, TOO_LONG.into()));
        }
        match std::str::from_utf8(&self.bytes) {
            Ok(text) => self.line.extend(text.trim_end_matches(['\n', '\r']).chars()),
            // Old files are in Latin-1, whose bytes are the first code points.
            Err(_) => self.line.extend(self.bytes.iter().map(|&byte| char::from(byte))),
        }
        while matches!(self.line.last(), Some('\n' | '\r')) {
            self.line.pop();
        }
        // A byte order mark.
        if self.number == 1 && self.line.first() == Some(&'\u{FEFF}') {
            self.line.remove(0);
        }
        Ok(read != LineRead::End)
    }

    fn word(&mut self) -> String {
        let ends = |c: &char| c.is_whitespace() || matches!(c, '{' | '}' | '(' | ')' | '[' | ']' | ';' | '$');
        let word: String = self.rest().iter().take_while(|c| !ends(c)).collect();
        self.at += word.chars().count();
        word
    }

    /// A command for programs that should stand in a comment, as in `[%clk 0:01:30]`.
    fn command(&mut self) -> String {
        let length = self.rest().iter().position(|&c| c == ']').map_or(self.rest().len(), |at| at + 1);
        let text = self.rest().iter().take(length).collect();
        self.at += length;
        text
    }

    /// A comment in braces, without them, on one line. It has no end if a blank line and a tag come first.
    fn comment(&mut self) -> Result<String, Error> {
        let (line, column) = self.place();
        let unclosed = || error(line, column, "the comment has no end, expected `}`".into());
        self.at += 1;
        let mut text = String::new();
        loop {
            let end = self.rest().iter().position(|&c| c == '}');
            let part = self.rest().iter().take(end.unwrap_or(usize::MAX));
            text.extend(part);
            if let Some(end) = end {
                self.at += end + 1;
                return Ok(text.split_whitespace().collect::<Vec<_>>().join(" "));
            }
            text.push(' ');
            if text.len() > MAX_LINE {
                return Err(error(line, column, "the comment is longer than 4 MB".into()));
            }
            let blank = self.line.iter().all(|c| c.is_whitespace());
            if !self.next_line()? || blank && self.begins_a_game() {
                return Err(unclosed());
            }
        }
    }

    /// Whether the line has the form of a tag.
    fn begins_a_game(&self) -> bool {
        let text: String = self.line.iter().collect();
        let name = text.strip_prefix('[').and_then(|rest| rest.split_once(" \"")).map(|(name, _)| name);
        name.is_some_and(|name| !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_'))
            && text.trim_end().ends_with("\"]")
    }

    /// A tag: a name and a value in quotes, which may hold quotes of its own.
    fn tag(&mut self) -> Kind {
        const FORM: &str = "a tag like `[Event \"Open\"]`";
        // A line may hold many tags, so that no tag may look at all the rest of it.
        let wrong = |problem: &str| {
            let text: String = self.rest().iter().take(100).collect();
            Kind::BadTag(format!("`{}`: {problem}, expected {FORM}", clip(&text)))
        };
        let inner = self.rest().get(1..).unwrap_or_default();
        let blanks = |chars: &[char]| chars.iter().take_while(|c| c.is_whitespace()).count();
        let start = blanks(inner);
        let is_name = |c: &&char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.');
        let name: String = inner.iter().skip(start).take_while(is_name).collect();
        let after = start + name.chars().count();
        let quote = after + inner.get(after..).map_or(0, blanks);
        // The value ends with the first quote that is not escaped and has the closing bracket after it.
        let (mut value, mut at, mut found) = (String::new(), quote + 1, None);
        while let (Some(&'"'), Some(&c)) = (inner.get(quote), inner.get(at)) {
            match (c, inner.get(at + 1)) {
                ('\\', Some(&next @ ('"' | '\\'))) => {
                    value.push(next);
                    at += 1;
                }
                ('"', _) => {
                    let gap = inner.get(at + 1..).map_or(0, blanks);
                    if inner.get(at + 1 + gap) == Some(&']') {
                        found = Some(at + 2 + gap);
                        break;
                    }
                    value.push(c);
                }
                _ => value.push(c),
            }
            at += 1;
        }
        let problem = match found {
            _ if name.is_empty() => wrong("a tag without a name"),
            Some(length) => {
                self.at += length + 1;
                return Kind::Tag(name, value);
            }
            None if inner.get(quote) == Some(&'"') => wrong("the tag has no end"),
            None => wrong("a tag without a value in quotes"),
        };
        self.at = self.line.len();
        problem
    }
}

/// A syntax error at a place.
pub(super) fn error(line: usize, column: usize, problem: String) -> Error {
    Error { line, column, problem: Problem::Syntax(problem) }
}
