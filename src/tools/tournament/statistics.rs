//! Elo, normalised Elo and LOS from result counts.
//!
//! Two games from one opening with colours exchanged are not independent, but pairs of them are. So pairs are counted
//! by their half points (the pentanomial model), and all errors come from the variance of the pairs. Only games that
//! are not paired are counted one by one.

use serde::Serialize;
use std::fmt;

/// 800 / ln 10: normalised Elo per standard deviation of one game. For small differences between evenly matched
/// players, normalised Elo is close to Elo.
const NORMALISED: f64 = 347.435_585_522_601_4;
/// Half the width of a 95 % interval, in standard deviations.
const WIDTH: f64 = 1.959_963_984_540_054;

/// Result counts of the first player against the second.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResultCounts {
    /// Pairs of games with colours exchanged, by half points: 0, 1, 2, 3, 4.
    Pairs([u64; 5]),
    /// Single games, by half points: losses, draws, wins.
    Games([u64; 3]),
}

impl ResultCounts {
    /// The count of each number of half points, from 0.
    pub fn counts(&self) -> &[u64] {
        match self {
            ResultCounts::Pairs(counts) => counts,
            ResultCounts::Games(counts) => counts,
        }
    }

    /// Games per observation.
    pub const fn games_each(&self) -> u64 {
        match self {
            ResultCounts::Pairs(_) => 2,
            ResultCounts::Games(_) => 1,
        }
    }

    /// The number of games.
    pub fn games(&self) -> u64 {
        self.observations() * self.games_each()
    }

    /// The number of pairs, or of single games.
    pub fn observations(&self) -> u64 {
        self.counts().iter().sum()
    }

    /// The score per game, from 0 to 1; `None` without games.
    pub fn score(&self) -> Option<f64> {
        self.spread().map(|spread| spread.mean)
    }

    /// Each possible score per game, with its count.
    pub(super) fn outcomes(&self) -> impl Iterator<Item = (f64, f64)> {
        let most = (self.counts().len() - 1) as f64;
        self.counts().iter().enumerate().map(move |(points, &count)| (points as f64 / most, count as f64))
    }

    fn spread(&self) -> Option<ScoreSpread> {
        let total = self.observations() as f64;
        if total == 0.0 {
            return None;
        }
        let mean = self.outcomes().map(|(score, count)| score * count).sum::<f64>() / total;
        let variance = self.outcomes().map(|(score, count)| (score - mean).powi(2) * count).sum::<f64>() / total;
        Some(ScoreSpread { mean, deviation: variance.sqrt(), error: (variance / total).sqrt() })
    }
}

/// Mean and spread of the score per game of a pair or a single game.
struct ScoreSpread {
    mean: f64,
    /// The standard deviation.
    deviation: f64,
    /// The standard error of the mean.
    error: f64,
}

/// An Elo difference with its 95 % confidence interval.
///
/// A bound is infinite if one side has all points, or if all results are equal, so that their variance is unknown. In
/// JSON such a bound is null.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Estimate {
    /// The most likely value.
    pub value: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end of the interval.
    pub high: f64,
}

impl Estimate {
    /// Half the width of the interval, for `value ± error`.
    pub fn error(&self) -> f64 {
        (self.high - self.low) / 2.0
    }

    const fn unbounded(value: f64) -> Self {
        Estimate { value, low: f64::NEG_INFINITY, high: f64::INFINITY }
    }
}

impl fmt::Display for Estimate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Estimate { value, low, high } = *self;
        if value.is_finite() && low.is_finite() && high.is_finite() {
            return write!(f, "{value:+.1} ± {:.1}", self.error());
        }
        let number = |value: f64| match value.is_finite() {
            true => format!("{value:+.1}"),
            false if value > 0.0 => "+∞".into(),
            false => "-∞".into(),
        };
        write!(f, "{} ({} to {})", number(value), number(low), number(high))
    }
}

/// The Elo difference for an expected score: 0 for 0.5, infinite for 0 and 1.
pub fn elo_of_score(score: f64) -> f64 {
    if score <= 0.0 {
        f64::NEG_INFINITY
    } else if score >= 1.0 {
        f64::INFINITY
    } else {
        400.0 * (score / (1.0 - score)).log10()
    }
}

/// The expected score for an Elo difference.
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// The Elo difference; `None` without games.
pub fn elo(counts: &ResultCounts) -> Option<Estimate> {
    let spread = counts.spread()?;
    let value = elo_of_score(spread.mean);
    if spread.deviation == 0.0 {
        return Some(Estimate::unbounded(value));
    }
    let end = |sign: f64| elo_of_score(spread.mean + sign * WIDTH * spread.error);
    Some(Estimate { value, low: end(-1.0), high: end(1.0) })
}

/// The normalised Elo difference; `None` without games. It measures the score in standard deviations of a game, so the
/// games needed to prove a difference do not depend on the draw rate.
pub fn normalised_elo(counts: &ResultCounts) -> Option<Estimate> {
    let spread = counts.spread()?;
    let each = counts.games_each() as f64;
    let above = spread.mean - 0.5;
    if spread.deviation == 0.0 {
        return Some(Estimate::unbounded(if above == 0.0 { 0.0 } else { above.signum() * f64::INFINITY }));
    }
    // The variance of mean / deviation, by the delta method: the deviation is an estimate, too.
    let distance = above / spread.deviation;
    let moment = |power: i32| {
        let sum: f64 = counts.outcomes().map(|(score, count)| (score - spread.mean).powi(power) * count).sum();
        sum / counts.observations() as f64 / spread.deviation.powi(power)
    };
    let variance = 1.0 - distance * moment(3) + distance * distance * (moment(4) - 1.0) / 4.0;
    let value = NORMALISED * distance / each.sqrt();
    let error = NORMALISED * WIDTH * (variance.max(0.0) / counts.games() as f64).sqrt();
    Some(Estimate { value, low: value - error, high: value + error })
}

/// The likelihood of superiority: the probability that the first player is stronger. `None` if the variance of the
/// results is unknown.
pub fn los(counts: &ResultCounts) -> Option<f64> {
    let spread = counts.spread().filter(|spread| spread.error > 0.0)?;
    Some(normal_cdf((spread.mean - 0.5) / spread.error))
}

/// The share of drawn games; `None` without games. Pair counts do not contain it: two points are two draws or a win
/// for each side.
pub fn draw_rate(wins: u64, draws: u64, losses: u64) -> Option<f64> {
    let games = wins + draws + losses;
    (games > 0).then(|| draws as f64 / games as f64)
}

/// Normalised Elo as a distance from 0.5, in standard deviations of an observation.
pub(super) fn deviations_of_normalised(elo: f64, counts: &ResultCounts) -> f64 {
    elo / NORMALISED * (counts.games_each() as f64).sqrt()
}

/// The cumulative distribution function of the standard normal distribution.
fn normal_cdf(x: f64) -> f64 {
    if x.abs() > 7.0 {
        return if x > 0.0 { 1.0 } else { 0.0 };
    }
    // 0.5 + φ(x) · (x + x³/3 + x⁵/(3·5) + …), whose terms do not cancel.
    let (mut sum, mut term, mut odd) = (0.0, x, 1.0);
    while term.abs() > 1e-17 {
        sum += term;
        odd += 2.0;
        term *= x * x / odd;
    }
    let density = (-x * x / 2.0).exp() / (2.0 * std::f64::consts::PI).sqrt();
    (0.5 + density * sum).clamp(0.0, 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(got: f64, wanted: f64) {
        assert!((got - wanted).abs() < 0.006, "{got}, not {wanted}");
    }

    /// The values of fastchess's own tests (app/tests/elo_test.cpp). It counts pairs of two draws separately. Its interval
    /// of normalised Elo ignores that the deviation is an estimate, so the two agree only near 0.
    #[test]
    fn published_values() {
        let games = ResultCounts::Games([89, 123, 76]);
        let nelo = normalised_elo(&games).unwrap();
        near(nelo.value, -20.76);
        assert!((nelo.error() / 40.13 - 1.0).abs() < 0.04);
        near(100.0 * los(&games).unwrap(), 15.53);

        let games = ResultCounts::Games([96, 111, 136]);
        let (nelo, elo1) = (normalised_elo(&games).unwrap(), elo(&games).unwrap());
        near(nelo.value, 49.77);
        assert!((nelo.error() / 36.77 - 1.0).abs() < 0.04);
        near(elo1.value, 40.70);
        near(elo1.error(), 30.43);
        near(100.0 * los(&games).unwrap(), 99.60);

        let pairs = [
            ([34, 54, 31 + 32, 64, 75], 57.94, 28.28, 55.58, 27.65, 100.0),
            ([332, 433, 457 + 41, 333, 334], -9.17, 10.96, -8.64, 10.33, 5.05),
        ];
        for (counts, nelo, nelo_error, value, error, superior) in pairs {
            let counts = ResultCounts::Pairs(counts);
            near(normalised_elo(&counts).unwrap().value, nelo);
            assert!((normalised_elo(&counts).unwrap().error() / nelo_error - 1.0).abs() < 0.04);
            near(elo(&counts).unwrap().value, value);
            near(elo(&counts).unwrap().error(), error);
            near(100.0 * los(&counts).unwrap(), superior);
        }
    }

    #[test]
    fn few_results_have_no_bounds() {
        assert_eq!(elo(&ResultCounts::Pairs([0; 5])), None);
        assert_eq!(los(&ResultCounts::Pairs([0; 5])), None);
        assert_eq!(los(&ResultCounts::Pairs([0, 0, 0, 0, 1])), None);
        assert_eq!(los(&ResultCounts::Pairs([0, 0, 7, 0, 0])), None);
        let drawn = elo(&ResultCounts::Pairs([0, 0, 7, 0, 0])).unwrap();
        assert_eq!((drawn.value, drawn.low, drawn.high), (0.0, f64::NEG_INFINITY, f64::INFINITY));
        let won = elo(&ResultCounts::Games([0, 0, 3])).unwrap();
        assert_eq!((won.value, won.low), (f64::INFINITY, f64::NEG_INFINITY));
        assert_eq!(los(&ResultCounts::Games([0, 0, 3])), None);
        assert_eq!(draw_rate(0, 0, 0), None);
        assert_eq!(draw_rate(1, 2, 1), Some(0.5));
    }

    #[test]
    fn swapping_the_players_flips_the_sign() {
        let (ours, theirs) = (ResultCounts::Pairs([3, 9, 20, 14, 6]), ResultCounts::Pairs([6, 14, 20, 9, 3]));
        let (a, b) = (elo(&ours).unwrap(), elo(&theirs).unwrap());
        assert!((a.value + b.value).abs() < 1e-9 && (a.low + b.high).abs() < 1e-9);
        assert!((los(&ours).unwrap() + los(&theirs).unwrap() - 1.0).abs() < 1e-9);
        assert!((ours.score().unwrap() + theirs.score().unwrap() - 1.0).abs() < 1e-12);
    }

    #[test]
    fn the_normal_distribution() {
        for (x, share) in [(0.0, 0.5), (1.0, 0.841_344_746), (-1.96, 0.024_997_895), (4.0, 0.999_968_329)] {
            assert!((normal_cdf(x) - share).abs() < 1e-9, "{x}");
        }
        assert_eq!((normal_cdf(-40.0), normal_cdf(40.0)), (0.0, 1.0));
    }
}
