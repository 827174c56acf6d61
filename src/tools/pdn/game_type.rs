//! The tag GameType: `number,starter,width,height,notation+origin,invert`.
//!
//! The origin is the corner of square 1 (or a1), seen by the player who begins: 0 bottom left, 1 bottom right, 2 top left,
//! 3 top right. In this program square 1 is always at the top left as White sees it; games with another origin are
//! renumbered when they are replayed.

use super::{GameResult, PdnGame};
use crate::games::Side;
use crate::games::catalog::{self, AnyRules, NamedGame, Variant};
use crate::games::draughts::rules::Movement;
use crate::games::notation::{MoveError, clip};

/// The number of Thai draughts. In other programs Black begins it (`31,B,8,8,N2,0`).
const THAI: u32 = 31;

/// The tag GameType of a variant, if it has one.
pub fn game_type(variant: &Variant) -> Option<&'static str> {
    variant.entry().game_types.first().copied().filter(|_| variant.is_named())
}

/// The tag with the notation of the moves: algebraic or numeric.
pub(super) fn with_notation(game_type: &str, algebraic: bool) -> String {
    let mut fields: Vec<&str> = game_type.split(',').collect();
    let white = fields.get(1) != Some(&"B");
    if let Some(notation) = fields.get_mut(4) {
        *notation = match (algebraic, white) {
            (true, true) => "A0",
            (true, false) => "A3",
            (false, true) => "N2",
            (false, false) => "N1",
        };
    }
    fields.join(",")
}

/// Exchanges the colours of a game of Thai draughts in which Black begins: here White does. The player who begins has
/// the same squares in both, so the moves do not change.
pub(super) fn normalise_colours(game: &mut PdnGame) {
    let Some(text) = game.tag("GameType") else { return };
    let black_begins = GameType::parse(text).is_some_and(|tag| tag.number == THAI && tag.starter == Some(Side::Black));
    let named = game.tag("Variant").and_then(|name| name.trim().parse::<Variant>().ok());
    if !black_begins || named.is_some_and(|variant| game_type(&variant).is_none_or(|text| !text.starts_with("31"))) {
        return;
    }
    for (name, value) in &mut game.tags {
        let (colour, rest) = name.split_at_checked(5).unwrap_or_default();
        if name.eq_ignore_ascii_case("GameType") {
            let fields = value.split(',').enumerate().map(|(at, field)| if at == 1 { "W" } else { field });
            *value = fields.collect::<Vec<_>>().join(",");
        } else if name.eq_ignore_ascii_case("FEN") {
            *value = value.split(':').map(swap_colour).collect::<Vec<_>>().join(":");
        } else if name.eq_ignore_ascii_case("Result") {
            *value = GameResult::from_text(value.trim()).map_or("*", |result| result.reversed().text(false)).into();
        } else if colour.eq_ignore_ascii_case("White") {
            *name = format!("Black{rest}");
        } else if colour.eq_ignore_ascii_case("Black") {
            *name = format!("White{rest}");
        }
    }
    game.result = game.result.reversed();
}

/// A FEN field with the other colour.
fn swap_colour(part: &str) -> String {
    let part = part.trim();
    match part.split_at_checked(1) {
        Some(("W" | "w", rest)) => format!("B{rest}"),
        Some(("B" | "b", rest)) => format!("W{rest}"),
        _ => part.to_string(),
    }
}

/// A parsed GameType.
pub(super) struct GameType {
    pub number: u32,
    starter: Option<Side>,
    origin: Option<NumberingOrigin>,
    /// Whether the board is the mirror image of the usual one, as the tag writes it.
    inverted: Option<String>,
}

impl GameType {
    /// Parses the tag; all fields but the number are optional.
    pub fn parse(text: &str) -> Option<GameType> {
        let mut fields = text.split(',').map(str::trim);
        let number = fields.next()?.parse().ok()?;
        let starter = fields.next().and_then(|field| field.chars().next()).and_then(Side::from_letter);
        let notation = fields.nth(2).unwrap_or_default();
        let digit = notation.strip_prefix(['N', 'n']).and_then(|digit| digit.parse().ok());
        let origin = match (number, notation) {
            // These are numbered from the bottom right by default.
            (24 | 28, "") => NumberingOrigin::seen_by(1, Side::White),
            _ => digit.and_then(|digit| NumberingOrigin::seen_by(digit, starter?)),
        };
        Some(GameType { number, starter, origin, inverted: fields.next().map(str::to_string) })
    }

    /// The variant, if it is known.
    pub fn variant(&self) -> Option<Variant> {
        let number = self.number.to_string();
        let field = |entry: &NamedGame, at: usize, value: &str| {
            entry.game_types.iter().any(|tag| tag.split(',').nth(at) == Some(value))
        };
        let mut meant = catalog::entries().iter().filter(|entry| field(entry, 0, &number)).peekable();
        let first = *meant.peek()?;
        // Of games that share a number the one on that board.
        let name = meant
            .find(|entry| self.inverted.as_ref().is_some_and(|value| field(entry, 5, value)))
            .unwrap_or(first)
            .name;
        let variant: Variant = name.parse().ok()?;
        match (self.starter, variant.rules()) {
            (Some(side), AnyRules::Draughts(rules)) if rules.first.side() != side => {
                format!("{name}+first={}", side.to_string().to_lowercase()).parse().ok()
            }
            _ => Some(variant),
        }
    }

    /// How to renumber squares, if necessary.
    pub fn renumbering(&self, variant: &Variant) -> Option<Renumber> {
        let (AnyRules::Draughts(rules), Some(origin)) = (variant.rules(), self.origin) else { return None };
        let Movement { board, .. } = rules.movement;
        let (rows, width) = (board.size(), board.width());
        (origin.bottom || origin.right).then_some(Renumber { rows, width, origin })
    }
}

/// The corner of square 1, seen by White.
#[derive(Clone, Copy)]
struct NumberingOrigin {
    bottom: bool,
    right: bool,
}

impl NumberingOrigin {
    fn seen_by(digit: u32, by: Side) -> Option<NumberingOrigin> {
        let black = by == Side::Black;
        (digit < 4).then_some(NumberingOrigin { bottom: (digit < 2) != black, right: (digit % 2 == 1) != black })
    }
}

/// Converts square numbers that start at another corner. It is its own inverse.
#[derive(Clone, Copy)]
pub(super) struct Renumber {
    rows: u32,
    /// Squares in a row.
    width: u32,
    origin: NumberingOrigin,
}

impl Renumber {
    fn square(&self, number: u32) -> u32 {
        let Renumber { rows, width, origin } = *self;
        if number == 0 || number > rows * width {
            return number;
        }
        let (row, column) = ((number - 1) / width, (number - 1) % width);
        let row = if origin.bottom { rows - 1 - row } else { row };
        let column = if origin.right { width - 1 - column } else { column };
        row * width + column + 1
    }

    /// Renumbers a move; algebraic moves are unchanged.
    pub fn move_text(&self, text: &str) -> String {
        if text.contains(|c: char| c.is_ascii_alphabetic() && !matches!(c, 'x' | 'X')) {
            return text.to_string();
        }
        self.numbers(text)
    }

    /// Converts an error about the move `own` back to the square numbers of the file.
    pub fn error(&self, error: MoveError, own: &str) -> MoveError {
        let text = clip(own);
        let all = |texts: Vec<String>| texts.iter().map(|text| self.move_text(text)).collect();
        match error {
            MoveError::Syntax { problem, expected, .. } => MoveError::Syntax { text, problem, expected },
            MoveError::Illegal { similar, .. } => MoveError::Illegal { text, similar: all(similar) },
            MoveError::Ambiguous { candidates, .. } => MoveError::Ambiguous { text, candidates: all(candidates) },
        }
    }

    /// Renumbers a FEN.
    pub fn position(&self, fen: &str) -> String {
        let item = |item: &str| {
            let item = item.trim();
            let range = item.split_once('-').and_then(|(first, last)| Some((first.parse().ok()?, last.parse().ok()?)));
            let Some((first, last)) = range else { return self.numbers(item) };
            // A renumbered range may not be a range.
            let squares = (first..=u32::min(last, self.rows * self.width)).map(|n| self.square(n).to_string());
            squares.collect::<Vec<_>>().join(",")
        };
        let field = |field: &str| {
            let (letter, list) = field.split_at(field.chars().next().map_or(0, char::len_utf8));
            if !matches!(letter, "W" | "w" | "B" | "b" | "X") {
                return field.to_string();
            }
            format!("{letter}{}", list.split(',').map(item).collect::<Vec<_>>().join(","))
        };
        fen.trim().trim_end_matches('.').split(':').map(|part| field(part.trim())).collect::<Vec<_>>().join(":")
    }

    fn numbers(&self, text: &str) -> String {
        let mut new = String::new();
        for run in text.split_inclusive(|c: char| !c.is_ascii_digit()) {
            let digits = run.trim_end_matches(|c: char| !c.is_ascii_digit());
            match digits.parse() {
                Ok(number) => new += &self.square(number).to_string(),
                Err(_) => new += digits,
            }
            new += run.strip_prefix(digits).unwrap_or_default();
        }
        new
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_is_a_variant_and_back() {
        for entry in catalog::entries() {
            for text in entry.game_types {
                let read = GameType::parse(text).unwrap();
                let variant = read.variant().unwrap();
                assert!(read.renumbering(&variant).is_none(), "{}", entry.name);
                assert_eq!(
                    (variant.to_string().as_str(), game_type(&variant)),
                    (entry.name, entry.game_types.first().copied())
                );
            }
        }
        assert_eq!(GameType::parse("28").unwrap().variant().unwrap().to_string(), "spanish");
        assert!(game_type(&"russian+promote=stop".parse().unwrap()).is_none());
        assert!(GameType::parse("27,W,12,12,N2,0").unwrap().variant().is_none());
        assert!(GameType::parse("x").is_none());
        let pools = ["23", "23,B,8,8,N1,0", "23,B,8,8,N1,1", "23,B,8,8,A1,1"];
        let names = pools.map(|text| GameType::parse(text).unwrap().variant().unwrap().to_string());
        assert_eq!(names, ["pool", "pool", "jamaican", "jamaican"]);
    }

    #[test]
    fn squares_are_renumbered_from_any_corner() {
        let spanish = GameType::parse("24,W,8,8,N1,1").unwrap();
        let renumber = spanish.renumbering(&spanish.variant().unwrap()).unwrap();
        assert_eq!(renumber.move_text("10-14"), "23-19");
        assert_eq!(renumber.move_text("1x10"), "32x23");
        assert_eq!(renumber.move_text("c3-d4"), "c3-d4");
        assert_eq!(renumber.position("W:W1-3,K20:B32:H5."), "W:W32,31,30,K13:B1:H5");
        // Black begins and sees square 1 at the top left, as in Thai draughts of other programs.
        let thai = GameType::parse("31,B,8,8,N2,0").unwrap();
        assert_eq!(thai.variant().unwrap().to_string(), "thai+first=black");
        assert_eq!(thai.renumbering(&thai.variant().unwrap()).unwrap().move_text("25-22"), "8-11");
        // The top right corner, and the bottom left.
        let square = |digit, n| {
            Renumber { rows: 8, width: 4, origin: NumberingOrigin::seen_by(digit, Side::White).unwrap() }.square(n)
        };
        assert_eq!((square(3, 1), square(3, 5), square(0, 1), square(0, 32)), (4, 8, 29, 4));
    }

    #[test]
    fn the_notation_is_set() {
        assert_eq!(with_notation("25,W,8,8,A0,0", false), "25,W,8,8,N2,0");
        assert_eq!(with_notation("21,B,8,8,N1,0", false), "21,B,8,8,N1,0");
        assert_eq!(with_notation("21,B,8,8,N1,0", true), "21,B,8,8,A3,0");
    }
}
