//! Pseudo-random numbers: SplitMix64, as a function for constants and as a generator.

const GOLDEN: u64 = 0x9E37_79B9_7F4A_7C15;

const fn mix(mut z: u64) -> u64 {
    z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ z >> 31
}

/// Word `n` of the SplitMix64 sequence of seed 0.
pub const fn splitmix64(n: u64) -> u64 {
    mix(n.wrapping_add(1).wrapping_mul(GOLDEN))
}

/// A SplitMix64 generator: the same seed gives the same numbers on every machine.
#[derive(Clone, Debug)]
pub struct Rng(u64);

impl Rng {
    /// The generator of a seed.
    pub const fn new(seed: u64) -> Rng {
        Rng(seed)
    }

    /// One of many independent generators that share a seed.
    pub const fn stream(seed: u64, number: u64) -> Rng {
        Rng(splitmix64(splitmix64(seed) ^ number).wrapping_add(1).wrapping_mul(GOLDEN))
    }

    /// The next 64 random bits.
    pub const fn next_u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(GOLDEN);
        mix(self.0)
    }

    /// A number below `limit`; 0 if `limit` is 0.
    pub const fn below(&mut self, limit: u64) -> u64 {
        ((self.next_u64() as u128 * limit as u128) >> 64) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_repeats_and_streams_differ() {
        let draw = |seed, number| {
            let mut rng = Rng::stream(seed, number);
            (0..20).map(|_| rng.below(1000)).collect::<Vec<_>>()
        };
        assert_eq!(draw(1, 2), draw(1, 2));
        assert_ne!(draw(1, 2), draw(1, 3));
        assert_ne!(draw(1, 2), draw(2, 2));
        assert!(draw(7, 7).iter().all(|&n| n < 1000));
        assert_eq!(Rng::new(0).below(0), 0);
    }

    #[test]
    fn the_numbers_are_those_of_splitmix64() {
        let mut rng = Rng::new(0);
        for (n, word) in [0xE220_A839_7B1D_CDAF, 0x6E78_9E6A_A1B9_65F4, 0x06C4_5D18_8009_454F].into_iter().enumerate() {
            assert_eq!(splitmix64(n as u64), word);
            assert_eq!(rng.next_u64(), word);
        }
    }
}
