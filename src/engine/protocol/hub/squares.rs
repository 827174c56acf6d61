//! Hub's position strings, one letter per square, and its square numbers.
//!
//! On 10×10 the numbers are those of the engine. On 8×8 the existing client differs in two ways: in a position the player
//! who begins the game is `W` and at the bottom, whatever the colour; and in the games that use letters elsewhere (russian,
//! brazilian, czech) the squares of moves are numbered from the bottom row, with a1 as 1.

use crate::engine::protocol::error::ProtocolError;
use crate::games::Side;
use crate::games::draughts::rules::Rules;
use crate::games::notation::clip;

/// How Hub numbers the squares of a game's moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum HubNumbering {
    /// Row by row from the top, as in the engine.
    #[default]
    FromTop,
    /// Row by row from the bottom, on 8×8.
    FromBottom,
}

impl HubNumbering {
    /// Converts the square numbers of a move between Hub and the engine; the conversion is its own inverse.
    pub fn translate(self, text: &str) -> String {
        if self == HubNumbering::FromTop {
            return text.to_string();
        }
        let mut out = String::with_capacity(text.len());
        for part in text.split_inclusive(|c: char| !c.is_ascii_digit()) {
            let digits = part.trim_end_matches(|c: char| !c.is_ascii_digit());
            match digits.parse::<u32>() {
                Ok(number @ 1..=32) => out += &((7 - (number - 1) / 4) * 4 + (number - 1) % 4 + 1).to_string(),
                _ => out += digits,
            }
            out += part.get(digits.len()..).unwrap_or_default();
        }
        out
    }

    /// A move of the engine as Hub writes it: converted, with the captured squares in ascending order.
    pub fn format_move(self, text: &str) -> String {
        let text = self.translate(text);
        let mut squares: Vec<&str> = text.split('x').collect();
        if let Some(captured) = squares.get_mut(2..) {
            captured.sort_by_key(|square| square.parse::<u32>().unwrap_or_default());
        }
        squares.join("x")
    }
}

/// The FEN of a Hub position.
pub fn fen(rules: &Rules, text: &str) -> Result<String, ProtocolError> {
    let board = rules.movement.board;
    let (squares, given) = (board.count() as usize, text.chars().count());
    let form = || format!("W or B followed by one of w W b B e for each of the {squares} squares");
    if given != squares + 1 {
        return Err(ProtocolError::value(format!("pos ({given} characters)"), text, form()));
    }
    let mut letters = text.chars();
    let wrong = |letter: char| ProtocolError::value("pos", &clip(&letter.to_string()), form());
    let first = letters.next().unwrap_or_default();
    let mut side = Side::from_letter(first).filter(|_| first.is_ascii_uppercase()).ok_or_else(|| wrong(first))?;
    // Black begins and is seen as White: rotate the board and swap the colours.
    let rotated = squares == 32 && rules.first.side() == Side::Black;
    if rotated {
        side = side.other();
    }
    let mut pieces = [Vec::new(), Vec::new()];
    for (at, letter) in letters.enumerate() {
        let Some(mut owner) = Side::from_letter(letter) else {
            if letter == 'e' || letter == 'E' {
                continue;
            }
            return Err(wrong(letter));
        };
        let mut number = at + 1;
        if rotated {
            (owner, number) = (owner.other(), squares + 1 - number);
        }
        let king = if letter.is_ascii_uppercase() { "K" } else { "" };
        let [white, black] = &mut pieces;
        let list = if owner == Side::White { white } else { black };
        list.push(format!("{king}{number}"));
    }
    let [white, black] = pieces.map(|list| list.join(","));
    Ok(format!("{}:W{white}:B{black}", side.letter()))
}

/// The Hub position of a FEN as the engine writes it, without draw counters, which Hub lacks; `None` if the FEN is invalid.
pub fn position(rules: &Rules, fen: &str) -> Option<String> {
    let squares = rules.movement.board.count() as usize;
    let rotated = squares == 32 && rules.first.side() == Side::Black;
    let mut parts = fen.split(':');
    let side = Side::from_letter(parts.next()?.chars().next()?)?;
    let mut letters = vec!['e'; squares];
    for part in parts {
        let Some(owner) = part.chars().next().and_then(Side::from_letter) else { continue };
        for piece in part.get(1..)?.split(',').filter(|piece| !piece.is_empty()) {
            let (king, numbers) = piece.strip_prefix('K').map_or((false, piece), |rest| (true, rest));
            let (from, to) = numbers.split_once('-').unwrap_or((numbers, numbers));
            let letter = if owner == Side::White { 'w' } else { 'b' };
            let to = to.parse::<usize>().ok().filter(|to| *to <= squares)?;
            for number in from.parse::<usize>().ok()?..=to {
                let letter = if king { letter.to_ascii_uppercase() } else { letter };
                *letters.get_mut(number.checked_sub(1)?)? = letter;
            }
        }
    }
    if rotated {
        letters.reverse();
        let swap = |letter: &mut char| {
            *letter = match *letter {
                'w' => 'b',
                'b' => 'w',
                'W' => 'B',
                'B' => 'W',
                other => other,
            }
        };
        letters.iter_mut().for_each(swap);
    }
    let side = if rotated { side.other() } else { side };
    Some(std::iter::once(side.letter()).chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::draughts::named;

    const ENGLISH: Rules = named::rules("english");
    const INTERNATIONAL: Rules = named::rules("international");
    const RUSSIAN: Rules = named::rules("russian");

    const SMALL: &str = "Wbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww";

    #[test]
    fn numbers_are_converted_and_converted_back() {
        let russian = HubNumbering::FromBottom;
        assert_eq!(russian.translate("9-13"), "21-17");
        assert_eq!(russian.translate("32x1x25"), "4x29x5");
        assert_eq!(russian.translate("4x29x5"), "32x1x25");
        assert_eq!(russian.translate("99-x"), "99-x");
        assert_eq!(HubNumbering::FromTop.translate("9-13"), "9-13");
        assert_eq!(russian.format_move("8x20x6x15"), "28x16x19x26");
    }

    #[test]
    fn positions_are_seen_from_the_player_who_begins() {
        let (white, black) = ("21,22,23,24,25,26,27,28,29,30,31,32", "1,2,3,4,5,6,7,8,9,10,11,12");
        assert_eq!(fen(&RUSSIAN, SMALL).unwrap(), format!("W:W{white}:B{black}"));
        let english = fen(&ENGLISH, SMALL).unwrap();
        assert!(english.starts_with("B:W32,31") && english.ends_with("2,1"), "{english}");
        assert!(fen(&INTERNATIONAL, SMALL).is_err());
        let ends = format!("BW{}", "e".repeat(49));
        assert_eq!(fen(&INTERNATIONAL, &ends).unwrap(), "B:WK1:B");
    }

    #[test]
    fn positions_survive_a_round_trip() {
        assert_eq!(position(&RUSSIAN, "W:W21-32:B1-12").as_deref(), Some(SMALL));
        assert_eq!(position(&ENGLISH, "B:W21-32:B1-12").as_deref(), Some(SMALL));
        for rules in [RUSSIAN, ENGLISH] {
            let text = "B:WK3,21,22:BK30,5,6:H7";
            let hub = position(&rules, text).unwrap();
            assert_eq!(position(&rules, &fen(&rules, &hub).unwrap()).as_deref(), Some(hub.as_str()));
        }
        assert_eq!(position(&INTERNATIONAL, "W:WK51:B"), None);
        assert_eq!(position(&INTERNATIONAL, ""), None);
    }

    #[test]
    fn wrong_letters_are_named() {
        let error = fen(&RUSSIAN, &SMALL.replace("we", "wz").replace("eeee", "ezee")).unwrap_err().to_string();
        assert!(error.contains("`z`"), "{error}");
        assert!(fen(&RUSSIAN, &SMALL.replacen('W', "X", 1)).is_err());
    }
}
