//! Ratings of many engines from all their games together.
//!
//! The model is Elo's: the expected score of a game is a logistic function of the difference of the ratings, and the side
//! that plays White has an advantage. A draw counts as half a win and half a loss. The ratings are those of maximum
//! likelihood, found by Newton's method. Errors come from the spread of the results of whole pairs of games (the
//! sandwich estimator), since the two games of an opening are not independent.
//!
//! Each engine has one imaginary game more, half won and half lost, shared out among its opponents. So ratings stay finite
//! where an engine won or lost all its games.

use super::statistics::WIDTH;
use serde::Serialize;

/// A game between rated engines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RatedGame {
    /// The engines that play White and Black.
    pub players: [usize; 2],
    /// White's half points, 0 to 2.
    pub half_points: u8,
    /// The pair of games it belongs to.
    pub pair: usize,
}

/// What the games say about the strength of an engine.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct EngineRating {
    /// Elo, relative to the mean of its group.
    pub elo: f64,
    /// Half the width of the 95 % interval.
    pub error: f64,
    /// Engines of different groups have no games with each other, not even over others, so they cannot be compared.
    pub group: usize,
}

/// The ratings of all engines.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct JointRatings {
    /// By engine; `None` for those without games.
    pub engines: Vec<Option<EngineRating>>,
    /// White's advantage in Elo.
    pub white_advantage: f64,
    /// Half the width of its 95 % interval.
    pub white_advantage_error: f64,
}

/// Elo per unit of the logistic function.
const ELO: f64 = 173.717_792_761_300_7;

fn expected(difference: f64) -> f64 {
    1.0 / (1.0 + (-difference).exp())
}

/// A result of the likelihood: some ratings added, some subtracted.
struct Term {
    plus: usize,
    minus: usize,
    /// Whether the advantage of White counts.
    coloured: bool,
    score: f64,
    weight: f64,
    /// Terms with the same number are not independent.
    cluster: usize,
}

impl Term {
    /// The parameters it depends on, with their sign; the advantage has index `engines`.
    fn parameters(&self, engines: usize) -> impl Iterator<Item = (usize, f64)> {
        let advantage = self.coloured.then_some((engines, 1.0));
        let players = if self.plus == self.minus { None } else { Some([(self.plus, 1.0), (self.minus, -1.0)]) };
        players.into_iter().flatten().chain(advantage)
    }
}

type Matrix = Vec<Vec<f64>>;

/// Solves `a · x = b` for each column of `b`, by elimination with pivots; `None` if `a` is singular.
fn solve(mut a: Matrix, mut b: Matrix) -> Option<Matrix> {
    let size = a.len();
    for column in 0..size {
        let entry = |row: usize| a.get(row).and_then(|row| row.get(column)).copied().unwrap_or(0.0);
        let pivot = (column..size).max_by(|x, y| entry(*x).abs().total_cmp(&entry(*y).abs()))?;
        if entry(pivot).abs() < 1e-12 {
            return None;
        }
        a.swap(column, pivot);
        b.swap(column, pivot);
        let (head, tail) = a.split_at_mut(column + 1);
        let (head_b, tail_b) = b.split_at_mut(column + 1);
        let (pivot_row, pivot_b) = (head.last()?, head_b.last()?);
        let first = *pivot_row.get(column)?;
        for (row, row_b) in tail.iter_mut().zip(tail_b) {
            let factor = row.get(column)? / first;
            row.iter_mut().zip(pivot_row).for_each(|(x, y)| *x -= factor * y);
            row_b.iter_mut().zip(pivot_b).for_each(|(x, y)| *x -= factor * y);
        }
    }
    // Back substitution.
    for column in (0..size).rev() {
        let (above_b, rest_b) = b.split_at_mut(column);
        let solved = rest_b.first_mut()?;
        let first = *a.get(column)?.get(column)?;
        solved.iter_mut().for_each(|x| *x /= first);
        for (row, row_b) in a.iter().zip(above_b) {
            let factor = *row.get(column)?;
            row_b.iter_mut().zip(&*solved).for_each(|(x, y)| *x -= factor * y);
        }
    }
    Some(b)
}

/// The group of each engine: engines are in one group if games connect them.
fn groups(engines: usize, games: &[RatedGame]) -> Vec<usize> {
    let mut group: Vec<usize> = (0..engines).collect();
    for game in games {
        let [a, b] = game.players.map(|player| group.get(player).copied().unwrap_or_default());
        let (low, high) = (a.min(b), a.max(b));
        group.iter_mut().filter(|group| **group == high).for_each(|group| *group = low);
    }
    group
}

/// The terms of the likelihood: the games, and the imaginary ones.
fn terms(engines: usize, games: &[RatedGame]) -> Vec<Term> {
    let mut terms: Vec<Term> = Vec::new();
    let mut met: Vec<[usize; 2]> = Vec::new();
    let mut clusters = 0;
    for game in games {
        let [plus, minus] = game.players;
        let score = f64::from(game.half_points) / 2.0;
        terms.push(Term { plus, minus, coloured: true, score, weight: 1.0, cluster: game.pair });
        met.push([plus.min(minus), plus.max(minus)]);
        clusters = clusters.max(game.pair + 1);
    }
    met.sort_unstable();
    met.dedup();
    let opponents = |engine: usize| met.iter().filter(|pair| pair.contains(&engine)).count().max(1);
    let mut imaginary: Vec<(usize, usize, bool, f64)> = Vec::new();
    for [a, b] in &met {
        imaginary.push((*a, *b, false, 1.0 / opponents(*a).max(opponents(*b)) as f64));
    }
    if engines > 0 {
        imaginary.push((0, 0, true, 1.0));
    }
    for (plus, minus, coloured, weight) in imaginary {
        for score in [0.0, 1.0] {
            terms.push(Term { plus, minus, coloured, score, weight: weight / 2.0, cluster: clusters });
            clusters += 1;
        }
    }
    terms
}

/// Rates all engines together.
pub fn rate(engines: usize, games: &[RatedGame]) -> JointRatings {
    let (group, terms) = (groups(engines, games), terms(engines, games));
    let size = engines + 1;
    let zero = || vec![vec![0.0; size]; size];
    let mut values = vec![0.0; size];
    let value = |values: &[f64], term: &Term| -> f64 {
        term.parameters(engines).map(|(at, sign)| sign * values.get(at).copied().unwrap_or_default()).sum()
    };
    let add = |matrix: &mut Matrix, row: usize, column: usize, amount: f64| {
        if let Some(entry) = matrix.get_mut(row).and_then(|row| row.get_mut(column)) {
            *entry += amount;
        }
    };
    // The likelihood does not change if all ratings of a group rise alike; this keeps their mean at 0.
    let hessian = |values: &[f64]| {
        let mut hessian = zero();
        for term in &terms {
            let expected = expected(value(values, term));
            let curvature = term.weight * expected * (1.0 - expected);
            for (row, sign) in term.parameters(engines) {
                for (column, other) in term.parameters(engines) {
                    add(&mut hessian, row, column, curvature * sign * other);
                }
            }
        }
        for (row, a) in group.iter().enumerate() {
            for (column, b) in group.iter().enumerate().filter(|(_, b)| a == *b) {
                let members = group.iter().filter(|other| *other == b).count() as f64;
                add(&mut hessian, row, column, 1.0 / members);
            }
        }
        hessian
    };
    const STEPS: usize = 100;
    const MAX_STEP: f64 = 2.0;
    for _ in 0..STEPS {
        let mut gradient = vec![vec![0.0]; size];
        for term in &terms {
            let residual = term.weight * (term.score - expected(value(&values, term)));
            for (at, sign) in term.parameters(engines) {
                add(&mut gradient, at, 0, sign * residual);
            }
        }
        let Some(step) = solve(hessian(&values), gradient) else { return JointRatings::default() };
        let mut largest: f64 = 0.0;
        for (value, step) in values.iter_mut().zip(step.iter().flatten()) {
            *value += step.clamp(-MAX_STEP, MAX_STEP);
            largest = largest.max(step.abs());
        }
        if largest < 1e-10 {
            break;
        }
    }
    // The spread of the results, by cluster.
    let mut scores: std::collections::BTreeMap<usize, Vec<(usize, f64)>> = std::collections::BTreeMap::new();
    for term in &terms {
        // A fraction of an imaginary result counts with that fraction of its spread.
        let residual = term.weight.sqrt() * (term.score - expected(value(&values, term)));
        scores
            .entry(term.cluster)
            .or_default()
            .extend(term.parameters(engines).map(|(at, sign)| (at, sign * residual)));
    }
    let mut spread = zero();
    for score in scores.values() {
        for (row, x) in score {
            for (column, y) in score {
                add(&mut spread, *row, *column, x * y);
            }
        }
    }
    // H⁻¹ · J · H⁻¹, and H is symmetric.
    let half = solve(hessian(&values), spread).unwrap_or_else(zero);
    let transposed = (0..size).map(|row| half.iter().filter_map(|line| line.get(row).copied()).collect()).collect();
    let covariance = solve(hessian(&values), transposed).unwrap_or_else(zero);
    let error = |at: usize| {
        let variance = covariance.get(at).and_then(|row| row.get(at)).copied().unwrap_or_default();
        WIDTH * ELO * variance.max(0.0).sqrt()
    };
    let mut numbers: Vec<usize> = Vec::new();
    let rating = |(engine, group): (usize, &usize)| {
        games.iter().any(|game| game.players.contains(&engine)).then(|| {
            let number = numbers.iter().position(|known| known == group).unwrap_or_else(|| {
                numbers.push(*group);
                numbers.len() - 1
            });
            let elo = ELO * values.get(engine).copied().unwrap_or_default();
            EngineRating { elo, error: error(engine), group: number }
        })
    };
    JointRatings {
        engines: group.iter().enumerate().map(rating).collect(),
        white_advantage: ELO * values.get(engines).copied().unwrap_or_default(),
        white_advantage_error: error(engines),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Pairs of games between two engines, by the half points of the first in both.
    fn pairs(players: [usize; 2], results: &[[u8; 2]], first_pair: usize) -> Vec<RatedGame> {
        let [a, b] = players;
        let both = |(at, [white, black]): (usize, &[u8; 2])| {
            let pair = first_pair + at;
            [
                RatedGame { players: [a, b], half_points: *white, pair },
                RatedGame { players: [b, a], half_points: 2 - black, pair },
            ]
        };
        results.iter().enumerate().flat_map(both).collect()
    }

    #[test]
    fn two_engines_have_the_elo_of_their_score() {
        // 75 %: 190.8 Elo apart.
        let games = pairs([0, 1], &[[2, 2], [2, 1], [1, 1], [1, 2]].repeat(250), 0);
        let ratings = rate(2, &games);
        let [Some(first), Some(second)] = ratings.engines[..] else { panic!() };
        assert!((first.elo - second.elo - 190.8).abs() < 0.3, "{first:?}");
        assert!((first.elo + second.elo).abs() < 1e-6);
        // The error of the difference is twice that of each, and that of the pentanomial model.
        let counts = crate::tools::tournament::statistics::ResultCounts::Pairs([0, 0, 250, 500, 250]);
        let pentanomial = crate::tools::tournament::statistics::elo(&counts).unwrap().error();
        assert!((2.0 * first.error / pentanomial - 1.0).abs() < 0.02, "{first:?} {pentanomial}");
        assert!(ratings.white_advantage.abs() < ratings.white_advantage_error * 2.0);
    }

    #[test]
    fn ratings_are_joint() {
        // b is 100 above c by games, a 100 above b; a and c have not met.
        let half = [[2, 1], [1, 1], [2, 0], [1, 2], [1, 1], [2, 1], [0, 2], [1, 1]].repeat(40);
        let mut games = pairs([0, 1], &half, 0);
        games.extend(pairs([1, 2], &half, 1000));
        let ratings = rate(4, &games);
        let elo = |engine: usize| ratings.engines[engine].unwrap().elo;
        assert!((elo(0) - elo(1) - (elo(1) - elo(2))).abs() < 1e-6);
        assert!((elo(0) + elo(1) + elo(2)).abs() < 1e-6);
        assert!(elo(0) - elo(2) > 60.0);
        assert_eq!(ratings.engines[3], None);
        // The engine in the middle has most games.
        assert!(ratings.engines[1].unwrap().error < ratings.engines[0].unwrap().error);
    }

    #[test]
    fn white_has_an_advantage_where_it_wins() {
        let ratings = rate(2, &pairs([0, 1], &[[2, 0], [2, 0], [1, 1]].repeat(100), 0));
        assert!(ratings.white_advantage > 100.0);
        assert!(ratings.engines[0].unwrap().elo.abs() < 1.0);
    }

    #[test]
    fn all_wins_and_separate_groups_are_finite() {
        let mut games = pairs([0, 1], &[[2, 2]; 5], 0);
        games.extend(pairs([2, 3], &[[1, 1]], 10));
        let ratings = rate(4, &games);
        let found: Vec<EngineRating> = ratings.engines.iter().flatten().copied().collect();
        assert!(found.iter().all(|rating| rating.elo.is_finite() && rating.error.is_finite() && rating.error > 1.0));
        assert_eq!(found.iter().map(|rating| rating.group).collect::<Vec<_>>(), [0, 0, 1, 1]);
        assert!(found[0].elo > 100.0 && found[2].elo.abs() < 1e-6);
        assert_eq!(rate(0, &[]), JointRatings::default());
    }
}
