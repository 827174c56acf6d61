//! The geometry of the draughts boards in one 64-bit word.
//!
//! Only the dark squares count, row by row from the top. After every second row one *ghost* bit is left
//! out, so that a diagonal step is a shift by the same amount everywhere, and a step off the side lands
//! on a ghost:
//!
//! ```text
//!  8×8 (strides 4 and 5, 35 bits)          10×10 (strides 5 and 6, 54 bits)
//!     .  0  .  1  .  2  .  3                  .  0  .  1  .  2  .  3  .  4
//!     4  .  5  .  6  .  7  .   (8)            5  .  6  .  7  .  8  .  9  .  (10)
//!     .  9  . 10  . 11  . 12                  . 11  . 12  . 13  . 14  . 15
//!    13  . 14  . 15  . 16  .  (17)           16  . 17  . 18  . 19  . 20  .  (21)
//! ```
//!
//! Ghosts are never empty and never occupied, so `empty = squares ^ occupied` needs no edge masks. Only along a row, where a
//! step is a shift by one, the squares at its end are masked.
//!
//! The full board of 8×8 is all 64 bits, row by row from the top; there are no diagonals on it.
//!
//! Boards with the dark corner at the right are the mirror image: the bits stay, the numbers are
//! reversed within each row.

use super::rules::{Board, Corner};

/// A diagonal direction, as seen with White at the bottom.
pub const UP_LEFT: usize = 0;
/// See [`UP_LEFT`].
pub const UP_RIGHT: usize = 1;
/// See [`UP_LEFT`].
pub const DOWN_LEFT: usize = 2;
/// See [`UP_LEFT`].
pub const DOWN_RIGHT: usize = 3;
/// A direction along a column or row: to the next dark square of it.
pub const UP: usize = 4;
/// See [`UP`].
pub const LEFT: usize = 5;
/// See [`UP`].
pub const RIGHT: usize = 6;
/// See [`UP`].
pub const DOWN: usize = 7;

/// The opposite direction.
#[inline(always)]
pub const fn opposite(direction: usize) -> usize {
    if direction < UP { 3 - direction } else { 11 - direction }
}

impl Board {
    /// Squares of the side.
    #[inline(always)]
    pub const fn size(self) -> u32 {
        match self {
            Board::Eight | Board::Full => 8,
            Board::Ten => 10,
        }
    }

    /// The board with so many squares that are played on.
    pub(crate) const fn with_squares(squares: u32) -> Board {
        match squares {
            32 => Board::Eight,
            50 => Board::Ten,
            64 => Board::Full,
            _ => panic!("no such board"),
        }
    }

    /// Whether all squares are played on, along rows and columns, and not only the dark ones along diagonals.
    #[inline(always)]
    pub const fn is_full(self) -> bool {
        matches!(self, Board::Full)
    }

    /// The squares in a row that are played on; of dark ones this is also the shorter stride.
    #[inline(always)]
    pub const fn width(self) -> u32 {
        if self.is_full() { self.size() } else { self.size() / 2 }
    }

    /// Bits from a row to the one two further on, or on the full board to the next: a step along a column.
    #[inline(always)]
    const fn column_stride(self) -> u32 {
        if self.is_full() { self.size() } else { self.size() + 1 }
    }

    /// The rows of men that most games start with.
    pub const fn usual_rows(self) -> u16 {
        match self {
            Board::Eight => 3,
            Board::Ten => 4,
            Board::Full => 2,
        }
    }

    /// Rows behind each player's men that are free at the start.
    pub const fn free_rows(self) -> u32 {
        if self.is_full() { 1 } else { 0 }
    }

    /// The number of squares that are played on.
    #[inline(always)]
    pub const fn count(self) -> u32 {
        self.size() * self.width()
    }

    /// All squares that are played on.
    #[inline(always)]
    pub const fn squares(self) -> u64 {
        match self {
            Board::Eight => SQUARES[0],
            Board::Ten => SQUARES[1],
            Board::Full => !0,
        }
    }

    /// The bits of a row, counted from the top.
    #[inline(always)]
    pub const fn row(self, row: u32) -> u64 {
        let first = if self.is_full() { row * 8 } else { row / 2 * (self.size() + 1) + row % 2 * self.width() };
        ((1 << self.width()) - 1) << first
    }

    /// The row on which the men that move up (White's) are crowned, or those that move down.
    #[inline(always)]
    pub const fn crown_row(self, up: bool) -> u64 {
        if up { self.row(0) } else { self.row(self.size() - 1) }
    }

    /// All given squares one step in a direction.
    #[inline(always)]
    pub const fn step<const DIRECTION: usize>(self, bits: u64) -> u64 {
        match DIRECTION {
            UP_LEFT => bits >> (self.width() + 1),
            UP_RIGHT => bits >> self.width(),
            DOWN_LEFT => bits << self.width(),
            DOWN_RIGHT => bits << (self.width() + 1),
            UP => bits >> self.column_stride(),
            DOWN => bits << self.column_stride(),
            // Between the two rows of a pair there is no ghost.
            LEFT => (bits & !self.wraps().0) >> 1,
            _ => (bits & !self.wraps().1) << 1,
        }
    }

    /// One step against a direction.
    #[inline(always)]
    pub const fn back<const DIRECTION: usize>(self, bits: u64) -> u64 {
        match DIRECTION {
            UP_LEFT => self.step::<DOWN_RIGHT>(bits),
            UP_RIGHT => self.step::<DOWN_LEFT>(bits),
            DOWN_LEFT => self.step::<UP_RIGHT>(bits),
            DOWN_RIGHT => self.step::<UP_LEFT>(bits),
            UP => self.step::<DOWN>(bits),
            LEFT => self.step::<RIGHT>(bits),
            RIGHT => self.step::<LEFT>(bits),
            _ => self.step::<UP>(bits),
        }
    }

    /// Two steps at once, of pieces that have room for them.
    #[inline(always)]
    pub const fn leap<const DIRECTION: usize>(self, bits: u64) -> u64 {
        match DIRECTION {
            LEFT => bits >> 2,
            RIGHT => bits << 2,
            _ => self.step::<DIRECTION>(self.step::<DIRECTION>(bits)),
        }
    }

    /// [`Board::leap`] against a direction.
    #[inline(always)]
    pub const fn leap_back<const DIRECTION: usize>(self, bits: u64) -> u64 {
        match DIRECTION {
            LEFT => bits << 2,
            RIGHT => bits >> 2,
            _ => self.back::<DIRECTION>(self.back::<DIRECTION>(bits)),
        }
    }

    /// The squares that a shift to the left, or to the right, would take to another row.
    #[inline(always)]
    const fn wraps(self) -> (u64, u64) {
        match self {
            Board::Eight => const { wraps(Board::Eight) },
            Board::Ten => const { wraps(Board::Ten) },
            Board::Full => (0x0101_0101_0101_0101, 0x8080_8080_8080_8080),
        }
    }

    /// The squares as they lie after half a turn of the board.
    #[inline(always)]
    pub const fn turned(self, bits: u64) -> u64 {
        let last = self.row(self.size() - 1).ilog2();
        bits.reverse_bits() >> (63 - last)
    }

    /// The row of a bit, from the top.
    pub const fn row_of(self, bit: u32) -> u32 {
        if self.is_full() {
            return bit / 8;
        }
        let pair = self.size() + 1;
        bit / pair * 2 + (bit % pair) / self.width()
    }

    /// The bit of a square's number (from 1), or `None` off the board.
    pub const fn bit(self, number: u32, corner: Corner) -> Option<u32> {
        if number == 0 || number > self.count() {
            return None;
        }
        let (row, mut index) = ((number - 1) / self.width(), (number - 1) % self.width());
        if matches!(corner, Corner::Right) {
            index = self.width() - 1 - index;
        }
        Some(self.row(row).trailing_zeros() + index)
    }

    /// The number (from 1) of a bit that is a square.
    pub const fn number(self, bit: u32, corner: Corner) -> u32 {
        let row = self.row_of(bit);
        let mut index = bit - self.row(row).trailing_zeros();
        if matches!(corner, Corner::Right) {
            index = self.width() - 1 - index;
        }
        row * self.width() + index + 1
    }

    /// The column of a square's number as drawn, from the left.
    pub const fn column(self, number: u32, corner: Corner) -> u32 {
        let (row, index) = ((number - 1) / self.width(), (number - 1) % self.width());
        if self.is_full() {
            return index;
        }
        // The top row begins with a light square where the bottom-left corner is dark.
        let indent = match corner {
            Corner::Left => (row + 1) % 2,
            Corner::Right => row % 2,
        };
        2 * index + indent
    }

    /// The number of the square in a row (from the top) and a column (from the left), if it is played on.
    pub fn number_at(self, row: u32, column: u32, corner: Corner) -> Option<u32> {
        if row >= self.size() || column >= self.size() {
            return None;
        }
        let index = if self.is_full() { column } else { column / 2 };
        let number = row * self.width() + index + 1;
        (self.column(number, corner) == column).then_some(number)
    }
}

/// All squares of the two boards of dark squares.
const SQUARES: [u64; 2] = [all_rows(Board::Eight), all_rows(Board::Ten)];

const fn all_rows(board: Board) -> u64 {
    let (mut bits, mut row) = (0, 0);
    while row < board.size() {
        bits |= board.row(row);
        row += 1;
    }
    bits
}

const fn wraps(board: Board) -> (u64, u64) {
    let (mut left, mut right, mut row) = (0, 0, 0);
    while row < board.size() {
        let last = board.row(row).ilog2();
        right |= 1 << last;
        left |= 1 << (last + 1);
        row += 2;
    }
    (left, right)
}

/// Parts of a board.
pub struct Zones {
    /// The squares in the middle.
    pub centre: u64,
    /// The left wing.
    pub left: u64,
    /// The right wing.
    pub right: u64,
    /// The main road: the longest diagonal; nothing on the full board.
    pub road: u64,
}

impl Zones {
    /// The parts of a board.
    pub const fn of(board: Board) -> &'static Zones {
        const EIGHT: Zones = zones(Board::Eight);
        const TEN: Zones = zones(Board::Ten);
        const FULL: Zones = zones(Board::Full);
        match board {
            Board::Eight => &EIGHT,
            Board::Ten => &TEN,
            Board::Full => &FULL,
        }
    }
}

const fn zones(board: Board) -> Zones {
    let (mut left, mut right, mut centre, mut road) = (0, 0, 0, 0);
    let mut number = 1;
    while number <= board.count() {
        if let Some(bit) = board.bit(number, Corner::Left) {
            let column = board.column(number, Corner::Left);
            let row = (number - 1) / board.width();
            let third = board.size() / 2 - 2;
            if column < board.size() / 2 - 1 {
                left |= 1 << bit;
            } else if column > board.size() / 2 {
                right |= 1 << bit;
            }
            if column >= third && column < board.size() - third && row >= third && row < board.size() - third {
                centre |= 1 << bit;
            }
            if column + row + 1 == board.size() && !board.is_full() {
                road |= 1 << bit;
            }
        }
        number += 1;
    }
    Zones { centre, left, right, road }
}

/// The squares of a set, lowest first, as bit indices.
pub fn bits(mut set: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let bit = set.trailing_zeros();
            set &= set - 1;
            bit
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_a_turn_exchanges_the_sides() {
        for board in [Board::Eight, Board::Ten, Board::Full] {
            assert_eq!(board.turned(board.squares()), board.squares());
            assert_eq!(board.turned(board.row(1)), board.row(board.size() - 2));
            assert_eq!(board.turned(board.turned(0x1234)), 0x1234);
            assert_eq!(board.turned(board.step::<UP>(1 << 20)), board.step::<DOWN>(board.turned(1 << 20)));
        }
        for board in [Board::Eight, Board::Ten] {
            assert_eq!(board.turned(board.step::<UP_LEFT>(1 << 20)), board.step::<DOWN_RIGHT>(board.turned(1 << 20)));
        }
    }

    #[test]
    fn numbers_and_bits_are_inverse_and_fill_the_board() {
        for board in [Board::Eight, Board::Ten, Board::Full] {
            for corner in [Corner::Left, Corner::Right] {
                let mut seen = 0u64;
                for number in 1..=board.count() {
                    let bit = board.bit(number, corner).unwrap();
                    assert_eq!(board.number(bit, corner), number);
                    let (row, column) = ((number - 1) / board.width(), board.column(number, corner));
                    assert_eq!(board.number_at(row, column, corner), Some(number));
                    seen |= 1 << bit;
                }
                assert_eq!(seen, board.squares());
                assert_eq!(board.bit(0, corner), None);
                assert_eq!(board.bit(board.count() + 1, corner), None);
            }
        }
    }

    #[test]
    fn steps_agree_with_rows_and_columns() {
        fn check<const D: usize>(board: Board, down: i32, right: i32) {
            for number in 1..=board.count() {
                let bit = board.bit(number, Corner::Left).unwrap();
                let row = (number - 1) as i32 / board.width() as i32 + down;
                let column = board.column(number, Corner::Left) as i32 + right;
                let expected = u32::try_from(row)
                    .ok()
                    .zip(u32::try_from(column).ok())
                    .and_then(|(row, column)| board.number_at(row, column, Corner::Left))
                    .and_then(|number| board.bit(number, Corner::Left))
                    .map_or(0, |bit| 1u64 << bit);
                assert_eq!(board.step::<D>(1 << bit) & board.squares(), expected);
            }
        }
        for board in [Board::Eight, Board::Ten] {
            check::<UP_LEFT>(board, -1, -1);
            check::<UP_RIGHT>(board, -1, 1);
            check::<DOWN_LEFT>(board, 1, -1);
            check::<DOWN_RIGHT>(board, 1, 1);
            check::<UP>(board, -2, 0);
            check::<LEFT>(board, 0, -2);
            check::<RIGHT>(board, 0, 2);
            check::<DOWN>(board, 2, 0);
        }
        check::<UP>(Board::Full, -1, 0);
        check::<LEFT>(Board::Full, 0, -1);
        check::<RIGHT>(Board::Full, 0, 1);
        check::<DOWN>(Board::Full, 1, 0);
    }
}
