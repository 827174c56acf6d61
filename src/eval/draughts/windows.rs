//! Windows: what eight squares look like together, read out of a table.
//!
//! A window is four rows of two squares that are played on. A square is empty, White's man or Black's man, so that a window has 3⁸ states, each
//! with a weight. The board is looked at from White's side and from Black's, half a turn further and with the colours exchanged,
//! through the same windows and tables; what Black sees counts against White. So half of the windows that cover the board are
//! enough, and exchanged colours give the negated score.

use crate::games::draughts::rules::Board;

/// The states of a window.
pub(super) const STATES: usize = 6561;
/// The squares of a window.
const WINDOW: usize = 8;
const ROWS: usize = 4;

/// The windows of a board by their first row and the first of their dark columns. With those half a turn further they lie at every
/// second row and every column that is played on.
const EIGHT: [(u32, u32); 5] = [(0, 0), (0, 1), (0, 2), (2, 0), (2, 1)];
const TEN: [(u32, u32); 8] = [(0, 0), (0, 1), (0, 2), (0, 3), (2, 0), (2, 1), (2, 2), (2, 3)];
const FULL: [(u32, u32); 11] = [(0, 0), (0, 1), (0, 2), (0, 3), (0, 4), (0, 5), (0, 6), (2, 0), (2, 1), (2, 2), (2, 3)];

/// The number of windows.
pub(super) const fn count(board: Board) -> usize {
    match board {
        Board::Eight => EIGHT.len(),
        Board::Ten => TEN.len(),
        Board::Full => FULL.len(),
    }
}

/// The lowest bit of each row of every window of a board, in the order of [`Board`].
const ROW_BITS: [[[u32; ROWS]; MOST]; 3] = [row_bits(Board::Eight), row_bits(Board::Ten), row_bits(Board::Full)];
/// No board has more windows.
const MOST: usize = FULL.len();

const fn row_bits(board: Board) -> [[u32; ROWS]; MOST] {
    let mut bits = [[0; ROWS]; MOST];
    let mut window = 0;
    while window < count(board) {
        let (row, column) = match board {
            Board::Eight => EIGHT[window],
            Board::Ten => TEN[window],
            Board::Full => FULL[window],
        };
        let mut at = 0;
        while at < ROWS {
            bits[window][at] = board.row(row + at as u32).trailing_zeros() + column;
            at += 1;
        }
        window += 1;
    }
    bits
}

/// The squares of every window, likewise.
const MASKS: [[u64; MOST]; 3] = {
    let mut masks = [[0; MOST]; 3];
    let mut board = 0;
    while board < masks.len() {
        let mut window = 0;
        while window < MOST {
            let [a, b, c, d] = ROW_BITS[board][window];
            masks[board][window] = 3 << a | 3 << b | 3 << c | 3 << d;
            window += 1;
        }
        board += 1;
    }
    masks
};

/// The squares of a window.
#[inline(always)]
pub(super) const fn mask(board: Board, window: usize) -> u64 {
    MASKS[board as usize][window]
}

/// A set of eight squares as a number to base three with a one for each: the sets of both colours make a state.
static DIGITS: [u16; 256] = {
    let mut digits = [0; 256];
    let mut set = 0;
    while set < 256 {
        let (mut at, mut power) = (0, 1);
        while at < WINDOW {
            if set >> at & 1 == 1 {
                digits[set] += power;
            }
            power *= 3;
            at += 1;
        }
        set += 1;
    }
    digits
};

/// The state of a window whose squares, lowest first, hold these men.
#[inline(always)]
pub(super) fn state(white: usize, black: usize) -> usize {
    usize::from(DIGITS[white & 0xFF]) + 2 * usize::from(DIGITS[black & 0xFF])
}

/// The squares of a window out of a set, lowest first.
#[inline(always)]
pub(super) fn extract(board: Board, window: usize, set: u64) -> usize {
    let [a, b, c, d] = ROW_BITS[board as usize][window];
    (set >> a & 3 | (set >> b & 3) << 2 | (set >> c & 3) << 4 | (set >> d & 3) << 6) as usize
}

/// Sums the weights of all windows for the men of White and Black, from White's side.
///
/// `weights` has [`STATES`] numbers for each window.
#[inline(always)]
pub(super) fn sum<const SQUARES: u32>(weights: &[i32], white: u64, black: u64, pext: bool) -> i32 {
    let board = const { Board::with_squares(SQUARES) };
    let (white_turned, black_turned) = (board.turned(white), board.turned(black));
    #[cfg(target_arch = "x86_64")]
    if pext {
        // SAFETY: `pext` says that the CPU has the instruction.
        return unsafe {
            sum_by_pext::<SQUARES>(weights, white, black) - sum_by_pext::<SQUARES>(weights, black_turned, white_turned)
        };
    }
    let _ = pext;
    let side = |white: u64, black: u64| {
        let look = |window: usize| state(extract(board, window, white), extract(board, window, black));
        (0..count(board)).map(|window| weights[window * STATES + look(window)]).sum::<i32>()
    };
    side(white, black) - side(black_turned, white_turned)
}

/// One side's view, by an instruction that does in one step what [`extract`] does in ten: a quarter of the evaluation's time.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "bmi2")]
fn sum_by_pext<const SQUARES: u32>(weights: &[i32], white: u64, black: u64) -> i32 {
    use std::arch::x86_64::_pext_u64;
    let board = const { Board::with_squares(SQUARES) };
    let mut sum = 0;
    for (window, table) in weights.chunks_exact(STATES).enumerate().take(count(board)) {
        let mask = mask(board, window);
        sum += table[state(_pext_u64(white, mask) as usize, _pext_u64(black, mask) as usize)];
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::util::random::Rng;

    #[test]
    fn the_windows_cover_the_board() {
        for board in [Board::Eight, Board::Ten, Board::Full] {
            let covered = (0..count(board)).fold(0, |set, window| set | mask(board, window));
            assert_eq!(covered | board.turned(covered), board.squares());
            assert!((0..count(board)).all(|window| mask(board, window).count_ones() as usize == WINDOW));
        }
    }

    #[test]
    fn both_ways_to_read_a_window_agree_and_colours_exchanged_negate() {
        let mut rng = Rng::new(5);
        for board in [Board::Eight, Board::Ten, Board::Full] {
            let weights: Vec<i32> = (0..count(board) * STATES).map(|_| rng.below(1000) as i32 - 500).collect();
            for _ in 0..1000 {
                let (a, b) = (rng.next_u64() & rng.next_u64(), rng.next_u64() & rng.next_u64());
                let (white, black) = (a & board.squares(), b & !a & board.squares());
                let look = |white, black, pext| match board {
                    Board::Eight => sum::<32>(&weights, white, black, pext),
                    Board::Ten => sum::<50>(&weights, white, black, pext),
                    Board::Full => sum::<64>(&weights, white, black, pext),
                };
                let plain = look(white, black, false);
                assert_eq!(look(white, black, crate::util::cpu::has_fast_pext()), plain);
                assert_eq!(look(board.turned(black), board.turned(white), false), -plain);
            }
        }
    }
}
