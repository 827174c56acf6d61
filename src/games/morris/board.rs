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
//!
//! The smaller boards are parts of this one: what lies outside is never free, so that no stone comes there. Two squares are the
//! two outer rings, and a line across them would need the third. Nine points are three of each ring, as they lie along the upper
//! edge of the board with diagonals (0 1 2, 8 9 10, 16 17 18); only the two long diagonals are lines of their own.

use super::rules::Board;
use std::ops::{BitAnd, BitOr, Shl, Shr};

/// All points.
pub const POINTS: u32 = 0xFF_FFFF;

const CORNERS: u32 = 0x55_5555;
const MIDDLES: u32 = 0xAA_AAAA;
const OUTER: u32 = 0x00_00FF;
const INNER: u32 = 0xFF_0000;

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

/// How many images [`Board::image`] gives.
pub const IMAGES: u32 = 16;

impl Board {
    /// The points of the board.
    #[inline(always)]
    pub const fn points(self) -> u32 {
        match self {
            Board::Plain | Board::Diagonals => POINTS,
            Board::Sixteen => POINTS & !INNER,
            Board::Nine | Board::NineDiagonals => 0x07_0707,
        }
    }

    /// The points from which a line runs across the rings.
    #[inline(always)]
    pub const fn crossed(self) -> u32 {
        match self {
            Board::Plain | Board::Sixteen => MIDDLES,
            Board::Diagonals | Board::Nine | Board::NineDiagonals => POINTS,
        }
    }

    /// Whether the two long diagonals of nine points are lines.
    #[inline(always)]
    pub const fn slants(self) -> bool {
        matches!(self, Board::NineDiagonals)
    }

    /// The points as they lie after the board was turned by quarters, then mirrored, then turned inside out: the
    /// images by number, 0 to 15. Nine points cannot be turned inside out: they have each image twice.
    pub fn image(self, set: u32, number: u32) -> u32 {
        if matches!(self, Board::Nine | Board::NineDiagonals) {
            return bits(set).fold(0, |image, point| {
                let turned = (0..number % 4).fold((point / 8, point % 8), |(row, column), _| (column, 2 - row));
                let (row, column) = if number & 4 != 0 { (turned.0, 2 - turned.1) } else { turned };
                image | 1 << (8 * row + column)
            });
        }
        let mut set = (0..number % 4 * 2).fold(set, |set, _| clockwise(set));
        if number & 4 != 0 {
            // The bytes backwards put point 0 last; one more step puts it back to its place.
            set = clockwise(set.reverse_bits().swap_bytes());
        }
        match (number & 8 != 0, self) {
            (false, _) => set,
            (true, Board::Sixteen) => set.swap_bytes() >> 16,
            (true, _) => set >> 16 | set & 0xFF00 | (set & 0xFF) << 16,
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

    /// The neighbours of the given points, and maybe points outside the board.
    #[inline(always)]
    pub fn beside(self, set: u32) -> u32 {
        let beside = clockwise(set) | counterclockwise(set) | self.inward(set) | self.outward(set);
        if self.slants() {
            SLANTS.iter().fold(beside, |beside, slant| beside | slant.down(set) | slant.up(set))
        } else {
            beside
        }
    }

    /// The points at which one more stone would stand in a line with two of `stones`.
    #[inline(always)]
    pub fn closers<S: Sets>(self, stones: S) -> Closers<S> {
        let (next, previous) = (counterclockwise(stones), clockwise(stones));
        let slanted = |slant: &Slant| if self.slants() { slant.closers(stones) } else { S::each(0) };
        Closers {
            ahead: next & counterclockwise(next) & S::each(CORNERS),
            behind: previous & clockwise(previous) & S::each(CORNERS),
            between: next & previous & S::each(MIDDLES),
            across: (stones << 8 | stones >> 16) & (stones << 16 | stones >> 8) & S::each(self.crossed()),
            slanted: SLANTS.each_ref().map(slanted),
        }
    }

    /// Those of `stones` that stand in a mill.
    #[inline(always)]
    pub fn in_mills(self, stones: u32) -> u32 {
        stones & self.closers(stones).all()
    }
}

/// A long diagonal of nine points: its upper end, and how far its points lie apart.
pub struct Slant {
    top: u32,
    step: u32,
}

/// The diagonals that fall to the right and to the left.
pub const SLANTS: [Slant; 2] = [Slant { top: 0, step: 9 }, Slant { top: 2, step: 7 }];

impl Slant {
    const fn point(&self, nth: u32) -> u32 {
        1 << (self.top + nth * self.step)
    }

    /// Its points, from the top.
    pub fn line(&self) -> [u32; 3] {
        [0, 1, 2].map(|nth| self.top + nth * self.step)
    }

    /// One step down along it.
    #[inline(always)]
    pub fn down(&self, set: u32) -> u32 {
        (set & (self.point(0) | self.point(1))) << self.step
    }

    /// One step up along it.
    #[inline(always)]
    pub fn up(&self, set: u32) -> u32 {
        (set & (self.point(1) | self.point(2))) >> self.step
    }

    /// Its points whose other two are taken.
    #[inline(always)]
    fn closers<S: Sets>(&self, stones: S) -> S {
        let (above, below) = (stones << self.step, stones >> self.step);
        below & stones >> (2 * self.step) & S::each(self.point(0))
            | above & below & S::each(self.point(1))
            | above & stones << (2 * self.step) & S::each(self.point(2))
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
    /// Points of the long diagonals whose other two points are taken, for each of [`SLANTS`].
    pub slanted: [S; 2],
}

impl<S: Sets> Closers<S> {
    /// The points that complete any line.
    #[inline(always)]
    pub fn all(self) -> S {
        self.ahead | self.behind | self.between | self.across | self.either_slant()
    }

    /// The points that complete two lines at once, for a stone from the hand or one that flies.
    #[inline(always)]
    pub fn twice(self) -> S {
        let along = self.ahead | self.behind | self.between;
        self.ahead & self.behind | along & self.across | self.twice_slanted(along | self.across)
    }

    /// Those that a stone can close by stepping clockwise.
    #[inline(always)]
    pub fn by_clockwise(self) -> S {
        self.ahead | self.across | self.either_slant()
    }

    /// Those that a stone can close by stepping against the clock.
    #[inline(always)]
    pub fn by_counterclockwise(self) -> S {
        self.behind | self.across | self.either_slant()
    }

    /// Those that a stone can close by stepping to another ring.
    #[inline(always)]
    pub fn by_crossing(self) -> S {
        self.ahead | self.behind | self.between | self.either_slant()
    }

    /// What is left for a stone that steps along a long diagonal: [`Closers::all`] of it are those it can close.
    #[inline(always)]
    pub fn without_slant(mut self, slant: usize) -> Closers<S> {
        self.slanted[slant & 1] = S::each(0);
        self
    }

    /// Those at which a stone closes two lines by stepping clockwise, against the clock, and to another ring.
    #[inline(always)]
    pub fn twice_by_step(self) -> [S; 3] {
        let clockwise = self.ahead & self.across | self.twice_slanted(self.ahead | self.across);
        let counterclockwise = self.behind & self.across | self.twice_slanted(self.behind | self.across);
        let along = self.ahead | self.behind | self.between;
        [clockwise, counterclockwise, self.ahead & self.behind | self.twice_slanted(along)]
    }

    #[inline(always)]
    fn either_slant(self) -> S {
        self.slanted[0] | self.slanted[1]
    }

    /// The points that complete a long diagonal and another line, of these or the other diagonal.
    #[inline(always)]
    fn twice_slanted(self, others: S) -> S {
        self.slanted[0] & self.slanted[1] | self.either_slant() & others
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

    /// The lines of each board by their points' names, written down rather than computed, and the steps that lie on none.
    const BOARDS: [(Board, &str, &str); 5] = [
        (
            Board::Plain,
            "a7-d7-g7 b6-d6-f6 c5-d5-e5 a4-b4-c4 e4-f4-g4 c3-d3-e3 b2-d2-f2 a1-d1-g1 a7-a4-a1 b6-b4-b2 c5-c4-c3 d7-d6-d5 \
             d3-d2-d1 e5-e4-e3 f6-f4-f2 g7-g4-g1",
            "",
        ),
        (
            Board::Diagonals,
            "a7-d7-g7 b6-d6-f6 c5-d5-e5 a4-b4-c4 e4-f4-g4 c3-d3-e3 b2-d2-f2 a1-d1-g1 a7-a4-a1 b6-b4-b2 c5-c4-c3 d7-d6-d5 \
             d3-d2-d1 e5-e4-e3 f6-f4-f2 g7-g4-g1 a7-b6-c5 g7-f6-e5 a1-b2-c3 g1-f2-e3",
            "",
        ),
        (
            Board::Sixteen,
            "a5-c5-e5 a1-c1-e1 a5-a3-a1 e5-e3-e1 b4-c4-d4 b2-c2-d2 b4-b3-b2 d4-d3-d2",
            "c5-c4 a3-b3 e3-d3 c1-c2",
        ),
        (Board::Nine, "a3-b3-c3 a2-b2-c2 a1-b1-c1 a3-a2-a1 b3-b2-b1 c3-c2-c1", ""),
        (Board::NineDiagonals, "a3-b3-c3 a2-b2-c2 a1-b1-c1 a3-a2-a1 b3-b2-b1 c3-c2-c1 a3-b2-c1 a1-b2-c3", ""),
    ];

    fn read(board: Board, text: &str) -> Vec<Vec<u32>> {
        let points = |line: &str| line.split('-').map(|name| board.point(name).unwrap()).collect();
        text.split_whitespace().map(points).collect()
    }

    fn set(points: &[u32]) -> u32 {
        points.iter().fold(0, |set, point| set | 1 << point)
    }

    /// Well-mixed sets of points of a board.
    fn mixed(board: Board) -> impl Iterator<Item = u32> {
        // A multiplier of odd order walks through them.
        let mut seed = 1u32;
        (0..20_000).map(move |_| {
            seed = seed.wrapping_mul(0x9E37_79B1).wrapping_add(0x7F4A_7C15);
            seed >> 8 & (seed.rotate_left(11) | 0x0F_0F0F) & board.points()
        })
    }

    #[test]
    fn images_keep_the_lines_and_differ() {
        for (board, lines, _) in BOARDS {
            let count = if board.points().count_ones() == 9 { 8 } else { 16 };
            let some = 1 << 0 | 1 << 1 | 1 << 10;
            let images: std::collections::HashSet<u32> = (0..IMAGES).map(|number| board.image(some, number)).collect();
            assert_eq!(images.len(), count, "{board:?}");
            for line in read(board, lines) {
                for image in (0..IMAGES).map(|number| board.image(set(&line), number)) {
                    assert_eq!((board.in_mills(image), image & !board.points()), (image, 0), "{board:?}");
                }
            }
        }
    }

    #[test]
    fn closers_are_those_of_the_lines() {
        for (board, lines, _) in BOARDS {
            let lines = read(board, lines);
            for stones in mixed(board) {
                let (mut once, mut twice) = (0, 0);
                for line in &lines {
                    for &point in line {
                        let others = set(line) & !(1 << point);
                        if stones & others == others {
                            twice |= once & 1 << point;
                            once |= 1 << point;
                        }
                    }
                }
                let closers = board.closers(stones);
                assert_eq!((closers.all() & board.points(), closers.twice() & board.points()), (once, twice));
            }
        }
    }

    #[test]
    fn two_sets_in_a_word_do_not_meet() {
        let split = |word: u64| (word as u32 & POINTS, (word >> APART) as u32);
        for (board, ..) in BOARDS {
            for (low, high) in mixed(board).zip(mixed(board).skip(7)) {
                let word = both(low, high);
                assert_eq!(split(word), (low, high));
                assert_eq!(split(clockwise(word)), (clockwise(low), clockwise(high)));
                assert_eq!(split(counterclockwise(word)), (counterclockwise(low), counterclockwise(high)));
                assert_eq!(split(board.inward(word)), (board.inward(low), board.inward(high)));
                assert_eq!(split(board.outward(word)), (board.outward(low), board.outward(high)));
                let apart = (board.closers(low).all(), board.closers(high).all());
                assert_eq!(split(board.closers(word).all()), apart);
            }
        }
    }

    #[test]
    fn steps_join_the_neighbours_on_a_line() {
        for (board, lines, steps) in BOARDS {
            let (lines, steps) = (read(board, lines), read(board, steps));
            for point in bits(board.points()) {
                let pairs = lines.iter().flat_map(|line| line.windows(2)).chain(steps.iter().map(|step| &step[..]));
                let expected = pairs.filter(|pair| pair.contains(&point)).fold(0, |all, pair| all | set(pair));
                assert_eq!(board.beside(1 << point) & board.points(), expected & !(1 << point), "{board:?} {point}");
            }
        }
    }
}
