//! What results say of the difference between two players: functions of counts, nothing else.
//!
//! Two games from one opening with colours exchanged are not independent, but pairs of them are. So where games come in
//! pairs the pair is what is counted, by its half points, and all errors come from the spread of the pairs. Games
//! without a partner are counted by themselves.

/// 800 / ln 10: from a difference in standard deviations of one game to normalised Elo, a scale on which
/// small differences between evenly matched players come near to Elo.
const NORMALISED: f64 = 347.435_585_522_601_4;
/// Half the width of a 95 % interval, in standard deviations.
const WIDTH: f64 = 1.959_963_984_540_054;

/// Results of the first player against the second.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counts {
    /// Pairs of games with colours exchanged, by the half points in them: 0, 1, 2, 3, 4.
    Pairs([u64; 5]),
    /// Single games, by the half points in them: losses, draws, wins.
    Games([u64; 3]),
}

impl Counts {
    /// How often each number of half points came, the fewest points first.
    pub fn counts(&self) -> &[u64] {
        match self {
            Counts::Pairs(counts) => counts,
            Counts::Games(counts) => counts,
        }
    }

    /// How many games a count stands for.
    pub const fn games_each(&self) -> u64 {
        match self {
            Counts::Pairs(_) => 2,
            Counts::Games(_) => 1,
        }
    }

    /// How many games there were.
    pub fn games(&self) -> u64 {
        self.observations() * self.games_each()
    }

    /// How many pairs there were, or games if they are single.
    pub fn observations(&self) -> u64 {
        self.counts().iter().sum()
    }

    /// The score per game, from 0 to 1; none without games.
    pub fn score(&self) -> Option<f64> {
        self.spread().map(|spread| spread.mean)
    }

    /// Each score per game that can occur, with its count.
    pub(super) fn outcomes(&self) -> impl Iterator<Item = (f64, f64)> {
        let most = (self.counts().len() - 1) as f64;
        self.counts().iter().enumerate().map(move |(points, &count)| (points as f64 / most, count as f64))
    }

    fn spread(&self) -> Option<Spread> {
        let total = self.observations() as f64;
        if total == 0.0 {
            return None;
        }
        let mean = self.outcomes().map(|(score, count)| score * count).sum::<f64>() / total;
        let variance = self.outcomes().map(|(score, count)| (score - mean).powi(2) * count).sum::<f64>() / total;
        Some(Spread { mean, deviation: variance.sqrt(), error: (variance / total).sqrt() })
    }
}

/// The score per game of a pair or a single game.
struct Spread {
    mean: f64,
    /// Its standard deviation.
    deviation: f64,
    /// The standard error of the mean.
    error: f64,
}

/// A difference, with the interval that holds the true one 95 times in 100.
///
/// Infinite where the results set no bound: one side has all points, or all results are alike, so that nothing shows
/// how much they vary.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The likeliest value.
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

/// The Elo difference that a score means: 0 for 0.5, infinite for 0 and 1.
pub fn elo_of_score(score: f64) -> f64 {
    if score <= 0.0 {
        f64::NEG_INFINITY
    } else if score >= 1.0 {
        f64::INFINITY
    } else {
        400.0 * (score / (1.0 - score)).log10()
    }
}

/// The score that an Elo difference lets expect.
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// The Elo difference; none without games.
pub fn elo(counts: &Counts) -> Option<Estimate> {
    let spread = counts.spread()?;
    let value = elo_of_score(spread.mean);
    if spread.deviation == 0.0 {
        return Some(Estimate::unbounded(value));
    }
    let end = |sign: f64| elo_of_score(spread.mean + sign * WIDTH * spread.error);
    Some(Estimate { value, low: end(-1.0), high: end(1.0) })
}

/// The normalised Elo difference, which measures the score in standard deviations of a game and so says how many
/// games it takes to show it, whatever the share of draws; none without games.
pub fn normalised_elo(counts: &Counts) -> Option<Estimate> {
    let spread = counts.spread()?;
    let each = counts.games_each() as f64;
    let above = spread.mean - 0.5;
    if spread.deviation == 0.0 {
        return Some(Estimate::unbounded(if above == 0.0 { 0.0 } else { above.signum() * f64::INFINITY }));
    }
    // How the mean, counted in deviations, varies: as the mean does, and since the deviation is an estimate too.
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

/// The likelihood of superiority: how sure it is that the first player is the stronger one, from 0 to 1; none where
/// nothing shows how much the results vary.
pub fn superiority(counts: &Counts) -> Option<f64> {
    let spread = counts.spread().filter(|spread| spread.error > 0.0)?;
    Some(normal((spread.mean - 0.5) / spread.error))
}

/// The share of drawn games; none without games. Pairs do not tell it: two points are two draws or a win for each.
pub fn draw_rate(wins: u64, draws: u64, losses: u64) -> Option<f64> {
    let games = wins + draws + losses;
    (games > 0).then(|| draws as f64 / games as f64)
}

/// Normalised Elo as a distance from 0.5 in standard deviations of what is counted.
pub(super) fn deviations_of_normalised(elo: f64, counts: &Counts) -> f64 {
    elo / NORMALISED * (counts.games_each() as f64).sqrt()
}

/// The share of a normal distribution below `x` standard deviations.
fn normal(x: f64) -> f64 {
    if x.abs() > 7.0 {
        return if x > 0.0 { 1.0 } else { 0.0 };
    }
    // φ(x) · (x + x³/3 + x⁵/(3·5) + …), which has no terms that cancel.
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

    /// The values that fastchess expects of itself (app/tests/elo_test.cpp there); it counts pairs of two draws apart.
    /// Its interval of normalised Elo leaves out that the deviation is an estimate too, so it agrees near 0 only.
    #[test]
    fn published_values() {
        let games = Counts::Games([89, 123, 76]);
        let nelo = normalised_elo(&games).unwrap();
        near(nelo.value, -20.76);
        assert!((nelo.error() / 40.13 - 1.0).abs() < 0.04);
        near(100.0 * superiority(&games).unwrap(), 15.53);

        let games = Counts::Games([96, 111, 136]);
        let (nelo, elo1) = (normalised_elo(&games).unwrap(), elo(&games).unwrap());
        near(nelo.value, 49.77);
        assert!((nelo.error() / 36.77 - 1.0).abs() < 0.04);
        near(elo1.value, 40.70);
        near(elo1.error(), 30.43);
        near(100.0 * superiority(&games).unwrap(), 99.60);

        let pairs = [
            ([34, 54, 31 + 32, 64, 75], 57.94, 28.28, 55.58, 27.65, 100.0),
            ([332, 433, 457 + 41, 333, 334], -9.17, 10.96, -8.64, 10.33, 5.05),
        ];
        for (counts, nelo, nelo_error, value, error, superior) in pairs {
            let counts = Counts::Pairs(counts);
            near(normalised_elo(&counts).unwrap().value, nelo);
            assert!((normalised_elo(&counts).unwrap().error() / nelo_error - 1.0).abs() < 0.04);
            near(elo(&counts).unwrap().value, value);
            near(elo(&counts).unwrap().error(), error);
            near(100.0 * superiority(&counts).unwrap(), superior);
        }
    }

    #[test]
    fn few_results_claim_nothing() {
        assert_eq!(elo(&Counts::Pairs([0; 5])), None);
        assert_eq!(superiority(&Counts::Pairs([0; 5])), None);
        assert_eq!(superiority(&Counts::Pairs([0, 0, 0, 0, 1])), None);
        assert_eq!(superiority(&Counts::Pairs([0, 0, 7, 0, 0])), None);
        let drawn = elo(&Counts::Pairs([0, 0, 7, 0, 0])).unwrap();
        assert_eq!((drawn.value, drawn.low, drawn.high), (0.0, f64::NEG_INFINITY, f64::INFINITY));
        let won = elo(&Counts::Games([0, 0, 3])).unwrap();
        assert_eq!((won.value, won.low), (f64::INFINITY, f64::NEG_INFINITY));
        assert_eq!(superiority(&Counts::Games([0, 0, 3])), None);
        assert_eq!(draw_rate(0, 0, 0), None);
        assert_eq!(draw_rate(1, 2, 1), Some(0.5));
    }

    #[test]
    fn exchanging_the_players_turns_the_sign() {
        let (ours, theirs) = (Counts::Pairs([3, 9, 20, 14, 6]), Counts::Pairs([6, 14, 20, 9, 3]));
        let (a, b) = (elo(&ours).unwrap(), elo(&theirs).unwrap());
        assert!((a.value + b.value).abs() < 1e-9 && (a.low + b.high).abs() < 1e-9);
        assert!((superiority(&ours).unwrap() + superiority(&theirs).unwrap() - 1.0).abs() < 1e-9);
        assert!((ours.score().unwrap() + theirs.score().unwrap() - 1.0).abs() < 1e-12);
    }

    #[test]
    fn the_normal_distribution() {
        for (x, share) in [(0.0, 0.5), (1.0, 0.841_344_746), (-1.96, 0.024_997_895), (4.0, 0.999_968_329)] {
            assert!((normal(x) - share).abs() < 1e-9, "{x}");
        }
        assert_eq!((normal(-40.0), normal(40.0)), (0.0, 1.0));
    }
}
