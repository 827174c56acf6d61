//! All legal moves of wolf and sheep.

use super::position::{Move, Position};
use crate::games::Side;
use crate::games::draughts::board::{DOWN_LEFT, DOWN_RIGHT, UP_LEFT, UP_RIGHT, bits};
use crate::games::draughts::rules::Board;

/// The board of the game.
pub(crate) const BOARD: Board = Board::Eight;

/// Whether the wolf stands in a row below every sheep's.
#[inline(always)]
pub(crate) fn escaped(position: &Position) -> bool {
    // Rows follow each other in the bits, so the highest bit is in the lowest row.
    let last_sheep = 63u32.saturating_sub(position.sheep.leading_zeros());
    position.wolf != 0 && BOARD.row_of(position.wolf.trailing_zeros()) > BOARD.row_of(last_sheep)
}

/// Calls `each` with the targets of the steps in every direction of the side to move, and the way back.
#[inline(always)]
fn steps(position: &Position, mut each: impl FnMut(u64, fn(u64) -> u64)) {
    let free = BOARD.squares() & !(position.sheep | position.wolf);
    let movers = match position.side {
        Side::White => position.sheep,
        Side::Black => position.wolf,
    };
    each(BOARD.step::<UP_LEFT>(movers) & free, |to| BOARD.back::<UP_LEFT>(to));
    each(BOARD.step::<UP_RIGHT>(movers) & free, |to| BOARD.back::<UP_RIGHT>(to));
    if position.side == Side::Black {
        each(BOARD.step::<DOWN_LEFT>(movers) & free, |to| BOARD.back::<DOWN_LEFT>(to));
        each(BOARD.step::<DOWN_RIGHT>(movers) & free, |to| BOARD.back::<DOWN_RIGHT>(to));
    }
}

/// The squares on which the wolf may be placed, if that is the next thing to do.
#[inline(always)]
fn places(position: &Position) -> Option<u64> {
    (position.wolf == 0).then(|| BOARD.squares() & !position.sheep)
}

/// Appends every legal move.
pub(crate) fn moves(position: &Position, out: &mut Vec<Move>) {
    if let Some(squares) = places(position) {
        out.extend(bits(squares).map(Move::place));
    } else if !escaped(position) {
        steps(position, |targets, back| {
            out.extend(bits(targets).map(|to| Move::step(back(1 << to).trailing_zeros(), to)));
        });
    }
}

/// The number of legal moves.
pub(crate) fn count(position: &Position) -> u64 {
    let mut count = 0;
    if let Some(squares) = places(position) {
        count = squares.count_ones();
    } else if !escaped(position) {
        steps(position, |targets, _| count += targets.count_ones());
    }
    u64::from(count)
}
