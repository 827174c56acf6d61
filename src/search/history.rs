//! The history heuristic: how often quiet moves have caused cut-offs, which orders them.
//!
//! Threads that try moves in the same order find each other's work in the table: with separate histories, two threads need 3 %
//! more nodes. But a history that all write to is always in another core's cache, and waiting for it took 3 to 5 % of the
//! time. So each thread has its own, and at every poll it adds its changes to a [`SharedHistory`] and takes over those of the others.

use crate::eval::Evaluate;
use crate::games::Side;
use std::sync::Mutex;

/// The history of one thread: a score in ± [`History::MAX`] by side and [`history_slot`](Evaluate::history_slot).
pub(super) struct History {
    scores: Vec<i16>,
    slots: usize,
    /// The blocks that have changed since the last exchange.
    changed: Vec<bool>,
}

/// The slots that are exchanged together: two cache lines, which are fetched together too.
const BLOCK: usize = 64;

impl History {
    pub const MAX: i32 = 16_000;

    pub fn new<G: Evaluate>() -> History {
        let scores = vec![0; 2 * G::HISTORY_SLOTS];
        History { changed: vec![false; scores.len().div_ceil(BLOCK)], scores, slots: G::HISTORY_SLOTS }
    }

    #[inline(always)]
    fn index(&self, side: Side, slot: usize) -> usize {
        side as usize * self.slots + slot
    }

    #[inline(always)]
    pub fn get(&self, side: Side, slot: usize) -> i32 {
        i32::from(self.scores[self.index(side, slot)])
    }

    /// Adds a bonus, or a malus if negative; the nearer a score is to the end of the scale, the less it moves ("history gravity").
    #[inline(always)]
    pub fn add(&mut self, side: Side, slot: usize, bonus: i32) {
        let index = self.index(side, slot);
        let old = i32::from(self.scores[index]);
        self.scores[index] = (old + bonus - old * bonus.abs() / Self::MAX) as i16;
        self.changed[index / BLOCK] = true;
    }
}

/// The sum of all threads' changes, and how often each block has changed.
pub(super) struct SharedHistory(Mutex<(Vec<i16>, Vec<u32>)>);

/// The shared history as a thread saw it last.
#[derive(Default)]
pub(super) struct HistorySnapshot {
    scores: Vec<i16>,
    changes: Vec<u32>,
}

impl SharedHistory {
    pub fn new() -> SharedHistory {
        SharedHistory(Mutex::default())
    }

    /// Adds a thread's changes since its last exchange, and gives it those of the others. Does nothing while another thread
    /// exchanges: that can wait.
    pub fn exchange(&self, own: &mut History, seen: &mut HistorySnapshot) {
        let Ok(mut shared) = self.0.try_lock() else { return };
        let (scores, changes) = &mut *shared;
        scores.resize(own.scores.len(), 0);
        changes.resize(own.changed.len(), 0);
        seen.scores.resize(own.scores.len(), 0);
        seen.changes.resize(own.changed.len(), 0);
        let blocks = own.scores.chunks_mut(BLOCK).zip(seen.scores.chunks_mut(BLOCK)).zip(scores.chunks_mut(BLOCK));
        let states = own.changed.iter_mut().zip(&mut seen.changes).zip(changes);
        for (((own, seen), shared), ((changed, seen_change), change)) in blocks.zip(states) {
            *change = change.wrapping_add(u32::from(*changed));
            if std::mem::take(changed) || *seen_change != *change {
                *seen_change = *change;
                for ((own, seen), shared) in own.iter_mut().zip(seen).zip(shared) {
                    const MAX: i16 = History::MAX as i16;
                    *shared = shared.saturating_add(*own - *seen).clamp(-MAX, MAX);
                    (*own, *seen) = (*shared, *shared);
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
    fn threads_that_exchange_have_the_history_of_one() {
        let shared = SharedHistory::new();
        let (mut alone, mut threads) = (history(), [0; 3].map(|_| (history(), HistorySnapshot::default())));
        for n in 0..3_000 {
            let (own, seen) = &mut threads[n % 3];
            let (side, slot, bonus) =
                (if n % 5 < 2 { Side::White } else { Side::Black }, n * 7 % 128, (n % 61) as i32 - 30);
            alone.add(side, slot, bonus);
            shared.exchange(own, seen);
            own.add(side, slot, bonus);
            shared.exchange(own, seen);
        }
        for (own, seen) in &mut threads {
            shared.exchange(own, seen);
            assert_eq!(own.scores, alone.scores);
        }
    }

    #[test]
    fn changes_of_threads_add_up_and_stay_on_the_scale() {
        let shared = SharedHistory::new();
        let mut threads = [0; 2].map(|_| (history(), HistorySnapshot::default()));
        for (own, _) in &mut threads {
            own.add(Side::White, 3, 100);
            (0..500).for_each(|_| own.add(Side::Black, 100, -4_000));
        }
        for at in [0, 1, 0] {
            let (own, seen) = &mut threads[at];
            shared.exchange(own, seen);
        }
        for (own, _) in &threads {
            assert_eq!((own.get(Side::White, 3), own.get(Side::White, 4)), (200, 0));
            assert_eq!(own.get(Side::Black, 100), -History::MAX);
        }
    }
}
