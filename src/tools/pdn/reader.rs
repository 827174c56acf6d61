//! The parser: tokens to games.
//!
//! Whether a word is a move, a move number or a result depends on what follows: `1` may begin `1. 11-15`, `1 - 18` or
//! `1 - 1`. So the last word stays pending until the next token, which is joined to it or makes it final.

use super::game_type::normalise_colours;
use super::lexer::{Lexer, Token, TokenKind, error};
use super::{GameResult, PdnError, PdnGame, PdnPly};
use crate::games::notation::clip;
use std::collections::HashSet;
use std::io::BufRead;

/// Reads the games of a file one by one. After an error it continues with the next game.
pub struct PdnReader<R> {
    lexer: Lexer<R>,
    /// A token that belongs to the next game.
    next_token: Option<Token>,
    /// An error that belongs to the next game.
    next_error: Option<PdnError>,
    /// The part of a game before its error.
    partial: Option<PdnGame>,
    skip: Skip,
    ended: bool,
}

/// What to skip after an error.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Skip {
    Nothing,
    /// The remaining tags and moves of the game.
    Tags,
    /// The remaining moves of the game.
    Moves,
}

impl<R: BufRead> PdnReader<R> {
    /// A reader of a file.
    pub fn new(source: R) -> Self {
        PdnReader {
            lexer: Lexer::new(source),
            next_token: None,
            next_error: None,
            partial: None,
            skip: Skip::Nothing,
            ended: false,
        }
    }

    /// After an error in the moves of a game: the game up to the error.
    pub fn partial_game(&mut self) -> Option<PdnGame> {
        self.partial.take()
    }

    fn token(&mut self) -> Result<Option<Token>, PdnError> {
        if let Some(error) = self.next_error.take() {
            return Err(error);
        }
        match self.next_token.take() {
            Some(token) => Ok(Some(token)),
            None => self.lexer.next(),
        }
    }

    /// Skips the rest of a game with an error.
    fn recover(&mut self) -> Result<(), PdnError> {
        while self.skip != Skip::Nothing {
            // Further errors in the same game are ignored, except I/O errors.
            let token = match self.token() {
                Err(error) if error.is_io() => return Err(error),
                Err(_) => continue,
                Ok(token) => token,
            };
            match (token.as_ref().map(|token| &token.kind), self.skip) {
                (Some(TokenKind::Tag(..) | TokenKind::BadTag(_)), Skip::Tags) => {}
                (None | Some(TokenKind::Tag(..) | TokenKind::BadTag(_)), _) => {
                    self.skip = Skip::Nothing;
                    self.next_token = token;
                }
                (Some(TokenKind::Word(word)), _) if GameResult::from_text(word).is_some() => self.skip = Skip::Nothing,
                _ => self.skip = Skip::Moves,
            }
        }
        Ok(())
    }

    fn game(&mut self, draft: &mut GameDraft) -> Result<(), PdnError> {
        self.recover()?;
        while let Some(token) = self.token()? {
            let joins = matches!(&token.kind, TokenKind::Word(word) if draft.joins(word));
            let settled = if joins { Ok(None) } else { draft.settle() };
            // After a result or an error, the token belongs to what follows.
            if !matches!(settled, Ok(None)) {
                self.next_token = Some(token);
                draft.ending = settled?;
                return Ok(());
            }
            let Token { kind, line, column } = token;
            match kind {
                TokenKind::Tag(name, value) if draft.takes_tag(&name) => {
                    draft.begin(line);
                    draft.tagged = true;
                    draft.names.insert(name.to_ascii_lowercase());
                    draft.game.tags.push((name, value));
                }
                TokenKind::BadTag(problem) if draft.game.plies.is_empty() => {
                    draft.tagged = true;
                    return Err(error(line, column, problem));
                }
                TokenKind::Tag(..) | TokenKind::BadTag(_) => {
                    self.next_token = Some(Token { kind, line, column });
                    return Ok(());
                }
                TokenKind::Comment(text) => draft.comment(&text),
                TokenKind::Open => {
                    let text = self.variation(line, column)?;
                    if let Some(ply) = draft.game.plies.last_mut().filter(|_| !text.is_empty()) {
                        ply.variations.push(text);
                    }
                }
                TokenKind::Close => return Err(error(line, column, "unexpected `)`".into())),
                TokenKind::Word(word) => {
                    draft.begin(line);
                    draft.word(&word, line, column);
                    // A complete result ends the game now: the next token may belong to another game.
                    if draft.is_over() {
                        draft.ending = draft.settle()?;
                        self.final_comments(draft);
                        return Ok(());
                    }
                }
            }
        }
        draft.ending = draft.settle()?;
        self.ended = true;
        Ok(())
    }

    /// Reads the comments after a result, on its line. Later ones belong to the next game.
    fn final_comments(&mut self, draft: &mut GameDraft) {
        while !self.lexer.at_line_end() {
            match self.lexer.next() {
                Ok(Some(Token { kind: TokenKind::Comment(text), .. })) => draft.comment(&text),
                Ok(token) => {
                    self.next_token = token;
                    return;
                }
                Err(error) => {
                    self.next_error = Some(error);
                    return;
                }
            }
        }
    }

    /// The text of a variation with all nested ones; a very long one is cut.
    fn variation(&mut self, line: usize, column: usize) -> Result<String, PdnError> {
        const MAX_LENGTH: usize = 1 << 16;
        let unclosed = || error(line, column, "unclosed variation, expected `)`".into());
        let (mut depth, mut text) = (1usize, String::new());
        while depth > 0 {
            let token = self.token()?.ok_or_else(unclosed)?;
            let part = match token.kind {
                TokenKind::Open => {
                    depth += 1;
                    "(".to_string()
                }
                TokenKind::Close => {
                    depth -= 1;
                    if depth > 0 { ")".to_string() } else { String::new() }
                }
                TokenKind::Tag(..) | TokenKind::BadTag(_) => {
                    self.next_token = Some(token);
                    return Err(unclosed());
                }
                TokenKind::Comment(text) => format!("{{{text}}}"),
                TokenKind::Word(word) => word,
            };
            if text.len() + part.len() < MAX_LENGTH {
                let joined = text.is_empty() || text.ends_with('(') || part.is_empty() || part == ")";
                text.push_str(if joined { "" } else { " " });
                text.push_str(&part);
            }
        }
        Ok(text)
    }
}

impl<R: BufRead> Iterator for PdnReader<R> {
    type Item = Result<PdnGame, PdnError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.partial = None;
        while !self.ended {
            let mut draft = GameDraft::default();
            match self.game(&mut draft) {
                Ok(()) => {
                    if let Some(game) = draft.finish() {
                        return Some(Ok(game));
                    }
                }
                Err(error) => {
                    self.ended = error.is_io();
                    // Before the first tag there is only a part of the game before it.
                    self.skip = if draft.tagged && !draft.moving { Skip::Tags } else { Skip::Moves };
                    // The pending word may be a move.
                    let _ = draft.settle();
                    self.partial = draft.moving.then(|| draft.finish()).flatten();
                    return Some(Err(error));
                }
            }
        }
        None
    }
}

/// A game so far.
#[derive(Default)]
struct GameDraft {
    game: PdnGame,
    /// The names of its tags, in lower case.
    names: HashSet<String>,
    /// Whether its tags have begun.
    tagged: bool,
    /// Whether its moves have begun.
    moving: bool,
    /// The last word, whose meaning depends on the next one.
    pending: Option<PdnPly>,
    /// The result after the moves.
    ending: Option<GameResult>,
}

const fn is_separator(c: char) -> bool {
    matches!(c, '-' | 'x' | 'X' | ':' | '×')
}

impl GameDraft {
    fn begin(&mut self, line: usize) {
        if self.game.line == 0 {
            self.game.line = line;
        }
    }

    /// Whether a tag belongs to this game: tags come before the moves, and each only once.
    fn takes_tag(&self, name: &str) -> bool {
        self.game.plies.is_empty() && !self.names.contains(&name.to_ascii_lowercase())
    }

    /// Whether a word continues the pending one, as in `11 - 15`, `22 x15` or `1 .`.
    fn joins(&self, word: &str) -> bool {
        let Some(PdnPly { text, .. }) = &self.pending else { return false };
        if text.ends_with(is_separator) || word.starts_with('.') && is_number(text) {
            return true;
        }
        let bare = !text.contains(is_separator) && !text.starts_with(['@', '*']);
        bare && word.starts_with(is_separator)
    }

    /// Adds a word; the pending one must be settled unless this one joins it.
    fn word(&mut self, word: &str, line: usize, column: usize) {
        self.moving = true;
        let joins = self.joins(word);
        let (skipped, text, glyph) = strip(word);
        match &mut self.pending {
            // The pending word was a move number.
            Some(_) if joins && word.starts_with('.') => self.pending = None,
            Some(pending) if joins => {
                pending.text.push_str(text);
                pending.glyph = glyph;
                return;
            }
            _ => {}
        }
        if !text.is_empty() {
            self.pending =
                Some(PdnPly { text: text.to_string(), glyph, line, column: column + skipped, ..PdnPly::default() });
        }
    }

    /// Whether the pending word is a complete result.
    fn is_over(&self) -> bool {
        let whole = |text: &str| text == "*" || text.contains('-');
        self.pending.as_ref().is_some_and(|ply| whole(&ply.text) && GameResult::from_text(&ply.text).is_some())
    }

    /// Makes the pending word final: adds it if it is a move, and returns it if it is a result.
    fn settle(&mut self) -> Result<Option<GameResult>, PdnError> {
        let Some(ply) = self.pending.take() else { return Ok(None) };
        if let Some(result) = GameResult::from_text(&ply.text) {
            return Ok(Some(result));
        }
        // A move number without its dot.
        if is_number(&ply.text) {
            return Ok(None);
        }
        let fits = |c: char| c.is_ascii_alphanumeric() || is_separator(c) || matches!(c, '@' | '*');
        if !ply.text.chars().all(fits) || !ply.text.contains(|c: char| c.is_ascii_digit()) {
            let problem =
                format!("`{}` is not a move; expected a move, a comment in braces or a result", clip(&ply.text));
            return Err(error(ply.line, ply.column, problem));
        }
        self.game.plies.push(ply);
        Ok(None)
    }

    /// Adds a comment to the last move, or to the game if there is none.
    fn comment(&mut self, text: &str) {
        if text.is_empty() {
            return;
        }
        let place = self.game.plies.last_mut().map_or(&mut self.game.comment, |ply| &mut ply.comment);
        match place {
            Some(before) => {
                before.push(' ');
                before.push_str(text);
            }
            None => *place = Some(text.to_string()),
        }
    }

    /// The game, if there is one.
    fn finish(mut self) -> Option<PdnGame> {
        if self.game.tags.is_empty() && self.game.plies.is_empty() {
            return None;
        }
        let tag = || self.game.tag("Result").and_then(|text| GameResult::from_text(text.trim()));
        let known = self.ending.filter(|result| *result != GameResult::Unfinished);
        self.game.result = known.or_else(tag).unwrap_or_default();
        normalise_colours(&mut self.game);
        Some(self.game)
    }
}

fn is_number(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit())
}

/// A word without move number and `!` or `?`, how many characters were removed before it, and its glyph.
fn strip(word: &str) -> (usize, &str, &'static str) {
    let rest = word.trim_start_matches(|c: char| c.is_ascii_digit());
    let rest = if rest.starts_with('.') { rest.trim_start_matches('.') } else { word };
    // Digits and dots are a byte each.
    let skipped = word.len() - rest.len();
    let bare = rest.trim_end_matches(['!', '?', ',', '.']);
    let marks = rest.get(bare.len()..).unwrap_or_default();
    let glyph = ["!!", "??", "!?", "?!", "!", "?"].into_iter().find(|glyph| marks.starts_with(glyph)).unwrap_or("");
    (skipped, if bare.len() > 1 { bare.trim_end_matches('*') } else { bare }, glyph)
}
