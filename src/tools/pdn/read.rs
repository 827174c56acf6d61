//! Tokens to games.
//!
//! A text alone cannot tell a move from a number or a result until it has seen what follows: `1` may begin `1. 11-15`,
//! `1 - 18` or `1 - 1`. So the last word is kept until the next token, which is joined to it or makes it final.

use super::game_type::in_our_colours;
use super::lex::{Kind, Lexer, Token, error};
use super::{Error, Game, GameResult, Ply};
use crate::games::notation::clip;
use std::collections::HashSet;
use std::io::BufRead;

/// Reads game after game from a file of any length. After an error it goes on with the next game.
pub struct Reader<R> {
    lexer: Lexer<R>,
    /// A token that belongs to the next game.
    back: Option<Token>,
    /// An error that belongs to the next game.
    fault: Option<Error>,
    /// What came before the last error of its game.
    broken: Option<Game>,
    skip: Skip,
    ended: bool,
}

/// What to read over, after an error.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Skip {
    Nothing,
    /// The tags that are left of a game.
    Tags,
    /// The moves that are left of a game.
    Moves,
}

/// What a final word is.
enum Word {
    Nothing,
    Result(GameResult),
}

impl<R: BufRead> Reader<R> {
    /// A reader of a file.
    pub fn new(source: R) -> Self {
        Reader { lexer: Lexer::new(source), back: None, fault: None, broken: None, skip: Skip::Nothing, ended: false }
    }

    /// After an error: the moves that stand before it in its game, if the error is among the moves.
    pub fn broken(&mut self) -> Option<Game> {
        self.broken.take()
    }

    fn token(&mut self) -> Result<Option<Token>, Error> {
        if let Some(fault) = self.fault.take() {
            return Err(fault);
        }
        match self.back.take() {
            Some(token) => Ok(Some(token)),
            None => self.lexer.next(),
        }
    }

    /// Reads over what is left of a game with an error.
    fn recover(&mut self) -> Result<(), Error> {
        while self.skip != Skip::Nothing {
            // A second error in the same game is not worth telling, unless it is the file's.
            let token = match self.token() {
                Err(error) if matches!(error.problem, super::Problem::Io(_)) => return Err(error),
                Err(_) => continue,
                Ok(token) => token,
            };
            match (token.as_ref().map(|token| &token.kind), self.skip) {
                (Some(Kind::Tag(..) | Kind::BadTag(_)), Skip::Tags) => {}
                (None | Some(Kind::Tag(..) | Kind::BadTag(_)), _) => {
                    self.skip = Skip::Nothing;
                    self.back = token;
                }
                (Some(Kind::Word(word)), _) if GameResult::from_text(word).is_some() => self.skip = Skip::Nothing,
                _ => self.skip = Skip::Moves,
            }
        }
        Ok(())
    }

    fn game(&mut self, draft: &mut Draft) -> Result<(), Error> {
        self.recover()?;
        while let Some(token) = self.token()? {
            let joins = matches!(&token.kind, Kind::Word(word) if draft.joins(word));
            let settled = if joins { Ok(Word::Nothing) } else { draft.settle() };
            // Whatever ends here, the token stands after it.
            if !matches!(settled, Ok(Word::Nothing)) {
                self.back = Some(token);
                if let Word::Result(result) = settled? {
                    draft.ending = Some(result);
                }
                return Ok(());
            }
            let Token { kind, line, column } = token;
            match kind {
                Kind::Tag(name, value) if draft.takes_tag(&name) => {
                    draft.begin(line);
                    draft.tagged = true;
                    draft.names.insert(name.to_ascii_lowercase());
                    draft.game.tags.push((name, value));
                }
                Kind::BadTag(problem) if draft.game.plies.is_empty() => {
                    draft.tagged = true;
                    return Err(error(line, column, problem));
                }
                Kind::Tag(..) | Kind::BadTag(_) => {
                    self.back = Some(Token { kind, line, column });
                    return Ok(());
                }
                Kind::Comment(text) => draft.comment(&text),
                Kind::Open => self.variation(line, column)?,
                Kind::Close => return Err(error(line, column, "`)` closes nothing".into())),
                Kind::Word(word) => {
                    draft.begin(line);
                    draft.word(&word, line, column);
                    // What nothing can join need not wait: the next token may be another game's.
                    if draft.is_over()
                        && let Word::Result(result) = draft.settle()?
                    {
                        draft.ending = Some(result);
                        self.last_words(draft);
                        return Ok(());
                    }
                }
            }
        }
        if let Word::Result(result) = draft.settle()? {
            draft.ending = Some(result);
        }
        self.ended = true;
        Ok(())
    }

    /// Takes the comments after a result, on its line. Those further on are the next game's.
    fn last_words(&mut self, draft: &mut Draft) {
        while !self.lexer.at_line_end() {
            match self.lexer.next() {
                Ok(Some(Token { kind: Kind::Comment(text), .. })) => draft.comment(&text),
                Ok(token) => {
                    self.back = token;
                    return;
                }
                Err(error) => {
                    self.fault = Some(error);
                    return;
                }
            }
        }
    }

    /// Reads over a variation and all within.
    fn variation(&mut self, line: usize, column: usize) -> Result<(), Error> {
        let unclosed = || error(line, column, "the variation has no end, expected `)`".into());
        let mut depth = 1usize;
        while depth > 0 {
            let token = self.token()?.ok_or_else(unclosed)?;
            match token.kind {
                Kind::Open => depth += 1,
                Kind::Close => depth -= 1,
                Kind::Tag(..) | Kind::BadTag(_) => {
                    self.back = Some(token);
                    return Err(unclosed());
                }
                Kind::Comment(_) | Kind::Word(_) => {}
            }
        }
        Ok(())
    }
}

impl<R: BufRead> Iterator for Reader<R> {
    type Item = Result<Game, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        self.broken = None;
        while !self.ended {
            let mut draft = Draft::default();
            match self.game(&mut draft) {
                Ok(()) => {
                    if let Some(game) = draft.finish() {
                        return Some(Ok(game));
                    }
                }
                Err(error) => {
                    self.ended = matches!(error.problem, super::Problem::Io(_));
                    // What stands before the first tag is no part of its game.
                    self.skip = if draft.tagged && !draft.moving { Skip::Tags } else { Skip::Moves };
                    // The last word may be a move, and if not, the error stands after it.
                    let _ = draft.settle();
                    self.broken = draft.moving.then(|| draft.finish()).flatten();
                    return Some(Err(error));
                }
            }
        }
        None
    }
}

/// A game so far.
#[derive(Default)]
struct Draft {
    game: Game,
    /// The names of its tags, in small letters.
    names: HashSet<String>,
    /// Whether its tags have begun.
    tagged: bool,
    /// Whether its moves have begun.
    moving: bool,
    /// The last word, whose meaning depends on the next.
    last: Option<Ply>,
    ending: Option<GameResult>,
}

const fn separates(c: char) -> bool {
    matches!(c, '-' | 'x' | 'X' | ':' | '×')
}

impl Draft {
    fn begin(&mut self, line: usize) {
        if self.game.line == 0 {
            self.game.line = line;
        }
    }

    /// Whether a tag can still be this game's: none comes after a move, and none comes twice.
    fn takes_tag(&self, name: &str) -> bool {
        self.game.plies.is_empty() && !self.names.contains(&name.to_ascii_lowercase())
    }

    /// Whether a word belongs to the word before it, as in `11 - 15`, `22 x15` or `1 .`.
    fn joins(&self, word: &str) -> bool {
        let Some(Ply { text, .. }) = &self.last else { return false };
        if text.ends_with(separates) || word.starts_with('.') && is_number(text) {
            return true;
        }
        let bare = !text.contains(separates) && !text.starts_with(['@', '*']);
        bare && word.starts_with(separates)
    }

    /// Takes a word; the last one is settled unless this one joins it.
    fn word(&mut self, word: &str, line: usize, column: usize) {
        self.moving = true;
        let joins = self.joins(word);
        let (skipped, text) = strip(word);
        match &mut self.last {
            // The last one was a number.
            Some(_) if joins && word.starts_with('.') => self.last = None,
            Some(last) if joins => return last.text.push_str(text),
            _ => {}
        }
        if !text.is_empty() {
            self.last = Some(Ply { text: text.to_string(), comment: None, line, column: column + skipped });
        }
    }

    /// Whether the last word is a result that nothing can be joined to.
    fn is_over(&self) -> bool {
        let whole = |text: &str| text == "*" || text.contains('-');
        self.last.as_ref().is_some_and(|ply| whole(&ply.text) && GameResult::from_text(&ply.text).is_some())
    }

    /// Makes the last word final.
    fn settle(&mut self) -> Result<Word, Error> {
        let Some(ply) = self.last.take() else { return Ok(Word::Nothing) };
        if let Some(result) = GameResult::from_text(&ply.text) {
            return Ok(Word::Result(result));
        }
        // A move number without its dot.
        if is_number(&ply.text) {
            return Ok(Word::Nothing);
        }
        let fits = |c: char| c.is_ascii_alphanumeric() || separates(c) || matches!(c, '@' | '*');
        if !ply.text.chars().all(fits) || !ply.text.contains(|c: char| c.is_ascii_digit()) {
            let problem = format!("`{}` is no move, expected a move, a comment in braces or a result", clip(&ply.text));
            return Err(error(ply.line, ply.column, problem));
        }
        self.game.plies.push(ply);
        Ok(Word::Nothing)
    }

    /// Puts a comment to the last move, or to the game if there is none.
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
    fn finish(mut self) -> Option<Game> {
        if self.game.tags.is_empty() && self.game.plies.is_empty() {
            return None;
        }
        let tag = || self.game.tag("Result").and_then(|text| GameResult::from_text(text.trim()));
        let known = self.ending.filter(|result| *result != GameResult::Unfinished);
        self.game.result = known.or_else(tag).unwrap_or_default();
        in_our_colours(&mut self.game);
        Some(self.game)
    }
}

fn is_number(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit())
}

/// A word without the number before it and the strength after it, and how many characters stand before it.
fn strip(word: &str) -> (usize, &str) {
    let rest = word.trim_start_matches(|c: char| c.is_ascii_digit());
    let rest = if rest.starts_with('.') { rest.trim_start_matches('.') } else { word };
    // Digits and dots are a byte each.
    let skipped = word.len() - rest.len();
    let rest = rest.trim_end_matches(['!', '?', ',', '.']);
    (skipped, if rest.len() > 1 { rest.trim_end_matches('*') } else { rest })
}
