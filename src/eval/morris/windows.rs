//! Windows: what the stones of a ring, and those of a side of the board, look like together, read out of a table.
//!
//! A ring is eight points; a side is the nine points of the three rings along one edge. A point is empty, the mover's or the
//! opponent's, and each state has a weight. States that the symmetries of the board take into each other share one: the turns and
//! mirror images of a ring, the mirror image of a side and the exchange of its inner and outer ring. The outer and the inner ring share
//! a table too.

use std::sync::LazyLock;

/// The states of a ring and of a side.
pub(super) const RING: usize = 6561;
pub(super) const SIDE: usize = 19683;
/// The tables of a phase: the outer and the inner ring, the middle ring, the sides.
pub(super) const TABLES: [usize; 3] = [RING, RING, SIDE];
pub(super) const ALL: usize = 2 * RING + SIDE;

/// The number of the weight that each state has, for the tables of a phase one after the other; and how many weights there are.
pub(super) struct Shared {
    pub number: Vec<u16>,
    pub count: usize,
}

/// A set as a number to base three with a one for each member.
static DIGITS: [u16; 512] = {
    let mut digits = [0; 512];
    let mut set = 0;
    while set < 512 {
        let (mut at, mut power) = (0, 1);
        while at < 9 {
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

#[inline(always)]
fn state(own: u32, their: u32) -> usize {
    usize::from(DIGITS[own as usize & 511]) + 2 * usize::from(DIGITS[their as usize & 511])
}

/// The points of a set along one edge, three of each ring.
#[inline(always)]
fn side(set: u32, edge: u32) -> u32 {
    // The first corner once more behind the last point of each ring, for the last edge.
    let three = |ring: u32| {
        let ring = set >> (8 * ring) & 0xFF;
        (ring | ring << 8) >> (2 * edge) & 7
    };
    three(0) | three(1) << 3 | three(2) << 6
}

/// Calls `each` with the place of every window's state among the tables of a phase.
#[inline(always)]
pub(super) fn states(own: u32, their: u32, mut each: impl FnMut(usize)) {
    let ring = |ring: u32| state(own >> (8 * ring) & 0xFF, their >> (8 * ring) & 0xFF);
    each(ring(0));
    each(RING + ring(1));
    each(ring(2));
    for edge in 0..4 {
        each(2 * RING + state(side(own, edge), side(their, edge)));
    }
}

/// Which states share a weight.
pub(super) static SHARED: LazyLock<Shared> = LazyLock::new(|| {
    // A ring turned by a quarter, and mirrored at the edge between its first points.
    let ring: [[usize; 8]; 2] = [[2, 3, 4, 5, 6, 7, 0, 1], [2, 1, 0, 7, 6, 5, 4, 3]];
    // A side mirrored, and its outer and inner ring exchanged.
    let edge: [[usize; 9]; 2] = [[2, 1, 0, 5, 4, 3, 8, 7, 6], [6, 7, 8, 3, 4, 5, 0, 1, 2]];
    let mut shared = Shared { number: Vec::with_capacity(ALL), count: 0 };
    for (table, states) in TABLES.into_iter().enumerate() {
        let maps: Vec<&[usize]> =
            if table < 2 { ring.iter().map(|m| &m[..]).collect() } else { edge.iter().map(|m| &m[..]).collect() };
        let first = shared.number.len();
        shared.number.resize(first + states, u16::MAX);
        for state in 0..states {
            if shared.number[first + state] != u16::MAX {
                continue;
            }
            let number = shared.count as u16;
            shared.count += 1;
            let mut open = vec![state];
            while let Some(state) = open.pop() {
                if shared.number[first + state] == u16::MAX {
                    shared.number[first + state] = number;
                    open.extend(maps.iter().map(|map| permuted(state, map)));
                }
            }
        }
    }
    shared
});

/// A state with its digits in other places.
fn permuted(state: usize, map: &[usize]) -> usize {
    (0..map.len()).map(|at| state / 3usize.pow(map[at] as u32) % 3 * 3usize.pow(at as u32)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::morris::board::{IMAGES, POINTS};
    use crate::games::morris::rules::Board;
    use crate::util::random::Rng;

    #[test]
    fn images_of_a_position_have_the_same_weights() {
        let mut rng = Rng::new(3);
        let numbers = |own: u32, their: u32| {
            let mut all = Vec::new();
            states(own, their, |place| all.push(SHARED.number[place]));
            all.sort_unstable();
            all
        };
        for _ in 0..500 {
            let own = (rng.next_u64() & rng.next_u64()) as u32 & POINTS;
            let their = (rng.next_u64() & rng.next_u64()) as u32 & POINTS & !own;
            let first = numbers(own, their);
            for number in 0..IMAGES {
                assert_eq!(numbers(Board::Plain.image(own, number), Board::Plain.image(their, number)), first);
            }
        }
        assert_eq!(SHARED.number.len(), ALL);
    }
}
