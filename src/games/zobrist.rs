//! Random words for position keys, made at compile time.

/// The `n`th word of the splitmix64 sequence.
pub const fn word(n: u64) -> u64 {
    let mut z = n.wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ z >> 31
}

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
