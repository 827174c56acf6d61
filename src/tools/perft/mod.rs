//! Counting the leaves of the game tree.
//!
//! [`perft`] is the plain walk; [`Counter`] adds threads and a memo.

mod counter;
mod memo;

pub use counter::{CountError, CountOptions, Counter};
pub use memo::{Memo, NoRoom};

use crate::games::Game;

/// The number of ways to play `depth` plies from a position.
pub fn perft<G: Game>(game: &G, position: &G::Position, depth: u32) -> u64 {
    walk(game, position, depth, &mut Vec::with_capacity(1024))
}

fn walk<G: Game>(game: &G, position: &G::Position, depth: u32, stack: &mut Vec<G::Move>) -> u64 {
    let base = stack.len();
    let mut total = 0;
    match depth {
        0 => return 1,
        1 => return game.count(position, stack),
        2 => return game.count_twice(position, stack),
        _ => {
            game.moves(position, stack);
            for i in base..stack.len() {
                total += walk(game, &game.play(position, stack[i]), depth - 1, stack);
            }
        }
    }
    stack.truncate(base);
    total
}
