//! Ranks of moves, and sorting by them.

/// A move with its index in the generator's order and its rank.
#[derive(Clone, Copy)]
pub(super) struct RankedMove<M> {
    pub mv: M,
    pub index: u16,
    pub rank: i32,
}

/// The rank of the transposition table's move.
pub(super) const TT_MOVE: i32 = i32::MAX;
/// The ranks of moves that win something begin here; those of quiet moves, by history, are below.
pub(super) const TACTICAL: i32 = 1 << 24;
/// The ranks of moves that ABDADA defers: the later its first place, the lower its rank.
const DEFERRED: i32 = i32::MIN + (1 << 16);

impl<M> RankedMove<M> {
    /// The same move behind all others; its place in the order is remembered.
    pub fn deferred(self, place: usize) -> Self {
        RankedMove { rank: DEFERRED - (place as i32).min(u16::MAX.into()), ..self }
    }

    /// The place that the move had before it was deferred, if it was.
    #[inline(always)]
    pub fn deferred_from(&self) -> Option<usize> {
        if self.rank <= DEFERRED { Some((DEFERRED - self.rank) as usize) } else { None }
    }
}

/// Swaps the best of the moves from a place on to that place, and returns it.
#[inline(always)]
pub(super) fn pick_best<M: Copy>(moves: &mut [RankedMove<M>], from: usize) -> Option<RankedMove<M>> {
    let left = moves.get_mut(from..)?;
    let mut best = (0, left.first()?.rank);
    for (place, ranked) in left.iter().enumerate().skip(1) {
        if ranked.rank > best.1 {
            best = (place, ranked.rank);
        }
    }
    left.swap(0, best.0);
    left.first().copied()
}

/// Sorts moves by rank, the highest first; equal ones keep their order.
pub(super) fn sort<M: Copy>(moves: &mut [RankedMove<M>]) {
    insertion_sort(moves, |a, b| a.rank > b.rank);
}

/// The lists are short, and the library's sort would be compiled once more for every type of move.
#[inline]
pub(super) fn insertion_sort<T: Copy>(list: &mut [T], before: impl Fn(&T, &T) -> bool) {
    for end in 1..list.len() {
        let mut at = end;
        while at > 0 && before(&list[at], &list[at - 1]) {
            list.swap(at, at - 1);
            at -= 1;
        }
    }
}
