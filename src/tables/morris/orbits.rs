//! The symmetries of the board, and sets of points that are the same but for one of them.

use super::sets::{PointMap, SIZE, binomial, rank, subsets};
use crate::games::morris::board::IMAGES;
use crate::games::morris::rules::Board;
use std::sync::{LazyLock, OnceLock};

/// The symmetries of a board. They are the same with and without diagonals.
pub struct Symmetries {
    maps: [PointMap; IMAGES as usize],
    inverse: [u8; IMAGES as usize],
}

impl Symmetries {
    /// Those of a board.
    pub fn of(board: Board) -> &'static Symmetries {
        static LARGE: LazyLock<Symmetries> = LazyLock::new(|| Symmetries::new(Board::Plain));
        static SMALL: LazyLock<Symmetries> = LazyLock::new(|| Symmetries::new(Board::Sixteen));
        if board == Board::Sixteen { &SMALL } else { &LARGE }
    }

    fn new(board: Board) -> Symmetries {
        let image = |set: u32, number: u32| board.image(set & board.points(), number);
        let point = |number: u32| 1 << number & board.points();
        let undoes = |one: u32, other: u32| (0..SIZE).all(|p| image(image(point(p), one), other) == point(p));
        Symmetries {
            maps: std::array::from_fn(|number| PointMap::new(|point| image(point, number as u32))),
            inverse: std::array::from_fn(|number| {
                (0..IMAGES).find(|&other| undoes(number as u32, other)).unwrap_or_default() as u8
            }),
        }
    }

    /// A symmetry by number.
    #[inline(always)]
    pub fn map(&self, symmetry: u32) -> &PointMap {
        &self.maps[symmetry as usize & 15]
    }

    /// The symmetry that undoes another.
    #[inline(always)]
    pub fn inverse(&self, symmetry: u32) -> u32 {
        u32::from(self.inverse[symmetry as usize & 15])
    }
}

/// All sets of one size, by orbit.
pub struct Orbits {
    /// The first set of each orbit.
    pub sets: Vec<u32>,
    /// By the rank of a set: its orbit, and the symmetry that takes the set to the first of the orbit.
    located: Vec<u32>,
}

impl Orbits {
    /// The orbits of the sets of `size` points of a board, computed when first asked for.
    pub fn of(board: Board, size: u32) -> &'static Orbits {
        type BySize = [OnceLock<Orbits>; SIZE as usize + 1];
        static ORBITS: [BySize; 2] = [const { [const { OnceLock::new() }; SIZE as usize + 1] }; 2];
        ORBITS[usize::from(board == Board::Sixteen)][size as usize].get_or_init(|| Orbits::new(board, size))
    }

    fn new(board: Board, size: u32) -> Orbits {
        const UNSEEN: u32 = u32::MAX;
        let (symmetries, points) = (Symmetries::of(board), board.points().count_ones());
        let mut located = vec![UNSEEN; binomial(points, size) as usize];
        let mut sets = Vec::new();
        // The points of a board that has tables are its lowest bits.
        for (place, set) in subsets(points, size).enumerate() {
            if located[place] != UNSEEN {
                continue;
            }
            for number in 0..IMAGES {
                let seen = &mut located[rank(symmetries.map(number).apply(set)) as usize];
                if *seen == UNSEEN {
                    *seen = (sets.len() as u32) << 4 | symmetries.inverse(number);
                }
            }
            sets.push(set);
        }
        Orbits { sets, located }
    }

    /// The orbit of a set, and the symmetry that takes it to the orbit's first.
    #[inline(always)]
    pub fn locate(&self, set: u32) -> (u32, u32) {
        let located = self.located[rank(set) as usize];
        (located >> 4, located & 15)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOARDS: [Board; 2] = [Board::Plain, Board::Sixteen];

    #[test]
    fn every_set_is_taken_to_the_first_of_its_orbit() {
        for board in BOARDS {
            for size in [0, 1, 3, 5] {
                let orbits = Orbits::of(board, size);
                for set in subsets(board.points().count_ones(), size) {
                    let (orbit, symmetry) = orbits.locate(set);
                    assert_eq!(Symmetries::of(board).map(symmetry).apply(set), orbits.sets[orbit as usize]);
                }
            }
        }
        assert_eq!(Orbits::of(Board::Plain, 1).sets.len(), 4);
        assert_eq!(Orbits::of(Board::Sixteen, 1).sets.len(), 2);
    }

    #[test]
    fn inverses_undo() {
        for board in BOARDS {
            let symmetries = Symmetries::of(board);
            for number in 0..IMAGES {
                let (there, back) = (symmetries.map(number), symmetries.map(symmetries.inverse(number)));
                let points = 0..board.points().count_ones();
                assert!(points.into_iter().all(|point| back.apply(there.apply(1 << point)) == 1 << point));
            }
        }
    }
}
