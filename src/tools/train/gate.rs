//! A match between two sets of weights: pairs of games from random openings, at a fixed number of nodes.

use super::selfplay::{random_opening, think};
use crate::eval::Evaluate;
use crate::games::Side;
use crate::search::tt::TranspositionTable;
use crate::util::random::Rng;
use rayon::prelude::*;
use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};

/// The result of a match.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GateResult {
    /// Wins, draws and losses of the new weights.
    pub games: [u32; 3],
    /// The difference in rating, and half of its 95 % interval.
    pub elo: f64,
    /// See above.
    pub margin: f64,
}

impl fmt::Display for GateResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [wins, draws, losses] = self.games;
        write!(f, "{:+.0} ± {:.0} Elo (+{wins} ={draws} −{losses})", self.elo, self.margin)
    }
}

/// A game is called a draw after so many plies.
const LONGEST: usize = 240;
const TABLE_MB: usize = 2;
/// An opening that is further from even is left out.
const EVEN: i32 = 80;

/// Plays the match of the first player against the second.
pub(super) fn play<G: Evaluate>(
    players: [&G; 2],
    games: usize,
    nodes: u64,
    seed: u64,
    stop: &AtomicBool,
    tell: &(dyn Fn(usize) + Sync),
) -> GateResult {
    let done = AtomicUsize::new(0);
    let pair = |number: usize| -> Option<[u8; 2]> {
        if stop.load(Relaxed) {
            return None;
        }
        let mut rng = Rng::stream(seed, number as u64);
        let tables = [TranspositionTable::new(TABLE_MB), TranspositionTable::new(TABLE_MB)];
        let opening = (0..50).find_map(|_| {
            let opening = random_opening(players[1], &mut rng);
            tables.iter().for_each(TranspositionTable::new_game);
            think(&opening, &tables[1], nodes).is_some_and(|(_, score)| score.abs() <= EVEN).then_some(opening)
        })?;
        let points = [Side::White, Side::Black].map(|side| {
            tables.iter().for_each(TranspositionTable::new_game);
            let mut record = opening.clone();
            for _ in 0..LONGEST {
                if let Some(ending) = record.ending() {
                    return ending.winner.map_or(1, |winner| 2 * u8::from(winner == side));
                }
                let turn = usize::from(record.game().side(record.position()) != side);
                let player = players[turn].clone();
                let seen = record.clone().map_game(|_| player);
                let Some((best, _)) = think(&seen, &tables[turn], nodes) else { break };
                record.play(best);
            }
            1
        });
        tell(2 * (done.fetch_add(1, Relaxed) + 1));
        Some(points)
    };
    let pairs: Vec<[u8; 2]> = (0..games.div_ceil(2)).into_par_iter().with_max_len(1).filter_map(pair).collect();
    result(&pairs)
}

/// The statistics of the pairs.
fn result(pairs: &[[u8; 2]]) -> GateResult {
    let mut games = [0; 3];
    for points in pairs.iter().flatten() {
        games[usize::from(2 - points.min(&2))] += 1;
    }
    let count = pairs.len().max(1) as f64;
    let share = |pair: &[u8; 2]| f64::from(pair[0] + pair[1]) / 4.0;
    let mean = if pairs.is_empty() { 0.5 } else { pairs.iter().map(share).sum::<f64>() / count };
    let variance = pairs.iter().map(|pair| (share(pair) - mean).powi(2)).sum::<f64>() / count;
    let error = 1.96 * (variance / count).sqrt();
    // A bound that stays finite where one side wins every game.
    let elo = |share: f64| {
        let share = share.clamp(0.5 / (2.0 * count + 1.0), 1.0 - 0.5 / (2.0 * count + 1.0));
        400.0 * (share / (1.0 - share)).log10()
    };
    GateResult { games, elo: elo(mean), margin: (elo(mean + error) - elo(mean - error)) / 2.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_counted() {
        let even = result(&[[2, 0], [1, 1]]);
        assert_eq!((even.games, even.elo), ([1, 2, 1], 0.0));
        let better = result(&[[2, 1], [2, 2], [1, 1]]);
        assert!(better.elo > 100.0 && better.margin.is_finite());
        assert!(result(&[[2, 2]; 10]).elo.is_finite());
    }
}
