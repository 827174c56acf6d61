//! Tests of the table. `tests/miri.sh` runs them under Miri, which is slow: there they use less memory and fewer rounds.

use super::buckets::PAGE;
use super::*;
use crate::games::zobrist::word;

pub(super) fn entry(n: u64) -> TtEntry {
    let bound = [Bound::Upper, Bound::Lower, Bound::Exact][(n % 3) as usize];
    let best_move = (!n.is_multiple_of(5)).then_some((n >> 8) as u16 % 1000);
    TtEntry { score: word(n) as i16, best_move, depth: word(n) as u8 >> 1, bound }
}

fn small_table() -> TranspositionTable {
    TranspositionTable::with_buckets(if cfg!(miri) { 64 } else { 1 << 14 }).unwrap()
}

#[test]
fn the_size_is_what_was_asked_for() {
    let sizes: &[usize] = if cfg!(miri) { &[1] } else { &[1, 3, 16, 100, 1000] };
    for &megabytes in sizes {
        assert_eq!(TranspositionTable::new(megabytes).bytes(), megabytes << 20);
    }
    assert_eq!(TranspositionTable::new(0).bytes(), 1 << 20);
}

#[test]
fn prefaulting_ends_and_keeps_entries() {
    let table = TranspositionTable::with_buckets(2 * BUCKETS_PER_PAGE + 100).unwrap().lazy();
    table.grow(true);
    table.store(word(7), entry(7));
    assert_eq!((0..10).filter(|_| table.prefault()).count(), 3, "two pages and a bit");
    table.grow(false);
    assert_eq!(table.probe(word(7)), Some(entry(7)));
}

#[test]
fn prefaulted_pages_come_into_use_in_steps() {
    let table = TranspositionTable::with_buckets(20 * BUCKETS_PER_PAGE).unwrap().lazy();
    // The upper bits of a key choose the bucket.
    let last =
        |table: &TranspositionTable| std::ptr::from_ref(table.bucket(u64::MAX)).addr() - table.buckets.as_ptr().addr();
    let mut sizes = vec![];
    for _ in 0..22 {
        table.grow(false);
        sizes.push((last(&table) + size_of::<TtBucket>()) / PAGE);
        table.prefault();
    }
    sizes.dedup();
    assert_eq!(sizes, [1, 4, 16, 20]);
}

#[test]
#[cfg(target_os = "linux")]
#[cfg_attr(miri, ignore = "needs real pages")]
fn prefaulted_pages_are_resident() {
    let resident = || {
        let pages = std::fs::read_to_string("/proc/self/statm").unwrap();
        (pages.split(' ').nth(1).unwrap().parse::<usize>().unwrap() * 4096) >> 20
    };
    let table = TranspositionTable::new(300).lazy();
    let before = resident();
    while table.prefault() {}
    let after = resident();
    // Other tests use memory at the same time, but not that much.
    assert!(after > before + 200, "{before} MB before, {after} after");
}

#[test]
fn an_entry_is_found_until_the_table_is_cleared() {
    let table = small_table();
    table.store(word(7), entry(7));
    assert_eq!(table.probe(word(7)), Some(entry(7)));
    assert_eq!(table.probe(word(8)), None);
    table.clear();
    assert_eq!(table.probe(word(7)), None);
}

#[test]
fn a_full_bucket_replaces_its_oldest_and_shallowest() {
    let table = small_table();
    // Keys that share their upper bits share a bucket.
    let key = |n: u64| 1 << 60 | n;
    for n in 0..4 {
        table.store(key(n), TtEntry { depth: 10 + n as u8, bound: Bound::Exact, ..entry(0) });
    }
    table.store(key(9), TtEntry { depth: 5, ..entry(0) });
    assert_eq!(table.probe(key(0)), None);
    table.new_search();
    table.store(key(1), TtEntry { depth: 1, bound: Bound::Exact, ..entry(0) });
    table.store(key(10), TtEntry { depth: 1, bound: Bound::Exact, ..entry(0) });
    assert!(table.probe(key(1)).is_some(), "the new search's entry stays");
    assert!(table.probe(key(9)).is_none(), "the shallowest of the old search goes");
}

#[test]
fn only_a_better_proof_replaces_a_proof() {
    let table = small_table();
    let proof = |score| TtEntry { score, bound: Bound::Lower, depth: TtEntry::ANY_DEPTH, best_move: Some(3) };
    let guess = TtEntry { score: 50, bound: Bound::Exact, depth: 20, best_move: Some(4) };
    table.store(7, guess);
    table.store(7, proof(31_980));
    for worse in [guess, proof(31_970)] {
        table.new_search();
        table.store(7, worse);
        assert_eq!(table.probe(7), Some(proof(31_980)));
    }
    table.store(7, proof(31_990));
    assert_eq!(table.probe(7), Some(proof(31_990)));
}

#[test]
fn a_new_game_is_like_a_cleared_table() {
    let (renewed, cleared) = (small_table(), small_table());
    let searches = if cfg!(miri) { 4 } else { 200 };
    // Few buckets, many keys: everything is replaced again and again.
    let key = |n: u64| word(n % 300) & (0x3F << 50 | 0xFFFF_FFFF);
    for search in 0..searches {
        if search % 3 == 0 {
            renewed.new_game();
            cleared.clear();
        }
        renewed.new_search();
        cleared.new_search();
        for n in 0..200 {
            let n = word(search * 1000 + n);
            assert_eq!(renewed.probe(key(n >> 8)), cleared.probe(key(n >> 8)));
            renewed.store(key(n), entry(n));
            cleared.store(key(n), entry(n));
        }
        assert_eq!(renewed.hashfull(), cleared.hashfull());
    }
}

#[test]
fn entries_of_earlier_games_never_come_back() {
    let table = small_table();
    let games = if cfg!(miri) { 6 } else { 150_000 };
    if cfg!(miri) {
        // Near the last number, after which they start again.
        table.now.store(GAME_MASK - 2 * ONE_GAME, Relaxed);
    }
    for game in 0..games {
        assert_eq!(table.probe(word(1)), None, "game {game}");
        if cfg!(miri) || game % 65_536 < 3 {
            table.store(word(1), entry(1));
            assert_eq!(table.probe(word(1)), Some(entry(1)));
        }
        table.new_game();
    }
}

#[test]
fn threads_never_read_what_no_one_wrote() {
    let table = small_table();
    let rounds = if cfg!(miri) { 300 } else { 200_000 };
    // Few buckets, so that the threads meet in them.
    let key = |n: u64| word(n % 500) & (0x3F << 50 | 0xFFFF_FFFF);
    std::thread::scope(|scope| {
        for thread in 0..4 {
            let table = &table;
            scope.spawn(move || {
                for n in 0..rounds {
                    let n = n * 4 + thread;
                    table.store(key(n), entry(n % 500));
                    if let Some(found) = table.probe(key(n + 1)) {
                        assert_eq!(found.score, entry((n + 1) % 500).score);
                    }
                }
            });
        }
    });
}
