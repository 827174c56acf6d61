//! Writes games as strict PDN.
//!
//! The seven standard tags come first in their usual order, then GameType, Variant and FEN, then the others. Lines have at
//! most 79 columns, unless a word is longer. A move number precedes each turn of the player who began; if a side moves
//! twice in a row, its second move has no number.

use super::game_type::{GameType, game_type, with_notation};
use super::lexer::is_tag_name;
use super::{GameResult, PdnGame};
use crate::games::Side;
use std::io::{self, Write};

/// The standard tags, with the text for an unknown value.
const ROSTER: [(&str, &str); 6] =
    [("Event", "?"), ("Site", "?"), ("Date", "????.??.??"), ("Round", "?"), ("White", "?"), ("Black", "?")];
const WIDTH: usize = 79;

/// Writes a game, followed by a blank line. The moves are not changed.
pub fn write(game: &PdnGame, out: &mut impl Write) -> io::Result<()> {
    let replay = game.replay(None).ok();
    let variant = replay.as_ref().map(|replay| replay.variant.clone()).or_else(|| game.variant(None).ok());
    let first = game.plies.iter().find_map(|ply| ply.text.chars().find(char::is_ascii_alphanumeric));
    let algebraic = first.is_some_and(|c| c.is_ascii_alphabetic() && c != 'x');
    // A complete GameType is kept: the moves may use its square numbers.
    let kind = match (game.tag("GameType"), &variant) {
        (Some(tag), _) if tag.contains(',') => Some(tag.to_string()),
        (tag, Some(variant)) => {
            game_type(variant).map(|text| with_notation(text, algebraic)).or_else(|| tag.map(str::to_string))
        }
        (tag, None) => tag.map(str::to_string),
    };
    let two_points = kind.as_deref().and_then(GameType::parse).is_some_and(|kind| matches!(kind.number, 20 | 27));
    let result = game.result.text(two_points);
    for (name, unknown) in ROSTER {
        tag(out, name, game.tag(name).filter(|value| !value.is_empty()).unwrap_or(unknown))?;
    }
    tag(out, "Result", result)?;
    if let Some(kind) = kind {
        tag(out, "GameType", &kind)?;
    }
    match (variant, game.tag("Variant")) {
        (Some(variant), _) => tag(out, "Variant", &variant.standard().to_string())?,
        (None, Some(name)) => tag(out, "Variant", name)?,
        (None, None) => {}
    }
    if let Some(fen) = game.tag("FEN") {
        tag(out, "FEN", fen)?;
    }
    let placed = |name: &str| {
        let mut first = ROSTER.iter().map(|(known, _)| *known).chain(["Result", "GameType", "Variant", "FEN"]);
        first.any(|known| known.eq_ignore_ascii_case(name))
    };
    for (name, value) in game.tags.iter().filter(|(name, _)| !name.is_empty() && !placed(name)) {
        tag(out, name, value)?;
    }
    writeln!(out)?;
    let sides = replay.filter(|replay| replay.moves.len() == game.plies.len()).map(|replay| replay.sides);
    moves(game, sides.as_deref(), result, out)?;
    writeln!(out)
}

fn tag(out: &mut impl Write, name: &str, value: &str) -> io::Result<()> {
    // The reader takes a name as it is, so that no two names become one.
    let name: String = name.chars().map(|c| if is_tag_name(c) { c } else { '_' }).collect();
    let value = value.replace('\\', "\\\\").replace('"', "\\\"").replace(char::is_control, " ");
    writeln!(out, "[{name} \"{value}\"]")
}

/// Writes the moves with numbers and comments, and the result. Without `sides`, the sides alternate.
fn moves(game: &PdnGame, sides: Option<&[Side]>, result: &str, out: &mut impl Write) -> io::Result<()> {
    let mut lines = LineWrapper { out, column: 0 };
    lines.comment(game.comment.as_deref())?;
    let first = sides.and_then(|sides| sides.first().copied()).unwrap_or(Side::White);
    let (mut turn, mut last, mut after_comment) = (0, first.other(), false);
    for (index, ply) in game.plies.iter().enumerate() {
        let alternating = if index % 2 == 0 { first } else { first.other() };
        let side = sides.and_then(|sides| sides.get(index).copied()).unwrap_or(alternating);
        // The move number is repeated after a comment.
        let number = match side == first {
            true if last != first => {
                turn += 1;
                format!("{turn}. ")
            }
            true if after_comment => format!("{turn}. "),
            false if after_comment => format!("{turn}... "),
            _ => String::new(),
        };
        last = side;
        let text: String = ply.text.split_whitespace().collect();
        lines.word(&format!("{number}{text}{}", ply.glyph))?;
        after_comment = lines.comment(ply.comment.as_deref())?;
        for variation in &ply.variations {
            words(&format!("({variation})")).iter().try_for_each(|word| lines.word(word))?;
            after_comment = true;
        }
    }
    lines.word(result)?;
    writeln!(lines.out)
}

/// The words of a text. A command such as `[%eval 0.35,12]` is one, and so is a number with its move.
fn words(text: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        let open = |last: &str| match last.rsplit_once("[%") {
            Some((_, command)) => !command.contains(']'),
            None => last.ends_with('.') && last.chars().all(|c| c.is_ascii_digit() || matches!(c, '(' | '.')),
        };
        match words.last_mut().filter(|last| open(last)) {
            Some(open) => *open += &format!(" {word}"),
            None => words.push(word.to_string()),
        }
    }
    words
}

/// Writes words in lines of limited width.
struct LineWrapper<'a, W> {
    out: &'a mut W,
    column: usize,
}

impl<W: Write> LineWrapper<'_, W> {
    /// Writes a comment in braces; returns whether there is one.
    fn comment(&mut self, text: Option<&str>) -> io::Result<bool> {
        let text = text.unwrap_or_default().replace('{', "(").replace('}', ")");
        match words(&text).as_slice() {
            [] => return Ok(false),
            [only] => self.word(&format!("{{{only}}}"))?,
            [first, middle @ .., last] => {
                self.word(&format!("{{{first}"))?;
                for word in middle {
                    self.word(word)?;
                }
                self.word(&format!("{last}}}"))?;
            }
        }
        Ok(true)
    }

    fn word(&mut self, word: &str) -> io::Result<()> {
        let word = word.replace(char::is_control, " ");
        let length = word.chars().count();
        if self.column > 0 && self.column + 1 + length > WIDTH {
            writeln!(self.out)?;
            self.column = 0;
        } else if self.column > 0 {
            write!(self.out, " ")?;
            self.column += 1;
        }
        self.column += length;
        write!(self.out, "{word}")
    }
}

impl GameResult {
    /// The result of a game that ended by the rules, or is unfinished.
    pub fn of(ending: Option<crate::games::Ending>) -> GameResult {
        match ending.map(|ending| ending.winner) {
            Some(Some(Side::White)) => GameResult::White,
            Some(Some(Side::Black)) => GameResult::Black,
            Some(None) => GameResult::Draw,
            None => GameResult::Unfinished,
        }
    }
}
