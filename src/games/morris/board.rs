//! The geometry of the morris board in 24 bits.
//!
//! Three rings of eight points, a byte each: the outer ring lowest, and in each byte the points clockwise
//! from the top left corner. Corners have even bits, the middles of the sides odd ones:
//!
//! ```text
//!  0-----------1-----------2      A step along a ring is a rotation within each byte,
//!  |   8-------9------10   |      a step to the next ring a shift by 8, and the two
//!  |   |  16--17--18   |   |      other points of a line across the rings are the
//!  7--15--23      19--11---3      rotations of all 24 bits by 8 and by 16.
//!  |   |  22--21--20   |   |
//!  |  14------13------12   |
//!  6-----------5-----------4
//! ```
//!
//! So the points that complete a mill, and the stones that stand in one, are found for all points at once, and for
//! both sides at once where their sets share a word ([`both`]).

use super::rules::Board;
use std::ops::{BitAnd, BitOr, Shl, Shr};

/// All points.
pub const POINTS: u32 = 0xFF_FFFF;

const CORNERS: u32 = 0x55_5555;
const MIDDLES: u32 = 0xAA_AAAA;
const OUTER: u32 = 0x00_00FF;
const INNER: u32 = 0xFF_0000;

/// The names of the points, by bit.
pub const NAMES: [&str; 24] = [
    "a7", "d7", "g7", "g4", "g1", "d1", "a1", "a4", "b6", "d6", "f6", "f4", "f2", "d2", "b2", "b4", "c5", "d5", "e5",
    "e4", "e3", "d3", "c3", "c4",
];

/// The points row by row from the top, as people read them.
pub const READING_ORDER: [u32; 24] =
    [0, 1, 2, 8, 9, 10, 16, 17, 18, 7, 15, 23, 19, 11, 3, 22, 21, 20, 14, 13, 12, 6, 5, 4];

/// The point of a name, in either case.
pub fn point(name: &str) -> Option<u32> {
    NAMES.iter().position(|known| known.eq_ignore_ascii_case(name)).map(|bit| bit as u32)
}

/// The column (from the left) and the row (from the top) of a point on the 7×7 grid.
pub fn column_and_row(point: u32) -> (usize, usize) {
    let name = NAMES[point as usize].as_bytes();
    (usize::from(name[0] - b'a'), usize::from(b'7' - name[1]))
}

/// A word that holds one set of points, or two.
pub trait Sets:
    Copy + BitAnd<Output = Self> + BitOr<Output = Self> + Shl<u32, Output = Self> + Shr<u32, Output = Self>
{
    /// A word that holds the same set throughout.
    fn each(set: u32) -> Self;
}

impl Sets for u32 {
    #[inline(always)]
    fn each(set: u32) -> u32 {
        set
    }
}

impl Sets for u64 {
    #[inline(always)]
    fn each(set: u32) -> u64 {
        both(set, set)
    }
}

/// How far apart two sets lie in a word: no shift by one or two rings takes a point of one to a point of the other.
pub const APART: u32 = 40;

/// Two sets in one word.
#[inline(always)]
pub const fn both(low: u32, high: u32) -> u64 {
    low as u64 | (high as u64) << APART
}

/// One step clockwise along the rings.
#[inline(always)]
pub fn clockwise<S: Sets>(set: S) -> S {
    (set << 1 & S::each(0xFE_FEFE)) | (set >> 7 & S::each(0x01_0101))
}

/// One step against the clock.
#[inline(always)]
pub fn counterclockwise<S: Sets>(set: S) -> S {
    (set >> 1 & S::each(0x7F_7F7F)) | (set << 7 & S::each(0x80_8080))
}

/// The points as they lie after the board was turned by quarters, then mirrored, then turned inside out: the
/// images by number, 0 to 15.
pub fn image(set: u32, number: u32) -> u32 {
    let mut set = (0..number % 4 * 2).fold(set, |set, _| clockwise(set));
    if number & 4 != 0 {
        // The byte backwards puts point 0 last; one more step puts it back to its place.
        set = clockwise(set.reverse_bits().swap_bytes());
    }
    if number & 8 != 0 { set >> 16 | set & 0xFF00 | (set & 0xFF) << 16 } else { set }
}

/// How many images [`image`] gives.
pub const IMAGES: u32 = 16;

impl Board {
    /// The points from which a line runs across the rings.
    #[inline(always)]
    pub const fn crossed(self) -> u32 {
        match self {
            Board::Plain => MIDDLES,
            Board::Diagonals => POINTS,
        }
    }

    /// One step towards the inner ring.
    #[inline(always)]
    pub fn inward<S: Sets>(self, set: S) -> S {
        (set & S::each(self.crossed() & !INNER)) << 8
    }

    /// One step towards the outer ring.
    #[inline(always)]
    pub fn outward<S: Sets>(self, set: S) -> S {
        (set & S::each(self.crossed() & !OUTER)) >> 8
    }

    /// The neighbours of the given points.
    #[inline(always)]
    pub fn beside(self, set: u32) -> u32 {
        clockwise(set) | counterclockwise(set) | self.inward(set) | self.outward(set)
    }

    /// The points at which one more stone would stand in a line with two of `stones`.
    #[inline(always)]
    pub fn closers<S: Sets>(self, stones: S) -> Closers<S> {
        let (next, previous) = (counterclockwise(stones), clockwise(stones));
        Closers {
            ahead: next & counterclockwise(next) & S::each(CORNERS),
            behind: previous & clockwise(previous) & S::each(CORNERS),
            between: next & previous & S::each(MIDDLES),
            across: (stones << 8 | stones >> 16) & (stones << 16 | stones >> 8) & S::each(self.crossed()),
        }
    }

    /// Those of `stones` that stand in a mill.
    #[inline(always)]
    pub fn in_mills(self, stones: u32) -> u32 {
        stones & self.closers(stones).all()
    }
}

/// The points that complete a line, told apart by where the line's other two points lie.
///
/// A stone that arrives along a line leaves a gap in it and can only close another one. Two neighbours share
/// exactly one line, so the direction of the step decides which of these sets count, whatever the point.
#[derive(Clone, Copy, Debug)]
pub struct Closers<S> {
    /// Corners whose next two points clockwise are taken.
    pub ahead: S,
    /// Corners whose next two points against the clock are taken.
    pub behind: S,
    /// Middles between two taken corners.
    pub between: S,
    /// Points whose counterparts in the other rings are taken.
    pub across: S,
}

impl<S: Sets> Closers<S> {
    /// The points that complete any line.
    #[inline(always)]
    pub fn all(self) -> S {
        self.ahead | self.behind | self.between | self.across
    }

    /// The points that complete two lines at once, for a stone from the hand or one that flies.
    #[inline(always)]
    pub fn twice(self) -> S {
        self.ahead & self.behind | (self.ahead | self.behind | self.between) & self.across
    }

    /// Those that a stone can close by stepping clockwise.
    #[inline(always)]
    pub fn by_clockwise(self) -> S {
        self.ahead | self.across
    }

    /// Those that a stone can close by stepping against the clock.
    #[inline(always)]
    pub fn by_counterclockwise(self) -> S {
        self.behind | self.across
    }

    /// Those that a stone can close by stepping to another ring.
    #[inline(always)]
    pub fn by_crossing(self) -> S {
        self.ahead | self.behind | self.between
    }
}

/// The points of a set, lowest first.
#[inline(always)]
pub fn bits(set: impl Into<u64>) -> impl Iterator<Item = u32> {
    let mut set = set.into();
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

    /// The lines by their points' names, written down rather than computed.
    const LINES: [&str; 20] = [
        "a7 d7 g7", "b6 d6 f6", "c5 d5 e5", "a4 b4 c4", "e4 f4 g4", "c3 d3 e3", "b2 d2 f2", "a1 d1 g1", "a7 a4 a1",
        "b6 b4 b2", "c5 c4 c3", "d7 d6 d5", "d3 d2 d1", "e5 e4 e3", "f6 f4 f2", "g7 g4 g1", "a7 b6 c5", "g7 f6 e5",
        "a1 b2 c3", "g1 f2 e3",
    ];

    #[test]
    fn images_keep_the_lines_and_differ() {
        let set = 1 << 0 | 1 << 1 | 1 << 11;
        let images: std::collections::HashSet<u32> = (0..IMAGES).map(|number| image(set, number)).collect();
        assert_eq!(images.len(), 16);
        for board in [Board::Plain, Board::Diagonals] {
            for [a, b, c] in lines(board) {
                let line = 1 << a | 1 << b | 1 << c;
                assert!((0..IMAGES).all(|number| board.in_mills(image(line, number)) == image(line, number)));
            }
        }
    }

    fn lines(board: Board) -> Vec<[u32; 3]> {
        let count = if board == Board::Plain { 16 } else { 20 };
        let read = |line: &str| {
            let points: Vec<u32> = line.split(' ').map(|name| point(name).unwrap()).collect();
            [points[0], points[1], points[2]]
        };
        LINES[..count].iter().map(|line| read(line)).collect()
    }

    #[test]
    fn names_and_reading_order_cover_the_board() {
        assert_eq!(READING_ORDER.iter().fold(0, |set, bit| set | 1 << bit), POINTS);
        let places: Vec<_> = READING_ORDER.iter().map(|&bit| column_and_row(bit)).collect();
        assert!(places.is_sorted_by_key(|&(column, row)| (row, column)));
        assert_eq!(point("D6"), Some(9));
        assert_eq!(point("d4"), None);
    }

    #[test]
    fn closers_are_those_of_the_lines() {
        for board in [Board::Plain, Board::Diagonals] {
            // A multiplier of odd order walks through well-mixed sets of stones.
            let mut stones = 1u32;
            for _ in 0..20_000 {
                stones = stones.wrapping_mul(0x9E37_79B1).wrapping_add(0x7F4A_7C15);
                let set = stones >> 8 & (stones.rotate_left(11) | 0x0F_0F0F);
                let mut expected = 0;
                for line in lines(board) {
                    for i in 0..3 {
                        let others = 1 << line[(i + 1) % 3] | 1 << line[(i + 2) % 3];
                        if set & others == others {
                            expected |= 1 << line[i];
                        }
                    }
                }
                assert_eq!(board.closers(set).all(), expected);
            }
        }
    }

    #[test]
    fn two_sets_in_a_word_do_not_meet() {
        let split = |word: u64| (word as u32 & POINTS, (word >> APART) as u32);
        let mut seed = 1u64;
        for _ in 0..20_000 {
            seed = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15).wrapping_add(1);
            let (low, high) = ((seed >> 16) as u32 & POINTS, (seed >> 40) as u32);
            let word = both(low, high);
            assert_eq!(split(word), (low, high));
            assert_eq!(split(clockwise(word)), (clockwise(low), clockwise(high)));
            assert_eq!(split(counterclockwise(word)), (counterclockwise(low), counterclockwise(high)));
            for board in [Board::Plain, Board::Diagonals] {
                assert_eq!(split(board.inward(word)), (board.inward(low), board.inward(high)));
                assert_eq!(split(board.outward(word)), (board.outward(low), board.outward(high)));
                let apart = (board.closers(low).all(), board.closers(high).all());
                assert_eq!(split(board.closers(word).all()), apart);
            }
        }
    }

    #[test]
    fn steps_join_the_neighbours_on_a_line() {
        for board in [Board::Plain, Board::Diagonals] {
            for bit in 0..24 {
                let set = 1u32 << bit;
                let reached = clockwise(set) | counterclockwise(set) | board.inward(set) | board.outward(set);
                let mut expected = 0;
                for [a, b, c] in lines(board) {
                    for (from, to) in [(a, b), (b, a), (b, c), (c, b)] {
                        if from == bit {
                            expected |= 1 << to;
                        }
                    }
                }
                assert_eq!(reached, expected, "{}", NAMES[bit as usize]);
            }
        }
    }
}
