//! The openings of a match, read from a file and checked by the rules.

use crate::engine::any_game::{AnyGame, any_game};
use crate::games::catalog::Variant;
use crate::games::notation::Style;
use crate::games::record::SetupError;
pub use crate::tools::openings::Opening;
use crate::tools::pdn;
use thiserror::Error;

/// An opening that cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum OpeningError {
    /// An illegal position or move.
    #[error("line {line}: {error}")]
    Setup {
        /// The line, from 1.
        line: usize,
        /// What is wrong.
        error: SetupError,
    },
    /// The game is over after the opening.
    #[error("line {line}: the game is already over: {ending}")]
    Over {
        /// The line, from 1.
        line: usize,
        /// How it ended.
        ending: String,
    },
    /// A game of a PDN file that cannot be used.
    #[error("{0}")]
    Game(String),
    /// A file without openings.
    #[error("no playable openings")]
    Empty,
}

/// Parses and checks the openings of a text file; at most `plies` moves of each are used.
pub fn read(text: &str, variant: &Variant, plies: usize) -> Result<Vec<Opening>, OpeningError> {
    let mut openings = Vec::new();
    let mut game = any_game(variant);
    for (line, opening) in crate::tools::openings::read(text) {
        openings.push(checked(opening, line, plies, game.as_mut())?);
    }
    if openings.is_empty() { Err(OpeningError::Empty) } else { Ok(openings) }
}

/// The games of a PDN file as openings, with at most `plies` moves. Those that are over then are skipped; returns their
/// lines, too.
pub fn read_pdn(text: &str, variant: &Variant, plies: usize) -> Result<(Vec<Opening>, Vec<usize>), OpeningError> {
    let (mut openings, mut over) = (Vec::new(), Vec::new());
    let mut game = any_game(variant);
    for pdn_game in pdn::read(text) {
        let pdn_game = pdn_game.map_err(|error| OpeningError::Game(error.to_string()))?;
        let line = pdn_game.line;
        let replay = pdn_game.replay(Some(variant)).map_err(|error| OpeningError::Game(error.to_string()))?;
        if replay.variant.rules() != variant.rules() {
            let found = &replay.variant;
            return Err(OpeningError::Game(format!("{line}:1: the game is {found}, expected {variant}")));
        }
        match checked(Opening { fen: replay.fen, moves: replay.moves }, line, plies, game.as_mut()) {
            Err(OpeningError::Over { .. }) => over.push(line),
            opening => openings.push(opening?),
        }
    }
    if openings.is_empty() { Err(OpeningError::Empty) } else { Ok((openings, over)) }
}

/// Checks an opening, and returns its first moves in the usual notation.
fn checked(opening: Opening, line: usize, plies: usize, game: &mut dyn AnyGame) -> Result<Opening, OpeningError> {
    let wrong = |error| OpeningError::Setup { line, error };
    opening.set_up(game).map_err(wrong)?;
    // A capture may be a word of its own, so the moves are counted after they are read.
    if game.plies() > plies {
        let moves = game.played(Style::Usual).into_iter().take(plies).collect();
        return checked(Opening { fen: opening.fen, moves }, line, plies, game);
    }
    if let Some(ending) = game.ending() {
        return Err(OpeningError::Over { line, ending: ending.to_string() });
    }
    Ok(Opening { fen: opening.fen, moves: game.played(Style::Usual) })
}

/// A checksum of openings in their order (FNV-1a). Logs contain it, so it must not change.
pub fn checksum(openings: &[Opening]) -> String {
    let mut sum: u64 = 0xCBF2_9CE4_8422_2325;
    let mut add = |text: &str| {
        for byte in text.bytes().chain([b'\n']) {
            sum = (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3);
        }
    };
    for opening in openings {
        add(opening.fen.as_deref().unwrap_or("startpos"));
        opening.moves.iter().for_each(|mv| add(mv));
    }
    format!("{sum:016x}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn openings_are_parsed() {
        let english: Variant = "english".parse().unwrap();
        let text =
            "\u{feff}# three moves\n\nstartpos moves 9-13 21-17 5-9\nstartpos\r\nW:W18:B14,1 moves 18x9\nW:W18:B1\n";
        let openings = read(text, &english, usize::MAX).unwrap();
        assert_eq!(openings.len(), 4);
        assert_eq!(openings[0], Opening { fen: None, moves: ["9-13", "21-17", "5-9"].map(String::from).into() });
        assert_eq!(openings[1], Opening::default());
        assert_eq!(openings[2].fen.as_deref(), Some("W:W18:B14,1"));
    }

    #[test]
    fn games_are_openings() {
        let english: Variant = "english".parse().unwrap();
        let text = "[GameType \"21\"]\n1. 9-13 21-17 *\n\n[Event \"x\"]\n1. 11-15 *\n";
        let (openings, over) = read_pdn(text, &english, usize::MAX).unwrap();
        assert_eq!(openings[0].moves, ["9-13", "21-17"]);
        assert_eq!((openings.len(), over.len()), (2, 0));
        let won = "[FEN \"W:W18:B14\"]\n1. 18x9 1-0\n\n";
        let (openings, over) = read_pdn(&format!("{won}{text}"), &english, usize::MAX).unwrap();
        assert_eq!((openings.len(), over), (2, vec![1]));
        assert_eq!(read_pdn(won, &english, usize::MAX).unwrap_err(), OpeningError::Empty);
        assert!(
            read_pdn("[GameType \"20\"]\n1. 32-28 *", &english, usize::MAX)
                .unwrap_err()
                .to_string()
                .contains("international")
        );
    }

    #[test]
    fn games_with_other_square_numbers_are_openings() {
        let (spanish, _) =
            read_pdn("[GameType \"24,W,8,8,N1,1\"]\n1. 10-14 *", &"spanish".parse().unwrap(), usize::MAX).unwrap();
        assert_eq!(spanish[0].moves, ["23-19"]);
        let (thai, _) =
            read_pdn("[GameType \"31,B,8,8,N2,0\"]\n1. 25-22 5-9 *", &"thai".parse().unwrap(), usize::MAX).unwrap();
        assert_eq!(thai[0].moves, ["25-22", "5-9"]);
    }

    #[test]
    fn a_capture_may_be_split_from_its_move() {
        let mill: Variant = "nine-mens-morris".parse().unwrap();
        let openings = read("startpos moves a7 a1 d7 d1 g7 xa1", &mill, usize::MAX).unwrap();
        assert_eq!(openings[0].moves, ["a7", "a1", "d7", "d1", "g7xa1"]);
        let cut = read("startpos moves a7 a1 d7 d1 g7 xa1 f4", &mill, 5).unwrap();
        assert_eq!(cut[0].moves, ["a7", "a1", "d7", "d1", "g7xa1"]);
    }

    #[test]
    fn errors_name_the_line() {
        let english: Variant = "english".parse().unwrap();
        let error = |text: &str| read(text, &english, usize::MAX).unwrap_err().to_string();
        assert!(error("startpos\nstartpos moves 9-13 9-13").starts_with("line 2: move `9-13` is not legal here"));
        assert!(error("W:W99:B1").starts_with("line 1: "));
        assert_eq!(error("W:W18:B14 moves 18x9"), "line 1: the game is already over: White wins: no pieces left");
        assert_eq!(error("# nothing"), "no playable openings");
    }
}
