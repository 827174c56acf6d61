//! The table's memory: pages fresh from the system, all zero, which cost nothing until they are touched.

use mapping::Mapping;
use std::io;
use std::ops::Deref;
use std::ptr::NonNull;
use std::sync::atomic::AtomicU64;

/// A packed entry and its key; see the module above.
pub(super) struct TtSlot {
    /// The key xor `data`.
    pub check: AtomicU64,
    pub data: AtomicU64,
}

pub(super) const SLOTS_PER_BUCKET: usize = 4;

/// The slots that a key may be stored in: a cache line.
#[repr(align(64))]
pub(super) struct TtBucket(pub [TtSlot; SLOTS_PER_BUCKET]);

/// A huge page. Every probe goes to another page: with small pages, half of a search's time went into page-table walks.
/// (Miri visits every slot of a slice that it sees, so it gets small ones.)
pub(super) const PAGE: usize = if cfg!(miri) { 8 << 10 } else { 2 << 20 };
pub(super) const BUCKETS_PER_PAGE: usize = PAGE / size_of::<TtBucket>();
const _: () = assert!(size_of::<TtSlot>() == 16 && size_of::<TtBucket>() == 64);

/// All buckets of a table.
pub(super) struct TtBuckets {
    /// Raw and mutable: a pointer taken from a shared reference to the mapping's bytes would allow reads only, and the slots are
    /// written through shared references.
    first: NonNull<TtBucket>,
    count: usize,
    /// Owns what `first` points to.
    _mapping: Mapping,
}

// SAFETY: `first` points into a mapping that this value owns, and a bucket holds nothing but atomics.
unsafe impl Send for TtBuckets {}
// SAFETY: as above.
unsafe impl Sync for TtBuckets {}

impl TtBuckets {
    /// Huge pages are only asked for, not insisted on: without them the table is slower, not wrong.
    pub fn new(count: usize) -> io::Result<TtBuckets> {
        let too_large = || io::Error::from(io::ErrorKind::OutOfMemory);
        let bytes = count.checked_mul(size_of::<TtBucket>()).ok_or_else(too_large)?;
        // One page more, so that the first bucket can begin on a huge page.
        let mapping = Mapping::zeroed(bytes.checked_add(PAGE).ok_or_else(too_large)?)?;
        let start = mapping.base().align_offset(PAGE).min(PAGE);
        // A huge page beyond the last whole one would take more memory than was asked for.
        mapping.advise_huge_pages(start, bytes / PAGE * PAGE);
        // SAFETY: `start` is at most `PAGE`, and the mapping is that much longer than the buckets.
        let first = unsafe { mapping.base().add(start) };
        let first = NonNull::new(first.cast::<TtBucket>()).ok_or_else(too_large)?;
        Ok(TtBuckets { first, count, _mapping: mapping })
    }

    /// # Safety
    ///
    /// `index` must be below the number of buckets.
    #[inline(always)]
    pub unsafe fn get_unchecked(&self, index: usize) -> &TtBucket {
        debug_assert!(index < self.count);
        // SAFETY: see `deref`; the caller promises that the bucket is there.
        unsafe { self.first.add(index).as_ref() }
    }
}

impl Deref for TtBuckets {
    type Target = [TtBucket];

    #[inline(always)]
    fn deref(&self) -> &[TtBucket] {
        // SAFETY: the mapping holds `count` buckets from `first` on, which is aligned for them, and lives as long as `self`. Zero
        // bytes are valid atomics. Nothing else refers to the mapping.
        unsafe { std::slice::from_raw_parts(self.first.as_ptr(), self.count) }
    }
}

#[cfg(not(any(miri, target_family = "wasm")))]
mod mapping {
    use memmap2::{MmapMut, MmapRaw};
    use std::io;

    /// Zero pages from the system.
    pub(super) struct Mapping(MmapRaw);

    impl Mapping {
        pub fn zeroed(bytes: usize) -> io::Result<Mapping> {
            Ok(Mapping(MmapMut::map_anon(bytes)?.into()))
        }

        pub fn base(&self) -> *mut u8 {
            self.0.as_mut_ptr()
        }

        pub fn advise_huge_pages(&self, start: usize, bytes: usize) {
            #[cfg(target_os = "linux")]
            let _ = self.0.advise_range(memmap2::Advice::HugePage, start, bytes);
            #[cfg(not(target_os = "linux"))]
            let _ = (start, bytes);
        }
    }
}

/// Where there are no mappings, or Miri is to see every access.
#[cfg(any(miri, target_family = "wasm"))]
mod mapping {
    use super::TtBucket;
    use std::alloc::{Layout, alloc_zeroed, dealloc};
    use std::io;
    use std::ptr::NonNull;

    /// Zeroed memory from the allocator, aligned for buckets.
    pub(super) struct Mapping(NonNull<u8>, Layout);

    impl Mapping {
        pub fn zeroed(bytes: usize) -> io::Result<Mapping> {
            let out_of_memory = || io::Error::from(io::ErrorKind::OutOfMemory);
            let layout = Layout::from_size_align(bytes, align_of::<TtBucket>()).map_err(|_| out_of_memory())?;
            // SAFETY: the caller asks for more than a huge page, so the size is not zero.
            let base = unsafe { alloc_zeroed(layout) };
            Ok(Mapping(NonNull::new(base).ok_or_else(out_of_memory)?, layout))
        }

        pub fn base(&self) -> *mut u8 {
            self.0.as_ptr()
        }

        pub fn advise_huge_pages(&self, _: usize, _: usize) {}
    }

    impl Drop for Mapping {
        fn drop(&mut self) {
            // SAFETY: allocated in `zeroed` with the same layout.
            unsafe { dealloc(self.0.as_ptr(), self.1) }
        }
    }
}

/// Whether little memory is left. A system promises more than it has, so that taking more could end this program or another.
pub(super) fn is_memory_short() -> bool {
    // Miri reads no files of the system.
    if cfg!(miri) {
        return false;
    }
    let Ok(text) = std::fs::read_to_string("/proc/meminfo") else { return false };
    let kilobytes = |name: &str| -> Option<u64> {
        text.lines().find_map(|line| line.strip_prefix(name))?.split_whitespace().next()?.parse().ok()
    };
    match (kilobytes("MemTotal:"), kilobytes("MemAvailable:")) {
        (Some(total), Some(left)) => left < total / 16,
        _ => false,
    }
}
