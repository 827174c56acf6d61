//! The forward pass: what a position's value must be by its successors, by the game's own generator.
//!
//! It shares nothing with the solver but the index. Distances are checked, not just who wins: a win that leans on
//! itself has no distance that fits.

use super::cell::{DRAW, Metric};
use crate::games::morris::position::{Move, Position};
use crate::games::{Game, Side};

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
    moves.clear();
    game.moves(position, moves);
    if moves.is_empty() {
        return Some(u8::from(game.finish(position).winner == Some(game.side(position))));
    }
    let (mut win, mut drawn, mut loss) = (None, false, 0);
    for &mv in moves.iter() {
        let next = game.play(position, mv);
        let ended = next.own_left() < 3 || next.their_left() < 3;
        let again = game.side(&next) == game.side(position);
        let after = if ended { u8::from(again) } else { code(&next)? };
        if after == DRAW {
            drawn = true;
            continue;
        }
        let wins = (after % 2 == 1) == again;
        let depth = match (metric, mv.takes()) {
            (Metric::Conversion, true) => u8::from(wins),
            _ => after.checked_add(1)?,
        };
        if wins {
            win = Some(win.map_or(depth, |best: u8| best.min(depth)));
        } else {
            loss = loss.max(depth);
        }
    }
    Some(win.unwrap_or(if drawn { DRAW } else { loss }))
}
