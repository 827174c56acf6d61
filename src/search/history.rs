//! How quiet moves have done so far, which says in what order to try them.
//!
//! Threads that try moves in the same order find each other's work in the table: with histories that know nothing of each other, two
//! threads need 3 % more nodes. But a history that all write to is always in another core's cache, and to wait for it took
//! 3 to 5 % of the time. So each thread has its own, and every now and then puts what it has found out since to what is
//! [`Common`], and takes over what the others have.

use crate::eval::Evaluate;
use crate::games::Side;
use std::sync::Mutex;

/// How quiet moves have done, by side and slot, on a scale of ± [`History::MOST`], as one thread knows it.
pub(super) struct History {
    scores: Vec<i16>,
    slots: usize,
    /// The blocks that have changed since the last exchange.
    changed: Vec<bool>,
}

/// The slots that are exchanged together: two cache lines, which memory fetches together too.
const BLOCK: usize = 64;

impl History {
    pub const MOST: i32 = 16_000;

    pub fn new<G: Evaluate>() -> History {
        let scores = vec![0; 2 * G::SLOTS];
        History { changed: vec![false; scores.len().div_ceil(BLOCK)], scores, slots: G::SLOTS }
    }

    #[inline(always)]
    fn index(&self, side: Side, slot: usize) -> usize {
        side as usize * self.slots + slot
    }

    #[inline(always)]
    pub fn get(&self, side: Side, slot: usize) -> i32 {
        i32::from(self.scores[self.index(side, slot)])
    }

    /// Moves a score towards one end; the nearer it is, the less.
    #[inline(always)]
    pub fn add(&mut self, side: Side, slot: usize, bonus: i32) {
        let index = self.index(side, slot);
        let old = i32::from(self.scores[index]);
        self.scores[index] = (old + bonus - old * bonus.abs() / Self::MOST) as i16;
        self.changed[index / BLOCK] = true;
    }
}

/// What all threads together know, with the number of changes of each block.
pub(super) struct Common(Mutex<(Vec<i16>, Vec<u32>)>);

/// What a thread knows of the common scores.
#[derive(Default)]
pub(super) struct Seen {
    scores: Vec<i16>,
    changes: Vec<u32>,
}

impl Common {
    pub fn new() -> Common {
        Common(Mutex::default())
    }

    /// Exchanges what a thread and the others have found out since it was here last. Does nothing if another thread is here: that
    /// can wait.
    pub fn exchange(&self, own: &mut History, seen: &mut Seen) {
        let Ok(mut common) = self.0.try_lock() else { return };
        let (scores, changes) = &mut *common;
        scores.resize(own.scores.len(), 0);
        changes.resize(own.changed.len(), 0);
        seen.scores.resize(own.scores.len(), 0);
        seen.changes.resize(own.changed.len(), 0);
        let blocks = own.scores.chunks_mut(BLOCK).zip(seen.scores.chunks_mut(BLOCK)).zip(scores.chunks_mut(BLOCK));
        let states = own.changed.iter_mut().zip(&mut seen.changes).zip(changes);
        for (((own, seen), common), ((changed, seen_change), change)) in blocks.zip(states) {
            *change = change.wrapping_add(u32::from(*changed));
            if std::mem::take(changed) || *seen_change != *change {
                *seen_change = *change;
                for ((own, seen), common) in own.iter_mut().zip(seen).zip(common) {
                    const MOST: i16 = History::MOST as i16;
                    *common = common.saturating_add(*own - *seen).clamp(-MOST, MOST);
                    (*own, *seen) = (*common, *common);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn history() -> History {
        History { scores: vec![0; 256], slots: 128, changed: vec![false; 4] }
    }

    #[test]
    fn threads_that_exchange_know_what_one_alone_would() {
        let common = Common::new();
        let (mut alone, mut threads) = (history(), [0; 3].map(|_| (history(), Seen::default())));
        for n in 0..3_000 {
            let (own, seen) = &mut threads[n % 3];
            let (side, slot, bonus) =
                (if n % 5 < 2 { Side::White } else { Side::Black }, n * 7 % 128, (n % 61) as i32 - 30);
            alone.add(side, slot, bonus);
            common.exchange(own, seen);
            own.add(side, slot, bonus);
            common.exchange(own, seen);
        }
        for (own, seen) in &mut threads {
            common.exchange(own, seen);
            assert_eq!(own.scores, alone.scores);
        }
    }

    #[test]
    fn what_threads_find_out_apart_adds_up_and_stays_on_the_scale() {
        let common = Common::new();
        let mut threads = [0; 2].map(|_| (history(), Seen::default()));
        for (own, _) in &mut threads {
            own.add(Side::White, 3, 100);
            (0..500).for_each(|_| own.add(Side::Black, 100, -4_000));
        }
        for at in [0, 1, 0] {
            let (own, seen) = &mut threads[at];
            common.exchange(own, seen);
        }
        for (own, _) in &threads {
            assert_eq!((own.get(Side::White, 3), own.get(Side::White, 4)), (200, 0));
            assert_eq!(own.get(Side::Black, 100), -History::MOST);
        }
    }
}
