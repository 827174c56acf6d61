//! Random words for position keys, made at compile time.

pub use crate::util::random::splitmix64 as word;

/// A table of words; tables with different seeds share none.
pub const fn table<const A: usize, const B: usize, const C: usize>(seed: u64) -> [[[u64; C]; B]; A] {
    let mut table = [[[0; C]; B]; A];
    let mut n = seed << 32;
    let mut a = 0;
    while a < A {
        let mut b = 0;
        while b < B {
            let mut c = 0;
            while c < C {
                n += 1;
                table[a][b][c] = word(n);
                c += 1;
            }
            b += 1;
        }
        a += 1;
    }
    table
}
