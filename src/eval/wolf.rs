//! Wolf and sheep, solved: the result of every position and its distance.
//!
//! Sheep never step back, so the positions fall into layers by how far the flock has come, and each layer
//! follows from the next: first the sheep's turn for every place of the wolf, then the wolf's turn, which
//! leads to the sheep's turn with the same flock. One pass over the 35,960 flocks, those that have come
//! farthest first, fills the whole table; it is made when it is first asked for.

use crate::eval::model::Model;
use crate::eval::{Evaluate, Leaf, Solved};
use crate::games::Side;
use crate::games::draughts::board::{DOWN_LEFT, DOWN_RIGHT, UP_LEFT, UP_RIGHT, bits};
use crate::games::draughts::rules::Corner;
use crate::games::wolf::movegen::BOARD;
use crate::games::wolf::position::{Move, Position};
use crate::games::wolf::{SHEEP, Wolf, movegen};
use std::sync::{Arc, LazyLock};

/// The squares of the board.
const SQUARES: usize = 32;
/// The ways to place four sheep: 32 over 4.
const FLOCKS: usize = 35_960;

/// The result for each flock, place of the wolf and side to move: plies to the end, plus one if the side to
/// move wins, negative if it loses; 0 where the wolf would stand on a sheep.
static TABLE: LazyLock<Vec<[Row; 2]>> = LazyLock::new(solve);

impl Evaluate for Wolf {
    const HISTORY_SLOTS: usize = 64;
    type Scratch = ();

    fn evaluate(&self, _: &Position) -> i32 {
        // Only the placing is not in the table, and it is always searched at least one ply deep.
        0
    }

    fn model(&self) -> Arc<Model> {
        Arc::new(Model::plain(Vec::new()))
    }

    fn with_model(self, _: Arc<Model>) -> Self {
        self
    }

    fn pack(&self, position: &Position) -> [u64; 3] {
        [position.sheep, position.wolf, u64::from(position.side == Side::Black)]
    }

    fn unpack(&self, [sheep, wolf, side]: [u64; 3]) -> Option<Position> {
        let sound = sheep & wolf == 0 && (sheep | wolf) & !BOARD.squares() == 0;
        sound.then(|| Position::new(sheep, wolf, if side == 0 { Side::White } else { Side::Black }))
    }

    fn history_slot(&self, _: &Position, mv: Move) -> usize {
        mv.to() as usize
    }

    fn gain(&self, _: &Position, _: Move) -> i32 {
        0
    }

    fn leaf_kind(&self, position: &Position, _: &mut Vec<Move>) -> Leaf {
        if movegen::count(position) == 0 { Leaf::Finished } else { Leaf::Quiet }
    }

    fn qsearch_moves(&self, _: &Position, _: bool, _: &mut Vec<Move>) {}

    fn plies_to_draw(&self, _: &Position) -> [u32; 2] {
        [u32::MAX; 2]
    }

    fn prepare(&self) {
        LazyLock::force(&TABLE);
    }

    fn solved(&self, position: &Position) -> Option<Solved> {
        if position.wolf == 0 || position.sheep.count_ones() != SHEEP || movegen::count(position) == 0 {
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

/// One result for each place of the wolf.
type Row = [i8; SQUARES];

fn solve() -> Vec<[Row; 2]> {
    // The flocks by their rows, added up: the smaller, the farther they have come.
    let mut layers = vec![Vec::new(); 8 * SHEEP as usize];
    for d in 3..SQUARES {
        for c in 2..d {
            for b in 1..c {
                for a in 0..b {
                    let rows: usize = [a, b, c, d].iter().map(|square| square / 4).sum();
                    layers[rows].push([a, b, c, d]);
                }
            }
        }
    }
    let (up, all) = neighbours();
    let mut table = vec![[[0; SQUARES]; 2]; FLOCKS];
    for flock in layers.into_iter().flatten() {
        let sheep = flock.iter().fold(0, |set, square| set | 1u32 << square);
        let white = sheeps_turn(&table, flock, sheep, &up);
        table[place(flock)] = [white, wolfs_turn(&white, flock, sheep, &all)];
    }
    table
}

/// The neighbours of every square: those above it, and all.
fn neighbours() -> ([u32; SQUARES], [u32; SQUARES]) {
    let set = |bit_set: u64| bits(bit_set).fold(0, |set, bit| set | 1 << square(bit));
    let (mut up, mut all) = ([0; SQUARES], [0; SQUARES]);
    for bit in bits(BOARD.squares()) {
        let (above, below) = (
            BOARD.step::<UP_LEFT>(1 << bit) | BOARD.step::<UP_RIGHT>(1 << bit),
            BOARD.step::<DOWN_LEFT>(1 << bit) | BOARD.step::<DOWN_RIGHT>(1 << bit),
        );
        up[square(bit)] = set(above & BOARD.squares());
        all[square(bit)] = set((above | below) & BOARD.squares());
    }
    (up, all)
}

/// The place of a flock by its squares, in their order.
fn place(flock: [usize; SHEEP as usize]) -> usize {
    flock.iter().enumerate().map(|(n, square)| over(*square, n + 1)).sum()
}

/// The squares of a set.
fn squares(mut set: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let square = (set != 0).then(|| set.trailing_zeros() as usize);
        set &= set.wrapping_sub(1);
        square
    })
}

/// The results with the sheep to move, for all places of the wolf at once.
fn sheeps_turn(table: &[[Row; 2]], flock: [usize; SHEEP as usize], sheep: u32, up: &[u32; SQUARES]) -> Row {
    let mut found = [Best::default(); SQUARES];
    for (moved, from) in flock.into_iter().enumerate() {
        for to in squares(up[from] & !sheep) {
            let mut next = flock;
            next[moved] = to;
            next.sort_unstable();
            // Where the wolf stands in the way the next flock has no result.
            for (best, theirs) in found.iter_mut().zip(table[place(next)][Side::Black as usize]) {
                best.add(theirs);
            }
        }
    }
    // What the rules call escaped is lost without a move, as is a flock that cannot move.
    row(flock, sheep, -1, |wolf| found[wolf].result())
}

/// The results with the wolf to move.
fn wolfs_turn(white: &Row, flock: [usize; SHEEP as usize], sheep: u32, all: &[u32; SQUARES]) -> Row {
    row(flock, sheep, 1, |wolf| {
        let mut found = Best::default();
        for to in squares(all[wolf] & !sheep) {
            found.add(white[to]);
        }
        found.result()
    })
}

/// A row: nothing where a sheep stands, `escaped` where the wolf is below every sheep, else what `result` says.
fn row(flock: [usize; SHEEP as usize], sheep: u32, escaped: i8, result: impl Fn(usize) -> i8) -> Row {
    let [.., last] = flock;
    std::array::from_fn(|wolf| {
        if sheep >> wolf & 1 != 0 {
            0
        } else if wolf / 4 > last / 4 {
            escaped
        } else {
            result(wolf)
        }
    })
}

/// The best of the results after each move, which are the opponent's: the quickest win, else the slowest loss.
#[derive(Clone, Copy)]
struct Best {
    win: i8,
    loss: i8,
}

impl Default for Best {
    /// Without a move the game is lost.
    fn default() -> Best {
        Best { win: i8::MAX, loss: -1 }
    }
}

impl Best {
    #[inline(always)]
    fn add(&mut self, theirs: i8) {
        self.win = if theirs < 0 { self.win.min(1 - theirs) } else { self.win };
        self.loss = if theirs > 0 { self.loss.min(-theirs - 1) } else { self.loss };
    }

    fn result(self) -> i8 {
        if self.win < i8::MAX { self.win } else { self.loss }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::Game;
    use crate::games::wolf::rules::{First, Rules};

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
    fn the_table_follows_from_the_rules() {
        let game = Wolf::new(Rules { first: First::Sheep });
        let result = |position: &Position| {
            TABLE[flock_index(position.sheep)][position.side as usize][square(position.wolf.trailing_zeros())]
        };
        let mut moves = Vec::new();
        let mut compared = 0;
        // Some of all flocks, near ones and far ones.
        let bit = |square: u32| 1u64 << BOARD.bit(square + 1, Corner::Left).unwrap();
        for number in 0..5_000u32 {
            let four = (0..SHEEP).fold(0, |set, n| set | bit(number.wrapping_mul(2_654_435_761) >> (8 * n) & 31));
            if four.count_ones() != SHEEP {
                continue;
            }
            let side = if number % 2 == 0 { Side::White } else { Side::Black };
            for wolf in bits(BOARD.squares() & !four) {
                let position = Position::new(four, 1 << wolf, side);
                moves.clear();
                game.moves(&position, &mut moves);
                let after = moves.iter().map(|mv| i32::from(result(&game.play(&position, *mv))));
                // The least of the opponent's distances among its losses, or the greatest among its wins.
                let expected = match after.clone().filter(|theirs| *theirs < 0).max() {
                    Some(quickest) => 1 - quickest,
                    None if moves.is_empty() => {
                        if game.finish(&position).winner == Some(side) {
                            1
                        } else {
                            -1
                        }
                    }
                    None => -1 - after.max().unwrap(),
                };
                assert_eq!(i32::from(result(&position)), expected, "{position:?}");
                compared += 1;
            }
        }
        assert!(compared > 10_000, "{compared}");
    }

    #[test]
    fn the_sheep_win_from_every_placing() {
        let game = Wolf::new(Rules { first: First::Sheep });
        let start = game.start();
        let mut moves = Vec::new();
        game.moves(&start, &mut moves);
        assert_eq!(moves.len(), 28);
        for mv in moves {
            for first in [game.play(&start, mv), Wolf::new(Rules { first: First::Wolf }).play(&start, mv)] {
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
