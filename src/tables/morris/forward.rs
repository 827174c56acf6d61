//! The forward pass in morris.

use crate::games::morris::position::{Move, Position};
use crate::games::morris::rules::FEWEST;
use crate::games::{Game, Side};
use crate::tables::cell::Metric;
use crate::tables::verify;

/// A position with empty hands and White to move.
pub fn position(own: u32, their: u32) -> Position {
    Position::new([own, their], [0, 0], Side::White, 0)
}

/// The code of a position by the codes of its successors, or `None` where one of them is missing.
pub fn expected<G: Game<Position = Position, Move = Move>>(
    game: &G,
    position: &Position,
    metric: Metric,
    moves: &mut Vec<Move>,
    code: impl Fn(&Position) -> Option<u8>,
) -> Option<u8> {
    let side = game.side(position);
    verify::expected(
        game,
        position,
        metric,
        moves,
        |mv: Move| mv.takes(),
        |next| {
            let ended = next.own_left() < FEWEST || next.their_left() < FEWEST;
            // The side that took the last stone too many has won.
            if ended { Some(u8::from(game.side(next) == side)) } else { code(next) }
        },
    )
}
