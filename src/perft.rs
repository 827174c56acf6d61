//! Counting the leaves of the game tree.

use crate::game::Game;

/// The number of ways to play `depth` plies from a position.
pub fn perft<G: Game>(game: &G, position: &G::Position, depth: u32) -> u64 {
    walk(game, position, depth, &mut Vec::with_capacity(1024))
}

fn walk<G: Game>(game: &G, position: &G::Position, depth: u32, stack: &mut Vec<G::Move>) -> u64 {
    match depth {
        0 => return 1,
        1 => return game.count(position, stack),
        _ => {}
    }
    let base = stack.len();
    game.moves(position, stack);
    let mut total = 0;
    for i in base..stack.len() {
        let next = game.play(position, stack[i]);
        total += if depth == 2 { game.count(&next, stack) } else { walk(game, &next, depth - 1, stack) };
    }
    stack.truncate(base);
    total
}
