//! The named morris games as data: what each sheet, or the tradition, answers on every axis.

use super::rules::{Board, Fly, MovingMill, Placing, PlacingMill, Rules, Shield};

/// The game of the Schmidt and redboard sheets, which most people know.
pub const NINE_MENS_MORRIS: Rules = Rules {
    board: Board::Plain,
    men: 9,
    placing: Placing::Phase,
    placing_mill: PlacingMill::Take,
    moving_mill: MovingMill::Take,
    shield: Shield::UnlessAll,
    jumper_falls: false,
    fly: Fly::Three,
    no_progress: 100,
};

/// The Ravensburger sheets: mills are safe, except those of a side that jumps.
pub const RAVENSBURGER_MILL: Rules = Rules { shield: Shield::Always, jumper_falls: true, ..NINE_MENS_MORRIS };

/// The double board's sheet: mills are safe.
pub const DOUBLEBOARD_MILL: Rules = Rules { shield: Shield::Always, ..NINE_MENS_MORRIS };

/// Schmidt's Gemischte Mühle: place or move.
pub const MIXED_MILL: Rules = Rules { placing: Placing::Mixed, ..NINE_MENS_MORRIS };

/// Schmidt's Ceylonische Mühle: mills earn another turn.
pub const CEYLON_MILL: Rules =
    Rules { placing_mill: PlacingMill::Again, moving_mill: MovingMill::TakeAgain, ..NINE_MENS_MORRIS };

/// Lasker's game: ten stones, place or move.
pub const LASKER_MORRIS: Rules = Rules { men: 10, ..MIXED_MILL };

/// Twelve stones on the board with diagonals; also known as morabaraba.
pub const TWELVE_MENS_MORRIS: Rules = Rules { board: Board::Diagonals, men: 12, ..NINE_MENS_MORRIS };

/// The rule sets that have a compiled generator of their own.
pub const NAMED: [Rules; 7] =
    [NINE_MENS_MORRIS, RAVENSBURGER_MILL, DOUBLEBOARD_MILL, MIXED_MILL, CEYLON_MILL, LASKER_MORRIS, TWELVE_MENS_MORRIS];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::axis::Axes;

    #[test]
    fn only_ceylon_mill_gives_another_turn() {
        for rules in NAMED {
            assert_eq!(rules.alternates(), rules != CEYLON_MILL);
            assert_eq!(rules.check(), Ok(()));
        }
    }
}
