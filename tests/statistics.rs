//! The statistics of a match against simulated ones, in which the true difference is known.

use millstone::tools::tournament::sprt::{EloModel, Sprt, SprtDecision};
use millstone::tools::tournament::statistics::{ResultCounts, elo, elo_of_score, normalised_elo};

/// A seeded generator, so that a run is a run.
struct Random(u64);

impl Random {
    fn below_one(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut word = self.0;
        word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((word ^ (word >> 31)) >> 11) as f64 / (1u64 << 53) as f64
    }

    /// An outcome by its chance.
    fn outcome(&mut self, chances: &[f64]) -> usize {
        let mut left = self.below_one();
        for (at, chance) in chances.iter().enumerate() {
            left -= chance;
            if left < 0.0 {
                return at;
            }
        }
        chances.len() - 1
    }

    fn pairs(&mut self, chances: [f64; 5], pairs: usize) -> ResultCounts {
        let mut counts = [0; 5];
        for _ in 0..pairs {
            counts[self.outcome(&chances)] += 1;
        }
        ResultCounts::Pairs(counts)
    }
}

/// Pairs of games that an opening decides as often as the players do: the spread is not that of single games.
const PLAYERS: [[f64; 5]; 3] =
    [[0.05, 0.15, 0.60, 0.15, 0.05], [0.05, 0.20, 0.30, 0.30, 0.15], [0.02, 0.05, 0.23, 0.40, 0.30]];

fn moments(chances: [f64; 5]) -> (f64, f64) {
    let scores = || chances.iter().enumerate().map(|(points, chance)| (points as f64 / 4.0, chance));
    let mean: f64 = scores().map(|(score, chance)| score * chance).sum();
    let variance: f64 = scores().map(|(score, chance)| (score - mean).powi(2) * chance).sum();
    (mean, variance.sqrt())
}

#[test]
fn the_interval_holds_the_truth_as_often_as_it_says() {
    const MATCHES: usize = 4000;
    let mut random = Random(1);
    for chances in PLAYERS {
        let (mean, deviation) = moments(chances);
        let truth = elo_of_score(mean);
        let normalised = 800.0 / 10f64.ln() * (mean - 0.5) / (deviation * 2f64.sqrt());
        let (mut held, mut held_normalised) = (0, 0);
        for _ in 0..MATCHES {
            let counts = random.pairs(chances, 150);
            let found = elo(&counts).unwrap();
            held += usize::from(found.low <= truth && truth <= found.high);
            let found = normalised_elo(&counts).unwrap();
            held_normalised += usize::from(found.low <= normalised && normalised <= found.high);
        }
        for held in [held, held_normalised] {
            let share = held as f64 / MATCHES as f64;
            assert!((0.935..=0.965).contains(&share), "{chances:?}: {share}");
        }
    }
}

/// How often the test takes the second hypothesis, when the pairs have these chances.
fn share_of_h1(sprt: &Sprt, chances: [f64; 5], random: &mut Random) -> f64 {
    const TESTS: usize = 400;
    /// Pairs between two looks at the result; more than one lets a ratio overshoot, which makes errors rarer.
    const STEP: usize = 8;
    let mut taken = 0;
    for _ in 0..TESTS {
        let mut counts = [0; 5];
        taken += loop {
            for _ in 0..STEP {
                counts[random.outcome(&chances)] += 1;
            }
            match sprt.verdict(&ResultCounts::Pairs(counts)) {
                SprtDecision::Open => {}
                SprtDecision::H0 => break 0,
                SprtDecision::H1 => break 1,
            }
        };
    }
    taken as f64 / TESTS as f64
}

/// Chances with a spread of their own, moved to a mean: a little of each is taken to its neighbour.
fn moved_to(chances: [f64; 5], mean: f64) -> [f64; 5] {
    let [a, b, c, d, e] = chances;
    let step = 4.0 * (mean - moments(chances).0) / (a + b + c + d);
    [a - a * step, b + (a - b) * step, c + (b - c) * step, d + (c - d) * step, e + d * step]
}

#[test]
fn a_sequential_test_errs_as_rarely_as_it_says() {
    let mut random = Random(2);
    let (alpha, beta) = (0.05, 0.10);
    for model in [EloModel::Logistic, EloModel::Normalised] {
        let sprt = Sprt::new(0.0, 40.0, alpha, beta, model).unwrap();
        let base = PLAYERS[0];
        let truth = |elo: f64| match model {
            EloModel::Logistic => moved_to(base, 1.0 / (1.0 + 10f64.powf(-elo / 400.0))),
            EloModel::Normalised => {
                let (_, deviation) = moments(base);
                moved_to(base, 0.5 + elo * 10f64.ln() / 800.0 * deviation * 2f64.sqrt())
            }
        };
        let wrong = share_of_h1(&sprt, truth(0.0), &mut random);
        let right = share_of_h1(&sprt, truth(40.0), &mut random);
        // Three standard errors of the simulation above what the test promises.
        assert!(wrong <= alpha + 0.03, "{model:?} takes H1 wrongly: {wrong}");
        assert!(right >= 1.0 - beta - 0.04, "{model:?} takes H1 rightly: {right}");
        // And it does err: a test that never does would play too long.
        assert!(wrong > 0.005 && right < 0.995, "{model:?}: {wrong} {right}");
    }
}
