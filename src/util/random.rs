//! Random numbers that a seed repeats.

use crate::games::zobrist::word;

/// A sequence of random words.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// The sequence of a seed and a number, which tells sequences of one seed apart.
    pub fn new(seed: u64, number: u64) -> Random {
        Random(word(word(seed) ^ number))
    }

    /// A number below `limit`; 0 if there is none.
    pub fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_add(1);
        ((u128::from(word(self.0)) * u128::from(limit)) >> 64) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_repeats_and_numbers_differ() {
        let draw = |seed, number| {
            let mut random = Random::new(seed, number);
            (0..20).map(|_| random.below(1000)).collect::<Vec<_>>()
        };
        assert_eq!(draw(1, 2), draw(1, 2));
        assert_ne!(draw(1, 2), draw(1, 3));
        assert_ne!(draw(1, 2), draw(2, 2));
        assert!(draw(7, 7).iter().all(|&n| n < 1000));
        assert_eq!(Random::new(0, 0).below(0), 0);
    }
}
