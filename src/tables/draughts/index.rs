//! The index: which slot of a table a position has.
//!
//! The mover goes up the board; where Black is to move, the board is turned half around. Each set of pieces is ranked
//! among the squares that it can have:
//!
//! ```text
//! slot = ((own men × their men's sets + their men) × own kings' sets + own kings) × their kings' sets + their kings
//! ```
//!
//! Men are ranked among all squares but the row on which they are crowned, kings among those that men, and then the own
//! kings, leave free. The slots with the same men are a block: no king's move leaves it. Where men of both sides would
//! stand on one square, the block is empty (4 % of all slots).

use super::material::Material;
use crate::games::Side;
use crate::games::draughts::board::bits;
use crate::games::draughts::position::{KingRun, Position};
use crate::games::draughts::rules::Board;
use std::sync::OnceLock;

/// The name of this numbering in files.
pub const INDEX: &str = "draughts-men-kings-colex-1";

/// The most pieces of one side.
const MOST: usize = 5;
const SQUARES: usize = 50;

/// `n` over `k` for all that fits on a board: by `k`, then by `n`.
static BINOMIAL: [[u32; SQUARES + 1]; MOST + 1] = {
    let mut table = [[0; SQUARES + 1]; MOST + 1];
    let mut n = 0;
    while n <= SQUARES {
        table[0][n] = 1;
        let mut k = 1;
        while k <= MOST && n > 0 {
            table[k][n] = table[k - 1][n - 1] + table[k][n - 1];
            k += 1;
        }
        n += 1;
    }
    table
};

const fn binomial(n: u32, k: u32) -> u32 {
    BINOMIAL[k as usize][n as usize]
}

/// The place of a set among all sets of its size that lie within `squares`, in colexicographic order.
#[inline(always)]
fn rank(mut set: u64, squares: u64) -> usize {
    let (mut rank, mut nth) = (0, 1);
    while set != 0 {
        let below = squares & (set & set.wrapping_neg()).wrapping_sub(1);
        rank += BINOMIAL[nth][below.count_ones() as usize] as usize;
        set &= set - 1;
        nth += 1;
    }
    rank
}

/// Sets of `k` squares by rank, squeezed to the lowest bits. The order does not depend on the number of squares.
fn subsets(k: u32) -> &'static [u64] {
    static SETS: [OnceLock<Vec<u64>>; MOST + 1] = [const { OnceLock::new() }; MOST + 1];
    SETS[k as usize].get_or_init(|| {
        // With five kings of one side there is a sixth piece, and then the board is the smaller one.
        let squares = if k as usize == MOST { 32 } else { SQUARES as u32 };
        let mut sets = Vec::with_capacity(binomial(squares, k) as usize);
        let mut set: u64 = (1 << k) - 1;
        while set >> squares == 0 {
            sets.push(set);
            if set == 0 {
                break;
            }
            // The next number with as many bits.
            let (low, carried) = (set & set.wrapping_neg(), set + (set & set.wrapping_neg()));
            set = carried | ((set ^ carried) / low) >> 2;
        }
        sets
    })
}

/// The pieces of a position, whose mover goes up the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pieces {
    /// The men of the side to move.
    pub own_men: u64,
    /// The kings of the side to move.
    pub own_kings: u64,
    /// The men of the other side.
    pub their_men: u64,
    /// The kings of the other side.
    pub their_kings: u64,
}

impl Pieces {
    /// The pieces of a position.
    #[inline(always)]
    pub fn of(position: &Position, board: Board) -> Pieces {
        let Position { mut own, mut their, mut kings, .. } = *position;
        if position.side == Side::Black {
            (own, their, kings) = (board.turned(own), board.turned(their), board.turned(kings));
        }
        Pieces { own_men: own & !kings, own_kings: own & kings, their_men: their & !kings, their_kings: their & kings }
    }

    /// The position with White to move.
    pub fn position(&self) -> Position {
        let position = self.unkeyed();
        Position { key: position.key_from_scratch(), ..position }
    }

    /// The same without its key, for those who need it fast and do not need the key.
    #[inline(always)]
    pub fn unkeyed(&self) -> Position {
        Position {
            own: self.own_men | self.own_kings,
            their: self.their_men | self.their_kings,
            kings: self.own_kings | self.their_kings,
            huffable: 0,
            key: 0,
            quiet: 0,
            steady: 0,
            side: Side::White,
            own_run: KingRun::NONE,
            their_run: KingRun::NONE,
            road: 0,
        }
    }

    /// The same pieces with the other side to move.
    #[inline(always)]
    pub fn turned(&self, board: Board) -> Pieces {
        Pieces {
            own_men: board.turned(self.their_men),
            own_kings: board.turned(self.their_kings),
            their_men: board.turned(self.own_men),
            their_kings: board.turned(self.own_kings),
        }
    }

    /// All of them.
    #[inline(always)]
    pub fn occupied(&self) -> u64 {
        self.own_men | self.own_kings | self.their_men | self.their_kings
    }
}

/// The numbering of one slice with one side to move.
#[derive(Clone, Copy, Debug)]
pub struct SliceIndex {
    /// Which squares there are.
    pub board: Board,
    /// The side to move.
    pub own: Material,
    /// The other side.
    pub their: Material,
    own_men_squares: u64,
    their_men_squares: u64,
    their_men_sets: usize,
    own_king_sets: usize,
    their_king_sets: usize,
}

impl SliceIndex {
    /// The slice of a material, the mover's first.
    pub fn new(board: Board, own: Material, their: Material) -> SliceIndex {
        let free = board.count() - own.men - their.men;
        let own_men_squares = board.squares() & !board.crown_row(true);
        SliceIndex {
            board,
            own,
            their,
            own_men_squares,
            their_men_squares: board.squares() & !board.crown_row(false),
            their_men_sets: binomial(own_men_squares.count_ones(), their.men) as usize,
            own_king_sets: binomial(free, own.kings) as usize,
            their_king_sets: binomial(free - own.kings, their.kings) as usize,
        }
    }

    /// The slots of a block.
    pub fn width(&self) -> usize {
        self.own_king_sets * self.their_king_sets
    }

    /// All slots.
    pub fn slots(&self) -> usize {
        binomial(self.own_men_squares.count_ones(), self.own.men) as usize * self.their_men_sets * self.width()
    }

    /// The positions there are: the slots of blocks that are not empty.
    pub fn positions(&self) -> u64 {
        // So many of the own men on the row where the other side's men cannot be.
        let (row, all) = (self.board.width(), self.own_men_squares.count_ones());
        let blocks = (0..=self.own.men).map(|on_row| {
            let above = self.own.men - on_row;
            let own = binomial(row, on_row) * binomial(all - row, above);
            u64::from(own) * u64::from(binomial(all - above, self.their.men))
        });
        blocks.sum::<u64>() * self.width() as u64
    }

    /// The block of the men of a position, as the place of its first slot.
    #[inline(always)]
    pub fn block(&self, pieces: &Pieces) -> usize {
        let own = rank(pieces.own_men, self.own_men_squares);
        (own * self.their_men_sets + rank(pieces.their_men, self.their_men_squares)) * self.width()
    }

    /// The place of the kings of a position in its block.
    #[inline(always)]
    pub fn place(&self, pieces: &Pieces) -> usize {
        let free = self.board.squares() & !(pieces.own_men | pieces.their_men);
        let own = rank(pieces.own_kings, free);
        own * self.their_king_sets + rank(pieces.their_kings, free & !pieces.own_kings)
    }

    /// The slot of a position.
    #[inline(always)]
    pub fn slot(&self, pieces: &Pieces) -> usize {
        self.block(pieces) + self.place(pieces)
    }

    /// Whether men are where they can be.
    #[inline(always)]
    pub fn holds(&self, pieces: &Pieces) -> bool {
        (pieces.own_men & !self.own_men_squares) | (pieces.their_men & !self.their_men_squares) == 0
    }
}

/// Finds the pieces of slots, best asked in their order.
pub struct Cursor {
    index: SliceIndex,
    block: usize,
    place: usize,
    overlap: bool,
    pieces: Pieces,
    /// The squares that the men leave free, as sets of one.
    free: [u64; SQUARES],
    /// Those that the own kings leave free too.
    rest: [u64; SQUARES],
}

impl Cursor {
    /// A cursor in a slice.
    pub fn new(index: SliceIndex) -> Cursor {
        let none = Pieces { own_men: 0, own_kings: 0, their_men: 0, their_kings: 0 };
        let (block, place) = (usize::MAX, usize::MAX);
        Cursor { index, block, place, overlap: false, pieces: none, free: [0; SQUARES], rest: [0; SQUARES] }
    }

    /// The pieces of a slot; `None` if it has no position.
    #[inline(always)]
    pub fn seek(&mut self, slot: usize) -> Option<Pieces> {
        let index = &self.index;
        let (first, their) = (slot / index.their_king_sets, slot % index.their_king_sets);
        let (block, own) = (first / index.own_king_sets, first % index.own_king_sets);
        if block != self.block {
            self.enter(block);
        }
        if self.overlap {
            return None;
        }
        if own != self.place {
            self.place = own;
            self.pieces.own_kings = spread(subsets(self.index.own.kings)[own], &self.free);
            let men = self.pieces.own_men | self.pieces.their_men;
            list(self.index.board.squares() & !(men | self.pieces.own_kings), &mut self.rest);
        }
        self.pieces.their_kings = spread(subsets(self.index.their.kings)[their], &self.rest);
        Some(self.pieces)
    }

    #[inline(never)]
    fn enter(&mut self, block: usize) {
        let index = &self.index;
        (self.block, self.place) = (block, usize::MAX);
        let (own, their) = (block / index.their_men_sets, block % index.their_men_sets);
        let (mut own_squares, mut their_squares) = ([0; SQUARES], [0; SQUARES]);
        list(index.own_men_squares, &mut own_squares);
        list(index.their_men_squares, &mut their_squares);
        self.pieces.own_men = spread(subsets(index.own.men)[own], &own_squares);
        self.pieces.their_men = spread(subsets(index.their.men)[their], &their_squares);
        self.overlap = self.pieces.own_men & self.pieces.their_men != 0;
        list(index.board.squares() & !(self.pieces.own_men | self.pieces.their_men), &mut self.free);
    }
}

/// A squeezed set as one of the squares listed.
#[inline(always)]
fn spread(mut squeezed: u64, squares: &[u64; SQUARES]) -> u64 {
    let mut set = 0;
    while squeezed != 0 {
        set |= squares[squeezed.trailing_zeros() as usize];
        squeezed &= squeezed - 1;
    }
    set
}

#[inline(always)]
fn list(set: u64, squares: &mut [u64; SQUARES]) {
    for (square, bit) in squares.iter_mut().zip(bits(set)) {
        *square = 1 << bit;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn side(men: u32, kings: u32) -> Material {
        Material { men, kings }
    }

    #[test]
    fn slots_and_pieces_are_inverse_and_blocks_that_overlap_are_not_counted() {
        for (board, own, their) in [
            (Board::Eight, side(1, 1), side(2, 1)),
            (Board::Eight, side(0, 2), side(0, 1)),
            (Board::Eight, side(2, 0), side(1, 0)),
            (Board::Ten, side(1, 1), side(1, 0)),
        ] {
            let index = SliceIndex::new(board, own, their);
            let (mut cursor, mut count) = (Cursor::new(index), 0);
            for slot in 0..index.slots() {
                let Some(pieces) = cursor.seek(slot) else { continue };
                count += 1;
                assert_eq!(index.slot(&pieces), slot);
                assert!(index.holds(&pieces));
                let sizes = [pieces.own_men, pieces.own_kings, pieces.their_men, pieces.their_kings];
                let sizes = sizes.map(u64::count_ones);
                assert_eq!(sizes, [own.men, own.kings, their.men, their.kings]);
                assert_eq!(pieces.occupied().count_ones(), own.pieces() + their.pieces());
                assert_eq!(Pieces::of(&pieces.turned(board).turned(board).position(), board), pieces);
            }
            assert_eq!(count, index.positions());
        }
    }

    #[test]
    fn one_king_each_has_a_slot_for_every_pair_of_squares() {
        assert_eq!(SliceIndex::new(Board::Eight, side(0, 1), side(0, 1)).slots(), 32 * 31);
        assert_eq!(SliceIndex::new(Board::Eight, side(1, 0), side(1, 0)).positions(), 28 * 28 - 24);
    }
}
