//! The forward pass: what a position's value must be by its successors, by the game's own generator.
//!
//! It shares nothing with the solvers but the index. Distances are checked, not just who wins: a win that leans on
//! itself has no distance that fits.

use super::cell::{DRAW, Metric};
use crate::games::Game;

/// The code of a position without plies on its draw counters by the codes of its successors, or `None` where one of them
/// is missing. `converts` says which moves end a count to the next conversion.
pub fn expected<G: Game>(
    game: &G,
    position: &G::Position,
    metric: Metric,
    moves: &mut Vec<G::Move>,
    converts: impl Fn(G::Move) -> bool,
    code: impl Fn(&G::Position) -> Option<u8>,
) -> Option<u8> {
    moves.clear();
    game.moves(position, moves);
    if moves.is_empty() {
        return Some(u8::from(game.finish(position).winner == Some(game.side(position))));
    }
    if game.draw(position).is_some() {
        return Some(DRAW);
    }
    let (mut win, mut drawn, mut loss) = (None, false, 0);
    for &mv in moves.iter() {
        let next = game.play(position, mv);
        let again = game.side(&next) == game.side(position);
        let after = code(&next)?;
        if after == DRAW {
            drawn = true;
            continue;
        }
        let wins = (after % 2 == 1) == again;
        let depth = match metric {
            Metric::Conversion if converts(mv) => u8::from(wins),
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
