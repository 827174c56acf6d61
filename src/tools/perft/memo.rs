//! A memory of counts that threads share, exact and of fixed size.
//!
//! An entry holds the whole position and the depth beside the count, and a lookup compares both in full: the
//! position's 64-bit key only says where to look. So a count from the memo is right whatever the keys do.
//!
//! The memory is a fixed array of buckets, each with a few entries behind a lock of its own, and it is reserved
//! once: it neither grows nor moves. When a bucket is full, a new entry takes the place of the one with the
//! smallest count, which is the cheapest to count again; so a memo that is too small costs time and nothing
//! else. A bucket that another thread is using is treated as if it held nothing.

use std::sync::{Mutex, TryLockError};
use thiserror::Error;

/// Entries to a bucket.
const WAYS: usize = 4;

/// The memo could not be reserved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("no room in memory for a memo of {megabytes} MB")]
pub struct NoRoom {
    /// The size asked for.
    pub megabytes: usize,
}

/// Counts by position and depth.
#[derive(Debug)]
pub struct Memo<P> {
    buckets: Vec<Mutex<Bucket<P>>>,
}

type Bucket<P> = [Option<MemoEntry<P>>; WAYS];

#[derive(Debug)]
struct MemoEntry<P> {
    position: P,
    depth: u32,
    /// The low and the high half: a `u128` would ask for padding.
    count: [u64; 2],
}

impl<P> MemoEntry<P> {
    fn count(&self) -> u128 {
        u128::from(self.count[0]) | u128::from(self.count[1]) << 64
    }
}

impl<P: Eq> Memo<P> {
    /// A memo that takes at most `megabytes` MB (of 2²⁰ bytes), or one bucket if that is more.
    pub fn new(megabytes: usize) -> Result<Self, NoRoom> {
        let no_room = NoRoom { megabytes };
        let bytes = megabytes.checked_mul(1 << 20).ok_or(no_room)?;
        let length = (bytes / size_of::<Mutex<Bucket<P>>>()).max(1);
        let mut buckets = Vec::new();
        buckets.try_reserve_exact(length).map_err(|_| no_room)?;
        buckets.resize_with(length, || Mutex::new([const { None }; WAYS]));
        Ok(Memo { buckets })
    }

    /// The count of a position, if it is known. `key` is the position's.
    #[inline]
    pub fn get(&self, key: u64, position: &P, depth: u32) -> Option<u128> {
        let bucket = self.bucket(key, depth).try_lock().ok()?;
        let entry = bucket.iter().flatten().find(|entry| entry.depth == depth && entry.position == *position)?;
        Some(entry.count())
    }

    /// Remembers the count of a position.
    #[inline]
    pub fn put(&self, key: u64, position: P, depth: u32, count: u128) {
        let mut bucket = match self.bucket(key, depth).try_lock() {
            Ok(bucket) => bucket,
            Err(TryLockError::WouldBlock | TryLockError::Poisoned(_)) => return,
        };
        // An empty place counts as less than the smallest count.
        let place = bucket.iter_mut().min_by_key(|place| place.as_ref().map(MemoEntry::count));
        if let Some(place) = place {
            *place = Some(MemoEntry { position, depth, count: [count as u64, (count >> 64) as u64] });
        }
    }

    #[inline]
    fn bucket(&self, key: u64, depth: u32) -> &Mutex<Bucket<P>> {
        // Depths are spread by an odd constant, and the high bits of the product choose the bucket.
        let hash = key.wrapping_add(u64::from(depth).wrapping_mul(0x9E37_79B9_7F4A_7C15));
        let index = (u128::from(hash) * self.buckets.len() as u128) >> 64;
        &self.buckets[index as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shared_key_does_not_confuse_positions_or_depths() {
        let memo = Memo::new(1).unwrap();
        memo.put(7, "one", 3, 10);
        memo.put(7, "two", 3, u128::MAX);
        memo.put(7, "one", 4, 30);
        assert_eq!(memo.get(7, &"one", 3), Some(10));
        assert_eq!(memo.get(7, &"two", 3), Some(u128::MAX));
        assert_eq!(memo.get(7, &"one", 4), Some(30));
        assert_eq!(memo.get(7, &"three", 3), None);
    }

    #[test]
    fn a_full_bucket_gives_up_its_smallest_count() {
        let memo = Memo::new(1).unwrap();
        for (position, count) in [(1, 40), (2, 10), (3, 30), (4, 20), (5, 5)] {
            memo.put(7, position, 3, count);
        }
        let known = |position| memo.get(7, &position, 3);
        assert_eq!([known(1), known(2), known(3), known(4), known(5)], [Some(40), None, Some(30), Some(20), Some(5)]);
    }

    #[test]
    fn an_impossible_size_is_an_error() {
        assert_eq!(Memo::<u64>::new(usize::MAX).unwrap_err(), NoRoom { megabytes: usize::MAX });
        assert_eq!(Memo::<u64>::new(1 << 40).unwrap_err(), NoRoom { megabytes: 1 << 40 });
    }
}
