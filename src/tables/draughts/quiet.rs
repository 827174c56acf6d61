//! Quiet moves that do not crown, counted forward and followed back.

use super::index::Pieces;
use crate::games::draughts::board::{UP_LEFT, UP_RIGHT, bits};
use crate::games::draughts::movegen::directions;
use crate::games::draughts::rules::Board;

/// The most quiet moves that a side can have.
pub fn most_moves(board: Board, long_kings: bool, men: u32, kings: u32) -> u32 {
    let king = match (long_kings, board) {
        (false, _) => 4,
        (true, Board::Eight) => 13,
        (true, Board::Ten) => 17,
        (true, Board::Full) => 14,
    };
    2 * men + king * kings
}

/// The number of quiet moves of the side to move that do not crown a man.
#[inline(always)]
pub fn count_moves(board: Board, long_kings: bool, pieces: &Pieces) -> u32 {
    let empty = board.squares() ^ pieces.occupied();
    let steps = empty & !board.crown_row(true);
    let men = pieces.own_men;
    let mut count =
        (board.step::<UP_LEFT>(men) & steps).count_ones() + (board.step::<UP_RIGHT>(men) & steps).count_ones();
    if pieces.own_kings != 0 {
        directions!(D in UP_LEFT UP_RIGHT DOWN_LEFT DOWN_RIGHT => {
            // All kings slide in step; two of them never meet.
            let mut at = board.step::<D>(pieces.own_kings) & empty;
            while at != 0 {
                count += at.count_ones();
                if !long_kings {
                    break;
                }
                at = board.step::<D>(at) & empty;
            }
        });
    }
    count
}

/// Calls `king` with the kings of the side to move as they stood before each quiet king's move that leads to where they
/// stand, and `man` likewise with its men.
#[inline(always)]
pub fn retract(board: Board, long_kings: bool, pieces: &Pieces, mut king: impl FnMut(u64), mut man: impl FnMut(u64)) {
    let empty = board.squares() ^ pieces.occupied();
    for to in bits(pieces.own_kings) {
        let others = pieces.own_kings ^ 1 << to;
        directions!(D in UP_LEFT UP_RIGHT DOWN_LEFT DOWN_RIGHT => {
            let mut at = board.step::<D>(1 << to) & empty;
            while at != 0 {
                king(others | at);
                if !long_kings {
                    break;
                }
                at = board.step::<D>(at) & empty;
            }
        });
    }
    for to in bits(pieces.own_men) {
        let others = pieces.own_men ^ 1 << to;
        for at in [board.back::<UP_LEFT>(1 << to) & empty, board.back::<UP_RIGHT>(1 << to) & empty] {
            if at != 0 {
                man(others | at);
            }
        }
    }
}
