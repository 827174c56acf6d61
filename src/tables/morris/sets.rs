//! Sets of points as numbers: colexicographic ranks, and sets squeezed to the points that are free.
//!
//! The colex rank of a set does not depend on how many points the board has, so one pair of lookup tables serves
//! every number of free points and of stones.

/// The points of the board.
pub const SIZE: u32 = 24;

/// Half of the board: a set is ranked by the rank of its low half and the rank of its high half above it.
const HALF: u32 = SIZE / 2;
const HALF_SETS: usize = 1 << HALF;

/// `n` over `k` for all that fits on the board.
static BINOMIAL: [[u32; SIZE as usize + 2]; SIZE as usize + 1] = {
    let mut table = [[0; SIZE as usize + 2]; SIZE as usize + 1];
    let mut n = 0;
    while n <= SIZE as usize {
        table[n][0] = 1;
        let mut k = 1;
        while k <= n {
            table[n][k] = table[n - 1][k - 1] + if k < n { table[n - 1][k] } else { 0 };
            k += 1;
        }
        n += 1;
    }
    table
};

/// The number of sets of `k` points among `n`.
pub fn binomial(n: u32, k: u32) -> u32 {
    BINOMIAL[n as usize][k as usize]
}

/// The rank of the part of a set that lies in one half, when `below` of its points lie in the lower half.
const fn half_rank(part: u32, first: u32, below: u32) -> u32 {
    let (mut rank, mut nth, mut point) = (0, below, 0);
    while point < HALF {
        if part >> point & 1 != 0 {
            nth += 1;
            // More points than the board has: a row that no set reaches.
            rank += if nth <= SIZE { BINOMIAL[(first + point) as usize][nth as usize] } else { 0 };
        }
        point += 1;
    }
    rank
}

static LOW: [u16; HALF_SETS] = {
    let mut table = [0; HALF_SETS];
    let mut part = 0;
    while part < HALF_SETS {
        table[part] = half_rank(part as u32, 0, 0) as u16;
        part += 1;
    }
    table
};

/// By the points in the lower half, then by the set in the upper half.
static HIGH: [[u32; HALF_SETS]; 16] = {
    let mut table = [[0; HALF_SETS]; 16];
    let mut below = 0;
    while below <= HALF as usize {
        let mut part = 0;
        while part < HALF_SETS {
            table[below][part] = half_rank(part as u32, HALF, below as u32);
            part += 1;
        }
        below += 1;
    }
    table
};

/// The place of a set among all sets of its size, in colexicographic order.
#[inline(always)]
pub fn rank(set: u32) -> u32 {
    let low = set as usize & (HALF_SETS - 1);
    u32::from(LOW[low]) + HIGH[low.count_ones() as usize & 15][set as usize >> HALF & (HALF_SETS - 1)]
}

/// All sets of `k` points among `n`, in the order of their ranks.
pub fn subsets(n: u32, k: u32) -> impl Iterator<Item = u32> {
    let mut next = (1u64 << k) - 1;
    (0..binomial(n, k)).map(move |_| {
        let set = next;
        // The next number with as many bits (Gosper). The empty set has none.
        if set != 0 {
            let carried = set + (set & set.wrapping_neg());
            next = carried | ((set ^ carried) >> (set.trailing_zeros() + 2));
        }
        set as u32
    })
}

/// The set of `k` points with the given rank: the inverse of [`rank`].
pub fn unrank(mut rank: u32, k: u32) -> u32 {
    let (mut set, mut point) = (0, SIZE);
    for nth in (1..=k).rev() {
        point -= 1;
        while binomial(point, nth) > rank {
            point -= 1;
        }
        rank -= binomial(point, nth);
        set |= 1 << point;
    }
    set
}

/// The bits of `set` at the points of `mask`, moved together. For one set; for many there is [`PointMap`].
#[inline]
pub fn squeeze(set: u32, mask: u32) -> u32 {
    points(set & mask).fold(0, |squeezed, point| squeezed | 1 << (mask & (point - 1)).count_ones())
}

/// The low bits of `squeezed`, put back to the points of `mask`. For one set; for many there is [`PointMap`].
pub fn spread(squeezed: u32, mask: u32) -> u32 {
    (0..).zip(points(mask)).filter(|(place, _)| squeezed >> place & 1 != 0).fold(0, |set, (_, point)| set | point)
}

/// The points of a set, each as a set of its own.
#[inline(always)]
pub fn points(mut set: u32) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let low = set & set.wrapping_neg();
        set ^= low;
        (low != 0).then_some(low)
    })
}

/// Where each point goes, for whole sets at once: three lookups.
pub struct PointMap([[u32; 256]; 3]);

impl PointMap {
    /// The map that takes each point to the set that `image` gives for it.
    pub fn new(mut image: impl FnMut(u32) -> u32) -> PointMap {
        let mut parts = [[0; 256]; 3];
        for (ring, part) in (0..).zip(&mut parts) {
            for low in 0..8 {
                let single = image(1 << (8 * ring + low));
                let (known, next) = part.split_at_mut(1 << low);
                next.iter_mut().zip(known).for_each(|(both, known)| *both = *known | single);
            }
        }
        PointMap(parts)
    }

    /// Takes sets to the points of `mask` moved together; other points are lost.
    pub fn squeeze(mask: u32) -> PointMap {
        PointMap::new(|point| squeeze(point, mask))
    }

    /// Takes squeezed sets back to the points of `mask`.
    pub fn spread(mask: u32) -> PointMap {
        let mut rest = points(mask);
        PointMap::new(|_| rest.next().unwrap_or_default())
    }

    /// This map, and another after it.
    pub fn then(&self, after: &PointMap) -> PointMap {
        PointMap::new(|point| after.apply(self.apply(point)))
    }

    /// The image of a set.
    #[inline(always)]
    pub fn apply(&self, set: u32) -> u32 {
        let [low, middle, high, _] = set.to_le_bytes().map(usize::from);
        self.0[0][low] | self.0[1][middle] | self.0[2][high]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_number_the_subsets() {
        for k in 0..=12 {
            let mut count = 0;
            for set in subsets(SIZE, k) {
                assert_eq!((set.count_ones(), rank(set), unrank(count, k)), (k, count, set));
                count += 1;
            }
            assert_eq!(count, binomial(SIZE, k));
        }
        assert!(subsets(15, 9).eq(subsets(24, 9).take(5005)));
    }

    #[test]
    fn squeezing_and_spreading_undo_each_other() {
        let mask = 0b1011_0110_1100_0011_1010_0101;
        let (squeezing, spreading) = (PointMap::squeeze(mask), PointMap::spread(mask));
        for squeezed in (0..1 << 13).step_by(7) {
            let set = spread(squeezed, mask);
            assert_eq!((set & !mask, squeeze(set | !mask, mask)), (0, squeezed));
            assert_eq!((spreading.apply(squeezed), squeezing.apply(set | !mask & 0xFF_FFFF)), (set, squeezed));
            assert_eq!(spreading.then(&squeezing).apply(squeezed), squeezed);
        }
    }
}
