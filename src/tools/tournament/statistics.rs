//! Elo, normalised Elo and LOS from result counts.
//!
//! Two games from one opening with colours exchanged are not independent, but pairs of them are. So pairs are counted
//! by their half points (the pentanomial model), and all errors come from the variance of the pairs. A game whose pair is
//! not complete is an observation by itself, with half the weight.

use serde::Serialize;
use std::fmt;

/// 800 / ln 10: normalised Elo per standard deviation of one game. For small differences between evenly matched
/// players, normalised Elo is close to Elo.
const NORMALISED: f64 = 347.435_585_522_601_4;
/// Half the width of a 95 % interval, in standard deviations.
pub(super) const WIDTH: f64 = 1.959_963_984_540_054;

/// Result counts of the first player against the second.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResultCounts {
    /// Pairs of games with colours exchanged, by half points: 0, 1, 2, 3, 4.
    Pairs([u64; 5]),
    /// Single games, by half points: losses, draws, wins.
    Games([u64; 3]),
    /// Pairs, and games whose pair is not complete.
    Both([u64; 5], [u64; 3]),
}

impl ResultCounts {
    /// The counts of pairs and of single games.
    const fn split(&self) -> ([u64; 5], [u64; 3]) {
        match *self {
            ResultCounts::Pairs(pairs) => (pairs, [0; 3]),
            ResultCounts::Games(games) => ([0; 5], games),
            ResultCounts::Both(pairs, games) => (pairs, games),
        }
    }

    /// Games per observation, on average; 1 without any.
    pub fn games_each(&self) -> f64 {
        self.games().max(1) as f64 / self.observations().max(1) as f64
    }

    /// The number of games.
    pub fn games(&self) -> u64 {
        let (pairs, games) = self.split();
        2 * pairs.iter().sum::<u64>() + games.iter().sum::<u64>()
    }

    /// The number of pairs and of single games.
    pub fn observations(&self) -> u64 {
        let (pairs, games) = self.split();
        pairs.iter().chain(&games).sum()
    }

    /// The score per game, from 0 to 1; `None` without games.
    pub fn score(&self) -> Option<f64> {
        self.spread().map(|spread| spread.mean)
    }

    /// Each possible score per game of a pair, or of a single game, with its count.
    pub(super) fn outcomes(&self) -> Vec<(f64, f64)> {
        self.weighted().map(|(score, count, _)| (score, count)).collect()
    }

    /// Each possible score with its count and the games that it is the score of.
    fn weighted(&self) -> impl Iterator<Item = (f64, f64, f64)> + use<> {
        let (pairs, games) = self.split();
        let pairs = pairs.into_iter().enumerate().map(|(points, count)| (points as f64 / 4.0, count as f64, 2.0));
        let games = games.into_iter().enumerate().map(|(points, count)| (points as f64 / 2.0, count as f64, 1.0));
        let (with_pairs, with_games) =
            (!matches!(self, ResultCounts::Games(_)), !matches!(self, ResultCounts::Pairs(_)));
        pairs.filter(move |_| with_pairs).chain(games.filter(move |_| with_games))
    }

    fn spread(&self) -> Option<ScoreSpread> {
        let (games, observations) = (self.games() as f64, self.observations() as f64);
        if games == 0.0 {
            return None;
        }
        let mean = self.weighted().map(|(score, count, each)| score * count * each).sum::<f64>() / games;
        // How far the points of an observation are from what is expected of its games.
        let moment = |power: i32| {
            let sum: f64 =
                self.weighted().map(|(score, count, each)| (each * (score - mean)).powi(power) * count).sum();
            sum / observations
        };
        let deviation = moment(2).sqrt();
        let standardised = |power: i32| moment(power) / deviation.powi(power);
        Some(ScoreSpread {
            mean,
            error: deviation * observations.sqrt() / games,
            observations,
            skewness: standardised(3),
            kurtosis: standardised(4),
        })
    }
}

/// Mean and spread of the score per game.
struct ScoreSpread {
    mean: f64,
    /// The standard error of the mean.
    error: f64,
    observations: f64,
    /// The third and the fourth standardised moment of the observations.
    skewness: f64,
    kurtosis: f64,
}

impl ScoreSpread {
    /// The lower (-1) or upper (1) bound of the mean if there were no draws, by Wilson: a bound for results so few or so
    /// equal that their variance says nothing.
    fn wilson(&self, sign: f64) -> f64 {
        let ScoreSpread { mean, observations, .. } = *self;
        let unit = WIDTH * WIDTH / observations;
        let half = sign * (unit * mean * (1.0 - mean) + unit * unit / 4.0).sqrt();
        let bound = (mean + unit / 2.0 + half) / (1.0 + unit);
        // 0 and 1 but for rounding.
        if (1e-9..=1.0 - 1e-9).contains(&bound) { bound } else { bound.round() }
    }
}

/// An Elo difference with its 95 % confidence interval.
///
/// If one side has all points, its value and its upper bound are infinite. In JSON they are null then.
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
    let end = |sign: f64| {
        let normal = spread.mean + sign * WIDTH * spread.error;
        let usable = spread.error > 0.0 && normal > 0.0 && normal < 1.0;
        elo_of_score(if usable { normal } else { spread.wilson(sign) })
    };
    Some(Estimate { value: elo_of_score(spread.mean), low: end(-1.0), high: end(1.0) })
}

/// The normalised Elo difference; `None` without games. It measures the score in standard deviations of a game, so the
/// games needed to prove a difference do not depend on the draw rate.
pub fn normalised_elo(counts: &ResultCounts) -> Option<Estimate> {
    let spread = counts.spread()?;
    let (games, above) = (counts.games() as f64, spread.mean - 0.5);
    if spread.error == 0.0 {
        // Bounds as if there were no draws, as for Elo.
        let normalised = |score: f64| match score - 0.5 {
            0.0 => 0.0,
            above => NORMALISED * above / (score * (1.0 - score) * counts.games_each()).sqrt(),
        };
        let [value, low, high] = [spread.mean, spread.wilson(-1.0), spread.wilson(1.0)].map(normalised);
        return Some(Estimate { value, low, high });
    }
    // The variance of mean / deviation, by the delta method: the deviation is an estimate, too.
    let distance = above / (spread.error * spread.observations.sqrt());
    let variance = 1.0 - distance * spread.skewness + distance * distance * (spread.kurtosis - 1.0) / 4.0;
    let value = NORMALISED * above / (spread.error * games.sqrt());
    let error = NORMALISED * WIDTH * (variance.max(0.0) / games).sqrt();
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
    elo / NORMALISED * counts.games_each().sqrt()
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
    fn few_or_equal_results_have_bounds() {
        assert_eq!(elo(&ResultCounts::Pairs([0; 5])), None);
        assert_eq!(los(&ResultCounts::Pairs([0; 5])), None);
        assert_eq!(los(&ResultCounts::Pairs([0, 0, 0, 0, 1])), None);
        assert_eq!(los(&ResultCounts::Pairs([0, 0, 7, 0, 0])), None);
        assert_eq!(los(&ResultCounts::Games([0, 0, 3])), None);
        // Ten wins: five pairs, and 5 / (5 + 1.96²) of the points at least.
        let won = elo(&ResultCounts::Pairs([0, 0, 0, 0, 5])).unwrap();
        assert_eq!((won.value, won.high), (f64::INFINITY, f64::INFINITY));
        near(won.low, elo_of_score(5.0 / (5.0 + WIDTH * WIDTH)));
        assert_eq!(won.to_string(), "+∞ (+45.8 to +∞)");
        let lost = elo(&ResultCounts::Pairs([5, 0, 0, 0, 0])).unwrap();
        assert_eq!((lost.value, lost.low), (-won.value, -won.high));
        near(lost.high, -won.low);
        for counts in [[0, 0, 7, 0, 0], [1, 0, 0, 0, 1]] {
            let drawn = elo(&ResultCounts::Pairs(counts)).unwrap();
            assert_eq!(drawn.value, 0.0);
            assert!(drawn.low < -50.0 && drawn.low.is_finite() && (drawn.low + drawn.high).abs() < 1e-9, "{drawn}");
        }
        // More results give closer bounds.
        let bounds = [1, 2, 5, 20, 100].map(|pairs| {
            let counts = ResultCounts::Pairs([0, 0, 0, 0, pairs]);
            [elo(&counts).unwrap().low, normalised_elo(&counts).unwrap().low]
        });
        assert!(bounds.is_sorted_by(|a, b| a[0] < b[0] && a[1] < b[1]), "{bounds:?}");
        assert_eq!(draw_rate(0, 0, 0), None);
        assert_eq!(draw_rate(1, 2, 1), Some(0.5));
    }

    #[test]
    fn a_game_without_its_pair_counts() {
        // A win and a draw from one opening, and a loss: half of the points.
        let counts = ResultCounts::Both([0, 0, 0, 1, 0], [1, 0, 0]);
        assert_eq!((counts.games(), counts.observations(), counts.score()), (3, 2, Some(0.5)));
        assert_eq!(elo(&counts).unwrap().value, 0.0);
        assert_eq!(normalised_elo(&counts).unwrap().value, 0.0);
        // Among many pairs it hardly matters, and without it nothing changes.
        let pairs = [34, 54, 63, 64, 75];
        let (without, none) =
            (elo(&ResultCounts::Pairs(pairs)).unwrap(), elo(&ResultCounts::Both(pairs, [0; 3])).unwrap());
        assert_eq!(without, none);
        let with = elo(&ResultCounts::Both(pairs, [0, 0, 1])).unwrap();
        assert!(with.value > without.value && with.value < without.value + 1.0);
        assert!((with.error() - without.error()).abs() < 0.5);
        let both = [normalised_elo(&ResultCounts::Both(pairs, [0, 0, 1])), normalised_elo(&ResultCounts::Pairs(pairs))];
        let [with, without] = both.map(Option::unwrap);
        assert!(with.value > without.value && with.value < without.value + 1.0);
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
