//! The score of every pairing so far.

use super::schedule::Fixture;
use crate::games::Side;
use serde::Serialize;
use std::collections::BTreeMap;

/// Won, drawn and lost games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct WinDrawLoss {
    /// Games won.
    pub won: u64,
    /// Games drawn.
    pub drawn: u64,
    /// Games lost.
    pub lost: u64,
}

impl WinDrawLoss {
    /// The number of games.
    pub fn games(&self) -> u64 {
        self.won + self.drawn + self.lost
    }

    /// A point for a win, half a point for a draw.
    pub fn points(&self) -> f64 {
        self.won as f64 + self.drawn as f64 / 2.0
    }
}

/// The results of one pairing, from the view of its first engine.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PairingResults {
    /// From the view of the first of the two.
    pub games: WinDrawLoss,
    /// Its pairs of games, by half points from 0 to 4.
    pub pairs: [u64; 5],
    /// By round, the half points of games whose pair is not complete.
    single: BTreeMap<usize, usize>,
}

impl PairingResults {
    /// The games whose pair is not complete, by half points.
    pub fn singles(&self) -> [u64; 3] {
        let mut counts = [0; 3];
        for points in self.single.values() {
            if let Some(count) = counts.get_mut(*points) {
                *count += 1;
            }
        }
        counts
    }

    fn add(&mut self, round: usize, half_points: usize) {
        match half_points {
            0 => self.games.lost += 1,
            1 => self.games.drawn += 1,
            _ => self.games.won += 1,
        }
        match self.single.remove(&round) {
            Some(other) => {
                if let Some(count) = self.pairs.get_mut(other + half_points) {
                    *count += 1;
                }
            }
            None => {
                self.single.insert(round, half_points);
            }
        }
    }
}

/// The results of a match by pairing.
#[derive(Clone, Debug, Default)]
pub struct Standings {
    pairings: Vec<([usize; 2], PairingResults)>,
    games: u64,
}

impl Standings {
    /// Before the first game.
    pub fn new(pairings: impl IntoIterator<Item = [usize; 2]>) -> Standings {
        let pairings = pairings.into_iter().map(|pairing| (pairing, PairingResults::default())).collect();
        Standings { pairings, games: 0 }
    }

    /// Adds a game.
    pub fn add(&mut self, fixture: &Fixture, winner: Option<Side>) {
        self.add_game(fixture.players, fixture.round, winner);
    }

    /// Adds a game of two engines; the games of a pair have the same round.
    pub fn add_game(&mut self, [white, black]: [usize; 2], round: usize, winner: Option<Side>) {
        let is_pairing = |pairing: &[usize; 2]| *pairing == [white, black] || *pairing == [black, white];
        let at = self.pairings.iter().position(|(pairing, _)| is_pairing(pairing)).unwrap_or_else(|| {
            self.pairings.push(([white, black], PairingResults::default()));
            self.pairings.len() - 1
        });
        let Some(([first, _], results)) = self.pairings.get_mut(at) else { return };
        let half_points = match winner {
            None => 1,
            Some(side) if (side == Side::White) == (*first == white) => 2,
            Some(_) => 0,
        };
        results.add(round, half_points);
        self.games += 1;
    }

    /// The number of games added.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// The pairings with their results.
    pub fn pairings(&self) -> &[([usize; 2], PairingResults)] {
        &self.pairings
    }

    /// The games of one engine against all others.
    pub fn games_of(&self, engine: usize) -> WinDrawLoss {
        let mut sum = WinDrawLoss::default();
        for ([first, second], PairingResults { games, .. }) in &self.pairings {
            if *first == engine {
                sum.won += games.won;
                sum.lost += games.lost;
            } else if *second == engine {
                sum.won += games.lost;
                sum.lost += games.won;
            } else {
                continue;
            }
            sum.drawn += games.drawn;
        }
        sum
    }

    /// The pairs of one engine, by its half points, and its games whose pair is not complete.
    pub fn counts_of(&self, engine: usize) -> ([u64; 5], [u64; 3]) {
        let (mut all_pairs, mut all_singles) = ([0; 5], [0; 3]);
        for ([first, second], results) in &self.pairings {
            let (mut pairs, mut singles) = (results.pairs, results.singles());
            if *second == engine {
                pairs.reverse();
                singles.reverse();
            } else if *first != engine {
                continue;
            }
            all_pairs.iter_mut().zip(pairs).for_each(|(sum, count)| *sum += count);
            all_singles.iter_mut().zip(singles).for_each(|(sum, count)| *sum += count);
        }
        (all_pairs, all_singles)
    }
}

#[cfg(test)]
mod tests {
    use super::super::schedule::{OpeningOrder, Schedule, SchedulePart, TournamentFormat};
    use super::*;

    #[test]
    fn a_pair_counts_when_both_games_are_finished() {
        let schedule =
            Schedule::new(TournamentFormat::RoundRobin, 2, 1, 6, 1, OpeningOrder::Sequential, SchedulePart::default());
        let mut standings = Standings::new(schedule.pairings().iter().copied());
        let mut add = |number, winner| standings.add(&schedule.fixture(number).unwrap(), winner);
        add(1, Some(Side::White));
        add(3, None);
        add(2, Some(Side::Black));
        add(5, Some(Side::Black));
        add(6, Some(Side::White));
        let (_, results) = &standings.pairings()[0];
        assert_eq!(results.pairs, [1, 0, 0, 0, 1]);
        assert_eq!(results.games, WinDrawLoss { won: 2, drawn: 1, lost: 2 });
        assert_eq!(standings.counts_of(1), ([1, 0, 0, 0, 1], [0, 1, 0]));
        assert_eq!(standings.games_of(1), WinDrawLoss { won: 2, drawn: 1, lost: 2 });
    }
}
