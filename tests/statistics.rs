//! The statistics of simulated matches with a known Elo difference.

use millstone::tools::tournament::sprt::{EloModel, Sprt, SprtDecision};
use millstone::tools::tournament::statistics::{ResultCounts, elo, elo_of_score, normalised_elo};
use millstone::util::random::Rng;

/// A random outcome by its probabilities.
fn outcome(rng: &mut Rng, chances: &[f64]) -> usize {
    let mut left = (rng.next_u64() >> 11) as f64 / (1u64 << 53) as f64;
    for (at, chance) in chances.iter().enumerate() {
        left -= chance;
        if left < 0.0 {
            return at;
        }
    }
    chances.len() - 1
}

fn random_pairs(rng: &mut Rng, chances: [f64; 5], pairs: usize) -> ResultCounts {
    let mut counts = [0; 5];
    for _ in 0..pairs {
        counts[outcome(rng, &chances)] += 1;
    }
    ResultCounts::Pairs(counts)
}

/// Probabilities of pairs whose variance is not that of two single games.
const PLAYERS: [[f64; 5]; 3] =
    [[0.05, 0.15, 0.60, 0.15, 0.05], [0.05, 0.20, 0.30, 0.30, 0.15], [0.02, 0.05, 0.23, 0.40, 0.30]];

fn moments(chances: [f64; 5]) -> (f64, f64) {
    let scores = || chances.iter().enumerate().map(|(points, chance)| (points as f64 / 4.0, chance));
    let mean: f64 = scores().map(|(score, chance)| score * chance).sum();
    let variance: f64 = scores().map(|(score, chance)| (score - mean).powi(2) * chance).sum();
    (mean, variance.sqrt())
}

#[test]
fn the_interval_contains_the_true_elo_95_times_in_100() {
    const MATCHES: usize = 4000;
    let mut rng = Rng::new(1);
    for chances in PLAYERS {
        let (mean, deviation) = moments(chances);
        let truth = elo_of_score(mean);
        let normalised = 800.0 / 10f64.ln() * (mean - 0.5) / (deviation * 2f64.sqrt());
        let (mut held, mut held_normalised) = (0, 0);
        for _ in 0..MATCHES {
            let counts = random_pairs(&mut rng, chances, 150);
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

/// How often the test accepts H1 for pairs with these probabilities.
fn share_of_h1(sprt: &Sprt, chances: [f64; 5], rng: &mut Rng) -> f64 {
    const TESTS: usize = 400;
    /// Pairs between two looks at the LLR. With more than one the LLR may overshoot, which makes errors rarer.
    const STEP: usize = 8;
    let mut accepted = 0;
    for _ in 0..TESTS {
        let mut counts = [0; 5];
        accepted += loop {
            for _ in 0..STEP {
                counts[outcome(rng, &chances)] += 1;
            }
            match sprt.decision(&ResultCounts::Pairs(counts)) {
                SprtDecision::Open => {}
                SprtDecision::H0 => break 0,
                SprtDecision::H1 => break 1,
            }
        };
    }
    accepted as f64 / TESTS as f64
}

/// Shifts probabilities to a given mean, by moving a little of each to its neighbour.
fn moved_to(chances: [f64; 5], mean: f64) -> [f64; 5] {
    let [a, b, c, d, e] = chances;
    let step = 4.0 * (mean - moments(chances).0) / (a + b + c + d);
    [a - a * step, b + (a - b) * step, c + (b - c) * step, d + (c - d) * step, e + d * step]
}

#[test]
fn an_sprt_keeps_its_error_rates() {
    let mut rng = Rng::new(2);
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
        let wrong = share_of_h1(&sprt, truth(0.0), &mut rng);
        let right = share_of_h1(&sprt, truth(40.0), &mut rng);
        // Three standard errors of the simulation above the error rates of the test.
        assert!(wrong <= alpha + 0.03, "{model:?} accepts H1 wrongly: {wrong}");
        assert!(right >= 1.0 - beta - 0.04, "{model:?} accepts H1 rightly: {right}");
        // A test that never errs would play too long.
        assert!(wrong > 0.005 && right < 0.995, "{model:?}: {wrong} {right}");
    }
}
