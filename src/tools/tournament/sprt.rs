//! The sequential probability ratio test (SPRT): play until the results clearly favour one of two Elo differences.
//!
//! This is the generalised test (GSPRT): for each hypothesis it takes the maximum-likelihood distribution of results
//! that agrees with it. Only the mean, or the ratio of mean and deviation, is fixed, so this is a problem in one
//! unknown, solved by Newton's method within a bracket.

use super::statistics::{ResultCounts, deviations_of_normalised, score_of_elo};
use thiserror::Error;

/// The Elo model of a test.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum EloModel {
    /// Logistic Elo: the expected score.
    Logistic,
    /// Normalised Elo: the score in standard deviations of a game. The length of a test does not depend on the draw rate.
    #[default]
    Normalised,
}

/// A test of `elo0` against `elo1`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    elo0: f64,
    elo1: f64,
    model: EloModel,
    lower: f64,
    upper: f64,
}

/// Bad parameters of a test.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
pub enum SprtError {
    /// `elo0` is not below `elo1`, or one is out of range.
    #[error("SPRT from {elo0} to {elo1} Elo: expected two numbers from -1000 to 1000, the smaller first")]
    Hypotheses {
        /// The Elo difference of H0.
        elo0: f64,
        /// The Elo difference of H1.
        elo1: f64,
    },
    /// An error rate is out of range.
    #[error("SPRT with alpha {alpha} and beta {beta}: expected two numbers above 0 and below 0.5")]
    ErrorRates {
        /// The probability of accepting H1 when H0 is true.
        alpha: f64,
        /// The probability of accepting H0 when H1 is true.
        beta: f64,
    },
}

/// The state of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SprtDecision {
    /// Not decided yet.
    Open,
    /// H0 is accepted: the difference is `elo0`.
    H0,
    /// H1 is accepted: the difference is `elo1`.
    H1,
}

impl Sprt {
    /// A test that wrongly accepts `elo1` with probability `alpha`, and `elo0` with probability `beta`.
    pub fn new(elo0: f64, elo1: f64, alpha: f64, beta: f64, model: EloModel) -> Result<Sprt, SprtError> {
        let is_rate = |p: f64| p > 0.0 && p < 0.5;
        // Written so that NaN is refused.
        let ordered = -1000.0 <= elo0 && elo0 < elo1 && elo1 <= 1000.0;
        if !ordered {
            return Err(SprtError::Hypotheses { elo0, elo1 });
        }
        if !(is_rate(alpha) && is_rate(beta)) {
            return Err(SprtError::ErrorRates { alpha, beta });
        }
        let (lower, upper) = ((beta / (1.0 - alpha)).ln(), ((1.0 - beta) / alpha).ln());
        Ok(Sprt { elo0, elo1, model, lower, upper })
    }

    /// `elo0` and `elo1`.
    pub const fn hypotheses(&self) -> (f64, f64) {
        (self.elo0, self.elo1)
    }

    /// The Elo model.
    pub const fn model(&self) -> EloModel {
        self.model
    }

    /// The lower and upper bound of the LLR.
    pub const fn bounds(&self) -> (f64, f64) {
        (self.lower, self.upper)
    }

    /// The log-likelihood ratio of H1 to H0; 0 without results.
    pub fn llr(&self, counts: &ResultCounts) -> f64 {
        let Some(results) = ScoreDistribution::of(counts) else { return 0.0 };
        let fit = |elo: f64| match self.model {
            EloModel::Logistic => results.with_mean(score_of_elo(elo)),
            EloModel::Normalised => results.with_deviations(deviations_of_normalised(elo, counts)),
        };
        results.llr(&fit(self.elo0), &fit(self.elo1))
    }

    /// The state of the test.
    pub fn decision(&self, counts: &ResultCounts) -> SprtDecision {
        let llr = self.llr(counts);
        if llr >= self.upper {
            SprtDecision::H1
        } else if llr <= self.lower {
            SprtDecision::H0
        } else {
            SprtDecision::Open
        }
    }
}

/// A distribution over scores.
struct ScoreDistribution {
    /// Scores with their probabilities, which are not 0.
    shares: Vec<(f64, f64)>,
    /// The number of results.
    total: f64,
}

impl ScoreDistribution {
    /// The distribution of the results. Scores that have not occurred count as a thousandth of a result, so that their
    /// probability is not 0.
    fn of(counts: &ResultCounts) -> Option<ScoreDistribution> {
        if counts.observations() == 0 {
            return None;
        }
        let seen: Vec<(f64, f64)> = counts
            .outcomes()
            .into_iter()
            .map(|(score, count)| (score, if count == 0.0 { 1e-3 } else { count }))
            .collect();
        let total: f64 = seen.iter().map(|(_, count)| count).sum();
        Some(ScoreDistribution {
            shares: seen.into_iter().map(|(score, count)| (score, count / total)).collect(),
            total,
        })
    }

    /// The maximum-likelihood distribution with this mean.
    fn with_mean(&self, mean: f64) -> Vec<f64> {
        let pulls: Vec<f64> = self.shares.iter().map(|(score, _)| score - mean).collect();
        self.balanced(&pulls)
    }

    /// The maximum-likelihood distribution whose mean is this many of its own deviations above 0.5. The deviation depends
    /// on the distribution, so the condition is linearised around the last one and iterated.
    fn with_deviations(&self, deviations: f64) -> Vec<f64> {
        let mut shares: Vec<f64> = vec![1.0 / self.shares.len() as f64; self.shares.len()];
        for _ in 0..100 {
            let scores = || self.shares.iter().map(|(score, _)| score);
            let mean: f64 = scores().zip(&shares).map(|(score, share)| score * share).sum();
            let variance: f64 = scores().zip(&shares).map(|(score, share)| (score - mean).powi(2) * share).sum();
            let deviation = variance.sqrt().max(1e-9);
            let pull =
                |score: f64| score - 0.5 - deviations * deviation * (1.0 + ((score - mean) / deviation).powi(2)) / 2.0;
            let next = self.balanced(&scores().map(|&score| pull(score)).collect::<Vec<_>>());
            let change = next.iter().zip(&shares).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
            shares = next;
            if change < 1e-10 {
                break;
            }
        }
        shares
    }

    /// The maximum-likelihood distribution with `Σ share · pull = 0`: `seen / (1 + x · pull)` for the one `x` that satisfies
    /// this with all shares positive.
    fn balanced(&self, pulls: &[f64]) -> Vec<f64> {
        let least = pulls.iter().copied().fold(f64::INFINITY, f64::min);
        let most = pulls.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let seen = || self.shares.iter().map(|&(_, share)| share);
        if least >= 0.0 || most <= 0.0 {
            // No distribution satisfies the condition.
            return seen().collect();
        }
        let (mut low, mut high) = (-1.0 / most, -1.0 / least);
        let mut x = 0.0;
        for _ in 0..100 {
            let (mut sum, mut slope) = (0.0, 0.0);
            for (share, pull) in seen().zip(pulls) {
                let term = pull / (1.0 + x * pull);
                sum += share * term;
                slope -= share * term * term;
            }
            // The sum decreases in x.
            if sum > 0.0 {
                low = x;
            } else {
                high = x;
            }
            let newton = x - sum / slope;
            let next = if newton > low && newton < high { newton } else { (low + high) / 2.0 };
            let done = (next - x).abs() <= 1e-14 * (1.0 + x.abs());
            x = next;
            if done {
                break;
            }
        }
        seen().zip(pulls).map(|(share, pull)| share / (1.0 + x * pull)).collect()
    }

    fn llr(&self, first: &[f64], second: &[f64]) -> f64 {
        let shares = self.shares.iter().zip(first.iter().zip(second));
        let mean: f64 = shares.map(|((_, seen), (first, second))| seen * (second / first).ln()).sum();
        let llr = self.total * mean;
        if llr.is_finite() { llr } else { 0.0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn llr(elo0: f64, elo1: f64, model: EloModel, counts: ResultCounts) -> f64 {
        Sprt::new(elo0, elo1, 0.05, 0.05, model).unwrap().llr(&counts)
    }

    #[track_caller]
    fn near(got: f64, wanted: f64) {
        assert!((got - wanted).abs() < 0.01 * (1.0 + wanted.abs()), "{got}, not {wanted}");
    }

    /// The values of fastchess's own tests (app/tests/sprt_test.cpp). It counts pairs of two draws separately.
    #[test]
    fn published_values_of_fastchess() {
        use EloModel::{Logistic, Normalised};
        near(llr(0.0, 2.0, Normalised, ResultCounts::Games([36027, 68692, 36433])), 0.92);
        near(llr(-1.75, 0.25, Normalised, ResultCounts::Games([10650, 20431, 10871])), 2.30);
        near(llr(0.5, 2.5, Logistic, ResultCounts::Games([21184, 40708, 21404])), -1.57);
        near(llr(0.0, 2.0, Logistic, ResultCounts::Games([57030, 106_593, 57433])), -2.59);
        near(llr(0.0, 2.0, Normalised, ResultCounts::Pairs([365, 16618, 36029 + 200, 16974, 390])), 2.25);
        near(llr(-1.75, 0.25, Normalised, ResultCounts::Pairs([127, 4883, 10311 + 401, 5150, 104])), 3.01);
        near(llr(0.5, 2.5, Logistic, ResultCounts::Pairs([223, 9863, 20279 + 1000, 10037, 246])), -3.07);
        near(llr(0.0, 2.0, Logistic, ResultCounts::Pairs([871, 26175, 55003 + 980, 26678, 821])), -4.98);
    }

    #[test]
    fn bounds_are_walds() {
        let sprt = Sprt::new(0.0, 5.0, 0.05, 0.05, EloModel::Normalised).unwrap();
        near(sprt.bounds().0, -2.944);
        near(sprt.bounds().1, 2.944);
        assert!(Sprt::new(5.0, 5.0, 0.05, 0.05, EloModel::Normalised).is_err());
        assert!(Sprt::new(0.0, f64::NAN, 0.05, 0.05, EloModel::Normalised).is_err());
        assert!(Sprt::new(0.0, 5.0, 0.5, 0.05, EloModel::Normalised).is_err());
        assert!(Sprt::new(0.0, 5.0, 0.05, f64::NAN, EloModel::Normalised).is_err());
    }

    #[test]
    fn no_results_decide_nothing() {
        for model in [EloModel::Logistic, EloModel::Normalised] {
            let sprt = Sprt::new(0.0, 5.0, 0.05, 0.05, model).unwrap();
            assert_eq!(sprt.llr(&ResultCounts::Pairs([0; 5])), 0.0);
            assert_eq!(sprt.decision(&ResultCounts::Games([0; 3])), SprtDecision::Open);
        }
    }

    proptest! {
        #[test]
        fn the_llr_is_finite(
            counts in prop::array::uniform5(prop_oneof![Just(0), 0..100u64, 0..1_000_000u64]),
            elo0 in -1000.0..999.0f64,
            step in 0.1..1000.0f64,
        ) {
            for model in [EloModel::Logistic, EloModel::Normalised] {
                if let Ok(sprt) = Sprt::new(elo0, elo0 + step, 0.05, 0.05, model) {
                    let [a, b, c, ..] = counts;
                    prop_assert!(sprt.llr(&ResultCounts::Pairs(counts)).is_finite());
                    prop_assert!(sprt.llr(&ResultCounts::Games([a, b, c])).is_finite());
                }
            }
        }

        /// Swapping the players and the hypotheses negates the LLR.
        #[test]
        fn the_llr_is_symmetric(counts in prop::array::uniform5(0..1000u64), elo1 in 0.5..50.0f64) {
            let [a, b, c, d, e] = counts;
            for model in [EloModel::Logistic, EloModel::Normalised] {
                let ours = llr(-3.0, elo1, model, ResultCounts::Pairs(counts));
                let theirs = llr(-elo1, 3.0, model, ResultCounts::Pairs([e, d, c, b, a]));
                prop_assert!((ours + theirs).abs() < 1e-4 * (1.0 + ours.abs()), "{ours} {theirs}");
            }
        }
    }
}
