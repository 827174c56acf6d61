//! The tag GameType: `number,starter,width,height,notation+origin,invert`.
//!
//! The origin says where square 1 (or a1) lies, seen by the player who begins: 0 at the bottom left, 1 bottom right, 2
//! top left, 3 top right. Here square 1 always lies at the top left as White sees it; games that count from elsewhere
//! are renumbered as they are replayed.

use super::{Game, GameResult};
use crate::games::Side;
use crate::games::catalog::{self, AnyRules, NamedGame, Variant};
use crate::games::draughts::rules::Board;
use crate::games::notation::{MoveError, clip};

/// The number of Thai draughts, which begins with Black elsewhere (`31,B,8,8,N2,0`).
const THAI: u32 = 31;

/// The value of the tag GameType for a game that has one.
pub fn game_type(variant: &Variant) -> Option<&'static str> {
    variant.entry().game_types.first().copied().filter(|_| variant.to_string() == variant.entry().name)
}

/// The tag for a game whose moves are written with letters, or not.
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

/// In Thai draughts White begins here, and Black elsewhere: there each colour is the other. The player who begins has the
/// same men on the same squares in both, so that the moves stay as they are.
pub(super) fn in_our_colours(game: &mut Game) {
    let Some(text) = game.tag("GameType") else { return };
    let other = GameType::parse(text).is_some_and(|tag| tag.number == THAI && tag.starter == Some(Side::Black));
    let named = game.tag("Variant").and_then(|name| name.trim().parse::<Variant>().ok());
    if !other || named.is_some_and(|variant| game_type(&variant).is_none_or(|text| !text.starts_with("31"))) {
        return;
    }
    for (name, value) in &mut game.tags {
        let (colour, rest) = name.split_at_checked(5).unwrap_or_default();
        if name.eq_ignore_ascii_case("GameType") {
            let fields = value.split(',').enumerate().map(|(at, field)| if at == 1 { "W" } else { field });
            *value = fields.collect::<Vec<_>>().join(",");
        } else if name.eq_ignore_ascii_case("FEN") {
            *value = value.split(':').map(other_colour).collect::<Vec<_>>().join(":");
        } else if name.eq_ignore_ascii_case("Result") {
            *value = GameResult::from_text(value.trim()).map_or("*", |result| result.turned().text(false)).into();
        } else if colour.eq_ignore_ascii_case("White") {
            *name = format!("Black{rest}");
        } else if colour.eq_ignore_ascii_case("Black") {
            *name = format!("White{rest}");
        }
    }
    game.result = game.result.turned();
}

/// A part of a position with its first letter for the other colour.
fn other_colour(part: &str) -> String {
    let part = part.trim();
    match part.split_at_checked(1) {
        Some(("W" | "w", rest)) => format!("B{rest}"),
        Some(("B" | "b", rest)) => format!("W{rest}"),
        _ => part.to_string(),
    }
}

/// A GameType taken apart.
pub(super) struct GameType {
    pub number: u32,
    starter: Option<Side>,
    origin: Option<Origin>,
}

impl GameType {
    /// Reads a value of the tag; what is left out may be anything.
    pub fn parse(text: &str) -> Option<GameType> {
        let mut fields = text.split(',').map(str::trim);
        let number = fields.next()?.parse().ok()?;
        let starter = fields.next().and_then(|field| field.chars().next()).and_then(Side::from_letter);
        let notation = fields.nth(2).unwrap_or_default();
        let digit = notation.strip_prefix(['N', 'n']).and_then(|digit| digit.parse().ok());
        let origin = match (number, notation) {
            // Of these the number alone says that they count from the bottom right.
            (24 | 28, "") => Origin::seen(1, Side::White),
            _ => digit.and_then(|digit| Origin::seen(digit, starter?)),
        };
        Some(GameType { number, starter, origin })
    }

    /// The game, if it is known here.
    pub fn variant(&self) -> Option<Variant> {
        let number = self.number.to_string();
        let means = |entry: &&NamedGame| entry.game_types.iter().any(|tag| tag.split(',').next() == Some(&number));
        let name = catalog::entries().iter().find(means)?.name;
        let variant: Variant = name.parse().ok()?;
        match (self.starter, variant.rules()) {
            (Some(side), AnyRules::Draughts(rules)) if rules.first.side() != side => {
                format!("{name}+first={}", side.to_string().to_lowercase()).parse().ok()
            }
            _ => Some(variant),
        }
    }

    /// How squares have to be renumbered, if they have to.
    pub fn renumbering(&self, variant: &Variant) -> Option<Renumber> {
        let (AnyRules::Draughts(rules), Some(origin)) = (variant.rules(), self.origin) else { return None };
        let half = if rules.movement.board == Board::Ten { 5 } else { 4 };
        let turned = origin.bottom || origin.right;
        turned.then_some(Renumber { half, origin })
    }
}

/// Where square 1 lies, seen by White.
#[derive(Clone, Copy)]
struct Origin {
    bottom: bool,
    right: bool,
}

impl Origin {
    fn seen(digit: u32, by: Side) -> Option<Origin> {
        let black = by == Side::Black;
        (digit < 4).then_some(Origin { bottom: (digit < 2) != black, right: (digit % 2 == 1) != black })
    }
}

/// Squares counted from another corner.
#[derive(Clone, Copy)]
pub(super) struct Renumber {
    /// Squares in a row, which are half of the rows.
    half: u32,
    origin: Origin,
}

impl Renumber {
    fn square(&self, number: u32) -> u32 {
        let (rows, half) = (2 * self.half, self.half);
        if number == 0 || number > rows * half {
            return number;
        }
        let (row, column) = ((number - 1) / half, (number - 1) % half);
        let row = if self.origin.bottom { rows - 1 - row } else { row };
        let column = if self.origin.right { half - 1 - column } else { column };
        row * half + column + 1
    }

    /// A move with its squares renumbered; one with letters stays.
    pub fn move_text(&self, text: &str) -> String {
        if text.contains(|c: char| c.is_ascii_alphabetic() && !matches!(c, 'x' | 'X')) {
            return text.to_string();
        }
        self.numbers(text)
    }

    /// What is wrong with a move that the file has as `own`, in the numbers of the file: to count from the other corner
    /// twice is to count as before.
    pub fn error(&self, error: MoveError, own: &str) -> MoveError {
        let text = clip(own);
        let all = |texts: Vec<String>| texts.iter().map(|text| self.move_text(text)).collect();
        match error {
            MoveError::Syntax { problem, expected, .. } => MoveError::Syntax { text, problem, expected },
            MoveError::Illegal { similar, .. } => MoveError::Illegal { text, similar: all(similar) },
            MoveError::Ambiguous { candidates, .. } => MoveError::Ambiguous { text, candidates: all(candidates) },
        }
    }

    /// A position with its squares renumbered.
    pub fn position(&self, fen: &str) -> String {
        let item = |item: &str| {
            let item = item.trim();
            let range = item.split_once('-').and_then(|(first, last)| Some((first.parse().ok()?, last.parse().ok()?)));
            let Some((first, last)) = range else { return self.numbers(item) };
            // What was a range may be none any more.
            let squares = (first..=u32::min(last, 2 * self.half * self.half)).map(|n| self.square(n).to_string());
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
    fn every_number_is_a_game_and_names_it_back() {
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
        assert!(GameType::parse("40,W,10,10,N2,0").unwrap().variant().is_none());
        assert!(GameType::parse("x").is_none());
    }

    #[test]
    fn squares_are_renumbered_from_any_corner() {
        let spanish = GameType::parse("24,W,8,8,N1,1").unwrap();
        let renumber = spanish.renumbering(&spanish.variant().unwrap()).unwrap();
        assert_eq!(renumber.move_text("10-14"), "23-19");
        assert_eq!(renumber.move_text("1x10"), "32x23");
        assert_eq!(renumber.move_text("c3-d4"), "c3-d4");
        assert_eq!(renumber.position("W:W1-3,K20:B32:H5."), "W:W32,31,30,K13:B1:H5");
        // Black begins and sees square 1 at the top left, as in Thai draughts.
        let thai = GameType::parse("31,B,8,8,N2,0").unwrap();
        assert_eq!(thai.variant().unwrap().to_string(), "thai+first=black");
        assert_eq!(thai.renumbering(&thai.variant().unwrap()).unwrap().move_text("25-22"), "8-11");
        // The top right corner, and the bottom left.
        let square = |digit, n| Renumber { half: 4, origin: Origin::seen(digit, Side::White).unwrap() }.square(n);
        assert_eq!((square(3, 1), square(3, 5), square(0, 1), square(0, 32)), (4, 8, 29, 4));
    }

    #[test]
    fn the_notation_is_told() {
        assert_eq!(with_notation("25,W,8,8,A0,0", false), "25,W,8,8,N2,0");
        assert_eq!(with_notation("21,B,8,8,N1,0", false), "21,B,8,8,N1,0");
        assert_eq!(with_notation("21,B,8,8,N1,0", true), "21,B,8,8,A3,0");
    }
}
