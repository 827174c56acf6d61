//! The symmetries of the board, and sets of points that are the same but for one of them.

use super::sets::{PointMap, SIZE, binomial, rank, subsets};
use crate::games::morris::board::{IMAGES, image};
use std::sync::{LazyLock, OnceLock};

/// The symmetries of the board. They are the same with and without diagonals.
pub struct Symmetries {
    maps: [PointMap; IMAGES as usize],
    inverse: [u8; IMAGES as usize],
}

impl Symmetries {
    /// The one instance.
    pub fn get() -> &'static Symmetries {
        static SYMMETRIES: LazyLock<Symmetries> = LazyLock::new(|| {
            let undoes = |number: u32, other: u32| (0..SIZE).all(|p| image(image(1 << p, number), other) == 1 << p);
            Symmetries {
                maps: std::array::from_fn(|number| PointMap::new(|point| image(point, number as u32))),
                inverse: std::array::from_fn(|number| {
                    (0..IMAGES).find(|&other| undoes(number as u32, other)).unwrap_or_default() as u8
                }),
            }
        });
        &SYMMETRIES
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
    /// The orbits of the sets of `size` points, computed when first asked for.
    pub fn of(size: u32) -> &'static Orbits {
        static ORBITS: [OnceLock<Orbits>; SIZE as usize + 1] = [const { OnceLock::new() }; SIZE as usize + 1];
        ORBITS[size as usize].get_or_init(|| Orbits::new(size))
    }

    fn new(size: u32) -> Orbits {
        const UNSEEN: u32 = u32::MAX;
        let symmetries = Symmetries::get();
        let mut located = vec![UNSEEN; binomial(SIZE, size) as usize];
        let mut sets = Vec::new();
        for (place, set) in subsets(SIZE, size).enumerate() {
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

    #[test]
    fn every_set_is_taken_to_the_first_of_its_orbit() {
        for size in [0, 1, 3, 5] {
            let orbits = Orbits::of(size);
            for set in subsets(SIZE, size) {
                let (orbit, symmetry) = orbits.locate(set);
                assert_eq!(Symmetries::get().map(symmetry).apply(set), orbits.sets[orbit as usize]);
            }
        }
        assert_eq!(Orbits::of(1).sets.len(), 4);
    }

    #[test]
    fn inverses_undo() {
        let symmetries = Symmetries::get();
        for number in 0..IMAGES {
            let (there, back) = (symmetries.map(number), symmetries.map(symmetries.inverse(number)));
            assert!((0..SIZE).all(|point| back.apply(there.apply(1 << point)) == 1 << point));
        }
    }
}
