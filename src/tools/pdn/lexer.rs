//! The lexer: PDN tokens with line and column. It reads line by line, so memory does not grow with the file.

use super::{PdnError, PdnErrorKind};
use crate::games::notation::clip;
use crate::util::lines::{self, LineRead, MAX_LINE, TOO_LONG};
use std::io::{self, BufRead};

/// A token with its place.
#[derive(Clone, Debug)]
pub(super) struct Token {
    pub kind: TokenKind,
    pub line: usize,
    pub column: usize,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum TokenKind {
    Tag(String, String),
    /// A tag with a syntax error; it begins a game like any other tag.
    BadTag(String),
    Comment(String),
    /// A move, a move number or a result.
    Word(String),
    /// The start and the end of a variation.
    Open,
    Close,
}

pub(super) struct Lexer<R> {
    source: R,
    /// The current line without its newline.
    line: Vec<char>,
    /// The number of the line, from 1 on.
    number: usize,
    /// How many of its characters have been read.
    at: usize,
    bytes: Vec<u8>,
    /// Whether the rest of a too long line must be skipped.
    skip_rest: bool,
}

impl<R: BufRead> Lexer<R> {
    pub fn new(source: R) -> Self {
        Lexer { source, line: Vec::new(), number: 0, at: 0, bytes: Vec::new(), skip_rest: false }
    }

    /// The next token; `None` at the end.
    pub fn next(&mut self) -> Result<Option<Token>, PdnError> {
        loop {
            let (line, column) = self.place();
            let token = |kind| Ok(Some(Token { kind, line, column }));
            let Some(&c) = self.line.get(self.at) else {
                if !self.next_line()? {
                    return Ok(None);
                }
                continue;
            };
            // An escape line for other programs.
            if c == '%' && self.at == 0 {
                self.at = self.line.len();
                continue;
            }
            match c {
                _ if c.is_whitespace() => self.at += 1,
                '[' if self.rest().get(1) == Some(&'%') => return token(TokenKind::Comment(self.command())),
                '[' => return token(self.tag()),
                '{' => return token(TokenKind::Comment(self.comment()?)),
                ';' => {
                    let text: String = self.rest().iter().skip(1).collect();
                    self.at = self.line.len();
                    return token(TokenKind::Comment(text.trim().to_string()));
                }
                '(' => {
                    self.at += 1;
                    return token(TokenKind::Open);
                }
                ')' => {
                    self.at += 1;
                    return token(TokenKind::Close);
                }
                // A numeric annotation glyph.
                '$' => {
                    self.at += 1;
                    while self.rest().first().is_some_and(char::is_ascii_digit) {
                        self.at += 1;
                    }
                }
                '}' | ']' => {
                    self.at += 1;
                    return Err(error(line, column, format!("unexpected `{c}`")));
                }
                _ => return token(TokenKind::Word(self.word())),
            }
        }
    }

    /// Line and column of the next character.
    pub fn place(&self) -> (usize, usize) {
        (self.number.max(1), self.at + 1)
    }

    /// Whether the rest of the line is blank.
    pub fn at_line_end(&self) -> bool {
        self.rest().iter().all(|c| c.is_whitespace())
    }

    fn rest(&self) -> &[char] {
        self.line.get(self.at..).unwrap_or_default()
    }

    /// Goes to the next line, if there is one.
    fn next_line(&mut self) -> Result<bool, PdnError> {
        self.bytes.clear();
        self.line.clear();
        self.at = 0;
        let skip_rest = std::mem::take(&mut self.skip_rest);
        let read = if skip_rest { lines::skip_in_file(&mut self.source) } else { Ok(()) };
        let read = read.and_then(|()| lines::read(&mut self.source, &mut self.bytes));
        self.number += 1;
        let read = read.map_err(|error: io::Error| PdnError { line: self.number, column: 1, kind: error.into() })?;
        if read == LineRead::TooLong {
            self.skip_rest = true;
            return Err(error(self.number, 1, TOO_LONG.into()));
        }
        match std::str::from_utf8(&self.bytes) {
            Ok(text) => self.line.extend(text.trim_end_matches(['\n', '\r']).chars()),
            // Old files are Latin-1, whose bytes are the first code points of Unicode.
            Err(_) => self.line.extend(self.bytes.iter().map(|&byte| char::from(byte))),
        }
        while matches!(self.line.last(), Some('\n' | '\r')) {
            self.line.pop();
        }
        // A byte order mark. In the middle there is one if files were put together.
        if self.line.first() == Some(&'\u{FEFF}') {
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

    /// A command such as `[%clk 0:01:30]` outside a comment.
    fn command(&mut self) -> String {
        let length = self.rest().iter().position(|&c| c == ']').map_or(self.rest().len(), |at| at + 1);
        let text = self.rest().iter().take(length).collect();
        self.at += length;
        text
    }

    /// A comment without its braces, joined to one line. A blank line followed by a tag ends an unclosed comment.
    fn comment(&mut self) -> Result<String, PdnError> {
        let (line, column) = self.place();
        let unclosed = || error(line, column, "unclosed comment, expected `}`".into());
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
            if !self.next_line()? || blank && self.is_tag_line() {
                return Err(unclosed());
            }
        }
    }

    /// Whether the line looks like a tag.
    fn is_tag_line(&self) -> bool {
        let text: String = self.line.iter().collect();
        let name = text.strip_prefix('[').and_then(|rest| rest.split_once(" \"")).map(|(name, _)| name);
        name.is_some_and(|name| !name.is_empty() && name.chars().all(is_tag_name)) && text.trim_end().ends_with("\"]")
    }

    /// A tag: a name and a quoted value, which may contain quotes.
    fn tag(&mut self) -> TokenKind {
        // Only a part of the rest of the line is copied: with many tags on one line the time would be quadratic.
        let wrong = |problem: &str| {
            let text: String = self.rest().iter().take(100).collect();
            TokenKind::BadTag(format!("`{}`: {problem}, expected a tag like `[Event \"Open\"]`", clip(&text)))
        };
        let inner = self.rest().get(1..).unwrap_or_default();
        let blanks = |chars: &[char]| chars.iter().take_while(|c| c.is_whitespace()).count();
        let start = blanks(inner);
        let name: String = inner.iter().skip(start).take_while(|c| is_tag_name(**c)).collect();
        let after = start + name.chars().count();
        let quote = after + inner.get(after..).map_or(0, blanks);
        // The value ends at the first unescaped quote that is followed by the closing bracket.
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
                return TokenKind::Tag(name, value);
            }
            None if inner.get(quote) == Some(&'"') => wrong("unclosed tag"),
            None => wrong("a tag without a quoted value"),
        };
        self.at = self.line.len();
        problem
    }
}

/// Whether a character may be in the name of a tag.
pub(super) fn is_tag_name(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '-' | '.')
}

/// A syntax error.
pub(super) fn error(line: usize, column: usize, problem: String) -> PdnError {
    PdnError { line, column, kind: PdnErrorKind::Syntax(problem) }
}
