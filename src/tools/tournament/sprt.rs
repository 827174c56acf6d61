//! The sequential probability ratio test: play until the results fit one of two Elo differences clearly better than the other.
//!
//! The distribution of results is not known beyond its mean, so both hypotheses take the distribution that makes the results
//! likeliest among those that agree with them (the generalised test). With only the mean or the ratio
//! of mean and deviation fixed that is a problem of one unknown, solved by Newton steps within a shrinking bracket.

use super::statistics::{Counts, deviations_of_normalised, score_of_elo};
use thiserror::Error;

/// What the Elo differences of a test mean.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Model {
    /// Elo: the score alone.
    Logistic,
    /// Normalised Elo: the score in standard deviations of a game. A test takes as long whatever the share of draws.
    #[default]
    Normalised,
}

/// A test of `elo0` against `elo1`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    elo0: f64,
    elo1: f64,
    model: Model,
    lower: f64,
    upper: f64,
}

/// A test that cannot be made.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
pub enum SprtError {
    /// The hypotheses are not two, or are out of reach.
    #[error("SPRT from {elo0} to {elo1} Elo: expected two numbers from -1000 to 1000, the smaller first")]
    Hypotheses {
        /// The first.
        elo0: f64,
        /// The second.
        elo1: f64,
    },
    /// Error rates that leave nothing to decide.
    #[error("SPRT with alpha {alpha} and beta {beta}: expected two chances above 0 and below 0.5")]
    Errors {
        /// The chance to take the second hypothesis when the first is true.
        alpha: f64,
        /// The chance to take the first hypothesis when the second is true.
        beta: f64,
    },
}

/// How a test stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Play on.
    Open,
    /// The first hypothesis is taken: the difference is not as great as hoped.
    H0,
    /// The second hypothesis is taken.
    H1,
}

impl Sprt {
    /// A test that takes `elo1` though `elo0` is true with a chance of `alpha`, and the reverse with `beta`.
    pub fn new(elo0: f64, elo1: f64, alpha: f64, beta: f64, model: Model) -> Result<Sprt, SprtError> {
        let chance = |p: f64| p > 0.0 && p < 0.5;
        // Written so that what is not a number is refused.
        let ordered = -1000.0 <= elo0 && elo0 < elo1 && elo1 <= 1000.0;
        if !ordered {
            return Err(SprtError::Hypotheses { elo0, elo1 });
        }
        if !(chance(alpha) && chance(beta)) {
            return Err(SprtError::Errors { alpha, beta });
        }
        let (lower, upper) = ((beta / (1.0 - alpha)).ln(), ((1.0 - beta) / alpha).ln());
        Ok(Sprt { elo0, elo1, model, lower, upper })
    }

    /// The two Elo differences.
    pub const fn hypotheses(&self) -> (f64, f64) {
        (self.elo0, self.elo1)
    }

    /// What they mean.
    pub const fn model(&self) -> Model {
        self.model
    }

    /// The ratios at which the test ends, the lower and the upper.
    pub const fn bounds(&self) -> (f64, f64) {
        (self.lower, self.upper)
    }

    /// The logarithm of how much likelier the second hypothesis makes the results than the first; 0 without any.
    pub fn log_ratio(&self, counts: &Counts) -> f64 {
        let Some(results) = Distribution::of(counts) else { return 0.0 };
        let fit = |elo: f64| match self.model {
            Model::Logistic => results.with_mean(score_of_elo(elo)),
            Model::Normalised => results.with_deviations(deviations_of_normalised(elo, counts)),
        };
        results.log_ratio(&fit(self.elo0), &fit(self.elo1))
    }

    /// How the test stands.
    pub fn verdict(&self, counts: &Counts) -> Verdict {
        let ratio = self.log_ratio(counts);
        if ratio >= self.upper {
            Verdict::H1
        } else if ratio <= self.lower {
            Verdict::H0
        } else {
            Verdict::Open
        }
    }
}

/// A distribution over scores.
struct Distribution {
    /// Scores with their share; none is zero.
    shares: Vec<(f64, f64)>,
    /// How many results it stands for.
    total: f64,
}

impl Distribution {
    /// The distribution of the results. What has not come yet counts as a thousandth of a result, since it is not
    /// impossible.
    fn of(counts: &Counts) -> Option<Distribution> {
        if counts.observations() == 0 {
            return None;
        }
        let seen: Vec<(f64, f64)> =
            counts.outcomes().map(|(score, count)| (score, if count == 0.0 { 1e-3 } else { count })).collect();
        let total: f64 = seen.iter().map(|(_, count)| count).sum();
        Some(Distribution { shares: seen.into_iter().map(|(score, count)| (score, count / total)).collect(), total })
    }

    /// Of the distributions with this mean, the one that makes the results likeliest.
    fn with_mean(&self, mean: f64) -> Vec<f64> {
        let pulls: Vec<f64> = self.shares.iter().map(|(score, _)| score - mean).collect();
        self.balanced(&pulls)
    }

    /// Of the distributions whose mean lies so many of their own deviations above 0.5, the one that makes the results
    /// likeliest. The deviation depends on the distribution, so the condition is made linear around the last one, again and
    /// again.
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

    /// Of the distributions in which the pulls add up to nothing, the one that makes the results likeliest: shares of
    /// `seen / (1 + x · pull)` for the one `x` that balances them and keeps all shares positive.
    fn balanced(&self, pulls: &[f64]) -> Vec<f64> {
        let least = pulls.iter().copied().fold(f64::INFINITY, f64::min);
        let most = pulls.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let seen = || self.shares.iter().map(|&(_, share)| share);
        if least >= 0.0 || most <= 0.0 {
            // No distribution balances such pulls.
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
            // The sum falls with x.
            if sum > 0.0 {
                low = x
            } else {
                high = x
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

    fn log_ratio(&self, first: &[f64], second: &[f64]) -> f64 {
        let shares = self.shares.iter().zip(first.iter().zip(second));
        let ratio: f64 = shares.map(|((_, seen), (first, second))| seen * (second / first).ln()).sum();
        let ratio = self.total * ratio;
        if ratio.is_finite() { ratio } else { 0.0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn ratio(elo0: f64, elo1: f64, model: Model, counts: Counts) -> f64 {
        Sprt::new(elo0, elo1, 0.05, 0.05, model).unwrap().log_ratio(&counts)
    }

    #[track_caller]
    fn near(got: f64, wanted: f64) {
        assert!((got - wanted).abs() < 0.01 * (1.0 + wanted.abs()), "{got}, not {wanted}");
    }

    /// The values that fastchess expects of itself (app/tests/sprt_test.cpp there); it counts pairs of two draws apart.
    #[test]
    fn published_values_of_fastchess() {
        use Model::{Logistic, Normalised};
        near(ratio(0.0, 2.0, Normalised, Counts::Games([36027, 68692, 36433])), 0.92);
        near(ratio(-1.75, 0.25, Normalised, Counts::Games([10650, 20431, 10871])), 2.30);
        near(ratio(0.5, 2.5, Logistic, Counts::Games([21184, 40708, 21404])), -1.57);
        near(ratio(0.0, 2.0, Logistic, Counts::Games([57030, 106_593, 57433])), -2.59);
        near(ratio(0.0, 2.0, Normalised, Counts::Pairs([365, 16618, 36029 + 200, 16974, 390])), 2.25);
        near(ratio(-1.75, 0.25, Normalised, Counts::Pairs([127, 4883, 10311 + 401, 5150, 104])), 3.01);
        near(ratio(0.5, 2.5, Logistic, Counts::Pairs([223, 9863, 20279 + 1000, 10037, 246])), -3.07);
        near(ratio(0.0, 2.0, Logistic, Counts::Pairs([871, 26175, 55003 + 980, 26678, 821])), -4.98);
    }

    #[test]
    fn bounds_are_walds() {
        let sprt = Sprt::new(0.0, 5.0, 0.05, 0.05, Model::Normalised).unwrap();
        near(sprt.bounds().0, -2.944);
        near(sprt.bounds().1, 2.944);
        assert!(Sprt::new(5.0, 5.0, 0.05, 0.05, Model::Normalised).is_err());
        assert!(Sprt::new(0.0, f64::NAN, 0.05, 0.05, Model::Normalised).is_err());
        assert!(Sprt::new(0.0, 5.0, 0.5, 0.05, Model::Normalised).is_err());
        assert!(Sprt::new(0.0, 5.0, 0.05, f64::NAN, Model::Normalised).is_err());
    }

    #[test]
    fn no_results_decide_nothing() {
        for model in [Model::Logistic, Model::Normalised] {
            let sprt = Sprt::new(0.0, 5.0, 0.05, 0.05, model).unwrap();
            assert_eq!(sprt.log_ratio(&Counts::Pairs([0; 5])), 0.0);
            assert_eq!(sprt.verdict(&Counts::Games([0; 3])), Verdict::Open);
        }
    }

    proptest! {
        #[test]
        fn the_ratio_is_a_number(
            counts in prop::array::uniform5(prop_oneof![Just(0), 0..100u64, 0..1_000_000u64]),
            elo0 in -1000.0..999.0f64,
            step in 0.1..1000.0f64,
        ) {
            for model in [Model::Logistic, Model::Normalised] {
                if let Ok(sprt) = Sprt::new(elo0, elo0 + step, 0.05, 0.05, model) {
                    let [a, b, c, ..] = counts;
                    prop_assert!(sprt.log_ratio(&Counts::Pairs(counts)).is_finite());
                    prop_assert!(sprt.log_ratio(&Counts::Games([a, b, c])).is_finite());
                }
            }
        }

        /// A player that is exchanged for the other, with hypotheses that are turned, gives the opposite ratio.
        #[test]
        fn the_ratio_is_fair(counts in prop::array::uniform5(0..1000u64), elo1 in 0.5..50.0f64) {
            let [a, b, c, d, e] = counts;
            for model in [Model::Logistic, Model::Normalised] {
                let ours = ratio(-3.0, elo1, model, Counts::Pairs(counts));
                let theirs = ratio(-elo1, 3.0, model, Counts::Pairs([e, d, c, b, a]));
                prop_assert!((ours + theirs).abs() < 1e-4 * (1.0 + ours.abs()), "{ours} {theirs}");
            }
        }
    }
}
