//! The order in which moves are tried.

/// A move with its place in the generator's order and its rank.
#[derive(Clone, Copy)]
pub(super) struct Ranked<M> {
    pub mv: M,
    pub index: u16,
    pub rank: i32,
}

/// The ranks, from first to last: the table's move, what wins something, then history.
pub(super) const TABLE_MOVE: i32 = i32::MAX;
pub(super) const GAIN: i32 = 1 << 24;
/// The ranks of moves that wait because another thread is at them: the latest has the lowest.
const DEFERRED: i32 = i32::MIN + (1 << 16);

impl<M> Ranked<M> {
    /// The same move, put off; its place in the order is remembered.
    pub fn deferred(self, place: usize) -> Self {
        Ranked { rank: DEFERRED - (place as i32).min(u16::MAX.into()), ..self }
    }

    /// The place that the move had before it was put off, if it was.
    #[inline(always)]
    pub fn deferred_from(&self) -> Option<usize> {
        if self.rank <= DEFERRED { Some((DEFERRED - self.rank) as usize) } else { None }
    }
}

/// Brings the best of the moves that are left to the front, and returns it.
#[inline(always)]
pub(super) fn pick<M: Copy>(moves: &mut [Ranked<M>], from: usize) -> Option<Ranked<M>> {
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
///
/// By insertion: the lists are short, and a sort of the library would be compiled once more for every game.
pub(super) fn sort<M: Copy>(moves: &mut [Ranked<M>]) {
    insert_sort(moves, |a, b| a.rank > b.rank);
}

/// Sorts a short list by insertion.
#[inline]
pub(super) fn insert_sort<T: Copy>(list: &mut [T], before: impl Fn(&T, &T) -> bool) {
    for end in 1..list.len() {
        let mut at = end;
        while at > 0 && before(&list[at], &list[at - 1]) {
            list.swap(at, at - 1);
            at -= 1;
        }
    }
}
