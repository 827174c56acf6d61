//! The index: which slot of a table a position has.
//!
//! A space holds the positions with `a` stones of one side and `b` of the other, whoever is to move. The first set is
//! turned to the first set of its orbit, the second one is ranked among the points that the first leaves free:
//!
//! ```text
//! slot = orbit of the a-set × C(points − a, b) + colex rank of the b-set in the complement
//! ```
//!
//! The slots of one orbit are a block: a few kilobytes in which every move of the second side stays. Where a symmetry
//! leaves the first set in place, positions that are the same have several slots (2 % of all). They are kept: all
//! of them get the same value, and a census counts one of them.

use super::orbits::{Orbits, Symmetries};
use super::sets::{PointMap, binomial, rank, spread, squeeze, subsets, unrank};
use crate::games::morris::board::IMAGES;
use crate::games::morris::rules::Board;

/// The name of this numbering in files.
pub const INDEX: &str = "morris-orbit-colex-1";

/// The positions of `a` stones against `b`.
#[derive(Clone, Copy)]
pub struct Space {
    /// On which they stand; its symmetries make the orbits.
    pub board: Board,
    /// The stones of the side whose set is taken by orbit.
    pub a: u32,
    /// The stones of the side whose set is ranked.
    pub b: u32,
    /// The slots of a block.
    pub width: usize,
    /// The sets of the first side.
    pub orbits: &'static Orbits,
}

impl Space {
    /// The space of `a` stones against `b`, at most as many in all as the board has points.
    pub fn new(board: Board, a: u32, b: u32) -> Space {
        let width = binomial(board.points().count_ones() - a, b) as usize;
        Space { board, a, b, width, orbits: Orbits::of(board, a) }
    }

    /// The points that a set leaves free.
    #[inline(always)]
    pub const fn free(&self, set: u32) -> u32 {
        self.board.points() & !set
    }

    /// The sets of the second side, squeezed, in the order of a block.
    pub fn seconds(&self) -> impl Iterator<Item = u32> + use<> {
        subsets(self.board.points().count_ones() - self.a, self.b)
    }

    /// The number of blocks.
    pub fn blocks(&self) -> usize {
        self.orbits.sets.len()
    }

    /// The number of slots.
    pub fn slots(&self) -> usize {
        self.blocks() * self.width
    }

    /// The slot of two disjoint sets of the space's sizes.
    #[inline(always)]
    pub fn slot(&self, first: u32, second: u32) -> usize {
        let (orbit, symmetry) = self.orbits.locate(first);
        let turned = Symmetries::of(self.board).map(symmetry).apply(second);
        let free = self.free(self.orbits.sets[orbit as usize]);
        orbit as usize * self.width + rank(squeeze(turned, free)) as usize
    }

    /// The two sets of a slot.
    pub fn sets(&self, slot: usize) -> (u32, u32) {
        let first = self.orbits.sets[slot / self.width];
        let squeezed = unrank((slot % self.width) as u32, self.b);
        (first, spread(squeezed, self.free(first)))
    }

    /// The number of positions that no symmetry takes to one another, by Burnside's lemma: the mean number of
    /// positions that a symmetry leaves in place.
    pub fn positions(&self) -> u64 {
        let symmetries = Symmetries::of(self.board);
        let fixed = |number| {
            // The coefficients of x^i y^j in the product of (1 + x^c + y^c) over the cycles of length c.
            let (a, b) = (self.a as usize, self.b as usize);
            let mut ways = vec![vec![0u64; b + 1]; a + 1];
            ways[0][0] = 1;
            for cycle in cycles(self.board, symmetries.map(number)) {
                for i in (0..=a).rev() {
                    for j in (0..=b).rev() {
                        let first = if i >= cycle { ways[i - cycle][j] } else { 0 };
                        let second = if j >= cycle { ways[i][j - cycle] } else { 0 };
                        ways[i][j] += first + second;
                    }
                }
            }
            ways[a][b]
        };
        (0..IMAGES).map(fixed).sum::<u64>() / u64::from(IMAGES)
    }

    /// Calls `each` with the places in a block that stand for a position of their own: of those that a symmetry
    /// of the first set exchanges, the lowest.
    pub fn representatives(&self, block: usize, mut each: impl FnMut(usize)) {
        let symmetries = Symmetries::of(self.board);
        let first = self.orbits.sets[block];
        let keeps: Vec<&PointMap> =
            (1..IMAGES).map(|number| symmetries.map(number)).filter(|turn| turn.apply(first) == first).collect();
        if keeps.is_empty() {
            return (0..self.width).for_each(each);
        }
        let free = self.free(first);
        let (spreading, squeezing) = (PointMap::spread(free), PointMap::squeeze(free));
        let keeps: Vec<PointMap> = keeps.into_iter().map(|turn| spreading.then(turn).then(&squeezing)).collect();
        for (place, squeezed) in self.seconds().enumerate() {
            // Ranks order squeezed sets as numbers.
            if keeps.iter().all(|turn| turn.apply(squeezed) >= squeezed) {
                each(place);
            }
        }
    }
}

/// The lengths of a symmetry's cycles.
fn cycles(board: Board, turn: &PointMap) -> Vec<usize> {
    let (mut seen, mut lengths) = (0, Vec::new());
    for point in 0..board.points().count_ones() {
        let (mut image, mut length) = (1 << point, 0);
        while image & seen == 0 {
            seen |= image;
            image = turn.apply(image);
            length += 1;
        }
        if length > 0 {
            lengths.push(length);
        }
    }
    lengths
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn burnside_gives_the_known_sizes() {
        let known = [
            (3, 3, 169_626),
            (4, 4, 3_225_597),
            (5, 4, 10_310_496),
            (6, 6, 156_229_360),
            (8, 7, 525_979_400),
            (9, 9, 409_106_740),
        ];
        for (a, b, positions) in known {
            assert_eq!(Space::new(Board::Plain, a, b).positions(), positions);
        }
        let all = (3..=9).flat_map(|a| (3..=9).map(move |b| (a, b)));
        assert_eq!(all.map(|(a, b)| Space::new(Board::Plain, a, b).positions()).sum::<u64>(), 8_904_593_601);
        let units = (3..=9).flat_map(|a| (3..=a).map(move |b| Space::new(Board::Plain, a, b).slots()));
        assert_eq!(
            units.sum::<usize>() * 2 - (3..=9).map(|a| Space::new(Board::Plain, a, a).slots()).sum::<usize>(),
            9_074_932_579
        );
    }

    #[test]
    fn representatives_are_as_many_as_burnside_says() {
        for board in [Board::Plain, Board::Sixteen] {
            for (a, b) in [(1, 1), (3, 3), (4, 3), (4, 2)] {
                let space = Space::new(board, a, b);
                let mut count = 0;
                (0..space.blocks()).for_each(|block| space.representatives(block, |_| count += 1));
                assert_eq!(count, space.positions());
            }
        }
    }

    #[test]
    fn a_slot_gives_back_its_sets_and_all_images_share_a_block() {
        for board in [Board::Plain, Board::Sixteen] {
            let space = Space::new(board, 4, 3);
            for slot in (0..space.slots()).step_by(97) {
                let (first, second) = space.sets(slot);
                assert_eq!((space.slot(first, second), (first | second) & !board.points()), (slot, 0));
                for number in 0..IMAGES {
                    let turn = Symmetries::of(board).map(number);
                    let other = space.slot(turn.apply(first), turn.apply(second));
                    assert_eq!(other / space.width, slot / space.width);
                }
            }
        }
    }
}
