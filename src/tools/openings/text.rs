//! The text format of openings.

use crate::engine::any_game::AnyGame;
use crate::games::record::SetupError;

/// The start of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Opening {
    /// The position; the variant's start position if `None`.
    pub fen: Option<String>,
    /// The moves from there.
    pub moves: Vec<String>,
}

impl Opening {
    /// Sets up the opening. On an error the game is unchanged.
    pub fn set_up(&self, game: &mut dyn AnyGame) -> Result<(), SetupError> {
        let moves: Vec<&str> = self.moves.iter().map(String::as_str).collect();
        game.set_position(self.fen.as_deref(), &moves)
    }

    /// Parses a line; `None` if it is blank or a comment.
    pub fn parse(text: &str) -> Option<Opening> {
        let words: Vec<&str> = text.split('#').next()?.split_whitespace().collect();
        let (position, moves) = match words.iter().position(|word| *word == "moves") {
            Some(at) => words.split_at(at),
            None => (words.as_slice(), [].as_slice()),
        };
        let fen = match position {
            [] if moves.is_empty() => return None,
            [] | ["startpos"] => None,
            words => Some(words.join(" ")),
        };
        Some(Opening { fen, moves: moves.iter().skip(1).map(|word| (*word).to_string()).collect() })
    }
}

/// Parses the openings of a file, each with its line number, from 1. Positions and moves are not checked.
pub fn read(text: &str) -> Vec<(usize, Opening)> {
    // A byte order mark.
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    text.lines().enumerate().filter_map(|(at, line)| Some((at + 1, Opening::parse(line)?))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_parsed() {
        let text = "\u{feff}# made by hand\n\nstartpos moves 11-15 23-19\r\nstartpos # the first position\nB:W21-32:B1-12\n\
                    B:W21-32:B1-12 moves 9-13\n  moves 9-14";
        let found = read(text);
        let short: Vec<_> = found.iter().map(|(line, o)| (*line, o.fen.as_deref(), o.moves.join(" "))).collect();
        let position = Some("B:W21-32:B1-12");
        assert_eq!(
            short,
            [
                (3, None, "11-15 23-19".to_string()),
                (4, None, String::new()),
                (5, position, String::new()),
                (6, position, "9-13".into()),
                (7, None, "9-14".into())
            ]
        );
    }
}
