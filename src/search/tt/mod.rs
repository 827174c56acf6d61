//! The transposition table: lockless, shared by all threads, of exactly the size that was asked for.
//!
//! A slot is two words: the packed entry (`entry.rs`), and the key xor that entry. They are read and written relaxed and one by one;
//! a slot torn by two writers matches no key and is simply not found.
//!
//! Four slots make a bucket of one cache line (`buckets.rs`), and a key may be stored in any of the four. The bucket of a key is found
//! by multiplying instead of dividing, so that any size works. An entry of another game counts as empty, so that a new game takes
//! no time and keeps the pages that are already mapped.

mod buckets;
mod entry;

pub use entry::{Bound, TtEntry};

use buckets::{BUCKETS_PER_PAGE, SLOTS_PER_BUCKET, TtBucket, TtBuckets, TtSlot, is_memory_short};
use entry::{GAME_MASK, ONE_GAME, ONE_SEARCH, age, is_same_game, replacement_value};
use rayon::prelude::*;
use std::io;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};

/// The table; [`tt`](self) says how it works.
pub struct TranspositionTable {
    buckets: TtBuckets,
    /// The present game and age, at their places in a packed entry.
    now: AtomicU64,
    /// How many buckets are in use.
    used: AtomicUsize,
    /// How many buckets lie on pages that the system has mapped already.
    prefaulted: AtomicUsize,
}

impl TranspositionTable {
    /// The smallest and the largest size, in MB.
    pub const MEGABYTES: std::ops::RangeInclusive<usize> = 1..=65536;

    /// A table of so many megabytes (2²⁰ bytes), clamped to [`TranspositionTable::MEGABYTES`], or an error if the system has too little
    /// memory. No page is touched, so this takes no time.
    pub fn try_new(megabytes: usize) -> io::Result<TranspositionTable> {
        let megabytes = megabytes.clamp(*Self::MEGABYTES.start(), *Self::MEGABYTES.end());
        Self::with_buckets(megabytes.saturating_mul((1 << 20) / size_of::<TtBucket>()))
    }

    fn with_buckets(count: usize) -> io::Result<TranspositionTable> {
        let buckets = TtBuckets::new(count)?;
        let (used, prefaulted) = (AtomicUsize::new(buckets.len()), AtomicUsize::new(buckets.len()));
        Ok(TranspositionTable { buckets, now: AtomicU64::new(0), used, prefaulted })
    }

    /// As [`TranspositionTable::try_new`], but halves the size until there is enough memory.
    ///
    /// # Panics
    ///
    /// If there is not enough for the smallest size.
    pub fn new(megabytes: usize) -> TranspositionTable {
        match TranspositionTable::try_new(megabytes) {
            Ok(table) => table,
            Err(error) if megabytes <= 1 => panic!("cannot allocate the smallest transposition table: {error}"),
            Err(_) => TranspositionTable::new(megabytes / 2),
        }
    }

    /// The same table, of which only the first page is in use until [`TranspositionTable::prefault`] has touched more and
    /// [`TranspositionTable::grow`] takes it into use.
    pub fn lazy(self) -> TranspositionTable {
        let first_page = BUCKETS_PER_PAGE.min(self.buckets.len());
        TranspositionTable { used: AtomicUsize::new(first_page), prefaulted: AtomicUsize::new(0), ..self }
    }

    /// The size of the whole table, in use or not.
    pub fn bytes(&self) -> usize {
        size_of_val(&*self.buckets)
    }

    /// Touches the next huge page, so that a search need not wait for the system to map it. Returns false when all pages are
    /// touched, or memory is short. Meant for a background thread; others may use the table at the same time.
    pub fn prefault(&self) -> bool {
        // The system may have no huge pages left.
        const SMALL_PAGE: usize = 4096;
        let prefaulted = self.prefaulted.load(Relaxed);
        let Some(page) = self.buckets[prefaulted..].chunks(BUCKETS_PER_PAGE).next() else { return false };
        if (prefaulted / BUCKETS_PER_PAGE).is_multiple_of(16) && is_memory_short() {
            return false;
        }
        for bucket in page.iter().step_by(SMALL_PAGE / size_of::<TtBucket>()) {
            // A write that changes nothing. The compiler would remove one that could not change anything, such as `fetch_or(0)`.
            let _ = bucket.0[0].data.compare_exchange(0, 0, Relaxed, Relaxed);
        }
        self.prefaulted.store(prefaulted + page.len(), Relaxed);
        true
    }

    /// Takes into use what is prefaulted, or the whole table, in which case a search waits for the system to map the rest. Most entries
    /// are lost, since the bucket of a key depends on the number in use. Not for a table that is being searched with.
    pub fn grow(&self, whole: bool) {
        let (used, prefaulted) = (self.used.load(Relaxed), self.prefaulted.load(Relaxed));
        if whole || prefaulted == self.buckets.len() {
            self.used.store(self.buckets.len(), Relaxed);
        } else if prefaulted >= 4 * used {
            // A smaller step would not be worth the lost entries.
            self.used.store(prefaulted, Relaxed);
        }
    }

    /// Overwrites every slot, on all threads of the present pool.
    pub fn clear(&self) {
        let clear = |buckets: &[TtBucket]| {
            for slot in buckets.iter().flat_map(|bucket| &bucket.0) {
                slot.check.store(0, Relaxed);
                slot.data.store(0, Relaxed);
            }
        };
        // Miri is there to check this table, and rayon's queues do not pass under stacked borrows.
        if cfg!(miri) {
            clear(&self.buckets);
        } else {
            self.buckets.par_chunks(1 << 14).for_each(clear);
        }
        self.now.store(0, Relaxed);
    }

    /// Forgets all entries, in no time. A search that is running would take part in the new game.
    pub fn new_game(&self) {
        let game = (self.now.load(Relaxed) & GAME_MASK) + ONE_GAME;
        if game > GAME_MASK {
            // The numbers start again, and the table may hold old entries with any of them.
            self.clear();
        } else {
            self.now.store(game, Relaxed);
        }
    }

    /// Ages the entries of earlier searches, which are then replaced first.
    pub fn new_search(&self) {
        self.now.store(self.now.load(Relaxed).wrapping_add(ONE_SEARCH), Relaxed);
    }

    #[inline(always)]
    fn bucket(&self, key: u64) -> &TtBucket {
        let index = ((u128::from(key) * self.used.load(Relaxed) as u128) >> 64) as usize;
        // SAFETY: a 64-bit key times the number of buckets in use, divided by 2⁶⁴, is below that number, which is never more than
        // there are. The bounds check cost 2 % of a search's instructions.
        unsafe { self.buckets.get_unchecked(index) }
    }

    /// Loads the bucket of a key into the cache.
    #[inline(always)]
    pub fn prefetch(&self, key: u64) {
        prefetch(self.bucket(key));
    }

    /// The entry of a key, if there is one.
    #[inline]
    pub fn probe(&self, key: u64) -> Option<TtEntry> {
        for slot in &self.bucket(key).0 {
            let data = slot.data.load(Relaxed);
            if slot.check.load(Relaxed) ^ data == key && is_same_game(data, self.now.load(Relaxed)) {
                return TtEntry::unpack(data);
            }
        }
        None
    }

    /// Stores an entry: over one of the same key, else over the least valuable one of the bucket.
    #[inline]
    pub fn store(&self, key: u64, mut entry: TtEntry) {
        let now = self.now.load(Relaxed);
        let bucket = self.bucket(key);
        let (mut victim, mut least) = (&bucket.0[0], i32::MAX);
        for slot in &bucket.0 {
            let data = slot.data.load(Relaxed);
            let same_game = is_same_game(data, now);
            if slot.check.load(Relaxed) ^ data == key && same_game {
                victim = slot;
                if let Some(old) = TtEntry::unpack(data) {
                    entry.best_move = entry.best_move.or(old.best_move);
                    if old.is_better_proof(entry) {
                        // Stored again, with the present age.
                        entry = old;
                        break;
                    }
                    // A deeper result of this search stays, unless the new one is exact.
                    if old.depth > entry.depth.saturating_add(3) && entry.bound != Bound::Exact && age(data) == age(now)
                    {
                        return;
                    }
                }
                break;
            }
            let value = if data == 0 || !same_game { i32::MIN } else { replacement_value(data, now) };
            if value < least {
                (victim, least) = (slot, value);
            }
        }
        let data = entry.pack(now);
        victim.check.store(key ^ data, Relaxed);
        victim.data.store(data, Relaxed);
    }

    /// How many of a thousand slots hold entries of this search, by a sample.
    pub fn hashfull(&self) -> u32 {
        let now = self.now.load(Relaxed);
        let sample = &self.buckets[..self.buckets.len().min(1000)];
        let is_current = |slot: &&TtSlot| {
            let data = slot.data.load(Relaxed);
            data != 0 && is_same_game(data, now) && age(data) == age(now)
        };
        let current = sample.iter().flat_map(|bucket| &bucket.0).filter(is_current).count();
        (current * 1000 / (sample.len() * SLOTS_PER_BUCKET)) as u32
    }
}

impl std::fmt::Debug for TranspositionTable {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("TranspositionTable").field("bytes", &self.bytes()).finish_non_exhaustive()
    }
}

/// Loads what will be read soon into the cache.
#[inline(always)]
pub(crate) fn prefetch<T>(what: &T) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: a prefetch has no effect but on the cache.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(what).cast()) }
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = what;
}

#[cfg(test)]
mod tests;
