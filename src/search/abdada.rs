//! ABDADA: which positions the threads are searching, so that two of them do not do the same work.
//!
//! A thread claims a position before it searches it as anything but the first move of its parent, and defers a move
//! whose position is claimed until it has tried the others; by then the transposition table usually has it. A slot holds one
//! key. Two positions that share a slot may hide each other's claim, which costs time and nothing else.

use super::tt::prefetch;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

pub(super) struct AbdadaClaims {
    slots: Vec<AtomicU64>,
}

impl AbdadaClaims {
    /// A power of two; a few cache lines for each ply of each thread.
    const SLOTS: usize = 1 << 12;

    pub fn new() -> AbdadaClaims {
        AbdadaClaims { slots: (0..Self::SLOTS).map(|_| AtomicU64::new(0)).collect() }
    }

    #[inline(always)]
    fn slot(&self, key: u64) -> &AtomicU64 {
        &self.slots[key as usize % Self::SLOTS]
    }

    /// Loads the slot of a key into the cache: another core has written there last.
    #[inline(always)]
    pub fn prefetch(&self, key: u64) {
        prefetch(self.slot(key));
    }

    #[inline(always)]
    pub fn is_claimed(&self, key: u64) -> bool {
        self.slot(key).load(Relaxed) == key
    }

    #[inline(always)]
    pub fn claim(&self, key: u64) {
        self.slot(key).store(key, Relaxed);
    }

    #[inline(always)]
    pub fn release(&self, key: u64) {
        let slot = self.slot(key);
        // Another claim may have taken the slot since.
        if slot.load(Relaxed) == key {
            slot.store(0, Relaxed);
        }
    }
}
