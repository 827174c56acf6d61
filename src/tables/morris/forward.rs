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
    verify::expected(game, position, metric, moves, |mv| mv.takes() || mv.places(), in_play(game, position, code))
}

/// The same where codes say who wins and no more.
pub fn expected_winner<G: Game<Position = Position, Move = Move>>(
    game: &G,
    position: &Position,
    moves: &mut Vec<Move>,
    code: impl Fn(&Position) -> Option<u8>,
) -> Option<u8> {
    verify::expected(game, position, Metric::Conversion, moves, |_| true, in_play(game, position, code))
}

/// The codes of the successors of a position: the side that took the last stone too many has won.
fn in_play<G: Game<Position = Position, Move = Move>>(
    game: &G,
    position: &Position,
    code: impl Fn(&Position) -> Option<u8>,
) -> impl Fn(&Position) -> Option<u8> {
    let side = game.side(position);
    move |next| {
        let ended = next.own_left() < FEWEST || next.their_left() < FEWEST;
        if ended { Some(u8::from(game.side(next) == side)) } else { code(next) }
    }
}
