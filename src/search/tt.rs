//! The transposition table: lockless, shared by all threads, of exactly the size that was asked for.
//!
//! An entry is two words. Both are read and written relaxed and apart from each other; the first is the key
//! xor the second, so an entry torn by two writers does not match any key and is simply not found.
//!
//! ```text
//! word 0   key ^ data
//! word 1   data   bits  0–15  score, signed, wins counted from the node
//!                      16–31  the game it was found in, counted by [`Table::forget`]
//!                      32–47  best move, as its place in the generator's order, plus one; 0 for none
//!                      48–55  depth
//!                      56–57  bound: 1 upper, 2 lower, 3 exact; 0 marks an empty entry
//!                      58–63  age
//! ```
//!
//! An entry of another game counts as empty, so that forgetting takes no time and keeps the memory that is warm.
//! Four entries make a cache line, and a key may stand in any of the four. The line of a key is found by
//! multiplying instead of dividing, so that any size works.

use memmap2::MmapMut;
use rayon::prelude::*;
use std::io;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};

/// What a score in the table says of the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// The true score is at most this.
    Upper = 1,
    /// The true score is at least this.
    Lower = 2,
    /// The true score.
    Exact = 3,
}

/// What is known of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Known {
    /// The score.
    pub score: i16,
    /// What the score says.
    pub bound: Bound,
    /// The depth to which it was searched; [`Known::PROOF`] for what holds at any.
    pub depth: u8,
    /// The best move's place in the order of generation.
    pub best: Option<u16>,
}

#[derive(Default)]
struct Entry {
    check: AtomicU64,
    data: AtomicU64,
}

#[repr(align(64))]
struct Line([Entry; WAYS]);

/// A huge page. Every look-up goes to another page: with small ones, half of a search's time went into finding them.
const PAGE: usize = 2 << 20;
const WAYS: usize = 4;
const PAGE_LINES: usize = PAGE / size_of::<Line>();
const AGES: u64 = 64;
/// The bits of a data word that hold the game.
const GAME: u64 = 0xFFFF << 16;
const ONE_GAME: u64 = 1 << 16;
const ONE_YEAR: u64 = 1 << 58;
const _: () = assert!(size_of::<Entry>() == 16 && size_of::<Line>() == 64);

/// The table.
pub struct Table {
    lines: Lines,
    /// The present game and age, at their places in a data word.
    now: AtomicU64,
    /// How many lines are in use, and for how many of them the system has found the memory.
    used: AtomicUsize,
    warm: AtomicUsize,
}

/// The lines, as zero pages fresh from the system, which cost no time until they are touched.
struct Lines {
    pages: MmapMut,
    /// Where the first whole huge page begins.
    start: usize,
    count: usize,
}

impl Lines {
    fn new(count: usize) -> io::Result<Lines> {
        let bytes = count * size_of::<Line>();
        let pages = MmapMut::map_anon(bytes + PAGE)?;
        let start = pages.as_ptr().align_offset(PAGE).min(PAGE);
        // Only advice: where it is not taken the table is slower, not wrong. What is no whole huge page would become one that is
        // more than was asked for.
        #[cfg(target_os = "linux")]
        let _ = pages.advise_range(memmap2::Advice::HugePage, start, bytes / PAGE * PAGE);
        Ok(Lines { pages, start, count })
    }

    #[inline(always)]
    fn slice(&self) -> &[Line] {
        // SAFETY: the mapping is longer than `start` and `count` lines together, lives as long as `self`, and is
        // reached by no other path. `start` is aligned for a line, zero bytes are valid atomics, and atomics may be
        // written through a shared reference since the mapping is writable.
        unsafe { std::slice::from_raw_parts(self.pages.as_ptr().add(self.start).cast::<Line>(), self.count) }
    }
}

impl Table {
    /// The smallest and the largest size, in MB.
    pub const MEGABYTES: std::ops::RangeInclusive<usize> = 1..=65536;

    /// A table of so many megabytes (2²⁰ bytes), as far as the range allows, or an error if the system does
    /// not have them. Nothing is touched, so this takes no time.
    pub fn try_new(megabytes: usize) -> io::Result<Table> {
        let megabytes = megabytes.clamp(*Self::MEGABYTES.start(), *Self::MEGABYTES.end());
        let lines = Lines::new(megabytes * (1 << 20) / size_of::<Line>())?;
        let (used, warm) = (AtomicUsize::new(lines.count), AtomicUsize::new(lines.count));
        Ok(Table { lines, now: AtomicU64::new(0), used, warm })
    }

    /// The same table, of which only a little is in use before [`Table::warm`] and [`Table::take_into_use`] say otherwise.
    pub fn cold(self) -> Table {
        Table { used: AtomicUsize::new(PAGE_LINES.min(self.lines.count)), warm: AtomicUsize::new(0), ..self }
    }

    /// As [`Table::try_new`], but halves the size until the system has it.
    ///
    /// # Panics
    ///
    /// If not even the smallest size is to be had.
    pub fn new(megabytes: usize) -> Table {
        match Table::try_new(megabytes) {
            Ok(table) => table,
            Err(error) if megabytes <= 1 => panic!("no memory for the smallest table: {error}"),
            Err(_) => Table::new(megabytes / 2),
        }
    }

    /// The bytes it takes.
    pub fn bytes(&self) -> usize {
        self.lines.count * size_of::<Line>()
    }

    /// Touches the next part of the pages, so that a search need not wait for the system to find them; says whether there was
    /// one, and memory for it. Meant for a thread of its own: others may use the table meanwhile.
    pub fn warm(&self) -> bool {
        // The pages may be small ones where the system has no huge ones left.
        const SMALL_PAGE: usize = 4096;
        let warm = self.warm.load(Relaxed);
        let Some(lines) = self.lines.slice()[warm..].chunks(PAGE_LINES).next() else { return false };
        if (warm / PAGE_LINES).is_multiple_of(16) && is_memory_short() {
            return false;
        }
        for line in lines.iter().step_by(SMALL_PAGE / size_of::<Line>()) {
            // A write that changes nothing. One that could not change anything, such as `fetch_or(0)`, the compiler leaves out.
            let _ = line.0[0].data.compare_exchange(0, 0, Relaxed, Relaxed);
        }
        self.warm.store(warm + lines.len(), Relaxed);
        true
    }

    /// Takes into use what is warm by now, or all of it, which costs a search the time that the system needs to find the rest. Not
    /// meant for a table that is being searched with: what it knows has another place then, and is lost.
    pub fn take_into_use(&self, all: bool) {
        let (used, warm) = (self.used.load(Relaxed), self.warm.load(Relaxed));
        // Since so much is lost, not for a little more.
        if all || warm == self.lines.count {
            self.used.store(self.lines.count, Relaxed);
        } else if warm >= 4 * used {
            self.used.store(warm, Relaxed);
        }
    }

    /// Forgets everything, on all threads of the present pool.
    pub fn clear(&self) {
        self.lines.slice().par_chunks(1 << 14).for_each(|lines| {
            for entry in lines.iter().flat_map(|line| &line.0) {
                entry.check.store(0, Relaxed);
                entry.data.store(0, Relaxed);
            }
        });
        self.now.store(0, Relaxed);
    }

    /// Forgets everything, in no time: to any search that follows, the table is as if it were cleared. A search that is
    /// running would take part in the new game.
    pub fn forget(&self) {
        let game = (self.now.load(Relaxed) & GAME) + ONE_GAME;
        if game > GAME {
            // The games have been counted through: what has this number is from long ago.
            self.clear();
        } else {
            self.now.store(game, Relaxed);
        }
    }

    /// Begins a new search: what earlier ones left is replaced first.
    pub fn grow_older(&self) {
        self.now.store(self.now.load(Relaxed).wrapping_add(ONE_YEAR), Relaxed);
    }

    #[inline(always)]
    fn line(&self, key: u64) -> &Line {
        let lines = self.lines.slice();
        let index = ((u128::from(key) * self.used.load(Relaxed) as u128) >> 64) as usize;
        // SAFETY: a 64-bit key times the number of lines in use, divided by 2⁶⁴, is below that number, which is never more than
        // there are. The bound check cost 2 % of a search's instructions.
        unsafe { lines.get_unchecked(index) }
    }

    /// Asks the memory for the line of a key that will be looked up soon.
    #[inline(always)]
    pub fn prefetch(&self, key: u64) {
        prefetch(self.line(key));
    }

    /// What is known of a key.
    #[inline]
    pub fn get(&self, key: u64) -> Option<Known> {
        for entry in &self.line(key).0 {
            let data = entry.data.load(Relaxed);
            if entry.check.load(Relaxed) ^ data == key && (data ^ self.now.load(Relaxed)) & GAME == 0 {
                return unpack(data);
            }
        }
        None
    }

    /// Keeps what was found out about a key: over the same key, else over the entry of the line that is worth least.
    #[inline]
    pub fn put(&self, key: u64, mut known: Known) {
        let now = self.now.load(Relaxed);
        let line = self.line(key);
        let (mut place, mut least) = (&line.0[0], i32::MAX);
        for entry in &line.0 {
            let data = entry.data.load(Relaxed);
            let forgotten = (data ^ now) & GAME != 0;
            if entry.check.load(Relaxed) ^ data == key && !forgotten {
                if let Some(old) = unpack(data) {
                    known.best = known.best.or(old.best);
                    if old.is_better_proof(known) {
                        // It is as new as what would have taken its place.
                        known = old;
                        place = entry;
                        break;
                    }
                    // A deeper result of this search stays, unless the new one is exact.
                    if old.depth > known.depth.saturating_add(3) && known.bound != Bound::Exact && age(data) == age(now)
                    {
                        return;
                    }
                }
                place = entry;
                break;
            }
            let years = age(now).wrapping_sub(age(data)) % AGES;
            let worth =
                if data == 0 || forgotten { i32::MIN } else { Known::worth((data >> 48) as u8) - 8 * years as i32 };
            if worth < least {
                (place, least) = (entry, worth);
            }
        }
        let data = pack(known, now);
        place.check.store(key ^ data, Relaxed);
        place.data.store(data, Relaxed);
    }

    /// How many of a thousand entries this search has filled.
    pub fn per_mille_full(&self) -> u32 {
        let now = self.now.load(Relaxed);
        let sample = &self.lines.slice()[..self.lines.count.min(1000)];
        let fresh = |entry: &&Entry| {
            let data = entry.data.load(Relaxed);
            data != 0 && (data ^ now) & GAME == 0 && age(data) == age(now)
        };
        let used = sample.iter().flat_map(|line| &line.0).filter(fresh).count();
        (used * 1000 / (sample.len() * WAYS)) as u32
    }
}

impl Known {
    /// The depth of what holds at any depth.
    pub const PROOF: u8 = u8::MAX;

    /// Whether it proves more than what was found out since.
    #[inline(always)]
    const fn is_better_proof(self, new: Known) -> bool {
        self.depth == Known::PROOF
            && (new.depth != Known::PROOF || self.score.unsigned_abs() > new.score.unsigned_abs())
    }

    /// What it is worth to keep: the depth, with proofs among the deeper ones, but not above all that is new.
    #[inline(always)]
    const fn worth(depth: u8) -> i32 {
        if depth == Known::PROOF { 24 } else { depth as i32 }
    }
}

impl std::fmt::Debug for Table {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Table").field("bytes", &self.bytes()).finish_non_exhaustive()
    }
}

/// Whether little memory is left, so that to take more could end this program or another. A system promises more than it has.
fn is_memory_short() -> bool {
    let Ok(text) = std::fs::read_to_string("/proc/meminfo") else { return false };
    let kilobytes = |name: &str| -> Option<u64> {
        text.lines().find_map(|line| line.strip_prefix(name))?.split_whitespace().next()?.parse().ok()
    };
    match (kilobytes("MemTotal:"), kilobytes("MemAvailable:")) {
        (Some(total), Some(left)) => left < total / 16,
        _ => false,
    }
}

/// Asks the memory for what will be looked at soon.
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

#[inline(always)]
fn pack(known: Known, now: u64) -> u64 {
    now | u64::from(known.score as u16)
        | u64::from(known.best.map_or(0, |best| best.saturating_add(1))) << 32
        | u64::from(known.depth) << 48
        | (known.bound as u64) << 56
}

#[inline(always)]
fn unpack(data: u64) -> Option<Known> {
    let bound = match data >> 56 & 3 {
        1 => Bound::Upper,
        2 => Bound::Lower,
        3 => Bound::Exact,
        _ => return None,
    };
    Some(Known {
        score: data as u16 as i16,
        best: ((data >> 32) as u16).checked_sub(1),
        depth: (data >> 48) as u8,
        bound,
    })
}

#[inline(always)]
const fn age(data: u64) -> u64 {
    data >> 58
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::zobrist::word;

    fn known(n: u64) -> Known {
        let bound = [Bound::Upper, Bound::Lower, Bound::Exact][(n % 3) as usize];
        let best = (!n.is_multiple_of(5)).then_some((n >> 8) as u16 % 1000);
        Known { score: word(n) as i16, best, depth: word(n) as u8 >> 1, bound }
    }

    #[test]
    fn entries_survive_packing() {
        for n in 0..10_000 {
            let now = (n * ONE_YEAR) | ((n * ONE_GAME) & GAME);
            assert_eq!(unpack(pack(known(n), now)), Some(known(n)));
            assert_eq!((age(pack(known(n), now)), (pack(known(n), now) ^ now) & GAME), (n % AGES, 0));
        }
        assert_eq!(unpack(0), None);
    }

    #[test]
    fn the_size_is_what_was_asked_for() {
        for megabytes in [1, 3, 16, 100, 1000] {
            assert_eq!(Table::new(megabytes).bytes(), megabytes << 20);
        }
        assert_eq!(Table::new(0).bytes(), 1 << 20);
    }

    #[test]
    fn warming_changes_nothing_and_ends() {
        let table = Table::new(5).cold();
        table.take_into_use(true);
        table.put(word(7), known(7));
        assert_eq!((0..10).filter(|_| table.warm()).count(), 3, "two pages and a half");
        table.take_into_use(false);
        assert_eq!(table.get(word(7)), Some(known(7)));
    }

    #[test]
    fn what_is_warm_comes_into_use_bit_by_bit() {
        let table = Table::new(40).cold();
        // The upper bits of a key choose the line.
        let last =
            |table: &Table| std::ptr::from_ref(table.line(u64::MAX)).addr() - table.lines.slice().as_ptr().addr();
        let mut sizes = vec![];
        for _ in 0..22 {
            table.take_into_use(false);
            sizes.push((last(&table) + size_of::<Line>()) / PAGE);
            table.warm();
        }
        sizes.dedup();
        assert_eq!(sizes, [1, 4, 16, 20]);
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn what_is_warm_is_there() {
        let resident = || {
            let pages = std::fs::read_to_string("/proc/self/statm").unwrap();
            (pages.split(' ').nth(1).unwrap().parse::<usize>().unwrap() * 4096) >> 20
        };
        let table = Table::new(300).cold();
        let before = resident();
        while table.warm() {}
        let after = resident();
        // Other tests use memory meanwhile, but not so much.
        assert!(after > before + 200, "{before} MB before, {after} after");
    }

    #[test]
    fn what_was_put_is_found_until_cleared() {
        let table = Table::new(1);
        table.put(word(7), known(7));
        assert_eq!(table.get(word(7)), Some(known(7)));
        assert_eq!(table.get(word(8)), None);
        table.clear();
        assert_eq!(table.get(word(7)), None);
    }

    #[test]
    fn a_full_line_gives_up_its_oldest_and_shallowest() {
        let table = Table::new(1);
        // Keys that share their upper bits share a line.
        let key = |n: u64| 1 << 60 | n;
        for n in 0..4 {
            table.put(key(n), Known { depth: 10 + n as u8, bound: Bound::Exact, ..known(0) });
        }
        table.put(key(9), Known { depth: 5, ..known(0) });
        assert_eq!(table.get(key(0)), None);
        table.grow_older();
        table.put(key(1), Known { depth: 1, bound: Bound::Exact, ..known(0) });
        table.put(key(10), Known { depth: 1, bound: Bound::Exact, ..known(0) });
        assert!(table.get(key(1)).is_some(), "the new search's entry stays");
        assert!(table.get(key(9)).is_none(), "the old one's shallowest goes");
    }

    #[test]
    fn a_proof_gives_way_to_a_better_one_only() {
        let table = Table::new(1);
        let proof = |score| Known { score, bound: Bound::Lower, depth: Known::PROOF, best: Some(3) };
        let guess = Known { score: 50, bound: Bound::Exact, depth: 20, best: Some(4) };
        table.put(7, guess);
        table.put(7, proof(31_980));
        for less in [guess, proof(31_970)] {
            table.grow_older();
            table.put(7, less);
            assert_eq!(table.get(7), Some(proof(31_980)));
        }
        table.put(7, proof(31_990));
        assert_eq!(table.get(7), Some(proof(31_990)));
    }

    #[test]
    fn a_table_that_forgets_is_a_cleared_one() {
        let (forgets, cleared) = (Table::new(1), Table::new(1));
        // Few lines, many keys: everything is replaced again and again.
        let key = |n: u64| word(n % 300) & (0x3F << 50 | 0xFFFF_FFFF);
        for search in 0..200 {
            if search % 3 == 0 {
                forgets.forget();
                cleared.clear();
            }
            forgets.grow_older();
            cleared.grow_older();
            for n in 0..200 {
                let n = word(search * 1000 + n);
                assert_eq!(forgets.get(key(n >> 8)), cleared.get(key(n >> 8)));
                forgets.put(key(n), known(n));
                cleared.put(key(n), known(n));
            }
            assert_eq!(forgets.per_mille_full(), cleared.per_mille_full());
        }
    }

    #[test]
    fn what_was_forgotten_never_comes_back() {
        let table = Table::new(1);
        for game in 0..150_000 {
            assert_eq!(table.get(word(1)), None, "game {game}");
            if game % 65_536 < 3 {
                table.put(word(1), known(1));
                assert_eq!(table.get(word(1)), Some(known(1)));
            }
            table.forget();
        }
    }

    #[test]
    fn threads_never_read_what_no_one_wrote() {
        let table = Table::new(1);
        (0..4u64).into_par_iter().for_each(|thread| {
            for n in 0..200_000u64 {
                let n = n * 4 + thread;
                table.put(word(n), known(n));
                let back = word(n) ^ (word(n) >> 7 & 1);
                if let Some(found) = table.get(back) {
                    assert!(back != word(n) || found.score == known(n).score);
                }
            }
        });
    }
}
