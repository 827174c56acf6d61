//! Wolf and sheep, solved: the result of every position and its distance.
//!
//! Sheep never step back, so the positions fall into layers by how far the flock has come, and each layer
//! follows from the next: first the sheep's turn for every place of the wolf, then the wolf's turn, which
//! leads to the sheep's turn with the same flock. One pass over the 35,960 flocks, those that have come
//! farthest first, fills the whole table; it is made when it is first asked for.

use super::generate::BOARD;
use super::position::{Move, Position};
use super::{Game, SHEEP, Wolf, generate};
use crate::draughts::board::bits;
use crate::draughts::rules::Corner;
use crate::game::Side;
use crate::search::{Leaf, Solved, Think};
use std::sync::LazyLock;

/// The squares of the board.
const SQUARES: usize = 32;
/// The ways to place four sheep: 32 over 4.
const FLOCKS: usize = 35_960;

/// The result for each flock, place of the wolf and side to move: plies to the end, plus one if the side to
/// move wins, negative if it loses; 0 where the wolf would stand on a sheep.
static TABLE: LazyLock<Vec<[[i8; SQUARES]; 2]>> = LazyLock::new(solve);

impl<const WOLF_FIRST: bool> Think for Wolf<WOLF_FIRST> {
    const SLOTS: usize = 64;

    fn evaluate(&self, _: &Position) -> i32 {
        // Only the placing is not in the table, and it is always searched at least one ply deep.
        0
    }

    fn slot(&self, _: &Position, mv: Move) -> usize {
        mv.to() as usize
    }

    fn gain(&self, _: &Position, _: Move) -> i32 {
        0
    }

    fn leaf(&self, position: &Position, _: bool, _: &mut Vec<Move>) -> Leaf {
        if generate::count(position) == 0 { Leaf::Finished } else { Leaf::Quiet }
    }

    fn urgency(&self, _: &Position) -> u64 {
        0
    }

    fn prepare(&self) {
        LazyLock::force(&TABLE);
    }

    fn solved(&self, position: &Position) -> Option<Solved> {
        if position.wolf == 0 || position.sheep.count_ones() != SHEEP || generate::count(position) == 0 {
            return None;
        }
        let row = &TABLE[flock_index(position.sheep)][position.side as usize];
        match row[square(position.wolf.trailing_zeros())] {
            0 => None,
            n if n > 0 => Some(Solved::Win(n as u32 - 1)),
            n => Some(Solved::Loss(u32::from(n.unsigned_abs()) - 1)),
        }
    }
}

/// The number of a bit's square, from 0.
fn square(bit: u32) -> usize {
    BOARD.number(bit, Corner::Left) as usize - 1
}

/// The place of a flock among all flocks of four.
fn flock_index(sheep: u64) -> usize {
    // The combinatorial number system: the nth sheep adds its square over n.
    bits(sheep).enumerate().map(|(n, bit)| over(square(bit), n + 1)).sum()
}

/// `n` over `k`, for `k` up to four.
fn over(n: usize, k: usize) -> usize {
    usize::from(OVER[n][k])
}

/// Pascal's triangle, as far as it is needed.
static OVER: [[u16; SHEEP as usize + 1]; SQUARES] = {
    let mut table = [[0; SHEEP as usize + 1]; SQUARES];
    let mut n = 0;
    while n < SQUARES {
        table[n][0] = 1;
        let mut k = 1;
        while n > 0 && k <= SHEEP as usize {
            table[n][k] = table[n - 1][k - 1] + table[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    table
};

fn solve() -> Vec<[[i8; SQUARES]; 2]> {
    let bit = |square: usize| BOARD.bit(square as u32 + 1, Corner::Left).unwrap_or(0);
    // The flocks by their rows, added up: the smaller, the farther they have come.
    let mut layers = vec![Vec::new(); 8 * SHEEP as usize];
    for d in 3..SQUARES {
        for c in 2..d {
            for b in 1..c {
                for a in 0..b {
                    let rows: usize = [a, b, c, d].iter().map(|square| square / 4).sum();
                    layers[rows].push([a, b, c, d].iter().fold(0u64, |set, s| set | 1 << bit(*s)));
                }
            }
        }
    }
    let game = Wolf::<false>;
    let mut table = vec![[[0; SQUARES]; 2]; FLOCKS];
    let mut moves = Vec::with_capacity(32);
    for sheep in layers.into_iter().flatten() {
        let index = flock_index(sheep);
        for side in [Side::White, Side::Black] {
            for wolf in bits(BOARD.squares() & !sheep) {
                let position = Position::new(sheep, 1 << wolf, side);
                moves.clear();
                game.moves(&position, &mut moves);
                let value = if moves.is_empty() {
                    if game.finish(&position).winner == Some(side) { 1 } else { -1 }
                } else {
                    let results = moves.iter().map(|mv| {
                        let next = game.play(&position, *mv);
                        table[flock_index(next.sheep)][next.side as usize][square(next.wolf.trailing_zeros())]
                    });
                    best(results)
                };
                table[index][side as usize][square(wolf)] = value;
            }
        }
    }
    table
}

/// The best of the results after each move, which are the opponent's: the quickest win, else the slowest loss.
fn best(results: impl Iterator<Item = i8>) -> i8 {
    let (mut win, mut loss) = (i8::MAX, 0);
    for theirs in results {
        if theirs < 0 {
            win = win.min(1 - theirs);
        } else {
            loss = loss.min(-theirs - 1);
        }
    }
    if win < i8::MAX { win } else { loss }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_flock_has_a_place_of_its_own() {
        let mut seen = vec![false; FLOCKS];
        for d in 3..SQUARES {
            for c in 2..d {
                for b in 1..c {
                    for a in 0..b {
                        let index: usize = [a, b, c, d].iter().enumerate().map(|(n, s)| over(*s, n + 1)).sum();
                        assert!(!std::mem::replace(&mut seen[index], true));
                    }
                }
            }
        }
        assert!(seen.iter().all(|s| *s));
    }

    #[test]
    fn the_sheep_win_from_every_placing() {
        let game = Wolf::<false>;
        let start = game.start();
        let mut moves = Vec::new();
        game.moves(&start, &mut moves);
        assert_eq!(moves.len(), 28);
        for mv in moves {
            for first in [game.play(&start, mv), Wolf::<true>.play(&start, mv)] {
                let result = game.solved(&first);
                let expected = match first.side {
                    Side::White => matches!(result, Some(Solved::Win(_))),
                    Side::Black => matches!(result, Some(Solved::Loss(_))),
                };
                assert!(expected, "{mv:?} {result:?}");
            }
        }
    }
}
